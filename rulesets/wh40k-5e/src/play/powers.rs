//! Psychic powers that are no shooting attacks (5B-PSY-007, D-69): who uses which on whom, and how long they last. What they do to
//! dice stands where the dice are rolled and asks [`has`].

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};
use grognard_space::table::Length;

use super::{ground, morale, psychic};
use crate::Cx;
use crate::armies::RULER;
use crate::choice::{Choice, Shot, Word};
use crate::data::items::{Moment, PowerEffect, Whom};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::state::{Gift, Ground, State};

/// A power as it is used: what lies on its target, and for how long.
struct Power {
    id: &'static str,
    gift: Option<Gift>,
}

/// The powers that are built; their figures stand with their data.
const BUILT: [Power; 7] = [
    Power { id: "guide", gift: Some(Gift::Guide) },
    Power { id: "doom", gift: Some(Gift::Doom) },
    Power { id: "fortune", gift: Some(Gift::Fortune) },
    Power { id: "null-zone", gift: Some(Gift::NullZone) },
    Power { id: "nightshroud", gift: Some(Gift::Nightshroud) },
    Power { id: "paroxysm", gift: Some(Gift::Paroxysm) },
    Power { id: "horror", gift: None },
];

/// Powers that work without being used.
const ALWAYS: [&str; 2] = ["conceal", "embolden"];

/// Whether a power does anything beside a shooting attack.
pub fn is_built(id: &str) -> bool {
    ALWAYS.contains(&id) || BUILT.iter().any(|power| power.id == id)
}

/// Whether a power lies on a unit.
pub fn has(s: &State, unit: UnitId, gift: Gift) -> bool {
    s.unit(unit).gifts.contains(&gift)
}

/// Whether somebody in a unit has a power that always works.
pub fn is_under(fixed: &Fixed, s: &State, unit: UnitId, always: &str) -> bool {
    s.unit(unit).models.iter().any(|model| fixed.kind_of(*model).bears(always))
}

/// The units a power may be used on: of enemies all on the table, as nothing is measured before (5B-DIC-006).
fn targets(s: &State, psyker: ModelId, whom: Whom) -> Vec<UnitId> {
    let side = s.side_of(psyker);
    match whom {
        Whom::Friend => s.on_table(side).collect(),
        Whom::Enemy => s.on_table(side.other()).collect(),
        Whom::Enemies | Whom::OwnUnit | Whom::Other => vec![s.model(psyker).unit],
    }
}

fn options(fixed: &Fixed, s: &State, moment: Moment) -> Vec<Choice> {
    let psykers = s.all_units().filter(|unit| s.unit(*unit).side == s.active);
    let psykers = psykers.flat_map(|unit| s.unit(unit).models.to_vec()).filter(|model| s.lives(*model));
    let mut all = Vec::new();
    for psyker in psykers {
        let kind = fixed.kind_of(psyker);
        if !kind.carries.iter().any(|id| BUILT.iter().any(|power| power.id == id))
            || psychic::barred(fixed, s, psyker).is_some()
        {
            continue;
        }
        let home = s.model(psyker).unit;
        for power in BUILT.iter().filter(|power| kind.bears(power.id)) {
            let Some(sheet) = fixed.data.powers.get(power.id).filter(|own| own.when == moment) else {
                continue;
            };
            let Some(effect) = &sheet.effect else { continue };
            // 5B-PSY-005: never the same power twice in a turn.
            let again = power.gift.is_some_and(|gift| s.all_units().any(|unit| has(s, unit, gift)));
            let silent = effect.instead_of_firing && (s.unit(home).falling_back || s.locked(home));
            if (again && s.model(psyker).powers > 0) || silent {
                continue;
            }
            // Vehicles have nothing that is wounded, saved or tested; they shoot.
            let fits = |unit: &UnitId| {
                fixed.building_of(*unit).is_none()
                    && (!fixed.is_vehicle(*unit) || power.gift == Some(Gift::Guide))
            };
            let whom = targets(s, psyker, effect.target).into_iter().filter(fits);
            all.extend(whom.map(|unit| Choice::Cast(psyker, power.id.to_owned(), unit)));
        }
    }
    all
}

/// D-69: the active player uses powers, one after another.
pub fn offer(s: &mut State, cx: &mut Cx<'_>, moment: Moment) -> Step {
    loop {
        let mut all = options(cx.fixed(), s, moment);
        if all.is_empty() {
            return Ok(());
        }
        all.push(Choice::Word(Word::Done));
        let ask = Ask::new(s.active.seat(), "power", rule!("5B-PSY-007")).default(all.len() - 1);
        let Choice::Cast(psyker, id, unit) = cx.choose(s, ask, &all)? else { return Ok(()) };
        cast(s, cx, psyker, &id, unit)?;
    }
}

/// How far a power reaches.
fn reach(effect: &PowerEffect) -> Length {
    effect.within.as_ref().and_then(|within| RULER.read(within)).unwrap_or(Length::UNBOUNDED)
}

/// How far a psyker is from a unit; 5B-PSY-006: from the hull it rides in.
fn apart(s: &State, psyker: ModelId, unit: UnitId) -> Option<Length> {
    let eyes = s.eyes(psyker);
    if s.model(psyker).unit == unit {
        return Some(Length::ZERO);
    }
    s.unit(unit).models.iter().filter_map(|model| s.table.distance(eyes, s.eyes(*model))).min()
}

/// 5B-PSY-007: the test first, then the range, then the effect.
fn cast(s: &mut State, cx: &mut Cx<'_>, psyker: ModelId, id: &str, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    let Some(power) = BUILT.iter().find(|power| power.id == id) else { return Ok(()) };
    let Some(effect) = fixed.data.powers.get(id).and_then(|own| own.effect.as_ref()) else { return Ok(()) };
    s.about = Some(s.model(psyker).unit);
    if effect.instead_of_firing {
        s.model_mut(psyker).idle = true;
    }
    let (works, warp) = psychic::test(s, cx, psyker, rules!["5B-PSY-007", "5B-PSY-006"])?;
    let within = reach(effect);
    let area = effect.target == Whom::Enemies;
    let near = area || apart(s, psyker, unit).is_some_and(|far| far <= within);
    cx.reveal();
    let power_id = power.id;
    cx.emit(rules!["5B-PSY-007"], Event::Cast { psyker, power: power_id, unit, works, near });
    if works && near {
        match power.gift {
            Some(gift) => s.unit_mut(unit).gifts.push(gift),
            // Horror: a test for pinning.
            None if s.unit(unit).ground == Ground::Up => ground::pinning_at(s, cx, unit, effect.modifier)?,
            None => {}
        }
    }
    warp.strike(s, cx)
}

/// What ends when a side's turn begins: what lasts until the caster's next turn.
pub fn turn_begins(s: &mut State, side: Side) {
    for unit in &mut s.units {
        let own = unit.side == side;
        unit.gifts.retain(|gift| match gift {
            Gift::Fortune | Gift::Nightshroud => !own,
            Gift::Paroxysm => own,
            Gift::Guide | Gift::Doom | Gift::NullZone => true,
        });
    }
}

/// What ends with a turn.
pub fn turn_ends(s: &mut State) {
    for unit in &mut s.units {
        unit.gifts.retain(|gift| matches!(gift, Gift::Fortune | Gift::Nightshroud | Gift::Paroxysm));
    }
}

/// 5B-PSY-007: whether successful invulnerable saves of a model are rolled again: an enemy in range keeps up a null zone.
pub fn in_null_zone(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    let side = s.side_of(model);
    let zones = s.all_units().filter(|unit| s.unit(*unit).side != side && has(s, *unit, Gift::NullZone));
    let within = |unit: UnitId| {
        let psykers = s.unit(unit).models.iter().filter(|own| fixed.kind_of(**own).bears("null-zone"));
        let effect = fixed.data.powers.get("null-zone").and_then(|own| own.effect.as_ref());
        let reach = effect.map_or(Length::ZERO, reach);
        psykers.filter_map(|own| s.table.distance(s.eyes(*own), s.eyes(model))).any(|far| far <= reach)
    };
    zones.into_iter().any(within)
}

/// 5B-PSY-007: who wants to shoot at a unit in a nightshroud tests on Leadership, or its shots at that unit are lost.
pub fn through_shroud(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, mut shots: Vec<Shot>) -> Step<Vec<Shot>> {
    let mut hidden: Vec<UnitId> = shots.iter().map(|shot| shot.target).collect();
    hidden.sort_unstable();
    hidden.dedup();
    hidden.retain(|target| has(s, *target, Gift::Nightshroud));
    for target in hidden {
        if !morale::leadership_test(s, cx, unit, "test.nightshroud", rules!["5B-PSY-007"], 0)? {
            shots.retain(|shot| shot.target != target);
        }
    }
    Ok(shots)
}
