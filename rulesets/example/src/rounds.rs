//! The flow of a game: deal, then rounds of cards, orders, drones and points.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::log::{Entry, Logged};
use grognard_engine::message::Message;
use grognard_engine::refusal::{Refusal, Violation};
use grognard_engine::ruleset::{Next, Outcome};
use grognard_engine::{Audience, SeatId, rule, rules};

use crate::Example;
use crate::choice::{Choice, PathShape};
use crate::data::Fixed;
use crate::event::Event;
use crate::fights;
use crate::hex::Ground;
use crate::state::{Card, DroneId, Flow, Order, State, alive, seats};

/// Plays one activity.
pub fn step(s: &mut State, cx: &mut Ctx<'_, Example>) -> Step<Next> {
    match s.flow {
        Flow::Deal => deal(s, cx)?,
        Flow::Draw => draw(s, cx)?,
        Flow::Orders => orders(s, cx)?,
        Flow::Drone(number) => drone(s, cx, number)?,
        Flow::Score => score(s, cx),
        Flow::Over => {}
    }
    // EX-RND-003: the last crew wins at once.
    if crews(s).count() == 1 {
        s.flow = Flow::Over;
    }
    Ok(if s.flow == Flow::Over { Next::Over } else { Next::Go })
}

/// The seats that still have drones.
fn crews(s: &State) -> impl Iterator<Item = SeatId> {
    seats().filter(|seat| alive(&s.drones).any(|(drone, _)| drone.owner() == *seat))
}

/// EX-HND-001: the deck is shuffled once; EX-HND-002: each crew draws its first cards.
fn deal(s: &mut State, cx: &mut Ctx<'_, Example>) -> Step {
    for last in (1..s.deck.len()).rev() {
        let other = cx.draw(last + 1, "roll.shuffle")?;
        s.deck.swap(last, other);
    }
    cx.emit(rules!["EX-HND-001"], Event::Shuffled);
    for seat in seats() {
        for _ in 0..cx.fixed().numbers().draw.first {
            draw_card(s, cx, seat);
        }
    }
    s.flow = Flow::Draw;
    Ok(())
}

/// EX-HND-002: one card from the deck, if there is one; only its owner sees it.
fn draw_card(s: &mut State, cx: &mut Ctx<'_, Example>, seat: SeatId) {
    if let Some(card) = s.deck.pop() {
        s.hands[seat.index()].push(card);
        s.hands[seat.index()].sort_unstable();
        cx.reveal();
        let drew = Event::Drew { seat, card: Some(card) };
        cx.emit_to(Audience::only(seat), rules!["EX-HND-002"], drew);
    }
}

/// A card to be buried.
#[derive(Clone)]
struct BuryPick(Card);

impl From<BuryPick> for Choice {
    fn from(pick: BuryPick) -> Choice {
        Choice::Bury(pick.0)
    }
}

/// EX-HND-002 and EX-HND-003: a round begins with a card each, and hands are kept within the limit.
fn draw(s: &mut State, cx: &mut Ctx<'_, Example>) -> Step {
    cx.emit(rules!["EX-RND-001"], Event::Round { round: s.round });
    for seat in seats() {
        for _ in 0..cx.fixed().numbers().draw.round {
            draw_card(s, cx, seat);
        }
        while s.hands[seat.index()].len() > cx.fixed().numbers().hand.limit as usize {
            let kinds: Vec<_> = kinds(&s.hands[seat.index()]).map(BuryPick).collect();
            // Asked even when all cards are alike: not asking would tell so.
            let ask = Ask::new(seat, "bury", rule!("EX-HND-003")).told(Audience::only(seat)).always();
            let BuryPick(card) = cx.choose(s, ask, &kinds)?;
            take(&mut s.hands[seat.index()], card);
            s.buried[seat.index()].push(card);
            let buried = Event::Buried { seat, card: Some(card) };
            cx.emit_to(Audience::only(seat), rules!["EX-HND-003"], buried);
        }
    }
    s.orders = [None; 3];
    s.flow = Flow::Orders;
    Ok(())
}

/// The kinds of cards in a hand, each once.
pub fn kinds(hand: &[Card]) -> impl Iterator<Item = Card> {
    Card::ALL.into_iter().filter(|card| hand.contains(card))
}

/// Takes one card of a kind out of a hand.
pub fn take(hand: &mut Vec<Card>, card: Card) {
    if let Some(at) = hand.iter().position(|held| *held == card) {
        hand.remove(at);
    }
}

/// An order to be given.
#[derive(Clone)]
struct OrderPick(Order);

impl From<OrderPick> for Choice {
    fn from(pick: OrderPick) -> Choice {
        Choice::Order(pick.0)
    }
}

/// EX-ORD-001: all crews order in secret; EX-INI-001: then they roll until no two are equal.
fn orders(s: &mut State, cx: &mut Ctx<'_, Example>) -> Step {
    let questions: Vec<_> = crews(s)
        .map(|seat| {
            let ask = Ask::new(seat, "order", rule!("EX-ORD-001"));
            (ask, Order::ALL.map(OrderPick).to_vec())
        })
        .collect();
    let picks = cx.sealed_choose(s, &questions)?;
    for ((ask, _), OrderPick(order)) in questions.iter().zip(picks) {
        s.orders[ask.owner.index()] = Some(order);
        cx.emit(rules!["EX-ORD-001"], Event::Ordered { seat: ask.owner, order });
    }
    let dice = loop {
        let dice =
            cx.roll::<3>(cx.fixed().numbers().initiative.die, "roll.initiative", rules!["EX-INI-001"])?;
        if dice[0] != dice[1] && dice[1] != dice[2] && dice[0] != dice[2] {
            break dice;
        }
    };
    s.sequence = seats().collect();
    s.sequence.sort_by_key(|seat| std::cmp::Reverse(dice[seat.index()]));
    cx.emit(rules!["EX-INI-001"], Event::Initiative { sequence: s.sequence.clone() });
    s.flow = Flow::Drone(0);
    Ok(())
}

/// The drone whose turn has this number in a round (EX-INI-002).
pub fn drone_of(sequence: &[SeatId], number: u8) -> Option<DroneId> {
    sequence.get(number as usize / 3).map(|seat| DroneId(seat.0 * 3 + number % 3))
}

/// EX-INI-002: one drone moves, and may attack from where it comes to stand.
fn drone(s: &mut State, cx: &mut Ctx<'_, Example>, number: u8) -> Step {
    let Some(id) = drone_of(&s.sequence, number) else { return cx.broken("nobody has initiative") };
    if s.drone(id).hull > 0 {
        let shape = PathShape { drone: id, steps: cx.fixed().numbers().steps(s.order(id.owner())) };
        let ask = Ask::new(id.owner(), "path", rule!("EX-MOV-001"));
        let Choice::Path(_, path) = cx.propose(s, ask, shape)? else {
            return cx.broken("a path was answered with something else");
        };
        if let Some(&to) = path.last() {
            let from = std::mem::replace(&mut s.drone_mut(id).at, to);
            // EX-MOV-005: only a hatch leads to the other deck.
            let hatch = path.iter().any(|hex| hex.board != from.board);
            let rules = if hatch { rules!["EX-MOV-001", "EX-MOV-005"] } else { rules!["EX-MOV-001"] };
            cx.emit(rules, Event::Moved { drone: id, from, path });
        }
        fights::attack(s, cx, id)?;
    }
    s.flow = if number < 8 { Flow::Drone(number + 1) } else { Flow::Score };
    Ok(())
}

/// EX-SCO-001: salvage brings points; EX-RND-001: the last round ends the game.
fn score(s: &mut State, cx: &mut Ctx<'_, Example>) {
    for seat in seats() {
        let holding = |(id, drone): &(DroneId, &crate::state::Drone)| {
            id.owner() == seat && cx.fixed().map().hexes.get(&drone.at) == Some(&Ground::Salvage)
        };
        let points = alive(&s.drones).filter(holding).count() as u8 * cx.fixed().numbers().salvage.salvage;
        if points > 0 {
            s.scores[seat.index()] += points;
            cx.emit(rules!["EX-SCO-001"], Event::Scored { seat, points });
        }
    }
    s.flow = if s.round < cx.fixed().rounds { Flow::Draw } else { Flow::Over };
    s.round += u8::from(s.flow == Flow::Draw);
}

/// EX-RND-002 to EX-RND-004: who won, once the game is over.
pub fn outcome(_fixed: &Fixed, s: &State) -> Option<Outcome> {
    if s.flow != Flow::Over {
        return None;
    }
    let last = crews(s).next().filter(|_| crews(s).count() == 1);
    let (candidates, rule, why): (Vec<_>, _, _) = match (s.resigned, last) {
        (Some(gone), _) => {
            (seats().filter(|seat| *seat != gone).collect(), rule!("EX-RND-004"), "over.resigned")
        }
        (None, Some(last)) => (vec![last], rule!("EX-RND-003"), "over.last"),
        (None, None) => (seats().collect(), rule!("EX-RND-002"), "over.points"),
    };
    let best = candidates.iter().map(|seat| s.scores[seat.index()]).max()?;
    let winners = candidates.into_iter().filter(|seat| s.scores[seat.index()] == best).collect();
    Some(Outcome { winners, why: Message::new(why).number("points", best), rule })
}

/// EX-ORD-002: `drop guard`.
pub fn aside(s: &mut State, seat: SeatId, text: &str, log: &mut Vec<Logged<Example>>) -> Result<(), Refusal> {
    if text != "drop guard" {
        return Err(Refusal::unreadable(format!("`{text}` is nothing to say; there is `drop guard`")));
    }
    if s.orders[seat.index()] != Some(Order::Guard) {
        let why = Violation::new(rule!("EX-ORD-002"), Message::new("why.no-guard"));
        return Err(Refusal::broken(vec![why]));
    }
    s.orders[seat.index()] = Some(Order::Advance);
    let rules = rules!["EX-ORD-002"].to_vec();
    log.push(Logged { to: Audience::ALL, rules, entry: Entry::Event(Event::GuardDropped { seat }) });
    Ok(())
}
