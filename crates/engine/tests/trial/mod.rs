//! What both trials are put through: saved, resumed and searched at every decision of random games.
#![expect(clippy::unwrap_used, reason = "a trial that breaks should break where it stands")]

use std::sync::Arc;

use grognard_bots::Search;
use grognard_bots::playout::Reach;
use grognard_bots::search::Value;
use grognard_engine::bot::RandomBot;
use grognard_engine::decision::Answers;
use grognard_engine::dice::Secret;
use grognard_engine::game::Game;
use grognard_engine::prove;
use grognard_engine::record::{Header, Line, Origin, RECORD_FORMAT};
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::Ruleset;
use grognard_engine::save::{self, Beginning, Save};
use grognard_engine::{SeatId, Viewer};

/// What was met on the way.
#[derive(Debug, Default)]
pub struct Tally {
    /// Decisions in all.
    pub decisions: u32,
    /// Of these, such with answers before them in the same activity.
    pub inside: u32,
    /// The longest row of answers in one activity.
    pub longest: usize,
    /// Kinds of questions, each once.
    pub kinds: Vec<&'static str>,
    /// Proposals of which the same was said in a game with other hidden facts.
    pub compared: u32,
}

fn header(seed: u64) -> Header {
    let secret = Secret::from_number(seed);
    Header {
        grognard: RECORD_FORMAT,
        system: "trial".to_owned(),
        version: "0".to_owned(),
        data: "0".to_owned(),
        setup: serde_json::Value::Null,
        patches: Vec::new(),
        documents: Vec::new(),
        commitment: secret.commitment(),
        nonces: Vec::new(),
        secret: Some(secret.to_hex()),
        from: None,
        rolled: Vec::new(),
    }
}

/// Plays random games. At every decision the game is written as text, read and goes on from there; and its owner
/// searches from what he knows.
pub fn put_through<R: Ruleset>(fixed: &Arc<R::Fixed>, games: u64, value: Value<R>) -> Tally {
    let policy = Arc::new(|seed| Box::new(RandomBot::new(seed)) as Box<_>);
    let search: Search<R> = Search {
        playouts: 12,
        effort: 1_000,
        reach: Reach { turns: 0, decisions: 20 },
        width: 6,
        doubt: 0,
        weighs: |_| true,
        policy,
        value,
    };
    let mut tally = Tally::default();
    for seed in 0..games {
        let mut rng = SplitMix::new(seed);
        let mut game = save::start::<R>(Beginning::new(Arc::clone(fixed)), &header(seed)).unwrap();
        loop {
            let Some(decision) = game.pending().next().cloned() else { break };
            let seat = decision.ask.owner;
            game = saved_and_loaded(&game, seed);

            let root = game.root(seat);
            tally.decisions += 1;
            tally.inside += u32::from(!root.answers.is_empty());
            tally.longest = tally.longest.max(root.answers.len());
            if !tally.kinds.contains(&decision.ask.kind) {
                tally.kinds.push(decision.ask.kind);
            }
            let judged = search.judge(fixed, &root, &decision, None, &mut rng);
            assert!(
                judged.iter().any(|judged| !judged.values.is_empty()),
                "seed {seed}: no made-up game led to {decision:?}"
            );

            if matches!(decision.answers, Answers::Proposal(_))
                && let Some(other) = (0..20).find_map(|_| root.resume(fixed, &mut rng))
            {
                let views = [&game, &other].map(|game| game.view(Viewer::Seat(seat)));
                let tried: Vec<_> = root.answers.iter().flatten().cloned().collect();
                prove::proposals_tell_nothing(&**fixed, views.each_ref(), &decision, &tried, &mut rng)
                    .unwrap_or_else(|why| panic!("seed {seed}: {why}"));
                tally.compared += 1;
            }

            let all = game.suggestions(&decision, &mut rng);
            let choice = all[rng.below(all.len())].clone();
            let text = R::write(fixed, &choice);
            game.answer(seat, &text, Origin::Player).unwrap();
        }
    }
    tally
}

/// The same game by way of a text.
fn saved_and_loaded<R: Ruleset>(game: &Game<R>, seed: u64) -> Game<R> {
    let text = serde_json::to_string(&Save::of(game, header(seed))).unwrap();
    let save: Save = serde_json::from_str(&text).unwrap();
    let mut loaded = save::start::<R>(Beginning::new(Arc::clone(game.fixed())), &save.header).unwrap();
    for line in &save.lines {
        if let Line::Answer { seat, answer, by } = line {
            let seat = loaded.seat_named(seat).unwrap();
            loaded.answer(seat, answer, *by).unwrap();
        }
    }
    assert_eq!(loaded.hash(), game.hash(), "seed {seed}: another state");
    assert!(loaded.pending().eq(game.pending()), "seed {seed}: another question");
    for viewer in [Viewer::Seat(SeatId(0)), Viewer::Seat(SeatId(1)), Viewer::Spectator] {
        let views = [&loaded, game].map(|game| serde_json::to_string(&game.view(viewer)).unwrap());
        assert_eq!(views[0], views[1], "seed {seed}: another view");
    }
    assert_eq!(format!("{:?}", loaded.log()), format!("{:?}", game.log()), "seed {seed}: another log");
    loaded
}
