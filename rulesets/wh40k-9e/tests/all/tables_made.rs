//! Tables made from a number: over many of them there is as much terrain as is usual, nothing stands where something else
//! does, both ends are alike, armies can be set up, and battles end.

use std::collections::BTreeSet;
use std::sync::Arc;

use grognard_engine::document::Source;
use grognard_engine::erased::{Module, System};
use grognard_wh40k_9e::choice::{Choice, Ground, PlaceShape, Shape};
use grognard_wh40k_9e::data::Data;
use grognard_wh40k_9e::data::amount::INCH;
use grognard_wh40k_9e::state::State;
use grognard_wh40k_9e::terrain::{Battlefield, features, generate, outline, written};
use grognard_wh40k_9e::{Fixed, Nine, Setup, candidates, roster};
use serde_json::json;

const SEEDS: u64 = 200;
const SIZES: [(i32, i32, usize); 3] = [(44, 30, 10), (60, 44, 19), (90, 44, 28)];

fn module() -> Module<Nine> {
    Module::embedded().expect("the embedded data is sound")
}

fn laid(data: &Arc<Data>, seed: u64, (long, wide): (i32, i32)) -> Battlefield {
    let made = generate(data, seed, (long * INCH, wide * INCH));
    Battlefield::of(data, &made).unwrap_or_else(|why| panic!("{why}"))
}

/// 9E-BTL-003 with 9E-TAB-08, on every size.
#[test]
fn every_number_gives_a_whole_table_with_room_between_its_features() {
    let module = module();
    let data = module.data();
    let (gap, edge) = (data.layouts.gap.0, data.layouts.edge.0.0);
    for (long, wide, usual) in SIZES {
        assert_eq!(features(data, (long * INCH, wide * INCH)), usual);
        for seed in 0..SEEDS {
            let field = laid(data, seed, (long, wide));
            assert_eq!(field.terrain.len(), usual, "{long} by {wide}, number {seed}");
            let outlines: Vec<_> = field.terrain.iter().map(|piece| outline(&piece.outline)).collect();
            for (at, own) in outlines.iter().enumerate() {
                let name = format!("{long} by {wide}, number {seed}, {}", field.terrain[at].id);
                assert!(outlines[..at].iter().all(|other| own.distance(other) >= gap), "{name}");
                let (low, high) = (own.bounds().low, own.bounds().high);
                assert!(low.x >= edge && low.y >= edge, "{name}");
                assert!(high.x <= field.size.0 - edge && high.y <= field.size.1 - edge, "{name}");
            }
        }
    }
}

/// The editor has nothing against any of them: a full zone would be a fault (9E-ONW-017).
#[test]
fn every_number_gives_a_sound_document_and_the_same_one_again() {
    let module = module();
    let mut texts = BTreeSet::new();
    for seed in 0..SEEDS {
        let made = module.document("en", "table", &Source::Seed(seed, None)).expect("tables are made");
        assert_eq!(made.check.faults, [], "number {seed}");
        assert!(texts.insert(made.text.split_once('\n').map(|(_, rest)| rest.to_owned())), "number {seed}");
        let again = written(&generate(module.data(), seed, (44 * INCH, 30 * INCH)));
        assert_eq!(made.text, again);
    }
    let large = module.document("en", "table", &Source::Seed(3, Some("90x44".to_owned())));
    assert!(large.expect("a size that is offered").text.contains("size = [\"90\", \"44\"]"));
    assert!(module.document("en", "table", &Source::Seed(3, Some("9x9".to_owned()))).is_err());
}

/// 9E-ONW-017: whatever is on a datasheet finds room in either zone, alone: the largest hull, the longest base.
#[test]
fn every_number_leaves_room_for_the_largest_models() {
    let module = module();
    let data = module.data();
    let largest = ["1 titan", "1 bunker", "1 jet", "1 truck"];
    for seed in 0..300 {
        let made = generate(data, seed, (44 * INCH, 30 * INCH));
        let field = Battlefield::of(data, &made).unwrap_or_else(|why| panic!("{why}"));
        for army in largest {
            let list = roster::read(data, army).unwrap_or_else(|why| panic!("{why}"));
            let lists = [list.clone(), list];
            let fixed = Fixed::with(data, &Setup::default(), &lists, field.clone());
            let fixed = fixed.unwrap_or_else(|why| panic!("{why}"));
            let s = State::new(&fixed);
            for unit in s.unit_ids() {
                let models = s.unit(unit).models.to_vec();
                let shape = Shape::Place(PlaceShape { unit, ground: Ground::Zone, models, forced: true });
                let places = candidates::default(&fixed, &s, &shape);
                let all = matches!(places, Some(Choice::Place(_, places)) if places.len() == 1);
                assert!(all, "number {seed}: no room for {army} in zone {}", s.unit(unit).side.id());
            }
        }
    }
}

/// Half a turn around the middle changes nothing; so one end is as good as the other.
#[test]
fn both_ends_are_alike() {
    let module = module();
    for seed in 0..SEEDS {
        let made = generate(module.data(), seed, (60 * INCH, 44 * INCH));
        for placed in &made.pieces {
            let at = [made.size[0].0 - placed.at[0].0, made.size[1].0 - placed.at[1].0];
            let twin = made
                .pieces
                .iter()
                .any(|other| other.piece == placed.piece && [other.at[0].0, other.at[1].0] == at);
            assert!(twin, "number {seed}: {} has no twin", placed.id);
        }
        let kinds: BTreeSet<_> = made.pieces.iter().map(|placed| &placed.piece).collect();
        assert!(kinds.len() >= 3, "number {seed} has only {kinds:?}");
    }
}

/// 9E-ONW-017, 9E-ONW-024: armies are set up and fight on ten of them until it is over, the table as large as they need.
#[test]
fn battles_on_them_end() {
    let module = module();
    for seed in 0..10 {
        let (red, bots) = match seed {
            9 => ("extended", ["random", "random"]),
            _ if seed % 2 == 0 => ("strike-squad", ["scripted", "scripted"]),
            _ => ("strike-squad", ["random", "scripted"]),
        };
        let setup = json!({ "red": red, "table": format!("seed {seed}"), "preset": "as-played" });
        let arena = module.arena(&setup).unwrap_or_else(|why| panic!("number {seed}: {why}"));
        arena
            .play(&bots.map(str::to_owned), seed, 20_000)
            .unwrap_or_else(|why| panic!("number {seed}: {why}"));
    }
}
