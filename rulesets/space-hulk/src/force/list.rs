//! Squads and what they may be given: T-12, T-26, T-27, T-09b, as `forces.toml` holds them.

use std::collections::BTreeMap;

use grognard_engine::data::{DataError, DataFiles};
use serde::Deserialize;

use super::points::Points;
use crate::profile::{Exchange, Profile, Ranged};

/// Everything that can be bought.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lists {
    /// Squads by name.
    pub squads: BTreeMap<String, Squad>,
    /// Close assault weapons for power armour, by name (SH-SMF-006).
    #[serde(default)]
    pub exchanges: BTreeMap<String, Trade>,
}

/// A squad of a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squad {
    /// The list it stands in.
    pub list: String,
    /// What it costs.
    pub points: Points,
    /// What it costs where psychic cards are played.
    #[serde(default)]
    pub cards: Option<Points>,
    /// Its models: roles, `role@reloads`, `role+weapon`, `one|another`.
    pub models: Vec<String>,
    /// What it may be given.
    #[serde(default)]
    pub options: Vec<Choice>,
}

/// Something a squad may be given (SH-FOR-004).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Its name in texts.
    pub id: String,
    /// What it costs, each time.
    #[serde(default)]
    pub points: Points,
    /// What it costs where psychic cards are played.
    #[serde(default)]
    pub cards: Option<Points>,
    /// How often it may be taken.
    #[serde(default = "once")]
    pub times: u8,
    /// Options of which only one may be taken carry the same word here.
    #[serde(default)]
    pub instead: Option<String>,
    /// What it does.
    #[serde(flatten)]
    pub what: What,
}

const fn once() -> u8 {
    1
}

/// What an option does to its squad.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// One of these roles becomes another.
    Replace {
        /// Who.
        from: String,
        /// What he may become.
        to: Vec<String>,
    },
    /// One more load for one model of these roles.
    Reload(Vec<String>),
    /// Every model of a role, of one of several (`|`), or every model (`*`) carries this as well.
    Arm {
        /// Who.
        role: String,
        /// What.
        weapons: Vec<Ranged>,
    },
    /// SH-TRM-009: one mastery level more for a psyker of this role.
    Mastery(String),
    /// One more model.
    Add(String),
}

/// A close assault weapon to be had for one's own (SH-SMF-007).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trade {
    /// What it costs.
    pub points: Points,
    /// Whether it replaces what one fires as well.
    #[serde(default)]
    pub disarms: bool,
    /// Whether only psykers have it.
    #[serde(default)]
    pub psyker: bool,
    /// Whether it leaves a hand for objects.
    #[serde(default)]
    pub both_hands: bool,
    /// What it does in close assault.
    pub weapon: Exchange,
}

/// A model as a list writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The role.
    pub role: &'a str,
    /// Loads, where they are not the weapon's own.
    pub reloads: Option<u8>,
    /// What it carries beside what its role does.
    pub weapons: Vec<Ranged>,
}

/// Reads `role@reloads+weapon+weapon`.
pub fn entry(text: &str) -> Option<Entry<'_>> {
    let mut parts = text.split('+');
    let (role, reloads) = match parts.next()?.split_once('@') {
        Some((role, reloads)) => (role, Some(reloads.parse().ok()?)),
        None => (text.split('+').next()?, None),
    };
    let named = |text: &str| Ranged::ALL.iter().copied().find(|weapon| weapon.name() == text);
    let weapons: Option<Vec<_>> = parts.map(named).collect();
    Some(Entry { role, reloads, weapons: weapons? })
}

/// Reads the lists; every role they name must be there.
pub fn load(files: &DataFiles, profiles: &[Profile]) -> Result<Lists, DataError> {
    let path = "forces.toml";
    let text = files.get(path)?;
    let lists: Lists = toml::from_str(text).map_err(|error| DataError::toml(path, text, &error))?;
    let fault = |what: String| DataError::new(path, None, what);
    let known = |text: &str| {
        let role = entry(text).map_or("", |entry| entry.role);
        profiles.iter().any(|profile| profile.name == role && profile.price.is_some())
    };
    for (name, squad) in &lists.squads {
        let models = squad.models.iter().flat_map(|model| model.split('|'));
        let options = squad.options.iter().flat_map(|option| match &option.what {
            What::Replace { to, .. } => to.iter().map(String::as_str).collect::<Vec<_>>(),
            What::Add(model) => vec![model.as_str()],
            _ => Vec::new(),
        });
        if let Some(unknown) = models.chain(options).find(|model| !known(model)) {
            return Err(fault(format!("squad `{name}`: `{unknown}` is no role with a price")));
        }
    }
    Ok(lists)
}
