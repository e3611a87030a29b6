//! Documents people write in the editors, and trial games with them.

use std::collections::BTreeMap;

use grognard_engine::client::{Choice, Document, SeatName, SetupValues};
use grognard_engine::record::Carried;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// `POST /api/systems/{system}/documents/{kind}`: a document to be read and checked. One of the first three is given.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct OpenDocument {
    /// As a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// As fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// As the number it is made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Beside the number: one of the kind's variants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Whether its card for a new game is wanted too.
    #[serde(default)]
    pub card: bool,
    /// Other documents it may speak of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    pub beside: Vec<Carried>,
}

/// The answer to [`OpenDocument`].
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq)]
pub struct OpenedDocument {
    /// The document with everything that is wrong with it.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    pub document: Document,
    /// Its card, where it was asked for and the document can be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub card: Option<Choice>,
}

/// `POST /api/systems/{system}/trials`: games between computer players, to see how even a set-up is.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct StartTrial {
    /// What is put into the form.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub setup: SetupValues,
    /// The documents it needs.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub documents: Vec<Carried>,
    /// How many games.
    pub games: u32,
}

/// How far trial games are: the answer to [`StartTrial`] and to `GET /api/trials/{id}`.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    /// Its id, the same for the same games.
    pub id: String,
    /// How many are to be played.
    pub games: u32,
    /// How many have been.
    pub done: u32,
    /// Games won, by seat; the rest were draws.
    pub wins: BTreeMap<SeatName, u32>,
    /// Whether it is at an end.
    pub over: bool,
    /// Why it ended early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}
