//! Psychic tests, perils of the warp and force weapons (PSY).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};

use super::suffering::{self, Blow};
use crate::Cx;
use crate::choice::Word;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side};
use crate::state::State;

/// 5B-PSY-001: why a psyker uses no power now, if so.
pub fn barred(fixed: &Fixed, s: &State, psyker: ModelId) -> Option<(RuleId, &'static str)> {
    let spent = s.model(psyker).powers >= fixed.kind_of(psyker).outfit.powers;
    spent.then_some((rule!("5B-PSY-001"), "why.power-used"))
}

/// 5X-RUL-008: whether an enemy throws a shadow in the warp over a psyker.
fn in_shadow(fixed: &Fixed, s: &State, psyker: ModelId) -> bool {
    let within = fixed.numbers().shadow.within.0;
    let Some(body) = s.table.body(s.eyes(psyker)) else { return false };
    s.enemies(s.side_of(psyker))
        .any(|(foe, other)| fixed.kind_of(foe).has("shadow-in-the-warp") && body.within(other, within))
}

/// 5B-PSY-001, 5B-PSY-002, 5B-PSY-008: a psychic test on the psyker's own Leadership, with perils of the warp and the hoods of
/// the enemy; whether the power works. A psyker killed by a double 1 is removed by [`Warp::strike`] once the power is resolved: it
/// works all the same, from where the psyker stood, and can be stopped by a hood.
pub fn test(s: &mut State, cx: &mut Cx<'_>, psyker: ModelId, because: &[RuleId]) -> Step<(bool, Warp)> {
    let fixed = cx.fixed();
    s.model_mut(psyker).powers += 1;
    let unit = s.model(psyker).unit;
    let leadership = fixed.kind_of(psyker).values.ld;
    let need = Target::new(Need::AtMost(leadership), rule!("5B-PSY-008")).summed();
    let shadow = in_shadow(fixed, s, psyker);
    let mut rules = [because, rules!["5B-PSY-001", "5B-PSY-008"]].concat();
    let dice = if shadow {
        rules.push(rule!("5X-RUL-008"));
        fixed.numbers().shadow.roll.dice
    } else {
        fixed.numbers().psychic_test.roll.dice
    };
    let faces = cx.roll_many(usize::from(dice), 6, "roll.psychic", &rules, Some(&need))?;
    let twice = |face: u8| faces.iter().copied().filter(|shown| *shown == face).nth(1).is_some();
    let perils: Vec<u8> =
        fixed.numbers().perils.doubles.iter().copied().filter(|face| twice(*face)).collect();
    let total: u8 = faces.iter().sum();
    // A double 1 always works, even if the psyker is killed.
    let passed = total <= leadership;
    cx.emit(&rules, Event::Tested { unit, what: "test.psychic", total, leadership, passed });
    let warp = Warp((!perils.is_empty()).then_some(psyker));
    Ok((passed && !hooded(s, cx, psyker)?, warp))
}

/// 5B-PSY-002: perils of the warp that are still to be suffered.
#[must_use]
#[derive(Copy, Clone, Debug)]
pub struct Warp(Option<ModelId>);

impl Warp {
    /// The psyker suffers them.
    pub fn strike(self, s: &mut State, cx: &mut Cx<'_>) -> Step {
        match self.0 {
            Some(psyker) if s.lives(psyker) => perils(s, cx, psyker),
            _ => Ok(()),
        }
    }
}

/// 5B-PSY-002, 5V-PSY-001: a wound from the warp.
fn perils(s: &mut State, cx: &mut Cx<'_>, psyker: ModelId) -> Step {
    let variant = cx.fixed().uses(rule!("5V-PSY-001"));
    let rules: &[RuleId] = if variant { rules!["5B-PSY-002", "5V-PSY-001"] } else { rules!["5B-PSY-002"] };
    cx.emit(rules, Event::Perils { model: psyker });
    let save = cx.fixed().kind_of(psyker).invulnerable().filter(|_| !variant);
    if let Some(save) = save {
        // A save that succeeds is rolled again.
        let need = Target::new(Need::AtLeast(save), rule!("5B-SAV-002"));
        let [first] = cx.roll_against::<1>(6, "roll.save", rules, &need)?;
        if need.met_by(first) {
            let [second] = cx.roll_against::<1>(6, "roll.again", rules, &need)?;
            if need.met_by(second) {
                cx.emit(rules, Event::Saved { model: psyker, saved: 1, what: "save.invulnerable" });
                return Ok(());
            }
        }
    }
    let wound = Blow { armour: false, invulnerable: false, ..Blow::wound(psyker) };
    suffering::one_wound(s, cx, &wound)?;
    Ok(())
}

/// 5X-RUL-021, 5B-AMB-026, D-70: each hood of the enemy in range may stop the power.
fn hooded(s: &mut State, cx: &mut Cx<'_>, psyker: ModelId) -> Step<bool> {
    let fixed = cx.fixed();
    // 5B-PSY-006: from the hull of who is in a vehicle.
    let Some(body) = s.table.body(s.eyes(psyker)).cloned() else { return Ok(false) };
    let within = fixed.numbers().hood.within.0;
    let side = s.side_of(psyker);
    let hoods: Vec<ModelId> = s
        .enemies(side)
        .filter(|(foe, other)| {
            fixed.kind_of(*foe).carries.iter().any(|item| item == "psychic-hood")
                && body.within(other, within)
        })
        .map(|(foe, _)| foe)
        .collect();
    for hood in hoods {
        let owner: Side = side.other();
        s.about = Some(s.model(hood).unit);
        let ask = Ask::new(owner.seat(), "psychic-hood", rule!("5X-RUL-021"));
        if cx.choose(s, ask, &[Word::Yes, Word::No])? == Word::No {
            continue;
        }
        let [theirs, own] = cx.roll::<2>(6, "roll.hood", rules!["5X-RUL-021"])?;
        let sum = |face: u8, model: ModelId| face + cx.fixed().kind_of(model).values.ld;
        let stopped = sum(own, hood) > sum(theirs, psyker);
        cx.emit(rules!["5X-RUL-021"], Event::Hood { model: hood, stopped });
        if stopped {
            return Ok(true);
        }
    }
    Ok(false)
}

/// 5B-PSY-004, 5V-CCW-008, D-61: after an unsaved wound of a force weapon its psyker may try to kill the victim outright.
pub fn force(s: &mut State, cx: &mut Cx<'_>, wounds: &mut [Blow]) -> Step {
    for wound in wounds {
        let Some(psyker) = wound.force else { continue };
        let victim = wound.model;
        let kind = cx.fixed().kind_of(victim);
        let pointless = kind.values.w < 2 || kind.has("eternal-warrior");
        if pointless || barred(cx.fixed(), s, psyker).is_some() {
            continue;
        }
        (s.about, s.against) = (Some(s.model(psyker).unit), Some(s.model(victim).unit));
        let ask = Ask::new(s.side_of(psyker).seat(), "force-weapon", rule!("5B-PSY-004"));
        if cx.choose(s, ask, &[Word::Yes, Word::No])? == Word::Yes {
            let variant = cx.fixed().uses(rule!("5V-CCW-008"));
            let rules: &[RuleId] =
                if variant { rules!["5B-PSY-004", "5V-CCW-008"] } else { rules!["5B-PSY-004"] };
            let (works, warp) = test(s, cx, psyker, rules)?;
            wound.outright = works;
            warp.strike(s, cx)?;
        }
    }
    Ok(())
}
