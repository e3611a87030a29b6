//! Wounds lost, mortal wounds, and what becomes of destroyed models.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};

use crate::Nine;
use crate::choice::Choice;
use crate::data::sheet::Ability;
use crate::event::Event;
use crate::ids::{ModelId, Side, UnitId};
use crate::measure;
use crate::play::allocation::{What, allocate};
use crate::play::{perils, reroll, transport};
use crate::state::{Place, State};

/// How a model came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// An attack of a side's model (9E-STR-007 a).
    Attack(Side),
    /// A mortal wound of a rule a side's model uses (9E-STR-007 c).
    Mortal(Side),
    /// 9E-STR-007 b, 9E-MOR-013: it fled.
    Fled,
    /// Its own doing, the table's edge, no room: nobody's merit (9E-STR-008).
    Own,
    /// 9E-PSY-022: its own Perils of the Warp: nobody's merit either, and a last model takes others along.
    Perils,
    /// 9E-MOR-015: removed for coherency; triggers nothing.
    Removed,
}

impl Cause {
    fn credit(self, owner: Side) -> Option<Side> {
        match self {
            Cause::Attack(side) | Cause::Mortal(side) => {
                (side != owner && applies(rule!("9E-STR-007"))).then_some(side)
            }
            Cause::Fled => applies(rule!("9E-MOR-013")).then_some(owner.other()),
            Cause::Own | Cause::Perils | Cause::Removed => {
                (!applies(rule!("9E-STR-008"))).then_some(owner.other())
            }
        }
    }

    /// 9E-MOR-009, 9E-MOR-015: whether rules for destroyed models come into play.
    fn triggers(self) -> bool {
        match self {
            Cause::Fled => !applies(rule!("9E-MOR-009")),
            Cause::Removed => !applies(rule!("9E-MOR-015")),
            _ => true,
        }
    }
}

#[derive(Clone, Copy)]
struct IgnorePick(u8);

impl From<IgnorePick> for Choice {
    fn from(pick: IgnorePick) -> Choice {
        Choice::Ignore(pick.0)
    }
}

/// 9E-ATK-017, 9E-ATK-019: a model loses wounds; what is left over when it is destroyed is lost, but for mortal wounds
/// that are still `to_come` (9E-ATK-026). Says whether it was destroyed.
pub fn lose_wounds(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    model: ModelId,
    wounds: u8,
    cause: Cause,
    to_come: u8,
) -> Step<bool> {
    // Whoever is about to be removed is past harm.
    if s.model(model).wounds == 0 {
        return Ok(false);
    }
    let (mut lost, mut ignored) = (0, 0);
    let of_attack = matches!(cause, Cause::Attack(_));
    let wounds = if of_attack && !applies(rule!("9E-ATK-017")) { wounds.min(1) } else { wounds };
    for _ in 0..wounds {
        if s.model(model).wounds == 0 {
            break;
        }
        if (of_attack || applies(rule!("9E-ATK-031"))) && ignores(s, cx, model)? {
            ignored += 1;
            continue;
        }
        s.model_mut(model).wounds -= 1;
        lost += 1;
    }
    if ignored > 0 {
        cx.emit(rules!["9E-ATK-030"], Event::Ignored { model, wounds: ignored });
    }
    let left = s.model(model).wounds;
    if lost > 0 && left > 0 {
        cx.emit(rules!["9E-ATK-017", "9E-STR-009"], Event::Wounded { model, lost, left });
    }
    if left == 0 && applies(rule!("9E-ATK-018")) {
        let others = s.unit(s.model(model).unit).models.len() > 1;
        let rules: &[RuleId] = if to_come > 0 && others {
            rules!["9E-ATK-018", "9E-ATK-026"]
        } else if lost + ignored < wounds && matches!(cause, Cause::Attack(_)) {
            rules!["9E-ATK-018", "9E-ATK-019"]
        } else {
            rules!["9E-ATK-018"]
        };
        cx.emit(rules, Event::Destroyed { model });
        let unit = s.model(model).unit;
        bring_down(s, cx, model, cause)?;
        let over = wounds - lost - ignored;
        if over > 0 && of_attack && s.is_on_table(unit) && !applies(rule!("9E-ATK-019")) {
            let next = allocate(s, cx, unit, What::Attack)?;
            lose_wounds(s, cx, next, over, cause, 0)?;
        }
    }
    Ok(left == 0)
}

/// 9E-ATK-030, 9E-ATK-031: whether a model ignores a wound it is about to lose, mortal or not: one roll for each wound
/// (9E-AMB-064), by one rule, which its owner picks for each wound where it has several.
fn ignores(s: &mut State, cx: &mut Ctx<'_, Nine>, model: ModelId) -> Step<bool> {
    let picks: Vec<IgnorePick> =
        cx.fixed().kind(model).ignores.iter().map(|need| IgnorePick(*need)).collect();
    if picks.is_empty() {
        return Ok(false);
    }
    s.about.model = Some(model);
    s.about.number = Some(s.model(model).wounds);
    let ask = Ask::new(s.side_of(model).seat(), "ignore", rule!("9E-ATK-030"));
    let IgnorePick(need) = cx.choose(s, ask, &picks)?;
    s.about.model = None;
    s.about.number = None;
    let target = Target::new(Need::AtLeast(need), rule!("9E-ATK-030"));
    let [face] = cx.roll_against::<1>(6, "roll.ignore", rules!["9E-ATK-030", "9E-ATK-031"], &target)?;
    Ok(target.met_by(face))
}

/// 9E-ATK-023 to 9E-ATK-026: mortal wounds, allocated like attacks (9E-ATK-025), one at a time, on and on until they
/// are used up.
pub fn mortal_wounds(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, wounds: u8, cause: Cause) -> Step {
    let wounds = if applies(rule!("9E-ATK-023")) { wounds } else { 0 };
    for made in 1..=wounds {
        if !s.is_on_table(unit) {
            break;
        }
        let model = allocate(s, cx, unit, What::MortalWound)?;
        let destroyed = lose_wounds(s, cx, model, 1, cause, wounds - made)?;
        if destroyed && !applies(rule!("9E-ATK-026")) {
            break;
        }
    }
    Ok(())
}

/// Mortal wounds from a rule, with a casualty order of their own.
pub fn mortal_wounds_of_rule(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    unit: UnitId,
    wounds: u8,
    cause: Cause,
    rules: &[RuleId],
) -> Step {
    cx.emit(rules, Event::MortalWounds { unit, wounds });
    let before = std::mem::take(&mut s.about);
    mortal_wounds(s, cx, unit, wounds, cause)?;
    s.about = before;
    Ok(())
}

/// 9E-STR-002: a model is destroyed outright.
pub fn destroy(s: &mut State, cx: &mut Ctx<'_, Nine>, model: ModelId, cause: Cause) -> Step {
    s.model_mut(model).wounds = 0;
    cx.emit(rules!["9E-STR-002"], Event::Destroyed { model });
    bring_down(s, cx, model, cause)
}

/// What happens around a model that is destroyed, and its removal.
pub fn bring_down(s: &mut State, cx: &mut Ctx<'_, Nine>, model: ModelId, cause: Cause) -> Step {
    if cause.triggers() {
        // 9E-TRN-019: passengers get out before the model is removed; 9E-TRN-018: but after it has exploded.
        // By damage only; whoever flees or is removed triggers nothing to begin with.
        let hurt = !matches!(cause, Cause::Own);
        if hurt && applies(rule!("9E-TRN-018")) {
            explode(s, cx, model)?;
        }
        // 9E-PSY-024: just before it is removed.
        if cause == Cause::Perils && s.unit(s.model(model).unit).models.len() == 1 {
            perils::tear(s, cx, model)?;
        }
        transport::evacuate(s, cx, model)?;
        if hurt && !applies(rule!("9E-TRN-018")) {
            explode(s, cx, model)?;
        }
    }
    remove(s, cx, model, cause);
    Ok(())
}

/// 9E-TRN-017: a model that explodes hurts every other unit around it, but not those in it (9E-TRN-018).
fn explode(s: &mut State, cx: &mut Ctx<'_, Nine>, model: ModelId) -> Step {
    let ability = cx.fixed().kind(model).find(|ability| match ability {
        Ability::Explodes { on, range, mortal } => Some((on.0, range.0, *mortal)),
        _ => None,
    });
    let (Some((on, range, mortal)), Some(_)) = (ability, s.pose(model)) else { return Ok(()) };
    let need = Target::new(Need::AtLeast(on), rule!("9E-TRN-017"));
    let [face] = cx.roll_against::<1>(6, "roll.explodes", rules!["9E-TRN-017", "9E-DIC-003"], &need)?;
    // 9E-TRN-018: those in it have nothing to fear of it.
    let spared = need.met_by(face) && s.passengers(model).next().is_some();
    let rules: &[RuleId] = if spared { rules!["9E-TRN-017", "9E-TRN-018"] } else { rules!["9E-TRN-017"] };
    cx.emit(rules, Event::Explodes { model, happens: need.met_by(face) });
    if !need.met_by(face) {
        return Ok(());
    }
    let (own, side) = (s.model(model).unit, s.side_of(model));
    let near: Vec<UnitId> = s
        .unit_ids()
        .filter(|unit| *unit != own && measure::unit_within_of_model(cx.fixed(), s, *unit, model, range))
        .filter(|unit| s.unit(*unit).side != side || applies(rule!("9E-GEN-016")))
        // What has blown up next to it, and is not removed yet, is destroyed all the same (9E-ATK-018).
        .filter(|unit| s.standing(*unit).any(|(other, _)| s.model(other).wounds > 0))
        .collect();
    let mut left = near;
    while let Some(unit) = next_in_sequence(s, cx, &mut left)? {
        let wounds =
            reroll::sum(cx, mortal.dice, mortal.sides, "roll.mortal", rules!["9E-TRN-017"])? + mortal.plus;
        // 9E-GEN-016: friends and enemies alike.
        let rules: &[RuleId] = if s.unit(unit).side == side {
            rules!["9E-TRN-017", "9E-ATK-023", "9E-GEN-016"]
        } else {
            rules!["9E-TRN-017", "9E-ATK-023"]
        };
        mortal_wounds_of_rule(s, cx, unit, wounds, Cause::Mortal(side), rules)?;
    }
    Ok(())
}

/// 9E-SEQ-001: of several units that something happens to at the same time, the active player says which is next.
/// Units that are gone by then are passed over.
pub fn next_in_sequence(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    left: &mut Vec<UnitId>,
) -> Step<Option<UnitId>> {
    left.retain(|unit| s.is_on_table(*unit));
    next_of(s, cx, left, s.active, rule!("9E-SEQ-001"))
}

/// Of several units the one that a side picks by some rule to be next.
pub fn next_of(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    left: &mut Vec<UnitId>,
    side: Side,
    rule: RuleId,
) -> Step<Option<UnitId>> {
    if left.is_empty() {
        return Ok(None);
    }
    let before = std::mem::take(&mut s.about);
    let ask = Ask::new(side.seat(), "sequence", rule);
    let next = cx.choose(s, ask, left)?;
    s.about = before;
    left.retain(|unit| *unit != next);
    Ok(Some(next))
}

/// 9E-STR-002, 9E-STR-004: a model leaves play; a unit without models is destroyed.
pub fn remove(s: &mut State, cx: &mut Ctx<'_, Nine>, model: ModelId, cause: Cause) {
    let id = s.model(model).unit;
    if applies(rule!("9E-STR-002")) {
        s.lift(model, Place::Gone);
    }
    s.model_mut(model).wounds = 0;
    let unit = s.unit_mut(id);
    unit.models.retain(|other| *other != model);
    unit.dead.push(model);
    // 9E-MOR-016: no test for those removed.
    if cause != Cause::Removed {
        unit.turn.lost = unit.turn.lost.saturating_add(1);
    }
    if unit.models.is_empty() && applies(rule!("9E-STR-004")) {
        let by = cause.credit(unit.side);
        unit.destroyed_by = by;
        let rules: &[RuleId] = match (by.is_some(), cause) {
            (true, Cause::Fled) => rules!["9E-STR-004", "9E-STR-007", "9E-MOR-013"],
            (true, _) => rules!["9E-STR-004", "9E-STR-007"],
            (false, _) => rules!["9E-STR-004", "9E-STR-008"],
        };
        cx.emit(rules, Event::UnitDestroyed { unit: id, by });
    }
    // 9E-AMB-111, 9E-AIR-006: whoever is still in it is lost with it.
    let aboard: Vec<UnitId> = s.passengers(model).collect();
    for unit in aboard.into_iter().filter(|_| applies(rule!("9E-AIR-006"))) {
        for passenger in s.unit(unit).models.clone() {
            remove(s, cx, passenger, Cause::Own);
        }
    }
}
