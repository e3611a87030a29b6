//! Dice: a die is a pure function of (seed, epoch, position), so that re-running never changes one.

use std::fmt;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Deserializer, Serialize, de};
use sha2::{Digest, Sha256};

/// A kind of die: how many sides it has, and what stands on them where it is not their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Die {
    sides: u16,
    words: &'static [&'static str],
}

impl Die {
    /// The arrow of a scatter die: side `d + 1` points `d` degrees clockwise from the top of the table.
    pub const DIRECTION: Die = Die { sides: 360, words: &[] };

    /// A die with numbers from 1 on.
    pub const fn numbered(sides: u8) -> Die {
        Die { sides: sides as u16, words: &[] }
    }

    /// A die with a word on each side: message keys, whose last part is the word as cases write it (`die.misfire`).
    pub const fn worded(words: &'static [&'static str]) -> Die {
        assert!(words.len() <= u8::MAX as usize, "a die has at most 255 sides");
        Die { sides: words.len() as u16, words }
    }

    /// How many sides it has.
    pub const fn sides(self) -> u16 {
        self.sides
    }

    /// Whether it shows a direction.
    pub const fn is_direction(self) -> bool {
        self.sides == Die::DIRECTION.sides
    }

    /// The message key of what stands on a side, counted from 1; none where it is the number.
    pub fn word(self, face: u16) -> Option<&'static str> {
        self.words.get(usize::from(face).checked_sub(1)?).copied()
    }
}

impl From<u8> for Die {
    fn from(sides: u8) -> Die {
        Die::numbered(sides)
    }
}

/// A die as a script or a searcher knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// Its side, counted from 1.
    Face(u16),
    /// The word on it.
    Word(String),
    /// A direction in degrees, clockwise from the top of the table.
    Direction(u16),
}

impl Known {
    /// Reads one word of a script, such as `6`, `misfire` or `90°` for a direction.
    pub fn parse(text: &str) -> Result<Known, String> {
        let wrong = || {
            format!("`{text}` is not the face of a die: a number, a word on it, or a direction such as 90°")
        };
        if let Some(degrees) = text.strip_suffix('°') {
            return degrees
                .parse()
                .ok()
                .filter(|degrees| *degrees < 360)
                .map(Known::Direction)
                .ok_or_else(wrong);
        }
        if let Ok(face) = text.parse() {
            return Ok(Known::Face(face));
        }
        let is_word = text.starts_with(|first: char| first.is_ascii_alphabetic());
        if is_word { Ok(Known::Word(text.to_owned())) } else { Err(wrong()) }
    }

    /// The side of a die it stands for, where the die has such a side.
    pub fn side_of(&self, die: Die) -> Option<u16> {
        match self {
            Known::Face(face) => Some(*face),
            Known::Word(word) => {
                let is_it = |key: &&str| key.rsplit('.').next() == Some(word);
                die.words.iter().position(is_it).map(|at| at as u16 + 1)
            }
            Known::Direction(degrees) => die.is_direction().then_some(degrees + 1),
        }
        .filter(|face| (1..=die.sides).contains(face))
    }
}

impl<'de> Deserialize<'de> for Known {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Known, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Face(u16),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Face(face) => Ok(Known::Face(face)),
            Written::Text(text) => Known::parse(&text).map_err(de::Error::custom),
        }
    }
}

impl From<u8> for Known {
    fn from(face: u8) -> Known {
        Known::Face(face.into())
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Known::Face(face) => write!(f, "{face}"),
            Known::Word(word) => f.write_str(word),
            Known::Direction(degrees) => write!(f, "{degrees}°"),
        }
    }
}

/// The seed of a game's dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed(pub [u8; 32]);

/// The host's secret: committed to when a game starts, published when it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl Secret {
    /// A secret made from a number: for simulations and tests, where nobody needs to be convinced.
    pub fn from_number(number: u64) -> Secret {
        let mut hash = Sha256::new();
        hash.update(b"grognard number");
        hash.update(number.to_le_bytes());
        Secret(hash.finalize().into())
    }

    /// What is published at the start: it binds the host to the secret without telling it.
    pub fn commitment(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(b"grognard commitment");
        hash.update(self.0);
        hex(&hash.finalize())
    }

    /// The seed of the dice: the host's secret and every seat's nonce, so that no one side picks it.
    pub fn seed(&self, nonces: &[String]) -> Seed {
        let mut hash = Sha256::new();
        hash.update(b"grognard seed");
        hash.update(self.0);
        for nonce in nonces {
            hash.update((nonce.len() as u64).to_le_bytes());
            hash.update(nonce.as_bytes());
        }
        Seed(hash.finalize().into())
    }

    /// A print of a state, keyed: equal states of two games look different until the secret is out.
    pub fn keyed(&self, print: u64) -> String {
        let mut hash = Sha256::new();
        hash.update(b"grognard mark");
        hash.update(self.0);
        hash.update(print.to_le_bytes());
        hex(&hash.finalize()[..8])
    }

    /// The secret as 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }

    /// Reads what [`Secret::to_hex`] wrote.
    pub fn from_hex(text: &str) -> Option<Secret> {
        let bytes = text.as_bytes();
        if bytes.len() != 64 {
            return None;
        }
        let mut secret = [0; 32];
        for (byte, pair) in secret.iter_mut().zip(bytes.chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Secret(secret))
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}

/// Where in the streams of dice a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DicePlace {
    /// The stream: a take-back beyond what was revealed starts the next one.
    pub epoch: u32,
    /// How many dice of the game have been rolled.
    pub position: u64,
}

/// Why a die could not be rolled. Only scripted and known dice can fail.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiceFault {
    /// The script is used up.
    #[error("no die is left in the script for {0}")]
    Missing(String),
    /// The script holds a face this die does not have.
    #[error("the next die is to show {face}, but {purpose} is rolled with {sides} sides")]
    NoSuchFace {
        /// The scripted face.
        face: Known,
        /// The sides of the die asked for.
        sides: u16,
        /// What it was rolled for.
        purpose: String,
    },
}

/// The source of dice beside a game's state.
#[derive(Clone, Debug)]
pub enum Dice {
    /// The game's own streams.
    Stream(Stream),
    /// Faces in order, for cases and tests.
    Script {
        /// All of them, rolled or not.
        faces: Vec<Known>,
        /// How many were rolled.
        position: u64,
    },
    /// Faces already seen, then another source: for a search from the middle of an activity.
    Known {
        /// The first faces; `None` where one was rolled out of sight.
        faces: Vec<Option<Known>>,
        /// The searcher's own dice.
        then: Stream,
    },
}

/// Words of generator output set aside for each die: more than one, so that a rejected word can be drawn again.
const WORDS_PER_DIE: u128 = 4;

/// Dice by (seed, epoch, position): die `p` of epoch `e` uses words `4p..4p+4` of `ChaCha8` stream `e`.
#[derive(Clone, Debug)]
pub struct Stream {
    rng: ChaCha8Rng,
    place: DicePlace,
    /// The faces rolled so far. Nobody pays for them in a search or a simulation.
    kept: Option<Kept>,
}

/// Faces kept by their position, so that a game can be forked without its secret.
#[derive(Clone, Debug)]
struct Kept {
    /// Where the game began.
    from: DicePlace,
    /// Faces that came with the game, rolled in the game it was forked from. A new epoch rolls its own.
    past: Arc<[u16]>,
    /// All faces from there on.
    rolled: Vec<u16>,
}

impl Kept {
    /// A position as an index from the game's beginning.
    fn index(&self, position: u64) -> Option<usize> {
        usize::try_from(position.checked_sub(self.from.position)?).ok()
    }
}

impl Stream {
    /// The streams of a seed, at their beginning.
    pub fn new(seed: Seed) -> Stream {
        Stream { rng: ChaCha8Rng::from_seed(seed.0), place: DicePlace::default(), kept: None }
    }

    /// The next face, where it came with the game.
    fn given(&self) -> Option<u16> {
        let kept = self.kept.as_ref().filter(|kept| kept.from.epoch == self.place.epoch)?;
        kept.past.get(kept.index(self.place.position)?).copied()
    }

    fn keep(&mut self, face: u16) {
        let position = self.place.position;
        if let Some(kept) = &mut self.kept
            && let Some(index) = kept.index(position)
            && index <= kept.rolled.len()
        {
            kept.rolled.truncate(index);
            kept.rolled.push(face);
        }
    }

    fn roll(&mut self, sides: u16) -> u16 {
        let sides = u32::from(sides);
        // The largest multiple of `sides`; words from there on would favour low faces and are drawn again.
        let limit = u32::MAX - u32::MAX % sides;
        let first = u128::from(self.place.position) * WORDS_PER_DIE;
        if self.rng.get_word_pos() != first {
            self.rng.set_word_pos(first);
        }
        let mut word = self.rng.next_u32();
        let mut drawn = 1;
        while word >= limit && drawn < WORDS_PER_DIE {
            word = self.rng.next_u32();
            drawn += 1;
        }
        for _ in drawn..WORDS_PER_DIE {
            self.rng.next_u32();
        }
        let face = (word % sides) as u16 + 1;
        self.keep(face);
        self.place.position += 1;
        face
    }
}

impl Dice {
    /// The dice of a seed.
    pub fn seeded(seed: Seed) -> Dice {
        Dice::Stream(Stream::new(seed))
    }

    /// Scripted faces.
    pub fn script<T: Into<Known>>(faces: impl IntoIterator<Item = T>) -> Dice {
        Dice::Script { faces: faces.into_iter().map(Into::into).collect(), position: 0 }
    }

    /// Faces seen, then a searcher's own dice.
    pub fn known(faces: Vec<Option<Known>>, then: Seed) -> Dice {
        Dice::Known { faces, then: Stream::new(then) }
    }

    /// Rolls one die; its side, counted from 1.
    pub fn roll(&mut self, die: Die, purpose: &'static str) -> Result<u16, DiceFault> {
        let known = match self {
            Dice::Stream(stream) => match stream.given() {
                Some(face) => Known::Face(face),
                None => return Ok(stream.roll(die.sides)),
            },
            Dice::Known { faces, then } => match faces.get(then.place.position as usize) {
                Some(Some(face)) => face.clone(),
                _ => return Ok(then.roll(die.sides)),
            },
            Dice::Script { faces, position } => match faces.get(*position as usize) {
                Some(face) => face.clone(),
                None => return Err(DiceFault::Missing(purpose.to_owned())),
            },
        };
        let Some(face) = known.side_of(die) else {
            return Err(DiceFault::NoSuchFace { face: known, sides: die.sides, purpose: purpose.to_owned() });
        };
        match self {
            Dice::Stream(stream) | Dice::Known { then: stream, .. } => {
                stream.keep(face);
                stream.place.position += 1;
            }
            Dice::Script { position, .. } => *position += 1,
        }
        Ok(face)
    }

    /// Keeps the faces of everything rolled from here on. The first of them are `past`, those of the game this one was
    /// forked from.
    pub fn keep_faces(&mut self, past: &[u16]) {
        if let Dice::Stream(stream) | Dice::Known { then: stream, .. } = self {
            let from = stream.place;
            stream.kept = Some(Kept { from, past: past.into(), rolled: Vec::new() });
        }
    }

    /// The faces rolled since [`Dice::keep_faces`] up to where the dice stand; `None` where they were not kept.
    pub fn kept_faces(&self) -> Option<&[u16]> {
        let (Dice::Stream(stream) | Dice::Known { then: stream, .. }) = self else { return None };
        let kept = stream.kept.as_ref()?;
        kept.rolled.get(..kept.index(stream.place.position)?)
    }

    /// How many scripted faces have not been rolled.
    pub fn unused(&self) -> usize {
        match self {
            Dice::Script { faces, position } => faces.len().saturating_sub(*position as usize),
            Dice::Stream(_) | Dice::Known { .. } => 0,
        }
    }

    /// Where the dice stand.
    pub fn place(&self) -> DicePlace {
        match self {
            Dice::Stream(stream) | Dice::Known { then: stream, .. } => stream.place,
            Dice::Script { position, .. } => DicePlace { epoch: 0, position: *position },
        }
    }

    /// Goes to a place in the streams. A script has one stream only: a new epoch goes on in it.
    pub fn seek(&mut self, place: DicePlace) {
        match self {
            Dice::Stream(stream) | Dice::Known { then: stream, .. } => {
                if stream.place.epoch != place.epoch {
                    stream.rng.set_stream(u64::from(place.epoch));
                    // Changing the stream keeps the word position, but the buffer belongs to the old stream.
                    stream.rng.set_word_pos(u128::from(place.position) * WORDS_PER_DIE);
                }
                stream.place = place;
            }
            Dice::Script { position, .. } => *position = place.position,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rolls(dice: &mut Dice, n: usize, sides: u8) -> Vec<u16> {
        (0..n).map(|_| dice.roll(sides.into(), "test").unwrap()).collect()
    }

    #[test]
    fn golden_vectors_never_change() {
        let mut dice = Dice::seeded(Secret::from_number(1).seed(&[]));
        assert_eq!(rolls(&mut dice, 16, 6), [4, 1, 5, 6, 5, 6, 6, 6, 3, 3, 1, 4, 4, 3, 6, 5]);
        dice.seek(DicePlace { epoch: 1, position: 0 });
        let second = rolls(&mut dice, 16, 6);
        dice.seek(DicePlace { epoch: 0, position: 3 });
        assert_eq!(rolls(&mut dice, 3, 6), [6, 5, 6], "a die is a function of its place");
        assert_ne!(second, [4, 1, 5, 6, 5, 6, 6, 6, 3, 3, 1, 4, 4, 3, 6, 5], "epochs are separate streams");
    }

    #[test]
    fn every_face_is_equally_likely() {
        let mut dice = Dice::seeded(Secret::from_number(7).seed(&["a".into()]));
        let mut count = [0u32; 6];
        for face in rolls(&mut dice, 60_000, 6) {
            count[face as usize - 1] += 1;
        }
        assert!(count.iter().all(|&n| (9_600..10_400).contains(&n)), "{count:?}");
    }

    #[test]
    fn a_script_fails_on_a_missing_and_on_an_impossible_die() {
        let mut dice = Dice::script([6, 7]);
        let (six, eight) = (Die::numbered(6), Die::numbered(8));
        assert_eq!(dice.roll(six, "a"), Ok(6));
        assert!(matches!(dice.roll(six, "b"), Err(DiceFault::NoSuchFace { face: Known::Face(7), .. })));
        assert_eq!((dice.roll(eight, "c"), dice.unused()), (Ok(7), 0));
        assert!(matches!(dice.roll(six, "d"), Err(DiceFault::Missing(_))));
        dice.seek(DicePlace { epoch: 0, position: 1 });
        assert_eq!(dice.roll(eight, "e"), Ok(7), "an activity run again rolls the same scripted dice");
    }

    #[test]
    fn scripts_write_words_and_directions() {
        const ARTILLERY: Die = Die::worded(&["die.2", "die.4", "die.6", "die.8", "die.10", "die.misfire"]);
        let script = ["misfire", "90°", "3", "misfire"].map(|text| Known::parse(text).unwrap());
        let mut dice = Dice::script(script);
        assert_eq!(dice.roll(ARTILLERY, "a"), Ok(6));
        assert_eq!(dice.roll(Die::DIRECTION, "b"), Ok(91));
        assert_eq!(dice.roll(ARTILLERY, "c"), Ok(3), "a number is a side, whatever stands on it");
        let error = dice.roll(Die::numbered(6), "d").unwrap_err();
        assert_eq!(error.to_string(), "the next die is to show misfire, but d is rolled with 6 sides");
        assert_eq!(ARTILLERY.word(6), Some("die.misfire"));
        assert!(Known::parse("360°").is_err() && Known::parse("-1").is_err() && Known::parse("").is_err());
    }

    #[test]
    fn known_dice_come_first_and_unseen_ones_are_the_searchers_own() {
        let seed = Secret::from_number(9).seed(&[]);
        let own = rolls(&mut Dice::seeded(seed), 4, 6);
        let mut dice = Dice::known(vec![Some(2.into()), None, Some(5.into())], seed);
        assert_eq!(rolls(&mut dice, 4, 6), [2, own[1], 5, own[3]]);
        let mut dice = Dice::known(vec![Some(5.into())], seed);
        assert!(matches!(dice.roll(3.into(), "a"), Err(DiceFault::NoSuchFace { face: Known::Face(5), .. })));
    }

    #[test]
    fn kept_faces_come_first_in_a_fork_until_a_new_epoch() {
        let mut dice = Dice::seeded(Secret::from_number(1).seed(&[]));
        dice.keep_faces(&[]);
        let first = rolls(&mut dice, 5, 6);
        assert_eq!(dice.kept_faces(), Some(&first[..]));
        dice.seek(DicePlace { epoch: 0, position: 2 });
        assert_eq!(dice.kept_faces(), Some(&first[..2]), "what was taken back is not kept");
        let mut fork = Dice::seeded(Secret::from_number(2).seed(&[]));
        fork.keep_faces(&first[..2]);
        let own = rolls(&mut Dice::seeded(Secret::from_number(2).seed(&[])), 5, 6);
        assert_eq!(rolls(&mut fork, 5, 6), [&first[..2], &own[2..]].concat());
        fork.seek(DicePlace { epoch: 1, position: 0 });
        let other = rolls(&mut fork, 2, 6);
        assert_eq!(fork.kept_faces(), Some(&other[..]));
        assert_ne!(other, first[..2], "dice that were seen do not come again");
        fork.seek(DicePlace { epoch: 0, position: 0 });
        assert!(matches!(fork.roll(1.into(), "a"), Err(DiceFault::NoSuchFace { .. })) || first[0] == 1);
    }

    #[test]
    fn a_secret_is_bound_by_its_commitment_and_reads_back() {
        let secret = Secret::from_number(3);
        assert_eq!(Secret::from_hex(&secret.to_hex()).map(|s| s.commitment()), Some(secret.commitment()));
        assert_ne!(secret.seed(&["ab".into(), "c".into()]), secret.seed(&["a".into(), "bc".into()]));
        assert!(Secret::from_hex("zz").is_none());
    }
}
