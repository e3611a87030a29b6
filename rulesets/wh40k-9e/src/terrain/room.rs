//! Whether the zones of a table have room for every model there is.

use std::sync::Arc;

use grognard_space::table::{Angle, Form, Length, MoveRules, Point, Pose, Table};

use grognard_tabletop::setting_up::facings;

use super::{Battlefield, volume};
use crate::data::Data;
use crate::data::amount::INCH;
use crate::data::battle::{Packs, TableFile};
use crate::measure;

/// How far apart the places are that are looked at.
const STEP: i32 = INCH / 2;

/// 9E-ONW-017: whether each kind of model of the datasheets can be set up in either zone, alone.
pub fn has_room(data: &Data, file: &TableFile) -> bool {
    let forms: Vec<_> = data.sheets.iter().flat_map(|sheet| &sheet.models).map(volume).collect();
    let laid = Battlefield::of(data, file)
        .and_then(|field| field.ground(&Packs::default(), &data.numbers, forms.clone()));
    let Ok(ground) = laid else { return false };
    let size = (ground.width().0, ground.depth().0);
    let table = Table::new(Arc::new(ground));
    let rules = MoveRules::up_to(Length::ZERO);
    let stands = |form: &Form, zone: u8, degrees: i32| {
        let facing = Angle::degrees(degrees);
        let own = form.footprint.posed(Pose::at(Point::default()).facing(facing)).bounds();
        let (low, high) = measure::zone_of(data, size, zone);
        // On the grid on which room is looked for in a game.
        let grid = |low: i32, high: i32, own: (i32, i32)| {
            let first = (-own.0 + STEP - 1) / STEP * STEP;
            (low + first..=high - own.1).step_by(STEP as usize)
        };
        let spots = grid(low.x, high.x, (own.low.x, own.high.x))
            .flat_map(|x| grid(low.y, high.y, (own.low.y, own.high.y)).map(move |y| Point { x, y }));
        let mut poses = spots.map(|spot| Pose::at(spot).facing(facing));
        poses.any(|pose| table.check_place(form, pose, &rules, &|_| false).is_empty())
    };
    forms.iter().all(|form| {
        let turns = facings(&form.footprint);
        [0, 1].into_iter().all(|zone| turns.iter().any(|degrees| stands(form, zone, *degrees)))
    })
}
