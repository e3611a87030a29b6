//! The scripted player: one look at the table for each question.

use grognard_engine::bot::{Bot, Seen};
use grognard_engine::decision::{Ask, Menu};
use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, Body, Length, Outline, Point, Pose};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::marches;
use grognard_tabletop::moves::allowed;
use grognard_tabletop::ruler::Ruler;
use smallvec::SmallVec;

use super::{errand, ranks, value, volley};
use crate::Second;
use crate::candidates;
use crate::choice::{Choice, Gait, MoveShape, PowerShape, Shape, Shot, Way, Word};
use crate::data::ground::Cover;
use crate::data::wargear::PowerEffect;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::Move;
use crate::play::{psychic, shooting};
use crate::sight;
use crate::state::State;
use crate::vehicles::{crew, is_vehicle};

/// The player.
pub struct Scripted {
    rng: SplitMix,
    /// Who has hidden, and in which turn.
    hid: Vec<(u8, UnitId)>,
    /// Who was to fire on overwatch at whom, and in which turn.
    watched: Vec<(u8, Choice)>,
    /// Who has waited on overwatch, and in which turn.
    waited: Vec<(u8, UnitId)>,
    /// The move that was thought of when its kind was chosen.
    planned: Option<(UnitId, Vec<Way>)>,
    /// The shots that were thought of when the unit was chosen.
    volley: Option<(UnitId, Vec<Shot>)>,
}

/// A charge is worth it where the unit fights at least so well, in hundredths of its enemy.
const BOLD: i64 = 90;
/// And for those who would rather shoot.
const STEADY: i64 = 200;
/// A charge is declared as far as this part of the way, in hundredths: nobody measures.
const SURE: i64 = 85;
/// What cover counts for those who run, in hundredths.
const COVER_RUN: i64 = 30;
/// Nobody runs so near to an enemy, by eye.
const NEAR: Length = Length::inches(9);
/// Troops leave a vehicle so near to the enemy.
const OUT: Length = Length::inches(14);
/// How much further from where it would like to be a unit stands for soft cover.
const SOFT: Length = Length::inches(3);
/// And for hard cover.
const HARD: Length = Length::inches(6);
/// What an inch nearer to the enemy is worth, in thousandths of a wound: for those who shoot, and for those who fight.
const NEARER: i64 = 80;
const EAGER: i64 = 300;
/// The same beyond the range at which its weapons do well.
const REACH: i64 = 120;
/// What the cover of an inch's worth is, in the same measure.
const SHELTER: i64 = 5;
/// Where along its zone a unit may be set up, and how far ahead in it, in thousandths.
const PLACES: [i32; 5] = [500, 300, 700, 150, 850];
const FORWARD: i32 = 700;
/// How many ways of a vehicle are looked at.
const DRIVES: usize = 8;
/// How many enemy units a move is thought of towards.
const ENEMIES: usize = 3;
/// In which directions a march is thought of, in degrees from the way to the enemy.
const TURNS: [i32; 7] = [0, -45, 45, -20, 20, -70, 70];
/// What an inch nearer to where the mission is decided is worth, in thousandths of a wound.
const ERRAND: i64 = 250;
/// Fire that is worth staying at a walk for those who would rather fight, in thousandths of a wound.
const DECENT: i64 = 300;

impl Scripted {
    /// A player with its own dice for ties and for judging distances.
    pub const fn new(seed: u64) -> Scripted {
        Scripted {
            rng: SplitMix::new(seed),
            hid: Vec::new(),
            watched: Vec::new(),
            waited: Vec::new(),
            planned: None,
            volley: None,
        }
    }

    /// The nearest enemy of a unit, by eye.
    fn nearest(&mut self, s: &State, unit: UnitId) -> Option<(Length, UnitId)> {
        let enemies: Vec<UnitId> = s.on_table(s.unit(unit).side.other()).collect();
        let far = |enemy: UnitId| Some((value::apart(s, unit, enemy, &mut self.rng)?, enemy));
        enemies.into_iter().filter_map(far).min()
    }

    /// Whether a charge pays: the enemy is in reach by eye, and the unit fights well enough.
    fn pays(&mut self, fixed: &Fixed, s: &State, unit: UnitId, enemy: UnitId) -> Option<i64> {
        let far = value::apart(s, unit, enemy, &mut self.rng)?;
        let rates = s.unit(unit).models.iter().map(|model| fixed.kind_of(*model).values.m.0);
        let reach = Length(rates.min()?.0 * fixed.numbers().charge.times);
        let (own, theirs) = (value::fights(fixed, s, unit), value::fights(fixed, s, enemy).max(1));
        let vehicle = is_vehicle(fixed, enemy);
        let good = own * 100 / theirs;
        let bold = if value::is_fighter(fixed, s, unit) { BOLD } else { STEADY };
        let sure = i64::from(far.0) * 100 <= i64::from(reach.0) * SURE;
        (sure && good >= bold && !vehicle).then_some(good)
    }

    /// Walks to where its fire does most, and runs where no fire is worth staying at a walk for.
    fn move_type(&mut self, fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
        let unit = s.about?;
        self.planned = None;
        let word = |wanted: Word| all.iter().position(|choice| *choice == Choice::Word(wanted));
        let walk = word(Word::Walk);
        if is_vehicle(fixed, unit) {
            return walk;
        }
        let shape = MoveShape::new(unit, Gait::Walk);
        let (worth, ways) = self.best_walk(fixed, s, shape);
        let fighter = value::is_fighter(fixed, s, unit);
        let far = self.nearest(s, unit).map_or(Length::UNBOUNDED, |(far, _)| far);
        let reach = Length(fixed.numbers().charge.times * value::rate(fixed, s, unit).0);
        let wish = value::favoured(fixed, s, unit);
        // Whoever has a long way to go to where the mission is decided does not walk.
        let left = i32::from(s.turns.saturating_sub(s.turn) + 1);
        let clear = far > NEAR;
        let late = clear
            && errand::of(fixed, s, unit)
                .zip((s as &dyn Armies).middle(unit))
                .is_some_and(|(goal, at)| goal.distance(at).0 > value::rate(fixed, s, unit).0 * left);
        if late {
            return word(Word::Run).or(walk);
        }
        let shooter_runs = worth <= 0 && far > wish;
        if clear && (shooter_runs || (fighter && far > reach && worth < DECENT)) {
            return word(Word::Run).or(walk);
        }
        self.planned = Some((unit, ways));
        walk
    }

    /// Ways of a unit on foot: standing still, in formation towards the nearest enemies and past them, and each model for
    /// itself where a formation does not get far.
    fn marches(made: &Move<'_>, s: &State, unit: UnitId, errand: Option<Point>) -> Vec<Vec<Way>> {
        let armies: &dyn Armies = s;
        let mut all: Vec<Vec<Way>> = Vec::new();
        if allowed(made, &[]) {
            all.push(Vec::new());
        }
        let Some(from) = armies.middle(unit) else { return all };
        let mut goals: Vec<Point> = armies.foes_of(unit).filter_map(|enemy| armies.middle(enemy)).collect();
        goals.sort_by_key(|goal| goal.distance(from));
        goals.splice(0..0, errand);
        let most = marches::common_limit(made).unwrap_or_default();
        let mut best = Length::ZERO;
        for (number, goal) in goals.iter().take(ENEMIES).enumerate() {
            let way = *goal - from;
            let turns: &[i32] = if number == 0 { &TURNS } else { &TURNS[..3] };
            for turn in turns {
                let way = Angle::degrees(*turn).turn(way);
                let found = marches::formation(made, way, &[4]);
                let found =
                    found.or_else(|| ranks::advance(made, s, unit, way.with_length(most - marches::SLACK)));
                let found = found.or_else(|| marches::formation(made, way, &[3, 2]));
                let gone = |ways: &Vec<Way>| {
                    let (model, stops) = ways.first()?;
                    Some(stops.last()?.at.distance(s.pose(*model)?.at))
                };
                best = best.max(found.as_ref().and_then(gone).unwrap_or_default());
                all.extend(found);
            }
            all.extend(marches::formation(made, way, &[2, 1]));
        }
        if best.0 < most.0 * 3 / 4 {
            all.extend(goals.first().and_then(|goal| marches::walk(made, *goal)));
        }
        all.dedup();
        all
    }

    /// The walk after which a unit can do most by fire and is harmed least, and what its fire is worth then.
    fn best_walk(&mut self, fixed: &Fixed, s: &State, shape: MoveShape) -> (i64, Vec<Way>) {
        let unit = shape.unit;
        let made = Move::new(fixed, s, &shape);
        let mut there = s.clone();
        let mut best: Option<(i64, i64, Vec<Way>)> = None;
        let fighter = value::is_fighter(fixed, s, unit);
        let pull = if fighter { EAGER } else { NEARER };
        let wish = value::favoured(fixed, s, unit);
        let errand = errand::of(fixed, s, unit);
        for ways in Scripted::marches(&made, s, unit, errand) {
            for (model, body) in s.bodies(unit) {
                let end = ways.iter().find(|(mover, _)| *mover == model).and_then(|(_, stops)| stops.last());
                there.table.move_to(model, end.copied().unwrap_or(body.pose));
            }
            let fire = value::prospects(fixed, &there, unit, !ways.is_empty(), &mut self.rng);
            let aim = fire.map(|(_, enemy)| enemy).or_else(|| Some(self.nearest(&there, unit)?.1));
            let fire = fire.map_or(0, |(worth, _)| worth);
            let far = self.nearest(&there, unit).map_or(Length::ZERO, |(far, _)| far);
            let near = i64::from(far.0 / Length::INCH.0);
            let beyond = i64::from((far - wish).0.max(0) / Length::INCH.0) * REACH;
            let cover = ways.first().and_then(|(model, stops)| Some((*model, *stops.last()?)));
            let cover = cover
                .or_else(|| s.bodies(unit).next().map(|(model, body)| (model, body.pose)))
                .map_or(0, |(model, pose)| Scripted::shelter(fixed, s, model, pose).0);
            let shelter = i64::from(cover / Length::INCH.0) * SHELTER;
            let off = errand.zip((&there as &dyn Armies).middle(unit)).map(|(goal, at)| goal.distance(at));
            let off = off.map_or(0, |off| i64::from(off.0 / Length::INCH.0) * ERRAND);
            let score = fire - near * pull - beyond + shelter - off;
            if best.as_ref().is_none_or(|(known, ..)| score > *known) {
                let ways = aim.map(|enemy| Scripted::facing(&there, unit, enemy, &ways)).unwrap_or(ways);
                best = Some((score, fire, ways));
            }
        }
        best.map_or((0, Vec::new()), |(_, fire, ways)| (fire, ways))
    }

    /// How a unit on foot walks or runs: as it was thought of when it was chosen, where that is allowed by now.
    fn on_foot(&mut self, fixed: &Fixed, s: &State, shape: MoveShape) -> Option<Vec<Way>> {
        if is_vehicle(fixed, shape.unit) {
            return None;
        }
        let planned = self.planned.take().filter(|(unit, _)| *unit == shape.unit);
        let legal = |ways: &Vec<Way>| allowed(&Move::new(fixed, s, &shape), ways);
        match shape.gait {
            Gait::Run => self.best_run(fixed, s, shape),
            Gait::Walk => planned
                .map(|(_, ways)| ways)
                .filter(legal)
                .or_else(|| Some(self.best_walk(fixed, s, shape).1).filter(legal)),
            _ => None,
        }
    }

    /// The run that brings a unit nearest to the enemy, rather into cover.
    fn best_run(&mut self, fixed: &Fixed, s: &State, shape: MoveShape) -> Option<Vec<Way>> {
        let unit = shape.unit;
        let made = Move::new(fixed, s, &shape);
        let mut there = s.clone();
        let mut best: Option<(i64, Vec<Way>)> = None;
        let errand = errand::of(fixed, s, unit);
        for ways in Scripted::marches(&made, s, unit, errand) {
            for (model, body) in s.bodies(unit) {
                let end = ways.iter().find(|(mover, _)| *mover == model).and_then(|(_, stops)| stops.last());
                there.table.move_to(model, end.copied().unwrap_or(body.pose));
            }
            let Some((far, enemy)) = self.nearest(&there, unit) else { continue };
            let cover = ways.first().and_then(|(model, stops)| Some((*model, *stops.last()?)));
            let cover = cover.map_or(0, |(model, pose)| Scripted::shelter(fixed, s, model, pose).0);
            let off = errand.zip((&there as &dyn Armies).middle(unit)).map(|(goal, at)| goal.distance(at));
            let score = i64::from(cover) * COVER_RUN / 100 - i64::from(off.unwrap_or(far).0);
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((score, Scripted::facing(&there, unit, enemy, &ways)));
            }
        }
        best.map(|(_, ways)| ways).filter(|ways| allowed(&made, ways))
    }

    /// The same ways, at the end of which every model looks at the nearest of an enemy unit: turning is free (2E-MOV-008).
    fn facing(there: &State, unit: UnitId, enemy: UnitId, ways: &[Way]) -> Vec<Way> {
        let turned = |(model, body): (ModelId, &Body)| {
            let foe = there.bodies(enemy).min_by_key(|(id, foe)| (body.distance(foe), *id))?.1;
            let end = body.pose.facing(Angle::of(foe.pose.at - body.pose.at));
            let before = ways.iter().find(|(mover, _)| *mover == model).map(|(_, stops)| &stops[..]);
            let mut stops: SmallVec<[Pose; 2]> = before.unwrap_or_default().iter().copied().collect();
            stops.pop();
            stops.push(end);
            Some((model, stops))
        };
        // Those who go first still do.
        let rank = |model: &ModelId| ways.iter().position(|(mover, _)| mover == model).unwrap_or(usize::MAX);
        let mut turned: Vec<Way> = there.bodies(unit).filter_map(turned).collect();
        turned.sort_by_key(|(model, _)| rank(model));
        turned
    }

    /// Where a vehicle drives: to where its weapons do most, of some of the ways it has, and not far from the enemy.
    fn drive(&mut self, fixed: &Fixed, s: &State, shape: MoveShape, all: &[Choice]) -> usize {
        let favoured = value::favoured(fixed, s, shape.unit);
        let step = all.len().div_ceil(DRIVES).max(1);
        let mut there = s.clone();
        let mut best: Option<(i64, usize)> = None;
        for (at, choice) in all.iter().enumerate().step_by(step) {
            let Choice::Paths(_, ways) = choice else { continue };
            for (model, body) in s.bodies(shape.unit) {
                let end = ways.iter().find(|(mover, _)| *mover == model).and_then(|(_, stops)| stops.last());
                there.table.move_to(model, end.copied().unwrap_or(body.pose));
            }
            let fire = volley::best(fixed, &there, shape.unit, &mut self.rng).map_or(0, |(worth, _)| worth);
            let far = self.nearest(&there, shape.unit).map_or(0, |(far, _)| (far - favoured).0.max(0));
            let score = fire - i64::from(far / Length::INCH.0) * NEARER;
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, at));
            }
        }
        best.map_or(0, |(_, at)| at)
    }

    /// Where a move should end: as near to the enemy as the unit's weapons like it.
    fn paths(&mut self, fixed: &Fixed, s: &State, shape: MoveShape, all: &[Choice]) -> usize {
        if is_vehicle(fixed, shape.unit) && shape.gait == Gait::Walk {
            return self.drive(fixed, s, shape, all);
        }
        let wish = match shape.gait {
            Gait::Charge(_) | Gait::FollowUp(_) => Length::ZERO,
            _ => value::favoured(fixed, s, shape.unit),
        };
        let goal = self.nearest(s, shape.unit).and_then(|(_, enemy)| (s as &dyn Armies).middle(enemy));
        let Some(goal) = goal else { return 0 };
        let middle = |ways: &[Way]| -> Option<Point> {
            let end = ways.first().and_then(|(_, stops)| stops.last()).map(|stop| stop.at);
            end.or_else(|| (s as &dyn Armies).middle(shape.unit))
        };
        let fights = wish == Length::ZERO;
        let covered = |ways: &[Way]| -> Length {
            let end = ways.first().and_then(|(model, stops)| Some((*model, *stops.last()?)));
            end.filter(|_| !fights)
                .map_or(Length::ZERO, |(model, pose)| Scripted::shelter(fixed, s, model, pose))
        };
        let covers: Vec<Length> = all
            .iter()
            .map(|choice| match choice {
                Choice::Paths(_, ways) => covered(ways),
                _ => Length::ZERO,
            })
            .collect();
        let mut covers = covers.into_iter();
        let off = |choice: &Choice| {
            let cover = covers.next().unwrap_or_default();
            match choice {
                Choice::Paths(_, ways) => middle(ways).map_or(i32::MAX, |at| {
                    (value::by_eye(at.distance(goal), &mut self.rng).0 - wish.0).abs() - cover.0
                }),
                _ => i32::MAX,
            }
        };
        let worth: Vec<i32> = all.iter().map(off).collect();
        (0..all.len()).min_by_key(|at| worth[*at]).unwrap_or(0)
    }
}

impl Scripted {
    /// A place well forward in the zone: near to the enemy that stands already, else near the middle, in cover for those who
    /// shoot.
    fn place(&mut self, fixed: &Fixed, s: &State, unit: UnitId) -> Option<Choice> {
        let armies: &dyn Armies = s;
        let side = s.unit(unit).side;
        let theirs: Vec<Point> = s.on_table(side.other()).filter_map(|enemy| armies.middle(enemy)).collect();
        let (long, wide) = fixed.battlefield.size;
        let centre = Point { x: long.0 / 2, y: wide.0 / 2 };
        let fighter = value::is_fighter(fixed, s, unit);
        let mut best: Option<(i64, Choice)> = None;
        for at in PLACES {
            let line = || ranks::line(fixed, s, unit, at).filter(|_| !fighter);
            let Some(choice) = line().or_else(|| candidates::place(fixed, s, unit, at, FORWARD)) else {
                continue;
            };
            let Choice::Place(_, places) = &choice else { continue };
            let Some((model, pose)) = places.first().copied() else { continue };
            let goal = theirs.iter().map(|there| pose.at.distance(*there)).min();
            let far = value::by_eye(goal.unwrap_or_else(|| pose.at.distance(centre)), &mut self.rng);
            let cover = if fighter { 0 } else { Scripted::shelter(fixed, s, model, pose).0 };
            let score = i64::from(cover - far.0);
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((score, choice));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// What cover at a place is worth, in inches of a worse position: against most of the enemies that could see it.
    fn shelter(fixed: &Fixed, s: &State, model: ModelId, pose: Pose) -> Length {
        if s.vehicle(model).is_some() {
            return Length::ZERO;
        }
        let body = fixed.ground.form(fixed.form(model)).body(pose);
        let enemies: Vec<Cover> = s
            .on_table(s.side_of(model).other())
            .filter_map(|enemy| {
                s.bodies(enemy).next().map(|(_, from)| sight::cover_at(fixed, s, from, &body))
            })
            .collect();
        let worth = |cover: &Cover| match cover {
            Cover::None => 0,
            Cover::Soft => SOFT.0,
            Cover::Hard => HARD.0,
        };
        let sum: i32 = enemies.iter().map(worth).sum();
        Length(sum / (enemies.len() as i32).max(1))
    }

    /// The unit whose shots are worth most, if any are worth something.
    fn shooter(&mut self, fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
        let mut best: Option<(i64, usize)> = None;
        self.volley = None;
        for (at, choice) in all.iter().enumerate() {
            let Choice::Unit(unit) = choice else { continue };
            let Some((worth, shots)) = volley::best(fixed, s, *unit, &mut self.rng) else { continue };
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, at));
                self.volley = Some((*unit, shots));
            }
        }
        best.map(|(_, at)| at)
    }

    /// What a unit fires: what was thought of when it was chosen, or what is best now; on overwatch nothing that is worth
    /// nothing.
    fn fire(&mut self, fixed: &Fixed, s: &State, unit: UnitId) -> Choice {
        let planned = self.volley.take().filter(|(of, _)| *of == unit && s.watch.is_none());
        let shots = planned.map(|(_, shots)| shots);
        let found = shots.or_else(|| Some(volley::best(fixed, s, unit, &mut self.rng)?.1));
        Choice::Fire(unit, found.unwrap_or_default())
    }

    /// The power worth using: one that strikes an enemy in reach, by eye; else a shield.
    fn power(&mut self, fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
        let mut best: Option<(u8, usize)> = None;
        for (at, choice) in all.iter().enumerate() {
            let Choice::Cast(model, number) = choice else { continue };
            let own = psychic::power(fixed, *number);
            let far = self.nearest(s, s.model(*model).unit).map_or(Length::UNBOUNDED, |(far, _)| far);
            let reaches = Ruler::Inches.read(&own.range).is_none_or(|range| far <= range);
            let worth = match own.effect {
                PowerEffect::Line { .. } | PowerEffect::Blast { .. } if reaches => 4,
                PowerEffect::DestroyMind { .. } if reaches => 3,
                PowerEffect::PurgePsyker { .. } if fixed.kind_of(*model).mastery > 1 => 2,
                PowerEffect::PsychicShield { .. } => 1,
                _ => 0,
            };
            if worth > 0 && best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// The point of a power under which most enemies and fewest friends stand, within its range by eye.
    fn point(&mut self, fixed: &Fixed, s: &State, shape: PowerShape, all: &[Choice]) -> usize {
        let PowerEffect::Blast { radius, .. } = &psychic::power(fixed, shape.power).effect else { return 0 };
        let range = Ruler::Inches.read(&psychic::power(fixed, shape.power).range);
        let side = s.side_of(shape.model);
        let from = s.pose(shape.model);
        let worth = |choice: &Choice| -> i32 {
            let Choice::Point(at) = choice else { return i32::MIN };
            let far =
                from.map_or(Length::UNBOUNDED, |from| value::by_eye(from.at.distance(*at), &mut self.rng));
            if range.is_some_and(|range| far > range) {
                return i32::MIN;
            }
            let disc = Outline::disc(*at, radius.0);
            let under = s.table.ids_within(&disc, Length::ZERO);
            under.into_iter().map(|model| if s.side_of(model) == side { -2 } else { 1 }).sum()
        };
        let worth: Vec<i32> = all.iter().map(worth).collect();
        (0..all.len()).max_by_key(|at| worth[*at]).unwrap_or(0)
    }
}

impl Bot<Second> for Scripted {
    fn choose(&mut self, seen: &Seen<'_, Second>, ask: &Ask, menu: &dyn Menu<Second>) -> usize {
        let (fixed, s) = (seen.fixed(), seen.view());
        let all: Vec<Choice> = (0..menu.len()).map(|at| menu.get(at)).collect();
        let find = |wanted: &dyn Fn(&Choice) -> bool| all.iter().position(wanted);
        let word = |wanted: Word| find(&|choice| *choice == Choice::Word(wanted));
        let unit = || find(&|choice| matches!(choice, Choice::Unit(_)));
        let picked = match ask.kind {
            "move-unit" => {
                let out = all.iter().position(|choice| match choice {
                    Choice::Alight(unit, _) => {
                        fixed.unit(*unit).crew_of.is_none()
                            && self.nearest(s, *unit).is_some_and(|(far, _)| far <= OUT)
                    }
                    Choice::Man(_, post) => *post == crew::DRIVER,
                    _ => false,
                });
                out.or_else(unit).or_else(|| word(Word::Done))
            }
            "move-type" => self.move_type(fixed, s, &all),
            "charge" | "charge-unit" => {
                let mut best: Option<(i64, usize)> = None;
                for (at, choice) in all.iter().enumerate() {
                    if let Choice::Charge(unit, enemy) = choice
                        && let Some(worth) = self.pays(fixed, s, *unit, *enemy)
                    {
                        best = best.max(Some((worth, at)));
                    }
                }
                best.map(|(_, at)| at).or_else(|| word(Word::Done)).or_else(unit)
            }
            // Whoever sees nobody now and carries heavy weapons waits for somebody to come into sight, but not for ever.
            "overwatch" => {
                let found = all.iter().position(|choice| match choice {
                    Choice::Overwatch(unit) => {
                        let near = value::favoured(fixed, s, *unit);
                        let before = s.turn.saturating_sub(1);
                        value::is_heavy(fixed, s, *unit)
                            && !self.waited.contains(&(before, *unit))
                            && !shooting::can_shoot(fixed, s, *unit)
                            && self.nearest(s, *unit).is_some_and(|(far, _)| far <= near)
                    }
                    _ => false,
                });
                if let Some(Choice::Overwatch(unit)) = found.map(|at| &all[at]) {
                    self.waited.push((s.turn, *unit));
                }
                found
            }
            // Where a shot was worth nothing it was not fired: the same question is not answered so again.
            "window" => {
                let known = |choice: &Choice| self.watched.contains(&(s.turn, choice.clone()));
                let found = find(&|choice| matches!(choice, Choice::Shoot(..)) && !known(choice));
                if let Some(at) = found {
                    self.watched.push((s.turn, all[at].clone()));
                }
                found.or_else(|| word(Word::Hold))
            }
            "shoot" => self.shooter(fixed, s, &all).or_else(|| word(Word::Done)),
            "rally" => unit(),
            "psychic" => self.power(fixed, s, &all),
            // Whoever has nothing to shoot at keeps its head down.
            "hide" => {
                let found = all.iter().position(|choice| match choice {
                    Choice::Hide(unit) => {
                        !self.hid.contains(&(s.turn, *unit)) && !shooting::can_shoot(fixed, s, *unit)
                    }
                    _ => false,
                });
                // Somebody may see it at once: it does not try again in this turn.
                if let Some(Choice::Hide(unit)) = found.map(|at| &all[at]) {
                    self.hid.push((s.turn, *unit));
                }
                found
            }
            "disengage" | "pair" | "fight" => word(Word::Fight),
            "parry" => word(Word::ParryTwice).or_else(|| word(Word::Parry)),
            "slash" => find(&|choice| matches!(choice, Choice::Slash(..))),
            "escape" => word(Word::Run),
            _ => None,
        };
        picked.unwrap_or(ask.default as usize).min(all.len().saturating_sub(1))
    }

    fn propose(&mut self, seen: &Seen<'_, Second>, _ask: &Ask, shape: &Shape) -> Choice {
        let (fixed, s) = (seen.fixed(), seen.view());
        if let Shape::Place(unit) = shape
            && let Some(place) = self.place(fixed, s, *unit)
        {
            return place;
        }
        if let Shape::Fire(unit) = shape {
            return self.fire(fixed, s, *unit);
        }
        if let Shape::Paths(shape) = shape
            && let Some(ways) = self.on_foot(fixed, s, *shape)
        {
            return Choice::Paths(shape.unit, ways);
        }
        let mut all = seen.candidates(shape, &mut self.rng);
        if all.is_empty() {
            return seen.default_proposal(shape).expect("a proposal has candidates or a default");
        }
        let best = match shape {
            Shape::Paths(shape) => self.paths(fixed, s, *shape, &all),
            Shape::Point(shape) => self.point(fixed, s, *shape, &all),
            // Everybody where they first see somebody.
            Shape::Watch => all.len() - 1,
            _ => 0,
        };
        all.swap_remove(best)
    }
}
