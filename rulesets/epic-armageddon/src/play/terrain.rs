//! Dangerous terrain (EA-TERR-009 to EA-TERR-012).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};

use grognard_space::table::Pose;
use smallvec::smallvec;

use super::wrecks::{self, Wreck};
use super::{damage, losses, markers};
use crate::Epic;
use crate::abilities::Ability;
use crate::assault::Stage;
use crate::choice::{ActionName, Way};
use crate::data::play::Entry;
use crate::event::{Event, Loss};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::kind::Column;
use crate::legal::moves::{flies_over, length};
use crate::legal::steps;
use crate::state::{Place, State};
use crate::terrain::{Feature, rule_of};
use crate::weather;

/// The tests a unit has to take for a way.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tests {
    unit: UnitId,
    count: u8,
    /// EA-TERR-010: whether it moves with caution: no farther than that allows, so that it costs nothing.
    cautious: bool,
    /// The rule of the weather or of the obstacle that endangers it, where it has one of its own.
    cause: Option<RuleId>,
}

impl Tests {
    /// One test by a rule of its own.
    pub const fn of(unit: UnitId, rule: RuleId) -> Tests {
        Tests { unit, count: 1, cautious: false, cause: Some(rule) }
    }

    /// The same, by a rule of its own.
    #[must_use]
    pub fn by(self, rule: RuleId) -> Tests {
        Tests { cause: self.cause.or(Some(rule)), ..self }
    }
}

/// EA-WTHR-012 to EA-WTHR-022: tests of some units for the weather, at such a time of an action.
pub fn in_weather(
    fixed: &Fixed,
    s: &State,
    units: &[UnitId],
    action: ActionName,
    when: &str,
    cautious: bool,
) -> Vec<Tests> {
    let again = weather::now(fixed, s)
        .is_some_and(|known| known.special.iter().any(|word| word == "cautious-re-roll"));
    let test = |unit: &UnitId| {
        let rule = weather::endangers(fixed, s, *unit, action, when).filter(|rule| applies(*rule))?;
        Some(Tests { unit: *unit, count: 1, cautious: cautious && again, cause: Some(rule) })
    };
    units.iter().filter_map(test).collect()
}

/// EA-TERR-009: a test for each feature that is dangerous to a unit and that it comes into, or begins its move in.
/// EA-ABIL-068: jump packs pass over what lies between.
pub fn tests(fixed: &Fixed, s: &State, (unit, stops): &Way) -> Option<Tests> {
    let (body, form) = (s.table.body(*unit)?, s.table.form(*unit)?);
    let kind = fixed.kind(*unit);
    let jumps = flies_over(fixed, *unit);
    // EA-SAS-022: walkers count as infantry in razor wire.
    let as_infantry = |feature: &Feature| {
        kind.has(Ability::Walker)
            && kind.column() == Column::Vehicle
            && feature.terrain.special.iter().any(|word| word == "walkers-as-infantry")
            && applies(rule!("EA-SAS-022"))
    };
    let enters = |feature: &&Feature| {
        let column = if as_infantry(feature) { Column::Infantry } else { kind.column() };
        if feature.to(column).entry != Entry::Dangerous || !applies(rule!("EA-TERR-009")) {
            return false;
        }
        if steps::goes_over(fixed, *unit, feature) {
            return false;
        }
        // EA-SAS-025: some pass over mines.
        if feature.is_special("skimmers-and-jump-packs-pass") && passes_mines(fixed, *unit) {
            return false;
        }
        if feature.area.overlaps(&body.outline) {
            return true;
        }
        let mut at = body.clone();
        let mut entered = false;
        for (number, stop) in stops.iter().enumerate() {
            let next = at.moved(form, *stop);
            let lands = number + 1 == stops.len() && feature.area.overlaps(&next.outline);
            let passes = !jumps && feature.area.overlaps(&at.outline.swept(stop.at - at.pose.at));
            entered |= lands || passes;
            at = next;
        }
        entered
    };
    let count = s.land(fixed).features.iter().filter(enters).count() as u8;
    let cause = s.land(fixed).features.iter().filter(enters).find_map(|feature| {
        if as_infantry(feature) { Some(rule!("EA-SAS-022")) } else { rule_of(&feature.terrain.id) }
    });
    // EA-SWP-024: in a blizzard all ground but roads is dangerous.
    let rule = rule!("EA-SWP-024");
    let here = |at: grognard_space::table::Point| crate::plant::is_blizzard_at(fixed, s, at);
    let mut from = body.pose.at;
    let mut on_road = |stop: &Pose| s.land(fixed).on_road(std::mem::replace(&mut from, stop.at), stop.at);
    let swept = (here(body.pose.at) || stops.iter().any(|stop| here(stop.at)))
        && !stops.iter().all(&mut on_road)
        && !flies_over(fixed, *unit)
        && applies(rule);
    let (count, cause) = if swept { (count + 1, cause.or(Some(rule))) } else { (count, cause) };
    let cautious = length(body.pose, stops) <= fixed.numbers().cautious.speed.0;
    (count > 0).then_some(Tests { unit: *unit, count, cautious, cause })
}

/// EA-SAS-025: whether a unit passes over mines.
pub fn passes_mines(fixed: &Fixed, unit: UnitId) -> bool {
    let kind = fixed.kind(unit);
    (kind.has(Ability::Skimmer) || kind.has(Ability::JumpPacks)) && applies(rule!("EA-SAS-025"))
}

/// EA-TERR-009: a unit that gets out into dangerous terrain takes its tests there.
pub fn land(s: &mut State, cx: &mut Ctx<'_, Epic>, unit: UnitId, at: Pose) -> Step {
    let found = tests(cx.fixed(), s, &(unit, smallvec![at]));
    take(s, cx, found.as_slice())
}

/// EA-ABIL-161: whoever goes over dangerous terrain comes down into it for somebody who stands wholly inside.
pub fn picking_up(fixed: &Fixed, s: &State, unit: UnitId, transport: UnitId) -> Option<Tests> {
    let body = s.table.body(unit)?;
    let column = fixed.kind(transport).column();
    let inside = |feature: &&Feature| {
        feature.to(column).entry == Entry::Dangerous && feature.area.covers(&body.outline)
    };
    let flies = flies_over(fixed, transport) && applies(rule!("EA-ABIL-161"));
    let found = s.land(fixed).features.iter().filter(|_| flies).find(inside)?;
    let cause = rule_of(&found.terrain.id).or(Some(rule!("EA-ABIL-161")));
    Some(Tests { unit: transport, count: 1, cautious: false, cause })
}

/// EA-TERR-009: a die for each test; a 1 destroys the unit, without a save and without a Blast marker. EA-TERR-010,
/// EA-ABIL-156: who is cautious or walks rolls once more. EA-TERR-011, EA-AMB-063: a war engine takes damage.
pub fn take(s: &mut State, cx: &mut Ctx<'_, Epic>, all: &[Tests]) -> Step {
    for Tests { unit, count, cautious, cause } in all.iter().copied() {
        let walks = cx.fixed().kind(unit).has(Ability::Walker) && applies(rule!("EA-ABIL-156"));
        // EA-OBJ-034: an alien colony knows no second roll.
        let colony = cause == Some(rule!("EA-OBJ-034"));
        let again = (walks || cautious && applies(rule!("EA-TERR-010"))) && !colony;
        for _ in 0..count {
            if s.table.body(unit).is_none() {
                break;
            }
            let numbers = &cx.fixed().numbers().dangerous;
            let (die, fails) = (numbers.roll.sides, numbers.fails_on);
            let mut passed = cx.roll::<1>(die, "roll.dangerous", rules!["EA-TERR-009"])?[0] > fails;
            if !passed && again {
                let rules = if walks { rules!["EA-ABIL-156"] } else { rules!["EA-TERR-010"] };
                passed = cx.roll::<1>(die, "roll.dangerous", rules)?[0] > fails;
            }
            // EA-TERR-012: those who counter charge take tests, too.
            let counter =
                s.assault.as_ref().is_some_and(|assault| matches!(assault.stage, Stage::Counter(..)));
            let rules = if counter { rules!["EA-TERR-009", "EA-TERR-012"] } else { rules!["EA-TERR-009"] };
            let mut told: Vec<RuleId> = rules.iter().copied().chain(cause).collect();
            // EA-ASLT-014: so do those who charge, where their enemy is wholly inside.
            if s.assault.as_ref().is_some_and(|assault| matches!(assault.stage, Stage::Charge(_))) {
                told.push(rule!("EA-ASLT-014"));
            }
            cx.emit(&told, Event::Tests { unit, passed });
            if passed {
                continue;
            }
            if cx.fixed().kind(unit).is_war_engine() {
                let rules = rules!["EA-TERR-011", "EA-AMB-063", "EA-VOID-006"];
                damage::suffer(s, cx, unit, 1, Loss::Dangerous, rules)?;
            } else {
                let mut rules = rules!["EA-TERR-009"].to_vec();
                if s.assault.is_some() {
                    rules.push(rule!("EA-ASLT-076"));
                }
                rules.extend(losses::no_save(cx.fixed(), unit));
                losses::lose(s, cx, unit, Loss::Dangerous, &rules);
            }
            // EA-TRAN-020.
            wrecks::settle(s, cx, Wreck::Harmless)?;
            // EA-SAS-025: whoever a mine destroys places a Blast marker.
            let formation = s.units[unit.index()].formation;
            let mined = cause == Some(rule!("EA-SAS-025")) && s.units[unit.index()].place == Place::Gone;
            if mined && !s.formation(formation).units.is_empty() {
                let count = cx.fixed().numbers().casualties.markers;
                markers::give(s, cx, formation, count, None, rules!["EA-SAS-025", "EA-BM-001"])?;
            }
        }
    }
    Ok(())
}
