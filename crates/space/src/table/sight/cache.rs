//! Answers about sight, kept while nothing between two bodies changes.
//!
//! An answer is kept under a print of everything it depends on: the two models, the rules, and all that stands in the
//! buckets between them. Whoever moves changes the prints of the buckets it leaves and enters, in the one place where
//! things move; answers elsewhere stay good, and moving back makes the old ones good again. Clones of a table share
//! their answers, since a print says what stands there and not when it was put there. While nothing moves at all, an
//! answer is found again by the print of the whole table, without a walk along its buckets.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::board::{BodyId, Table, mix};
use super::SightRules;

/// As many answers are kept; a new one takes the place of an old one with the same last digits.
const SLOTS: usize = 1 << 14;

/// Answers by print. The last bit of a slot is the answer, the others are the print's.
#[derive(Default)]
pub(in super::super) struct SightCache {
    slots: Box<[AtomicU64]>,
}

impl fmt::Debug for SightCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SightCache").field("slots", &self.slots.len()).finish()
    }
}

impl SightCache {
    pub fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The answer kept under a print.
    pub fn get(&self, print: u64) -> Option<bool> {
        let kept = self.slots.get(print as usize >> 1 & (SLOTS - 1))?.load(Ordering::Relaxed);
        (kept & !1 == print & !1 && kept != 0).then_some(kept & 1 == 1)
    }

    pub fn keep(&self, print: u64, seen: bool) {
        if let Some(slot) = self.slots.get(print as usize >> 1 & (SLOTS - 1)) {
            slot.store(print & !1 | u64::from(seen), Ordering::Relaxed);
        }
    }
}

/// What is asked, as a print: who looks at whom, by which rules.
fn asked(viewer: BodyId, target: BodyId, rules: &SightRules) -> u64 {
    let switches = u64::from(rules.models_block)
        | u64::from(rules.own_group_blocks) << 1
        | u64::from(rules.target_group_blocks) << 2
        | u64::from(rules.unseen_models.0) << 3;
    let tags = u64::from(rules.transparent.0) | u64::from(rules.obscuring.0) << 32;
    let ends = u64::from(viewer.0) | u64::from(target.0) << 16;
    mix(mix(mix(1, ends), switches), tags)
}

/// The print of a question as long as nothing on the table moves: quicker to make than the other.
pub(super) fn question_now(table: &Table, viewer: BodyId, target: BodyId, rules: &SightRules) -> u64 {
    mix(asked(viewer, target, rules), table.whole_print())
}

/// The print of everything that decides whether one model sees another.
pub(super) fn question(table: &Table, viewer: BodyId, target: BodyId, rules: &SightRules) -> Option<u64> {
    let (from, to) = (table.body(viewer)?, table.body(target)?);
    let mut print = asked(viewer, target, rules);
    let half = from.reach().max(to.reach());
    table.index().along(from.pose.at, to.pose.at, half, |bucket| {
        print = print.rotate_left(7) ^ table.print(bucket).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        true
    });
    Some(mix(print, 2))
}
