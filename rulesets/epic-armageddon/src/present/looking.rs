//! What a unit reaches and does from where it stands: rings, lines of crossfire, its weapons as a table.

use grognard_engine::client::{CardCell, CardLine, CardTable, Line, QueryAnswer, Ring, RingArc};
use grognard_engine::message::Message;
use grognard_tabletop::armies::Named;

use super::{names, scene};
use crate::data::unit::ArcName;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::{Gun, Kind, UNLIMITED};
use crate::legal::crossfire::crossfire;
use crate::legal::shooting::suppressed;
use crate::state::State;

/// EA-LOF-008 to EA-LOF-012: where a weapon may look, counted from where its unit faces.
fn arc(fixed: &Fixed, arc: Option<ArcName>) -> Option<RingArc> {
    let row = fixed.data.charts.arc.iter().find(|row| Some(row.id) == arc)?;
    // Angles of the rules grow to the left, those of the scene to the right.
    let (middle, width) = (-i32::from(row.middle), i32::from(row.width));
    Some(RingArc { from: middle - width / 2, to: middle - width / 2 + width })
}

/// How far a formation moves and its weapons reach, and its zone of control (EA-ZOC-001).
pub fn rings(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Ring> {
    let formation = s.units[unit.index()].formation;
    let name = |unit: UnitId| fixed.name(unit).to_owned();
    let standing: Vec<UnitId> = s.standing(formation).map(|(unit, _)| unit).collect();
    let mut all: Vec<Ring> = Vec::new();
    let mut add = |label: &str, what: &str, distance: i32, arc: Option<RingArc>, unit: UnitId| {
        let known = all.iter_mut().find(|ring| {
            ring.what == what && ring.distance == distance && ring.label == label && ring.arc == arc
        });
        match known {
            Some(ring) if ring.pieces.contains(&name(unit)) => {}
            Some(ring) => ring.pieces.push(name(unit)),
            None => all.push(Ring {
                label: label.to_owned(),
                what: what.to_owned(),
                distance,
                pieces: vec![name(unit)],
                arc,
            }),
        }
    };
    let texts = &fixed.data.texts;
    for unit in standing {
        let kind = fixed.kind(unit);
        if kind.speed.0 > 0 {
            add(texts.get("ring.move"), "move", kind.speed.0, None, unit);
        }
        for gun in kind.guns.iter().filter(|gun| gun.range != UNLIMITED) {
            let label = texts.get(&format!("weapon.{}", gun.weapon)).to_owned();
            add(&label, "fire", gun.range.0, arc(fixed, gun.arc), unit);
        }
        add(texts.get("form.zone-of-control"), "zone", fixed.numbers().zone_of_control.zone.0.0, None, unit);
    }
    all.sort_by_key(|ring| ring.distance);
    all
}

/// EA-XFIR-001: the enemies a formation has in a crossfire from where it stands, and the enemies that have it in one.
pub fn lines(fixed: &Fixed, s: &State, unit: UnitId) -> QueryAnswer {
    let own = s.units[unit.index()].formation;
    let at = |unit: UnitId| {
        s.table.standing(unit).map(|standing| {
            let at = standing.pose.at;
            scene::point(&fixed.field, at.x, at.y)
        })
    };
    let mut lines = Vec::new();
    let mut told = Vec::new();
    let mut add = |key: &'static str, kind: &str, shooter: FormationId, target: FormationId| {
        let Some((from, helper)) = crossfire(fixed, s, shooter, target) else { return };
        let (Some(from), Some(to)) = (at(from), at(helper)) else { return };
        let helper = names::formation(fixed, s.units[helper.index()].formation);
        let message = Message::new(key)
            .text("shooter", names::formation(fixed, shooter))
            .text("target", names::formation(fixed, target));
        told.push(fixed.data.texts.render(&message.text("helper", helper)));
        let label = fixed.data.texts.get("line.crossfire").to_owned();
        let (board, seat) = (scene::BOARD.to_owned(), fixed.sides[s.owner(shooter).index()].id.clone());
        lines.push(Line {
            kind: kind.to_owned(),
            board,
            from,
            to,
            seat: Some(seat),
            label: Some(label),
            ..Line::default()
        });
    };
    if s.standing(own).next().is_some() {
        for other in s.enemies(own) {
            add("line.crossfire-on", "crossfire", own, other);
            add("line.crossfire-by", "crossfire-danger", other, own);
        }
    }
    let none = || fixed.data.texts.get("line.no-crossfire").to_owned();
    let sentence = if told.is_empty() { none() } else { told.join(" ") };
    QueryAnswer::Lines { lines, sentence }
}

/// EA-SUPP-001: how many units of a formation its Blast markers keep from shooting.
pub fn quiet(fixed: &Fixed, s: &State, formation: FormationId) -> usize {
    suppressed(fixed, s, formation).min(s.standing(formation).count())
}

/// EA-WE-029: what became of a war engine, in a line of its card.
pub fn critical(fixed: &Fixed, s: &State, unit: UnitId) -> Option<CardLine> {
    let often = s.units[unit.index()].criticals;
    let value = fixed.data.texts.render(&Message::new("card.critical-hits").number("times", often));
    (often > 0).then(|| CardLine {
        label: fixed.data.texts.get("card.critical").to_owned(),
        value,
        rule: Some("EA-WE-030".to_owned()),
        tabled: false,
    })
}

fn weapon(fixed: &Fixed, gun: &Gun) -> [String; 4] {
    let label = fixed.data.texts.get(&format!("weapon.{}", gun.weapon)).to_owned();
    let told = names::gun(fixed, gun);
    let mut parts = told.splitn(3, ", ").map(str::to_owned);
    [
        label,
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
    ]
}

/// The weapons of a unit: their reach, firepower and what is special about them.
pub fn arms(fixed: &Fixed, kind: &Kind) -> CardTable {
    let cell = |text: String| CardCell { text, ..CardCell::default() };
    let heads = ["weapon", "range", "firepower", "notes"];
    let shots = kind.guns.iter().map(|gun| weapon(fixed, gun).map(cell).into());
    let blows = kind.blows.iter().map(|blow| {
        let label = fixed.data.texts.get(&format!("weapon.{}", blow.weapon)).to_owned();
        let told = names::blow(fixed, blow);
        let (what, rest) = told.split_once(", ").unwrap_or((&told, ""));
        [label, "-".to_owned(), what.to_owned(), rest.to_owned()].map(cell).into()
    });
    CardTable {
        heads: heads.map(|key| cell(fixed.data.texts.get(&format!("card.{key}")).to_owned())).into(),
        rows: shots.chain(blows).collect(),
    }
}

/// The same, one a line.
pub fn weapon_lines(fixed: &Fixed, kind: &Kind) -> Vec<CardLine> {
    let line = |weapon: &str, value: String, rule: &str| CardLine {
        label: fixed.data.texts.get(&format!("weapon.{weapon}")).to_owned(),
        value,
        rule: Some(rule.to_owned()),
        ..CardLine::default()
    };
    let guns = kind.guns.iter().map(|gun| line(&gun.weapon, names::gun(fixed, gun), "EA-WPN-003"));
    let blows = kind.blows.iter().map(|blow| {
        let rule = if blow.close { "EA-WPN-012" } else { "EA-WPN-013" };
        line(&blow.weapon, names::blow(fixed, blow), rule)
    });
    guns.chain(blows).collect()
}
