//! Chances of an answer before it is given.

use std::ops::RangeInclusive;

use grognard_engine::client::{Chance, Fact, Need, Odds, OddsNeed, OddsStep, TargetNumber};
use grognard_engine::message::Message;
use grognard_engine::present::target_number;
use grognard_engine::target::Target;
use grognard_odds::attack::exact;
use grognard_odds::charge::Charge;
use grognard_odds::{Dist, Fraction, Natural, Ratio};
use grognard_space::table::Length;

use super::names;
use crate::Nine;
use crate::candidates::moves::charge_witness;
use crate::choice::{MoveKind, MoveShape};
use crate::data::amount::{Amount, INCH};
use crate::data::sheet::Ability;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::measure;
use crate::numbers::{hit_target, save_target, wound_target};
use crate::plan;
use crate::play::attack::{Entry, Mode};
use crate::play::psychic;
use crate::state::State;

/// A chance in the client's form.
pub fn chance(label: String, chance: Fraction, tone: &str) -> Chance {
    Chance { label, exact: chance.to_string(), basis_points: chance.basis_points(), tone: tone.to_owned() }
}

/// The chance that a charge gets there: that its roll is long enough for a way to all targets.
pub fn charge(fixed: &Fixed, s: &State, unit: UnitId, targets: &[UnitId]) -> Option<Odds> {
    let reach = fixed.numbers().engagement.horizontal.0;
    let far =
        targets.iter().map(|target| measure::unit_distance(s, unit, *target)).collect::<Option<Vec<_>>>()?;
    let roll = fixed.numbers().charge_roll.roll;
    let charge = Charge {
        dice: u32::from(roll.dice),
        sides: u32::from(roll.sides),
        bonus: i32::from(roll.plus + s.unit(unit).drilled),
        // Sure Aim lets its bearer roll again.
        reroll: s.any_kind(fixed, unit).is_some_and(|kind| kind.has(&Ability::SureAim)),
    };
    let straight = charge.need(far.iter().map(|far| far.0), reach.0, INCH)?;
    let most = (charge.dice * charge.sides) as i32;
    let way = roll_with_a_way(fixed, s, unit, targets, straight..=most, charge.bonus);
    // Nothing that can be rolled is enough where no way was found.
    let need = way.unwrap_or(most + 1);
    let (far, made) = (far.into_iter().max()?, charge.chance(need));
    let key = match way {
        Some(need) if need == straight => "odds.charge",
        Some(_) => "odds.charge-around",
        None => "odds.charge-no-way",
    };
    let texts = &fixed.data.texts;
    Some(Odds {
        label: texts.render(&Message::new(key).text("far", names::length(far.0)).number("need", need.max(0))),
        chances: vec![
            chance(texts.get("odds.charge-made").to_owned(), made, "good"),
            chance(texts.get("odds.charge-failed").to_owned(), made.complement(), "bad"),
        ],
        ..Odds::default()
    })
}

/// 9E-CHG-012, 9E-AMB-066: the least sum of the dice with which a way to all targets is found, around what stands there and
/// over it.
fn roll_with_a_way(
    fixed: &Fixed,
    s: &State,
    unit: UnitId,
    targets: &[UnitId],
    mut rolls: RangeInclusive<i32>,
    bonus: i32,
) -> Option<i32> {
    let mut charging = s.clone();
    charging.unit_mut(unit).turn.charge_targets = targets.iter().copied().collect();
    charging.about.witness.clear();
    rolls.find(|roll| {
        let distance = Length::inches((roll + bonus).max(0));
        let shape = MoveShape { unit, kind: MoveKind::Charge, distance, may_decline: false };
        charge_witness(fixed, &charging, &shape).is_some()
    })
}

/// The chance to manifest a power.
pub fn manifest(fixed: &Fixed, s: &State, power: u8) -> Option<Odds> {
    let need = psychic::needed(fixed, s, power)?;
    let keys = ["odds.manifest", "odds.manifested", "odds.not-manifested"];
    Some(at_least(fixed, fixed.numbers().psychic_test.roll, i32::from(need), keys))
}

/// 9E-PSY-014: the chance to stop a power, with more than it was manifested with.
pub fn deny(fixed: &Fixed, s: &State) -> Option<Odds> {
    let need = i32::from(s.about.number?) + 1;
    let keys = ["odds.manifest", "odds.denied", "odds.not-denied"];
    Some(at_least(fixed, fixed.numbers().deny_test.roll, need, keys))
}

/// The chance that dice show a sum or more, under its label, with the words for success and failure.
fn at_least(fixed: &Fixed, roll: Amount, need: i32, [label, good, bad]: [&'static str; 3]) -> Odds {
    let sum =
        Dist::die(u32::from(roll.sides)).repeat(u32::from(roll.dice), 0i32, |sum, face| sum + *face as i32);
    let made = sum.chance(|sum| *sum >= need);
    let texts = &fixed.data.texts;
    Odds {
        label: texts.render(&Message::new(label).number("need", need)),
        chances: vec![
            chance(texts.get(good).to_owned(), made, "good"),
            chance(texts.get(bad).to_owned(), made.complement(), "bad"),
        ],
        ..Odds::default()
    }
}

/// What attacks do to each of their targets: how many models fall, whether all do, and what is rolled on the way.
pub fn of_attacks(
    fixed: &Fixed,
    s: &State,
    entries: &[Entry],
    mode: Mode,
    order: impl Fn(UnitId) -> Vec<ModelId>,
) -> Option<Odds> {
    let mut targets: Vec<UnitId> = Vec::new();
    for entry in entries {
        if !targets.contains(&entry.target) {
            targets.push(entry.target);
        }
    }
    let one = |target: &UnitId| {
        let own: Vec<&Entry> = entries.iter().filter(|entry| entry.target == *target).collect();
        at_one(fixed, s, entries, &own, *target, &order(*target), mode)
    };
    let mut all = targets.iter().map(one);
    let first = all.next()?;
    Some(Odds { also: all.collect(), ..first })
}

fn at_one(
    fixed: &Fixed,
    s: &State,
    entries: &[Entry],
    own: &[&Entry],
    target: UnitId,
    order: &[ModelId],
    mode: Mode,
) -> Odds {
    let texts = &fixed.data.texts;
    let losses = exact(&plan::plan(fixed, s, entries, target, order, mode));
    let kills = losses.kills();
    let mut chances = Vec::new();
    let mut tail = Natural::default();
    for (count, weight) in kills.iter().enumerate().rev() {
        tail.add_times(weight, 1);
        if count == 0 {
            chances.push(ratio(texts.get("odds.nothing").to_owned(), &losses.chance(weight), "bad"));
        } else if count + 1 == kills.len() {
            chances.push(ratio(texts.get("odds.destroy").to_owned(), &losses.chance(&tail), "good"));
        } else {
            let key = if count == 1 { "odds.kills-one" } else { "odds.kills" };
            let label = texts.render(&Message::new(key).number("kills", count as i64));
            chances.push(ratio(label, &losses.chance(&tail), "good"));
        }
    }
    let mean = |key: &str, mean: &Ratio| Fact { label: texts.get(key).to_owned(), value: average(mean) };
    Odds {
        label: names::unit_in(fixed, s, target),
        chances,
        steps: steps(fixed, s, own, order, mode),
        facts: vec![
            mean("odds.mean-kills", &losses.mean_kills()),
            mean("odds.mean-wounds", &losses.mean_wounds()),
        ],
        ..Odds::default()
    }
}

/// What each kind of weapon rolls, with the reasons of every number.
fn steps(fixed: &Fixed, s: &State, own: &[&Entry], order: &[ModelId], mode: Mode) -> Vec<OddsStep> {
    let mut steps: Vec<(u32, Amount, OddsStep)> = Vec::new();
    for entry in own {
        let step = OddsStep {
            label: names::weapon(fixed, entry.weapon, entry.profile),
            needs: needs(fixed, s, entry, order, mode),
        };
        let own = made(entry);
        match steps.iter_mut().find(|(_, known, of)| *of == step && known.sides == own.sides) {
            Some((count, attacks, _)) => {
                *count += 1;
                attacks.dice = attacks.dice.saturating_add(own.dice);
                attacks.plus = attacks.plus.saturating_add(own.plus);
            }
            None => steps.push((1, own, step)),
        }
    }
    let counted = |(count, attacks, step): (u32, Amount, OddsStep)| {
        let one = attacks.dice == 0 && attacks.plus == 1;
        let message = Message::new(if one { "odds.attack" } else { "odds.attacks" })
            .number("count", count)
            .text("weapon", step.label.clone())
            .text("attacks", attacks.to_string());
        OddsStep { label: fixed.data.texts.render(&message), ..step }
    };
    steps.into_iter().map(counted).collect()
}

/// How many attacks an entry makes, all that multiplies them counted.
fn made(entry: &Entry) -> Amount {
    let attacks = entry.attacks;
    let dice = attacks.dice.saturating_mul(attacks.times);
    let plus = if dice == 0 { attacks.most() } else { attacks.plus.saturating_mul(attacks.times) };
    Amount { dice, sides: attacks.sides, plus }
}

fn needs(fixed: &Fixed, s: &State, entry: &Entry, order: &[ModelId], mode: Mode) -> Vec<OddsNeed> {
    let texts = &fixed.data.texts;
    let need = |key: &str, target: &Target| OddsNeed {
        label: texts.get(key).to_owned(),
        need: target_number::<Nine>(fixed, target),
    };
    let hit = hit_target(fixed, s, entry, mode).map_or_else(
        || OddsNeed {
            label: texts.get("roll.hit").to_owned(),
            need: TargetNumber { base: 0, modifiers: Vec::new(), need: Need::Automatic },
        },
        |target| need("roll.hit", &target),
    );
    let mut all = vec![hit, need("roll.wound", &wound_target(fixed, s, entry, mode))];
    if let Some(first) = order.first() {
        all.push(need("roll.save", &save_target(fixed, s, entry, *first, None, mode)));
        let counts = |(_, melee_only): &&(u8, bool)| !melee_only || mode == Mode::Melee;
        let invulnerable = fixed.kind(*first).invulnerable.iter().filter(counts).map(|(need, _)| *need).min();
        if let Some(number) = invulnerable {
            let target = save_target(fixed, s, entry, *first, Some(number), mode);
            all.push(need("odds.invulnerable", &target));
        }
    }
    all
}

/// A mean in hundredths.
fn average(mean: &Ratio) -> String {
    let hundredths = (mean.basis_points() + 50) / 100;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// A chance in the client's form; those too long to be read as a fraction are given in per cent alone.
fn ratio(label: String, chance: &Ratio, tone: &str) -> Chance {
    let points = chance.basis_points();
    let exact =
        chance.small().map_or_else(|| format!("{}.{:02} %", points / 100, points % 100), |c| c.to_string());
    Chance { label, exact, basis_points: points, tone: tone.to_owned() }
}
