//! Whole random games with tanks, transports and walkers, by either set; and odds of shots at them.

use std::sync::Arc;

use grognard_engine::data::DataFiles;
use grognard_engine::erased::Module;
use grognard_engine::prove::Games;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_space::table::Length;
use grognard_wh40k_5e::present::odds::outcomes;
use grognard_wh40k_5e::scenario::scenario;
use grognard_wh40k_5e::vehicles::damage::Damage;
use grognard_wh40k_5e::vehicles::facing::aspect;
use grognard_wh40k_5e::vehicles::penetration::Force;
use grognard_wh40k_5e::{Fifth, Fixed};
use serde_json::json;

fn prove(games: u64, property: impl Fn(Games<'_, Fifth>)) {
    let module = Module::<Fifth>::embedded().expect("the embedded data is sound");
    for (rules, from) in [("variant", 0), ("base", 1000)] {
        let setup = json!({ "battle": "armoured-patrol", "rules": rules });
        property(Games::new(&module, setup, from..from + games).cap(6000));
    }
}

grognard_engine::properties! { prove:
    vehicle_games_end: end_without_fault(1),
    every_option_of_vehicles_is_taken_and_nothing_else: take_every_option_and_nothing_else(1),
    texts_of_vehicles_read_back: read_back_every_text(1),
    saves_with_vehicles_resume: resume_from_saves(1),
}

/// The chance that one shot of a lascannon destroys a Predator from before: hits of 4 in 6, no cover.
fn destroys(rules: &str) -> (u64, u64) {
    let data = Arc::new(Fifth::load(&DataFiles::embedded(Fifth::embedded())).expect("the data is sound"));
    let text = format!(
        "rules {rules}\nred space-marines tactical-squad marine=1 +lascannon=1\n\
         blue space-marines predator predator=1\nat red-1 30\",10\"\nat blue-1 10\",10\"\nactive red\nbegin shooting"
    );
    let (fixed, s): (Fixed, _) = scenario(&data, &text).expect("the set-up is sound");
    let model = |name: &str| fixed.model_named(name).expect("it is mustered");
    let aspect = aspect(&fixed, &s, model("red-1.1"), model("blue-1.1")).expect("it is on the table");
    let weapon = fixed.kind_of(model("red-1.1")).weapons.iter().copied();
    let weapon = weapon.into_iter().find(|id| fixed.weapon(*id).id == "lascannon").expect("it carries one");
    let force = Force::shot(&fixed, weapon, Length::UNBOUNDED, false);
    let all = outcomes(&fixed, &s, aspect, &force, Some(3), 0);
    assert_eq!(
        all.iter().map(|(_, count, _)| count).sum::<u64>(),
        all[0].2,
        "{rules}: the outcomes are all there are"
    );
    let destroyed = all.iter().filter(|(result, ..)| result.is_some_and(Damage::destroys));
    (destroyed.map(|(_, count, _)| count).sum(), all[0].2)
}

/// The same figure counted by hand from the tables of either book.
#[test]
fn odds_of_penetration_and_damage_are_exact() {
    let (mut base, mut variant) = (0, 0);
    for face in 1..=6_i32 {
        for damage in 1..=6 {
            let modifier = if face + 9 == 13 { -2 } else { 0 };
            base += i32::from(face + 9 >= 13 && damage + modifier >= 5);
        }
        for other in 1..=6 {
            let total = face + other + 9 - 2 - 2;
            for damage in 1..=6 {
                let grade = match total {
                    13 => -1,
                    _ if face == 6 || other == 6 => 1,
                    _ => 0,
                };
                variant += i32::from(total >= 13 && damage + grade + 1 >= 7);
            }
        }
    }
    let same = |(count, all): (u64, u64), found: i32, throws: u64| {
        assert_eq!(
            count * 6 * throws,
            all * 4 * found as u64,
            "{count}/{all} against {found}/{throws} of 4/6"
        );
    };
    same(destroys("base"), base, 36);
    same(destroys("variant"), variant, 216);
}
