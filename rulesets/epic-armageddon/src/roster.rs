//! Army lists by points: everything in which a force breaks its list (EA-LIST-001, EA-LIST-004, EA-LIST-005).

pub mod bought;
mod special;

pub use special::of_the_army;

use grognard_engine::message::Message;
use grognard_engine::{RuleId, rule};

use crate::data::Data;
use crate::data::amount::Rounding;
use crate::data::army::{Army, Force, ForceFormation, Group, ListFormation};

/// One thing in which a force breaks its list.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    /// The rule.
    pub rule: RuleId,
    /// What is wrong, with its names and numbers.
    pub what: Message,
}

fn breach(rule: RuleId, key: &'static str, about: &str) -> Breach {
    Breach { rule, what: Message::new(key).text("about", about.to_owned()) }
}

/// Every breach of a force.
pub fn breaches(data: &Data, force: &Force) -> Vec<Breach> {
    let Some(army) = data.armies.iter().find(|army| army.id == force.army) else {
        return vec![breach(rule!("EA-LIST-001"), "breach.no-army", &force.army)];
    };
    let mut all = Vec::new();
    for formation in &force.formation {
        match army.formation.iter().find(|listed| listed.id == formation.formation) {
            None => all.push(breach(rule!("EA-LIST-001"), "breach.no-formation", &formation.formation)),
            Some(listed) => {
                one(army, listed, formation, &mut all);
                special::transports(data, listed, formation, &mut all);
                special::pods(data, force, formation, &mut all);
                special::mounts(data, army, listed, formation, &mut all);
            }
        }
    }
    special::whole(data, army, force, &mut all);
    bought::breaches(data, army, force, &mut all);
    // EA-LIST-004: the sum of its formations, no more than was agreed.
    let total: u32 = force.formation.iter().map(|formation| u32::from(formation.points)).sum();
    let total = total + bought::extras(data, force);
    if total != u32::from(force.points) || total > u32::from(force.agreed) {
        let what = Message::new("breach.points").number("points", total).number("agreed", force.agreed);
        all.push(Breach { rule: rule!("EA-LIST-004"), what });
    }
    for group in &army.group {
        limit(army, force, group, &mut all);
    }
    for listed in &army.formation {
        let number = of(force, &listed.id).count();
        if listed.most.is_some_and(|most| number > usize::from(most)) {
            all.push(breach(rule!("EA-LIST-005"), "breach.too-many", &listed.id));
        }
    }
    all
}

fn of<'a>(force: &'a Force, id: &'a str) -> impl Iterator<Item = &'a ForceFormation> + 'a {
    force.formation.iter().filter(move |formation| formation.formation == id)
}

/// What is wrong with one formation: its upgrades, its core, its cost.
fn one(army: &Army, listed: &ListFormation, own: &ForceFormation, all: &mut Vec<Breach>) {
    for (at, chosen) in own.upgrades.iter().enumerate() {
        let known = army.upgrade.iter().find(|upgrade| upgrade.id == chosen.upgrade);
        let allowed = listed.upgrades.contains(&chosen.upgrade);
        let Some(upgrade) = known.filter(|_| allowed) else {
            all.push(breach(rule!("EA-LIST-001"), "breach.no-upgrade", &chosen.upgrade));
            continue;
        };
        // EA-LIST-005: once a formation, unless the entry counts units.
        let again = own.upgrades[..at].iter().any(|other| other.upgrade == chosen.upgrade);
        let once =
            upgrade.per == "formation" && !upgrade.scales && upgrade.most.is_none() && chosen.count > 1;
        if again || once || upgrade.most.is_some_and(|most| chosen.count > most) {
            all.push(breach(rule!("EA-LIST-005"), "breach.upgrade-twice", &chosen.upgrade));
        }
        if upgrade.excludes.iter().any(|other| own.upgrades.iter().any(|chosen| chosen.upgrade == *other)) {
            all.push(breach(rule!("EA-LIST-005"), "breach.excluded", &chosen.upgrade));
        }
    }
    let group = army.group.iter().find(|group| group.id == listed.group);
    if group.and_then(|group| group.upgrades_most).is_some_and(|most| own.upgrades.len() > usize::from(most))
    {
        all.push(breach(rule!("EA-LIST-005"), "breach.many-upgrades", &own.id));
    }
    let size = own.size.as_deref().and_then(|size| listed.sizes.iter().find(|known| known.id == size));
    let core = size.map_or(listed.points, |size| size.points);
    if own.points < core {
        all.push(breach(rule!("EA-LIST-004"), "breach.too-cheap", &own.id));
    }
}

/// EA-LIST-005: the limit of a group of formations.
fn limit(army: &Army, force: &Force, group: &Group, all: &mut Vec<Breach>) {
    let within = |id: &str| army.formation.iter().any(|listed| listed.group == group.id && listed.id == id);
    let own: Vec<&ForceFormation> =
        force.formation.iter().filter(|formation| within(&formation.formation)).collect();
    let broken = match group.limit.as_str() {
        "per" => {
            let counted = |formation: &&ForceFormation| {
                let listed = army.formation.iter().find(|listed| listed.id == formation.formation);
                listed.is_some_and(|listed| group.per.contains(&listed.group))
            };
            let others = force.formation.iter().filter(counted).count();
            own.len() > others * usize::from(group.count.unwrap_or(1))
        }
        "share" => {
            let cost: u32 = own.iter().map(|formation| u32::from(formation.points)).sum();
            let most = group.share.map(|share| share.times(u32::from(force.agreed), Rounding::Down));
            most.is_some_and(|most| cost > most)
        }
        "once" => own.iter().any(|one| of(force, &one.formation).count() > 1),
        _ => false,
    };
    if broken {
        all.push(breach(rule!("EA-LIST-005"), "breach.group", &group.id));
    }
}
