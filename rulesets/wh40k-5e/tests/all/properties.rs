//! What the engine asks of every ruleset, over whole random games of both sets.

use grognard_engine::SeatId;
use grognard_engine::decision::Decision;
use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Games};
use grognard_engine::rng::SplitMix;
use grognard_space::table::Offset;
use grognard_tabletop::elsewhere::elsewhere;
use grognard_wh40k_5e::ids::{ModelId, Side, UnitId};
use grognard_wh40k_5e::state::State;
use grognard_wh40k_5e::{Fifth, Fixed, cover};
use serde_json::json;

fn module() -> Module<Fifth> {
    Module::<Fifth>::embedded().expect("the embedded data is sound")
}

/// The most decisions of a random game.
const CAP: u32 = 6000;

/// Every battle that is offered, in the order of the list.
fn battles() -> Vec<String> {
    let module = module();
    module.data().battles.iter().filter(|battle| battle.offered).map(|battle| battle.id.clone()).collect()
}

/// The set-ups a property is proved on: some of every battle by either set, from a place in that list on. Those that take long begin
/// with the smallest battle; `ALL=1` proves each property on all of them.
fn prove_on(first: usize, property: impl Fn(Games<'_, Fifth>)) {
    let module = module();
    let all: Vec<(String, &str)> = battles()
        .into_iter()
        .flat_map(|battle| ["variant", "base"].map(|rules| (battle.clone(), rules)))
        .collect();
    let many = if std::env::var("ALL").is_ok() { all.len() } else { EACH };
    for number in 0..many {
        let (battle, rules) = &all[(first * EACH + number) % all.len()];
        let setup = json!({ "battle": battle, "rules": rules });
        let seed = (first * 100 + number) as u64;
        property(Games::new(&module, setup, seed..seed + 1).cap(CAP));
    }
}

/// Set-ups for each property.
const EACH: usize = 2;

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

/// Who sees whom: whoever moves stands in the way of others, too.
fn looks(s: &State) -> Vec<bool> {
    let all: Vec<ModelId> = s.table.ids().collect();
    all.iter()
        .flat_map(|one| all.iter().map(move |other| one != other && cover::sees(s, *one, *other)))
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
        (same && !other.locked(foe) && looks(s) == looks(&other)).then_some(other)
    };
    // Who could not reach its enemy has told how far that was (5B-ASM-002).
    let failed = |s: &State| s.all_units().any(|unit| s.unit(unit).bound && !s.unit(unit).fired);
    let declared = |_: &Fixed, s: &State, decision: &Decision<Fifth>| {
        !matches!(decision.ask.kind, "move-unit" | "shoot" | "fire" | "assault") || failed(s)
    };
    prove_on(5, |games| games.tells_no_range(&aside, &declared));
}

#[test]
fn every_option_is_taken_and_nothing_else() {
    prove_on(0, |games| games.take_every_option_and_nothing_else());
}

#[test]
fn texts_read_back() {
    prove_on(1, |games| games.read_back_every_text());
}

#[test]
fn saves_resume() {
    prove_on(0, |games| games.resume_from_saves());
}

#[test]
fn take_backs_are_exact() {
    prove_on(0, |games| games.undo_exactly());
}

#[test]
fn records_replay() {
    prove_on(0, |games| games.replay_every_line());
}

/// A random game of every battle by either set ends, sound at every question.
#[test]
fn every_battle_ends_by_either_set() {
    let module = module();
    for battle in battles() {
        for rules in ["variant", "base"] {
            let setup = json!({ "battle": battle, "rules": rules });
            Games::new(&module, setup, 0..1).cap(CAP).end_without_fault();
        }
    }
}
