//! The plan of an attack: what a ruleset builds once from its state, rolls step by step when the attack is made,
//! and has evaluated here when somebody asks for the odds.
//!
//! A [`Plan`] is a list of [`Volley`]s in the order they are resolved, against [`Body`]s in the order they fall.
//! Faces are those of a D6. "Needs 7" means that no face is enough.
//!
//! [`odds`] and [`exact`] give the distribution of what a plan does, [`resolve`] rolls it.

mod evaluate;
mod resolve;
mod step;
mod weight;

pub use evaluate::{Losses, evaluate, exact, odds};
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

impl Reroll {
    /// Whether a die that shows `face`, where `need` is needed, is rolled once more.
    pub const fn again(self, face: u8, need: u8) -> bool {
        match self {
            Reroll::Never => false,
            Reroll::Ones => face == 1,
            Reroll::Failed => face < need,
        }
    }
}

/// A roll against a number, with everything that modifies it already counted in: the face that is enough.
/// A 1 always fails, so that nothing needs less than 2.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Check {
    /// The face needed: 2 to 6, or 7 where no face is enough.
    pub need: u8,
    /// Which dice are rolled once more.
    pub reroll: Reroll,
}

impl Check {
    /// A check without re-rolls.
    pub const fn new(need: u8) -> Check {
        Check { need, reroll: Reroll::Never }
    }
}

/// Attacks with the same figures, made one after the other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Volley {
    /// How many weapons fire; each rolls its own number of attacks.
    pub weapons: u8,
    /// The attacks of each.
    pub attacks: Amount,
    /// The hit roll; `None` hits without one.
    pub hit: Option<Check>,
    /// The wound roll.
    pub wound: Check,
    /// How much the attack lowers saving throws that can be lowered (AP -2 is 2).
    pub pierce: u8,
    /// Damage of an attack that is not saved.
    pub damage: Amount,
    /// Mortal wounds in addition to everything else where the wound roll shows a 6, saved or not.
    pub mortal_on_six: u8,
    /// What is added to every saving throw, invulnerable ones included.
    pub ward: i8,
}

/// One model that can be hit.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Body {
    /// Wounds left.
    pub wounds: u8,
    /// The saving throw that can be lowered, with what the model's cover adds to it: 1 to 7.
    pub save: u8,
    /// The invulnerable saving throw, 7 where there is none.
    pub invulnerable: u8,
    /// Each wound lost is ignored on this number, 7 where it is not.
    pub ignore: u8,
}

impl Volley {
    /// The face a saving throw needs: the easier of the two throws a model has. Never less than 2, and 7 where no
    /// face is enough.
    pub fn save_need(&self, body: &Body) -> u8 {
        self.armour_need(body).min(self.invulnerable_need(body))
    }

    /// The face the lowered saving throw needs.
    pub fn armour_need(&self, body: &Body) -> u8 {
        need(i16::from(body.save) + i16::from(self.pierce) - i16::from(self.ward))
    }

    /// The face the invulnerable saving throw needs.
    pub fn invulnerable_need(&self, body: &Body) -> u8 {
        if body.invulnerable > 6 { 7 } else { need(i16::from(body.invulnerable) - i16::from(self.ward)) }
    }
}

fn need(number: i16) -> u8 {
    number.clamp(2, 7) as u8
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
