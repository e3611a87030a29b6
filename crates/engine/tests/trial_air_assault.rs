//! A throw-away trial of the contract: an Epic air assault with an interception, flak, a landing and overwatch nested
//! inside it. One defending formation is a concealed marker that may be a dummy. Places are lanes and spots.

mod trial;

use std::sync::Arc;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::decision::Ask;
use grognard_engine::log::{Entry, Logged};
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Next, Outcome, Ruleset};
use grognard_engine::seat::SeatInfo;
use grognard_engine::target::{Need, Target};
use grognard_engine::{Audience, RuleId, SeatId, Viewer, rule, rules};
use serde::{Deserialize, Serialize};

const ATTACKER: SeatId = SeatId(0);
const DEFENDER: SeatId = SeatId(1);
const CAPACITY: u8 = 4;

#[derive(Clone, Debug, PartialEq)]
struct Epic;

/// A flight of aircraft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Flight {
    aircraft: u8,
    jinked: bool,
    blast_markers: u8,
}

/// A formation on the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Formation {
    units: u8,
    overwatch: bool,
    blast_markers: u8,
    broken: bool,
    /// A marker on the table: nobody but its owner knows whether there are units.
    concealed: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Flow {
    /// So many assaults have been tried.
    Assault(u8),
    Over,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    flow: Flow,
    transports: Flight,
    fighters: Flight,
    /// Whether the fighters stand ready on combat air patrol.
    patrol: bool,
    /// Anti-aircraft units of either side that have not fired at this flight yet, by lane.
    attacker_flak: [bool; 3],
    defender_flak: [bool; 3],
    landed: Formation,
    defenders: Vec<Formation>,
    won: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
enum Choice {
    Lane(u8),
    Launch(bool),
    Jink(bool),
    Fire(u8),
    Cease,
    Place([u8; 2]),
    Overwatch(u8),
    Hold,
    Withdraw(bool),
}

#[derive(Clone, Debug, PartialEq)]
enum Event {
    StoodDown,
    Approached(u8),
    Intercepted,
    ShotDown(u8),
    Landed(u8),
    Revealed(u8),
    Overwatch(u8, u8),
    Broken,
    Assault([u8; 2]),
}

#[derive(Clone, Debug, Serialize)]
struct View {
    seat: Option<SeatId>,
    state: State,
}

/// How an action went on. An early end is a value, never an error.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Fate {
    GoesOn,
    Ends,
}

// ---- the rules

/// EA-TAIR-012: the whole action, step by step.
fn air_assault(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step<Fate> {
    if action_test(s, cx)? == Fate::Ends {
        return Ok(Fate::Ends);
    }
    let ask = Ask::new(ATTACKER, "lane", rule!("EA-AIR-016"));
    let Choice::Lane(lane) = cx.choose(s, ask, &[0, 1, 2].map(Choice::Lane))? else {
        return cx.broken("no lane");
    };
    cx.emit(rules!["EA-AIR-016"], Event::Approached(lane));

    // EA-AIR-022: when the approach is finished, one patrol may intercept.
    if s.patrol && s.fighters.aircraft > 0 {
        let ask = Ask::new(DEFENDER, "launch", rule!("EA-AIR-036"));
        if cx.choose(s, ask, &[Choice::Launch(false), Choice::Launch(true)])? == Choice::Launch(true) {
            interception(s, cx, lane)?;
        }
    }
    // EA-AIR-039: then the guns on the ground.
    flak(s, cx, DEFENDER, lane)?;
    if s.transports.aircraft == 0 {
        // EA-TAIR-004: passengers die with their aircraft.
        return Ok(Fate::Ends);
    }
    landing(s, cx)?;
    if overwatch(s, cx)? == Fate::Ends {
        return Ok(Fate::Ends);
    }
    assault(s, cx)?;
    Ok(Fate::Ends)
}

/// EA-AIR-010 to EA-AIR-014: blast markers weigh on the test and come off after it; failing means standing down.
fn action_test(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step<Fate> {
    let markers = std::mem::take(&mut s.transports.blast_markers) as i8;
    let needed = Target::new(Need::AtLeast(2), rule!("EA-AIR-010")).plus(
        markers,
        "blast markers",
        rule!("EA-AIR-010"),
    );
    let [face] = cx.roll_against::<1>(6, "action", rules!["EA-AIR-011"], &needed)?;
    if !needed.met_by(face) {
        cx.emit(rules!["EA-AIR-014"], Event::StoodDown);
        return Ok(Fate::Ends);
    }
    Ok(Fate::GoesOn)
}

/// EA-AIR-036 to EA-AIR-038: the interceptors come under flak, and those that did not jink attack.
fn interception(s: &mut State, cx: &mut Ctx<'_, Epic>, lane: u8) -> Step {
    s.patrol = false;
    cx.emit(rules!["EA-AIR-036"], Event::Intercepted);
    flak(s, cx, ATTACKER, lane)?;
    if s.fighters.aircraft == 0 || s.fighters.jinked {
        return Ok(());
    }
    jink(s, cx, ATTACKER)?;
    // EA-AA-005: interceptors hit better.
    let shots = s.fighters.aircraft;
    shoot_at_aircraft(s, cx, ATTACKER, shots, 4, rule!("EA-AA-005"))
}

/// EA-FLAK-004: one gun after another, in any order, and any of them may stay silent.
fn flak(s: &mut State, cx: &mut Ctx<'_, Epic>, shooter: SeatId, lane: u8) -> Step {
    let target = if shooter == ATTACKER { DEFENDER } else { ATTACKER };
    jink(s, cx, target)?;
    loop {
        let guns = if shooter == ATTACKER { &s.attacker_flak } else { &s.defender_flak };
        // A gun reaches its own lane and the next ones.
        let ready = (0..3).filter(|gun| guns[*gun as usize] && lane.abs_diff(*gun) < 2);
        let mut options: Vec<_> = ready.map(Choice::Fire).collect();
        options.push(Choice::Cease);
        if flight(s, target).aircraft == 0 {
            return Ok(());
        }
        let ask = Ask::new(shooter, "flak", rule!("EA-FLAK-004"));
        let Choice::Fire(gun) = cx.choose(s, ask, &options)? else { return Ok(()) };
        // EA-FLAK-007: once at each formation.
        if shooter == ATTACKER {
            s.attacker_flak[gun as usize] = false;
        } else {
            s.defender_flak[gun as usize] = false;
        }
        shoot_at_aircraft(s, cx, target, 2, 5, rule!("EA-FLAK-002"))?;
    }
}

fn flight(s: &mut State, seat: SeatId) -> &mut Flight {
    if seat == ATTACKER { &mut s.transports } else { &mut s.fighters }
}

/// Jinking saves aircraft and costs them their attack.
fn jink(s: &mut State, cx: &mut Ctx<'_, Epic>, owner: SeatId) -> Step {
    if !flight(s, owner).jinked && flight(s, owner).aircraft > 0 {
        let ask = Ask::new(owner, "jink", rule!("EA-AA-008"));
        let jinked = cx.choose(s, ask, &[Choice::Jink(false), Choice::Jink(true)])? == Choice::Jink(true);
        flight(s, owner).jinked = jinked;
    }
    Ok(())
}

fn shoot_at_aircraft(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    target: SeatId,
    shots: u8,
    need: u8,
    rule: RuleId,
) -> Step {
    let dice = cx.roll_many(shots as usize, 6, "anti-air", &[rule], None)?;
    // EA-ABM-001: being shot at leaves a marker.
    flight(s, target).blast_markers += 1;
    let hits = dice.iter().filter(|face| **face >= need).count();
    let save = if flight(s, target).jinked { 4 } else { 6 };
    let saves = cx.roll_many(hits, 6, "save", rules!["EA-SAVE-001"], None)?;
    let down = saves.iter().filter(|face| **face < save).count() as u8;
    let down = down.min(flight(s, target).aircraft);
    flight(s, target).aircraft -= down;
    flight(s, target).blast_markers += down;
    if down > 0 {
        cx.emit(rules!["EA-ABM-002"], Event::ShotDown(down));
    }
    Ok(())
}

/// EA-TAIR-023 and EA-TAIR-025: the survivors land and the passengers are placed, as one proposal.
fn landing(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let units = s.transports.aircraft * CAPACITY;
    s.landed.units = units;
    let ask = Ask::new(ATTACKER, "place", rule!("EA-TAIR-025"));
    let Choice::Place(spots) = cx.propose(s, ask, units)? else { return cx.broken("no placement") };
    // The second spot is dangerous ground.
    let tests = cx.roll_many(spots[1] as usize, 6, "dangerous", rules!["EA-TERR-010"], None)?;
    s.landed.units -= tests.iter().filter(|face| **face < 2).count() as u8;
    cx.emit(rules!["EA-TAIR-025"], Event::Landed(s.landed.units));
    Ok(())
}

/// EA-OVER-009: landing triggers nothing, but disembarking does. Asked in secret and always, because of the marker.
fn overwatch(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step<Fate> {
    loop {
        let mut options = vec![Choice::Hold];
        let ready = |f: &Formation| f.overwatch && !f.broken && f.units > 0;
        let all = s.defenders.iter().enumerate().filter(|(_, f)| ready(f));
        options.extend(all.map(|(index, _)| Choice::Overwatch(index as u8)));
        let ask = Ask::new(DEFENDER, "overwatch", rule!("EA-OVER-009"));
        let ask = ask.known_to(Audience::only(DEFENDER)).always();
        let Choice::Overwatch(index) = cx.choose(s, ask, &options)? else { return Ok(Fate::GoesOn) };
        let formation = &mut s.defenders[index as usize];
        formation.overwatch = false;
        let shots = formation.units;
        if std::mem::take(&mut formation.concealed) {
            cx.reveal();
            cx.emit(rules!["EA-SAS-042"], Event::Revealed(index));
        }
        let dice = cx.roll_many(shots as usize, 6, "overwatch", rules!["EA-OVER-015"], None)?;
        let killed = (dice.iter().filter(|face| **face >= 5).count() as u8).min(s.landed.units);
        s.landed.units -= killed;
        s.landed.blast_markers += 1 + killed;
        cx.emit(rules!["EA-OVER-015"], Event::Overwatch(index, killed));
        if s.landed.units == 0 {
            return Ok(Fate::Ends);
        }
        if s.landed.blast_markers >= s.landed.units {
            // EA-OVER-018: broken in the middle, the rest of the action is lost.
            s.landed.broken = true;
            cx.emit(rules!["EA-OVER-018"], Event::Broken);
            let ask = Ask::new(ATTACKER, "withdraw", rule!("EA-OVER-018"));
            if cx.choose(s, ask, &[Choice::Withdraw(true), Choice::Withdraw(false)])?
                == Choice::Withdraw(true)
            {
                s.landed.units = 0;
            }
            return Ok(Fate::Ends);
        }
    }
}

/// EA-TAIR-027: aircraft and passengers fight as one.
fn assault(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let dice = cx.roll::<2>(6, "assault", rules!["EA-TAIR-027"])?;
    let attack = dice[0] + s.landed.units + s.transports.aircraft;
    let defence = dice[1] + s.defenders[0].units;
    cx.emit(rules!["EA-TAIR-027"], Event::Assault([attack, defence]));
    if attack > defence {
        s.defenders[0].broken = true;
        s.won = Some(true);
    } else {
        // EA-TAIR-028: losing it destroys the aircraft.
        s.transports.aircraft = 0;
        s.won = Some(false);
    }
    Ok(())
}

// ---- the contract

impl Ruleset for Epic {
    const ID: &'static str = "trial";
    type Data = ();
    type Setup = ();
    type Fixed = ();
    type State = State;
    type Choice = Choice;
    /// How many units are to be placed.
    type Shape = u8;
    type Event = Event;
    type View = View;

    fn load(_files: &DataFiles) -> Result<(), DataError> {
        Ok(())
    }

    fn fixed(_data: &Arc<()>, (): &()) -> Result<(), String> {
        Ok(())
    }

    fn seats((): &()) -> Vec<SeatInfo> {
        let seat = |id: &str, team| SeatInfo { id: id.to_owned(), name: id.to_owned(), team };
        vec![seat("attacker", 0), seat("defender", 1)]
    }

    fn new_game((): &()) -> State {
        let flight = |aircraft| Flight { aircraft, jinked: false, blast_markers: 0 };
        let formation = |units, overwatch, concealed| Formation {
            units,
            overwatch,
            blast_markers: 0,
            broken: false,
            concealed,
        };
        State {
            flow: Flow::Assault(0),
            transports: flight(2),
            fighters: flight(2),
            patrol: true,
            attacker_flak: [true, false, true],
            defender_flak: [true, true, false],
            landed: formation(0, false, false),
            defenders: vec![formation(6, false, false), formation(3, true, false), formation(4, true, true)],
            won: None,
        }
    }

    fn step(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step<Next> {
        if let Flow::Assault(tried) = s.flow {
            air_assault(s, cx)?;
            s.flow = Flow::Assault(tried + 1);
            s.transports.jinked = false;
            let gone = s.transports.aircraft == 0 || s.landed.units > 0 || s.landed.broken;
            if s.won.is_some() || gone || tried == 3 {
                s.flow = Flow::Over;
            }
        }
        Ok(if s.flow == Flow::Over { Next::Over } else { Next::Go })
    }

    fn outcome((): &(), s: &State) -> Option<Outcome> {
        let winner = if s.won == Some(true) { ATTACKER } else { DEFENDER };
        let outcome =
            Outcome { winners: vec![winner], why: Message::new("assault"), rule: rule!("EA-TAIR-028") };
        (s.flow == Flow::Over).then_some(outcome)
    }

    fn turn(s: &State) -> u32 {
        match s.flow {
            Flow::Assault(tried) => u32::from(tried) + 1,
            Flow::Over => 9,
        }
    }

    fn check((): &(), _view: &View, units: &u8, choice: &Choice) -> Vec<Violation> {
        let mut violations = Vec::new();
        match choice {
            Choice::Place([clear, rough]) => {
                if clear.checked_add(*rough) != Some(*units) {
                    violations.push(Violation::new(rule!("EA-TAIR-025"), Message::new("place them all")));
                }
                if *clear > 6 {
                    violations.push(Violation::new(rule!("EA-TRAN-007"), Message::new("no room")));
                }
            }
            _ => violations.push(Violation::new(rule!("EA-TAIR-025"), Message::new("no placement"))),
        }
        violations
    }

    fn default_proposal((): &(), _view: &View, units: &u8) -> Option<Choice> {
        Some(Choice::Place([(*units).min(6), units.saturating_sub(6)]))
    }

    fn candidates((): &(), _view: &View, units: &u8, _rng: &mut SplitMix) -> Vec<Choice> {
        (0..=*units)
            .filter(|rough| units - rough <= 6)
            .map(|rough| Choice::Place([units - rough, rough]))
            .collect()
    }

    fn write((): &(), choice: &Choice) -> String {
        match choice {
            Choice::Lane(lane) => format!("lane {lane}"),
            Choice::Launch(yes) => format!("launch {yes}"),
            Choice::Jink(yes) => format!("jink {yes}"),
            Choice::Fire(gun) => format!("fire {gun}"),
            Choice::Cease => "cease".to_owned(),
            Choice::Place([clear, rough]) => format!("place {clear} {rough}"),
            Choice::Overwatch(formation) => format!("overwatch {formation}"),
            Choice::Hold => "hold".to_owned(),
            Choice::Withdraw(yes) => format!("withdraw {yes}"),
        }
    }

    fn parse((): &(), text: &str) -> Result<Choice, String> {
        let words: Vec<_> = text.split(' ').collect();
        let number = |text: &str| text.parse::<u8>().map_err(|_| format!("`{text}` is no number"));
        let flag =
            |text: &str| text.parse::<bool>().map_err(|_| format!("`{text}` is neither true nor false"));
        match words[..] {
            ["lane", n] => Ok(Choice::Lane(number(n)?)),
            ["launch", yes] => Ok(Choice::Launch(flag(yes)?)),
            ["jink", yes] => Ok(Choice::Jink(flag(yes)?)),
            ["fire", n] => Ok(Choice::Fire(number(n)?)),
            ["cease"] => Ok(Choice::Cease),
            ["place", clear, rough] => Ok(Choice::Place([number(clear)?, number(rough)?])),
            ["overwatch", n] => Ok(Choice::Overwatch(number(n)?)),
            ["hold"] => Ok(Choice::Hold),
            ["withdraw", yes] => Ok(Choice::Withdraw(flag(yes)?)),
            _ => Err(format!("`{text}` is no answer")),
        }
    }

    fn why_not((): &(), _view: &View, _ask: &Ask, _choice: &Choice) -> Vec<Violation> {
        Vec::new()
    }

    fn resign((): &(), s: &mut State, _seat: SeatId) {
        s.flow = Flow::Over;
    }

    fn view((): &(), s: &State, viewer: Viewer) -> View {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        let mut state = s.clone();
        for formation in &mut state.defenders {
            if formation.concealed && seat != Some(DEFENDER) {
                formation.units = 0;
            }
        }
        View { seat, state }
    }

    fn determinize(
        (): &(),
        start: &View,
        _now: &View,
        seen: &[Logged<Epic>],
        rng: &mut SplitMix,
    ) -> Option<State> {
        let mut state = start.state.clone();
        if start.seat == Some(ATTACKER) {
            for (index, formation) in state.defenders.iter_mut().enumerate().filter(|(_, f)| f.concealed) {
                let shown = |logged: &Logged<Epic>| matches!(logged.entry, Entry::Event(Event::Revealed(number)) if usize::from(number) == index);
                formation.units = if seen.iter().any(shown) || rng.below(2) == 0 { 4 } else { 0 };
            }
        }
        Some(state)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "other systems have more to hand over")]
fn value((): &(), s: &State, seat: SeatId) -> i32 {
    let strong = i32::from(s.landed.units) * 500 + i32::from(s.transports.aircraft) * 800;
    if seat == ATTACKER { strong } else { 10_000 - strong }
}

#[test]
fn an_air_assault_is_saved_resumed_and_searched_in_its_middle() {
    let tally = trial::put_through::<Epic>(&Arc::new(()), 60, value);
    for kind in ["lane", "launch", "jink", "flak", "place", "overwatch", "withdraw"] {
        assert!(tally.kinds.contains(&kind), "no `{kind}` in {tally:?}");
    }
    assert!(tally.compared > 0, "{tally:?}");
    assert!(tally.inside * 2 > tally.decisions && tally.longest >= 9, "{tally:?}");
}
