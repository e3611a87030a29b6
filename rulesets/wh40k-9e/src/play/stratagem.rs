//! The core Stratagems (9E-OUT-001 to 9E-OUT-008): who can pay for one, and paying.

use grognard_engine::ctx::Ctx;
use grognard_engine::{RuleId, rules};

use crate::Nine;
use crate::choice::Stratagem;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};
use crate::state::State;

/// What a Stratagem costs.
pub fn cost(fixed: &Fixed, stratagem: Stratagem) -> u8 {
    let costs = &fixed.numbers().stratagems;
    match stratagem {
        Stratagem::CommandReroll => costs.command_reroll,
        Stratagem::CutThemDown => costs.cut_them_down,
        Stratagem::DesperateBreakout => costs.desperate_breakout,
        Stratagem::EmergencyDisembarkation => costs.emergency_disembarkation,
        Stratagem::FireOverwatch => costs.fire_overwatch,
        Stratagem::CounterOffensive => costs.counter_offensive,
        Stratagem::InsaneBravery => costs.insane_bravery,
        Stratagem::TakeAim => costs.take_aim,
    }
}

/// 9E-OUT-008: at most once a phase; 9E-OUT-007: Insane Bravery once a battle.
pub fn can_use(fixed: &Fixed, s: &State, side: Side, stratagem: Stratagem) -> bool {
    let bit = 1 << stratagem as u16;
    let in_play =
        if stratagem == Stratagem::TakeAim { fixed.packs.levy_stratagems } else { fixed.packs.stratagems };
    in_play
        && s.cp[side.index()] >= cost(fixed, stratagem)
        && s.used[side.index()] & bit == 0
        && s.spent[side.index()] & bit == 0
}

/// Pays for a Stratagem and notes that it was used.
pub fn pay(s: &mut State, cx: &mut Ctx<'_, Nine>, side: Side, stratagem: Stratagem, unit: Option<UnitId>) {
    let bit = 1 << stratagem as u16;
    s.cp[side.index()] = s.cp[side.index()].saturating_sub(cost(cx.fixed(), stratagem));
    s.used[side.index()] |= bit;
    if stratagem == Stratagem::InsaneBravery {
        s.spent[side.index()] |= bit;
    }
    let rules: &[RuleId] = match stratagem {
        Stratagem::CommandReroll => rules!["9E-OUT-001", "9E-OUT-008"],
        Stratagem::CutThemDown => rules!["9E-OUT-002", "9E-OUT-008"],
        Stratagem::DesperateBreakout => rules!["9E-OUT-003", "9E-OUT-008"],
        Stratagem::EmergencyDisembarkation => rules!["9E-OUT-004", "9E-OUT-008"],
        Stratagem::FireOverwatch => rules!["9E-OUT-005", "9E-OUT-008"],
        Stratagem::CounterOffensive => rules!["9E-OUT-006", "9E-OUT-008"],
        Stratagem::InsaneBravery => rules!["9E-OUT-007", "9E-OUT-008"],
        Stratagem::TakeAim => rules!["9E-OUT-008"],
    };
    cx.emit(rules, Event::Used { side, stratagem, unit });
}
