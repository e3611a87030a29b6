//! A table without cells as text: a map whose signs stand for an inch across and two down, and places in inches from the
//! lower left corner, as answers count them.

use std::fmt::Write;

use grognard_engine::client::{Board, Piece, Place, Point, Scene, Shape};

use crate::board_text::{Key, kind};

/// Inches a row stands for: letters are about twice as high as they are wide.
const INCHES_A_ROW: i32 = 2;

/// Columns between two numbers above the map.
const STEP: i32 = 10;

/// `12.5", 4"`: a place in inches from the lower left corner.
pub fn place(scene: &Scene, board: &str, at: Point, inch: i32) -> String {
    let high = scene.boards.iter().find(|one| one.id == board).map_or(0, |one| one.view_box.height);
    format!("{}, {}", inches(at.0, inch), inches(high - at.1, inch))
}

/// A length in inches, to a tenth.
pub fn inches(length: i32, inch: i32) -> String {
    let tenths = (i64::from(length) * 20 / i64::from(inch.max(1)) + 1).div_euclid(2);
    if tenths % 10 == 0 { format!("{}\"", tenths / 10) } else { format!("{}.{}\"", tenths / 10, tenths % 10) }
}

/// Draws a table: models before objectives before what is built before the ground it stands on.
pub fn map(out: &mut String, scene: &Scene, board: &Board, inch: i32) {
    let (wide, high) = (board.view_box.width / inch, board.view_box.height / inch);
    let mut key = Key::default();
    let rows: Vec<(i32, String)> = (0..high.div_euclid(INCHES_A_ROW) + i32::from(high % INCHES_A_ROW != 0))
        .map(|row| {
            let signs = (0..wide).map(|column| {
                let corner = Point(column * inch, row * INCHES_A_ROW * inch);
                sign(scene, board, corner, inch, &mut key)
            });
            (high - row * INCHES_A_ROW, signs.collect())
        })
        .collect();
    let step = STEP as usize;
    let mut head = String::new();
    for at in (0..wide).step_by(step) {
        write!(head, "{at:<step$}").expect("writing to a string cannot fail");
    }
    writeln!(out, "    {}", head.trim_end()).expect("writing to a string cannot fail");
    for (top, signs) in rows {
        writeln!(out, "{top:>3} {}", signs.trim_end()).expect("writing to a string cannot fail");
    }
    let mut known = key.text();
    if scene.features.iter().any(|feature| feature.kind == OBJECTIVE) {
        known.push_str(if known.is_empty() { "" } else { ", " });
        known.push_str("1 and so on objectives");
    }
    writeln!(out, "Key: {known}. A sign is an inch wide and {INCHES_A_ROW} inches high.")
        .expect("writing to a string cannot fail");
}

/// Features that are held, not built.
const OBJECTIVE: &str = "objective";

/// What stands in the part of the table whose upper left corner this is.
fn sign(scene: &Scene, board: &Board, corner: Point, inch: i32, key: &mut Key) -> char {
    let (right, low) = (corner.0 + inch, corner.1 + INCHES_A_ROW * inch);
    let inside = |at: Point| (corner.0..right).contains(&at.0) && (corner.1..low).contains(&at.1);
    let stands = |piece: &&Piece| matches!(&piece.place, Place::Free { board: b, at } if *b == board.id && inside(*at));
    if let Some(piece) = scene.pieces.iter().find(stands) {
        let unit = scene.units.iter().find(|unit| unit.pieces.contains(&piece.id));
        let name = unit.map_or_else(|| kind(scene, piece), |unit| unit.name.clone());
        return key.sign(&name, true);
    }
    let mut objectives = scene.features.iter().filter(|feature| feature.kind == OBJECTIVE);
    if let Some(at) = objectives.position(|feature| inside(feature.at)) {
        return char::from_digit(at as u32 + 1, 10).unwrap_or('*');
    }
    let middle = Point(corner.0 + inch / 2, corner.1 + INCHES_A_ROW * inch / 2);
    let covers = |shape: &&Shape| {
        shape.board == board.id
            && matches!(shape.kind.as_str(), "part" | "terrain")
            && (holds(shape, middle)
                || (is_thin(shape, inch) && beside(middle, inch).any(|at| holds(shape, at))))
    };
    let feature = scene.shapes.iter().rev().find(covers).and_then(|shape| shape.of.as_ref());
    let feature = feature.and_then(|of| scene.features.iter().find(|feature| feature.id == *of));
    feature.map_or('.', |feature| key.sign(&feature.name, false))
}

/// Whether something is narrower than a sign, so that it might lie between the middles of two.
fn is_thin(shape: &Shape, inch: i32) -> bool {
    let span = |axis: fn(&Point) -> i32| {
        let (least, most) = (shape.outline.iter().map(axis).min(), shape.outline.iter().map(axis).max());
        most.zip(least).map_or(0, |(most, least)| most - least)
    };
    // Walls of something broader are seen with it.
    shape.kind == "terrain" && (span(|at| at.0) < inch || span(|at| at.1) < INCHES_A_ROW * inch)
}

/// Points around the middle of a sign.
fn beside(middle: Point, inch: i32) -> impl Iterator<Item = Point> {
    let (x, y) = (inch * 3 / 8, INCHES_A_ROW * inch * 3 / 8);
    [(-x, 0), (x, 0), (0, -y), (0, y)].into_iter().map(move |(dx, dy)| Point(middle.0 + dx, middle.1 + dy))
}

/// Whether a shape covers a point.
fn holds(shape: &Shape, at: Point) -> bool {
    if let (Some(radius), [middle]) = (shape.radius, shape.outline.as_slice()) {
        let (x, y) = (i64::from(at.0 - middle.0), i64::from(at.1 - middle.1));
        return x * x + y * y <= i64::from(radius) * i64::from(radius);
    }
    // A ray to the right crosses the outline an odd number of times.
    let ends = shape.outline.iter().zip(shape.outline.iter().cycle().skip(1));
    let crossed = ends.filter(|(from, to)| {
        if (from.1 > at.1) == (to.1 > at.1) {
            return false;
        }
        let (dx, dy) = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
        let side = i64::from(at.0 - from.0) * dy - i64::from(at.1 - from.1) * dx;
        (side < 0) == (dy > 0)
    });
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(outline: &[(i32, i32)], radius: Option<i32>) -> Shape {
        Shape {
            kind: "part".to_owned(),
            of: None,
            board: "table".to_owned(),
            seat: None,
            outline: outline.iter().map(|(x, y)| Point(*x, *y)).collect(),
            radius,
            low: 0,
            high: 0,
            tags: Vec::new(),
        }
    }

    #[test]
    fn lengths_are_told_in_tenths_of_inches() {
        assert_eq!(
            [0, 2540, 1270, 102_885, 57_202].map(|length| inches(length, 2540)),
            ["0\"", "1\"", "0.5\"", "40.5\"", "22.5\""]
        );
    }

    #[test]
    fn a_thin_wall_between_two_signs_is_seen() {
        let part = shape(&[(960, 100), (1040, 100), (1040, 600), (960, 600)], None);
        assert!(!is_thin(&part, 100));
        let wall = Shape { kind: "terrain".to_owned(), ..part };
        let middle = Point(950, 300);
        assert!(!holds(&wall, middle) && is_thin(&wall, 100));
        assert!(beside(middle, 100).any(|at| holds(&wall, at)));
        assert!(!beside(Point(850, 300), 100).any(|at| holds(&wall, at)));
    }

    #[test]
    fn a_point_is_in_a_square_or_a_disc_or_not() {
        let square = shape(&[(0, 0), (10, 0), (10, 10), (0, 10)], None);
        assert!(
            holds(&square, Point(5, 5)) && !holds(&square, Point(15, 5)) && !holds(&square, Point(5, -1))
        );
        let disc = shape(&[(0, 0)], Some(5));
        assert!(holds(&disc, Point(3, 4)) && !holds(&disc, Point(4, 4)));
    }
}
