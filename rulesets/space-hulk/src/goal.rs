//! What a mission asks of the Marines: a small vocabulary of goals, put together freely in a mission's file.
//!
//! The Marines win once every goal is reached, and lose as soon as one no longer can be, or when the last turn is
//! over. The rules of the game know no goals: what each kind asks, and how an item is taken up, carried and put down,
//! are conditions of the mission.

use grognard_space::grid::{Cell, CellSet};
use serde::{Deserialize, Serialize};

use crate::mission::Model;

/// The most goals of a mission.
pub const MOST_GOALS: usize = 4;
/// The most items of a mission.
pub const MOST_ITEMS: usize = 4;

/// One thing the Marines have to do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Put a flame marker on this section.
    Burn(u8),
    /// Secure every entry area that can be secured (SH-SEC-001).
    Secure,
    /// Get so many models off the map over the exits.
    Exit {
        /// How many.
        models: u8,
    },
    /// Be the only side in a section at the end of so many turns.
    Hold {
        /// Where.
        section: u8,
        /// At the end of how many turns, one after another or not.
        turns: u8,
        /// How many models it takes.
        models: u8,
    },
    /// Get an item off the map over an exit.
    Carry {
        /// Which item.
        item: u8,
    },
    /// Have so many models alive when the last turn is over.
    Survive {
        /// How many.
        models: u8,
    },
    /// Get one particular model off the map over an exit.
    Escort {
        /// The model's place in the squad.
        model: u8,
    },
}

impl Goal {
    /// The kind's name in files and texts.
    pub const fn kind(self) -> &'static str {
        match self {
            Goal::Burn(_) => "burn",
            Goal::Secure => "secure",
            Goal::Exit { .. } => "exit",
            Goal::Hold { .. } => "hold",
            Goal::Carry { .. } => "carry",
            Goal::Survive { .. } => "survive",
            Goal::Escort { .. } => "escort",
        }
    }

    /// Whether it needs a way off the map.
    pub const fn needs_exit(self) -> bool {
        matches!(self, Goal::Exit { .. } | Goal::Carry { .. } | Goal::Escort { .. })
    }
}

/// Something that lies on the map and can be carried: one at a time, by whoever takes it up from his own square. Who
/// falls drops it where he stood; nothing destroys it, and the Stealer side cannot touch it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The name in text forms.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Where it lies at first.
    pub square: Cell,
    /// What taking it up or putting it down costs.
    pub cost: u8,
}

/// Where an item is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum ItemPlace {
    /// Nowhere: the mission has no such item.
    #[default]
    Absent,
    /// On a square.
    Lies(Cell),
    /// With a Marine.
    Carried(u8),
    /// Off the map, over an exit.
    Out,
}

/// How far a goal is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Whether it is reached, once and for all.
    pub done: bool,
    /// At the end of how many turns the section was held.
    pub turns: u8,
}

/// A goal as a mission's file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum GoalFile {
    /// See [`Goal::Burn`].
    Burn {
        /// The section's letter.
        section: String,
    },
    /// See [`Goal::Secure`].
    Secure,
    /// See [`Goal::Exit`].
    Exit {
        /// How many.
        models: u8,
        /// Exits, beside those of the mission.
        #[serde(default)]
        squares: Vec<String>,
    },
    /// See [`Goal::Hold`].
    Hold {
        /// The section's letter.
        section: String,
        /// At the end of how many turns.
        turns: u8,
        /// How many models it takes.
        #[serde(default = "one")]
        models: u8,
    },
    /// See [`Goal::Carry`].
    Carry {
        /// The item's id.
        item: String,
    },
    /// See [`Goal::Survive`].
    Survive {
        /// How many.
        models: u8,
    },
    /// See [`Goal::Escort`].
    Escort {
        /// The model's name.
        model: String,
    },
}

const fn one() -> u8 {
    1
}

/// What goals can refer to.
pub struct Known<'a> {
    /// The sections' letters.
    pub sections: &'a [String],
    /// The squad.
    pub squad: &'a [Model],
    /// The items.
    pub items: &'a [Item],
    /// The last turn.
    pub turns: u8,
    /// Whether an entry area can be secured.
    pub securable: bool,
    /// Where the map can be left.
    pub exits: CellSet,
}

impl Known<'_> {
    /// Reads a goal; the error is what is wrong, after the words it is found by.
    pub fn goal(&self, file: &GoalFile) -> Result<Goal, (String, String)> {
        let section = |name: &String| {
            let found = self.sections.iter().position(|known| known == name);
            found.map(|index| index as u8).ok_or_else(|| wrong(name, format!("there is no section `{name}`")))
        };
        let models = |models: u8| {
            let fits = models > 0 && models as usize <= self.squad.len();
            let message = || format!("a goal of {models} models, but the squad has {}", self.squad.len());
            if fits { Ok(models) } else { Err(wrong("models", message())) }
        };
        let goal = match file {
            GoalFile::Burn { section: name } => Goal::Burn(section(name)?),
            GoalFile::Secure if !self.securable => {
                return Err(wrong("secure", "no entry area is securable".to_owned()));
            }
            GoalFile::Secure => Goal::Secure,
            GoalFile::Exit { models: count, .. } => Goal::Exit { models: models(*count)? },
            GoalFile::Hold { turns, .. } if *turns == 0 || *turns > self.turns => {
                let message = format!("a section cannot be held for {turns} of {} turns", self.turns);
                return Err(wrong("hold", message));
            }
            GoalFile::Hold { section: name, turns, models: count } => {
                Goal::Hold { section: section(name)?, turns: *turns, models: models(*count)? }
            }
            GoalFile::Carry { item } => match self.items.iter().position(|known| known.id == *item) {
                Some(index) => Goal::Carry { item: index as u8 },
                None => return Err(wrong(item, format!("there is no item `{item}`"))),
            },
            GoalFile::Survive { models: count } => Goal::Survive { models: models(*count)? },
            GoalFile::Escort { model } => match self.squad.iter().position(|known| known.name == *model) {
                Some(index) => Goal::Escort { model: index as u8 },
                None => return Err(wrong(model, format!("there is no model `{model}` in the squad"))),
            },
        };
        if goal.needs_exit() && self.exits.is_empty() {
            return Err(wrong(goal.kind(), format!("a goal of kind `{}` needs `exits`", goal.kind())));
        }
        Ok(goal)
    }
}

fn wrong(near: &str, message: String) -> (String, String) {
    (near.to_owned(), message)
}
