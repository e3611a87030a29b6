//! Overwatch: formations that shoot outside their turn at enemies who move (EA-OVER).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule, rules};

use super::pop_ups;
use super::shooting::{self, Shooting};
use crate::Epic;
use crate::choice::{Choice, Shape, Word};
use crate::event::{Event, Facts};
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::legal::coherency::is_coherent;
use crate::legal::pivots::turning;
use crate::legal::shooting::{could_shoot, somebody_fires, suppressed};
use crate::legal::zones::in_a_zone;
use crate::state::State;

#[derive(Clone, Copy)]
enum Watch {
    Hold,
    Fire(FormationId),
}

impl From<Watch> for Choice {
    fn from(watch: Watch) -> Choice {
        match watch {
            Watch::Hold => Choice::Word(Word::HoldFire),
            Watch::Fire(formation) => Choice::Formation(formation),
        }
    }
}

/// EA-ACT-012, EA-OVER-001: a formation goes on Overwatch.
pub fn set(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) {
    s.formation_mut(formation).overwatch = true;
    cx.emit(rules!["EA-ACT-012", "EA-OVER-001", "EA-OVER-004"], Event::Overwatch { formation, on: true });
}

/// EA-OVER-003, EA-AMB-125: by a house rule units may pivot as they go on Overwatch, each as its owner likes.
pub fn pivot(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let fixed = cx.fixed();
    let on = fixed.is_set("overwatch-pivot", "on") && applies(rule!("EA-OVER-003"));
    if !on || turning(fixed, s, formation).is_empty() {
        return Ok(());
    }
    let ask = Ask::new(s.owner(formation), "pivot", rule!("EA-OVER-003"));
    let Choice::Place(_, turned, _) = cx.propose(s, ask, Shape::Pivot(formation))? else {
        return cx.broken("turning was answered with something else");
    };
    if turned.is_empty() {
        return Ok(());
    }
    for (unit, pose) in turned {
        s.put(fixed, unit, pose);
    }
    let about = Facts { formation: Some(formation), ..Facts::default() };
    cx.emit(rules!["EA-OVER-003", "EA-AMB-125"], Event::of("event.pivot", about));
    Ok(())
}

/// EA-OVER-004, EA-OVER-005: it gives Overwatch up, for another action or because it is Broken.
pub fn end(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, rules: &[RuleId]) {
    if s.formation(formation).overwatch {
        s.formation_mut(formation).overwatch = false;
        cx.emit(rules, Event::Overwatch { formation, on: false });
    }
}

/// EA-OVER-014: the formations of a side on Overwatch that can shoot at a formation.
pub fn watching(fixed: &Fixed, s: &State, side: SeatId, mover: FormationId) -> Vec<FormationId> {
    let can = |id: &FormationId| {
        let own = s.formation(*id);
        own.side == side
            && own.overwatch
            && !own.broken
            && somebody_fires(fixed, &could_shoot(fixed, s, *id, mover, false), suppressed(fixed, s, *id))
    };
    if s.formation_ids().any(|id| s.formation(id).overwatch) {
        s.of_side(side).filter(can).collect()
    } else {
        Vec::new()
    }
}

/// EA-OVER-012, EA-OVER-013, EA-AMB-029: after a move of a formation its enemies on Overwatch may shoot at it before
/// anything else happens, one at a time, in the order of their owner; once it is Broken nobody does.
pub fn window(s: &mut State, cx: &mut Ctx<'_, Epic>, mover: FormationId) -> Step {
    after(s, cx, mover, &[])
}

/// The same, after something that is a trigger by these rules.
pub fn after(s: &mut State, cx: &mut Ctx<'_, Epic>, mover: FormationId, by: &[RuleId]) -> Step {
    if !applies(rule!("EA-OVER-001")) {
        return Ok(());
    }
    let team = s.formation(mover).team;
    let was_broken = s.formation(mover).broken;
    let sides: Vec<SeatId> =
        s.order.iter().copied().filter(|seat| cx.fixed().sides[seat.index()].team != team).collect();
    for side in sides {
        loop {
            let broken_now = s.formation(mover).broken && !was_broken;
            let able = watching(cx.fixed(), s, side, mover);
            if able.is_empty() || broken_now || !s.is_on_table(mover) {
                break;
            }
            let before = s.about.clone();
            s.about.target = Some(mover);
            let mut options = vec![Watch::Hold];
            options.extend(able.into_iter().map(Watch::Fire));
            let ask = Ask::new(side, "overwatch", rule!("EA-OVER-001"));
            let answer = cx.choose(s, ask, &options)?;
            let Watch::Fire(formation) = answer else {
                s.about = before;
                break;
            };
            // EA-OVER-005, EA-OVER-015: it is its action of the turn, and Overwatch is over. EA-TERR-008: so is its cover.
            let rules = rules![
                "EA-OVER-004",
                "EA-OVER-005",
                "EA-OVER-012",
                "EA-OVER-014",
                "EA-OVER-015",
                "EA-TERR-008"
            ];
            let mut rules = rules.to_vec();
            rules.extend(by);
            // EA-OVER-016, EA-OVER-017: out of coherency or in a zone of control it still shoots.
            if !is_coherent(cx.fixed(), s, formation) {
                rules.push(rule!("EA-OVER-016"));
            }
            if in_a_zone(cx.fixed(), s, formation) {
                rules.push(rule!("EA-OVER-017"));
            }
            end(s, cx, formation, &rules);
            s.formation_mut(formation).acted = true;
            let shooting = Shooting {
                formation,
                target: mover,
                indirect: false,
                to_hit: 0,
                action: rule!("EA-OVER-015"),
                weather: None,
            };
            shooting::fire(s, cx, shooting)?;
            pop_ups::sink(s, cx, formation);
            s.about = before;
        }
    }
    // EA-SAS-041: so do those who are hidden.
    super::fortified::window(s, cx, mover)
}
