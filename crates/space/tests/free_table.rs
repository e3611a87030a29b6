//! Solvers of the free table over random tables: whatever they propose is legal by the checks a player's move goes
//! through, and the same question has the same answer.

use std::sync::Arc;

use grognard_space::table::*;
use proptest::prelude::*;

const FIGURE: FormId = FormId(0);
const TANK: FormId = FormId(1);

fn forms() -> Vec<Form> {
    let tank = Form {
        footprint: Footprint::rectangle(Length::mm(120), Length::mm(70)),
        height: Length::mm(60),
        lift: Length::ZERO,
        measured: Measured::Hull,
        tags: Tags::NONE,
    };
    vec![Form::on_round_base(Length::mm(32), Length::tenths(16)), tank]
}

fn inch(x: i32, y: i32) -> Pose {
    Pose::at(Point::new(Length::inches(x), Length::inches(y)))
}

fn squad_rules() -> CoherencyRules {
    CoherencyRules {
        reach: Length::inches(2),
        vertical: Some(Length::inches(5)),
        from_top: false,
        neighbours: vec![(2, 1), (6, 2)],
        one_group: true,
    }
}

/// A table with one squad of ten in two rows, enemies and blocks.
fn table(enemies: &[(i32, i32)], blocks: &[(i32, i32, i32)]) -> (Table, Vec<BodyId>) {
    let block = |(x, y, height): &(i32, i32, i32)| {
        let corner = |dx, dy| Point::new(Length::inches(x + dx), Length::inches(y + dy));
        let area = Area::rectangle(corner(0, 0), corner(3, 2)).expect("a rectangle");
        Terrain::solid(area, Length::inches(*height))
    };
    let terrain = blocks.iter().map(block).collect();
    let ground = Ground::new(Length::inches(60), Length::inches(44), terrain, forms());
    let mut table = Table::new(Arc::new(ground));
    let unit: Vec<BodyId> = (0..10).map(BodyId).collect();
    for (number, id) in (0..).zip(&unit) {
        table.put(*id, FIGURE, GroupId(0), inch(6 + number % 5 * 2, 6 + number / 5 * 2));
    }
    for (number, (x, y)) in (20..).zip(enemies) {
        table.put(BodyId(number), FIGURE, GroupId(1), inch(*x, *y));
    }
    (table, unit)
}

fn away(id: BodyId) -> Passing {
    match id.0 {
        0..20 => Passing::Base,
        _ => Passing::Away { horizontal: Length::inches(1), vertical: Length::inches(5) },
    }
}

fn six(_: BodyId) -> MoveRules<'static> {
    MoveRules { free: FreeHeight::Features(Length::inches(1)), ..MoveRules::up_to(Length::inches(6)) }
        .among(&away)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_nearest_spot_is_free(
        wish in (2..58_i32, 2..42_i32),
        enemies in prop::collection::vec((2..55_i32, 4..40_i32), 0..20),
    ) {
        let (table, _) = table(&enemies, &[]);
        let form = &forms()[0];
        let rules = six(BodyId(99));
        let wish = inch(wish.0, wish.1);
        let found = table.nearest_spot(form, wish, Length::inches(6), &rules, &[], &|_| true);
        let spot = found.expect("there is room within six inches");
        prop_assert!(table.check_place(form, spot, &rules, &|_| false).is_empty());
        let free = table.check_place(form, wish, &rules, &|_| false).is_empty();
        prop_assert_eq!(free, spot == wish);
    }
}

#[test]
fn ten_get_out_of_a_transport() {
    let (mut table, _) = table(&[], &[]);
    table.put(BodyId(40), TANK, GroupId(4), inch(30, 20));
    let tank = table.body(BodyId(40)).expect("it was put there").clone();
    let models: Vec<(BodyId, FormId)> = (50..60).map(|id| (BodyId(id), FIGURE)).collect();
    let (rules, coherency) = (six(BodyId(50)), squad_rules());
    let fits = |body: &Body| body.wholly_within(&tank, Length::inches(3));
    let arrival = Arrival {
        models: &models,
        focus: inch(30, 20),
        spread: Length::inches(6),
        rules: &MoveRules::up_to(rules.limit),
        coherency: &coherency,
        with: &[],
        fits: &fits,
    };
    let packing = table.pack(&arrival);
    assert!(packing.complete(), "{packing:?}");
    for ((id, form), place) in models.iter().zip(&packing.places) {
        table.put(*id, *form, GroupId(5), place.expect("complete"));
    }
    let bodies: Vec<&Body> = models.iter().filter_map(|(id, _)| table.body(*id)).collect();
    assert!(coherency.check(&bodies).coherent);
    for body in &bodies {
        assert!(body.wholly_within(&tank, Length::inches(3)) && !body.collides(&tank));
    }
}

#[test]
fn where_there_is_little_room_some_stay_out() {
    let (table, _) = table(&[], &[]);
    let models: Vec<(BodyId, FormId)> = (50..60).map(|id| (BodyId(id), FIGURE)).collect();
    let corner = Area::rectangle(inch(40, 30).at, inch(43, 33).at).expect("a square");
    let fits = |body: &Body| corner.covers(&body.outline);
    let coherency = squad_rules();
    let arrival = Arrival {
        models: &models,
        focus: inch(41, 31),
        spread: Length::inches(3),
        rules: &MoveRules::up_to(Length::ZERO),
        coherency: &coherency,
        with: &[],
        fits: &fits,
    };
    let count = table.pack(&arrival).count();
    assert!((3..=5).contains(&count), "three inches square hold four bases, found {count}");
}

#[test]
fn a_table_is_saved_without_what_follows_from_it() {
    let (table, _) = table(&[(30, 30)], &[(10, 20, 2)]);
    let text = serde_json::to_string(&table).expect("it is plain data");
    let mut back: Table = serde_json::from_str(&text).expect("it was written so");
    back.revive(table.ground()).expect("the same ground");
    assert_eq!(back, table);
    assert_eq!(back.distance(BodyId(0), BodyId(20)), table.distance(BodyId(0), BodyId(20)));
    let wrong = text.replace("\"form\":0", "\"form\":7");
    let mut wrong: Table = serde_json::from_str(&wrong).expect("still plain data");
    assert!(wrong.revive(table.ground()).is_err());
}
