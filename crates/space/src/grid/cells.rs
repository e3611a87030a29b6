//! Floor squares as dense numbers, and sets of them as bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign};

use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// The most floor squares a [`Grid`](super::Grid) can have.
pub const MAX_CELLS: usize = 512;

const WORDS: usize = MAX_CELLS / 64;
const BYTES: usize = MAX_CELLS / 8;

/// A floor square of a [`Grid`](super::Grid), by its dense number. Serialized as that number.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub struct Cell(pub u16);

impl Cell {
    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of floor squares: 512 bits, copied freely.
///
/// Serialized without its empty tail: as bytes, and as hexadecimal text where a person may read it; square 0 is the
/// lowest bit of the first byte.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Default)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// No square at all.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The squares with numbers below `len`.
    pub fn first_n(len: usize) -> Self {
        (0..len.min(MAX_CELLS)).map(|i| Cell(i as u16)).collect()
    }

    /// Puts a square in; says whether it is new.
    ///
    /// # Panics
    /// If the number is not below [`MAX_CELLS`]: no grid has such a square.
    #[inline]
    pub fn insert(&mut self, cell: Cell) -> bool {
        let word = &mut self.0[cell.index() / 64];
        let bit = 1 << (cell.0 % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes a square out; says whether it was there.
    #[inline]
    pub fn remove(&mut self, cell: Cell) -> bool {
        let Some(word) = self.0.get_mut(cell.index() / 64) else { return false };
        let bit = 1 << (cell.0 % 64);
        let there = *word & bit != 0;
        *word &= !bit;
        there
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0.get(cell.index() / 64).is_some_and(|word| word >> (cell.0 % 64) & 1 == 1)
    }

    /// How many squares are in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no square is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        // Folded rather than `all`: eight words without a branch are quicker than an early exit.
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// The square with the lowest number.
    pub fn first(&self) -> Option<Cell> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(Cell((word * 64) as u16 + self.0[word].trailing_zeros() as u16))
    }

    /// The squares in ascending order.
    #[inline]
    pub fn iter(&self) -> CellIter {
        CellIter { words: self.0, at: 0 }
    }

    /// The squares of this set that are not in `other`.
    #[inline]
    pub fn minus(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether the two sets have a square in common.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether every square of this set is in `other`.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.minus(other).is_empty()
    }

    /// This set and one more square.
    #[inline]
    pub fn with(mut self, cell: Cell) -> Self {
        self.insert(cell);
        self
    }

    /// This set without one square.
    #[inline]
    pub fn without(mut self, cell: Cell) -> Self {
        self.remove(cell);
        self
    }

    #[inline]
    fn zip(&self, other: &Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| op(self.0[i], other.0[i])))
    }

    fn to_bytes(self) -> ([u8; BYTES], usize) {
        let mut bytes = [0; BYTES];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip(self.0) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        let used = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        (bytes, used)
    }

    fn set_byte(&mut self, index: usize, byte: u8) {
        self.0[index / 8] |= u64::from(byte) << (index % 8 * 8);
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.0)).finish()
    }
}

impl From<Cell> for CellSet {
    fn from(cell: Cell) -> Self {
        Self::EMPTY.with(cell)
    }
}

impl From<&CellSet> for CellSet {
    fn from(set: &CellSet) -> Self {
        *set
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(cells);
        set
    }
}

impl Extend<Cell> for CellSet {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

impl IntoIterator for &CellSet {
    type Item = Cell;
    type IntoIter = CellIter;

    fn into_iter(self) -> CellIter {
        self.iter()
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = CellIter;

    fn into_iter(self) -> CellIter {
        self.iter()
    }
}

impl BitAnd for CellSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(&other, |a, b| a & b)
    }
}

impl BitOr for CellSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(&other, |a, b| a | b)
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The squares of a [`CellSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct CellIter {
    words: [u64; WORDS],
    at: usize,
}

impl Iterator for CellIter {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while let Some(word) = self.words.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some(Cell((self.at * 64) as u16 + bit as u16));
            }
            self.at += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.words.iter().map(|word| word.count_ones() as usize).sum();
        (left, Some(left))
    }
}

impl ExactSizeIterator for CellIter {}

impl Serialize for CellSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let (bytes, used) = self.to_bytes();
        if !serializer.is_human_readable() {
            return serializer.serialize_bytes(&bytes[..used]);
        }
        let digits = bytes[..used].iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let text: String = digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect();
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for CellSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(CellSetVisitor)
        } else {
            deserializer.deserialize_bytes(CellSetVisitor)
        }
    }
}

struct CellSetVisitor;

impl<'de> Visitor<'de> for CellSetVisitor {
    type Value = CellSet;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a set of squares: at most {BYTES} bytes, or their lower-case hexadecimal digits")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<CellSet, E> {
        if bytes.len() > BYTES {
            return Err(E::invalid_length(bytes.len(), &self));
        }
        let mut set = CellSet::EMPTY;
        for (i, byte) in bytes.iter().enumerate() {
            set.set_byte(i, *byte);
        }
        Ok(set)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<CellSet, E> {
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if pairs.len() > BYTES || !rest.is_empty() {
            return Err(E::invalid_length(text.len(), &self));
        }
        let mut set = CellSet::EMPTY;
        for (i, [high, low]) in pairs.iter().enumerate() {
            let (Some(high), Some(low)) = (hex_value(*high), hex_value(*low)) else {
                return Err(E::invalid_value(de::Unexpected::Str(text), &self));
            };
            set.set_byte(i, high << 4 | low);
        }
        Ok(set)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<CellSet, A::Error> {
        let mut set = CellSet::EMPTY;
        let mut len = 0;
        while let Some(byte) = seq.next_element::<u8>()? {
            if len == BYTES {
                return Err(de::Error::invalid_length(len + 1, &self));
            }
            set.set_byte(len, byte);
            len += 1;
        }
        Ok(set)
    }
}

fn hex_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn set(cells: &BTreeSet<u16>) -> CellSet {
        cells.iter().map(|c| Cell(*c)).collect()
    }

    fn numbers(set: CellSet) -> Vec<u16> {
        set.iter().map(|c| c.0).collect()
    }

    fn cells() -> impl Strategy<Value = BTreeSet<u16>> {
        proptest::collection::btree_set(0..MAX_CELLS as u16, 0..60)
    }

    proptest! {
        #[test]
        fn behaves_like_a_set_of_numbers(a in cells(), b in cells()) {
            let (x, y) = (set(&a), set(&b));
            prop_assert_eq!(numbers(x), a.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.iter().len(), a.len());
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert_eq!(x.first().map(|c| c.0), a.first().copied());
            prop_assert_eq!(x & y, set(&(&a & &b)));
            prop_assert_eq!(x | y, set(&(&a | &b)));
            prop_assert_eq!(x.minus(&y), set(&(&a - &b)));
            prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
            prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
            for cell in (0..MAX_CELLS as u16).map(Cell) {
                prop_assert_eq!(x.contains(cell), a.contains(&cell.0));
            }
        }

        #[test]
        fn survives_text_and_bytes(a in cells()) {
            let x = set(&a);
            let text = serde_json::to_string(&x).unwrap();
            prop_assert_eq!(serde_json::from_str::<CellSet>(&text).unwrap(), x);
            let bytes = postcard::to_stdvec(&x).unwrap();
            prop_assert_eq!(postcard::from_bytes::<CellSet>(&bytes).unwrap(), x);
            prop_assert!(bytes.len() <= 1 + a.last().map_or(0, |last| usize::from(*last) / 8 + 1));
        }
    }

    #[test]
    fn insert_and_remove_tell_what_changed() {
        let mut set = CellSet::EMPTY;
        assert!(set.insert(Cell(511)));
        assert!(!set.insert(Cell(511)));
        assert!(set.remove(Cell(511)));
        assert!(!set.remove(Cell(511)));
        assert!(!set.remove(Cell(600)));
        assert!(!set.contains(Cell(600)));
        assert_eq!(set, CellSet::EMPTY);
        assert_eq!(CellSet::first_n(512).len(), 512);
    }

    #[test]
    fn text_form_is_short_hexadecimal() {
        let json = |cells: &[u16]| {
            serde_json::to_string(&cells.iter().map(|c| Cell(*c)).collect::<CellSet>()).unwrap()
        };
        assert_eq!(json(&[]), "\"\"");
        assert_eq!(json(&[0, 1, 12]), "\"0310\"");
        for bad in ["\"0\"", "\"0G\"", "\"AB\"", &format!("\"{}\"", "00".repeat(65)), "7"] {
            assert!(serde_json::from_str::<CellSet>(bad).is_err(), "{bad}");
        }
    }
}
