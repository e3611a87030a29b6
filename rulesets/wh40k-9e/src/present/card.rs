//! Answers to questions about the table: sight, cards, odds, reasons.

use grognard_engine::client::{Card, CardLine, Query, QueryAnswer, Unavailable, Viewpoint};
use grognard_engine::refusal::Refusal;

use super::{looks, names, odds, scene};
use crate::choice::{Choice, parse};
use crate::data::amount::{Amount, Move, Range, Stat, Strength};
use crate::data::sheet::{Profile, WeaponKind};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::{fighting, shooting};
use crate::play::attack::{Entry, Mode};
use crate::state::State;

/// Answers a question.
pub fn query(fixed: &Fixed, s: &State, query: &Query) -> Result<QueryAnswer, Refusal> {
    let unknown = |name: &str| Refusal::unreadable(format!("there is no piece `{name}`"));
    let find = |name: &str| fixed.model_named(name).ok_or_else(|| unknown(name));
    match query {
        Query::Card { piece } => Ok(QueryAnswer::Card(card(fixed, s, find(piece)?))),
        Query::Sight { from: Viewpoint::Piece { piece } } => Ok(looks::from_model(fixed, s, find(piece)?)),
        Query::Sight { from: Viewpoint::Point { at, piece } } => {
            let viewer = piece.as_deref().map(find).transpose()?;
            looks::from_point(fixed, s, at, viewer)
        }
        Query::Rings { piece } => Ok(looks::rings(fixed, s, find(piece)?)),
        Query::Odds { text } => {
            let choice = parse(fixed, text).map_err(Refusal::unreadable)?;
            Ok(odds_of(fixed, s, &choice).unwrap_or_else(|| unavailable(fixed)))
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

fn plus(stat: Stat<crate::data::amount::Plus>) -> String {
    match stat {
        Stat::Is(need) => format!("{}+", need.0),
        Stat::None => "-".to_owned(),
        Stat::Table => "*".to_owned(),
    }
}

fn amount(amount: Amount) -> String {
    match (amount.dice, amount.plus) {
        (0, plus) => plus.to_string(),
        (1, 0) => format!("D{}", amount.sides),
        (dice, 0) => format!("{dice}D{}", amount.sides),
        (dice, plus) => format!("{dice}D{}+{plus}", amount.sides),
    }
}

fn weapon_line(fixed: &Fixed, profile: &Profile) -> String {
    let kind = match profile.kind {
        WeaponKind::Assault => "weapon-type.assault",
        WeaponKind::Heavy => "weapon-type.heavy",
        WeaponKind::RapidFire => "weapon-type.rapid-fire",
        WeaponKind::Grenade => "weapon-type.grenade",
        WeaponKind::Pistol => "weapon-type.pistol",
        WeaponKind::Melee => "weapon-type.melee",
    };
    let range = match profile.range {
        Range::Upto(most) => names::length(most.0),
        Range::Between(least, most) => format!("{}-{}", names::length(least.0), names::length(most.0)),
        Range::Melee => String::new(),
    };
    let strength = match profile.strength {
        Strength::Is(value) => value.to_string(),
        Strength::User => "=".to_owned(),
        Strength::Plus(more) => format!("+{more}"),
        Strength::Times(times) => format!("x{times}"),
    };
    let attacks = profile.attacks.map(amount).unwrap_or_default();
    let kind = fixed.data.texts.get(kind);
    format!("{range} {kind} {attacks} S {strength} AP {} D {}", profile.ap, amount(profile.damage))
        .trim()
        .to_owned()
}

fn card(fixed: &Fixed, s: &State, id: ModelId) -> Card {
    let kind = fixed.kind(id);
    let profile = &kind.profile;
    let line = |label: &str, value: String, rule: &str| CardLine {
        label: label.to_owned(),
        value,
        rule: Some(rule.to_owned()),
    };
    let movement = match profile.m {
        Move::Inches(distance) => names::length(distance.0),
        Move::Random(dice) => format!("{}\"", amount(dice)),
        Move::Between(least, most) => format!("{}-{}", names::length(least.0), names::length(most.0)),
        Move::None => "-".to_owned(),
        Move::Table => "*".to_owned(),
    };
    let number = |stat: &Stat<u8>| match stat {
        Stat::Is(value) => value.to_string(),
        Stat::None => "-".to_owned(),
        Stat::Table => "*".to_owned(),
    };
    let attacks = match profile.a {
        Stat::Is(value) => amount(value),
        Stat::None => "-".to_owned(),
        Stat::Table => "*".to_owned(),
    };
    let mut lines = vec![
        line("M", movement, "9E-DAT-006"),
        line("WS", plus(profile.ws), "9E-DAT-007"),
        line("BS", plus(profile.bs), "9E-DAT-008"),
        line("S", number(&profile.s), "9E-DAT-009"),
        line("T", profile.t.to_string(), "9E-DAT-010"),
        line("W", format!("{}/{}", s.model(id).wounds, profile.w), "9E-DAT-011"),
        line("A", attacks, "9E-DAT-012"),
        line("Ld", number(&profile.ld), "9E-DAT-013"),
        line("Sv", format!("{}+", profile.sv.0), "9E-DAT-014"),
    ];
    for weapon in &fixed.spec(id).weapons {
        for (at, arm) in fixed.weapon(*weapon).profiles.iter().enumerate() {
            lines.push(CardLine {
                label: names::weapon(fixed, *weapon, at as u8),
                value: weapon_line(fixed, &arm.profile),
                rule: None,
            });
        }
    }
    Card {
        piece: Some(fixed.name(id).to_owned()),
        title: names::model_in(fixed, id),
        subtitle: names::unit_in(fixed, s, s.model(id).unit),
        silhouette: scene::silhouette(fixed, id).to_owned(),
        seat: Some(s.side_of(id).id().to_owned()),
        badges: Vec::new(),
        meters: Vec::new(),
        lines,
    }
}
