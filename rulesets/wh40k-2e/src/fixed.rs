//! What never changes within a game: the armies as mustered, the table, the options in force.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_space::table::{FormId, Ground, Length};
use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::data::amount::Amount;
use crate::data::numbers::Numbers;
use crate::data::troops::{self, Armour, Base, ForceUnit, Origin, Taken, Values};
use crate::ids::{ModelId, Side, UnitId};
use crate::terrain::{self, Battlefield};

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
    /// Troops may hide.
    pub hiding: bool,
    /// Troops may go on overwatch.
    pub overwatch: bool,
    /// 2E-AMB-015: whoever is shot at loses overwatch without a test.
    pub overwatch_auto_loss: bool,
    /// 2E-AMB-031: stupid troops have to roll less than their Leadership.
    pub strict_stupidity: bool,
}

/// A weapon's place in [`Fixed::weapons`].
pub type WeaponId = u8;

/// A profile of a weapon that can be fired by the rules that are built.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// `boltgun`, or `plasma-pistol/full` where a weapon has several profiles.
    pub id: String,
    /// The weapon it is of.
    pub weapon: String,
    /// The ammunition or setting, where there are several.
    pub profile: Option<String>,
    /// Special and heavy weapons may have a target of their own (2E-TGT-006).
    pub own_target: bool,
    /// Nothing nearer can be hit.
    pub minimum: Length,
    /// 2E-RNG-001: the ends of both bands.
    pub bands: [Length; 2],
    /// 2E-HIT-010: the modifier of each band.
    pub to_hit: [i8; 2],
    /// Its Strength.
    pub strength: u8,
    /// 2E-DMG-003.
    pub damage: Amount,
    /// 2E-SAV-002.
    pub save: i8,
    /// 2E-MVF-003: it is not fired after a move.
    pub move_or_fire: bool,
}

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
    /// Where its figures come from.
    pub origin: Origin,
    base: Base,
    height: Length,
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
        };
        if let Some(known) = self.kinds.iter().position(same) {
            return Ok(known);
        }
        let armour = self.data.armour.get(&model.armour).cloned();
        let armour = armour.ok_or_else(|| format!("there is no armour `{}`", model.armour))?;
        let (mut weapons, mut melee) = (Vec::new(), Vec::new());
        for id in &model.weapons {
            weapons.extend(self.arm(id)?);
            melee.extend(self.arm_by_hand(id)?);
        }
        let heavy = |id: &String| self.data.weapons.get(id).is_some_and(|weapon| weapon.class == "heavy");
        let encumbered = model.weapons.iter().any(heavy);
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
            origin,
            base: model.base,
            height: model.height.0,
        });
        Ok(self.kinds.len() - 1)
    }

    /// The profiles of a weapon that the rules built so far can fire: no markers, templates, bursts or words of their own.
    fn arm(&mut self, id: &str) -> Result<Vec<WeaponId>, String> {
        let data = Arc::clone(&self.data);
        let weapon = data.weapons.get(id).ok_or_else(|| format!("there is no weapon `{id}`"))?;
        let mut found = Vec::new();
        for profile in &weapon.profile {
            let Some(built) = fireable(weapon, profile) else { continue };
            let known = self.weapons.iter().position(|known| known.id == built.id);
            let at = known.unwrap_or_else(|| {
                self.weapons.push(built);
                self.weapons.len() - 1
            });
            found.push(at as WeaponId);
        }
        Ok(found)
    }

    /// The ways to use a weapon in hand-to-hand combat; none for rifles (2E-HTH-030).
    fn arm_by_hand(&mut self, id: &str) -> Result<Vec<MeleeId>, String> {
        let data = Arc::clone(&self.data);
        let weapon = data.weapons.get(id).ok_or_else(|| format!("there is no weapon `{id}`"))?;
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
    if let Some(armour) = &option.armour {
        model.armour.clone_from(armour);
    }
}

/// A profile as the rules built so far fire it.
fn fireable(weapon: &troops::Weapon, profile: &troops::Profile) -> Option<Weapon> {
    let read = |text: &str| grognard_tabletop::ruler::Ruler::Inches.read(text);
    let plain = profile.rules.iter().all(|rule| rule == "move-or-fire" || rule == "close-combat");
    let simple =
        profile.blast == "-" && profile.template == "-" && profile.sustained == 0 && profile.effect.is_none();
    if !plain || !simple || weapon.class == "grenade" {
        return None;
    }
    let [short, long] = profile.to_hit[..] else { return None };
    let several = weapon.profile.len() > 1;
    Some(Weapon {
        id: if several { format!("{}/{}", weapon.id, profile.id) } else { weapon.id.clone() },
        weapon: weapon.id.clone(),
        profile: several.then(|| profile.id.clone()),
        own_target: matches!(weapon.class.as_str(), "special" | "heavy"),
        minimum: weapon.minimum.map_or(Length::ZERO, |minimum| minimum.0),
        bands: [read(&profile.short)?, read(&profile.long)?],
        to_hit: [short, long],
        strength: profile.strength.parse().ok()?,
        damage: Amount::read(&profile.damage)?,
        save: profile.save,
        move_or_fire: profile.rules.iter().any(|rule| rule == "move-or-fire"),
    })
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
