//! One plan, two interpreters: attacks made on the table, die by die and with every decision asked, come out as the
//! odds of the same attacks say.

use std::sync::Arc;

use grognard_engine::data::DataFiles;
use grognard_engine::decision::{Answers, Decision};
use grognard_engine::dice::{Dice, Secret, Seed};
use grognard_engine::game::Game;
use grognard_engine::record::Origin;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_odds::attack::odds;
use grognard_wh40k_9e::Nine;
use grognard_wh40k_9e::choice::{Choice, parse, unit_named, write};
use grognard_wh40k_9e::legal::shooting::entry;
use grognard_wh40k_9e::plan::plan;
use grognard_wh40k_9e::play::attack::Mode;

/// How often each attack is made.
const PLAYS: u32 = 3000;

/// What a game waits for.
fn asked(game: &Game<Nine>) -> Option<Decision<Nine>> {
    game.pending().next().cloned()
}

/// A unit `red-1` fires at `blue-1` as `fire` says; `red-2` is there so that the phase goes on afterwards.
fn agrees(setup: &str, fire: &str) {
    let data = Arc::new(Nine::load(&DataFiles::embedded(Nine::embedded())).expect("the data is sound"));
    let (fixed, state) = Nine::scenario(&data, setup).unwrap_or_else(|why| panic!("{why}"));
    let fixed = Arc::new(fixed);
    let Ok(Choice::Fire(_, shots)) = parse(&fixed, fire) else { panic!("`{fire}` is no fire") };
    let target = unit_named(&fixed, "blue-1").expect("there is a target");
    let order = state.unit(target).models.to_vec();
    let entries: Vec<_> = shots.iter().map(|shot| entry(&fixed, &state, shot)).collect();
    let losses = odds(&plan(&fixed, &state, &entries, target, &order, Mode::Shooting));
    let mut counts = vec![0u32; order.len() + 1];
    for number in 0..PLAYS {
        let seed = Seed(Secret::from_number(u64::from(number)).0);
        let mut game = Game::<Nine>::from_state(fixed.clone(), state.clone(), Dice::seeded(seed))
            .unwrap_or_else(|fault| panic!("{fault}"));
        let mut fired = false;
        while let Some(decision) = asked(&game) {
            let text = match decision.ask.kind {
                "shoot" if fired => break,
                "shoot" => "unit red-1".to_owned(),
                "fire" => {
                    fired = true;
                    fire.to_owned()
                }
                "casualties" => write(&fixed, &Choice::Casualties(order.clone())),
                "save" => "invulnerable 5+".to_owned(),
                "ignore" => "ignore 5+".to_owned(),
                "reroll" => "reroll".to_owned(),
                "next" | "allocate" => {
                    let Answers::Options(options) = &decision.answers else { panic!("options are expected") };
                    write(&fixed, &options[0])
                }
                other => panic!("`{other}` was not expected"),
            };
            game.answer(decision.ask.owner, &text, Origin::Player)
                .unwrap_or_else(|why| panic!("`{text}`: {why}"));
        }
        counts[order.len() - game.state().unit(target).models.len()] += 1;
    }
    for (fallen, (chance, count)) in losses.kills().iter().zip(&counts).enumerate() {
        let expected = chance * f64::from(PLAYS);
        let error = 6.0 * (expected * (1.0 - chance).max(0.0)).sqrt() + 4.0;
        assert!(
            (f64::from(*count) - expected).abs() <= error,
            "{fire}\n{fallen} fall: {count}, not {expected}"
        );
    }
}

#[test]
fn pistols_and_a_grenade_at_two_wound_models() {
    let setup = "red 5 assault-intercessors, 5 assault-intercessors\n blue 5 assault-intercessors\n\
        at red-1 10\",10\"\n at red-2 10\",20\"\n at blue-1 14\",10\"\n begin shooting";
    agrees(
        setup,
        "fire red-1 red-1.1:krak-grenades>blue-1 red-1.2:heavy-bolt-pistol>blue-1 red-1.3:heavy-bolt-pistol>blue-1 \
         red-1.4:heavy-bolt-pistol>blue-1 red-1.5:heavy-bolt-pistol>blue-1",
    );
}

#[test]
fn cannons_and_a_blast_at_a_crowd() {
    let setup = "red 3 heavy +mortar, 3 heavy\n blue 10 runner\n turn red-1 normal\n\
        at red-1 10\",10\"\n at red-2 10\",20\"\n at blue-1 30\",8\"\n begin shooting";
    agrees(setup, "fire red-1 red-1.1:mortar>blue-1 red-1.2:cannon>blue-1 red-1.3:cannon>blue-1");
}

/// Each model has the cover it stands in: the first none, the others some.
#[test]
fn cannons_at_models_partly_in_cover() {
    let setup = "packs terrain-traits\n red 5 heavy, 3 heavy\n blue 5 assault-intercessors\n\
        block 29\",11\" 31\",18\" 0 0 light-cover\n\
        at red-1 10\",10\"\n at red-2 10\",20\"\n at blue-1 30\",10\" step 0\",1.75\"\n begin shooting";
    agrees(
        setup,
        "fire red-1 red-1.1:cannon>blue-1 red-1.2:cannon>blue-1 red-1.3:cannon>blue-1 red-1.4:cannon>blue-1 \
         red-1.5:cannon>blue-1",
    );
}

#[test]
fn a_beast_that_saves_and_ignores() {
    let setup = "red 5 heavy, 3 heavy\n blue 1 beast\n wounds blue-1.1 4\n\
        at red-1 10\",10\"\n at red-2 10\",20\"\n at blue-1 30\",10\"\n begin shooting";
    agrees(setup, "fire red-1 red-1.1:cannon>blue-1 red-1.2:cannon>blue-1 red-1.3:cannon>blue-1");
}
