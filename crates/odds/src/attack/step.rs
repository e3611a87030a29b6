//! What one attack of a volley does to the target, from every state the target can be in.
//!
//! A state is the number of wounds lost so far: bodies fall in order, so that it says which have fallen and how much
//! the next one has left.

use super::weight::{Factors, Spread, Ways, Weight};
use super::{Amount, Body, Check, Volley};

/// Where the bodies end along the wounds: body `i` falls when `ends[i]` wounds are lost.
pub(super) fn ends(bodies: &[Body]) -> Vec<usize> {
    let fold = |sum: &mut usize, body: &Body| {
        *sum += usize::from(body.wounds);
        Some(*sum)
    };
    bodies.iter().scan(0, fold).collect()
}

/// The steps of one attack.
pub(super) struct Steps<W: Weight> {
    /// The factor of staying in a state, and the steps from it.
    rows: Vec<Row<W::Part>>,
    /// Which row belongs to a state.
    row_of: Vec<usize>,
    /// The factor of something that happens in any case.
    pub whole: W::Part,
    /// The longest step.
    pub longest: usize,
}

struct Row<P> {
    /// `None` where every attack changes something.
    stays: Option<P>,
    moves: Factors<P>,
}

impl<P: Copy> Row<P> {
    fn new(parts: Factors<P>) -> Row<P> {
        let stays = parts.iter().find(|(step, _)| *step == 0).map(|(_, part)| *part);
        Row { stays, moves: parts.into_iter().filter(|(step, _)| *step > 0).collect() }
    }
}

impl<W: Weight> Steps<W> {
    /// Works out the steps of a volley.
    pub fn new(volley: &Volley, bodies: &[Body], ends: &[usize]) -> Steps<W> {
        let attack = Attack::<W::Ways>::new(volley);
        let last = ends.last().copied().unwrap_or(0);
        let mut keys: Vec<(u8, u8, usize)> = Vec::new();
        let mut spreads: Vec<Spread<W::Ways>> = Vec::new();
        let mut row_of = Vec::with_capacity(last + 1);
        for (body, end) in bodies.iter().zip(ends) {
            let hurt = attack.hurt(*body);
            for left in (1..=usize::from(body.wounds)).rev() {
                // Mortal wounds run on into the bodies that follow; without them equal bodies have equal rows.
                let key = (volley.save_need(body), body.ignore, left);
                let known = keys.iter().position(|other| *other == key && volley.mortal_on_six == 0);
                row_of.push(known.unwrap_or_else(|| {
                    keys.push(key);
                    spreads.push(attack.spread(&hurt, end - left, left, bodies, ends));
                    spreads.len() - 1
                }));
            }
        }
        row_of.push(spreads.len());
        spreads.push(Spread { to: vec![(0, W::Ways::count(1))], of: W::Ways::count(1) });
        let longest = spreads.iter().flat_map(|spread| &spread.to).map(|(step, _)| *step).max().unwrap_or(0);
        let (rows, whole) = W::parts(spreads);
        Steps { rows: rows.into_iter().map(Row::new).collect(), row_of, whole, longest }
    }

    /// Makes one attack: `states` holds the weight of every state up to `top`, the last one that has any.
    pub fn apply(&self, states: &mut [W], top: &mut usize) {
        // From the back: a state only ever feeds states after it, which have been dealt with already.
        for state in (0..=*top).rev() {
            if states[state].is_zero() {
                continue;
            }
            let mut weight = std::mem::take(&mut states[state]);
            let row = &self.rows[self.row_of[state]];
            for (step, part) in &row.moves {
                states[state + step].add_times(&weight, *part);
            }
            if let Some(part) = row.stays {
                weight.scale(part);
                states[state] = weight;
            }
        }
        *top = (*top + self.longest).min(states.len() - 1);
    }
}

/// How many ways one attack goes each way, up to the saving throw.
struct Attack<'a, N> {
    volley: &'a Volley,
    /// It does nothing.
    fails: N,
    /// It wounds.
    wounds: N,
    /// It wounds with mortal wounds besides.
    mortal: N,
    damage: Vec<u64>,
}

/// What an attack that wounds does to a body.
struct Hurt<N> {
    /// Ways to lose so many wounds, none included.
    lost: Vec<N>,
    of: N,
}

impl<N: Ways> Attack<'_, N> {
    fn new(volley: &Volley) -> Attack<'_, N> {
        let (hits, of_hits) = volley.hit.map_or((1, 1), |check| {
            let faces = faces(check);
            (faces[usize::from(check.need)..].iter().sum(), FACES)
        });
        let wounds = faces(volley.wound);
        let all: u64 = wounds[usize::from(volley.wound.need).min(7)..].iter().sum();
        let six = if volley.mortal_on_six > 0 && volley.wound.need <= 6 { wounds[6] } else { 0 };
        let count = |ways: u64| N::count(ways).times(N::count(hits));
        Attack {
            volley,
            fails: N::count(of_hits * FACES - hits * all),
            wounds: count(all - six),
            mortal: count(six),
            damage: ways(volley.damage),
        }
    }

    fn hurt(&self, body: Body) -> Hurt<N> {
        let saved = 7 - u64::from(self.volley.save_need(&body));
        // Each wound is lost in so many of these ways.
        let (lost, of) = if body.ignore > 6 { (1, 1) } else { (u64::from(body.ignore) - 1, 6) };
        let most = self.damage.len() - 1;
        // By the number of wounds lost, after 0, 1, 2 … points of damage, with the dice of the others thrown too.
        let mut rolls = vec![N::count(0); most + 1];
        rolls[0] = N::count(1);
        let mut sums = vec![N::count(0); most + 1];
        for (damage, chance) in self.damage.iter().enumerate() {
            if damage > 0 {
                for wounds in (0..=damage).rev() {
                    let kept = rolls[wounds].times(N::count(of - lost));
                    let more = if wounds > 0 { rolls[wounds - 1].times(N::count(lost)) } else { N::count(0) };
                    rolls[wounds] = kept.plus(more);
                }
                // What was summed up so far had one die less.
                for sum in &mut sums {
                    *sum = sum.times(N::count(of));
                }
            }
            for (sum, roll) in sums.iter_mut().zip(&rolls) {
                *sum = sum.plus(roll.times(N::count(*chance)));
            }
        }
        let all = sums.iter().fold(N::count(0), |all, sum| all.plus(*sum));
        let mut net: Vec<N> = sums.into_iter().map(|sum| sum.times(N::count(6 - saved))).collect();
        net[0] = net[0].plus(all.times(N::count(saved)));
        Hurt { lost: net, of: all.times(N::count(6)) }
    }

    /// The outcomes of one attack on the body that has `left` wounds left after `state` are lost.
    fn spread(
        &self,
        hurt: &Hurt<N>,
        state: usize,
        left: usize,
        bodies: &[Body],
        ends: &[usize],
    ) -> Spread<N> {
        let mortal = usize::from(self.volley.mortal_on_six);
        let last = ends.last().copied().unwrap_or(0);
        let mut to = vec![N::count(0); left.min(hurt.lost.len() - 1).max(1) + mortal + 1];
        // Damage beyond the last wound of a body is lost.
        let mut damage = vec![N::count(0); to.len()];
        for (wounds, ways) in hurt.lost.iter().enumerate() {
            let step = wounds.min(left);
            damage[step] = damage[step].plus(*ways);
        }
        let extra = (0..mortal).fold(N::count(1), |extra, _| extra.times(N::count(6)));
        to[0] = self.fails.times(hurt.of).times(extra);
        for (sum, ways) in to.iter_mut().zip(&damage) {
            *sum = sum.plus(ways.times(self.wounds).times(extra));
        }
        if mortal > 0 {
            let mut after = damage;
            for _ in 0..mortal {
                after = one_more(&after, state, last, bodies, ends);
            }
            for (sum, ways) in to.iter_mut().zip(&after) {
                *sum = sum.plus(ways.times(self.mortal));
            }
        }
        let of = to.iter().fold(N::count(0), |all, ways| all.plus(*ways));
        Spread { to: to.into_iter().enumerate().take(last - state + 1).collect(), of }
    }
}

/// One mortal wound on whoever comes next.
fn one_more<N: Ways>(before: &[N], state: usize, last: usize, bodies: &[Body], ends: &[usize]) -> Vec<N> {
    let mut after = vec![N::count(0); before.len()];
    for (step, ways) in before.iter().enumerate() {
        let now = state + step;
        let ignored = if now >= last {
            6
        } else {
            7 - u64::from(bodies[ends.partition_point(|end| *end <= now)].ignore.min(7))
        };
        after[step] = after[step].plus(ways.times(N::count(ignored)));
        // The list has room for every mortal wound: there is no way to its last entry before the last of them.
        if let Some(next) = after.get_mut(step + 1).filter(|_| ignored < 6) {
            *next = next.plus(ways.times(N::count(6 - ignored)));
        }
    }
    after
}

/// A roll and, where it applies, the roll that replaces it.
const FACES: u64 = 36;

/// How many of the 36 ways show each face in the end.
fn faces(check: Check) -> [u64; 8] {
    let mut counts = [0; 8];
    for face in 1..=6u8 {
        if check.reroll.again(face, check.need) {
            for count in &mut counts[1..=6] {
                *count += 1;
            }
        } else {
            counts[usize::from(face)] += 6;
        }
    }
    counts
}

/// How many ways a number comes to each value.
pub(super) fn ways(amount: Amount) -> Vec<u64> {
    let mut sums = vec![1u64];
    for _ in 0..amount.dice {
        let mut next = vec![0; sums.len() + usize::from(amount.sides)];
        for (sum, ways) in sums.iter().enumerate() {
            for count in &mut next[sum + 1..=sum + usize::from(amount.sides)] {
                *count += ways;
            }
        }
        sums = next;
    }
    let mut values = Vec::new();
    for (sum, ways) in sums.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        let value = usize::from(amount.of(u8::try_from(sum).unwrap_or(u8::MAX)));
        if values.len() <= value {
            values.resize(value + 1, 0);
        }
        values[value] += ways;
    }
    values
}
