//! Section weapons and grenades: SH-WGR, SH-WML, SH-WPL-005, SH-WPN-006.

use grognard_engine::ctx::Step;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::target::{Need, Target};
use grognard_engine::{Audience, RuleId, rule, rules};
use grognard_space::grid::{Cell, CellSet};
use smallvec::SmallVec;

use super::{Cx, break_door, kill, shooting, slay, whose_turn};
use crate::Fixed;
use crate::eldar::farseer;
use crate::event::{Cause, Event, Shot};
use crate::legal::{blast_extent, class_of};
use crate::piece::{Mark, PieceId};
use crate::profile::Ranged;
use crate::psychic::card::Kind;
use crate::state::State;
use crate::table::{Side, Table};
use crate::things::Smoke;
use crate::weapon::{Area, Class, Leaves, Weapon, behind};

/// SH-WPN-006, SH-WGR-002, SH-WGR-003: something is fired or thrown, and acts on a section or a square.
/// The rules in `because` say what brought it about.
pub fn launch(
    state: &mut State,
    cx: &mut Cx<'_>,
    who: PieceId,
    weapon: Ranged,
    at: Cell,
    shot: Shot,
    because: &[RuleId],
) -> Step {
    let fixed = cx.fixed();
    let (PieceId::Marine(index), Some(listed)) = (who, fixed.weapon(weapon)) else { return Ok(()) };
    let mut rules = rules_of(fixed.weapon(weapon), weapon);
    if listed.thrown && fixed.class(who) == Class::PowerArmour {
        rules.push(rule!("SH-SMF-003"));
    }
    use_up(state, index, fixed.profile(index).ranged == Some(weapon), listed);
    let mut launched: SmallVec<[RuleId; 12]> = rules.iter().chain(because).copied().collect();
    let level = |cell| fixed.mission.grid.coord(cell).level;
    if listed.drops() && state.table.cell(who).is_some_and(|from| level(from) != level(at)) {
        launched.push(rule!("SH-MLV-004"));
    }
    cx.emit(&launched, Event::Launched { by: who, weapon, at });
    let Some(at) = drops(state, cx, listed, at)? else { return Ok(()) };
    let cells = blast_extent(fixed, &state.table, weapon, at);
    let bomb = listed.marker == Some(Leaves::Melta);
    let things = things_hit(state, cx, listed, cells);
    for cell in cells & state.table.occupied() {
        let Some(piece) = state.table.piece_at(cell) else { continue };
        strike(state, cx, (who, weapon, shot), listed, Mark::Model(piece), &rules)?;
    }
    for cell in things {
        if state.table.thing(cell).is_some() {
            strike(state, cx, (who, weapon, shot), listed, Mark::Door(cell), &rules)?;
        }
    }
    farseer::effect::fired(state, cx, who);
    if bomb {
        if state.table.open.contains(at) {
            // SH-WGR-009: of a door that stands open nothing is left either.
            break_door(state, cx, at, Cause::Shot(weapon), rules!["SH-WGR-009", "SH-DOR-019"])?;
        }
        // SH-WGR-009: nor is rubble, whether it lay there or was made by it.
        state.table.things.rubble.remove(at);
        // SH-PIT-015: the hole opens in the Stealer Endphase.
        state.table.things.sealed.insert(at);
        state.table.reshape(fixed, CellSet::from(at));
        cx.emit(rules!["SH-PIT-015", "SH-WGR-009"], Event::Glows { at });
    }
    if let Some(leaves @ (Leaves::Blind | Leaves::Frag)) = listed.marker {
        smoke(state, cx, state.table.side(who), cells, leaves);
    }
    if listed.recharges {
        recharge(state, cx, index, weapon);
    }
    Ok(())
}

/// The rules every launch of a weapon carries.
fn rules_of(listed: Option<&Weapon>, weapon: Ranged) -> SmallVec<[RuleId; 8]> {
    let mut all: SmallVec<[RuleId; 8]> = SmallVec::from_slice(behind(weapon).shot);
    let Some(listed) = listed else { return all };
    if listed.thrown {
        all.extend_from_slice(rules!["SH-WGR-001", "SH-ARC-004"]);
    }
    all.extend_from_slice(match listed.area {
        Area::NextSection => rules!["SH-WGR-002", "SH-WPN-009"],
        Area::Square => rules!["SH-WGR-003"],
        _ => rules!["SH-TGT-002"],
    });
    all
}

/// What is counted is one less.
pub fn use_up(state: &mut State, index: u8, own: bool, listed: &Weapon) {
    if listed.shots.is_some() {
        let marine = &mut state.table.marines[index as usize];
        let left = if own { &mut marine.ammo } else { &mut marine.store };
        *left = left.saturating_sub(1);
    }
}

/// SH-PIT-016, SH-MLV-004, SH-WGR-010: a grenade on a hole may drop to the level below.
fn drops(state: &State, cx: &mut Cx<'_>, listed: &Weapon, at: Cell) -> Step<Option<Cell>> {
    let rules = rules!["SH-PIT-016", "SH-MLV-004", "SH-WGR-010"];
    let may = listed.drops() && state.table.things.holes.contains(at);
    if !may || !all_apply(rules) {
        return Ok(Some(at));
    }
    let stays = cx.fixed().numbers().grenade_drop.drops + 1;
    let target = Target::new(Need::AtLeast(stays), rule!("SH-PIT-016"));
    let [face] = cx.roll_against(6, "roll.drop", rules, &target)?;
    if face >= stays {
        return Ok(Some(at));
    }
    // Under the lowest level there is nothing it could hurt.
    let below = cx.fixed().mission.below(at);
    cx.emit(rules, Event::GrenadeDropped { from: at, to: below });
    Ok(below)
}

/// SH-WPN-006, SH-WPN-008, SH-LAD-006, SH-LFT-005: closed doors and what is like them at the edge of the blast or in it,
/// ladders in it, and a lift somebody stands in.
fn things_hit(state: &State, cx: &Cx<'_>, listed: &Weapon, cells: CellSet) -> CellSet {
    let fixed = cx.fixed();
    let table = &state.table;
    if listed.area == Area::Square {
        return cells & (*table.shut() | table.things.ladders | table.things.lifts);
    }
    let Some(first) = cells.first() else { return CellSet::EMPTY };
    let section = fixed.mission.sections[Table::section(fixed, first)];
    let mut near = cells;
    for cell in cells {
        near |= fixed.mission.grid.touching(cell, &table.fire_stops());
    }
    let ladders = table.things.ladders & cells;
    let lifts = table.things.lifts & cells & table.occupied();
    let lifts = if applies(rule!("SH-LFT-005")) { lifts } else { CellSet::EMPTY };
    fixed.mission.hazards.one_of_each(near & section & (*table.shut() | lifts | ladders))
}

/// One die, or none where none is needed, for one thing or model.
fn strike(
    state: &mut State,
    cx: &mut Cx<'_>,
    (who, weapon, shot): (PieceId, Ranged, Shot),
    listed: &Weapon,
    mark: Mark,
    rules: &[RuleId],
) -> Step {
    let fixed = cx.fixed();
    let mut class = class_of(fixed, &state.table, mark);
    if class == Class::Bulkhead && listed.drops() && !applies(rule!("SH-WGR-013")) {
        // Only where a check has switched off what is said of bulkheads and grenades.
        class = Class::Door;
    }
    let need = listed.need(class, 0);
    if need == Need::Impossible || !all_apply(behind(weapon).shot) {
        return Ok(());
    }
    let first = rules.first().copied().unwrap_or(rule!("SH-WPN-006"));
    let target = farseer::effect::aimed(fixed, &state.table, who, mark, Target::new(need, first));
    let need = target.need();
    let mut own: SmallVec<[RuleId; 8]> = SmallVec::from_slice(&rules[..rules.len().min(2)]);
    if listed.area != Area::Square {
        own.push(rule!("SH-WPN-006"));
    }
    match mark {
        Mark::Model(PieceId::Blip(_)) => own.push(rule!("SH-BLP-009")),
        Mark::Model(_) => own.push(rule!("SH-WPN-010")),
        Mark::Door(at) if state.table.things.lifts.contains(at) => own.push(rule!("SH-LFT-005")),
        Mark::Door(at) if state.table.things.bulkheads.contains(at) && listed.thrown => {
            own.push(rule!("SH-WGR-013"));
        }
        Mark::Door(_) => own.push(rule!("SH-DOR-020")),
    }
    let mut faces = [0; 4];
    let faces = &mut faces[..if need == Need::Automatic { 0 } else { listed.dice as usize }];
    if !faces.is_empty() {
        cx.roll_into(faces, Audience::ALL, 6, "roll.blast", &own, Some(&target))?;
    }
    if let (Shot::Overwatch, Mark::Model(target)) = (shot, mark) {
        // SH-FSC-008: a missile on overwatch is a shot at each of them.
        farseer::play::stalk(state, cx, target, faces)?;
    }
    let hit = need == Need::Automatic || shooting::hits(faces, need);
    match mark {
        // SH-WGR-009: however much it could take.
        Mark::Model(piece) if hit && listed.marker == Some(Leaves::Melta) => {
            slay(state, cx, piece, Cause::Shot(weapon), &own)?;
        }
        Mark::Model(piece) if hit => {
            kill(state, cx, piece, Cause::Shot(weapon), &own)?;
        }
        Mark::Model(piece) => {
            if let Some(at) = state.table.cell(piece) {
                cx.emit(&own, Event::Survived { piece, at });
            }
        }
        Mark::Door(at) if hit => break_door(state, cx, at, Cause::Shot(weapon), &own)?,
        Mark::Door(_) => {}
    }
    Ok(())
}

/// SH-WGR-004, SH-WGR-008: smoke hides a section; frag in a section full of it adds no more.
fn smoke(state: &mut State, cx: &mut Cx<'_>, by: Side, cells: CellSet, leaves: Leaves) {
    let frag = leaves == Leaves::Frag;
    let rules = if frag { rules!["SH-WGR-008"] } else { rules!["SH-WGR-004"] };
    let there =
        state.table.things.smokes.iter().any(|smoke| smoke.frag == frag && smoke.cells.intersects(&cells));
    if frag && there || !all_apply(rules) {
        return;
    }
    // SH-END-003: frag goes by whose it is, other smoke by the turn it was thrown in.
    let side = if frag { by } else { whose_turn(state) };
    state.table.things.smokes.push(Smoke { cells, frag, side });
    state.table.look_again(cx.fixed());
    cx.emit(rules, Event::Smoke { cells });
}

/// SH-WPL-001, SH-WPL-005: the weapon is hot, and ready again in the turn after the next.
pub fn recharge(state: &mut State, cx: &mut Cx<'_>, index: u8, weapon: Ranged) {
    let rules =
        if weapon == Ranged::HeavyPlasmaMaximal { rules!["SH-WPL-005"] } else { rules!["SH-WPL-001"] };
    if all_apply(rules) {
        state.table.marines[index as usize].recharge = 2;
        cx.emit(rules, Event::Recharging { marine: PieceId::Marine(index) });
    }
}

/// SH-WPL-001: at the start of the own turn what was fired recharges, and what recharged is ready. SH-PCD-022: not where
/// time stands still.
pub fn begin_turn(state: &mut State, fixed: &Fixed, side: Side) {
    for index in 0..state.table.marines.len() {
        let model = PieceId::Marine(index as u8);
        if state.table.side(model) == side && !state.table.is_under(fixed, model, Kind::Stasis) {
            let recharge = &mut state.table.marines[index].recharge;
            *recharge = recharge.saturating_sub(1);
        }
    }
}

/// SH-END-001, SH-END-003, SH-END-004: smoke clears; melta-bombs have burnt through.
pub fn clear(state: &mut State, cx: &mut Cx<'_>, ending: Side) {
    let fixed = cx.fixed();
    let stealer_end = ending == Side::Stealer;
    let things = &mut state.table.things;
    if !things.smokes.is_empty() {
        // SH-END-001, SH-END-003: the Marines' frag goes in the Stealer Endphase, the Stealer side's in the Marines'.
        let marines = |smoke: &Smoke| smoke.frag && smoke.side == Side::Marine;
        let goes = |smoke: &Smoke| smoke.side != ending && (!marines(smoke) || applies(rule!("SH-END-003")));
        let (gone, stays): (Vec<_>, Vec<_>) = std::mem::take(&mut things.smokes).into_iter().partition(goes);
        things.smokes = stays;
        state.table.look_again(fixed);
        for smoke in gone {
            let rules = if marines(&smoke) {
                rules!["SH-END-003", "SH-WGR-008"]
            } else if smoke.frag {
                rules!["SH-END-001", "SH-WGR-008"]
            } else {
                rules!["SH-END-001", "SH-WGR-004"]
            };
            cx.emit(rules, Event::SmokeCleared { cells: smoke.cells });
        }
    }
    if stealer_end && !state.table.things.sealed.is_empty() && applies(rule!("SH-END-004")) {
        for at in std::mem::take(&mut state.table.things.sealed) {
            state.table.things.holes.insert(at);
            state.table.reshape(fixed, CellSet::from(at));
            cx.emit(rules!["SH-END-004", "SH-PIT-015"], Event::BurntThrough { at });
        }
    }
}
