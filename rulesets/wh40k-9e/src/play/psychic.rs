//! The Psychic phase (9E-PSY).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::refusal::Bars;
use grognard_engine::switch::applies;
use grognard_engine::{Audience, RuleId, rule, rules};
use grognard_space::table::Length;
use smallvec::SmallVec;

use crate::Nine;
use crate::choice::{Choice, Word};
use crate::data::amount::{Amount, Stat};
use crate::data::battle::Effect;
use crate::data::sheet::Ability;
use crate::event::Event;
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};
use crate::keyword::Keywords;
use crate::legal::shooting::visible;
use crate::measure;
use crate::play::damage::{self, Cause};
use crate::play::{begin_phase_by, perils, recall, reroll, shooting};
use crate::state::{Flow, Moved, State};

/// The phase begins; what was warded until now is so no longer.
pub fn begin(s: &mut State, cx: &mut Ctx<'_, Nine>) {
    let side = s.active;
    for unit in s.unit_ids() {
        // What the player's own powers did ends: good to the own units, bad to the others.
        let own = s.unit(unit).side == side;
        let unit = s.unit_mut(unit);
        if own {
            unit.warded = 0;
        }
        unit.spells.end(own);
    }
    // 9E-REI-010: the Movement phase is over.
    let flow = Flow::Psychic { unit: None, tried: 0 };
    begin_phase_by(s, cx, "phase.psychic", flow, rules!["9E-RND-003", "9E-REI-010"]);
}

#[derive(Clone, Copy)]
enum PsykerPick {
    Unit(UnitId),
    Done,
}

impl From<PsykerPick> for Choice {
    fn from(pick: PsykerPick) -> Choice {
        match pick {
            PsykerPick::Unit(unit) => Choice::Unit(unit),
            PsykerPick::Done => Choice::Word(Word::Done),
        }
    }
}

#[derive(Clone, Copy)]
enum PowerPick {
    Power(u8),
    Stop,
}

impl From<PowerPick> for Choice {
    fn from(pick: PowerPick) -> Choice {
        match pick {
            PowerPick::Power(power) => Choice::Manifest(power),
            PowerPick::Stop => Choice::Word(Word::Done),
        }
    }
}

#[derive(Clone, Copy)]
enum DenyPick {
    No,
    Unit(UnitId),
}

impl From<DenyPick> for Choice {
    fn from(pick: DenyPick) -> Choice {
        match pick {
            DenyPick::No => Choice::Word(Word::No),
            DenyPick::Unit(unit) => Choice::Deny(unit),
        }
    }
}

/// What a unit's psyker knows and may do (9E-PSY-007).
fn psyker<'a>(fixed: &'a Fixed, s: &State, unit: UnitId) -> Option<&'a (Vec<u8>, u8, u8)> {
    s.unit(unit).models.iter().find_map(|model| fixed.kind(*model).psyker.as_ref())
}

/// 9E-PSY-001, 9E-PSY-002, 9E-PSY-005: who may be selected to manifest.
fn eligible(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let turn = &s.unit(unit).turn;
    let mut bars = Bars::default();
    bars.need(&[], || psyker(fixed, s, unit).is_some());
    bars.bar(rules!["9E-PSY-005"], || turn.manifested);
    bars.bar(rules!["9E-OUT-003"], || turn.broke_out);
    let titanic = || s.has(fixed, unit, Keywords::TITANIC);
    bars.bar(rules!["9E-MOV-027", "9E-PSY-002"], || turn.moved == Moved::FellBack && !titanic());
    bars.open()
}

/// One selection of a psyker, or one attempt of the selected one.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: Option<UnitId>, tried: u8) -> Step {
    match unit {
        // Perils may have taken the only psyker of its unit.
        Some(unit) if psyker(cx.fixed(), s, unit).is_some() && s.is_on_table(unit) => {
            manifest_or_stop(s, cx, unit, tried)
        }
        _ => select(s, cx),
    }
}

/// 9E-PSY-003, 9E-PSY-006.
fn select(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    let side = s.active;
    let mut options: Vec<PsykerPick> =
        s.on_table(side).filter(|unit| eligible(cx.fixed(), s, *unit)).map(PsykerPick::Unit).collect();
    let nobody = options.is_empty();
    options.push(PsykerPick::Done);
    let ask = Ask::new(side.seat(), "psyker", rule!("9E-PSY-001")).default(options.len() - 1);
    match cx.choose(s, ask, &options)? {
        PsykerPick::Unit(unit) => {
            s.unit_mut(unit).turn.manifested = true;
            s.flow = Flow::Psychic { unit: Some(unit), tried: 0 };
        }
        PsykerPick::Done if nobody => shooting::begin(s, cx, rule!("9E-PSY-003")),
        PsykerPick::Done => shooting::begin(s, cx, rule!("9E-PSY-006")),
    }
    Ok(())
}

/// 9E-PSY-004, 9E-PSY-009, 9E-PSY-010: one power after another, up to the number on the datasheet.
fn manifest_or_stop(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, tried: u8) -> Step {
    let side = s.active;
    s.about.unit = Some(unit);
    let Some((_, most, _)) = psyker(cx.fixed(), s, unit) else { return cx.broken("no psyker manifests") };
    let knows = figures::powers_known(cx.fixed(), s, unit);
    let knows =
        if applies(rule!("9E-PSY-010")) { knows } else { (0..cx.fixed().data.powers.len() as u8).collect() };
    let open = |power: &u8| {
        let tried = s.attempted[side.index()] & (1 << *power) != 0;
        let mut bars = Bars::default();
        bars.bar(rules!["9E-PSY-009"], || tried && !figures::is_smite(cx.fixed(), *power));
        bars.open()
    };
    let mut options = vec![PowerPick::Stop];
    if tried < *most {
        options.extend(knows.iter().copied().filter(open).map(PowerPick::Power));
    }
    match cx.choose(s, Ask::new(side.seat(), "power", rule!("9E-PSY-004")), &options)? {
        PowerPick::Stop => s.flow = Flow::Psychic { unit: None, tried: 0 },
        PowerPick::Power(power) => {
            s.flow = Flow::Psychic { unit: Some(unit), tried: tried + 1 };
            attempt(s, cx, unit, power)?;
        }
    }
    Ok(())
}

/// 9E-PSY-018, 9E-PSY-019: what a Psychic test needs now; each other attempt at Smite makes it harder.
pub fn needed(fixed: &Fixed, s: &State, power: u8) -> Option<u8> {
    let data = fixed.data.powers.get(power as usize)?;
    let tries = s.smites[s.active.index()] * fixed.numbers().smite_step.warp_charge;
    let smite = figures::is_smite(fixed, power);
    Some(data.warp_charge + if smite { tries } else { 0 })
}

/// One attempt: test, Perils, denial, effect (9E-AMB-035).
fn attempt(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, power: u8) -> Step {
    let side = s.active;
    let fixed = cx.fixed();
    let data = &fixed.data.powers[power as usize];
    s.attempted[side.index()] |= 1 << power;
    let need = needed(fixed, s, power).unwrap_or(data.warp_charge);
    let smite = figures::is_smite(fixed, power);
    if smite {
        s.smites[side.index()] += 1;
    }
    let (amount, rules) = (fixed.numbers().psychic_test.roll, rules!["9E-PSY-011", "9E-DIC-001"]);
    let (result, dice) = test(s, cx, side, amount, "roll.psychic", rules, need)?;
    let passed = result >= need;
    let rules = match (smite, need > data.warp_charge) {
        (true, true) => rules!["9E-PSY-011", "9E-PSY-018", "9E-PSY-019"],
        (true, false) => rules!["9E-PSY-011", "9E-PSY-018"],
        _ => rules!["9E-PSY-011"],
    };
    cx.emit(rules, Event::Manifest { unit, power, need, result, passed });
    if brings_perils(fixed, &dice) && !perils::suffer(s, cx, unit)? && applies(rule!("9E-PSY-023")) {
        // 9E-PSY-023: the power fails with the psyker.
        cx.emit(rules!["9E-PSY-023"], Event::PowerFails { unit, power });
        return Ok(());
    }
    if !passed || denied(s, cx, unit, power, result)? {
        return Ok(());
    }
    // 9E-PSY-015: one attempt to deny, and no more.
    if !applies(rule!("9E-PSY-015")) && denied(s, cx, unit, power, result)? {
        return Ok(());
    }
    take_effect(s, cx, unit, power, result)
}

/// 9E-PSY-012: two ones or two sixes.
fn brings_perils(fixed: &Fixed, dice: &[u8]) -> bool {
    let alike = |face: &u8| dice.iter().all(|die| die == face);
    dice.len() > 1 && fixed.numbers().perils_faces.faces.iter().any(alike)
}

/// 9E-PSY-011, 9E-PSY-014: the sum of some dice, which a Command Re-roll may take again, and the dice.
fn test(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    side: Side,
    amount: Amount,
    purpose: &'static str,
    rules: &[RuleId],
    need: u8,
) -> Step<(u8, SmallVec<[u8; 2]>)> {
    let mut dice: SmallVec<[u8; 2]> = SmallVec::from_elem(0, reroll::count(amount.dice));
    cx.roll_into(&mut dice, Audience::ALL, amount.sides, purpose, rules, None)?;
    let sum = |dice: &[u8]| dice.iter().sum::<u8>() + amount.plus;
    let shown = sum(&dice);
    let lacks = shown < need || (side == s.active && brings_perils(cx.fixed(), &dice));
    if reroll::command(s, cx, side, purpose, shown, need, lacks)? {
        let rules = rules!["9E-DIC-008", "9E-DIC-011"];
        cx.roll_into(&mut dice, Audience::ALL, amount.sides, purpose, rules, None)?;
    }
    Ok((sum(&dice), dice))
}

/// 9E-PSY-013 to 9E-PSY-016: one attempt to deny, by one psyker near enough; only a higher result stops the power.
fn denied(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, power: u8, result: u8) -> Step<bool> {
    let enemy = s.active.other();
    let within = cx.fixed().numbers().deny.within.0;
    let able = |other: &UnitId| {
        psyker(cx.fixed(), s, *other)
            .is_some_and(|(_, _, deny)| s.unit(*other).turn.denied < *deny || !applies(rule!("9E-PSY-016")))
            && measure::units_within(s, *other, unit, within)
    };
    let mut options = vec![DenyPick::No];
    options.extend(s.on_table(enemy).filter(able).map(DenyPick::Unit));
    s.about.number = Some(result);
    s.about.target = Some(unit);
    let pick = cx.choose(s, Ask::new(enemy.seat(), "deny", rule!("9E-PSY-013")), &options)?;
    s.about.number = None;
    s.about.target = None;
    let DenyPick::Unit(denier) = pick else { return Ok(false) };
    s.unit_mut(denier).turn.denied += 1;
    let (amount, rules) = (cx.fixed().numbers().deny_test.roll, rules!["9E-PSY-014"]);
    let (against, _) = test(s, cx, enemy, amount, "roll.deny", rules, result + 1)?;
    let stopped = against > result;
    cx.emit(
        rules!["9E-PSY-014", "9E-PSY-015"],
        Event::Denied { unit: denier, power, result: against, stopped },
    );
    Ok(stopped)
}

/// 9E-PSY-017: the power works.
fn take_effect(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, power: u8, result: u8) -> Step {
    let side = s.active;
    let fixed = cx.fixed();
    let data = &fixed.data.powers[power as usize];
    let range = data.range.0;
    if !applies(rule!("9E-PSY-017")) {
        return Ok(());
    }
    match &data.effect {
        Effect::Smite { mortal, great, great_at } => {
            let targets = smite_targets(fixed, s, unit, range);
            if targets.is_empty() {
                // 9E-AMB-038.
                cx.emit(rules!["9E-PSY-020"], Event::PowerWorks { power, unit, target: None });
                return Ok(());
            }
            // 9E-MEA-004: of several equally near, the psyker's owner says which.
            let target = cx.choose(s, Ask::new(side.seat(), "nearest", rule!("9E-MEA-004")), &targets)?;
            // 9E-PSY-021.
            let is_great = result >= *great_at && applies(rule!("9E-PSY-021"));
            let amount = if is_great { great } else { mortal };
            let rules =
                if result >= *great_at { rules!["9E-PSY-020", "9E-PSY-021"] } else { rules!["9E-PSY-020"] };
            cx.emit(rules, Event::PowerWorks { power, unit, target: Some(target) });
            let wounds = smite_wounds(s, cx, unit, *amount, rules)?;
            damage::mortal_wounds_of_rule(
                s,
                cx,
                target,
                wounds,
                Cause::Mortal(side),
                rules!["9E-ATK-023", "9E-ATK-024"],
            )?;
        }
        Effect::Ward { bonus } => {
            // 9E-GEN-009, 9E-GEN-011: friends that share the psyker's own value of its keyword variable.
            let band = own_band(fixed, s, unit);
            let near = |other: &UnitId| {
                let of_band = s.keywords(fixed, *other).any(band) || !applies(rule!("9E-GEN-011"));
                of_band && measure::units_within(s, *other, unit, range)
            };
            let friends: Vec<UnitId> = s.on_table(side).filter(near).collect();
            if friends.is_empty() {
                cx.emit(rules!["9E-PSY-017"], Event::PowerWorks { power, unit, target: None });
                return Ok(());
            }
            let target = cx.choose(s, Ask::new(side.seat(), "friend", rule!("9E-GEN-011")), &friends)?;
            s.unit_mut(target).warded = *bonus;
            cx.emit(
                rules!["9E-PSY-017", "9E-GEN-009", "9E-GEN-011"],
                Event::PowerWorks { power, unit, target: Some(target) },
            );
        }
        Effect::Might { .. }
        | Effect::Stone { .. }
        | Effect::Wither { .. }
        | Effect::Drain { .. }
        | Effect::Haste { .. }
        | Effect::Mire { .. } => change_unit(s, cx, unit, power)?,
        Effect::Recall { sheet } => recall::manifest(s, cx, unit, power, sheet)?,
    }
    Ok(())
}

/// 9E-DIC-010: the D3 or D6 of Smite; whoever is focused may roll a result of 1 again, by the halved die.
fn smite_wounds(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    unit: UnitId,
    amount: Amount,
    rules: &[RuleId],
) -> Step<u8> {
    let wounds = reroll::sum(cx, amount.dice, amount.sides, "roll.mortal", rules)?;
    let focused = s.any_kind(cx.fixed(), unit).is_some_and(|kind| kind.has(&Ability::Focused));
    // A die that shows 2 is a 1 by half.
    let named = wounds == 1 && applies(rule!("9E-DIC-010"));
    if focused && amount.sides == 3 && named && reroll::by_result(s, cx, s.active, wounds)? {
        let rules = rules!["9E-DIC-009", "9E-DIC-010", "9E-DIC-011"];
        return Ok(reroll::sum(cx, amount.dice, amount.sides, "roll.mortal", rules)? + amount.plus);
    }
    Ok(wounds + amount.plus)
}

/// A power that changes a unit until the next Psychic phase of its player: a friendly one for the better, an enemy one for
/// the worse.
fn change_unit(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, power: u8) -> Step {
    let side = s.active;
    let fixed = cx.fixed();
    let data = &fixed.data.powers[power as usize];
    let kind = match data.effect {
        Effect::Wither { .. } | Effect::Drain { .. } | Effect::Mire { .. } => "enemy",
        _ => "friend",
    };
    let whose = if kind == "enemy" { side.other() } else { side };
    let near: Vec<UnitId> =
        s.on_table(whose).filter(|other| measure::units_within(s, *other, unit, data.range.0)).collect();
    if near.is_empty() {
        cx.emit(rules!["9E-PSY-017"], Event::PowerWorks { power, unit, target: None });
        return Ok(());
    }
    let target = cx.choose(s, Ask::new(side.seat(), kind, rule!("9E-PSY-017")), &near)?;
    s.unit_mut(target).spells.cast(&data.effect);
    let of_strength = !matches!(data.effect, Effect::Haste { .. } | Effect::Mire { .. });
    // 9E-CHR-007: a dash stays a dash.
    let dash = of_strength && s.any_kind(fixed, target).is_some_and(|kind| kind.profile.s == Stat::None);
    let rules: &[RuleId] = if dash { rules!["9E-PSY-017", "9E-CHR-007"] } else { rules!["9E-PSY-017"] };
    cx.emit(rules, Event::PowerWorks { power, unit, target: Some(target) });
    Ok(())
}

/// 9E-GEN-011: the value that the psyker's keyword variable has.
fn own_band(fixed: &Fixed, s: &State, unit: UnitId) -> Keywords {
    let word = s.any_kind(fixed, unit).and_then(|kind| kind.value.as_deref());
    word.map_or_else(Keywords::default, |word| fixed.lexicon.find(word))
}

/// 9E-PSY-020, 9E-AMB-039, 9E-AMB-041: the nearest of the enemy units that some model of the psyker's sees in range.
fn smite_targets(fixed: &Fixed, s: &State, unit: UnitId, range: Length) -> Vec<UnitId> {
    let enemies: Vec<UnitId> = s.on_table(s.unit(unit).side.other()).collect();
    let mut best: Vec<UnitId> = Vec::new();
    let mut least = Length(i32::MAX);
    for enemy in enemies {
        let distances = s.standing(unit).flat_map(|(own, _)| {
            s.standing(enemy)
                .filter_map(move |(other, _)| Some((measure::distance(s, own, other)?, own, other)))
        });
        let mut near: Vec<_> = distances.filter(|(distance, ..)| *distance <= range).collect();
        near.sort_unstable();
        if !near.iter().any(|(_, own, other)| visible(fixed, s, *own, *other)) {
            continue;
        }
        let nearest = near[0].0;
        if nearest < least && applies(rule!("9E-PSY-020")) {
            (best, least) = (vec![enemy], nearest);
        } else if nearest == least || !applies(rule!("9E-PSY-020")) {
            best.push(enemy);
        }
    }
    best
}
