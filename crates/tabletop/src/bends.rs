//! Ways of things that go where they look: vehicles and aircraft that go straight ahead and turn only so often.

use grognard_space::table::{Angle, Length, Pose};

/// A straight way is rounded to the grid: a point of it lies at most so far beside it or before its end.
const BESIDE: i32 = 2;

/// How a way may bend. Between two turns it goes straight to where the model looks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bends {
    /// How far each turn may go.
    pub most: Angle,
    /// When it may turn.
    pub turns: Turns,
    /// Whether it may also go straight back.
    pub reverse: bool,
}

/// When something that goes where it looks may turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Turns {
    /// Once, before it sets off.
    First,
    /// After a stretch straight ahead.
    After {
        /// How far it goes before its first turn.
        before: Length,
        /// How far it goes between two turns.
        between: Length,
        /// How often it turns at the most.
        count: u8,
    },
}

impl Turns {
    /// Whether a turn is allowed after some turns, so far from the last one, at the end of a leg.
    fn allow(self, turned: u8, gone: Length, leg: usize) -> bool {
        match self {
            Turns::First => leg == 0 && gone == Length::ZERO,
            Turns::After { before, between, count } => {
                let asked = if turned == 0 { before } else { between };
                turned < count && gone + Length(BESIDE) >= asked
            }
        }
    }
}

impl Bends {
    /// One turn before it sets off, and then straight on.
    pub const fn once(most: Angle) -> Bends {
        Bends { most, turns: Turns::First, reverse: false }
    }

    /// The first leg of a way that bends otherwise, if there is one.
    pub fn broken_at(&self, start: Pose, stops: &[Pose]) -> Option<usize> {
        let (mut from, mut turned, mut gone) = (start, 0, Length::ZERO);
        for (leg, stop) in stops.iter().enumerate() {
            let step = stop.at - from.at;
            if step.squared() != 0 {
                let long = Length((step.squared() as u64).isqrt() as i32);
                let along = |facing: Angle| {
                    let ahead = facing.step(long);
                    (ahead.x - step.x).abs().max((ahead.y - step.y).abs()) <= BESIDE
                };
                let backwards = self.reverse && along(from.facing + Angle::HALF);
                if !along(from.facing) && !backwards {
                    return Some(leg);
                }
                gone += long;
            }
            if from.facing != stop.facing {
                if !self.turns.allow(turned, gone, leg) || from.facing.between(stop.facing) > self.most {
                    return Some(leg);
                }
                (turned, gone) = (turned + 1, Length::ZERO);
            }
            from = *stop;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use grognard_space::table::Point;

    use super::*;

    fn pose(x: i32, y: i32, degrees: i32) -> Pose {
        Pose::at(Point::new(Length::cm(x), Length::cm(y))).facing(Angle::degrees(degrees))
    }

    #[test]
    fn one_turn_and_straight_on() {
        let bends = Bends::once(Angle::degrees(90));
        let start = pose(0, 0, 0);
        assert_eq!(bends.broken_at(start, &[pose(10, 0, 0)]), None);
        assert_eq!(bends.broken_at(start, &[pose(0, 0, 90), pose(0, 10, 90)]), None);
        assert_eq!(bends.broken_at(start, &[pose(0, 0, 120), pose(-5, 9, 120)]), Some(0), "too far round");
        assert_eq!(bends.broken_at(start, &[pose(0, 10, 90)]), Some(0), "sideways");
        assert_eq!(bends.broken_at(start, &[pose(10, 0, 90)]), Some(0), "a turn at the end");
        assert_eq!(bends.broken_at(start, &[pose(-10, 0, 0)]), Some(0), "backwards");
        let back = Bends { reverse: true, ..bends };
        assert_eq!(back.broken_at(start, &[pose(-10, 0, 0)]), None);
    }

    #[test]
    fn a_turn_after_each_stretch() {
        let turns = Turns::After { before: Length::cm(5), between: Length::cm(10), count: 2 };
        let bends = Bends { most: Angle::degrees(45), turns, reverse: false };
        let start = pose(0, 0, 0);
        let up = |from: Pose, far: i32| Pose { at: from.at + from.facing.step(Length::cm(far)), ..from };
        let first = pose(5, 0, 45);
        assert_eq!(bends.broken_at(start, &[first, up(first, 10)]), None);
        let second = up(first, 10).facing(Angle::degrees(90));
        assert_eq!(bends.broken_at(start, &[first, second]), None);
        let early = up(first, 9).facing(Angle::degrees(90));
        assert_eq!(bends.broken_at(start, &[first, early]), Some(1), "one short of the stretch");
        let third = up(second, 10).facing(Angle::degrees(135));
        assert_eq!(bends.broken_at(start, &[first, second, third]), Some(2), "no third turn");
        assert_eq!(bends.broken_at(start, &[pose(4, 0, 45)]), Some(0), "before the first stretch is over");
    }
}
