//! Datasheets as the game uses them: what a unit is, with its fit and the characters that belong to it.

use grognard_engine::{RuleId, rule};
use grognard_space::table::{Footprint, Form, Length, Measured, Tags};

use crate::abilities::{Abilities, Ability};
use crate::data::Data;
use crate::data::amount::{Amount, Range};
use crate::data::unit::{ArcName, Bay, Carried, FlightClass, Join, Mode, ModeKind, Sheet, UnitType};

/// What firepower a unit is hurt by.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of the rules")]
pub enum Class {
    Infantry,
    Vehicle,
    /// EA-ABIL-080.
    LightVehicle,
    /// EA-WE-056.
    WarEngine,
}

/// The columns of the terrain table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of the table")]
pub enum Column {
    Infantry,
    Vehicle,
    WarEngine,
}

impl Column {
    /// All of them.
    pub const ALL: [Column; 3] = [Column::Infantry, Column::Vehicle, Column::WarEngine];
}

/// What shots are worth (EA-WPN-003, EA-ABIL-084, EA-ABIL-144).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fire {
    /// Anti-personnel.
    Ap,
    /// Anti-tank.
    At,
    /// Macro-weapon.
    Mw,
    /// Titan Killer.
    Tk,
}

impl Fire {
    /// EA-ALLO-003, EA-ABIL-081, EA-WE-021: which classes it hurts.
    pub const fn hurts(self, class: Class) -> bool {
        match self {
            Fire::Ap => matches!(class, Class::Infantry | Class::LightVehicle),
            Fire::At => !matches!(class, Class::Infantry),
            Fire::Mw | Fire::Tk => true,
        }
    }

    /// The rule of it.
    pub const fn rule(self) -> RuleId {
        match self {
            Fire::Ap | Fire::At => rule!("EA-ALLO-003"),
            Fire::Mw => rule!("EA-ABIL-084"),
            Fire::Tk => rule!("EA-ABIL-144"),
        }
    }
}

/// Further than any table is long.
pub const UNLIMITED: Length = Length::cm(10_000);

/// Copies of a weapon that shoots, in one of its modes, as a datasheet has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gun {
    /// Its name in the data.
    pub weapon: String,
    /// The line of the datasheet it stands on; modes of one weapon have the same.
    pub line: u8,
    /// EA-WPN-001: whether it is the other one of two modes of its line.
    pub other: bool,
    /// EA-UNIT-010: how many copies.
    pub count: u8,
    /// How far it reaches.
    pub range: Length,
    /// EA-WPN-005, EA-WPN-007: dice a copy.
    pub shots: Amount,
    /// EA-WPN-003: against infantry.
    pub ap: Option<u8>,
    /// EA-WPN-003: against vehicles.
    pub at: Option<u8>,
    /// EA-ABIL-084: against anybody.
    pub mw: Option<u8>,
    /// EA-AA-001: against aircraft in flight.
    pub aa: Option<u8>,
    /// EA-WPN-011: Barrage points a copy.
    pub bp: Option<Amount>,
    /// EA-TK-001: damage points a hit.
    pub titan_killer: Option<Amount>,
    /// EA-LOF-008 to EA-LOF-012: where it may look.
    pub arc: Option<ArcName>,
    /// EA-ABIL-007, EA-ABIL-008: of its line and of its unit.
    pub abilities: Abilities,
}

impl Gun {
    /// What it needs to hit with a kind of fire.
    pub const fn need(&self, fire: Fire) -> Option<u8> {
        match fire {
            Fire::Ap => self.ap,
            Fire::At => self.at,
            Fire::Mw if self.titan_killer.is_none() => self.mw,
            Fire::Tk if self.titan_killer.is_some() => self.mw,
            Fire::Mw | Fire::Tk => None,
        }
    }

    /// The kinds of fire it has.
    pub fn fires(&self) -> impl Iterator<Item = Fire> + '_ {
        [Fire::Ap, Fire::At, Fire::Mw, Fire::Tk].into_iter().filter(|fire| self.need(*fire).is_some())
    }

    /// Whether it can hurt a class at all.
    pub fn harms(&self, class: Class) -> bool {
        self.bp.is_some() || self.fires().any(|fire| fire.hurts(class))
    }
}

/// A line of a datasheet that counts in assaults (EA-WPN-012, EA-WPN-013).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Its name in the data.
    pub weapon: String,
    /// The line of the datasheet it stands on; modes of one weapon have the same.
    pub line: u8,
    /// EA-WPN-001: whether it is the other one of two modes of its line.
    pub other: bool,
    /// EA-WPN-002: whether it is used besides another mode of its line.
    pub joined: bool,
    /// How many copies.
    pub count: u8,
    /// Whether it is an Assault Weapon; else Small Arms.
    pub close: bool,
    /// EA-ABIL-030: attacks on top; none where it is part of CC or FF.
    pub extra: Option<Amount>,
    /// EA-TK-001.
    pub titan_killer: Option<Amount>,
    /// Macro-weapon, First Strike, Lance and others.
    pub abilities: Abilities,
}

/// EA-ORB-001: a bombardment from orbit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bombardment {
    /// Barrage points.
    pub points: Amount,
    /// What its hits are.
    pub abilities: Abilities,
}

/// A datasheet as the game uses it, with the weapons chosen with the army (EA-UNIT-011).
#[derive(Clone, Debug)]
pub struct Kind {
    /// What it was mustered as: `sm-dreadnought:assault`, `sm-tactical+sm-captain`.
    pub key: String,
    /// Its name in the data.
    pub sheet: String,
    /// EA-ABIL-010: the characters that belong to it.
    pub characters: Vec<String>,
    /// Its class.
    pub class: Class,
    /// EA-AIR-001: how it flies; none on the ground.
    pub flight: Option<FlightClass>,
    /// Whether it is a spacecraft.
    pub spacecraft: bool,
    /// EA-UNIT-007.
    pub speed: Length,
    /// EA-UNIT-008.
    pub armour: Option<u8>,
    /// EA-UNIT-009.
    pub cc: Option<u8>,
    /// EA-UNIT-009.
    pub ff: Option<u8>,
    /// What it shoots with; neither Assault Weapons nor Small Arms are among it.
    pub guns: Vec<Gun>,
    /// What it fights with.
    pub blows: Vec<Blow>,
    /// EA-ORB-001: its bombardments from orbit.
    pub bombardments: Vec<Bombardment>,
    /// EA-PIN-001: its pin-point attacks.
    pub pin_points: Vec<Gun>,
    /// EA-UNIT-012.
    pub abilities: Abilities,
    /// EA-WE-001: initial damage capacity; 1 for all others, each of which counts as one unit.
    pub dc: u8,
    /// EA-VOID-001.
    pub void_shields: u8,
    /// EA-PFLD-001.
    pub power_fields: Option<Amount>,
    /// EA-ARMY-033.
    pub shadowfields: u8,
    /// What a critical hit does, by name.
    pub critical: Option<String>,
    /// What it carries.
    pub transport: Vec<Bay>,
    /// EA-AMB-011: its height level.
    pub height: u8,
    /// What it is in space.
    pub form: Form,
}

impl Kind {
    /// Whether it has an ability.
    pub const fn has(&self, ability: Ability) -> bool {
        self.abilities.has(ability)
    }

    /// Whether it is a war engine.
    pub const fn is_war_engine(&self) -> bool {
        matches!(self.class, Class::WarEngine)
    }

    /// The column of the terrain table. EA-ABIL-092, EA-AMB-123: Mounted infantry and light vehicles are vehicles there.
    pub const fn column(&self) -> Column {
        match self.class {
            Class::Infantry if self.has(Ability::Mounted) => Column::Vehicle,
            Class::Infantry => Column::Infantry,
            Class::Vehicle | Class::LightVehicle => Column::Vehicle,
            Class::WarEngine => Column::WarEngine,
        }
    }

    /// A datasheet by what it is mustered as.
    pub fn new(data: &Data, key: &str) -> Result<Kind, String> {
        let mut parts = key.split('+');
        let unit = parts.next().unwrap_or_default();
        let (sheet, fit) = unit.split_once(':').map_or((unit, None), |(sheet, fit)| (sheet, Some(fit)));
        let found = data.sheets.get(sheet).ok_or_else(|| format!("there is no unit `{sheet}`"))?;
        // An ability it was given stands with a mark of exclamation (EA-AMB-136).
        let (given, parts): (Vec<&str>, Vec<&str>) = parts.partition(|part| part.starts_with('!'));
        let given: Vec<String> = given.iter().map(|part| part.trim_start_matches('!').to_owned()).collect();
        let (mounted, joined): (Vec<&str>, Vec<&str>) =
            parts.into_iter().partition(|part| part.contains('@'));
        let characters: Vec<String> = joined.into_iter().map(str::to_owned).collect();
        let class = class_of(found).ok_or_else(|| format!("`{sheet}` is no unit of its own"))?;
        let shape = found.shape.as_ref().and_then(|shape| data.shapes.get(shape));
        // EA-SPAC-010: spacecraft never stand on the table.
        let space = found.types.contains(&UnitType::Spacecraft);
        let (size, height) = match shape {
            Some(shape) => (shape.size, shape.height),
            None if space => ([10, 10], 0),
            None => return Err(format!("`{sheet}` has no footprint")),
        };
        let mm = |size: u16| Length::mm(i32::from(size));
        let mut kind = Kind {
            key: key.to_owned(),
            sheet: sheet.to_owned(),
            characters: characters.clone(),
            class,
            flight: found.manoeuvre.filter(|_| found.types.contains(&UnitType::Aircraft)),
            spacecraft: found.types.contains(&UnitType::Spacecraft),
            speed: found.speed.0.unwrap_or(Length::ZERO),
            armour: found.armour.0,
            cc: found.cc.0,
            ff: found.ff.0,
            guns: Vec::new(),
            blows: Vec::new(),
            bombardments: Vec::new(),
            pin_points: Vec::new(),
            abilities: Abilities::read(found.abilities.iter().chain(&given))?,
            dc: found.dc.filter(|_| class == Class::WarEngine).unwrap_or(1),
            void_shields: found.void_shields.unwrap_or(0),
            power_fields: found.power_fields,
            shadowfields: found.shadowfields.unwrap_or(0),
            critical: found.critical.clone(),
            transport: found.transport.clone(),
            height,
            // EA-AMB-008: one footprint for every distance; heights are levels and no lengths.
            form: Form {
                footprint: Footprint::rectangle(mm(size[0]), mm(size[1])),
                height: Length::CENTIMETRE,
                lift: Length::ZERO,
                measured: Measured::Hull,
                tags: Tags::NONE,
            },
        };
        let mut lines: Vec<Carried> = found.weapons.clone();
        if let Some(fit) = fit.or_else(|| found.fit.first().map(|fit| fit.id.as_str())) {
            let fit = found.fit.iter().find(|known| known.id == fit);
            let fit = fit.ok_or_else(|| format!("`{sheet}` has no weapons `{key}`"))?;
            lines.extend(fit.weapons.iter().cloned());
            kind.ff = fit.ff.map_or(kind.ff, |ff| ff.0);
            kind.power_fields = fit.power_fields.or(kind.power_fields);
        }
        for character in &characters {
            let added = data.sheets.get(character);
            let added = added.ok_or_else(|| format!("there is no character `{character}`"))?;
            kind.abilities = kind.abilities.and(Abilities::read(&added.abilities)?);
            lines.extend(added.weapons.iter().cloned());
        }
        // EA-ARMY-024: what fills a mount has the mount's arc.
        for (fill, mount) in mounted.iter().filter_map(|part| part.split_once('@')) {
            let arc = found.mounts.iter().find(|known| known.kind == mount).map(|mount| mount.arc);
            let added =
                data.sheets.get(fill).ok_or_else(|| format!("there is no weapon `{fill}` for a mount"))?;
            let arc = arc.ok_or_else(|| format!("`{sheet}` has no mount `{mount}`"))?;
            kind.abilities = kind.abilities.and(Abilities::read(&added.abilities)?);
            kind.transport.extend(added.transport.iter().cloned());
            lines.extend(added.weapons.iter().map(|carried| Carried { arc: Some(arc), ..carried.clone() }));
        }
        for (line, carried) in lines.iter().enumerate() {
            kind.arm(data, line as u8, carried)?;
        }
        Ok(kind)
    }

    fn arm(&mut self, data: &Data, line: u8, carried: &Carried) -> Result<(), String> {
        let weapon = &data.weapons[&carried.weapon];
        for mode in &weapon.modes {
            let abilities = Abilities::read(&mode.abilities)?;
            let other = mode.join == Some(Join::Or);
            match mode.kind {
                ModeKind::Shoot | ModeKind::Barrage => {
                    self.guns.push(gun(data, line, carried, mode, other, abilities, self.abilities));
                }
                ModeKind::SmallArms | ModeKind::Assault => {
                    self.blows.push(Blow {
                        weapon: weapon.id.clone(),
                        line,
                        other,
                        joined: mode.join == Some(Join::And),
                        count: carried.count,
                        close: mode.kind == ModeKind::Assault,
                        extra: mode.extra_attacks,
                        titan_killer: mode.titan_killer,
                        abilities: abilities.and(of_unit(self.abilities, false)),
                    });
                }
                ModeKind::OrbitalBombardment => {
                    let points = mode.bp.unwrap_or(Amount { dice: 0, sides: 6, plus: 0 });
                    let own = Bombardment { points, abilities };
                    self.bombardments.extend(std::iter::repeat_n(own, carried.count.into()));
                }
                ModeKind::PinPoint => {
                    self.pin_points.push(gun(data, line, carried, mode, other, abilities, self.abilities));
                }
                ModeKind::ByRule => {}
            }
        }
        Ok(())
    }
}

/// EA-ABIL-008, EA-ABIL-170: which abilities of a unit its weapons share: First Strike in assaults, Sniper in shooting.
fn of_unit(unit: Abilities, shooting: bool) -> Abilities {
    let shared = if shooting { Ability::Sniper } else { Ability::FirstStrike };
    if unit.has(shared) { Abilities::default().with(shared) } else { Abilities::default() }
}

fn gun(
    data: &Data,
    line: u8,
    carried: &Carried,
    mode: &Mode,
    other: bool,
    abilities: Abilities,
    unit: Abilities,
) -> Gun {
    let need = |score: Option<crate::data::amount::Score>| score.and_then(|score| score.0);
    let one = Amount { dice: 0, sides: 6, plus: data.numbers.shots.shots };
    Gun {
        weapon: carried.weapon.clone(),
        line,
        other,
        count: carried.count,
        range: match mode.range {
            Some(Range::Upto(range)) => range,
            Some(Range::Unlimited) => UNLIMITED,
            Some(Range::Contact) | None => Length::ZERO,
        },
        shots: mode.shots.unwrap_or(one),
        ap: need(mode.ap),
        at: need(mode.at),
        mw: need(mode.mw),
        aa: need(mode.aa),
        bp: mode.bp.filter(|_| mode.kind == ModeKind::Barrage),
        titan_killer: mode.titan_killer,
        arc: carried.arc,
        abilities: abilities.and(of_unit(unit, true)),
    }
}

/// EA-UNIT-014: what the type codes of a datasheet make of it; a character is no piece of its own.
fn class_of(sheet: &Sheet) -> Option<Class> {
    let is = |of: UnitType| sheet.types.contains(&of);
    if is(UnitType::Character) {
        None
    } else if is(UnitType::WarEngine) || is(UnitType::Spacecraft) {
        Some(Class::WarEngine)
    } else if is(UnitType::Infantry) {
        Some(Class::Infantry)
    } else if is(UnitType::LightVehicle) {
        Some(Class::LightVehicle)
    } else {
        Some(Class::Vehicle)
    }
}
