//! Every weapon of the data can be fired by both books.

use std::collections::BTreeSet;
use std::sync::Arc;

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::Present;
use grognard_engine::ruleset::Ruleset;
use grognard_wh40k_5e::fixed::Played;
use grognard_wh40k_5e::{Fifth, Fixed, Setup};

/// Weapons of crewed guns, which are not built.
const CREWED: &[&str] = &["thunderfire-cannon/tremor"];

#[test]
fn every_weapon_of_the_data_can_be_fired() {
    let data = Arc::new(Fifth::load(&DataFiles::embedded(Fifth::embedded())).expect("the data is sound"));
    for rules in [Played::Variant, Played::Base] {
        let mut fixed = Fixed::new(&data, &Setup { rules, ..Setup::default() }).expect("it can be played");
        let mut silent = BTreeSet::new();
        for weapon in &data.weapons.weapon {
            let armed = fixed.every_profile(&weapon.id);
            for profile in &weapon.profile {
                let id = match &profile.id {
                    Some(mode) if weapon.profile.len() > 1 => format!("{}/{mode}", weapon.id),
                    _ => weapon.id.clone(),
                };
                if !armed.iter().any(|at| fixed.weapon(*at).id == id) && !CREWED.contains(&id.as_str()) {
                    silent.insert(id);
                }
            }
        }
        for twin in &data.weapons.twin {
            if fixed.every_profile(&twin.id).is_empty() {
                silent.insert(twin.id.clone());
            }
        }
        assert!(silent.is_empty(), "{rules:?}: nobody can fire {silent:?}");
    }
}

#[test]
fn every_weapon_a_unit_carries_is_known() {
    let data = Fifth::load(&DataFiles::embedded(Fifth::embedded())).expect("the data is sound");
    let arms = &data.weapons;
    let known: BTreeSet<&str> = arms
        .weapon
        .iter()
        .map(|weapon| &weapon.id)
        .chain(arms.twin.iter().chain(&arms.grenade_like).map(|twin| &twin.id))
        .chain(arms.melee.iter().map(|melee| &melee.id))
        .chain(arms.grenade.iter().map(|grenade| &grenade.id))
        .map(String::as_str)
        .collect();
    let mut strange = BTreeSet::new();
    for ((army, unit), entry) in &data.units {
        for weapon in entry.model.iter().flat_map(|model| &model.weapons) {
            if !known.contains(weapon.as_str()) {
                strange.insert(format!("{army}/{unit}: {weapon}"));
            }
        }
    }
    assert!(strange.is_empty(), "{strange:?}");
}
