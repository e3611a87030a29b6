//! How often a player is asked in a turn of the standard battle, with the standing answers that are on at first.

use grognard_engine::client::{Ask, Prompt, PromptOption, THEN};
use grognard_engine::dice::Secret;
use grognard_engine::erased::{BotSeat, DynGame, Module, StandingAnswer, System};
use grognard_engine::record::Origin;
use grognard_engine::{SeatId, Viewer};
use grognard_wh40k_2e::Second;
use serde_json::json;

const RED: SeatId = SeatId(0);
const TURNS: usize = 3;
/// The players' budget for a turn.
const MOST: usize = 25;

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
            "move-type" => {
                self.drags = text == "walk";
                self.offers(text)
            }
            "fire" => self.offers(text),
            "paths" => std::mem::take(&mut self.drags),
            _ => false,
        }
    }

    fn offers(&self, text: &str) -> bool {
        let whole = format!("{}{THEN}{text}", self.unit);
        self.shortcuts.iter().any(|shortcut| shortcut.text == whole)
    }
}

fn is_reds_turn(game: &dyn DynGame) -> bool {
    let scene = game.scene(Viewer::Spectator);
    let track = |id: &str| scene.tracks.iter().find(|track| track.id == id);
    track("turn").is_some_and(|turn| turn.seat.as_deref() == Some("red"))
        && track("round").is_none_or(|round| round.number != Some(0))
}

/// The questions the red player is asked in each of its turns, by topic.
fn asked(mode: &str) -> Vec<Vec<String>> {
    let system = Module::<Second>::embedded().expect("the data reads");
    let setup = json!({ "battle": "seers-and-daemons" });
    let mut game = system.start(&setup, Secret::from_number(2), vec![]).expect("the battle can be played");
    let mut bots = ["scripted", "scripted"].map(|name| BotSeat::new(name, 7));
    let mut asked: Vec<Vec<String>> = Vec::new();
    let (mut gesture, mut own) = (Gesture::default(), false);
    while let Some(seat) = game.waits_for().first().copied() {
        let now = is_reds_turn(&*game);
        if now && !own {
            asked.push(Vec::new());
        }
        own = now;
        if asked.len() > TURNS + 1 {
            break;
        }
        if seat == RED
            && let StandingAnswer::Answer(text) = game.standing(seat, mode, None, 0)
        {
            game.answer(seat, &text, Origin::Stop).expect("a standing answer is legal");
            continue;
        }
        let prompt = game.prompt(Viewer::Seat(seat)).expect("it is asked");
        let text = game.bot_answer(seat, &mut bots[seat.index()]).expect("it answers everything");
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
    asked
}

#[test]
fn a_turn_asks_few_questions() {
    let few = asked("fights");
    for (turn, topics) in few.iter().enumerate() {
        println!("turn {turn}: {} asked: {}", topics.len(), topics.join(" "));
    }
    assert!(few.len() > TURNS, "the battle lasts");
    assert!(few.iter().all(|topics| topics.len() <= MOST), "at most {MOST} a turn");
}
