//! The contract with the engine.

use grognard_engine::bot::Bot;
use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::rule_set::Difference;
use grognard_engine::ruleset::{Measuring, Outcome, Ruleset};
use grognard_engine::seat::SeatInfo;
use grognard_engine::{Rules, SeatId, rule, rules};

use crate::Fifth;
use crate::data::Data;
use crate::fixed::Fixed;
use crate::ids::Side;
use crate::play::victory;
use crate::policy;
use crate::state::{Flow, Place, State};

impl Ruleset for Fifth {
    const ID: &'static str = "wh40k-5e";
    grognard_engine::rules_in_modules!();
    grognard_engine::nothing_hidden!();

    fn seats(fixed: &Fixed) -> Vec<SeatInfo> {
        let info = |side: Side| SeatInfo {
            id: side.id().to_owned(),
            name: fixed.data.texts.get(&format!("army.{}", fixed.armies[side.index()])).to_owned(),
            team: side as u8,
        };
        Side::BOTH.map(info).into()
    }

    fn outcome(fixed: &Fixed, state: &State) -> Option<Outcome> {
        let Flow::Over { winner, resigned } = state.flow else { return None };
        let (red, blue) = (victory::total(fixed, state, Side::Red), victory::total(fixed, state, Side::Blue));
        let key = match (resigned, winner) {
            (true, _) => "over.resigned",
            (false, Some(_)) => "over.points",
            (false, None) => "over.draw",
        };
        let why = Message::new(key).number("red", red).number("blue", blue);
        Some(Outcome {
            winners: winner.map(Side::seat).into_iter().collect(),
            why,
            rule: rule!("5B-MIS-007"),
        })
    }

    fn differences(data: &Data) -> Vec<Difference> {
        data.variant.rules.differences()
    }

    fn losses(_fixed: &Fixed, state: &State) -> Vec<u32> {
        let lost = |side: Side| {
            let own = state.models.iter().filter(|model| state.unit(model.unit).side == side);
            own.filter(|model| matches!(model.place, Place::Gone | Place::Wreck)).count() as u32
        };
        Side::BOTH.map(lost).into()
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn phase(state: &State) -> u32 {
        let step = match state.flow {
            Flow::RollOff => 0,
            Flow::Objectives { .. } | Flow::Deploy { .. } | Flow::Infiltrate { .. } | Flow::Scouts { .. } => {
                1
            }
            Flow::Seize => 2,
            Flow::StartTurn => 3,
            Flow::Movement => 4,
            Flow::Shooting => 5,
            Flow::Assaults => 6,
            Flow::React => 7,
            Flow::Combats => 8,
            Flow::HitAndRun { .. } => 9,
            Flow::EndTurn => 10,
            Flow::Over { .. } => 11,
        };
        (u32::from(state.turn) * 2 + state.active as u32) * 12 + step
    }

    fn ask_rules(ask: &Ask) -> Rules {
        match ask.kind {
            "move-unit" => rules!["5B-TRN-003"],
            "fire" => rules!["5B-DIC-006", "5B-SHO-005"],
            "aim" => rules!["5V-TGN-001", "5V-TGN-004", "5V-TGN-005"],
            "assault" => rules!["5B-DIC-006", "5B-ASM-011"],
            "first-attack" => rules!["5V-RSA-001", "5V-RSA-002"],
            "combat" => rules!["5B-ASM-014", "5B-TRN-004"],
            _ => &[],
        }
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        policy::BOTS
    }

    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        policy::bot(name, seed)
    }

    fn resign(_fixed: &Fixed, state: &mut State, seat: SeatId) {
        state.flow = Flow::Over { winner: Some(Side::of(seat).other()), resigned: true };
    }

    /// 5B-DIC-006, 5V-SHO-009: nothing is measured before it is declared, unless the players measure freely.
    fn measuring(fixed: &Fixed, _view: &State) -> Measuring {
        if fixed.options.measure_freely { Measuring::Always } else { Measuring::WhenDeclared }
    }
}
