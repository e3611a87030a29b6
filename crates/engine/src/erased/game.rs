//! A typed game as a [`DynGame`].

use std::sync::Arc;

use serde_json::Value;

use super::bots::Bots;
use super::{BotSeat, DynGame, StandingAnswer, simulate};
use crate::bot::decide;
use crate::catalogue::Catalogue;
use crate::client::{self, LogEntry, Prompt, Query, QueryAnswer, RuleName, Scene, StopMode, Unavailable};
use crate::decision::Answers;
use crate::dice::Secret;
use crate::game::{AGREED, EngineFault, Game, Rejected, UndoPreview};
use crate::record::{self, Header, Line, Origin, RECORD_FORMAT, Record};
use crate::rng::SplitMix;
use crate::ruleset::{Present, Standing};
use crate::save::Save;
use crate::seat::{SeatInfo, Viewer};
use crate::{SeatId, present, speech};

/// A game behind [`DynGame`].
pub(super) struct Erased<R: Present> {
    pub game: Game<R>,
    pub header: Header,
    pub catalogue: Arc<Catalogue>,
    pub bots: Bots<R>,
    /// The language everything is said in.
    pub language: String,
}

impl<R: Present> Erased<R> {
    fn with_game(&self, game: Game<R>) -> Erased<R> {
        let (header, catalogue) = (self.header.clone(), Arc::clone(&self.catalogue));
        Erased { game, header, catalogue, bots: self.bots.clone(), language: self.language.clone() }
    }
}

impl<R: Present> DynGame for Erased<R> {
    fn system(&self) -> &'static str {
        R::ID
    }

    fn seats(&self) -> &[SeatInfo] {
        self.game.seats()
    }

    fn revision(&self) -> u32 {
        self.game.revision()
    }

    fn answers(&self) -> u32 {
        self.game.answers()
    }

    fn clock(&self) -> Option<crate::ruleset::Clock> {
        R::clock(self.game.fixed(), self.game.state())
    }

    fn turn(&self) -> u32 {
        R::turn(self.game.state())
    }

    fn speak(&mut self, language: &str) {
        if language == self.language {
            return;
        }
        if let Some(fixed) = R::fixed_in(self.game.fixed(), language) {
            self.game.speak(Arc::new(fixed));
        }
        language.clone_into(&mut self.language);
    }

    fn waits_for(&self) -> Vec<SeatId> {
        self.game.pending().map(|decision| decision.ask.owner).collect()
    }

    fn over(&self) -> Option<(Vec<SeatId>, String, RuleName)> {
        let outcome = self.game.outcome()?;
        if outcome.rule == AGREED {
            let why = speech::agreed_draw(&self.language).to_owned();
            return Some((Vec::new(), why, AGREED.as_str().to_owned()));
        }
        let why = R::texts(self.game.fixed()).render(&outcome.why);
        Some((outcome.winners.clone(), why, outcome.rule.as_str().to_owned()))
    }

    fn sequel(&self) -> Option<client::Sequel> {
        self.game.outcome()?;
        R::sequel(self.game.fixed(), &self.game.view(Viewer::Spectator))
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let (fixed, view) = (self.game.fixed(), self.game.view(viewer));
        Scene { measuring: R::measuring(fixed, &view), ..R::scene(fixed, &view) }
    }

    fn prompt(&self, viewer: Viewer) -> Option<Prompt> {
        present::prompt(&self.game, &self.catalogue, viewer)
    }

    fn log(&self, viewer: Viewer, from: u32) -> Vec<LogEntry> {
        present::log(&self.game, &self.catalogue, viewer, from)
    }

    fn log_len(&self) -> u32 {
        self.game.log().len() as u32
    }

    fn transcript(&self) -> Vec<String> {
        present::transcript(&self.game)
    }

    fn query(&self, viewer: Viewer, query: &Query) -> QueryAnswer {
        let nothing = |sentence: String| QueryAnswer::None(Unavailable { sentence });
        match query {
            Query::Rule { rule } => match self.catalogue.page(rule) {
                Some(page) => QueryAnswer::Rule(page),
                None => nothing(format!("there is no rule `{rule}`")),
            },
            Query::WhyNot { text } => {
                let Viewer::Seat(seat) = viewer else { return nothing("spectators do not play".to_owned()) };
                match self.game.read(seat, text) {
                    Ok(_) => QueryAnswer::WhyNot(client::Refusal::default()),
                    Err(rejected) => QueryAnswer::WhyNot(self.explain(&rejected)),
                }
            }
            Query::Advice | Query::Arrangement => nothing("nobody here gives advice".to_owned()),
            other => match R::query(self.game.fixed(), &self.game.view(viewer), other) {
                Ok(answer) => answer,
                Err(refusal) => {
                    let words = present::refusal::<R>(self.game.fixed(), &self.catalogue, &refusal);
                    if matches!(other, Query::Against { .. }) {
                        return QueryAnswer::WhyNot(words);
                    }
                    let sentences: Vec<_> = words.violations.into_iter().map(|v| v.sentence).collect();
                    nothing(sentences.join(" "))
                }
            },
        }
    }

    fn options(&self, seat: SeatId) -> Vec<String> {
        let Some(decision) = self.game.decision_of(seat) else { return Vec::new() };
        let mut rng = SplitMix::new(u64::from(self.game.revision()));
        let choices = self.game.suggestions(decision, &mut rng);
        choices.iter().map(|choice| R::write(self.game.fixed(), choice)).collect()
    }

    fn inspect(&self, what: &str) -> Option<String> {
        R::inspect(self.game.fixed(), self.game.state(), what)
    }

    fn answer(&mut self, seat: SeatId, text: &str, by: Origin) -> Result<(), Rejected> {
        self.game.answer(seat, text, by)
    }

    fn explain(&self, rejected: &Rejected) -> client::Refusal {
        match rejected {
            Rejected::Refused(refusal) => present::refusal::<R>(self.game.fixed(), &self.catalogue, refusal),
            other => client::Refusal { violations: vec![client::Violation::plain(other.to_string())] },
        }
    }

    fn aside(&mut self, seat: SeatId, text: &str, by: Origin) -> Result<(), Rejected> {
        self.game.aside(seat, text, by)
    }

    fn default_answer(&self, seat: SeatId) -> Option<String> {
        self.game.default_answer(seat).map(|choice| R::write(self.game.fixed(), &choice))
    }

    fn undo_preview(&self, seat: SeatId) -> Option<UndoPreview> {
        self.game.undo_preview(seat)
    }

    fn phase_undo(&self, seat: SeatId) -> Option<crate::game::PhaseUndo> {
        self.game.phase_undo(seat)
    }

    fn undo_phase(&mut self, seat: SeatId) -> Result<(), Rejected> {
        self.game.undo_phase(seat)
    }

    fn undo(&mut self, seat: SeatId, consent: bool) -> Result<(), Rejected> {
        self.game.undo(seat, consent)
    }

    fn rewind(&mut self, to: u32, epoch: Option<u32>) -> Result<(), EngineFault> {
        self.game.rewind(to, epoch)
    }

    fn frame(&self, answers: u32) -> Result<Box<dyn DynGame>, EngineFault> {
        let game = self.game.frame(answers)?;
        Ok(Box::new(self.with_game(game)))
    }

    fn answer_at(&self, number: u32) -> Option<(SeatId, String, bool)> {
        if number >= self.game.answers() {
            return None;
        }
        let (seat, known) = self.game.answer_seat(number as usize);
        Some((seat, self.game.answer_text(number as usize), known.is_all()))
    }

    fn copy(&self) -> Box<dyn DynGame> {
        Box::new(self.with_game(self.game.clone()))
    }

    fn bot_answer(&self, seat: SeatId, bot: &mut BotSeat) -> Result<String, String> {
        Ok(self.bot_advice(seat, bot)?.0)
    }

    fn bot_advice(
        &self,
        seat: SeatId,
        bot: &mut BotSeat,
    ) -> Result<(String, Option<client::Thinking>), String> {
        let decision = self.game.decision_of(seat).ok_or("the seat has nothing to decide")?;
        let mut player = self.bots.make(&bot.name, bot.rng.next_u64())?;
        let root = self.game.root(seat);
        let choice = decide(&mut *player, &self.game.seen(seat, Some(&root)), decision);
        let fixed = self.game.fixed();
        let thinking = player.thought().map(|thought| {
            let view = self.game.view(Viewer::Seat(seat));
            let (next, next_stands) = thought.next.map_or((String::new(), 0), |(choice, stands)| {
                (R::option(fixed, &view, &decision.ask, &choice).label, stands)
            });
            client::Thinking {
                games: thought.games,
                stands: thought.stands,
                worst: thought.worst,
                next,
                next_stands,
            }
        });
        Ok((R::write(fixed, &choice), thinking))
    }

    fn worded(&self, seat: SeatId, text: &str, viewer: Viewer) -> Option<client::PromptOption> {
        let decision = self.game.decision_of(seat)?;
        let choice = self.game.read(seat, text).ok()?;
        let (fixed, view) = (self.game.fixed(), self.game.view(viewer));
        let option = R::option(fixed, &view, &decision.ask, &choice);
        Some(client::PromptOption { text: R::write(fixed, &choice), ..option })
    }

    fn chooses(&self, seat: SeatId) -> bool {
        let decision = self.game.decision_of(seat);
        decision.is_some_and(|decision| matches!(decision.answers, Answers::Options(_)))
    }

    fn prospects(&self, bots: &[String], games: u32, seed: u64) -> Result<Vec<u32>, String> {
        let (start, _) = self.game.activity_start();
        simulate::prospects::<R>(self.game.fixed(), start, &self.bots, bots, games, seed)
    }

    fn stop_modes(&self, seat: SeatId) -> Vec<StopMode> {
        R::stop_modes(self.game.fixed(), seat)
    }

    fn stop_scope(&self, seat: SeatId, mode: &str) -> u64 {
        R::stop_scope(self.game.fixed(), &self.game.view(Viewer::Seat(seat)), mode)
    }

    fn standing(&self, seat: SeatId, mode: &str, number: Option<i32>, scope: u64) -> StandingAnswer {
        let Some(decision) = self.game.decision_of(seat) else { return StandingAnswer::Ask };
        let view = self.game.view(Viewer::Seat(seat));
        match R::standing(self.game.fixed(), &view, decision, mode, number, scope) {
            Standing::Ask => StandingAnswer::Ask,
            Standing::Answer(choice) => StandingAnswer::Answer(R::write(self.game.fixed(), &choice)),
            Standing::Expired => StandingAnswer::Expired,
        }
    }

    fn hash(&self) -> u64 {
        self.game.hash()
    }

    fn record(&self, with_secret: bool) -> Record {
        let header = if with_secret { self.header.clone() } else { self.header.without_secret() };
        Record { header, lines: self.game.lines().to_vec() }
    }

    fn fork(&self, at: u32, secret: Secret) -> Result<Record, EngineFault> {
        let frame = self.game.frame(at)?;
        let rolled = frame.dice().kept_faces();
        let rolled = rolled.ok_or_else(|| EngineFault("the dice of this game were not kept".to_owned()))?;
        let header = Header {
            grognard: RECORD_FORMAT,
            commitment: secret.commitment(),
            nonces: Vec::new(),
            secret: Some(secret.to_hex()),
            rolled: rolled.to_vec(),
            ..self.header.clone()
        };
        Ok(Record { header, lines: record::straightened(self.game.lines(), at) })
    }

    fn lines(&self) -> &[Line] {
        self.game.lines()
    }

    fn save(&self) -> Value {
        serde_json::to_value(Save::of(&self.game, self.header.clone())).expect("a save is plain data")
    }

    fn epoch(&self) -> u32 {
        self.game.epoch()
    }
}
