//! Terrain pieces, tables, scenarios and the tables of single scenarios.

use serde::Deserialize;

use super::amount::{Cm, Part, Score};
use super::army::{ChosenFit, Count, record};
use super::unit::Origin;

record! {
    /// A piece of terrain.
    Piece {
        id: String, order: u16, source: String, origin: Origin, terrain: String, size: [Cm; 2], outline: Vec<[u8; 2]>,
        capacity: Option<u8>,
    }
    /// A ready table.
    Table {
        id: String, order: u16, source: String, origin: Origin, size: [Cm; 2], piece: Vec<PlacedPiece>,
        #[serde(default)] line: Vec<Line>, #[serde(default)] area: Vec<TableArea>,
    }
    /// A piece on a table.
    PlacedPiece { id: String, piece: String, at: [Cm; 2], size: Option<[Cm; 2]>, #[serde(default)] turn: u16 }
    /// A road or a river.
    Line {
        id: String, terrain: String, width: Cm, points: Vec<[Cm; 2]>, #[serde(default)] crossings: Vec<[Cm; 2]>,
        crossing_width: Option<Cm>,
    }
    /// A part of a table of several.
    TableArea { id: String, from: [Cm; 2], to: [Cm; 2] }
    /// How tables are made from a number.
    Layouts { gap: Cm, edge: Cm, step: Cm, turns: Vec<u16>, theme: Vec<Theme> }
    /// A kind of country.
    Theme { id: String, middle: String, roads: u8, #[serde(default)] rivers: u8, shares: Vec<Share> }
    /// How common a piece is.
    Share { piece: String, of: u8 }
    /// A game.
    Scenario {
        id: String, order: u16, kind: Kind, source: String, rules: Vec<String>, table: String, sizes: Sizes,
        points_by: String, points: Option<Points>, edge_choice: String, set_up: SetUp, set_up_first: String, end: String,
        turns: Option<u8>, special: Vec<String>, side: Vec<Side>, #[serde(default)] formation: Vec<FixedFormation>,
        #[serde(default)] objective: Vec<Objective>, victory: Vec<Victory>,
    }
    /// Sizes of the table.
    Sizes { least: [Cm; 2], most: [Cm; 2], usual: [Cm; 2] }
    /// Points a side.
    Points { least: Option<u16>, most: Option<u16>, usual: Option<u16> }
    /// A side of a scenario.
    Side {
        id: String, team: Option<String>, #[serde(default)] factions: Vec<String>, strategy: Option<u8>,
        #[serde(default)] army_rules: Vec<String>, zones: Vec<Zone>, #[serde(default)] exits: Vec<String>,
        #[serde(default)] commands: Vec<String>, army: Option<String>, points_of_defender: Option<Part>,
        reserves_from: Option<u8>, siege: Option<String>,
    }
    /// Where a side or a formation is set up.
    Zone {
        kind: ZoneKind, edge: Option<Edge>, depth: Option<Cm>, #[serde(default)] wholly: bool, apart: Option<Cm>,
        at: Option<[Cm; 2]>, command: Option<String>, formations: Option<u8>, from: Option<[Cm; 2]>, to: Option<[Cm; 2]>,
        least: Option<Cm>, line: Option<String>, #[serde(default)] pieces: Vec<String>, rule: Option<String>,
        turn: Option<u8>,
    }
    /// A fixed formation.
    FixedFormation {
        side: String, id: String, units: Vec<Count>, initiative: Score, zone: Option<Zone>, army_rules: Option<Vec<String>>,
        #[serde(default)] at: Vec<[Cm; 2]>, rule: Option<String>, #[serde(default)] characters: Vec<Hosted>,
        #[serde(default)] fits: Vec<ChosenFit>, #[serde(default)] give: Vec<GivenTo>,
    }
    /// A character with its host.
    Hosted { unit: String, host: String }
    /// An ability given to some units of a formation.
    GivenTo { ability: String, unit: String, count: u8 }
    /// An objective.
    Objective {
        id: String, source: String, at: Option<At>, entrance: Option<[Cm; 2]>, piece: Option<String>,
        placed_by: Option<String>, #[serde(rename = "where")] place: Option<String>, from_edges: Option<Cm>,
        apart: Option<Cm>,
    }
    /// A way for a game to end.
    Victory {
        side: String, result: Result_, rule: String, all: Vec<Condition>, at_end: Option<bool>,
        #[serde(default)] turns: Vec<u8>,
    }
    /// A condition of victory.
    Condition {
        kind: String, least: Option<Least>, most: Option<u8>, end_phases: Option<u8>, aboard: Option<String>,
        by: Option<String>, control_above: Option<Part>, formation: Option<String>, #[serde(default)] goals: Vec<String>,
        half_strength_counts: Option<Part>, of: Option<String>, share: Option<Part>, unit: Option<String>,
    }
    /// Tables of single scenarios.
    ScenarioTables {
        blizzard: Vec<Blizzard>, hit_and_run_points: Vec<HitAndRun>, installation_critical: Vec<InstallationCritical>,
        reinforcement: Vec<Reinforcement>, siegeline_outcome: Vec<SiegelineOutcome>,
    }
    /// T-23.
    Blizzard { face: u8, table: Option<String>, chosen_by: Option<String>, rule: String, source: String }
    /// T-26b.
    HitAndRun {
        side: String, when: String, part: Option<Part>, per: Option<String>, points: Option<u8>, rule: String, source: String,
    }
    /// T-25.
    InstallationCritical {
        id: String, faces: Vec<u8>, destroyed: bool, entry: bool, near: Option<String>, occupants: String, rule: String,
        source: String,
    }
    /// T-36.
    Reinforcement {
        scenario: String, side: String, who: String, from_turn: u8, entry: String, must: bool, speed: Option<Cm>,
        rule: String, source: String,
    }
    /// T-27.
    SiegelineOutcome { turn: u8, attacker_from: u8, defender_upto: u8, rule: String, source: String }
    /// Something a side may buy for a scenario.
    Purchase {
        id: String, source: String, rule: String, scenario: String, side: String, points: u16, per: String,
        army: Option<String>, attached_points: Option<u16>, #[serde(default)] give: Vec<String>, initiative: Option<Score>,
        most: Option<u8>, of: Option<String>, one_per_points: Option<String>, #[serde(default)] parts: Vec<PurchasePart>,
        size: Option<[Cm; 2]>, stands: Option<u8>, terrain: Option<String>, #[serde(default)] units: Vec<Count>,
        #[serde(default)] upgrades: Vec<PurchaseUpgrade>,
    }
    /// A part of a fortified position.
    PurchasePart { any_of: Vec<String>, length: Option<Cm>, most: Option<u8>, #[serde(rename = "or")] other: Option<String> }
    /// An upgrade of something bought for a scenario.
    PurchaseUpgrade {
        id: String, points: u16, #[serde(default)] add: Vec<Count>, by: Option<String>, character: Option<String>,
        give: Option<String>, most: Option<u8>, per: Option<String>, replace: Option<String>, units: Option<u8>,
    }
    /// The weather.
    Weather { climate: Vec<Climate>, condition: Vec<Weathered>, changing: Vec<Changing> }
    /// T-29.
    Climate { id: String, source: String, worlds: Vec<String>, battle_zones: Vec<String>, conditions: Vec<String> }
    /// T-30.
    Weathered {
        id: String, number: u8, source: String, rule: String, action_test: Vec<WeatherTest>, dangerous: Vec<WeatherDanger>,
        forbidden: Vec<WeatherBan>, to_hit: i8, visibility: String, changing: String, markers: String, special: Vec<String>,
    }
    /// Tests that weather makes harder.
    WeatherTest { who: String, actions: Vec<String>, amount: i8 }
    /// Moves that weather makes dangerous.
    WeatherDanger { who: String, actions: Vec<String>, when: String }
    /// Actions that weather forbids.
    WeatherBan { who: String, actions: Vec<String> }
    /// How weather changes.
    Changing { id: String, source: String, rule: String, faces: Vec<u8>, changes_on: Score }
    /// An alternative objective (T-28).
    AlternativeObjective {
        id: String, source: String, rule: String, roll: String, category: String, cover_save: Option<Score>,
        radius: Option<Cm>, size: Option<[Cm; 2]>, special: Vec<String>, tall: Option<Cm>, terrain: Option<String>,
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($word:ident $(= $text:literal)?),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the words of the files")]
        pub enum $name { $($(#[serde(rename = $text)])? $word),* }
    )*};
}

words! {
    /// What kind of game.
    Kind { Training, Tournament, Battle, Scenario }
    /// How armies are set up.
    SetUp { Alternate, WholeSide }
    /// An edge of the table.
    Edge { Near = "y-0", Far = "y-far", Left = "x-0", Right = "x-far", Own }
    /// Kinds of zones.
    ZoneKind {
        Edge, Rect, Half, Quarter, Tournament, Anywhere, Reserve, EntryEdge, EntryPoint, Pieces, RoadEnd, AwayFromLine,
        AwayFromEdges, ByRule,
    }
    /// What a victory is worth.
    Result_ { Win, MinorWin, Draw }
    /// The middle of the table.
    Middle { Centre }
    /// Every one.
    All { All }
}

/// Where an objective lies.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum At {
    /// `"centre"`.
    Middle(Middle),
    /// A place.
    Place([Cm; 2]),
}

/// How many of something.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Least {
    /// `"all"`.
    All(All),
    /// A number.
    Number(u8),
}
