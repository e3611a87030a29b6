//! The board as text: a map with rows and columns where the cells make one, and everything on it in words.

use std::collections::BTreeMap;
use std::fmt::Write;

use grognard_engine::client::{
    Board, Cell, Feature, Marker, Piece, Place, Point, Scene, Strip, StripState, StripStep, Track, Tray,
};

use crate::{table_text, words};

/// A scene as text: tracks and maps, then everything on them in words.
pub fn render(scene: &Scene) -> String {
    let mut out = maps(scene);
    for text in lines(scene) {
        line(&mut out, &text);
    }
    out
}

/// Tracks, and a map of each board with its key.
pub fn maps(scene: &Scene) -> String {
    let mut out = String::new();
    if !scene.tracks.is_empty() {
        let tracks: Vec<_> = scene.tracks.iter().filter(|track| !track.value.is_empty()).map(track).collect();
        line(&mut out, &tracks.join("; "));
    }
    for strip in &scene.strips {
        line(&mut out, &self::strip(strip));
    }
    for board in &scene.boards {
        if scene.boards.len() > 1 {
            line(&mut out, &format!("-- {} --", board.name));
        }
        match &scene.measure {
            Some(measure) if board.cells.is_empty() => table_text::map(&mut out, scene, board, measure),
            _ => map(&mut out, scene, board),
        }
    }
    out
}

/// Pieces, features, markers and trays, one a line.
pub fn lines(scene: &Scene) -> Vec<String> {
    let place = |piece: &Piece| match &piece.place {
        Place::Cell { cell, .. } => Some(format!("at {cell}")),
        Place::Free { board, at } => spot(scene, board, *at).map(|spot| format!("at {spot}")),
        Place::Tray { .. } => None,
    };
    let piece = |piece: &Piece| match place(piece) {
        Some(place) => Some(format!("{}, {place}", words::piece(piece))),
        None => (!matches!(piece.place, Place::Tray { .. })).then(|| words::piece(piece)),
    };
    let marker = |marker: &Marker| format!("{} on {}", marker.label, marker.cells.join(" "));
    let pieces = scene.pieces.iter().filter_map(piece);
    let trays = scene.trays.iter().filter(|tray| tray.count > 0).map(|tray| tray_words(scene, tray));
    let features = scene.features.iter().map(|feature| feature_words(scene, feature));
    pieces.chain(features).chain(scene.markers.iter().map(marker)).chain(trays).collect()
}

/// A place on a board without cells, where players may measure.
fn spot(scene: &Scene, board: &str, at: Point) -> Option<String> {
    match &scene.measure {
        Some(measure) => table_text::place(scene, board, at, measure),
        None => Some(format!("{},{}", at.0, at.1)),
    }
}

fn track(track: &Track) -> String {
    let whose = track.seat.as_ref().map_or(String::new(), |seat| format!(" ({seat})"));
    match track.max {
        Some(max) if track.number.is_some_and(|number| number.to_string() == track.value) => {
            format!("{}{whose}: {} of {max}", track.label, track.value)
        }
        _ => format!("{}{whose}: {}", track.label, track.value),
    }
}

fn strip(strip: &Strip) -> String {
    let whose = strip.seat.as_ref().map_or(String::new(), |seat| format!(" ({seat})"));
    let step = |step: &StripStep| match step.state {
        StripState::Open => step.label.clone(),
        StripState::Now => format!("> {} <", step.label),
        StripState::Done => format!("[x] {}", step.label),
        StripState::Danger => format!("! {}", step.label),
    };
    format!("{}{whose}: {}", strip.label, strip.steps.iter().map(step).collect::<Vec<_>>().join("; "))
}

fn tray_words(scene: &Scene, tray: &Tray) -> String {
    let known = scene.pieces.iter().filter(|piece| tray.pieces.contains(&piece.id));
    let mut what: Vec<_> = known.map(words::piece).collect();
    let unknown = (tray.count as usize).saturating_sub(what.len());
    if unknown > 0 {
        what.push(if what.is_empty() { unknown.to_string() } else { format!("{unknown} more") });
    }
    format!("{}: {}", tray.name, what.join("; "))
}

fn line(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}

fn feature_words(scene: &Scene, feature: &Feature) -> String {
    let mut text = feature.name.clone();
    if feature.id != feature.name {
        write!(text, " ({})", feature.id).expect("writing to a string cannot fail");
    }
    if let Some(state) = &feature.state {
        write!(text, ", {state}").expect("writing to a string cannot fail");
    }
    if feature.cells.is_empty() && scene.measure.is_some() {
        if let Some(spot) = spot(scene, &feature.board, feature.at) {
            write!(text, ", at {spot}").expect("writing to a string cannot fail");
        }
        if let Some(sentence) = &feature.sentence {
            write!(text, ": {sentence}").expect("writing to a string cannot fail");
        }
    }
    if !feature.cells.is_empty() {
        write!(text, ", at {}", feature.cells.join(" ")).expect("writing to a string cannot fail");
    }
    text
}

/// The signs of the map: capital letters for pieces, small ones for features, and what they mean.
#[derive(Default)]
pub(crate) struct Key {
    taken: BTreeMap<char, String>,
}

impl Key {
    /// A letter for a kind of thing: one of its own name if one is free.
    pub(crate) fn sign(&mut self, kind: &str, capital: bool) -> char {
        if let Some((sign, _)) =
            self.taken.iter().find(|(sign, name)| *name == kind && sign.is_ascii_uppercase() == capital)
        {
            return *sign;
        }
        let case = |c: char| if capital { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        let own = kind.chars().filter(char::is_ascii_alphabetic).map(case);
        let any = ('a'..='z').map(case);
        let sign = own.chain(any).find(|sign| !self.taken.contains_key(sign)).unwrap_or('?');
        self.taken.entry(sign).or_insert_with(|| kind.to_owned());
        sign
    }

    pub(crate) fn text(&self) -> String {
        self.taken.iter().map(|(sign, kind)| format!("{sign} {kind}")).collect::<Vec<_>>().join(", ")
    }
}

/// Draws a board's cells on a raster of the distinct heights and widths of their middles.
fn map(out: &mut String, scene: &Scene, board: &Board) {
    if board.cells.is_empty() {
        return;
    }
    let columns = steps(board.cells.iter().map(|cell| cell.center.0));
    let rows = steps(board.cells.iter().map(|cell| cell.center.1));
    let mut key = Key::default();
    let signs: BTreeMap<(usize, usize), String> = board
        .cells
        .iter()
        .map(|cell| ((rows[&cell.center.1], columns[&cell.center.0]), sign(scene, board, cell, &mut key)))
        .collect();
    let x_names = names(board, |cell, parts| (columns[&cell.center.0], parts.0));
    let y_names = names(board, |cell, parts| (rows[&cell.center.1], parts.1));
    let left = y_names.values().map(String::len).max().unwrap_or(0);
    let high = x_names.values().map(String::len).max().unwrap_or(0);
    // Column names stand upright, so that a wide board stays narrow.
    for digit in 0..high {
        let mut head = " ".repeat(left + 1);
        for column in 0..columns.len() {
            let name = x_names.get(&column).map_or("", String::as_str);
            let sign = name.chars().nth((digit + name.len()).wrapping_sub(high)).unwrap_or(' ');
            write!(head, " {sign} ").expect("writing to a string cannot fail");
        }
        line(out, &head);
    }
    for row in 0..rows.len() {
        let mut text = format!("{:>left$} ", y_names.get(&row).map_or("", String::as_str));
        for column in 0..columns.len() {
            let sign = signs.get(&(row, column)).map_or("", String::as_str);
            write!(text, " {sign:<2}").expect("writing to a string cannot fail");
        }
        line(out, &text);
    }
    if !key.taken.is_empty() {
        line(out, &format!("Key: {}", key.text()));
    }
}

/// What stands on a cell: the piece and its facing, else a feature, else a marker, else floor.
fn sign(scene: &Scene, board: &Board, cell: &Cell, key: &mut Key) -> String {
    let piece = scene.pieces.iter().find(|piece| match &piece.place {
        Place::Cell { board: b, cell: c, .. } => *b == board.id && *c == cell.id,
        _ => false,
    });
    if let Some(piece) = piece {
        let sign = key.sign(&kind(scene, piece), true);
        let arrow = piece.facing.map_or("", arrow);
        return format!("{sign}{arrow}");
    }
    let feature = scene.features.iter().find(|f| f.board == board.id && f.cells.contains(&cell.id));
    if let Some(feature) = feature {
        let kind = match &feature.state {
            Some(state) => format!("{} {state}", feature.kind),
            None => feature.kind.clone(),
        };
        return key.sign(&kind, false).to_string();
    }
    if scene.markers.iter().any(|m| m.board == board.id && m.cells.contains(&cell.id)) {
        return "*".to_owned();
    }
    ".".to_owned()
}

/// What a piece is called in the key: with its seat, where several seats have such pieces.
pub(crate) fn kind(scene: &Scene, piece: &Piece) -> String {
    let shared = |other: &Piece| other.silhouette == piece.silhouette && other.seat != piece.seat;
    match &piece.seat {
        Some(seat) if scene.pieces.iter().any(shared) => format!("{seat} {}", piece.silhouette),
        _ => piece.silhouette.clone(),
    }
}

fn arrow(degrees: i32) -> &'static str {
    match (degrees.rem_euclid(360) + 45) / 90 % 4 {
        0 => "^",
        1 => ">",
        2 => "v",
        _ => "<",
    }
}

/// Distinct values in order, numbered from 0.
fn steps(values: impl Iterator<Item = i32>) -> BTreeMap<i32, usize> {
    let mut all: Vec<_> = values.collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().zip(0..).collect()
}

/// Names of rows or columns, where the cells are named `x,y` (or `board:x,y`) and agree with each other.
fn names<'a>(
    board: &'a Board,
    part: impl Fn(&'a Cell, (&'a str, &'a str)) -> (usize, &'a str),
) -> BTreeMap<usize, String> {
    let mut names = BTreeMap::new();
    for cell in &board.cells {
        let place = cell.id.rsplit_once(':').map_or(cell.id.as_str(), |(_, place)| place);
        let Some((x, y)) = place.split_once(',') else { return BTreeMap::new() };
        let (step, name) = part(cell, (x, y));
        if names.entry(step).or_insert_with(|| name.to_owned()) != name {
            return BTreeMap::new();
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::sample::corridor;

    #[test]
    fn a_corridor_with_rows_columns_and_words() {
        let text = render(&corridor());
        let expected = "\
Turn: 2 of 8
      1  1  1
   9  0  1  2
4  T^ .  d  G<
5        *
Key: G genestealer, T terminator, d door closed
Sergeant (sergeant), facing north, 3 of 4 action points, overwatch, at 9,4
Stealer 1 (stealer-1), facing west, at 12,4
Door (door-11,4), closed, at 11,4
Entry area north (N1)
Flames on 11,5
Entry area north: 3
";
        assert_eq!(text, expected, "\n{text}");
    }

    #[test]
    fn signs_differ_even_where_names_begin_alike() {
        let mut key = Key::default();
        let signs: Vec<_> = ["terminator", "terminator-flamer", "tyranid", "aa", "aaa"]
            .iter()
            .map(|k| key.sign(k, true))
            .collect();
        assert_eq!(signs, ['T', 'E', 'Y', 'A', 'B']);
        assert_eq!(key.sign("terminator", true), 'T');
        assert_eq!(key.sign("terminator", false), 't');
    }
}
