//! Answers to questions about the table: sight, cover and cards. Nothing is measured (2E-GEN-011).

use grognard_engine::client::{
    Card, CardCell, CardLine, CardTable, CoverCount, Covered, Query, QueryAnswer, SightAnswer, Unavailable,
    Viewpoint,
};
use grognard_engine::message::Message;
use grognard_engine::refusal::Refusal;
use grognard_space::table::Length;
use grognard_tabletop::answer::read_pose;

use super::{datafax, names, odds, scene};
use crate::armies::RULER;
use crate::cards;
use crate::characters;
use crate::choice::{self, Choice};
use crate::data::amount::Amount;
use crate::data::troops::Origin;
use crate::duel;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::ModelId;
use crate::play::blasts;
use crate::sight;
use crate::state::State;
use crate::to_hit::throw;
use crate::weapons::Keyword;

/// Answers a question.
pub fn query(fixed: &Fixed, s: &State, query: &Query) -> Result<QueryAnswer, Refusal> {
    let find = |name: &str| {
        fixed.model_named(name).ok_or_else(|| Refusal::unreadable(format!("there is no piece `{name}`")))
    };
    match query {
        Query::Card { piece } => Ok(QueryAnswer::Card(card(fixed, s, find(piece)?))),
        Query::Sight { from: Viewpoint::Piece { piece } } => {
            let viewer = find(piece)?;
            let seen =
                s.table.ids().filter(|other| *other != viewer && sight::sees(fixed, s, viewer, *other));
            let pieces = seen.map(|other| fixed.name(other).to_owned()).collect();
            Ok(QueryAnswer::Sight(SightAnswer { pieces, ..SightAnswer::default() }))
        }
        Query::Sight { from: Viewpoint::Point { at, piece: Some(piece) } } => {
            from_point(fixed, s, at, find(piece)?)
        }
        Query::Odds { text } => {
            let found = choice::parse(fixed, text).ok().and_then(|choice| odds::odds(fixed, s, &choice));
            let none = || {
                QueryAnswer::None(Unavailable { sentence: fixed.data.texts.get("query.no-odds").to_owned() })
            };
            Ok(found.map_or_else(none, QueryAnswer::Odds))
        }
        // Who lies under a teardrop may be seen once its target is named.
        Query::Under { text } => Ok(QueryAnswer::Under { templates: under(fixed, s, text) }),
        _ => {
            let sentence = fixed.data.texts.get("query.none").to_owned();
            Ok(QueryAnswer::None(Unavailable { sentence }))
        }
    }
}

/// Whom a model would have in sight from another place. Whether it would spot hidden models there is not told: 2E-HID-010
/// is a matter of distance, and 2E-GEN-011 forbids to measure it.
fn from_point(fixed: &Fixed, s: &State, at: &str, viewer: ModelId) -> Result<QueryAnswer, Refusal> {
    let unreadable = || Refusal::unreadable(format!("`{at}` is no place, such as `7\",15\"`"));
    let pose = read_pose(RULER, at).filter(|pose| pose.at.in_limits()).ok_or_else(unreadable)?;
    if s.table.body(viewer).is_none() {
        return Ok(QueryAnswer::Sight(SightAnswer::default()));
    }
    let mut there = s.clone();
    there.table.move_to(viewer, pose);
    let seen =
        there.table.ids().filter(|other| *other != viewer && sight::in_sight(fixed, &there, viewer, *other));
    let pieces = seen.map(|other| fixed.name(other).to_owned()).collect();
    Ok(QueryAnswer::Sight(SightAnswer { pieces, ..SightAnswer::default() }))
}

fn under(fixed: &Fixed, s: &State, text: &str) -> Vec<Covered> {
    let Ok(Choice::Template(model, pose)) = choice::parse(fixed, text) else { return Vec::new() };
    // 2E-GEN-011: before its target is named a teardrop would be a ruler.
    if s.teardrop != Some(model) && !fixed.options.measure_freely {
        return Vec::new();
    }
    let carried = cards::weapons(fixed, s, model);
    let weapons = carried.iter().map(|weapon| fixed.weapon(*weapon));
    let Some(kind) =
        weapons.filter(|weapon| weapon.teardrop.is_some()).find_map(crate::weapons::Weapon::template)
    else {
        return Vec::new();
    };
    if !pose.at.in_limits() {
        return Vec::new();
    }
    let (wholly, partly) = blasts::beneath(s, &kind.laid(pose), None);
    let side = s.side_of(model);
    let names = |models: &[ModelId]| models.iter().map(|id| fixed.name(*id).to_owned()).collect::<Vec<_>>();
    let friends = wholly.iter().chain(&partly).filter(|id| **id != model && s.side_of(**id) == side).count();
    let enemy = |models: &[ModelId]| models.iter().filter(|id| s.side_of(**id) != side).count();
    let count = |key: &'static str, number: usize, tone: &str| {
        let label = fixed.data.texts.render(&Message::new(key).number("count", number as i64));
        (number > 0).then(|| CoverCount { label, tone: tone.to_owned() })
    };
    let counts = [
        count("under.hit", enemy(&wholly), "good"),
        count("under.partly", enemy(&partly), "good"),
        count("under.friends", friends, "bad"),
    ];
    vec![Covered {
        wholly: names(&wholly),
        partly: names(&partly),
        counts: counts.into_iter().flatten().collect(),
    }]
}

/// The profile, what is worn and carried, and the words of the army list.
fn card(fixed: &Fixed, s: &State, id: ModelId) -> Card {
    let kind = fixed.kind_of(id);
    let texts = &fixed.data.texts;
    let cell = |text: String| CardCell { text, about: None, ..CardCell::default() };
    let values = kind.values;
    let profile = [values.ws, values.bs, values.s, values.t, values.w, values.i, values.a, values.ld];
    let heads = ["m", "ws", "bs", "s", "t", "w", "i", "a", "ld"];
    let head = |key: &str| CardCell {
        text: texts.get(&format!("characteristic.{key}")).to_owned(),
        about: Some(texts.get(&format!("characteristic.{key}-about")).to_owned()),
        ..CardCell::default()
    };
    let row = std::iter::once(RULER.write(values.m.0)).chain(profile.map(|value| value.to_string()));
    let first = CardTable { heads: heads.map(head).into(), rows: vec![row.map(cell).collect()] };
    let weapon_heads = ["weapon", "short", "long", "to-hit", "strength", "damage", "save", "special"];
    let weapons = CardTable {
        heads: weapon_heads.map(|key| cell(texts.get(&format!("card.{key}")).to_owned())).into(),
        rows: cards::weapons(fixed, s, id)
            .iter()
            .map(|weapon| weapon_row(fixed, s, id, *weapon).into_iter().map(cell).collect())
            .collect(),
    };
    let hand_heads = ["by-hand", "strength", "save", "damage"];
    let hand_row = |weapon: Option<crate::fixed::MeleeId>| {
        let (strength, save) = duel::blow(fixed, s, id, weapon);
        let damage = weapon.map_or_else(|| "1".to_owned(), |weapon| amount(fixed.melee(weapon).damage));
        [names::melee(fixed, weapon), strength.to_string(), save.to_string(), damage]
    };
    let hands: Vec<_> = match duel::in_hand(fixed, s, id) {
        held if held.is_empty() => vec![None],
        held => held.into_iter().map(Some).collect(),
    };
    let by_hand = CardTable {
        heads: hand_heads.map(|key| cell(texts.get(&format!("card.{key}")).to_owned())).into(),
        rows: hands.into_iter().map(|weapon| hand_row(weapon).into_iter().map(cell).collect()).collect(),
    };
    let line = |key: &str, value: String, rule: Option<&str>| CardLine {
        label: texts.get(&format!("card.{key}")).to_owned(),
        value,
        rule: rule.map(str::to_owned),
        tabled: false,
    };
    let mut lines = Vec::new();
    for (key, value) in heads.iter().zip(first.rows[0].iter()) {
        let label = texts.get(&format!("characteristic.{key}-about")).to_owned();
        lines.push(CardLine {
            label,
            value: value.text.clone(),
            rule: Some("2E-CHR-001".to_owned()),
            tabled: true,
        });
    }
    let armour = texts.get(&format!("armour.{}", kind.armour.id)).to_owned();
    let save = if kind.armour.save > 0 { format!("{armour}, {}+", kind.armour.save) } else { armour };
    lines.push(line("armour", save, Some("2E-SAV-001")));
    if kind.weapons.iter().any(|weapon| fixed.weapon(*weapon).thrown) {
        lines.push(line("throws", RULER.write(throw(fixed, s, id)), Some("2E-GRN-005")));
    }
    // 2E-HER-001, 2E-HER-002: the rank; 2E-HER-023: whatever its people call it.
    if characters::is_character(fixed, id) {
        let rule = if kind.mastery > 0 { "2E-HER-002" } else { "2E-HER-001" };
        lines.push(line("rank", texts.get(&format!("rank.{}", kind.rank)).to_owned(), Some(rule)));
        let held = cards::of(s, id).map(|held| names::card(fixed, held.card)).collect::<Vec<_>>();
        let message = Message::new("card.wargear-value")
            .number("most", kind.cards)
            .text("cards", if held.is_empty() { "-".to_owned() } else { held.join(", ") });
        lines.push(line("wargear", texts.render(&message), Some("2E-HER-023")));
    }
    if kind.mastery > 0 {
        let powers =
            s.model(id).psyker.powers.iter().map(|power| names::power(fixed, *power)).collect::<Vec<_>>();
        let message = Message::new("card.mastery-value")
            .number("level", kind.mastery)
            .text("powers", powers.join(", "));
        lines.push(line("mastery", texts.render(&message), Some("2E-PSI-001")));
    }
    let carried: Vec<_> =
        kind.carries.iter().map(|id| texts.get(&format!("weapon.{id}")).to_owned()).collect();
    lines.push(line("carries", carried.join(", "), None));
    if kind.origin != Origin::Book {
        lines.push(line("origin", texts.get("card.not-from-the-book").to_owned(), Some("2E-CHR-003")));
    }
    lines.extend(datafax::lines(fixed, s, id));
    let mut tables = vec![first, weapons, by_hand];
    if let Some(locations) = datafax::table(fixed, s, id) {
        tables = vec![locations, tables.swap_remove(1)];
    }
    Card {
        piece: Some(fixed.name(id).to_owned()),
        title: names::model(fixed, id),
        subtitle: names::unit(fixed, s.model(id).unit),
        silhouette: scene::silhouette(fixed, id),
        seat: Some(s.side_of(id).id().to_owned()),
        badges: scene::badges(fixed, s, id),
        meters: Vec::new(),
        tables,
        lines,
        diagram: datafax::diagram(fixed, s, id),
    }
}

fn amount(amount: Amount) -> String {
    if amount.dice == 0 { amount.plus.to_string() } else { format!("{}D{}", amount.dice, amount.sides) }
}

fn weapon_row(fixed: &Fixed, s: &State, model: ModelId, id: WeaponId) -> Vec<String> {
    let weapon = fixed.weapon(id);
    let signed = |value: i8| if value > 0 { format!("+{value}") } else { value.to_string() };
    let band = |from: Length, to: Length| format!("{}-{}", RULER.write(from), RULER.write(to));
    let damage = amount(weapon.damage);
    let text = |key: &str| fixed.data.texts.get(key).to_owned();
    let [short, long] = if weapon.thrown {
        [RULER.write(throw(fixed, s, model)), text("card.thrown")]
    } else if let Some((length, _)) = weapon.teardrop {
        [RULER.write(length), text("card.teardrop")]
    } else {
        [band(weapon.minimum, weapon.bands[0]), band(weapon.bands[0], weapon.bands[1])]
    };
    let mut special: Vec<String> = Vec::new();
    if let Some(radius) = weapon.blast {
        let radius = RULER.write(radius);
        special.push(fixed.data.texts.render(&Message::new("card.blast").text("radius", radius)));
    }
    if weapon.sustained > 0 {
        let message = Message::new("card.sustained").number("dice", weapon.sustained);
        special.push(fixed.data.texts.render(&message));
    }
    if weapon.has(Keyword::MoveOrFire) {
        special.push(text("card.move-or-fire"));
    }
    if weapon.has(Keyword::Recharge) {
        special.push(text("card.recharge"));
    }
    vec![
        names::weapon(fixed, id),
        short,
        long,
        format!("{} / {}", signed(weapon.to_hit[0]), signed(weapon.to_hit[1])),
        weapon.strength.to_string(),
        damage,
        signed(weapon.save),
        special.join(", "),
    ]
}
