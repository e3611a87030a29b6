//! A table without cells as text: a map in signs, and places counted from the lower left corner, as answers count them.
//! Where players may not measure, there are no places and no numbers beside the map.

use std::fmt::Write;

use grognard_engine::client::{Board, Measure, Measuring, Piece, Place, Point, Scene, Shape};

use crate::board_text::{Key, kind};

/// Columns a row stands for: letters are about twice as high as they are wide.
const COLUMNS_A_ROW: i32 = 2;

/// Columns to a part of the grid.
const COLUMNS_A_GRID: i32 = 6;

/// Columns between two numbers above the map.
const STEP: i32 = 10;

/// The sign of the unit as it is typed in an answer: a double prime is on no keyboard.
pub fn unit(measure: &Measure) -> &str {
    match measure.unit.as_str() {
        "\u{2033}" => "\"",
        unit => unit,
    }
}

/// `12.5", 4"`: a place counted from the lower left corner; nothing where players may not measure.
pub fn place(scene: &Scene, board: &str, at: Point, measure: &Measure) -> Option<String> {
    let high = scene.boards.iter().find(|one| one.id == board).map_or(0, |one| one.view_box.height);
    let place = || format!("{}, {}", length(at.0, measure), length(high - at.1, measure));
    (scene.measuring == Measuring::Always).then(place)
}

/// A length with its unit, rounded to the decimals that are shown.
pub fn length(length: i32, measure: &Measure) -> String {
    let parts = 10_i64.pow(u32::from(measure.decimals.min(6)));
    let per_unit = i64::from(measure.per_unit.max(1));
    let rounded = (i64::from(length) * parts * 2).div_euclid(per_unit).midpoint(1);
    let (sign, whole, rest) =
        (if rounded < 0 { "-" } else { "" }, rounded.abs() / parts, rounded.abs() % parts);
    let wide = usize::from(measure.decimals);
    let decimals = format!("{rest:0wide$}");
    match decimals.trim_end_matches('0') {
        "" => format!("{sign}{whole}{}", unit(measure)),
        decimals => format!("{sign}{whole}.{decimals}{}", unit(measure)),
    }
}

/// Draws a table: models before objectives before what is built before the ground it stands on.
pub fn map(out: &mut String, scene: &Scene, board: &Board, measure: &Measure) {
    let units = (measure.grid / COLUMNS_A_GRID).max(1);
    let column = (units * measure.per_unit).max(1);
    let (wide, high) = (board.view_box.width / column, board.view_box.height / column);
    let mut key = Key::default();
    let rows: Vec<(i32, String)> = (0..high.div_euclid(COLUMNS_A_ROW) + i32::from(high % COLUMNS_A_ROW != 0))
        .map(|row| {
            let signs = (0..wide).map(|at| {
                let corner = Point(at * column, row * COLUMNS_A_ROW * column);
                sign(scene, board, corner, column, &mut key)
            });
            ((high - row * COLUMNS_A_ROW) * units, signs.collect())
        })
        .collect();
    let measured = scene.measuring == Measuring::Always;
    if measured {
        let step = STEP as usize;
        let mut head = String::new();
        for at in (0..wide).step_by(step) {
            write!(head, "{:<step$}", at * units).expect("writing to a string cannot fail");
        }
        writeln!(out, "    {}", head.trim_end()).expect("writing to a string cannot fail");
    }
    for (top, signs) in rows {
        let top = if measured { top.to_string() } else { String::new() };
        writeln!(out, "{top:>3} {}", signs.trim_end()).expect("writing to a string cannot fail");
    }
    let mut known = key.text();
    if scene.features.iter().any(|feature| feature.kind == OBJECTIVE) {
        known.push_str(if known.is_empty() { "" } else { ", " });
        known.push_str("1 and so on objectives");
    }
    write!(out, "Key: {known}.").expect("writing to a string cannot fail");
    if measured {
        let (wide, high) = (length(column, measure), length(column * COLUMNS_A_ROW, measure));
        write!(out, " A sign is {wide} wide and {high} high.").expect("writing to a string cannot fail");
    }
    out.push('\n');
}

/// Features that are held, not built.
const OBJECTIVE: &str = "objective";

/// What stands in the part of the table whose upper left corner this is.
fn sign(scene: &Scene, board: &Board, corner: Point, column: i32, key: &mut Key) -> char {
    let (right, low) = (corner.0 + column, corner.1 + COLUMNS_A_ROW * column);
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
    let middle = Point(corner.0 + column / 2, corner.1 + COLUMNS_A_ROW * column / 2);
    let covers = |shape: &&Shape| {
        shape.board == board.id
            && matches!(shape.kind.as_str(), "part" | "terrain")
            && (holds(shape, middle)
                || (is_thin(shape, column) && beside(middle, column).any(|at| holds(shape, at))))
    };
    let feature = scene.shapes.iter().rev().find(covers).and_then(|shape| shape.of.as_ref());
    let feature = feature.and_then(|of| scene.features.iter().find(|feature| feature.id == *of));
    feature.map_or('.', |feature| key.sign(&feature.name, false))
}

/// Whether something is narrower than a sign, so that it might lie between the middles of two.
fn is_thin(shape: &Shape, column: i32) -> bool {
    let span = |axis: fn(&Point) -> i32| {
        let (least, most) = (shape.outline.iter().map(axis).min(), shape.outline.iter().map(axis).max());
        most.zip(least).map_or(0, |(most, least)| most - least)
    };
    // Walls of something broader are seen with it.
    shape.kind == "terrain" && (span(|at| at.0) < column || span(|at| at.1) < COLUMNS_A_ROW * column)
}

/// Points around the middle of a sign.
fn beside(middle: Point, column: i32) -> impl Iterator<Item = Point> {
    let (x, y) = (column * 3 / 8, COLUMNS_A_ROW * column * 3 / 8);
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
    use grognard_engine::client::ViewBox;

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
            ..Shape::default()
        }
    }

    fn inches() -> Measure {
        Measure { unit: "\u{2033}".to_owned(), per_unit: 2540, decimals: 1, grid: 6 }
    }

    fn centimetres() -> Measure {
        Measure { unit: "cm".to_owned(), per_unit: 1000, decimals: 0, grid: 15 }
    }

    #[test]
    fn lengths_are_told_in_the_unit_of_the_scene() {
        assert_eq!(
            [0, 2540, 1270, 102_885, 57_202].map(|far| length(far, &inches())),
            ["0\"", "1\"", "0.5\"", "40.5\"", "22.5\""]
        );
        assert_eq!(
            [0, 1000, 12_499, 12_500].map(|far| length(far, &centimetres())),
            ["0cm", "1cm", "12cm", "13cm"]
        );
    }

    #[test]
    fn where_nobody_may_measure_there_are_no_places_and_no_numbers() {
        let board = Board {
            id: "table".to_owned(),
            name: String::new(),
            view_box: ViewBox { x: 0, y: 0, width: 30_000, height: 8_000 },
            cells: Vec::new(),
        };
        let free = Scene { boards: vec![board.clone()], ..Scene::default() };
        let kept = Scene { measuring: Measuring::WhenDeclared, ..free.clone() };
        let drawn = |scene: &Scene| {
            let mut out = String::new();
            map(&mut out, scene, &board, &centimetres());
            out
        };
        assert_eq!(place(&free, "table", Point(3_000, 2_000), &centimetres()).as_deref(), Some("3cm, 6cm"));
        assert_eq!(place(&kept, "table", Point(3_000, 2_000), &centimetres()), None);
        assert!(drawn(&free).contains("A sign is 2cm wide and 4cm high."), "{}", drawn(&free));
        assert!(!drawn(&kept).contains(|sign: char| sign.is_ascii_digit()), "{}", drawn(&kept));
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
