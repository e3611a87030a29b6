//! Barrages (5B-WCH-007, 5B-WCH-008): fire without sight, markers that fall together.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Point, Pose};
use grognard_tabletop::templates::{self, SCATTER_DIE, roll_scatter};

use crate::Cx;
use crate::choice::{Choice, LayShape, Salvo, Shape, Spot};
use crate::cover;
use crate::data::troops::WeaponType;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::laying;
use crate::state::State;

/// Whether a weapon fires a barrage.
pub fn is(fixed: &Fixed, weapon: WeaponId) -> bool {
    let weapon = fixed.weapon(weapon);
    weapon.has("barrage") || weapon.kind == WeaponType::OrdnanceBarrage
}

/// Whether a weapon fires at what its firer does not see: a barrage, or one whose missiles find their way (table of weapons).
pub fn needs_no_sight(fixed: &Fixed, weapon: WeaponId) -> bool {
    is(fixed, weapon) || fixed.weapon(weapon).has("no-line-of-sight")
}

/// The enemy units that can be shot at without being seen, where somebody of a unit has such a weapon.
pub fn unseen_targets(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<UnitId> {
    let has =
        |model: &ModelId| fixed.kind_of(*model).weapons.iter().any(|weapon| needs_no_sight(fixed, *weapon));
    if !s.unit(unit).models.iter().any(has) {
        return Vec::new();
    }
    let side = s.unit(unit).side;
    s.on_table(side.other())
        .filter(|target| !s.locked(*target) && !cover::unit_sees(s, unit, *target))
        .collect()
}

/// 5B-WCH-007: whether a firer sees nobody of its target, and so does not aim.
pub fn is_blind(fixed: &Fixed, s: &State, model: ModelId, weapon: WeaponId, target: UnitId) -> bool {
    needs_no_sight(fixed, weapon) && cover::seen(s, model, target).is_empty()
}

/// 5B-WCH-007: whether a marker lies nearer than a weapon may fire.
pub fn too_near(fixed: &Fixed, s: &State, model: ModelId, weapon: WeaponId, at: Point) -> bool {
    let least = fixed.weapon(weapon).minimum;
    let Some(body) = s.table.body(s.eyes(model)) else { return false };
    is(fixed, weapon)
        && least > Length::ZERO
        && body.outline.within(&grognard_space::table::Outline::point(at), least - Length(1))
}

/// 5B-WCH-008: where a further marker of a salvo falls: beside the first where the die points, or where its firer likes.
pub fn further(s: &State, cx: &mut Cx<'_>, shape: LayShape, laid: &[Pose]) -> Step<Option<Pose>> {
    let Some(first) = laid.first().copied() else { return Ok(None) };
    let fixed = cx.fixed();
    let templates::Kind::Blast(radius) = laying::kind(fixed, &shape) else { return Ok(None) };
    let rules: &[RuleId] = rules!["5B-WCH-008", "5B-DIC-004"];
    let arrow =
        roll_scatter(cx, (SCATTER_DIE, fixed.numbers().scatter_die.hits), false, "roll.scatter", rules)?;
    let inches = (radius + radius).0 / Length::INCH.0;
    let far = if arrow.hit { 0 } else { inches as u8 };
    cx.emit(rules, Event::Scattered { weapon: shape.weapon, inches: far, hit: arrow.hit });
    let at = if let Some(angle) = arrow.direction.filter(|_| !arrow.hit) {
        Pose { at: first.at + angle.step(radius + radius), ..first }
    } else {
        let salvo =
            Salvo { model: shape.model, weapon: shape.weapon, target: shape.target, beside: first.at };
        let ask = Ask::new(s.side_of(shape.model).seat(), "lay", rule!("5B-WCH-008"));
        match cx.propose(s, ask, Shape::Spot(Spot::Salvo(salvo)))? {
            Choice::Lay(at) => Pose { at: at.at, ..first },
            _ => return cx.broken("a marker was answered with something else"),
        }
    };
    let (x, y) = fixed.battlefield.size;
    let inside = (0..=x.0).contains(&at.at.x) && (0..=y.0).contains(&at.at.y);
    if !inside {
        cx.emit(rules!["5B-WCH-003"], Event::MarkerLost { weapon: shape.weapon });
    }
    Ok(inside.then_some(at))
}
