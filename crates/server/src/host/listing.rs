//! The list of games.

use std::sync::Arc;

use grognard_engine::client::{SetupForm, SetupValues};
use grognard_engine::record::Carried;
use grognard_store::{GameId, GameInfo, Page, Whose};

use super::notes::Notes;
use super::{Host, nowhere, restore, rights_of};
use crate::clock;
use crate::device::{Caller, Device};
use crate::fault::Fault;
use crate::protocol::{GameSummary, Games};

impl Host {
    /// A device's games, the last played first.
    pub(crate) async fn list(
        self: &Arc<Self>,
        caller: &Caller,
        after: Option<GameId>,
        limit: usize,
        language: String,
    ) -> Result<Games, Fault> {
        let caller = caller.clone();
        self.blocking(move |host| {
            if caller.local {
                let page = Page { whose: Whose::Nobody, after: None, limit: usize::MAX };
                for info in host.store.list(&page)?.games {
                    host.adopt_now(&caller.device, &info)?;
                }
            }
            let whose = Whose::Member(caller.device.member());
            let listing = host.store.list(&Page { whose, after, limit })?;
            for what in &listing.damaged {
                tracing::error!(what, "a game cannot be listed");
            }
            // A system that is not there any more has games nobody can play: they are kept, not shown.
            let summary = |info: &GameInfo| host.summary(&caller.device, info, &language);
            let mut games: Vec<_> = listing.games.iter().filter_map(summary).collect();
            // They are long, and only whoever sets a game up again needs them.
            for game in &mut games {
                game.documents.clear();
            }
            Ok(Games { games, next: listing.next.map(|id| id.to_string()) })
        })
        .await
    }

    pub(super) fn summary(&self, who: &Device, info: &GameInfo, language: &str) -> Option<GameSummary> {
        let offer = self.offers.get(&info.system)?;
        let mut notes: Notes = serde_json::from_str(&info.notes).ok()?;
        if let Some(said) = notes.said.remove(language) {
            if let Some(over) = &mut notes.over {
                over.sentence.clone_from(&said.status);
            }
            (notes.status, notes.names) = (said.status, said.names);
        }
        let delay = i64::from(notes.options.delay) * 1000;
        if delay > 0 && !notes.rights.sits(who) && clock::now().0 < info.updated.0.saturating_add(delay) {
            (notes.status, notes.over) = (String::new(), None);
        }
        let seats = offer.form.seats.iter().enumerate().map(|(index, seat)| {
            let (yours, open) = notes.place(who, &seat.seat);
            crate::protocol::Seat {
                player: notes.player(&seat.seat),
                seat: seat.seat.clone(),
                // Games of an older version have none noted.
                name: notes.names.get(index).unwrap_or(&seat.name).clone(),
                who: notes.name_of(&seat.seat),
                yours,
                open,
            }
        });
        let (setup, documents) = setup_of(info, &offer.form);
        Some(GameSummary {
            id: info.id.to_string(),
            system: info.system.clone(),
            title: info.title.clone(),
            seats: seats.collect(),
            setup,
            documents,
            lesson: notes.lesson_mark,
            status: notes.status,
            owned: notes.rights.owns(who),
            listed: notes.listed,
            options: notes.options,
            touched: u64::try_from(info.updated.0 / 1000).unwrap_or(0),
            over: notes.over,
        })
    }

    /// One game's line of the list.
    pub(crate) async fn one(
        self: &Arc<Self>,
        caller: &Caller,
        id: GameId,
        language: String,
    ) -> Result<GameSummary, Fault> {
        self.adopt(caller, &id).await?;
        let who = caller.device.clone();
        self.blocking(move |host| {
            let info = host.store.info(&id)?;
            rights_of(&info).filter(|rights| rights.knows(&who)).ok_or_else(|| nowhere(&id))?;
            host.summary(&who, &info, &language).ok_or_else(|| {
                Fault::conflict(format!("game {id} is of the system `{}`, which is not there", info.system))
            })
        })
        .await
    }
}

/// What was put into the form of a stored game, and the documents it carries.
fn setup_of(info: &GameInfo, form: &SetupForm) -> (SetupValues, Vec<Carried>) {
    let Ok(header) = restore::read_header(&info.id, &info.header) else { return Default::default() };
    let values = serde_json::from_value::<SetupValues>(header.setup);
    let mut values = values.unwrap_or_default();
    values.retain(|key, _| form.fields.iter().any(|field| field.key == *key));
    (values, header.documents)
}
