//! People at a table: what they are called, how they sit down, offer a draw and play again.

use std::sync::Arc;

use grognard_engine::client::SeatName;
use grognard_engine::dice::Secret;
use grognard_engine::game::DRAW;
use grognard_engine::record::Origin;
use grognard_store::{GameId, Page, Whose};
use serde::{Deserialize, Serialize};

use super::notes::Notes;
use super::rights::Rights;
use super::set_up::first_stops;
use super::table::{Declined, Table};
use super::{Host, documents};
use crate::clock;
use crate::device::{Caller, Device};
use crate::fault::Fault;
use crate::protocol::{Claimed, Created, Lobby, LobbyGame, Player, SeatSetup};

/// Under this name the store lists the games of the lobby. No device has it: theirs are 64 hexadecimal digits.
const LOBBY: &str = "lobby";

/// The longest name of a person.
const MOST_NAME: usize = 24;

/// The most games of the lobby that are shown.
const MOST_LOBBY: usize = 100;

/// A draw that was offered.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrawOffer {
    /// Who offers it.
    pub(crate) seat: SeatName,
    /// Seats that have not agreed yet.
    pub(crate) waits_for: Vec<SeatName>,
}

/// A person's name as others will read it: one line of ordinary characters.
pub(crate) fn clean_name(name: &str) -> Result<String, Fault> {
    let name = clean(name);
    if name.is_empty() || name.chars().count() > MOST_NAME {
        return Err(Fault::bad(format!("a name has 1 to {MOST_NAME} characters")));
    }
    Ok(name)
}

/// A text of somebody's without control characters and without marks that turn the direction of what stands around it.
pub(crate) fn clean(text: &str) -> String {
    let turning = |c: char| matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}');
    let plain: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !turning(*c))
        .collect();
    plain.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

impl Notes {
    /// What the person in a seat is called.
    pub(crate) fn name_of(&self, seat: &str) -> Option<String> {
        self.called.get(self.rights.holder(seat)?).cloned()
    }

    /// People's seats nobody has taken.
    pub(crate) fn open_seats(&self) -> Vec<SeatName> {
        self.people().filter(|seat| self.rights.holder(seat).is_none()).cloned().collect()
    }

    /// Those in whose list the game stands, the lobby among them.
    pub(crate) fn members(&self) -> Vec<String> {
        let mut members = self.rights.members();
        if self.listed && self.over.is_none() && !self.open_seats().is_empty() {
            members.push(LOBBY.to_owned());
        }
        members
    }
}

impl Table {
    /// What a device's person is called from now on.
    pub(crate) fn set_name(&mut self, who: &Device, name: &str) -> Result<(), Fault> {
        self.admits(who)?;
        let name = clean_name(name)?;
        if self.notes.called.get(who) == Some(&name) {
            return Ok(());
        }
        self.notes.called.insert(who.clone(), name);
        self.keep_notes()
    }

    /// Takes an open seat of a game in the lobby.
    pub(crate) fn sit(&mut self, who: &Device, seat: &str, name: Option<&str>) -> Result<Claimed, Fault> {
        let unknown = || Fault::missing(format!("there is no game {} in the lobby", self.id));
        if !self.notes.listed && !self.notes.rights.knows(who) {
            return Err(unknown());
        }
        self.seat(seat)?;
        if !self.notes.listed || !self.notes.open_seats().iter().any(|open| open == seat) {
            return Err(Fault::conflict(format!("the seat `{seat}` is not open any more")));
        }
        let name = name.map(clean_name).transpose()?;
        self.notes.rights.sit(who, seat);
        if let Some(name) = name {
            self.notes.called.insert(who.clone(), name);
        }
        self.keep_notes()?;
        self.store.set_members(&self.id, &self.notes.members())?;
        Ok(Claimed { seat: Some(seat.to_owned()) })
    }

    /// Gives everything of one device to another: a person who has an account from now on.
    pub(crate) fn hand_over(&mut self, from: &Device, to: &Device) -> Result<(), Fault> {
        self.notes.rights.hand_over(from, to);
        if let Some(name) = self.notes.called.remove(from) {
            self.notes.called.insert(to.clone(), name);
        }
        if let Some(waiting) = &mut self.notes.waiting
            && let Some(nonce) = waiting.nonces.remove(from)
        {
            waiting.nonces.insert(to.clone(), nonce);
        }
        self.keep_notes()?;
        Ok(self.store.set_members(&self.id, &self.notes.members())?)
    }

    /// Offers the others a draw.
    pub(super) fn offer_draw(&mut self, seat: &str) -> Result<(), Fault> {
        if self.game.over().is_some() {
            return Err(Fault::conflict("the game is over"));
        }
        let seats: Vec<_> = self.game.seats().iter().map(|info| info.id.clone()).collect();
        if seats.iter().any(|other| !self.notes.is_human(other)) {
            return Err(Fault::conflict("the computer does not agree to a draw"));
        }
        if self.notes.draw.as_ref().is_some_and(|offer| offer.seat != seat) {
            return Err(Fault::conflict("a draw is offered already: accept or decline it"));
        }
        let waits_for = seats.into_iter().filter(|other| other != seat).collect();
        self.notes.draw = Some(DrawOffer { seat: seat.to_owned(), waits_for });
        self.keep_notes()
    }

    /// Agrees to a draw, or does not. With the last one who agrees the game is over.
    pub(super) fn answer_draw(&mut self, key: (&str, u64), seat: &str, agreed: bool) -> Result<(), Declined> {
        let nobody = || Fault::conflict(format!("nobody has offered `{seat}` a draw"));
        let mut offer = self.notes.draw.clone().ok_or_else(nobody)?;
        if !offer.waits_for.iter().any(|name| name == seat) {
            return Err(nobody().into());
        }
        if !agreed {
            self.notes.draw = None;
            return Ok(self.keep_notes()?);
        }
        offer.waits_for.retain(|name| name != seat);
        if offer.waits_for.is_empty() {
            let id = self.seat(&offer.seat)?;
            return self.change(Some(key), |game| game.aside(id, DRAW, Origin::Host));
        }
        self.notes.draw = Some(offer);
        Ok(self.keep_notes()?)
    }

    /// Who offers a draw now.
    pub(super) fn draw_offered(&self) -> Option<SeatName> {
        self.notes.draw.as_ref().map(|offer| offer.seat.clone())
    }
}

impl Host {
    /// The games anybody can sit down at.
    pub(crate) async fn lobby(self: &Arc<Self>, caller: &Caller, language: String) -> Result<Lobby, Fault> {
        let who = caller.device.clone();
        self.blocking(move |host| {
            let page = Page { whose: Whose::Member(LOBBY.to_owned()), after: None, limit: MOST_LOBBY };
            let listing = host.store.list(&page)?;
            let line = |info: &grognard_store::GameInfo| {
                let notes: Notes = serde_json::from_str(&info.notes).ok()?;
                let summary = host.summary(&who, info, &language)?;
                let open = summary.seats.iter().filter(|seat| seat.open);
                Some(LobbyGame {
                    id: summary.id,
                    system: summary.system,
                    title: summary.title,
                    people: notes.people().filter_map(|seat| notes.name_of(seat)).collect(),
                    open: open.map(|seat| (seat.seat.clone(), seat.name.clone())).collect(),
                    options: summary.options,
                    yours: notes.rights.knows(&who),
                    touched: summary.touched,
                })
            };
            Ok(Lobby { games: listing.games.iter().filter_map(line).collect() })
        })
        .await
    }

    /// Sits down at a game of the lobby.
    pub(crate) async fn sit(
        self: &Arc<Self>,
        caller: &Caller,
        id: &GameId,
        seat: String,
        name: Option<String>,
    ) -> Result<Claimed, Fault> {
        let who = caller.device.clone();
        let live = self.bring(id).await?;
        let seated = live.with(move |table| table.sit(&who, &seat, name.as_deref())).await?;
        live.company.tell();
        seated
    }

    /// The same game again with everybody one seat further. Whoever asks second gets the game of the first.
    pub(crate) async fn rematch(self: &Arc<Self>, caller: &Caller, id: &GameId) -> Result<Created, Fault> {
        let live = self.open(caller, id).await?;
        self.may_create(caller)?;
        let (host, who) = (Arc::clone(self), caller.device.clone());
        live.with(move |table| {
            if !table.notes.rights.plays(&who) {
                return Err(Fault::forbidden("only players ask for a rematch"));
            }
            if table.game.over().is_none() {
                return Err(Fault::conflict("the game is not over"));
            }
            if let Some(id) = table.notes.next.clone() {
                return Ok(Created { id, invitations: Vec::new() });
            }
            let created = host.play_again(&who, table)?;
            table.notes.next = Some(created.id.clone());
            table.keep_notes()?;
            Ok(created)
        })
        .await?
    }

    fn play_again(&self, who: &Device, table: &Table) -> Result<Created, Fault> {
        if table.notes.lesson.is_some() {
            return Err(Fault::conflict("a lesson is begun again, not played again"));
        }
        let info = self.store.info(&table.id)?;
        let offer = self.offer(&info.system)?;
        let header = table.game.record(true).header;
        let system = documents::carrying(&offer.system, &header.documents)?;
        let game = system.start(&header.setup, Secret(clock::random()?), Vec::new()).map_err(Fault::bad)?;
        let names: Vec<_> = game.seats().iter().map(|seat| seat.id.clone()).collect();
        // Everybody goes to the seat before theirs, the first to the last.
        let from = |index: usize| &names[(index + 1) % names.len()];
        let seats: Vec<_> = names
            .iter()
            .enumerate()
            .map(|(index, seat)| SeatSetup {
                seat: seat.clone(),
                player: table.notes.player(from(index)),
                open: false,
            })
            .collect();
        let held = names.iter().enumerate().filter(|(index, _)| table.notes.is_human(from(*index)));
        let held = held.filter_map(|(index, seat)| {
            Some((seat.clone(), table.notes.rights.holder(from(index))?.clone()))
        });
        let mut notes = Notes {
            seats,
            pace: table.notes.options.pace,
            options: table.notes.options.clone(),
            called: table.notes.called.clone(),
            ..Notes::default()
        };
        notes.rights = Rights::held(who, held);
        notes.stops = first_stops(&*game, &notes);
        self.keep_with(offer, game, notes, table.title.clone(), info.mission)
    }
}

/// Whether a seat is a person's.
pub(super) fn is_person(setup: &SeatSetup) -> bool {
    setup.player == Player::Human
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_plain_line() {
        assert_eq!(clean_name("  Anna \t Lena\n").unwrap(), "Anna Lena");
        assert_eq!(clean_name("a\u{202E}b\u{0}c\u{1B}[31m").unwrap(), "abc[31m");
        assert_eq!(clean_name("Jörg 🎲").unwrap(), "Jörg 🎲");
        for bad in ["", "   ", "\u{200B}", &"x".repeat(25)] {
            assert!(clean_name(bad).is_err(), "{bad:?}");
        }
    }
}
