//! Passengers of destroyed transports (EA-TRAN-010, EA-TRAN-019 to EA-TRAN-022).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::hits::{self, Hit};
use crate::Epic;
use crate::abilities::{Abilities, Ability};
use crate::choice::{Choice, Shape};
use crate::event::{Event, Loss};
use crate::ids::{FormationId, UnitId};
use crate::kind::Fire;
use crate::legal::wrecks::{may_choose, together};
use crate::state::{Place, State};

/// What became of a transport, for those aboard.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Wreck {
    /// It was destroyed by this hit, whose properties count for those aboard, too (EA-TRAN-022).
    Hit(Hit),
    /// EA-TRAN-020: by something else; those lost give no Blast markers.
    Harmless,
    /// EA-TRAN-021: by ending a withdrawal near the enemy.
    Withdrawn,
}

/// The hit on each unit aboard, and whether it may save from it.
fn hit_on(cx: &Ctx<'_, Epic>, s: &State, how: Wreck, transport: UnitId, unit: UnitId) -> Option<Hit> {
    // EA-TAIR-004: nobody gets out of aircraft that were shot down in flight.
    if fell(s, transport) && applies(rule!("EA-TAIR-004")) {
        return None;
    }
    // EA-ABIL-116: nobody gets out of a transport that had popped up.
    if s.units[transport.index()].popped && applies(rule!("EA-ABIL-116")) {
        return None;
    }
    // EA-WE-048: a Broken formation aboard a war engine in an assault is lost with it.
    if is_lost_with(s, transport, unit) {
        return None;
    }
    let fearless = crate::marks::is_fearless(cx.fixed(), s, unit);
    let broken = s.formation(s.units[unit.index()].formation).broken;
    let hit = match how {
        Wreck::Hit(hit) => hit,
        // EA-TRAN-021: of a formation that is Broken only those who are Fearless have a save.
        Wreck::Withdrawn if broken && !fearless && applies(rule!("EA-TRAN-021")) => return None,
        Wreck::Withdrawn | Wreck::Harmless => Hit::new(Fire::Ap, Abilities::default()),
    };
    Some(Hit { wreck: true, contact: true, ..hit })
}

/// EA-WE-048: whether a passenger belongs to a Broken formation that a war engine of another one took into an assault.
fn is_lost_with(s: &State, transport: UnitId, unit: UnitId) -> bool {
    let (home, carrier) = (s.units[unit.index()].formation, s.units[transport.index()].formation);
    home != carrier && s.formation(home).broken && s.assault.is_some() && applies(rule!("EA-WE-048"))
}

/// EA-TAIR-004: whether a transport was destroyed in flight.
fn fell(s: &State, transport: UnitId) -> bool {
    s.wrecks.iter().any(|(known, pose)| *known == transport && pose.z > Length::ZERO)
}

/// The rules of a passenger's end.
fn rules_of(s: &State, how: Wreck, transport: UnitId) -> Vec<RuleId> {
    let mut rules = rules!["EA-TRAN-010"].to_vec();
    let own = match how {
        Wreck::Hit(_) => rules![],
        Wreck::Harmless => rules!["EA-TRAN-020"],
        Wreck::Withdrawn => rules!["EA-TRAN-021", "EA-AMB-174"],
    };
    rules.extend(own);
    if fell(s, transport) {
        rules.push(rule!("EA-TAIR-004"));
    }
    if s.units[transport.index()].popped {
        rules.push(rule!("EA-ABIL-116"));
    }
    if let Wreck::Hit(hit) = how {
        let also = [
            (hit.fire == Fire::Mw, rule!("EA-ABIL-087")),
            (hit.has(Ability::Disrupt), rule!("EA-ABIL-024")),
            (hit.has(Ability::IgnoreCover), rule!("EA-TRAN-022")),
        ];
        rules.extend(also.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule));
    }
    rules
}

/// Those aboard transports that were destroyed are hit once each; their owner places survivors where the transport stood
/// (EA-TRAN-019). Says of which formations units were lost.
pub fn settle(s: &mut State, cx: &mut Ctx<'_, Epic>, how: Wreck) -> Step<Vec<FormationId>> {
    let mut lost = Vec::new();
    while let Some((transport, pose)) = s.wrecks.last().copied() {
        let rules = rules_of(s, how, transport);
        let aboard: Vec<UnitId> = (0..s.units.len() as u16)
            .map(UnitId)
            .filter(|unit| s.units[unit.index()].place == Place::Aboard(transport))
            .collect();
        let mut alive = Vec::new();
        for unit in aboard {
            let saved = match hit_on(cx, s, how, transport, unit) {
                Some(hit) => hits::unsaved(s, cx, unit, &hit, cx.fixed().numbers().wrecked.hits)? == 0,
                None => false,
            };
            if saved {
                alive.push(unit);
                continue;
            }
            lost.push(s.units[unit.index()].formation);
            let mut rules = rules.clone();
            if is_lost_with(s, transport, unit) {
                rules.push(rule!("EA-WE-048"));
            }
            s.remove(unit);
            cx.emit(&rules, Event::Lost { unit, why: Loss::Wreck });
        }
        let places = match together(cx.fixed(), s, pose, &alive) {
            Some(Choice::Place(_, places, _)) if !alive.is_empty() => {
                let formation = s.units[alive[0].index()].formation;
                let before = s.about.clone();
                s.about.formation = Some(formation);
                let ask = Ask::new(s.owner(formation), "survivors", rule!("EA-TRAN-019"));
                let shape = Shape::Survivors(transport, alive.clone());
                let answer = if may_choose(cx.fixed(), transport, pose, &places) {
                    cx.propose(s, ask, shape)?
                } else {
                    Choice::Place(formation, places, Vec::new())
                };
                s.about = before;
                let Choice::Place(_, places, _) = answer else {
                    return cx.broken("survivors were answered with something else");
                };
                places
            }
            _ => Vec::new(),
        };
        for (unit, pose) in places {
            s.put(cx.fixed(), unit, pose);
            let mut rules = rules!["EA-TRAN-010", "EA-TRAN-019"].to_vec();
            if cx.fixed().kind(transport).flight.is_some() {
                rules.push(rule!("EA-TAIR-021"));
            }
            cx.emit(&rules, Event::Disembarked { unit, transport });
        }
        // Where there is no room at all nobody survives.
        for unit in alive {
            if s.units[unit.index()].place == Place::Aboard(transport) {
                lost.push(s.units[unit.index()].formation);
                s.remove(unit);
                cx.emit(&rules, Event::Lost { unit, why: Loss::Wreck });
            }
        }
        s.wrecks.retain(|(known, _)| *known != transport);
    }
    Ok(lost)
}

/// Where everybody aboard is gone already.
pub fn forget(s: &mut State) {
    s.wrecks.clear();
}
