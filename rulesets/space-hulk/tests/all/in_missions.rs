//! What can be played is played somewhere: every force, every hazard, every role and weapon of the core game.

use std::collections::BTreeSet;
use std::sync::Arc;

use grognard_engine::erased::Module;
use grognard_space_hulk::SpaceHulk;
use grognard_space_hulk::eldar::seers::Seer;
use grognard_space_hulk::mission::Mission;
use grognard_space_hulk::profile::{Aspect, Folk, Profile, Ranged};
use grognard_space_hulk::psychic::Mode;

fn module() -> Module<SpaceHulk> {
    Module::embedded().expect("the embedded missions can be played")
}

#[test]
fn every_role_and_weapon_of_the_core_game_is_in_some_mission() {
    let module = module();
    let used: BTreeSet<usize> =
        module.data().missions.iter().flat_map(|mission| &mission.squad).map(|model| model.profile).collect();
    // Terminators with the weapons of the core game; other armour and other guns come with forces of one's own.
    let core = |profile: &Profile| {
        let arms = profile.arms().all(|weapon| weapon.is_core() || weapon == Ranged::GrenadeLauncher);
        // A Grey Knight comes with a force of one's own, too.
        profile.is_terminator() && arms && profile.name != "grey-knight"
    };
    let missing: Vec<_> = (0..module.data().profiles.len())
        .filter(|profile| core(&module.data().profiles[*profile]) && !used.contains(profile))
        .map(|profile| module.data().profiles[profile].name.clone())
        .collect();
    assert!(missing.is_empty(), "nobody plays {missing:?}");
}

#[test]
fn every_force_is_in_some_mission() {
    let module = module();
    let (missions, profiles) = (&module.data().missions, &module.data().profiles);
    let plays = |of: &dyn Fn(&Profile) -> bool| {
        missions.iter().any(|mission| mission.own_squad().iter().any(|model| of(&profiles[model.profile])))
    };
    let any = |of: fn(&Mission) -> bool| missions.iter().any(|mission| of(mission));
    // Hybrids and Tyranids wait behind the squad for a counter that stands for them.
    let hatches = |name: &str| {
        let brood = |mission: &Arc<Mission>| {
            let bred = &mission.squad[mission.crew as usize..];
            bred.iter().any(|model| profiles[model.profile].name == name)
        };
        missions.iter().any(brood)
    };
    let follows = |aspect: Aspect| plays(&|profile| profile.aspect == Some(aspect) && !profile.exarch);
    let seer = |seer: Seer| plays(&|profile| profile.seer == Some(seer));
    let found = [
        ("Terminators", plays(&|profile| profile.is_terminator() && profile.folk == Folk::Human)),
        ("Space Marines in power armour", plays(&Profile::trades_weapons)),
        ("the Imperial Guard", plays(&Profile::is_guard)),
        ("Ogryns", plays(&|profile| profile.ogryn)),
        ("Ratlings", plays(&|profile| profile.aims)),
        ("Dire Avengers", follows(Aspect::DireAvenger)),
        ("Striking Scorpions", follows(Aspect::StrikingScorpion)),
        ("Howling Banshees", follows(Aspect::HowlingBanshee)),
        ("Fire Dragons", follows(Aspect::FireDragon)),
        ("Dark Reapers", follows(Aspect::DarkReaper)),
        ("an Exarch", plays(&|profile| profile.exarch)),
        ("a Warlock", seer(Seer::Warlock)),
        ("Wraithguard", seer(Seer::Wraithguard)),
        ("a Farseer", any(|mission| mission.farseer[0])),
        ("Harlequins", plays(&|profile| profile.folk == Folk::Harlequin)),
        ("Hybrids", any(|mission| mission.letters.iter().sum::<u8>() > 0)),
        ("a Magus", hatches("magus")),
        ("Tyranids", any(|mission| !mission.breeds.is_empty())),
        ("a Patriarch", hatches("patriarch")),
        ("an armed force against them", any(|mission| mission.enemy.is_some())),
        ("psi points", any(|mission| mission.psychic == Mode::Psi)),
        ("psychic cards", any(|mission| mission.psychic == Mode::Cards)),
    ];
    let missing: Vec<_> = found.iter().filter(|(_, there)| !there).map(|(what, _)| what).collect();
    assert!(missing.is_empty(), "no mission has {missing:?}");
}

#[test]
fn every_hazard_is_in_some_mission() {
    let module = module();
    let any = |of: fn(&Mission) -> bool| module.data().missions.iter().any(|mission| of(mission));
    let found = [
        ("doors", any(|mission| !mission.doors.is_empty())),
        ("entry areas to be secured", any(|mission| mission.entries.iter().any(|entry| entry.securable))),
        ("crates", any(|mission| !mission.hazards.crates.is_empty())),
        ("rubble", any(|mission| !mission.hazards.rubble.is_empty())),
        ("bulkheads", any(|mission| !mission.hazards.bulkheads.is_empty())),
        ("cryogenic tanks", any(|mission| !mission.hazards.tanks.is_empty())),
        ("air shafts", any(|mission| !mission.hazards.shafts.is_empty())),
        ("disposal chutes", any(|mission| !mission.hazards.chutes.is_empty())),
        ("toxin canisters", any(|mission| !mission.hazards.canisters.is_empty())),
        ("ladders", any(|mission| !mission.hazards.ladders.is_empty())),
        ("pitfalls", any(|mission| !mission.hazards.pitfalls.is_empty())),
        ("lifts", any(|mission| !mission.hazards.lifts.is_empty())),
    ];
    let missing: Vec<_> = found.iter().filter(|(_, there)| !there).map(|(what, _)| what).collect();
    assert!(missing.is_empty(), "no mission has {missing:?}");
}
