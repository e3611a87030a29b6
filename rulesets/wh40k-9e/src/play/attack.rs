//! Making attacks (9E-ATK): hit, wound, allocate, save, damage, one attack after another.
//!
//! The same [`Entry`]s and the same numbers make the plan whose odds are shown ([`crate::plan`]).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{Audience, RuleId, rule, rules};
use grognard_odds::attack::Amount;
use smallvec::SmallVec;

use crate::Nine;
use crate::choice::{Choice, Shape, Word};
use crate::data::sheet::{Ability, WeaponAbility};
use crate::event::Event;
use crate::fixed::WeaponId;
use crate::ids::{ModelId, Side, UnitId};
use crate::numbers::{hit_target, save_target, wound_target};
use crate::play::damage::{self, Cause};
use crate::play::reroll;
use crate::state::State;

/// The attacks of one weapon of one model against one unit, as declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who attacks.
    pub model: ModelId,
    /// With what.
    pub weapon: WeaponId,
    /// And which profile.
    pub profile: u8,
    /// Whom.
    pub target: UnitId,
    /// How many attacks: fixed when it is declared, dice included (9E-AMB-051, 9E-AMB-052).
    pub attacks: Amount,
}

/// How the attacks are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// In the Shooting phase.
    Shooting,
    /// In answer to a charge.
    Overwatch,
    /// In close combat.
    Melee,
}

/// 9E-SHO-016, 9E-SHO-017, 9E-FGT-021, 9E-FGT-027: all attacks against one target before the next target, all with
/// one profile before the next profile; the attacker chooses the order.
pub fn resolve(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    unit: UnitId,
    mut left: Vec<Entry>,
    mode: Mode,
) -> Step {
    let mut current: Option<UnitId> = None;
    while !left.is_empty() {
        let mut next: Vec<NextPick> = Vec::new();
        for entry in &left {
            let class = cx.fixed().arm(entry.weapon, entry.profile).class;
            let known = |pick: &NextPick| pick.target == entry.target && pick.class == class;
            if current.is_none_or(|target| target == entry.target) && !next.iter().any(known) {
                next.push(NextPick {
                    target: entry.target,
                    weapon: entry.weapon,
                    profile: entry.profile,
                    class,
                });
            }
        }
        if next.is_empty() {
            current = None;
            continue;
        }
        let rule = if mode == Mode::Melee { rule!("9E-FGT-021") } else { rule!("9E-SHO-016") };
        s.about.unit = Some(unit);
        s.about.target = current;
        let pick = cx.choose(s, Ask::new(s.unit(unit).side.seat(), "next", rule), &next)?;
        let begins = current != Some(pick.target);
        current = Some(pick.target);
        if begins {
            s.about.order.clear();
            s.about.ordered = false;
        }
        let fixed = cx.fixed();
        let in_group = |entry: &Entry| {
            entry.target == pick.target && fixed.arm(entry.weapon, entry.profile).class == pick.class
        };
        let group: Vec<Entry> = left.iter().copied().filter(in_group).collect();
        left.retain(|entry| !in_group(entry));
        resolve_group(s, cx, unit, &group, pick, mode)?;
    }
    s.about.order.clear();
    s.about.ordered = false;
    s.about.target = None;
    Ok(())
}

#[derive(Clone, Copy)]
struct NextPick {
    target: UnitId,
    weapon: WeaponId,
    profile: u8,
    class: u16,
}

impl From<NextPick> for Choice {
    fn from(pick: NextPick) -> Choice {
        Choice::Next(pick.target, pick.weapon, pick.profile)
    }
}

/// All attacks with one profile against one target; 9E-SHO-018, 9E-FGT-028: whoever has been hit out of range or
/// sight by then is hit all the same.
fn resolve_group(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    unit: UnitId,
    group: &[Entry],
    pick: NextPick,
    mode: Mode,
) -> Step {
    let target = pick.target;
    let mut told = false;
    let mut at = 0;
    while at < group.len() {
        let entry = group[at];
        // 9E-AMB-110: what is left against a unit that is gone is lost.
        if !s.is_on_table(target) {
            let rules = rules!["9E-STR-004"];
            cx.emit(rules, Event::AttacksLost { unit, target, why: "lost.target" });
            return Ok(());
        }
        // 9E-AMB-109: and so is what a destroyed model had declared.
        if s.pose(entry.model).is_none() {
            at += 1;
            continue;
        }
        // 9E-SHO-025, 9E-AMB-048: others than those it fights with, only once all of those are destroyed.
        if mode == Mode::Shooting && crate::legal::shooting::held_back(cx.fixed(), s, unit, target) {
            cx.emit(rules!["9E-SHO-025"], Event::AttacksLost { unit, target, why: "lost.engaged" });
            return Ok(());
        }
        // 9E-AMB-054: attacks with the same figures are rolled together.
        let hit = hit_target(cx.fixed(), s, &entry, mode);
        let wound = wound_target(cx.fixed(), s, &entry, mode);
        let together = can_be_rolled_together(s, cx, &entry, mode);
        let mut end = at + 1;
        if together {
            let same = |other: &Entry| {
                s.pose(other.model).is_some()
                    && hit_target(cx.fixed(), s, other, mode) == hit
                    && wound_target(cx.fixed(), s, other, mode) == wound
            };
            while end < group.len() && same(&group[end]) {
                end += 1;
            }
        }
        let mut attacks = 0u16;
        let mut rules: Vec<RuleId> =
            vec![if mode == Mode::Melee { rule!("9E-FGT-016") } else { rule!("9E-SHO-019") }];
        for entry in &group[at..end] {
            let (number, why) = number_of_attacks(s, cx, entry)?;
            attacks += u16::from(number);
            rules.extend(why.filter(|why| !rules.contains(why)));
        }
        if !told {
            let (weapon, profile) = (pick.weapon, pick.profile);
            cx.emit(&rules, Event::Volley { unit, target, weapon, profile, attacks });
            told = true;
        }
        if together {
            attack_together(s, cx, unit, &entry, attacks, hit.as_ref(), &wound, mode)?;
        } else {
            for _ in 0..attacks {
                if !s.is_on_table(target) {
                    break;
                }
                attack_alone(s, cx, unit, &entry, mode)?;
            }
        }
        // 9E-DAT-035, 9E-AMB-007: after all attacks of the weapon.
        for entry in &group[at..end] {
            if s.model(entry.model).overheated {
                s.model_mut(entry.model).overheated = false;
                cx.emit(rules!["9E-DAT-035"], Event::Overheated { model: entry.model });
                damage::destroy(s, cx, entry.model, Cause::Own)?;
            }
        }
        at = end;
    }
    Ok(())
}

/// Whether nobody decides anything between the rolls of these attacks.
fn can_be_rolled_together(s: &State, cx: &Ctx<'_, Nine>, entry: &Entry, mode: Mode) -> bool {
    let fixed = cx.fixed();
    let arm = fixed.arm(entry.weapon, entry.profile);
    !arm.has(WeaponAbility::Overheat)
        && !may_reroll_ones(s, cx, entry, mode)
        && !arm.has(WeaponAbility::RerollWounds)
        && !reroll::at_hand(s, cx, s.side_of(entry.model))
        && !reroll::at_hand(s, cx, s.unit(entry.target).side)
}

/// Sure Aim: own hit rolls of 1 may be re-rolled.
fn may_reroll_ones(_s: &State, cx: &Ctx<'_, Nine>, entry: &Entry, _mode: Mode) -> bool {
    cx.fixed().kind(entry.model).has(&Ability::SureAim)
}

/// 9E-SHO-019, 9E-CHR-006: random numbers of attacks are rolled for each weapon. Says also which rule made the number
/// what it is, where one did.
fn number_of_attacks(s: &mut State, cx: &mut Ctx<'_, Nine>, entry: &Entry) -> Step<(u8, Option<RuleId>)> {
    let amount = entry.attacks;
    let rapid = (amount.times > 1).then_some(rule!("9E-WPN-006"));
    if amount.dice == 0 {
        let random = cx
            .fixed()
            .arm(entry.weapon, entry.profile)
            .profile
            .attacks
            .is_some_and(crate::data::amount::Amount::random);
        return Ok((amount.of(0), rapid.or(random.then_some(rule!("9E-WPN-014")))));
    }
    let side = s.side_of(entry.model);
    let sum = reroll::amount(s, cx, side, amount.dice, amount.sides, "roll.attacks", rules!["9E-SHO-019"])?;
    let few = (sum + amount.plus < amount.least).then_some(rule!("9E-WPN-013"));
    Ok((amount.of(sum), rapid.or(few)))
}

/// Many attacks at once: hits, then wounds, then each wound is allocated and saved.
#[expect(clippy::too_many_arguments, reason = "one attack has that many parts")]
fn attack_together(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    unit: UnitId,
    entry: &Entry,
    attacks: u16,
    hit: Option<&Target>,
    wound: &Target,
    mode: Mode,
) -> Step {
    let hits = match hit {
        None => attacks,
        Some(target) => {
            // 9E-ATK-002, 9E-ATK-003.
            let rules: &[RuleId] = match mode {
                Mode::Melee => rules!["9E-ATK-003"],
                Mode::Shooting => rules!["9E-ATK-002"],
                Mode::Overwatch => rules!["9E-OVR-005"],
            };
            roll_all(cx, attacks, "roll.hit", rules, target)?.len() as u16
        }
    };
    let faces = roll_all(cx, hits, "roll.wound", rules!["9E-ATK-008"], wound)?;
    let wounds = faces.len() as u16;
    let rules: &[RuleId] =
        if hit.is_none() { rules!["9E-ATK-001", "9E-ATK-004"] } else { rules!["9E-ATK-001"] };
    cx.emit(rules, Event::Hits { unit, target: entry.target, attacks, hits, wounds });
    let barbed = cx.fixed().arm(entry.weapon, entry.profile).has(WeaponAbility::Barbed);
    for face in faces {
        if !s.is_on_table(entry.target) {
            break;
        }
        // In the order of the dice: where mortal wounds come in between, it decides who is left with how much.
        allocate_and_save(s, cx, entry, mode, barbed && face == 6)?;
    }
    Ok(())
}

/// Those of some dice that are enough, in their order.
fn roll_all(
    cx: &mut Ctx<'_, Nine>,
    mut dice: u16,
    purpose: &'static str,
    rules: &[RuleId],
    target: &Target,
) -> Step<SmallVec<[u8; 40]>> {
    let mut good = SmallVec::new();
    let mut faces = [0u8; 40];
    while dice > 0 {
        let now = dice.min(40) as usize;
        cx.roll_into(&mut faces[..now], Audience::ALL, 6, purpose, rules, Some(target))?;
        good.extend(faces[..now].iter().copied().filter(|face| target.met_by(*face)));
        dice -= now as u16;
    }
    Ok(good)
}

/// One attack by itself, with everything that may be decided on the way (9E-ATK-032).
fn attack_alone(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, entry: &Entry, mode: Mode) -> Step {
    let side = s.side_of(entry.model);
    let (weapon, target) = (cx.fixed().arm(entry.weapon, entry.profile), entry.target);
    let mut hits = 1;
    if let Some(need) = hit_target(cx.fixed(), s, entry, mode) {
        let rules: &[RuleId] = match mode {
            Mode::Melee => rules!["9E-ATK-003"],
            Mode::Shooting => rules!["9E-ATK-002"],
            Mode::Overwatch => rules!["9E-OVR-005"],
        };
        s.about.model = Some(entry.model);
        let ones = may_reroll_ones(s, cx, entry, mode);
        let again = |face: u8| ones && face == 1;
        let face = reroll::die(s, cx, side, "roll.hit", rules, &need, &again)?;
        // 9E-DAT-035, 9E-DIC-012: the unmodified roll is the one after re-rolls.
        if face == 1 && weapon.has(WeaponAbility::Overheat) {
            s.model_mut(entry.model).overheated = true;
        }
        hits = u16::from(need.met_by(face));
    }
    let mut wounds = 0;
    let mut six = false;
    if hits > 0 {
        let need = wound_target(cx.fixed(), s, entry, mode);
        let failed = weapon.has(WeaponAbility::RerollWounds);
        let again = |face: u8| failed && !need.met_by(face);
        let face = reroll::die(s, cx, side, "roll.wound", rules!["9E-ATK-008"], &need, &again)?;
        wounds = u16::from(need.met_by(face));
        six = face == 6;
    }
    s.about.model = None;
    cx.emit(rules!["9E-ATK-001"], Event::Hits { unit, target, attacks: 1, hits, wounds });
    if wounds > 0 {
        allocate_and_save(s, cx, entry, mode, six && weapon.has(WeaponAbility::Barbed))?;
    }
    Ok(())
}

/// Steps 3 to 5 of one attack, and the mortal wounds that come with it (9E-ATK-027, 9E-AMB-063).
fn allocate_and_save(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    entry: &Entry,
    mode: Mode,
    and_mortal: bool,
) -> Step {
    let attacker = s.side_of(entry.model);
    let model = allocate(s, cx, entry.target)?;
    if save(s, cx, entry, model, mode)? {
        cx.emit(rules!["9E-ATK-014"], Event::Saved { model });
    } else {
        // 9E-ATK-017: a random Damage is rolled for this attack.
        let amount = cx.fixed().arm(entry.weapon, entry.profile).profile.damage;
        let lost = if amount.random() {
            reroll::amount(s, cx, attacker, amount.dice, amount.sides, "roll.damage", rules!["9E-ATK-017"])?
                + amount.plus
        } else {
            amount.plus
        };
        damage::lose_wounds(s, cx, model, lost, Cause::Attack(attacker))?;
    }
    if and_mortal && s.is_on_table(entry.target) {
        // 9E-ATK-028: even if the normal damage was saved.
        cx.emit(rules!["9E-ATK-027", "9E-ATK-028"], Event::MortalWounds { unit: entry.target, wounds: 1 });
        damage::mortal_wounds(s, cx, entry.target, 1, Cause::Attack(attacker))?;
    }
    Ok(())
}

/// 9E-ATK-012: the target's owner picks any model; 9E-ATK-013: unless one has lost wounds or was picked before in
/// this phase.
pub fn allocate(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step<ModelId> {
    let wounded = |id: ModelId| {
        let model = s.model(id);
        model.allocated || model.wounds < cx.fixed().kind(id).profile.w
    };
    let standing: Vec<ModelId> = s.standing(unit).map(|(id, _)| id).collect();
    let forced: Vec<ModelId> = standing.iter().copied().filter(|id| wounded(*id)).collect();
    let seat = s.unit(unit).side.seat();
    s.about.target = Some(unit);
    let model = match (&forced[..], &standing[..]) {
        ([only], _) | ([], [only]) => *only,
        ([], several) => {
            // The casualty order answers until it no longer decides.
            if !s.about.ordered {
                let ask = Ask::new(seat, "casualties", rule!("9E-ATK-012"));
                let Choice::Casualties(order) = cx.propose(s, ask, Shape::Casualties(unit))? else {
                    return cx.broken("a casualty order was answered with something else");
                };
                s.about.order = order;
                s.about.ordered = true;
            }
            match s.about.order.iter().copied().find(|id| several.contains(id)) {
                Some(first) => first,
                None => cx.choose(s, Ask::new(seat, "allocate", rule!("9E-ATK-012")), several)?,
            }
        }
        (several, _) => cx.choose(s, Ask::new(seat, "allocate", rule!("9E-ATK-013")), several)?,
    };
    s.model_mut(model).allocated = true;
    Ok(model)
}

#[derive(Clone, Copy)]
enum SavePick {
    Armour,
    Invulnerable(u8),
}

impl From<SavePick> for Choice {
    fn from(pick: SavePick) -> Choice {
        match pick {
            SavePick::Armour => Choice::Word(Word::Armour),
            SavePick::Invulnerable(need) => Choice::Invulnerable(need),
        }
    }
}

/// 9E-ATK-014: the saving throw of the model the attack was allocated to (9E-ATK-016); 9E-ATK-020: the owner chooses
/// between it and one invulnerable one (9E-ATK-021), before the roll (9E-AMB-062).
fn save(s: &mut State, cx: &mut Ctx<'_, Nine>, entry: &Entry, model: ModelId, mode: Mode) -> Step<bool> {
    let side: Side = s.side_of(model);
    let invulnerable = |(need, melee_only): &(u8, bool)| {
        (!melee_only || mode == Mode::Melee).then_some(SavePick::Invulnerable(*need))
    };
    let mut picks = vec![SavePick::Armour];
    picks.extend(cx.fixed().kind(model).invulnerable.iter().filter_map(invulnerable));
    s.about.model = Some(model);
    let pick = cx.choose(s, Ask::new(side.seat(), "save", rule!("9E-ATK-020")), &picks)?;
    let choice = match pick {
        SavePick::Armour => None,
        SavePick::Invulnerable(need) => Some(need),
    };
    let need = save_target(cx.fixed(), s, entry, model, choice, mode);
    if matches!(need.need(), Need::Impossible | Need::AtLeast(7..)) {
        // 9E-ATK-015: a six is no success by itself.
        s.about.model = None;
        cx.emit(rules!["9E-ATK-015"], Event::NoSave { model });
        return Ok(false);
    }
    let rules: &[RuleId] =
        if choice.is_some() { rules!["9E-ATK-020", "9E-ATK-022"] } else { rules!["9E-ATK-014"] };
    let face = reroll::die(s, cx, side, "roll.save", rules, &need, &|_| false)?;
    s.about.model = None;
    Ok(need.met_by(face))
}
