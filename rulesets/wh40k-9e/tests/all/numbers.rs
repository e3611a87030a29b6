//! Every number of the rules matters: changed by one, it turns some case red.

use grognard_engine::prove;
use grognard_wh40k_9e::Nine;

/// Numbers no case depends on yet.
const UNNOTICED: &[&str] = &[];

#[test]
#[ignore = "half a minute"]
fn every_number_matters_to_some_case() {
    prove::numbers_matter::<Nine>(UNNOTICED);
}
