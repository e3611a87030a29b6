//! Mandiblasters (TABX-008): a shot at somebody in contact before the blows.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};

use super::{casualties, morale};
use crate::Second;
use crate::choice::Choice;
use crate::event::Event;
use crate::ids::ModelId;
use crate::state::{Place, State};
use crate::weapons::HandEffect;

/// At the start of the hand-to-hand phase everybody who wears them and fights fires them once, the active side first.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let fixed = cx.fixed();
    for side in [s.active, s.active.other()] {
        let wearers: Vec<ModelId> = (0..s.models.len() as u16)
            .map(ModelId)
            .filter(|model| s.side_of(*model) == side && s.model(*model).place == Place::Table)
            .filter(|model| fixed.kind_of(*model).worn.contains(&HandEffect::Mandiblasters))
            .collect();
        for model in wearers {
            for _ in 0..fixed.data.effects.mandiblasters.shots {
                shoot(s, cx, model)?;
            }
        }
    }
    Ok(())
}

/// One shot at one enemy in contact that is not armoured all round: to hit by skill alone, then a die against its Toughness.
fn shoot(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) -> Step {
    let fixed = cx.fixed();
    let rules = rules!["2E-WPN-020"];
    let able = s.model(model).place == Place::Table && s.model(model).ails.is_empty();
    let enemies: Vec<ModelId> = s.opponents(model).filter(|enemy| s.vehicle(*enemy).is_none()).collect();
    if !able || enemies.is_empty() {
        return Ok(());
    }
    let options: Vec<Choice> = enemies.iter().map(|enemy| Choice::Pair(model, *enemy)).collect();
    s.about = Some(s.model(model).unit);
    let ask = Ask::new(s.side_of(model).seat(), "mandiblasters", rule!("2E-WPN-020"));
    let Choice::Pair(_, enemy) =
        (if options.len() > 1 { cx.choose(s, ask, &options)? } else { options[0].clone() })
    else {
        return cx.broken("an opponent was answered with something else");
    };
    let what = "event.mandiblasters";
    cx.emit(rules, Event::Happened { what, model, other: Some(enemy) });
    let skill = fixed.kind_of(model).values.bs;
    let score = fixed.numbers().to_hit.from.saturating_sub(skill).max(fixed.numbers().best.best);
    let need = Target::new(Need::AtLeast(score), rule!("2E-WPN-020"));
    let [face] = cx.roll_against::<1>(6, "roll.to-hit", rules, &need)?;
    if !need.met_by(face) {
        return Ok(());
    }
    let numbers = &fixed.data.effects.mandiblasters;
    let toughness = fixed.kind_of(enemy).values.t.min(numbers.always_wounds);
    let need = Target::new(Need::AtLeast(toughness), rule!("2E-WPN-020"));
    if casualties::wound_rolls(cx, enemy, &need, 1)? == 0 {
        return Ok(());
    }
    let weapon = fixed.data.weapons.get("mandiblasters").and_then(|weapon| weapon.profile.first());
    let save = weapon.map_or(0, |profile| profile.save);
    if casualties::saved(cx, enemy, save, 1)? > 0 {
        return Ok(());
    }
    casualties::suffer(s, cx, enemy, 1, rules);
    if s.model(enemy).place == Place::Gone {
        let side = s.side_of(model);
        s.slain_in_combat[side.index()] += u16::from(s.side_of(enemy) != side);
        let unit = s.model(enemy).unit;
        morale::after_losses(s, cx, unit)?;
    }
    Ok(())
}
