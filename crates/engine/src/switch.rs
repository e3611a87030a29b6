//! Switching rules off, to prove that the cases notice. Compiled in only with the feature `rule-switch`.

use crate::RuleId;

#[cfg(feature = "rule-switch")]
mod switched {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    thread_local! {
        static OFF: RefCell<Option<String>> = const { RefCell::new(None) };
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

    pub(super) fn is_off(rule: &str) -> bool {
        OFF.with(|off| off.borrow().as_deref() == Some(rule))
    }

    pub(super) fn note_guard(rule: &'static str) {
        CONSULTED.with(|consulted| consulted.borrow_mut().as_mut().map(|consulted| consulted.insert(rule)));
    }
}

#[cfg(feature = "rule-switch")]
pub use switched::{consulted, switch_off};

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
