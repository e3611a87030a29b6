//! Moves of units: one check for answers, searches, previews and forms.
//!
//! A ruleset describes a move it asks for as a [`Manoeuvre`]: whose it is, how far each model may go, what others are to
//! it, and how it is told that something is wrong. The models move one after another in the order given, each from and
//! past where the others stand by then.

use grognard_engine::client::Ways;
use grognard_engine::refusal::Violation;
use grognard_space::table::{
    Body, BodyId, Coherency, CoherencyRules, Fault, FaultKind, GroupId, Length, MoveRules, Moved, Passing,
    TerrainId, Travel,
};

pub use crate::answer::Way;
use crate::armies::{Armies, Named};
use crate::bends::Bends;
use crate::pace;

/// What is wrong with a move, before a ruleset says by which of its rules.
#[derive(Copy, Clone, Debug)]
pub enum Why<'a> {
    /// This model is not of the unit or not on the table, was named before, or goes nowhere.
    Stranger(BodyId),
    /// This model cannot move.
    Stuck(BodyId),
    /// Something is wrong with a model's way.
    Fault {
        /// Who moves.
        body: BodyId,
        /// What is wrong, and where.
        fault: &'a Fault,
        /// All that is known of the way.
        travel: &'a Travel,
        /// Whether it is wrong before the end.
        on_the_way: bool,
        /// By how much less than else each model may go in this move.
        shorter: Length,
    },
    /// A model that goes where it looks turns or goes otherwise than it may.
    Bent {
        /// Who moves.
        body: BodyId,
        /// On which leg, from 0.
        leg: usize,
    },
    /// The unit is not in coherency at the end.
    Scattered {
        /// The models that stand apart.
        off: &'a [BodyId],
        /// All that is known of its coherency.
        found: &'a Coherency,
        /// How many models of it stand on the table.
        size: usize,
    },
}

/// One move of a unit under a system's rules.
pub trait Manoeuvre {
    /// Who stands where.
    fn armies(&self) -> &dyn Armies;

    /// The unit that moves.
    fn unit(&self) -> GroupId;

    /// How far a model may go; `None` where it cannot move at all.
    fn limit(&self, body: BodyId) -> Option<Length>;

    /// What holds for a model's way. Its limit is [`Manoeuvre::limit`] again.
    fn rules(&self, body: BodyId) -> MoveRules<'_>;

    /// By how much less each model may go because of what the unit does as a whole.
    fn shorter(&self, _ways: &[Way]) -> Length {
        Length::ZERO
    }

    /// How far a model has gone in earlier parts of the same move.
    fn spent(&self, _body: BodyId) -> Length {
        Length::ZERO
    }

    /// Whether some ground slows models down.
    fn has_pace(&self) -> bool {
        false
    }

    /// How often each unit of length counts in a feature: 1 on open ground, 2 where a model goes at half its pace. Asked
    /// only where [`Manoeuvre::has_pace`].
    fn pace(&self, _body: BodyId, _terrain: TerrainId) -> u8 {
        1
    }

    /// How the way of a model may bend that goes where it looks; `None` where it goes as it likes.
    fn bends(&self, _body: BodyId) -> Option<Bends> {
        None
    }

    /// Whether the first fault of a way always refuses it. Not so where the rule behind some fault is left out.
    fn one_is_enough(&self) -> bool {
        true
    }

    /// How near to each other the models must end; `None` where nothing is asked, as in the first parts of a move that is
    /// made in several.
    fn coherency(&self, ways: &[Way]) -> Option<CoherencyRules>;

    /// The rule behind something wrong, and its sentence; `None` where that rule is left out.
    fn refused(&self, why: Why<'_>) -> Option<Violation>;

    /// What else is asked of one way, with everybody where they stand when it begins.
    fn also_of(&self, _moved: &Moved<'_>, _way: &Way, _wrong: &mut Vec<Violation>) {}

    /// What else is asked of the move as a whole, with everybody where they stand when it is over.
    fn also_of_all(&self, _moved: &Moved<'_>, _ways: &[Way], _wrong: &mut Vec<Violation>) {}
}

/// Every violation of the ways proposed for a unit.
pub fn violations(manoeuvre: &dyn Manoeuvre, ways: &[Way]) -> Vec<Violation> {
    let mut moved = Moved::new(manoeuvre.armies().table());
    check(manoeuvre, &mut moved, ways, false)
}

/// Whether the ways break no rule: the same, but the first violation is enough.
pub fn allowed(manoeuvre: &dyn Manoeuvre, ways: &[Way]) -> bool {
    let mut moved = Moved::new(manoeuvre.armies().table());
    check(manoeuvre, &mut moved, ways, true).is_empty()
}

/// Every violation of a part of a move that goes on from where earlier parts ended; the models stand at the ends of this
/// part then.
pub fn violations_from(manoeuvre: &dyn Manoeuvre, moved: &mut Moved<'_>, ways: &[Way]) -> Vec<Violation> {
    check(manoeuvre, moved, ways, false)
}

fn check(manoeuvre: &dyn Manoeuvre, moved: &mut Moved<'_>, ways: &[Way], first_only: bool) -> Vec<Violation> {
    let mut wrong = Vec::new();
    let (armies, unit) = (manoeuvre.armies(), manoeuvre.unit());
    let shorter = manoeuvre.shorter(ways);
    for (at, way) in ways.iter().enumerate() {
        if first_only && !wrong.is_empty() {
            return wrong;
        }
        let (body, stops) = (way.0, &way.1);
        let known = armies.unit_of(body) == Some(unit) && moved.body(body).is_some();
        if !known || stops.is_empty() || ways[..at].iter().any(|(before, _)| *before == body) {
            wrong.extend(manoeuvre.refused(Why::Stranger(body)));
            continue;
        }
        if manoeuvre.limit(body).is_none() {
            wrong.extend(manoeuvre.refused(Why::Stuck(body)));
            continue;
        }
        let mut rules = manoeuvre.rules(body);
        rules.limit -= shorter + manoeuvre.spent(body);
        rules.first_fault_only = first_only && manoeuvre.one_is_enough();
        let travel = travelled(manoeuvre, moved, way, &rules);
        for fault in &travel.faults {
            let on_the_way = fault.leg < stops.len();
            let why = Why::Fault { body, fault, travel: &travel, on_the_way, shorter };
            wrong.extend(manoeuvre.refused(why));
        }
        if let Some(leg) = bent(manoeuvre, moved, way) {
            wrong.extend(manoeuvre.refused(Why::Bent { body, leg }));
        }
        manoeuvre.also_of(moved, way, &mut wrong);
        if let Some(end) = stops.last() {
            moved.move_to(body, *end);
        }
    }
    if first_only && !wrong.is_empty() {
        return wrong;
    }
    if let Some(rules) = manoeuvre.coherency(ways) {
        let models: Vec<(BodyId, &Body)> = standing(moved, armies.members(unit)).collect();
        let (found, off) = in_coherency(&rules, &models);
        if !found.coherent {
            wrong.extend(manoeuvre.refused(Why::Scattered { off: &off, found: &found, size: models.len() }));
        }
    }
    manoeuvre.also_of_all(moved, ways, &mut wrong);
    wrong
}

/// A way as it is travelled from where everybody stands by then, with what its ground costs.
pub fn travelled(
    manoeuvre: &dyn Manoeuvre,
    moved: &Moved<'_>,
    (body, stops): &Way,
    rules: &MoveRules<'_>,
) -> Travel {
    let mut travel = moved.check_move(*body, stops, rules);
    let (true, Some(own), Some(form)) = (manoeuvre.has_pace(), moved.body(*body), moved.form(*body)) else {
        return travel;
    };
    let times = |terrain: TerrainId| manoeuvre.pace(*body, terrain);
    travel.across += pace::extra(moved.before(), form, own.pose, stops, &times);
    travel.faults.retain(|fault| !matches!(fault.kind, FaultKind::TooFar { .. }));
    if travel.total() > rules.limit {
        let kind = FaultKind::TooFar { moved: travel.total(), limit: rules.limit };
        let at = stops.last().map_or(own.pose.at, |end| end.at);
        travel.faults.push(Fault { kind, leg: stops.len(), at });
    }
    travel
}

/// The first leg on which a model that goes where it looks does otherwise.
fn bent(manoeuvre: &dyn Manoeuvre, moved: &Moved<'_>, (body, stops): &Way) -> Option<usize> {
    let (bends, own) = (manoeuvre.bends(*body)?, moved.body(*body)?);
    let sane = stops.iter().all(|stop| stop.at.in_limits());
    bends.broken_at(own.pose, stops).filter(|_| sane)
}

/// Those of some models that stand on a table on which some have moved.
pub fn standing<'a>(
    moved: &'a Moved<'_>,
    models: &'a [BodyId],
) -> impl Iterator<Item = (BodyId, &'a Body)> + 'a {
    models.iter().filter_map(|body| Some((*body, moved.body(*body)?)))
}

/// The coherency of some models, and which of them stand apart: those with too few near them, and those outside the
/// largest group.
pub fn in_coherency(rules: &CoherencyRules, models: &[(BodyId, &Body)]) -> (Coherency, Vec<BodyId>) {
    let bodies: Vec<&Body> = models.iter().map(|(_, body)| *body).collect();
    let found = rules.check(&bodies);
    if found.coherent {
        return (found, Vec::new());
    }
    let main = found.main_group();
    let off = |at: &usize| found.lonely.contains(at) || !main.contains(at);
    let off = (0..models.len()).filter(off).map(|at| models[at].0).collect();
    (found, off)
}

/// Each way as it would be travelled, one after another, whatever is wrong with it. Ways of models that are not on the
/// table are left out.
pub fn travels(manoeuvre: &dyn Manoeuvre, ways: &[Way]) -> Vec<(BodyId, Travel)> {
    let mut moved = Moved::new(manoeuvre.armies().table());
    let mut found = Vec::new();
    for way in ways {
        let (body, stops) = way;
        found.push((*body, travelled(manoeuvre, &moved, way, &manoeuvre.rules(*body))));
        if let Some(end) = stops.last() {
            moved.move_to(*body, *end);
        }
    }
    found
}

/// How far the models would go and who would be in coherency, before anything is decided: for systems in which anybody
/// may measure at any time. Others are no hindrance here: the check speaks of them.
pub fn measured(
    manoeuvre: &dyn Manoeuvre,
    named: &dyn Named,
    coherency: &CoherencyRules,
    ways: &[Way],
) -> Ways {
    let armies = manoeuvre.armies();
    let mut moved = Moved::new(armies.table());
    let mut far = Vec::new();
    for way in ways {
        let (body, stops) = way;
        let on_table = armies.unit_of(*body).is_some() && moved.body(*body).is_some();
        let Some(end) = stops.last().filter(|_| on_table) else { continue };
        if stops.iter().any(|stop| !stop.at.in_limits()) {
            continue;
        }
        let rules = MoveRules { others: &Passing::Free, ..manoeuvre.rules(*body) };
        far.push((named.name(*body).to_owned(), travelled(manoeuvre, &moved, way, &rules).total().0));
        moved.move_to(*body, *end);
    }
    let models: Vec<(BodyId, &Body)> = standing(&moved, armies.members(manoeuvre.unit())).collect();
    Ways { far, shorter: manoeuvre.shorter(ways).0, ..links(named, coherency, &models) }
}

/// Which models are near enough to each other, and which have too few near them.
pub fn links(named: &dyn Named, rules: &CoherencyRules, models: &[(BodyId, &Body)]) -> Ways {
    let bodies: Vec<&Body> = models.iter().map(|(_, body)| *body).collect();
    let found = rules.check(&bodies);
    let name = |at: usize| named.name(models[at].0).to_owned();
    Ways {
        far: Vec::new(),
        shorter: 0,
        links: found.links.iter().map(|(a, b)| (name(*a), name(*b))).collect(),
        lonely: found.lonely.iter().map(|at| name(*at)).collect(),
    }
}
