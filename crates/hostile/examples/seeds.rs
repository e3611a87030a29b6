//! Writes the inputs the fuzz targets begin with: `cargo run -p grognard-hostile --example seeds`.

use std::path::Path;

use grognard_hostile::seeds::KINDS;

fn main() -> std::io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (kind, seeds) in KINDS {
        let folder = corpus.join(format!("{kind}_never_panic"));
        std::fs::create_dir_all(&folder)?;
        let seeds = seeds();
        for (number, seed) in seeds.iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
        println!("{} seeds in {}", seeds.len(), folder.display());
    }
    Ok(())
}
