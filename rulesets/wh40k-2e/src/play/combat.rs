//! The hand-to-hand phase (HTH, BRO): fights one after another, told blow by blow.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use smallvec::SmallVec;

use super::{assault, casualties, flight, follow_up, morale, powers, psychic, psychology, wargear};
use crate::Second;
use crate::buildings::damage;
use crate::characters::home;
use crate::choice::{Choice, Word};
use crate::data::wargear::Against;
use crate::duel::{self, Fighter, Verdict};
use crate::event::Event;
use crate::fixed::MeleeId;
use crate::ids::{ModelId, Side, UnitId};
use crate::state::{Blows, Fight, Flow, Nerve, Place, State};
use crate::weapons::HandEffect;

/// 2E-BRO-001: each side may have engaged squads break off, the active one first; 2E-BRK-012: those who are broken have to.
pub fn break_offs(s: &mut State, cx: &mut Ctx<'_, Second>, side: Side) -> Step {
    let engaged: Vec<UnitId> = s.on_table(side).filter(|unit| s.in_combat(*unit)).collect();
    if let Some(unit) = engaged.iter().copied().find(|unit| s.unit(*unit).nerve == Nerve::Broken) {
        return break_off(s, cx, unit, rules!["2E-BRK-009", "2E-BRK-012", "2E-HTH-029"]);
    }
    let mut options: Vec<Choice> = vec![Choice::Word(Word::Fight)];
    options.extend(engaged.into_iter().map(Choice::Disengage));
    if let Choice::Disengage(unit) =
        cx.choose(s, Ask::new(side.seat(), "disengage", rule!("2E-BRO-001")), &options)?
    {
        return break_off(s, cx, unit, rules!["2E-BRO-001"]);
    }
    s.flow = if side == s.active { Flow::BreakOff { side: side.other() } } else { Flow::Pairs };
    Ok(())
}

/// 2E-HTH-003: all fights of the phase; 2E-AMB-023: in the order the active player likes.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    if s.fights.is_empty() {
        // 2E-VHH-001: then those who attack vehicles.
        if !s.assaults.is_empty() {
            let (model, before) = (s.assaults.remove(0), morale::strengths(s));
            assault::one(s, cx, model)?;
            // Whoever stood near when it blew up has losses, too.
            return morale::after_all(s, cx, &before);
        }
        // 2E-BLD-021: and those who attack buildings.
        if damage::phase(s, cx)? {
            return Ok(());
        }
        psychology::end_of_fights(s, cx)?;
        psychic::start(s, cx);
        return Ok(());
    }
    let mut options = vec![Choice::Word(Word::Fight)];
    options.extend(s.fights.iter().map(|fight| Choice::Next(fight.lone)));
    let ask = Ask::new(s.active.seat(), "fight", rule!("2E-HTH-003"));
    let next = if s.fights.len() > 1 { cx.choose(s, ask, &options)? } else { options[0].clone() };
    if let Choice::Next(model) = next {
        let at = s.fights.iter().position(|fight| fight.lone == model).unwrap_or(0);
        return several(s, cx, at);
    }
    // All that are left, one after the other.
    while !s.fights.is_empty() {
        several(s, cx, 0)?;
    }
    Ok(())
}

/// 2E-HTH-025: one model fights its opponents one after another, in the order the larger side likes; 2E-HTH-027: until it
/// is slain; 2E-HTH-028: with all its own bonuses each time.
fn several(s: &mut State, cx: &mut Ctx<'_, Second>, at: usize) -> Step {
    let Fight { lone, others, .. } = s.fights.remove(at);
    let mut left = others.clone();
    let mut number = 0;
    while let Some(first) = left.first().copied() {
        let enemy = next_of(s, cx, &left, first)?;
        left.retain(|other| *other != enemy);
        number += 1;
        let touching = s.contacts.iter().any(|contact| contact.of(lone) && contact.of(enemy));
        if !touching {
            continue;
        }
        fight(s, cx, [lone, enemy], number, false)?;
        let (fallen, risen) = (s.model(lone).place == Place::Gone, s.model(enemy).place == Place::Gone);
        if fallen || risen {
            let unit = s.model(if fallen { lone } else { enemy }).unit;
            morale::after_losses(s, cx, unit)?;
        }
        if s.model(lone).place == Place::Gone {
            break;
        }
    }
    follow_up::after(s, cx, lone, &others)
}

/// Who of several fights next. Those who are alike in all that counts are not asked about.
fn next_of(s: &mut State, cx: &mut Ctx<'_, Second>, left: &[ModelId], first: ModelId) -> Step<ModelId> {
    let print = |model: &ModelId| {
        let own = s.model(*model);
        (cx.fixed().models[model.index()].kind, own.wounds, own.charged, own.unit)
    };
    if left.iter().all(|model| print(model) == print(&first)) {
        return Ok(first);
    }
    let options: Vec<Choice> = left.iter().map(|model| Choice::Next(*model)).collect();
    let ask = Ask::new(s.side_of(first).seat(), "next-of-several", rule!("2E-HTH-025"));
    s.about = Some(s.model(first).unit);
    match cx.choose(s, ask, &options)? {
        Choice::Next(model) => Ok(model),
        _ => cx.broken("an opponent was answered with something else"),
    }
}

/// One fight: dice, parries, scores, hits. `number` is the place of the second model among several against the first;
/// `turned` where the first turns its back (2E-BRO-003).
pub fn fight(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    models: [ModelId; 2],
    number: u8,
    turned: bool,
) -> Step {
    let fixed = cx.fixed();
    let [one, other] = models;
    for model in models {
        wargear::draw(s, cx, model);
    }
    let fighters =
        [duel::fighter(fixed, s, one, other, 1, turned), duel::fighter(fixed, s, other, one, number, false)];
    let mut rules = rules!["2E-HTH-001", "2E-HTH-003", "2E-HTH-004", "2E-HTH-005"].to_vec();
    if turned {
        rules.extend(rules!["2E-BRO-003", "2E-HTH-029"]);
    }
    if number > 1 {
        rules.extend(rules!["2E-HTH-025", "2E-HTH-027", "2E-HTH-028", "2E-HTH-031"]);
    }
    cx.emit(&rules, Event::Fight { model: one, enemy: other, number });
    let mut dice: [SmallVec<[u8; 8]>; 2] = Default::default();
    for (fighter, dice) in fighters.iter().zip(&mut dice) {
        let faces = cx.roll_many(usize::from(fighter.dice), 6, "roll.attack", &fighter.rules, None)?;
        dice.extend(faces);
    }
    s.blows = Some(Blows { fighters: models, dice, number, turned });
    for own in [0, 1] {
        hatred(s, cx, models[own], models[1 - own], own)?;
    }
    parry(s, cx, &fighters)?;
    let Some(Blows { dice, .. }) = s.blows.take() else { return Ok(()) };
    for contact in s.contacts.iter_mut().filter(|contact| contact.of(one) && contact.of(other)) {
        contact.fought = true;
    }
    tell(cx, &fighters, &dice.each_ref().map(|dice| dice.to_vec()));
    match duel::verdict(fixed, &fighters, [&dice[0], &dice[1]]) {
        Verdict::StandOff => {
            cx.emit(rules!["2E-HTH-008"], Event::StandOff { model: one, enemy: other });
            Ok(())
        }
        Verdict::Won { by, hits, by_initiative } => {
            let (model, enemy) = (models[by], models[1 - by]);
            let rules = rules!["2E-HTH-008", "2E-HTH-009"];
            cx.emit(rules, Event::Won { model, enemy, hits, by_initiative });
            strike(s, cx, model, enemy, hits)
        }
    }
}

/// Tells the Combat Score of both fighters.
pub fn tell(cx: &mut Ctx<'_, Second>, fighters: &[Fighter; 2], dice: &[Vec<u8>; 2]) {
    let fixed = cx.fixed();
    for (own, enemy) in [(0, 1), (1, 0)] {
        let (total, die, reasons) = duel::score(fixed, &fighters[own], &dice[own], &dice[enemy]);
        let mut rules = vec![rule!("2E-HTH-007")];
        rules.extend(reasons.iter().map(|(.., rule)| *rule));
        if reasons.len() > 1 {
            rules.push(rule!("2E-HTH-020"));
        }
        let (model, skill) = (fighters[own].model, fighters[own].skill);
        let reasons = reasons.into_iter().map(|(amount, why, _)| (amount, why)).collect();
        cx.emit(&rules, Event::Score { model, die, skill, total, reasons });
    }
}

/// 2E-HAT-002, 2E-AMB-095: in the first turn of a combat those who hate may roll attack dice again, once and before parries:
/// all that show no more than some face.
fn hatred(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, enemy: ModelId, own: usize) -> Step {
    if !applies(rule!("2E-HAT-002")) {
        return Ok(());
    }
    let first = s.contacts.iter().any(|contact| contact.of(model) && contact.of(enemy) && !contact.fought);
    // 2E-HER-013: its own hatred, not that of the squad it is with.
    let hates =
        s.model(model).drugged || psychology::hates(cx.fixed(), s, home(s, model), s.model(enemy).unit);
    let Some(blows) = s.blows.as_ref().filter(|_| first && hates) else { return Ok(()) };
    let mut faces: Vec<u8> = blows.dice[own].iter().copied().filter(|face| *face < 6).collect();
    faces.sort_unstable();
    faces.dedup();
    let mut options = vec![Choice::Word(Word::Keep)];
    options.extend(faces.into_iter().map(Choice::Reroll));
    s.about = Some(s.model(model).unit);
    let ask = Ask::new(s.side_of(model).seat(), "hatred", rule!("2E-HAT-002"));
    let Choice::Reroll(most) = cx.choose(s, ask, &options)? else { return Ok(()) };
    let again = s.blows.iter().flat_map(|blows| blows.dice[own].iter()).filter(|face| **face <= most).count();
    let mut faces = cx.roll_many(again, 6, "roll.hatred", rules!["2E-HAT-002"], None)?.into_iter();
    if let Some(blows) = &mut s.blows {
        for die in blows.dice[own].iter_mut().filter(|face| **face <= most) {
            *die = faces.next().unwrap_or(*die);
        }
    }
    Ok(())
}

/// 2E-HTH-010, 2E-HTH-011: whoever has a sword may have the opponent's highest die rolled again; 2E-HTH-013: where both
/// have one, nobody does. 2E-HTH-012: the new face counts like any other.
fn parry(s: &mut State, cx: &mut Ctx<'_, Second>, fighters: &[Fighter; 2]) -> Step {
    let [one, other] = [&fighters[0], &fighters[1]];
    let (own, enemy) = match (one.parries, other.parries) {
        (0, 0) => return Ok(()),
        (_, 0) => (0, 1),
        (0, _) => (1, 0),
        _ => {
            cx.emit(rules!["2E-HTH-013"], Event::ParriesCancel { model: one.model, enemy: other.model });
            return Ok(());
        }
    };
    let model = fighters[own].model;
    let most = usize::from(fighters[own].parries).min(usize::from(fighters[enemy].dice));
    let options = &[Word::Keep, Word::Parry, Word::ParryTwice][..=most.min(2)];
    s.about = Some(s.model(model).unit);
    let ask = Ask::new(s.side_of(model).seat(), "parry", rule!("2E-HTH-011"));
    let again = match cx.choose(s, ask, options)? {
        Word::Parry => 1,
        Word::ParryTwice => 2,
        _ => return Ok(()),
    };
    let rules = rules!["2E-HTH-010", "2E-HTH-012", "2E-WPN-003"];
    cx.emit(rules, Event::Parried { model, enemy: fighters[enemy].model, dice: again });
    let faces = cx.roll_many(usize::from(again), 6, "roll.parried", rules, None)?;
    if let Some(blows) = &mut s.blows {
        // 2E-AMB-025: the highest of them.
        let dice = &mut blows.dice[enemy];
        dice.sort_unstable_by_key(|face| std::cmp::Reverse(*face));
        for (die, face) in dice.iter_mut().zip(faces) {
            *die = face;
        }
    }
    Ok(())
}

/// The hits of a winner: each with a weapon of its choice (2E-HTH-023, 2E-HTH-031), then damage and saves as in shooting.
pub fn strike(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, enemy: ModelId, hits: u8) -> Step {
    if !applies(rule!("2E-HTH-023")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    // 2E-VHH-009: a machine has armour instead of Toughness.
    if s.vehicle(enemy).is_some() {
        return assault::machine_struck(s, cx, model, enemy, hits);
    }
    let mut left = hits;
    while left > 0 && s.model(enemy).place != Place::Gone {
        let weapons = duel::in_hand(fixed, s, model);
        let values = |weapon: &MeleeId| {
            let melee = fixed.melee(*weapon);
            (duel::blow(fixed, s, model, Some(*weapon)), melee.damage, melee.effect)
        };
        let alike = weapons.windows(2).all(|pair| values(&pair[0]) == values(&pair[1]));
        let (weapon, now) = if alike {
            (weapons.first().copied(), left)
        } else {
            let options: Vec<Choice> = weapons
                .iter()
                .flat_map(|weapon| (1..=left).rev().map(|hits| Choice::Strike(Some(*weapon), hits)))
                .collect();
            (s.about, s.number, s.struck) = (Some(s.model(model).unit), left, Some((model, enemy)));
            let ask = Ask::new(s.side_of(model).seat(), "strike", rule!("2E-HTH-023"));
            let Choice::Strike(weapon, hits) = cx.choose(s, ask, &options)? else {
                return cx.broken("a blow was answered with something else");
            };
            (s.number, s.struck) = (0, None);
            (weapon, hits)
        };
        left -= now;
        let (strength, save) = duel::blow(fixed, s, model, weapon);
        let mut rules = rules!["2E-HTH-022", "2E-HTH-024"].to_vec();
        if weapon.is_some_and(|weapon| fixed.melee(weapon).force) {
            rules.push(rule!("2E-PSI-014"));
        }
        if weapon.is_some() {
            rules.push(rule!("2E-WPN-002"));
        }
        rules.push(if weapon.is_some() { rule!("2E-HTH-021") } else { rule!("2E-HTH-030") });
        if !alike {
            rules.push(rule!("2E-HTH-023"));
        }
        cx.emit(&rules, Event::Struck { model, enemy, weapon, hits: now });
        let now = wargear::fields(s, cx, enemy, now, Against::HandToHand, strength)?;
        // 2E-PSI-015: a force weapon wounds daemons without a roll, and they have no save against it.
        let banishes =
            weapon.is_some_and(|weapon| fixed.melee(weapon).force) && fixed.kind_of(enemy).has("daemon");
        if banishes {
            cx.emit(rules!["2E-PSI-014", "2E-PSI-015"], Event::WoundsAlways { model: enemy });
        }
        // TABX-008: some wound without a roll; of these the kiss meets armour as it is, and kills whoever it does not save.
        let effect = weapon.and_then(|weapon| fixed.melee(weapon).effect);
        let kiss = effect == Some(HandEffect::HarlequinsKiss);
        let sure = kiss || effect == Some(HandEffect::ThunderHammer);
        if sure && !banishes {
            cx.emit(rules!["2E-WPN-020"], Event::WoundsAlways { model: enemy });
        }
        let save = if kiss { 0 } else { save };
        let wounds = if banishes || sure { now } else { casualties::wounded(cx, enemy, strength, now)? };
        cx.emit(rules!["2E-DMG-001"], Event::Wounds { target: s.model(enemy).unit, wounds });
        let unsaved = if banishes { wounds } else { wounds - casualties::saved(cx, enemy, save, wounds)? };
        for _ in 0..unsaved {
            if s.model(enemy).place == Place::Gone {
                break;
            }
            let damage = match weapon {
                Some(_) if kiss => s.model(enemy).wounds,
                Some(weapon) => fixed.melee(weapon).damage.roll(cx, "roll.damage", rules!["2E-DMG-003"])?,
                None => 1,
            };
            let damage = powers::shielded(s, cx, enemy, damage)?;
            casualties::suffer(s, cx, enemy, damage, rules!["2E-DMG-004"]);
            if s.model(enemy).place == Place::Gone {
                let side = s.side_of(model);
                s.slain_in_combat[side.index()] += u16::from(s.side_of(enemy) != side);
            }
        }
    }
    Ok(())
}

/// A squad breaks off: its engaged models turn their backs and are hacked at (2E-BRO-003), survivors flee directly away
/// (2E-BRO-004), and the squad is broken without a test (2E-BRO-005). 2E-AMB-089: the others are simply broken.
pub fn break_off(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, rules: &[RuleId]) -> Step {
    if !applies(rule!("2E-BRO-003")) {
        return Ok(());
    }
    let was_broken = s.unit(unit).nerve == Nerve::Broken;
    let own = s.unit_mut(unit);
    // 2E-BRO-006: nobody rallies in the turn it breaks off.
    (own.nerve, own.fled) = (Nerve::Broken, true);
    cx.emit(&[rules, rules!["2E-BRO-003", "2E-BRO-005", "2E-BRO-006"]].concat(), Event::BreaksOff { unit });
    if !was_broken {
        cx.emit(rules!["2E-BRO-005"], Event::Broken { unit });
    }
    let engaged: Vec<ModelId> =
        s.unit(unit).models.iter().copied().filter(|model| s.is_engaged(*model)).collect();
    let mut fled: Vec<(ModelId, Vec<ModelId>)> = Vec::new();
    let mut losses: Vec<UnitId> = Vec::new();
    for model in engaged {
        let enemies: Vec<ModelId> = s.opponents(model).collect();
        let mut number = 0;
        for enemy in enemies.iter().copied() {
            // Each model that turns its back is fought once by each enemy it fights.
            if s.model(model).place != Place::Table {
                break;
            }
            if s.model(enemy).place != Place::Table {
                continue;
            }
            number += 1;
            fight(s, cx, [model, enemy], number, true)?;
            if s.model(enemy).place == Place::Gone {
                losses.push(s.model(enemy).unit);
            }
        }
        if s.model(model).place == Place::Table {
            fled.push((model, enemies));
        }
    }
    if !morale::remnant(s, cx, unit) {
        survivors_flee(s, cx, unit, &fled)?;
    }
    losses.sort_unstable();
    losses.dedup();
    for unit in losses {
        morale::after_losses(s, cx, unit)?;
    }
    Ok(())
}

/// Those who broke off flee directly away; the others of their squad stay in cover or flee like all broken troops.
fn survivors_flee(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    fled: &[(ModelId, Vec<ModelId>)],
) -> Step {
    let rest: Vec<ModelId> = s
        .unit(unit)
        .models
        .iter()
        .copied()
        .filter(|model| !fled.iter().any(|(other, _)| other == model))
        .collect();
    for (model, _) in fled {
        s.disengage(*model);
    }
    flight::flee_from(s, cx, unit, fled, rules!["2E-BRO-004"])?;
    if rest.is_empty() { Ok(()) } else { morale::stay_or_flee_part(s, cx, unit, &rest) }
}
