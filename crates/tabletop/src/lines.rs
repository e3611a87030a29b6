//! Lines of the log about units, models and sides.

use grognard_engine::message::{Message, Texts};
use grognard_engine::present::LogLine;
use grognard_space::table::{BodyId, GroupId};

use crate::armies::Named;
use crate::sides::Side;

/// What units, models and sides are called in the log.
pub trait Teller: Named {
    /// The sentences.
    fn sentences(&self) -> &Texts;

    /// What a side is called.
    fn told_side(&self, side: Side) -> String;

    /// What a unit is called.
    fn told_unit(&self, unit: GroupId) -> String;

    /// What a model is called.
    fn told_model(&self, model: BodyId) -> String;

    /// The side of a unit and all models it ever had; `None` where there is no such unit.
    fn mustered(&self, unit: GroupId) -> Option<(Side, &[BodyId])>;
}

/// A line of the log while it is put together: `line(fixed, "shot", "event.shot").unit("unit", unit).number("hits", 3)`.
pub struct Line<'a> {
    teller: &'a dyn Teller,
    /// The line so far, without its sentence.
    pub line: LogLine,
    /// The sentence so far.
    pub message: Message,
    /// Whose doing it was: the first side or unit that was named.
    pub side: Option<Side>,
}

/// A line on a topic with a sentence.
pub fn line<'a>(teller: &'a dyn Teller, topic: &'static str, key: &'static str) -> Line<'a> {
    Line { teller, line: LogLine { topic, ..LogLine::default() }, message: Message::new(key), side: None }
}

impl Line<'_> {
    /// Names a unit and points at its models.
    pub fn unit(mut self, name: &'static str, unit: GroupId) -> Self {
        self.message = self.message.text(name, self.teller.told_unit(unit));
        let Some((side, models)) = self.teller.mustered(unit) else { return self };
        self.side = self.side.or(Some(side));
        self.models(models)
    }

    /// Names a model and points at it.
    pub fn model(mut self, name: &'static str, model: BodyId) -> Self {
        self.message = self.message.text(name, self.teller.told_model(model));
        self.models(&[model])
    }

    /// Points at models.
    pub fn models(mut self, models: &[BodyId]) -> Self {
        self.line.places.pieces.extend(models.iter().map(|model| self.teller.name(*model).to_owned()));
        self
    }

    /// Names the side whose doing it is.
    pub fn side(mut self, side: Side) -> Self {
        self.message = self.message.text("side", self.teller.told_side(side));
        self.side = Some(side);
        self
    }

    /// A number in the sentence.
    pub fn number(mut self, name: &'static str, value: impl Into<i64>) -> Self {
        self.message = self.message.number(name, value);
        self
    }

    /// Words in the sentence.
    pub fn text(mut self, name: &'static str, text: String) -> Self {
        self.message = self.message.text(name, text);
        self
    }

    /// Another text of the system in the sentence.
    pub fn key(mut self, name: &'static str, key: &'static str) -> Self {
        self.message = self.message.key(name, key);
        self
    }

    /// A headline.
    pub fn heading(mut self) -> Self {
        self.line.heading = true;
        self
    }

    /// The whole line.
    pub fn done(self) -> LogLine {
        LogLine {
            sentence: self.teller.sentences().render(&self.message),
            seat: self.side.map(|side| side.id().to_owned()),
            ..self.line
        }
    }
}
