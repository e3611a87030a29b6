//! Sustained fire and jams (SUS).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::dice::Die;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Body;

use super::{aftermath, casualties, shooting};
use crate::Second;
use crate::choice::{Choice, Shot};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::lasting::helpless;
use crate::sight::shown;
use crate::state::{Flow, State};
use crate::to_hit::{Aimed, band, range};
use crate::vehicles::crew;
use crate::weapons::Effect;

/// 2E-GEN-004: the sustained fire die.
pub const SUSTAINED_DIE: Die =
    Die::worded(&["die.one", "die.one", "die.two", "die.two", "die.three", "die.jam"]);

/// 2E-SUS-001: one roll to hit; on a hit the sustained fire dice say how many hits it is.
pub fn fire(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    shot: Shot,
    aimed: &Aimed,
    rules: &[RuleId],
) -> Step {
    let fixed = cx.fixed();
    let (model, weapon) = (shot.model, shot.weapon);
    // 2E-AMB-079: a jam on the first shot of rapid fire cancels the second.
    if s.wear(fixed, model, weapon).is_some_and(|wear| wear.jams > 0) {
        cx.emit(rules!["2E-SUS-005"], Event::NoSecondShot { model, weapon });
        return Ok(());
    }
    cx.emit(rules, Event::Fired { unit, target: shot.target, weapon, shots: 1 });
    shooting::measured(cx, unit, shot.target, weapon, std::slice::from_ref(aimed));
    if aimed.band.is_none() {
        return Ok(());
    }
    if shooting::to_hit(cx, 1, aimed)? == 0 {
        cx.emit(rules!["2E-HIT-001", "2E-SUS-001"], Event::Hits { unit, target: shot.target, hits: 0 });
        return Ok(());
    }
    let own = fixed.weapon(weapon);
    // 2E-SUS-008: linked weapons roll all their dice together.
    let barrels = if applies(rule!("2E-SUS-008")) { own.barrels() } else { 1 };
    let (hits, jams) = roll(cx, model, shot, own.sustained * barrels)?;
    let first = first_target(fixed, s, aimed);
    let shares = allocate(s, cx, unit, shot, aimed, hits)?;
    for (target, hits) in shares {
        let reach = near_first(fixed, s, shot, aimed, first.as_ref(), target);
        cx.emit(rules!["2E-SUS-002"], Event::Hits { unit, target, hits });
        casualties::hit(s, cx, target, weapon, hits, &[model], &reach)?;
        aftermath::after(s, cx, model, weapon, &reach)?;
    }
    jam(s, cx, model, shot, jams);
    Ok(())
}

/// 2E-SUS-003: as many dice as the weapon has or fewer; 2E-AMB-018: none at all is one hit; 2E-AMB-019: a JAM is no hit.
fn roll(cx: &mut Ctx<'_, Second>, model: ModelId, shot: Shot, most: u8) -> Step<(u8, u8)> {
    let dice = shot.dice.unwrap_or(most);
    let (weapon, few) = (shot.weapon, rules!["2E-SUS-001", "2E-SUS-003"]);
    if dice == 0 || !applies(rule!("2E-SUS-001")) {
        cx.emit(few, Event::Burst { model, weapon, hits: 1, jams: 0 });
        return Ok((1, 0));
    }
    let rules = rules!["2E-SUS-001", "2E-GEN-004"];
    let faces = cx.roll_many(usize::from(dice), SUSTAINED_DIE, "roll.sustained", rules, None)?;
    let values = &cx.fixed().numbers().sustained_die.hits;
    let hits = faces.iter().filter_map(|face| values.get(usize::from(*face) - 1)).sum();
    let jams = faces.iter().filter(|face| usize::from(**face) > values.len()).count() as u8;
    let linked = cx.fixed().weapon(weapon).barrels() > 1;
    let rules: &[RuleId] = match (dice < most, linked) {
        (true, _) => few,
        (_, true) => rules!["2E-SUS-001", "2E-SUS-008"],
        _ => rules!["2E-SUS-001"],
    };
    cx.emit(rules, Event::Burst { model, weapon, hits, jams });
    Ok((hits, jams))
}

/// 2E-SUS-002: the first target as it stands when the dice are rolled: the model that was measured to, or where it fell to an
/// earlier shot the nearest of its squad (2E-CAS-005, 2E-CAS-007); where it fell itself if none of them is left.
fn first_target(fixed: &Fixed, s: &State, aimed: &Aimed) -> Option<Body> {
    let named = aimed.target?;
    let stands = |model: &ModelId| s.table.body(*model).is_some();
    let nearest = || {
        let left = aimed.reach.iter().copied().filter(stands);
        left.min_by_key(|model| (range(fixed, s, aimed.shooter, *model), *model))
    };
    let first = Some(named).filter(stands).or_else(nearest);
    let fell = || Some(fixed.ground.form(fixed.form(named)).body(s.model(named).fell?));
    first.and_then(|model| s.table.body(model)).cloned().or_else(fell)
}

/// The models of a unit that further hits may go on: seen, in the arc and in range, and near the first target.
fn near_first(
    fixed: &Fixed,
    s: &State,
    shot: Shot,
    aimed: &Aimed,
    first: Option<&Body>,
    unit: UnitId,
) -> Vec<ModelId> {
    let Some(first) = first else { return Vec::new() };
    let weapon = fixed.weapon(shot.weapon);
    let mut models = if unit == shot.target {
        aimed.reach.clone()
    } else {
        let mut seen = shown(fixed, s, shot.model, unit);
        seen.retain(|model| {
            band(fixed, s, shot.model, weapon, range(fixed, s, shot.model, *model)).is_some()
        });
        seen
    };
    let within = fixed.numbers().burst.within.0;
    models.retain(|model| s.table.body(*model).is_some_and(|body| body.within(first, within)));
    models
}

/// 2E-SUS-002: the first hit is on the target; each further one on it or on what is seen within 4" of it. The shooter says.
fn allocate(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    shot: Shot,
    aimed: &Aimed,
    hits: u8,
) -> Step<Vec<(UnitId, u8)>> {
    let fixed = cx.fixed();
    let all = vec![(shot.target, hits)];
    if hits < 2 || !applies(rule!("2E-SUS-002")) {
        return Ok(if hits == 0 { Vec::new() } else { all });
    }
    let (side, first) = (s.unit(unit).side, first_target(fixed, s, aimed));
    let near = |other: &UnitId| !near_first(fixed, s, shot, aimed, first.as_ref(), *other).is_empty();
    let others: Vec<UnitId> =
        s.on_table(side.other()).filter(|other| *other != shot.target && near(other)).collect();
    if others.is_empty() {
        return Ok(all);
    }
    let mut options = Vec::new();
    deal(&others, hits - 1, &mut Vec::new(), &mut |rest: &[(UnitId, u8)]| {
        let elsewhere: u8 = rest.iter().map(|(_, number)| number).sum();
        let mut shares = vec![(shot.target, hits - elsewhere)];
        shares.extend(rest.iter().copied().filter(|(_, number)| *number > 0));
        options.push(Choice::Hits(shares));
    });
    (s.about, s.number) = (Some(unit), hits);
    let ask = Ask::new(side.seat(), "hits", rule!("2E-SUS-002"));
    let Choice::Hits(shares) = cx.choose(s, ask, &options)? else {
        return cx.broken("hits were answered with something else");
    };
    for (target, hits) in &shares[1..] {
        cx.emit(rules!["2E-SUS-002"], Event::Spread { unit, target: *target, hits: *hits });
    }
    Ok(shares)
}

/// Something done with each way to deal hits out.
type Each<'a> = dyn FnMut(&[(UnitId, u8)]) + 'a;

/// Every way to give some or none of a number of hits to each of some units.
fn deal(units: &[UnitId], hits: u8, dealt: &mut Vec<(UnitId, u8)>, each: &mut Each<'_>) {
    let Some((first, rest)) = units.split_first() else { return each(dealt) };
    for number in 0..=hits {
        dealt.push((*first, number));
        deal(rest, hits - number, dealt, each);
        dealt.pop();
    }
}

/// 2E-SUS-004: a counter for each JAM, once the hits are worked out; an assault cannon that jams three times blows up.
fn jam(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, shot: Shot, jams: u8) {
    if !applies(rule!("2E-SUS-004")) {
        return;
    }
    let fixed = cx.fixed();
    let weapon = shot.weapon;
    // Whoever fires from aboard a vehicle has no place of its own on the table.
    let stands = crew::vehicle_of(s, model).unwrap_or(model);
    if jams == 0 || s.table.body(stands).is_none() {
        return;
    }
    let cannon = fixed.weapon(weapon).effect == Some(Effect::AssaultCannon);
    if cannon && jams >= fixed.data.effects.assault_cannon.jams && s.vehicle(model).is_none() {
        s.remove(model);
        cx.emit(rules!["2E-WPN-020"], Event::BlewUp { model, weapon });
        return;
    }
    // 2E-SUS-006: a jam of this very shooting phase is cleared in the next one.
    let fresh = s.flow == Flow::Shooting && s.side_of(model) == s.active;
    let wear = s.wear_mut(fixed, model, weapon);
    wear.jams += jams * fixed.numbers().jam.counters;
    wear.fresh = fresh;
    let counters = wear.jams;
    cx.emit(rules!["2E-SUS-004"], Event::Jammed { model, weapon, counters });
}

/// 2E-SUS-006: at the end of the shooting phase one counter comes off each weapon that was jammed before it; 2E-SUS-007: not
/// for the broken, but for those who ran or hide (2E-RUN-008).
pub fn clear_jams(s: &mut State, cx: &mut Ctx<'_, Second>) {
    if !applies(rule!("2E-SUS-006")) {
        return;
    }
    let fixed = cx.fixed();
    for model in (0..s.models.len() as u16).map(ModelId) {
        if s.side_of(model) != s.active || s.model(model).wear.iter().all(|wear| wear.jams == 0) {
            continue;
        }
        let able = able_to_clear(fixed, s, model);
        // 2E-OVW-017: who watches clears nothing.
        if s.unit(s.model(model).unit).overwatch {
            cx.emit(rules!["2E-OVW-017", "2E-SUS-007"], Event::StillJammed { model });
        }
        for at in 0..s.model(model).wear.len() {
            let wear = &mut s.model_mut(model).wear[at];
            let (weapon, fresh) = (wear.gun, std::mem::take(&mut wear.fresh));
            if wear.jams == 0 || fresh || !able {
                continue;
            }
            wear.jams -= fixed.numbers().clearing.removed.min(wear.jams);
            let counters = wear.jams;
            let ran = s.unit(s.model(model).unit).moved == crate::state::Moved::Ran;
            let hidden = s.unit(s.model(model).unit).hidden != crate::state::Hidden::No;
            let rules: &[RuleId] = if hidden {
                rules!["2E-SUS-006", "2E-SUS-007", "2E-HID-018"]
            } else if ran {
                rules!["2E-SUS-006", "2E-SUS-007", "2E-RUN-008"]
            } else {
                rules!["2E-SUS-006"]
            };
            cx.emit(rules, Event::JamCleared { model, weapon, counters });
        }
    }
}

/// 2E-SUS-007: who can clear a jam.
fn able_to_clear(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    if !applies(rule!("2E-SUS-007")) {
        return false;
    }
    let unit = s.unit(s.model(model).unit);
    s.table.body(crew::vehicle_of(s, model).unwrap_or(model)).is_some()
        && !unit.overwatch
        // 2E-AMB-122: who has failed to reach its enemy does nothing else in this turn.
        && !s.missed(model)
        && !s.is_engaged(model)
        && !s.is_broken(model)
        && helpless(fixed, s, model).is_none()
}

/// 2E-AMB-143: a turn of their owner nearer to being fired again.
pub fn recharge(s: &mut State) {
    for at in 0..s.models.len() {
        if s.units[s.models[at].unit.index()].side == s.active {
            for wear in &mut s.models[at].wear {
                wear.recharging = wear.recharging.saturating_sub(1);
            }
        }
    }
}
