//! What a game is set up from: a battle, and options of the rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::data::ground::Battle;

/// What is chosen before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Setup {
    /// A ready battle.
    pub battle: String,
    /// Whether cover is averaged over a squad, or each shot names the models it is aimed at; as the battle has it where
    /// nothing is said.
    pub cover_average: Option<bool>,
    /// A preset in place of the battle's.
    pub preset: Option<String>,
    /// Options that differ from the preset.
    pub options: BTreeMap<String, String>,
    /// A table made from this number in place of the battle's; 0: the battle's own.
    pub terrain: Option<u64>,
    /// The landscape of a table that is made.
    pub landscape: Option<String>,
    /// The first army in place of the battle's: a ready one, or a list.
    pub red: Option<String>,
    /// The second army.
    pub blue: Option<String>,
    /// 2E-SET-016: where pieces lie that were shifted by agreement, by their names: `{"wood-1": "30\",18\""}`.
    pub shifted: BTreeMap<String, String>,
    /// 2E-SET-018: the ground agreed for pieces, by their names or kinds: `{"wood": "difficult"}`.
    pub ground: BTreeMap<String, String>,
    /// 2E-SPC-012: the armour agreed for buildings, by their names.
    pub armour: BTreeMap<String, u8>,
    /// 2E-SET-011: a table that the players have laid out by turns.
    pub laid: Option<String>,
    /// 2E-SPC-013: what is special about pieces, by their names: `{"ruin-1": "long-stair"}`.
    pub special: BTreeMap<String, String>,
    /// Options by themselves, as the form has them: `{"hiding": "off"}`; an empty one is as the battle has it.
    #[serde(flatten)]
    pub single: BTreeMap<String, String>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            battle: "first-shots".to_owned(),
            cover_average: None,
            preset: None,
            options: BTreeMap::new(),
            terrain: None,
            landscape: None,
            red: None,
            blue: None,
            shifted: BTreeMap::new(),
            ground: BTreeMap::new(),
            armour: BTreeMap::new(),
            laid: None,
            special: BTreeMap::new(),
            single: BTreeMap::new(),
        }
    }
}

/// Options of the game that rules ask for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Cover is averaged (2E-CAS-004).
    pub cover_average: bool,
    /// 2E-AMB-029: only visible friends keep a squad from rallying.
    pub rally_needs_sight: bool,
    /// Flak armour is better against markers and teardrops.
    pub flak_against_blasts: bool,
    /// 2E-AMB-042: vehicles may go straight back at slow speed.
    pub reverse: bool,
    /// Troops may hide.
    pub hiding: bool,
    /// Troops may go on overwatch.
    pub overwatch: bool,
    /// 2E-AMB-015: whoever is shot at loses overwatch without a test.
    pub overwatch_auto_loss: bool,
    /// 2E-AMB-031: stupid troops have to roll less than their Leadership.
    pub strict_stupidity: bool,
    /// 2E-SPC-014: there are vehicles.
    pub vehicles: bool,
    /// 2E-AMB-158: anything may be measured at any time.
    pub measure_freely: bool,
    /// 2E-SPC-002: missions are secret.
    pub secret_missions: bool,
    /// TABX-001: Orks do not take some missions.
    pub ork_mission_limit: bool,
    /// 2E-SPC-005: hills are difficult ground.
    pub hills_difficult: bool,
    /// 2E-SPC-006: some are lost who flee into bad ground.
    pub flee_bad_ground: bool,
    /// 2E-SPC-007: nobody enters a building.
    pub closed_buildings: bool,
    /// 2E-SPC-010: markers laid on models strike buildings, too.
    pub blast_hits_buildings: bool,
    /// 2E-SPC-011: very large buildings are divided into sections.
    pub building_sections: bool,
    /// 2E-SPC-016: troops and weapons that players made themselves are admitted.
    pub home_made: bool,
    /// Weapons that only rulings make usable are left out.
    pub no_wargear_rulings: bool,
    /// 2E-SET-004: one player has laid out the table, the other takes a side.
    pub one_lays_out: bool,
    /// 2E-SET-011: the players place the terrain by turns.
    pub by_turns: bool,
    /// 2E-SPC-013: the battle may have winding stairs, narrow passages and walkways.
    pub special_features: bool,
    /// 2E-MIS-002: how missions come to the players.
    pub mission_method: MissionMethod,
    /// 2E-MIS-018: how long the game lasts.
    pub length: GameLength,
}

/// 2E-MIS-002: how missions come to the players.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum MissionMethod {
    /// As the battle has them.
    #[default]
    Fixed,
    /// Dealt at random.
    Dealt,
    /// Each takes the one it likes.
    Picked,
    /// Rolled openly.
    Rolled,
}

/// 2E-MIS-018: how long a game lasts.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum GameLength {
    /// 2E-MIS-017: a number of turns.
    #[default]
    Turns,
    /// 2E-MIS-020: rolled at the start.
    Variable,
    /// 2E-MIS-019: until a side has so many points.
    SuddenDeath(u16),
}

/// The value of every option: as it was said, as the battle has it, as the preset has it, or the first one.
pub(super) fn said(data: &Data, setup: &Setup, battle: &Battle) -> Result<BTreeMap<String, String>, String> {
    let wanted = setup.preset.as_ref().unwrap_or(&battle.preset);
    let preset = data.presets.iter().find(|preset| preset.id == *wanted);
    let preset = preset.ok_or_else(|| format!("there is no preset `{wanted}`"))?;
    let mut own: BTreeMap<&String, &String> = setup.options.iter().collect();
    own.extend(setup.single.iter().filter(|(_, value)| !value.is_empty()));
    let known = |id: &&String| data.options.iter().any(|option| option.id == **id);
    if let Some(unknown) = own.keys().copied().chain(setup.single.keys()).find(|id| !known(id)) {
        return Err(format!("there is no option `{unknown}`"));
    }
    let mut found = BTreeMap::new();
    for option in &data.options {
        let value = own
            .get(&option.id)
            .copied()
            .or_else(|| battle.options.get(&option.id))
            .or_else(|| preset.options.get(&option.id))
            .or_else(|| option.values.first());
        let Some(value) = value else { continue };
        if !option.values.contains(value) {
            return Err(format!("`{}` can be {}, not `{value}`", option.id, option.values.join(" or ")));
        }
        if option.unbuilt.contains(value) && own.contains_key(&option.id) {
            return Err(format!("`{}` = `{value}` is not built yet", option.id));
        }
        found.insert(option.id.clone(), value.clone());
    }
    Ok(found)
}
