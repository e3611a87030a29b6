//! How a vehicle's stated move is made: rams, skids, bogs, pop-ups, landings, hit and run attacks (COL, BIK, SKM).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Angle, Length, Outline, Pose};
use smallvec::{SmallVec, smallvec};

use super::collide::{self, Met};
use super::{
    Air, Fire, Lasting, Speed, boarding, crew, damage, is_bike, is_walker, motive, moving, muster::blow_id,
};
use crate::Second;
use crate::choice::{Choice, Gait, MoveShape, Way, Word};
use crate::data::amount::Amount;
use crate::data::datafaxes::Motive;
use crate::data::ground::{Class, SightKind};
use crate::duel::{self, Verdict};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves;
use crate::pace;
use crate::play::{combat, morale, movement, path};
use crate::state::{Moved, Place, State};

/// An enemy so near to the way of a bike is passed by it.
const PASSED: Length = Length::INCH;

/// What a vehicle may do beside driving: ram, pop up, land.
pub fn words(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Word> {
    let mut found = Vec::new();
    let Some(model) = s.unit(unit).models.first().copied() else { return found };
    let Some(vehicle) = s.vehicle(model) else { return found };
    let shape = MoveShape::new(unit, Gait::Walk);
    let Some(limit) = moving::limit(fixed, s, &shape, model) else { return found };
    let skimmer = motive(fixed, model) == Some(Motive::Skimmer);
    // 2E-COL-002, 2E-COL-004: fast vehicles ram; creatures and walkers do not.
    if !is_walker(fixed, model) && !skimmer && collide::is_fast(fixed, limit) {
        found.push(Word::Ram);
    }
    if skimmer && vehicle.air == Air::Flies {
        // 2E-SKM-003: it stood or went slowly in its last move.
        if vehicle.speed <= Speed::Slow && !vehicle.damage.contains(&Lasting::NoPopUp) {
            found.push(Word::PopUp);
        }
        found.push(Word::Land);
    }
    found
}

/// A limping walker rolls how far it gets in this turn.
pub fn limp(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    let sides = cx.fixed().numbers().limp.most as u8;
    for model in s.unit(unit).models.clone() {
        let limps = s.has_damage(model, |known| known == Lasting::Limps);
        if limps && s.vehicle(model).is_some_and(|vehicle| vehicle.limp == 0) {
            let far = Amount { dice: 1, sides, plus: 0 }.roll(cx, "roll.limps", rules!["2E-PEN-005"])?;
            if let Some(vehicle) = s.vehicle_mut(model) {
                vehicle.limp = far;
            }
        }
    }
    Ok(())
}

/// Makes the stated move of a vehicle or of a squad of bikes.
pub fn make(s: &mut State, cx: &mut Ctx<'_, Second>, shape: MoveShape, ways: Vec<Way>) -> Step {
    let fixed = cx.fixed();
    let unit = shape.unit;
    let Some(model) = s.unit(unit).models.first().copied() else { return Ok(()) };
    match shape.gait {
        Gait::PopUp => return pop_up(s, cx, shape, model),
        Gait::Land => return land(s, cx, model),
        _ if is_walker(fixed, model) => {
            brush_aside(s, cx, model);
            return movement::make(s, cx, shape, ways);
        }
        _ => {}
    }
    for (model, stops) in &ways {
        let far = s.pose(*model).map_or(Length::ZERO, |pose| moving::length(pose, stops));
        if let Some(vehicle) = s.vehicle_mut(*model) {
            vehicle.declared = far.0;
            // 2E-SKM-001: a landed skimmer takes off.
            if far > Length::ZERO
                && vehicle.air == Air::Ground
                && motive(fixed, *model) == Some(Motive::Skimmer)
            {
                vehicle.air = Air::Flies;
            }
        }
    }
    let mut rules: Vec<RuleId> = moves::remarks(fixed, s, &shape, &ways);
    if shape.gait == Gait::Ram {
        rules.push(rule!("2E-COL-002"));
    }
    let starts: Vec<(ModelId, Pose)> =
        ways.iter().filter_map(|(model, _)| Some((*model, s.pose(*model)?))).collect();
    let stated = ways.clone();
    let (ways, doomed) = skid(s, cx, ways)?;
    let (ways, met) = if shape.gait == Gait::Ram { cut(fixed, s, ways) } else { (ways, Vec::new()) };
    let left = match &ways[..] {
        [way] => boarding::on_the_way(s, cx, way)?,
        _ => None,
    };
    if let (Some((leaving, stop)), [(_, stops)]) = (left, &ways[..]) {
        let whole = s.pose(model).map_or(Length::ZERO, |pose| moving::length(pose, stops));
        let (first, rest) = stops.split_at(usize::from(stop));
        let part = |stops: &[Pose]| -> Vec<Way> { vec![(model, stops.iter().copied().collect())] };
        if !path::go(s, cx, shape, part(first), None)? {
            moving::moved(fixed, s, unit);
            return Ok(());
        }
        boarding::leave_on_the_way(s, cx, leaving, whole)?;
        if !path::go(s, cx, shape, part(rest), None)? {
            moving::moved(fixed, s, unit);
            return Ok(());
        }
    } else if !path::go(s, cx, shape, ways.clone(), None)? {
        moving::moved(fixed, s, unit);
        return Ok(());
    }
    moving::moved(fixed, s, unit);
    cx.emit(&rules, Event::Moved { unit, ways: ways.clone() });
    for (model, met) in met {
        if s.table.body(model).is_some() {
            meet(s, cx, model, met)?;
        }
    }
    for (model, facing) in doomed {
        wreck_runs_on(s, cx, model, facing)?;
    }
    for (model, start) in starts {
        let stops = stated.iter().find(|(other, _)| *other == model).map(|(_, stops)| stops.clone());
        bog(s, cx, model, start)?;
        hit_and_run(s, cx, model, start, &stops.unwrap_or_default())?;
    }
    morale::together(s, cx, unit);
    Ok(())
}

fn meet(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, met: Met) -> Step {
    match met {
        // 2E-VTR-006: a bike that goes too fast over rough ground crashes.
        Met::Ground(_) => collide::crash(s, cx, model, rules!["2E-VTR-006"]),
        met => collide::collide(s, cx, model, met),
    }
}

/// 2E-VHH-010: a machine moves out of hand-to-hand combat as it likes.
fn brush_aside(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) {
    if !applies(rule!("2E-VHH-010")) {
        return;
    }
    if s.is_engaged(model) {
        s.disengage(model);
        cx.emit(rules!["2E-VHH-010"], Event::Happened { what: "event.brushes-aside", model, other: None });
    }
}

/// 2E-VHH-010: whether an opponent of similar size holds a machine in combat.
pub fn is_held(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    if !applies(rule!("2E-VHH-010")) {
        return false;
    }
    s.opponents(model).any(|other| fixed.kind_of(other).has("large") || s.vehicle(other).is_some())
}

/// Ways of a ram, cut where each vehicle meets something, and what it is.
fn cut(fixed: &Fixed, s: &State, ways: Vec<Way>) -> (Vec<Way>, Vec<(ModelId, Met)>) {
    let mut met = Vec::new();
    let mut found = Vec::new();
    for (model, stops) in ways {
        let Some(start) = s.pose(model) else { continue };
        let form = fixed.ground.form(fixed.form(model));
        let mut from = start;
        let mut kept: SmallVec<[Pose; 2]> = SmallVec::new();
        for stop in stops {
            let body = form.body(from);
            let step = stop.at - from.at;
            let (mut far, mut what) = collide::ahead(fixed, s, model, &body, step, false);
            if let Some((nearer, rough)) = rough(fixed, model, from, stop).filter(|(nearer, _)| *nearer < far)
            {
                (far, what) = (nearer, Some(rough));
            }
            if let Some(what) = what {
                kept.push(Pose { at: from.at + step.with_length(far), facing: from.facing, ..from });
                met.push((model, what));
                break;
            }
            kept.push(stop);
            from = stop;
        }
        found.push((model, kept));
    }
    (found, met)
}

/// Where a bike at speed comes onto rough ground (2E-VTR-006).
fn rough(fixed: &Fixed, model: ModelId, from: Pose, to: Pose) -> Option<(Length, Met)> {
    if motive(fixed, model) != Some(Motive::Bike) {
        return None;
    }
    let step = to.at - from.at;
    let quarters = step.length().0 * 4 / Length::INCH.0;
    (0..=quarters).find_map(|part| {
        let far = Length(part * Length::INCH.0 / 4);
        let at = from.at + step.with_length(far);
        let hard =
            |piece: &crate::data::ground::Piece| piece.sight == SightKind::Wood || piece.ground > Class::Open;
        let features = &fixed.battlefield.features;
        let found = features.iter().position(|feature| hard(&feature.piece) && feature.area.contains(at));
        found.map(|feature| (far, Met::Ground(feature)))
    })
}

/// Ways that are gone, and the bikes that are lost at their ends, with where they looked.
type Skidded = (Vec<Way>, Vec<(ModelId, Angle)>);

/// 2E-BIK-003: a test for each skid turn; the bikes that are lost end their way at the turn, with where they looked.
fn skid(s: &mut State, cx: &mut Ctx<'_, Second>, ways: Vec<Way>) -> Step<Skidded> {
    let fixed = cx.fixed();
    let (mut kept, mut doomed) = (Vec::new(), Vec::new());
    for (model, mut stops) in ways {
        let Some(start) = s.pose(model) else { continue };
        let turns = moving::skids(fixed, model, start, &stops);
        let fast = moving::band_of(fixed, model, moving::length(start, &stops)) == Speed::Fast;
        for leg in turns {
            let charts = &fixed.data.charts.skids;
            let [face] = cx.roll::<1>(6, "roll.skid", rules!["2E-BIK-003"])?;
            let row = if fast { &charts.fast } else { &charts.combat };
            let result = row.get(usize::from(face) - 1).map_or("turned", String::as_str);
            let fire = match result {
                "destroyed" => {
                    let before = if leg == 0 { start } else { stops[leg - 1] };
                    stops.truncate(leg + 1);
                    let end = Pose { facing: before.facing, ..stops[leg] };
                    stops[leg] = end;
                    doomed.push((model, before.facing));
                    let what = Event::Happened { what: "event.skid-destroyed", model, other: None };
                    cx.emit(rules!["2E-BIK-003", "2E-BIK-004"], what);
                    break;
                }
                "no-fire" => Fire::None,
                "rider-no-fire" => Fire::NoRider,
                _ => Fire::All,
            };
            let what = if fire == Fire::All { "event.skids" } else { "event.skids-hard" };
            cx.emit(rules!["2E-BIK-002", "2E-BIK-003"], Event::Happened { what, model, other: None });
            if let Some(vehicle) = s.vehicle_mut(model) {
                vehicle.fire = vehicle.fire.max(fire);
            }
        }
        kept.push((model, stops));
    }
    Ok((kept, doomed))
}

/// 2E-BIK-004: the wreck runs straight on for the rest of its longest move, and explodes.
fn wreck_runs_on(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, facing: Angle) -> Step {
    if !applies(rule!("2E-BIK-004")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    if s.table.body(model).is_none() {
        return Ok(());
    }
    let riders: Vec<ModelId> = crew::aboard(s, model).collect();
    for rider in riders {
        crew::slay(s, cx, rider, rules!["2E-BIK-004"]);
    }
    let most = moving::end_of(fixed, s, model, Speed::Fast);
    let far = (most - Length(s.model(model).far)).max(Length::ZERO);
    collide::run_on(s, cx, model, facing, far, most)?;
    let numbers = &fixed.numbers().skid_blast;
    let id = blow_id(numbers.strength, "1", 0);
    damage::explode(s, cx, model, numbers.radius.0, Amount { dice: 0, sides: 6, plus: 1 }, &id)
}

/// 2E-VTR-002, 2E-AMB-038: tracks that enter a bog at speed may stick for good.
fn bog(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, start: Pose) -> Step {
    if !applies(rule!("2E-VTR-002")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let Some(end) = s.pose(model) else { return Ok(()) };
    let fast = moving::band_of(fixed, model, Length(s.model(model).far)) > Speed::Slow;
    let enters = fixed.battlefield.features.iter().any(|feature| {
        feature.piece.bog
            && !feature.area.contains(start.at)
            && pace::inside(&feature.area, start.at, end.at) > Length::ZERO
    });
    if motive(fixed, model) != Some(Motive::Tracked) || !fast || !enters {
        return Ok(());
    }
    let numbers = &fixed.numbers().bog;
    let rules = rules!["2E-VTR-002"];
    let face = numbers.roll.roll(cx, "roll.bog", rules)?;
    if face >= numbers.stuck_from
        && let Some(vehicle) = s.vehicle_mut(model)
    {
        vehicle.damage.push(Lasting::Halted);
        cx.emit(rules, Event::Happened { what: "event.stuck", model, other: None });
    }
    Ok(())
}

/// 2E-SKM-003: instead of moving it pops up, under the eyes of whoever is on overwatch.
fn pop_up(s: &mut State, cx: &mut Ctx<'_, Second>, shape: MoveShape, model: ModelId) -> Step {
    if !applies(rule!("2E-SKM-003")) {
        return Ok(());
    }
    let Some(pose) = s.pose(model) else { return Ok(()) };
    let height = cx.fixed().numbers().pop_up.height.0;
    if let Some(vehicle) = s.vehicle_mut(model) {
        vehicle.air = Air::PoppedUp;
    }
    cx.emit(
        rules!["2E-SKM-003", "2E-SKM-004"],
        Event::Happened { what: "event.pops-up", model, other: None },
    );
    let up = Pose { z: pose.z + height, ..pose };
    path::go(s, cx, shape, vec![(model, smallvec![up])], None)?;
    Ok(())
}

/// 2E-SKM-005: after its attack it drops.
pub fn drop_down(s: &mut State, cx: &mut Ctx<'_, Second>) {
    if !applies(rule!("2E-SKM-005")) {
        return;
    }
    let height = cx.fixed().numbers().pop_up.height.0;
    for at in 0..s.vehicles.len() {
        let model = s.vehicles[at].model;
        if s.vehicles[at].air == Air::PoppedUp && s.side_of(model) == s.active {
            s.vehicles[at].air = Air::Flies;
            if let Some(pose) = s.pose(model) {
                s.table.move_to(model, Pose { z: (pose.z - height).max(Length::ZERO), ..pose });
                cx.emit(rules!["2E-SKM-005"], Event::Happened { what: "event.drops", model, other: None });
            }
        }
    }
}

/// 2E-SKM-001: a skimmer lands where it is; faster than slow that is a crash.
fn land(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) -> Step {
    if !applies(rule!("2E-SKM-001")) {
        return Ok(());
    }
    let speed = s.vehicle(model).map_or(Speed::Stationary, |vehicle| vehicle.speed);
    if speed > Speed::Slow {
        return collide::crash(s, cx, model, rules!["2E-SKM-001"]);
    }
    if let Some(vehicle) = s.vehicle_mut(model) {
        (vehicle.air, vehicle.speed) = (Air::Ground, Speed::Stationary);
    }
    cx.emit(rules!["2E-SKM-001"], Event::Happened { what: "event.lands", model, other: None });
    Ok(())
}

/// 2E-BIK-010, 2E-SKM-006: riders may strike at somebody they pass, once.
fn hit_and_run(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, start: Pose, stops: &[Pose]) -> Step {
    if !applies(rule!("2E-BIK-010")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let rider = crew::crew(s, model).next();
    let Some(rider) = rider.filter(|_| is_bike(fixed, model) && s.table.body(model).is_some()) else {
        return Ok(());
    };
    let form = fixed.ground.form(fixed.form(model));
    let mut passed: Vec<ModelId> = Vec::new();
    let mut from = start;
    for stop in stops {
        let swept: Outline = form.body(from).outline.swept(stop.at - from.at);
        for enemy in s.table.ids_within(&swept, PASSED) {
            let foe = s.side_of(enemy) != s.side_of(model) && s.vehicle(enemy).is_none();
            if foe && !passed.contains(&enemy) {
                passed.push(enemy);
            }
        }
        from = *stop;
    }
    if passed.is_empty() || s.unit(s.model(model).unit).moved == Moved::NotYet {
        return Ok(());
    }
    let mut options = vec![Choice::Word(Word::Hold)];
    options.extend(passed.into_iter().map(|enemy| Choice::Slash(model, enemy)));
    s.about = Some(s.model(model).unit);
    let ask = Ask::new(s.side_of(model).seat(), "slash", rule!("2E-BIK-010"));
    let Choice::Slash(_, enemy) = cx.choose(s, ask, &options)? else { return Ok(()) };
    // 2E-BIK-011: whoever strikes does not shoot in this turn.
    if let Some(vehicle) = s.vehicle_mut(model) {
        vehicle.fire = vehicle.fire.max(Fire::NoRider);
    }
    slash(s, cx, model, rider, enemy)
}

/// One die each; the biker charges, is quicker, and nobody parries.
fn slash(s: &mut State, cx: &mut Ctx<'_, Second>, bike: ModelId, rider: ModelId, enemy: ModelId) -> Step {
    let fixed = cx.fixed();
    let numbers = fixed.numbers();
    let skimmer = motive(fixed, bike) == Some(Motive::Skimmer);
    let mut rules = rules!["2E-BIK-010", "2E-BIK-011"].to_vec();
    if skimmer {
        rules.push(rule!("2E-SKM-006"));
    }
    cx.emit(&rules, Event::Happened { what: "event.hit-and-run", model: bike, other: Some(enemy) });
    let mut fighters =
        [duel::fighter(fixed, s, rider, enemy, 1, false), duel::fighter(fixed, s, enemy, rider, 1, false)];
    let mut dice: [Vec<u8>; 2] = [Vec::new(), Vec::new()];
    for (fighter, dice) in fighters.iter_mut().zip(&mut dice) {
        (fighter.dice, fighter.parries) = (numbers.slash.dice, 0);
        *dice = cx.roll_many(usize::from(fighter.dice), 6, "roll.attack", &rules, None)?;
    }
    fighters[0].reasons.push((numbers.charging.bonus, "score.charging", rule!("2E-HTH-016")));
    fighters[0].initiative = u8::MAX;
    let pair = [rider, enemy];
    combat::tell(cx, &fighters, &dice);
    let Verdict::Won { by, hits, by_initiative } = duel::verdict(fixed, &fighters, [&dice[0], &dice[1]])
    else {
        return Ok(());
    };
    let (winner, loser) = (pair[by], pair[1 - by]);
    cx.emit(rules!["2E-HTH-008"], Event::Won { model: winner, enemy: loser, hits, by_initiative });
    let post = s.model(rider).post;
    let unit = s.model(enemy).unit;
    combat::strike(s, cx, winner, loser, hits)?;
    if s.model(rider).place == Place::Gone {
        crew::lost(s, cx, bike, post, rules!["2E-BIK-010"]);
    }
    morale::after_losses(s, cx, unit)
}

/// What a skid or a blow leaves of the fire of a bike: whether its rider, and whether a passenger may shoot.
pub fn silenced(s: &State, vehicle: ModelId, passenger: bool) -> bool {
    match s.vehicle(vehicle).map(|own| own.fire) {
        Some(Fire::None) => true,
        Some(Fire::NoRider) => !passenger,
        _ => false,
    }
}
