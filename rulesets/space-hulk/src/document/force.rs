//! Forces as documents: squads with their options, in the lines that `force` buys from.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grognard_engine::client::{DocumentCheck, DocumentChoice, DocumentFault, Fact};
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::message::Message;
use serde::Deserialize;

use crate::fixed::{Data, Fixed, Options};
use crate::force::list::{Lists, What, entry};
use crate::force::points::Points;
use crate::force::{Breach, buy};
use crate::profile::Profile;
use crate::psychic::Mode;

/// A force's file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ForceFile {
    id: String,
    name: String,
    /// What may be spent, for the builder; in a game it is what the mission's squad is worth.
    points: Option<u32>,
    #[serde(default)]
    squad: Vec<SquadFile>,
    #[serde(default)]
    model: Vec<ModelFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SquadFile {
    kind: String,
    #[serde(default)]
    choose: Vec<RoleFile>,
    #[serde(default)]
    take: Vec<TakeFile>,
    #[serde(default)]
    exchange: Vec<ExchangeFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoleFile {
    role: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TakeFile {
    option: String,
    role: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExchangeFile {
    role: String,
    weapon: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ModelFile {
    role: String,
    count: u32,
}

impl ForceFile {
    /// The lines to buy from, each with its place in the file.
    fn lines(&self) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        for (i, squad) in self.squad.iter().enumerate() {
            let mut words = vec!["squad", squad.kind.as_str()];
            words.extend(squad.choose.iter().map(|chosen| chosen.role.as_str()));
            lines.push((format!("squad.{i}"), words.join(" ")));
            for (j, taken) in squad.take.iter().enumerate() {
                let role = taken.role.as_ref().map_or_else(String::new, |role| format!(" {role}"));
                lines.push((format!("squad.{i}.take.{j}"), format!("take {}{role}", taken.option)));
            }
            for (j, trade) in squad.exchange.iter().enumerate() {
                let line = format!("exchange {} {}", trade.role, trade.weapon);
                lines.push((format!("squad.{i}.exchange.{j}"), line));
            }
        }
        for (i, model) in self.model.iter().enumerate() {
            lines.push((format!("model.{i}"), format!("model {} {}", model.role, model.count)));
        }
        lines
    }
}

/// A force that comes along, or that a user has put below `--data` or into a game.
#[derive(Clone, Debug)]
pub struct OwnForce {
    /// Its name for people.
    pub name: String,
    /// The lines it is bought from.
    pub lines: String,
}

/// The forces in `forces/`, by id.
pub fn load(files: &DataFiles) -> Result<BTreeMap<String, OwnForce>, DataError> {
    let mut forces = BTreeMap::new();
    for (path, _) in files.below("forces/") {
        let file: ForceFile = files.read(path)?;
        let lines: Vec<_> = file.lines().into_iter().map(|(_, line)| line).collect();
        forces.insert(file.id, OwnForce { name: file.name, lines: lines.join("\n") });
    }
    Ok(forces)
}

/// Everything the lists have against a force, and what it costs.
pub fn check(data: &Arc<Data>, text: &str) -> DocumentCheck {
    let file: ForceFile = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => {
            let fault = DocumentFault { sentence: error.message().to_owned(), ..DocumentFault::default() };
            return DocumentCheck { faults: vec![fault], ..DocumentCheck::default() };
        }
    };
    let lines = file.lines();
    let bought: Vec<_> = lines.iter().map(|(_, line)| line.as_str()).collect();
    let bought = bought.join("\n");
    let limit = file.points.and_then(|points| Points::parse(&points.to_string()));
    let force = buy(data, &bought, limit, Mode::default());
    let shown = |breach: &Breach| {
        let line = breach.line.and_then(|line| lines.get(line.checked_sub(1)?));
        let whole = if breach.rule.as_str() == "SH-FOR-001" { "points" } else { "squad" };
        DocumentFault {
            path: line.map_or_else(|| whole.to_owned(), |(place, _)| place.clone()),
            rule: Some(breach.rule.as_str().to_owned()),
            sentence: data.texts.render(&breach.message),
            ..DocumentFault::default()
        }
    };
    let fact = |key: &str, value: String| Fact { label: data.texts.get(key).to_owned(), value };
    let cost = match limit {
        Some(limit) => data.texts.render(
            &Message::new("force.cost")
                .text("points", force.points.to_string())
                .text("limit", limit.to_string()),
        ),
        None => force.points.to_string(),
    };
    let facts = vec![
        fact("force.points", cost),
        fact("force.models", force.len().to_string()),
        fact("force.missions", missions(data, &bought)),
    ];
    DocumentCheck { faults: force.breaches.iter().map(shown).collect(), facts, ..DocumentCheck::default() }
}

/// The missions a force can go into in place of their own squad, by name.
fn missions(data: &Arc<Data>, lines: &str) -> String {
    let goes = |index: &usize| Fixed::of(data, *index, Options::default()).with_squad_for(lines).is_ok();
    let names: Vec<_> = (0..data.missions.len())
        .filter(goes)
        .map(|index| crate::present::setup::mission_name(data, &data.missions[index]))
        .collect();
    if names.is_empty() { data.texts.get("force.no-mission").to_owned() } else { names.join(", ") }
}

/// The choices a force's schema names.
pub fn choices(data: &Data, list: &str) -> Option<Vec<DocumentChoice>> {
    let points =
        |points: Points| data.texts.render(&Message::new("force.note").text("points", points.to_string()));
    let named = |key: String, value: &str| {
        if data.texts.has(&key) { data.texts.get(&key).to_owned() } else { value.to_owned() }
    };
    let role = |role: &str, note: String| DocumentChoice {
        value: role.to_owned(),
        label: named(format!("role.{role}"), role),
        note,
        ..DocumentChoice::default()
    };
    let roles = |names: BTreeSet<&str>| names.into_iter().map(|name| role(name, String::new())).collect();
    let lists = &data.forces;
    Some(match list {
        "squads" => {
            let squad = |(name, squad): (&String, &crate::force::list::Squad)| DocumentChoice {
                value: name.clone(),
                label: named(format!("squad.{name}"), name),
                note: points(squad.points),
                ..DocumentChoice::default()
            };
            lists.squads.iter().map(squad).collect()
        }
        "squad-roles" => roles(alternatives(lists)),
        "squad-options" => options(lists)
            .into_iter()
            .map(|(id, costs)| DocumentChoice {
                value: id.to_owned(),
                label: named(format!("squad-option.{id}"), id),
                note: points(costs),
                ..DocumentChoice::default()
            })
            .collect(),
        "option-roles" => roles(replacements(lists)),
        "priced-roles" => {
            let priced = |profile: &Profile| Some(role(&profile.name, points(profile.price?)));
            data.profiles.iter().filter_map(priced).collect()
        }
        "exchanges" => {
            let trade = |(name, trade): (&String, &crate::force::list::Trade)| DocumentChoice {
                value: name.clone(),
                label: named(format!("weapon.{name}"), name),
                note: points(trade.points),
                ..DocumentChoice::default()
            };
            lists.exchanges.iter().map(trade).collect()
        }
        _ => return None,
    })
}

/// Roles of which a squad has one or another.
fn alternatives(lists: &Lists) -> BTreeSet<&str> {
    let open = lists.squads.values().flat_map(|squad| &squad.models).filter(|model| model.contains('|'));
    open.flat_map(|model| model.split('|')).filter_map(|text| Some(entry(text)?.role)).collect()
}

/// Roles that options give a choice of.
fn replacements(lists: &Lists) -> BTreeSet<&str> {
    let options = lists.squads.values().flat_map(|squad| &squad.options);
    options
        .filter_map(|option| match &option.what {
            What::Replace { to, .. } if to.len() > 1 => Some(to),
            _ => None,
        })
        .flatten()
        .filter_map(|text| Some(entry(text)?.role))
        .collect()
}

/// Every option once, with the least it costs anywhere.
fn options(lists: &Lists) -> BTreeMap<&str, Points> {
    let mut found: BTreeMap<&str, Points> = BTreeMap::new();
    for option in lists.squads.values().flat_map(|squad| &squad.options) {
        let least = found.entry(&option.id).or_insert(option.points);
        *least = (*least).min(option.points);
    }
    found
}
