//! A5: supporting fire (EA-ASLT-053 to EA-ASLT-058).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};

use super::aftermath::{self, Outcome};
use super::attacks::{add, hampered, strike};
use super::go_on;
use super::wounds::{Hits, resolve};
use crate::Epic;
use crate::assault::{Role, Stage};
use crate::choice::{Choice, Shape};
use crate::event::{Blow, Event};
use crate::figures;
use crate::ids::UnitId;
use crate::legal::assault::supporters;
use crate::state::State;

/// A5, EA-ASLT-053: both sides say who lends supporting fire, then all of it is rolled (EA-ASLT-055). EA-ASLT-057: First
/// Strikes mean nothing here.
pub fn support(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let Some(assault) = s.assault.clone() else { return Ok(()) };
    let mut hits: [Vec<Hits>; 2] = [Vec::new(), Vec::new()];
    let mut chosen: [Vec<UnitId>; 2] = [Vec::new(), Vec::new()];
    for role in Role::BOTH {
        let all = supporters(cx.fixed(), s, &assault, role);
        let seats: Vec<_> = cx.fixed().seats().collect();
        for seat in seats {
            let own: Vec<UnitId> =
                all.iter().copied().filter(|unit| s.owner(s.units[unit.index()].formation) == seat).collect();
            if own.is_empty() {
                continue;
            }
            s.about.formation = assault.of(role).first().copied();
            s.about.target = assault.of(role.other()).first().copied();
            let ask = Ask::new(seat, "support", rule!("EA-ASLT-053"));
            let Choice::Support(units) = cx.propose(s, ask, Shape::Support(own))? else {
                return cx.broken("supporting fire was answered with something else");
            };
            chosen[role.index()].extend(units);
        }
    }
    for role in Role::BOTH {
        let units = std::mem::take(&mut chosen[role.index()]);
        let Some(formation) = assault.of(role).first().copied().filter(|_| !units.is_empty()) else {
            continue;
        };
        let mut pools = Vec::new();
        for unit in &units {
            let dice = cx.fixed().numbers().attack.dice * cx.fixed().kind(*unit).dc;
            for mut attack in figures::attacks(cx.fixed(), *unit, false, dice, false) {
                hampered(cx, s, *unit, Blow::Support, &mut attack);
                add(cx, &mut pools, Blow::Support, attack, None)?;
            }
        }
        let mut rules = rules!["EA-ASLT-049", "EA-ASLT-053", "EA-ASLT-054", "EA-ASLT-057"].to_vec();
        if units.iter().any(|unit| s.formation(s.units[unit.index()].formation).marched) {
            rules.push(rule!("EA-ARMY-032"));
        }
        let others = |unit: &UnitId| s.owner(s.units[unit.index()].formation) != s.owner(formation);
        match (cx.fixed().sides.len() > 2, units.iter().any(others)) {
            (true, true) => rules.push(rule!("EA-MULT-005")),
            (true, false) => rules.extend(rules!["EA-MULT-003", "EA-AMB-155"]),
            _ => {}
        }
        cx.emit(&rules, Event::Supports { formation, units });
        let also = rules!["EA-ASLT-055", "EA-ASLT-056"];
        hits[role.index()] = strike(s, cx, &assault, role, pools, false, also)?;
    }
    // EA-ASLT-055, EA-ASLT-056: only those who are directly engaged are hit.
    resolve(s, cx, &assault, hits)?;
    match aftermath::outcome(s) {
        Outcome::Open => go_on(s, Stage::Result),
        decided => aftermath::at_once(s, cx, decided)?,
    }
    Ok(())
}
