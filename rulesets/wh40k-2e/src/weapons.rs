//! Weapons as they are fired: a profile of the summary and what its words mean (WPN).

use grognard_engine::rule;
use grognard_engine::switch::applies;

use grognard_space::table::{Angle, Length};
use grognard_tabletop::ruler::{Inches, Ruler};
use grognard_tabletop::templates::Kind;

use crate::data::Data;
use crate::data::amount::Amount;
use crate::data::troops;
use crate::data::wargear::Bonus;
use crate::vehicles::penetration::Formula;

/// A weapon's place in [`crate::Fixed::weapons`].
pub type WeaponId = u8;

/// A word of the summary that changes how a weapon is fired.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Keyword {
    /// 2E-WPN-001: not fired after a move.
    MoveOrFire,
    /// Also used in hand-to-hand combat.
    CloseCombat,
    /// 2E-WPN-010: no marker; a miss is lost.
    TargetOnly,
    /// A marker that does not scatter: a miss is lost.
    NoScatter,
    /// 2E-GRD-001: it may be aimed at the ground.
    NonLethal,
    /// 2E-WPN-004: silent in its owner's next turn.
    Recharge,
    /// 2E-WPN-004: its burst is rolled in the shooting phase only.
    SustainedWhenShooting,
    /// 2E-WPN-007: hits that are not saved always wound.
    WoundsUnsaved,
    /// 2E-WPN-008: hits by itself at short range.
    AlwaysHitsShort,
    /// 2E-WPN-013: fired in place of a burst.
    NoSustained,
    /// Two weapons, one roll to hit.
    Pair,
    /// Only on a vehicle.
    VehicleOnly,
    /// Only one is carried.
    OneUse,
    /// 2E-WPN-018: it is not thrown or fired at all.
    CloseCombatOnly,
    /// 2E-AMB-132: its printed penetration holds the bonus of a strong arm.
    BonusIncluded,
    /// 2E-WPN-014: its grenades land where they are sent, without a roll to hit.
    AlwaysHits,
    /// 2E-WPN-019: only its owner knows how large its marker is.
    SecretRadius,
}

const KEYWORDS: [(Keyword, &str); 17] = [
    (Keyword::MoveOrFire, "move-or-fire"),
    (Keyword::CloseCombat, "close-combat"),
    (Keyword::TargetOnly, "target-only"),
    (Keyword::NoScatter, "no-scatter"),
    (Keyword::NonLethal, "non-lethal"),
    (Keyword::Recharge, "recharge"),
    (Keyword::SustainedWhenShooting, "sustained-when-shooting"),
    (Keyword::WoundsUnsaved, "wounds-unsaved"),
    (Keyword::AlwaysHitsShort, "always-hits-short"),
    (Keyword::NoSustained, "no-sustained"),
    (Keyword::Pair, "pair"),
    (Keyword::VehicleOnly, "vehicle-only"),
    (Keyword::OneUse, "one-use"),
    (Keyword::CloseCombatOnly, "close-combat-only"),
    (Keyword::BonusIncluded, "bonus-included"),
    (Keyword::AlwaysHits, "always-hits"),
    (Keyword::SecretRadius, "secret-radius"),
];

/// What a weapon does beyond its row (`effects.toml`).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Survivors may burn.
    Burning,
    /// Poison that wounds the living.
    Needle,
    /// It wraps its target up.
    Web,
    /// Good armour is better against it.
    Bow,
    /// Three jams at once blow it up.
    AssaultCannon,
    /// Acid that wounds anything living.
    HellfireShell,
    /// It knocks down.
    Shotgun,
    /// It pins for good.
    GravitonGun,
    /// Nothing beyond its marker.
    Plain,
    /// It leaves a ball of plasma.
    PlasmaBall,
    /// It leaves a cloud that nobody sees through.
    Smoke,
    /// It leaves a cloud that nothing sees through.
    Blind,
    /// It leaves a cloud that chokes.
    Choke,
    /// It leaves a cloud that kills.
    Toxin,
    /// It leaves a hole in the world.
    Vortex,
    /// It blinds those without eye protection.
    PhotonFlash,
    /// 2E-WPN-017: a torpedo that digs its way.
    MoleMortar,
    /// 2E-WPN-019: it poisons an area for the rest of the game.
    Radiation,
    /// Several shots at once.
    ScatterLaser,
    /// Several missiles at once, of so many in a game.
    Cyclone,
}

const EFFECTS: [(Effect, &str); 20] = [
    (Effect::Burning, "burning"),
    (Effect::Needle, "needle"),
    (Effect::Web, "web"),
    (Effect::Bow, "bow"),
    (Effect::AssaultCannon, "assault-cannon"),
    (Effect::HellfireShell, "hellfire-shell"),
    (Effect::Shotgun, "shotgun"),
    (Effect::GravitonGun, "graviton-gun"),
    (Effect::Plain, "death-spitter"),
    (Effect::PlasmaBall, "plasma-ball"),
    (Effect::Smoke, "smoke"),
    (Effect::Blind, "blind"),
    (Effect::Choke, "choke"),
    (Effect::Toxin, "toxin"),
    (Effect::Vortex, "vortex"),
    (Effect::PhotonFlash, "photon-flash"),
    (Effect::MoleMortar, "mole-mortar"),
    (Effect::Radiation, "radiation"),
    (Effect::ScatterLaser, "scatter-laser"),
    (Effect::Cyclone, "cyclone"),
];

/// Several shots of one weapon in one phase (TABX-008), each with a roll to hit of its own.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Several {
    /// The most in one phase.
    pub most: u8,
    /// How far the other targets are from the first.
    pub within: Length,
    /// How many it has for the game; any number where none is given.
    pub carried: Option<u8>,
}

impl Several {
    fn of(effect: Option<Effect>, data: &Data) -> Option<Several> {
        let (laser, cyclone) = (&data.effects.scatter_laser, &data.effects.cyclone);
        match effect? {
            Effect::ScatterLaser => {
                Some(Several { most: laser.shots, within: laser.within.0, carried: None })
            }
            Effect::Cyclone => Some(Several {
                most: cyclone.most,
                within: cyclone.within.0,
                carried: Some(cyclone.missiles),
            }),
            _ => None,
        }
    }
}

/// What a close combat weapon does beyond its row (TABX-008).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum HandEffect {
    /// Those its bearer charges roll no attack dice.
    BansheeMask,
    /// Whoever does not save is dead.
    HarlequinsKiss,
    /// A pair.
    LightningClaws,
    /// A shot before the blows.
    Mandiblasters,
    /// For one charge.
    HuntingLance,
    /// It wounds without a roll.
    ThunderHammer,
    /// Its penetration is not in the summary.
    Crozius,
}

const HAND_EFFECTS: [(HandEffect, &str); 7] = [
    (HandEffect::BansheeMask, "banshee-mask"),
    (HandEffect::HarlequinsKiss, "harlequins-kiss"),
    (HandEffect::LightningClaws, "lightning-claws"),
    (HandEffect::Mandiblasters, "mandiblasters"),
    (HandEffect::HuntingLance, "hunting-lance"),
    (HandEffect::ThunderHammer, "thunder-hammer"),
    (HandEffect::Crozius, "crozius-arcanum"),
];

impl HandEffect {
    /// The effect a profile names; an error where it is not built.
    pub fn named(id: &str) -> Result<HandEffect, String> {
        let known = HAND_EFFECTS.iter().find(|(_, known)| *known == id);
        known.map(|(effect, _)| *effect).ok_or_else(|| format!("what `{id}` does is not built yet"))
    }

    /// Whether it is worn and no weapon that strikes.
    pub const fn is_worn(self) -> bool {
        matches!(self, HandEffect::BansheeMask | HandEffect::Mandiblasters)
    }
}

impl Effect {
    /// The marker of `markers.toml` that stays where it landed.
    pub const fn lasting(self) -> Option<&'static str> {
        match self {
            Effect::PlasmaBall => Some("plasma-ball"),
            Effect::Smoke => Some("smoke"),
            Effect::Blind => Some("blind"),
            Effect::Choke => Some("choke"),
            Effect::Toxin => Some("toxin"),
            Effect::Vortex => Some("vortex"),
            Effect::Radiation => Some("radiation"),
            _ => None,
        }
    }
}

/// A profile of a weapon that can be fired by the rules that are built.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// `boltgun`, or `missile-launcher/frag` where a weapon has several profiles.
    pub id: String,
    /// The weapon it is of.
    pub weapon: String,
    /// The ammunition or setting, where there are several.
    pub profile: Option<String>,
    /// The first profile of the same weapon: jams and recharging hold for all of them.
    pub gun: WeaponId,
    /// Special and heavy weapons may have a target of their own (2E-TGT-006).
    pub own_target: bool,
    /// 2E-GRN-001: it is thrown, as far as its bearer can.
    pub thrown: bool,
    /// 2E-WPN-009: it is a launcher with a grenade in it.
    pub loaded: bool,
    /// Nothing nearer can be hit.
    pub minimum: Length,
    /// 2E-RNG-001: the ends of both bands.
    pub bands: [Length; 2],
    /// 2E-HIT-010: the modifier of each band.
    pub to_hit: [i8; 2],
    /// Its Strength; 0 where it does not matter.
    pub strength: u8,
    /// Its Strength where it is rolled for each hit: `D6+D4`.
    pub rolled_strength: Option<Formula>,
    /// 2E-DMG-003.
    pub damage: Amount,
    /// 2E-SAV-002.
    pub save: i8,
    /// 2E-BLS-001: the radius of its marker; the largest where it is rolled.
    pub blast: Option<Length>,
    /// 2E-TMP-004: length and width of its teardrop.
    pub teardrop: Option<(Length, Length)>,
    /// 2E-SUS-003: the most sustained fire dice.
    pub sustained: u8,
    /// Its words.
    pub keywords: Vec<Keyword>,
    /// What it does beyond its row.
    pub effect: Option<Effect>,
    /// 2E-PEN-002: its penetration as printed.
    pub penetration: String,
    /// Where it is mounted, if on a vehicle.
    pub mount: Option<OnMount>,
    /// It fires several shots in one phase.
    pub several: Option<Several>,
}

/// A weapon on a vehicle.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OnMount {
    /// The mount of the datafax.
    pub mount: u8,
    /// Its location.
    pub location: u8,
    /// Where it looks from the front of the vehicle.
    pub facing: Angle,
    /// Its fire arc in degrees.
    pub arc: i32,
    /// 2E-VSH-002: linked barrels.
    pub barrels: u8,
    /// What its targeter adds.
    pub targeter: i8,
}

impl Weapon {
    /// 2E-HID-015: whether it strikes all in an area.
    pub fn strikes_area(&self) -> bool {
        if !applies(rule!("2E-HID-015")) {
            return false;
        }
        self.blast.is_some() || self.teardrop.is_some()
    }

    /// What an explosion does to whoever stands near.
    pub fn blow(id: String, gun: WeaponId, strength: u8, damage: Amount, save: i8) -> Weapon {
        Weapon {
            weapon: id.clone(),
            id,
            profile: None,
            gun,
            own_target: false,
            thrown: false,
            loaded: false,
            minimum: Length::ZERO,
            bands: [Length::ZERO; 2],
            to_hit: [0; 2],
            penetration: format!("D6+{strength}"),
            strength,
            rolled_strength: None,
            damage,
            save,
            blast: None,
            teardrop: None,
            sustained: 0,
            keywords: Vec::new(),
            effect: None,
            mount: None,
            several: None,
        }
    }

    /// The same weapon with one shot of armour-piercing ammunition (TABX-012).
    pub fn piercing(&self, save: i8, bonus: &[Bonus], gun: WeaponId) -> Weapon {
        let more = bonus.iter().rev().find(|row| row.strength <= self.strength).map(|row| row.bonus);
        let penetration = match more {
            Some(dice) => format!("{}+D{}", self.penetration, dice.sides),
            None => self.penetration.clone(),
        };
        let mut keywords = self.keywords.clone();
        keywords.push(Keyword::OneUse);
        let id = format!("{}/armour-piercing-{gun}", self.id);
        let profile = Some("armour-piercing-ammo".to_owned());
        Weapon { id, profile, gun, save, keywords, penetration, ..self.clone() }
    }

    /// 2E-VSH-002: how many barrels hit or miss together.
    pub fn barrels(&self) -> u8 {
        let pair = if self.has(Keyword::Pair) { 2 } else { 1 };
        self.mount.map_or(pair, |mount| mount.barrels.max(1))
    }

    /// Whether it has a word.
    pub fn has(&self, word: Keyword) -> bool {
        self.keywords.contains(&word)
    }

    /// Whether several of them can be rolled together: no marker, no teardrop, no burst.
    pub fn is_plain(&self) -> bool {
        self.blast.is_none()
            && self.teardrop.is_none()
            && self.sustained == 0
            && !self.has(Keyword::AlwaysHits)
    }

    /// Its marker or teardrop.
    pub fn template(&self) -> Option<Kind> {
        let teardrop = self.teardrop.map(|(length, width)| Kind::Teardrop(length, width));
        self.blast.map(Kind::Blast).or(teardrop)
    }

    /// Whether it may be aimed at a point of the table (2E-GRD-001).
    pub fn at_ground(&self) -> bool {
        if !applies(rule!("2E-GRD-001")) {
            return false;
        }
        self.has(Keyword::NonLethal)
            || self.has(Keyword::AlwaysHits)
            || matches!(self.effect, Some(Effect::MoleMortar | Effect::Radiation))
    }
}

fn inches(text: &str) -> Option<Length> {
    Ruler::Inches.read(text)
}

/// Whether a weapon does anything yet: some profile of it can be fired, or its effect in hand-to-hand combat is known. A
/// launcher by itself fires nothing.
pub fn is_built(data: &Data, id: &str) -> bool {
    let (name, wanted) = id.split_once('/').map_or((id, None), |(name, profile)| (name, Some(profile)));
    let Some(weapon) = data.weapons.get(name) else { return true };
    if weapon.class == "close" {
        let mut effects = weapon.profile.iter().filter_map(|profile| profile.effect.as_ref());
        return effects.all(|effect| HandEffect::named(effect).is_ok());
    }
    let mut supplied = weapon
        .profile
        .iter()
        .filter(|profile| profile.supplied.unwrap_or(true) || wanted == Some(profile.id.as_str()));
    supplied.any(|profile| profile.strength == "grenade" || fireable(data, weapon, profile).is_some())
}

/// A profile as the rules built so far fire it; `None` where they do not.
pub fn fireable(data: &Data, weapon: &troops::Weapon, profile: &troops::Profile) -> Option<Weapon> {
    if weapon.class == "close" {
        return None;
    }
    let word = |text: &String| KEYWORDS.iter().find(|(_, known)| known == text).map(|(word, _)| *word);
    let keywords: Vec<Keyword> = profile.rules.iter().map(word).collect::<Option<_>>()?;
    let effect = match &profile.effect {
        Some(effect) => Some(EFFECTS.iter().find(|(_, known)| known == effect)?.0),
        None => None,
    };
    let [short, long] = profile.to_hit[..] else { return None };
    let none = |text: &str| matches!(text, "-" | "special");
    let teardrop = match profile.template.as_str() {
        "-" => None,
        id => Some(data.markers.teardrop(id)?),
    };
    let thrown = profile.short == "throw";
    let bands = if thrown || teardrop.is_some() || keywords.contains(&Keyword::CloseCombatOnly) {
        [Length::ZERO; 2]
    } else {
        [inches(&profile.short)?, inches(&profile.long)?]
    };
    // The usual way to use a weapon needs no name of its own.
    let several = weapon.profile.len() > 1 && profile.id != "standard";
    let rolled = profile.strength.contains('D');
    let blast = match profile.blast.as_str() {
        "-" => None,
        // 2E-WPN-019: rolled when it lands.
        dice if keywords.contains(&Keyword::SecretRadius) => {
            Some(Length::inches(i32::from(Amount::read(dice)?.most())))
        }
        radius => Some(inches(radius)?),
    };
    let damage = if none(&profile.damage) { "1" } else { &profile.damage };
    Some(Weapon {
        id: if several { format!("{}/{}", weapon.id, profile.id) } else { weapon.id.clone() },
        weapon: weapon.id.clone(),
        profile: several.then(|| profile.id.clone()),
        gun: 0,
        own_target: weapon.class == "heavy" || data.special.contains(&weapon.id),
        thrown,
        loaded: false,
        minimum: weapon.minimum.map_or(Length::ZERO, |Inches(minimum)| minimum),
        bands,
        to_hit: [short, long],
        strength: if none(&profile.strength) || rolled { 0 } else { profile.strength.parse().ok()? },
        rolled_strength: if rolled { Some(Formula::read(&profile.strength, 0)?) } else { None },
        damage: Amount::read(damage)?,
        save: profile.save,
        blast,
        teardrop,
        sustained: profile.sustained,
        keywords,
        effect,
        penetration: profile.penetration.clone(),
        mount: None,
        several: Several::of(effect, data),
    })
}

/// 2E-WPN-009: a launcher with a grenade in it: the launcher's range, the grenade's values. It is a weapon and no throw.
pub fn loaded(launcher: &troops::Weapon, grenade: &Weapon) -> Option<Weapon> {
    let profile = launcher.profile.first().filter(|profile| profile.strength == "grenade")?;
    let [short, long] = profile.to_hit[..] else { return None };
    let mut keywords = grenade.keywords.clone();
    keywords.retain(|word| *word != Keyword::MoveOrFire);
    if profile.rules.iter().any(|rule| rule == "move-or-fire") {
        keywords.push(Keyword::MoveOrFire);
    }
    // 2E-WPN-014: grenades that go where they are sent are aimed at nobody.
    let always_hits = profile.rules.iter().any(|rule| rule == "always-hits");
    if always_hits {
        keywords.retain(|word| *word != Keyword::TargetOnly);
        keywords.push(Keyword::AlwaysHits);
    }
    let short_band = inches(&profile.short)?;
    let long_band = if always_hits { short_band } else { inches(&profile.long)? };
    // The throw's own modifier goes with the grenade (TABX-009: krak is harder to aim).
    let to_hit = [short + grenade.to_hit[0], long + grenade.to_hit[1]];
    Some(Weapon {
        id: format!("{}/{}", launcher.id, grenade.weapon),
        weapon: launcher.id.clone(),
        profile: Some(grenade.weapon.clone()),
        own_target: true,
        thrown: false,
        loaded: true,
        bands: [short_band, long_band],
        to_hit,
        keywords,
        ..grenade.clone()
    })
}
