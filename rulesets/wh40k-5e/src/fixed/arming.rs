//! Weapons as the rules in force know them: what can be fired, and what is struck with (WPN, CCW).

use std::sync::Arc;

use grognard_space::table::Length;

use super::{Blade, BladeId, Blow, Fixed, Played, Weapon, WeaponId};
use crate::data::amount::Score;
use crate::data::troops::{self, WeaponType};

impl Fixed {
    /// The profiles of a weapon that the rules built so far can fire.
    pub(super) fn arm(&mut self, id: &str) -> Vec<WeaponId> {
        self.arm_with(id, false)
    }

    /// The same for a vehicle, which fires ordnance too (5B-VSH-004).
    pub(crate) fn arm_vehicle(&mut self, id: &str) -> Vec<WeaponId> {
        self.arm_with(id, true)
    }

    /// Every profile of a weapon as a vehicle fires it, for tests of the data.
    pub fn every_profile(&mut self, id: &str) -> Vec<WeaponId> {
        self.arm_with(id, true)
    }

    fn arm_with(&mut self, id: &str, vehicle: bool) -> Vec<WeaponId> {
        let data = Arc::clone(&self.data);
        let twin = data.weapons.twin.iter().find(|twin| twin.id == id);
        let of = twin.map_or(id, |twin| &twin.of);
        let power = data.powers.get(id).and_then(|power| power.attack.as_ref());
        let weapon = data.weapons.weapon.iter().find(|known| known.id == of);
        let profiles = match (weapon, power) {
            (Some(weapon), _) => &weapon.profile[..],
            (None, Some(power)) => std::slice::from_ref(power),
            (None, None) => return Vec::new(),
        };
        let mut found = Vec::new();
        for profile in profiles {
            let Some(mut built) = fireable(self.played, id, profile, profiles.len() > 1, vehicle) else {
                continue;
            };
            if weapon.is_none() {
                // 5B-PSY-003: it needs a psychic test.
                built.special.push("psychic".to_owned());
            }
            if built.has("wraithcannon") {
                built.wounds_on = self.numbers().wraithcannon.wounds_on.0;
            }
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
        if found.iter().any(|at| self.weapon(*at).has("zzap")) {
            self.arm_zzap(&found);
        }
        found
    }

    /// Table of weapons: the Strength of a zzap gun is rolled: one profile for each that dice can show.
    fn arm_zzap(&mut self, of: &[WeaponId]) {
        let most = self.data.weapons.effect("zzap").and_then(|effect| effect.most_strength).unwrap_or(0);
        for at in of {
            for strength in 1..=most {
                let id = format!("{}@{strength}", self.weapon(*at).id);
                if !self.weapons.iter().any(|known| known.id == id) {
                    let plain = self.weapon(*at).clone();
                    self.weapons.push(Weapon { id, strength: Some(strength), ..plain });
                }
            }
        }
    }

    /// 5V-EQP-006, 5V-EQP-007: the same weapon with an infra-red scope.
    pub(super) fn with_scope(&mut self, of: WeaponId) -> WeaponId {
        let mut scoped = self.weapon(of).clone();
        scoped.id.push_str("+ir-scope");
        scoped.special.push("infra-red".to_owned());
        let known = self.weapons.iter().position(|known| known.id == scoped.id);
        known.unwrap_or_else(|| {
            self.weapons.push(scoped);
            self.weapons.len() - 1
        }) as WeaponId
    }

    /// The profile of a zzap gun with a Strength that was rolled.
    pub fn zzapped(&self, of: WeaponId, strength: u8) -> WeaponId {
        let id = format!("{}@{strength}", self.weapon(of).id);
        self.weapons.iter().position(|known| known.id == id).map_or(of, |at| at as WeaponId)
    }

    /// A close combat weapon by its class in the set that is played (5B-CCW-005, 5V-CCW-017).
    pub(crate) fn blade(&mut self, id: &str) -> Result<Option<BladeId>, String> {
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
                haywire: None,
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
                haywire: None,
            }
        };
        Ok(Some(self.add_blade(blade)))
    }

    /// 5B-VAS-004, 5B-VAS-007, 5V-VAS-012: a grenade against vehicles.
    pub(super) fn tank_grenade(&mut self, id: &str, grenade: &troops::Grenade) -> Option<BladeId> {
        let mut special = vec!["grenade".to_owned()];
        let (strength, ap, haywire) = if self.played == Played::Base {
            let own = &grenade.base;
            if own.dice.is_some_and(|dice| dice.dice > 1) {
                special.push("two-dice-penetration".to_owned());
            }
            (own.strength, None, own.glancing.zip(own.penetrating).map(|(low, high)| (low[0], high[0])))
        } else {
            let own = &grenade.variant;
            if !own.against.iter().any(|target| target == "vehicle") {
                return None;
            }
            special.extend(own.special.iter().cloned());
            let haywire = own.special.iter().any(|word| word == "haywire").then(|| {
                let dice = &self.vehicles().haywire;
                (dice.glancing[0], dice.penetrating[0])
            });
            (own.strength.parse().unwrap_or(0), own.ap.0, haywire)
        };
        let (id, class) = (id.to_owned(), "grenade".to_owned());
        let strength = Blow::Is(strength);
        Some(self.add_blade(Blade {
            id,
            class,
            strength,
            ap,
            initiative: None,
            wounds_on: None,
            special,
            haywire,
        }))
    }

    /// 5V-WLK-009: what a walker without a combat weapon strikes with.
    pub(super) fn bulk(&mut self) -> BladeId {
        let id = if self.played == Played::Base { "ordinary" } else { "walker" };
        let class = self.data.weapons.variant_class.iter().find(|class| class.id == id);
        let ap = class.and_then(|class| class.ap.0);
        let (id, class) = ("none".to_owned(), id.to_owned());
        let (initiative, wounds_on, special, haywire) = (None, None, Vec::new(), None);
        self.add_blade(Blade {
            id,
            class,
            strength: Blow::Plus(0),
            ap,
            initiative,
            wounds_on,
            special,
            haywire,
        })
    }

    fn add_blade(&mut self, blade: Blade) -> BladeId {
        let known = self.blades.iter().position(|known| *known == blade);
        known.unwrap_or_else(|| {
            self.blades.push(blade);
            self.blades.len() - 1
        }) as BladeId
    }

    /// 5V-MON-006: a grenade as a close combat weapon.
    pub(super) fn bomb(&mut self, id: &str, strength: u8, ap: Option<u8>) -> BladeId {
        let (id, class) = (id.to_owned(), "grenade".to_owned());
        let (strength, special) = (Blow::Is(strength), vec!["bomb".to_owned()]);
        self.add_blade(Blade {
            id,
            class,
            strength,
            ap,
            initiative: None,
            wounds_on: None,
            special,
            haywire: None,
        })
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
            haywire: None,
        };
        self.add_blade(bare)
    }
}

/// 5V-MON-009: whether a grenade may be used on a monstrous creature.
pub(super) fn own_bomb(grenade: &troops::Grenade) -> bool {
    grenade.kind != "assault" && grenade.variant.against.iter().any(|kind| kind == "monstrous-creature")
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
const BUILT: [&str; 24] = [
    "no-line-of-sight",
    "venom",
    "far-template",
    "no-cover-saves",
    "markerlight",
    "wraithcannon",
    "zzap",
    "seeker",
    "one-shot",
    "targeter",
    "burna",
    "two-combat-weapons",
    "barrage",
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
fn fireable(
    played: Played,
    id: &str,
    profile: &troops::WeaponProfile,
    several: bool,
    vehicle: bool,
) -> Option<Weapon> {
    let variant = played == Played::Variant;
    let own = &profile.variant;
    let special = own.special.as_ref().filter(|_| variant).unwrap_or(&profile.special);
    let plain = special.iter().all(|word| BUILT.contains(&word.as_str()));
    let ordnance = profile.kind == WeaponType::Ordnance && !vehicle;
    let barrage = profile.kind == WeaponType::OrdnanceBarrage && !vehicle;
    if !plain || ordnance || barrage {
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
    // Words that say what a weapon without a Strength does.
    let says = |word: &String| matches!(word.as_str(), "sniper" | "markerlight" | "wraithcannon" | "zzap");
    if strength.is_none() && wounds_on.is_none() && !special.iter().any(says) {
        return None;
    }
    Some(Weapon {
        id: mode.as_ref().map_or_else(|| id.to_owned(), |mode| format!("{id}/{mode}")),
        weapon: id.to_owned(),
        mode,
        minimum,
        range,
        strength,
        vehicle_strength: profile
            .vehicle_strength
            .as_ref()
            .filter(|_| !variant)
            .and_then(|text| text.parse().ok()),
        wounds_on,
        ap: score(own.ap, Some(profile.ap)),
        kind: profile.kind,
        shots: profile.shots,
        special: special.clone(),
    })
}
