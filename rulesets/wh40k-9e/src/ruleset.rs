//! The contract with the engine.

use grognard_engine::bot::Bot;
use grognard_engine::decision::Ask;
use grognard_engine::log::Logged;
use grognard_engine::message::Message;
use grognard_engine::refusal::Refusal;
use grognard_engine::ruleset::{Outcome, Ruleset};
use grognard_engine::seat::SeatInfo;
use grognard_engine::switch::applies;
use grognard_engine::{Rules, SeatId, rule, rules};

use crate::fixed::Fixed;
use crate::ids::Side;
use crate::state::{EndWhy, Flow, State};
use crate::{Nine, play, policy};

impl Ruleset for Nine {
    const ID: &'static str = "wh40k-9e";
    grognard_engine::rules_in_modules!();
    grognard_engine::nothing_hidden!();

    fn seats(fixed: &Fixed) -> Vec<SeatInfo> {
        let info = |side: Side| SeatInfo {
            id: side.id().to_owned(),
            name: fixed.data.texts.get(&format!("side.{}", side.id())).to_owned(),
            team: side as u8,
        };
        Side::BOTH.map(info).into()
    }

    fn outcome(_fixed: &Fixed, state: &State) -> Option<Outcome> {
        let Flow::Over { winner, why } = state.flow else { return None };
        let [red, blue] = state.vp;
        let (key, rule) = match (why, winner) {
            (EndWhy::Destroyed, _) => ("over.destroyed", rule!("9E-ONW-025")),
            (EndWhy::Resigned, Some(Side::Red)) => ("over.resigned.blue", rule!("9E-ONW-024")),
            (EndWhy::Resigned, _) => ("over.resigned.red", rule!("9E-ONW-024")),
            (EndWhy::Points, Some(_)) => ("over.points", rule!("9E-ONW-026")),
            (EndWhy::Points, None) => ("over.draw", rule!("9E-MIS-010")),
        };
        let message = Message::new(key).number("red", red).number("blue", blue);
        Some(Outcome { winners: winner.map(Side::seat).into_iter().collect(), why: message, rule })
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.round)
    }

    fn phase(state: &State) -> u32 {
        let step = match state.flow {
            Flow::Muster => 0,
            Flow::Markers { .. } | Flow::MarkerRoll => 1,
            Flow::Zones => 2,
            Flow::PreDeploy { .. } => 3,
            Flow::Deploy { .. } | Flow::Late { .. } => 4,
            Flow::FirstTurn | Flow::PreBattle => 5,
            Flow::Command => 6,
            Flow::MoveUnits | Flow::Reinforcements => 7,
            Flow::Psychic { .. } => 8,
            Flow::Shooting => 9,
            Flow::Charges | Flow::Heroics => 10,
            Flow::Fight { .. } => 11,
            Flow::Morale { .. } | Flow::Coherency { .. } => 12,
            Flow::Over { .. } => 13,
        };
        (u32::from(state.round) * 2 + state.active as u32) * 16 + step
    }

    fn ask_rules(ask: &Ask) -> Rules {
        match ask.kind {
            "move-unit" => rules!["9E-MOV-002", "9E-MOV-006"],
            "paths" => rules!["9E-MOV-007", "9E-MOV-008"],
            "embark" => rules!["9E-TRN-005", "9E-TRN-006", "9E-MEA-009"],
            "reinforcements" => rules!["9E-REI-002"],
            "start" => rules!["9E-TRN-003"],
            "deploy" => rules!["9E-ONW-018"],
            "power" => rules!["9E-PSY-010"],
            "deny" => rules!["9E-PSY-016", "9E-RND-005", "9E-MEA-008"],
            "friend" if ask.rule == rule!("9E-GEN-011") => rules!["9E-PSY-017"],
            "shoot" => rules!["9E-SHO-004", "9E-SHO-005"],
            "fire" => rules!["9E-SHO-006", "9E-SHO-008"],
            "next" if ask.rule == rule!("9E-FGT-021") => rules!["9E-FGT-027"],
            "next" => rules!["9E-SHO-017"],
            "charge" => rules!["9E-CHG-009"],
            "overwatch" => rules!["9E-CHG-010", "9E-OVR-001"],
            "heroic" => rules!["9E-HER-002", "9E-HER-003"],
            "fight" if ask.rule == rule!("9E-FGT-004") => rules!["9E-FGT-001", "9E-FGT-002", "9E-FGT-036"],
            "fight" => rules!["9E-FGT-002", "9E-FGT-036"],
            "casualties" | "allocate" if ask.rule == rule!("9E-ATK-025") => rules!["9E-ATK-012"],
            "save" if ask.rule == rule!("9E-ATK-021") => rules!["9E-ATK-020"],
            "strike" => rules!["9E-FGT-013", "9E-FGT-020", "9E-FGT-025"],
            "morale" if ask.rule == rule!("9E-MOR-005") => rules!["9E-MOR-002", "9E-MOR-003", "9E-MOR-004"],
            "morale" => rules!["9E-MOR-003", "9E-MOR-004"],
            "reroll" => rules!["9E-DIC-011", "9E-DIC-012"],
            _ => &[],
        }
    }

    fn aside(
        _fixed: &Fixed,
        state: &mut State,
        seat: SeatId,
        text: &str,
        _log: &mut Vec<Logged<Self>>,
    ) -> Result<(), Refusal> {
        if text.trim() != play::dispute::DISPUTE || !applies(rule!("9E-GEN-017")) {
            return Err(Refusal::unreadable(format!(
                "`{text}` is not something a player can say; `{}` has an open question settled",
                play::dispute::DISPUTE
            )));
        }
        state.dispute = Some(Side::of(seat));
        Ok(())
    }

    fn resign(_fixed: &Fixed, state: &mut State, seat: SeatId) {
        state.flow = Flow::Over { winner: Some(Side::of(seat).other()), why: EndWhy::Resigned };
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        policy::BOTS
    }

    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        policy::bot(name, seed)
    }
}
