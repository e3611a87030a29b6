//! The Water Processing Plant: several tables as one, commands that keep to theirs, blizzards, and what has to be destroyed
//! (EA-SWP).

use grognard_engine::SeatId;
use grognard_space::table::{Body, Length, Point};

use crate::data::scenario::TableArea;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::Class;
use crate::sites::SiteKind;
use crate::state::{Place, State};

/// Whether the battle is about a plant.
pub fn is_on(fixed: &Fixed) -> bool {
    fixed.is_special("plant-locations")
}

/// EA-SWP-002: the tables that are joined.
pub fn tables(fixed: &Fixed) -> &[TableArea] {
    let own = fixed.data.tables.iter().find(|table| table.id == fixed.scenario.table);
    own.filter(|_| fixed.is_special("blizzards")).map_or(&[], |table| &table.area)
}

/// The table a place lies on.
pub fn table_at(fixed: &Fixed, at: Point) -> Option<u8> {
    let holds = |area: &TableArea| {
        let ([from_x, from_y], [to_x, to_y]) = (area.from, area.to);
        (from_x.0.0..=to_x.0.0).contains(&at.x) && (from_y.0.0..=to_y.0.0).contains(&at.y)
    };
    tables(fixed).iter().position(holds).map(|at| at as u8)
}

/// EA-SWP-021: whether a blizzard sweeps over a place in this turn.
pub fn is_blizzard_at(fixed: &Fixed, s: &State, at: Point) -> bool {
    !s.swept.is_empty() && table_at(fixed, at).is_some_and(|table| s.swept.contains(&table))
}

/// EA-SWP-011, EA-SWP-012: the table a command has to keep to.
pub fn own_table(fixed: &Fixed, side: SeatId) -> Option<u8> {
    if !fixed.is_special("commands-keep-to-their-table") {
        return None;
    }
    let own = fixed.scenario.side.get(side.index())?;
    let zone = own.zones.first()?;
    let ([x, y], [to_x, to_y]) = (zone.from?, zone.to?);
    let middle = Point { x: i32::midpoint(x.0.0, to_x.0.0), y: i32::midpoint(y.0.0, to_y.0.0) };
    table_at(fixed, middle)
}

/// The control complex: its place in the list of sites, and its entrance.
pub fn complex(fixed: &Fixed, s: &State) -> Option<(usize, Point)> {
    let at = s.sites.iter().position(|site| site.kind == SiteKind::Complex)?;
    let site = &s.sites[at];
    let file = fixed.scenario.objective.iter().find(|objective| objective.entrance.is_some());
    let (from, entrance) = file.and_then(|file| match &file.at {
        Some(crate::data::scenario::At::Place([x, y])) => {
            let entrance = file.entrance?;
            Some((Point { x: x.0.0, y: y.0.0 }, Point { x: entrance[0].0.0, y: entrance[1].0.0 }))
        }
        _ => None,
    })?;
    Some((at, site.at + (entrance - from)))
}

/// EA-SWP-017: the units of a formation that stand at the entrance and may go inside.
pub fn at_entrance(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<UnitId> {
    let Some((_, entrance)) = complex(fixed, s) else { return Vec::new() };
    let here = Body::point(entrance, Length::ZERO);
    let within = fixed.numbers().entrance.within.0;
    let may = |unit: UnitId, body: &Body| {
        fixed.kind(unit).class == Class::Infantry
            && fixed.kind(unit).column() == crate::kind::Column::Infantry
            && body.within(&here, within)
    };
    s.standing(formation).filter(|(unit, body)| may(*unit, body)).map(|(unit, _)| unit).collect()
}

/// EA-SWP-018: the units of a formation that are inside the complex.
pub fn inside(s: &State, formation: FormationId) -> Vec<UnitId> {
    let all = s.sites.iter().flat_map(|site| site.inside.iter().copied());
    all.filter(|unit| {
        s.units[unit.index()].formation == formation && s.units[unit.index()].place == Place::Waiting
    })
    .collect()
}

/// EA-SWP-010: how many of the three locations are destroyed.
pub fn destroyed(fixed: &Fixed, s: &State) -> usize {
    let gone = |sheet: &str| {
        let mut all =
            (0..fixed.units.len() as u16).map(UnitId).filter(|unit| fixed.kind(*unit).sheet == sheet);
        let mut some = false;
        let none_left = all.all(|unit| {
            some = true;
            s.units[unit.index()].place == Place::Gone
        });
        some && none_left
    };
    let complex = s.sites.iter().any(|site| site.kind == SiteKind::Complex && site.destroyed);
    usize::from(gone("water-tank")) + usize::from(gone("pumping-station")) + usize::from(complex)
}

/// EA-SWP-014: whether a formation is one of the locations, which no marker and no result of an assault touches.
pub fn is_location(fixed: &Fixed, formation: FormationId) -> bool {
    let location = |unit: &UnitId| fixed.kind(*unit).has(crate::abilities::Ability::PlantLocation);
    let units = &fixed.spec(formation).units;
    !units.is_empty() && units.iter().all(location)
}
