//! Chances that are shown before an answer equal those reckoned by hand.

use grognard_engine::erased::Module;
use grognard_engine::rule;
use grognard_epic_armageddon::ids::FormationId;
use grognard_epic_armageddon::odds::{self, ONE};
use grognard_epic_armageddon::play::shooting::Shooting;
use grognard_epic_armageddon::{Epic, Fixed, scenario, shots, state};

fn game(text: &str) -> (Fixed, state::State) {
    let module = Module::<Epic>::embedded().expect("the embedded data is sound");
    scenario::scenario(module.data(), text).expect("the set-up is sound")
}

/// Whether a weight is a part of the whole, but for what rounding loses.
fn is_about(weight: u64, part: u128, of: u128) -> bool {
    let wanted = (u128::from(ONE) * part / of) as u64;
    weight.abs_diff(wanted) < ONE >> 20
}

const SIDES: &str = "side a 2\nside b 3\norder a b\nturn 1\n";

#[test]
fn the_chance_to_break_a_target() {
    let (fixed, s) = game(&format!(
        "{SIDES}formation a 1+ 3 sm-tactical\nat a-1 10,10\nmarkers a-1 1\nformation b 3+ 3 ork-boyz\nat b-1 10,40\n\
         begin activate a"
    ));
    let shooting = Shooting {
        formation: FormationId(0),
        target: FormationId(1),
        indirect: false,
        to_hit: 0,
        action: rule!("EA-HIT-004"),
        weather: None,
    };
    let found = shots::forecast(&fixed, &s, shooting).expect("somebody can shoot");
    assert_eq!((found.firing, found.suppressed.len()), (2, 1));
    // Two shots hit on 5+ and kill on a failed 6+; with one marker for coming under fire a single casualty breaks two.
    assert!(is_about(found.breaks, 18 * 18 - 13 * 13, 18 * 18), "{}", found.breaks);
    assert_eq!(found.hits, 66);
}

#[test]
fn the_chances_of_a_small_assault() {
    let (fixed, s) = game(&format!(
        "{SIDES}formation a 1+ 1 eld-guardians\nat a-1 10,28\nformation b 3+ 1 eld-guardians\nat b-1 10,40\n\
         begin activate a"
    ));
    let found = odds::forecast(&fixed, &s, FormationId(0), FormationId(1)).expect("they are near");
    // Both are alike: who attacks has no better chances.
    assert!(found.win.abs_diff(found.lose) < ONE >> 20, "{found:?}");
    assert!(found.win > ONE / 4 && found.nobody > 0, "{found:?}");
    let whole = found.win + found.lose + found.nobody + found.goes_on;
    assert!(whole.abs_diff(ONE) < ONE >> 20, "{whole}");
}
