//! The check of moves in three dimensions against a model that is stepped along its way.
//!
//! Tables are made from numbers: blocks, steps, ruins with stacked floors and walls, bridges, and models standing on all
//! of them.

mod oracle;
mod random;

use grognard_space::table::{BodyId, Fault, FreeHeight, MoveRules};
use oracle::Verdict;
use random::{Random, Scene, scene};

/// A twentieth of a millimetre: as far as the steps of the oracle are apart.
const NEAR: f64 = 5.0;

/// What the check says about a way, and what is wrong with it.
fn checked(scene: &Scene) -> (Verdict, Vec<Fault>) {
    let rules = MoveRules {
        free: FreeHeight::Features(random::FREE),
        flies: scene.world.flies,
        ..MoveRules::up_to(random::FAR)
    };
    let others = |id: BodyId| scene.passing[usize::from(id.0)];
    let travel = scene.table.check_move(BodyId(0), &scene.stops, &rules.among(&others));
    (travel.legal().then(|| f64::from(travel.climbed.0)), travel.faults)
}

/// How often the two differ where everything grown or shrunk by the length of a step would not change the answer, and how
/// often they differ within that length of a limit.
fn compare(seeds: impl Iterator<Item = u64>, upright: bool) -> (Vec<String>, Vec<u64>) {
    let (mut wrong, mut near) = (Vec::new(), Vec::new());
    for seed in seeds {
        let Some(scene) = scene(&mut Random(seed), upright) else { continue };
        let (found, faults) = checked(&scene);
        let wanted = scene.world.way(&scene.way, 0.0);
        if found == wanted {
            continue;
        }
        if [NEAR, -NEAR].into_iter().any(|slack| scene.world.way(&scene.way, slack) != wanted) {
            near.push(seed);
        } else {
            wrong
                .push(format!("seed {seed}: {found:?} instead of {wanted:?} on {:?}: {faults:?}", scene.way));
        }
    }
    (wrong, near)
}

fn agree(ways: u64) {
    let (wrong, near) = compare(0..ways, false);
    println!("differ within a twentieth of a millimetre of a limit: {near:?}");
    assert!(wrong.is_empty(), "{} ways are judged wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(near.len() as u64 <= ways / 100, "{near:?}");
}

fn agree_exactly(ways: u64) {
    let (wrong, near) = compare(0..ways, true);
    assert!(wrong.is_empty(), "{} ways are judged wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(near.is_empty(), "{near:?}");
}

#[test]
fn every_stretch_is_tested_at_its_own_height() {
    agree(500);
}

#[test]
fn nothing_differs_where_all_lies_along_the_table() {
    agree_exactly(250);
}

#[test]
#[ignore = "ten thousand ways"]
fn both_hold_for_many_ways() {
    agree(10_000);
    agree_exactly(5_000);
}

/// The ways are worth comparing: of each verdict there are many.
#[test]
fn ways_of_all_kinds_are_made() {
    let verdicts: Vec<Verdict> = (0..300)
        .filter_map(|seed| scene(&mut Random(seed), false))
        .map(|s| s.world.way(&s.way, 0.0))
        .collect();
    let count = |wanted: fn(&Verdict) -> bool| verdicts.iter().filter(|verdict| wanted(verdict)).count();
    let kinds = [
        count(Option::is_none),
        count(|verdict| *verdict == Some(0.0)),
        count(|verdict| verdict.is_some_and(|cost| cost > 0.0)),
    ];
    assert!(kinds.into_iter().all(|kind| kind > 40), "{kinds:?} of {}", verdicts.len());
}
