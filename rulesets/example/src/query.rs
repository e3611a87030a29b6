//! Questions about the board, answered from a view.

use grognard_engine::client::{
    Card as UnitCard, CardLine, Chance, Meter, Odds, Plan, PlanStep, Query, QueryAnswer,
};
use grognard_engine::message::Message;
use grognard_engine::present::target_number;
use grognard_engine::refusal::{Refusal, Violation};
use grognard_engine::rule;

use crate::Example;
use crate::choice::{Choice, PathShape, parse, write};
use crate::data::Fixed;
use crate::event::CREW_KEYS;
use crate::fights::{targets, to_hit};
use crate::hex::Hex;
use crate::moves::reach;
use crate::prompt::{moving, option};
use crate::state::{CREWS, DroneId};
use crate::view::View;

/// Answers a question.
pub fn query(fixed: &Fixed, view: &View, query: &Query) -> Result<QueryAnswer, Refusal> {
    match query {
        Query::Reach { piece } => {
            let paths = reach(fixed, &view.drones, &shape(fixed, view, piece)?);
            let cells = paths.into_iter().map(|(hex, path)| (hex.to_string(), path.len() as i32));
            Ok(QueryAnswer::Reach { cells: cells.collect() })
        }
        Query::Plan { piece, to, .. } => plan(fixed, view, piece, to),
        Query::Options { piece } => {
            let shape = shape(fixed, view, piece)?;
            let choices = reach(fixed, &view.drones, &shape).into_values();
            let mut options: Vec<_> = choices.map(|path| Choice::Path(shape.drone, path)).collect();
            options.extend(targets(&view.drones, shape.drone).map(Choice::Attack));
            let options = options.iter().map(|choice| {
                let mut option = option(fixed, view, choice);
                option.text = write(choice);
                option
            });
            Ok(QueryAnswer::Options { options: options.collect(), note: None })
        }
        Query::Odds { text } => odds(fixed, view, text),
        Query::Card { piece } => card(fixed, view, piece),
        _ => Err(Refusal::unreadable(fixed.data.texts.get("query.none"))),
    }
}

fn living(view: &View, piece: &str) -> Result<DroneId, Refusal> {
    DroneId::named(piece)
        .filter(|drone| view.drones[drone.0 as usize].hull > 0)
        .ok_or_else(|| Refusal::unreadable(format!("there is no drone `{piece}` on the boards")))
}

/// The path a drone could take under its crew's order, whether it is its turn or not.
fn shape(fixed: &Fixed, view: &View, piece: &str) -> Result<PathShape, Refusal> {
    let drone = living(view, piece)?;
    Ok(PathShape { drone, steps: fixed.numbers().steps(view.order(drone.owner())) })
}

fn plan(fixed: &Fixed, view: &View, piece: &str, to: &str) -> Result<QueryAnswer, Refusal> {
    let shape = shape(fixed, view, piece)?;
    let paths = reach(fixed, &view.drones, &shape);
    let path = Hex::parse(to).and_then(|hex| paths.get(&hex).cloned());
    let mut plan = Plan { unit: "steps".to_owned(), ..Plan::default() };
    match path {
        None => plan.note = Some(fixed.data.texts.get("query.out-of-reach").to_owned()),
        Some(path) => {
            plan.total = path.len() as i32;
            plan.remaining = i32::from(shape.steps) - plan.total;
            let choice = Choice::Path(shape.drone, path);
            plan.steps.push(PlanStep {
                text: write(&choice),
                label: option(fixed, view, &choice).label,
                costs: Vec::new(),
                cell: to.to_owned(),
                facing: None,
                too_dear: false,
            });
        }
    }
    Ok(QueryAnswer::Plan(plan))
}

/// The chance to hit while nobody has laid a card: hands are not looked into.
fn odds(fixed: &Fixed, view: &View, text: &str) -> Result<QueryAnswer, Refusal> {
    let (Ok(Choice::Attack(target)), Some(attacker)) = (parse(text), moving(view)) else {
        return Err(Refusal::unreadable(fixed.data.texts.get("query.no-odds")));
    };
    if !targets(&view.drones, attacker).any(|other| other == target) {
        let message = Message::new("why.not-beside").text("target", target.name());
        return Err(Refusal::broken(vec![Violation::new(rule!("EX-FGT-001"), message)]));
    }
    let needed = to_hit(fixed.numbers(), view.order(target.owner()), None, None);
    let sides = u32::from(fixed.numbers().hit.die);
    let good = needed.need().good_faces(fixed.numbers().hit.die);
    let chance = |key: &str, count: u32, tone: &str| Chance {
        label: fixed.data.texts.get(key).to_owned(),
        exact: format!("{count}/{sides}"),
        basis_points: (count * 10_000 + sides / 2) / sides,
        tone: tone.to_owned(),
    };
    Ok(QueryAnswer::Odds(Odds {
        label: option(fixed, view, &Choice::Attack(target)).label,
        need: Some(target_number::<Example>(fixed, &needed)),
        chances: vec![chance("odds.hit", good, "good"), chance("odds.miss", sides - good, "bad")],
        ..Odds::default()
    }))
}

fn card(fixed: &Fixed, view: &View, piece: &str) -> Result<QueryAnswer, Refusal> {
    let drone = living(view, piece)?;
    let texts = &fixed.data.texts;
    let at = view.drones[drone.0 as usize];
    let steps = fixed.numbers().steps(view.order(drone.owner()));
    Ok(QueryAnswer::Card(UnitCard {
        piece: Some(drone.name()),
        title: drone.name(),
        subtitle: texts.get(CREW_KEYS[drone.owner().index()]).to_owned(),
        silhouette: "drone".to_owned(),
        seat: Some(CREWS[drone.owner().index()].to_owned()),
        badges: Vec::new(),
        meters: vec![Meter {
            key: "hull".to_owned(),
            label: texts.get("meter.hull").to_owned(),
            value: i32::from(at.hull),
            max: Some(i32::from(fixed.numbers().drone.hull)),
        }],
        lines: vec![CardLine {
            label: texts.get("card-line.steps").to_owned(),
            value: steps.to_string(),
            rule: Some("EX-MOV-001".to_owned()),
            ..CardLine::default()
        }],
        ..UnitCard::default()
    }))
}
