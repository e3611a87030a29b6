//! Psychology (PSG, FEA, TER, STU, FRZ, HAT): tests at the start of a turn, around charges and after fights.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Angle, Body, Length, Moved as Elsewhere, Pose};
use grognard_tabletop::measure;
use smallvec::smallvec;

use super::{charging, command, flight, lasting, morale, movement, path};
use crate::Second;
use crate::candidates;
use crate::characters;
use crate::choice::{Choice, Gait, MoveShape, Way, Word};
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::charges;
use crate::legal::moves::{Move, allowance};
use crate::state::{Flow, Moved, Nerve, State};
use crate::vehicles::{control, crew, is_vehicle};

/// What an enemy is to a unit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Dread {
    /// 2E-FEA-001.
    Fear,
    /// 2E-TER-001.
    Terror,
}

/// Whether somebody of a unit has a trait.
pub fn has(fixed: &Fixed, s: &State, unit: UnitId, word: &str) -> bool {
    s.unit(unit).models.iter().any(|model| fixed.kind_of(*model).has(word))
}

/// What a unit feels about an enemy unit. 2E-TER-001: terror once in a battle, fear afterwards; 2E-TER-007, 2E-TER-008: those
/// who are feared themselves; 2E-FRZ-007, 2E-STU-007: frenzied and stupid troops feel nothing.
pub fn dread(fixed: &Fixed, s: &State, unit: UnitId, enemy: UnitId) -> Option<Dread> {
    let mind = s.unit(unit).mind;
    // One member that is immune, or dreadful itself, does not make its squad so.
    let own = |word: &str| s.unit(unit).models.iter().all(|model| fixed.kind_of(*model).has(word));
    // 2E-PSG-004, 2E-VEH-005: neither vehicles nor crews on board feel anything.
    let crew = fixed.unit(unit).crew_of.is_some() && crew::transport(s, unit).is_some();
    if crew || is_vehicle(fixed, unit) {
        return None;
    }
    let raging = mind.frenzied && applies(rule!("2E-FRZ-007"));
    let dulled = raging || (mind.stupid && applies(rule!("2E-STU-007")));
    let dreadful = own("causes-terror") && applies(rule!("2E-TER-008"));
    if dulled || dreadful || own("immune-to-psychology") {
        return None;
    }
    if has(fixed, s, enemy, "causes-terror") {
        let feared = own("causes-fear") && applies(rule!("2E-TER-007"));
        let fear_only = feared || mind.terror_tested;
        Some(if fear_only { Dread::Fear } else { Dread::Terror })
    } else if has(fixed, s, enemy, "causes-fear") && !own("causes-fear") {
        Some(Dread::Fear)
    } else {
        None
    }
}

/// Whether a model is dreadful to others.
fn is_dreadful(fixed: &Fixed, model: ModelId) -> bool {
    fixed.kind_of(model).has("causes-fear") || fixed.kind_of(model).has("causes-terror")
}

/// 2E-FEA-008: where somebody dreadful accompanies ordinary troops, a charge of theirs or at them causes a test only if it
/// leads to fighting the dreadful one.
fn is_met(fixed: &Fixed, s: &State, unit: UnitId, enemy: UnitId, dreadful: UnitId) -> bool {
    if !applies(rule!("2E-FEA-008")) {
        return true;
    }
    if s.unit(dreadful).models.iter().all(|model| is_dreadful(fixed, *model)) {
        return true;
    }
    let Some(ways) = candidates::charge(fixed, s, MoveShape::new(unit, Gait::Charge(enemy))) else {
        return false;
    };
    let mut ends = ways.iter().filter_map(|(model, stops)| {
        Some((*model, fixed.ground.form(fixed.form(*model)).body(*stops.last()?)))
    });
    ends.any(|(model, body)| {
        s.bodies(enemy).any(|(foe, other)| {
            let who = if dreadful == unit { model } else { foe };
            is_dreadful(fixed, who) && charges::contact(fixed, &body, other).is_some()
        })
    })
}

/// 2E-FEA-001: troops that fear a weapon are noted in their data: `fears-flamer`. A hit with it is remembered.
pub fn hit_by(fixed: &Fixed, s: &mut State, unit: UnitId, weapon: WeaponId) {
    if !applies(rule!("2E-FEA-001")) {
        return;
    }
    let word = format!("fears-{}", fixed.weapon(weapon).weapon);
    if has(fixed, s, unit, &word) && !s.frightened.contains(&unit) {
        s.frightened.push(unit);
    }
}

/// 2E-BRK-014, 2E-FEA-006: whoever was hit by a weapon it fears takes a break test at once, whatever it has lost; 2E-AMB-128:
/// lone characters, too.
pub fn feared_weapons(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    if !applies(rule!("2E-BRK-014")) {
        return Ok(());
    }
    for unit in std::mem::take(&mut s.frightened) {
        let own = s.unit(unit);
        if own.models.is_empty() || own.nerve == Nerve::Broken {
            continue;
        }
        let rules = rules!["2E-BRK-014", "2E-FEA-001", "2E-FEA-006"];
        if !command::break_test(s, cx, unit, rules)? {
            morale::fail(s, cx, unit)?;
        }
    }
    Ok(())
}

/// 2E-TER-008: the rule by which a unit that causes terror charges what others fear.
pub fn unmoved(fixed: &Fixed, s: &State, unit: UnitId, enemy: UnitId) -> Option<RuleId> {
    let dreadful = has(fixed, s, enemy, "causes-fear") || has(fixed, s, enemy, "causes-terror");
    (dreadful && has(fixed, s, unit, "causes-terror")).then_some(rule!("2E-TER-008"))
}

/// 2E-PSG-001, 2E-PSG-002: one test for the whole squad. 2E-TER-002: terror takes the place of fear.
fn brave(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    dread: Dread,
    rules: &[RuleId],
) -> Step<bool> {
    let (what, own): (_, &[RuleId]) = match dread {
        Dread::Fear => ("roll.fear", rules!["2E-FEA-001", "2E-PSG-001", "2E-PSG-002"]),
        Dread::Terror => {
            s.unit_mut(unit).mind.terror_tested = true;
            ("roll.terror", rules!["2E-TER-001", "2E-TER-002", "2E-PSG-001", "2E-PSG-002"])
        }
    };
    // 2E-PSG-003: a rider tests for its mount, too.
    let rider: &[RuleId] = if has(cx.fixed(), s, unit, "cavalry") { rules!["2E-PSG-003"] } else { &[] };
    Ok(morale::test(s, cx, unit, what, &[rules, own, rider].concat())?.1)
}

/// 2E-TER-006: a unit breaks and flees directly away from a creature, in cover or not; 2E-AMB-157: Space Marines are shaken
/// first.
fn flee_in_terror(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, enemy: UnitId) -> Step {
    if !applies(rule!("2E-TER-006")) {
        return Ok(());
    }
    if !morale::breaks(s, cx, unit, rules!["2E-TER-006"]) || s.unit(unit).models.is_empty() {
        return Ok(());
    }
    if s.in_combat(unit) {
        return super::combat::break_off(s, cx, unit, rules!["2E-TER-006", "2E-BRO-002"]);
    }
    let foes: Vec<ModelId> = s.unit(enemy).models.to_vec();
    let models: Vec<(ModelId, Vec<ModelId>)> =
        s.unit(unit).models.iter().map(|model| (*model, foes.clone())).collect();
    s.unit_mut(unit).fled = true;
    flight::flee_from(s, cx, unit, &models, rules!["2E-TER-006"])
}

/// The start of a turn: terror (2E-TER-004), stupidity (2E-STU-001), frenzy (2E-FRZ-001), in the order of 2E-AMB-004.
pub fn start(s: &mut State, cx: &mut Ctx<'_, Second>, side: Side) -> Step {
    let fixed = cx.fixed();
    let own: Vec<UnitId> = s.on_table(side).collect();
    for unit in &own {
        if s.unit(*unit).nerve == Nerve::Broken || s.unit(*unit).models.is_empty() {
            continue;
        }
        // 2E-TER-005, 2E-AMB-033: measured to the creature itself.
        let within = fixed.numbers().terror.within.0;
        let near = |enemy: &UnitId| {
            let near = |(model, body): (ModelId, &Body)| {
                fixed.kind_of(model).has("causes-terror") && measure::any_within(s, *unit, body, within)
            };
            dread(fixed, s, *unit, *enemy) == Some(Dread::Terror) && s.bodies(*enemy).any(near)
        };
        let Some(enemy) = s.on_table(side.other()).find(near) else { continue };
        if !brave(s, cx, *unit, Dread::Terror, rules!["2E-TER-004", "2E-TER-005"])? {
            flee_in_terror(s, cx, *unit, enemy)?;
        }
    }
    for unit in &own {
        stupidity(s, cx, *unit)?;
    }
    for unit in own {
        frenzy(s, cx, unit)?;
    }
    super::wargear::sober_up(s, fixed, side);
    Ok(())
}

/// 2E-STU-001, 2E-STU-002: tested each turn; 2E-AMB-031: equal or less, or by an option strictly less. 2E-STU-008: not by
/// broken troops.
fn stupidity(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    if !applies(rule!("2E-STU-001")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    if !has(fixed, s, unit, "stupidity") || s.unit(unit).nerve == Nerve::Broken {
        return Ok(());
    }
    s.unit_mut(unit).mind.stupid = false;
    let rules = rules!["2E-STU-001", "2E-STU-008", "2E-PSG-001"];
    let (total, passed) = morale::test(s, cx, unit, "roll.stupidity", rules)?;
    let (leadership, _) = morale::leadership(fixed, s, unit);
    if passed && !(fixed.options.strict_stupidity && total == leadership) {
        return Ok(());
    }
    s.unit_mut(unit).mind.stupid = true;
    cx.emit(rules!["2E-STU-002", "2E-STU-006", "2E-STU-007"], Event::Stupid { unit });
    if s.in_combat(unit) {
        return Ok(());
    }
    let roll = fixed.numbers().wanders.roll.roll(cx, "roll.stupid", rules!["2E-STU-004"])?;
    s.unit_mut(unit).moved = Moved::Normal;
    if roll <= fixed.numbers().wanders.wanders_to {
        s.unit_mut(unit).mind.wanders = true;
        cx.emit(rules!["2E-STU-004"], Event::Wanders { unit });
    } else {
        cx.emit(rules!["2E-STU-005"], Event::Dazed { unit });
    }
    Ok(())
}

/// The enemy units a unit can charge from where it stands (2E-AMB-034).
pub fn in_reach(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<UnitId> {
    let enemies = s.on_table(s.unit(unit).side.other());
    let near =
        |enemy: &UnitId| candidates::charge(fixed, s, MoveShape::new(unit, Gait::Charge(*enemy))).is_some();
    enemies.filter(near).collect()
}

/// 2E-FRZ-001: frenzy comes by itself where an enemy is in reach; 2E-FRZ-002: its owner may try to hold them back.
fn frenzy(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    if !applies(rule!("2E-FRZ-001")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let own = s.unit(unit);
    if !has(fixed, s, unit, "frenzy") || own.nerve == Nerve::Broken || own.mind.calm || own.models.is_empty()
    {
        return Ok(());
    }
    let fights = s.in_combat(unit);
    let reach = fights || !in_reach(fixed, s, unit).is_empty();
    s.unit_mut(unit).mind.frenzied = reach;
    if !reach || fights {
        return Ok(());
    }
    s.about = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "frenzy", rule!("2E-FRZ-002"));
    if cx.choose(s, ask, &[Word::Fight, Word::Hold])? == Word::Hold {
        let rules = rules!["2E-FRZ-002", "2E-PSG-001"];
        if morale::test(s, cx, unit, "roll.frenzy", rules)?.1 {
            s.unit_mut(unit).mind.frenzied = false;
            return Ok(());
        }
    }
    cx.emit(rules!["2E-FRZ-001", "2E-FRZ-007"], Event::Frenzied { unit });
    Ok(())
}

/// 2E-CHG-014, 2E-FEA-005, 2E-TER-003: a unit that wishes to charge what it fears tests; failing, it stands where it is.
pub fn dares(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, enemy: UnitId) -> Step {
    let Some(dread) = dread(cx.fixed(), s, unit, enemy) else { return Ok(()) };
    let tests = match dread {
        Dread::Fear => applies(rule!("2E-FEA-005")),
        Dread::Terror => applies(rule!("2E-TER-003")),
    };
    if !tests || !applies(rule!("2E-CHG-014")) {
        return Ok(());
    }
    if !is_met(cx.fixed(), s, unit, enemy, enemy) {
        cx.emit(rules!["2E-FEA-008"], Event::Unmoved { unit });
        return Ok(());
    }
    let rules: &[RuleId] = match dread {
        Dread::Fear => rules!["2E-CHG-014", "2E-FEA-005"],
        Dread::Terror => rules!["2E-CHG-014", "2E-TER-003"],
    };
    // 2E-TER-007: what is feared itself only fears what causes terror.
    let feared = has(cx.fixed(), s, unit, "causes-fear");
    let also: &[RuleId] = if feared { rules!["2E-TER-007"] } else { &[] };
    if brave(s, cx, unit, dread, &[rules, also].concat())? {
        return Ok(());
    }
    s.unit_mut(unit).charges = None;
    if dread == Dread::Terror {
        return flee_in_terror(s, cx, unit, enemy);
    }
    s.unit_mut(unit).moved = Moved::Normal;
    cx.emit(rules!["2E-FEA-005"], Event::Afraid { unit, enemy });
    Ok(())
}

/// 2E-FEA-002, 2E-TER-003: once all charges are declared, those who are charged by what they fear, and within its charge
/// distance, test.
pub fn charged(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let fixed = cx.fixed();
    let charges: Vec<(UnitId, UnitId)> =
        s.on_table(s.active).filter_map(|unit| Some((unit, s.unit(unit).charges?))).collect();
    for (unit, enemy) in charges {
        // 2E-PSG-004, 2E-VEH-005: crews on board feel nothing.
        let dreadful = s.unit(unit).models.iter().any(|model| is_dreadful(fixed, *model));
        if dreadful && is_vehicle(fixed, enemy) {
            cx.emit(rules!["2E-PSG-004", "2E-VEH-005", "2E-BRK-013"], Event::Unmoved { unit: enemy });
            continue;
        }
        let Some(dread) = dread(fixed, s, enemy, unit) else { continue };
        let tests = match dread {
            Dread::Fear => applies(rule!("2E-FEA-002")),
            Dread::Terror => applies(rule!("2E-TER-003")),
        };
        if !tests {
            continue;
        }
        let shape = MoveShape::new(unit, Gait::Charge(enemy));
        let rate = s.unit(unit).models.iter().filter_map(|model| allowance(fixed, s, &shape, *model)).max();
        let far = measure::between_units(s, unit, enemy);
        if s.unit(enemy).nerve == Nerve::Broken || far.zip(rate).is_none_or(|(far, rate)| far > rate) {
            continue;
        }
        if !is_met(fixed, s, unit, enemy, unit) {
            cx.emit(rules!["2E-FEA-008"], Event::Unmoved { unit: enemy });
            continue;
        }
        let rules: &[RuleId] = match dread {
            Dread::Fear => rules!["2E-CHG-014", "2E-FEA-002"],
            Dread::Terror => rules!["2E-CHG-014", "2E-TER-003"],
        };
        if brave(s, cx, enemy, dread, rules)? {
            continue;
        }
        // 2E-AMB-032: model against model as the charge is declared.
        let outnumbered = s.unit(unit).models.len() > s.unit(enemy).models.len();
        if dread == Dread::Terror {
            flee_in_terror(s, cx, enemy, unit)?;
        } else if outnumbered {
            if morale::breaks(s, cx, enemy, rules!["2E-FEA-003"]) {
                // 2E-BRO-002: in hand-to-hand combat it has to break off.
                if s.in_combat(enemy) {
                    super::combat::break_off(s, cx, enemy, rules!["2E-FEA-003", "2E-BRO-002"])?;
                } else {
                    morale::stay_or_flee(s, cx, enemy)?;
                }
            }
        } else {
            // 2E-OVW-016: nor does it fire at those who charge it.
            s.unit_mut(enemy).mind.afraid = Some(unit);
            cx.emit(rules!["2E-FEA-004", "2E-OVW-016"], Event::Afraid { unit: enemy, enemy: unit });
        }
    }
    Ok(())
}

/// 2E-FEA-007, 2E-FEA-009, 2E-AMB-156: at the end of the phase a squad that is outnumbered in hand-to-hand combat by what it
/// fears takes a break test, whatever it has lost.
pub fn end_of_fights(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    if !applies(rule!("2E-FEA-007")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    for unit in (0..s.units.len() as u16).map(UnitId) {
        if s.unit(unit).nerve == Nerve::Broken || !s.in_combat(unit) {
            continue;
        }
        let own = s.unit(unit).models.iter().filter(|model| s.is_engaged(**model)).count();
        let mut foes: Vec<ModelId> =
            s.unit(unit).models.iter().flat_map(|model| s.opponents(*model)).collect();
        foes.retain(|foe| dread(fixed, s, unit, s.model(*foe).unit).is_some());
        foes.sort_unstable();
        foes.dedup();
        if foes.len() > own && !command::break_test(s, cx, unit, rules!["2E-FEA-007", "2E-FEA-009"])? {
            morale::fail(s, cx, unit)?;
        }
    }
    Ok(())
}

/// 2E-BRK-009: broken troops flee again when a creature they fear moves near them.
/// Whoever was not near it before is passed, too: the whole way counts and not its end alone.
pub fn came_near(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, tracks: &[Vec<Body>]) -> Step {
    if !applies(rule!("2E-BRK-009")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let within = fixed.numbers().flee_again.within.0;
    let enemies: Vec<UnitId> = s.on_table(s.unit(unit).side.other()).collect();
    for enemy in enemies {
        let broken = s.unit(enemy).nerve == Nerve::Broken && !s.in_combat(enemy);
        let near = |body: &Body| s.bodies(enemy).any(|(_, other)| other.within(body, within));
        let passed = || {
            let was_near = tracks.iter().any(|track| track.first().is_some_and(near));
            !was_near && tracks.iter().any(|track| track.iter().any(near))
        };
        if broken
            && dread(fixed, s, enemy, unit).is_some()
            && (measure::units_within(s, unit, enemy, within) || passed())
        {
            let models: Vec<ModelId> = s.unit(enemy).models.to_vec();
            let dice = fixed.numbers().flight.flee;
            flight::flee(s, cx, enemy, &models, dice, rules!["2E-BRK-009", "2E-BRK-010"])?;
        }
    }
    Ok(())
}

/// 2E-MOV-002: those who move without control move first, one unit after another in the order their owner likes.
pub fn compulsory(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let left: Vec<Choice> =
        s.on_table(s.active).filter(|unit| s.unit(*unit).mind.wanders).map(Choice::Unit).collect();
    let Some(first) = left.first().cloned() else {
        // 2E-OOC-002: so do fires and vehicles that nobody steers.
        lasting::burn(s, cx)?;
        let before = morale::strengths(s);
        control::compulsory(s, cx)?;
        morale::after_all(s, cx, &before)?;
        s.flow = Flow::Chargers;
        return Ok(());
    };
    let ask = Ask::new(s.active.seat(), "compulsory", rule!("2E-MOV-002"));
    let Choice::Unit(unit) = (if left.len() > 1 { cx.choose(s, ask, &left)? } else { first }) else {
        return cx.broken("a unit was answered with something else");
    };
    wander(s, cx, unit)
}

/// 2E-STU-004: each creature goes its normal move in a direction of its own; 2E-MOV-003: whom it meets it fights, and that is
/// no charge.
fn wander(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    s.unit_mut(unit).mind.wanders = false;
    for model in s.unit(unit).models.clone() {
        s.model_mut(model).spent = 0;
    }
    let shape = MoveShape { apart: true, ..MoveShape::new(unit, Gait::Wander) };
    let mut ways: Vec<Way> = Vec::new();
    for model in s.unit(unit).models.clone() {
        let degrees = cx.direction("roll.direction", rules!["2E-STU-004"])?;
        let (Some(pose), Some(limit)) = (s.pose(model), allowance(fixed, s, &shape, model)) else { continue };
        // Degrees clockwise from the top of the table.
        let facing = Angle::degrees(90 - i32::from(degrees));
        let made = Move::new(fixed, s, &shape);
        let mut moved = Elsewhere::new(&s.table);
        for (friend, stops) in &ways {
            if let Some(end) = stops.last() {
                moved.move_to(*friend, *end);
            }
        }
        let end = |far: i32| Pose { at: pose.at + facing.step(Length(far)), facing, ..pose };
        let free = |far: &i32| made.free(&moved, &(model, smallvec![end(*far)]));
        let Some(part) = (0..=PARTS).rev().find(|part| free(&(limit.0 * part / PARTS))) else { continue };
        // Between the last part that is free and the next one it goes on until it touches what it meets (2E-MOV-003).
        let (mut far, mut met) = (limit.0 * part / PARTS, limit.0 * (part + 1) / PARTS);
        while part < PARTS && met - far > 1 {
            let middle = far.midpoint(met);
            if free(&middle) { far = middle } else { met = middle }
        }
        if far > 0 {
            ways.push((model, smallvec![end(far)]));
        }
    }
    let tracks: Vec<_> = ways.iter().filter_map(|way| movement::track(fixed, s, way)).collect();
    if path::go(s, cx, shape, ways.clone(), None)? {
        cx.emit(rules!["2E-MOV-002", "2E-STU-004"], Event::Moved { unit, ways });
        charging::blunder(s, cx, unit);
        came_near(s, cx, unit, &tracks)?;
    }
    Ok(())
}

/// How finely a way without control is cut where something stands in it.
const PARTS: i32 = 64;

/// 2E-STU-003: stupid creatures in hand-to-hand combat fight on a die of their own, or stand there.
pub fn dazed(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    if !applies(rule!("2E-STU-003")) {
        return Ok(());
    }
    let numbers = cx.fixed().numbers();
    for model in (0..s.models.len() as u16).map(ModelId) {
        s.model_mut(model).dazed = false;
        let unit = s.model(model).unit;
        // 2E-HER-014: a character among stupid creatures fights as it always does.
        let led = characters::has_joined(cx.fixed(), s, model);
        if !s.is_engaged(model) || !s.unit(unit).mind.stupid || led {
            continue;
        }
        let roll = numbers.stupid_fights.roll.roll(cx, "roll.stupid", rules!["2E-STU-003"])?;
        if roll < numbers.stupid_fights.fights_from {
            s.model_mut(model).dazed = true;
            cx.emit(rules!["2E-STU-003"], Event::Dazed { unit });
        }
    }
    Ok(())
}

/// 2E-HAT-001: whether a unit hates another.
pub fn hates(fixed: &Fixed, s: &State, unit: UnitId, enemy: UnitId) -> bool {
    if !applies(rule!("2E-HAT-001")) {
        return false;
    }
    s.unit(unit).side != s.unit(enemy).side && fixed.unit(unit).hates.contains(&fixed.unit(enemy).army)
}
