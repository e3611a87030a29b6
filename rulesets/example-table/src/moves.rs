//! Movement: the platoon's manoeuvre, as the kit asks about it.

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::rng::SplitMix;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{
    Angle, BodyId, CoherencyRules, FaultKind, GroupId, Length, MoveRules, TerrainId,
};
use grognard_tabletop::armies::{Armies, Named};
use grognard_tabletop::marches;
use grognard_tabletop::moves::{Manoeuvre, Way, Why};

use crate::choice::Choice;
use crate::data::Fixed;
use crate::state::State;

/// A platoon's move.
pub struct Advance<'a> {
    /// What never changes.
    pub fixed: &'a Fixed,
    /// Who stands where.
    pub state: &'a State,
    /// Who moves.
    pub unit: GroupId,
}

impl Manoeuvre for Advance<'_> {
    fn armies(&self) -> &dyn Armies {
        self.state
    }

    fn unit(&self) -> GroupId {
        self.unit
    }

    /// ET-MOV-001: all stands alike.
    fn limit(&self, _: BodyId) -> Option<Length> {
        Some(self.fixed.numbers().advance.distance.0)
    }

    fn rules(&self, _: BodyId) -> MoveRules<'_> {
        MoveRules::up_to(self.fixed.numbers().advance.distance.0)
    }

    fn has_pace(&self) -> bool {
        true
    }

    /// ET-MOV-002: marsh is the only terrain there is.
    fn pace(&self, _: BodyId, _: TerrainId) -> u8 {
        self.fixed.numbers().marsh.times
    }

    /// ET-MOV-004: near enough to each other, if anybody moves.
    fn coherency(&self, ways: &[Way]) -> Option<CoherencyRules> {
        (!ways.is_empty()).then(|| CoherencyRules::chain(self.fixed.numbers().together.reach.0))
    }

    fn refused(&self, why: Why<'_>) -> Option<Violation> {
        let broken = |rule, key, stands: &[BodyId]| Some(broken(self.fixed, rule, key, stands));
        match why {
            Why::Stranger(stand) | Why::Stuck(stand) | Why::Bent { body: stand, .. } => {
                broken(rule!("ET-MOV-001"), "why.stranger", &[stand])
            }
            Why::Fault { body, fault, .. } => match fault.kind {
                FaultKind::TooFar { moved, limit } => {
                    let length = |length| self.fixed.ruler().write(length);
                    let mut violation = broken(rule!("ET-MOV-001"), "why.too-far", &[body])?;
                    violation.message =
                        violation.message.text("moved", length(moved)).text("limit", length(limit));
                    violation.also.push(rule!("ET-MOV-002"));
                    Some(violation)
                }
                FaultKind::OffTable => broken(rule!("ET-MOV-003"), "why.off-table", &[body]),
                FaultKind::Blocked(other) => broken(rule!("ET-MOV-003"), "why.blocked", &[body, other]),
                _ => broken(rule!("ET-MOV-003"), "why.blocked", &[body]),
            },
            Why::Scattered { off, .. } => broken(rule!("ET-MOV-004"), "why.scattered", off),
        }
    }
}

/// A violation that names stands.
pub fn broken(fixed: &Fixed, rule: RuleId, key: &'static str, stands: &[BodyId]) -> Violation {
    let names: Vec<String> = stands.iter().map(|stand| fixed.name(*stand).to_owned()).collect();
    let message = Message::new(key).text("stands", names.join(", "));
    Violation { pieces: names, ..Violation::new(rule, message) }
}

/// Sensible moves: staying, towards the enemies, and anywhere.
pub fn candidates(advance: &Advance<'_>, rng: &mut SplitMix) -> Vec<Choice> {
    let (armies, unit) = (advance.armies(), advance.unit);
    let mut all = vec![Choice::Move(unit, Vec::new())];
    let Some(from) = armies.middle(unit) else { return all };
    let anywhere = Angle(rng.below(65_536) as u16).step(Length::cm(100));
    let enemies = armies.foes_of(unit).filter_map(|enemy| Some(armies.middle(enemy)? - from));
    for way in enemies.chain([anywhere]) {
        let ways = marches::formation(advance, way, &[4, 3, 2, 1]);
        let choice = ways.map(|ways| Choice::Move(unit, ways));
        if let Some(choice) = choice.filter(|choice| !all.contains(choice)) {
            all.push(choice);
        }
    }
    all
}
