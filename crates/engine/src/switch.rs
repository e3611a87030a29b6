//! Switching rules off, to prove that the cases notice. Compiled in only with the feature `rule-switch`.

use crate::RuleId;

#[cfg(feature = "rule-switch")]
mod switched {
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeSet;

    thread_local! {
        static OFF: RefCell<Option<String>> = const { RefCell::new(None) };
        static UNASKED: Cell<u32> = const { Cell::new(0) };
        static CONSULTED: RefCell<Option<BTreeSet<&'static str>>> = const { RefCell::new(None) };
    }

    /// Switches one rule off for this thread, or all on again.
    pub fn switch_off(rule: Option<&str>) {
        OFF.with(|off| *off.borrow_mut() = rule.map(str::to_owned));
    }

    /// Does something, and says which rules were met at a guard meanwhile.
    pub fn consulted<T>(what: impl FnOnce() -> T) -> (T, BTreeSet<&'static str>) {
        CONSULTED.with(|consulted| *consulted.borrow_mut() = Some(BTreeSet::new()));
        let done = what();
        (done, CONSULTED.with(|consulted| consulted.borrow_mut().take()).unwrap_or_default())
    }

    /// So many questions in one game go unasked before it is clear that it never ends.
    const MOST_UNASKED: u32 = 2_000;

    /// A new game begins: no question of it has gone unasked.
    pub(crate) fn ask_anew() {
        UNASKED.set(0);
    }

    /// A question goes unasked because its rule is off.
    pub(super) fn leave_unasked() {
        UNASKED.set(UNASKED.get() + 1);
        assert!(
            UNASKED.get() < MOST_UNASKED,
            "without a rule the game goes on for ever, and nobody is asked"
        );
    }

    pub(super) fn some_off() -> bool {
        OFF.with(|off| off.borrow().is_some())
    }

    pub(super) fn is_off(rule: &str) -> bool {
        OFF.with(|off| off.borrow().as_deref() == Some(rule))
    }

    pub(super) fn note_guard(rule: &'static str) {
        CONSULTED.with(|consulted| consulted.borrow_mut().as_mut().map(|consulted| consulted.insert(rule)));
    }
}

#[cfg(feature = "rule-switch")]
pub(crate) use switched::ask_anew;
#[cfg(feature = "rule-switch")]
pub use switched::{consulted, switch_off};

/// Whether a question is asked: one of a rule that is off is not.
pub(crate) fn is_asked(rule: RuleId) -> bool {
    let asked = applies(rule);
    #[cfg(feature = "rule-switch")]
    if !asked {
        switched::leave_unasked();
    }
    asked
}

/// Whether a rule is in force: always, except while a check has switched it off. Rules guard themselves with it
/// where leaving them out is a different game.
#[cfg(feature = "rule-switch")]
pub fn applies(rule: RuleId) -> bool {
    switched::note_guard(rule.as_str());
    !switched::is_off(rule.as_str())
}

/// Whether a rule is in force: always.
#[cfg(not(feature = "rule-switch"))]
#[inline(always)]
#[expect(clippy::inline_always, reason = "a constant must cost nothing in the innermost loops")]
pub const fn applies(_rule: RuleId) -> bool {
    true
}

/// Whether rules can be switched off here at all: what only matters then need not be worked out otherwise.
pub const SWITCHES: bool = cfg!(feature = "rule-switch");

/// Whether a check has switched some rule off, so that lists had better leave nothing out beforehand.
#[cfg(feature = "rule-switch")]
pub fn some_off() -> bool {
    switched::some_off()
}

/// Whether a check has switched some rule off: never.
#[cfg(not(feature = "rule-switch"))]
#[inline]
pub const fn some_off() -> bool {
    false
}

/// Whether all of some rules are in force: always, except while a check has switched one of them off.
#[inline]
pub fn all_apply(rules: &[RuleId]) -> bool {
    !SWITCHES || rules.iter().all(|rule| applies(*rule))
}

/// Numbers that a rule gives. Without the rule they are all nothing, so that whatever reads them need not ask.
#[derive(Clone, Debug)]
pub struct OfRule<T> {
    numbers: T,
    #[cfg(feature = "rule-switch")]
    rule: RuleId,
    #[cfg(feature = "rule-switch")]
    without: T,
}

#[cfg(feature = "rule-switch")]
impl<T: Default> OfRule<T> {
    /// The numbers of a rule.
    pub fn new(rule: RuleId, numbers: T) -> OfRule<T> {
        OfRule { numbers, rule, without: T::default() }
    }
}

#[cfg(not(feature = "rule-switch"))]
impl<T> OfRule<T> {
    /// The numbers of a rule.
    pub const fn new(_rule: RuleId, numbers: T) -> OfRule<T> {
        OfRule { numbers }
    }
}

impl<T> std::ops::Deref for OfRule<T> {
    type Target = T;

    #[cfg(feature = "rule-switch")]
    fn deref(&self) -> &T {
        if applies(self.rule) { &self.numbers } else { &self.without }
    }

    #[cfg(not(feature = "rule-switch"))]
    #[inline]
    fn deref(&self) -> &T {
        &self.numbers
    }
}

/// Whether an entry still carries a rule's id: a rule that is off leaves no trace.
#[cfg(feature = "rule-switch")]
pub fn carried(rule: RuleId) -> bool {
    carries(rule.as_str())
}

/// Whether an entry still carries a rule's id: always.
#[cfg(not(feature = "rule-switch"))]
pub const fn carried(_rule: RuleId) -> bool {
    true
}

#[cfg(feature = "rule-switch")]
pub(crate) fn carries(rule: &str) -> bool {
    !switched::is_off(rule)
}

#[cfg(not(feature = "rule-switch"))]
pub(crate) const fn carries(_rule: &str) -> bool {
    true
}

#[cfg(all(test, feature = "rule-switch"))]
mod tests {
    use super::*;
    use crate::refusal::Bars;
    use crate::target::{Need, Target};
    use crate::{rule, rules};

    fn without<T>(rule: &str, what: impl FnOnce() -> T) -> T {
        switch_off(Some(rule));
        let found = what();
        switch_off(None);
        found
    }

    #[test]
    fn a_rule_that_is_off_has_no_numbers() {
        let number = OfRule::new(rule!("EX-FGT-003"), 4_u8);
        assert_eq!(*number, 4);
        assert_eq!(without("EX-FGT-003", || *number), 0);
        assert_eq!(without("EX-FGT-004", || *number), 4);
    }

    #[test]
    fn a_rule_that_is_off_bars_nothing() {
        let open = || {
            let mut bars = Bars::default();
            bars.bar(rules!["EX-FGT-003", "EX-FGT-004"], || true);
            bars.need(rules!["EX-FGT-005"], || true);
            bars.open()
        };
        assert!(!open());
        assert!(!without("EX-FGT-005", open));
        assert!(without("EX-FGT-004", open));
    }

    #[test]
    fn a_rule_that_is_off_modifies_nothing_and_its_number_is_never_reached() {
        let need = || {
            let target = Target::new(Need::AtLeast(4), rule!("EX-FGT-003"));
            target.plus(1, "why", rule!("EX-FGT-004")).need()
        };
        assert_eq!(need(), Need::AtLeast(5));
        assert_eq!(without("EX-FGT-004", need), Need::AtLeast(4));
        assert_eq!(without("EX-FGT-003", need), Need::Impossible);
    }
}
