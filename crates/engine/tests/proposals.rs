//! The property that proposals tell nothing hidden, tried on a system that keeps its secret and on three that do not:
//! their views hold the hidden mine in a field that is never written.

use std::sync::Arc;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::decision::{Answers, Ask, Decision};
use grognard_engine::log::Logged;
use grognard_engine::message::Message;
use grognard_engine::prove::proposals_tell_nothing;
use grognard_engine::refusal::Violation;
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Next, Outcome, Ruleset};
use grognard_engine::seat::{SeatInfo, Viewer};
use grognard_engine::{SeatId, rule};
use serde::{Deserialize, Serialize};

/// A walker steps onto one of four fields, one of them mined. `LEAK` is the function that looks at the mine.
#[derive(Clone, Debug, PartialEq)]
struct Minefield<const LEAK: u8>;

const NOTHING: u8 = 0;
const CHECK: u8 = 1;
const CANDIDATES: u8 = 2;
const DEFAULT: u8 = 3;

#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    mine: u8,
}

#[derive(Clone, Debug, Serialize)]
struct View {
    fields: u8,
    #[serde(skip)]
    mine: u8,
}

impl<const LEAK: u8> Ruleset for Minefield<LEAK> {
    const ID: &'static str = "minefield";
    type Data = ();
    type Setup = ();
    type Fixed = ();
    type State = State;
    type Choice = u8;
    type Shape = ();
    type Event = ();
    type View = View;

    fn load(_files: &DataFiles) -> Result<(), DataError> {
        Ok(())
    }

    fn fixed(_data: &Arc<()>, (): &()) -> Result<(), String> {
        Ok(())
    }

    fn seats((): &()) -> Vec<SeatInfo> {
        vec![SeatInfo { id: "walker".to_owned(), name: "Walker".to_owned(), team: 0 }]
    }

    fn new_game((): &()) -> State {
        State { mine: 0 }
    }

    fn step(state: &mut State, cx: &mut Ctx<'_, Self>) -> Step<Next> {
        cx.propose(state, ask(), ())?;
        Ok(Next::Over)
    }

    fn outcome((): &(), _state: &State) -> Option<Outcome> {
        None
    }

    fn turn(_state: &State) -> u32 {
        1
    }

    fn check((): &(), view: &View, (): &(), field: &u8) -> Vec<Violation> {
        let refused = *field >= view.fields || (LEAK == CHECK && *field == view.mine);
        refused.then(|| Violation::new(rule!("MF-001"), Message::new("no"))).into_iter().collect()
    }

    fn default_proposal((): &(), view: &View, (): &()) -> Option<u8> {
        (0..view.fields).find(|field| LEAK != DEFAULT || *field != view.mine)
    }

    fn candidates((): &(), view: &View, (): &(), _rng: &mut SplitMix) -> Vec<u8> {
        (0..view.fields).filter(|field| LEAK != CANDIDATES || *field != view.mine).collect()
    }

    fn write((): &(), field: &u8) -> String {
        field.to_string()
    }

    fn parse((): &(), text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| "no field".to_owned())
    }

    fn why_not((): &(), _view: &View, _ask: &Ask, _choice: &u8) -> Vec<Violation> {
        Vec::new()
    }

    fn resign((): &(), _state: &mut State, _seat: SeatId) {}

    fn view((): &(), state: &State, _viewer: Viewer) -> View {
        View { fields: 4, mine: state.mine }
    }

    fn determinize(
        (): &(),
        _start: &View,
        _now: &View,
        _seen: &[Logged<Self>],
        rng: &mut SplitMix,
    ) -> Option<State> {
        Some(State { mine: rng.below(4) as u8 })
    }
}

const fn ask() -> Ask {
    Ask::new(SeatId(0), "step", rule!("MF-001"))
}

fn told<const LEAK: u8>() -> Result<(), String> {
    let views = [0, 3].map(|mine| Minefield::<LEAK>::view(&(), &State { mine }, Viewer::Seat(SeatId(0))));
    let written = views.each_ref().map(|view| serde_json::to_string(view).expect("a view is plain data"));
    assert_eq!(written[0], written[1]);
    let decision = Decision { ask: ask(), answers: Answers::Proposal(()) };
    proposals_tell_nothing::<Minefield<LEAK>>(
        &(),
        views.each_ref(),
        &decision,
        &[2, 9],
        &mut SplitMix::new(1),
    )
}

#[test]
fn what_is_said_of_a_proposal_may_not_look_behind_the_view() {
    assert_eq!(told::<NOTHING>(), Ok(()));
    for (leak, what) in
        [(told::<CHECK>(), "check"), (told::<CANDIDATES>(), "candidates"), (told::<DEFAULT>(), "default")]
    {
        assert!(leak.is_err_and(|why| why.contains(&format!("the {what} of `step`"))), "{what}");
    }
}
