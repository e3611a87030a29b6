//! The plan of an attack: what a ruleset builds once from its state, rolls step by step when the attack is made,
//! and has evaluated here when somebody asks for the odds.
//!
//! A [`Plan`] is a list of [`Volley`]s in the order they are resolved, against [`Body`]s in the order they fall. An attack
//! passes [`Gate`]s in the order its system has them: to hit, to wound, one save or several, before or after wounding.
//!
//! [`odds`] and [`exact`] give the distribution of what a plan does, [`resolve`] rolls it.

mod evaluate;
mod gate;
mod resolve;
mod step;
mod weight;

pub use evaluate::{Losses, evaluate, exact, odds};
pub use gate::{Gate, Need, Throw};
pub use resolve::{Fallen, resolve};
pub use weight::{Factors, Spread, Ways, Weight};

/// A fixed or random number: so many dice of so many sides, and something added.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Amount {
    /// How many dice; none where the number is fixed.
    pub dice: u8,
    /// The sides of each; a D3 has 3.
    pub sides: u8,
    /// What is added, or the fixed number.
    pub plus: u8,
    /// The number it counts as at least.
    pub least: u8,
    /// What the result is multiplied by.
    pub times: u8,
}

impl Amount {
    /// A fixed number.
    pub const fn fixed(plus: u8) -> Amount {
        Amount { dice: 0, sides: 6, plus, least: 0, times: 1 }
    }

    /// The sum of some dice.
    pub const fn dice(dice: u8, sides: u8) -> Amount {
        Amount { dice, sides, plus: 0, least: 0, times: 1 }
    }

    /// Reads `3`, `D6`, `2D6` or `D3+1`: at most six dice of 3 or 6 sides.
    pub fn read(text: &str) -> Option<Amount> {
        let text = text.trim().to_ascii_uppercase();
        let Some((dice, rest)) = text.split_once('D') else { return text.parse().ok().map(Amount::fixed) };
        let dice = if dice.is_empty() { 1 } else { dice.parse().ok()? };
        let (sides, plus) = rest.split_once('+').unwrap_or((rest, "0"));
        let (sides, plus) = (sides.parse().ok()?, plus.parse().ok()?);
        (matches!(sides, 3 | 6) && (1..=6).contains(&dice))
            .then_some(Amount { plus, ..Amount::dice(dice, sides) })
    }

    /// The most it can come to.
    pub const fn most(self) -> u8 {
        self.of(self.dice.saturating_mul(self.sides))
    }

    /// What the sum of the dice comes to in the end.
    pub const fn of(self, sum: u8) -> u8 {
        let sum = sum.saturating_add(self.plus);
        (if sum < self.least { self.least } else { sum }).saturating_mul(self.times)
    }
}

/// Which dice of a roll are rolled once more.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Reroll {
    /// None.
    #[default]
    Never,
    /// Those that show a 1.
    Ones,
    /// Those that fail.
    Failed,
}

/// Wounds in addition to everything else where the dice of a gate show a certain number, whatever the gates after it do.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Extra {
    /// The gate, by its place in the volley.
    pub gate: u8,
    /// What its dice show; the gate must be passed with it.
    pub face: u8,
    /// So many wounds, which run on into the bodies that follow.
    pub wounds: u8,
}

/// Attacks with the same figures, made one after the other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Volley {
    /// How many weapons fire; each rolls its own number of attacks.
    pub weapons: u8,
    /// The attacks of each.
    pub attacks: Amount,
    /// What an attack has to pass, in order: to hit, to wound and saves, or saves before wounding.
    pub gates: Vec<Gate>,
    /// Damage of an attack that passes them all.
    pub damage: Amount,
    /// Whether damage beyond a body's last wound goes on to the next body.
    pub spills: bool,
    /// Wounds besides.
    pub extra: Option<Extra>,
}

/// One model that can be hit.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Body {
    /// Wounds left.
    pub wounds: u8,
    /// Its class: gates have a throw for each, so that bodies may differ in toughness or saves.
    pub class: u8,
    /// Each wound lost is ignored on this number of a D6, 7 where it is not.
    pub ignore: u8,
}

/// Everything one unit does to another: volleys in order, bodies in the order they fall. A body that has lost
/// wounds stands first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Plan {
    /// The volleys in the order they are made.
    pub volleys: Vec<Volley>,
    /// The target's models in the order they fall.
    pub bodies: Vec<Body>,
}
