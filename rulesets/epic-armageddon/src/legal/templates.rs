//! Where barrage templates may lie (EA-BARR-003 to EA-BARR-013, EA-AMB-021, EA-AMB-022).

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Angle, Body, Length, Point, Pose};
use grognard_tabletop::templates::{Counts, Kind, spots};

use super::{broken, other_kind, with};
use crate::choice::{Barrage, Choice};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::kind::Gun;
use crate::legal::shooting::{in_arc, is_spent, within_range};
use crate::sight::{self, Seen};
use crate::state::State;

/// The middles of two templates that touch may be so far off, for places are whole hundredths of a millimetre.
const SLACK: Length = Length(50);
/// Bearings in which an extra template is tried, beside those to the units.
const BEARINGS: u16 = 64;

/// The radius of a barrage template.
pub fn radius(fixed: &Fixed) -> Length {
    fixed.numbers().templates.barrage_diameter.0.half()
}

/// EA-BARR-007: the units under a template: any part of them.
pub fn under(fixed: &Fixed, s: &State, at: Point) -> Vec<UnitId> {
    let template = Kind::Blast(radius(fixed)).laid(Pose::at(at));
    let mut units = grognard_tabletop::templates::under(&s.table, &template, Counts::Partly);
    units.retain(|unit| !s.flies(*unit));
    units
}

/// EA-ORB-001: the units under an orbital template.
pub fn under_orbital(fixed: &Fixed, s: &State, at: Point) -> Vec<UnitId> {
    let template = Kind::Blast(fixed.numbers().templates.orbital_diameter.0.half()).laid(Pose::at(at));
    let mut units = grognard_tabletop::templates::under(&s.table, &template, Counts::Partly);
    units.retain(|unit| !s.flies(*unit));
    units
}

/// EA-ORB-004: further orbital templates lie anywhere on the table.
pub fn check_orbital(fixed: &Fixed, count: u8, choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-ORB-004");
    let Choice::Templates(places) = choice else { return other_kind(rule) };
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let on = |at: &Point| (0..=x).contains(&at.x) && (0..=y).contains(&at.y);
    if places.len() == usize::from(count) && places.iter().all(on) {
        return Vec::new();
    }
    vec![Violation::new(rule, Message::new("why.template-count"))]
}

/// EA-WE-027: for how many units of the target those under templates count.
fn worth(fixed: &Fixed, s: &State, barrage: &Barrage, units: &[UnitId]) -> u32 {
    let of = |unit: &&UnitId| s.units[unit.index()].formation == barrage.target;
    units.iter().filter(of).map(|unit| u32::from(fixed.kind(*unit).dc)).sum()
}

/// The weapons of a barrage: a unit and one of its guns each.
pub fn weapons(fixed: &Fixed, s: &State, barrage: &Barrage) -> Vec<(UnitId, usize)> {
    let mut all = Vec::new();
    for unit in &barrage.units {
        for (at, gun) in fixed.kind(*unit).guns.iter().enumerate() {
            let chosen = barrage.only.is_none_or(|ability| gun.abilities.has(ability));
            let line = !barrage.without.contains(&(*unit, gun.line));
            if gun.bp.is_some() && chosen && line && !is_spent(fixed, s, *unit, gun) {
                all.push((*unit, at));
            }
        }
    }
    all
}

/// EA-BARR-003, EA-AMB-131: whether a weapon has range and line of fire to a unit.
fn reaches(fixed: &Fixed, s: &State, barrage: &Barrage, (unit, gun): (UnitId, usize), other: UnitId) -> bool {
    let (Some(from), Some(to)) = (s.table.body(unit), s.table.body(other)) else { return false };
    let gun: &Gun = &fixed.kind(unit).guns[gun];
    let indirect = barrage.indirect && gun.abilities.has(crate::abilities::Ability::IndirectFire);
    within_range(fixed, gun, from.horizontal(to), indirect)
        && in_arc(fixed, gun.arc, from, to)
        && (indirect || sight::sees(fixed, s, unit, other) != Seen::Hidden)
}

/// EA-BARR-004: the weapons that reach somebody under the first template; the others do not fire.
pub fn contributing(fixed: &Fixed, s: &State, barrage: &Barrage, first: Point) -> Vec<(UnitId, usize)> {
    let units = under(fixed, s, first);
    let mut all = weapons(fixed, s, barrage);
    all.retain(|weapon| units.iter().any(|unit| reaches(fixed, s, barrage, *weapon, *unit)));
    all
}

/// How good a place for the first template is: the weapons that fire, then the units of the target.
type Worth = (usize, u32);

/// What is known of a barrage before it is placed.
pub struct Search<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    barrage: &'a Barrage,
    weapons: Vec<(UnitId, usize)>,
    /// Whom of the target each weapon reaches.
    reached: Vec<Vec<UnitId>>,
}

impl<'a> Search<'a> {
    /// Prepares a search.
    pub fn new(fixed: &'a Fixed, s: &'a State, barrage: &'a Barrage) -> Search<'a> {
        let weapons = weapons(fixed, s, barrage);
        let reach = |weapon: &(UnitId, usize)| {
            let own = s.standing(barrage.target).map(|(unit, _)| unit);
            own.filter(|unit| reaches(fixed, s, barrage, *weapon, *unit)).collect()
        };
        let reached = weapons.iter().map(reach).collect();
        Search { fixed, s, barrage, weapons, reached }
    }

    /// The worth of a place for the first template.
    pub fn worth(&self, at: Point) -> Worth {
        let units = under(self.fixed, self.s, at);
        let fires = |(weapon, reached): &(&(UnitId, usize), &Vec<UnitId>)| {
            units.iter().any(|unit| {
                if self.s.units[unit.index()].formation == self.barrage.target {
                    reached.contains(unit)
                } else {
                    reaches(self.fixed, self.s, self.barrage, **weapon, *unit)
                }
            })
        };
        let firing = self.weapons.iter().zip(&self.reached).filter(fires).count();
        (firing, worth(self.fixed, self.s, self.barrage, &units))
    }

    /// EA-BARR-005, EA-AMB-021: the best places for the first template.
    pub fn first(&self) -> (Worth, Vec<Point>) {
        let bodies: Vec<&Body> = self.s.standing(self.barrage.target).map(|(_, body)| body).collect();
        let mut best: (Worth, Vec<Point>) = ((0, 0), Vec::new());
        for at in spots(&bodies, radius(self.fixed), Counts::Partly) {
            if !at.in_limits() {
                continue;
            }
            let worth = self.worth(at);
            if worth > best.0 {
                best = (worth, vec![at]);
            } else if worth == best.0 && worth.0 > 0 && !best.1.contains(&at) {
                best.1.push(at);
            }
        }
        best
    }

    /// EA-BARR-012, EA-AMB-022: the best place for one more template, and how many more units of the target it covers.
    pub fn extra(&self, placed: &[Point]) -> Option<(u32, Point)> {
        let first = *placed.first()?;
        let step = self.fixed.numbers().templates.barrage_diameter.0;
        let covered: Vec<UnitId> = placed.iter().flat_map(|at| under(self.fixed, self.s, *at)).collect();
        let units = self.s.standing(self.barrage.target);
        let bearings = units
            .map(|(_, body)| Angle::of(body.pose.at - first))
            .chain((0..BEARINGS).map(|turn| Angle(turn * (u16::MAX / BEARINGS + 1))));
        let mut best: Option<(u32, Point)> = None;
        for bearing in bearings {
            let at = first + bearing.step(step);
            if !at.in_limits() || !apart(self.fixed, placed, at) {
                continue;
            }
            let more = self.more(&covered, at);
            if best.is_none_or(|(most, _)| more > most) {
                best = Some((more, at));
            }
        }
        best
    }

    fn more(&self, covered: &[UnitId], at: Point) -> u32 {
        let mut units = under(self.fixed, self.s, at);
        units.retain(|unit| !covered.contains(unit));
        worth(self.fixed, self.s, self.barrage, &units)
    }
}

/// EA-BARR-011: no template overlaps another one.
fn apart(fixed: &Fixed, placed: &[Point], at: Point) -> bool {
    let least = fixed.numbers().templates.barrage_diameter.0 - SLACK;
    placed.iter().all(|other| (at - *other).length() >= least)
}

/// Every violation of the templates proposed.
pub fn check(fixed: &Fixed, s: &State, barrage: &Barrage, choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-BARR-003");
    let Choice::Templates(places) = choice else { return other_kind(rule) };
    let say = |rule: RuleId, key: &'static str| Violation::new(rule, Message::new(key));
    let Some(first) = places.first().filter(|_| places.iter().all(|at| at.in_limits())) else {
        return vec![broken(fixed, rule, "why.no-template", &[])];
    };
    if places.len() != usize::from(barrage.count) {
        return vec![say(rule!("EA-BARR-008"), "why.template-count")];
    }
    let search = Search::new(fixed, s, barrage);
    let (own, (best, _)) = (search.worth(*first), search.first());
    let mut wrong = Vec::new();
    if own.0 == 0 || own.0 < best.0 {
        wrong.push(with(say(rule, "why.template-reach"), rules!["EA-BARR-004"]));
    }
    if own.1 < best.1 {
        wrong.push(with(say(rule!("EA-BARR-005"), "why.template-most"), rules!["EA-AMB-021"]));
    }
    let step = fixed.numbers().templates.barrage_diameter.0;
    for (number, at) in places.iter().enumerate().skip(1) {
        let placed = &places[..number];
        let far = (*at - *first).length();
        if far > step + SLACK || !apart(fixed, placed, *at) {
            wrong.push(with(say(rule!("EA-BARR-011"), "why.template-touch"), rules!["EA-AMB-022"]));
            continue;
        }
        let covered: Vec<UnitId> = placed.iter().flat_map(|at| under(fixed, s, *at)).collect();
        let more = search.more(&covered, *at);
        if search.extra(placed).is_some_and(|(most, _)| more < most) {
            wrong.push(with(say(rule!("EA-BARR-012"), "why.template-most"), rules!["EA-AMB-022"]));
        }
    }
    wrong
}
