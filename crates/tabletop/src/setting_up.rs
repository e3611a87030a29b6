//! Setting units up: deployment, reserves, out of a transport, teleports. The check of places, and the search for some.
//!
//! Models are put down one after another, and each place is tested against where all others stand by then.

use grognard_engine::refusal::Violation;
use grognard_engine::rng::SplitMix;
use grognard_space::table::{
    Angle, Body, BodyId, Bounds, Coherency, CoherencyRules, Fault, Footprint, Form, FormId, GroupId, Length,
    MoveRules, Point, Pose, Table,
};

use crate::armies::Armies;
use crate::moves::in_coherency;

/// Where each model is put.
pub type Places = Vec<(BodyId, Pose)>;

/// What is wrong with a set-up, before a ruleset says by which of its rules.
#[derive(Copy, Clone, Debug)]
pub enum Amiss<'a> {
    /// This model is not to be set up here, or was named before.
    Stranger(BodyId),
    /// Something is wrong with a model's place.
    Fault(BodyId, &'a Fault),
    /// The unit is not in coherency.
    Scattered {
        /// The models that stand apart.
        off: &'a [BodyId],
        /// All that is known of its coherency.
        found: &'a Coherency,
        /// How many models of it stand on the table.
        size: usize,
    },
    /// These models have no place although there is room for one of them, or all of them need one.
    LeftOut(&'a [BodyId]),
}

/// What becomes of models that find no place.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Spare {
    /// There are none: all models are placed.
    All,
    /// All models are placed, or nobody is and the unit stays where it was.
    OrStay,
    /// They are left out, where there is no room for them.
    WhereNoRoom,
}

/// One set-up of models of a unit under a system's rules.
pub trait SettingUp {
    /// Who stands where.
    fn armies(&self) -> &dyn Armies;

    /// The unit the models are of.
    fn unit(&self) -> GroupId;

    /// The models to be set up.
    fn models(&self) -> &[BodyId];

    /// Everybody who has to be in coherency afterwards.
    fn together(&self) -> Vec<BodyId>;

    /// What a model is in space.
    fn form(&self, body: BodyId) -> FormId;

    /// How near to each other they have to stand.
    fn coherency(&self) -> CoherencyRules;

    /// The rectangle in which places are looked for.
    fn region(&self) -> Bounds;

    /// How finely it is looked through.
    fn grain(&self) -> Length;

    /// What others are to a model that is put down.
    fn rules(&self) -> MoveRules<'_>;

    /// Whether the ground of a place is right: a zone, far from the enemy, near a carrier.
    fn is_ground(&self, body: BodyId, pose: Pose) -> bool;

    /// What is wrong with the ground of a place.
    fn ground(&self, body: BodyId, pose: Pose) -> Option<Violation>;

    /// The rule behind something wrong, and its sentence; `None` where that rule is left out.
    fn refused(&self, amiss: Amiss<'_>) -> Option<Violation>;

    /// What becomes of models without a place.
    fn spare(&self) -> Spare;
}

/// Every violation of the places proposed.
pub fn violations(setting: &dyn SettingUp, places: &[(BodyId, Pose)]) -> Vec<Violation> {
    let mut wrong = Vec::new();
    if places.is_empty() && setting.spare() == Spare::OrStay {
        return wrong;
    }
    let mut down = Down::new(setting);
    let mut placed: Vec<BodyId> = Vec::new();
    for (body, pose) in places {
        if !setting.models().contains(body) || placed.contains(body) {
            wrong.extend(setting.refused(Amiss::Stranger(*body)));
            continue;
        }
        placed.push(*body);
        let faults = down.faults(*body, *pose, &setting.rules());
        wrong.extend(faults.iter().filter_map(|fault| setting.refused(Amiss::Fault(*body, fault))));
        if pose.at.in_limits() {
            wrong.extend(setting.ground(*body, *pose));
            down.put(*body, *pose);
        }
    }
    let (found, off, size) = down.coherency();
    if !found.coherent {
        wrong.extend(setting.refused(Amiss::Scattered { off: &off, found: &found, size }));
    }
    let missing: Vec<BodyId> =
        setting.models().iter().copied().filter(|body| !placed.contains(body)).collect();
    let has_room = || missing.iter().any(|body| down.room_for(*body).is_some());
    if !missing.is_empty() && (setting.spare() != Spare::WhereNoRoom || has_room()) {
        wrong.extend(setting.refused(Amiss::LeftOut(&missing)));
    }
    wrong
}

/// Some legal set-up, the same for the same table; `None` where none was found and nobody may stay.
pub fn any(setting: &dyn SettingUp) -> Option<Places> {
    let Bounds { low, high } = setting.region();
    let grain = setting.grain().0;
    let step = (6 * grain).min((high.x - low.x) / 4).min((high.y - low.y) / 4).max(grain);
    for x in (low.x..=high.x).step_by(step as usize).skip(1) {
        for y in (low.y..=high.y).step_by(step as usize).skip(1) {
            if let Some(places) = around(setting, Point { x, y }) {
                return Some(places);
            }
        }
    }
    let places = as_many_as_fit(setting);
    match setting.spare() {
        Spare::WhereNoRoom => Some(places),
        _ if places.len() == setting.models().len() => Some(places),
        Spare::OrStay => Some(Vec::new()),
        Spare::All => None,
    }
}

/// The whole unit around a spot, where there is room for all of it: the first model's base is turned in several ways.
pub fn around(setting: &dyn SettingUp, spot: Point) -> Option<Places> {
    let first = setting.models().first()?;
    let form = setting.armies().table().ground().form(setting.form(*first));
    facings(&form.footprint).iter().find_map(|degrees| {
        let mut down = Down::new(setting);
        let places = down.cluster(spot, Angle::degrees(*degrees));
        (places.len() == setting.models().len() && down.coherency().0.coherent).then_some(places)
    })
}

/// Up to so many set-ups around random spots, out of so many tries.
pub fn somewhere(setting: &dyn SettingUp, rng: &mut SplitMix, most: usize, tries: usize) -> Vec<Places> {
    let Bounds { low, high } = setting.region();
    let mut all = Vec::new();
    for _ in 0..tries {
        let spot = Point {
            x: low.x + rng.below((high.x - low.x).max(1) as usize) as i32,
            y: low.y + rng.below((high.y - low.y).max(1) as usize) as i32,
        };
        all.extend(around(setting, spot));
        if all.len() == most {
            break;
        }
    }
    all
}

/// The ways a base is turned when a place for it is looked for, in degrees.
pub fn facings(footprint: &Footprint) -> &'static [i32] {
    match footprint {
        Footprint::Disc { .. } => &[0],
        _ => &[0, 90, 45, 135],
    }
}

/// So many places to begin at are tried where there is no room for all.
const STARTS: usize = 6;
/// So many rings of places around a spot.
const RINGS: i32 = 5;
/// Bases stand so far apart in a cluster.
const GAP: i32 = 60;

/// As many models as find a place, one after another, from where most do.
fn as_many_as_fit(setting: &dyn SettingUp) -> Places {
    let Some(first) = setting.models().first() else { return Vec::new() };
    let spots: Vec<Pose> = Down::new(setting).free_spots(*first).collect();
    let mut best: Places = Vec::new();
    for start in 0..STARTS.min(spots.len()) {
        let start = spots[start * spots.len() / STARTS.min(spots.len())];
        let found = Down::new(setting).fit_from(&spots, start);
        if found.len() > best.len() {
            best = found;
        }
        if best.len() == setting.models().len() {
            return best;
        }
    }
    // The first may be the only one for whom there is no room.
    if best.is_empty() { Down::new(setting).fit_from(&spots, Pose::default()) } else { best }
}

/// A table on which some of the models have been put down.
struct Down<'a> {
    setting: &'a dyn SettingUp,
    table: Table,
}

impl<'a> Down<'a> {
    fn new(setting: &'a dyn SettingUp) -> Self {
        Down { setting, table: setting.armies().table().clone() }
    }

    fn form(&self, body: BodyId) -> &'a Form {
        self.setting.armies().table().ground().form(self.setting.form(body))
    }

    fn put(&mut self, body: BodyId, pose: Pose) {
        let group = self.setting.armies().unit_of(body).unwrap_or(self.setting.unit());
        self.table.put(body, self.setting.form(body), group, pose);
    }

    fn faults(&self, body: BodyId, pose: Pose, rules: &MoveRules<'_>) -> Vec<Fault> {
        self.table.check_place(self.form(body), pose, rules, &|other| other == body)
    }

    fn is_free(&self, body: BodyId, pose: Pose) -> bool {
        self.setting.is_ground(body, pose) && self.faults(body, pose, &self.setting.rules()).is_empty()
    }

    fn coherency(&self) -> (Coherency, Vec<BodyId>, usize) {
        let all = self.setting.together();
        let models: Vec<(BodyId, &Body)> =
            all.iter().filter_map(|body| Some((*body, self.table.body(*body)?))).collect();
        let (found, off) = in_coherency(&self.setting.coherency(), &models);
        (found, off, models.len())
    }

    /// Whether a model would be near one of its unit that stands already.
    fn in_touch(&self, rules: &CoherencyRules, body: BodyId, pose: Pose) -> bool {
        let own = self.form(body).body(pose);
        let members = self.setting.armies().members(self.setting.unit());
        let mut friends = members.iter().filter_map(|friend| self.table.body(*friend)).peekable();
        friends.peek().is_none() || friends.any(|friend| rules.linked(friend, &own))
    }

    /// Whether the unit is in coherency with one model more.
    fn in_coherency_with(&self, rules: &CoherencyRules, body: BodyId, pose: Pose) -> bool {
        let own = self.form(body).body(pose);
        let others = self.setting.together();
        let others = others.iter().filter(|other| **other != body);
        let bodies: Vec<&Body> = others.filter_map(|other| self.table.body(*other)).chain([&own]).collect();
        bodies.len() < 2 || rules.check(&bodies).coherent
    }

    /// The models around a spot, nearest first, all turned alike; those that fit.
    fn cluster(&mut self, anchor: Point, facing: Angle) -> Places {
        let models = self.setting.models();
        let mut places = Vec::new();
        let pitch = models.iter().map(|body| 2 * self.form(*body).footprint.reach().0 + GAP).max();
        let (Some(pitch), Some(mut next)) = (pitch, models.first()) else { return places };
        let mut spots: Vec<Point> = (-RINGS..=RINGS)
            .flat_map(|i| {
                (-RINGS..=RINGS).map(move |j| Point { x: anchor.x + i * pitch, y: anchor.y + j * pitch })
            })
            .collect();
        spots.sort_by_key(|spot| (spot.x - anchor.x).abs().max((spot.y - anchor.y).abs()));
        if models.len() < 4 {
            spots.truncate(25);
        }
        let region = self.setting.region();
        spots.retain(|spot| region.contains(Bounds { low: *spot, high: *spot }));
        let rules = self.setting.coherency();
        let mut left = models[1..].iter();
        for spot in spots {
            let fits = |pose: &Pose| self.is_free(*next, *pose) && self.in_touch(&rules, *next, *pose);
            if let Some(pose) = standing_at(&self.table, spot, facing).find(fits) {
                self.put(*next, pose);
                places.push((*next, pose));
                match left.next() {
                    Some(model) => next = model,
                    None => break,
                }
            }
        }
        places
    }

    /// A spot for one model more.
    fn room_for(&self, body: BodyId) -> Option<Pose> {
        let rules = self.setting.coherency();
        self.free_spots(body)
            .filter(|pose| self.in_touch(&rules, body, *pose))
            .find(|pose| self.in_coherency_with(&rules, body, *pose))
    }

    /// The spots one model more would fit into: on a grid, at every height, long bases turned in several ways.
    fn free_spots(&self, body: BodyId) -> impl Iterator<Item = Pose> + '_ {
        let Bounds { low, high } = self.setting.region();
        let step = self.setting.grain().0 as usize;
        let spots = move || {
            let column = move |x: i32| (low.y..=high.y).step_by(step).map(move |y| Point { x, y });
            (low.x..=high.x).step_by(step).flat_map(column)
        };
        let turned = move |degrees: &i32| {
            let facing = Angle::degrees(*degrees);
            spots().flat_map(move |spot| standing_at(&self.table, spot, facing))
        };
        let turns = facings(&self.form(body).footprint).iter();
        turns.flat_map(turned).filter(move |pose| self.is_free(body, *pose))
    }

    /// Models put down one after another, each as near to the others as can be, until nobody who is left finds room: that
    /// answer is always taken where models may be left out.
    fn fit_from(mut self, of_first: &[Pose], start: Pose) -> Places {
        let rules = self.setting.coherency();
        let kind = |body: BodyId| self.setting.form(body);
        let mut places: Places = Vec::new();
        let mut left = self.setting.models().to_vec();
        // Models of one kind fit into the same spots, and every model that is placed takes some of them.
        let mut spots: Vec<(FormId, Vec<Pose>)> =
            left.first().map(|first| (kind(*first), of_first.to_vec())).into_iter().collect();
        loop {
            let before = left.len();
            for body in std::mem::take(&mut left) {
                let form = self.setting.form(body);
                let known = spots.iter().position(|(of, _)| *of == form).unwrap_or_else(|| {
                    spots.push((form, self.free_spots(body).collect()));
                    spots.len() - 1
                });
                let spots = &mut spots[known].1;
                spots.retain(|pose| self.is_free(body, *pose));
                let far = |pose: &Pose| {
                    let gap = |other: Pose| (other.at - pose.at).squared();
                    (places.iter().map(|(_, other)| gap(*other)).sum::<i64>(), gap(start))
                };
                let touch = |pose: &&Pose| self.in_touch(&rules, body, **pose);
                let mut rooms: Vec<Pose> = spots.iter().filter(touch).copied().collect();
                rooms.sort_by_key(far);
                let room = rooms.into_iter().find(|pose| self.in_coherency_with(&rules, body, *pose));
                match room {
                    Some(pose) => {
                        self.put(body, pose);
                        places.push((body, pose));
                    }
                    None => left.push(body),
                }
            }
            // A model that found no place may have one beside those that came after it.
            if left.is_empty() || left.len() == before {
                return places;
            }
        }
    }
}

/// How a model can stand in a place: on the table, or higher up.
fn standing_at(table: &Table, spot: Point, facing: Angle) -> impl Iterator<Item = Pose> + use<> {
    let levels = table.ground().levels(spot);
    levels.into_iter().map(move |z| Pose::at(spot).raised(z).facing(facing))
}
