//! Where formations are wanted: objectives to hold and to take, else the enemy.

use grognard_engine::SeatId;
use grognard_space::table::{Body, Length, Point};

use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::play::victory::holder;
use crate::state::State;

/// How far a formation is from a place.
pub fn far(s: &State, formation: FormationId, at: Point) -> Length {
    let there = Body::point(at, Length::ZERO);
    s.standing(formation).map(|(_, body)| body.horizontal(&there)).min().unwrap_or(Length::UNBOUNDED)
}

/// The objective each formation of a side is wanted at. The nearest that is free gets each; others go for the nearest enemy.
pub fn wanted(fixed: &Fixed, s: &State, side: SeatId) -> Vec<(FormationId, usize)> {
    let mut free: Vec<FormationId> = s
        .of_side(side)
        .filter(|id| !s.formation(*id).broken && fixed.spec(*id).initiative.is_some())
        .collect();
    let mut all = Vec::new();
    let mut order: Vec<usize> = (0..s.objectives.len()).collect();
    // Those the enemy holds come first, then those nobody holds, then one's own.
    let held = |at: &usize| match holder(fixed, s, *at) {
        Some(seat) if seat == side => 2,
        Some(_) => 0,
        None => 1,
    };
    order.sort_by_key(|at| (held(at), *at));
    for at in order {
        let place = s.objectives[at].at;
        let found = free.iter().copied().min_by_key(|id| (far(s, *id, place), *id));
        let Some(found) = found else { break };
        free.retain(|id| *id != found);
        all.push((found, at));
    }
    all
}

/// Where a formation goes: its objective, or the nearest enemy.
pub fn goal(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Point> {
    let own = wanted(fixed, s, s.owner(formation));
    if let Some((_, at)) = own.iter().find(|(id, _)| *id == formation) {
        return Some(s.objectives[*at].at);
    }
    // EA-SHR-003, EA-SWP-010: buildings that are to be destroyed, or kept.
    let sites = s.sites.iter().filter(|site| !site.destroyed && !site.closed).map(|site| site.at);
    if let Some(site) = sites.min_by_key(|at| (far(s, formation, *at), at.x, at.y)) {
        return Some(site);
    }
    let near = s.enemies(formation).flat_map(|enemy| s.standing(enemy)).map(|(_, body)| body.pose.at);
    near.min_by_key(|at| (far(s, formation, *at), at.x, at.y))
}
