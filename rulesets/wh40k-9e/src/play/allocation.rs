//! Steps 3 to 5 of an attack: allocate, save, inflict damage (9E-ATK-012 to 9E-ATK-022, 9E-ATK-027 to 9E-ATK-029).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::Need;
use grognard_engine::{RuleId, rule, rules};

use crate::Nine;
use crate::choice::{Choice, Shape, Word};
use crate::event::Event;
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::numbers::save_target;
use crate::play::attack::{Entry, Mode};
use crate::play::damage::{self, Cause};
use crate::play::reroll;
use crate::state::State;

/// Steps 3 to 5 of one attack, and the mortal wounds that come with it (9E-ATK-027, 9E-AMB-063).
pub fn allocate_and_save(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    entry: &Entry,
    mode: Mode,
    and_mortal: bool,
) -> Step {
    let attacker = s.side_of(entry.model);
    // 9E-ATK-027: after the normal damage.
    let before = and_mortal && !applies(rule!("9E-ATK-027"));
    if before {
        inflict_mortal(s, cx, entry, attacker, false)?;
        if !s.is_on_table(entry.target) {
            return Ok(());
        }
    }
    let model = allocate(s, cx, entry.target, What::Attack)?;
    let saved = save(s, cx, entry, model, mode)?;
    if saved {
        cx.emit(rules!["9E-ATK-014"], Event::Saved { model });
    } else {
        // 9E-ATK-017: a random Damage is rolled for this attack.
        let amount = figures::damage(cx.fixed(), entry.model, entry.weapon, entry.profile);
        let lost = if amount.random() {
            s.about.model = Some(model);
            let rules = rules!["9E-ATK-017"];
            let sum = reroll::amount(s, cx, attacker, amount.dice, amount.sides, "roll.damage", rules)?;
            s.about.model = None;
            sum + amount.plus
        } else {
            amount.plus
        };
        damage::lose_wounds(s, cx, model, lost, Cause::Attack(attacker), 0)?;
    }
    let and_mortal = and_mortal && !before && s.is_on_table(entry.target);
    if and_mortal && (!saved || applies(rule!("9E-ATK-028"))) {
        inflict_mortal(s, cx, entry, attacker, saved)?;
    }
    Ok(())
}

/// The mortal wounds that come with an attack.
fn inflict_mortal(s: &mut State, cx: &mut Ctx<'_, Nine>, entry: &Entry, attacker: Side, saved: bool) -> Step {
    let mut rules = vec![rule!("9E-ATK-027")];
    // 9E-ATK-028: even if the normal damage was saved.
    if saved {
        rules.push(rule!("9E-ATK-028"));
    }
    // 9E-ATK-029: what makes the weapon's Damage greater does not make these more.
    let more = figures::deadly(cx.fixed(), entry.model);
    if more > 0 {
        rules.push(rule!("9E-ATK-029"));
    }
    let wounds = if applies(rule!("9E-ATK-029")) { 1 } else { 1 + more };
    cx.emit(&rules, Event::MortalWounds { unit: entry.target, wounds });
    damage::mortal_wounds(s, cx, entry.target, wounds, Cause::Attack(attacker))
}

/// What is allocated to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A wound of an attack.
    Attack,
    /// 9E-ATK-025: a mortal wound, in the same way.
    MortalWound,
}

/// 9E-ATK-012: the target's owner picks any model; 9E-ATK-013: unless one has lost wounds or was picked before in
/// this phase.
pub fn allocate(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, what: What) -> Step<ModelId> {
    let hurt = |id: ModelId| {
        let model = s.model(id);
        let wounded = model.allocated || model.wounds < cx.fixed().kind(id).profile.w;
        wounded && applies(rule!("9E-ATK-013"))
    };
    // Whoever blows up is still there while he does, and past harm (9E-ATK-018).
    let mut standing: Vec<ModelId> = s.standing(unit).map(|(id, _)| id).collect();
    if standing.iter().any(|id| s.model(*id).wounds > 0) {
        standing.retain(|id| s.model(*id).wounds > 0);
    }
    let forced: Vec<ModelId> = standing.iter().copied().filter(|id| hurt(*id)).collect();
    let seat = s.unit(unit).side.seat();
    let freely = match what {
        What::Attack => rule!("9E-ATK-012"),
        What::MortalWound => rule!("9E-ATK-025"),
    };
    s.about.target = Some(unit);
    let model = match (&forced[..], &standing[..]) {
        ([only], _) | ([], [only]) => *only,
        ([], several) if !applies(freely) => several[0],
        ([], several) => {
            // The casualty order answers until it no longer decides.
            if !s.about.ordered {
                let ask = Ask::new(seat, "casualties", freely);
                let Choice::Casualties(order) = cx.propose(s, ask, Shape::Casualties(unit))? else {
                    return cx.broken("a casualty order was answered with something else");
                };
                s.about.order = order;
                s.about.ordered = true;
            }
            match s.about.order.iter().copied().find(|id| several.contains(id)) {
                Some(first) => first,
                None => cx.choose(s, Ask::new(seat, "allocate", freely), several)?,
            }
        }
        (several, _) => cx.choose(s, Ask::new(seat, "allocate", rule!("9E-ATK-013")), several)?,
    };
    s.model_mut(model).allocated = true;
    Ok(model)
}

/// What a save needs that no die can make.
const NO_SAVE: u8 = 7;

#[derive(Clone, Copy)]
enum SavePick {
    Armour,
    Invulnerable(u8),
}

impl From<SavePick> for Choice {
    fn from(pick: SavePick) -> Choice {
        match pick {
            SavePick::Armour => Choice::Word(Word::Armour),
            SavePick::Invulnerable(need) => Choice::Invulnerable(need),
        }
    }
}

/// 9E-ATK-014: the saving throw of the model the attack was allocated to (9E-ATK-016); 9E-ATK-020: the owner chooses
/// between it and one invulnerable one (9E-ATK-021), before the roll (9E-AMB-062).
fn save(s: &mut State, cx: &mut Ctx<'_, Nine>, entry: &Entry, model: ModelId, mode: Mode) -> Step<bool> {
    let side: Side = s.side_of(model);
    if !applies(rule!("9E-ATK-014")) {
        return Ok(false);
    }
    let invulnerable = |(need, melee_only): &(u8, bool)| {
        (!melee_only || mode == Mode::Melee).then_some(SavePick::Invulnerable(*need))
    };
    let mut picks = vec![SavePick::Armour];
    picks.extend(cx.fixed().kind(model).invulnerable.iter().filter_map(invulnerable));
    s.about.model = Some(model);
    if picks.len() > 1 {
        s.about.number = Some(match save_target(cx.fixed(), s, entry, model, None, mode).need() {
            Need::AtLeast(need) => need,
            _ => NO_SAVE,
        });
    }
    let rule = if picks.len() > 2 { rule!("9E-ATK-021") } else { rule!("9E-ATK-020") };
    let pick = cx.choose(s, Ask::new(side.seat(), "save", rule), &picks)?;
    s.about.number = None;
    let choice = match pick {
        SavePick::Armour => None,
        SavePick::Invulnerable(need) => Some(need),
    };
    let need = save_target(cx.fixed(), s, entry, model, choice, mode);
    if matches!(need.need(), Need::Impossible | Need::AtLeast(NO_SAVE..)) {
        // 9E-ATK-015: a six is no success by itself.
        s.about.model = None;
        cx.emit(rules!["9E-ATK-015"], Event::NoSave { model });
        return Ok(false);
    }
    let rules: &[RuleId] = match choice {
        Some(_) => rules!["9E-ATK-020", "9E-ATK-022"],
        None if has_mixed_saves(cx.fixed(), s, entry.target) => rules!["9E-ATK-014", "9E-ATK-016"],
        None => rules!["9E-ATK-014"],
    };
    let face = reroll::die(s, cx, side, "roll.save", rules, &need, &|_| false)?;
    s.about.model = None;
    Ok(need.met_by(face))
}

/// 9E-ATK-016: whether it matters to which model of a unit an attack was allocated.
fn has_mixed_saves(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let mut saves = s.unit(unit).models.iter().map(|model| fixed.kind(*model).profile.sv.0);
    let first = saves.next();
    saves.any(|other| Some(other) != first)
}
