//! Overwatch (OVW): declaring it, the windows for firing, and what it does to those who are fired at.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_tabletop::moves::allowed;

use super::{hiding, morale, movement, psychology, shooting, wargear};
use crate::Second;
use crate::cards::{self, Held};
use crate::choice::{Choice, Gait, MoveShape, Shape, Way, Word};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::lasting::helpless;
use crate::legal::in_force;
use crate::legal::moves::Move;
use crate::legal::shooting::cannot_fire;
use crate::sight;
use crate::state::{Flow, Hidden, Moved, Nerve, Place, Pledge, SpotKind, State, Watch};
use crate::vehicles::{Air, crew, moving};

/// Why a unit cannot go on overwatch, if so.
pub fn barred(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    in_force(why_barred(fixed, s, unit))
}

fn why_barred(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    if own.overwatch {
        Some((rule!("2E-OVW-001"), "why.on-overwatch"))
    } else if own.nerve == Nerve::Broken || own.models.iter().any(|model| s.is_broken(*model)) {
        Some((rule!("2E-BRK-005"), "why.broken-moves"))
    } else if s.in_combat(unit) {
        Some((rule!("2E-HTH-002"), "why.engaged"))
    } else if own.moved != Moved::NotYet || own.charges.is_some() {
        Some((rule!("2E-OVW-003"), "why.moved-already"))
    } else if own.mind.frenzied && !psychology::in_reach(fixed, s, unit).is_empty() {
        // They have to charge.
        Some((rule!("2E-FRZ-003"), "why.frenzied"))
    } else {
        None
    }
}

/// 2E-OVW-001, 2E-OVW-002: at the start of its turn a player says which whole squads go on overwatch.
pub fn declare(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let side = s.active;
    let may = |unit: &UnitId| barred(cx.fixed(), s, *unit).is_none() && can_fire(cx.fixed(), s, *unit);
    let mut options: Vec<Choice> = if cx.fixed().options.overwatch {
        s.on_table(side).filter(may).map(Choice::Overwatch).collect()
    } else {
        Vec::new()
    };
    options.extend(wargear::drugs(cx.fixed(), s, side));
    options.push(Choice::Word(Word::Done));
    let ask = Ask::new(side.seat(), "overwatch", rule!("2E-OVW-001")).default(options.len() - 1);
    // Whoever holds a card that nobody has seen is always asked: no question may tell what it is.
    let unseen = |held: &Held| !held.shown && s.model(held.model).place == Place::Table;
    let covert = s.hands[side.index()].held.iter().any(unseen);
    let ask = if covert { ask.always().secret() } else { ask };
    match cx.choose(s, ask, &options)? {
        Choice::Overwatch(unit) => go_on(s, cx, unit),
        Choice::Drug(model, how) => wargear::frenzon(s, cx, model, how)?,
        _ => s.flow = Flow::Charges,
    }
    Ok(())
}

/// A unit is on overwatch from now on; 2E-HID-009: hidden troops stay hidden.
pub fn go_on(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) {
    if !applies(rule!("2E-HID-009")) {
        hiding::reveal(s, cx, unit, &[]);
    }
    s.unit_mut(unit).overwatch = true;
    let rules: &[RuleId] = if crate::vehicles::is_vehicle(cx.fixed(), unit) {
        rules!["2E-OVW-001", "2E-OVW-002", "2E-VEH-009"]
    } else if s.unit(unit).hidden == Hidden::No {
        rules!["2E-OVW-001", "2E-OVW-002"]
    } else {
        rules!["2E-OVW-001", "2E-OVW-002", "2E-HID-009"]
    };
    cx.emit(rules, Event::Overwatch { unit });
}

/// 2E-OVW-011: at the start of its turn a side's unused counters come off; 2E-OVW-012: new ones may be placed at once.
pub fn take_off(s: &mut State, cx: &mut Ctx<'_, Second>, side: Side) {
    if !applies(rule!("2E-OVW-011")) {
        return;
    }
    for unit in (0..s.units.len() as u16).map(UnitId) {
        if s.unit(unit).side == side && s.unit(unit).overwatch {
            s.unit_mut(unit).overwatch = false;
            cx.emit(
                rules!["2E-OVW-011", "2E-OVW-012", "2E-TRN-004"],
                Event::OverwatchLost { unit, why: "overwatch.unused" },
            );
        }
    }
}

fn can_fire(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let able = |model: &ModelId| {
        cards::weapons(fixed, s, *model).iter().any(|weapon| cannot_fire(fixed, s, *model, *weapon).is_none())
    };
    s.unit(unit).models.iter().any(able)
}

/// The units of a side that are on overwatch and have something to fire.
pub fn watchers(fixed: &Fixed, s: &State, side: Side) -> Vec<UnitId> {
    s.on_table(side).filter(|unit| s.unit(*unit).overwatch && can_fire(fixed, s, *unit)).collect()
}

/// What a place of a move is called.
pub fn name(kind: SpotKind) -> &'static str {
    match kind {
        SpotKind::Start => "spot.start",
        SpotKind::Changes => "spot.changes",
        SpotKind::Bend => "spot.bend",
        SpotKind::End => "spot.end",
    }
}

/// 2E-OVW-004: the other side is asked once who fires at a stated move, and where.
pub fn orders(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step<Vec<(UnitId, u8)>> {
    let Some(path) = &s.path else { return Ok(Vec::new()) };
    if path.spots.is_empty() {
        return Ok(Vec::new());
    }
    let unit = path.unit;
    if path.charges.is_some() {
        cx.emit(rules!["2E-CHG-013"], Event::UnderWatch { unit });
    }
    s.about = Some(unit);
    let ask = Ask::new(s.unit(unit).side.other().seat(), "watch", rule!("2E-OVW-004"));
    let Choice::Watch(orders) = cx.propose(s, ask, Shape::Watch)? else {
        return cx.broken("an order to fire was answered with something else");
    };
    Ok(orders)
}

/// A unit on overwatch fires at another; whether that changed anything for the target (2E-AMB-013).
pub fn fire(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    watcher: UnitId,
    target: UnitId,
    spot: &'static str,
) -> Step<bool> {
    if s.unit(target).models.is_empty() || !s.unit(watcher).overwatch {
        return Ok(false);
    }
    let seen = s.bodies(watcher).any(|(model, _)| !sight::shown(cx.fixed(), s, model, target).is_empty());
    if !seen {
        return Ok(false);
    }
    let (charged, moves) = match &s.path {
        Some(path) => {
            let way = |(model, start, stops): &(ModelId, _, smallvec::SmallVec<[_; 2]>)| {
                Some((*model, s.model(*model).from.unwrap_or(*start), *stops.last()?))
            };
            (path.charges == Some(watcher), path.ways.iter().filter_map(way).collect())
        }
        None => (false, pledged(s, target)),
    };
    s.about = Some(watcher);
    s.watch = Some(Watch { unit: watcher, target, charged, moves });
    let ask = Ask::new(s.unit(watcher).side.seat(), "fire", rule!("2E-OVW-004"));
    let Choice::Fire(_, shots) = cx.propose(s, ask, Shape::Fire(watcher))? else {
        return cx.broken("shots were answered with something else");
    };
    if shots.is_empty() {
        s.watch = None;
        return Ok(false);
    }
    let print = |s: &State| {
        let own = s.unit(target);
        let wounds: u32 = own.models.iter().map(|model| u32::from(s.model(*model).wounds)).sum();
        let hulls: Vec<_> = own.models.iter().filter_map(|model| s.vehicle(*model)).collect();
        let harm: usize = hulls.iter().map(|hull| hull.damage.len() + usize::from(hull.out_of_control)).sum();
        let aboard: usize = hulls.iter().map(|hull| crew::aboard(s, hull.model).count()).sum();
        let places: Vec<_> = own.models.iter().map(|model| s.pose(*model)).collect();
        // 2E-WPN-020: whoever is wrapped up or knocked down stops there.
        let ails: usize = own.models.iter().map(|model| s.model(*model).ails.len()).sum();
        (own.models.len(), wounds, own.nerve, own.overwatch, own.fled, (harm, aboard, ails), places)
    };
    let before = print(s);
    // 2E-OVW-007: the counter comes off, and what was hidden shows itself.
    s.unit_mut(watcher).overwatch = false;
    let mut rules = rules!["2E-OVW-004", "2E-OVW-007", "2E-GEN-010"].to_vec();
    if charged {
        rules.push(rule!("2E-OVW-009"));
    }
    // 2E-OVW-015: at a skimmer as it pops up.
    let up = |model: &ModelId| s.vehicle(*model).is_some_and(|own| own.air == Air::PoppedUp);
    if s.unit(target).models.iter().any(up) {
        rules.push(rule!("2E-OVW-015"));
    }
    cx.emit(&rules, Event::OverwatchFire { unit: watcher, target, spot });
    hiding::reveal(s, cx, watcher, rules!["2E-HID-007", "2E-HID-009"]);
    shooting::resolve(s, cx, watcher, &shots)?;
    s.watch = None;
    Ok(print(s) != before)
}

/// From where and to where a unit moves that has not been asked to go yet or is there already.
fn pledged(
    s: &State,
    target: UnitId,
) -> Vec<(ModelId, grognard_space::table::Pose, grognard_space::table::Pose)> {
    if let Pledge::Goes(_, ways) = &s.unit(target).pledge {
        let way = |(model, stops): &(ModelId, smallvec::SmallVec<[_; 2]>)| {
            Some((*model, s.pose(*model)?, *stops.last()?))
        };
        return ways.iter().filter_map(way).collect();
    }
    let models = s.unit(target).models.iter();
    models.filter_map(|model| Some((*model, s.model(*model).from?, s.pose(*model)?))).collect()
}

/// 2E-OVW-013: troops shot at while on overwatch test Leadership or lose it, hit or not (2E-OVW-014: whoever fired);
/// 2E-AMB-015: by an option without a test.
pub fn shot_at(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    if !applies(rule!("2E-OVW-013")) {
        return Ok(());
    }
    if !s.unit(unit).overwatch || s.unit(unit).models.is_empty() {
        return Ok(());
    }
    let own_turn = s.unit(unit).side == s.active;
    let mut rules = rules!["2E-OVW-013"].to_vec();
    if own_turn {
        rules.push(if s.watch.is_some() { rule!("2E-OVW-018") } else { rule!("2E-OVW-014") });
    }
    let held =
        !cx.fixed().options.overwatch_auto_loss && morale::test(s, cx, unit, "roll.overwatch", &rules)?.1;
    if !held {
        // 2E-AMB-137: in its own turn it is back in the normal sequence at once.
        s.unit_mut(unit).overwatch = false;
        cx.emit(&rules, Event::OverwatchLost { unit, why: "overwatch.shaken-off" });
    }
    Ok(())
}

/// After a shot that changed something the mover goes on as stated, or states the rest of its move anew; where somebody was
/// displaced, it goes on as stated only where that can still be done.
pub fn restate(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    shape: MoveShape,
    rest: Vec<Way>,
    displaced: bool,
) -> Step<Option<Vec<Way>>> {
    let unit = shape.unit;
    // A vehicle goes on while it can.
    if crate::vehicles::is_vehicle(cx.fixed(), unit) && !matches!(shape.gait, Gait::Charge(_)) {
        let able = |(model, _): &Way| moving::limit(cx.fixed(), s, &shape, *model).is_some();
        let rest: Vec<Way> = rest.into_iter().filter(able).collect();
        return Ok(Some(rest).filter(|rest| !rest.is_empty()));
    }
    // Nobody states a move without control anew.
    if matches!(shape.gait, Gait::Wander) {
        return Ok(Some(rest));
    }
    let fixed = cx.fixed();
    let goes = |(model, _): &Way| helpless(fixed, s, *model).is_none() || s.burns(*model);
    let rest: Vec<Way> = rest.into_iter().filter(goes).collect();
    s.about = Some(unit);
    let shaken = s.unit(unit).nerve == Nerve::Shaken;
    if shaken && matches!(shape.gait, Gait::Charge(_)) {
        return Ok(None);
    }
    let mut options = Vec::new();
    let anew = MoveShape { apart: true, ..shape };
    if !shaken && (!displaced || allowed(&Move::new(cx.fixed(), s, &anew), &rest)) {
        options.push(Word::On);
    }
    if allowed(&Move::new(cx.fixed(), s, &anew), &[]) {
        options.push(Word::Again);
    }
    if options.is_empty() {
        return Ok(None);
    }
    let seat = s.unit(unit).side.seat();
    let ask = Ask::new(seat, "go-on", rule!("2E-OVW-010"));
    if cx.choose(s, ask, &options)? == Word::On {
        return Ok(Some(rest));
    }
    let ask = Ask::new(seat, "paths", rule!("2E-OVW-010"));
    let Choice::Paths(_, ways) = cx.propose(s, ask, Shape::Paths(anew))? else {
        return cx.broken("paths were answered with something else");
    };
    Ok(Some(ways))
}

/// 2E-AMB-013: a window for overwatch at units where they stand: after the declarations, and before hiding (`last`).
pub fn window(s: &mut State, cx: &mut Ctx<'_, Second>, last: bool) -> Step {
    let (fixed, side) = (cx.fixed(), s.active.other());
    let mut options: Vec<Choice> = Vec::new();
    for watcher in watchers(fixed, s, side) {
        let sees = |target: &UnitId| {
            s.bodies(watcher).any(|(model, _)| !sight::shown(fixed, s, model, *target).is_empty())
        };
        let waits = |target: &UnitId| last || s.unit(*target).charges.is_none();
        let targets = s.on_table(s.active).filter(waits).filter(sees);
        options.extend(targets.map(|target| Choice::Shoot(watcher, target)));
    }
    options.push(Choice::Word(Word::Hold));
    let ask = Ask::new(side.seat(), "window", rule!("2E-OVW-004")).default(options.len() - 1);
    let Choice::Shoot(watcher, target) = cx.choose(s, ask, &options)? else {
        s.flow = if last { Flow::Hide } else { Flow::Compulsory };
        return Ok(());
    };
    if !last {
        pledge(s, cx, target)?;
    }
    let changed = fire(s, cx, watcher, target, if last { "spot.end" } else { "spot.stands" })?;
    if changed {
        // 2E-RUN-006: whoever said that it runs has run, wherever it goes now.
        let own = s.unit_mut(target);
        own.pledge = match std::mem::take(&mut own.pledge) {
            Pledge::Goes(gait, _) | Pledge::Again(gait) if own.moved == Moved::Ran => Pledge::Again(gait),
            _ => Pledge::None,
        };
    }
    Ok(())
}

/// Before it is fired at in the first window, a unit says whether it will stand still, or states its move (2E-OVW-010).
fn pledge(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    if s.unit(unit).pledge != Pledge::None || !movement::may_move(s, unit) {
        return Ok(());
    }
    let said = movement::state(s, cx, unit)?;
    let stays = said.is_none();
    s.unit_mut(unit).pledge = match said {
        Some((shape, ways)) => Pledge::Goes(shape.gait, ways),
        None => Pledge::Stays,
    };
    cx.emit(rules!["2E-OVW-010"], Event::Pledged { unit, stays });
    Ok(())
}

/// 2E-AMB-155: a squad that is engaged with all its models is on overwatch no more.
pub fn engaged(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) {
    let all = s.unit(unit).models.iter().all(|model| s.is_engaged(*model));
    if s.unit(unit).overwatch && all {
        s.unit_mut(unit).overwatch = false;
        cx.emit(rules!["2E-HTH-002"], Event::OverwatchLost { unit, why: "overwatch.engaged" });
    }
}
