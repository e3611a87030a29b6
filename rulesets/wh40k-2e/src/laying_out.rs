//! A table laid out by the book from a number (2E-SET-005 to 2E-SET-015): two players who place pieces by turns.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Length, Outline, Point};
use grognard_tabletop::ruler::Inches;

use crate::data::Data;
use crate::data::ground::{Landscape, Placed};
use crate::ids::Side;
use crate::laying;
use crate::terrain::{self, Feature};

/// A table as it was laid out.
#[derive(Clone, Debug)]
pub struct LaidOut {
    /// 2E-SET-010: who placed the first piece.
    pub first: Side,
    /// 2E-SET-013, 2E-AMB-002: how many pieces the battle zone had to have.
    pub least: u8,
    /// 2E-SET-019: how much of the table is covered, in percent.
    pub covered_percent: u8,
    /// The pieces in the order they were placed, by whom, and whether in the battle zone.
    pub pieces: Vec<(Placed, Side, bool)>,
}

/// How often a place is tried before another piece is.
const TRIES: usize = 40;
/// A table is full when so many pieces found no place.
const FAILURES: usize = 12;

/// Lays out a table of a size.
pub fn lay_out(data: &Data, size: (Length, Length), landscape: &Landscape, seed: u64) -> LaidOut {
    let mut rng = SplitMix::new(seed);
    let numbers = &data.numbers;
    let die = |rng: &mut SplitMix| rng.below(6) as u8 + 1;
    // 2E-SET-010: the higher die places the first piece.
    let first = loop {
        let (red, blue) = (die(&mut rng), die(&mut rng));
        if red != blue {
            break if red > blue { Side::Red } else { Side::Blue };
        }
    };
    let least = (0..numbers.least_pieces.pieces.dice).map(|_| die(&mut rng)).sum::<u8>();
    let mut table = Table { data, size, features: Vec::new(), pieces: Vec::new() };
    let (mut side, mut failures) = (first, 0);
    while failures < FAILURES && !table.is_full() {
        // 2E-SET-012, 2E-AMB-001: every second piece of a player goes into the battle zone.
        let own = table.pieces.iter().filter(|(_, by, _)| *by == side).count();
        let every = usize::from(numbers.every_second.every);
        let wanted = (own + 1) % every == 0 || table.in_battle_zone() < usize::from(least);
        let piece =
            if table.pieces.is_empty() { landscape.middle.clone() } else { pick(landscape, &mut rng) };
        if table.place(&piece, side, wanted, &mut rng) {
            // 2E-SET-011: they place by turns.
            (side, failures) = (side.other(), 0);
        } else {
            failures += 1;
        }
    }
    let covered_percent = table.covered_percent().clamp(0, 100) as u8;
    LaidOut { first, least, covered_percent, pieces: table.pieces }
}

/// A piece of a landscape by its share.
fn pick(landscape: &Landscape, rng: &mut SplitMix) -> String {
    let all: usize = landscape.shares.iter().map(|share| usize::from(share.of)).sum();
    let mut at = rng.below(all.max(1));
    for share in &landscape.shares {
        if at < usize::from(share.of) {
            return share.piece.clone();
        }
        at -= usize::from(share.of);
    }
    landscape.middle.clone()
}

struct Table<'a> {
    data: &'a Data,
    size: (Length, Length),
    features: Vec<Feature>,
    pieces: Vec<(Placed, Side, bool)>,
}

impl Table<'_> {
    fn in_battle_zone(&self) -> usize {
        self.pieces.iter().filter(|(_, _, inside)| *inside).count()
    }

    /// 2E-SET-019: whether at least half of the table is covered, by the boxes around the pieces.
    fn is_full(&self) -> bool {
        self.covered_percent() >= i64::from(self.data.numbers.covered.covered_percent)
    }

    fn covered_percent(&self) -> i64 {
        let box_of = |feature: &Feature| {
            let bounds = feature.area.bounds();
            i64::from(bounds.high.x - bounds.low.x) * i64::from(bounds.high.y - bounds.low.y)
        };
        let covered: i64 = self.features.iter().map(box_of).sum();
        let whole = i64::from(self.size.0.0) * i64::from(self.size.1.0);
        covered * 100 / whole.max(1)
    }

    /// Tries to lay a piece where it fits: on the table, with a gap to all others.
    fn place(&mut self, piece: &str, by: Side, wanted: bool, rng: &mut SplitMix) -> bool {
        let made = &self.data.made;
        for _ in 0..TRIES {
            let at = Point {
                x: rng.below(self.size.0.0 as usize) as i32,
                y: rng.below(self.size.1.0 as usize) as i32,
            };
            let inside = laying::in_battle_zone(self.data, self.size, at);
            if wanted && !inside {
                continue;
            }
            let turn = made.turns.get(rng.below(made.turns.len().max(1))).copied().unwrap_or(0);
            let id = format!("piece-{}", self.pieces.len() + 1);
            let placed = Placed {
                id,
                piece: piece.to_owned(),
                at: [Inches(Length(at.x)), Inches(Length(at.y))],
                turn,
            };
            let Ok(feature) = terrain::lay(self.data, &placed) else { return false };
            if self.fits(&feature) {
                self.features.push(feature);
                self.pieces.push((placed, by, inside));
                return true;
            }
        }
        false
    }

    fn fits(&self, feature: &Feature) -> bool {
        let made = &self.data.made;
        let bounds = feature.area.bounds();
        let edge = made.edge.0.0;
        let on_table = bounds.low.x >= edge
            && bounds.low.y >= edge
            && bounds.high.x <= self.size.0.0 - edge
            && bounds.high.y <= self.size.1.0 - edge;
        // High ground stays off the long edges.
        let tall = feature.parts.iter().any(|(_, _, high)| *high >= made.tall_from.0);
        let far = made.tall_from_edge.0.0;
        let inward = !tall || (bounds.low.y >= far && bounds.high.y <= self.size.1.0 - far);
        let outline = Outline::rectangle(bounds.low, bounds.high);
        on_table && inward && self.features.iter().all(|other| !other.area.within(&outline, made.gap.0))
    }
}
