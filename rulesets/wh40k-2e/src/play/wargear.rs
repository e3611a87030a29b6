//! What wargear cards do (TABX-012, TABX-026).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};
use grognard_space::table::Length;
use grognard_tabletop::templates::roll_direction;

use super::{aftermath, casualties, flight, joining, psychology};
use crate::Second;
use crate::cards;
use crate::characters::has_joined;
use crate::choice::{Choice, Drug};
use crate::data::wargear::{Against, CardEffect};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side};
use crate::lasting::Ail;
use crate::state::{Nerve, Place, State};

/// A card is used: the other side sees it from now on (2E-HER-021).
pub fn show(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, card: u8) {
    if !applies(rule!("2E-HER-021")) {
        return;
    }
    if s.show(model, card) {
        cx.emit(rules!["2E-HER-021"], Event::CardShown { model, card });
        cx.reveal();
    }
}

/// A field turns hits aside before anything else is rolled, and no weapon modifies it: how many are left. A model uses one
/// field; a displacer field moves its bearer away.
pub fn fields(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    hits: u8,
    against: Against,
    strength: u8,
) -> Step<u8> {
    let fixed = cx.fixed();
    let field = cards::effects(fixed, s, model).into_iter().find_map(|(card, effect)| match effect {
        CardEffect::Field { save, against: kinds, .. }
        | CardEffect::ConversionField { save, against: kinds, .. }
        | CardEffect::DisplacerField { save, against: kinds, .. }
            if kinds.contains(&against) =>
        {
            Some((card, *save, effect))
        }
        _ => None,
    });
    let Some((card, save, effect)) = field.filter(|_| hits > 0) else { return Ok(hits) };
    let need = Target::new(Need::AtLeast(save), rule!("2E-HER-021"));
    let rules = rules!["2E-HER-021"];
    let faces = cx.roll_many(usize::from(hits), 6, "roll.field", rules, Some(&need))?;
    let saved = faces.into_iter().filter(|face| need.met_by(*face)).count() as u8;
    if let Some(card) = card {
        show(s, cx, model, card);
    }
    if saved == 0 {
        return Ok(hits);
    }
    cx.emit(rules, Event::FieldHeld { model, saved });
    match effect {
        CardEffect::ConversionField { blinded_from, .. } => {
            flash(s, cx, model, saved, strength, *blinded_from)?;
        }
        CardEffect::DisplacerField { shift, .. } => {
            let inches = shift.roll(cx, "roll.shift", rules)?;
            let way = roll_direction(cx, "roll.direction", rules)?;
            let step = way.step(Length::inches(i32::from(inches)));
            if let Some(ways) = flight::run(fixed, s, &[(model, step)])
                && let Some(end) = ways.first().and_then(|(_, stops)| stops.last())
            {
                s.disengage(model);
                s.table.move_to(model, *end);
                cx.emit(rules, Event::Pushed { model });
            }
        }
        _ => {}
    }
    Ok(hits - saved)
}

/// A conversion field flashes: whoever is near and has no eye protection may be blinded until its next turn.
fn flash(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, times: u8, strength: u8, from: u8) -> Step {
    let fixed = cx.fixed();
    let within = Length::inches(i32::from(strength));
    let near: Vec<ModelId> = s
        .table
        .ids()
        .filter(|other| {
            *other != model && s.vehicle(*other).is_none() && s.table.within(model, *other, within)
        })
        .filter(|other| {
            !fixed.kind_of(*other).armour.eye_protection && cards::eye(fixed, s, *other).is_none()
        })
        .collect();
    for _ in 0..times {
        let left: Vec<ModelId> =
            near.iter().copied().filter(|other| !s.ails(*other, |ail| ail == Ail::Dazzled)).collect();
        for blinded in aftermath::rolled(cx, &left, from, "roll.flash", rule!("2E-HER-021"))? {
            aftermath::afflict(s, cx, blinded, Ail::Dazzled, rules!["2E-HER-021"]);
        }
    }
    Ok(())
}

/// A weapon in hand is seen by everybody, and so is a mechanical arm or a field that gets in the way: they count in the fight
/// that begins (2E-HER-021).
pub fn draw(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) {
    if !applies(rule!("2E-HER-021")) {
        return;
    }
    let fixed = cx.fixed();
    let counts = |number: u8| {
        fixed.card_weapons.iter().any(|given| given.card == number && !given.melee.is_empty())
            || matches!(
                cards::card(fixed, number).effect,
                CardEffect::BionicArm { .. } | CardEffect::Field { encumbered: true, .. }
            )
    };
    let drawn: Vec<u8> = cards::of(s, model).map(|held| held.card).filter(|card| counts(*card)).collect();
    for card in drawn {
        show(s, cx, model, card);
    }
}

/// At the start of its owner's turn a drug has worn off.
pub fn sober_up(s: &mut State, fixed: &Fixed, side: Side) {
    let bearers: Vec<ModelId> = s.hands[side.index()].held.iter().map(|held| held.model).collect();
    for model in bearers {
        s.model_mut(model).drugged = false;
        let own_unit =
            !has_joined(fixed, s, model) && !psychology::has(fixed, s, s.model(model).unit, "frenzy");
        if own_unit {
            let unit = s.model(model).unit;
            s.unit_mut(unit).mind.frenzied = false;
        }
    }
}

/// The drugs a side may use when its turn begins. They stand among the answers to the question about overwatch, so that no
/// question tells of a card.
pub fn drugs(fixed: &Fixed, s: &State, side: Side) -> Vec<Choice> {
    let able = |model: ModelId| {
        let unit = s.model(model).unit;
        s.model(model).place == Place::Table
            && !s.is_broken(model)
            && s.unit(unit).nerve == Nerve::Steady
            && !s.unit(unit).overwatch
            && !s.model(model).drugged
            && !s.unit(unit).mind.frenzied
    };
    let held = s.hands[side.index()].held.iter();
    held.filter(|held| matches!(cards::card(fixed, held.card).effect, CardEffect::Frenzon { .. }))
        .filter(|held| able(held.model))
        .flat_map(|held| [Drug::Frenzy, Drug::Hatred].map(|how| Choice::Drug(held.model, how)))
        .collect()
}

/// Frenzon: at the start of its own turn a bearer may be driven into frenzy or hatred; 2E-HER-015: on its own, whatever its
/// squad does. From the second use on it may do harm instead.
pub fn frenzon(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, how: Drug) -> Step {
    if !applies(rule!("2E-HER-015")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let rules = rules!["2E-HER-021"];
    let side = s.side_of(model);
    let effect = |held: &&mut cards::Held| {
        held.model == model && matches!(cards::card(fixed, held.card).effect, CardEffect::Frenzon { .. })
    };
    let Some(held) = s.hands[side.index()].held.iter_mut().find(effect) else { return Ok(()) };
    let (card, uses) = (held.card, held.uses);
    held.uses += 1;
    show(s, cx, model, card);
    let CardEffect::Frenzon { safe_uses, harmed_to, wounds } = &cards::card(fixed, card).effect else {
        return Ok(());
    };
    if uses >= *safe_uses {
        let [face] = cx.roll::<1>(6, "roll.frenzon", rules)?;
        if face <= *harmed_to {
            let lost = wounds.roll(cx, "roll.damage", rules)?;
            casualties::suffer(s, cx, model, lost, rules);
            // It is spent for this turn in any case.
            s.model_mut(model).drugged = true;
            return Ok(());
        }
    }
    if how == Drug::Hatred {
        s.model_mut(model).drugged = true;
        cx.emit(rules!["2E-HER-015", "2E-HAT-001"], Event::Hates { model });
        return Ok(());
    }
    let squad = s.model(model).unit;
    if has_joined(fixed, s, model) && !s.is_engaged(model) {
        joining::go_home(s, fixed, model);
        let own = s.model(model).unit;
        if psychology::in_reach(fixed, s, own).is_empty() {
            s.transfer(fixed, model, squad);
            s.model_mut(model).drugged = true;
            return Ok(());
        }
        s.model_mut(model).changed = Some(squad);
        cx.emit(rules!["2E-HER-015"], Event::Left { model, squad });
    }
    let unit = s.model(model).unit;
    s.unit_mut(unit).mind.frenzied = true;
    cx.emit(rules!["2E-HER-015", "2E-FRZ-001"], Event::Frenzied { unit });
    Ok(())
}
