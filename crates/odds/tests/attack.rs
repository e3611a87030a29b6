//! The odds of a plan against the plan itself, rolled: over every row of dice where there are few, and over a hundred
//! thousand attacks where there are many.

#![expect(clippy::cast_precision_loss, reason = "counts of a hundred thousand plays are exact in floats")]

use grognard_odds::attack::{
    Amount, Body, Extra, Fallen, Gate, Need, Plan, Reroll, Throw, Volley, evaluate, exact, odds, resolve,
};
use grognard_odds::{Natural, Ratio};
use proptest::prelude::*;

fn volley() -> Volley {
    Volley {
        weapons: 1,
        attacks: Amount::fixed(20),
        gates: vec![
            Gate::passed_by(Throw::d6(3)),
            Gate::passed_by(Throw::d6(4)),
            Gate::stopped_by(vec![Throw::d6(5), Throw::d6(3)]),
        ],
        damage: Amount::dice(1, 3),
        spills: false,
        extra: None,
    }
}

const BODY: Body = Body { wounds: 2, class: 0, ignore: 7 };

/// 20 attacks at 3+, 4+ against 5+ saves with D3 damage on two-wound models.
#[test]
fn twenty_attacks_kill_three_and_a_bit() {
    let plan = Plan { volleys: vec![volley()], bodies: vec![BODY; 20] };
    let quick = odds(&plan);
    assert!((quick.mean_kills() - 3.270_888_754_639).abs() < 1e-12, "{}", quick.mean_kills());
    let exact = exact(&plan);
    assert!((exact.mean_kills().to_f64() - 3.270_888_754_639).abs() < 1e-12);
    assert_eq!(exact.mean_kills(), evaluate::<Natural>(&plan).mean_kills());
    for (whole, float) in exact.kills().iter().zip(quick.kills()) {
        assert!((exact.chance(whole).to_f64() - float).abs() < 1e-15);
    }
}

/// More rows than this are not counted out.
const MOST_ROWS: usize = 1_000_000;

/// Every row of dice a plan can be rolled with, each with its result and its chance as one in so many; none where there are
/// too many.
fn every_row(plan: &Plan) -> Option<Vec<(Fallen, u128)>> {
    let mut results = Vec::new();
    let mut row: Vec<(u8, u8)> = Vec::new();
    loop {
        let mut at = 0;
        let fallen = resolve(plan, &mut |sides| {
            if at == row.len() {
                row.push((1, sides));
            }
            at += 1;
            row[at - 1].0
        });
        results.push((fallen, row.iter().map(|(_, sides)| u128::from(*sides)).product()));
        while row.last().is_some_and(|(face, sides)| face == sides) {
            row.pop();
        }
        let Some((face, _)) = row.last_mut() else { return Some(results) };
        *face += 1;
        if results.len() == MOST_ROWS {
            return None;
        }
    }
}

/// Whether a plan was small enough to be counted out; then the odds are those that were counted.
fn agrees_with_enumeration(plan: &Plan) -> bool {
    let Some(rows) = every_row(plan) else { return false };
    let all = rows.iter().map(|(_, of)| *of).fold(1, |all, of| all / gcd(all, of) * of);
    let odds = exact(plan);
    let share = |wanted: &dyn Fn(&Fallen) -> bool| {
        let ways = rows.iter().filter(|(fallen, _)| wanted(fallen)).map(|(_, of)| all / of).sum::<u128>();
        Ratio::new(Natural::from(ways), Natural::from(all))
    };
    for (wounds, weight) in odds.wounds().iter().enumerate() {
        assert_eq!(odds.chance(weight), share(&|fallen| fallen.wounds == wounds), "{wounds} wounds");
    }
    for (kills, weight) in odds.kills().iter().enumerate() {
        assert_eq!(odds.chance(weight), share(&|fallen| fallen.kills == kills), "{kills} kills");
    }
    assert_eq!(odds.chance(odds.destroyed()), share(&|fallen| fallen.kills == plan.bodies.len()));
    true
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A throw of one die, of two added up, or of one after the other.
fn throw() -> impl Strategy<Value = Throw> {
    let reroll = prop_oneof![3 => Just(Reroll::Never), 1 => Just(Reroll::Ones), 1 => Just(Reroll::Failed)];
    let need = prop_oneof![
        5 => (2u8..=7).prop_map(|need| Throw::d6(need).need),
        1 => (2u8..=5).prop_map(Need::AtMost),
        1 => (4u8..=6).prop_map(|then| Need::Then { first: 6, then }),
        1 => Just(Need::Always),
    ];
    let dice = prop_oneof![4 => Just(1u8), 1 => Just(2u8)];
    (dice, need, reroll).prop_map(|(dice, need, reroll)| Throw { dice, sides: 6, need, reroll })
}

/// Gates in any order, stops before passes among them, for up to three classes of bodies.
fn gate() -> impl Strategy<Value = Gate> {
    (any::<bool>(), proptest::collection::vec(throw(), 1..=3))
        .prop_map(|(stops, throws)| Gate { stops, throws })
}

fn body() -> impl Strategy<Value = Body> {
    (1u8..=4, 0u8..=3, prop_oneof![3 => Just(7u8), 1 => 5u8..=6]).prop_map(|(wounds, class, ignore)| Body {
        wounds,
        class,
        ignore,
    })
}

prop_compose! {
    fn any_volley(attacks: BoxedStrategy<Amount>, damage: BoxedStrategy<Amount>, gates: usize)(
        weapons in 1u8..=2,
        attacks in attacks,
        gates in proptest::collection::vec(gate(), 0..=gates),
        damage in damage,
        spills in prop_oneof![3 => Just(false), 1 => Just(true)],
        extra in proptest::option::weighted(0.25, (0u8..=3, 1u8..=2)),
    ) -> Volley {
        let extra = extra
            .filter(|(gate, _)| usize::from(*gate) < gates.len())
            .map(|(gate, wounds)| Extra { gate, face: 6, wounds });
        Volley { weapons, attacks, gates, damage, spills, extra }
    }
}

/// Plans with few dice.
fn small() -> impl Strategy<Value = Plan> {
    let attacks =
        prop_oneof![2 => Just(Amount::fixed(1)), 1 => Just(Amount { plus: 0, ..Amount::dice(1, 2) })];
    let damage = prop_oneof![3 => (1u8..=3).prop_map(Amount::fixed), 1 => Just(Amount::dice(1, 3))];
    let volley =
        any_volley(attacks.boxed(), damage.boxed(), 3).prop_map(|volley| Volley { weapons: 1, ..volley });
    (proptest::collection::vec(volley, 1..=1), proptest::collection::vec(body(), 1..=3))
        .prop_map(|(volleys, bodies)| Plan { volleys, bodies })
}

/// Plans as battles bring them up.
fn large() -> impl Strategy<Value = Plan> {
    let attacks = prop_oneof![
        (1u8..=12).prop_map(Amount::fixed),
        Just(Amount::dice(1, 6)),
        Just(Amount { least: 3, ..Amount::dice(1, 6) }),
        Just(Amount { times: 2, ..Amount::dice(1, 3) }),
        Just(Amount::dice(2, 6)),
    ];
    let damage = prop_oneof![
        (1u8..=3).prop_map(Amount::fixed),
        Just(Amount::dice(1, 3)),
        Just(Amount::dice(1, 6)),
        Just(Amount { plus: 2, ..Amount::dice(1, 3) }),
    ];
    let volley = any_volley(attacks.boxed(), damage.boxed(), 4);
    (proptest::collection::vec(volley, 1..=3), proptest::collection::vec(body(), 1..=10))
        .prop_map(|(volleys, bodies)| Plan { volleys, bodies })
}

/// A plain generator: the same dice in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u8) -> u8 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((((mixed ^ (mixed >> 31)) >> 32) * u64::from(sides)) >> 32) as u8 + 1
    }
}

/// The most attacks a plan makes.
fn attacks(plan: &Plan) -> u32 {
    let most = |volley: &Volley| u32::from(volley.attacks.most()) * u32::from(volley.weapons);
    plan.volleys.iter().map(most).sum()
}

fn agrees_with_dice(plan: &Plan, dice: &mut Dice) {
    let plays = 100_000 / attacks(plan).max(1) + 1;
    let odds = odds(plan);
    let mut counts = vec![0u32; odds.wounds().len()];
    let mut kills = 0u64;
    for _ in 0..plays {
        let fallen = resolve(plan, &mut |sides| dice.roll(sides));
        counts[fallen.wounds] += 1;
        kills += fallen.kills as u64;
    }
    let plays = f64::from(plays);
    for (wounds, (chance, count)) in odds.wounds().iter().zip(&counts).enumerate() {
        // Six standard deviations, and a few plays where the chance is so small that these mean nothing.
        let error = 6.0 * (plays * chance * (1.0 - chance).max(0.0)).sqrt() + 4.0;
        let expected = plays * chance;
        assert!((f64::from(*count) - expected).abs() <= error, "{wounds} wounds: {count}, not {expected}");
    }
    let mean = odds.mean_kills();
    let square: f64 =
        odds.kills().iter().enumerate().map(|(n, chance)| (n as f64 - mean).powi(2) * chance).sum();
    // A few plays more where a kill is so rare that deviations mean nothing.
    let error = 6.0 * (square / plays).sqrt() + 4.0 * plan.bodies.len() as f64 / plays;
    assert!(
        (kills as f64 / plays - mean).abs() <= error,
        "{} kills on average, not {mean}",
        kills as f64 / plays
    );
    assert!((odds.wounds().iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn odds_equal_enumeration(plan in small()) {
        prop_assume!(agrees_with_enumeration(&plan));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn odds_agree_with_resolved_attacks(plan in large(), seed: u64) {
        agrees_with_dice(&plan, &mut Dice(seed));
    }

    #[test]
    fn whole_numbers_and_floats_agree(plan in large()) {
        let (quick, exact) = (odds(&plan), exact(&plan));
        for (float, whole) in quick.wounds().iter().zip(exact.wounds()) {
            prop_assert!((float - exact.chance(whole).to_f64()).abs() < 1e-12);
        }
        prop_assert!((quick.mean_kills() - exact.mean_kills().to_f64()).abs() < 1e-9);
        prop_assert!((quick.mean_wounds() - exact.mean_wounds().to_f64()).abs() < 1e-9);
    }
}

#[test]
fn two_attacks_equal_enumeration() {
    let two = |damage| Plan {
        volleys: vec![Volley { attacks: Amount::fixed(2), damage, ..volley() }],
        bodies: vec![BODY; 3],
    };
    assert!(agrees_with_enumeration(&two(Amount::fixed(3))));
    let hurt = Body { wounds: 1, ..BODY };
    assert!(agrees_with_enumeration(&Plan {
        bodies: vec![hurt, Body { class: 1, ..BODY }, BODY],
        ..two(Amount::dice(1, 3))
    }));
}

/// Saves before wounding, as one fan variant has them; a hit that needs a six and then a four, as two older games do.
#[test]
fn gates_in_another_order_equal_enumeration() {
    let saves_first = Volley {
        attacks: Amount::fixed(1),
        gates: vec![
            Gate::passed_by(Throw { need: Need::Then { first: 6, then: 4 }, ..Throw::d6(6) }),
            Gate::stopped_by(vec![Throw::d6(4), Throw::d6(6)]),
            Gate::stopped_by(vec![Throw { dice: 2, need: Need::AtLeast(9), ..Throw::d6(6) }]),
            Gate::passed_by(Throw::d6(5)),
        ],
        spills: true,
        ..volley()
    };
    let bodies = vec![Body { wounds: 1, ..BODY }, Body { wounds: 1, class: 1, ignore: 5 }];
    assert!(agrees_with_enumeration(&Plan { volleys: vec![saves_first], bodies }));
}

#[test]
fn nobody_to_hit_and_nothing_to_hit_with() {
    let nobody = Plan { volleys: vec![volley()], bodies: Vec::new() };
    assert_eq!(odds(&nobody).kills().len(), 1);
    let nothing = Plan { volleys: Vec::new(), bodies: vec![BODY; 2] };
    assert_eq!(exact(&nothing).mean_wounds().to_string(), "0");
    assert_eq!(exact(&nothing).chance(exact(&nothing).destroyed()).to_string(), "0");
}
