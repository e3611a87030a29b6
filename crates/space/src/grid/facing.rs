//! The four ways a piece can face, and the squares around it as it sees them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Dir;

/// One of the four sides of a square, clockwise from north.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    /// Towards smaller `y`.
    North,
    /// Towards greater `x`.
    East,
    /// Towards greater `y`.
    South,
    /// Towards smaller `x`.
    West,
}

impl Facing {
    /// All four, clockwise from north: `Facing::ALL[f as usize] == f`.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    const NAMES: [&str; 4] = ["north", "east", "south", "west"];

    /// Place in [`Facing::ALL`], `0..4`.
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// A quarter turn anticlockwise.
    pub const fn left(self) -> Self {
        Self::ALL[(self as usize + 3) % 4]
    }

    /// A quarter turn clockwise.
    pub const fn right(self) -> Self {
        Self::ALL[(self as usize + 1) % 4]
    }

    /// A half turn.
    pub const fn back(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// Quarter turns needed to face `other`, the shorter way round: 0, 1 or 2.
    pub const fn turns_to(self, other: Self) -> u8 {
        let clockwise = (other.index() + 4 - self.index()) % 4;
        if clockwise == 3 { 1 } else { clockwise }
    }

    /// The offset `(dx, dy)` as `(forward, rightward)` distances for this facing.
    pub const fn relative(self, (dx, dy): (i32, i32)) -> (i32, i32) {
        match self {
            Self::North => (-dy, dx),
            Self::East => (dx, dy),
            Self::South => (dy, -dx),
            Self::West => (-dx, -dy),
        }
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Self::NAMES[*self as usize])
    }
}

impl FromStr for Facing {
    type Err = ParseCompassError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|facing| Self::NAMES[*facing as usize] == text);
        found.ok_or_else(|| ParseCompassError::new(text, &Self::NAMES))
    }
}

/// A text that names no direction.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ParseCompassError {
    text: String,
    expected: &'static [&'static str],
}

impl ParseCompassError {
    pub(super) fn new(text: &str, expected: &'static [&'static str]) -> Self {
        Self { text: text.to_owned(), expected }
    }
}

impl fmt::Display for ParseCompassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no direction here: expected one of {}", self.text, self.expected.join(", "))
    }
}

impl std::error::Error for ParseCompassError {}

/// One of the eight neighbouring squares as seen by a piece that faces somewhere.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Diagonally ahead to the left.
    FrontLeft,
    /// Straight ahead.
    Front,
    /// Diagonally ahead to the right.
    FrontRight,
    /// Beside, to the left.
    Left,
    /// Beside, to the right.
    Right,
    /// Diagonally behind to the left.
    RearLeft,
    /// Straight behind.
    Rear,
    /// Diagonally behind to the right.
    RearRight,
}

impl Side {
    /// All eight: the front three, the two sides, the rear three, each from left to right.
    pub const ALL: [Self; 8] = [
        Self::FrontLeft,
        Self::Front,
        Self::FrontRight,
        Self::Left,
        Self::Right,
        Self::RearLeft,
        Self::Rear,
        Self::RearRight,
    ];

    /// Sides clockwise from straight ahead, as [`Dir::ALL`] goes clockwise from north.
    const CLOCKWISE: [Self; 8] = [
        Self::Front,
        Self::FrontRight,
        Self::Right,
        Self::RearRight,
        Self::Rear,
        Self::RearLeft,
        Self::Left,
        Self::FrontLeft,
    ];

    /// On which side of a piece facing `facing` the neighbour in direction `dir` lies.
    pub const fn of(facing: Facing, dir: Dir) -> Self {
        Self::CLOCKWISE[(dir as usize + 8 - facing as usize * 2) % 8]
    }

    /// The direction of this side for a piece facing `facing`.
    pub const fn dir(self, facing: Facing) -> Dir {
        let eighths = match self {
            Self::Front => 0,
            Self::FrontRight => 1,
            Self::Right => 2,
            Self::RearRight => 3,
            Self::Rear => 4,
            Self::RearLeft => 5,
            Self::Left => 6,
            Self::FrontLeft => 7,
        };
        Dir::ALL[(facing as usize * 2 + eighths) % 8]
    }

    /// One of the three squares ahead.
    pub const fn is_front(self) -> bool {
        matches!(self, Self::FrontLeft | Self::Front | Self::FrontRight)
    }

    /// Directly to the left or right.
    pub const fn is_side(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }

    /// One of the three squares behind.
    pub const fn is_rear(self) -> bool {
        matches!(self, Self::RearLeft | Self::Rear | Self::RearRight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round() {
        for (i, facing) in Facing::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(facing.index()), i);
            assert_eq!(facing.left().right(), facing);
            assert_eq!(facing.left().left(), facing.back());
            assert_eq!(facing.turns_to(facing), 0);
            assert_eq!(facing.turns_to(facing.left()), 1);
            assert_eq!(facing.turns_to(facing.right()), 1);
            assert_eq!(facing.turns_to(facing.back()), 2);
        }
        assert_eq!(Facing::North.right(), Facing::East);
    }

    #[test]
    fn text_and_json_are_the_lower_case_name() {
        for facing in Facing::ALL {
            let text = facing.to_string();
            assert_eq!(text.parse(), Ok(facing));
            assert_eq!(serde_json::to_string(&facing).unwrap(), format!("\"{text}\""));
        }
        let error = "up".parse::<Facing>().unwrap_err();
        assert_eq!(error.to_string(), "`up` is no direction here: expected one of north, east, south, west");
    }

    #[test]
    fn side_and_direction_are_inverse() {
        for facing in Facing::ALL {
            assert_eq!(Side::Front.dir(facing), Dir::from(facing));
            assert_eq!(Side::Left.dir(facing), Dir::from(facing.left()));
            for side in Side::ALL {
                assert_eq!(Side::of(facing, side.dir(facing)), side);
                assert_eq!(
                    [side.is_front(), side.is_side(), side.is_rear()].iter().filter(|x| **x).count(),
                    1
                );
            }
        }
    }

    #[test]
    fn sides_agree_with_relative_offsets() {
        for facing in Facing::ALL {
            for dir in Dir::ALL {
                let (dx, dy) = dir.delta();
                let (forward, rightward) = facing.relative((dx.into(), dy.into()));
                let side = Side::of(facing, dir);
                assert_eq!(side.is_front(), forward == 1);
                assert_eq!(side.is_rear(), forward == -1);
                let right = matches!(side, Side::FrontRight | Side::Right | Side::RearRight);
                assert_eq!(right, rightward == 1);
            }
        }
    }
}
