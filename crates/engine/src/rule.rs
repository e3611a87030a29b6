//! Rule ids: the stable names of the catalogue, carried by everything a rule causes.

use std::fmt;

use serde::{Serialize, Serializer};

/// The id of one catalogued rule, such as `SH-LOS-007`.
///
/// Ids are constants in rule code, so a `RuleId` is a pointer and costs nothing to carry along.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(&'static str);

impl RuleId {
    /// Names a rule. Whether the id exists is checked against the catalogue by each ruleset's tests.
    pub const fn new(id: &'static str) -> RuleId {
        RuleId(id)
    }

    /// The id as it stands in the catalogue.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// The section code in the middle: `LOS` of `SH-LOS-007`.
    pub fn section(self) -> &'static str {
        section_of(self.0)
    }
}

/// The section code of a rule id's text; the whole text where it has no such part.
pub fn section_of(id: &str) -> &str {
    id.split('-').nth(1).unwrap_or(id)
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for RuleId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

/// A list of rule ids known at compile time: what an event, a roll or a decision carries.
pub type Rules = &'static [RuleId];

/// Builds a [`Rules`] list: `rules!["SH-OVW-002", "SH-OVW-004"]`.
#[macro_export]
macro_rules! rules {
    ($($id:literal),* $(,)?) => {{
        const IDS: &[$crate::RuleId] = &[$($crate::RuleId::new($id)),*];
        IDS
    }};
}

/// Builds one [`RuleId`]: `rule!("SH-OVW-002")`.
#[macro_export]
macro_rules! rule {
    ($id:literal) => {
        $crate::RuleId::new($id)
    };
}
