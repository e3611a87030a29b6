//! Questions and answers in plain words, and why an answer is not allowed.

use grognard_engine::client::{FieldInput, PromptOption, ProposalField, ProposalForm};
use grognard_engine::decision::{Ask, Decision};
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule};

use crate::Example;
use crate::choice::{Choice, PathShape, write};
use crate::data::Fixed;
use crate::event::{CREW_KEYS, card_key, order_key};
use crate::fights::{pushes, targets};
use crate::hex::Hex;
use crate::moves::reach;
use crate::rounds::drone_of;
use crate::state::{DroneId, Flow, Order};
use crate::view::View;

/// The drone whose turn it is.
pub fn moving(view: &View) -> Option<DroneId> {
    match view.flow {
        Flow::Drone(number) => drone_of(&view.sequence, number),
        _ => None,
    }
}

/// The question in one sentence.
pub fn question(fixed: &Fixed, view: &View, decision: &Decision<Example>) -> String {
    let texts = &fixed.data.texts;
    let crew = texts.get(CREW_KEYS[decision.ask.owner.index()]);
    let name = |drone: Option<DroneId>| drone.map_or_else(String::new, DroneId::name);
    let (attacker, target) = (view.fight.map(|(attacker, _)| attacker), view.fight.map(|(_, target)| target));
    let message = match decision.ask.kind {
        "bury" => Message::new("ask.bury"),
        "order" => Message::new("ask.order"),
        "path" => {
            let steps = moving(view).map_or(0, |drone| fixed.numbers().steps(view.order(drone.owner())));
            Message::new("ask.path").number("steps", steps)
        }
        "attack" => Message::new("ask.attack"),
        "card" => Message::new("ask.card"),
        "push" => Message::new("ask.push"),
        _ => Message::new("ask.other"),
    };
    let message = message.text("crew", crew).text("drone", name(moving(view)));
    texts.render(&message.text("attacker", name(attacker)).text("target", name(target)))
}

/// The piece and the cells a question is about.
pub fn subject(view: &View, decision: &Decision<Example>) -> (Option<String>, Vec<String>) {
    match decision.ask.kind {
        "path" | "attack" => (moving(view).map(DroneId::name), Vec::new()),
        "card" | "push" => {
            let at = |(_, target): (DroneId, DroneId)| view.drones[target.0 as usize].at.to_string();
            (view.fight.map(|(_, target)| target.name()), view.fight.map(at).into_iter().collect())
        }
        _ => (None, Vec::new()),
    }
}

/// An answer in a few words, with what it touches.
pub fn option(fixed: &Fixed, view: &View, choice: &Choice) -> PromptOption {
    let texts = &fixed.data.texts;
    let say = |message: Message| texts.render(&message);
    let mut option = PromptOption::default();
    let mut set = |label: String, group: &str, rule: RuleId| {
        option.label = label;
        option.group = Some(group.to_owned());
        option.rule = Some(rule.as_str().to_owned());
    };
    match choice {
        Choice::Order(order) => {
            set(texts.get(order_key(*order)).to_owned(), "order", rule!("EX-ORD-001"));
            let steps = fixed.numbers().steps(*order);
            option.detail = Some(say(Message::new(order_detail(*order)).number("steps", steps)));
        }
        Choice::Bury(card) => {
            set(say(Message::new("option.bury").key("card", card_key(*card))), "card", rule!("EX-HND-003"));
        }
        Choice::Path(drone, path) => {
            let to = path.last().map(Hex::to_string);
            let label = match &to {
                Some(to) => say(Message::new("option.move").text("hex", to.clone())),
                None => say(Message::new("option.stay")),
            };
            set(label, "move", rule!("EX-MOV-001"));
            option.piece = Some(drone.name());
            option.to = to.or_else(|| Some(view.drones[drone.0 as usize].at.to_string()));
            option.cells = path.iter().map(Hex::to_string).collect();
        }
        Choice::Attack(target) => {
            let label = say(Message::new("option.attack").text("target", target.name()));
            set(label, "attack", rule!("EX-FGT-001"));
            option.piece = moving(view).map(DroneId::name);
            option.target = Some(target.name());
            option.cells = vec![view.drones[target.0 as usize].at.to_string()];
            option.has_odds = true;
        }
        Choice::Hold => set(say(Message::new("option.hold")), "end", rule!("EX-FGT-001")),
        Choice::Play(card) => {
            set(say(Message::new("option.play").key("card", card_key(*card))), "card", rule!("EX-FGT-002"));
        }
        Choice::PlayNothing => set(say(Message::new("option.play-nothing")), "end", rule!("EX-FGT-002")),
        Choice::Push(hex) => {
            let label = say(Message::new("option.push").text("hex", hex.to_string()));
            set(label, "push", rule!("EX-FGT-007"));
            option.piece = view.fight.map(|(_, target)| target.name());
            option.to = Some(hex.to_string());
        }
    }
    option
}

const fn order_detail(order: Order) -> &'static str {
    match order {
        Order::Advance => "order.advance-detail",
        Order::Guard => "order.guard-detail",
        Order::Hasten => "order.hasten-detail",
    }
}

/// The form of a path, with one suggestion for each hex in reach.
pub fn proposal(fixed: &Fixed, view: &View, shape: &PathShape) -> ProposalForm {
    let reach = reach(fixed, &view.drones, shape);
    let cells = reach.keys().map(Hex::to_string).collect();
    let suggestions = reach.into_values().map(|path| {
        let choice = Choice::Path(shape.drone, path);
        PromptOption { text: write(&choice), ..option(fixed, view, &choice) }
    });
    ProposalForm {
        suggestions: suggestions.collect(),
        fields: vec![ProposalField {
            name: "path".to_owned(),
            label: fixed.data.texts.get("form.path").to_owned(),
            input: FieldInput::Cells { cells, min: 1, max: u32::from(shape.steps) },
        }],
        template: format!("move {} {{path}}", shape.drone.name()),
        send: None,
    }
}

/// Why an answer is not among the options, from what its owner may know.
pub fn why_not(fixed: &Fixed, view: &View, ask: &Ask, choice: &Choice) -> Vec<Violation> {
    let broken = |rule: RuleId, message: Message| vec![Violation::new(rule, message)];
    match (ask.kind, choice) {
        ("bury", Choice::Bury(card)) if !view.hand.contains(card) => {
            broken(rule!("EX-HND-003"), Message::new("why.not-held").key("card", card_key(*card)))
        }
        ("card", Choice::Play(card)) if !view.hand.contains(card) => {
            broken(rule!("EX-FGT-002"), Message::new("why.not-held").key("card", card_key(*card)))
        }
        ("attack", Choice::Attack(target)) => match moving(view) {
            Some(drone) if !targets(&view.drones, drone).any(|other| other == *target) => {
                let message = Message::new("why.not-beside").text("target", target.name());
                let pieces = vec![target.name()];
                vec![Violation { pieces, ..Violation::new(rule!("EX-FGT-001"), message) }]
            }
            _ => Vec::new(),
        },
        ("push", Choice::Push(hex)) => match view.fight {
            Some((_, target)) if !pushes(fixed, &view.drones, target).any(|free| free == *hex) => {
                let message = Message::new("why.no-push").text("hex", hex.to_string());
                let cells = vec![hex.to_string()];
                vec![Violation { cells, ..Violation::new(rule!("EX-FGT-007"), message) }]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
