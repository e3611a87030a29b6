//! Embeds the rule cases of every ruleset.
fn main() {
    grognard_build_data::embed_cases("../../rulesets");
}
