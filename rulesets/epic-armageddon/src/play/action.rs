//! The Action phase: activations in turn, the Action test, retaining, and the parts of an action (EA-ACT, EA-INIT).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{SeatId, rule, rules};

use super::commanders::re_roll;
use super::{
    air, assault, carrying, divided, engineers, fortified, games, markers, movement, overwatch, plant,
    pop_ups, raids, set_up, shooting, space, teams, terrain, together,
};
use crate::Epic;
use crate::abilities::Ability;
use crate::air::{AirStage, Sky, Sortie};
use crate::assault::Role;
use crate::choice::{ActionName, Choice, Manner, Word};
use crate::column;
use crate::data::play::{Action, Moving, Shoot, Then};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::actions::{Declared, declared, manners, to_act, to_retain};
use crate::legal::shooting::targets;
use crate::state::{Activation, Flow, State};
use crate::weather;

#[derive(Clone, Copy)]
enum Pick {
    Formation(FormationId),
    Pass,
    Stay,
    End,
}

impl From<Pick> for Choice {
    fn from(pick: Pick) -> Choice {
        match pick {
            Pick::Formation(formation) => Choice::Formation(formation),
            Pick::Pass | Pick::End => Choice::Word(Word::Pass),
            Pick::Stay => Choice::Word(Word::StayOnOverwatch),
        }
    }
}

/// EA-ACT-001, EA-ACT-002: the next side in order with something left to activate acts; who has nothing left is passed
/// over. EA-TURN-003: once all have acted the End phase begins.
pub fn next_to_act(fixed: &Fixed, s: &State, after: Option<SeatId>) -> Flow {
    if let Some(flow) = teams::next(fixed, s, after) {
        return flow;
    }
    let seats = s.order.len();
    let from = after.and_then(|seat| s.order.iter().position(|other| *other == seat)).map_or(0, |at| at + 1);
    let able = |seat: &SeatId| !to_act(fixed, s, *seat).is_empty();
    let mut all = (0..seats).map(|step| s.order[(from + step) % seats]);
    // EA-MULT-008: whoever joined a friend has acted for this time.
    let next = all.clone().find(|seat| !s.joined.contains(seat) && able(seat)).or_else(|| all.find(able));
    next.map_or_else(
        || air::disengage::end_of_turn(fixed, s),
        |side| Flow::Activate { side, retaining: false },
    )
}

/// EA-INIT-010: whether an enemy of a side has something left to activate.
fn enemies_left(fixed: &Fixed, s: &State, side: SeatId) -> bool {
    let team = |seat: SeatId| fixed.sides[seat.index()].team;
    s.order.iter().any(|seat| team(*seat) != team(side) && !to_act(fixed, s, *seat).is_empty())
}

/// EA-ACT-005, EA-ACT-006: a formation is named, then its action declared, then the Action test is taken. EA-INIT-008: to
/// retain the initiative is optional.
pub fn activate(s: &mut State, cx: &mut Ctx<'_, Epic>, side: SeatId, retaining: bool) -> Step {
    let able = if retaining { to_retain(cx.fixed(), s, side) } else { to_act(cx.fixed(), s, side) };
    let mut options: Vec<Pick> = able.iter().copied().map(Pick::Formation).collect();
    let rule = if retaining { rule!("EA-INIT-008") } else { rule!("EA-ACT-004") };
    // EA-AMB-028: where all who are left are on Overwatch they may stay on it without a test.
    // EA-AMB-146: so may those on Combat Air Patrol.
    let watching = |id: FormationId| s.formation(id).overwatch || s.formation(id).flight.sky == Sky::Patrol;
    let all = |holds: &dyn Fn(FormationId) -> bool| {
        options.iter().all(|pick| matches!(pick, Pick::Formation(id) if holds(*id)))
    };
    // EA-AMB-090: who has nobody left on the table may end the activations of the turn.
    // EA-SFL-009: but not those in a column.
    // EA-SEE-004, EA-SPF-013, EA-SSL-015: nor those who have to come in.
    let must_come = divided::must_come(cx.fixed()) && able.iter().any(|id| s.in_reserve(*id));
    let passes = !retaining
        && !column::is_on(cx.fixed())
        && all(&|id| !s.is_on_table(id))
        && !must_come
        && applies(rule!("EA-AMB-090"));
    if all(&watching) {
        options.push(Pick::Stay);
    } else if passes {
        options.push(Pick::End);
    }
    if retaining {
        options.insert(0, Pick::Pass);
    }
    let formation = match cx.choose(s, Ask::new(side, "activate", rule), &options)? {
        Pick::Formation(formation) => formation,
        Pick::Pass => {
            cx.emit(rules!["EA-INIT-008"], Event::Passed { side });
            s.flow = next_to_act(cx.fixed(), s, Some(side));
            return Ok(());
        }
        Pick::End => {
            for formation in to_act(cx.fixed(), s, side) {
                s.formation_mut(formation).acted = true;
            }
            cx.emit(
                rules!["EA-AMB-090", "EA-TURN-003", "EA-TOUR-026", "EA-TOUR-034"],
                Event::Passed { side },
            );
            s.flow = next_to_act(cx.fixed(), s, Some(side));
            return Ok(());
        }
        Pick::Stay => {
            for formation in to_act(cx.fixed(), s, side) {
                s.formation_mut(formation).acted = true;
                if s.formation(formation).overwatch {
                    cx.emit(rules!["EA-OVER-005", "EA-AMB-028"], Event::Overwatch { formation, on: true });
                } else {
                    cx.emit(rules!["EA-AMB-146"], Event::Patrol { formation, on: true });
                }
            }
            s.flow = next_to_act(cx.fixed(), s, Some(side));
            return Ok(());
        }
    };
    s.about.formation = Some(formation);
    let actions = declared(cx.fixed(), s, formation);
    let mut against = None;
    let action = match cx.choose(s, Ask::new(side, "action", rule!("EA-ACT-005")).always(), &actions)? {
        Declared::Action(action) => action,
        Declared::Engage(target) => {
            assault::declare(s, cx, formation, target)?;
            ActionName::Engage
        }
        Declared::Intercept(target) => {
            against = Some(target);
            ActionName::Interception
        }
        Declared::AirAssault(target) => {
            against = Some(target);
            ActionName::AirAssault
        }
    };
    super::portals::choose(s, cx, formation)?;
    if column::waits(cx.fixed(), s, formation) {
        s.columns.push(side);
    }
    s.formation_mut(formation).acted = true;
    s.retained = if retaining { s.retained + 1 } else { 0 };
    s.has_shot = false;
    s.guests.clear();
    // EA-ACT-002, EA-INIT-010: where no enemy has anything left to activate, nothing is retained.
    let rules = match (retaining, enemies_left(cx.fixed(), s, side)) {
        // EA-ABIL-041 to EA-ABIL-043: a Farsight unit on the battlefield lets it be retained twice, by anybody.
        (true, _) if s.retained > cx.fixed().numbers().retaining.retain => {
            rules!["EA-INIT-008", "EA-ABIL-041", "EA-ABIL-042", "EA-ABIL-043"]
        }
        (true, _) => rules!["EA-ACT-005", "EA-INIT-008", "EA-INIT-009"],
        (false, true) => rules!["EA-ACT-005"],
        (false, false) => rules!["EA-ACT-005", "EA-ACT-002", "EA-INIT-010"],
    };
    let mut rules = rules.to_vec();
    // EA-ACT-015: actions that other sections add.
    if matches!(action, ActionName::Spacecraft | ActionName::RoadMarch) {
        rules.push(rule!("EA-ACT-015"));
    }
    cx.emit(&rules, Event::Declared { formation, action, retaining });
    overwatch::end(s, cx, formation, rules!["EA-OVER-004", "EA-OVER-005"]);
    pop_ups::sink(s, cx, formation);
    pop_ups::declare(s, cx, formation, action)?;
    let passed = test(s, cx, formation, action, retaining)?;
    if !passed {
        s.popping.clear();
    }
    let activation = Activation { formation, action, mode: None, done: 0, passed, retained: retaining };
    if action == ActionName::Spacecraft {
        // EA-SPAC-006, EA-SPAC-007.
        s.flow = if passed { Flow::Space(activation) } else { after(cx.fixed(), s, side, activation) };
        if !passed {
            space::late(s, cx, formation);
        }
        return Ok(());
    }
    if s.may_fall(formation) {
        // EA-ABIL-108, EA-ABIL-109.
        if passed {
            space::planetfall(s, cx, formation)?;
        } else {
            space::falls_later(s, cx, formation);
        }
        let there = passed && s.is_on_table(formation);
        s.flow = if there { Flow::Act(activation) } else { after(cx.fixed(), s, side, activation) };
        return Ok(());
    }
    if s.can_take_off(formation) {
        take_off(s, cx, activation, against);
        return Ok(());
    }
    if passed {
        // EA-ACT-010.
        s.formation_mut(formation).marched = matches!(action, ActionName::March | ActionName::RoadMarch);
        s.flow = Flow::Act(activation);
        if let Some(assault) = &s.assault {
            // EA-ABIL-018: those a Commander brings along have acted, too.
            for follower in assault.of(Role::Attacker).to_vec() {
                s.formation_mut(follower).acted = true;
                // EA-OVER-004: whoever acts gives up its Overwatch.
                overwatch::end(s, cx, follower, rules!["EA-OVER-004", "EA-OVER-005"]);
                pop_ups::sink(s, cx, follower);
            }
            s.flow = Flow::Assault(activation);
            together::join(s, cx, formation)?;
        }
        return Ok(());
    }
    // EA-ABIL-017: of a Commander's assault only its own formation holds.
    let alone = s.assault.take().is_some_and(|assault| assault.of(Role::Attacker).len() > 1);
    // EA-INIT-006, EA-ACT-014: a Blast marker, and then it holds, unless the marker breaks it (EA-WDRW-002).
    s.flow = Flow::Act(Activation { action: ActionName::Hold, ..activation });
    let count = cx.fixed().numbers().failed_test.markers;
    if applies(rule!("EA-INIT-006")) {
        let rules =
            if alone { rules!["EA-INIT-006", "EA-ABIL-017"] } else { rules!["EA-INIT-006", "EA-BM-001"] };
        markers::give(s, cx, formation, count, None, rules)?;
    }
    let there = |s: &State| s.is_on_table(formation) || s.in_reserve(formation);
    if markers::check(s, cx, formation, None)? || !there(s) {
        s.flow = after(cx.fixed(), s, side, activation);
    }
    Ok(())
}

/// EA-AIR-005, EA-AIR-011, EA-AIR-012: an action of aircraft after its test.
fn take_off(s: &mut State, cx: &mut Ctx<'_, Epic>, activation: Activation, target: Option<FormationId>) {
    let formation = activation.formation;
    air::tested(s, cx, formation);
    if !activation.passed {
        air::stand_down(s, cx, formation);
    } else if activation.action == ActionName::CombatAirPatrol {
        air::set_patrol(s, cx, formation);
    } else {
        s.flow = Flow::Air(Sortie { activation, target, stage: AirStage::Approach });
        return;
    }
    s.flow = after(cx.fixed(), s, s.owner(formation), activation);
}

/// EA-AIR-010: what Blast markers and retaining cost aircraft.
fn of_aircraft(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    retaining: bool,
    mut target: Target,
) -> Target {
    let rule = rule!("EA-AIR-010");
    let markers = i8::try_from(s.formation(formation).markers).unwrap_or(i8::MAX);
    if markers > 0 && applies(rule) {
        let each = fixed.data.modifier("aircraft-action-test-blast-marker");
        target = target.plus(-each.saturating_mul(markers), "modifier.blast-markers", rule);
    }
    if retaining && applies(rule) {
        let amount = fixed.data.modifier("aircraft-action-test-retaining");
        target = target.plus(-amount, "modifier.retaining", rule);
    }
    target
}

/// EA-ABIL-040: whether a formation with Farsight retains the initiative without the modifier.
fn farsighted(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    let sees = |unit: &UnitId| fixed.kind(*unit).has(Ability::Farsight);
    s.formation(formation).units.iter().any(sees) && applies(rule!("EA-ABIL-040"))
}

/// What an Action test needs, with its reasons (EA-INIT-002 to EA-INIT-004).
pub fn needed(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    action: Option<ActionName>,
    retaining: bool,
) -> Option<Target> {
    let initiative = fixed.spec(formation).initiative?;
    let mut target = Target::new(Need::AtLeast(initiative), rule!("EA-INIT-002")).with_floor(1);
    // EA-ABIL-016: Blast markers of any formation that engages together count.
    let together = s.assault.as_ref().map_or(&[][..], |assault| assault.of(Role::Attacker));
    let own = s.formation(formation).markers > 0;
    let marked = own || together.iter().any(|id| s.formation(*id).markers > 0);
    let aircraft = s.can_take_off(formation);
    if aircraft {
        target = of_aircraft(fixed, s, formation, retaining, target);
    }
    if marked && !aircraft && applies(rule!("EA-INIT-003")) {
        let amount = fixed.data.modifier("action-test-blast-markers");
        let rule = if own { rule!("EA-INIT-003") } else { rule!("EA-ABIL-016") };
        target = target.plus(-amount, "modifier.blast-markers", rule);
    }
    if retaining && !aircraft && !farsighted(fixed, s, formation) && applies(rule!("EA-INIT-004")) {
        let amount = fixed.data.modifier("action-test-retaining");
        target = target.plus(-amount, "modifier.retaining", rule!("EA-INIT-004"));
    }
    // EA-FORT-008: each enemy battery hampers a spacecraft.
    let battery = rule!("EA-FORT-008");
    if action == Some(ActionName::Spacecraft) && applies(battery) {
        let hampers = |unit: &UnitId| fixed.kind(*unit).has(Ability::HampersSpacecraft);
        let all =
            s.enemies(formation).flat_map(|id| s.standing(id)).filter(|(unit, _)| hampers(unit)).count();
        if all > 0 {
            let planetfall = fixed.is_special("attackers-from-the-sky");
            let rule = if planetfall { rule!("EA-SPF-007") } else { battery };
            target = target.plus(all as i8, "modifier.defence-battery", rule);
        }
    }
    // EA-OBJ-021: a communications tower in the hands of the enemy.
    let aerospace = aircraft || action == Some(ActionName::Spacecraft);
    if aerospace && crate::marks::is_hampered(fixed, s, s.owner(formation)) {
        let amount = fixed.data.modifier("aerospace-action-test-communications-tower");
        target = target.plus(-amount, "modifier.tower", rule!("EA-OBJ-021"));
    }
    if let Some((amount, rule)) =
        weather::on_test(fixed, s, formation, action).filter(|(_, rule)| applies(*rule))
    {
        target = target.plus(-amount, "modifier.weather", rule);
    }
    let waaagh = rule!("EA-ARMY-009");
    let helps =
        |action: ActionName| fixed.numbers().waaagh.actions.iter().any(|name| name == action.record());
    if fixed.has_rule(formation, waaagh) && action.is_some_and(helps) && applies(waaagh) {
        target = target.plus(-fixed.data.modifier("action-test-waaagh"), "modifier.waaagh", waaagh);
    }
    Some(target)
}

/// EA-INIT-002: the Action test. EA-INIT-007, EA-GEN-008: a 1+ needs no roll.
pub fn test(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    action: ActionName,
    retaining: bool,
) -> Step<bool> {
    let Some(target) = needed(cx.fixed(), s, formation, Some(action), retaining) else {
        return cx.broken("a formation without Initiative was activated");
    };
    // EA-SPAC-007: a spacecraft that was displaced arrives without a test.
    let sure = std::mem::take(&mut s.formation_mut(formation).sure);
    if sure {
        cx.emit(rules!["EA-SPAC-007"], Event::Tested { formation, passed: true, rolled: false });
        return Ok(true);
    }
    // EA-SFL-010, EA-SFL-016: so does whoever comes out of a column.
    if column::waits(cx.fixed(), s, formation) && applies(rule!("EA-SFL-010")) {
        cx.emit(
            rules!["EA-SFL-010", "EA-SFL-011", "EA-SFL-016"],
            Event::Tested { formation, passed: true, rolled: false },
        );
        return Ok(true);
    }
    // EA-MOV-012: so does a road march.
    if action == ActionName::RoadMarch {
        cx.emit(rules!["EA-MOV-012"], Event::Tested { formation, passed: true, rolled: false });
        return Ok(true);
    }
    if target.need() == Need::AtLeast(1) && applies(rule!("EA-INIT-007")) {
        cx.emit(
            rules!["EA-INIT-007", "EA-GEN-008"],
            Event::Tested { formation, passed: true, rolled: false },
        );
        return Ok(true);
    }
    let die = cx.fixed().numbers().action_test.roll.sides;
    let [face] = cx.roll_against::<1>(
        die,
        "roll.action-test",
        rules!["EA-INIT-002", "EA-GEN-007", "EA-GEN-009"],
        &target,
    )?;
    let passed = target.met_by(face) || re_roll(s, cx, formation, &target, "roll.action-test")?;
    let rules =
        if passed { rules!["EA-INIT-002", "EA-INIT-005"] } else { rules!["EA-INIT-002", "EA-INIT-006"] };
    let mut rules = rules.to_vec();
    if retaining && farsighted(cx.fixed(), s, formation) {
        rules.push(rule!("EA-ABIL-040"));
    }
    cx.emit(&rules, Event::Tested { formation, passed, rolled: true });
    Ok(passed)
}

/// A part of an action.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Part {
    Move,
    Shoot,
    Regroup,
    Overwatch,
}

/// EA-ACT-007 to EA-ACT-014: the parts of an action, in order.
fn parts(action: &Action) -> Vec<Part> {
    let mut all = Vec::new();
    if action.moving == Moving::Move {
        all.extend(std::iter::repeat_n(Part::Move, action.moves.into()));
    }
    if matches!(action.shoot, Shoot::AfterMoves | Shoot::Yes) {
        all.push(Part::Shoot);
    }
    if action.then.contains(&Then::Regroup) {
        all.push(Part::Regroup);
    }
    if action.then.contains(&Then::Overwatch) {
        all.push(Part::Overwatch);
    }
    all
}

/// The next part of an action. EA-MOV-007: several moves are made one after the other.
pub fn act(s: &mut State, cx: &mut Ctx<'_, Epic>, mut activation: Activation) -> Step {
    let (formation, side) = (activation.formation, s.owner(activation.formation));
    s.about.formation = Some(formation);
    if activation.action == ActionName::Raid {
        // EA-SHR-007: an assault on installations alone: a move, then close combat.
        s.formation_mut(formation).moved = true;
        movement::make(s, cx, formation, 1, record_rules(activation.action))?;
        if !s.formation(formation).broken {
            raids::strike(s, cx, formation)?;
            plant::storm(s, cx, formation)?;
            engineers::clear(s, cx, formation)?;
        }
        pop_ups::sink(s, cx, formation);
        s.flow = after(cx.fixed(), s, side, activation);
        return Ok(());
    }
    let Some(at) = manner(s, cx, activation)? else { return cx.broken("an action has no record") };
    activation.mode = Some(at);
    let fixed = cx.fixed();
    let action = &fixed.data.actions[usize::from(at)];
    let all = parts(action);
    if activation.done == 0 && !s.has_shot {
        // EA-WTHR-016: some weather endangers whoever takes an action.
        let units: Vec<_> = s.standing(formation).map(|(unit, _)| unit).collect();
        let tests = terrain::in_weather(cx.fixed(), s, &units, activation.action, "once", false);
        terrain::take(s, cx, &tests)?;
    }
    match all.get(usize::from(activation.done)) {
        Some(Part::Move) if hit_and_run(s, cx, activation)? => {
            // EA-ARMY-016: the shooting comes before this move.
            s.has_shot = true;
            shooting::shoot(s, cx, formation, activation.action, action.to_hit)?;
            activation.done = activation.done.wrapping_sub(1);
        }
        Some(Part::Move) => {
            // EA-FLAK-008, EA-AMB-070.
            s.formation_mut(formation).moved = true;
            let moves = all.iter().filter(|part| **part == Part::Move).count() as u8;
            if activation.done + 1 == moves {
                pop_ups::rise(s, cx, formation);
            }
            if s.in_reserve(formation) {
                set_up::enter(s, cx, formation)?;
            } else {
                plant::come_out(s, cx, formation)?;
                movement::make(s, cx, formation, moves - activation.done, record_rules(activation.action))?;
                games::leave(s, cx, formation)?;
                carrying::after_move(s, cx, formation)?;
            }
            // EA-SAS-045: who looks for what is hidden does not shoot.
            if activation.done + 1 == moves && fortified::spot(s, cx, formation, activation.action)? {
                s.has_shot = true;
            }
        }
        Some(Part::Shoot) if s.has_shot => {}
        Some(Part::Shoot) => carrying::shoot(s, cx, formation, activation.action, action.to_hit)?,
        Some(Part::Regroup) => markers::regroup(s, cx, formation)?,
        Some(Part::Overwatch) => {
            pop_ups::rise(s, cx, formation);
            overwatch::set(s, cx, formation);
            overwatch::pivot(s, cx, formation)?;
        }
        None => {}
    }
    activation.done = activation.done.wrapping_add(1);
    // EA-WDRW-002: who is Broken or destroyed in his own action loses the rest of it.
    let over = usize::from(activation.done) >= all.len()
        || s.formation(formation).broken
        || !s.is_on_table(formation);
    if over {
        s.planned.clear();
        s.popping.clear();
        if !s.formation(formation).overwatch {
            pop_ups::sink(s, cx, formation);
        }
    }
    s.flow = if over { after(cx.fixed(), s, side, activation) } else { Flow::Act(activation) };
    Ok(())
}

/// EA-ARMY-016, EA-ARMY-031: whether a formation of Eldar shoots before its next move, where it could.
fn hit_and_run(s: &mut State, cx: &mut Ctx<'_, Epic>, activation: Activation) -> Step<bool> {
    let Activation { formation, action, .. } = activation;
    let Some(rule) = cx.fixed().hit_and_run(formation) else { return Ok(false) };
    if s.has_shot
        || !matches!(action, ActionName::Advance | ActionName::Double)
        || s.in_reserve(formation)
        || targets(cx.fixed(), s, formation, false).is_empty()
    {
        return Ok(false);
    }
    let ask = Ask::new(s.owner(formation), "hit-and-run", rule);
    let manner = cx.choose(s, ask, &[Manner::Move, Manner::Shoot])?;
    if manner == Manner::Shoot {
        cx.emit(&[rule], Event::Manner { formation, manner });
    }
    Ok(manner == Manner::Shoot)
}

const fn record_rules(action: ActionName) -> grognard_engine::Rules {
    match action {
        ActionName::Advance => rules!["EA-ACT-007"],
        ActionName::Double => rules!["EA-ACT-009", "EA-MOV-007"],
        ActionName::March => rules!["EA-ACT-010", "EA-MOV-007"],
        ActionName::Marshal => rules!["EA-ACT-011"],
        ActionName::SustainedFire => rules!["EA-ACT-013"],
        ActionName::Hold => rules!["EA-ACT-014"],
        ActionName::Engage => rules!["EA-ACT-008"],
        ActionName::Overwatch => rules!["EA-ACT-012"],
        ActionName::Interception => rules!["EA-AIR-015"],
        ActionName::GroundAttack => rules!["EA-AIR-016"],
        ActionName::Landing => rules!["EA-TAIR-006"],
        ActionName::AirAssault => rules!["EA-TAIR-012"],
        ActionName::CombatAirPatrol => rules!["EA-AIR-019"],
        ActionName::StandDown => rules!["EA-AIR-014"],
        ActionName::Spacecraft => rules!["EA-SPAC-006"],
        ActionName::RoadMarch => rules!["EA-MOV-012", "EA-ACT-010", "EA-MOV-007"],
        ActionName::Raid => rules!["EA-SHR-006", "EA-SHR-007", "EA-ACT-008"],
    }
}

/// The record of an action, as an index. EA-ACT-011, EA-ACT-014: where there are several ways its owner chooses one.
fn manner(s: &State, cx: &mut Ctx<'_, Epic>, activation: Activation) -> Step<Option<u8>> {
    let Activation { formation, action, mode, .. } = activation;
    if mode.is_some() {
        return Ok(mode);
    }
    let ways = manners(cx.fixed(), s, formation, action);
    let chosen = if ways.is_empty() {
        None
    } else {
        let rule = record_rules(action)[0];
        let ask = Ask::new(s.owner(formation), "manner", rule);
        let ask = if action == ActionName::Marshal { ask.always() } else { ask };
        let manner = cx.choose(s, ask, &ways)?;
        let mut rules = vec![rule];
        // EA-ABIL-055: who fails the test fires nothing indirectly.
        let indirect = |unit: &UnitId| {
            let guns = &cx.fixed().kind(*unit).guns;
            guns.iter().any(|gun| gun.abilities.has(Ability::IndirectFire))
        };
        if manner == Manner::Shoot && s.formation(formation).units.iter().any(indirect) {
            rules.push(rule!("EA-ABIL-055"));
        }
        cx.emit(&rules, Event::Manner { formation, manner });
        Some(Manner::mode(manner))
    };
    let records = &cx.fixed().data.actions;
    let at = records
        .iter()
        .position(|record| record.id == action.record() && (chosen.is_none() || record.mode == chosen));
    Ok(at.and_then(|at| u8::try_from(at).ok()))
}

/// EA-INIT-005, EA-INIT-008 to EA-INIT-010: what follows an action. Who passed the test may retain the initiative, but not
/// twice in a row; where no enemy has anything left there is nothing to retain.
pub fn after(fixed: &Fixed, s: &State, side: SeatId, activation: Activation) -> Flow {
    let own = !to_retain(fixed, s, side).is_empty();
    let retained = if activation.retained && applies(rule!("EA-INIT-009")) { s.retained } else { 0 };
    // EA-ABIL-041: with a Farsight unit on the battlefield twice.
    let far = |unit: &UnitId| fixed.kind(*unit).has(Ability::Farsight) && s.table.body(*unit).is_some();
    let mut own_units = s.of_side(side).flat_map(|id| s.formation(id).units.iter());
    let farsight = own_units.any(far) && applies(rule!("EA-ABIL-041"));
    let numbers = fixed.numbers();
    let most = if farsight { numbers.farsight.retain } else { numbers.retaining.retain };
    let may = activation.passed && retained < most;
    if own && may && enemies_left(fixed, s, side) {
        return Flow::Activate { side, retaining: true };
    }
    next_to_act(fixed, s, Some(side))
}
