//! Answers to questions about the table: cards, distances, ranges, ways.

use grognard_engine::client::{
    Card, CardCell, CardLine, CardTable, Query, QueryAnswer, SightAnswer, Unavailable, Viewpoint,
};
use grognard_engine::refusal::Refusal;
use grognard_engine::target::Need;
use grognard_space::table::Body;
use grognard_tabletop::answer::read_pose;
use grognard_tabletop::armies::Named;
use grognard_tabletop::moves::measured;

use super::{looking, names, odds, scene};
use crate::abilities::{Abilities, Ability};
use crate::armies::RULER;
use crate::choice::{Choice, MoveKind, parse};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::kind::{Class, Fire, Kind};
use crate::legal::coherency::{coherency, reach};
use crate::legal::moves::Move;
use crate::play::hits::{Hit, saves_of};
use crate::play::markers::breaks_at;
use crate::sight;
use crate::state::State;

/// Answers a question. EA-GEN-014: anybody may measure at any time.
pub fn query(fixed: &Fixed, s: &State, query: &Query) -> Result<QueryAnswer, Refusal> {
    let unknown = |name: &str| Refusal::unreadable(format!("there is no piece `{name}`"));
    let find = |name: &str| fixed.body(name).ok_or_else(|| unknown(name));
    let none = || QueryAnswer::None(Unavailable { sentence: fixed.data.texts.get("query.none").to_owned() });
    match query {
        Query::Card { piece } => {
            Ok(fixed.body(piece).map_or_else(none, |unit| QueryAnswer::Card(card(fixed, s, unit))))
        }
        Query::Rings { piece } => Ok(QueryAnswer::Rings { rings: looking::rings(fixed, s, find(piece)?) }),
        Query::Lines { piece } => Ok(looking::lines(fixed, s, find(piece)?)),
        Query::Sight { from: Viewpoint::Point { at, piece: Some(piece) } } => {
            let viewer = find(piece)?;
            let pose = read_pose(RULER, at).filter(|pose| pose.at.in_limits()).ok_or_else(|| unknown(at))?;
            if s.table.body(viewer).is_none() {
                return Ok(none());
            }
            let mut there = s.clone();
            there.table.move_to(viewer, pose);
            let seen = there.table.ids().filter(|other| {
                *other != viewer && sight::sees(fixed, &there, viewer, *other) != sight::Seen::Hidden
            });
            let pieces = seen.map(|other| fixed.name(other).to_owned()).collect();
            Ok(QueryAnswer::Sight(SightAnswer { pieces, ..SightAnswer::default() }))
        }
        Query::Measure { from, to, .. } => {
            let end = |name: &String| match read_pose(RULER, name).filter(|pose| pose.at.in_limits()) {
                Some(pose) => Ok(Some(Body::point(pose.at, pose.z))),
                None => find(name).map(|unit| s.table.body(unit).cloned()),
            };
            let (Some(from), Some(to)) = (end(from)?, end(to)?) else { return Ok(none()) };
            let far = names::length(from.horizontal(&to));
            Ok(QueryAnswer::Measure { lines: vec![line(fixed, "measured.distance", far, "EA-GEN-014")] })
        }
        Query::Ways { text } => {
            let choice = parse(fixed, text).map_err(Refusal::unreadable)?;
            Ok(match choice {
                Choice::Paths(formation, ways, _) | Choice::March(formation, ways) => {
                    let manoeuvre = Move::new(fixed, s, formation, MoveKind::Move);
                    QueryAnswer::Ways(measured(&manoeuvre, fixed, &coherency(fixed), &ways))
                }
                _ => none(),
            })
        }
        Query::Odds { text } => {
            let choice = parse(fixed, text).map_err(Refusal::unreadable)?;
            Ok(odds::odds(fixed, s, &choice).map_or_else(none, QueryAnswer::Odds))
        }
        _ => Ok(none()),
    }
}

fn line(fixed: &Fixed, key: &str, value: String, rule: &str) -> CardLine {
    let label = fixed.data.texts.get(key).to_owned();
    CardLine { label, value, rule: Some(rule.to_owned()), ..CardLine::default() }
}

const fn type_key(kind: &Kind) -> &'static str {
    match kind.class {
        Class::Infantry => "type.infantry",
        Class::Vehicle => "type.vehicle",
        Class::LightVehicle => "type.light-vehicle",
        Class::WarEngine => "type.war-engine",
    }
}

/// EA-UNIT-006: the rule of a unit's type.
fn type_rule(kind: &Kind) -> &'static str {
    match kind.class {
        Class::Infantry if kind.has(Ability::Mounted) => "EA-ABIL-092",
        Class::Infantry => "EA-UNIT-002",
        Class::Vehicle => "EA-UNIT-003",
        Class::LightVehicle => "EA-ABIL-080",
        Class::WarEngine => "EA-WE-056",
    }
}

/// A datasheet as its players know it.
fn card(fixed: &Fixed, s: &State, unit: UnitId) -> Card {
    let kind = fixed.kind(unit);
    let sheet = &fixed.data.sheets[&kind.sheet];
    let formation = s.units[unit.index()].formation;
    let own = s.formation(formation);
    let score = |need: Option<u8>| need.map_or_else(|| "-".to_owned(), |need| format!("{need}+"));
    let texts = &fixed.data.texts;
    let tabled = |line: CardLine| CardLine { tabled: true, ..line };
    let mut lines: Vec<CardLine> = [
        line(fixed, "card.type", texts.get(type_key(kind)).to_owned(), type_rule(kind)),
        line(fixed, "card.speed", names::length(kind.speed), "EA-UNIT-007"),
        line(fixed, "card.armour", score(kind.armour), "EA-UNIT-008"),
        line(fixed, "card.cc", score(kind.cc), "EA-UNIT-009"),
        line(fixed, "card.ff", score(kind.ff), if kind.ff.is_some() { "EA-UNIT-009" } else { "EA-WPN-014" }),
    ]
    .map(tabled)
    .into();
    let across = |line: &CardLine, text: fn(&CardLine) -> &String| CardCell {
        text: text(line).clone(),
        about: None,
        rule: line.rule.clone(),
    };
    let profile = CardTable {
        heads: lines.iter().map(|own| across(own, |line| &line.label)).collect(),
        rows: vec![
            lines.iter().map(|own| CardCell { rule: None, ..across(own, |line| &line.value) }).collect(),
        ],
    };
    let hurt: Vec<&str> = [(Fire::Ap, "AP"), (Fire::At, "AT"), (Fire::Mw, "MW"), (Fire::Tk, "TK")]
        .into_iter()
        .filter(|(fire, _)| fire.hurts(kind.class))
        .map(|(_, name)| name)
        .collect();
    lines.push(line(fixed, "card.hurt-by", hurt.join(", "), "EA-UNIT-006"));
    let together = match (kind.has(Ability::Scout), kind.is_war_engine()) {
        (true, _) => "EA-ABIL-102",
        (false, true) => "EA-WE-008",
        (false, false) => "EA-FORM-002",
    };
    lines.push(line(fixed, "card.coherency", names::length(reach(fixed, unit)), together));
    if let Some(shape) = sheet.shape.as_ref().and_then(|shape| fixed.data.shapes.get(shape)) {
        let size = format!("{} × {} mm", shape.size[0], shape.size[1]);
        lines.push(line(fixed, "card.base", size, "EA-UNIT-004"));
    }
    for character in &kind.characters {
        lines.push(line(fixed, "card.character", names::sheet(fixed, character), "EA-ABIL-010"));
    }
    let plain = Hit::new(Fire::At, Abilities::default());
    if let Some(save) = saves_of(fixed, s, unit, &plain).first.filter(|_| s.table.body(unit).is_some())
        && let Need::AtLeast(need) = save.need()
    {
        lines.push(line(fixed, "card.save", format!("{need}+"), save.rule().as_str()));
    }
    let arms = looking::arms(fixed, kind);
    lines.extend(looking::weapon_lines(fixed, kind).into_iter().map(tabled));
    for ability in kind.abilities.iter() {
        let rule = fixed.data.abilities.get(ability.id()).and_then(|known| known.rules.first().cloned());
        let label = texts.get("card.ability").to_owned();
        lines.push(CardLine { label, value: names::ability(fixed, ability), rule, ..CardLine::default() });
    }
    let initiative = score(fixed.spec(formation).initiative);
    lines.push(line(fixed, "card.initiative", initiative, "EA-FORM-005"));
    let markers = format!("{} / {}", own.markers, breaks_at(fixed, s, formation));
    lines.push(line(fixed, "card.markers", markers, "EA-BM-006"));
    if let Some(critical) = looking::critical(fixed, s, unit) {
        lines.push(critical);
    }
    Card {
        piece: Some(fixed.name(unit).to_owned()),
        title: names::unit(fixed, unit),
        subtitle: names::formation(fixed, formation),
        silhouette: scene::silhouette(fixed, unit),
        seat: Some(fixed.sides[own.side.index()].id.clone()),
        badges: scene::badges(fixed, s, formation),
        meters: scene::endurance(fixed, s, unit),
        tables: [profile].into_iter().chain((!arms.rows.is_empty()).then_some(arms)).collect(),
        lines,
        diagram: None,
    }
}
