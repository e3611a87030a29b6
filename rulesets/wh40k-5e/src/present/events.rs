//! The log in plain words.

use grognard_engine::client::Places;
use grognard_engine::message::Message;
use grognard_engine::present::LogLine;

use super::names;
use crate::armies::RULER;
use crate::choice::{Order, level_text};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::state::Command;

struct Line<'a> {
    fixed: &'a Fixed,
    topic: &'static str,
    message: Message,
    side: Option<Side>,
    pieces: Vec<String>,
    heading: bool,
}

impl Line<'_> {
    fn unit(mut self, name: &'static str, id: UnitId) -> Self {
        self.message = self.message.text(name, names::unit(self.fixed, id));
        self.side = self.side.or(Some(self.fixed.unit(id).side));
        let fixed = self.fixed;
        self.models(&fixed.unit(id).models)
    }

    fn model(mut self, id: ModelId) -> Self {
        self.message = self.message.text("model", names::model(self.fixed, id));
        self.models(&[id])
    }

    fn models(mut self, models: &[ModelId]) -> Self {
        self.pieces.extend(models.iter().map(|model| self.fixed.name(*model).to_owned()));
        self
    }

    fn side(mut self, side: Side) -> Self {
        self.message = self.message.text("side", names::side(self.fixed, side));
        self.side = Some(side);
        self
    }

    fn number(mut self, name: &'static str, value: impl Into<i64>) -> Self {
        self.message = self.message.number(name, value);
        self
    }

    fn text(mut self, name: &'static str, text: String) -> Self {
        self.message = self.message.text(name, text);
        self
    }

    fn key(mut self, name: &'static str, key: &'static str) -> Self {
        self.message = self.message.key(name, key);
        self
    }

    fn heading(mut self) -> Self {
        self.heading = true;
        self
    }
}

/// An event as a line of the log.
pub fn line(fixed: &Fixed, event: &Event) -> LogLine {
    let on = |topic: &'static str, key: &'static str| Line {
        fixed,
        topic,
        message: Message::new(key),
        side: None,
        pieces: Vec::new(),
        heading: false,
    };
    let line = match event {
        Event::Terrain { class, pieces } => {
            on("terrain", "event.terrain").key("class", class).number("pieces", *pieces)
        }
        Event::FirstTurn { side } => on("first-turn", "event.first-turn").side(*side),
        Event::EdgeChosen { side, edge } => {
            on("edge", if *edge == 0 { "event.edge-near" } else { "event.edge-far" }).side(*side)
        }
        Event::SetUp { unit, models } => {
            on("set-up", "event.set-up").unit("unit", *unit).number("models", models.len() as i64)
        }
        Event::Seize { side, seized } => {
            on("seize", if *seized { "event.seized" } else { "event.not-seized" }).side(*side)
        }
        Event::Turn { side, turn } => on("turn", "event.turn").side(*side).number("turn", *turn).heading(),
        Event::Phase { name } => on("phase", "event.phase").key("phase", name).heading(),
        Event::Ordered { unit, order } => {
            on("order", "event.order").unit("unit", *unit).key("order", order_key(*order))
        }
        Event::DifficultTest { unit, result } => {
            let key = if *result > 0 { "event.difficult-inches" } else { "event.difficult-modifier" };
            on("difficult", key).unit("unit", *unit).number("result", *result)
        }
        Event::Run { unit, inches } => on("run", "event.run").unit("unit", *unit).number("inches", *inches),
        Event::Moved { unit, ways, .. } if ways.is_empty() => on("moved", "event.stayed").unit("unit", *unit),
        Event::Moved { unit, ways, why } => {
            on("moved", "event.moved").unit("unit", *unit).number("models", ways.len() as i64).key("why", why)
        }
        Event::Fired { unit, target, weapon, models } => on("fire", "event.fire")
            .unit("unit", *unit)
            .unit("target", *target)
            .text("weapon", names::weapon(fixed, *weapon))
            .number("models", *models),
        Event::Range { unit, target, weapon, least, most, inside, out } => on("range", "event.range")
            .unit("unit", *unit)
            .unit("target", *target)
            .text("weapon", names::weapon(fixed, *weapon))
            .text("least", RULER.write(*least))
            .text("most", RULER.write(*most))
            .number("inside", *inside)
            .number("out", *out),
        Event::TargetGroups { target, weapon, groups } => {
            let group = |(level, models): &(u8, u8)| format!("{models} {}", level_text(*level));
            let all: Vec<String> = groups.iter().map(group).collect();
            on("target-groups", "event.target-groups")
                .unit("target", *target)
                .text("weapon", names::weapon(fixed, *weapon))
                .text("groups", all.join(", "))
        }
        Event::Aimed { unit, weapon, level, models } => on("aimed", "event.aimed")
            .unit("unit", *unit)
            .text("weapon", names::weapon(fixed, *weapon))
            .text("group", level_text(*level))
            .number("models", *models),
        Event::CannotHit { shots } => on("cannot-hit", "event.cannot-hit").number("shots", *shots),
        Event::Hits { target, weapon, hits } => on("hits", "event.hits")
            .unit("target", *target)
            .text("weapon", names::weapon(fixed, *weapon))
            .number("hits", *hits),
        Event::Rends { target, hits } => {
            on("rends", "event.rends").unit("target", *target).number("hits", *hits)
        }
        Event::Lit { target, marks } => {
            on("lit", "event.lit").unit("target", *target).number("marks", *marks)
        }
        Event::Overheats { model } => on("overheats", "event.overheats").model(*model),
        Event::Scattered { weapon, inches, hit } => {
            let key = if *hit { "event.on-target" } else { "event.scattered" };
            on("scattered", key).text("weapon", names::weapon(fixed, *weapon)).number("inches", *inches)
        }
        Event::Shifted { weapon, model } => {
            on("shifted", "event.shifted").text("weapon", names::weapon(fixed, *weapon)).model(*model)
        }
        Event::MarkerLost { weapon } => {
            on("marker-lost", "event.marker-lost").text("weapon", names::weapon(fixed, *weapon))
        }
        Event::Under { target, models } => {
            on("under", "event.under").unit("target", *target).number("models", models.len() as i64)
        }
        Event::Allotted { target, models } => {
            let one = |(model, count): &(ModelId, u8)| format!("{} {count}", fixed.name(*model));
            let all: Vec<String> = models.iter().map(one).collect();
            on("allotted", "event.allotted").unit("target", *target).text("models", all.join(", "))
        }
        Event::Wounds { target, wounds } => {
            on("wounds", "event.wounds").unit("target", *target).number("wounds", *wounds)
        }
        Event::NoHarm { target } => on("no-harm", "event.no-harm").unit("target", *target),
        Event::ToGround { unit, pinned } => {
            on("to-ground", if *pinned { "event.pinned" } else { "event.to-ground" }).unit("unit", *unit)
        }
        Event::StandsUp { unit } => on("stands-up", "event.stands-up").unit("unit", *unit),
        Event::NoSave { model } => on("no-save", "event.no-save").model(*model),
        Event::Saved { model, saved, what } => {
            on("saved", "event.saved").model(*model).number("saved", *saved).key("what", what)
        }
        Event::Hurt { model, left } => on("hurt", "event.hurt").model(*model).number("left", *left),
        Event::InstantDeath { model } => on("instant-death", "event.instant-death").model(*model),
        Event::Casualty { model } => on("casualty", "event.casualty").model(*model),
        Event::Lost { target, wounds } => {
            on("lost", "event.lost").unit("target", *target).number("wounds", *wounds)
        }
        Event::NoPain { model, ignored } => {
            on("no-pain", "event.no-pain").model(*model).number("ignored", *ignored)
        }
        Event::PainFelt { model } => on("pain-felt", "event.pain-felt").model(*model),
        Event::Vulnerable { target, wounds } => {
            on("vulnerable", "event.vulnerable").unit("target", *target).number("wounds", *wounds)
        }
        Event::Joins { model, unit } => on("joins", "event.joins").model(*model).unit("unit", *unit),
        Event::Leaves { model, unit } => on("leaves", "event.leaves").model(*model).unit("unit", *unit),
        Event::Objective { side, number } => {
            on("objective", "event.objective").side(*side).number("number", *number)
        }
        Event::Reserves { unit, turn, arrives } => {
            let key = if *arrives { "event.reserves-arrive" } else { "event.reserves-wait" };
            on("reserves", key).unit("unit", *unit).number("turn", *turn)
        }
        Event::Outflanks { unit, edge } => {
            on("outflanks", if *edge == 2 { "event.from-low-x" } else { "event.from-high-x" })
                .unit("unit", *unit)
        }
        Event::Landed { unit, inches } => {
            on("landed", "event.landed").unit("unit", *unit).number("inches", *inches)
        }
        Event::Mishap { unit, what } => on("mishap", "event.mishap").unit("unit", *unit).key("what", what),
        Event::Night { unit, target, inches, seen } => {
            let key = if *seen { "event.night-seen" } else { "event.night-unseen" };
            on("night", key).unit("unit", *unit).unit("target", *target).number("inches", *inches)
        }
        Event::InTheLight { unit, target } => {
            on("night", "event.in-the-light").unit("unit", *unit).unit("target", *target)
        }
        Event::LitUp { unit, target } => {
            on("lit-up", "event.lit-up").unit("unit", *unit).unit("target", *target)
        }
        Event::Waaagh { side } => on("waaagh", "event.waaagh").side(*side),
        Event::Commanded { model, unit, command, obeyed } => {
            let key = if *obeyed { "event.command-obeyed" } else { "event.command-lost" };
            let line = on("command", key).model(*model).unit("unit", *unit);
            line.key("order", command_key(*command))
        }
        Event::Cast { psyker, power, unit, works, near } => {
            let key = match (works, near) {
                (false, _) => "event.power-fails",
                (true, false) => "event.power-too-far",
                (true, true) => "event.power-works",
            };
            let name = fixed.data.texts.get(&format!("power.{power}")).to_owned();
            on("power", key).model(*psyker).unit("unit", *unit).text("power", name)
        }
        Event::Bound { unit, what } => on("bound", what).unit("unit", *unit),
        Event::Rolled { unit, hits } => {
            on("rolled", "event.rolled").unit("unit", *unit).number("hits", *hits)
        }
        Event::Controlled { number, side } => match side {
            Some(side) => on("controlled", "event.controlled").number("number", *number).side(*side),
            None => on("controlled", "event.contested").number("number", *number),
        },
        Event::Smoke { unit } => on("smoke-grenades", "event.smoke-grenades").unit("unit", *unit),
        Event::Perils { model } => on("perils", "event.perils").model(*model),
        Event::Hood { model, stopped } => {
            on("hood", if *stopped { "event.hood-stops" } else { "event.hood-fails" }).model(*model)
        }
        Event::Executed { unit, model } => on("executed", "event.executed").unit("unit", *unit).model(*model),
        Event::Immune { model } => on("immune", "event.immune").model(*model),
        Event::Stunned { model } => on("stunned", "event.stunned").model(*model),
        Event::Dangerous { model } => on("dangerous", "event.dangerous").model(*model),
        Event::Tested { unit, what, total, leadership, passed } => {
            let key = if *passed { "event.test-passed" } else { "event.test-failed" };
            let line = on("test", key).unit("unit", *unit).key("what", what);
            line.number("total", *total).number("leadership", *leadership)
        }
        Event::StaysUp { unit } => on("stays-up", "event.stays-up").unit("unit", *unit),
        Event::Fearless { unit } => on("fearless", "event.fearless").unit("unit", *unit),
        Event::FallsBack { unit, inches, .. } => {
            on("falls-back", "event.falls-back").unit("unit", *unit).number("inches", *inches)
        }
        Event::Regrouped { unit } => on("regrouped", "event.regrouped").unit("unit", *unit),
        Event::CannotRegroup { unit, why } => {
            on("cannot-regroup", "event.cannot-regroup").unit("unit", *unit).key("why", why)
        }
        Event::Removed { unit, models, why } => {
            on("removed", why).unit("unit", *unit).number("models", models.len() as i64)
        }
        Event::ChargeDeclared { unit, target } => {
            on("charge", "event.charge").unit("unit", *unit).unit("target", *target)
        }
        Event::ChargeFails { unit, target, needed, limit } => on("charge-fails", "event.charge-fails")
            .unit("unit", *unit)
            .unit("target", *target)
            .text("needed", RULER.write(*needed))
            .text("limit", RULER.write(*limit)),
        Event::Locked { unit, target } => {
            on("locked", "event.locked").unit("unit", *unit).unit("target", *target)
        }
        Event::Combat { red, blue } => {
            let list = |units: &[UnitId]| {
                units.iter().map(|unit| names::unit(fixed, *unit)).collect::<Vec<_>>().join(", ")
            };
            on("combat", "event.combat").text("red", list(red)).text("blue", list(blue)).heading()
        }
        Event::Strikes { unit, target, initiative, models, attacks } => on("strikes", "event.strikes")
            .unit("unit", *unit)
            .unit("target", *target)
            .number("initiative", *initiative)
            .number("models", *models)
            .number("attacks", *attacks),
        Event::Result { red, blue, winner } => {
            let line = on("result", if winner.is_some() { "event.result" } else { "event.result-draw" });
            let line = line.number("red", *red).number("blue", *blue);
            match winner {
                Some(side) => line.side(*side),
                None => line,
            }
        }
        Event::Sweep { winner, loser, won, lost, caught } => {
            on("sweep", if *caught { "event.sweep-caught" } else { "event.sweep-escaped" })
                .unit("winner", *winner)
                .unit("loser", *loser)
                .number("won", *won)
                .number("lost", *lost)
        }
        Event::WoundsOfDefeat { unit, wounds, what } => {
            on("defeat", what).unit("unit", *unit).number("wounds", *wounds)
        }
        Event::Apart { unit } => on("apart", "event.apart").unit("unit", *unit),
        Event::GameLength { turn, goes_on } => {
            on("length", if *goes_on { "event.goes-on" } else { "event.ends" }).number("turn", *turn)
        }
        Event::Scored { side, unit, points } => {
            on("scored", "event.scored").side(*side).unit("unit", *unit).number("points", *points)
        }
        Event::Hull(what) => return super::vehicles::line(fixed, what),
        Event::Over { winner, red, blue } => {
            let line = on("over", "event.over").number("red", *red).number("blue", *blue).heading();
            match winner {
                Some(side) => line.side(*side),
                None => line.text("side", fixed.data.texts.get("event.nobody").to_owned()),
            }
        }
    };
    LogLine {
        topic: line.topic,
        sentence: fixed.data.texts.render(&line.message),
        seat: line.side.map(|side| side.id().to_owned()),
        places: Places { pieces: line.pieces, ..Places::default() },
        heading: line.heading,
        ..LogLine::default()
    }
}

/// The name of an officer's order.
pub fn command_key(command: Command) -> &'static str {
    match command {
        Command::RankFire => "command.rank-fire",
        Command::MarkTheBigOne => "command.mark-the-big-one",
        Command::OnYourFeet => "command.on-your-feet",
        Command::DoubleTime => "command.double-time",
    }
}

/// The name of an order.
pub fn order_key(order: Order) -> &'static str {
    match order {
        Order::Move => "order-name.move",
        Order::Through => "order-name.through",
        Order::Run => "order-name.run",
        Order::RunThrough => "order-name.run-through",
        Order::Overwatch => "order-name.overwatch",
        Order::Station => "order-name.on-station",
        Order::Regroup => "order-name.regroup",
        Order::FallBack => "order-name.fall-back",
        Order::TankShock => "order-name.tank-shock",
        Order::Ram => "order-name.ram",
        Order::Abandon => "order-name.abandon",
        Order::Disembark => "order-name.disembark",
        Order::DisembarkWithout => "order-name.disembark-without",
        Order::Roof => "order-name.roof",
        Order::Divide => "order-name.divide",
        Order::Jump => "order-name.jump",
        Order::Reserve => "order-name.reserve",
        Order::Outflank => "order-name.outflank",
        Order::DeepStrike => "order-name.deep-strike",
        Order::Infiltrate => "order-name.infiltrate",
        Order::Arrive => "order-name.arrive",
        Order::ArriveThrough => "order-name.arrive-through",
        Order::Turbo => "order-name.turbo-boost",
    }
}
