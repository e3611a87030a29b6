//! Aircraft in plain words: forms of flights and flak, events, chances.

use grognard_engine::client::{
    FieldInput, FlightEdge, Link, Mover, PromptOption, ProposalField, ProposalForm, TemplatePivot,
    TemplateShape,
};
use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::present::LogLine;
use grognard_engine::rng::SplitMix;
use grognard_engine::{SeatId, rule};
use grognard_tabletop::armies::Named;

use super::{events, names, scene, words};
use crate::arrivals::Means;
use crate::candidates::candidates;
use crate::choice::{Choice, Mission, Shape, Word, write};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::arrivals::places;
use crate::legal::flak::hit_by;
use crate::legal::flights::{manoeuvre, own_edges, sharpest};
use crate::legal::landing::passengers;
use crate::play::air::fire::can_jink;
use crate::state::State;

/// How often a flight may be bent on the screen.
const BENDS: u32 = 6;
/// Chances are counted in so many parts.
const WHOLE: u64 = 1 << 20;

/// Some suggestions, the same for everybody who asks.
pub fn suggestions(fixed: &Fixed, s: &State, shape: &Shape) -> Vec<PromptOption> {
    let ask = Ask::new(SeatId(0), "proposal", rule!("EA-AIR-030"));
    let mut known: Vec<Choice> = Vec::new();
    for mut rng in (9..13).map(SplitMix::new) {
        for choice in candidates(fixed, s, shape, &mut rng) {
            if !known.contains(&choice) {
                known.push(choice);
            }
        }
    }
    let told = |choice: &Choice| PromptOption {
        text: write(fixed, choice),
        ..words::option(fixed, s, &ask, choice)
    };
    known.iter().map(told).collect()
}

fn form(
    fixed: &Fixed,
    key: &str,
    input: FieldInput,
    suggestions: Vec<PromptOption>,
    template: String,
) -> ProposalForm {
    let label = fixed.data.texts.get(key).to_owned();
    ProposalForm {
        fields: vec![ProposalField { name: "answer".to_owned(), label, input }],
        suggestions,
        template,
        send: None,
    }
}

/// EA-AIR-028, EA-DISG-002: the way of the first aircraft; the others fly beside it.
pub fn flight(
    fixed: &Fixed,
    s: &State,
    shape: &Shape,
    formation: FormationId,
    mission: Mission,
) -> ProposalForm {
    let unit = s.formation(formation).units.iter().copied().find(|unit| fixed.kind(*unit).flight.is_some());
    let unit = unit.unwrap_or(UnitId(0));
    let point = |at: grognard_space::table::Point| scene::point(&fixed.field, at.x, at.y);
    let edges = if mission == Mission::Leave { Vec::new() } else { own_edges(fixed, s, s.owner(formation)) };
    let turn = i32::from(sharpest(fixed, unit, mission).0) * 360 / 65_536;
    let input = FieldInput::Flight {
        piece: fixed.name(unit).to_owned(),
        edges: edges.into_iter().map(|(from, to)| FlightEdge { from: point(from), to: point(to) }).collect(),
        bends: BENDS,
        turn: Some(turn as _),
        straight: manoeuvre(fixed, unit).map(|row| row.forward.0.0),
        limit: None,
    };
    let template = format!("fly {} {}={{answer}}", fixed.unit_name(formation), fixed.name(unit));
    form(fixed, "form.flight", input, suggestions(fixed, s, shape), template)
}

/// EA-FLAK-002: who fires; all unless somebody is taken out.
pub fn flak(fixed: &Fixed, s: &State, shape: &Shape, units: &[UnitId]) -> ProposalForm {
    let pieces: Vec<String> = units.iter().map(|unit| fixed.name(*unit).to_owned()).collect();
    let input = FieldInput::Pieces { max: pieces.len() as u32, pieces, min: 0 };
    form(fixed, "form.flak", input, suggestions(fixed, s, shape), "flak {answer}".to_owned())
}

/// EA-TAIR-007: where passengers get out.
pub fn unload(fixed: &Fixed, s: &State, shape: &Shape, formation: FormationId) -> ProposalForm {
    let units = passengers(s, formation);
    let reach = fixed.numbers().coherency.coherency.0.0;
    let input = FieldInput::Places {
        pieces: units.iter().map(|unit| fixed.name(*unit).to_owned()).collect(),
        some: true,
        movers: units.iter().map(|_| Mover { limit: None, suffix: String::new(), turret: None }).collect(),
        link: Some(Link { reach, neighbours: 1 }),
        zones: Vec::new(),
    };
    form(fixed, "form.unload", input, suggestions(fixed, s, shape), "unload {answer}".to_owned())
}

/// EA-SPAC-005: the secret sheet: points on the table.
pub fn plan(fixed: &Fixed, s: &State, shape: &Shape, formation: FormationId) -> ProposalForm {
    let count = places(fixed, s, formation) as u32;
    templates(fixed, s, shape, count, "plan")
}

/// EA-ORB-004: further templates anywhere.
pub fn orbital(fixed: &Fixed, s: &State, shape: &Shape, count: u8) -> ProposalForm {
    templates(fixed, s, shape, u32::from(count), "template")
}

fn templates(fixed: &Fixed, s: &State, shape: &Shape, count: u32, head: &str) -> ProposalForm {
    let radius = fixed.numbers().templates.orbital_diameter.0.half().0;
    let drawn = TemplateShape::Circle { radius };
    let input = FieldInput::Template { shape: drawn, pivot: TemplatePivot::Free, count, zones: Vec::new() };
    form(fixed, "form.plan", input, suggestions(fixed, s, shape), format!("{head} {{answer}}"))
}

fn percent(weight: u64) -> String {
    format!("{} %", (weight * 100 + WHOLE / 2) / WHOLE)
}

/// The chance that at least one shot of some units hits aircraft and is not saved by their armour.
fn chance(fixed: &Fixed, s: &State, units: &[UnitId], target: FormationId) -> u64 {
    let armour = s.formation(target).units.first().and_then(|unit| fixed.kind(*unit).armour).unwrap_or(7);
    let mut nothing = WHOLE;
    for unit in units {
        for gun in &fixed.kind(*unit).guns {
            let (Some(aa), false) = (gun.aa, hit_by(fixed, s, *unit, gun, target).is_empty()) else {
                continue;
            };
            let hits = u64::from(7u8.saturating_sub(aa.max(2)).min(5));
            let fails = u64::from(armour.clamp(1, 7) - 1);
            for _ in 0..u32::from(gun.count) * u32::from(gun.shots.plus.max(1)) {
                nothing = nothing * (36 - hits * fails) / 36;
            }
        }
    }
    WHOLE - nothing
}

/// An answer about aircraft in words.
pub fn option(fixed: &Fixed, s: &State, choice: &Choice) -> Option<(String, Option<String>)> {
    let texts = &fixed.data.texts;
    let say = |message: Message| texts.render(&message);
    let length = |length| names::length(grognard_space::table::Length(length));
    Some(match choice {
        Choice::Intercept(target) => {
            (say(Message::new("option.intercept").text("target", names::formation(fixed, *target))), None)
        }
        Choice::AirAssault(target) => {
            (say(Message::new("option.air-assault").text("target", names::formation(fixed, *target))), None)
        }
        Choice::Fly(_, ways) => {
            let end =
                ways.first().and_then(|(_, stops)| stops.last()).map(|pose| pose.at).unwrap_or_default();
            let bends = ways.first().map_or(0, |(_, stops)| stops.len().saturating_sub(2)) as i64;
            let message = Message::new("option.fly").text("x", length(end.x)).text("y", length(end.y));
            (say(message.number("bends", bends)), None)
        }
        Choice::Flak(units) if units.is_empty() => (texts.get("option.no-flak").to_owned(), None),
        Choice::Flak(units) => {
            let odds = s.about.target.map(|target| percent(chance(fixed, s, units, target)));
            let detail = odds.map(|odds| say(Message::new("option.flak-chance").text("chance", odds)));
            (say(Message::new("option.flak").number("units", units.len() as i64)), detail)
        }
        Choice::Aboard(craft) => {
            (say(Message::new("option.aboard").text("target", names::formation(fixed, *craft))), None)
        }
        Choice::Planetfall(craft) => {
            (say(Message::new("option.planetfall").text("target", names::formation(fixed, *craft))), None)
        }
        Choice::Plan(places) => {
            let all: Vec<String> =
                places.iter().map(|at| format!("{}, {}", length(at.x), length(at.y))).collect();
            (say(Message::new("option.plan").text("places", all.join("; "))), None)
        }
        Choice::Unload(places) if places.is_empty() => (texts.get("option.stay-aboard").to_owned(), None),
        Choice::Unload(places) => {
            (say(Message::new("option.unload").number("units", places.len() as i64)), None)
        }
        _ => return None,
    })
}

/// EA-AA-008: what a save on armour and a jink need, for those who choose.
pub fn jink(fixed: &Fixed, s: &State, word: Word) -> Option<String> {
    let units = &s.formation(s.about.formation?).units;
    let unit = units.iter().find(|unit| can_jink(fixed, **unit))?;
    let need = match word {
        Word::Jink => fixed.numbers().jink.save.0?,
        Word::NoJink => fixed.kind(*unit).armour?,
        _ => return None,
    };
    let chance = percent(WHOLE * u64::from(7 - need.min(7)) / 6);
    let message = Message::new("option.save-chance").text("need", format!("{need}+")).text("chance", chance);
    Some(fixed.data.texts.render(&message))
}

/// What happens in the air, in one sentence.
pub fn line(fixed: &Fixed, event: &Event) -> Option<LogLine> {
    let formation = |id: &FormationId| names::formation(fixed, *id);
    let of = |key: &'static str, id: &FormationId| Message::new(key).text("formation", formation(id));
    Some(match event {
        Event::Happened { what, about } => {
            let texts = &fixed.data.texts;
            let kind = about.kind.and_then(|kind| fixed.data.alternative_objectives.get(usize::from(kind)));
            let kind = kind.map(|known| texts.get(&format!("objective.{}", known.id)).to_owned());
            let message = Message::new(what)
                .text("formation", about.formation.map_or_else(String::new, |id| formation(&id)))
                .text("unit", about.unit.map_or_else(String::new, |unit| names::unit(fixed, unit)))
                .text("side", about.side.map_or_else(String::new, |seat| names::side(fixed, seat)))
                .text("kind", kind.unwrap_or_default())
                .number("objective", about.objective.map_or(0, |objective| i64::from(objective) + 1))
                .number("number", about.number.unwrap_or(0));
            let line = events::line(fixed, what.strip_prefix("event.").unwrap_or(what), message);
            LogLine { places: events::pieces(fixed, about.unit), ..line }
        }
        Event::Flew { formation: own, mission, ways } => {
            let key = match mission {
                Mission::Leave => "event.flew-out",
                Mission::Intercept(_) => "event.flew-against",
                Mission::Attack => "event.flew-in",
                Mission::Land | Mission::Assault(_) => "event.flew-down",
            };
            let line = events::line(fixed, "flew", of(key, own));
            LogLine { places: events::pieces(fixed, ways.iter().map(|(unit, _)| *unit)), ..line }
        }
        Event::Patrol { formation, on } => events::line(
            fixed,
            "patrol",
            of(if *on { "event.patrol" } else { "event.patrol-over" }, formation),
        ),
        Event::Intercepts { formation: own, target } => {
            events::line(fixed, "intercepts", of("event.intercepts", own).text("target", formation(target)))
        }
        Event::Flak { unit, target, hits, dice } => {
            let message = Message::new("event.flak").text("unit", names::unit(fixed, *unit));
            let message =
                message.text("target", formation(target)).number("hits", *hits).number("dice", *dice);
            LogLine { places: events::pieces(fixed, [*unit]), ..events::line(fixed, "flak", message) }
        }
        Event::Jinks { formation, jinks } => {
            events::line(fixed, "jink", of(if *jinks { "event.jinks" } else { "event.no-jink" }, formation))
        }
        Event::StoodDown { formation } => {
            events::line(fixed, "stood-down", of("event.stood-down", formation))
        }
        Event::Landed { formation, places } => {
            let line = events::line(fixed, "landed", of("event.landed", formation));
            LogLine { places: events::pieces(fixed, places.iter().map(|(unit, _)| *unit)), ..line }
        }
        Event::Reserve { formation: own, means } => {
            let key = match means {
                Means::Teleport => "event.reserve-teleport",
                Means::Tunnel => "event.reserve-tunnel",
                Means::Planetfall(_) | Means::SelfPlanetfall => "event.reserve-planetfall",
                Means::Aboard(_) => "event.reserve-aboard",
                Means::Edge => "event.reserve-edge",
                Means::Portal => "event.reserve-portal",
                Means::Avatar => "event.reserve-avatar",
                Means::Pod => "event.reserve-planetfall",
            };
            events::line(fixed, "reserve", of(key, own))
        }
        Event::Declares { formation, turn } => {
            events::line(fixed, "declares", of("event.declares", formation).number("turn", *turn))
        }
        Event::Recorded { formation } => events::line(fixed, "recorded", of("event.recorded", formation)),
        Event::Reveals { formation, places } => {
            let message = of("event.reveals", formation).number("places", places.len() as i64);
            events::line(fixed, "reveals", message)
        }
        Event::Bombards { formation, points, places } => {
            let message = of("event.bombards", formation).number("points", *points);
            events::line(fixed, "bombards", message.number("templates", places.len() as i64))
        }
        Event::Weather { condition: None } => {
            events::line(fixed, "weather", Message::new("event.fair-weather"))
        }
        Event::Weather { condition: Some(at) } => {
            let id = fixed.data.weather.condition.get(usize::from(*at)).map_or("", |known| &known.id);
            let name = fixed.data.texts.get(&format!("condition.{id}")).to_owned();
            events::line(fixed, "weather", Message::new("event.weather").text("weather", name))
        }
        Event::Quarters { totals } => {
            let own = |(seat, count): &(SeatId, u32)| format!("{} {count}", names::side(fixed, *seat));
            let all: Vec<String> = totals.iter().map(own).collect();
            events::line(fixed, "quarters", Message::new("event.quarters").text("totals", all.join(", ")))
        }
        Event::Together { formation } => events::line(fixed, "together", of("event.together", formation)),
        Event::Left { formation, own_edge } => {
            let key = if *own_edge { "event.left" } else { "event.left-elsewhere" };
            events::line(fixed, "left", of(key, formation))
        }
        _ => return None,
    })
}
