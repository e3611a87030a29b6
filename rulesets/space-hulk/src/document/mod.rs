//! What people write for this system in its editors: missions and forces.

pub mod balance;
pub mod force;
pub mod generate;

use std::sync::Arc;

use grognard_engine::client::{DocumentCheck, DocumentChoice};

use crate::fixed::Data;
use crate::mission::Mission;

/// The kind of missions.
pub const MISSION: &str = "mission";

/// The kind of forces that are bought.
pub const FORCE: &str = "force";

/// The lists that schemas name.
pub fn choices(data: &Data, list: &str) -> Vec<DocumentChoice> {
    if list != "profiles" {
        return force::choices(data, list).unwrap_or_default();
    }
    let choice = |profile: &crate::profile::Profile| DocumentChoice {
        value: profile.name.clone(),
        label: data.texts.get(&format!("role.{}", profile.name)).to_owned(),
        ..DocumentChoice::default()
    };
    data.profiles.iter().map(choice).collect()
}

/// A document of a seed.
pub fn generate(data: &Arc<Data>, kind: &str, seed: u64) -> Option<String> {
    (kind == MISSION).then(|| balance::mission(data, seed))
}

/// Everything that is wrong with a document.
pub fn check(data: &Arc<Data>, kind: &str, text: &str) -> DocumentCheck {
    let faults = match kind {
        MISSION => Mission::faults(text, &data.profiles, data.hybrids),
        FORCE => return force::check(data, text),
        _ => Vec::new(),
    };
    let faults = faults.into_iter().map(crate::fault::Fault::shown).collect();
    DocumentCheck { faults, ..DocumentCheck::default() }
}
