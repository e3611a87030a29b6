//! Weapons that are nothing but data: the charts beyond the core game.

use std::collections::BTreeMap;

use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::target::Need;
use grognard_engine::{Rules, rules};
use serde::Deserialize;

use crate::profile::Ranged;

/// How hard something is to hurt (SH-WPN-010).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Genestealers and blips.
    Stealer,
    /// Hybrids and the Imperial Guard.
    Hybrid,
    /// Marines in power armour.
    PowerArmour,
    /// Terminators.
    #[default]
    Terminator,
    /// Dire Avengers, Striking Scorpions, Warlocks.
    Avenger,
    /// Dark Reapers, Fire Dragons, Wraithguard.
    Reaper,
    /// Howling Banshees and Harlequins.
    Banshee,
    /// Closed doors, and what is attacked like one.
    Door,
    /// Bulkheads.
    Bulkhead,
}

/// What a shot acts on.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Area {
    /// One model or thing.
    #[default]
    Target,
    /// A section, which burns afterwards.
    Flames,
    /// A section.
    Section,
    /// A section next to one's own (SH-WGR-002).
    NextSection,
    /// One square two or three squares away (SH-WGR-003).
    Square,
}

/// What a shot leaves behind.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leaves {
    /// SH-WGR-004: blocks sight as long as flames would.
    Blind,
    /// SH-WGR-008: blocks sight until the Stealer Endphase.
    Frag,
    /// SH-WGR-009: a pitfall to be.
    Melta,
}

/// The number needed by what is hit; 0 is automatic, none is out of reach.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Needs {
    stealer: Option<u8>,
    hybrid: Option<u8>,
    power: Option<u8>,
    terminator: Option<u8>,
    /// SH-AMB-035, SH-AMB-047: another reading of the number against Terminators, an option.
    other_reading: Option<u8>,
    door: Option<u8>,
    bulkhead: Option<u8>,
    /// Against Dire Avengers, Dark Reapers and Howling Banshees and what is like them; without, the
    /// numbers against power armour, Terminators and Hybrids hold (SH-WPN-010).
    eldar: Option<[u8; 3]>,
}

/// Other numbers at a distance (SH-WAU-002).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Far {
    beyond: u16,
    power: Option<u8>,
    terminator: Option<u8>,
    bulkhead: Option<u8>,
    /// Against Eldar.
    eldar: Option<[u8; 3]>,
}

/// A line of the chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What it acts on.
    #[serde(default)]
    pub area: Area,
    /// Dice of a shot.
    pub dice: u8,
    /// What a shot costs.
    pub cost: u8,
    /// How far it reaches; without, as far as one sees.
    #[serde(default)]
    pub range: Option<u16>,
    /// How far it reaches on overwatch; without, it cannot watch.
    #[serde(default)]
    pub overwatch: Option<u16>,
    /// Whether it is fired on the move.
    #[serde(default, rename = "move")]
    pub moves: bool,
    /// What a shot on the move costs beyond the step (SH-FDR-002).
    #[serde(default)]
    pub on_the_move: u8,
    /// SH-FDR-004, SH-FDR-005: it burns holes into the floor.
    #[serde(default)]
    pub melts: bool,
    /// SH-DRP-004: it watches with the ammunition named then, and for one shot.
    #[serde(default)]
    pub finder: bool,
    /// Whether it is a heavy weapon.
    #[serde(default)]
    pub heavy: bool,
    /// SH-CLA-012: a pistol helps in close assault.
    #[serde(default)]
    pub pistol: bool,
    /// What its weight does in close assault (SH-WPN-005).
    #[serde(default)]
    pub bonus: i8,
    /// What its weight takes off the bearer's action points (SH-WMG-001).
    #[serde(default)]
    pub weight: u8,
    /// SH-WPL-001: it recharges after a shot.
    #[serde(default)]
    pub recharges: bool,
    /// SH-WGR-001: it is thrown by hand.
    #[serde(default)]
    pub thrown: bool,
    /// SH-TYR-017: whom it hits it brings to the ground instead of killing him.
    #[serde(default)]
    pub entangles: bool,
    /// SH-PIT-016: what it fires is a grenade, and may drop down a hole.
    #[serde(default)]
    pub grenade: bool,
    /// Shots, where they are counted.
    #[serde(default)]
    pub shots: Option<u8>,
    /// Reloads to begin with.
    #[serde(default)]
    pub reloads: u8,
    /// What it leaves behind.
    #[serde(default)]
    pub marker: Option<Leaves>,
    need: Needs,
    #[serde(default)]
    far: Option<Far>,
    /// What consecutive shots take off the number; nothing for weapons without sustained fire.
    #[serde(default)]
    pub ladder: Vec<u8>,
}

impl Weapon {
    /// What it needs against something, at a distance (SH-WPN-002).
    pub fn need(&self, class: Class, distance: u16) -> Need {
        let far = self.far.filter(|far| distance > far.beyond);
        let own = far.and_then(|far| far.eldar).or(self.need.eldar);
        let eldar = |column: usize| own.map(|numbers| numbers[column]);
        let number = match class {
            Class::Stealer => self.need.stealer,
            Class::Hybrid => self.need.hybrid,
            Class::PowerArmour => far.and_then(|far| far.power).or(self.need.power),
            Class::Terminator => far.and_then(|far| far.terminator).or(self.need.terminator),
            // SH-ELD-004: numbers of their own, or those of armour that is like theirs.
            Class::Avenger => eldar(0).or(far.and_then(|far| far.power)).or(self.need.power),
            Class::Reaper => eldar(1).or(far.and_then(|far| far.terminator)).or(self.need.terminator),
            Class::Banshee => eldar(2).or(self.need.hybrid),
            Class::Door => self.need.door,
            Class::Bulkhead => far.and_then(|far| far.bulkhead).or(self.need.bulkhead),
        };
        match number {
            None => Need::Impossible,
            Some(0) => Need::Automatic,
            Some(number) => Need::AtLeast(number),
        }
    }

    /// SH-AMB-035, SH-AMB-047: what another reading of the chart needs against a Terminator.
    pub fn other_reading(&self, class: Class, distance: u16) -> Option<Need> {
        let near = self.far.is_none_or(|far| distance <= far.beyond);
        self.need.other_reading.filter(|_| class == Class::Terminator && near).map(Need::AtLeast)
    }

    /// SH-PIT-016: whether it may drop down a hole.
    pub fn drops(&self) -> bool {
        self.thrown || self.grenade
    }

    /// Whether a shot is aimed at one model or thing.
    pub fn aims(&self) -> bool {
        self.area == Area::Target
    }

    /// Whether it covers a section or a square without setting it on fire.
    pub fn launches(&self) -> bool {
        matches!(self.area, Area::Section | Area::NextSection | Area::Square)
    }
}

/// Reads the charts: one entry for every weapon beyond the core game.
pub fn load(files: &DataFiles) -> Result<Vec<Option<Weapon>>, DataError> {
    let path = "weapons.toml";
    let text = files.get(path)?;
    let mut table: BTreeMap<String, Weapon> =
        toml::from_str(text).map_err(|error| DataError::toml(path, text, &error))?;
    let mut weapons = Vec::new();
    for weapon in Ranged::ALL {
        let listed = table.remove(weapon.name());
        if listed.is_none() && !weapon.is_core() {
            return Err(DataError::new(path, None, format!("there is no `{}`", weapon.name())));
        }
        if let Some(listed) = &listed {
            check(weapon.name(), listed).map_err(|what| DataError::new(path, None, what))?;
        }
        weapons.push(listed);
    }
    match table.keys().next() {
        Some(unknown) => Err(DataError::new(path, None, format!("`{unknown}` is not a weapon"))),
        None => Ok(weapons),
    }
}

fn check(name: &str, weapon: &Weapon) -> Result<(), String> {
    let needs = &weapon.need;
    let all = [needs.stealer, needs.hybrid, needs.power, needs.terminator, needs.door, needs.bulkhead];
    let sound = (1..=4).contains(&weapon.dice)
        && weapon.cost <= 50
        && (-20..=20).contains(&weapon.bonus)
        && weapon.weight <= 4
        && weapon.on_the_move <= 4
        && weapon.shots.is_none_or(|shots| shots <= 50)
        && weapon.reloads <= 50
        && weapon.ladder.len() <= 20
        && weapon.ladder.iter().all(|step| *step <= 6)
        && all.into_iter().flatten().all(|need| need <= 7);
    if sound { Ok(()) } else { Err(format!("`{name}` has a number that is out of bounds")) }
}

/// The rules behind a weapon: its shots, its series, what it cannot do, what it does on overwatch.
#[derive(Copy, Clone, Debug)]
pub struct Behind {
    /// Carried by every shot.
    pub shot: Rules,
    /// Carried by shots of a series.
    pub series: Rules,
    /// Why a series brings nothing.
    pub flat: Rules,
    /// Why it is not fired on the move.
    pub still: Rules,
    /// Why it does not watch.
    pub blind: Rules,
    /// Carried by overwatch shots.
    pub watch: Rules,
    /// Why something is out of its range.
    pub range: Rules,
}

/// The rules behind a weapon.
pub fn behind(weapon: Ranged) -> Behind {
    let plain = Behind {
        shot: &[],
        series: &[],
        flat: &[],
        still: rules!["SH-MAF-005"],
        blind: rules!["SH-OVW-001", "SH-ACT-020"],
        watch: rules!["SH-WPN-004"],
        range: rules!["SH-TGT-001"],
    };
    match weapon {
        Ranged::StormBolter | Ranged::AssaultCannon | Ranged::HeavyFlamer => plain,
        Ranged::Autocannon => Behind {
            shot: rules!["SH-WAU-001", "SH-WAU-002"],
            series: rules!["SH-WAU-003"],
            still: rules!["SH-WAU-001", "SH-MAF-005"],
            blind: rules!["SH-WAU-001", "SH-OVW-001"],
            ..plain
        },
        Ranged::BoltPistol => Behind {
            shot: rules!["SH-WBP-001"],
            flat: rules!["SH-WBP-001"],
            range: rules!["SH-WBP-001", "SH-TGT-001"],
            ..plain
        },
        Ranged::Bolter => Behind {
            shot: rules!["SH-WBO-001"],
            series: rules!["SH-WBO-001"],
            watch: rules!["SH-WBO-002", "SH-WBO-003", "SH-JAM-002", "SH-JAM-008", "SH-WPN-004"],
            ..plain
        },
        Ranged::HeavyBolter => Behind {
            shot: rules!["SH-WHB-001"],
            series: rules!["SH-WHB-001"],
            still: rules!["SH-WHB-002", "SH-MAF-005"],
            watch: rules!["SH-WHB-002", "SH-WPN-004"],
            ..plain
        },
        Ranged::ConversionBeamer => Behind {
            shot: rules!["SH-WCB-001", "SH-WCB-002"],
            flat: rules!["SH-WCB-001"],
            still: rules!["SH-WCB-001", "SH-MAF-005"],
            blind: rules!["SH-WCB-001", "SH-OVW-001"],
            ..plain
        },
        Ranged::Flamer => Behind {
            shot: rules!["SH-WSF-001", "SH-WSF-005"],
            still: rules!["SH-WSF-005", "SH-MAF-005"],
            blind: rules!["SH-WSF-005", "SH-OVW-001"],
            ..plain
        },
        Ranged::HandFlamer => Behind { shot: rules!["SH-WCX-002"], ..plain },
        Ranged::BlindGrenade => Behind { shot: rules!["SH-WGR-004"], ..plain },
        Ranged::GrenadeHarness => Behind {
            shot: rules!["SH-WGR-005", "SH-WGR-004"],
            still: rules!["SH-WGR-005", "SH-MAF-005"],
            ..plain
        },
        Ranged::CrackGrenade => Behind { shot: rules!["SH-WGR-006"], ..plain },
        Ranged::FragGrenade => Behind { shot: rules!["SH-WGR-007"], ..plain },
        Ranged::MeltaBomb => Behind { shot: rules!["SH-WGR-009"], ..plain },
        Ranged::PlasmaGrenade => Behind { shot: rules!["SH-WGR-011"], ..plain },
        Ranged::GrenadeLauncher => {
            Behind { shot: rules!["SH-WGR-012"], range: rules!["SH-WGR-012", "SH-TGT-002"], ..plain }
        }
        Ranged::Laspistol => Behind {
            shot: rules!["SH-WLA-002"],
            flat: rules!["SH-WLA-001"],
            range: rules!["SH-WLA-002", "SH-TGT-001"],
            ..plain
        },
        Ranged::Lasgun => Behind {
            shot: rules!["SH-WLA-003"],
            flat: rules!["SH-WLA-001"],
            watch: rules!["SH-WLA-003", "SH-JAM-002", "SH-WPN-004"],
            ..plain
        },
        Ranged::LasCannon => Behind {
            shot: rules!["SH-WLA-004"],
            flat: rules!["SH-WLA-001"],
            still: rules!["SH-WLA-004", "SH-MAF-005"],
            blind: rules!["SH-WLA-004", "SH-OVW-001"],
            ..plain
        },
        Ranged::MeltaGun => Behind {
            shot: rules!["SH-WMG-002"],
            flat: rules!["SH-SUS-009"],
            still: rules!["SH-WMG-002", "SH-MAF-005"],
            blind: rules!["SH-WMG-002", "SH-OVW-001"],
            range: rules!["SH-WMG-002", "SH-TGT-001"],
            ..plain
        },
        Ranged::CrackMissile => Behind {
            shot: rules!["SH-WML-001", "SH-WML-002"],
            flat: rules!["SH-WML-001"],
            still: rules!["SH-WML-001", "SH-MAF-005"],
            blind: rules!["SH-WML-004", "SH-OVW-001"],
            ..plain
        },
        Ranged::PlasmaMissile => {
            Behind { shot: rules!["SH-WML-001", "SH-WML-003"], still: rules!["SH-WML-001"], ..plain }
        }
        Ranged::FragMissile => Behind { shot: rules!["SH-WML-004"], ..plain },
        Ranged::PlasmaGun | Ranged::PlasmaPistol => {
            Behind { shot: rules!["SH-WPL-001"], blind: rules!["SH-WPL-002", "SH-OVW-001"], ..plain }
        }
        Ranged::HeavyPlasmaRapid => Behind {
            shot: rules!["SH-WPL-003", "SH-WPL-004"],
            still: rules!["SH-WPL-006", "SH-MAF-005"],
            blind: rules!["SH-WPL-006", "SH-OVW-001"],
            ..plain
        },
        Ranged::HeavyPlasmaMaximal => Behind { shot: rules!["SH-WPL-003", "SH-WPL-005"], ..plain },
        Ranged::RipperGun => Behind {
            shot: rules!["SH-WRG-001"],
            series: rules!["SH-WRG-001"],
            watch: rules!["SH-WRG-001", "SH-JAM-008", "SH-WPN-004"],
            range: rules!["SH-WRG-001", "SH-TGT-001"],
            ..plain
        },
        Ranged::ShurikenPistol => {
            Behind { shot: rules!["SH-WSH-001"], series: rules!["SH-WSH-001"], ..plain }
        }
        Ranged::ShurikenCannon => Behind {
            shot: rules!["SH-WSH-002"],
            series: rules!["SH-WSH-002"],
            watch: rules!["SH-WSH-002", "SH-WPN-004"],
            ..plain
        },
        Ranged::ShurikenCatapult => {
            Behind { shot: rules!["SH-WCX-003"], series: rules!["SH-WCX-003"], ..plain }
        }
        Ranged::FleshBorer
        | Ranged::SpikeRifle
        | Ranged::Strangleweb
        | Ranged::Flamespurt
        | Ranged::Spinefist
        | Ranged::Deathspitter
        | Ranged::VenomCannon => Behind {
            shot: rules!["SH-TYR-017"],
            series: rules!["SH-TYR-017"],
            still: rules!["SH-TYR-017", "SH-MAF-005"],
            blind: rules!["SH-TYR-017", "SH-OVW-001"],
            range: rules!["SH-TYR-017", "SH-TGT-001"],
            ..plain
        },
        Ranged::Wraithcannon => Behind {
            shot: rules!["SH-WGD-003"],
            flat: rules!["SH-WGD-003"],
            watch: rules!["SH-WGD-003", "SH-WGD-004", "SH-WPN-004"],
            range: rules!["SH-WGD-003", "SH-TGT-001"],
            ..plain
        },
        Ranged::DragonMelta => Behind {
            shot: rules!["SH-FDR-002", "SH-FDR-003"],
            flat: rules!["SH-FDR-002"],
            blind: rules!["SH-FDR-002", "SH-OVW-001"],
            range: rules!["SH-FDR-002", "SH-TGT-001"],
            ..plain
        },
        Ranged::Firepike => Behind {
            shot: rules!["SH-EXA-007"],
            flat: rules!["SH-EXA-007"],
            blind: rules!["SH-EXA-007", "SH-OVW-001"],
            range: rules!["SH-EXA-007", "SH-TGT-001"],
            ..plain
        },
        Ranged::BrightLance => Behind {
            shot: rules!["SH-EXA-005"],
            flat: rules!["SH-EXA-005"],
            blind: rules!["SH-EXA-005", "SH-OVW-001"],
            ..plain
        },
        Ranged::SuperKrak | Ranged::ReaperPlasma | Ranged::ReaperFrag => Behind {
            shot: rules!["SH-DRP-002", "SH-DRP-003"],
            flat: rules!["SH-DRP-002"],
            still: rules!["SH-DRP-002", "SH-MAF-005"],
            watch: rules!["SH-DRP-004", "SH-WPN-004"],
            ..plain
        },
        Ranged::WebOfSkulls => Behind {
            shot: rules!["SH-EXA-011"],
            flat: rules!["SH-EXA-011"],
            blind: rules!["SH-EXA-011", "SH-OVW-001"],
            range: rules!["SH-EXA-011", "SH-TGT-001"],
            ..plain
        },
        Ranged::Mandiblaster => Behind { shot: rules!["SH-SSC-003"], ..plain },
        Ranged::WarShout => Behind { shot: rules!["SH-EXA-016"], ..plain },
        Ranged::SniperRifle => Behind { shot: rules!["SH-IGF-021"], ..plain },
        Ranged::CycloneLauncher => {
            Behind { shot: rules!["SH-WCX-001"], range: rules!["SH-WCX-001", "SH-TGT-002"], ..plain }
        }
    }
}
