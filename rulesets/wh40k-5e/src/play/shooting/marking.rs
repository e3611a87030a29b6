//! Markerlights, what they guide, and guns whose Strength is rolled (5X-RUL-019, and the table of weapons).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};

use super::{Attack, Group, barrage, to_hit};
use crate::Cx;
use crate::choice::{Shot, Word};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::state::State;

/// 5X-RUL-019: the markerlights of an attack mark their target; what is left of the attack.
pub fn shine(s: &mut State, cx: &mut Cx<'_>, attack: &Attack) -> Step<Attack> {
    let mut left = attack.clone();
    let lights = |group: &Group| cx.fixed().weapon(group.weapon).has("markerlight");
    let marking: Vec<Group> = left.groups.iter().filter(|group| lights(group)).cloned().collect();
    left.groups.retain(|group| !lights(group));
    for group in marking {
        let hits = to_hit::roll(s, cx, attack.target, group.weapon, &group.fire)?.all() as u8;
        if hits > 0 {
            let own = s.unit_mut(attack.target);
            own.marks += hits;
            let marks = own.marks;
            cx.emit(rules!["5X-RUL-019"], Event::Lit { target: attack.target, marks });
        }
    }
    Ok(left)
}

/// 5X-RUL-019: each seeker missile uses up a marker.
pub fn seek(s: &mut State, fixed: &Fixed, shots: &[Shot]) {
    for shot in shots.iter().filter(|shot| fixed.weapon(shot.weapon).has("seeker")) {
        let own = s.unit_mut(shot.target);
        own.marks = own.marks.saturating_sub(1);
    }
}

/// 5X-RUL-019: the firer says what markers on its target are spent on, one after another.
pub fn spend(s: &mut State, cx: &mut Cx<'_>, attack: &Attack) -> Step {
    let fixed = cx.fixed();
    let weapons = || attack.groups.iter().map(|group| fixed.weapon(group.weapon));
    if weapons().all(|weapon| weapon.has("markerlight")) {
        return Ok(());
    }
    let pins = attack.groups.iter().any(|group| {
        let weapon = fixed.weapon(group.weapon);
        weapon.has("pinning") || weapon.has("sniper") || barrage::is(fixed, group.weapon)
    });
    let covered = weapons().any(crate::fixed::Weapon::leaves_cover);
    let numbers = &fixed.numbers().markerlight;
    while s.unit(attack.target).marks > 0 {
        (s.about, s.against) = (Some(attack.unit), Some(attack.target));
        let mut options = vec![Word::Done, Word::MarkAim];
        options.extend(covered.then_some(Word::MarkCover));
        options.extend((pins && !fixed.is_vehicle(attack.target)).then_some(Word::MarkPinning));
        let ask = Ask::new(s.unit(attack.unit).side.seat(), "spend-mark", rule!("5X-RUL-019"));
        let chosen = cx.choose(s, ask, &options)?;
        let own = s.unit_mut(attack.target);
        match chosen {
            Word::MarkAim => own.lit.bs += numbers.bs,
            Word::MarkCover => own.lit.cover += numbers.cover,
            Word::MarkPinning => own.lit.leadership += numbers.leadership,
            _ => break,
        }
        own.marks -= 1;
    }
    Ok(())
}

/// Table of weapons: the Strength of each zzap gun is rolled before it is fired; beyond the highest it is the highest.
pub fn zzap(cx: &mut Cx<'_>, attack: &mut Attack) -> Step {
    let fixed = cx.fixed();
    let Some(effect) = fixed.data.weapons.effect("zzap") else { return Ok(()) };
    let (Some(dice), Some(most)) = (effect.strength, effect.most_strength) else { return Ok(()) };
    let mut groups: Vec<Group> = Vec::new();
    for group in &attack.groups {
        if !fixed.weapon(group.weapon).has("zzap") {
            groups.push(group.clone());
            continue;
        }
        for fire in &group.fire {
            let strength = dice.roll(cx, "roll.strength", rules!["5B-DIC-001"])?.min(most);
            let weapon = cx.fixed().zzapped(group.weapon, strength);
            match groups.iter_mut().find(|known| known.weapon == weapon) {
                Some(known) => known.fire.push(*fire),
                None => groups.push(Group { weapon, fire: vec![*fire] }),
            }
        }
    }
    attack.groups = groups;
    Ok(())
}
