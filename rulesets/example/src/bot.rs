//! A scripted player: it goes for salvage, attacks what is weak and plays its cards.

use grognard_engine::bot::{Bot, Seen};
use grognard_engine::decision::{Ask, Menu};
use grognard_engine::rng::SplitMix;

use crate::Example;
use crate::choice::{Choice, PathShape};
use crate::data::Fixed;
use crate::fights::targets;
use crate::hex::{Ground, Hex};
use crate::state::{Card, Drone, DroneId, Order, drone_at};
use crate::view::View;

/// The scripted player.
pub struct Scripted {
    rng: SplitMix,
}

impl Scripted {
    /// A player with its own dice, for choices it does not care about.
    pub fn new(seed: u64) -> Scripted {
        Scripted { rng: SplitMix::new(seed) }
    }

    /// How good an answer looks; higher is better.
    fn value(fixed: &Fixed, view: &View, ask: &Ask, choice: &Choice) -> i32 {
        let me = ask.owner;
        let salvage = |hex: Hex| fixed.map().hexes.get(&hex) == Some(&Ground::Salvage);
        match choice {
            Choice::Order(order) => {
                let mine = || view.drones.iter().skip(me.index() * 3).take(3).filter(|drone| drone.hull > 0);
                let settled = mine().filter(|drone| salvage(drone.at)).count();
                match order {
                    Order::Guard => settled as i32 * 4,
                    Order::Hasten => {
                        if settled == 0 {
                            6
                        } else {
                            0
                        }
                    }
                    Order::Advance => 5,
                }
            }
            Choice::Bury(card) => match card {
                Card::Surge => 0,
                Card::Shield => 2,
                Card::Jam => 1,
            },
            Choice::Attack(target) => 10 - i32::from(view.drones[target.0 as usize].hull),
            Choice::Play(card) => match (card, view.fight) {
                (Card::Surge, Some((attacker, _))) if attacker.owner() == me => 2,
                (Card::Jam | Card::Shield, Some((_, target))) if target.owner() == me => 2,
                _ => -1,
            },
            Choice::Push(hex) => -i32::from(salvage(*hex)),
            Choice::Path(drone, path) => path_value(fixed, view, *drone, path),
            Choice::Hold | Choice::PlayNothing => 0,
        }
    }
}

/// Salvage is best, then a weak enemy to attack, then being near free salvage.
fn path_value(fixed: &Fixed, view: &View, drone: DroneId, path: &[Hex]) -> i32 {
    let at = path.last().copied().unwrap_or(view.drones[drone.0 as usize].at);
    let mut drones = view.drones.clone();
    drones[drone.0 as usize].at = at;
    if fixed.map().hexes.get(&at) == Some(&Ground::Salvage) {
        return 100;
    }
    let prey = targets(&drones, drone).map(|id| 6 - i32::from(drones[id.0 as usize].hull)).max();
    prey.unwrap_or(0) - i32::from(way_to_salvage(fixed, &drones, drone, at)) * 2
}

/// Steps from a hex to salvage no friend holds, as if no drone stood in the way.
fn way_to_salvage(fixed: &Fixed, drones: &[Drone], drone: DroneId, from: Hex) -> u8 {
    let mut known = vec![from];
    let mut edge = vec![from];
    for steps in 0..16 {
        let free = |hex: &Hex| {
            let holder = drone_at(drones, *hex).filter(|other| *other != drone);
            fixed.map().hexes.get(hex) == Some(&Ground::Salvage)
                && holder.is_none_or(|other| other.owner() != drone.owner())
        };
        if edge.iter().any(free) {
            return steps;
        }
        let mut next = Vec::new();
        for hex in edge {
            for to in fixed.map().steps(hex) {
                if !known.contains(&to) {
                    known.push(to);
                    next.push(to);
                }
            }
        }
        edge = next;
    }
    16
}

impl Bot<Example> for Scripted {
    fn choose(&mut self, seen: &Seen<'_, Example>, ask: &Ask, options: &dyn Menu<Example>) -> usize {
        let view = seen.view();
        let values: Vec<_> =
            (0..options.len()).map(|i| Scripted::value(seen.fixed(), view, ask, &options.get(i))).collect();
        pick(&mut self.rng, &values)
    }

    fn propose(&mut self, seen: &Seen<'_, Example>, ask: &Ask, shape: &PathShape) -> Choice {
        let view = seen.view();
        let mut paths = seen.candidates(shape, &mut self.rng);
        let values: Vec<_> =
            paths.iter().map(|path| Scripted::value(seen.fixed(), view, ask, path)).collect();
        paths.swap_remove(pick(&mut self.rng, &values))
    }
}

/// The index of the best value, any of the best where there are several.
fn pick(rng: &mut SplitMix, values: &[i32]) -> usize {
    let best = values.iter().max();
    let all: Vec<_> = (0..values.len()).filter(|&i| Some(&values[i]) == best).collect();
    all[rng.below(all.len())]
}
