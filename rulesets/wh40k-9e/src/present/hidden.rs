//! Why a model is not seen: what stands in the way, in words.

use grognard_engine::client::Hidden;
use grognard_engine::message::Message;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, Length, Outline, PartKind, SightRules, Tags, TerrainId};

use super::names;
use crate::cover;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::state::State;
use crate::terrain::OBSCURING;

/// What hides a model from one that does not see it. `None` where one of them is not on the table.
pub fn why(fixed: &Fixed, s: &State, viewer: ModelId, target: ModelId) -> Option<Hidden> {
    let between = Between { fixed, s, viewer, target, from: s.body(viewer)?, to: s.body(target)? };
    let rules = cover::sight_rules(fixed, s, viewer, target);
    let sees = |rules: SightRules| s.table.sees(viewer, target, &rules);
    // 9E-OUT-023, 9E-SHO-014: without them it would be seen, so they are what counts; else something solid does.
    let (rule, key, what): (RuleId, _, _) = if sees(SightRules { obscuring: Tags::NONE, ..rules }) {
        (rule!("9E-OUT-023"), "hidden.obscured", between.first(|shaft| between.obscuring(shaft)))
    } else if sees(SightRules { models_block: false, ..rules }) {
        (rule!("9E-SHO-014"), "hidden.models", between.first(|shaft| between.units(shaft)))
    } else {
        (rule!("9E-SHO-013"), "hidden.terrain", between.first(|shaft| between.solid(shaft)))
    };
    let message = if what.is_empty() {
        Message::new("hidden.much")
    } else {
        Message::new(key).text("what", what.join(", "))
    };
    let why = fixed.data.texts.render(&message);
    Some(Hidden { piece: fixed.name(target).to_owned(), why, rule: Some(rule.as_str().to_owned()) })
}

/// The room between two models.
struct Between<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    viewer: ModelId,
    target: ModelId,
    from: &'a Body,
    to: &'a Body,
}

impl Between<'_> {
    /// What stands on the line between their middles, or else anywhere between them.
    fn first(&self, names: impl Fn(&Outline) -> Vec<String>) -> Vec<String> {
        let line = Outline::convex([self.from.pose.at, self.to.pose.at]);
        let found = names(&line);
        if found.is_empty() { names(&self.from.outline.joined(&self.to.outline)) } else { found }
    }

    /// What is no higher than both is looked over.
    fn is_high(&self, top: Length) -> bool {
        top > self.from.volume.high.min(self.to.volume.high)
    }

    fn terrain(&self, features: impl Iterator<Item = TerrainId>) -> Vec<String> {
        let files = features.filter_map(|id| self.fixed.battlefield.terrain.get(usize::from(id.0)));
        let name = |kind: &str| self.fixed.data.texts.get(&format!("terrain.{kind}")).to_owned();
        once(files.map(|file| name(&file.kind)))
    }

    fn obscuring(&self, shaft: &Outline) -> Vec<String> {
        let ground = self.s.table.ground();
        let ends = [&self.from.outline, &self.to.outline];
        let hides = |id: &TerrainId| {
            let feature = ground.feature(*id);
            feature.tags.any(OBSCURING) && !ends.iter().any(|end| feature.area.within(end, Length::ZERO))
        };
        self.terrain(ground.areas_touched(shaft).into_iter().filter(hides))
    }

    fn solid(&self, shaft: &Outline) -> Vec<String> {
        let parts = self.s.table.ground().parts().iter();
        let hides = parts.filter(|part| {
            part.kind != PartKind::Opening
                && self.is_high(part.solid.high)
                && part.outline.within(shaft, Length::ZERO)
        });
        self.terrain(hides.map(|part| part.terrain))
    }

    /// 9E-SHO-014: everybody but the viewer's own unit.
    fn units(&self, shaft: &Outline) -> Vec<String> {
        let own = self.s.model(self.viewer).unit;
        let hides = |id: &ModelId| {
            let body = self.s.body(*id);
            *id != self.target
                && self.s.model(*id).unit != own
                && body.is_some_and(|body| {
                    self.is_high(body.volume.high) && body.outline.within(shaft, Length::ZERO)
                })
        };
        let models = self.s.table.ids().filter(hides);
        once(models.map(|id| names::unit_in(self.fixed, self.s, self.s.model(id).unit)))
    }
}

/// Each name once, in their order.
fn once(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}
