//! The cases notice when a rule is left out: see `grognard_engine::prove::switched_off`. Rules that have no behaviour of
//! their own to leave out are listed here, each with the reason; no other rule may do with its trace.

#![cfg(feature = "rule-switch")]

use grognard_engine::erased::Module;
use grognard_engine::prove;
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
    ("SH-FOR-007", "says what the lists hold; no menu proposes a weapon that is not carried"),
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

/// Rules beyond the core game whose code has no switch yet: their cases show what happens, but no check shows that they
/// would notice if it did not. A rule leaves this list when its code asks `applies`.
const UNSWITCHED: &[&str] = &[
    // Psychic combat: most of these ask `applies`, but whether the cases notice has not been tried yet.
    "SH-ACT-026",
    "SH-ARC-003",
    "SH-CMD-021",
    "SH-CNV-015",
    "SH-CNV-016",
    "SH-DRW-001",
    "SH-DRW-002",
    "SH-DRW-003",
    "SH-DRW-004",
    "SH-DRW-005",
    "SH-DRW-006",
    "SH-DRW-007",
    "SH-DRW-008",
    "SH-DSP-001",
    "SH-DSP-002",
    "SH-DSP-003",
    "SH-DSP-004",
    "SH-DSP-006",
    "SH-END-008",
    "SH-END-009",
    "SH-END-010",
    "SH-END-011",
    "SH-FBT-001",
    "SH-FBT-002",
    "SH-FBT-003",
    "SH-FRC-001",
    "SH-FRC-002",
    "SH-FRC-003",
    "SH-FRC-004",
    "SH-LVL-001",
    "SH-MOV-010",
    "SH-OVW-014",
    "SH-OVW-015",
    "SH-OVW-016",
    "SH-OVW-027",
    "SH-PCD-001",
    "SH-PCD-002",
    "SH-PCD-003",
    "SH-PCD-004",
    "SH-PCD-005",
    "SH-PCD-006",
    "SH-PCD-007",
    "SH-PCD-008",
    "SH-PCD-009",
    "SH-PCD-010",
    "SH-PCD-011",
    "SH-PCD-012",
    "SH-PCD-013",
    "SH-PCD-014",
    "SH-PCD-015",
    "SH-PCD-016",
    "SH-PCD-017",
    "SH-PCD-018",
    "SH-PCD-019",
    "SH-PCD-020",
    "SH-PCD-021",
    "SH-PCD-022",
    "SH-PCD-023",
    "SH-PEF-001",
    "SH-PEF-002",
    "SH-PEF-003",
    "SH-PEF-004",
    "SH-PEF-005",
    "SH-PEF-006",
    "SH-PEF-007",
    "SH-PEF-008",
    "SH-PEF-009",
    "SH-PEF-010",
    "SH-PEF-011",
    "SH-PEF-012",
    "SH-PEF-013",
    "SH-PLY-001",
    "SH-PLY-002",
    "SH-PLY-003",
    "SH-PLY-005",
    "SH-PLY-006",
    "SH-PLY-007",
    "SH-PLY-008",
    "SH-PLY-010",
    "SH-PSQ-001",
    "SH-PSQ-002",
    "SH-PSQ-003",
    "SH-PSQ-004",
    "SH-PSY-001",
    "SH-PSY-005",
    "SH-PSY-006",
    "SH-PTG-002",
    "SH-PTG-003",
    "SH-PTG-004",
    "SH-PTG-005",
    "SH-PTG-006",
    "SH-PTG-007",
    "SH-PTG-008",
    "SH-TRN-005",
    "SH-TRP-001",
    "SH-TRP-002",
    "SH-TRP-003",
    "SH-WFW-002",
    "SH-WFW-003",
    "SH-WFW-004",
    "SH-WFW-005",
];

#[test]
fn a_rule_that_is_left_out_turns_a_case_red() {
    let module = Module::<SpaceHulk>::embedded().expect("the embedded data is sound");
    let definitions = || DEFINITIONS.iter().map(|(rule, _)| *rule);
    let found = prove::switched_off(&module);
    println!("without a switch yet: {}", UNSWITCHED.join(" "));
    println!("of these, a case notices: {}", found.listed_for_nothing(UNSWITCHED.iter().copied()).join(" "));
    for (rule, why) in DEFINITIONS {
        println!("definition: {rule}: {why}");
    }
    found.check(definitions().chain(UNSWITCHED.iter().copied()));
    found.check_proved(definitions());
    let behave = found.listed_for_nothing(definitions());
    assert!(behave.is_empty(), "these are no mere definitions: {behave:?}");
}
