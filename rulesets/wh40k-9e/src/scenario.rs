//! The set-up part of rule cases, and the facts they can ask for.
//!
//! One thing a line; `#` begins a comment:
//!
//! ```text
//! table crossroads                  a ready table, or
//! table empty 44 30                 one without terrain
//! block 20",10" 24",12" 0 2         a solid block: corners, bottom and top in inches
//! part 24",10" 26",12" 0 1          one more solid part of the last block's feature
//! red 5 assault-intercessors        the armies: ready ones or lists
//! blue 10 line +burner, 1 hero
//! packs stratagems terrain-traits   optional rules
//! missions only-war short-war       what Red and Blue propose
//! spell red-1 might                 a power that works on a unit
//! knows red-1 might haste           powers chosen before the battle
//! round 2                           the battle round
//! active blue                       whose turn it is; `first blue` for the first turn of each round
//! begin shooting                    the phase: command, movement, reinforcements, psychic, shooting, charge,
//!                                   heroic, fight, morale, coherency, markers, zones, start, deploy, first-turn
//! at red-1.1 10",15"                a model; `at red-1 10",15"` a unit, its models in a line along y half an inch
//!                                   apart, or `at red-1 10",15" step 2",0"` in steps
//! aboard red-1 red-4.1              a unit in a transport
//! reserve red-2
//! wounds red-1.1 1                  wounds left
//! gone red-1.4 red-1.5              models that are out of the game
//! turn red-1 advanced               normal, advanced, stationary, fell-back, arrived, disembarked, escaped,
//!                                   charged, heroic, fought, shot, began-embarked
//! drilled red-1 1                   what a unit adds to its Advance and charge rolls
//! charges red-1 blue-1              the targets of its charge
//! lost red-1 3                      models it lost in this turn
//! marker 22",15"                    or `marker 22",15" up 3` on a floor
//! vp red 3
//! cp blue 2
//! zones red right
//! ```
//!
//! Models that are not placed are out of the game, unless the battle has not begun.

use std::sync::Arc;

use grognard_space::table::{Angle, Length, Point, Pose};
use grognard_tabletop::scenario::{self, length, model, number, side};

use crate::armies::RULER;
use crate::choice::{unit_name, unit_named};
use crate::data::Data;
use crate::data::amount::{INCH, Inches};
use crate::data::battle::{Effect, Packs, PartFile, TerrainFile, Trait};
use crate::fixed::{Fixed, Setup};
use crate::ids::{ModelId, Side, Spot, UnitId};
use crate::play::command::control;
use crate::roster;
use crate::state::{Flow, Moved, Place, Spells, State};
use crate::terrain::{self, Battlefield};

/// A game from the set-up of a case.
pub fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
    let lines = scenario::lines(text);
    let mut setup = Setup { red: String::new(), blue: String::new(), ..Setup::default() };
    let mut field = Battlefield::empty(44 * INCH, 30 * INCH);
    let mut packs = Packs::default();
    for line in &lines {
        match line[..] {
            ["table", "empty", x, y] => field = Battlefield::empty(inches(x)?, inches(y)?),
            ["table", ref name @ ..] => {
                field = terrain::battlefield(data, &name.join(" "), roster::least_table(data, 0))?;
            }
            ["red", ref list @ ..] => setup.red = list.join(" "),
            ["blue", ref list @ ..] => setup.blue = list.join(" "),
            ["missions", red, blue] => {
                red.clone_into(&mut setup.mission);
                setup.blue_mission = Some(blue.to_owned());
            }
            ["packs", ref names @ ..] => {
                for name in names {
                    switch_on(&mut packs, name)?;
                }
            }
            _ => {}
        }
    }
    for line in &lines {
        if let ["block", low, high, bottom, top, ref traits @ ..] = line[..] {
            field.terrain.push(block(field.terrain.len(), low, high, bottom, top, traits)?);
        }
        if let ["part", low, high, bottom, top] = line[..] {
            let more = block(0, low, high, bottom, top, &[])?;
            let feature = field.terrain.last_mut().ok_or("a part belongs to a block before it")?;
            feature.parts.extend(more.parts);
        }
    }
    setup.packs = Some(packs);
    let lists = [roster::read(data, &setup.red)?, roster::read(data, &setup.blue)?];
    let fixed = Fixed::with(data, &setup, &lists, field)?;
    let mut state = State::new(&fixed);
    state.round = 1;
    for line in &lines {
        apply(&fixed, &mut state, line).map_err(|what| format!("`{}`: {what}", line.join(" ")))?;
    }
    if state.round > 0 {
        for id in (0..state.models.len() as u16).map(ModelId) {
            if state.model(id).place == Place::Waiting {
                take_out(&mut state, id);
            }
        }
    }
    crate::sound::check(&fixed, &state)?;
    Ok((fixed, state))
}

fn block(
    number: usize,
    low: &str,
    high: &str,
    bottom: &str,
    top: &str,
    traits: &[&str],
) -> Result<TerrainFile, String> {
    let (low, high) = (point(low)?, point(high)?);
    let corners = [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)];
    let outline: Vec<[Inches; 2]> = corners.map(|(x, y)| [Inches(Length(x)), Inches(Length(y))]).to_vec();
    let named = |name: &&str| {
        let found = Trait::ALL.iter().find(|(_, known)| known == name).map(|(found, _)| *found);
        found.ok_or_else(|| format!("`{name}` is no trait"))
    };
    let (bottom, top) = (Inches(Length(inches(bottom)?)), Inches(Length(inches(top)?)));
    let parts = if top > bottom {
        vec![PartFile { outline: outline.clone(), bottom, top, passable: false }]
    } else {
        Vec::new()
    };
    Ok(TerrainFile {
        id: format!("block-{}", number + 1),
        kind: "ruin".to_owned(),
        outline,
        traits: traits.iter().map(named).collect::<Result<_, _>>()?,
        parts,
    })
}

fn switch_on(packs: &mut Packs, name: &str) -> Result<(), String> {
    match name {
        "stratagems" => packs.stratagems = true,
        "levy-stratagems" => packs.levy_stratagems = true,
        "battle-forged" => packs.battle_forged = true,
        "terrain-traits" => packs.terrain_traits = true,
        "angels-of-death" => packs.angels_of_death = true,
        "fly-can-charge-aircraft" => packs.fly_can_charge_aircraft = true,
        "aircraft-abilities" => packs.aircraft_abilities = true,
        "models-do-not-block-sight" => packs.models_do_not_block_sight = true,
        "low-steps-are-free" => packs.low_steps_are_free = true,
        _ => return Err(format!("there is no pack `{name}`")),
    }
    Ok(())
}

fn inches(text: &str) -> Result<i32, String> {
    length(RULER, text).map(|length| length.0)
}

fn point(text: &str) -> Result<Point, String> {
    scenario::point(RULER, text)
}

fn unit(fixed: &Fixed, s: &State, text: &str) -> Result<UnitId, String> {
    unit_named(fixed, text)
        .filter(|id| s.unit_exists(*id))
        .ok_or_else(|| format!("there is no unit `{text}`"))
}

fn take_out(s: &mut State, id: ModelId) {
    s.lift(id, Place::Gone);
    s.model_mut(id).wounds = 0;
    let unit = s.model(id).unit;
    s.unit_mut(unit).models.retain(|other| *other != id);
    s.unit_mut(unit).dead.push(id);
}

fn apply(fixed: &Fixed, s: &mut State, line: &[&str]) -> Result<(), String> {
    match *line {
        ["table" | "red" | "blue" | "packs" | "block" | "part" | "missions", ..] => {}
        ["knows", name, ref powers @ ..] => {
            let id = unit(fixed, s, name)?;
            for power in powers {
                let at = fixed.data.powers.iter().position(|known| known.id == *power);
                let at = at.ok_or_else(|| format!("there is no power `{power}`"))?;
                s.unit_mut(id).learned |= 1 << at;
            }
        }
        ["round", n] => s.round = number(n)?,
        ["active", name] => s.active = side(name)?,
        ["first", name] => s.first = side(name)?,
        ["at", name, place, ref rest @ ..] => place_at(fixed, s, name, place, rest)?,
        ["aboard", name, transport] => {
            let (id, carrier) = (unit(fixed, s, name)?, model(fixed, transport)?);
            for passenger in s.unit(id).models.clone() {
                s.lift(passenger, Place::Embarked(carrier));
            }
        }
        ["reserve", name] => {
            for waiting in s.unit(unit(fixed, s, name)?).models.clone() {
                s.lift(waiting, Place::Reserve);
            }
        }
        ["wounds", name, n] => s.model_mut(model(fixed, name)?).wounds = number(n)?,
        ["gone", ref names @ ..] => {
            for name in names {
                take_out(s, model(fixed, name)?);
            }
        }
        ["turn", name, ref flags @ ..] => {
            let id = unit(fixed, s, name)?;
            for flag in flags {
                set_flag(s, id, flag)?;
            }
        }
        ["charges", name, ref targets @ ..] => {
            let id = unit(fixed, s, name)?;
            let targets = targets.iter().map(|name| unit(fixed, s, name)).collect::<Result<Vec<_>, _>>()?;
            s.unit_mut(id).turn.charge_targets = targets.into_iter().collect();
        }
        ["spell", name, power] => {
            let found = fixed.data.powers.iter().find(|known| known.id == power);
            let found = found.ok_or_else(|| format!("there is no power `{power}`"))?;
            let id = unit(fixed, s, name)?;
            match found.effect {
                Effect::Ward { bonus } => s.unit_mut(id).warded = bonus,
                _ => s.unit_mut(id).spells.cast(&found.effect),
            }
        }
        ["drilled", name, n] => s.unit_mut(unit(fixed, s, name)?).drilled = number(n)?,
        ["lost", name, n] => s.unit_mut(unit(fixed, s, name)?).turn.lost = number(n)?,
        ["marker", place] => {
            let at = point(place)?;
            s.markers.push((at.x, at.y).into());
        }
        ["marker", place, "up", height] => {
            let at = point(place)?;
            s.markers.push(Spot(at.x, at.y, inches(height)?));
        }
        ["vp", name, n] => s.vp[side(name)?.index()] = number(n)?,
        ["cp", name, n] => s.cp[side(name)?.index()] = number(n)?,
        ["zones", name, which] => {
            let zone = u8::from(which == "right");
            let side = side(name)?;
            s.zones[side.index()] = zone;
            s.zones[side.other().index()] = 1 - zone;
        }
        ["begin", phase] => begin(fixed, s, phase)?,
        _ => return Err("this is no line of a set-up".to_owned()),
    }
    Ok(())
}

fn place_at(fixed: &Fixed, s: &mut State, name: &str, place: &str, rest: &[&str]) -> Result<(), String> {
    let (place, turret) = match place.split_once('~') {
        Some((place, degrees)) => (place, Angle::degrees(number(degrees)?)),
        None => (place, Angle::ZERO),
    };
    let (place, facing) = match place.split_once('@') {
        Some((place, degrees)) => (place, Angle::degrees(number(degrees)?)),
        None => (place, Angle::ZERO),
    };
    let at = point(place)?;
    let (mut z, mut step) = (0, None);
    match *rest {
        [] => {}
        ["up", height] => z = inches(height)?,
        ["step", by] => step = Some(point(by)?),
        _ => return Err("after the place only `up HEIGHT` or `step X,Y` may follow".to_owned()),
    }
    let pose = |at| Pose { at, z: Length(z), facing, turret };
    if let Some(id) = fixed.model_named(name) {
        s.put(fixed, id, pose(at));
        return Ok(());
    }
    let id = unit(fixed, s, name)?;
    let mut at = at;
    for member in s.unit(id).models.clone() {
        s.put(fixed, member, pose(at));
        let reach = fixed.ground.form(fixed.form(member)).footprint.reach();
        let by = step.unwrap_or(Point { x: 0, y: 2 * reach.0 + INCH / 2 });
        at = Point { x: at.x + by.x, y: at.y + by.y };
    }
    Ok(())
}

fn set_flag(s: &mut State, id: UnitId, flag: &str) -> Result<(), String> {
    let turn = &mut s.unit_mut(id).turn;
    match flag {
        "normal" => turn.moved = Moved::Normal,
        "advanced" => turn.moved = Moved::Advanced,
        "stationary" => turn.moved = Moved::Stationary,
        "fell-back" => turn.moved = Moved::FellBack,
        "arrived" => turn.moved = Moved::Arrived,
        "disembarked" => turn.disembarked = true,
        "escaped" => turn.escaped = true,
        "charged" => turn.charged = true,
        "heroic" => turn.heroic = true,
        "fought" => turn.fought = true,
        "shot" => turn.shot = true,
        "began-embarked" => turn.began_embarked = true,
        _ => return Err(format!("`{flag}` is nothing a unit can have done")),
    }
    Ok(())
}

fn begin(fixed: &Fixed, s: &mut State, phase: &str) -> Result<(), String> {
    let other = s.active.other();
    s.flow = match phase {
        "command" => Flow::Command,
        "movement" => Flow::MoveUnits,
        "reinforcements" => Flow::Reinforcements,
        "psychic" => Flow::Psychic { unit: None, tried: 0 },
        "shooting" => Flow::Shooting,
        "charge" => {
            let units: Vec<UnitId> = s.on_table(s.active).collect();
            for unit in units {
                let may = crate::legal::charge::eligible(fixed, s, unit);
                s.unit_mut(unit).turn.may_charge = may;
            }
            Flow::Charges
        }
        "heroic" => Flow::Heroics,
        "fight" => Flow::Fight { selector: other, chargers: true },
        "morale" => Flow::Morale { selector: s.active },
        "coherency" => Flow::Coherency { side: s.active },
        "markers" => Flow::Markers { next: s.active },
        "muster" => Flow::Muster,
        "marker-roll" => Flow::MarkerRoll,
        "zones" => Flow::Zones,
        "start" => Flow::PreDeploy { side: s.active },
        "deploy" => Flow::Deploy { next: s.active },
        "late" => Flow::Late { next: None },
        "first-turn" => Flow::FirstTurn,
        "pre-battle" => Flow::PreBattle,
        _ => return Err(format!("`{phase}` is no phase")),
    };
    if matches!(
        phase,
        "muster"
            | "markers"
            | "marker-roll"
            | "zones"
            | "start"
            | "deploy"
            | "late"
            | "first-turn"
            | "pre-battle"
    ) {
        s.round = 0;
    }
    Ok(())
}

/// A fact by name: `red-1.1.wounds`, `red-1.1.at`, `red-1.models`, `red-1.moved`, `red.vp`, `red.cp`, `marker-1`,
/// `phase`, `round`, `active`.
pub fn inspect(fixed: &Fixed, s: &State, what: &str) -> Option<String> {
    match what {
        "round" => return Some(s.round.to_string()),
        "active" => return Some(s.active.id().to_owned()),
        "phase" => return Some(phase(s).to_owned()),
        "power" => return Some(fixed.power.to_string()),
        "mission" => return Some(fixed.data.missions.get(s.mission as usize)?.id.clone()),
        "size" => return Some(fixed.numbers().battle_sizes.sizes.get(fixed.size)?.id.clone()),
        _ => {}
    }
    if let Some(marker) = what.strip_prefix("marker-") {
        let number: usize = marker.parse().ok().filter(|number| (1..=s.markers.len()).contains(number))?;
        return Some(control(fixed, s, number - 1).map_or("nobody", Side::id).to_owned());
    }
    let (name, field) = what.rsplit_once('.')?;
    if let Some(id) = fixed.model_named(name) {
        let model = s.model(id);
        return match field {
            "wounds" => Some(model.wounds.to_string()),
            "unit" => Some(unit_name(fixed, model.unit)),
            "place" => Some(match model.place {
                Place::Waiting => "waiting".to_owned(),
                Place::Reserve => "reserve".to_owned(),
                Place::Embarked(carrier) => format!("in-{}", fixed.name(carrier)),
                Place::Table => "table".to_owned(),
                Place::Gone => "gone".to_owned(),
            }),
            "at" => s.pose(id).map(|pose| format!("{},{}", pose.at.x, pose.at.y)),
            _ => None,
        };
    }
    if let Some(side) = Side::named(name) {
        return match field {
            "vp" => Some(s.vp[side.index()].to_string()),
            "cp" => Some(s.cp[side.index()].to_string()),
            "zone" => Some(if s.zones[side.index()] == 0 { "left" } else { "right" }.to_owned()),
            _ => None,
        };
    }
    let id = unit_named(fixed, name).filter(|id| s.unit_exists(*id))?;
    let unit = s.unit(id);
    match field {
        "models" => Some(unit.models.len().to_string()),
        "starting" => Some(unit.starting.to_string()),
        "drilled" => Some(unit.drilled.to_string()),
        "warded" => Some(unit.warded.to_string()),
        "spellbound" => Some((unit.spells != Spells::default()).to_string()),
        "wounds" => {
            Some(unit.models.iter().map(|model| u32::from(s.model(*model).wounds)).sum::<u32>().to_string())
        }
        "moved" => Some(format!("{:?}", unit.turn.moved).to_lowercase()),
        "charged" => Some(unit.turn.charged.to_string()),
        "lost" => Some(unit.turn.lost.to_string()),
        "engaged" => Some(crate::measure::is_engaged(fixed, s, id).to_string()),
        "destroyed-by" => Some(unit.destroyed_by.map_or("nobody", Side::id).to_owned()),
        "below-half" => Some(s.below_half(id).to_string()),
        _ => None,
    }
}

/// The name of the phase.
pub fn phase(s: &State) -> &'static str {
    match s.flow {
        Flow::Muster => "muster",
        Flow::MarkerRoll | Flow::Markers { .. } => "markers",
        Flow::Zones => "zones",
        Flow::PreDeploy { .. } => "start",
        Flow::Deploy { .. } | Flow::Late { .. } => "deploy",
        Flow::FirstTurn => "first-turn",
        Flow::PreBattle => "pre-battle",
        Flow::Command => "command",
        Flow::MoveUnits => "movement",
        Flow::Reinforcements => "reinforcements",
        Flow::Psychic { .. } => "psychic",
        Flow::Shooting => "shooting",
        Flow::Charges => "charge",
        Flow::Heroics => "heroic",
        Flow::Fight { .. } => "fight",
        Flow::Morale { .. } => "morale",
        Flow::Coherency { .. } => "coherency",
        Flow::Over { .. } => "over",
    }
}
