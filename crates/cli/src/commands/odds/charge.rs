//! `grognard odds charge`: whether a charge roll is long enough.

use std::io::Write;

use grognard_odds::charge::Charge;

use super::Table;
use crate::args::ChargeArgs;
use crate::exit::Exit;

/// An inch in the unit of the distances given.
pub const INCH: i32 = 1000;

/// Runs the command.
pub fn run(args: &ChargeArgs, out: &mut dyn Write) -> Result<(), Exit> {
    let charge = Charge { dice: args.dice, sides: args.sides, bonus: args.bonus, reroll: args.reroll };
    table(args, charge).print(args.json, out)
}

fn table(args: &ChargeArgs, charge: Charge) -> Table {
    let need = |distances: &[i32]| {
        charge.need(distances.iter().copied(), args.engagement, INCH).unwrap_or_default().max(0)
    };
    let (all, made) = (need(&args.distance), charge.chance(need(&args.distance)));
    let alone = |distance: &i32| {
        let need = need(&[*distance]);
        (format!("{} away, {need} or more", inches(*distance)), charge.chance(need))
    };
    let further =
        if args.distance.len() > 1 { args.distance.iter().map(alone).collect() } else { Vec::new() };
    let bonus = if args.bonus == 0 { String::new() } else { format!("{:+}", args.bonus) };
    let again = if args.reroll { ", rolled once more where they fail" } else { "" };
    let targets = args.distance.iter().map(|distance| inches(*distance)).collect::<Vec<_>>().join(" and ");
    Table {
        title: format!("{}d{}{bonus} for {targets}: the dice need {all}{again}", args.dice, args.sides),
        outcomes: vec![("charge made".to_owned(), made), ("charge fails".to_owned(), made.complement())],
        further,
    }
}

fn inches(length: i32) -> String {
    let (whole, part) = (length / INCH, length % INCH);
    let text = format!("{whole}.{part:03}");
    format!("{}\"", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Reads `7.9` or `7.9"` as thousandths of an inch.
pub fn read(text: &str) -> Result<i32, String> {
    let wrong = || format!("`{text}` is no distance; right would be 7, 7.9 or 11.25, up to {MOST} inches");
    let bare = text.strip_suffix('"').unwrap_or(text);
    let (whole, part) = bare.split_once('.').unwrap_or((bare, ""));
    let digits = |text: &str| text.chars().all(|digit| digit.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) || part.len() > 3 || bare.ends_with('.') {
        return Err(wrong());
    }
    let inches: i32 = whole.parse().ok().filter(|inches| *inches <= MOST).ok_or_else(wrong)?;
    let part: i32 = format!("{part:0<3}").parse().map_err(|_| wrong())?;
    Ok(inches * INCH + part)
}

/// No table is longer.
const MOST: i32 = 200;

#[cfg(test)]
mod tests {
    use grognard_odds::Fraction;

    use super::*;

    #[test]
    fn distances_are_read() {
        assert_eq!(read("7"), Ok(7000));
        assert_eq!(read("7.9\""), Ok(7900));
        assert_eq!(read("11.125"), Ok(11125));
        for wrong in ["", "-1", "7.", ".5", "7,9", "seven", "7.1234", "201", "99999999999"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert_eq!([inches(7900), inches(7000), inches(11125)], ["7.9\"", "7\"", "11.125\""]);
    }

    #[test]
    fn the_farthest_target_decides() {
        let args = ChargeArgs {
            distance: vec![4500, 8100],
            dice: 2,
            sides: 6,
            bonus: 0,
            engagement: 1000,
            reroll: false,
            json: false,
        };
        let charge = Charge { dice: 2, sides: 6, bonus: 0, reroll: false };
        let table = table(&args, charge);
        assert_eq!(table.outcomes[0].1, Fraction::new(15, 36));
        assert_eq!(table.further[0].1, Fraction::new(33, 36));
        assert!(table.title.ends_with("the dice need 8"), "{}", table.title);
    }
}
