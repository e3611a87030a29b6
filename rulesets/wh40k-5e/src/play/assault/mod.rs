//! The Assault phase (ASM, CCB, FCC): combats one after another, by Initiative.

pub mod declare;
pub mod figures;
pub mod jump;
pub mod react;
pub mod results;
pub mod strikes;

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};

use crate::Cx;
use crate::abilities;
use crate::choice::{Blows, Choice, Shape, StrikeShape};
use crate::data::troops::Type;
use crate::edition::TwoWeapons;
use crate::event::Event;
use crate::fixed::{BladeId, Fixed};
use crate::ids::{ModelId, Side, UnitId};
use crate::state::{Flow, Ladder, State};

/// 5B-MCB-001: all units connected by contact, and who of them may strike whom.
#[derive(Clone, Debug)]
pub struct Fight {
    /// The units of each side.
    pub units: [Vec<UnitId>; 2],
    /// 5B-CCB-002, 5B-CCB-011: engaged models with the units they may strike, and what they chose.
    pub engaged: Vec<Engaged>,
    /// 5B-ARS-001: wounds each side inflicted.
    pub wounds: [u16; 2],
    /// 5B-ARS-004: some of them the side did to itself.
    pub own_doing: bool,
}

/// An engaged model.
#[derive(Clone, Debug)]
pub struct Engaged {
    /// Who.
    pub model: ModelId,
    /// Whom it may strike.
    pub units: Vec<UnitId>,
    /// What it strikes with, and whom: more than one where it splits its attacks.
    pub blows: Vec<Blows>,
    /// Whether it is in contact itself.
    pub touches: bool,
    /// 5B-CCB-001: the Initiative step at which it strikes; none once it has.
    pub step: Option<u8>,
}

/// 5B-MCB-001: the combats of the phase that are not fought yet.
pub fn fights(s: &State) -> Vec<[Vec<UnitId>; 2]> {
    let mut all: Vec<[Vec<UnitId>; 2]> = Vec::new();
    let open = |unit: &UnitId| !s.unit(*unit).fought && s.locked(*unit);
    for unit in s.on_table(Side::Red).filter(open) {
        if all.iter().any(|fight| fight[0].contains(&unit)) {
            continue;
        }
        let mut fight = [vec![unit], Vec::new()];
        let mut waiting = vec![unit];
        while let Some(next) = waiting.pop() {
            for foe in s.locked_with(next) {
                let side = &mut fight[s.unit(foe).side.index()];
                if !side.contains(&foe) {
                    side.push(foe);
                    waiting.push(foe);
                }
            }
        }
        for units in &mut fight {
            units.sort_unstable();
        }
        all.push(fight);
    }
    all
}

/// 5B-ASM-014: the active player picks the next combat.
pub fn phase(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let side = s.active;
    // 5B-VAS-005: who touches a vehicle strikes at it; nothing follows from that.
    let strikers = crate::vehicles::assault::strikers(cx.fixed(), s);
    if let Some(first) = strikers.first().copied() {
        let options: Vec<Choice> = strikers.iter().map(|unit| Choice::Unit(*unit)).collect();
        let ask = Ask::new(side.seat(), "combat", rule!("5B-VAS-005"));
        let picked = if options.len() > 1 { cx.choose(s, ask, &options)? } else { Choice::Unit(first) };
        let unit = if let Choice::Unit(unit) = picked { unit } else { first };
        return crate::vehicles::assault::strike(s, cx, unit);
    }
    let fights = fights(s);
    let Some(first) = fights.first() else {
        s.flow = Flow::HitAndRun { next: None };
        return Ok(());
    };
    let options: Vec<Choice> = fights.iter().map(|fight| Choice::Unit(fight[side.index()][0])).collect();
    let picked = cx.choose(s, Ask::new(side.seat(), "combat", rule!("5B-ASM-014")), &options)?;
    let chosen = fights.iter().find(|fight| picked == Choice::Unit(fight[side.index()][0])).unwrap_or(first);
    fight(s, cx, chosen.clone())
}

/// One combat from the first blow to the last step.
fn fight(s: &mut State, cx: &mut Cx<'_>, units: [Vec<UnitId>; 2]) -> Step {
    let [red, blue] = units.clone();
    let variant = cx.fixed().edition.struck == crate::edition::Struck::Engaged;
    let mut rules: Vec<RuleId> = rules!["5B-ASM-014", "5B-MCB-001"].to_vec();
    if variant {
        rules.push(rule!("5V-ASS-003"));
    }
    if variant && red.len() + blue.len() > 2 {
        rules.push(rule!("5V-AMV-004"));
    }
    cx.emit(&rules, Event::Combat { red, blue });
    for unit in units.iter().flatten() {
        s.unit_mut(*unit).fought = true;
    }
    let mut fight =
        Fight { engaged: engaged(cx.fixed(), s, &units), units, wounds: [0, 0], own_doing: false };
    arm(s, cx, &mut fight)?;
    servo_arms(cx.fixed(), &mut fight);
    for own in fight.engaged.iter_mut().filter(|own| own.step.is_none()) {
        let blows = own.blows.first();
        own.step = blows.map(|own| figures::initiative(cx.fixed(), s, own.model, own.blade, own.target).0);
    }
    let steps = &cx.fixed().numbers().initiative;
    s.ladder = Some(Box::new(ladder(s, &fight, steps.first)));
    for initiative in (steps.last..=steps.first).rev() {
        if let Some(own) = &mut s.ladder {
            own.now = initiative;
        }
        strikes::step(s, cx, &mut fight, initiative)?;
    }
    s.ladder = None;
    results::settle(s, cx, &fight)
}

/// 5B-CCB-001: who strikes when, for all to see.
fn ladder(s: &State, fight: &Fight, first: u8) -> Ladder {
    let mut rungs: Vec<(u8, Side, Vec<ModelId>)> = Vec::new();
    for own in &fight.engaged {
        let (Some(step), side) = (own.step, s.side_of(own.model)) else { continue };
        match rungs.iter_mut().find(|(known, whose, _)| (*known, *whose) == (step, side)) {
            Some((_, _, models)) => models.push(own.model),
            None => rungs.push((step, side, vec![own.model])),
        }
    }
    rungs.sort_by_key(|(step, side, _)| (std::cmp::Reverse(*step), side.index()));
    Ladder { now: first, rungs }
}

/// 5B-CHA-007, 5V-CHA-002: the unit a model is struck as: an independent character is one of its own, even inside a unit.
pub fn struck_as(fixed: &Fixed, s: &State, model: ModelId) -> UnitId {
    // 5V-ART-007: by the variant each gun is struck for itself.
    let gun = fixed.is_gun(model) && fixed.uses(rule!("5V-ART-007"));
    if gun || abilities::is_independent(fixed, model) {
        fixed.models[model.index()].unit
    } else {
        s.model(model).unit
    }
}

/// The unit in which what is struck as this unit stands: a character is struck for itself, and shares what its unit does.
pub fn stands_in(fixed: &Fixed, s: &State, unit: UnitId) -> UnitId {
    let own = fixed.unit(unit).models.iter().copied().find(|model| s.stands(*model));
    own.filter(|_| s.unit(unit).models.is_empty()).map_or(unit, |model| s.model(model).unit)
}

/// The models that are struck as one unit.
pub fn members(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<ModelId> {
    let there = s.unit(unit).models.iter().copied();
    let own = fixed.unit(unit).models.iter().copied().filter(|model| s.stands(*model));
    let mut all: Vec<ModelId> = there
        .chain(own)
        // 5B-ART-006: in the base guns are ignored.
        .filter(|model| !fixed.is_gun(*model) || fixed.uses(rule!("5V-ART-007")))
        .filter(|model| struck_as(fixed, s, *model) == unit)
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// 5B-CCB-011, 5V-FCC-001: in contact, or within two inches of a mate in contact; judged once (5B-CCB-002).
fn engaged(fixed: &Fixed, s: &State, units: &[Vec<UnitId>; 2]) -> Vec<Engaged> {
    if let Some(all) = jump::engaged(fixed, s, units) {
        return all;
    }
    let within = fixed.numbers().engaged.within.0;
    let mut all = Vec::new();
    for unit in units.iter().flatten() {
        let touched: Vec<(ModelId, Vec<UnitId>)> = s
            .unit(*unit)
            .models
            .iter()
            .map(|model| {
                let mut met: Vec<UnitId> =
                    s.touching(*model).into_iter().map(|foe| struck_as(fixed, s, foe)).collect();
                met.sort_unstable();
                met.dedup();
                // 5V-ART-008: a gun only by those who touch nobody else.
                if met.iter().any(|unit| !fixed.is_gun_unit(*unit)) {
                    met.retain(|unit| !fixed.is_gun_unit(*unit));
                }
                (*model, met)
            })
            .collect();
        for (model, met) in touched.iter().filter(|(model, _)| !fixed.is_gun(*model)) {
            // 5V-VAS-007: who touches a vehicle and nobody else strikes at that.
            if met.is_empty() && !s.hulls_touched(*model).is_empty() {
                continue;
            }
            let mut may = met.clone();
            let alone = abilities::is_independent(fixed, *model);
            if may.is_empty() && !alone {
                // 5V-FCC-008, 5B-AMB-003: whom mates near it touch.
                let near = touched.iter().filter(|(mate, met)| {
                    !met.is_empty()
                        && !abilities::is_independent(fixed, *mate)
                        && matches!((s.table.body(*model), s.table.body(*mate)), (Some(one), Some(other)) if one.within(other, within))
                });
                may = near.flat_map(|(_, met)| met.iter().copied()).collect();
                may.sort_unstable();
                may.dedup();
            }
            if !may.is_empty() {
                all.push(Engaged {
                    model: *model,
                    units: may,
                    blows: Vec::new(),
                    touches: !met.is_empty(),
                    step: None,
                });
            }
        }
    }
    all
}

/// The word of an arm that strikes by itself.
pub const SERVO_ARM: &str = "servo-arm";

/// 5X-RUL-023: the servo-arm of a model.
pub fn servo_arm(fixed: &Fixed, model: ModelId) -> Option<BladeId> {
    fixed.kind_of(model).blades.iter().copied().find(|blade| fixed.blade_of(*blade).has(SERVO_ARM))
}

/// 5X-RUL-023: one attack more with each servo-arm, at the unit that was named for it, or else at the first its bearer strikes.
fn servo_arms(fixed: &Fixed, fight: &mut Fight) {
    let mut more: Vec<Engaged> = Vec::new();
    for own in &mut fight.engaged {
        let Some(arm) = servo_arm(fixed, own.model) else { continue };
        let (named, blows): (Vec<Blows>, Vec<Blows>) = own.blows.iter().partition(|blows| blows.blade == arm);
        let target = named.first().or(blows.first()).map(|blows| blows.target);
        own.blows = blows;
        let numbers = &fixed.numbers().servo_arm;
        more.extend(target.map(|target| Engaged {
            blows: vec![Blows { model: own.model, blade: arm, target, share: Some(numbers.attacks) }],
            step: Some(numbers.servo_arm_initiative),
            ..own.clone()
        }));
    }
    fight.engaged.extend(more);
}

/// The weapons a model may choose: 5V-FCC-007 any; 5B-CCW-004 a special one where it has one.
pub fn blades(fixed: &Fixed, s: &State, model: ModelId) -> Vec<BladeId> {
    if let Some(arms) = crate::vehicles::assault::walker_blades(fixed, s, model) {
        return arms;
    }
    let charged = s.unit(s.model(model).unit).charged;
    // Lances are for charges; 5X-RUL-024: a hunting lance for the first one.
    let usable = |blade: &BladeId| {
        let blade = fixed.blade_of(*blade);
        (charged || !(blade.has("charge-only") || blade.has("hunting-lance")))
            && !(blade.has("hunting-lance") && s.model(model).lance_broken)
    };
    // 5V-CCW-015, 5V-CCW-016, 5V-AMB-106: too weak for such a weapon.
    let strong = |blade: &BladeId| {
        let (blade, numbers) = (fixed.blade_of(*blade), fixed.numbers());
        let own = fixed.kind_of(model).values.s;
        let variant = fixed.edition.two_weapons == TwoWeapons::Elite;
        let weighty = variant && blade.has("weighty") && own < numbers.weighty.least_strength;
        let cumbersome = variant && blade.has("cumbersome") && own < numbers.cumbersome.least_strength;
        !weighty && !cumbersome
    };
    let able = fixed.kind_of(model).blades.iter().copied().filter(usable);
    let mut own: Vec<BladeId> = able.filter(strong).collect();
    // 5X-RUL-023: a servo-arm strikes by itself, whatever else is chosen.
    own.retain(|blade| !fixed.blade_of(*blade).has(SERVO_ARM));
    if own.is_empty() {
        own.push(fixed.hands);
    }
    if fixed.edition.two_weapons == TwoWeapons::Elite {
        return own;
    }
    let special: Vec<BladeId> =
        own.iter().copied().filter(|blade| !fixed.blade_of(*blade).is_ordinary()).collect();
    if special.is_empty() { own[..1].to_vec() } else { special }
}

/// 5V-MON-006, 5V-MON-007: grenades that a model in contact with a monstrous creature may use on it.
fn bombs(fixed: &Fixed, s: &State, own: &Engaged) -> Vec<BladeId> {
    let large = |foe: &ModelId| fixed.kind_of(*foe).kind() == Type::MonstrousCreature;
    let may = own.touches
        && fixed.edition.two_weapons == TwoWeapons::Elite
        && s.touching(own.model).iter().any(large);
    if may { fixed.kind_of(own.model).bombs.clone() } else { Vec::new() }
}

/// 5V-FCC-006, 5B-CCB-016, 5B-CCW-004: weapons and targets are named; asked only where there is a choice.
fn arm(s: &mut State, cx: &mut Cx<'_>, fight: &mut Fight) -> Step {
    let order = [s.active, s.active.other()];
    for side in order {
        for unit in fight.units[side.index()].clone() {
            let fixed = cx.fixed();
            let rows: Vec<(ModelId, Vec<BladeId>, Vec<UnitId>)> = fight
                .engaged
                .iter()
                .filter(|own| s.model(own.model).unit == unit)
                .map(|own| {
                    let mut weapons = blades(fixed, s, own.model);
                    weapons.extend(bombs(fixed, s, own));
                    // 5B-WLK-012: grenades against walkers, for those in contact.
                    if own.touches
                        && own.units.iter().all(|unit| fixed.walks(*unit) || fixed.is_gun_unit(*unit))
                    {
                        weapons.splice(0..0, fixed.kind_of(own.model).grenades.iter().copied());
                    }
                    (own.model, weapons, own.units.clone())
                })
                .collect();
            let free = rows.iter().any(|(_, blades, units)| blades.len() > 1 || units.len() > 1);
            let shape = StrikeShape { unit, rows };
            let answer = if free {
                (s.about, s.against) = (Some(unit), None);
                let rule = match fixed.edition.two_weapons {
                    TwoWeapons::Kinds => rule!("5B-CCB-016"),
                    TwoWeapons::Elite => rule!("5V-FCC-006"),
                };
                cx.propose(s, Ask::new(side.seat(), "strike", rule), Shape::Strike(shape))?
            } else {
                crate::legal::striking::plain(fixed, &shape)
            };
            let Choice::Strike(all) = answer else {
                return cx.broken("blows were answered with something else");
            };
            for blows in all {
                if let Some(own) = fight.engaged.iter_mut().find(|own| own.model == blows.model) {
                    own.blows.push(blows);
                }
            }
        }
    }
    Ok(())
}
