//! Exact odds of a fight between two models: both roll their attack dice, whoever has a sword parries where that helps on
//! average, and the Combat Scores are compared. It asks [`crate::duel`] for every number, as the fight that is rolled does.

use std::collections::BTreeMap;

use crate::duel::{Fighter, Verdict, verdict};
use crate::fixed::Fixed;

/// How often each outcome comes among all rolls: the hits of the first fighter, less than nothing where it is hit, 0 for a
/// stand-off.
pub type Outcomes = BTreeMap<i8, u128>;

/// The dice of a side as far as they matter, with how often they come: how many ones, how many sixes, and the two highest.
type Rolls = BTreeMap<Seen, u128>;

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Seen {
    ones: u8,
    sixes: u8,
    high: u8,
    second: u8,
}

impl Seen {
    fn with(self, face: u8) -> Seen {
        let (high, second) =
            if face > self.high { (face, self.high) } else { (self.high, self.second.max(face)) };
        let (ones, sixes) = (self.ones + u8::from(face == 1), self.sixes + u8::from(face == 6));
        Seen { ones, sixes, high, second }
    }

    /// Dice that count the same; `dice` of them.
    fn faces(self, dice: u8) -> Vec<u8> {
        let mut faces = vec![1; usize::from(self.ones)];
        faces.extend(vec![6; usize::from(self.sixes)]);
        for face in [self.high, self.second] {
            if face > 1 && face < 6 && faces.len() < usize::from(dice) {
                faces.push(face);
            }
        }
        // The others are lower than the two highest and neither ones nor sixes.
        while faces.len() < usize::from(dice) {
            faces.push(self.second.clamp(2, 5));
        }
        faces
    }
}

fn rolls(dice: u8) -> Rolls {
    let mut all: Rolls = BTreeMap::from([(Seen { ones: 0, sixes: 0, high: 0, second: 0 }, 1)]);
    for _ in 0..dice {
        let mut next = Rolls::new();
        for (seen, ways) in &all {
            for face in 1..=6 {
                *next.entry(seen.with(face)).or_default() += ways;
            }
        }
        all = next;
    }
    all
}

/// What the dice of two fighters come to, seen by the first.
fn value(fixed: &Fixed, fighters: &[Fighter; 2], dice: [&[u8]; 2]) -> i8 {
    match verdict(fixed, fighters, dice) {
        Verdict::Won { by: 0, hits, .. } => hits as i8,
        Verdict::Won { hits, .. } => -(hits as i8),
        Verdict::StandOff => 0,
    }
}

/// The odds of a fight. A parry with two swords rolls the two highest dice again, one sword the highest.
pub fn odds(fixed: &Fixed, fighters: &[Fighter; 2]) -> Outcomes {
    let sides = [rolls(fighters[0].dice), rolls(fighters[1].dice)];
    let parries = [fighters[0].parries.min(fighters[1].dice), fighters[1].parries.min(fighters[0].dice)];
    let mut found = Outcomes::new();
    for (one, ways) in &sides[0] {
        for (other, also) in &sides[1] {
            let dice = [one.faces(fighters[0].dice), other.faces(fighters[1].dice)];
            let ways = ways * also;
            // 2E-HTH-013: two parries cancel each other.
            let parries = if parries.contains(&0) { parries } else { [0, 0] };
            match parries {
                [0, 0] => add(&mut found, value(fixed, fighters, [&dice[0], &dice[1]]), ways * 36),
                [n, 0] => parried(fixed, fighters, &dice, (0, n), ways, &mut found),
                [_, n] => parried(fixed, fighters, &dice, (1, n), ways, &mut found),
            }
        }
    }
    found
}

fn add(found: &mut Outcomes, value: i8, ways: u128) {
    *found.entry(value).or_default() += ways;
}

/// The outcomes of a roll whose owner may parry: each number of dice that may be rolled again is weighed by its average.
fn parried(
    fixed: &Fixed,
    fighters: &[Fighter; 2],
    dice: &[Vec<u8>; 2],
    (own, most): (usize, u8),
    ways: u128,
    found: &mut Outcomes,
) {
    let sign = if own == 0 { 1 } else { -1 };
    let mut enemy = dice[1 - own].clone();
    enemy.sort_unstable_by_key(|face| std::cmp::Reverse(*face));
    let after = |again: usize| -> Vec<i8> {
        let faces = (1..=6u8).flat_map(|one| (1..=6u8).map(move |other| [one, other]));
        faces
            .map(|faces| {
                let mut dice_now = enemy.clone();
                for (die, face) in dice_now.iter_mut().zip(faces).take(again) {
                    *die = face;
                }
                let pair =
                    if own == 0 { [&dice[0][..], &dice_now[..]] } else { [&dice_now[..], &dice[1][..]] };
                value(fixed, fighters, pair)
            })
            .collect()
    };
    let average = |values: &[i8]| values.iter().map(|value| i32::from(*value) * sign).sum::<i32>();
    let choices = (0..=usize::from(most)).map(after);
    // The fewest dice among equals: a parry that changes nothing is not made.
    let best = choices.enumerate().max_by_key(|(again, values)| (average(values), std::cmp::Reverse(*again)));
    for value in best.map(|(_, values)| values).unwrap_or_default() {
        add(found, value, ways);
    }
}
