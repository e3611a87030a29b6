//! What never changes within a game.

use std::sync::Arc;

use grognard_engine::message::Texts;
use grognard_engine::speech::Speech;
use grognard_space::grid::{Cell, Facing};
use grognard_space::sight::Sight;
use serde::{Deserialize, Serialize};

use crate::mission::Mission;
use crate::numbers::Numbers;
use crate::piece::{Marine, Place};
use crate::profile::{Profile, Ranged};

/// All data of the system.
#[derive(Clone, Debug)]
pub struct Data {
    /// The numbers, patches included.
    pub numbers: Numbers,
    /// The roles of Terminators.
    pub profiles: Vec<Profile>,
    /// The missions, in order of their files.
    pub missions: Vec<Arc<Mission>>,
    /// Tables of the missions' maps, built when the data is read.
    pub grounds: Vec<Arc<Ground>>,
    /// The sentences, in the language of whoever reads.
    pub texts: Arc<Texts>,
    /// The same in all languages there are.
    pub speech: Arc<Speech>,
}

impl Data {
    /// The same data in another language.
    pub fn speaking(&self, language: &str) -> Data {
        Data { texts: Arc::clone(self.speech.texts(language)), ..self.clone() }
    }
}

/// Tables of a mission's map.
#[derive(Debug)]
pub struct Ground {
    /// Lines of sight.
    pub sight: Sight,
    /// For each entry area, the way from its board square to every square, doors and pieces ignored
    /// (SH-ENP-010).
    pub routes_from_entries: Vec<Vec<u16>>,
}

impl Ground {
    /// The tables of a mission.
    pub fn new(mission: &Mission) -> Ground {
        let grid = &mission.grid;
        let routes = |square: Cell| {
            let routes = grid.routes(square, grid.all());
            grid.cells().map(|cell| routes.to(cell).unwrap_or(u16::MAX)).collect()
        };
        Ground {
            sight: Sight::new(grid),
            routes_from_entries: mission.entries.iter().map(|entry| routes(entry.square)).collect(),
        }
    }
}

/// Rulings and options a game may be played with.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// SH-AMB-001: no diagonal step past a wall corner at all.
    pub strict_corners: bool,
    /// SH-AMB-019: section weapons and full auto may endanger other Marines.
    pub friendly_fire: bool,
    /// SH-AMB-027: a storm shield forces one re-roll only.
    pub storm_shield_single: bool,
    /// SH-AMB-075: full auto kills Genestealers on 3.
    pub full_auto_3: bool,
    /// SH-CMD-011: command points are secret.
    pub secret_command_points: bool,
    /// SH-TIM-001: the host keeps a clock on Marine turns.
    pub timed: bool,
}

/// What is chosen before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The mission's id.
    pub mission: String,
    /// See [`Options`].
    #[serde(default)]
    pub strict_corners: bool,
    /// See [`Options`].
    #[serde(default)]
    pub friendly_fire: bool,
    /// See [`Options`].
    #[serde(default)]
    pub storm_shield_single: bool,
    /// See [`Options`].
    #[serde(default)]
    pub full_auto_3: bool,
    /// See [`Options`].
    #[serde(default)]
    pub secret_command_points: bool,
    /// See [`Options`].
    #[serde(default)]
    pub timed: bool,
}

impl Setup {
    /// The options among the settings.
    pub const fn options(&self) -> Options {
        Options {
            strict_corners: self.strict_corners,
            friendly_fire: self.friendly_fire,
            storm_shield_single: self.storm_shield_single,
            full_auto_3: self.full_auto_3,
            secret_command_points: self.secret_command_points,
            timed: self.timed,
        }
    }
}

/// What never changes within a game.
#[derive(Debug)]
pub struct Fixed {
    /// All data.
    pub data: Arc<Data>,
    /// The mission.
    pub mission: Arc<Mission>,
    /// Tables of its map.
    pub ground: Arc<Ground>,
    /// The options in force.
    pub options: Options,
}

impl Fixed {
    /// A game of a mission.
    pub fn new(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        let Some(index) = data.missions.iter().position(|mission| mission.id == setup.mission) else {
            let known: Vec<_> = data.missions.iter().map(|mission| mission.id.as_str()).collect();
            return Err(format!("there is no mission `{}`; there are {}", setup.mission, known.join(", ")));
        };
        Ok(Fixed {
            data: Arc::clone(data),
            mission: Arc::clone(&data.missions[index]),
            ground: Arc::clone(&data.grounds[index]),
            options: setup.options(),
        })
    }

    /// The same game in another language.
    pub fn speaking(&self, language: &str) -> Fixed {
        Fixed {
            data: Arc::new(self.data.speaking(language)),
            mission: Arc::clone(&self.mission),
            ground: Arc::clone(&self.ground),
            options: self.options,
        }
    }

    /// Lines of sight on the map.
    pub fn sight(&self) -> &Sight {
        &self.ground.sight
    }

    /// The numbers.
    pub fn numbers(&self) -> &Numbers {
        &self.data.numbers
    }

    /// The role of a Marine.
    pub fn profile(&self, marine: u8) -> &Profile {
        &self.data.profiles[self.mission.squad[marine as usize].profile]
    }

    /// A Marine at the start of the mission, with full ammunition.
    pub fn fresh_marine(&self, index: usize) -> Marine {
        let numbers = self.numbers();
        let model = &self.mission.squad[index];
        let (ammo, reloads) = match self.data.profiles[model.profile].ranged {
            Some(Ranged::HeavyFlamer) => (numbers.flamer.shots, 0),
            Some(Ranged::AssaultCannon) => (numbers.cannon.magazine, numbers.cannon_reloads.reloads),
            Some(Ranged::StormBolter) | None => (0, 0),
        };
        Marine {
            place: Place::Hand,
            facing: self.mission.start_facing,
            activated: false,
            escaped: false,
            ap: 0,
            overwatch: false,
            jammed: false,
            ammo,
            reloads: model.reloads.unwrap_or(reloads),
            bursts: 0,
            sustained: None,
        }
    }
}

/// Degrees clockwise from north, as clients draw facings.
pub const fn degrees(facing: Facing) -> i32 {
    match facing {
        Facing::North => 0,
        Facing::East => 90,
        Facing::South => 180,
        Facing::West => 270,
    }
}
