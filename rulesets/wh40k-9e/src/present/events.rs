//! The log in plain words.

use grognard_engine::message::Texts;
use grognard_engine::present::LogLine;
use grognard_space::table::Length;
use grognard_tabletop::lines::{self, Line, Teller};

use super::{course, names};
use crate::choice::Stratagem;
use crate::event::{Event, Moving, Mustered};
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};

/// The message keys of Stratagems.
pub const fn stratagem_key(stratagem: Stratagem) -> &'static str {
    match stratagem {
        Stratagem::CommandReroll => "stratagem.command-reroll",
        Stratagem::CutThemDown => "stratagem.cut-them-down",
        Stratagem::DesperateBreakout => "stratagem.desperate-breakout",
        Stratagem::EmergencyDisembarkation => "stratagem.emergency-disembarkation",
        Stratagem::FireOverwatch => "stratagem.fire-overwatch",
        Stratagem::CounterOffensive => "stratagem.counter-offensive",
        Stratagem::InsaneBravery => "stratagem.insane-bravery",
        Stratagem::TakeAim => "stratagem.take-aim",
    }
}

impl Teller for Fixed {
    fn sentences(&self) -> &Texts {
        &self.data.texts
    }

    fn told_side(&self, side: Side) -> String {
        names::side(self, side)
    }

    fn told_unit(&self, unit: UnitId) -> String {
        names::unit(self, unit)
    }

    fn told_model(&self, model: ModelId) -> String {
        names::model(self, model)
    }

    fn mustered(&self, unit: UnitId) -> Option<(Side, &[ModelId])> {
        self.units.get(unit.index()).map(|spec| (spec.side, spec.models.as_slice()))
    }
}

/// What is made known before anything is placed.
fn mustered<'a>(
    fixed: &Fixed,
    what: &Mustered,
    on: &dyn Fn(&'static str, &'static str) -> Line<'a>,
) -> Line<'a> {
    match what {
        Mustered::Mission { mission, rounds } => {
            let id = fixed.data.missions.get(*mission as usize).map_or("", |mission| mission.id.as_str());
            let name = fixed.data.texts.get(&format!("mission.{id}")).to_owned();
            on("mission", "mustered.mission").text("mission", name).number("rounds", *rounds)
        }
        Mustered::Army { side, units, models, power } => on("army", "mustered.army")
            .side(*side)
            .number("units", *units)
            .number("models", *models)
            .number("power", *power),
        Mustered::Keyword { unit } => {
            let first = fixed.units.get(unit.index()).and_then(|spec| spec.models.first());
            let word = first.and_then(|model| fixed.kind(*model).value.clone()).unwrap_or_default();
            on("keyword", "mustered.keyword").unit("unit", *unit).text("word", word)
        }
        Mustered::UnusualPower { power, least, most } => on("unusual-power", "mustered.unusual-power")
            .number("power", *power)
            .number("least", *least)
            .number("most", *most),
        Mustered::Battlefield { long, wide, features } => on("battlefield", "mustered.battlefield")
            .text("long", names::length(*long))
            .text("wide", names::length(*wide))
            .number("features", *features),
        Mustered::UnusualTerrain { features, usual } => on("unusual-terrain", "mustered.unusual-terrain")
            .number("features", *features)
            .number("usual", *usual),
        Mustered::Learned { unit, power } => {
            on("learned", "mustered.learned").unit("unit", *unit).text("power", names::power(fixed, *power))
        }
    }
}

/// What there is to say about moving.
fn moving<'a>(
    what: &Moving,
    on: &dyn Fn(&'static str, &'static str) -> Line<'a>,
    units: &dyn Fn(&[UnitId]) -> String,
) -> Line<'a> {
    match what {
        Moving::NotSelected { units: stayed } => {
            on("not-selected", "moving.not-selected").text("units", units(stayed))
        }
        Moving::AsTransport { unit, transport } => {
            on("as-transport", "moving.as-transport").unit("unit", *unit).model("transport", *transport)
        }
        Moving::ChargeRoll { unit, total } => {
            on("charge-roll", "moving.charge-roll").unit("unit", *unit).number("total", *total)
        }
        Moving::AdvanceRoll { unit, rolled, total } if rolled == total => {
            on("advance-roll", "moving.advance-rolled").unit("unit", *unit).number("rolled", *rolled)
        }
        Moving::AdvanceRoll { unit, rolled, total } => on("advance-roll", "moving.advance-roll")
            .unit("unit", *unit)
            .number("rolled", *rolled)
            .number("total", *total),
        Moving::Joined { unit, with, starting } => on("joined", "moving.joined")
            .unit("unit", *unit)
            .unit("with", *with)
            .number("starting", *starting),
        Moving::StayedOff { unit } => on("stayed-off", "moving.stayed-off").unit("unit", *unit),
        Moving::LostAboard { unit, transport } => {
            on("lost-aboard", "moving.lost-aboard").unit("unit", *unit).model("transport", *transport)
        }
    }
}

/// An event as a line of the log.
pub fn line(fixed: &Fixed, event: &Event) -> LogLine {
    let on = |topic: &'static str, key: &'static str| lines::line(fixed, topic, key);
    let units =
        |units: &[UnitId]| units.iter().map(|unit| names::unit(fixed, *unit)).collect::<Vec<_>>().join(", ");
    let line = match event {
        Event::RollOff { winner, what } => on("roll-off", "event.roll-off").side(*winner).key("what", what),
        Event::MarkerPlaced { side, number, .. } => {
            on("marker", "event.marker").side(*side).number("number", *number)
        }
        Event::ZoneChosen { side, zone, depth } => on("zone", "event.zone")
            .side(*side)
            .text("depth", names::length(*depth))
            .key("zone", if *zone == 0 { "zone.left" } else { "zone.right" }),
        Event::UnitSplit { unit, .. } => on("split", "event.split").unit("unit", *unit),
        Event::HeldBack { unit } => on("held-back", "event.held-back").unit("unit", *unit),
        Event::SetUp { unit, .. } => on("set-up", "event.set-up").unit("unit", *unit),
        Event::NoRoom { unit, models } => {
            on("no-room", "event.no-room").unit("unit", *unit).number("models", models.len() as i64)
        }
        Event::FirstTurn { side } => on("first-turn", "event.first-turn").side(*side),
        Event::Round { round } => on("round", "event.round").number("round", *round).heading(),
        Event::Turn { side, round } => on("turn", "event.turn").side(*side).number("round", *round).heading(),
        Event::Phase { name } => on("phase", "event.phase").key("phase", name).heading(),
        Event::CommandPoints { side, points } => {
            on("command-points", "event.command-points").side(*side).number("points", *points)
        }
        Event::Drilled { unit, by } => on("drilled", "event.drilled").unit("by", *by).unit("unit", *unit),
        Event::Scored { side, points, why, markers } if markers.is_empty() => {
            on("scored", "event.scored").side(*side).number("points", *points).key("why", why)
        }
        Event::Scored { side, points, why, markers } => on("scored", "event.scored-by")
            .side(*side)
            .number("points", *points)
            .key("why", why)
            .text("markers", markers.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")),
        Event::Moved { unit, kind, paths, far } => {
            let key = match kind {
                crate::choice::MoveKind::Normal => "moved.normal",
                crate::choice::MoveKind::Advance => "moved.advance",
                crate::choice::MoveKind::FallBack => "moved.fall-back",
                crate::choice::MoveKind::Breakout => "moved.breakout",
                crate::choice::MoveKind::Charge => "moved.charge",
                crate::choice::MoveKind::Heroic => "moved.heroic",
                crate::choice::MoveKind::PileIn => "moved.pile-in",
                crate::choice::MoveKind::Consolidate => "moved.consolidate",
                crate::choice::MoveKind::BeforeBattle => "moved.before-battle",
            };
            on("moved", if *far > Length::ZERO { "event.moved-far" } else { "event.moved" })
                .unit("unit", *unit)
                .key("how", key)
                .text("far", names::length(far.0))
                .number("models", paths.len() as i64)
        }
        Event::Stayed { unit } => on("stayed", "event.stayed").unit("unit", *unit),
        Event::Embarked { unit, transport } => {
            on("embarked", "event.embarked").unit("unit", *unit).model("transport", *transport)
        }
        Event::Disembarked { unit, transport } => {
            on("disembarked", "event.disembarked").unit("unit", *unit).model("transport", *transport)
        }
        Event::Arrived { unit, counts } => {
            on("arrived", "event.arrived-counts").unit("unit", *unit).text("counts", names::length(*counts))
        }
        Event::PowerFails { unit, power } => on("power-fails", "event.power-fails")
            .unit("unit", *unit)
            .text("power", names::power(fixed, *power)),
        Event::Dispute { winner, agreed } => {
            on("dispute", if *agreed { "event.dispute-agreed" } else { "event.dispute" }).side(*winner)
        }
        Event::OutOfPhase { unit, by } => {
            on("out-of-phase", "event.out-of-phase").unit("unit", *unit).unit("by", *by)
        }
        Event::Mustered(what) => mustered(fixed, what, &on),
        Event::Moving(what) => moving(what, &on, &units),
        Event::LeftTheTable { unit } => on("left-the-table", "event.left-the-table").unit("unit", *unit),
        Event::Manifest { unit, power, need, result, passed } => {
            let key = if *passed { "event.manifest" } else { "event.manifest-failed" };
            on("manifest", key)
                .unit("unit", *unit)
                .text("power", names::power(fixed, *power))
                .number("need", *need)
                .number("result", *result)
        }
        Event::Perils { unit, wounds } => {
            on("perils", "event.perils").unit("unit", *unit).number("wounds", *wounds)
        }
        Event::Denied { unit, power, result, stopped } => {
            let key = if *stopped { "event.denied" } else { "event.not-denied" };
            on("denied", key)
                .unit("unit", *unit)
                .text("power", names::power(fixed, *power))
                .number("result", *result)
        }
        Event::PowerWorks { power, unit, target: Some(target) } => on("power", "event.power")
            .unit("unit", *unit)
            .text("power", names::power(fixed, *power))
            .unit("target", *target),
        Event::PowerWorks { power, unit, target: None } => {
            on("power", "event.power-nobody").unit("unit", *unit).text("power", names::power(fixed, *power))
        }
        Event::Declared { unit, targets, .. } if targets.is_empty() => {
            on("declared", "event.declared-nothing").unit("unit", *unit)
        }
        Event::Declared { unit, targets, melee } => {
            let key = if *melee { "event.declared-blows" } else { "event.declared-shots" };
            on("declared", key).unit("unit", *unit).text("targets", units(targets))
        }
        Event::Volley { unit, target, weapon, profile, attacks } => on("volley", "event.volley")
            .unit("unit", *unit)
            .unit("target", *target)
            .text("weapon", names::weapon(fixed, *weapon, *profile))
            .number("attacks", *attacks),
        Event::Hits { unit, target, attacks, hits, wounds } => on("hits", "event.hits")
            .unit("unit", *unit)
            .unit("target", *target)
            .number("attacks", *attacks)
            .number("hits", *hits)
            .number("wounds", *wounds),
        Event::AttacksLost { unit, target, why } => on("attacks-lost", "event.attacks-lost")
            .unit("unit", *unit)
            .unit("target", *target)
            .key("why", why),
        Event::Saved { model } => on("saved", "event.saved").model("model", *model),
        Event::NoSave { model } => on("no-save", "event.no-save").model("model", *model),
        Event::Wounded { model, lost, left } => {
            on("wounded", "event.wounded").model("model", *model).number("lost", *lost).number("left", *left)
        }
        Event::Ignored { model, wounds } => {
            on("ignored", "event.ignored").model("model", *model).number("wounds", *wounds)
        }
        Event::MortalWounds { unit, wounds } => {
            on("mortal-wounds", "event.mortal-wounds").unit("unit", *unit).number("wounds", *wounds)
        }
        Event::Destroyed { model } => on("destroyed", "event.destroyed").model("model", *model),
        Event::UnitDestroyed { unit, by } => {
            let line = on(
                "unit-destroyed",
                if by.is_some() { "event.unit-destroyed-by" } else { "event.unit-destroyed" },
            );
            let line = line.unit("unit", *unit);
            match by {
                Some(side) => line.side(*side),
                None => line,
            }
        }
        Event::Explodes { model, happens } => {
            on("explodes", if *happens { "event.explodes" } else { "event.does-not-explode" })
                .model("model", *model)
        }
        Event::Overheated { model } => on("overheated", "event.overheated").model("model", *model),
        Event::ChargeDeclared { unit, targets } => {
            on("charge", "event.charge").unit("unit", *unit).text("targets", units(targets))
        }
        Event::Overwatch { unit, at } => {
            on("overwatch", "event.overwatch").unit("unit", *unit).unit("at", *at)
        }
        Event::ChargeFailed { unit, roll } => {
            on("charge-failed", "event.charge-failed").unit("unit", *unit).number("roll", *roll)
        }
        Event::Fights { unit } => on("fights", "event.fights").unit("unit", *unit),
        Event::NoTargets { unit } => on("no-targets", "event.no-targets").unit("unit", *unit),
        Event::MoraleTest { unit, total, leadership, passed } => {
            on("morale", if *passed { "event.morale-passed" } else { "event.morale-failed" })
                .unit("unit", *unit)
                .number("total", *total)
                .number("leadership", *leadership)
        }
        Event::Fled { model } => on("fled", "event.fled").model("model", *model),
        Event::Removed { model } => on("removed", "event.removed").model("model", *model),
        Event::Used { side, stratagem, .. } => {
            on("stratagem", "event.stratagem").side(*side).key("stratagem", stratagem_key(*stratagem))
        }
        Event::Returned { model } => on("returned", "event.returned").model("model", *model),
        Event::Course(course) => {
            let said = course::say(fixed, course);
            let mut line = on(said.topic, "event.phase");
            for unit in said.units {
                line = line.unit("unit", unit);
            }
            line.message = said.message;
            line.side = said.side.or(line.side);
            if said.heading { line.heading() } else { line }
        }
        Event::Over { winner, vp, .. } => {
            let line = on("over", if winner.is_some() { "event.over" } else { "event.over-draw" });
            let line = line.number("red", vp[0]).number("blue", vp[1]).heading();
            match winner {
                Some(side) => line.side(*side),
                None => line,
            }
        }
    };
    let interrupts = matches!(event, Event::Destroyed { .. } | Event::Perils { .. });
    LogLine { interrupts, ..line.done() }
}
