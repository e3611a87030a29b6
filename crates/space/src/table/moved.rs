//! A table on which some models have moved already, without a copy of it.

use smallvec::SmallVec;

use super::board::{BodyId, Table};
use super::check::Elsewhere;
use super::path::{MoveRules, Travel, sane};
use super::{Body, Form, Pose};

/// A table and the models that stand elsewhere by now: the models of a unit move one after another, and each way is
/// tested against where all others stand by then.
#[derive(Clone, Debug)]
pub struct Moved<'a> {
    table: &'a Table,
    moved: SmallVec<[(BodyId, Body); 4]>,
}

impl<'a> Moved<'a> {
    /// A table on which nobody has moved yet.
    pub fn new(table: &'a Table) -> Self {
        Self { table, moved: SmallVec::new() }
    }

    /// The table as it was before.
    pub fn before(&self) -> &'a Table {
        self.table
    }

    /// A model where it stands now, if it is on the table.
    pub fn body(&self, id: BodyId) -> Option<&Body> {
        let moved = self.moved.iter().find(|(other, _)| *other == id).map(|(_, body)| body);
        moved.or_else(|| self.table.body(id))
    }

    /// The form of a model on the table.
    pub fn form(&self, id: BodyId) -> Option<&'a Form> {
        self.table.form(id)
    }

    /// All models on the table, in the order of their numbers.
    pub fn ids(&self) -> impl Iterator<Item = BodyId> + 'a {
        self.table.ids()
    }

    /// Moves a model that stands on the table. A pose out of all limits is refused by the check, and nothing is put
    /// there.
    pub fn move_to(&mut self, id: BodyId, pose: Pose) {
        let (Some(body), Some(form)) = (self.body(id), self.table.form(id)) else { return };
        if !sane(pose) {
            return;
        }
        let body = body.moved(form, pose);
        match self.moved.iter_mut().find(|(other, _)| *other == id) {
            Some((_, old)) => *old = body,
            None => self.moved.push((id, body)),
        }
    }

    /// Checks the move of one model from where it stands now. Models not on the table do not move.
    pub fn check_move(&self, id: BodyId, stops: &[Pose], rules: &MoveRules<'_>) -> Travel {
        let Some(at) = self.moved.iter().position(|(other, _)| *other == id) else {
            return self.check_from(self.table.body(id), id, stops, rules, [&self.moved, &[]]);
        };
        self.check_from(Some(&self.moved[at].1), id, stops, rules, [&self.moved[..at], &self.moved[at + 1..]])
    }

    fn check_from(
        &self,
        start: Option<&Body>,
        id: BodyId,
        stops: &[Pose],
        rules: &MoveRules<'_>,
        elsewhere: Elsewhere<'_>,
    ) -> Travel {
        let (Some(body), Some(form)) = (start, self.table.form(id)) else { return Travel::default() };
        let absent = |other: BodyId| other == id || self.moved.iter().any(|(gone, _)| *gone == other);
        self.table.check_way(form, body.clone(), stops, rules, &absent, elsewhere)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{FormId, Ground, GroupId, Length, Point};
    use super::*;

    fn table() -> Table {
        let figure = Form::on_round_base(Length::mm(32), Length::tenths(16));
        let ground = Ground::new(Length::inches(60), Length::inches(44), Vec::new(), vec![figure]);
        let mut table = Table::new(Arc::new(ground));
        for (id, x) in [(0, 10), (1, 12), (2, 14)] {
            table.put(BodyId(id), FormId(0), GroupId(0), at(x, 10));
        }
        table
    }

    fn at(x: i32, y: i32) -> Pose {
        Pose::at(Point::new(Length::inches(x), Length::inches(y)))
    }

    /// Whoever has moved is where it went, for itself and for others, as on a table on which it was moved.
    #[test]
    fn an_overlay_is_a_table_with_the_moves_made() {
        let before = table();
        let rules = MoveRules::up_to(Length::inches(6));
        let (mut overlay, mut after) = (Moved::new(&before), before.clone());
        let steps = [(1, at(12, 14)), (0, at(13, 10)), (1, at(10, 10)), (2, at(13, 10)), (9, at(1, 1))];
        for (id, end) in steps {
            let id = BodyId(id);
            for stops in [&[end][..], &[at(12, 10), end], &[]] {
                assert_eq!(overlay.check_move(id, stops, &rules), after.check_move(id, stops, &rules));
            }
            overlay.move_to(id, end);
            after.move_to(id, end);
            assert!(overlay.ids().all(|id| overlay.body(id) == after.body(id)));
        }
        assert_eq!(overlay.before(), &table());
    }

    #[test]
    fn nothing_is_put_out_of_all_limits() {
        let before = table();
        let mut overlay = Moved::new(&before);
        overlay.move_to(BodyId(0), Pose::at(Point { x: i32::MAX, y: 0 }));
        assert_eq!(overlay.body(BodyId(0)), before.body(BodyId(0)));
    }
}
