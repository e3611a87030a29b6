//! The game's data: numbers by rule, the field, texts.

use std::sync::Arc;

use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::message::Texts;
use grognard_engine::ruleset::Ruleset;
use grognard_engine::speech::{ENGLISH, Speech};
use grognard_space::table::{Area, Form, Ground, Length, Point, Pose, Terrain};
use grognard_tabletop::ruler::Centimetres;
use serde::{Deserialize, Serialize};

use crate::ExampleTable;
use crate::state::SIDES;

/// Everything read from data files.
#[derive(Debug)]
pub struct Data {
    /// Numbers by rule.
    pub numbers: Numbers,
    /// The names of the marshes, in the order of the ground's features.
    pub marshes: Vec<String>,
    /// The field with what stands can be.
    pub ground: Arc<Ground>,
    /// Where the stands begin, by their numbers.
    pub start: Vec<Pose>,
    /// Sentences.
    pub texts: Arc<Texts>,
}

/// What is chosen before a game.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Another number of rounds than the rules have.
    #[serde(default)]
    pub rounds: Option<u8>,
}

/// What never changes in a game.
#[derive(Debug)]
pub struct Fixed {
    /// All data.
    pub data: Arc<Data>,
    /// How many rounds are played.
    pub rounds: u8,
    /// The names of the stands, by their numbers.
    pub names: Vec<String>,
}

/// The longest game the form offers.
pub const MOST_ROUNDS: u8 = 12;
/// Stands of a side.
pub const STANDS: u16 = 4;
/// Stands of a platoon.
pub const PLATOON: u16 = 2;

impl Fixed {
    /// Prepares a game.
    pub fn new(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        let rounds = setup.rounds.unwrap_or(data.numbers.rounds.rounds);
        if !(1..=MOST_ROUNDS).contains(&rounds) {
            return Err(format!("`rounds` is {rounds}, but must be 1 to {MOST_ROUNDS}"));
        }
        let name = |stand: u16| {
            let (side, own) = (SIDES[usize::from(stand / STANDS)], stand % STANDS);
            format!("{side}-{}.{}", own / PLATOON + 1, own % PLATOON + 1)
        };
        let names = (0..data.start.len() as u16).map(name).collect();
        Ok(Fixed { data: Arc::clone(data), rounds, names })
    }

    /// The numbers.
    pub fn numbers(&self) -> &Numbers {
        &self.data.numbers
    }
}

/// Every number of the game, by rule.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules say what they are")]
pub struct Numbers {
    #[serde(rename = "ET-RND-001")]
    pub rounds: Rounds,
    #[serde(rename = "ET-MOV-001")]
    pub advance: Advance,
    #[serde(rename = "ET-MOV-002")]
    pub marsh: Marsh,
    #[serde(rename = "ET-MOV-004")]
    pub together: Together,
    #[serde(rename = "ET-BLS-001")]
    pub shell: Shell,
    #[serde(rename = "ET-BLS-003")]
    pub scatter: Scatter,
    #[serde(rename = "ET-BLS-004")]
    pub hit: Hit,
}

macro_rules! numbers {
    ($($name:ident { $($field:ident: $kind:ty),* })*) => {
        $(
            #[derive(Clone, Debug, Deserialize)]
            #[serde(deny_unknown_fields)]
            #[expect(missing_docs, reason = "the rules say what they are")]
            pub struct $name { $(pub $field: $kind),* }
        )*
    };
}

numbers! {
    Rounds { rounds: u8 }
    Advance { distance: Centimetres }
    Marsh { times: u8 }
    Together { reach: Centimetres }
    Shell { range: Centimetres, radius: Centimetres }
    Scatter { die: u8 }
    Hit { die: u8, need: u8 }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BattleFile {
    size: [Centimetres; 2],
    height: Centimetres,
    base: Centimetres,
    marsh: Vec<MarshFile>,
    stand: Vec<StandsFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MarshFile {
    id: String,
    corners: Vec<[Centimetres; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StandsFile {
    platoons: Vec<Vec<[Centimetres; 2]>>,
}

/// Reads the data files.
pub fn load(files: &DataFiles) -> Result<Data, DataError> {
    const FIELD: &str = "battle.toml";
    let numbers: Numbers = files.numbers(ExampleTable::ID, "numbers.toml")?;
    for (rule, die) in [("ET-BLS-003", numbers.scatter.die), ("ET-BLS-004", numbers.hit.die)] {
        if die == 0 {
            let what = format!("`{rule}.die` is 0, but a die has at least one side");
            return Err(DataError::new("numbers.toml", None, what));
        }
    }
    let file: BattleFile = files.read(FIELD)?;
    let wrong = |what: String| DataError::new(FIELD, None, what);
    let point = |[x, y]: &[Centimetres; 2]| Point::new(x.0, y.0);
    let marsh = |marsh: &MarshFile| {
        let corners = marsh.corners.iter().map(point).collect();
        Area::new(corners).map(Terrain::open).map_err(|why| wrong(format!("`{}`: {why:?}", marsh.id)))
    };
    let marshes = file.marsh.iter().map(marsh).collect::<Result<Vec<_>, _>>()?;
    let stands: Vec<&[Centimetres; 2]> =
        file.stand.iter().flat_map(|side| &side.platoons).flatten().collect();
    let whole = file.stand.iter().all(|side| {
        side.platoons.len() == usize::from(STANDS / PLATOON)
            && side.platoons.iter().all(|platoon| platoon.len() == usize::from(PLATOON))
    });
    if file.stand.len() != SIDES.len() || !whole {
        let what = format!("{} sides have two platoons of two stands each", SIDES.len());
        return Err(wrong(what));
    }
    let form = Form::on_round_base(file.base.0, file.height.0);
    let [width, depth] = file.size;
    if width.0 > Length::cm(300) || depth.0 > Length::cm(300) {
        return Err(wrong("a field is at most 300 cm long and wide".to_owned()));
    }
    let speech = Speech::load(files, Texts::default())?;
    Ok(Data {
        numbers,
        marshes: file.marsh.iter().map(|marsh| marsh.id.clone()).collect(),
        ground: Arc::new(Ground::new(width.0, depth.0, marshes, vec![form])),
        start: stands.into_iter().map(|at| Pose::at(point(at))).collect(),
        texts: Arc::clone(speech.texts(ENGLISH)),
    })
}
