//! Refusals say how far away the enemy, or how near the transport, a model would have to be: the figure of the rule that
//! the unit is set up by.

use grognard_engine::erased::Module;
use grognard_space::table::{Length, Point, Pose};
use grognard_wh40k_9e::Nine;
use grognard_wh40k_9e::choice::{Choice, Ground, PlaceShape, Shape};
use grognard_wh40k_9e::ids::{ModelId, UnitId};
use grognard_wh40k_9e::{legal, scenario};

const INCH: i32 = 2540;

/// What is said against a hero at 12",15" by the rule that it is set up by.
fn said(ground: Ground) -> (String, String) {
    let module = Module::<Nine>::embedded().expect("the embedded data is sound");
    let setup =
        "red 1 truck, 1 hero\nblue 1 hero\nat red-1.1 4\",15\"\nat blue-1.1 18\",15\"\nbegin movement";
    let (fixed, state) = scenario::scenario(module.data(), setup).expect("the set-up is sound");
    let hero = ModelId(1);
    let shape = Shape::Place(PlaceShape { unit: UnitId(1), ground, models: vec![hero], forced: false });
    let at = Pose::at(Point { x: 12 * INCH, y: 15 * INCH });
    let wrong = legal::check(&fixed, &state, &shape, &Choice::Place(UnitId(1), vec![(hero, at)]));
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    (wrong[0].rule.to_string(), fixed.data.texts.render(&wrong[0].message))
}

#[test]
fn the_ambush_says_how_far_from_the_enemy() {
    let (rule, sentence) = said(Ground::Ambush(Length(7 * INCH)));
    assert_eq!(rule, "9E-ONW-020");
    assert!(sentence.ends_with("would be within 7\" of the enemy or his zone."), "{sentence}");
}

#[test]
fn the_reserve_says_how_far_from_the_enemy() {
    let (rule, sentence) = said(Ground::Reserve(Length(8 * INCH)));
    assert_eq!(rule, "9E-REI-002");
    assert!(sentence.ends_with("would be within 8\" of the enemy."), "{sentence}");
}

#[test]
fn the_transport_says_how_near() {
    let (rule, sentence) = said(Ground::Near(ModelId(0), Length(3 * INCH)));
    assert_eq!(rule, "9E-TRN-014");
    assert!(sentence.ends_with("would not be wholly within 3\" of the transport."), "{sentence}");
}
