//! A table is saved without what follows from it.

use std::sync::Arc;

use grognard_space::table::*;

fn inch(x: i32, y: i32) -> Pose {
    Pose::at(Point::new(Length::inches(x), Length::inches(y)))
}

/// A table with a squad of ten and one enemy.
fn table() -> Table {
    let figure = Form::on_round_base(Length::mm(32), Length::tenths(16));
    let ground = Ground::new(Length::inches(60), Length::inches(44), Vec::new(), vec![figure]);
    let mut table = Table::new(Arc::new(ground));
    for number in 0..10_u16 {
        let at = inch(6 + i32::from(number % 5) * 2, 6 + i32::from(number / 5) * 2);
        table.put(BodyId(number), FormId(0), GroupId(0), at);
    }
    table.put(BodyId(20), FormId(0), GroupId(1), inch(30, 30));
    table
}

#[test]
fn a_table_is_saved_without_what_follows_from_it() {
    let table = table();
    let text = serde_json::to_string(&table).expect("it is plain data");
    let mut back: Table = serde_json::from_str(&text).expect("it was written so");
    back.revive(table.ground()).expect("the same ground");
    assert_eq!(back, table);
    assert_eq!(back.distance(BodyId(0), BodyId(20)), table.distance(BodyId(0), BodyId(20)));
    let wrong = text.replace("\"form\":0", "\"form\":7");
    let mut wrong: Table = serde_json::from_str(&wrong).expect("still plain data");
    assert!(wrong.revive(table.ground()).is_err());
}
