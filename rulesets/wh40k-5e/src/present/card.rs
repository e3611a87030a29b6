//! Answers to questions about the table: sight, cover and cards. Nothing is measured (5B-DIC-006, 5B-AMB-001).

use grognard_engine::client::{
    Card, CardCell, CardLine, CardTable, Query, QueryAnswer, SightAnswer, Unavailable, Viewpoint,
};
use grognard_engine::refusal::Refusal;
use grognard_tabletop::answer::read_pose;

use super::{names, scene};
use crate::armies::RULER;
use crate::cover;
use crate::data::troops::Origin;
use crate::fixed::{Fixed, Played, WeaponId};
use crate::ids::ModelId;
use crate::outfit::Role;
use crate::state::State;

/// Answers a question.
pub fn query(fixed: &Fixed, s: &State, query: &Query) -> Result<QueryAnswer, Refusal> {
    let find = |name: &str| {
        fixed.model_named(name).ok_or_else(|| Refusal::unreadable(format!("there is no piece `{name}`")))
    };
    match query {
        Query::Odds { text } => {
            let choice = crate::choice::parse(fixed, text).map_err(Refusal::unreadable)?;
            let none = || {
                let sentence = fixed.data.texts.get("query.none").to_owned();
                QueryAnswer::None(Unavailable { sentence })
            };
            Ok(super::odds::odds(fixed, s, &choice).map_or_else(none, QueryAnswer::Odds))
        }
        Query::Card { piece } => Ok(QueryAnswer::Card(card(fixed, s, find(piece)?))),
        Query::Sight { from: Viewpoint::Piece { piece } } => {
            let viewer = find(piece)?;
            let seen = s.table.ids().filter(|other| *other != viewer && cover::sees(s, viewer, *other));
            let pieces = seen.map(|other| fixed.name(other).to_owned()).collect();
            Ok(QueryAnswer::Sight(SightAnswer { pieces, ..SightAnswer::default() }))
        }
        Query::Sight { from: Viewpoint::Point { at, piece: Some(piece) } } => {
            from_point(fixed, s, at, find(piece)?)
        }
        _ => {
            let sentence = fixed.data.texts.get("query.none").to_owned();
            Ok(QueryAnswer::None(Unavailable { sentence }))
        }
    }
}

/// Whom a model would see from another place.
fn from_point(fixed: &Fixed, s: &State, at: &str, viewer: ModelId) -> Result<QueryAnswer, Refusal> {
    let unreadable = || Refusal::unreadable(format!("`{at}` is no place, such as `7\",15\"`"));
    let pose = read_pose(RULER, at).filter(|pose| pose.at.in_limits()).ok_or_else(unreadable)?;
    if s.table.body(viewer).is_none() {
        return Ok(QueryAnswer::Sight(SightAnswer::default()));
    }
    let mut there = s.clone();
    there.table.move_to(viewer, pose);
    let seen = there.table.ids().filter(|other| *other != viewer && cover::sees(&there, viewer, *other));
    let pieces = seen.map(|other| fixed.name(other).to_owned()).collect();
    Ok(QueryAnswer::Sight(SightAnswer { pieces, ..SightAnswer::default() }))
}

fn score(save: Option<u8>) -> String {
    save.map_or_else(|| "-".to_owned(), |save| format!("{save}+"))
}

/// The profile, what is worn and carried, and the special rules.
fn card(fixed: &Fixed, s: &State, id: ModelId) -> Card {
    let kind = fixed.kind_of(id);
    let texts = &fixed.data.texts;
    let cell = |text: String| CardCell { text, about: None, ..CardCell::default() };
    let values = &kind.values;
    let variant = fixed.played == Played::Variant;
    let mut heads = vec!["ws", "bs", "s", "t", "w", "i", "a", "ld", "sv"];
    let numbers = [values.ws, values.bs, values.s, values.t, values.w, values.i, values.a, values.ld];
    let mut row: Vec<String> = numbers.iter().map(u8::to_string).collect();
    let impervious = values.variant.impervious.0.filter(|_| variant);
    row.push(match impervious {
        Some(save) => format!("{}({save}+)", score(kind.save())),
        None => score(kind.save()),
    });
    if variant {
        // 5V-CHR-001: Movement stands before the rest.
        heads.insert(0, "m");
        row.insert(0, RULER.write(kind.pace));
    }
    let head = |key: &&str| CardCell {
        text: texts.get(&format!("characteristic.{key}")).to_owned(),
        about: Some(texts.get(&format!("characteristic.{key}-about")).to_owned()),
        ..CardCell::default()
    };
    // 5V-CHR-003, 5V-CHR-004: the other characteristics mean what they did; saves are printed anew with what is impervious.
    let rule_of = |key: &str| match key {
        "sv" if kind.bears("terminator-armour") => "5X-RUL-012",
        "sv" if kind.bears("bionics") && variant => "5V-EQP-002",
        _ if !variant => "5B-CHR-001",
        "m" => "5V-CHR-001",
        "sv" if impervious.is_some() => "5V-CHR-004",
        _ => "5V-CHR-003",
    };
    let mut lines: Vec<CardLine> = heads
        .iter()
        .zip(&row)
        .map(|(key, value)| CardLine {
            label: texts.get(&format!("characteristic.{key}-about")).to_owned(),
            value: value.clone(),
            rule: Some(rule_of(key).to_owned()),
            tabled: true,
        })
        .collect();
    let first = CardTable {
        heads: heads.iter().map(head).collect(),
        rows: vec![row.into_iter().map(cell).collect()],
    };
    let weapon_heads = ["weapon", "range", "strength", "ap", "type", "special"];
    let weapons = CardTable {
        heads: weapon_heads.map(|key| cell(texts.get(&format!("card.{key}")).to_owned())).into(),
        rows: kind
            .weapons
            .iter()
            .map(|weapon| weapon_row(fixed, *weapon).into_iter().map(cell).collect())
            .collect(),
    };
    let line = |key: &str, value: String, rule: Option<&str>| CardLine {
        label: texts.get(&format!("card.{key}")).to_owned(),
        value,
        rule: rule.map(str::to_owned),
        tabled: false,
    };
    if kind.chassis.is_some() {
        lines.clear();
    }
    // 5B-WPN-008: name, range, Strength, AP, type.
    lines.extend(kind.weapons.iter().map(|weapon| {
        let row = weapon_row(fixed, *weapon);
        let [name, rest @ ..] = &row[..] else { return CardLine::default() };
        CardLine {
            label: name.clone(),
            value: rest.iter().take(4).cloned().collect::<Vec<_>>().join(", "),
            rule: Some("5B-WPN-008".to_owned()),
            tabled: true,
        }
    }));
    lines.extend(super::vehicles::lines(fixed, s, id));
    let word = fixed.kind_of(id).kind().word();
    lines.push(line("type", texts.get(&format!("unit-type.{word}")).to_owned(), Some("5B-UTY-001")));
    if kind.chassis.is_none() {
        let base = fixed.ground.form(fixed.form(id)).footprint.reach();
        let across = (base + base).0 / grognard_space::table::Length::mm(1).0;
        lines.push(line("base", format!("{across} mm"), Some("5B-MDL-003")));
    }
    let role = match kind.outfit.role {
        Role::None => None,
        Role::Upgrade => Some(("upgrade", "5B-CHA-001")),
        Role::Independent => Some(("independent", "5B-CHA-001")),
        Role::Attached => Some(("attached", "5V-CHA-002")),
        Role::Solitary => Some(("solitary", "5V-CHA-003")),
    };
    if let Some((word, rule)) = role {
        lines.push(line("role", texts.get(&format!("role.{word}")).to_owned(), Some(rule)));
    }
    if kind.invulnerable().is_some() {
        lines.push(line("invulnerable", score(kind.invulnerable()), Some("5B-SAV-002")));
    }
    lines.push(line("rules", texts.get(&format!("rules.{}", fixed.played.word())).to_owned(), None));
    let word = |id: &String| {
        let kinds = ["weapon", "item", "grenade", "power"];
        let found = kinds.iter().map(|kind| format!("{kind}.{id}")).find(|key| texts.has(key));
        found.map_or_else(|| id.clone(), |key| texts.get(&key).to_owned())
    };
    lines.push(line("carries", kind.carries.iter().map(word).collect::<Vec<_>>().join(", "), None));
    if !kind.rules.is_empty() {
        let names: Vec<String> =
            kind.rules.iter().map(|id| texts.get(&format!("ability.{id}")).to_owned()).collect();
        lines.push(line("abilities", names.join(", "), None));
    }
    let idle = super::unbuilt::of(fixed, kind);
    if !idle.is_empty() {
        lines.push(line("unbuilt", idle.join(", "), None));
    }
    if kind.origin != Origin::Book {
        lines.push(line("origin", texts.get("card.not-from-the-book").to_owned(), None));
    }
    Card {
        piece: Some(fixed.name(id).to_owned()),
        title: names::model(fixed, id),
        subtitle: names::unit(fixed, s.model(id).unit),
        silhouette: scene::silhouette(fixed, id),
        seat: Some(s.side_of(id).id().to_owned()),
        badges: scene::badges(fixed, s, id),
        meters: scene::wounds(fixed, s, id).into_iter().filter(|meter| meter.max > Some(1)).collect(),
        tables: match super::vehicles::tables(fixed, id) {
            Some(mut tables) => {
                tables.push(weapons);
                tables
            }
            None => vec![first, weapons],
        },
        lines,
        diagram: super::hull::diagram(fixed, s, id),
    }
}

fn weapon_row(fixed: &Fixed, id: WeaponId) -> Vec<String> {
    let weapon = fixed.weapon(id);
    let texts = &fixed.data.texts;
    let range = if weapon.has("template") { "-".to_owned() } else { RULER.write(weapon.range) };
    let shots = match weapon.shots {
        amount if amount.dice == 0 => amount.plus.to_string(),
        amount => format!("{}D{}", amount.dice, amount.sides),
    };
    let kind = texts.get(&format!("weapon-type.{:?}", weapon.kind).to_lowercase()).to_owned();
    let strength = weapon.strength.map_or_else(|| "X".to_owned(), |strength| strength.to_string());
    let strength = match weapon.wounds_on {
        Some(score) => format!("{strength} ({score}+)"),
        None => strength,
    };
    let special = weapon.special.iter().map(|word| texts.get(&format!("special.{word}")).to_owned());
    let special: Vec<String> = special.collect();
    vec![
        names::weapon(fixed, id),
        range,
        strength,
        weapon.ap.map_or_else(|| "-".to_owned(), |ap| ap.to_string()),
        format!("{kind} {shots}"),
        special.join(", "),
    ]
}
