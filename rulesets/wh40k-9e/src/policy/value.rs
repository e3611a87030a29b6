//! What attacks are worth: hundredths of wounds taken off, counted more where they destroy.

use grognard_odds::attack::{Amount, odds};
use grognard_space::table::Length;

use crate::choice::{Blow, Shot};
use crate::data::amount::{INCH, Range};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::{fighting, shooting};
use crate::measure;
use crate::plan::plan;
use crate::play::attack::{Entry, Mode};
use crate::state::State;

/// The worth of some attacks against everyone they are aimed at.
fn entries(fixed: &Fixed, s: &State, entries: &[Entry], mode: Mode) -> i64 {
    let mut targets: Vec<UnitId> = entries.iter().map(|entry| entry.target).collect();
    targets.sort_unstable();
    targets.dedup();
    let worth = |target: &UnitId| {
        let mut order: Vec<ModelId> = s.standing(*target).map(|(model, _)| model).collect();
        order.sort_by_key(|model| s.model(*model).wounds >= fixed.kind(*model).profile.w);
        let losses = odds(&plan(fixed, s, entries, *target, &order, mode));
        let all: u32 = order.iter().map(|model| u32::from(s.model(*model).wounds)).sum();
        (losses.mean_wounds() * 100.0) as i64
            + (losses.mean_kills() * 60.0) as i64
            + (*losses.destroyed() * 40.0 * f64::from(all.min(10))) as i64
    };
    targets.iter().map(worth).sum()
}

/// The worth of shots.
pub fn shots(fixed: &Fixed, s: &State, shots: &[Shot], overwatch: bool) -> i64 {
    let all: Vec<Entry> = shots.iter().map(|shot| shooting::entry(fixed, s, shot)).collect();
    let mode = if overwatch { Mode::Overwatch } else { Mode::Shooting };
    // A weapon that may destroy its bearer costs a little.
    let risky =
        |shot: &&Shot| fixed.arm(shot.weapon, shot.profile).has(crate::data::sheet::WeaponAbility::Overheat);
    entries(fixed, s, &all, mode) - 40 * shots.iter().filter(risky).count() as i64
}

/// The worth of blows.
pub fn blows(fixed: &Fixed, s: &State, blows: &[Blow]) -> i64 {
    let all: Vec<Entry> = blows.iter().map(fighting::entry).collect();
    entries(fixed, s, &all, Mode::Melee)
}

/// What a unit would do to another in close combat if all its models reached it.
pub fn melee(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> i64 {
    let of = |model: ModelId| -> Option<Entry> {
        let own = figures::attacks(fixed, s, model)?;
        figures::weapon_skill(fixed, s, model)?;
        let weapon = fighting::melee_weapons(fixed, model)[0];
        let profile =
            fixed.weapon(weapon).profiles.iter().position(|arm| arm.profile.range == Range::Melee)?;
        let own = own.plus + own.dice * own.sides.div_ceil(2);
        let attacks = fighting::total(fixed, model, own + figures::more_attacks(fixed, s, model));
        Some(Entry { model, weapon, profile: profile as u8, target, attacks: Amount::fixed(attacks) })
    };
    let all: Vec<Entry> = s.standing(unit).filter_map(|(model, _)| of(model)).collect();
    entries(fixed, s, &all, Mode::Melee)
}

/// In how many of 36 rolls a charge over a distance is long enough.
pub fn charge_chance(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> i64 {
    let Some(distance) = measure::unit_distance(s, unit, target) else { return 0 };
    let gap =
        distance - fixed.numbers().engagement.horizontal.0 - Length(i32::from(s.unit(unit).drilled) * INCH);
    let need = (gap.max(Length::ZERO).0 + INCH - 1) / INCH;
    (1..=6).flat_map(|a| (1..=6).map(move |b| a + b)).filter(|sum| *sum >= need).count() as i64
}

/// What a charge is worth: what it does, by its chance, less what the answer does.
pub fn charge(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> i64 {
    let ours = melee(fixed, s, unit, target);
    let theirs = melee(fixed, s, target, unit);
    (2 * ours - theirs) * charge_chance(fixed, s, unit, target) / 72 - 20
}
