//! Take-backs: exact while nothing was revealed, with fresh dice beyond.

use super::{At, Games, Shown};
use crate::SeatId;
use crate::erased::DynGame;
use crate::game::Rejected;
use crate::record::Line;
use crate::rng::SplitMix;
use crate::ruleset::Present;

impl<R: Present> Games<'_, R> {
    /// Taking back what is free equals never having done it: a game with take-backs shows the same at every decision
    /// as one without. What is not free is refused without consent. A frame shows what the game showed then.
    pub fn undo_exactly(&self) {
        self.each("undo exactly", |at, rng| {
            let mut game = self.start(at);
            let mut twin = self.start(at);
            let mut history = vec![Shown::of(&*game)];
            loop {
                self.maybe_aside(at, rng, &mut [&mut *game, &mut *twin]);
                history[game.answers() as usize] = Shown::of(&*game);
                let Some((seat, text)) = self.pick(at, &*game, rng) else { break };
                if rng.below(3) == 0 {
                    try_and_take_back(at, &mut *game, seat, rng);
                }
                at.answer(&mut *game, seat, &text);
                at.answer(&mut *twin, seat, &text);
                at.same("taking back left something", &Shown::of(&*game), &Shown::of(&*twin));
                history.push(Shown::of(&*game));
                if rng.below(8) == 0 {
                    let number = rng.below(history.len()) as u32;
                    let frame = at.good(game.frame(number));
                    at.same(&format!("frame {number}"), &Shown::of(&*frame), &history[number as usize]);
                }
            }
            at.same("the end is another", &Shown::all_of(&*game), &Shown::all_of(&*twin));
        });
    }

    /// Taking back beyond what was revealed begins a new epoch: the decision is the same, the dice are others.
    pub fn never_use_known_dice_again(&self) {
        let (mut tried, mut same) = (0, 0);
        self.each("never use known dice again", |at, rng| {
            let mut game = self.start(at);
            let mut undone = 0;
            while let Some((seat, text)) = self.pick(at, &*game, rng) {
                let (before, epoch) = (Shown::of(&*game), game.epoch());
                at.answer(&mut *game, seat, &text);
                let preview = preview(at, &*game, seat);
                if !preview.revealed || undone >= 40 {
                    continue;
                }
                undone += 1;
                let after = Shown::of(&*game);
                refused(at, &mut *game, seat, &after);
                at.good(game.undo(seat, true));
                at.same("the decision is another", &Shown::of(&*game), &before);
                at.ensure(game.epoch() == epoch + 1, || format!("epoch {} after {epoch}", game.epoch()));
                let line = Line::Undo { undo: preview.to, epoch: Some(epoch + 1) };
                at.ensure(game.lines().contains(&line), || format!("the record has no {line:?}"));
                at.answer(&mut *game, seat, &text);
                tried += 1;
                same += u32::from(Shown::of(&*game) == after);
            }
        });
        // Single dice may well fall the same again; all of them do not.
        assert!(tried < 20 || same < tried, "{}: the same dice fell {same} times of {tried}", R::ID);
    }
}

/// Gives a random answer and takes it back, or goes back where that is not free.
fn try_and_take_back(at: &mut At, game: &mut dyn DynGame, seat: SeatId, rng: &mut SplitMix) {
    let before = Shown::of(game);
    let options = game.options(seat);
    let text = &options[rng.below(options.len())];
    at.answer(game, seat, text);
    let preview = preview(at, game, seat);
    at.ensure(preview.answer == *text, || format!("undo would take back `{}`, not `{text}`", preview.answer));
    if preview.free {
        at.good(game.undo(seat, false));
    } else {
        let after = Shown::of(game);
        refused(at, game, seat, &after);
        at.good(game.rewind(preview.to, None));
    }
    at.answers = game.answers();
    at.same(&format!("taking back `{text}` changed the game"), &Shown::of(game), &before);
}

fn preview(at: &At, game: &dyn DynGame, seat: SeatId) -> crate::game::UndoPreview {
    game.undo_preview(seat).unwrap_or_else(|| at.fail(format!("{seat:?} answered, but has nothing to undo")))
}

/// A take-back that is not free needs consent, and asking for it changes nothing.
fn refused(at: &At, game: &mut dyn DynGame, seat: SeatId, after: &Shown) {
    match game.undo(seat, false) {
        Err(Rejected::NeedsConsent { seats, .. }) => {
            at.ensure(!seats.is_empty() && !seats.contains(&seat), || format!("consent of {seats:?}"));
        }
        other => at.fail(format!("a take-back that is not free gave {other:?}")),
    }
    at.same("a refused take-back changed the game", &Shown::of(game), after);
}

/// Now and then a seat takes back with the others' consent, the same in all games given.
pub(super) fn maybe_undo(at: &At, rng: &mut SplitMix, games: &mut [&mut dyn DynGame]) {
    if rng.below(10) != 0 || games[0].answers() > 400 {
        return;
    }
    let seat = SeatId(rng.below(games[0].seats().len()) as u8);
    for game in games {
        if game.undo_preview(seat).is_some() {
            at.good(game.undo(seat, true));
        }
    }
}
