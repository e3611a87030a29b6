//! Tables made from a number: as many features as are usual (9E-BTL-003, TAB-08), of a landscape, with room between them.
//!
//! Features lie in pairs, half a turn around the middle of the table: neither end is the better one. Of an odd number the
//! last lies in the middle. Large pieces come first, as they find room with the greatest difficulty.

use std::fmt::Write as _;

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Length, Outline};

use super::room::has_room;
use super::{features, lay, outline};
use crate::data::Data;
use crate::data::amount::{INCH, Inches};
use crate::data::battle::{PieceFile, PlacedFile, TableFile, Theme};

/// How often a place is looked for before a smaller piece is taken.
const TRIES: usize = 600;

/// How often a table is laid out again where its zones have no room for the largest models.
const LAYOUTS: usize = 40;

/// The table of a number and a size, the same for the same ones: laid out again and again until its zones have room for
/// the largest models.
pub fn generate(data: &Data, seed: u64, size: (i32, i32)) -> TableFile {
    let mut rng = SplitMix::new(seed);
    let [x, y] = [size.0, size.1].map(|side| side / INCH);
    let mut file = TableFile {
        id: format!("generated-{x}x{y}-{seed}"),
        name: None,
        order: u16::MAX,
        size: [Inches(Length(size.0)), Inches(Length(size.1))],
        pieces: Vec::new(),
    };
    for _ in 0..LAYOUTS {
        file.pieces = laid_out(data, size, &mut rng);
        if has_room(data, &file) {
            break;
        }
    }
    file
}

/// One try at a table.
fn laid_out(data: &Data, size: (i32, i32), rng: &mut SplitMix) -> Vec<PlacedFile> {
    let mut made = Made { data, size, pieces: Vec::new(), outlines: Vec::new() };
    let count = features(data, size);
    let themes = &data.layouts.themes;
    if let Some(theme) = themes.get(rng.below(themes.len().max(1))) {
        if count % 2 == 1 {
            made.middle(theme);
        }
        let mut left: Vec<&PieceFile> = dealt(data, theme, count / 2);
        left.sort_by_key(|piece| std::cmp::Reverse(spread(piece)));
        for piece in left {
            let smaller = theme.shares.iter().filter_map(|share| find(data, &share.piece));
            let mut smaller: Vec<_> = smaller.filter(|other| spread(other) < spread(piece)).collect();
            smaller.sort_by_key(|piece| std::cmp::Reverse(spread(piece)));
            let _found = std::iter::once(piece).chain(smaller).any(|piece| made.pair(piece, rng));
        }
    }
    made.pieces
}

fn find<'a>(data: &'a Data, id: &str) -> Option<&'a PieceFile> {
    data.pieces.iter().find(|piece| piece.id == id)
}

/// The area of the box around a piece.
fn spread(piece: &PieceFile) -> i64 {
    let most =
        |axis: usize| piece.outline.iter().map(|corner| i64::from(corner[axis].0.0)).max().unwrap_or(0);
    most(0) * most(1)
}

/// So many pieces, each kind by its share of the landscape; what is left over goes to the greatest remainders.
fn dealt<'a>(data: &'a Data, theme: &Theme, count: usize) -> Vec<&'a PieceFile> {
    let all: usize = theme.shares.iter().map(|share| share.of as usize).sum::<usize>().max(1);
    let mut counts: Vec<usize> = theme.shares.iter().map(|share| share.of as usize * count / all).collect();
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(theme.shares[*at].of as usize * count % all));
    let mut missing = count - counts.iter().sum::<usize>();
    for at in order {
        if missing > 0 {
            counts[at] += 1;
            missing -= 1;
        }
    }
    let kinds = theme.shares.iter().zip(counts);
    kinds
        .filter_map(|(share, count)| Some(std::iter::repeat_n(find(data, &share.piece)?, count)))
        .flatten()
        .collect()
}

/// A table in the making.
struct Made<'a> {
    data: &'a Data,
    size: (i32, i32),
    pieces: Vec<PlacedFile>,
    outlines: Vec<Outline>,
}

impl Made<'_> {
    fn placed(&self, piece: &PieceFile, at: (i32, i32), turn: u16, more: usize) -> PlacedFile {
        let same = self.pieces.iter().filter(|other| other.piece == piece.id).count();
        PlacedFile {
            id: format!("{}-{}", piece.id, same + more),
            piece: piece.id.clone(),
            at: [Inches(Length(at.0)), Inches(Length(at.1))],
            turn,
            traits: None,
        }
    }

    /// The shape of a piece where it lies, if all of it is far enough from the edge.
    fn on_table(&self, placed: &PlacedFile) -> Option<Outline> {
        let own = outline(&lay(self.data, placed).ok()?.outline);
        let (low, high, edge) = (own.bounds().low, own.bounds().high, self.data.layouts.edge.0.0);
        let inside =
            low.x >= edge && low.y >= edge && high.x <= self.size.0 - edge && high.y <= self.size.1 - edge;
        inside.then_some(own)
    }

    fn middle(&mut self, theme: &Theme) {
        let Some(piece) = find(self.data, &theme.middle) else { return };
        let placed = self.placed(piece, (self.size.0 / 2, self.size.1 / 2), 0, 1);
        if let Some(own) = self.on_table(&placed) {
            self.outlines.push(own);
            self.pieces.push(placed);
        }
    }

    /// Puts a piece and its twin down where they are farthest from everything else; false where there is no room.
    fn pair(&mut self, piece: &PieceFile, rng: &mut SplitMix) -> bool {
        let layouts = &self.data.layouts;
        let step = layouts.step.0.0.max(1);
        let mut best: Option<(Length, [(PlacedFile, Outline); 2])> = None;
        let mut found = 0;
        for _ in 0..TRIES {
            let turn = layouts.turns.get(rng.below(layouts.turns.len().max(1))).copied().unwrap_or(0);
            let x = step * rng.below((self.size.0 / 2 / step + 1) as usize) as i32;
            let y = step * rng.below((self.size.1 / step + 1) as usize) as i32;
            let one = self.placed(piece, (x, y), turn, 1);
            let (x, y) = (self.size.0 - x, self.size.1 - y);
            let other = self.placed(piece, (x, y), (turn + 180) % 360, 2);
            let (Some(own), Some(twin)) = (self.on_table(&one), self.on_table(&other)) else { continue };
            // What is true of one of the two is true of its twin.
            let others = self.outlines.iter().chain([&twin]);
            let near = others.map(|other| own.distance(other)).min().unwrap_or_default();
            if near < layouts.gap.0 {
                continue;
            }
            if best.as_ref().is_none_or(|(before, _)| near > *before) {
                best = Some((near, [(one, own), (other, twin)]));
            }
            found += 1;
            if found >= layouts.looks {
                break;
            }
        }
        let Some((_, pair)) = best else { return false };
        for (placed, own) in pair {
            self.pieces.push(placed);
            self.outlines.push(own);
        }
        true
    }
}

/// A table as a file.
pub fn written(table: &TableFile) -> String {
    let inches = |length: Inches| {
        let thousandths = (i64::from(length.0.0) * 1000 + i64::from(INCH) / 2) / i64::from(INCH);
        let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let pair = |[x, y]: [Inches; 2]| format!("[\"{}\", \"{}\"]", inches(x), inches(y));
    let mut out = format!("id = \"{}\"\n", table.id);
    if let Some(name) = &table.name {
        let _infallible = writeln!(out, "name = {}", toml::Value::String(name.clone()));
    }
    let _infallible = writeln!(out, "size = {}", pair(table.size));
    for placed in &table.pieces {
        let _infallible = write!(
            out,
            "\n[[piece]]\nid = \"{}\"\npiece = \"{}\"\nat = {}\n",
            placed.id,
            placed.piece,
            pair(placed.at)
        );
        if placed.turn != 0 {
            let _infallible = writeln!(out, "turn = {}", placed.turn);
        }
    }
    out
}
