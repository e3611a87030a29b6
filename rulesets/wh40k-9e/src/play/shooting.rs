//! The Shooting phase (9E-SHO): one unit after another declares its shots, then makes them.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::refusal::Bars;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};

use crate::Nine;
use crate::choice::{Choice, Shape, Word};
use crate::event::Event;
use crate::ids::UnitId;
use crate::legal::shooting::{Aim, entry};
use crate::play::attack::{self, Mode};
use crate::play::{begin_phase_by, charge, salvo};
use crate::state::{Flow, State};

/// The phase begins; `by` ended the one before.
pub fn begin(s: &mut State, cx: &mut Ctx<'_, Nine>, by: RuleId) {
    begin_phase_by(s, cx, "phase.shooting", Flow::Shooting, &[rule!("9E-RND-003"), by]);
}

#[derive(Clone, Copy)]
enum ShootPick {
    Unit(UnitId),
    Done,
}

impl From<ShootPick> for Choice {
    fn from(pick: ShootPick) -> Choice {
        match pick {
            ShootPick::Unit(unit) => Choice::Unit(unit),
            ShootPick::Done => Choice::Word(Word::Done),
        }
    }
}

/// 9E-SHO-001, 9E-SHO-004, 9E-SHO-005: the active player selects eligible units, each once, as many as wished.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    let side = s.active;
    let can = |unit: &UnitId| {
        let mut bars = Bars::default();
        bars.bar(rules!["9E-SHO-005"], || s.unit(*unit).turn.shot);
        bars.need(rules!["9E-SHO-001"], || Aim::new(cx.fixed(), s, *unit, None).can_shoot());
        bars.open()
    };
    let mut options: Vec<ShootPick> = s.on_table(side).filter(can).map(ShootPick::Unit).collect();
    // 9E-SHO-004: nobody has to shoot.
    if options.is_empty() || applies(rule!("9E-SHO-004")) {
        options.push(ShootPick::Done);
    }
    let ask = Ask::new(side.seat(), "shoot", rule!("9E-SHO-001")).default(options.len() - 1);
    match cx.choose(s, ask, &options)? {
        // 9E-SHO-033: with no more units, by choice or because none can (9E-SHO-004).
        ShootPick::Done if options.len() == 1 => {
            charge::begin(s, cx, rules!["9E-RND-003", "9E-SHO-004", "9E-SHO-033"]);
        }
        ShootPick::Done => charge::begin(s, cx, rules!["9E-RND-003", "9E-SHO-033"]),
        ShootPick::Unit(unit) => {
            s.unit_mut(unit).turn.shot = true;
            salvo::take_aim(s, cx, unit)?;
            shoot(s, cx, unit, None)?;
        }
    }
    Ok(())
}

/// 9E-SHO-007: all targets are declared, then all attacks made. With a charging unit it is Overwatch (9E-OVR-004).
pub fn shoot(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, overwatch: Option<UnitId>) -> Step {
    s.about.unit = Some(unit);
    s.about.target = overwatch;
    let ask = Ask::new(s.unit(unit).side.seat(), "fire", rule!("9E-SHO-007"));
    let Choice::Fire(_, shots) = cx.propose(s, ask, Shape::Fire(unit, overwatch))? else {
        return cx.broken("shots were answered with something else");
    };
    let mut targets: Vec<UnitId> = shots.iter().map(|shot| shot.target).collect();
    targets.sort_unstable();
    targets.dedup();
    if cx.logging() {
        let rules = Aim::new(cx.fixed(), s, unit, overwatch).allowing(&shots);
        cx.emit(&rules, Event::Declared { unit, targets, melee: false });
    }
    let entries = shots.iter().map(|shot| entry(cx.fixed(), s, shot)).collect();
    let mode = if overwatch.is_some() { Mode::Overwatch } else { Mode::Shooting };
    attack::resolve(s, cx, unit, entries, mode)
}
