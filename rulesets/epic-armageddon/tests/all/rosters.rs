//! Army lists: every ready force keeps to its list, and every breach is named.

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::Present;
use grognard_epic_armageddon::roster::breaches;
use grognard_epic_armageddon::{Epic, data};

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
}
