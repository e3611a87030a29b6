//! Rule cases: small text files that set up a game, script its dice, play it and say what must happen.
//!
//! ```text
//! case Overwatch fires at a Stealer that moves
//! system space-hulk
//! setup
//!     ...                          the system's own form, indented
//! dice 6 2
//! start
//!     asks stealer act
//! stealer: move 5,4
//!     event fire SH-OVW-002
//!     roll 6 2 needs 6 SH-OVW-003
//!     state stealer-1 = dead
//! ```
//!
//! A step is `SEAT: ANSWER` or `aside SEAT: TEXT`. Indented lines below it are expectations on what the step did:
//! `event TOPIC`, `no event TOPIC`, `roll FACES [needs N]`, `refused`, `asks SEAT KIND`, `offers ANSWER`,
//! `not offered ANSWER`, `odds ANSWER needs N`, `state NAME = VALUE`, `card PIECE LINE`,
//! `measure FROM TO [within UNITS] LINE`, `over [SEAT...]`; each may end in the rule ids it must carry and, after
//! `without`, in those it must not, but for those that look at nothing which carries any (`no event`, `no roll`,
//! `not offered`, `state`), and `event`, `refused` and `asks` may carry a piece of the sentence in quotes.
//! Dice are numbers, words on them (`misfire`) or directions (`90°`). What a roll `needs` is a number (`4`: that or more;
//! `7-`: that or less; `6+4+`: a six, then a four).
//! Expectations below `start` look at the game before any step; a `refused` there means that the set-up itself is
//! refused, with these ids among its reasons. A card's or a measurement's LINE is a label followed by its value.
//! Unplanned decisions fail a case, because the next step is somebody else's; unused dice fail it too.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use crate::Audience;
use crate::catalogue::Catalogue;
use crate::client;
use crate::dice::{Dice, Known};
use crate::game::{Game, Rejected};
use crate::log::{Entry, Roll};
use crate::message::Reader;
use crate::present;
use crate::record::Origin;
use crate::ruleset::Present;
use crate::seat::Viewer;
use crate::target::Need;

/// How a case went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseReport {
    /// The case's title.
    pub title: String,
    /// What differed, each with its line; empty when the case passed.
    pub failures: Vec<String>,
    /// Rules that expectations named and met.
    pub proved: BTreeSet<String>,
    /// Topics of everything that happened.
    pub topics: BTreeSet<&'static str>,
    /// Topics that expectations said would not happen.
    pub denied: BTreeSet<String>,
}

impl CaseReport {
    /// Whether nothing differed.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

struct Case {
    title: String,
    system: String,
    setup: String,
    dice: Vec<Known>,
    opening: Vec<(usize, String)>,
    steps: Vec<CaseStep>,
}

struct CaseStep {
    line: usize,
    aside: bool,
    seat: String,
    text: String,
    expects: Vec<(usize, String)>,
}

fn parse(text: &str) -> Result<Case, String> {
    let mut case = Case {
        title: String::new(),
        system: String::new(),
        setup: String::new(),
        dice: vec![],
        opening: vec![],
        steps: vec![],
    };
    let mut in_setup = false;
    for (index, raw) in text.lines().enumerate() {
        let line = index + 1;
        let indented = raw.starts_with(' ') || raw.starts_with('\t');
        if in_setup && (indented || raw.trim().is_empty()) {
            case.setup.push_str(raw);
            case.setup.push('\n');
            continue;
        }
        in_setup = false;
        let content = raw.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if indented {
            let expects = case.steps.last_mut().map_or(&mut case.opening, |step| &mut step.expects);
            expects.push((line, content.to_owned()));
            continue;
        }
        let (word, rest) = content.split_once(' ').unwrap_or((content, ""));
        match word {
            "case" => rest.clone_into(&mut case.title),
            "system" => rest.clone_into(&mut case.system),
            "setup" => in_setup = true,
            "start" if rest.is_empty() => {}
            "dice" => {
                for face in rest.split([' ', ',']).filter(|face| !face.is_empty()) {
                    case.dice.push(Known::parse(face).map_err(|what| format!("line {line}: {what}"))?);
                }
            }
            _ => {
                let (aside, content) = match content.strip_prefix("aside ") {
                    Some(content) => (true, content),
                    None => (false, content),
                };
                let Some((seat, answer)) = content.split_once(':') else {
                    return Err(format!(
                        "line {line}: `{content}` is not a step (`SEAT: ANSWER`), nor `case`, `system`, `setup`, `dice` or `start`"
                    ));
                };
                case.steps.push(CaseStep {
                    line,
                    aside,
                    seat: seat.trim().to_owned(),
                    text: answer.trim().to_owned(),
                    expects: Vec::new(),
                });
            }
        }
    }
    if case.title.is_empty() {
        return Err("line 1: a case begins with `case` and its title".to_owned());
    }
    Ok(case)
}

/// The system a case is for, without running it.
pub fn system_of(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("system ")).map(str::trim)
}

/// Runs a case.
pub fn run<R: Present>(data: &Arc<R::Data>, catalogue: &Catalogue, name: &str, text: &str) -> CaseReport {
    let mut report = CaseReport { title: name.to_owned(), ..CaseReport::default() };
    if let Err(failure) = run_case::<R>(data, catalogue, text, &mut report) {
        report.failures.push(failure);
    }
    if !report.passed() {
        report.proved.clear();
    }
    report
}

fn run_case<R: Present>(
    data: &Arc<R::Data>,
    catalogue: &Catalogue,
    text: &str,
    report: &mut CaseReport,
) -> Result<(), String> {
    let case = parse(text)?;
    report.title.clone_from(&case.title);
    if case.system != R::ID {
        return Err(format!("the case is for system `{}`, not `{}`", case.system, R::ID));
    }
    let (fixed, state) = match R::scenario(data, &case.setup) {
        Ok(game) => game,
        Err(what) => return refused_setup(&case, &what, report),
    };
    if let Some((line, _)) = case.opening.iter().find(|(_, expect)| expect.starts_with("refused")) {
        return Err(format!("line {line}: the set-up was taken, but should have been refused"));
    }
    let game = Game::<R>::from_state(Arc::new(fixed), state, Dice::script(case.dice.iter().cloned()));
    let mut runner =
        Runner { game: game.map_err(|fault| fault.to_string())?, catalogue, report, log: 0, rejected: None };
    for (line, expect) in &case.opening {
        runner.expect(*line, expect);
    }
    for step in &case.steps {
        let Some(seat) = runner.game.seat_named(&step.seat) else {
            let seats: Vec<_> = runner.game.seats().iter().map(|seat| seat.id.as_str()).collect();
            return Err(format!(
                "line {}: there is no seat `{}`; there are {}",
                step.line,
                step.seat,
                seats.join(", ")
            ));
        };
        runner.log = runner.game.log().len();
        // An activity is run again with each answer, which re-writes its part of the log with the same entries.
        let result = if step.aside {
            runner.game.aside(seat, &step.text, Origin::Player)
        } else {
            runner.game.answer(seat, &step.text, Origin::Player)
        };
        runner.rejected = result.err();
        let planned = step.expects.iter().any(|(_, expect)| expect.starts_with("refused"));
        match (&runner.rejected, planned) {
            // A game that broke down has not refused anything.
            (Some(Rejected::Fault(fault)), _) => return Err(format!("line {}: {fault}", step.line)),
            (Some(rejected), false) => {
                let why = runner.why(rejected);
                let hint = runner.hint();
                return Err(format!("line {}: `{}` was not taken: {why}{hint}", step.line, step.text));
            }
            (None, true) => {
                return Err(format!(
                    "line {}: `{}` was taken, but should have been refused",
                    step.line, step.text
                ));
            }
            _ => {}
        }
        for (line, expect) in &step.expects {
            runner.expect(*line, expect);
        }
        // Asides have texts of their own, which only the rules can read.
        if planned
            && !step.aside
            && let Err(what) = R::parse(runner.game.fixed(), &step.text.to_lowercase())
        {
            return Err(format!(
                "line {}: `{}` is refused only because it is no answer: {what}",
                step.line, step.text
            ));
        }
    }
    let topics: Vec<_> = runner.game.log().iter().filter_map(|logged| runner.line(logged)).collect();
    runner.report.topics.extend(topics.iter().map(|line| line.topic));
    if runner.game.dice().unused() > 0 {
        return Err(format!("{} scripted dice were not rolled", runner.game.dice().unused()));
    }
    Ok(())
}

/// A set-up that is refused for the reasons a case expects is all that case is about.
fn refused_setup(case: &Case, what: &str, report: &mut CaseReport) -> Result<(), String> {
    let mut planned = false;
    for (line, expect) in &case.opening {
        let Some(rules) = expect.strip_prefix("refused") else { continue };
        planned = true;
        for rule in rules.split_whitespace() {
            let named =
                what.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).any(|word| word == rule);
            if !named || !crate::switch::carries(rule) {
                return Err(format!("line {line}: the set-up is refused, but not by {rule}: {what}"));
            }
            report.proved.insert(rule.to_owned());
        }
    }
    if planned { Ok(()) } else { Err(format!("setup: {what}")) }
}

struct Runner<'a, R: Present> {
    game: Game<R>,
    catalogue: &'a Catalogue,
    report: &'a mut CaseReport,
    log: usize,
    rejected: Option<Rejected>,
}

/// Whether a word is a rule id such as `SH-OVW-002`.
fn is_rule(word: &str) -> bool {
    let mut parts = word.split('-');
    let upper = |part: Option<&str>| {
        part.is_some_and(|p| !p.is_empty() && p.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()))
    };
    upper(parts.next()) && upper(parts.next()) && upper(parts.next()) && parts.next().is_none()
}

/// Takes the rule ids off the end of a line.
fn rules_at_the_end<'a>(words: &mut Vec<&'a str>) -> Vec<&'a str> {
    let mut rules = Vec::new();
    while words.last().is_some_and(|word| is_rule(word)) {
        rules.extend(words.pop());
    }
    rules
}

/// Whether an expectation looks at nothing that carries rules while the game runs: what did not happen, and what the
/// state says. An id there would count as proved by whoever wrote it down.
fn carries_nothing(words: &[&str]) -> bool {
    matches!(words, ["no", "event" | "roll", ..] | ["not", "offered", ..] | ["state", ..])
}

impl<R: Present> Runner<'_, R> {
    fn why(&self, rejected: &Rejected) -> String {
        match rejected {
            Rejected::Refused(refusal) => {
                let words = present::refusal::<R>(self.game.fixed(), self.catalogue, refusal);
                let mut out = String::new();
                for violation in words.violations {
                    let rule = violation.rule.map_or(String::new(), |rule| format!(" ({})", rule.id));
                    write!(out, "{}{rule} ", violation.sentence).expect("writing to a string cannot fail");
                }
                out
            }
            other => other.to_string(),
        }
    }

    /// What the game waits for, for the reader of a failure.
    fn hint(&self) -> String {
        let mut out = String::new();
        for decision in self.game.pending() {
            let seat = &self.game.seats()[decision.ask.owner.index()].id;
            write!(out, "\n  {seat} is asked `{}`", decision.ask.kind)
                .expect("writing to a string cannot fail");
            if let crate::decision::Answers::Options(options) = &decision.answers {
                for option in options {
                    write!(out, "\n    {}", R::write(self.game.fixed(), option))
                        .expect("writing to a string cannot fail");
                }
            }
        }
        out
    }

    fn expect(&mut self, line: usize, expect: &str) {
        let mut words: Vec<_> = expect.split_whitespace().collect();
        let mut rules = rules_at_the_end(&mut words);
        let mut absent = Vec::new();
        if words.last() == Some(&"without") {
            words.pop();
            absent = std::mem::replace(&mut rules, rules_at_the_end(&mut words));
        }
        for rule in rules.iter().chain(&absent) {
            if !self.catalogue.rules.contains_key(*rule) && !self.catalogue.rulings.contains_key(*rule) {
                self.report.failures.push(format!("line {line}: `{rule}` is not in the catalogue"));
                return;
            }
        }
        if let (Some(rule), true) = (rules.first().or(absent.first()), carries_nothing(&words)) {
            let what =
                format!("line {line}: nothing in `{expect}` carries {rule}: name it where something does");
            self.report.failures.push(what);
            return;
        }
        if let ["no", "event", topic] = words[..] {
            self.report.denied.insert(topic.to_owned());
        }
        let mut met = self.meets(&words, expect, &rules);
        // What is there all the same with such a rule should not have carried it.
        if let Some(rule) = absent.iter().find(|rule| self.meets(&words, expect, &[rule]).is_ok()) {
            met = met.and(Err(format!("it carries {rule}")));
        }
        match met {
            Ok(()) => self.report.proved.extend(rules.iter().map(|rule| (*rule).to_owned())),
            Err(what) => self.report.failures.push(format!("line {line}: expected `{expect}`, but {what}")),
        }
    }

    fn meets(&self, words: &[&str], expect: &str, rules: &[&str]) -> Result<(), String> {
        let quoted = expect.split('"').nth(1);
        match words {
            ["no", "event", topic] => match self.events().find(|event| event.topic == *topic) {
                None => Ok(()),
                Some(event) => Err(format!("there was: {}", event.sentence)),
            },
            ["event", topic, ..] => self.event(topic, quoted, rules),
            ["no", "roll"] => match self.rolls().find(|(_, logged)| logged.to != Audience::NONE) {
                None => Ok(()),
                Some((roll, _)) => Err(format!("there was: {} {:?}", roll.purpose, roll.faces)),
            },
            ["roll", rest @ ..] => self.roll(rest, rules),
            ["refused", ..] => self.refused(quoted, rules),
            ["asks", seat, kind, ..] => self.asks(seat, kind, quoted, rules),
            ["offers", answer @ ..] => self.offers(&answer.join(" "), rules),
            ["not", "offered", answer @ ..] => {
                let answer = answer.join(" ");
                if let Err(what) = R::parse(self.game.fixed(), &answer.to_lowercase()) {
                    return Err(format!("it is no answer to anything: {what}"));
                }
                match self.offered().into_iter().find(|option| option.text == answer) {
                    None => Ok(()),
                    Some(_) => Err("it is".to_owned()),
                }
            }
            ["odds", answer @ .., "needs", need] => self.odds(&answer.join(" "), need, rules),
            ["state", name @ .., "=", value] => {
                let name = name.join(" ");
                match R::inspect(self.game.fixed(), self.game.state(), &name) {
                    None => Err(format!("there is nothing named `{name}`")),
                    Some(now) if now == *value => Ok(()),
                    Some(now) => Err(format!("it is {now}")),
                }
            }
            ["card", piece, line @ ..] => {
                self.answered(client::Query::Card { piece: (*piece).to_owned() }, line, rules)
            }
            ["measure", from, to, line @ ..] => {
                let (within, line) = match line {
                    ["within", units, line @ ..] => {
                        let units = units.parse().map_err(|_| format!("`{units}` is not a whole number"))?;
                        (Some(units), line)
                    }
                    _ => (None, line),
                };
                let (from, to) = ((*from).to_owned(), (*to).to_owned());
                self.answered(client::Query::Measure { from, to, within }, line, rules)
            }
            ["over", seats @ ..] => {
                let Some(outcome) = self.game.outcome() else { return Err("the game goes on".to_owned()) };
                let winners: Vec<_> =
                    outcome.winners.iter().map(|s| self.game.seats()[s.index()].id.as_str()).collect();
                if winners != seats {
                    return Err(format!("the winners are {winners:?}"));
                }
                let carried = crate::switch::carried(outcome.rule);
                match rules.iter().find(|rule| !carried || **rule != outcome.rule.as_str()) {
                    None => Ok(()),
                    Some(_) => Err(format!("it ended by {}", outcome.rule)),
                }
            }
            _ => Err("this is not something that can be expected".to_owned()),
        }
    }

    /// A line of a card or a measurement, as everybody may ask for it.
    fn answered(&self, query: client::Query, line: &[&str], rules: &[&str]) -> Result<(), String> {
        let view = R::view(self.game.fixed(), self.game.state(), Viewer::Seat(crate::SeatId(0)));
        let lines = match R::query(self.game.fixed(), &view, &query) {
            Ok(client::QueryAnswer::Card(card)) => card.lines,
            Ok(client::QueryAnswer::Measure { lines }) => lines,
            Ok(_) => return Err("the question has no answer here".to_owned()),
            Err(refusal) => return Err(self.why(&Rejected::Refused(refusal))),
        };
        let wanted = line.join(" ");
        let mut near = String::from("there is no such line; there are:");
        for found in lines {
            let text = format!("{} {}", found.label, found.value);
            let carries = |rule: &&str| found.rule.as_deref() == Some(*rule) && crate::switch::carries(rule);
            if text.contains(&wanted) && rules.iter().all(carries) {
                return Ok(());
            }
            write!(near, "\n    {text} {:?}", found.rule).expect("writing to a string cannot fail");
        }
        Err(near)
    }

    /// What a die of an answer needs, as whoever is asked is told beforehand.
    fn odds(&self, answer: &str, need: &str, rules: &[&str]) -> Result<(), String> {
        let Some(asked) = self.game.pending().next() else { return Err("nobody is asked".to_owned()) };
        let view = R::view(self.game.fixed(), self.game.state(), Viewer::Seat(asked.ask.owner));
        let query = client::Query::Odds { text: answer.to_owned() };
        let odds = match R::query(self.game.fixed(), &view, &query) {
            Ok(client::QueryAnswer::Odds(odds)) => odds,
            Ok(_) => return Err("nothing of it is left to chance".to_owned()),
            Err(refusal) => return Err(self.why(&Rejected::Refused(refusal))),
        };
        let Some(target) = odds.need else { return Err("no number is needed".to_owned()) };
        let carried: Vec<_> =
            target.modifiers.iter().filter_map(|modifier| modifier.rule.as_deref()).collect();
        let carries = |rule: &&str| carried.contains(rule) && crate::switch::carries(rule);
        let needed = match target.need {
            client::Need::AtLeast { number } => number.to_string(),
            client::Need::AtMost { number } => format!("{number}-"),
            client::Need::Then { first, then } => format!("{first}+{then}+"),
            client::Need::Automatic => "automatic".to_owned(),
            client::Need::Impossible => "impossible".to_owned(),
        };
        if needed == need && rules.iter().all(carries) {
            return Ok(());
        }
        Err(format!("it needs {needed} {carried:?}"))
    }

    fn since(&self) -> impl Iterator<Item = &crate::log::Logged<R>> {
        // A re-run may not have re-written entries before the answer; they are the same.
        self.game.log()[self.log.min(self.game.log().len())..].iter()
    }

    fn events(&self) -> impl Iterator<Item = present::LogLine> {
        self.since().filter_map(|logged| self.line(logged))
    }

    fn line(&self, logged: &crate::log::Logged<R>) -> Option<present::LogLine> {
        let fixed = self.game.fixed();
        let line = match &logged.entry {
            Entry::Event(event) => R::event(fixed, event),
            Entry::Answer { kind, choice, .. } => R::answer(fixed, kind, choice)?,
            Entry::Roll(_) => return None,
        };
        Some(present::LogLine { sentence: present::sentence::<R>(fixed, &line, Reader::Case), ..line })
    }

    fn event(&self, topic: &str, quoted: Option<&str>, rules: &[&str]) -> Result<(), String> {
        let mut near = String::from("there was no such event; there were:");
        for logged in self.since() {
            let Some(event) = self.line(logged) else { continue };
            let carries = |rule: &&str| {
                crate::switch::carries(rule) && logged.rules.iter().any(|id| id.as_str() == *rule)
            };
            let carries = rules.iter().all(carries);
            if event.topic == topic && quoted.is_none_or(|text| event.sentence.contains(text)) && carries {
                return Ok(());
            }
            write!(near, "\n    {} \"{}\" {:?}", event.topic, event.sentence, logged.rules)
                .expect("writing to a string cannot fail");
        }
        Err(near)
    }

    fn rolls(&self) -> impl Iterator<Item = (&Roll, &crate::log::Logged<R>)> {
        self.since().filter_map(|logged| match &logged.entry {
            Entry::Roll(roll) => Some((roll, logged)),
            _ => None,
        })
    }

    fn roll(&self, words: &[&str], rules: &[&str]) -> Result<(), String> {
        let (faces, need) = match words.iter().position(|word| *word == "needs") {
            Some(at) => (&words[..at], words.get(at + 1)),
            None => (words, None),
        };
        let faces: Vec<Known> = faces.iter().map(|face| Known::parse(face)).collect::<Result<_, _>>()?;
        let mut near = String::from("there was no such roll; there were:");
        for (roll, logged) in self.rolls() {
            let needed = roll.target.as_ref().map(|target| match target.need() {
                Need::AtLeast(n) => n.to_string(),
                Need::AtMost(n) => format!("{n}-"),
                Need::Then { first, then } => format!("{first}+{then}+"),
                Need::Automatic => "automatic".to_owned(),
                Need::Impossible => "impossible".to_owned(),
            });
            let mut carried: Vec<_> = logged.rules.iter().map(|rule| rule.as_str()).collect();
            if let Some(target) = &roll.target {
                let reasons = target.modifiers().iter().map(|modifier| modifier.rule);
                let reasons = std::iter::once(target.rule()).chain(reasons);
                carried
                    .extend(reasons.filter(|rule| crate::switch::carried(*rule)).map(crate::RuleId::as_str));
            }
            let right_need = need.is_none() || needed.as_deref() == need.copied();
            let shown = roll.faces.iter().map(|face| Some(*face));
            let right_faces = shown.eq(faces.iter().map(|face| face.side_of(roll.die)));
            if right_faces && right_need && rules.iter().all(|rule| carried.contains(rule)) {
                return Ok(());
            }
            write!(near, "\n    {} {:?} needs {needed:?} {carried:?}", roll.purpose, roll.faces)
                .expect("writing to a string cannot fail");
        }
        Err(near)
    }

    fn refused(&self, quoted: Option<&str>, rules: &[&str]) -> Result<(), String> {
        let Some(rejected) = &self.rejected else { return Err("it was taken".to_owned()) };
        let carried: Vec<_> = match rejected {
            Rejected::Refused(refusal) => {
                let all = |violation: &crate::refusal::Violation| {
                    std::iter::once(violation.rule).chain(violation.also.iter().copied()).collect::<Vec<_>>()
                };
                let known = |rule: &crate::RuleId| crate::switch::carried(*rule);
                refusal.violations.iter().flat_map(all).filter(known).map(crate::RuleId::as_str).collect()
            }
            _ => Vec::new(),
        };
        let why = self.why(rejected);
        if rules.iter().all(|rule| carried.contains(rule)) && quoted.is_none_or(|text| why.contains(text)) {
            return Ok(());
        }
        Err(format!("the refusal says: {why}"))
    }

    fn asks(&self, seat: &str, kind: &str, quoted: Option<&str>, rules: &[&str]) -> Result<(), String> {
        for decision in self.game.pending() {
            let owner = &self.game.seats()[decision.ask.owner.index()].id;
            if owner == seat && decision.ask.kind == kind {
                let viewer = Viewer::Seat(decision.ask.owner);
                let prompt = present::prompt(&self.game, self.catalogue, viewer);
                let sentence = prompt.map(|prompt| prompt.sentence).unwrap_or_default();
                if quoted.is_some_and(|text| !sentence.contains(text)) {
                    return Err(format!("the question is: {sentence}"));
                }
                let extra = R::ask_rules(&decision.ask);
                let carries = |rule: &str| {
                    let known = |id: &crate::RuleId| id.as_str() == rule && crate::switch::carried(*id);
                    known(&decision.ask.rule) || extra.iter().any(known)
                };
                return match rules.iter().find(|rule| !carries(rule)) {
                    None => Ok(()),
                    Some(_) => Err(format!("the question carries {} {extra:?}", decision.ask.rule)),
                };
            }
        }
        Err(format!("not so:{}", self.hint()))
    }

    fn offered(&self) -> Vec<client::PromptOption> {
        let mut all = Vec::new();
        for decision in self.game.pending() {
            let viewer = Viewer::Seat(decision.ask.owner);
            if let Some(prompt) = present::prompt(&self.game, self.catalogue, viewer)
                && let client::Ask::Options { options, .. } = prompt.ask
            {
                all.extend(options);
            }
        }
        all
    }

    fn offers(&self, answer: &str, rules: &[&str]) -> Result<(), String> {
        let Some(option) = self.offered().into_iter().find(|option| option.text == answer) else {
            return Err(format!("it is not offered:{}", self.hint()));
        };
        let carries = |rule: &str| option.rule.as_deref() == Some(rule) && crate::switch::carries(rule);
        match rules.iter().find(|rule| !carries(rule)) {
            None => Ok(()),
            Some(_) => Err(format!("the option carries {:?}", option.rule)),
        }
    }
}
