//! Mustering an army (9E-MIS-002, 9E-ONW-001): a list of units by datasheet, size and options.
//!
//! A list is a ready army's name, or text: `10 line +burner, 1 hero warlord, 1 truck, 5 runner in 3`. Each entry is a
//! number of models, a datasheet, options after `+`, `warlord` (its leader) or `warlord.N` (its Nth model), `-KIND` for a
//! kind of model an understrength unit lacks, `in N` for the transport with that number in the list, and `=WORD` for the
//! value of its keyword in angle brackets (9E-GEN-010).

use grognard_engine::message::Message;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};

use crate::data::Data;
use crate::data::amount::Inches;
use crate::data::battle::UnitFile;
use crate::data::sheet::{Ability, Model, Sheet};
use crate::keyword::Lexicon;

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
    let mut unit = UnitFile {
        sheet,
        models,
        options: Vec::new(),
        warlord: false,
        warlord_model: None,
        without: Vec::new(),
        embarked_in: None,
        value: None,
    };
    while let Some(word) = words.next() {
        if let Some(option) = word.strip_prefix('+') {
            unit.options.push(option.to_owned());
        } else if let Some(value) = word.strip_prefix('=') {
            unit.value = Some(value.to_uppercase());
        } else if let Some(kind) = word.strip_prefix('-') {
            unit.without.push(kind.to_owned());
        } else if word == "warlord" {
            unit.warlord = true;
        } else if let Some(number) = word.strip_prefix("warlord.") {
            unit.warlord = true;
            unit.warlord_model = Some(number.parse().map_err(|_| wrong())?);
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

/// 9E-DAT-005, 9E-DAT-016: how many models of each kind a unit has. 9E-DAT-017: below the minimum its owner says which
/// kinds it lacks; where that is left open the kinds listed last, the leaders, are kept.
pub fn composition(sheet: &Sheet, unit: &UnitFile) -> Result<Vec<u8>, String> {
    let models = unit.models;
    let (least, most) = limits(sheet);
    if models == 0 || (models > most && applies(rule!("9E-DAT-005"))) {
        return Err(format!(
            "a unit of `{}` has {least} to {most} models, not {models} (9E-DAT-005)",
            sheet.id
        ));
    }
    let mut counts: Vec<u8> = sheet.models.iter().map(|kind| kind.min).collect();
    if applies(rule!("9E-DAT-017")) {
        for kind in unit.without.iter().take(usize::from(least.saturating_sub(models))) {
            let at = sheet.models.iter().position(|known| known.id == *kind);
            if let Some(count) = at.and_then(|at| counts.get_mut(at)) {
                *count = count.saturating_sub(1);
            }
        }
    }
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
    let by_size = |from: u8| from <= models && applies(rule!("9E-DAT-004"));
    sheet
        .power
        .iter()
        .rev()
        .find(|step| by_size(step.from))
        .or(sheet.power.first())
        .map_or(0, |step| step.rating)
}

/// The Power of a list: the sum of its units' (9E-GEN-005).
pub fn power_of(data: &Data, units: &[UnitFile]) -> u16 {
    units.iter().filter_map(|unit| Some(power(sheet(data, unit).ok()?.1, unit.models))).sum()
}

/// 9E-ONW-002, 9E-AMB-107: the battle size, as an index: the smallest whose number is at least the combined Power.
pub fn size_of(data: &Data, power: u16) -> usize {
    let sizes = &data.numbers.battle_sizes.sizes;
    sizes.iter().position(|size| size.power >= power).unwrap_or(sizes.len().saturating_sub(1))
}

/// The smallest table of a battle size (TAB-06), the longer side first.
pub fn least_table(data: &Data, size: usize) -> (i32, i32) {
    data.numbers.battle_sizes.sizes.get(size).map_or((0, 0), |size| {
        let [Inches(a), Inches(b)] = size.table;
        (a.max(b).0, a.min(b).0)
    })
}

/// The keywords of a model: those of its datasheet and its own. The variable in angle brackets is read as the value that
/// was chosen for the unit (9E-GEN-010, 9E-GEN-011).
pub fn keywords<'a>(sheet: &'a Sheet, model: &'a Model, value: Option<&'a str>) -> Vec<(&'a str, bool)> {
    let value = value.or(sheet.value.as_deref());
    let words = sheet.faction.iter().chain(&sheet.keywords).chain(&model.keywords);
    words
        .map(|word| match value {
            Some(value) if word.starts_with('<') => (value, true),
            _ => (word.as_str(), false),
        })
        .collect()
}

/// A rule an army list breaks.
#[derive(Clone, Debug)]
pub struct Breach {
    /// The rule; none where a list is no list at all.
    pub rule: Option<RuleId>,
    /// Where, by keys from the top of the list's file: `unit.2.models`.
    pub place: String,
    /// What is wrong.
    pub message: Message,
}

/// Everything that is wrong with a list.
pub fn breaches(data: &Data, units: &[UnitFile]) -> Vec<Breach> {
    let mut found = Found { data, units, breaches: Vec::new() };
    if units.is_empty() {
        found.breaches.push(Breach {
            rule: None,
            place: "unit".to_owned(),
            message: Message::new("army.empty"),
        });
    }
    for (number, unit) in units.iter().enumerate() {
        if let Ok((_, sheet)) = sheet(data, unit) {
            found.size(number, unit, sheet);
            found.options(number, unit, sheet);
            found.transport(number, unit, sheet);
        } else {
            let known: Vec<_> = data.sheets.iter().map(|sheet| sheet.id.as_str()).collect();
            let message = Message::new("army.no-sheet").text("sheet", &unit.sheet);
            found.say(rule!("9E-GEN-007"), number, "sheet", message.text("known", known.join(", ")));
        }
    }
    // 9E-ONW-003: one Warlord, who is a model of the unit.
    let nobody =
        |unit: &UnitFile| unit.warlord_model.is_some_and(|model| !(1..=unit.models).contains(&model));
    for (number, unit) in units.iter().enumerate().filter(|(_, unit)| nobody(unit)) {
        let message = Message::new("army.no-warlord").number("models", unit.models);
        found.say(rule!("9E-ONW-003"), number, "warlord_model", message);
    }
    for (number, _) in units.iter().enumerate().filter(|(_, unit)| unit.warlord).skip(1) {
        found.say(rule!("9E-ONW-003"), number, "warlord", Message::new("army.warlords"));
    }
    found.breaches
}

struct Found<'a> {
    data: &'a Data,
    units: &'a [UnitFile],
    breaches: Vec<Breach>,
}

impl Found<'_> {
    fn say(&mut self, rule: RuleId, number: usize, key: &str, message: Message) {
        if applies(rule) {
            self.breaches.push(Breach { rule: Some(rule), place: format!("unit.{number}.{key}"), message });
        }
    }

    /// A sentence about a datasheet.
    fn about(&self, key: &'static str, sheet: &Sheet) -> Message {
        Message::new(key).text("unit", self.data.texts.get(&format!("sheet.{}", sheet.id)))
    }

    /// 9E-DAT-005: as many models as the datasheet allows; 9E-DAT-017: at most one understrength unit of each datasheet.
    fn size(&mut self, number: usize, unit: &UnitFile, sheet: &Sheet) {
        let (least, most) = limits(sheet);
        if unit.models == 0 || unit.models > most {
            let message = self.about("army.size", sheet).number("least", least).number("most", most);
            let message = message.number("models", unit.models);
            self.say(rule!("9E-DAT-005"), number, "models", message);
        }
        // 9E-DAT-017: what is lacking was there to be lacked.
        let there = |kind: &String| {
            let asked = unit.without.iter().filter(|other| *other == kind).count();
            sheet.models.iter().any(|known| known.id == *kind && asked <= usize::from(known.min))
        };
        let short = usize::from(least.saturating_sub(unit.models));
        if unit.without.len() > short || !unit.without.iter().all(there) {
            let kinds: Vec<&str> = sheet.models.iter().map(|kind| kind.id.as_str()).collect();
            let message = self.about("army.without", sheet).number("short", short as i64);
            self.say(rule!("9E-DAT-017"), number, "without", message.text("kinds", kinds.join(", ")));
        }
        let small = |other: &UnitFile| other.sheet == unit.sheet && other.models < least;
        if unit.models < least && self.units.iter().take(number).any(small) {
            let message = self.about("army.understrength", sheet).number("least", least);
            self.say(rule!("9E-DAT-017"), number, "models", message);
        }
    }

    /// 9E-DAT-029: options the datasheet has, each at most once.
    fn options(&mut self, number: usize, unit: &UnitFile, sheet: &Sheet) {
        for (at, option) in unit.options.iter().enumerate() {
            if !sheet.options.iter().any(|known| known.id == *option) {
                let message = self.about("army.no-option", sheet).text("option", option);
                let place = format!("unit.{number}.options");
                self.breaches.push(Breach { rule: None, place, message });
            } else if unit.options[..at].contains(option) {
                let message = self.about("army.option-twice", sheet).text("option", option);
                self.say(rule!("9E-DAT-029"), number, "options", message);
            }
        }
    }

    /// 9E-TRN-001, 9E-TRN-002: a unit starts in a transport that takes such models and has room for them.
    fn transport(&mut self, number: usize, unit: &UnitFile, own: &Sheet) {
        let Some(into) = unit.embarked_in else { return };
        let carrier = (into as usize).checked_sub(1).and_then(|at| self.units.get(at));
        let Some(carrier) = carrier.and_then(|unit| Some(sheet(self.data, unit).ok()?.1)) else {
            let message = self.about("army.no-unit", own).number("number", into);
            let place = format!("unit.{number}.embarked_in");
            return self.breaches.push(Breach { rule: None, place, message });
        };
        let Some((capacity, keyword)) = room(carrier) else {
            let message = self.about("army.no-transport", carrier).number("number", into);
            let place = format!("unit.{number}.embarked_in");
            return self.breaches.push(Breach { rule: Some(rule!("9E-TRN-001")), place, message });
        };
        let mut lexicon = Lexicon::default();
        let wanted = lexicon.learn(keyword).unwrap_or_default();
        let fits = |model: &Model| {
            let words = keywords(own, model, unit.value.as_deref());
            words.iter().any(|(word, _)| lexicon.find(word).any(wanted))
        };
        if !own.models.iter().all(fits) {
            let message = self.about("army.not-carried", own).text("keyword", keyword);
            self.say(rule!("9E-TRN-001"), number, "embarked_in", message);
        }
        let mates = self.units.iter().take(number + 1).filter(|other| other.embarked_in == Some(into));
        let aboard: u32 = mates.map(|mate| u32::from(mate.models)).sum();
        if aboard > u32::from(capacity) {
            let message = self.about("army.no-room", carrier).number("capacity", capacity);
            self.say(rule!("9E-TRN-002"), number, "embarked_in", message.number("aboard", aboard));
        }
    }
}

/// 9E-TRN-001: how many models a datasheet carries, and the keyword they need.
pub fn room(sheet: &Sheet) -> Option<(u8, &str)> {
    let abilities = sheet.abilities.iter().chain(sheet.models.iter().flat_map(|model| &model.abilities));
    abilities.into_iter().find_map(|ability| match ability {
        Ability::Transport { capacity, keyword } => Some((*capacity, keyword.as_str())),
        _ => None,
    })
}

/// Everything that is wrong with a list, in one sentence after the other.
pub fn check(data: &Data, units: &[UnitFile]) -> Result<(), String> {
    let said = |breach: Breach| {
        let rule = breach.rule.map_or_else(String::new, |rule| format!(" ({})", rule.as_str()));
        format!("{}{rule}", data.texts.render(&breach.message).trim_end_matches('.'))
    };
    let wrong: Vec<_> = breaches(data, units).into_iter().map(said).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}
