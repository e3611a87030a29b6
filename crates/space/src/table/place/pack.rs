//! Room for models that arrive or get out.

use super::super::board::{BodyId, Table};
use super::super::coherency::CoherencyRules;
use super::super::path::MoveRules;
use super::super::{Body, Form, FormId, Length, Point, Pose};
use super::spot::spoke;
use super::{Thought, on_level};

/// Where arriving models found room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packing {
    /// By arriving model, in the order handed in; none where no room was found.
    pub places: Vec<Option<Pose>>,
}

impl Packing {
    /// Whether every model found room.
    pub fn complete(&self) -> bool {
        self.places.iter().all(Option::is_some)
    }

    /// How many did.
    pub fn count(&self) -> usize {
        self.places.iter().flatten().count()
    }
}

/// So many first places are tried before the best result counts.
const STARTS: usize = 12;
/// So many directions around a model that already found room.
const AROUND: u16 = 24;

/// Models that look for room.
#[derive(Copy, Clone)]
pub struct Arrival<'a> {
    /// Who, and what they are in space.
    pub models: &'a [(BodyId, FormId)],
    /// As near to here as may be, looking this way.
    pub focus: Pose,
    /// How far from the focus the first of them may stand.
    pub spread: Length,
    /// What holds at the end of a move holds here; nothing else is asked of these.
    pub rules: &'a MoveRules<'a>,
    /// They must be coherent with each other and with those already there.
    pub coherency: &'a CoherencyRules,
    /// Models of the same unit already there.
    pub with: &'a [BodyId],
    /// Where a body may stand beyond that.
    pub fits: &'a dyn Fn(&Body) -> bool,
}

impl Table {
    /// Sets up models one after the other, close to each other and as near to the focus as may be. Models that find no
    /// room are left out; of all tries the one that places most is taken.
    pub fn pack(&self, arrival: &Arrival<'_>) -> Packing {
        let mut best = Packing { places: vec![None; arrival.models.len()] };
        let Some((_, first)) = arrival.models.first() else { return best };
        let form = self.ground().form(*first);
        let empty = Thought::new(self, &arrival.ids());
        let group: Vec<&Body> = arrival.with.iter().filter_map(|id| self.body(*id)).collect();
        let good = |pose: &Pose| {
            let body = form.body(*pose);
            (arrival.fits)(&body)
                && empty.free(form, *pose, arrival.rules)
                && (group.is_empty() || group.iter().any(|other| arrival.coherency.linked(&body, other)))
        };
        let starts: Vec<Pose> = rings(arrival.focus.at, arrival.spread, form.footprint.reach())
            .into_iter()
            .filter(|place| place.in_limits())
            .map(|place| on_level(self, place, arrival.focus))
            .filter(good)
            .take(STARTS * 8)
            .collect();
        // Starts far from each other say more than neighbours do.
        let stride = starts.len().div_ceil(STARTS).max(1);
        for start in starts.into_iter().step_by(stride) {
            let packing = self.pack_from(arrival, start, &group);
            if packing.count() > best.count() {
                best = packing;
            }
            if best.complete() {
                break;
            }
        }
        best
    }

    fn pack_from(&self, arrival: &Arrival<'_>, start: Pose, group: &[&Body]) -> Packing {
        let mut thought = Thought::new(self, &arrival.ids());
        let mut places = vec![None; arrival.models.len()];
        let mut next = Some(start);
        for (place, (id, form)) in places.iter_mut().zip(arrival.models) {
            let form = self.ground().form(*form);
            let Some(pose) = next.take().or_else(|| thought.beside(form, arrival)) else { continue };
            thought.put(*id, form.body(pose));
            *place = Some(pose);
        }
        // Those that ended without enough neighbours found no room after all.
        loop {
            let placed: Vec<usize> = (0..places.len()).filter(|i| places[*i].is_some()).collect();
            let body = |i: &usize| places[*i].map(|pose| self.ground().form(arrival.models[*i].1).body(pose));
            let bodies: Vec<Body> = placed.iter().filter_map(body).collect();
            let all: Vec<&Body> = bodies.iter().chain(group.iter().copied()).collect();
            let check = arrival.coherency.check(&all);
            if check.coherent || placed.is_empty() {
                return Packing { places };
            }
            let main = check.main_group();
            let out = (0..placed.len()).rev().find(|i| !main.contains(i) || check.lonely.contains(i));
            places[placed[out.unwrap_or(placed.len() - 1)]] = None;
        }
    }
}

impl Arrival<'_> {
    fn ids(&self) -> Vec<BodyId> {
        self.models.iter().map(|(id, _)| *id).collect()
    }
}

impl Thought<'_> {
    /// The place beside one of the models put so far that is nearest to the focus.
    fn beside(&self, form: &Form, arrival: &Arrival<'_>) -> Option<Pose> {
        let focus = arrival.focus;
        let own = form.footprint.reach();
        let mut places: Vec<Point> = Vec::new();
        for (_, body) in &self.moved {
            let clear = own + body.reach() + Length(1);
            places.extend((0..AROUND).map(|turn| body.pose.at + spoke(turn, AROUND).step(clear)));
        }
        places.sort_unstable_by_key(|place| ((*place - focus.at).squared(), place.x, place.y));
        places.dedup();
        let poses = places.into_iter().map(|place| on_level(self.table, place, focus));
        poses
            .into_iter()
            .find(|pose| (arrival.fits)(&form.body(*pose)) && self.free(form, *pose, arrival.rules))
    }
}

/// The places of rings around a focus, from the inside out: as far apart as a base is wide, or nearly.
fn rings(focus: Point, spread: Length, reach: Length) -> Vec<Point> {
    let step = reach.max(Length::mm(5));
    let count = (spread.0 / step.0).clamp(1, 40);
    let ring =
        |number: i32| (0..AROUND).map(move |turn| focus + spoke(turn, AROUND).step(Length(step.0 * number)));
    std::iter::once(focus).chain((1..=count).flat_map(ring)).collect()
}
