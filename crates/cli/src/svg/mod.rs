//! A scene as a standalone SVG picture: for exported replays and for pages that show a board.
//!
//! [`render`] lays out heading, boards and trays; `floor` draws what stands still, `piece` what moves.

mod floor;
mod piece;
#[cfg(test)]
pub mod sample;

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use grognard_engine::client::{Board, Place, Scene};

use crate::words;

/// Space around everything, in scene units.
const MARGIN: i32 = 40;
/// Height of a line of text.
const LINE: i32 = 36;

const STYLE: &str = "\
text{font-family:'DejaVu Sans',Verdana,sans-serif;fill:#e4e9ee}\
.small{font-size:22px}.head{font-size:30px;font-weight:bold}\
.floor{stroke:#2a323a;stroke-width:1.5}\
.wall{stroke:#9db0c2;stroke-width:7;stroke-linecap:round}\
.border{stroke:#5d6b78;stroke-width:3;stroke-dasharray:8 8}\
.door{fill:#c9974a;stroke:#14191e;stroke-width:3}\
.mark{text-anchor:middle;dominant-baseline:central}\
.meter{font-weight:bold;paint-order:stroke;stroke:#14191e;stroke-width:6px}\
.line{stroke:#ffd479;stroke-width:5;stroke-dasharray:14 8;fill:none}";

/// Draws a scene under a title.
pub fn render(scene: &Scene, title: &str) -> String {
    let width = scene.boards.iter().map(|board| board.view_box.width).max().unwrap_or(0).max(800);
    let colours = Colours::of(scene);
    let mut body = Svg::default();
    let mut y = MARGIN + LINE;
    body.text(MARGIN, y, "head", title);
    for track in tracks(scene, width) {
        y += LINE;
        body.text(MARGIN, y, "small", &track);
    }
    y += MARGIN;
    for board in &scene.boards {
        if scene.boards.len() > 1 {
            y += LINE;
            body.text(MARGIN, y, "small", &board.name);
            y += MARGIN / 2;
        }
        let view = board.view_box;
        body.open(format_args!("<g transform=\"translate({} {})\">", MARGIN - view.x, y - view.y));
        draw_board(&mut body, scene, board, &colours);
        body.close("g");
        y += view.height + MARGIN;
    }
    for tray in &scene.trays {
        if tray.count > 0 {
            body.text(MARGIN, y, "small", &tray_words(scene, tray));
            y += LINE;
        }
    }
    let (width, height) = (width + 2 * MARGIN, y + MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#14191e\"/>\n{}</svg>\n",
        escape(title),
        body.0
    )
}

/// Tracks in lines that fit the width.
fn tracks(scene: &Scene, width: i32) -> Vec<String> {
    /// About the width of a letter of a track.
    const LETTER: i32 = 14;
    let mut lines: Vec<String> = Vec::new();
    for track in &scene.tracks {
        let whose = track.seat.as_ref().map_or(String::new(), |seat| format!(" ({seat})"));
        let text = format!("{}{whose}: {}", track.label, track.value);
        match lines.last_mut() {
            Some(last) if (last.len() + text.len() + 3) as i32 * LETTER <= width => {
                last.push_str(" · ");
                last.push_str(&text);
            }
            _ => lines.push(text),
        }
    }
    lines
}

fn tray_words(scene: &Scene, tray: &grognard_engine::client::Tray) -> String {
    let names: Vec<_> = scene
        .pieces
        .iter()
        .filter(|piece| tray.pieces.contains(&piece.id))
        .map(|piece| piece.name.as_str())
        .collect();
    if names.is_empty() {
        return format!("{}: {}", tray.name, tray.count);
    }
    format!("{}: {} ({})", tray.name, tray.count, names.join(", "))
}

fn draw_board(svg: &mut Svg, scene: &Scene, board: &Board, colours: &Colours) {
    floor::cells(svg, board);
    floor::markers(svg, scene, board);
    floor::walls(svg, board);
    for feature in scene.features.iter().filter(|feature| feature.board == board.id) {
        floor::feature(svg, board, feature);
    }
    for tray in &scene.trays {
        if let Some(place) = tray.place.as_ref().filter(|place| place.board == board.id && tray.count > 0) {
            floor::tray(svg, place, tray);
        }
    }
    for piece in &scene.pieces {
        let (on, at) = match &piece.place {
            Place::Cell { board, at, .. } | Place::Free { board, at } => (board, *at),
            Place::Tray { .. } => continue,
        };
        if *on == board.id {
            let size = floor::cell_size(board, at);
            let colour = colours.of_seat(piece.seat.as_deref());
            svg.open(format_args!("<g transform=\"translate({} {})\">", at.0, at.1));
            svg.raw(format_args!("<title>{}</title>", escape(&words::piece(piece))));
            piece::draw(svg, piece, size, colour);
            svg.close("g");
        }
    }
    for line in scene.lines.iter().filter(|line| line.board == board.id) {
        svg.raw(format_args!(
            "<path class=\"line\" d=\"M{} {}L{} {}\"/>",
            line.from.0, line.from.1, line.to.0, line.to.1
        ));
        if let Some(label) = &line.label {
            svg.text(
                i32::midpoint(line.from.0, line.to.0),
                i32::midpoint(line.from.1, line.to.1),
                "small mark",
                label,
            );
        }
    }
}

/// A colour for each seat.
struct Colours {
    seats: BTreeMap<String, &'static str>,
}

impl Colours {
    /// Seats named after a colour have it.
    const NAMED: [(&str, &str); 4] =
        [("red", "#d1495b"), ("green", "#7fc97f"), ("blue", "#5aa9e6"), ("yellow", "#edc949")];
    /// The others, in the order of their names: told apart by hue and by lightness.
    const PALETTE: [&str; 6] = ["#5aa9e6", "#d1495b", "#edc949", "#7fc97f", "#b07aa1", "#f28e2b"];

    fn of(scene: &Scene) -> Colours {
        let pieces = scene.pieces.iter().filter_map(|piece| piece.seat.clone());
        let tracks = scene.tracks.iter().filter_map(|track| track.seat.clone());
        let trays = scene.trays.iter().filter_map(|tray| tray.seat.clone());
        let names: std::collections::BTreeSet<_> = pieces.chain(tracks).chain(trays).collect();
        let colour = |(name, colour): (String, &'static str)| {
            let own = Self::NAMED.iter().find(|(named, _)| *named == name).map(|(_, own)| *own);
            (name, own.unwrap_or(colour))
        };
        Colours { seats: names.into_iter().zip(Self::PALETTE.into_iter().cycle()).map(colour).collect() }
    }

    fn of_seat(&self, seat: Option<&str>) -> &'static str {
        seat.and_then(|seat| self.seats.get(seat)).copied().unwrap_or("#9aa5b1")
    }
}

/// The picture under construction.
#[derive(Default)]
struct Svg(String);

impl Svg {
    fn raw(&mut self, element: impl Display) {
        writeln!(self.0, "{element}").expect("writing to a string cannot fail");
    }

    fn open(&mut self, element: impl Display) {
        self.raw(element);
    }

    fn close(&mut self, name: &str) {
        self.raw(format_args!("</{name}>"));
    }

    fn text(&mut self, x: i32, y: i32, class: &str, text: &str) {
        self.raw(format_args!("<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{}</text>", escape(text)));
    }
}

/// Text as it may stand in an SVG document.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Control characters are not allowed in XML at all.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_of_a_scene_is_in_the_picture() {
        let picture = render(&sample::corridor(), "Turn 2 <now>");
        for part in [
            "<title>Turn 2 &lt;now&gt;</title>",
            "Sergeant (sergeant), facing north",
            "rotate(270)",
            "Turn: 2",
            "Entry area north: 3",
            "Flames",
        ] {
            assert!(picture.contains(part), "{part} is missing in\n{picture}");
        }
        assert_eq!(picture.matches("<g ").count(), picture.matches("</g>").count());
        assert_eq!(picture.matches("class=\"floor\"").count(), 5);
    }

    #[test]
    fn an_empty_scene_is_a_picture_too() {
        assert!(render(&Scene::default(), "").starts_with("<svg "));
    }
}
