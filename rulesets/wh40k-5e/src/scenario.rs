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
//! option sweep-engaged-only              or no-ground-initiative, measure-freely
//! turn 2                                 the game turn
//! active blue                            whose; `first blue` for who began
//! begin shooting                         movement, shooting, assault, combats, start, end, deploy, roll-off, seize
//! at red-1.1 10",15"                     a model; `at red-1 10",15" step 0",1.5"` a unit
//! gone red-1.4                           models that are out of the game from the start of this phase
//! lost red-1.5                           models lost in this phase
//! falling-back red-1                     or ran, on-station, overwatch, down, pinned, moved, fired, charged, was-locked, waiting
//! wounds red-1.1 1                       wounds left
//! edge red far
//! ```
//!
//! Models that are not placed are out of the game, unless the battle has not begun.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_space::table::{Angle, Length, Point, Pose};
use grognard_tabletop::ruler::Inches;

use crate::armies::RULER;
use crate::data::Data;
use crate::data::ground::Placed;
use crate::fixed::{Fixed, Options, Played, Wanted};
use crate::ids::{ModelId, Side, UnitId};
use crate::play::victory;
use crate::state::{Flow, Ground, Place, State};
use crate::terrain::{self, Battlefield};

fn words(line: &str) -> Vec<&str> {
    line.split('#').next().unwrap_or("").split_whitespace().collect()
}

/// A game from the set-up of a case.
pub fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
    let lines: Vec<Vec<&str>> = text.lines().map(words).filter(|words| !words.is_empty()).collect();
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
    let fixed = Fixed::with(data, played, armies, field, options)?;
    let mut state = State::new(&fixed);
    state.turn = 1;
    for line in &lines {
        apply(&fixed, &mut state, line).map_err(|what| format!("`{}`: {what}", line.join(" ")))?;
    }
    if state.turn > 0 {
        for id in (0..state.models.len() as u16).map(ModelId) {
            if state.model(id).place == Place::Waiting {
                state.remove(id);
            }
        }
    }
    crate::sound::check(&fixed, &state)?;
    Ok((fixed, state))
}

fn wanted(army: &str, unit: &str, models: &[&str]) -> Result<Wanted, String> {
    let (mut counts, mut options) = (BTreeMap::new(), BTreeMap::new());
    for word in models {
        let (id, count) = word.split_once('=').ok_or_else(|| format!("`{word}` is no number of models"))?;
        match id.strip_prefix('+') {
            Some(option) => options.insert(option.to_owned(), number(count)?),
            None => counts.insert(id.to_owned(), number(count)?),
        };
    }
    Ok(Wanted { army: army.to_owned(), unit: unit.to_owned(), models: counts, options })
}

fn inches(text: &str) -> Result<Length, String> {
    let bare = text.strip_suffix('"').unwrap_or(text);
    RULER.read(bare).ok_or_else(|| format!("`{text}` is no length in inches"))
}

fn point(text: &str) -> Result<Point, String> {
    let (x, y) = text.split_once(',').ok_or_else(|| format!("`{text}` is no place, such as `10\",15\"`"))?;
    let signed = |text: &str| match text.strip_prefix('-') {
        Some(rest) => inches(rest).map(|length| Length(-length.0)),
        None => inches(text),
    };
    Ok(Point::new(signed(x)?, signed(y)?))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

fn side(text: &str) -> Result<Side, String> {
    Side::named(text).ok_or_else(|| format!("`{text}` is neither `red` nor `blue`"))
}

fn unit(fixed: &Fixed, text: &str) -> Result<UnitId, String> {
    fixed.unit_named(text).ok_or_else(|| format!("there is no unit `{text}`"))
}

fn model(fixed: &Fixed, text: &str) -> Result<ModelId, String> {
    fixed.model_named(text).ok_or_else(|| format!("there is no model `{text}`"))
}

fn apply(fixed: &Fixed, s: &mut State, line: &[&str]) -> Result<(), String> {
    match *line {
        ["table" | "ready" | "red" | "blue" | "option" | "piece", ..] => {}
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
                "end" => Flow::EndTurn,
                "roll-off" => Flow::RollOff,
                "deploy" => Flow::Deploy { side: s.active },
                "seize" => Flow::Seize,
                _ => return Err(format!("`{phase}` is no phase")),
            };
            if matches!(phase, "roll-off" | "deploy") {
                s.turn = 0;
            }
        }
        _ => return Err("this is no line of a set-up".to_owned()),
    }
    Ok(())
}

const FLAGS: [&str; 11] = [
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
        _ => own.caught_waiting = true,
    }
}

fn place_at(fixed: &Fixed, s: &mut State, name: &str, place: &str, rest: &[&str]) -> Result<(), String> {
    let (place, facing) = match place.split_once('@') {
        Some((place, degrees)) => (place, Angle::degrees(number(degrees)?)),
        None => (place, Angle::ZERO),
    };
    let mut at = point(place)?;
    let step = match *rest {
        [] => Point { x: 0, y: Length::INCH.0 * 3 / 2 },
        ["step", by] => point(by)?,
        _ => return Err("after the place only `step X,Y` may follow".to_owned()),
    };
    if let Some(id) = fixed.model_named(name) {
        s.put(fixed, id, Pose::at(at).facing(facing));
        return Ok(());
    }
    for member in s.unit(unit(fixed, name)?).models.clone() {
        s.put(fixed, member, Pose::at(at).facing(facing));
        at = Point { x: at.x + step.x, y: at.y + step.y };
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
            "ground" => Some(format!("{:?}", own.ground).to_lowercase()),
            _ => None,
        };
    }
    let id = fixed.model_named(name)?;
    match fact {
        "place" => Some(format!("{:?}", s.model(id).place).to_lowercase()),
        "wounds" => Some(s.model(id).wounds.to_string()),
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
        Flow::Deploy { .. } => "deployment",
        Flow::Seize => "seize",
        Flow::StartTurn => "start",
        Flow::Movement => "movement",
        Flow::Shooting => "shooting",
        Flow::Assaults | Flow::React => "assault",
        Flow::Combats => "combats",
        Flow::EndTurn => "end",
        Flow::Over { .. } => "over",
    }
}
