//! Buildings that a scenario is about: installations (EA-SHR), the control complex of a plant (EA-SWP).

use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{Body, Length, Outline, Point};
use serde::{Deserialize, Serialize};

use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::Class;
use crate::state::State;

/// What a building is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SiteKind {
    /// EA-SHR-003.
    Installation,
    /// EA-SWP-017.
    Complex,
}

/// A building that a scenario is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// What it is.
    pub kind: SiteKind,
    /// Its middle.
    pub at: Point,
    /// Damage it has taken.
    pub damage: u8,
    /// Whether it is destroyed.
    pub destroyed: bool,
    /// EA-SHR-010: whether nobody may enter it any more.
    pub closed: bool,
    /// EA-SWP-017: who is inside, off the table.
    pub inside: Vec<UnitId>,
}

/// The name of the terrain of a site.
pub fn feature_id(number: usize) -> String {
    format!("installation-{}", number + 1)
}

/// What a site covers.
pub fn outline(fixed: &Fixed, s: &State, number: usize) -> Option<Outline> {
    let feature = s.feature(fixed, &feature_id(number))?;
    feature.area.pieces().into_iter().next()
}

/// EA-SHR-006: whether a body stands in a site, or touches it.
pub fn touches(fixed: &Fixed, s: &State, number: usize, body: &Body) -> bool {
    outline(fixed, s, number).is_some_and(|outline| body.outline.within(&outline, Length::CONTACT))
}

/// EA-SHR-006: the infantry of a formation in a site, or touching it.
pub fn raiders(fixed: &Fixed, s: &State, number: usize, formation: FormationId) -> Vec<UnitId> {
    let foot = |unit: UnitId| fixed.kind(unit).class == Class::Infantry || !applies(rule!("EA-SHR-006"));
    let own = s.standing(formation).filter(|(unit, body)| foot(*unit) && touches(fixed, s, number, body));
    own.map(|(unit, _)| unit).collect()
}

/// EA-SHR-007: whether a site is clear of the enemies of a formation.
pub fn is_clear(fixed: &Fixed, s: &State, number: usize, formation: FormationId) -> bool {
    let Some(outline) = outline(fixed, s, number) else { return false };
    !s.enemy_units(formation).any(|(_, body)| body.outline.within(&outline, Length::ZERO))
}

/// The sites a formation may damage now: it stands there, nobody else does, and they are not destroyed.
pub fn raided(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<u8> {
    let may = |number: &usize| {
        let site = &s.sites[*number];
        site.kind == SiteKind::Installation
            && !site.destroyed
            && is_clear(fixed, s, *number, formation)
            && !raiders(fixed, s, *number, formation).is_empty()
    };
    (0..s.sites.len()).filter(may).map(|number| number as u8).collect()
}

/// The damage capacity a site has left.
pub fn left(fixed: &Fixed, s: &State, number: usize) -> u8 {
    let whole = fixed.data.sheets.get("installation").and_then(|sheet| sheet.dc).unwrap_or(0);
    if s.sites[number].destroyed { 0 } else { whole.saturating_sub(s.sites[number].damage) }
}
