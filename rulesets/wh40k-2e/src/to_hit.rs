//! What a shot needs to hit (HIT, RNG), with its reasons.

use grognard_engine::rule;
use grognard_engine::target::{Need, Target};
use grognard_space::table::Length;

use crate::choice::{Part, Shot};
use crate::data::ground::Cover;
use crate::fixed::{Fixed, Weapon};
use crate::ids::ModelId;
use crate::legal::shooting::aimed_at;
use crate::sight;
use crate::state::State;

/// 2E-RNG-001: the two bands of a weapon.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Band {
    /// Short range.
    Short,
    /// Long range.
    Long,
}

/// 2E-RNG-002: the band of a range; `None` out of range. 2E-AMB-073: the edge belongs to the nearer band.
pub fn band(weapon: &Weapon, far: Length) -> Option<Band> {
    if far < weapon.minimum || far > weapon.bands[1] {
        None
    } else if far <= weapon.bands[0] {
        Some(Band::Short)
    } else {
        Some(Band::Long)
    }
}

/// A shot once its target is named.
#[derive(Clone, Debug)]
pub struct Aimed {
    /// Who fires.
    pub shooter: ModelId,
    /// How far it is to the nearest model it can go at (2E-AMB-075, 2E-AMB-076).
    pub far: Length,
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
    let models = aimed_at(fixed, s, shot);
    let far = |model: &ModelId| s.table.distance(shot.model, *model).unwrap_or(Length::UNBOUNDED);
    let nearest = models.iter().copied().min_by_key(|model| (far(model), *model))?;
    let distance = far(&nearest);
    // 2E-OVW-009: whoever charges the shooters is at short range, however far away.
    let charged = s.watch.as_ref().is_some_and(|watch| watch.charged && watch.target == shot.target);
    let band = if charged { Some(Band::Short) } else { band(weapon, distance) };
    let need = needed(fixed, s, shot, nearest, band);
    let reach =
        models.into_iter().filter(|model| charged || self::band(weapon, far(model)).is_some()).collect();
    Some(Aimed { shooter: shot.model, far: distance, band, need, reach })
}

/// 2E-HIT-001 to 2E-HIT-013: the score needed at a model in a band; out of range nothing hits.
pub fn needed(fixed: &Fixed, s: &State, shot: &Shot, model: ModelId, band: Option<Band>) -> Target {
    let numbers = fixed.numbers();
    let Some(band) = band else { return Target::new(Need::Impossible, rule!("2E-TGT-003")) };
    let skill = fixed.kind_of(shot.model).values.bs;
    let base = numbers.to_hit.from.saturating_sub(skill);
    // 2E-HIT-002: skills beyond the first number go on lowering the score.
    let surplus = skill.saturating_sub(numbers.to_hit.from) as i8;
    let mut need = Target::new(Need::AtLeast(base), rule!("2E-HIT-001"))
        .with_floor(numbers.best.best)
        .beyond(numbers.beyond.first, &numbers.beyond.second)
        .plus(-surplus, "need.skill", rule!("2E-HIT-001"));
    let weapon = fixed.weapon(shot.weapon);
    let (at, why) = match band {
        Band::Short => (0, "need.short"),
        Band::Long => (1, "need.long"),
    };
    need = need.plus(-weapon.to_hit[at], why, rule!("2E-HIT-010"));
    need = covered(fixed, s, *shot, model, need);
    // 2E-AMB-072: both ends belong to the lesser modifier.
    let far = Length(s.model(model).far);
    if far > numbers.fast.to.0 {
        need = need.plus(-numbers.faster.modifier, "need.faster", rule!("2E-HIT-007"));
    } else if far >= numbers.fast.from.0 {
        need = need.plus(-numbers.fast.modifier, "need.fast", rule!("2E-HIT-006"));
    }
    if let Some(why) = hurried(fixed, s, shot, model) {
        need = need.plus(-numbers.hurried.modifier, why, rule!("2E-OVW-008"));
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
        sight::cover_at(fixed, from, &body) > Cover::None || !sight::seen_at(fixed, s, shot.model, model, *pose)
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
    let Some(from) = s.table.body(shot.model) else { return need };
    let numbers = fixed.numbers();
    let add = |need: Target, cover: Cover| match cover {
        Cover::None => need,
        Cover::Soft => need.plus(-numbers.cover.soft, "need.soft", rule!("2E-HIT-004")),
        Cover::Hard => need.plus(-numbers.cover.hard, "need.hard", rule!("2E-HIT-005")),
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
        need.plus(-(whole + numbers.average.reduced_by), "need.average", rule!("2E-CAS-004"))
    } else {
        need.plus(-whole, "need.average", rule!("2E-CAS-004"))
    }
}
