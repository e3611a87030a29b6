//! Whether the zones of a table have room for every model there is.

use std::sync::Arc;

use grognard_space::table::{Angle, Footprint, Length, MoveRules, Point, Pose, Table};

use super::{Battlefield, volume};
use crate::data::Data;
use crate::data::amount::INCH;
use crate::data::battle::{Packs, TableFile};
use crate::measure;

/// How far apart the places are that are looked at.
const STEP: i32 = INCH / 2;

/// The ways a base is turned when room is looked for: round ones look the same from everywhere.
pub fn facings(footprint: &Footprint) -> &'static [i32] {
    if matches!(footprint, Footprint::Disc { .. }) { &[0] } else { &[0, 90, 45, 135] }
}

/// 9E-ONW-017: whether each kind of model of the datasheets can be set up in either zone, alone.
pub fn has_room(data: &Data, file: &TableFile) -> bool {
    let forms: Vec<_> = data.sheets.iter().flat_map(|sheet| &sheet.models).map(volume).collect();
    let laid = Battlefield::of(data, file)
        .and_then(|field| field.ground(&Packs::default(), &data.numbers, forms.clone()));
    let Ok(ground) = laid else { return false };
    let size = (ground.width().0, ground.depth().0);
    let table = Table::new(Arc::new(ground));
    let rules = MoveRules::up_to(Length::ZERO);
    forms.iter().all(|form| {
        [0, 1].into_iter().all(|zone| {
            let (low, high) = measure::zone_of(data, size, zone);
            let spots = (low.x..=high.x).step_by(STEP as usize).flat_map(|x| {
                (low.y..=high.y).step_by(STEP as usize).map(move |y| Point { x, y })
            });
            let mut poses = spots.flat_map(|spot| {
                let turned = move |degrees: &i32| Pose::at(spot).facing(Angle::degrees(*degrees));
                facings(&form.footprint).iter().map(turned)
            });
            poses.any(|pose| {
                let bounds = form.footprint.posed(pose).bounds();
                let inside = low.x <= bounds.low.x && bounds.high.x <= high.x;
                inside && table.check_place(form, pose, &rules, &|_| false).is_empty()
            })
        })
    })
}
