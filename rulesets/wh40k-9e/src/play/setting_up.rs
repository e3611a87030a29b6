//! Only War before the first round (9E-MIS-001): markers (9E-MIS-004), zones, the first turn (9E-MIS-007) (TAB-20).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use crate::Nine;
use crate::choice::{Choice, MoveKind, MoveShape, Shape, Word};
use crate::course::Course;
use crate::data::sheet::Ability;
use crate::event::Event;
use crate::ids::{Side, UnitId};
use crate::keyword::Keywords;
use crate::measure;
use crate::play::{damage, movement, roll_off};
use crate::state::{Flow, State};

/// 9E-ONW-012: the winner of a roll-off places the first marker.
pub fn marker_roll(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    introduce(s, cx);
    let next = roll_off(cx, "roll-off.markers", rules!["9E-ONW-012", "9E-DIC-013"])?;
    s.flow = Flow::Markers { next };
    Ok(())
}

/// The first three steps of the mission: who fights (9E-MIS-002), what for (9E-MIS-003), and where (9E-MIS-004).
fn introduce(s: &State, cx: &mut Ctx<'_, Nine>) {
    let fixed = cx.fixed();
    let step = |step: u8| Event::Course(Course::Mission { step });
    cx.emit(rules!["9E-MIS-001"], step(1));
    let armies = Course::Armies { power: fixed.powers, size: fixed.size as u8 };
    cx.emit(rules!["9E-MIS-002", "9E-ONW-001", "9E-ONW-002"], Event::Course(armies));
    for side in Side::BOTH {
        let Some(model) = fixed.warlords[side.index()] else { continue };
        // 9E-ONW-004, 9E-AMB-089: a trait for characters only, and there is one to choose.
        let inspires = fixed.kind(model).keywords.any(Keywords::CHARACTER);
        let rules: &[RuleId] =
            if inspires { rules!["9E-ONW-003", "9E-ONW-004"] } else { rules!["9E-ONW-003"] };
        cx.emit(rules, Event::Course(Course::Warlord { side, model, inspires }));
    }
    cx.emit(rules!["9E-MIS-001"], step(2));
    let rounds = fixed.rounds(s.mission);
    cx.emit(rules!["9E-MIS-003"], Event::Course(Course::Briefing { rounds }));
    cx.emit(rules!["9E-MIS-001"], step(3));
    let least = fixed.least_table();
    let field = Course::Field { size: fixed.battlefield.size, least };
    cx.emit(rules!["9E-MIS-004", "9E-ONW-011"], Event::Course(field));
}

/// 9E-ONW-012: markers by turns.
pub fn marker(s: &mut State, cx: &mut Ctx<'_, Nine>, side: Side) -> Step {
    let ask = Ask::new(side.seat(), "marker", rule!("9E-ONW-012"));
    let Choice::PutMarker(spot) = cx.propose(s, ask, Shape::Marker)? else {
        return cx.broken("a marker's place was answered with something else");
    };
    s.markers.push(spot);
    let number = s.markers.len() as u8;
    let placed = Event::MarkerPlaced { side, number, at: spot };
    cx.emit(rules!["9E-ONW-012", "9E-OBJ-002"], placed);
    let all = number == cx.fixed().numbers().markers.count;
    let next = if applies(rule!("9E-ONW-012")) { side.other() } else { side };
    s.flow = if all { Flow::Zones } else { Flow::Markers { next } };
    Ok(())
}

/// 9E-ONW-015: a second roll-off; its winner picks a zone. The other one deploys first (9E-ONW-016).
pub fn zones(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    cx.emit(rules!["9E-MIS-001"], Event::Course(Course::Mission { step: 4 }));
    let winner = roll_off(cx, "roll-off.zones", rules!["9E-ONW-015", "9E-DIC-013"])?;
    let ask = Ask::new(winner.seat(), "zone", rule!("9E-ONW-015"));
    let pick = cx.choose(s, ask, &[Word::Left, Word::Right])?;
    let zone = u8::from(pick == Word::Right);
    s.zones[winner.index()] = zone;
    s.zones[winner.other().index()] = 1 - zone;
    // 9E-MIS-005: on another table than the smallest the zones grow with it.
    let rules: &[RuleId] = if cx.fixed().battlefield.size == cx.fixed().least_table() {
        rules!["9E-ONW-015", "9E-ONW-030"]
    } else {
        rules!["9E-ONW-015", "9E-ONW-030", "9E-MIS-005"]
    };
    let (low, high) = measure::zone(cx.fixed(), zone);
    let depth = high.x - low.x;
    cx.emit(rules, Event::ZoneChosen { side: winner, zone, depth });
    s.active = if applies(rule!("9E-ONW-016")) { winner.other() } else { winner };
    s.flow = Flow::PreDeploy { side: s.active };
    Ok(())
}

/// 9E-ONW-021: the winner of another roll-off takes the first or the second turn, for the whole battle.
pub fn first_turn(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    cx.emit(rules!["9E-MIS-001", "9E-MIS-007"], Event::Course(Course::Mission { step: 5 }));
    let winner = roll_off(cx, "roll-off.first-turn", rules!["9E-ONW-021", "9E-DIC-013"])?;
    let ask = Ask::new(winner.seat(), "first-turn", rule!("9E-ONW-021"));
    let pick = cx.choose(s, ask, &[Word::First, Word::Second])?;
    s.first = if pick == Word::First { winner } else { winner.other() };
    s.active = s.first;
    cx.emit(rules!["9E-ONW-021", "9E-RND-002"], Event::FirstTurn { side: s.first });
    s.flow = Flow::PreBattle;
    Ok(())
}

/// 9E-MIS-008, 9E-ONW-022: rules before the battle; where both have some, the winner of a roll-off says in what order
/// (9E-SEQ-002).
pub fn pre_battle(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    cx.emit(rules!["9E-MIS-001", "9E-ONW-022"], Event::Course(Course::Mission { step: 6 }));
    let fixed = cx.fixed();
    let movers = |s: &State, side: Side| -> Vec<UnitId> {
        let units = s.on_table(side).filter(|_| applies(rule!("9E-MIS-008")));
        units.filter(|unit| before_battle(fixed, s, *unit).is_some()).collect()
    };
    let [red, blue] = Side::BOTH.map(|side| !movers(s, side).is_empty());
    let (chooser, rule) = match (red, blue) {
        (true, true) if applies(rule!("9E-SEQ-002")) => {
            (roll_off(cx, "roll-off.pre-battle", rules!["9E-SEQ-002"])?, rule!("9E-SEQ-002"))
        }
        (true, true) => (Side::Red, rule!("9E-SEQ-002")),
        (true, false) => (Side::Red, rule!("9E-SEQ-001")),
        (false, _) => (Side::Blue, rule!("9E-SEQ-001")),
    };
    let mut left: Vec<UnitId> = movers(s, chooser).into_iter().chain(movers(s, chooser.other())).collect();
    while let Some(unit) = damage::next_of(s, cx, &mut left, chooser, rule)? {
        let Some(distance) = before_battle(fixed, s, unit) else { continue };
        s.about.unit = Some(unit);
        let ask = Ask::new(s.unit(unit).side.seat(), "before-battle", rule!("9E-MIS-008"));
        if cx.choose(s, ask, &[Word::No, Word::Yes])? == Word::Yes {
            let kind = MoveKind::BeforeBattle;
            let shape = MoveShape { unit, kind, distance, may_decline: false };
            movement::make(s, cx, shape, rules!["9E-MIS-008"])?;
        }
    }
    cx.emit(rules!["9E-MIS-001", "9E-ONW-023"], Event::Course(Course::Mission { step: 7 }));
    begin_round(s, cx);
    Ok(())
}

fn before_battle(fixed: &crate::fixed::Fixed, s: &State, unit: UnitId) -> Option<Length> {
    s.any_kind(fixed, unit)?.find(|ability| match ability {
        Ability::Ambush { before, .. } => Some(before.0),
        _ => None,
    })
}

/// 9E-RND-001: a battle round of one turn each; 9E-RND-002: the same player always first.
pub fn begin_round(s: &mut State, cx: &mut Ctx<'_, Nine>) {
    s.round += 1;
    s.attempted = [0; 2];
    // 9E-GEN-003: round after round, until the mission says that it is over.
    let rules: &[RuleId] = if s.round > 1 {
        rules!["9E-RND-001", "9E-GEN-003", "9E-RND-002"]
    } else {
        rules!["9E-RND-001", "9E-GEN-003"]
    };
    cx.emit(rules, Event::Round { round: s.round });
    if s.round > 1 && !applies(rule!("9E-RND-002")) {
        s.first = s.first.other();
    }
    s.active = s.first;
    s.flow = Flow::Command;
}
