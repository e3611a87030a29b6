//! Set-ups and facts for rule cases.
//!
//! ```text
//! rounds 2
//! round 2
//! at red-1.1 20cm,20cm
//! gone blue-2.1 blue-2.2
//! begin red-2
//! ```

use std::sync::Arc;

use grognard_space::table::{BodyId, GroupId};
use grognard_tabletop::answer::{read_body, read_pose, write_pose};
use grognard_tabletop::armies::Named;

use crate::data::{Data, Fixed, Setup};
use crate::state::{Flow, SIDES, State, sound};

/// A game from a case's set-up.
pub fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .filter(|words: &Vec<_>| !words.is_empty())
        .collect();
    let rounds = lines.iter().find_map(|line| match line[..] {
        ["rounds", count] => Some(count),
        _ => None,
    });
    let setup = Setup { rounds: rounds.map(number).transpose()? };
    let fixed = Fixed::new(data, &setup)?;
    let mut state = State::new(&fixed);
    state.flow = Flow::Act(0);
    for line in &lines {
        apply(&fixed, &mut state, line).map_err(|what| format!("`{}`: {what}", line.join(" ")))?;
    }
    sound(&state)?;
    Ok((fixed, state))
}

fn apply(fixed: &Fixed, state: &mut State, line: &[&str]) -> Result<(), String> {
    match *line {
        ["rounds", _] => {}
        ["round", count] => state.round = number(count)?,
        ["at", name, place] => {
            let pose = read_pose(fixed.ruler(), place).ok_or("this is no place, such as `20cm,30cm`")?;
            state.table.move_to(read_body(fixed, name)?, pose);
        }
        ["gone", ref names @ ..] => {
            for name in names {
                state.destroy(read_body(fixed, name)?);
            }
        }
        ["begin", name] => {
            let unit = fixed.unit(name).ok_or("there is no such platoon")?;
            let places = 0..state.platoons.len() as u16;
            let place = places.into_iter().find(|place| State::in_order(*place) == unit);
            state.flow = Flow::Act(place.ok_or("it never acts")?);
        }
        _ => return Err("this is no line of a set-up".to_owned()),
    }
    Ok(())
}

fn number(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

/// A fact by name: `round`, `red.stands`, `red-1.1.at`.
pub fn inspect(fixed: &Fixed, state: &State, what: &str) -> Option<String> {
    if what == "round" {
        return Some(state.round.to_string());
    }
    let (name, field) = what.rsplit_once('.')?;
    if field == "stands" {
        let side = SIDES.iter().position(|side| *side == name)?;
        return Some(state.left(grognard_engine::SeatId(side as u8)).to_string());
    }
    let stand: BodyId = fixed.body(name).filter(|_| field == "at")?;
    let group: Option<GroupId> = state.table.group(stand);
    let pose = state.table.standing(stand).map(|standing| standing.pose);
    Some(group.and(pose).map_or_else(|| "gone".to_owned(), write_pose))
}
