//! 2E-BLD-016: a very large building as sections, in the measures of its piece.

use grognard_space::table::Length;
use grognard_tabletop::ruler::Inches;

use crate::data::ground::{Building, Opening, OpeningKind, Part, Piece};

/// The sections of a building, none longer or wider than the most, nor shorter than the least; one where it is small enough. Sections are cut from boxes
/// only: others stay whole.
pub fn of(piece: &Piece, least: Length, most: Length) -> Vec<Piece> {
    let whole = vec![piece.clone()];
    if piece.building.is_none() || piece.outline.len() != 4 {
        return whole;
    }
    let cut = |pieces: Vec<Piece>, axis: usize| -> Vec<Piece> {
        pieces.into_iter().flat_map(|piece| along(&piece, axis, least, most)).collect()
    };
    cut(cut(whole, 0), 1)
}

fn range(outline: &[[Inches; 2]], axis: usize) -> (i32, i32) {
    let all = || outline.iter().map(|corner| corner[axis].0.0);
    (all().min().unwrap_or(0), all().max().unwrap_or(0))
}

/// Cuts a box into equal lengths along one of its sides.
fn along(piece: &Piece, axis: usize, least: Length, most: Length) -> Vec<Piece> {
    let (low, high) = range(&piece.outline, axis);
    let number = (high - low + most.0 - 1) / most.0.max(1);
    if number < 2 || (high - low) / number < least.0 {
        return vec![piece.clone()];
    }
    let mark = |at: i32| low + (high - low) * at / number;
    (0..number).map(|at| between(piece, axis, [mark(at), mark(at + 1)], [at > 0, at + 1 < number])).collect()
}

/// The part of a box between two marks; `opens` says at which of them it leads on.
fn between(piece: &Piece, axis: usize, marks: [i32; 2], opens: [bool; 2]) -> Piece {
    let clip = |outline: &[[Inches; 2]]| -> Vec<[Inches; 2]> {
        let corner = |corner: &[Inches; 2]| {
            let mut corner = *corner;
            corner[axis] = Inches(Length(corner[axis].0.0.clamp(marks[0], marks[1])));
            corner
        };
        outline.iter().map(corner).collect()
    };
    let parts = piece.parts.iter().filter(|part| {
        let (low, high) = range(&part.outline, axis);
        low < marks[1] && high > marks[0]
    });
    let parts = parts.map(|part| Part { outline: clip(&part.outline), ..part.clone() }).collect();
    let building = piece.building.as_ref().map(|building| {
        let here = |opening: &&Opening| {
            let middle = opening.from[axis].0.0.midpoint(opening.to[axis].0.0);
            (marks[0]..=marks[1]).contains(&middle)
        };
        let clipped = |opening: &Opening| {
            let ends = clip(&[opening.from, opening.to]);
            Opening { from: ends[0], to: ends[1], ..opening.clone() }
        };
        let mut openings: Vec<Opening> = building.openings.iter().filter(here).map(clipped).collect();
        for (mark, open) in marks.into_iter().zip(opens) {
            if open {
                openings.extend(inner(piece, building, axis, mark));
            }
        }
        Building { openings, ..building.clone() }
    });
    Piece { outline: clip(&piece.outline), parts, building, ..piece.clone() }
}

/// On every floor one goes from a section to the next, all along their edge.
fn inner(piece: &Piece, building: &Building, axis: usize, mark: i32) -> Vec<Opening> {
    let (low, high) = range(&piece.outline, 1 - axis);
    let corner = |side: i32| {
        let mut corner = [Inches(Length(mark)); 2];
        corner[1 - axis] = Inches(Length(side));
        corner
    };
    let opening = |floor: u8| Opening {
        kind: OpeningKind::Door,
        from: corner(low),
        to: corner(high),
        floor,
        bottom: Inches(Length::ZERO),
        top: building.floor_height,
        locked: false,
        inner: true,
    };
    (0..building.floors).map(opening).collect()
}
