//! What is listed is taken; everything else is refused and changes nothing; texts read back.

use super::{At, Games, Shown};
use crate::SeatId;
use crate::decision::Answers;
use crate::erased::DynGame;
use crate::game::Rejected;
use crate::record::Origin;
use crate::rng::SplitMix;
use crate::ruleset::Present;

/// How many options of a decision are tried besides the one that is played.
const WIDTH: usize = 6;
/// How many earlier answers are tried again at later decisions.
const MEMORY: usize = 24;

impl<R: Present> Games<'_, R> {
    /// Every listed option is accepted, and so are the default and every candidate; junk, changed texts, answers
    /// to other questions and answers of seats that are not asked are refused and change nothing. Late in a long game not at
    /// every decision, but at many.
    pub fn take_every_option_and_nothing_else(&self) {
        self.each("take every option and nothing else", |at, rng| {
            let mut game = self.start(at);
            let mut memory: Vec<String> = Vec::new();
            loop {
                self.maybe_aside(at, rng, &mut [&mut *game]);
                let Some((seat, text)) = self.pick(at, &*game, rng) else { break };
                if at.closely(rng) {
                    for asked in game.waits_for() {
                        try_options(at, &mut *game, asked, rng);
                    }
                    refuse_junk(at, &mut *game, &memory, rng);
                }
                memory.push(text.clone());
                if memory.len() > MEMORY {
                    memory.swap_remove(rng.below(MEMORY));
                }
                at.answer(&mut *game, seat, &text);
            }
            for index in 0..game.seats().len() as u8 {
                for text in &memory {
                    let late = game.answer(SeatId(index), text, Origin::Player);
                    at.ensure(late.is_err(), || format!("`{text}` was taken after the end"));
                }
            }
        });
    }

    /// The text of every option is canonical, belongs to it alone and reads back as the same answer.
    pub fn read_back_every_text(&self) {
        self.each("read back every text", |at, rng| {
            let mut game = self.start_typed(at);
            loop {
                let decisions: Vec<_> = game.pending().cloned().collect();
                if decisions.is_empty() {
                    break;
                }
                for decision in &decisions {
                    let mut choices = game.suggestions(decision, rng);
                    if matches!(decision.answers, Answers::Proposal(_)) {
                        choices.extend(game.default_answer(decision.ask.owner));
                    }
                    let mut texts = Vec::new();
                    for choice in &choices {
                        let text = R::write(game.fixed(), choice);
                        let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
                        at.ensure(text == plain, || format!("`{text}` is not plain: `{plain}`"));
                        let read = at.good(R::parse(game.fixed(), &text));
                        at.ensure(read == *choice, || format!("`{text}` is {choice:?}, but reads {read:?}"));
                        let loud = format!("  {} ", text.to_uppercase().replace(' ', "   "));
                        let read = at.good(game.read(decision.ask.owner, &loud));
                        at.ensure(read == *choice, || format!("`{loud}` was taken as {read:?}"));
                        texts.push(text);
                    }
                    if matches!(decision.answers, Answers::Options(_)) {
                        texts.sort_unstable();
                        let twice = texts.windows(2).find(|pair| pair[0] == pair[1]);
                        at.ensure(twice.is_none(), || format!("two options are written {twice:?}"));
                    }
                }
                let decision = &decisions[rng.below(decisions.len())];
                let mut all = game.suggestions(decision, rng);
                let choice = all.swap_remove(rng.below(all.len()));
                at.good(game.give(decision.ask.owner, choice, Origin::Player));
                at.answers = game.answers();
                at.ensure(at.answers < self.cap, || format!("no end within {} answers", self.cap));
            }
        });
    }
}

/// Gives some of a seat's options, and the default, and goes back each time.
fn try_options(at: &mut At, game: &mut dyn DynGame, seat: SeatId, rng: &mut SplitMix) {
    let mut texts = game.options(seat);
    rng.shuffle(&mut texts);
    texts.truncate(WIDTH);
    match game.default_answer(seat) {
        Some(default) => texts.push(default),
        None => at.fail(format!("{seat:?} is asked, but there is no default")),
    }
    let (before, answers) = (Shown::of(game), game.answers());
    for text in texts {
        at.answer(game, seat, &text);
        at.good(game.rewind(answers, None));
        at.answers = answers;
        at.same(&format!("going back from `{text}`"), &Shown::of(game), &before);
    }
}

/// Tries what should be refused.
fn refuse_junk(at: &mut At, game: &mut dyn DynGame, memory: &[String], rng: &mut SplitMix) {
    let before = Shown::of(game);
    let (mut revision, mut lines) = (game.revision(), game.lines().len());
    let asked = game.waits_for();
    for index in 0..game.seats().len() as u8 {
        let seat = SeatId(index);
        let options = game.options(seat);
        let mut texts: Vec<String> =
            ["", " ", "xyzzy", "\u{1F642}", "0", "-1", "resign"].map(str::to_owned).to_vec();
        texts.push("a ".repeat(2000));
        texts.extend(memory.iter().cloned());
        for other in &asked {
            // Answers of the others, and the own ones with a letter changed, dropped or added.
            let theirs = game.options(*other);
            for _ in 0..4 {
                let text = &theirs[rng.below(theirs.len())];
                texts.push(text.clone());
                texts.push(mutated(text, rng));
            }
        }
        for text in texts {
            if asked.contains(&seat) {
                if options.contains(&text) {
                    continue;
                }
                // What the game takes although it is not listed is a proposal nobody suggested, or another way to
                // write an option: the rules must bear it.
                if game_takes(game, seat, &text) {
                    let answers = game.answers();
                    at.answer(game, seat, &text);
                    at.good(game.rewind(answers, None));
                    at.answers = answers;
                    (revision, lines) = (game.revision(), game.lines().len());
                    continue;
                }
            }
            match game.answer(seat, &text, Origin::Player) {
                Ok(()) => at.fail(format!("`{text}` of {seat:?} was taken")),
                Err(Rejected::Fault(fault)) => {
                    at.fail(format!("`{text}` of {seat:?} broke the game: {fault}"))
                }
                Err(rejected) => {
                    let words = game.explain(&rejected);
                    at.ensure(!words.violations.is_empty(), || {
                        format!("`{text}` was refused without a word")
                    });
                }
            }
            at.ensure(game.revision() == revision && game.lines().len() == lines, || {
                format!("`{text}` was refused, but left a trace")
            });
        }
    }
    at.same("refused answers changed the game", &Shown::of(game), &before);
}

/// Whether the game would take an answer that is not on its list.
fn game_takes(game: &dyn DynGame, seat: SeatId, text: &str) -> bool {
    let query = crate::client::Query::WhyNot { text: text.to_owned() };
    let answer = game.query(crate::Viewer::Seat(seat), &query);
    matches!(answer, crate::client::QueryAnswer::WhyNot(refusal) if refusal.violations.is_empty())
}

/// A text with a letter changed, dropped, doubled or added.
fn mutated(text: &str, rng: &mut SplitMix) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = rng.below(letters.len().max(1));
    let letter = char::from(b'!' + rng.below(94) as u8);
    match rng.below(4) {
        0 if !letters.is_empty() => letters[at] = letter,
        1 if !letters.is_empty() => {
            letters.remove(at);
        }
        2 if !letters.is_empty() => letters.insert(at, letters[at]),
        _ => letters.insert(at, letter),
    }
    letters.into_iter().collect()
}
