//! The scripted player: one look at the table for each question, no memory but of the ground and the dice for ties.

use grognard_engine::bot::{Bot, Seen};
use grognard_engine::decision::{Ask, Menu};
use grognard_engine::rng::SplitMix;
use grognard_space::table::{Form, Length, Point};
use grognard_tabletop::routes::{Atlas, Gait, Routes, march};

use super::aims::{self, Aim, Aims};
use super::{losses, setting, value};
use crate::Nine;
use crate::choice::{Choice, MoveKind, MoveType, Shape, Stratagem, Word};
use crate::data::amount::INCH;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, Spot, UnitId};
use crate::legal::moves::Move;
use crate::measure;
use crate::play::stratagem;
use crate::state::{Flow, State};
use crate::terrain::{BREACHABLE, BREACHES, FLYER, PASSABLE};

/// The player.
pub struct Scripted {
    rng: SplitMix,
    routes: Atlas,
}

impl Scripted {
    /// A player with its own dice for ties.
    pub const fn new(seed: u64) -> Scripted {
        Scripted { rng: SplitMix::new(seed), routes: Atlas::new() }
    }

    fn routes(&mut self, s: &State, unit: UnitId) -> &Routes {
        let through = |form: &Form| if form.tags.any(BREACHES) { PASSABLE | BREACHABLE } else { PASSABLE };
        let gait = Gait::of(s, unit, &|form| (form.tags.any(FLYER), through(form)));
        self.routes.of(s.table.ground(), gait)
    }
}

fn options(menu: &dyn Menu<Nine>) -> Vec<Choice> {
    (0..menu.len()).map(|at| menu.get(at)).collect()
}

fn position(options: &[Choice], wanted: impl Fn(&Choice) -> bool) -> Option<usize> {
    options.iter().position(wanted)
}

/// The models among some options, each with its place.
fn models(options: &[Choice]) -> impl Iterator<Item = (usize, ModelId)> + '_ {
    options.iter().enumerate().filter_map(|(at, choice)| match choice {
        Choice::Model(model) => Some((at, *model)),
        _ => None,
    })
}

impl Bot<Nine> for Scripted {
    fn choose(&mut self, seen: &Seen<'_, Nine>, ask: &Ask, menu: &dyn Menu<Nine>) -> usize {
        let (fixed, s) = (seen.fixed(), seen.view());
        let aims = &Aims::new(fixed, s);
        let all = options(menu);
        let unit = |choice: &Choice| matches!(choice, Choice::Unit(_));
        let picked = match ask.kind {
            "move-unit" => {
                let out =
                    |choice: &Choice| matches!(choice, Choice::Disembark(unit) if gets_out(fixed, s, *unit));
                position(&all, out).or_else(|| position(&all, unit))
            }
            "move-type" => move_type(fixed, s, aims, &all),
            "shoot" | "psyker" | "heroic" | "reinforcements" | "drill" => position(&all, unit),
            "charge-unit" => best_unit(&all, |unit| charge_worth(fixed, s, aims, unit)),
            "fight" => best_unit(&all, |unit| {
                measure::engaging(fixed, s, unit)
                    .iter()
                    .map(|enemy| value::melee(fixed, s, unit, *enemy))
                    .sum::<i64>()
                    + 1
            }),
            "power" => position(&all, |choice| matches!(choice, Choice::Manifest(_))),
            "deny" => position(&all, |choice| matches!(choice, Choice::Deny(_))),
            "overwatch" | "before-battle" | "insane-bravery" | "counter-offensive" | "cut-them-down" => {
                Some(all.len() - 1)
            }
            "save" | "ignore" => {
                all.iter().enumerate().min_by_key(|(_, choice)| save_need(s, choice)).map(|(at, _)| at)
            }
            "reroll" => reroll(fixed, s, ask, &all),
            "remove" => Some(ask.default as usize),
            "flee" | "lose-model" | "escape-casualty" | "allocate" => losses::least(fixed, s, models(&all)),
            "recall" => losses::most(fixed, s, models(&all)),
            "start" => position(&all, |choice| matches!(choice, Choice::Reserve(_)))
                .filter(|_| setting::holds_back(s, Side::of(ask.owner)))
                .or(Some(0)),
            "zone" => Some(setting::better_zone(fixed, s, &all)),
            "first-turn" => position(&all, |choice| *choice == Choice::Word(Word::First)),
            _ => Some(0),
        };
        picked.unwrap_or(ask.default as usize).min(all.len() - 1)
    }

    fn propose(&mut self, seen: &Seen<'_, Nine>, _ask: &Ask, shape: &Shape) -> Choice {
        let (fixed, s) = (seen.fixed(), seen.view());
        let aims = &Aims::new(fixed, s);
        if let Shape::Paths(shape) = shape
            && matches!(shape.kind, MoveKind::Normal | MoveKind::Advance | MoveKind::BeforeBattle)
            && let Some(goal) = aims.wanted(shape.unit)
            && let Some(paths) = march(&Move::new(fixed, s, shape), self.routes(s, shape.unit), goal)
        {
            return Choice::Paths(shape.unit, paths);
        }
        if let Shape::Casualties(unit) = shape {
            return Choice::Casualties(losses::order(fixed, s, *unit));
        }
        let mut all = seen.candidates(shape, &mut self.rng);
        match shape {
            Shape::Place(shape) => all.extend(setting::places(fixed, s, aims, shape)),
            Shape::Marker => all.extend(setting::markers(fixed, s)),
            _ => {}
        }
        if all.is_empty() {
            return seen.default_proposal(shape).expect("a proposal has candidates or a default");
        }
        let best = (0..all.len()).max_by_key(|at| worth(fixed, s, aims, shape, &all[*at]));
        all.swap_remove(best.unwrap_or(0))
    }

    fn renew(&mut self, seed: u64) -> bool {
        self.rng = SplitMix::new(seed);
        true
    }
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

fn charge_worth(fixed: &Fixed, s: &State, aims: &Aims<'_>, unit: UnitId) -> i64 {
    let targets = crate::legal::charge::targets(fixed, s, unit);
    let best = targets.iter().map(|target| charge_at(fixed, s, aims, unit, *target)).max().unwrap_or(0);
    // Who holds an objective leaves it only for something better.
    if aims.holds(unit) { best - HELD } else { best }
}

/// What a charge at a unit is worth: more, where it is what the unit is there for.
fn charge_at(fixed: &Fixed, s: &State, aims: &Aims<'_>, unit: UnitId, target: UnitId) -> i64 {
    let worth = value::charge(fixed, s, unit, target);
    let sought = match aims.of(unit) {
        Some(Aim::Enemy(enemy)) => enemy == target,
        Some(Aim::Marker(marker)) => {
            let at = s.markers[marker];
            s.standing(target).any(|(model, _)| measure::in_marker_range(fixed, s, model, at))
        }
        None => false,
    };
    let bonus = if sought { HELD / 2 } else { 0 };
    worth + bonus * value::charge_chance(fixed, s, unit, target) / 36
}

/// Whether passengers get out: near what they are wanted for, near the enemy, or because time runs out.
fn gets_out(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let Some(carrier) = s.transport_of(unit) else { return true };
    let Some(at) = s.pose(carrier) else { return true };
    let near = |marker: usize| (aims::place(s, marker) - at.at).length().0 <= NEAR;
    let by = s.model(carrier).unit;
    s.round + 2 >= fixed.rounds(s.mission)
        || (0..s.markers.len()).any(near)
        || s.on_table(s.unit(unit).side.other())
            .any(|enemy| measure::units_within(s, by, enemy, Length(NEAR)))
}

/// As far as passengers get who leave their transport and walk.
const NEAR: i32 = 9 * INCH;

fn move_type(fixed: &Fixed, s: &State, aims: &Aims<'_>, all: &[Choice]) -> Option<usize> {
    let unit = s.about.unit?;
    let find = |kind: MoveType| position(all, |choice| *choice == Choice::Move(kind));
    if aims.is_settled(unit) {
        return find(MoveType::Stationary).or_else(|| find(MoveType::Normal));
    }
    let from = crate::candidates::moves::middle(s, unit)?;
    let reach = aims::stride(fixed, s, unit);
    let near = |distance: i32| {
        let enemies = s.on_table(s.unit(unit).side.other());
        enemies.into_iter().any(|enemy| measure::units_within(s, unit, enemy, Length(distance)))
    };
    // Running takes a turn off the way to a marker, or there is nothing to shoot at and nobody to charge.
    let runs = match aims.of(unit)? {
        Aim::Marker(marker) => {
            let tenths = aims::tenths(fixed, s, unit, from, marker);
            tenths > 10 && !near(reach + 2 * INCH)
        }
        Aim::Enemy(enemy) => {
            let far = crate::candidates::moves::middle(s, enemy).map_or(0, |at| (at - from).length().0);
            far > reach + 4 * INCH && !near(reach + 7 * INCH)
        }
    };
    let advance = if runs { find(MoveType::Advance) } else { None };
    advance.or_else(|| find(MoveType::Normal)).or_else(|| find(MoveType::Stationary))
}

/// What a save, or a rule that ignores a wound, needs: the least is the best.
pub fn save_need(s: &State, choice: &Choice) -> u8 {
    match choice {
        Choice::Invulnerable(need) | Choice::Ignore(need) => *need,
        // What the armour needs stands in the question.
        _ => s.about.number.unwrap_or(u8::MAX),
    }
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
fn worth(fixed: &Fixed, s: &State, aims: &Aims<'_>, shape: &Shape, choice: &Choice) -> i64 {
    match (shape, choice) {
        (Shape::Fire(_, overwatch), Choice::Fire(_, shots)) => {
            value::shots(fixed, s, shots, overwatch.is_some())
        }
        (Shape::Strike(..), Choice::Strike(_, blows)) => value::blows(fixed, s, blows),
        (Shape::Charge(unit), Choice::Charge(targets)) => {
            let sum: i64 = targets.iter().map(|target| charge_at(fixed, s, aims, *unit, *target)).sum();
            if targets.len() > 1 { sum / 3 } else { sum }
        }
        // Towards what it wants; those who close in do so with everybody.
        (Shape::Paths(shape), Choice::Paths(_, paths)) => match shape.kind {
            MoveKind::PileIn | MoveKind::Heroic | MoveKind::Charge => paths.len() as i64,
            MoveKind::Consolidate if aims.holds(shape.unit) => -(paths.len() as i64),
            _ => aims.wanted(shape.unit).map_or(0, |to| nearness(s, paths, shape.unit, to)),
        },
        (Shape::Place(shape), Choice::Place(_, places)) => setting::place_worth(s, aims, shape, places),
        (Shape::Marker, Choice::PutMarker(Spot(x, ..))) => setting::marker_worth(fixed, *x),
        _ => 0,
    }
}

fn nearness(s: &State, paths: &[crate::choice::Path], unit: UnitId, to: Point) -> i64 {
    let ends = paths.iter().filter_map(|(_, stops)| stops.last().map(|end| end.at));
    let nearest = ends.map(|end| (to - end).squared()).min();
    let stay = s.standing(unit).map(|(_, pose)| (to - pose.at).squared()).min();
    -nearest.or(stay).unwrap_or(i64::MAX / 2)
}
