//! What clients are shown of a table: its state, its line in the list, frames of its replay.

use grognard_engine::client::{Ask, Prompt, Query, QueryAnswer, StopMode, StopState, Track, Unavailable};
use grognard_engine::game::UndoPreview;
use grognard_engine::record::Line;
use grognard_engine::speech::ENGLISH;
use grognard_engine::{SeatId, Viewer};

use super::notes::Said;
use super::table::Table;
use super::tongue::tongue;
use crate::device::Device;
use crate::fault::Fault;
use crate::protocol::{
    GameState, Over, ReplayAnswer, ReplayFrame, ReplayMark, Seat, Undo, UndoPhase, ViewAs,
};

/// How many entries of the log before its own a frame of a replay shows.
const EARLIER: u32 = 80;

impl Table {
    /// The game as one viewer may see it, with its log from an entry on.
    pub(crate) fn state(&mut self, who: &Device, view: &ViewAs, log_from: u32) -> Result<GameState, Fault> {
        let viewer = self.viewer(who, view)?;
        self.has_begun()?;
        debug_assert!(self.sees_everything(who, viewer), "somebody who is behind gets another state");
        let proof = self.proof();
        Ok(GameState {
            revision: self.game.revision(),
            view: view.clone(),
            scene: self.game.scene(viewer),
            prompt: self.prompt(who, viewer),
            log: self.game.log(viewer, log_from),
            log_from,
            undo: self.undo_state(who, viewer),
            stops: self.stops(who),
            stop_modes: self.stop_modes(who, viewer),
            seats: self.seats(who),
            title: self.title.clone(),
            system: self.system.id().to_owned(),
            options: self.notes.options.clone(),
            bot: self.bot_status(),
            clock: self.clock_state(),
            lesson: self.lesson_state(),
            over: self.over(),
            proof,
            clocks: self.clocks(),
            draw: self.draw_offered(),
            next: self.notes.next.clone(),
        })
    }

    /// How many entries the log has.
    pub(crate) fn log_len(&self) -> u32 {
        self.game.log_len()
    }

    /// Something to tell whoever opens the game.
    pub(crate) fn notice(&self) -> Option<String> {
        self.trouble.clone().or_else(|| self.notes.notice.clone())
    }

    /// What is wrong with the computer, if it cannot go on.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }

    /// Keeps the line in the list in step with the game.
    pub(super) fn note_status(&mut self) {
        // The notes' own fields are in English, whoever was spoken to before.
        let said = self.said_in(ENGLISH);
        // Most answers change nothing in it: then the other languages, which cost as much again, say what they said.
        if said.status != self.notes.status || said.names != self.notes.names {
            let others = self.system.languages().into_iter().filter(|language| language != ENGLISH);
            self.notes.said = others.map(|language| (language.clone(), self.said_in(&language))).collect();
            self.game.speak(ENGLISH);
        }
        self.notes.status = said.status;
        self.notes.names = said.names;
        self.notes.lesson_mark = self.lesson_mark();
        self.notes.over = self.over();
    }

    /// What the list of games says of this one in a language.
    fn said_in(&mut self, language: &str) -> Said {
        self.game.speak(language);
        Said {
            status: self.status(language),
            names: self.game.seats().iter().map(|seat| seat.name.clone()).collect(),
        }
    }

    /// A question, as one viewer may ask it.
    pub(crate) fn query(&self, who: &Device, view: &ViewAs, query: &Query) -> Result<QueryAnswer, Fault> {
        let viewer = self.viewer(who, view)?;
        self.has_begun()?;
        if let Some(answers) = self.behind(who) {
            return Ok(self.frame_behind(answers)?.query(viewer, query));
        }
        // At a shared screen the public asks on behalf of whoever decides there.
        let viewer = match (viewer, query) {
            (Viewer::Spectator, Query::WhyNot { .. } | Query::Advice | Query::Arrangement) => {
                self.shown_decider(who).map_or(viewer, Viewer::Seat)
            }
            _ => viewer,
        };
        match (viewer, query) {
            (Viewer::Seat(seat), Query::Advice) => Ok(self.asked_advice(seat)),
            (Viewer::Seat(seat), Query::Arrangement) => {
                Ok(QueryAnswer::Arrangement { places: self.arrangement(seat) })
            }
            _ => Ok(self.game.query(viewer, query)),
        }
    }

    /// Advice is for practice: in earnest nobody looks over one's shoulder.
    fn asked_advice(&self, seat: SeatId) -> QueryAnswer {
        let nothing = |sentence: String| QueryAnswer::None(Unavailable { sentence });
        if !self.notes.options.practice {
            return nothing(tongue(&self.language).no_advice.to_owned());
        }
        match self.advice(seat) {
            Ok(advice) => QueryAnswer::Advice(advice),
            Err(why) => nothing(why),
        }
    }

    fn prompt(&self, who: &Device, viewer: Viewer) -> Option<Prompt> {
        match viewer {
            Viewer::Seat(_) => self.game.prompt(viewer),
            Viewer::Spectator => match self.shown_decider(who) {
                // The answers of whoever decides, but the question as everybody may read it: the owner peeks for more.
                Some(seat) => {
                    self.game.prompt(Viewer::Seat(seat)).map(|own| match self.game.prompt(viewer) {
                        Some(public) if !public.sentence.is_empty() => Prompt { ask: own.ask, ..public },
                        _ => own,
                    })
                }
                None => self.game.prompt(viewer).map(|prompt| Prompt {
                    // A person at this screen decides, but not in front of the others.
                    secret: self.game.waits_for().into_iter().any(|seat| self.is_own(who, seat)),
                    ask: Ask::Wait,
                    ..prompt
                }),
            },
        }
    }

    /// The seat whose options a shared screen shows: that of a person there, when nothing about them is secret.
    fn shown_decider(&self, who: &Device) -> Option<SeatId> {
        if self.notes.options.strict {
            return None;
        }
        match self.game.waits_for().as_slice() {
            [seat] if self.is_own(who, *seat) => {
                let open = self.game.prompt(Viewer::Seat(*seat)).is_some_and(|prompt| !prompt.secret);
                open.then_some(*seat)
            }
            _ => None,
        }
    }

    pub(super) fn seats(&self, who: &Device) -> Vec<Seat> {
        let seat = |info: &grognard_engine::seat::SeatInfo| {
            let player = self.notes.player(&info.id);
            let (seat, name) = (info.id.clone(), info.name.clone());
            let (yours, open) = self.notes.place(who, &seat);
            let person = self.notes.name_of(&seat);
            Seat { seat, name, player, who: person, yours, open }
        };
        self.game.seats().iter().map(seat).collect()
    }

    pub(super) fn over(&self) -> Option<Over> {
        let (winners, sentence, _) = self.game.over()?;
        let winners = winners.into_iter().map(|seat| self.name(seat)).collect();
        Some(Over { winners, sentence, sequel: self.game.sequel().map(Box::new) })
    }

    /// Where the game stands, in a few words of the language that is spoken (`Turn 3 of 10, waiting for Marines`).
    fn status(&self, language: &str) -> String {
        let tongue = tongue(language);
        if let Some((_, sentence, _)) = self.game.over() {
            return sentence;
        }
        let tracks = self.game.scene(Viewer::Spectator).tracks;
        let track = |id: &str| tracks.iter().find(|track| track.id == id && !track.value.is_empty());
        let counted = |track: &Track| tongue.counted(track);
        // Where rounds are counted they say more than whose turn it is; before the first there is only the phase.
        let begun = |round: &&Track| round.number != Some(0);
        let turn = match track("round") {
            Some(round) => {
                Some(round).filter(begun).map(counted).or_else(|| Some(track("phase")?.value.clone()))
            }
            None => track("turn").map(counted),
        };
        let waits = self.game.waits_for();
        let names = waits.iter().filter_map(|seat| Some(self.game.seats().get(seat.index())?.name.as_str()));
        let turn = turn.unwrap_or_else(|| tongue.turn(self.game.turn()));
        tongue.status(&turn, &names.collect::<Vec<_>>())
    }

    fn undo_state(&self, who: &Device, viewer: Viewer) -> Undo {
        let own = match viewer {
            Viewer::Seat(seat) if self.is_own(who, seat) => Some(seat),
            Viewer::Seat(_) => None,
            Viewer::Spectator => self.last_human(who),
        };
        let Some(seat) = own else { return Undo::default() };
        let Some(preview) = self.game.undo_preview(seat) else { return Undo::default() };
        // What was answered in secret is named to its owner only.
        let open = self.game.answer_at(preview.to).is_some_and(|(_, _, open)| open);
        let what = (open || viewer == Viewer::Seat(seat)).then(|| self.words_of(seat, preview));
        let asked = self.notes.take_back.as_ref().filter(|asked| asked.revision == self.game.revision());
        let phase = self.game.phase_undo(seat).filter(|undo| undo.taken > 1);
        let phase = phase.map(|undo| UndoPhase { answers: undo.taken, whole: undo.whole });
        let undo = Undo { seat: Some(self.name(seat)), what, phase, ..Undo::default() };
        match self.consent_needed(seat) {
            Ok(consent) => {
                let asked = asked.map(|asked| asked.seat.clone());
                let consent = self
                    .notes
                    .take_back
                    .as_ref()
                    .filter(|_| asked.is_some())
                    .map_or(consent, |t| t.waits_for.clone());
                Undo { allowed: true, consent, asked, ..undo }
            }
            Err(why) => Undo { why_not: Some(why), ..undo },
        }
    }

    /// An answer in the words it was offered with; where it was none of the options, what came of it; else its text.
    fn words_of(&self, seat: SeatId, taken: UndoPreview) -> String {
        if let Some(words) = self.kept_words(seat, &taken) {
            return words;
        }
        let Ok(then) = self.game.frame(taken.to) else { return taken.answer };
        let viewer = Viewer::Seat(seat);
        let offered = match then.prompt(viewer).map(|prompt| prompt.ask) {
            Some(Ask::Options { options, .. }) => {
                options.into_iter().find(|option| option.text == taken.answer)
            }
            Some(Ask::Proposal { .. }) => {
                let came = self.game.log(viewer, then.log_len()).into_iter().next();
                return came.map_or(taken.answer, |entry| entry.sentence);
            }
            Some(Ask::Wait) | None => None,
        };
        offered.map_or(taken.answer, |option| option.label)
    }

    /// The person at this screen who answered last in person.
    fn last_human(&self, who: &Device) -> Option<SeatId> {
        let seats = (0..self.game.seats().len() as u8).map(SeatId);
        let humans = seats.filter(|seat| self.is_own(who, *seat));
        humans.filter_map(|seat| Some((self.game.undo_preview(seat)?.to, seat))).max().map(|(_, seat)| seat)
    }

    fn stops(&self, who: &Device) -> Vec<StopState> {
        let seats = (0..self.game.seats().len() as u8).map(SeatId);
        let humans = seats.filter(|seat| self.is_own(who, *seat));
        humans.filter_map(|seat| self.stop_of(seat)).collect()
    }

    /// A seat's way of being asked: the one it chose, else the first there is.
    fn stop_of(&self, seat: SeatId) -> Option<StopState> {
        let name = self.name(seat);
        if let Some(stop) = self.notes.stops.iter().find(|stop| stop.seat == name) {
            return Some(stop.state());
        }
        let first = self.game.stop_modes(seat).into_iter().next()?;
        Some(StopState { seat: name, mode: first.id, number: first.number })
    }

    /// The ways of being asked for the viewer's seat; at a shared screen, for the seat that decides or the first.
    fn stop_modes(&self, who: &Device, viewer: Viewer) -> Vec<StopMode> {
        let seats = (0..self.game.seats().len() as u8).map(SeatId);
        let human = |seat: &SeatId| self.is_own(who, *seat);
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => {
                let mut waits = self.game.waits_for().into_iter().chain(seats).filter(human);
                waits.find(|seat| !self.game.stop_modes(*seat).is_empty())
            }
        };
        seat.map(|seat| self.game.stop_modes(seat)).unwrap_or_default()
    }

    /// The game after its first answers, as a seat or the public may see it.
    pub(crate) fn frame(&self, who: &Device, at: u32, view: &ViewAs) -> Result<ReplayFrame, Fault> {
        self.admits(who)?;
        self.has_begun()?;
        let behind = self.behind(who);
        let last = behind.unwrap_or_else(|| self.game.answers());
        if at > last {
            return Err(Fault::bad(format!("there is no frame {at}; the last one is {last}")));
        }
        let viewer = self.viewer(who, view)?;
        let broken = |fault: grognard_engine::game::EngineFault| Fault::broken(fault.to_string());
        let frame = match behind {
            Some(_) => self.frame_behind(at)?,
            None => self.game.frame(at).map_err(broken)?,
        };
        let before =
            at.checked_sub(1).map(|previous| self.game.frame(previous)).transpose().map_err(broken)?;
        let log_new = before.as_ref().map_or(0, |before| before.log_len());
        let answer = at.checked_sub(1).and_then(|number| self.game.answer_at(number));
        let answer = answer.filter(|(seat, _, open)| *open || viewer == Viewer::Seat(*seat));
        Ok(ReplayFrame {
            at,
            last,
            scene: frame.scene(viewer),
            log: frame.log(viewer, log_new.saturating_sub(EARLIER)),
            log_new,
            answer: answer.map(|(seat, text, _)| {
                // In words as the viewer may read them: what the answerer alone knew is not in them.
                let option = before.as_ref().and_then(|before| before.worded(seat, &text, viewer));
                ReplayAnswer { seat: self.name(seat), label: option.map(|option| option.label), text }
            }),
            marks: marks(self.game.lines()).into_iter().filter(|mark| mark.at <= last).collect(),
            title: self.title.clone(),
            seats: self.seats(who),
            over: self.over().filter(|_| at == last && behind.is_none()),
        })
    }
}

/// Where turns start, counted in answers; what was taken back does not count.
pub(super) fn marks(lines: &[Line]) -> Vec<ReplayMark> {
    let mut answers = 0;
    let mut marks: Vec<ReplayMark> = Vec::new();
    for line in lines {
        match line {
            Line::Answer { .. } => answers += 1,
            Line::Undo { undo, .. } => {
                answers = *undo;
                // A turn that began right after the answers that remain has begun still.
                marks.retain(|mark| mark.at <= answers);
            }
            Line::Turn { turn, .. } => {
                let label = format!("Turn {turn}");
                marks.retain(|mark| mark.label != label);
                marks.push(ReplayMark { at: answers, label });
            }
            Line::Aside { .. } | Line::Over { .. } => {}
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use grognard_engine::record::Origin;

    use super::*;

    #[test]
    fn marks_follow_take_backs() {
        let answer = || Line::Answer { seat: "a".into(), answer: "x".into(), by: Origin::Player };
        let turn = |turn| Line::Turn { turn, hash: String::new() };
        let undo = |undo| Line::Undo { undo, epoch: None };
        let at = |lines: &[Line]| {
            marks(lines).iter().map(|mark| (mark.at, mark.label.clone())).collect::<Vec<_>>()
        };
        let (one, two) = ("Turn 1".to_owned(), "Turn 2".to_owned());
        let lines = [turn(1), answer(), answer(), turn(2), answer()];
        assert_eq!(at(&lines), [(0, one.clone()), (2, two.clone())]);
        let lines = [turn(1), answer(), answer(), turn(2), undo(1), answer(), answer(), turn(2)];
        assert_eq!(at(&lines), [(0, one.clone()), (3, two)]);
        let lines = [turn(1), answer(), answer(), turn(2), undo(0)];
        assert_eq!(at(&lines), [(0, one)]);
    }
}
