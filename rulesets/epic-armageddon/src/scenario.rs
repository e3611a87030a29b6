//! The set-up part of rule cases, and the facts they can ask for.
//!
//! One thing a line; `#` begins a comment:
//!
//! ```text
//! table 90 90                        its sides; training-small for a ready one
//! terrain woods 20,20 30,30          a rectangle of terrain, named woods-1 and so on
//! side a 5                           a player and the Strategy Rating; `side c 5 with a` for friends
//! formation a 1+ marines 6 sm-tactical, 2 sm-devastator   Initiative, then the units; `marines` know no fear
//! at a-1.1 10,15                     a unit; `at a-1 10,15` a formation in a line, 4 cm from middle to middle,
//!                                    or `at a-1 10,15 step 0,4`
//! aboard a-1.1 a-1.7                 a unit aboard a transport
//! markers a-1 3
//! broken a-1                         also: acted, marched, moved, overwatch, patrol (aircraft begin in reserve)
//! flying a-1 60,60 90                aircraft over the table, looking to these degrees; `landed a-1 60,60` on it
//! damage a-1.1 2                     of a war engine; also: shields, fields, criticals
//! battle korps-grinda                 a game of the book with its own armies and table, in place of sides and formations
//! scenario tournament                the rules of another scenario; `objective 60,0 a` lies on the edge of a
//! points 250                         what the formation above costs
//! weather fog                        the weather; `climate tropical` for a game that begins (`chosen` by players)
//! means a-2 teleport                 in reserve; tunnel, planetfall a-1; `record a-2 40,40 2` place and turn; `arrives a-1 1`
//! rules EA-ARMY-016                  army rules of the formation above; EA-ARMY-012 for Drop Pods
//! objectives as-placed               how it is found out what objectives are; `umpire shack crater` for what an umpire decided
//! kind crater 0 a                    the first objective is a crater that a placed; a number behind it for what was rolled
//! option speed-0-road=on             how the rules are read
//! bought a razor-wire 2              what a side bought; `entrenched` for the formation above
//! forces sm-small ork-small          of a battle; `country temperate 3` for its table
//! hidden b-1 1 40,40                 behind this marker; `decoy 2 30,30` and `mines 3 20,20` for others
//! installation 60,60                 a building of a raid; `damaged 0 2`, `corner 0`, `prepared 4` for what was settled before
//! attached b-2 b-1                   bunkers and pillboxes that were attached to a formation
//! gate a 0                           this objective is the Wraithgate of a; `means a-2 portal`, `means a-2 avatar`
//! zone scout                         the formation above is set up where this one of the scenario is
//! entering a-1 2                     it comes in from the edge in this turn
//! called mekboy-gunzmob              what the formation above is
//! popped a-1.1                       a skimmer that has popped up
//! fired a-1.1 0                      this line of its weapons has fired in this turn; `kept a-1.1 0 2` shots of it were kept
//! zones 2 3                          the edge or corner each side has
//! turn 2                             the turn; `turns 3` for the number agreed on
//! won a                              who won the Strategy roll before
//! order b a                          who acts after whom
//! held a                             who held the objective in the End phase before
//! begin activate a                   retain a, strategy, edges, deploy a, rally, victory, ambush
//! ```
//!
//! Units that are not placed are out of the game, unless it has not begun. Lengths are centimetres.

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_space::table::{Angle, Length, Point, Pose};
use grognard_tabletop::armies::Named;
use grognard_tabletop::scenario::{self, length, number};

use crate::air::{ALTITUDE, Sky};
use crate::armies::RULER;
use crate::arrivals::{Means, Sheet};
use crate::concealment::{Concealed, Holding};
use crate::data::Data;
use crate::data::amount::Score;
use crate::fixed::{BUILT, Fixed, Mustered, SideSpec, Stock};
use crate::ids::{FormationId, UnitId};
use crate::legal::coherency::is_coherent;
use crate::play::victory::holder;
use crate::readings;
use crate::state::{Flow, Objective, Place, State};
use crate::terrain::Battlefield;
use crate::weather::Weather;

fn cm(text: &str) -> Result<Length, String> {
    length(RULER, text)
}

fn point(text: &str) -> Result<Point, String> {
    scenario::point(RULER, text)
}

/// What the lines say of armies and table.
#[derive(Default)]
struct Form {
    sides: Vec<SideSpec>,
    formations: Vec<Mustered>,
    turns: u8,
    weather: String,
    weather_chosen: bool,
    teams: String,
    scenario: Option<String>,
    objectives: String,
    umpire: String,
    options: String,
    stock: Vec<(String, String, u8)>,
    zones: Vec<(usize, String)>,
}

/// Army rules of Space Marines in the training games.
const MARINES: [&str; 7] =
    ["EA-ARMY-001", "EA-ARMY-002", "EA-ARMY-003", "EA-ARMY-004", "EA-ARMY-005", "EA-ARMY-006", "EA-ARMY-007"];

/// More units than any formation of a case has.
const MOST_UNITS: usize = 200;

fn mustered(form: &Form, side: &str, initiative: &str, rest: &[&str]) -> Result<Mustered, String> {
    let at = form.sides.iter().position(|known| known.id == side);
    let at = at.ok_or_else(|| format!("there is no side `{side}`"))?;
    let initiative =
        Score::read(initiative).ok_or_else(|| format!("`{initiative}` is no Initiative such as `2+`"))?;
    let (marines, rest) = rest.strip_prefix(&["marines"]).map_or((false, rest), |rest| (true, rest));
    let mut units = Vec::new();
    for entry in rest.join(" ").split(',') {
        let [count, sheet] = entry.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(format!("`{entry}` should be a number and a unit"));
        };
        let count: usize = number(count)?;
        if count > MOST_UNITS {
            return Err(format!("`{entry}`: a formation has at most {MOST_UNITS} units"));
        }
        units.extend(std::iter::repeat_n(sheet.to_owned(), count));
    }
    let rules = if marines { MARINES.map(str::to_owned).to_vec() } else { Vec::new() };
    Ok(Mustered {
        side: at as u8,
        id: "tactical".to_owned(),
        units,
        initiative: initiative.0,
        rules,
        zone: None,
        points: 0,
        entrenched: false,
    })
}

/// A game from the set-up of a case.
pub fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
    let lines = scenario::lines(text);
    let mut form = Form::default();
    let mut field = Battlefield::empty(Length::cm(90), Length::cm(90));
    for line in &lines {
        let wrong = |what: String| format!("`{}`: {what}", line.join(" "));
        match line[..] {
            ["table", x, y] => field = Battlefield::empty(cm(x).map_err(wrong)?, cm(y).map_err(wrong)?),
            ["table", name] => {
                let table = data.tables.iter().find(|table| table.id == name);
                field = Battlefield::of(data, table.ok_or_else(|| format!("there is no table `{name}`"))?)?;
            }
            ["terrain", kind, low, high] => {
                let (low, high) = (point(low).map_err(wrong)?, point(high).map_err(wrong)?);
                let corners = [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)];
                let number = field.features.iter().filter(|feature| feature.terrain.id == kind).count() + 1;
                let corners = corners.map(|(x, y)| Point { x, y }).to_vec();
                field.add(data, &format!("{kind}-{number}"), kind, corners)?;
            }
            ["capacity", n] => {
                if let Some(feature) = field.features.last_mut() {
                    feature.capacity = Some(number(n)?);
                }
            }
            ["side", id, strategy, ref team @ ..] => {
                let own = form.sides.len() as u8;
                let team = match *team {
                    ["with", friend] => {
                        form.sides.iter().find(|side| side.id == friend).map_or(own, |side| side.team)
                    }
                    _ => own,
                };
                form.sides.push(SideSpec {
                    id: id.to_owned(),
                    team,
                    strategy: number(strategy).map_err(wrong)?,
                });
            }
            ["formation", side, initiative, ref rest @ ..] => {
                let own = mustered(&form, side, initiative, rest).map_err(wrong)?;
                form.formations.push(own);
            }
            ["turns", n] => form.turns = number(n)?,
            ["objectives", how] => how.clone_into(&mut form.objectives),
            ["umpire", ref names @ ..] => form.umpire = names.join(" "),
            ["option", ref changes @ ..] => form.options = changes.join(","),
            ["bought", side, what, n] => form.stock.push((side.to_owned(), what.to_owned(), number(n)?)),
            ["entrenched"] => {
                if let Some(own) = form.formations.last_mut() {
                    own.entrenched = true;
                }
            }
            ["teams", how] => how.clone_into(&mut form.teams),
            ["climate", id] => id.clone_into(&mut form.weather),
            ["climate", id, "chosen"] => (form.weather, form.weather_chosen) = (id.to_owned(), true),
            ["zone", id] => form.zones.push((form.formations.len().saturating_sub(1), id.to_owned())),
            ["scenario", id] => form.scenario = Some(id.to_owned()),
            ["rules", ref ids @ ..] => {
                if let Some(own) = form.formations.last_mut() {
                    own.rules.extend(ids.iter().map(|id| (*id).to_owned()));
                }
            }
            ["called", id] => {
                if let Some(own) = form.formations.last_mut() {
                    id.clone_into(&mut own.id);
                }
            }
            ["points", n] => {
                if let Some(own) = form.formations.last_mut() {
                    own.points = number(n)?;
                }
            }
            _ => {}
        }
    }
    if let Some(["battle", id]) = lines.iter().map(|line| &line[..]).find(|line| line[0] == "battle") {
        let mut setup = crate::Setup { scenario: (*id).to_owned(), ..crate::Setup::default() };
        for line in &lines {
            match line[..] {
                ["forces", one, other] => {
                    (setup.force_a, setup.force_b) = (one.to_owned(), other.to_owned());
                }
                ["country", country, n] => (setup.country, setup.table) = (country.to_owned(), number(n)?),
                ["objectives", how] => how.clone_into(&mut setup.objectives),
                ["option", ref changes @ ..] => setup.options = changes.join(","),
                _ => {}
            }
        }
        let fixed = Fixed::new(data, &setup)?;
        let mut state = State::new(&fixed);
        for line in &lines {
            apply(&fixed, &mut state, line).map_err(|what| format!("`{}`: {what}", line.join(" ")))?;
        }
        crate::sound::check(&fixed, &state)?;
        return Ok((fixed, state));
    }
    let wanted = form.scenario.as_deref().unwrap_or(BUILT[0]);
    let base = data.scenarios.iter().find(|scenario| scenario.id == wanted);
    let base = Arc::new(base.ok_or("there is no such scenario")?.clone());
    for (at, id) in &form.zones {
        let like = base.formation.iter().find(|formation| formation.id == *id);
        form.formations[*at].zone = like.and_then(|formation| formation.zone.clone());
    }
    let fixed = Fixed::with(data, base, form.turns, form.sides, form.formations, field)?;
    let (weather, teams) = (form.weather, form.teams);
    let stock = form.stock.iter().map(|(side, purchase, count)| {
        Ok(Stock { side: seat(&fixed, side)?, purchase: purchase.clone(), count: *count })
    });
    let stock = stock.collect::<Result<Vec<Stock>, String>>()?;
    let fixed = Fixed {
        weather,
        weather_chosen: form.weather_chosen,
        teams,
        marks: readings::marks(data, &form.objectives)?,
        umpire: readings::umpire(data, &form.umpire)?,
        options: readings::options(data, "as-printed", &form.options)?,
        stock,
        ..fixed
    };
    let mut state = State::new(&fixed);
    for line in &lines {
        apply(&fixed, &mut state, line).map_err(|what| format!("`{}`: {what}", line.join(" ")))?;
    }
    let before = matches!(
        state.flow,
        Flow::Edges
            | Flow::Objectives { .. }
            | Flow::Prepare { .. }
            | Flow::Garrison { .. }
            | Flow::Deploy { .. }
    );
    if !before {
        for at in 0..state.units.len() {
            let formation = state.units[at].formation;
            if state.units[at].place == Place::Waiting
                && state.formation(formation).flight.sky == Sky::Ground
                && state.formation(formation).means.is_none()
                && !state.formation(formation).hidden
            {
                state.remove(UnitId(at as u16));
            }
        }
    }
    crate::sound::check(&fixed, &state)?;
    Ok((fixed, state))
}

fn seat(fixed: &Fixed, name: &str) -> Result<SeatId, String> {
    let at = fixed.sides.iter().position(|side| side.id == name);
    at.map(|at| SeatId(at as u8)).ok_or_else(|| format!("there is no side `{name}`"))
}

fn formation(fixed: &Fixed, name: &str) -> Result<FormationId, String> {
    fixed.unit(name).ok_or_else(|| format!("there is no formation `{name}`"))
}

fn unit(fixed: &Fixed, name: &str) -> Result<UnitId, String> {
    fixed.body(name).ok_or_else(|| format!("there is no unit `{name}`"))
}

fn apply(fixed: &Fixed, s: &mut State, line: &[&str]) -> Result<(), String> {
    match *line {
        ["table" | "terrain" | "side" | "formation" | "turns" | "scenario" | "points" | "battle", ..] => {}
        ["climate" | "teams" | "rules" | "zone" | "called" | "forces" | "country", ..] => {}
        ["objectives" | "umpire" | "option" | "bought" | "entrenched" | "capacity", ..] => {}
        ["installation", place] => crate::play::raids::found(fixed, s, point(place)?),
        ["closed" | "damaged", number_of, ref much @ ..] => {
            let site = s.sites.get_mut(number::<usize>(number_of)?).ok_or("there is no such building")?;
            site.closed |= line[0] == "closed";
            site.damage = much.first().map_or(Ok(0), |text| number(text))?;
        }
        ["attached", name, to] => {
            let (own, to) = (formation(fixed, name)?, formation(fixed, to)?);
            for unit in s.formation(own).units.clone() {
                crate::play::works::attach(fixed, s, unit, to);
            }
        }
        ["hidden", name, number_of, place] => {
            let id = formation(fixed, name)?;
            let holds = Holding::Formation(id);
            let (number, by) = (number(number_of)?, s.owner(id));
            s.formation_mut(id).hidden = true;
            s.assigned.push(number);
            s.concealed.push(Concealed { number, by, at: Some(point(place)?), holds });
        }
        ["decoy" | "mines", number_of, place] => {
            let by = crate::play::divided::side_of(fixed, "defender").ok_or("nobody defends")?;
            let holds = if line[0] == "mines" { Holding::Mines } else { Holding::Nothing };
            let number = number(number_of)?;
            if holds == Holding::Mines {
                s.mines.push((by, 1));
            }
            s.assigned.push(number);
            s.concealed.push(Concealed { number, by, at: Some(point(place)?), holds });
        }
        ["plant", place] => crate::play::plant::found(fixed, s, point(place)?),
        ["swept", ref tables @ ..] => {
            s.swept = tables.iter().map(|table| number(table)).collect::<Result<_, _>>()?;
        }
        ["laid", terrain, low, high] => {
            let (low, high) = (point(low)?, point(high)?);
            let corners = [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)];
            let corners = corners.map(|(x, y)| Point { x, y }).to_vec();
            let id = format!("{terrain}-{}", s.laid.len() + 1);
            s.lay(fixed, [crate::land::Laid { id, terrain: terrain.to_owned(), corners }]);
        }
        ["corner", n] => s.corner = Some(number(n)?),
        ["prepared", n] => s.prepared = number(n)?,
        ["gone", name] => {
            for unit in s.formation(formation(fixed, name)?).units.clone() {
                s.remove(unit);
            }
        }
        ["kind", id, at, side, ref number_of @ ..] => {
            let all = &fixed.data.alternative_objectives;
            let kind = all.iter().position(|known| known.id == id).ok_or("there is no such objective")?;
            let objective: u8 = number(at)?;
            if usize::from(objective) >= s.objectives.len() {
                return Err(format!("there are {} objectives, counted from 0", s.objectives.len()));
            }
            let mark = crate::marks::Mark {
                objective,
                kind: kind as u8,
                by: seat(fixed, side)?,
                used: false,
                number: number_of.first().map_or(Ok(0), |text| number(text))?,
                demolished: None,
                demolisher: None,
                stand: None,
            };
            crate::play::marks::lay(fixed, s, &mark);
            s.marks.push(mark);
        }
        ["objective", place, ref edge @ ..] => {
            let edge = match *edge {
                [side] => Some(seat(fixed, side)?),
                _ => None,
            };
            let objective = Objective { number: s.objectives.len() as u8, at: point(place)?, edge };
            s.objectives.push(objective);
            s.held.push(None);
        }
        ["at", name, place, ref rest @ ..] => {
            let step = match *rest {
                ["step", by] => point(by)?,
                _ => Point::new(Length::cm(4), Length::ZERO),
            };
            let mut at = point(place)?;
            let units = match fixed.body(name) {
                Some(unit) => vec![unit],
                None => s.formation(formation(fixed, name)?).units.to_vec(),
            };
            for unit in units {
                s.put(fixed, unit, Pose::at(at));
                at = Point { x: at.x + step.x, y: at.y + step.y };
            }
        }
        ["aboard", name, transport] if fixed.body(name).is_none() => {
            let (own, craft) = (formation(fixed, name)?, formation(fixed, transport)?);
            let rides =
                crate::legal::landing::loads(fixed, s, craft, own).ok_or("there is no room for them")?;
            for (unit, transport) in rides {
                s.embark(unit, transport);
            }
        }
        ["aboard", name, transport] => {
            let found = |name: &str| fixed.body(name).ok_or_else(|| format!("there is no unit `{name}`"));
            s.embark(found(name)?, found(transport)?);
        }
        ["flying" | "landed", name, place, ref rest @ ..] => {
            let id = formation(fixed, name)?;
            let degrees: i32 = rest.first().map_or(Ok(0), |degrees| number(degrees))?;
            let flies = line[0] == "flying";
            let z = if flies { ALTITUDE } else { Length::ZERO };
            let mut at = point(place)?;
            for unit in s.formation(id).units.clone() {
                s.put(fixed, unit, Pose::at(at).facing(Angle::degrees(degrees)).raised(z));
                at.x += Length::cm(6).0;
            }
            let turn = s.turn;
            let flight = &mut s.formation_mut(id).flight;
            flight.sky = if flies { Sky::Flight } else { Sky::Ground };
            flight.landed = (!flies).then_some(turn);
            flight.attacking = flies;
        }
        ["patrol", name] => s.formation_mut(formation(fixed, name)?).flight.sky = Sky::Patrol,
        ["exited", name] => {
            let units = match fixed.body(name) {
                Some(unit) => vec![unit],
                None => s.formation(formation(fixed, name)?).units.to_vec(),
            };
            let id = s.units[units[0].index()].formation;
            for unit in s.formation(id).units.clone() {
                if !units.contains(&unit) {
                    s.remove(unit);
                }
            }
            s.exited.extend(units);
            s.formation_mut(id).flight.sky = Sky::Away;
        }
        ["jinked", name] => s.formation_mut(formation(fixed, name)?).flight.jinked = true,
        ["moved", name] => s.formation_mut(formation(fixed, name)?).moved = true,
        ["weather", id] => {
            let all = &fixed.data.weather.condition;
            let at = all.iter().position(|known| known.id == id).ok_or("there is no such weather")?;
            s.weather = Some(Weather { condition: at as u8, changing: Some(2) });
        }
        ["means", name, ref how @ ..] => {
            let means = match *how {
                ["teleport"] => Means::Teleport,
                ["tunnel"] => Means::Tunnel,
                ["self-planetfall"] => Means::SelfPlanetfall,
                ["portal"] => Means::Portal,
                ["avatar"] => Means::Avatar,
                ["planetfall", craft] => Means::Planetfall(formation(fixed, craft)?),
                _ => return Err("these are no means of entry".to_owned()),
            };
            let id = formation(fixed, name)?;
            s.formation_mut(id).means = Some(means);
            s.formation_mut(id).flight.sky = Sky::Ground;
        }
        ["record", name, place, ref turn @ ..] => {
            let turn = turn.first().map(|turn| number(turn)).transpose()?;
            let sheet = Sheet::Written { turn, places: vec![point(place)?] };
            s.formation_mut(formation(fixed, name)?).sheet = Some(sheet);
        }
        ["gate", side, at] => s.gates.push((seat(fixed, side)?, number(at)?)),
        ["entering", name, turn] => {
            let own = s.formation_mut(formation(fixed, name)?);
            (own.means, own.arrives) = (Some(Means::Edge), Some(number(turn)?));
        }
        ["arrives", name, turn] => s.formation_mut(formation(fixed, name)?).arrives = Some(number(turn)?),
        ["popped", name] => s.units[unit(fixed, name)?.index()].popped = true,
        ["fired", name, line] => {
            let turn = s.turn;
            s.units[unit(fixed, name)?.index()].fired.push((number(line)?, turn));
        }
        ["kept", name, line, shots] => {
            s.units[unit(fixed, name)?.index()].kept.push((number(line)?, number(shots)?));
        }
        ["zones", ref all @ ..] => s.zones = all.iter().map(|at| number(at)).collect::<Result<_, _>>()?,
        ["marched", name] => s.formation_mut(formation(fixed, name)?).marched = true,
        ["markers", name, n] => s.formation_mut(formation(fixed, name)?).markers = number(n)?,
        ["broken", name] => s.formation_mut(formation(fixed, name)?).broken = true,
        ["overwatch", name] => s.formation_mut(formation(fixed, name)?).overwatch = true,
        ["damage", name, n] => s.units[unit(fixed, name)?.index()].damage = number(n)?,
        ["shields", name, n] => s.units[unit(fixed, name)?.index()].shields = number(n)?,
        ["fields", name, n] => s.units[unit(fixed, name)?.index()].fields = number(n)?,
        ["criticals", name, n] => s.units[unit(fixed, name)?.index()].criticals = number(n)?,
        ["acted", name] => s.formation_mut(formation(fixed, name)?).acted = true,
        ["turn", n] => s.turn = number(n)?,
        ["won", name] => s.won = Some(seat(fixed, name)?),
        ["held", name] => s.held[0] = Some(seat(fixed, name)?),
        ["order", ref names @ ..] => {
            s.order = names.iter().map(|name| seat(fixed, name)).collect::<Result<_, _>>()?;
        }
        ["begin", ref what @ ..] => {
            s.flow = match *what {
                ["edges"] => Flow::Edges,
                ["objectives", side] => Flow::Objectives { next: seat(fixed, side)? },
                ["garrison", side] => Flow::Garrison { next: seat(fixed, side)?, first: seat(fixed, side)? },
                ["deploy", side] => Flow::Deploy { next: seat(fixed, side)? },
                ["prepare", side] => Flow::Prepare { deploys: seat(fixed, side)? },
                ["weather"] => Flow::Weather,
                ["ambush"] => Flow::Ambush { done: 0 },
                ["strategy"] => Flow::Strategy,
                ["activate", side] => Flow::Activate { side: seat(fixed, side)?, retaining: false },
                ["retain", side] => Flow::Activate { side: seat(fixed, side)?, retaining: true },
                ["rally"] => Flow::RallyStart,
                ["end"] => Flow::Disengage { next: None },
                ["victory"] => Flow::Victory,
                _ => return Err("a game does not begin there".to_owned()),
            }
        }
        _ => return Err("this is no line of a set-up".to_owned()),
    }
    Ok(())
}

/// A fact of the state by name: `turn`, `a-1.markers`, `a-1.units`, `a-1.broken`, `a-1.acted`, `a-1.coherent`,
/// `a-1.overwatch`, `a-1.sky`, `a-1.jinked`, `a-1.1` (a place or `gone`), `a-1.1.damage`, `a-1.1.shields`, `a-1.1.fields`, `objective` (its holder).
pub fn inspect(fixed: &Fixed, s: &State, what: &str) -> Option<String> {
    if what == "turn" {
        return Some(s.turn.to_string());
    }
    if what == "objective" {
        return Some(
            holder(fixed, s, 0).map_or("nobody".to_owned(), |seat| fixed.sides[seat.index()].id.clone()),
        );
    }
    if let Some(unit) = fixed.body(what) {
        if let Some(transport) = s.transport_of(unit) {
            return Some(fixed.name(transport).to_owned());
        }
        let gone = if s.units[unit.index()].place == Place::Waiting { "reserve" } else { "gone" };
        return Some(s.table.body(unit).map_or(gone.to_owned(), |body| {
            format!("{},{}", RULER.write(Length(body.pose.at.x)), RULER.write(Length(body.pose.at.y)))
        }));
    }
    if let Some((unit, fact)) = what.rsplit_once('.').and_then(|(name, fact)| Some((fixed.body(name)?, fact)))
    {
        let own = &s.units[unit.index()];
        return match fact {
            "damage" => Some(own.damage.to_string()),
            "shields" => Some(own.shields.to_string()),
            "fields" => Some(own.fields.to_string()),
            _ => None,
        };
    }
    let (name, fact) = what.split_once('.')?;
    let id = fixed.unit(name)?;
    let own = s.formation(id);
    Some(match fact {
        "markers" => own.markers.to_string(),
        "units" => own.units.len().to_string(),
        "broken" => own.broken.to_string(),
        "acted" => own.acted.to_string(),
        "overwatch" => own.overwatch.to_string(),
        "marched" => own.marched.to_string(),
        "sky" => format!("{:?}", own.flight.sky).to_lowercase(),
        "jinked" => own.flight.jinked.to_string(),
        "coherent" => is_coherent(fixed, s, id).to_string(),
        _ => return None,
    })
}
