//! A6: the result of an assault (EA-ASLT-059 to EA-ASLT-076).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};

use super::{aftermath, go_on};
use crate::Epic;
use crate::abilities::Ability;
use crate::assault::{Assault, Role, Stage};
use crate::event::{Event, Tally};
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::legal::{carrying, works};
use crate::state::State;

/// EA-WE-048: formations aboard a war engine count as well.
fn with_guests(fixed: &Fixed, s: &State, formations: &[FormationId]) -> Vec<FormationId> {
    let mut all = formations.to_vec();
    for id in formations {
        let aboard = carrying::homes(s, &carrying::guests(fixed, s, *id));
        all.extend(
            aboard.into_iter().filter(|home| !formations.contains(home) && applies(rule!("EA-WE-048"))),
        );
    }
    all
}

/// EA-ASLT-062, EA-AMB-039: how many units a side has left, aboard or not; war engines count by their damage capacity.
pub fn strength(fixed: &Fixed, s: &State, formations: &[FormationId]) -> u32 {
    with_guests(fixed, s, formations)
        .iter()
        .flat_map(|id| &s.formation(*id).units)
        .map(|unit| u32::from(fixed.kind(*unit).dc))
        .sum()
}

/// EA-ASLT-064, EA-ASLT-067, EA-MING-006, EA-ARMY-004: the Blast markers of a side that count.
pub fn markers(fixed: &Fixed, s: &State, formations: &[FormationId]) -> u32 {
    let of = |id: &FormationId| {
        let own = s.formation(*id);
        let marine = rule!("EA-ARMY-004");
        let marines = fixed.has_rule(*id, marine) && applies(marine);
        let numbers = &fixed.numbers().marine_result;
        // EA-WE-036: a war engine counts as its initial damage capacity.
        let units = strength(fixed, s, &[*id]);
        match (own.broken && applies(rule!("EA-ASLT-067")), marines) {
            (true, false) => units,
            (true, true) => units * u32::from(numbers.broken_per_unit),
            (false, false) => u32::from(own.markers),
            (false, true) if own.markers == 0 => 0,
            (false, true) => {
                let half = numbers.count.times(own.markers.into(), numbers.rounding);
                half.max(numbers.least_if_any.into())
            }
        }
    };
    with_guests(fixed, s, formations).iter().map(of).sum()
}

/// EA-ASLT-060: what a side adds to its die, with the reasons (T-07).
pub fn modifiers(fixed: &Fixed, s: &State, assault: &Assault, role: Role) -> Vec<(i8, &'static str, RuleId)> {
    let units = Role::BOTH.map(|role| strength(fixed, s, assault.of(role)));
    rows(fixed, s, assault, role, assault.kills[role.index()].into(), units)
}

/// The same as a number, for so many kills and with so many units left on each side.
pub fn added(fixed: &Fixed, s: &State, assault: &Assault, role: Role, kills: u32, units: [u32; 2]) -> i32 {
    rows(fixed, s, assault, role, kills, units).iter().map(|(amount, ..)| i32::from(*amount)).sum()
}

fn rows(
    fixed: &Fixed,
    s: &State,
    assault: &Assault,
    role: Role,
    kills: u32,
    units: [u32; 2],
) -> Vec<(i8, &'static str, RuleId)> {
    let (own, foes) = (assault.of(role), assault.of(role.other()));
    let (units, against) = (units[role.index()], units[role.other().index()]);
    let (marked, theirs) = (markers(fixed, s, own), markers(fixed, s, foes));
    let inspiring = own
        .iter()
        .flat_map(|id| &s.formation(*id).units)
        .filter(|unit| fixed.kind(**unit).has(Ability::Inspiring) && applies(rule!("EA-ABIL-065")))
        .count() as i8;
    let kills = i8::try_from(kills).unwrap_or(i8::MAX);
    let twice =
        fixed.data.modifiers.iter().find(|known| known.id == "assault-result-more-than-twice-as-many");
    let times = twice.and_then(|known| known.times).map_or(2, u32::from);
    let rows: [(&str, i8, &'static str, RuleId); 6] = [
        ("assault-result-kill", kills, "modifier.kills", rule!("EA-ASLT-061")),
        ("assault-result-more-units", i8::from(units > against), "modifier.more-units", rule!("EA-ASLT-062")),
        (
            "assault-result-more-than-twice-as-many",
            i8::from(units > times * against),
            "modifier.twice-as-many",
            rule!("EA-ASLT-063"),
        ),
        (
            "assault-result-no-blast-markers",
            i8::from(marked == 0),
            "modifier.no-markers",
            rule!("EA-ASLT-064"),
        ),
        (
            "assault-result-enemy-has-more-blast-markers",
            i8::from(theirs > marked),
            "modifier.enemy-markers",
            rule!("EA-ASLT-065"),
        ),
        ("assault-result-inspiring", inspiring, "modifier.inspiring", rule!("EA-ASLT-066")),
    ];
    rows.into_iter()
        .filter(|(_, times, _, rule)| *times > 0 && applies(*rule))
        .map(|(id, times, why, rule)| (fixed.data.modifier(id).saturating_mul(times), why, rule))
        .collect()
}

/// Rules that count by who takes part.
fn also(fixed: &Fixed, s: &State, assault: &Assault, sides: &[Tally; 2]) -> Vec<RuleId> {
    let units = || assault.sides.iter().flatten().flat_map(|id| &s.formation(*id).units);
    let engines = units().any(|unit| fixed.kind(*unit).is_war_engine());
    let broken = |id: &FormationId| {
        let own = s.formation(*id);
        own.broken && own.units.iter().any(|unit| fixed.kind(*unit).is_war_engine())
    };
    let inspired =
        sides.iter().flat_map(|side| &side.modifiers).any(|(.., rule)| *rule == rule!("EA-ASLT-066"));
    let aboard = units().any(|unit| s.transport_of(*unit).is_some());
    let guests = assault.sides.iter().any(|own| with_guests(fixed, s, own).len() > own.len());
    let all = [
        (units().any(|unit| works::is_bunker(fixed, *unit)), rule!("EA-SAS-032")),
        (engines, rule!("EA-WE-003")),
        (engines, rule!("EA-WE-046")),
        (assault.sides.iter().flatten().any(broken), rule!("EA-WE-036")),
        (inspired, rule!("EA-ABIL-065")),
        (inspired, rule!("EA-ABIL-066")),
        (guests, rule!("EA-WE-048")),
        (aboard, rule!("EA-TRAN-011")),
        (aboard, rule!("EA-FORM-006")),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule).collect()
}

/// EA-ASLT-059, EA-ASLT-068, EA-ASLT-070: two dice each, the higher counts; the higher total wins, a tie is another round.
pub fn result(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let Some(assault) = s.assault.clone() else { return Ok(()) };
    let mut sides = Vec::new();
    for role in Role::BOTH {
        let Some(formation) = assault.of(role).first().copied() else { return Ok(()) };
        let numbers = &cx.fixed().numbers().result;
        let sides_of_die = cx.fixed().numbers().attack.roll.sides;
        let (dice, keep) = (numbers.dice, numbers.keep);
        let mut faces =
            cx.roll_many(dice.into(), sides_of_die, "roll.assault-result", rules!["EA-ASLT-059"], None)?;
        faces.sort_unstable_by(|a, b| b.cmp(a));
        let die = faces.iter().take(keep.into()).sum();
        sides.push(Tally { formation, die, modifiers: modifiers(cx.fixed(), s, &assault, role) });
    }
    let Ok(sides) = <[Tally; 2]>::try_from(sides) else { return Ok(()) };
    let totals = [sides[0].total(), sides[1].total()];
    let mut rules = rules!["EA-ASLT-059", "EA-ASLT-060", "EA-ASLT-068", "EA-BM-005"].to_vec();
    rules.extend(sides.iter().flat_map(|side| side.modifiers.iter().map(|(.., rule)| *rule)));
    if assault.sides.iter().any(|side| side.len() > 1) {
        rules.push(rule!("EA-MING-006"));
    }
    let all = assault.sides.iter().flatten();
    if all.clone().any(|id| s.formation(*id).broken) {
        rules.extend(rules!["EA-ASLT-067", "EA-BRKN-004"]);
    }
    if all.clone().any(|id| s.formation(*id).markers > 0 && cx.fixed().has_rule(*id, rule!("EA-ARMY-004"))) {
        rules.push(rule!("EA-ARMY-004"));
    }
    rules.extend(also(cx.fixed(), s, &assault, &sides));
    rules.sort_unstable();
    rules.dedup();
    cx.emit(&rules, Event::Result { sides });
    let winner = match totals[0].cmp(&totals[1]) {
        std::cmp::Ordering::Greater => Role::Attacker,
        std::cmp::Ordering::Less => Role::Defender,
        std::cmp::Ordering::Equal => {
            if let Some(assault) = &mut s.assault {
                assault.round += 1;
                cx.emit(rules!["EA-ASLT-070"], Event::Tied { round: assault.round });
            }
            go_on(s, Stage::Counter(Role::Attacker, 0));
            return Ok(());
        }
    };
    let hits = totals[0].abs_diff(totals[1]) as u8;
    aftermath::lost(s, cx, winner, Some(hits))
}
