//! Small drawn situations with known answers. `a` looks at `b`; `h` blocks hard, `s` blocks soft.

mod drawn;

use drawn::Drawn;
use grognard_space::grid::{CellSet, Dir, Facing};
use grognard_space::sight::Sight;

/// Whether `a` sees `b` in the drawing; the field must say the same.
fn sees(rows: &[&str]) -> bool {
    let drawn = Drawn::new(rows);
    let sight = Sight::new(&drawn.grid);
    let (a, b, hard, soft) = (drawn.one('a'), drawn.one('b'), drawn.all('h'), drawn.all('s'));
    let clear = sight.clear(a, b, &hard, &soft);
    assert_eq!(sight.field(a, &hard, &soft).contains(b), clear);
    if soft.is_empty() {
        assert_eq!(sight.clear(b, a, &hard, &soft), clear, "seen from the other end");
    }
    clear
}

/// SH-EX-020, with models as soft and as hard blockers.
#[test]
fn lines_past_corners_and_models() {
    // A: one square at the first corner is wall, the other is free.
    assert!(sees(&["a#.", "...", "..b"]));
    // B: one square at the corner is held, the other is free.
    assert!(sees(&["a.", "sb"]));
    assert!(sees(&["a.", "hb"]));
    // C: one square at the corner is held, the other is wall.
    assert!(!sees(&["#b", "as"]));
    assert!(!sees(&["#b", "ah"]));
    // D: the line runs over the held square before it meets a corner.
    assert!(!sees(&["as..", "...b"]));
    assert!(!sees(&["ah..", "...b"]));
    // E: the held square lies on the line's middle.
    assert!(!sees(&["a....", "..s..", "....b"]));
    assert!(!sees(&["a....", "..h..", "....b"]));
}

/// SH-EX-045: what the viewer cannot see does not screen what is behind it.
#[test]
fn an_unseen_model_does_not_screen() {
    // The front one stands behind the corner; the line to the rear one misses that corner.
    assert!(!sees(&["a#", ".#", ".b", "#."]));
    assert!(sees(&["a#", ".#", ".s", "#b"]));
    // Only models are forgiven.
    assert!(!sees(&["a#", ".#", ".h", "#b"]));
    // Without the corner the front one is seen, and screens.
    assert!(sees(&["a.", "..", ".b", "#."]));
    assert!(!sees(&["a.", "..", ".s", "#b"]));
}

/// A seen model may hide another one, which then does not screen a third.
#[test]
fn a_hidden_model_does_not_screen() {
    assert!(!sees(&["a.", ".s", ".b", "#."]));
    assert!(sees(&["a.", ".s", ".s", "#b"]));
    // Something hard in the same place is no less in the way for being hidden.
    assert!(!sees(&["a.", ".s", ".h", "#b"]));
}

/// SH-EX-009: a diagonal needs one free flank.
#[test]
fn diagonals_between_flanks() {
    let open = |rows: &[&str]| {
        let drawn = Drawn::new(rows);
        drawn.grid.corner_open(drawn.one('a'), Dir::SE, &drawn.all('h'))
    };
    assert!(!open(&["a#", "#b"]));
    assert!(!open(&["ah", "#b"]));
    assert!(!open(&["ah", "hb"]));
    assert!(open(&["a#", ".b"]));
    assert!(open(&["a.", ".b"]));
    assert!(open(&["a.", "hb"]));
}

/// SH-AMB-015: next to, but not through a shut corner.
#[test]
fn touching_squares() {
    let touching = |rows: &[&str]| {
        let drawn = Drawn::new(rows);
        let touching = drawn.grid.touching(drawn.one('a'), &drawn.all('h'));
        drawn.grid.cells().map(|c| if touching.contains(c) { 'y' } else { 'n' }).collect::<String>()
    };
    assert_eq!(touching(&["...", ".a.", "..."]), "yyyynyyyy");
    // A blocked neighbour is still next to; a diagonal goes when both its flanks do.
    assert_eq!(touching(&[".h.", ".ah", "..."]), "yynynyyyy");
    // Walls shut the corner as well.
    assert_eq!(touching(&[".#", "#a"]), "nn");
    assert_eq!(touching(&[".h", "#a"]), "nyn");
    assert_eq!(touching(&["..", "#a"]), "yyn");
    assert_eq!(touching(&["a.."]), "nyn");
}

/// SH-AMB-072: a blocked square can be seen, what is behind it cannot; end squares never block.
#[test]
fn ends_do_not_block() {
    let drawn = Drawn::new(&["a.hhh"]);
    let sight = Sight::new(&drawn.grid);
    let hard = drawn.all('h') | drawn.all('a');
    let cells: Vec<_> = drawn.grid.cells().collect();
    let seen: CellSet = [cells[1], cells[2]].into_iter().collect();
    assert_eq!(sight.field(cells[0], &hard, &CellSet::EMPTY), seen);
    assert!(sight.clear(cells[2], cells[0], &hard, &CellSet::EMPTY), "out from the edge");
    assert!(sight.clear(cells[3], cells[4], &hard, &CellSet::EMPTY), "side by side inside");
    assert!(!sight.clear(cells[2], cells[4], &hard, &CellSet::EMPTY));
}

/// SH-LOS-001 and SH-ARC-001, drawn: `h` is the half plane only, `c` the cone too.
#[test]
fn half_and_cone() {
    let drawn = Drawn::new(&["ccccc", "hccch", "hhahh", "....."]);
    let sight = Sight::new(&drawn.grid);
    let a = drawn.one('a');
    assert_eq!(*sight.cone(a, Facing::North), drawn.all('c'));
    assert_eq!(*sight.half(a, Facing::North), drawn.all('c') | drawn.all('h'));

    let drawn = Drawn::new(&[".hhc", ".hcc", ".acc", ".hcc", ".hhc"]);
    let sight = Sight::new(&drawn.grid);
    let a = drawn.one('a');
    assert_eq!(*sight.cone(a, Facing::East), drawn.all('c'));
    assert_eq!(*sight.half(a, Facing::East), drawn.all('c') | drawn.all('h'));
}

#[test]
fn the_obstacles_are_named() {
    let drawn = Drawn::new(&["as.h.b"]);
    let sight = Sight::new(&drawn.grid);
    let (a, b, hard, soft) = (drawn.one('a'), drawn.one('b'), drawn.all('h'), drawn.all('s'));
    assert_eq!(sight.obstacles(a, b, &hard, &soft), hard | soft);
    // The soft square is hidden from the other end, so it is not what hides `a`.
    assert_eq!(sight.obstacles(b, a, &hard, &soft), hard);
    assert_eq!(sight.obstacles(a, b, &CellSet::EMPTY, &CellSet::EMPTY), CellSet::EMPTY);
}
