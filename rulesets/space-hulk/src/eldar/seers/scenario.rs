//! Warlocks and Wraithguard in the set-up of rule cases, and the facts they can ask for.

use super::{Order, spirit, spirit_mut};
use crate::table::Table;

/// The kind of order a flag counts: `fire-orders`.
fn order(flag: &str) -> Option<Order> {
    flag.strip_suffix("-orders").and_then(Order::named)
}

/// Whether a word says something of a Warlock or a Wraithguard, with a number after it.
pub fn counts(flag: &str) -> bool {
    matches!(flag, "stored" | "power") || order(flag).is_some()
}

/// A number of a model in a set-up.
pub fn count(table: &mut Table, index: usize, flag: &str, value: u8) -> Result<(), String> {
    let spirit = spirit_mut(table, index as u8).ok_or("there are no Warlocks or Wraithguard")?;
    match order(flag) {
        Some(order) => spirit.orders[order as usize] = value,
        None if flag == "stored" => spirit.stored = value,
        None => spirit.psi = value,
    }
    Ok(())
}

/// A fact about a model by name.
pub fn field(table: &Table, index: u8, field: &str) -> Option<String> {
    table.seers.as_ref()?;
    let spirit = spirit(table, index);
    Some(match field {
        "power" => spirit.psi.to_string(),
        "stored" => spirit.stored.to_string(),
        "downed" => if spirit.downed { "yes" } else { "no" }.to_owned(),
        _ => spirit.has(order(field)?).to_string(),
    })
}
