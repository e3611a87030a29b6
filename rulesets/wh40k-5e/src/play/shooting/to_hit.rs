//! Rolls to hit, markers and templates (HIT, WCH).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Pose};
use grognard_tabletop::templates::{SCATTER_DIE, roll_scatter};

use super::{Attack, Fire, Group, barrage, lay};
use crate::Cx;
use crate::buildings::ruins;
use crate::choice::{Choice, LayShape, Shape, TakeShape};
use crate::edition::Rending;
use crate::event::Event;
use crate::fixed::WeaponId;
use crate::ids::{ModelId, UnitId};
use crate::legal::laying;
use crate::play::suffering::{self, Blow};
use crate::play::{commands, powers};
use crate::scores::{self, ToHit};
use crate::state::{Gift, State};

/// What shots came to.
#[derive(Copy, Clone, Debug, Default)]
pub struct Rolled {
    /// Hits that do not rend.
    pub hits: u16,
    /// 5V-WCH-022: hits that rend.
    pub rends: u16,
}

impl Rolled {
    /// All of them.
    pub const fn all(self) -> u16 {
        self.hits + self.rends
    }
}

/// 5B-HIT-001 to 5B-HIT-003: one die a shot; those that need the same are rolled together.
pub fn roll(s: &mut State, cx: &mut Cx<'_>, target: UnitId, weapon: WeaponId, fire: &[Fire]) -> Step<Rolled> {
    let mut rolled = Rolled::default();
    // 5B-WCH-010: vehicles do not overheat.
    let driven = fire.iter().all(|fire| cx.fixed().chassis(fire.model).is_some());
    let hot = cx.fixed().weapon(weapon).has("gets-hot") && !driven;
    let mut left: Vec<(Fire, ToHit)> = fire
        .iter()
        .filter(|fire| fire.volleys > 0 || hot)
        .map(|fire| {
            let need = scores::to_hit(cx.fixed(), s, (fire.model, weapon), target, fire.snapped);
            (*fire, crate::vehicles::firing::to_hit(cx.fixed(), s, fire.model, weapon, need))
        })
        .collect();
    while let Some((first, need)) = left.first().cloned() {
        // 5B-WCH-010: each model answers for its own weapon.
        let together = |(fire, other): &(Fire, ToHit)| if hot { *fire == first } else { *other == need };
        let (now, later): (Vec<_>, Vec<_>) = left.into_iter().partition(together);
        left = later;
        let mut shots = 0;
        for (fire, _) in &now {
            let own = cx.fixed().weapon(weapon).shots;
            let amount = own.roll(cx, "roll.shots", rules!["5B-WPN-002"])?;
            // a fast shot fires more often.
            let more = cx.fixed().kind_of(fire.model).outfit.shots;
            shots += usize::from(amount + more) * usize::from(fire.volleys.max(1));
            // 5X-RUL-027.
            if fire.volleys > 0 {
                shots += usize::from(commands::more_shots(cx.fixed(), s, fire.model, weapon));
            }
        }
        let down = s.unit(target).on_station && !s.guns(cx.fixed(), target).is_empty();
        let marked = commands::marks(cx.fixed(), s, s.model(first.model).unit, target);
        let guided = powers::has(s, s.model(first.model).unit, Gift::Guide);
        let ranked = now.iter().any(|(fire, _)| commands::more_shots(cx.fixed(), s, fire.model, weapon) > 0);
        let (found, ones) = dice(cx, weapon, shots, &need, (down, (marked, guided), ranked))?;
        if now.iter().any(|(fire, _)| fire.volleys > 0) {
            rolled.hits += found.hits;
            rolled.rends += found.rends;
        }
        if hot {
            overheat(s, cx, first.model, ones)?;
        }
    }
    // 5V-WCH-032: poison neither rends nor pins by itself.
    let own = cx.fixed().weapon(weapon);
    let poison = own.has("poisoned") && !own.has("rending") && !own.has("pinning");
    let variant = cx.fixed().edition.rending == Rending::ToHit;
    let rules = if poison && variant { rules!["5B-HIT-001", "5V-WCH-032"] } else { rules!["5B-HIT-001"] };
    cx.emit(rules, Event::Hits { target, weapon, hits: rolled.all() });
    if rolled.rends > 0 {
        let sniper: &[RuleId] =
            if cx.fixed().weapon(weapon).has("sniper") { rules!["5V-WCH-029"] } else { &[] };
        let rules = [rules!["5V-WCH-022"], sniper].concat();
        cx.emit(&rules, Event::Rends { target, hits: rolled.rends });
    }
    Ok(rolled)
}

/// Rolls shots that need the same; and how many dice showed a 1.
/// `guns`: 5V-ART-005, the target is artillery on the ground, and no harder to hit for that; `marked`: 5X-RUL-028; `ranked`: 5X-RUL-027.
fn dice(
    cx: &mut Cx<'_>,
    weapon: WeaponId,
    shots: usize,
    need: &ToHit,
    (guns, (marked, guided), ranked): (bool, (bool, bool), bool),
) -> Step<(Rolled, usize)> {
    let score = need.need.need();
    if score == Need::Impossible {
        let rule: RuleId = need.need.rule();
        cx.emit(&[rule], Event::CannotHit { shots: shots as u8 });
        return Ok((Rolled::default(), 0));
    }
    let fixed = cx.fixed();
    let numbers = fixed.numbers();
    let mut rules: Vec<RuleId> = rules!["5B-HIT-001", "5B-HIT-003"].to_vec();
    if need.need.rule() != rules[0] {
        rules.push(need.need.rule());
    }
    rules.extend(need.need.modifiers().iter().map(|modifier| modifier.rule));
    let beside: &[(RuleId, RuleId)] =
        &[(rule!("5V-HIT-002"), rule!("5V-MOV-013")), (rule!("5V-HIT-001"), rule!("5V-MOV-017"))];
    rules.extend(
        beside.iter().filter(|(rule, _)| rules.contains(rule)).map(|(_, other)| *other).collect::<Vec<_>>(),
    );
    if guns {
        rules.push(rule!("5V-ART-005"));
    }
    if ranked {
        rules.push(rule!("5X-RUL-027"));
    }
    if need.need.modifiers().len() > 1 {
        rules.push(rule!("5V-HIT-003"));
    }
    // 5B-HIT-004, 5V-HIT-005: a handful of the same score; the variant rolls each weapon group for itself.
    if fixed.uses(rule!("5V-HIT-005")) {
        rules.push(rule!("5V-HIT-005"));
    } else if shots > 1 {
        rules.push(rule!("5B-HIT-004"));
    }
    let first = cx.roll_many(shots, 6, "roll.to-hit", &rules, Some(&need.need))?;
    let good = |face: u8| score.met_by(face) && face != numbers.to_hit.always_misses;
    let one = |face: &&u8| **face == numbers.gets_hot.face;
    let mut ones = first.iter().filter(one).count();
    let mut natural: Vec<u8> = first.iter().copied().filter(|face| good(*face)).collect();
    let mut missed = first.len() - natural.len();
    let twin = fixed.weapon(weapon).has("twin-linked");
    if (marked || guided || twin) && missed > 0 {
        let rules: &[RuleId] = if guided && !marked && !twin {
            rules!["5B-PSY-007", "5B-DIC-003"]
        } else if marked {
            rules!["5B-WCH-011", "5B-DIC-003", "5X-RUL-028"]
        } else {
            rules!["5B-WCH-011", "5B-DIC-003"]
        };
        let again = cx.roll_many(missed, 6, "roll.again", rules, Some(&need.need))?;
        // 5V-WCH-020: both dice of a twin-linked weapon can overheat; by the base the second one counts.
        let second = again.iter().filter(one).count();
        // 5V-WCH-021: the die that guidance rolls again does not overheat any more.
        let both = fixed.edition.rending == Rending::ToHit && (twin || marked);
        ones = if both { ones + second } else { second };
        natural.extend(again.iter().copied().filter(|face| good(*face)));
        missed = again.iter().filter(|face| !good(**face)).count();
    }
    let mut hits = natural.len() as u16;
    if let Some(second) = need.second.filter(|_| missed > 0) {
        let target = Target::new(Need::AtLeast(second), rule!("5B-HIT-002"));
        // 5V-WCH-025: these hits never rend.
        let rends = fixed.weapon(weapon).has("rending") || fixed.weapon(weapon).has("sniper");
        let never = rends && fixed.edition.rending == Rending::ToHit;
        let mut rules: Vec<RuleId> =
            if never { rules!["5B-HIT-002", "5V-WCH-025"].to_vec() } else { rules!["5B-HIT-002"].to_vec() };
        let variant = fixed.edition.rending == Rending::ToHit;
        if fixed.weapon(weapon).has("gets-hot") && variant {
            rules.push(rule!("5V-WCH-021"));
        }
        let faces = cx.roll_many(missed, 6, "roll.second-chance", &rules, Some(&target))?;
        // 5V-WCH-021: the die that was rolled again does not overheat any more, but for those of twin-linked weapons.
        let second = faces.iter().filter(one).count();
        let twin = variant && fixed.weapon(weapon).has("twin-linked");
        // 5V-AMB-026: the second chance itself never overheats.
        ones = match (variant, twin) {
            (true, true) => ones,
            (true, false) => 0,
            (false, _) => second,
        };
        hits += faces.iter().filter(|face| target.met_by(**face)).count() as u16;
    }
    let rends = rending(cx, weapon, score, &natural)?;
    Ok((Rolled { hits: hits - rends, rends }, ones))
}

/// 5V-WCH-022, 5V-WCH-023: sixes rend; where a six was needed, on a further roll.
fn rending(cx: &mut Cx<'_>, weapon: WeaponId, score: Need, natural: &[u8]) -> Step<u16> {
    let fixed = cx.fixed();
    let numbers = fixed.numbers();
    let has = fixed.weapon(weapon).has("rending") || fixed.weapon(weapon).has("sniper");
    if !has || fixed.edition.rending == Rending::ToWound {
        return Ok(0);
    }
    let sixes = usize::from(scores::showing(natural, numbers.rending_too.face));
    if score != Need::AtLeast(numbers.rending_hard.needed.0.unwrap_or(6)) {
        return Ok(sixes as u16);
    }
    let need = Target::new(Need::AtLeast(numbers.rending_hard.on.0.unwrap_or(4)), rule!("5V-WCH-023"));
    let faces = cx.roll_many(sixes, 6, "roll.rending", rules!["5V-WCH-023"], Some(&need))?;
    Ok(faces.into_iter().filter(|face| need.met_by(*face)).count() as u16)
}

/// 5B-WCH-010, 5V-WCH-020: each overheating is a wound for the firer, who may save.
fn overheat(s: &mut State, cx: &mut Cx<'_>, model: ModelId, ones: usize) -> Step {
    for _ in 0..ones {
        if s.lives(model) {
            let mut rules: Vec<RuleId> = rules!["5B-WCH-010"].to_vec();
            if cx.fixed().edition.rending == Rending::ToHit {
                rules.push(rule!("5V-WCH-020"));
            }
            cx.emit(&rules, Event::Overheats { model });
            suffering::one_wound(s, cx, &Blow::wound(model))?;
        }
    }
    Ok(())
}

/// 5B-WCH-010: a weapon with a marker rolls a die before it is fired; on a 1 it overheats and is not fired.
fn too_hot(s: &mut State, cx: &mut Cx<'_>, model: ModelId, weapon: WeaponId) -> Step<bool> {
    let fixed = cx.fixed();
    let own = fixed.weapon(weapon);
    if !own.has("gets-hot") || own.has("template") || fixed.chassis(model).is_some() {
        return Ok(false);
    }
    let face = cx.roll_many(1, 6, "roll.gets-hot", rules!["5B-WCH-010"], None)?[0];
    let hot = face == fixed.numbers().gets_hot.face;
    if hot {
        overheat(s, cx, model, 1)?;
    }
    Ok(hot)
}

/// Whether a weapon lays a marker or template.
pub fn lays(cx: &Cx<'_>, weapon: WeaponId) -> bool {
    let weapon = cx.fixed().weapon(weapon);
    ["template", "blast", "large-blast"].into_iter().any(|word| weapon.has(word))
}

/// A marker or template that was laid and came down.
pub struct Laid {
    /// Whose it is.
    pub fire: Fire,
    /// Where it came down.
    pub at: Pose,
    /// The models under it.
    pub models: Vec<ModelId>,
    /// Whether the scatter die showed a hit; templates do not scatter.
    pub on_target: bool,
}

/// 5B-WCH-001 to 5B-WCH-006: each marker or template of a group, one after another: the models under each.
pub fn laid_at(s: &mut State, cx: &mut Cx<'_>, attack: &Attack, group: &Group) -> Step<Vec<Laid>> {
    let mut all = Vec::new();
    let mut laid: Vec<Pose> = Vec::new();
    for fire in &group.fire {
        if fire.volleys == 0 || !s.lives(fire.model) {
            continue;
        }
        if too_hot(s, cx, fire.model, group.weapon)? {
            continue;
        }
        for _ in 0..markers(cx, fire, group.weapon)? {
            all.extend(one_marker(s, cx, attack, (group, fire), &mut laid)?);
        }
    }
    Ok(all)
}

/// 5B-WCH-006, 5B-WPN-003: a weapon lays as many markers as it fires shots; a template is one, however it is fired.
fn markers(cx: &mut Cx<'_>, fire: &Fire, weapon: WeaponId) -> Step<usize> {
    let own = cx.fixed().weapon(weapon);
    if own.has("template") {
        return Ok(1);
    }
    let amount = own.shots.roll(cx, "roll.shots", rules!["5B-WPN-002"])?;
    Ok(usize::from(amount) * usize::from(fire.volleys))
}

/// One marker or template: where it comes down, and whom it touches.
fn one_marker(
    s: &mut State,
    cx: &mut Cx<'_>,
    attack: &Attack,
    (group, fire): (&Group, &Fire),
    laid: &mut Vec<Pose>,
) -> Step<Option<Laid>> {
    let shape = LayShape { model: fire.model, weapon: group.weapon, target: attack.target };
    let salvo = barrage::is(cx.fixed(), group.weapon) && !laid.is_empty();
    let at = if salvo { barrage::further(s, cx, shape, laid)? } else { lay(s, cx, shape)? };
    let Some(mut at) = at else { return Ok(None) };
    if !salvo {
        at = shifted(s, cx, shape, at)?;
    }
    if !salvo && barrage::too_near(cx.fixed(), s, fire.model, group.weapon, at.at) {
        cx.emit(rules!["5B-WCH-007", "5B-WPN-009"], Event::MarkerLost { weapon: group.weapon });
        return Ok(None);
    }
    let kind = laying::kind(cx.fixed(), &shape);
    let template = cx.fixed().weapon(group.weapon).has("template");
    let end =
        if template || salvo { Some((at, template)) } else { scatter(s, cx, attack, group, *fire, at)? };
    let Some((end, on_target)) = end else { return Ok(None) };
    laid.push(end);
    let models: Vec<ModelId> = laying::under(s, kind, end)
        .into_iter()
        .filter(|model| s.stands(*model) && (!template || *model != s.eyes(fire.model)))
        .collect();
    let barrage = barrage::is(cx.fixed(), group.weapon);
    let (models, levels) = ruins::on_level(cx.fixed(), s, end, barrage, models);
    let rules: &[RuleId] = match (template, cx.fixed().edition.rending) {
        (true, Rending::ToWound) => rules!["5B-WCH-001"],
        (true, Rending::ToHit) => rules!["5B-WCH-001", "5V-WCH-001", "5V-WCH-006"],
        (false, Rending::ToWound) => rules!["5B-WCH-004", "5B-WCH-006"],
        (false, Rending::ToHit) => rules!["5B-WCH-004", "5B-WCH-006", "5V-WCH-012"],
    };
    let large: &[RuleId] =
        if cx.fixed().weapon(group.weapon).has("large-blast") { rules!["5B-WCH-005"] } else { &[] };
    let level: &[RuleId] = if levels { rules!["5B-RUI-005"] } else { &[] };
    // 5V-WCH-002: each template of a weapon group by itself; 5V-WCH-009: its firer picks the model under the hole.
    let variant = cx.fixed().edition.rending == Rending::ToHit;
    let single: &[RuleId] = match (variant, template) {
        (true, true) if group.fire.len() > 1 => rules!["5V-WCH-002"],
        (true, false) => rules!["5V-WCH-009"],
        _ => &[],
    };
    // 5V-WCH-032: poison neither rends nor pins by itself.
    let own = cx.fixed().weapon(group.weapon);
    let poisoned = variant && own.has("poisoned") && !own.has("rending") && !own.has("pinning");
    let poison: &[RuleId] = if poisoned { rules!["5V-WCH-032"] } else { &[] };
    cx.emit(
        &[rules, large, level, single, poison].concat(),
        Event::Under { target: attack.target, models: models.clone() },
    );
    Ok(Some(Laid { fire: *fire, at: end, models, on_target }))
}

/// 5V-WCH-010: the defender may name another model of the same target group for the hole, where at least as many of the target
/// are hit. Nobody is asked where the same kinds of models are hit.
fn shifted(s: &State, cx: &mut Cx<'_>, shape: LayShape, at: Pose) -> Step<Pose> {
    let fixed = cx.fixed();
    if !fixed.uses(rule!("5V-WCH-010")) || fixed.weapon(shape.weapon).has("template") {
        return Ok(at);
    }
    let others = laying::shifts(fixed, s, &shape, at);
    let Some(first) = laying::model_under(s, &shape, at).filter(|_| !others.is_empty()) else {
        return Ok(at);
    };
    let from: Vec<ModelId> = std::iter::once(first).chain(others).collect();
    let owner = s.unit(shape.target).side;
    let ask = Ask::new(owner.seat(), "shift-marker", rule!("5V-WCH-010"));
    let take = TakeShape { unit: shape.target, from, count: 1 };
    let Choice::Take(named) = cx.propose(s, ask, Shape::Take(take))? else {
        return cx.broken("a model was answered with something else");
    };
    let Some(model) = named.first().copied().filter(|model| *model != first) else { return Ok(at) };
    cx.emit(rules!["5V-WCH-010"], Event::Shifted { weapon: shape.weapon, model });
    Ok(s.pose(model).map_or(at, |pose| Pose { z: pose.z, ..Pose::at(pose.at) }))
}

/// 5B-WCH-003, 5B-DIC-004: the scatter die and two dice less Ballistic Skill (5V-WCH-014); off the table it is lost.
fn scatter(
    s: &State,
    cx: &mut Cx<'_>,
    attack: &Attack,
    group: &Group,
    fire: Fire,
    at: Pose,
) -> Step<Option<(Pose, bool)>> {
    let numbers = cx.fixed().numbers();
    let aim = scores::to_hit(cx.fixed(), s, (fire.model, group.weapon), attack.target, false);
    let variant = cx.fixed().edition.rending == Rending::ToHit;
    let rules: &[RuleId] = if aim.need.modifiers().is_empty() && variant {
        rules!["5B-WCH-003", "5B-DIC-004", "5V-WCH-011"]
    } else if aim.need.modifiers().is_empty() {
        rules!["5B-WCH-003", "5B-DIC-004"]
    } else {
        rules!["5B-WCH-003", "5B-DIC-004", "5V-WCH-014"]
    };
    // 5B-WCH-007: who sees nothing does not aim.
    let blind = barrage::is_blind(cx.fixed(), s, fire.model, group.weapon, attack.target);
    let rules: &[RuleId] = if blind { rules!["5B-WCH-003", "5B-DIC-004", "5B-WCH-007"] } else { rules };
    let skill = if blind { 0 } else { aim.skill };
    let marked = commands::marks(cx.fixed(), s, attack.unit, attack.target);
    let guided = powers::has(s, attack.unit, Gift::Guide);
    let twin = marked || guided || cx.fixed().weapon(group.weapon).has("twin-linked");
    let die = (SCATTER_DIE, numbers.scatter_die.hits);
    let mut arrow = roll_scatter(cx, die, false, "roll.scatter", rules)?;
    let mut inches = numbers.scatter.distance.roll(cx, "roll.scatter-distance", rules)?;
    if twin && !arrow.hit {
        arrow = roll_scatter(cx, die, false, "roll.again", rules!["5B-WCH-011"])?;
        inches = numbers.scatter.distance.roll(cx, "roll.scatter-distance", rules!["5B-WCH-011"])?;
    }
    let far = if arrow.hit { 0 } else { inches.saturating_sub(skill) };
    cx.emit(rules, Event::Scattered { weapon: group.weapon, inches: far, hit: arrow.hit });
    let step = arrow.direction.filter(|_| far > 0).map(|angle| angle.step(Length::inches(i32::from(far))));
    let end = step.map_or(at, |step| Pose { at: at.at + step, ..at });
    let (x, y) = cx.fixed().battlefield.size;
    let inside = (0..=x.0).contains(&end.at.x) && (0..=y.0).contains(&end.at.y);
    if !inside {
        cx.emit(rules!["5B-WCH-003"], Event::MarkerLost { weapon: group.weapon });
    }
    Ok(inside.then_some((end, arrow.hit)))
}
