//! Pace: ground on which each unit of length counts several times.

use grognard_space::table::{Form, Length, Path, Pose, Table, TerrainId};

/// What the ground of a way costs beyond its length: a stretch that counts `times` over costs that many more, less one. A
/// model is in a feature where its turning point is; features that lie on each other are paid for both.
pub fn extra(
    table: &Table,
    form: &Form,
    start: Pose,
    stops: &[Pose],
    times: &dyn Fn(TerrainId) -> u8,
) -> Length {
    let crossed = table.crossings(form, start, &Path { stops: stops.to_vec() });
    crossed.iter().map(|on| on.length * i32::from(times(on.terrain).saturating_sub(1))).sum()
}

/// The first part of a way: at most so long, in plan.
pub fn first_part(start: Pose, stops: &[Pose], most: Length) -> Vec<Pose> {
    let (mut from, mut left) = (start, most);
    let mut part = Vec::new();
    for stop in stops {
        let leg = stop.at - from.at;
        let long = leg.length();
        if long > left {
            if left > Length::ZERO {
                // A model turns and climbs at the end of a leg.
                part.push(Pose { at: from.at + leg.with_length(left), ..from });
            }
            return part;
        }
        part.push(*stop);
        (from, left) = (*stop, left - long);
    }
    part
}

/// The longest first part of a way that is legal, where a system cuts a way short instead of refusing it: found by
/// halving, to a hundredth of a millimetre. What is legal must stay so in all shorter parts.
pub fn as_far_as(start: Pose, stops: &[Pose], legal: &dyn Fn(&[Pose]) -> bool) -> Vec<Pose> {
    if legal(stops) {
        return stops.to_vec();
    }
    let mut at = start.at;
    let mut long = 0;
    for stop in stops {
        long += (stop.at - at).length().0;
        at = stop.at;
    }
    let (mut good, mut bad) = (0, long);
    while bad - good > 1 {
        let half = good.midpoint(bad);
        if legal(&first_part(start, stops, Length(half))) {
            good = half;
        } else {
            bad = half;
        }
    }
    first_part(start, stops, Length(good))
}

#[cfg(test)]
mod tests {
    use grognard_space::table::Point;

    use super::*;

    fn at(x: i32, y: i32) -> Pose {
        Pose::at(Point { x, y })
    }

    #[test]
    fn a_way_is_cut_at_a_length() {
        let way = [at(1_000, 0), at(1_000, 500)];
        assert_eq!(first_part(at(0, 0), &way, Length(2_000)), way);
        assert_eq!(first_part(at(0, 0), &way, Length(1_200)), [at(1_000, 0), at(1_000, 200)]);
        assert_eq!(first_part(at(0, 0), &way, Length(300)), [at(300, 0)]);
        assert_eq!(first_part(at(0, 0), &way, Length::ZERO), []);
    }

    #[test]
    fn the_longest_legal_part_is_found() {
        let way = [at(1_000, 0), at(1_000, 500)];
        let low = |stops: &[Pose]| stops.last().is_none_or(|end| end.at.y <= 123);
        assert_eq!(as_far_as(at(0, 0), &way, &low), [at(1_000, 0), at(1_000, 123)]);
        assert_eq!(as_far_as(at(0, 0), &way, &|_| true), way);
        assert_eq!(as_far_as(at(0, 0), &way, &|stops| stops.is_empty()), []);
    }
}
