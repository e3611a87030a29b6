//! The scripted player: one look at the table for each question.

use grognard_engine::bot::{Bot, Seen};
use grognard_engine::decision::{Ask, Menu};
use grognard_engine::rng::SplitMix;
use grognard_space::table::{Length, Point};

use super::{aims, deploying, fights, orders, volleys, ways, worth};
use crate::Fifth;
use crate::choice::{
    AimShape, AllotShape, Arm, Blows, Choice, Order, Shape, Spot, StrikeShape, TakeShape, Word, cover_of,
};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal;
use crate::play::assault::declare;
use crate::state::State;
use crate::vehicles::assault;
use crate::vehicles::penetration::Force;

/// The player.
pub struct Scripted {
    rng: SplitMix,
    /// What was ordered in which turn: nothing is ordered twice.
    given: Vec<(u8, UnitId, Order)>,
}

/// A model steps before a tank where it has at least this chance of going through, in thousandths.
const GLORY: i64 = 250;
/// A unit that falls back after a volley of this part of its wounds would rather go to ground.
const LATE: u8 = 5;

impl Scripted {
    /// A player with its own dice for judging distances.
    pub const fn new(seed: u64) -> Scripted {
        Scripted { rng: SplitMix::new(seed), given: Vec::new() }
    }

    /// The unit with most to shoot at; those who run instead; nobody.
    fn shooter(&mut self, fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
        let mut best: Option<(bool, i64, usize)> = None;
        for (at, choice) in all.iter().enumerate() {
            let Choice::Unit(unit) = choice else { continue };
            let worth = volleys::best(fixed, s, *unit, &mut self.rng).worth;
            // Markerlights first: others use them.
            let marks = s.unit(*unit).models.iter().any(|model| {
                fixed.kind_of(*model).weapons.iter().any(|weapon| fixed.weapon(*weapon).has("markerlight"))
            });
            let found = (marks, worth, at);
            if worth > 0 && best.is_none_or(|(known, most, _)| (marks, worth) > (known, most)) {
                best = Some(found);
            }
        }
        if let Some((_, _, at)) = best {
            return Some(at);
        }
        all.iter().position(|choice| match choice {
            Choice::Order(unit, Order::Run) => self.runs(fixed, s, *unit),
            _ => false,
        })
    }

    /// 5B-MOV-009: whether a unit runs instead of shooting: it wants to be elsewhere and has nobody to assault.
    fn runs(&mut self, fixed: &Fixed, s: &State, unit: UnitId) -> bool {
        let aim = aims::of(fixed, s, unit, &mut self.rng);
        orders::over(s, unit, aim) > Length::inches(1)
            && volleys::prey(fixed, s, unit, &mut self.rng).is_none()
    }

    /// The assault that is worth most; then jumps.
    fn assault(&mut self, fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
        let mut best: Option<(i64, usize)> = None;
        let mut known: Vec<(UnitId, Option<(i64, UnitId)>)> = Vec::new();
        for (at, choice) in all.iter().enumerate() {
            let Choice::Charge(unit, target) = choice else { continue };
            if !known.iter().any(|(own, _)| own == unit) {
                known.push((*unit, volleys::prey(fixed, s, *unit, &mut self.rng)));
            }
            let prey = known.iter().find(|(own, _)| own == unit).and_then(|(_, prey)| *prey);
            if let Some((worth, _)) = prey.filter(|(_, prey)| prey == target) {
                best = best.max(Some((worth, at)));
            }
        }
        best.map(|(_, at)| at).or_else(|| {
            all.iter().position(
                |choice| matches!(choice, Choice::Order(unit, _) if declare::may_leap(fixed, s, *unit)),
            )
        })
    }

    /// Whether a unit goes to ground: where it only has to stay alive.
    fn ducks(&mut self, fixed: &Fixed, s: &State, unit: UnitId) -> bool {
        let holds = aims::near_objective(fixed, s, unit) && s.turn >= LATE && s.active != s.unit(unit).side;
        holds && volleys::best(fixed, s, unit, &mut self.rng).worth == 0
    }

    /// Death or glory: the best attack on the tank, where it has some chance.
    fn glory(fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
        let tank = s.against.and_then(|unit| s.unit(unit).models.first().copied())?;
        let worth = |choice: &Choice| match choice {
            Choice::Glory(_, Arm::Shot(weapon)) => {
                volleys::glory(fixed, s, tank, &Force::shot(fixed, *weapon, Length::ZERO, false))
            }
            Choice::Glory(model, Arm::Blow(blade)) => {
                volleys::glory(fixed, s, tank, &assault::force(fixed, s, *model, *blade))
            }
            _ => 0,
        };
        let best = (0..all.len()).max_by_key(|at| (worth(&all[*at]), std::cmp::Reverse(*at)))?;
        (worth(&all[best]) >= GLORY).then_some(best)
    }

    /// 5B-PSY-007: a power on the unit that is worth most, or matters to most.
    fn power(fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
        let worth = |choice: &Choice| match choice {
            Choice::Cast(_, _, unit) => worth::unit(fixed, s, *unit),
            _ => i64::MIN,
        };
        let best = (0..all.len()).max_by_key(|at| (worth(&all[*at]), std::cmp::Reverse(*at)))?;
        matches!(all[best], Choice::Cast(..)).then_some(best)
    }

    /// 5B-VDM-010: the weapon an enemy misses most.
    fn part(fixed: &Fixed, all: &[Choice]) -> Option<usize> {
        let worth = |choice: &Choice| match choice {
            Choice::Part(model, part) => {
                let mounts = fixed.chassis(*model).map_or(&[][..], |chassis| &chassis.mounts[..]);
                let weapons =
                    mounts.iter().filter(|mount| mount.part == *part).flat_map(|mount| &mount.weapons);
                let strong = |id: &u8| {
                    let weapon = fixed.weapon(*id);
                    i64::from(weapon.strength.unwrap_or(4)) * worth::mean(weapon.shots)
                };
                weapons.map(strong).max().unwrap_or(0)
            }
            _ => -1,
        };
        (0..all.len()).max_by_key(|at| (worth(&all[*at]), std::cmp::Reverse(*at)))
    }

    /// Hits go at what is worth least, the worst of them first.
    fn allot(fixed: &Fixed, s: &State, shape: &AllotShape) -> Option<Choice> {
        let mut ordered = shape.clone();
        for parcel in &mut ordered.parcels {
            parcel.models.sort_by_key(|model| (worth::model(fixed, *model), *model));
        }
        let choice = legal::allotting::deal(fixed, &ordered);
        legal::check(fixed, s, &Shape::Allot(shape.clone()), &choice).is_empty().then_some(choice)
    }

    /// Those who are worth least fall, the hindmost first.
    fn takes(&mut self, fixed: &Fixed, s: &State, shape: &TakeShape) -> Choice {
        let goal = aims::of(fixed, s, shape.unit, &mut self.rng).map(|aim| aim.at);
        let mut from = shape.from.clone();
        let behind = |model: ModelId| {
            let far = goal.zip(s.pose(model)).map_or(0, |(goal, pose)| pose.at.distance(goal).0);
            std::cmp::Reverse(far)
        };
        from.sort_by_key(|model| (worth::model(fixed, *model), behind(*model), *model));
        from.truncate(usize::from(shape.count));
        Choice::Take(from)
    }

    /// 5V-TGN-001: at those in the open, or in the worst cover.
    fn aim(fixed: &Fixed, s: &State, shape: &AimShape) -> Option<Choice> {
        let ease = |group: &u8| match cover_of(*group) {
            0 => 7,
            level => level,
        };
        let rows = shape
            .rows
            .iter()
            .map(|(model, groups)| Some((*model, *groups.iter().max_by_key(|group| ease(group))?)));
        let choice = Choice::Aim(rows.collect::<Option<Vec<_>>>()?);
        legal::check(fixed, s, &Shape::Aim(shape.clone()), &choice).is_empty().then_some(choice)
    }

    /// Everybody with its best weapon at the enemy it hurts most.
    fn strike(fixed: &Fixed, s: &State, shape: &StrikeShape) -> Option<Choice> {
        let row = |(model, blades, units): &(ModelId, Vec<u8>, Vec<UnitId>)| {
            let all = blades.iter().flat_map(|blade| units.iter().map(move |target| (*blade, *target)));
            let worth = |(blade, target): &(u8, UnitId)| {
                let each = worth::unit(fixed, s, *target) * worth::WHOLE / worth::wounds(s, *target);
                fights::blows(fixed, s, *model, *blade, *target) * each
            };
            let (blade, target) = all.max_by_key(worth)?;
            Some(Blows { model: *model, blade, target, share: None })
        };
        let choice = Choice::Strike(shape.rows.iter().filter_map(row).collect());
        legal::check(fixed, s, &Shape::Strike(shape.clone()), &choice).is_empty().then_some(choice)
    }

    /// A spot: an own objective where the own units are, a landing where the unit wants to be, a misplaced enemy far from
    /// everything.
    fn spot(&mut self, seen: &Seen<'_, Fifth>, spot: Spot) -> Option<Choice> {
        let (fixed, s) = (seen.fixed(), seen.view());
        let mut all: Vec<Choice> = Vec::new();
        for _ in 0..3 {
            all.extend(seen.candidates(&Shape::Spot(spot), &mut self.rng));
        }
        let (_, wide) = fixed.battlefield.size;
        let goal = match spot {
            Spot::Drop(unit) | Spot::Misplaced(unit) => {
                aims::of(fixed, s, unit, &mut self.rng).map(|aim| aim.at)
            }
            _ => None,
        };
        let cost = |at: Point| -> i32 {
            match spot {
                Spot::Objective(side) => {
                    if s.edge(side) == 0 {
                        at.y
                    } else {
                        wide.0 - at.y
                    }
                }
                Spot::Drop(_) => goal.map_or(0, |goal| (goal.distance(at).0 - Length::inches(9).0).abs()),
                Spot::Misplaced(_) => goal.map_or(0, |goal| -goal.distance(at).0),
                Spot::Salvo(_) => 0,
            }
        };
        let worth = |choice: &Choice| match choice {
            Choice::Lay(pose) => cost(pose.at),
            _ => i32::MAX,
        };
        all.into_iter().min_by_key(worth)
    }
}

impl Bot<Fifth> for Scripted {
    fn choose(&mut self, seen: &Seen<'_, Fifth>, ask: &Ask, menu: &dyn Menu<Fifth>) -> usize {
        let (fixed, s) = (seen.fixed(), seen.view());
        let all: Vec<Choice> = (0..menu.len()).map(|at| menu.get(at)).collect();
        if all.len() < 2 {
            return 0;
        }
        let word = |wanted: Word| all.iter().position(|choice| *choice == Choice::Word(wanted));
        let picked = match ask.kind {
            "turn-order" => word(Word::First),
            "deploy" => deploying::next(fixed, s, &all).or_else(|| word(Word::Done)),
            "move-unit" => {
                let found = orders::next(fixed, s, &all, &self.given, &mut self.rng);
                if let Some(Choice::Order(unit, order)) = found.map(|at| &all[at]) {
                    self.given.push((s.turn, *unit, *order));
                }
                found
            }
            "scout" => all.iter().position(|choice| matches!(choice, Choice::Order(..))),
            "after-move" | "after-exit" => {
                s.about.and_then(|unit| orders::after(fixed, s, unit, &all, &mut self.rng))
            }
            "embark" => all.iter().position(|choice| match choice {
                Choice::Embark(unit, carrier) => orders::rides(fixed, s, *unit, *carrier, &mut self.rng),
                _ => false,
            }),
            "shoot" => self.shooter(fixed, s, &all).or_else(|| word(Word::Done)),
            "assault" => self.assault(fixed, s, &all).or_else(|| word(Word::Done)),
            "go-to-ground" => {
                let ducks = s.against.or(s.about).is_some_and(|unit| self.ducks(fixed, s, unit));
                if ducks { word(Word::Yes) } else { word(Word::No) }
            }
            // Smoke where nothing is there to be shot at.
            "smoke" | "smoke-grenades" => {
                let idle =
                    s.about.is_some_and(|unit| volleys::best(fixed, s, unit, &mut self.rng).worth == 0);
                let near = s.about.and_then(|unit| orders::nearest(fixed, s, unit, &mut self.rng));
                let seen = near.is_some_and(|(far, _)| far <= Length::inches(36));
                if idle && seen { word(Word::Yes) } else { word(Word::No) }
            }
            "power" => Self::power(fixed, s, &all).or_else(|| word(Word::Done)),
            "death-or-glory" => Self::glory(fixed, s, &all).or_else(|| word(Word::No)),
            "destroy-weapon" => Self::part(fixed, &all),
            "spend-mark" => word(Word::MarkAim),
            "seize" | "grenades" | "hatches" | "psychic-hood" | "force-weapon" | "dodge" => word(Word::Yes),
            "fail-check" | "brace" => word(Word::No),
            _ => None,
        };
        picked.unwrap_or(ask.default as usize).min(all.len() - 1)
    }

    fn propose(&mut self, seen: &Seen<'_, Fifth>, _ask: &Ask, shape: &Shape) -> Choice {
        let (fixed, s) = (seen.fixed(), seen.view());
        let chosen = match shape {
            Shape::Paths(moves) => {
                let aim = aims::of(fixed, s, moves.unit, &mut self.rng);
                ways::best(fixed, s, *moves, aim, &mut self.rng)
            }
            Shape::Place(unit) => deploying::place(fixed, s, *unit),
            Shape::Fire(unit) => {
                Some(Choice::Fire(*unit, volleys::best(fixed, s, *unit, &mut self.rng).shots))
            }
            Shape::Aim(shape) => Self::aim(fixed, s, shape),
            Shape::Allot(shape) => Self::allot(fixed, s, shape),
            Shape::Take(shape) => Some(self.takes(fixed, s, shape)),
            Shape::Strike(shape) => Self::strike(fixed, s, shape),
            Shape::Spot(spot) => self.spot(seen, *spot),
            Shape::Lay(_) | Shape::Mark(_) | Shape::GetOut(_) | Shape::Roof(_) | Shape::Alight(_) => None,
        };
        if let Some(choice) = chosen {
            return choice;
        }
        let default = seen.default_proposal(shape);
        default
            .or_else(|| seen.candidates(shape, &mut self.rng).pop())
            .expect("a proposal has candidates or a default")
    }
}
