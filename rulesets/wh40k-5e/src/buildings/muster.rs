//! Buildings as units: one model each, and a roof party that is empty at first.

use grognard_space::table::{Length, Pose};
use grognard_tabletop::ruler::Inches;

use super::Building;
use crate::data::amount::Score;
use crate::data::troops::{Base, Origin, Profile, ProfileOfVariant, Type};
use crate::data::vehicles::{CrewArmour, FirePoint};
use crate::fixed::{Fixed, Kind, ModelSpec, UnitSpec};
use crate::ids::{ModelId, Side, UnitId};
use crate::outfit::Outfit;
use crate::terrain::Feature;
use crate::vehicles::Chassis;

/// How far the model of a building stands out of its walls, so that it is seen in front of them.
const PROUD: Length = Length(50);

/// Musters every building of the table that can be occupied.
pub fn muster(fixed: &mut Fixed) {
    let features: Vec<(usize, Feature)> = fixed.battlefield.features.iter().cloned().enumerate().collect();
    for (at, feature) in features.into_iter().filter(|(_, feature)| feature.is_occupiable()) {
        let (unit, model) = (UnitId(fixed.units.len() as u16), ModelId(fixed.models.len() as u16));
        let party = UnitId(unit.0 + 1);
        let kind = kind(fixed, &feature);
        fixed.kinds.push(kind);
        let name = feature.id.clone();
        fixed.models.push(ModelSpec { unit, kind: fixed.kinds.len() - 1, name: format!("{name}.1") });
        let spec = |name: String, of: &str, models: Vec<ModelId>| UnitSpec {
            side: Side::Red,
            name,
            unit: of.to_owned(),
            models,
            dedicated_to: None,
            joins: None,
            retinue_of: None,
            slot: String::new(),
            single: false,
        };
        fixed.units.push(spec(name.clone(), &feature.piece.id, vec![model]));
        fixed.units.push(spec(format!("{name}-roof"), "roof-party", Vec::new()));
        let pose = Pose::at(feature.pose.at).facing(feature.pose.facing);
        fixed.buildings.push(Building { feature: at, unit, party, model, pose });
    }
}

/// 5B-BLD-002, 5B-BLD-006: the armour of all its sides, its capacity and its fire points.
fn chassis(feature: &Feature) -> Chassis {
    let sheet = feature.piece.building.as_ref();
    let armour = sheet.map_or(0, |sheet| sheet.armour);
    let points = feature.piece.fire_points.iter().map(|point| FirePoint {
        id: point.id.clone(),
        models: point.models,
        variant: point.kind,
        weapon: None,
    });
    Chassis {
        types: Vec::new(),
        front: armour,
        side: armour,
        rear: armour,
        capacity: sheet.map_or(0, |sheet| sheet.capacity),
        access: Vec::new(),
        fire_points: points.collect(),
        crew: 0,
        crew_armour: CrewArmour::None,
        mounts: Vec::new(),
        arms: 0,
    }
}

fn kind(fixed: &Fixed, feature: &Feature) -> Kind {
    let most = |axis: usize| {
        feature.piece.outline.iter().map(|corner| corner[axis].0).max().unwrap_or_default() + PROUD + PROUD
    };
    let base = Base::Hull([Inches(most(0)), Inches(most(1))]);
    // Who stands on the roof does not stand in it.
    let height = feature.roof_height() - PROUD;
    let none = Score(None);
    let values = Profile {
        id: feature.piece.id.clone(),
        source: String::new(),
        origin: Origin::Proposal,
        kind: Type::Vehicle,
        ws: 0,
        bs: 0,
        s: 0,
        t: 0,
        w: 1,
        i: 0,
        a: 0,
        ld: 0,
        sv: none,
        inv: none,
        roles: Vec::new(),
        variant: ProfileOfVariant { m: Inches(Length::ZERO), impervious: none, role: None },
        base,
        height: Inches(height),
    };
    Kind {
        unit: feature.piece.id.clone(),
        id: feature.piece.id.clone(),
        values,
        pace: Length::ZERO,
        carries: Vec::new(),
        weapons: Vec::new(),
        blades: vec![fixed.hands],
        bombs: Vec::new(),
        hands: 0,
        grenades: Vec::new(),
        chassis: Some(chassis(feature)),
        frag: None,
        assault_grenades: false,
        defensive_grenades: false,
        rules: Vec::new(),
        gun: false,
        leads: false,
        origin: Origin::Proposal,
        outfit: Outfit::default(),
        base,
        height,
    }
}
