//! Who may intervene heroically (9E-HER-001 to 9E-HER-005, 9E-HER-010).

use grognard_engine::refusal::Bars;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};

use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};
use crate::keyword::Keywords;
use crate::measure;
use crate::state::State;

/// Every reason why a unit may not intervene now; `side` is the reactive player.
pub fn faults(fixed: &Fixed, s: &State, side: Side, unit: UnitId) -> Vec<(RuleId, &'static str)> {
    let turn = &s.unit(unit).turn;
    let mut wrong = Vec::new();
    let mut against = |holds: bool, rule: RuleId, key: &'static str| {
        if holds && applies(rule) {
            wrong.push((rule, key));
        }
    };
    against(s.unit(unit).side != side, rule!("9E-HER-005"), "why.own-phase");
    against(!s.has(fixed, unit, Keywords::CHARACTER), rule!("9E-HER-001"), "why.not-a-character");
    against(turn.heroic, rule!("9E-HER-004"), "why.intervened-already");
    let mut bars = Bars::default();
    bars.bar(rules!["9E-HER-010", "9E-TRN-022"], || turn.escaped);
    against(!bars.open(), rule!("9E-HER-010"), "why.escaped-no-heroics");
    let moves = s.unit(unit).models.iter().any(|model| figures::reach(fixed, s, *model).is_some());
    against(!moves, rule!("9E-DAT-006"), "why.cannot-move");
    let near = s.on_table(s.unit(unit).side.other()).any(|enemy| is_near(fixed, s, unit, enemy));
    let free = near && !measure::is_engaged(fixed, s, unit);
    against(!free, rule!("9E-HER-002"), "why.no-intervention");
    wrong
}

/// 9E-HER-002: within 3" and 5" upwards.
fn is_near(fixed: &Fixed, s: &State, unit: UnitId, enemy: UnitId) -> bool {
    let numbers = &fixed.numbers().heroic;
    let (across, up) = (numbers.horizontal.0, numbers.vertical.0);
    s.standing(unit).any(|(own, _)| {
        s.standing(enemy).any(|(other, _)| {
            matches!((s.body(own), s.body(other)), (Some(a), Some(b)) if a.within_split(b, across, up))
        })
    })
}
