//! Few questions: how many answers an activation takes on the standard battle, of its player and of the enemy.

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_engine::decision::Answers;
use grognard_engine::dice::{Dice, Secret};
use grognard_engine::erased::Module;
use grognard_engine::game::Game;
use grognard_engine::log::Entry;
use grognard_engine::record::Origin;
use grognard_engine::rng::SplitMix;
use grognard_epic_armageddon::event::Event;
use grognard_epic_armageddon::{Epic, Fixed, Setup};

/// Answers of one activation: of its own player, of everybody else.
#[derive(Clone, Default)]
struct Asked {
    own: u32,
    others: u32,
    /// What was asked, in order.
    kinds: Vec<&'static str>,
}

/// Kinds of questions that come before an action is declared.
const BEFORE: [&str; 3] = ["activate", "action", "also-engage"];

fn activations(seed: u64) -> Vec<Asked> {
    let module = Module::<Epic>::embedded().expect("the embedded data is sound");
    let setup = Setup { scenario: "armageddon".to_owned(), ..Setup::default() };
    let fixed = Arc::new(Fixed::new(module.data(), &setup).expect("the battle can be played"));
    let mut game = Game::<Epic>::new(Arc::clone(&fixed), Dice::seeded(Secret::from_number(seed).seed(&[])))
        .expect("a battle begins");
    let mut rng = SplitMix::new(seed);
    let (mut all, mut before, mut declared): (Vec<Asked>, u32, usize) = (Vec::new(), 0, 0);
    let mut side = SeatId(0);
    while game.state().turn < 3 {
        let Some(decision) = game.pending().next().cloned() else { break };
        let seat = decision.ask.owner;
        let acting = BEFORE.contains(&decision.ask.kind);
        let rallies = decision.ask.kind.starts_with("rally");
        let choices = match &decision.answers {
            Answers::Options(options) => options.clone(),
            Answers::Proposal(_) => game.suggestions(&decision, &mut rng),
        };
        let choice = choices[rng.below(choices.len())].clone();
        game.give(seat, choice, Origin::Bot).expect("a suggestion is legal");
        let count = game
            .log()
            .iter()
            .filter(|logged| matches!(&logged.entry, Entry::Event(Event::Declared { .. })))
            .count();
        if acting {
            before += 1;
        } else if let (Some(last), false) = (all.last_mut(), rallies) {
            if seat == side {
                last.own += 1;
            } else {
                last.others += 1;
            }
            last.kinds.push(decision.ask.kind);
        }
        if count > declared {
            declared = count;
            side = seat;
            all.push(Asked { own: std::mem::take(&mut before), others: 0, kinds: Vec::new() });
        }
    }
    all
}

#[test]
fn an_activation_takes_few_answers() {
    let all: Vec<Asked> = (0..2).flat_map(activations).collect();
    let number = all.len() as u32;
    let (own, others): (u32, u32) =
        (all.iter().map(|asked| asked.own).sum(), all.iter().map(|asked| asked.others).sum());
    let more = all.iter().filter(|asked| asked.own > 5).count();
    let most = (all.iter().map(|asked| asked.own).max(), all.iter().map(|asked| asked.others).max());
    println!(
        "{number} activations: {own} own answers ({more} times more than 5), {others} others; most {most:?}"
    );
    for asked in all.iter().filter(|asked| asked.own > 5 || asked.others > 2) {
        println!("{} and {}: {}", asked.own, asked.others, asked.kinds.join(" "));
    }
    assert!(number >= 20, "two battles have activations: {number}");
    assert!(own <= 5 * number, "{own} answers in {number} activations");
    assert!(others <= 2 * number, "{others} answers of the enemy in {number} activations");
}
