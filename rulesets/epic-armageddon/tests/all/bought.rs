//! What a side buys for one scenario: every breach is named by its rule.

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::Present;
use grognard_engine::{RuleId, prove, rule};
use grognard_epic_armageddon::data::army::{Bought, Count, Force};
use grognard_epic_armageddon::readings::limits;
use grognard_epic_armageddon::roster::{bought, breaches};
use grognard_epic_armageddon::{Epic, data};

fn load() -> data::Data {
    data::load("epic-armageddon", &DataFiles::embedded(Epic::embedded())).expect("the data is sound")
}

fn buy(id: &str, count: u8) -> Bought {
    Bought { id: id.to_owned(), count, fit: None }
}

/// The breaches of a ready force after a change to it, as rule and key.
fn changed(id: &str, change: &dyn Fn(&mut Force)) -> Vec<String> {
    let data = load();
    let mut force = data.forces.iter().find(|force| force.id == id).expect("there is such a force").clone();
    change(&mut force);
    let all = breaches(&data, &force);
    all.iter().map(|breach| format!("{} {}", breach.rule, breach.what.key)).collect()
}

fn note(rules: &[RuleId], name: &'static str) {
    for rule in rules {
        prove::note(*rule, name);
    }
}

#[test]
fn fortifications_are_a_quarter() {
    let within = changed("ig-small", &|force| {
        "assault".clone_into(&mut force.scenario);
        force.purchase = vec![buy("razor-wire", 4), buy("bunker", 7)];
    });
    // 100 and 245 points of 375.
    assert_eq!(within, Vec::<String>::new());
    let over = changed("ig-small", &|force| {
        "assault".clone_into(&mut force.scenario);
        force.purchase = vec![buy("razor-wire", 4), buy("bunker", 8)];
    });
    assert_eq!(over, ["EA-SAS-002 breach.fortifications"]);
    let many = changed("ig-small", &|force| {
        "assault".clone_into(&mut force.scenario);
        force.purchase = vec![buy("tank-traps", 3)];
    });
    assert_eq!(many, ["EA-SAS-005 breach.bought-too-many"]);
    let three = changed("ig-small", &|force| {
        "assault".clone_into(&mut force.scenario);
        force.purchase = vec![Bought { fit: Some("battlecannon".to_owned()), ..buy("pillbox", 3) }];
    });
    assert_eq!(three, ["EA-SAS-005 breach.pillboxes"]);
    note(&[rule!("EA-SAS-002"), rule!("EA-SAS-005")], "fortifications_are_a_quarter");
}

#[test]
fn whole_formations_dig_in() {
    let data = load();
    let mut force = data.forces.iter().find(|force| force.id == "ig-small").expect("it is there").clone();
    let own = &mut force.formation[0];
    own.entrenched = true;
    own.units = vec![
        Count { unit: "ig-infantry".to_owned(), count: 10 },
        Count { unit: "ig-chimera".to_owned(), count: 3 },
        Count { unit: "ig-baneblade".to_owned(), count: 1 },
        Count { unit: "sm-land-speeder".to_owned(), count: 5 },
    ];
    // Ten stands at 2, three vehicles at 2, a war engine at 5; skimmers do not dig in.
    assert_eq!(bought::entrenching(&data, own), 20 + 6 + 5);
    own.entrenched = false;
    assert_eq!(bought::entrenching(&data, own), 0);
    let elsewhere = changed("ig-small", &|force| force.formation[0].entrenched = true);
    assert_eq!(elsewhere, ["EA-SAS-004 breach.other-scenario"]);
    note(&[rule!("EA-SAS-004"), rule!("EA-SAS-018"), rule!("EA-SAS-019")], "whole_formations_dig_in");
}

/// EA-SAS-001: an attacker costs at most half as much again as the defender.
#[test]
fn attackers_cost_half_as_much_again() {
    let mut data = load();
    let battle =
        data.battles.iter().find(|battle| battle.id == "static-defence").expect("it is there").clone();
    let scenario = data.scenarios.iter().find(|own| own.id == battle.scenario).expect("it is there").clone();
    let attacker = data.forces.iter().position(|force| force.id == battle.forces[1]).expect("it is there");
    for (points, allowed) in [(3000, true), (3001, false)] {
        data.forces[attacker].points = points;
        let told = limits(&data, &battle, &scenario);
        assert_eq!(told.is_ok(), allowed, "{points}: {told:?}");
        assert!(told.err().is_none_or(|told| told.contains("EA-SAS-001")));
    }
    note(&[rule!("EA-SAS-001")], "attackers_cost_half_as_much_again");
}

#[test]
fn nobody_spends_too_much() {
    let dear = changed("ig-3000", &|force| {
        "assault".clone_into(&mut force.scenario);
        force.formation[0].points += 2001;
    });
    assert!(dear.contains(&"EA-SAS-003 breach.too-dear".to_owned()), "{dear:?}");
    note(&[rule!("EA-SAS-003")], "nobody_spends_too_much");
}

#[test]
fn scenarios_sell_their_own() {
    let wrong = changed("ig-small", &|force| force.purchase = vec![buy("razor-wire", 1)]);
    assert_eq!(wrong, ["EA-SAS-005 breach.other-scenario"]);
    // EA-SAS-056: any army may buy them.
    let orks = changed("ork-small", &|force| {
        "assault".clone_into(&mut force.scenario);
        force.purchase = vec![buy("razor-wire", 1)];
    });
    assert_eq!(orks, Vec::<String>::new());
    // EA-SAS-053, EA-SAS-054: only the Guard has Sappers and these Engineers.
    let sappers = changed("ork-small", &|force| {
        "assault".clone_into(&mut force.scenario);
        force.purchase = vec![buy("imperial-sappers", 1)];
        (force.points, force.agreed) = (force.points + 250, force.agreed + 250);
    });
    assert_eq!(sappers, ["EA-SAS-053 breach.other-scenario"]);
    let engineers = changed("ig-small", &|force| {
        "assault".clone_into(&mut force.scenario);
        force.purchase = vec![buy("engineers", 2)];
        (force.points, force.agreed) = (force.points + 300, force.agreed + 300);
    });
    assert_eq!(engineers, ["EA-SAS-054 breach.bought-too-many"]);
    let lasers = changed("ig-3000", &|force| {
        "planetfall".clone_into(&mut force.scenario);
        force.purchase = vec![buy("defence-laser-battery", 4)];
        (force.points, force.agreed) = (force.points + 200, force.agreed + 200);
    });
    assert_eq!(lasers, ["EA-SPF-005 breach.bought-too-many"]);
    let guns = changed("ig-3000", &|force| {
        "hit-and-run".clone_into(&mut force.scenario);
        force.purchase = vec![buy("fixed-aa-gun", 4)];
        (force.points, force.agreed) = (force.points + 200, force.agreed + 200);
    });
    assert_eq!(guns, ["EA-SHR-002 breach.bought-too-many"]);
    let barges = changed("sm-from-the-sky", &|force| {
        "planetfall".clone_into(&mut force.scenario);
        force.purchase = vec![buy("transport-barge", 1)];
        (force.points, force.agreed) = (force.points + 100, force.agreed + 100);
    });
    assert_eq!(barges, Vec::<String>::new());
    let positions = changed("ig-3000", &|force| force.purchase = vec![buy("fortified-position", 1)]);
    assert!(positions.contains(&"EA-SSL-003 breach.other-scenario".to_owned()), "{positions:?}");
    let batteries = changed("ig-3000", &|force| {
        "siegeline".clone_into(&mut force.scenario);
        force.purchase = vec![buy("orbital-defence-battery", 4)];
        (force.points, force.agreed) = (force.points + 200, force.agreed + 200);
    });
    assert_eq!(batteries, ["EA-SSL-003 breach.bought-too-many"]);
    let rules = [
        rule!("EA-SAS-053"),
        rule!("EA-SAS-054"),
        rule!("EA-SPF-002"),
        rule!("EA-SPF-005"),
        rule!("EA-SHR-002"),
        rule!("EA-SSL-003"),
    ];
    note(&rules, "scenarios_sell_their_own");
}

#[test]
fn raiders_have_infantry() {
    let tanks = changed("am-3000", &|force| "hit-and-run".clone_into(&mut force.scenario));
    assert!(tanks.contains(&"EA-SHR-001 breach.too-little-infantry".to_owned()), "{tanks:?}");
    note(&[rule!("EA-SHR-001")], "raiders_have_infantry");
}

/// EA-SPF-003: who comes from the sky may have two spacecraft, and no third.
#[test]
fn two_spacecraft_for_a_planetfall() {
    let with = |count: u8, scenario: &str| {
        changed("sm-from-the-sky", &|force| {
            scenario.clone_into(&mut force.scenario);
            let own = force.formation.iter_mut().find(|own| own.id == "strike-cruiser").expect("it has one");
            own.units[0].count = count;
        })
    };
    assert!(!with(2, "planetfall").iter().any(|breach| breach.contains("spacecraft")));
    assert!(with(3, "planetfall").contains(&"EA-SPF-003 breach.spacecraft".to_owned()));
    assert!(with(2, "").contains(&"EA-SPAC-001 breach.spacecraft".to_owned()));
    note(&[rule!("EA-SPF-003")], "two_spacecraft_for_a_planetfall");
}

/// EA-SSL-006, EA-SSL-007, EA-SSL-017, EA-SIEG-001: siege vehicles are swapped free of charge, in a siege alone.
#[test]
fn siege_vehicles_are_for_sieges() {
    let data = load();
    let force = data.forces.iter().find(|force| force.id == "ig-3000").expect("it is there");
    let at = force
        .formation
        .iter()
        .position(|own| own.formation == "mechanised-infantry-company" || own.formation == "regimental-hq")
        .expect("somebody rides in Chimeras");
    let with = |scenario: &str, unit: &str, count: u8| {
        changed("ig-3000", &|force| {
            scenario.clone_into(&mut force.scenario);
            let own = &mut force.formation[at];
            own.units.retain(|own| own.unit != "ig-chimera");
            own.units.push(Count { unit: unit.to_owned(), count });
        })
    };
    let of = |all: Vec<String>| all.into_iter().filter(|own| own.contains("SSL")).collect::<Vec<_>>();
    assert_eq!(of(with("siegeline", "ig-gorgon", 4)), Vec::<String>::new());
    assert_eq!(of(with("siegeline", "ig-mole", 5)), ["EA-SSL-006 breach.swap"]);
    assert_eq!(of(with("", "ig-mole", 4)), ["EA-SSL-006 breach.other-scenario"]);
    // EA-SSL-017: the price stays what it was.
    let mut swapped = force.clone();
    let own = &mut swapped.formation[at];
    own.units.retain(|own| own.unit != "ig-chimera");
    own.units.push(Count { unit: "ig-hellbore".to_owned(), count: 1 });
    let own = swapped.formation[at].clone();
    let price = grognard_epic_armageddon::buying::cost(&data, &swapped, &own);
    assert_eq!(price, Some(u32::from(force.formation[at].points)));
    // EA-SSL-007.
    let army = data.armies.iter().find(|army| army.id == "ig-steel-legion").expect("it is there");
    let battery = army.formation.iter().find(|own| own.id == "tarantula-battery").expect("it is there");
    assert_eq!(
        (battery.points, battery.units[0].count, battery.when.as_deref()),
        (100, 6, Some("siege-defender"))
    );
    // EA-SIEG-001: there is one datasheet of each, whoever fields it.
    for unit in ["ig-tarantula", "ig-gorgon", "ig-mole", "ig-hellbore"] {
        let like = data.sheets.keys().filter(|id| id.ends_with(unit.trim_start_matches("ig-"))).count();
        assert_eq!(like, 1, "{unit}");
    }
    let rules = [rule!("EA-SSL-006"), rule!("EA-SSL-007"), rule!("EA-SSL-017"), rule!("EA-SIEG-001")];
    note(&rules, "siege_vehicles_are_for_sieges");
}
