//! The eight steps from a square to its neighbours.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Facing, ParseCompassError};

/// One of the eight compass steps, clockwise from north. `y` grows southward.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dir {
    /// North: `(0, -1)`.
    N,
    /// North-east: `(1, -1)`.
    NE,
    /// East: `(1, 0)`.
    E,
    /// South-east: `(1, 1)`.
    SE,
    /// South: `(0, 1)`.
    S,
    /// South-west: `(-1, 1)`.
    SW,
    /// West: `(-1, 0)`.
    W,
    /// North-west: `(-1, -1)`.
    NW,
}

impl Dir {
    /// All eight, clockwise from north: `Dir::ALL[d as usize] == d`.
    pub const ALL: [Self; 8] = [Self::N, Self::NE, Self::E, Self::SE, Self::S, Self::SW, Self::W, Self::NW];

    /// The four steps across a corner.
    pub const DIAGONALS: [Self; 4] = [Self::NE, Self::SE, Self::SW, Self::NW];

    const DELTAS: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

    const NAMES: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

    /// Place in [`Dir::ALL`], `0..8`.
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The step as `(dx, dy)`.
    pub const fn delta(self) -> (i16, i16) {
        Self::DELTAS[self as usize]
    }

    /// The step with this `(dx, dy)`, if it is one.
    #[inline]
    pub const fn from_delta(delta: (i16, i16)) -> Option<Self> {
        Some(match delta {
            (0, -1) => Self::N,
            (1, -1) => Self::NE,
            (1, 0) => Self::E,
            (1, 1) => Self::SE,
            (0, 1) => Self::S,
            (-1, 1) => Self::SW,
            (-1, 0) => Self::W,
            (-1, -1) => Self::NW,
            _ => return None,
        })
    }

    /// Whether the step goes across a corner.
    pub const fn is_diagonal(self) -> bool {
        self.index() % 2 == 1
    }

    /// This direction turned clockwise by so many eighths of a circle.
    pub const fn turned(self, eighths: usize) -> Self {
        Self::ALL[(self as usize + eighths) % 8]
    }

    /// The opposite step.
    pub const fn back(self) -> Self {
        self.turned(4)
    }

    /// The two orthogonal components of a diagonal step, anticlockwise one first: the squares a diagonal squeezes
    /// between lie there. An orthogonal step has no flanks and gives itself twice.
    pub const fn flanks(self) -> [Self; 2] {
        if self.is_diagonal() { [self.turned(7), self.turned(1)] } else { [self, self] }
    }

    /// The facing of an orthogonal step.
    pub const fn facing(self) -> Option<Facing> {
        if self.is_diagonal() { None } else { Some(Facing::ALL[self as usize / 2]) }
    }
}

impl From<Facing> for Dir {
    fn from(facing: Facing) -> Self {
        Self::ALL[facing as usize * 2]
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Self::NAMES[*self as usize])
    }
}

impl FromStr for Dir {
    type Err = ParseCompassError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|dir| Self::NAMES[*dir as usize] == text);
        found.ok_or_else(|| ParseCompassError::new(text, &Self::NAMES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deltas_and_directions_correspond() {
        for (i, dir) in Dir::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(dir.index()), i);
            assert_eq!(Dir::from_delta(dir.delta()), Some(dir));
            let (dx, dy) = dir.delta();
            assert_eq!(dir.back().delta(), (-dx, -dy));
            assert_eq!(dir.is_diagonal(), dx != 0 && dy != 0);
        }
        assert_eq!(Dir::from_delta((0, 0)), None);
        assert_eq!(Dir::from_delta((2, 0)), None);
    }

    #[test]
    fn flanks_add_up_to_the_diagonal() {
        for dir in Dir::DIAGONALS {
            let [(ax, ay), (bx, by)] = dir.flanks().map(Dir::delta);
            assert_eq!((ax + bx, ay + by), dir.delta());
            assert!(dir.flanks().iter().all(|flank| !flank.is_diagonal()));
        }
    }

    #[test]
    fn text_and_json_are_the_lower_case_compass_point() {
        for dir in Dir::ALL {
            let text = dir.to_string();
            assert_eq!(text.parse(), Ok(dir));
            assert_eq!(serde_json::to_string(&dir).unwrap(), format!("\"{text}\""));
        }
        assert_eq!(Dir::NE.to_string(), "ne");
        assert!("north".parse::<Dir>().is_err());
    }

    #[test]
    fn a_facing_is_an_orthogonal_direction() {
        for facing in Facing::ALL {
            assert_eq!(Dir::from(facing).facing(), Some(facing));
        }
        assert_eq!(Dir::SW.facing(), None);
    }
}
