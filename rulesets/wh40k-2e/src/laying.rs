//! Terrain that the players place by turns (2E-SET-005 to 2E-SET-015): what lies there so far, what may come next, and the
//! table that comes of it.
//!
//! It is a game of its own before the battle: when it is over, the battle is set up on the table that was laid out.

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::table::{Angle, Length, Point, Pose};
use grognard_tabletop::answer::{read_pose, write_pose};
use serde::{Deserialize, Serialize};

use crate::armies::RULER;
use crate::choice::{Choice, Word};
use crate::data::Data;
use crate::data::ground::{Piece, Placement};
use crate::fixed::Fixed;
use crate::ids::Side;
use crate::legal::other_kind;
use crate::state::State;
use crate::terrain::{self, Battlefield, Feature};

/// A kind of terrain, by its place among the pieces.
pub type PieceId = u16;

/// What the players have laid out so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laying {
    /// 2E-SET-013: how many pieces the battle zone has to have before anybody may stop.
    pub least: u8,
    /// Whose turn it is to place a piece.
    pub next: Side,
    /// 2E-SET-012: which of its player's pieces that is, from 1.
    pub number: u8,
    /// What lies on the table, in order.
    pub items: Vec<Item>,
    /// What was named and is not laid down yet.
    pub named: Option<PieceId>,
    /// 2E-SET-011: who places no more.
    pub declined: Option<Side>,
}

/// One thing on the table: a piece, or one of the several that make a piece (2E-SET-015).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// What.
    pub piece: PieceId,
    /// Where its middle lies.
    pub pose: Pose,
    /// Who laid it.
    pub by: Side,
    /// As part of which of that player's pieces.
    pub number: u8,
    /// 2E-SET-009: it lies in the battle zone.
    pub inside: bool,
}

impl Laying {
    /// Before the first piece.
    pub fn new(first: Side, least: u8) -> Laying {
        Laying { least, next: first, number: 1, items: Vec::new(), named: None, declined: None }
    }

    /// What was laid of the piece that is being placed.
    fn begun(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.by == self.next && item.number == self.number)
    }

    /// How many pieces lie in the battle zone.
    pub fn inside(&self) -> usize {
        let mut pieces: Vec<(Side, u8)> =
            self.items.iter().filter(|item| item.inside).map(|item| (item.by, item.number)).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces.len()
    }

    /// 2E-SET-013: whether its player may stop now; 2E-SET-011: whoever has the last word may in any case.
    fn may_stop(&self) -> bool {
        self.declined.is_some() || self.inside() >= usize::from(self.least) || !applies(rule!("2E-SET-013"))
    }
}

/// A kind of terrain.
pub fn piece(data: &Data, id: PieceId) -> Option<&Piece> {
    data.pieces.values().nth(usize::from(id))
}

/// The kind of a name.
pub fn piece_named(data: &Data, name: &str) -> Option<PieceId> {
    data.pieces.keys().position(|known| known == name).map(|at| at as PieceId)
}

/// The kind of a name, or what is wrong with it.
pub fn named(data: &Data, name: &str) -> Result<PieceId, String> {
    piece_named(data, name).ok_or_else(|| format!("there is no piece `{name}`"))
}

/// 2E-SET-005 to 2E-SET-009: whether a place lies in the battle zone of a table of this size.
pub fn in_battle_zone(data: &Data, (long, wide): (Length, Length), at: Point) -> bool {
    let numbers = &data.numbers;
    let depth = (wide - numbers.zones.apart.0).half();
    let side = numbers.zone_sides.from_side_edge.0;
    let across = at.x > side.0 && at.x < long.0 - side.0;
    let deep = at.y < depth.0 || at.y > wide.0 - depth.0;
    !(across && deep)
}

/// 2E-SET-012, 2E-AMB-001: whether the piece that is being placed has to go into the battle zone.
pub fn must_be_inside(data: &Data, laying: &Laying) -> bool {
    laying.number.is_multiple_of(data.numbers.every_second.every) && applies(rule!("2E-SET-012"))
}

/// 2E-SET-015: the group of things that make up the piece begun.
fn group<'d>(data: &'d Data, laying: &Laying) -> Option<&'d Placement> {
    let first = &piece(data, laying.begun().next()?.piece)?.id;
    data.placements.iter().find(|placement| placement.from.contains(first))
}

/// What may be placed next, and whether its player may stop here: 2E-SET-011, 2E-SET-013, 2E-SET-015.
pub fn options(fixed: &Fixed, s: &State) -> Vec<Choice> {
    let Some(laying) = &s.laying else { return Vec::new() };
    let data = &fixed.data;
    let (so_far, group) = (laying.begun().count(), group(data, laying));
    let (least, most) =
        group.map_or((1, 1), |group| (usize::from(group.count[0]), usize::from(group.count[1])));
    let from: Vec<&String> = match group {
        Some(_) if so_far >= most => Vec::new(),
        Some(group) => group.from.iter().collect(),
        None => data.placements.iter().flat_map(|placement| &placement.from).collect(),
    };
    let lying = features(fixed, laying);
    let known = from.into_iter().filter_map(|name| piece_named(data, name));
    let mut all: Vec<Choice> =
        known.filter(|id| room(fixed, laying, &lying, *id).is_some()).map(Choice::Lay).collect();
    let enough = if so_far == 0 { laying.may_stop() } else { so_far >= least };
    if enough && !all.is_empty() {
        all.push(Choice::Word(Word::Done));
    }
    all
}

/// What lies on the table.
pub fn features(fixed: &Fixed, laying: &Laying) -> Vec<Feature> {
    let lay = |(number, item): (usize, &Item)| {
        terrain::lay_at(piece(&fixed.data, item.piece)?, &format!("piece-{}", number + 1), item.pose).ok()
    };
    laying.items.iter().enumerate().filter_map(lay).collect()
}

/// The table as it is being laid out.
pub fn field(fixed: &Fixed, laying: &Laying) -> Battlefield {
    Battlefield { size: fixed.battlefield.size, features: features(fixed, laying) }
}

/// A place for a piece where nothing lies, looked for from one corner of the table to the other. What has none is not
/// offered.
pub fn room(fixed: &Fixed, laying: &Laying, lying: &[Feature], id: PieceId) -> Option<Pose> {
    places(fixed, laying, lying, id).next()
}

/// All places of a grid at which a piece can lie.
pub fn places(fixed: &Fixed, laying: &Laying, lying: &[Feature], id: PieceId) -> impl Iterator<Item = Pose> {
    let (long, wide) = fixed.battlefield.size;
    let data = &fixed.data;
    let boxed = piece(data, id).and_then(|piece| terrain::lay_at(piece, "", Pose::at(Point::default())).ok());
    let (low, high) =
        boxed.map_or_else(Default::default, |own| (own.area.bounds().low, own.area.bounds().high));
    let taken: Vec<_> = lying.iter().map(|feature| feature.area.bounds()).collect();
    let must = must_be_inside(data, laying);
    let step = data.made.edge.0.0;
    let free = move |at: &Point| {
        let (left, right) = (at.x + low.x, at.x + high.x);
        let (down, up) = (at.y + low.y, at.y + high.y);
        let on_table = left >= 0 && down >= 0 && right <= long.0 && up <= wide.0;
        let apart = |other: &grognard_space::table::Bounds| {
            right < other.low.x || left > other.high.x || up < other.low.y || down > other.high.y
        };
        on_table && taken.iter().all(apart)
    };
    let across = (1..long.0 / step).map(move |x| x * step);
    let all = across.flat_map(move |x| (1..wide.0 / step).map(move |y| Point { x, y: y * step }));
    all.filter(move |at| !must || in_battle_zone(data, (long, wide), *at)).filter(free).map(Pose::at)
}

/// Every violation of a place for the piece that was named: on the table (2E-SET-003), over nothing that lies there, and in
/// the battle zone where it has to be (2E-SET-012).
pub fn check(fixed: &Fixed, s: &State, choice: &Choice) -> Vec<Violation> {
    let Choice::Spot(pose) = choice else { return other_kind(rule!("2E-SET-015")) };
    let Some(laying) = &s.laying else { return other_kind(rule!("2E-SET-015")) };
    let data = &fixed.data;
    let laid = laying.named.and_then(|id| piece(data, id)).filter(|_| pose.at.in_limits());
    let Some(Ok(own)) = laid.map(|piece| terrain::lay_at(piece, "", *pose)) else {
        return other_kind(rule!("2E-SET-015"));
    };
    let mut wrong = Vec::new();
    let (long, wide) = fixed.battlefield.size;
    let bounds = own.area.bounds();
    if bounds.low.x < 0 || bounds.low.y < 0 || bounds.high.x > long.0 || bounds.high.y > wide.0 {
        wrong.push(Violation::new(rule!("2E-SET-003"), Message::new("why.piece-off-table")));
    }
    let outlines = own.area.pieces();
    for other in features(fixed, laying) {
        if outlines.iter().any(|outline| other.area.overlaps(outline)) {
            let message = Message::new("why.piece-on-piece")
                .text("piece", data.texts.get(&format!("piece.{}", other.piece.id)).to_owned());
            wrong.push(Violation { cells: vec![other.id], ..Violation::new(rule!("2E-SET-015"), message) });
        }
    }
    if must_be_inside(data, laying) && !in_battle_zone(data, (long, wide), pose.at) {
        let message = Message::new("why.piece-not-in-battle-zone").number("number", laying.number);
        let violation = Violation::new(rule!("2E-SET-012"), message);
        wrong.push(crate::legal::with(violation, rules!["2E-SET-009"]));
    }
    wrong
}

/// The table that was laid out, as the set-up of the battle has it: `wood=76200,45720@16384 hill=...`.
pub fn written(data: &Data, laying: &Laying) -> String {
    let word = |item: &Item| Some(format!("{}={}", piece(data, item.piece)?.id, write_pose(item.pose)));
    laying.items.iter().filter_map(word).collect::<Vec<_>>().join(" ")
}

/// Most things on a table that is read.
const MOST: usize = 120;

/// Reads such a table.
pub fn read(data: &Data, size: (Length, Length), text: &str) -> Result<Battlefield, String> {
    let mut features = Vec::new();
    for word in text.split_whitespace() {
        let wrong = || format!("`{word}` is no piece with its place, such as `wood=76200,45720`");
        let (name, place) = word.split_once('=').ok_or_else(wrong)?;
        let piece = data.pieces.get(name).ok_or_else(|| format!("there is no piece `{name}`"))?;
        let pose = read_pose(RULER, place).filter(|pose| pose.at.in_limits()).ok_or_else(wrong)?;
        let feature = terrain::lay_at(piece, &format!("piece-{}", features.len() + 1), pose)?;
        let bounds = feature.area.bounds();
        let on_table =
            bounds.low.x >= 0 && bounds.low.y >= 0 && bounds.high.x <= size.0.0 && bounds.high.y <= size.1.0;
        if !on_table {
            return Err(format!("`{word}` does not lie on the table"));
        }
        features.push(feature);
        if features.len() > MOST {
            return Err(format!("more than {MOST} pieces lie on the table"));
        }
    }
    Ok(Battlefield { size, features })
}

/// Places worth a thought for the piece that was named: some of the free ones of the grid.
pub fn candidates(fixed: &Fixed, s: &State, rng: &mut grognard_engine::rng::SplitMix) -> Vec<Choice> {
    let Some((laying, id)) = s.laying.as_ref().and_then(|laying| Some((laying, laying.named?))) else {
        return Vec::new();
    };
    let lying = features(fixed, laying);
    let free: Vec<Pose> = places(fixed, laying, &lying, id).collect();
    let turns = &fixed.data.made.turns;
    let mut found: Vec<Choice> = Vec::new();
    for _ in 0..4 {
        if free.is_empty() {
            break;
        }
        let at = free[rng.below(free.len())];
        let turn = turns.get(rng.below(turns.len().max(1))).copied().unwrap_or(0);
        let turned = Choice::Spot(at.facing(Angle::degrees(turn)));
        found.push(if check(fixed, s, &turned).is_empty() { turned } else { Choice::Spot(at) });
    }
    found
}
