//! Harlequins in the set-ups of rule cases.

use super::{is_soloist, performer};
use crate::piece::PieceId;
use crate::table::Table;

/// A flag of a model: `stance`, `stuck` or `solo`; false where it is something else.
pub fn flag(table: &mut Table, index: usize, flag: &str) -> Result<bool, String> {
    if !["stance", "stuck", "solo"].contains(&flag) {
        return Ok(false);
    }
    let side = table.side(PieceId::Marine(index as u8));
    let troupe = table.troupe.as_mut().ok_or("there are no Harlequins")?;
    match flag {
        "stance" => troupe.performers[index].stance = true,
        "stuck" => troupe.performers[index].stuck = true,
        _ => troupe.solo[side.index()] = Some(index as u8),
    }
    Ok(true)
}

/// What a case can ask of a model.
pub fn field(table: &Table, index: u8, field: &str) -> Option<String> {
    let yes = |flag: bool| if flag { "yes" } else { "no" }.to_owned();
    let one = performer(table, index);
    Some(match field {
        "stance" => yes(one.stance),
        "stuck" => yes(one.stuck),
        "solo" => yes(is_soloist(table, index)),
        _ => return None,
    })
}
