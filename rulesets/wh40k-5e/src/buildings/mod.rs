//! Buildings (BLD, BSH, ROF): closed pieces of terrain that a unit can occupy, fire out of and stand on.
//!
//! A building is a unit of one model, an immobile transport (5B-BLD-002). Its model is on the table while somebody is inside,
//! and on the side of whoever that is. The members of the unit that stand on the roof are a unit of their own (5V-ROF-018):
//! the roof party. A unit all of whose models are on the roof is no party: it does not occupy the building (5V-ROF-011).
//!
//! - [`muster`] buildings as units; [`entering`] getting in and out; [`roof`] who stands on it and who goes up or down;
//! - [`firing`] fire points; [`struck`] damage to the building and what becomes of those in and on it;
//! - [`ruins`] the levels of ruins, which stay terrain.

pub mod entering;
pub mod firing;
pub mod muster;
pub mod roof;
pub mod ruins;
pub mod struck;

use std::sync::Arc;

use grognard_space::table::{Body, Ground, Pose};

use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::{Place, State};
use crate::terrain::Feature;

/// A building as mustered.
#[derive(Clone, Debug)]
pub struct Building {
    /// Its place among the features of the table.
    pub feature: usize,
    /// The building as a unit.
    pub unit: UnitId,
    /// The roof party.
    pub party: UnitId,
    /// The building as a model.
    pub model: ModelId,
    /// Where it stands.
    pub pose: Pose,
}

impl Fixed {
    /// The building of a unit, if it is one.
    pub fn building_of(&self, unit: UnitId) -> Option<&Building> {
        self.buildings.iter().find(|building| building.unit == unit)
    }

    /// The building of a model, if it is one.
    pub fn building(&self, model: ModelId) -> Option<&Building> {
        self.buildings.iter().find(|building| building.model == model)
    }

    /// The building on whose roof a party stands, if a unit is one.
    pub fn party_at(&self, unit: UnitId) -> Option<&Building> {
        self.buildings.iter().find(|building| building.party == unit)
    }

    /// Whether a unit was mustered by a player: no building, no roof party.
    pub fn is_mustered(&self, unit: UnitId) -> bool {
        self.building_of(unit).is_none() && self.party_at(unit).is_none() && !self.is_gun_unit(unit)
    }

    /// The piece of terrain a building is.
    pub fn feature_of(&self, building: &Building) -> &Feature {
        &self.battlefield.features[building.feature]
    }

    /// A building in space.
    pub fn hull_of(&self, building: &Building) -> Body {
        self.ground.form(self.form(building.model)).body(building.pose)
    }
}

impl State {
    /// Whether a piece of terrain still stands.
    pub fn is_up(&self, feature: usize) -> bool {
        !self.fallen.contains(&(feature as u16))
    }

    /// The pieces of terrain that still stand.
    pub fn features<'a>(&'a self, fixed: &'a Fixed) -> impl Iterator<Item = &'a Feature> + 'a {
        let all = fixed.battlefield.features.iter().enumerate();
        all.filter(move |(at, _)| self.is_up(*at)).map(|(_, feature)| feature)
    }

    /// A model in space: on the table, or an empty building.
    pub fn hull_body(&self, fixed: &Fixed, model: ModelId) -> Option<Body> {
        let empty =
            || fixed.building(model).filter(|own| self.is_up(own.feature)).map(|own| fixed.hull_of(own));
        self.table.body(model).cloned().or_else(empty)
    }

    /// 5B-BLD-003: the unit inside a building.
    pub fn occupier(&self, building: &Building) -> Option<UnitId> {
        self.passengers(building.model).next()
    }

    /// The building on whose roof a model stands.
    pub fn roof_under<'a>(&self, fixed: &'a Fixed, model: ModelId) -> Option<&'a Building> {
        let pose = self.pose(model)?;
        fixed.buildings.iter().find(|own| {
            let feature = fixed.feature_of(own);
            self.is_up(own.feature) && pose.z == feature.roof_height() && feature.area.contains(pose.at)
        })
    }

    /// The building on whose roof all of a unit stands.
    pub fn roof_of<'a>(&self, fixed: &'a Fixed, unit: UnitId) -> Option<&'a Building> {
        let mut models = self.unit(unit).models.iter();
        let first = self.roof_under(fixed, *models.next()?)?;
        let same =
            |model: &ModelId| self.roof_under(fixed, *model).is_some_and(|own| own.model == first.model);
        models.all(same).then_some(first)
    }

    /// The models that stand on a roof.
    pub fn on_roof(&self, fixed: &Fixed, building: &Building) -> Vec<ModelId> {
        let here =
            |model: &ModelId| self.roof_under(fixed, *model).is_some_and(|own| own.model == building.model);
        self.table.ids().filter(|id| self.stands(*id)).filter(here).collect()
    }
}

/// The table in space without the buildings that fell.
pub fn ground(fixed: &Fixed, s: &State) -> Arc<Ground> {
    if s.fallen.is_empty() {
        return Arc::clone(&fixed.ground);
    }
    Arc::new(fixed.battlefield.ground_without(&s.fallen, fixed.ground.forms().to_vec()))
}

/// What follows when units went in, out, up, down or died: a building nobody is in is terrain again, and a party whose unit is
/// gone from inside is that unit (5V-ROF-011).
pub fn settle(fixed: &Fixed, s: &mut State) {
    for own in &fixed.buildings {
        let inside = s.occupier(own);
        if inside.is_none() && !s.unit(own.party).models.is_empty() {
            roof::rejoin(fixed, s, own);
        }
        match (inside, s.model(own.model).place) {
            (None, Place::Table) => {
                s.table.take(own.model);
                s.model_mut(own.model).place = Place::Empty;
            }
            (Some(unit), Place::Empty) => {
                s.unit_mut(own.unit).side = s.unit(unit).side;
                s.put(fixed, own.model, own.pose);
            }
            _ => {}
        }
    }
}
