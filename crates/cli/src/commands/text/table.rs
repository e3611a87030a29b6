//! A game with its players: people at the keyboard, computers, and standing answers.

use std::collections::BTreeMap;

use grognard_engine::client::Thinking;
use grognard_engine::erased::{BotSeat, DynGame, StandingAnswer};
use grognard_engine::game::Rejected;
use grognard_engine::record::Origin;
use grognard_engine::{SeatId, Viewer};

use crate::exit::Exit;

/// A standing answer a person has chosen.
pub struct Stop {
    mode: String,
    number: Option<i32>,
    scope: u64,
}

/// Who plays a seat.
pub enum Player {
    /// Somebody at the keyboard.
    Human {
        /// How they want to be asked.
        stop: Option<Stop>,
    },
    /// A computer player.
    Computer(BotSeat),
}

/// The game and who plays it.
pub struct Table {
    game: Box<dyn DynGame>,
    players: Vec<Player>,
    /// The system's best computer player, for whoever asks for a hint.
    adviser: Option<BotSeat>,
}

impl Table {
    /// Sits down.
    pub fn new(game: Box<dyn DynGame>, players: Vec<Player>, adviser: Option<BotSeat>) -> Table {
        Table { game, players, adviser }
    }

    /// Another game with the same players, each in the seat he has there.
    pub fn next(self, game: Box<dyn DynGame>, seats: &BTreeMap<String, String>) -> Table {
        let place = |player: usize| {
            let there = self.game.seats().get(player).and_then(|old| seats.get(&old.id));
            game.seats().iter().position(|seat| Some(&seat.id) == there).unwrap_or(player)
        };
        let places: Vec<_> = (0..self.players.len()).map(place).collect();
        let mut players: Vec<_> = places.into_iter().zip(self.players).collect();
        players.sort_by_key(|(place, _)| *place);
        let players = players.into_iter().map(|(_, player)| player).collect();
        Table { game, players, adviser: self.adviser }
    }

    /// Whether a seat is played from the keyboard.
    pub fn is_person(&self, seat: &str) -> bool {
        let index = self.game.seats().iter().position(|info| info.id == seat);
        index.is_some_and(|index| matches!(self.players[index], Player::Human { .. }))
    }

    /// What the best computer player would answer in a seat's place, from what that seat may see.
    pub fn hint(&self, seat: SeatId) -> Result<(String, Option<Thinking>), String> {
        let adviser = self.adviser.clone();
        let mut adviser = adviser.ok_or("This system has no computer player to ask.")?;
        self.game.bot_advice(seat, &mut adviser)
    }

    /// The game.
    pub fn game(&self) -> &dyn DynGame {
        &*self.game
    }

    /// How many people play.
    pub fn people(&self) -> usize {
        self.players.iter().filter(|player| matches!(player, Player::Human { .. })).count()
    }

    /// Whose eyes to look with when nobody is asked: the only person's, or a spectator's.
    pub fn onlooker(&self) -> Viewer {
        let mut people =
            (0u8..).zip(&self.players).filter(|(_, player)| matches!(player, Player::Human { .. }));
        match (people.next(), people.next()) {
            (Some((seat, _)), None) => Viewer::Seat(SeatId(seat)),
            _ => Viewer::Spectator,
        }
    }

    /// The name of a seat.
    pub fn name(&self, seat: SeatId) -> &str {
        &self.game.seats()[seat.index()].name
    }

    /// Lets computers and standing answers go on until a person has to decide, or one answer was given;
    /// `None` when the game is over.
    pub fn advance(&mut self) -> Result<Advance, Exit> {
        let waits = self.game.waits_for();
        if waits.is_empty() {
            return Ok(Advance::Over);
        }
        for seat in &waits {
            let (text, by) = match &mut self.players[seat.index()] {
                Player::Computer(bot) => {
                    let text = self.game.bot_answer(*seat, bot);
                    (text.map_err(|what| Exit::Failed(format!("computer player: {what}")))?, Origin::Bot)
                }
                Player::Human { stop: Some(stop) } => {
                    match self.game.standing(*seat, &stop.mode, stop.number, stop.scope) {
                        StandingAnswer::Ask => continue,
                        StandingAnswer::Answer(text) => (text, Origin::Stop),
                        StandingAnswer::Expired => {
                            self.ask_always(*seat);
                            continue;
                        }
                    }
                }
                Player::Human { stop: None } => continue,
            };
            let given = self.game.answer(*seat, &text, by);
            given.map_err(|why| Exit::Failed(format!("the answer `{text}` was refused: {why}")))?;
            return Ok(Advance::Answered);
        }
        Ok(Advance::Ask(waits[0]))
    }

    fn ask_always(&mut self, seat: SeatId) {
        if let Player::Human { stop } = &mut self.players[seat.index()] {
            *stop = None;
        }
    }

    /// Chooses a standing answer for a person; `None` is to be asked always.
    pub fn set_stop(&mut self, seat: SeatId, mode: Option<(String, Option<i32>)>) {
        let chosen = mode.map(|(mode, number)| {
            let scope = self.game.stop_scope(seat, &mode);
            Stop { mode, number, scope }
        });
        if let Player::Human { stop } = &mut self.players[seat.index()] {
            *stop = chosen;
        }
    }

    /// Gives a person's answer.
    pub fn answer(&mut self, seat: SeatId, text: &str) -> Result<(), Rejected> {
        self.game.answer(seat, text, Origin::Player)
    }

    /// Says something beside the answers.
    pub fn aside(&mut self, seat: SeatId, text: &str) -> Result<(), Rejected> {
        self.game.aside(seat, text, Origin::Player)
    }

    /// The last answer a person gave.
    fn last_by_person(&self) -> Result<(SeatId, String), Rejected> {
        let mut numbers = (0..self.game.answers()).rev();
        let found = numbers.find_map(|number| {
            let (seat, text, _) = self.game.answer_at(number)?;
            matches!(self.players[seat.index()], Player::Human { .. }).then_some((seat, text))
        });
        found.ok_or_else(|| Rejected::NotAsked("there is nothing to take back".to_owned()))
    }

    /// Takes back the phase in which a person answered last, as far as that is free; says how many answers went.
    pub fn undo_phase(&mut self) -> Result<u32, Rejected> {
        let (seat, _) = self.last_by_person()?;
        let answers = self.game.phase_undo(seat).map_or(0, |undo| undo.taken);
        self.game.undo_phase(seat)?;
        self.ask_always(seat);
        Ok(answers)
    }

    /// Takes back the last answer a person gave. Alone against computers nobody needs to agree.
    pub fn undo(&mut self, agreed: bool) -> Result<String, Rejected> {
        let (seat, text) = self.last_by_person()?;
        self.game.undo(seat, agreed || self.people() == 1)?;
        // A standing answer would give the same answer again at once.
        self.ask_always(seat);
        Ok(text)
    }
}

/// What [`Table::advance`] came to.
pub enum Advance {
    /// A computer or a standing answer has answered; there may be more.
    Answered,
    /// A person has to decide.
    Ask(SeatId),
    /// The game is over.
    Over,
}
