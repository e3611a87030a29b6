//! What the engine asks of every ruleset, over whole random games of both sets.

use grognard_engine::SeatId;
use grognard_engine::decision::Decision;
use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Games};
use grognard_engine::rng::SplitMix;
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
    // Who could not reach its enemy has told how far that was (5B-ASM-002).
    let failed = |s: &State| s.all_units().any(|unit| s.unit(unit).bound && !s.unit(unit).fired);
    let declared = |_: &Fixed, s: &State, decision: &Decision<Fifth>| {
        !matches!(decision.ask.kind, "move-unit" | "shoot" | "fire" | "assault") || failed(s)
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

/// A random game of a ready battle with everything in it ends.
fn ends(battle: &str, rules: &str) {
    let module = module();
    let setup = json!({ "battle": battle, "rules": rules });
    Games::new(&module, setup, 0..1).cap(6000).end_without_fault();
}

#[test]
fn dawn_swarm_ends() {
    ends("dawn-swarm", "base");
}

#[test]
fn hunters_ends() {
    ends("hunters", "variant");
}

#[test]
fn iron_charge_ends() {
    ends("iron-charge", "base");
}

#[test]
fn city_of_roofs_ends() {
    ends("city-of-roofs", "variant");
}
