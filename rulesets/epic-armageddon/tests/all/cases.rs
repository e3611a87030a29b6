//! Every rule case passes. `CASE=name` and `MISSING=1` help while writing them.

use std::path::Path;

use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Cases};
use grognard_epic_armageddon::Epic;

#[test]
fn all_cases_pass() {
    let module = Module::<Epic>::embedded().expect("the embedded data is sound");
    let cases = Cases::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"));
    prove::case_files(&module, &cases);
}
