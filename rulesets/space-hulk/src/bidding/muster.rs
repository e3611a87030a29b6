//! Forces for a bid: the cheapest that can play a mission, and one for whoever does not want to build his own.

use crate::fixed::Fixed;
use crate::force::{Limit, leads, points::Points, price_of};
use crate::goal::Goal;
use crate::profile::{Profile, Ranged};

/// The cheapest models that can play a mission together: somebody who leads (SH-FOR-002), and whom its goals need
/// (SH-BRD-001).
pub fn cheapest(fixed: &Fixed) -> Vec<&Profile> {
    let mode = fixed.mission.psychic;
    let cheap = |wanted: &dyn Fn(&Profile) -> bool| {
        let single = fixed.data.profiles.iter().filter(|role| role.alone.is_none());
        let priced = single.filter_map(|role| Some((price_of(role, mode)?, role)));
        priced.filter(|(_, role)| wanted(role)).min_by_key(|(price, _)| *price).map(|(_, role)| role)
    };
    let flames = |role: &Profile| role.ranged.is_some_and(Ranged::is_flamer);
    let goals = &fixed.mission.goals;
    let mut all: Vec<_> = cheap(&leads).into_iter().collect();
    if goals.iter().any(|goal| matches!(goal, Goal::Burn(_))) && !all.iter().any(|role| flames(role)) {
        all.extend(cheap(&flames));
    }
    let models = goals.iter().map(|goal| match goal {
        Goal::Exit { models } | Goal::Hold { models, .. } | Goal::Survive { models } => *models,
        _ => 1,
    });
    let missing = usize::from(models.max().unwrap_or(1)).saturating_sub(all.len());
    // SH-IGF-011, SH-IGF-012: who comes for nothing does not come in numbers.
    let single = |role: &Profile| !role.comlink && !role.commissar;
    all.extend(cheap(&single).into_iter().flat_map(|role| std::iter::repeat_n(role, missing)));
    all
}

/// A sound force for so many points, by roles: the mission's own squad, cut down or with more of the same; where nothing
/// sensible is left of it, the cheapest.
pub fn suggested(fixed: &Fixed, points: Points) -> Vec<&str> {
    let profiles = &fixed.data.profiles;
    // SH-FOR-007: bought alone, they come without what a squad's entry gives them.
    let alone = |role: &&Profile| profiles.iter().find(|other| Some(&other.name) == role.alone.as_ref());
    let own = fixed.mission.own_squad().iter().map(|model| &profiles[model.profile]);
    let own = own.map(|role| alone(&role).unwrap_or(role));
    let mut roles: Vec<&Profile> = own.filter(|role| role.price.is_some()).collect();
    let cost = |roles: &[&Profile]| -> Points {
        roles.iter().filter_map(|role| price_of(role, fixed.mission.psychic)).sum()
    };
    let plays = |roles: &[&Profile]| goes(fixed, roles);
    while cost(&roles) > points {
        // From the end: leaders stand in front.
        let without = |at: usize| {
            let mut fewer = roles.clone();
            fewer.remove(at);
            fewer
        };
        match (0..roles.len()).rev().map(without).find(|fewer| plays(fewer)) {
            Some(fewer) => roles = fewer,
            None => return cheapest(fixed).into_iter().map(|role| role.name.as_str()).collect(),
        }
    }
    // Whoever there is most of costs least to come by; no further than there is room without building any.
    let often = |role: &&Profile| roles.iter().filter(|other| other.name == role.name).count();
    if let Some(common) = roles.iter().copied().max_by_key(often) {
        while roles.len() < fixed.mission.start.len() {
            roles.push(common);
            if cost(&roles) > points {
                roles.pop();
                break;
            }
        }
    }
    if !plays(&roles) {
        return cheapest(fixed).into_iter().map(|role| role.name.as_str()).collect();
    }
    roles.into_iter().map(|role| role.name.as_str()).collect()
}

/// Whether a force of single models can go into the mission, whatever it costs.
fn goes(fixed: &Fixed, roles: &[&Profile]) -> bool {
    let lines: Vec<_> = roles.iter().map(|role| format!("model {}", role.name)).collect();
    let free = Some(Limit::bid(Points::UNBOUNDED));
    fixed.speaking(grognard_engine::speech::ENGLISH).with_squad_for(&lines.join("\n"), free).is_ok()
}
