//! Tables made from a number (`layouts.toml`): as many features as the guidelines want, in pairs half a turn around the middle
//! (EA-TOUR-004, EA-TOUR-005, EA-TOUR-006, EA-TOUR-007), then roads between them (EA-TOUR-009).

use grognard_engine::rng::SplitMix;
use grognard_space::table::Length;

use crate::data::Data;
use crate::data::amount::Cm;
use crate::data::scenario::{Line, Piece, PlacedPiece, Table, Theme};
use crate::data::unit::Origin;

/// How often a place is looked for before another piece is drawn.
const TRIES: usize = 60;
/// How often another piece is drawn before a table stays as it is.
const DRAWS: usize = 200;
/// How wide a river is, and a ford of it.
const RIVER: Length = Length::cm(5);
const FORD: Length = Length::cm(8);
/// How wide a road is.
const ROAD: Length = Length::cm(4);

/// A piece on the table as a box: its middle and half its size.
#[derive(Clone, Copy)]
struct Laid {
    x: i32,
    y: i32,
    wide: i32,
    deep: i32,
}

impl Laid {
    /// Whether two boxes are nearer to each other than a gap.
    fn is_near(self, other: Laid, gap: i32) -> bool {
        (self.x - other.x).abs() < self.wide + other.wide + gap
            && (self.y - other.y).abs() < self.deep + other.deep + gap
    }
}

/// A table that is being made.
struct Making<'a> {
    data: &'a Data,
    size: (i32, i32),
    laid: Vec<Laid>,
    pieces: Vec<PlacedPiece>,
}

impl Making<'_> {
    /// EA-TOUR-007: whether the squares of a piece and its twin have room for both.
    fn have_room(&self, at: Laid, twin: Laid) -> bool {
        let square = self.data.numbers.squares.square.0.0;
        let of = |laid: &Laid| (laid.x / square, laid.y / square);
        let both = usize::from(of(&at) == of(&twin)) + 1;
        let there = |one: &Laid| self.laid.iter().filter(|laid| of(laid) == of(one)).count();
        [at, twin].iter().all(|one| there(one) + both <= usize::from(self.data.numbers.square_features.most))
    }

    /// Lays a piece and its twin half a turn around the middle, if they fit.
    fn lay(&mut self, piece: &Piece, at: Laid, turn: u16) -> bool {
        let layouts = &self.data.layouts;
        let (gap, edge) = (layouts.gap.0.0, layouts.edge.0.0);
        let twin = Laid { x: self.size.0 - at.x, y: self.size.1 - at.y, ..at };
        let inside = at.x - at.wide >= edge
            && at.x + at.wide <= self.size.0 - edge
            && at.y - at.deep >= edge
            && at.y + at.deep <= self.size.1 - edge;
        let free = |one: Laid| self.laid.iter().all(|other| !one.is_near(*other, gap));
        if !inside || at.is_near(twin, gap) || !free(at) || !free(twin) || !self.have_room(at, twin) {
            return false;
        }
        for (laid, turn) in [(at, turn), (twin, (turn + 180) % 360)] {
            let number = self.pieces.iter().filter(|known| known.piece == piece.id).count() + 1;
            self.laid.push(laid);
            self.pieces.push(PlacedPiece {
                id: format!("{}-{number}", piece.id),
                piece: piece.id.clone(),
                at: [Cm(Length(laid.x)), Cm(Length(laid.y))],
                size: None,
                turn,
            });
        }
        true
    }

    /// Looks for a place for a piece: anywhere, or near the middle.
    fn place(&mut self, id: &str, central: bool, rng: &mut SplitMix) -> bool {
        let data = self.data;
        let Some(piece) = data.pieces.iter().find(|piece| piece.id == id) else { return false };
        let turns = &data.layouts.turns;
        let step = data.layouts.step.0.0.max(1);
        for _ in 0..TRIES {
            let turn = turns[rng.below(turns.len())];
            let [long, short] = piece.size.map(|side| side.0.0 / 2);
            let (wide, deep) = if turn / 90 % 2 == 1 { (short, long) } else { (long, short) };
            let any = |whole: i32, rng: &mut SplitMix| rng.below((whole / step) as usize) as i32 * step;
            let (x, y) = (any(self.size.0, rng), any(self.size.1, rng));
            let (x, y) = if central { (self.size.0 / 4 + x / 2, self.size.1 / 4 + y / 2) } else { (x, y) };
            if self.lay(piece, Laid { x, y, wide, deep }, turn) {
                return true;
            }
        }
        false
    }

    /// EA-TOUR-009: a road straight across the table, where it meets no feature.
    fn road(&self, number: u8, rng: &mut SplitMix) -> Option<Line> {
        let across = number.is_multiple_of(2);
        let whole = if across { self.size.0 } else { self.size.1 };
        let half = ROAD.0 / 2;
        let clear = |at: &i32| {
            self.laid.iter().all(|laid| {
                let (middle, reach) = if across { (laid.x, laid.wide) } else { (laid.y, laid.deep) };
                (at - middle).abs() >= reach + half
            })
        };
        let step = Length::CENTIMETRE.0;
        let free: Vec<i32> = (1..whole / step).map(|at| at * step).filter(clear).collect();
        if free.is_empty() {
            return None;
        }
        let at = free[rng.below(free.len())];
        let point = |x: i32, y: i32| [Cm(Length(x)), Cm(Length(y))];
        let points = if across {
            vec![point(at, 0), point(at, self.size.1)]
        } else {
            vec![point(0, at), point(self.size.0, at)]
        };
        Some(Line {
            id: format!("road-{}", number + 1),
            terrain: "road".to_owned(),
            width: Cm(ROAD),
            points,
            crossings: Vec::new(),
            crossing_width: None,
        })
    }
}

impl Making<'_> {
    /// EA-TOUR-008: a river from one long edge to the other, no longer than the shortest edge, with a ford every so often. It counts
    /// as a feature in each square it crosses.
    fn river(&self, rng: &mut SplitMix) -> Option<Line> {
        let half = RIVER.0 / 2;
        let (x, y) = self.size;
        let upright = y <= x;
        let (across, along) = if upright { (x, y) } else { (y, x) };
        let step = Length::CENTIMETRE.0;
        let square = self.data.numbers.squares.square.0.0;
        let clear = |at: &i32| {
            let apart = self.laid.iter().all(|laid| {
                let (middle, reach) = if upright { (laid.x, laid.wide) } else { (laid.y, laid.deep) };
                (at - middle).abs() >= reach + half
            });
            // Each square has room for one feature more.
            let crossed = |laid: &&Laid, number: i32| {
                let (own, there) = if upright { (laid.x, laid.y) } else { (laid.y, laid.x) };
                own / square == at / square && there / square == number
            };
            let most = usize::from(self.data.numbers.square_features.most);
            let room = (0..=(along / square))
                .all(|number| self.laid.iter().filter(|laid| crossed(laid, number)).count() < most);
            apart && room
        };
        let free: Vec<i32> =
            (across / step / 5..across / step * 4 / 5).map(|at| at * step).filter(clear).collect();
        if free.is_empty() {
            return None;
        }
        let at = free[rng.below(free.len())];
        let point = |along: i32| {
            let (x, y) = if upright { (at, along) } else { (along, at) };
            [Cm(Length(x)), Cm(Length(y))]
        };
        let every = self.data.numbers.rivers.crossing_every.0.0;
        let crossings = (0..along / every).map(|number| point(number * every + every / 2)).collect();
        Some(Line {
            id: "river-1".to_owned(),
            terrain: "river".to_owned(),
            width: Cm(RIVER),
            points: vec![point(0), point(along)],
            crossings,
            crossing_width: Some(Cm(FORD)),
        })
    }
}

/// A piece of a theme, by how common it is there.
fn drawn<'a>(theme: &'a Theme, rng: &mut SplitMix) -> &'a str {
    let whole: usize = theme.shares.iter().map(|share| usize::from(share.of)).sum();
    let mut left = rng.below(whole.max(1));
    for share in &theme.shares {
        match left.checked_sub(usize::from(share.of)) {
            Some(rest) => left = rest,
            None => return &share.piece,
        }
    }
    &theme.middle
}

/// EA-TOUR-006: how many features a table of this size has.
pub fn wanted(data: &Data, size: [Cm; 2]) -> usize {
    let square = data.numbers.squares.square.0.0;
    let across = |side: Cm| ((side.0.0 + square / 2) / square).max(1) as usize;
    across(size[0]) * across(size[1]) * usize::from(data.numbers.squares.features_per_square)
}

/// The table of a theme and a number: the same for the same number on every machine.
pub fn make(data: &Data, theme: &str, number: u32, size: [Cm; 2]) -> Result<Table, String> {
    let known = || data.layouts.theme.iter().map(|theme| theme.id.as_str()).collect::<Vec<_>>().join(", ");
    let found = data.layouts.theme.iter().find(|known| known.id == theme);
    let theme = found.ok_or_else(|| format!("there is no country `{theme}`; there are: {}", known()))?;
    let mut rng = SplitMix::new(u64::from(number));
    let size_in = (size[0].0.0, size[1].0.0);
    let mut making = Making { data, size: size_in, laid: Vec::new(), pieces: Vec::new() };
    making.place(&theme.middle, true, &mut rng);
    for _ in 0..DRAWS {
        if making.pieces.len() + 1 >= wanted(data, size) {
            break;
        }
        let piece = drawn(theme, &mut rng);
        making.place(piece, false, &mut rng);
    }
    let rivers = theme.rivers.min(data.numbers.rivers.rivers);
    let river = if rivers > 0 && rng.below(2) == 0 { making.river(&mut rng) } else { None };
    // EA-TOUR-009: roads come after all other features.
    let roads = rng.below(usize::from(theme.roads) + 1) as u8;
    let roads: Vec<Line> = (0..roads).filter_map(|number| making.road(number, &mut rng)).collect();
    let line = river.into_iter().chain(roads).collect();
    Ok(Table {
        id: format!("{}-{number}", theme.id),
        order: 0,
        source: "EA-TOUR-004".to_owned(),
        origin: Origin::Proposal,
        size,
        piece: making.pieces,
        line,
        area: Vec::new(),
    })
}
