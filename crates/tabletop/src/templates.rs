//! Templates that a player lays on the table: blast markers and teardrops, who is under them, where most are, and how they
//! scatter.

use grognard_engine::RuleId;
use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::dice::Die;
use grognard_engine::ruleset::Ruleset;
use grognard_space::table::{Angle, Body, BodyId, Coverage, Length, Point, Pose, Table, Template};

/// A template before it is laid.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A round marker of a radius.
    Blast(Length),
    /// A teardrop so long over all, with a round end so wide. Its tip is where it is laid, and it points where that looks.
    Teardrop(Length, Length),
}

impl Kind {
    /// The template where a player lays it: the pose of its middle or tip.
    pub fn laid(self, at: Pose) -> Template {
        match self {
            Kind::Blast(radius) => Template::blast(at.at, radius),
            Kind::Teardrop(length, width) => Template::teardrop(at.at, at.facing, length, width),
        }
    }

    /// The pose in which a template touches a model with its tip and points at a place.
    pub fn from_model(model: &Body, at: Point) -> Pose {
        Pose::at(model.outline.nearest_to(at)).facing(Angle::of(at - model.pose.at))
    }
}

/// How much of a base has to lie under a template for it to count.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Counts {
    /// It touches, be it by the edge alone.
    Touching,
    /// Some of it lies under it.
    Partly,
    /// All of it does.
    Wholly,
}

impl Counts {
    /// Whether a model counts as under a template.
    pub fn holds(self, template: &Template, body: &Body) -> bool {
        match self {
            Counts::Touching => template.outline.within(&body.outline, Length::ZERO),
            Counts::Partly => template.coverage(&body.outline) != Coverage::None,
            Counts::Wholly => template.coverage(&body.outline) == Coverage::Wholly,
        }
    }
}

/// The models under a template, in the order of their numbers.
pub fn under(table: &Table, template: &Template, counts: Counts) -> Vec<BodyId> {
    let near = table.ids_in(template.outline.bounds()).into_iter();
    near.filter(|id| table.body(*id).is_some_and(|body| counts.holds(template, body))).collect()
}

/// Where a template covers most models.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Most {
    /// How many.
    pub models: usize,
    /// Where it lies then; several places where they are equally good.
    pub places: Vec<Pose>,
}

/// Bearings in which a teardrop is tried.
const BEARINGS: u16 = 256;
/// Places tried around each model, beside those that are exact.
const AROUND: u16 = 16;
/// A place on the grid may be so far from where two circles cross.
const SLACK: Length = Length(2);

/// The places among those that are `legal` where a blast marker covers most of the `wanted` models.
///
/// If anything is legal and the bases are round the search is exact to 0.02 mm: the best place can be pushed until it is
/// the middle of a base or nearly loses two of them, and all those places are tried. Elsewhere it is a good try.
pub fn most_under_blast(
    table: &Table,
    radius: Length,
    counts: Counts,
    wanted: &[BodyId],
    legal: &dyn Fn(Pose) -> bool,
) -> Most {
    let bodies: Vec<&Body> = wanted.iter().filter_map(|id| table.body(*id)).collect();
    let places = spots(&bodies, radius, counts);
    best(&bodies, places.into_iter().map(Pose::at), Kind::Blast(radius), counts, legal)
}

/// The middles of a blast marker worth trying: the middles of bases, places around them, and those that nearly lose two.
pub fn spots(bodies: &[&Body], radius: Length, counts: Counts) -> Vec<Point> {
    // How far the marker's middle may be from a model's for it to count.
    let reach = |body: &Body| {
        let own = body.outline.bounds();
        let across = Length((own.high.x - own.low.x).min(own.high.y - own.low.y)).half();
        let reach = if counts == Counts::Wholly { radius - across } else { radius + across };
        reach - SLACK
    };
    let mut places: Vec<Point> = Vec::new();
    for (at, body) in bodies.iter().enumerate() {
        let (middle, far) = (body.pose.at, reach(body).max(Length::ZERO));
        places.push(middle);
        for turn in 0..AROUND {
            places.push(middle + Angle(turn * (u16::MAX / AROUND + 1)).step(far));
        }
        for other in &bodies[at + 1..] {
            places.extend(crossings(middle, far, other.pose.at, reach(other).max(Length::ZERO)));
        }
    }
    places
}

/// The bearings from a model in which a teardrop covers most of the `wanted` models: 256 of them and those of the models.
pub fn most_under_teardrop(
    table: &Table,
    from: &Body,
    kind: Kind,
    counts: Counts,
    wanted: &[BodyId],
    legal: &dyn Fn(Pose) -> bool,
) -> Most {
    let bodies: Vec<&Body> = wanted.iter().filter_map(|id| table.body(*id)).collect();
    let far = Length::inches(12);
    let bearings = (0..BEARINGS).map(|turn| from.pose.at + Angle(turn << 8).step(far));
    let places: Vec<Point> = bodies.iter().map(|body| body.pose.at).chain(bearings).collect();
    let poses = places.into_iter().map(|at| Kind::from_model(from, at));
    best(&bodies, poses, kind, counts, legal)
}

fn best(
    bodies: &[&Body],
    places: impl Iterator<Item = Pose>,
    kind: Kind,
    counts: Counts,
    legal: &dyn Fn(Pose) -> bool,
) -> Most {
    let mut most = Most { models: 0, places: Vec::new() };
    for place in places.filter(|place| place.at.in_limits()) {
        let template = kind.laid(place);
        let models = bodies.iter().filter(|body| counts.holds(&template, body)).count();
        if models == 0 || models < most.models || most.places.contains(&place) || !legal(place) {
            continue;
        }
        if models > most.models {
            most = Most { models, places: Vec::new() };
        }
        most.places.push(place);
    }
    most
}

/// Where two circles cross, rounded to the grid.
fn crossings(a: Point, far: Length, b: Point, also: Length) -> Vec<Point> {
    let step = b - a;
    let square = step.squared();
    let (p, q) = (i64::from(far.0), i64::from(also.0));
    if square == 0 || square > (p + q).pow(2) || square < (p - q).pow(2) {
        return Vec::new();
    }
    // Along the line between the middles, and beside it.
    let along = square + p * p - q * q;
    let beside = (4 * i128::from(square) * i128::from(p * p) - i128::from(along).pow(2)).max(0).isqrt();
    let part = |x: i32, y: i32, side: i128| {
        let fine = i128::from(along) * i128::from(x) - side * beside * i128::from(y);
        (fine / (2 * i128::from(square))) as i32
    };
    [1, -1]
        .into_iter()
        .map(|side| Point { x: a.x + part(step.x, step.y, side), y: a.y + part(step.y, -step.x, side) })
        .collect()
}

/// What a scatter die showed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// Whether it showed that the shot is on target.
    pub hit: bool,
    /// Where the arrow points; `None` on a hit whose arrow nobody needs.
    pub direction: Option<Angle>,
}

/// The scatter die of most games: two sides with a hit and four with an arrow.
pub const SCATTER_DIE: Die =
    Die::worded(&["die.hit", "die.hit", "die.arrow", "die.arrow", "die.arrow", "die.arrow"]);

/// Rolls a scatter die, whose first `hits` sides are hits, and the direction of its arrow. Hits may carry an arrow, too:
/// then `always` rolls it.
pub fn roll_scatter<R: Ruleset>(
    cx: &mut Ctx<'_, R>,
    (die, hits): (Die, u8),
    always: bool,
    purpose: &'static str,
    rules: &[RuleId],
) -> Step<Arrow> {
    let [side] = cx.roll(die, purpose, rules)?;
    let hit = side <= hits;
    let direction = if hit && !always { None } else { Some(roll_direction(cx, purpose, rules)?) };
    Ok(Arrow { hit, direction })
}

/// Rolls a direction.
pub fn roll_direction<R: Ruleset>(
    cx: &mut Ctx<'_, R>,
    purpose: &'static str,
    rules: &[RuleId],
) -> Step<Angle> {
    cx.direction(purpose, rules).map(bearing)
}

/// A direction by the compass (degrees clockwise from the top of the table) as an angle of the table, whose y points up.
pub fn bearing(degrees: u16) -> Angle {
    Angle::QUARTER - Angle::degrees(i32::from(degrees))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use grognard_space::table::{Form, FormId, Ground, GroupId, Offset};

    use super::*;

    fn table(places: &[(i32, i32)]) -> (Table, Vec<BodyId>) {
        let stand = Form::on_round_base(Length::mm(30), Length::cm(2));
        let ground = Ground::new(Length::cm(120), Length::cm(90), Vec::new(), vec![stand]);
        let mut table = Table::new(Arc::new(ground));
        for (id, (x, y)) in places.iter().enumerate() {
            let at = Point::new(Length::mm(*x), Length::mm(*y));
            table.put(BodyId(id as u16), FormId(0), GroupId(0), Pose::at(at));
        }
        let all = table.ids().collect();
        (table, all)
    }

    fn at(x: i32, y: i32) -> Point {
        Point::new(Length::mm(x), Length::mm(y))
    }

    #[test]
    fn touching_partly_wholly() {
        let (table, _) = table(&[(0, 100), (75, 100), (76, 100), (45, 100), (46, 100)]);
        let marker = Kind::Blast(Length::mm(60)).laid(Pose::at(at(0, 100)));
        let ids = |counts| under(&table, &marker, counts).into_iter().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(ids(Counts::Touching), [0, 1, 3, 4]);
        assert_eq!(ids(Counts::Partly), [0, 3, 4]);
        assert_eq!(ids(Counts::Wholly), [0, 3]);
    }

    /// Three stands that one marker just covers in part, from no place near the middle of one of them.
    #[test]
    fn the_most_are_found_where_two_circles_cross() {
        let (table, all) = table(&[(100, 100), (240, 100), (170, 222), (600, 600)]);
        let anywhere = |_| true;
        let found = most_under_blast(&table, Length::mm(67), Counts::Partly, &all, &anywhere);
        assert_eq!(found.models, 3);
        for place in &found.places {
            let marker = Kind::Blast(Length::mm(67)).laid(*place);
            assert_eq!(under(&table, &marker, Counts::Partly).len(), 3);
        }
        let left = |pose: Pose| pose.at.x > Length::mm(500).0;
        assert_eq!(most_under_blast(&table, Length::mm(67), Counts::Partly, &all, &left).models, 1);
    }

    /// The search never finds fewer than a fine grid does.
    #[test]
    fn a_grid_finds_no_more() {
        let mut number = 7_u32;
        let mut next = |below: u32| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 16) % below
        };
        for _ in 0..20 {
            let places: Vec<(i32, i32)> =
                (0..7).map(|_| (100 + next(200) as i32, 100 + next(200) as i32)).collect();
            let (table, all) = table(&places);
            for counts in [Counts::Partly, Counts::Wholly] {
                let found = most_under_blast(&table, Length::mm(60), counts, &all, &|_| true);
                for x in (40..360).step_by(4) {
                    for y in (40..360).step_by(4) {
                        let marker = Kind::Blast(Length::mm(60)).laid(Pose::at(at(x, y)));
                        assert!(
                            under(&table, &marker, counts).len() <= found.models,
                            "{places:?} at {x},{y}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_teardrop_points_at_the_most() {
        let (table, all) = table(&[(300, 300), (400, 300), (450, 310), (300, 400)]);
        let from = table.body(BodyId(0)).expect("it stands").clone();
        let kind = Kind::Teardrop(Length::mm(200), Length::mm(60));
        let found = most_under_teardrop(&table, &from, kind, Counts::Partly, &all[1..], &|_| true);
        assert_eq!(found.models, 2);
        assert!(found.places.iter().all(|pose| {
            from.outline.within(&grognard_space::table::Outline::point(pose.at), Length::CONTACT)
        }));
    }

    #[test]
    fn the_top_of_the_table_is_no_degrees() {
        let step = |degrees| bearing(degrees).step(Length::cm(10));
        assert_eq!(step(0), Offset { x: 0, y: 10_000 });
        assert_eq!(step(90), Offset { x: 10_000, y: 0 });
        assert_eq!(step(180), Offset { x: 0, y: -10_000 });
    }
}
