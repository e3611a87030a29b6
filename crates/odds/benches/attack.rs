//! Speed of the odds of a volley.
#![allow(missing_docs, reason = "criterion_group makes an undocumented function")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use grognard_odds::Natural;
use grognard_odds::attack::{Amount, Body, Gate, Plan, Throw, Volley, evaluate, exact, odds};

/// Attacks at 3+, 4+ against 5+ saves with D3 damage, on two-wound models.
fn plan(attacks: u8, ignore: u8) -> Plan {
    let volley = Volley {
        weapons: 1,
        attacks: Amount::fixed(attacks),
        gates: vec![
            Gate::passed_by(Throw::d6(3)),
            Gate::passed_by(Throw::d6(4)),
            Gate::stopped_by(vec![Throw::d6(5)]),
        ],
        damage: Amount::dice(1, 3),
        spills: false,
        extra: None,
    };
    let body = Body { wounds: 2, class: 0, ignore };
    Plan { volleys: vec![volley], bodies: vec![body; usize::from(attacks)] }
}

fn benches(bench: &mut Criterion) {
    let (twenty, sixty) = (plan(20, 7), plan(60, 5));
    bench.bench_function("20 attacks, f64", |b| b.iter(|| odds(black_box(&twenty))));
    bench.bench_function("20 attacks, exact", |b| b.iter(|| exact(black_box(&twenty))));
    bench.bench_function("20 attacks, numbers of any size", |b| {
        b.iter(|| evaluate::<Natural>(black_box(&twenty)));
    });
    bench.bench_function("60 attacks with ignored wounds, f64", |b| b.iter(|| odds(black_box(&sixty))));
    bench.bench_function("60 attacks with ignored wounds, exact", |b| b.iter(|| exact(black_box(&sixty))));
}

criterion_group!(attack, benches);
criterion_main!(attack);
