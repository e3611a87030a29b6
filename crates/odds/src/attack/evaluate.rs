//! The exact distribution of what a plan does: a walk along the target's wounds, one attack after the other.

use super::step::{Steps, ends, ways};
use super::weight::Weight;
use super::{Amount, Plan, Volley};
use crate::{Natural, Ratio};

/// How much of the target is gone in the end, with the weight of each possibility.
#[derive(Clone, Debug)]
pub struct Losses<W> {
    ends: Vec<usize>,
    weights: Vec<W>,
    total: W,
}

/// The odds of a plan in floats: what a tooltip or a bot asks for.
pub fn odds(plan: &Plan) -> Losses<f64> {
    evaluate(plan)
}

/// The odds of a plan in whole numbers.
///
/// # Panics
///
/// Where the outcomes of one single attack need more than 64 bits: damage of some twenty dice whose every point may
/// be ignored. The number of attacks has no such bound.
pub fn exact(plan: &Plan) -> Losses<Natural> {
    // The sum of all weights is the total, so that nothing overflows if that does not.
    if total_bits(plan) <= 127.0 {
        let Losses { ends, weights, total } = evaluate::<u128>(plan);
        let weights = weights.into_iter().map(Natural::from).collect();
        return Losses { ends, weights, total: Natural::from(total) };
    }
    evaluate(plan)
}

/// How many bits the total of a plan takes.
#[expect(clippy::cast_precision_loss, reason = "an estimate with a bit to spare")]
fn total_bits(plan: &Plan) -> f64 {
    let ends = ends(&plan.bodies);
    let bits = |volley: &Volley| {
        let attacks = ways(volley.attacks);
        let steps = Steps::<u128>::new(volley, &plan.bodies, &ends);
        let most = (attacks.len() - 1) as f64;
        let one = most * (steps.whole as f64).log2() + (attacks.iter().sum::<u64>() as f64).log2();
        one * f64::from(volley.weapons)
    };
    // Logarithms are only near enough; one bit more than all of them is far enough.
    plan.volleys.iter().map(bits).sum::<f64>() + 1.0
}

/// The distribution in weights of any kind.
pub fn evaluate<W: Weight>(plan: &Plan) -> Losses<W> {
    let ends = ends(&plan.bodies);
    let last = ends.last().copied().unwrap_or(0);
    let mut walk = Walk { states: vec![W::default(); last + 1], top: 0, total: W::one() };
    walk.states[0] = W::one();
    for volley in &plan.volleys {
        let steps = Steps::new(volley, &plan.bodies, &ends);
        for _ in 0..volley.weapons {
            walk.fire(volley.attacks, &steps);
        }
    }
    Losses { ends, weights: walk.states, total: walk.total }
}

struct Walk<W> {
    states: Vec<W>,
    top: usize,
    total: W,
}

impl<W: Weight> Walk<W> {
    /// One weapon makes its attacks.
    fn fire(&mut self, attacks: Amount, steps: &Steps<W>) {
        let counts = ways(attacks);
        let most = counts.len() - 1;
        let of: u64 = counts.iter().sum();
        if counts[most] == of {
            for _ in 0..most {
                steps.apply(&mut self.states, &mut self.top);
                self.total.scale(steps.whole);
            }
            return;
        }
        // The mixture of no attack, one, two … is summed up as a polynomial is: the highest power first.
        let mut before = self.states.clone();
        let reach = self.top;
        for state in &mut self.states[..=reach] {
            state.scale(W::part(counts[most], of));
        }
        for attacks in (0..most).rev() {
            steps.apply(&mut self.states, &mut self.top);
            for state in &mut before[..=reach] {
                state.scale(steps.whole);
            }
            if counts[attacks] > 0 {
                for (state, old) in self.states.iter_mut().zip(&before[..=reach]) {
                    state.add_times(old, W::part(counts[attacks], of));
                }
            }
            self.total.scale(steps.whole);
        }
        self.total.scale(W::part(of, of));
    }
}

impl<W: Weight> Losses<W> {
    /// The weights by the number of wounds lost, from none to all.
    pub fn wounds(&self) -> &[W] {
        &self.weights
    }

    /// The weights by the number of bodies that fall, from none to all.
    pub fn kills(&self) -> Vec<W> {
        let mut kills = vec![W::default(); self.ends.len() + 1];
        for (lost, weight) in self.weights.iter().enumerate() {
            kills[self.fallen(lost)].add_times(weight, W::part(1, 1));
        }
        kills
    }

    /// The weight of everything falling.
    pub fn destroyed(&self) -> &W {
        self.weights.last().unwrap_or(&self.total)
    }

    /// All weights together.
    pub fn total(&self) -> &W {
        &self.total
    }

    /// How many bodies have fallen when so many wounds are lost.
    fn fallen(&self, lost: usize) -> usize {
        self.ends.partition_point(|end| *end <= lost)
    }

    /// The sum of a figure over all possibilities.
    fn sum(&self, figure: impl Fn(usize) -> usize) -> W {
        let mut sum = W::default();
        for (lost, weight) in self.weights.iter().enumerate() {
            sum.add_times(weight, W::part(figure(lost) as u64, 1));
        }
        sum
    }
}

impl Losses<f64> {
    /// Bodies that fall on average.
    pub fn mean_kills(&self) -> f64 {
        self.sum(|lost| self.fallen(lost))
    }

    /// Wounds lost on average.
    pub fn mean_wounds(&self) -> f64 {
        self.sum(|lost| lost)
    }

    /// The chance that at least so many bodies fall.
    pub fn at_least(&self, kills: usize) -> f64 {
        self.kills().iter().skip(kills).sum()
    }
}

impl Losses<Natural> {
    /// A weight as a fraction of the total.
    pub fn chance(&self, weight: &Natural) -> Ratio {
        Ratio::new(weight.clone(), self.total.clone())
    }

    /// Bodies that fall on average.
    pub fn mean_kills(&self) -> Ratio {
        self.chance(&self.sum(|lost| self.fallen(lost)))
    }

    /// Wounds lost on average.
    pub fn mean_wounds(&self) -> Ratio {
        self.chance(&self.sum(|lost| lost))
    }
}
