//! What a counter has on its face: a number of Genestealers, or a letter of the Hybrid list.

use crate::mission::Mission;
use crate::state::Hidden;

/// Faces with a number: 0 to 6.
pub const NUMBERS: u8 = 7;
/// Faces with a letter: A to J (SH-HBL-001).
pub const LETTERS: u8 = 10;
/// All faces there are.
pub const FACES: u8 = NUMBERS + LETTERS;

/// The letter on a face, counted from 0.
pub const fn letter(face: u8) -> Option<u8> {
    if face >= NUMBERS && face < FACES { Some(face - NUMBERS) } else { None }
}

/// How many models stand behind a face, if they are Genestealers or a Hybrid: a letter or a 0 is one model.
pub const fn models(face: u8) -> u8 {
    if face == 0 || letter(face).is_some() { 1 } else { face }
}

/// The face as people write it: `3`, `C`.
pub fn name(face: u8) -> String {
    match letter(face) {
        Some(letter) => char::from(b'A' + letter).to_string(),
        None => face.to_string(),
    }
}

/// Reads a face: `0` to `6`, `A` to `J`.
pub fn parse(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'0'..=b'6'] => Some(digit - b'0'),
        [letter @ b'A'..=b'J'] => Some(letter - b'A' + NUMBERS),
        _ => None,
    }
}

/// How many counters of each face there are of a kind: in the pool, or in the whole game.
pub trait Counters {
    /// Counters with numbers and with letters.
    fn counts(&self) -> (&[u8; NUMBERS as usize], &[u8; LETTERS as usize]);

    /// Counters of a face.
    fn of(&self, face: u8) -> u8 {
        let (numbers, letters) = self.counts();
        match letter(face) {
            Some(letter) => letters[letter as usize],
            None => numbers.get(face as usize).copied().unwrap_or(0),
        }
    }

    /// All counters.
    fn all(&self) -> usize {
        let (numbers, letters) = self.counts();
        numbers.iter().chain(letters).map(|count| *count as usize).sum()
    }

    /// The face of the counter at this place, when they are laid out in order.
    fn at(&self, mut place: usize) -> Option<u8> {
        (0..FACES).find(|face| {
            let here = self.of(*face) as usize;
            let found = place < here;
            place = place.saturating_sub(here);
            found
        })
    }
}

impl Counters for Mission {
    fn counts(&self) -> (&[u8; NUMBERS as usize], &[u8; LETTERS as usize]) {
        (&self.pool, &self.letters)
    }
}

impl Counters for Hidden {
    fn counts(&self) -> (&[u8; NUMBERS as usize], &[u8; LETTERS as usize]) {
        (&self.pool, &self.letters)
    }
}

impl Hidden {
    /// The pool's counters of a face, to add to or take from.
    pub fn count_mut(&mut self, face: u8) -> &mut u8 {
        match letter(face) {
            Some(letter) => &mut self.letters[letter as usize],
            None => &mut self.pool[face as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_read_back() {
        for face in 0..FACES {
            assert_eq!(parse(&name(face)), Some(face));
        }
        assert_eq!(parse("K"), None);
        assert_eq!(parse("7"), None);
    }
}
