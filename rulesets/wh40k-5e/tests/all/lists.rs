//! Rules that no case can show: what takes a slot, and types of vehicles that no army list has.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_engine::{case, prove, rule};
use grognard_wh40k_5e::Fifth;
use grognard_wh40k_5e::data::Data;
use grognard_wh40k_5e::data::vehicles::VehicleType;
use grognard_wh40k_5e::fixed::{Played, Wanted};
use grognard_wh40k_5e::roster;

fn data() -> Data {
    Fifth::load(&DataFiles::embedded(Fifth::embedded())).expect("the embedded data is sound")
}

fn wanted(unit: &str, model: &str, count: u8, dedicated_to: Option<usize>) -> Wanted {
    Wanted {
        army: "space-marines".to_owned(),
        unit: unit.to_owned(),
        models: BTreeMap::from([(model.to_owned(), count)]),
        options: BTreeMap::new(),
        dedicated_to,
        joins: None,
        powers: Vec::new(),
    }
}

/// The breaches of the force organisation alone.
fn slots(data: &Data, army: &[Wanted], formations: &[Option<&str>]) -> usize {
    let all = roster::faults(data, Played::Base, army, formations, 9000);
    all.iter().filter(|fault| fault.rule == rule!("5B-FOC-001")).count()
}

fn army(data: &Data, heavy: usize, dedicated: bool) -> usize {
    let mut army = vec![wanted("captain", "captain", 1, None)];
    army.extend((0..2).map(|_| wanted("tactical-squad", "marine", 9, None)));
    army.push(wanted("terminator-squad", "terminator", 4, None));
    army.extend((0..heavy).map(|_| wanted("predator", "predator", 1, None)));
    army.push(wanted("land-raider", "land-raider", 1, dedicated.then_some(3)));
    slots(data, &army, &[])
}

#[test]
fn a_dedicated_transport_takes_no_slot() {
    let data = data();
    assert_eq!(army(&data, 3, false), 1, "four of the heavy support");
    assert_eq!(army(&data, 3, true), 0, "the fourth belongs to the terminators");
    assert_eq!(army(&data, 4, true), 1, "it takes no slot, and gives none");
    prove::note(rule!("5B-FOC-002"), "a_dedicated_transport_takes_no_slot");
}

#[test]
fn the_units_of_a_formation_are_one_choice() {
    let data = data();
    let mut army = vec![wanted("captain", "captain", 1, None)];
    army.extend((0..7).map(|_| wanted("tactical-squad", "marine", 9, None)));
    let formations = |together: usize| -> Vec<Option<&str>> {
        (0..8).map(|at| (at > 0 && at <= together).then_some("platoon")).collect()
    };
    assert_eq!(slots(&data, &army, &formations(0)), 1, "seven troops");
    assert_eq!(slots(&data, &army, &formations(1)), 1, "a formation of one is one choice");
    assert_eq!(slots(&data, &army, &formations(2)), 0, "two of them are one choice");
    prove::note(rule!("5B-FOC-003"), "the_units_of_a_formation_are_one_choice");
}

/// 5V-PON-004: no list has a ponderous transport; a Chimera that is one shows what its passengers do.
#[test]
fn passengers_of_a_ponderous_transport_aim_as_well_as_ever() {
    let text = |need: &str, more: &str| {
        format!(
            "case Passengers of a transport that moved\nsystem wh40k-5e\nsetup\n    rules variant\n    \
             red space-marines tactical-squad marine=1\n    red space-marines rhino rhino=1\n    \
             blue orks boyz boy=1\n    at red-2 20\",20\"\n    aboard red-1 red-2.1\n    at blue-1 32\",20\"\n    \
             drove red-2.1 5\n    active red\n    begin shooting\ndice 1 1\nred: unit red-1\n\
             red: fire red-1 red-1.1:boltgun>blue-1\n    roll 1 1 needs {need}\n{more}"
        )
    };
    let play = |data: Data, text: &str| {
        let data = Arc::new(data);
        case::run::<Fifth>(&data, &data.catalogue, "ponderous.case", text).passed()
    };
    assert!(play(data(), &text("4", "    event fire without 5V-PON-004\n")), "one less, as out of any other");
    let mut heavy = data();
    let rhino = heavy.vehicles.get_mut("rhino").expect("there is one");
    rhino.types.push(VehicleType::Ponderous);
    assert!(play(heavy, &text("3", "    event fire 5V-PON-004\n")));
    prove::note(rule!("5V-PON-004"), "passengers_of_a_ponderous_transport_aim_as_well_as_ever");
}

/// 5V-WCH-023: nobody in the lists shoots so badly with a rending weapon; a guardsman with a point less of skill does.
#[test]
fn a_hard_shot_rends_on_a_further_roll() {
    let text = |further: u8, more: &str| {
        format!(
            "case A hard shot\nsystem wh40k-5e\nsetup\n    rules variant\n    \
             red imperial-guard infantry-squad guardsman=1 +sniper-rifle=1\n    \
             blue space-marines tactical-squad marine=1\n    at red-1 10\",10\"\n    at blue-1 25\",10\"\n    \
             on-station blue-1\n    active red\n    begin shooting\ndice 6 {further}\nred: unit red-1\n\
             red: fire red-1 red-1.1:sniper-rifle>blue-1\n    roll 6 needs 6\n    \
             roll {further} needs 4 5V-WCH-023\n    {more}\n    asks blue go-to-ground\n"
        )
    };
    let play = |text: &str| {
        let mut data = data();
        data.profiles.get_mut("guardsman").expect("there is one").bs = 2;
        let data = Arc::new(data);
        case::run::<Fifth>(&data, &data.catalogue, "hard-shot.case", text).passed()
    };
    assert!(play(&text(4, "event rends 5V-WCH-022")), "on a four");
    assert!(play(&text(3, "no event rends")), "on a three it is an ordinary hit");
    prove::note(rule!("5V-WCH-023"), "a_hard_shot_rends_on_a_further_roll");
}

/// Plays a case with a change in the data.
fn passes(change: impl Fn(&mut Data), text: &str) -> bool {
    let mut data = data();
    change(&mut data);
    let data = Arc::new(data);
    case::run::<Fifth>(&data, &data.catalogue, "changed.case", text).passed()
}

/// 5B-CHR-002: in the lists nobody who has a gun has no skill.
#[test]
fn without_ballistic_skill_nobody_shoots() {
    let text = |end: &str| {
        format!(
            "case No skill\nsystem wh40k-5e\nsetup\n    rules base\n    \
             red imperial-guard infantry-squad guardsman=1\n    red space-marines tactical-squad marine=1\n    \
             blue orks boyz boy=1\n    at red-1 10\",10\"\n    at red-2 10\",14\"\n    at blue-1 20\",10\"\n    \
             active red\n    begin shooting\n{end}"
        )
    };
    let skill =
        |bs: u8| move |data: &mut Data| data.profiles.get_mut("guardsman").expect("there is one").bs = bs;
    assert!(passes(skill(1), &text("start\n    offers unit red-1\n")));
    assert!(passes(skill(0), &text("start\n    not offered unit red-1\n")));
    prove::note(rule!("5B-CHR-002"), "without_ballistic_skill_nobody_shoots");
}

/// 5B-BLD-007: every building of ours can be entered; one that is declared closed is ground that nobody enters.
#[test]
fn a_building_may_be_closed() {
    let text = |end: &str| {
        format!(
            "case A closed house\nsystem wh40k-5e\nsetup\n    rules base\n    \
             red space-marines tactical-squad marine=1\n    blue orks boyz boy=1\n    piece house 24\",24\"\n    \
             begin roll-off\ndice 6 1\nstart\n    {end}\n"
        )
    };
    let open = |_: &mut Data| {};
    let close = |data: &mut Data| data.pieces.get_mut("house").expect("there is one").building = None;
    assert!(passes(open, &text("event terrain without 5B-BLD-007")));
    assert!(passes(close, &text("event terrain \"impassable\" 5B-BLD-007")));
    prove::note(rule!("5B-BLD-007"), "a_building_may_be_closed");
}
