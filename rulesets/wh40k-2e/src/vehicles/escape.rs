//! Running from a vehicle that is about to blow up (2E-VHH-008).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::table::{Angle, Length, Passing, Pose};

use crate::Second;
use crate::choice::Word;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::legal::charges;
use crate::legal::moves::free_place;
use crate::state::{Flow, State};

/// 2E-VHH-008: each model in contact with a vehicle that blows up in hand-to-hand combat may first run directly away.
pub fn before_the_blast(s: &mut State, cx: &mut Ctx<'_, Second>, vehicle: ModelId) -> Step {
    if !applies(rule!("2E-VHH-008")) {
        return Ok(());
    }
    if s.flow != Flow::HandToHand {
        return Ok(());
    }
    let fixed = cx.fixed();
    let Some(hull) = s.table.body(vehicle).cloned() else { return Ok(()) };
    let near: Vec<ModelId> = s
        .table
        .ids()
        .filter(|other| *other != vehicle && s.vehicle(*other).is_none())
        .filter(|other| {
            s.table.body(*other).is_some_and(|body| charges::contact(fixed, body, &hull) == Some(false))
        })
        .collect();
    for model in near {
        let rules = rules!["2E-VHH-008"];
        let far = fixed.numbers().escape.r#move.roll(cx, "roll.escape", rules)?;
        let Some(pose) = s.pose(model) else { continue };
        let away = Angle::of(pose.at - hull.outline.nearest_to(pose.at));
        let Some(end) = furthest(fixed, s, model, pose, away, Length::inches(i32::from(far))) else {
            continue;
        };
        s.about = Some(s.model(model).unit);
        let ask = Ask::new(s.side_of(model).seat(), "escape", rule!("2E-VHH-008"));
        if cx.choose(s, ask, &[Word::Run, Word::Hold])? == Word::Run {
            s.table.move_to(model, end);
            s.disengage(model);
            cx.emit(rules, Event::Happened { what: "event.escaped", model, other: Some(vehicle) });
        }
    }
    Ok(())
}

/// How far a model comes straight away without touching an enemy it does not fight.
fn furthest(fixed: &Fixed, s: &State, model: ModelId, pose: Pose, away: Angle, far: Length) -> Option<Pose> {
    let form = fixed.ground.form(fixed.form(model));
    let rules = free_place(&Passing::Base);
    let quarter = Length::INCH.0 / 4;
    (1..=far.0 / quarter)
        .rev()
        .map(|part| Pose { at: pose.at + away.step(Length(part * quarter)), ..pose })
        .find(|end| {
            let body = form.body(*end);
            let engages =
                s.enemies(s.side_of(model)).any(|(_, enemy)| charges::contact(fixed, &body, enemy).is_some());
            !engages && s.table.check_place(form, *end, &rules, &|other| other == model).is_empty()
        })
}
