//! What never changes within a game: the rules in force, the armies as mustered, the table, the options.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_space::table::{FormId, Ground, Length};
use serde::{Deserialize, Serialize};

use crate::data::amount::{Amount, Score};
use crate::data::numbers::Numbers;
use crate::data::troops::{self, Base, Origin, Profile, Type, UnitOption, WeaponType};
use crate::data::{Data, Set};
use crate::edition::Edition;
use crate::ids::{ModelId, Side, UnitId};
use crate::terrain::{self, Battlefield};

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
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// A ready battle.
    pub battle: String,
    /// The set of rules.
    pub rules: Played,
    /// Whether the options are those players usually take, instead of as printed.
    pub as_played: bool,
    /// Whether distances may be measured at any time.
    pub measure_freely: bool,
}

impl Default for Setup {
    fn default() -> Setup {
        let battle = "first-evening".to_owned();
        Setup { battle, rules: Played::Variant, as_played: false, measure_freely: false }
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
    /// 5V-CCW-003: how many single-handed weapons it has.
    pub hands: u8,
    /// Its assault grenades.
    pub frag: Option<Frag>,
    /// Whether it has assault grenades.
    pub assault_grenades: bool,
    /// Whether it has defensive grenades.
    pub defensive_grenades: bool,
    /// Its special rules.
    pub rules: Vec<String>,
    /// Whether it leads its unit.
    pub leads: bool,
    /// Where its figures come from.
    pub origin: Origin,
    base: Base,
    height: Length,
}

impl Kind {
    /// Whether it has a special rule.
    pub fn has(&self, wanted: &str) -> bool {
        self.rules.iter().any(|known| known == wanted)
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
    /// The options in force.
    pub options: Options,
    /// The armies, by side.
    pub armies: [String; 2],
    /// 5B-MIS-001: how far a zone keeps from the centre line.
    pub from_centre: Length,
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
            let id = &battle.sides[side].force;
            let force = data.forces.iter().find(|force| force.id == *id);
            let force = force.ok_or_else(|| format!("there is no force `{id}`"))?;
            let units = force.unit.iter().filter(|unit| !battle.stay_away.contains(&unit.id));
            Ok(units
                .map(|unit| Wanted {
                    army: force.army.clone(),
                    unit: unit.unit.clone(),
                    models: unit.models.clone(),
                    options: unit.options.clone(),
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
        let mut fixed = Fixed::with(data, setup.rules, [wanted(0)?, wanted(1)?], field, options)?;
        let deployment = data.deployments.iter().find(|known| known.id == battle.deployment);
        fixed.from_centre = deployment.map_or(fixed.from_centre, |deployment| deployment.distance.0);
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
        let army = |side: usize| armies[side].first().map_or_else(String::new, |unit| unit.army.clone());
        let set: &Set = if played == Played::Base { &data.base } else { &data.variant };
        let mut fixed = Fixed {
            data: Arc::clone(data),
            played,
            edition: set.edition,
            options,
            armies: [army(0), army(1)],
            from_centre: data.deployments.first().map_or(Length::ZERO, |deployment| deployment.distance.0),
            battlefield,
            ground: Arc::default(),
            kinds: Vec::new(),
            weapons: Vec::new(),
            blades: Vec::new(),
            models: Vec::new(),
            units: Vec::new(),
        };
        for (side, wanted) in Side::BOTH.into_iter().zip(&armies) {
            for (number, unit) in wanted.iter().enumerate() {
                fixed.muster(side, number + 1, unit)?;
            }
        }
        let forms = fixed.kinds.iter().map(|kind| terrain::form(kind.base, kind.height)).collect();
        fixed.ground = Arc::new(fixed.battlefield.ground(forms));
        Ok(fixed)
    }

    /// The set that is played.
    pub fn set(&self) -> &Set {
        if self.played == Played::Base { &self.data.base } else { &self.data.variant }
    }

    fn muster(&mut self, side: Side, number: usize, wanted: &Wanted) -> Result<(), String> {
        let data = Arc::clone(&self.data);
        let key = (wanted.army.clone(), wanted.unit.clone());
        let sheet = data.units.get(&key).ok_or_else(|| format!("`{}` has no unit `{}`", key.0, key.1))?;
        if let Some(stranger) =
            wanted.models.keys().find(|id| !sheet.model.iter().any(|model| model.id == **id))
        {
            return Err(format!("`{}` has no model `{stranger}`", sheet.id));
        }
        let options: Vec<(UnitOption, bool)> = self.options_of(sheet);
        if let Some(stranger) =
            wanted.options.keys().find(|id| !options.iter().any(|(option, _)| option.id == **id))
        {
            return Err(format!("`{}` has no option `{stranger}`", sheet.id));
        }
        let mut left: Vec<u8> =
            options.iter().map(|(option, _)| wanted.options.get(&option.id).copied().unwrap_or(0)).collect();
        let own = if self.played == Played::Base { &sheet.base_rules } else { &sheet.variant_rules };
        let rules: Vec<String> = sheet.rules.iter().chain(own).cloned().collect();
        let unit = UnitId(self.units.len() as u16);
        let name = format!("{}-{number}", side.id());
        let mut models = Vec::new();
        for model in &sheet.model {
            for _ in 0..wanted.models.get(&model.id).copied().unwrap_or(0) {
                let mut carries: Vec<String> = model.weapons.iter().chain(&model.gear).cloned().collect();
                let leads = sheet.leader.as_deref() == Some(&model.id);
                for ((option, of_leader), left) in options.iter().zip(&mut left) {
                    let may = option.models.is_empty() || option.models.contains(&model.id);
                    // What is exchanged has to be there: nobody takes two guns for one.
                    let has = option.lose.is_empty() || option.lose.iter().any(|item| carries.contains(item));
                    if *left == 0 || !may || !has || (*of_leader && !leads) {
                        continue;
                    }
                    *left -= u8::from(!option.all);
                    carries.retain(|item| !option.lose.contains(item));
                    carries.extend(option.gain.iter().cloned());
                }
                let kind = self.kind(&sheet.id, sheet.origin, model, carries, &rules, leads)?;
                let id = ModelId(self.models.len() as u16);
                models.push(id);
                self.models.push(ModelSpec { unit, kind, name: format!("{name}.{}", models.len()) });
            }
        }
        if models.is_empty() {
            return Err(format!("`{}` has no models", sheet.id));
        }
        self.units.push(UnitSpec { side, name, unit: sheet.id.clone(), models });
        Ok(())
    }

    /// The options of a unit in order, its own and those it shares; and whether they are for its leader.
    fn options_of(&self, sheet: &troops::Unit) -> Vec<(UnitOption, bool)> {
        let mut all: Vec<(UnitOption, bool)> =
            sheet.options.iter().map(|option| (option.clone(), false)).collect();
        for id in &sheet.sets {
            if self.played == Played::Base && id.starts_with("variant-") {
                continue;
            }
            if let Some(set) = self.data.sets.get(id) {
                let leader = id.ends_with("-leader");
                all.extend(set.options.iter().map(|option| (option.clone(), leader)));
            }
        }
        all
    }

    fn kind(
        &mut self,
        unit: &str,
        origin: Origin,
        model: &troops::Model,
        carries: Vec<String>,
        rules: &[String],
        leads: bool,
    ) -> Result<usize, String> {
        let same = |kind: &Kind| kind.unit == unit && kind.id == model.id && kind.carries == carries;
        if let Some(known) = self.kinds.iter().position(same) {
            return Ok(known);
        }
        let data = Arc::clone(&self.data);
        let profile = model.profile.as_ref().and_then(|id| data.profiles.get(id));
        let values = profile.ok_or_else(|| format!("the rules of `{}` are not built yet", model.id))?.clone();
        let (mut weapons, mut blades, mut hands) = (Vec::new(), Vec::new(), 0);
        let (mut frag, mut assault_grenades, mut defensive_grenades) = (None, false, false);
        for id in &carries {
            let ranged = self.arm(id);
            let pistol = ranged.iter().any(|weapon| self.weapon(*weapon).kind == WeaponType::Pistol);
            weapons.extend(ranged);
            if let Some(blade) = self.blade(id)? {
                hands += u8::from(!self.blades[usize::from(blade)].has("two-handed"));
                blades.push(blade);
            } else if pistol {
                // 5B-WPN-004, 5V-CCW-002: a pistol is an ordinary combat weapon.
                hands += 1;
            }
            let like = data.weapons.grenade_like.iter().find(|like| like.id == *id);
            let grenade = like.map_or(id, |like| &like.of);
            if let Some(grenade) = data.weapons.grenade.iter().find(|known| known.id == *grenade) {
                assault_grenades |= grenade.kind == "assault";
                defensive_grenades |= grenade.kind == "defensive";
                if grenade.kind == "assault" {
                    let (own, ap) = (&grenade.variant, grenade.variant.ap.0);
                    let wounds_on = own.wounds_on.and_then(|score| score.0);
                    frag = own.strength.parse().ok().map(|strength| Frag { strength, ap, wounds_on });
                }
            }
        }
        if blades.is_empty() {
            blades.push(self.bare_hands());
        }
        blades.dedup();
        let variant = self.edition.pace == crate::edition::Pace::Movement;
        let pace = if variant { values.variant.m.0 } else { self.numbers().walk.r#move.0 };
        let (base, height) = (values.base, values.height.0);
        self.kinds.push(Kind {
            unit: unit.to_owned(),
            id: model.id.clone(),
            values,
            pace,
            carries,
            weapons,
            blades,
            hands,
            frag,
            assault_grenades,
            defensive_grenades,
            rules: rules.to_vec(),
            leads,
            origin,
            base,
            height,
        });
        Ok(self.kinds.len() - 1)
    }

    /// The profiles of a weapon that the rules built so far can fire.
    fn arm(&mut self, id: &str) -> Vec<WeaponId> {
        let data = Arc::clone(&self.data);
        let twin = data.weapons.twin.iter().find(|twin| twin.id == id);
        let of = twin.map_or(id, |twin| &twin.of);
        let Some(weapon) = data.weapons.weapon.iter().find(|known| known.id == of) else { return Vec::new() };
        let mut found = Vec::new();
        for profile in &weapon.profile {
            let Some(mut built) = fireable(self.played, id, profile, weapon.profile.len() > 1) else {
                continue;
            };
            if twin.is_some() {
                built.special.push("twin-linked".to_owned());
            }
            let known = self.weapons.iter().position(|known| known.id == built.id);
            let at = known.unwrap_or_else(|| {
                self.weapons.push(built);
                self.weapons.len() - 1
            });
            found.push(at as WeaponId);
        }
        found
    }

    /// A close combat weapon by its class in the set that is played (5B-CCW-005, 5V-CCW-017).
    fn blade(&mut self, id: &str) -> Result<Option<BladeId>, String> {
        let data = Arc::clone(&self.data);
        let Some(melee) = data.weapons.melee.iter().find(|known| known.id == id) else { return Ok(None) };
        let missing = |class: &str| format!("there is no class `{class}` of close combat weapons");
        let blade = if self.played == Played::Base {
            let own = &melee.base;
            let class = data.weapons.base_class.iter().find(|class| class.id == own.class);
            let class = class.ok_or_else(|| missing(&own.class))?;
            Blade {
                id: id.to_owned(),
                class: class.id.clone(),
                strength: blow(own.strength.as_ref().unwrap_or(&class.strength)),
                ap: (class.armour_save == "none").then_some(1),
                initiative: class.initiative.parse().ok(),
                wounds_on: own.wounds_on.or(class.wounds_on).and_then(|score| score.0),
                special: class.special.iter().chain(&own.special).cloned().collect(),
            }
        } else {
            let own = &melee.variant;
            let class = data.weapons.variant_class.iter().find(|class| class.id == own.class);
            let class = class.ok_or_else(|| missing(&own.class))?;
            Blade {
                id: id.to_owned(),
                class: class.id.clone(),
                strength: blow(own.strength.as_ref().unwrap_or(&class.strength)),
                ap: class.ap.0,
                initiative: None,
                wounds_on: own.wounds_on.or(class.wounds_on).and_then(|score| score.0),
                special: class.special.iter().chain(&own.special).cloned().collect(),
            }
        };
        let known = self.blades.iter().position(|known| *known == blade);
        let at = known.unwrap_or_else(|| {
            self.blades.push(blade);
            self.blades.len() - 1
        });
        Ok(Some(at as BladeId))
    }

    /// 5B-CCW-007, 5V-CCW-002: what a model without a named weapon fights with.
    pub fn bare_hands(&mut self) -> BladeId {
        let class = if self.played == Played::Base { "ordinary" } else { "standard" };
        let bare = Blade {
            id: "none".to_owned(),
            class: class.to_owned(),
            strength: Blow::Plus(0),
            ap: None,
            initiative: None,
            wounds_on: None,
            special: Vec::new(),
        };
        let known = self.blades.iter().position(|known| *known == bare);
        known.unwrap_or_else(|| {
            self.blades.push(bare);
            self.blades.len() - 1
        }) as BladeId
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

fn blow(text: &str) -> Blow {
    if let Some(plus) = text.strip_prefix('+') {
        return Blow::Plus(plus.parse().unwrap_or(0));
    }
    if let Some(times) = text.strip_prefix('x') {
        return Blow::Times(times.parse().unwrap_or(1));
    }
    text.parse().map_or(Blow::Plus(0), Blow::Is)
}

/// Special words whose rules are built, or that do nothing to models on foot.
const BUILT: [&str; 11] = [
    "template",
    "blast",
    "large-blast",
    "pinning",
    "gets-hot",
    "twin-linked",
    "rending",
    "sniper",
    "poisoned",
    "melta",
    "lance",
];

/// A profile as the rules built so far fire it.
fn fireable(played: Played, id: &str, profile: &troops::WeaponProfile, several: bool) -> Option<Weapon> {
    let variant = played == Played::Variant;
    let own = &profile.variant;
    let special = own.special.as_ref().filter(|_| variant).unwrap_or(&profile.special);
    let plain = special.iter().all(|word| BUILT.contains(&word.as_str()));
    if !plain || matches!(profile.kind, WeaponType::Ordnance | WeaponType::OrdnanceBarrage) {
        return None;
    }
    let text = own.range.as_ref().filter(|_| variant).unwrap_or(&profile.range);
    let read = |text: &str| grognard_tabletop::ruler::Ruler::Inches.read(text);
    let (minimum, range) = match text.split_once('-') {
        Some((minimum, range)) => (read(minimum)?, read(range)?),
        None if text == "template" => (Length::ZERO, Length::ZERO),
        None if text == "unlimited" => (Length::ZERO, Length::UNBOUNDED),
        None => (Length::ZERO, read(text)?),
    };
    let mode = profile.id.clone().filter(|_| several);
    let strength = own.strength.as_ref().filter(|_| variant).unwrap_or(&profile.strength);
    let score =
        |own: Option<Score>, base: Option<Score>| own.filter(|_| variant).or(base).and_then(|score| score.0);
    let wounds_on = score(own.wounds_on, profile.wounds_on);
    let strength = strength.parse().ok();
    let sniper = special.iter().any(|word| word == "sniper");
    if strength.is_none() && wounds_on.is_none() && !sniper {
        return None;
    }
    Some(Weapon {
        id: mode.as_ref().map_or_else(|| id.to_owned(), |mode| format!("{id}/{mode}")),
        weapon: id.to_owned(),
        mode,
        minimum,
        range,
        strength,
        wounds_on,
        ap: score(own.ap, Some(profile.ap)),
        kind: profile.kind,
        shots: profile.shots,
        special: special.clone(),
    })
}
