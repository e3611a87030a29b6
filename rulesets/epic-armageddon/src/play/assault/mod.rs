//! Assaults, step by step (EA-ASLT-002): charge, counter charge, attacks, supporting fire, result, loser, winner.

mod aftermath;
mod attacks;
pub mod result;
mod support;
mod wounds;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::table::Length;

use super::{action, carrying, movement, pop_ups, raids};
use crate::Epic;
use crate::abilities::Ability;
use crate::assault::{Assault, Role, Stage};
use crate::choice::{Choice, MoveKind, Shape};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::assault::{followers, intermingled, reached, units_of};
use crate::legal::charges;
use crate::legal::moves::rule_of;
use crate::legal::transport::is_trapped;
use crate::state::{Activation, State};

/// A1, EA-ASLT-003, EA-ASLT-004: an assault is declared: its target is named, then further formations that are intermingled
/// with it (EA-MING-002), then those a Commander brings along (EA-ABIL-015).
pub fn declare(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, target: FormationId) -> Step {
    s.assault = Some(Box::new(Assault::new(formation, target)));
    s.about.target = Some(target);
    let owner = s.owner(formation);
    let others = intermingled(cx.fixed(), s, target);
    let friends = followers(cx.fixed(), s, formation);
    if !others.is_empty() || !friends.is_empty() {
        let rule = if others.is_empty() { rule!("EA-ABIL-015") } else { rule!("EA-MING-002") };
        let ask = Ask::new(owner, "also-engage", rule);
        let Choice::With(named) = cx.propose(s, ask, Shape::With(others.clone(), friends))? else {
            return cx.broken("who takes part was answered with something else");
        };
        for id in named {
            add(s, if others.contains(&id) { Role::Defender } else { Role::Attacker }, id);
        }
    }
    if let Some(assault) = &s.assault {
        let (with, targets) = (assault.sides[0][1..].to_vec(), assault.sides[1].to_vec());
        let mut rules = rules!["EA-ASLT-001", "EA-ASLT-003"].to_vec();
        if cx.fixed().sides.len() > 2 {
            rules.push(rule!("EA-MULT-004"));
        }
        if targets.len() > 1 {
            rules.extend(rules!["EA-ASLT-004", "EA-MING-001", "EA-MING-002", "EA-MING-003"]);
            // EA-ABIL-105: Scouts are intermingled no farther than others.
            let scouts = |id: &FormationId| {
                s.formation(*id).units.iter().any(|unit| cx.fixed().kind(*unit).has(Ability::Scout))
            };
            if targets.iter().any(scouts) {
                rules.push(rule!("EA-ABIL-105"));
            }
        }
        if !with.is_empty() {
            rules.extend(rules!["EA-ABIL-015", "EA-ABIL-018"]);
        }
        cx.emit(&rules, Event::Engages { formation, with, targets: targets.clone() });
        for target in targets {
            super::marks::effects::collapse(s, cx, target)?;
        }
    }
    Ok(())
}

fn add(s: &mut State, role: Role, formation: FormationId) {
    if let Some(assault) = &mut s.assault {
        assault.sides[role.index()].push(formation);
    }
}

fn go_on(s: &mut State, stage: Stage) {
    if let Some(assault) = &mut s.assault {
        assault.stage = stage;
    }
}

/// EA-TAIR-026, EA-TAIR-027: an assault of landed aircraft and of those who got out of them, in place of a charge.
pub fn from_above(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    guests: &[FormationId],
    target: FormationId,
) -> Step {
    declare(s, cx, formation, target)?;
    for guest in guests {
        add(s, Role::Attacker, *guest);
    }
    s.about.formation = Some(formation);
    cx.emit(rules!["EA-TAIR-027", "EA-AIR-042"], Event::Together { formation });
    charged(s, cx);
    Ok(())
}

/// The next step of an assault.
pub fn step(s: &mut State, cx: &mut Ctx<'_, Epic>, activation: Activation) -> Step {
    s.about.formation = Some(activation.formation);
    let Some(assault) = s.assault.clone() else { return cx.broken("there is no assault") };
    match assault.stage {
        Stage::Charge(number) => charge(s, cx, &assault, number)?,
        Stage::Counter(role, number) => counter_charge(s, cx, &assault, role, number)?,
        Stage::Attacks => {
            attacks::fight(s, cx)?;
            // EA-SWP-014: an assault on a part of a plant is over then.
            let target =
                assault.of(Role::Defender).iter().all(|id| crate::plant::is_location(cx.fixed(), *id));
            if target && s.assault.is_some() && applies(rule!("EA-SWP-014")) {
                let about =
                    crate::event::Facts { formation: Some(activation.formation), ..Default::default() };
                cx.emit(rules!["EA-SWP-014"], Event::of("event.no-result", about));
                s.assault = None;
            }
        }
        Stage::Support => support::support(s, cx)?,
        Stage::Result => result::result(s, cx)?,
        Stage::Winner(role, number) => aftermath::winner(s, cx, &assault, role, number)?,
    }
    if s.assault.is_none() {
        for formation in assault.sides.iter().flatten() {
            pop_ups::sink_after_assault(s, cx, *formation);
        }
        s.flow = action::after(cx.fixed(), s, s.owner(activation.formation), activation);
    }
    Ok(())
}

/// A2: one charge move of each attacking formation. EA-ASLT-006: where it brings nobody near the target the action ends.
fn charge(s: &mut State, cx: &mut Ctx<'_, Epic>, assault: &Assault, number: u8) -> Step {
    let Some(formation) = assault.of(Role::Attacker).get(usize::from(number)).copied() else {
        charged(s, cx);
        return Ok(());
    };
    s.about.formation = Some(formation);
    s.about.target = assault.of(Role::Defender).first().copied();
    s.formation_mut(formation).moved = true;
    // EA-WE-018: who got out of a war engine does not charge besides.
    let alighted = carrying::has_alighted(s, formation);
    if s.is_on_table(formation) && !s.formation(formation).broken && !alighted {
        let kind = MoveKind::Charge;
        let ask = Ask::new(s.owner(formation), "charge", rule_of(kind));
        let Choice::Paths(_, ways, rides) = cx.propose(s, ask, Shape::Paths(formation, kind, 1))? else {
            return cx.broken("a charge was answered with something else");
        };
        let by = rules!["EA-ACT-008", "EA-ASLT-005", "EA-ASLT-007", "EA-ASLT-013"];
        movement::carry_out(s, cx, formation, kind, &ways, &rides, by)?;
        // EA-SHR-008: an installation beside the enemy, in the same assault.
        if s.is_on_table(formation) && !s.formation(formation).broken {
            raids::strike(s, cx, formation)?;
        }
        let target = assault.of(Role::Defender).first().copied();
        if let (Some(target), true, false) = (target, s.is_on_table(formation), s.formation(formation).broken)
        {
            for guest in carrying::charge(s, cx, formation, target)? {
                add(s, Role::Attacker, guest);
            }
        }
    }
    // EA-WDRW-002: who is Broken on the way takes no further part.
    if s.formation(formation).broken || !s.is_on_table(formation) {
        if let Some(assault) = &mut s.assault {
            assault.sides[0].retain(|other| *other != formation);
        }
    } else {
        go_on(s, Stage::Charge(number + 1));
    }
    let next = match s.assault.as_ref().map(|assault| assault.stage) {
        Some(Stage::Charge(next)) => usize::from(next),
        _ => return Ok(()),
    };
    let all = s.assault.as_ref().map_or(0, |assault| assault.of(Role::Attacker).len());
    if next >= all {
        charged(s, cx);
    }
    Ok(())
}

/// EA-ASLT-006: whether there is an assault after the charge.
fn charged(s: &mut State, cx: &mut Ctx<'_, Epic>) {
    if there_is_one(s, cx) {
        go_on(s, Stage::Counter(Role::Defender, 0));
    }
}

/// EA-ASLT-006, EA-ASLT-033: without an attacker near enough there is no assault.
fn there_is_one(s: &mut State, cx: &mut Ctx<'_, Epic>) -> bool {
    let Some(assault) = &s.assault else { return false };
    if reached(cx.fixed(), s, assault) || !applies(rule!("EA-ASLT-006")) {
        return true;
    }
    if let Some(formation) = s.about.formation {
        cx.emit(rules!["EA-ASLT-006", "EA-ASLT-033"], Event::NoAssault { formation });
    }
    s.assault = None;
    false
}

/// A3: the counter charge of one formation. EA-ASLT-070, EA-AMB-036: in later rounds the attackers first, then the
/// defenders.
fn counter_charge(s: &mut State, cx: &mut Ctx<'_, Epic>, assault: &Assault, role: Role, number: u8) -> Step {
    if let Some(formation) = assault.of(role).get(usize::from(number)).copied() {
        go_on(s, Stage::Counter(role, number + 1));
        s.about.formation = Some(formation);
        s.about.target = assault.of(role.other()).first().copied();
        if may_counter(cx.fixed(), s, assault, formation) && applies(rule!("EA-ASLT-018")) {
            let kind = MoveKind::CounterCharge;
            let ask = Ask::new(s.owner(formation), "counter-charge", rule_of(kind));
            let answer = cx.propose(s, ask, Shape::Paths(formation, kind, 1))?;
            if let Choice::Paths(_, ways, rides) = answer {
                let mut by = rules!["EA-ASLT-018", "EA-ASLT-022", "EA-ASLT-024"].to_vec();
                if assault.of(role).len() > 1 {
                    by.push(rule!("EA-MING-004"));
                }
                if assault.round > 1 {
                    by.extend(rules!["EA-ASLT-070", "EA-AMB-036"]);
                }
                movement::carry_out(s, cx, formation, kind, &ways, &rides, &by)?;
                draw_in(s, cx, role);
            }
        }
        pop_ups::in_counter_charge(s, cx, formation)?;
        return Ok(());
    }
    if role == Role::Attacker {
        go_on(s, Stage::Counter(Role::Defender, 0));
        return Ok(());
    }
    // EA-ASLT-033: in the first round only.
    if assault.round > 1 || there_is_one(s, cx) {
        go_on(s, Stage::Attacks);
    }
    Ok(())
}

/// EA-ASLT-018, EA-ASLT-021: whether a formation has a unit that may go for an enemy, or somebody who could get out of a transport
/// that is not trapped.
fn may_counter(fixed: &Fixed, s: &State, assault: &Assault, formation: FormationId) -> bool {
    let free = |unit: UnitId| {
        !crate::legal::assault::in_contact(s, assault, unit)
            && charges::counter_charge(fixed, unit) > Length::ZERO
    };
    let opens = |unit: UnitId| s.aboard(unit).next().is_some() && !is_trapped(fixed, s, &s.table, unit);
    s.standing(formation).any(|(unit, _)| free(unit) || opens(unit))
}

/// EA-ASLT-026: formations that a counter charge touches take part on the other side.
fn draw_in(s: &mut State, cx: &mut Ctx<'_, Epic>, role: Role) {
    let Some(assault) = &s.assault else { return };
    let own = assault.of(role).to_vec();
    let Some(first) = own.first() else { return };
    // EA-MULT-004: nobody of a third army is drawn in.
    let foes = assault.of(role.other()).first().map(|id| s.formation(*id).team);
    let third = |id: &FormationId| Some(s.formation(*id).team) != foes && applies(rule!("EA-MULT-004"));
    let strangers: Vec<FormationId> = s
        .enemies(*first)
        .filter(|id| !third(id))
        .filter(|id| assault.role(*id).is_none())
        .filter(|id| {
            s.standing(*id).any(|(_, body)| units_of(s, &own).any(|(_, touching)| touching.in_contact(body)))
        })
        .collect();
    for formation in strangers {
        add(s, role.other(), formation);
        cx.emit(rules!["EA-ASLT-026"], Event::DrawnIn { formation });
    }
}
