//! Switching rules off, to prove that the cases notice. Compiled in only with the feature `rule-switch`.

use crate::RuleId;

#[cfg(feature = "rule-switch")]
mod switched {
    use std::cell::{Cell, RefCell};

    thread_local! {
        static OFF: RefCell<Option<String>> = const { RefCell::new(None) };
        static GUARDED: Cell<bool> = const { Cell::new(false) };
    }

    /// Switches one rule off for this thread, or all on again.
    pub fn switch_off(rule: Option<&str>) {
        OFF.with(|off| *off.borrow_mut() = rule.map(str::to_owned));
        GUARDED.with(|guarded| guarded.set(false));
    }

    /// Whether the rule that is off was met at a guard since it was switched off.
    pub fn was_guarded() -> bool {
        GUARDED.with(Cell::get)
    }

    pub(super) fn is_off(rule: &str) -> bool {
        OFF.with(|off| off.borrow().as_deref() == Some(rule))
    }

    pub(super) fn note_guard() {
        GUARDED.with(|guarded| guarded.set(true));
    }
}

#[cfg(feature = "rule-switch")]
pub use switched::{switch_off, was_guarded};

/// Whether a rule is in force: always, except while a check has switched it off. Rules guard themselves with it
/// where leaving them out is a different game.
#[cfg(feature = "rule-switch")]
pub fn applies(rule: RuleId) -> bool {
    if switched::is_off(rule.as_str()) {
        switched::note_guard();
        return false;
    }
    true
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
