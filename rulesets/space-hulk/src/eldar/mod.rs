//! Eldar: what Aspect Warriors and their Exarchs have and do beyond what every model does (SH-DAV to SH-EXA); Warlocks and
//! Wraithguard in [`seers`], the Farseer's deck in [`farseer`].

pub mod avenger;
pub mod banshee;
pub mod deed;
pub mod dragon;
pub mod event;
pub mod exarch;
pub mod farseer;
pub mod legal;
pub mod numbers;
pub mod policy;
pub mod present;
pub mod reaper;
pub mod scorpion;
pub mod seers;
pub mod warrior;

use grognard_engine::ctx::Step;
use grognard_engine::{RuleId, rule};
use smallvec::SmallVec;

use crate::Fixed;
use crate::piece::PieceId;
use crate::play::Cx;
use crate::profile::{Aspect, Ranged};
use crate::state::State;
use crate::table::Table;
use deed::Deed;

/// The Aspect a piece follows.
pub fn aspect(fixed: &Fixed, piece: PieceId) -> Option<Aspect> {
    match piece {
        PieceId::Marine(index) => fixed.profile(index).aspect,
        PieceId::Stealer(_) | PieceId::Blip(_) => None,
    }
}

/// Does what only Aspect Warriors do. It has been checked and paid for.
pub fn perform(state: &mut State, cx: &mut Cx<'_>, index: u8, deed: Deed) -> Step {
    match deed {
        Deed::Storm => {
            avenger::storm(state, cx, index);
            Ok(())
        }
        Deed::Mask => {
            banshee::don(state, cx, index);
            Ok(())
        }
        Deed::Melt(at) => dragon::melt(state, cx, index, at),
        Deed::Watch(weapon) => {
            reaper::watch(state, cx, index, weapon);
            Ok(())
        }
        Deed::Shout => exarch::shout(state, cx, index),
    }
}

/// The rules that an Aspect or an Exarch's arms bring into a shot.
pub fn shot_rules(
    fixed: &Fixed,
    table: &Table,
    index: u8,
    weapon: Ranged,
    sustained: bool,
) -> SmallVec<[RuleId; 4]> {
    let mut rules = SmallVec::new();
    let profile = fixed.profile(index);
    match (profile.aspect, weapon) {
        // SH-DAV-002: nobody handles a catapult like a Dire Avenger.
        (Some(Aspect::DireAvenger), Ranged::ShurikenCatapult) if sustained => {
            rules.push(rule!("SH-DAV-002"));
        }
        // SH-SSC-002: a pistol like any other of its make.
        (Some(Aspect::StrikingScorpion), Ranged::ShurikenPistol) => rules.push(rule!("SH-SSC-002")),
        _ => {}
    }
    if avenger::extra_dice(fixed, table, index, weapon) > 0 {
        rules.push(rule!("SH-DAV-003"));
    }
    match (profile.exarch_of(), weapon) {
        (Some(Aspect::DarkReaper), Ranged::ShurikenCannon) => rules.push(rule!("SH-EXA-010")),
        (Some(Aspect::FireDragon), Ranged::DragonMelta) => rules.push(rule!("SH-EXA-006")),
        (Some(Aspect::DarkReaper), Ranged::SuperKrak) => rules.push(rule!("SH-EXA-008")),
        (Some(Aspect::DireAvenger), Ranged::Laspistol) if profile.has(crate::profile::Melee::Diresword) => {
            rules.push(rule!("SH-EXA-004"));
        }
        _ => {}
    }
    rules
}
