//! Questions and answers in plain words.

use grognard_engine::client::{PromptOption, Standing};
use grognard_engine::decision::{Answers, Ask, Decision};
use grognard_engine::message::Message;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, Length, Pose};
use grognard_tabletop::answer::write_turn;

use super::events::stratagem_key;
use super::{forms, marches, names, scene, setting_up};
use crate::Nine;
use crate::candidates::suggestions;
use crate::choice::{Choice, MoveType, Shape, Shot, Word};
use crate::data::sheet::WeaponAbility;
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, Spot, UnitId};
use crate::keyword::Keywords;
use crate::measure;
use crate::play::{movement, stratagem};
use crate::state::{Flow, State};

fn first_model(fixed: &Fixed, s: &State, unit: UnitId) -> Option<String> {
    s.unit_exists(unit).then(|| s.unit(unit).models.first().map(|model| fixed.name(*model).to_owned()))?
}

/// The question in one sentence.
pub fn question(fixed: &Fixed, s: &State, decision: &Decision<Nine>) -> String {
    let key = match decision.ask.kind {
        "marker" => "ask.marker",
        "zone" => "ask.zone",
        "split" => "ask.split",
        "start" => "ask.start",
        "deploy" => "ask.deploy",
        "deploy-late" => "ask.deploy-late",
        "place" => "ask.place",
        "first-turn" => "ask.first-turn",
        "before-battle" => "ask.before-battle",
        "count-for" => "ask.count-for",
        "drill" => "ask.drill",
        "learn" => "ask.learn",
        "dispute" => "ask.dispute",
        "salvo" => "ask.salvo",
        "join" => "ask.join",
        "sequence" => "ask.sequence",
        "move-unit" => "ask.move-unit",
        "move-type" => "ask.move-type",
        "paths" => paths_key(decision),
        "embark" => "ask.embark",
        "reinforcements" => "ask.reinforcements",
        "psyker" => "ask.psyker",
        "power" => "ask.power",
        "deny" => "ask.deny",
        "nearest" => "ask.nearest",
        "friend" => "ask.friend",
        "enemy" => "ask.enemy",
        "recall" => "ask.recall",
        "shoot" => "ask.shoot",
        "fire" => "ask.fire",
        "next" => "ask.next",
        "casualties" => "ask.casualties",
        "allocate" => "ask.allocate",
        "save" => "ask.save",
        "ignore" => "ask.ignore",
        "reroll" if s.about.roll.is_some_and(|roll| roll.need.is_some()) => "ask.reroll-die",
        "reroll" => "ask.reroll",
        "charge-unit" => "ask.charge-unit",
        "charge" => "ask.charge",
        "overwatch" => "ask.overwatch",
        "heroic" => "ask.heroic",
        "fight" => "ask.fight",
        "strike" => "ask.strike",
        "morale" => "ask.morale",
        "flee" => "ask.flee",
        "remove" => "ask.remove",
        "escape-casualty" | "lose-model" => "ask.lose-model",
        "cut-them-down" => "ask.cut-them-down",
        "emergency" => "ask.emergency",
        "counter-offensive" => "ask.counter-offensive",
        "insane-bravery" => "ask.insane-bravery",
        "take-aim" => "ask.take-aim",
        _ => "ask.other",
    };
    let unit = |unit: Option<UnitId>| unit.map_or_else(String::new, |unit| names::unit_in(fixed, s, unit));
    let model = s.about.model.map_or_else(String::new, |model| names::model_in(fixed, model));
    let message = Message::new(key)
        .text("side", names::side(fixed, Side::of(decision.ask.owner)))
        .text("unit", unit(s.about.unit))
        .text("target", unit(s.about.target))
        .text("model", model)
        .number("number", number(fixed, s, decision.ask.kind))
        .key("roll", s.about.roll.map_or("roll.other", |roll| roll.of.purpose()))
        .number("need", s.about.roll.and_then(|roll| roll.need).unwrap_or(0))
        .number(
            "left",
            setting_up::left(s, Side::of(decision.ask.owner), decision.ask.kind == "deploy-late"),
        );
    fixed.data.texts.render(&message)
}

/// The number a question is about.
fn number(fixed: &Fixed, s: &State, kind: &str) -> u8 {
    match (kind, s.about.unit) {
        // 9E-MOR-006, 9E-MOR-007: what the die of the Morale test may show.
        ("insane-bravery", Some(unit)) => {
            let (best, inspired) = figures::leadership(fixed, s, unit);
            let pass = fixed.numbers().morale_pass.face;
            (best + inspired).saturating_sub(s.unit(unit).turn.lost).clamp(pass, 6)
        }
        _ => s.about.number.unwrap_or(0),
    }
}

fn paths_key(decision: &Decision<Nine>) -> &'static str {
    use crate::choice::MoveKind::*;
    let Answers::Proposal(Shape::Paths(shape)) = &decision.answers else { return "ask.other" };
    match shape.kind {
        Normal | Advance | BeforeBattle => "ask.paths",
        FallBack | Breakout => "ask.paths-back",
        Charge => "ask.paths-charge",
        Heroic => "ask.paths-heroic",
        PileIn => "ask.paths-pile-in",
        Consolidate => "ask.paths-consolidate",
    }
}

/// The piece a question is about.
pub fn subject(fixed: &Fixed, s: &State, decision: &Decision<Nine>) -> Option<String> {
    if let Some(model) = s.about.model {
        return Some(fixed.name(model).to_owned());
    }
    match &decision.answers {
        Answers::Proposal(Shape::Casualties(unit)) => first_model(fixed, s, *unit),
        _ => s.about.unit.and_then(|unit| first_model(fixed, s, unit)),
    }
}

const fn word_key(word: Word) -> &'static str {
    match word {
        Word::Done => "option.done",
        Word::Yes => "option.yes",
        Word::No => "option.no",
        Word::First => "option.first",
        Word::Second => "option.second",
        Word::Left => "zone.left",
        Word::Right => "zone.right",
        Word::Reroll => "option.reroll",
        Word::Keep => "option.keep",
        Word::KeepAll => "option.keep-all",
        Word::Armour => "option.armour",
    }
}

/// An option in plain words.
pub fn option(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> PromptOption {
    let texts = &fixed.data.texts;
    let mut option = PromptOption { rule: Some(ask.rule.as_str().to_owned()), ..PromptOption::default() };
    let unit = |id: &UnitId| names::unit_in(fixed, s, *id);
    let say = |message: Message| texts.render(&message);
    let mut group = "other";
    option.label = match choice {
        Choice::Word(word) => {
            group = if matches!(word, Word::Done | Word::No | Word::Keep | Word::KeepAll) {
                "end"
            } else {
                "other"
            };
            texts.get(word_key(*word)).to_owned()
        }
        Choice::Move(kind) => {
            group = "move";
            if let Some(rule) = freed(fixed, s, *kind) {
                option.rule = Some(rule.as_str().to_owned());
            }
            let (key, with_move) = match kind {
                MoveType::Normal => ("option.normal", "option.normal-far"),
                MoveType::Advance => ("option.advance", "option.advance-far"),
                MoveType::Stationary => ("option.stationary", "option.stationary"),
                MoveType::FallBack => ("option.fall-back", "option.fall-back-far"),
            };
            far(fixed, s).map_or_else(
                || texts.get(key).to_owned(),
                |far| say(Message::new(with_move).text("far", names::length(far.0))),
            )
        }
        Choice::Unit(id) => {
            option.piece = first_model(fixed, s, *id);
            unit(id)
        }
        Choice::Model(id) => {
            option.piece = Some(fixed.name(*id).to_owned());
            option.detail = Some(forms::note(fixed, s, *id));
            names::model_in(fixed, *id)
        }
        Choice::Marker(number) => {
            option.target = Some(format!("marker-{}", number + 1));
            format!("{} {}", texts.get("scene.marker"), number + 1)
        }
        Choice::PutMarker(Spot(x, y, _)) => {
            say(Message::new("option.marker").text("x", names::length(*x)).text("y", names::length(*y)))
        }
        Choice::Split(models) => say(Message::new("option.split").number("models", models.len() as i64)),
        Choice::Embark(id) => {
            option.target = Some(fixed.name(*id).to_owned());
            say(Message::new("option.embark").text("transport", names::model_in(fixed, *id)))
        }
        Choice::Disembark(id) => say(Message::new("option.disembark").text("unit", unit(id))),
        Choice::Reserve(id) => say(Message::new("option.reserve").text("unit", unit(id))),
        Choice::Paths(id, paths) => {
            group = "move";
            option.piece = first_model(fixed, s, *id);
            // 9E-AIR-005: who cannot hover leaves.
            if paths.is_empty() && movement::has_minimum(fixed, s, *id) && s.flow == Flow::MoveUnits {
                texts.get("option.leave-table").to_owned()
            } else {
                marches::label(fixed, s, *id, paths)
            }
        }
        Choice::Place(_, places) if places.is_empty() => texts.get("option.stay-off").to_owned(),
        Choice::Place(_, places) => {
            let at = places.first().map_or((0, 0), |(_, pose)| (pose.at.x, pose.at.y));
            say(Message::new("option.place").text("x", names::length(at.0)).text("y", names::length(at.1)))
        }
        Choice::Manifest(power) => {
            option.has_odds = true;
            names::power(fixed, *power)
        }
        Choice::Deny(id) => {
            option.has_odds = true;
            say(Message::new("option.deny").text("unit", unit(id)))
        }
        Choice::Fire(_, shots) => {
            group = "fire";
            option.has_odds = !shots.is_empty();
            option.target = shots.first().and_then(|shot| first_model(fixed, s, shot.target));
            let hot = |shot: &Shot| fixed.arm(shot.weapon, shot.profile).has(WeaponAbility::Overheat);
            // 9E-DAT-035: a risky mode says so.
            if shots.iter().any(hot) {
                let face = fixed.numbers().overheat.face;
                option.warns = Some(say(Message::new("option.overheats").number("face", face)));
            }
            aimed(fixed, s, "option.fire", shots.iter().map(|shot| (shot.target, 1)))
        }
        Choice::Strike(_, blows) => {
            group = "fire";
            option.has_odds = !blows.is_empty();
            option.target = blows.first().and_then(|blow| first_model(fixed, s, blow.target));
            aimed(fixed, s, "option.strike", blows.iter().map(|blow| (blow.target, u32::from(blow.attacks))))
        }
        Choice::Next(id, weapon, profile) => {
            let weapon = names::weapon(fixed, *weapon, *profile);
            say(Message::new("option.next").text("weapon", weapon).text("unit", unit(id)))
        }
        Choice::Casualties(models) if models.is_empty() => texts.get("option.casualties-ask").to_owned(),
        Choice::Casualties(models) => {
            let all: Vec<_> = models.iter().map(|model| names::number(fixed, *model)).collect();
            option.detail = Some(all.join(", "));
            texts.get(order_key(fixed, s, models)).to_owned()
        }
        Choice::Invulnerable(need) => say(Message::new("option.invulnerable").number("need", *need)),
        Choice::Ignore(need) => say(Message::new("option.ignore").number("need", *need)),
        Choice::Charge(units) => {
            option.has_odds = true;
            option.target = units.first().and_then(|unit| first_model(fixed, s, *unit));
            say(Message::new("option.charge")
                .text("units", units.iter().map(unit).collect::<Vec<_>>().join(", ")))
        }
        Choice::Stratagem(which, _) => {
            option.costs = vec![grognard_engine::client::Cost {
                amount: i32::from(stratagem::cost(fixed, *which)),
                unit: "cp".to_owned(),
            }];
            texts.get(stratagem_key(*which)).to_owned()
        }
    };
    option.group = Some(group.to_owned());
    if ask.kind == "start" {
        setting_up::start(fixed, s, choice, &mut option);
    }
    option.places = match choice {
        Choice::Paths(_, paths) => paths.iter().map(|(model, way)| standing(fixed, s, *model, way)).collect(),
        Choice::Place(_, places) => {
            places.iter().map(|(model, pose)| standing(fixed, s, *model, &[*pose])).collect()
        }
        Choice::PutMarker(spot) => {
            let (outline, radius) = scene::outline(fixed, &measure::marker(fixed, *spot).outline);
            let path = vec![scene::point(fixed, spot.0, spot.1)];
            vec![Standing { path, outline, radius, ..Standing::default() }]
        }
        _ => Vec::new(),
    };
    option
}

/// 9E-DAT-006: how far the Move of the unit in question carries all of it; none where it is rolled for.
fn far(fixed: &Fixed, s: &State) -> Option<Length> {
    let unit = s.about.unit.filter(|unit| figures::random_move(fixed, s, *unit).is_none())?;
    s.unit(unit).models.iter().filter_map(|model| figures::reach(fixed, s, *model)).min()
}

/// What a casualty order is about: who is nearest to the attacker, who is farthest, or what is carried.
fn order_key(fixed: &Fixed, s: &State, models: &[ModelId]) -> &'static str {
    let unit = models.first().map(|model| s.model(*model).unit);
    if unit.is_some_and(|unit| suggestions::keeping_coherency(fixed, s, unit) == models) {
        return "option.keep-together";
    }
    let from = s.about.unit.filter(|other| Some(*other) != unit);
    let far = |model: &ModelId| from.and_then(|from| measure::distance_to_unit(s, *model, from));
    let distances: Vec<_> = models.iter().map(far).collect();
    if from.is_some() && distances.is_sorted() {
        "option.nearest-first"
    } else if from.is_some() && distances.iter().rev().is_sorted() {
        "option.farthest-first"
    } else {
        "option.keep-special"
    }
}

/// 9E-AIR-010, 9E-AIR-011: what lets a unit within Engagement Range make a Normal Move or an Advance.
fn freed(fixed: &Fixed, s: &State, kind: MoveType) -> Option<RuleId> {
    let unit = s.about.unit.filter(|_| matches!(kind, MoveType::Normal | MoveType::Advance))?;
    let engaging = measure::engaging(fixed, s, unit);
    if engaging.is_empty() {
        None
    } else if s.has(fixed, unit, Keywords::AIRCRAFT) {
        Some(rule!("9E-AIR-010"))
    } else {
        Some(rule!("9E-AIR-011"))
    }
}

/// A model where it would stand.
fn standing(fixed: &Fixed, s: &State, model: ModelId, way: &[Pose]) -> Standing {
    let form = s.table.ground().form(fixed.form(model));
    let (outline, radius) =
        way.last().map_or((Vec::new(), None), |pose| scene::outline(fixed, &Body::new(form, *pose).outline));
    Standing {
        piece: fixed.name(model).to_owned(),
        path: way.iter().map(|pose| scene::point(fixed, pose.at.x, pose.at.y)).collect(),
        outline,
        radius,
        suffix: way.last().map_or_else(String::new, |pose| write_turn(*pose)),
    }
}

fn aimed(fixed: &Fixed, s: &State, key: &'static str, shots: impl Iterator<Item = (UnitId, u32)>) -> String {
    let mut by_target: Vec<(UnitId, u32)> = Vec::new();
    for (target, count) in shots {
        match by_target.iter_mut().find(|(known, _)| *known == target) {
            Some((_, sum)) => *sum += count,
            None => by_target.push((target, count)),
        }
    }
    if by_target.is_empty() {
        return fixed.data.texts.get("option.hold-fire").to_owned();
    }
    let parts: Vec<_> = by_target
        .iter()
        .map(|(target, count)| format!("{count} → {}", names::unit_in(fixed, s, *target)))
        .collect();
    fixed.data.texts.render(&Message::new(key).text("parts", parts.join(", ")))
}
