//! Armies as mustered: units with their models, options and characters (CHA, FOC).

use std::sync::Arc;

use super::arming::own_bomb;
use super::{Fixed, Frag, Kind, ModelSpec, Played, UnitSpec, Wanted};
use crate::data::troops::{self, Type, UnitOption, WeaponType};
use crate::ids::{ModelId, Side, UnitId};
use crate::outfit::{self, Role};
use crate::vehicles;

impl Fixed {
    /// Adds a unit to the army of a side.
    pub(super) fn muster(&mut self, side: Side, number: usize, wanted: &Wanted) -> Result<(), String> {
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
        let profile = |model: &troops::Model| data.profiles.get(model.profile.as_ref()?).map(|own| own.kind);
        let like = sheet.model.iter().filter_map(profile).find(|kind| *kind != Type::AsUnit);
        let like = like.unwrap_or(Type::Infantry);
        let name = format!("{}-{number}", side.id());
        let role = |model: &troops::Model| {
            let profile = model.profile.as_ref().and_then(|id| data.profiles.get(id));
            profile.is_some_and(|own| own.roles.iter().any(|role| role == "psyker"))
        };
        // Table of units: who buys powers has them, an upgrade character too.
        let buys =
            |model: &troops::Model| sheet.buys_powers.as_ref().is_some_and(|own| own.model == model.id);
        let some = sheet.model.iter().any(role);
        let is_psyker = |model: &troops::Model| {
            buys(model) || role(model) || (!some && rules.iter().any(|rule| rule == "psyker"))
        };
        if let Some(stranger) = wanted.powers.iter().find(|id| !data.powers.contains_key(*id)) {
            return Err(format!("there is no psychic power `{stranger}`"));
        }
        let mut models = Vec::new();
        // 5B-ART-001: a gun is with its crew, and behind it in the list.
        let mut guns: Vec<UnitSpec> = Vec::new();
        let (crew, cannon): (Vec<&troops::Model>, Vec<&troops::Model>) =
            sheet.model.iter().partition(|model| !model.gun);
        let mut count = 0;
        for model in crew.into_iter().chain(cannon) {
            for _ in 0..wanted.models.get(&model.id).copied().unwrap_or(0) {
                let mut carries: Vec<String> = model.weapons.iter().chain(&model.gear).cloned().collect();
                let mut mounted = model.mounted.clone();
                let leads = sheet.leader.as_deref() == Some(&model.id);
                if is_psyker(model) {
                    carries.extend(wanted.powers.iter().cloned());
                }
                for ((option, of_leader), left) in options.iter().zip(&mut left) {
                    let may = option.models.is_empty() || option.models.contains(&model.id);
                    // What is exchanged has to be there: nobody takes two guns for one.
                    let mounts = |item: &String| mounted.iter().any(|mounted| mounted.weapon == *item);
                    let has = option.lose.is_empty()
                        || option.lose.iter().any(|item| carries.contains(item) || mounts(item));
                    if *left == 0 || !may || !has || (*of_leader && !leads) {
                        continue;
                    }
                    *left -= u8::from(!option.all);
                    vehicles::muster::take_option(&mut mounted, option);
                    carries.retain(|item| !option.lose.contains(item));
                    if option.mount.is_none() {
                        carries.extend(option.gain.iter().cloned());
                    }
                }
                carries.extend(mounted.iter().flat_map(|own| (0..own.count).map(|_| own.weapon.clone())));
                let model = (model, &mounted[..]);
                let kind = self.kind(sheet, model, carries, &rules, (leads, like))?;
                let id = ModelId(self.models.len() as u16);
                count += 1;
                let mut own = unit;
                if model.0.gun {
                    own = UnitId(unit.0 + 1 + guns.len() as u16);
                    guns.push(UnitSpec {
                        side,
                        name: format!("{name}-gun-{}", guns.len() + 1),
                        unit: sheet.id.clone(),
                        models: vec![id],
                        dedicated_to: None,
                        joins: Some(unit),
                        retinue_of: None,
                        slot: sheet.slot.clone(),
                        single: true,
                    });
                } else {
                    models.push(id);
                }
                self.models.push(ModelSpec { unit: own, kind, name: format!("{name}.{count}") });
            }
        }
        if models.is_empty() {
            return Err(format!("`{}` has no models", sheet.id));
        }
        let joins = match &wanted.joins {
            None => None,
            Some(host) => {
                Some(self.unit_named(host).ok_or_else(|| format!("there is no unit `{host}` before it"))?)
            }
        };
        let guest = matches!(self.kind_of(models[0]).outfit.role, Role::Independent | Role::Solitary);
        if let Some(host) = joins.filter(|_| !guest) {
            return self.attach(host, models);
        }
        let slot = sheet.slot_of(models.len()).to_owned();
        let leader = |spec: &UnitSpec| spec.side == side && Some(&spec.unit) == sheet.retinue_of.as_ref();
        let retinue_of = self.units.iter().position(leader).map(|at| UnitId(at as u16));
        if sheet.retinue_of.is_some() && retinue_of.is_none() {
            return Err(format!(
                "`{}` is a retinue and its character is not in the army (5V-CHA-006)",
                sheet.id
            ));
        }
        // 5V-CHA-007: the character is with its retinue.
        if let Some(of) = retinue_of {
            self.units[of.index()].joins = Some(unit);
        }
        let single = sheet.model.iter().map(|model| usize::from(model.most)).sum::<usize>() == 1;
        let dedicated_to = wanted.dedicated_to;
        let unit = sheet.id.clone();
        self.units.push(UnitSpec { side, name, unit, models, dedicated_to, joins, retinue_of, slot, single });
        self.units.extend(guns);
        Ok(())
    }

    /// 5B-ART-001: a gun goes as far as its crew and aims as well; armour stands for everything else.
    fn gun_profile(&self, sheet: &troops::Unit) -> Option<troops::Profile> {
        let crew = sheet.model.iter().find(|model| !model.gun)?;
        let own = self.data.profiles.get(crew.profile.as_ref()?)?;
        let numbers = &self.numbers().guns;
        let none = crate::data::amount::Score(None);
        Some(troops::Profile {
            kind: Type::ArtilleryGun,
            ws: 0,
            s: 0,
            t: 0,
            w: 1,
            i: 1,
            a: 0,
            ld: 0,
            sv: none,
            inv: none,
            roles: Vec::new(),
            base: troops::Base::Round(numbers.base),
            height: numbers.height,
            ..own.clone()
        })
    }

    /// 5V-CHA-001, 5V-CHA-002: an attached character is part of a unit of the same type for the whole battle.
    fn attach(&mut self, host: UnitId, models: Vec<ModelId>) -> Result<(), String> {
        for model in models {
            let first = self.units[host.index()].models[0];
            let name = self.units[host.index()].name.clone();
            if self.kind_of(first).kind() != self.kind_of(model).kind() {
                return Err(format!(
                    "an attached character is of the same type as its unit `{name}` (5V-CHA-001)"
                ));
            }
            let number = self.units[host.index()].models.len() + 1;
            let spec = &mut self.models[model.index()];
            (spec.unit, spec.name) = (host, format!("{name}.{number}"));
            self.units[host.index()].models.push(model);
        }
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
        all.retain(|(option, _)| option.ruleset.as_deref().is_none_or(|only| only == self.played.word()));
        all
    }

    fn kind(
        &mut self,
        sheet: &troops::Unit,
        (model, mounted): (&troops::Model, &[crate::data::vehicles::Mounted]),
        carries: Vec<String>,
        rules: &[String],
        (leads, like): (bool, Type),
    ) -> Result<usize, String> {
        let (unit, origin) = (&sheet.id, sheet.origin);
        let same = |kind: &Kind| kind.unit == *unit && kind.id == model.id && kind.carries == carries;
        if let Some(known) = self.kinds.iter().position(same) {
            return Ok(known);
        }
        let data = Arc::clone(&self.data);
        let profile = model.profile.as_ref().and_then(|id| data.profiles.get(id)).cloned();
        let vehicle = model.vehicle.as_ref().and_then(|id| data.vehicles.get(id));
        let profile = profile.or_else(|| vehicle.map(vehicles::muster::profile));
        let profile = if model.gun { self.gun_profile(sheet) } else { profile };
        let mut values = profile.ok_or_else(|| format!("the rules of `{}` are not built yet", model.id))?;
        let chassis = match vehicle {
            Some(own) => Some(vehicles::muster::chassis(self, own, mounted, &carries, &model.mounted)?),
            None => None,
        };
        let mut grenades = Vec::new();
        if values.kind == Type::AsUnit {
            values.kind = like;
        }
        let mut rules = rules.to_vec();
        let mut equipped = carries.clone();
        let outfit = outfit::wear(&data, self.played, &mut values, &mut rules, &mut equipped);
        let (mut weapons, mut blades, mut hands) = (Vec::new(), Vec::new(), 0);
        let mut bombs = Vec::new();
        let (mut frag, mut assault_grenades, mut defensive_grenades) = (None, false, false);
        for id in &equipped {
            let ranged = match (&chassis, model.gun) {
                (Some(_), _) => Vec::new(),
                (None, true) => self.arm_vehicle(id),
                (None, false) => self.arm(id),
            };
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
                grenades.extend(self.tank_grenade(id, grenade));
                assault_grenades |= grenade.kind == "assault";
                defensive_grenades |= grenade.kind == "defensive";
                if grenade.kind == "assault" {
                    let (own, ap) = (&grenade.variant, grenade.variant.ap.0);
                    let wounds_on = own.wounds_on.and_then(|score| score.0);
                    frag = own.strength.parse().ok().map(|strength| Frag { strength, ap, wounds_on });
                }
                // 5V-MON-009: any grenade with a Strength but assault grenades, unless its entry says otherwise.
                if own_bomb(grenade)
                    && let Ok(strength) = grenade.variant.strength.parse()
                {
                    let ap = grenade.variant.ap.0;
                    bombs.push(self.bomb(id, strength, ap));
                }
            }
        }
        // 5V-EQP-007: a scope is fitted to the first weapon a model has.
        if equipped.iter().any(|item| item == "ir-scope")
            && self.played == Played::Variant
            && let Some(first) = weapons.first_mut()
        {
            *first = self.with_scope(*first);
        }
        if let Some(chassis) = &chassis {
            weapons = chassis.mounts.iter().flat_map(|mount| mount.weapons.iter().copied()).collect();
            weapons.sort_unstable();
            weapons.dedup();
            blades.push(self.bulk());
        }
        if blades.is_empty() {
            blades.push(self.bare_hands());
        }
        blades.dedup();
        let variant = self.edition.pace == crate::edition::Pace::Movement;
        let mut pace = match (&chassis, variant) {
            (Some(_), false) => self.vehicles().walker.r#move.0,
            (_, true) => values.variant.m.0,
            (None, false) => self.numbers().walk.r#move.0,
        };
        if outfit.rides.is_some() {
            // 5V-AMB-038, 5X-RUL-001: on foot, so to say.
            pace = if variant { self.numbers().bike_on_foot.variant_bike_reaction.0 } else { pace };
        }
        let (base, height) = (values.base, values.height.0);
        self.kinds.push(Kind {
            unit: unit.clone(),
            id: model.id.clone(),
            gun: model.gun,
            values,
            pace,
            carries,
            weapons,
            blades,
            bombs,
            hands,
            grenades,
            chassis,
            frag,
            assault_grenades,
            defensive_grenades,
            rules,
            leads,
            origin,
            outfit,
            base,
            height,
        });
        Ok(self.kinds.len() - 1)
    }
}
