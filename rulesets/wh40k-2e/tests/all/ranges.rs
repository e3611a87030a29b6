//! 2E-GEN-011: nothing that a player is shown tells a range before something is declared.

use grognard_engine::decision::Decision;
use grognard_engine::erased::Module;
use grognard_engine::prove::Games;
use grognard_engine::rng::SplitMix;
use grognard_engine::{SeatId, rule};
use grognard_space::table::{Angle, Offset};
use grognard_tabletop::elsewhere::elsewhere;
use grognard_wh40k_2e::ids::{ModelId, Side, UnitId};
use grognard_wh40k_2e::legal::shooting::{in_order, shooters};
use grognard_wh40k_2e::sight;
use grognard_wh40k_2e::state::{Flow, Moved, Nerve, State};
use grognard_wh40k_2e::{Fixed, Second};
use serde_json::json;

/// Whether every model of a unit looks at its nearest enemy of another.
fn faces(s: &State, unit: UnitId, enemy: UnitId) -> bool {
    s.bodies(unit).all(|(_, body)| {
        let nearest = s.bodies(enemy).min_by_key(|(id, other)| (body.distance(other), *id));
        nearest.is_some_and(|(_, other)| body.pose.facing == Angle::of(other.pose.at - body.pose.at))
    })
}

/// What may be shown without measuring: sight, arcs, cover and spotting both ways, the order of nearness, who looks at whom.
fn shown(fixed: &Fixed, s: &State, side: Side, unit: UnitId) -> Vec<String> {
    let mut all = Vec::new();
    let mut look = |one: ModelId, other: ModelId| {
        let cover = s.table.body(one).map(|body| sight::cover(fixed, s, body, other));
        let seen = [sight::sees(fixed, s, one, other), sight::in_arc(fixed, s, one, other)];
        all.push(format!("{cover:?} {seen:?} {:?}", sight::spots(fixed, s, one, other)));
    };
    for own in s.on_table(side) {
        for (model, _) in s.bodies(own) {
            for (enemy, _) in s.bodies(unit) {
                look(model, enemy);
                look(enemy, model);
            }
        }
    }
    // Whoever moves stands in the way of others, too.
    let ids: Vec<ModelId> = s.table.ids().collect();
    for one in &ids {
        let seen = ids.iter().filter(|other| *other != one && sight::sees(fixed, s, *one, **other));
        all.push(format!("{:?}", seen.collect::<Vec<_>>()));
    }
    for own in s.on_table(side) {
        let order = in_order(fixed, s, &shooters(fixed, s, own));
        all.push(format!("{:?}", order.iter().map(|seen| (seen.unit, seen.in_cover)).collect::<Vec<_>>()));
        for (model, _) in s.bodies(own) {
            let order = in_order(fixed, s, &[model]);
            all.push(format!("{:?}", order.iter().map(|seen| seen.unit).collect::<Vec<_>>()));
        }
        all.push(format!("{}", faces(s, own, unit)));
    }
    all
}

fn aside(fixed: &Fixed, s: &State, seat: SeatId, rng: &mut SplitMix) -> Option<State> {
    let side = Side::of(seat);
    let steady = s.units.iter().all(|unit| unit.nerve == Nerve::Steady);
    let open = matches!(s.flow, Flow::Overwatch | Flow::Charges | Flow::Moves | Flow::Shooting);
    if !steady || !open || s.active != side || !s.contacts.is_empty() {
        return None;
    }
    let foes: Vec<UnitId> = s.on_table(side.other()).collect();
    let unit = *foes.get(rng.below(foes.len().max(1)))?;
    let before = shown(fixed, s, side, unit);
    // Far enough to matter first; in a crowd only small steps leave sight and cover as they are.
    [635, 635, 254, 254, 63, 63, 20].into_iter().find_map(|step| {
        let by = Offset { x: step * (rng.below(17) as i32 - 8), y: step * (rng.below(17) as i32 - 8) };
        let there = State { table: elsewhere(s, unit, by)?, ..s.clone() };
        (by != Offset::default() && before == shown(fixed, &there, side, unit)).then_some(there)
    })
}

/// A move is drawn, or a charge, a run or a shot was declared and measured in this turn. Whoever has turned to an enemy shows by
/// its pose where that is; poses are judged by eye.
fn declared(_: &Fixed, s: &State, decision: &Decision<Second>) -> bool {
    let turned = |own: UnitId| s.on_table(s.active.other()).any(|enemy| faces(s, own, enemy));
    let measured = |moved: Moved| matches!(moved, Moved::Ran | Moved::Charged);
    matches!(decision.ask.kind, "paths" | "follow-up" | "place" | "watch")
        || s.watch.is_some()
        || s.on_table(s.active).any(turned)
        || s.units.iter().any(|unit| unit.fired || measured(unit.moved))
}

#[test]
fn nothing_tells_a_range_before_it_is_declared() {
    let module = Module::<Second>::embedded().expect("the embedded data is sound");
    for (setup, from) in [(json!({}), 0), (json!({ "battle": "close-quarters" }), 100)] {
        Games::new(&module, setup, from..from + 1).cap(3000).tells_no_range(&aside, &declared);
    }
    grognard_engine::prove::note(rule!("2E-GEN-011"), "nothing_tells_a_range_before_it_is_declared");
}
