//! Where stands of obstacles, installations and markers may lie (EA-SAS-005, EA-SAS-040, EA-SAS-047, EA-SHR-003, EA-SSL-004,
//! EA-SWP-013).

use grognard_engine::refusal::Violation;
use grognard_engine::rng::SplitMix;
use grognard_engine::{RuleId, SeatId, rule};
use grognard_space::table::{Angle, Bounds, Length, Outline, Point, Pose};

use super::{broken, other_kind};
use crate::choice::{Choice, Lay, Laying};
use crate::data::amount::Cm;
use crate::fixed::Fixed;
use crate::land::rectangle;
use crate::play::divided::side_of;
use crate::state::State;

/// How things are laid.
struct Way {
    rule: RuleId,
    size: (i32, i32),
    /// Where their middles lie.
    within: Bounds,
    /// How far they lie from each other at least, edge to edge.
    apart: Length,
    /// How near one of those laid before each lies.
    linked: Option<Length>,
    /// How near a place the first lies.
    near: Option<(Point, Length)>,
    /// Whether nobody may stand there.
    free: bool,
}

/// The half of the table that a side has: along its edge, or its zone of the scenario.
pub fn half(fixed: &Fixed, s: &State, side: SeatId) -> Bounds {
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let of = s.zones[side.index()];
    let point = |x: i32, y: i32| Point { x, y };
    if fixed.is_special("short-edges") {
        let (low, high) = if of.is_multiple_of(2) { (0, x / 2) } else { (x / 2, x) };
        return Bounds { low: point(low, 0), high: point(high, y) };
    }
    let (low, high) = if of.is_multiple_of(2) { (0, y / 2) } else { (y / 2, y) };
    Bounds { low: point(0, low), high: point(x, high) }
}

/// The terrain and size of a part of something that was bought.
pub fn part(fixed: &Fixed, stock: u8, part: u8, kind: u8) -> Option<(String, (i32, i32), u8)> {
    let bought = fixed.stock.get(usize::from(stock))?;
    let purchase = fixed.data.purchases.iter().find(|known| known.id == bought.purchase)?;
    if let Some(terrain) = &purchase.terrain {
        let [Cm(long), Cm(deep)] = purchase.size?;
        return Some((terrain.clone(), (long.0, deep.0), purchase.stands.unwrap_or(1) * bought.count));
    }
    let piece = purchase.parts.get(usize::from(part))?;
    // EA-SSL-003: one of several kinds, the owner's choice.
    let Some(terrain) = piece.any_of.get(usize::from(kind)).cloned() else {
        let other = piece.other.clone()?;
        return Some((other, mine_size(fixed), bought.count));
    };
    let numbers = fixed.numbers();
    let wide = numbers.position_parts.width.0.0;
    match (piece.length, piece.most) {
        // EA-AMB-113: a polyline in stands of ten centimetres.
        (Some(length), _) => {
            let each = Length::cm(10).0;
            Some((terrain, (each, wide), (length.0.0 / each) as u8 * bought.count))
        }
        (None, Some(most)) => Some((terrain, (Length::cm(4).0, Length::cm(4).0), most * bought.count)),
        (None, None) => None,
    }
}

/// EA-SSL-003: the kinds of works of which a part of a position may be.
pub fn kinds(fixed: &Fixed, stock: u8, part: u8) -> Vec<String> {
    let bought = fixed.stock.get(usize::from(stock));
    let purchase = bought.and_then(|own| fixed.data.purchases.iter().find(|known| known.id == own.purchase));
    let piece = purchase.and_then(|purchase| purchase.parts.get(usize::from(part)));
    piece.map_or_else(Vec::new, |piece| piece.any_of.iter().chain(&piece.other).cloned().collect())
}

fn way(fixed: &Fixed, s: &State, lay: &Lay) -> Option<Way> {
    let numbers = fixed.numbers();
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let whole = Bounds { low: Point::default(), high: Point { x, y } };
    let usual = Way {
        rule: rule!("EA-SAS-005"),
        size: (Length::cm(1).0, Length::cm(1).0),
        within: whole,
        apart: Length::ZERO,
        linked: None,
        near: None,
        free: true,
    };
    Some(match lay.what {
        Laying::Stock(stock, of, kind) => {
            let (_, size, _) = part(fixed, stock, of, kind)?;
            let siege = fixed.is_special("fortified-positions");
            Way {
                rule: if siege { rule!("EA-SSL-004") } else { rule!("EA-SAS-005") },
                size,
                within: if siege { whole } else { half(fixed, s, lay.side) },
                linked: siege.then_some(numbers.position.linked.0),
                ..usual
            }
        }
        Laying::Installations => {
            let rim = numbers.installations.from_edges.0.0;
            let [Cm(long), Cm(deep)] = numbers.installation_size.size;
            let (out_x, out_y) = (rim + long.0 / 2, rim + deep.0 / 2);
            Way {
                rule: rule!("EA-SHR-003"),
                size: (long.0, deep.0),
                within: Bounds {
                    low: Point { x: out_x, y: out_y },
                    high: Point { x: x - out_x, y: y - out_y },
                },
                apart: numbers.installation_size.apart.0,
                ..usual
            }
        }
        Laying::Markers => {
            Way { rule: rule!("EA-SAS-040"), within: half(fixed, s, lay.side), free: false, ..usual }
        }
        Laying::Mines(marker) => {
            let at = s.concealed.get(usize::from(marker))?.at?;
            let size = mine_size(fixed);
            Way {
                rule: rule!("EA-SAS-047"),
                size,
                near: Some((at, numbers.mined.within.0)),
                free: false,
                ..usual
            }
        }
        Laying::Plant => {
            let table = crate::plant::tables(fixed).first()?;
            let rim = numbers.plant.within.0.0;
            let (low, high) = (table.from, table.to);
            Way {
                rule: rule!("EA-SWP-013"),
                size: (Length::cm(10).0, Length::cm(10).0),
                within: Bounds {
                    low: Point { x: low[0].0.0 + rim, y: low[1].0.0 + rim },
                    high: Point { x: high[0].0.0 - rim, y: high[1].0.0 - rim },
                },
                ..usual
            }
        }
    })
}

/// The size of a stand of mines (EA-AMB-114).
pub fn mine_size(fixed: &Fixed) -> (i32, i32) {
    let mines = fixed.data.purchases.iter().find(|known| known.id == "minefield");
    mines.and_then(|known| known.size).map_or((0, 0), |[Cm(long), Cm(deep)]| (long.0, deep.0))
}

/// The corners of a stand that lies so.
pub fn corners(pose: Pose, (long, deep): (i32, i32)) -> Vec<Point> {
    let upright = pose.facing.between(Angle::degrees(90)) < Angle::degrees(45)
        || pose.facing.between(Angle::degrees(270)) < Angle::degrees(45);
    if upright { rectangle(pose.at, deep, long) } else { rectangle(pose.at, long, deep) }
}

/// What a choice of places covers.
pub fn laid(fixed: &Fixed, s: &State, lay: &Lay, places: &[Pose]) -> Vec<Vec<Point>> {
    way(fixed, s, lay)
        .map_or_else(Vec::new, |way| places.iter().map(|pose| corners(*pose, way.size)).collect())
}

fn shape(corners: &[Point]) -> Outline {
    Outline::rectangle(corners[0], corners[2])
}

/// Whether a stand may lie here, beside those laid already.
fn fits(fixed: &Fixed, s: &State, way: &Way, before: &[Vec<Point>], pose: Pose) -> bool {
    if !pose.at.in_limits() || pose.z != Length::ZERO {
        return false;
    }
    let (low, high) = (way.within.low, way.within.high);
    let own = corners(pose, way.size);
    let inside =
        |at: &Point| (0..=fixed.field.size.0.0).contains(&at.x) && (0..=fixed.field.size.1.0).contains(&at.y);
    let middle = (low.x..=high.x).contains(&pose.at.x) && (low.y..=high.y).contains(&pose.at.y);
    let outline = shape(&own);
    let apart =
        way.apart > Length::ZERO && before.iter().any(|other| outline.distance(&shape(other)) < way.apart);
    let over = way.apart == Length::ZERO && before.iter().any(|other| outline.overlaps(&shape(other)));
    let linked = way.linked.is_none_or(|reach| {
        before.is_empty() || before.iter().any(|other| outline.within(&shape(other), reach))
    });
    let near = way.near.is_none_or(|(at, reach)| outline.within(&Outline::point(at), reach));
    let taken = way.free && !s.table.ids_within(&outline, Length::ZERO).is_empty();
    // EA-SSL-004: only where a vehicle could be set up.
    let barred = way.free
        && s.land(fixed).under(&outline).any(|feature| feature.is_barred(crate::kind::Column::Vehicle));
    own.iter().all(inside) && middle && !apart && !over && linked && near && !taken && !barred
}

/// Every violation of the places of such things.
pub fn check(fixed: &Fixed, s: &State, lay: &Lay, choice: &Choice) -> Vec<Violation> {
    let Some(way) = way(fixed, s, lay) else { return other_kind(rule!("EA-SAS-005")) };
    let Choice::Lay(places) = choice else { return other_kind(way.rule) };
    // Markers and installations are all placed; of what was bought as much as one likes.
    let all = matches!(lay.what, Laying::Markers | Laying::Installations | Laying::Plant);
    let count = usize::from(lay.count);
    if places.len() > count || all && places.len() != count {
        return vec![broken(fixed, way.rule, "why.lay-count", &[])];
    }
    let mut before: Vec<Vec<Point>> = Vec::new();
    for pose in places {
        if !fits(fixed, s, &way, &before, *pose) {
            return vec![broken(fixed, way.rule, "why.lay-place", &[])];
        }
        before.push(corners(*pose, way.size));
    }
    Vec::new()
}

/// As many as there is room for, from a spot on.
fn from(fixed: &Fixed, s: &State, lay: &Lay, start: usize) -> Option<Choice> {
    let way = way(fixed, s, lay)?;
    let step = Length::cm(5).0;
    let bounds = match way.near {
        Some((at, reach)) => {
            let far = reach.0 + way.size.0 / 2;
            Bounds {
                low: Point { x: at.x - far, y: at.y - far },
                high: Point { x: at.x + far, y: at.y + far },
            }
        }
        None => way.within,
    };
    let step = if way.near.is_some() { Length::cm(1).0 } else { step };
    let spots = |low: i32, high: i32| (low..=high).step_by(step as usize);
    let mut all: Vec<Point> = spots(bounds.low.y, bounds.high.y)
        .flat_map(|y| spots(bounds.low.x, bounds.high.x).map(move |x| Point { x, y }))
        .collect();
    if all.is_empty() {
        return None;
    }
    let shift = start % all.len();
    all.rotate_left(shift);
    let (mut before, mut places): (Vec<Vec<Point>>, Vec<Pose>) = (Vec::new(), Vec::new());
    while places.len() < usize::from(lay.count) {
        let next = all.iter().map(|at| Pose::at(*at)).find(|pose| fits(fixed, s, &way, &before, *pose));
        let Some(pose) = next else { break };
        before.push(corners(pose, way.size));
        places.push(pose);
    }
    let choice = Choice::Lay(places);
    check(fixed, s, lay, &choice).is_empty().then_some(choice)
}

/// Some legal answer, the same for the same state.
pub fn any(fixed: &Fixed, s: &State, lay: &Lay) -> Option<Choice> {
    // The plant lies where the map has it.
    if lay.what == Laying::Plant {
        let file = fixed.scenario.objective.iter().find(|objective| objective.entrance.is_some());
        if let Some(crate::data::scenario::At::Place([Cm(x), Cm(y)])) = file.and_then(|file| file.at.as_ref())
        {
            return Some(Choice::Lay(vec![Pose::at(Point::new(*x, *y))]));
        }
    }
    from(fixed, s, lay, 0)
}

/// Some of the ways to do it.
pub fn candidates(fixed: &Fixed, s: &State, lay: &Lay, rng: &mut SplitMix) -> Vec<Choice> {
    let mut all: Vec<Choice> = (0..3).filter_map(|_| from(fixed, s, lay, rng.below(4096))).collect();
    all.extend(any(fixed, s, lay));
    all.dedup();
    all
}

/// The side that defends, where one does.
pub fn defender(fixed: &Fixed) -> Option<SeatId> {
    side_of(fixed, "defender")
}
