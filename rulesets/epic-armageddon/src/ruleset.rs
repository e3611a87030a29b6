//! The contract with the engine.

use std::sync::Arc;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::decision::Ask;
use grognard_engine::log::Logged;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Next, Outcome, Ruleset};
use grognard_engine::seat::SeatInfo;
use grognard_engine::{Rules, SeatId, Viewer, rule, rules};

use crate::choice::{self, Choice, Shape};
use crate::data::{self, Data};
use crate::event::Event;
use crate::fixed::{Fixed, Setup};
use crate::state::{EndWhy, Flow, State};
use crate::{Epic, candidates, legal, play, refusal, sound};

impl Ruleset for Epic {
    const ID: &'static str = "epic-armageddon";
    type Data = Data;
    type Setup = Setup;
    type Fixed = Fixed;
    type State = State;
    type Choice = Choice;
    type Shape = Shape;
    type Event = Event;
    /// Nothing is hidden yet: a view is the state.
    type View = State;

    fn load(files: &DataFiles) -> Result<Data, DataError> {
        data::load(Self::ID, files)
    }

    fn fixed(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        Fixed::new(data, setup)
    }

    fn seats(fixed: &Fixed) -> Vec<SeatInfo> {
        let info = |side: &crate::fixed::SideSpec| SeatInfo {
            id: side.id.clone(),
            name: fixed.data.texts.get(&format!("side.{}", side.id)).to_owned(),
            team: side.team,
        };
        fixed.sides.iter().map(info).collect()
    }

    fn new_game(fixed: &Fixed) -> State {
        State::new(fixed)
    }

    fn step(state: &mut State, cx: &mut Ctx<'_, Self>) -> Step<Next> {
        play::step(state, cx)
    }

    fn outcome(fixed: &Fixed, state: &State) -> Option<Outcome> {
        let Flow::Over { team, why } = state.flow else { return None };
        let (key, rule) = match why {
            EndWhy::Objective => ("over.objective", rule!("EA-TRNG-005")),
            EndWhy::Alone if team.is_some() => ("over.alone", rule!("EA-TRNG-005")),
            EndWhy::Alone => ("over.nobody", rule!("EA-TRNG-005")),
            EndWhy::Destroyed => ("over.destroyed", rule!("EA-TRNG-010")),
            EndWhy::Turns => ("over.turns", rule!("EA-TURN-001")),
            EndWhy::Goals => ("over.goals", rule!("EA-VICT-002")),
            EndWhy::TieBreak => ("over.tie-break", rule!("EA-VICT-005")),
            EndWhy::Unbroken => ("over.unbroken", rule!("EA-BATL-004")),
            EndWhy::Resigned => ("over.resigned", rule!("EA-TURN-001")),
        };
        let winners = fixed.seats().filter(|seat| Some(fixed.sides[seat.index()].team) == team).collect();
        Some(Outcome { winners, why: Message::new(key), rule })
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn phase(state: &State) -> u32 {
        let phase = match state.flow {
            Flow::Edges => 0,
            Flow::Objectives { .. } | Flow::Deploy { .. } => 1,
            Flow::Strategy => 2,
            Flow::Activate { .. } | Flow::Act(_) | Flow::Assault(_) => 3,
            Flow::RallyStart | Flow::Rally { .. } | Flow::Victory => 4,
            Flow::Over { .. } => 5,
        };
        u32::from(state.turn) * 8 + phase
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
            "activate" => rules!["EA-ACT-001", "EA-ACT-005"],
            "action" => rules!["EA-ACT-006"],
            "move" => rules!["EA-MOV-002", "EA-ACT-016"],
            "charge" => rules!["EA-ACT-008", "EA-ASLT-008"],
            "counter-charge" => rules!["EA-ASLT-024", "EA-TRAN-013"],
            "consolidate" => rules!["EA-ASLT-085", "EA-AMB-151"],
            "support" => rules!["EA-ASLT-054"],
            "also-engage" => rules!["EA-ASLT-004", "EA-MING-001"],
            "overwatch" => rules!["EA-OVER-006", "EA-OVER-008", "EA-OVER-013", "EA-OVER-014"],
            "template" => rules!["EA-BARR-004", "EA-BARR-007", "EA-GEN-012"],
            "sniper" => rules!["EA-ALLO-011", "EA-ABIL-121"],
            "ap" => rules!["EA-WPN-009"],
            "engines" => rules!["EA-ALLO-012"],
            "pop-up" => rules!["EA-ABIL-115"],
            "re-roll" => rules!["EA-ABIL-129"],
            "withdraw" => rules!["EA-WDRW-001", "EA-WDRW-009"],
            "cover" => rules!["EA-HIT-008"],
            "allocate" => rules!["EA-ALLO-001"],
            "keep" => rules!["EA-AMB-009"],
            "rally" => rules!["EA-RALY-001"],
            _ => &[],
        }
    }

    fn resign(fixed: &Fixed, state: &mut State, seat: SeatId) {
        let own = fixed.sides[seat.index()].team;
        let others: Vec<u8> = fixed.sides.iter().map(|side| side.team).filter(|team| *team != own).collect();
        let team = others.first().copied().filter(|team| others.iter().all(|other| other == team));
        state.flow = Flow::Over { team, why: EndWhy::Resigned };
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
