//! Vehicles in words: lines of the log, names of their weapons, their cards.

use grognard_engine::client::{CardCell, CardLine, CardTable, Places};
use grognard_engine::message::Message;
use grognard_engine::present::LogLine;
use grognard_space::table::Side as Facing;

use super::names;
use crate::armies::RULER;
use crate::data::vehicles::VehicleType;
use crate::edition::SpeedBands;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::State;
use crate::vehicles::damage::Damage;
use crate::vehicles::happening::Happening;
use crate::vehicles::{damage, facing, open_topped, speed};

/// The drawing of a vehicle.
pub fn silhouette(fixed: &Fixed, model: ModelId) -> Option<&'static str> {
    let chassis = fixed.chassis(model)?;
    Some(if chassis.walks() {
        "top-walker"
    } else if chassis.is(VehicleType::Transport) {
        "top-transport"
    } else {
        "top-tank"
    })
}

/// The weapons of a part of a vehicle.
pub fn part(fixed: &Fixed, model: ModelId, part: u8) -> String {
    let mounts = fixed.chassis(model).map(|chassis| chassis.mounts.iter().filter(|mount| mount.part == part));
    let names: Vec<String> = mounts
        .into_iter()
        .flatten()
        .map(|mount| fixed.data.texts.get(&format!("weapon.{}", mount.item)).to_owned())
        .collect();
    names.join(", ")
}

/// The name of a result.
pub fn damage_key(result: Damage) -> &'static str {
    match result {
        Damage::Ricochet => "damage.ricochet",
        Damage::Shaken => "damage.crew-shaken",
        Damage::Drive => "damage.drive-damaged",
        Damage::Stunned => "damage.crew-stunned",
        Damage::WeaponDestroyed => "damage.weapon-destroyed",
        Damage::Structure => "damage.damaged-structure",
        Damage::Immobilised => "damage.immobilised",
        Damage::Wrecked => "damage.wrecked",
        Damage::Explodes => "damage.explodes",
        Damage::Annihilated => "damage.annihilated",
    }
}

struct Telling<'a> {
    fixed: &'a Fixed,
    topic: &'static str,
    message: Message,
    pieces: Vec<String>,
    side: Option<crate::ids::Side>,
}

impl Telling<'_> {
    fn named(mut self, name: &'static str, model: ModelId) -> Self {
        self.message = self.message.text(name, names::model(self.fixed, model));
        self.pieces.push(self.fixed.name(model).to_owned());
        let side = self.fixed.unit(self.fixed.models[model.index()].unit).side;
        self.side = self.side.or(Some(side));
        self
    }

    fn unit(mut self, unit: UnitId) -> Self {
        self.message = self.message.text("unit", names::unit(self.fixed, unit));
        let fixed = self.fixed;
        self.pieces.extend(fixed.unit(unit).models.iter().map(|model| fixed.name(*model).to_owned()));
        self.side = self.side.or(Some(fixed.unit(unit).side));
        self
    }

    fn text(mut self, name: &'static str, text: String) -> Self {
        self.message = self.message.text(name, text);
        self
    }

    fn number(mut self, name: &'static str, value: impl Into<i64>) -> Self {
        self.message = self.message.number(name, value);
        self
    }

    fn key(mut self, name: &'static str, key: &'static str) -> Self {
        self.message = self.message.key(name, key);
        self
    }

    fn done(self) -> LogLine {
        LogLine {
            topic: self.topic,
            sentence: self.fixed.data.texts.render(&self.message),
            seat: self.side.map(|side| side.id().to_owned()),
            places: Places { pieces: self.pieces, ..Places::default() },
            ..LogLine::default()
        }
    }
}

/// A line of the log.
pub fn line(fixed: &Fixed, what: &Happening) -> LogLine {
    let on = |topic: &'static str, key: &'static str| Telling {
        fixed,
        topic,
        message: Message::new(key),
        pieces: Vec::new(),
        side: None,
    };
    let told = match what {
        Happening::GroundTest { model, stuck } => {
            on("ground-test", if *stuck { "event.ground-stuck" } else { "event.ground-passed" })
                .named("model", *model)
        }
        Happening::Smoke { model } => on("smoke", "event.smoke").named("model", *model),
        Happening::Facing { model, side, armour, cover } => {
            let key = if *cover > 0 { "event.facing-covered" } else { "event.facing" };
            let line = on("facing", key).named("model", *model).key("side", facing::key(*side));
            line.number("armour", *armour).number("cover", *cover)
        }
        Happening::Hidden { model, saved } => {
            on("saved", "event.hull-saved").named("model", *model).number("saved", *saved)
        }
        Happening::Penetration { model, side, total, armour, grade } => {
            on("penetration", "event.penetration")
                .named("model", *model)
                .key("side", facing::key(*side))
                .number("total", *total)
                .number("armour", *armour)
                .key("grade", grade.key())
        }
        Happening::Damage { model, total, result } => {
            let line = on("damage", "event.damage").named("model", *model).number("total", *total);
            line.key("result", damage_key(*result))
        }
        Happening::CrewSaved { model, result } => {
            on("crew-saved", "event.crew-saved").named("model", *model).key("result", damage_key(*result))
        }
        Happening::CountsAs { model, result } => {
            on("counts-as", "event.counts-as").named("model", *model).key("result", damage_key(*result))
        }
        Happening::Shaken { model } => on("shaken", "event.shaken").named("model", *model),
        Happening::Concussed { model } => on("concussed", "event.concussed").named("model", *model),
        Happening::Stunned { model } => on("stunned", "event.hull-stunned").named("model", *model),
        Happening::Silenced { model, part: at } => {
            on("silenced", "event.silenced").named("model", *model).text("weapon", part(fixed, *model, *at))
        }
        Happening::WeaponLost { model, part: at } => on("weapon-lost", "event.weapon-lost")
            .named("model", *model)
            .text("weapon", part(fixed, *model, *at)),
        Happening::Slower { model } => on("slower", "event.slower").named("model", *model),
        Happening::Immobilised { model } => on("immobilised", "event.immobilised").named("model", *model),
        Happening::Careens { model, far } => {
            on("careens", "event.careens").named("model", *model).text("far", RULER.write(*far))
        }
        Happening::Wrecked { model } => on("wrecked", "event.wrecked").named("model", *model),
        Happening::Explodes { model, inches, annihilated } => {
            let key = if *annihilated { "event.annihilated" } else { "event.explodes" };
            on("explodes", key).named("model", *model).number("inches", *inches)
        }
        Happening::Recovers { model } => on("recovers", "event.recovers").named("model", *model),
        Happening::Embarked { unit, vehicle } => {
            on("embarked", "event.embarked").unit(*unit).named("model", *vehicle)
        }
        Happening::Disembarked { unit, vehicle, models } => {
            let line = on("disembarked", "event.disembarked").unit(*unit).named("model", *vehicle);
            line.number("models", models.len() as i64)
        }
        Happening::Weakened { model } => on("weakened", "event.weakened").named("model", *model),
        Happening::OnRoof { unit, building, models } => {
            let line = on("on-roof", "event.on-roof").unit(*unit).named("model", *building);
            line.number("models", models.len() as i64)
        }
        Happening::NoRoom { unit, models } => {
            on("no-room", "event.no-room").unit(*unit).number("models", models.len() as i64)
        }
        Happening::HatchShut { model } => on("hatch-shut", "event.hatch-shut").named("model", *model),
        Happening::TankShock { model, far } => {
            on("tank-shock", "event.tank-shock").named("model", *model).text("far", RULER.write(*far))
        }
        Happening::Ram { model, far } => {
            on("ram", "event.ram").named("model", *model).text("far", RULER.write(*far))
        }
        Happening::InThePath { model, unit, models } => {
            let line = on("in-the-path", "event.in-the-path").named("model", *model).unit(*unit);
            line.number("models", models.len() as i64)
        }
        Happening::Jumps { model, passed } => {
            on("jumps", if *passed { "event.jumps" } else { "event.does-not-jump" }).named("model", *model)
        }
        Happening::Glory { model, tank } => {
            on("glory", "event.glory").named("model", *model).named("tank", *tank)
        }
        Happening::AtGuns { unit, guns, crew } => {
            on("at-guns", "event.at-guns").unit(*unit).number("guns", *guns).number("crew", *crew)
        }
        Happening::GunsLost { unit, guns } => {
            on("guns-lost", "event.guns-lost").unit(*unit).number("guns", guns.len() as i64)
        }
        Happening::GunSilenced { model } => on("gun-silenced", "event.gun-silenced").named("model", *model),
        Happening::Crushed { model } => on("crushed", "event.crushed").named("model", *model),
        Happening::Stops { model } => on("stops", "event.stops").named("model", *model),
        Happening::MadeRoom { unit, models } => {
            on("made-room", "event.made-room").unit(*unit).number("models", models.len() as i64)
        }
        Happening::Impact { rammer, rammed, dealt, taken } => on("impact", "event.impact")
            .named("model", *rammer)
            .named("other", *rammed)
            .number("dealt", *dealt)
            .number("taken", *taken),
        Happening::Dodged { model, dodged } => {
            on("dodged", if *dodged { "event.dodged" } else { "event.not-dodged" }).named("model", *model)
        }
        Happening::Blows { unit, model, attacks, hits } => {
            let line = on("blows", "event.blows").unit(*unit).named("model", *model);
            line.number("attacks", *attacks).number("hits", *hits)
        }
    };
    told.done()
}

/// The characteristics of a vehicle, and its speeds with what they allow.
pub fn tables(fixed: &Fixed, model: ModelId) -> Option<Vec<CardTable>> {
    let chassis = fixed.chassis(model)?;
    let texts = &fixed.data.texts;
    let cell = |text: String| CardCell { text, about: None, ..CardCell::default() };
    let values = &fixed.kind_of(model).values;
    let mut all: Vec<(&str, u8)> = vec![
        ("bs", values.bs),
        ("front", chassis.armour(Facing::Front)),
        ("side", chassis.armour(Facing::Left)),
        ("rear", chassis.armour(Facing::Rear)),
    ];
    if chassis.walks() {
        all.extend([("ws", values.ws), ("s", values.s), ("i", values.i), ("a", values.a)]);
    }
    let head = |(key, _): &(&str, u8)| CardCell {
        text: texts.get(&format!("characteristic.{key}")).to_owned(),
        about: Some(texts.get(&format!("characteristic.{key}-about")).to_owned()),
        ..CardCell::default()
    };
    let first = CardTable {
        heads: all.iter().map(head).collect(),
        rows: vec![all.iter().map(|(_, value)| cell(value.to_string())).collect()],
    };
    let mut tables = vec![first];
    if !chassis.walks() {
        let heads = ["speed", "upto", "main", "struck"];
        let rows = (0..=speed::highest(fixed, chassis).0)
            .map(|band| speed::row_text(fixed, chassis, band))
            .map(|[id, upto, main, struck]| {
                let main = if main == "all" { texts.get("card.all").to_owned() } else { main };
                let struck = if struck == "auto" { texts.get("card.auto").to_owned() } else { struck };
                vec![cell(texts.get(&format!("band.{id}")).to_owned()), cell(upto), cell(main), cell(struck)]
            })
            .collect();
        let heads = heads.map(|key| cell(texts.get(&format!("card.{key}")).to_owned())).into();
        tables.push(CardTable { heads, rows });
    }
    Some(tables)
}

/// What else a card of a vehicle says.
pub fn lines(fixed: &Fixed, s: &State, model: ModelId) -> Vec<CardLine> {
    let Some(chassis) = fixed.chassis(model) else { return Vec::new() };
    let texts = &fixed.data.texts;
    let line = |key: &str, value: String, rule: &str| CardLine {
        label: texts.get(&format!("card.{key}")).to_owned(),
        value,
        rule: Some(rule.to_owned()),
        tabled: false,
    };
    let mut all = Vec::new();
    let variant = fixed.edition.bands == SpeedBands::Bands;
    if chassis.capacity > 0 {
        let aboard: Vec<String> = s.passengers(model).map(|unit| names::unit(fixed, unit)).collect();
        let house = fixed.building(model).is_some();
        let rule = if house { "5B-BLD-006" } else { "5B-TRA-001" };
        all.push(line("capacity", chassis.capacity.to_string(), rule));
        if !aboard.is_empty() {
            all.push(line("aboard", aboard.join(", "), "5B-TRA-001"));
        }
    }
    if variant {
        all.push(line("crew", chassis.crew.to_string(), "5V-VSH-002"));
        if let Some((save, rules)) = damage::crew_save(fixed, model) {
            all.push(line("crew-save", format!("{save}+"), rules[0].as_str()));
        }
    }
    if !chassis.walks() {
        let band = speed::name(fixed, speed::band(fixed, s, model));
        let rule = if variant { "5V-VEH-003" } else { "5B-VMV-008" };
        all.push(line("moved", texts.get(&format!("band.{band}")).to_owned(), rule));
    }
    if open_topped(fixed, s, model) {
        all.push(line("open-topped", texts.get("card.yes").to_owned(), "5B-OPN-001"));
    }
    let mounts: Vec<String> = chassis
        .mounts
        .iter()
        .map(|mount| {
            let weapon = format!("weapon.{}", mount.item);
            let how = format!("mount.{:?}", mount.mounting).to_lowercase();
            format!("{} ({})", texts.get(&weapon), texts.get(&how))
        })
        .collect();
    all.push(line("mounts", mounts.join(", "), "5B-VSH-003"));
    all
}
