//! Battlefields as documents: what is wrong with one, the pieces it is made of, and tables made from a number.

use grognard_engine::client::{
    DocumentCheck, DocumentChoice, DocumentFault, Fact, PlacedShape, Point, Shape,
};
use grognard_engine::message::Message;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Length, Outline};

use crate::data::Data;
use crate::data::amount::{INCH, Inches};
use crate::data::battle::{PieceFile, TableFile, TerrainFile, Trait};
use crate::measure;
use crate::present::BOARD;
use crate::roster;
use crate::terrain::{self, Battlefield, outline};

/// The list of pieces, as choices and as shapes.
pub const PIECES: &str = "pieces";

/// How far apart the places are that are looked at for room in a zone.
const ROOM_STEP: i32 = INCH;

/// A zone where less than one place in so many is free is too full for most armies.
const ROOM_PART: usize = 2;

/// Everything that is wrong with a table.
pub fn check(data: &Data, file: &TableFile) -> DocumentCheck {
    let field = match Battlefield::of(data, file) {
        Ok(field) => field,
        Err(sentence) => {
            let fault = DocumentFault { path: "piece".to_owned(), sentence, ..DocumentFault::default() };
            return DocumentCheck { faults: vec![fault], ..DocumentCheck::default() };
        }
    };
    let mut found = Found { data, field: &field, faults: Vec::new() };
    found.size();
    found.places();
    found.solids();
    found.density();
    found.room();
    let faults = found.faults;
    DocumentCheck {
        faults,
        facts: facts(data, &field),
        shapes: zones(data, &field),
        ..DocumentCheck::default()
    }
}

struct Found<'a> {
    data: &'a Data,
    field: &'a Battlefield,
    faults: Vec<DocumentFault>,
}

impl Found<'_> {
    fn say(&mut self, path: &str, rule: Option<RuleId>, message: &Message) -> &mut DocumentFault {
        let rule = rule.map(|rule| rule.as_str().to_owned());
        let sentence = self.data.texts.render(message);
        let at = self.faults.len();
        self.faults.push(DocumentFault { path: path.to_owned(), rule, sentence, ..DocumentFault::default() });
        &mut self.faults[at]
    }

    /// 9E-ONW-011: no battle is fought on less than the smallest table; TAB-21: the longer side comes first.
    fn size(&mut self) {
        let (long, wide) = self.field.size;
        let least = roster::least_table(self.data, 0);
        if long < wide {
            self.say("size", Some(rule!("9E-ONW-030")), &Message::new("table.fault.longer-first"));
        } else if (long < least.0 || wide < least.1) && applies(rule!("9E-ONW-011")) {
            let message = Message::new("table.fault.small").number("long", least.0 / INCH);
            self.say("size", Some(rule!("9E-ONW-011")), &message.number("wide", least.1 / INCH));
        }
    }

    /// 9E-BTL-001: all of the terrain lies on the rectangle.
    fn places(&mut self) {
        let (long, wide) = self.field.size;
        for (number, piece) in self.field.terrain.iter().enumerate() {
            let inside = |[x, y]: &[Inches; 2]| (0..=long).contains(&x.0.0) && (0..=wide).contains(&y.0.0);
            if !piece.outline.iter().all(inside) {
                let message = Message::new("table.fault.off").text("piece", &piece.id);
                let fault = self.say(&format!("piece.{number}.at"), Some(rule!("9E-BTL-001")), &message);
                fault.cells = vec![piece.id.clone()];
            }
        }
    }

    /// Two solid things are never in one place; areas may overlap, which is worth a word.
    fn solids(&mut self) {
        for (number, piece) in self.field.terrain.iter().enumerate() {
            for other in &self.field.terrain[..number] {
                if !outline(&piece.outline).overlaps(&outline(&other.outline)) {
                    continue;
                }
                let hard = pierce(piece, other);
                let key = if hard { "table.fault.solid" } else { "table.fault.overlap" };
                let message = Message::new(key).text("piece", &piece.id).text("other", &other.id);
                let fault = self.say(&format!("piece.{number}.at"), None, &message);
                fault.cells = vec![piece.id.clone(), other.id.clone()];
                fault.hint = !hard;
            }
        }
    }

    /// 9E-BTL-003: advice on how much terrain is usual.
    fn density(&mut self) {
        let (features, usual) = (self.field.terrain.len(), terrain::features(self.data, self.field.size));
        if features != usual && applies(rule!("9E-BTL-003")) {
            let message = Message::new("table.fault.density").number("features", features as i64);
            let message = message.number("usual", usual as i64);
            self.say("piece", Some(rule!("9E-BTL-003")), &message).hint = true;
        }
    }

    /// 9E-ONW-017: there is room for models in both zones.
    fn room(&mut self) {
        let solid = |piece: &TerrainFile| -> Vec<Outline> {
            let standing = piece.parts.iter().filter(|part| !part.passable && part.bottom.0 == Length::ZERO);
            standing.map(|part| outline(&part.outline)).collect()
        };
        let solids: Vec<Outline> = self.field.terrain.iter().flat_map(solid).collect();
        for zone in [0, 1] {
            let (low, high) = measure::zone_of(self.data, self.field.size, zone);
            let (mut all, mut free) = (0, 0);
            let mut y = low.y + ROOM_STEP / 2;
            while y < high.y {
                let mut x = low.x + ROOM_STEP / 2;
                while x < high.x {
                    let spot = grognard_space::table::Point { x, y };
                    all += 1;
                    free += usize::from(!solids.iter().any(|solid| solid.contains(spot)));
                    x += ROOM_STEP;
                }
                y += ROOM_STEP;
            }
            if free * ROOM_PART < all {
                let key = if zone == 0 { "table.fault.room-left" } else { "table.fault.room-right" };
                self.say("piece", Some(rule!("9E-ONW-017")), &Message::new(key));
            }
        }
    }
}

/// Whether parts of two features are in one place.
fn pierce(one: &TerrainFile, other: &TerrainFile) -> bool {
    one.parts.iter().any(|a| {
        let meets = |b: &&crate::data::battle::PartFile| a.bottom < b.top && b.bottom < a.top;
        other.parts.iter().filter(meets).any(|b| outline(&a.outline).overlaps(&outline(&b.outline)))
    })
}

fn facts(data: &Data, field: &Battlefield) -> Vec<Fact> {
    let fact = |key: &str, value: String| Fact { label: data.texts.get(key).to_owned(), value };
    let (long, wide) = field.size;
    let features = Message::new("table.fact.features-of")
        .number("features", field.terrain.len() as i64)
        .number("usual", terrain::features(data, field.size) as i64);
    let sizes = data.numbers.battle_sizes.sizes.iter().enumerate();
    let mut fits = sizes.filter(|(at, _)| {
        let least = roster::least_table(data, *at);
        long.max(wide) >= least.0 && long.min(wide) >= least.1
    });
    let largest = fits.next_back().map_or_else(
        || data.texts.get("table.fact.none").to_owned(),
        |(_, size)| {
            let name = data.texts.get(&format!("size.{}", size.id)).to_owned();
            data.texts
                .render(&Message::new("table.fact.power").text("size", name).number("power", size.power))
        },
    );
    vec![fact("table.fact.features", data.texts.render(&features)), fact("table.fact.largest", largest)]
}

/// The deployment zones, as they are drawn below the terrain (9E-ONW-030).
fn zones(data: &Data, field: &Battlefield) -> Vec<Shape> {
    let height = field.size.1;
    let zone = |number: u8| {
        let (low, high) = measure::zone_of(data, field.size, number);
        let corners = [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)];
        Shape {
            kind: "zone".to_owned(),
            of: None,
            board: BOARD.to_owned(),
            seat: None,
            outline: corners.map(|(x, y)| Point(x, height - y)).to_vec(),
            radius: None,
            low: 0,
            high: 0,
            ..Shape::default()
        }
    };
    [0, 1].map(zone).to_vec()
}

/// The choices a table's schema names.
pub fn choices(data: &Data, list: &str) -> Option<Vec<DocumentChoice>> {
    let choice = |value: &str, key: String| DocumentChoice {
        value: value.to_owned(),
        label: data.texts.get(&key).to_owned(),
        ..DocumentChoice::default()
    };
    Some(match list {
        PIECES => {
            data.pieces.iter().map(|piece| choice(&piece.id, format!("terrain.{}", piece.id))).collect()
        }
        "traits" => Trait::ALL.map(|(_, name)| choice(name, format!("trait.{name}"))).to_vec(),
        "table-sizes" => sizes(data),
        _ => return None,
    })
}

/// The tables of the battle sizes, each once (TAB-06).
fn sizes(data: &Data) -> Vec<DocumentChoice> {
    let mut all: Vec<DocumentChoice> = Vec::new();
    for (at, size) in data.numbers.battle_sizes.sizes.iter().enumerate() {
        let (long, wide) = roster::least_table(data, at);
        let value = format!("{}x{}", long / INCH, wide / INCH);
        let name = data.texts.get(&format!("size.{}", size.id)).to_owned();
        match all.iter_mut().find(|known| known.value == value) {
            Some(known) => known.note = format!("{}, {name}", known.note),
            None => all.push(DocumentChoice {
                label: format!("{}\" × {}\"", long / INCH, wide / INCH),
                note: name,
                value,
                ..DocumentChoice::default()
            }),
        }
    }
    all
}

/// A table of a number; the smallest size where none is named.
pub fn generate(data: &Data, seed: u64, variant: Option<&str>) -> String {
    let all = 0..data.numbers.battle_sizes.sizes.len();
    let wanted = all.map(|at| roster::least_table(data, at)).find(|(long, wide)| {
        variant.is_some_and(|variant| *variant == format!("{}x{}", long / INCH, wide / INCH))
    });
    let size = wanted.unwrap_or_else(|| roster::least_table(data, 0));
    terrain::written(&terrain::generate(data, seed, size))
}

/// Every piece as it is drawn, around its middle.
pub fn shapes(data: &Data) -> Vec<PlacedShape> {
    data.pieces.iter().map(|piece| PlacedShape { value: piece.id.clone(), parts: parts(piece) }).collect()
}

fn parts(piece: &PieceFile) -> Vec<Shape> {
    let middle = terrain::middle(piece);
    let shape = |kind: &str, corners: &[[Inches; 2]], low: Inches, high: Inches| Shape {
        kind: kind.to_owned(),
        of: None,
        board: BOARD.to_owned(),
        seat: None,
        outline: corners.iter().map(|[x, y]| Point(x.0.0 - middle.x, y.0.0 - middle.y)).collect(),
        radius: None,
        low: low.0.0,
        high: high.0.0,
        tags: vec![piece.id.clone()],
        ..Shape::default()
    };
    let ground = shape("terrain", &piece.outline, Inches(Length::ZERO), Inches(Length::ZERO));
    let parts = piece.parts.iter().map(|part| shape("part", &part.outline, part.bottom, part.top));
    std::iter::once(ground).chain(parts).collect()
}
