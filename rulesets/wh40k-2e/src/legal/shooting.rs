//! Who may fire at whom (SHT, TGT): every violation of the shots proposed. Nothing here asks for a range.

use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::{broken, in_force, other_kind, with};
use crate::cards;
use crate::characters::{is_alone, is_character, sheltered};
use crate::choice::{Choice, Part, Shot};
use crate::data::datafaxes::Motive;
use crate::data::ground::Cover;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::lasting::{Ail, helpless};
use crate::sight::{self, shown, shown_to};
use crate::state::{Hidden, Moved, Nerve, State};
use crate::vehicles::{self, Lasting, crew, manoeuvres, passengers};
use crate::weapons::Keyword;

/// Why a unit cannot shoot at all, if so.
pub fn barred(s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    in_force(why_barred(s, unit))
}

fn why_barred(s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    if own.mind.stupid {
        return Some((rule!("2E-STU-006"), "why.stupid"));
    }
    if s.watch.as_ref().is_some_and(|watch| watch.unit == unit) {
        return None;
    }
    if own.overwatch {
        // 2E-OVW-003: in its own turn it does nothing.
        return Some((rule!("2E-OVW-003"), "why.on-overwatch"));
    }
    if own.moved == Moved::Charged {
        return Some((rule!("2E-CHG-010"), "why.charged"));
    }
    if own.fired {
        Some((rule!("2E-SHT-001"), "why.fired-already"))
    } else if own.moved == Moved::Ran {
        Some((rule!("2E-RUN-006"), "why.ran"))
    } else if own.nerve == Nerve::Broken {
        Some((rule!("2E-SHT-007"), "why.broken-fires"))
    } else {
        None
    }
}

/// Why a model cannot fire a weapon, if so.
pub fn cannot_fire(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    weapon: WeaponId,
) -> Option<(RuleId, &'static str)> {
    in_force(why_cannot_fire(fixed, s, model, weapon))
}

fn why_cannot_fire(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    weapon: WeaponId,
) -> Option<(RuleId, &'static str)> {
    if s.is_broken(model) {
        Some((rule!("2E-SHT-007"), "why.broken-fires"))
    } else if let Some(why) = passengers::cannot_fire(fixed, s, model, weapon) {
        Some(why)
    } else if s.is_engaged(model) {
        Some((rule!("2E-HTH-002"), "why.engaged"))
    } else if fixed.kind_of(model).values.bs == 0 {
        Some((rule!("2E-SHT-005"), "why.no-skill"))
    } else if let Some(why) = mount_lost(fixed, s, model, weapon) {
        Some(why)
    } else if fixed.weapon(weapon).has(Keyword::CloseCombatOnly) {
        Some((rule!("2E-WPN-018"), "why.close-combat-only"))
    } else if let Some(ail) = helpless(fixed, s, model) {
        Some((
            if matches!(ail, Ail::Burning(_)) { rule!("2E-WPN-006") } else { rule!("2E-WPN-020") },
            "why.helpless",
        ))
    } else if fixed.weapon(weapon).has(Keyword::MoveOrFire)
        && s.model(model).far > 0
        && !fixed.kind_of(model).armour.moves_and_fires.unwrap_or(false)
    {
        let rider = fixed.kind_of(model).has("cavalry");
        Some((if rider { rule!("2E-MVF-004") } else { rule!("2E-MVF-003") }, "why.moved-heavy"))
    } else if s.wear(fixed, model, weapon).is_some_and(|wear| wear.jams > 0) {
        Some((rule!("2E-SUS-005"), "why.jammed"))
    } else if s.model(model).wear.iter().any(|wear| wear.jams > 0) {
        // 2E-SUS-006: whoever clears a jam fires nothing else.
        Some((rule!("2E-SUS-006"), "why.clearing"))
    } else if s.wear(fixed, model, weapon).is_some_and(|wear| wear.recharging > 0) {
        Some((rule!("2E-WPN-004"), "why.recharging"))
    } else if s.wear(fixed, model, weapon).is_some_and(|wear| wear.lost) {
        // 2E-WPN-014: both salvoes are fired.
        let empty = fixed.weapon(weapon).has(Keyword::AlwaysHits);
        Some((if empty { rule!("2E-WPN-014") } else { rule!("2E-BLS-009") }, "why.weapon-lost"))
    } else {
        None
    }
}

/// Why a weapon on a vehicle cannot be fired: it is destroyed (2E-PEN-005), or nobody is left to fire it (2E-VSH-001).
fn mount_lost(fixed: &Fixed, s: &State, model: ModelId, weapon: WeaponId) -> Option<(RuleId, &'static str)> {
    let (vehicle, mount) = (s.vehicle(model)?, fixed.weapon(weapon).mount?);
    let gone = vehicle.damage.iter().any(|damage| match damage {
        Lasting::Disarmed(location) => *location == mount.location,
        Lasting::MountLost(at) => *at == mount.mount,
        _ => false,
    });
    if gone {
        return Some((rule!("2E-PEN-005"), "why.weapon-lost"));
    }
    // 2E-BIK-003, 2E-BIK-011: whoever skids or strikes does not fire.
    if manoeuvres::silenced(s, model, false) {
        return Some((rule!("2E-BIK-003"), "why.skidded"));
    }
    if vehicle.air == vehicles::Air::Ground && vehicles::motive(fixed, model) == Some(Motive::Skimmer) {
        return None;
    }
    // 2E-VEH-003: the weapon of a post that is empty is not used.
    let own = vehicles::datafax(fixed, model)?;
    let post = own.mount.get(usize::from(mount.mount)).and_then(|mount| crew::post_named(own, &mount.post));
    let manned = match post {
        Some(post) => crew::at_post(s, model, post).next().is_some(),
        None => crew::crew(s, model).next().is_some(),
    };
    let rule = if post.is_some() { rule!("2E-VEH-003") } else { rule!("2E-VSH-001") };
    (!manned).then_some((rule, "why.no-crew"))
}

/// 2E-VSH-001: each of the crew fires one weapon; 2E-WLK-002: the operator of a walker all of them.
fn too_many(fixed: &Fixed, s: &State, shot: &Shot, before: &[Shot]) -> Option<(RuleId, &'static str)> {
    s.vehicle(shot.model)?;
    let gun = fixed.weapon(shot.weapon).gun;
    // 2E-WPN-014: its grenades are fired beside all other weapons.
    let launcher = |shot: &Shot| fixed.weapon(shot.weapon).has(Keyword::AlwaysHits);
    let gun_of = |other: &Shot| fixed.weapon(other.weapon).gun;
    let mut guns: Vec<WeaponId> =
        before.iter().filter(|other| other.model == shot.model && !launcher(other)).map(gun_of).collect();
    let again = before.iter().filter(|other| other.model == shot.model && gun_of(other) == gun).count();
    if again > 0 {
        let most = usize::from(several_left(fixed, s, shot.model, shot.weapon).unwrap_or(1));
        return (again >= most).then(|| (rule!("2E-SHT-001"), "why.one-weapon"));
    }
    let crew = crew::crew(s, shot.model).count();
    let walker = vehicles::is_walker(fixed, shot.model);
    guns.sort_unstable();
    guns.dedup();
    let fired = guns.len();
    (!walker && !launcher(shot) && fired >= crew).then(|| (rule!("2E-VSH-001"), "why.crew-fires-one"))
}

/// How many shots a weapon that fires several has in this phase (TABX-008); none for all others.
pub fn several_left(fixed: &Fixed, s: &State, model: ModelId, weapon: WeaponId) -> Option<u8> {
    let several = fixed.weapon(weapon).several?;
    let spent = s.wear(fixed, model, weapon).map_or(0, |wear| wear.spent);
    Some(several.carried.map_or(several.most, |carried| several.most.min(carried.saturating_sub(spent))))
}

/// 2E-RPF-001, 2E-RPF-002: why a model cannot fire a weapon a second time, if so.
pub fn not_rapid(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    weapon: WeaponId,
) -> Option<(RuleId, &'static str)> {
    let numbers = fixed.numbers();
    if !fixed.kind_of(model).has("rapid-fire") {
        Some((rule!("2E-SHT-001"), "why.one-weapon"))
    } else if !numbers.rapid_weapons.weapons.contains(&fixed.weapon(weapon).weapon) {
        Some((rule!("2E-RPF-002"), "why.not-rapid"))
    } else if s.model(model).far > 0 {
        Some((rule!("2E-RPF-001"), "why.rapid-moved"))
    } else {
        None
    }
}

/// 2E-TGT-007: whether a model fires at whatever it likes.
pub fn is_hero(fixed: &Fixed, model: ModelId) -> bool {
    if !applies(rule!("2E-TGT-007")) {
        return false;
    }
    !matches!(fixed.kind_of(model).rank.as_str(), "-" | "veteran-sergeant")
}

/// The models of a unit that can fire something.
pub fn shooters(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<ModelId> {
    let able = |model: &ModelId| {
        cards::weapons(fixed, s, *model).iter().any(|weapon| cannot_fire(fixed, s, *model, *weapon).is_none())
    };
    if barred(s, unit).is_some() {
        return Vec::new();
    }
    let aboard =
        |model: &ModelId| crew::vehicle_of(s, *model).is_some_and(|vehicle| s.table.body(vehicle).is_some());
    let there = |model: &ModelId| s.table.body(*model).is_some() || aboard(model);
    s.unit(unit).models.iter().copied().filter(there).filter(able).collect()
}

/// An enemy unit as some shooters see it.
#[derive(Copy, Clone, Debug)]
pub struct Seen {
    /// Which.
    pub unit: UnitId,
    /// 2E-AMB-068: how near it is to the nearest of them. Never shown.
    far: Length,
    /// All of it that is seen is in cover.
    pub in_cover: bool,
    /// It is a vehicle.
    pub vehicle: bool,
}

/// 2E-TGT-004: the enemy units that some shooters see in their fire arcs, the nearest first.
pub fn in_order(fixed: &Fixed, s: &State, shooters: &[ModelId]) -> Vec<Seen> {
    let Some(first) = shooters.first() else { return Vec::new() };
    let mut all = Vec::new();
    // 2E-HER-017: who cannot be picked out is no target.
    for unit in s.on_table(s.side_of(*first).other()).filter(|unit| sheltered(fixed, s, *unit).is_none()) {
        let mut nearest: Option<Length> = None;
        let mut in_the_open = false;
        for shooter in shooters {
            let stands = crew::vehicle_of(s, *shooter).unwrap_or(*shooter);
            let Some(from) = s.table.body(stands) else { continue };
            for model in shown(fixed, s, *shooter, unit) {
                let far = s.table.distance(stands, model).unwrap_or(Length::UNBOUNDED);
                nearest = Some(nearest.map_or(far, |known| known.min(far)));
                in_the_open = in_the_open || sight::cover(fixed, s, from, model) == Cover::None;
            }
        }
        all.extend(nearest.map(|far| Seen {
            unit,
            far,
            in_cover: !in_the_open,
            vehicle: vehicles::is_vehicle(fixed, unit),
        }));
    }
    all.sort_by_key(|seen| (seen.far, seen.unit));
    all
}

/// Whether there is any unit that shooters could be ranked against: somebody they see who may be picked out.
pub fn has_target(fixed: &Fixed, s: &State, shooters: &[ModelId]) -> bool {
    let Some(first) = shooters.first() else { return false };
    let enemies = s.on_table(s.side_of(*first).other()).filter(|unit| sheltered(fixed, s, *unit).is_none());
    enemies.into_iter().any(|unit| shooters.iter().any(|shooter| sight::shows_any(fixed, s, *shooter, unit)))
}

/// The nearer unit that has to be shot at instead of a target, if there is one: 2E-TGT-004, but 2E-TGT-010 (broken enemies)
/// and 2E-TGT-011 (those in cover, for others in the open) may be passed over.
pub fn instead(s: &State, order: &[Seen], target: UnitId) -> Option<UnitId> {
    let wanted = order.iter().find(|seen| seen.unit == target)?;
    let nearer = order.iter().filter(|seen| seen.far < wanted.far);
    // 2E-TGT-008: vehicles and others are ranked apart.
    let passed_over = |seen: &&Seen| {
        (s.unit(seen.unit).nerve == Nerve::Broken && applies(rule!("2E-TGT-010")))
            || (seen.in_cover && !wanted.in_cover && applies(rule!("2E-TGT-011")))
            || (seen.vehicle != wanted.vehicle && applies(rule!("2E-TGT-008")))
    };
    nearer.filter(|seen| !passed_over(seen)).map(|seen| seen.unit).next()
}

/// 2E-TGT-010, 2E-TGT-011: the rules by which a target may be taken before nearer ones.
pub fn passes_over(s: &State, order: &[Seen], target: UnitId) -> Vec<RuleId> {
    let Some(wanted) = order.iter().find(|seen| seen.unit == target) else { return Vec::new() };
    let mut rules = Vec::new();
    for seen in order.iter().filter(|seen| seen.far < wanted.far) {
        let by = if seen.vehicle != wanted.vehicle {
            rule!("2E-TGT-008")
        } else if s.unit(seen.unit).nerve == Nerve::Broken {
            rule!("2E-TGT-010")
        } else {
            rule!("2E-TGT-011")
        };
        if !rules.contains(&by) {
            rules.push(by);
        }
    }
    // The same rule stands with the broken troops (2E-BRK-015).
    if rules.contains(&rule!("2E-TGT-010")) {
        rules.push(rule!("2E-BRK-015"));
    }
    rules
}

/// Whether a model is nearer to one unit than to another.
fn nearer_to(s: &State, model: ModelId, one: UnitId, other: UnitId) -> bool {
    let model = crew::vehicle_of(s, model).unwrap_or(model);
    let far = |unit: UnitId| s.bodies(unit).filter_map(|(enemy, _)| s.table.distance(model, enemy)).min();
    far(one) < far(other)
}

/// 2E-TGT-012: whether a member may fire at another target than its squad.
pub fn excused(fixed: &Fixed, s: &State, model: ModelId, squad: UnitId, own: UnitId) -> bool {
    if !applies(rule!("2E-TGT-012")) {
        return false;
    }
    let free = shown(fixed, s, model, squad).is_empty() || nearer_to(s, model, own, squad);
    free && instead(s, &in_order(fixed, s, &[model]), own).is_none()
}

/// The models of a target a shot can go at: seen, in the arc, and of the part it is aimed at.
pub fn aimed_at(fixed: &Fixed, s: &State, shot: &Shot) -> Vec<ModelId> {
    if shot.part == Part::Combat {
        return sight::fighting(fixed, s, shot.model, shot.target);
    }
    let mut models = shown_to(fixed, s, shot.model, shot.weapon, shot.target);
    let stands = crew::vehicle_of(s, shot.model).unwrap_or(shot.model);
    let Some(from) = s.table.body(stands) else { return models };
    models.retain(|model| match shot.part {
        Part::All => true,
        Part::Open => sight::cover(fixed, s, from, *model) == Cover::None,
        Part::Covered => sight::cover(fixed, s, from, *model) > Cover::None,
        Part::Model(aimed) => *model == aimed,
        Part::Ground(_) | Part::Combat | Part::Building(..) => false,
    });
    models
}

/// Shots as they are meant: a model that is named is of the unit it is with now, whatever it was bought in.
pub fn settled(s: &State, shots: &[Shot]) -> Vec<Shot> {
    let meant = |shot: &Shot| match shot.part {
        Part::Model(aimed) => Shot { target: s.model(aimed).unit, ..*shot },
        _ => *shot,
    };
    shots.iter().map(meant).collect()
}

/// Every violation of shots.
pub fn check(fixed: &Fixed, s: &State, unit: UnitId, choice: &Choice) -> Vec<Violation> {
    let Choice::Fire(of, shots) = choice else { return other_kind(rule!("2E-SHT-002")) };
    if *of != unit {
        return other_kind(rule!("2E-SHT-002"));
    }
    let shots = &settled(s, shots);
    let mut wrong: Vec<Violation> = Vec::new();
    for (at, shot) in shots.iter().enumerate() {
        wrong.extend(shot_faults(fixed, s, unit, shot, &shots[..at]));
    }
    if wrong.is_empty() {
        wrong.extend(target_faults(fixed, s, unit, shots));
    }
    wrong
}

/// What is wrong with one shot, whatever the others do.
pub fn shot_faults(fixed: &Fixed, s: &State, unit: UnitId, shot: &Shot, before: &[Shot]) -> Vec<Violation> {
    let one = |rule, key| vec![broken(fixed, rule, key, &[shot.model])];
    if s.model(shot.model).unit != unit
        || s.table.body(crew::vehicle_of(s, shot.model).unwrap_or(shot.model)).is_none()
        || !cards::weapons(fixed, s, shot.model).contains(&shot.weapon)
    {
        return one(rule!("2E-SHT-001"), "why.not-its-weapon");
    }
    let weapon = fixed.weapon(shot.weapon);
    // 2E-SHT-001: one weapon, once; 2E-RPF-004: but model by model some fire twice.
    let earlier: Vec<&Shot> = before.iter().filter(|other| other.model == shot.model).collect();
    if passengers::too_many(fixed, s, shot, before) {
        return one(rule!("2E-VSH-006"), "why.hatch-full");
    }
    if let Some((rule, key)) = too_many(fixed, s, shot, before) {
        return one(rule, key);
    }
    if !earlier.is_empty() && s.vehicle(shot.model).is_none() {
        let several = several_left(fixed, s, shot.model, shot.weapon);
        let shots = usize::from(several.unwrap_or(fixed.numbers().rapid_fire.shots));
        if earlier.len() >= shots || earlier.iter().any(|other| other.weapon != shot.weapon) {
            return one(rule!("2E-SHT-001"), "why.one-weapon");
        }
        if several.is_none()
            && let Some((rule, key)) = not_rapid(fixed, s, shot.model, shot.weapon)
        {
            return one(rule, key);
        }
    }
    if let Some((rule, key)) = barred(s, unit).or_else(|| cannot_fire(fixed, s, shot.model, shot.weapon)) {
        // 2E-CAV-007: for cavalry all of this is the same. 2E-SHT-006, 2E-CAS-009: pistols are used in combat by other
        // rules; 2E-SHT-008: watchers wait.
        let rider = fixed.kind_of(shot.model).has("cavalry");
        let also: &[RuleId] = match key {
            "why.moved-heavy" if rider => rules!["2E-WPN-001", "2E-CAV-007"],
            "why.moved-heavy" => rules!["2E-WPN-001"],
            "why.charged" | "why.ran" if rider => rules!["2E-CAV-007"],
            "why.engaged" => rules!["2E-SHT-006", "2E-CAS-009"],
            "why.on-overwatch" => rules!["2E-SHT-008"],
            _ => &[],
        };
        return vec![with(broken(fixed, rule, key, &[shot.model]), also)];
    }
    // 2E-GRN-006, 2E-RPF-003: neither grenades nor rapid fire on overwatch.
    if s.watch.is_some() && (weapon.thrown || (!earlier.is_empty() && weapon.several.is_none())) {
        let (rule, also, key) = if weapon.thrown {
            (rule!("2E-GRN-006"), rules!["2E-OVW-005"], "why.grenade-watch")
        } else {
            (rule!("2E-RPF-003"), rules!["2E-OVW-006"], "why.rapid-watch")
        };
        return vec![with(broken(fixed, rule, key, &[shot.model]), also)];
    }
    if shot.dice.is_some_and(|dice| dice >= weapon.sustained) {
        return one(rule!("2E-SUS-003"), "why.dice");
    }
    if let Part::Building(feature, door) = shot.part {
        // 2E-BLD-012: whatever is seen of a building can be shot at.
        let seen = sight::sees_building(fixed, s, shot.model, usize::from(feature), door);
        return if seen { Vec::new() } else { one(rule!("2E-BLD-012"), "why.building-unseen") };
    }
    if weapon.has(Keyword::AlwaysHits) {
        return launched(fixed, s, shot);
    }
    if let Part::Ground(at) = shot.part {
        return if !weapon.at_ground() {
            one(rule!("2E-GRD-001"), "why.lethal")
        } else if sight::sees_point(fixed, s, shot.model, at) {
            Vec::new()
        } else {
            one(rule!("2E-GRD-001"), "why.point-unseen")
        };
    }
    if s.unit(shot.target).side == s.unit(unit).side {
        return one(rule!("2E-TGT-002"), "why.own-side");
    }
    if let Some(rule) = picked_out(fixed, s, shot) {
        let key = if rule == rule!("2E-HER-017") { "why.sheltered" } else { "why.not-closest" };
        return one(rule, key);
    }
    if shot.part == Part::Combat {
        return into_combat(fixed, s, shot);
    }
    let seen = shown_to(fixed, s, shot.model, shot.weapon, shot.target);
    let hidden = match shot.part {
        Part::Model(aimed) => !seen.contains(&aimed),
        _ => seen.is_empty(),
    };
    if hidden {
        // A marker is aimed at one model, everything else at any that is seen.
        let aimed = |model: &ModelId| !matches!(shot.part, Part::Model(aimed) if aimed != *model);
        let seen = s
            .bodies(shot.target)
            .map(|(model, _)| model)
            .filter(aimed)
            .any(|model| sight::sees(fixed, s, shot.model, model));
        let covert = s.unit(shot.target).hidden != Hidden::No;
        // 2E-CAS-008: those who fight hand-to-hand are fired at together with their enemies.
        if s.bodies(shot.target).count() > 0 && s.bodies(shot.target).all(|(model, _)| s.is_engaged(model)) {
            return one(rule!("2E-CAS-008"), "why.fights");
        }
        return if covert && !seen {
            one(rule!("2E-HID-001"), "why.hidden-target")
        } else if seen {
            // 2E-BIK-008: the weapons of a bike look forward.
            let also: &[RuleId] =
                if vehicles::is_bike(fixed, shot.model) { rules!["2E-BIK-008"] } else { &[] };
            vec![with(broken(fixed, rule!("2E-SHT-004"), "why.out-of-arc", &[shot.model]), also)]
        } else {
            let models = s.bodies(shot.target).map(|(model, _)| model).filter(aimed);
            let by: Vec<RuleId> =
                models.flat_map(|model| sight::hidden_by(fixed, s, shot.model, model)).collect();
            vec![with(broken(fixed, rule!("2E-SHT-009"), "why.unseen", &[shot.model]), &by)]
        };
    }
    // 2E-BLS-002: a marker is aimed at a model, everything else at a squad.
    if weapon.blast.is_some() != matches!(shot.part, Part::Model(_)) {
        let (rule, key) = if weapon.blast.is_some() {
            (rule!("2E-BLS-002"), "why.name-a-model")
        } else {
            (rule!("2E-TGT-002"), "why.name-a-squad")
        };
        return one(rule, key);
    }
    // 2E-CAS-003: parts are told apart only where there are two.
    let mixed = |part| !aimed_at(fixed, s, &Shot { part, ..*shot }).is_empty();
    let parted = matches!(shot.part, Part::Open | Part::Covered);
    if parted && (weapon.teardrop.is_some() || !(mixed(Part::Open) && mixed(Part::Covered))) {
        return one(rule!("2E-CAS-003"), "why.no-such-part");
    }
    Vec::new()
}

/// 2E-WPN-014: what is wrong with a salvo of grenades: they are sent to a point before the vehicle, in the shooting phase.
fn launched(fixed: &Fixed, s: &State, shot: &Shot) -> Vec<Violation> {
    let one = |key| vec![broken(fixed, rule!("2E-WPN-014"), key, &[shot.model])];
    let Part::Ground(at) = shot.part else { return one("why.launcher-point") };
    let Some(body) = s.table.body(shot.model) else { return one("why.launcher-point") };
    let arc = sight::mount_arc(fixed, s, body, shot.weapon, shot.model);
    if s.watch.is_some() {
        one("why.launcher-watch")
    } else if body.outline.contains(at) || arc.is_some_and(|arc| !arc.contains(at)) {
        one("why.launcher-arc")
    } else {
        Vec::new()
    }
}

/// 2E-CAS-008: what is wrong with a shot into hand-to-hand combat: nobody there is seen, it is no single shot, or an enemy
/// that fights nobody is nearer (2E-TGT-004).
fn into_combat(fixed: &Fixed, s: &State, shot: &Shot) -> Vec<Violation> {
    let one = |rule, key| vec![broken(fixed, rule, key, &[shot.model])];
    let seen = sight::fighting(fixed, s, shot.model, shot.target);
    let far = seen.iter().filter_map(|model| s.table.distance(shot.model, *model)).min();
    let nearer = in_order(fixed, s, &[shot.model]).into_iter().next().map(|first| first.far);
    if seen.is_empty() {
        one(rule!("2E-SHT-009"), "why.unseen")
    } else if !fixed.weapon(shot.weapon).is_plain() || s.vehicle(shot.model).is_some() || s.watch.is_some() {
        one(rule!("2E-CAS-008"), "why.not-into-combat")
    } else if nearer.is_some_and(|nearer| far.is_none_or(|far| nearer < far)) {
        one(rule!("2E-TGT-004"), "why.not-nearest")
    } else {
        Vec::new()
    }
}

/// 2E-HER-017: nobody picks a character out of a squad, or one that stands near a squad; 2E-HER-019: one that stands alone
/// is a target only where it is the closest.
fn picked_out(fixed: &Fixed, s: &State, shot: &Shot) -> Option<RuleId> {
    if sheltered(fixed, s, shot.target).is_some() {
        return Some(rule!("2E-HER-017"));
    }
    if let Part::Model(aimed) = shot.part
        && is_character(fixed, aimed)
        && shown_to(fixed, s, shot.model, shot.weapon, shot.target)
            .iter()
            .any(|model| !is_character(fixed, *model))
    {
        return Some(rule!("2E-HER-017"));
    }
    let alone = is_alone(fixed, s, shot.target) && s.watch.is_none();
    (alone && instead(s, &in_order(fixed, s, &[shot.model]), shot.target).is_some())
        .then_some(rule!("2E-HER-019"))
}

/// Whether a shot need not go at the target of the squad.
fn on_its_own(fixed: &Fixed, shot: &Shot) -> bool {
    fixed.weapon(shot.weapon).own_target
        || fixed.weapon(shot.weapon).several.is_some()
        || is_hero(fixed, shot.model)
        || matches!(shot.part, Part::Ground(_) | Part::Building(..))
}

/// 2E-TGT-005, 2E-TGT-006, 2E-TGT-012: one target for the squad, and who may have another.
fn target_faults(fixed: &Fixed, s: &State, unit: UnitId, shots: &[Shot]) -> Vec<Violation> {
    if let Some(watch) = &s.watch {
        // 2E-OVW-004: on overwatch one fires at those who move, whoever is nearer.
        let astray: Vec<ModelId> =
            shots.iter().filter(|shot| shot.target != watch.target).map(|shot| shot.model).collect();
        let wrong = broken(fixed, rule!("2E-OVW-004"), "why.not-watched", &astray);
        return if astray.is_empty() { Vec::new() } else { vec![wrong] };
    }
    let ordinary: Vec<&Shot> = shots.iter().filter(|shot| !on_its_own(fixed, shot)).collect();
    let order = in_order(fixed, s, &shooters(fixed, s, unit));
    let mut targets: Vec<UnitId> = ordinary.iter().map(|shot| shot.target).collect();
    targets.sort_unstable();
    targets.dedup();
    let faults = |squad: UnitId| {
        let mut wrong = Vec::new();
        if instead(s, &order, squad).is_some() {
            let firing: Vec<ModelId> =
                ordinary.iter().filter(|shot| shot.target == squad).map(|shot| shot.model).collect();
            wrong.push(with(
                broken(fixed, rule!("2E-TGT-004"), "why.not-nearest", &firing),
                rules!["2E-TGT-001"],
            ));
        }
        let others = ordinary.iter().filter(|shot| shot.target != squad);
        let astray: Vec<ModelId> = others
            .filter(|shot| !excused(fixed, s, shot.model, squad, shot.target))
            .map(|shot| shot.model)
            .collect();
        if !astray.is_empty() {
            wrong.push(broken(fixed, rule!("2E-TGT-005"), "why.other-target", &astray));
        }
        wrong
    };
    // The squad's target is the one that leaves least to object to.
    targets.into_iter().map(faults).min_by_key(Vec::len).unwrap_or_default()
}
