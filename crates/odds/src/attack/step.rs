//! What one attack of a volley does to the target, from every state the target can be in.
//!
//! A state is the number of wounds lost so far: bodies fall in order, so that it says which have fallen and how much
//! the next one has left.

use super::weight::{Factors, Spread, Ways, Weight};
use super::{Amount, Body, Gate, Volley};

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
        let last = ends.last().copied().unwrap_or(0);
        let mut attacks: Vec<(u8, Attack<'_, W::Ways>)> = Vec::new();
        let mut keys: Vec<(u8, u8, usize)> = Vec::new();
        let mut spreads: Vec<Spread<W::Ways>> = Vec::new();
        let mut row_of = Vec::with_capacity(last + 1);
        // What runs on into the bodies that follow depends on them; otherwise equal bodies have equal rows.
        let runs_on = volley.spills || volley.extra.is_some();
        for (body, end) in bodies.iter().zip(ends) {
            let at = attacks.iter().position(|(class, _)| *class == body.class).unwrap_or_else(|| {
                attacks.push((body.class, Attack::new(volley, body.class)));
                attacks.len() - 1
            });
            let attack = &attacks[at].1;
            let hurt = attack.hurt(*body);
            for left in (1..=usize::from(body.wounds)).rev() {
                let key = (body.class, body.ignore, left);
                let known = keys.iter().position(|other| *other == key && !runs_on);
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

/// How many ways one attack goes each way against a body of one class.
struct Attack<'a, N> {
    volley: &'a Volley,
    /// It comes to nothing before wounds besides are decided.
    fails: N,
    /// It goes on without them.
    plain: N,
    /// It goes on with them.
    special: N,
    /// It passes the gates after that, or is stopped by one.
    passes: N,
    stopped: N,
    damage: Vec<u64>,
}

/// What the damage of an attack that passes every gate does.
struct Hurt<N> {
    /// Ways to lose so many wounds, none included.
    lost: Vec<N>,
    of: N,
}

impl<N: Ways> Attack<'_, N> {
    fn new(volley: &Volley, class: u8) -> Attack<'_, N> {
        let first = volley.extra.map_or(volley.gates.len(), |extra| usize::from(extra.gate) + 1);
        let (before, after) = volley.gates.split_at(first.min(volley.gates.len()));
        let one = || (N::count(0), N::count(1), N::count(0));
        let go = |(fails, plain, special): (N, N, N), gate: &Gate, face: Option<u8>| {
            let [misses, hits, shown_misses, shown_hits] = gate.throw(class).ways(face);
            // A stop is passed where the throw fails.
            let (stop, pass, shows) = if gate.stops {
                (hits + shown_hits, misses, shown_misses)
            } else {
                (misses + shown_misses, hits, shown_hits)
            };
            let all = N::count(stop + pass + shows);
            let here = plain.plus(special);
            (
                fails.times(all).plus(here.times(N::count(stop))),
                here.times(N::count(pass)),
                here.times(N::count(shows)),
            )
        };
        let last = before.len().saturating_sub(1);
        let shown = |at: usize| volley.extra.filter(|_| at == last).map(|extra| extra.face);
        let (fails, plain, special) =
            before.iter().enumerate().fold(one(), |ways, (at, gate)| go(ways, gate, shown(at)));
        let (stopped, passes, _) = after.iter().fold(one(), |ways, gate| go(ways, gate, None));
        Attack { volley, fails, plain, special, passes, stopped, damage: ways(volley.damage) }
    }

    /// Damage all of which falls on one body.
    fn hurt(&self, body: Body) -> Hurt<N> {
        // Each wound is lost in so many of these ways.
        let (lost, of) = if body.ignore > 6 { (1, 1) } else { (u64::from(body.ignore) - 1, 6) };
        self.hurt_by(of, |rolls, damage| {
            for wounds in (0..=damage).rev() {
                let kept = rolls[wounds].times(N::count(of - lost));
                let more = if wounds > 0 { rolls[wounds - 1].times(N::count(lost)) } else { N::count(0) };
                rolls[wounds] = kept.plus(more);
            }
        })
    }

    /// Damage that goes on into the bodies after the one that is hit.
    fn spilt(&self, state: usize, last: usize, bodies: &[Body], ends: &[usize]) -> Hurt<N> {
        self.hurt_by(6, |rolls, _| *rolls = one_more(rolls, state, last, bodies, ends))
    }

    /// By the number of wounds lost, after 0, 1, 2 … points of damage, with the dice of the others thrown too.
    fn hurt_by(&self, of: u64, mut one: impl FnMut(&mut Vec<N>, usize)) -> Hurt<N> {
        let most = self.damage.len() - 1;
        let mut rolls = vec![N::count(0); most + 1];
        rolls[0] = N::count(1);
        let mut sums = vec![N::count(0); most + 1];
        for (damage, chance) in self.damage.iter().enumerate() {
            if damage > 0 {
                one(&mut rolls, damage);
                // What was summed up so far had one die less.
                for sum in &mut sums {
                    *sum = sum.times(N::count(of));
                }
            }
            for (sum, roll) in sums.iter_mut().zip(&rolls) {
                *sum = sum.plus(roll.times(N::count(*chance)));
            }
        }
        let of = sums.iter().fold(N::count(0), |all, sum| all.plus(*sum));
        Hurt { lost: sums, of }
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
        let besides = self.volley.extra.map_or(0, |extra| usize::from(extra.wounds));
        let last = ends.last().copied().unwrap_or(0);
        let spilt = self.volley.spills.then(|| self.spilt(state, last, bodies, ends));
        // Damage beyond the last wound of a body is lost, unless it goes on to the next.
        let (hurt, furthest) = spilt.as_ref().map_or((hurt, left), |spilt| (spilt, last - state));
        let mut damage = vec![N::count(0); furthest.min(hurt.lost.len() - 1).max(1) + besides + 1];
        for (wounds, ways) in hurt.lost.iter().enumerate() {
            let step = wounds.min(furthest);
            damage[step] = damage[step].plus(ways.times(self.passes));
        }
        damage[0] = damage[0].plus(self.stopped.times(hurt.of));
        let all = hurt.of.times(self.passes.plus(self.stopped));
        let extra = (0..besides).fold(N::count(1), |extra, _| extra.times(N::count(6)));
        let mut to: Vec<N> = damage.iter().map(|ways| ways.times(self.plain).times(extra)).collect();
        to[0] = to[0].plus(self.fails.times(all).times(extra));
        if besides > 0 {
            let mut after = damage;
            for _ in 0..besides {
                after = one_more(&after, state, last, bodies, ends);
            }
            for (sum, ways) in to.iter_mut().zip(&after) {
                *sum = sum.plus(ways.times(self.special));
            }
        }
        let of = to.iter().fold(N::count(0), |all, ways| all.plus(*ways));
        Spread { to: to.into_iter().enumerate().take(last - state + 1).collect(), of }
    }
}

/// One more wound on whoever comes next.
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
        // The list has room for every such wound: there is no way to its last entry before the last of them.
        if let Some(next) = after.get_mut(step + 1).filter(|_| ignored < 6) {
            *next = next.plus(ways.times(N::count(6 - ignored)));
        }
    }
    after
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
