//! Keywords as sets (9E-GEN-008): faction keywords and others are one set.

use serde::{Deserialize, Serialize};

/// A set of keywords. Those the rules name have fixed places; the others get theirs when a game is prepared.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Keywords(pub u64);

/// The keywords that rules name, in order of their places.
const NAMED: [&str; 14] = [
    "INFANTRY",
    "VEHICLE",
    "MONSTER",
    "CHARACTER",
    "PSYKER",
    "FLY",
    "AIRCRAFT",
    "TRANSPORT",
    "TITANIC",
    "BUILDING",
    "BEAST",
    "SWARM",
    "BIKER",
    "TERMINATOR",
];

#[expect(missing_docs, reason = "the keywords themselves")]
impl Keywords {
    pub const INFANTRY: Keywords = Keywords(1);
    pub const VEHICLE: Keywords = Keywords(1 << 1);
    pub const MONSTER: Keywords = Keywords(1 << 2);
    pub const CHARACTER: Keywords = Keywords(1 << 3);
    pub const PSYKER: Keywords = Keywords(1 << 4);
    pub const FLY: Keywords = Keywords(1 << 5);
    pub const AIRCRAFT: Keywords = Keywords(1 << 6);
    pub const TRANSPORT: Keywords = Keywords(1 << 7);
    pub const TITANIC: Keywords = Keywords(1 << 8);
    pub const BUILDING: Keywords = Keywords(1 << 9);
    pub const BEAST: Keywords = Keywords(1 << 10);
    pub const SWARM: Keywords = Keywords(1 << 11);
    pub const BIKER: Keywords = Keywords(1 << 12);
    pub const TERMINATOR: Keywords = Keywords(1 << 13);

    /// Whether it has any keyword of the other set.
    pub const fn any(self, other: Keywords) -> bool {
        self.0 & other.0 != 0
    }

    /// Both sets together (9E-GEN-012).
    pub const fn and(self, other: Keywords) -> Keywords {
        Keywords(self.0 | other.0)
    }
}

/// All keywords of a game, by place.
#[derive(Clone, Debug)]
pub struct Lexicon {
    words: Vec<String>,
}

impl Default for Lexicon {
    fn default() -> Lexicon {
        Lexicon { words: NAMED.map(normal).to_vec() }
    }
}

/// 9E-GEN-009: singular and plural forms match identically.
fn normal(word: &str) -> String {
    let word = word.trim().to_uppercase();
    word.strip_suffix('S').map_or(word.clone(), str::to_owned)
}

impl Lexicon {
    /// The set of one keyword; a new keyword gets a place.
    pub fn learn(&mut self, word: &str) -> Result<Keywords, String> {
        let found = self.find(word);
        if found != Keywords::default() {
            return Ok(found);
        }
        if self.words.len() == u64::BITS as usize {
            return Err(format!("`{word}` is one keyword too many: a game has room for {}", u64::BITS));
        }
        self.words.push(normal(word));
        Ok(Keywords(1 << (self.words.len() - 1)))
    }

    /// The set of one keyword; empty where no unit of the game has it.
    pub fn find(&self, word: &str) -> Keywords {
        let word = normal(word);
        self.words.iter().position(|known| *known == word).map_or(Keywords::default(), |at| Keywords(1 << at))
    }
}
