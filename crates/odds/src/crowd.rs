//! Hits that are dealt out evenly over a crowd, and two crowds that strike at each other step by step.
//!
//! A crowd is made of groups of identical models, in the order in which hits are dealt out: everybody has one before anybody has
//! two. [`dealt`] is what some handfuls of dice do to a crowd, [`combat`] what two crowds do to each other from the first step of a
//! combat to the last. The dice are those of the rules, one by one; only the last digit is rounded.

use std::collections::BTreeMap;

use crate::Fraction;

/// Likelihoods below this one are left out: all of them together change no digit that is shown.
const NEGLIGIBLE: f64 = 1e-13;

/// Identical models of a crowd.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// How many there are.
    pub models: u32,
    /// The wounds of each.
    pub wounds: u32,
    /// Wounds that one of them has lost already.
    pub lost: u32,
}

impl Group {
    /// How many of them have fallen once they have lost so many wounds more.
    pub fn fallen(&self, lost: u32) -> u32 {
        ((self.lost + lost) / self.wounds.max(1)).min(self.models)
    }

    /// What they have left in all.
    pub fn left(&self) -> u32 {
        (self.models * self.wounds).saturating_sub(self.lost)
    }
}

/// What a hit does to a model of a group.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Harm {
    /// The chance that it costs a wound.
    pub wound: Fraction,
    /// The chance that it kills, whatever wounds are left.
    pub kill: Fraction,
}

/// A kind of hit: how often a die comes to it, and what it does to each group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// The chance of a die.
    pub chance: Fraction,
    /// What it does, by group.
    pub harm: Vec<Harm>,
}

/// Dice that are rolled alike, and the kinds of hits they come to, in the order in which these are dealt out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handful {
    /// How many dice, and how likely.
    pub dice: Vec<(u32, Fraction)>,
    /// The kinds of hits.
    pub ends: Vec<End>,
}

/// What becomes of more wounds than a model has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Excess {
    /// They go on to the next of its group.
    GoesOn,
    /// They are lost; what is left of hurt models is put together afterwards.
    IsLost,
}

/// How likely each loss is: wounds lost by group.
#[derive(Clone, Debug, Default)]
pub struct Losses {
    all: BTreeMap<Vec<u32>, f64>,
}

impl Losses {
    /// The chance of some losses, in hundredths of a per cent.
    pub fn basis_points(&self, wanted: impl Fn(&[u32]) -> bool) -> u32 {
        to_points(self.chance(wanted))
    }

    /// The chance of some losses.
    pub fn chance(&self, wanted: impl Fn(&[u32]) -> bool) -> f64 {
        self.all.iter().filter(|(lost, _)| wanted(lost)).map(|(_, chance)| chance).sum()
    }

    /// The mean of a number, in hundredths.
    pub fn mean(&self, number: impl Fn(&[u32]) -> u32) -> u32 {
        let sum: f64 = self.all.iter().map(|(lost, chance)| f64::from(number(lost)) * chance).sum();
        (sum * 100.0).round() as u32
    }
}

fn to_points(chance: f64) -> u32 {
    (chance.clamp(0.0, 1.0) * 10_000.0).round() as u32
}

#[expect(clippy::cast_precision_loss, reason = "numbers of a few dice")]
fn float(chance: Fraction) -> f64 {
    chance.num() as f64 / chance.den() as f64
}

/// What the ends of a handful's dice may be: how many of each kind.
fn counts(hand: &Handful) -> Vec<(Vec<u32>, f64)> {
    let chances: Vec<f64> = hand.ends.iter().map(|end| float(end.chance)).collect();
    let mut all: BTreeMap<Vec<u32>, f64> = BTreeMap::new();
    for (dice, likely) in &hand.dice {
        let mut now: BTreeMap<Vec<u32>, f64> = BTreeMap::from([(vec![0; chances.len()], float(*likely))]);
        for _ in 0..*dice {
            let mut next: BTreeMap<Vec<u32>, f64> = BTreeMap::new();
            for (found, weight) in now {
                let mut missed = 1.0;
                for (kind, chance) in chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                    missed -= chance;
                    let mut more = found.clone();
                    more[kind] += 1;
                    *next.entry(more).or_default() += weight * chance;
                }
                if missed > NEGLIGIBLE {
                    *next.entry(found).or_default() += weight * missed;
                }
            }
            next.retain(|_, weight| *weight > NEGLIGIBLE);
            now = next;
        }
        for (found, weight) in now {
            *all.entry(found).or_default() += weight;
        }
    }
    all.into_iter().collect()
}

/// Hits of some kinds, so many of each, dealt out over the models: for each group, and each model of it, the kinds it has.
fn deal(hits: &[u32], groups: &[Group]) -> Vec<Vec<Vec<usize>>> {
    let mut all: Vec<Vec<Vec<usize>>> =
        groups.iter().map(|group| vec![Vec::new(); group.models as usize]).collect();
    let places: Vec<(usize, usize)> = groups
        .iter()
        .enumerate()
        .flat_map(|(at, group)| (0..group.models as usize).map(move |model| (at, model)))
        .collect();
    if places.is_empty() {
        return all;
    }
    let kinds = hits.iter().enumerate().flat_map(|(kind, count)| (0..*count).map(move |_| kind));
    for (kind, (group, model)) in kinds.zip(places.into_iter().cycle()) {
        all[group][model].push(kind);
    }
    all
}

/// Two distributions put together.
fn joined(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; one.len() + other.len() - 1];
    for (at, weight) in one.iter().enumerate() {
        for (more, factor) in other.iter().enumerate() {
            sum[at + more] += weight * factor;
        }
    }
    sum
}

/// The wounds one model loses, what is too much for it being lost.
fn of_one(harms: &[Harm], left: u32) -> Vec<f64> {
    let left = left as usize;
    let mut now = vec![0.0; left + 1];
    now[0] = 1.0;
    for harm in harms {
        let (wound, kill) = (float(harm.wound), float(harm.kill));
        let mut next = vec![0.0; left + 1];
        for (lost, weight) in now.iter().enumerate() {
            if lost == left {
                next[left] += weight;
                continue;
            }
            next[lost] += weight * (1.0 - wound - kill);
            next[lost + 1] += weight * wound;
            next[left] += weight * kill;
        }
        now = next;
    }
    now
}

/// The wounds a group loses, what is too much for a model going on to the next; deaths outright come first, to whole models.
fn of_all(harms: &[Harm], group: &Group) -> Vec<f64> {
    let most = group.left() as usize;
    // Deaths outright, and wounds.
    let mut now: BTreeMap<(u32, u32), f64> = BTreeMap::from([((0, 0), 1.0)]);
    for harm in harms {
        let (wound, kill) = (float(harm.wound), float(harm.kill));
        let mut next: BTreeMap<(u32, u32), f64> = BTreeMap::new();
        for ((killed, hurt), weight) in now {
            *next.entry((killed, hurt)).or_default() += weight * (1.0 - wound - kill);
            *next.entry((killed, hurt + 1)).or_default() += weight * wound;
            *next.entry((killed + 1, hurt)).or_default() += weight * kill;
        }
        next.retain(|_, weight| *weight > 0.0);
        now = next;
    }
    let mut all = vec![0.0; most + 1];
    for ((killed, hurt), weight) in now {
        let whole = if group.lost > 0 { group.models.saturating_sub(1) } else { group.models };
        let lost = if killed > whole { group.left() } else { killed * group.wounds + hurt };
        all[(lost as usize).min(most)] += weight;
    }
    all
}

/// What some handfuls of dice do to a crowd.
pub fn dealt(hands: &[Handful], groups: &[Group], excess: Excess) -> Losses {
    let ends: Vec<&End> = hands.iter().flat_map(|hand| &hand.ends).collect();
    let mut hits: Vec<(Vec<u32>, f64)> = vec![(Vec::new(), 1.0)];
    for hand in hands {
        let own = counts(hand);
        let both = |(found, weight): &(Vec<u32>, f64)| -> Vec<(Vec<u32>, f64)> {
            own.iter().map(|(more, factor)| ([&found[..], &more[..]].concat(), weight * factor)).collect()
        };
        hits = hits.iter().flat_map(both).filter(|(_, weight)| *weight > NEGLIGIBLE).collect();
    }
    let mut losses = Losses::default();
    for (found, weight) in hits {
        let mut so_far: Vec<(Vec<u32>, f64)> = vec![(Vec::new(), weight)];
        for (at, models) in deal(&found, groups).into_iter().enumerate() {
            let group = &groups[at];
            let harms =
                |kinds: &[usize]| -> Vec<Harm> { kinds.iter().map(|kind| ends[*kind].harm[at]).collect() };
            let lost = match excess {
                Excess::GoesOn => of_all(&harms(&models.concat()), group),
                Excess::IsLost => {
                    let mut sum = vec![1.0];
                    for (nth, kinds) in models.iter().enumerate().filter(|(_, kinds)| !kinds.is_empty()) {
                        let left = if nth == 0 { group.wounds - group.lost } else { group.wounds };
                        sum = joined(&sum, &of_one(&harms(kinds), left));
                    }
                    sum
                }
            };
            so_far = so_far
                .into_iter()
                .flat_map(|(before, weight)| {
                    lost.iter()
                        .enumerate()
                        .filter(|(_, chance)| **chance > 0.0)
                        .map(move |(lost, chance)| ([&before[..], &[lost as u32]].concat(), weight * chance))
                })
                .collect();
        }
        for (lost, chance) in so_far {
            *losses.all.entry(lost).or_default() += chance;
        }
    }
    losses
}

/// What each model of a group strikes with: when, how often, and what its dice come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strike {
    /// The step at which it strikes: the highest first.
    pub step: u32,
    /// The dice of each model.
    pub attacks: u32,
    /// What a die comes to, against the groups of the other crowd.
    pub ends: Vec<End>,
}

/// One side of a combat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crowd {
    /// Its groups, in the order in which hits are dealt out.
    pub groups: Vec<Group>,
    /// What each group strikes with.
    pub strikes: Vec<Vec<Strike>>,
}

/// How likely each end of a combat is: the wounds lost by the groups of either side.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    all: BTreeMap<[Vec<u32>; 2], f64>,
}

impl Ended {
    /// The chance of some ends, in hundredths of a per cent.
    pub fn basis_points(&self, wanted: impl Fn(&[Vec<u32>; 2]) -> bool) -> u32 {
        to_points(self.all.iter().filter(|(lost, _)| wanted(lost)).map(|(_, chance)| chance).sum())
    }

    /// The chance of something that each end brings with a chance of its own, in hundredths of a per cent.
    pub fn weighed(&self, chance_of: impl Fn(&[Vec<u32>; 2]) -> Fraction) -> u32 {
        to_points(self.all.iter().map(|(lost, chance)| chance * float(chance_of(lost))).sum())
    }

    /// The mean of a number, in hundredths.
    pub fn mean(&self, number: impl Fn(&[Vec<u32>; 2]) -> u32) -> u32 {
        let sum: f64 = self.all.iter().map(|(lost, chance)| f64::from(number(lost)) * chance).sum();
        (sum * 100.0).round() as u32
    }
}

/// What is left of a group that has lost so many wounds.
fn left_of(group: &Group, lost: u32) -> Group {
    let fallen = group.fallen(lost);
    let rest = group.lost + lost - fallen * group.wounds;
    let models = group.models - fallen;
    Group { models, lost: if models == 0 { 0 } else { rest }, ..*group }
}

/// What two crowds do to each other: those of the same step strike at once, and whoever falls before its step does not strike.
pub fn combat(crowds: &[Crowd; 2], excess: Excess) -> Ended {
    let mut steps: Vec<u32> =
        crowds.iter().flat_map(|crowd| crowd.strikes.iter().flatten().map(|strike| strike.step)).collect();
    steps.sort_unstable();
    steps.dedup();
    let none = |crowd: &Crowd| vec![0; crowd.groups.len()];
    let mut now: BTreeMap<[Vec<u32>; 2], f64> = BTreeMap::from([([none(&crowds[0]), none(&crowds[1])], 1.0)]);
    for step in steps.into_iter().rev() {
        let mut next: BTreeMap<[Vec<u32>; 2], f64> = BTreeMap::new();
        let mut known: BTreeMap<(usize, Vec<u32>, Vec<u32>), Losses> = BTreeMap::new();
        for (lost, weight) in now {
            let standing: [Vec<Group>; 2] = [0, 1].map(|side| {
                let pairs = crowds[side].groups.iter().zip(&lost[side]);
                pairs.map(|(group, lost)| left_of(group, *lost)).collect()
            });
            let mut done: Vec<Losses> = Vec::new();
            for side in 0..2 {
                let models =
                    |side: usize| standing[side].iter().map(|group| group.models).collect::<Vec<_>>();
                let key = (side, models(side), lost[1 - side].clone());
                let made = known.entry(key).or_insert_with(|| {
                    let own = crowds[side].strikes.iter().zip(&standing[side]);
                    let hands: Vec<Handful> = own
                        .flat_map(|(strikes, group)| strikes.iter().map(move |strike| (strike, group.models)))
                        .filter(|(strike, models)| strike.step == step && *models > 0)
                        .map(|(strike, models)| Handful {
                            dice: vec![(strike.attacks * models, Fraction::ONE)],
                            ends: strike.ends.clone(),
                        })
                        .collect();
                    dealt(&hands, &standing[1 - side], excess)
                });
                done.push(made.clone());
            }
            // The first side's blows hurt the second, and the other way round.
            for (hurt_second, one) in &done[0].all {
                for (hurt_first, other) in &done[1].all {
                    let sum = |lost: &[u32], more: &[u32]| -> Vec<u32> {
                        lost.iter().zip(more).map(|(lost, more)| lost + more).collect()
                    };
                    let end = [sum(&lost[0], hurt_first), sum(&lost[1], hurt_second)];
                    let chance = weight * one * other;
                    if chance > NEGLIGIBLE {
                        *next.entry(end).or_default() += chance;
                    }
                }
            }
        }
        now = next;
    }
    Ended { all: now }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn harm(num: u128, den: u128) -> Harm {
        Harm { wound: Fraction::new(num, den), kill: Fraction::ZERO }
    }

    fn hand(dice: u32, chance: Fraction, harm: &[Harm]) -> Handful {
        Handful { dice: vec![(dice, Fraction::ONE)], ends: vec![End { chance, harm: harm.to_vec() }] }
    }

    fn group(models: u32, wounds: u32) -> Group {
        Group { models, wounds, lost: 0 }
    }

    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-12, "{found} instead of {wanted}");
    }

    #[test]
    fn one_shot_is_the_product_of_its_dice() {
        let hands = [hand(1, Fraction::new(2, 3), &[harm(1, 2)])];
        let losses = dealt(&hands, &[group(5, 1)], Excess::IsLost);
        near(losses.chance(|lost| lost[0] == 1), 1.0 / 3.0);
        assert_eq!(losses.basis_points(|lost| lost[0] == 0), 6667);
    }

    /// Two hits on one model: the second is lost or goes on, and one that kills takes all it has.
    #[test]
    fn too_much_is_lost_or_goes_on() {
        let hands = [hand(3, Fraction::ONE, &[harm(1, 2)])];
        // Three hits on two models: one has two of them.
        let lost = dealt(&hands, &[group(2, 1)], Excess::IsLost);
        near(lost.chance(|lost| lost[0] == 2), 3.0 / 4.0 / 2.0);
        let on = dealt(&hands, &[group(2, 1)], Excess::GoesOn);
        near(on.chance(|lost| lost[0] == 2), 1.0 / 2.0);
        let deadly = Harm { wound: Fraction::ZERO, kill: Fraction::new(1, 2) };
        let killed = dealt(&[hand(1, Fraction::ONE, &[deadly])], &[group(2, 3)], Excess::GoesOn);
        near(killed.chance(|lost| lost[0] == 3), 1.0 / 2.0);
    }

    /// With one hit more than there are plain models the leader has one, whoever fell.
    #[test]
    fn hits_are_dealt_out_evenly() {
        let sure = [harm(1, 1), harm(1, 1)];
        let losses = dealt(&[hand(3, Fraction::ONE, &sure)], &[group(2, 1), group(1, 2)], Excess::IsLost);
        near(losses.chance(|lost| lost == [2, 1]), 1.0);
        assert_eq!(losses.mean(|lost| lost.iter().sum()), 300);
    }

    #[test]
    fn dice_of_shots_are_a_mixture() {
        let mut hands = [hand(1, Fraction::ONE, &[harm(1, 1)])];
        hands[0].dice = vec![(1, Fraction::new(1, 3)), (2, Fraction::new(2, 3))];
        let losses = dealt(&hands, &[group(5, 1)], Excess::IsLost);
        near(losses.chance(|lost| lost[0] == 2), 2.0 / 3.0);
    }

    fn crowd(models: u32, step: u32, chance: Fraction) -> Crowd {
        let ends = vec![End { chance, harm: vec![harm(1, 1)] }];
        Crowd { groups: vec![group(models, 1)], strikes: vec![vec![Strike { step, attacks: 1, ends }]] }
    }

    /// The quicker strikes first, and whom it kills does not strike back; at the same step both strike.
    #[test]
    fn the_quicker_strikes_first() {
        let half = Fraction::new(1, 2);
        let ended = combat(&[crowd(1, 4, half), crowd(1, 3, half)], Excess::IsLost);
        assert_eq!(ended.basis_points(|[own, _]| own[0] == 1), 2500);
        let ended = combat(&[crowd(1, 4, half), crowd(1, 4, half)], Excess::IsLost);
        assert_eq!(ended.basis_points(|[own, _]| own[0] == 1), 5000);
        assert_eq!(ended.basis_points(|[own, theirs]| own[0] == 1 && theirs[0] == 1), 2500);
        assert_eq!(ended.weighed(|_| half), 5000);
    }

    /// All ends together are certain, in a crowd large enough to leave some out.
    #[test]
    fn ends_add_up() {
        let ended =
            combat(&[crowd(12, 4, Fraction::new(1, 3)), crowd(20, 3, Fraction::new(2, 9))], Excess::IsLost);
        assert_eq!(ended.basis_points(|_| true), 10_000);
        assert_eq!(ended.mean(|_| 1), 100);
    }
}
