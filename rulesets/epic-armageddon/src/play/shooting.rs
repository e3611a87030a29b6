//! Shooting in its seven steps (EA-SHOT, EA-SUPP).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::allocation::{self, Attack, Pool};
use super::barrage::{self, Struck};
use super::hits::Harm;
use super::together::{self, Volley};
use super::{first_by, markers, volleys};
use crate::Epic;
use crate::abilities::Ability;
use crate::choice::{ActionName, Choice, Word};
use crate::event::{Event, Loss};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::crossfire;
use crate::legal::shooting::{Shooter, could_shoot, suppressed, targets};
use crate::legal::works;
use crate::sight;
use crate::state::State;
use crate::weather;

#[derive(Clone, Copy)]
enum Aim {
    Hold,
    At(FormationId),
    Indirect(FormationId),
}

impl From<Aim> for Choice {
    fn from(aim: Aim) -> Choice {
        match aim {
            Aim::Hold => Choice::Word(Word::HoldFire),
            Aim::At(formation) => Choice::Shoot(formation),
            Aim::Indirect(formation) => Choice::Indirect(formation),
        }
    }
}

/// An attack of a formation on another one.
#[derive(Copy, Clone, Debug)]
pub struct Shooting {
    /// Who shoots.
    pub formation: FormationId,
    /// At whom.
    pub target: FormationId,
    /// EA-ABIL-054: weapons with Indirect Fire fire indirectly.
    pub indirect: bool,
    /// The modifier of the action, with its rule.
    pub to_hit: i8,
    /// The rule of that modifier.
    pub action: RuleId,
    /// EA-WTHR-011: the modifier of the weather.
    pub weather: Option<(i8, RuleId)>,
}

/// The rule of the modifier of an action.
pub const fn action_rule(action: ActionName) -> RuleId {
    match action {
        ActionName::SustainedFire => rule!("EA-HIT-005"),
        _ => rule!("EA-HIT-004"),
    }
}

/// EA-SHOT-001: a formation shoots. EA-ACT-017: now, or not at all. EA-SHOT-002: all of it at one target.
pub fn shoot(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    action: ActionName,
    to_hit: i8,
) -> Step {
    let mut options = vec![Aim::Hold];
    options.extend(targets(cx.fixed(), s, formation, false).into_iter().map(Aim::At));
    // EA-ABIL-054: indirectly only in Sustained Fire.
    if action == ActionName::SustainedFire {
        options.extend(targets(cx.fixed(), s, formation, true).into_iter().map(Aim::Indirect));
    }
    let ask = Ask::new(s.owner(formation), "target", rule!("EA-SHOT-002"));
    let (target, indirect) = match cx.choose(s, ask, &options)? {
        Aim::At(target) => (target, false),
        Aim::Indirect(target) => (target, true),
        Aim::Hold => {
            // EA-WPN-015: Small Arms never shoot.
            let unarmed = s.standing(formation).all(|(unit, _)| cx.fixed().kind(unit).guns.is_empty());
            let rules = if unarmed { rules!["EA-ACT-017", "EA-WPN-015"] } else { rules!["EA-ACT-017"] };
            cx.emit(rules, Event::HeldFire { formation });
            return Ok(());
        }
    };
    let volley = Volley { formation, target, action, to_hit };
    if !indirect && together::waits(s, cx, volley)? {
        return Ok(());
    }
    let friends = if indirect { Vec::new() } else { together::gather(s, cx, volley)? };
    fire(
        s,
        cx,
        Shooting { formation, target, indirect, to_hit, action: action_rule(action), weather: None },
    )?;
    together::part(s, friends);
    Ok(())
}

/// EA-WTHR-011: what the weather adds to rolls to hit.
pub fn in_weather(fixed: &Fixed, s: &State) -> Option<(i8, RuleId)> {
    let known = weather::now(fixed, s).filter(|known| known.to_hit != 0)?;
    Some((known.to_hit, weather::rule_of(known.number)))
}

/// The seven steps of an attack (EA-SHOT-001).
pub fn fire(s: &mut State, cx: &mut Ctx<'_, Epic>, mut shooting: Shooting) -> Step {
    shooting.weather = in_weather(cx.fixed(), s);
    let Shooting { formation, target, indirect, .. } = shooting;
    let before = s.about.clone();
    (s.about.formation, s.about.target) = (Some(formation), Some(target));
    super::marks::effects::collapse(s, cx, target)?;
    if s.formation(target).units.is_empty() {
        s.about = before;
        return Ok(());
    }
    let mut shooters = unsuppressed(s, cx, shooting)?;
    volleys::modes(s, cx, formation, &mut shooters, indirect)?;
    let late: Vec<UnitId> = shooters
        .iter()
        .filter(|shooter| shooter.guns.iter().any(|aimed| aimed.shots.is_some()))
        .map(|shooter| shooter.unit)
        .collect();
    volleys::keep_back(s, cx, formation, &mut shooters)?;
    // Step 2, EA-SHOT-005, EA-SHOT-006: for coming under fire, whatever comes of it.
    let count = cx.fixed().numbers().under_fire.markers;
    let rules = if harmless(cx.fixed(), s, &shooters, target) {
        rules!["EA-SHOT-005", "EA-SHOT-006", "EA-BM-002"]
    } else {
        rules!["EA-SHOT-005", "EA-BM-002"]
    };
    markers::give(s, cx, target, count, Some(formation), rules)?;
    let crossfire = applies(rule!("EA-XFIR-001")) && caught(s, cx, formation, target)
        || sniped(s, cx, &shooters, formation, target);
    let mut pools = volleys::direct(s, cx, shooting, &shooters, crossfire)?;
    let struck = barrage::fire(s, cx, shooting, &shooters, crossfire)?;
    spend(cx.fixed(), s, &shooters, &late);
    if !late.is_empty() {
        let about = crate::event::Facts { formation: Some(formation), ..Default::default() };
        cx.emit(rules!["EA-ABIL-169"], Event::of("event.kept-shots", about));
    }
    let fired: Vec<UnitId> = shooters.iter().map(|shooter| shooter.unit).collect();
    let mut concerned: Vec<Struck> = vec![Struck::new(target)];
    for own in struck {
        match concerned.iter_mut().find(|known| known.formation == own.formation) {
            Some(known) => {
                pools.extend(own.pools);
                known.markers = own.markers;
            }
            None => concerned.push(own),
        }
    }
    concerned[0].pools = pools;
    let by = s.owner(formation);
    for own in &concerned {
        // EA-BARR-006: everybody else under a template comes under fire, too.
        if own.formation != target {
            let count = cx.fixed().numbers().under_template.markers;
            markers::give(s, cx, own.formation, count, Some(formation), rules!["EA-BARR-006", "EA-BM-002"])?;
        }
        let attack = Attack { target: own.formation, by, from: &fired, why: Loss::Shot };
        let mut harm = allocation::all(s, cx, attack, &own.pools)?;
        let each = cx.fixed().numbers().casualties.markers;
        // EA-XFIR-007, EA-XFIR-008, EA-XFIR-013: the first one lost to each formation that has a crossfire counts more.
        if crossfire && own.formation == target && harm.counted && applies(rule!("EA-XFIR-007")) {
            harm.markers += cx.fixed().numbers().crossfire_first.first_casualty_markers - each;
        }
        casualties(s, cx, own, harm, formation)?;
    }
    // Step 7, EA-SHOT-009: once the whole attack is over.
    for own in &concerned {
        markers::check(s, cx, own.formation, Some(formation))?;
    }
    s.about = before;
    Ok(())
}

/// EA-XFIR-001 to EA-XFIR-005: whether a target is caught in a crossfire. It is always claimed: it costs nothing.
fn caught(s: &State, cx: &mut Ctx<'_, Epic>, formation: FormationId, target: FormationId) -> bool {
    // EA-AIR-018, EA-XFIR-012: not for aircraft in flight.
    if s.is_flying(formation) && applies(rule!("EA-AIR-018")) {
        return false;
    }
    let Some((unit, helper)) = crossfire::crossfire(cx.fixed(), s, formation, target) else { return false };
    let rules =
        rules!["EA-XFIR-001", "EA-XFIR-002", "EA-XFIR-003", "EA-XFIR-005", "EA-XFIR-006", "EA-AMB-127"];
    let mut rules = rules.to_vec();
    let fixed = cx.fixed();
    // EA-XFIR-004, EA-XFIR-009, EA-XFIR-010: neither need the helper see the shooter nor shoot nor have a weapon.
    let also = [
        (sight::sees(fixed, s, unit, helper) == sight::Seen::Hidden, rule!("EA-XFIR-004")),
        (s.formation(s.units[helper.index()].formation).acted, rule!("EA-XFIR-009")),
        (fixed.kind(helper).guns.is_empty(), rule!("EA-XFIR-010")),
    ];
    rules.extend(also.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule));
    cx.emit(&rules, Event::Crossfire { formation, target, unit, helper });
    true
}

/// EA-OBJ-033, EA-OBJ-035, EA-OBJ-043: whether infantry in a Sniper Position shoots, or something has made the target an easy mark.
fn sniped(
    s: &State,
    cx: &mut Ctx<'_, Epic>,
    shooters: &[Shooter],
    formation: FormationId,
    target: FormationId,
) -> bool {
    if s.marks.is_empty() {
        return false;
    }
    let fixed = cx.fixed();
    let sniper = shooters.iter().find_map(|shooter| crate::marks::snipes(fixed, s, shooter.unit));
    let crazed = s.standing(target).any(|(unit, _)| crate::marks::is_crazed(fixed, s, unit));
    let rule = sniper.or(crazed.then_some(rule!("EA-OBJ-043")));
    let Some(rule) = rule else { return false };
    let about = crate::event::Facts { formation: Some(formation), ..Default::default() };
    cx.emit(&[rule], Event::of("event.sniped", about));
    true
}

/// Step 6: Blast markers for casualties, Disrupt hits and barrages.
fn casualties(s: &mut State, cx: &mut Ctx<'_, Epic>, own: &Struck, harm: Harm, by: FormationId) -> Step {
    let mut rules = rules!["EA-SHOT-008", "EA-BM-003"].to_vec();
    let disrupt = |pool: &Pool| pool.hit.has(Ability::Disrupt) && pool.count > 0;
    if own.pools.iter().any(disrupt) {
        rules.push(rule!("EA-ABIL-020"));
    }
    if harm.counted && harm.markers > harm.lost {
        rules.extend(rules!["EA-XFIR-007", "EA-XFIR-008"]);
    }
    markers::give(s, cx, own.formation, harm.markers, Some(by), &rules)?;
    // EA-BARR-014.
    markers::give(s, cx, own.formation, own.markers, Some(by), rules!["EA-BARR-014"])
}

/// Whether nobody's weapons can hurt any unit of the target.
fn harmless(fixed: &Fixed, s: &State, shooters: &[Shooter], target: FormationId) -> bool {
    let harms = |shooter: &Shooter| {
        shooter.guns.iter().filter(|aimed| !aimed.spent).any(|aimed| {
            let gun = &fixed.kind(shooter.unit).guns[aimed.gun];
            s.standing(target).any(|(unit, _)| gun.harms(fixed.kind(unit).class))
        })
    };
    !shooters.iter().any(harms)
}

/// EA-ABIL-111, EA-ABIL-168: notes which weapons have fired.
/// EA-ABIL-169: shots that were kept do not reload it anew.
fn spend(fixed: &Fixed, s: &mut State, shooters: &[Shooter], late: &[UnitId]) {
    for shooter in shooters {
        for aimed in shooter.guns.iter().filter(|aimed| !aimed.spent) {
            let gun = &fixed.kind(shooter.unit).guns[aimed.gun];
            let again = aimed.shots.is_some() && late.contains(&shooter.unit);
            if gun.abilities.has(Ability::SingleShot) || gun.abilities.has(Ability::SlowFiring) && !again {
                let turn = s.turn;
                s.units[shooter.unit.index()].fired.push((gun.line, turn));
            }
        }
    }
}

/// EA-ARMY-028: of Guard Infantry that could shoot every second unit has an Autocannon; those that reach the most have it.
fn one_in_two(fixed: &Fixed, shooters: &mut Vec<Shooter>) -> bool {
    let guard = |shooter: &Shooter| {
        fixed.kind(shooter.unit).has(Ability::OneAutocannonInTwo) && applies(rule!("EA-ARMY-028"))
    };
    let reached = |shooter: &Shooter| shooter.guns.iter().map(|aimed| aimed.at.len()).sum::<usize>();
    let mut all: Vec<(usize, UnitId)> = shooters
        .iter()
        .filter(|shooter| guard(shooter))
        .map(|shooter| (usize::MAX - reached(shooter), shooter.unit))
        .collect();
    all.sort_unstable();
    let numbers = &fixed.numbers().autocannons;
    let keep = numbers.carry.times(all.len() as u32, numbers.rounding) as usize;
    let silent: Vec<UnitId> = all.iter().skip(keep).map(|(_, unit)| *unit).collect();
    shooters.retain(|shooter| !silent.contains(&shooter.unit));
    !silent.is_empty()
}

/// EA-SUPP-003, EA-SUPP-004, EA-SUPP-010: the farthest, so many of them; a war engine counts as its initial damage capacity.
pub fn farthest(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    ask: Ask,
    far: Vec<(Length, UnitId)>,
    mut quiet: usize,
) -> Step<Vec<UnitId>> {
    if far.iter().all(|(_, unit)| cx.fixed().kind(*unit).dc == 1) {
        return first_by(s, cx, far, quiet, ask);
    }
    let (mut gone, all) = (Vec::new(), far.len());
    for unit in first_by(s, cx, far, all, ask)? {
        let needs = usize::from(cx.fixed().kind(unit).dc);
        if quiet < needs {
            break;
        }
        quiet -= needs;
        gone.push(unit);
    }
    Ok(gone)
}

/// EA-SUPP-001 to EA-SUPP-004: those of a formation who are not suppressed: the farthest from the target are. EA-SUPP-010,
/// EA-AMB-148: a war engine is suppressed only by as many as its initial damage capacity.
fn unsuppressed(s: &mut State, cx: &mut Ctx<'_, Epic>, shooting: Shooting) -> Step<Vec<Shooter>> {
    let Shooting { formation, target, indirect, .. } = shooting;
    let mut shooters = could_shoot(cx.fixed(), s, formation, target, indirect);
    let counting = shooters.iter().any(|shooter| !shooter.can_fire());
    // EA-AMB-067: of those who shoot together each formation's own Blast markers suppress its own units.
    let fixed = cx.fixed();
    let home = |unit: UnitId| {
        let own = s.units[unit.index()].formation;
        if works::is_work(fixed, unit) { own } else { fixed.units[unit.index()].formation }
    };
    let at_home: Vec<FormationId> = shooters.iter().map(|shooter| home(shooter.unit)).collect();
    let mut homes = at_home.clone();
    homes.sort_unstable();
    homes.dedup();
    let mut gone = Vec::new();
    for own in &homes {
        let units = shooters.iter().zip(&at_home).filter(|(_, home)| *home == own);
        // The farthest first.
        let far: Vec<(Length, UnitId)> =
            units.map(|(shooter, _)| (Length::ZERO - shooter.far, shooter.unit)).collect();
        let quiet = suppressed(cx.fixed(), s, *own);
        let ask = Ask::new(s.owner(formation), "suppress", rule!("EA-SUPP-004"));
        gone.extend(farthest(s, cx, ask, far, quiet)?);
    }
    shooters.retain(|shooter| !gone.contains(&shooter.unit));
    let mut rules = rules!["EA-SHOT-001", "EA-SHOT-002"].to_vec();
    if !gone.is_empty() {
        rules.extend(rules!["EA-SUPP-001", "EA-SUPP-002", "EA-SUPP-003", "EA-BM-004"]);
        if cx.fixed().has_rule(formation, rule!("EA-ARMY-001")) {
            rules.push(rule!("EA-ARMY-001"));
        }
        if gone.iter().any(|unit| cx.fixed().kind(*unit).is_war_engine()) {
            rules.push(rule!("EA-SUPP-010"));
        }
    }
    if counting {
        rules.extend(rules!["EA-SUPP-007", "EA-SUPP-008"]);
    }
    if s.is_flying(formation) {
        rules.extend(rules![
            "EA-AIR-007",
            "EA-AIR-017",
            "EA-AIR-018",
            "EA-AIR-040",
            "EA-ABM-004",
            "EA-XFIR-012"
        ]);
        let units: Vec<UnitId> = shooters.iter().map(|shooter| shooter.unit).collect();
        if allocation::is_inside(s, &units, target) {
            rules.push(rule!("EA-AIR-031"));
        }
    }
    if indirect {
        rules.extend(rules!["EA-ABIL-054", "EA-ABIL-056", "EA-ABIL-057", "EA-ABIL-058", "EA-SUPP-006"]);
        // EA-ABIL-059: what hides a target in part is nothing to indirect fire.
        let fixed = cx.fixed();
        let half = |from: UnitId, unit: UnitId| {
            !sight::stands_in_cover(fixed, s, unit)
                && sight::sees(fixed, s, from, unit) == sight::Seen::Partly
        };
        if shooters.iter().any(|shooter| s.standing(target).any(|(unit, _)| half(shooter.unit, unit))) {
            rules.push(rule!("EA-ABIL-059"));
        }
    }
    // EA-TERR-006: who stands on a hill sees over some terrain.
    let raised =
        |unit: UnitId| s.table.body(unit).is_some_and(|body| s.land(cx.fixed()).level(body.pose.at) > 0);
    if shooters.iter().any(|shooter| raised(shooter.unit)) {
        rules.push(rule!("EA-TERR-006"));
    }
    // EA-SHOT-004, EA-LOF-013: who cannot shoot at this target does not shoot at all.
    let able = |unit: &UnitId| shooters.iter().any(|shooter| shooter.unit == *unit) || gone.contains(unit);
    let fixed = cx.fixed();
    let mut others = s.standing(formation).map(|(unit, _)| unit).filter(|unit| !able(unit)).peekable();
    if others.peek().is_some() {
        rules.push(rule!("EA-SHOT-004"));
        if others.any(|unit| fixed.kind(unit).guns.is_empty()) && !gone.is_empty() {
            rules.push(rule!("EA-SUPP-005"));
        }
    }
    let silent = |shooter: &Shooter| {
        let kind = fixed.kind(shooter.unit);
        kind.is_war_engine() && shooter.guns.len() < kind.guns.len()
    };
    // EA-SIEG-002: with the weapons that were chosen for it.
    if shooters.iter().any(|shooter| fixed.kind(shooter.unit).sheet == "ig-tarantula") {
        rules.push(rule!("EA-SIEG-002"));
    }
    if shooters.iter().any(silent) {
        rules.push(rule!("EA-LOF-013"));
    }
    if shooters.iter().any(|shooter| fixed.kind(shooter.unit).guns.iter().any(|gun| gun.arc.is_none())) {
        rules.push(rule!("EA-LOF-008"));
    }
    shooters.retain(Shooter::can_fire);
    if one_in_two(cx.fixed(), &mut shooters) {
        rules.push(rule!("EA-ARMY-028"));
    }
    // EA-TRAN-012: those aboard do not shoot.
    let fixed = cx.fixed();
    let own = s.formation(formation).units.iter();
    let quiet = |unit: &UnitId| {
        let aboard = s.transport_of(*unit);
        aboard.is_some_and(|craft| {
            !fixed.kind(craft).has(Ability::PassengersShoot) && !works::is_bunker(fixed, craft)
        }) && !fixed.kind(*unit).guns.is_empty()
    };
    if own.clone().any(quiet) {
        rules.push(rule!("EA-TRAN-012"));
    }
    // EA-ABIL-122: Support Craft see and are seen over everything.
    let craft = |unit: UnitId| fixed.kind(unit).has(Ability::SupportCraft);
    if shooters.iter().any(|shooter| craft(shooter.unit)) || s.standing(target).any(|(unit, _)| craft(unit)) {
        rules.push(rule!("EA-ABIL-122"));
    }
    // EA-ARMY-035: the passengers of a Raider. EA-TRAN-023: only such are suppressed aboard.
    let aboard: Vec<UnitId> = shooters.iter().filter_map(|shooter| s.transport_of(shooter.unit)).collect();
    if aboard.iter().any(|craft| !works::is_bunker(fixed, *craft)) {
        rules.push(rule!("EA-ARMY-035"));
    }
    // EA-SAS-029: those inside a bunker. EA-SAS-034, EA-SAS-035: pillboxes near the others, and those left behind.
    if aboard.iter().any(|craft| works::is_bunker(fixed, *craft)) {
        rules.push(rule!("EA-SAS-029"));
    }
    if shooters.iter().any(|shooter| works::is_pillbox(fixed, shooter.unit)) {
        rules.push(rule!("EA-SAS-034"));
    }
    if s.standing(formation).any(|(unit, _)| !works::may_fire(fixed, s, unit, formation)) {
        rules.push(rule!("EA-SAS-035"));
    }
    if gone.iter().any(|unit| s.transport_of(*unit).is_some()) {
        rules.push(rule!("EA-TRAN-023"));
    }
    let units = shooters.len() as u8;
    cx.emit(&rules, Event::Shoots { formation, target, units, suppressed: gone });
    Ok(shooters)
}
