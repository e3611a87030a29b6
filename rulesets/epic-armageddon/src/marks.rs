//! Alternative objectives (EA-OBJ, T-28): what each is, where it counts as held, whom it helps.

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule};
use grognard_space::table::{Body, Length, Outline, Point};
use serde::{Deserialize, Serialize};

use crate::data::scenario::AlternativeObjective;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::Class;
use crate::legal::objectives::in_half;
use crate::state::State;
use crate::terrain::Feature;

/// What is special about an objective. EA-OBJ-066: one may have several of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The objective, by its place in the list.
    pub objective: u8,
    /// What it is: an index into the table.
    pub kind: u8,
    /// Who placed it.
    pub by: SeatId,
    /// What happens only once has happened.
    pub used: bool,
    /// EA-OBJ-041: the roll of this turn; EA-OBJ-035: 1 on a grassy knoll; EA-OBJ-016: which way it is divided.
    pub number: u8,
    /// EA-OBJ-003: who demolished it.
    pub demolished: Option<SeatId>,
    /// EA-OBJ-026: the formation that did.
    pub demolisher: Option<FormationId>,
    /// EA-OBJ-025: the stand that holds it.
    pub stand: Option<UnitId>,
}

impl Mark {
    /// The record of its kind.
    pub fn record<'a>(&self, fixed: &'a Fixed) -> &'a AlternativeObjective {
        let all = &fixed.data.alternative_objectives;
        &all[usize::from(self.kind).min(all.len() - 1)]
    }

    /// Whether it does something, by its word in the table.
    pub fn does(&self, fixed: &Fixed, word: &str) -> bool {
        self.demolished.is_none() && self.record(fixed).special.iter().any(|known| known == word)
    }

    /// The rule of its kind, as the program knows it.
    pub fn rule(&self, fixed: &Fixed) -> RuleId {
        rule_of(&self.record(fixed).rule)
    }
}

/// The rule of a row of the table.
pub fn rule_of(id: &str) -> RuleId {
    match id {
        "EA-OBJ-011" => rule!("EA-OBJ-011"),
        "EA-OBJ-012" => rule!("EA-OBJ-012"),
        "EA-OBJ-013" => rule!("EA-OBJ-013"),
        "EA-OBJ-014" => rule!("EA-OBJ-014"),
        "EA-OBJ-015" => rule!("EA-OBJ-015"),
        "EA-OBJ-016" => rule!("EA-OBJ-016"),
        "EA-OBJ-021" => rule!("EA-OBJ-021"),
        "EA-OBJ-022" => rule!("EA-OBJ-022"),
        "EA-OBJ-023" => rule!("EA-OBJ-023"),
        "EA-OBJ-024" => rule!("EA-OBJ-024"),
        "EA-OBJ-025" => rule!("EA-OBJ-025"),
        "EA-OBJ-026" => rule!("EA-OBJ-026"),
        "EA-OBJ-031" => rule!("EA-OBJ-031"),
        "EA-OBJ-032" => rule!("EA-OBJ-032"),
        "EA-OBJ-033" => rule!("EA-OBJ-033"),
        "EA-OBJ-034" => rule!("EA-OBJ-034"),
        "EA-OBJ-035" => rule!("EA-OBJ-035"),
        "EA-OBJ-041" => rule!("EA-OBJ-041"),
        "EA-OBJ-042" => rule!("EA-OBJ-042"),
        "EA-OBJ-043" => rule!("EA-OBJ-043"),
        "EA-OBJ-051" => rule!("EA-OBJ-051"),
        "EA-OBJ-052" => rule!("EA-OBJ-052"),
        "EA-OBJ-053" => rule!("EA-OBJ-053"),
        "EA-OBJ-054" => rule!("EA-OBJ-054"),
        "EA-OBJ-055" => rule!("EA-OBJ-055"),
        "EA-OBJ-056" => rule!("EA-OBJ-056"),
        "EA-OBJ-061" => rule!("EA-OBJ-061"),
        "EA-OBJ-062" => rule!("EA-OBJ-062"),
        "EA-OBJ-063" => rule!("EA-OBJ-063"),
        "EA-OBJ-064" => rule!("EA-OBJ-064"),
        "EA-OBJ-065" => rule!("EA-OBJ-065"),
        "EA-OBJ-066" => rule!("EA-OBJ-066"),
        "EA-OBJ-044" => rule!("EA-OBJ-044"),
        // A cavern is special terrain like any other: nobody can go inside.
        _ => rule!("EA-OBJ-004"),
    }
}

/// The rule of a whole category of objectives.
pub fn category_rule(category: &str) -> RuleId {
    match category {
        "building" => rule!("EA-OBJ-002"),
        "target-of-opportunity" => rule!("EA-OBJ-003"),
        "special-terrain" => rule!("EA-OBJ-004"),
        "strange" => rule!("EA-OBJ-005"),
        _ => rule!("EA-OBJ-006"),
    }
}

/// The name of the terrain of a mark.
pub fn feature_id(mark: &Mark) -> String {
    format!("objective-{}-terrain-{}", mark.objective + 1, mark.kind)
}

/// The marks that do something, with their places.
pub fn doing<'a>(
    fixed: &'a Fixed,
    s: &'a State,
    word: &'static str,
) -> impl Iterator<Item = (&'a Mark, Point)> + 'a {
    let all = s.marks.iter().filter(move |mark| mark.does(fixed, word) && applies(mark.rule(fixed)));
    all.filter_map(|mark| Some((mark, s.objectives.get(usize::from(mark.objective))?.at)))
}

/// The terrain of a mark, if it has any.
pub fn feature<'a>(fixed: &'a Fixed, s: &'a State, mark: &Mark) -> Option<&'a Feature> {
    s.feature(fixed, &feature_id(mark))
}

/// Whether a body stands at a mark: in its terrain, or on the marker where it has none.
pub fn is_in(fixed: &Fixed, s: &State, mark: &Mark, body: &Body) -> bool {
    match feature(fixed, s, mark) {
        Some(feature) => feature.area.overlaps(&body.outline),
        None => s
            .objectives
            .get(usize::from(mark.objective))
            .is_some_and(|objective| body.within(&Body::point(objective.at, Length::ZERO), Length::CONTACT)),
    }
}

/// Whether a body is so near the terrain of a mark.
fn is_near(fixed: &Fixed, s: &State, mark: &Mark, body: &Body, reach: Length) -> bool {
    match feature(fixed, s, mark) {
        Some(feature) => feature.area.pieces().iter().any(|piece| body.outline.within(piece, reach)),
        None => s
            .objectives
            .get(usize::from(mark.objective))
            .is_some_and(|objective| body.within(&Body::point(objective.at, Length::ZERO), reach)),
    }
}

/// EA-OBJ-002, EA-OBJ-004: who holds an objective that has to be entered; none where the usual way holds.
pub fn holder(
    fixed: &Fixed,
    s: &State,
    objective: usize,
    counts: &dyn Fn(FormationId) -> bool,
) -> Option<Option<SeatId>> {
    let own = || s.marks.iter().filter(|mark| usize::from(mark.objective) == objective);
    // EA-OBJ-003: nobody claims what was demolished.
    if own().any(|mark| mark.demolished.is_some()) && applies(rule!("EA-OBJ-003")) {
        return Some(None);
    }
    // EA-OBJ-025: the owner of the stand in an outpost, as long as it lives.
    if let Some(stand) = own().find_map(|mark| mark.stand).filter(|_| applies(rule!("EA-OBJ-025")))
        && s.table.body(stand).is_some()
    {
        return Some(Some(s.owner(s.units[stand.index()].formation)));
    }
    let entered = |mark: &&Mark| match mark.record(fixed).category.as_str() {
        "building" => applies(rule!("EA-OBJ-002")),
        "special-terrain" => applies(rule!("EA-OBJ-004")),
        _ => false,
    };
    let mark = own().find(entered)?;
    let numbers = fixed.numbers();
    let building = mark.record(fixed).category == "building";
    let near = if building { numbers.in_building.within.0 } else { numbers.in_feature.within.0 };
    let from_near = mark.does(fixed, "capture-from-near") && applies(rule!("EA-OBJ-013"));
    // EA-OBJ-032: only formations with infantry.
    let foot = mark.does(fixed, "infantry-claims") && applies(rule!("EA-OBJ-032"));
    let may = |id: FormationId| {
        let infantry = |unit: &UnitId| fixed.kind(*unit).class == Class::Infantry;
        counts(id) && (!foot || s.formation(id).units.iter().any(infantry))
    };
    let holds = |seat: &SeatId| {
        s.of_side(*seat).filter(|id| may(*id)).flat_map(|id| s.standing(id)).any(|(_, body)| {
            if from_near { is_near(fixed, s, mark, body, near) } else { is_in(fixed, s, mark, body) }
        })
    };
    let team = |seat: SeatId| fixed.sides[seat.index()].team;
    let watched = |seat: &SeatId| {
        let foes = s
            .formation_ids()
            .filter(|id| s.formation(*id).team != team(*seat) && s.is_on_ground(*id) && counts(*id));
        foes.flat_map(|id| s.standing(id)).any(|(_, body)| is_near(fixed, s, mark, body, near))
    };
    // EA-OBJ-016: of two zones one is enough.
    if mark.does(fixed, "two-zones") && applies(rule!("EA-OBJ-016")) {
        let held: Vec<SeatId> = fixed.seats().filter(|seat| zones_held(fixed, s, mark, *seat) > 0).collect();
        return Some(if let [only] = held[..] { Some(only) } else { None });
    }
    Some(fixed.seats().find(|seat| holds(seat) && !watched(seat)))
}

/// EA-OBJ-016: the two zones of a building, along its longer side or its shorter one.
pub fn zones(fixed: &Fixed, s: &State, mark: &Mark) -> Vec<Outline> {
    let Some(feature) = feature(fixed, s, mark) else { return Vec::new() };
    let bounds = feature.area.bounds();
    let (low, high) = (bounds.low, bounds.high);
    let (x, y) = (i32::midpoint(low.x, high.x), i32::midpoint(low.y, high.y));
    if mark.number == 0 {
        vec![Outline::rectangle(low, Point { x, y: high.y }), Outline::rectangle(Point { x, y: low.y }, high)]
    } else {
        vec![Outline::rectangle(low, Point { x: high.x, y }), Outline::rectangle(Point { x: low.x, y }, high)]
    }
}

/// EA-OBJ-016: how many of both zones a side holds: somebody in it, and no enemy.
pub fn zones_held(fixed: &Fixed, s: &State, mark: &Mark, side: SeatId) -> usize {
    let team = fixed.sides[side.index()].team;
    let there = |zone: &Outline, own: bool| {
        let of = s.formation_ids().filter(|id| (s.formation(*id).team == team) == own);
        of.filter(|id| s.is_on_ground(*id) && !s.formation(*id).broken)
            .flat_map(|id| s.standing(id))
            .any(|(_, body)| body.outline.within(zone, Length::ZERO))
    };
    zones(fixed, s, mark).iter().filter(|zone| there(zone, true) && !there(zone, false)).count()
}

/// The formations that control an objective: of the side that holds it, with a unit near.
pub fn controllers(fixed: &Fixed, s: &State, objective: u8) -> Vec<FormationId> {
    let Some(side) = crate::play::victory::holder(fixed, s, objective.into()) else { return Vec::new() };
    let within = fixed.numbers().capture.within.0;
    let at = Body::point(s.objectives[usize::from(objective)].at, Length::ZERO);
    let near = |id: &FormationId| {
        !s.formation(*id).broken && s.standing(*id).any(|(_, body)| body.horizontal(&at) <= within)
    };
    s.of_side(side).filter(near).collect()
}

/// EA-OBJ-005: whether a formation controls an objective that does something.
pub fn controls(fixed: &Fixed, s: &State, formation: FormationId, word: &'static str) -> Option<u8> {
    let mut own = doing(fixed, s, word);
    own.find(|(mark, _)| controllers(fixed, s, mark.objective).contains(&formation))
        .map(|(mark, _)| mark.number)
}

/// EA-OBJ-021: whether an enemy of a side controls a communications tower.
pub fn is_hampered(fixed: &Fixed, s: &State, side: SeatId) -> bool {
    let team = |seat: SeatId| fixed.sides[seat.index()].team;
    doing(fixed, s, "hampers-aerospace").any(|(mark, _)| {
        crate::play::victory::holder(fixed, s, mark.objective.into())
            .is_some_and(|holder| team(holder) != team(side))
    })
}

/// EA-OBJ-033, EA-OBJ-035: the rule by which infantry that shoots from here crossfires whatever it shoots at.
pub fn snipes(fixed: &Fixed, s: &State, unit: UnitId) -> Option<RuleId> {
    let body = s.table.body(unit).filter(|_| fixed.kind(unit).class == Class::Infantry)?;
    let position = doing(fixed, s, "infantry-crossfires");
    let knoll = doing(fixed, s, "may-be-sniper-position").filter(|(mark, _)| mark.number == 1);
    let found = position.chain(knoll).find(|(mark, _)| is_in(fixed, s, mark, body));
    found.map(|(mark, _)| mark.rule(fixed))
}

/// EA-OBJ-043: whether something makes infantry here Fearless, and an easy mark.
pub fn is_crazed(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    !s.marks.is_empty()
        && fixed.kind(unit).class == Class::Infantry
        && controls(fixed, s, s.units[unit.index()].formation, "fearless-but-crossfired").is_some()
}

/// EA-ABIL-044, EA-OBJ-043: whether a unit is Fearless.
pub fn is_fearless(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    fixed.kind(unit).has(crate::abilities::Ability::Fearless) || is_crazed(fixed, s, unit)
}

/// EA-OBJ-011: whether a formation stands wholly in a blockhouse, where supporting fire does not reach it.
pub fn is_walled_in(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    doing(fixed, s, "no-supporting-fire-inside").any(|(mark, _)| {
        let Some(feature) = feature(fixed, s, mark) else { return false };
        let inside = |body: &Body| body.outline.core().iter().all(|corner| feature.area.contains(*corner));
        s.is_on_table(formation) && s.standing(formation).all(|(_, body)| inside(body))
    })
}

/// EA-OBJ-003: how many Targets of Opportunity in the other half a side has demolished.
pub fn demolished(fixed: &Fixed, s: &State, side: SeatId) -> usize {
    let theirs = |mark: &&Mark| {
        let at = s.objectives[usize::from(mark.objective)].at;
        mark.demolished == Some(side) && !in_half(fixed, s, side, at)
    };
    s.marks.iter().filter(theirs).count()
}

/// EA-OBJ-003, EA-OBJ-016: goals a side claims besides those of the table.
pub fn goals(fixed: &Fixed, s: &State, side: SeatId) -> Vec<&'static str> {
    let mut all = Vec::new();
    let enough = usize::from(fixed.numbers().demolishing.destroyed_for_goal);
    if demolished(fixed, s, side) >= enough && applies(rule!("EA-OBJ-003")) {
        all.push("demolition");
    }
    let both = doing(fixed, s, "two-zones").any(|(mark, _)| zones_held(fixed, s, mark, side) == 2);
    if both {
        all.push("megalith");
    }
    all
}

/// EA-LIST-007, EA-OBJ-026: what a formation is worth.
pub fn worth(fixed: &Fixed, s: &State, formation: FormationId) -> u32 {
    let points = u32::from(fixed.spec(formation).points);
    let icon = |mark: &Mark| mark.demolisher == Some(formation) && applies(rule!("EA-OBJ-026"));
    if s.marks.iter().any(icon) { points * u32::from(fixed.numbers().icon.times) } else { points }
}

/// EA-OBJ-052: whether the cover of a place is better than usual: an objective nobody can make out lies in the same terrain.
pub fn is_invisible(fixed: &Fixed, s: &State, body: &Body) -> bool {
    doing(fixed, s, "better-save-in-terrain").any(|(_, at)| {
        s.land(fixed).under(&body.outline).any(|feature| feature.is_cover() && feature.area.contains(at))
    })
}
