//! Hiding, spotting and detecting (HID).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};

use super::{begin, wargear};
use crate::Second;
use crate::cards;
use crate::choice::{Choice, Word};
use crate::data::ground::Cover;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::in_force;
use crate::sight;
use crate::state::{Flow, Hidden, Moved, Nerve, State};

/// Why a unit cannot hide, if so.
pub fn barred(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    in_force(why_barred(fixed, s, unit))
}

fn why_barred(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    let too_big = |model: &ModelId| {
        let kind = fixed.kind_of(*model);
        !kind.armour.can_hide || kind.has("cannot-hide")
    };
    if own.models.iter().any(|model| s.vehicle(*model).is_some()) {
        Some((rule!("2E-VEH-008"), "why.too-big-to-hide"))
    } else if own.hidden == Hidden::Yes {
        Some((rule!("2E-HID-005"), "why.hidden-already"))
    } else if own.models.iter().any(|model| fixed.kind_of(*model).has("cavalry")) {
        Some((rule!("2E-CAV-006"), "why.too-big-to-hide"))
    } else if own.models.iter().any(|model| too_big(model) || cards::hampered(fixed, s, *model).1) {
        Some((rule!("2E-HID-004"), "why.too-big-to-hide"))
    } else if own.moved == Moved::Ran {
        Some((rule!("2E-RUN-007"), "why.ran"))
    } else if own.moved == Moved::Charged {
        Some((rule!("2E-CHG-015"), "why.charged"))
    } else if own.overwatch {
        Some((rule!("2E-HID-009"), "why.on-overwatch"))
    } else if s.in_combat(unit) {
        Some((rule!("2E-HTH-002"), "why.engaged"))
    } else if own.models.iter().any(|model| !concealed(fixed, s, *model)) {
        // 2E-AMB-064: all of them or nobody.
        Some((rule!("2E-HID-006"), "why.not-concealed"))
    } else {
        None
    }
}

/// 2E-HID-006: whether a model is in or behind something that hides it from everybody who looks its way.
fn concealed(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    if !applies(rule!("2E-HID-006")) {
        return false;
    }
    let Some(body) = s.table.body(model) else { return false };
    let mut enemies = s.enemies(s.side_of(model));
    sight::hiding_place(fixed, s, body)
        && enemies.all(|(enemy, from)| {
            sight::cover_at(fixed, s, from, body) > Cover::None || !sight::in_sight(fixed, s, enemy, model)
        })
}

/// 2E-HID-002: at the end of its movement phase a player may hide squads.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let side = s.active;
    let mut options = if cx.fixed().options.hiding { may_hide(cx.fixed(), s, side) } else { Vec::new() };
    options.push(Choice::Word(Word::Done));
    let ask = Ask::new(side.seat(), "hide", rule!("2E-HID-002")).default(options.len() - 1);
    if let Choice::Hide(unit) = cx.choose(s, ask, &options)? {
        hide(s, cx, unit, rules!["2E-HID-002", "2E-HID-003", "2E-HID-005"]);
        spotting(s, cx);
    } else {
        begin(s, cx, Flow::Shooting, "phase.shooting");
    }
    Ok(())
}

/// 2E-HID-020, 2E-DEP-005: squads deployed in or behind cover may begin the game hidden.
pub fn at_first(s: &mut State, cx: &mut Ctx<'_, Second>, side: Side) -> Step {
    let mut options = if cx.fixed().options.hiding { may_hide(cx.fixed(), s, side) } else { Vec::new() };
    options.push(Choice::Word(Word::Done));
    let ask = Ask::new(side.seat(), "hide", rule!("2E-HID-020")).default(options.len() - 1);
    if let Choice::Hide(unit) = cx.choose(s, ask, &options)? {
        hide(s, cx, unit, rules!["2E-HID-020", "2E-DEP-005"]);
        return Ok(());
    }
    if s.first_hides == side {
        s.flow = Flow::HideFirst { side: side.other() };
    } else {
        spotting(s, cx);
        s.flow = Flow::FirstTurn;
    }
    Ok(())
}

fn may_hide(fixed: &Fixed, s: &State, side: Side) -> Vec<Choice> {
    let may = |unit: &UnitId| s.unit(*unit).nerve != Nerve::Broken && barred(fixed, s, *unit).is_none();
    s.on_table(side).filter(may).map(Choice::Hide).collect()
}

/// A unit is hidden from now on; 2E-AMB-083: what the enemy knew of its place is forgotten.
pub fn hide(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, rules: &[RuleId]) {
    s.unit_mut(unit).hidden = Hidden::Yes;
    // 2E-BLD-006, 2E-HID-019: at the openings of a building, too.
    let indoors = crate::buildings::unit_inside(cx.fixed(), s, unit).is_some();
    let also: &[RuleId] = if indoors { rules!["2E-BLD-006", "2E-HID-019"] } else { &[] };
    cx.emit(&[rules, also].concat(), Event::Hides { unit });
}

/// 2E-HID-007, 2E-AMB-084: whoever moves, shoots or fights shows all of its squad.
pub fn reveal(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, rules: &[RuleId]) {
    if !applies(rule!("2E-HID-007")) {
        return;
    }
    if s.unit(unit).hidden != Hidden::No {
        s.unit_mut(unit).hidden = Hidden::No;
        cx.emit(rules, Event::Revealed { unit });
    }
}

/// 2E-HID-013: whoever is spotted is detected by everybody; 2E-AMB-082: looked at again after everything that moves.
pub fn spotting(s: &mut State, cx: &mut Ctx<'_, Second>) {
    if !applies(rule!("2E-HID-013")) {
        return;
    }
    for unit in (0..s.units.len() as u16).map(UnitId) {
        if s.unit(unit).hidden != Hidden::Yes {
            continue;
        }
        let enemies: Vec<ModelId> = s.enemies(s.unit(unit).side).map(|(enemy, _)| enemy).collect();
        let fixed = cx.fixed();
        let models: Vec<ModelId> = s.bodies(unit).map(|(model, _)| model).collect();
        let by_eye = |enemy: &ModelId| {
            models.iter().find_map(|model| sight::spots(fixed, s, *enemy, *model)).map(|rule| (*enemy, rule))
        };
        // 2E-HID-014: some equipment detects from farther away, sight or no sight.
        let by_aid = |enemy: &ModelId| {
            let (_, far) = cards::eye(fixed, s, *enemy)?;
            let near = models.iter().any(|model| s.table.within(*enemy, *model, far));
            near.then_some((*enemy, rule!("2E-HID-014")))
        };
        let seen = enemies.iter().find_map(by_eye).or_else(|| enemies.iter().find_map(by_aid));
        if let Some((by, rule)) = seen {
            s.unit_mut(unit).hidden = Hidden::Detected;
            if let Some(card) = cards::eye_card(fixed, s, by).filter(|_| rule == rule!("2E-HID-014")) {
                wargear::show(s, cx, by, card);
            }
            cx.emit(&[rule, rule!("2E-HID-013")], Event::Detected { unit, by });
        }
    }
}
