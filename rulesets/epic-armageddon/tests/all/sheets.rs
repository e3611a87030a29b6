//! Rules about datasheets and formations that hold for all of them.

use std::sync::Arc;

use grognard_engine::data::DataFiles;
use grognard_engine::erased::Module;
use grognard_engine::ruleset::Present;
use grognard_engine::{prove, rule};
use grognard_epic_armageddon::abilities::{Abilities, Ability};
use grognard_epic_armageddon::column::is_banned;
use grognard_epic_armageddon::data::unit::ArcName;
use grognard_epic_armageddon::document::choices;
use grognard_epic_armageddon::fixed::Class;
use grognard_epic_armageddon::ids::UnitId;
use grognard_epic_armageddon::kind::Kind;
use grognard_epic_armageddon::legal::shooting::in_arc;
use grognard_epic_armageddon::muster::muster;
use grognard_epic_armageddon::scenario::scenario;
use grognard_epic_armageddon::sight::{self, Seen};
use grognard_epic_armageddon::state::{Objective, State};
use grognard_epic_armageddon::{Epic, Fixed, Setup, data};
use grognard_space::table::{Angle, Length, Point, Pose};

fn embedded() -> data::Data {
    data::load("epic-armageddon", &DataFiles::embedded(Epic::embedded())).expect("the data is sound")
}

fn battle(scenario: &str) -> Fixed {
    let module = Module::<Epic>::embedded().expect("the embedded data is sound");
    let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
    Fixed::new(module.data(), &setup).expect("the battle can be played")
}

#[test]
fn each_unit_is_one_piece_of_one_formation() {
    for scenario in ["armageddon", "god-machines", "webway"] {
        let fixed = battle(scenario);
        let state = State::new(&fixed);
        for at in 0..fixed.units.len() as u16 {
            let unit = UnitId(at);
            let homes = state.formation_ids().filter(|id| state.formation(*id).units.contains(&unit));
            assert_eq!(
                homes.collect::<Vec<_>>(),
                [state.units[unit.index()].formation],
                "{scenario}: unit {at}"
            );
        }
    }
    prove::note(rule!("EA-FORM-001"), "each_unit_is_one_piece_of_one_formation");
    prove::note(rule!("EA-UNIT-001"), "each_unit_is_one_piece_of_one_formation");
}

#[test]
fn an_ability_twice_is_one() {
    let names: Vec<String> = ["leader", "leader", "scout"].map(str::to_owned).to_vec();
    let twice = Abilities::read(&names).expect("they are known");
    assert_eq!(twice, Abilities::default().with(Ability::Leader).with(Ability::Scout));
    prove::note(rule!("EA-ABIL-004"), "an_ability_twice_is_one");
    // Those of a character are its host's, and of nobody else; what a unit can is no ability of its weapons.
    let data = embedded();
    let plain = Kind::new(&data, "sm-tactical").expect("there is such a unit");
    let led = Kind::new(&data, "sm-tactical+sm-captain").expect("there is such a unit");
    assert!(led.has(Ability::Commander) && !plain.has(Ability::Commander));
    assert!(led.guns.iter().all(|gun| !gun.abilities.has(Ability::Commander)));
    prove::note(rule!("EA-ABIL-001"), "an_ability_twice_is_one");
    // EA-UNIT-012: a unit has what its sheet says.
    for sheet in data.sheets.values() {
        let Ok(kind) = Kind::new(&data, &sheet.id) else { continue };
        let named = Abilities::read(&sheet.abilities).expect("they are known");
        assert_eq!(kind.abilities, named, "{}", sheet.id);
    }
    prove::note(rule!("EA-UNIT-012"), "an_ability_twice_is_one");
}

#[test]
fn types_and_options_of_sheets() {
    let data = embedded();
    let kind = |id: &str| Kind::new(&data, id);
    let class = |id: &str| kind(id).expect("there is such a unit").class;
    assert_eq!(class("am-warhound-class-titan"), Class::WarEngine);
    assert_eq!(class("sm-land-speeder"), Class::LightVehicle);
    let plane = kind("sm-thunderhawk-gunship").expect("there is such a unit");
    assert!(plane.class == Class::WarEngine && plane.flight.is_some());
    assert!(kind("nav-thunderbolt-fighter").expect("there is such a unit").flight.is_some());
    assert!(kind("sm-captain").is_err(), "a character is no piece");
    assert!(data.sheets.values().filter_map(|sheet| kind(&sheet.id).ok()).any(|kind| kind.spacecraft));
    prove::note(rule!("EA-UNIT-014"), "types_and_options_of_sheets");
    let fits = &data.sheets["sm-dreadnought"].fit;
    let guns = |fit: &str| {
        let kind = kind(&format!("sm-dreadnought:{fit}")).expect("there is such a fit");
        let lines = kind.guns.iter().map(|gun| gun.weapon.clone());
        lines.chain(kind.blows.iter().map(|blow| blow.weapon.clone())).collect::<Vec<_>>()
    };
    assert_ne!(guns(&fits[0].id), guns(&fits[1].id));
    prove::note(rule!("EA-UNIT-011"), "types_and_options_of_sheets");
}

#[test]
fn army_rules_cover_their_own() {
    let (data, fear) = (embedded(), "EA-ARMY-001");
    let (mut own, mut allies) = (0, 0);
    for force in data.forces.iter().filter(|force| force.army == "sm-codex-astartes") {
        for formation in muster(&data, &force.id, 0).expect("the force can be mustered") {
            let first = formation.units[0].split([':', '+']).next().expect("it has a name").to_owned();
            let marine = data.sheets[&first].faction == "space-marine";
            assert_eq!(formation.rules.iter().any(|rule| rule == fear), marine, "{}: {first}", force.id);
            own += u8::from(marine);
            allies += u8::from(!marine);
        }
    }
    assert!(own > 0 && allies > 0, "there are formations of Space Marines and of allies: {own} and {allies}");
    prove::note(rule!("EA-UNIT-013"), "army_rules_cover_their_own");
    prove::note(rule!("EA-ARMY-029"), "army_rules_cover_their_own");
}

#[test]
fn a_rear_arc_is_the_half_behind() {
    let fixed = battle("armageddon");
    let form = fixed.ground.form(fixed.form(UnitId(0)));
    let at = |x: i32, y: i32| Pose::at(Point::new(Length::cm(x), Length::cm(y)));
    let own = form.body(at(60, 60).facing(Angle::degrees(0)));
    let (east, west) = (form.body(at(80, 60)), form.body(at(40, 60)));
    let (ahead, behind) =
        if in_arc(&fixed, Some(ArcName::FixedForward), &own, &east) { (east, west) } else { (west, east) };
    assert!(in_arc(&fixed, Some(ArcName::Rear), &own, &behind));
    assert!(!in_arc(&fixed, Some(ArcName::Rear), &own, &ahead));
    prove::note(rule!("EA-LOF-010"), "a_rear_arc_is_the_half_behind");
}

#[test]
fn objectives_hide_nobody() {
    let fixed = battle("basics");
    let mut state = State::new(&fixed);
    let at = |y: i32| Pose::at(Point::new(Length::cm(3), Length::cm(y)));
    let (own, other) = (UnitId(0), UnitId(1));
    state.put(&fixed, own, at(3));
    state.put(&fixed, other, at(13));
    assert_eq!(sight::sees(&fixed, &state, own, other), Seen::Clearly);
    let middle = Point::new(Length::cm(3), Length::cm(8));
    state.objectives.push(Objective { number: 0, at: middle, edge: None });
    assert_eq!(sight::sees(&fixed, &state, own, other), Seen::Clearly);
    prove::note(rule!("EA-LOF-014"), "objectives_hide_nobody");
}

#[test]
fn no_spacecraft_and_no_tunnellers_in_the_fog() {
    let data = Arc::new(embedded());
    let setup = "table fog-lights\nscenario fog-lights\nside a 5\nside b 3\n\
                 formation a 3+ 1 sm-strike-cruiser, 1 ig-mole, 1 sm-tactical\nformation b 3+ 1 sm-tactical\n\
                 begin prepare a";
    let (fixed, _) = scenario(&data, setup).expect("the game can be set up");
    let banned: Vec<bool> = (0..4).map(|at| is_banned(&fixed, UnitId(at))).collect();
    assert_eq!(banned, [true, true, false, false]);
    prove::note(rule!("EA-SFL-002"), "no_spacecraft_and_no_tunnellers_in_the_fog");
}

#[test]
fn characters_of_an_army_are_offered_to_it() {
    let all = choices(&embedded(), "characters");
    let offered = |unit: &str, army: &str| {
        all.iter().any(|choice| choice.value == unit && choice.only.iter().any(|only| only == army))
    };
    assert!(offered("ig-commissar", "ig-steel-legion") && offered("ork-warlord", "ork-war-horde"));
    assert!(!offered("ig-commissar", "sm-codex-astartes") && !offered("ork-warlord", "ig-steel-legion"));
}
