//! What the engine asks of every ruleset, over whole random games of both sets.

use grognard_engine::SeatId;
use grognard_engine::data::DataFiles;
use grognard_engine::decision::Decision;
use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Games};
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::Present;
use grognard_space::table::Offset;
use grognard_tabletop::elsewhere::elsewhere;
use grognard_wh40k_5e::ids::{Side, UnitId};
use grognard_wh40k_5e::state::State;
use grognard_wh40k_5e::{Fifth, Fixed, cover};
use serde_json::json;

fn module() -> Module<Fifth> {
    Module::<Fifth>::embedded().expect("the embedded data is sound")
}

fn prove(games: u64, property: impl Fn(Games<'_, Fifth>)) {
    let module = module();
    for (setup, from) in [(json!({}), 0), (json!({ "rules": "base" }), 1000)] {
        property(Games::new(&module, setup, from..from + games).cap(6000));
    }
}

#[test]
fn citations_stand_in_the_catalogue() {
    prove::citations(&module());
}

/// What a player may know of an enemy unit without measuring: who sees whom, in which cover, and who is locked.
fn known(fixed: &Fixed, s: &State, foe: UnitId, side: Side) -> Vec<(bool, u8, u8)> {
    let own = s.on_table(side).flat_map(|unit| s.unit(unit).models.to_vec());
    own.flat_map(|model| {
        s.unit(foe).models.iter().map(move |enemy| {
            let seen = cover::sees(s, model, *enemy);
            (seen, cover::cover(fixed, s, model, *enemy), cover::cover(fixed, s, *enemy, model))
        })
    })
    .collect()
}

/// 5B-DIC-006, 5B-AMB-001: another distance to an enemy unit changes nothing before something is declared.
#[test]
fn nothing_tells_a_range() {
    let aside = |fixed: &Fixed, s: &State, seat: SeatId, rng: &mut SplitMix| {
        let side = Side::of(seat);
        // Everybody knows where a building stands.
        let unknown = |unit: &UnitId| !s.locked(*unit) && fixed.building_of(*unit).is_none();
        let foes: Vec<UnitId> = s.on_table(side.other()).filter(unknown).collect();
        let foe = *foes.get(rng.below(foes.len().max(1)))?;
        let by = Offset { x: 0, y: 1270 * (rng.below(9) as i32 - 4) };
        let other = State { table: elsewhere(s, foe, by)?, ..s.clone() };
        let same = known(fixed, s, foe, side) == known(fixed, &other, foe, side);
        (same && !other.locked(foe)).then_some(other)
    };
    let declared = |_: &Fixed, _: &State, decision: &Decision<Fifth>| {
        !matches!(decision.ask.kind, "move-unit" | "shoot" | "fire" | "assault")
    };
    let module = module();
    for setup in [json!({}), json!({ "rules": "base" })] {
        Games::new(&module, setup, 0..1).cap(6000).tells_no_range(&aside, &declared);
    }
}

grognard_engine::properties! { prove:
    games_end: end_without_fault(1),
    every_option_is_taken_and_nothing_else: take_every_option_and_nothing_else(1),
    texts_read_back: read_back_every_text(1),
    saves_resume: resume_from_saves(1),
    take_backs_are_exact: undo_exactly(1),
    records_replay: replay_every_line(1),
}

/// The module with every battle offered, read from disk: `BATTLES=FILE` tries other lists of units without a new build.
fn with_every_battle() -> Module<Fifth> {
    let file = std::env::var("BATTLES")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/data/battles.toml").to_owned());
    let text = std::fs::read_to_string(file).expect("the file of battles is there");
    let text = text.replace("offered = true\n", "").replace("stay_away = [", "offered = true\nstay_away = [");
    let mut files = DataFiles::embedded(Fifth::embedded());
    files.insert("battles.toml", &text);
    Module::new(files).expect("the data is sound")
}

/// Random games of every ready battle end, by either set.
#[test]
#[ignore = "a game of the larger battles takes minutes: BATTLE=hunters RULES=base SEED=7 plays one"]
fn every_battle_ends() {
    let module = with_every_battle();
    let wanted = |name: &str| std::env::var(name).ok();
    let battles = ["dawn-swarm", "hunters", "iron-charge", "city-of-roofs"];
    let battle = wanted("BATTLE");
    let seed: u64 = wanted("SEED").and_then(|seed| seed.parse().ok()).unwrap_or(0);
    for battle in battles.into_iter().filter(|id| battle.as_deref().is_none_or(|wanted| wanted == *id)) {
        for rules in ["variant", "base"] {
            if wanted("RULES").is_some_and(|only| only != rules) {
                continue;
            }
            let setup = json!({ "battle": battle, "rules": rules });
            Games::new(&module, setup, seed..seed + 1).cap(6000).end_without_fault();
        }
    }
}
