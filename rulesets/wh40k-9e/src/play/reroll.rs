//! Rolls that may be rolled once more: by an ability, or with a Command point (9E-DIC-008 to 9E-DIC-012,
//! 9E-OUT-001). A die is never rolled a third time.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{Audience, RuleId, rule, rules};

use smallvec::SmallVec;

use crate::Nine;
use crate::choice::{Choice, Stratagem, Word};
use crate::ids::Side;
use crate::play::stratagem;
use crate::rolled::{RollOf, Rolled};
use crate::state::State;

/// Whether a side could use a Command Re-roll now.
pub fn at_hand(s: &State, cx: &Ctx<'_, Nine>, side: Side) -> bool {
    stratagem::can_use(cx.fixed(), s, side, Stratagem::CommandReroll)
}

#[derive(Clone, Copy)]
enum Again {
    Keep,
    KeepAll,
    Ability,
    Stratagem,
}

impl From<Again> for Choice {
    fn from(again: Again) -> Choice {
        match again {
            Again::Keep => Choice::Word(Word::Keep),
            Again::KeepAll => Choice::Word(Word::KeepAll),
            Again::Ability => Choice::Word(Word::Reroll),
            Again::Stratagem => Choice::Stratagem(Stratagem::CommandReroll, None),
        }
    }
}

/// Asks the owner of a roll whether to roll once more: any of his rolls, good or bad (9E-OUT-001). Who has said that
/// he wants to keep them all is asked only about what `lacks` something, until the phase is over.
fn again(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    side: Side,
    shown: u8,
    ability: bool,
    roll: Option<Rolled>,
) -> Step<bool> {
    let lacks = roll.is_none_or(|roll| roll.lacks);
    let quiet = s.quiet[side.index()];
    // 9E-OUT-001: mortal wounds are none of the rolls a Command point buys again.
    let mortal = roll.is_some_and(|roll| roll.of == RollOf::Mortal);
    let command = (lacks || !quiet) && !mortal && at_hand(s, cx, side);
    if !ability && !command {
        return Ok(false);
    }
    let mut options = vec![Again::Keep];
    if ability {
        options.push(Again::Ability);
    }
    if command {
        options.push(Again::Stratagem);
        if !quiet {
            options.push(Again::KeepAll);
        }
    }
    (s.about.number, s.about.roll) = (Some(shown), roll);
    // 9E-DIC-009: an ability lets only the results it names be rolled again; 9E-OUT-001: a Command point any.
    let rule = if ability { rule!("9E-DIC-009") } else { rule!("9E-OUT-001") };
    let pick = cx.choose(s, Ask::new(side.seat(), "reroll", rule), &options)?;
    (s.about.number, s.about.roll) = (None, None);
    match pick {
        Again::Keep => Ok(false),
        Again::KeepAll => {
            s.quiet[side.index()] = true;
            Ok(false)
        }
        Again::Ability => Ok(true),
        Again::Stratagem => {
            stratagem::pay(s, cx, side, Stratagem::CommandReroll, None);
            Ok(true)
        }
    }
}

/// Offers to roll mortal wounds once more whose number an ability names.
pub fn by_result(s: &mut State, cx: &mut Ctx<'_, Nine>, side: Side, shown: u8) -> Step<bool> {
    again(s, cx, side, shown, true, Some(Rolled { of: RollOf::Mortal, need: None, lacks: true }))
}

/// Offers a Command Re-roll of a roll that shows this and needs that; `lacks` says whether something else would be better.
pub fn command(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    side: Side,
    purpose: &'static str,
    shown: u8,
    need: u8,
    lacks: bool,
) -> Step<bool> {
    again(s, cx, side, shown, false, rolled(purpose, Some(need), lacks))
}

fn rolled(purpose: &'static str, need: Option<u8>, lacks: bool) -> Option<Rolled> {
    RollOf::with_purpose(purpose).map(|of| Rolled { of, need, lacks })
}

/// 9E-ATK-032: what a re-roll looks at is the die as it lies, before its modifiers.
pub fn looked_at(target: &Target, face: u8) -> u8 {
    if applies(rule!("9E-ATK-032")) {
        return face;
    }
    modified(target, face)
}

/// A face with the modifiers of its roll.
pub fn modified(target: &Target, face: u8) -> u8 {
    let sum: i8 = target.modifiers().iter().map(|modifier| modifier.amount).sum();
    (face as i8 - sum).clamp(1, 6) as u8
}

/// One die of an attack against a number (9E-DIC-003). `ability` says, by its rule (9E-DIC-009), on which faces an
/// ability lets its owner roll once more. The die is looked at in this order: rolled, re-rolled, then a one or a six,
/// then its modifiers (9E-ATK-032).
pub fn die(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    side: Side,
    purpose: &'static str,
    rules: &[RuleId],
    target: &Target,
    ability: &dyn Fn(u8) -> bool,
) -> Step<u8> {
    let [mut face] = cx.roll_against::<1>(6, purpose, rules, target)?;
    let need = match target.need() {
        Need::AtLeast(need) => Some(need),
        _ => None,
    };
    // 9E-DIC-011: once, whatever allows it.
    let mut repeated = false;
    while !(repeated && applies(rule!("9E-DIC-011")))
        && again(s, cx, side, face, ability(face), rolled(purpose, need, !target.met_by(face)))?
    {
        let rules = rules!["9E-DIC-011", "9E-DIC-012", "9E-ATK-032"];
        [face] = cx.roll_against::<1>(6, purpose, rules, target)?;
        repeated = true;
    }
    Ok(face)
}

/// The sum of some dice (9E-DIC-001); a D3 is a D6 halved (9E-DIC-002). A re-roll takes all of them (9E-DIC-008).
pub fn amount(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    side: Side,
    dice: u8,
    sides: u8,
    purpose: &'static str,
    rules: &[RuleId],
) -> Step<u8> {
    sum_or_again(s, cx, side, dice, sides, purpose, rules, false)
}

/// The same, where an ability lets the owner roll once more.
#[expect(clippy::too_many_arguments, reason = "a roll and who may repeat it")]
pub fn sum_or_again(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    side: Side,
    dice: u8,
    sides: u8,
    purpose: &'static str,
    rules: &[RuleId],
    ability: bool,
) -> Step<u8> {
    let first = sum(cx, dice, sides, purpose, rules)?;
    if again(s, cx, side, first, ability, rolled(purpose, None, first < dice * sides))? {
        let dice = if applies(rule!("9E-DIC-008")) { dice } else { 1 };
        return sum(cx, dice, sides, purpose, rules!["9E-DIC-008", "9E-DIC-011"]);
    }
    Ok(first)
}

/// The most dice that are added up.
const MOST_DICE: usize = 8;

/// How many dice are rolled where the data names so many.
pub fn count(dice: u8) -> usize {
    (dice as usize).min(MOST_DICE)
}

/// The sum of some dice that nobody rolls again.
pub fn sum(cx: &mut Ctx<'_, Nine>, dice: u8, sides: u8, purpose: &'static str, rules: &[RuleId]) -> Step<u8> {
    let mut faces = [0u8; MOST_DICE];
    let faces = &mut faces[..count(dice)];
    let mut all: SmallVec<[RuleId; 4]> = SmallVec::from_slice(rules);
    if dice > 1 {
        all.push(rule!("9E-DIC-001"));
    }
    if sides == 3 {
        all.push(rule!("9E-DIC-002"));
    }
    cx.roll_into(faces, Audience::ALL, 6, purpose, &all, None)?;
    let halved = sides == 3 && applies(rule!("9E-DIC-002"));
    let faces = if applies(rule!("9E-DIC-001")) { &faces[..] } else { &faces[..1] };
    Ok(faces.iter().map(|face| if halved { face.div_ceil(2) } else { *face }).sum())
}
