//! Shots: SH-WPN, SH-SUS, SH-WSB, SH-WAC.

use grognard_engine::ctx::Step;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::target::{Need, Target};
use grognard_engine::{Audience, RuleId, Rules, rule, rules};
use grognard_space::grid::CellSet;
use smallvec::SmallVec;

use super::{Cx, Fate, break_door, explosions, kill, launch, rubble, whose_turn};
use crate::Fixed;
use crate::eldar;
use crate::eldar::farseer;
use crate::eldar::seers::Seer;
use crate::event::{Cause, Event, Shot};
use crate::hazard::Thing;
use crate::legal::class_of;
use crate::piece::{Mark, PieceId};
use crate::profile::{Aspect, Folk, Ranged};
use crate::psychic;
use crate::state::State;
use crate::table::{Side, Table};
use crate::weapon::{Class, behind};

mod full_auto;

pub use full_auto::{full_auto, full_auto_target};

/// The most dice of a shot.
const MOST_DICE: u8 = 4;

/// A shot before its dice: the same value resolves it and gives its odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShotPlan {
    /// Dice rolled.
    pub dice: u8,
    /// What any of them needs.
    pub target: Target,
    /// Whether equal dice jam the weapon (SH-JAM-001).
    pub jams: bool,
    /// Whether equal dice burst the weapon (SH-WAC-010).
    pub bursts: bool,
}

/// SH-WPN-001, SH-WPN-010, SH-SUS-001: dice and number of a single-target shot.
pub fn plan(fixed: &Fixed, table: &Table, who: PieceId, weapon: Ranged, mark: Mark, shot: Shot) -> ShotPlan {
    let plan = plain_plan(fixed, table, who, weapon, mark, shot);
    let ShotPlan { mut target, .. } = plan;
    if table.psychic.is_some() {
        target = psychic::effects::foreseen(fixed, table, who, target);
    }
    ShotPlan { target: farseer::effect::aimed(fixed, table, who, mark, target), ..plan }
}

/// The same without what psychic effects make of it.
fn plain_plan(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    weapon: Ranged,
    mark: Mark,
    shot: Shot,
) -> ShotPlan {
    let numbers = fixed.numbers();
    let PieceId::Marine(index) = who else {
        return ShotPlan {
            dice: 0,
            target: Target::new(Need::Impossible, rule!("SH-WPN-002")),
            jams: false,
            bursts: false,
        };
    };
    let marine = &table.marines[index as usize];
    // SH-SUS-005, SH-SUS-006: only plain shots count into a series.
    let counts = builds(shot);
    let earlier = match marine.sustained {
        Some((series, shots)) if counts && series == mark => shots,
        _ => 0,
    };
    let door = matches!(mark, Mark::Door(_));
    let bulkhead = matches!(mark, Mark::Door(at) if table.thing(at) == Some(Thing::Bulkhead));
    let (dice, base, ladder, rule) = match weapon {
        Ranged::StormBolter => {
            let number = match by_class(fixed, mark, &numbers.columns.storm_bolter) {
                _ if door => numbers.storm_bolter.door,
                Some(number) => number,
                None => numbers.storm_bolter.stealer,
            };
            let rule = if door { rule!("SH-DOR-010") } else { rule!("SH-WSB-001") };
            (numbers.storm_bolter.dice, number, &numbers.storm_bolter_sustained.ladder, rule)
        }
        Ranged::AssaultCannon => {
            let ladder = &numbers.cannon_burst.ladder;
            let rule = if door { rule!("SH-DOR-020") } else { rule!("SH-WAC-002") };
            // SH-WAC-015: a bulkhead takes more than a door.
            let base = match by_class(fixed, mark, &numbers.columns.cannon_burst) {
                _ if bulkhead => numbers.bulkhead_burst.need,
                Some(number) => number,
                None => ladder.first().copied().unwrap_or(0),
            };
            (numbers.cannon.dice, base, ladder, if bulkhead { rule!("SH-WAC-015") } else { rule })
        }
        _ => return listed_plan(fixed, table, index, weapon, mark, earlier, shot),
    };
    let later = ladder.get((earlier as usize).min(ladder.len().saturating_sub(1)));
    let step = later.map_or(0, |number| *number as i8 - ladder[0] as i8);
    // SH-WAC-015: a bulkhead gives way to a 6, however often it was fired at.
    let falls = applies(rule!("SH-SUS-001")) && !(bulkhead && weapon == Ranged::AssaultCannon);
    let step = if falls { step } else { 0 };
    let why = if door { rule!("SH-SUS-008") } else { rule!("SH-SUS-001") };
    // SH-WPN-001: the number on the weapon's card.
    let base = if applies(rule!("SH-WPN-001")) { Need::AtLeast(base) } else { Need::Impossible };
    let target = Target::new(base, rule).plus(step, "reason.sustained", why);
    let fired = marine.bursts.saturating_add(1);
    ShotPlan {
        dice,
        target,
        // SH-JAM-003: only on overwatch; SH-JAM-007, SH-WAC-013: an assault cannon never does.
        jams: (weapon == Ranged::StormBolter || !all_apply(rules!["SH-JAM-007", "SH-WPN-011", "SH-WAC-013"]))
            && (shot == Shot::Overwatch || !applies(rule!("SH-JAM-003"))),
        bursts: weapon == Ranged::AssaultCannon && fired > numbers.malfunction.safe_bursts,
    }
}

/// SH-WPN-010: the number of a core weapon against what is not a Genestealer.
fn by_class(fixed: &Fixed, mark: Mark, column: &crate::numbers::Column) -> Option<u8> {
    let Mark::Model(piece @ PieceId::Marine(_)) = mark else { return None };
    match column.need(fixed.class(piece))? {
        Need::AtLeast(number) => Some(number),
        _ => None,
    }
}

/// SH-WPN-002, SH-SUS-001: dice and number of a shot with a weapon of the charts.
fn listed_plan(
    fixed: &Fixed,
    table: &Table,
    index: u8,
    weapon: Ranged,
    mark: Mark,
    earlier: u8,
    shot: Shot,
) -> ShotPlan {
    let none = ShotPlan {
        dice: 0,
        target: Target::new(Need::Impossible, rule!("SH-WPN-002")),
        jams: false,
        bursts: false,
    };
    let Some(listed) = fixed.weapon(weapon) else { return none };
    let at = match mark {
        Mark::Model(piece) => table.cell(piece),
        Mark::Door(at) => Some(at),
    };
    let from = table.marines[index as usize].cell();
    let distance = from.zip(at).map_or(0, |(a, b)| fixed.range(a, b));
    let rules = behind(weapon);
    let rule = rules.shot.first().copied().unwrap_or(rule!("SH-WPN-002"));
    // SH-WPN-002: the number of the chart.
    let own: Rules = if fixed.profile(index).aspect == Some(Aspect::StrikingScorpion) {
        // SH-SSC-002: a Scorpion's pistol is a pistol like any other of its make.
        rules!["SH-SSC-002"]
    } else if fixed.profile(index).seer == Some(Seer::Warlock) {
        // SH-WLK-006: and a Warlock's like any other laspistol.
        rules!["SH-WLK-006"]
    } else {
        &[]
    };
    let printed = all_apply(rules.shot) && all_apply(own);
    let class = class_of(fixed, table, mark);
    // SH-AMB-035, SH-AMB-047: the number as printed, unless another was agreed on.
    let other =
        listed.other_reading(class, distance).filter(|_| fixed.options.other_reading(weapon).is_some());
    let need = if printed { other.unwrap_or_else(|| listed.need(class, distance)) } else { Need::Impossible };
    // SH-DAV-002: nobody handles a catapult like a Dire Avenger.
    let avenger =
        weapon == Ranged::ShurikenCatapult && fixed.profile(index).aspect == Some(Aspect::DireAvenger);
    let ladder = if avenger { &fixed.numbers().avenger_sustained.ladder } else { &listed.ladder };
    let step = ladder.get((earlier as usize).min(ladder.len().saturating_sub(1)));
    let falls = applies(rule!("SH-SUS-001")) && all_apply(rules.series);
    let mut step = step.filter(|_| falls).map_or(0, |step| -(*step as i8));
    if !all_apply(rules.flat) {
        // Only where a check has switched off that a series brings nothing.
        step = -(earlier as i8);
    }
    let series = rules.series.first().copied().unwrap_or(rule!("SH-SUS-001"));
    let mut target = Target::new(need, rule).plus(step, "reason.sustained", series);
    if let Shot::Aimed(points) = shot {
        target = target.plus(-(points.min(6) as i8), "reason.aim", rule!("SH-IGF-021"));
    }
    let dice = listed.dice.saturating_add(eldar::avenger::extra_dice(fixed, table, index, weapon));
    let each = if need == Need::Automatic { 0 } else { dice.min(MOST_DICE) };
    // SH-HRL-007: both pistols at once; each of them is a weapon of one die, which never jams.
    let pair = fixed.profile(index).pair && applies(rule!("SH-HRL-007"));
    let dice = if pair { each.saturating_mul(2).min(MOST_DICE) } else { each };
    // SH-JAM-001, SH-JAM-002, SH-WPN-011: only on overwatch, and only with two dice or more.
    let jams = can_jam(weapon, each) && (shot == Shot::Overwatch || !applies(rule!("SH-JAM-003")));
    ShotPlan { dice, target, jams, bursts: false }
}

/// SH-JAM-002, SH-JAM-008, SH-JAM-009, SH-WPN-011: which weapons of the charts jam at all.
fn can_jam(weapon: Ranged, dice: u8) -> bool {
    match weapon {
        Ranged::Bolter | Ranged::RipperGun if !applies(rule!("SH-JAM-008")) => true,
        Ranged::ShurikenCannon => applies(rule!("SH-JAM-009")),
        _ => dice > 1 || !applies(rule!("SH-JAM-002")),
    }
}

/// SH-OVW-003, SH-SUS-005: only shots of their own build a series; each shot on overwatch is a first one.
fn builds(shot: Shot) -> bool {
    shot == Shot::Plain || shot == Shot::Overwatch && !all_apply(rules!["SH-OVW-003", "SH-SUS-005"])
}

/// Whether a roll hits: any die reaches the number, and not all show one (SH-WPN-002, SH-WPN-003).
pub fn hits(faces: &[u8], need: Need) -> bool {
    let all_ones = faces.iter().all(|face| *face == 1) && applies(rule!("SH-WPN-003"));
    match need {
        Need::AtLeast(need) if !applies(rule!("SH-WPN-002")) => faces.iter().all(|face| *face >= need),
        Need::AtLeast(need) => !all_ones && faces.iter().any(|face| *face >= need),
        need => need == Need::Automatic,
    }
}

/// The rules a shot carries, by weapon, target and how it came about.
fn shot_rules(
    fixed: &Fixed,
    weapon: Ranged,
    mark: Mark,
    thing: Option<Thing>,
    shot: Shot,
    sustained: u8,
) -> SmallVec<[RuleId; 16]> {
    let mut all: SmallVec<[RuleId; 16]> = SmallVec::new();
    let listed = behind(weapon);
    all.extend_from_slice(listed.shot);
    if !weapon.is_core() {
        all.extend_from_slice(rules!["SH-WPN-002", "SH-TGT-001"]);
        if sustained > 0 {
            all.extend_from_slice(listed.series);
            all.extend_from_slice(listed.flat);
        }
        if shot == Shot::Overwatch {
            all.extend_from_slice(listed.watch);
        }
    }
    all.extend_from_slice(match weapon {
        Ranged::StormBolter => rules!["SH-WSB-001", "SH-WPN-001", "SH-WPN-002", "SH-TGT-001"],
        Ranged::AssaultCannon => rules!["SH-WAC-001", "SH-WAC-002", "SH-WPN-001", "SH-WPN-002", "SH-TRM-002"],
        _ => &[],
    });
    all.extend_from_slice(match shot {
        Shot::Plain if sustained > 0 && fixed.sustains(weapon) => {
            rules!["SH-SUS-001", "SH-SUS-003", "SH-ACT-016"]
        }
        Shot::Plain => rules!["SH-ACT-016"],
        Shot::Moving => rules!["SH-ACT-010", "SH-MAF-001", "SH-MAF-002", "SH-MAF-004", "SH-SUS-006"],
        Shot::Turning => rules!["SH-ACT-014", "SH-FAQ-002", "SH-SUS-006"],
        Shot::Overwatch => rules!["SH-OVW-002", "SH-OVW-003", "SH-OVW-004", "SH-OVW-006", "SH-SUS-005"],
        Shot::FullAuto => rules!["SH-WAC-003"],
        Shot::Aimed(_) => rules!["SH-ACT-016", "SH-IGF-021"],
    });
    all.extend_from_slice(match (shot, weapon) {
        (Shot::Moving, Ranged::AssaultCannon) => rules!["SH-WAC-014"],
        (Shot::Overwatch, Ranged::AssaultCannon) => rules!["SH-WAC-009", "SH-WPN-004"],
        (Shot::Overwatch, Ranged::StormBolter) => rules!["SH-WSB-002", "SH-WPN-004"],
        (Shot::Plain, Ranged::StormBolter) if sustained > 0 => rules!["SH-WSB-004"],
        _ => &[],
    });
    if matches!(mark, Mark::Door(_)) {
        all.extend_from_slice(door_rules(weapon, thing));
        all.extend_from_slice(super::thing_rules(thing));
        all.push(rule!("SH-DOR-013"));
    }
    all
}

/// The rules by which a weapon breaks a door.
fn door_rules(weapon: Ranged, thing: Option<Thing>) -> &'static [RuleId] {
    if thing == Some(Thing::Bulkhead) && weapon != Ranged::AssaultCannon {
        rules!["SH-BLK-005", "SH-DOR-020"]
    } else if thing == Some(Thing::Bulkhead) {
        rules!["SH-BLK-005", "SH-WAC-015", "SH-DOR-020"]
    } else if weapon == Ranged::StormBolter {
        rules!["SH-DOR-010", "SH-DOR-019"]
    } else {
        rules!["SH-DOR-020", "SH-DOR-019"]
    }
}

/// Ends a series of shots, if there is one; players hear of it where the target is still there (SH-SUS-002).
pub fn lose_aim(state: &mut State, cx: &mut Cx<'_>, index: u8, rules: Rules) {
    let Some((mark, _)) = state.table.marines[index as usize].sustained else { return };
    if !applies(rules[0]) {
        return;
    }
    state.table.marines[index as usize].sustained = None;
    let there = match mark {
        Mark::Model(target) => state.table.cell(target).is_some(),
        Mark::Door(door) => state.table.thing(door).is_some(),
    };
    // Most heavy weapons and las weapons have nothing to lose.
    let bonus = cx.fixed().profile(index).arms().any(|weapon| cx.fixed().sustains(weapon));
    if there && bonus && state.table.marines[index as usize].cell().is_some() {
        cx.emit(rules, Event::AimLost { marine: PieceId::Marine(index) });
    }
}

/// SH-SUS-004: in the enemy's turn a series is lost when its target leaves sight or arc. In his own nobody's step takes
/// an active model's aim (SH-AMB-074).
pub fn lose_aim_out_of_sight(state: &mut State, cx: &mut Cx<'_>) {
    for index in state.table.squad_of(whose_turn(state).other()) {
        let marine = &state.table.marines[index as usize];
        let (Some((Mark::Model(target), _)), Some(from)) = (marine.sustained, marine.cell()) else {
            continue;
        };
        let swept = state.table.seen_by(index) & *cx.fixed().sight().cone(from, marine.facing);
        if state.table.cell(target).is_none_or(|cell| !swept.contains(cell)) {
            lose_aim(state, cx, index, rules!["SH-SUS-004"]);
        }
    }
}

/// Fires once at one target and applies the hit. Ammunition, series, jams and malfunctions are seen to. The rules in
/// `because` say what brought the shot about.
pub fn fire(
    state: &mut State,
    cx: &mut Cx<'_>,
    who: PieceId,
    weapon: Ranged,
    mark: Mark,
    shot: Shot,
    because: &[RuleId],
) -> Step {
    let PieceId::Marine(index) = who else { return Ok(()) };
    let plan = plan(cx.fixed(), &state.table, who, weapon, mark, shot);
    let marine = &mut state.table.marines[index as usize];
    let sustained = marine.sustained.map_or(0, |(_, shots)| shots);
    let sustained_now = if shot == Shot::Plain { sustained } else { 0 };
    let (at, thing) = match mark {
        Mark::Model(piece) => (state.table.cell(piece), None),
        Mark::Door(at) => (Some(at), state.table.thing(at)),
    };
    let mut rules: SmallVec<[RuleId; 16]> = SmallVec::new();
    // Reasons are for readers; games nobody reads do without.
    if cx.logging() {
        rules = shot_rules(cx.fixed(), weapon, mark, thing, shot, sustained_now);
        rules.extend_from_slice(because);
        rules.extend(farseer::effect::aimed_rules(cx.fixed(), &state.table, who, mark));
        // SH-IGF-020: an Ogryn has paid twice for it.
        if cx.fixed().profile(index).ogryn && shot != Shot::Overwatch {
            rules.push(rule!("SH-IGF-020"));
        }
        // SH-SUS-004: in the enemy's turn a series goes on while its target stays in sight.
        if shot == Shot::Plain && sustained > 0 && whose_turn(state) != state.table.side(who) {
            rules.push(rule!("SH-SUS-004"));
        }
        if state.table.side(who) == Side::Stealer {
            // SH-TGT-003, SH-ACT-025: armed models of the Stealer side shoot as Marines do, heavy weapons at their
            // price.
            rules.push(rule!("SH-TGT-003"));
            if cx.fixed().weapon(weapon).is_some_and(|listed| listed.heavy) && shot == Shot::Plain {
                rules.push(rule!("SH-ACT-025"));
            }
        }
        rules.extend(eldar::shot_rules(cx.fixed(), &state.table, index, weapon, sustained_now > 0));
        let column = class_of(cx.fixed(), &state.table, mark);
        if column == Class::Terminator {
            rules.extend(cx.fixed().options.other_reading(weapon));
        }
        if let Mark::Model(target) = mark {
            rules.extend(target_rules(cx.fixed(), &state.table, index, target, shot, sustained));
        }
    }
    if let Some(listed) = cx.fixed().weapon(weapon)
        && listed.recharges
    {
        launch::recharge(state, cx, index, weapon);
    }
    if let Some(listed) = cx.fixed().weapon(weapon) {
        launch::use_up(state, index, cx.fixed().profile(index).ranged == Some(weapon), listed);
    }
    let marine = &mut state.table.marines[index as usize];
    if weapon == Ranged::AssaultCannon {
        marine.ammo -= 1;
        marine.bursts = marine.bursts.saturating_add(1);
    }
    match shot {
        shot if builds(shot) => marine.sustained = Some((mark, sustained.saturating_add(1))),
        Shot::Moving | Shot::Turning if !applies(rule!("SH-SUS-006")) => marine.sustained = Some((mark, 1)),
        // An overwatch shot at something else is something else (SH-SUS-002).
        Shot::Overwatch if marine.sustained.is_none_or(|(series, _)| series == mark) => {}
        _ => marine.sustained = None,
    }
    let mut faces = [0; MOST_DICE as usize];
    let faces = &mut faces[..plan.dice as usize];
    if !faces.is_empty() {
        cx.roll_into(faces, Audience::ALL, 6, "roll.fire", &rules, Some(&plan.target))?;
    }
    let jams = plan.jams && alike(faces);
    eldar::exarch::crack_shot(state, cx, index, faces, &plan.target, jams)?;
    if let (Shot::Overwatch, Mark::Model(target)) = (shot, mark) {
        farseer::play::stalk(state, cx, target, faces)?;
    }
    let hit = hits(faces, plan.target.need());
    if cx.logging() {
        rules.extend(face_rules(faces, weapon, shot));
    }
    cx.emit(&rules, Event::Fired { by: who, weapon, at: mark, shot, hit });
    // SH-AMB-050: a pair of pistols are two shots; each that hits does its harm while its target stands.
    let pair = cx.fixed().profile(index).pair && applies(rule!("SH-HRL-007"));
    let shots = if !pair {
        usize::from(hit)
    } else if faces.is_empty() {
        // Nothing to roll for: both of them hit.
        2 * usize::from(hit)
    } else {
        faces.iter().filter(|face| hits(&[**face], plan.target.need())).count()
    };
    for _ in 0..shots {
        if rubble::deflects(state, cx, who, weapon, at)? {
            continue;
        }
        let struck = strike(state, cx, weapon, mark)?;
        if let Some(at) = at.filter(|_| struck) {
            eldar::dragon::burn_through(state, cx, weapon, at)?;
            if weapon == Ranged::WebOfSkulls && matches!(mark, Mark::Model(_)) {
                eldar::exarch::fly_on(state, cx, index, at)?;
            }
        }
        if struck {
            break;
        }
    }
    // SH-FSC-004, SH-EXA-011: what flies on is still the one guided action.
    farseer::effect::fired(state, cx, who);
    // A single die is alike, too; only where a check has switched SH-JAM-002 off does that matter.
    if plan.jams && (alike(faces) || faces.len() == 1) {
        jam(state, cx, index);
    }
    if plan.bursts && alike(faces) {
        explosions::malfunction(state, cx, who)?;
    }
    Ok(())
}

/// One more throw of what is in the air already (SH-EXA-011). Tells whether it killed a model.
pub fn throw(
    state: &mut State,
    cx: &mut Cx<'_>,
    index: u8,
    weapon: Ranged,
    mark: Mark,
    rules: Rules,
) -> Step<bool> {
    let who = PieceId::Marine(index);
    let plan = plan(cx.fixed(), &state.table, who, weapon, mark, Shot::Moving);
    let mut faces = [0; MOST_DICE as usize];
    let faces = &mut faces[..plan.dice as usize];
    if !faces.is_empty() {
        cx.roll_into(faces, Audience::ALL, 6, "roll.fire", rules, Some(&plan.target))?;
    }
    let hit = hits(faces, plan.target.need());
    cx.emit(rules, Event::Fired { by: who, weapon, at: mark, shot: Shot::Plain, hit });
    Ok(hit && strike(state, cx, weapon, mark)? && matches!(mark, Mark::Model(_)))
}

/// What the rules say of a shot at this very model: the line to it, its distance, and what it has just done.
fn target_rules(
    fixed: &Fixed,
    table: &Table,
    index: u8,
    target: PieceId,
    shot: Shot,
    sustained: u8,
) -> SmallVec<[RuleId; 16]> {
    let who = PieceId::Marine(index);
    let mut rules: SmallVec<[RuleId; 16]> = sight_rules(fixed, table, index, target).into_iter().collect();
    if fixed.profile(index).seer == Some(Seer::Warlock) {
        rules.push(rule!("SH-WLK-006"));
    }
    if fixed.profile(index).pair {
        rules.extend_from_slice(rules!["SH-HRL-007", "SH-AMB-050"]);
    }
    if fixed.profile(index).rank == Some(crate::harlequin::Rank::Jester) {
        rules.push(rule!("SH-HRL-011"));
    }
    if let PieceId::Marine(target) = target {
        // SH-WPN-010: the column of what is hit.
        rules.push(rule!("SH-WPN-010"));
        match fixed.profile(target).folk {
            Folk::Tyranid => rules.push(rule!("SH-TYR-012")),
            Folk::Eldar | Folk::Harlequin => rules.push(rule!("SH-ELD-004")),
            _ => {}
        }
    }
    let between = table.cell(who).zip(table.cell(target));
    let distance = between.map_or(0, |(a, b)| fixed.range(a, b));
    if distance == 1 {
        rules.extend_from_slice(rules!["SH-TGT-005", "SH-CLA-003"]);
    }
    // SH-WPN-004: ordinary fire has the first, longer range of the chart.
    if distance > fixed.numbers().overwatch.range {
        rules.push(rule!("SH-WPN-004"));
    }
    // SH-WHF-006: at the near edge of a fire.
    if table.cell(target).is_some_and(|cell| table.burning.contains(cell)) {
        rules.push(rule!("SH-WHF-006"));
    }
    // SH-CMD-020, SH-FAQ-004, SH-FAQ-005, SH-SUS-007: at the one who has just attacked him.
    if shot == Shot::Plain && table.assaults.contains(&(target, who)) {
        rules.extend_from_slice(rules!["SH-CMD-020", "SH-FAQ-004"]);
        if sustained > 0 {
            rules.extend_from_slice(rules!["SH-SUS-007", "SH-FAQ-005"]);
        }
    }
    rules
}

/// What the faces of a shot bring into play: all ones, and equal dice that do not jam.
fn face_rules(faces: &[u8], weapon: Ranged, shot: Shot) -> SmallVec<[RuleId; 4]> {
    let ones = !faces.is_empty() && faces.iter().all(|face| *face == 1);
    let pair = faces.iter().enumerate().any(|(at, face)| faces[..at].contains(face));
    let mut all = SmallVec::from_slice(if ones { rules!["SH-WPN-003"] } else { &[] });
    all.extend_from_slice(match (weapon, shot) {
        (Ranged::AssaultCannon, Shot::Overwatch) if pair => rules!["SH-WAC-013", "SH-JAM-007", "SH-WPN-011"],
        // A single die neither pairs nor jams.
        (weapon, Shot::Overwatch) if !weapon.is_core() && faces.len() == 1 => rules!["SH-JAM-002"],
        // Equal dice that would have jammed a storm bolter on overwatch.
        (Ranged::StormBolter, shot) if pair && shot != Shot::Overwatch => rules!["SH-JAM-003"],
        _ => &[],
    });
    all
}

/// How the line to a target ran, as rules.
fn sight_rules(fixed: &Fixed, table: &Table, index: u8, target: PieceId) -> SmallVec<[RuleId; 8]> {
    let mut all = SmallVec::new();
    let Some((from, to)) = table.marines[index as usize].cell().zip(table.cell(target)) else { return all };
    all.extend_from_slice(rules!["SH-LOS-001", "SH-ARC-001"]);
    let (a, b) = (fixed.mission.grid.coord(from), fixed.mission.grid.coord(to));
    if a.level != b.level {
        // SH-MLV-003, SH-MLV-005: up or down through a hole.
        all.extend_from_slice(rules!["SH-LOS-014", "SH-MLV-003"]);
        if a.x != b.x && a.y != b.y {
            all.push(rule!("SH-LOS-015"));
        }
        if a.level < b.level {
            all.push(rule!("SH-MLV-005"));
        }
        return all;
    }
    if !table.things.holes.is_empty()
        && let Some(line) = fixed.sight().line(from, to)
    {
        // SH-PIT-002, SH-LAD-002: holes are seen across.
        let crosses = |set: CellSet| line.singles.iter().any(|cell| set.contains(*cell));
        if crosses(table.things.ladders) {
            all.push(rule!("SH-LAD-002"));
        }
        if crosses(table.things.holes.minus(&table.things.ladders)) {
            all.push(rule!("SH-PIT-002"));
        }
    }
    all.extend(Table::line_rules(fixed, from, to));
    if table.next_to_in_fire(fixed, from).contains(to) {
        all.push(rule!("SH-LOS-009"));
    } else if table.burning.contains(from) || table.burning.contains(to) {
        all.push(rule!("SH-LOS-008"));
    } else if !fixed.sight().clear(from, to, &(table.opaque() | table.models()), &CellSet::EMPTY) {
        // A model stands in the line and is not seen itself.
        all.extend_from_slice(rules!["SH-LOS-010", "SH-FAQ-016"]);
    }
    all
}

fn alike(faces: &[u8]) -> bool {
    faces.len() > 1 && faces.iter().all(|face| *face == faces[0])
}

/// Kills a model or breaks a door that was hit; tells whether it is gone.
fn strike(state: &mut State, cx: &mut Cx<'_>, weapon: Ranged, mark: Mark) -> Step<bool> {
    match mark {
        Mark::Model(target) => {
            // SH-OVW-011: a target that is dead already cannot die again.
            if state.table.cell(target).is_none() {
                return Ok(false);
            }
            if cx.fixed().weapon(weapon).is_some_and(|listed| listed.entangles) {
                entangle(state, cx, target);
                return Ok(false);
            }
            Ok(kill(state, cx, target, Cause::Shot(weapon), super::FIRE_RULES)? == Fate::Dead)
        }
        Mark::Door(door) => {
            let thing = state.table.thing(door);
            let rules = door_rules(weapon, thing);
            // SH-CRT-002, SH-LFT-001: what is attacked like a door breaks like one.
            if !all_apply(super::thing_rules(thing)) {
                return Ok(false);
            }
            break_door(state, cx, door, Cause::Shot(weapon), rules)?;
            Ok(true)
        }
    }
}

/// SH-TYR-017: a web brings down whom it hits. Genestealers are up again at once, free of charge (SH-ACT-029).
fn entangle(state: &mut State, cx: &mut Cx<'_>, target: PieceId) {
    if let PieceId::Marine(index) = target
        && !cx.fixed().climbs(target)
        && !state.table.marines[index as usize].prone
    {
        super::levels::knock_down(state, cx, index, rules!["SH-TYR-017"]);
    }
}

/// SH-JAM-001, SH-JAM-004, SH-WSB-003: doubles on overwatch jam the weapon and end overwatch.
fn jam(state: &mut State, cx: &mut Cx<'_>, index: u8) {
    if !all_apply(rules!["SH-JAM-001", "SH-WSB-003"]) {
        return;
    }
    let marine = &mut state.table.marines[index as usize];
    marine.jammed = true;
    marine.overwatch = false;
    let rules = match cx.fixed().profile(index).ranged {
        Some(Ranged::ShurikenCannon) => {
            rules!["SH-JAM-001", "SH-JAM-004", "SH-OVW-008", "SH-JAM-009", "SH-WPN-011"]
        }
        Some(Ranged::StormBolter) | None => {
            rules!["SH-JAM-001", "SH-JAM-004", "SH-OVW-008", "SH-WSB-003", "SH-WPN-011"]
        }
        Some(_) => rules!["SH-JAM-001", "SH-JAM-004", "SH-OVW-008", "SH-WPN-011"],
    };
    cx.emit(rules, Event::Jammed { marine: PieceId::Marine(index) });
}
