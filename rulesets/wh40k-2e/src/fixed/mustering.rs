//! Armies as mustered: their models, what they carry, and who rides in what.

use grognard_engine::rule;
use grognard_engine::switch::applies;

use std::sync::Arc;

use grognard_space::table::Length;
use grognard_tabletop::ruler::Inches;

use super::{Fixed, Kind, Melee, MeleeId, ModelSpec, UnitSpec, Wanted, Weapon, WeaponId};
use crate::cards::Given;
use crate::data::Data;
use crate::data::amount::Amount;
use crate::data::troops::{self, Base, Origin, Taken};
use crate::data::wargear::CardEffect;
use crate::ids::{ModelId, Side, UnitId};
use crate::weapons::{Effect, HandEffect, Keyword};
use crate::{characters, roster, weapons};

/// What the id of a marker in a confined space ends with.
const CONFINED: &str = "/confined";
/// What the id of a blow with a rolled Strength ends with, before the Strength.
const STRENGTH: &str = "/strength-";

/// The base and height of a rider who has left its bike.
const FOOT: i32 = 25;
const FOOT_HEIGHT: Length = Length(Length::INCH.0 * 11 / 10);

impl Fixed {
    pub(super) fn muster(&mut self, side: Side, number: usize, wanted: &Wanted) -> Result<(), String> {
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
                    if let Some(item) =
                        option.equipment.iter().find(|item| roster::UNBUILT.contains(&item.as_str()))
                    {
                        return Err(format!("what `{item}` does is not built yet"));
                    }
                    if option.model == model.id || option.model == "all" || option.model == "every" {
                        equip(&mut own, option, taken.item.as_deref());
                        *left -= u8::from(option.per != "unit");
                        // One item of a price list a model.
                        if option.per == "list" {
                            break;
                        }
                    }
                }
                let kind = self.mounted(&wanted.army, sheet, model, own)?;
                let id = ModelId(self.models.len() as u16);
                models.push(id);
                let powers = if self.kinds[kind].mastery > 0 {
                    self.powers(sheet.powers.iter().chain(&wanted.powers))?
                } else {
                    Vec::new()
                };
                self.models.push(ModelSpec {
                    unit,
                    kind,
                    name: format!("{name}.{}", models.len()),
                    crew_of: None,
                    powers,
                });
            }
        }
        if models.is_empty() {
            return Err(format!("`{}` has no models", sheet.id));
        }
        let (leader, points, hates) = (sheet.leader.clone(), wanted.points, sheet.hates.clone());
        for card in &wanted.cards {
            let bearer = models.iter().copied().find(|model| characters::is_character(self, *model));
            let number = data.cards.iter().position(|known| known.id == *card);
            let (Some(bearer), Some(number)) = (bearer, number) else {
                return Err(format!("nobody of `{}` can carry the card `{card}`", sheet.id));
            };
            if !is_built(&data.cards[number].effect) {
                return Err(format!("what the card `{card}` does is not built yet"));
            }
            self.cards.push((bearer, number as u8));
        }
        let (joins, army) = (sheet.joins.clone(), wanted.army.clone());
        self.units.push(UnitSpec {
            side,
            name,
            army,
            unit: sheet.id.clone(),
            points,
            models,
            leader,
            hates,
            joins,
            rides_in: None,
            crew_of: None,
        });
        Ok(())
    }

    /// 2E-MIS-012: a squad of ten Space Marines may be two combat squads: the second one waits, empty.
    pub(super) fn pair_up(&mut self) {
        if !applies(rule!("2E-MIS-012")) {
            return;
        }
        let ten = usize::from(self.numbers().combat_squads.models);
        for at in 0..self.units.len() {
            let own = &self.units[at];
            let marines = own.models.iter().all(|model| self.kind_of(*model).has("shaken"));
            if own.models.len() != ten || !marines {
                continue;
            }
            let twin = UnitSpec { name: format!("{}b", own.name), models: Vec::new(), ..own.clone() };
            self.twins.push((UnitId(at as u16), UnitId(self.units.len() as u16)));
            self.units.push(twin);
        }
    }

    /// What cards give, for every card of the deck: who holds which is no part of what everybody knows.
    pub(super) fn arm_cards(&mut self) -> Result<(), String> {
        let data = Arc::clone(&self.data);
        if self.cards.is_empty() {
            return Ok(());
        }
        for (number, card) in data.cards.iter().enumerate().filter(|(_, card)| is_built(&card.effect)) {
            let given = |weapons, melee, only| Given { card: number as u8, only, weapons, melee };
            match &card.effect {
                CardEffect::Weapon { weapon } => {
                    let (weapons, melee) = (self.arm(weapon, &[])?, self.arm_by_hand(weapon)?);
                    self.card_weapons.push(given(weapons, melee, None));
                }
                CardEffect::ArmourPiercingAmmo { save, penetration, .. } => {
                    for model in (0..self.models.len() as u16).map(ModelId) {
                        let gun = self.kind_of(model).weapons.iter().copied().find(|weapon| {
                            let own = self.weapon(*weapon);
                            !own.thrown && own.is_plain() && own.mount.is_none()
                        });
                        let Some(gun) = gun.filter(|_| characters::is_character(self, model)) else {
                            continue;
                        };
                        let ammo =
                            self.weapon(gun).piercing(*save, penetration, self.weapons.len() as WeaponId);
                        self.weapons.push(ammo);
                        let weapons = vec![self.weapons.len() as WeaponId - 1];
                        self.card_weapons.push(given(weapons, Vec::new(), Some(model)));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Powers by name, each once.
    pub(super) fn powers<'a>(&mut self, names: impl Iterator<Item = &'a String>) -> Result<Vec<u8>, String> {
        let mut found = Vec::new();
        for name in names {
            let at = self.data.powers.iter().position(|power| power.id == *name);
            let at = at.ok_or_else(|| format!("there is no power `{name}`"))? as u8;
            if !found.contains(&at) {
                found.push(at);
            }
        }
        Ok(found)
    }

    /// The kind of a model; whoever has a bike is the rider of it.
    fn mounted(
        &mut self,
        army: &str,
        sheet: &troops::Unit,
        plain: &troops::Model,
        own: troops::Model,
    ) -> Result<usize, String> {
        let rides = |mount: &String| self.data.datafaxes.contains_key(&(army.to_owned(), mount.clone()));
        let Some(mount) = own.mount.clone().filter(rides) else {
            return self.kind(&sheet.id, sheet.origin, own);
        };
        // On foot it stands on a base of its own.
        let foot = |base: Base| if matches!(base, Base::Oblong(_)) { Base::Round(FOOT) } else { base };
        let rider = troops::Model { mount: None, base: foot(plain.base), height: Inches(FOOT_HEIGHT), ..own };
        let rider = self.kind(&sheet.id, sheet.origin, rider)?;
        self.bike_of(army, &mount, rider)
    }

    pub(crate) fn kind(&mut self, unit: &str, origin: Origin, model: troops::Model) -> Result<usize, String> {
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
        let armour_places = armour.places;
        let beast = model.mount.as_ref().and_then(|mount| self.data.beasts.get(mount)).cloned();
        // 2E-CAV-001: mounts with more Wounds are no cavalry; 2E-CAV-003: the rider goes as fast as its mount.
        if let Some(beast) = &beast
            && (beast.w != 1 || model.values.m != beast.m)
        {
            return Err(format!("`{}` does not fit its mount `{}`", model.id, beast.id));
        }
        let (mut weapons, mut melee, mut worn) = (Vec::new(), Vec::new(), Vec::new());
        for id in &model.weapons {
            worn.extend(self.worn(id)?);
            let (fired, struck_with) = (self.arm(id, &model.weapons)?, self.arm_by_hand(id)?);
            // 2E-WPN-015: some weapons are too large for anybody to carry.
            if fired.iter().any(|weapon| self.weapon(*weapon).has(Keyword::VehicleOnly)) {
                return Err(format!("`{id}` is mounted on vehicles only (2E-WPN-015)"));
            }
            weapons.extend(fired);
            melee.extend(struck_with);
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
            worn,
            encumbered,
            traits: model.traits,
            equipment: model.equipment,
            targeter,
            rank: model.rank,
            mastery: model.mastery,
            cards: model.cards,
            origin,
            base: model.base,
            height: model.height.0,
            datafax: None,
            rider: None,
            beast: beast.map_or(0, |beast| beast.a),
            places: model.places.max(armour_places),
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
        let out = self.options.no_wargear_rulings;
        let profiles =
            weapon.profile.iter().filter(supplied).filter(|profile| !(out && profile.wargear_ruling));
        let profiles: Vec<&troops::Profile> = profiles.collect();
        let mut built: Vec<Weapon> =
            profiles.iter().filter_map(|profile| weapons::fireable(&data, weapon, profile)).collect();
        // What is paid for does something, or is not to be had. A launcher by itself fires nothing.
        let nothing = built.is_empty() && profiles.iter().any(|profile| profile.strength != "grenade");
        if weapon.class != "close" && nothing {
            return Err(format!("what `{id}` does is not built yet"));
        }
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
    pub(crate) fn arm_by_hand(&mut self, id: &str) -> Result<Vec<MeleeId>, String> {
        let data = Arc::clone(&self.data);
        let name = id.split('/').next().unwrap_or(id);
        let weapon = data.weapons.get(name).ok_or_else(|| format!("there is no weapon `{id}`"))?;
        let mut found = Vec::new();
        for profile in &weapon.profile {
            let Some(built) = usable_by_hand(&data, weapon, profile)? else { continue };
            let known = self.melee.iter().position(|known| known.id == built.id);
            let at = known.unwrap_or_else(|| {
                self.melee.push(built);
                self.melee.len() - 1
            });
            found.push(at as MeleeId);
        }
        Ok(found)
    }

    /// What is worn for hand-to-hand combat and is no weapon that strikes (TABX-008).
    fn worn(&self, id: &str) -> Result<Vec<HandEffect>, String> {
        let profiles = self.data.weapons.get(id).map_or(&[][..], |weapon| &weapon.profile);
        let hand = |profile: &&troops::Profile| profile.rules.iter().any(|rule| rule == "close-combat");
        let effects = profiles.iter().filter(hand).filter_map(|profile| profile.effect.as_ref());
        let close = self.data.weapons.get(id).is_some_and(|weapon| weapon.class == "close");
        let named: Vec<HandEffect> =
            effects.filter(|_| close).map(|effect| HandEffect::named(effect)).collect::<Result<_, _>>()?;
        Ok(named.into_iter().filter(|effect| effect.is_worn()).collect())
    }

    /// Who begins the battle in which vehicle; 2E-VBD-001: there are places for all of them.
    pub(super) fn embark(&mut self, first: usize, wanted: &[Wanted]) -> Result<(), String> {
        for (at, unit) in wanted.iter().enumerate() {
            let Some(vehicle) = unit.rides_in.and_then(|of| self.units[first + of].models.first().copied())
            else {
                continue;
            };
            self.units[first + at].rides_in = Some(vehicle);
            let aboard = self.units.iter().filter(|other| other.rides_in == Some(vehicle));
            let taken: u8 =
                aboard.flat_map(|other| &other.models).map(|model| self.kind_of(*model).places.max(1)).sum();
            let places = self.kind_of(vehicle).datafax.map_or(0, |of| self.datafaxes[of].places);
            if taken > places {
                return Err(format!("`{}` has {places} places for {taken}", self.units[first + at].unit));
            }
        }
        Ok(())
    }

    /// 2E-BLD-008: every marker has a deadlier form for confined spaces, where there are buildings.
    pub(super) fn confine(&mut self) {
        if !applies(rule!("2E-BLD-008")) {
            return;
        }
        if !self.battlefield.features.iter().any(|feature| feature.piece.building.is_some()) {
            return;
        }
        let numbers = self.data.numbers.confined.clone();
        let marks: Vec<Weapon> = self
            .weapons
            .iter()
            .filter(|weapon| weapon.blast.is_some() && weapon.strength > 0)
            .cloned()
            .collect();
        for weapon in marks {
            let confined = Weapon {
                id: format!("{}{CONFINED}", weapon.id),
                strength: weapon.strength + numbers.strength,
                save: weapon.save + numbers.save,
                ..weapon
            };
            self.weapons.push(confined);
        }
    }

    /// What the torpedoes of a mole mortar do where they come up.
    pub(super) fn arm_torpedoes(&mut self) -> Result<(), String> {
        let mortars: Vec<Weapon> =
            self.weapons.iter().filter(|own| own.effect == Some(Effect::MoleMortar)).cloned().collect();
        for mortar in mortars {
            for row in self.data.effects.mole_mortar.effects.clone().iter().filter(|row| row.strength > 0) {
                let damage = Amount::read(&row.damage);
                let blow = Weapon {
                    id: format!("{}/{}", mortar.id, row.from),
                    strength: row.strength,
                    damage: damage.ok_or_else(|| format!("`{}` is no damage", row.damage))?,
                    save: row.save,
                    penetration: row.penetration.replace('S', &row.strength.to_string()),
                    ..mortar.clone()
                };
                self.weapons.push(blow);
            }
        }
        Ok(())
    }

    /// 2E-WPN-019: the blows of weapons whose Strength is rolled, one for each Strength there can be.
    pub(super) fn arm_rolled(&mut self) {
        if !applies(rule!("2E-WPN-019")) {
            return;
        }
        for own in self.weapons.clone() {
            let Some(dice) = &own.rolled_strength else { continue };
            for strength in dice.least()..=dice.most() {
                let id = format!("{}{STRENGTH}{strength}", own.id);
                self.weapons.push(Weapon {
                    id,
                    strength,
                    rolled_strength: None,
                    effect: None,
                    ..own.clone()
                });
            }
        }
    }

    /// The blow of such a weapon with a Strength.
    pub fn with_strength(&self, weapon: WeaponId, strength: u8) -> Option<WeaponId> {
        let id = format!("{}{STRENGTH}{strength}", self.weapon(weapon).id);
        self.weapons.iter().position(|known| known.id == id).map(|at| at as WeaponId)
    }

    /// The blow of a torpedo by the row of its table; none for a tremor.
    pub fn eruption(&self, mortar: WeaponId, from: u8) -> Option<WeaponId> {
        let id = format!("{}/{from}", self.weapon(mortar).id);
        self.weapons.iter().position(|known| known.id == id).map(|at| at as WeaponId)
    }

    /// The form of a marker in a confined space.
    pub fn confined(&self, weapon: WeaponId) -> Option<WeaponId> {
        let id = format!("{}{CONFINED}", self.weapon(weapon).id);
        self.weapons.iter().position(|known| known.id == id).map(|at| at as WeaponId)
    }
}

/// Whether what a card does is built.
pub fn is_built(effect: &CardEffect) -> bool {
    match effect {
        CardEffect::None | CardEffect::Equipment { .. } => false,
        CardEffect::Weapon { weapon } => {
            !matches!(weapon.as_str(), "stasis-grenade" | "virus-grenade" | "haywire-grenade" | "digi-lasers")
        }
        _ => true,
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
    model.mount = option.mount.clone().or(model.mount.take());
    if let Some(armour) = &option.armour {
        model.armour.clone_from(armour);
    }
}

/// 2E-HTH-005: pistols and close combat weapons are used in hand-to-hand combat, nothing else.
fn usable_by_hand(
    data: &Data,
    weapon: &troops::Weapon,
    profile: &troops::Profile,
) -> Result<Option<Melee>, String> {
    let has = |word: &str| profile.rules.iter().any(|rule| rule == word);
    if !has("close-combat") {
        return Ok(None);
    }
    let close = weapon.class == "close";
    let effect = profile.effect.as_ref().filter(|_| close).map(|id| HandEffect::named(id)).transpose()?;
    if effect.is_some_and(HandEffect::is_worn) {
        return Ok(None);
    }
    let force = profile.strength == "force";
    let strength = match profile.strength.as_str() {
        "user" | "force" => None,
        "-" if effect.is_some() => None,
        number => match number.parse() {
            Ok(number) => Some(number),
            Err(_) => return Ok(None),
        },
    };
    let damage = if profile.damage == "-" { "1" } else { &profile.damage };
    let Some(damage) = Amount::read(damage) else { return Ok(None) };
    // The summary sends these to their own rulings.
    let ruled = match effect {
        Some(HandEffect::Crozius) => Some(&data.effects.crozius_arcanum.penetration),
        Some(HandEffect::LightningClaws) => Some(&data.effects.lightning_claws.one_hit),
        _ => None,
    };
    let several = weapon.profile.len() > 1;
    Ok(Some(Melee {
        id: if several { format!("{}/{}", weapon.id, profile.id) } else { weapon.id.clone() },
        weapon: weapon.id.clone(),
        profile: several.then(|| profile.id.clone()),
        strength,
        damage,
        save: profile.save,
        parries: has("parry"),
        two_handed: has("two-handed"),
        improvised: has("improvised"),
        penetration: ruled.unwrap_or(&profile.penetration).clone(),
        bonus_included: has("bonus-included") || ruled.is_some(),
        force,
        effect,
    }))
}
