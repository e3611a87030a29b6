//! The set-up part of rule cases, and the facts they can ask for.
//!
//! One thing a line; `#` begins a comment:
//!
//! ```text
//! rules base                             which set is played; `variant` where nothing is said
//! table 48 48                            the size in inches; nothing lies on it
//! ready village-edge                     or a ready table
//! piece wood 30",18"                     a piece with its middle here; `piece wood 30",18" turn 90`
//! red space-marines tactical-squad marine=4 sergeant=1 +flamer=1
//! blue orks boyz boy=5                   one line a unit; options behind `+`
//! red space-marines captain captain=1 joins=red-1   a character with a unit; `power=smite` for psykers;
//!                                        `carries=1`: a transport of the side's first unit
//! option sweep-engaged-only              or no-ground-initiative, measure-freely
//! turn 2                                 the game turn
//! active blue                            whose; `first blue` for who began
//! begin shooting                         movement, shooting, assault, combats, start, end, deploy, roll-off, seize
//! at red-1.1 10",15"                     a model; `at red-1 10",15" step 0",1.5"` a unit
//! gone red-1.4                           models that are out of the game from the start of this phase
//! lost red-1.5                           models lost in this phase
//! falling-back red-1                     or ran, on-station, overwatch, down, pinned, moved, fired, charged, was-locked, waiting, raging
//! wounds red-1.1 1                       wounds left
//! drove red-2.1 8                        how far a vehicle went in its last Movement phase
//! damage red-2.1 shaken                  or stunned, immobilised, drive, smoke, hatch, a part that is lost, new
//! aboard red-1 red-2.1                   a unit in a vehicle, or in a building: `aboard red-1 piece-1.1`
//! roof red-1 red-1.4=X,Y red-1.5=X,Y     members of a unit in a building that are on its roof
//! divided red-1 red-1.6 red-1.7          a squad in two; these are `red-1b`
//! structure piece-1.1 2                  how often the structure of a building was damaged
//! edge red far
//! muster 750                             both armies are checked against the force organisation and this limit
//! mission seize-ground                   annihilation where nothing is said; `deployment spearhead`
//! objective 24",24"                      one that lies there; `quarter red right`
//! reserve red-2 deep-strike              a unit in reserve; or outflank, first-turn
//! ```
//!
//! Models that are not placed are out of the game, unless the battle has not begun.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_space::table::{Length, Offset, Point, Pose};
use grognard_tabletop::ruler::Inches;
use grognard_tabletop::scenario::{self, length, model, number, side, unit};

use crate::armies::RULER;
use crate::buildings::{self, roof};
use crate::data::Data;
use crate::data::ground::Placed;
use crate::fixed::{Fixed, Options, Played, Wanted};
use crate::ids::{ModelId, Side, UnitId};
use crate::play::{solitary, victory};
use crate::roster;
use crate::state::{Arrival, Flow, Ground, Place, State};
use crate::terrain::{self, Battlefield};
use crate::vehicles::{Smoke, speed};

/// A game from the set-up of a case.
pub fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
    let lines = scenario::lines(text);
    let mut field = Battlefield::empty(Length::inches(48), Length::inches(48));
    let mut armies: [Vec<Wanted>; 2] = [Vec::new(), Vec::new()];
    let mut options = Options::default();
    let mut played = Played::Variant;
    for line in &lines {
        match line[..] {
            ["table", x, y] => field = Battlefield::empty(inches(x)?, inches(y)?),
            ["ready", id] => {
                let table = data.tables.iter().find(|table| table.id == id);
                field = Battlefield::of(data, table.ok_or_else(|| format!("there is no table `{id}`"))?)?;
            }
            [side @ ("red" | "blue"), army, unit, ref models @ ..] => {
                let wanted = wanted(army, unit, models)?;
                armies[usize::from(side == "blue")].push(wanted);
            }
            ["rules", "base"] => played = Played::Base,
            ["option", "sweep-engaged-only"] => options.sweep_engaged_only = true,
            ["option", "no-ground-initiative"] => options.ground_initiative = false,
            ["option", "measure-freely"] => options.measure_freely = true,
            _ => {}
        }
    }
    for line in &lines {
        if let ["piece", piece, place, ref rest @ ..] = line[..] {
            let turn = if let ["turn", degrees] = rest { number(degrees)? } else { 0 };
            let at = point(place)?;
            let id = format!("piece-{}", field.features.len() + 1);
            let at = [Inches(Length(at.x)), Inches(Length(at.y))];
            field.features.push(terrain::lay(data, &Placed { id, piece: piece.to_owned(), at, turn })?);
        }
    }
    for line in &lines {
        if let ["muster", limit] = line[..] {
            let limit = number(limit)?;
            let wrong: Vec<String> =
                armies.iter().flat_map(|army| roster::breaches(data, played, army, limit)).collect();
            if !wrong.is_empty() {
                return Err(wrong.join("; "));
            }
        }
    }
    let mut fixed = Fixed::with(data, played, armies, field, options)?;
    for line in &lines {
        match line[..] {
            ["mission", id] => fixed.set_mission(id)?,
            ["deployment", id] => fixed.set_deployment(id)?,
            _ => {}
        }
    }
    let mut state = State::new(&fixed);
    state.turn = 1;
    for hull in state.models.iter_mut().filter_map(|model| model.hull.as_mut()) {
        hull.begun = true;
    }
    for line in &lines {
        apply(&fixed, &mut state, line).map_err(|what| format!("`{}`: {what}", line.join(" ")))?;
    }
    // 5B-MOR-004: characters that joined before count with their unit.
    for unit in state.all_units() {
        let own = state.unit(unit);
        if own.models.len() > usize::from(own.at_phase_start) {
            let strength = state.strength(&fixed, unit) as u8;
            state.unit_mut(unit).at_phase_start = strength;
        }
    }
    if state.turn > 0 {
        for id in (0..state.models.len() as u16).map(ModelId) {
            if state.model(id).place == Place::Waiting {
                state.remove(id);
                let unit = state.model(id).unit;
                let own = state.unit_mut(unit);
                own.at_phase_start = own.at_phase_start.min(own.models.len() as u8);
            }
        }
    }
    if state.flow == Flow::Movement {
        state.crowded = solitary::crowded(&fixed, &state, state.active);
    }
    crate::sound::check(&fixed, &state)?;
    Ok((fixed, state))
}

fn wanted(army: &str, unit: &str, models: &[&str]) -> Result<Wanted, String> {
    let (mut counts, mut options) = (BTreeMap::new(), BTreeMap::new());
    let (mut joins, mut powers, mut dedicated_to) = (None, Vec::new(), None);
    for word in models {
        let (id, count) = word.split_once('=').ok_or_else(|| format!("`{word}` is no number of models"))?;
        match id {
            "joins" => joins = Some(count.to_owned()),
            "power" => powers.push(count.to_owned()),
            "carries" => dedicated_to = Some(usize::from(number::<u8>(count)?).saturating_sub(1)),
            _ => {}
        }
        if matches!(id, "joins" | "power" | "carries") {
            continue;
        }
        match id.strip_prefix('+') {
            Some(option) => options.insert(option.to_owned(), number(count)?),
            None => counts.insert(id.to_owned(), number(count)?),
        };
    }
    let (army, unit) = (army.to_owned(), unit.to_owned());
    Ok(Wanted { army, unit, models: counts, options, joins, powers, dedicated_to })
}

fn inches(text: &str) -> Result<Length, String> {
    length(RULER, text)
}

fn point(text: &str) -> Result<Point, String> {
    scenario::point(RULER, text)
}

fn apply(fixed: &Fixed, s: &mut State, line: &[&str]) -> Result<(), String> {
    match *line {
        [
            "table" | "ready" | "red" | "blue" | "option" | "piece" | "mission" | "deployment" | "muster",
            ..,
        ] => {}
        ["objective", at] => s.objectives.push(point(at)?),
        ["quarter", name, which] => {
            let (side, quarter) = (side(name)?, u8::from(which == "right"));
            s.quarters[side.index()] = quarter;
            s.quarters[side.other().index()] = 1 - quarter;
        }
        ["reserve", name, ref how @ ..] => {
            let id = unit(fixed, name)?;
            s.unit_mut(id).arrival = match how {
                ["outflank"] => Arrival::Outflanks,
                ["deep-strike"] => Arrival::DeepStrikes,
                ["first-turn"] => Arrival::FirstTurn,
                _ => Arrival::Edge,
            };
            for model in s.unit(id).models.clone() {
                s.model_mut(model).place = Place::Reserve;
            }
        }
        ["rules", "base" | "variant"] => {}
        ["turn", n] => s.turn = number(n)?,
        ["active", name] => s.active = side(name)?,
        ["first", name] => s.first = side(name)?,
        ["edge", name, which] => {
            let (side, edge) = (side(name)?, u8::from(which == "far"));
            s.edges[side.index()] = edge;
            s.edges[side.other().index()] = 1 - edge;
        }
        ["at", name, place, ref rest @ ..] => place_at(fixed, s, name, place, rest)?,
        ["gone", ref names @ ..] => {
            for name in names {
                let id = model(fixed, name)?;
                s.remove(id);
                let unit = s.model(id).unit;
                s.unit_mut(unit).at_phase_start -= 1;
            }
        }
        ["lost", ref names @ ..] => {
            for name in names {
                s.remove(model(fixed, name)?);
            }
        }
        ["wounds", name, left] => s.model_mut(model(fixed, name)?).wounds = number(left)?,
        ["moved", name] if fixed.model_named(name).is_some() => {
            let id = model(fixed, name)?;
            s.model_mut(id).far = Length::INCH.0;
            let unit = s.model(id).unit;
            s.unit_mut(unit).moved = true;
        }
        ["drove", name, far] => s.model_mut(model(fixed, name)?).far = inches(far)?.0,
        ["aboard", name, vehicle] => {
            let (id, vehicle) = (unit(fixed, name)?, model(fixed, vehicle)?);
            s.unit_mut(id).aboard = Some(vehicle);
            for member in s.unit(id).models.clone() {
                s.table.take(member);
                s.model_mut(member).place = Place::Aboard;
            }
            buildings::settle(fixed, s);
        }
        ["roof", name, ref words @ ..] => {
            let id = unit(fixed, name)?;
            let own = roof::home(fixed, s, id).ok_or("it is in no building with a roof")?;
            let z = fixed.feature_of(own).roof_height();
            let mut places = Vec::new();
            for word in words {
                let (name, at) = word.split_once('=').ok_or("a place is written red-1.1=X,Y")?;
                places.push((model(fixed, name)?, Pose { z, ..Pose::at(point(at)?) }));
            }
            roof::stand(fixed, s, id, own, &places);
        }
        ["divided", name, ref words @ ..] => {
            let id = unit(fixed, name)?;
            let second = fixed.second_half(id).ok_or("it cannot be divided")?;
            for word in words {
                s.transfer(fixed, model(fixed, word)?, second);
            }
            for half in [id, second] {
                let half = s.unit_mut(half);
                half.starting = half.models.len() as u8;
                half.at_phase_start = half.starting;
            }
        }
        ["structure", name, times] => {
            let id = model(fixed, name)?;
            s.hull_mut(id).ok_or("it is no building")?.structure = number(times)?;
        }
        ["damage", name, what] => {
            let id = model(fixed, name)?;
            let hull = s.hull_mut(id).ok_or("it is no vehicle")?;
            match what {
                "shaken" => hull.shaken.push(1),
                "stunned" => hull.stunned = 1,
                "immobilised" => hull.immobilised = true,
                "drive" => hull.drive += 1,
                "smoke" => hull.smoke = Smoke::Burning,
                "hatch" => hull.hatch = true,
                "new" => hull.begun = false,
                part => hull.lost.push(number(part)?),
            }
        }
        ["through-cover", ref names @ ..] => {
            for name in names {
                s.model_mut(model(fixed, name)?).through_cover = true;
            }
        }
        ["charged", name, target] => {
            let target = unit(fixed, target)?;
            let own = s.unit_mut(unit(fixed, name)?);
            (own.charged, own.charging) = (true, Some(target));
        }
        [flag, name] if FLAGS.contains(&flag) => set_flag(fixed, s, flag, unit(fixed, name)?),
        ["begin", phase] => {
            s.flow = match phase {
                "start" => Flow::StartTurn,
                "movement" => Flow::Movement,
                "shooting" => Flow::Shooting,
                "assault" => Flow::Assaults,
                "combats" => Flow::Combats,
                "hit-and-run" => Flow::HitAndRun { next: None },
                "end" => Flow::EndTurn,
                "roll-off" => Flow::RollOff,
                "deploy" => Flow::Deploy { side: s.active },
                "seize" => Flow::Seize,
                "infiltrate" => Flow::Infiltrate { next: None },
                "scouts" => Flow::Scouts { next: None },
                _ => return Err(format!("`{phase}` is no phase")),
            };
            if matches!(phase, "roll-off" | "deploy" | "infiltrate" | "scouts") {
                s.turn = 0;
            }
        }
        _ => return Err("this is no line of a set-up".to_owned()),
    }
    Ok(())
}

const FLAGS: [&str; 12] = [
    "falling-back",
    "ran",
    "on-station",
    "overwatch",
    "down",
    "pinned",
    "moved",
    "fired",
    "charged",
    "was-locked",
    "waiting",
    "raging",
];

fn set_flag(_fixed: &Fixed, s: &mut State, flag: &str, id: UnitId) {
    let own = s.unit_mut(id);
    match flag {
        "falling-back" => own.falling_back = true,
        "ran" => own.ran = true,
        "on-station" => own.on_station = true,
        "overwatch" => (own.overwatch, own.on_station) = (true, true),
        "down" => own.ground = Ground::Down,
        "pinned" => own.ground = Ground::Pinned,
        "moved" => (own.moved, own.all_moved) = (true, true),
        "fired" => own.fired = true,
        "charged" => own.charged = true,
        "was-locked" => own.was_locked = true,
        "raging" => own.raging = true,
        _ => own.caught_waiting = true,
    }
}

fn place_at(fixed: &Fixed, s: &mut State, name: &str, place: &str, rest: &[&str]) -> Result<(), String> {
    let (pose, step) = (scenario::pose(RULER, place)?, scenario::step(RULER, rest)?);
    if let Some(id) = fixed.model_named(name) {
        s.put(fixed, id, pose);
        return Ok(());
    }
    for (nth, member) in s.unit(unit(fixed, name)?).models.clone().into_iter().enumerate() {
        let at = pose.at + Offset { x: step.x * nth as i32, y: step.y * nth as i32 };
        s.put(fixed, member, Pose { at, ..pose });
    }
    Ok(())
}

/// A fact of the state: `turn`, `active`, `phase`, `rules`, `red.kp`, `red-1.models`, `red-1.falling-back`, `red-1.ground`,
/// `red-1.1.at`, `red-1.1.place`, `red-1.1.wounds`.
pub fn inspect(fixed: &Fixed, s: &State, what: &str) -> Option<String> {
    match what {
        "turn" => return Some(s.turn.to_string()),
        "active" => return Some(s.active.id().to_owned()),
        "phase" => return Some(phase(s).to_owned()),
        "rules" => return Some(fixed.set().rules.name().to_owned()),
        _ => {}
    }
    let (name, fact) = what.rsplit_once('.')?;
    if let Some(side) = Side::named(name) {
        return (fact == "kp").then(|| victory::total(fixed, s, side).to_string());
    }
    if let Some(unit) = fixed.unit_named(name) {
        let own = s.unit(unit);
        return match fact {
            "models" => Some(own.models.len().to_string()),
            "falling-back" => Some(own.falling_back.to_string()),
            "on-station" => Some(own.on_station.to_string()),
            "overwatch" => Some(own.overwatch.to_string()),
            "ran" => Some(own.ran.to_string()),
            "locked" => Some(s.locked(unit).to_string()),
            "aboard" => {
                Some(own.aboard.map_or_else(|| "no".to_owned(), |vehicle| fixed.name(vehicle).to_owned()))
            }
            "marks" => Some(own.marks.to_string()),
            "ground" => Some(format!("{:?}", own.ground).to_lowercase()),
            _ => None,
        };
    }
    let id = fixed.model_named(name)?;
    match fact {
        "place" => Some(format!("{:?}", s.model(id).place).to_lowercase()),
        "wounds" => Some(s.model(id).wounds.to_string()),
        "immobilised" => Some(s.immobilised(id).to_string()),
        "shaken" => s.hull(id).map(|hull| hull.shaken.len().to_string()),
        "stunned" => s.hull(id).map(|hull| (hull.stunned > 0).to_string()),
        "drive" => s.hull(id).map(|hull| hull.drive.to_string()),
        "lost" => s.hull(id).map(|hull| hull.lost.len().to_string()),
        "silenced" => s.hull(id).map(|hull| hull.silenced.len().to_string()),
        "hatch" => s.hull(id).map(|hull| hull.hatch.to_string()),
        "most" => speed::most(fixed, s, id, false).map(|most| RULER.write(most)),
        "band" => Some(speed::name(fixed, speed::band(fixed, s, id)).to_owned()),
        "far" => Some(RULER.write(s.driven(id))),
        "at" => s
            .pose(id)
            .map(|pose| format!("{},{}", RULER.write(Length(pose.at.x)), RULER.write(Length(pose.at.y)))),
        _ => None,
    }
}

/// The phase in a word.
pub fn phase(s: &State) -> &'static str {
    match s.flow {
        Flow::RollOff => "roll-off",
        Flow::Objectives { .. } => "objectives",
        Flow::Infiltrate { .. } => "infiltrate",
        Flow::Scouts { .. } => "scouts",
        Flow::Deploy { .. } => "deployment",
        Flow::Seize => "seize",
        Flow::StartTurn => "start",
        Flow::Movement => "movement",
        Flow::Shooting => "shooting",
        Flow::Assaults | Flow::React => "assault",
        Flow::Combats => "combats",
        Flow::HitAndRun { .. } => "hit-and-run",
        Flow::EndTurn => "end",
        Flow::Over { .. } => "over",
    }
}
