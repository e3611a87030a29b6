//! Names for people, and the short way from a key to a sentence.

use std::borrow::Cow;

use grognard_engine::client;
use grognard_engine::message::Message;
use grognard_space::grid::{Cell, CellSet, Dir, Facing};

use crate::Fixed;
use crate::choice::{piece_name, square_name};
use crate::fixed::Data;
use crate::hazard::Thing;
use crate::piece::{Mark, PieceId};
use crate::present::setup::words_of;
use crate::present::sides::side_key;
use crate::profile::{Folk, Melee, Profile, Ranged};
use crate::table::Side;
use crate::weapon::Class;

/// The only board's name.
pub const BOARD: &str = "main";

/// The name of a side's seat in answers.
pub const fn seat_name(side: Side) -> &'static str {
    match side {
        Side::Marine => "marine",
        Side::Stealer => "stealer",
    }
}

/// The name of a door or another thing as a feature of the scene.
pub fn door_id(fixed: &Fixed, door: Cell) -> String {
    let kind = fixed.mission.thing(door).unwrap_or(Thing::Door);
    // A tank of several squares goes by the first.
    let tank = fixed.mission.hazards.tanks.iter().find(|tank| tank.contains(door));
    let door = tank.and_then(CellSet::first).unwrap_or(door);
    format!("{}-{}", kind.name(), square_name(&fixed.mission.grid, door))
}

/// What can be aimed at, as the scene names it.
pub fn mark_id(fixed: &Fixed, mark: Mark) -> String {
    match mark {
        Mark::Model(piece) => piece_name(fixed, piece),
        Mark::Door(door) => door_id(fixed, door),
    }
}

/// The names of squares in answers.
pub fn squares(fixed: &Fixed, cells: &CellSet) -> Vec<client::CellId> {
    cells.iter().map(|cell| square_name(&fixed.mission.grid, cell)).collect()
}

/// The key of a weapon's name.
pub const fn ranged_key(weapon: Ranged) -> &'static str {
    weapon.key()
}

/// The key of a close assault weapon's name.
pub const fn melee_key(weapon: Melee) -> &'static str {
    match weapon {
        Melee::PowerGlove => "weapon.power-glove",
        Melee::PowerSword => "weapon.power-sword",
        Melee::ChainFist => "weapon.chain-fist",
        Melee::LightningClaws => "weapon.lightning-claws",
        Melee::ThunderHammer => "weapon.thunder-hammer",
        Melee::StormShield => "weapon.storm-shield",
        Melee::Chainsword => "weapon.chainsword",
        Melee::PowerAxe => "weapon.power-axe",
        Melee::ForceWeapon => "weapon.force-weapon",
        Melee::Nemesis => "weapon.nemesis",
        Melee::Kiss => "weapon.kiss",
        Melee::BoneSword => "weapon.bone-sword",
        Melee::BoneSwords => "weapon.bone-swords",
        Melee::LashWhip => "weapon.lash-whip",
        Melee::WitchBlade => "weapon.witch-blade",
        Melee::Diresword => "weapon.diresword",
        Melee::BitingSword => "weapon.biting-sword",
        Melee::WebOfSkulls => "weapon.web-of-skulls",
    }
}

/// The key of a facing's name.
pub const fn facing_key(facing: Facing) -> &'static str {
    match facing {
        Facing::North => "facing.north",
        Facing::East => "facing.east",
        Facing::South => "facing.south",
        Facing::West => "facing.west",
    }
}

/// Which drawing shows a role: what is seen first on the model decides.
pub fn silhouette(profile: &Profile) -> &str {
    if let Some(drawing) = &profile.drawing {
        return drawing;
    }
    match profile.class {
        Class::PowerArmour if profile.wounds > 1 => return "ogryn",
        Class::PowerArmour => return power_armour(profile),
        Class::Hybrid => return guard(profile),
        _ => {}
    }
    if profile.command {
        return "terminator-captain";
    }
    if profile.inspires {
        return "terminator-chaplain";
    }
    if profile.psyker > 0 {
        return "terminator-librarian";
    }
    match profile.ranged {
        Some(Ranged::HeavyFlamer) => "terminator-flamer",
        Some(Ranged::AssaultCannon) => "terminator-cannon",
        _ if profile.has(Melee::LightningClaws) => "terminator-claws",
        _ if profile.has(Melee::ThunderHammer) => "terminator-hammer",
        _ if profile.leader && profile.has(Melee::PowerSword) => "terminator-sergeant-sword",
        _ if profile.leader => "terminator-sergeant",
        _ if profile.has(Melee::ChainFist) => "terminator-chain-fist",
        _ => "terminator-storm-bolter",
    }
}

fn power_armour(profile: &Profile) -> &'static str {
    match profile.ranged {
        _ if profile.command => "marine-captain",
        _ if profile.inspires => "marine-chaplain",
        Some(Ranged::Flamer) => "marine-flamer",
        Some(Ranged::PlasmaGun) => "marine-plasma-gun",
        Some(Ranged::MeltaGun) => "marine-melta-gun",
        Some(Ranged::HeavyBolter) => "marine-heavy-bolter",
        Some(Ranged::CrackMissile) => "marine-missile-launcher",
        Some(Ranged::LasCannon) => "marine-las-cannon",
        Some(Ranged::ConversionBeamer) => "marine-conversion-beamer",
        Some(Ranged::HeavyPlasmaRapid) => "marine-heavy-plasma-gun",
        _ if profile.leader => "marine-sergeant",
        Some(Ranged::BoltPistol) => "marine-assault",
        _ => "marine-bolter",
    }
}

fn guard(profile: &Profile) -> &'static str {
    match profile.ranged {
        _ if profile.aims => "ratling",
        _ if profile.commissar => "guard-commissar",
        _ if profile.command => "guard-captain",
        _ if profile.leader => "guard-sergeant",
        _ if profile.officer => "guard-comlink",
        Some(Ranged::Laspistol) => "guard-assault",
        Some(Ranged::Lasgun) | None => "guard-lasgun",
        Some(Ranged::Flamer | Ranged::PlasmaGun | Ranged::MeltaGun) => "guard-special",
        _ => "guard-heavy",
    }
}

/// Puts things of one game into words.
#[derive(Copy, Clone)]
pub struct Words<'a> {
    /// The game.
    pub fixed: &'a Fixed,
}

impl<'a> Words<'a> {
    /// The words of a game.
    pub const fn new(fixed: &'a Fixed) -> Words<'a> {
        Words { fixed }
    }

    /// A message as a sentence.
    pub fn say(self, message: Message) -> String {
        self.fixed.data.texts.render(&message)
    }

    /// The words behind a key.
    pub fn get(self, key: &str) -> String {
        self.fixed.data.texts.get(key).to_owned()
    }

    /// The words behind a key that another part of the rules has given, with or without its family's name before it.
    pub fn of_family(self, family: &str, key: &str) -> String {
        self.get(&self.key_of_family(family, key))
    }

    /// The key itself, with its family's name where it stands there.
    pub fn key_of_family<'k>(self, family: &str, key: &'k str) -> Cow<'k, str> {
        let full = format!("{family}.{key}");
        if self.fixed.data.texts.has(&full) { Cow::Owned(full) } else { Cow::Borrowed(key) }
    }

    /// A piece: `Sergeant 1`, `Bolter 3`, `Stealer 3`, `Blip 1`.
    pub fn piece(self, piece: PieceId) -> String {
        match piece {
            PieceId::Marine(index) => self.model(index),
            PieceId::Stealer(index) => {
                self.say(Message::new("piece.stealer").number("n", i64::from(index) + 1))
            }
            PieceId::Blip(index) => self.say(Message::new("piece.blip").number("n", i64::from(index) + 1)),
        }
    }

    /// A model of the squad: its role and its number in the squad, unless the mission gives it a name of its own. The
    /// texts may rename either.
    fn model(self, index: u8) -> String {
        let name = self.fixed.mission.squad[index as usize].name.as_str();
        let other = index >= self.fixed.mission.crew;
        // SH-FOR-006: the other side's bought models are told apart by the prefix in answers, by number and colour for people.
        let name = name.strip_prefix("foe-").filter(|_| other).unwrap_or(name);
        let own = format!("model.{name}");
        if self.fixed.data.texts.has(&own) {
            return self.get(&own);
        }
        let profile = self.fixed.profile(index);
        if other && matches!(profile.folk, Folk::Hybrid | Folk::Tyranid) {
            return self.counted(index);
        }
        if !is_role(name, &profile.name) {
            return self.named(name);
        }
        let short = format!("short.{}", profile.name);
        let role = if self.fixed.data.texts.has(&short) { self.get(&short) } else { self.role(profile) };
        self.say(Message::new("piece.marine").text("role", role).number("n", i64::from(index) + 1))
    }

    /// A name that the mission gives, in words of the language where it has some: `Avenger 2`.
    fn named(self, name: &str) -> String {
        let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let (stem, number) = (stem.trim_end_matches('-'), name[stem.len()..].parse::<i64>());
        let key = format!("named.{stem}");
        match number {
            _ if !self.fixed.data.texts.has(&key) => spaced(name),
            Ok(n) => self.say(Message::new("piece.marine").text("role", self.get(&key)).number("n", n)),
            Err(_) => self.get(&key),
        }
    }

    /// Whoever stood behind a letter or came out of a blip, counted among its like: `Magus`, `Hybrid with sword 2`.
    fn counted(self, index: u8) -> String {
        let mission = &self.fixed.mission;
        let kin =
            |other: &u8| mission.squad[*other as usize].profile == mission.squad[index as usize].profile;
        let kin: Vec<_> = (mission.crew..mission.squad.len() as u8).filter(kin).collect();
        let role = self.role(self.fixed.profile(index));
        match kin.iter().position(|other| *other == index) {
            Some(place) if kin.len() > 1 => {
                self.say(Message::new("piece.marine").text("role", role).number("n", place as i64 + 1))
            }
            _ => role,
        }
    }

    /// A role: `Heavy flamer`, `Sergeant`.
    pub fn role(self, profile: &Profile) -> String {
        role(&self.fixed.data, profile)
    }

    /// A square: `11,7`.
    pub fn square(self, cell: Cell) -> String {
        square_name(&self.fixed.mission.grid, cell)
    }

    /// What is aimed at: a piece, or `the door at 8,5`.
    pub fn mark(self, mark: Mark) -> String {
        match mark {
            Mark::Model(piece) => self.piece(piece),
            Mark::Door(door) => self.thing(door),
        }
    }

    /// A door or another thing on a square: `the crate at 8,5`.
    pub fn thing(self, cell: Cell) -> String {
        let key = match self.fixed.mission.thing(cell) {
            Some(Thing::Crate) => "thing.crate.at",
            Some(Thing::Tank) => "thing.tank.at",
            Some(Thing::Bulkhead) => "thing.bulkhead.at",
            Some(Thing::Hatch) => "thing.hatch.at",
            Some(Thing::Ladder) => "thing.ladder.at",
            Some(Thing::Lift) => "thing.lift.at",
            Some(Thing::Door) | None => "door.at",
        };
        self.say(Message::new(key).text("square", self.square(cell)))
    }

    /// A section by its letter.
    pub fn section(self, section: u8) -> String {
        self.fixed.mission.section_names[section as usize].clone()
    }

    /// An entry area: `Entry N1`.
    pub fn entry(self, entry: u8) -> String {
        let name = self.fixed.mission.entries[entry as usize].name.to_uppercase();
        self.say(Message::new("entry.name").text("name", name))
    }

    /// An item of the mission.
    pub fn item(self, item: u8) -> String {
        let what = &self.fixed.mission.items[item as usize];
        words_of(&self.fixed.data, &self.fixed.mission, &format!("item.{}", what.id), &what.name)
    }

    /// A side: `Terminators`, `Eldar`.
    pub fn side(self, side: Side) -> String {
        self.get(side_key(self.fixed, side))
    }

    /// The words behind a key, with the side's name in them.
    pub fn say_of(self, side: Side, key: &str) -> String {
        let texts = &self.fixed.data.texts;
        texts.get(key).replace("{side}", &self.side(side))
    }

    /// A facing.
    pub fn facing(self, facing: Facing) -> String {
        self.get(facing_key(facing))
    }

    /// A weapon.
    pub fn ranged(self, weapon: Ranged) -> String {
        self.get(ranged_key(weapon))
    }
}

/// A role in words. SH-TYR-008: what grows its weapons is named by its body and by them, in place of a line for every
/// combination.
pub fn role(data: &Data, profile: &Profile) -> String {
    let texts = &data.texts;
    let key = format!("role.{}", profile.name);
    if texts.has(&key) {
        return texts.get(&key).to_owned();
    }
    let Some(body) = profile.body.as_deref().map(|body| format!("role.{body}")).filter(|key| texts.has(key))
    else {
        return spaced(&profile.name);
    };
    let guns = profile.ranged.iter().chain(&profile.extra).map(|weapon| ranged_key(*weapon));
    let fists = (0..profile.more_fists).map(|_| ranged_key(Ranged::Spinefist));
    let blades = profile.melee.iter().map(|weapon| melee_key(*weapon));
    let weapons: Vec<_> = guns.chain(fists).chain(blades).map(|key| texts.get(key)).collect();
    let message =
        Message::new("role-armed").text("role", texts.get(&body)).text("weapons", weapons.join(", "));
    texts.render(&message)
}

/// Whether a model is named after its role alone: `sergeant`, `marine-2`.
fn is_role(name: &str, profile: &str) -> bool {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches('-');
    profile == stem || profile.strip_prefix(stem).is_some_and(|rest| rest.starts_with('-'))
}

/// `marine-2` as `Marine 2`.
fn spaced(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters.map(|letter| if letter == '-' { ' ' } else { letter })).collect()
}

/// Whether one passes a door from west to east rather than from north to south.
pub fn crosswise(fixed: &Fixed, door: Cell) -> bool {
    let floor = |dir| fixed.mission.grid.step(door, dir).is_some();
    let (x, y) = (floor(Dir::W) && floor(Dir::E), floor(Dir::N) && floor(Dir::S));
    if x == y { floor(Dir::W) || floor(Dir::E) } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_its_own_is_told_from_a_role() {
        assert!(is_role("marine-2", "marine") && is_role("sergeant", "sergeant-sword"));
        assert!(!is_role("first", "marine") && !is_role("sword", "sergeant-sword"));
    }

    #[test]
    fn names_of_models_read_like_names() {
        assert_eq!(spaced("marine-2"), "Marine 2");
        assert_eq!(spaced("flamer"), "Flamer");
        assert_eq!(spaced(""), "");
    }

    /// What a mission calls its models has words in German, and no two of them are called alike.
    #[test]
    fn the_models_of_every_mission_are_told_apart_in_words() {
        let data = crate::present::tests::data();
        for mission in &data.missions {
            let setup = crate::fixed::Setup { mission: mission.id.clone(), ..Default::default() };
            let fixed = Fixed::new(&data, &setup).unwrap().speaking("de");
            let words = Words::new(&fixed);
            let models = 0..fixed.mission.squad.len() as u8;
            let mut names: Vec<_> = models.map(|index| words.piece(PieceId::Marine(index))).collect();
            assert!(names.iter().all(|name| !name.starts_with("Foe")), "{}: {names:?}", mission.id);
            names.sort();
            let all = names.len();
            names.dedup();
            assert_eq!(names.len(), all, "{}: {names:?}", mission.id);
            for model in &fixed.mission.squad[..fixed.mission.crew as usize] {
                let stem = model.name.trim_end_matches(|letter: char| letter.is_ascii_digit());
                let key = format!("named.{}", stem.trim_end_matches('-'));
                let role = fixed.data.profiles[model.profile].name.as_str();
                let known = is_role(&model.name, role) || fixed.data.texts.has(&key);
                assert!(known, "{}: {} has no words", mission.id, model.name);
            }
        }
    }
}
