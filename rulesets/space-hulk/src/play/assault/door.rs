//! Close assault against a door.

use grognard_engine::ctx::Step;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::target::{Need, Target};
use grognard_engine::{Audience, RuleId, rule, rules};
use grognard_space::grid::Cell;
use smallvec::SmallVec;

use super::Fighter;
use super::fighter::{swords_and_whips, unshaken};
use crate::Fixed;
use crate::eldar;
use crate::event::{Cause, Event};
use crate::harlequin;
use crate::hazard::Thing;
use crate::piece::PieceId;
use crate::play::{Cx, break_door};
use crate::profile::Melee;
use crate::psychic;
use crate::state::State;
use crate::table::Table;

/// What breaks a door in close assault: dice, and the number they need (SH-DOR-016 to SH-DOR-018).
pub fn door_plan(fixed: &Fixed, table: &Table, who: PieceId, at: Cell) -> (Fighter, Target) {
    let numbers = fixed.numbers();
    let mut fighter = unshaken(fixed, table, who, who);
    if !applies(rule!("SH-DOR-017")) && matches!(who, PieceId::Marine(_)) {
        fighter.dice = numbers.assault_dice.terminator;
        fighter.bonuses.clear();
    } else if harlequin::harlequin(fixed, who).is_some() {
        // SH-DOR-017: what a Harlequin carries is counted already, wherever it looks.
    } else if fighter.burdened {
        // SH-TOX-006: his arms are full; he has his skill, and no weapon.
    } else if let PieceId::Marine(index) = who {
        // SH-DOR-017: the door is always in front.
        let profile = fixed.profile(index);
        if profile.has(Melee::LightningClaws) {
            fighter.dice = numbers.claws.dice;
        }
        if profile.has(Melee::ThunderHammer) && profile.traded.is_none() {
            fighter.add(numbers.hammer.bonus, "reason.hammer", rule!("SH-WTH-001"));
        }
        if profile.has(Melee::Chainsword) && !profile.total {
            fighter.add(numbers.chainsword.bonus, "reason.chainsword", rule!("SH-WCS-001"));
        }
        if profile.has(Melee::PowerAxe) && !profile.total {
            fighter.add(numbers.power_axe.bonus, "reason.power-axe", rule!("SH-WPA-001"));
        }
        for weapon in &profile.melee {
            eldar::exarch::blade(fixed, profile, *weapon, true, &mut fighter);
            match weapon {
                Melee::BoneSword | Melee::BoneSwords | Melee::LashWhip => {
                    swords_and_whips(fixed, *weapon, &mut fighter);
                }
                Melee::WitchBlade => {
                    fighter.add(numbers.witch_blade.bonus, "reason.witch-blade", rule!("SH-WLK-003"));
                }
                _ => {}
            }
        }
        let blade = profile.has(Melee::ForceWeapon) && !profile.total && !profile.mind;
        if blade && psychic::level(fixed, table, who).is_none() {
            fighter.add(numbers.force_weapon.bonus, "reason.force-weapon", rule!("SH-WFW-001"));
        }
    } else {
        fighter.dice = numbers.door_genestealer.genestealer_dice;
    }
    // SH-HBN-002: dice are lost whatever is attacked.
    eldar::banshee::shake(fixed, table, &mut fighter);
    psychic::enhance::foresee(fixed, table, &mut fighter);
    let (need, rule) = match table.thing(at) {
        Some(Thing::Bulkhead) => (numbers.bulkhead_assault.need, rule!("SH-BLK-003")),
        _ => (numbers.door_assault.need, rule!("SH-DOR-016")),
    };
    let mut target = Target::new(Need::AtLeast(need), rule).with_floor(1);
    for bonus in &fighter.bonuses {
        target = target.plus(-bonus.amount, bonus.why, bonus.rule);
    }
    (fighter, target)
}

/// SH-DOR-016: close assault against a closed door, which never strikes back.
pub fn against_door(state: &mut State, cx: &mut Cx<'_>, who: PieceId, door: Cell) -> Step {
    let fixed = cx.fixed();
    let (mut fighter, mut target) = door_plan(fixed, &state.table, who, door);
    if state.table.psychic.is_some() {
        // SH-PSQ-003, SH-BLK-003: the blow is his own, whatever it is aimed at; a thing is always in front.
        let bonus = fighter.bonus();
        fighter.front = true;
        psychic::enhance::fighter(state, cx, &mut fighter)?;
        target = target.plus(bonus - fighter.bonus(), "reason.psi", rule!("SH-PSQ-003"));
    }
    let thing = state.table.thing(door);
    let rules = match (who, thing) {
        (PieceId::Stealer(_), Some(Thing::Bulkhead)) => rules!["SH-BLK-004", "SH-CLA-015", "SH-CLA-004"],
        (_, Some(Thing::Bulkhead)) => rules!["SH-BLK-003", "SH-CLA-015", "SH-CLA-004"],
        (PieceId::Stealer(_), _) => rules!["SH-DOR-016", "SH-DOR-018", "SH-CLA-015", "SH-CLA-004"],
        _ => rules!["SH-DOR-016", "SH-DOR-017", "SH-CLA-015", "SH-CLA-004"],
    };
    let load = if fighter.burdened { rules!["SH-TOX-006"] } else { &[] };
    let screams = if fighter.screams > 0 { rules!["SH-HBN-002"] } else { &[] };
    let rules = rules.iter().chain(crate::play::thing_rules(thing)).chain(load).chain(screams);
    let rules: SmallVec<[RuleId; 8]> = rules.copied().collect();
    let mut faces: SmallVec<[u8; 4]> = SmallVec::from_elem(0, fighter.dice as usize);
    if !faces.is_empty() {
        cx.roll_into(&mut faces, Audience::ALL, 6, "roll.door", &rules, Some(&target))?;
    }
    let highest = faces.iter().copied().max().unwrap_or(0);
    // SH-DOR-016: a natural 6 always does it.
    let broken = highest == 6 || matches!(target.need(), Need::AtLeast(need) if highest >= need);
    let broken = broken && all_apply(&rules);
    let total = (highest as i8).saturating_add(fighter.bonus());
    cx.emit(&rules, Event::DoorAssaulted { by: who, door, total, broken });
    if broken {
        let rules = if thing == Some(Thing::Bulkhead) {
            rules!["SH-BLK-001"]
        } else {
            rules!["SH-DOR-016", "SH-DOR-019"]
        };
        break_door(state, cx, door, Cause::Assault, rules)?;
    }
    Ok(())
}
