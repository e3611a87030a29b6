//! What the units of a side are for in this turn: each marker is for the unit that gets most points out of it, and who has
//! none goes for the enemies that hold one.

use std::cell::OnceCell;

use grognard_space::table::{Length, Point};

use crate::candidates::moves::middle;
use crate::data::amount::{INCH, Range};
use crate::data::sheet::Ability;
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::keyword::Keywords;
use crate::legal::shooting::ranged_weapons;
use crate::measure;
use crate::play::command::control;
use crate::state::State;

/// What a unit is to do.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Take a marker, or keep it.
    Marker(usize),
    /// Fight these.
    Enemy(UnitId),
}

/// So many models on a marker are not driven off it by chance.
const ENOUGH: usize = 3;

/// Whether enough models of a unit are in range of a marker to hold it.
fn stands_at(fixed: &Fixed, s: &State, unit: UnitId, marker: usize) -> bool {
    let near = |model: ModelId| measure::in_marker_range(fixed, s, model, s.markers[marker]);
    let count = s.standing(unit).filter(|(model, _)| near(*model)).count();
    count >= ENOUGH.min(s.standing(unit).count()) && count > 0
}

/// The place of a marker.
pub fn place(s: &State, marker: usize) -> Point {
    s.markers[marker].at()
}

/// The aims of all units, found when somebody asks.
pub struct Aims<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    of_sides: [OnceCell<Vec<(UnitId, Aim)>>; 2],
}

impl<'a> Aims<'a> {
    /// Those of a battle as it stands.
    pub fn new(fixed: &'a Fixed, s: &'a State) -> Aims<'a> {
        Aims { fixed, s, of_sides: [OnceCell::new(), OnceCell::new()] }
    }

    /// Those of one side's units on the table.
    pub fn of_side(&self, side: Side) -> &[(UnitId, Aim)] {
        self.of_sides[side.index()].get_or_init(|| aims(self.fixed, self.s, side))
    }

    /// The aim of one unit.
    pub fn of(&self, unit: UnitId) -> Option<Aim> {
        let all = self.of_side(self.s.unit(unit).side);
        all.iter().find(|(other, _)| *other == unit).map(|(_, aim)| *aim)
    }

    /// Where a unit wants to go.
    pub fn wanted(&self, unit: UnitId) -> Option<Point> {
        match self.of(unit)? {
            Aim::Marker(marker) => Some(place(self.s, marker)),
            Aim::Enemy(enemy) => middle(self.s, enemy),
        }
    }

    /// Whether it keeps a marker.
    pub fn holds(&self, unit: UnitId) -> bool {
        let (fixed, s) = (self.fixed, self.s);
        matches!(self.of(unit), Some(Aim::Marker(marker))
            if stands_at(fixed, s, unit, marker) && control(fixed, s, marker) == Some(s.unit(unit).side))
    }

    /// Whether a unit stands where it wants to be: on a marker that is its side's, or where it shoots from.
    pub fn is_settled(&self, unit: UnitId) -> bool {
        match self.of(unit) {
            Some(Aim::Marker(_)) => self.holds(unit),
            Some(Aim::Enemy(_)) => is_in_range(self.fixed, self.s, unit),
            None => false,
        }
    }
}

/// How far units shoot that do better to stay away from close combat.
const LONG_RANGE: Length = Length::inches(24);

/// Whether a unit with guns of long range has somebody before them.
fn is_in_range(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let far = |model: ModelId| {
        ranged_weapons(fixed, model)
            .filter_map(|weapon| match fixed.weapon(weapon).profiles[0].profile.range {
                Range::Upto(range) | Range::Between(_, range) => Some(range.0),
                Range::Melee => None,
            })
            .max()
    };
    let Some(range) = s.standing(unit).filter_map(|(model, _)| far(model)).max() else { return false };
    range > LONG_RANGE
        && s.on_table(s.unit(unit).side.other())
            .any(|enemy| measure::units_within(s, unit, enemy, range - Length::inches(4)))
}

/// Who is in range of a marker: models of each side, and whether some secure it.
struct Presence {
    models: [usize; 2],
    secured: [bool; 2],
}

fn presence(fixed: &Fixed, s: &State, marker: usize) -> Presence {
    let mut there = Presence { models: [0; 2], secured: [false; 2] };
    for side in Side::BOTH {
        for unit in s.on_table(side).filter(|unit| walks(fixed, s, *unit)) {
            let near = |model: &ModelId| measure::in_marker_range(fixed, s, *model, s.markers[marker]);
            let count = s.standing(unit).filter(|(model, _)| near(model)).count();
            there.models[side.index()] += count;
            there.secured[side.index()] |= count > 0 && secures(fixed, s, unit);
        }
    }
    there
}

fn secures(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    s.any_kind(fixed, unit).is_some_and(|kind| kind.has(&Ability::ObjectiveSecured))
}

/// Whether a unit gets anywhere and holds ground there.
fn walks(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    !s.has(fixed, unit, Keywords::AIRCRAFT)
        && s.unit(unit).models.iter().any(|model| figures::reach(fixed, s, *model).is_some())
}

/// How far a whole unit gets in a turn.
pub fn stride(fixed: &Fixed, s: &State, unit: UnitId) -> i32 {
    s.unit(unit)
        .models
        .iter()
        .filter_map(|model| figures::reach(fixed, s, *model))
        .min()
        .unwrap_or(Length::ZERO)
        .0
}

/// Turns until a unit is in range of a marker, in tenths: 0 for those that are.
pub fn tenths(fixed: &Fixed, s: &State, unit: UnitId, at: Point, marker: usize) -> i64 {
    let reach = fixed.numbers().marker_range.horizontal.0;
    let way = i64::from(((place(s, marker) - at).length() - reach).max(Length::ZERO).0);
    way * 10 / i64::from(stride(fixed, s, unit).max(3 * INCH))
}

/// What a marker is worth to a unit: points to come by the chance of having it, a hundred a point.
fn worth(fixed: &Fixed, s: &State, unit: UnitId, marker: usize, there: &Presence) -> i64 {
    let side = s.unit(unit).side;
    let Some(at) = middle(s, unit) else { return i64::MIN };
    let stands = stands_at(fixed, s, unit, marker);
    let tenths = if stands { 0 } else { tenths(fixed, s, unit, at, marker) };
    let rounds = i64::from(fixed.rounds(s.mission).saturating_sub(s.round));
    // Points of the rounds to come, and of the end.
    let left = ((rounds + 1) * 10 - tenths.max(if stands { 0 } else { 5 })).max(1);
    let (ours, theirs) = (there.models[side.index()], there.models[side.other().index()]);
    let own = s.standing(unit).count();
    let secured = there.secured[side.index()] || secures(fixed, s, unit);
    let chance = match (theirs, secured, there.secured[side.other().index()]) {
        (0, ..) => 100,
        (_, true, false) => 90,
        (_, false, true) => 25,
        _ if own.max(ours) > theirs => 75,
        _ => 35,
    };
    // Where the enemy scores now, he no longer does.
    let swing = if theirs > 0 { 17 } else { 10 };
    left * chance * swing / 100
}

/// The aims of a side's units on the table.
fn aims(fixed: &Fixed, s: &State, side: Side) -> Vec<(UnitId, Aim)> {
    let there: Vec<Presence> = (0..s.markers.len()).map(|marker| presence(fixed, s, marker)).collect();
    let mut pairs: Vec<(i64, UnitId, usize)> = Vec::new();
    for unit in s.on_table(side).filter(|unit| walks(fixed, s, *unit)) {
        for (marker, there) in there.iter().enumerate() {
            pairs.push((-worth(fixed, s, unit, marker, there), unit, marker));
        }
    }
    pairs.sort_unstable();
    let mut aims: Vec<(UnitId, Aim)> = Vec::new();
    for (_, unit, marker) in pairs {
        if !aims.iter().any(|(other, aim)| *other == unit || *aim == Aim::Marker(marker)) {
            aims.push((unit, Aim::Marker(marker)));
        }
    }
    let idle: Vec<UnitId> =
        s.on_table(side).filter(|unit| !aims.iter().any(|(other, _)| other == unit)).collect();
    for unit in idle {
        if let Some(enemy) = prey(fixed, s, unit) {
            aims.push((unit, Aim::Enemy(enemy)));
        }
    }
    aims
}

/// The enemy that a unit without a marker goes for: near ones, and rather those that stand on one or lead the army.
fn prey(fixed: &Fixed, s: &State, unit: UnitId) -> Option<UnitId> {
    let side = s.unit(unit).side;
    let at = middle(s, unit)?;
    let enemies = s.on_table(side.other()).filter(|enemy| !s.has(fixed, *enemy, Keywords::AIRCRAFT));
    enemies.min_by_key(|enemy| {
        let far = middle(s, *enemy).map_or(i32::MAX / 2, |there| (there - at).length().0);
        let holds = (0..s.markers.len()).any(|marker| stands_at(fixed, s, *enemy, marker));
        let leads = fixed.warlords[side.other().index()].is_some_and(|model| s.model(model).unit == *enemy);
        (far - if holds { 8 * INCH } else { 0 } - if leads { 4 * INCH } else { 0 }, *enemy)
    })
}
