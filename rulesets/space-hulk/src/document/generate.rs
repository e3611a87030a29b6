//! Missions made from a seed: corridors that cross, so that there are loops; a room to begin in and a room to get to,
//! doors, entry areas, a goal, forces. The same seed gives the same mission for ever.

use std::collections::{BTreeMap, VecDeque};

use grognard_engine::rng::SplitMix;

use crate::mission::Measured;

/// Squares a squad covers in a turn, about: it turns, opens doors and shoots on the way.
const PACE: usize = 3;
/// Turns beyond the bare way.
const SLACK: usize = 4;
/// What lies between the seeds of one plan and the next of the same number.
const FURTHER: u64 = 0x000b_ad5e_ed5e_4d05;

/// How the two sides are equipped.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Models of the squad.
    pub models: usize,
    /// Turns beyond the bare way.
    pub slack: usize,
    /// Blips a turn.
    pub per_turn: u8,
    /// Blips that wait at the beginning.
    pub lurking: usize,
    /// Counters with one, two and three Genestealers.
    pub pool: [u8; 3],
}

impl Strength {
    /// What lies so many parts of the way to another strength.
    pub fn towards(self, other: Strength, parts: usize, of: usize) -> Strength {
        let mix = |own: usize, far: usize| (own * (of - parts) + far * parts + of / 2) / of;
        let count = |own: u8, far: u8| mix(own.into(), far.into()) as u8;
        Strength {
            models: mix(self.models, other.models),
            slack: mix(self.slack, other.slack),
            per_turn: count(self.per_turn, other.per_turn),
            lurking: mix(self.lurking, other.lurking),
            pool: std::array::from_fn(|face| count(self.pool[face], other.pool[face])),
        }
    }
}

const fn step(models: usize, slack: usize, per_turn: u8, lurking: usize, pool: [u8; 3]) -> Strength {
    Strength { models, slack, per_turn, lurking, pool }
}

/// Counters with barely a Genestealer, next to none, hardly any, few, some, as many as in the missions that come along,
/// and more.
const BARELY: [u8; 3] = [3, 0, 0];
const NEXT_TO_NONE: [u8; 3] = [5, 0, 0];
const HARDLY: [u8; 3] = [9, 0, 0];
const FEW: [u8; 3] = [14, 2, 0];
const SOME: [u8; 3] = [10, 6, 2];
const MANY: [u8; 3] = [9, 7, 8];
const HORDE: [u8; 3] = [4, 6, 12];

/// From easy to hard for the Marines.
pub const LADDER: [Strength; 26] = [
    step(9, SLACK + 7, 1, 0, BARELY),
    step(9, SLACK + 6, 1, 0, BARELY),
    step(9, SLACK + 5, 1, 0, NEXT_TO_NONE),
    step(9, SLACK + 4, 1, 0, NEXT_TO_NONE),
    step(9, SLACK + 4, 1, 0, HARDLY),
    step(9, SLACK + 2, 1, 0, HARDLY),
    step(9, SLACK + 4, 1, 0, FEW),
    step(9, SLACK + 2, 1, 0, FEW),
    step(8, SLACK + 1, 1, 0, FEW),
    step(8, SLACK, 1, 1, FEW),
    step(7, SLACK, 1, 1, FEW),
    step(7, SLACK, 1, 1, SOME),
    step(6, SLACK, 1, 1, SOME),
    step(6, SLACK, 1, 2, SOME),
    step(6, SLACK, 1, 2, MANY),
    step(5, SLACK, 1, 2, SOME),
    step(5, SLACK, 1, 2, MANY),
    step(5, SLACK, 1, 3, MANY),
    step(5, SLACK, 2, 1, MANY),
    step(5, SLACK, 2, 2, MANY),
    step(5, SLACK - 1, 2, 3, MANY),
    step(4, SLACK - 1, 2, 3, MANY),
    step(4, SLACK - 2, 3, 3, MANY),
    step(4, SLACK - 3, 3, 3, MANY),
    step(4, SLACK - 3, 3, 5, HORDE),
    step(3, SLACK - 3, 3, 5, HORDE),
];

/// The step of [`LADDER`] a mission has that nobody has tried yet.
pub const MIDDLE: usize = 14;

/// What the Marines are after.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Aim {
    Burn,
    Exit,
    Hold,
    Carry,
}

type Square = (usize, usize);

/// An entry area: the square, and the side it lies on.
#[derive(Clone, Debug)]
struct Entry {
    at: Square,
    side: &'static str,
}

/// A mission but for the strength of its forces.
#[derive(Clone, Debug)]
pub struct Plan {
    seed: u64,
    /// Letters of sections by row and column.
    squares: BTreeMap<Square, char>,
    doors: Vec<Square>,
    entries: Vec<Entry>,
    start: Vec<Square>,
    goal_room: char,
    /// Where something to carry would lie.
    item: Square,
    exits: Vec<Square>,
    aim: Aim,
    /// Steps from the start to the goal, by way of what is carried.
    way: usize,
}

/// Lays a map out.
struct Builder {
    mix: SplitMix,
    squares: BTreeMap<Square, char>,
    letters: std::ops::RangeInclusive<char>,
}

impl Builder {
    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.mix.below(most - least + 1)
    }

    /// A section's letter; the last one again where the alphabet is at its end.
    fn letter(&mut self) -> char {
        self.letters.next().unwrap_or('Z')
    }

    fn lay(&mut self, squares: impl Iterator<Item = Square>, letter: char) {
        for square in squares {
            self.squares.entry(square).or_insert(letter);
        }
    }

    fn room(&mut self, left: usize, top: usize) -> char {
        let letter = self.letter();
        self.lay((0..9).map(|n| (left + n % 3, top + n / 3)), letter);
        letter
    }
}

impl Plan {
    /// The plan of a seed, and those to try after it where no forces are even on it.
    pub fn attempt(seed: u64, attempt: u64) -> Plan {
        if attempt == 0 {
            return Plan::new(seed);
        }
        let other = SplitMix::new(seed.wrapping_add(attempt.wrapping_mul(FURTHER))).next_u64();
        Plan { seed, ..Plan::new(other) }
    }

    /// The plan of a seed.
    pub fn new(seed: u64) -> Plan {
        let mix = SplitMix::new(seed ^ 0x005e_ed0f_4d15_5104);
        let mut b = Builder { mix, squares: BTreeMap::new(), letters: 'A'..='Z' };
        let (rows, columns) = (b.between(2, 3), b.between(3, 4));
        let ys: Vec<usize> = positions(&mut b, 2, rows, 4, 5);
        let first = b.between(5, 6);
        let xs: Vec<usize> = positions(&mut b, first, columns, 4, 6);
        let (left, right) = (xs[0], xs[columns - 1]);
        let start_row = b.between(0, rows - 1);
        let goal_row = b.between(0, rows - 1);
        let aim = [Aim::Burn, Aim::Exit, Aim::Hold, Aim::Carry][b.between(0, 3)];

        let start_room = b.room(0, ys[start_row] - 1);
        debug_assert_eq!(start_room, 'A');
        let lane = b.letter();
        b.lay((3..left).map(|x| (x, ys[start_row])), lane);
        let goal_room = b.room(right + 2, ys[goal_row] - 1);
        let mut doors = vec![(right + 1, ys[goal_row])];
        // Corridors from left to right, a section between two crossings.
        for &y in &ys {
            for pair in xs.windows(2) {
                let letter = b.letter();
                b.lay((pair[0]..pair[1]).map(|x| (x, y)), letter);
                b.lay(std::iter::once((pair[1], y)), letter);
                if b.mix.below(4) == 0 {
                    doors.push((usize::midpoint(pair[0], pair[1]), y));
                }
            }
        }
        let letter = b.squares[&(right, ys[goal_row])];
        b.lay(std::iter::once((right + 1, ys[goal_row])), letter);
        // Corridors across: the outer ones always, so that there is a loop.
        for (column, &x) in xs.iter().enumerate() {
            let outer = column == 0 || column + 1 == columns;
            for pair in ys.windows(2) {
                if !outer && b.mix.below(3) == 0 {
                    continue;
                }
                let letter = b.letter();
                b.lay((pair[0] + 1..pair[1]).map(|y| (x, y)), letter);
                if b.mix.below(4) == 0 {
                    doors.push((x, usize::midpoint(pair[0], pair[1])));
                }
            }
        }
        let entries = entries(&mut b, &xs, &ys, (start_row, goal_row));
        let mut start: Vec<Square> = (0..9).map(|n| (2 - n / 3, ys[start_row] - 1 + n % 3)).collect();
        start.sort_by_key(|(x, y)| (std::cmp::Reverse(*x), y.abs_diff(ys[start_row])));
        let goal_middle = (right + 3, ys[goal_row]);
        let exits = match aim {
            Aim::Exit | Aim::Carry => vec![(right + 4, ys[goal_row])],
            Aim::Burn | Aim::Hold => Vec::new(),
        };
        // What is carried lies at a crossing off the straight way.
        let item = (xs[columns / 2], ys[(goal_row + 1) % rows]);
        let door = (2, ys[start_row]);
        let way = match aim {
            Aim::Carry => steps(&b.squares, door, item) + steps(&b.squares, item, goal_middle),
            _ => steps(&b.squares, door, goal_middle),
        };
        let squares = b.squares;
        Plan { seed, squares, doors, entries, start, goal_room, item, exits, aim, way }
    }

    /// The mission's file with forces of a strength and, where it was measured, how often the Marines win with them.
    pub fn text(&self, strength: Strength, balance: Option<Measured>) -> String {
        let at = |(x, y): &Square| format!("\"{x},{y}\"");
        let list = |squares: &[Square]| squares.iter().map(at).collect::<Vec<_>>().join(", ");
        let models = strength.models;
        let more = if self.aim == Aim::Hold { 2 } else { 0 };
        let turns = (self.way / PACE + strength.slack + more).max(3);
        let (told, feared, goal) = self.goal(models, turns);
        let entries: Vec<String> = self
            .entries
            .iter()
            .enumerate()
            .map(|(n, entry)| {
                format!("[[entry]]\nid = \"e{n}\"\nat = {}\nside = \"{}\"\n", at(&entry.at), entry.side)
            })
            .collect();
        let lurking: Vec<_> =
            (0..strength.lurking.min(self.entries.len())).map(|n| format!("\"e{n}\"")).collect();
        // Where fire is wanted, there is a second flamer in case the first falls, and in a large squad a third.
        let (heavy, ninth) = if self.aim == Aim::Burn { ("flamer", "flamer") } else { ("cannon", "marine") };
        let roles =
            ["sergeant", "flamer", "marine", "marine", heavy, "marine", "chain-fist", "hammer", ninth];
        let squad: Vec<String> = (1..)
            .zip(roles)
            .take(models)
            .map(|(n, role)| format!("  {{ name = \"{role}-{n}\", profile = \"{role}\" }},\n"))
            .collect();
        let exits = match self.exits.as_slice() {
            [] => String::new(),
            squares => format!("exits = [{}]\n", list(squares)),
        };
        let balance = balance.map_or_else(String::new, |Measured { games, marines_won, seed, .. }| {
            format!("balance = {{ games = {games}, marines_won = {marines_won}, seed = {seed} }}\n")
        });
        format!(
            "id = \"generated-{seed}\"\nname = \"Derelict {seed}\"\nabout = \"A part of the hulk nobody has mapped before.\"\n\
             order = 900\nturns = {turns}\n{balance}{exits}map = \"\"\"\n{map}\"\"\"\n\n{entries}\n[marines]\ngoal = \"{told}\"\n\
             facing = \"east\"\nstart = [{start}]\nsquad = [\n{squad}]\n\n[stealers]\ngoal = \"{feared}\"\n\
             lurking = [{lurking}]\nper_turn = {per_turn}\npool = {{ 1 = {one}, 2 = {two}, 3 = {three} }}\n\n{goal}",
            seed = self.seed,
            map = self.map(),
            entries = entries.concat(),
            squad = squad.concat(),
            start = list(&self.start),
            lurking = lurking.join(", "),
            per_turn = strength.per_turn,
            one = strength.pool[0],
            two = strength.pool[1],
            three = strength.pool[2],
        )
    }

    /// What both sides are told, and the goal as the file has it.
    fn goal(&self, models: usize, turns: usize) -> (String, String, String) {
        let room = self.goal_room;
        let out = models.div_ceil(2);
        match self.aim {
            Aim::Burn => (
                format!(
                    "Put a flame into section {room} within {turns} turns. You lose when all flamers are gone."
                ),
                format!(
                    "Keep the flames out of section {room} for {turns} turns, or bring the flamers down."
                ),
                format!("[[goal]]\nkind = \"burn\"\nsection = \"{room}\"\n"),
            ),
            Aim::Exit => (
                format!(
                    "Get {out} models off the map within {turns} turns, at the far end of section {room}."
                ),
                format!("Let no {out} of them leave the map within {turns} turns."),
                format!("[[goal]]\nkind = \"exit\"\nmodels = {out}\n"),
            ),
            Aim::Hold => (
                format!("Be the only side in section {room} at the end of two turns, within {turns} turns."),
                format!("Do not let them have section {room} for themselves at the end of two turns."),
                format!("[[goal]]\nkind = \"hold\"\nsection = \"{room}\"\nturns = 2\nmodels = 1\n"),
            ),
            Aim::Carry => {
                let (x, y) = self.item;
                (
                    format!(
                        "Pick up the log at {x},{y} and carry it off the map within {turns} turns, at the far end of section {room}."
                    ),
                    format!("Keep the log in the hulk for {turns} turns."),
                    format!(
                        "[[item]]\nid = \"log\"\nname = \"Ship's log\"\nat = \"{x},{y}\"\ncost = 1\n\n[[goal]]\nkind = \"carry\"\nitem = \"log\"\n"
                    ),
                )
            }
        }
    }

    fn map(&self) -> String {
        let wide = self.squares.keys().map(|(x, _)| *x).max().unwrap_or(0);
        let high = self.squares.keys().map(|(_, y)| *y).max().unwrap_or(0);
        let letter = |square: Square| match self.squares.get(&square) {
            Some(letter) if self.doors.contains(&square) => letter.to_ascii_lowercase(),
            Some(letter) => *letter,
            None => '.',
        };
        let row = |y: usize| (0..=wide).map(|x| letter((x, y))).chain(['\n']).collect::<String>();
        (0..=high).map(row).collect()
    }
}

/// Places along a line, so many, with gaps between two bounds.
fn positions(b: &mut Builder, first: usize, count: usize, least: usize, most: usize) -> Vec<usize> {
    let mut at = first;
    let mut all = vec![at];
    while all.len() < count {
        at += b.between(least, most);
        all.push(at);
    }
    all
}

/// Dead ends at the edge, each with an entry area: three to five of them, none beside the start.
fn entries(b: &mut Builder, xs: &[usize], ys: &[usize], (start_row, goal_row): (usize, usize)) -> Vec<Entry> {
    let (top, bottom, right) = (ys[0], ys[ys.len() - 1], xs[xs.len() - 1]);
    let mut ends: Vec<(Square, Square, Entry)> = Vec::new();
    for (column, &x) in xs.iter().enumerate() {
        if column > 0 || start_row != 0 {
            ends.push(((x, top), (x, top - 1), Entry { at: (x, top - 2), side: "north" }));
        }
        if column > 0 || start_row + 1 != ys.len() {
            ends.push(((x, bottom), (x, bottom + 1), Entry { at: (x, bottom + 2), side: "south" }));
        }
    }
    for (row, &y) in ys.iter().enumerate() {
        if row != goal_row {
            ends.push(((right, y), (right + 1, y), Entry { at: (right + 2, y), side: "east" }));
        }
    }
    let wanted = b.between(3, 5);
    let mut chosen = Vec::new();
    while chosen.len() < wanted && !ends.is_empty() {
        let (crossing, step, entry) = ends.swap_remove(b.mix.below(ends.len()));
        let letter = b.squares[&crossing];
        b.lay([step, entry.at].into_iter(), letter);
        chosen.push(entry);
    }
    chosen
}

/// Steps from one square to another, straight ones only.
fn steps(squares: &BTreeMap<Square, char>, from: Square, to: Square) -> usize {
    let mut known = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some((x, y)) = queue.pop_front() {
        let so_far = known[&(x, y)];
        if (x, y) == to {
            return so_far;
        }
        for next in [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))] {
            if squares.contains_key(&next) && !known.contains_key(&next) {
                known.insert(next, so_far + 1);
                queue.push_back(next);
            }
        }
    }
    0
}
