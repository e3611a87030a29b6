//! The scripted player: one look at the table for each question, no memory but of the ground and the dice for ties.

use grognard_engine::bot::{Bot, Seen};
use grognard_engine::decision::{Ask, Menu};
use grognard_engine::rng::SplitMix;
use grognard_space::table::Point;

use super::ways::Ways;
use super::{ground, value};
use crate::Nine;
use crate::choice::{Choice, MoveKind, MoveType, Shape, Stratagem, Word};
use crate::data::amount::INCH;
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};
use crate::measure;
use crate::play::stratagem;
use crate::state::{Flow, State};

/// The player.
pub struct Scripted {
    rng: SplitMix,
    /// The table in squares, looked at once.
    ways: Option<Ways>,
}

impl Scripted {
    /// A player with its own dice for ties.
    pub const fn new(seed: u64) -> Scripted {
        Scripted { rng: SplitMix::new(seed), ways: None }
    }

    fn ways(&mut self, s: &State) -> &Ways {
        if !self.ways.as_ref().is_some_and(|ways| ways.is_of(s.table.ground())) {
            self.ways = None;
        }
        self.ways.get_or_insert_with(|| Ways::new(s.table.ground()))
    }
}

fn options(menu: &dyn Menu<Nine>) -> Vec<Choice> {
    (0..menu.len()).map(|at| menu.get(at)).collect()
}

fn position(options: &[Choice], wanted: impl Fn(&Choice) -> bool) -> Option<usize> {
    options.iter().position(wanted)
}

impl Bot<Nine> for Scripted {
    fn choose(&mut self, seen: &Seen<'_, Nine>, ask: &Ask, menu: &dyn Menu<Nine>) -> usize {
        let (fixed, s) = (seen.fixed(), seen.view());
        let all = options(menu);
        let unit = |choice: &Choice| matches!(choice, Choice::Unit(_));
        let picked = match ask.kind {
            "move-unit" => {
                let out = position(&all, |choice| matches!(choice, Choice::Disembark(_)));
                out.or_else(|| position(&all, unit))
            }
            "move-type" => move_type(fixed, s, &all),
            "shoot" | "psyker" | "heroic" | "reinforcements" | "drill" => position(&all, unit),
            "charge-unit" => best_unit(&all, |unit| charge_worth(fixed, s, unit)),
            "fight" => best_unit(&all, |unit| {
                measure::engaging(fixed, s, unit)
                    .iter()
                    .map(|enemy| value::melee(fixed, s, unit, *enemy))
                    .sum::<i64>()
                    + 1
            }),
            "power" => position(&all, |choice| matches!(choice, Choice::Manifest(_))),
            "deny" => position(&all, |choice| matches!(choice, Choice::Deny(_))),
            "overwatch" | "before-battle" | "insane-bravery" | "counter-offensive" => Some(all.len() - 1),
            "save" => best_save(fixed, s, &all),
            "ignore" => {
                all.iter().enumerate().min_by_key(|(_, choice)| ignore_need(choice)).map(|(at, _)| at)
            }
            "reroll" => reroll(fixed, s, ask, &all),
            "remove" => Some(ask.default as usize),
            "zone" => Some(better_zone(fixed, s, &all)),
            "first-turn" => position(&all, |choice| *choice == Choice::Word(Word::First)),
            _ => Some(0),
        };
        picked.unwrap_or(ask.default as usize).min(all.len() - 1)
    }

    fn propose(&mut self, seen: &Seen<'_, Nine>, _ask: &Ask, shape: &Shape) -> Choice {
        let (fixed, s) = (seen.fixed(), seen.view());
        if let Shape::Paths(shape) = shape
            && matches!(shape.kind, MoveKind::Normal | MoveKind::Advance | MoveKind::BeforeBattle)
            && let Some(goal) = ground::wanted(fixed, s, shape.unit)
            && let Some(paths) = ground::march(fixed, s, shape, self.ways(s), goal)
        {
            return Choice::Paths(shape.unit, paths);
        }
        let mut all = seen.candidates(shape, &mut self.rng);
        // There are many places to choose from: look at some more.
        if matches!(shape, Shape::Place(_)) {
            for _ in 0..5 {
                all.extend(seen.candidates(shape, &mut self.rng));
            }
        }
        if all.is_empty() {
            return seen.default_proposal(shape).expect("a proposal has candidates or a default");
        }
        let best = (0..all.len()).max_by_key(|at| worth(fixed, s, shape, &all[*at]));
        all.swap_remove(best.unwrap_or(0))
    }
}

/// The zone with more objectives at its end of the table.
fn better_zone(fixed: &Fixed, s: &State, all: &[Choice]) -> usize {
    let middle = fixed.battlefield.size.0 / 2;
    let left = s.markers.iter().filter(|(x, _)| *x < middle).count();
    let wanted = if 2 * left >= s.markers.len() { Word::Left } else { Word::Right };
    position(all, |choice| *choice == Choice::Word(wanted)).unwrap_or(0)
}

fn best_unit(all: &[Choice], worth: impl Fn(UnitId) -> i64) -> Option<usize> {
    let units = all.iter().enumerate().filter_map(|(at, choice)| match choice {
        Choice::Unit(unit) => Some((worth(*unit), at)),
        _ => None,
    });
    units.filter(|(worth, _)| *worth > 0).max().map(|(_, at)| at)
}

/// What holding an objective is worth, in hundredths of wounds.
const HELD: i64 = 150;

fn charge_worth(fixed: &Fixed, s: &State, unit: UnitId) -> i64 {
    let targets = crate::legal::charge::targets(fixed, s, unit);
    let best = targets.iter().map(|target| value::charge(fixed, s, unit, *target)).max().unwrap_or(0);
    // Who holds an objective leaves it only for something better.
    if settled(fixed, s, unit) { best - HELD } else { best }
}

fn ignore_need(choice: &Choice) -> u8 {
    match choice {
        Choice::Ignore(need) => *need,
        _ => 7,
    }
}

/// Whether it already stands where it wants to be.
fn settled(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    ground::goal(fixed, s, unit).is_some_and(|marker| ground::holds(fixed, s, unit, marker))
}

fn move_type(fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
    let unit = s.about.unit?;
    let find = |kind: MoveType| position(all, |choice| *choice == Choice::Move(kind));
    if settled(fixed, s, unit) {
        return find(MoveType::Stationary).or_else(|| find(MoveType::Normal));
    }
    let to = ground::wanted(fixed, s, unit)?;
    let from = crate::candidates::moves::middle(s, unit)?;
    let reach =
        s.unit(unit).models.iter().filter_map(|model| figures::reach(fixed, s, *model)).min().unwrap_or(0);
    let far = (to - from).length().0 > reach + 4 * INCH;
    let enemy_near = s
        .on_table(s.unit(unit).side.other())
        .any(|enemy| measure::units_within(s, unit, enemy, reach + 7 * INCH));
    // Nothing to shoot at and nobody to charge: run.
    let advance = if far && !enemy_near { find(MoveType::Advance) } else { None };
    advance.or_else(|| find(MoveType::Normal)).or_else(|| find(MoveType::Stationary))
}

/// The saving throw that needs least.
fn best_save(fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
    let model = s.about.model?;
    let armour = fixed.kind(model).profile.sv.0;
    // What pierces is not known from the view alone: the attackers' sharpest weapon stands for it.
    let pierce = s.about.unit.map_or(0, |attacker| {
        let weapons = s.standing(attacker).flat_map(|(own, _)| fixed.spec(own).weapons.clone());
        weapons
            .flat_map(|weapon| fixed.weapon(weapon).profiles.iter().map(|arm| arm.profile.ap.unsigned_abs()))
            .max()
            .unwrap_or(0)
    });
    let need = |choice: &Choice| match choice {
        Choice::Invulnerable(need) => *need,
        _ => armour + pierce,
    };
    all.iter().enumerate().min_by_key(|(_, choice)| need(choice)).map(|(at, _)| at)
}

/// Abilities always; a Command point for charges, and for what a big model loses.
fn reroll(fixed: &Fixed, s: &State, ask: &Ask, all: &[Choice]) -> Option<usize> {
    if let Some(at) = position(all, |choice| *choice == Choice::Word(Word::Reroll)) {
        return Some(at);
    }
    let side = Side::of(ask.owner);
    let big = s.about.model.is_some_and(|model| fixed.kind(model).profile.w >= 3);
    let pays = matches!(s.flow, Flow::Charges)
        || (big && s.cp[side.index()] > stratagem::cost(fixed, Stratagem::FireOverwatch));
    if pays { position(all, |choice| matches!(choice, Choice::Stratagem(..))) } else { Some(0) }
}

/// What a proposed answer is worth.
fn worth(fixed: &Fixed, s: &State, shape: &Shape, choice: &Choice) -> i64 {
    match (shape, choice) {
        (Shape::Fire(_, overwatch), Choice::Fire(_, shots)) => {
            value::shots(fixed, s, shots, overwatch.is_some())
        }
        (Shape::Strike(..), Choice::Strike(_, blows)) => value::blows(fixed, s, blows),
        (Shape::Charge(unit), Choice::Charge(targets)) => {
            let sum: i64 = targets.iter().map(|target| value::charge(fixed, s, *unit, *target)).sum();
            if targets.len() > 1 { sum / 3 } else { sum }
        }
        // Towards what it wants; those who close in do so with everybody.
        (Shape::Paths(shape), Choice::Paths(_, paths)) => match shape.kind {
            MoveKind::PileIn | MoveKind::Heroic | MoveKind::Charge => paths.len() as i64,
            MoveKind::Consolidate if settled(fixed, s, shape.unit) => -(paths.len() as i64),
            _ => ground::wanted(fixed, s, shape.unit).map_or(0, |to| nearness(s, paths, shape.unit, to)),
        },
        (Shape::Place(shape), Choice::Place(_, places)) => {
            let spot = places.first().map(|(_, pose)| pose.at);
            // Towards a marker that nobody else of the army is at.
            let taken = ground::goals(fixed, s, s.unit(shape.unit).side);
            let free =
                |at: &usize| taken.len() >= s.markers.len() || taken.iter().all(|(_, marker)| marker != at);
            let markers = (0..s.markers.len()).filter(free).map(|at| {
                let (x, y) = s.markers[at];
                Point { x, y }
            });
            let near = spot.and_then(|spot| markers.map(|marker| (marker - spot).squared()).min());
            -near.unwrap_or(0)
        }
        _ => 0,
    }
}

fn nearness(s: &State, paths: &[crate::choice::Path], unit: UnitId, to: Point) -> i64 {
    let ends = paths.iter().filter_map(|(_, stops)| stops.last().map(|end| end.at));
    let nearest = ends.map(|end| (to - end).squared()).min();
    let stay = s.standing(unit).map(|(_, pose)| (to - pose.at).squared()).min();
    -nearest.or(stay).unwrap_or(i64::MAX / 2)
}
