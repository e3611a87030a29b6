//! Doing one action: SH-ACT, SH-MOV, SH-TUR, SH-DOR.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::grid::{Cell, Dir, Facing};
use smallvec::SmallVec;

use super::{
    Cx, assault, break_door, canisters, chutes, compound, conversion, end_overwatch, explosions, flames,
    launch, levels, lifts, objective, reinforcement, remove, shooting, whose_turn, window,
};
use crate::Fixed;
use crate::blips::event::BroodEvent;
use crate::choice::{Action, Choice};
use crate::eldar;
use crate::eldar::seers;
use crate::event::{Cause, Event, Shot};
use crate::guard::{self, choice::Deed};
use crate::harlequin;
use crate::hazard::Thing;
use crate::legal::{StepKind, by_fire, front, step_kind, turns_freely};
use crate::piece::{Mark, PieceId, Place};
use crate::profile::{Folk, Melee, Ranged};
use crate::psychic;
use crate::state::{State, seat};
use crate::table::{Side, Table};

/// Carries an action out. It has been checked and paid for.
pub fn perform(state: &mut State, cx: &mut Cx<'_>, who: PieceId, action: Action) -> Step {
    seers::orders::obey(state, cx, who, action);
    if let PieceId::Marine(index) = who {
        // SH-OVW-008: any action ends overwatch; SH-CMD-019: one by command points too.
        let own_turn = whose_turn(state) == state.table.side(who);
        let ends = own_turn || all_apply(rules!["SH-CMD-019", "SH-FAQ-014"]);
        // SH-OVW-015, SH-PLY-006: playing a card for its name does so like anything else.
        let cast = matches!(action, Action::Cast(_));
        let ends = ends && (!cast || all_apply(rules!["SH-OVW-015", "SH-PLY-006"]));
        if action != Action::Overwatch && ends {
            let rules = if cast {
                rules!["SH-OVW-015", "SH-PLY-006", "SH-OVW-008"]
            } else if own_turn {
                rules!["SH-OVW-008"]
            } else {
                rules!["SH-OVW-008", "SH-CMD-019"]
            };
            end_overwatch(state, cx, index, "overwatch.acted", rules);
        }
        // SH-SUS-002: anything but another shot at the same target ends a series.
        let series = state.table.marines[index as usize].sustained;
        let goes_on =
            matches!((action, series), (Action::Fire(_, mark), Some((series, _))) if mark == series);
        if !goes_on {
            let rules = if let Action::MoveFire(..) = action {
                rules!["SH-SUS-002", "SH-MAF-001"]
            } else {
                rules!["SH-SUS-002"]
            };
            shooting::lose_aim(state, cx, index, rules);
        }
    }
    if let PieceId::Marine(index) = who {
        eldar::avenger::before(state, cx, index, action);
    }
    if let PieceId::Marine(index) = who
        && !matches!(action, Action::Turn(_))
    {
        state.table.marines[index as usize].turned = false;
    }
    if let PieceId::Stealer(index) = who
        && !matches!(action, Action::Turn(_))
    {
        // SH-AMB-014: another action gives the free turn back.
        state.table.stealers[index as usize].turned = false;
    }
    harlequin::fight::acts(state, cx, who, action);
    match action {
        Action::Move(to) => {
            step(state, cx, who, to);
            canisters::count_step(state, who);
            if !state.table.things.holes.is_empty() {
                levels::may_fall(state, cx, who)?;
            }
        }
        Action::Turn(facing) => turn(state, cx, who, facing),
        Action::Fire(weapon, mark) => shooting::fire(state, cx, who, weapon, mark, Shot::Plain, &[])?,
        Action::MoveFire(to, weapon, mark) => {
            // SH-MAF-003: the step may be what brings the target into sight.
            let known = sees(state, who, mark);
            let left = state.table.cell(who);
            step(state, cx, who, to);
            let because = if known { &[] } else { rules!["SH-MAF-003", "SH-FAQ-003"] };
            if !state.table.things.holes.is_empty() && levels::may_fall(state, cx, who)? {
                return Ok(());
            }
            let mut because: SmallVec<[RuleId; 4]> = SmallVec::from_slice(because);
            if window::is_covered(cx.fixed(), &state.table, who) {
                // SH-ACT-011: both parts are done before anybody's overwatch has its say.
                because.push(rule!("SH-ACT-011"));
                if !applies(rule!("SH-ACT-011")) {
                    window::fire_between(state, cx, who)?;
                }
            }
            if let Some(mark) = compound::target(state, cx, who, left, weapon, mark)? {
                shooting::fire(state, cx, who, weapon, mark, Shot::Moving, &because)?;
            }
        }
        Action::TurnFire(facing, weapon, mark) => {
            turn(state, cx, who, facing);
            if let Some(mark) = compound::target(state, cx, who, None, weapon, mark)? {
                shooting::fire(state, cx, who, weapon, mark, Shot::Turning, &[])?;
            }
        }
        Action::Flame(at) => flames::fire(state, cx, who, at)?,
        Action::FullAuto => shooting::full_auto(state, cx, who)?,
        Action::Assault(Mark::Model(defender)) => assault::round(state, cx, who, defender)?,
        Action::Assault(Mark::Door(door)) => assault::against_door(state, cx, who, door)?,
        Action::Cut(door) => {
            let axe = matches!(who, PieceId::Marine(index) if cx.fixed().profile(index).has(Melee::PowerAxe));
            let exarch = matches!(who, PieceId::Marine(index) if cx.fixed().profile(index).exarch);
            let rules = if state.table.thing(door) == Some(Thing::Bulkhead) {
                if exarch {
                    rules!["SH-EXA-017", "SH-BLK-008", "SH-WPA-001"]
                } else if axe {
                    rules!["SH-BLK-008", "SH-WPA-001"]
                } else {
                    rules!["SH-WCF-002", "SH-BLK-002"]
                }
            } else if exarch {
                rules!["SH-EXA-017", "SH-WPA-001", "SH-BLK-008", "SH-DOR-019"]
            } else if axe {
                rules!["SH-WPA-001", "SH-BLK-008", "SH-DOR-019"]
            } else {
                rules!["SH-WCF-003", "SH-DOR-019", "SH-DOR-020"]
            };
            break_door(state, cx, door, if axe { Cause::PowerAxe } else { Cause::ChainFist }, rules)?;
        }
        Action::Open(door) => open(state, cx, who, door)?,
        Action::Close(door) => close(state, cx, who, door),
        Action::Overwatch => set_overwatch(state, cx, who),
        Action::ClearJam => clear_jam(state, cx, who),
        Action::Reload => reload(state, cx, who),
        Action::Secure(entry) => reinforcement::secure(state, cx, who, entry),
        Action::SelfDestruct => explosions::self_destruct(state, cx, who)?,
        Action::Detonate => explosions::detonate(state, cx, who)?,
        Action::Enter => enter(state, cx, who)?,
        Action::Leave => leave(state, cx, who),
        Action::Take(item) => objective::take(state, cx, who, item),
        Action::LayDown(item) => objective::lay_down(state, cx, who, item),
        Action::PickUp | Action::PutDown | Action::Arm | Action::Drop => {
            canisters::handle(state, cx, who, action);
        }
        Action::Climb(to) => {
            canisters::count_step(state, who);
            levels::climb(state, cx, who, to)?;
        }
        Action::Jump => {
            canisters::count_step(state, who);
            levels::jump(state, cx, who, false)?;
        }
        Action::MoveJump(to) => {
            step(state, cx, who, to);
            canisters::count_step(state, who);
            levels::jump(state, cx, who, true)?;
        }
        Action::Stand(facing) => levels::stand(state, cx, who, facing),
        Action::Ride(to) => lifts::ride(state, cx, who, to)?,
        Action::Cast(cast) => psychic::cast::cast(state, cx, who, cast)?,
        Action::Leap(to) => leap(state, cx, who, to)?,
        Action::Order(command) => {
            let PieceId::Marine(index) = who else { return Ok(()) };
            seers::orders::give(state, cx, index, command, false)?;
        }
        Action::Guard(deed) => guard_deed(state, cx, who, deed)?,
        Action::Blast(target) => psychic::nemesis::blast(state, cx, who, target)?,
        Action::Harlequin(deed) => harlequin_deed(state, cx, who, deed)?,
        Action::Aspect(deed) => {
            if let PieceId::Marine(index) = who {
                eldar::perform(state, cx, index, deed)?;
            }
        }
        Action::Launch(weapon, at) => launch::launch(state, cx, who, weapon, at, Shot::Plain, &[])?,
        Action::MoveLaunch(to, weapon, at) => {
            let left = state.table.cell(who);
            step(state, cx, who, to);
            if (state.table.things.holes.is_empty() || !levels::may_fall(state, cx, who)?)
                && let Some(at) = compound::square(state, cx, who, left, weapon, at)?
            {
                launch_or_flame(state, cx, who, weapon, at, &[])?;
            }
        }
        Action::TurnLaunch(facing, weapon, at) => {
            turn(state, cx, who, facing);
            if let Some(at) = compound::square(state, cx, who, None, weapon, at)? {
                launch_or_flame(state, cx, who, weapon, at, rules!["SH-ACT-014"])?;
            }
        }
        Action::FireMove(weapon, mark, to) => {
            // SH-IGF-005: the shot first, then the step; no reaction comes between.
            shooting::fire(state, cx, who, weapon, mark, Shot::Moving, rules!["SH-IGF-005"])?;
            // SH-CNV-003: what the shot brings into sight may stand where the step would end.
            conversion::sweep(state, cx)?;
            if state.table.cell(who).is_some() && !state.table.occupied().contains(to) {
                step(state, cx, who, to);
                if !state.table.things.holes.is_empty() {
                    levels::may_fall(state, cx, who)?;
                }
            }
        }
    }
    if let (PieceId::Marine(index), Action::TurnFire(..) | Action::TurnLaunch(..)) = (who, action) {
        // SH-AMB-014: the shot comes between that turn and the next one.
        state.table.marines[index as usize].turned = false;
    }
    if !cx.fixed().mission.hazards.chutes.is_empty() {
        chutes::settle(state, cx);
    }
    Ok(())
}

/// SH-WCX-002: what fills a section after a step or a turn may set it on fire.
fn launch_or_flame(
    state: &mut State,
    cx: &mut Cx<'_>,
    who: PieceId,
    weapon: Ranged,
    at: Cell,
    because: &[RuleId],
) -> Step {
    if weapon.is_flamer() {
        flames::fire(state, cx, who, at)
    } else {
        launch::launch(state, cx, who, weapon, at, Shot::Plain, because)
    }
}

/// SH-IGF-004, SH-IGF-015, SH-IGF-021: what only the Guard does.
fn guard_deed(state: &mut State, cx: &mut Cx<'_>, who: PieceId, deed: Deed) -> Step {
    let PieceId::Marine(index) = who else { return Ok(()) };
    match deed {
        Deed::Kneel | Deed::Rise => {
            state.table.set_kneeling(cx.fixed(), index, deed == Deed::Kneel);
            let event = if deed == Deed::Kneel {
                guard::event::Event::Kneels { model: who }
            } else {
                guard::event::Event::Rises { model: who }
            };
            cx.emit(rules!["SH-IGF-004"], event.into());
            Ok(())
        }
        Deed::Inspire(victim) => guard::commissar::inspire(state, cx, who, victim),
        Deed::Aim(points, weapon, mark) => {
            shooting::fire(state, cx, who, weapon, mark, Shot::Aimed(points), rules!["SH-IGF-021"])
        }
    }
}

/// SH-HRL-006, SH-HRL-009, SH-HRL-010: what only Harlequins do.
fn harlequin_deed(state: &mut State, cx: &mut Cx<'_>, who: PieceId, deed: harlequin::choice::Deed) -> Step {
    let PieceId::Marine(index) = who else { return Ok(()) };
    match deed {
        harlequin::choice::Deed::Dance(target) => harlequin::dance::dance(state, cx, index, target)?,
        harlequin::choice::Deed::Stance => harlequin::fight::take_stance(state, cx, index),
        harlequin::choice::Deed::FreeKiss => harlequin::fight::free(state, cx, index),
    }
    Ok(())
}

/// Whether a model sees a target.
fn sees(state: &State, who: PieceId, mark: Mark) -> bool {
    let target = match mark {
        Mark::Door(door) => Some(door),
        Mark::Model(piece) => state.table.cell(piece),
    };
    match (who, target) {
        (PieceId::Marine(index), Some(cell)) => state.table.seen_by(index).contains(cell),
        _ => false,
    }
}

/// SH-MOV-001, SH-MOV-003: one square, facing unchanged.
fn step(state: &mut State, cx: &mut Cx<'_>, who: PieceId, to: Cell) {
    let fixed = cx.fixed();
    let Some(from) = state.table.cell(who) else { return };
    let dir = fixed.mission.grid.direction(from, to);
    let kind = dir.map(|dir| step_kind(&state.table, who, dir));
    let corner = dir.is_some_and(|dir| {
        dir.is_diagonal()
            && dir.flanks().into_iter().any(|flank| fixed.mission.grid.step(from, flank).is_none())
    });
    let spares = cx.logging() && faces_enemy(fixed, &state.table, who);
    state.table.shift(fixed, who, to);
    eldar::warrior::note_step(&mut state.table, who);
    // SH-MOV-003: it looks the same way as before.
    if !applies(rule!("SH-MOV-003"))
        && let Some(ahead) = dir.and_then(Dir::facing)
    {
        state.table.turn_to(fixed, who, ahead);
    }
    let hazards = &fixed.mission.hazards;
    let rough = (state.table.things.rubble | state.table.things.holes).contains(to);
    if rough || !hazards.shafts.is_empty() && hazards.shaft_opening(from, to).is_some() {
        return rough_step(state, cx, who, from, to);
    }
    let rules = match (who, kind) {
        // SH-ABU-005: as a blip goes, and into sight as well.
        (PieceId::Blip(index), _) if state.table.blips[index as usize].ambush => {
            rules!["SH-MOV-001", "SH-BLP-003", "SH-ABU-005"]
        }
        (PieceId::Blip(_), _) if cx.logging() && window::screened(fixed, &state.table, to) => {
            rules!["SH-MOV-001", "SH-BLP-003", "SH-BLP-002", "SH-OVW-024"]
        }
        (PieceId::Blip(_), _) => rules!["SH-MOV-001", "SH-BLP-003", "SH-BLP-002"],
        // SH-HRL-001, SH-HRL-011: all ways alike.
        (PieceId::Marine(index), Some(StepKind::Backward | StepKind::Sideways))
            if harlequin::legal::agile(fixed, index) =>
        {
            if fixed.profile(index).rank == Some(harlequin::Rank::Jester) {
                rules!["SH-MOV-001", "SH-MOV-003", "SH-HRL-001", "SH-HRL-011"]
            } else {
                rules!["SH-MOV-001", "SH-MOV-003", "SH-HRL-001"]
            }
        }
        (_, Some(StepKind::Backward)) => rules!["SH-MOV-001", "SH-MOV-003", "SH-ACT-008", "SH-ACT-004"],
        (PieceId::Marine(index), Some(StepKind::Sideways)) if fixed.profile(index).folk == Folk::Tyranid => {
            rules!["SH-MOV-001", "SH-MOV-003", "SH-TYR-017"]
        }
        (PieceId::Marine(index), Some(StepKind::Sideways)) if fixed.profile(index).folk == Folk::Eldar => {
            rules!["SH-MOV-001", "SH-MOV-003", "SH-ELD-001"]
        }
        (PieceId::Marine(_), Some(StepKind::Sideways)) => rules!["SH-MOV-001", "SH-MOV-003", "SH-IGF-006"],
        (_, Some(StepKind::Sideways)) => rules!["SH-MOV-001", "SH-MOV-003", "SH-ACT-009", "SH-FAQ-010"],
        // SH-AMB-001: forward past a wall corner, while the other flank is free.
        _ if corner => rules!["SH-MOV-001", "SH-MOV-003", "SH-ACT-007", "SH-ACT-004", "SH-MOV-006"],
        _ => rules!["SH-MOV-001", "SH-MOV-003", "SH-ACT-007", "SH-ACT-004"],
    };
    let event = Event::Moved { piece: who, from, to };
    if spares {
        // SH-CLA-003: he need not fight what stands before him.
        let rules: Vec<_> = rules.iter().copied().chain([rule!("SH-CLA-003")]).collect();
        cx.emit(&rules, event);
    } else {
        cx.emit(rules, event);
    }
}

/// SH-RUB-001, SH-MOV-008: a step onto rubble or a hole; SH-AIR-002: a step into an air shaft, or out of one and facing away
/// from it.
fn rough_step(state: &mut State, cx: &mut Cx<'_>, who: PieceId, from: Cell, to: Cell) {
    let fixed = cx.fixed();
    let opening = fixed.mission.hazards.shaft_opening(from, to);
    let rules = match opening {
        // SH-AIR-005: in on wings.
        Some(opening)
            if opening.inside == to
                && matches!(who, PieceId::Marine(index) if fixed.profile(index).flies) =>
        {
            rules!["SH-MOV-001", "SH-AIR-001", "SH-AIR-005"]
        }
        Some(_) => rules!["SH-MOV-001", "SH-AIR-001", "SH-AIR-002"],
        // SH-LAD-002: over the hole of a ladder without risk.
        None if state.table.things.ladders.contains(to) => rules!["SH-MOV-001", "SH-LAD-002"],
        None if state.table.is_pitfall(to) && fixed.climbs(who) => {
            rules!["SH-MOV-001", "SH-PIT-011"]
        }
        None if state.table.is_pitfall(to) => rules!["SH-MOV-001"],
        None => rules!["SH-MOV-001", "SH-RUB-001", "SH-MOV-008"],
    };
    let own = if opening.is_some() { levels::roughness(state, to) } else { &[] };
    let rules: SmallVec<[RuleId; 8]> = rules.iter().chain(own).copied().collect();
    cx.emit(&rules, Event::Moved { piece: who, from, to });
    if let Some(opening) = opening.filter(|opening| opening.outside == to)
        && state.table.facing(who).is_some_and(|facing| facing != opening.out)
    {
        state.table.turn_to(fixed, who, opening.out);
        cx.emit(rules!["SH-AIR-002"], Event::Turned { piece: who, to: opening.out });
    }
}

/// Whether a model has an enemy in its front square.
fn faces_enemy(fixed: &Fixed, table: &Table, who: PieceId) -> bool {
    let enemy = front(fixed, table, who).and_then(|ahead| table.piece_at(ahead));
    let counter = |piece: PieceId| matches!(piece, PieceId::Blip(_));
    !counter(who) && enemy.is_some_and(|enemy| !counter(enemy) && table.enemies(who, enemy))
}

/// SH-TUR-001, SH-TUR-002: a turn on the spot.
fn turn(state: &mut State, cx: &mut Cx<'_>, who: PieceId, facing: Facing) {
    let quarter = state.table.facing(who).is_some_and(|old| old.turns_to(facing) == 1);
    let mut repeated = false;
    if let PieceId::Stealer(index) = who
        && quarter
    {
        // SH-TUR-003: the next quarter turn in a row is not free.
        repeated = std::mem::replace(&mut state.table.stealers[index as usize].turned, true);
    }
    let mut free = false;
    let agile = matches!(who, PieceId::Marine(index) if harlequin::legal::agile(cx.fixed(), index));
    if let PieceId::Marine(index) = who
        && (agile || turns_freely(cx.fixed(), index))
    {
        // SH-TUR-006: as Genestealers turn.
        free = true;
        if quarter {
            state.table.marines[index as usize].turned = true;
        }
    }
    state.table.turn_to(cx.fixed(), who, facing);
    let rules = match (who, quarter) {
        _ if agile => rules!["SH-HRL-001"],
        // SH-WSF-004: a flamer is not too heavy for that.
        (PieceId::Marine(index), _) if free && cx.fixed().profile(index).carries(Ranged::Flamer) => {
            rules!["SH-TUR-006", "SH-SMF-001", "SH-WSF-004"]
        }
        (PieceId::Marine(index), _) if free && cx.fixed().profile(index).folk == Folk::Tyranid => {
            rules!["SH-TYR-011", "SH-TYR-017"]
        }
        (PieceId::Marine(index), _) if free && cx.fixed().profile(index).folk == Folk::Eldar => {
            rules!["SH-ELD-001"]
        }
        (PieceId::Marine(_), _) if free => rules!["SH-TUR-006", "SH-SMF-001"],
        // SH-MOV-007, SH-HYB-002: as a Terminator turns; SH-TYR-011: the bigger creatures pay, too.
        (PieceId::Marine(index), _) if cx.fixed().profile(index).folk == Folk::Hybrid => {
            rules!["SH-TUR-001", "SH-MOV-007", "SH-HYB-002"]
        }
        (PieceId::Marine(index), _) if cx.fixed().profile(index).folk == Folk::Tyranid => {
            rules!["SH-TUR-001", "SH-TYR-011"]
        }
        (PieceId::Marine(index), _) if cx.fixed().profile(index).folk == Folk::Eldar => {
            rules!["SH-TUR-001", "SH-ELD-001"]
        }
        (PieceId::Stealer(_), true) if repeated => rules!["SH-TUR-003", "SH-ACT-012"],
        (PieceId::Stealer(_), true) => rules!["SH-TUR-002", "SH-TUR-004", "SH-ACT-012"],
        (PieceId::Stealer(_), false) => rules!["SH-TUR-002", "SH-ACT-013"],
        (_, true) => rules!["SH-TUR-001", "SH-ACT-012", "SH-FAC-001"],
        (_, false) => rules!["SH-TUR-001", "SH-ACT-013"],
    };
    cx.emit(rules, Event::Turned { piece: who, to: facing });
}

/// SH-DOR-004: an opened door is an empty square; fire may come through it (SH-DOR-021, SH-WHF-009).
fn open(state: &mut State, cx: &mut Cx<'_>, who: PieceId, door: Cell) -> Step {
    let fixed = cx.fixed();
    state.table.open_door(fixed, door);
    let rules = if let PieceId::Blip(_) = who {
        rules!["SH-DOR-003", "SH-DOR-004", "SH-DOR-008", "SH-CNV-017"]
    } else {
        rules!["SH-DOR-002", "SH-DOR-004", "SH-DOR-008", "SH-ACT-015"]
    };
    let mut rules: Vec<_> = rules.to_vec();
    // SH-WHF-010: from another section than the fire's, without harm.
    if state.table.cell(who).is_some_and(|cell| by_fire(fixed, &state.table, cell, door)) {
        rules.push(rule!("SH-WHF-010"));
    }
    if fixed.mission.hazards.is_lift_door(door) {
        // SH-LFT-003: it closes in the Endphase of whoever opened it.
        state.table.things.lift_doors.push((door, state.table.side(who)));
        rules.push(rule!("SH-LFT-003"));
    }
    cx.emit(&rules, Event::DoorOpened { by: who, door });
    flames::spread(state, cx, door)
}

/// SH-DOR-011, SH-FAQ-015: a door shut on somebody on overwatch draws no shot, neither at the door nor through it.
fn close(state: &mut State, cx: &mut Cx<'_>, who: PieceId, door: Cell) {
    let fixed = cx.fixed();
    state.table.close_door(fixed, door);
    let watched =
        state.table.marines_on_map().any(|(index, _)| window::covers(fixed, &state.table, index, door));
    let rules = match who {
        PieceId::Blip(_) => rules!["SH-DOR-003", "SH-DOR-008"],
        who if watched && state.table.side(who) == Side::Stealer => {
            rules!["SH-DOR-002", "SH-DOR-008", "SH-ACT-015", "SH-FAQ-015", "SH-DOR-011"]
        }
        _ => rules!["SH-DOR-002", "SH-DOR-008", "SH-ACT-015"],
    };
    cx.emit(rules, Event::DoorClosed { by: who, door });
}

/// SH-OVW-001, SH-ACT-020.
fn set_overwatch(state: &mut State, cx: &mut Cx<'_>, who: PieceId) {
    let PieceId::Marine(index) = who else { return };
    // SH-OVW-010, SH-OVW-026: set in either turn, it counts.
    let own_turn = whose_turn(state) == state.table.side(who);
    let timing = if own_turn { rule!("SH-OVW-010") } else { rule!("SH-OVW-026") };
    state.table.marines[index as usize].overwatch = applies(timing);
    if let Some(warrior) = eldar::warrior::of_mut(&mut state.table, index) {
        warrior.watches_with = None;
    }
    let mut rules: SmallVec<[RuleId; 4]> = SmallVec::from_slice(rules!["SH-OVW-001", "SH-ACT-020"]);
    if cx.fixed().profile(index).ranged == Some(Ranged::AssaultCannon) {
        rules.push(rule!("SH-WAC-009"));
    }
    // SH-OVW-010: it waits for the enemy's turn; SH-OVW-026: set in the enemy's turn, it counts at once.
    rules.push(timing);
    if let Side::Stealer = state.table.side(who) {
        // SH-TGT-003, SH-OVW-012: armed models of either side watch alike.
        rules.extend_from_slice(rules!["SH-TGT-003", "SH-OVW-012"]);
    }
    cx.emit(&rules, Event::OverwatchSet { marine: who });
}

/// SH-ACT-018, SH-JAM-005.
fn clear_jam(state: &mut State, cx: &mut Cx<'_>, who: PieceId) {
    let PieceId::Marine(index) = who else { return };
    state.table.marines[index as usize].jammed = !applies(rule!("SH-JAM-005"));
    let twice = all_apply(rules!["SH-OVW-025", "SH-FAQ-007"]);
    state.table.marines[index as usize].overwatch |= !twice;
    let rules = if whose_turn(state) == state.table.side(who) {
        rules!["SH-ACT-018", "SH-JAM-005"]
    } else {
        // Overwatch has to be set again in another window.
        rules!["SH-ACT-018", "SH-JAM-005", "SH-OVW-025", "SH-FAQ-007"]
    };
    cx.emit(rules, Event::JamCleared { marine: who });
}

/// SH-ACT-022, SH-WAC-008, SH-WHF-015, SH-WHF-016: a full load; what was left is lost.
fn reload(state: &mut State, cx: &mut Cx<'_>, who: PieceId) {
    let PieceId::Marine(index) = who else { return };
    let numbers = cx.fixed().numbers();
    let ranged = cx.fixed().profile(index).ranged;
    let cannon = ranged == Some(Ranged::AssaultCannon);
    let listed = ranged.and_then(|weapon| cx.fixed().weapon(weapon)).and_then(|listed| listed.shots);
    let marine = &mut state.table.marines[index as usize];
    let left =
        if applies(if cannon { rule!("SH-WAC-008") } else { rule!("SH-WHF-016") }) { 0 } else { marine.ammo };
    let full = listed.unwrap_or(if cannon { numbers.cannon.magazine } else { numbers.flamer.shots });
    marine.ammo = left + full;
    marine.reloads -= 1;
    let ammo = marine.ammo;
    let rules = if ranged == Some(Ranged::DragonMelta) {
        rules!["SH-ACT-022", "SH-FDR-002"]
    } else if ranged == Some(Ranged::Firepike) {
        rules!["SH-ACT-022", "SH-EXA-007"]
    } else if listed.is_some() {
        rules!["SH-ACT-022", "SH-WSF-003"]
    } else if cannon {
        rules!["SH-ACT-022", "SH-WAC-008", "SH-WAC-006"]
    } else {
        rules!["SH-ACT-022", "SH-WHF-014", "SH-WHF-015", "SH-WHF-016"]
    };
    cx.emit(rules, Event::Reloaded { marine: who, ammo });
}

/// SH-ENP-004: onto the board square; a Genestealer faces as its player likes (SH-AMB-055).
fn enter(state: &mut State, cx: &mut Cx<'_>, who: PieceId) -> Step {
    let fixed = cx.fixed();
    let Place::Entry(entry) = state.table.place(who) else { return Ok(()) };
    let area = &fixed.mission.entries[entry as usize];
    let at = area.square;
    state.table.put(fixed, who, at);
    state.table.turn_to(fixed, who, area.side.back());
    cx.emit(
        rules!["SH-ENP-004", "SH-ENP-001", "SH-ENT-001", "SH-BRD-007"],
        Event::Entered { piece: who, entry, at },
    );
    if levels::may_fall(state, cx, who)? {
        return Ok(());
    }
    if !matches!(who, PieceId::Blip(_)) {
        choose_facing(state, cx, who, rule!("SH-FAC-003"))?;
    }
    Ok(())
}

/// SH-FAC-003, SH-CNV-010, SH-LAD-004: the owner faces a model as he likes.
pub fn choose_facing(state: &mut State, cx: &mut Cx<'_>, stealer: PieceId, rule: RuleId) -> Step {
    if state.table.facing(stealer).is_none() {
        return Ok(());
    }
    let owner = seat(state.table.side(stealer));
    let facings = Facing::ALL.map(Choice::Face);
    let now = state.table.facing(stealer).map_or(0, |facing| facing.index() as usize);
    state.table.subject = Some(stealer);
    let ask = Ask::new(owner, "face", rule).default(now);
    let Choice::Face(to) = cx.choose(state, ask, &facings)? else { return Ok(()) };
    state.table.subject = None;
    state.table.turn_to(cx.fixed(), stealer, to);
    if rule == rule!("SH-FAC-003") {
        cx.emit(rules!["SH-FAC-003", "SH-CNV-010"], Event::Faced { stealer, to });
    } else {
        cx.emit(&[rule], Event::Faced { stealer, to });
    }
    Ok(())
}

/// SH-HRL-004, SH-TYR-015: over the square in front; facing kept, and no risk or price for what lies there.
fn leap(state: &mut State, cx: &mut Cx<'_>, who: PieceId, to: Cell) -> Step {
    let Some(from) = state.table.cell(who) else { return Ok(()) };
    if let PieceId::Marine(index) = who {
        state.table.marines[index as usize].leapt = true;
    }
    state.table.shift(cx.fixed(), who, to);
    let dancer = harlequin::harlequin(cx.fixed(), who).is_some();
    let rules = if dancer { rules!["SH-HRL-004"] } else { rules!["SH-TYR-015", "SH-TYR-005"] };
    let mut rules: SmallVec<[RuleId; 4]> = SmallVec::from_slice(rules);
    if state.table.things.rubble.contains(to) {
        rules.push(rule!("SH-RUB-001"));
    }
    cx.emit(&rules, Event::Brood(BroodEvent::Leapt { piece: who, from, to }));
    levels::may_fall(state, cx, who)?;
    Ok(())
}

/// Over an exit of the mission and out of the game, alive.
fn leave(state: &mut State, cx: &mut Cx<'_>, who: PieceId) {
    let PieceId::Marine(index) = who else { return };
    remove(state, cx, who);
    state.table.marines[index as usize].escaped = true;
    cx.emit(rules!["SH-BRD-001"], Event::Escaped { marine: who });
    objective::carry_out(state, cx, who);
}
