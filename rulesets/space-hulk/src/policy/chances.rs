//! Chances in thousandths, for choosing; what players are shown comes from the exact odds.

use grognard_engine::target::Need;
use grognard_space::grid::Dir;

use crate::Fixed;
use crate::harlequin;
use crate::piece::PieceId;
use crate::play::assault::{self, Fighter};
use crate::play::shooting::ShotPlan;
use crate::profile::Melee;
use crate::table::{Parrying, Table};

/// Certain.
pub const SURE: i32 = 1000;

/// The chance that a shot hits.
pub fn hit(plan: &ShotPlan) -> i32 {
    needed(plan.dice, plan.target.need())
}

/// The chance that any of some dice shows what is needed.
pub fn needed(dice: u8, need: Need) -> i32 {
    match need {
        Need::AtLeast(need) => any_of(dice, need),
        Need::Automatic => SURE,
        _ => 0,
    }
}

/// The chance that any of some dice shows at least a number.
pub fn any_of(dice: u8, need: u8) -> i32 {
    let misses = i32::from(need.clamp(1, 7)) - 1;
    let (mut all, mut none) = (1, 1);
    for _ in 0..dice.min(6) {
        all *= 6;
        none *= misses;
    }
    SURE - SURE * none / all
}

/// How a round of close assault can end for the attacker.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The defender dies.
    pub win: i32,
    /// The attacker dies.
    pub lose: i32,
}

/// The most dice a side has in close assault.
const MOST: usize = 4;

/// In how many of 6^dice rolls the highest die shows at most a face; who has no dice scores 0 (SH-HBN-002).
fn at_most(dice: usize, face: i32) -> i32 {
    const TABLE: [[i32; 7]; MOST + 1] = {
        let mut table = [[0; 7]; MOST + 1];
        let mut dice = 0;
        while dice <= MOST {
            let mut face = 0;
            while face <= 6_i32 {
                table[dice][face as usize] = face.pow(dice as u32);
                face += 1;
            }
            dice += 1;
        }
        table
    };
    if face < 0 { 0 } else { TABLE[dice][face.min(6) as usize] }
}

/// The chances of a round as it would be fought now. A re-roll counts as half a point.
pub fn round(fixed: &Fixed, table: &Table, attacker: PieceId, defender: PieceId) -> Round {
    let plan = assault::plan(fixed, table, attacker, defender);
    compare(&plan.attacker, &plan.defender, plan.facing)
}

/// The chances of a Genestealer against a Marine from a square next to him, before it stands there.
pub fn against(fixed: &Fixed, table: &Table, marine: u8, from: Dir) -> Round {
    let numbers = fixed.numbers();
    let profile = fixed.profile(marine);
    if harlequin::is_one(fixed, marine) {
        // SH-HRL-008: from wherever it comes, it is met.
        let own = assault::braced(fixed, table, PieceId::Marine(marine));
        let edge = i32::from(own.bonus()) * 2 + i32::from(own.parries);
        return tally(numbers.assault_dice.genestealer, 0, own.dice, edge, true);
    }
    let front = Dir::from(table.marines[marine as usize].facing) == from;
    let (mut dice, mut edge) = (numbers.assault_dice.terminator, i32::from(profile.skill) * 2);
    for weapon in &profile.melee {
        match weapon {
            Melee::LightningClaws => {
                dice = if front { numbers.claws.dice } else { numbers.claws_flank.flank_dice };
                edge += i32::from(numbers.claws.bonus) * 2;
            }
            Melee::ThunderHammer if front => edge += i32::from(numbers.hammer.bonus) * 2,
            Melee::PowerSword if front => edge += i32::from(numbers.sword_parry.power_sword),
            Melee::StormShield if front => edge += i32::from(numbers.shield_parry.storm_shield),
            _ => {}
        }
    }
    tally(numbers.assault_dice.genestealer, 0, dice, edge, front)
}

/// The chances between two fighters.
pub fn compare(attacker: &Fighter, defender: &Fighter, facing: bool) -> Round {
    // In halves, so that a parry is worth one.
    let edge = |fighter: &Fighter| i32::from(fighter.bonus()) * 2 + i32::from(fighter.parries);
    tally(attacker.dice, edge(attacker), defender.dice, edge(defender), facing)
}

/// The chances between the highest of so many dice each, with an edge in half points.
fn tally(attack: u8, ours: i32, defence: u8, theirs: i32, facing: bool) -> Round {
    let (attack, defence) = (MOST.min(attack as usize), MOST.min(defence as usize));
    let (all, edge) = (at_most(defence, 6), ours - theirs);
    let (mut win, mut lose) = (0, 0);
    for face in 0..=6 {
        let ways = at_most(attack, face) - at_most(attack, face - 1);
        win += ways * at_most(defence, (2 * face + edge - 1).div_euclid(2));
        lose += ways * (all - at_most(defence, (2 * face + edge).div_euclid(2)));
    }
    let all = at_most(attack, 6) * all;
    Round { win: SURE * win / all, lose: if facing { SURE * lose / all } else { 0 } }
}

/// Which enemy die to have rolled again, if any: the highest, where that is more likely to help than to harm.
pub fn parry(dice: Parrying) -> Option<u8> {
    let places = 0..dice.enemy.len();
    let best = places.clone().max_by_key(|place| dice.enemy[*place])?;
    let others = places.filter(|place| *place != best).map(|place| i32::from(dice.enemy[place]));
    let rest = others.max().unwrap_or(0);
    let stands = |face: i32| i32::from(dice.own) - face - i32::from(dice.enemy_bonus);
    let now = stands(i32::from(dice.enemy[best])).signum();
    // 1 for a kill, 0 for a tie, -1 for a death.
    let after: i32 = (1..=6).map(|face| stands(rest.max(face)).signum()).sum();
    (after > 6 * now).then_some(best as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_on_six() {
        assert_eq!(any_of(2, 6), 306);
        assert_eq!(any_of(3, 4), 875);
    }

    /// The highest of so many dice, for every roll of them.
    fn rolls(dice: u32) -> impl Iterator<Item = i32> + Clone {
        (0..6_i32.pow(dice))
            .map(move |roll| (0..dice).map(|die| roll / 6_i32.pow(die) % 6 + 1).max().unwrap_or(0))
    }

    #[test]
    fn a_round_is_what_all_its_rolls_add_up_to() {
        for (attack, defence) in [(3, 1), (1, 3), (3, 2), (0, 1), (1, 0), (2, 2)] {
            for edge in -7..=7 {
                let pairs =
                    || rolls(attack).flat_map(move |ours| rolls(defence).map(move |theirs| (ours, theirs)));
                let chance = |wins: fn(i32) -> bool| {
                    let of = pairs().filter(|(ours, theirs)| wins(2 * (ours - theirs) + edge)).count() as i32;
                    SURE * of / pairs().count() as i32
                };
                let expected = Round { win: chance(|lead| lead > 0), lose: chance(|lead| lead < 0) };
                assert_eq!(
                    tally(attack as u8, edge, defence as u8, 0, true),
                    expected,
                    "{attack} {defence} {edge}"
                );
            }
        }
    }

    #[test]
    fn a_parry_is_made_when_it_helps() {
        let dice = |own, enemy| parry(Parrying { own, enemy_bonus: 0, enemy });
        assert_eq!(dice(3, [6, 2, 1, 0, 0]), Some(1), "losing: the highest die goes");
        assert_eq!(dice(6, [6, 2, 1, 0, 0]), Some(1), "a tie at six can only become better");
        assert_eq!(dice(2, [2, 1, 1, 0, 0]), None, "a tie at two would rather become worse");
        assert_eq!(dice(6, [5, 2, 1, 0, 0]), None, "won already");
    }
}
