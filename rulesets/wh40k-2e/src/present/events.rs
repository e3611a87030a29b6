//! The log in plain words.

use grognard_engine::client::Places;
use grognard_engine::message::Message;
use grognard_engine::present::LogLine;

use super::names;
use crate::armies::RULER;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, Side, UnitId};

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

    fn location(mut self, model: ModelId, location: u8) -> Self {
        self.message = self.message.text("location", names::location(self.fixed, model, location));
        self
    }

    fn weapon(mut self, weapon: WeaponId) -> Self {
        self.message = self.message.text("weapon", names::weapon(self.fixed, weapon));
        self
    }

    fn power(mut self, power: u8) -> Self {
        self.message = self.message.text("power", names::power(self.fixed, power));
        self
    }

    fn enemy(mut self, id: ModelId) -> Self {
        self.message = self.message.text("enemy", names::model(self.fixed, id));
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
        Event::Laying { side, least } => on("laying", "event.laying").side(*side).number("least", *least),
        Event::PieceLaid { side, piece, inside } => {
            on("piece-laid", if *inside { "event.piece-laid-inside" } else { "event.piece-laid" })
                .side(*side)
                .text("piece", names::piece(fixed, *piece))
        }
        Event::LaysNoMore { side } => on("lays-no-more", "event.lays-no-more").side(*side),
        Event::TableLaid { pieces } => on("table-laid", "event.table-laid").number("pieces", *pieces),
        Event::ZoneChosen { side, zone } => {
            on("zone", if *zone == 0 { "event.zone-near" } else { "event.zone-far" }).side(*side)
        }
        Event::SetUp { unit, models } => {
            on("set-up", "event.set-up").unit("unit", *unit).number("models", models.len() as i64)
        }
        Event::FirstTurn { side } => on("first-turn", "event.first-turn").side(*side),
        Event::Turn { side, turn } => on("turn", "event.turn").side(*side).number("turn", *turn).heading(),
        Event::Phase { name } => on("phase", "event.phase").key("phase", name).heading(),
        Event::Moved { unit, ways } if ways.is_empty() => on("moved", "event.stayed").unit("unit", *unit),
        Event::Moved { unit, ways } => {
            on("moved", "event.moved").unit("unit", *unit).number("models", ways.len() as i64)
        }
        Event::Faced { unit, enemy } => on("faced", "event.faced").unit("unit", *unit).unit("enemy", *enemy),
        Event::RunDeclared { unit } => on("run", "event.run").unit("unit", *unit),
        Event::RunRefused { unit } => on("run-refused", "event.run-refused").unit("unit", *unit),
        Event::RunHalted { unit } => on("run-halted", "event.run-halted").unit("unit", *unit),
        Event::CutOff { unit, models } => {
            on("cut-off", "event.cut-off").unit("unit", *unit).number("models", models.len() as i64)
        }
        Event::Together { unit } => on("together", "event.together").unit("unit", *unit),
        Event::Fired { unit, target, weapon, shots } => on("fire", "event.fire")
            .unit("unit", *unit)
            .unit("target", *target)
            .text("weapon", names::weapon(fixed, *weapon))
            .number("shots", *shots),
        Event::Range { unit, target, weapon, least, most, short, long, out } => on("range", "event.range")
            .unit("unit", *unit)
            .unit("target", *target)
            .text("weapon", names::weapon(fixed, *weapon))
            .text("least", RULER.write(*least))
            .text("most", RULER.write(*most))
            .number("short", *short)
            .number("long", *long)
            .number("out", *out),
        Event::CannotHit { shots } => on("cannot-hit", "event.cannot-hit").number("shots", *shots),
        Event::Hits { unit, target, hits } => {
            on("hits", "event.hits").unit("unit", *unit).unit("target", *target).number("hits", *hits)
        }
        Event::Wounds { target, wounds } => {
            on("wounds", "event.wounds").unit("target", *target).number("wounds", *wounds)
        }
        Event::NoHarm { model } => on("no-harm", "event.no-harm").model(*model),
        Event::NoSave { model } => on("no-save", "event.no-save").model(*model),
        Event::Saved { model, saved } => on("saved", "event.saved").model(*model).number("saved", *saved),
        Event::Counted { model } => on("counted", "event.counted").model(*model),
        Event::Hurt { model, left } => on("hurt", "event.hurt").model(*model).number("left", *left),
        Event::Casualty { model } => on("casualty", "event.casualty").model(*model),
        Event::Lost { target, wounds } => {
            on("lost", "event.lost").unit("target", *target).number("wounds", *wounds)
        }
        Event::Tested { unit, what, total, leadership, passed } => {
            let key = if *passed { "event.test-passed" } else { "event.test-failed" };
            let line = on("test", key).unit("unit", *unit).key("what", what);
            line.number("total", *total).number("leadership", *leadership)
        }
        Event::Shaken { unit } => on("shaken", "event.shaken").unit("unit", *unit),
        Event::Broken { unit } => on("broken", "event.broken").unit("unit", *unit),
        Event::StaysInCover { unit } => on("stays", "event.stays-in-cover").unit("unit", *unit),
        Event::Fled { unit, inches, .. } => {
            on("fled", "event.fled").unit("unit", *unit).number("inches", *inches)
        }
        Event::Removed { unit, models, why } => {
            on("removed", why).unit("unit", *unit).number("models", models.len() as i64)
        }
        Event::Rallied { unit } => on("rallied", "event.rallied").unit("unit", *unit),
        Event::Brave { unit } => on("brave", "event.brave").unit("unit", *unit),
        Event::Overwatch { unit } => on("overwatch", "event.overwatch").unit("unit", *unit),
        Event::OverwatchLost { unit, why } => on("overwatch-lost", why).unit("unit", *unit),
        Event::OverwatchFire { unit, target, spot } => on("overwatch-fire", "event.overwatch-fire")
            .unit("unit", *unit)
            .unit("target", *target)
            .key("spot", spot),
        Event::Pledged { unit, stays } => {
            on("pledged", if *stays { "event.pledged-stays" } else { "event.pledged-moves" })
                .unit("unit", *unit)
        }
        Event::ChargeDeclared { unit, enemy } => {
            on("charge", "event.charge").unit("unit", *unit).unit("enemy", *enemy)
        }
        Event::ChargeMeasured { unit, enemy, far, rate } => on("charge-measured", "event.charge-measured")
            .unit("unit", *unit)
            .unit("enemy", *enemy)
            .text("far", RULER.write(*far))
            .text("rate", RULER.write(*rate)),
        Event::Charged { unit, enemy, .. } => {
            on("charged", "event.charged").unit("unit", *unit).unit("enemy", *enemy)
        }
        Event::ChargeFailed { unit, enemy } => {
            on("charge-failed", "event.charge-failed").unit("unit", *unit).unit("enemy", *enemy)
        }
        Event::Engaged { model, enemy, across } => {
            let key = if *across { "event.engaged-across" } else { "event.engaged" };
            on("engaged", key).model(*model).enemy(*enemy)
        }
        Event::Hides { unit } => on("hides", "event.hides").unit("unit", *unit),
        Event::StaysHidden { unit } => on("stays-hidden", "event.stays-hidden").unit("unit", *unit),
        Event::Revealed { unit } => on("revealed", "event.revealed").unit("unit", *unit),
        Event::Detected { unit, by } => on("detected", "event.detected").unit("unit", *unit).model(*by),
        Event::BreaksOff { unit } => on("breaks-off", "event.breaks-off").unit("unit", *unit),
        Event::Fight { model, enemy, number } => {
            let key = if *number > 1 { "event.fight-several" } else { "event.fight" };
            on("fight", key).model(*model).enemy(*enemy).number("number", *number)
        }
        Event::ParriesCancel { model, enemy } => {
            on("parries-cancel", "event.parries-cancel").model(*model).enemy(*enemy)
        }
        Event::Parried { model, enemy, dice } => {
            on("parried", "event.parried").model(*model).enemy(*enemy).number("dice", *dice)
        }
        Event::Score { model, die, skill, total, reasons } => {
            let part = |(amount, why): &(i8, &'static str)| {
                let reason = Message::new(why);
                format!(", {} {amount:+}", fixed.data.texts.render(&reason))
            };
            let reasons: String = reasons.iter().map(part).collect();
            let line = on("score", "event.score").model(*model).number("die", *die).number("skill", *skill);
            line.number("total", *total).text("reasons", reasons)
        }
        Event::Won { model, enemy, hits, by_initiative } => {
            let key = if *by_initiative { "event.won-on-initiative" } else { "event.won" };
            on("won", key).model(*model).enemy(*enemy).number("hits", *hits)
        }
        Event::StandOff { model, enemy } => on("stand-off", "event.stand-off").model(*model).enemy(*enemy),
        Event::Struck { model, enemy, weapon, hits } => on("struck", "event.struck")
            .model(*model)
            .enemy(*enemy)
            .text("weapon", names::melee(fixed, *weapon))
            .number("hits", *hits),
        Event::CommanderSlain { model } => on("commander-slain", "event.commander-slain").model(*model),
        Event::UnderWatch { unit } => on("under-watch", "event.under-watch").unit("unit", *unit),
        Event::Afraid { unit, enemy } => {
            on("afraid", "event.afraid").unit("unit", *unit).unit("enemy", *enemy)
        }
        Event::Stupid { unit } => on("stupid", "event.stupid").unit("unit", *unit),
        Event::Wanders { unit } => on("wanders", "event.wanders").unit("unit", *unit),
        Event::Dazed { unit } => on("dazed", "event.dazed").unit("unit", *unit),
        Event::Frenzied { unit } => on("frenzied", "event.frenzied").unit("unit", *unit),
        Event::FollowedUp { model, .. } => on("followed-up", "event.followed-up").model(*model),
        Event::Scored { side, unit, points, why } => {
            on("scored", why).side(*side).unit("unit", *unit).number("points", *points)
        }
        Event::Over { winner, red, blue, margin } => {
            let line = on("over", "event.over")
                .key("margin", margin)
                .number("red", *red)
                .number("blue", *blue)
                .heading();
            match winner {
                Some(side) => line.side(*side),
                None => line.text("side", fixed.data.texts.get("event.nobody").to_owned()),
            }
        }
        Event::HitsAlways { model } => on("hits-always", "event.hits-always").model(*model),
        Event::WoundsAlways { model } => on("wounds-always", "event.wounds-always").model(*model),
        Event::Burst { model, weapon, hits, jams } => on("burst", "event.burst")
            .model(*model)
            .weapon(*weapon)
            .number("hits", *hits)
            .number("jams", *jams),
        Event::Spread { unit, target, hits } => {
            on("spread", "event.spread").unit("unit", *unit).unit("target", *target).number("hits", *hits)
        }
        Event::Jammed { model, weapon, counters } => {
            on("jammed", "event.jammed").model(*model).weapon(*weapon).number("counters", *counters)
        }
        Event::JamCleared { model, weapon, counters } => {
            on("jam-cleared", "event.jam-cleared").model(*model).weapon(*weapon).number("counters", *counters)
        }
        Event::NoSecondShot { model, weapon } => {
            on("no-second-shot", "event.no-second-shot").model(*model).weapon(*weapon)
        }
        Event::BlewUp { model, weapon } => on("blew-up", "event.blew-up").model(*model).weapon(*weapon),
        Event::ShotLost { model, weapon } => on("shot-lost", "event.shot-lost").model(*model).weapon(*weapon),
        Event::Scattered { model, weapon, far } => {
            on("scattered", "event.scattered").model(*model).weapon(*weapon).text("far", RULER.write(*far))
        }
        Event::Dud { model, weapon } => on("dud", "event.dud").model(*model).weapon(*weapon),
        Event::Misfire { model, weapon } => on("misfire", "event.misfire").model(*model).weapon(*weapon),
        Event::Laid { model, weapon, wholly, partly, .. } => on("laid", "event.laid")
            .model(*model)
            .weapon(*weapon)
            .models(wholly)
            .models(partly)
            .number("wholly", wholly.len() as i64)
            .number("partly", partly.len() as i64),
        Event::OutOfReach { model, weapon } => {
            on("out-of-reach", "event.out-of-reach").model(*model).weapon(*weapon)
        }
        Event::Afflicted { model, what } => {
            let what = fixed.data.texts.get(&format!("ail.{what}")).to_owned();
            on("afflicted", "event.afflicted").model(*model).text("what", what)
        }
        Event::Recovered { model, what } => {
            let what = fixed.data.texts.get(&format!("ail.{what}")).to_owned();
            on("recovered", "event.recovered").model(*model).text("what", what)
        }
        Event::RanBurning { model } => on("ran-burning", "event.ran-burning").model(*model),
        Event::Pushed { model } => on("pushed", "event.pushed").model(*model),
        Event::Located { model, location } => {
            on("located", "event.located").model(*model).location(*model, *location)
        }
        Event::Pierced { model, location, total, armour } => on("pierced", "event.pierced")
            .model(*model)
            .location(*model, *location)
            .number("total", *total)
            .number("armour", *armour),
        Event::Bounced { model, location, total, armour } => on("bounced", "event.bounced")
            .model(*model)
            .location(*model, *location)
            .number("total", *total)
            .number("armour", *armour),
        Event::Damaged { model, location, table, row } => {
            let table = fixed.data.damage.get(usize::from(*table)).map_or("", |table| &table.id);
            let what = fixed.data.texts.get(&format!("damage.{table}-{row}")).to_owned();
            on("damaged", "event.damaged").model(*model).location(*model, *location).text("what", what)
        }
        Event::NoFurtherDamage { model } => on("no-further-damage", "event.no-further-damage").model(*model),
        Event::CrewKilled { model, dead } => {
            on("crew-killed", "event.crew-killed").model(*model).number("dead", *dead)
        }
        Event::OutOfControl { model } => on("out-of-control", "event.out-of-control").model(*model),
        Event::RanOutOfControl { model, far } => {
            on("ran-out-of-control", "event.ran-out-of-control").model(*model).text("far", RULER.write(*far))
        }
        Event::Staggered { model, far } => {
            on("staggered", "event.staggered").model(*model).text("far", RULER.write(*far))
        }
        Event::VehicleExploded { model } => on("exploded", "event.exploded").model(*model),
        Event::VehicleDestroyed { model, wreck } => {
            let key = if *wreck { "event.wrecked" } else { "event.destroyed" };
            on("vehicle-destroyed", key).model(*model)
        }
        Event::StillJammed { model } => on("still-jammed", "event.still-jammed").model(*model),
        Event::LeftTable { unit } => on("left-table", "event.left-table").unit("unit", *unit),
        Event::Unmoved { unit } => on("unmoved", "event.unmoved").unit("unit", *unit),
        Event::CardShown { model, card } => {
            on("card", "event.card").model(*model).text("card", names::card(fixed, *card))
        }
        Event::FieldHeld { model, saved } => on("field", "event.field").model(*model).number("hits", *saved),
        Event::WargearLost { model } => on("wargear-lost", "event.wargear-lost").model(*model),
        Event::Hates { model } => on("hates", "event.hates").model(*model),
        Event::Mission { side, mission } => {
            let card = crate::play::missions::mission(fixed, *mission);
            let key = if card.bonus_is == "primary" { "event.mission" } else { "event.mission-secondary" };
            let about = fixed.data.texts.get(&format!("mission.{}-about", card.id)).to_owned();
            on("mission", key)
                .side(*side)
                .text("mission", names::mission(fixed, *mission))
                .text("about", about)
        }
        Event::Bonus { side, mission, points, why } => on("bonus", why)
            .side(*side)
            .text("mission", names::mission(fixed, *mission))
            .number("points", *points),
        Event::HeldBack { unit } => on("held-back", "event.held-back").unit("unit", *unit),
        Event::Begins { unit, how } => on("begins", how).unit("unit", *unit),
        Event::GameLength { turns } => on("game-length", "event.game-length").number("turns", *turns),
        Event::Forces { red, blue } => on("forces", "event.forces").number("red", *red).number("blue", *blue),
        Event::Present { unit } => on("named", "event.named").unit("unit", *unit),
        Event::Covered { percent } => on("covered", "event.covered").number("percent", *percent),
        Event::Agreed { what } => on("agreed", what),
        Event::Without { what } => on("without", what),
        Event::SuddenDeath { points } => on("sudden-death", "event.sudden-death").number("points", *points),
        Event::SplitUp { unit, other } => {
            on("split", "event.split").unit("unit", *unit).unit("other", *other)
        }
        Event::Joined { model, squad } => on("joined", "event.joined").model(*model).unit("unit", *squad),
        Event::Left { model, squad } => on("left", "event.left").model(*model).unit("unit", *squad),
        Event::Allotted { target, ordinary, characters } => on("allotted", "event.allotted")
            .unit("target", *target)
            .number("ordinary", *ordinary)
            .number("characters", *characters),
        Event::Commander { model } => on("commander", "event.commander").model(*model),
        Event::PowerTaken { model, power } => {
            on("power-taken", "event.power-taken").model(*model).power(*power)
        }
        Event::PowerNamed { model, power, target: Some(target) } => {
            on("power", "event.power-at").model(*model).power(*power).enemy(*target)
        }
        Event::PowerNamed { model, power, target: None } => {
            on("power", "event.power").model(*model).power(*power)
        }
        Event::PowerLost { model, power, far } => {
            on("power-lost", "event.power-lost").model(*model).power(*power).text("far", RULER.write(*far))
        }
        Event::PowerRolled { model, power, works } => {
            on("power-rolled", if *works { "event.power-works" } else { "event.power-fails" })
                .model(*model)
                .power(*power)
        }
        Event::Shielded { model } => on("shielded", "event.shielded").model(*model),
        Event::ShieldHeld { model, negated } => {
            on("shield-held", "event.shield-held").model(*model).number("wounds", *negated)
        }
        Event::ShieldGone { model, negated } => {
            on("shield-gone", if *negated { "event.shield-negates" } else { "event.shield-fails" })
                .model(*model)
        }
        Event::Struckdown { model, power, struck } => on("power-strikes", "event.power-strikes")
            .model(*model)
            .power(*power)
            .models(struck)
            .number("models", struck.len() as i64),
        Event::MindDestroyed { model } => on("mind-destroyed", "event.mind-destroyed").model(*model),
        Event::Purged { model, enemy, own, other } => on("purged", "event.purged")
            .model(*model)
            .enemy(*enemy)
            .number("own", *own)
            .number("other", *other),
        Event::Teleported { model, inches } => {
            on("teleported", "event.teleported").model(*model).number("inches", *inches)
        }
        Event::FailedToFire { model, weapon } => {
            on("failed-to-fire", "event.failed-to-fire").model(*model).weapon(*weapon)
        }
        Event::TookOver { model, post } => on("took-over", "event.took-over")
            .model(*model)
            .text("post", names::post(fixed, Some(*model), *post)),
        Event::Happened { what, model, other } => {
            let line = on(what.strip_prefix("event.").unwrap_or(what), what).model(*model);
            match other {
                Some(other) => line.enemy(*other),
                None => line,
            }
        }
        Event::Boarding { what, unit, vehicle, models } => {
            on(what.strip_prefix("event.").unwrap_or(what), what)
                .unit("unit", *unit)
                .model(*vehicle)
                .number("models", *models)
        }
        Event::UnitIn { what, unit, building, number } => {
            on(what.strip_prefix("event.").unwrap_or(what), what)
                .unit("unit", *unit)
                .text("building", names::feature(fixed, *building))
                .number("number", *number)
        }
        Event::Building { what, building, number } => on(what.strip_prefix("event.").unwrap_or(what), what)
            .text("building", names::feature(fixed, *building))
            .number("number", *number),
        Event::MarkerLeft { kind } => {
            on("marker-left", "event.marker-left").text("marker", names::marker(fixed, *kind))
        }
        Event::MarkerRolled { kind, what } => {
            on("marker", "event.marker").text("marker", names::marker(fixed, *kind)).key("what", what)
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
