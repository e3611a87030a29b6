//! The cases notice when a rule is left out: see `grognard_engine::prove::switched_off`. Rules that have no behaviour of
//! their own to leave out are listed here, each with the reason; no other rule may do with its trace.

#![cfg(feature = "rule-switch")]

use std::path::Path;

use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Cases};
use grognard_space_hulk::SpaceHulk;

/// Rules without a behaviour of their own to leave out, each with the reason. They turn a case red by their name only.
const DEFINITIONS: &[(&str, &str)] = &[
    ("SH-ACT-024", "no menu proposes that a blip turns, fires or fights: it gives the reason of a refusal"),
    ("SH-BLP-001", "says what a blip stands for"),
    ("SH-BLP-010", "no menu proposes that a piece on the map leaves it: it gives the reason of a refusal"),
    ("SH-BRD-004", "says of movement what SH-BRD-003 says of standing: one piece a square"),
    ("SH-BRD-005", "says how a model is put on the board"),
    ("SH-BRD-006", "where there is no square there is nothing to enter or see"),
    ("SH-BRD-007", "says what an entry area is"),
    ("SH-CLA-018", "puts the steps of a round, each with a rule of its own, in order"),
    ("SH-ENP-005", "no menu proposes to change entry areas: it gives the reason of a refusal"),
    ("SH-ENP-007", "an entry area is no square, so no field of view contains it"),
    ("SH-ENT-001", "says what the mission's data mark"),
    ("SH-FAC-001", "sums up what facing decides: SH-LOS-001, SH-ARC-001, SH-CLA-002, SH-DOR-002"),
    ("SH-FOR-008", "prices are exact sums: there is nothing to round"),
    ("SH-IGF-008", "points to SH-CMD-022 and SH-CMD-023, which say what happens"),
    ("SH-LAD-005", "there is no square half-way up a ladder to stop on"),
    ("SH-ABU-009", "results go back into the cup: every draw is from the whole of it"),
    ("SH-HBL-002", "says of Hybrid blips what SH-BLP says of all blips"),
    ("SH-HBL-003", "no menu proposes that a blip casts anything: it gives the reason of a refusal"),
    ("SH-HYB-001", "the data have no price for a Hybrid"),
    ("SH-TYR-010", "a tag without a rule of its own"),
    ("SH-TYR-013", "no menu proposes that a creature handles a canister: it gives the reason of a refusal"),
    ("SH-LOS-013", "an entry area is no square, so no field of view contains it"),
    (
        "SH-MAF-002",
        "no menu proposes a shot that cannot be aimed from the new square: it gives the reason of a refusal",
    ),
    ("SH-DSP-005", "no menu proposes a force card when one enters: it gives the reason of a refusal"),
    ("SH-FRC-005", "says that force cards cost nothing: nothing asks a price for them"),
    ("SH-LVL-002", "says what the size of a hand does not depend on"),
    ("SH-LVL-003", "says what a level does not make dearer: nothing asks a price for it"),
    ("SH-PLY-004", "says that force cards and bonuses cost nothing: nothing asks a price for them"),
    ("SH-PLY-009", "puts what SH-PTG-001, SH-FRC-001 and SH-PSY-005 say in order"),
    ("SH-PSY-002", "says what the deck of the data holds"),
    ("SH-PSY-003", "says what is printed on a card"),
    ("SH-PSY-004", "says what the deck of the data holds"),
    ("SH-PTG-001", "an answer without its target is no answer"),
    ("SH-TRM-007", "says what the profiles hold"),
    ("SH-MAF-005", "no menu proposes to move and fire a flamer: it gives the reason of a refusal"),
    ("SH-MOV-002", "no menu proposes a step of more than a square: it gives the reason of a refusal"),
    ("SH-MOV-004", "sums up what bars a step: SH-BRD-003, SH-DOR-005, SH-MOV-009"),
    (
        "SH-OVW-024",
        "follows from SH-BLP-004: a blip in sight is no blip any more, and one out of sight is no target",
    ),
    ("SH-TRM-001", "says what the profiles hold; no menu proposes a weapon that is not carried"),
    ("SH-WBO-003", "says of bolters what SH-JAM-008 and SH-OVW-008 say: nothing else ends their overwatch"),
    ("SH-WHF-020", "no menu proposes a flamer shot at one model: it gives the reason of a refusal"),
    ("SH-WPN-003", "all ones miss every number of the core game without it"),
];

#[test]
fn a_rule_that_is_left_out_turns_a_case_red() {
    let module = Module::<SpaceHulk>::embedded().expect("the embedded data is sound");
    let definitions = || DEFINITIONS.iter().map(|(rule, _)| *rule);
    let found =
        prove::switched_off(&module, &Cases::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")));
    for (rule, why) in DEFINITIONS {
        println!("definition: {rule}: {why}");
    }
    found.check(definitions());
    found.check_proved(definitions());
    let behave = found.listed_for_nothing(definitions());
    assert!(behave.is_empty(), "these are no mere definitions: {behave:?}");
}
