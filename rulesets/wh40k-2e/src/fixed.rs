//! What never changes within a game: the armies as mustered, the table, the options in force.

mod mustering;
mod set_up;

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_space::table::{FormId, Ground, Length};

use crate::cards::Given;
use crate::data::Data;
use crate::data::amount::Amount;
use crate::data::datafaxes::Datafax;
use crate::data::numbers::Numbers;
use crate::data::troops::{self, Armour, Base, ForceUnit, Origin, Taken, Values};
use crate::ids::{ModelId, Side, UnitId};
use crate::terrain::{self, Battlefield};
use crate::weapons::HandEffect;
pub use crate::weapons::{Weapon, WeaponId};
use crate::{characters, laying, laying_out};
pub use mustering::is_built;
use set_up::said;
pub use set_up::{GameLength, MissionMethod, Options, Setup};

/// A close combat weapon's or pistol's place in [`Fixed::melee`].
pub type MeleeId = u8;

/// A way to use a weapon in hand-to-hand combat (2E-HTH-005).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Melee {
    /// `chainsword`, or `power-axe/two-handed` where there are several ways.
    pub id: String,
    /// The weapon it is of.
    pub weapon: String,
    /// The way, where there are several.
    pub profile: Option<String>,
    /// Its own Strength; `None` for the Strength of whoever uses it.
    pub strength: Option<u8>,
    /// 2E-DMG-003.
    pub damage: Amount,
    /// Its own save modifier.
    pub save: i8,
    /// 2E-HTH-010: it is a sword.
    pub parries: bool,
    /// 2E-HTH-032: it leaves no hand free.
    pub two_handed: bool,
    /// 2E-HTH-030: a knife or a rifle butt, which is nothing to hold in a second hand.
    pub improvised: bool,
    /// 2E-PEN-002: its penetration as printed.
    pub penetration: String,
    /// 2E-AMB-132: which holds the bonus of a strong arm.
    pub bonus_included: bool,
    /// 2E-PSI-014: a psyker adds its mastery level to its Strength.
    pub force: bool,
    /// What it does beyond its row.
    pub effect: Option<HandEffect>,
}

/// A kind of model as mustered.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its unit in the army list.
    pub unit: String,
    /// Its id there.
    pub id: String,
    /// 2E-CHR-003: its profile.
    pub values: Values,
    /// What it wears.
    pub armour: Armour,
    /// Everything it carries, by name.
    pub carries: Vec<String>,
    /// What of that can be fired by the rules that are built.
    pub weapons: Vec<WeaponId>,
    /// What of that can be used in hand-to-hand combat.
    pub melee: Vec<MeleeId>,
    /// What it wears for hand-to-hand combat that strikes no blow.
    pub worn: Vec<HandEffect>,
    /// 2E-HTH-018: it carries a heavy weapon.
    pub encumbered: bool,
    /// Its traits.
    pub traits: Vec<String>,
    /// What it carries beside weapons.
    pub equipment: Vec<String>,
    /// What its aiming aids add to the to-hit roll.
    pub targeter: i8,
    /// Its rank, where it is a character.
    pub rank: String,
    /// 2E-PSI-001: its mastery level, where it is a psyker.
    pub mastery: u8,
    /// 2E-HER-021: how many wargear cards it may carry.
    pub cards: u8,
    /// Where its figures come from.
    pub origin: Origin,
    /// Its datafax, if it is a vehicle.
    pub datafax: Option<usize>,
    /// The kind of its rider, if it is a bike that somebody owns.
    pub rider: Option<usize>,
    /// 2E-CAV-005: the Attacks of its mount.
    pub beast: u8,
    /// 2E-VBD-001: the places it takes in a vehicle.
    pub places: u8,
    pub(crate) base: Base,
    pub(crate) height: Length,
}

impl Kind {
    /// Whether it has a trait.
    pub fn has(&self, wanted: &str) -> bool {
        self.traits.iter().any(|known| known == wanted)
    }
}

/// A model as mustered.
#[derive(Clone, Debug)]
pub struct ModelSpec {
    /// Its unit.
    pub unit: UnitId,
    /// Its kind, as an index.
    pub kind: usize,
    /// Its name in answers: `red-1.3`.
    pub name: String,
    /// 2E-VEH-001: the vehicle and the post of a crewman.
    pub crew_of: Option<(ModelId, u8)>,
    /// 2E-PSI-002: the powers it has from the start, by their places in `powers.toml`.
    pub powers: Vec<u8>,
}

/// A unit as mustered.
#[derive(Clone, Debug)]
pub struct UnitSpec {
    /// Whose it is.
    pub side: Side,
    /// Its name in answers: `red-1`.
    pub name: String,
    /// The unit of the army list.
    pub unit: String,
    /// What it cost.
    pub points: u16,
    /// Its models, in order.
    pub models: Vec<ModelId>,
    /// The kind of its leader.
    pub leader: String,
    /// The armies it hates.
    pub hates: Vec<String>,
    /// The vehicle it begins the battle in.
    pub rides_in: Option<ModelId>,
    /// 2E-VEH-002: the vehicles it is the crew of; it costs nothing by itself.
    pub crew_of: Option<UnitId>,
    /// Its army.
    pub army: String,
    /// The units its character may join; none: any.
    pub joins: Vec<String>,
}

/// A unit somebody wants.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The army list.
    pub army: String,
    /// The unit of it.
    pub unit: String,
    /// How many of each kind.
    pub models: BTreeMap<String, u8>,
    /// Options taken.
    pub options: Vec<Taken>,
    /// What it costs.
    pub points: u16,
    /// The unit of the same army it begins the battle in, by its place.
    pub rides_in: Option<usize>,
    /// The powers of its psyker.
    pub powers: Vec<String>,
    /// The wargear cards of its character.
    pub cards: Vec<String>,
}

/// Everything that never changes.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The data of the system.
    pub data: Arc<Data>,
    /// The options in force.
    pub options: Options,
    /// The turns of each player.
    pub turns: u8,
    /// The armies, by side.
    pub armies: [String; 2],
    /// The table.
    pub battlefield: Battlefield,
    /// The same in space.
    pub ground: Arc<Ground>,
    /// Kinds of models.
    pub kinds: Vec<Kind>,
    /// Weapon profiles.
    pub weapons: Vec<Weapon>,
    /// Ways to use weapons in hand-to-hand combat.
    pub melee: Vec<Melee>,
    /// Models.
    pub models: Vec<ModelSpec>,
    /// Units.
    pub units: Vec<UnitSpec>,
    /// Datafaxes of the vehicles, with their options.
    pub datafaxes: Vec<Datafax>,
    /// The wargear cards that characters begin with.
    pub cards: Vec<(ModelId, u8)>,
    /// What cards give.
    pub card_weapons: Vec<Given>,
    /// The missions of the battle.
    pub missions: [Option<u8>; 2],
    /// 2E-SET-016: the pieces that were shifted by agreement.
    pub shifted: Vec<u8>,
    /// 2E-SET-019: how much of a table made from a number is covered, in percent.
    pub covered: Option<u8>,
    /// 2E-SPC-003: strategy ratings of their own.
    pub strategy: [Option<u8>; 2],
    /// The zone of Red, where the battle says so.
    pub zones: Option<u8>,
    /// 2E-MIS-012: squads that may be two combat squads, with the second one.
    pub twins: Vec<(UnitId, UnitId)>,
    /// The commanders that the lists name.
    pub commanders: [Option<ModelId>; 2],
    /// The characters that begin with a squad.
    pub begins_with: Vec<(ModelId, UnitId)>,
    /// What powers do to whoever they strike: power and the weapon that nobody carries.
    pub power_blows: Vec<(u8, WeaponId)>,
}

impl Fixed {
    /// The game of a set-up.
    pub fn new(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        let offered = || data.battles.iter().filter(|battle| battle.offered);
        let battle = offered().find(|battle| battle.id == setup.battle).ok_or_else(|| {
            let known: Vec<_> = offered().map(|battle| battle.id.as_str()).collect();
            format!(
                "there is no battle `{}` that can be played yet; there are: {}",
                setup.battle,
                known.join(", ")
            )
        })?;
        let table = data.tables.iter().find(|table| table.id == battle.table);
        let table = table.ok_or_else(|| format!("there is no table `{}`", battle.table))?;
        let force = |id: &str| {
            let force = data.forces.iter().find(|force| force.id == id);
            force.ok_or_else(|| format!("there is no force `{id}`"))
        };
        // An open choice leaves the battle's own force.
        let own = |side: usize, wanted: &Option<String>| {
            force(wanted.as_deref().filter(|id| !id.is_empty()).unwrap_or(&battle.sides[side].force))
        };
        let [red, blue] = [own(0, &setup.red)?, own(1, &setup.blue)?];
        let wanted = |force: &troops::Force| -> Vec<Wanted> {
            let unit = |unit: &ForceUnit| Wanted {
                army: force.army.clone(),
                unit: unit.unit.clone(),
                models: unit.models.clone(),
                options: unit.options.clone(),
                points: unit.points,
                rides_in: force.unit.iter().position(|other| unit.rides_in.as_ref() == Some(&other.id)),
                powers: unit.powers.clone(),
                cards: unit.cards.clone(),
            };
            force.unit.iter().map(unit).collect()
        };
        let said = said(data, setup, battle)?;
        let is = |id: &str, value: &str| said.get(id).is_some_and(|own| own == value);
        let is_on = |id: &str| is(id, "on");
        let options = Options {
            cover_average: setup.cover_average.unwrap_or_else(|| is_on("cover-average")),
            rally_needs_sight: is_on("rally-needs-sight"),
            flak_against_blasts: is_on("flak-against-blasts"),
            reverse: is_on("reverse"),
            hiding: is_on("hiding"),
            overwatch: is_on("overwatch"),
            overwatch_auto_loss: is_on("overwatch-auto-loss"),
            strict_stupidity: is_on("strict-stupidity"),
            vehicles: is_on("vehicles"),
            measure_freely: is_on("measure-freely"),
            secret_missions: is_on("secret-missions"),
            ork_mission_limit: is_on("ork-mission-limit"),
            hills_difficult: is_on("hills-difficult"),
            closed_buildings: is_on("closed-buildings"),
            blast_hits_buildings: is_on("blast-hits-buildings"),
            building_sections: is_on("building-sections"),
            flee_bad_ground: is_on("flee-bad-ground"),
            home_made: is_on("home-made"),
            no_wargear_rulings: !is_on("wargear-ruling"),
            one_lays_out: is("terrain-method", "one-lays-out"),
            special_features: is_on("special-features"),
            by_turns: is("terrain-method", "alternate") && setup.laid.is_none(),
            mission_method: match said.get("mission-method").map(String::as_str) {
                Some("dealt") => MissionMethod::Dealt,
                Some("picked") => MissionMethod::Picked,
                Some("rolled") => MissionMethod::Rolled,
                _ => MissionMethod::Fixed,
            },
            length: match said.get("length").map(String::as_str) {
                Some("variable") => GameLength::Variable,
                Some("sudden-death") => GameLength::SuddenDeath(data.numbers.sudden_death.totals[0]),
                Some("sudden-death-ten") => GameLength::SuddenDeath(
                    data.numbers.sudden_death.totals.get(1).copied().unwrap_or(u16::MAX),
                ),
                _ => GameLength::Turns,
            },
        };
        let mut covered = None;
        let size = (table.size[0].0, table.size[1].0);
        let mut field = match (&setup.laid, setup.terrain.filter(|seed| *seed > 0)) {
            // 2E-SET-005: a table is laid out from nothing.
            _ if options.by_turns => Battlefield::empty(size.0, size.1),
            (Some(laid), _) => laying::read(data, size, laid)?,
            (None, Some(seed)) => {
                let (field, percent) =
                    made_table(data, size, setup.landscape.as_deref().filter(|id| !id.is_empty()), seed)?;
                covered = Some(percent);
                field
            }
            (None, None) => Battlefield::of(data, table)?,
        };
        let mut shifted = Vec::new();
        for (piece, place) in &setup.shifted {
            let to = grognard_tabletop::scenario::point(crate::armies::RULER, place)?;
            shifted.push(field.shift(piece, to)? as u8);
        }
        for (piece, class) in &setup.ground {
            field.agree(piece, class)?;
        }
        for (piece, what) in &setup.special {
            if !options.special_features {
                return Err("agree on the option `special-features` first (2E-SPC-013)".to_owned());
            }
            field.make_special(piece, what)?;
        }
        for (piece, armour) in &setup.armour {
            field.agree_armour(piece, *armour)?;
        }
        let mut fixed = Fixed::with(data, [wanted(red), wanted(blue)], field, options)?;
        fixed.turns = battle.turns;
        fixed.shifted = shifted;
        fixed.covered = covered;
        for side in Side::BOTH {
            let own = &battle.sides[side.index()];
            let mission = data.missions.iter().position(|mission| mission.id == own.mission);
            let mission = mission.ok_or_else(|| format!("there is no mission `{}`", own.mission))?;
            fixed.missions[side.index()] = Some(mission as u8);
            fixed.strategy[side.index()] = own.strategy;
        }
        fixed.zones = match battle.sides[0].zone.as_str() {
            "near" => Some(0),
            "far" => Some(1),
            _ => None,
        };
        for (side, force) in Side::BOTH.into_iter().zip([red, blue]) {
            fixed.lead(side, force)?;
        }
        Ok(fixed)
    }

    /// What a list says of its characters: who commands, and with whom they begin.
    fn lead(&mut self, side: Side, force: &troops::Force) -> Result<(), String> {
        let of_side =
            |unit: usize| UnitId((unit + self.units.iter().filter(|own| own.side < side).count()) as u16);
        for (at, unit) in force.unit.iter().enumerate() {
            let Some(model) = self
                .unit(of_side(at))
                .models
                .iter()
                .copied()
                .find(|model| characters::is_character(self, *model))
            else {
                continue;
            };
            if unit.commander {
                self.commanders[side.index()] = Some(model);
            }
            if let Some(squad) = &unit.joins {
                let found = force.unit.iter().position(|other| other.id == *squad);
                let squad =
                    found.ok_or_else(|| format!("`{}` joins `{squad}`, which is not there", unit.id))?;
                self.begins_with.push((model, of_side(squad)));
            }
        }
        Ok(())
    }

    /// A game of two armies on a table.
    pub fn with(
        data: &Arc<Data>,
        armies: [Vec<Wanted>; 2],
        battlefield: Battlefield,
        options: Options,
    ) -> Result<Fixed, String> {
        let army = |side: usize| armies[side].first().map_or_else(String::new, |unit| unit.army.clone());
        let mut fixed = Fixed {
            data: Arc::clone(data),
            options,
            turns: data.numbers.turns.turns,
            armies: [army(0), army(1)],
            battlefield,
            ground: Arc::default(),
            kinds: Vec::new(),
            weapons: Vec::new(),
            melee: Vec::new(),
            models: Vec::new(),
            units: Vec::new(),
            datafaxes: Vec::new(),
            cards: Vec::new(),
            card_weapons: Vec::new(),
            missions: [None; 2],
            shifted: Vec::new(),
            covered: None,
            strategy: [None; 2],
            zones: None,
            twins: Vec::new(),
            commanders: [None; 2],
            begins_with: Vec::new(),
            power_blows: Vec::new(),
        };
        for (side, wanted) in Side::BOTH.into_iter().zip(&armies) {
            for (number, unit) in wanted.iter().enumerate() {
                fixed.muster(side, number + 1, unit)?;
            }
        }
        // 2E-SPC-016: what players made themselves comes only where they have agreed on it.
        let own = fixed.kinds.iter().find(|kind| kind.origin == troops::Origin::HomeMade);
        if let Some(kind) = own.filter(|_| !options.home_made) {
            return Err(format!(
                "`{}` is home-made: agree on it with the option `home-made` (2E-SPC-016)",
                kind.unit
            ));
        }
        fixed.arm_powers();
        fixed.arm_cards()?;
        fixed.arm_torpedoes()?;
        fixed.arm_rolled();
        fixed.pair_up();
        if options.hills_difficult {
            fixed.battlefield.make_hills_difficult();
        }
        if options.building_sections {
            let sizes = &data.numbers.building_sections;
            fixed.battlefield.divide(sizes.from.0, sizes.to.0)?;
        }
        let mut first = 0;
        for wanted in &armies {
            fixed.embark(first, wanted)?;
            first += wanted.len();
        }
        fixed.muster_crews()?;
        fixed.confine();
        let forms = fixed.kinds.iter().map(|kind| terrain::form(kind.base, kind.height)).collect();
        fixed.ground = Arc::new(fixed.battlefield.ground(forms));
        Ok(fixed)
    }

    /// The numbers of the rules.
    pub fn numbers(&self) -> &Numbers {
        &self.data.numbers
    }

    /// The kind of a model.
    pub fn kind_of(&self, model: ModelId) -> &Kind {
        &self.kinds[self.models[model.index()].kind]
    }

    /// A weapon profile.
    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapons[usize::from(id)]
    }

    /// A way to use a weapon in hand-to-hand combat.
    pub fn melee(&self, id: MeleeId) -> &Melee {
        &self.melee[usize::from(id)]
    }

    /// A unit as mustered.
    pub fn unit(&self, unit: UnitId) -> &UnitSpec {
        &self.units[unit.index()]
    }

    /// The form of a model.
    pub fn form(&self, model: ModelId) -> FormId {
        FormId(self.models[model.index()].kind as u16)
    }

    /// A model's name.
    pub fn name(&self, model: ModelId) -> &str {
        &self.models[model.index()].name
    }

    /// The model of a name.
    pub fn model_named(&self, name: &str) -> Option<ModelId> {
        self.models.iter().position(|model| model.name == name).map(|at| ModelId(at as u16))
    }

    /// The unit of a name.
    pub fn unit_named(&self, name: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.name == name).map(|at| UnitId(at as u16))
    }
}

/// 2E-SET-019: a table made from a number, and how much of it is covered in percent.
pub(crate) fn made_table(
    data: &Data,
    size: (Length, Length),
    landscape: Option<&str>,
    seed: u64,
) -> Result<(Battlefield, u8), String> {
    let found = match landscape {
        Some(id) => data.landscapes.iter().find(|landscape| landscape.id == id),
        None => data.landscapes.first(),
    };
    let landscape = found.ok_or_else(|| "there is no such landscape".to_owned())?;
    let laid = laying_out::lay_out(data, size, landscape, seed);
    let features =
        laid.pieces.iter().map(|(placed, ..)| terrain::lay(data, placed)).collect::<Result<_, _>>()?;
    Ok((Battlefield { size, features }, laid.covered_percent))
}
