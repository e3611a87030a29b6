//! The Assault phase (ASM, CCB, FCC): combats one after another, by Initiative.

pub mod declare;
pub mod react;
pub mod results;
pub mod strikes;

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};

use crate::Cx;
use crate::choice::{Blows, Choice, Shape, StrikeShape};
use crate::edition::TwoWeapons;
use crate::event::Event;
use crate::fixed::{BladeId, Fixed};
use crate::ids::{ModelId, Side, UnitId};
use crate::state::{Flow, State};

/// 5B-MCB-001: all units connected by contact, and who of them may strike whom.
#[derive(Clone, Debug)]
pub struct Fight {
    /// The units of each side.
    pub units: [Vec<UnitId>; 2],
    /// 5B-CCB-002, 5B-CCB-011: engaged models with the units they may strike, and what they chose.
    pub engaged: Vec<Engaged>,
    /// 5B-ARS-001: wounds each side inflicted.
    pub wounds: [u16; 2],
}

/// An engaged model.
#[derive(Clone, Debug)]
pub struct Engaged {
    /// Who.
    pub model: ModelId,
    /// Whom it may strike.
    pub units: Vec<UnitId>,
    /// What it strikes with, and whom.
    pub blows: Option<Blows>,
    /// Whether it is in contact itself.
    pub touches: bool,
}

/// 5B-MCB-001: the combats of the phase that are not fought yet.
pub fn fights(s: &State) -> Vec<[Vec<UnitId>; 2]> {
    let mut all: Vec<[Vec<UnitId>; 2]> = Vec::new();
    let open = |unit: &UnitId| !s.unit(*unit).fought && s.locked(*unit);
    for unit in s.on_table(Side::Red).filter(open) {
        if all.iter().any(|fight| fight[0].contains(&unit)) {
            continue;
        }
        let mut fight = [vec![unit], Vec::new()];
        let mut waiting = vec![unit];
        while let Some(next) = waiting.pop() {
            for foe in s.locked_with(next) {
                let side = &mut fight[s.unit(foe).side.index()];
                if !side.contains(&foe) {
                    side.push(foe);
                    waiting.push(foe);
                }
            }
        }
        for units in &mut fight {
            units.sort_unstable();
        }
        all.push(fight);
    }
    all
}

/// 5B-ASM-014: the active player picks the next combat.
pub fn phase(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let fights = fights(s);
    let side = s.active;
    let Some(first) = fights.first() else {
        s.flow = Flow::EndTurn;
        return Ok(());
    };
    let options: Vec<Choice> = fights.iter().map(|fight| Choice::Unit(fight[side.index()][0])).collect();
    let picked = cx.choose(s, Ask::new(side.seat(), "combat", rule!("5B-ASM-014")), &options)?;
    let chosen = fights.iter().find(|fight| picked == Choice::Unit(fight[side.index()][0])).unwrap_or(first);
    fight(s, cx, chosen.clone())
}

/// One combat from the first blow to the last step.
fn fight(s: &mut State, cx: &mut Cx<'_>, units: [Vec<UnitId>; 2]) -> Step {
    let [red, blue] = units.clone();
    cx.emit(rules!["5B-ASM-014", "5B-MCB-001"], Event::Combat { red, blue });
    for unit in units.iter().flatten() {
        s.unit_mut(*unit).fought = true;
    }
    let mut fight = Fight { engaged: engaged(cx.fixed(), s, &units), units, wounds: [0, 0] };
    arm(s, cx, &mut fight)?;
    let steps = &cx.fixed().numbers().initiative;
    for initiative in (steps.last..=steps.first).rev() {
        strikes::step(s, cx, &mut fight, initiative)?;
    }
    results::settle(s, cx, &fight)
}

/// 5B-CCB-011, 5V-FCC-001: in contact, or within two inches of a mate in contact; judged once (5B-CCB-002).
fn engaged(fixed: &Fixed, s: &State, units: &[Vec<UnitId>; 2]) -> Vec<Engaged> {
    let within = fixed.numbers().engaged.within.0;
    let mut all = Vec::new();
    for unit in units.iter().flatten() {
        let touched: Vec<(ModelId, Vec<UnitId>)> = s
            .unit(*unit)
            .models
            .iter()
            .map(|model| {
                let mut met: Vec<UnitId> =
                    s.touching(*model).into_iter().map(|foe| s.model(foe).unit).collect();
                met.sort_unstable();
                met.dedup();
                (*model, met)
            })
            .collect();
        for (model, met) in &touched {
            let mut may = met.clone();
            if may.is_empty() {
                // 5V-FCC-008, 5B-AMB-003: whom mates near it touch.
                let near = touched.iter().filter(|(mate, met)| {
                    !met.is_empty()
                        && matches!((s.table.body(*model), s.table.body(*mate)), (Some(one), Some(other)) if one.within(other, within))
                });
                may = near.flat_map(|(_, met)| met.iter().copied()).collect();
                may.sort_unstable();
                may.dedup();
            }
            if !may.is_empty() {
                all.push(Engaged { model: *model, units: may, blows: None, touches: !met.is_empty() });
            }
        }
    }
    all
}

/// The weapons a model may choose: 5V-FCC-007 any; 5B-CCW-004 a special one where it has one.
fn blades(fixed: &Fixed, model: ModelId) -> Vec<BladeId> {
    let own = &fixed.kind_of(model).blades;
    if fixed.edition.two_weapons == TwoWeapons::Elite {
        return own.clone();
    }
    let special: Vec<BladeId> =
        own.iter().copied().filter(|blade| !fixed.blade_of(*blade).is_ordinary()).collect();
    if special.is_empty() { own[..1].to_vec() } else { special }
}

/// 5V-FCC-006, 5B-CCB-016, 5B-CCW-004: weapons and targets are named; asked only where there is a choice.
fn arm(s: &mut State, cx: &mut Cx<'_>, fight: &mut Fight) -> Step {
    let order = [s.active, s.active.other()];
    for side in order {
        for unit in fight.units[side.index()].clone() {
            let fixed = cx.fixed();
            let rows: Vec<(ModelId, Vec<BladeId>, Vec<UnitId>)> = fight
                .engaged
                .iter()
                .filter(|own| s.model(own.model).unit == unit)
                .map(|own| (own.model, blades(fixed, own.model), own.units.clone()))
                .collect();
            let free = rows.iter().any(|(_, blades, units)| blades.len() > 1 || units.len() > 1);
            let shape = StrikeShape { unit, rows };
            let answer = if free {
                (s.about, s.against) = (Some(unit), None);
                let rule = match fixed.edition.two_weapons {
                    TwoWeapons::Kinds => rule!("5B-CCB-016"),
                    TwoWeapons::Elite => rule!("5V-FCC-006"),
                };
                cx.propose(s, Ask::new(side.seat(), "strike", rule), Shape::Strike(shape))?
            } else {
                crate::legal::striking::plain(&shape)
            };
            let Choice::Strike(all) = answer else {
                return cx.broken("blows were answered with something else");
            };
            for blows in all {
                if let Some(own) = fight.engaged.iter_mut().find(|own| own.model == blows.model) {
                    own.blows = Some(blows);
                }
            }
        }
    }
    Ok(())
}
