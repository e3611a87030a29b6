//! A datafax as a unit of a force (VEH).

use std::sync::Arc;

use grognard_space::table::{Angle, Length};
use grognard_tabletop::ruler::Inches;

use crate::data::amount::Amount;
use crate::data::datafaxes::{Datafax, Motive, Mount, Result as Outcome};
use crate::data::troops::Values;
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
                    targeter: false,
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
    /// Musters a vehicle.
    pub(crate) fn muster_vehicle(
        &mut self,
        side: Side,
        number: usize,
        wanted: &Wanted,
    ) -> Result<(), String> {
        let data = Arc::clone(&self.data);
        let key = (wanted.army.clone(), wanted.unit.clone());
        let sheet = data.datafaxes.get(&key).ok_or_else(|| format!("`{}` has no unit `{}`", key.0, key.1))?;
        if sheet.exposed_crew || sheet.open_topped || matches!(sheet.motive, Motive::Bike | Motive::Skimmer) {
            return Err(format!(
                "`{}`: the rules of bikes, skimmers and open vehicles are not built yet",
                sheet.id
            ));
        }
        let datafax = equipped(sheet, wanted)?;
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
            None => Values { m: Inches(Length::ZERO), ws: 0, s: 0, t: 0, w: 1, i: 0, a: 0, ..crew },
        };
        let mut mounted = Vec::new();
        for (at, mount) in datafax.mount.iter().enumerate() {
            mounted.extend(self.mount(&datafax, at, mount)?);
        }
        self.blows()?;
        let armour = data.armour.get("none").cloned().ok_or("there is no armour `none`")?;
        let mut traits = vec!["vehicle".to_owned(), "machine".to_owned()];
        if datafax.large {
            traits.push("large".to_owned());
        }
        let kind = Kind {
            unit: datafax.id.clone(),
            id: datafax.id.clone(),
            values,
            armour,
            carries: datafax.mount.iter().map(|mount| mount.weapon.clone()).collect(),
            weapons: mounted,
            melee: Vec::new(),
            encumbered: false,
            traits,
            equipment: Vec::new(),
            targeter: 0,
            rank: "-".to_owned(),
            origin: datafax.origin,
            base: datafax.base,
            height: datafax.height.0,
            datafax: Some(self.datafaxes.len()),
        };
        let (unit, model) = (UnitId(self.units.len() as u16), ModelId(self.models.len() as u16));
        let name = format!("{}-{number}", side.id());
        self.models.push(ModelSpec { unit, kind: self.kinds.len(), name: format!("{name}.1") });
        self.kinds.push(kind);
        let (id, points) = (datafax.id.clone(), wanted.points);
        let leader = "-".to_owned();
        self.units.push(UnitSpec {
            side,
            name,
            unit: id,
            points,
            models: vec![model],
            leader,
            hates: Vec::new(),
        });
        self.datafaxes.push(datafax);
        Ok(())
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
        let first = self.weapons.len();
        for profile in weapon.profile.iter().filter(|profile| profile.supplied.unwrap_or(true)) {
            let Some(mut own) = weapons::fireable(&data, weapon, profile) else { continue };
            let suffix = own.profile.as_ref().map_or_else(String::new, |profile| format!("/{profile}"));
            own.id = format!("{}.{}{suffix}", datafax.id, mount.id);
            own.gun = first as WeaponId;
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
            self.weapons.push(own);
        }
        Ok((first..self.weapons.len()).map(|id| id as WeaponId).collect())
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
