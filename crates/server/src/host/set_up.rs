//! Setting games up: what was put into a form, who sits where, and the first lines in the store.

use std::sync::Arc;
use std::time::Duration;

use grognard_engine::SeatId;
use grognard_engine::client::{SetupField, SetupForm, SetupInput, SetupValue, SetupValues};
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, System};
use grognard_engine::lesson::LESSON;
use grognard_engine::speech::ENGLISH;
use grognard_store::{GameId, NewGame};

use super::notes::{Notes, Stop, Waiting};
use super::rights::Rights;
use super::{Host, Offer, delay, documents, people, playable, restore, table, time};
use crate::clock;
use crate::device::{Caller, Device};
use crate::fault::Fault;
use crate::protocol::{CreateGame, Created, ForkGame, GameOptions, Invited, Player, SeatSetup};

impl Host {
    /// Counts a new game against its maker's allowance.
    pub(super) fn may_create(&self, caller: &Caller) -> Result<(), Fault> {
        let wait = |wait: Duration| {
            let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
            Fault::busy("you have set up many games in a short time; wait a little", seconds)
        };
        self.by_device.take(caller.device.clone()).map_err(wait)?;
        match caller.address {
            Some(address) => self.by_address.take(address).map_err(wait),
            None => Ok(()),
        }
    }

    /// Sets up a game. People's seats are the caller's, unless they are left open.
    pub(crate) async fn create(
        self: &Arc<Self>,
        caller: &Caller,
        create: CreateGame,
    ) -> Result<Created, Fault> {
        self.may_create(caller)?;
        let who = caller.device.clone();
        self.blocking(move |host| host.create_now(&who, &create)).await
    }

    fn create_now(&self, who: &Device, create: &CreateGame) -> Result<Created, Fault> {
        let offer = self.offer(&create.system)?;
        if let Some(lesson) = &create.lesson {
            return self.begin_lesson(offer, who, lesson);
        }
        let system = documents::carrying(&offer.system, &create.documents)?;
        let form = match create.documents.as_slice() {
            [] => Arc::clone(&offer.form),
            _ => Arc::new(playable(&*system, system.form())),
        };
        check_setup(&form, &create.setup)?;
        let values = with_defaults(&form, &create.setup);
        let secret = match &create.seed {
            Some(text) => read_seed(text)?,
            None => Secret(clock::random()?),
        };
        let setup = serde_json::to_value(&values).map_err(|e| Fault::bad(e.to_string()))?;
        let game = system.start(&setup, secret, Vec::new()).map_err(Fault::bad)?;
        let seats = check_seats(&*offer.system, &*game, &create.seats)?;
        if create.seed.is_some() && seats.iter().any(|setup| setup.open) {
            return Err(Fault::bad("seed: whoever gives it knows all dice, so no seat can be left open"));
        }
        time::check(create.options.time)?;
        delay::check(create.options.delay)?;
        let mut notes =
            Notes { seats, pace: create.options.pace, options: create.options.clone(), ..Notes::default() };
        notes.known_dice = create.seed.is_some();
        notes.listed = create.listed;
        if let Some(name) = &create.name {
            notes.called.insert(who.clone(), people::clean_name(name)?);
        }
        notes.stops = first_stops(&*game, &notes);
        let (mission, title) = mission_of(&form, &values);
        self.keep(offer, who, game, notes, title, mission)
    }

    /// A game of a lesson: the learner in his seat, the host in all others.
    fn begin_lesson(&self, offer: &Offer, who: &Device, id: &str) -> Result<Created, Fault> {
        let lesson = offer.system.lessons().iter().find(|lesson| lesson.id == id).ok_or_else(|| {
            let known: Vec<_> = offer.system.lessons().iter().map(|lesson| lesson.id.as_str()).collect();
            Fault::bad(format!("lesson: there is no `{}`; there are: {}", table::short(id), known.join(", ")))
        })?;
        let setup = serde_json::json!({ LESSON: id });
        let game = offer.system.start(&setup, Secret(clock::random()?), Vec::new()).map_err(Fault::bad)?;
        let seat = |info: &grognard_engine::seat::SeatInfo| SeatSetup {
            seat: info.id.clone(),
            player: if info.id == lesson.seat {
                Player::Human
            } else {
                Player::Bot { bot: grognard_engine::erased::RANDOM_BOT.to_owned() }
            },
            open: false,
        };
        let seats = game.seats().iter().map(seat).collect();
        let options = GameOptions { practice: true, ..GameOptions::default() };
        let notes = Notes { seats, options, lesson: Some(id.to_owned()), ..Notes::default() };
        let title = format!("{}: {}", offer.form.title, offer.system.sentence(ENGLISH, &lesson.name));
        self.keep(offer, who, game, notes, title, String::new())
    }

    /// Makes a new game from a frame of another, with new dice.
    pub(crate) async fn fork(
        self: &Arc<Self>,
        caller: &Caller,
        id: GameId,
        fork: ForkGame,
    ) -> Result<Created, Fault> {
        let live = self.open(caller, &id).await?;
        self.may_create(caller)?;
        let (who, secret) = (caller.device.clone(), Secret(clock::random()?));
        let mine = who.clone();
        let (game, notes, title) = live.with(move |table| table.fork(&mine, &fork, secret)).await??;
        self.blocking(move |host| {
            let info = host.store.info(&id)?;
            let offer = host.offer(&info.system)?;
            let notes = Notes { seats: check_seats(&*offer.system, &*game, &notes.seats)?, ..notes };
            host.keep(offer, &who, game, notes, title, info.mission)
        })
        .await
    }

    fn keep(
        &self,
        offer: &Offer,
        who: &Device,
        game: Box<dyn DynGame>,
        mut notes: Notes,
        title: String,
        mission: String,
    ) -> Result<Created, Fault> {
        let (open, own): (Vec<_>, Vec<_>) =
            notes.seats.iter().filter(|setup| people::is_person(setup)).partition(|setup| setup.open);
        let open: Vec<_> = open.into_iter().map(|setup| setup.seat.clone()).collect();
        notes.rights = Rights::of(who, own.into_iter().map(|setup| setup.seat.clone()));
        let mut invitations = Vec::new();
        for seat in open {
            let token = notes.rights.invite(who, Some(seat.clone()))?;
            invitations.push(Invited { seat: Some(seat), token });
        }
        let created = self.keep_with(offer, game, notes, title, mission)?;
        Ok(Created { invitations, ..created })
    }

    /// Keeps a new game whose seats are given out.
    pub(super) fn keep_with(
        &self,
        offer: &Offer,
        game: Box<dyn DynGame>,
        mut notes: Notes,
        title: String,
        mission: String,
    ) -> Result<Created, Fault> {
        if let Some(owner) = notes.rights.owner()
            && self.store.count(&owner.member())? >= self.kept_games
        {
            let what = format!("you have {} games on this server: delete some first", self.kept_games);
            return Err(Fault::conflict(what));
        }
        let id = GameId::from_bits(u128::from_le_bytes(clock::random()?));
        let people = notes.people().next().is_some();
        // In a lesson, and where the seed was given, the dice are known anyway.
        notes.waiting = (people && notes.lesson.is_none() && !notes.known_dice).then(Waiting::default);
        let mut table = self.seat_table(&id, offer, game, notes, title);
        table.note_status();
        let new = NewGame {
            id: id.clone(),
            title: table.title.clone(),
            system: offer.system.id().to_owned(),
            mission,
            header: restore::write_header(&*table.game)?,
            notes: restore::write_notes(&table.notes)?,
            lines: restore::write_lines(table.game.lines())?,
            members: table.notes.members(),
            at: clock::now(),
        };
        self.store.create(&new)?;
        tracing::info!(game = %id, system = new.system, "a game was set up");
        Ok(Created { id: id.to_string(), invitations: Vec::new() })
    }
}

/// Sees that the form was filled in with what it asks for.
pub(super) fn check_setup(form: &SetupForm, values: &SetupValues) -> Result<(), Fault> {
    for (key, value) in values {
        let Some(field) = form.fields.iter().find(|field| field.key == *key) else {
            let known: Vec<_> = form.fields.iter().map(|field| field.key.as_str()).collect();
            let what = format!(
                "setup: there is no setting `{}`; there are: {}",
                table::short(key),
                known.join(", ")
            );
            return Err(Fault::bad(what));
        };
        let wanted = match (&field.input, value) {
            (SetupInput::Choice { choices, open, .. }, SetupValue::Text(text)) => {
                let left_open = text.is_empty() && open.is_some();
                if left_open || choices.iter().any(|choice| choice.value == *text) {
                    continue;
                }
                let known: Vec<_> = choices.iter().map(|choice| choice.value.as_str()).collect();
                format!("one of: {}", known.join(", "))
            }
            (SetupInput::Choice { .. }, _) => "a text".to_owned(),
            (SetupInput::Toggle { .. }, SetupValue::Flag(_)) => continue,
            (SetupInput::Toggle { .. }, _) => "true or false".to_owned(),
            (SetupInput::Number { min, max, .. }, SetupValue::Number(number))
                if (min..=max).contains(&number) =>
            {
                continue;
            }
            (SetupInput::Number { min, max, .. }, _) => format!("a number from {min} to {max}"),
            (SetupInput::Text { most, .. }, SetupValue::Text(text))
                if text.chars().count() <= *most as usize =>
            {
                continue;
            }
            (SetupInput::Text { most, .. }, _) => format!("a text of at most {most} characters"),
        };
        return Err(Fault::bad(format!("setup: `{key}` must be {wanted}")));
    }
    Ok(())
}

/// How people are asked at first.
pub(super) fn first_stops(game: &dyn DynGame, notes: &Notes) -> Vec<Stop> {
    let seats = game.seats().iter().enumerate().filter(|(_, seat)| notes.is_human(&seat.id));
    seats.filter_map(|(at, seat)| Stop::first(game, SeatId(at as u8), &seat.id)).collect()
}

/// What was put into the form, and the defaults of what was left out.
pub(super) fn with_defaults(form: &SetupForm, values: &SetupValues) -> SetupValues {
    let default = |input: &SetupInput| match input {
        SetupInput::Choice { default, .. } => SetupValue::Text(default.clone()),
        SetupInput::Toggle { default } => SetupValue::Flag(*default),
        SetupInput::Number { default, .. } => SetupValue::Number(*default),
        SetupInput::Text { default, .. } => SetupValue::Text(default.clone()),
    };
    let mut all: SetupValues =
        form.fields.iter().map(|field| (field.key.clone(), default(&field.input))).collect();
    all.extend(values.clone());
    all
}

/// Sees that every seat has one player, and that its bots exist.
fn check_seats(
    system: &dyn System,
    game: &dyn DynGame,
    seats: &[SeatSetup],
) -> Result<Vec<SeatSetup>, Fault> {
    let names: Vec<_> = game.seats().iter().map(|seat| seat.id.as_str()).collect();
    for (index, setup) in seats.iter().enumerate() {
        if !names.contains(&setup.seat.as_str()) {
            let seat = table::short(&setup.seat);
            return Err(Fault::bad(format!(
                "seats: there is no seat `{seat}`; there are: {}",
                names.join(", ")
            )));
        }
        if seats[..index].iter().any(|earlier| earlier.seat == setup.seat) {
            return Err(Fault::bad(format!("seats: `{}` is given twice", setup.seat)));
        }
        if let Player::Bot { bot } = &setup.player
            && !system.bots().iter().any(|(name, _)| name == bot)
        {
            let known: Vec<_> = system.bots().iter().map(|(name, _)| *name).collect();
            let bot = table::short(bot);
            return Err(Fault::bad(format!(
                "seats: there is no bot `{bot}`; there are: {}",
                known.join(", ")
            )));
        }
    }
    if let Some(missing) = names.iter().find(|name| !seats.iter().any(|setup| setup.seat == **name)) {
        return Err(Fault::bad(format!("seats: nobody plays `{missing}`")));
    }
    Ok(seats.to_vec())
}

/// A seed given for a test: a number, or a whole secret.
fn read_seed(text: &str) -> Result<Secret, Fault> {
    let number = text.parse().ok().map(Secret::from_number);
    number.or_else(|| Secret::from_hex(text)).ok_or_else(|| {
        Fault::bad("seed: expected a whole number below 2^64, or a secret of 64 hexadecimal digits")
    })
}

/// The mission's id and the game's title. By custom the first field of a form is the mission; where it was left open, the
/// two choices after it tell one game from another.
fn mission_of(form: &SetupForm, values: &SetupValues) -> (String, String) {
    let chosen = |field: &SetupField| match &field.input {
        SetupInput::Choice { choices, default, .. } => {
            let value = match values.get(&field.key) {
                Some(SetupValue::Text(text)) => text,
                _ => default,
            };
            let found = choices.iter().find(|choice| choice.value == *value);
            Some((value.clone(), found.map_or_else(|| value.clone(), |choice| choice.label.clone())))
        }
        _ => None,
    };
    let Some((mission, label)) = form.fields.first().and_then(chosen) else {
        return (String::new(), form.title.clone());
    };
    let others = || form.fields[1..].iter().filter_map(chosen).map(|(_, label)| label);
    let label = if mission.is_empty() { others().take(2).collect::<Vec<_>>().join(" – ") } else { label };
    (mission, format!("{}: {label}", form.title))
}
