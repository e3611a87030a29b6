//! The game's data: numbers by rule, missions, texts.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::message::Texts;
use grognard_engine::ruleset::Ruleset;
use grognard_engine::speech::{ENGLISH, Speech};
use serde::{Deserialize, Serialize};

use crate::Example;
use crate::hex::Map;
use crate::state::{Card, Order};

/// Everything read from data files.
#[derive(Debug)]
pub struct Data {
    /// Numbers by rule.
    pub numbers: Numbers,
    /// Missions by id.
    pub missions: BTreeMap<String, Mission>,
    /// Sentences.
    pub texts: Arc<Texts>,
}

/// One mission.
#[derive(Debug)]
pub struct Mission {
    /// Its name for people.
    pub name: String,
    /// What it is.
    pub about: String,
    /// Its boards.
    pub map: Map,
}

/// What is chosen before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The mission's id.
    #[serde(default = "first_mission")]
    pub mission: String,
    /// Another number of rounds than the rules have.
    #[serde(default)]
    pub rounds: Option<u8>,
}

fn first_mission() -> String {
    "twin-decks".to_owned()
}

/// What never changes in a game.
#[derive(Debug)]
pub struct Fixed {
    /// All data.
    pub data: Arc<Data>,
    /// The mission's id.
    pub mission: String,
    /// How many rounds are played.
    pub rounds: u8,
}

impl Fixed {
    /// Prepares a game.
    pub fn new(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        if !data.missions.contains_key(&setup.mission) {
            let known: Vec<_> = data.missions.keys().map(String::as_str).collect();
            return Err(format!("there is no mission `{}`; there are: {}", setup.mission, known.join(", ")));
        }
        let rounds = setup.rounds.unwrap_or(data.numbers.rounds.rounds);
        if !(1..=MOST_ROUNDS).contains(&rounds) {
            return Err(format!("`rounds` is {rounds}, but must be 1 to {MOST_ROUNDS}"));
        }
        Ok(Fixed { data: Arc::clone(data), mission: setup.mission.clone(), rounds })
    }

    /// The boards.
    pub fn map(&self) -> &Map {
        &self.data.missions[&self.mission].map
    }

    /// The numbers.
    pub fn numbers(&self) -> &Numbers {
        &self.data.numbers
    }
}

/// The longest game the form offers.
pub const MOST_ROUNDS: u8 = 12;

/// Every number of the game, by rule.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// How long a game is.
    #[serde(rename = "EX-RND-001")]
    pub rounds: Rounds,
    /// What a drone can take.
    #[serde(rename = "EX-DRN-001")]
    pub drone: DroneNumbers,
    /// How many cards of each kind.
    #[serde(rename = "EX-HND-001")]
    pub deck: DeckNumbers,
    /// How many cards are drawn.
    #[serde(rename = "EX-HND-002")]
    pub draw: DrawNumbers,
    /// How many may be held.
    #[serde(rename = "EX-HND-003")]
    pub hand: HandNumbers,
    /// The die for initiative.
    #[serde(rename = "EX-INI-001")]
    pub initiative: InitiativeNumbers,
    /// Steps by order.
    #[serde(rename = "EX-MOV-001")]
    pub steps: StepNumbers,
    /// What a hit needs.
    #[serde(rename = "EX-FGT-003")]
    pub hit: HitNumbers,
    /// What the target's order changes.
    #[serde(rename = "EX-FGT-004")]
    pub hit_order: HitOrderNumbers,
    /// What cards change.
    #[serde(rename = "EX-FGT-005")]
    pub hit_card: HitCardNumbers,
    /// What a hit does.
    #[serde(rename = "EX-FGT-006")]
    pub damage: DamageNumbers,
    /// Points for salvage.
    #[serde(rename = "EX-SCO-001")]
    pub salvage: SalvageNumbers,
    /// Points for a wreck.
    #[serde(rename = "EX-SCO-002")]
    pub wreck: WreckNumbers,
}

/// How long a game is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rounds {
    /// Rounds.
    pub rounds: u8,
}

/// What a drone can take.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DroneNumbers {
    /// Hull points at the start.
    pub hull: u8,
}

/// How many cards of each kind the deck holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckNumbers {
    /// Surges.
    pub surge: u8,
    /// Shields.
    pub shield: u8,
    /// Jams.
    pub jam: u8,
}

/// How many cards are drawn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawNumbers {
    /// Before the game.
    pub first: u8,
    /// Each round.
    pub round: u8,
}

/// How many cards may be held.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandNumbers {
    /// The limit.
    pub limit: u8,
}

/// The die for initiative.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InitiativeNumbers {
    /// Its sides.
    pub die: u8,
}

/// Steps by order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepNumbers {
    /// When advancing.
    pub advance: u8,
    /// On guard.
    pub guard: u8,
    /// When hastening.
    pub hasten: u8,
}

/// What a hit needs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitNumbers {
    /// The sides of the die.
    pub die: u8,
    /// The number needed.
    pub need: u8,
}

/// What the target's order adds to the number needed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitOrderNumbers {
    /// On guard.
    pub guard: i8,
    /// When hastening.
    pub hasten: i8,
}

/// What cards add to the number needed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitCardNumbers {
    /// The attacker's surge.
    pub surge: i8,
    /// The target's jam.
    pub jam: i8,
}

/// What a hit does.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageNumbers {
    /// The sides of the die.
    pub die: u8,
    /// What a shield takes off.
    pub shield: u8,
}

/// Points for salvage.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SalvageNumbers {
    /// For each drone on salvage.
    pub salvage: u8,
}

/// Points for a wreck.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WreckNumbers {
    /// For each drone destroyed.
    pub destroyed: u8,
}

impl Numbers {
    /// The steps an order allows.
    pub fn steps(&self, order: Order) -> u8 {
        match order {
            Order::Advance => self.steps.advance,
            Order::Guard => self.steps.guard,
            Order::Hasten => self.steps.hasten,
        }
    }

    /// The whole deck, in order of kinds.
    pub fn deck(&self) -> Vec<Card> {
        let count = |card: Card| match card {
            Card::Surge => self.deck.surge,
            Card::Shield => self.deck.shield,
            Card::Jam => self.deck.jam,
        };
        Card::ALL.iter().flat_map(|&card| (0..count(card)).map(move |_| card)).collect()
    }
}

/// Reads the data files.
pub fn load(files: &DataFiles) -> Result<Data, DataError> {
    let numbers: Numbers = files.numbers(Example::ID, "numbers.toml")?;
    // With fewer sides three crews would roll for initiative for ever.
    for (rule, die) in [
        ("EX-INI-001", numbers.initiative.die),
        ("EX-FGT-003", numbers.hit.die),
        ("EX-FGT-006", numbers.damage.die),
    ] {
        if die < 3 {
            let what = format!("`{rule}.die` is {die}, but the dice of this game have at least 3 sides");
            return Err(DataError::new("numbers.toml", None, what));
        }
    }
    let mut missions = BTreeMap::new();
    for (path, _) in files.below("missions/") {
        let file: MissionFile = files.read(path)?;
        let mut map = Map::default();
        for board in &file.board {
            map.add_board(&board.name, &board.rows).map_err(|what| DataError::new(path, None, what))?;
        }
        let map = map.finish().map_err(|what| DataError::new(path, None, what))?;
        let id = path.trim_start_matches("missions/").trim_end_matches(".toml");
        missions.insert(id.to_owned(), Mission { name: file.name, about: file.about, map });
    }
    let speech = Speech::load(files, Texts::default())?;
    let texts = Arc::clone(speech.texts(ENGLISH));
    Ok(Data { numbers, missions, texts })
}

/// A mission's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MissionFile {
    name: String,
    about: String,
    pub(crate) board: Vec<BoardRows>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardRows {
    pub(crate) name: String,
    pub(crate) rows: Vec<String>,
}
