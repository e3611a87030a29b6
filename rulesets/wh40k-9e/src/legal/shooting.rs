//! Who may shoot what at whom (9E-SHO, 9E-WPN).

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, rule, rules};
use grognard_odds::attack::Amount;
use grognard_space::table::{Length, Outline, SightRules, Tags};
use smallvec::SmallVec;

use super::broken;
use crate::choice::{Choice, Shot, unit_name};
use crate::cover;
use crate::data::amount::Range;
use crate::data::sheet::{Ability, WeaponAbility, WeaponKind};
use crate::figures;
use crate::fixed::{Arm, Fixed, WeaponId};
use crate::ids::{ModelId, Side, UnitId};
use crate::keyword::Keywords;
use crate::measure::{self, Units};
use crate::play::attack::Entry;
use crate::state::{Moved, State};
use crate::terrain::OBSCURING;

/// Reasons against a shot.
pub type Faults = SmallVec<[(RuleId, &'static str); 4]>;

/// Notes a reason against a shot, where its rule is in force.
fn against(wrong: &mut Faults, rule: RuleId, key: &'static str) {
    against_by(wrong, &[rule], key);
}

/// The same for what several rules bar together; the first is the one shown.
fn against_by(wrong: &mut Faults, rules: &[RuleId], key: &'static str) {
    if all_apply(rules) {
        wrong.push((rules[0], key));
    }
}

/// Everything about a unit that shoots which does not depend on the single shot.
pub struct Aim<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    unit: UnitId,
    side: Side,
    /// Enemy units within Engagement Range of it.
    pub engaged: Units,
    /// The charging unit it fires at, in Overwatch.
    overwatch: Option<UnitId>,
    /// Models with ranged weapons, and weapons, of the unit.
    ranged: usize,
    /// Enemy units that other friendly units fight.
    fought: Units,
    titanic: bool,
}

const BIG: Keywords = Keywords::VEHICLE.and(Keywords::MONSTER);

impl<'a> Aim<'a> {
    /// Looks at a unit.
    pub fn new(fixed: &'a Fixed, s: &'a State, unit: UnitId, overwatch: Option<UnitId>) -> Aim<'a> {
        let ranged = s.standing(unit).map(|(model, _)| ranged_weapons(fixed, model).count()).sum();
        let friends = s.on_table(s.unit(unit).side).filter(|friend| *friend != unit);
        let fought = friends.flat_map(|friend| measure::engaging(fixed, s, friend)).collect();
        Aim {
            fixed,
            s,
            unit,
            side: s.unit(unit).side,
            engaged: measure::engaging(fixed, s, unit),
            overwatch,
            ranged,
            fought,
            titanic: s.has(fixed, unit, Keywords::TITANIC),
        }
    }

    /// Reasons against using a weapon at all.
    pub fn weapon_faults(&self, model: ModelId, arm: &Arm) -> Faults {
        let mut wrong = Faults::new();
        let turn = &self.s.unit(self.unit).turn;
        if figures::ballistic(self.fixed, self.s, model).is_none() {
            against(&mut wrong, rule!("9E-DAT-008"), "why.no-skill");
        }
        if self.overwatch.is_none() {
            // 9E-MOV-018, 9E-SHO-002, 9E-WPN-002: after an Advance, Assault weapons only.
            let assault = arm.profile.kind == WeaponKind::Assault && applies(rule!("9E-WPN-002"));
            if turn.moved == Moved::Advanced && !assault {
                against_by(&mut wrong, rules!["9E-MOV-018", "9E-SHO-002"], "why.advanced-no-shot");
            }
            // 9E-MOV-026, 9E-SHO-003.
            if turn.moved == Moved::FellBack && !self.titanic {
                against_by(&mut wrong, rules!["9E-MOV-026", "9E-SHO-003"], "why.fell-back");
            }
            if turn.broke_out {
                against(&mut wrong, rule!("9E-OUT-003"), "why.broke-out");
            }
        }
        // 9E-SHO-020, 9E-WPN-009, 9E-SHO-022: in close combat only Pistols, vehicles and monsters.
        let big = self.fixed.kind(model).keywords.any(BIG) && applies(rule!("9E-SHO-022"));
        if !self.engaged.is_empty() && arm.profile.kind != WeaponKind::Pistol && !big {
            against(&mut wrong, rule!("9E-SHO-020"), "why.locked");
        }
        wrong
    }

    /// Reasons against a unit as the target of a weapon, but for range and sight.
    fn target_faults(&self, model: ModelId, arm: &Arm, target: UnitId) -> Faults {
        let (fixed, s) = (self.fixed, self.s);
        let mut wrong = Faults::new();
        let theirs = s.unit(target);
        // 9E-SHO-011.
        if theirs.side == self.side || !s.is_on_table(target) {
            against(&mut wrong, rule!("9E-SHO-011"), "why.no-enemy");
            return wrong;
        }
        if let Some(charger) = self.overwatch {
            // 9E-OVR-006.
            if target != charger {
                against(&mut wrong, rule!("9E-OVR-006"), "why.only-the-charger");
            }
        }
        let engaged_with_us = self.engaged.contains(&target);
        let big = fixed.kind(model).keywords.any(BIG);
        let pistol = arm.profile.kind == WeaponKind::Pistol;
        if !self.engaged.is_empty() && !engaged_with_us {
            if pistol && !big {
                // 9E-WPN-009.
                against(&mut wrong, rule!("9E-WPN-009"), "why.pistol-engaged");
            } else if big && self.ranged < 2 {
                // 9E-SHO-023, 9E-SHO-025.
                against(&mut wrong, rule!("9E-SHO-023"), "why.big-guns-engaged");
            }
        }
        // 9E-SHO-021: not into a fight of other friends; 9E-SHO-024, 9E-WPN-010: unless it is one's own.
        let own_fight = engaged_with_us
            && ((pistol && applies(rule!("9E-WPN-010"))) || (big && applies(rule!("9E-SHO-024"))));
        if !own_fight && self.others_fight(target) {
            against(&mut wrong, rule!("9E-SHO-021"), "why.into-a-fight");
        }
        // 9E-WPN-016, 9E-SHO-027: a Blast weapon never at those it fights with.
        let excepted = big && !applies(rule!("9E-SHO-027"));
        if engaged_with_us && arm.has(WeaponAbility::Blast) && !excepted {
            against(&mut wrong, rule!("9E-WPN-016"), "why.blast-engaged");
        }
        // 9E-SHO-028; 9E-OVR-007: not in Overwatch.
        if (self.overwatch.is_none() || !applies(rule!("9E-OVR-007"))) && !self.may_pick_out(model, target) {
            against(&mut wrong, rule!("9E-SHO-028"), "why.look-out-sir");
        }
        wrong
    }

    /// Whether a target is within Engagement Range of another friendly unit.
    fn others_fight(&self, target: UnitId) -> bool {
        self.fought.contains(&target)
    }

    /// 9E-SHO-028 to 9E-SHO-032: whether a model may single out a unit although others screen it.
    fn may_pick_out(&self, model: ModelId, target: UnitId) -> bool {
        let (fixed, s) = (self.fixed, self.s);
        if !is_protected(fixed, s, target) {
            return true;
        }
        if !applies(rule!("9E-SHO-030")) {
            return false;
        }
        // 9E-SHO-030, 9E-AMB-049: the nearest enemy unit of all, seen or not; a tie is the shooter's.
        let Some(own) = measure::distance_to_unit(s, model, target) else { return false };
        let counted = |other: UnitId| {
            // 9E-SHO-031, 9E-AMB-050: other characters are overlooked.
            let overlooked =
                |enemy: ModelId| is_small_character(fixed, enemy) && applies(rule!("9E-SHO-031"));
            let models = s.unit(other).models.iter().filter(|enemy| !overlooked(**enemy));
            models.filter_map(|enemy| measure::distance(s, model, *enemy)).min()
        };
        let mut others = s.on_table(self.side.other()).filter(|other| *other != target);
        !others.any(|other| counted(other).is_some_and(|distance| distance < own))
    }

    /// 9E-SHO-012, 9E-DAT-022, 9E-AMB-045: whether one model of the target is in range and visible.
    fn reach_faults(&self, model: ModelId, arm: &Arm, target: UnitId) -> Faults {
        let mut wrong = Faults::new();
        let (s, fixed) = (self.s, self.fixed);
        let (least, most) = match arm.profile.range {
            Range::Upto(most) => (None, most.0),
            Range::Between(least, most) => (Some(least.0), most.0),
            Range::Melee => {
                against(&mut wrong, rule!("9E-DAT-021"), "why.melee-weapon");
                return wrong;
            }
        };
        let near = in_range(s, model, target, most);
        if near.is_empty() {
            against(&mut wrong, rule!("9E-SHO-012"), "why.out-of-range");
        } else if !near.iter().any(|enemy| visible(fixed, s, model, *enemy)) {
            against(&mut wrong, rule!("9E-SHO-013"), "why.not-visible");
        }
        if let Some(least) = least
            && measure::wholly_within(s, target, model, least)
        {
            against(&mut wrong, rule!("9E-DAT-022"), "why.too-close");
        }
        wrong
    }

    /// Every reason against a shot.
    pub fn faults(&self, model: ModelId, arm: &Arm, target: UnitId) -> Faults {
        let mut wrong = self.weapon_faults(model, arm);
        wrong.extend(self.target_faults(model, arm, target));
        if wrong.iter().all(|(rule, _)| *rule != rule!("9E-SHO-011")) {
            wrong.extend(self.reach_faults(model, arm, target));
        }
        wrong
    }

    /// Whether a shot is allowed; asks the cheap questions first.
    pub fn allows(&self, model: ModelId, arm: &Arm, target: UnitId) -> bool {
        self.weapon_faults(model, arm).is_empty()
            && self.target_faults(model, arm, target).is_empty()
            && self.reach_faults(model, arm, target).is_empty()
    }

    /// Other rules that say the same as one that a shot breaks.
    fn also(&self, model: ModelId, arm: &Arm, target: UnitId, rule: RuleId) -> Vec<RuleId> {
        let (fixed, s) = (self.fixed, self.s);
        let mut also = Vec::new();
        match rule.as_str() {
            "9E-MOV-018" => also.extend([rule!("9E-SHO-002"), rule!("9E-WPN-002")]),
            "9E-MOV-026" => also.push(rule!("9E-SHO-003")),
            "9E-DAT-021" => also.push(rule!("9E-WPN-001")),
            "9E-WPN-016" => {
                also.push(rule!("9E-WPN-012"));
                if fixed.kind(model).keywords.any(BIG) {
                    also.push(rule!("9E-SHO-027"));
                }
            }
            "9E-SHO-028" if !is_screened(fixed, s, target, |friend| s.has(fixed, friend, BIG)) => {
                also.push(rule!("9E-SHO-029"));
            }
            // Others stand in the way, not the ground.
            "9E-SHO-013" => {
                let sees = |enemy: &ModelId| {
                    let free =
                        SightRules { models_block: false, ..cover::sight_rules(fixed, s, model, *enemy) };
                    s.table.sees(model, *enemy, &free)
                };
                let near = in_range(s, model, target, longest(arm));
                if near.iter().any(sees) {
                    also.push(rule!("9E-SHO-014"));
                }
                // Nothing solid does, only what obscures.
                let through = |enemy: &ModelId| {
                    let free =
                        SightRules { obscuring: Tags::NONE, ..cover::sight_rules(fixed, s, model, *enemy) };
                    s.table.sees(model, *enemy, &free)
                };
                if near.iter().any(through) {
                    also.push(rule!("9E-OUT-023"));
                }
            }
            _ => {}
        }
        also
    }

    /// What lies between a model and the nearest of a unit in range that it does not see: other units, or what the ground
    /// has there; nothing where the straight line between them tells no more.
    fn in_the_way(&self, model: ModelId, arm: &Arm, target: UnitId) -> Option<String> {
        let (fixed, s) = (self.fixed, self.s);
        let near = in_range(s, model, target, longest(arm));
        let enemy = near.into_iter().min_by_key(|enemy| measure::distance(s, model, *enemy))?;
        let (from, to) = (s.body(model)?, s.body(enemy)?);
        let line = Outline::convex([from.pose.at, to.pose.at]);
        let past = SightRules { models_block: false, ..cover::sight_rules(fixed, s, model, enemy) };
        let mut names: Vec<String> = if s.table.sees(model, enemy, &past) {
            let between = s.table.ids_within(&line, Length::ZERO).into_iter();
            let units = between.filter(|other| *other != enemy).map(|other| s.model(other).unit);
            units.filter(|unit| *unit != self.unit).map(|unit| unit_name(fixed, unit)).collect()
        } else {
            let features = s.table.ground().areas_touched(&line).into_iter();
            let kinds = features.filter_map(|feature| fixed.battlefield.terrain.get(usize::from(feature.0)));
            kinds.map(|file| fixed.data.texts.get(&format!("terrain.{}", file.kind)).to_owned()).collect()
        };
        names.sort_unstable();
        names.dedup();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Every rule that stands against a shot of the unit at anybody.
    pub fn hindrances(&self) -> Vec<(RuleId, &'static str)> {
        let mut all: Vec<(RuleId, &'static str)> = Vec::new();
        for (model, _) in self.s.standing(self.unit) {
            for weapon in ranged_weapons(self.fixed, model) {
                for arm in &self.fixed.weapon(weapon).profiles {
                    for target in self.enemies() {
                        for (rule, key) in self.faults(model, arm, target) {
                            let also = self.also(model, arm, target, rule);
                            all.extend(std::iter::once(rule).chain(also).map(|rule| (rule, key)));
                        }
                    }
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The rules that allow the shots declared: why those may be fired that others forbid.
    pub fn allowing(&self, shots: &[Shot]) -> Vec<RuleId> {
        let (fixed, s) = (self.fixed, self.s);
        let mut rules = vec![rule!("9E-SHO-007"), rule!("9E-SHO-010")];
        let mut add = |rule: RuleId| {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        };
        if self.overwatch.is_some() {
            add(rule!("9E-OVR-004"));
        }
        // 9E-SHO-008: not all at one target.
        if shots.iter().any(|shot| shot.target != shots[0].target) {
            add(rule!("9E-SHO-008"));
        }
        for shot in shots {
            let (model, target) = (shot.model, shot.target);
            if fixed.weapon(shot.weapon).profiles.len() > 1 {
                add(rule!("9E-DAT-028"));
            }
            let arm = fixed.arm(shot.weapon, shot.profile);
            let (big, pistol) = (fixed.kind(model).keywords.any(BIG), arm.profile.kind == WeaponKind::Pistol);
            if self.overwatch.is_none() && s.unit(self.unit).turn.moved == Moved::Advanced {
                add(rule!("9E-WPN-002"));
            }
            if !self.engaged.is_empty() && big && !pistol {
                add(rule!("9E-SHO-022"));
            }
            if self.engaged.contains(&target) && self.others_fight(target) {
                add(if pistol { rule!("9E-WPN-010") } else { rule!("9E-SHO-024") });
            }
            self.singled_out(model, target, &mut add);
            let hidden = |enemy: &ModelId| {
                let unseen =
                    SightRules { own_group_blocks: true, ..cover::sight_rules(fixed, s, model, *enemy) };
                !s.table.sees(model, *enemy, &unseen)
            };
            let near = in_range(s, model, target, longest(arm));
            if near.iter().all(hidden) {
                add(rule!("9E-SHO-014"));
            }
            // Aircraft and the biggest models, seen across what would hide others.
            let obscured = |enemy: &ModelId| {
                let hiding =
                    SightRules { obscuring: OBSCURING, ..cover::sight_rules(fixed, s, model, *enemy) };
                !s.table.sees(model, *enemy, &hiding)
            };
            if fixed.packs.terrain_traits && near.iter().all(obscured) {
                add(rule!("9E-OUT-023"));
            }
        }
        rules
    }

    /// Why a character may be shot at although friends are near it.
    fn singled_out(&self, model: ModelId, target: UnitId, add: &mut dyn FnMut(RuleId)) {
        let (fixed, s) = (self.fixed, self.s);
        if is_protected(fixed, s, target) {
            if !self.may_pick_out(model, target) {
                add(rule!("9E-OVR-007"));
                return;
            }
            if self.overwatch.is_none() {
                add(rule!("9E-SHO-030"));
                let own = measure::distance_to_unit(s, model, target);
                let nearer = |other: UnitId| {
                    other != target
                        && measure::distance_to_unit(s, model, other).is_some_and(|d| Some(d) < own)
                };
                if s.on_table(self.side.other()).any(nearer) {
                    add(rule!("9E-SHO-031"));
                }
            }
            return;
        }
        let character = |id: &ModelId| fixed.kind(*id).keywords.any(Keywords::CHARACTER);
        if s.unit(target).models.iter().any(character)
            && is_screened(fixed, s, target, |friend| screens(fixed, s, friend))
        {
            add(rule!("9E-SHO-032"));
        }
    }

    /// The units that could be targets.
    pub fn enemies(&self) -> Units {
        match self.overwatch {
            Some(charger) => [charger].into_iter().collect(),
            None => self.s.on_table(self.side.other()).collect(),
        }
    }

    /// 9E-SHO-001, 9E-SHO-015: whether any weapon of the unit has a target.
    pub fn can_shoot(&self) -> bool {
        let enemies = self.enemies();
        self.s.standing(self.unit).any(|(model, _)| {
            ranged_weapons(self.fixed, model).any(|weapon| {
                self.fixed.weapon(weapon).profiles.iter().any(|arm| {
                    self.weapon_faults(model, arm).is_empty()
                        && enemies.iter().any(|target| self.allows(model, arm, *target))
                })
            })
        })
    }
}

/// The ranged weapons of a model.
pub fn ranged_weapons(fixed: &Fixed, model: ModelId) -> impl Iterator<Item = WeaponId> + '_ {
    let ranged = |weapon: &WeaponId| {
        fixed.weapon(*weapon).profiles.iter().any(|arm| arm.profile.range != Range::Melee)
    };
    fixed.spec(model).weapons.iter().copied().filter(ranged)
}

/// 9E-SHO-013, 9E-SHO-014, 9E-AMB-043, 9E-AMB-044: whether a model sees another.
pub fn visible(fixed: &Fixed, s: &State, model: ModelId, enemy: ModelId) -> bool {
    s.table.sees(model, enemy, &cover::sight_rules(fixed, s, model, enemy))
}

/// 9E-SHO-032: a CHARACTER by its W characteristic.
pub fn is_small_character(fixed: &Fixed, model: ModelId) -> bool {
    let kind = fixed.kind(model);
    kind.keywords.any(Keywords::CHARACTER)
        && (kind.profile.w <= fixed.numbers().look_out.wounds || !applies(rule!("9E-SHO-032")))
}

/// 9E-SHO-028, 9E-SHO-029: whether friends near a character screen it.
pub fn is_protected(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    s.unit(unit).models.iter().any(|model| is_small_character(fixed, *model))
        && is_screened(fixed, s, unit, |friend| screens(fixed, s, friend))
}

/// Whether a unit is one that others hide behind: a vehicle or monster, or of several models.
fn screens(fixed: &Fixed, s: &State, friend: UnitId) -> bool {
    let big = s.has(fixed, friend, BIG);
    let many = s.standing(friend).count() >= fixed.numbers().look_out_screen.models as usize;
    big || (many && applies(rule!("9E-SHO-029")))
}

/// Whether a friend of a kind is near a unit.
fn is_screened(fixed: &Fixed, s: &State, unit: UnitId, by: impl Fn(UnitId) -> bool) -> bool {
    let near = fixed.numbers().look_out.within.0;
    s.on_table(s.unit(unit).side)
        .any(|friend| friend != unit && by(friend) && measure::units_within(s, unit, friend, near))
}

/// The greatest range of a weapon profile.
const fn longest(arm: &Arm) -> Length {
    match arm.profile.range {
        Range::Upto(most) | Range::Between(_, most) => most.0,
        Range::Melee => Length::ZERO,
    }
}

/// The models of a unit within a distance of a model.
fn in_range(s: &State, model: ModelId, target: UnitId, most: Length) -> SmallVec<[ModelId; 12]> {
    let Some(body) = s.body(model) else { return SmallVec::new() };
    let near = |enemy: &&ModelId| s.body(**enemy).is_some_and(|enemy| body.within(enemy, most));
    s.unit(target).models.iter().filter(near).copied().collect()
}

/// 9E-SHO-012, 9E-AMB-045: whether one model of a unit is in range of a model's weapon and visible.
pub fn in_reach(fixed: &Fixed, s: &State, model: ModelId, arm: &Arm, target: UnitId) -> bool {
    in_range(s, model, target, longest(arm)).iter().any(|enemy| visible(fixed, s, model, *enemy))
}

/// 9E-SHO-025: whether shots at a unit wait until all those the firer fights with are destroyed: those at others than it
/// `fought` with when they were declared. Whoever has been shot out of Engagement Range since is none of the others
/// (9E-SHO-018).
pub fn held_back(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId, fought: &[UnitId]) -> bool {
    !fought.contains(&target) && measure::is_engaged(fixed, s, unit) && applies(rule!("9E-SHO-025"))
}

/// Every violation of the shots declared: each weapon may have another target (9E-SHO-008) and profile
/// (9E-DAT-028).
pub fn check(
    fixed: &Fixed,
    s: &State,
    unit: UnitId,
    overwatch: Option<UnitId>,
    choice: &Choice,
) -> Vec<Violation> {
    let Choice::Fire(named, shots) = choice else { return Violation::other_kind(rule!("9E-SHO-007")) };
    let mut wrong = Vec::new();
    if *named != unit {
        wrong.push(broken(fixed, rule!("9E-SHO-005"), "why.other-unit", &[]));
        return wrong;
    }
    let aim = Aim::new(fixed, s, unit, overwatch);
    for (at, shot) in shots.iter().enumerate() {
        let own =
            s.model_exists(shot.model) && s.model(shot.model).unit == unit && s.pose(shot.model).is_some();
        let known = own
            && s.unit_exists(shot.target)
            && fixed.spec(shot.model).weapons.contains(&shot.weapon)
            && (shot.profile as usize) < fixed.weapon(shot.weapon).profiles.len();
        if !known {
            wrong.push(broken(fixed, rule!("9E-SHO-006"), "why.no-such-weapon", &[shot.model]));
            continue;
        }
        // What a rule permits falls away with it: another target for each weapon, another profile than the first.
        let split = !applies(rule!("9E-SHO-008")) && shots.iter().any(|other| other.target != shot.target);
        if split || (shot.profile > 0 && !applies(rule!("9E-DAT-028"))) {
            wrong.push(broken(fixed, rule!("9E-SHO-006"), "why.no-such-weapon", &[shot.model]));
        }
        let arm = fixed.arm(shot.weapon, shot.profile);
        for (rule, key) in aim.faults(shot.model, arm, shot.target) {
            let also = aim.also(shot.model, arm, shot.target, rule);
            let mut violation = Violation { also, ..broken(fixed, rule, key, &[shot.model]) };
            if key == "why.not-visible"
                && let Some(what) = aim.in_the_way(shot.model, arm, shot.target)
            {
                let names = violation.pieces.join(", ");
                violation.message =
                    Message::new("why.not-visible-behind").text("models", names).text("what", what);
            }
            wrong.push(violation);
        }
        together(fixed, shots, at, &mut wrong);
    }
    wrong
}

/// What may not be fired together: a weapon twice, Pistols with others, a Grenade with anything.
fn together(fixed: &Fixed, shots: &[Shot], at: usize, wrong: &mut Vec<Violation>) {
    let shot = &shots[at];
    let kind = |shot: &Shot| fixed.arm(shot.weapon, shot.profile).profile.kind;
    let known = |other: &&Shot| (other.profile as usize) < fixed.weapon(other.weapon).profiles.len();
    let own = kind(shot);
    let before = || shots[..at].iter().filter(known);
    // 9E-SHO-006, 9E-SHO-009: each weapon once, at one target.
    let same = |other: &&Shot| other.model == shot.model && other.weapon == shot.weapon;
    let carried = fixed
        .spec(shot.model)
        .weapons
        .iter()
        .map(|weapon| usize::from(*weapon == shot.weapon))
        .sum::<usize>();
    if before().filter(same).count() >= carried {
        wrong.push(broken(fixed, rule!("9E-SHO-009"), "why.weapon-twice", &[shot.model]));
    }
    let mine = |other: &&Shot| other.model == shot.model;
    // 9E-WPN-007, 9E-WPN-008: one Grenade a unit, and its thrower fires nothing else.
    if own == WeaponKind::Grenade {
        if before().any(|other| kind(other) == WeaponKind::Grenade) {
            wrong.push(broken(fixed, rule!("9E-WPN-007"), "why.one-grenade", &[shot.model]));
        } else if before().any(|other| mine(&other)) {
            wrong.push(broken(fixed, rule!("9E-WPN-008"), "why.grenade-alone", &[shot.model]));
        }
    } else if before().any(|other| mine(&other) && kind(other) == WeaponKind::Grenade) {
        wrong.push(broken(fixed, rule!("9E-WPN-008"), "why.grenade-alone", &[shot.model]));
    } else if before()
        .any(|other| mine(&other) && (kind(other) == WeaponKind::Pistol) != (own == WeaponKind::Pistol))
    {
        // 9E-WPN-011: Pistols or others.
        wrong.push(broken(fixed, rule!("9E-WPN-011"), "why.pistol-or-other", &[shot.model]));
    }
}

/// A shot with its number of attacks, fixed when it is declared: Rapid Fire (9E-WPN-006, 9E-AMB-051) and Blast
/// (9E-WPN-013 to 9E-WPN-015, 9E-AMB-052, 9E-AMB-053).
pub fn entry(fixed: &Fixed, s: &State, shot: &Shot) -> Entry {
    let arm = fixed.arm(shot.weapon, shot.profile);
    let data = arm.profile.attacks.unwrap_or(crate::data::amount::Amount::fixed(1));
    let mut attacks = Amount { dice: data.dice, sides: data.sides, plus: data.plus, least: 0, times: 1 };
    let crowd = s.standing(shot.target).count();
    if arm.has(WeaponAbility::Blast) && applies(rule!("9E-WPN-012")) {
        if crowd >= fixed.numbers().blast_big.from as usize {
            attacks = Amount::fixed(data.most());
        }
        if crowd >= fixed.numbers().blast.from as usize {
            attacks.least = fixed.numbers().blast.least;
        }
    }
    if arm.profile.kind == WeaponKind::RapidFire && rapid(fixed, s, *shot, arm) {
        attacks.times = fixed.numbers().rapid_fire.times;
    }
    Entry { model: shot.model, weapon: shot.weapon, profile: shot.profile, target: shot.target, attacks }
}

/// 9E-WPN-006: within half range; 9E-OUT-041: or with Bolter Discipline.
fn rapid(fixed: &Fixed, s: &State, shot: Shot, arm: &Arm) -> bool {
    let unit = s.model(shot.model).unit;
    let kind = fixed.kind(shot.model);
    let disciplined = fixed.packs.angels_of_death
        && kind.has(&Ability::AngelsOfDeath)
        && fixed.weapon(shot.weapon).id.contains("bolt")
        && (kind.keywords.any(Keywords::BIKER.and(Keywords::TERMINATOR))
            || (kind.keywords.any(Keywords::INFANTRY) && !s.has_moved(unit)));
    disciplined || within_half_range(s, shot.model, arm, shot.target)
}

/// Whether a unit is within half of a weapon's range.
pub fn within_half_range(s: &State, model: ModelId, arm: &Arm, target: UnitId) -> bool {
    measure::distance_to_unit(s, model, target).is_some_and(|distance| distance * 2 <= longest(arm))
}
