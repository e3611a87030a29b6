//! Who may be passed on the way, and next to whom a move may end (TAB-17).

use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{self, BodyId, Passing};

use super::terms::{Enemies, terms};
use crate::choice::MoveKind;
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};
use crate::keyword::Keywords;
use crate::state::State;
use crate::terrain::AIRCRAFT;

/// A rule that is left out, to see what it was good for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Without {
    /// All rules hold.
    Nothing,
    /// 9E-FLY: nobody flies.
    Flying,
    /// 9E-AIR-007, 9E-AIR-008: aircraft are models like others.
    Aircraft,
    /// 9E-TER-002: every height counts.
    FreeHeight,
}

/// What the models of one army are to a moving unit.
pub struct Others<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    unit: UnitId,
    side: Side,
    kind: MoveKind,
    flies: bool,
    targets: &'a [UnitId],
    /// The rule that is left out.
    pub without: Without,
}

impl<'a> Others<'a> {
    /// For a move of a unit.
    pub fn new(fixed: &'a Fixed, s: &'a State, unit: UnitId, kind: MoveKind) -> Others<'a> {
        Others::without(fixed, s, unit, kind, Without::Nothing)
    }

    /// The same with a rule left out.
    pub fn without(
        fixed: &'a Fixed,
        s: &'a State,
        unit: UnitId,
        kind: MoveKind,
        without: Without,
    ) -> Others<'a> {
        let flies = s.has(fixed, unit, flyers()) && without != Without::Flying;
        let targets = &s.unit(unit).turn.charge_targets[..];
        Others { fixed, s, unit, side: s.unit(unit).side, kind, flies, targets, without }
    }

    fn facts(&self, id: BodyId) -> (bool, bool, UnitId) {
        let model = id;
        let unit = self.s.model(model).unit;
        let tags = self.s.table.ground().form(self.fixed.form(model)).tags;
        let aircraft = tags.any(AIRCRAFT) && self.without != Without::Aircraft;
        (self.s.unit(unit).side != self.side, aircraft, unit)
    }

    fn away(&self) -> Passing {
        let numbers = &self.fixed.numbers().engagement;
        Passing::Away { horizontal: numbers.horizontal.0, vertical: numbers.vertical.0 }
    }

    /// 9E-MOV-009: nobody is gone through; 9E-AMB-116: buildings are climbed over like terrain.
    fn on_foot(&self, id: BodyId) -> Passing {
        if self.fixed.kind(id).keywords.any(Keywords::BUILDING) { Passing::Over } else { Passing::Base }
    }
}

impl table::Others for Others<'_> {
    /// On the way. 9E-MOV-009: nobody is gone through; 9E-FLY-001, 9E-FLY-006, 9E-AIR-007: unless one flies, or it.
    fn passing(&self, id: BodyId) -> Passing {
        let (enemy, aircraft, unit) = self.facts(id);
        // 9E-AIR-007, 9E-AIR-008: over aircraft and past them in any move.
        if aircraft && applies(rule!("9E-AIR-007")) {
            return if enemy && !applies(rule!("9E-AIR-008")) { self.away() } else { Passing::Free };
        }
        let crosses = if self.kind == MoveKind::Charge { rule!("9E-FLY-006") } else { rule!("9E-FLY-001") };
        // 9E-FLY-007: in a charge no flyer is spared the climb over a building.
        let climbs = self.kind == MoveKind::Charge && applies(rule!("9E-FLY-007"));
        let over = match self.flies && applies(crosses) {
            true if climbs && self.on_foot(id) == Passing::Over => Passing::Over,
            true => Passing::Free,
            false => self.on_foot(id),
        };
        match terms(self.kind).enemies {
            // 9E-FLY-009: no help in these.
            Enemies::OnFoot if applies(rule!("9E-FLY-009")) => self.on_foot(id),
            Enemies::OnFoot => over,
            _ if !enemy => over,
            Enemies::KeptAway if self.flies && applies(rule!("9E-FLY-002")) => over,
            Enemies::GonePast if !applies(rule!("9E-MOV-022")) => self.away(),
            Enemies::GonePast if !applies(rule!("9E-MOV-024")) => Passing::Free,
            Enemies::GonePast => over,
            Enemies::GoneThrough => Passing::Free,
            Enemies::Targets if self.targets.contains(&unit) => over,
            Enemies::KeptAway | Enemies::Targets => self.away(),
        }
    }

    /// At the end: in nobody (9E-FLY-004, 9E-FLY-008), and out of Engagement Range where the move asks it.
    fn ending(&self, id: BodyId) -> Passing {
        let (enemy, aircraft, unit) = self.facts(id);
        if !enemy {
            return Passing::Base;
        }
        // 9E-AIR-009: never within that of an aircraft, unless it may be charged and was (9E-AMB-027). The text speaks of
        // models that make a move: whoever is left where he stands in one of his unit's moves, as 9E-AIR-011 lets him
        // next to an aircraft, has made none, and TAB-17 bars only the ends of those who moved.
        let terms = terms(self.kind);
        let target = terms.enemies == Enemies::Targets && self.targets.contains(&unit);
        if aircraft && !target && self.unit != unit {
            return self.away();
        }
        if terms.ends_away && !target { self.away() } else { Passing::Base }
    }
}

/// Who flies: whoever has the word, and aircraft (9E-AIR-001).
fn flyers() -> Keywords {
    if applies(rule!("9E-AIR-001")) { Keywords::FLY.and(Keywords::AIRCRAFT) } else { Keywords::FLY }
}
