//! A finite set of sensible answers to proposals: for bots, fuzzers, suggestions and keyboard play. Every one of them
//! is legal.

mod arrivals;
mod charges;
mod flights;
mod moves;
mod objectives;
mod placing;
mod rides;
mod templates;

use grognard_engine::rng::SplitMix;

use crate::arrivals::{Means, Sheet};
use crate::choice::{Choice, MoveKind, Shape, Word};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::check;
use crate::legal::{entries, laying, pivots, spots, wrecks};
use crate::state::State;

pub use charges::charge_at;

/// Sensible answers.
pub fn candidates(fixed: &Fixed, s: &State, shape: &Shape, rng: &mut SplitMix) -> Vec<Choice> {
    let mut all = match shape {
        Shape::Paths(formation, MoveKind::Charge, _) => charges::charges(fixed, s, *formation, rng),
        Shape::Paths(formation, MoveKind::CounterCharge, _) => {
            let mut all = vec![Choice::Word(Word::Stay)];
            all.extend(charges::counter_charge(fixed, s, *formation));
            all
        }
        Shape::Paths(formation, kind, left) => moves::candidates(fixed, s, *formation, *kind, *left, rng),
        Shape::Place(formation) => placing::candidates(fixed, s, *formation, rng),
        Shape::Pivot(formation) => pivots::candidates(fixed, s, *formation),
        Shape::Objective(side, number) => objectives::candidates(fixed, s, *side, *number, rng),
        Shape::Support(units) => vec![Choice::Support(units.clone()), Choice::Support(Vec::new())],
        Shape::With(enemies, friends) => together(fixed, enemies, friends),
        Shape::Firefight(units) => {
            let mut all = vec![Choice::Firefight(better_far(fixed, units))];
            all.extend([Choice::Firefight(units.clone()), Choice::Firefight(Vec::new())]);
            all.dedup();
            all
        }
        Shape::Survivors(transport, units) => wrecks::candidates(fixed, s, *transport, units),
        Shape::Entry(formation) => entries::spots(fixed, s, *formation),
        Shape::PopUp(units) => vec![Choice::PopUp(Vec::new()), Choice::PopUp(units.clone())],
        Shape::Templates(barrage) => templates::candidates(fixed, s, barrage, rng),
        Shape::Flight(formation, mission) => flights::candidates(fixed, s, *formation, *mission, rng),
        Shape::Arrive(formation) => arrivals::candidates(fixed, s, *formation, rng),
        Shape::Pod(formation) => s.recorded(*formation).iter().copied().map(Choice::Entry).collect(),
        Shape::Plan(formation) => arrivals::plans(fixed, s, *formation, rng),
        Shape::Orbital(count) => arrivals::orbital(fixed, s, *count, rng),
        Shape::Flak(_, units) => vec![Choice::Flak(units.clone()), Choice::Flak(Vec::new())],
        Shape::Spot(spot) => spots::candidates(fixed, s, *spot),
        Shape::Lay(lay) => laying::candidates(fixed, s, lay, rng),
        Shape::Unload(formation, target) => flights::unloading(fixed, s, *formation, *target),
    };
    all.retain(|choice| check(fixed, s, shape, choice).is_empty());
    if all.is_empty() {
        all.extend(default(fixed, s, shape));
    }
    all
}

/// The answer when a clock runs out. A Broken formation runs where it can: staying could cost it units.
pub fn default(fixed: &Fixed, s: &State, shape: &Shape) -> Option<Choice> {
    match shape {
        Shape::Paths(formation, kind @ MoveKind::Withdrawal, left) => {
            let away = moves::away(fixed, s, *formation, *kind, *left);
            Some(away.unwrap_or(Choice::Word(Word::Stay)))
        }
        Shape::Paths(formation, MoveKind::CounterCharge, _) => {
            Some(charges::counter_charge(fixed, s, *formation).unwrap_or(Choice::Word(Word::Stay)))
        }
        Shape::Paths(_, MoveKind::Consolidation, _) => Some(Choice::Word(Word::Stay)),
        // EA-ZOC-007: who charges out of a zone has to leave it.
        Shape::Paths(formation, MoveKind::Charge, _)
            if !check(fixed, s, shape, &Choice::Paths(*formation, Vec::new(), Vec::new())).is_empty() =>
        {
            Some(Choice::Paths(*formation, charges::evade(fixed, s, *formation), Vec::new()))
        }
        Shape::Paths(formation, kind, _) => {
            let ways = moves::gathered(fixed, s, *formation, *kind);
            Some(Choice::Paths(*formation, ways, Vec::new()))
        }
        Shape::Place(formation) => placing::any(fixed, s, *formation),
        Shape::Pivot(formation) => pivots::candidates(fixed, s, *formation).into_iter().next(),
        Shape::Objective(side, number) => objectives::any(fixed, s, *side, *number),
        Shape::Support(units) => Some(Choice::Support(units.clone())),
        Shape::With(..) => Some(Choice::With(Vec::new())),
        Shape::Firefight(units) => Some(Choice::Firefight(better_far(fixed, units))),
        Shape::Survivors(transport, units) => {
            wrecks::candidates(fixed, s, *transport, units).into_iter().next()
        }
        Shape::Entry(formation) => entries::spots(fixed, s, *formation).into_iter().next(),
        Shape::PopUp(_) => Some(Choice::PopUp(Vec::new())),
        Shape::Templates(barrage) => templates::all(fixed, s, barrage, 1).into_iter().next(),
        Shape::Flight(formation, mission) => flights::default(fixed, s, *formation, *mission),
        Shape::Arrive(formation) => arrivals::any(fixed, s, *formation),
        Shape::Pod(formation) => s.recorded(*formation).first().copied().map(Choice::Entry),
        Shape::Plan(formation) => arrivals::plan(fixed, s, *formation),
        Shape::Orbital(count) => {
            arrivals::orbital(fixed, s, *count, &mut SplitMix::new(0)).into_iter().next()
        }
        Shape::Flak(_, units) => Some(Choice::Flak(units.clone())),
        Shape::Spot(spot) => spots::candidates(fixed, s, *spot).into_iter().next(),
        Shape::Lay(lay) => laying::any(fixed, s, lay),
        Shape::Unload(formation, target) => {
            flights::unloading(fixed, s, *formation, *target).into_iter().next()
        }
    }
}

/// The game with every sheet that is sealed written anew, as its owner might have done.
pub fn dealt(fixed: &Fixed, s: &State, rng: &mut SplitMix) -> State {
    let mut dealt = s.clone();
    crate::concealment::deal(&mut dealt, rng);
    for id in s.formation_ids() {
        if s.formation(id).sheet != Some(Sheet::Sealed) {
            continue;
        }
        let tunnels = s.formation(id).means == Some(Means::Tunnel);
        let falls = s.formation(id).means == Some(Means::SelfPlanetfall);
        let first = if tunnels { fixed.numbers().tunnelling.own_half_from } else { 1 };
        let from = first.max(s.turn);
        let turn = (tunnels || falls).then(|| from + rng.below(3) as u8);
        dealt.formation_mut(id).sheet = Some(Sheet::Written { turn, places: Vec::new() });
        let plan = arrivals::plans(fixed, &dealt, id, rng)
            .into_iter()
            .next()
            .or_else(|| arrivals::plan(fixed, &dealt, id));
        if let Some(Choice::Plan(places)) = plan {
            dealt.formation_mut(id).sheet = Some(Sheet::Written { turn, places });
        }
    }
    dealt
}

/// EA-ABIL-113: those that fight better from afar.
fn better_far(fixed: &Fixed, units: &[UnitId]) -> Vec<UnitId> {
    let better = |unit: &UnitId| {
        let kind = fixed.kind(*unit);
        kind.ff.is_some_and(|ff| kind.cc.is_none_or(|cc| ff < cc))
    };
    units.iter().copied().filter(better).collect()
}

/// EA-MING-002, EA-ABIL-015: nobody else, each alone, or as many as may come.
fn together(fixed: &Fixed, enemies: &[FormationId], friends: &[FormationId]) -> Vec<Choice> {
    let most = usize::from(fixed.numbers().commander.followers);
    let mut all = vec![Choice::With(Vec::new())];
    all.extend(enemies.iter().chain(friends).map(|id| Choice::With(vec![*id])));
    let every: Vec<FormationId> = enemies.iter().chain(friends.iter().take(most)).copied().collect();
    if every.len() > 1 {
        all.push(Choice::With(every));
    }
    all
}
