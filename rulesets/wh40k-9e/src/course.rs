//! How a battle goes on: the steps of the mission, of turns and phases, who holds what, and why something did not
//! happen. What models do to each other stands in [`crate::event`].

use crate::ids::{ModelId, Side, UnitId};

/// Something about the course of the battle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields' names say what they are")]
pub enum Course {
    /// One of the nine steps of a mission begins (9E-MIS-001).
    Mission { step: u8 },
    /// Both armies, and the battle size they make (9E-ONW-002).
    Armies { power: [u16; 2], size: u8 },
    /// What the battle is about (9E-MIS-003).
    Briefing { rounds: u8 },
    /// The battlefield (9E-MIS-004), with the smallest one for the battle size.
    Field { size: (i32, i32), least: (i32, i32) },
    /// Who leads an army (9E-ONW-003).
    Warlord { side: Side, model: ModelId, inspires: bool },
    /// Everybody is set up (9E-ONW-019).
    Deployed,
    /// A step of a phase begins.
    Step { name: &'static str },
    /// How many models each side has in range of a marker, and who controls it.
    Marker { number: u8, models: [u8; 2], holder: Option<Side> },
    /// A unit may not fire Overwatch although it has the permission (9E-OVR-003).
    NoOverwatch { unit: UnitId, at: UnitId },
    /// A charge ends before its roll, because nobody is left to make it (9E-OVR-009).
    ChargeEnds { unit: UnitId },
    /// Targets of a charge are gone before it is made; it is at those who are left (9E-CHG-012).
    TargetsGone { unit: UnitId, targets: Vec<UnitId> },
    /// Others moved into Engagement Range of a unit: now it fights, too (9E-FGT-005).
    DrawnIn { unit: UnitId },
    /// A turn is over (9E-MOR-017).
    TurnEnds { side: Side },
}
