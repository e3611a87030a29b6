//! Mustering an army (9E-MIS-002, 9E-ONW-001): a list of units by datasheet, size and options.
//!
//! A list is a ready army's name, or text: `10 line +burner, 1 hero warlord, 1 truck, 5 runner in 3`. Each entry is a
//! number of models, a datasheet, options after `+`, `warlord`, `in N` for the transport with that number in the list,
//! and `=WORD` for the value of its keyword in angle brackets (9E-GEN-010).

use crate::data::Data;
use crate::data::battle::UnitFile;
use crate::data::sheet::{Model, Sheet};
use grognard_engine::rule;
use grognard_engine::switch::applies;

/// The units of a list.
pub fn read(data: &Data, list: &str) -> Result<Vec<UnitFile>, String> {
    if let Some(force) = data.forces.iter().find(|force| force.id == list.trim()) {
        return Ok(force.units.clone());
    }
    let units: Vec<UnitFile> =
        list.split(',').map(|entry| read_entry(entry.trim())).collect::<Result<_, _>>()?;
    Ok(units)
}

fn read_entry(entry: &str) -> Result<UnitFile, String> {
    let wrong =
        || format!("`{entry}` is no unit of an army; write it like `10 line +burner` or name a ready army");
    let mut words = entry.split_whitespace();
    let models = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
    let sheet = words.next().ok_or_else(wrong)?.to_owned();
    let mut unit =
        UnitFile { sheet, models, options: Vec::new(), warlord: false, embarked_in: None, value: None };
    while let Some(word) = words.next() {
        if let Some(option) = word.strip_prefix('+') {
            unit.options.push(option.to_owned());
        } else if let Some(value) = word.strip_prefix('=') {
            unit.value = Some(value.to_uppercase());
        } else if word == "warlord" {
            unit.warlord = true;
        } else if word == "in" {
            unit.embarked_in = Some(words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?);
        } else {
            return Err(wrong());
        }
    }
    Ok(unit)
}

/// The datasheet of a unit (9E-GEN-007).
pub fn sheet<'a>(data: &'a Data, unit: &UnitFile) -> Result<(usize, &'a Sheet), String> {
    data.sheets.iter().enumerate().find(|(_, sheet)| sheet.id == unit.sheet).ok_or_else(|| {
        let known: Vec<_> = data.sheets.iter().map(|sheet| sheet.id.as_str()).collect();
        format!("there is no datasheet `{}`; there are: {} (9E-GEN-007)", unit.sheet, known.join(", "))
    })
}

/// 9E-DAT-005, 9E-DAT-016: how many models of each kind a unit of this size has. Below the minimum the kinds listed
/// last, the leaders, are kept.
pub fn composition(sheet: &Sheet, models: u8) -> Result<Vec<u8>, String> {
    let (least, most) = limits(sheet);
    if models == 0 || models > most {
        return Err(format!(
            "a unit of `{}` has {least} to {most} models, not {models} (9E-DAT-005)",
            sheet.id
        ));
    }
    let mut counts: Vec<u8> = sheet.models.iter().map(|kind| kind.min).collect();
    let mut total: u8 = counts.iter().sum();
    for (count, kind) in counts.iter_mut().zip(&sheet.models) {
        while total < models && *count < kind.max {
            *count += 1;
            total += 1;
        }
        while total > models && *count > 0 {
            *count -= 1;
            total -= 1;
        }
    }
    Ok(counts)
}

/// The smallest and greatest number of models of a datasheet.
pub fn limits(sheet: &Sheet) -> (u8, u8) {
    let sum = |of: fn(&Model) -> u8| sheet.models.iter().map(of).sum();
    (sum(|kind| kind.min), sum(|kind| kind.max))
}

/// 9E-DAT-003, 9E-DAT-004: the Power Rating of a unit of this size.
pub fn power(sheet: &Sheet, models: u8) -> u16 {
    sheet
        .power
        .iter()
        .rev()
        .find(|step| step.from <= models)
        .or(sheet.power.first())
        .map_or(0, |step| step.rating)
}

/// Everything that is wrong with a list.
pub fn check(data: &Data, units: &[UnitFile]) -> Result<(), String> {
    let mut wrong = Vec::new();
    if units.is_empty() {
        wrong.push("an army has at least one unit".to_owned());
    }
    for (number, unit) in units.iter().enumerate() {
        let (_, sheet) = match sheet(data, unit) {
            Ok(found) => found,
            Err(why) => {
                wrong.push(why);
                continue;
            }
        };
        if let Err(why) = composition(sheet, unit.models) {
            wrong.push(why);
        }
        // 9E-DAT-017: at most one understrength unit of each datasheet.
        let small = |other: &&UnitFile| other.sheet == unit.sheet && other.models < limits(sheet).0;
        if applies(rule!("9E-DAT-017"))
            && unit.models < limits(sheet).0
            && units.iter().take(number).any(|other| small(&other))
        {
            wrong.push(format!(
                "only one unit of `{}` may have fewer than {} models (9E-DAT-017)",
                sheet.id,
                limits(sheet).0
            ));
        }
        for (at, option) in unit.options.iter().enumerate() {
            if !sheet.options.iter().any(|known| known.id == *option) {
                let known: Vec<_> = sheet.options.iter().map(|known| known.id.as_str()).collect();
                wrong.push(format!("`{}` has no option `{option}`; it has: {}", sheet.id, known.join(", ")));
            }
            // 9E-DAT-029: each option at most once.
            if applies(rule!("9E-DAT-029")) && unit.options[..at].contains(option) {
                wrong.push(format!("`{}` takes the option `{option}` twice (9E-DAT-029)", sheet.id));
            }
        }
        if let Some(transport) = unit.embarked_in
            && !(1..=units.len()).contains(&(transport as usize))
        {
            wrong.push(format!("`{}` is in unit {transport}, but the list has {}", sheet.id, units.len()));
        }
    }
    // 9E-ONW-003: one Warlord.
    if units.iter().filter(|unit| unit.warlord).count() > 1 {
        wrong.push("an army has one Warlord (9E-ONW-003)".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}
