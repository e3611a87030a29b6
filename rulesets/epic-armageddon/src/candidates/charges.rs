//! Charges and counter charges worth making, for the formation as a whole.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Body, Length, Moved, Pose};
use grognard_tabletop::marches;
use smallvec::smallvec;

use super::{moves, rides};
use crate::assault::Role;
use crate::choice::{Choice, MoveKind, Way};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::assault::units_of;
use crate::legal::charges::{closest, most_touching};
use crate::legal::moves::{Move, limit};
use crate::legal::zones;
use crate::state::State;

/// A straight way of a unit to a body: so far from it in the end, and no further than it may.
fn straight(moved: &Moved<'_>, unit: UnitId, goal: &Body, short: Length, most: Length) -> Option<Way> {
    let own = moved.body(unit)?;
    let (ours, theirs) = own.outline.closest_points(&goal.outline);
    let gap = theirs - ours;
    let far = (gap.length() - short).min(most - marches::SLACK);
    if far <= Length::ZERO {
        return None;
    }
    Some((unit, smallvec![Pose { at: own.pose.at + gap.with_length(far), ..own.pose }]))
}

/// The formation charges into contact with as many as it can; who reaches nobody comes within a firefight.
pub fn charge_at(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Way> {
    let Some(assault) = &s.assault else { return Vec::new() };
    let kind = MoveKind::Charge;
    let manoeuvre = Move::new(fixed, s, formation, kind);
    let mut moved = Moved::new(&s.table);
    let targets: Vec<UnitId> = units_of(s, assault.of(Role::Defender)).map(|(unit, _)| unit).collect();
    let far = |moved: &Moved<'_>, unit: UnitId, target: UnitId| {
        Some(moved.body(unit)?.horizontal(moved.body(target)?))
    };
    let mut order: Vec<(Length, UnitId)> = s
        .standing(formation)
        .filter_map(|(unit, _)| Some((targets.iter().filter_map(|to| far(&moved, unit, *to)).min()?, unit)))
        .collect();
    order.sort_unstable();
    let mut ways: Vec<Way> = Vec::new();
    for (_, unit) in order {
        let most = limit(fixed, kind, unit);
        let mut near: Vec<(Length, UnitId)> =
            targets.iter().filter_map(|to| Some((far(&moved, unit, *to)?, *to))).collect();
        near.sort_unstable();
        let touching = |moved: &Moved<'_>, foe: &Body| {
            let own = s.formation(formation).units.iter().filter_map(|unit| moved.body(*unit));
            own.filter(|body| body.in_contact(foe)).count()
        };
        let open = near.iter().filter(|(_, to)| {
            moved.body(*to).is_some_and(|foe| touching(&moved, foe) < most_touching(fixed, kind, *to))
        });
        let open: Vec<(Length, UnitId)> = open.copied().take(3).collect();
        // Into contact, else just outside of its zone, else nearer.
        let contacts = open.iter().filter(|(gap, _)| *gap <= most).map(|(_, to)| (*to, marches::SLACK));
        let apart = near.first().map(|(_, to)| (*to, zones::zone(fixed, *to) + Length::MILLIMETRE));
        let tried: Vec<(UnitId, Length)> = contacts.chain(apart).collect();
        for (to, short) in tried {
            let Some(goal) = moved.body(to).cloned() else { continue };
            let Some(way) = straight(&moved, unit, &goal, short, most) else { continue };
            if moves::try_way(&manoeuvre, &mut moved, &way) {
                ways.push(way);
                break;
            }
        }
    }
    ways
}

/// Sensible charges: into contact, into a firefight, with those aboard getting out, or none.
pub fn charges(fixed: &Fixed, s: &State, formation: FormationId, _rng: &mut SplitMix) -> Vec<Choice> {
    let kind = MoveKind::Charge;
    let mut all = Vec::new();
    let contact = charge_at(fixed, s, formation);
    all.extend(rides::getting_out(fixed, s, formation, kind, &contact));
    all.push(Choice::Paths(formation, contact, Vec::new()));
    all.extend(firefight(fixed, s, formation).map(|ways| Choice::Paths(formation, ways, Vec::new())));
    all.extend(through(fixed, s, formation).map(|ways| Choice::Paths(formation, ways, Vec::new())));
    all.push(Choice::Paths(formation, moves::gathered(fixed, s, formation, kind), Vec::new()));
    all.push(Choice::Paths(formation, evade(fixed, s, formation), Vec::new()));
    all.dedup();
    all
}

/// EA-ZOC-007: those who stand in the zones of others leave them, as far as they can; nobody else moves.
pub fn evade(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Way> {
    let manoeuvre = Move::new(fixed, s, formation, MoveKind::Charge);
    let mut moved = Moved::new(&s.table);
    let (mut left, mut ways) = (manoeuvre.in_other_zones(), Vec::new());
    loop {
        let found = left.iter().find_map(|unit| manoeuvre.way_out(&moved, *unit));
        let Some(way) = found else { return ways };
        if let Some(end) = way.1.last() {
            moved.move_to(way.0, *end);
        }
        left.retain(|unit| *unit != way.0);
        ways.push(way);
    }
}

/// EA-WE-041: war engines go on through the nearest enemies as far as they can, pushing them aside.
fn through(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Vec<Way>> {
    let assault = s.assault.as_ref()?;
    let manoeuvre = Move::new(fixed, s, formation, MoveKind::Charge);
    let mut moved = Moved::new(&s.table);
    let mut ways: Vec<Way> = Vec::new();
    for (unit, own) in s.standing(formation).filter(|(unit, _)| fixed.kind(*unit).is_war_engine()) {
        let foes = units_of(s, assault.of(Role::Defender));
        let (_, _, foe) =
            foes.map(|(to, foe)| (own.horizontal(foe), to, foe)).min_by_key(|(far, to, _)| (*far, *to))?;
        let far = limit(fixed, MoveKind::Charge, unit) - marches::SLACK;
        let step = (foe.pose.at - own.pose.at).with_length(far);
        let way: Way = (unit, smallvec![Pose { at: own.pose.at + step, ..own.pose }]);
        if moves::try_way(&manoeuvre, &mut moved, &way) {
            ways.push(way);
        }
    }
    (!ways.is_empty()).then_some(ways)
}

/// The whole formation as it stands, to within a firefight.
fn firefight(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Vec<Way>> {
    let assault = s.assault.as_ref()?;
    let manoeuvre = Move::new(fixed, s, formation, MoveKind::Charge);
    let pairs = s.standing(formation).flat_map(|(_, own)| {
        units_of(s, assault.of(Role::Defender)).map(move |(to, foe)| (own.horizontal(foe), to, own, foe))
    });
    let (_, to, own, foe) = pairs.min_by_key(|(far, to, ..)| (*far, *to))?;
    let (from, there) = own.outline.closest_points(&foe.outline);
    let gap = there - from;
    let zone = zones::zone(fixed, to);
    let reach = fixed.numbers().firefight.within.0;
    [zone + Length::MILLIMETRE, reach.half(), reach - Length::MILLIMETRE].into_iter().find_map(|short| {
        let far = gap.length() - short;
        (far > Length::ZERO).then(|| marches::formation_by(&manoeuvre, gap.with_length(far))).flatten()
    })
}

/// Everybody who touches no enemy goes for the closest, where that is legal.
pub fn counter_charge(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Choice> {
    let kind = MoveKind::CounterCharge;
    let manoeuvre = Move::new(fixed, s, formation, kind);
    let mut moved = Moved::new(&s.table);
    let mut order: Vec<(Length, UnitId)> = s
        .standing(formation)
        .filter_map(|(unit, _)| Some((closest(&manoeuvre, &moved, unit)?.0, unit)))
        .filter(|(far, _)| *far > Length::CONTACT)
        .collect();
    order.sort_unstable();
    let mut ways: Vec<Way> = Vec::new();
    for (_, unit) in order {
        let Some((_, enemy)) = closest(&manoeuvre, &moved, unit) else { continue };
        let Some(goal) = moved.body(enemy).cloned() else { continue };
        let Some(way) = straight(&moved, unit, &goal, marches::SLACK, limit(fixed, kind, unit)) else {
            continue;
        };
        if moves::try_way(&manoeuvre, &mut moved, &way) {
            ways.push(way);
        }
    }
    let choice = Choice::Paths(formation, ways, Vec::new());
    let legal = crate::legal::moves::check(fixed, s, formation, kind, 1, &choice).is_empty();
    (legal && !matches!(&choice, Choice::Paths(_, ways, _) if ways.is_empty())).then_some(choice)
}
