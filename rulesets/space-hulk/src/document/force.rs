//! Forces as documents: squads with their options, in the lines that `force` buys from.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_engine::client::{DocumentCheck, DocumentChoice, DocumentFault, Fact};
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::message::Message;
use grognard_engine::rule;
use serde::Deserialize;

use crate::fixed::{Data, Fixed, Options};
use crate::force::list::{Lists, What, entry};
use crate::force::points::Points;
use crate::force::{Breach, Limit, buy};
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
    /// Part of a point beside them, such as `1/3`: a bid need not be a whole number.
    parts: Option<String>,
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
    #[serde(default)]
    exchange: Vec<WeaponFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponFile {
    weapon: String,
}

impl ForceFile {
    /// SH-FOR-008: what may be spent, exactly; none without a limit, and `Err` where the part of a point is none.
    fn limit(&self) -> Result<Option<Points>, String> {
        let whole = self.points.and_then(|points| Points::parse(&points.to_string()));
        let Some(text) = self.parts.as_deref().filter(|text| !text.trim().is_empty()) else {
            return Ok(whole);
        };
        let part = Points::parse(text.trim()).filter(|part| *part < Points::ONE);
        part.map(|part| Some(whole.unwrap_or_default() + part)).ok_or_else(|| text.to_owned())
    }

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
            for (j, trade) in model.exchange.iter().enumerate() {
                let line = format!("exchange {} {}", model.role, trade.weapon);
                lines.push((format!("model.{i}.exchange.{j}"), line));
            }
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
            let fault =
                DocumentFault { sentence: grognard_engine::data::plain(&error), ..DocumentFault::default() };
            return DocumentCheck { faults: vec![fault], ..DocumentCheck::default() };
        }
    };
    let lines = file.lines();
    let bought: Vec<_> = lines.iter().map(|(_, line)| line.as_str()).collect();
    let bought = bought.join("\n");
    let (limit, unread) = match file.limit() {
        Ok(limit) => (limit, None),
        Err(text) => (None, Some(text)),
    };
    let force = buy(data, &bought, limit.map(Limit::worth), Mode::default());
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
                .text("points", force.points.said(&data.texts))
                .text("limit", limit.said(&data.texts)),
        ),
        None => force.points.said(&data.texts),
    };
    let goes = missions(data, &bought);
    let facts = vec![
        fact("force.points", cost),
        fact("force.models", force.len().to_string()),
        fact("force.missions", named(data, &goes)),
    ];
    let ids = goes.iter().map(|index| data.missions[*index].id.clone());
    let suits = [("mission".to_owned(), ids.collect())].into();
    let mut faults: Vec<_> = force.breaches.iter().map(shown).collect();
    faults.extend(unread.map(|text| DocumentFault {
        path: "parts".to_owned(),
        rule: Some(rule!("SH-FOR-008").as_str().to_owned()),
        sentence: data.texts.render(&Message::new("force.no-part").text("text", text)),
        ..DocumentFault::default()
    }));
    DocumentCheck { faults, facts, suits, ..DocumentCheck::default() }
}

/// The missions a force can go into in place of their own squad.
fn missions(data: &Arc<Data>, lines: &str) -> Vec<usize> {
    let goes =
        |index: &usize| Fixed::of(data, *index, Options::default()).with_squad_for(lines, None).is_ok();
    (0..data.missions.len()).filter(goes).collect()
}

/// Missions by name, in a sentence where there are none.
fn named(data: &Data, missions: &[usize]) -> String {
    let names =
        missions.iter().map(|index| crate::present::setup::mission_name(data, &data.missions[*index]));
    let names: Vec<_> = names.collect();
    if names.is_empty() { data.texts.get("force.no-mission").to_owned() } else { names.join(", ") }
}

/// The choices a force's schema names. What depends on the squad, and on the option taken, says of which it is one.
pub fn choices(data: &Data, list: &str) -> Option<Vec<DocumentChoice>> {
    let lists = &data.forces;
    let named = |section: &str, id: &str| crate::force::named(data, section, id);
    let plain = |section: &str, id: &str, points: Option<Points>| DocumentChoice {
        value: id.to_owned(),
        label: named(section, id),
        note: points.map(|points| note(data, points)).unwrap_or_default(),
        ..DocumentChoice::default()
    };
    let grouped = |section: &str, found: Found<'_>| {
        let choice = |((id, points), only): ((&str, Option<Points>), Vec<String>)| DocumentChoice {
            only,
            ..plain(section, id, points)
        };
        found.0.into_iter().map(choice).collect()
    };
    Some(match list {
        "squads" => {
            lists.squads.iter().map(|(name, squad)| plain("squad", name, Some(squad.points))).collect()
        }
        "squad-roles" => grouped("role", alternatives(lists)),
        "squad-options" => grouped("squad-option", options(lists)),
        "option-roles" => grouped("role", replacements(lists)),
        "priced-roles" => {
            let priced = |profile: &Profile| Some(plain("role", &profile.name, Some(profile.price?)));
            data.profiles.iter().filter(|profile| profile.alone.is_none()).filter_map(priced).collect()
        }
        "bought" => {
            let kept = |(id, force): (&String, &OwnForce)| DocumentChoice {
                value: id.clone(),
                label: crate::present::setup::force_name(data, id, force),
                ..DocumentChoice::default()
            };
            data.bought.iter().map(kept).collect()
        }
        "armoured-roles" => grouped("role", armoured(data)),
        "exchanges" => {
            let psykers = data.profiles.iter().filter(|profile| profile.psyker > 0);
            let psykers: Vec<_> = psykers.map(|profile| profile.name.clone()).collect();
            let trade = |(name, trade): (&String, &crate::force::list::Trade)| DocumentChoice {
                only: if trade.psyker { psykers.clone() } else { Vec::new() },
                ..plain("weapon", name, Some(trade.points))
            };
            lists.exchanges.iter().map(trade).collect()
        }
        "model-exchanges" => {
            // SH-SMF-007: for whoever of those bought alone wears the armour for it.
            let takers = |trade: &crate::force::list::Trade| -> Vec<String> {
                let psyker = |profile: &&Profile| !trade.psyker || profile.psyker > 0;
                let alone =
                    data.profiles.iter().filter(|profile| profile.alone.is_none() && profile.price.is_some());
                let takers = alone.filter(|profile| profile.trades_weapons()).filter(psyker);
                takers.map(|profile| profile.name.clone()).collect()
            };
            let trade = |(name, trade): (&String, &crate::force::list::Trade)| {
                let only = takers(trade);
                (!only.is_empty())
                    .then(|| DocumentChoice { only, ..plain("weapon", name, Some(trade.points)) })
            };
            lists.exchanges.iter().filter_map(trade).collect()
        }
        _ => return None,
    })
}

/// What something costs, in words.
fn note(data: &Data, points: Points) -> String {
    let key = if points == Points::ONE { "force.note-one" } else { "force.note" };
    data.texts.render(&Message::new(key).text("points", points.said(&data.texts)))
}

/// Choices by id and price, each with what it is one of.
#[derive(Default)]
struct Found<'a>(BTreeMap<(&'a str, Option<Points>), Vec<String>>);

impl<'a> Found<'a> {
    fn add(&mut self, id: &'a str, points: Option<Points>, of: String) {
        let all = self.0.entry((id, points)).or_default();
        if !all.contains(&of) {
            all.push(of);
        }
    }
}

/// Roles of which a squad has one or another.
fn alternatives(lists: &Lists) -> Found<'_> {
    let mut found = Found::default();
    for (kind, squad) in &lists.squads {
        for model in squad.models.iter().filter(|model| model.contains('|')) {
            for role in model.split('|').filter_map(|text| Some(entry(text)?.role)) {
                found.add(role, None, kind.clone());
            }
        }
    }
    found
}

/// SH-FOR-004: the options of every squad, at the price its list says.
fn options(lists: &Lists) -> Found<'_> {
    let mut found = Found::default();
    for (kind, squad) in &lists.squads {
        for option in &squad.options {
            found.add(&option.id, Some(option.points), kind.clone());
        }
    }
    found
}

/// Roles that an option of a squad gives a choice of.
fn replacements(lists: &Lists) -> Found<'_> {
    let mut found = Found::default();
    for (kind, squad) in &lists.squads {
        for option in &squad.options {
            let What::Replace { to, .. } = &option.what else { continue };
            for role in to.iter().filter(|_| to.len() > 1).filter_map(|text| Some(entry(text)?.role)) {
                found.add(role, None, format!("{kind} {}", option.id));
            }
        }
    }
    found
}

/// SH-SMF-007: who of a squad, as it is or with its options, wears the armour in which close assault weapons are traded.
fn armoured(data: &Data) -> Found<'_> {
    let mut found = Found::default();
    for (kind, squad) in &data.forces.squads {
        let models = squad.models.iter().flat_map(|model| model.split('|'));
        let more = squad.options.iter().flat_map(|option| match &option.what {
            What::Replace { to, .. } => to.iter().map(String::as_str).collect(),
            What::Add(model) => vec![model.as_str()],
            _ => Vec::new(),
        });
        for role in models.chain(more).filter_map(|text| Some(entry(text)?.role)) {
            let trades = |profile: &&Profile| profile.name == role && profile.trades_weapons();
            if data.profiles.iter().any(|profile| trades(&profile)) {
                found.add(role, None, kind.clone());
            }
        }
    }
    found
}
