//! What a ruleset shows to people: the same plain data for every system and every client.
//!
//! A ruleset turns a view into a [`Scene`], a decision into a [`Prompt`], events into [`LogEntry`]s and
//! questions into [`QueryAnswer`]s. The web client, the text client and the SVG renderer draw these and know no
//! rules. There is no logic here, no float and no integer above 2^53; field names travel as `snake_case`, absent
//! things are left out, and every enum carries its variant in a field named `kind`.

mod document;
mod form;
mod log;
mod prompt;
mod query;
mod scene;
mod setup;
mod stops;

pub use document::{
    Document, DocumentCheck, DocumentChoice, DocumentExample, DocumentFault, DocumentField, DocumentInput,
    DocumentKind, Grid, GridLayout, GridMark, HowMany, Paint, Placed, PlacedShape, When,
};
pub use form::{
    AssignChoice, AssignRow, AssignSplit, Barred, FlightEdge, Link, Mover, OrderItem, TemplatePivot,
    TemplateShape, Turret, Zone,
};
pub use log::{Cue, DiceRoll, LogEntry, Modifier, Need, Places, Sum, TargetNumber};
pub use prompt::{
    Ask, Cost, FieldInput, Prompt, PromptOption, ProposalField, ProposalForm, Refusal, RuleRef, Standing,
    THEN, Violation,
};
pub use query::{
    Advice, Card, CardCell, CardLine, CardTable, Chance, CoverCount, Covered, Field, Hidden, Odds, OddsNeed,
    OddsStep, Placing, Plan, PlanStep, Query, QueryAnswer, Ring, RingArc, RuleText, SightAnswer, TakesPart,
    Thinking, Unavailable, Viewpoint, Ways,
};
pub use scene::{
    Badge, Board, Cell, Diagram, Die, Feature, Group, Harm, LegendDrawing, LegendEntry, Line, Marker,
    Measure, Meter, Part, Piece, Place, Point, Scene, Shape, Strip, StripState, StripStep, Track, Tray,
    TrayPlace, ViewBox,
};
pub use setup::{
    Balance, Choice, Fact, Goal, Opponent, Recommended, Sequel, SetupField, SetupForm, SetupInput, SetupSeat,
    SetupValue, SetupValues,
};
pub use stops::{StopMode, StopState};

pub use crate::ruleset::Measuring;

/// Name of a board or level, unique in the scene.
pub type BoardId = String;
/// Name of a cell, unique in the scene, as answers spell it (`11,7`; with several boards `b:11,7`).
pub type CellId = String;
/// Name of a piece, as answers spell it (`stealer-3`).
pub type PieceId = String;
/// Name of a seat, as answers and commands spell it (`marine`).
pub type SeatName = String;
/// Rule id in its written form (`SH-LOS-007`).
pub type RuleName = String;
/// Degrees clockwise from "up" on the board: 0 north, 90 east, 180 south, 270 west.
pub type Degrees = i32;
