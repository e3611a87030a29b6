//! What never changes within a game: the rules in force, the armies as mustered, the table, the options.

mod arming;
mod mustering;

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_space::table::{FormId, Ground, Length};
use serde::{Deserialize, Serialize};

use crate::buildings::{self, Building};
use crate::data::amount::Amount;
use crate::data::ground::{Deployment, Objectives};
use crate::data::numbers::Numbers;
use crate::data::troops::{self, Base, Origin, Profile, Type, WeaponType};
use crate::data::{Data, Set};
use crate::edition::{Edition, GROUPS};
use crate::ids::{ModelId, Side, UnitId};
use crate::outfit::Outfit;
use crate::terrain::{self, Battlefield};
use crate::vehicles::Chassis;

/// Which set of rules is played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Played {
    /// The fan variant over the base.
    #[default]
    Variant,
    /// The base alone.
    Base,
}

impl Played {
    /// Its word in set-ups and cases.
    pub const fn word(self) -> &'static str {
        match self {
            Played::Variant => "variant",
            Played::Base => "base",
        }
    }
}

/// What is chosen before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Setup {
    /// A ready battle.
    pub battle: String,
    /// The set of rules.
    pub rules: Played,
    /// Whether the options are those players usually take, instead of as printed.
    pub as_played: bool,
    /// Whether distances may be measured at any time.
    pub measure_freely: bool,
    /// The first army in place of the battle's: a ready one, or a list.
    pub red: String,
    /// The second army.
    pub blue: String,
    /// Groups of the variant's rules by `with-GROUP`, and whether they are in force; those that are not named are.
    #[serde(flatten)]
    pub groups: BTreeMap<String, bool>,
}

impl Setup {
    /// The groups that are turned off, or a field that is none.
    fn off(&self) -> Result<Vec<&str>, String> {
        let mut off = Vec::new();
        for (key, on) in &self.groups {
            let known = key.strip_prefix(WITH).filter(|id| GROUPS.iter().any(|(group, _)| group == id));
            let id = known.ok_or_else(|| format!("a set-up has no field `{}`", key.escape_debug()))?;
            if !on {
                off.push(id);
            }
        }
        Ok(off)
    }
}

/// What stands before the name of a group in a set-up.
pub const WITH: &str = "with-";

impl Default for Setup {
    fn default() -> Setup {
        let battle = "first-evening".to_owned();
        Setup {
            battle,
            rules: Played::Variant,
            as_played: false,
            measure_freely: false,
            red: String::new(),
            blue: String::new(),
            groups: BTreeMap::new(),
        }
    }
}

/// Options of the game that rules ask for (T-41).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// 5B-AMB-001.
    pub measure_freely: bool,
    /// 5V-AMB-021: a unit that went to ground of its own will has +1 Initiative when it is assaulted.
    pub ground_initiative: bool,
    /// 5V-AMB-037: only engaged winners count in a sweeping advance.
    pub sweep_engaged_only: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { measure_freely: false, ground_initiative: true, sweep_engaged_only: false }
    }
}

/// A weapon's place in [`Fixed::weapons`].
pub type WeaponId = u8;
/// A close combat weapon's place in [`Fixed::blades`].
pub type BladeId = u8;

/// A way to fire a weapon, by the rules in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// `boltgun`, or `missile-launcher/krak` where a weapon has several profiles.
    pub id: String,
    /// The weapon it is of.
    pub weapon: String,
    /// The mode, where there are several.
    pub mode: Option<String>,
    /// 5B-WPN-009: nothing nearer is aimed at.
    pub minimum: Length,
    /// 5B-WPN-009: the maximum range.
    pub range: Length,
    /// Its Strength; `None` where its words decide.
    pub strength: Option<u8>,
    /// Table of weapons: its Strength against vehicles, where it is another.
    pub vehicle_strength: Option<u8>,
    /// What it wounds on whatever the Toughness.
    pub wounds_on: Option<u8>,
    /// 5B-SAV-001: its AP.
    pub ap: Option<u8>,
    /// 5B-WPN-001 to 5B-WPN-006.
    pub kind: WeaponType,
    /// Shots.
    pub shots: Amount,
    /// Its special words.
    pub special: Vec<String>,
}

impl Weapon {
    /// Whether cover saves are allowed against it: not against templates (5B-WCH-001), nor where it says so.
    pub fn leaves_cover(&self) -> bool {
        !self.has("template") && !self.has("no-cover-saves")
    }

    /// Whether it has a special word.
    pub fn has(&self, word: &str) -> bool {
        self.special.iter().any(|known| known == word)
    }
}

/// What a close combat weapon does to the Strength of its user.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Blow {
    /// The user's own, and something.
    Plus(u8),
    /// So many times the user's own.
    Times(u8),
    /// This.
    Is(u8),
}

/// A close combat weapon, by the rules in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blade {
    /// Its id; `none` for bare hands and rifle butts.
    pub id: String,
    /// Its class.
    pub class: String,
    /// What it makes of Strength.
    pub strength: Blow,
    /// 5V-FCC-023: its AP; in the base 1 where it allows no armour save.
    pub ap: Option<u8>,
    /// The Initiative it strikes at in the base, where that is not the user's.
    pub initiative: Option<u8>,
    /// What it wounds on whatever the Toughness.
    pub wounds_on: Option<u8>,
    /// Its special words.
    pub special: Vec<String>,
    /// 5V-EQP-012, T-37: a die from which it glances off vehicles, and one from which it goes through.
    pub haywire: Option<(u8, u8)>,
}

impl Blade {
    /// Whether it has a special word.
    pub fn has(&self, word: &str) -> bool {
        self.special.iter().any(|known| known == word)
    }

    /// Whether it is an ordinary weapon (5B-CCW-004).
    pub fn is_ordinary(&self) -> bool {
        matches!(self.class.as_str(), "ordinary" | "standard" | "specialised")
    }
}

/// A grenade in the variant's bonus attack (5V-FCC-014).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Frag {
    /// Its Strength.
    pub strength: u8,
    /// Its AP.
    pub ap: Option<u8>,
    /// What it wounds on whatever the Toughness.
    pub wounds_on: Option<u8>,
}

/// A kind of model as mustered; models of one kind are identical in game terms.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its unit in the army list.
    pub unit: String,
    /// Its id there.
    pub id: String,
    /// 5B-CHR-001: its profile.
    pub values: Profile,
    /// 5V-CHR-001 or 5B-MOV-001: how far it walks.
    pub pace: Length,
    /// Everything it carries, by name.
    pub carries: Vec<String>,
    /// What of that can be fired by the rules that are built.
    pub weapons: Vec<WeaponId>,
    /// What it fights with; never empty.
    pub blades: Vec<BladeId>,
    /// 5V-MON-009: grenades it may use on a monstrous creature.
    pub bombs: Vec<BladeId>,
    /// 5V-CCW-003: how many single-handed weapons it has.
    pub hands: u8,
    /// 5B-VAS-004: grenades it may use on a vehicle.
    pub grenades: Vec<BladeId>,
    /// What makes it a vehicle.
    pub chassis: Option<Chassis>,
    /// Its assault grenades.
    pub frag: Option<Frag>,
    /// Whether it has assault grenades.
    pub assault_grenades: bool,
    /// Whether it has defensive grenades.
    pub defensive_grenades: bool,
    /// Its special rules.
    pub rules: Vec<String>,
    /// 5B-ART-001: whether it is a gun.
    pub gun: bool,
    /// Whether it leads its unit.
    pub leads: bool,
    /// Where its figures come from.
    pub origin: Origin,
    /// What its type and equipment make of it.
    pub outfit: Outfit,
    pub(crate) base: Base,
    pub(crate) height: Length,
}

impl Kind {
    /// Whether it has a special rule.
    pub fn has(&self, wanted: &str) -> bool {
        self.rules.iter().any(|known| known == wanted)
    }

    /// Whether it carries something.
    pub fn bears(&self, wanted: &str) -> bool {
        self.carries.iter().any(|item| item == wanted)
    }

    /// Its type.
    pub const fn kind(&self) -> Type {
        self.values.kind
    }

    /// Its armour save.
    pub const fn save(&self) -> Option<u8> {
        self.values.sv.0
    }

    /// Its invulnerable save.
    pub const fn invulnerable(&self) -> Option<u8> {
        self.values.inv.0
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
    /// Its models, in order.
    pub models: Vec<ModelId>,
    /// 5B-TRA-009: the unit of its side it carries at first, by its place in the list.
    pub dedicated_to: Option<usize>,
    /// 5B-CHA-003: the unit it is with when the battle begins.
    pub joins: Option<UnitId>,
    /// 5V-CHA-006: the character whose retinue it is.
    pub retinue_of: Option<UnitId>,
    /// Its place in the force organisation.
    pub slot: String,
    /// 5B-CHA-005: whether it never has more than one model.
    pub single: bool,
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
    /// Options taken, and by how many.
    pub options: BTreeMap<String, u8>,
    /// 5B-TRA-009: the unit of its side a transport belongs to, by its place in the list.
    pub dedicated_to: Option<usize>,
    /// The name of the unit it is with: one that stands before it in the list, such as `red-1`.
    pub joins: Option<String>,
    /// Psychic powers it knows.
    pub powers: Vec<String>,
}

/// Everything that never changes.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The data of the system.
    pub data: Arc<Data>,
    /// Which set is played.
    pub played: Played,
    /// The points of difference as that set settles them.
    pub edition: Edition,
    /// The set that is played, where it is neither the base nor the variant as it is.
    pub third: Option<Arc<Set>>,
    /// The options in force.
    pub options: Options,
    /// The armies, by side.
    pub armies: [String; 2],
    /// T-21: the objectives of the mission.
    pub objectives: Objectives,
    /// T-22: how the armies are set up.
    pub deployment: Deployment,
    /// The table.
    pub battlefield: Battlefield,
    /// The same in space.
    pub ground: Arc<Ground>,
    /// Kinds of models.
    pub kinds: Vec<Kind>,
    /// Weapon profiles.
    pub weapons: Vec<Weapon>,
    /// Close combat weapons.
    pub blades: Vec<Blade>,
    /// Models.
    pub models: Vec<ModelSpec>,
    /// Units.
    pub units: Vec<UnitSpec>,
    /// 5B-BLD-002: buildings that can be occupied.
    pub buildings: Vec<Building>,
    /// 5X-RUL-031: squads that can be divided, with their second halves.
    pub halves: Vec<(UnitId, UnitId)>,
    /// Special rules that some model of the game gives to others.
    pub given: Vec<String>,
    /// 5X-RUL-032: whether anybody has a kustom force field.
    pub force_fields: bool,
    /// 5B-PSY-007: whether a warlock conceals its unit.
    pub concealers: bool,
    /// 5X-RUL-018: whether anybody has a lash whip.
    pub whips: bool,
    /// What a model without a weapon fights with.
    pub hands: BladeId,
    /// Whether there are guns in the game.
    pub has_guns: bool,
}

impl Fixed {
    /// The game of a set-up.
    pub fn new(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        let offered = || data.battles.iter().filter(|battle| battle.offered);
        let battle = offered().find(|battle| battle.id == setup.battle).ok_or_else(|| {
            let known: Vec<_> = offered().map(|battle| battle.id.as_str()).collect();
            let battle = &setup.battle;
            format!("there is no battle `{battle}` that can be played yet; there are: {}", known.join(", "))
        })?;
        let table = data.tables.iter().find(|table| table.id == battle.table);
        let table = table.ok_or_else(|| format!("there is no table `{}`", battle.table))?;
        let wanted = |side: usize| -> Result<Vec<Wanted>, String> {
            // An open choice leaves the battle's own force.
            let chosen = if side == 0 { &setup.red } else { &setup.blue };
            let id = if chosen.is_empty() { &battle.sides[side].force } else { chosen };
            let force = data.forces.iter().find(|force| force.id == *id);
            let force = force.ok_or_else(|| format!("there is no force `{id}`"))?;
            let units = force.unit.iter().filter(|unit| !battle.stay_away.contains(&unit.id));
            let kept: Vec<&troops::ForceUnit> = units.collect();
            let side_id = Side::BOTH[side].id();
            let place = |id: &String| kept.iter().position(|unit| unit.id == *id);
            let name = |id: &String| place(id).map(|at| format!("{side_id}-{}", at + 1));
            Ok(kept
                .iter()
                .map(|unit| Wanted {
                    army: force.army.clone(),
                    unit: unit.unit.clone(),
                    models: unit.models.clone(),
                    options: unit.options.clone(),
                    dedicated_to: unit.dedicated_to.as_ref().and_then(place),
                    joins: unit.joins.as_ref().and_then(name),
                    powers: unit.powers.clone(),
                })
                .collect())
        };
        let preset =
            format!("{}-as-{}", setup.rules.word(), if setup.as_played { "played" } else { "printed" });
        let preset = data.presets.iter().find(|known| known.id == preset);
        let value = |id: &str| preset.and_then(|preset| preset.options.get(id)).map(String::as_str);
        let options = Options {
            measure_freely: setup.measure_freely,
            ground_initiative: value("gtg_initiative_bonus") != Some("off"),
            sweep_engaged_only: value("sweep_engaged_only") == Some("on"),
        };
        let field = Battlefield::of(data, table)?;
        let off = setup.off()?;
        if let (Some(group), Played::Base) = (off.first(), setup.rules) {
            return Err(format!("the base has no rules of the variant to leave out, `{group}` for one"));
        }
        let third = if off.is_empty() { None } else { Some(Arc::new(data.variant_without(&off)?)) };
        let armies = [wanted(0)?, wanted(1)?];
        let mut fixed = Fixed::by_set(data, setup.rules, third, armies, field, options)?;
        fixed.set_mission(&battle.mission)?;
        fixed.set_deployment(&battle.deployment)?;
        Ok(fixed)
    }

    /// A game of two armies on a table.
    pub fn with(
        data: &Arc<Data>,
        played: Played,
        armies: [Vec<Wanted>; 2],
        battlefield: Battlefield,
        options: Options,
    ) -> Result<Fixed, String> {
        Fixed::by_set(data, played, None, armies, battlefield, options)
    }

    /// The same by a third set, where there is one.
    fn by_set(
        data: &Arc<Data>,
        played: Played,
        third: Option<Arc<Set>>,
        armies: [Vec<Wanted>; 2],
        battlefield: Battlefield,
        options: Options,
    ) -> Result<Fixed, String> {
        let army = |side: usize| armies[side].first().map_or_else(String::new, |unit| unit.army.clone());
        let usual = if played == Played::Base { &data.base } else { &data.variant };
        let edition = third.as_ref().map_or(usual.edition, |set| set.edition);
        let mut fixed = Fixed {
            data: Arc::clone(data),
            played,
            edition,
            third,
            options,
            armies: [army(0), army(1)],
            objectives: Objectives::None,
            deployment: data.deployments.first().ok_or("there is no deployment")?.clone(),
            battlefield,
            ground: Arc::default(),
            kinds: Vec::new(),
            weapons: Vec::new(),
            blades: Vec::new(),
            models: Vec::new(),
            units: Vec::new(),
            buildings: Vec::new(),
            halves: Vec::new(),
            given: Vec::new(),
            force_fields: false,
            concealers: false,
            whips: false,
            hands: 0,
            has_guns: false,
        };
        fixed.hands = fixed.bare_hands();
        for (side, wanted) in Side::BOTH.into_iter().zip(&armies) {
            for (number, unit) in wanted.iter().enumerate() {
                fixed.muster(side, number + 1, unit)?;
            }
        }
        buildings::muster::muster(&mut fixed);
        crate::play::squads::muster(&mut fixed);
        fixed.has_guns = fixed.kinds.iter().any(|kind| kind.gun);
        fixed.whips = fixed.blades.iter().any(|blade| blade.has("lash-whip"));
        fixed.concealers = fixed.kinds.iter().any(|kind| kind.bears("conceal"));
        fixed.force_fields = fixed.kinds.iter().any(|kind| kind.bears("kustom-force-field"));
        for outfit in fixed.kinds.iter().map(|kind| &kind.outfit) {
            fixed.given.extend(outfit.gives.iter().cloned());
            fixed.given.extend(outfit.auras.iter().map(|(ability, _)| ability.clone()));
        }
        let forms = fixed.kinds.iter().map(|kind| terrain::form(kind.base, kind.height)).collect();
        fixed.ground = Arc::new(fixed.battlefield.ground(forms));
        Ok(fixed)
    }

    /// 5B-MIS-001, T-21: plays a mission.
    pub fn set_mission(&mut self, id: &str) -> Result<(), String> {
        let mission = self.data.missions.iter().find(|known| known.id == id);
        self.objectives = mission.ok_or_else(|| format!("there is no mission `{id}`"))?.objectives;
        Ok(())
    }

    /// 5B-MIS-001, T-22: sets up by a deployment.
    pub fn set_deployment(&mut self, id: &str) -> Result<(), String> {
        let known = self.data.deployments.iter().find(|known| known.id == id);
        self.deployment = known.ok_or_else(|| format!("there is no deployment `{id}`"))?.clone();
        Ok(())
    }

    /// The set that is played.
    pub fn set(&self) -> &Set {
        match (&self.third, self.played) {
            (Some(set), _) => set,
            (None, Played::Base) => &self.data.base,
            (None, Played::Variant) => &self.data.variant,
        }
    }

    /// Whether a rule is in force.
    pub fn uses(&self, rule: grognard_engine::RuleId) -> bool {
        self.set().rules.has(rule)
    }

    /// The numbers of the rules.
    pub fn numbers(&self) -> &Numbers {
        &self.data.numbers
    }

    /// The kind of a model.
    pub fn kind_of(&self, model: ModelId) -> &Kind {
        &self.kinds[self.models[model.index()].kind]
    }

    /// Whether two models are identical in game terms.
    pub fn alike(&self, one: ModelId, other: ModelId) -> bool {
        let kind = |model: ModelId| (self.models[model.index()].unit, self.models[model.index()].kind);
        kind(one) == kind(other)
    }

    /// A weapon profile.
    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapons[usize::from(id)]
    }

    /// 5X-RUL-034: whether a weapon burns or melts.
    pub fn is_hot(&self, id: WeaponId) -> bool {
        let weapon = self.weapon(id);
        weapon.has("melta") || self.numbers().avatar.flames.contains(&weapon.weapon)
    }

    /// A close combat weapon.
    pub fn blade_of(&self, id: BladeId) -> &Blade {
        &self.blades[usize::from(id)]
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
