//! Hits and wounds are allotted evenly (5B-WND-003, 5V-ALL-003, 5V-ALL-006), and who falls is named.

use grognard_engine::refusal::Violation;
use grognard_engine::rule;

use super::{broken, other_kind};
use crate::choice::{AllotShape, Choice, TakeShape};
use crate::edition::Shooting;
use crate::fixed::Fixed;
use crate::ids::ModelId;

/// What models have while parcels are allotted.
struct Tally<'a> {
    shape: &'a AllotShape,
    all: Vec<(ModelId, u16)>,
}

impl<'a> Tally<'a> {
    fn new(shape: &'a AllotShape) -> Self {
        Tally { shape, all: shape.had.iter().map(|(model, had)| (*model, u16::from(*had))).collect() }
    }

    fn of(&self, model: ModelId) -> u16 {
        self.all.iter().find(|(known, _)| *known == model).map_or(0, |(_, count)| *count)
    }

    fn add(&mut self, model: ModelId) {
        match self.all.iter_mut().find(|(known, _)| *known == model) {
            Some((_, count)) => *count += 1,
            None => self.all.push((model, 1)),
        }
    }

    /// 5V-AMB-015: the lowest running total first.
    fn least(&self, parcel: usize) -> u16 {
        self.shape.parcels[parcel].models.iter().map(|model| self.of(*model)).min().unwrap_or(0)
    }
}

/// Every violation of an allotment.
pub fn check(fixed: &Fixed, shape: &AllotShape, choice: &Choice) -> Vec<Violation> {
    let (even, group) = match fixed.edition.shooting {
        Shooting::Wounds => (rule!("5B-WND-003"), rule!("5B-WND-003")),
        Shooting::Hits => (rule!("5V-ALL-006"), rule!("5V-ALL-004")),
    };
    let Choice::Allot(all) = choice else { return other_kind(even) };
    let mut tally = Tally::new(shape);
    let mut left: Vec<u16> = shape.parcels.iter().map(|parcel| parcel.count).collect();
    let mut last: Option<u8> = None;
    for (number, model) in all {
        let at = usize::from(*number).wrapping_sub(1);
        let Some(parcel) = shape.parcels.get(at) else {
            return vec![broken(fixed, even, "why.no-such-parcel", &[*model])];
        };
        // 5V-ALL-001, 5V-ALL-005: one weapon group after another.
        let begun = last.is_some_and(|last| last != *number) && left[at] < parcel.count;
        if left[at] == 0 || begun {
            return vec![broken(fixed, even, "why.too-many-hits", &[*model])];
        }
        if !parcel.models.contains(model) {
            return vec![broken(fixed, group, "why.not-in-group", &[*model])];
        }
        if tally.of(*model) > tally.least(at) {
            return vec![broken(fixed, even, "why.uneven", &[*model])];
        }
        tally.add(*model);
        left[at] -= 1;
        last = Some(*number);
    }
    if left.iter().any(|left| *left > 0) {
        vec![broken(fixed, even, "why.hits-left", &[])]
    } else {
        Vec::new()
    }
}

/// An even allotment: plain models before leaders and rare ones, in the order of the parcels.
pub fn deal(fixed: &Fixed, shape: &AllotShape) -> Choice {
    let mut tally = Tally::new(shape);
    let mut all = Vec::new();
    for (at, parcel) in shape.parcels.iter().enumerate() {
        let alike = |model: ModelId| parcel.models.iter().filter(|other| fixed.alike(**other, model)).count();
        let mut order = parcel.models.clone();
        order.sort_by_key(|model| {
            (fixed.kind_of(*model).leads, std::cmp::Reverse(alike(*model)), std::cmp::Reverse(*model))
        });
        for _ in 0..parcel.count {
            let least = tally.least(at);
            let Some(model) = order.iter().copied().find(|model| tally.of(*model) == least) else { break };
            tally.add(model);
            all.push((at as u8 + 1, model));
        }
    }
    Choice::Allot(all)
}

/// Every violation of models that were named.
pub fn check_take(fixed: &Fixed, shape: &TakeShape, choice: &Choice) -> Vec<Violation> {
    let rule = fixed.edition.casualties.rule();
    let Choice::Take(models) = choice else { return other_kind(rule) };
    let twice = models.iter().enumerate().any(|(at, model)| models[..at].contains(model));
    let strangers: Vec<ModelId> =
        models.iter().copied().filter(|model| !shape.from.contains(model)).collect();
    if !strangers.is_empty() {
        return vec![broken(fixed, rule, "why.cannot-fall", &strangers)];
    }
    if twice || models.len() != usize::from(shape.count) {
        return vec![broken(fixed, rule, "why.how-many", models)];
    }
    Vec::new()
}
