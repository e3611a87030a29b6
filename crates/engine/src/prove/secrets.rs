//! What a seat may not know changes nothing that it sees; and from what it knows, games can be made up.

use std::sync::Arc;

use serde::Serialize;

use super::{At, Games, proposals_tell_nothing, viewers};
use crate::SeatId;
use crate::decision::Decision;
use crate::erased::System;
use crate::game::{Game, visible};
use crate::log::Entry;
use crate::present;
use crate::record::Origin;
use crate::rng::SplitMix;
use crate::ruleset::Present;
use crate::seat::Viewer;

/// How many decisions two games that differ in hidden facts are played in step.
const STEPS: usize = 6;
/// How often a made-up game may miss the decision before that counts as a failure.
const TRIES: usize = 400;
/// How many earlier answers are tried again.
const MEMORY: usize = 8;

/// What a ruleset adds to prove that its views keep secrets.
pub trait Hidden: Present {
    /// Changes everything in a state that a viewer may not know, and nothing else: cards are swapped between hands
    /// and deck, blips get other values.
    fn reshuffle_hidden(fixed: &Self::Fixed, state: &mut Self::State, viewer: Viewer, rng: &mut SplitMix);
}

impl<R: Hidden> Games<'_, R> {
    /// At a game's first decisions and at many later ones, for every seat and for spectators: a state that differs only in what the viewer may not know
    /// gives him byte-equal views, and what is said of his proposals is the same. And playing on from such a state, he is asked and told the same for as long as his
    /// view is the same: what shows in a log or prompt and not in the view was not his to learn.
    pub fn keep_secrets(&self) {
        let (mut compared, mut differed) = (0_u32, 0_u32);
        self.walk("keep secrets", |at, game, rng| {
            if !at.closely(rng) {
                return;
            }
            let root = game.root(SeatId(0));
            if root.answers.is_empty() && root.sealed.is_empty() {
                for viewer in viewers(game.seats().len()) {
                    self.in_step(at, game, viewer, rng);
                }
            }
            for viewer in viewers(game.seats().len()) {
                let mut other = game.state().clone();
                R::reshuffle_hidden(game.fixed(), &mut other, viewer, rng);
                if let Err(what) = R::sound(game.fixed(), &other) {
                    at.fail(format!("the reshuffled state is not sound: {what}"));
                }
                compared += 1;
                differed += u32::from(bytes(&other) != bytes(game.state()));
                let (now, then) =
                    (R::view(game.fixed(), game.state(), viewer), R::view(game.fixed(), &other, viewer));
                at.ensure(bytes(&now) == bytes(&then), || {
                    format!("{viewer:?} sees what he may not:\n  {now:?}\nnot\n  {then:?}")
                });
                if let Some(decision) = decision_of(game, viewer) {
                    let tried = recent_answers(game);
                    let views = [&now, &then];
                    at.good(proposals_tell_nothing(&**game.fixed(), views, decision, &tried, rng));
                }
            }
        });
        assert!(differed > 0, "{}: none of {compared} reshuffled states was another one", R::ID);
    }

    /// Plays the current activity twice from its start, with other hidden facts but the same dice and answers.
    fn in_step(&self, at: &At, game: &Game<R>, viewer: Viewer, rng: &mut SplitMix) {
        let (start, place) = game.activity_start();
        let mut dice = game.dice().clone();
        dice.seek(place);
        let mut other = start.clone();
        R::reshuffle_hidden(game.fixed(), &mut other, viewer, rng);
        let [mut one, mut two] = [start.clone(), other]
            .map(|state| at.good(Game::<R>::from_state(Arc::clone(game.fixed()), state, dice.clone())));
        for _ in 0..STEPS {
            if bytes(&one.view(viewer)) != bytes(&two.view(viewer)) {
                return;
            }
            self.compare(at, &one, &two, (0, viewer), rng);
            let Some(decision) = one.pending().next().cloned() else { return };
            let choice = any_answer(&one, &decision, rng);
            let text = R::write(one.fixed(), &choice);
            if two.decision_of(decision.ask.owner).is_none_or(|d| d.ask.kind != decision.ask.kind)
                || two.answer(decision.ask.owner, &text, Origin::Player).is_err()
            {
                return;
            }
            at.good(one.give(decision.ask.owner, choice, Origin::Player));
        }
    }
}

impl<R: Present> Games<'_, R> {
    /// At every decision, for its owner and another seat: a game made up from what the seat knows reaches the same
    /// decision, in mid-activity too, and there the seat and the spectators see the same prompt and the same log, and
    /// get the same suggestions and refusals, though what is hidden from them differs.
    pub fn can_be_searched(&self) {
        self.walk("can be searched", |at, game, rng| {
            let owners: Vec<_> = game.pending().map(|decision| decision.ask.owner).collect();
            let mut seats = vec![SeatId(rng.below(game.seats().len()) as u8)];
            seats.extend(owners.first());
            for seat in seats {
                let root = game.root(seat);
                let made_up = (0..TRIES).find_map(|_| root.resume(game.fixed(), rng));
                let Some(made_up) = made_up else {
                    at.fail(format!("{TRIES} games made up for {seat:?} did not reach its view and log"))
                };
                for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
                    self.compare(at, game, &made_up, (game.activity_log(), viewer), rng);
                }
            }
        });
    }

    /// Plays random games and looks at every decision.
    pub(super) fn walk(
        &self,
        property: &'static str,
        mut look: impl FnMut(&mut At, &Game<R>, &mut SplitMix),
    ) {
        self.each(property, |at, rng| {
            let mut game = self.start_typed(at);
            loop {
                if !self.asides.is_empty() && rng.below(6) == 0 {
                    let seat = SeatId(rng.below(game.seats().len()) as u8);
                    // A refusal is as good: what counts is that both ways lead on.
                    let _ = game.aside(seat, self.asides[rng.below(self.asides.len())], Origin::Player);
                }
                let pending: Vec<_> = game.pending().cloned().collect();
                if pending.is_empty() {
                    break;
                }
                look(at, &game, rng);
                let decision = &pending[rng.below(pending.len())];
                let choice = any_answer(&game, decision, rng);
                at.good(game.give(decision.ask.owner, choice, Origin::Player));
                at.answers = game.answers();
                at.ensure(at.answers < self.cap, || format!("no end within {} answers", self.cap));
            }
        });
    }

    /// Compares a game, from an entry of its log on, with one that differs only in what the viewer may not know.
    fn compare(
        &self,
        at: &At,
        game: &Game<R>,
        made_up: &Game<R>,
        (from, viewer): (usize, Viewer),
        rng: &mut SplitMix,
    ) {
        let catalogue = self.module.catalogue();
        let prompts = [game, made_up].map(|game| json(&present::prompt(game, catalogue, viewer)));
        at.ensure(prompts[0] == prompts[1], || {
            format!(
                "{viewer:?} is told of hidden things by the prompt:\n  {}\nnot\n  {}",
                prompts[0], prompts[1]
            )
        });
        let logs = [log_of(game, from, viewer), log_of(made_up, 0, viewer)];
        at.ensure(logs[0] == logs[1], || {
            format!("{viewer:?} is told of hidden things by the log:\n  {:?}\nnot\n  {:?}", logs[0], logs[1])
        });
        // Questions under seal are never skipped.
        for decision in game.pending().filter(|decision| decision.ask.skip_single && !game.is_sealed()) {
            let ask = decision.ask;
            let other = made_up.decision_of(ask.owner).filter(|other| other.ask.kind == ask.kind);
            let told = viewer != Viewer::Seat(ask.owner) && ask.known_to.includes(viewer);
            at.ensure(!told || other.is_none_or(|other| other.answers == decision.answers), || {
                format!(
                    "the options of `{}` depend on what {viewer:?} may not know, but it is skipped when it has one: \
                     ask always",
                    ask.kind
                )
            });
        }
        let Some(decision) = decision_of(game, viewer) else { return };
        let seat = decision.ask.owner;
        at.ensure(made_up.decision_of(seat) == Some(decision), || {
            format!("{seat:?} is asked\n  {decision:?}\nnot\n  {:?}", made_up.decision_of(seat))
        });
        let tried = recent_answers(game);
        let views = [game, made_up].map(|game| game.view(viewer));
        at.good(proposals_tell_nothing(&**game.fixed(), views.each_ref(), decision, &tried, rng));
        let texts = tried.iter().map(|choice| R::write(game.fixed(), choice));
        for text in texts.chain(["nonsense".to_owned()]) {
            let refusals = [game, made_up].map(|game| format!("{:?}", game.read(seat, &text)));
            at.ensure(refusals[0] == refusals[1], || {
                format!("the refusal of `{text}` tells:\n  {}\nnot\n  {}", refusals[0], refusals[1])
            });
        }
    }
}

/// A random answer to a decision.
pub(super) fn any_answer<R: Present>(
    game: &Game<R>,
    decision: &Decision<R>,
    rng: &mut SplitMix,
) -> R::Choice {
    let mut all = game.suggestions(decision, rng);
    all.swap_remove(rng.below(all.len()))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what clients get is plain data")
}

fn bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("states and views hold nothing postcard cannot write")
}

/// What a viewer may read since an entry of the log, with the numbers of the entries: gaps can tell too.
pub(super) fn log_of<R: Present>(game: &Game<R>, from: usize, viewer: Viewer) -> Vec<String> {
    let since = game.log()[from..].iter().enumerate();
    since.filter_map(|(number, logged)| Some(format!("{number} {:?}", visible(logged, viewer)?))).collect()
}

/// What the viewer has to decide.
fn decision_of<R: Present>(game: &Game<R>, viewer: Viewer) -> Option<&Decision<R>> {
    match viewer {
        Viewer::Seat(seat) => game.decision_of(seat),
        Viewer::Spectator => None,
    }
}

/// The last answers of anybody, most of them wrong by now.
pub(super) fn recent_answers<R: Present>(game: &Game<R>) -> Vec<R::Choice> {
    let answers = game.log().iter().rev().filter_map(|logged| match &logged.entry {
        Entry::Answer { choice, .. } => Some(choice.clone()),
        _ => None,
    });
    answers.take(MEMORY).collect()
}
