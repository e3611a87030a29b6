//! What Aspect Warriors may do: SH-DAV-003, SH-HBN-002, SH-FDR-005, SH-DRP-004, SH-EXA-016.

use std::ops::ControlFlow;

use grognard_engine::rules;
use grognard_space::grid::{Cell, CellSet};
use smallvec::SmallVec;

use super::deed::Deed;
use super::dragon::is_floor;
use super::warrior::{self, Storm};
use crate::Fixed;
use crate::goal::ItemPlace;
use crate::legal::{At, Objections, check_listed, sight_reasons};
use crate::piece::PieceId;
use crate::profile::{Aspect, Ranged};
use crate::table::{Flow, Side, Table};

/// Whether a model may do what only Aspect Warriors do.
pub fn check<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    deed: Deed,
    o: &mut O,
) -> ControlFlow<()> {
    let PieceId::Marine(index) = who else { return o.must(false, rules!["SH-ACT-006"], At::Piece(who)) };
    let profile = fixed.profile(index);
    let warrior = warrior::of(table, index);
    match deed {
        Deed::Storm => {
            let avenger = profile.aspect == Some(Aspect::DireAvenger);
            let armed = avenger && profile.carries(Ranged::ShurikenCatapult);
            o.must(armed && warrior.storm == Storm::Ready, rules!["SH-DAV-003"], At::Piece(who))?;
            o.by(rules!["SH-DAV-003"], At::Piece(who))
        }
        Deed::Mask => {
            let banshee = profile.aspect == Some(Aspect::HowlingBanshee);
            o.must(banshee && acts(table, index) && !warrior.mask, rules!["SH-HBN-002"], At::Piece(who))?;
            let enough = warrior.steps >= fixed.numbers().banshee_mask.steps;
            o.must(enough, rules!["SH-HBN-002"], At::Piece(who))?;
            o.by(rules!["SH-HBN-002"], At::Piece(who))
        }
        Deed::Melt(at) => check_melt(fixed, table, index, at, o),
        Deed::Watch(weapon) => check_watch(fixed, table, index, weapon, o),
        Deed::Shout => {
            let shouts = profile.exarch_of() == Some(Aspect::HowlingBanshee);
            o.must(shouts, rules!["SH-EXA-016"], At::Piece(who))?;
            o.by(rules!["SH-EXA-016"], At::Piece(who))
        }
    }
}

/// Whether it is the Action Phase of a model's own side: the mask screams at the end of it.
fn acts(table: &Table, index: u8) -> bool {
    match table.side(PieceId::Marine(index)) {
        Side::Marine => matches!(table.flow, Flow::Marines { .. }),
        Side::Stealer => matches!(table.flow, Flow::Stealers { .. }),
    }
}

/// SH-FDR-005: a square in sight, arc and range with nothing on it.
fn check_melt<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    index: u8,
    at: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    let who = PieceId::Marine(index);
    let melting = fixed.profile(index).ranged.and_then(|weapon| Some((weapon, fixed.weapon(weapon)?)));
    let Some((weapon, listed)) = melting.filter(|(_, listed)| listed.melts) else {
        return o.must(false, rules!["SH-FDR-005"], At::Piece(who));
    };
    o.by(rules!["SH-FDR-005"], At::Piece(who))?;
    check_listed(fixed, table, index, weapon, o)?;
    let Some(from) = table.cell(who) else { return o.must(false, rules!["SH-FDR-005"], At::Piece(who)) };
    let facing = table.marines[index as usize].facing;
    if !table.seen_by(index).contains(at) {
        let reasons =
            if o.explains() { sight_reasons(fixed, table, from, facing, at) } else { rules!["SH-FDR-005"] };
        o.must(false, reasons, At::Cell(at))?;
    }
    o.must(fixed.sight().cone(from, facing).contains(at), rules!["SH-ARC-001", "SH-FDR-005"], At::Cell(at))?;
    let near = listed.range.is_none_or(|range| fixed.range(from, at) <= range);
    o.must(near, rules!["SH-FDR-005", "SH-FDR-002"], At::Cell(at))?;
    o.must(is_bare(fixed, table, at), rules!["SH-FDR-005"], At::Cell(at))
}

/// SH-FDR-005: no piece, no feature, no hole.
fn is_bare(fixed: &Fixed, table: &Table, at: Cell) -> bool {
    let doors = table.closed | table.open;
    let lying = table.items.contains(&ItemPlace::Lies(at)) || table.load_on(at).is_some();
    is_floor(table, at)
        && !(table.occupied() | doors | *table.shut() | table.things.rubble).contains(at)
        && table.thing(at).is_none()
        && !fixed.mission.hazards.in_shafts().contains(at)
        && !lying
}

/// SH-DRP-004, SH-OVW-001: overwatch with a weapon that has to be named.
fn check_watch<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    index: u8,
    weapon: Ranged,
    o: &mut O,
) -> ControlFlow<()> {
    let who = PieceId::Marine(index);
    let profile = fixed.profile(index);
    let marine = &table.marines[index as usize];
    // SH-TYR-017: a spinefist beside another gun watches, too.
    let second = profile.extra.contains(&weapon);
    let Some(listed) =
        fixed.weapon(weapon).filter(|_| second || profile.aspect.is_some() && profile.carries(weapon))
    else {
        return o.must(false, rules!["SH-FOR-007", "SH-OVW-001"], At::Piece(who));
    };
    o.must(listed.overwatch.is_some(), crate::weapon::behind(weapon).blind, At::Piece(who))?;
    let own = profile.ranged == Some(weapon);
    // What is the only thing to watch with needs no name.
    o.must(!own || listed.finder, rules!["SH-OVW-001"], At::Piece(who))?;
    o.must(!(own && marine.jammed), rules!["SH-OVW-001", "SH-JAM-004"], At::Piece(who))?;
    o.must(!marine.overwatch, rules!["SH-OVW-001"], At::Piece(who))?;
    o.by_where(rules!["SH-DRP-004"], At::Piece(who), || listed.finder)
}

/// What a deed costs.
pub fn cost(fixed: &Fixed, who: PieceId, deed: Deed) -> Option<u8> {
    let numbers = fixed.numbers();
    let PieceId::Marine(index) = who else { return None };
    let shot = |weapon: Ranged| fixed.weapon(weapon).map(|listed| listed.cost);
    match deed {
        Deed::Storm => Some(numbers.shuriken_storm.cost),
        Deed::Mask => Some(0),
        Deed::Melt(_) => fixed.profile(index).ranged.and_then(shot),
        Deed::Watch(weapon) if fixed.weapon(weapon).is_some_and(|listed| listed.finder) => {
            Some(numbers.range_finder.cost)
        }
        Deed::Watch(_) => Some(numbers.set_overwatch.set_overwatch),
        Deed::Shout => shot(Ranged::WarShout),
    }
}

/// What could be on the list of a model's deeds; each has still to be checked.
pub fn candidates(fixed: &Fixed, table: &Table, index: u8) -> SmallVec<[Deed; 8]> {
    let mut all: SmallVec<[Deed; 8]> = SmallVec::new();
    let profile = fixed.profile(index);
    match profile.aspect {
        None => {
            all.extend(profile.extra.iter().copied().map(Deed::Watch));
            return all;
        }
        Some(Aspect::DireAvenger) => all.push(Deed::Storm),
        Some(Aspect::HowlingBanshee) => all.extend([Deed::Mask, Deed::Shout]),
        Some(Aspect::FireDragon) => {
            let marine = &table.marines[index as usize];
            let swept = marine.cell().map_or(CellSet::EMPTY, |cell| {
                table.seen_by(index) & *fixed.sight().cone(cell, marine.facing)
            });
            if marine.ammo > 0 {
                all.extend(swept.minus(&table.occupied()).iter().map(Deed::Melt));
            }
        }
        Some(Aspect::DarkReaper | Aspect::StrikingScorpion) => {}
    }
    all.extend(profile.arms().map(Deed::Watch));
    all
}
