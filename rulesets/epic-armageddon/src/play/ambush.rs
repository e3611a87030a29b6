//! The first turn of an ambush: the column marches in, then those who lie in wait shoot (EA-SAM-003 to EA-SAM-007).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};

use super::shooting::{self, Shooting};
use super::{Pick, pop_ups};
use crate::Epic;
use crate::ambush::{hunter, queues_at};
use crate::candidates;
use crate::choice::{Choice, Manner, Shape};
use crate::event::Event;
use crate::ids::FormationId;
use crate::legal::shooting::targets;
use crate::state::{Flow, State};

/// EA-SAM-003: a formation queues at one end of the road; the order is the order in which they come in.
pub fn queue(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let at = match queues_at(cx.fixed(), s)[..] {
        [] => return cx.broken("there is no road"),
        [only] => only,
        _ => {
            let ask = Ask::new(s.owner(formation), "entry", rule!("EA-SAM-003"));
            let Choice::Entry(at) = cx.propose(s, ask, Shape::Entry(formation))? else {
                return cx.broken("an entry point was answered with something else");
            };
            at
        }
    };
    s.formation_mut(formation).entry = Some(at);
    s.queue.push(formation);
    cx.emit(rules!["EA-SAM-001", "EA-SAM-002", "EA-SAM-003", "EA-SCEN-004"], Event::Entry { formation, at });
    Ok(())
}

/// One formation of the column marches in, or one of those in wait shoots.
pub fn step(s: &mut State, cx: &mut Ctx<'_, Epic>, done: u8) -> Step {
    if let Some(formation) = s.queue.get(usize::from(done)).copied() {
        march(s, cx, formation)?;
        s.flow = Flow::Ambush { done: done + 1 };
        return Ok(());
    }
    shoot(s, cx)
}

/// EA-SAM-005: all of a formation come in, on the road, behind those who came first.
fn march(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    s.about.formation = Some(formation);
    // Where there is no room it comes in later, as a reserve does.
    if candidates::default(cx.fixed(), s, &Shape::Place(formation)).is_none() {
        cx.emit(rules!["EA-SAM-005", "EA-TOUR-025"], Event::StoodDown { formation });
        return Ok(());
    }
    let ask = Ask::new(s.owner(formation), "enter", rule!("EA-SAM-005"));
    let Choice::Place(_, places, rides) = cx.propose(s, ask, Shape::Place(formation))? else {
        return cx.broken("places were answered with something else");
    };
    for (unit, pose) in &places {
        s.put(cx.fixed(), *unit, *pose);
    }
    for (unit, transport) in rides {
        s.embark(unit, transport);
    }
    let own = s.formation_mut(formation);
    (own.entry, own.acted, own.marched, own.moved) = (None, true, true, true);
    cx.emit(rules!["EA-SAM-005", "EA-ACT-010"], Event::SetUp { formation, places });
    Ok(())
}

/// EA-SAM-006: every formation in wait may shoot as if on Overwatch. EA-SAM-007: then all rally.
fn shoot(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let Some(side) = hunter(cx.fixed()) else { return cx.broken("nobody lies in wait") };
    let able = |id: &FormationId| {
        let own = s.formation(*id);
        !own.acted && !own.broken && !targets(cx.fixed(), s, *id, false).is_empty()
    };
    let able: Vec<FormationId> = s.of_side(side).filter(able).collect();
    let mut options = vec![Pick::Nobody];
    options.extend(able.into_iter().map(Pick::Formation));
    let Pick::Formation(formation) = cx.choose(s, Ask::new(side, "ambush", rule!("EA-SAM-006")), &options)?
    else {
        cx.emit(rules!["EA-SAM-006", "EA-SAM-007"], Event::Passed { side });
        s.flow = Flow::RallyStart;
        return Ok(());
    };
    s.about.formation = Some(formation);
    let options: Vec<Pick> =
        targets(cx.fixed(), s, formation, false).into_iter().map(Pick::Formation).collect();
    let Pick::Formation(target) = cx.choose(s, Ask::new(side, "target", rule!("EA-SAM-006")), &options)?
    else {
        return cx.broken("nobody was aimed at");
    };
    s.formation_mut(formation).acted = true;
    cx.emit(rules!["EA-SAM-006", "EA-OVER-015"], Event::Manner { formation, manner: Manner::Shoot });
    let action = rule!("EA-OVER-015");
    let shooting = Shooting { formation, target, indirect: false, to_hit: 0, action, weather: None };
    shooting::fire(s, cx, shooting)?;
    pop_ups::sink(s, cx, formation);
    Ok(())
}
