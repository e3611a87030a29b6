//! A plan rolled die by die: the other reading of it, which the odds are checked against.

use super::{Amount, Check, Plan};

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
                if volley.hit.is_some_and(|hit| check(hit, roll) < hit.need) {
                    continue;
                }
                let wound = check(volley.wound, roll);
                if wound < volley.wound.need {
                    continue;
                }
                let need = volley.save_need(body);
                if need > 6 || roll(6) < need {
                    let target = fallen.kills;
                    for _ in 0..amount(volley.damage, roll) {
                        if fallen.kills == target {
                            lose(&mut fallen, roll);
                        }
                    }
                }
                if wound == 6 {
                    for _ in 0..volley.mortal_on_six {
                        if fallen.kills < plan.bodies.len() {
                            lose(&mut fallen, roll);
                        }
                    }
                }
            }
        }
    }
    fallen
}

fn check(check: Check, roll: &mut impl FnMut(u8) -> u8) -> u8 {
    let face = roll(6);
    if check.reroll.again(face, check.need) { roll(6) } else { face }
}

fn amount(amount: Amount, roll: &mut impl FnMut(u8) -> u8) -> u8 {
    amount.of((0..amount.dice).map(|_| roll(amount.sides)).sum())
}
