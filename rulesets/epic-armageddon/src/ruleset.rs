//! The contract with the engine.

use grognard_engine::bot::Bot;
use grognard_engine::decision::Ask;
use grognard_engine::log::Logged;
use grognard_engine::message::Message;
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Outcome, Ruleset};
use grognard_engine::seat::SeatInfo;
use grognard_engine::{Rules, SeatId, Viewer, rule, rules};

use crate::fixed::Fixed;
use crate::state::{EndWhy, Flow, State};
use crate::{Epic, candidates, policy};

impl Ruleset for Epic {
    const ID: &'static str = "epic-armageddon";
    grognard_engine::rules_in_modules!();
    /// A view is the state with the secret sheets of all others sealed.
    type View = State;

    fn seats(fixed: &Fixed) -> Vec<SeatInfo> {
        let info = |side: &crate::fixed::SideSpec| SeatInfo {
            id: side.id.clone(),
            name: fixed.data.texts.get(&format!("side.{}", side.id)).to_owned(),
            team: side.team,
        };
        fixed.sides.iter().map(info).collect()
    }

    fn outcome(fixed: &Fixed, state: &State) -> Option<Outcome> {
        let Flow::Over { team, why } = state.flow else { return None };
        let (key, rule) = match why {
            EndWhy::Objective if fixed.scenario.rules.iter().any(|known| known == "EA-TRNG-006") => {
                ("over.objective", rule!("EA-TRNG-006"))
            }
            EndWhy::Objective => ("over.objective", rule!("EA-TRNG-005")),
            EndWhy::Alone if team.is_some() => ("over.alone", rule!("EA-TRNG-005")),
            EndWhy::Alone => ("over.nobody", rule!("EA-TRNG-005")),
            EndWhy::Destroyed => ("over.destroyed", rule!("EA-END-003")),
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
            Flow::Objectives { .. }
            | Flow::Prepare { .. }
            | Flow::Garrison { .. }
            | Flow::Deploy { .. }
            | Flow::Weather => 1,
            Flow::Strategy | Flow::Arrive { .. } | Flow::Roll => 2,
            Flow::Command { .. }
            | Flow::Activate { .. }
            | Flow::Act(_)
            | Flow::Assault(_)
            | Flow::Air(_)
            | Flow::Ambush { .. }
            | Flow::Space(_) => 3,
            Flow::Disengage { .. } | Flow::RallyStart | Flow::Rally { .. } | Flow::Victory => 4,
            Flow::Over { .. } => 5,
        };
        u32::from(state.turn) * 8 + phase
    }

    fn ask_rules(ask: &Ask) -> Rules {
        match ask.kind {
            "activate" => rules!["EA-ACT-001", "EA-ACT-005"],
            "action" => rules!["EA-ACT-006"],
            "move" => rules!["EA-MOV-002", "EA-MOV-003", "EA-ACT-016"],
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
            "pop-up" => rules!["EA-ABIL-115", "EA-INIT-001"],
            "re-roll" => rules!["EA-ABIL-129"],
            "withdraw" => rules!["EA-WDRW-001", "EA-WDRW-009"],
            "cover" => rules!["EA-HIT-008"],
            "allocate" => rules!["EA-ALLO-001"],
            "keep" => rules!["EA-AMB-009"],
            "fly" => rules!["EA-AIR-028", "EA-AIR-029", "EA-AIR-030"],
            "intercept" => rules!["EA-AIR-019", "EA-AIR-021", "EA-AIR-022"],
            "flak" => rules!["EA-FLAK-002", "EA-FLAK-004", "EA-FLAK-005"],
            "jink" => rules!["EA-AA-008", "EA-AMB-162"],
            "disengage" => rules!["EA-DISG-001", "EA-DISG-002"],
            "take-off" => rules!["EA-TAIR-011", "EA-TAIR-015", "EA-TAIR-029", "EA-DISG-001"],
            "means" => rules!["EA-TOUR-017", "EA-TOUR-018", "EA-TOUR-021"],
            "plan" => rules!["EA-SPAC-005", "EA-ABIL-149", "EA-TOUR-028"],
            "arrives" => rules!["EA-SPAC-003", "EA-SPAC-004"],
            "rally" => rules!["EA-RALY-001"],
            _ => &[],
        }
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        policy::BOTS
    }

    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        policy::bot(name, seed)
    }

    fn resign(fixed: &Fixed, state: &mut State, seat: SeatId) {
        let own = fixed.sides[seat.index()].team;
        let others: Vec<u8> = fixed.sides.iter().map(|side| side.team).filter(|team| *team != own).collect();
        let team = others.first().copied().filter(|team| others.iter().all(|other| other == team));
        state.flow = Flow::Over { team, why: EndWhy::Resigned };
    }

    fn view(_fixed: &Fixed, state: &State, viewer: Viewer) -> State {
        state.seen_by(match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        })
    }

    fn open_view(state: &State) -> Option<&State> {
        let open = state.formations.iter().all(|formation| formation.sheet.is_none());
        (open && state.concealed.is_empty()).then_some(state)
    }

    fn determinize(
        fixed: &Fixed,
        start: &State,
        _now: &State,
        _seen: &[Logged<Self>],
        rng: &mut SplitMix,
    ) -> Option<State> {
        Some(candidates::dealt(fixed, start, rng))
    }
}
