//! Moves of squads: every violation of the ways proposed (MOV, RUN, SQD, SHK).

use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{
    self, Body, BodyId, CoherencyRules, FaultKind, FreeHeight, Length, MoveRules, Moved, Outline, Passing,
    Tags,
};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::moves::{self, Manoeuvre, Why};

use super::{broken, other_kind, with};
use crate::armies::RULER;
use crate::buildings::{self, walls};
use crate::characters;
use crate::choice::{Choice, Gait, MoveShape, Way};
use crate::data::datafaxes::Motive;
use crate::data::ground::Class;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::lasting::{helpless, slowed};
use crate::pace::{self, Toll};
use crate::special;
use crate::state::{Nerve, State};
use crate::terrain::{IMPASSABLE, OBSTACLE, TREE, WALL};
use crate::vehicles::{self, moving as driving};

/// The rule a move stands under.
pub const fn rule_of(gait: Gait) -> RuleId {
    match gait {
        Gait::Walk => rule!("2E-MOV-005"),
        Gait::Run => rule!("2E-RUN-001"),
        Gait::Charge(_) => rule!("2E-CHG-006"),
        Gait::FollowUp(_) => rule!("2E-FUP-001"),
        Gait::Wander => rule!("2E-MOV-002"),
        Gait::Ram => rule!("2E-COL-002"),
        Gait::PopUp => rule!("2E-SKM-003"),
        Gait::Land => rule!("2E-SKM-001"),
    }
}

/// 2E-SQD-002: one chain with links of at most two inches; 2E-SQD-008: of four where all may disperse.
pub fn coherency(fixed: &Fixed, s: &State, unit: UnitId) -> CoherencyRules {
    let numbers = fixed.numbers();
    // 2E-SQD-009: squads of bikes.
    if vehicles::is_vehicle(fixed, unit) {
        return CoherencyRules::chain(numbers.bike_link.link.0);
    }
    CoherencyRules::chain(if dispersed(fixed, s, unit) {
        numbers.dispersed.link.0
    } else {
        numbers.link.link.0
    })
}

/// 2E-SQD-008: whether all of a unit may disperse.
fn dispersed(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    if !applies(rule!("2E-SQD-008")) {
        return false;
    }
    // 2E-AMB-115: a character adapts to the squad it is with.
    let members = s.unit(unit).models.iter().filter(|model| !characters::has_joined(fixed, s, **model));
    let mut members = members.peekable();
    members.peek().is_some() && members.all(|model| fixed.kind_of(*model).has("dispersed"))
}

/// Whether a unit is in coherency as it stands; 2E-SQD-004: while it fights hand-to-hand nothing is asked of it.
pub fn coherent(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    // 2E-SQD-010: crew on foot keep near their vehicle instead.
    if s.in_combat(unit) || vehicles::boarding::is_crew_of_vehicle(fixed, s, unit) {
        return true;
    }
    // Whoever burns runs about as it likes (2E-WPN-006).
    let bodies: Vec<&Body> =
        s.bodies(unit).filter(|(model, _)| !s.burns(*model)).map(|(_, body)| body).collect();
    coherency(fixed, s, unit).check(&bodies).coherent
}

/// How far a model may go (2E-MOV-005, 2E-RUN-001, 2E-CHG-006, 2E-FUP-001); 2E-BRK-005: not at all while it is broken;
/// 2E-HTH-002: nor while it is engaged.
pub fn allowance(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> Option<Length> {
    let own = fixed.kind_of(model).values.m.0;
    if s.vehicle(model).is_some() {
        let far = driving::limit(fixed, s, shape, model)?;
        // 2E-VHH-009: machines follow up like anybody else.
        let Gait::FollowUp(follower) = shape.gait else { return Some(far) };
        return (follower == model).then(|| far.min(fixed.numbers().follow_up.r#move.0));
    }
    let times = match shape.gait {
        Gait::Walk | Gait::Wander | Gait::Ram | Gait::PopUp | Gait::Land => 1,
        Gait::Run if applies(rule!("2E-RUN-001")) => fixed.numbers().run.times,
        Gait::Charge(_) if applies(rule!("2E-CHG-006")) => fixed.numbers().charge.times,
        Gait::Run | Gait::Charge(_) => 1,
        Gait::FollowUp(follower) => {
            let far = fixed.numbers().follow_up.r#move.0;
            return (follower == model && !s.is_broken(model)).then_some(far);
        }
    };
    // 2E-HER-006: who has joined the squad in this turn has made its move.
    let joined = s.model(model).changed == Some(s.model(model).unit);
    let able = !joined && !s.is_broken(model) && !s.is_engaged(model) && helpless(fixed, s, model).is_none();
    // 2E-BLD-015: in a building that was badly shaken.
    let ruined =
        buildings::around(fixed, s, model).and_then(|at| s.building(at)).is_some_and(|own| own.badly);
    let rate = if ruined { fixed.data.charts.building_damage.badly_shaken_cost } else { 1 };
    Some(Length(own.0 * times / slowed(fixed, s, model)? / rate)).filter(|_| able)
}

/// What others are to a moving model.
struct Others<'a> {
    s: &'a State,
    side: Side,
    apart: Length,
    gait: Gait,
}

impl table::Others for Others<'_> {
    /// 2E-MOV-009: enemies are kept away from; 2E-AMB-011: friends are passed through, but not in a charge (2E-CHG-008).
    fn passing(&self, other: BodyId) -> Passing {
        let clear_run = matches!(self.gait, Gait::Charge(_));
        if self.s.side_of(other) == self.side && !clear_run { Passing::Free } else { self.ending(other) }
    }

    fn ending(&self, other: BodyId) -> Passing {
        // 2E-CHG-001: a charge comes into contact with those who are charged; 2E-FUP-002: a follow-up with anybody.
        let touched = match self.gait {
            Gait::Walk | Gait::Run | Gait::Ram | Gait::PopUp | Gait::Land => false,
            Gait::Charge(enemy) => self.s.model(other).unit == enemy,
            Gait::FollowUp(_) | Gait::Wander => true,
        };
        if self.s.side_of(other) == self.side || touched {
            Passing::Base
        } else {
            // At exactly an inch they are apart enough.
            Passing::Away { horizontal: self.apart - Length(1), vertical: Length::UNBOUNDED }
        }
    }
}

/// One move of a squad.
pub struct Move<'a> {
    pub(super) fixed: &'a Fixed,
    pub(super) s: &'a State,
    pub(super) shape: &'a MoveShape,
    others: Others<'a>,
}

impl<'a> Move<'a> {
    /// A move as a shape describes it.
    pub fn new(fixed: &'a Fixed, s: &'a State, shape: &'a MoveShape) -> Self {
        let (side, apart) = (s.unit(shape.unit).side, fixed.numbers().apart.apart.0);
        let others = Others { s, side, apart, gait: shape.gait };
        Move { fixed, s, shape, others }
    }

    /// What a way costs a model that starts where it stands by then.
    pub(super) fn toll(&self, moved: &Moved<'_>, way: &Way) -> Option<Toll> {
        let (body, form) = (moved.body(way.0)?, moved.form(way.0)?);
        Some(pace::toll(self.fixed, self.s, body, form.height, &way.1))
    }

    /// What a toll comes to; 2E-FUP-005: obstacles cost nothing in a follow-up.
    pub(super) fn cost(&self, toll: &Toll, allowance: Length) -> Length {
        match self.shape.gait {
            Gait::FollowUp(_) if applies(rule!("2E-FUP-005")) => toll.ground,
            _ => toll.total(self.fixed, allowance),
        }
    }
}

impl Manoeuvre for Move<'_> {
    fn armies(&self) -> &dyn Armies {
        self.s
    }

    fn unit(&self) -> UnitId {
        self.shape.unit
    }

    fn limit(&self, body: BodyId) -> Option<Length> {
        allowance(self.fixed, self.s, self.shape, body)
    }

    /// A move that was interrupted goes on with what is left.
    fn spent(&self, body: BodyId) -> Length {
        Length(self.s.model(body).spent)
    }

    /// What a way costs is added up by [`pace`]; heights cost nothing but as obstacles.
    fn rules(&self, _body: BodyId) -> MoveRules<'_> {
        MoveRules {
            free: FreeHeight::Steps(Length::UNBOUNDED),
            // Walls are looked at by themselves (2E-BLD-001).
            through: TREE | WALL,
            barred: IMPASSABLE,
            others: &self.others,
            ..MoveRules::up_to(Length::UNBOUNDED)
        }
    }

    /// 2E-SQD-006: a squad that cannot come together may stay apart; 2E-SQD-004: so may one that fights.
    fn coherency(&self, _ways: &[Way]) -> Option<CoherencyRules> {
        let asked = matches!(self.shape.gait, Gait::Walk | Gait::Run) && !self.s.in_combat(self.shape.unit);
        let burning = self.s.unit(self.shape.unit).models.iter().any(|model| self.s.burns(*model));
        let crew = vehicles::boarding::is_crew_of_vehicle(self.fixed, self.s, self.shape.unit);
        (asked && !self.shape.apart && !burning && !crew)
            .then(|| coherency(self.fixed, self.s, self.shape.unit))
    }

    fn refused(&self, why: Why<'_>) -> Option<Violation> {
        let fixed = self.fixed;
        Some(match why {
            Why::Stranger(body) if body.index() >= self.s.models.len() => Violation::new(
                rule_of(self.shape.gait),
                grognard_engine::message::Message::new("why.stranger"),
            ),
            Why::Stranger(body) => broken(fixed, rule_of(self.shape.gait), "why.stranger", &[body]),
            Why::Stuck(body) if self.s.is_engaged(body) => {
                broken(fixed, rule!("2E-HTH-002"), "why.engaged", &[body])
            }
            Why::Stuck(body) if matches!(self.shape.gait, Gait::FollowUp(_)) => {
                broken(fixed, rule!("2E-FUP-001"), "why.no-follow-up", &[body])
            }
            Why::Stuck(body) if self.s.is_broken(body) => {
                broken(fixed, rule!("2E-BRK-005"), "why.broken-moves", &[body])
            }
            Why::Stuck(body) if self.s.burns(body) => {
                broken(fixed, rule!("2E-WPN-006"), "why.helpless", &[body])
            }
            Why::Stuck(body) => broken(fixed, rule!("2E-WPN-020"), "why.helpless", &[body]),
            // Models on foot bend as they like.
            Why::Bent { .. } => return None,
            Why::Scattered { off, .. } => {
                let wide = dispersed(fixed, self.s, self.shape.unit);
                let rule = if wide { rule!("2E-SQD-008") } else { rule!("2E-SQD-002") };
                broken(fixed, rule, "why.scattered", off)
            }
            Why::Fault { body, fault, .. } => {
                let (rule, key) = match fault.kind {
                    FaultKind::TooFar { .. } => return None,
                    // The floors of a building carry whoever is in it.
                    FaultKind::Unsupported
                        if self.s.pose(body).is_some_and(|pose| pose.z > Length::ZERO)
                            && buildings::around(self.fixed, self.s, body).is_some() =>
                    {
                        return None;
                    }
                    FaultKind::OffTable => (rule!("2E-MOV-005"), "why.off-table"),
                    FaultKind::Blocked(other)
                        if self.s.side_of(other) == self.others.side
                            && !matches!(self.shape.gait, Gait::Charge(_)) =>
                    {
                        (rule!("2E-MOV-022"), "why.on-friend")
                    }
                    FaultKind::Blocked(_) if matches!(self.shape.gait, Gait::Charge(_)) => {
                        (rule!("2E-CHG-008"), "why.no-clear-run")
                    }
                    FaultKind::Blocked(_) | FaultKind::TooNear(_) => (rule!("2E-MOV-009"), "why.near-enemy"),
                    FaultKind::Barred(_) | FaultKind::Zone(_) => (rule!("2E-MOV-013"), "why.impassable"),
                    FaultKind::Inside(_) => (rule!("2E-MOV-017"), "why.half-way"),
                    FaultKind::Unsupported => (rule!("2E-MOV-005"), "why.in-the-air"),
                };
                // 2E-SPC-004: nobody has ropes or rafts.
                let also: &[RuleId] = if key == "why.impassable" { rules!["2E-SPC-004"] } else { &[] };
                with(broken(fixed, rule, key, &[body]), also)
            }
        })
    }

    fn also_of(&self, moved: &Moved<'_>, way: &Way, wrong: &mut Vec<Violation>) {
        let (Some(toll), Some(limit)) = (self.toll(moved, way), self.limit(way.0)) else { return };
        if toll.too_high.is_some() {
            wrong.push(broken(self.fixed, rule!("2E-MOV-019"), "why.too-high", &[way.0]));
        }
        if self.cost(&toll, limit) + self.spent(way.0) > limit {
            wrong.push(self.too_far(way.0, &toll, limit));
        }
        self.walls(moved, way, wrong);
        self.nearest_first(moved, way, wrong);
        // 2E-VEH-004: crew on foot stay near their vehicle.
        let strayed = moved.form(way.0).zip(way.1.last()).is_some_and(|(form, end)| {
            end.at.in_limits() && vehicles::boarding::strays(self.fixed, self.s, way.0, &form.body(*end))
        });
        if strayed && matches!(self.shape.gait, Gait::Walk | Gait::Run) {
            let violation = broken(self.fixed, rule!("2E-VEH-004"), "why.strayed", &[way.0]);
            wrong.push(with(violation, rules!["2E-SQD-010"]));
        }
        // 2E-MOV-017: nobody ends on top of what it crosses.
        let end = way.1.last().copied();
        let on_top = end.is_some_and(|end| {
            let here = table::Bounds { low: end.at, high: end.at };
            let parts = self.fixed.ground.parts_near(here);
            parts.iter().map(|number| &self.fixed.ground.parts()[*number]).any(|part| {
                part.tags.any(OBSTACLE) && end.z == part.span.high && part.outline.contains(end.at)
            })
        });
        // 2E-AMB-152: nor on a wreck.
        let on_wreck = moved.form(way.0).zip(end).is_some_and(|(form, end)| {
            end.at.in_limits() && {
                let body = form.body(end);
                let starts = moved.body(way.0);
                self.s.wrecks.iter().filter(|wreck| wreck.stands).any(|wreck| {
                    let hull = wreck.body(self.fixed);
                    hull.outline.overlaps(&body.outline)
                        && !starts.is_some_and(|starts| hull.outline.overlaps(&starts.outline))
                })
            }
        });
        if on_top || on_wreck {
            wrong.push(broken(self.fixed, rule!("2E-MOV-017"), "why.half-way", &[way.0]));
        }
    }

    /// 2E-SHK-002: shaken troops come no nearer to the enemy.
    fn also_of_all(&self, moved: &Moved<'_>, ways: &[Way], wrong: &mut Vec<Violation>) {
        self.all_but_the_burning(moved, wrong);
        // 2E-SPC-013: a narrow passage lets few models through in a turn.
        let late = special::too_many(self.fixed, self.s, ways);
        if !late.is_empty() {
            wrong.push(broken(self.fixed, rule!("2E-SPC-013"), "why.passage-full", &late));
        }
        self.whole_squad(moved, ways, wrong);
        if let Gait::FollowUp(model) = self.shape.gait {
            self.keen_follow_up(moved, model, wrong);
        }
        if self.s.unit(self.shape.unit).nerve != Nerve::Shaken {
            return;
        }
        if let Gait::FollowUp(model) = self.shape.gait {
            self.shaken_follow_up(moved, model, wrong);
            return;
        }
        let nearest =
            |body: &Body| self.s.enemies(self.others.side).map(|(_, enemy)| enemy.distance(body)).min();
        let nearer: Vec<ModelId> = ways
            .iter()
            .map(|(model, _)| *model)
            .filter(|model| match (self.s.table.body(*model), moved.body(*model)) {
                (Some(before), Some(after)) => nearest(after) < nearest(before),
                _ => false,
            })
            .collect();
        if !nearer.is_empty() {
            let rules = rules!["2E-MOV-023"];
            wrong.push(with(broken(self.fixed, rule!("2E-SHK-002"), "why.shaken", &nearer), rules));
        }
    }
}

impl Move<'_> {
    /// 2E-BLD-001: in and out by openings; 2E-BLD-002: inside nobody runs.
    fn walls(&self, moved: &Moved<'_>, way: &Way, wrong: &mut Vec<Violation>) {
        if !applies(rule!("2E-BLD-001")) {
            return;
        }
        if self.s.buildings.is_empty() || !way.1.iter().all(|stop| stop.at.in_limits()) {
            return;
        }
        let (Some(start), Some(form)) = (moved.body(way.0), moved.form(way.0)) else { return };
        let side = self.others.side;
        let mut from = start.clone();
        let mut indoors = false;
        for stop in &way.1 {
            if let Some((rule, key)) = walls::barred(self.fixed, self.s, side, &from, *stop) {
                // 2E-SPC-007: which buildings are closed is agreed beforehand.
                let also: &[RuleId] = if key == "why.closed" { rules!["2E-SPC-007"] } else { &[] };
                wrong.push(with(broken(self.fixed, rule, key, &[way.0]), also));
                return;
            }
            indoors |= buildings::inside(self.fixed, stop.at).is_some();
            from = form.body(*stop);
        }
        if walls::in_wall(self.fixed, self.s, &from) {
            wrong.push(broken(self.fixed, rule!("2E-BLD-001"), "why.in-wall", &[way.0]));
        }
        let started = buildings::around(self.fixed, self.s, way.0).is_some();
        if self.shape.runs() && (started || indoors) {
            let runs = broken(self.fixed, rule!("2E-BLD-002"), "why.runs-inside", &[way.0]);
            wrong.push(with(runs, rules!["2E-RUN-010"]));
        }
        if from.pose.z != start.pose.z {
            wrong.push(broken(self.fixed, rule!("2E-BLD-003"), "why.upper-floor", &[way.0]));
        }
    }

    /// 2E-SQD-002 for a squad of which some burn: the others stay together (2E-WPN-006).
    fn all_but_the_burning(&self, moved: &Moved<'_>, wrong: &mut Vec<Violation>) {
        if !applies(rule!("2E-SQD-002")) {
            return;
        }
        let models = &self.s.unit(self.shape.unit).models;
        let asked = matches!(self.shape.gait, Gait::Walk | Gait::Run) && !self.s.in_combat(self.shape.unit);
        if !asked || self.shape.apart || !models.iter().any(|model| self.s.burns(*model)) {
            return;
        }
        let others = models.iter().filter(|model| !self.s.burns(**model));
        let bodies: Vec<(ModelId, &Body)> =
            others.filter_map(|model| Some((*model, moved.body(*model)?))).collect();
        let rules = coherency(self.fixed, self.s, self.shape.unit);
        let (found, off) = moves::in_coherency(&rules, &bodies);
        if !found.coherent {
            wrong.push(broken(self.fixed, rule!("2E-SQD-002"), "why.scattered", &off));
        }
    }

    /// A way that costs more than the model may spend, under the rule that makes it too long.
    fn too_far(&self, model: ModelId, toll: &Toll, limit: Length) -> Violation {
        let (rule, also): (RuleId, &[RuleId]) = if toll.plain + self.spent(model) > limit {
            (rule_of(self.shape.gait), &[])
        } else if toll.ground + self.spent(model) > limit {
            match toll.worst {
                Some(Class::VeryDifficult) => (rule!("2E-MOV-012"), rules!["2E-MOV-014"]),
                _ => (rule!("2E-MOV-011"), rules!["2E-MOV-014"]),
            }
        } else if toll.ground > toll.plain {
            (rule!("2E-MOV-016"), rules!["2E-MOV-017", "2E-MOV-021"])
        } else {
            (rule!("2E-MOV-016"), rules!["2E-MOV-017"])
        };
        // 2E-SPC-005: hills are difficult by agreement.
        let hills: &[RuleId] = if self.fixed.options.hills_difficult { rules!["2E-SPC-005"] } else { &[] };
        // 2E-SET-018: so may be other ground.
        let agreed = self.fixed.battlefield.features.iter().any(|feature| feature.agreed);
        let agreed: &[RuleId] = if agreed { rules!["2E-SET-018"] } else { &[] };
        let also = &[also, hills, agreed].concat()[..];
        // 2E-RUN-005: all of it holds for runs, too.
        let also = if self.shape.runs() { [also, rules!["2E-RUN-005"]].concat() } else { also.to_vec() };
        let mut violation = with(broken(self.fixed, rule, "why.too-far", &[model]), &also);
        // 2E-GEN-011: how much too far is not told, or a refused way would be a tape.
        violation.message = violation.message.text("limit", RULER.write(limit));
        violation
    }
}

/// Every violation of the ways proposed.
pub fn check(fixed: &Fixed, s: &State, shape: &MoveShape, choice: &Choice) -> Vec<Violation> {
    let Choice::Paths(unit, ways) = choice else { return other_kind(rule_of(shape.gait)) };
    if *unit != shape.unit {
        return other_kind(rule_of(shape.gait));
    }
    if let Some(model) = fixed.unit(*unit).models.first()
        && s.vehicle(*model).is_some()
        && matches!(shape.gait, Gait::Walk | Gait::Run | Gait::Ram)
        && !driving::stays(fixed, s, *unit, ways)
        // Where it has no way to go it stops after all.
        && !driving::ways(fixed, s, shape).is_empty()
    {
        return vec![broken(fixed, rule!("2E-VMV-003"), "why.too-slow", &[*model])];
    }
    moves::violations(driving::manoeuvre(fixed, s, shape).as_ref(), ways)
}

/// The rules a move that was made shows at work, for the log.
pub fn remarks(fixed: &Fixed, s: &State, shape: &MoveShape, ways: &[Way]) -> Vec<RuleId> {
    if vehicles::is_vehicle(fixed, shape.unit) {
        return driven(fixed, s, *shape, ways);
    }
    let mut found = vec![rule_of(shape.gait)];
    let mut add = |holds: bool, rules: &[RuleId]| {
        if holds {
            found.extend(rules.iter().copied().filter(|rule| !found.contains(rule)).collect::<Vec<_>>());
        }
    };
    let made = Move::new(fixed, s, shape);
    let mut moved = Moved::new(&s.table);
    let mut passed = false;
    for way in ways {
        let (Some(toll), Some(start)) = (made.toll(&moved, way), moved.body(way.0).cloned()) else {
            continue;
        };
        let Some(limit) = made.limit(way.0) else { continue };
        // 2E-CHR-008: armour slows nobody.
        add(fixed.kind_of(way.0).armour.save > 0 && toll.plain == limit, rules!["2E-CHR-008"]);
        add(toll.worst == Some(Class::Difficult), rules!["2E-MOV-011"]);
        add(toll.worst == Some(Class::VeryDifficult), rules!["2E-MOV-012"]);
        add(toll.worst.is_some() && toll.ground < Length(toll.plain.0 * 2), rules!["2E-MOV-014"]);
        add(toll.low > 0, rules!["2E-MOV-015"]);
        let free = toll.low + toll.obstacles == 0;
        add(free && by_gate(fixed, &start, way), rules!["2E-SET-017", "2E-MOV-020"]);
        add(toll.obstacles > 0, rules!["2E-MOV-016"]);
        add(toll.obstacles > 0 && toll.ground > toll.plain, rules!["2E-MOV-021"]);
        add(shape.runs() && toll.total(fixed, limit) > toll.plain, rules!["2E-RUN-005"]);
        add(toll.plain < limit && toll.total(fixed, limit) == toll.plain, rules!["2E-MOV-006"]);
        add(open_terrain(fixed, &start, way) && toll.total(fixed, limit) == toll.plain, rules!["2E-MOV-010"]);
        let mut from = start.clone();
        for stop in &way.1 {
            let swept = from.outline.swept(stop.at - from.pose.at);
            let friends = s.table.ids_within(&swept, Length::ZERO);
            passed |= friends.iter().any(|other| {
                *other != way.0 && s.table.body(*other).is_some_and(|body| body.outline.overlaps(&swept))
            });
            from.outline = from.outline.shifted(stop.at - from.pose.at);
            from.pose = *stop;
        }
        let enters = |at: grognard_space::table::Point| buildings::inside(fixed, at);
        let goes_in = way.1.last().is_some_and(|end| enters(end.at) != enters(start.pose.at));
        add(goes_in, rules!["2E-BLD-001"]);
        add(way.1.iter().any(|stop| stop.facing != start.pose.facing), rules!["2E-MOV-008"]);
        if let Some(end) = way.1.last() {
            moved.move_to(way.0, *end);
        }
    }
    add(passed, rules!["2E-MOV-022"]);
    let bodies: Vec<&Body> =
        s.unit(shape.unit).models.iter().filter_map(|model| moved.body(*model)).collect();
    let close = CoherencyRules::chain(fixed.numbers().link.link.0).check(&bodies).coherent;
    add(!close && dispersed(fixed, s, shape.unit), rules!["2E-SQD-008"]);
    add(
        !ways.is_empty() && ways.len() < s.unit(shape.unit).models.len() && !shape.runs(),
        rules!["2E-MOV-007"],
    );
    found
}

/// The rules a vehicle's move shows at work.
fn driven(fixed: &Fixed, s: &State, shape: MoveShape, ways: &[Way]) -> Vec<RuleId> {
    let mut found = vec![rule!("2E-VMV-001"), rule!("2E-VMV-004"), rule!("2E-VMV-009")];
    let Some((model, stops)) = ways.first() else { return found };
    let Some(pose) = s.pose(*model) else { return found };
    if vehicles::is_walker(fixed, *model) {
        return if shape.runs() {
            rules!["2E-WLK-003", "2E-WLK-004", "2E-RUN-009"].to_vec()
        } else {
            rules!["2E-WLK-003", "2E-WLK-004", "2E-VTR-007", "2E-WLK-005"].to_vec()
        };
    }
    found.extend(rules!["2E-VMV-002", "2E-VMV-003"]);
    let far = driving::length(pose, stops);
    match vehicles::motive(fixed, *model) {
        Some(Motive::Skimmer) => {
            found.push(rule!("2E-VTR-009"));
            // 2E-SKM-002: hovering it turns as it likes.
            if far == Length::ZERO {
                found.push(rule!("2E-SKM-002"));
            }
        }
        Some(Motive::Bike) => found.push(rule!("2E-BIK-001")),
        _ => {}
    }
    found.push(match driving::band_of(fixed, *model, driving::length(pose, stops)) {
        vehicles::Speed::Fast => rule!("2E-VMV-005"),
        vehicles::Speed::Combat => rule!("2E-VMV-006"),
        _ => rule!("2E-VMV-007"),
    });
    found
}

/// Whether a way leads through a feature that costs nothing.
fn open_terrain(fixed: &Fixed, start: &Body, way: &Way) -> bool {
    let ends = std::iter::once(start.pose.at).chain(way.1.iter().map(|stop| stop.at));
    let points: Vec<_> = ends.collect();
    fixed.battlefield.features.iter().any(|feature| {
        let free = feature.piece.ground == Class::Open && !feature.piece.obstacle;
        free && points.windows(2).any(|pair| pace::inside(&feature.area, pair[0], pair[1]) > Length::ZERO)
    })
}

/// Nothing is barred by these: for places that only have to be free.
pub fn free_place(others: &dyn table::Others) -> MoveRules<'_> {
    MoveRules {
        free: FreeHeight::Steps(Length::UNBOUNDED),
        through: TREE,
        barred: Tags::NONE,
        others,
        ..MoveRules::up_to(Length::UNBOUNDED)
    }
}

/// 2E-SET-017, 2E-MOV-020: whether a way leads through an open gate, which is clear ground.
fn by_gate(fixed: &Fixed, start: &Body, way: &Way) -> bool {
    if !applies(rule!("2E-SET-017")) {
        return false;
    }
    let from = std::iter::once(start.pose.at).chain(way.1.iter().map(|stop| stop.at));
    let lines: Vec<Outline> = from.zip(&way.1).map(|(from, stop)| Outline::convex([from, stop.at])).collect();
    let gates = fixed.battlefield.features.iter().flat_map(|feature| &feature.gates);
    gates.into_iter().any(|gate| lines.iter().any(|line| gate.within(line, Length::ZERO)))
}
