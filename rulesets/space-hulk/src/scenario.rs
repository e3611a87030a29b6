//! The set-up part of rule cases, and the facts they can ask for.
//!
//! One thing a line; `#` begins a comment:
//!
//! ```text
//! mission boarding-lock             a mission of the data, or
//! map                               a map of one's own, indented further
//!     AAAbB
//! turn marine                       marine, stealer, marine-cards, stealer-cards, farseer, stealer-farseer, command,
//!                                   marine-end, draw, distribute or stealer-end
//! round 3                           the game turn; `last 10` is the last one
//! cp 3                              command points
//! model sergeant sergeant 4,5 east  name, profile, square, facing, then any of:
//!                                   active, ap 2, activated, overwatch, jammed, prone, kneeling, stance, stuck, solo, gone, ammo 3, reloads 1, bursts 9,
//!                                   recharge 1;
//!                                   level 2 and psi 7 for a psyker; squad 2; for a Warlock power 3 and stored 2 (psi points), for
//!                                   a Wraithguard fire-orders 1, assault-orders, overwatch-orders, door-orders
//! psychic cards                     how psychic combat is played: `psi` or `cards`; then
//! hand marine smite-1 aura-power-1  a hand of cards
//! deck smite-2                      what is left to draw, after the hands; or `discarded CARD...`
//! trump power                       the trump suit
//! effect miasma B                   a marker on a section; with `fresh` cast this turn
//! stealer 9,5 west                  with active, ap 2, activated, turned, prone; or `stealer in n1 lurks`
//! blip 10,5 value 3                 or `blip in n1 value 2 lurks`; a Hybrid blip has a letter, `value C`
//! ambush 10,5                       an ambush counter; with `ap 3` it is active
//! letter A hybrid-lasgun            what a letter of the Hybrid list stands for, if not what the standard list says
//! breed hormagaunt 4                a Tyranid type that blips may be turned into, and how many there are
//! brood cultist hybrid-bolter 9,5 west   a model of the Stealer side, as `model`; or `brood NAME PROFILE in n1`
//! farseer                           a Farseer watches; with `kept CARD`, `retained`, and then `deck CARD...` (what is left to draw);
//!                                   `brood-farseer` is the same for the Stealer side
//! brood-cp 3                        command points of the Stealer side
//! door 8,5 open                     open, closed or destroyed
//! entry n1 5,2 north                with securable
//! crate 3,4                         also rubble and bulkhead; a tank has one or more squares: tank 3,4 3,5
//! level 1                           the map of an upper level, indented further; its squares are written 1:3,4
//! ladder 1:3,4                      also pitfall, by the upper square
//! lift cost 2 3,4 1:3,4 doors 3,5 1:3,5
//! shaft S 3,4 9,4                   section S is an air shaft that opens on these squares
//! chute K 3,4 hatch 3,8             section K is a chute with its mouth beside 3,4 and its outer door on 3,8
//! canister 3,4                      or `canister with NAME`, both with armed
//! fire E marine 2                   markers by the turn they were placed in
//! secured n1
//! pool 1 8                          so many counters of a value, beside those in play
//! per-turn 2                        blips a turn
//! option friendly_fire              with `bidding` the two sides are bid for first
//! lurking n1 n1 n2                  the entry areas of the blips the mission begins with, after `entry`
//! start 0,0 1,0                     where the Marine side comes in
//! points 10                         what a force may cost, before it; or `bid 10`, what was bid for the Marine side
//! force                             a bought force in place of the squad, indented further, as `force.rs` reads it
//!     squad standard cannon
//! enemy                             the same for the Stealer side, in place of blips
//! exits 5,0 9,4                     where the map can be left
//! item relay 3,0 carried sergeant   where it lies; with `carried MODEL` or `out` where it is by now
//! goal burn E                       burn SECTION, secure, exit N, hold SECTION TURNS MODELS, carry ITEM, survive N or
//!                                   escort MODEL; several lines are several goals
//! held E 2                          at the end of so many turns by now
//! ```

use std::sync::Arc;

use grognard_space::grid::{Cell, Facing, Grid};

use crate::blips::counter::Counters;
use crate::fixed::{Data, Fixed, Ground, Options};
use crate::force::Limit;
use crate::force::points::Points;
use crate::mission::{MOST_COUNTERS, parse_square};
use crate::piece::Place;
use crate::state::State;

mod facts;
mod map;
mod pieces;

pub use facts::inspect;
use map::mission;
use pieces::Builder;

/// Builds a game from the set-up of a case.
pub fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
    let lines = lines(text);
    let mission = mission(data, &lines)?;
    let options = options(&lines)?;
    let ground = Arc::new(Ground::new(&mission));
    let (data, mission) = (Arc::clone(data), Arc::new(mission));
    let fixed = Fixed { data, mission, ground, options, force: None, enemy: None };
    let fixed = with_force(fixed, &lines)?;
    let mut state = State::new(&fixed);
    let mut builder = Builder { fixed: &fixed, state: &mut state };
    for line in &lines {
        builder.line(line).map_err(|what| format!("`{}`: {what}", line.words.join(" ")))?;
    }
    // The pool of the mission is what is left in it and what is in play.
    let mut fixed_mission = (*fixed.mission).clone();
    let mut counters = state.hidden.clone();
    for (blip, face) in state.table.blips.iter().zip(&state.hidden.values) {
        if blip.place != Place::Gone && !blip.ambush {
            let count = counters.count_mut(*face);
            *count = count.checked_add(1).ok_or("there are too many counters")?;
        }
    }
    fixed_mission.pool = counters.pool;
    fixed_mission.letters = counters.letters;
    if fixed_mission.all() > MOST_COUNTERS {
        return Err(format!("at most {MOST_COUNTERS} counters fit into the pool and in play"));
    }
    let fixed = Fixed { mission: Arc::new(fixed_mission), ..fixed };
    state.table.rebuild(&fixed);
    crate::sound::check(&fixed, &state)?;
    Ok((fixed, state))
}

/// The game with the force a case buys, if it buys one.
fn with_force(mut fixed: Fixed, lines: &[Line<'_>]) -> Result<Fixed, String> {
    let worth = crate::force::worth(&fixed.data, fixed.mission.own_squad(), fixed.mission.psychic);
    let mut limit = worth.map(Limit::worth);
    let points = |text: &str| Points::parse(text).ok_or("these are no points");
    for line in lines {
        match line.words[..] {
            ["points", text] => limit = Some(Limit::worth(points(text)?)),
            ["bid", text] => limit = Some(Limit::bid(points(text)?)),
            ["force"] => fixed = fixed.with_force(&line.block, limit)?,
            ["enemy"] => fixed = fixed.with_enemy(&line.block, limit)?,
            _ => {}
        }
    }
    Ok(fixed)
}

struct Line<'a> {
    words: Vec<&'a str>,
    /// Deeper lines below it.
    block: String,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let base = text.lines().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    let mut all: Vec<Line<'_>> = Vec::new();
    for raw in text.lines() {
        let content = raw.split('#').next().unwrap_or("");
        if content.trim().is_empty() {
            continue;
        }
        match all.last_mut() {
            Some(last) if indent(content) > base => {
                last.block.push_str(content.trim());
                last.block.push('\n');
            }
            _ => all.push(Line { words: content.split_whitespace().collect(), block: String::new() }),
        }
    }
    all
}

fn options(lines: &[Line<'_>]) -> Result<Options, String> {
    let mut options = Options::default();
    for line in lines {
        if let ["option", name] = line.words[..] {
            let flag = match name {
                "strict_corners" => &mut options.strict_corners,
                "friendly_fire" => &mut options.friendly_fire,
                "storm_shield_single" => &mut options.storm_shield_single,
                "full_auto_3" => &mut options.full_auto_3,
                "crack_missile_3" => &mut options.crack_missile_3,
                "bright_lance_3" => &mut options.bright_lance_3,
                "flamer_hybrid_auto" => &mut options.flamer_hybrid_auto,
                "no_tyranid_guns" => &mut options.no_tyranid_guns,
                "patriarch_psyker" => &mut options.patriarch_psyker,
                "no_regeneration" => &mut options.no_regeneration,
                "several_of_a_kind" => &mut options.several_of_a_kind,
                "secret_command_points" => &mut options.secret_command_points,
                "timed" => &mut options.timed,
                "ambush" => &mut options.ambush,
                "backup" => &mut options.backup,
                "mind_war_no_clock" => &mut options.mind_war_no_clock,
                "aegis" => &mut options.aegis,
                "scarce_markers" => &mut options.scarce_markers,
                "bidding" => &mut options.bidding,
                _ => return Err(format!("there is no option `{name}`")),
            };
            *flag = true;
        }
    }
    Ok(options)
}

fn square(grid: &Grid, text: &str) -> Result<Cell, String> {
    parse_square(grid, text).ok_or_else(|| format!("`{text}` is not a square of the map"))
}

fn facing(text: &str) -> Result<Facing, String> {
    text.parse().map_err(|_| format!("`{text}` is not a facing"))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number that fits"))
}
