//! Army lists: every ready force keeps to its list, and every breach is named.

use grognard_engine::data::DataFiles;
use grognard_engine::erased::Module;
use grognard_engine::ruleset::Present;
use grognard_engine::{prove, rule};
use grognard_epic_armageddon::data::unit::ArcName;
use grognard_epic_armageddon::roster::breaches;
use grognard_epic_armageddon::{Epic, Fixed, Setup, data};

#[test]
fn ready_forces_keep_to_their_lists() {
    let data =
        data::load("epic-armageddon", &DataFiles::embedded(Epic::embedded())).expect("the data is sound");
    for force in &data.forces {
        assert_eq!(breaches(&data, force), [], "{}", force.id);
    }
}

#[test]
fn breaches_are_named() {
    let data =
        data::load("epic-armageddon", &DataFiles::embedded(Epic::embedded())).expect("the data is sound");
    let small = data.forces.iter().find(|force| force.id == "sm-small").expect("there is such a force");
    let named = |change: &dyn Fn(&mut data::army::Force)| -> Vec<String> {
        let mut force = small.clone();
        change(&mut force);
        breaches(&data, &force).iter().map(|breach| format!("{} {}", breach.rule, breach.what.key)).collect()
    };
    assert_eq!(named(&|force| force.agreed = 1499), ["EA-LIST-004 breach.points"]);
    assert_eq!(named(&|force| force.points = 1400), ["EA-LIST-004 breach.points"]);
    assert_eq!(
        named(&|force| force.formation[0].formation = "grots".to_owned()),
        ["EA-LIST-001 breach.no-formation"]
    );
    assert_eq!(
        named(&|force| force.formation[0].upgrades[0].upgrade = "battle-barge".to_owned()),
        ["EA-LIST-001 breach.no-upgrade"]
    );
    assert_eq!(
        named(&|force| {
            let again = force.formation[0].upgrades[0].clone();
            force.formation[0].upgrades.push(again);
        }),
        ["EA-LIST-005 breach.upgrade-twice"]
    );
    for rule in [rule!("EA-LIST-001"), rule!("EA-LIST-004"), rule!("EA-LIST-005")] {
        prove::note(rule, "breaches_are_named");
    }
}

/// The breaches of a ready force after a change to it, as rule and key.
fn changed(id: &str, change: &dyn Fn(&mut data::army::Force)) -> Vec<String> {
    let data =
        data::load("epic-armageddon", &DataFiles::embedded(Epic::embedded())).expect("the data is sound");
    let mut force = data.forces.iter().find(|force| force.id == id).expect("there is such a force").clone();
    change(&mut force);
    breaches(&data, &force).iter().map(|breach| format!("{} {}", breach.rule, breach.what.key)).collect()
}

#[test]
fn army_rules_of_lists() {
    let tactical = |force: &mut data::army::Force| {
        force.formation.iter_mut().find(|own| own.formation == "tactical").expect("it has one").clone()
    };
    // Three Rhinos carry six: two are too few, four too many, none will do.
    for (rhinos, wrong) in [(2, true), (4, true), (0, false), (3, false)] {
        let found = changed("sm-3000", &|force| {
            let own = force.formation.iter_mut().find(|own| own.formation == "tactical").expect("it has one");
            own.units
                .iter_mut()
                .filter(|count| count.unit == "sm-rhino")
                .for_each(|count| count.count = rhinos);
        });
        assert_eq!(found.contains(&"EA-ARMY-010 breach.transports".to_owned()), wrong, "{rhinos} Rhinos");
    }
    prove::note(rule!("EA-ARMY-010"), "army_rules_of_lists");
    // Pods without a ship, and bikes in pods.
    let found = changed("sm-from-the-sky", &|force| {
        force.formation.retain(|own| own.formation != "strike-cruiser");
    });
    assert!(found.contains(&"EA-ARMY-011 breach.drop-pods".to_owned()), "{found:?}");
    let found = changed("sm-from-the-sky", &|force| {
        let mut own = tactical(force);
        own.units[0].unit = "sm-assault".to_owned();
        force.formation.push(own);
    });
    assert!(found.contains(&"EA-ARMY-011 breach.drop-pods".to_owned()), "{found:?}");
    prove::note(rule!("EA-ARMY-011"), "army_rules_of_lists");
    let found = changed("ig-3000", &|force| {
        let again =
            force.character.iter().find(|one| one.unit == "ig-commissar").expect("it has one").clone();
        force.character.push(again);
    });
    assert!(found.contains(&"EA-ARMY-013 breach.commissars".to_owned()), "{found:?}");
    prove::note(rule!("EA-ARMY-013"), "army_rules_of_lists");
    let found = changed("ork-3000", &|force| force.character.retain(|one| one.unit != "ork-warlord"));
    assert!(found.contains(&"EA-ARMY-014 breach.warlord".to_owned()), "{found:?}");
    prove::note(rule!("EA-ARMY-014"), "army_rules_of_lists");
    let found = changed("sm-from-the-sky", &|force| {
        let ship =
            force.formation.iter().find(|own| own.formation == "strike-cruiser").expect("it has one").clone();
        force.formation.push(ship);
    });
    assert!(found.contains(&"EA-SPAC-001 breach.spacecraft".to_owned()), "{found:?}");
    prove::note(rule!("EA-SPAC-001"), "army_rules_of_lists");
}

/// EA-ARMY-036: an assault boat takes the place of Raiders, and an Archon goes into the Coterie where there is one.
#[test]
fn boats_and_archons() {
    let with = |raiders: u8, units: &[(&str, u8)]| {
        changed("de-3000", &|force| {
            let own =
                force.formation.iter_mut().find(|own| own.formation == "wych-cult").expect("it has one");
            own.upgrades.retain(|chosen| chosen.upgrade == "sybarite");
            let chosen = own.upgrades[0].clone();
            own.upgrades.push(data::army::ChosenUpgrade { upgrade: "slavebringer".to_owned(), ..chosen });
            own.units = units.iter().map(|(unit, count)| count_of(unit, *count)).collect();
            own.units.extend((raiders > 0).then(|| count_of("de-raider", raiders)));
        })
    };
    let wrong = "EA-ARMY-036 breach.transports".to_owned();
    assert!(!with(0, &[("de-wyches", 6)]).contains(&wrong));
    assert!(with(1, &[("de-wyches", 6)]).contains(&wrong));
    assert!(with(0, &[("de-wyches", 6), ("de-reavers", 1)]).contains(&wrong));
    let archon = changed("de-3000", &|force| {
        let coterie = force.formation.iter().any(|own| own.formation == "kabal-coterie");
        assert!(coterie, "there is one");
        let own = force.formation.iter_mut().find(|own| own.formation == "wych-cult").expect("it has one");
        own.upgrades[0].upgrade = "archon".to_owned();
    });
    assert!(archon.contains(&"EA-ARMY-036 breach.characters-elsewhere".to_owned()), "{archon:?}");
    prove::note(rule!("EA-ARMY-036"), "boats_and_archons");
}

fn count_of(unit: &str, count: u8) -> data::army::Count {
    data::army::Count { unit: unit.to_owned(), count }
}

#[test]
fn mounts_of_titans() {
    let warlord = |change: &dyn Fn(&mut data::army::ForceFormation)| {
        changed("am-3000", &|force| {
            change(force.formation.iter_mut().find(|own| own.formation == "warlord").expect("it has one"));
        })
    };
    let found = warlord(&|own| own.mounts.truncate(3));
    assert_eq!(found, ["EA-ARMY-024 breach.mounts"]);
    // A carapace weapon does not go into an arm.
    let found = warlord(&|own| own.mounts[0].upgrade = "plasma-destructor".to_owned());
    assert_eq!(found, ["EA-ARMY-024 breach.mounts"]);
    prove::note(rule!("EA-ARMY-024"), "mounts_of_titans");
    let found = warlord(&|own| {
        own.mounts.iter_mut().for_each(|mount| mount.upgrade = "gatling-blaster".to_owned());
        own.points = 690;
    });
    assert!(found.contains(&"EA-ARMY-025 breach.few-weapons".to_owned()), "{found:?}");
    prove::note(rule!("EA-ARMY-025"), "mounts_of_titans");
    // EA-ARMY-024: what is in a mount is what it shoots with, in the mount's arc.
    let data = Module::<Epic>::embedded().expect("the embedded data is sound");
    let setup = Setup { scenario: "god-machines".to_owned(), ..Setup::default() };
    let fixed = Fixed::new(data.data(), &setup).expect("the battle can be played");
    let titan = fixed.kinds.iter().find(|kind| kind.sheet == "am-warlord-class-titan").expect("it is there");
    let armed: Vec<(&str, Option<ArcName>)> =
        titan.guns.iter().map(|gun| (gun.weapon.as_str(), gun.arc)).collect();
    assert!(armed.contains(&("volcano-cannon", Some(ArcName::Forward))), "{armed:?}");
    assert!(armed.contains(&("apocalypse-missile-launcher", Some(ArcName::FixedForward))), "{armed:?}");
    assert_eq!(titan.characters.len(), 3);
}
