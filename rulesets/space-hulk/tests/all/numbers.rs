//! Every number of the core game matters: changed by one, it turns some case red.

use grognard_engine::prove;
use grognard_space_hulk::SpaceHulk;

/// Numbers no case depends on yet.
const UNNOTICED: &[&str] = &[];

#[test]
fn every_number_matters_to_some_case() {
    prove::numbers_matter::<SpaceHulk>(&crate::cases::cases(), UNNOTICED);
}
