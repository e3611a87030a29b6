//! Transports: getting in and out, and getting out of a wreck (9E-TRN).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::refusal::Bars;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};

use crate::Nine;
use crate::choice::{Choice, Ground, Stratagem, Word};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::measure;
use crate::play::damage::{self, Cause};
use crate::play::{deployment, stratagem};
use crate::state::{Moved, Place, State};

/// 9E-TRN-001, 9E-TRN-002: the own transports that have room for a unit.
pub fn with_room<'a>(fixed: &'a Fixed, s: &'a State, unit: UnitId) -> impl Iterator<Item = ModelId> + 'a {
    let side = s.unit(unit).side;
    let carriers = s.unit_ids().filter(move |other| s.unit(*other).side == side && *other != unit);
    carriers.flat_map(move |other| s.unit(other).models.iter().copied()).filter(move |carrier| {
        let Some((capacity, keyword)) = fixed.kind(*carrier).transport else { return false };
        let aboard: usize = s.passengers(*carrier).map(|passenger| s.unit(passenger).models.len()).sum();
        let has = |model: &ModelId| fixed.kind(*model).keywords.any(keyword);
        let mut bars = Bars::default();
        let models = &s.unit(unit).models;
        bars.need(rules!["9E-GEN-009", "9E-TRN-001"], || models.is_empty() || models.iter().any(has));
        // 9E-GEN-013: each model by itself.
        bars.need(rules!["9E-GEN-009", "9E-TRN-001", "9E-GEN-013"], || s.unit(unit).models.iter().all(has));
        bars.need(rules!["9E-TRN-002"], || aboard + s.unit(unit).models.len() <= capacity as usize);
        bars.open()
    })
}

#[derive(Clone, Copy)]
enum EmbarkPick {
    Stay,
    In(ModelId),
}

impl From<EmbarkPick> for Choice {
    fn from(pick: EmbarkPick) -> Choice {
        match pick {
            EmbarkPick::Stay => Choice::Word(Word::No),
            EmbarkPick::In(transport) => Choice::Embark(transport),
        }
    }
}

/// 9E-TRN-004 to 9E-TRN-006: after its move a unit may embark in a transport that all its models are near.
pub fn offer_embarking(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step {
    let mut bars = Bars::default();
    bars.need(&[], || s.is_on_table(unit));
    bars.bar(rules!["9E-TRN-006", "9E-TRN-024"], || s.unit(unit).turn.disembarked);
    if !bars.open() {
        return Ok(());
    }
    let within = cx.fixed().numbers().embark.within.0;
    let near: Vec<ModelId> = with_room(cx.fixed(), s, unit)
        .filter(|carrier| {
            let mut bars = Bars::default();
            bars.need(&[], || s.pose(*carrier).is_some());
            bars.need(rules!["9E-TRN-004"], || measure::every_model_within(s, unit, *carrier, within));
            bars.bar(rules!["9E-TRN-005"], || measure::is_engaged(cx.fixed(), s, s.model(*carrier).unit));
            bars.open()
        })
        .collect();
    let mut options = vec![EmbarkPick::Stay];
    options.extend(near.into_iter().map(EmbarkPick::In));
    let ask = Ask::new(s.unit(unit).side.seat(), "embark", rule!("9E-TRN-004"));
    if let EmbarkPick::In(carrier) = cx.choose(s, ask, &options)? {
        // 9E-TRN-007: off the battlefield.
        for model in s.unit(unit).models.clone().into_iter().filter(|_| applies(rule!("9E-TRN-007"))) {
            s.lift(model, Place::Embarked(carrier));
        }
        cx.emit(rules!["9E-TRN-004", "9E-TRN-007"], Event::Embarked { unit, transport: carrier });
    }
    Ok(())
}

/// 9E-TRN-012, 9E-TRN-013: the units that may get out now: those that began the phase inside a transport that has not
/// moved. Whether there is room (9E-AMB-024) is for their owner to show.
pub fn may_leave(s: &State, side: Side) -> Vec<UnitId> {
    s.unit_ids()
        .filter(|unit| {
            let Some(carrier) = s.transport_of(*unit) else { return false };
            let moved = s.unit(s.model(carrier).unit).turn.moved;
            let mut bars = Bars::default();
            bars.need(&[], || s.unit(*unit).side == side);
            bars.need(rules!["9E-TRN-012"], || s.unit(*unit).turn.began_embarked);
            bars.need(rules!["9E-TRN-013"], || matches!(moved, Moved::NotYet | Moved::Stationary));
            bars.open() && s.pose(carrier).is_some() && !s.unit(*unit).turn.stayed_off
        })
        .collect()
}

/// 9E-TRN-014 to 9E-TRN-016: a unit gets out; it counts as having moved, and may still move.
pub fn disembark(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step {
    let Some(carrier) = s.transport_of(unit) else { return cx.broken("nobody disembarks from nowhere") };
    let ground = Ground::Near(carrier, cx.fixed().numbers().disembark.within.0);
    let Some(places) = deployment::ask_places(s, cx, unit, ground, false)? else { return Ok(()) };
    cx.emit(rules!["9E-TRN-012"], Event::Disembarked { unit, transport: carrier });
    deployment::put_down(s, cx, unit, places, rules!["9E-TRN-014"]);
    s.unit_mut(unit).turn.disembarked = true;
    s.unit_mut(unit).turn.moved = Moved::NotYet;
    Ok(())
}

/// 9E-TRN-019, 9E-TRN-020: everyone in a destroyed transport gets out at once; for each one rolled a model dies.
pub fn evacuate(s: &mut State, cx: &mut Ctx<'_, Nine>, carrier: ModelId) -> Step {
    let aboard: Vec<UnitId> = s.passengers(carrier).collect();
    if aboard.is_empty() || !applies(rule!("9E-TRN-019")) {
        return Ok(());
    }
    let side = s.side_of(carrier);
    let before = std::mem::take(&mut s.about);
    let mut within = cx.fixed().numbers().disembark.within.0;
    let mut upto = cx.fixed().numbers().transport_casualties.upto;
    // 9E-OUT-004: Emergency Disembarkation: further away, and more die.
    if stratagem::can_use(cx.fixed(), s, side, Stratagem::EmergencyDisembarkation) {
        s.about.model = Some(carrier);
        let options = [Choice::Word(Word::No), Choice::Stratagem(Stratagem::EmergencyDisembarkation, None)];
        let ask = Ask::new(side.seat(), "emergency", rule!("9E-OUT-004"));
        if cx.choose(s, ask, &options)? != options[0] {
            stratagem::pay(s, cx, side, Stratagem::EmergencyDisembarkation, None);
            (within, upto) = (cx.fixed().numbers().emergency.within.0, cx.fixed().numbers().emergency.upto);
        }
    }
    let mut out: Vec<ModelId> = Vec::new();
    // 9E-AMB-030: in the order its owner likes.
    let mut inside = aboard;
    while let Some(unit) = damage::next_of(s, cx, &mut inside, side, rule!("9E-TRN-019"))? {
        cx.emit(rules!["9E-TRN-019"], Event::Disembarked { unit, transport: carrier });
        // 9E-TRN-023: whoever finds no place is lost.
        let ground = Ground::Near(carrier, within);
        out.extend(deployment::set_up(s, cx, unit, ground, rules!["9E-TRN-019"])?);
        // 9E-TRN-021, 9E-TRN-022.
        s.unit_mut(unit).turn.escaped = true;
        s.unit_mut(unit).turn.disembarked = true;
    }
    // 9E-AMB-030: one die for each model placed; the ones are pooled.
    let mut dead = 0;
    let mut left = out.len();
    while left > 0 {
        let now = left.min(40);
        let dice = cx.roll_many(now, 6, "roll.escape", rules!["9E-TRN-020"], None)?;
        dead += dice.iter().filter(|face| **face <= upto).count();
        left -= now;
    }
    for _ in 0..dead {
        out.retain(|model| s.pose(*model).is_some());
        if out.is_empty() {
            break;
        }
        s.about.escaped.clone_from(&out);
        let model = cx.choose(s, Ask::new(side.seat(), "escape-casualty", rule!("9E-TRN-020")), &out)?;
        damage::destroy(s, cx, model, Cause::Own)?;
    }
    s.about = before;
    Ok(())
}
