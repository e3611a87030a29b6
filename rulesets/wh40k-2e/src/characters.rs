//! Heroes, psykers and other characters (HER): who is one, who leads whom, and who may be picked out.

use grognard_engine::{RuleId, rule};
use grognard_tabletop::measure;

use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::{Hidden, Moved, Nerve, State};
use crate::vehicles::is_vehicle;

impl State {
    /// 2E-CHG-011, 2E-AMB-122: whether a model charged in this turn and reached nobody.
    pub fn missed(&self, model: ModelId) -> bool {
        let own = self.model(model);
        self.unit(own.unit).moved == Moved::Charged && !own.charged && !self.is_engaged(model)
    }
}

/// 2E-HER-001, 2E-HER-002: whether a model has a rank.
pub fn is_character(fixed: &Fixed, model: ModelId) -> bool {
    !matches!(fixed.kind_of(model).rank.as_str(), "-" | "")
}

/// 2E-HER-003: a champion is a member of its squad for good, unless its list says otherwise.
fn is_bound(fixed: &Fixed, model: ModelId) -> bool {
    let kind = fixed.kind_of(model);
    kind.rank == "champion" && !kind.has("independent")
}

/// Whether a character was bought alone and is not a champion of a squad.
fn stands_alone(fixed: &Fixed, model: ModelId) -> bool {
    is_character(fixed, model) && fixed.unit(fixed.models[model.index()].unit).models.len() == 1
}

/// The unit a model was bought in.
pub fn home(s: &State, model: ModelId) -> UnitId {
    s.model(model).squad
}

/// Whether a character has joined a squad that it was not bought in.
pub fn has_joined(_fixed: &Fixed, s: &State, model: ModelId) -> bool {
    s.model(model).unit != home(s, model)
}

/// 2E-AMB-128: whether a unit is a single character.
pub fn is_alone(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    s.unit(unit).starting == 1 && fixed.unit(unit).models.iter().all(|model| is_character(fixed, *model))
}

/// The characters of a unit that lead it without being its own leader.
pub fn of_unit<'a>(fixed: &'a Fixed, s: &'a State, unit: UnitId) -> impl Iterator<Item = ModelId> + 'a {
    s.unit(unit).models.iter().copied().filter(|model| is_character(fixed, *model))
}

/// 2E-HER-010, 2E-HER-011: the Leadership that characters lend to the squad they are with, and the rule.
pub fn leadership(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(u8, RuleId)> {
    if is_alone(fixed, s, unit) {
        return None;
    }
    let values: Vec<u8> = of_unit(fixed, s, unit).map(|model| fixed.kind_of(model).values.ld).collect();
    let highest = values.iter().copied().max()?;
    Some((highest, if values.len() > 1 { rule!("2E-HER-011") } else { rule!("2E-HER-010") }))
}

/// Why a character may not join a squad, if so; 2E-HER-005: it has to stand near enough to one of its members.
pub fn cannot_join(fixed: &Fixed, s: &State, model: ModelId, squad: UnitId) -> Option<RuleId> {
    let kind = fixed.kind_of(model);
    let own = fixed.unit(home(s, model));
    let right_sort = own.joins.is_empty() || own.joins.contains(&fixed.unit(squad).unit);
    let ordinary = s.unit(squad).models.len() > 1 && !is_vehicle(fixed, squad) && !is_alone(fixed, s, squad);
    let near = s
        .table
        .body(model)
        .is_some_and(|body| measure::any_within(s, squad, body, fixed.numbers().joins.within.0));
    if !stands_alone(fixed, model) || kind.has("never-joins") || !right_sort || has_joined(fixed, s, model) {
        Some(rule!("2E-HER-004"))
    } else if s.unit(squad).side != s.side_of(model)
        || !ordinary
        || !near
        || s.unit(squad).nerve == Nerve::Broken
    {
        Some(rule!("2E-HER-005"))
    } else if s.model(model).changed == Some(squad) {
        Some(rule!("2E-HER-006"))
    } else if s.unit(s.model(model).unit).moved == Moved::Ran
        || s.unit(squad).overwatch
        || (s.unit(squad).hidden != Hidden::No && s.unit(s.model(model).unit).hidden == Hidden::No)
    {
        // What it did in this turn would be forgotten with them: whoever ran does not fire, and who watches or hides does
        // nothing else (2E-RUN-006, 2E-OVW-003, 2E-HID-003).
        Some(rule!("2E-HER-005"))
    } else {
        None
    }
}

/// Why a character may not leave its squad, if so (2E-HER-006, 2E-HER-007, 2E-HER-014).
pub fn cannot_leave(fixed: &Fixed, s: &State, model: ModelId) -> Option<RuleId> {
    let squad = s.model(model).unit;
    let own = s.unit(squad);
    let mind = own.mind;
    if !has_joined(fixed, s, model) || is_bound(fixed, model) {
        Some(rule!("2E-HER-003"))
    } else if mind.stupid {
        Some(rule!("2E-HER-014"))
    } else if mind.frenzied
        || mind.afraid.is_some()
        || own.nerve != Nerve::Steady
        || own.charges.is_some()
        || s.in_combat(squad)
    {
        Some(rule!("2E-HER-007"))
    } else if s.model(model).changed == Some(squad) {
        Some(rule!("2E-HER-006"))
    } else {
        None
    }
}

/// 2E-HER-017: the squad in which a lone character cannot be picked out: near it, and its models are as large or larger.
pub fn sheltered(fixed: &Fixed, s: &State, unit: UnitId) -> Option<UnitId> {
    let model = s.unit(unit).models.first().copied().filter(|_| is_alone(fixed, s, unit))?;
    let body = s.table.body(model)?;
    let height = fixed.kind_of(model).height;
    let friends = s.on_table(s.unit(unit).side).filter(|other| *other != unit);
    let squads = friends.filter(|other| !is_alone(fixed, s, *other) && !is_vehicle(fixed, *other));
    let mut near = squads.filter(|squad| {
        let large = |member: &ModelId| fixed.kind_of(*member).height >= height;
        let members = s.unit(*squad).models.iter().filter(|member| !is_character(fixed, **member));
        members.clone().count() > 0
            && members.into_iter().all(large)
            && measure::any_within(s, *squad, body, fixed.numbers().joins.within.0)
    });
    near.next()
}
