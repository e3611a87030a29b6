//! Standing answers to the questions that come with nearly every die (re-rolls, Overwatch, which save, who falls) and to those
//! that have a usual answer.

use grognard_engine::SeatId;
use grognard_engine::client::StopMode;
use grognard_engine::decision::{Answers, Decision};
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::Standing;
use grognard_space::table::Length;

use crate::Nine;
use crate::candidates::{moves, orders, suggestions};
use crate::choice::{Choice, MoveKind, Shape, Word};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::keyword::Keywords;
use crate::legal::fighting;
use crate::measure;
use crate::policy;
use crate::rolled::RollOf;
use crate::state::State;

/// The ways in which a seat can be asked less often.
pub fn stop_modes(fixed: &Fixed, _seat: SeatId) -> Vec<StopMode> {
    let mode = |id: &str, key: &str| StopMode {
        id: id.to_owned(),
        label: fixed.data.texts.get(&format!("stop.{id}.label")).to_owned(),
        sentence: fixed.data.texts.get(&format!("stop.{id}.sentence")).to_owned(),
        key: key.to_owned(),
        number: None,
        // With Command points in hand there is a question after every die.
        at_first: id == "matters",
    };
    vec![mode("always", "a"), mode("matters", "d"), mode("phase", "f"), mode("never", "x")]
}

/// What a standing answer set now holds for: this phase of this turn, or the whole game.
pub fn stop_scope(s: &State, mode: &str) -> u64 {
    if mode != "phase" {
        return 0;
    }
    (u64::from(s.round) << 16) | ((s.active.index() as u64) << 8) | u64::from(phase(s))
}

/// The phase by number, whatever step of it is going on.
fn phase(s: &State) -> u8 {
    use crate::state::Flow::*;
    match s.flow {
        Muster
        | MarkerRoll
        | Markers { .. }
        | Zones
        | PreDeploy { .. }
        | Deploy { .. }
        | Late { .. }
        | FirstTurn
        | PreBattle => 0,
        Command => 1,
        MoveUnits | Reinforcements => 2,
        Psychic { .. } => 3,
        Shooting => 4,
        Charges | Heroics => 5,
        Fight { .. } => 6,
        Morale { .. } | Coherency { .. } => 7,
        Over { .. } => 8,
    }
}

/// What a standing answer says to a decision.
pub fn standing(
    fixed: &Fixed,
    s: &State,
    decision: &Decision<Nine>,
    mode: &str,
    scope: u64,
) -> Standing<Nine> {
    if !STANDING.contains(&decision.ask.kind) || mode == "always" {
        return Standing::Ask;
    }
    if mode == "phase" && stop_scope(s, mode) != scope {
        return Standing::Expired;
    }
    let answer = match &decision.answers {
        Answers::Options(options) => option(fixed, s, decision.ask.kind, options, mode),
        Answers::Proposal(shape) => proposal(fixed, s, shape),
    };
    answer.map_or(Standing::Ask, Standing::Answer)
}

/// The questions a standing answer may answer.
const STANDING: [&str; 10] =
    ["reroll", "overwatch", "save", "ignore", "next", "allocate", "flee", "casualties", "strike", "paths"];

/// What is answered to a question with a list.
fn option(fixed: &Fixed, s: &State, kind: &str, options: &[Choice], mode: &str) -> Option<Choice> {
    match kind {
        "reroll" if mode == "matters" && roll_matters(fixed, s) => None,
        "reroll" => reroll(s, options),
        // Shots that cost nothing are for the player to aim.
        "overwatch" if options.contains(&Choice::Word(Word::Yes)) => None,
        "overwatch" if mode == "matters" && overwatch_matters(fixed, s) => None,
        "overwatch" => Some(Choice::Word(Word::No)),
        // Weapons in the order in which they were declared.
        "next" => options.first().cloned(),
        // 9E-ATK-013, 9E-MOR-008: whoever is missed least.
        "allocate" | "flee" => {
            let models = options.iter().enumerate().filter_map(|(at, choice)| match choice {
                Choice::Model(model) => Some((at, *model)),
                _ => None,
            });
            policy::least(fixed, s, models).map(|at| options[at].clone())
        }
        _ => options.iter().min_by_key(|choice| policy::save_need(s, choice)).cloned(),
    }
}

/// What is answered to a form: the usual casualty order, blows that leave no choice, and closing in.
fn proposal(fixed: &Fixed, s: &State, shape: &Shape) -> Option<Choice> {
    match shape {
        Shape::Casualties(unit) => Some(Choice::Casualties(suggestions::keeping_coherency(fixed, s, *unit))),
        Shape::Strike(unit, attacks) => {
            // Each model with one weapon in one mode, and one unit in reach.
            let sole = |(model, _): &(ModelId, u8)| {
                let weapons = fighting::melee_weapons(fixed, *model);
                fighting::targets(fixed, s, *model).len() == 1
                    && matches!(weapons[..], [weapon] if fixed.weapon(weapon).profiles.len() == 1)
            };
            let all = attacks.iter().all(sole).then(|| orders::strike(fixed, s, *unit, attacks))?;
            all.into_iter().next()
        }
        Shape::Paths(shape) if matches!(shape.kind, MoveKind::PileIn | MoveKind::Consolidate) => {
            // 9E-FGT-009, 9E-FGT-029: everybody as near to the enemy as possible.
            let all = moves::candidates(fixed, s, shape, &mut SplitMix::new(0));
            all.into_iter()
                .max_by_key(|choice| matches!(choice, Choice::Paths(_, paths) if !paths.is_empty()))
        }
        _ => None,
    }
}

/// Rolls that lack something are rolled again where it costs nothing; everything else is kept.
fn reroll(s: &State, options: &[Choice]) -> Option<Choice> {
    let lacks = s.about.roll.is_some_and(|roll| roll.lacks);
    let free = Choice::Word(Word::Reroll);
    let wanted = if lacks && options.contains(&free) { free } else { Choice::Word(Word::Keep) };
    options.contains(&wanted).then_some(wanted)
}

/// So many wounds make a model worth a Command point.
const MANY_WOUNDS: u8 = 3;

fn is_precious(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    let kind = fixed.kind(model);
    kind.keywords.any(Keywords::CHARACTER)
        || kind.profile.w >= MANY_WOUNDS
        || fixed.warlords.contains(&Some(model))
        || s.unit(s.model(model).unit).models.len() == 1
}

/// Whether a roll as it lies makes a difference worth a Command point.
fn roll_matters(fixed: &Fixed, s: &State) -> bool {
    let Some(roll) = s.about.roll.filter(|roll| roll.lacks) else { return false };
    let shown = s.about.number.unwrap_or(0);
    match roll.of {
        RollOf::Save => s.about.model.is_some_and(|model| is_precious(fixed, s, model)),
        RollOf::Charge => s.about.unit.is_some_and(|unit| falls_short(fixed, s, unit, shown)),
        RollOf::Psychic | RollOf::Deny => true,
        // A lone model's shot or blow, or low damage on something that stands it.
        RollOf::Hit | RollOf::Wound => {
            s.about.model.is_some_and(|model| s.unit(s.model(model).unit).models.len() == 1)
        }
        RollOf::Damage => s.about.model.is_some_and(|model| s.model(model).wounds > shown.saturating_mul(2)),
        RollOf::Attacks | RollOf::Mortal | RollOf::Advance => false,
    }
}

/// Whether a charge roll does not reach all its targets.
fn falls_short(fixed: &Fixed, s: &State, unit: UnitId, shown: u8) -> bool {
    let far = Length::inches(i32::from(shown + fixed.numbers().charge_roll.roll.plus + s.unit(unit).drilled))
        + fixed.numbers().engagement.horizontal.0;
    let targets = &s.unit(unit).turn.charge_targets;
    targets.iter().any(|target| measure::unit_distance(s, unit, *target).is_none_or(|gap| gap > far))
}

/// Hundredths of wounds that are worth a Command point.
const ENOUGH: i64 = 100;

fn overwatch_matters(fixed: &Fixed, s: &State) -> bool {
    let (Some(unit), Some(charger)) = (s.about.unit, s.about.target) else { return true };
    policy::overwatch_worth(fixed, s, unit, charger) >= ENOUGH
}
