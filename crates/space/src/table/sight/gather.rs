//! What might stand between two bodies.

use smallvec::SmallVec;

use super::super::board::{BodyId, GroupId, Table};
use super::super::body::Span;
use super::super::terrain::{Part, PartKind};
use super::super::{Body, Length, Outline, Tags};
use super::SightRules;
use super::segment::Blocker;

/// The two ends of a question.
#[derive(Copy, Clone)]
pub(super) struct Ends<'a> {
    pub from: &'a Body,
    pub to: &'a Body,
    pub mind: Mind<'a>,
}

/// Which models may stop sight.
#[derive(Copy, Clone)]
pub(super) struct Mind<'a> {
    rules: &'a SightRules,
    viewer: Option<BodyId>,
    target: Option<BodyId>,
    own_group: Option<GroupId>,
    target_group: Option<GroupId>,
}

impl<'a> Mind<'a> {
    pub fn new(table: &Table, viewer: Option<BodyId>, target: Option<BodyId>, rules: &'a SightRules) -> Self {
        let group = |id: Option<BodyId>| id.and_then(|id| table.group(id));
        let own_group = if rules.own_group_blocks { None } else { group(viewer) };
        let target_group = if rules.target_group_blocks { None } else { group(target) };
        Self { rules, viewer, target, own_group, target_group }
    }

    /// Whether any model stops sight.
    pub fn models_block(&self) -> bool {
        self.rules.models_block
    }

    /// Whether a model stops sight.
    #[inline]
    pub fn model(&self, table: &Table, id: BodyId) -> bool {
        let Some(standing) = table.standing(id) else { return false };
        Some(id) != self.viewer
            && Some(id) != self.target
            && Some(standing.group) != self.own_group
            && Some(standing.group) != self.target_group
            && (self.rules.unseen_models == Tags::NONE
                || !table.ground().form(standing.form).tags.any(self.rules.unseen_models))
    }

    /// Whether a part of terrain does.
    #[inline]
    pub fn part(&self, part: &Part) -> bool {
        part.kind != PartKind::Opening && !part.tags.any(self.rules.transparent)
    }
}

/// A set of small numbers.
struct Met(SmallVec<[u64; 8]>);

impl Met {
    fn new(most: usize) -> Self {
        Self(SmallVec::from_elem(0, most / 64 + 1))
    }

    /// Adds a number; whether it is new.
    fn add(&mut self, number: u16) -> bool {
        let (word, bit) = (usize::from(number >> 6), 1 << (number & 63));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }
}

pub(super) type Blockers<'a> = SmallVec<[Blocker<'a>; 16]>;

/// Everything near the shaft between two bodies that may stop sight.
pub(super) fn gather<'a>(table: &'a Table, areas: &'a [Outline], ends: &Ends<'_>) -> Blockers<'a> {
    let Ends { from, to, mind } = ends;
    let half = from.reach().max(to.reach());
    let low = from.volume.low.min(to.volume.low);
    let high = from.volume.high.max(to.volume.high);
    let bounds = from.outline.bounds().joined(to.outline.bounds());
    let reached = |span: Span, outline: &Outline| {
        span.low <= high && low <= span.high && bounds.touches(outline.bounds())
    };
    let ground = table.ground();
    let mut blockers = Blockers::new();
    let mut met = Met::new(ground.parts().len());
    ground.part_index().along(from.pose.at, to.pose.at, half, |bucket| {
        for number in ground.part_index().in_bucket(bucket) {
            let part = ground.part(*number);
            if reached(part.span, &part.outline) && met.add(*number) && mind.part(part) {
                blockers.push(Blocker { outline: &part.outline, span: part.solid });
            }
        }
        true
    });
    if mind.rules.models_block {
        let mut met = Met::new(256);
        table.index().along(from.pose.at, to.pose.at, half, |bucket| {
            for number in table.index().in_bucket(bucket) {
                let id = BodyId(*number);
                let Some(body) = table.body(id) else { continue };
                if reached(body.volume, &body.outline) && met.add(*number) && mind.model(table, id) {
                    blockers.push(Blocker { outline: &body.outline, span: body.volume });
                }
            }
            true
        });
    }
    let endless = Span { low: -Length::UNBOUNDED, high: Length::UNBOUNDED };
    blockers.extend(areas.iter().map(|outline| Blocker { outline, span: endless }));
    blockers
}

/// The convex pieces of obscuring areas between two bodies that neither of them touches.
pub(super) fn obscuring(table: &Table, ends: &Ends<'_>) -> Vec<Outline> {
    let rules = ends.mind.rules;
    if rules.obscuring == Tags::NONE {
        return Vec::new();
    }
    let ground = table.ground();
    let bounds = ends.from.outline.bounds().joined(ends.to.outline.bounds());
    let areas = ground.areas_near(bounds).into_iter().map(|id| ground.feature(id));
    let between = areas.filter(|feature| {
        feature.tags.any(rules.obscuring)
            && !feature.area.within(&ends.from.outline, Length::ZERO)
            && !feature.area.within(&ends.to.outline, Length::ZERO)
    });
    between.flat_map(|feature| feature.area.pieces()).collect()
}
