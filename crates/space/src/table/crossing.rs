//! Which terrain a way leads through, and how much of the way lies in it: what systems with difficult ground pay for.

use smallvec::SmallVec;

use super::board::Table;
use super::interval::WHOLE;
use super::path::{Path, fine_length, sane};
use super::terrain::TerrainId;
use super::{Area, Form, Length, Offset, Point, Pose};

/// A terrain feature on a way.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Crossing {
    /// Which.
    pub terrain: TerrainId,
    /// How much of the turning point's way lies in its area, rounded up; 0 if only other parts touch it.
    pub length: Length,
}

impl Table {
    /// The features whose area a form sweeps over on its way from a pose, in order.
    pub fn crossings(&self, form: &Form, start: Pose, path: &Path) -> Vec<Crossing> {
        if !path.stops.iter().copied().all(sane) {
            return Vec::new();
        }
        let ground = self.ground();
        let mut crossed: Vec<(TerrainId, u64)> = Vec::new();
        let mut body = form.body(start);
        for stop in &path.stops {
            let from = body.pose.at;
            for id in ground.areas_touched(&body.outline.swept(stop.at - from)) {
                crossed.push((id, length_inside(&ground.feature(id).area, from, stop.at)));
            }
            body = body.moved(form, *stop);
        }
        crossed.sort_unstable_by_key(|(terrain, _)| *terrain);
        let added = |same: &[(TerrainId, u64)]| {
            let fine: u64 = same.iter().map(|(_, length)| length).sum();
            Crossing { terrain: same[0].0, length: Length(fine.div_ceil(1024) as i32) }
        };
        crossed.chunk_by(|a, b| a.0 == b.0).map(added).collect()
    }
}

/// How much of a straight way lies in an area, in 1/1024 units, to the nearest.
fn length_inside(area: &Area, from: Point, to: Point) -> u64 {
    let step = to - from;
    if step == Offset::default() {
        return 0;
    }
    let mut cuts: SmallVec<[i64; 8]> = SmallVec::from_slice(&[0, WHOLE]);
    let corners = area.corners();
    for (i, corner) in corners.iter().enumerate() {
        let edge = corners[(i + 1) % corners.len()] - *corner;
        let across = step.cross(edge);
        if across != 0 {
            let num = i128::from((*corner - from).cross(edge)) << 40;
            let at = (num / i128::from(across)).clamp(0, i128::from(WHOLE));
            cuts.push(at as i64);
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    let inside: i64 = cuts
        .windows(2)
        .filter(|pair| area.contains(from.towards(to, pair[0].midpoint(pair[1]), WHOLE)))
        .map(|pair| pair[1] - pair[0])
        .sum();
    let whole = WHOLE as u128;
    ((u128::from(fine_length(step)) * inside as u128 + whole / 2) / whole) as u64
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Ground, Terrain};
    use super::*;

    #[test]
    fn ground_on_the_way_is_told() {
        let inch = |x: i32, y: i32| Point::new(Length::inches(x), Length::inches(y));
        let marsh = Terrain::open(Area::rectangle(inch(8, 0), inch(11, 30)).expect("a rectangle"));
        let figure = Form::on_round_base(Length::mm(32), Length::tenths(16));
        let ground = Ground::new(Length::inches(44), Length::inches(30), vec![marsh], vec![figure.clone()]);
        let table = Table::new(Arc::new(ground));
        let told = |stops: &[Point]| {
            let stops = stops.iter().map(|at| Pose::at(*at)).collect();
            table.crossings(&figure, Pose::at(inch(7, 5)), &Path { stops })
        };
        let crossing = |inches: i32| Crossing { terrain: TerrainId(0), length: Length::inches(inches) };
        assert_eq!(told(&[inch(10, 5)]), [crossing(2)]);
        assert_eq!(told(&[inch(10, 5), inch(12, 5)]), [crossing(3)], "legs are added up");
        assert_eq!(told(&[inch(7, 9)]), [], "the base is not half as wide");
    }
}
