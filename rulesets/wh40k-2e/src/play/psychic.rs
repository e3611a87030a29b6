//! The psychic phase (PSI): both sides use powers by turns, one for each psyker.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Body, Length};

use super::{begin, powers};
use crate::Second;
use crate::choice::{Choice, PowerShape, Shape, Word};
use crate::data::wargear::{Power, PowerEffect};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::lasting::helpless;
use crate::legal::in_force;
use crate::state::{Flow, Place, State};
use crate::to_hit::ByRule;
use crate::vehicles;

/// A power of `powers.toml`.
pub fn power(fixed: &Fixed, number: u8) -> &Power {
    &fixed.data.powers[usize::from(number)]
}

/// 2E-PSI-002: the powers a psyker may still take; none where it has one for each mastery level. 2E-AMB-145: none twice.
pub fn free_powers(fixed: &Fixed, s: &State, model: ModelId) -> Vec<u8> {
    let kind = fixed.kind_of(model);
    let own = &s.model(model).psyker.powers;
    if own.len() >= usize::from(kind.mastery * fixed.numbers().powers.powers_per_level) {
        return Vec::new();
    }
    let may = |number: &u8| {
        let power = power(fixed, *number);
        !own.contains(number) && (power.only.is_empty() || power.only.contains(&kind.unit))
    };
    (0..fixed.data.powers.len() as u8).filter(may).collect()
}

/// Why a psyker cannot use a power now, if so: 2E-PSI-004: one a phase; 2E-PSI-016: not while broken or stupid.
pub fn barred(fixed: &Fixed, s: &State, model: ModelId) -> Option<(RuleId, &'static str)> {
    in_force(why_barred(fixed, s, model))
}

fn why_barred(fixed: &Fixed, s: &State, model: ModelId) -> Option<(RuleId, &'static str)> {
    let own = s.model(model);
    let unit = s.unit(own.unit);
    if own.psyker.powers.is_empty() || own.place != Place::Table {
        Some((rule!("2E-PSI-002"), "why.no-psyker"))
    } else if own.psyker.used {
        Some((rule!("2E-PSI-004"), "why.power-used"))
    } else if s.is_broken(model) {
        Some((rule!("2E-PSI-016"), "why.broken-psyker"))
    } else if unit.mind.stupid {
        Some((rule!("2E-PSI-016"), "why.stupid"))
    } else if unit.overwatch && unit.side == s.active {
        Some((rule!("2E-OVW-003"), "why.on-overwatch"))
    } else if s.missed(model) {
        Some((rule!("2E-CHG-011"), "why.charged"))
    } else if helpless(fixed, s, model).is_some_and(|ail| !matches!(ail, crate::lasting::Ail::Pinned)) {
        Some((rule!("2E-WPN-020"), "why.helpless"))
    } else {
        None
    }
}

/// The psykers of a side that may still use a power.
fn able(fixed: &Fixed, s: &State, side: Side) -> Vec<ModelId> {
    let all = (0..s.models.len() as u16).map(ModelId);
    all.filter(|model| s.side_of(*model) == side && barred(fixed, s, *model).is_none()).collect()
}

/// The start of the phase: everybody may use one power.
pub fn start(s: &mut State, cx: &mut Ctx<'_, Second>) {
    for model in &mut s.models {
        model.psyker.used = false;
    }
    let fixed = cx.fixed();
    if Side::BOTH.into_iter().all(|side| able(fixed, s, side).is_empty()) {
        begin(s, cx, Flow::Rally, "phase.rally");
    } else {
        let side = s.active;
        begin(s, cx, Flow::Psychic { side, passed: false }, "phase.psychic");
    }
}

/// 2E-PSI-003: one side after the other, the active one first; 2E-AMB-098: when both pass one after the other it is over.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Second>, side: Side, passed: bool) -> Step {
    let fixed = cx.fixed();
    let able = able(fixed, s, side);
    let mut options: Vec<Choice> = Vec::new();
    for model in able {
        let powers = s.model(model).psyker.powers.iter().copied();
        options.extend(
            powers
                .filter(|power| powers::is_of_use(fixed, s, model, *power))
                .map(|power| Choice::Cast(model, power)),
        );
    }
    let picked = if options.is_empty() {
        Choice::Word(Word::Pass)
    } else {
        options.push(Choice::Word(Word::Pass));
        let ask = Ask::new(side.seat(), "psychic", rule!("2E-PSI-003")).default(options.len() - 1);
        cx.choose(s, ask, &options)?
    };
    let other = side.other();
    let Choice::Cast(model, power) = picked else {
        if passed {
            begin(s, cx, Flow::Rally, "phase.rally");
        } else {
            s.flow = Flow::Psychic { side: other, passed: true };
        }
        return Ok(());
    };
    s.flow = Flow::Psychic { side: other, passed: false };
    cast(s, cx, model, power)
}

/// What a power is aimed at.
#[derive(Clone, Debug)]
pub enum Aim {
    /// Its own psyker.
    Own,
    /// A model, or of a vehicle one of its crew.
    Model(ModelId, Option<u8>),
    /// A place.
    At(grognard_space::table::Point),
    /// A direction.
    Along(grognard_space::table::Angle),
}

/// One use of a power: named with its target (2E-AMB-158), measured, rolled for (2E-PSI-005), done.
fn cast(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, number: u8) -> Step {
    if !applies(rule!("2E-PSI-005")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    s.about = Some(s.model(model).unit);
    s.model_mut(model).psyker.used = true;
    let own = power(fixed, number);
    let aim = aim(s, cx, model, number)?;
    cx.emit(
        rules!["2E-PSI-003", "2E-PSI-004"],
        Event::PowerNamed { model, power: number, target: named(&aim) },
    );
    let limit = grognard_tabletop::ruler::Ruler::Inches.read(&own.range);
    if let (Some(limit), Some(far)) = (limit, distance(s, model, &aim)) {
        cx.reveal();
        if far > limit {
            cx.emit(
                &[powers::rule_of(&own.effect), rule!("2E-GEN-011")],
                Event::PowerLost { model, power: number, far },
            );
            return Ok(());
        }
    }
    let numbers = fixed.numbers();
    let level = usize::from(fixed.kind_of(model).mastery.max(1)) - 1;
    let bonus = numbers.mastery.bonus.get(level).copied().unwrap_or(0);
    let need = Target::new(Need::AtLeast(own.needs), rule!("2E-PSI-005"))
        .with_floor(numbers.mastery.always_fails + 1)
        .by(-bonus, "need.mastery", rule!("2E-PSI-006"));
    let rules = rules!["2E-PSI-001", "2E-PSI-005", "2E-PSI-006"];
    let [face] = cx.roll_against::<1>(6, "roll.power", rules, &need)?;
    let works = need.met_by(face);
    cx.emit(rules, Event::PowerRolled { model, power: number, works });
    if works { powers::work(s, cx, model, number, aim) } else { Ok(()) }
}

fn named(aim: &Aim) -> Option<ModelId> {
    match aim {
        Aim::Model(target, _) => Some(*target),
        _ => None,
    }
}

/// How far it is to what a power is aimed at, where that counts.
fn distance(s: &State, model: ModelId, aim: &Aim) -> Option<Length> {
    let from = s.table.body(model)?;
    match aim {
        Aim::Model(target, _) => s.table.distance(model, *target),
        Aim::At(at) => Some(from.distance(&Body::point(*at, Length::ZERO))),
        Aim::Own | Aim::Along(_) => None,
    }
}

/// DEC-026: what the power is aimed at.
fn aim(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, number: u8) -> Step<Aim> {
    let fixed = cx.fixed();
    let own = power(fixed, number);
    let seat = s.side_of(model).seat();
    let rule = powers::rule_of(&own.effect);
    let shape = PowerShape { model, power: number };
    match &own.effect {
        PowerEffect::PsychicShield { .. } | PowerEffect::Teleport => Ok(Aim::Own),
        PowerEffect::Blast { .. } => {
            match cx.propose(s, Ask::new(seat, "point", rule), Shape::Point(shape))? {
                Choice::Point(at) => Ok(Aim::At(at)),
                _ => cx.broken("a point was answered with something else"),
            }
        }
        PowerEffect::Line { .. } => match cx.propose(s, Ask::new(seat, "line", rule), Shape::Line(shape))? {
            Choice::Template(_, pose) => Ok(Aim::Along(pose.facing)),
            _ => cx.broken("a line was answered with something else"),
        },
        PowerEffect::DestroyMind { .. } | PowerEffect::PurgePsyker { .. } => {
            let options = powers::targets(fixed, s, model, &own.effect);
            match cx.choose(s, Ask::new(seat, "mind", rule).always(), &options)? {
                Choice::Aim(target, crew) => Ok(Aim::Model(target, crew)),
                _ => cx.broken("a target was answered with something else"),
            }
        }
    }
}

/// The crew posts of a vehicle that are manned.
pub fn manned(fixed: &Fixed, s: &State, model: ModelId) -> Vec<u8> {
    let Some(own) = vehicles::datafax(fixed, model) else { return Vec::new() };
    let posts = 0..own.crew.len() as u8;
    posts.filter(|post| vehicles::crew::at_post(s, model, *post).next().is_some()).collect()
}

/// The enemy units of a side, the nearest to a model first: the order may be shown, the distances not.
pub fn enemies_in_order(s: &State, model: ModelId) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = s.on_table(s.side_of(model).other()).collect();
    let far = |unit: UnitId| s.bodies(unit).filter_map(|(enemy, _)| s.table.distance(model, enemy)).min();
    units.sort_by_key(|unit| (far(*unit), *unit));
    units
}
