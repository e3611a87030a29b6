//! Pieces of terrain where they lie on a table: turned around their middle.

use grognard_space::table::{Angle, Length, Offset, Outline, Point};

use crate::data::Data;
use crate::data::amount::Inches;
use crate::data::battle::{PartFile, PieceFile, PlacedFile, TerrainFile};

/// The terrain feature that a piece is on its table.
pub fn lay(data: &Data, placed: &PlacedFile) -> Result<TerrainFile, String> {
    let piece = data.pieces.iter().find(|piece| piece.id == placed.piece).ok_or_else(|| {
        let known: Vec<_> = data.pieces.iter().map(|piece| piece.id.as_str()).collect();
        format!("there is no piece of terrain `{}`; there are: {}", placed.piece, known.join(", "))
    })?;
    let middle = middle(piece);
    let turn = Angle::degrees(i32::from(placed.turn));
    let put = |corners: &[[Inches; 2]]| -> Vec<[Inches; 2]> {
        let corner = |[x, y]: &[Inches; 2]| {
            let step = turn.turn(Offset { x: x.0.0 - middle.x, y: y.0.0 - middle.y });
            [Inches(placed.at[0].0 + Length(step.x)), Inches(placed.at[1].0 + Length(step.y))]
        };
        corners.iter().map(corner).collect()
    };
    let part = |part: &PartFile| PartFile { outline: put(&part.outline), ..part.clone() };
    Ok(TerrainFile {
        id: placed.id.clone(),
        kind: piece.id.clone(),
        outline: put(&piece.outline),
        traits: placed.traits.clone().unwrap_or_else(|| piece.traits.clone()),
        parts: piece.parts.iter().map(part).collect(),
    })
}

/// The middle of the box around a piece.
pub fn middle(piece: &PieceFile) -> Point {
    let most = |axis: usize| piece.outline.iter().map(|corner| corner[axis].0).max().unwrap_or(Length::ZERO);
    Point::new(most(0) / 2, most(1) / 2)
}

/// Corners as a shape that can be measured.
pub fn outline(corners: &[[Inches; 2]]) -> Outline {
    Outline::convex(corners.iter().map(|[x, y]| Point { x: x.0.0, y: y.0.0 }))
}
