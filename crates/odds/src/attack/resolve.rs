//! A plan rolled die by die: the other reading of it, which the odds are checked against.

use super::{Amount, Plan};

/// What a plan did.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Fallen {
    /// Bodies that fell.
    pub kills: usize,
    /// Wounds lost; damage beyond a body's last wound is not counted.
    pub wounds: usize,
}

/// Rolls a plan. `roll` throws a die with so many sides.
pub fn resolve(plan: &Plan, roll: &mut impl FnMut(u8) -> u8) -> Fallen {
    let mut left: Vec<u8> = plan.bodies.iter().map(|body| body.wounds).collect();
    let mut fallen = Fallen::default();
    let mut lose = |fallen: &mut Fallen, roll: &mut dyn FnMut(u8) -> u8| {
        let body = &plan.bodies[fallen.kills];
        if body.ignore > 6 || roll(6) < body.ignore {
            fallen.wounds += 1;
            left[fallen.kills] -= 1;
            fallen.kills += usize::from(left[fallen.kills] == 0);
        }
    };
    for volley in &plan.volleys {
        for _ in 0..volley.weapons {
            for _ in 0..amount(volley.attacks, roll) {
                let Some(body) = plan.bodies.get(fallen.kills) else { return fallen };
                let (mut passes, mut extra) = (true, 0);
                for (at, gate) in volley.gates.iter().enumerate() {
                    let (enough, shown) = gate.throw(body.class).made(roll);
                    passes = enough != gate.stops;
                    if !passes {
                        break;
                    }
                    let special = volley.extra.filter(|extra| usize::from(extra.gate) == at);
                    if let Some(special) = special.filter(|extra| u16::from(extra.face) == shown) {
                        extra = special.wounds;
                    }
                }
                if passes {
                    let target = fallen.kills;
                    for _ in 0..amount(volley.damage, roll) {
                        let goes_on = volley.spills && fallen.kills < plan.bodies.len();
                        if fallen.kills == target || goes_on {
                            lose(&mut fallen, roll);
                        }
                    }
                }
                for _ in 0..extra {
                    if fallen.kills < plan.bodies.len() {
                        lose(&mut fallen, roll);
                    }
                }
            }
        }
    }
    fallen
}

fn amount(amount: Amount, roll: &mut impl FnMut(u8) -> u8) -> u8 {
    amount.of((0..amount.dice).map(|_| roll(amount.sides)).sum())
}
