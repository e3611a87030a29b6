//! The nearest legal spot to a wish.

use super::super::board::{BodyId, Table};
use super::super::path::{MoveRules, Passing, sane};
use super::super::{Angle, Form, Length, Point, Pose};
use super::{Thought, on_level};

/// Rings of candidates around the wish: so many, and as many places on each.
const RINGS: i32 = 24;
const AROUND: u16 = 24;

impl Table {
    /// The legal place for a form that is nearest to a wished-for pose and at most `reach` from it, among these
    /// candidates: the wish itself, the places against each model near it (just touching, and just beyond what it keeps
    /// others away), and rings around the wish. Models for which `absent` holds are not there; `fits` may ask for more.
    pub fn nearest_spot(
        &self,
        form: &Form,
        wish: Pose,
        reach: Length,
        rules: &MoveRules<'_>,
        absent: &[BodyId],
        fits: &dyn Fn(Pose) -> bool,
    ) -> Option<Pose> {
        Thought::new(self, absent).nearest_spot(form, wish, reach, rules, fits)
    }
}

impl Thought<'_> {
    pub(super) fn nearest_spot(
        &self,
        form: &Form,
        wish: Pose,
        reach: Length,
        rules: &MoveRules<'_>,
        fits: &dyn Fn(Pose) -> bool,
    ) -> Option<Pose> {
        if !sane(wish) {
            return None;
        }
        let good = |pose: &Pose| fits(*pose) && self.free(form, *pose, rules);
        let here = on_level(self.table, wish.at, wish);
        if good(&here) {
            return Some(here);
        }
        let mut places = self.against_others(form, wish, reach, rules);
        for ring in 1..=RINGS {
            let radius = Length(reach.0 * ring / RINGS);
            places.extend((0..AROUND).map(|turn| wish.at + spoke(turn, AROUND).step(radius)));
        }
        places.retain(|place| place.within(wish.at, reach));
        places.sort_unstable_by_key(|place| ((*place - wish.at).squared(), place.x, place.y));
        places.dedup();
        places.into_iter().map(|place| on_level(self.table, place, wish)).find(good)
    }

    /// Places just clear of each model near the wish: on the line from the model through the wish, and to both sides.
    fn against_others(&self, form: &Form, wish: Pose, reach: Length, rules: &MoveRules<'_>) -> Vec<Point> {
        let own = form.footprint.reach();
        let mut places = Vec::new();
        let near = form.body(wish).outline.bounds().grown(reach + rules.furthest_away);
        let mut look = |id: BodyId, middle: Point, size: Length| {
            let keep = match rules.others.ending(id) {
                Passing::Free => return,
                Passing::Base | Passing::Over => Length::ZERO,
                Passing::Away { horizontal, .. } => horizontal + Length(1),
            };
            // A unit more than the radii: the grid rounds.
            let clear = own + size + keep + Length(1);
            let out = Angle::of(wish.at - middle);
            places.extend((0..12).map(|turn| middle + (out + spoke(turn, 12)).step(clear)));
        };
        self.table.near(near, |id, body| {
            if !self.absent.contains(&id) {
                look(id, body.pose.at, body.reach());
            }
        });
        for (id, body) in &self.moved {
            look(*id, body.pose.at, body.reach());
        }
        places
    }
}

/// The direction of one of some even spokes.
pub(super) fn spoke(turn: u16, of: u16) -> Angle {
    Angle((u32::from(turn) * 65_536 / u32::from(of)) as u16)
}
