//! An assault as it stands between its steps (EA-ASLT-002).

use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use crate::ids::{FormationId, UnitId};

/// The two sides of an assault.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Role {
    /// Those who engage, and whoever is drawn in on their side.
    Attacker,
    /// Those who are engaged.
    Defender,
}

impl Role {
    /// Attackers first.
    pub const BOTH: [Role; 2] = [Role::Attacker, Role::Defender];

    /// The other side.
    pub const fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }

    /// Its place in pairs.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The step of an assault that comes next.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// A2: the attacker of this number charges.
    Charge(u8),
    /// A3: the formation of this number on this side counter charges.
    Counter(Role, u8),
    /// A4.
    Attacks,
    /// A5.
    Support,
    /// A6 and A7.
    Result,
    /// A8: the formation of this number on the winning side consolidates.
    Winner(Role, u8),
}

/// An assault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assault {
    /// What comes next.
    pub stage: Stage,
    /// EA-ASLT-070: the round, from 1.
    pub round: u8,
    /// EA-ASLT-004, EA-ASLT-026: the formations of each side.
    pub sides: [SmallVec<[FormationId; 4]>; 2],
    /// EA-ASLT-061: the kills of each side in all rounds.
    pub kills: [u8; 2],
    /// EA-ASLT-080: what each formation has lost.
    pub lost: Vec<(FormationId, u8)>,
    /// EA-ASLT-037: who is directly engaged in this round.
    pub engaged: [Vec<UnitId>; 2],
    /// EA-ABIL-113: skimmers that use Firefight in base contact in this round.
    #[serde(default)]
    pub firefight: Vec<UnitId>,
}

impl Assault {
    /// A formation engages another.
    pub fn new(attacker: FormationId, target: FormationId) -> Assault {
        Assault {
            stage: Stage::Charge(0),
            round: 1,
            sides: [smallvec![attacker], smallvec![target]],
            kills: [0; 2],
            lost: Vec::new(),
            engaged: [Vec::new(), Vec::new()],
            firefight: Vec::new(),
        }
    }

    /// The formations of a side.
    pub fn of(&self, role: Role) -> &[FormationId] {
        &self.sides[role.index()]
    }

    /// On which side a formation fights.
    pub fn role(&self, formation: FormationId) -> Option<Role> {
        Role::BOTH.into_iter().find(|role| self.of(*role).contains(&formation))
    }

    /// EA-ASLT-046: so many kills on a formation by the other side, and the Blast markers its casualties are worth
    /// (EA-ASLT-080).
    pub fn count_kills(&mut self, formation: FormationId, kills: u8, markers: u8) {
        if let Some(role) = self.role(formation) {
            let all = &mut self.kills[role.other().index()];
            *all = all.saturating_add(kills);
            match self.lost.iter_mut().find(|(known, _)| *known == formation) {
                Some((_, lost)) => *lost = lost.saturating_add(markers),
                None => self.lost.push((formation, markers)),
            }
        }
    }
}
