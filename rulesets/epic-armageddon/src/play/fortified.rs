//! Assault!: defenders who hide behind markers and obstacles, and how they are found (EA-SAS-005 to EA-SAS-012, EA-SAS-037 to
//! EA-SAS-048).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{Audience, RuleId, SeatId, rule, rules};
use grognard_space::table::{Length, MoveRules, Passing, Point, Pose};

use super::overwatch;
use super::shooting::{self, Shooting};
use super::volleys::Number;
use super::{amounts, divided, losses, markers, terrain, works, wrecks};
use crate::Epic;
use crate::abilities::Ability;
use crate::air::Sky;
use crate::choice::{ActionName, Choice, Lay, Laying, Shape, Word};
use crate::concealment::{Concealed, Holding, is_concealed, is_on, marker_of, near};
use crate::event::{Event, Facts, Loss};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::land::Laid;
use crate::legal::laying;
use crate::legal::shooting::{could_shoot, somebody_fires, suppressed};
use crate::legal::zones::zones_at;
use crate::state::{Place, State};

/// What a marker may hide, and other picks.
#[derive(Clone, Copy)]
enum Pick {
    Formation(FormationId),
    Mines,
    Nobody,
}

impl From<Pick> for Choice {
    fn from(pick: Pick) -> Choice {
        match pick {
            Pick::Formation(formation) => Choice::Formation(formation),
            Pick::Mines => Choice::Word(Word::Mines),
            Pick::Nobody => Choice::Word(Word::NoMore),
        }
    }
}

/// The steps of the preparations.
const MARKERS: u8 = 1;
const PLACES: u8 = 2;
const WORKS: u8 = 3;
/// From here on the obstacles, one lot after another; then it is done.
const DONE: u8 = 200;

/// Whether the preparations are not over.
pub fn is_open(fixed: &Fixed, s: &State) -> bool {
    works_left(fixed, s).is_some() || is_on(fixed) && s.prepared < WORKS
}

/// Obstacles and parts of positions that have yet to be laid: the lot and its part.
fn works_left(fixed: &Fixed, s: &State) -> Option<(u8, u8)> {
    let all = || {
        fixed.stock.iter().enumerate().flat_map(|(at, stock)| {
            let purchase = fixed.data.purchases.iter().find(|known| known.id == stock.purchase);
            let parts =
                purchase.map_or(0, |known| if known.terrain.is_some() { 1 } else { known.parts.len() });
            (0..parts as u8).map(move |part| (at as u8, part))
        })
    };
    let done = usize::from(s.prepared.saturating_sub(WORKS));
    if s.prepared == DONE { None } else { all().nth(done) }
}

/// The formations of a side that are left.
pub fn own(s: &State, side: SeatId) -> Vec<FormationId> {
    s.formation_ids().filter(|id| s.owner(*id) == side && !s.formation(*id).units.is_empty()).collect()
}

/// The next step of the preparations.
pub fn prepare(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let fixed = cx.fixed();
    let Some(defender) = divided::side_of(fixed, "defender") else { return cx.broken("nobody defends") };
    if !is_on(fixed) && s.prepared < WORKS {
        s.prepared = WORKS;
    }
    match s.prepared {
        // EA-SAS-026, EA-SAS-033: before anybody hides.
        0 if works::is_loose(fixed, s) => return works::attach_next(s, cx),
        0 => {
            // EA-SAS-037: one for each formation that defends, and a few more.
            let numbers = &fixed.numbers().conceal;
            let more = amounts::roll(cx, numbers.more, "roll.markers", rules!["EA-SAS-037"])?;
            let formations = own(s, defender).into_iter().filter(|id| !is_a_work(fixed, *id)).count() as u8;
            let count = formations * numbers.per_formation + more;
            let marker = |number| Concealed { number, by: defender, at: None, holds: Holding::Nothing };
            s.concealed = (1..=count).map(marker).collect();
            let about = Facts { side: Some(defender), number: Some(count.into()), ..Facts::default() };
            cx.emit(rules!["EA-SAS-037"], Event::of("event.markers-available", about));
            s.prepared = MARKERS;
        }
        MARKERS => assign(s, cx, defender)?,
        PLACES => {
            // EA-SAS-008, EA-SAS-040: all of them are placed, decoys as well.
            let count = s.concealed.len() as u8;
            let lay = Lay { side: defender, what: Laying::Markers, count };
            let Choice::Lay(places) =
                cx.propose(s, Ask::new(defender, "markers", rule!("EA-SAS-040")), Shape::Lay(lay))?
            else {
                return cx.broken("markers were answered with something else");
            };
            for (marker, pose) in s.concealed.iter_mut().zip(&places) {
                marker.at = Some(pose.at);
            }
            let about = Facts { side: Some(defender), number: Some(count.into()), ..Facts::default() };
            cx.emit(rules!["EA-SAS-008", "EA-SAS-040"], Event::of("event.markers-placed", about));
            s.prepared = WORKS;
        }
        _ => lay_works(s, cx)?,
    }
    Ok(())
}

/// Whether a formation is a fortification: a bunker or a pillbox.
pub fn is_a_work(fixed: &Fixed, formation: FormationId) -> bool {
    let units = &fixed.spec(formation).units;
    !units.is_empty()
        && units
            .iter()
            .all(|unit| fixed.kind(*unit).has(Ability::Bunker) || fixed.kind(*unit).has(Ability::Pillbox))
}

/// EA-SAS-038, EA-SAS-019: what each marker hides, known to its owner alone: a formation without war engines, one
/// minefield, or nothing.
fn assign(s: &mut State, cx: &mut Ctx<'_, Epic>, defender: SeatId) -> Step {
    let fixed = cx.fixed();
    let Some(at) = s.concealed.iter().position(|marker| !s.assigned.contains(&marker.number)) else {
        s.prepared = PLACES;
        return Ok(());
    };
    let may = |id: &FormationId| {
        let own = s.formation(*id);
        let units = own.units.iter().map(|unit| fixed.kind(*unit));
        // EA-SAS-018: war engines never hide.
        let fits = units.into_iter().all(|kind| !kind.is_war_engine() && kind.flight.is_none());
        fits && own.flight.sky == Sky::Ground && own.means.is_none() && marker_of(s, *id).is_none()
    };
    let bought: u8 = fixed
        .stock
        .iter()
        .filter(|stock| stock.side == defender && stock.purchase == "minefield")
        .map(|stock| stock.count * 2)
        .sum();
    let hidden = s.concealed.iter().filter(|marker| marker.holds == Holding::Mines).count() as u8;
    let mut options: Vec<Pick> = vec![Pick::Nobody];
    options.extend(own(s, defender).into_iter().filter(may).map(Pick::Formation));
    if hidden < bought {
        options.push(Pick::Mines);
    }
    s.about.number = Some(s.concealed[at].number);
    let ask = Ask::new(defender, "conceal", rule!("EA-SAS-038")).told(Audience::only(defender)).always();
    let holds = match cx.choose(s, ask, &options)? {
        Pick::Formation(formation) => {
            s.formation_mut(formation).hidden = true;
            Holding::Formation(formation)
        }
        Pick::Mines => Holding::Mines,
        Pick::Nobody => Holding::Nothing,
    };
    s.concealed[at].holds = holds;
    let number = s.concealed[at].number;
    s.assigned.push(number);
    let hidden = s.concealed.iter().filter(|marker| marker.holds == Holding::Mines).count() as u8;
    s.mines = vec![(defender, hidden)];
    let about = Facts { side: Some(defender), number: Some(number.into()), ..Facts::default() };
    cx.emit(rules!["EA-SAS-038"], Event::of("event.assigned", about));
    Ok(())
}

/// EA-SAS-005, EA-SSL-003, EA-SSL-004: obstacles and parts of positions are laid, lot after lot.
fn lay_works(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let fixed = cx.fixed();
    let Some((lot, part)) = works_left(fixed, s) else {
        s.prepared = DONE;
        return Ok(());
    };
    s.prepared += 1;
    let side = fixed.stock[usize::from(lot)].side;
    let kinds = laying::kinds(fixed, lot, part);
    let kind = if kinds.len() > 1 {
        // EA-SSL-003: which works these are.
        let options: Vec<Number> = (1..=kinds.len() as u8).map(Number).collect();
        s.about.works = Some((lot, part));
        let Number(chosen) = cx.choose(s, Ask::new(side, "works", rule!("EA-SSL-003")), &options)?;
        s.about.works = None;
        chosen - 1
    } else {
        0
    };
    let Some((terrain, _, count)) = laying::part(fixed, lot, part, kind) else { return Ok(()) };
    // EA-SAS-038: minefields that are hidden lie behind their markers.
    let mines = fixed.stock[usize::from(lot)].purchase == "minefield";
    let hidden = s.mines.iter().find(|(own, _)| *own == side).map_or(0, |(_, hidden)| *hidden);
    let count = if mines { count.saturating_sub(hidden) } else { count };
    if count == 0 {
        return Ok(());
    }
    let siege = fixed.is_special("fortified-positions");
    let rule = if siege { rule!("EA-SSL-003") } else { rule!("EA-SAS-005") };
    let lay = Lay { side, what: Laying::Stock(lot, part, kind), count };
    s.about.number = Some(count);
    let Choice::Lay(places) = cx.propose(s, Ask::new(side, "obstacles", rule), Shape::Lay(lay.clone()))?
    else {
        return cx.broken("obstacles were answered with something else");
    };
    put(fixed, s, &lay, &places, &terrain);
    let rules = if siege {
        rules!["EA-SSL-003", "EA-SSL-004", "EA-SSL-005"]
    } else {
        rules!["EA-SAS-005", "EA-SAS-056"]
    };
    let about = Facts { side: Some(side), number: Some(places.len() as i64), ..Facts::default() };
    cx.emit(rules, Event::of("event.obstacles", about));
    Ok(())
}

/// Lays stands of terrain down.
fn put(fixed: &Fixed, s: &mut State, lay: &Lay, places: &[Pose], terrain: &str) {
    let first = s.laid.iter().filter(|laid| laid.terrain == terrain).count();
    let all = laying::laid(fixed, s, lay, places).into_iter().enumerate().map(|(at, corners)| Laid {
        id: format!("{terrain}-{}", first + at + 1),
        terrain: terrain.to_owned(),
        corners,
    });
    let all: Vec<Laid> = all.collect();
    s.lay(fixed, all);
}

/// EA-SAS-012: in the first turn the attacker acts first, without a roll.
pub fn first_turn(s: &mut State, cx: &mut Ctx<'_, Epic>) -> bool {
    let fixed = cx.fixed();
    let attacker = divided::side_of(fixed, "attacker");
    let (Some(attacker), true) = (attacker, fixed.is_special("attacker-acts-first") && s.turn == 1) else {
        return false;
    };
    if !applies(rule!("EA-SAS-012")) {
        return false;
    }
    s.order.sort_by_key(|seat| *seat != attacker);
    s.won = Some(attacker);
    cx.emit(rules!["EA-SAS-012"], Event::Order { first: attacker });
    true
}

/// A hidden formation shows itself: the first unit near its marker, all others near the first, together and in cover (EA-SAS-043).
/// Who finds no room is lost.
pub fn reveal(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, by: &[RuleId]) -> Step {
    s.about.formation = Some(formation);
    let shape = Shape::Place(formation);
    if crate::candidates::default(cx.fixed(), s, &shape).is_some() {
        let ask = Ask::new(s.owner(formation), "reveal", rule!("EA-SAS-043"));
        let Choice::Place(_, places, rides) = cx.propose(s, ask, shape)? else {
            return cx.broken("places were answered with something else");
        };
        for (unit, pose) in &places {
            s.put(cx.fixed(), *unit, *pose);
        }
        for (unit, transport) in rides {
            s.embark(unit, transport);
        }
        let rules = [rules!["EA-SAS-043", "EA-SAS-042"], by].concat();
        cx.emit(&rules, Event::SetUp { formation, places });
    }
    let lost: Vec<UnitId> = s
        .formation(formation)
        .units
        .iter()
        .copied()
        .filter(|unit| s.units[unit.index()].place == Place::Waiting)
        .collect();
    for unit in lost {
        losses::lose(s, cx, unit, Loss::Scattered, rules!["EA-SAS-043"]);
    }
    wrecks::forget(s);
    s.concealed.retain(|marker| marker.holds != Holding::Formation(formation));
    s.formation_mut(formation).hidden = false;
    s.formation_mut(formation).overwatch = true;
    Ok(())
}

/// EA-SAS-047: a minefield behind a marker is laid near it; whoever stands on it takes its tests at once.
pub fn lay_mines(s: &mut State, cx: &mut Ctx<'_, Epic>, marker: usize) -> Step {
    let side = s.concealed[marker].by;
    let lay = Lay { side, what: Laying::Mines(marker as u8), count: 1 };
    let ask = Ask::new(side, "mines", rule!("EA-SAS-047"));
    s.about.number = Some(s.concealed[marker].number);
    let places = if laying::any(cx.fixed(), s, &lay).is_some() {
        let Choice::Lay(places) = cx.propose(s, ask, Shape::Lay(lay.clone()))? else {
            return cx.broken("mines were answered with something else");
        };
        places
    } else {
        Vec::new()
    };
    put(cx.fixed(), s, &lay, &places, "minefield-assault");
    s.concealed.remove(marker);
    for (_, count) in s.mines.iter_mut().filter(|(own, _)| *own == side) {
        *count = count.saturating_sub(1);
    }
    let about = Facts { side: Some(side), ..Facts::default() };
    cx.emit(rules!["EA-SAS-047"], Event::of("event.mines", about));
    let Some(laid) = s.laid.last().map(|laid| laid.id.clone()) else { return Ok(()) };
    let Some(area) = s.feature(cx.fixed(), &laid).map(|feature| feature.area.clone()) else { return Ok(()) };
    let on: Vec<UnitId> = s
        .table
        .ids()
        .filter(|unit| {
            !s.flies(*unit) && s.table.body(*unit).is_some_and(|body| area.overlaps(&body.outline))
        })
        .filter(|unit| !terrain::passes_mines(cx.fixed(), *unit))
        .collect();
    let tests: Vec<terrain::Tests> =
        on.into_iter().map(|unit| terrain::Tests::of(unit, rule!("EA-SAS-025"))).collect();
    terrain::take(s, cx, &tests)
}

/// EA-SAS-041, EA-SAS-042, EA-SAS-047: after a move near markers their owner may show a hidden formation, which fires, or mines.
pub fn window(s: &mut State, cx: &mut Ctx<'_, Epic>, mover: FormationId) -> Step {
    if s.concealed.is_empty() || !applies(rule!("EA-SAS-041")) {
        return Ok(());
    }
    while s.is_on_table(mover) && !s.formation(mover).broken {
        let around = near(s, mover, cx.fixed().numbers().ambushers.within.0);
        let Some(by) = around.first().map(|(at, _)| s.concealed[*at].by) else { return Ok(()) };
        let mut options = vec![Pick::Nobody];
        for (at, _) in &around {
            match s.concealed[*at].holds {
                Holding::Formation(formation) => options.push(Pick::Formation(formation)),
                Holding::Mines if !options.iter().any(|pick| matches!(pick, Pick::Mines)) => {
                    options.push(Pick::Mines);
                }
                _ => {}
            }
        }
        let before = s.about.clone();
        s.about.target = Some(mover);
        let ask = Ask::new(by, "ambushers", rule!("EA-SAS-041")).told(Audience::only(by)).always();
        match cx.choose(s, ask, &options)? {
            Pick::Formation(formation) => {
                reveal(s, cx, formation, rules!["EA-SAS-041"])?;
                fire(s, cx, formation, mover)?;
            }
            Pick::Mines => {
                let held = |(at, _): &&(usize, Length)| s.concealed[*at].holds == Holding::Mines;
                let Some((at, _)) = around.iter().find(held).copied() else { return Ok(()) };
                lay_mines(s, cx, at)?;
            }
            Pick::Nobody => {
                s.about = before;
                return Ok(());
            }
        }
        s.about = before;
    }
    Ok(())
}

/// A formation that showed itself fires as if on Overwatch.
fn fire(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, target: FormationId) -> Step {
    let shooters = could_shoot(cx.fixed(), s, formation, target, false);
    let able = somebody_fires(cx.fixed(), &shooters, suppressed(cx.fixed(), s, formation));
    if !able || !s.is_on_table(formation) {
        return Ok(());
    }
    overwatch::end(s, cx, formation, rules!["EA-OVER-004", "EA-OVER-005", "EA-SAS-042"]);
    s.formation_mut(formation).acted = true;
    let action = rule!("EA-OVER-015");
    let shooting = Shooting { formation, target, indirect: false, to_hit: 0, action, weather: None };
    shooting::fire(s, cx, shooting)
}

/// EA-SAS-044: in the End phase hidden formations may give up their Overwatch, which shows them.
pub fn drop_cover(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    loop {
        let hidden: Vec<FormationId> = s.formation_ids().filter(|id| is_concealed(s, *id)).collect();
        let Some(side) = s.concealed.first().map(|marker| marker.by) else { return Ok(()) };
        let options: Vec<Pick> =
            [Pick::Nobody].into_iter().chain(hidden.into_iter().map(Pick::Formation)).collect();
        let ask = Ask::new(side, "drop-cover", rule!("EA-SAS-044")).told(Audience::only(side)).always();
        let Pick::Formation(formation) = cx.choose(s, ask, &options)? else { return Ok(()) };
        reveal(s, cx, formation, rules!["EA-SAS-044"])?;
        overwatch::end(s, cx, formation, rules!["EA-SAS-044"]);
    }
}

/// EA-SAS-045 to EA-SAS-048, T-35: a formation that does not fire may try to spot what a marker within 45cm hides. Says whether it did.
pub fn spot(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, action: ActionName) -> Step<bool> {
    let found = near(s, formation, cx.fixed().numbers().spotting.within.0);
    if found.is_empty() || !applies(rule!("EA-SAS-045")) || !s.is_on_table(formation) {
        return Ok(false);
    }
    let mut options = vec![Number(0)];
    options.extend(found.iter().map(|(at, _)| Number(s.concealed[*at].number)));
    let ask = Ask::new(s.owner(formation), "spot", rule!("EA-SAS-045"));
    let Number(number) = cx.choose(s, ask, &options)?;
    let Some((at, far)) = found.iter().find(|(at, _)| s.concealed[*at].number == number).copied() else {
        return Ok(false);
    };
    let Some(target) = spotting(cx.fixed(), s, formation, action, far) else { return Ok(false) };
    let [face] = cx.roll_against::<1>(6, "roll.spotting", rules!["EA-SAS-045"], &target)?;
    let passed = target.met_by(face);
    let about = Facts { formation: Some(formation), number: Some(number.into()), ..Facts::default() };
    let key = if passed { "event.spotted" } else { "event.not-spotted" };
    cx.emit(rules!["EA-SAS-045"], Event::of(key, about));
    if !passed {
        return Ok(true);
    }
    match s.concealed[at].holds {
        Holding::Formation(hidden) => {
            uncover(s, cx, hidden, rules!["EA-SAS-046"])?;
            step_back(s, cx, formation);
        }
        Holding::Mines => lay_mines(s, cx, at)?,
        _ => {
            s.concealed.remove(at);
            cx.emit(rules!["EA-SAS-048"], Event::of("event.decoy", about));
        }
    }
    Ok(true)
}

/// T-35: what a spotting test needs.
pub fn spotting(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    action: ActionName,
    far: Length,
) -> Option<Target> {
    let initiative = fixed.spec(formation).initiative?;
    let mut target = Target::new(Need::AtLeast(initiative), rule!("EA-SAS-045")).with_floor(1);
    let scouts = s.formation(formation).units.iter().any(|unit| fixed.kind(*unit).has(Ability::Scout));
    for row in fixed.data.modifiers.iter().filter(|row| row.roll == "spotting") {
        // A distance between two rows counts as the farther one.
        let reached = row.to.is_some_and(|to| far <= to.0);
        let nearer = fixed.data.modifiers.iter().any(|other| {
            other.roll == "spotting"
                && other.to.map(|to| to.0) < row.to.map(|to| to.0)
                && other.to.is_some_and(|to| far <= to.0)
        });
        let holds = match row.when.as_str() {
            "scouts" => scouts,
            "double-or-march" => row.actions.iter().any(|name| name == action.record()),
            _ => reached && !nearer,
        };
        if holds && row.amount != 0 {
            target = target.plus(-row.amount, "modifier.spotting", rule!("EA-SAS-045"));
        }
    }
    Some(target)
}

/// A hidden formation is found: it shows itself, has a Blast marker and loses its Overwatch.
pub fn uncover(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, by: &[RuleId]) -> Step {
    reveal(s, cx, formation, by)?;
    if s.formation(formation).units.is_empty() {
        return Ok(());
    }
    let count = cx.fixed().numbers().spotted.markers;
    let rules = [by, rules!["EA-BM-001"]].concat();
    markers::give(s, cx, formation, count, None, &rules)?;
    overwatch::end(s, cx, formation, by);
    markers::check(s, cx, formation, None)?;
    Ok(())
}

/// The way a unit came, back from where it stands, in steps of a centimetre.
fn back_along(s: &State, unit: UnitId, from: Point) -> Vec<Point> {
    let Some((_, stops)) = s.trail.iter().find(|(known, _)| *known == unit) else { return Vec::new() };
    let mut all = Vec::new();
    let mut at = from;
    for stop in stops.iter().rev() {
        let leg = *stop - at;
        let whole = leg.length();
        let steps = whole.0 / Length::CENTIMETRE.0;
        all.extend((1..=steps).map(|far| at + leg.with_length(Length::cm(far))));
        all.push(*stop);
        at = *stop;
    }
    all
}

/// EA-SAS-046: whoever stands in the zone of somebody who was found goes straight back along its way out of it; who has not moved goes
/// straight away.
fn step_back(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) {
    let units: Vec<UnitId> = s.standing(formation).map(|(unit, _)| unit).collect();
    let mut moved = false;
    for unit in units {
        let Some(body) = s.table.body(unit).cloned() else { continue };
        let zones = zones_at(cx.fixed(), s, formation, &body);
        let Some(foe) = zones.first().and_then(|foe| s.table.body(*foe)).map(|foe| foe.pose.at) else {
            continue;
        };
        let away = body.pose.at - foe;
        let form = cx.fixed().ground.form(cx.fixed().form(unit)).clone();
        let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
        let straight = (1..=30).map(|far| foe + away.with_length(away.length() + Length::cm(far)));
        let back = back_along(s, unit, body.pose.at).into_iter().chain(straight);
        let out = back.map(|at| Pose { at, ..body.pose }).find(|pose| {
            let there = form.body(*pose);
            s.table.ground().holds(&there.outline)
                && zones_at(cx.fixed(), s, formation, &there).is_empty()
                && s.table.check_place(&form, *pose, &rules, &|other| other == unit).is_empty()
        });
        if let Some(pose) = out {
            s.put(cx.fixed(), unit, pose);
            moved = true;
        }
    }
    if moved {
        let about = Facts { formation: Some(formation), ..Facts::default() };
        cx.emit(rules!["EA-SAS-046"], Event::of("event.steps-back", about));
    }
}
