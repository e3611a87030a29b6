//! Psychic cards: suits, names, faces and the deck as data (SH-PSY-002 to SH-PSY-004, T-34).

use std::collections::BTreeMap;

use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::grid::Facing;
use serde::{Deserialize, Serialize};

/// The data file of the deck.
const FILE: &str = "psychic.toml";

/// The most cards of a deck: a hand is a set of bits in a number JSON can carry.
const MOST_CARDS: usize = 50;

/// A suit, in the order of the trump track (SH-TRP-003).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are those of the cards")]
pub enum Suit {
    Psionic,
    Power,
    Kinesis,
    Temporal,
}

impl Suit {
    /// All of them, in the order of the track.
    pub const ALL: [Suit; 4] = [Suit::Psionic, Suit::Power, Suit::Kinesis, Suit::Temporal];

    /// SH-TRP-003: the next on the track, round and round.
    pub const fn next(self) -> Suit {
        Suit::ALL[(self as usize + 1) % Suit::ALL.len()]
    }

    /// The name in data and set-ups.
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Psionic => "psionic",
            Suit::Power => "power",
            Suit::Kinesis => "kinesis",
            Suit::Temporal => "temporal",
        }
    }
}

macro_rules! kinds {
    ($($name:ident $text:literal $rule:literal)*) => {
        /// What a card does when it is played for its name.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the names are those of the cards")]
        pub enum Kind { $($name),* }

        impl Kind {
            /// All of them.
            pub const ALL: &[Kind] = &[$(Kind::$name),*];

            /// The name in data and text forms.
            pub const fn name(self) -> &'static str {
                match self { $(Kind::$name => $text),* }
            }

            /// The rule that describes it.
            pub const fn rule(self) -> RuleId {
                match self { $(Kind::$name => rule!($rule)),* }
            }
        }
    };
}

kinds! {
    Control "control" "SH-PCD-003"
    Miasma "miasma" "SH-PCD-004"
    Scan "scan" "SH-PCD-005"
    Smite "smite" "SH-PCD-006"
    LightningArc "lightning-arc" "SH-PCD-007"
    Vortex "vortex" "SH-PCD-011"
    Hellfire "hellfire" "SH-PCD-013"
    Assail "assail" "SH-PCD-014"
    Blast "blast" "SH-PCD-016"
    Jinx "jinx" "SH-PCD-017"
    Switch "switch" "SH-PCD-018"
    Teleport "teleport" "SH-PCD-019"
    BurstOfSpeed "burst-of-speed" "SH-PCD-020"
    Prescience "prescience" "SH-PCD-021"
    Stasis "stasis" "SH-PCD-022"
    WarpTime "warp-time" "SH-PCD-023"
    Aura "aura" "SH-PCD-001"
}

impl Kind {
    /// SH-PEF-008: whether it leaves a marker on its section.
    pub const fn leaves_marker(self) -> bool {
        matches!(
            self,
            Kind::Miasma | Kind::Vortex | Kind::Hellfire | Kind::Jinx | Kind::Stasis | Kind::WarpTime
        )
    }
}

/// What an attack is aimed at (SH-PEF-001 to SH-PEF-005).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are those of the cards")]
pub enum Effect {
    Own,
    Model,
    Door,
    Feature,
    Section,
}

/// How an attack finds its target (SH-PTG-002, SH-PTG-004, SH-PTG-006).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are those of the cards")]
pub enum Targeting {
    Sight,
    Blind,
    Free,
}

/// What all cards of one name have in common.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Its suit; an Aura has one a card.
    pub suit: Option<Suit>,
    /// What it is aimed at.
    pub effect: Effect,
    /// How; an attack on oneself needs none.
    pub targeting: Option<Targeting>,
    /// How far; without a number any distance will do (SH-PTG-008).
    pub range: Option<u16>,
    /// SH-FRC-003: no force card stops it.
    #[serde(default)]
    pub unstoppable: bool,
    /// SH-AMB-064: the card's arrows: where it moves on a 1, a 2 and so on.
    #[serde(default)]
    pub arrows: Vec<Facing>,
}

/// One card of the deck, by its number.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Card(pub u8);

/// What is printed on a card (SH-PSY-003).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The name in text forms: `smite-2`.
    pub id: String,
    /// What it does.
    pub kind: Kind,
    /// Its suit.
    pub suit: Suit,
    /// What it adds in close assault; an Aura adds nothing (SH-AMB-048).
    pub bonus: u8,
    /// SH-FRC-002: the suit it works against as a force card; an Aura works against its own.
    pub force: Option<Suit>,
}

/// Some cards.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// The first so many cards.
    pub const fn first(cards: usize) -> CardSet {
        CardSet((1 << cards) - 1)
    }

    /// How many.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a card is among them.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Whether all of them are among others.
    pub const fn is_subset(self, others: CardSet) -> bool {
        self.0 & !others.0 == 0
    }

    /// With a card more.
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.0)
    }

    /// Without a card.
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !(1 << card.0))
    }

    /// Those in either.
    #[must_use]
    pub const fn or(self, others: CardSet) -> CardSet {
        CardSet(self.0 | others.0)
    }

    /// Those in both.
    #[must_use]
    pub const fn and(self, others: CardSet) -> CardSet {
        CardSet(self.0 & others.0)
    }

    /// Those not among others.
    #[must_use]
    pub const fn minus(self, others: CardSet) -> CardSet {
        CardSet(self.0 & !others.0)
    }

    /// One after the other, in the deck's order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        (0..64).filter(move |card| self.0 >> card & 1 == 1).map(Card)
    }

    /// The one at a place in the deck's order.
    pub fn at(self, place: usize) -> Option<Card> {
        self.iter().nth(place)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

/// The deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The cards.
    pub faces: Vec<Face>,
    attacks: BTreeMap<Kind, Attack>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckFile {
    attack: BTreeMap<Kind, Attack>,
    card: Vec<CardFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    id: String,
    name: Kind,
    suit: Option<Suit>,
    #[serde(default)]
    bonus: u8,
    force: Option<Suit>,
}

impl Deck {
    /// Reads the deck.
    pub fn load(files: &DataFiles) -> Result<Deck, DataError> {
        let file: DeckFile = files.read(FILE)?;
        let fail = |what: String| DataError::new(FILE, None, what);
        for kind in Kind::ALL {
            if !file.attack.contains_key(kind) {
                return Err(fail(format!("there is no `[attack.{}]`", kind.name())));
            }
        }
        if file.card.is_empty() || file.card.len() > MOST_CARDS {
            return Err(fail(format!("there are {} cards, but must be 1 to {MOST_CARDS}", file.card.len())));
        }
        let mut faces: Vec<Face> = Vec::new();
        for card in file.card {
            if faces.iter().any(|other| other.id == card.id) {
                return Err(fail(format!("there are two cards `{}`", card.id)));
            }
            let suit = file.attack[&card.name].suit.or(card.suit);
            let suit = suit.ok_or_else(|| fail(format!("card `{}` has no suit", card.id)))?;
            // SH-PCD-002: an Aura is a force card against its own suit.
            let force = if card.name == Kind::Aura { Some(suit) } else { card.force };
            faces.push(Face { id: card.id, kind: card.name, suit, bonus: card.bonus, force });
        }
        Ok(Deck { faces, attacks: file.attack })
    }

    /// Every card.
    pub fn all(&self) -> CardSet {
        CardSet::first(self.faces.len())
    }

    /// What is printed on a card.
    pub fn face(&self, card: Card) -> &Face {
        &self.faces[card.0 as usize]
    }

    /// What all cards of this one's name have in common.
    pub fn attack(&self, card: Card) -> &Attack {
        &self.attacks[&self.face(card).kind]
    }

    /// What all cards of a name have in common.
    pub fn attack_of(&self, kind: Kind) -> &Attack {
        &self.attacks[&kind]
    }

    /// A card by its name in text forms.
    pub fn named(&self, id: &str) -> Option<Card> {
        self.faces.iter().position(|face| face.id == id).map(|card| Card(card as u8))
    }

    /// What some cards add in close assault together (SH-PLY-007).
    pub fn bonus(&self, cards: CardSet) -> u8 {
        cards.iter().map(|card| self.face(card).bonus).sum()
    }

    /// Those of some cards that are force cards against a suit (SH-FRC-002).
    pub fn against(&self, cards: CardSet, suit: Suit) -> CardSet {
        // SH-PCD-002: an Aura is a force card, too.
        let serves = |face: &Face| face.kind != Kind::Aura || applies(rule!("SH-PCD-002"));
        cards.iter().filter(|card| self.face(*card).force == Some(suit) && serves(self.face(*card))).collect()
    }

    /// The Auras among some cards.
    pub fn auras(&self, cards: CardSet) -> CardSet {
        cards.iter().filter(|card| self.face(*card).kind == Kind::Aura).collect()
    }
}
