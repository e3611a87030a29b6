//! What a shot needs to hit (HIT, RNG), with its reasons.

use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, Length};

use crate::cards;
use crate::choice::{Part, Shot};
use crate::data::ground::Cover;
use crate::fixed::{Fixed, Weapon};
use crate::ids::ModelId;
use crate::legal::shooting::aimed_at;
use crate::play::torpedo;
use crate::sight;
use crate::state::{Flow, State};
use crate::vehicles::{Air, Speed, crew};
use crate::weapons::{Effect, Keyword};

/// Modifiers by rule.
pub trait ByRule {
    /// With a modifier, unless its rule is left out.
    fn by(self, amount: i8, why: &'static str, rule: RuleId) -> Self;
}

impl ByRule for Target {
    fn by(self, amount: i8, why: &'static str, rule: RuleId) -> Target {
        if applies(rule) { self.plus(amount, why, rule) } else { self }
    }
}

/// 2E-RNG-001: the two bands of a weapon.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Band {
    /// Short range.
    Short,
    /// Long range.
    Long,
}

/// 2E-RNG-002: the band of a range; `None` out of range. 2E-AMB-073: the edge belongs to the nearer band.
pub fn band(fixed: &Fixed, s: &State, model: ModelId, weapon: &Weapon, far: Length) -> Option<Band> {
    let bands = if weapon.thrown { [throw(fixed, s, model); 2] } else { weapon.bands };
    if far < weapon.minimum || far > bands[1] {
        None
    } else if far <= bands[0] {
        Some(Band::Short)
    } else {
        Some(Band::Long)
    }
}

/// 2E-GRN-005: how far a model throws; 2E-HER-021: a bionic arm throws farther.
pub fn throw(fixed: &Fixed, s: &State, model: ModelId) -> Length {
    throw_with(fixed, fixed.kind_of(model).values.s + cards::arm(fixed, s, model).0)
}

/// How far a model throws by its own Strength.
pub fn bare_throw(fixed: &Fixed, model: ModelId) -> Length {
    throw_with(fixed, fixed.kind_of(model).values.s)
}

fn throw_with(fixed: &Fixed, strength: u8) -> Length {
    let numbers = &fixed.numbers().throw;
    let strength = i32::from(strength);
    Length((numbers.base.0 + Length::inches(strength * numbers.times)).0.min(numbers.most.0.0))
}

/// A shot once its target is named.
#[derive(Clone, Debug)]
pub struct Aimed {
    /// Who fires.
    pub shooter: ModelId,
    /// How far it is to the nearest model it can go at (2E-AMB-075, 2E-AMB-076).
    pub far: Length,
    /// The model it is measured to; none for a point on the ground.
    pub target: Option<ModelId>,
    /// Its band.
    pub band: Option<Band>,
    /// What it needs.
    pub need: Target,
    /// 2E-AMB-077: the models it can remove.
    pub reach: Vec<ModelId>,
}

/// Measures a shot and adds up what it needs.
pub fn aim(fixed: &Fixed, s: &State, shot: &Shot) -> Option<Aimed> {
    let weapon = fixed.weapon(shot.weapon);
    if let Part::Ground(at) = shot.part {
        let far = s.table.body(shot.model)?.distance(&Body::point(at, Length::ZERO));
        let band = band(fixed, s, shot.model, weapon, far);
        let need = at_ground(fixed, s, shot, band);
        return Some(Aimed { shooter: shot.model, far, target: None, band, need, reach: Vec::new() });
    }
    let models = aimed_at(fixed, s, shot);
    let far = |model: &ModelId| range(fixed, s, shot.model, *model);
    let nearest = models.iter().copied().min_by_key(|model| (far(model), *model))?;
    let distance = far(&nearest);
    // 2E-OVW-009: whoever charges the shooters is at short range, however far away.
    let charged = s.watch.as_ref().is_some_and(|watch| watch.charged && watch.target == shot.target);
    let band = if charged { Some(Band::Short) } else { band(fixed, s, shot.model, weapon, distance) };
    let need = needed(fixed, s, shot, nearest, band);
    let in_range =
        |model: &ModelId| charged || self::band(fixed, s, shot.model, weapon, far(model)).is_some();
    let reach = models.into_iter().filter(in_range).collect();
    Some(Aimed { shooter: shot.model, far: distance, target: Some(nearest), band, need, reach })
}

/// 2E-RNG-002: how far a shot goes, from the vehicle for those aboard; 2E-SKM-004: a skimmer that has popped up is further
/// away for whoever fires at it, and not for its own shots.
pub fn range(fixed: &Fixed, s: &State, shooter: ModelId, target: ModelId) -> Length {
    let stands = crew::vehicle_of(s, shooter).unwrap_or(shooter);
    let up = |model: ModelId| s.vehicle(model).is_some_and(|own| own.air == Air::PoppedUp);
    if (!up(stands) && !up(target)) || !applies(rule!("2E-SKM-004")) {
        return s.table.distance(stands, target).unwrap_or(Length::UNBOUNDED);
    }
    let (Some(from), Some(to)) = (s.table.body(stands), s.table.body(target)) else {
        return Length::UNBOUNDED;
    };
    let plain = from.outline.distance(&to.outline);
    if up(target) { plain + fixed.numbers().pop_up.range.0 } else { plain }
}

/// The score by skill and weapon alone.
fn by_skill(fixed: &Fixed, s: &State, shot: &Shot, band: Band) -> Target {
    let numbers = fixed.numbers();
    let skill = crate::duel::halved(s, shot.model, fixed.kind_of(shot.model).values.bs);
    let base = numbers.to_hit.from.saturating_sub(skill);
    // 2E-HIT-002: skills beyond the first number go on lowering the score.
    let surplus = skill.saturating_sub(numbers.to_hit.from) as i8;
    let need = Target::new(Need::AtLeast(base), rule!("2E-HIT-001"))
        .with_floor(numbers.best.best)
        .beyond(numbers.beyond.first, &numbers.beyond.second)
        .by(-surplus, "need.skill", rule!("2E-HIT-001"));
    let (at, why) = match band {
        Band::Short => (0, "need.short"),
        Band::Long => (1, "need.long"),
    };
    need.by(-fixed.weapon(shot.weapon).to_hit[at], why, rule!("2E-HIT-010"))
}

/// 2E-BLD-012: a small building is hit like other large targets.
pub fn at_building(fixed: &Fixed, s: &State, shot: &Shot, band: Band) -> Target {
    by_skill(fixed, s, shot, band).by(-fixed.numbers().large.modifier, "need.large", rule!("2E-BLD-012"))
}

/// 2E-GRD-002: a spot on the ground; 2E-AMB-066: worse only by what does not depend on a target.
fn at_ground(fixed: &Fixed, s: &State, shot: &Shot, band: Option<Band>) -> Target {
    let Some(band) = band else { return Target::new(Need::Impossible, rule!("2E-BLS-003")) };
    if fixed.weapon(shot.weapon).effect == Some(Effect::MoleMortar) {
        return torpedo::need(fixed);
    }
    let need = by_skill(fixed, s, shot, band);
    // 2E-WPN-019: a spot is as easy for it as any target.
    if fixed.weapon(shot.weapon).effect == Some(Effect::Radiation) {
        return need;
    }
    let least = fixed.numbers().ground.needs;
    match need.need() {
        Need::AtLeast(score) if score <= least => Target::new(Need::AtLeast(least), rule!("2E-GRD-002")),
        _ => need,
    }
}

/// 2E-HIT-001 to 2E-HIT-013: the score needed at a model in a band; out of range nothing hits.
pub fn needed(fixed: &Fixed, s: &State, shot: &Shot, model: ModelId, band: Option<Band>) -> Target {
    let numbers = fixed.numbers();
    let Some(band) = band else { return Target::new(Need::Impossible, rule!("2E-TGT-003")) };
    // 2E-WPN-017: it is not aimed as other weapons are.
    if fixed.weapon(shot.weapon).effect == Some(Effect::MoleMortar) {
        return torpedo::need(fixed);
    }
    // 2E-WPN-008: no roll at all at short range.
    let at_once = fixed.weapon(shot.weapon).has(Keyword::AlwaysHitsShort);
    if band == Band::Short && at_once && applies(rule!("2E-WPN-008")) {
        return Target::new(Need::Automatic, rule!("2E-WPN-008"));
    }
    let mut need = by_skill(fixed, s, shot, band);
    need = need.by(-fixed.kind_of(shot.model).targeter, "need.targeter", rule!("2E-HIT-010"));
    if let Some((better, _)) = cards::eye(fixed, s, shot.model) {
        need = need.by(-better, "need.bionic-eye", rule!("2E-HER-021"));
    }
    let mount = fixed.weapon(shot.weapon).mount;
    need = need.by(-mount.map_or(0, |mount| mount.targeter), "need.targeter", rule!("2E-HIT-010"));
    // 2E-AMB-058, 2E-AMB-062: it counts for everybody aboard; 2E-AMB-154: not on overwatch.
    let stands = crew::vehicle_of(s, shot.model).unwrap_or(shot.model);
    if s.vehicle(stands).is_some_and(|vehicle| vehicle.speed == Speed::Fast) && s.watch.is_none() {
        need = need.by(-numbers.from_fast.modifier, "need.from-fast", rule!("2E-HIT-008"));
    }
    if fixed.kind_of(model).has("large") {
        need = need.by(-numbers.large.modifier, "need.large", rule!("2E-HIT-009"));
    }
    need = covered(fixed, s, *shot, model, need);
    // 2E-AMB-072: both ends belong to the lesser modifier.
    // Before it moves in this phase, its last movement phase is that of its turn before.
    let waits = s.flow == Flow::FirstWindow;
    let far = Length(if waits { s.model(model).before } else { s.model(model).far });
    if far > numbers.fast.to.0 {
        need = need.by(-numbers.faster.modifier, "need.faster", rule!("2E-HIT-007"));
    } else if far >= numbers.fast.from.0 {
        need = need.by(-numbers.fast.modifier, "need.fast", rule!("2E-HIT-006"));
    }
    if far == Length::ZERO
        && let Some(cloak) = sight::cloak(fixed, model)
    {
        need = need.by(-cloak, "need.cloak", rule!("2E-HIT-004"));
    }
    if let Some(why) = hurried(fixed, s, shot, model) {
        let rule = if why == "need.into-cover" { rule!("2E-HIT-011") } else { rule!("2E-OVW-008") };
        need = need.by(-numbers.hurried.modifier, why, rule);
    }
    need
}

/// 2E-OVW-008: on overwatch, a target that leaves cover, means to go into cover, or charges the shooter; once at the most.
fn hurried(fixed: &Fixed, s: &State, shot: &Shot, model: ModelId) -> Option<&'static str> {
    let watch = s.watch.as_ref().filter(|watch| watch.target == shot.target)?;
    if watch.charged {
        return Some("need.charged");
    }
    let (_, start, end) = watch.moves.iter().find(|(mover, ..)| *mover == model)?;
    let from = s.table.body(shot.model)?;
    let form = fixed.ground.form(fixed.form(model));
    let out_of_sight = |pose: &grognard_space::table::Pose| {
        let body = form.body(*pose);
        sight::cover_at(fixed, s, from, &body) > Cover::None
            || !sight::seen_at(fixed, s, shot.model, model, *pose)
    };
    if start.at == end.at {
        None
    } else if out_of_sight(start) {
        Some("need.emerges")
    } else if out_of_sight(end) {
        Some("need.into-cover")
    } else {
        None
    }
}

/// 2E-COV-002: what cover makes of a score: of the nearest model in sight (2E-AMB-076), or averaged over the squad
/// (2E-CAS-004) where the game is played so and the shot is aimed at all of it.
fn covered(fixed: &Fixed, s: &State, shot: Shot, model: ModelId, need: Target) -> Target {
    let Some(from) = s.table.body(crew::vehicle_of(s, shot.model).unwrap_or(shot.model)) else { return need };
    let numbers = fixed.numbers();
    let add = |need: Target, cover: Cover| match cover {
        Cover::None => need,
        Cover::Soft => need.by(-numbers.cover.soft, "need.soft", rule!("2E-HIT-004")),
        Cover::Hard => need.by(-numbers.cover.hard, "need.hard", rule!("2E-HIT-005")),
    };
    let covers: Vec<Cover> =
        aimed_at(fixed, s, &shot).into_iter().map(|model| sight::cover(fixed, s, from, model)).collect();
    let count = |wanted: Cover| covers.iter().filter(|cover| **cover == wanted).count();
    let (open, soft, hard) = (count(Cover::None), count(Cover::Soft), count(Cover::Hard));
    let mixed = [open, soft, hard].into_iter().filter(|count| *count > 0).count() > 1;
    if !fixed.options.cover_average || shot.part != Part::All || !mixed {
        return add(need, sight::cover(fixed, s, from, model));
    }
    let whole = match (soft, hard) {
        (0, _) => numbers.cover.hard,
        _ => numbers.cover.soft,
    };
    if open > soft + hard {
        need
    } else if open > 0 {
        need.by(-(whole + numbers.average.reduced_by), "need.average", rule!("2E-CAS-004"))
    } else {
        need.by(-whole, "need.average", rule!("2E-SPC-001"))
    }
}
