//! What a counter turns into: Genestealers, a Hybrid of the list (SH-HBL, SH-HYB) or Tyranids for its points (SH-TYR-014).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use smallvec::SmallVec;

use super::brood::STANDS_IN;
use super::counter;
use super::event::BroodEvent;
use crate::Fixed;
use crate::choice::Choice;
use crate::event::Event;
use crate::piece::{PieceId, Place};
use crate::play::{Cx, conversion};
use crate::profile::Folk;
use crate::state::{STEALER, State};
use crate::table::Table;

/// Sides of the die that a 0 blip is looked up with.
const LOOK_UP: u8 = counter::LETTERS;

/// A model that is about to appear.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// A Genestealer.
    Genestealer,
    /// A model of the squad's list, waiting in the player's hand.
    Model(u8),
}

/// The models a counter stands for.
pub type Roster = SmallVec<[Body; 8]>;

/// What a counter was turned into, alone or with another.
pub struct Muster {
    /// The models.
    pub roster: Roster,
    /// SH-TYR-014: the second counter.
    pub with: Option<u8>,
}

impl Body {
    /// Puts it in play, off the map as yet.
    pub fn bring(self, state: &mut State, cx: &Cx<'_>, spent: bool, lurks: bool) -> PieceId {
        match self {
            Body::Genestealer => conversion::add(state, spent, lurks),
            Body::Model(index) => {
                let fresh = cx.fixed().fresh_marine(index as usize);
                state.table.forget(PieceId::Marine(index));
                let model = &mut state.table.marines[index as usize];
                *model =
                    crate::piece::Marine { place: Place::Hand, activated: spent, lurks, came: true, ..fresh };
                PieceId::Marine(index)
            }
        }
    }

    /// Whether it makes no difference which of two stands where.
    pub fn alike(self, fixed: &Fixed, other: &Body) -> bool {
        match (self, *other) {
            (Body::Genestealer, Body::Genestealer) => true,
            (Body::Model(a), Body::Model(b)) => {
                let (a, b) = (&fixed.mission.squad[a as usize], &fixed.mission.squad[b as usize]);
                a.profile == b.profile && a.level == b.level
            }
            _ => false,
        }
    }

    /// The model of the list it is.
    pub fn slot(self) -> Option<PieceId> {
        match self {
            Body::Genestealer => None,
            Body::Model(index) => Some(PieceId::Marine(index)),
        }
    }

    /// The rules by which it is there.
    pub fn rules(self, fixed: &Fixed) -> SmallVec<[RuleId; 4]> {
        let Body::Model(index) = self else { return SmallVec::new() };
        let profile = fixed.profile(index);
        if profile.folk == Folk::Hybrid {
            return SmallVec::from_slice(rules!["SH-HYB-001", "SH-HBL-001"]);
        }
        let mut rules = SmallVec::from_slice(rules!["SH-TYR-001", "SH-TYR-014"]);
        if profile.unique && !fixed.options.several_of_a_kind {
            rules.push(rule!("SH-TYR-003"));
        }
        // SH-TYR-007, SH-TYR-018: dearer with powers than without.
        if profile.cost_cards.is_some() {
            rules.push(rule!("SH-TYR-018"));
        }
        if profile.grown {
            rules.push(rule!("SH-TYR-008"));
        }
        if profile.huge {
            rules.push(rule!("SH-TYR-010"));
        }
        rules
    }
}

/// A model with a profile, and a level where the mission gives it one, that can still come into play.
fn free(fixed: &Fixed, table: &Table, profile: usize, level: Option<u8>) -> Option<u8> {
    // SH-TYR-003: of some there is one in a game, unless it was agreed otherwise; SH-HYB-003: of Magi there is never another.
    let kind = &fixed.data.profiles[profile];
    let several = fixed.options.several_of_a_kind && kind.folk != Folk::Hybrid;
    let once = kind.unique && !several && applies(rule!("SH-TYR-003"));
    let kin = |index: &u8| {
        let model = &fixed.mission.squad[*index as usize];
        model.profile == profile && model.level == level
    };
    let mut all = (table.crew()..table.marines.len() as u8).filter(kin);
    if once && there_was(fixed, table, profile) {
        return None;
    }
    all.find(|index| table.marines[*index as usize].place == Place::Gone)
}

/// SH-DRW-008: whether a dead model of the Stealer side may come out of a blip once more.
pub fn comes_again(fixed: &Fixed, table: &Table, index: u8) -> bool {
    let model = &fixed.mission.squad[index as usize];
    let boxed = index >= table.crew() && index - table.crew() < fixed.mission.boxed;
    boxed && free(fixed, table, model.profile, model.level).is_some()
}

/// SH-TYR-003: whether one of a type has come into play, whatever it carries, or is about to.
fn there_was(fixed: &Fixed, table: &Table, profile: usize) -> bool {
    let kind = fixed.data.profiles[profile].kind();
    (table.crew()..table.marines.len() as u8).any(|index| {
        let model = &table.marines[index as usize];
        fixed.profile(index).kind() == kind && (model.came || model.place == Place::Hand)
    })
}

/// Takes a model out of the box into the player's hand, so that it is not taken twice.
fn take(state: &mut State, fixed: &Fixed, profile: usize, level: Option<u8>) -> Option<Body> {
    let index = free(fixed, &state.table, profile, level)?;
    state.table.lay(PieceId::Marine(index), Place::Hand);
    Some(Body::Model(index))
}

/// Puts models for which there is no room back into the box.
pub fn send_back(state: &mut State, roster: &[Body]) {
    for body in roster {
        if let Body::Model(index) = *body {
            state.table.lay(PieceId::Marine(index), Place::Gone);
        }
    }
}

/// SH-CNV-006, SH-HBL-001, SH-HBL-004, SH-TYR-014: the models behind a face. `at` is where the counter was,
/// `seen` says that Marines have uncovered it.
pub fn roster(
    state: &mut State,
    cx: &mut Cx<'_>,
    index: u8,
    face: u8,
    at: Place,
    seen: bool,
) -> Step<Muster> {
    let mut roster = Roster::new();
    let mut value = hybrid(state, cx, index, face, &mut roster)?;
    if cx.fixed().mission.breeds.is_empty() || !applies(rule!("SH-TYR-001")) {
        roster.extend((0..value).map(|_| Body::Genestealer));
        return Ok(Muster { roster, with: None });
    }
    let with = combine(state, cx, index, at, seen)?;
    if let Some(other) = with {
        let face = conversion::turn_over(state, cx, other, None);
        value += hybrid(state, cx, other, face, &mut roster)?;
    }
    buy(state, cx, index, value, &mut roster)?;
    Ok(Muster { roster, with })
}

/// SH-HBL-001, SH-HBL-004, SH-HYB-003: the Hybrid of a lettered or 0 blip; of others, the number of Genestealers.
fn hybrid(state: &mut State, cx: &mut Cx<'_>, index: u8, face: u8, roster: &mut Roster) -> Step<u8> {
    let fixed = cx.fixed();
    let blip = PieceId::Blip(index);
    if counter::letter(face).is_some() && !applies(rule!("SH-HBL-001")) {
        return Ok(1);
    }
    let letter = match counter::letter(face) {
        Some(letter) => letter,
        None if face == 0 && applies(rule!("SH-HBL-004")) => {
            let rules = rules!["SH-HBL-004", "SH-HYB-003"];
            let [die] = cx.roll(LOOK_UP, "roll.hybrid", rules)?;
            let letter = die.saturating_sub(1);
            cx.emit(rules, Event::Brood(BroodEvent::LookedUp { blip, letter }));
            letter
        }
        None => return Ok(face),
    };
    // SH-HYB-003: a second Magus is nobody else's business but an ordinary Hybrid's.
    let listed = applies(rule!("SH-HYB-003"));
    let profile = |letter: u8| fixed.mission.hybrids[letter as usize].filter(|_| listed);
    // SH-LVL-001: with the mastery the mission gives that letter.
    let mut taken = |letter: u8| take(state, fixed, profile(letter)?, fixed.mission.levels[letter as usize]);
    let found = taken(letter);
    let unique = profile(letter).is_some_and(|profile| fixed.data.profiles[profile].unique);
    let found = match found {
        None if unique => taken(STANDS_IN),
        some => some,
    };
    match found {
        Some(body) => roster.push(body),
        // There is no miniature left for it.
        None => cx.emit(rules!["SH-CNV-009"], Event::Lost { models: 1 }),
    }
    Ok(0)
}

/// SH-TYR-014: another counter next to it, or in the same entry area, may be converted with it; one that Marines see
/// may not, nor, where its owner turns them over, one that he could not turn over by itself (SH-CNV-001).
fn combine(state: &mut State, cx: &mut Cx<'_>, index: u8, at: Place, seen: bool) -> Step<Option<u8>> {
    let fixed = cx.fixed();
    let table = &state.table;
    let in_sight = table.seen();
    let near = |other: Place| match (at, other) {
        (Place::Board(at), Place::Board(cell)) => {
            fixed.mission.grid.touching(at, table.shut()).contains(cell) && !(seen && in_sight.contains(cell))
        }
        (Place::Entry(_), other) => other == at,
        _ => false,
    };
    let mut options: SmallVec<[Choice; 4]> = SmallVec::from_slice(&[Choice::Pass]);
    for (other, blip) in table.blips.iter().enumerate() {
        let may = seen || conversion::may_convert(fixed, table, other as u8);
        if near(blip.place) && !blip.ambush && may && other != index as usize {
            options.push(Choice::Combine(PieceId::Blip(other as u8)));
        }
    }
    if options.len() == 1 {
        return Ok(None);
    }
    state.table.subject = Some(PieceId::Blip(index));
    let ask = Ask::new(STEALER, "combine", rule!("SH-TYR-014"));
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    let Choice::Combine(with @ PieceId::Blip(other)) = choice else { return Ok(None) };
    let blip = PieceId::Blip(index);
    cx.emit(rules!["SH-TYR-014", "SH-TYR-001"], Event::Brood(BroodEvent::Combined { blip, with }));
    Ok(Some(other))
}

/// SH-TYR-001, SH-TYR-014: Genestealers and types agreed on for a counter's points; what is left over is lost.
fn buy(state: &mut State, cx: &mut Cx<'_>, index: u8, value: u8, roster: &mut Roster) -> Step {
    let fixed = cx.fixed();
    let genestealer = fixed.numbers().muster.parts;
    let mut left = u16::from(value) * u16::from(genestealer);
    loop {
        let mut options: SmallVec<[Choice; 8]> = SmallVec::new();
        if u16::from(genestealer) <= left {
            options.push(Choice::MusterGenestealer);
        }
        for (number, breed) in fixed.mission.breeds.iter().enumerate() {
            let cost = fixed.muster_cost(breed.profile).unwrap_or(u8::MAX);
            // SH-TYR-008: weapons are part of the bargain.
            let grown = !fixed.data.profiles[breed.profile].grown || applies(rule!("SH-TYR-008"));
            if grown && u16::from(cost) <= left && free(fixed, &state.table, breed.profile, None).is_some() {
                options.push(Choice::Muster(number as u8));
            }
        }
        if options.is_empty() {
            break;
        }
        if !roster.is_empty() {
            // SH-TYR-014: he need not use them up.
            options.push(Choice::Pass);
        }
        state.table.subject = Some(PieceId::Blip(index));
        let ask = Ask::new(STEALER, "muster", rule!("SH-TYR-014"));
        let choice = cx.choose(state, ask, &options)?;
        state.table.subject = None;
        match choice {
            Choice::MusterGenestealer => {
                roster.push(Body::Genestealer);
                left -= u16::from(genestealer);
            }
            Choice::Muster(number) => {
                let profile = fixed.mission.breeds[number as usize].profile;
                roster.extend(take(state, fixed, profile, None));
                left -= u16::from(fixed.muster_cost(profile).unwrap_or(0));
            }
            _ => break,
        }
    }
    if left > 0 {
        let parts = u8::try_from(left).unwrap_or(u8::MAX);
        cx.emit(rules!["SH-TYR-014"], Event::Brood(BroodEvent::Wasted { parts }));
    }
    Ok(())
}
