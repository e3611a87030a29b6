//! Drawing a table: points, outlines and bodies as a scene has them.

use grognard_engine::client::{Board, Point, Shape, ViewBox};
use grognard_space::table::{self, Body, Ground, Length, Outline};

/// A table as a board of a scene. Points of the table grow up, those of a scene down.
#[derive(Clone, Debug)]
pub struct Sheet {
    board: &'static str,
    width: Length,
    depth: Length,
}

impl Sheet {
    /// A table of a size, under the name of its board.
    pub const fn new(board: &'static str, width: Length, depth: Length) -> Sheet {
        Sheet { board, width, depth }
    }

    /// The sheet of a ground.
    pub fn of(board: &'static str, ground: &Ground) -> Sheet {
        Sheet::new(board, ground.width(), ground.depth())
    }

    /// The whole board.
    pub fn board(&self, name: String) -> Board {
        let view_box = ViewBox { x: 0, y: 0, width: self.width.0, height: self.depth.0 };
        Board { id: self.board.to_owned(), name, view_box, cells: Vec::new() }
    }

    /// A point of the table.
    pub const fn point(&self, at: table::Point) -> Point {
        Point(at.x, self.depth.0 - at.y)
    }

    /// The corners of an outline, and the radius where it is a disc or has rounded corners.
    pub fn outline(&self, outline: &Outline) -> (Vec<Point>, Option<i32>) {
        let corners = outline.core().iter().map(|corner| self.point(*corner)).collect();
        let radius = outline.radius().0;
        (corners, (radius > 0).then_some(radius))
    }

    /// Something flat with corners, or with heights from one to the other.
    pub fn area(
        &self,
        kind: &str,
        of: Option<String>,
        corners: &[table::Point],
        heights: (Length, Length),
    ) -> Shape {
        Shape {
            kind: kind.to_owned(),
            of,
            board: self.board.to_owned(),
            outline: corners.iter().map(|corner| self.point(*corner)).collect(),
            low: heights.0.0,
            high: heights.1.0,
            ..Shape::default()
        }
    }

    /// A model, a marker or anything else that is a body.
    pub fn body(&self, kind: &str, of: Option<String>, seat: Option<&str>, body: &Body) -> Shape {
        let (outline, radius) = self.outline(&body.outline);
        let whole = self.area(kind, of, &[], (body.volume.low, body.volume.high));
        Shape { seat: seat.map(str::to_owned), outline, radius, ..whole }
    }
}
