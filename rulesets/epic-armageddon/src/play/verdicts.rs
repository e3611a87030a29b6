//! How the games of the book end: the conditions of their files, at once or at the end (EA-TRNG-010, EA-TRNG-013, EA-TRNG-016).

use grognard_engine::{RuleId, SeatId, rule};

use super::{divided, games, victory};
use crate::data::scenario::{Condition, Least, Result_, Victory};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::{Place, State};

fn of_sheet<'a>(fixed: &'a Fixed, sheet: &'a str) -> impl Iterator<Item = UnitId> + 'a {
    (0..fixed.units.len() as u16).map(UnitId).filter(move |unit| fixed.kind(*unit).sheet == sheet)
}

fn enough(condition: &Condition, count: usize) -> bool {
    let least = match condition.least {
        Some(Least::Number(least)) => usize::from(least),
        _ => 0,
    };
    count >= least && condition.most.is_none_or(|most| count <= usize::from(most))
}

/// Whether a condition holds now.
fn holds(fixed: &Fixed, s: &State, condition: &Condition) -> bool {
    match (condition.kind.as_str(), &condition.unit) {
        ("destroyed", Some(unit)) => {
            // EA-TRNG-016: some have to fall in close combat.
            let by = condition.by.as_deref() == Some("close-combat");
            let gone =
                |unit: &UnitId| s.units[unit.index()].place == Place::Gone && (!by || s.slain.contains(unit));
            enough(condition, of_sheet(fixed, unit).filter(gone).count())
        }
        ("exited", Some(unit)) => {
            enough(condition, of_sheet(fixed, unit).filter(|unit| s.exited.contains(unit)).count())
        }
        // EA-SWP-010.
        ("plant-locations-destroyed", _) => {
            crate::plant::is_on(fixed)
                && !s.sites.is_empty()
                && enough(condition, crate::plant::destroyed(fixed, s))
        }
        ("otherwise", _) => true,
        _ => false,
    }
}

/// Conditions of scenarios that are looked at in the End phase only.
const OF_END_PHASES: [&str; 7] = [
    "formations-halved",
    "formation-wiped-out",
    "objectives-held",
    "enemy-objectives",
    "goals-all",
    "own-goals",
    "enemy-goals",
];

/// Whether a game is decided by such conditions.
pub fn by_end_phases(fixed: &Fixed) -> bool {
    let conditions = fixed.scenario.victory.iter().flat_map(|victory| &victory.all);
    conditions.into_iter().any(|condition| OF_END_PHASES.contains(&condition.kind.as_str()))
}

/// Whether a condition holds for a side in the End phase.
fn holds_for(fixed: &Fixed, s: &State, side: SeatId, condition: &Condition) -> bool {
    let of = |id: &str| divided::side_of(fixed, id);
    let formations = |id: &str| {
        let seat = of(id);
        s.formation_ids().filter(move |formation| Some(s.owner(*formation)) == seat).collect::<Vec<_>>()
    };
    let team = fixed.sides[side.index()].team;
    let foe = fixed.seats().find(|seat| fixed.sides[seat.index()].team != team).unwrap_or(side);
    let held = |seat: SeatId| s.held.iter().filter(|by| **by == Some(seat)).count();
    let goals = |seat: SeatId| victory::goals(fixed, s, seat).map(|goal| goal.id.clone()).collect::<Vec<_>>();
    match condition.kind.as_str() {
        // EA-SAM-008, EA-VICT-004: at half strength or less, or gone.
        "formations-halved" => {
            let all = formations(condition.of.as_deref().unwrap_or_default());
            let weak = all.iter().filter(|id| games::is_weak(fixed, s, **id)).count();
            let every = matches!(condition.least, Some(Least::All(_)));
            (!every || weak == all.len()) && enough(condition, weak)
        }
        "formation-wiped-out" => {
            let named = condition.formation.as_deref().unwrap_or_default();
            let gone =
                |id: &FormationId| fixed.spec(*id).id.starts_with(named) && s.formation(*id).units.is_empty();
            let all = formations(condition.of.as_deref().unwrap_or_default());
            enough(condition, all.into_iter().filter(gone).count())
        }
        "objectives-held" => enough(condition, held(side)),
        "enemy-objectives" => enough(condition, held(foe)),
        "goals-all" => condition.goals.iter().all(|goal| goals(side).contains(goal)),
        "own-goals" => enough(condition, goals(side).len()),
        "enemy-goals" => enough(condition, goals(foe).len()),
        _ => holds(fixed, s, condition),
    }
}

/// The verdict of an End phase, by the first way to end that applies.
pub fn end_phase(fixed: &Fixed, s: &State) -> Option<End> {
    let last = fixed.turns > 0 && s.turn >= fixed.turns;
    for victory in &fixed.scenario.victory {
        let due = victory.at_end != Some(true) || last;
        let turn = victory.turns.is_empty() || victory.turns.contains(&s.turn);
        if !due || !turn {
            continue;
        }
        let sides: Vec<SeatId> = match divided::side_of(fixed, &victory.side) {
            Some(side) => vec![side],
            None => fixed.seats().collect(),
        };
        let won = |side: &SeatId| victory.all.iter().all(|one| holds_for(fixed, s, *side, one));
        if let Some(side) = sides.into_iter().find(won) {
            let team = (victory.result != Result_::Draw).then(|| fixed.sides[side.index()].team);
            return Some((team, rule_of(victory)));
        }
    }
    None
}

/// The rule of a way to end, as the program knows it.
pub fn rule_of(victory: &Victory) -> RuleId {
    match victory.rule.as_str() {
        "EA-TRNG-010" => rule!("EA-TRNG-010"),
        "EA-TRNG-013" => rule!("EA-TRNG-013"),
        "EA-TRNG-016" => rule!("EA-TRNG-016"),
        "EA-SAM-008" => rule!("EA-SAM-008"),
        "EA-SWP-010" => rule!("EA-SWP-010"),
        "EA-SPF-014" => rule!("EA-SPF-014"),
        "EA-SPF-015" => rule!("EA-SPF-015"),
        "EA-SAS-013" => rule!("EA-SAS-013"),
        "EA-SAS-014" => rule!("EA-SAS-014"),
        "EA-SAS-015" => rule!("EA-SAS-015"),
        _ => rule!("EA-END-003"),
    }
}

/// The winning team, if any, and the rule.
pub type End = (Option<u8>, RuleId);

fn end(fixed: &Fixed, victory: &Victory) -> End {
    // EA-SWP-010: some scenarios name a team.
    let of_team = fixed.scenario.side.iter().position(|side| side.team.as_ref() == Some(&victory.side));
    let named = fixed.sides.iter().find(|side| side.id == victory.side);
    let side = named.or_else(|| fixed.sides.get(of_team?));
    (side.filter(|_| victory.result == Result_::Win).map(|side| side.team), rule_of(victory))
}

/// EA-TRNG-010: whether the game is decided before its end.
pub fn decided(fixed: &Fixed, s: &State) -> Option<End> {
    let now = |victory: &&Victory| {
        victory.at_end != Some(true) && victory.all.iter().all(|condition| holds(fixed, s, condition))
    };
    fixed.scenario.victory.iter().find(now).map(|victory| end(fixed, victory))
}

/// Whether a game has an end of its own, with a verdict for everything that may be then.
pub fn closes(fixed: &Fixed) -> bool {
    fixed.scenario.victory.iter().any(|victory| victory.at_end == Some(true))
}

/// EA-TRNG-013, EA-TRNG-016, EA-AMB-140: the verdict at the end: after the last turn, or when nobody is left whom it is about.
pub fn at_end(fixed: &Fixed, s: &State) -> Option<End> {
    let gone = |unit: UnitId| matches!(s.units[unit.index()].place, Place::Gone);
    let none_left =
        fixed.scenario.end == "victory-or-no-terminator-left" && of_sheet(fixed, "sm-terminator").all(gone);
    if !(none_left || fixed.turns > 0 && s.turn >= fixed.turns) {
        return None;
    }
    let then = |victory: &&Victory| victory.all.iter().all(|condition| holds(fixed, s, condition));
    fixed.scenario.victory.iter().find(then).map(|victory| end(fixed, victory))
}
