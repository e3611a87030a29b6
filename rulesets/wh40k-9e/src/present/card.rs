//! Answers to questions about the table: sight, cards, odds, reasons.

use grognard_engine::client::{Card, Query, QueryAnswer, THEN, Unavailable, Viewpoint};
use grognard_engine::refusal::Refusal;
use grognard_tabletop::answer::read_pose;

use super::{datasheet, looks, measured, names, odds, scene, terrain, ways};
use crate::armies::RULER;
use crate::choice::{Choice, parse};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::{fighting, shooting};
use crate::play::attack::{Entry, Mode};
use crate::state::{About, State};

/// Answers a question.
pub fn query(fixed: &Fixed, s: &State, query: &Query) -> Result<QueryAnswer, Refusal> {
    let unknown = |name: &str| Refusal::unreadable(format!("there is no piece `{name}`"));
    let find = |name: &str| fixed.model_named(name).ok_or_else(|| unknown(name));
    match query {
        Query::Card { piece } => match terrain::named(fixed, piece) {
            Some(feature) => Ok(QueryAnswer::Card(terrain::card(fixed, feature))),
            None => Ok(QueryAnswer::Card(card(fixed, s, find(piece)?))),
        },
        Query::Sight { from: Viewpoint::Piece { piece } } => Ok(looks::from_model(fixed, s, find(piece)?)),
        Query::Sight { from: Viewpoint::Point { at, piece } } => {
            let viewer = piece.as_deref().map(find).transpose()?;
            looks::from_point(fixed, s, at, viewer)
        }
        Query::Rings { piece } => Ok(looks::rings(fixed, s, find(piece)?)),
        Query::Measure { from, to, within } => {
            let end = |name: &String| match read_pose(RULER, name).filter(|pose| pose.at.in_limits()) {
                Some(pose) => Ok(measured::End::Place(pose)),
                None => find(name).map(measured::End::Model),
            };
            let lines = measured::lines(fixed, s, end(from)?, end(to)?, *within);
            Ok(lines.map_or_else(|| unavailable(fixed), |lines| QueryAnswer::Measure { lines }))
        }
        Query::Ways { text } => {
            let choice = parse(fixed, text).map_err(Refusal::unreadable)?;
            Ok(ways::ways(fixed, s, &choice).map_or_else(|| unavailable(fixed), QueryAnswer::Ways))
        }
        Query::Odds { text } => {
            // Of a shortcut the last answer, for the unit that is chosen before it.
            let (unit, last) =
                text.rsplit_once(THEN).map_or((None, &**text), |(unit, last)| (Some(unit), last));
            let choice = parse(fixed, last).map_err(Refusal::unreadable)?;
            let Some(unit) = unit else {
                return Ok(odds_of(fixed, s, &choice).unwrap_or_else(|| unavailable(fixed)));
            };
            let mut chosen = s.clone();
            if let Choice::Unit(unit) = parse(fixed, unit).map_err(Refusal::unreadable)? {
                chosen.about =
                    About { unit: Some(unit).filter(|unit| s.unit_exists(*unit)), ..About::default() };
            }
            Ok(odds_of(fixed, &chosen, &choice).unwrap_or_else(|| unavailable(fixed)))
        }
        _ => Ok(unavailable(fixed)),
    }
}

fn unavailable(fixed: &Fixed) -> QueryAnswer {
    QueryAnswer::None(Unavailable { sentence: fixed.data.texts.get("query.none").to_owned() })
}

/// Odds of shots, blows and charges.
fn odds_of(fixed: &Fixed, s: &State, choice: &Choice) -> Option<QueryAnswer> {
    match choice {
        Choice::Charge(targets) if targets.iter().all(|target| s.unit_exists(*target)) => {
            odds::charge(fixed, s, s.about.unit?, targets).map(QueryAnswer::Odds)
        }
        Choice::Fire(_, shots) => {
            let known = shots.iter().all(|shot| {
                s.unit_exists(shot.target)
                    && s.pose(shot.model).is_some()
                    && valid(fixed, shot.weapon, shot.profile)
            });
            if !known {
                return None;
            }
            // 9E-OVR-005: fire at a charging unit needs sixes.
            let mode = if s.about.target.is_some() { Mode::Overwatch } else { Mode::Shooting };
            let entries: Vec<Entry> = shots.iter().map(|shot| shooting::entry(fixed, s, shot)).collect();
            attack_odds(fixed, s, &entries, mode)
        }
        Choice::Strike(_, blows) => {
            let known = blows.iter().all(|blow| {
                s.unit_exists(blow.target)
                    && s.pose(blow.model).is_some()
                    && valid(fixed, blow.weapon, blow.profile)
            });
            if !known {
                return None;
            }
            let entries: Vec<Entry> = blows.iter().map(fighting::entry).collect();
            attack_odds(fixed, s, &entries, Mode::Melee)
        }
        Choice::Manifest(power) => odds::manifest(fixed, s, *power).map(QueryAnswer::Odds),
        Choice::Deny(_) => odds::deny(fixed, s).map(QueryAnswer::Odds),
        _ => None,
    }
}

fn valid(fixed: &Fixed, weapon: u8, profile: u8) -> bool {
    (weapon as usize) < fixed.weapons.len() && (profile as usize) < fixed.weapon(weapon).profiles.len()
}

/// The models of a unit in the order they would fall: wounded ones first.
pub fn falling_order(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<ModelId> {
    let mut order: Vec<ModelId> = s.standing(unit).map(|(model, _)| model).collect();
    order.sort_by_key(|model| s.model(*model).wounds >= fixed.kind(*model).profile.w);
    order
}

fn attack_odds(fixed: &Fixed, s: &State, entries: &[Entry], mode: Mode) -> Option<QueryAnswer> {
    let order = |target| falling_order(fixed, s, target);
    odds::of_attacks(fixed, s, entries, mode, order).map(QueryAnswer::Odds)
}

fn card(fixed: &Fixed, s: &State, id: ModelId) -> Card {
    let found = datasheet::lines(fixed, s, id);
    Card {
        piece: Some(fixed.name(id).to_owned()),
        title: names::model_in(fixed, id),
        subtitle: names::unit_in(fixed, s, s.model(id).unit),
        silhouette: scene::silhouette(fixed, id).to_owned(),
        seat: Some(s.side_of(id).id().to_owned()),
        badges: Vec::new(),
        meters: Vec::new(),
        tables: found.tables,
        lines: found.all,
        diagram: None,
    }
}
