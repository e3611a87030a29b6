//! A throw-away trial of the contract: a 2nd-edition squad moves by waypoints and is interrupted by overwatch that
//! kills it, breaks it or pins it half-way. One shooter may be hidden. Boards are a table of inches with round cover.

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
use grognard_engine::{Audience, SeatId, Viewer, rule, rules};
use serde::{Deserialize, Serialize};

const MOVER: SeatId = SeatId(0);
const WATCHER: SeatId = SeatId(1);
/// The squad that lies hidden somewhere.
const AMBUSH: usize = 2;
const TABLE: i16 = 24;

type Point = (i16, i16);

fn far(a: Point, b: Point) -> i32 {
    let (dx, dy) = (i32::from(a.0 - b.0), i32::from(a.1 - b.1));
    dx * dx + dy * dy
}

fn within(a: Point, b: Point, inches: i16) -> bool {
    far(a, b) <= i32::from(inches) * i32::from(inches)
}

#[derive(Clone, Debug, PartialEq)]
struct Skirmish;

struct Table {
    cover: Vec<Point>,
}

impl Table {
    fn in_cover(&self, at: Point) -> bool {
        self.cover.iter().any(|spot| within(*spot, at, 2))
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Model {
    Trooper,
    Heavy,
    Sergeant,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Squad {
    at: Point,
    models: Vec<Model>,
    overwatch: bool,
    hidden: bool,
    broken: bool,
    pinned: bool,
    /// Models at the start of the turn, and whether a break test was taken.
    strength: usize,
    tested: bool,
}

impl Squad {
    fn leadership(&self) -> u8 {
        if self.models.contains(&Model::Sergeant) { 8 } else { 7 }
    }
}

/// A move under way: it is stated before any shot (2E-OVW-010).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Moving {
    squad: usize,
    path: Vec<Point>,
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Flow {
    Deploy,
    Move(usize),
    Over,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    flow: Flow,
    squads: Vec<Squad>,
    moving: Option<Moving>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
enum Choice {
    HideAt(usize),
    Watch(bool),
    Path(Vec<Point>),
    Hold,
    Fire(usize),
    Remove(Model),
}

#[derive(Clone, Debug, PartialEq)]
enum Event {
    Declared(usize, Vec<Point>),
    Revealed(usize, Point),
    Fired(usize, usize),
    Lost(usize, Model),
    Ended(usize, Fate),
}

/// What became of a squad. An early end is a value, never an error.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Fate {
    Unharmed,
    Destroyed,
    Broken,
    Pinned,
}

#[derive(Clone, Debug, Serialize)]
struct View {
    seat: Option<SeatId>,
    flow: Flow,
    squads: Vec<Option<Squad>>,
    moving: Option<Moving>,
}

// ---- the rules

fn deploy(s: &mut State, cx: &mut Ctx<'_, Skirmish>) -> Step {
    let spots: Vec<_> = (0..cx.fixed().cover.len()).map(Choice::HideAt).collect();
    let ask = Ask::new(WATCHER, "hide", rule!("2E-HID-001")).told(Audience::only(WATCHER));
    if let Choice::HideAt(spot) = cx.choose(s, ask, &spots)? {
        s.squads[AMBUSH].at = cx.fixed().cover[spot];
    }
    // 2E-OVW-001: declared at the start of the turn; the counter of a hidden squad is not shown.
    for squad in [AMBUSH, AMBUSH + 1] {
        let ask = Ask::new(WATCHER, "watch", rule!("2E-OVW-001"));
        let ask = if s.squads[squad].hidden { ask.told(Audience::only(WATCHER)) } else { ask };
        s.squads[squad].overwatch =
            cx.choose(s, ask, &[Choice::Watch(true), Choice::Watch(false)])? == Choice::Watch(true);
    }
    s.flow = Flow::Move(0);
    Ok(())
}

/// A squad states its move, then goes from waypoint to waypoint; overwatch may fire before, at each and after
/// (2E-AMB-013).
fn move_squad(s: &mut State, cx: &mut Ctx<'_, Skirmish>, squad: usize) -> Step {
    let ask = Ask::new(MOVER, "path", rule!("2E-MOV-001"));
    let Choice::Path(path) = cx.propose(s, ask, squad)? else { return cx.broken("no path") };
    cx.emit(rules!["2E-OVW-010"], Event::Declared(squad, path.clone()));
    s.moving = Some(Moving { squad, path: path.clone() });

    let mut fate = overwatch(s, cx, squad)?;
    for waypoint in path {
        if fate != Fate::Unharmed {
            break;
        }
        s.squads[squad].at = waypoint;
        fate = overwatch(s, cx, squad)?;
    }
    cx.emit(rules!["2E-OVW-007"], Event::Ended(squad, fate));
    s.moving = None;
    s.flow = if squad == 0 { Flow::Move(1) } else { Flow::Over };
    Ok(())
}

/// 2E-OVW-004: troops on overwatch may shoot at any moment of the move. The question is asked in secret and always:
/// otherwise the mover would learn that somebody hides.
fn overwatch(s: &mut State, cx: &mut Ctx<'_, Skirmish>, target: usize) -> Step<Fate> {
    loop {
        let mut options = vec![Choice::Hold];
        let at = s.squads[target].at;
        let watching =
            |squad: &Squad| squad.overwatch && !squad.models.is_empty() && within(squad.at, at, 18);
        options.extend((AMBUSH..s.squads.len()).filter(|i| watching(&s.squads[*i])).map(Choice::Fire));
        let ask =
            Ask::new(WATCHER, "interrupt", rule!("2E-OVW-004")).known_to(Audience::only(WATCHER)).always();
        let Choice::Fire(shooter) = cx.choose(s, ask, &options)? else { return Ok(Fate::Unharmed) };
        let fate = fire(s, cx, shooter, target)?;
        if fate != Fate::Unharmed {
            return Ok(fate);
        }
    }
}

/// 2E-OVW-007: the counter comes off, the shots are resolved at once, then the move goes on, if it does.
fn fire(s: &mut State, cx: &mut Ctx<'_, Skirmish>, shooter: usize, target: usize) -> Step<Fate> {
    s.squads[shooter].overwatch = false;
    if std::mem::take(&mut s.squads[shooter].hidden) {
        cx.reveal();
        cx.emit(rules!["2E-HID-009"], Event::Revealed(shooter, s.squads[shooter].at));
    }
    cx.emit(rules!["2E-OVW-007"], Event::Fired(shooter, target));
    let needed = to_hit(cx.fixed(), s, shooter, target);
    let shots = s.squads[shooter].models.len();
    let hits = cx.roll_many(shots, 6, "hit", rules!["2E-HIT-001"], Some(&needed))?;
    let hits = hits.iter().filter(|face| needed.met_by(**face)).count();
    let wounds = cx.roll_many(hits, 6, "wound", rules!["2E-WND-001"], None)?;
    let wounds = wounds.iter().filter(|face| **face >= 4).count().min(s.squads[target].models.len());
    for _ in 0..wounds {
        remove_model(s, cx, target)?;
    }
    if s.squads[target].models.is_empty() {
        return Ok(Fate::Destroyed);
    }
    if wounds == 0 {
        return Ok(Fate::Unharmed);
    }
    break_test(s, cx, shooter, target)
}

/// 2E-HIT-011 and 2E-OVW-008: cover, range, and once for a target that leaves or seeks cover.
fn to_hit(table: &Table, s: &State, shooter: usize, target: usize) -> Target {
    let (from, at) = (s.squads[shooter].at, s.squads[target].at);
    let goal = s.moving.as_ref().and_then(|moving| moving.path.last().copied()).unwrap_or(at);
    let mut needed = Target::new(Need::AtLeast(3), rule!("2E-HIT-001"));
    needed = needed.plus(i8::from(!within(from, at, 12)), "long range", rule!("2E-HIT-005"));
    needed = needed.plus(i8::from(table.in_cover(at)), "cover", rule!("2E-HIT-007"));
    needed.plus(i8::from(table.in_cover(at) != table.in_cover(goal)), "breaking cover", rule!("2E-OVW-008"))
}

/// The owner takes off the models, one by one.
fn remove_model(s: &mut State, cx: &mut Ctx<'_, Skirmish>, squad: usize) -> Step {
    let mut kinds = Vec::new();
    for model in &s.squads[squad].models {
        if !kinds.contains(&Choice::Remove(*model)) {
            kinds.push(Choice::Remove(*model));
        }
    }
    let owner = if squad < AMBUSH { MOVER } else { WATCHER };
    let picked = cx.choose(s, Ask::new(owner, "remove", rule!("2E-SHT-020")), &kinds)?;
    let at = s.squads[squad].models.iter().position(|model| picked == Choice::Remove(*model));
    let model = s.squads[squad].models.remove(at.unwrap_or(0));
    cx.emit(rules!["2E-SHT-020"], Event::Lost(squad, model));
    Ok(())
}

/// 2E-BRK-001 to 2E-BRK-007: a quarter lost, once a turn; the broken run for cover. A heavy weapon pins the others.
fn break_test(s: &mut State, cx: &mut Ctx<'_, Skirmish>, shooter: usize, target: usize) -> Step<Fate> {
    let squad = &mut s.squads[target];
    let lost = squad.strength - squad.models.len();
    if lost * 4 >= squad.strength && !squad.tested {
        squad.tested = true;
        let dice = cx.roll::<2>(6, "break", rules!["2E-BRK-001"])?;
        if dice[0] + dice[1] > s.squads[target].leadership() {
            s.squads[target].broken = true;
            let flight = cx.roll::<2>(6, "flee", rules!["2E-BRK-007"])?;
            flee(cx.fixed(), &mut s.squads[target], i16::from(flight[0] + flight[1]));
            return Ok(Fate::Broken);
        }
    }
    if s.squads[shooter].models.contains(&Model::Heavy) {
        let dice = cx.roll::<2>(6, "pin", rules!["2E-BRK-001"])?;
        if dice[0] + dice[1] > s.squads[target].leadership() {
            s.squads[target].pinned = true;
            return Ok(Fate::Pinned);
        }
    }
    Ok(Fate::Unharmed)
}

fn flee(table: &Table, squad: &mut Squad, mut inches: i16) {
    let Some(goal) = table.cover.iter().copied().min_by_key(|spot| far(*spot, squad.at)) else { return };
    while inches > 0 && squad.at != goal {
        squad.at.0 += (goal.0 - squad.at.0).signum();
        squad.at.1 += (goal.1 - squad.at.1).signum();
        inches -= 1;
    }
}

// ---- the contract

impl Ruleset for Skirmish {
    const ID: &'static str = "trial";
    type Data = ();
    type Setup = ();
    type Fixed = Table;
    type State = State;
    type Choice = Choice;
    /// The squad that moves.
    type Shape = usize;
    type Event = Event;
    type View = View;

    fn load(_files: &DataFiles) -> Result<(), DataError> {
        Ok(())
    }

    fn fixed(_data: &Arc<()>, (): &()) -> Result<Table, String> {
        Ok(Table { cover: vec![(4, 14), (12, 12), (20, 16), (8, 20)] })
    }

    fn seats(_fixed: &Table) -> Vec<SeatInfo> {
        let seat = |id: &str, team| SeatInfo { id: id.to_owned(), name: id.to_owned(), team };
        vec![seat("mover", 0), seat("watcher", 1)]
    }

    fn new_game(_fixed: &Table) -> State {
        let squad = |at: Point, troopers: usize, heavy: bool, hidden: bool| {
            let mut models = vec![Model::Trooper; troopers];
            models.extend(heavy.then_some(Model::Heavy));
            models.push(Model::Sergeant);
            let strength = models.len();
            let (overwatch, broken, pinned, tested) = (false, false, false, false);
            Squad { at, models, overwatch, hidden, broken, pinned, strength, tested }
        };
        let squads = vec![
            squad((6, 4), 4, true, false),
            squad((16, 4), 5, false, false),
            squad((4, 14), 3, true, true),
            squad((12, 22), 4, false, false),
        ];
        State { flow: Flow::Deploy, squads, moving: None }
    }

    fn step(s: &mut State, cx: &mut Ctx<'_, Skirmish>) -> Step<Next> {
        match s.flow {
            Flow::Deploy => deploy(s, cx)?,
            Flow::Move(squad) => move_squad(s, cx, squad)?,
            Flow::Over => {}
        }
        Ok(if s.flow == Flow::Over { Next::Over } else { Next::Go })
    }

    fn outcome(_fixed: &Table, s: &State) -> Option<Outcome> {
        (s.flow == Flow::Over).then(|| {
            let there = s.squads[..AMBUSH].iter().filter(|squad| squad.at.1 >= 10 && !squad.broken);
            let models: usize = there.map(|squad| squad.models.len()).sum();
            let winner = if models >= 6 { MOVER } else { WATCHER };
            Outcome { winners: vec![winner], why: Message::new("line"), rule: rule!("2E-MIS-001") }
        })
    }

    fn turn(_s: &State) -> u32 {
        1
    }

    fn sound(_fixed: &Table, s: &State) -> Result<(), String> {
        let outside = s.squads.iter().any(|q| q.at.0 < 0 || q.at.1 < 0 || q.at.0 > TABLE || q.at.1 > TABLE);
        if outside { Err("a squad is off the table".to_owned()) } else { Ok(()) }
    }

    fn check(_fixed: &Table, view: &View, squad: &usize, choice: &Choice) -> Vec<Violation> {
        let Choice::Path(path) = choice else {
            return vec![Violation::new(rule!("2E-MOV-001"), Message::new("no path"))];
        };
        let mut violations = Vec::new();
        let Some(mut from) = view.squads[*squad].as_ref().map(|squad| squad.at) else {
            return vec![Violation::new(rule!("2E-MOV-001"), Message::new("hidden"))];
        };
        for to in path {
            // Leg by leg: the whole is at most a run of eight inches in two legs.
            if !within(from, *to, 4) {
                violations.push(Violation::new(rule!("2E-MOV-002"), Message::new("too far")));
            }
            if !(0..=TABLE).contains(&to.0) || !(0..=TABLE).contains(&to.1) {
                violations.push(Violation::new(rule!("2E-MOV-003"), Message::new("off the table")));
            }
            from = *to;
        }
        if path.len() > 2 {
            violations.push(Violation::new(rule!("2E-MOV-002"), Message::new("too many legs")));
        }
        violations
    }

    fn default_proposal(_fixed: &Table, _view: &View, _squad: &usize) -> Option<Choice> {
        Some(Choice::Path(Vec::new()))
    }

    fn candidates(_fixed: &Table, view: &View, squad: &usize, rng: &mut SplitMix) -> Vec<Choice> {
        let Some((x, y)) = view.squads[*squad].as_ref().map(|squad| squad.at) else { return Vec::new() };
        let mut all = vec![Choice::Path(vec![(x, y + 4), (x, y + 8)]), Choice::Path(Vec::new())];
        let side = rng.below(3) as i16 - 1;
        all.push(Choice::Path(vec![(x + 2 * side, y + 3), (x + 2 * side, y + 6)]));
        all
    }

    fn write(_fixed: &Table, choice: &Choice) -> String {
        match choice {
            Choice::HideAt(spot) => format!("hide {spot}"),
            Choice::Watch(true) => "watch".to_owned(),
            Choice::Watch(false) => "rest".to_owned(),
            Choice::Path(path) => {
                path.iter().fold("move".to_owned(), |text, (x, y)| format!("{text} {x},{y}"))
            }
            Choice::Hold => "hold".to_owned(),
            Choice::Fire(squad) => format!("fire {squad}"),
            Choice::Remove(Model::Trooper) => "remove trooper".to_owned(),
            Choice::Remove(Model::Heavy) => "remove heavy".to_owned(),
            Choice::Remove(Model::Sergeant) => "remove sergeant".to_owned(),
        }
    }

    fn parse(_fixed: &Table, text: &str) -> Result<Choice, String> {
        let words: Vec<_> = text.split(' ').collect();
        let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number"));
        let point = |text: &str| {
            let (x, y) = text.split_once(',').ok_or("no point")?;
            Ok::<Point, String>((number(x)? as i16, number(y)? as i16))
        };
        match words[..] {
            ["hide", spot] => Ok(Choice::HideAt(number(spot)?)),
            ["watch"] => Ok(Choice::Watch(true)),
            ["rest"] => Ok(Choice::Watch(false)),
            ["move", ref path @ ..] => {
                Ok(Choice::Path(path.iter().map(|p| point(p)).collect::<Result<_, _>>()?))
            }
            ["hold"] => Ok(Choice::Hold),
            ["fire", squad] => Ok(Choice::Fire(number(squad)?)),
            ["remove", "trooper"] => Ok(Choice::Remove(Model::Trooper)),
            ["remove", "heavy"] => Ok(Choice::Remove(Model::Heavy)),
            ["remove", "sergeant"] => Ok(Choice::Remove(Model::Sergeant)),
            _ => Err(format!("`{text}` is no answer")),
        }
    }

    fn why_not(_fixed: &Table, _view: &View, _ask: &Ask, _choice: &Choice) -> Vec<Violation> {
        Vec::new()
    }

    fn resign(_fixed: &Table, s: &mut State, _seat: SeatId) {
        s.flow = Flow::Over;
    }

    fn view(_fixed: &Table, s: &State, viewer: Viewer) -> View {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        let seen = |squad: &Squad| !squad.hidden || seat == Some(WATCHER);
        let squads = s.squads.iter().map(|squad| seen(squad).then(|| squad.clone())).collect();
        View { seat, flow: s.flow, squads, moving: s.moving.clone() }
    }

    fn determinize(
        table: &Table,
        start: &View,
        _now: &View,
        seen: &[Logged<Skirmish>],
        rng: &mut SplitMix,
    ) -> Option<State> {
        let revealed = seen.iter().find_map(|logged| match logged.entry {
            Entry::Event(Event::Revealed(_, at)) => Some(at),
            _ => None,
        });
        let squads = start.squads.iter().map(|squad| {
            squad.clone().unwrap_or_else(|| {
                // Whoever has fired since was there, and on overwatch; otherwise he may be anywhere.
                let mut hidden = Skirmish::new_game(table).squads.swap_remove(AMBUSH);
                hidden.at = revealed.unwrap_or(table.cover[rng.below(table.cover.len())]);
                hidden.overwatch = revealed.is_some() || rng.below(4) > 0;
                hidden
            })
        });
        Some(State { flow: start.flow, squads: squads.collect(), moving: start.moving.clone() })
    }
}

/// Models that got on, for the mover; the others for the watcher.
fn value(_fixed: &Table, s: &State, seat: SeatId) -> i32 {
    let on: i32 = s.squads[..AMBUSH].iter().map(|q| q.models.len() as i32 * i32::from(q.at.1)).sum();
    if seat == MOVER { on * 50 } else { 10_000 - on * 50 }
}

fn table() -> Arc<Table> {
    Arc::new(Skirmish::fixed(&Arc::new(()), &()).expect("a table is a table"))
}

#[test]
fn a_move_interrupted_by_overwatch_is_saved_resumed_and_searched_in_its_middle() {
    let tally = trial::put_through::<Skirmish>(&table(), 60, value);
    for kind in ["hide", "watch", "path", "interrupt", "remove"] {
        assert!(tally.kinds.contains(&kind), "no `{kind}` in {tally:?}");
    }
    assert!(tally.compared > 0, "{tally:?}");
    assert!(tally.inside * 2 > tally.decisions && tally.longest >= 5, "{tally:?}");
}

#[test]
fn every_fate_is_met_half_way() {
    use grognard_engine::dice::{Dice, Secret};
    use grognard_engine::game::Game;
    use grognard_engine::record::Origin;
    let mut fates = Vec::new();
    for seed in 0..200 {
        let dice = Dice::seeded(Secret::from_number(seed).seed(&[]));
        let mut game = Game::<Skirmish>::new(table(), dice).unwrap();
        for (seat, text) in
            [(WATCHER, "hide 1"), (WATCHER, "watch"), (WATCHER, "watch"), (MOVER, "move 6,8 6,12")]
        {
            game.answer(seat, text, Origin::Player).unwrap();
        }
        // The ambush waits for the first waypoint.
        game.answer(WATCHER, "hold", Origin::Player).unwrap();
        game.answer(WATCHER, "fire 2", Origin::Player).unwrap();
        loop {
            let Some(decision) = game.pending().next().cloned() else { break };
            if decision.ask.kind != "remove" {
                break;
            }
            let choice = game.default_answer(MOVER).unwrap();
            game.give(MOVER, choice, Origin::Clock).unwrap();
        }
        let ended = game.log().iter().find_map(|logged| match &logged.entry {
            Entry::Event(Event::Ended(0, fate)) => Some(*fate),
            _ => None,
        });
        if let Some(fate) = ended {
            assert!(game.state().squads[0].at != (6, 12), "seed {seed}: {fate:?} at the end of the move");
            fates.push(fate);
        }
    }
    assert!(fates.contains(&Fate::Broken) && fates.contains(&Fate::Pinned), "{fates:?}");
}
