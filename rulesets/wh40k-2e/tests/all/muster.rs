//! Armies by points: the ready forces are legal, and every breach is named.

use std::sync::Arc;

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_engine::{prove, rule};
use grognard_wh40k_2e::data::Data;
use grognard_wh40k_2e::data::troops::{Force, Values};
use grognard_wh40k_2e::roster::{breaches, cost};
use grognard_wh40k_2e::{Second, scenario};

fn data() -> Data {
    Second::load(&DataFiles::embedded(Second::embedded())).expect("the embedded data is sound")
}

fn force(data: &Data, id: &str) -> Force {
    data.forces.iter().find(|force| force.id == id).expect("it is there").clone()
}

/// 2E-EX-094, 2E-EX-106, 2E-EX-107: the forces of the catalogue with their sums.
#[test]
fn the_ready_forces_are_legal() {
    let data = data();
    for (id, points) in [
        ("space-marines-1000", 998),
        ("imperial-guard-1000", 1000),
        ("orks-1000", 1000),
        ("eldar-1000", 991),
        ("chaos-1000", 1000),
        ("space-marines-500", 461),
        ("imperial-guard-500", 474),
        ("orks-500", 467),
        ("eldar-500", 456),
        ("chaos-500", 474),
        ("steel-marines", 993),
        ("steel-guard", 987),
        ("winged-eldar", 962),
        ("wheeled-orks", 962),
    ] {
        let own = force(&data, id);
        let total: u32 = own.unit.iter().filter_map(|unit| cost(&data, &own.army, unit)).sum();
        assert_eq!(total, points, "{id}");
        assert_eq!(breaches(&data, &own), [], "{id}");
    }
    prove::note(rule!("2E-SET-001"), "the_ready_forces_are_legal");
}

fn keys(data: &Data, force: &Force) -> Vec<String> {
    breaches(data, force).iter().map(|breach| breach.what.key.to_string()).collect()
}

#[test]
fn every_breach_is_named() {
    let data = data();
    let whole = force(&data, "space-marines-1000");
    let mut own = whole.clone();
    own.limit = 900;
    assert_eq!(keys(&data, &own), ["breach.limit"]);
    own = whole.clone();
    own.unit.retain(|unit| unit.unit != "tactical-squad");
    assert_eq!(keys(&data, &own), ["breach.squads"]);
    own = whole.clone();
    own.unit.remove(0);
    assert_eq!(keys(&data, &own), ["breach.no-commander"]);
    own = whole.clone();
    own.unit[0].cards =
        ["refractor-field", "bionic-arm", "bionic-eye", "conversion-field"].map(str::to_owned).to_vec();
    assert!(keys(&data, &own).contains(&"breach.cards".to_owned()));
    own.unit[0].cards = vec!["force-sword".to_owned()];
    assert!(keys(&data, &own).contains(&"breach.card".to_owned()));
    own = whole.clone();
    own.unit[1].models.insert("marine".to_owned(), 8);
    assert_eq!(keys(&data, &own), ["breach.models"]);
    own = whole.clone();
    own.unit[1].options[0].item = Some("conversion-beamer".to_owned());
    assert!(keys(&data, &own).contains(&"breach.unbuilt".to_owned()));
    own = whole;
    own.unit[1].options[0].count = 2;
    assert!(keys(&data, &own).contains(&"breach.too-many".to_owned()));
    prove::note(rule!("2E-HER-021"), "every_breach_is_named");
}

#[derive(serde::Deserialize)]
struct Profiles {
    profile: Vec<Named>,
    rank: Vec<Rank>,
    derived: Vec<Derived>,
}

#[derive(serde::Deserialize)]
struct Named {
    id: String,
    values: Values,
}

#[derive(serde::Deserialize)]
struct Rank {
    id: String,
    adds: Values,
}

#[derive(serde::Deserialize)]
struct Derived {
    profile: String,
    rank: String,
    values: Values,
}

/// 2E-EX-040, 2E-EX-056: ranks add to the profile of a race, whatever its people call them.
#[test]
fn ranks_add_to_profiles() {
    let files = DataFiles::embedded(Second::embedded());
    let read: Profiles = files.read("profiles.toml").expect("it is sound");
    assert!(read.derived.len() >= 10, "the derived profiles of the book are there");
    for derived in &read.derived {
        let base =
            read.profile.iter().find(|profile| profile.id == derived.profile).expect("it is there").values;
        let adds = read.rank.iter().find(|rank| rank.id == derived.rank).expect("it is there").adds;
        let sum = Values {
            m: grognard_tabletop::ruler::Inches(base.m.0 + adds.m.0),
            ws: base.ws + adds.ws,
            bs: base.bs + adds.bs,
            s: base.s + adds.s,
            t: base.t + adds.t,
            w: base.w + adds.w,
            i: base.i + adds.i,
            a: base.a + adds.a,
            ld: base.ld + adds.ld,
        };
        assert_eq!(sum, derived.values, "{} {}", derived.profile, derived.rank);
    }
    prove::note(rule!("2E-HER-001"), "ranks_add_to_profiles");
    prove::note(rule!("2E-HER-002"), "ranks_add_to_profiles");
}

/// 2E-WPN-015: a battle cannon is mounted on vehicles.
#[test]
fn some_weapons_are_for_vehicles_only() {
    let data = Arc::new(data());
    let with = |weapon: &str| {
        let setup = format!(
            "red space-marines devastator-squad marine=1 heavy-weapon:{weapon}=1\nblue orks goff-boyz boy=1\n\
             at red-1 10\",10\"\nat blue-1 40\",10\"\nbegin shooting"
        );
        scenario::scenario(&data, &setup).map(|_| ())
    };
    assert_eq!(with("lascannon"), Ok(()));
    assert!(with("battle-cannon").is_err_and(|why| why.contains("vehicles only")));
    prove::note(rule!("2E-WPN-015"), "some_weapons_are_for_vehicles_only");
}
