//! A way around what stands in it.

use super::super::board::BodyId;
use super::super::path::{FaultKind, MoveRules, Passing, Path};
use super::super::{Form, Length, Point, Pose};
use super::spot::{circle, spoke};
use super::{Thought, on_level};

/// At most so many places to bend a way at are looked at.
const BENDS: usize = 28;

impl Thought<'_> {
    /// A legal way for a model from one pose to another within its limit: straight, or bent around models in the way.
    /// The shortest found; bounded.
    pub(super) fn route(
        &self,
        form: &Form,
        id: BodyId,
        from: Pose,
        to: Pose,
        rules: &MoveRules<'_>,
    ) -> Option<Path> {
        let absent = |other: BodyId| other == id || self.absent.contains(&other);
        let check =
            |path: &Path| self.table.check_path_among(form, from, &path.stops, rules, &absent, &self.moved);
        let straight = Path::straight(to);
        let travel = check(&straight);
        if travel.legal() {
            return Some(straight);
        }
        let in_the_way: Vec<BodyId> = travel
            .faults
            .iter()
            .filter_map(|fault| match fault.kind {
                FaultKind::Blocked(other) | FaultKind::TooNear(other) => Some(other),
                _ => None,
            })
            .collect();
        let hopeless = |kind: &FaultKind| {
            matches!(kind, FaultKind::Unsupported | FaultKind::Inside(_) | FaultKind::TooFar { .. })
        };
        if in_the_way.is_empty() || travel.faults.iter().any(|fault| hopeless(&fault.kind)) {
            return None;
        }
        let mut bends = self.bends(form, &in_the_way, from, to, rules);
        bends.truncate(BENDS);
        let first = |path: &Path| check(path).legal();
        let one = bends.iter().map(|bend| Path { stops: vec![on_level(self.table, *bend, from), to] });
        one.into_iter().find(first).or_else(|| {
            let pairs = bends.iter().take(10).flat_map(|a| bends.iter().take(10).map(move |b| (*a, *b)));
            let mut pairs: Vec<(Length, Point, Point)> = pairs
                .filter(|(a, b)| a != b)
                .map(|(a, b)| (from.at.distance(a) + a.distance(b) + b.distance(to.at), a, b))
                .filter(|(way, ..)| *way <= rules.limit)
                .collect();
            pairs.sort_unstable();
            let stop = |at: Point| on_level(self.table, at, from);
            pairs.into_iter().map(|(_, a, b)| Path { stops: vec![stop(a), stop(b), to] }).find(first)
        })
    }

    /// Places around the models in the way, the shortest detour first.
    fn bends(
        &self,
        form: &Form,
        in_the_way: &[BodyId],
        from: Pose,
        to: Pose,
        rules: &MoveRules<'_>,
    ) -> Vec<Point> {
        let own = form.footprint.reach();
        let mut bends = Vec::new();
        for id in in_the_way {
            let moved = self.moved.iter().find(|(other, _)| other == id).map(|(_, body)| body);
            let Some(body) = moved.or_else(|| self.table.body(*id)) else { continue };
            let keep = match rules.others.passing(*id) {
                Passing::Away { horizontal, .. } => horizontal,
                _ => Length::ZERO,
            };
            // Corners of an octagon around the circle to keep out of, so that its sides keep clear too.
            let clear = own + circle(body) + keep + Length(2);
            let corner = Length(clear.0 + clear.0 / 11);
            bends.extend((0..8).map(|turn| body.pose.at + spoke(2 * turn + 1, 16).step(corner)));
        }
        let detour = |bend: &Point| (from.at.distance(*bend) + bend.distance(to.at), bend.x, bend.y);
        bends.retain(|bend| bend.in_limits() && detour(bend).0 <= rules.limit);
        bends.sort_unstable_by_key(detour);
        bends
    }
}
