//! Names for people.

use grognard_engine::SeatId;
use grognard_space::table::Length;
use grognard_tabletop::armies::Named;

use crate::abilities::Ability;
use crate::armies::RULER;
use crate::data::amount::Amount;
use crate::data::unit::ArcName;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::{Blow, Gun, UNLIMITED};

/// A side.
pub fn side(fixed: &Fixed, seat: SeatId) -> String {
    fixed.data.texts.get(&format!("side.{}", fixed.sides[seat.index()].id)).to_owned()
}

/// A formation, with its name in answers: `Tactical (force-a-1)`.
pub fn formation(fixed: &Fixed, id: FormationId) -> String {
    let sheet = fixed.spec(id).units.first().map_or_else(String::new, |unit| kind(fixed, *unit));
    format!("{sheet} ({})", fixed.unit_name(id))
}

/// What a unit is.
pub fn kind(fixed: &Fixed, unit: UnitId) -> String {
    fixed.data.texts.get(&format!("unit.{}", fixed.kind(unit).sheet)).to_owned()
}

/// A unit.
pub fn unit(fixed: &Fixed, id: UnitId) -> String {
    format!("{} {}", kind(fixed, id), fixed.name(id))
}

/// A length.
pub fn length(length: Length) -> String {
    RULER.write(length)
}

/// An ability.
pub fn ability(fixed: &Fixed, ability: Ability) -> String {
    fixed.data.texts.get(&format!("ability.{}", ability.id())).to_owned()
}

fn amount(amount: Amount) -> String {
    match (amount.dice, amount.plus) {
        (0, plus) => plus.to_string(),
        (dice, plus) => {
            let dice = if dice > 1 { dice.to_string() } else { String::new() };
            let plus = if plus > 0 { format!("+{plus}") } else { String::new() };
            format!("{dice}D{}{plus}", amount.sides)
        }
    }
}

/// A line of a datasheet that shoots: `45cm, 2× AP5+/AT6+`.
pub fn gun(fixed: &Fixed, gun: &Gun) -> String {
    let mw = if gun.titan_killer.is_some() { "TK" } else { "MW" };
    let fire = [("AP", gun.ap), ("AT", gun.at), (mw, gun.mw), ("AA", gun.aa)]
        .map(|(name, need)| need.map(|need| format!("{name}{need}+")));
    let mut fire: Vec<String> = fire.into_iter().flatten().collect();
    if let Some(bp) = gun.bp {
        fire.push(format!("{}BP", amount(bp)));
    }
    let times = |count: String| if count == "1" { String::new() } else { format!("{count}× ") };
    let shots = if gun.bp.is_none() { times(amount(gun.shots)) } else { String::new() };
    let range = if gun.range == UNLIMITED { "∞".to_owned() } else { length(gun.range) };
    let mut parts = vec![range, format!("{}{shots}{}", times(gun.count.to_string()), fire.join("/"))];
    parts.extend(gun.arc.map(|arc| fixed.data.texts.get(arc_key(arc)).to_owned()));
    parts.extend(gun.abilities.iter().map(|own| ability(fixed, own)));
    parts.join(", ")
}

const fn arc_key(arc: ArcName) -> &'static str {
    match arc {
        ArcName::FixedForward => "arc.fixed-forward",
        ArcName::Forward => "arc.forward",
        ArcName::Rear => "arc.rear",
        ArcName::Left => "arc.left",
        ArcName::Right => "arc.right",
    }
}

/// A line of a datasheet that counts in assaults.
pub fn blow(fixed: &Fixed, blow: &Blow) -> String {
    let mut parts = Vec::new();
    parts.push(fixed.data.texts.get(if blow.close { "card.close" } else { "card.small-arms" }).to_owned());
    if let Some(extra) = blow.extra {
        parts.push(format!("+{}", amount(extra)));
    }
    parts.extend(blow.abilities.iter().map(|own| ability(fixed, own)));
    parts.join(", ")
}

/// A datasheet, a character's among them.
pub fn sheet(fixed: &Fixed, sheet: &str) -> String {
    fixed.data.texts.get(&format!("unit.{sheet}")).to_owned()
}
