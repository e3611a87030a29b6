//! Every rule case passes; how many rules the cases prove is counted. `CASE=name` and `MISSING=1` help while writing them.

use std::path::Path;

use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Cases};
use grognard_wh40k_2e::Second;

/// The cases of the system.
pub fn cases() -> Cases {
    Cases::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"))
}

#[test]
fn all_cases_pass() {
    let module = Module::<Second>::embedded().unwrap();
    prove::case_files(&module, &cases());
}
