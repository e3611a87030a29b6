//! What stands still: floor, walls, doors, entry areas, markers.

use std::collections::{BTreeMap, BTreeSet};

use grognard_engine::client::{Board, Cell, Feature, Point, Scene, Tray, TrayPlace};

use super::{Svg, escape};

/// Floors by kind, in the order the kinds are met.
const FLOORS: [&str; 4] = ["#3b4650", "#4a555f", "#3e4a44", "#504a40"];

/// The floor with its labels.
pub fn cells(svg: &mut Svg, board: &Board) {
    let kinds: BTreeSet<_> = board.cells.iter().map(|cell| cell.kind.as_str()).collect();
    let colours: BTreeMap<_, _> = kinds.into_iter().zip(FLOORS.into_iter().cycle()).collect();
    for cell in &board.cells {
        let fill = colours[cell.kind.as_str()];
        svg.raw(format_args!("<path class=\"floor\" fill=\"{fill}\" d=\"{}\"/>", outline(cell)));
        if let Some(label) = &cell.label {
            svg.text(cell.center.0, cell.center.1, "small mark", label);
        }
    }
}

fn outline(cell: &Cell) -> String {
    let points: Vec<_> = cell.outline.iter().map(|Point(x, y)| format!("{x} {y}")).collect();
    format!("M{}Z", points.join("L"))
}

/// An edge without its direction.
fn edge(a: Point, b: Point) -> ((i32, i32), (i32, i32)) {
    let (a, b) = ((a.0, a.1), (b.0, b.1));
    if a <= b { (a, b) } else { (b, a) }
}

/// Walls where the floor ends, thin borders where one section meets another.
pub fn walls(svg: &mut Svg, board: &Board) {
    let mut edges: BTreeMap<_, Vec<Option<&str>>> = BTreeMap::new();
    for cell in &board.cells {
        for (number, point) in cell.outline.iter().enumerate() {
            let next = cell.outline[(number + 1) % cell.outline.len()];
            edges.entry(edge(*point, next)).or_default().push(cell.section.as_deref());
        }
    }
    let (mut walls, mut borders) = (Vec::new(), Vec::new());
    for ((from, to), sections) in edges {
        let path = match sections.as_slice() {
            [_] => &mut walls,
            [a, b, ..] if a != b => &mut borders,
            _ => continue,
        };
        path.push(format!("M{} {}L{} {}", from.0, from.1, to.0, to.1));
    }
    svg.raw(format_args!("<path class=\"border\" d=\"{}\"/>", borders.concat()));
    svg.raw(format_args!("<path class=\"wall\" d=\"{}\"/>", walls.concat()));
}

/// The width of the cell whose middle is here; a usual one where there is none.
pub fn cell_size(board: &Board, at: Point) -> i32 {
    let cell = board.cells.iter().find(|cell| cell.center == at);
    let width = cell.and_then(|cell| {
        let xs = || cell.outline.iter().map(|point| point.0);
        Some(xs().max()? - xs().min()?)
    });
    width.unwrap_or(100)
}

/// What lies over cells.
pub fn markers(svg: &mut Svg, scene: &Scene, board: &Board) {
    for marker in scene.markers.iter().filter(|marker| marker.board == board.id) {
        let colour = match marker.kind.as_str() {
            "flame" | "flames" | "fire" => "#ff7a1a",
            "smoke" => "#b8c0c8",
            _ => "#b07aa1",
        };
        for cell in board.cells.iter().filter(|cell| marker.cells.contains(&cell.id)) {
            svg.raw(format_args!(
                "<path fill=\"{colour}\" fill-opacity=\"0.5\" d=\"{}\"><title>{}</title></path>",
                outline(cell),
                escape(&marker.label)
            ));
        }
    }
}

/// A door, an entry area, or a labelled sign for whatever else a system has.
pub fn feature(svg: &mut Svg, board: &Board, feature: &Feature) {
    let size = board.cells.first().map_or(100, |cell| cell_size(board, cell.center));
    let Point(x, y) = feature.at;
    let facing = feature.facing.unwrap_or(0);
    svg.open(format_args!("<g transform=\"translate({x} {y}) rotate({facing})\">"));
    let words = feature.sentence.as_ref().unwrap_or(&feature.name);
    svg.raw(format_args!("<title>{}</title>", escape(words)));
    let (half, thick) = (size / 2, size / 8);
    match feature.kind.as_str() {
        "door" => match feature.state.as_deref() {
            Some("open") => {
                // Pushed into the walls on either side.
                let stub = size / 6;
                for left in [-half, half - stub] {
                    svg.raw(format_args!(
                        "<rect class=\"door\" x=\"{left}\" y=\"{}\" width=\"{stub}\" height=\"{}\"/>",
                        -thick,
                        thick * 2
                    ));
                }
            }
            Some("destroyed") => svg.raw(format_args!(
                "<path d=\"M{} 0H{half}\" stroke=\"#c9974a\" stroke-width=\"5\" stroke-dasharray=\"4 14\"/>",
                -half
            )),
            _ => svg.raw(format_args!(
                "<rect class=\"door\" x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{}\"/>",
                -half,
                -thick,
                thick * 2
            )),
        },
        "entry" => svg.raw(format_args!(
            "<path d=\"M0 {}L{} {}H{}Z\" fill=\"#d1495b\" fill-opacity=\"0.75\"/>",
            -half * 2 / 3,
            half * 2 / 3,
            half / 2,
            -half * 2 / 3
        )),
        _ => {
            svg.raw(format_args!(
                "<circle r=\"{}\" fill=\"none\" stroke=\"#edc949\" stroke-width=\"5\"/>",
                half * 3 / 4
            ));
            let letter = feature.name.chars().next().unwrap_or('?').to_string();
            svg.open(format_args!("<g transform=\"rotate({})\">", -facing));
            svg.text(0, 0, "small mark", &letter);
            svg.close("g");
        }
    }
    svg.close("g");
}

/// The number of pieces waiting at a place of the board.
pub fn tray(svg: &mut Svg, place: &TrayPlace, tray: &Tray) {
    svg.text(place.at.0, place.at.1, "head mark", &tray.count.to_string());
}
