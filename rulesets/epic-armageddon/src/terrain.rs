//! The table and its terrain: features as areas with a top level (EA-TERR-001, EA-AMB-011).

use grognard_engine::{RuleId, rule};
use grognard_space::table::{Area, Form, Ground, Length, Outline, Point, Tags, Terrain};

use crate::data::Data;
use crate::data::amount::Cm;
use crate::data::play::{self, Entry, ForClass};
use crate::data::scenario;
use crate::fixed::Column;

/// Marks on features, by column of the terrain table: it may not enter.
pub fn impassable(column: Column) -> Tags {
    passable_to_walkers(column) | Tags::bit(column as u32 + 3)
}

/// EA-SAS-023: the same for those who go through tank traps.
pub const fn passable_to_walkers(column: Column) -> Tags {
    Tags::bit(column as u32)
}

/// The rule of a kind of terrain that has one of its own (T-28, T-31), as the program knows it.
pub fn rule_of(terrain: &str) -> Option<RuleId> {
    Some(match terrain {
        "hasty-barricade" => rule!("EA-FORT-002"),
        "trench" => rule!("EA-FORT-003"),
        "gun-emplacement" => rule!("EA-FORT-004"),
        "bunker" => rule!("EA-FORT-005"),
        "razorwire" => rule!("EA-FORT-009"),
        "minefield" => rule!("EA-FORT-010"),
        "tank-traps" => rule!("EA-FORT-011"),
        "crater" => rule!("EA-OBJ-031"),
        "off-table" => rule!("EA-SWP-002"),
        "gully" => rule!("EA-OBJ-032"),
        "alien-colony" => rule!("EA-OBJ-034"),
        "knoll" => rule!("EA-OBJ-035"),
        "shack" => rule!("EA-OBJ-012"),
        "reinforced-building" => rule!("EA-OBJ-013"),
        "booby-trapped-building" => rule!("EA-OBJ-014"),
        "razor-wire-assault" => rule!("EA-SAS-021"),
        "minefield-assault" => rule!("EA-SAS-025"),
        "tank-traps-assault" => rule!("EA-SAS-023"),
        _ => return None,
    })
}

/// A feature of the table.
#[derive(Clone, Debug)]
pub struct Feature {
    /// Its name on the table.
    pub id: String,
    /// Its type.
    pub terrain: play::Terrain,
    /// Where it lies.
    pub area: Area,
    /// EA-TERR-018: how many units it shelters, where that is limited.
    pub capacity: Option<u8>,
}

impl Feature {
    /// What it is to units of a column.
    pub fn to(&self, column: Column) -> &ForClass {
        match column {
            Column::Infantry => &self.terrain.infantry,
            Column::Vehicle => &self.terrain.vehicle,
            Column::WarEngine => &self.terrain.war_engine,
        }
    }

    /// EA-TERR-001: whether units of a column may not enter it.
    pub fn is_barred(&self, column: Column) -> bool {
        matches!(self.to(column).entry, Entry::Impassable | Entry::IfBuiltForIt)
    }

    /// Whether it has something special, by its word in the table.
    pub fn is_special(&self, word: &str) -> bool {
        self.terrain.special.iter().any(|known| known == word)
    }

    /// EA-TERR-013: whether it counts as cover at all.
    pub fn is_cover(&self) -> bool {
        self.terrain.infantry.cover_save.0.is_some()
    }
}

/// A table with its terrain.
#[derive(Clone, Debug)]
pub struct Battlefield {
    /// Its sides.
    pub size: (Length, Length),
    /// Its features.
    pub features: Vec<Feature>,
}

impl Battlefield {
    /// An empty table.
    pub fn empty(x: Length, y: Length) -> Battlefield {
        Battlefield { size: (x, y), features: Vec::new() }
    }

    /// A ready table.
    pub fn of(data: &Data, file: &scenario::Table) -> Result<Battlefield, String> {
        let [Cm(x), Cm(y)] = file.size;
        let mut field = Battlefield::empty(x, y);
        for placed in &file.piece {
            let piece = data.pieces.iter().find(|piece| piece.id == placed.piece);
            let piece = piece.ok_or_else(|| format!("there is no piece `{}`", placed.piece))?;
            let size = placed.size.unwrap_or(piece.size);
            let corner = |[x, y]: &[u8; 2]| {
                let part = |size: Cm, share: u8| size.0.0 * (i32::from(share) * 2 - 100) / 200;
                let (x, y) = (part(size[0], *x), part(size[1], *y));
                // Pieces are turned by quarters only.
                let (x, y) = match placed.turn / 90 % 4 {
                    1 => (-y, x),
                    2 => (-x, -y),
                    3 => (y, -x),
                    _ => (x, y),
                };
                Point { x: placed.at[0].0.0 + x, y: placed.at[1].0.0 + y }
            };
            let corners = piece.outline.iter().map(corner).collect();
            field.add(data, &placed.id, &piece.terrain, corners)?;
            if let Some(feature) = field.features.last_mut() {
                feature.capacity = piece.capacity;
            }
        }
        for line in &file.line {
            field.lay(data, line)?;
        }
        field.close(data, &file.area)?;
        Ok(field)
    }

    /// Lays a road or a river down, leg by leg; a river is left out where one crosses it.
    fn lay(&mut self, data: &Data, line: &scenario::Line) -> Result<(), String> {
        let point = |place: &[Cm; 2]| Point { x: place[0].0.0, y: place[1].0.0 };
        let gap = line.crossing_width.map_or(0, |width| width.0.0);
        for legs in line.points.windows(2) {
            let (from, to) = (point(&legs[0]), point(&legs[1]));
            let (way, far) = (to - from, (to - from).length().0);
            if far == 0 {
                continue;
            }
            // Where crossings begin and end on this leg.
            let mut gaps: Vec<(i32, i32)> = Vec::new();
            for crossing in &line.crossings {
                let at = (way.dot(point(crossing) - from) / i64::from(far)) as i32;
                if (0..=far).contains(&at) {
                    gaps.push((at - gap / 2, at + gap / 2));
                }
            }
            gaps.sort_unstable();
            gaps.push((far, far));
            let mut start = 0;
            for (ends, next) in gaps {
                let end = ends.clamp(start, far);
                if end > start {
                    let side = way.left().with_length(Length(line.width.0.0 / 2));
                    let (near, there) = (way.with_length(Length(start)), way.with_length(Length(end)));
                    let corners = [near - side, there - side, there + side, near + side];
                    let corners = corners.map(|corner| from + corner).to_vec();
                    self.add(data, &line.id, &line.terrain, corners)?;
                }
                start = next.max(start);
            }
        }
        Ok(())
    }

    /// EA-SWP-002: where tables are joined, all that lies on none of them is closed.
    fn close(&mut self, data: &Data, tables: &[scenario::TableArea]) -> Result<(), String> {
        if tables.is_empty() {
            return Ok(());
        }
        let lines = |of: &dyn Fn(&scenario::TableArea) -> [i32; 2], size: i32| {
            let mut all: Vec<i32> = tables.iter().flat_map(of).chain([0, size]).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let across = lines(&|area| [area.from[0].0.0, area.to[0].0.0], self.size.0.0);
        let up = lines(&|area| [area.from[1].0.0, area.to[1].0.0], self.size.1.0);
        for x in across.windows(2) {
            for y in up.windows(2) {
                let middle = (i32::midpoint(x[0], x[1]), i32::midpoint(y[0], y[1]));
                let holds = |area: &scenario::TableArea| {
                    (area.from[0].0.0..=area.to[0].0.0).contains(&middle.0)
                        && (area.from[1].0.0..=area.to[1].0.0).contains(&middle.1)
                };
                if !tables.iter().any(holds) {
                    let corners = [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])];
                    let corners = corners.map(|(x, y)| Point { x, y }).to_vec();
                    self.add(data, "off-table", "off-table", corners)?;
                }
            }
        }
        Ok(())
    }

    /// EA-MOV-011: whether a straight way runs on a road.
    pub fn on_road(&self, from: Point, to: Point) -> bool {
        let roads: Vec<&Feature> = self.features.iter().filter(|feature| feature.terrain.road).collect();
        let (way, far) = (to - from, (to - from).length());
        let steps = far.0 / Length::CENTIMETRE.0 + 1;
        let on = |step: i32| {
            let part = |whole: i32| (i64::from(whole) * i64::from(step) / i64::from(steps)) as i32;
            let at = Point { x: from.x + part(way.x), y: from.y + part(way.y) };
            roads.iter().any(|road| road.area.contains(at))
        };
        !roads.is_empty() && (0..=steps).all(on)
    }

    /// Lays a feature down.
    pub fn add(&mut self, data: &Data, id: &str, terrain: &str, corners: Vec<Point>) -> Result<(), String> {
        let known = data.terrain.get(terrain).ok_or_else(|| format!("there is no terrain `{terrain}`"))?;
        let area = Area::new(corners).map_err(|why| format!("terrain `{id}`: {why}"))?;
        self.features.push(Feature { id: id.to_owned(), terrain: known.clone(), area, capacity: None });
        Ok(())
    }

    /// The table in space. Everything is flat there: levels are reckoned by [`crate::sight`].
    pub fn ground(&self, forms: Vec<Form>) -> Ground {
        let feature = |feature: &Feature| {
            let tags = Column::ALL.iter().filter(|column| feature.is_barred(**column)).fold(
                Tags::NONE,
                |all, column| {
                    let traps = feature.is_special("free-for-step-over-skimmer-walker");
                    let bit = *column as u32 + if traps { 3 } else { 0 };
                    all | Tags::bit(bit)
                },
            );
            Terrain::open(feature.area.clone()).tagged(tags)
        };
        Ground::new(self.size.0, self.size.1, self.features.iter().map(feature).collect(), forms)
    }

    /// The features an outline stands in. What is doubtful counts, so any part of it will do.
    pub fn under<'a>(&'a self, outline: &'a Outline) -> impl Iterator<Item = &'a Feature> {
        self.features.iter().filter(|feature| feature.area.overlaps(outline))
    }

    /// EA-TERR-018, EA-AMB-112: a feature that would shelter more units than it has room for.
    pub fn overfull(&self, outlines: &[Outline]) -> Option<&Feature> {
        let inside =
            |feature: &Feature| outlines.iter().filter(|outline| feature.area.overlaps(outline)).count();
        self.features
            .iter()
            .find(|feature| feature.capacity.is_some_and(|most| inside(feature) > usize::from(most)))
    }

    /// EA-AMB-011: the level of the ground at a place.
    pub fn level(&self, at: Point) -> u8 {
        let raised =
            self.features.iter().filter(|feature| feature.terrain.raises && feature.area.contains(at));
        raised.map(|feature| feature.terrain.top).max().unwrap_or(0)
    }
}
