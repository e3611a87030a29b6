//! Who fights whom (2E-AMB-024): as many pairs as contacts allow, and whoever is left joins a fight.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::rule;
use smallvec::smallvec;

use crate::Second;
use crate::choice::{Choice, Word};
use crate::duel;
use crate::ids::{ModelId, Side};
use crate::state::{Fight, Flow, State};

/// A pair: the model of the active side first.
type Pair = (ModelId, ModelId);

/// The start of the phase: how weapons are held (2E-AMB-142), then who fights whom.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    s.fights.clear();
    super::mandibles::phase(s, cx)?;
    super::psychology::dazed(s, cx)?;
    grips(s, cx)?;
    let contacts = contacts(s);
    let mut pairs: Vec<Pair> = Vec::new();
    let mut proposed = false;
    for model in firsts(&contacts) {
        let options = partners(&contacts, &pairs, model);
        let picked = match options[..] {
            [] => None,
            [only] => Some(only),
            [first, ..] if proposed || alone(&contacts, model) => Some(first),
            [first, ..] => {
                s.about = Some(s.model(model).unit);
                let mut answers = vec![Choice::Word(Word::Fight)];
                answers.extend(options.iter().flatten().map(|enemy| Choice::Pair(model, *enemy)));
                let ask = Ask::new(s.active.seat(), "pair", rule!("2E-HTH-025"));
                if let Choice::Pair(_, enemy) = cx.choose(s, ask, &answers)? {
                    Some(Some(enemy))
                } else {
                    proposed = true;
                    Some(first)
                }
            }
        };
        if let Some(Some(enemy)) = picked {
            pairs.push((model, enemy));
        }
    }
    s.fights = pairs
        .iter()
        .map(|(model, enemy)| Fight { lone: *model, others: smallvec![*enemy], fought: 0 })
        .collect();
    join(s, cx, &contacts)?;
    s.asked = [false; 2];
    for model in &mut s.models {
        model.struck = false;
    }
    s.assaults = super::assault::attackers(cx.fixed(), s);
    s.flow = Flow::HandToHand;
    Ok(())
}

fn grips(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    for side in [s.active, s.active.other()] {
        let engaged: Vec<ModelId> = models_of(s, side);
        for model in engaged {
            super::wargear::draw(s, cx, model);
            let ways = duel::grips(cx.fixed(), s, model);
            if ways.is_empty() {
                continue;
            }
            let options: Vec<Choice> = ways.into_iter().map(|weapon| Choice::Grip(model, weapon)).collect();
            s.about = Some(s.model(model).unit);
            let ask = Ask::new(side.seat(), "grip", rule!("2E-HTH-032"));
            if let Choice::Grip(_, weapon) = cx.choose(s, ask, &options)? {
                s.model_mut(model).grip = Some(weapon);
            }
        }
    }
    Ok(())
}

fn models_of(s: &State, side: Side) -> Vec<ModelId> {
    let mut all: Vec<ModelId> =
        s.contacts.iter().map(|contact| if side == Side::Red { contact.red } else { contact.blue }).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// All contacts, the model of the active side first.
fn contacts(s: &State) -> Vec<Pair> {
    let turned = |red: ModelId, blue: ModelId| if s.active == Side::Red { (red, blue) } else { (blue, red) };
    let mut all: Vec<Pair> = s.contacts.iter().map(|contact| turned(contact.red, contact.blue)).collect();
    all.sort_unstable();
    all
}

fn firsts(contacts: &[Pair]) -> Vec<ModelId> {
    let mut all: Vec<ModelId> = contacts.iter().map(|(model, _)| *model).collect();
    all.dedup();
    all
}

/// Whether one side of the cluster around a model is a single model: then it makes no difference who is its pair.
fn alone(contacts: &[Pair], model: ModelId) -> bool {
    let mut cluster = vec![model];
    loop {
        let joins = |pair: &&Pair| {
            let (one, other) = (cluster.contains(&pair.0), cluster.contains(&pair.1));
            one != other
        };
        let Some((one, other)) = contacts.iter().find(joins) else { break };
        cluster.push(if cluster.contains(one) { *other } else { *one });
    }
    let count = |side: &dyn Fn(&Pair) -> ModelId| {
        let mut all: Vec<ModelId> =
            contacts.iter().map(side).filter(|model| cluster.contains(model)).collect();
        all.sort_unstable();
        all.dedup();
        all.len()
    };
    count(&|pair| pair.0) < 2 || count(&|pair| pair.1) < 2
}

/// How many pairs there can be beside those that are settled, without one more model of the active side.
fn most(contacts: &[Pair], settled: &[Pair], without: &[ModelId]) -> usize {
    let free = |(model, enemy): &&Pair| {
        !without.contains(model) && !settled.iter().any(|(one, other)| one == model || other == enemy)
    };
    let edges: Vec<Pair> = contacts.iter().filter(free).copied().collect();
    let mut matched: Vec<Pair> = Vec::new();
    firsts(&edges).into_iter().filter(|model| augment(&edges, &mut matched, *model, &mut Vec::new())).count()
}

fn augment(edges: &[Pair], matched: &mut Vec<Pair>, model: ModelId, seen: &mut Vec<ModelId>) -> bool {
    for (_, enemy) in edges.iter().filter(|(one, _)| *one == model) {
        if seen.contains(enemy) {
            continue;
        }
        seen.push(*enemy);
        let holder = matched.iter().find(|(_, other)| other == enemy).map(|(one, _)| *one);
        if holder.is_none_or(|holder| augment(edges, matched, holder, seen)) {
            matched.retain(|(one, other)| *one != model && other != enemy);
            matched.push((model, *enemy));
            return true;
        }
    }
    false
}

/// The enemies a model may be paired with so that there are still as many pairs as possible; `None` among them where it
/// may be left over as well.
fn partners(contacts: &[Pair], settled: &[Pair], model: ModelId) -> Vec<Option<ModelId>> {
    // Models before this one are settled or left over.
    let before: Vec<ModelId> = firsts(contacts).into_iter().filter(|other| *other < model).collect();
    let with = |pair: Option<ModelId>| {
        let mut pairs = settled.to_vec();
        pairs.extend(pair.map(|enemy| (model, enemy)));
        let mut without = before.clone();
        without.push(model);
        most(contacts, &pairs, &without) + usize::from(pair.is_some())
    };
    let all = most(contacts, settled, &before);
    let taken = |enemy: &ModelId| settled.iter().any(|(_, other)| other == enemy);
    let enemies = contacts.iter().filter(|(one, _)| *one == model).map(|(_, enemy)| *enemy);
    let mut found: Vec<Option<ModelId>> =
        enemies.filter(|enemy| !taken(enemy) && with(Some(*enemy)) == all).map(Some).collect();
    if with(None) == all {
        found.push(None);
    }
    found
}

/// Each model left over joins a fight with an enemy it touches, by its owner's choice.
fn join(s: &mut State, cx: &mut Ctx<'_, Second>, contacts: &[Pair]) -> Step {
    let pairs: Vec<Pair> = s.fights.iter().map(|fight| (fight.lone, fight.others[0])).collect();
    let paired = |model: ModelId| pairs.iter().any(|(one, other)| *one == model || *other == model);
    let mut extras: Vec<ModelId> =
        contacts.iter().flat_map(|(one, other)| [*one, *other]).filter(|model| !paired(*model)).collect();
    extras.sort_unstable();
    extras.dedup();
    for model in extras {
        let touched = contacts.iter().filter_map(|(one, other)| match model {
            model if *one == model => Some(*other),
            model if *other == model => Some(*one),
            _ => None,
        });
        // Whoever joins two against one stays on the side of more.
        let open = |enemy: &ModelId| {
            let fight = s.fights.iter().find(|fight| fight.lone == *enemy || fight.others.contains(enemy));
            fight.is_some_and(|fight| fight.lone == *enemy || fight.others.len() == 1)
        };
        let options: Vec<Choice> = touched
            .filter(|enemy| paired(*enemy) && open(enemy))
            .map(|enemy| Choice::Pair(model, enemy))
            .collect();
        if options.is_empty() {
            continue;
        }
        s.about = Some(s.model(model).unit);
        let ask = Ask::new(s.side_of(model).seat(), "join", rule!("2E-HTH-025"));
        let Choice::Pair(_, enemy) = cx.choose(s, ask, &options)? else {
            return cx.broken("a pair was answered with something else");
        };
        let fight = s.fights.iter_mut().find(|fight| fight.lone == enemy || fight.others.contains(&enemy));
        if let Some(fight) = fight {
            if fight.lone != enemy {
                let partner = fight.lone;
                fight.lone = enemy;
                fight.others = smallvec![partner];
            }
            fight.others.push(model);
        }
    }
    Ok(())
}
