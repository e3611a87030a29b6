//! What is calculated from numbers alone: the wound table, modified characteristics, keywords.

use grognard_wh40k_9e::data::numbers::WoundTable;
use grognard_wh40k_9e::figures::modified;
use grognard_wh40k_9e::keyword::{Keywords, Lexicon};
use grognard_wh40k_9e::numbers::wound_need;

const TAB_01: WoundTable = WoundTable { times: 2, twice: 2, greater: 3, equal: 4, lower: 5, half: 6 };

/// 9E-DV-001.
#[test]
fn wound_table() {
    for (s, t, need) in
        [(4, 4, 4), (4, 5, 5), (4, 8, 6), (3, 7, 6), (4, 7, 5), (8, 4, 2), (7, 4, 3), (5, 4, 3), (1, 2, 6)]
    {
        assert_eq!(wound_need(&TAB_01, s, t), need, "S{s} T{t}");
    }
    for s in 1..=16u8 {
        for t in 1..=16u8 {
            let slow = if s >= 2 * t {
                2
            } else if s > t {
                3
            } else if s == t {
                4
            } else if 2 * s <= t {
                6
            } else {
                5
            };
            assert_eq!(wound_need(&TAB_01, s, t), slow);
        }
    }
}

/// 9E-EX-009, 9E-EX-010, 9E-CHR-004.
#[test]
fn modifiers_are_one_calculation() {
    assert_eq!(modified(6, 1, 2, 0, 0), 12);
    assert_eq!(modified(4, 1, 2, 1, 0), 9);
    assert_eq!(modified(3, 2, 1, 0, 0), 2, "halves are rounded up");
    assert_eq!(modified(2, 1, 1, 0, 5), 1, "never below 1");
}

/// 9E-EX-002.
#[test]
fn singular_and_plural_match() {
    let mut lexicon = Lexicon::default();
    assert_eq!(lexicon.learn("Beasts"), Ok(Keywords::BEAST));
    assert_eq!(lexicon.find("infantry"), Keywords::INFANTRY);
    let guard = lexicon.learn("LINE GUARD").unwrap();
    assert_eq!(lexicon.find("line guards"), guard);
    assert!(!guard.any(Keywords::INFANTRY));
}
