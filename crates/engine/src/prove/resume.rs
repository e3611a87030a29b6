//! Saves and records: going on from one equals never having stopped.

use super::undo::maybe_undo;
use super::{Games, Shown};
use crate::erased::System;
use crate::record::{Line, Record};
use crate::ruleset::Present;

impl<R: Present> Games<'_, R> {
    /// At every decision, in mid-activity and in half-answered sealed sets too, with take-backs and asides on the
    /// way: a game that is saved as text, loaded and played on shows the same as one played straight. Late in a long game,
    /// whose saves are long, not at every decision but at many.
    pub fn resume_from_saves(&self) {
        self.each("resume from saves", |at, rng| {
            let mut straight = self.start(at);
            let mut resumed = self.start(at);
            loop {
                let closely = at.closely(rng);
                if closely {
                    let text = resumed.save().to_string();
                    let save = at.good(serde_json::from_str(&text));
                    resumed = at.good(self.module.load(&save));
                }
                if closely {
                    at.same("the loaded game is another", &Shown::of(&*resumed), &Shown::of(&*straight));
                    at.ensure(resumed.lines() == straight.lines(), || "the lines differ".to_owned());
                    at.ensure(resumed.epoch() == straight.epoch(), || "the epochs differ".to_owned());
                }
                self.maybe_aside(at, rng, &mut [&mut *straight, &mut *resumed]);
                maybe_undo(at, rng, &mut [&mut *straight, &mut *resumed]);
                let Some((seat, text)) = self.pick(at, &*straight, rng) else { break };
                at.answer(&mut *straight, seat, &text);
                at.answer(&mut *resumed, seat, &text);
            }
            at.same("the end is another", &Shown::all_of(&*resumed), &Shown::all_of(&*straight));
        });
    }

    /// The record of a game, written and read, plays again line by line to the same end; so do the records of
    /// games that are not over and of single frames; and a record that was tampered with does not.
    pub fn replay_every_line(&self) {
        self.each("replay every line", |at, rng| {
            let mut game = self.start(at);
            loop {
                let last = game.waits_for().is_empty();
                if last || rng.below(24) == 0 {
                    let record = at.good(Record::parse(&game.record(true).to_text()));
                    let again = at.good(self.module.replay(&record));
                    at.same("the replay is another", &Shown::all_of(&*again), &Shown::all_of(&*game));
                    at.ensure(again.lines() == game.lines(), || "the lines differ".to_owned());
                    let frame = at.good(game.frame(rng.below(game.answers() as usize + 1) as u32));
                    let again = at.good(self.module.replay(&frame.record(true)));
                    at.same("the frame's replay is another", &Shown::of(&*again), &Shown::of(&*frame));
                }
                self.maybe_aside(at, rng, &mut [&mut *game]);
                maybe_undo(at, rng, &mut [&mut *game]);
                let Some((seat, text)) = self.pick(at, &*game, rng) else { break };
                at.answer(&mut *game, seat, &text);
            }
            let hidden = game.record(false);
            at.ensure(hidden.header.secret.is_none(), || "the secret is in a public record".to_owned());
            at.ensure(self.module.replay(&hidden).is_err(), || "dice without a secret".to_owned());
            let mut forged = game.record(true);
            for (index, line) in forged.lines.iter_mut().enumerate() {
                if let Line::Turn { hash, .. } | Line::Over { hash, .. } = line {
                    *hash = "0".repeat(16);
                    let found = self.module.replay(&forged).err().map(|error| error.line);
                    at.ensure(found == Some(index + 2), || format!("forged line {}: {found:?}", index + 2));
                    break;
                }
            }
        });
    }
}
