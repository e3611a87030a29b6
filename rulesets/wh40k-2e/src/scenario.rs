//! The set-up part of rule cases, and the facts they can ask for.
//!
//! One thing a line; `#` begins a comment:
//!
//! ```text
//! table 60 36                            the size in inches; nothing lies on it
//! ready old-wall                         or a ready table
//! piece wall 30",18"                     a piece with its middle here; `piece wall 30",18" turn 90`
//! red space-marines tactical-squad marine=4 sergeant=1
//! blue orks goff-boyz boy=5              one line a unit; `heavy-weapon:lascannon=1` an option with its item
//! option cover-average                   or rally-needs-sight, hiding, overwatch, overwatch-auto-loss
//! turn 2                                 the turn
//! active blue                            whose; `first blue` for who began
//! begin shooting                         movement, shooting, rally, start, zones, deploy, first-turn, overwatch, charges,
//!                                        chargers, hiding, hand-to-hand
//! at red-1.1 10",15"                     a model; `at red-1 10",15" step 0",1.5"` a unit; `@90` behind the place turns it
//! gone red-1.4                           models that are out of the game from the start of this turn
//! lost red-1.5                           models lost in this turn
//! broken red-1                           or shaken, ran, fled
//! moved red-1.1 12                       how far a model moved
//! jammed red-1.1 heavy-bolter 1          jam counters; `burning blue-1.1 flamer`; `ails blue-1.1 webbed`
//! marker blind-grenade 30",18"           a marker that a weapon left
//! engaged red-1.1 blue-1.1               two models in contact; `charged` and `across` may follow for the first
//! on-overwatch red-1                     or hidden, detected; `charges red-1 blue-1` for a declared charge
//! zone red far
//! speed red-1.1 combat                   the speed of a vehicle's last move; `landed red-1.1`, `halted red-1.1`
//! special piece-1 long-stair             or winding-stair, narrow-passage, walkway
//! closed piece-1                         a building nobody enters; `armour piece-1 25` the armour agreed for one
//! shift piece-1 32",18"                  a piece that both agreed to shift
//! collapsed piece-1                      a building that has collapsed; `moved-before red-1.1 12` how far in its turn before
//! class piece-1 difficult                the ground agreed for a piece; `trait red-1 causes-fear` a trait of all its models
//! defends blue piece-1                   who passes the locked doors of a building
//! aboard red-2 red-1.1                   a unit in a vehicle
//! ```
//!
//! Models that are not placed are out of the game, unless the battle has not begun.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_space::table::{Length, Offset, Point, Pose};
use grognard_tabletop::ruler::Inches;
use grognard_tabletop::scenario::{self, length, model, number, side, unit};

use crate::armies::RULER;
use crate::buildings::Building;
use crate::data::Data;
use crate::data::ground::Placed;
use crate::data::troops::Taken;
use crate::fixed::{Fixed, GameLength, MissionMethod, Options, Wanted, WeaponId, made_table};
use crate::ids::{ModelId, Side};
use crate::lasting::{Ail, Marker};
use crate::play::victory;
use crate::state::{Flow, Hidden, Moved, Nerve, Place, Pledge, State, Task};
use crate::terrain::{self, Battlefield};
use crate::vehicles::{self, Speed};

/// A game from the set-up of a case.
pub fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
    let lines = scenario::lines(text);
    let mut field = Battlefield::empty(Length::inches(60), Length::inches(36));
    let mut armies: [Vec<Wanted>; 2] = [Vec::new(), Vec::new()];
    let mut options = Options::default();
    let mut covered = None;
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
            ["option", "cover-average"] => options.cover_average = true,
            ["option", "rally-needs-sight"] => options.rally_needs_sight = true,
            ["option", "reverse"] => options.reverse = true,
            ["option", "flak-against-blasts"] => options.flak_against_blasts = true,
            ["option", "hiding"] => options.hiding = true,
            ["option", "overwatch"] => options.overwatch = true,
            ["option", "overwatch-auto-loss"] => options.overwatch_auto_loss = true,
            ["option", "strict-stupidity"] => options.strict_stupidity = true,
            ["option", "secret-missions"] => options.secret_missions = true,
            ["option", "ork-mission-limit"] => options.ork_mission_limit = true,
            ["option", "hills-difficult"] => options.hills_difficult = true,
            ["option", "closed-buildings"] => options.closed_buildings = true,
            ["option", "blast-hits-buildings"] => options.blast_hits_buildings = true,
            ["option", "flee-bad-ground"] => options.flee_bad_ground = true,
            ["option", "building-sections"] => options.building_sections = true,
            ["option", "measure-freely"] => options.measure_freely = true,
            ["option", "home-made"] => options.home_made = true,
            ["made", landscape, seed] => {
                let (made, percent) = made_table(data, field.size, Some(landscape), number(seed)?)?;
                (field, covered) = (made, Some(percent));
            }
            ["option", "vehicles"] => options.vehicles = true,
            ["option", "one-lays-out"] => options.one_lays_out = true,
            ["option", "by-turns"] => options.by_turns = true,
            ["option", "variable"] => options.length = GameLength::Variable,
            ["option", "sudden-death"] => {
                options.length = GameLength::SuddenDeath(data.numbers.sudden_death.totals[0]);
            }
            ["option", "dealt"] => options.mission_method = MissionMethod::Dealt,
            ["option", "picked"] => options.mission_method = MissionMethod::Picked,
            ["option", "rolled"] => options.mission_method = MissionMethod::Rolled,
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
        match line[..] {
            ["class", id, class] => field.agree(id, class)?,
            ["armour", id, value] => field.agree_armour(id, number(value)?)?,
            ["special", id, what] => field.make_special(id, what)?,
            _ => {}
        }
    }
    let mut shifted = Vec::new();
    for line in &lines {
        if let ["shift", id, place] = line[..] {
            shifted.push(field.shift(id, point(place)?)? as u8);
        }
    }
    let mut fixed = Fixed::with(data, armies, field, options)?;
    fixed.shifted = shifted;
    fixed.covered = covered;
    for line in &lines {
        if let ["trait", name, word] = line[..] {
            for member in fixed.units[unit(&fixed, name)?.index()].models.clone() {
                let kind = fixed.models[member.index()].kind;
                fixed.kinds[kind].traits.push(word.to_owned());
            }
        }
    }
    for line in &lines {
        if let ["strategy", name, rating] = line[..] {
            fixed.strategy[side(name)?.index()] = Some(number(rating)?);
        }
        if let ["fixed-zone", which] = line[..] {
            fixed.zones = Some(u8::from(which == "far"));
        }
    }
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
    let mut counts = BTreeMap::new();
    let mut points = 0;
    let (mut options, mut powers, mut cards) = (Vec::new(), Vec::new(), Vec::new());
    for word in models {
        if let Some(card) = word.strip_prefix("card:") {
            cards.push(card.to_owned());
            continue;
        }
        if let Some(power) = word.strip_prefix("power:") {
            powers.push(power.to_owned());
            continue;
        }
        let (id, count) = word.split_once('=').ok_or_else(|| format!("`{word}` is no number of models"))?;
        if let Some((option, item)) = id.split_once(':') {
            let item = (!item.is_empty()).then(|| item.to_owned());
            options.push(Taken { option: option.to_owned(), item, count: number(count)? });
        } else if id == "points" {
            points = number(count)?;
        } else {
            counts.insert(id.to_owned(), number(count)?);
        }
    }
    Ok(Wanted {
        army: army.to_owned(),
        unit: unit.to_owned(),
        models: counts,
        options,
        points,
        powers,
        cards,
        rides_in: None,
    })
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
            "table" | "ready" | "red" | "blue" | "option" | "piece" | "class" | "armour" | "trait"
            | "strategy" | "fixed-zone" | "shift" | "made" | "special",
            ..,
        ] => {}
        ["collapsed", piece] => building(fixed, s, piece)?.collapsed = true,
        ["closed", piece] => building(fixed, s, piece)?.closed = true,
        ["mission", name, which] => {
            let own = side(name)?;
            let at = fixed.data.missions.iter().position(|mission| mission.id == which);
            let mission = at.ok_or("there is no such mission")? as u8;
            s.tasks[own.index()] = Some(Task { mission, mark: None, shown: true });
        }
        ["mark", name, whom] => {
            let mark = Some(model(fixed, whom)?);
            if let Some(task) = &mut s.tasks[side(name)?.index()] {
                task.mark = mark;
            }
        }
        ["held-back", name] => s.unit_mut(unit(fixed, name)?).held_back = true,
        ["slain-in-combat", name, many] => s.slain_in_combat[side(name)?.index()] = number(many)?,
        ["turns", n] => s.turns = number(n)?,
        ["turn", n] => s.turn = number(n)?,
        ["active", name] => s.active = side(name)?,
        ["first", name] => s.first = side(name)?,
        ["zone", name, which] => {
            let (side, zone) = (side(name)?, u8::from(which == "far"));
            s.zones[side.index()] = zone;
            s.zones[side.other().index()] = 1 - zone;
        }
        ["at", name, place, ref rest @ ..] => place_at(fixed, s, name, place, rest)?,
        ["gone", ref names @ ..] => {
            for name in names {
                let id = model(fixed, name)?;
                s.remove(id);
                let unit = s.model(id).unit;
                s.unit_mut(unit).at_turn_start -= 1;
            }
        }
        ["lost", ref names @ ..] => {
            for name in names {
                s.remove(model(fixed, name)?);
            }
        }
        [flag @ ("broken" | "shaken" | "ran" | "fled" | "tested"), name] => {
            let own = s.unit_mut(unit(fixed, name)?);
            match flag {
                "broken" => own.nerve = Nerve::Broken,
                "shaken" => own.nerve = Nerve::Shaken,
                "ran" => own.moved = Moved::Ran,
                "tested" => own.tested = true,
                _ => own.fled = true,
            }
        }
        ["cut-off", ref names @ ..] => {
            for name in names {
                s.model_mut(model(fixed, name)?).cut_off = true;
            }
        }
        ["speed", name, band] => {
            let speed =
                Speed::ALL.into_iter().find(|speed| speed.key() == band).ok_or("there is no such band")?;
            let id = model(fixed, name)?;
            s.vehicle_mut(id).ok_or("that is no vehicle")?.speed = speed;
        }
        ["aboard", name, vehicle] => {
            let vehicle = model(fixed, vehicle)?;
            for member in s.unit(unit(fixed, name)?).models.clone() {
                s.table.take(member);
                s.model_mut(member).place = Place::Aboard(vehicle);
            }
        }
        ["defends", name, piece] => {
            let defender = Some(side(name)?);
            building(fixed, s, piece)?.defender = defender;
        }
        ["out-of-control", name] => {
            let id = model(fixed, name)?;
            s.vehicle_mut(id).ok_or("that is no vehicle")?.out_of_control = 1;
        }
        ["landed", name] => {
            let id = model(fixed, name)?;
            s.vehicle_mut(id).ok_or("that is no vehicle")?.air = vehicles::Air::Ground;
        }
        ["halted", name] => {
            let id = model(fixed, name)?;
            s.vehicle_mut(id).ok_or("that is no vehicle")?.damage.push(vehicles::Lasting::Halted);
        }
        ["jammed", name, weapon, counters] => {
            let id = model(fixed, name)?;
            let weapon = weapon_named(fixed, weapon)?;
            s.wear_mut(fixed, id, weapon).jams = number(counters)?;
        }
        ["pledged-to-stay", name] => s.unit_mut(unit(fixed, name)?).pledge = Pledge::Stays,
        ["spent", name, weapon] => {
            let (id, weapon) = (model(fixed, name)?, weapon_named(fixed, weapon)?);
            s.spend(fixed, id, weapon);
        }
        ["burning", name, weapon] => {
            let (id, weapon) = (model(fixed, name)?, weapon_named(fixed, weapon)?);
            s.afflict(id, Ail::Burning(weapon));
        }
        ["ails", name, what] => {
            let all = [Ail::Webbed, Ail::Fallen, Ail::Pinned, Ail::Choking, Ail::Blinded, Ail::Scorched];
            let ail = all.into_iter().find(|ail| ail.key() == what).ok_or("there is no such ail")?;
            let id = model(fixed, name)?;
            s.afflict(id, ail);
        }
        ["marker", weapon, place, ref secret @ ..] => {
            let weapon = weapon_named(fixed, weapon)?;
            let own = fixed.weapon(weapon);
            let kind = own.effect.and_then(|effect| fixed.data.markers.lasting(effect.lasting()?));
            let secret_from = if let ["secret-from", name] = secret { Some(side(name)?) } else { None };
            let (Some(kind), Some(radius)) = (kind, own.blast) else {
                return Err("that weapon leaves no marker".to_owned());
            };
            s.markers.push(Marker { kind, at: point(place)?, radius, weapon, ends: false, secret_from });
        }
        ["engaged", one, other, ref how @ ..] => {
            let (one, other) = (model(fixed, one)?, model(fixed, other)?);
            s.engage(one, other, how.contains(&"across"));
            s.model_mut(one).charged = how.contains(&"charged");
        }
        ["wounds", name, left] => s.model_mut(model(fixed, name)?).wounds = number(left)?,
        ["frenzied", name] => s.unit_mut(unit(fixed, name)?).mind.frenzied = true,
        ["stupid", name] => s.unit_mut(unit(fixed, name)?).mind.stupid = true,
        ["on-overwatch", name] => s.unit_mut(unit(fixed, name)?).overwatch = true,
        ["hidden", name] => s.unit_mut(unit(fixed, name)?).hidden = Hidden::Yes,
        ["detected", name] => s.unit_mut(unit(fixed, name)?).hidden = Hidden::Detected,
        ["charges", name, enemy] => s.unit_mut(unit(fixed, name)?).charges = Some(unit(fixed, enemy)?),
        ["joined", name, squad] => {
            let (id, squad) = (model(fixed, name)?, unit(fixed, squad)?);
            s.transfer(fixed, id, squad);
        }
        ["shield", name] => s.model_mut(model(fixed, name)?).psyker.shield = true,
        ["moved-before", name, far] => s.model_mut(model(fixed, name)?).before = inches(far)?.0,
        ["moved", name, far] => s.model_mut(model(fixed, name)?).far = inches(far)?.0,
        ["begin", phase] => {
            s.flow = match phase {
                "start" => Flow::StartTurn,
                "overwatch" => Flow::Overwatch,
                "charges" => Flow::Charges,
                "chargers" => Flow::Chargers,
                "hiding" => Flow::Hide,
                "hand-to-hand" => Flow::BreakOff { side: s.active },
                "movement" => Flow::Moves,
                "shooting" => Flow::Shooting,
                "psychic" => Flow::Psychic { side: s.active, passed: false },
                "rally" => Flow::Rally,
                "terrain" => Flow::Terrain,
                "muster" => Flow::Muster { side: Side::Red },
                "zones" => Flow::Zones,
                "missions" => Flow::Missions,
                "infiltrate" => Flow::Infiltrate,
                "split" => Flow::Split,
                "deploy" => Flow::Deploy { side: s.active },
                "first-turn" => Flow::FirstTurn,
                _ => return Err(format!("`{phase}` is no phase")),
            };
            if matches!(
                phase,
                "terrain"
                    | "muster"
                    | "missions"
                    | "infiltrate"
                    | "split"
                    | "zones"
                    | "deploy"
                    | "first-turn"
            ) {
                s.turn = 0;
            }
        }
        _ => return Err("this is no line of a set-up".to_owned()),
    }
    Ok(())
}

fn building<'s>(fixed: &Fixed, s: &'s mut State, piece: &str) -> Result<&'s mut Building, String> {
    let at = fixed.battlefield.features.iter().position(|feature| feature.id == piece);
    let at = at.ok_or("there is no such piece")?;
    Ok(s.building_mut(at).ok_or("that is no building")?)
}

fn weapon_named(fixed: &Fixed, name: &str) -> Result<WeaponId, String> {
    let at = fixed.weapons.iter().position(|weapon| weapon.id == name);
    at.map(|at| at as WeaponId).ok_or_else(|| format!("nobody carries `{name}`"))
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

/// A fact of the state: `turn`, `active`, `phase`, `red.vp`, `red-1.nerve`, `red-1.models`, `red-1.1.at`, `red-1.1.place`.
pub fn inspect(fixed: &Fixed, s: &State, what: &str) -> Option<String> {
    match what {
        "turn" => return Some(s.turn.to_string()),
        "active" => return Some(s.active.id().to_owned()),
        "phase" => return Some(phase(s).to_owned()),
        "wrecks" => return Some(s.wrecks.iter().filter(|wreck| wreck.stands).count().to_string()),
        "craters" => return Some(s.wrecks.iter().filter(|wreck| !wreck.stands).count().to_string()),
        "markers" => return Some(s.markers.len().to_string()),
        _ => {}
    }
    let (name, fact) = what.rsplit_once('.')?;
    if let Some(at) = fixed.battlefield.features.iter().position(|feature| feature.id == name) {
        let own = s.building(at)?;
        return match fact {
            "collapsed" => Some(own.collapsed.to_string()),
            "adds" => Some(own.adds.to_string()),
            "holes" => Some(own.holes.len().to_string()),
            _ => None,
        };
    }
    if let Some(side) = Side::named(name) {
        return (fact == "vp")
            .then(|| victory::total(fixed, s, side, matches!(s.flow, Flow::Over { .. })).to_string());
    }
    if let Some(unit) = fixed.unit_named(name) {
        let own = s.unit(unit);
        return match fact {
            "nerve" => Some(format!("{:?}", own.nerve).to_lowercase()),
            "models" => Some(own.models.len().to_string()),
            "moved" => Some(format!("{:?}", own.moved).to_lowercase()),
            "overwatch" => Some(own.overwatch.to_string()),
            "hidden" => Some(format!("{:?}", own.hidden).to_lowercase()),
            "fled" => Some(own.fled.to_string()),
            "frenzied" => Some(own.mind.frenzied.to_string()),
            "stupid" => Some(own.mind.stupid.to_string()),
            _ => None,
        };
    }
    let id = fixed.model_named(name)?;
    match fact {
        "place" => Some(match s.model(id).place {
            Place::Aboard(_) => "aboard".to_owned(),
            place => format!("{place:?}").to_lowercase(),
        }),
        "wounds" => Some(s.model(id).wounds.to_string()),
        "jams" => Some(s.model(id).wear.iter().map(|wear| wear.jams).sum::<u8>().to_string()),
        "speed" => s.vehicle(id).map(|vehicle| vehicle.speed.key().to_owned()),
        "crew" => s.vehicle(id).map(|vehicle| vehicles::crew::crew(s, vehicle.model).count().to_string()),
        "damage" => s.vehicle(id).map(|vehicle| {
            vehicle.damage.iter().map(|damage| format!("{damage:?}")).collect::<Vec<_>>().join(" ")
        }),
        "air" => s.vehicle(id).map(|vehicle| format!("{:?}", vehicle.air).to_lowercase()),
        "aboard" => Some(vehicles::crew::vehicle_of(s, id).map_or("nothing", |of| fixed.name(of)).to_owned()),
        "post" => Some(s.model(id).post.map_or_else(|| "none".to_owned(), |post| post.to_string())),
        "out-of-control" => s.vehicle(id).map(|vehicle| (vehicle.out_of_control > 0).to_string()),
        "ails" => Some(s.model(id).ails.iter().map(|ail| ail.key()).collect::<Vec<_>>().join(" ")),
        "cut-off" => Some(s.model(id).cut_off.to_string()),
        "shield" => Some(s.model(id).psyker.shield.to_string()),
        "unit" => Some(fixed.unit(s.model(id).unit).name.clone()),
        "fights" => {
            let names: Vec<&str> = s.opponents(id).map(|enemy| fixed.name(enemy)).collect();
            Some(if names.is_empty() { "nobody".to_owned() } else { names.join(" ") })
        }
        "at" => s
            .pose(id)
            .map(|pose| format!("{},{}", RULER.write(Length(pose.at.x)), RULER.write(Length(pose.at.y)))),
        "facing" => s.pose(id).map(|pose| (i32::from(pose.facing.0) * 360 / 65_536).to_string()),
        _ => None,
    }
}

/// The phase in a word.
pub fn phase(s: &State) -> &'static str {
    match s.flow {
        Flow::Terrain => "terrain",
        Flow::Muster { .. } => "muster",
        Flow::Zones => "zones",
        Flow::Missions | Flow::Split => "missions",
        Flow::Deploy { .. } | Flow::Infiltrate => "deployment",
        Flow::FirstTurn => "first-turn",
        Flow::HideFirst { .. } => "deployment",
        Flow::StartTurn => "start",
        Flow::Overwatch | Flow::Charges | Flow::FirstWindow | Flow::Compulsory | Flow::Chargers => "movement",
        Flow::Moves | Flow::LastWindow | Flow::Hide => "movement",
        Flow::Shooting => "shooting",
        Flow::BreakOff { .. } | Flow::Pairs | Flow::HandToHand => "hand-to-hand",
        Flow::Psychic { .. } => "psychic",
        Flow::Rally => "rally",
        Flow::Over { .. } => "over",
    }
}
