//! Standing answers: a player is asked less often, and what matters is still asked.

use std::sync::Arc;

use grognard_engine::bot::decide;
use grognard_engine::decision::Decision;
use grognard_engine::dice::{Dice, Secret};
use grognard_engine::erased::Module;
use grognard_engine::game::Game;
use grognard_engine::record::Origin;
use grognard_engine::ruleset::{Present, Ruleset, Standing};
use grognard_engine::{SeatId, Viewer};
use grognard_wh40k_9e::choice::{Choice, Word};
use grognard_wh40k_9e::{Fixed, Nine, Setup};

/// The questions about dice that a player was asked himself, and what was answered for him.
#[derive(Default)]
struct Asked {
    dice: u32,
    answered: Vec<(&'static str, Choice)>,
}

const PLAYER: SeatId = SeatId(0);

fn is_about_dice(decision: &Decision<Nine>) -> bool {
    matches!(decision.ask.kind, "reroll" | "overwatch" | "save" | "ignore")
}

/// A battle of two scripted players, of whom the first wants to be asked in one way.
fn play(mode: &str) -> Asked {
    let module = Module::<Nine>::embedded().expect("the embedded data is sound");
    let setup = Setup { preset: "as-played".to_owned(), ..Setup::default() };
    let fixed = Arc::new(Fixed::new(module.data(), &setup).expect("the set-up can be played"));
    let dice = Dice::seeded(Secret::from_number(5).seed(&[]));
    let mut game = Game::<Nine>::new(Arc::clone(&fixed), dice).expect("a battle begins");
    let mut bots = [0, 1].map(|seed| Nine::bot("scripted", seed).expect("there is such a player"));
    let mut scope = None;
    let mut asked = Asked::default();
    loop {
        let Some(decision) = game.pending().next().cloned() else { break };
        let seat = decision.ask.owner;
        let view = game.view(Viewer::Seat(seat));
        if seat == PLAYER {
            // A player who does not want to be asked in this phase says so again in the next.
            let set = *scope.get_or_insert_with(|| Nine::stop_scope(&fixed, &view, mode));
            let mut says = Nine::standing(&fixed, &view, &decision, mode, None, set);
            if says == Standing::Expired {
                let now = Nine::stop_scope(&fixed, &view, mode);
                scope = Some(now);
                says = Nine::standing(&fixed, &view, &decision, mode, None, now);
            }
            if let Standing::Answer(choice) = says {
                asked.answered.push((decision.ask.kind, choice.clone()));
                game.give(seat, choice, Origin::Stop).expect("a standing answer is legal");
                continue;
            }
            asked.dice += u32::from(is_about_dice(&decision));
        }
        let choice = decide(&mut *bots[seat.index()], &game.seen(seat, None), &decision);
        game.give(seat, choice, Origin::Bot).expect("a bot's answer is legal");
    }
    asked
}

#[test]
fn a_player_is_asked_about_what_matters() {
    let [always, matters, phase, never] = ["always", "matters", "phase", "never"].map(play);
    println!(
        "questions about dice in a battle: {} always, {} when it matters, {} not this phase, {} never",
        always.dice, matters.dice, phase.dice, never.dice
    );
    assert!(always.answered.is_empty(), "nothing is answered for who wants to be asked always");
    assert!(always.dice >= 40, "so many questions are why there are standing answers: {}", always.dice);
    assert!(matters.dice * 4 <= always.dice, "{} of {}", matters.dice, always.dice);
    assert!(matters.dice > 0, "something matters in every battle");
    assert_eq!((phase.dice, never.dice), (0, 0), "nothing is asked about dice");
    for asked in [&phase, &never] {
        let spent = asked.answered.iter().any(|(_, choice)| matches!(choice, Choice::Stratagem(..)));
        assert!(!spent, "no Command point is spent unasked");
        assert!(asked.answered.contains(&("reroll", Choice::Word(Word::Keep))));
    }
}
