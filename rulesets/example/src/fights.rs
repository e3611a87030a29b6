//! Attacks: cards face down, a roll to hit, damage and a push.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules, switch};

use crate::Example;
use crate::choice::Choice;
use crate::data::{Fixed, Numbers};
use crate::event::Event;
use crate::hex::Hex;
use crate::rounds::{kinds, take};
use crate::state::{Card, Drone, DroneId, Order, State, alive, drone_at};

/// A drone to attack, or nobody.
#[derive(Clone)]
struct AttackPick(Option<DroneId>);

impl From<AttackPick> for Choice {
    fn from(pick: AttackPick) -> Choice {
        pick.0.map_or(Choice::Hold, Choice::Attack)
    }
}

/// A card to lay, or none.
#[derive(Clone)]
struct CardPick(Option<Card>);

impl From<CardPick> for Choice {
    fn from(pick: CardPick) -> Choice {
        pick.0.map_or(Choice::PlayNothing, Choice::Play)
    }
}

/// A hex to push to.
#[derive(Clone)]
struct PushPick(Hex);

impl From<PushPick> for Choice {
    fn from(pick: PushPick) -> Choice {
        Choice::Push(pick.0)
    }
}

/// EX-FGT-001: enemies beside a drone, on its deck.
pub fn targets(drones: &[Drone], attacker: DroneId) -> impl Iterator<Item = DroneId> {
    let at = drones[attacker.0 as usize].at;
    alive(drones)
        .filter(move |(id, drone)| id.owner() != attacker.owner() && drone.at.touches(at))
        .map(|(id, _)| id)
}

/// EX-FGT-003 to EX-FGT-005: the number an attacker needs, with its reasons.
pub fn to_hit(numbers: &Numbers, order: Order, laid: Option<Card>, against: Option<Card>) -> Target {
    let mut target = Target::new(Need::AtLeast(numbers.hit.need), rule!("EX-FGT-003"));
    let by_order = match order {
        Order::Advance => 0,
        Order::Guard => numbers.hit_order.guard,
        Order::Hasten => numbers.hit_order.hasten,
    };
    if switch::applies(rule!("EX-FGT-004")) {
        target = target.plus(by_order, "reason.order", rule!("EX-FGT-004"));
    }
    if laid == Some(Card::Surge) {
        target = target.plus(numbers.hit_card.surge, "reason.surge", rule!("EX-FGT-005"));
    }
    if against == Some(Card::Jam) {
        target = target.plus(numbers.hit_card.jam, "reason.jam", rule!("EX-FGT-005"));
    }
    target
}

/// EX-FGT-001: a drone that stands beside an enemy may attack one.
pub fn attack(s: &mut State, cx: &mut Ctx<'_, Example>, attacker: DroneId) -> Step {
    let mut options = vec![AttackPick(None)];
    options.extend(targets(&s.drones, attacker).map(|target| AttackPick(Some(target))));
    let ask = Ask::new(attacker.owner(), "attack", rule!("EX-FGT-001"));
    match cx.choose(s, ask, &options)? {
        AttackPick(Some(target)) => {
            // The questions of a fight are about these two; a view cannot know it from anywhere else.
            s.fight = Some((attacker, target));
            fight(s, cx, attacker, target)?;
            s.fight = None;
            Ok(())
        }
        AttackPick(None) => Ok(()),
    }
}

fn fight(s: &mut State, cx: &mut Ctx<'_, Example>, attacker: DroneId, target: DroneId) -> Step {
    cx.emit(rules!["EX-FGT-001"], Event::Attacked { attacker, target });
    let (laid, against) = lay_cards(s, cx, attacker, target)?;
    let numbers = cx.fixed().numbers();

    // EX-FGT-003: the roll to hit.
    let needed = to_hit(numbers, s.order(target.owner()), laid, against);
    let [face] = cx.roll_against::<1>(numbers.hit.die, "roll.hit", rules!["EX-FGT-003"], &needed)?;
    if !needed.met_by(face) {
        cx.emit(rules!["EX-FGT-003"], Event::Missed { attacker, target });
        return Ok(());
    }

    // EX-FGT-006: damage, less a shield.
    let [mut damage] = cx.roll::<1>(numbers.damage.die, "roll.damage", rules!["EX-FGT-006"])?;
    if against == Some(Card::Shield) {
        damage = damage.saturating_sub(numbers.damage.shield);
    }
    let hull = s.drone(target).hull.saturating_sub(damage);
    s.drone_mut(target).hull = hull;
    cx.emit(rules!["EX-FGT-006"], Event::Hit { attacker, target, damage, hull });
    if hull == 0 {
        // EX-DRN-001 and EX-SCO-002: a wreck, and points for it.
        s.scores[attacker.owner().index()] += numbers.wreck.destroyed;
        let points = numbers.wreck.destroyed;
        cx.emit(rules!["EX-DRN-001", "EX-SCO-002"], Event::Destroyed { attacker, target, points });
        return Ok(());
    }
    push(s, cx, attacker, target)
}

/// EX-FGT-002: both crews may lay a card; nobody sees the other's before both are down.
fn lay_cards(
    s: &mut State,
    cx: &mut Ctx<'_, Example>,
    attacker: DroneId,
    target: DroneId,
) -> Step<(Option<Card>, Option<Card>)> {
    let question = |drone: DroneId| {
        let mut options = vec![CardPick(None)];
        options.extend(kinds(&s.hands[drone.owner().index()]).map(|card| CardPick(Some(card))));
        (Ask::new(drone.owner(), "card", rule!("EX-FGT-002")).secret(), options)
    };
    let picks = cx.sealed_choose(s, &[question(attacker), question(target)])?;
    for (drone, CardPick(card)) in [attacker, target].into_iter().zip(&picks) {
        let seat = drone.owner();
        if let Some(card) = *card {
            take(&mut s.hands[seat.index()], card);
            s.played.push(card);
        }
        cx.emit(rules!["EX-FGT-002"], Event::Laid { seat, card: *card });
    }
    Ok((picks[0].0, picks[1].0))
}

/// EX-FGT-007: free hexes beside a drone, on its deck.
pub fn pushes(fixed: &Fixed, drones: &[Drone], target: DroneId) -> impl Iterator<Item = Hex> {
    let around = drones[target.0 as usize].at.around().into_iter();
    around.filter(|hex| fixed.map().hexes.contains_key(hex) && drone_at(drones, *hex).is_none())
}

fn push(s: &mut State, cx: &mut Ctx<'_, Example>, attacker: DroneId, target: DroneId) -> Step {
    let options: Vec<_> = pushes(cx.fixed(), &s.drones, target).map(PushPick).collect();
    if options.is_empty() {
        return Ok(());
    }
    let ask = Ask::new(attacker.owner(), "push", rule!("EX-FGT-007"));
    let PushPick(to) = cx.choose(s, ask, &options)?;
    s.drone_mut(target).at = to;
    cx.emit(rules!["EX-FGT-007"], Event::Pushed { target, to });
    Ok(())
}
