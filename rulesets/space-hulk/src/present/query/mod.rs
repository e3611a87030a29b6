//! Answers to questions about the game, from a view alone.

mod ability;
mod against;
mod card;
mod odds;
mod route;
mod sight;
mod threat;
mod watch;

#[cfg(test)]
mod tests;

use grognard_engine::client::{Query, QueryAnswer, THEN, Unavailable};
use grognard_engine::refusal::Refusal;
use grognard_space::grid::{Cell, Facing};

use crate::Fixed;
use crate::choice::{self, Choice};
use crate::fixed::degrees;
use crate::mission::parse_square;
use crate::piece::{PieceId, Place};
use crate::present::names::{Words, seat_name};
use crate::present::pieces::active;
use crate::state::View;
use crate::table::{Side, Table};

/// Answers a question. What a viewer may not know does not enter: everything is worked out from his view.
pub fn query(fixed: &Fixed, view: &View, query: &Query) -> Result<QueryAnswer, Refusal> {
    let asked = Asked { fixed, view };
    match query {
        Query::Sight { from } => sight::sight(&asked, from),
        Query::Reach { piece } => Ok(route::reach(&asked, asked.piece(piece)?)),
        Query::Plan { piece, to, facing } => {
            let facing = facing.map(|degrees| asked.facing(degrees)).transpose()?;
            Ok(route::plan(&asked, asked.piece(piece)?, asked.square(to)?, facing))
        }
        Query::Options { piece } => Ok(ability::options(&asked, asked.piece(piece)?)),
        Query::Odds { text } => {
            let none = || asked.nothing("plan.no-odds");
            // Of a shortcut the last answer, by whoever is named before it.
            if let Some((first, last)) = text.rsplit_once(THEN) {
                let Choice::React(piece) = choice::parse(fixed, first).map_err(Refusal::unreadable)? else {
                    return Ok(none());
                };
                let mut view = view.clone();
                view.table.subject = Some(piece);
                let choice = choice::parse(fixed, last).map_err(Refusal::unreadable)?;
                let odds = odds::odds(&Asked { fixed, view: &view }, choice);
                return Ok(odds.map_or_else(none, QueryAnswer::Odds));
            }
            let choice = choice::parse(fixed, text).map_err(Refusal::unreadable)?;
            Ok(odds::odds(&asked, choice).map_or_else(none, QueryAnswer::Odds))
        }
        Query::Against { piece, target } => against::against(&asked, asked.piece(piece)?, target),
        Query::Guarded { seat } => Ok(watch::guarded(&asked, asked.side(seat)?)),
        Query::Threat { seat } => Ok(threat::threat(&asked, asked.side(seat)?)),
        Query::Exposed { cell, piece } => {
            let mover = piece.as_deref().map(|name| asked.piece(name)).transpose()?;
            Ok(watch::exposed(&asked, asked.square(cell)?, mover))
        }
        Query::Card { piece } => Ok(QueryAnswer::Card(card::card(&asked, asked.piece(piece)?))),
        Query::WhyNot { .. }
        | Query::Rule { .. }
        | Query::Measure { .. }
        | Query::Advice
        | Query::Arrangement
        | Query::Rings { .. }
        | Query::Ways { .. }
        | Query::Under { .. }
        | Query::Lines { .. } => Ok(asked.nothing("refused")),
    }
}

/// The game and the view a question is about.
struct Asked<'a> {
    fixed: &'a Fixed,
    view: &'a View,
}

impl<'a> Asked<'a> {
    const fn words(&self) -> Words<'a> {
        Words::new(self.fixed)
    }

    const fn table(&self) -> &'a Table {
        &self.view.table
    }

    /// A piece that was in the game at some time, by its name.
    fn piece(&self, name: &str) -> Result<PieceId, Refusal> {
        let unknown = || Refusal::unreadable(format!("`{name}` is not a piece of this game"));
        let Ok(Choice::Activate(piece)) = choice::parse(self.fixed, &format!("activate {name}")) else {
            return Err(unknown());
        };
        let known = match piece {
            PieceId::Marine(index) => (index as usize) < self.table().marines.len(),
            PieceId::Stealer(index) => (index as usize) < self.table().stealers.len(),
            PieceId::Blip(index) => (index as usize) < self.table().blips.len(),
        };
        if known { Ok(piece) } else { Err(unknown()) }
    }

    #[expect(clippy::unused_self, reason = "reads like its neighbours")]
    fn side(&self, seat: &str) -> Result<Side, Refusal> {
        [Side::Marine, Side::Stealer]
            .into_iter()
            .find(|side| seat_name(*side) == seat)
            .ok_or_else(|| Refusal::unreadable(format!("`{seat}` is not a seat of this game")))
    }

    fn square(&self, name: &str) -> Result<Cell, Refusal> {
        parse_square(&self.fixed.mission.grid, name)
            .ok_or_else(|| Refusal::unreadable(format!("`{name}` is not a square of this map")))
    }

    #[expect(clippy::unused_self, reason = "reads like its neighbours")]
    fn facing(&self, wanted: i32) -> Result<Facing, Refusal> {
        Facing::ALL.into_iter().find(|facing| degrees(*facing) == wanted).ok_or_else(|| {
            Refusal::unreadable(format!("{wanted} degrees is not a facing; there are 0, 90, 180 and 270"))
        })
    }

    fn nothing(&self, key: &str) -> QueryAnswer {
        QueryAnswer::None(Unavailable { sentence: self.words().get(key) })
    }

    /// Why a piece cannot be activated now, as a key; none if it is active or could be.
    fn idle(&self, piece: PieceId) -> Option<&'static str> {
        let table = self.table();
        let lurks = match piece {
            PieceId::Marine(index) => table.marines[index as usize].lurks,
            PieceId::Stealer(index) => table.stealers[index as usize].lurks,
            PieceId::Blip(index) => table.blips[index as usize].lurks,
        };
        match table.place(piece) {
            Place::Gone => Some("plan.gone"),
            Place::Hand => Some("plan.not-placed"),
            _ if active(table.flow) == Some(piece) => None,
            _ if table.flow.acting() != Some(table.side(piece)) => Some("plan.not-turn"),
            _ if lurks => Some("plan.lurks"),
            _ if self.activated(piece) => Some("plan.spent"),
            _ => None,
        }
    }

    fn activated(&self, piece: PieceId) -> bool {
        let table = self.table();
        match piece {
            PieceId::Marine(index) => table.marines[index as usize].activated,
            PieceId::Stealer(index) => table.stealers[index as usize].activated,
            PieceId::Blip(index) => table.blips[index as usize].activated,
        }
    }

    /// The table as it would be if a piece had just been activated; as it is for the active piece.
    fn activated_table(&self, piece: PieceId) -> Table {
        let mut table = self.table().clone();
        if let PieceId::Stealer(index) = piece
            && active(table.flow) != Some(piece)
        {
            table.stealers[index as usize].turned = false;
        }
        table
    }
}
