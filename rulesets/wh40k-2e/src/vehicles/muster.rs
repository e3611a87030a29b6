//! A datafax as a unit of a force (VEH).

use std::sync::Arc;

use grognard_space::table::{Angle, Length};
use grognard_tabletop::ruler::Inches;

use crate::data::amount::Amount;
use crate::data::datafaxes::{Datafax, Motive, Mount, Result as Outcome};
use crate::data::troops::{self, Values};
use crate::fixed::{Fixed, Kind, ModelSpec, UnitSpec, Wanted, Weapon, WeaponId};
use crate::ids::{ModelId, Side, UnitId};
use crate::weapons::{self, Keyword, OnMount};

/// A datafax with its options taken.
fn equipped(datafax: &Datafax, wanted: &Wanted) -> Result<Datafax, String> {
    let mut own = datafax.clone();
    let mut arms = datafax.arms.as_ref().map_or_else(Vec::new, |arms| arms.locations.clone()).into_iter();
    for taken in &wanted.options {
        let option = datafax.options.iter().find(|option| option.id == taken.option);
        let option = option.ok_or_else(|| format!("`{}` has no option `{}`", datafax.id, taken.option))?;
        for _ in 0..taken.count.max(1) {
            if !option.mounts.is_empty() {
                own.mount.retain(|mount| !option.replaces.contains(&mount.id));
                own.mount.extend(option.mounts.iter().cloned());
            } else if let (Some(location), Some(shape)) = (arms.next(), &datafax.arms) {
                let mut weapons = option.weapons.clone();
                weapons.dedup();
                own.mount.extend(weapons.into_iter().map(|weapon| Mount {
                    id: format!("{location}-{weapon}"),
                    barrels: option.weapons.iter().filter(|other| **other == weapon).count() as u8,
                    weapon,
                    location: location.clone(),
                    facing: shape.facing,
                    arc: shape.arc,
                    post: "any".to_owned(),
                    targeter: false,
                    load: None,
                }));
            } else if let Some(mount) = own.mount.iter_mut().find(|mount| option.replaces.contains(&mount.id))
                && let Some(weapon) = option.weapons.first()
            {
                mount.weapon.clone_from(weapon);
            }
        }
    }
    Ok(own)
}

impl Fixed {
    /// Musters a vehicle, or a squad of bikes (2E-SQD-009).
    pub(crate) fn muster_vehicle(
        &mut self,
        side: Side,
        number: usize,
        wanted: &Wanted,
    ) -> Result<(), String> {
        let data = Arc::clone(&self.data);
        let key = (wanted.army.clone(), wanted.unit.clone());
        let sheet = data.datafaxes.get(&key).ok_or_else(|| format!("`{}` has no unit `{}`", key.0, key.1))?;
        let datafax = equipped(sheet, wanted)?;
        let count = wanted.models.get(&wanted.unit).copied().unwrap_or(1).max(1);
        if !(datafax.size[0]..=datafax.size[1]).contains(&count) {
            return Err(format!("`{}` are bought by {} to {}", datafax.id, datafax.size[0], datafax.size[1]));
        }
        let (id, points) = (datafax.id.clone(), wanted.points);
        let crew = datafax.crew.first().and_then(|crew| data.crews.get(&crew.model));
        let crew = crew.ok_or_else(|| format!("`{}` has no crew", sheet.id))?.values;
        // 2E-AMB-101: weapons are fired with the skill of the crew; 2E-WLK-001: a machine with a profile by its own.
        let values = match datafax.values {
            Some(own) => Values {
                m: own.m,
                ws: own.ws,
                bs: own.bs,
                s: own.s,
                t: 0,
                w: 1,
                i: own.i,
                a: own.a,
                ld: own.ld,
            },
            None => Values { m: Inches(Length::ZERO), ws: 0, s: 0, t: 0, w: 1, a: 0, ..crew },
        };
        let kind = self.vehicle_kind(datafax, values, None)?;
        let unit = UnitId(self.units.len() as u16);
        let name = format!("{}-{number}", side.id());
        let mut models = Vec::new();
        for at in 1..=count {
            models.push(ModelId(self.models.len() as u16));
            self.models.push(ModelSpec {
                unit,
                kind,
                name: format!("{name}.{at}"),
                crew_of: None,
                powers: Vec::new(),
            });
        }
        self.units.push(UnitSpec {
            side,
            name,
            unit: id,
            points,
            models,
            leader: "-".to_owned(),
            hates: Vec::new(),
            army: wanted.army.clone(),
            joins: Vec::new(),
            rides_in: None,
            crew_of: None,
        });
        Ok(())
    }

    /// A datafax as a kind of model; `rider` is the kind of whoever owns a bike.
    fn vehicle_kind(
        &mut self,
        datafax: Datafax,
        values: Values,
        rider: Option<usize>,
    ) -> Result<usize, String> {
        let mut mounted = Vec::new();
        let mut melee = Vec::new();
        for (at, mount) in datafax.mount.iter().enumerate() {
            mounted.extend(self.mount(&datafax, at, mount)?);
            // 2E-VHH-009: a machine with a Weapon Skill strikes with what its arms hold.
            if values.ws > 0 && rider.is_none() {
                melee.extend(self.arm_by_hand(&mount.weapon)?);
            }
        }
        self.blows()?;
        let ram = Amount::read(&datafax.ram.damage)
            .ok_or_else(|| format!("`{}` is no damage", datafax.ram.damage))?;
        let id = ram_id(&datafax);
        if !self.weapons.iter().any(|weapon| weapon.id == id) {
            let gun = self.weapons.len() as WeaponId;
            let mut blow = Weapon::blow(id, gun, datafax.ram.strength, ram, datafax.ram.save);
            // 2E-COL-006: a die, the Strength and the damage die.
            blow.penetration = format!("D6+{}+{}", datafax.ram.damage, datafax.ram.strength);
            self.weapons.push(blow);
        }
        let armour = self.data.armour.get("none").cloned().ok_or("there is no armour `none`")?;
        let mut traits = vec!["vehicle".to_owned(), "machine".to_owned()];
        if datafax.large {
            traits.push("large".to_owned());
        }
        let mut rank = "-".to_owned();
        if let Some(rider) = rider.map(|rider| &self.kinds[rider]) {
            traits.extend(rider.traits.iter().cloned());
            rank.clone_from(&rider.rank);
        }
        self.kinds.push(Kind {
            unit: datafax.id.clone(),
            id: datafax.id.clone(),
            values,
            armour,
            carries: datafax.mount.iter().map(|mount| mount.weapon.clone()).collect(),
            weapons: mounted,
            melee,
            worn: Vec::new(),
            encumbered: false,
            traits,
            equipment: Vec::new(),
            targeter: 0,
            rank,
            mastery: rider.map_or(0, |rider| self.kinds[rider].mastery),
            cards: rider.map_or(0, |rider| self.kinds[rider].cards),
            origin: datafax.origin,
            base: datafax.base,
            height: datafax.height.0,
            datafax: Some(self.datafaxes.len()),
            rider,
            beast: 0,
            places: 0,
        });
        self.datafaxes.push(datafax);
        Ok(self.kinds.len() - 1)
    }

    /// The bike of a model that rides one: its kind, with the rider's skills.
    pub(crate) fn bike_of(&mut self, army: &str, mount: &str, rider: usize) -> Result<usize, String> {
        let same = |kind: &Kind| kind.id == mount && kind.rider == Some(rider);
        if let Some(known) = self.kinds.iter().position(same) {
            return Ok(known);
        }
        let sheet = self.data.datafaxes.get(&(army.to_owned(), mount.to_owned()));
        let sheet = sheet.ok_or_else(|| format!("`{army}` has no mount `{mount}`"))?.clone();
        let values = Values { m: Inches(Length::ZERO), w: 1, ..self.kinds[rider].values };
        self.vehicle_kind(sheet, values, Some(rider))
    }

    /// 2E-VEH-001: the crews of all vehicles: each vehicle's unit has one of its own, and every crewman a post.
    pub(crate) fn muster_crews(&mut self) -> Result<(), String> {
        for at in 0..self.units.len() {
            let (of, vehicles) = (UnitId(at as u16), self.units[at].models.clone());
            let unit = UnitId(self.units.len() as u16);
            let name = format!("{}-crew", self.units[at].name);
            let mut models = Vec::new();
            for vehicle in vehicles {
                let Some(datafax) = self.kind_of(vehicle).datafax.map(|at| self.datafaxes[at].clone()) else {
                    continue;
                };
                for (post, crew) in datafax.crew.iter().enumerate() {
                    for _ in 0..crew.count {
                        let kind = self.crewman(vehicle, &crew.model)?;
                        models.push(ModelId(self.models.len() as u16));
                        let name = format!("{name}.{}", models.len());
                        let crew_of = Some((vehicle, post as u8));
                        self.models.push(ModelSpec { unit, kind, name, crew_of, powers: Vec::new() });
                    }
                }
            }
            if models.is_empty() {
                continue;
            }
            let own = &self.units[at];
            let spec = UnitSpec {
                side: own.side,
                name,
                unit: "crew".to_owned(),
                points: 0,
                models,
                leader: "-".to_owned(),
                hates: own.hates.clone(),
                army: own.army.clone(),
                joins: Vec::new(),
                rides_in: None,
                crew_of: Some(of),
            };
            self.units.push(spec);
        }
        Ok(())
    }

    fn crewman(&mut self, vehicle: ModelId, id: &str) -> Result<usize, String> {
        if let Some(rider) = self.kind_of(vehicle).rider {
            return Ok(rider);
        }
        let crew = self.data.crews.get(id).cloned().ok_or_else(|| format!("there is no crew `{id}`"))?;
        let model = troops::Model {
            id: crew.id.clone(),
            count: [1, 1],
            points: 0,
            // Even a spirit is killed by one wound.
            values: Values { w: crew.values.w.max(1), ..crew.values },
            rank: "-".to_owned(),
            mastery: 0,
            cards: 0,
            armour: crew.armour.clone(),
            weapons: crew.weapons.clone(),
            equipment: Vec::new(),
            traits: Vec::new(),
            mount: None,
            base: crew.base,
            height: crew.height,
            places: 1,
        };
        self.kind("crew", crew.origin, model)
    }

    /// The weapons of a mount: `predator.turret`, with every profile of the weapon.
    fn mount(&mut self, datafax: &Datafax, at: usize, mount: &Mount) -> Result<Vec<WeaponId>, String> {
        let data = Arc::clone(&self.data);
        let weapon = data.weapons.get(&mount.weapon);
        let weapon = weapon.ok_or_else(|| format!("there is no weapon `{}`", mount.weapon))?;
        let location = datafax.location.iter().position(|location| location.id == mount.location);
        let location = location.ok_or_else(|| format!("`{}` has no `{}`", datafax.id, mount.location))?;
        let walker = datafax.motive == Motive::Walker;
        let free = &data.numbers.walker_weapons.weapons;
        let mut mounted: Vec<WeaponId> = Vec::new();
        for profile in weapon.profile.iter().filter(|profile| profile.supplied.unwrap_or(true)) {
            let loaded = mount.load.as_ref().and_then(|load| {
                let grenade = data.weapons.get(load)?;
                weapons::loaded(weapon, &weapons::fireable(&data, grenade, grenade.profile.first()?)?)
            });
            let Some(mut own) = loaded.or_else(|| weapons::fireable(&data, weapon, profile)) else {
                continue;
            };
            let suffix = own
                .profile
                .as_ref()
                .filter(|_| mount.load.is_none())
                .map_or_else(String::new, |profile| format!("/{profile}"));
            own.id = format!("{}.{}{suffix}", datafax.id, mount.id);
            own.own_target = true;
            // 2E-MVF-006: what a walker carries stays as it is but for these; a vehicle fires what it likes.
            if !walker || free.contains(&mount.weapon) {
                own.keywords.retain(|word| *word != Keyword::MoveOrFire);
            }
            own.mount = Some(OnMount {
                mount: at as u8,
                location: location as u8,
                facing: Angle::degrees(mount.facing),
                arc: mount.arc,
                barrels: mount.barrels,
                targeter: if mount.targeter { data.aids.get("targeter").copied().unwrap_or(0) } else { 0 },
            });
            mounted.push(self.on_mount(own, mounted.first().copied()));
        }
        Ok(mounted)
    }

    /// A weapon on a mount: two vehicles of a kind have the same, and what differs has a name of its own. `gun` is the first
    /// profile of the weapon.
    fn on_mount(&mut self, mut own: Weapon, gun: Option<WeaponId>) -> WeaponId {
        let same = |known: &Weapon| {
            (&known.id, &known.weapon, &known.profile, known.mount)
                == (&own.id, &own.weapon, &own.profile, own.mount)
        };
        if let Some(known) = self.weapons.iter().position(same) {
            return known as WeaponId;
        }
        let (plain, mut number) = (own.id.clone(), 1);
        while self.weapons.iter().any(|known| known.id == own.id) {
            number += 1;
            own.id = format!("{plain}-{number}");
        }
        let id = self.weapons.len() as WeaponId;
        own.gun = gun.unwrap_or(id);
        self.weapons.push(own);
        id
    }

    /// What explosions do, as weapons that nobody carries.
    fn blows(&mut self) -> Result<(), String> {
        let data = Arc::clone(&self.data);
        for result in data.damage.iter().flat_map(|table| table.rows.iter().flatten()) {
            match result {
                Outcome::Explodes { strength, damage, save, .. }
                | Outcome::HitsUnder { strength, damage, save, .. } => {
                    self.blow(*strength, damage, *save)?;
                }
                Outcome::ExplodesLater { weapon, .. } => {
                    self.arm(weapon, &[])?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn blow(&mut self, strength: u8, damage: &str, save: i8) -> Result<WeaponId, String> {
        let id = blow_id(strength, damage, save);
        if let Some(known) = self.weapons.iter().position(|weapon| weapon.id == id) {
            return Ok(known as WeaponId);
        }
        let gun = self.weapons.len() as WeaponId;
        let amount = Amount::read(damage).ok_or_else(|| format!("`{damage}` is no damage"))?;
        self.weapons.push(Weapon::blow(id, gun, strength, amount, save));
        Ok(gun)
    }
}

/// What a blow is called among the weapons.
pub fn blow_id(strength: u8, damage: &str, save: i8) -> String {
    format!("blow-{strength}-{damage}-{}", save.unsigned_abs())
}

/// What the ram of a vehicle is called among the weapons (2E-COL-003).
pub fn ram_id(datafax: &Datafax) -> String {
    format!("ram-{}", datafax.id)
}
