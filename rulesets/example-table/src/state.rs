//! The game as it stands, and what the kit asks of it. Nothing is hidden.

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_space::table::{BodyId, FormId, GroupId, Table};
use grognard_tabletop::armies::{Armies, Named};
use grognard_tabletop::ruler::Ruler;
use serde::{Deserialize, Serialize};

use crate::data::{Fixed, PLATOON, STANDS};

/// The sides, in the order of their seats.
pub const SIDES: [&str; 3] = ["red", "green", "blue"];
/// Platoons of a side.
pub const PLATOONS: u16 = STANDS / PLATOON;

/// The whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What comes next.
    pub flow: Flow,
    /// The round, from 1.
    pub round: u8,
    /// The field with the stands that are left.
    pub table: Table,
    /// The stands that are left, by platoon.
    pub platoons: Vec<Vec<BodyId>>,
    /// The platoon that acts.
    pub acting: Option<GroupId>,
    /// Who gave up.
    pub resigned: Option<SeatId>,
}

/// The outer flow.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flow {
    /// A round begins.
    Round,
    /// A platoon acts: its place in the round.
    Act(u16),
    /// The game is over.
    Over,
}

impl State {
    /// A game before its first round.
    pub fn new(fixed: &Fixed) -> State {
        let mut table = Table::new(Arc::clone(&fixed.data.ground));
        let mut platoons = vec![Vec::new(); SIDES.len() * usize::from(PLATOONS)];
        for (at, pose) in fixed.data.start.iter().enumerate() {
            let stand = BodyId(at as u16);
            table.put(stand, FormId(0), platoon_of(stand), *pose);
            platoons[platoon_of(stand).index()].push(stand);
        }
        State { flow: Flow::Round, round: 1, table, platoons, acting: None, resigned: None }
    }

    /// ET-RND-002: the platoon that acts at a place in the round.
    pub fn in_order(place: u16) -> GroupId {
        let sides = SIDES.len() as u16;
        GroupId(place % sides * PLATOONS + place / sides)
    }

    /// The stands a side has left.
    pub fn left(&self, seat: SeatId) -> usize {
        let of_side = |(at, _): &(usize, &Vec<BodyId>)| seat_of(GroupId(*at as u16)) == seat;
        self.platoons.iter().enumerate().filter(of_side).map(|(_, stands)| stands.len()).sum()
    }

    /// Takes a stand off.
    pub fn destroy(&mut self, stand: BodyId) {
        self.table.take(stand);
        self.platoons[platoon_of(stand).index()].retain(|other| *other != stand);
    }
}

/// The platoon of a stand.
pub const fn platoon_of(stand: BodyId) -> GroupId {
    GroupId(stand.0 / PLATOON)
}

/// Whose platoon it is.
pub const fn seat_of(platoon: GroupId) -> SeatId {
    SeatId((platoon.0 / PLATOONS) as u8)
}

/// Whether a state is one that a game can reach.
pub fn sound(state: &State) -> Result<(), String> {
    for (at, stands) in state.platoons.iter().enumerate() {
        let here = |stand: &BodyId| {
            platoon_of(*stand).index() == at && state.table.group(*stand) == Some(GroupId(at as u16))
        };
        if !stands.iter().all(here) {
            return Err(format!("platoon {at} has a stand that is not on the table"));
        }
    }
    let standing = state.table.ids().count();
    if standing != state.platoons.iter().map(Vec::len).sum::<usize>() {
        return Err("a stand on the table is of no platoon".to_owned());
    }
    Ok(())
}

impl Armies for State {
    fn table(&self) -> &Table {
        &self.table
    }

    fn units(&self) -> u16 {
        self.platoons.len() as u16
    }

    fn members(&self, unit: GroupId) -> &[BodyId] {
        &self.platoons[unit.index()]
    }

    fn unit_of(&self, body: BodyId) -> Option<GroupId> {
        Some(platoon_of(body)).filter(|platoon| platoon.index() < self.platoons.len())
    }

    fn foes(&self, one: GroupId, other: GroupId) -> bool {
        seat_of(one) != seat_of(other)
    }
}

impl Named for Fixed {
    fn ruler(&self) -> Ruler {
        Ruler::Centimetres
    }

    fn example(&self) -> &str {
        &self.names[0]
    }

    fn name(&self, body: BodyId) -> &str {
        &self.names[body.index()]
    }

    fn body(&self, name: &str) -> Option<BodyId> {
        self.names.iter().position(|known| known == name).map(|at| BodyId(at as u16))
    }

    fn unit_name(&self, unit: GroupId) -> String {
        format!("{}-{}", SIDES[seat_of(unit).index()], unit.0 % PLATOONS + 1)
    }

    fn unit(&self, name: &str) -> Option<GroupId> {
        (0..SIDES.len() as u16 * PLATOONS).map(GroupId).find(|unit| self.unit_name(*unit) == name)
    }
}
