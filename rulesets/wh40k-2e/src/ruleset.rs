//! The contract with the engine.

use grognard_engine::bot::Bot;
use grognard_engine::decision::Ask;
use grognard_engine::log::Logged;
use grognard_engine::message::Message;
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Measuring, Outcome, Ruleset};
use grognard_engine::seat::SeatInfo;
use grognard_engine::{Rules, SeatId, Viewer, rule, rules};

use crate::Second;
use crate::fixed::Fixed;
use crate::ids::Side;
use crate::play::victory;
use crate::policy;
use crate::state::{Flow, State};

impl Ruleset for Second {
    const ID: &'static str = "wh40k-2e";
    /// What stands on the table is open to all: a view is a state without the cards and missions its viewer may not know.
    type View = State;
    grognard_engine::rules_in_modules!();

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
        let (red, blue) =
            (victory::total(fixed, state, Side::Red, true), victory::total(fixed, state, Side::Blue, true));
        let key = match (resigned, winner) {
            (false, None) if state.laying.is_some() => {
                return Some(Outcome {
                    winners: Vec::new(),
                    why: Message::new("over.table-laid"),
                    rule: rule!("2E-SET-011"),
                });
            }
            (true, _) => "over.resigned",
            (false, Some(_)) => "over.points",
            (false, None) => "over.draw",
        };
        let why = Message::new(key).number("red", red).number("blue", blue);
        Some(Outcome {
            winners: winner.map(Side::seat).into_iter().collect(),
            why,
            rule: rule!("2E-MIS-015"),
        })
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn phase(state: &State) -> u32 {
        let step = match state.flow {
            Flow::Terrain | Flow::Muster { .. } | Flow::Zones | Flow::Missions | Flow::Split => 0,
            Flow::Deploy { .. } | Flow::Infiltrate => 1,
            Flow::FirstTurn => 2,
            Flow::HideFirst { .. } => 3,
            Flow::StartTurn => 4,
            Flow::Overwatch | Flow::Charges | Flow::FirstWindow => 5,
            Flow::Compulsory | Flow::Chargers => 6,
            Flow::Moves | Flow::LastWindow | Flow::Hide => 7,
            Flow::Shooting => 8,
            Flow::BreakOff { .. } | Flow::Pairs | Flow::HandToHand => 9,
            Flow::Psychic { .. } => 10,
            Flow::Rally => 11,
            Flow::Over { .. } => 12,
        };
        (u32::from(state.turn) * 2 + state.active as u32) * 16 + step
    }

    fn ask_rules(ask: &Ask) -> Rules {
        match ask.kind {
            "move-unit" => rules!["2E-TRN-003"],
            "paths" => rules!["2E-SQD-003"],
            "shoot" => rules!["2E-TRN-003"],
            "fire" => rules!["2E-GEN-011"],
            "rally" => rules!["2E-TRN-003"],
            _ => &[],
        }
    }

    fn resign(_fixed: &Fixed, state: &mut State, seat: SeatId) {
        state.flow = Flow::Over { winner: Some(Side::of(seat).other()), resigned: true };
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        policy::BOTS
    }

    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        policy::bot(name, seed)
    }

    /// 2E-GEN-011: nothing is measured before it is declared.
    fn measuring(fixed: &Fixed, _view: &State) -> Measuring {
        if fixed.options.measure_freely { Measuring::Always } else { Measuring::WhenDeclared }
    }

    /// 2E-HER-021, 2E-SPC-002: of another side's hand the cards that were shown and the number of the others; its mission only
    /// where it was declared.
    fn view(_fixed: &Fixed, state: &State, viewer: Viewer) -> State {
        let own = |side: Side| viewer == Viewer::Seat(side.seat());
        State {
            hands: Side::BOTH.map(|side| state.hand_for(side, own(side))),
            // 2E-WPN-019: what one's opponent poisoned in secret is not there.
            markers: state
                .markers
                .iter()
                .copied()
                .filter(|marker| marker.secret_from.is_none_or(|side| own(side.other())))
                .collect(),
            tasks: Side::BOTH.map(|side| state.tasks[side.index()].filter(|task| task.shown || own(side))),
            ..state.clone()
        }
    }

    /// The cards and the mission of the other side are made up: any that fit its characters.
    fn determinize(
        fixed: &Fixed,
        start: &State,
        _now: &State,
        _seen: &[Logged<Self>],
        rng: &mut SplitMix,
    ) -> Option<State> {
        let mut made = start.clone();
        crate::secrets::deal(fixed, &mut made, rng);
        Some(made)
    }
}
