//! Making attacks (9E-ATK): hit, wound, allocate, save, damage, one attack after another.
//!
//! The same [`Entry`]s and the same numbers make the plan whose odds are shown ([`crate::plan`]).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::Target;
use grognard_engine::{Audience, RuleId, rule, rules};
use grognard_odds::attack::Amount;
use smallvec::SmallVec;

use crate::Nine;
use crate::choice::Choice;
use crate::cover;
use crate::data::amount::{Stat, Strength};
use crate::data::sheet::{Ability, WeaponAbility, WeaponKind};
use crate::event::Event;
use crate::figures;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::keyword::Keywords;
use crate::legal::{fighting, shooting};
use crate::measure;
use crate::numbers::{hit_target, wound_target};
use crate::play::allocation::allocate_and_save;
use crate::play::damage::{self, Cause};
use crate::play::reroll;
use crate::state::{Moved, Spells, State};

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
    let (by_target, by_profile) = if mode == Mode::Melee {
        (rule!("9E-FGT-021"), rule!("9E-FGT-027"))
    } else {
        (rule!("9E-SHO-016"), rule!("9E-SHO-017"))
    };
    let mut current: Option<UnitId> = None;
    // 9E-SHO-025: as it was when the targets were declared.
    let fought = measure::engaging(cx.fixed(), s, unit);
    while !left.is_empty() {
        current = current.filter(|_| applies(by_target));
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
        s.about.unit = Some(unit);
        s.about.target = current;
        let pick = cx.choose(s, Ask::new(s.unit(unit).side.seat(), "next", by_target), &next)?;
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
        let most = if applies(by_profile) { left.len() } else { 1 };
        let mut group: Vec<Entry> = Vec::new();
        left.retain(|entry| {
            let now = in_group(entry) && group.len() < most;
            if now {
                group.push(*entry);
            }
            !now
        });
        resolve_group(s, cx, unit, &group, pick.target, mode, &fought)?;
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
    target: UnitId,
    mode: Mode,
    fought: &[UnitId],
) -> Step {
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
            let rules = rules!["9E-STR-002"];
            cx.emit(rules, Event::AttacksLost { unit, target, why: "lost.attacker" });
            at += 1;
            continue;
        }
        // 9E-SHO-025, 9E-AMB-048: others than those it fights with, only once all of those are destroyed.
        if mode == Mode::Shooting && shooting::held_back(cx.fixed(), s, unit, target, fought) {
            cx.emit(rules!["9E-SHO-025"], Event::AttacksLost { unit, target, why: "lost.engaged" });
            return Ok(());
        }
        let persists = if mode == Mode::Melee { rule!("9E-FGT-028") } else { rule!("9E-SHO-018") };
        if !applies(persists) && is_out_of_reach(cx.fixed(), s, &entry, mode) {
            at += 1;
            continue;
        }
        // 9E-AMB-054: attacks with the same figures are rolled together.
        let hit = hit_target(cx.fixed(), s, &entry, mode);
        let wound = wound_target(cx.fixed(), s, &entry, mode);
        let together =
            can_be_rolled_together(s, cx, &entry, mode) && !may_change(cx.fixed(), s, &group[at..], mode);
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
        let mut before = None;
        for entry in &group[at..end] {
            // 9E-CHR-006: each weapon rolls for itself.
            let own = match before.filter(|_| !applies(rule!("9E-CHR-006"))) {
                Some(same) => same,
                None => number_of_attacks(s, cx, entry)?,
            };
            before = Some(own);
            attacks += u16::from(own);
        }
        if cx.logging() {
            let rules = volley_rules(cx.fixed(), s, &group[at..end], mode);
            let (weapon, profile) = (entry.weapon, entry.profile);
            cx.emit(&rules, Event::Volley { unit, target, weapon, profile, attacks });
        }
        if together {
            attack_together(s, cx, unit, &entry, attacks, hit.as_ref(), &wound, mode)?;
        } else {
            for _ in 0..attacks {
                // 9E-AMB-109, 9E-AMB-110: nobody is left to attack, or to be attacked.
                if !s.is_on_table(target) || s.pose(entry.model).is_none() {
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

/// Whether casualties of these attacks may change what the later of them need. 9E-SHO-026: the last enemy next to a big gun
/// may fall; 9E-AMB-108: other models may then be the most of the unit; what only some of its models have may go with them;
/// 9E-OUT-022: another model may then be the nearest; 9E-TRN-017: one that blows up may take attackers along.
fn may_change(fixed: &Fixed, s: &State, attacks: &[Entry], mode: Mode) -> bool {
    let Some(first) = attacks.first() else { return false };
    let models = &s.unit(first.target).models;
    let mixed = |model: &ModelId| !figures::as_hard_to_wound(fixed, *model, models[0]);
    let explosive = |model: &ModelId| {
        let explodes = |ability: &Ability| matches!(ability, Ability::Explodes { .. }).then_some(());
        fixed.kind(*model).find(explodes).is_some()
    };
    if models.iter().any(mixed) || (models.len() > 1 && models.iter().any(explosive)) {
        return true;
    }
    let hidden = |entry: &Entry| cover::differs(fixed, s, entry.model, entry.target);
    if mode == Mode::Shooting && attacks.iter().any(hidden) {
        return true;
    }
    let heavy = fixed.arm(first.weapon, first.profile).profile.kind == WeaponKind::Heavy;
    let big = fixed.kind(first.model).keywords.any(Keywords::VEHICLE.and(Keywords::MONSTER));
    if mode != Mode::Shooting || !heavy || !big {
        return false;
    }
    let unit = s.model(first.model).unit;
    let near = models.iter().filter(|model| measure::model_engaged(fixed, s, **model, unit)).count();
    let most = |entry: &Entry| {
        usize::from(entry.attacks.dice) * usize::from(entry.attacks.sides) + usize::from(entry.attacks.plus)
    };
    near > 0 && near < models.len() && attacks.iter().map(most).sum::<usize>() > near
}

/// Sure Aim: own hit rolls of 1 may be re-rolled.
fn may_reroll_ones(_s: &State, cx: &Ctx<'_, Nine>, entry: &Entry, _mode: Mode) -> bool {
    cx.fixed().kind(entry.model).has(&Ability::SureAim)
}

/// Whether casualties have put all of a target out of an attack's reach or sight.
fn is_out_of_reach(fixed: &Fixed, s: &State, entry: &Entry, mode: Mode) -> bool {
    if mode == Mode::Melee {
        !fighting::reaches(fixed, s, entry.model, entry.target)
    } else {
        let arm = fixed.arm(entry.weapon, entry.profile);
        !shooting::in_reach(fixed, s, entry.model, arm, entry.target)
    }
}

/// The rules that made some attacks what they are.
fn volley_rules(fixed: &Fixed, s: &State, entries: &[Entry], mode: Mode) -> Vec<RuleId> {
    let mut rules = Vec::new();
    let mut add = |rule: RuleId| {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    };
    for entry in entries {
        let arm = fixed.arm(entry.weapon, entry.profile);
        if mode == Mode::Melee {
            add(rule!("9E-FGT-016"));
            if figures::shock_assault(fixed, s, entry.model) {
                add(rule!("9E-OUT-042"));
            }
            if entry.weapon == fixed.fists() {
                add(rule!("9E-FGT-024"));
            }
            if figures::devastating(fixed, s, entry.model) > 0 {
                add(rule!("9E-DAT-032"));
            }
            if fighting::extra(fixed, entry.weapon) {
                add(rule!("9E-DAT-034"));
            }
            if is_out_of_reach(fixed, s, entry, mode) {
                add(rule!("9E-FGT-028"));
            } else if !measure::model_engaged(fixed, s, entry.model, entry.target) {
                add(rule!("9E-FGT-015"));
            }
            continue;
        }
        add(rule!("9E-SHO-019"));
        if is_out_of_reach(fixed, s, entry, mode) {
            add(rule!("9E-SHO-018"));
        }
        if entry.attacks.times > 1 {
            let near = shooting::within_half_range(s, entry.model, arm, entry.target);
            add(if near { rule!("9E-WPN-006") } else { rule!("9E-OUT-041") });
        }
        if arm.has(WeaponAbility::Blast) {
            let random = arm.profile.attacks.is_some_and(crate::data::amount::Amount::random);
            add(rule!("9E-WPN-012"));
            add(match (entry.attacks.least > 0, random && entry.attacks.dice == 0) {
                (_, true) => rule!("9E-WPN-014"),
                (true, false) => rule!("9E-WPN-013"),
                (false, false) => rule!("9E-WPN-015"),
            });
        }
    }
    rules
}

/// 9E-SHO-019, 9E-CHR-006: random numbers of attacks are rolled for each weapon.
fn number_of_attacks(s: &mut State, cx: &mut Ctx<'_, Nine>, entry: &Entry) -> Step<u8> {
    let amount = entry.attacks;
    if !applies(rule!("9E-SHO-019")) {
        return Ok(1);
    }
    if amount.dice == 0 {
        return Ok(amount.of(0));
    }
    let side = s.side_of(entry.model);
    let sum = reroll::amount(s, cx, side, amount.dice, amount.sides, "roll.attacks", rules!["9E-SHO-019"])?;
    Ok(amount.of(sum))
}

/// The rules a hit roll stands under.
fn hit_rules(fixed: &Fixed, s: &State, entry: &Entry, mode: Mode) -> &'static [RuleId] {
    match mode {
        Mode::Melee => rules!["9E-ATK-003"],
        Mode::Overwatch => rules!["9E-OVR-005"],
        Mode::Shooting => {
            let unit = s.model(entry.model).unit;
            let turn = &s.unit(unit).turn;
            // 9E-WPN-005: other moves than those of the Movement phase count, too.
            let heavy = fixed.arm(entry.weapon, entry.profile).profile.kind == WeaponKind::Heavy
                && fixed.kind(entry.model).keywords.any(Keywords::INFANTRY);
            if heavy && (turn.disembarked || turn.moved == Moved::Arrived) {
                rules!["9E-ATK-002", "9E-WPN-005"]
            } else {
                rules!["9E-ATK-002"]
            }
        }
    }
}

/// The rules a wound roll stands under: who has no Strength strikes with its Toughness (9E-CHR-008), which no power
/// changes (9E-CHR-007).
fn wound_rules(fixed: &Fixed, s: &State, entry: &Entry) -> &'static [RuleId] {
    let own = !matches!(fixed.arm(entry.weapon, entry.profile).profile.strength, Strength::Is(_));
    let dash = own && fixed.kind(entry.model).profile.s == Stat::None;
    let changed = s.unit(s.model(entry.model).unit).spells != Spells::default();
    match (dash, changed) {
        (true, true) => rules!["9E-ATK-008", "9E-CHR-008", "9E-CHR-007"],
        (true, false) => rules!["9E-ATK-008", "9E-CHR-008"],
        (false, _) => rules!["9E-ATK-008"],
    }
}

/// What the hits of some attacks stand under: those that hit by themselves (9E-ATK-004) do so in Overwatch, too
/// (9E-OVR-008).
const fn hits_rules(automatic: bool, mode: Mode) -> &'static [RuleId] {
    match (automatic, mode) {
        (false, _) => rules!["9E-ATK-001"],
        (true, Mode::Overwatch) => rules!["9E-ATK-001", "9E-ATK-004", "9E-OVR-008"],
        (true, _) => rules!["9E-ATK-001", "9E-ATK-004"],
    }
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
            let rules = hit_rules(cx.fixed(), s, entry, mode);
            roll_all(cx, attacks, "roll.hit", rules, target)?.len() as u16
        }
    };
    let rules = wound_rules(cx.fixed(), s, entry);
    let faces = roll_all(cx, hits, "roll.wound", rules, wound)?;
    let wounds = faces.len() as u16;
    let rules = hits_rules(hit.is_none(), mode);
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
    let hit = hit_target(cx.fixed(), s, entry, mode);
    let automatic = hit.is_none();
    if let Some(need) = hit {
        let rules = hit_rules(cx.fixed(), s, entry, mode);
        s.about.model = Some(entry.model);
        let ones = may_reroll_ones(s, cx, entry, mode);
        // 9E-ATK-032: re-rolls look at the die before any modifier.
        // 9E-DIC-009: of those results alone that the ability names.
        let named = |face: u8| reroll::looked_at(&need, face) == 1 || !applies(rule!("9E-DIC-009"));
        let again = |face: u8| ones && named(face);
        let face = reroll::die(s, cx, side, "roll.hit", rules, &need, &again)?;
        // 9E-DAT-035, 9E-DIC-012: the unmodified roll is the one after re-rolls.
        let plain = if applies(rule!("9E-DIC-012")) { face } else { reroll::modified(&need, face) };
        let overheats = plain <= cx.fixed().numbers().overheat.face && weapon.has(WeaponAbility::Overheat);
        if overheats && applies(rule!("9E-DAT-035")) {
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
        let rules = wound_rules(cx.fixed(), s, entry);
        let face = reroll::die(s, cx, side, "roll.wound", rules, &need, &again)?;
        wounds = u16::from(need.met_by(face));
        six = face == 6;
    }
    s.about.model = None;
    cx.emit(hits_rules(automatic, mode), Event::Hits { unit, target, attacks: 1, hits, wounds });
    if wounds > 0 {
        allocate_and_save(s, cx, entry, mode, six && weapon.has(WeaponAbility::Barbed))?;
    }
    Ok(())
}
