//! Models and counters: simple shapes seen from above, looking north, then turned.

use grognard_engine::client::Piece;

use super::Svg;

/// The space one shape is drawn in: a square of this many units, its middle at the origin.
const UNIT: i32 = 100;

/// Draws a piece around the origin.
pub fn draw(svg: &mut Svg, piece: &Piece, size: i32, colour: &str) {
    let has = |state: &str| piece.states.iter().any(|s| s == state);
    let opacity = if has("done") || has("dead") { "0.55" } else { "1" };
    if has("active") {
        svg.raw(format_args!(
            "<circle r=\"{}\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"4\"/>",
            size * 47 / 100
        ));
    }
    // Whole per mille keep the picture free of floats.
    let scale = size * 1000 / UNIT;
    let turn = piece.facing.unwrap_or(0);
    svg.open(format_args!(
        "<g transform=\"scale({}.{:03}) rotate({turn})\" opacity=\"{opacity}\">",
        scale / 1000,
        scale % 1000
    ));
    body(svg, piece, colour);
    svg.close("g");
    if let Some(text) = label(piece) {
        svg.text(0, 0, "small mark meter", &text);
    }
    signs(svg, piece, size);
}

/// What is written on it: its own text, or a letter where the shape says nothing.
fn label(piece: &Piece) -> Option<String> {
    if piece.text.is_some() {
        return piece.text.clone();
    }
    match shape(&piece.silhouette) {
        Shape::Token => piece.name.chars().next().map(String::from),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Armoured,
    Clawed,
    Counter,
    Token,
}

/// Silhouettes are names; what they contain says how they look.
fn shape(silhouette: &str) -> Shape {
    let any = |words: &[&str]| words.iter().any(|word| silhouette.contains(word));
    if any(&["blip", "counter"]) {
        Shape::Counter
    } else if any(&["stealer", "tyranid", "hybrid"]) {
        Shape::Clawed
    } else if any(&["terminator", "marine", "sergeant", "captain", "librarian", "trooper"]) {
        Shape::Armoured
    } else {
        Shape::Token
    }
}

fn body(svg: &mut Svg, piece: &Piece, colour: &str) {
    let outline = "stroke=\"#0d1114\" stroke-width=\"3\"";
    match shape(&piece.silhouette) {
        Shape::Counter => {
            svg.raw(format_args!(
                "<circle r=\"36\" fill=\"#10231a\" stroke=\"{colour}\" stroke-width=\"4\"/>"
            ));
            svg.raw(format_args!(
                "<circle r=\"22\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" opacity=\"0.6\"/>"
            ));
        }
        Shape::Clawed => {
            for side in [-1, 1] {
                svg.raw(format_args!(
                    "<path d=\"M{} -6C{} -22 {} -40 {} -44\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"7\" stroke-linecap=\"round\"/>",
                    side * 20, side * 42, side * 34, side * 14
                ));
                svg.raw(format_args!(
                    "<path d=\"M{} 10C{} 14 {} 28 {} 38\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"6\" stroke-linecap=\"round\"/>",
                    side * 18, side * 38, side * 40, side * 28
                ));
            }
            svg.raw(format_args!("<ellipse cy=\"8\" rx=\"21\" ry=\"30\" fill=\"{colour}\" {outline}/>"));
            svg.raw(format_args!("<ellipse cy=\"-18\" rx=\"12\" ry=\"16\" fill=\"{colour}\" {outline}/>"));
        }
        Shape::Armoured => {
            weapon(svg, &piece.silhouette, outline);
            svg.raw(format_args!(
                "<rect x=\"-38\" y=\"-14\" width=\"76\" height=\"40\" rx=\"16\" fill=\"{colour}\" {outline}/>"
            ));
            svg.raw(format_args!("<circle cy=\"2\" r=\"14\" fill=\"#dfe6ec\" {outline}/>"));
            svg.raw("<path d=\"M-8 -4H8\" stroke=\"#c0392b\" stroke-width=\"5\"/>");
        }
        Shape::Token => {
            svg.raw(format_args!("<circle r=\"34\" fill=\"{colour}\" {outline}/>"));
            if piece.facing.is_some() {
                svg.raw("<path d=\"M0 -46L12 -30H-12Z\" fill=\"#ffffff\"/>");
            }
        }
    }
}

/// What a model in armour holds: guns on the right, blades and shields on the left.
fn weapon(svg: &mut Svg, silhouette: &str, outline: &str) {
    let mut part = |shape: &str| svg.raw(format_args!("{shape} {outline}/>"));
    let has = |word: &str| silhouette.contains(word);
    if has("claw") {
        for x in [-34, -26, 26, 34] {
            part(&format!("<path d=\"M{x} -8L{x} -44\" fill=\"none\""));
        }
        return;
    }
    if has("hammer") {
        part("<rect x=\"28\" y=\"-40\" width=\"7\" height=\"36\" fill=\"#8a8f98\"");
        part("<rect x=\"20\" y=\"-48\" width=\"24\" height=\"14\" fill=\"#b9c0c9\"");
        part("<rect x=\"-46\" y=\"-34\" width=\"14\" height=\"40\" rx=\"4\" fill=\"#b9c0c9\"");
        return;
    }
    if has("sword") || has("sergeant") || has("captain") {
        part("<rect x=\"-36\" y=\"-46\" width=\"6\" height=\"40\" fill=\"#dfe6ec\"");
    }
    if has("flamer") {
        part("<rect x=\"26\" y=\"-46\" width=\"9\" height=\"46\" fill=\"#8a8f98\"");
        part("<circle cx=\"30\" cy=\"-44\" r=\"7\" fill=\"#ff7a1a\"");
    } else if has("cannon") {
        for x in [22, 29, 36] {
            part(&format!("<rect x=\"{x}\" y=\"-47\" width=\"6\" height=\"46\" fill=\"#8a8f98\""));
        }
    } else {
        part("<rect x=\"20\" y=\"-42\" width=\"8\" height=\"40\" fill=\"#8a8f98\"");
        part("<rect x=\"30\" y=\"-42\" width=\"8\" height=\"40\" fill=\"#8a8f98\"");
    }
}

/// Badges along the lower edge, the first counted thing at the upper right.
fn signs(svg: &mut Svg, piece: &Piece, size: i32) {
    let step = size * 24 / 100;
    for (number, badge) in piece.badges.iter().enumerate() {
        let (x, y) = (step * number as i32 - size * 36 / 100, size * 38 / 100);
        svg.raw(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"#edc949\" stroke=\"#0d1114\" stroke-width=\"2\"/>",
            step / 2
        ));
        let letter = badge.label.chars().next().unwrap_or('?').to_uppercase().to_string();
        svg.raw(format_args!(
            "<text x=\"{x}\" y=\"{y}\" class=\"mark\" font-size=\"{}\" style=\"fill:#0d1114\">{}</text>",
            step * 3 / 4,
            super::escape(&letter)
        ));
    }
    if let Some(meter) = piece.meters.first() {
        svg.raw(format_args!(
            "<text x=\"{}\" y=\"{}\" class=\"mark meter\" font-size=\"{}\">{}</text>",
            size * 40 / 100,
            -size * 36 / 100,
            size * 22 / 100,
            meter.value
        ));
    }
}
