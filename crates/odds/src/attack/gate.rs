//! Gates: what an attack has to pass, one throw of dice after the other, in whatever order a system has them.

use super::Reroll;

/// What a throw must show.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Need {
    /// This or more in all.
    AtLeast(u8),
    /// This or less in all.
    AtMost(u8),
    /// The first number or more, and then the other with a second throw.
    Then {
        /// With the first throw.
        first: u8,
        /// With the second, made only where the first was enough.
        then: u8,
    },
    /// Nothing is thrown: it is enough.
    Always,
    /// Nothing is thrown: nothing is enough.
    Never,
}

/// Dice thrown against a number.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Throw {
    /// How many dice are added up.
    pub dice: u8,
    /// The sides of each.
    pub sides: u8,
    /// What they must come to.
    pub need: Need,
    /// Which throws are made once more.
    pub reroll: Reroll,
}

impl Throw {
    /// One D6 that must show `need` or more; 7 and more means that no face is enough.
    pub const fn d6(need: u8) -> Throw {
        let need = if need > 6 { Need::Never } else { Need::AtLeast(need) };
        Throw { dice: 1, sides: 6, need, reroll: Reroll::Never }
    }

    /// The same with some throws made once more.
    pub const fn again(self, reroll: Reroll) -> Throw {
        Throw { reroll, ..self }
    }

    /// Whether the first throw is enough, or enough to make the second.
    const fn met_by(self, sum: u16) -> bool {
        match self.need {
            Need::AtLeast(need) | Need::Then { first: need, .. } => sum >= need as u16,
            Need::AtMost(need) => sum <= need as u16,
            Need::Always => true,
            Need::Never => false,
        }
    }

    /// Whether a throw is made once more.
    fn is_again(self, sum: u16) -> bool {
        match self.reroll {
            Reroll::Never => false,
            Reroll::Ones => sum == 1,
            Reroll::Failed => !self.met_by(sum),
        }
    }

    /// In how many ways the throw fails and succeeds showing something else than `face`, then fails and succeeds showing it.
    pub(super) fn ways(self, face: Option<u8>) -> [u64; 4] {
        match self.need {
            Need::Always => return [0, 1, 0, 0],
            Need::Never => return [1, 0, 0, 0],
            _ => {}
        }
        let sums = sums(self.dice, self.sides);
        let all: u64 = sums.iter().sum();
        let again: u64 =
            (0u16..).zip(&sums).filter(|(sum, _)| self.is_again(*sum)).map(|(_, ways)| ways).sum();
        let mut ways = [0; 4];
        for (sum, count) in (0u16..).zip(sums) {
            // Thrown at first and kept, or thrown instead of a throw that is not kept.
            let kept = if self.is_again(sum) { 0 } else { count * all };
            let count = kept + again * count;
            ways[self.outcome(sum, face)] += count;
        }
        if let Need::Then { then, .. } = self.need {
            let second = Throw { need: Need::AtLeast(then), reroll: Reroll::Never, ..self }.ways(None);
            let [misses, hits, ..] = second;
            let [fails, plain, shown_fails, shown] = ways;
            let all = misses + hits;
            ways = [
                fails * all + plain * misses,
                plain * hits,
                shown_fails * all + shown * misses,
                shown * hits,
            ];
        }
        reduced(ways)
    }

    fn outcome(self, sum: u16, face: Option<u8>) -> usize {
        let shown = face.is_some_and(|face| u16::from(face) == sum);
        usize::from(self.met_by(sum)) + 2 * usize::from(shown)
    }

    /// Makes the throw: whether it is enough, and what the first dice came to.
    pub(super) fn made(self, roll: &mut impl FnMut(u8) -> u8) -> (bool, u16) {
        if matches!(self.need, Need::Always | Need::Never) {
            return (self.need == Need::Always, 0);
        }
        let mut cast = || (0..self.dice).map(|_| u16::from(roll(self.sides))).sum::<u16>();
        let mut sum = cast();
        if self.is_again(sum) {
            sum = cast();
        }
        let enough = match self.need {
            Need::Then { then, .. } if self.met_by(sum) => cast() >= u16::from(then),
            _ => self.met_by(sum),
        };
        (enough, sum)
    }
}

/// In how many ways some dice come to each sum.
fn sums(dice: u8, sides: u8) -> Vec<u64> {
    let mut sums = vec![1u64];
    for _ in 0..dice {
        let mut next = vec![0; sums.len() + usize::from(sides)];
        for (sum, ways) in sums.iter().enumerate() {
            for count in &mut next[sum + 1..=sum + usize::from(sides)] {
                *count += ways;
            }
        }
        sums = next;
    }
    sums
}

/// The same shares in smaller numbers.
fn reduced(ways: [u64; 4]) -> [u64; 4] {
    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    let shared = ways.into_iter().fold(0, gcd).max(1);
    ways.map(|count| count / shared)
}

/// One gate: a throw, and what its success means for the attack.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Gate {
    /// Whether a success stops the attack, as a saving throw does, or lets it go on, as a hit does.
    pub stops: bool,
    /// The throw by the class of the body that is attacked; the last counts for all classes beyond it.
    pub throws: Vec<Throw>,
}

impl Gate {
    /// The attack goes on where the throw succeeds: to hit, to wound.
    pub fn passed_by(throw: Throw) -> Gate {
        Gate { stops: false, throws: vec![throw] }
    }

    /// The attack ends where the throw succeeds: a saving throw, by the class of the body.
    pub fn stopped_by(throws: Vec<Throw>) -> Gate {
        Gate { stops: true, throws }
    }

    /// The throw against a body of a class.
    pub fn throw(&self, class: u8) -> Throw {
        let last = self.throws.len().saturating_sub(1);
        let none = Throw { need: if self.stops { Need::Never } else { Need::Always }, ..Throw::d6(7) };
        self.throws.get(usize::from(class).min(last)).copied().unwrap_or(none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws_are_counted_out() {
        assert_eq!(Throw::d6(4).ways(None), [1, 1, 0, 0]);
        assert_eq!(Throw::d6(4).ways(Some(6)), [3, 2, 0, 1]);
        assert_eq!(Throw::d6(4).ways(Some(1)), [2, 3, 1, 0]);
        assert_eq!(Throw::d6(7).ways(None), [1, 0, 0, 0]);
        assert_eq!(Throw::d6(3).again(Reroll::Ones).ways(None), [2, 7, 0, 0]);
        let then = Throw { need: Need::Then { first: 6, then: 4 }, ..Throw::d6(6) };
        assert_eq!(then.ways(None), [11, 1, 0, 0]);
        let leadership = Throw { dice: 2, need: Need::AtMost(7), ..Throw::d6(7) };
        assert_eq!(leadership.ways(None), [5, 7, 0, 0]);
    }
}
