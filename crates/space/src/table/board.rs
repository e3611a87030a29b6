//! The table with the models on it: the one place where things move.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::bounds::Bounds;
use super::ground::{FormId, Ground};
use super::index::Index;
use super::sight::SightCache;
use super::{Body, Form, Length, Outline, Pose};

/// The number of a model, given by the ruleset: small and without great gaps.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BodyId(pub u16);

/// The number of a unit, given by the ruleset. Models of one group are told apart from others in sight.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GroupId(pub u16);

impl BodyId {
    /// As an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl GroupId {
    /// As an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is saved of a model on the table.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// What it is in space.
    pub form: FormId,
    /// Its unit.
    pub group: GroupId,
    /// Where it stands.
    pub pose: Pose,
}

/// All models on a table. Saved are forms, groups and poses alone; after reading a table back, call [`Table::revive`].
/// A clone is cheap: what is derived is shared until one of the two changes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Table {
    standing: Vec<Option<Standing>>,
    #[serde(skip)]
    derived: Arc<Derived>,
    #[serde(skip)]
    ground: Arc<Ground>,
    #[serde(skip)]
    seen: Arc<SightCache>,
}

/// What follows from where models stand.
#[derive(Clone, Debug, Default)]
struct Derived {
    bodies: Vec<Option<Body>>,
    index: Index,
    /// By bucket of the index, a print of all that stands in it: equal prints mean equal models in equal poses.
    prints: Vec<u64>,
    /// The same for the whole table.
    whole: u64,
}

/// Two tables are equal if the same models stand in the same places.
impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        let present = |table: &Self| {
            let ids = table.ids().map(|id| (id, table.standing(id)));
            ids.collect::<Vec<_>>()
        };
        present(self) == present(other)
    }
}

impl Eq for Table {}

impl Table {
    /// An empty table.
    pub fn new(ground: Arc<Ground>) -> Self {
        let index = Index::new(ground.width(), ground.depth());
        let prints = vec![0; index.len()];
        let derived = Arc::new(Derived { bodies: Vec::new(), index, prints, whole: 0 });
        Self { standing: Vec::new(), derived, ground, seen: Arc::new(SightCache::new()) }
    }

    /// Rebuilds what is derived after the table was read. Says what is wrong with a table no game can reach.
    pub fn revive(&mut self, ground: &Arc<Ground>) -> Result<(), &'static str> {
        let standing = std::mem::take(&mut self.standing);
        *self = Self::new(Arc::clone(ground));
        for (id, standing) in (0..=u16::MAX).zip(standing) {
            let Some(Standing { form, group, pose }) = standing else { continue };
            if usize::from(form.0) >= ground.forms().len() {
                return Err("a model has a form that this ground does not know");
            }
            if !pose.at.in_limits() || pose.z.0.unsigned_abs() > super::Point::LIMIT as u32 {
                return Err("a model stands further away than any table reaches");
            }
            self.put(BodyId(id), form, group, pose);
        }
        Ok(())
    }

    /// What the table is made of.
    pub fn ground(&self) -> &Arc<Ground> {
        &self.ground
    }

    /// Puts a model on the table, or elsewhere if it stands there already. The place must be within
    /// [`Point::LIMIT`](super::Point::LIMIT); whether it is legal is not asked here.
    pub fn put(&mut self, id: BodyId, form: FormId, group: GroupId, pose: Pose) {
        let body = match (self.standing(id), self.body(id)) {
            (Some(standing), Some(body)) if standing.form == form => body.moved(self.ground.form(form), pose),
            _ => self.ground.form(form).body(pose),
        };
        self.take(id);
        let number = usize::from(id.0);
        let derived = Arc::make_mut(&mut self.derived);
        if self.standing.len() <= number {
            self.standing.resize(number + 1, None);
            derived.bodies.resize(number + 1, None);
        }
        let standing = Standing { form, group, pose };
        derived.index.insert(id.0, body.outline.bounds());
        derived.mark(id, standing, body.outline.bounds());
        derived.bodies[number] = Some(body);
        self.standing[number] = Some(standing);
    }

    /// Moves a model that stands on the table; nothing happens to others.
    pub fn move_to(&mut self, id: BodyId, pose: Pose) {
        if let Some(Standing { form, group, .. }) = self.standing(id) {
            self.put(id, form, group, pose);
        }
    }

    /// Puts a model into another group.
    pub fn regroup(&mut self, id: BodyId, group: GroupId) {
        if let Some(Standing { form, pose, .. }) = self.standing(id) {
            self.put(id, form, group, pose);
        }
    }

    /// Takes a model off the table.
    pub fn take(&mut self, id: BodyId) {
        let Some(standing) = self.standing(id) else { return };
        let number = usize::from(id.0);
        let derived = Arc::make_mut(&mut self.derived);
        if let Some(body) = derived.bodies[number].take() {
            derived.index.remove(id.0, body.outline.bounds());
            derived.mark(id, standing, body.outline.bounds());
        }
        self.standing[number] = None;
    }

    /// A model as a thing in space, if it is on the table.
    pub fn body(&self, id: BodyId) -> Option<&Body> {
        self.derived.bodies.get(usize::from(id.0))?.as_ref()
    }

    /// What is saved of a model, if it is on the table.
    pub fn standing(&self, id: BodyId) -> Option<Standing> {
        *self.standing.get(usize::from(id.0))?
    }

    /// The form of a model on the table.
    pub fn form(&self, id: BodyId) -> Option<&Form> {
        self.standing(id).map(|standing| self.ground.form(standing.form))
    }

    /// The unit of a model on the table.
    pub fn group(&self, id: BodyId) -> Option<GroupId> {
        self.standing(id).map(|standing| standing.group)
    }

    /// All models on the table, in the order of their numbers.
    pub fn ids(&self) -> impl Iterator<Item = BodyId> + '_ {
        (0..).zip(&self.standing).filter(|(_, standing)| standing.is_some()).map(|(id, _)| BodyId(id))
    }

    /// Calls `visit` with every model whose bounds touch a rectangle, in no order to rely on, until it says `true`; whether
    /// it did.
    pub fn any_near(&self, bounds: Bounds, mut visit: impl FnMut(BodyId, &Body) -> bool) -> bool {
        let mut found = false;
        self.near(bounds, |id, body| found = found || visit(id, body));
        found
    }

    /// The models whose bounds touch a rectangle, in the order of their numbers. Costs what is near, not what is there.
    pub fn ids_in(&self, bounds: Bounds) -> Vec<BodyId> {
        let mut near = Vec::new();
        self.near(bounds, |id, _| near.push(id));
        near.sort_unstable();
        near
    }

    /// The models with some part at most so far from an outline in plan, in the order of their numbers.
    pub fn ids_within(&self, outline: &Outline, reach: Length) -> Vec<BodyId> {
        let mut near = Vec::new();
        self.near(outline.bounds().grown(reach), |id, body| {
            if body.outline.within(outline, reach) {
                near.push(id);
            }
        });
        near.sort_unstable();
        near
    }

    /// Calls `visit` with every model whose bounds touch a rectangle, in no order to rely on.
    pub(super) fn near(&self, bounds: Bounds, mut visit: impl FnMut(BodyId, &Body)) {
        let bounds_of = |number: u16| self.body(BodyId(number)).map(|body| body.outline.bounds());
        self.derived.index.near(bounds, bounds_of, |number| {
            if let Some(body) = self.body(BodyId(number)) {
                visit(BodyId(number), body);
            }
        });
    }

    /// The buckets of models, for walks along lines.
    pub(super) fn index(&self) -> &Index {
        &self.derived.index
    }

    /// The print of all that stands in a bucket.
    pub(super) fn print(&self, bucket: usize) -> u64 {
        self.derived.prints[bucket]
    }

    /// The print of all that stands on the table.
    pub(super) fn whole_print(&self) -> u64 {
        self.derived.whole
    }

    /// Answers about sight that hold for equal prints.
    pub(super) fn seen(&self) -> &SightCache {
        &self.seen
    }

    /// The distance in space between two models, rounded up; none if one is not on the table.
    pub fn distance(&self, a: BodyId, b: BodyId) -> Option<Length> {
        Some(self.body(a)?.distance(self.body(b)?))
    }

    /// Whether two models on the table are at most so far apart in space.
    pub fn within(&self, a: BodyId, b: BodyId, reach: Length) -> bool {
        matches!((self.body(a), self.body(b)), (Some(a), Some(b)) if a.within(b, reach))
    }
}

impl Derived {
    /// Puts a model into the prints of its buckets, or takes it out again: marking twice changes nothing.
    fn mark(&mut self, id: BodyId, standing: Standing, bounds: Bounds) {
        let Standing { form, group, pose } = standing;
        let words = [
            u64::from(id.0)
                | u64::from(form.0) << 16
                | u64::from(group.0) << 32
                | u64::from(pose.facing.0) << 48,
            u64::from(pose.at.x as u32) | u64::from(pose.at.y as u32) << 32,
            u64::from(pose.z.0 as u32) | u64::from(pose.turret.0) << 32,
        ];
        let print = words.into_iter().fold(0, mix);
        self.whole ^= print;
        for bucket in self.index.numbers(bounds) {
            self.prints[bucket] ^= print;
        }
    }
}

/// One step of a print: a multiplication whose halves are folded together.
pub(super) fn mix(print: u64, word: u64) -> u64 {
    let product = u128::from(print ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    (product as u64) ^ ((product >> 64) as u64)
}
