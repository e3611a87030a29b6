//! Terrain in words: how large and high it is, what stands on it, and what its traits mean.

use grognard_engine::client::{Card, CardCell, CardTable};
use grognard_engine::message::Message;
use grognard_space::table::{Length, Point};

use super::datasheet::Lines;
use super::names;
use crate::data::amount::{INCH, Inches};
use crate::data::battle::{PartFile, TerrainFile, Trait};
use crate::fixed::Fixed;

/// The feature of a name.
pub(super) fn named<'a>(fixed: &'a Fixed, name: &str) -> Option<&'a TerrainFile> {
    fixed.battlefield.terrain.iter().find(|file| file.id == name)
}

/// Length and breadth: of something with four corners along its sides, of anything else of the box around it.
fn sides(outline: &[[Inches; 2]]) -> (i32, i32) {
    let corner = |at: usize| Point { x: outline[at][0].0.0, y: outline[at][1].0.0 };
    if outline.len() == 4 {
        return ((corner(1) - corner(0)).length().0, (corner(2) - corner(1)).length().0);
    }
    let span = |axis: usize| {
        let all = || outline.iter().map(|corner| corner[axis].0);
        all().max().unwrap_or(Length::ZERO) - all().min().unwrap_or(Length::ZERO)
    };
    (span(0).0, span(1).0)
}

fn size(fixed: &Fixed, outline: &[[Inches; 2]]) -> String {
    let (long, wide) = sides(outline);
    let message = Message::new("ground.size").text("long", names::length(long.max(wide)));
    fixed.data.texts.render(&message.text("wide", names::length(long.min(wide))))
}

fn top(file: &TerrainFile) -> i32 {
    file.parts.iter().map(|part| part.top.0).max().unwrap_or(Length::ZERO).0
}

/// What models can stand on: parts that are no mere walls, the lowest first.
fn levels(file: &TerrainFile) -> Vec<&PartFile> {
    let broad = |part: &&PartFile| {
        let (long, wide) = sides(&part.outline);
        long.min(wide) >= INCH && !part.passable
    };
    let mut all: Vec<&PartFile> = file.parts.iter().filter(broad).collect();
    all.sort_by_key(|part| part.top.0);
    all
}

/// Size, height, what can be stood on and traits, in one sentence.
pub(super) fn sentence(fixed: &Fixed, file: &TerrainFile) -> String {
    let texts = &fixed.data.texts;
    let mut parts = vec![size(fixed, &file.outline)];
    let top = top(file);
    if top > 0 {
        parts.push(texts.render(&Message::new("ground.high").text("high", names::length(top))));
    }
    let mut heights: Vec<String> = levels(file).iter().map(|part| names::length(part.top.0.0)).collect();
    heights.dedup();
    if !heights.is_empty() {
        parts.push(texts.render(&Message::new("ground.levels").text("heights", heights.join(", "))));
    }
    if fixed.packs.terrain_traits {
        let name = |which: &&(Trait, &str)| file.traits.contains(&which.0);
        let all = Trait::ALL.iter().filter(name);
        parts.extend(all.map(|(_, name)| texts.get(&format!("trait.{name}")).to_owned()));
    }
    parts.join("; ")
}

/// All that is known of a feature.
pub(super) fn card(fixed: &Fixed, file: &TerrainFile) -> Card {
    let mut lines = Lines::new(fixed);
    lines.tables.extend(built(fixed, file));
    crossing(&mut lines, file);
    traits(&mut lines, file);
    Card {
        title: fixed.data.texts.get(&format!("terrain.{}", file.kind)).to_owned(),
        subtitle: size(fixed, &file.outline),
        tables: lines.tables,
        lines: lines.all,
        ..Card::default()
    }
}

/// What stands on its ground, part by part; all walls together.
fn built(fixed: &Fixed, file: &TerrainFile) -> Option<CardTable> {
    let text = |key: &str| fixed.data.texts.get(key).to_owned();
    let plain = |text: String| CardCell { text, ..CardCell::default() };
    let row = |key: &str, low: i32, high: i32, size: String| {
        vec![plain(text(key)), plain(names::length(low)), plain(names::length(high)), plain(size)]
    };
    let levels = levels(file);
    let mut rows: Vec<Vec<CardCell>> = Vec::new();
    for part in &levels {
        let key = if part.bottom.0 > Length::ZERO { "ground.floor" } else { "ground.block" };
        rows.push(row(key, part.bottom.0.0, part.top.0.0, size(fixed, &part.outline)));
    }
    let growth = file.parts.iter().filter(|part| part.passable).map(|part| part.top.0).max();
    rows.extend(growth.map(|top| row("ground.growth", 0, top.0, size(fixed, &file.outline))));
    let walls =
        file.parts.iter().filter(|part| !part.passable && !levels.iter().any(|l| std::ptr::eq(*l, *part)));
    let walls = walls.map(|part| part.top.0).max();
    rows.extend(walls.map(|top| row("ground.walls", 0, top.0, String::new())));
    let heads = ["ground.part", "ground.from", "ground.to", "ground.measures"];
    let heads = heads.map(|key| plain(text(key))).to_vec();
    (!rows.is_empty()).then_some(CardTable { heads, rows })
}

/// 9E-TER-001 to 9E-TER-003, 9E-AMB-020: how one gets past it.
fn crossing(lines: &mut Lines<'_>, file: &TerrainFile) {
    let free = lines.fixed.numbers().free_height.height.0;
    let say = |lines: &Lines<'_>, key: &'static str| {
        lines.say(&Message::new(key).text("free", names::length(free.0)))
    };
    let solid = || file.parts.iter().filter(|part| !part.passable);
    if solid().next().is_some() {
        lines.line("ground.over", say(lines, "ground.over-about"), "9E-TER-001");
    }
    if solid().any(|part| part.top.0 > free) {
        lines.line("ground.climb", say(lines, "ground.climb-about"), "9E-TER-003");
    } else {
        lines.line("ground.climb", say(lines, "ground.step-about"), "9E-TER-002");
    }
    if file.parts.iter().any(|part| part.passable) {
        lines.line("ground.through", say(lines, "ground.through-about"), "9E-AMB-020");
    }
}

/// 9E-OUT-020 to 9E-OUT-026: its traits, where they are played.
fn traits(lines: &mut Lines<'_>, file: &TerrainFile) {
    if !lines.fixed.packs.terrain_traits {
        lines.line("ground.traits", lines.text("ground.traits-off"), "9E-OUT-020");
        return;
    }
    let numbers = lines.fixed.numbers();
    for (which, name) in Trait::ALL.iter().filter(|(which, _)| file.traits.contains(which)) {
        let (rule, message) = match which {
            Trait::LightCover => {
                let message = Message::new("ground.light-cover");
                ("9E-OUT-020", message.text("bonus", format!("{:+}", numbers.light_cover.bonus)))
            }
            Trait::HeavyCover => {
                let message = Message::new("ground.heavy-cover");
                ("9E-OUT-021", message.text("bonus", format!("{:+}", numbers.heavy_cover.bonus)))
            }
            Trait::DenseCover => {
                let message = Message::new("ground.dense-cover");
                ("9E-OUT-022", message.text("modifier", format!("{:+}", numbers.dense_cover.modifier)))
            }
            Trait::Obscuring => {
                let tall = top(file) >= numbers.obscuring.height.0.0;
                let key = if tall { "ground.obscuring" } else { "ground.obscuring-low" };
                let message = Message::new(key).text("high", names::length(numbers.obscuring.height.0.0));
                ("9E-OUT-023", message.number("wounds", numbers.obscuring.wounds))
            }
            Trait::Breachable => ("9E-OUT-024", Message::new("ground.breachable")),
            Trait::Scalable => ("9E-OUT-025", Message::new("ground.scalable")),
            Trait::DifficultGround => {
                let shorter = names::length(numbers.difficult_ground.shorter.0.0);
                ("9E-OUT-026", Message::new("ground.difficult-ground").text("shorter", shorter))
            }
        };
        lines.line(&format!("trait.{name}"), lines.say(&message), rule);
    }
}
