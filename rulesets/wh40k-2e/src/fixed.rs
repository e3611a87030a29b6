//! What never changes within a game: the armies as mustered, the table, the options in force.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_space::table::{FormId, Ground, Length};
use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::data::amount::Amount;
use crate::data::datafaxes::Datafax;
use crate::data::numbers::Numbers;
use crate::data::troops::{self, Armour, Base, ForceUnit, Origin, Taken, Values};
use crate::ids::{ModelId, Side, UnitId};
use crate::terrain::{self, Battlefield};
use crate::weapons;

/// What is chosen before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// A ready battle.
    pub battle: String,
    /// Whether cover is averaged over a squad, or each shot names the models it is aimed at; as the battle has it where
    /// nothing is said.
    pub cover_average: Option<bool>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { battle: "first-shots".to_owned(), cover_average: None }
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
}

pub use crate::weapons::{Weapon, WeaponId};

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
    /// Where its figures come from.
    pub origin: Origin,
    /// Its datafax, if it is a vehicle.
    pub datafax: Option<usize>,
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
        let [red, blue] = [force(&battle.sides[0].force)?, force(&battle.sides[1].force)?];
        let wanted = |force: &troops::Force| -> Vec<Wanted> {
            let unit = |unit: &ForceUnit| Wanted {
                army: force.army.clone(),
                unit: unit.unit.clone(),
                models: unit.models.clone(),
                options: unit.options.clone(),
                points: unit.points,
            };
            force.unit.iter().map(unit).collect()
        };
        let preset = data.presets.iter().find(|preset| preset.id == battle.preset);
        let is_on = |id: &str| {
            let own = battle.options.get(id);
            own.or_else(|| preset.and_then(|preset| preset.options.get(id)))
                .is_some_and(|value| value == "on")
        };
        let options = Options {
            cover_average: setup.cover_average.unwrap_or_else(|| is_on("cover-average")),
            rally_needs_sight: is_on("rally-needs-sight"),
            flak_against_blasts: is_on("flak-against-blasts"),
            reverse: is_on("reverse"),
            hiding: is_on("hiding"),
            overwatch: is_on("overwatch"),
            overwatch_auto_loss: is_on("overwatch-auto-loss"),
            strict_stupidity: is_on("strict-stupidity"),
        };
        let field = Battlefield::of(data, table)?;
        let mut fixed = Fixed::with(data, [wanted(red), wanted(blue)], field, options)?;
        fixed.turns = battle.turns;
        Ok(fixed)
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

    fn muster(&mut self, side: Side, number: usize, wanted: &Wanted) -> Result<(), String> {
        let data = Arc::clone(&self.data);
        let key = (wanted.army.clone(), wanted.unit.clone());
        if data.datafaxes.contains_key(&key) && !data.units.contains_key(&key) {
            return self.muster_vehicle(side, number, wanted);
        }
        let sheet = data.units.get(&key).ok_or_else(|| format!("`{}` has no unit `{}`", key.0, key.1))?;
        if let Some(stranger) =
            wanted.models.keys().find(|id| !sheet.model.iter().any(|model| model.id == **id))
        {
            return Err(format!("`{}` has no model `{stranger}`", sheet.id));
        }
        let unit = UnitId(self.units.len() as u16);
        let name = format!("{}-{number}", side.id());
        let mut models = Vec::new();
        let mut taken: Vec<(&Taken, u8)> = wanted.options.iter().map(|taken| (taken, taken.count)).collect();
        for model in &sheet.model {
            for _ in 0..wanted.models.get(&model.id).copied().unwrap_or(0) {
                let mut own = model.clone();
                for (taken, left) in taken.iter_mut().filter(|(_, left)| *left > 0) {
                    let option = sheet.options.iter().find(|option| option.id == taken.option);
                    let option =
                        option.ok_or_else(|| format!("`{}` has no option `{}`", sheet.id, taken.option))?;
                    if option.model == model.id || option.model == "all" || option.model == "every" {
                        equip(&mut own, option, taken.item.as_deref());
                        *left -= u8::from(option.per != "unit");
                        // One item of a price list a model.
                        if option.per == "list" {
                            break;
                        }
                    }
                }
                let kind = self.kind(&sheet.id, sheet.origin, own)?;
                let id = ModelId(self.models.len() as u16);
                models.push(id);
                self.models.push(ModelSpec { unit, kind, name: format!("{name}.{}", models.len()) });
            }
        }
        if models.is_empty() {
            return Err(format!("`{}` has no models", sheet.id));
        }
        let (leader, points, hates) = (sheet.leader.clone(), wanted.points, sheet.hates.clone());
        self.units.push(UnitSpec { side, name, unit: sheet.id.clone(), points, models, leader, hates });
        Ok(())
    }

    fn kind(&mut self, unit: &str, origin: Origin, model: troops::Model) -> Result<usize, String> {
        let same = |kind: &Kind| {
            kind.unit == unit
                && kind.id == model.id
                && kind.carries == model.weapons
                && kind.armour.id == model.armour
                && kind.equipment == model.equipment
        };
        if let Some(known) = self.kinds.iter().position(same) {
            return Ok(known);
        }
        let armour = self.data.armour.get(&model.armour).cloned();
        let armour = armour.ok_or_else(|| format!("there is no armour `{}`", model.armour))?;
        let (mut weapons, mut melee) = (Vec::new(), Vec::new());
        for id in &model.weapons {
            weapons.extend(self.arm(id, &model.weapons)?);
            melee.extend(self.arm_by_hand(id)?);
        }
        let heavy = |id: &String| self.data.weapons.get(id).is_some_and(|weapon| weapon.class == "heavy");
        let encumbered = model.weapons.iter().any(heavy);
        let aid = |id: &String| self.data.aids.get(id).copied();
        let built_in = armour.targeter.unwrap_or(false).then(|| "targeter".to_owned());
        let targeter = model.equipment.iter().chain(&built_in).find_map(aid).unwrap_or(0);
        self.kinds.push(Kind {
            unit: unit.to_owned(),
            id: model.id,
            values: model.values,
            armour,
            carries: model.weapons,
            weapons,
            melee,
            encumbered,
            traits: model.traits,
            equipment: model.equipment,
            targeter,
            rank: model.rank,
            origin,
            base: model.base,
            height: model.height.0,
            datafax: None,
        });
        Ok(self.kinds.len() - 1)
    }

    /// The profiles of a weapon that the rules built so far can fire. `missile-launcher/plasma` names ammunition that is not
    /// carried unless a list says so; a launcher fires the grenades its bearer has.
    pub(crate) fn arm(&mut self, id: &str, carried: &[String]) -> Result<Vec<WeaponId>, String> {
        let data = Arc::clone(&self.data);
        let (name, wanted) = id.split_once('/').map_or((id, None), |(name, profile)| (name, Some(profile)));
        let find = |name: &str| data.weapons.get(name).ok_or_else(|| format!("there is no weapon `{name}`"));
        let weapon = find(name)?;
        let supplied = |profile: &&troops::Profile| {
            profile.supplied.unwrap_or(true) || wanted == Some(profile.id.as_str())
        };
        let profiles = weapon.profile.iter().filter(supplied);
        let mut built: Vec<Weapon> =
            profiles.filter_map(|profile| weapons::fireable(&data, weapon, profile)).collect();
        for grenade in carried {
            let grenade = find(grenade.split('/').next().unwrap_or(grenade))?;
            let profile = grenade.profile.first().filter(|_| grenade.class == "grenade");
            let grenade = profile.and_then(|profile| weapons::fireable(&data, grenade, profile));
            built.extend(grenade.and_then(|grenade| weapons::loaded(weapon, &grenade)));
        }
        let mut found = Vec::new();
        for mut own in built {
            let known = self.weapons.iter().position(|known| known.id == own.id);
            let at = known.unwrap_or_else(|| {
                let same = |known: &Weapon| known.weapon == own.weapon && known.mount.is_none();
                let first = self.weapons.iter().position(same);
                own.gun = first.unwrap_or(self.weapons.len()) as WeaponId;
                self.weapons.push(own);
                self.weapons.len() - 1
            });
            found.push(at as WeaponId);
        }
        Ok(found)
    }

    /// The ways to use a weapon in hand-to-hand combat; none for rifles (2E-HTH-030).
    fn arm_by_hand(&mut self, id: &str) -> Result<Vec<MeleeId>, String> {
        let data = Arc::clone(&self.data);
        let name = id.split('/').next().unwrap_or(id);
        let weapon = data.weapons.get(name).ok_or_else(|| format!("there is no weapon `{id}`"))?;
        let mut found = Vec::new();
        for profile in &weapon.profile {
            let Some(built) = usable_by_hand(weapon, profile) else { continue };
            let known = self.melee.iter().position(|known| known.id == built.id);
            let at = known.unwrap_or_else(|| {
                self.melee.push(built);
                self.melee.len() - 1
            });
            found.push(at as MeleeId);
        }
        Ok(found)
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

fn equip(model: &mut troops::Model, option: &troops::UnitOption, item: Option<&str>) {
    model.weapons.retain(|weapon| !option.replaces.contains(weapon));
    model.weapons.extend(option.weapons.iter().cloned().chain(item.map(str::to_owned)));
    model.equipment.extend(option.equipment.iter().cloned());
    model.values = option.values.unwrap_or(model.values);
    model.base = option.base.unwrap_or(model.base);
    model.height = option.height.unwrap_or(model.height);
    if let Some(rank) = &option.rank {
        model.rank.clone_from(rank);
    }
    if let Some(armour) = &option.armour {
        model.armour.clone_from(armour);
    }
}

/// 2E-HTH-005: pistols and close combat weapons are used in hand-to-hand combat, nothing else.
fn usable_by_hand(weapon: &troops::Weapon, profile: &troops::Profile) -> Option<Melee> {
    let has = |word: &str| profile.rules.iter().any(|rule| rule == word);
    if !has("close-combat") {
        return None;
    }
    let strength = match profile.strength.as_str() {
        "user" => None,
        number => Some(number.parse().ok()?),
    };
    let several = weapon.profile.len() > 1;
    Some(Melee {
        id: if several { format!("{}/{}", weapon.id, profile.id) } else { weapon.id.clone() },
        weapon: weapon.id.clone(),
        profile: several.then(|| profile.id.clone()),
        strength,
        damage: Amount::read(&profile.damage)?,
        save: profile.save,
        parries: has("parry"),
        two_handed: has("two-handed"),
        improvised: has("improvised"),
    })
}
