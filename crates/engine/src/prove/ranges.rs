//! Where nothing is measured before it is declared, nothing that a seat is shown depends on how far away anybody is.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::secrets::{any_answer, log_of, recent_answers};
use super::{At, Games, proposals_tell_nothing, shown};
use crate::SeatId;
use crate::decision::Decision;
use crate::erased::System;
use crate::game::Game;
use crate::present;
use crate::record::Origin;
use crate::rng::SplitMix;
use crate::ruleset::{Present, Ruleset};
use crate::seat::Viewer;

/// How many decisions two games that differ in one unit's place are played in step.
const STEPS: usize = 6;

/// The state with one enemy unit of a seat elsewhere.
pub type Elsewhere<'a, R> = &'a dyn Fn(
    &<R as Ruleset>::Fixed,
    &<R as Ruleset>::State,
    SeatId,
    &mut SplitMix,
) -> Option<<R as Ruleset>::State>;
/// Whether a decision comes after a declaration, so that lengths may be told.
pub type Declared<'a, R> = &'a dyn Fn(&<R as Ruleset>::Fixed, &<R as Ruleset>::State, &Decision<R>) -> bool;

impl<R: Present> Games<'_, R> {
    /// Two states that differ only in where one enemy unit of a seat stands, with equal sight and cover, show that seat the
    /// same until something is declared: prompts and options, defaults and suggestions, checks and refusals, odds and
    /// every other query, the log, and the scene but for the places of pieces.
    ///
    /// `elsewhere` finds the other state: everything that may be shown without measuring must be as it was (who sees whom
    /// and how well covered, who is the nearest, whom a move in progress could meet). It gives `None` where it finds no
    /// place. `declared` says at which decisions a length may be told, such as the form of a move in progress.
    pub fn tells_no_range(&self, elsewhere: Elsewhere<'_, R>, declared: Declared<'_, R>) {
        let mut compared = 0_u32;
        self.walk("tells no range", |at, game, rng| {
            let root = game.root(SeatId(0));
            if !root.answers.is_empty() || !root.sealed.is_empty() {
                return;
            }
            let owners: Vec<SeatId> = game.pending().map(|decision| decision.ask.owner).collect();
            for seat in owners {
                compared += self.play_in_step(at, game, seat, (elsewhere, declared), rng);
            }
        });
        assert!(compared > 0, "{}: no decision was compared, so nothing was proved", R::ID);
    }

    /// Plays the current activity twice from its start; how many decisions were compared.
    fn play_in_step(
        &self,
        at: &At,
        game: &Game<R>,
        seat: SeatId,
        (elsewhere, declared): (Elsewhere<'_, R>, Declared<'_, R>),
        rng: &mut SplitMix,
    ) -> u32 {
        let (start, place) = game.activity_start();
        let Some(other) = elsewhere(game.fixed(), start, seat, rng) else { return 0 };
        if let Err(what) = R::sound(game.fixed(), &other) {
            at.fail(format!("the state with a unit elsewhere is not sound: {what}"));
        }
        let mut dice = game.dice().clone();
        dice.seek(place);
        let [mut one, mut two] = [start.clone(), other]
            .map(|state| at.good(Game::<R>::from_state(Arc::clone(game.fixed()), state, dice.clone())));
        for compared in 0..STEPS as u32 {
            let Some(decision) = one.pending().next().cloned() else { return compared };
            if decision.ask.owner != seat || declared(one.fixed(), one.state(), &decision) {
                return compared;
            }
            self.told_alike(at, [&one, &two], &decision, rng);
            let choice = any_answer(&one, &decision, rng);
            let text = R::write(one.fixed(), &choice);
            at.good(one.give(seat, choice, Origin::Player));
            at.good(two.answer(seat, &text, Origin::Player));
        }
        STEPS as u32
    }

    /// Compares all that the owner of a decision is told in two games.
    fn told_alike(&self, at: &At, games: [&Game<R>; 2], decision: &Decision<R>, rng: &mut SplitMix) {
        let one = games[0];
        let (seat, fixed) = (decision.ask.owner, one.fixed());
        let viewer = Viewer::Seat(seat);
        let alike = |what: &str, [now, then]: [String; 2]| {
            at.ensure(now == then, || format!("{what} tells a range:\n  {now}\nnot\n  {then}"));
        };
        alike("the question", games.map(|game| format!("{:?}", game.decision_of(seat))));
        let catalogue = self.module.catalogue();
        alike("the prompt", games.map(|game| json(&present::prompt(game, catalogue, viewer))));
        alike("the log", games.map(|game| format!("{:?}", log_of(game, 0, viewer))));
        alike("the scene", games.map(|game| without_places(game, viewer)));
        alike("the default", games.map(|game| format!("{:?}", game.default_answer(seat))));
        let tried = recent_answers(one);
        let views = games.map(|game| game.view(viewer));
        at.good(proposals_tell_nothing(&**fixed, views.each_ref(), decision, &tried, rng));
        let seed = rng.next_u64();
        let suggested = games.map(|game| {
            let all = game.suggestions(decision, &mut SplitMix::new(seed));
            all.iter().map(|choice| R::write(fixed, choice)).collect::<Vec<_>>()
        });
        alike("the list of suggestions", suggested.each_ref().map(|all| all.join("\n")));
        let tried = tried.iter().map(|choice| R::write(fixed, choice));
        for text in tried.chain(suggested[0].iter().take(8).cloned()).chain(["nonsense".to_owned()]) {
            alike(
                &format!("the refusal of `{text}`"),
                games.map(|game| format!("{:?}", game.read(seat, &text))),
            );
        }
        let scene = R::scene(fixed, &views[0]);
        let seats = one.seats().iter().map(|seat| seat.id.clone());
        for query in shown::queries(&scene, seats, &suggested[0], rng) {
            let answer = |view: &R::View| format!("{:?}", R::query(fixed, view, &query));
            alike(&format!("the answer to {query:?}"), [answer(&views[0]), answer(&views[1])]);
        }
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what clients get is plain data")
}

/// The scene without the places and bases of pieces: these are what the players judge by eye.
fn without_places<R: Present>(game: &Game<R>, viewer: Viewer) -> String {
    let scene = R::scene(game.fixed(), &game.view(viewer));
    let bodies: Vec<String> = scene.pieces.iter().map(|piece| piece.id.clone()).collect();
    let mut scene = serde_json::to_value(&scene).expect("what clients get is plain data");
    let pieces = scene.get_mut("pieces").and_then(Value::as_array_mut);
    for piece in pieces.into_iter().flatten().filter_map(Value::as_object_mut) {
        piece.remove("place");
    }
    let shapes = scene.get_mut("shapes").and_then(Value::as_array_mut);
    for shape in shapes.into_iter().flatten().filter_map(Value::as_object_mut) {
        if shape.get("of").and_then(Value::as_str).is_some_and(|of| bodies.iter().any(|body| body == of)) {
            shape.remove("outline");
        }
    }
    scene.to_string()
}
