//! Documents people write for a system (missions, forces, tables): what one consists of, so that one editor serves
//! every kind of every system, and what is wrong with one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{CardTable, CellId, Fact, RuleName, SeatName, Shape};

/// A kind of document. A ruleset supplies it as `documents/ID.toml`; its words are filled in from the texts.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct DocumentKind {
    /// Its id, such as `mission`.
    pub id: String,
    /// Its name for people.
    #[serde(default)]
    pub name: String,
    /// What it is good for, in a sentence.
    #[serde(default)]
    pub sentence: String,
    /// The folder below `data/` its files lie in.
    pub folder: String,
    /// The field that names a document; where there is none, its file's name does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named_by: Option<String>,
    /// The setting of a new game that takes a document's name: such a document can be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// Where each seat has such a document of its own: the setting that takes it, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seats: BTreeMap<SeatName, String>,
    /// Whether the system makes such documents from a seed.
    #[serde(default)]
    pub generated: bool,
    /// What can be chosen beside the seed, such as a size.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<DocumentChoice>,
    /// The list of the ruleset's that gives the variants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants_from: Option<String>,
    /// What it consists of, in order.
    pub fields: Vec<DocumentField>,
    /// Those that are there already, to begin with.
    #[serde(default)]
    pub examples: Vec<DocumentExample>,
}

/// A document to begin with.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct DocumentExample {
    /// Its name.
    pub name: String,
    /// The file.
    pub text: String,
}

/// One thing a document says.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct DocumentField {
    /// Its key in the file.
    pub key: String,
    /// Its name for people.
    #[serde(default)]
    pub label: String,
    /// What it does, in a sentence; may be empty.
    #[serde(default)]
    pub sentence: String,
    /// The rule it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
    /// Whether it can be left out.
    #[serde(default)]
    pub optional: bool,
    /// Ready files have it, and people need not: the rules work it out. It is taken off a file that is opened.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub derived: bool,
    /// It belongs there only where a neighbour says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
    /// The key under which the only item of this list stood in files of an older form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// What can be put in.
    pub input: DocumentInput,
}

/// A condition on the field beside.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct When {
    /// The neighbour's key.
    pub key: String,
    /// The values it holds for.
    pub values: Vec<String>,
}

/// What can be put into a field.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum DocumentInput {
    /// Words.
    Text {
        /// The most letters.
        most: u32,
        /// Several lines.
        #[serde(default)]
        long: bool,
        /// A name for commands and answers: small letters, digits and `-`, once in its list.
        #[serde(default)]
        plain: bool,
    },
    /// A whole number.
    Number {
        /// Least.
        min: i32,
        /// Most.
        max: i32,
    },
    /// On or off.
    Toggle,
    /// One of several.
    Choice {
        /// The choices.
        #[serde(default)]
        choices: Vec<DocumentChoice>,
        /// A list of the ruleset's that gives the choices, such as its profiles.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// Whether they are sides of the square named beside it (`north` and so on): one without a square is proposed.
        #[serde(default)]
        outward: bool,
        /// Several of them, as a list.
        #[serde(default)]
        many: bool,
        /// The field beside it whose value says which of them there are (see [`DocumentChoice::only`]).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// Fields beside or around it that decide which of them are offered: their values, parted by blanks, stand in
        /// [`DocumentChoice::only`]. Whatever else stands there is a matter of the rules, not of the form.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        within: Vec<String>,
    },
    /// The name of something in another list of the document, or several of them.
    Name {
        /// The list, by its keys from the top.
        list: String,
        /// The key of the names in it.
        key: String,
        /// Several.
        #[serde(default)]
        many: bool,
    },
    /// A pair of whole numbers.
    Point {
        /// Least of either.
        min: i32,
        /// Most of either.
        max: i32,
    },
    /// Two lengths, written as decimals in quotes: `["10.5", "4"]`.
    Lengths {
        /// Least of either.
        min: i32,
        /// Most of either.
        max: i32,
    },
    /// The number of an item in a list of the document, counted from 1.
    Item {
        /// The list, by its keys from the top.
        list: String,
        /// The field of its items that says what each is.
        key: String,
        /// The values of that field an item must have to be offered; where there are none, every item is. Whether it may be
        /// chosen is a matter of the rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        only: Vec<String>,
        /// The list of the ruleset's that gives these values.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
    },
    /// A map painted in letters.
    Grid(Grid),
    /// Squares of the document's grids, named as answers name cells.
    Squares {
        /// The letter or two it is drawn with on the grid.
        mark: String,
        /// One square, several, or several groups of them.
        #[serde(default)]
        many: HowMany,
    },
    /// How many of each.
    Counts {
        /// Of what.
        #[serde(default)]
        choices: Vec<DocumentChoice>,
        /// A list of the ruleset's that says of what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// The most of one.
        max: i32,
        /// Fields beside or around it that decide which of them are offered, as for a choice.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        within: Vec<String>,
    },
    /// A table of fields.
    Group {
        /// Its fields.
        fields: Vec<DocumentField>,
    },
    /// A list of tables.
    List {
        /// The fields of each.
        fields: Vec<DocumentField>,
        /// The most of them.
        most: u32,
        /// They are shapes that lie on a table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        placed: Option<Placed>,
    },
}

/// How the items of a list lie on a table: what they are, where, and how far turned. All are named by their keys.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// The field at the top of the document with the table's length and width.
    pub table: String,
    /// The field of an item that says which shape it has.
    pub what: String,
    /// The field with the place of its middle, from the lower left corner of the table.
    pub at: String,
    /// The field with its turn to the left in whole degrees; none is not turned.
    pub turn: String,
    /// How many lengths of a shape make one of the document's.
    pub unit: i32,
    /// The sign of the document's unit, such as `cm`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sign: String,
    /// Units between two lines of the grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grid: Option<i32>,
    /// The list of the ruleset's that gives the shapes.
    pub from: String,
    /// The shapes.
    #[serde(default)]
    pub shapes: Vec<PlacedShape>,
}

/// What lies on a table, by the value that names it.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct PlacedShape {
    /// The value of the field that says what an item is.
    pub value: String,
    /// Its outlines around its middle, the ground first; here y grows upwards, as in the document.
    pub parts: Vec<Shape>,
}

/// A map painted in letters, a letter a square.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// What squares can be.
    pub paints: Vec<Paint>,
    /// What can be put on a square that is there.
    #[serde(default)]
    pub marks: Vec<GridMark>,
    /// The letter of no square.
    pub empty: String,
    /// Whether the file has a list of rows, not one text of several lines.
    #[serde(default)]
    pub rows: bool,
    /// How squares lie.
    #[serde(default)]
    pub layout: GridLayout,
    /// The field beside it, a pair, that says where its first square lies; at the top of the document, if not beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Whether the grids of a list have a letter each before the names of their squares: `a:2,1`.
    #[serde(default)]
    pub letters: bool,
    /// The field beside it that says on which level it lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The most columns and the most rows.
    pub most: u32,
}

/// How the squares of a grid lie.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum GridLayout {
    /// Squares.
    #[default]
    Square,
    /// Hexes, odd rows half a hex to the right.
    Hex,
}

/// What a square can be.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Paint {
    /// The letter.
    pub symbol: String,
    /// Its name for people.
    #[serde(default)]
    pub label: String,
}

/// What can be put on a square that is there: it turns one letter into another, and back.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct GridMark {
    /// Its id.
    pub id: String,
    /// Its name for people.
    #[serde(default)]
    pub label: String,
    /// Letters without and with it.
    pub pairs: Vec<[String; 2]>,
}

/// How many squares a field takes.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum HowMany {
    /// One.
    #[default]
    One,
    /// A list.
    Several,
    /// A list of lists.
    Groups,
}

/// One of several.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct DocumentChoice {
    /// Its value.
    pub value: String,
    /// Its name for people.
    #[serde(default)]
    pub label: String,
    /// What it costs, or the like.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The values of the field beside it for which it is there; none for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// Numbers it proposes for fields beside it when it is chosen, by key; for something counted there `models.trooper`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub proposes: BTreeMap<String, i32>,
    /// What one should know of it before one chooses it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<CardTable>,
}

impl DocumentChoice {
    /// Whether it is there while the field beside has this value.
    pub fn goes_with(&self, beside: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|value| value == beside)
    }
}

/// What is wrong with a document, and where.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentFault {
    /// The field, by its keys from the top (`entry.2.side`); empty for the whole.
    pub path: String,
    /// The squares or placed items it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellId>,
    /// The rule behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
    /// What is wrong, and what would be right.
    pub sentence: String,
    /// Only advice: the document can be used as it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hint: bool,
}

/// What a check says.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentCheck {
    /// Everything that is wrong.
    pub faults: Vec<DocumentFault>,
    /// Sums and the like, such as the points of a force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// What can be chosen beside it in a new game, by setting; of a setting that is not named, everything.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub suits: BTreeMap<String, Vec<String>>,
    /// A word on items of lists, by their place (`unit.2`): what each comes to.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<String, String>,
    /// What the rules draw on the table of a document, such as zones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
}

impl DocumentCheck {
    /// Whether the document can be used.
    pub fn is_sound(&self) -> bool {
        self.faults.iter().all(|fault| fault.hint)
    }
}

/// A document as an editor has it.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// Its kind.
    pub kind: String,
    /// The name commands and set-ups know it by; none while it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The file.
    pub text: String,
    /// The same, field by field; none where the text cannot be read at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
    /// What is wrong with it.
    pub check: DocumentCheck,
}
