//! Every number of the rules matters: changed by one, it turns some case red.

use grognard_engine::prove;
use grognard_wh40k_9e::Nine;

/// Numbers that change nothing by one: no battle is larger than the largest size, so whatever is larger than the others
/// is of that size.
const UNNOTICED: &[&str] = &["9E-ONW-002.sizes.3.power"];

#[test]
#[ignore = "half a minute"]
fn every_number_matters_to_some_case() {
    prove::numbers_matter::<Nine>(&crate::cases::cases(), UNNOTICED);
}
