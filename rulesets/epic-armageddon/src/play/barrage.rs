//! Barrages: weapons together, templates, a roll for each unit under them (EA-BARR).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::table::Point;
use smallvec::SmallVec;

use super::allocation::{self, Pool};
use super::hits::Hit;
use super::shooting::Shooting;
use super::{amounts, volleys};
use crate::Epic;
use crate::abilities::{Abilities, Ability};
use crate::choice::{Barrage, Choice, Shape, Word};
use crate::data::amount::Amount;
use crate::data::play::BarrageRow;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::hindrance::{self, Hindrance};
use crate::ids::{FormationId, UnitId};
use crate::kind::{Class, Fire};
use crate::legal::shooting::Shooter;
use crate::legal::templates::{contributing, under, weapons};
use crate::sight::{self, Seen};
use crate::state::State;
use crate::weather;

/// What a barrage does to one formation.
#[derive(Clone, Debug)]
pub struct Struck {
    /// Which.
    pub formation: FormationId,
    /// The hits.
    pub pools: Vec<Pool>,
    /// EA-BARR-014: Blast markers on top.
    pub markers: u8,
}

impl Struck {
    /// Nothing yet.
    pub const fn new(formation: FormationId) -> Struck {
        Struck { formation, pools: Vec::new(), markers: 0 }
    }
}

/// Abilities that a barrage may have as a whole.
const SHARED: [Ability; 4] = [Ability::MacroWeapon, Ability::Disrupt, Ability::IgnoreCover, Ability::Lance];

/// EA-BARR-001: the barrage of a formation, if any of those who shoot has a barrage weapon that reaches the target.
pub fn fire(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    shooting: Shooting,
    shooters: &[Shooter],
    crossfire: bool,
) -> Step<Vec<Struck>> {
    let fixed = cx.fixed();
    let mut units = Vec::new();
    let mut without = Vec::new();
    for shooter in shooters {
        let guns = &fixed.kind(shooter.unit).guns;
        let fires = |line: u8| {
            shooter.guns.iter().any(|aimed| {
                let gun = &guns[aimed.gun];
                gun.bp.is_some() && gun.line == line && !aimed.spent
            })
        };
        for gun in guns.iter().filter(|gun| gun.bp.is_some()) {
            if fires(gun.line) {
                if !units.contains(&shooter.unit) {
                    units.push(shooter.unit);
                }
            } else {
                without.push((shooter.unit, gun.line));
            }
        }
    }
    if units.is_empty() {
        return Ok(Vec::new());
    }
    let Shooting { formation, target, indirect, .. } = shooting;
    let mut barrage = Barrage { formation, target, indirect, units, without, only: None, count: 1 };
    barrage.only = subset(s, cx, &barrage)?;
    let points = rolled(s, cx, &barrage)?;
    let most = row(cx.fixed(), points.iter().map(|(_, bp)| *bp).fold(0, u8::saturating_add));
    barrage.count += most.extra_templates;
    let ask = Ask::new(s.owner(formation), "template", rule!("EA-BARR-003"));
    let Choice::Templates(mut places) = cx.propose(s, ask, Shape::Templates(barrage.clone()))? else {
        return cx.broken("templates were answered with something else");
    };
    let firing = contributing(cx.fixed(), s, &barrage, places[0]);
    // EA-BARR-004: weapons that reach nobody under the first template add nothing.
    let counts =
        |(weapon, _): &&((UnitId, usize), u8)| firing.contains(weapon) || !applies(rule!("EA-BARR-004"));
    let bp = points.iter().filter(counts).map(|(_, bp)| *bp).fold(0, u8::saturating_add);
    let row = row(cx.fixed(), bp);
    places.truncate(1 + usize::from(row.extra_templates));
    let mut rules =
        rules!["EA-BARR-001", "EA-BARR-002", "EA-BARR-003", "EA-BARR-005", "EA-BARR-008"].to_vec();
    if places.len() > 1 {
        rules.extend(rules!["EA-BARR-011", "EA-BARR-012", "EA-BARR-013"]);
    }
    cx.emit(&rules, Event::Barrage { formation, target, points: bp, places: places.clone() });
    strike(s, cx, shooting, &barrage, &firing, &places, row, crossfire)
}

/// EA-BARR-018, EA-AMB-027, DEC-22: where some weapons have an ability that others lack, whether only those fire.
fn subset(s: &State, cx: &mut Ctx<'_, Epic>, barrage: &Barrage) -> Step<Option<Ability>> {
    let fixed = cx.fixed();
    let all: Vec<Abilities> = weapons(fixed, s, barrage)
        .into_iter()
        .map(|(unit, gun)| fixed.kind(unit).guns[gun].abilities)
        .collect();
    for ability in SHARED {
        let some = all.iter().any(|own| own.has(ability)) && !all.iter().all(|own| own.has(ability));
        if some && applies(rule!("EA-BARR-018")) {
            let ask = Ask::new(s.owner(barrage.formation), "barrage-weapons", rule!("EA-BARR-018"));
            if cx.choose(s, ask, &[Word::AllWeapons, Word::SpecialWeapons])? == Word::SpecialWeapons {
                return Ok(Some(ability));
            }
        }
    }
    Ok(None)
}

/// EA-BARR-008: Barrage points of each weapon that could fire.
fn rolled(s: &State, cx: &mut Ctx<'_, Epic>, barrage: &Barrage) -> Step<Vec<((UnitId, usize), u8)>> {
    let mut all = Vec::new();
    for weapon in weapons(cx.fixed(), s, barrage) {
        let gun = &cx.fixed().kind(weapon.0).guns[weapon.1];
        let mut points: u8 = 0;
        for _ in 0..gun.count {
            let bp = gun.bp.unwrap_or(Amount { dice: 0, sides: 6, plus: 0 });
            points = points.saturating_add(amounts::roll(cx, bp, "roll.barrage", rules!["EA-WPN-007"])?);
        }
        all.push((weapon, points));
    }
    Ok(all)
}

/// EA-BARR-008, EA-AMB-023: the row of the table; more points than it has use the last one.
pub fn row(fixed: &Fixed, points: u8) -> &BarrageRow {
    let rows = &fixed.data.charts.barrage;
    let found = rows.iter().find(|row| (row.from..=row.to).contains(&points));
    found.unwrap_or_else(|| if points == 0 { &rows[0] } else { &rows[rows.len() - 1] })
}

/// EA-BARR-016: whether a unit under a template is in cover.
fn is_covered(fixed: &Fixed, s: &State, barrage: &Barrage, firing: &[(UnitId, usize)], unit: UnitId) -> bool {
    if sight::stands_in_cover(fixed, s, unit)
        || sight::beside_vehicle(fixed, s, unit)
        || sight::in_shadow(fixed, s, unit)
    {
        return true;
    }
    // EA-ABIL-059: to indirect fire partial cover is none.
    if barrage.indirect {
        return false;
    }
    let seen = firing.iter().map(|(from, _)| sight::sees(fixed, s, *from, unit)).max();
    seen == Some(Seen::Partly)
}

/// Units of one kind in a formation under the templates (EA-AMB-026).
struct Batch {
    formation: FormationId,
    kind: usize,
    covered: bool,
    hindered: SmallVec<[Hindrance; 2]>,
    dice: u8,
    units: Vec<UnitId>,
}

/// EA-BARR-009, EA-BARR-010, EA-BARR-015 to EA-BARR-017: one roll for each unit under the templates, friend or foe, by
/// formation and kind.
#[expect(clippy::too_many_arguments, reason = "all of them are one barrage")]
fn strike(
    s: &State,
    cx: &mut Ctx<'_, Epic>,
    shooting: Shooting,
    barrage: &Barrage,
    firing: &[(UnitId, usize)],
    places: &[Point],
    row: &BarrageRow,
    crossfire: bool,
) -> Step<Vec<Struck>> {
    let fixed = cx.fixed();
    let shared = firing
        .iter()
        .map(|(unit, gun)| fixed.kind(*unit).guns[*gun].abilities)
        .reduce(Abilities::common)
        .unwrap_or_default();
    let any = firing
        .iter()
        .map(|(unit, gun)| fixed.kind(*unit).guns[*gun].abilities)
        .fold(Abilities::default(), Abilities::and);
    // EA-ABIL-002: what some of them have is left out.
    let dropped = SHARED.iter().any(|ability| any.has(*ability) && !shared.has(*ability));
    let killer = firing.iter().map(|(unit, gun)| fixed.kind(*unit).guns[*gun].titan_killer);
    let killer = killer.reduce(|one, other| one.filter(|_| one == other)).flatten();
    let ignores = shared.has(Ability::IgnoreCover) && applies(rule!("EA-ABIL-053"));
    let mut batches: Vec<Batch> = Vec::new();
    let mut done: Vec<UnitId> = Vec::new();
    for unit in places.iter().flat_map(|at| under(fixed, s, *at)) {
        if done.contains(&unit) {
            continue;
        }
        done.push(unit);
        let formation = s.units[unit.index()].formation;
        let kind = fixed.units[unit.index()].kind;
        let covered = !ignores && is_covered(fixed, s, barrage, firing, unit);
        let hindered = hindrance::of(fixed, s, unit);
        let same = |batch: &Batch| {
            (batch.formation, batch.kind, batch.covered) == (formation, kind, covered)
                && batch.hindered == hindered
        };
        let at = batches.iter().position(same).unwrap_or_else(|| {
            batches.push(Batch {
                formation,
                kind,
                covered,
                hindered: hindered.clone(),
                dice: 0,
                units: Vec::new(),
            });
            batches.len() - 1
        });
        batches[at].dice += attacks(fixed, s, unit, places);
        batches[at].units.push(unit);
    }
    let mut all: Vec<Struck> = Vec::new();
    for batch in batches {
        let (need, fire) = against(row, fixed.kinds[batch.kind].class, shared, killer);
        let Some(need) = need else { continue };
        let target = volleys::to_hit(fixed, need, batch.covered, shooting);
        let target = hindrance::added(target, &batch.hindered);
        let rules = if batch.covered {
            rules!["EA-BARR-009", "EA-BARR-016", "EA-BARR-020", "EA-HIT-002"]
        } else {
            rules!["EA-BARR-009", "EA-BARR-015", "EA-HIT-002"]
        };
        let count = volleys::roll_hits(cx, batch.dice, &target, rules)?;
        let blind = barrage.indirect && unseen(fixed, s, shooting.formation, shooting.target);
        let count = if blind { count.div_ceil(2) } else { count };
        let engine = fixed.kinds[batch.kind].is_war_engine();
        let mut also = rules!["EA-BARR-010", "EA-BARR-017", "EA-WPN-011"].to_vec();
        if engine {
            also.extend(rules!["EA-WE-025", "EA-WE-026", "EA-WE-027", "EA-WE-028"]);
        }
        if blind {
            also.push(rule!("EA-WTHR-006"));
        }
        if fire == Fire::Mw {
            also.push(rule!("EA-BARR-019"));
        }
        if dropped {
            also.push(rule!("EA-ABIL-002"));
        }
        if crossfire && batch.formation == shooting.target {
            also.push(rule!("EA-XFIR-011"));
        }
        if shared.has(Ability::SlowFiring) {
            also.push(rule!("EA-ABIL-168"));
        }
        allocation::told(cx, shooting.formation, batch.formation, count, batch.dice, fire, &also);
        let own = crossfire && batch.formation == shooting.target;
        let hit = Hit { damage: killer, crossfire: own, ..Hit::new(fire, shared) };
        let at = all.iter().position(|struck| struck.formation == batch.formation).unwrap_or_else(|| {
            all.push(Struck { markers: row.extra_markers, ..Struck::new(batch.formation) });
            all.len() - 1
        });
        all[at].pools.push(Pool { hit, count, eligible: batch.units });
    }
    Ok(all)
}

/// EA-WTHR-006: whether nobody on the side of those who fire indirectly sees the target in limited visibility.
fn unseen(fixed: &Fixed, s: &State, formation: FormationId, target: FormationId) -> bool {
    let Some(most) = weather::visibility(fixed, s).filter(|_| applies(rule!("EA-WTHR-006"))) else {
        return false;
    };
    let team = s.formation(formation).team;
    let friends = s.formation_ids().filter(|id| s.formation(*id).team == team && s.is_on_ground(*id));
    let sees = |unit: UnitId, body: &grognard_space::table::Body| {
        s.standing(target).any(|(foe, there)| {
            body.horizontal(there) <= most && sight::sees(fixed, s, unit, foe) != Seen::Hidden
        })
    };
    !friends.flat_map(|id| s.standing(id)).any(|(unit, body)| sees(unit, body))
}

/// EA-BARR-015, EA-WE-025, EA-WE-026, EA-WE-028: how many attacks a unit under templates suffers.
pub fn attacks(fixed: &Fixed, s: &State, unit: UnitId, places: &[Point]) -> u8 {
    let numbers = fixed.numbers();
    let kind = fixed.kind(unit);
    if !kind.is_war_engine() {
        return numbers.barrage_rolls.rolls;
    }
    let middle = s.table.body(unit).is_some_and(|body| {
        places.iter().any(|at| {
            let middle = grognard_space::table::Outline::point(*at);
            body.outline.within(&middle, grognard_space::table::Length::ZERO)
        })
    });
    let part = crate::data::amount::Part { of: 1, by: u32::from(numbers.under_middle.divide_by) };
    if middle {
        part.times(u32::from(kind.dc), numbers.under_middle.rounding) as u8
    } else {
        numbers.under_rim.attacks
    }
}

/// EA-BARR-009, EA-BARR-019, EA-AMB-026: what a class needs, and what its hits are.
pub fn against(
    row: &BarrageRow,
    class: Class,
    shared: Abilities,
    killer: Option<Amount>,
) -> (Option<u8>, Fire) {
    let (need, fire) = match class {
        Class::Infantry => (row.ap.0, Fire::Ap),
        Class::Vehicle | Class::WarEngine => (row.at.0, Fire::At),
        Class::LightVehicle => (row.ap.0.min(row.at.0).or(row.at.0), Fire::At),
    };
    let fire = match (killer.is_some(), shared.has(Ability::MacroWeapon)) {
        (true, _) => Fire::Tk,
        (false, true) => Fire::Mw,
        (false, false) => fire,
    };
    (need, fire)
}
