//! Any force may meet any other (SH-FOR-006): every squad of the lists against every squad, every model that is sold against
//! a few, and each against blips. A pair is played to the end, or a rule says why not.

use grognard_engine::erased::{Module, System};
use grognard_space_hulk::SpaceHulk;
use grognard_space_hulk::force::leads;
use serde_json::{Value, json};

use crate::boards::{CAP, module};

const GAMES: u64 = 5;

/// The smallest force with somebody of a list's own to lead it.
fn leader(list: &str) -> &'static str {
    match list {
        "terminators" => "model sergeant",
        "space-marines" => "model space-marine-sergeant-bolter",
        "guard" => "model guard-sergeant",
        "eldar" => "model warlock",
        _ => "model troupe-leader",
    }
}

/// A force for every squad that is sold, with a leader where it has none.
fn squads(module: &Module<SpaceHulk>) -> Vec<String> {
    let data = module.data();
    let led = |squad: &grognard_space_hulk::force::list::Squad| {
        squad.models.iter().any(|model| {
            let role = model.split(['|', '@', '+']).next().unwrap_or(model);
            data.profiles.iter().any(|profile| profile.name == role && leads(profile))
        })
    };
    let of = |(kind, squad): (&String, &grognard_space_hulk::force::list::Squad)| {
        if led(squad) { format!("squad {kind}") } else { format!("squad {kind}\n{}", leader(&squad.list)) }
    };
    data.forces.squads.iter().map(of).collect()
}

/// A force for every model that is sold, with a leader of its kind.
fn models(module: &Module<SpaceHulk>) -> Vec<String> {
    let sold =
        module.data().profiles.iter().filter(|profile| profile.price.is_some() && profile.alone.is_none());
    sold.map(|profile| match leads(profile) {
        true => format!("model {}", profile.name),
        false if profile.seer.is_some() || profile.aspect.is_some() => {
            format!("model {}\nmodel warlock", profile.name)
        }
        false if profile.rank.is_some() => format!("model {}\nmodel troupe-leader", profile.name),
        false if profile.is_guard() => format!("model {}\nmodel guard-sergeant", profile.name),
        false => format!("model {}\nmodel sergeant", profile.name),
    })
    .collect()
}

/// Plays some games of a pair; false where a rule refuses it.
fn meet(module: &Module<SpaceHulk>, setup: &Value) -> bool {
    let arena = match module.arena(setup) {
        Ok(arena) => arena,
        Err(why) => {
            let said = format!("{why:?}");
            assert!(said.contains("SH-"), "{setup}: refused without a rule: {said}");
            return false;
        }
    };
    let bots = ["random", "random"].map(str::to_owned);
    for seed in 0..GAMES {
        arena.play(&bots, seed, CAP).unwrap_or_else(|why| panic!("{setup}, seed {seed}: {why}"));
    }
    true
}

fn pair(first: &str, second: &str) -> Value {
    json!({ "mission": "meeting", "force": first, "enemy": second, "mind_war_no_clock": true })
}

#[test]
fn every_squad_meets_every_squad() {
    let module = module();
    let squads = squads(&module);
    let mut refused = Vec::new();
    for first in &squads {
        for second in squads.iter().map(String::as_str).chain([""]) {
            if !meet(&module, &pair(first, second)) {
                refused.push((first, second));
            }
        }
    }
    assert!(refused.is_empty(), "a rule is against {refused:?}");
}

#[test]
fn every_model_meets_some() {
    let module = module();
    let mut refused = Vec::new();
    for one in models(&module) {
        for setup in [pair(&one, "squad dire-avengers"), pair("squad wraithguard", &one), pair(&one, "")] {
            if !meet(&module, &setup) {
                refused.push(setup.to_string());
            }
        }
    }
    assert!(refused.is_empty(), "a rule is against {refused:?}");
}

/// Eldar with their Farseer come out of the entry areas of every mission that has some.
#[test]
fn a_farseer_is_met_in_every_mission() {
    let module = module();
    let missions = module.data().missions.iter().filter(|mission| !mission.entries.is_empty());
    for mission in missions {
        let setup = json!({ "mission": mission.id, "enemy": "model warlock", "mind_war_no_clock": true });
        assert!(meet(&module, &setup), "{setup} is refused");
    }
}
