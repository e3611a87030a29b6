//! Every number of the rules matters: changed by one, it turns some case red.

use grognard_engine::prove;
use grognard_wh40k_2e::Second;

/// Numbers that change nothing by one, each with the reason.
const UNNOTICED: &[&str] = &[];

#[test]
#[ignore = "minutes: looked at before a release"]
fn every_number_matters_to_some_case() {
    prove::numbers_matter::<Second>(&crate::cases::cases(), UNNOTICED);
}
