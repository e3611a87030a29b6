//! The tests of this ruleset, in one program.

use grognard_engine::prove;
use grognard_wh40k_2e::SYSTEM;

#[test]
fn citations_stand_in_the_catalogue() {
    let system = SYSTEM.system().expect("the embedded data can be read");
    prove::citations(&*system);
    assert!(!system.catalogue().rules.is_empty());
}
