//! How often a player is asked in a turn of the standard lists.

use grognard_engine::dice::Secret;
use grognard_engine::erased::{BotSeat, DynGame, Module, System};
use grognard_engine::record::Origin;
use grognard_engine::{SeatId, Viewer};
use grognard_wh40k_5e::Fifth;
use serde_json::json;

const RED: SeatId = SeatId(0);
const TURNS: usize = 2;
/// The players' budget for a turn.
const MOST: usize = 28;

fn is_reds_turn(game: &dyn DynGame) -> bool {
    let scene = game.scene(Viewer::Spectator);
    let track = |id: &str| scene.tracks.iter().find(|track| track.id == id);
    track("turn").is_some_and(|turn| turn.seat.as_deref() == Some("red"))
        && track("round").is_none_or(|round| round.number != Some(0))
}

/// The questions the red player is asked in each of its turns, by topic. An order and its move are one drag on the table.
fn asked(rules: &str) -> Vec<Vec<String>> {
    let system = Module::<Fifth>::embedded().expect("the data reads");
    let setup = json!({
        "battle": "first-evening", "rules": rules, "red": "space-marines-standard", "blue": "orks-standard",
    });
    let mut game = system.start(&setup, Secret::from_number(2), vec![]).expect("the battle can be played");
    let mut bots = ["random", "random"].map(|name| BotSeat::new(name, 7));
    let mut asked: Vec<Vec<String>> = Vec::new();
    let (mut own, mut drags) = (false, false);
    while let Some(seat) = game.waits_for().first().copied() {
        let now = is_reds_turn(&*game);
        if now && !own {
            asked.push(Vec::new());
        }
        own = now;
        if asked.len() > TURNS {
            asked.pop();
            break;
        }
        let prompt = game.prompt(Viewer::Seat(seat)).expect("it is asked");
        let text = game.bot_answer(seat, &mut bots[seat.index()]).expect("it answers everything");
        if seat == RED && own {
            let dragged = std::mem::take(&mut drags) && text.starts_with("move ");
            drags = text.starts_with("order ");
            if !dragged {
                asked.last_mut().expect("there is a turn").push(prompt.topic.clone());
            }
        }
        game.answer(seat, &text, Origin::Bot).expect("it is allowed");
    }
    asked
}

#[test]
fn a_turn_asks_few_questions() {
    for rules in ["variant", "base"] {
        let few = asked(rules);
        for (turn, topics) in few.iter().enumerate() {
            println!("{rules}, turn {turn}: {} asked: {}", topics.len(), topics.join(" "));
        }
        assert_eq!(few.len(), TURNS, "the battle lasts");
        assert!(few.iter().all(|topics| topics.len() <= MOST), "at most {MOST} a turn by the {rules}");
    }
}
