//! What weapons do beyond their row (`effects.toml`), and markers and teardrops (`markers.toml`).

use grognard_space::table::Length;
use grognard_tabletop::ruler::Inches;
use serde::Deserialize;

use super::amount::Amount;

/// The numbers of the effects that are built. Tables of others are not looked at.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "one field an effect")]
pub struct Effects {
    pub burning: Burning,
    pub needle: Needle,
    pub web: Web,
    pub bow: Bow,
    pub assault_cannon: AssaultCannon,
    pub hellfire_shell: Hellfire,
    pub shotgun: Shotgun,
    pub graviton_gun: Graviton,
    pub choke: Gas,
    pub toxin: Toxin,
    pub vortex: Vortex,
    pub photon_flash: Flash,
    pub smoke: Cloud,
    pub blind: Cloud,
    pub mole_mortar: MoleMortar,
    pub auto_launcher: AutoLauncher,
    pub radiation: Radiation,
    pub scatter_laser: ScatterLaser,
    pub cyclone: Cyclone,
    pub banshee_mask: BansheeMask,
    pub harlequins_kiss: HarlequinsKiss,
    pub lightning_claws: LightningClaws,
    pub mandiblasters: Mandiblasters,
    pub hunting_lance: HuntingLance,
    pub crozius_arcanum: Crozius,
}

/// The scatter laser: several shots, which need not all go at one target.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct ScatterLaser {
    pub shots: u8,
    pub within: Inches,
}

/// The cyclone: the missiles it has, and how many go off at once.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Cyclone {
    pub missiles: u8,
    pub most: u8,
    pub within: Inches,
}

/// The banshee mask: what is left of the attack dice of those it charges.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct BansheeMask {
    pub attack_dice: u8,
}

/// The Harlequin's kiss against armour.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct HarlequinsKiss {
    pub again_on: u8,
    pub one_crewman_to: u8,
    pub crew_2_from: u8,
    pub all_crew_from: u8,
    pub crew_4_needs: u8,
    pub crew_2_needs: u8,
}

/// Lightning claws.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct LightningClaws {
    pub attacks: u8,
    pub one_hit: String,
    pub combined: String,
    pub combined_from: u8,
}

/// Mandiblasters.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Mandiblasters {
    pub shots: u8,
    pub always_wounds: u8,
}

/// The hunting lance.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct HuntingLance {
    pub bonus: i8,
}

/// The Crozius Arcanum.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Crozius {
    pub penetration: String,
}

/// 2E-WPN-014: the auto-launcher.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct AutoLauncher {
    pub carried: u8,
    pub salvo: u8,
    pub distance: Inches,
    pub others: Amount,
}

/// 2E-WPN-019: the radiation grenade.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Radiation {
    pub radius: Amount,
}

/// The mole mortar: whether its torpedo comes up, and what it does there.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct MoleMortar {
    pub lost_to: u8,
    pub off_to: u8,
    pub effects: Vec<Eruption>,
}

/// What a torpedo does where it comes up.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Eruption {
    pub from: u8,
    pub result: String,
    pub strength: u8,
    pub damage: String,
    pub save: i8,
    pub penetration: String,
}

/// Burning.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Burning {
    pub catches_from: u8,
    pub goes_out_from: u8,
}

/// Needle weapons.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Needle {
    pub other_strength: u8,
    pub immune: Vec<String>,
}

/// Web.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Web {
    pub struggle: Amount,
    pub free_from: u8,
    pub wounds: u8,
    pub weapon_skill: u8,
}

/// The graviton gun: what it adds on a damage table.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Graviton {
    pub damage_table: u8,
}

/// Bows.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Bow {
    pub basic_save_to: u8,
    pub save_bonus: i8,
}

/// The assault cannon.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct AssaultCannon {
    pub jams: u8,
}

/// The hellfire shell.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Hellfire {
    pub wounds_from: u8,
    pub splash_radius: Inches,
    pub splash_from: u8,
}

/// Shotguns.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Shotgun {
    pub pushed: Inches,
    pub falls_from: u8,
}

/// Choke gas.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Gas {
    pub affected_from: u8,
    pub dead_to: u8,
    pub recovers_from: u8,
}

/// Toxin.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Toxin {
    pub slain_from: u8,
    pub tough_slain_from: u8,
    pub tough_armies: Vec<String>,
    pub tough_units: Vec<String>,
    pub tough_armour: Vec<String>,
}

/// The vortex.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Vortex {
    pub partly_needs: u8,
    pub damage_table: u8,
}

/// Photon flashes.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Flash {
    pub affected_from: u8,
    pub weapon_skill: u8,
    pub recovers_from: u8,
}

/// Smoke and blind clouds.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the ruling")]
pub struct Cloud {
    pub move_divided_by: i32,
    #[serde(default = "whole")]
    pub weapon_skill_divided_by: u8,
}

/// What divides nothing.
const fn whole() -> u8 {
    1
}

/// The file of markers.
#[derive(Clone, Debug, Deserialize)]
pub struct Markers {
    teardrop: Vec<Teardrop>,
    /// Markers that stay on the table.
    pub lasting: Vec<Lasting>,
    /// How far they drift.
    pub drift: Drift,
}

#[derive(Clone, Debug, Deserialize)]
struct Teardrop {
    id: String,
    length: Inches,
    width: Inches,
}

/// How markers drift.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the table")]
pub struct Drift {
    pub roll: Amount,
    pub distance: Amount,
}

/// A marker that stays.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the table")]
pub struct Lasting {
    pub id: String,
    pub rolls: Vec<Fate>,
    pub sight: LastingSight,
}

/// What becomes of a marker at the start of a turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the table")]
pub enum Fate {
    Gone,
    GoneAtEnd,
    Stays,
    Drifts,
    DriftsThenGone,
}

/// Whether one sees through it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the table")]
pub enum LastingSight {
    Open,
    Blocks,
    BlocksButBionicEye,
}

impl Markers {
    /// Length and width of a teardrop.
    pub fn teardrop(&self, id: &str) -> Option<(Length, Length)> {
        let found = self.teardrop.iter().find(|teardrop| teardrop.id == id)?;
        Some((found.length.0, found.width.0))
    }

    /// The number of a lasting marker.
    pub fn lasting(&self, id: &str) -> Option<u8> {
        self.lasting.iter().position(|marker| marker.id == id).map(|at| at as u8)
    }
}
