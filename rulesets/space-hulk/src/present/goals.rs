//! What a mission is about, as the scene shows it: goals and items on the board, and how far they are.

use grognard_engine::client::{Badge, Feature, Point};
use grognard_engine::message::Message;
use grognard_space::grid::{Cell, CellSet, Dir, Facing};

use crate::Fixed;
use crate::fixed::degrees;
use crate::goal::{Goal, ItemPlace};
use crate::piece::PieceId;
use crate::play::objective::{escaped, holds};
use crate::present::names::{BOARD, Words, squares};
use crate::present::scene::center;
use crate::table::Table;

/// Sections to burn or to hold, items that lie about, exits.
pub fn features(fixed: &Fixed, table: &Table) -> Vec<Feature> {
    let mut features = Vec::new();
    for (index, goal) in fixed.mission.goals.iter().enumerate() {
        let (section, state) = match *goal {
            Goal::Burn(section) => (section, if table.goals[index].done { "burning" } else { "open" }),
            Goal::Hold { section, models, .. } => {
                let held = holds(fixed, table, section, models) || table.goals[index].done;
                (section, if held { "held" } else { "open" })
            }
            _ => continue,
        };
        let id =
            if features.is_empty() { "objective".to_owned() } else { format!("objective-{}", index + 1) };
        features.push(area(fixed, table, index, section, id, state));
    }
    let items = (0..fixed.mission.items.len()).filter_map(|item| item_feature(fixed, table, item));
    let exits = fixed.mission.exits.iter().map(|cell| exit_feature(fixed, cell));
    features.into_iter().chain(items).chain(exits).collect()
}

fn area(fixed: &Fixed, table: &Table, goal: usize, section: u8, id: String, state: &str) -> Feature {
    let words = Words::new(fixed);
    let kind = fixed.mission.goals[goal];
    let cells = &fixed.mission.sections[section as usize];
    let (name, sentence) = match kind {
        Goal::Burn(_) => ("goal.burn.name", "goal.burn.sentence"),
        _ => ("goal.hold.name", "goal.hold.sentence"),
    };
    let fill = |key| words.say(counted(fixed, table, goal, Message::new(key)));
    Feature {
        id,
        kind: "objective".to_owned(),
        name: fill(name),
        board: BOARD.to_owned(),
        cells: squares(fixed, cells),
        at: heart(fixed, cells),
        facing: None,
        state: Some(state.to_owned()),
        sentence: Some(fill(sentence)),
    }
}

fn item_feature(fixed: &Fixed, table: &Table, item: usize) -> Option<Feature> {
    let ItemPlace::Lies(cell) = table.items[item] else { return None };
    let words = Words::new(fixed);
    let what = &fixed.mission.items[item];
    let name = words.item(item as u8);
    let sentence = Message::new("item.sentence").text("item", name.clone()).number("cost", what.cost);
    Some(Feature {
        id: format!("item-{}", what.id),
        kind: "item".to_owned(),
        name,
        board: BOARD.to_owned(),
        cells: vec![words.square(cell)],
        at: center(fixed, cell),
        facing: None,
        state: Some("open".to_owned()),
        sentence: Some(words.say(sentence)),
    })
}

fn exit_feature(fixed: &Fixed, cell: Cell) -> Feature {
    let words = Words::new(fixed);
    let square = words.square(cell);
    Feature {
        id: format!("exit-{square}"),
        kind: "exit".to_owned(),
        name: words.say(Message::new("goal.exit.name").text("square", square.clone())),
        board: BOARD.to_owned(),
        cells: vec![square],
        at: center(fixed, cell),
        facing: way_out(fixed, cell).map(degrees),
        state: Some("open".to_owned()),
        sentence: Some(words.get("goal.exit.sentence")),
    }
}

/// The square nearest to the middle of an area.
fn heart(fixed: &Fixed, cells: &CellSet) -> Point {
    let middles: Vec<_> = cells.iter().map(|cell| center(fixed, cell)).collect();
    let count = middles.len().max(1) as i32;
    let (x, y) = middles.iter().fold((0, 0), |(x, y), p| (x + p.0, y + p.1));
    let (x, y) = (x / count, y / count);
    let far = |p: &&Point| (p.0 - x).abs() + (p.1 - y).abs();
    middles.iter().min_by_key(far).copied().unwrap_or_default()
}

/// The side of an exit square where the map ends.
fn way_out(fixed: &Fixed, cell: Cell) -> Option<Facing> {
    Facing::ALL.into_iter().find(|facing| fixed.mission.grid.step(cell, Dir::from(*facing)).is_none())
}

/// What a square has to do with the goals.
pub fn tags(fixed: &Fixed, cell: Cell, section: usize) -> Vec<String> {
    let mut tags = Vec::new();
    let area = |goal: &Goal| match goal {
        Goal::Burn(goal) | Goal::Hold { section: goal, .. } => *goal as usize == section,
        _ => false,
    };
    if fixed.mission.goals.iter().any(area) {
        tags.push("goal".to_owned());
    }
    if fixed.mission.exits.contains(cell) {
        tags.push("exit".to_owned());
    }
    tags
}

/// How far the mission is: in words, and counted where there is one goal that can be.
pub fn progress(fixed: &Fixed, table: &Table) -> (String, Option<(i32, i32)>) {
    let words = Words::new(fixed);
    let goals = fixed.mission.goals.len();
    let line =
        |goal: usize| words.say(counted(fixed, table, goal, Message::new(line_key(fixed, table, goal))));
    let all: Vec<_> = (0..goals).map(line).collect();
    let count = if goals == 1 { count(fixed, table, 0) } else { None };
    (all.join("; "), count)
}

/// The key of a goal's line.
fn line_key(fixed: &Fixed, table: &Table, goal: usize) -> &'static str {
    match fixed.mission.goals[goal] {
        Goal::Burn(_) if table.goals[goal].done => "goal.burn.done",
        Goal::Burn(_) => "goal.burn.open",
        Goal::Secure => "goal.secure.progress",
        Goal::Exit { .. } => "goal.exit.progress",
        Goal::Hold { .. } => "goal.hold.progress",
        Goal::Survive { .. } => "goal.survive.progress",
        Goal::Carry { item } => match table.items[item as usize] {
            ItemPlace::Carried(_) => "goal.carry.carried",
            ItemPlace::Out => "goal.carry.done",
            _ => "goal.carry.open",
        },
        Goal::Escort { .. } if table.goals[goal].done => "goal.escort.done",
        Goal::Escort { .. } => "goal.escort.open",
    }
}

/// How much of a goal is done, and how much there is to do.
fn count(fixed: &Fixed, table: &Table, goal: usize) -> Option<(i32, i32)> {
    match fixed.mission.goals[goal] {
        Goal::Secure => {
            let areas = || fixed.mission.entries.iter().zip(&table.secured).filter(|(e, _)| e.securable);
            let done = areas().filter(|(_, secured)| **secured).count();
            Some((done as i32, areas().count() as i32))
        }
        Goal::Exit { models } => Some((escaped(table).into(), models.into())),
        Goal::Hold { turns, .. } => Some((table.goals[goal].turns.into(), turns.into())),
        Goal::Survive { models } => {
            let alive = table.marines.iter().filter(|marine| marine.in_play() || marine.escaped).count();
            Some((alive as i32, models.into()))
        }
        Goal::Burn(_) | Goal::Carry { .. } | Goal::Escort { .. } => None,
    }
}

/// Fills what a sentence about a goal may want to know.
fn counted(fixed: &Fixed, table: &Table, goal: usize, message: Message) -> Message {
    let words = Words::new(fixed);
    let message = match fixed.mission.goals[goal] {
        Goal::Burn(section) => message.text("section", words.section(section)),
        Goal::Hold { section, models, .. } => {
            message.text("section", words.section(section)).number("models", models)
        }
        Goal::Carry { item } => message.text("item", words.item(item)),
        Goal::Escort { model } => message.text("who", words.piece(PieceId::Marine(model))),
        Goal::Secure | Goal::Exit { .. } | Goal::Survive { .. } => message,
    };
    let (n, of) = count(fixed, table, goal).unwrap_or_default();
    message.number("n", n).number("of", of)
}

/// What a goal asks, in words, whatever has come of it.
pub fn aim(fixed: &Fixed, goal: Goal) -> String {
    let words = Words::new(fixed);
    words.say(match goal {
        Goal::Burn(section) => Message::new("goal.burn.aim").text("section", words.section(section)),
        Goal::Secure => Message::new("goal.secure.aim"),
        Goal::Exit { models } => Message::new("goal.exit.aim").number("models", models),
        Goal::Hold { section, turns, .. } => {
            Message::new("goal.hold.aim").text("section", words.section(section)).number("turns", turns)
        }
        Goal::Carry { item } => Message::new("goal.carry.aim").text("item", words.item(item)),
        Goal::Survive { models } => Message::new("goal.survive.aim").number("models", models),
        Goal::Escort { model } => {
            Message::new("goal.escort.aim").text("who", words.piece(PieceId::Marine(model)))
        }
    })
}

/// The signs on a Marine who carries something or has to be brought out.
pub fn badges(fixed: &Fixed, table: &Table, marine: u8) -> Vec<Badge> {
    let words = Words::new(fixed);
    let badge = |key: &str, label: Message| Badge {
        key: key.to_owned(),
        label: words.say(label),
        rule: None,
        aside: None,
    };
    let carried = table
        .carried_by(marine)
        .map(|item| badge("carrying", Message::new("badge.carrying").text("item", words.item(item))));
    let escorted = fixed
        .mission
        .goals
        .contains(&Goal::Escort { model: marine })
        .then(|| badge("objective", Message::new("badge.escorted")));
    carried.into_iter().chain(escorted).collect()
}
