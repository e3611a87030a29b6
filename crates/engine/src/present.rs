//! From views to what clients draw: prompts, log entries and refusals are put into words here, once for all systems.

use crate::catalogue::Catalogue;
use crate::client::{self, DiceRoll, LogEntry, Places, Prompt};
use crate::decision::{Answers, Decision};
use crate::game::{Game, visible};
use crate::log::{Entry, Logged, Roll};
use crate::message::{Message, Reader};
use crate::refusal::Refusal;
use crate::ruleset::{Present, Ruleset};
use crate::seat::Viewer;
use crate::target::{Need, Target};

/// A line of the log as a ruleset puts it; the engine adds number, rules and dice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogLine {
    /// What it is, a name clients and cases match on (`move`, `fire`, `converted`).
    pub topic: &'static str,
    /// What happened, in one sentence; a ruleset that calls things by one name in answers and by another to people leaves
    /// it empty and gives the message.
    pub sentence: String,
    /// What happened, to be put into words for whoever reads.
    pub message: Option<Message>,
    /// Whose doing it was: the seat's name.
    pub seat: Option<String>,
    /// Where it happened.
    pub places: Places,
    /// Something new came up: a path being walked step by step stops here.
    pub interrupts: bool,
    /// A headline rather than a line.
    pub heading: bool,
    /// How it looks and sounds.
    pub cue: Option<client::Cue>,
    /// Where rolls are compared with each other: whose each of them was and what it came to, in their order.
    pub totals: Vec<Total>,
}

/// What one side of a contest rolled in all: its best die and what is added to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Whose: the seat's name.
    pub seat: String,
    /// Who rolled, in words.
    pub who: String,
    /// The sum.
    pub total: i32,
    /// What is added to the die, in words.
    pub bonus: String,
}

/// The pending decision in words, for one viewer; `None` when the game is over.
pub fn prompt<R: Present>(game: &Game<R>, catalogue: &Catalogue, viewer: Viewer) -> Option<Prompt> {
    let name = |decision: &Decision<R>| game.seats()[decision.ask.owner.index()].id.clone();
    let seats: Vec<_> = game.pending().filter(|d| d.ask.known_to.includes(viewer)).map(name).collect();
    let view = game.view(viewer);
    let own = match viewer {
        Viewer::Seat(seat) => game.decision_of(seat),
        Viewer::Spectator => None,
    };
    game.pending().next()?;
    let known = game.pending().find(|decision| decision.ask.known_to.includes(viewer));
    let Some(decision) = own.or(known) else { return Some(waiting()) };
    let sentence = R::question(game.fixed(), &view, decision);
    let ask = match (&decision.answers, own) {
        (_, None) => client::Ask::Wait,
        (Answers::Options(options), Some(_)) => {
            let option = |choice: &R::Choice| {
                let mut option = R::option(game.fixed(), &view, &decision.ask, choice);
                option.text = R::write(game.fixed(), choice);
                option
            };
            let default =
                options.get(decision.ask.default as usize).map(|choice| R::write(game.fixed(), choice));
            client::Ask::Options {
                options: options.iter().map(option).collect(),
                default,
                shortcuts: shortcuts::<R>(game.fixed(), &view, decision),
            }
        }
        (Answers::Proposal(shape), Some(_)) => {
            client::Ask::Proposal { form: R::proposal(game.fixed(), &view, shape).unwrap_or_default() }
        }
    };
    let (piece, cells) = R::subject(game.fixed(), &view, decision);
    Some(Prompt {
        seats,
        topic: decision.ask.kind.to_owned(),
        sentence,
        rule: Some(catalogue.reference(decision.ask.rule.as_str())),
        piece,
        cells,
        secret: decision.ask.secret || !decision.ask.known_to.is_all() || game.is_sealed(),
        ask,
    })
}

/// Answers that are offered as one choice, with their texts.
fn shortcuts<R: Present>(
    fixed: &R::Fixed,
    view: &R::View,
    decision: &Decision<R>,
) -> Vec<client::PromptOption> {
    let written = |(answers, option): (Vec<R::Choice>, client::PromptOption)| {
        let texts: Vec<String> = answers.iter().map(|choice| R::write(fixed, choice)).collect();
        client::PromptOption { text: texts.join(client::THEN), ..option }
    };
    R::shortcuts(fixed, view, decision).into_iter().map(written).collect()
}

fn waiting() -> Prompt {
    Prompt {
        seats: Vec::new(),
        topic: "wait".to_owned(),
        sentence: String::new(),
        rule: None,
        piece: None,
        cells: Vec::new(),
        secret: false,
        ask: client::Ask::Wait,
    }
}

/// The log from an entry on, as one viewer may read it. Rolls join the line they belong to: the next one.
pub fn log<R: Present>(game: &Game<R>, catalogue: &Catalogue, viewer: Viewer, from: u32) -> Vec<LogEntry> {
    let mut entries = Vec::new();
    let mut dice = Vec::new();
    let mut rules: Vec<client::RuleRef> = Vec::new();
    // Dice and rules gather until a line takes them, so the first lines need what came after the event before.
    let is_event =
        |logged: &Logged<R>| matches!(logged.entry, Entry::Event(_)) && visible(logged, viewer).is_some();
    let before = &game.log()[..game.log().len().min(from as usize)];
    let first = before.iter().rposition(is_event).map_or(0, |index| index + 1);
    for (number, logged) in game.log().iter().enumerate().skip(first) {
        let Some(logged) = visible(logged, viewer) else { continue };
        let line = match &logged.entry {
            Entry::Roll(roll) => {
                dice.push(dice_roll::<R>(game.fixed(), roll));
                add_rules(&mut rules, catalogue, &logged);
                continue;
            }
            Entry::Event(event) => Some(R::event(game.fixed(), event)),
            Entry::Answer { kind, choice, .. } => R::answer(game.fixed(), kind, choice),
        };
        let Some(line) = line else { continue };
        contest(&mut dice, &line.totals);
        add_rules(&mut rules, catalogue, &logged);
        entries.push(LogEntry {
            seq: number as u32,
            turn: None,
            topic: line.topic.to_owned(),
            sentence: sentence::<R>(game.fixed(), &line, Reader::Person),
            seat: line.seat,
            dice: std::mem::take(&mut dice),
            rules: std::mem::take(&mut rules),
            places: line.places,
            interrupts: line.interrupts,
            heading: line.heading,
            cue: line.cue,
        });
    }
    entries.retain(|entry| entry.seq >= from);
    entries
}

/// The sentence of a log line for a reader.
pub fn sentence<R: Present>(fixed: &R::Fixed, line: &LogLine, reader: Reader) -> String {
    match (&line.message, reader) {
        (Some(message), _) => R::texts(fixed).render_with(message, &|thing| R::called(fixed, thing, reader)),
        (None, Reader::Person) => R::told(fixed, line.sentence.clone()),
        (None, Reader::Case) => line.sentence.clone(),
    }
}

/// The whole log, hidden entries too, in words that do not change when sentences do.
pub fn transcript<R: Present>(game: &Game<R>) -> Vec<String> {
    let line = |logged: &Logged<R>| {
        let mut line = match &logged.entry {
            Entry::Event(event) => format!("event {}", R::event(game.fixed(), event).topic),
            Entry::Roll(roll) => format!("roll {} {:?}", roll.purpose, roll.faces),
            Entry::Answer { kind, seat, choice } => {
                let seat = &game.seats()[seat.index()].id;
                format!("{seat} {kind}: {}", R::write(game.fixed(), choice))
            }
        };
        for rule in &logged.rules {
            line.push(' ');
            line.push_str(rule.as_str());
        }
        line
    };
    game.log().iter().map(line).collect()
}

/// Says of rolls against each other whose they were, what was added and who had more.
fn contest(dice: &mut [DiceRoll], totals: &[Total]) {
    if dice.len() != totals.len() {
        return;
    }
    for (at, (roll, own)) in dice.iter_mut().zip(totals).enumerate() {
        let best = roll.faces.iter().copied().max().unwrap_or(0) as i32;
        roll.seat = Some(own.seat.clone());
        let others = totals.iter().enumerate().filter(|(other, _)| *other != at);
        let against = others.map(|(_, other)| other.total).max();
        roll.success = against.map(|against| own.total > against);
        roll.sum = against.map(|against| client::Sum { total: own.total, against });
        roll.purpose = format!("{}: {}", roll.purpose, own.who);
        let bonus = client::Modifier { amount: own.total - best, why: own.bonus.clone(), rule: None };
        roll.bonus = if bonus.amount == 0 { Vec::new() } else { vec![bonus] };
    }
}

fn add_rules<R: Ruleset>(rules: &mut Vec<client::RuleRef>, catalogue: &Catalogue, logged: &Logged<R>) {
    for rule in &logged.rules {
        if !rules.iter().any(|known| known.id == rule.as_str()) {
            rules.push(catalogue.reference(rule.as_str()));
        }
    }
}

fn dice_roll<R: Present>(fixed: &R::Fixed, roll: &Roll) -> DiceRoll {
    let success = roll.target.as_ref().map(|target| target.met_by_roll(&roll.faces));
    DiceRoll {
        purpose: R::roll(fixed, roll),
        sides: u32::from(roll.die.sides()),
        faces: roll.faces.iter().map(|face| u32::from(*face)).collect(),
        labels: labels::<R>(fixed, roll),
        rerolled: Vec::new(),
        target: roll.target.as_ref().map(|target| target_number::<R>(fixed, target)),
        summed: roll.target.as_ref().is_some_and(Target::is_summed),
        success,
        seat: None,
        bonus: Vec::new(),
        sum: None,
    }
}

/// What stands on the dice, where it is not their number.
fn labels<R: Present>(fixed: &R::Fixed, roll: &Roll) -> Vec<String> {
    let label = |face: &u16| match roll.die.word(*face) {
        Some(key) => R::texts(fixed).get(key).to_owned(),
        None => format!("{}°", face - 1),
    };
    let plain = !roll.die.is_direction() && roll.die.word(1).is_none();
    if plain { Vec::new() } else { roll.faces.iter().map(label).collect() }
}

/// A target number in the client's form, its reasons in words.
pub fn target_number<R: Present>(fixed: &R::Fixed, target: &Target) -> client::TargetNumber {
    let texts = R::texts(fixed);
    let need = |need: Need| match need {
        Need::AtLeast(number) => client::Need::AtLeast { number: i32::from(number) },
        Need::AtMost(number) => client::Need::AtMost { number: i32::from(number) },
        Need::Then { first, then } => client::Need::Then { first: i32::from(first), then: i32::from(then) },
        Need::Automatic => client::Need::Automatic,
        Need::Impossible => client::Need::Impossible,
    };
    let base = match target.base() {
        Need::AtLeast(number) | Need::AtMost(number) => i32::from(number),
        Need::Then { .. } | Need::Automatic | Need::Impossible => 0,
    };
    let modifier = |modifier: &crate::target::Modifier| client::Modifier {
        amount: i32::from(modifier.amount),
        why: texts.get(modifier.why).to_owned(),
        rule: Some(modifier.rule.as_str().to_owned()),
    };
    client::TargetNumber {
        base,
        modifiers: target.modifiers().iter().map(modifier).collect(),
        need: need(target.need()),
    }
}

/// A refusal in the client's form, put into words.
pub fn refusal<R: Present>(fixed: &R::Fixed, catalogue: &Catalogue, refusal: &Refusal) -> client::Refusal {
    let called = |thing| R::called(fixed, thing, Reader::Person);
    let mut violations: Vec<_> = refusal
        .violations
        .iter()
        .map(|violation| client::Violation {
            rule: Some(catalogue.reference(violation.rule.as_str())),
            sentence: R::told(fixed, R::texts(fixed).render_with(&violation.message, &called)),
            cells: violation.cells.clone(),
            pieces: violation.pieces.clone(),
            points: violation.points.clone(),
        })
        .collect();
    if let Some(why) = &refusal.unreadable {
        violations.push(client::Violation::plain(why.clone()));
    }
    client::Refusal { violations }
}
