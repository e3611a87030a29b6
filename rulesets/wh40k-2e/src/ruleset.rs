//! The contract with the engine.

use std::sync::Arc;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::decision::Ask;
use grognard_engine::log::Logged;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Measuring, Next, Outcome, Ruleset};
use grognard_engine::seat::SeatInfo;
use grognard_engine::{Rules, SeatId, Viewer, rule, rules};

use crate::choice::{self, Choice, Shape};
use crate::data::{self, Data};
use crate::event::Event;
use crate::fixed::{Fixed, Setup};
use crate::ids::Side;
use crate::play::victory;
use crate::state::{Flow, State};
use crate::{Second, candidates, legal, play, refusal, sound};

impl Ruleset for Second {
    const ID: &'static str = "wh40k-2e";
    type Data = Data;
    type Setup = Setup;
    type Fixed = Fixed;
    type State = State;
    type Choice = Choice;
    type Shape = Shape;
    type Event = Event;
    /// Nothing that stands on the table is hidden in what is built so far: a view is the state.
    type View = State;

    fn load(files: &DataFiles) -> Result<Data, DataError> {
        data::load(Self::ID, files)
    }

    fn fixed(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        Fixed::new(data, setup)
    }

    fn seats(fixed: &Fixed) -> Vec<SeatInfo> {
        let info = |side: Side| SeatInfo {
            id: side.id().to_owned(),
            name: fixed.data.texts.get(&format!("army.{}", fixed.armies[side.index()])).to_owned(),
            team: side as u8,
        };
        Side::BOTH.map(info).into()
    }

    fn new_game(fixed: &Fixed) -> State {
        State::new(fixed)
    }

    fn step(state: &mut State, cx: &mut Ctx<'_, Self>) -> Step<Next> {
        play::step(state, cx)
    }

    fn outcome(fixed: &Fixed, state: &State) -> Option<Outcome> {
        let Flow::Over { winner, resigned } = state.flow else { return None };
        let (red, blue) =
            (victory::total(fixed, state, Side::Red, true), victory::total(fixed, state, Side::Blue, true));
        let key = match (resigned, winner) {
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
            Flow::Zones => 0,
            Flow::Deploy { .. } => 1,
            Flow::FirstTurn => 2,
            Flow::HideFirst { .. } => 3,
            Flow::StartTurn => 4,
            Flow::Overwatch | Flow::Charges | Flow::FirstWindow => 5,
            Flow::Compulsory | Flow::Chargers => 6,
            Flow::Moves | Flow::LastWindow | Flow::Hide => 7,
            Flow::Shooting => 8,
            Flow::BreakOff { .. } | Flow::Pairs | Flow::HandToHand => 9,
            Flow::Rally => 10,
            Flow::Over { .. } => 11,
        };
        (u32::from(state.turn) * 2 + state.active as u32) * 16 + step
    }

    fn sound(fixed: &Fixed, state: &State) -> Result<(), String> {
        sound::check(fixed, state)
    }

    fn revive(fixed: &Fixed, state: &mut State) -> Result<(), String> {
        sound::revive(fixed, state)
    }

    fn check(fixed: &Fixed, view: &State, shape: &Shape, choice: &Choice) -> Vec<Violation> {
        legal::check(fixed, view, shape, choice)
    }

    fn default_proposal(fixed: &Fixed, view: &State, shape: &Shape) -> Option<Choice> {
        candidates::default(fixed, view, shape)
    }

    fn candidates(fixed: &Fixed, view: &State, shape: &Shape, rng: &mut SplitMix) -> Vec<Choice> {
        candidates::candidates(fixed, view, shape, rng)
    }

    fn write(fixed: &Fixed, choice: &Choice) -> String {
        choice::write(fixed, choice)
    }

    fn parse(fixed: &Fixed, text: &str) -> Result<Choice, String> {
        choice::parse(fixed, text)
    }

    fn why_not(fixed: &Fixed, view: &State, ask: &Ask, choice: &Choice) -> Vec<Violation> {
        refusal::why_not(fixed, view, ask, choice)
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

    /// 2E-GEN-011: nothing is measured before it is declared.
    fn measuring(_fixed: &Fixed, _view: &State) -> Measuring {
        Measuring::WhenDeclared
    }

    fn view(_fixed: &Fixed, state: &State, _viewer: Viewer) -> State {
        state.clone()
    }

    fn determinize(
        _fixed: &Fixed,
        start: &State,
        _now: &State,
        _seen: &[Logged<Self>],
        _rng: &mut SplitMix,
    ) -> Option<State> {
        Some(start.clone())
    }
}
