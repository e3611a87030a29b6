//! The end of the battle (9E-ONW-024 to 9E-ONW-027).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{rule, rules};

use crate::Nine;
use crate::course::Course;
use crate::event::Event;
use crate::ids::Side;
use crate::play::command::{choose_markers, controlled, tell_markers};
use crate::play::damage::{self, Cause};
use crate::state::{EndWhy, Flow, Place, State};

/// Ends the battle and says who won.
pub fn end(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    // 9E-MIS-009: the mission says when.
    cx.emit(rules!["9E-MIS-001", "9E-MIS-009"], Event::Course(Course::Mission { step: 8 }));
    // 9E-REI-009, 9E-ONW-027: reinforcements that never came are destroyed, before anything is counted.
    let too_late = all_apply(rules!["9E-REI-009", "9E-ONW-027"]);
    for unit in s.unit_ids().filter(|_| too_late) {
        let late = |model: &crate::ids::ModelId| match s.model(*model).place {
            Place::Reserve => true,
            // 9E-AMB-105: passengers share the fate of a transport in reserve.
            Place::Embarked(transport) => s.model(transport).place == Place::Reserve,
            _ => false,
        };
        let lost: Vec<_> = s.unit(unit).models.iter().copied().filter(late).collect();
        for model in lost {
            cx.emit(rules!["9E-REI-009", "9E-ONW-027"], Event::Destroyed { model });
            damage::remove(s, cx, model, Cause::Own);
        }
    }
    // 9E-ONW-010: more markers than the opponent.
    choose_markers(s, cx)?;
    tell_markers(s, cx);
    let [red, blue] = Side::BOTH.map(|side| controlled(cx.fixed(), s, side).len());
    if red != blue {
        let side = if red > blue { Side::Red } else { Side::Blue };
        let points = cx.fixed().numbers().majority.points;
        s.vp[side.index()] += u16::from(points);
        let markers = controlled(cx.fixed(), s, side);
        cx.emit(rules!["9E-ONW-010"], Event::Scored { side, points, why: "scored.majority", markers });
    }
    // 9E-ONW-007: for the opposing Warlord.
    for side in Side::BOTH {
        let slain = cx.fixed().warlords[side.other().index()]
            .is_some_and(|model| s.model(model).place == Place::Gone);
        if slain {
            let points = cx.fixed().numbers().slay.points;
            s.vp[side.index()] += u16::from(points);
            cx.emit(
                rules!["9E-ONW-006", "9E-ONW-007"],
                Event::Scored { side, points, why: "scored.warlord", markers: Vec::new() },
            );
        }
    }
    cx.emit(rules!["9E-MIS-001"], Event::Course(Course::Mission { step: 9 }));
    let [red, blue] = Side::BOTH.map(|side| s.is_destroyed(side));
    let destroyed = applies(rule!("9E-ONW-025"));
    let (winner, why) = match (red, blue) {
        // 9E-ONW-025: whatever the points.
        (true, false) if destroyed => (Some(Side::Blue), EndWhy::Destroyed),
        (false, true) if destroyed => (Some(Side::Red), EndWhy::Destroyed),
        // 9E-ONW-026, 9E-AMB-090.
        _ => {
            let [red, blue] = s.vp;
            let winner = if red > blue { Some(Side::Red) } else { (blue > red).then_some(Side::Blue) };
            (winner.filter(|_| applies(rule!("9E-ONW-026"))), EndWhy::Points)
        }
    };
    s.flow = Flow::Over { winner, why };
    let rules = if why == EndWhy::Destroyed {
        rules!["9E-ONW-024", "9E-ONW-025"]
    } else {
        rules!["9E-ONW-024", "9E-ONW-026"]
    };
    cx.emit(rules, Event::Over { winner, why, vp: s.vp });
    Ok(())
}
