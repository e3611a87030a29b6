//! Solitary characters that are too near to friends when the Movement phase begins (5V-CHA-005).

use grognard_space::table::{Angle, Length, Moved};
use grognard_tabletop::marches;

use crate::choice::{MoveShape, Way};
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::moves::Move;
use crate::outfit::Role;
use crate::state::State;

/// Directions in which a way out is looked for.
const TURNS: u16 = 12;

/// Whether a unit is a solitary character.
fn is_alone(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let solitary = |model: &ModelId| fixed.kind_of(*model).outfit.role == Role::Solitary;
    s.unit(unit).models.iter().any(solitary)
}

/// Whether two units are nearer than a solitary character may be.
fn near(fixed: &Fixed, s: &State, one: UnitId, other: UnitId) -> bool {
    let within = fixed.numbers().solitary.within.0 - Length(1);
    s.bodies(one).any(|(_, body)| s.bodies(other).any(|(_, mate)| body.within(mate, within)))
}

/// The pairs of a side that are too near, but for those in combat.
pub fn crowded(fixed: &Fixed, s: &State, side: Side) -> Vec<[UnitId; 2]> {
    let alone = s.on_table(side).filter(|unit| is_alone(fixed, s, *unit) && !s.locked(*unit));
    let pairs = alone.flat_map(|unit| {
        let friends = s.on_table(side).filter(move |other| *other != unit && fixed.is_mustered(*other));
        friends.map(move |other| [unit, other])
    });
    pairs.filter(|[unit, other]| !s.locked(*other) && near(fixed, s, *unit, *other)).collect()
}

/// The other of a pair that is still too near, and has made its move.
fn left_by(fixed: &Fixed, s: &State, unit: UnitId) -> Option<UnitId> {
    let pair = s.crowded.iter().find(|pair| pair.contains(&unit) && near(fixed, s, pair[0], pair[1]))?;
    let other = if pair[0] == unit { pair[1] } else { pair[0] };
    let still = s.unit(other).done && !s.unit(unit).models.is_empty() && !s.locked(unit);
    still.then_some(other)
}

/// Whether a unit of such a pair is still to move: the Movement phase does not end before that.
pub fn waits(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let pair = |pair: &&[UnitId; 2]| pair.contains(&unit) && near(fixed, s, pair[0], pair[1]);
    let Some(pair) = s.crowded.iter().find(pair) else { return false };
    // Where neither has moved the solitary character is waited for.
    !s.unit(unit).done && (unit == pair[0] || s.unit(pair[0]).done)
}

/// Whether a move of a unit has to end clear of the other: it moves last, and a way out was found.
pub fn must_clear(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<UnitId> {
    let other = left_by(fixed, s, shape.unit)?;
    ways_out(fixed, s, *shape, other).next().is_some().then_some(other)
}

/// Whether a unit would be clear of another after some ways.
pub fn is_clear(fixed: &Fixed, s: &State, moved: &Moved<'_>, unit: UnitId, other: UnitId) -> bool {
    let within = fixed.numbers().solitary.within.0 - Length(1);
    let bodies = || s.unit(unit).models.iter().filter_map(|model| moved.body(*model));
    !bodies().any(|body| s.bodies(other).any(|(_, mate)| body.within(mate, within)))
}

/// Legal ways of the whole unit that lead clear of another.
pub fn ways_out<'a>(
    fixed: &'a Fixed,
    s: &'a State,
    shape: MoveShape,
    other: UnitId,
) -> impl Iterator<Item = Vec<Way>> + 'a {
    let plain = MoveShape { clear_of: None, ..shape };
    (0..TURNS).filter_map(move |turn| {
        let way = Angle(turn * (u16::MAX / TURNS)).step(Length::inches(60));
        let ways = marches::formation(&Move::new(fixed, s, &plain), way, &[4, 3, 2])?;
        let mut moved = Moved::new(&s.table);
        for (model, stops) in &ways {
            if let Some(end) = stops.last() {
                moved.move_to(*model, *end);
            }
        }
        is_clear(fixed, s, &moved, shape.unit, other).then_some(ways)
    })
}
