//! Warlocks and Wraithguard: SH-WLK, SH-WGD. Psi points, the Witch Blade, orders and what carries them out, and the damage
//! that wraithbone takes.

pub mod choice;
pub mod damage;
pub mod event;
pub mod legal;
pub mod orders;
pub mod policy;
pub mod present;
pub mod psi;
pub mod scenario;

use grognard_engine::{RuleId, rule};
use grognard_space::grid::Cell;
use serde::{Deserialize, Serialize};

use crate::Fixed;
use crate::piece::{Mark, PieceId};
use crate::table::Table;

/// What a model is among seers.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seer {
    /// SH-WLK-001: he gives orders.
    Warlock,
    /// SH-WGD-001: it follows them.
    Wraithguard,
}

impl Seer {
    /// The rule with its action points.
    pub const fn rule(self) -> RuleId {
        match self {
            Seer::Warlock => rule!("SH-WLK-001"),
            Seer::Wraithguard => rule!("SH-WGD-001"),
        }
    }

    /// The rule with its close combat.
    pub const fn skill_rule(self) -> RuleId {
        match self {
            Seer::Warlock => rule!("SH-WLK-002"),
            Seer::Wraithguard => rule!("SH-WGD-005"),
        }
    }
}

/// What a Wraithguard does only when it is told to (SH-WLK-005, SH-WGD-002).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Fire the wraithcannon.
    Fire,
    /// Close assault.
    Assault,
    /// Go on overwatch.
    Overwatch,
    /// Open or close a door.
    Door,
}

impl Order {
    /// All of them.
    pub const ALL: [Order; 4] = [Order::Fire, Order::Assault, Order::Overwatch, Order::Door];

    /// The name in text forms.
    pub const fn name(self) -> &'static str {
        match self {
            Order::Fire => "fire",
            Order::Assault => "assault",
            Order::Overwatch => "overwatch",
            Order::Door => "door",
        }
    }

    /// The order of a name.
    pub fn named(name: &str) -> Option<Order> {
        Order::ALL.into_iter().find(|order| order.name() == name)
    }
}

/// What belongs to one Warlock or Wraithguard beyond what every model has.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Spirit {
    /// SH-WLK-004: psi points of this turn.
    pub psi: u8,
    /// SH-WLK-003: psi points in the Witch Blade.
    pub stored: u8,
    /// SH-WLK-005: orders not carried out yet, by kind.
    pub orders: [u8; 4],
    /// SH-WGD-006: whether it was knocked down, not merely fallen.
    pub downed: bool,
}

impl Spirit {
    /// Orders of a kind.
    pub const fn has(&self, order: Order) -> u8 {
        self.orders[order as usize]
    }

    /// Psi points to be spent, from wherever.
    pub const fn power(&self) -> u8 {
        self.psi.saturating_add(self.stored)
    }
}

/// Everything about Warlocks and Wraithguard that is not in their models.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seers {
    /// By the place in the squad.
    pub spirits: Vec<Spirit>,
    /// SH-WGD-005: the fight the active Wraithguard has to go on with.
    pub fight: Option<(u8, Mark)>,
}

impl Seers {
    /// What there is before the first turn; nothing for other forces.
    pub fn new(fixed: &Fixed) -> Option<Box<Seers>> {
        let models = fixed.mission.squad.len();
        let any = (0..models).any(|index| fixed.profile(index as u8).seer.is_some());
        any.then(|| Box::new(Seers { spirits: vec![Spirit::default(); models], fight: None }))
    }
}

/// What is kept of a Warlock or a Wraithguard.
pub fn spirit(table: &Table, index: u8) -> Spirit {
    table.seers.as_ref().map_or(Spirit::default(), |seers| seers.spirits[index as usize])
}

/// The same, to be changed.
pub fn spirit_mut(table: &mut Table, index: u8) -> Option<&mut Spirit> {
    table.seers.as_mut().map(|seers| &mut seers.spirits[index as usize])
}

/// Whether a model is a Wraithguard.
pub fn is_wraithguard(fixed: &Fixed, index: u8) -> bool {
    fixed.profile(index).seer == Some(Seer::Wraithguard)
}

/// Whether a model is a Warlock.
pub fn is_warlock(fixed: &Fixed, index: u8) -> bool {
    fixed.profile(index).seer == Some(Seer::Warlock)
}

/// SH-WGD-006: whether a model was knocked down and gets up at a price of its own.
pub fn is_downed(table: &Table, who: PieceId) -> bool {
    matches!(who, PieceId::Marine(index)
        if table.seers.is_some() && table.marines[index as usize].prone && spirit(table, index).downed)
}

/// SH-WLK-005: the Wraithguard within reach of a Warlock's mind.
pub fn within_reach<'a>(
    fixed: &'a Fixed,
    table: &'a Table,
    warlock: u8,
) -> impl Iterator<Item = (u8, Cell)> + 'a {
    let from = table.marines[warlock as usize].cell();
    let side = table.side(PieceId::Marine(warlock));
    table.models_of(side).filter(move |(index, cell)| {
        let near = |from: Cell| fixed.range(from, *cell) <= fixed.numbers().orders.distance;
        is_wraithguard(fixed, *index) && from.is_some_and(near)
    })
}

/// Checks that what a state says of Warlocks and Wraithguard fits the mission.
pub fn check_shape(fixed: &Fixed, table: &Table) -> Result<(), String> {
    let there = Seers::new(fixed).map(|seers| seers.spirits.len());
    if table.seers.as_ref().map(|seers| seers.spirits.len()) != there {
        return Err("Warlocks and Wraithguard do not fit the mission".to_owned());
    }
    let Some(seers) = &table.seers else { return Ok(()) };
    let bound = seers.fight.is_none_or(|(index, mark)| {
        let marked = match mark {
            Mark::Model(PieceId::Marine(other)) => (other as usize) < table.marines.len(),
            Mark::Model(PieceId::Stealer(other)) => (other as usize) < table.stealers.len(),
            Mark::Model(PieceId::Blip(other)) => (other as usize) < table.blips.len(),
            Mark::Door(cell) => fixed.mission.grid.all().contains(cell),
        };
        (index as usize) < table.marines.len() && marked
    });
    let few = |spirit: &Spirit| {
        spirit.orders.iter().chain([&spirit.psi, &spirit.stored]).all(|count| *count <= MOST)
    };
    if !bound {
        return Err("a Wraithguard fights what does not exist".to_owned());
    }
    if seers.spirits.iter().all(few) { Ok(()) } else { Err(format!("at most {MOST} of a kind fit")) }
}

/// The most orders of a kind and psi points of a kind that are counted.
pub const MOST: u8 = 100;
