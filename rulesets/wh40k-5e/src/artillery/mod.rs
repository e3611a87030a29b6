//! Artillery (ART): guns and their crew are one unit.
//!
//! A gun is a model of its crew's unit, and mustered as a unit of its own that is with that crew for the whole battle: by the
//! variant it is struck as that unit (5V-ART-007). It has armour instead of Toughness and counts neither for morale nor for the
//! strength of its unit.
//!
//! - here who crews and moves guns; [`firing`] who serves which gun; [`struck`] hits on guns and what they do.

pub mod firing;
pub mod struck;

use grognard_engine::ctx::Step;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};

use crate::Cx;
use crate::abilities::is_independent;
use crate::choice::{Kind, MoveShape, Way};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::broken;
use crate::play::asking;
use crate::state::State;
use crate::vehicles::happening::Happening;

impl Fixed {
    /// Whether a model is a gun.
    pub fn is_gun(&self, model: ModelId) -> bool {
        self.kind_of(model).gun
    }

    /// Whether a unit is a gun as it is struck.
    pub fn is_gun_unit(&self, unit: UnitId) -> bool {
        self.unit(unit).models.first().is_some_and(|model| self.is_gun(*model))
    }
}

impl State {
    /// The guns of a unit.
    pub fn guns(&self, fixed: &Fixed, unit: UnitId) -> Vec<ModelId> {
        self.unit(unit).models.iter().copied().filter(|model| fixed.is_gun(*model)).collect()
    }

    /// Everybody of a unit but its guns.
    pub fn crew(&self, fixed: &Fixed, unit: UnitId) -> Vec<ModelId> {
        self.unit(unit).models.iter().copied().filter(|model| !fixed.is_gun(*model)).collect()
    }

    /// 5B-ART-007, 5V-ART-017: how many models of a unit count for morale and regrouping.
    pub fn strength(&self, fixed: &Fixed, unit: UnitId) -> usize {
        self.unit(unit).models.iter().filter(|model| !fixed.is_gun(**model)).count()
    }
}

/// 5B-ART-001: those who can serve a gun: not independent characters.
pub fn gunners(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<ModelId> {
    s.crew(fixed, unit).into_iter().filter(|model| !is_independent(fixed, *model)).collect()
}

/// 5B-ART-001: guns without a crew are removed.
pub fn settle(s: &mut State, cx: &mut Cx<'_>) {
    if !cx.fixed().has_guns {
        return;
    }
    for unit in s.all_units() {
        let guns = s.guns(cx.fixed(), unit);
        if !guns.is_empty() && gunners(cx.fixed(), s, unit).is_empty() {
            remove(s, cx, unit, guns, rules!["5B-ART-001"]);
        }
    }
}

fn remove(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, guns: Vec<ModelId>, rules: &[RuleId]) {
    for gun in &guns {
        s.remove(*gun);
    }
    cx.emit(rules, Event::Hull(Happening::GunsLost { unit, guns }));
}

/// 5B-ART-007, 5V-ART-016: a unit that falls back leaves guns without a crewman each; by the variant it loses all of them.
pub fn abandon(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    let guns = s.guns(fixed, unit);
    if guns.is_empty() {
        return Ok(());
    }
    if fixed.uses(rule!("5V-ART-016")) {
        remove(s, cx, unit, guns, rules!["5V-ART-016"]);
        return Ok(());
    }
    let each = usize::from(fixed.numbers().gun_crew.crew_per_gun);
    let kept = gunners(fixed, s, unit).len() / each.max(1);
    let lost = guns.len().saturating_sub(kept) as u8;
    if lost > 0 {
        s.about = Some(unit);
        let owner = s.unit(unit).side;
        let guns = asking::take(s, cx, owner, rule!("5B-ART-007"), (unit, guns, lost))?;
        remove(s, cx, unit, guns, rules!["5B-ART-007"]);
    }
    Ok(())
}

/// 5B-ART-002, 5B-RUI-009: guns move with a crewman each, and never from one level of a ruin to another.
pub fn move_faults(fixed: &Fixed, s: &State, shape: &MoveShape, ways: &[Way]) -> Vec<Violation> {
    let guns = s.guns(fixed, shape.unit);
    if guns.is_empty() || matches!(shape.kind, Kind::React | Kind::PileIn) {
        return Vec::new();
    }
    let each = usize::from(fixed.numbers().gun_crew.crew_per_gun);
    let mut wrong = Vec::new();
    let going: Vec<ModelId> = ways.iter().map(|way| way.0).filter(|model| guns.contains(model)).collect();
    if !going.is_empty() && gunners(fixed, s, shape.unit).len() < guns.len() * each {
        wrong.push(broken(fixed, rule!("5B-ART-002"), "why.gun-without-crew", &going));
    }
    let climbs = |way: &&Way| {
        let up = s.pose(way.0).zip(way.1.last()).map_or(0, |(start, end)| (end.z - start.z).0.abs());
        guns.contains(&way.0) && up > grognard_space::table::Length::INCH.0
    };
    let climbing: Vec<ModelId> = ways.iter().filter(climbs).map(|way| way.0).collect();
    if !climbing.is_empty() {
        wrong.push(broken(fixed, rule!("5B-RUI-009"), "why.gun-climbs", &climbing));
    }
    wrong
}

/// 5B-ART-008, 5V-ART-006: the rule by which a unit does not assault, if so.
pub fn no_assault(fixed: &Fixed, s: &State, unit: UnitId) -> Option<RuleId> {
    let variant = fixed.uses(rule!("5V-ART-006"));
    let rule = if variant { rule!("5V-ART-006") } else { rule!("5B-ART-008") };
    (!s.guns(fixed, unit).is_empty()).then_some(rule)
}

/// 5B-ART-008, 5V-ART-003: the rule by which a unit takes no action beside its move, if so.
pub fn no_action(fixed: &Fixed, s: &State, unit: UnitId) -> Option<RuleId> {
    let variant = fixed.uses(rule!("5V-ART-003"));
    let rule = if variant { rule!("5V-ART-003") } else { rule!("5B-ART-008") };
    (!s.guns(fixed, unit).is_empty()).then_some(rule)
}
