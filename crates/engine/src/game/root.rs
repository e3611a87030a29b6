//! Where a search begins: what one seat knows in the middle of an activity, and games that fit it.

use std::sync::Arc;

use super::{Game, Pending, visible};
use crate::SeatId;
use crate::decision::{Answers, Decision};
use crate::dice::{Dice, Known, Secret};
use crate::log::{Entry, Logged};
use crate::record::Origin;
use crate::rng::SplitMix;
use crate::ruleset::Ruleset;
use crate::seat::Viewer;

/// All a searching bot needs to begin in the middle of an activity. Nothing in it is hidden from the seat.
#[derive(Clone, Debug)]
pub struct Root<R: Ruleset> {
    /// Whose knowledge it is.
    pub seat: SeatId,
    /// The view at the activity's start.
    pub start: R::View,
    /// The view at the decision.
    pub now: R::View,
    /// The answers given in the activity; `None` where the seat does not know one.
    pub answers: Vec<Option<R::Choice>>,
    /// The seats whose answers to the pending sealed set are in, with the seat's own answer.
    pub sealed: Vec<(SeatId, Option<R::Choice>)>,
    /// The dice of the activity in order; `None` where the seat did not see one.
    pub dice: Vec<Option<Known>>,
    /// What the seat saw since the activity's start.
    pub seen: Vec<Logged<R>>,
}

impl<R: Ruleset> Game<R> {
    /// The knowledge a search of a seat begins from, in the middle of the current activity.
    pub fn root(&self, seat: SeatId) -> Root<R> {
        let act = self.acts.last().expect("there is always a current activity");
        let viewer = Viewer::Seat(seat);
        let answers = act
            .tape
            .iter()
            .flat_map(|taped| taped.known.iter().zip(&taped.choices))
            .map(|(known, choice)| known.includes(viewer).then(|| choice.clone()))
            .collect();
        let sealed = match &self.pending {
            Pending::Over(_) => Vec::new(),
            Pending::Asked { decisions, given, .. } => decisions
                .iter()
                .zip(given)
                .filter(|(decision, given)| given.is_some() && decision.ask.known_to.includes(viewer))
                .map(|(decision, given)| {
                    let own = decision.ask.owner == seat;
                    (decision.ask.owner, given.clone().filter(|_| own))
                })
                .collect(),
        };
        let since = &self.log[act.log..];
        let dice = since
            .iter()
            .filter_map(|logged| match &logged.entry {
                Entry::Roll(roll) => Some((logged.to, roll)),
                _ => None,
            })
            .flat_map(|(to, roll)| {
                roll.faces.iter().map(move |face| to.includes(viewer).then_some(Known::Face(*face)))
            })
            .collect();
        Root {
            seat,
            start: R::view(&self.fixed, self.activity_start().0, viewer),
            now: self.view(viewer),
            answers,
            sealed,
            dice,
            seen: since.iter().filter_map(|logged| visible(logged, viewer)).collect(),
        }
    }
}

impl<R: Ruleset> Root<R> {
    /// A game that fits what the seat knows, at the same decision: hidden facts are dealt anew, answers and dice
    /// it does not know are made up. `None` where that led elsewhere; then another try may do better.
    pub fn resume(&self, fixed: &Arc<R::Fixed>, rng: &mut SplitMix) -> Option<Game<R>> {
        let state = R::determinize(fixed, &self.start, &self.now, &self.seen, rng)?;
        let dice = Dice::known(self.dice.clone(), Secret::from_number(rng.next_u64()).seed(&[]));
        let mut game = Game::<R>::from_state(Arc::clone(fixed), state, dice).ok()?;
        for answer in &self.answers {
            let decision = game.pending().next()?.clone();
            give(&mut game, &decision, answer.clone(), rng)?;
        }
        for (seat, answer) in &self.sealed {
            let decision = game.decision_of(*seat)?.clone();
            give(&mut game, &decision, answer.clone(), rng)?;
        }
        let viewer = Viewer::Seat(self.seat);
        let seen = game.log.iter().filter_map(|logged| visible(logged, viewer));
        let same_log =
            seen.map(|logged| format!("{logged:?}")).eq(self.seen.iter().map(|l| format!("{l:?}")));
        let same_view = postcard::to_stdvec(&game.view(viewer)) == postcard::to_stdvec(&self.now);
        (game.acts.len() == 1 && same_log && same_view).then_some(game)
    }
}

/// Gives an answer, or any where none is known; `None` where it is not allowed.
fn give<R: Ruleset>(
    game: &mut Game<R>,
    decision: &Decision<R>,
    answer: Option<R::Choice>,
    rng: &mut SplitMix,
) -> Option<()> {
    let choice = match (answer, &decision.answers) {
        (Some(choice), Answers::Options(options)) => options.contains(&choice).then_some(choice)?,
        (Some(choice), Answers::Proposal(shape)) => {
            let view = game.view(Viewer::Seat(decision.ask.owner));
            R::check(&game.fixed, &view, shape, &choice).is_empty().then_some(choice)?
        }
        (None, _) => {
            let mut all = game.suggestions(decision, rng);
            if all.is_empty() {
                return None;
            }
            all.swap_remove(rng.below(all.len()))
        }
    };
    game.give(decision.ask.owner, choice, Origin::Host).ok()
}
