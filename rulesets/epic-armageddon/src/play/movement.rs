//! Moves of an action, and what the loss of coherency costs (EA-MOV, EA-COH).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Body, Length, MoveRules, Moved, Passing, Pose};

use super::{damage, losses, markers, overwatch, terrain, wrecks};
use crate::Epic;
use crate::abilities::Ability;
use crate::assault::Role;
use crate::choice::{ActionName, Choice, MoveKind, Ride, Shape, Way};
use crate::data::play::Entry;
use crate::event::{Event, Loss};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::barging;
use crate::legal::coherency::{self, parts};
use crate::legal::moves::{divided, length, limit, rule_of, violations};
use crate::legal::{steps, works, zones};
use crate::state::{Activation, Flow, State};

#[derive(Clone, Copy)]
struct Keep(UnitId);

impl From<Keep> for Choice {
    fn from(keep: Keep) -> Choice {
        Choice::Keep(keep.0)
    }
}

/// One move: each unit up to its Speed, or not at all (EA-MOV-001, EA-MOV-002, EA-ACT-016). `left` is how many moves of the
/// action there are with this one; a way drawn for all of them is kept, and asked for again only where it is barred by then.
pub fn make(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, left: u8, by: &[RuleId]) -> Step {
    let kind = MoveKind::Move;
    if !s.planned.is_empty() {
        let planned = s.planned.remove(0);
        let stands = planned.iter().all(|(unit, _)| s.table.body(*unit).is_some());
        if stands && violations(cx.fixed(), s, formation, kind, left, &planned, &[]).is_empty() {
            return carry_out(s, cx, formation, kind, &planned, &[], by);
        }
        s.planned.clear();
    }
    s.about.number = Some(left);
    let ask = Ask::new(s.owner(formation), "move", rule_of(kind));
    match cx.propose(s, ask, Shape::Paths(formation, kind, left))? {
        Choice::Paths(_, ways, rides) => carry_out(s, cx, formation, kind, &ways, &rides, by),
        Choice::March(_, ways) => {
            let mut all = divided(s, &ways, left);
            let first = all.remove(0);
            s.planned = all;
            carry_out(s, cx, formation, kind, &first, &[], by)
        }
        _ => cx.broken("a move was answered with something else"),
    }
}

/// Moves the units, then sees who was left behind (EA-COH-003: after each single move); in the end those get out of
/// transports who do (EA-TRAN-006).
pub fn carry_out(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    kind: MoveKind,
    ways: &[Way],
    rides: &[Ride],
    by: &[RuleId],
) -> Step {
    let mut far = Length::ZERO;
    let (leaving, walking): (Vec<&Way>, Vec<&Way>) =
        ways.iter().partition(|(unit, _)| s.transport_of(*unit).is_some());
    let dangers: Vec<terrain::Tests> =
        walking.iter().filter_map(|way| terrain::tests(cx.fixed(), s, way)).collect();
    let starts: Vec<Option<Pose>> =
        walking.iter().map(|(unit, _)| s.table.body(*unit).map(|body| body.pose)).collect();
    // EA-SAS-046: only where somebody may be found on the way.
    s.trail.clear();
    if !s.concealed.is_empty() {
        let way = |((unit, stops), start): (&&Way, &Option<Pose>)| {
            (*unit, start.iter().chain(stops).map(|pose| pose.at).collect())
        };
        s.trail = walking.iter().zip(&starts).map(way).collect();
    }
    let pushed: Vec<(UnitId, Vec<UnitId>)> = walking
        .iter()
        .filter_map(|way| Some((way.0, barging::pushed(cx.fixed(), s, kind, s.table.body(way.0)?, way))))
        .collect();
    for (unit, stops) in &walking {
        if let (Some(body), Some(end)) = (s.table.body(*unit), stops.last()) {
            far = far.max(length(body.pose, stops));
            s.put(cx.fixed(), *unit, *end);
        }
    }
    let mut rules = by.to_vec();
    // EA-ACT-016: not to move is a move, too.
    rules.push(if ways.is_empty() { rule!("EA-ACT-016") } else { rule!("EA-MOV-001") });
    if kind == MoveKind::CounterCharge {
        rules.push(rule!("EA-OVER-011"));
    }
    let fixed = cx.fixed();
    if walking
        .iter()
        .zip(&starts)
        .any(|(way, start)| start.is_some_and(|start| steps::stepped(fixed, s, start, way)))
    {
        rules.push(rule!("EA-WE-051"));
    }
    let over_friends = |jumps: bool| {
        let mut ways = walking.iter().zip(&starts);
        ways.any(|(way, start)| start.is_some_and(|start| steps::crossed_friend(fixed, s, start, way, jumps)))
    };
    if over_friends(true) {
        rules.push(rule!("EA-ABIL-069"));
    }
    if kind == MoveKind::CounterCharge && over_friends(false) {
        rules.push(rule!("EA-ASLT-030"));
    }
    if matches!(s.flow, Flow::Act(Activation { action: ActionName::RoadMarch, .. })) {
        rules.push(rule!("EA-MOV-012"));
    }
    // EA-MOV-011: somebody went farther on a road.
    if farther(fixed, kind, &walking, &starts) {
        rules.push(rule!("EA-MOV-011"));
        // EA-MOV-014.
        if walking.iter().any(|way| fixed.kind(way.0).speed == Length::ZERO) {
            rules.push(rule!("EA-MOV-014"));
        }
    }
    if kind == MoveKind::Charge && past_contact(fixed, s, formation, &walking) {
        rules.extend(rules!["EA-ZOC-004", "EA-ASLT-012"]);
    }
    if kind == MoveKind::Charge && past_scouts(fixed, s, formation, &walking) {
        rules.push(rule!("EA-ABIL-106"));
    }
    if kind == MoveKind::Consolidation && cx.fixed().has_rule(formation, rule!("EA-ARMY-017")) {
        rules.push(rule!("EA-ARMY-017"));
    }
    // EA-WE-004 to EA-WE-006: war engines move as others do, alone or several together.
    let engines = s.formation(formation).units.iter().filter(|unit| cx.fixed().kind(**unit).is_war_engine());
    if engines.count() > 0 {
        let alone = s.formation(formation).units.len() == 1;
        rules.extend([rule!("EA-WE-004"), if alone { rule!("EA-WE-005") } else { rule!("EA-WE-006") }]);
    }
    cx.emit(&rules, Event::Moved { formation, kind, ways: ways.to_vec(), far });
    for (engine, units) in pushed {
        push_aside(s, cx, engine, &units, kind);
    }
    terrain::take(s, cx, &dangers)?;
    if let (MoveKind::Move, Flow::Act(activation)) = (kind, s.flow) {
        let cautious = far <= cx.fixed().numbers().cautious.speed.0;
        let units: Vec<UnitId> = walking.iter().map(|(unit, _)| *unit).collect();
        let tests = terrain::in_weather(cx.fixed(), s, &units, activation.action, "each-move", cautious);
        terrain::take(s, cx, &tests)?;
    }
    // EA-SAS-020: whoever moves out is dug in no more.
    if s.formation(formation).entrenched && !walking.is_empty() && applies(rule!("EA-SAS-020")) {
        s.formation_mut(formation).entrenched = false;
        let about = crate::event::Facts { formation: Some(formation), ..Default::default() };
        cx.emit(rules!["EA-SAS-020"], Event::of("event.leaves-trenches", about));
    }
    super::marks::effects::moved(s, cx, formation, &walking, &starts)?;
    for (unit, transport) in
        rides.iter().filter(|(_, transport)| s.table.body(*transport).is_some()).copied().collect::<Vec<_>>()
    {
        let mut rules = boarding(cx.fixed(), s, unit, transport);
        // EA-ASLT-084: who is picked up in a consolidation makes none of its own.
        if kind == MoveKind::Consolidation {
            rules.push(rule!("EA-ASLT-084"));
        }
        let danger = terrain::picking_up(cx.fixed(), s, unit, transport);
        s.embark(unit, transport);
        cx.emit(&rules, Event::Embarked { unit, transport });
        super::works::taken(s, cx, formation, transport);
        terrain::take(s, cx, danger.as_slice())?;
    }
    scatter(s, cx, formation, kind)?;
    super::plant::leave(s, cx, formation);
    // EA-OVER-006 to EA-OVER-008, EA-MOV-005: whoever moved, or might have, may be shot at. EA-AMB-004: before anybody gets
    // out, and after it.
    // EA-OVER-011: counter charges are no trigger.
    if kind != MoveKind::CounterCharge || !applies(rule!("EA-OVER-011")) {
        overwatch::after(s, cx, formation, trigger(s, kind))?;
    }
    if s.formation(formation).broken && kind != MoveKind::Withdrawal {
        return Ok(());
    }
    let mut out = false;
    for (unit, stops) in leaving {
        // Whoever is lost with its transport by then gets out no more.
        let (Some(transport), Some(end)) = (s.transport_of(*unit), stops.last()) else { continue };
        if s.table.body(transport).is_some() {
            let mut rules = rules!["EA-TRAN-006", "EA-TRAN-007"].to_vec();
            let (own, from) = (cx.fixed().kind(*unit), cx.fixed().kind(transport));
            let also = [
                (kind == MoveKind::CounterCharge, rule!("EA-ASLT-021")),
                // EA-ASLT-032: the transport moves first, and no more after it.
                (kind == MoveKind::CounterCharge, rule!("EA-ASLT-031")),
                (kind == MoveKind::CounterCharge, rule!("EA-ASLT-032")),
                (own.speed == Length::ZERO || own.has(Ability::Immobile), rule!("EA-TRAN-018")),
                (from.has(Ability::SupportCraft), rule!("EA-ABIL-124")),
            ];
            rules.extend(also.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule));
            s.put(cx.fixed(), *unit, *end);
            cx.emit(&rules, Event::Disembarked { unit: *unit, transport });
            terrain::land(s, cx, *unit, *end)?;
            out = true;
        }
    }
    if out && kind != MoveKind::CounterCharge {
        overwatch::after(s, cx, formation, rules!["EA-OVER-009", "EA-AMB-004"])?;
    }
    Ok(())
}

/// EA-ABIL-106: whether somebody ended in the zone of a Scout that is not charged.
fn past_scouts(fixed: &Fixed, s: &State, formation: FormationId, walking: &[&Way]) -> bool {
    let targets = s.assault.as_ref().map_or(&[][..], |assault| assault.of(Role::Defender));
    let own: Vec<&Body> = walking.iter().filter_map(|(unit, _)| s.table.body(*unit)).collect();
    let scout = |unit: UnitId, body: &Body| {
        fixed.kind(unit).has(Ability::Scout)
            && own.iter().any(|mover| mover.within(body, zones::zone(fixed, unit)))
    };
    let others = s.enemies(formation).filter(|id| !targets.contains(id));
    others.flat_map(|id| s.standing(id)).any(|(unit, body)| scout(unit, body))
}

/// EA-ZOC-004, EA-ASLT-012: whether somebody ended in what was the zone of an enemy before others of its side touched it.
fn past_contact(fixed: &Fixed, s: &State, formation: FormationId, walking: &[&Way]) -> bool {
    let moved = Moved::new(&s.table);
    let lost = |enemy: UnitId, own: &Body| {
        s.table.body(enemy).is_some_and(|body| {
            own.within(body, zones::zone(fixed, enemy))
                && !own.in_contact(body)
                && !zones::has_zone(fixed, s, &moved, enemy)
        })
    };
    walking.iter().filter_map(|(unit, _)| s.table.body(*unit)).any(|own| {
        let near = s.table.ids_within(&own.outline, zones::widest(fixed));
        near.into_iter().any(|enemy| {
            s.formation(s.units[enemy.index()].formation).team != s.formation(formation).team
                && lost(enemy, own)
        })
    })
}

/// EA-WE-042: those a war engine pushed aside stand beside it now. Where those who came after it took all the room there, they
/// stand as near as there is any.
fn push_aside(s: &mut State, cx: &mut Ctx<'_, Epic>, engine: UnitId, units: &[UnitId], kind: MoveKind) {
    for (at, unit) in units.iter().enumerate() {
        let fixed = cx.fixed();
        let (Some(body), Some(own)) = (s.table.body(engine), s.table.body(*unit)) else { continue };
        let form = fixed.ground.form(fixed.form(*unit));
        let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
        let anywhere = || s.table.nearest_spot(form, own.pose, Length::cm(60), &rules, &[*unit], &|_| true);
        let Some(pose) = barging::aside(fixed, &s.table, body, *unit, &units[at..]).or_else(anywhere) else {
            continue;
        };
        s.put(fixed, *unit, pose);
        let rules = if kind == MoveKind::CounterCharge {
            rules!["EA-WE-041", "EA-WE-042", "EA-WE-043", "EA-AMB-061"]
        } else {
            rules!["EA-WE-041", "EA-WE-042", "EA-AMB-061"]
        };
        cx.emit(rules, Event::Barged { unit: *unit, engine, pose });
    }
}

/// EA-MOV-011: whether somebody went farther than its own limit.
fn farther(fixed: &Fixed, kind: MoveKind, walking: &[&Way], starts: &[Option<Pose>]) -> bool {
    let far = |((unit, stops), start): (&&Way, &Option<Pose>)| {
        start.is_some_and(|start| length(start, stops) > limit(fixed, kind, *unit))
    };
    walking.iter().zip(starts).any(far)
}

/// The rules by which a move may be shot at.
fn trigger(s: &State, kind: MoveKind) -> &'static [RuleId] {
    match (kind, s.flow) {
        (MoveKind::Withdrawal, _) => rules!["EA-OVER-021", "EA-WDRW-007", "EA-MOV-005"],
        (MoveKind::Charge, _) => rules!["EA-OVER-019", "EA-ASLT-017"],
        (_, Flow::Act(Activation { action: ActionName::Hold | ActionName::Marshal, .. })) => {
            rules!["EA-OVER-007"]
        }
        _ => rules!["EA-MOV-005"],
    }
}

/// The rules of going aboard. EA-TRAN-015, EA-TRAN-016: a unit in terrain that is closed to the transport, or dangerous, is
/// picked up where the transport can touch it.
fn boarding(fixed: &Fixed, s: &State, unit: UnitId, transport: UnitId) -> Vec<RuleId> {
    let column = fixed.kind(transport).column();
    let under = |entry: Entry| {
        let body = s.table.body(unit);
        let all = &s.land(fixed).features;
        body.is_some_and(|body| {
            all.iter()
                .any(|feature| feature.to(column).entry == entry && feature.area.overlaps(&body.outline))
        })
    };
    let engine = fixed.kind(transport).is_war_engine();
    let skims = fixed.kind(transport).has(Ability::Skimmer);
    let (dangerous, closed) = (under(Entry::Dangerous), under(Entry::Impassable));
    let also = [
        (works::is_bunker(fixed, transport), rule!("EA-SAS-028")),
        (true, rule!("EA-ZOC-006")),
        // EA-TRAN-014, EA-AMB-006: passengers are not tied to a transport, but may change over.
        (s.transport_of(unit).is_some(), rule!("EA-TRAN-014")),
        (s.transport_of(unit).is_some(), rule!("EA-AMB-006")),
        (dangerous, rule!("EA-TRAN-015")),
        (closed, rule!("EA-TRAN-016")),
        (skims && (dangerous || closed), rule!("EA-ABIL-161")),
        (engine, rule!("EA-WE-011")),
        (
            engine && fixed.has_rule(s.units[unit.index()].formation, rule!("EA-ARMY-015")),
            rule!("EA-ARMY-015"),
        ),
        (!fixed.kind(unit).characters.is_empty(), rule!("EA-ABIL-011")),
    ];
    let mut rules = rules!["EA-TRAN-001", "EA-TRAN-002", "EA-TRAN-003"].to_vec();
    rules.extend(also.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule));
    rules
}

/// EA-COH-001, EA-AMB-009: the owner keeps one part of an incoherent formation, the rest is destroyed. EA-COH-002: each unit
/// lost is a Blast marker; EA-AMB-141: not in a withdrawal.
fn scatter(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, kind: MoveKind) -> Step {
    // EA-AMB-034, EA-AMB-141: counter charges and consolidations that tear a formation apart are refused.
    if matches!(kind, MoveKind::CounterCharge | MoveKind::Consolidation) {
        return Ok(());
    }
    let parts = parts(cx.fixed(), s, formation);
    if parts.len() < 2 || !applies(rule!("EA-COH-001")) {
        return Ok(());
    }
    s.about.formation = Some(formation);
    let options: Vec<Keep> = parts.iter().map(|part| Keep(part[0])).collect();
    let Keep(kept) = cx.choose(s, Ask::new(s.owner(formation), "keep", rule!("EA-COH-001")), &options)?;
    let mixed = coherency::mixed(cx.fixed(), &s.formation(formation).units);
    let mut lost: u8 = 0;
    for unit in parts.iter().filter(|part| !part.contains(&kept)).flatten() {
        let aboard: Vec<UnitId> = s.aboard(*unit).collect();
        for unit in aboard.into_iter().chain([*unit]) {
            lost +=
                u8::from(!losses::gives_no_marker(cx.fixed(), s, unit)) * damage::counts_as(cx.fixed(), unit);
            let mut rules = rules!["EA-COH-001", "EA-COH-003", "EA-AMB-009"].to_vec();
            rules.extend(&mixed);
            losses::lose(s, cx, unit, Loss::Scattered, &rules);
        }
    }
    wrecks::forget(s);
    if kind == MoveKind::Withdrawal && applies(rule!("EA-AMB-141")) {
        return Ok(());
    }
    let count = lost * cx.fixed().numbers().out_of_coherency.markers;
    markers::give(s, cx, formation, count, None, rules!["EA-COH-002", "EA-BM-001"])?;
    // EA-ASLT-046: in an assault nobody breaks before its end.
    if s.assault.is_none() || kind == MoveKind::Charge {
        markers::check(s, cx, formation, None)?;
    }
    Ok(())
}
