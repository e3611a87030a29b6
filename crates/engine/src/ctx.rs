//! The context of an activity: `choose`, `propose`, `sealed`, `roll`, `emit`.

use crate::decision::{Answers, Ask, Decision, Menu};
use crate::dice::{Dice, Die};
use crate::log::{Entry, Faces, Logged, Roll};
use crate::ruleset::Ruleset;
use crate::switch::is_asked;
use crate::target::Target;
use crate::{Audience, RuleId};

/// Why an activity stopped before its end. Rules pass it on with `?` and never look at it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A decision has no answer yet.
    NeedsAnswer,
    /// Something is broken; the details are with whoever runs the activity.
    Fault,
}

/// The result of everything that may halt.
pub type Step<T = ()> = Result<T, Halt>;

/// The game as it stands at a question.
pub struct Moment<'a, R: Ruleset> {
    /// What never changes.
    pub fixed: &'a R::Fixed,
    /// The working state.
    pub state: &'a R::State,
    /// The dice; drivers look at their place and may change the epoch, never roll.
    pub dice: &'a mut Dice,
    /// Whether dice were rolled or something hidden was shown since the last answer.
    pub revealed: bool,
}

/// Who answers: a tape of recorded answers, or players in line.
pub trait Driver<R: Ruleset> {
    /// Picks an option by its index.
    fn choose(&mut self, at: Moment<'_, R>, ask: &Ask, options: &dyn Menu<R>) -> Step<usize>;
    /// Fills in a proposal. The answer must have passed [`Ruleset::check`].
    fn propose(&mut self, at: Moment<'_, R>, ask: &Ask, shape: &R::Shape) -> Step<R::Choice>;
    /// Answers decisions of several seats that do not see each other's answers.
    fn sealed(&mut self, at: Moment<'_, R>, decisions: &[Decision<R>]) -> Step<Vec<R::Choice>>;
    /// Says what broke.
    fn fault(&mut self, what: String);
    /// Whether the next question was never answered before.
    fn is_new(&self) -> bool {
        true
    }
}

/// What an activity works with beside the state.
pub struct Ctx<'a, R: Ruleset> {
    fixed: &'a R::Fixed,
    driver: &'a mut dyn Driver<R>,
    dice: &'a mut Dice,
    log: Option<&'a mut Vec<Logged<R>>>,
    revealed: bool,
    poisoned: bool,
}

impl<'a, R: Ruleset> Ctx<'a, R> {
    /// A context over a driver and dice; without a log nothing is written down.
    pub fn new(
        fixed: &'a R::Fixed,
        driver: &'a mut dyn Driver<R>,
        dice: &'a mut Dice,
        log: Option<&'a mut Vec<Logged<R>>>,
    ) -> Ctx<'a, R> {
        Ctx { fixed, driver, dice, log, revealed: false, poisoned: false }
    }

    /// What never changes in this game.
    pub fn fixed(&self) -> &'a R::Fixed {
        self.fixed
    }

    /// Whether dice or hidden facts were shown since the last answer.
    pub fn revealed(&self) -> bool {
        self.revealed
    }

    /// Whether a halt was swallowed or passed on.
    pub fn poisoned(&self) -> bool {
        self.poisoned
    }

    fn guard(&mut self, state: &R::State) -> Step {
        if self.poisoned {
            self.driver.fault("an activity went on after it had been halted".to_owned());
            return Err(Halt::Fault);
        }
        // What is played back was sound when it was played first.
        if cfg!(debug_assertions)
            && self.driver.is_new()
            && let Err(what) = R::sound(self.fixed, state)
        {
            return self.fail(format!("the state is not sound at a question: {what}"));
        }
        Ok(())
    }

    fn fail<T>(&mut self, what: String) -> Step<T> {
        self.poisoned = true;
        self.driver.fault(what);
        Err(Halt::Fault)
    }

    fn log_answer(&mut self, ask: &Ask, choice: impl FnOnce() -> R::Choice) {
        if let Some(log) = &mut self.log {
            let entry = Entry::Answer { kind: ask.kind, seat: ask.owner, choice: choice() };
            let mut rules = applied(&[ask.rule]);
            rules.extend(applied(R::ask_rules(ask)));
            log.push(Logged { to: ask.answer_to(), rules, entry });
        }
    }

    /// Asks for one of the options.
    pub fn choose<T: Clone + Into<R::Choice>>(
        &mut self,
        state: &R::State,
        ask: Ask,
        options: &[T],
    ) -> Step<T> {
        self.guard(state)?;
        match options {
            [] => return self.fail(format!("the question `{}` has no options", ask.kind)),
            [only] if ask.skip_single => return Ok(only.clone()),
            // A rule that is off asks nothing: what happens is what happens where nobody answers.
            _ if !is_asked(ask.rule) => return Ok(options[usize::from(ask.default)].clone()),
            _ => {}
        }
        let at = Moment { fixed: self.fixed, state, dice: self.dice, revealed: self.revealed };
        match self.driver.choose(at, &ask, &options) {
            Ok(index) => {
                self.revealed = false;
                self.log_answer(&ask, || options[index].clone().into());
                Ok(options[index].clone())
            }
            Err(halt) => {
                self.poisoned = true;
                Err(halt)
            }
        }
    }

    /// Asks for a shape to be filled in.
    pub fn propose(&mut self, state: &R::State, ask: Ask, shape: R::Shape) -> Step<R::Choice> {
        self.guard(state)?;
        let at = Moment { fixed: self.fixed, state, dice: self.dice, revealed: self.revealed };
        match self.driver.propose(at, &ask, &shape) {
            Ok(choice) => {
                self.revealed = false;
                self.log_answer(&ask, || choice.clone());
                Ok(choice)
            }
            Err(halt) => {
                self.poisoned = true;
                Err(halt)
            }
        }
    }

    /// Asks several seats at once; the answers come back in the order of the decisions, all together.
    pub fn sealed(&mut self, state: &R::State, decisions: &[Decision<R>]) -> Step<Vec<R::Choice>> {
        self.guard(state)?;
        let at = Moment { fixed: self.fixed, state, dice: self.dice, revealed: self.revealed };
        match self.driver.sealed(at, decisions) {
            Ok(choices) => {
                // Opening sealed answers shows what was hidden.
                self.revealed = true;
                for (decision, choice) in decisions.iter().zip(&choices) {
                    self.log_answer(&decision.ask, || choice.clone());
                }
                Ok(choices)
            }
            Err(halt) => {
                self.poisoned = true;
                Err(halt)
            }
        }
    }

    /// Asks several seats at once for one of their options each.
    pub fn sealed_choose<T: Clone + Into<R::Choice>>(
        &mut self,
        state: &R::State,
        questions: &[(Ask, Vec<T>)],
    ) -> Step<Vec<T>> {
        let decisions: Vec<_> =
            questions.iter().map(|(ask, options)| Decision::options(*ask, options)).collect();
        let choices = self.sealed(state, &decisions)?;
        let mut picked = Vec::with_capacity(choices.len());
        for ((ask, options), choice) in questions.iter().zip(choices) {
            match options.iter().find(|option| (*option).clone().into() == choice) {
                Some(option) => picked.push(option.clone()),
                None => return self.broken(format!("`{}` was answered with no option of its own", ask.kind)),
            }
        }
        Ok(picked)
    }

    /// Ends the activity because something happened that the rules hold to be impossible.
    pub fn broken<T>(&mut self, what: impl Into<String>) -> Step<T> {
        self.fail(what.into())
    }

    /// Rolls `N` dice that everybody sees.
    pub fn roll<const N: usize>(
        &mut self,
        die: impl Into<Die>,
        purpose: &'static str,
        rules: &[RuleId],
    ) -> Step<[u8; N]> {
        self.roll_to(Audience::ALL, die, purpose, rules, None)
    }

    /// Rolls `N` dice against a number.
    pub fn roll_against<const N: usize>(
        &mut self,
        die: impl Into<Die>,
        purpose: &'static str,
        rules: &[RuleId],
        target: &Target,
    ) -> Step<[u8; N]> {
        self.roll_to(Audience::ALL, die, purpose, rules, Some(target))
    }

    /// Rolls `N` dice that only an audience sees.
    pub fn roll_to<const N: usize>(
        &mut self,
        to: Audience,
        die: impl Into<Die>,
        purpose: &'static str,
        rules: &[RuleId],
        target: Option<&Target>,
    ) -> Step<[u8; N]> {
        let mut faces = [0; N];
        self.roll_into(&mut faces, to, die, purpose, rules, target)?;
        Ok(faces)
    }

    /// Rolls `n` dice that everybody sees, where their number is known only now.
    pub fn roll_many(
        &mut self,
        n: usize,
        die: impl Into<Die>,
        purpose: &'static str,
        rules: &[RuleId],
        target: Option<&Target>,
    ) -> Step<Vec<u8>> {
        let mut faces = vec![0; n];
        if n > 0 {
            self.roll_into(&mut faces, Audience::ALL, die, purpose, rules, target)?;
        }
        Ok(faces)
    }

    /// Rolls as many dice as the slice is long.
    pub fn roll_into(
        &mut self,
        faces: &mut [u8],
        to: Audience,
        die: impl Into<Die>,
        purpose: &'static str,
        rules: &[RuleId],
        target: Option<&Target>,
    ) -> Step {
        let die = die.into();
        let shown = self.throw(faces.len(), die, purpose)?;
        for (face, shown) in faces.iter_mut().zip(&shown) {
            // Only a direction has more sides than that, and it is rolled by a verb of its own.
            *face = *shown as u8;
        }
        self.log_roll(to, rules, Roll { purpose, die, faces: shown, target: target.cloned() });
        Ok(())
    }

    /// Rolls a direction that everybody sees: degrees, clockwise from the top of the table.
    pub fn direction(&mut self, purpose: &'static str, rules: &[RuleId]) -> Step<u16> {
        let faces = self.throw(1, Die::DIRECTION, purpose)?;
        let degrees = faces[0] - 1;
        self.log_roll(Audience::ALL, rules, Roll { purpose, die: Die::DIRECTION, faces, target: None });
        Ok(degrees)
    }

    fn throw(&mut self, dice: usize, die: Die, purpose: &'static str) -> Step<Faces> {
        if self.poisoned {
            return self.fail("dice were rolled after the activity had been halted".to_owned());
        }
        if die.sides() == 0 {
            return self.fail(format!("a die without sides was rolled for {purpose}"));
        }
        let mut faces = Faces::with_capacity(dice);
        for _ in 0..dice {
            match self.dice.roll(die, purpose) {
                Ok(shown) => faces.push(shown),
                Err(fault) => return self.fail(fault.to_string()),
            }
        }
        self.revealed = true;
        Ok(faces)
    }

    fn log_roll(&mut self, to: Audience, rules: &[RuleId], roll: Roll) {
        if let Some(log) = &mut self.log {
            log.push(Logged { to, rules: applied(rules), entry: Entry::Roll(roll) });
        }
    }

    /// Picks one of `n` things at random, each equally likely, and shows nobody the die. It stands in the log
    /// all the same, so that whoever plays the dice again knows that there was one.
    pub fn draw(&mut self, n: usize, purpose: &'static str) -> Step<usize> {
        let Some(sides) = u8::try_from(n).ok().filter(|sides| *sides > 0) else {
            return self.fail(format!("one of {n} was to be drawn for {purpose}"));
        };
        let [face] = self.roll_to::<1>(Audience::NONE, sides, purpose, &[], None)?;
        Ok(face as usize - 1)
    }

    /// Notes that something hidden has become known, so that taking back needs consent.
    pub fn reveal(&mut self) {
        self.revealed = true;
    }

    /// Whether somebody keeps the log; rules may skip making costly entries when nobody does.
    pub fn logging(&self) -> bool {
        self.log.is_some()
    }

    /// Writes an event everybody may know of.
    pub fn emit(&mut self, rules: &[RuleId], event: R::Event) {
        self.emit_to(Audience::ALL, rules, event);
    }

    /// Writes an event for an audience; the others get what [`Ruleset::redact`] leaves of it, if anything.
    pub fn emit_to(&mut self, to: Audience, rules: &[RuleId], event: R::Event) {
        if let Some(log) = &mut self.log {
            log.push(Logged { to, rules: applied(rules), entry: Entry::Event(event) });
        }
    }
}

/// The rules an entry carries: all of them, unless a check has switched one off.
fn applied(rules: &[RuleId]) -> Vec<RuleId> {
    rules.iter().copied().filter(|rule| crate::switch::carried(*rule)).collect()
}

impl<R: Ruleset> Decision<R> {
    /// A sealed question with options.
    pub fn options<T: Clone + Into<R::Choice>>(ask: Ask, options: &[T]) -> Decision<R> {
        Decision { ask, answers: Answers::Options(options.iter().cloned().map(Into::into).collect()) }
    }
}
