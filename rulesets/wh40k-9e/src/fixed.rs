//! What never changes within a game: the armies as mustered, the table, the packs in play.

use std::sync::Arc;

use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{FormId, Ground};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::data::Data;
use crate::data::amount::{Amount, INCH};
use crate::data::battle::{Packs, UnitFile};
use crate::data::numbers::Numbers;
use crate::data::sheet::{self, Ability, Profile, Sheet, WeaponAbility, WeaponKind};
use crate::ids::{ModelId, Side, UnitId};
use crate::keyword::{Keywords, Lexicon};
use crate::roster;
use crate::terrain::{self, Battlefield};

/// What is chosen before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// A ready table, or `seed N` for one made by the terrain generator; empty for the first ready one that is large
    /// enough for the armies.
    pub table: String,
    /// The first army: a ready one, or a list.
    pub red: String,
    /// The second army.
    pub blue: String,
    /// The mission Red proposes, or both (9E-GEN-001).
    pub mission: String,
    /// The mission Blue proposes, where it is another one (9E-GEN-002).
    pub blue_mission: Option<String>,
    /// A preset of packs.
    pub preset: String,
    /// Packs that differ from the preset.
    pub packs: Option<Packs>,
}

impl Default for Setup {
    fn default() -> Setup {
        let text = str::to_owned;
        Setup {
            table: text("crossroads"),
            red: text("strike-squad"),
            blue: text("strike-squad"),
            mission: text("only-war"),
            blue_mission: None,
            preset: text("as-printed"),
            packs: None,
        }
    }
}

/// A kind of model: its datasheet profile with what the rules ask of it looked up.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its datasheet, as an index.
    pub sheet: usize,
    /// Its profile.
    pub profile: sheet::Model,
    /// Its keywords.
    pub keywords: Keywords,
    /// The same as words, in the order of the datasheet.
    pub words: Vec<String>,
    /// What its keyword in angle brackets stands for (9E-GEN-010).
    pub value: Option<String>,
    /// Abilities of the datasheet and its own.
    pub abilities: Vec<Ability>,
    /// Invulnerable saves: the number and whether only against melee.
    pub invulnerable: SmallVec<[(u8, bool); 2]>,
    /// Numbers on which a wound is ignored.
    pub ignores: SmallVec<[u8; 2]>,
    /// Room for models with a keyword.
    pub transport: Option<(u8, Keywords)>,
    /// Powers known, powers and denials a phase.
    pub psyker: Option<(Vec<u8>, u8, u8)>,
    /// How many powers are chosen before the battle, and out of which (9E-PSY-008).
    pub discipline: (u8, Vec<u8>),
}

impl Kind {
    /// Whether it has an ability that passes a test.
    pub fn find<'a, T>(&'a self, test: impl Fn(&'a Ability) -> Option<T>) -> Option<T> {
        self.abilities.iter().find_map(test)
    }

    /// Whether it has exactly this ability.
    pub fn has(&self, ability: &Ability) -> bool {
        self.abilities.contains(ability)
    }
}

/// A weapon's place in [`Fixed::weapons`].
pub type WeaponId = u8;

/// A weapon as the game uses it.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Its name in data and answers.
    pub id: String,
    /// Its profiles.
    pub profiles: Vec<Arm>,
}

/// A weapon profile; two with the same figures have the same class (9E-SHO-017).
#[derive(Clone, Debug)]
pub struct Arm {
    /// Its figures.
    pub profile: Profile,
    /// Which profiles count as the same.
    pub class: u16,
}

impl Arm {
    /// Whether it has an ability.
    pub fn has(&self, ability: WeaponAbility) -> bool {
        self.profile.abilities.contains(&ability)
    }
}

/// A model as mustered.
#[derive(Clone, Debug)]
pub struct ModelSpec {
    /// Its name in answers: `red-1.3`.
    pub name: String,
    /// Its unit at the start.
    pub unit: UnitId,
    /// Its kind, as an index.
    pub kind: usize,
    /// Its weapons.
    pub weapons: SmallVec<[WeaponId; 6]>,
}

/// A unit as mustered.
#[derive(Clone, Debug)]
pub struct UnitSpec {
    /// Whose it is.
    pub side: Side,
    /// Its datasheet, as an index.
    pub sheet: u8,
    /// Its models.
    pub models: Vec<ModelId>,
    /// The transport model it starts in.
    pub embarked_in: Option<ModelId>,
}

/// What never changes in a game.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// All data.
    pub data: Arc<Data>,
    /// What was chosen.
    pub setup: Setup,
    /// The optional rules in play.
    pub packs: Packs,
    /// The keywords of the game.
    pub lexicon: Lexicon,
    /// Kinds of models.
    pub kinds: Vec<Kind>,
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Models.
    pub models: Vec<ModelSpec>,
    /// Units.
    pub units: Vec<UnitSpec>,
    /// 9E-ONW-003: the Warlord of each side.
    pub warlords: [Option<ModelId>; 2],
    /// The battle size, as an index into the table of sizes.
    pub size: usize,
    /// The Power of each army.
    pub powers: [u16; 2],
    /// The combined Power of both armies.
    pub power: u16,
    /// The mission each side proposes, as an index (9E-GEN-001, 9E-GEN-002).
    pub missions: [u8; 2],
    /// The table with its terrain, as data.
    pub battlefield: Battlefield,
    /// The table with its terrain and the forms of all kinds, in space.
    pub ground: Arc<Ground>,
}

/// The weapon every model without one fights with (TAB-03).
pub const FISTS: &str = "close-combat-weapon";

impl Fixed {
    /// Prepares a game; errors say which setting is wrong and what would be right.
    pub fn new(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        let lists = [roster::read(data, &setup.red)?, roster::read(data, &setup.blue)?];
        let power = lists.iter().map(|list| roster::power_of(data, list)).sum();
        let least = roster::least_table(data, roster::size_of(data, power));
        let battlefield = terrain::battlefield(data, &setup.table, least)?;
        Fixed::with(data, setup, &lists, battlefield)
    }

    /// Prepares a game of given armies on a given table.
    pub fn with(
        data: &Arc<Data>,
        setup: &Setup,
        lists: &[Vec<UnitFile>; 2],
        battlefield: Battlefield,
    ) -> Result<Fixed, String> {
        let preset = data.presets.iter().find(|preset| preset.id == setup.preset).ok_or_else(|| {
            let known: Vec<_> = data.presets.iter().map(|preset| preset.id.as_str()).collect();
            format!("there is no preset `{}`; there are: {}", setup.preset, known.join(", "))
        })?;
        let mut fixed = Fixed {
            data: Arc::clone(data),
            setup: setup.clone(),
            packs: setup.packs.unwrap_or(preset.packs),
            lexicon: Lexicon::default(),
            kinds: Vec::new(),
            weapons: Vec::new(),
            models: Vec::new(),
            units: Vec::new(),
            warlords: [None; 2],
            size: 0,
            powers: [0; 2],
            power: 0,
            missions: [0; 2],
            battlefield,
            ground: Arc::default(),
        };
        fixed.weapons = weapons(data);
        for (side, list) in Side::BOTH.into_iter().zip(lists) {
            roster::check(data, list).map_err(|why| format!("the {} army: {why}", side.id()))?;
            fixed.muster(side, list)?;
        }
        fixed.power = fixed.powers.iter().sum();
        let blue = setup.blue_mission.as_ref().unwrap_or(&setup.mission);
        for (proposed, mission) in fixed.missions.iter_mut().zip([&setup.mission, blue]) {
            let at = data.missions.iter().position(|known| known.id == *mission);
            *proposed = at.map(|at| at as u8).ok_or_else(|| {
                let known: Vec<_> = data.missions.iter().map(|mission| mission.id.as_str()).collect();
                format!("there is no mission `{mission}`; there are: {}", known.join(", "))
            })?;
        }
        // 9E-ONW-002.
        fixed.size = roster::size_of(data, fixed.power);
        fixed.check_table()?;
        let forms = fixed.kinds.iter().map(terrain::form).collect();
        fixed.ground = Arc::new(fixed.battlefield.ground(&fixed.packs, &data.numbers, forms)?);
        Ok(fixed)
    }

    /// 9E-ONW-011: the table is at least as large as the battle size asks.
    fn check_table(&self) -> Result<(), String> {
        let (x, y) = self.battlefield.size;
        let (long, short) = (x.max(y), x.min(y));
        let least = self.least_table();
        if long < least.0 || short < least.1 {
            return Err(format!(
                "armies of Power {} together need a table of at least {}\" by {}\"; this one has {}\" by {}\" (9E-ONW-011)",
                self.power,
                least.0 / INCH,
                least.1 / INCH,
                long / INCH,
                short / INCH
            ));
        }
        Ok(())
    }

    /// The smallest table for the battle size (TAB-06), the longer side first.
    pub fn least_table(&self) -> (i32, i32) {
        roster::least_table(&self.data, self.size)
    }

    fn muster(&mut self, side: Side, list: &[UnitFile]) -> Result<(), String> {
        let first = self.units.len();
        let data = Arc::clone(&self.data);
        for (number, entry) in list.iter().enumerate() {
            let (sheet_at, sheet) = roster::sheet(&data, entry)?;
            // 9E-GEN-005: the Power of an army is the sum of its units'.
            let others = if applies(rule!("9E-GEN-005")) { self.powers[side.index()] } else { 0 };
            self.powers[side.index()] = others + roster::power(sheet, entry.models);
            let id = UnitId(self.units.len() as u16);
            let mut members = Vec::new();
            for (count, model) in roster::composition(sheet, entry)?.into_iter().zip(&sheet.models) {
                let kind = self.kind_of(sheet_at, sheet, model, entry.value.as_deref())?;
                for _ in 0..count {
                    let name = format!("{}-{}.{}", side.id(), number + 1, members.len() + 1);
                    let weapons = model
                        .weapons
                        .iter()
                        .map(|weapon| self.weapon_id(weapon))
                        .collect::<Result<_, _>>()?;
                    members.push(ModelId(self.models.len() as u16));
                    self.models.push(ModelSpec { name, unit: id, kind, weapons });
                }
            }
            for option in &entry.options {
                self.take_option(sheet, option, &members)?;
            }
            if entry.warlord && applies(rule!("9E-ONW-003")) {
                let chosen = entry.warlord_model.and_then(|number| usize::from(number).checked_sub(1));
                let chosen = chosen.and_then(|at| members.get(at));
                self.warlords[side.index()] = chosen.or(members.last()).copied();
            }
            self.units.push(UnitSpec { side, sheet: sheet_at as u8, models: members, embarked_in: None });
        }
        // 9E-ONW-003: where nobody is named, a character leads, or else the first unit's leader.
        if self.warlords[side.index()].is_none() && applies(rule!("9E-ONW-003")) {
            let last = |unit: &UnitSpec| unit.models.last().copied();
            let character = self.units[first..]
                .iter()
                .filter_map(last)
                .find(|model| self.kind(*model).keywords.any(Keywords::CHARACTER));
            self.warlords[side.index()] = character.or_else(|| self.units.get(first).and_then(last));
        }
        for (number, entry) in list.iter().enumerate() {
            if let Some(transport) = entry.embarked_in {
                // 9E-TRN-001, 9E-TRN-002: the list has been checked for room.
                let carrier =
                    self.units.get(first + transport as usize - 1).and_then(|unit| unit.models.first());
                self.units[first + number].embarked_in = carrier.copied();
            }
        }
        Ok(())
    }

    /// 9E-DAT-029, 9E-DAT-036: one weapon in place of another.
    fn take_option(&mut self, sheet: &Sheet, option: &str, members: &[ModelId]) -> Result<(), String> {
        let swap = sheet.options.iter().find(|known| known.id == option);
        let swap = swap.ok_or_else(|| format!("`{}` has no option `{option}`", sheet.id))?;
        let (lose, gain) = (self.weapon_id(&swap.lose)?, self.weapon_id(&swap.gain)?);
        let mut left = swap.most;
        for id in members {
            let is_kind = self.kind(*id).profile.id == swap.model;
            let spec = &mut self.models[id.index()];
            if let (true, true, Some(at)) =
                (left > 0, is_kind, spec.weapons.iter().position(|weapon| *weapon == lose))
            {
                spec.weapons[at] = gain;
                left -= 1;
            }
        }
        Ok(())
    }

    fn weapon_id(&self, name: &str) -> Result<WeaponId, String> {
        let found = self.weapons.iter().position(|weapon| weapon.id == name);
        found.map(|at| at as WeaponId).ok_or_else(|| format!("there is no weapon `{name}`"))
    }

    /// The kind of a model, made when it is first met. A keyword's value makes a kind of its own.
    fn kind_of(
        &mut self,
        sheet_at: usize,
        sheet: &Sheet,
        model: &sheet::Model,
        value: Option<&str>,
    ) -> Result<usize, String> {
        let mut keywords = Keywords::default();
        let mut words: Vec<String> = Vec::new();
        let mut chosen = None;
        for (word, is_value) in roster::keywords(sheet, model, value) {
            if is_value {
                chosen = Some(word.to_owned());
            }
            words.push(word.to_owned());
            keywords = keywords.and(self.lexicon.learn(word)?);
        }
        let same =
            |kind: &Kind| kind.sheet == sheet_at && kind.profile.id == model.id && kind.keywords == keywords;
        if let Some(known) = self.kinds.iter().position(same) {
            return Ok(known);
        }
        let abilities: Vec<Ability> = sheet.abilities.iter().chain(&model.abilities).cloned().collect();
        let mut kind = Kind {
            sheet: sheet_at,
            profile: model.clone(),
            keywords,
            words,
            value: chosen,
            invulnerable: SmallVec::new(),
            ignores: SmallVec::new(),
            transport: None,
            psyker: None,
            discipline: (0, Vec::new()),
            abilities: Vec::new(),
        };
        for ability in &abilities {
            match ability {
                Ability::Invulnerable { save, melee_only } => kind.invulnerable.push((save.0, *melee_only)),
                Ability::IgnoreWounds { on } => kind.ignores.push(on.0),
                Ability::Transport { capacity, keyword } => {
                    kind.transport = Some((*capacity, self.lexicon.learn(keyword)?));
                }
                Ability::Psyker { knows, chooses, discipline, manifest, deny } => {
                    let power = |id: &String| {
                        let at = self.data.powers.iter().position(|power| power.id == *id);
                        at.map(|at| at as u8).ok_or_else(|| format!("there is no power `{id}`"))
                    };
                    let knows = knows.iter().map(power).collect::<Result<_, _>>()?;
                    let learns = discipline.iter().map(power).collect::<Result<_, _>>()?;
                    kind.discipline = (*chooses, learns);
                    let deny = deny.unwrap_or(self.data.numbers.deny_uses.uses);
                    kind.psyker = Some((knows, *manifest, deny));
                }
                _ => {}
            }
        }
        kind.abilities = abilities;
        self.kinds.push(kind);
        Ok(self.kinds.len() - 1)
    }

    /// How many battle rounds a mission has (9E-GEN-001, 9E-ONW-024).
    pub fn rounds(&self, mission: u8) -> u8 {
        let own = self.data.missions.get(mission as usize).and_then(|mission| mission.rounds);
        own.unwrap_or(self.numbers().length.rounds)
    }

    /// The numbers.
    pub fn numbers(&self) -> &Numbers {
        &self.data.numbers
    }

    /// A model's kind.
    pub fn kind(&self, model: ModelId) -> &Kind {
        &self.kinds[self.models[model.index()].kind]
    }

    /// A model as mustered.
    pub fn spec(&self, model: ModelId) -> &ModelSpec {
        &self.models[model.index()]
    }

    /// What a model is in space.
    pub fn form(&self, model: ModelId) -> FormId {
        FormId(self.spec(model).kind as u16)
    }

    /// A weapon.
    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapons[id as usize]
    }

    /// A weapon profile.
    pub fn arm(&self, weapon: WeaponId, profile: u8) -> &Arm {
        &self.weapons[weapon as usize].profiles[profile as usize]
    }

    /// The weapon of those who have none.
    pub fn fists(&self) -> WeaponId {
        self.weapons.iter().position(|weapon| weapon.id == FISTS).unwrap_or(0) as WeaponId
    }

    /// A model's name.
    pub fn name(&self, model: ModelId) -> &str {
        &self.models[model.index()].name
    }

    /// The model of a name.
    pub fn model_named(&self, name: &str) -> Option<ModelId> {
        self.models.iter().position(|spec| spec.name == name).map(|at| ModelId(at as u16))
    }

    /// 9E-OUT-009: Command points at the start by battle size.
    pub fn starting_points(&self) -> u8 {
        self.numbers().starting_points.points.get(self.size).copied().unwrap_or(0)
    }
}

fn weapons(data: &Data) -> Vec<Weapon> {
    let mut classes: Vec<Profile> = Vec::new();
    let same = |a: &Profile, b: &Profile| {
        a.range == b.range
            && a.kind == b.kind
            && a.attacks == b.attacks
            && a.strength == b.strength
            && a.ap == b.ap
            && a.damage == b.damage
            && a.abilities == b.abilities
    };
    let mut arm = |profile: &Profile| {
        let class = classes.iter().position(|known| same(known, profile)).unwrap_or_else(|| {
            classes.push(profile.clone());
            classes.len() - 1
        });
        Arm { profile: profile.clone(), class: class as u16 }
    };
    let mut all: Vec<Weapon> = data
        .weapons
        .values()
        .map(|weapon| Weapon {
            id: weapon.id.clone(),
            profiles: weapon.profiles.iter().map(&mut arm).collect(),
        })
        .collect();
    if !all.iter().any(|weapon| weapon.id == FISTS) {
        let bare = Profile {
            id: String::new(),
            range: crate::data::amount::Range::Melee,
            kind: WeaponKind::Melee,
            attacks: None,
            strength: crate::data::amount::Strength::User,
            ap: 0,
            damage: Amount::fixed(1),
            abilities: Vec::new(),
        };
        all.push(Weapon { id: FISTS.to_owned(), profiles: vec![arm(&bare)] });
    }
    all
}
