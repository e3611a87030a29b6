//! Which bases touch, and who is locked in combat.

use grognard_space::table::{Body, Length};

use super::{Leap, State};
use crate::ids::{ModelId, UnitId};

/// Bases that are no further apart than this touch: a hand, or a mouse, puts them no closer.
pub const TOUCH: Length = Length::mm(1);

/// 5B-RUI-001: how high a level of a ruin is.
pub const LEVEL: Length = Length::inches(3);

/// Whether two bases touch, or count as if (5B-RUI-006).
pub fn touch(one: &Body, other: &Body) -> bool {
    let level = one.heights().gap(other.heights()) == Length::ZERO;
    (level && one.outline.within(&other.outline, TOUCH)) || stacked(one, other)
}

/// 5B-RUI-006: whether one stands directly above the other on the next level of a ruin. Nobody comes so near but in a combat.
pub fn stacked(one: &Body, other: &Body) -> bool {
    let up = Length((one.pose.z - other.pose.z).0.abs());
    one.heights().gap(other.heights()) > Length::ZERO && up <= LEVEL && one.outline.overlaps(&other.outline)
}

impl State {
    /// 5B-ASM-008: the enemy units a unit is locked in combat with.
    pub fn locked_with(&self, unit: UnitId) -> Vec<UnitId> {
        let side = self.unit(unit).side;
        let touches = |enemy: &UnitId| {
            self.melee.contains(&[unit, *enemy])
                || self.leap_of(unit, *enemy).is_some()
                || self.bodies(unit).any(|(own_id, own)| {
                    !self.is_driven(own_id)
                        && self.bodies(*enemy).any(|(id, other)| !self.is_driven(id) && touch(own, other))
                })
        };
        self.on_table(side.other()).filter(touches).collect()
    }

    /// 5B-ASM-008: whether a unit is locked in combat.
    pub fn locked(&self, unit: UnitId) -> bool {
        if self.jumps.iter().any(|leap| leap.by == unit || leap.on == unit) {
            return true;
        }
        self.in_contact(unit)
    }

    /// The same without jump assaults: whether a unit touches an enemy.
    pub fn in_contact(&self, unit: UnitId) -> bool {
        let side = self.unit(unit).side;
        self.bodies(unit).filter(|(id, _)| !self.is_driven(*id)).any(|(_, own)| {
            let near = self.table.ids_within(&own.outline, TOUCH);
            near.iter().any(|id| {
                self.side_of(*id) != side
                    && self.stands(*id)
                    && !self.is_driven(*id)
                    && self.table.body(*id).is_some_and(|other| touch(own, other))
            })
        })
    }

    /// 5V-JAS-001: the jump assault of one of two units on the other.
    pub fn leap_of(&self, one: UnitId, other: UnitId) -> Option<Leap> {
        let both = |leap: &Leap| (leap.by, leap.on) == (one, other) || (leap.by, leap.on) == (other, one);
        self.jumps.iter().copied().find(both)
    }

    /// The jump assault a unit makes.
    pub fn leaps(&self, unit: UnitId) -> Option<Leap> {
        self.jumps.iter().copied().find(|leap| leap.by == unit)
    }

    /// The enemy models a model is in contact with.
    pub fn touching(&self, model: ModelId) -> Vec<ModelId> {
        let Some(own) = self.table.body(model).filter(|_| !self.is_driven(model)) else { return Vec::new() };
        self.enemies(self.side_of(model))
            .filter(|(id, other)| !self.is_driven(*id) && touch(own, other))
            .map(|(id, _)| id)
            .collect()
    }
}
