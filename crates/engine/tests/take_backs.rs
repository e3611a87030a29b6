//! Take-backs, sealed sets, epochs and asides, on the example system.

use grognard_engine::dice::Secret;
use grognard_engine::erased::{BotSeat, DynGame, Module, System};
use grognard_engine::game::Rejected;
use grognard_engine::record::{Line, Origin, Record};
use grognard_engine::{SeatId, Viewer};
use grognard_example::Example;
use serde_json::json;

const RED: SeatId = SeatId(0);
const GREEN: SeatId = SeatId(1);
const BLUE: SeatId = SeatId(2);

fn module() -> Module<Example> {
    Module::embedded().expect("the embedded data is sound")
}

fn start() -> Box<dyn DynGame> {
    module().start(&json!({}), Secret::from_number(3), vec![]).expect("the set-up is right")
}

fn say(game: &mut dyn DynGame, seat: SeatId, text: &str) {
    game.answer(seat, text, Origin::Player).unwrap_or_else(|why| panic!("{text}: {why}"));
}

/// Through the orders, to the first drone of whoever has initiative.
fn at_the_first_drone(orders: [&str; 3]) -> (Box<dyn DynGame>, SeatId) {
    let mut game = start();
    for (seat, order) in [RED, GREEN, BLUE].into_iter().zip(orders) {
        say(&mut *game, seat, &format!("order {order}"));
    }
    let first = game.waits_for()[0];
    (game, first)
}

fn stay(game: &mut dyn DynGame, seat: SeatId) {
    let text = game.default_answer(seat).expect("a path has a default");
    say(game, seat, &text);
}

#[test]
fn an_answer_under_seal_is_taken_back_alone_and_for_free() {
    let mut game = start();
    say(&mut *game, RED, "order guard");
    say(&mut *game, GREEN, "order hasten");
    assert_eq!(game.waits_for(), [BLUE]);
    let preview = game.undo_preview(RED).unwrap();
    assert!(preview.free && preview.others.is_empty(), "{preview:?}");
    assert_eq!(preview.answer, "order guard");

    game.undo(RED, false).unwrap();
    assert_eq!(game.waits_for(), [RED, BLUE], "the other answer stays in");
    say(&mut *game, BLUE, "order advance");
    say(&mut *game, RED, "order hasten");
    let orders: Vec<_> =
        game.log(Viewer::Spectator, 0).into_iter().filter(|line| line.topic == "ordered").collect();
    let words: Vec<_> = orders.iter().map(|line| line.sentence.as_str()).collect();
    assert_eq!(words, ["Red orders: Hasten.", "Green orders: Hasten.", "Blue orders: Advance."]);

    let again = module().replay(&game.record(true)).unwrap();
    assert_eq!((again.hash(), again.lines()), (game.hash(), game.lines()));
}

#[test]
fn nobody_sees_an_answer_under_seal() {
    let mut one = start();
    let mut two = start();
    say(&mut *one, RED, "order guard");
    say(&mut *two, RED, "order hasten");
    for viewer in [Viewer::Seat(RED), Viewer::Seat(GREEN), Viewer::Spectator] {
        assert_eq!(one.prompt(viewer), two.prompt(viewer));
        assert_eq!(one.scene(viewer), two.scene(viewer));
        assert_eq!(one.log(viewer, 0), two.log(viewer, 0));
    }
    assert!(one.prompt(Viewer::Seat(GREEN)).unwrap().secret);
    assert_eq!(one.prompt(Viewer::Spectator).unwrap().seats, ["green", "blue"]);
    let (seat, _, public) = one.answer_at(0).unwrap();
    assert!(seat == RED && !public, "a frame must not show it either");
    let late = one.answer(RED, "order advance", Origin::Player);
    assert!(matches!(late, Err(Rejected::NotAsked(_))), "{late:?}");
}

#[test]
fn opened_orders_are_taken_back_by_consent_only_and_with_fresh_dice() {
    let (mut game, _) = at_the_first_drone(["guard", "advance", "hasten"]);
    let preview = game.undo_preview(GREEN).unwrap();
    assert!(preview.revealed && !preview.free, "{preview:?}");
    assert_eq!((preview.to, preview.others.clone()), (1, vec![BLUE]));
    match game.undo(GREEN, false) {
        Err(Rejected::NeedsConsent { seats, .. }) => assert_eq!(seats, [RED, BLUE]),
        other => panic!("{other:?}"),
    }
    assert_eq!(game.epoch(), 0);
    game.undo(GREEN, true).unwrap();
    assert_eq!(game.epoch(), 1);
    assert_eq!(game.waits_for(), [GREEN, BLUE], "red's order stays in, and is sealed again");
    assert!(game.lines().contains(&Line::Undo { undo: 1, epoch: Some(1) }));
    let loaded = module().load(&game.save()).unwrap();
    assert_eq!((loaded.waits_for(), loaded.epoch()), (vec![GREEN, BLUE], 1));
}

#[test]
fn a_free_take_back_does_not_make_an_earlier_one_free() {
    let (mut game, first) = at_the_first_drone(["advance"; 3]);
    // The dice for initiative were shown after the orders; a move and its free take-back must not hide that.
    stay(&mut *game, first);
    assert!(game.undo_preview(first).unwrap().free);
    game.undo(first, false).unwrap();
    let preview = game.undo_preview(first).unwrap();
    assert!(preview.revealed && !preview.free, "{preview:?}");
}

#[test]
fn each_epoch_has_dice_of_its_own() {
    let mut faces = Vec::new();
    let (mut game, _) = at_the_first_drone(["advance"; 3]);
    for _ in 0..6 {
        let log = game.log(Viewer::Spectator, 0);
        let line = log.iter().find(|line| line.topic == "initiative").expect("initiative was rolled");
        faces.push(line.dice.iter().flat_map(|roll| roll.faces.clone()).collect::<Vec<_>>());
        game.undo(BLUE, true).unwrap();
        say(&mut *game, BLUE, "order advance");
    }
    faces.sort();
    faces.dedup();
    assert!(faces.len() > 4, "{faces:?}");
    assert_eq!(game.epoch(), 6);
}

#[test]
fn an_aside_counts_at_once_between_activities_and_later_in_the_middle_of_one() {
    let (mut game, first) = at_the_first_drone(["guard"; 3]);
    let steps =
        |game: &dyn DynGame, seat| game.prompt(Viewer::Seat(seat)).expect("the game goes on").sentence;
    assert!(steps(&*game, first).contains("up to 1 steps"));
    game.aside(first, "drop guard", Origin::Player).unwrap();
    assert!(steps(&*game, first).contains("up to 2 steps"), "{}", steps(&*game, first));
    let twice = game.aside(first, "drop guard", Origin::Player);
    assert!(matches!(&twice, Err(Rejected::Refused(refusal)) if refusal.violations.len() == 1), "{twice:?}");
    let nonsense = game.aside(first, "dance", Origin::Player);
    assert!(matches!(&nonsense, Err(Rejected::Refused(refusal)) if refusal.unreadable.is_some()));

    // Under seal the activity has begun: what is said waits for its end.
    let mut game = start();
    say(&mut *game, RED, "order guard");
    let early = game.aside(RED, "drop guard", Origin::Player);
    assert!(early.is_err(), "there is no guard yet: {early:?}");
}

#[test]
fn an_aside_survives_a_take_back_of_what_came_after_it() {
    let (mut game, first) = at_the_first_drone(["guard"; 3]);
    game.aside(first, "drop guard", Origin::Player).unwrap();
    let before = game.hash();
    stay(&mut *game, first);
    game.undo(first, false).unwrap();
    assert_eq!(game.hash(), before);
    let again = module().replay(&game.record(true)).unwrap();
    assert_eq!((again.hash(), again.lines()), (game.hash(), game.lines()));
}

#[test]
fn giving_up_ends_the_game_and_can_be_taken_back_by_consent() {
    let (mut game, first) = at_the_first_drone(["advance"; 3]);
    let before = game.hash();
    stay(&mut *game, first);
    game.aside(GREEN, "resign", Origin::Player).unwrap();
    let (winners, why, rule) = game.over().expect("it is over");
    assert!(!winners.contains(&GREEN) && rule == "EX-RND-004", "{why}");
    assert!(game.answer(first, "hold", Origin::Player).is_err());
    assert!(game.aside(GREEN, "drop guard", Origin::Player).is_err());
    let again = module().load(&game.save()).unwrap();
    assert_eq!(again.over(), game.over());
    assert!(game.undo(first, false).is_err());
    game.undo(first, true).unwrap();
    assert_eq!((game.hash(), game.over()), (before, None));
}

#[test]
fn a_save_from_other_rules_goes_on_from_the_activity_start_with_fresh_dice() {
    let (mut game, first) = at_the_first_drone(["advance"; 3]);
    stay(&mut *game, first);
    let mut save = game.save();
    // As if the rules had changed: the state at the decision is another one.
    save["hash"] = json!("0123456789abcdef");
    let mut loaded = module().load(&save).unwrap();
    assert_eq!(loaded.waits_for(), game.waits_for());
    assert_ne!(loaded.epoch(), game.epoch());
    assert!(loaded.undo_preview(first).is_none(), "what came before cannot be taken back");
    let record = loaded.record(true);
    assert!(record.header.from.is_some() && loaded.record(false).header.from.is_none());
    // The new segment is a game like any other.
    stay(&mut *loaded, first);
    let again = module().load(&loaded.save()).unwrap();
    assert_eq!((again.hash(), again.lines(), again.epoch()), (loaded.hash(), loaded.lines(), loaded.epoch()));
}

#[test]
fn hostile_saves_are_refused_with_a_reason() {
    let save = start().save();
    let error = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut save = save.clone();
        change(&mut save);
        module().load(&save).map(|_| ()).expect_err("the save is wrong")
    };
    assert!(error(&|save| save["schema"] = json!(99)).contains("schema 99"));
    assert!(error(&|save| save["extra"] = json!(1)).contains("extra"));
    assert!(error(&|save| save["header"]["system"] = json!("chess")).contains("chess"));
    let broken = error(&|save| {
        save["hash"] = json!("0");
        save["start"]["drones"] = json!([]);
    });
    assert!(broken.contains("0 drones"), "{broken}");
    let broken = error(&|save| {
        save["hash"] = json!("0");
        save["start"]["flow"] = json!("picnic");
    });
    assert!(broken.contains("picnic"), "{broken}");
}

#[test]
fn a_fork_leads_to_the_same_state_with_a_secret_of_its_own() {
    let mut bots: Vec<_> = (0..3).map(|seat| BotSeat::new("random", seat)).collect();
    let mut game = start();
    let step = |game: &mut dyn DynGame, bots: &mut [BotSeat]| {
        let Some(seat) = game.waits_for().first().copied() else { return false };
        let text = game.bot_answer(seat, &mut bots[seat.index()]).unwrap();
        say(game, seat, &text);
        true
    };
    for _ in 0..12 {
        step(&mut *game, &mut bots);
    }
    // A take-back with new dice, and something said beside the answers.
    game.rewind(8, Some(1)).unwrap();
    step(&mut *game, &mut bots);
    let first = game.waits_for()[0];
    game.aside(first, "drop guard", Origin::Player).ok();
    for _ in 0..20 {
        step(&mut *game, &mut bots);
    }
    let parent = Secret::from_number(3);
    for at in 0..game.answers() {
        let secret = Secret::from_number(u64::from(at) + 100);
        let record = game.fork(at, secret).unwrap();
        assert!(!record.to_text().contains(&parent.to_hex()), "the parent's secret is not in it");
        let mut fork = module().replay(&record).unwrap();
        let frame = game.frame(at).unwrap();
        assert_eq!((fork.hash(), fork.answers()), (frame.hash(), at), "frame {at}");
        // It goes on, and its own record is whole.
        for _ in 0..6 {
            step(&mut *fork, &mut bots);
        }
        let again = module().replay(&Record::parse(&fork.record(true).to_text()).unwrap()).unwrap();
        assert_eq!((again.hash(), again.lines()), (fork.hash(), fork.lines()));
        // Take-backs in a fork roll new dice, and forks of forks are forks.
        fork.rewind(0, Some(1)).unwrap();
        for _ in 0..4 {
            step(&mut *fork, &mut bots);
        }
        let deeper = module().replay(&fork.fork(2, parent).unwrap()).unwrap();
        assert_eq!(deeper.hash(), fork.frame(2).unwrap().hash());
    }
    let told = game.record(false).header;
    assert!(told.secret.is_none() && told.rolled.is_empty() && told.from.is_none());
}

#[test]
fn equal_states_have_different_marks_before_the_secret_is_out() {
    let marks = |secret: u64| {
        let mut game = module().start(&json!({}), Secret::from_number(secret), vec![]).unwrap();
        for seat in [RED, GREEN, BLUE] {
            say(&mut *game, seat, "order guard");
        }
        let marks = game.lines().iter().filter_map(|line| match line {
            Line::Turn { hash, .. } => Some(hash.clone()),
            _ => None,
        });
        marks.collect::<Vec<_>>()
    };
    let (one, two) = (marks(1), marks(2));
    assert!(!one.is_empty());
    assert!(one.iter().all(|mark| !two.contains(mark)), "{one:?} {two:?}");
}
