//! Whether a document has the form of its kind: everything that is missing, unknown or of the wrong sort.

use serde_json::{Map, Value};

use super::{MOST_NAME, at, fault, plain};
use crate::client::{
    DocumentChoice, DocumentFault, DocumentField, DocumentInput, DocumentKind, Grid, HowMany,
};
use crate::message::Message;

/// More faults than anybody reads at once.
const MOST_FAULTS: usize = 100;

/// Everything wrong with the form of a document.
pub fn shape(kind: &DocumentKind, value: &Value, language: &str) -> Vec<DocumentFault> {
    let mut check = Check { whole: value, language, faults: Vec::new() };
    check.table(&kind.fields, value, "");
    check.faults.truncate(MOST_FAULTS);
    check.faults
}

struct Check<'a> {
    whole: &'a Value,
    language: &'a str,
    faults: Vec<DocumentFault>,
}

impl Check<'_> {
    fn say(&mut self, path: &str, message: &Message) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault(self.language, path.to_owned(), message));
        }
    }

    fn wrong(&mut self, path: &str, wanted: &'static str) {
        self.say(path, &Message::new("wrong-kind").key("wanted", wanted));
    }

    fn table(&mut self, fields: &[DocumentField], value: &Value, path: &str) {
        let Value::Object(table) = value else { return self.wrong(path, "table") };
        for key in table.keys().filter(|key| !fields.iter().any(|field| field.key == **key)) {
            self.say(path, &Message::new("unknown").text("key", short(key)));
        }
        for field in fields {
            let path = at(path, &field.key);
            match (table.get(&field.key), wanted(field, table)) {
                (Some(value), Ok(())) => self.field(field, value, table, &path),
                (Some(_), Err((beside, value))) => {
                    let message = Message::new("misplaced").text("key", &field.key).text("beside", beside);
                    self.say(&path, &message.text("value", value));
                }
                (None, Ok(())) if !field.optional && !field.derived => {
                    self.say(&path, &Message::new("missing"));
                }
                (None, _) => {}
            }
        }
    }

    fn field(&mut self, field: &DocumentField, value: &Value, beside: &Map<String, Value>, path: &str) {
        match &field.input {
            DocumentInput::Text { most, plain: name, .. } => self.text(value, *most, *name, path),
            DocumentInput::Number { min, max } => self.number(value, *min, *max, path),
            DocumentInput::Toggle if value.is_boolean() => {}
            DocumentInput::Toggle => self.wrong(path, "toggle"),
            DocumentInput::Choice { within, many, .. } if !within.is_empty() => match value {
                Value::Array(chosen) if *many => {
                    for (index, one) in chosen.iter().enumerate() {
                        self.text(one, MOST_NAME as u32, true, &at(path, index));
                    }
                }
                _ if *many => self.wrong(path, "list"),
                one => self.text(one, MOST_NAME as u32, true, path),
            },
            DocumentInput::Choice { choices, many, by, .. } => {
                let beside = by.as_ref().and_then(|key| beside.get(key)?.as_str()).unwrap_or_default();
                let there: Vec<_> = choices.iter().filter(|choice| choice.goes_with(beside)).collect();
                self.choices(value, &there, *many, path);
            }
            DocumentInput::Name { list, key, many } => {
                let known = names(self.whole, list, key);
                match value {
                    Value::Array(chosen) if *many => {
                        for (index, name) in chosen.iter().enumerate() {
                            self.name(name, &known, &at(path, index));
                        }
                    }
                    Value::Array(_) => self.wrong(path, "text"),
                    _ if *many => self.wrong(path, "list"),
                    name => self.name(name, &known, path),
                }
            }
            DocumentInput::Point { min, max } => match value.as_array().map(Vec::as_slice) {
                Some([x, y]) => [x, y].into_iter().for_each(|part| self.number(part, *min, *max, path)),
                _ => self.wrong(path, "point"),
            },
            DocumentInput::Lengths { min, max } => match value.as_array().map(Vec::as_slice) {
                Some([x, y]) => [x, y].into_iter().for_each(|part| self.length(part, *min, *max, path)),
                _ => self.wrong(path, "lengths"),
            },
            DocumentInput::Item { list, .. } => {
                let items = found(self.whole, list).and_then(Value::as_array).map_or(0, Vec::len);
                self.number(value, 1, items as i32, path);
            }
            DocumentInput::Grid(grid) => self.grid(grid, value, path),
            DocumentInput::Squares { many, .. } => self.squares(value, *many, path),
            DocumentInput::Counts { choices, max, within, .. } => match value {
                Value::Object(counts) => {
                    for (key, count) in counts {
                        let all: Vec<_> = choices.iter().collect();
                        let key = Value::String(key.clone());
                        if within.is_empty() {
                            self.choice(&key, &all, path);
                        } else {
                            self.text(&key, MOST_NAME as u32, true, path);
                        }
                        self.number(count, 0, *max, path);
                    }
                }
                _ => self.wrong(path, "table"),
            },
            DocumentInput::Group { fields } => self.table(fields, value, path),
            DocumentInput::List { fields, most, .. } => self.list(fields, value, *most, path),
        }
    }

    fn text(&mut self, value: &Value, most: u32, name: bool, path: &str) {
        let Value::String(text) = value else { return self.wrong(path, "text") };
        let letters = text.chars().count();
        if letters > most as usize {
            let message = Message::new("too-many-letters").number("n", letters as i64);
            self.say(path, &message.number("most", i64::from(most)));
        } else if name && !plain(text) {
            self.say(path, &Message::new("plain").text("value", short(text)));
        }
    }

    fn number(&mut self, value: &Value, min: i32, max: i32, path: &str) {
        let Some(n) = value.as_i64() else { return self.wrong(path, "number") };
        if !(i64::from(min)..=i64::from(max)).contains(&n) {
            let message = Message::new("out-of-range").number("n", n).number("min", i64::from(min));
            self.say(path, &message.number("max", i64::from(max)));
        }
    }

    /// A length in decimals, as data files write it.
    fn length(&mut self, value: &Value, min: i32, max: i32, path: &str) {
        let Some(thousandths) = value.as_str().and_then(thousandths) else {
            return self.wrong(path, "lengths");
        };
        if !(i64::from(min) * 1000..=i64::from(max) * 1000).contains(&thousandths) {
            let message = Message::new("length-range").text("value", value.as_str().unwrap_or_default());
            self.say(path, &message.number("min", i64::from(min)).number("max", i64::from(max)));
        }
    }

    /// One choice, or a list of them.
    fn choices(&mut self, value: &Value, choices: &[&DocumentChoice], many: bool, path: &str) {
        match value {
            Value::Array(chosen) if many => {
                for (index, one) in chosen.iter().enumerate() {
                    self.choice(one, choices, &at(path, index));
                }
            }
            _ if many => self.wrong(path, "list"),
            one => self.choice(one, choices, path),
        }
    }

    fn choice(&mut self, value: &Value, choices: &[&DocumentChoice], path: &str) {
        let Value::String(text) = value else { return self.wrong(path, "text") };
        if choices.is_empty() {
            self.say(path, &Message::new("nothing-named").text("value", short(text)));
        } else if !choices.iter().any(|choice| choice.value == *text) {
            let known: Vec<_> = choices.iter().map(|choice| choice.value.as_str()).collect();
            let message = Message::new("no-choice").text("value", short(text));
            self.say(path, &message.text("known", known.join(", ")));
        }
    }

    fn name(&mut self, value: &Value, known: &[&str], path: &str) {
        let Value::String(text) = value else { return self.wrong(path, "text") };
        if known.is_empty() {
            self.say(path, &Message::new("nothing-named").text("value", short(text)));
        } else if !known.contains(&text.as_str()) {
            let message = Message::new("no-name").text("value", short(text));
            self.say(path, &message.text("known", short(&known.join(", "))));
        }
    }

    fn grid(&mut self, grid: &Grid, value: &Value, path: &str) {
        let rows: Vec<&str> = match value {
            Value::String(text) if !grid.rows => text.lines().collect(),
            Value::Array(rows) if grid.rows && rows.iter().all(Value::is_string) => {
                rows.iter().filter_map(Value::as_str).collect()
            }
            _ => return self.wrong(path, if grid.rows { "list" } else { "text" }),
        };
        let widest = rows.iter().map(|row| row.trim_end().chars().count()).max().unwrap_or(0).max(rows.len());
        if widest > grid.most as usize {
            let message = Message::new("too-wide").number("n", widest as i64);
            return self.say(path, &message.number("most", i64::from(grid.most)));
        }
        let known = |letter: &str| {
            letter == grid.empty
                || letter == " "
                || grid.paints.iter().any(|paint| paint.symbol == letter)
                || grid.marks.iter().any(|mark| mark.pairs.iter().any(|pair| pair[1] == letter))
        };
        for (number, row) in rows.iter().enumerate() {
            for letter in row.trim_end().chars() {
                let letter = letter.to_string();
                if !known(&letter) {
                    let message = Message::new("letter").text("value", letter);
                    self.say(path, &message.number("row", number as i64));
                }
            }
        }
    }

    fn squares(&mut self, value: &Value, many: HowMany, path: &str) {
        match (many, value) {
            (HowMany::One, Value::String(_)) => {}
            (HowMany::One, _) => self.wrong(path, "square"),
            (_, Value::Array(list)) => {
                let inner = if many == HowMany::Groups { HowMany::Several } else { HowMany::One };
                for (index, part) in list.iter().enumerate() {
                    self.squares(part, inner, &at(path, index));
                }
            }
            _ => self.wrong(path, "list"),
        }
    }

    fn list(&mut self, fields: &[DocumentField], value: &Value, most: u32, path: &str) {
        let Value::Array(list) = value else { return self.wrong(path, "list") };
        if list.len() > most as usize {
            let message = Message::new("too-many").number("n", list.len() as i64);
            return self.say(path, &message.number("most", i64::from(most)));
        }
        let is_name = |field: &&DocumentField| matches!(field.input, DocumentInput::Text { plain: true, .. });
        let named = fields.iter().find(is_name);
        for (index, item) in list.iter().enumerate() {
            let path = at(path, index);
            self.table(fields, item, &path);
            let Some(field) = named else { continue };
            let own = item.get(&field.key).filter(|name| name.is_string());
            if own.is_some() && list[..index].iter().any(|earlier| earlier.get(&field.key) == own) {
                let name = own.and_then(Value::as_str).unwrap_or_default();
                self.say(&at(&path, &field.key), &Message::new("twice").text("value", short(name)));
            }
        }
    }
}

/// Whether a field belongs there; the neighbour that forbids it, with its value.
fn wanted<'a>(field: &'a DocumentField, table: &'a Map<String, Value>) -> Result<(), (&'a str, &'a str)> {
    let Some(when) = &field.when else { return Ok(()) };
    let beside = table.get(&when.key).and_then(Value::as_str).unwrap_or_default();
    if when.values.iter().any(|value| value == beside) { Ok(()) } else { Err((&when.key, beside)) }
}

/// A place in the document, by its keys from the top.
fn found<'a>(whole: &'a Value, list: &str) -> Option<&'a Value> {
    list.split('.').try_fold(whole, |value, key| value.get(key))
}

/// The names in a list of the document, by the list's keys from the top.
fn names<'a>(whole: &'a Value, list: &str, key: &str) -> Vec<&'a str> {
    let items = found(whole, list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(|item| item.get(key)?.as_str()).collect()
}

/// A decimal number of up to three digits on either side of its point, in thousandths.
fn thousandths(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) {
        return None;
    }
    Some(whole.parse::<i64>().ok()? * 1000 + format!("{part:0<3}").parse::<i64>().ok()?)
}

/// As much of a text as a sentence can carry.
fn short(text: &str) -> String {
    text.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Squads by kind, each with options of that kind, a place on the table, and the squad it follows.
    fn kind() -> DocumentKind {
        let text = r#"
            id = "host"
            folder = "hosts"
            fields = [
                { key = "squad", input = { kind = "list", most = 3, fields = [
                    { key = "kind", input = { kind = "choice", choices = [{ value = "foot" }, { value = "horse" }] } },
                    { key = "with", optional = true, input = { kind = "choice", many = true, by = "kind", choices = [
                        { value = "pike", only = ["foot"] }, { value = "flag" },
                    ] } },
                    { key = "at", input = { kind = "lengths", min = 0, max = 40 } },
                    { key = "after", optional = true, input = { kind = "item", list = "squad", key = "kind" } },
                ] } },
            ]
        "#;
        toml::from_str(text).expect("the test's own schema")
    }

    fn paths(squads: &Value) -> Vec<String> {
        shape(&kind(), &json!({ "squad": squads }), "en").into_iter().map(|fault| fault.path).collect()
    }

    #[test]
    fn lengths_are_decimals_within_their_limits() {
        let at = |x: &str| paths(&json!([{ "kind": "foot", "at": [x, "0"] }]));
        for right in ["0", "40", "39.5", "0.125"] {
            assert!(at(right).is_empty(), "{right}");
        }
        for wrong in ["40.001", "41", "-1", "1.", ".5", "1.2345", "1e2", ""] {
            assert_eq!(at(wrong), ["squad.0.at"], "{wrong}");
        }
        assert_eq!(paths(&json!([{ "kind": "foot", "at": ["1"] }])), ["squad.0.at"]);
    }

    #[test]
    fn choices_depend_on_the_field_beside_them() {
        let with =
            |kind: &str, with: &[&str]| paths(&json!([{ "kind": kind, "at": ["1", "1"], "with": with }]));
        assert!(with("foot", &["pike", "flag"]).is_empty());
        assert_eq!(with("horse", &["flag", "pike"]), ["squad.0.with.1"]);
        assert_eq!(paths(&json!([{ "kind": "foot", "at": ["1", "1"], "with": "pike" }])), ["squad.0.with"]);
    }

    #[test]
    fn an_item_is_counted_from_one() {
        let after = |number: i32| paths(&json!([{ "kind": "foot", "at": ["1", "1"], "after": number }]));
        assert!(after(1).is_empty());
        assert_eq!(
            (after(0), after(2)),
            (vec!["squad.0.after".to_owned()], vec!["squad.0.after".to_owned()])
        );
    }
}
