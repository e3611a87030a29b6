//! Who stands on a table and in whose unit: all that the kit asks of a state.

use grognard_engine::RuleId;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_space::table::{Body, BodyId, GroupId, Point, Pose, Table};

use crate::ruler::Ruler;

/// The units of a game and their models. Sides are the ruleset's: the kit asks only who is a foe of whom, so that three
/// players, or allies, are nothing special.
pub trait Armies {
    /// The table with everybody on it.
    fn table(&self) -> &Table;

    /// How many units there are or were; their ids are below this.
    fn units(&self) -> u16;

    /// The living models of a unit, on the table or off it.
    fn members(&self, unit: GroupId) -> &[BodyId];

    /// The unit of a model; `None` where there is no such model: answers may name any.
    fn unit_of(&self, body: BodyId) -> Option<GroupId>;

    /// Whether two units are enemies.
    fn foes(&self, one: GroupId, other: GroupId) -> bool;
}

impl dyn Armies + '_ {
    /// The models of a unit on the table, with where they stand.
    pub fn standing(&self, unit: GroupId) -> impl Iterator<Item = (BodyId, Pose)> + '_ {
        self.members(unit).iter().filter_map(|body| Some((*body, self.pose(*body)?)))
    }

    /// The same as bodies.
    pub fn bodies(&self, unit: GroupId) -> impl Iterator<Item = (BodyId, &Body)> + '_ {
        self.members(unit).iter().filter_map(|body| Some((*body, self.table().body(*body)?)))
    }

    /// Where a model stands, if it is on the table.
    pub fn pose(&self, body: BodyId) -> Option<Pose> {
        self.table().standing(body).map(|standing| standing.pose)
    }

    /// The middle of a unit's first and last model: near enough for a direction.
    pub fn middle(&self, unit: GroupId) -> Option<Point> {
        let mut standing = self.standing(unit).map(|(_, pose)| pose.at);
        let first = standing.next()?;
        let last = standing.last().unwrap_or(first);
        Some(Point { x: first.x.midpoint(last.x), y: first.y.midpoint(last.y) })
    }

    /// The enemy units of a unit that have a model on the table.
    pub fn foes_of(&self, unit: GroupId) -> impl Iterator<Item = GroupId> + '_ {
        let all = (0..self.units()).map(GroupId);
        all.filter(move |other| self.foes(unit, *other) && self.standing(*other).next().is_some())
    }
}

/// How answers name models and units, and by which ruler they write places.
pub trait Named {
    /// The system's ruler.
    fn ruler(&self) -> Ruler;

    /// A name a model could have, to show what names look like: `red-1.1`.
    fn example(&self) -> &str;

    /// A model's name.
    fn name(&self, body: BodyId) -> &str;

    /// The model of a name.
    fn body(&self, name: &str) -> Option<BodyId>;

    /// A unit's name.
    fn unit_name(&self, unit: GroupId) -> String;

    /// The unit of a name.
    fn unit(&self, name: &str) -> Option<GroupId>;
}

/// A violation that points at models; its sentence names them as `list`, such as `models` or `units`.
pub fn broken(
    named: &dyn Named,
    rule: RuleId,
    key: &'static str,
    list: &'static str,
    models: &[BodyId],
) -> Violation {
    let names: Vec<String> = models.iter().map(|model| named.name(*model).to_owned()).collect();
    let message = Message::new(key).text(list, names.join(", "));
    Violation { pieces: names, ..Violation::new(rule, message) }
}
