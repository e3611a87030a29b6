//! Enemies make room for a tank (TNK).

use grognard_engine::ctx::Step;
use grognard_engine::{rule, rules};
use grognard_space::table::{BodyId, Length, Passing, Pose};

use super::happening::Happening;
use super::tank_shock::is_ramming_matter;
use crate::Cx;
use crate::edition::TankShock;
use crate::event::Event;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::{coherency_of, free_place};
use crate::play::aside;
use crate::state::State;

/// How far a model makes room at most.
const FURTHEST: Length = Length::inches(12);

/// 5B-TNK-006, 5V-TNK-011: enemies under the tank, or too near, make room by the shortest way; where two are as
/// short, their owner says which.
pub fn make_room(s: &mut State, cx: &mut Cx<'_>, tank: ModelId) -> Step {
    let fixed = cx.fixed();
    let Some(hull) = s.table.body(tank).cloned() else { return Ok(()) };
    let side = s.side_of(tank);
    let rule = match fixed.edition.tank_shock {
        TankShock::Morale => rule!("5B-TNK-006"),
        TankShock::Initiative => rule!("5V-TNK-011"),
    };
    let asked = (s.about, s.against);
    let apart = fixed.vehicles().make_room.from_enemies.0;
    let near = |model: &BodyId| {
        s.table.body(*model).is_some_and(|body| {
            let level = (body.pose.z - hull.pose.z).0.abs() <= Length::INCH.0;
            level && body.outline.within(&hull.outline, apart - Length(1))
        })
    };
    let mut all: Vec<ModelId> = s
        .enemies(side)
        .map(|(model, _)| model)
        .filter(near)
        .filter(|model| fixed.chassis(*model).is_none() && !is_ramming_matter(fixed, *model))
        .collect();
    all.sort_by_key(|model| (s.table.distance(tank, *model), *model));
    let mut placed: Vec<(ModelId, Pose)> = Vec::new();
    for model in all {
        let Some(wish) = s.pose(model) else { continue };
        let unit = s.model(model).unit;
        let others = |other: BodyId| {
            let foe = s.stands(other) && s.side_of(other) == side;
            if foe {
                Passing::Away { horizontal: apart - Length(1), vertical: Length::UNBOUNDED }
            } else {
                Passing::Base
            }
        };
        let rules = free_place(&others);
        let form = fixed.ground.form(fixed.form(model));
        let mates: Vec<ModelId> = s.unit(unit).models.iter().copied().filter(|mate| *mate != model).collect();
        let linked = |pose: Pose| {
            let body = form.body(pose);
            mates.is_empty()
                || mates.iter().any(|mate| {
                    s.table.body(*mate).is_some_and(|mate| coherency_of(fixed, unit).linked(mate, &body))
                })
        };
        let nearest =
            |fits: &dyn Fn(Pose) -> bool| s.table.nearest_spot(form, wish, FURTHEST, &rules, &[model], fits);
        let (spot, stays) = match nearest(&linked) {
            Some(pose) => (Some(pose), true),
            None => (nearest(&|_| true), false),
        };
        // D-24: another spot that is as near, and lies the other way.
        let other = spot.and_then(|first| {
            let way = first.at - wish.at;
            let away = |pose: Pose| way.dot(pose.at - wish.at) <= 0 && (!stays || linked(pose));
            let second = nearest(&away)?;
            let far = |pose: Pose| wish.at.distance(pose.at);
            aside::as_short(far(second), far(first)).then_some([first, second])
        });
        let spot = match other {
            Some(both) => {
                (s.about, s.against) = (Some(unit), Some(s.model(tank).unit));
                Some(both[aside::ask(s, cx, model, rule, both.map(|pose| pose.at))?])
            }
            None => spot,
        };
        if let Some(pose) = spot {
            s.table.move_to(model, pose);
            placed.push((model, pose));
        } else {
            s.remove(model);
            cx.emit(rules!["5B-TNK-006"], Event::Hull(Happening::Crushed { model }));
        }
    }
    let mut units: Vec<UnitId> = placed.iter().map(|(model, _)| s.model(*model).unit).collect();
    units.sort_unstable();
    units.dedup();
    for unit in units {
        let models = placed.iter().copied().filter(|(model, _)| s.model(*model).unit == unit).collect();
        cx.emit(&[rule], Event::Hull(Happening::MadeRoom { unit, models }));
    }
    (s.about, s.against) = asked;
    Ok(())
}
