//! Missions made from seeds: every one can be read and reached, has loops and ways in, and stays the same.

use grognard_engine::erased::Module;
use grognard_space::grid::{Cell, CellSet};
use grognard_space_hulk::SpaceHulk;
use grognard_space_hulk::document::generate::{LADDER, MIDDLE, Plan};
use grognard_space_hulk::goal::Goal;
use grognard_space_hulk::mission::{Measured, Mission};

const SEEDS: u64 = 1500;

/// The map of seed 7.
const SEVEN: &[&str] = &[
    "................E.........",
    "AAA.............E......CCC",
    "AAABBDDdDDDEEeEEEFFFFFfCCC",
    "AAA..M..........P....R.CCC",
    ".....m..........P....r....",
    ".....M..........P....R....",
    ".....M..........P....R....",
    ".....GGGGGGHHHHHHIIIIIII..",
    ".....N....O.....Q....S....",
    ".....n....O.....Q....S....",
    ".....N....O.....Q....S....",
    ".....N....O.....Q....S....",
    ".....JJJJJJKKKKKKLLLLL....",
    ".....J....................",
    ".....J....................",
];

fn mission(module: &Module<SpaceHulk>, seed: u64, step: usize) -> Mission {
    let text = Plan::new(seed).text(LADDER[step], None);
    Mission::parse("generated", &text, &module.data().profiles, module.data().hybrids)
        .unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"))
}

#[test]
fn every_seed_gives_a_mission_that_can_be_played() {
    let module = Module::<SpaceHulk>::embedded().expect("the embedded data is tested");
    let mut kinds = std::collections::BTreeSet::new();
    for seed in (0..SEEDS).chain([u64::MAX, u64::MAX / 3]) {
        let mission = mission(&module, seed, seed as usize % LADDER.len());
        let grid = &mission.grid;
        let start = mission.start[0];
        let ways = grid.routes(start, grid.all());
        let all = grid.cells().all(|cell| ways.to(cell).is_some());
        assert!(all, "{seed}: every square can be reached");
        assert!((2..=5).contains(&mission.entries.len()), "{seed}: {} entry areas", mission.entries.len());
        let far = |square: Cell| ways.to(square).is_some_and(|steps| steps >= 4);
        assert!(
            mission.entries.iter().all(|entry| far(entry.square)),
            "{seed}: nothing comes in beside the start"
        );
        assert!(!mission.doors.is_empty() && mission.sections.len() >= 6, "{seed}");
        assert!(grid.cells().any(|cell| on_a_loop(&mission, cell)), "{seed}: no loop");
        let aim = match mission.goals[0] {
            Goal::Burn(section) | Goal::Hold { section, .. } => mission.sections[section as usize].first(),
            Goal::Carry { item } => Some(mission.items[item as usize].square),
            _ => mission.exits.first(),
        };
        let steps = aim.and_then(|cell| ways.to(cell)).expect("the goal can be reached");
        // Four action points a turn: the way alone fits into the turns.
        assert!(steps <= 4 * u16::from(mission.turns), "{seed}: {steps} steps in {} turns", mission.turns);
        kinds.insert(mission.goals[0].kind());
    }
    assert_eq!(kinds.len(), 4, "{kinds:?}");
}

/// A square of a corridor whose two neighbours stay joined without it.
fn on_a_loop(mission: &Mission, cell: Cell) -> bool {
    let grid = &mission.grid;
    let ends = grid.touching(cell, &CellSet::EMPTY);
    let mut near = ends.iter();
    let (Some(one), Some(other), None) = (near.next(), near.next(), near.next()) else { return false };
    !grid.neighbours(one).contains(other) && grid.routes(one, &grid.all().without(cell)).to(other).is_some()
}

/// Where the first map of a seed cannot be made fair another takes its place, under the same name; what was measured is told.
#[test]
fn another_map_of_a_seed_keeps_its_name_and_states_its_balance() {
    let module = Module::<SpaceHulk>::embedded().expect("the embedded data is tested");
    let measured = Measured { games: 200, marines_won: 97, seed: 10_000, turns: None };
    let made = |attempt: u64| {
        let text = Plan::attempt(7, attempt).text(LADDER[MIDDLE], Some(measured));
        Mission::parse("generated", &text, &module.data().profiles, module.data().hybrids)
            .unwrap_or_else(|error| panic!("{attempt}: {error}\n{text}"))
    };
    let all: Vec<_> = (0..4).map(made).collect();
    for (attempt, mission) in all.iter().enumerate() {
        assert_eq!(mission.id, "generated-7");
        assert_eq!(mission.balance, Some(measured));
        let same = |other: &Mission| other.grid.len() == mission.grid.len() && other.start == mission.start;
        assert!(!all[..attempt].iter().any(same), "map {attempt} was there before");
    }
}

/// Links and records name missions by their seed: what a seed gives must not change.
#[test]
fn a_seed_is_the_same_mission_for_ever() {
    let text = Plan::new(7).text(LADDER[MIDDLE], None);
    let (_, rest) = text.split_once("map = \"\"\"\n").expect("there is a map");
    let (map, _) = rest.split_once("\"\"\"").expect("the map has an end");
    assert_eq!(map.lines().collect::<Vec<_>>(), SEVEN);
}
