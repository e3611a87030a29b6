//! Puts data and cited rule ids into the crate.

fn main() {
    grognard_build_data::embed(&["ET"]);
}
