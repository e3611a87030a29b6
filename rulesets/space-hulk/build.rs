//! Embeds the data and the cited rule ids.
fn main() {
    grognard_build_data::embed(&["SH"]);
}
