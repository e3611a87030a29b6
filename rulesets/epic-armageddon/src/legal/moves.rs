//! Moves of formations: every violation of the ways proposed (EA-MOV, EA-ZOC).

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{self, CoherencyRules, FaultKind, Length, MoveRules, Offset, Passing, Pose};
use grognard_tabletop::armies::{Armies, Named};
use grognard_tabletop::moves::{self, Manoeuvre, Why};

use super::{broken, other_kind, with};
use crate::armies::RULER;
use crate::choice::{Choice, MoveKind, Way, Word};
use crate::fixed::{Class, Fixed};
use crate::ids::{FormationId, UnitId};
use crate::state::State;
use crate::terrain::impassable;

/// The rule that a kind of move stands under, for questions and refusals.
pub const fn rule_of(kind: MoveKind) -> RuleId {
    match kind {
        MoveKind::Move => rule!("EA-MOV-001"),
        MoveKind::Withdrawal => rule!("EA-WDRW-003"),
    }
}

/// Every violation of the ways proposed for a formation. Units move one after another in the order given; where they end
/// out of coherency is no violation but costs units (EA-COH-001).
pub fn check(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    kind: MoveKind,
    may_decline: bool,
    choice: &Choice,
) -> Vec<Violation> {
    match choice {
        Choice::Word(Word::Stay) if may_decline => Vec::new(),
        Choice::Paths(named, ways) if *named == formation => {
            moves::violations(&Move::new(fixed, s, formation, kind), ways)
        }
        Choice::Paths(..) => vec![broken(fixed, rule_of(kind), "why.other-formation", &[])],
        _ => other_kind(rule_of(kind)),
    }
}

/// What other units are to a moving formation.
struct Others<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    team: u8,
    kind: MoveKind,
}

impl Others<'_> {
    fn is_friend(&self, unit: UnitId) -> bool {
        self.s.formation(self.s.units[unit.index()].formation).team == self.team
    }

    /// EA-ZOC-002: enemies are kept away from; EA-ZOC-010, EA-WDRW-004: not in a withdrawal.
    fn enemy(&self) -> Passing {
        let free = self.kind == MoveKind::Withdrawal && applies(rule!("EA-ZOC-010"));
        if free || !applies(rule!("EA-ZOC-002")) {
            return Passing::Base;
        }
        // EA-ZOC-001: in all directions.
        Passing::Away {
            horizontal: self.fixed.numbers().zone_of_control.zone.0,
            vertical: Length::CENTIMETRE,
        }
    }
}

impl table::Others for Others<'_> {
    /// EA-MOV-009: friendly infantry is passed through, nobody else is.
    fn passing(&self, unit: UnitId) -> Passing {
        let infantry = self.fixed.kind(unit).class == Class::Infantry;
        match self.is_friend(unit) {
            true if infantry && applies(rule!("EA-MOV-009")) => Passing::Free,
            true => Passing::Base,
            false => self.enemy(),
        }
    }

    fn ending(&self, unit: UnitId) -> Passing {
        if self.is_friend(unit) { Passing::Base } else { self.enemy() }
    }
}

/// A move of a formation.
pub struct Move<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    formation: FormationId,
    kind: MoveKind,
    others: Others<'a>,
}

impl<'a> Move<'a> {
    /// A move that is asked for.
    pub fn new(fixed: &'a Fixed, s: &'a State, formation: FormationId, kind: MoveKind) -> Move<'a> {
        let others = Others { fixed, s, team: s.formation(formation).team, kind };
        Move { fixed, s, formation, kind, others }
    }
}

/// How long a way is, rounded up. EA-MOV-001: units turn freely, so that turning adds nothing to it.
pub fn length(start: Pose, stops: &[Pose]) -> Length {
    let mut at = start.at;
    let mut fine: u64 = 0;
    for stop in stops {
        let leg: Offset = stop.at - at;
        // In 1/1024 of the grid, rounded up.
        let square = (leg.squared() as u128) << 20;
        let root = square.isqrt();
        fine += (root + u128::from(root * root < square)) as u64;
        at = stop.at;
    }
    Length(fine.div_ceil(1024) as i32)
}

impl Manoeuvre for Move<'_> {
    fn armies(&self) -> &dyn Armies {
        self.s
    }

    fn unit(&self) -> FormationId {
        self.formation
    }

    /// EA-UNIT-007.
    fn limit(&self, unit: UnitId) -> Option<Length> {
        self.fixed.units.get(unit.index()).map(|_| self.fixed.kind(unit).speed)
    }

    fn rules(&self, unit: UnitId) -> MoveRules<'_> {
        let kind = self.fixed.kind(unit);
        let away = self.fixed.numbers().zone_of_control.zone.0;
        MoveRules {
            barred: impassable(kind.column()),
            furthest_away: away,
            ..MoveRules::up_to(kind.speed).among(&self.others)
        }
    }

    /// A way that is too long only by its turns is none too long.
    fn one_is_enough(&self) -> bool {
        false
    }

    fn coherency(&self, _: &[Way]) -> Option<CoherencyRules> {
        None
    }

    fn refused(&self, why: Why<'_>) -> Option<Violation> {
        let fixed = self.fixed;
        let rule = rule_of(self.kind);
        let violation = match why {
            Why::Stranger(unit) => broken(fixed, rule, "why.not-of-the-formation", &[unit]),
            Why::Stuck(unit) => broken(fixed, rule, "why.cannot-move", &[unit]),
            // No unit of a ground formation has a limit to its turns (EA-MOV-001).
            Why::Scattered { .. } | Why::Bent { .. } => return None,
            Why::Fault { body, fault, .. } => match fault.kind {
                // Turns are taken out again by `also_of`.
                FaultKind::TooFar { .. } => return None,
                FaultKind::OffTable => broken(fixed, rule!("EA-MOV-004"), "why.off-table", &[body]),
                FaultKind::Blocked(other) if self.others.is_friend(other) => {
                    broken(fixed, rule!("EA-MOV-009"), "why.blocked", &[body, other])
                }
                FaultKind::Blocked(other) => {
                    let also: &[RuleId] = match self.kind {
                        MoveKind::Move => &[],
                        MoveKind::Withdrawal => &[rule!("EA-WDRW-004")],
                    };
                    with(broken(fixed, rule!("EA-MOV-008"), "why.blocked", &[body, other]), also)
                }
                FaultKind::TooNear(other) => with(
                    broken(fixed, rule!("EA-ZOC-002"), "why.zone-of-control", &[body, other]),
                    &[rule!("EA-ZOC-001")],
                ),
                FaultKind::Barred(_) | FaultKind::Inside(_) | FaultKind::Zone(_) | FaultKind::Unsupported => {
                    broken(fixed, rule!("EA-TERR-001"), "why.impassable", &[body])
                }
            },
        };
        Some(violation)
    }

    fn also_of(&self, moved: &table::Moved<'_>, (unit, stops): &Way, wrong: &mut Vec<Violation>) {
        let (Some(body), Some(limit)) = (moved.body(*unit), self.limit(*unit)) else { return };
        if stops.iter().any(|stop| !stop.at.in_limits()) {
            return;
        }
        let far = length(body.pose, stops);
        if far > limit {
            let message = Message::new("why.too-far")
                .text("units", fixed_name(self.fixed, *unit))
                .text("far", RULER.write(far))
                .text("limit", RULER.write(limit));
            let pieces = vec![fixed_name(self.fixed, *unit)];
            wrong.push(Violation { pieces, ..Violation::new(rule!("EA-MOV-001"), message) });
        }
        if stops.iter().any(|stop| stop.z != Length::ZERO) {
            wrong.push(broken(self.fixed, rule_of(self.kind), "why.in-the-air", &[*unit]));
        }
    }
}

fn fixed_name(fixed: &Fixed, unit: UnitId) -> String {
    fixed.name(unit).to_owned()
}
