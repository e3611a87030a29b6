//! The cards of the Farseer: SH-FSC, T-21.

use grognard_engine::{RuleId, rule};
use serde::{Deserialize, Serialize};

use crate::Fixed;

macro_rules! cards {
    ($($(#[$about:meta])* $name:ident $text:literal $rule:literal)*) => {
        /// A card by what it does; of some there are several.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Card { $($(#[$about])* $name),* }

        impl Card {
            /// All of them, in the order of T-21.
            pub const ALL: [Card; KINDS] = [$(Card::$name),*];

            /// The name in text forms.
            pub const fn name(self) -> &'static str {
                match self { $(Card::$name => $text),* }
            }

            /// The rule that says what it does.
            pub const fn rule(self) -> RuleId {
                match self { $(Card::$name => rule!($rule)),* }
            }
        }
    };
}

/// How many kinds of card there are.
pub const KINDS: usize = 10;

cards! {
    /// A squad shoots and fights better.
    BattleFate "battle-fate" "SH-FSC-003"
    /// The next shot of a model hardly misses.
    Guide "guide" "SH-FSC-004"
    /// An enemy is easier to hurt.
    Doom "doom" "SH-FSC-005"
    /// An enemy cannot act.
    TemporalWaveEnemy "temporal-wave-enemy" "SH-FSC-006"
    /// A Howling Banshee acts for two.
    StormOfSilence "storm-of-silence" "SH-FSC-007"
    /// Striking Scorpions are hard to hit on overwatch.
    ShadowStalker "shadow-stalker" "SH-FSC-008"
    /// A model does one kind of thing for half the price.
    TemporalWaveFriend "temporal-wave-friend" "SH-FSC-009"
    /// One card more, whenever it is wanted.
    CrystalSeer "crystal-seer" "SH-FSC-010"
    /// The enemy has to hurry.
    MindWar "mind-war" "SH-FSC-011"
    /// A squad has points to act with in either turn.
    ForceOfAsuryan "force-of-asuryan" "SH-FSC-012"
}

impl Card {
    /// The card of a name.
    pub fn named(name: &str) -> Option<Card> {
        Card::ALL.into_iter().find(|card| card.name() == name)
    }
}

/// Some cards, by how many there are of each.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pile(pub [u8; KINDS]);

impl Pile {
    /// SH-FSC-001: the whole deck.
    pub fn full(fixed: &Fixed) -> Pile {
        Pile(fixed.numbers().farseer.copies)
    }

    /// A pile of one.
    pub fn of(card: Card) -> Pile {
        Pile::default().with(card)
    }

    /// How many of a kind.
    pub const fn count(&self, card: Card) -> u8 {
        self.0[card as usize]
    }

    /// How many in all.
    pub fn len(&self) -> usize {
        self.0.iter().map(|count| usize::from(*count)).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The kinds there are.
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |card| self.count(*card) > 0)
    }

    /// One more.
    #[must_use]
    pub fn with(mut self, card: Card) -> Pile {
        self.0[card as usize] = self.0[card as usize].saturating_add(1);
        self
    }

    /// One less.
    #[must_use]
    pub fn without(mut self, card: Card) -> Pile {
        self.0[card as usize] = self.0[card as usize].saturating_sub(1);
        self
    }

    /// Both together.
    #[must_use]
    pub fn and(mut self, other: Pile) -> Pile {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count = count.saturating_add(more));
        self
    }

    /// What is left without the others; nothing where they are not all there.
    pub fn minus(mut self, other: Pile) -> Option<Pile> {
        for (count, less) in self.0.iter_mut().zip(other.0) {
            *count = count.checked_sub(less)?;
        }
        Some(self)
    }

    /// The card with a number, counted from 0 in the order of T-21.
    pub fn at(&self, number: usize) -> Option<Card> {
        let mut left = number;
        Card::ALL.into_iter().find(|card| {
            let count = usize::from(self.count(*card));
            let found = left < count;
            left = left.saturating_sub(count);
            found
        })
    }
}
