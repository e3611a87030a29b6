//! The system with the small maps of `tests/boards`, each full of one family of hazards or forces.

use std::path::Path;

use grognard_engine::data::DataFiles;
use grognard_engine::erased::Module;
use grognard_engine::ruleset::Present;
use grognard_space_hulk::SpaceHulk;

/// No game on a board takes more decisions.
pub const CAP: u64 = 100_000;

pub fn module() -> Module<SpaceHulk> {
    with("boards")
}

/// The system with the data of a folder beside this one.
pub fn with(folder: &str) -> Module<SpaceHulk> {
    let mut files = DataFiles::embedded(SpaceHulk::embedded());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    files.overlay(&folder).expect("the folder is read");
    Module::new(files).expect("its missions can be played")
}
