//! Simultaneous teams: several players of a side shoot at one enemy or assault it as one force (EA-MULT-007 to EA-MULT-009).
//!
//! The players of a side answer one after another, though their actions happen at once. So a shooting can wait until its friends
//! have acted: whoever shoots at the same target then may take it along. What still waits when the side is done is fired alone.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{SeatId, rule, rules};
use serde::{Deserialize, Serialize};

use super::air::landing::enlist;
use super::shooting::{self, Shooting, action_rule};
use super::{Pick, action, markers, movement, overwatch};
use crate::Epic;
use crate::assault::Role;
use crate::choice::{ActionName, Manner, Word};
use crate::event::{Event, Facts};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::actions::{manners, to_act};
use crate::legal::shooting::targets;
use crate::state::{Flow, State};

/// A shooting that waits for friends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volley {
    /// Who shoots.
    pub formation: FormationId,
    /// At whom.
    pub target: FormationId,
    /// By which action.
    pub action: ActionName,
    /// With its modifier.
    pub to_hit: i8,
}

/// Whether the players of a side act at once.
pub fn is_on(fixed: &Fixed) -> bool {
    fixed.teams == "simultaneous"
}

/// The other players of a side who have yet to act before play passes to the next side.
fn friends(fixed: &Fixed, s: &State, seat: SeatId) -> Vec<SeatId> {
    let team = fixed.sides[seat.index()].team;
    let from = s.order.iter().position(|other| *other == seat).map_or(s.order.len(), |at| at + 1);
    let block = s.order[from..].iter().copied().take_while(|other| fixed.sides[other.index()].team == team);
    block.filter(|other| !s.joined.contains(other) && !to_act(fixed, s, *other).is_empty()).collect()
}

/// EA-MULT-008: whether a shooting waits for friends who have yet to act: its owner says.
pub fn waits(s: &mut State, cx: &mut Ctx<'_, Epic>, volley: Volley) -> Step<bool> {
    if !is_on(cx.fixed()) || friends(cx.fixed(), s, s.owner(volley.formation)).is_empty() {
        return Ok(false);
    }
    (s.about.formation, s.about.target) = (Some(volley.formation), Some(volley.target));
    let ask = Ask::new(s.owner(volley.formation), "volley", rule!("EA-MULT-008"));
    if cx.choose(s, ask, &[Word::Arrive, Word::Wait])? == Word::Arrive {
        return Ok(false);
    }
    s.volleys.push(volley);
    let about = Facts { formation: Some(volley.formation), ..Facts::default() };
    cx.emit(rules!["EA-MULT-008"], Event::of("event.volley-waits", about));
    Ok(true)
}

/// EA-MULT-008: the units of friends whose shooting at the same target waits, by the same modifier, where whoever shoots now takes
/// them along: they count as its own until it is over.
pub fn gather(s: &mut State, cx: &mut Ctx<'_, Epic>, volley: Volley) -> Step<Vec<(UnitId, FormationId)>> {
    let mut all = Vec::new();
    for other in s.volleys.clone() {
        let like = other.target == volley.target && other.to_hit == volley.to_hit;
        if !like || other.formation == volley.formation || s.formation(other.formation).broken {
            continue;
        }
        (s.about.formation, s.about.target) = (Some(other.formation), Some(other.target));
        let ask = Ask::new(s.owner(volley.formation), "join", rule!("EA-MULT-008"));
        if cx.choose(s, ask, &[Word::Arrive, Word::Wait])? == Word::Wait {
            continue;
        }
        s.volleys.retain(|known| known.formation != other.formation);
        let units: Vec<UnitId> = s.standing(other.formation).map(|(unit, _)| unit).collect();
        all.extend(units.into_iter().map(|unit| (unit, other.formation)));
    }
    for (unit, _) in &all {
        enlist(s, *unit, volley.formation);
    }
    if !all.is_empty() {
        cx.emit(rules!["EA-MULT-008", "EA-AMB-067"], Event::Together { formation: volley.formation });
    }
    Ok(all)
}

/// They go back to their own formations.
pub fn part(s: &mut State, units: Vec<(UnitId, FormationId)>) {
    for (unit, home) in units {
        enlist(s, unit, home);
    }
}

/// Whether the side whose players act at once is done.
fn is_over(fixed: &Fixed, s: &State, team: u8) -> bool {
    match s.flow {
        Flow::Activate { side, .. } => fixed.sides[side.index()].team != team,
        Flow::Act(_) | Flow::Assault(_) | Flow::Air(_) | Flow::Space(_) | Flow::Command { .. } => false,
        _ => true,
    }
}

/// What still waits is fired once the side is done; then nobody is in anybody's way any more.
pub fn settle(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    if s.volleys.is_empty() && s.stormed.is_empty() && s.joined.is_empty() {
        return Ok(());
    }
    let teams = s.volleys.iter().map(|volley| s.formation(volley.formation).team);
    let stormed = s.stormed.iter().map(|(team, _)| *team);
    let joined = s.joined.iter().map(|seat| cx.fixed().sides[seat.index()].team);
    let Some(team) = teams.chain(stormed).chain(joined).next() else { return Ok(()) };
    if !is_over(cx.fixed(), s, team) {
        return Ok(());
    }
    while let Some(volley) = s.volleys.first().copied() {
        s.volleys.remove(0);
        let Volley { formation, target, action, to_hit } = volley;
        let able = !s.formation(formation).broken && s.is_on_table(formation);
        if able && targets(cx.fixed(), s, formation, false).contains(&target) {
            let action = action_rule(action);
            let shooting = Shooting { formation, target, indirect: false, to_hit, action, weather: None };
            shooting::fire(s, cx, shooting)?;
        }
    }
    s.stormed.clear();
    s.joined.clear();
    Ok(())
}

/// EA-MULT-009: the formations that a friend assaults now, and at which a formation may not shoot.
pub fn is_stormed(fixed: &Fixed, s: &State, formation: FormationId, target: FormationId) -> bool {
    let team = s.formation(formation).team;
    is_on(fixed) && s.stormed.contains(&(team, target))
}

/// EA-MULT-008, EA-MULT-009: once an assault is under way each friend who has yet to act may join it with a formation, by an
/// Action test of its own; nobody shoots at those who are assaulted.
pub fn join(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let Some(assault) = s.assault.clone().filter(|_| is_on(cx.fixed())) else { return Ok(()) };
    let team = s.formation(formation).team;
    let targets = assault.of(Role::Defender).to_vec();
    s.stormed.extend(targets.iter().map(|target| (team, *target)));
    s.volleys.retain(|volley| !targets.contains(&volley.target));
    for seat in friends(cx.fixed(), s, s.owner(formation)) {
        let able = to_act(cx.fixed(), s, seat);
        let able = able.into_iter().filter(|id| s.is_on_ground(*id) && !s.formation(*id).broken);
        let options: Vec<Pick> = [Pick::Nobody].into_iter().chain(able.map(Pick::Formation)).collect();
        if options.len() < 2 {
            continue;
        }
        (s.about.formation, s.about.target) = (Some(formation), targets.first().copied());
        let ask = Ask::new(seat, "join-assault", rule!("EA-MULT-008"));
        let Pick::Formation(own) = cx.choose(s, ask, &options)? else { continue };
        s.joined.push(seat);
        s.formation_mut(own).acted = true;
        overwatch::end(s, cx, own, rules!["EA-OVER-004", "EA-OVER-005"]);
        let rules = rules!["EA-MULT-008", "EA-MING-002"];
        cx.emit(rules, Event::Declared { formation: own, action: ActionName::Engage, retaining: false });
        // Its own Blast markers count alone.
        let fought = s.assault.take();
        let passed = action::test(s, cx, own, ActionName::Engage, false)?;
        s.assault = fought;
        if passed {
            if let Some(assault) = &mut s.assault {
                assault.sides[0].push(own);
            }
        } else {
            let count = cx.fixed().numbers().failed_test.markers;
            markers::give(s, cx, own, count, None, rules!["EA-INIT-006", "EA-BM-001"])?;
            if !markers::check(s, cx, own, None)? {
                hold(s, cx, own)?;
            }
        }
    }
    s.about.formation = Some(formation);
    Ok(())
}

/// EA-ACT-014: whoever failed the test holds.
fn hold(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    s.about.formation = Some(formation);
    let ways = manners(cx.fixed(), s, formation, ActionName::Hold);
    if ways.is_empty() {
        return Ok(());
    }
    let ask = Ask::new(s.owner(formation), "manner", rule!("EA-ACT-014"));
    let manner = cx.choose(s, ask, &ways)?;
    cx.emit(rules!["EA-ACT-014"], Event::Manner { formation, manner });
    match manner {
        Manner::Move => movement::make(s, cx, formation, 1, rules!["EA-ACT-014"]),
        Manner::Shoot => shooting::shoot(s, cx, formation, ActionName::Hold, 0),
        Manner::Regroup => markers::regroup(s, cx, formation),
    }
}
