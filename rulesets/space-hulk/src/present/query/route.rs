//! Ways for a piece: the cheapest single actions to every square it can get to.
//!
//! Each step is put to the rules on a copy of the table with the piece where it would stand by then, so that a way
//! shown is a way allowed as long as nothing else happens.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use grognard_engine::client::{Plan, PlanStep, QueryAnswer};
use grognard_space::grid::{Cell, Dir, Facing};

use super::Asked;
use crate::Fixed;
use crate::choice::{Action, Choice, write};
use crate::fixed::degrees;
use crate::legal;
use crate::piece::{PieceId, Place};
use crate::present::names::facing_key;
use crate::present::pieces::{active, points};
use crate::present::wording::{Purse, action_option};
use crate::table::Table;
use grognard_engine::message::Message;

/// Where a piece would stand, how it would face, and whether its free quarter turn would be used up (SH-TUR-003).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Stand {
    pub(super) cell: Cell,
    pub(super) facing: Facing,
    pub(super) turned: bool,
}

impl Stand {
    const fn index(self) -> usize {
        self.cell.index() * 8 + self.facing as usize * 2 + self.turned as usize
    }
}

/// The best way to a stand.
#[derive(Copy, Clone, Debug)]
pub(super) struct Best {
    pub(super) stand: Stand,
    pub(super) cost: u16,
    /// Among ways of one price the one with the fewest actions is taken, and the straighter one among those.
    effort: u32,
    /// The stand before and what was done there; none for where the way begins.
    before: Option<(usize, Action)>,
}

impl Best {
    /// Where a way begins.
    pub(super) const fn begin(cell: Cell, facing: Facing, turned: bool, cost: u16) -> Best {
        Best { stand: Stand { cell, facing, turned }, cost, effort: 0, before: None }
    }
}

/// The cheapest ways of a piece.
pub(super) struct Ways {
    best: Vec<Option<Best>>,
    /// It begins with a step out of an entry area (SH-ENP-004).
    from_entry: bool,
}

/// Every stand a piece can get to at no more than this price.
fn ways(asked: &Asked<'_>, piece: PieceId, limit: u16) -> Ways {
    let table = asked.activated_table(piece);
    let starts = beginnings(asked, &table, piece);
    search(asked, table, piece, starts, limit, Doors::AsTheyAre)
}

/// What a way may do about closed doors.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Doors {
    /// They are in the way.
    AsTheyAre,
    /// They are opened and paid for.
    Opened,
}

/// Every stand a piece can get to from some of them.
pub(super) fn search(
    asked: &Asked<'_>,
    mut table: Table,
    piece: PieceId,
    starts: Vec<Best>,
    limit: u16,
    doors: Doors,
) -> Ways {
    let fixed = asked.fixed;
    let mut ways = Ways { best: vec![None; fixed.mission.grid.len() * 8], from_entry: false };
    let mut open = BinaryHeap::new();
    for best in starts {
        ways.from_entry |= best.cost > 0;
        ways.best[best.stand.index()] = Some(best);
        open.push(Reverse((best.cost, best.effort, best.stand.index())));
    }
    while let Some(Reverse((cost, effort, index))) = open.pop() {
        let Some(here) = ways.best[index].filter(|best| (best.cost, best.effort) == (cost, effort)) else {
            continue;
        };
        stand_at(asked, &mut table, piece, here.stand);
        for action in steps_from(asked, here.stand, piece) {
            let price = match action {
                Action::Move(to) if doors == Doors::Opened && table.closed.contains(to) => {
                    through(fixed, &mut table, piece, to)
                }
                _ => price(fixed, &table, piece, action),
            };
            let Some(price) = price else { continue };
            let next = Best {
                stand: after(here.stand, piece, action),
                cost: cost + u16::from(price),
                effort: effort + effort_of(fixed, here.stand, action),
                before: Some((index, action)),
            };
            ways.take(&mut open, next, limit);
        }
        // Whoever looks at what could happen looks at other levels too.
        for action in between_levels(asked, &table, here.stand).into_iter().filter(|_| doors == Doors::Opened)
        {
            let Some(price) = price(fixed, &table, piece, action) else { continue };
            let (Action::Climb(cell) | Action::Ride(cell)) = action else { continue };
            // SH-LAD-004, SH-PIT-014: any facing after a climb; a ride changes none.
            let facings =
                if matches!(action, Action::Climb(_)) { &Facing::ALL[..] } else { &[here.stand.facing][..] };
            for facing in facings {
                let next = Best {
                    stand: Stand { cell, facing: *facing, turned: false },
                    cost: cost + u16::from(price),
                    effort: effort + effort_of(fixed, here.stand, action),
                    before: Some((index, action)),
                };
                ways.take(&mut open, next, limit);
            }
        }
    }
    ways
}

/// SH-LAD-003, SH-PIT-012, SH-AMB-012: climbs and rides to be tried.
fn between_levels(asked: &Asked<'_>, table: &Table, stand: Stand) -> Vec<Action> {
    let mission = &asked.fixed.mission;
    let holes = &table.things.holes;
    let above = mission.above(stand.cell).filter(|above| holes.contains(*above));
    let below = mission.below(stand.cell).filter(|_| holes.contains(stand.cell));
    let rides = mission.hazards.lift_of(stand.cell).map(|lift| lift.cars.clone()).unwrap_or_default();
    let climbs = above.into_iter().chain(below).map(Action::Climb);
    climbs.chain(rides.into_iter().filter(|to| *to != stand.cell).map(Action::Ride)).collect()
}

/// What an action costs, if it is allowed.
fn price(fixed: &Fixed, table: &Table, piece: PieceId, action: Action) -> Option<u8> {
    let allowed = legal::allowed(fixed, table, piece, action, u8::MAX);
    if allowed { legal::cost(fixed, table, piece, action) } else { None }
}

/// What opening a door and stepping into it costs, if both are allowed.
fn through(fixed: &Fixed, table: &mut Table, piece: PieceId, door: Cell) -> Option<u8> {
    let open = price(fixed, table, piece, Action::Open(door))?;
    table.open_door(fixed, door);
    let step = price(fixed, table, piece, Action::Move(door));
    table.close_door(fixed, door);
    Some(open + step?)
}

/// An action counts once, and a little more across a corner.
fn effort_of(fixed: &Fixed, stand: Stand, action: Action) -> u32 {
    const ACTION: u32 = 64;
    match action {
        Action::Move(to) => {
            let dir = fixed.mission.grid.direction(stand.cell, to);
            ACTION + u32::from(dir.is_some_and(Dir::is_diagonal))
        }
        _ => ACTION,
    }
}

/// Where a way can begin: where the piece stands, or on the square before its entry area.
pub(super) fn beginnings(asked: &Asked<'_>, table: &Table, piece: PieceId) -> Vec<Best> {
    let fixed = asked.fixed;
    let begin = Best::begin;
    match table.place(piece) {
        Place::Board(cell) => {
            let turned = matches!(piece, PieceId::Stealer(index) if table.stealers[index as usize].turned);
            vec![begin(cell, table.facing(piece).unwrap_or(Facing::North), turned, 0)]
        }
        Place::Entry(entry) if legal::allowed(fixed, table, piece, Action::Enter, u8::MAX) => {
            let cell = fixed.mission.entries[entry as usize].square;
            let cost = u16::from(fixed.numbers().entry.enter);
            let facings = if table.facing(piece).is_some() { &Facing::ALL[..] } else { &Facing::ALL[..1] };
            facings.iter().map(|facing| begin(cell, *facing, false, cost)).collect()
        }
        _ => Vec::new(),
    }
}

fn stand_at(asked: &Asked<'_>, table: &mut Table, piece: PieceId, stand: Stand) {
    if table.cell(piece) != Some(stand.cell) {
        table.shift(asked.fixed, piece, stand.cell);
    }
    if table.facing(piece).is_some_and(|facing| facing != stand.facing) {
        table.turn_to(asked.fixed, piece, stand.facing);
    }
    if let PieceId::Stealer(index) = piece {
        table.stealers[index as usize].turned = stand.turned;
    }
}

/// Steps and turns to be tried.
fn steps_from(asked: &Asked<'_>, stand: Stand, piece: PieceId) -> impl Iterator<Item = Action> {
    let grid = &asked.fixed.mission.grid;
    let steps = Dir::ALL.into_iter().filter_map(move |dir| grid.step(stand.cell, dir)).map(Action::Move);
    let turns = Facing::ALL.into_iter().filter(move |facing| *facing != stand.facing).map(Action::Turn);
    steps.chain(turns.filter(move |_| !matches!(piece, PieceId::Blip(_))))
}

/// SH-AMB-014: any action but a turn gives the free quarter turn back.
fn after(stand: Stand, piece: PieceId, action: Action) -> Stand {
    let stealer = matches!(piece, PieceId::Stealer(_));
    match action {
        Action::Move(cell) => Stand { cell, turned: false, ..stand },
        Action::Turn(facing) => {
            let quarter = stand.facing.turns_to(facing) == 1;
            Stand { facing, turned: stealer && (quarter || stand.turned), ..stand }
        }
        _ => stand,
    }
}

/// Stands still to be looked at: price, effort, where.
type Open = BinaryHeap<Reverse<(u16, u32, usize)>>;

impl Ways {
    /// Keeps a way if it is the best to its stand and not too dear.
    fn take(&mut self, open: &mut Open, next: Best, limit: u16) {
        let known = &mut self.best[next.stand.index()];
        if next.cost <= limit && known.is_none_or(|old| (next.cost, next.effort) < (old.cost, old.effort)) {
            *known = Some(next);
            open.push(Reverse((next.cost, next.effort, next.stand.index())));
        }
    }

    /// All stands that can be reached.
    pub(super) fn stands(&self) -> impl Iterator<Item = &Best> {
        self.best.iter().flatten()
    }

    /// The cheapest stand on a square; the one with the least effort among those.
    fn to(&self, cell: Cell, facing: Option<Facing>) -> Option<Best> {
        let there = self.best[cell.index() * 8..cell.index() * 8 + 8].iter().flatten();
        let wanted = there.filter(|best| facing.is_none_or(|facing| best.stand.facing == facing));
        wanted.min_by_key(|best| (best.cost, best.effort, best.stand.index())).copied()
    }

    /// The stands of a way in order, each with what leads to it.
    fn back_from(&self, end: Best) -> Vec<Best> {
        let mut way = vec![end];
        while let Some((index, _)) = way[way.len() - 1].before {
            let Some(best) = self.best[index] else { break };
            way.push(best);
        }
        way.reverse();
        way
    }
}

/// The squares a piece could reach with its action points.
pub fn reach(asked: &Asked<'_>, piece: PieceId) -> QueryAnswer {
    let (fixed, table) = (asked.fixed, asked.table());
    let ways = ways(asked, piece, points(fixed, table, piece).into());
    let own = table.cell(piece);
    let cells = fixed.mission.grid.cells().filter(|cell| Some(*cell) != own);
    let reached = cells.filter_map(|cell| {
        let best = ways.to(cell, None)?;
        Some((asked.words().square(cell), i32::from(best.cost)))
    });
    QueryAnswer::Reach { cells: reached.collect() }
}

/// The single actions that take a piece to a square; those it cannot pay with its action points are marked.
pub fn plan(asked: &Asked<'_>, piece: PieceId, to: Cell, facing: Option<Facing>) -> QueryAnswer {
    let (fixed, table) = (asked.fixed, asked.table());
    let words = asked.words();
    let unit = || "ap".to_owned();
    let has = points(fixed, table, piece);
    let ways = ways(asked, piece, u16::MAX);
    let Some(end) = ways.to(to, facing) else {
        let why = match table.place(piece) {
            Place::Board(_) => "plan.no-way",
            _ => asked.idle(piece).unwrap_or("plan.no-way"),
        };
        let note = Some(words.get(why));
        return QueryAnswer::Plan(Plan { unit: unit(), remaining: has.into(), note, ..Plan::default() });
    };
    let mut pen = Pen { asked, piece, has, spent: 0, table: asked.activated_table(piece), steps: Vec::new() };
    let way = ways.back_from(end);
    if active(table.flow) != Some(piece) && asked.idle(piece).is_none() {
        pen.activate();
    }
    if ways.from_entry {
        pen.enter(way[0].stand);
    }
    for pair in way.windows(2) {
        if let Some((_, action)) = pair[1].before {
            pen.act(pair[0].stand, action, pair[1].stand);
        }
    }
    let (total, has) = (i32::from(end.cost), i32::from(has));
    let note = match asked.idle(piece) {
        Some(why) => Some(words.get(why)),
        None if total > has => Some(words.get("plan.beyond")),
        None if way.len() == 1 && !ways.from_entry => Some(words.get("plan.there")),
        None => None,
    };
    QueryAnswer::Plan(Plan {
        total,
        remaining: (has - total).max(0),
        unit: unit(),
        facing: table.facing(piece).map(|_| degrees(end.stand.facing)),
        note,
        steps: if note_only(&way, &ways) { Vec::new() } else { pen.steps },
    })
}

/// The piece is there already: there is nothing to send.
fn note_only(way: &[Best], ways: &Ways) -> bool {
    way.len() == 1 && !ways.from_entry
}

/// Writes the steps of a plan down.
struct Pen<'a> {
    asked: &'a Asked<'a>,
    piece: PieceId,
    has: u8,
    spent: u8,
    table: Table,
    steps: Vec<PlanStep>,
}

impl Pen<'_> {
    fn activate(&mut self) {
        let words = self.asked.words();
        let label = words.say(Message::new("option.activate").text("who", words.piece(self.piece)));
        let stand = self.table.cell(self.piece).zip(self.table.facing(self.piece));
        let cell = self.table.cell(self.piece).or_else(|| match self.table.place(self.piece) {
            Place::Entry(entry) => Some(self.asked.fixed.mission.entries[entry as usize].square),
            _ => None,
        });
        self.steps.push(PlanStep {
            text: write(self.asked.fixed, Choice::Activate(self.piece)),
            label,
            costs: Vec::new(),
            cell: cell.map(|cell| words.square(cell)).unwrap_or_default(),
            facing: stand.map(|(_, facing)| degrees(facing)),
            too_dear: false,
        });
    }

    /// SH-ENP-004: onto the map; a Genestealer faces as it likes.
    fn enter(&mut self, first: Stand) {
        let words = self.asked.words();
        self.write(Action::Enter, first);
        if self.table.facing(self.piece).is_some() {
            let label = Message::new("option.face").key("to", facing_key(first.facing));
            self.steps.push(PlanStep {
                text: write(self.asked.fixed, Choice::Face(first.facing)),
                label: words.say(label),
                costs: Vec::new(),
                cell: words.square(first.cell),
                facing: Some(degrees(first.facing)),
                too_dear: self.spent > self.has,
            });
        }
        stand_at(self.asked, &mut self.table, self.piece, first);
    }

    fn act(&mut self, from: Stand, action: Action, to: Stand) {
        stand_at(self.asked, &mut self.table, self.piece, from);
        self.write(action, to);
    }

    fn write(&mut self, action: Action, to: Stand) {
        let fixed = self.asked.fixed;
        let left = self.has.saturating_sub(self.spent);
        let marine = matches!(self.piece, PieceId::Marine(_));
        let purse = Purse { ap: if marine { left } else { u8::MAX } };
        let option = action_option(fixed, &self.table, Some(self.piece), action, purse);
        let price = legal::cost(fixed, &self.table, self.piece, action).unwrap_or(0);
        self.spent = self.spent.saturating_add(price);
        self.steps.push(PlanStep {
            text: write(fixed, Choice::Do(action)),
            label: option.label,
            costs: option.costs,
            cell: self.asked.words().square(to.cell),
            facing: self.table.facing(self.piece).map(|_| degrees(to.facing)),
            too_dear: self.spent > self.has,
        });
    }
}
