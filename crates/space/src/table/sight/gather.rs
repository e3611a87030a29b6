//! What might stand between two bodies.

use super::super::board::{BodyId, GroupId, Table};
use super::super::body::Span;
use super::super::terrain::PartKind;
use super::super::{Body, Length, Outline};
use super::SightRules;
use super::segment::Blocker;

/// The two ends of a question.
#[derive(Copy, Clone)]
pub(super) struct Ends<'a> {
    pub from: &'a Body,
    pub to: &'a Body,
    pub viewer: Option<BodyId>,
    pub target: Option<BodyId>,
    pub own_group: Option<GroupId>,
    pub target_group: Option<GroupId>,
}

impl Ends<'_> {
    /// Whether a model may stop sight between these ends.
    fn minds(&self, table: &Table, id: BodyId, rules: &SightRules) -> bool {
        if Some(id) == self.viewer || Some(id) == self.target {
            return false;
        }
        let group = table.group(id);
        (rules.own_group_blocks || self.own_group.is_none() || group != self.own_group)
            && (rules.target_group_blocks || self.target_group.is_none() || group != self.target_group)
            && !table.form(id).is_some_and(|form| form.tags.any(rules.unseen_models))
    }
}

/// Everything that touches the shaft between two bodies and stops sight, in a fixed order.
pub(super) fn gather<'a>(
    table: &'a Table,
    areas: &'a [Outline],
    ends: &Ends<'_>,
    rules: &SightRules,
) -> Vec<Blocker<'a>> {
    let shaft = ends.from.outline.joined(&ends.to.outline);
    let low = ends.from.volume.low.min(ends.to.volume.low);
    let high = ends.from.volume.high.max(ends.to.volume.high);
    let reached = |span: Span| span.low <= high && low <= span.high;
    let ground = table.ground();
    let mut blockers: Vec<Blocker<'a>> = Vec::new();
    for number in ground.parts_near(shaft.bounds()) {
        let part = &ground.parts()[number];
        let solid = part.kind != PartKind::Opening && !part.tags.any(rules.transparent);
        if solid && reached(part.span) && part.outline.within(&shaft, Length::ZERO) {
            blockers.push(Blocker { outline: &part.outline, span: part.span });
        }
    }
    if rules.models_block {
        for id in table.ids_in(shaft.bounds()) {
            let Some(body) = table.body(id) else { continue };
            if reached(body.volume)
                && ends.minds(table, id, rules)
                && body.outline.within(&shaft, Length::ZERO)
            {
                blockers.push(Blocker { outline: &body.outline, span: body.volume });
            }
        }
    }
    let endless = Span { low: -Length::UNBOUNDED, high: Length::UNBOUNDED };
    blockers.extend(areas.iter().map(|outline| Blocker { outline, span: endless }));
    blockers
}

/// The convex pieces of obscuring areas between two bodies that neither of them touches.
pub(super) fn obscuring(table: &Table, ends: &Ends<'_>, rules: &SightRules) -> Vec<Outline> {
    if rules.obscuring == super::Tags::NONE {
        return Vec::new();
    }
    let ground = table.ground();
    let shaft = ends.from.outline.joined(&ends.to.outline);
    let areas = ground.areas_near(shaft.bounds()).into_iter().map(|id| ground.feature(id));
    let between = areas.filter(|feature| {
        feature.tags.any(rules.obscuring)
            && !feature.area.within(&ends.from.outline, Length::ZERO)
            && !feature.area.within(&ends.to.outline, Length::ZERO)
    });
    between.flat_map(|feature| feature.area.pieces()).collect()
}
