//! Standing answers: overwatch by order, and hand-to-hand fights that stop only where there is something to decide.

use grognard_engine::SeatId;
use grognard_engine::client::StopMode;
use grognard_engine::decision::{Answers, Decision};
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::Standing;
use grognard_engine::target::{Need, Target};

use crate::Second;
use crate::candidates;
use crate::choice::{Choice, Shape, Word};
use crate::duel::{self, Fighter, Verdict};
use crate::fixed::{Fixed, MeleeId};
use crate::ids::{ModelId, UnitId};
use crate::legal::watching;
use crate::play::casualties::{saves_on, wounds_on};
use crate::state::{State, Stated};

/// The ways in which a seat can be asked less often: all of them but the first fight without asking.
pub fn stop_modes(fixed: &Fixed, _seat: SeatId) -> Vec<StopMode> {
    let mode = |id: &str, key: &str| StopMode {
        id: id.to_owned(),
        label: fixed.data.texts.get(&format!("stop.{id}.label")).to_owned(),
        sentence: fixed.data.texts.get(&format!("stop.{id}.sentence")).to_owned(),
        key: key.to_owned(),
        number: None,
        at_first: id == "fights",
    };
    [
        ("always", "a"),
        ("fights", "f"),
        ("anything", "y"),
        ("open", "o"),
        ("chargers", "c"),
        ("unit", "u"),
        ("hold", "h"),
    ]
    .map(|(id, key)| mode(id, key))
    .into()
}

/// What a standing answer holds for: the unit the question is about, where it is for that unit alone.
pub fn stop_scope(s: &State, mode: &str) -> u64 {
    match (mode, s.about) {
        ("unit", Some(unit)) => u64::from(unit.0) + 1,
        _ => 0,
    }
}

/// What a standing answer says to a decision.
pub fn standing(
    fixed: &Fixed,
    s: &State,
    decision: &Decision<Second>,
    mode: &str,
    scope: u64,
) -> Standing<Second> {
    if mode == "always" {
        return Standing::Ask;
    }
    let answer = match (decision.ask.kind, &decision.answers) {
        ("disengage" | "pair" | "fight", Answers::Options(_)) => Some(Choice::Word(Word::Fight)),
        ("next-of-several" | "join" | "grip", Answers::Options(options)) => options.first().cloned(),
        ("parry", Answers::Options(options)) => parry(fixed, s, options),
        ("strike", Answers::Options(options)) => best_blow(fixed, s, options),
        ("watch", Answers::Proposal(Shape::Watch)) => {
            s.path.as_ref().and_then(|path| watch(s, path, mode, scope))
        }
        ("fire", Answers::Proposal(Shape::Fire(unit))) if s.watch.is_some() && mode != "fights" => {
            candidates::fire(fixed, s, *unit, &mut SplitMix::new(1)).into_iter().next()
        }
        ("window", Answers::Options(_)) if mode == "hold" || mode == "chargers" => {
            Some(Choice::Word(Word::Hold))
        }
        _ => None,
    };
    answer.map_or(Standing::Ask, Standing::Answer)
}

/// Who fires at a stated move by a standing order; `None` where the player is asked.
fn watch(s: &State, path: &Stated, mode: &str, scope: u64) -> Option<Choice> {
    let at = |wanted: &dyn Fn(UnitId, u8) -> bool| {
        let first = |watcher: UnitId| {
            let mut spots = watching::spots_of(path, watcher);
            spots.find(|spot| wanted(watcher, *spot)).map(|spot| (watcher, spot))
        };
        let mut orders: Vec<(UnitId, u8)> = watching::watchers(path).into_iter().filter_map(first).collect();
        orders.sort_by_key(|(watcher, spot)| (*spot, *watcher));
        Choice::Watch(orders)
    };
    let open = |watcher: UnitId, spot: u8| {
        let seen = path.spots.get(usize::from(spot) - 1).map(|spot| &spot.seen);
        seen.is_some_and(|seen| seen.contains(&(watcher, true)))
    };
    match mode {
        "anything" => Some(at(&|_, _| true)),
        "open" => Some(at(&open)),
        "chargers" => Some(at(&|watcher, _| path.charges == Some(watcher))),
        "unit" if u64::from(path.unit.0) + 1 == scope => Some(at(&|_, _| true)),
        "unit" | "hold" => Some(Choice::Watch(Vec::new())),
        _ => s.path.is_none().then(|| Choice::Watch(Vec::new())),
    }
}

/// A parry where it helps: where the average over all faces is better than the dice as they lie.
fn parry(fixed: &Fixed, s: &State, options: &[Choice]) -> Option<Choice> {
    let blows = s.blows.as_ref()?;
    let [one, other] = blows.fighters;
    let fighters = [
        duel::fighter(fixed, s, one, other, 1, blows.turned),
        duel::fighter(fixed, s, other, one, blows.number, false),
    ];
    let own = usize::from(fighters[0].parries == 0);
    let worth = |dice: [&[u8]; 2]| value(fixed, &fighters, dice, own);
    let now = worth([&blows.dice[0], &blows.dice[1]]) * 6;
    let mut enemy: Vec<u8> = blows.dice[1 - own].to_vec();
    enemy.sort_unstable_by_key(|face| std::cmp::Reverse(*face));
    let after: i32 = (1..=6)
        .map(|face| {
            enemy[0] = face;
            let dice =
                if own == 0 { [&blows.dice[0][..], &enemy[..]] } else { [&enemy[..], &blows.dice[1][..]] };
            worth(dice)
        })
        .sum();
    let wanted = Choice::Word(if after > now { Word::Parry } else { Word::Keep });
    options.contains(&wanted).then_some(wanted)
}

/// The hits of one fighter, or less than nothing where it is hit.
fn value(fixed: &Fixed, fighters: &[Fighter; 2], dice: [&[u8]; 2], own: usize) -> i32 {
    match duel::verdict(fixed, fighters, dice) {
        Verdict::Won { by, hits, .. } if by == own => i32::from(hits),
        Verdict::Won { hits, .. } => -i32::from(hits),
        Verdict::StandOff => 0,
    }
}

/// All hits with the weapon that is most likely to kill.
fn best_blow(fixed: &Fixed, s: &State, options: &[Choice]) -> Option<Choice> {
    let blows = s.struck?;
    let chance = |weapon: Option<MeleeId>| kills(fixed, s, blows.0, blows.1, weapon);
    let all = options.iter().filter_map(|option| match option {
        Choice::Strike(weapon, hits) => Some((chance(*weapon), *hits, option)),
        _ => None,
    });
    all.max_by_key(|(chance, hits, _)| (*chance, *hits)).map(|(.., option)| option.clone())
}

/// In how many of 216 rolls a hit wounds and is not saved.
fn kills(fixed: &Fixed, s: &State, model: ModelId, enemy: ModelId, weapon: Option<MeleeId>) -> u32 {
    let (strength, save) = duel::blow(fixed, s, model, weapon);
    let pairs = || (1..=6u16).flat_map(|one| (1..=6u16).map(move |other| [one, other]));
    let of_36 = |need: &Target| match need.need() {
        Need::Impossible => 0,
        _ if need.is_summed() => pairs().filter(|pair| need.met_by_roll(pair)).count() as u32,
        _ => (1..=6u8).filter(|face| need.met_by(*face)).count() as u32 * 6,
    };
    let wounds = of_36(&wounds_on(fixed, strength, enemy)) / 6;
    let saves = saves_on(fixed, save, enemy).map_or(0, |need| of_36(&need));
    wounds * (36 - saves)
}
