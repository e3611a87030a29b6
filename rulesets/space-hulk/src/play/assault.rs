//! Close assault: SH-CLA, SH-PAR, SH-GNG, SH-DOR-016, and the weapons of close assault.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::target::{Need, Target};
use grognard_engine::{Audience, RuleId, rule, rules};
use grognard_space::grid::{Cell, Dir, Facing};
use smallvec::SmallVec;

use super::{Cx, end_overwatch, explosions, kill, shooting, slay};
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::eldar;
use crate::eldar::{farseer, seers};
use crate::event::{Cause, Event, RoundResult, Shot};
use crate::harlequin;
use crate::legal::{StepKind, allowed, step_kind};
use crate::piece::{Mark, PieceId, Place};
use crate::profile::{Folk, Melee, Ranged};
use crate::psychic::{self, card::Kind};
use crate::state::{State, seat};
use crate::table::{MOST_DICE, Parrying, Side, Table};
use crate::weapon::Class;

mod door;
mod fighter;

pub use door::{against_door, door_plan};
pub use fighter::Fighter;
use fighter::{between_levels, faces, fighter, fighter_rules, ganging};
pub(crate) use fighter::{braced, direction, met};

/// A round before its dice: the same value resolves it and gives its odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundPlan {
    /// Who attacks.
    pub attacker: Fighter,
    /// Who is attacked.
    pub defender: Fighter,
    /// Whether the defender faces the attacker and can harm him (SH-CLA-008).
    pub facing: bool,
}

/// A round of close assault as it would be fought now.
pub fn plan(fixed: &Fixed, table: &Table, attacker: PieceId, defender: PieceId) -> RoundPlan {
    let mut attack = fighter(fixed, table, attacker, defender);
    let gang = ganging(table, attacker, defender).saturating_mul(fixed.numbers().ganging_up.bonus);
    attack.add(gang, "reason.ganging", rule!("SH-GNG-001"));
    psychic::enhance::foresee(fixed, table, &mut attack);
    farseer::effect::doom(fixed, table, &mut attack, defender);
    let defence = fighter(fixed, table, defender, attacker);
    let facing = faces(fixed, table, defender, attacker)
        && !(table.is_prone(defender) && applies(rule!("SH-PRN-005")))
        // SH-MLV-002: through a hole nobody strikes back, not even who turns before he fights.
        && !(between_levels(fixed, table, attacker, defender) && applies(rule!("SH-MLV-002")));
    RoundPlan { attacker: attack, defender: defence, facing }
}

/// SH-CLA-018: one round, from declaration to its result.
pub fn round(state: &mut State, cx: &mut Cx<'_>, attacker: PieceId, defender: PieceId) -> Step {
    harlequin::fight::begin(state, cx, attacker, defender)?;
    fight(state, cx, attacker, defender)?;
    harlequin::fight::end(state, defender);
    Ok(())
}

fn fight(state: &mut State, cx: &mut Cx<'_>, attacker: PieceId, defender: PieceId) -> Step {
    let fixed = cx.fixed();
    let mut plan = plan(fixed, &state.table, attacker, defender);
    let gang = ganging(&state.table, attacker, defender);
    let again = state.table.assaults.contains(&(attacker, defender));
    state.table.assaults.push((attacker, defender));
    let mut rules: SmallVec<[RuleId; 16]> = SmallVec::new();
    // SH-HRL-006: the rounds of a dance are paid for with the dance.
    rules.extend_from_slice(match attacker {
        PieceId::Marine(index) if harlequin::dances(&state.table, index) => {
            rules!["SH-CLA-001", "SH-CLA-018", "SH-HRL-006"]
        }
        _ => rules!["SH-CLA-001", "SH-CLA-004", "SH-CLA-018", "SH-ACT-019"],
    });
    if again {
        rules.push(rule!("SH-CLA-009"));
    }
    if gang > 0 {
        rules.extend_from_slice(rules!["SH-GNG-001", "SH-GNG-002"]);
        // SH-GNG-003: Marines gang up as well.
        if state.table.side(attacker) == Side::Marine {
            rules.push(rule!("SH-GNG-003"));
        }
    }
    if matches!(state.table.place(attacker), Place::Entry(_)) {
        rules.extend_from_slice(rules!["SH-ENP-015", "SH-ENP-016"]);
    }
    if let PieceId::Marine(index) = attacker
        && state.table.marines[index as usize].jammed
    {
        rules.push(rule!("SH-JAM-006"));
    }
    let vertical = between_levels(fixed, &state.table, attacker, defender);
    if vertical {
        rules.push(rule!("SH-MLV-001"));
    }
    cx.emit(&rules, Event::Assaulted { attacker, defender, ganging: gang });
    if let PieceId::Marine(index) = defender {
        // SH-CLA-014, SH-OVW-008: being attacked ends overwatch.
        end_overwatch(state, cx, index, "overwatch.attacked", rules!["SH-CLA-014", "SH-OVW-008"]);
        // SH-SUS-002, SH-SUS-007: a round ends a series, but not one that began after an earlier round with this
        // very attacker.
        let series = state.table.marines[index as usize].sustained;
        let at_him = series.is_some_and(|(mark, _)| mark == Mark::Model(attacker));
        if !(again && at_him && all_apply(rules!["SH-SUS-007", "SH-FAQ-005"])) {
            shooting::lose_aim(state, cx, index, rules!["SH-SUS-002"]);
        }
        // SH-TOX-006: with his arms full he has no hammer to set off.
        if !plan.defender.burdened && detonates(state, cx, index, attacker)? {
            return explosions::detonate(state, cx, defender);
        }
    }
    // SH-TOX-002: with a canister in his arms he cannot fight.
    if state.table.is_loaded(defender) && applies(rule!("SH-TOX-002")) {
        slay(state, cx, defender, Cause::Burdened, rules!["SH-TOX-002", "SH-CLA-005"])?;
        return Ok(());
    }
    if eldar::scorpion::sting(state, cx, &plan)? {
        return Ok(());
    }
    if state.table.warriors.is_some() {
        // SH-SSC-003: what a sting has brought to the ground fights from there (SH-WGD-006).
        plan = self::plan(fixed, &state.table, attacker, defender);
    }
    psychic::enhance::round(state, cx, &mut plan)?;
    seers::psi::round(state, cx, &mut plan)?;
    resolve(state, cx, &plan, vertical && !again)
}

/// SH-WTH-003, SH-WTH-004: a hammer may be set off instead of defending, against an attacker who is seen.
fn detonates(state: &mut State, cx: &mut Cx<'_>, index: u8, attacker: PieceId) -> Step<bool> {
    let armed = cx.fixed().profile(index).has(Melee::ThunderHammer);
    let seen = state.table.cell(attacker).is_some_and(|cell| state.table.seen_by(index).contains(cell));
    let seen = seen || !applies(rule!("SH-WTH-004"));
    if !armed || !seen {
        return Ok(false);
    }
    state.table.subject = Some(PieceId::Marine(index));
    let owner = seat(state.table.side(PieceId::Marine(index)));
    let ask = Ask::new(owner, "defend", rule!("SH-WTH-003"));
    let choice = cx.choose(state, ask, &[Choice::Defend, Choice::DetonateInstead])?;
    state.table.subject = None;
    Ok(choice == Choice::DetonateInstead)
}

fn roll(fixed: &Fixed, cx: &mut Cx<'_>, fighter: &Fighter, purpose: &'static str) -> Step<SmallVec<[u8; 4]>> {
    let mut faces: SmallVec<[u8; 4]> = SmallVec::from_elem(0, fighter.dice as usize);
    if faces.is_empty() {
        // SH-HBN-002: nothing to roll, and nothing but the bonus to score.
        return Ok(faces);
    }
    if cx.logging() {
        cx.roll_into(&mut faces, Audience::ALL, 6, purpose, &fighter_rules(fixed, fighter), None)?;
    } else {
        cx.roll_into(&mut faces, Audience::ALL, 6, purpose, &[], None)?;
    }
    Ok(faces)
}

pub(crate) fn total(faces: &[u8], fighter: &Fighter) -> i8 {
    // SH-CLA-005: the highest die counts.
    let best = if applies(rule!("SH-CLA-005")) { faces.iter().max() } else { faces.iter().min() };
    (best.copied().unwrap_or(0) as i8).saturating_add(fighter.bonus())
}

/// Both sides roll, may parry, and compare.
fn resolve(state: &mut State, cx: &mut Cx<'_>, plan: &RoundPlan, retreats: bool) -> Step {
    let fixed = cx.fixed();
    let (attacker, defender) = (plan.attacker.model, plan.defender.model);
    let mut attack = roll(fixed, cx, &plan.attacker, "roll.attack")?;
    let mut defence = roll(fixed, cx, &plan.defender, "roll.defence")?;
    // SH-PAR-006: either side, in either turn.
    if applies(rule!("SH-PAR-006")) {
        parry(state, cx, &plan.attacker, &attack, &plan.defender, &mut defence)?;
    }
    parry(state, cx, &plan.defender, &defence, &plan.attacker, &mut attack)?;
    let (attack, defence) = (total(&attack, &plan.attacker), total(&defence, &plan.defender));
    let result = match attack.cmp(&defence) {
        std::cmp::Ordering::Greater => RoundResult::DefenderDead,
        std::cmp::Ordering::Equal => RoundResult::Tie,
        std::cmp::Ordering::Less if plan.facing || !applies(rule!("SH-CLA-008")) => RoundResult::AttackerDead,
        std::cmp::Ordering::Less => RoundResult::Survived,
    };
    let rules = match result {
        RoundResult::Tie => rules!["SH-CLA-005", "SH-CLA-007", "SH-CLA-018"],
        RoundResult::Survived if between_levels(fixed, &state.table, attacker, defender) => {
            rules!["SH-CLA-005", "SH-CLA-018", "SH-MLV-002"]
        }
        RoundResult::Survived if state.table.is_prone(defender) => {
            rules!["SH-CLA-005", "SH-CLA-018", "SH-PRN-005"]
        }
        RoundResult::Survived => rules!["SH-CLA-005", "SH-CLA-008", "SH-CLA-018", "SH-CLA-017"],
        _ => rules!["SH-CLA-005", "SH-CLA-018", "SH-CLA-017"],
    };
    let mut rules: SmallVec<[RuleId; 8]> = SmallVec::from_slice(rules);
    if plan.attacker.screams > 0 || plan.defender.screams > 0 {
        rules.push(rule!("SH-HBN-002"));
    }
    cx.emit(&rules, Event::Round { attacker, defender, attack, defence, result });
    harlequin::dance::note(state, attacker, result);
    match result {
        RoundResult::DefenderDead => {
            let fate = kill(state, cx, defender, Cause::Assault, rules!["SH-CLA-005"])?;
            harlequin::fight::after_kill(state, cx, attacker, fate)?;
        }
        RoundResult::AttackerDead => {
            let fate = kill(state, cx, attacker, Cause::Assault, rules!["SH-CLA-005"])?;
            harlequin::fight::after_kill(state, cx, defender, fate)?;
        }
        // SH-PRN-003: who lies on the ground does not step away; SH-PRN-005: he gets up.
        RoundResult::Survived | RoundResult::Tie if retreats && !state.table.is_prone(defender) => {
            retreat(state, cx, defender)?;
        }
        RoundResult::Tie if nemesis(state, cx, plan)? => {}
        RoundResult::Survived if !plan.facing => turn_to_face(state, cx, attacker, defender)?,
        RoundResult::Tie if !plan.facing => turn_to_face(state, cx, attacker, defender)?,
        RoundResult::Survived | RoundResult::Tie => {}
    }
    Ok(())
}

/// SH-WNM-002: after a draw a Grey Knight who faces his opponent may fire the gun in his blade, free of charge; where both
/// are Grey Knights the attacker is first, and the other answers if he can. Tells whether that was the end of one of them.
fn nemesis(state: &mut State, cx: &mut Cx<'_>, plan: &RoundPlan) -> Step<bool> {
    for (fighter, other) in [(&plan.attacker, &plan.defender), (&plan.defender, &plan.attacker)] {
        if nemesis_shot(state, cx, fighter, other.model)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// SH-WNM-002: what the gun in the blade needs. SH-AMB-049, SH-ELD-004: light armour is no better than none, power armour and
/// its like little better.
pub(crate) fn nemesis_target(fixed: &Fixed, table: &Table, knight: PieceId, other: PieceId) -> Target {
    let numbers = &fixed.numbers().nemesis;
    let need = match fixed.class(other) {
        Class::Hybrid | Class::Banshee => Need::Automatic,
        Class::PowerArmour | Class::Avenger => Need::AtLeast(numbers.power),
        _ => Need::AtLeast(numbers.need),
    };
    let target = Target::new(need, rule!("SH-WNM-002"));
    // SH-PCD-021: what is certain needs no foresight.
    if need == Need::Automatic { target } else { psychic::effects::foreseen(fixed, table, knight, target) }
}

/// SH-WNM-002: one of the two fires, if he has the gun and wants to. Tells whether that was the end of the other.
fn nemesis_shot(state: &mut State, cx: &mut Cx<'_>, fighter: &Fighter, other: PieceId) -> Step<bool> {
    let fixed = cx.fixed();
    let knight = fighter.model;
    // SH-JAM-004: what is jammed does not fire; SH-TOX-006: nor does what there is no hand for.
    let works = |index: u8| !state.table.marines[index as usize].jammed || !applies(rule!("SH-JAM-004"));
    let armed = fighter.front
        && !fighter.burdened
        && matches!(knight, PieceId::Marine(index) if fixed.profile(index).has(Melee::Nemesis) && works(index));
    // SH-PCD-017, SH-AMB-088: under a Jinx the blade strikes, the gun in it does not fire.
    if !armed || state.table.is_under(fixed, knight, Kind::Jinx) {
        return Ok(false);
    }
    state.table.subject = Some(knight);
    let ask = Ask::new(seat(state.table.side(knight)), "nemesis", rule!("SH-WNM-002"));
    let choice = cx.choose(state, ask, &[Choice::Shoot(Mark::Model(other)), Choice::Pass])?;
    state.table.subject = None;
    if choice == Choice::Pass {
        return Ok(false);
    }
    let target = nemesis_target(fixed, &state.table, knight, other);
    let need = target.need();
    let rules = match fixed.class(other) {
        Class::Avenger | Class::Reaper | Class::Banshee => rules!["SH-WNM-002", "SH-ELD-004"],
        _ => rules!["SH-WNM-002"],
    };
    let mut hit = need == Need::Automatic;
    if !hit {
        let [face] = cx.roll_against(6, "roll.fire", rules, &target)?;
        hit = target.need().met_by(face);
    }
    let (weapon, at, shot) = (Ranged::StormBolter, Mark::Model(other), Shot::Plain);
    cx.emit(rules, Event::Fired { by: knight, weapon, at, shot, hit });
    if hit {
        kill(state, cx, other, Cause::Shot(weapon), rules)?;
    }
    Ok(state.table.cell(other).is_none())
}

/// SH-MLV-002: who survives a first round through a hole may step away from it, free of charge.
fn retreat(state: &mut State, cx: &mut Cx<'_>, defender: PieceId) -> Step {
    let fixed = cx.fixed();
    let Some(from) = state.table.cell(defender) else { return Ok(()) };
    let mut options: SmallVec<[Choice; 8]> = SmallVec::from_slice(&[Choice::Pass]);
    let near = *fixed.mission.grid.neighbours(from);
    // To the front or the rear, also for those who could step aside.
    let straight = |to: &Cell| {
        let way = fixed.mission.grid.direction(from, *to);
        way.is_some_and(|way| step_kind(&state.table, defender, way) != StepKind::Sideways)
    };
    let free = |to: &Cell| straight(to) && allowed(fixed, &state.table, defender, Action::Move(*to), u8::MAX);
    options.extend(near.iter().filter(free).map(Choice::Place));
    state.table.subject = Some(defender);
    let ask = Ask::new(seat(state.table.side(defender)), "retreat", rule!("SH-MLV-002"));
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    if let Choice::Place(to) = choice {
        state.table.shift(fixed, defender, to);
        cx.emit(rules!["SH-MLV-002"], Event::Moved { piece: defender, from, to });
        super::levels::may_fall(state, cx, defender)?;
    }
    Ok(())
}

/// SH-PAR-001, SH-PAR-002, SH-PAR-004: re-rolls forced on the enemy, one at a time, if the player likes.
fn parry(
    state: &mut State,
    cx: &mut Cx<'_>,
    by: &Fighter,
    own: &[u8],
    against: &Fighter,
    enemy: &mut [u8],
) -> Step {
    let PieceId::Marine(index) = by.model else { return Ok(()) };
    if enemy.is_empty() {
        return Ok(());
    }
    let shield = cx.fixed().profile(index).has(Melee::StormShield);
    let traded_shield = cx.fixed().profile(index).traded.as_ref().is_some_and(|traded| traded.left);
    for _ in 0..by.parries {
        let mut options: SmallVec<[Choice; 6]> = SmallVec::from_slice(&[Choice::Pass]);
        options.extend((1..=enemy.len() as u8).map(Choice::Parry));
        state.table.subject = Some(by.model);
        let mut shown = [0; MOST_DICE];
        shown.iter_mut().zip(&*enemy).for_each(|(place, face)| *place = *face);
        let (own, enemy_bonus) = (total(own, by), against.bonus());
        state.table.parrying = Some(Parrying { own, enemy_bonus, enemy: shown });
        let owner = seat(state.table.side(by.model));
        let ask = Ask::new(owner, "parry", rule!("SH-PAR-001")).always();
        let Choice::Parry(die) = cx.choose(state, ask, &options)? else { break };
        let rules = if let Some(rules) = eldar::exarch::parry_rules(cx.fixed().profile(index)) {
            rules
        } else if cx.fixed().profile(index).folk == Folk::Tyranid {
            rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-TYR-009"]
        } else if shield && cx.fixed().options.storm_shield_single {
            rules!["SH-PAR-002", "SH-PAR-006", "SH-WSS-001", "SH-AMB-027"]
        } else if shield {
            rules!["SH-PAR-004", "SH-PAR-002", "SH-PAR-006", "SH-WSS-001"]
        } else if traded_shield && cx.fixed().options.storm_shield_single {
            rules!["SH-PAR-002", "SH-PAR-006", "SH-SMF-007", "SH-AMB-027"]
        } else if cx.fixed().profile(index).traded.is_some() {
            rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-SMF-007"]
        } else if cx.fixed().profile(index).folk == Folk::Harlequin
            && cx.fixed().profile(index).has(Melee::Chainsword)
        {
            rules!["SH-PAR-001", "SH-PAR-006", "SH-WCS-001", "SH-WCS-002"]
        } else if cx.fixed().profile(index).has(Melee::Chainsword) {
            rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-WCS-001"]
        } else if cx.fixed().profile(index).has(Melee::WitchBlade) {
            rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-WLK-003"]
        } else if cx.fixed().profile(index).has(Melee::ForceWeapon) {
            rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-WFW-001"]
        } else {
            rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-WPS-001"]
        };
        let [new] = cx.roll(6, "roll.parry", rules)?;
        let old = std::mem::replace(&mut enemy[die as usize - 1], new);
        cx.emit(rules, Event::Parried { by: by.model, die, old, new });
    }
    state.table.subject = None;
    state.table.parrying = None;
    Ok(())
}

/// SH-CLA-007, SH-CLA-008: a survivor who was not facing may turn to his attacker, free of charge.
fn turn_to_face(state: &mut State, cx: &mut Cx<'_>, attacker: PieceId, defender: PieceId) -> Step {
    let ahead = direction(cx.fixed(), &state.table, defender, attacker).and_then(Dir::facing);
    // SH-PRN-005: up from the ground as he looks, where the attacker is above, below or aslant.
    let as_he_lies = || state.table.facing(defender).filter(|_| state.table.is_prone(defender));
    let Some(to) = ahead.or_else(as_he_lies) else { return Ok(()) };
    // SH-WGD-006: who was knocked down has to pay for getting up.
    if seers::is_downed(&state.table, defender) {
        return Ok(());
    }
    let owner = seat(state.table.side(defender));
    state.table.subject = Some(defender);
    let ask = Ask::new(owner, "turn-to-face", rule!("SH-CLA-007"));
    let choice = cx.choose(state, ask, &[Choice::TurnToFace, Choice::Pass])?;
    state.table.subject = None;
    if choice == Choice::TurnToFace {
        if state.table.is_prone(defender) {
            // SH-PRN-005: and up from the ground at that.
            state.table.set_prone(cx.fixed(), defender, false);
            state.table.turn_to(cx.fixed(), defender, to);
            cx.emit(rules!["SH-PRN-005"], Event::StoodUp { marine: defender, to });
            return Ok(());
        }
        face(state, cx, defender, to);
    }
    Ok(())
}

fn face(state: &mut State, cx: &mut Cx<'_>, model: PieceId, to: Facing) {
    state.table.turn_to(cx.fixed(), model, to);
    cx.emit(rules!["SH-CLA-007", "SH-CLA-008"], Event::TurnedToFace { model, to });
}
