//! Hexes of two boards, and what lies on them.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// One hex. Odd rows lie half a hex to the right. It is written `a:2,1`: board, column, row.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Hex {
    /// The board.
    pub board: u8,
    /// The column.
    pub col: i8,
    /// The row.
    pub row: i8,
}

impl Hex {
    /// The six hexes around it, whether they are on the board or not.
    pub fn around(self) -> [Hex; 6] {
        let shift = self.row & 1;
        [(-1, 0), (1, 0), (shift - 1, -1), (shift, -1), (shift - 1, 1), (shift, 1)].map(|(col, row)| Hex {
            board: self.board,
            col: self.col + col,
            row: self.row + row,
        })
    }

    /// Whether two hexes of one board share an edge.
    pub fn touches(self, other: Hex) -> bool {
        self.around().contains(&other)
    }

    /// Reads what [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Option<Hex> {
        let (board, place) = text.split_once(':')?;
        let (col, row) = place.split_once(',')?;
        let board = (0..26).find(|index| board_id(*index) == board)?;
        let number = |text: &str| text.parse::<i8>().ok().filter(|n| (0..100).contains(n));
        Some(Hex { board, col: number(col)?, row: number(row)? })
    }
}

/// The letter of a board in answers and scenes.
pub fn board_id(board: u8) -> String {
    char::from(b'a' + board).to_string()
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{},{}", board_id(self.board), self.col, self.row)
    }
}

/// What lies on a hex.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Nothing.
    Floor,
    /// Salvage to be won.
    Salvage,
    /// A hatch to the same hex of the other board.
    Hatch,
}

/// The boards of a mission.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// The boards' names.
    pub boards: Vec<String>,
    /// Every hex there is.
    pub hexes: BTreeMap<Hex, Ground>,
    /// Where each seat's drones start.
    pub starts: [Vec<Hex>; 3],
}

impl Map {
    /// The hexes one step away: around it, and through a hatch.
    pub fn steps(&self, from: Hex) -> impl Iterator<Item = Hex> {
        let other = Hex { board: 1 - from.board.min(1), ..from };
        let hatch = (self.hexes.get(&from) == Some(&Ground::Hatch)).then_some(other);
        from.around().into_iter().filter(|hex| self.hexes.contains_key(hex)).chain(hatch)
    }

    /// Adds a board drawn in rows of signs; says what is wrong with it.
    pub fn add_board(&mut self, name: &str, rows: &[String]) -> Result<(), String> {
        let board = self.boards.len() as u8;
        self.boards.push(name.to_owned());
        for (row, line) in rows.iter().enumerate() {
            for (col, sign) in line.chars().enumerate() {
                let hex = Hex { board, col: col as i8, row: row as i8 };
                let ground = match sign {
                    ' ' => continue,
                    '.' => Ground::Floor,
                    '*' => Ground::Salvage,
                    'h' => Ground::Hatch,
                    '1' | '2' | '3' => {
                        self.starts[sign as usize - '1' as usize].push(hex);
                        Ground::Floor
                    }
                    other => return Err(format!("`{other}` at {hex} is none of `.`, `*`, `h`, `1` to `3`")),
                };
                self.hexes.insert(hex, ground);
            }
        }
        Ok(())
    }

    /// Checks what the single boards cannot know.
    pub fn finish(self) -> Result<Map, String> {
        match self.faults().into_iter().next() {
            Some((_, what)) => Err(what),
            None => Ok(self),
        }
    }

    /// Everything the single boards cannot know, with the hex it is about.
    pub fn faults(&self) -> Vec<(Option<Hex>, String)> {
        if self.boards.len() != 2 {
            return vec![(None, format!("there are {} boards, but a mission has 2", self.boards.len()))];
        }
        let mut faults = Vec::new();
        for (hex, ground) in &self.hexes {
            let other = Hex { board: 1 - hex.board, ..*hex };
            if *ground == Ground::Hatch && self.hexes.get(&other) != Some(&Ground::Hatch) {
                faults.push((Some(*hex), format!("the hatch at {hex} has no hatch opposite, at {other}")));
            }
        }
        for (seat, starts) in self.starts.iter().enumerate().filter(|(_, starts)| starts.len() != 3) {
            faults.push((None, format!("`{}` stands {} times, not 3 times", seat + 1, starts.len())));
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_mutual_and_names_read_back() {
        for (col, row) in [(0, 0), (3, 1), (2, 2), (4, 3)] {
            let hex = Hex { board: 1, col, row };
            assert!(hex.around().iter().all(|other| other.touches(hex)), "{hex}");
            assert_eq!(Hex::parse(&hex.to_string()), Some(hex));
        }
        assert_eq!(Hex::parse("a:1"), None);
        assert_eq!(Hex::parse("A:1,2"), None);
    }

    #[test]
    fn a_hatch_needs_another_opposite() {
        let mut map = Map::default();
        map.add_board("x", &["h111222333".to_owned()]).unwrap();
        map.add_board("y", &["..........".to_owned()]).unwrap();
        assert!(map.finish().unwrap_err().contains("a:0,0"));
    }
}
