//! What a mission lets the Stealer side bring into play beside Genestealers: the Hybrid list, the Tyranid types agreed
//! on, and the miniatures for both.

use std::collections::BTreeMap;

use grognard_engine::data::{DataError, DataFiles};

use super::counter::LETTERS;
use crate::mission::{Mission, Model};
use crate::profile::Profile;
use crate::psychic::LEVELS;

/// How many miniatures of a letter stand ready: its counter goes back into the pool and may come again while they live, and
/// so may 0 blips, which are looked up in the list again and again.
const SPARE: u8 = 3;
/// The letter that stands in for a second Magus (T-35).
pub(super) const STANDS_IN: u8 = 4;

/// SH-HBL-001, SH-HYB-003: the profile behind each letter.
pub type HybridList = [Option<usize>; LETTERS as usize];

/// SH-LVL-001: the mastery of the psyker behind each letter, where a mission says.
pub type Levels = [Option<u8>; LETTERS as usize];

/// A Tyranid type both players have agreed on (SH-TYR-001).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breed {
    /// Its profile.
    pub profile: usize,
    /// How many of it can be in play at a time.
    pub count: u8,
}

/// Reads the standard Hybrid list (SH-HYB-003).
pub fn standard_list(files: &DataFiles, profiles: &[Profile]) -> Result<HybridList, DataError> {
    let path = "hybrids.toml";
    let text = files.get(path)?;
    let table: BTreeMap<String, String> =
        toml::from_str(text).map_err(|error| DataError::toml(path, text, &error))?;
    let mut list = [None; LETTERS as usize];
    for (letter, name) in &table {
        replace(&mut list, letter, name, profiles).map_err(|what| DataError::new(path, None, what))?;
    }
    Ok(list)
}

/// SH-HBL-001: a mission may say otherwise, letter by letter.
pub fn replace(list: &mut HybridList, letter: &str, name: &str, profiles: &[Profile]) -> Result<(), String> {
    let place = super::counter::parse(letter).and_then(super::counter::letter);
    let place = place.ok_or_else(|| format!("`{letter}` is not a letter of the Hybrid list (A to J)"))?;
    list[place as usize] = Some(profile_named(profiles, name)?);
    Ok(())
}

/// SH-LVL-001: a mission may give the psyker behind a letter another level.
pub fn rank(
    levels: &mut Levels,
    list: &HybridList,
    letter: &str,
    level: u8,
    profiles: &[Profile],
) -> Result<(), String> {
    let place = super::counter::parse(letter).and_then(super::counter::letter);
    let place = place.ok_or_else(|| format!("`{letter}` is not a letter of the Hybrid list (A to J)"))?;
    let psyker = list[place as usize].is_some_and(|profile| profiles[profile].psyker > 0);
    if !psyker || !LEVELS.contains(&level) {
        return Err(format!("`{letter}`: a psyker, and only he, has a level of 1 to 4"));
    }
    levels[place as usize] = Some(level);
    Ok(())
}

/// A profile by its name.
pub fn profile_named(profiles: &[Profile], name: &str) -> Result<usize, String> {
    profiles
        .iter()
        .position(|profile| profile.name == name)
        .ok_or_else(|| format!("there is no profile `{name}`"))
}

impl Mission {
    /// Puts the Stealer side's miniatures behind the squad: some for every letter that blips may turn up, and as many of
    /// each Tyranid type as were agreed on.
    pub(crate) fn unpack(&mut self, profiles: &[Profile], letters: [u8; LETTERS as usize]) {
        self.squad.truncate(self.crew as usize);
        let looked_up = self.pool[0] > 0;
        // T-35: whoever is there but once is followed by an ordinary Hybrid.
        let unique = |place: usize| self.hybrids[place].is_some_and(|profile| profiles[profile].unique);
        let stands_in = (0..letters.len()).any(|place| letters[place] > 0 && unique(place));
        for (place, profile) in self.hybrids.iter().enumerate() {
            let Some(profile) = *profile else { continue };
            let comes = letters[place] > 0 || looked_up || stands_in && place == STANDS_IN as usize;
            let wanted = if comes { letters[place].max(SPARE) } else { 0 };
            let wanted = if profiles[profile].unique { wanted.min(1) } else { wanted };
            let letter = char::from(b'a' + place as u8);
            for number in 1..=wanted {
                let name = if number == 1 {
                    format!("hybrid-{letter}")
                } else {
                    format!("hybrid-{letter}-{number}")
                };
                let level = self.levels[place];
                self.squad.push(Model { name, profile, reloads: None, level, unit: u8::MAX });
            }
        }
        for breed in &self.breeds {
            let role = &profiles[breed.profile].name;
            for number in 1..=breed.count {
                let name = if breed.count == 1 { role.clone() } else { format!("{role}-{number}") };
                self.squad.push(Model {
                    name,
                    profile: breed.profile,
                    reloads: None,
                    level: None,
                    unit: u8::MAX,
                });
            }
        }
        self.boxed = u8::try_from(self.squad.len() - self.crew as usize).unwrap_or(u8::MAX);
    }
}
