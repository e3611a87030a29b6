//! The contract with the engine.

use std::sync::Arc;

use grognard_engine::bot::Bot;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::decision::Ask;
use grognard_engine::log::{Entry, Logged};
use grognard_engine::message::{Message, Texts};
use grognard_engine::refusal::{Refusal, Violation};
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Clock, Next, Outcome, Ruleset};
use grognard_engine::seat::SeatInfo;
use grognard_engine::speech::{ENGLISH, Speech};
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, Rules, SeatId, Viewer, rule, rules};

use crate::bidding::{self, Sheet};
use crate::blips::counter::Counters;
use crate::choice::{self, Choice};
use crate::event::Event;
use crate::fixed::{Data, Fixed, Ground, Setup};
use crate::mission::Mission;
use crate::numbers::Numbers;
use crate::piece::{PieceId, Place};
use crate::play::phases;
use crate::profile::Profile;
use crate::psychic::card::Deck;
use crate::state::{MARINE, STEALER, State, View, seat};
use crate::table::{EndWhy, Flow, Side};
use crate::weapon::Class;
use crate::{SpaceHulk, limits, refusal, sound};

impl Ruleset for SpaceHulk {
    const ID: &'static str = "space-hulk";
    type Data = Data;
    type Setup = Setup;
    type Fixed = Fixed;
    type State = State;
    type Choice = Choice;
    type Shape = Sheet;
    type Event = Event;
    type View = View;

    fn load(files: &DataFiles) -> Result<Data, DataError> {
        let numbers: Numbers = files.numbers(Self::ID, "numbers.toml")?;
        // What is out of bounds came in with the last patch, as far as one can tell.
        let blame = files.patches().last().map_or("numbers.toml", |patch| patch.file());
        limits::check(&numbers).map_err(|what| DataError::new(blame, None, what))?;
        let profiles = load_profiles(files, &numbers)?;
        let forces = crate::force::list::load(files, &profiles)?;
        let bought = crate::document::force::load(files)?;
        let weapons = crate::weapon::load(files)?;
        let hybrids = crate::blips::brood::standard_list(files, &profiles)?;
        let mut missions = Vec::new();
        for (path, text) in files.below("missions/") {
            missions.push(Arc::new(Mission::parse(path, text, &profiles, hybrids)?));
        }
        missions.sort_by_key(|mission: &Arc<Mission>| mission.order);
        let grounds = missions.iter().map(|mission| Arc::new(Ground::new(mission))).collect();
        // A refusal says the broken rule's own sentence.
        let mut texts = Texts::default();
        for (id, entry) in Catalogue::load(files)?.rules {
            texts.insert(&id, &entry.text);
        }
        let speech = Arc::new(Speech::load(files, texts)?);
        let texts = Arc::clone(speech.texts(ENGLISH));
        let deck = Deck::load(files)?;
        Ok(Data {
            numbers,
            profiles,
            weapons,
            forces,
            bought,
            hybrids,
            missions,
            grounds,
            deck,
            texts,
            speech,
        })
    }

    fn fixed(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        Fixed::new(data, setup)
    }

    fn seats(fixed: &Fixed) -> Vec<SeatInfo> {
        let name = |key: &str| fixed.data.texts.get(key).to_owned();
        let info = |id: &str, key: &str, team| SeatInfo { id: id.to_owned(), name: name(key), team };
        if fixed.options.bidding {
            return vec![info("marine", "side.bidder-1", 0), info("stealer", "side.bidder-2", 1)];
        }
        let key = |side| crate::present::sides::side_key(fixed, side);
        vec![info("marine", key(Side::Marine), 0), info("stealer", key(Side::Stealer), 1)]
    }

    fn new_game(fixed: &Fixed) -> State {
        State::new(fixed)
    }

    fn step(state: &mut State, cx: &mut Ctx<'_, Self>) -> Step<Next> {
        phases::step(state, cx)
    }

    fn outcome(fixed: &Fixed, state: &State) -> Option<Outcome> {
        if let Flow::Sold { lower, points } = state.table.flow {
            let why = bidding::present::sold(lower, points);
            return Some(Outcome { winners: vec![seat(lower)], why, rule: rule!("SH-FOR-005") });
        }
        let Flow::Over { winner, why, goal } = state.table.flow else { return None };
        let key = crate::present::sentences::end_key(fixed, winner, why, goal);
        let rule = if why == EndWhy::TurnLimit { rule!("SH-TRN-010") } else { rule!("SH-BRD-001") };
        let winners_key = crate::present::sides::side_key(fixed, winner);
        let why = Message::new("log.over").key("winner", winners_key).key("why", key);
        Some(Outcome { winners: vec![seat(winner)], why, rule })
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.table.turn)
    }

    fn phase(state: &State) -> u32 {
        let step = match state.table.flow {
            Flow::Deploy => 0,
            Flow::Cards { side, draws } => 1 + u32::from(side == Side::Stealer) * 2 + u32::from(draws),
            Flow::Command => 5,
            Flow::Marines { .. } => 6,
            Flow::MarineEnd => 7,
            Flow::Draw | Flow::Distribute => 8,
            Flow::Stealers { .. } => 9,
            Flow::StealerEnd => 10,
            Flow::Over { .. } => 11,
            Flow::Farseer { side: Side::Marine, draws } => 12 + u32::from(draws),
            Flow::Bid { .. } => 14,
            Flow::Sold { .. } => 15,
            Flow::Farseer { side: Side::Stealer, draws } => 16 + u32::from(draws),
        };
        u32::from(state.table.turn) * 18 + step
    }

    fn clock(fixed: &Fixed, state: &State) -> Option<Clock> {
        // SH-TIM-005: even where turns are not timed, and whoever leads.
        if let Some(clock) = crate::eldar::farseer::effect::clock(fixed, &state.table) {
            return Some(clock);
        }
        if !fixed.options.timed || !matches!(state.table.flow, Flow::Marines { .. }) {
            return None;
        }
        // SH-TIM-001, SH-AMB-051: longer while leaders are in play.
        let leads = |index: u8| {
            let profile = fixed.profile(index);
            // SH-TIM-002: a Sergeant in power armour as well.
            profile.leader && (profile.is_terminator() || applies(rule!("SH-TIM-002")))
        };
        let leaders = state.table.marines_on_map().filter(|(index, _)| leads(*index)).count() as u32;
        let timer = &fixed.numbers().timer;
        // SH-TIM-003, SH-EXA-001: and for every Exarch.
        let exarch = |index: u8| fixed.profile(index).exarch && all_apply(EXARCH_TIME);
        let exarchs = state.table.marines_on_map().filter(|(index, _)| exarch(*index)).count() as u32;
        let seconds = timer.base + timer.per_leader * leaders + fixed.numbers().exarch_time.exarch * exarchs;
        Some(Clock { seat: MARINE, period: u32::from(state.table.turn), seconds })
    }

    fn sound(fixed: &Fixed, state: &State) -> Result<(), String> {
        sound::check(fixed, state)
    }

    fn revive(fixed: &Fixed, state: &mut State) -> Result<(), String> {
        sound::check_shape(fixed, state)?;
        state.table.rebuild(fixed);
        Ok(())
    }

    fn check(fixed: &Fixed, _view: &View, _shape: &Sheet, choice: &Choice) -> Vec<Violation> {
        bidding::check(fixed, *choice)
    }

    fn default_proposal(fixed: &Fixed, _view: &View, _shape: &Sheet) -> Option<Choice> {
        Some(Choice::Bid(bidding::usual(fixed)))
    }

    fn candidates(fixed: &Fixed, _view: &View, _shape: &Sheet, _rng: &mut SplitMix) -> Vec<Choice> {
        bidding::candidates(fixed).into_iter().map(Choice::Bid).collect()
    }

    fn write(fixed: &Fixed, choice: &Choice) -> String {
        choice::write(fixed, *choice)
    }

    fn parse(fixed: &Fixed, text: &str) -> Result<Choice, String> {
        choice::parse(fixed, text)
    }

    fn canonical(fixed: &Fixed, view: &View, ask: &Ask, choice: Choice) -> Choice {
        refusal::canonical(fixed, view, ask, choice)
    }

    fn why_not(fixed: &Fixed, view: &View, ask: &Ask, choice: &Choice) -> Vec<Violation> {
        refusal::why_not(fixed, view, ask, *choice)
    }

    fn ask_rules(ask: &Ask) -> Rules {
        match ask.kind {
            "react" => rules!["SH-CMD-013", "SH-CMD-014", "SH-CMD-016", "SH-CMD-017"],
            "place" => rules!["SH-CNV-006"],
            "face" => rules!["SH-CNV-010"],
            "parry" => rules!["SH-PAR-002", "SH-PAR-004"],
            "turn-to-face" => rules!["SH-CLA-008"],
            "land" => rules!["SH-PIT-009", "SH-PIT-010"],
            "defend" => rules!["SH-WTH-004", "SH-CLA-018"],
            "put" => rules!["SH-ENP-003", "SH-TRN-007"],
            "reveal" => rules!["SH-CNV-003"],
            "muster" => rules!["SH-TYR-001"],
            "ambush" => rules!["SH-ABU-001", "SH-ABU-004"],
            kind => crate::psychic::ask_rules(kind),
        }
    }

    fn aside(
        fixed: &Fixed,
        state: &mut State,
        seat: SeatId,
        text: &str,
        log: &mut Vec<Logged<Self>>,
    ) -> Result<(), Refusal> {
        let mut say = |rules: &[RuleId], event: Event| {
            let (to, rules) = (grognard_engine::Audience::ALL, rules.to_vec());
            log.push(Logged { to, rules, entry: Entry::Event(event) });
        };
        if text == "time-up" && seat == MARINE {
            // SH-TIM-004: the clock stands still while the other player decides.
            let enemy = |piece| state.table.side(piece) == Side::Stealer;
            if state.table.subject.is_some_and(enemy) && applies(rule!("SH-TIM-004")) {
                return Err(Refusal::broken(vec![refusal::plain(rule!("SH-TIM-004"))]));
            }
            // SH-TIM-005, SH-FSC-011: the two minutes of a Mind War, whatever else was agreed on.
            if let Some(event) = crate::eldar::farseer::effect::times_out(fixed, &state.table, seat) {
                say(rules!["SH-TIM-005", "SH-FSC-011"], event);
                state.table.flow = Flow::MarineEnd;
                return Ok(());
            }
            // SH-TIM-001: only where a clock was agreed on, and only in the Action Phase.
            if let (Flow::Marines { .. }, true) = (state.table.flow, fixed.options.timed) {
                let armoured = state.table.marines_on_map().any(|(index, _)| {
                    let profile = fixed.profile(index);
                    profile.leader && profile.class == Class::PowerArmour
                });
                let exarch = state.table.marines_on_map().any(|(index, _)| fixed.profile(index).exarch);
                let mut rules = rules!["SH-TIM-001"].to_vec();
                rules.extend(armoured.then_some(rule!("SH-TIM-002")));
                rules.extend(EXARCH_TIME.iter().filter(|_| exarch));
                say(&rules, Event::TimeUp);
                if let (Flow::Marines { active }, Some(guard)) = (state.table.flow, &mut state.table.guard) {
                    // SH-IGF-013: a Commissar does not care why somebody has points left.
                    guard.overtaken = active;
                }
                state.table.flow = Flow::MarineEnd;
                return Ok(());
            }
            return Err(Refusal::broken(vec![refusal::plain(rule!("SH-TIM-001"))]));
        }
        if text == "time-up" && seat == STEALER {
            // SH-TIM-005, SH-FSC-011: the two minutes of a Mind War.
            let Some(event) = crate::eldar::farseer::effect::times_out(fixed, &state.table, seat) else {
                return Err(Refusal::broken(vec![refusal::plain(rule!("SH-TIM-005"))]));
            };
            say(rules!["SH-TIM-005", "SH-FSC-011"], event);
            state.table.lies_in_wait = false;
            state.table.flow = Flow::StealerEnd;
            return Ok(());
        }
        if let Some(name) = text.strip_prefix("drop-overwatch ")
            && applies(rule!("SH-OVW-017"))
        {
            // SH-OVW-008, SH-OVW-017: free, at any time between actions.
            let index = fixed.mission.squad.iter().position(|model| model.name == name);
            let marine = index.and_then(|index| state.table.marines.get_mut(index));
            let own = index
                .is_some_and(|index| crate::state::seat(fixed.side(PieceId::Marine(index as u8))) == seat);
            return match (marine, own) {
                (Some(marine), true) if marine.overwatch => {
                    marine.overwatch = false;
                    let piece = crate::piece::PieceId::Marine(index.unwrap_or(0) as u8);
                    let event = Event::OverwatchEnded { marine: piece, why: "overwatch.dropped" };
                    say(rules!["SH-OVW-008", "SH-OVW-017"], event);
                    Ok(())
                }
                (Some(_), true) => Err(Refusal::broken(vec![refusal::plain(rule!("SH-OVW-017"))])),
                _ => Err(Refusal::unreadable(format!("`{name}` is not a model of this seat"))),
            };
        }
        Err(Refusal::unreadable(format!("`{text}` is unknown; say `drop-overwatch MODEL` or `resign`")))
    }

    fn resign(_fixed: &Fixed, state: &mut State, seat: SeatId) {
        let winner = if seat == MARINE { Side::Stealer } else { Side::Marine };
        state.table.flow = Flow::Over { winner, why: EndWhy::Resigned, goal: None };
    }

    fn view(fixed: &Fixed, state: &State, viewer: Viewer) -> View {
        View::of(fixed, state, viewer)
    }

    fn determinize(
        fixed: &Fixed,
        start: &View,
        _now: &View,
        seen: &[Logged<Self>],
        rng: &mut SplitMix,
    ) -> Option<State> {
        determinize(fixed, start, seen, rng)
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        crate::policy::BOTS
    }

    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        crate::policy::bot(name, seed)
    }
}

/// What gives the Eldar player more time.
const EXARCH_TIME: Rules = rules!["SH-TIM-003", "SH-EXA-001"];

/// The files with profiles, by whose they are.
const PROFILES: [&str; 4] = ["profiles.toml", "tyranids.toml", "eldar.toml", "harlequins.toml"];

fn load_profiles(files: &DataFiles, numbers: &Numbers) -> Result<Vec<Profile>, DataError> {
    let mut profiles: Vec<Profile> = Vec::new();
    for path in PROFILES {
        let text = files.get(path)?;
        let table: std::collections::BTreeMap<String, Profile> =
            toml::from_str(text).map_err(|error| DataError::toml(path, text, &error))?;
        for (name, profile) in table {
            let body = Profile { name, ..profile };
            limits::check_profile(&body).map_err(|what| DataError::new(path, None, what))?;
            let grown = crate::blips::growth::grown(body, &numbers.growth);
            let armed = |body| crate::harlequin::arms::armed(body, &numbers.troupe);
            for profile in grown.into_iter().flat_map(armed) {
                if profiles.iter().any(|other| other.name == profile.name) {
                    let message = format!("there are two profiles `{}`", profile.name);
                    return Err(DataError::new(path, None, message));
                }
                profiles.push(profile);
            }
        }
    }
    Ok(profiles)
}

/// Deals what a seat does not know: the values of blips, and command points where they are secret.
fn determinize(fixed: &Fixed, start: &View, seen: &[Logged<SpaceHulk>], rng: &mut SplitMix) -> Option<State> {
    let (pool, letters) = (fixed.mission.pool, fixed.mission.letters);
    let cp = start.cp.unwrap_or_else(|| rng.below(6) as u8 + 1);
    let brood_cp = start.brood_cp.unwrap_or_else(|| rng.below(6) as u8 + 1);
    let mut hidden =
        crate::state::Hidden { values: Vec::new(), pool, letters, cp, brood_cp, hands: None, visions: None };
    let mut values = vec![0; start.table.blips.len()];
    if let Some(known) = &start.values {
        values.clone_from(known);
    }
    let revealed =
        |blip: usize| {
            seen.iter().find_map(|logged| match &logged.entry {
                Entry::Event(Event::Converted {
                    blip: crate::piece::PieceId::Blip(index), value, ..
                }) if *index as usize == blip => Some(*value),
                _ => None,
            })
        };
    let in_play = |index: &usize| {
        let blip = &start.table.blips[*index];
        blip.place != Place::Gone && !blip.ambush
    };
    let (mut open, mut closed) = (Vec::new(), Vec::new());
    for index in (0..values.len()).filter(in_play) {
        match (start.values.is_some(), revealed(index)) {
            (true, _) => open.push(index),
            (false, Some(value)) => {
                values[index] = value;
                open.push(index);
            }
            (false, None) => closed.push(index),
        }
    }
    for index in open {
        let count = hidden.count_mut(values[index]);
        *count = count.checked_sub(1)?;
    }
    for index in closed {
        let left = hidden.all();
        if left == 0 {
            return None;
        }
        let face = hidden.at(rng.below(left))?;
        *hidden.count_mut(face) -= 1;
        values[index] = face;
    }
    hidden.hands = crate::psychic::secrets::deal(fixed, start, seen, rng)?;
    hidden.visions = crate::eldar::farseer::secrets::deal(fixed, start, seen, rng)?;
    hidden.values = values;
    Some(State { table: start.table.clone(), hidden })
}

/// The seat that owns a side's decisions, for readers of this file: Marines are 0, Stealers 1.
const _: () = assert!(MARINE.0 == 0 && STEALER.0 == 1);
