//! Questions and answers in plain words.

use grognard_engine::client::{PromptOption, Standing};
use grognard_engine::decision::{Ask, Decision};
use grognard_engine::message::Message;
use grognard_engine::target::Need;
use grognard_space::table::{Body, Pose};
use grognard_tabletop::answer::write_turn;
use grognard_tabletop::armies::Named;

use super::{flights, names, scene};
use crate::Epic;
use crate::choice::{ActionName, Choice, Manner, Word};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::shooting::{could_shoot, suppressed};
use crate::legal::templates::under;
use crate::play::{action, end};
use crate::state::{Flow, State};

/// The first unit of a formation, as the piece that stands for it.
pub fn first_unit(fixed: &Fixed, s: &State, formation: FormationId) -> Option<String> {
    s.exists(formation)
        .then(|| s.formation(formation).units.first().map(|unit| fixed.name(*unit).to_owned()))?
}

/// What an edge or a corner is called.
pub const fn zone_key(zone: u8) -> &'static str {
    match zone {
        0 => "option.zone-near",
        2 => "option.zone-corner-left-near",
        3 => "option.zone-corner-right-far",
        4 => "option.zone-corner-left-far",
        5 => "option.zone-corner-right-near",
        6 => "option.zone-short-left",
        7 => "option.zone-short-right",
        _ => "option.zone-far",
    }
}

/// The question in one sentence.
pub fn question(fixed: &Fixed, s: &State, decision: &Decision<Epic>) -> String {
    let retaining = matches!(s.flow, Flow::Activate { retaining: true, .. });
    let key = match decision.ask.kind {
        "zone" => "ask.zone",
        "deploy" => "ask.deploy",
        "place" => "ask.place",
        "order" => "ask.order",
        "activate" if retaining => "ask.retain",
        "activate" => "ask.activate",
        "action" => "ask.action",
        "manner" => "ask.manner",
        "move" => "ask.move",
        "keep" => "ask.keep",
        "target" => "ask.target",
        "suppress" => "ask.suppress",
        "cover" => "ask.cover",
        "allocate" => "ask.allocate",
        "withdraw" => "ask.withdraw",
        "charge" => "ask.charge",
        "counter-charge" => "ask.counter-charge",
        "consolidate" => "ask.consolidate",
        "support" => "ask.support",
        "firefight" => "ask.firefight",
        "survivors" => "ask.survivors",
        "split" => "ask.split",
        "garrison" => "ask.garrison",
        "post" => "ask.post",
        "watchful" => "ask.watchful",
        "hit-and-run" => "ask.hit-and-run",
        "also-engage" => "ask.also-engage",
        "rally-first" => "ask.rally-first",
        "rally" => "ask.rally",
        "template" => "ask.template",
        "objective" => "ask.objective",
        "reserve" => "ask.reserve",
        "entry" => "ask.entry",
        "enter" => "ask.enter",
        "pop-up" => "ask.pop-up",
        "overwatch" => "ask.overwatch",
        "ap" => "ask.ap",
        "engines" => "ask.engines",
        "mode" => "ask.mode",
        "barrage-weapons" => "ask.barrage-weapons",
        "sniper" => "ask.sniper",
        "shields" => "ask.shields",
        "whose-shield" => "ask.whose-shield",
        "re-roll" => "ask.re-roll",
        "fly" => "ask.fly",
        "intercept" => "ask.intercept",
        "flak" => "ask.flak",
        "jink" => "ask.jink",
        "disengage" => "ask.disengage",
        "leave-first" => "ask.leave-first",
        "patrol" => "ask.patrol",
        "take-off" => "ask.take-off",
        "unload" => "ask.unload",
        "board" => "ask.board",
        "into-engine" => "ask.into-engine",
        "command" => "ask.command",
        "next-entry" => "ask.next-entry",
        "exit" => "ask.exit",
        "weather" => "ask.weather",
        "weather-changes" => "ask.weather-changes",
        "means" => "ask.means",
        "arrives" => "ask.arrives",
        "surface-turn" => "ask.surface-turn",
        "plan" => "ask.plan",
        "arrive-first" => "ask.arrive-first",
        "teleport" => "ask.teleport",
        "surface" => "ask.surface",
        "arrive" => "ask.arrive",
        "orbital" => "ask.orbital",
        "pin-point" => "ask.pin-point",
        "planetfall" => "ask.planetfall",
        "drop" => "ask.drop",
        "pod" => "ask.pod",
        "vanguard" => "ask.vanguard",
        "ambush" => "ask.ambush",
        "part" => "ask.part",
        "which-part" => "ask.which-part",
        "pod-cargo" => "ask.pod-cargo",
        "gate" => "ask.gate",
        "portal" => "ask.portal",
        "avatar" => "ask.avatar",
        "objective-kind" => "ask.objective-kind",
        "agree" => "ask.agree",
        "zones" => "ask.zones",
        "outpost" => "ask.outpost",
        "infiltrators" => "ask.infiltrators",
        "detonate" => "ask.detonate",
        "vanish" => "ask.vanish",
        "wander" => "ask.wander",
        "demolish" => "ask.demolish",
        "demolisher" => "ask.demolisher",
        "shift" => "ask.shift",
        "beacon" => "ask.beacon",
        "lay" => "ask.lay",
        "obstacles" => "ask.obstacles",
        "works" => "ask.works",
        "conceal" => "ask.conceal",
        "markers" => "ask.markers",
        "shell" => "ask.shell",
        "reveal" => "ask.reveal",
        "spot" => "ask.spot",
        "drop-cover" => "ask.drop-cover",
        "attach" => "ask.attach",
        "bunker" => "ask.bunker",
        "raid" => "ask.raid",
        "guard" => "ask.guard",
        "corner" => "ask.corner",
        "evacuate" => "ask.evacuate",
        "go-inside" => "ask.go-inside",
        "come-out" => "ask.come-out",
        "blizzard" => "ask.blizzard",
        "join" => "ask.join",
        "volley" => "ask.volley",
        "join-assault" => "ask.join-assault",
        "edge" => "ask.edge",
        "lose-craft" => "ask.lose-craft",
        "swap" => "ask.swap",
        "mines" => "ask.mines",
        "keep-back" => "ask.keep-back",
        "neutralise" => "ask.neutralise",
        "ambushers" => "ask.ambushers",
        "installations" => "ask.installations",
        "plant" => "ask.plant",
        "pivot" => "ask.pivot",
        "extra-shots" => "ask.extra-shots",
        _ => "ask.other",
    };
    let name = |id: Option<FormationId>| id.map_or_else(String::new, |id| names::formation(fixed, id));
    let weapon = s.about.weapon.as_ref().map(|id| fixed.data.texts.get(&format!("weapon.{id}")).to_owned());
    let message = Message::new(key)
        .text("side", names::side(fixed, decision.ask.owner))
        .text("formation", name(s.about.formation))
        .text("target", name(s.about.target))
        .text("weapon", weapon.unwrap_or_default())
        .text("unit", s.about.unit.map_or_else(String::new, |unit| names::unit(fixed, unit)))
        .number("number", s.about.number.unwrap_or(1));
    fixed.data.texts.render(&message)
}

const fn word_key(word: Word) -> &'static str {
    match word {
        Word::Pass => "option.pass",
        Word::Mines => "option.mines",
        Word::First => "option.first",
        Word::Second => "option.second",
        Word::HoldFire => "option.hold-fire",
        Word::Stay => "option.stay",
        Word::AllTargets => "option.all-targets",
        Word::OpenTargets => "option.open-targets",
        Word::NoMore => "option.no-more",
        Word::MainMode => "option.main-mode",
        Word::OtherMode => "option.other-mode",
        Word::AllWeapons => "option.all-weapons",
        Word::SpecialWeapons => "option.special-weapons",
        Word::StayOnOverwatch => "option.stay-on-overwatch",
        Word::ReRoll => "option.re-roll",
        Word::Accept => "option.accept",
        Word::Arrive => "option.arrive",
        Word::Wait => "option.wait",
        Word::Jink => "option.jink",
        Word::NoJink => "option.no-jink",
        Word::LetPass => "option.let-pass",
        Word::TakeOff => "option.take-off",
        Word::Portal => "option.portal",
        Word::StandDown => "option.stand-down",
        Word::Deploy => "option.deploy",
        Word::Teleport => "option.teleport",
        Word::Tunnel => "option.tunnel",
        Word::Planetfall => "option.self-planetfall",
        Word::Exit => "option.exit",
    }
}

/// What a test needs, for people: `2+`.
fn need(target: Option<grognard_engine::target::Target>) -> Option<String> {
    match target?.need() {
        Need::AtLeast(number) => Some(format!("{number}+")),
        _ => None,
    }
}

/// An option in plain words.
pub fn option(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> PromptOption {
    let texts = &fixed.data.texts;
    let mut option = PromptOption { rule: Some(ask.rule.as_str().to_owned()), ..PromptOption::default() };
    let say = |message: Message| texts.render(&message);
    let mut group = "other";
    option.label = match choice {
        Choice::Word(word) => {
            group = "end";
            option.detail = flights::jink(fixed, s, *word);
            texts.get(word_key(*word)).to_owned()
        }
        Choice::Zone(zone) => texts.get(zone_key(*zone)).to_owned(),
        Choice::Formation(id) => {
            option.piece = first_unit(fixed, s, *id);
            let retaining = matches!(s.flow, Flow::Activate { retaining: true, .. });
            let needs = match ask.kind {
                "activate" => need(action::needed(fixed, s, *id, None, retaining)),
                "rally" => need(end::needed(fixed, s, *id)),
                _ => None,
            };
            option.detail = needs.map(|needs| say(Message::new("option.needs").text("need", needs)));
            names::formation(fixed, *id)
        }
        Choice::Action(action) => {
            let retaining = matches!(s.flow, Flow::Activate { retaining: true, .. });
            let needs =
                s.about.formation.and_then(|id| need(action::needed(fixed, s, id, Some(*action), retaining)));
            option.detail = needs.map(|needs| say(Message::new("option.needs").text("need", needs)));
            texts.get(action_key(*action)).to_owned()
        }
        Choice::Mode(manner) => texts.get(manner_key(*manner)).to_owned(),
        Choice::Entry(at) => {
            let length = |length| names::length(grognard_space::table::Length(length));
            say(Message::new("option.place").text("x", length(at.x)).text("y", length(at.y)))
        }
        Choice::PopUp(units) => {
            let key = if units.is_empty() { "option.stay-down" } else { "option.pop-up" };
            say(Message::new(key).number("units", units.len() as i64))
        }
        Choice::Number(number) if ask.kind == "command" => {
            names::side(fixed, grognard_engine::SeatId(number.saturating_sub(1)))
        }
        Choice::Number(number) if ask.kind == "weather" => {
            let known = fixed.data.weather.condition.iter().find(|known| known.number == *number);
            known.map_or_else(String::new, |known| texts.get(&format!("condition.{}", known.id)).to_owned())
        }
        Choice::Number(number) if ask.kind == "weather-changes" => {
            let way = fixed.data.weather.changing.get(usize::from(number.saturating_sub(1)));
            way.map_or_else(String::new, |way| texts.get(&format!("changing.{}", way.id)).to_owned())
        }
        Choice::Number(number) if ask.kind == "works" => {
            let (lot, part) = s.about.works.unwrap_or_default();
            let known = crate::legal::laying::kinds(fixed, lot, part);
            let kind = known.get(usize::from(number.saturating_sub(1)));
            kind.map_or_else(String::new, |kind| texts.get(&format!("terrain.{kind}")).to_owned())
        }
        Choice::Number(number) if ask.kind == "gate" => {
            say(Message::new("option.gate").number("number", number + 1))
        }
        Choice::Number(number) if ask.kind == "portal" => {
            say(Message::new("option.portal-number").number("number", number + 1))
        }
        Choice::Number(number) => say(Message::new("option.number").number("number", *number)),
        Choice::Templates(places) => {
            group = "fire";
            let units: Vec<_> = places.iter().flat_map(|at| under(fixed, s, *at)).collect();
            let of = |unit: &&UnitId| Some(s.units[unit.index()].formation) == s.about.target;
            let covered = units.iter().filter(of).count() as i64;
            say(Message::new("option.template").number("units", covered).number("all", units.len() as i64))
        }
        Choice::Shoot(target) | Choice::Indirect(target) => {
            group = "fire";
            let indirect = matches!(choice, Choice::Indirect(_));
            option.target = first_unit(fixed, s, *target);
            option.has_odds = true;
            if let Some(formation) = s.about.formation {
                let able = could_shoot(fixed, s, formation, *target, indirect).len();
                let firing = able.saturating_sub(suppressed(fixed, s, formation));
                let message = Message::new("option.shooters").number("firing", firing as i64);
                option.detail = Some(say(message.number("suppressed", (able - firing) as i64)));
            }
            let key = if indirect { "option.shoot-indirect" } else { "option.shoot" };
            say(Message::new(key).text("target", names::formation(fixed, *target)))
        }
        Choice::Keep(unit) | Choice::Unit(unit) => {
            option.piece = Some(fixed.name(*unit).to_owned());
            names::unit(fixed, *unit)
        }
        Choice::Engage(target) => {
            group = "assault";
            option.target = first_unit(fixed, s, *target);
            option.has_odds = true;
            let retaining = matches!(s.flow, Flow::Activate { retaining: true, .. });
            let engage = Some(ActionName::Engage);
            let needs =
                s.about.formation.and_then(|id| need(action::needed(fixed, s, id, engage, retaining)));
            option.detail = needs.map(|needs| say(Message::new("option.needs").text("need", needs)));
            say(Message::new("option.engage").text("target", names::formation(fixed, *target)))
        }
        Choice::With(formations) if formations.is_empty() => {
            group = "fire";
            say(Message::new("option.with-nobody"))
        }
        Choice::With(formations) => {
            group = "fire";
            let names: Vec<String> = formations.iter().map(|id| names::formation(fixed, *id)).collect();
            say(Message::new("option.with").text("units", names.join(", ")))
        }
        Choice::Support(units) => {
            group = "fire";
            let key = if units.is_empty() { "option.no-support" } else { "option.support" };
            say(Message::new(key).number("units", units.len() as i64))
        }
        Choice::Firefight(units) => {
            group = "fire";
            let key = if units.is_empty() { "option.close-combat" } else { "option.firefight" };
            say(Message::new(key).number("units", units.len() as i64))
        }
        Choice::Kind(kind) => {
            let known = fixed.data.alternative_objectives.get(usize::from(*kind));
            let name = known.map(|known| texts.get(&format!("objective.{}", known.id)).to_owned());
            name.unwrap_or_default()
        }
        Choice::Lay(places) => say(Message::new("option.lay").number("number", places.len() as i64)),
        Choice::Objective(at) => {
            let length = |length| names::length(grognard_space::table::Length(length));
            say(Message::new("option.objective").text("x", length(at.x)).text("y", length(at.y)))
        }
        Choice::March(id, ways) => {
            group = "move";
            option.piece = first_unit(fixed, s, *id);
            let far = ways.iter().filter_map(|(unit, stops)| {
                s.table.body(*unit).map(|body| crate::legal::moves::length(body.pose, stops))
            });
            say(Message::new("option.march").text("far", names::length(far.max().unwrap_or_default())))
        }
        Choice::Paths(id, ways, rides) => {
            group = "move";
            option.piece = first_unit(fixed, s, *id);
            let far = ways.iter().filter_map(|(unit, stops)| {
                s.table.body(*unit).map(|body| crate::legal::moves::length(body.pose, stops))
            });
            let out = ways.iter().filter(|(unit, _)| s.transport_of(*unit).is_some()).count();
            let length = names::length(far.max().unwrap_or_default());
            match (ways.is_empty(), rides.len(), out) {
                (true, 0, _) => texts.get("option.nobody-moves").to_owned(),
                (_, 0, 0) => {
                    let key = match s.about_kind() {
                        Some(crate::choice::MoveKind::Charge) => "option.charge",
                        Some(crate::choice::MoveKind::CounterCharge) => "option.counter-charge",
                        _ => "option.move",
                    };
                    say(Message::new(key).text("far", length))
                }
                (_, 0, out) => {
                    say(Message::new("option.get-out").text("far", length).number("units", out as i64))
                }
                (_, aboard, _) => {
                    say(Message::new("option.go-aboard").text("far", length).number("units", aboard as i64))
                }
            }
        }
        Choice::Intercept(_)
        | Choice::AirAssault(_)
        | Choice::Fly(..)
        | Choice::Flak(_)
        | Choice::Aboard(_)
        | Choice::Planetfall(_)
        | Choice::Plan(_)
        | Choice::Unload(_) => {
            let (label, detail) = flights::option(fixed, s, choice).unwrap_or_default();
            option.detail = detail;
            label
        }
        Choice::Place(_, places, _) => {
            let at = places.first().map_or_else(Default::default, |(_, pose)| pose.at);
            let length = |length| names::length(grognard_space::table::Length(length));
            say(Message::new("option.place").text("x", length(at.x)).text("y", length(at.y)))
        }
    };
    option.group = Some(group.to_owned());
    option.places = match choice {
        Choice::Paths(_, ways, _) | Choice::March(_, ways) | Choice::Fly(_, ways) => {
            ways.iter().map(|(unit, stops)| standing(fixed, *unit, stops)).collect()
        }
        Choice::Place(_, places, _) | Choice::Unload(places) => {
            places.iter().map(|(unit, pose)| standing(fixed, *unit, &[*pose])).collect()
        }
        _ => Vec::new(),
    };
    option
}

/// The name of an action, as a key.
pub const fn action_key(action: ActionName) -> &'static str {
    match action {
        ActionName::Advance => "action.advance",
        ActionName::Double => "action.double",
        ActionName::March => "action.march",
        ActionName::Marshal => "action.marshal",
        ActionName::SustainedFire => "action.sustained-fire",
        ActionName::Hold => "action.hold",
        ActionName::Engage => "action.engage",
        ActionName::Overwatch => "action.overwatch",
        ActionName::Interception => "action.interception",
        ActionName::GroundAttack => "action.ground-attack",
        ActionName::Landing => "action.landing",
        ActionName::AirAssault => "action.air-assault",
        ActionName::CombatAirPatrol => "action.combat-air-patrol",
        ActionName::StandDown => "action.stand-down",
        ActionName::Spacecraft => "action.spacecraft",
        ActionName::RoadMarch => "action.road-march",
        ActionName::Raid => "action.raid",
    }
}

/// The name of a way to carry out an action, as a key.
pub const fn manner_key(manner: Manner) -> &'static str {
    match manner {
        Manner::Move => "option.manner-move",
        Manner::Shoot => "option.manner-shoot",
        Manner::Regroup => "option.manner-regroup",
    }
}

/// A unit where it would stand.
fn standing(fixed: &Fixed, unit: UnitId, way: &[Pose]) -> Standing {
    let form = fixed.ground.form(fixed.form(unit));
    let drawn = way.last().map(|pose| scene::outline(&fixed.field, &Body::new(form, *pose).outline));
    let (outline, radius) = drawn.unwrap_or_default();
    Standing {
        piece: fixed.name(unit).to_owned(),
        path: way.iter().map(|pose| scene::point(&fixed.field, pose.at.x, pose.at.y)).collect(),
        outline,
        radius,
        suffix: way.last().map_or_else(String::new, |pose| write_turn(*pose)),
    }
}
