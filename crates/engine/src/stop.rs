//! Giving up long computations: trial games, reports, missions made from a seed.
//!
//! Whether somebody still wants the result is no business of the rules, so it is not passed through them: whoever starts
//! the work says so once for the thread, and games between bots look between two activities. A game that was given up has
//! no result; it never has another one.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static FLAG: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Does something that ends early once the flag is set.
pub fn unless<T>(flag: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> T {
    struct Before(Option<Arc<AtomicBool>>);
    impl Drop for Before {
        fn drop(&mut self) {
            FLAG.set(self.0.take());
        }
    }
    let _before = Before(FLAG.replace(Some(Arc::clone(flag))));
    work()
}

/// Whether the work of this thread is not wanted any more.
pub fn asked() -> bool {
    FLAG.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_holds_for_the_work_alone() {
        let flag = Arc::new(AtomicBool::new(true));
        assert!(!asked());
        assert!(unless(&flag, || asked() && !unless(&Arc::default(), asked) && asked()));
        assert!(!asked());
    }
}
