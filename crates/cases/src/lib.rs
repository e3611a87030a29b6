//! The rule cases of every ruleset, for the program. They stand in a crate of their own, so that a changed case compiles no
//! ruleset again; tests read them from disk.

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/cases.rs"));
}

/// The cases of a system: name and text. None for a system that has none.
pub fn of(system: &str) -> &'static [(&'static str, &'static str)] {
    embedded::CASES.iter().find(|(id, _)| *id == system).map_or(&[], |(_, cases)| cases)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_system_has_its_own_cases() {
        let system = |id: &str| super::of(id).iter().all(|(_, text)| text.contains(&format!("system {id}")));
        assert!(!super::of("example").is_empty() && system("example") && system("space-hulk"));
        assert!(super::of("no such system").is_empty());
    }
}
