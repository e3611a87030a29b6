//! Armies of which a part begins off the table and comes later by a timetable (EA-SEE-003, EA-SPF-009 to EA-SPF-011,
//! EA-SSL-012, EA-SSL-013; T-36).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, SeatId, rule, rules};

use crate::Epic;
use crate::abilities::Ability;
use crate::air::Sky;
use crate::arrivals::Means;
use crate::choice::{Choice, Word};
use crate::data::scenario::{Reinforcement, ZoneKind};
use crate::data::unit::FlightClass;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::garrisons::may_be;
use crate::state::{Place, State};

#[derive(Clone, Copy)]
enum Post {
    Formation(FormationId),
    Nobody,
}

impl From<Post> for Choice {
    fn from(post: Post) -> Choice {
        match post {
            Post::Formation(formation) => Choice::Formation(formation),
            Post::Nobody => Choice::Word(Word::NoMore),
        }
    }
}

/// The side with this name in the scenario.
pub fn side_of(fixed: &Fixed, id: &str) -> Option<SeatId> {
    fixed.scenario.side.iter().position(|side| side.id == id).map(|at| SeatId(at as u8))
}

/// T-36: the turn in which a formation comes, by the timetable of the scenario.
pub fn turn_of(fixed: &Fixed, s: &State, formation: FormationId) -> u8 {
    let kinds = || s.formation(formation).units.iter().map(|unit| fixed.kind(*unit));
    let slowest = kinds().map(|kind| kind.speed).min();
    let fits = |row: &&Reinforcement| match (row.who.as_str(), row.speed) {
        ("slowest-faster-than", Some(speed)) => slowest > Some(speed.0),
        ("not-only-speed-upto", Some(speed)) => kinds().any(|kind| kind.speed > speed.0),
        ("fighters-only", _) => kinds().all(|kind| kind.flight == Some(FlightClass::Fighter)),
        ("aircraft-and-skimmers-and-cargo", _) => {
            kinds().all(|kind| kind.flight.is_some() || kind.has(Ability::Skimmer))
        }
        // EA-SHR-015: whoever is carried does not count for the Speed.
        ("aircraft-without-troops", _) => {
            let empty = |unit: &UnitId| s.aboard(*unit).next().is_none();
            kinds().all(|kind| kind.flight.is_some()) && s.formation(formation).units.iter().all(empty)
        }
        ("transport-aircraft", _) => kinds().all(|kind| kind.flight.is_some()),
        ("teleport", _) => kinds().all(|kind| kind.has(Ability::Teleport)),
        ("slowest-from", Some(speed)) => {
            let carried = kinds().any(|kind| !kind.transport.is_empty());
            let own = kinds().filter(|kind| !carried || kind.class != crate::kind::Class::Infantry);
            own.map(|kind| kind.speed).min() >= Some(speed.0)
        }
        ("aircraft" | "aircraft-and-cargo", _) => kinds().all(|kind| kind.flight.is_some()),
        ("others", _) => true,
        _ => false,
    };
    let side = fixed.scenario.side.get(s.owner(formation).index()).map_or("", |own| own.id.as_str());
    let of =
        |row: &&Reinforcement| row.scenario == fixed.scenario.id && (row.side == "both" || row.side == side);
    let row = fixed.data.scenario_tables.reinforcement.iter().filter(of).find(fits);
    row.map_or(1, |row| row.from_turn)
}

/// Whether those who come by the timetable have to come when it is their turn.
pub fn must_come(fixed: &Fixed) -> bool {
    // EA-SWP-009.
    if crate::plant::is_on(fixed) {
        return true;
    }
    let rows = &fixed.data.scenario_tables.reinforcement;
    rows.iter().any(|row| row.scenario == fixed.scenario.id && row.must)
}

/// Whether each formation comes in on an edge of its own, by chance.
pub fn by_chance(fixed: &Fixed) -> bool {
    let rows = &fixed.data.scenario_tables.reinforcement;
    rows.iter().any(|row| row.scenario == fixed.scenario.id && row.entry.starts_with("random-edge"))
}

/// Whether an army has yet to be divided.
pub fn is_open(fixed: &Fixed, s: &State) -> bool {
    let words = ["split-army", "captures-last"];
    !s.divided && words.iter().any(|word| fixed.is_special(word))
}

/// Asks the next question about it.
pub fn divide(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let fixed = cx.fixed();
    let (Some(defender), Some(attacker)) = (side_of(fixed, "defender"), side_of(fixed, "attacker")) else {
        return cx.broken("nobody defends");
    };
    let own = |id: &FormationId| s.owner(*id) == defender && s.formation(*id).flight.sky != Sky::Away;
    let own: Vec<FormationId> = s.formation_ids().filter(own).collect();
    if fixed.is_special("split-army") {
        split(s, cx, defender, attacker, &own)
    } else {
        post(s, cx, defender, &own)
    }
}

/// EA-SPF-009: two parts of at least one formation each; the attacker chooses which of them begins on the table.
fn split(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    defender: SeatId,
    attacker: SeatId,
    own: &[FormationId],
) -> Step {
    let rule = rule!("EA-SPF-009");
    if let Some(formation) = own.get(s.parts.len()).copied() {
        let same = s.parts.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let last = s.parts.len() + 1 == own.len();
        let options = match s.parts.first() {
            Some((_, true)) if last && same => vec![Word::Second],
            Some((_, false)) if last && same => vec![Word::First],
            _ => vec![Word::First, Word::Second],
        };
        s.about.formation = Some(formation);
        let word = cx.choose(s, Ask::new(defender, "part", rule), &options)?;
        s.parts.push((formation, word == Word::First));
        return Ok(());
    }
    let word = cx.choose(s, Ask::new(attacker, "which-part", rule), &[Word::First, Word::Second])?;
    for (formation, first) in s.parts.clone() {
        if first == (word == Word::First) {
            // EA-SPF-010: whoever could teleport or be carried is set up, too.
            s.formation_mut(formation).flight.asked = true;
        } else {
            hold_back(s, cx, formation, rules!["EA-SPF-009", "EA-SPF-011"]);
        }
    }
    s.divided = true;
    Ok(())
}

/// EA-SSL-012: at most half of the formations, rounded up, are set up, of those that may be garrisons. EA-SSL-013: all others
/// wait.
fn post(s: &mut State, cx: &mut Ctx<'_, Epic>, defender: SeatId, own: &[FormationId]) -> Step {
    let named = |s: &State, id: FormationId| s.parts.iter().any(|(known, _)| *known == id);
    let able: Vec<Post> = own
        .iter()
        .copied()
        .filter(|id| !named(s, *id) && may_be(cx.fixed(), *id) && s.formation(*id).flight.sky == Sky::Ground)
        .map(Post::Formation)
        .collect();
    if s.parts.len() < own.len().div_ceil(2) && !able.is_empty() {
        let options: Vec<Post> = able.into_iter().chain([Post::Nobody]).collect();
        let ask = Ask::new(defender, "garrison", rule!("EA-SSL-012"));
        if let Post::Formation(formation) = cx.choose(s, ask, &options)? {
            s.parts.push((formation, true));
            s.formation_mut(formation).flight.asked = true;
            return Ok(());
        }
    }
    for formation in own.iter().copied().filter(|id| !named(s, *id)).collect::<Vec<_>>() {
        hold_back(s, cx, formation, rules!["EA-SSL-012", "EA-SSL-013", "EA-AMB-168"]);
    }
    s.divided = true;
    Ok(())
}

/// A formation waits until its turn of the timetable; aircraft fly in from then on.
pub fn hold_back(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, rules: &[RuleId]) {
    let turn = turn_of(cx.fixed(), s, formation);
    let own = s.formation_mut(formation);
    own.arrives = Some(turn);
    if own.flight.sky == Sky::Ground {
        own.means = Some(Means::Edge);
    }
    cx.emit(rules, Event::Reserve { formation, means: Means::Edge });
}

/// EA-SSL-002: some defenders have no spacecraft: theirs take no part.
pub fn ground_spacecraft(s: &mut State, cx: &mut Ctx<'_, Epic>) {
    let fixed = cx.fixed();
    let Some(defender) = side_of(fixed, "defender").filter(|_| fixed.is_special("no-defending-spacecraft"))
    else {
        return;
    };
    for formation in s.formation_ids() {
        let own = s.formation(formation);
        if own.side == defender && own.flight.sky == Sky::Orbit {
            s.formation_mut(formation).flight.sky = Sky::Away;
            if fixed.is_special("captures-last") {
                cx.emit(rules!["EA-SSL-002"], Event::Left { formation, own_edge: true });
            }
        }
    }
}

/// EA-SPF-001, EA-SPF-016: of those who come from the sky nobody is set up; whoever found no way down takes no part.
pub fn leave_behind(s: &mut State, cx: &mut Ctx<'_, Epic>) {
    if !cx.fixed().is_special("attackers-from-the-sky") {
        return;
    }
    for formation in s.formation_ids() {
        let own = s.formation(formation);
        let zones = cx.fixed().side_zones(s, own.side);
        let from_the_sky = zones.first().is_some_and(|zone| zone.kind == ZoneKind::Reserve);
        let waits = |unit: &UnitId| s.units[unit.index()].place == Place::Waiting;
        if from_the_sky
            && own.means.is_none()
            && own.flight.sky == Sky::Ground
            && own.units.iter().all(waits)
            && !own.units.is_empty()
        {
            s.formation_mut(formation).flight.sky = Sky::Away;
            cx.emit(rules!["EA-SPF-001", "EA-SPF-016"], Event::Left { formation, own_edge: true });
        }
    }
}
