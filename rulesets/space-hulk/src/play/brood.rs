//! A led and armed Stealer side: its command roll (SH-CMD-025), what ends with the Marine turn, and wounds that heal.

use grognard_engine::ctx::Step;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::target::{Need, Target};
use grognard_engine::{Audience, RuleId, rule, rules};
use smallvec::SmallVec;

use super::{Cx, end_overwatch};
use crate::Fixed;
use crate::blips::event::BroodEvent;
use crate::event::Event;
use crate::guard;
use crate::piece::PieceId;
use crate::profile::Leads;
use crate::psychic::Mode;
use crate::state::{STEALER, State};
use crate::table::{Side, Table};

/// SH-CMD-003, SH-CMD-004, SH-CMD-025: the highest bonus a leader in play gives the Stealer side, with the leader.
/// Genestealers alone have none, and nothing to roll for.
pub fn leader(fixed: &Fixed, table: &Table) -> Option<(Leads, i8)> {
    if !applies(rule!("SH-CMD-025")) {
        return None;
    }
    let numbers = &fixed.numbers().brood_command;
    let bonus = |leads: Leads| match leads {
        Leads::Patriarch => numbers.patriarch,
        Leads::HiveTyrant => numbers.hive_tyrant,
        Leads::Magus => numbers.magus,
        Leads::PsykerHybrid => numbers.psyker_hybrid,
        Leads::Hybrid => numbers.hybrid,
        // SH-TRM-004: a Captain as on the other side.
        Leads::Officer => fixed.numbers().command_bonus.captain,
    };
    if fixed.enemy.is_some() {
        return officer(fixed, table)
            .map(|captain| (Leads::Officer, if captain { bonus(Leads::Officer) } else { 0 }))
            .map(|(leads, bonus)| {
                let mourns = mourns(fixed, table);
                (leads, if mourns { bonus + fixed.numbers().commissar.death } else { bonus })
            });
    }
    // SH-HYB-003: without cards they are Hybrids like any other.
    let plain = fixed.mission.psychic != Mode::Cards && applies(rule!("SH-HYB-003"));
    let all = table.brood_on_map().filter_map(|(index, _)| match fixed.profile(index).leads {
        Some(Leads::PsykerHybrid) if plain => Some(Leads::Hybrid),
        leads => leads,
    });
    all.map(|leads| (leads, bonus(leads))).max_by_key(|(_, bonus)| *bonus)
}

/// SH-FOR-006, SH-CMD-022, SH-CMD-024, SH-CMD-026: whether a force of men on the Stealer side rolls for command points, and
/// whether a Captain adds to it: Marines always do, the Guard with an officer on the map; Eldar have none.
fn officer(fixed: &Fixed, table: &Table) -> Option<bool> {
    let here = || table.brood_on_map().map(|(index, _)| fixed.profile(index));
    let rolls = guard::led_from_outside(fixed, table, Side::Stealer) || here().any(|profile| profile.officer);
    rolls.then(|| here().any(|profile| profile.command))
}

/// SH-CMD-023: whether a force of the Guard on the Stealer side has lost its Commissar.
fn mourns(fixed: &Fixed, table: &Table) -> bool {
    guard::mourns(fixed, table, Side::Stealer)
}

/// SH-TRN-006, SH-CMD-001, SH-CMD-025: the Command Phase of a led Stealer side.
pub fn command(state: &mut State, cx: &mut Cx<'_>) -> Step {
    let fixed = cx.fixed();
    crate::eldar::seers::psi::gather(state, cx, Side::Stealer)?;
    guard::backup::call(state, cx, Side::Stealer)?;
    crate::harlequin::solo::choose(state, cx, Side::Stealer)?;
    crate::psychic::nemesis::recover(state, Side::Stealer);
    state.hidden.brood_cp = 0;
    let Some((leads, bonus)) = leader(fixed, &state.table).filter(|_| applies(rule!("SH-TRN-006"))) else {
        state.table.led = false;
        return Ok(());
    };
    state.table.led = true;
    cx.emit(rules!["SH-TRN-003", "SH-TRN-006"], Event::Phase { side: Side::Stealer, phase: "phase.command" });
    let mut rules: SmallVec<[RuleId; 8]> = SmallVec::from_slice(rules!["SH-CMD-001", "SH-CMD-025"]);
    // SH-AMB-008: Magus and Hive Tyrant as those the list names.
    rules.push(match leads {
        Leads::Magus | Leads::HiveTyrant => rule!("SH-AMB-008"),
        Leads::Patriarch | Leads::PsykerHybrid | Leads::Hybrid => rule!("SH-CMD-004"),
        Leads::Officer => rule!("SH-FOR-006"),
    });
    let leaders =
        state.table.brood_on_map().filter(|(index, _)| fixed.profile(*index).leads.is_some()).count();
    if leaders > 1 {
        rules.push(rule!("SH-CMD-003"));
    }
    if leads == Leads::Officer && mourns(fixed, &state.table) {
        rules.push(rule!("SH-CMD-023"));
    }
    let secret = fixed.options.secret_command_points && applies(rule!("SH-CMD-011"));
    let to = if secret { Audience::only(STEALER) } else { Audience::ALL };
    let [die] = cx.roll_to(to, fixed.numbers().command_roll.die, "roll.command", &rules, None)?;
    let total = (die as i8).saturating_add(bonus);
    // SH-CMD-005: never below nothing.
    if total < 0 {
        rules.push(rule!("SH-CMD-005"));
    }
    let points = if applies(rule!("SH-CMD-005")) { total.max(0) } else { total.abs() }.unsigned_abs();
    state.hidden.brood_cp = points;
    if secret {
        cx.emit(rules!["SH-CMD-011"], Event::Brood(BroodEvent::SecretCommandPoints));
    }
    cx.emit_to(to, &rules, Event::Brood(BroodEvent::CommandPoints { points, bonus }));
    Ok(())
}

/// SH-TRN-004, SH-END-001, SH-END-007: in the Marine Endphase the Stealer side's overwatch ends and its points expire.
pub fn marine_end(state: &mut State, cx: &mut Cx<'_>) {
    if state.table.marines.len() == state.table.crew() as usize {
        return;
    }
    if all_apply(rules!["SH-TRN-004", "SH-END-001"]) {
        for index in state.table.crew()..state.table.marines.len() as u8 {
            let rules = rules!["SH-OVW-009", "SH-END-001", "SH-TRN-004"];
            end_overwatch(state, cx, index, "overwatch.endphase", rules);
        }
    }
    // SH-FSC-012: a Farseer's bonus points are lost like any others; they lie open, as all points of his side do.
    let bonus = state.table.farseer_of(Side::Stealer).is_some() && state.hidden.brood_cp > 0;
    if !state.table.led && !bonus {
        return;
    }
    let lost = all_apply(rules!["SH-CMD-002", "SH-END-007"]);
    let points = if lost { std::mem::take(&mut state.hidden.brood_cp) } else { 0 };
    state.table.led &= !lost;
    // What was secret is known to everybody now.
    state.table.expired = points;
    cx.emit(rules!["SH-CMD-002", "SH-END-007"], Event::Brood(BroodEvent::Expired { points }));
}

/// SH-TYR-004, SH-END-012: in the Stealer Endphase the biggest creatures may heal.
pub fn regenerate(state: &mut State, cx: &mut Cx<'_>) -> Step {
    let fixed = cx.fixed();
    let hurt = |index: u8, state: &State| {
        let profile = fixed.profile(index);
        profile.regenerates && state.table.marines[index as usize].wounds < profile.wounds
    };
    let wounded: SmallVec<[u8; 4]> =
        state.table.brood_on_map().map(|(index, _)| index).filter(|index| hurt(*index, state)).collect();
    let rules = rules!["SH-TYR-004", "SH-END-012"];
    if fixed.options.no_regeneration || !all_apply(rules) {
        return Ok(());
    }
    for index in wounded {
        let need = fixed.numbers().regeneration.need;
        let target = Target::new(Need::AtLeast(need), rule!("SH-TYR-004"));
        let [face] = cx.roll_against(6, "roll.regenerate", rules, &target)?;
        if face >= need {
            let model = &mut state.table.marines[index as usize];
            model.wounds += 1;
            let wounds = model.wounds;
            cx.emit(rules, Event::Brood(BroodEvent::Regenerated { piece: PieceId::Marine(index), wounds }));
        }
    }
    Ok(())
}
