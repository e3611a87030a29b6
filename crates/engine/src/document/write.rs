//! A document as the file people keep: fields in the order of their kind, tables below what stands alone.

use serde_json::{Map, Value};

use crate::client::{DocumentField, DocumentInput, DocumentKind};

/// Writes the file. What the kind does not know is kept, after what it knows.
pub fn write(kind: &DocumentKind, value: &Value) -> String {
    let mut out = String::new();
    if let Value::Object(table) = value {
        lines(&mut out, "", &kind.fields, table);
    }
    out
}

fn lines(out: &mut String, path: &str, fields: &[DocumentField], table: &Map<String, Value>) {
    let known =
        fields.iter().filter_map(|field| Some((field.key.as_str(), table.get(&field.key)?, inner(field))));
    let others = table.iter().filter(|(key, _)| !fields.iter().any(|field| field.key == **key));
    let all: Vec<_> = known.chain(others.map(|(key, value)| (key.as_str(), value, &[][..]))).collect();
    for (key, value, _) in all.iter().filter(|(_, value, _)| !is_table(value) && !is_tables(value)) {
        if let Some(text) = plain(value) {
            out.extend([name(key).as_str(), " = ", &text, "\n"]);
        }
    }
    for (key, value, fields) in all {
        let path = if path.is_empty() { name(key) } else { format!("{path}.{}", name(key)) };
        match value {
            Value::Object(inner) => {
                out.extend(["\n[", &path, "]\n"]);
                lines(out, &path, fields, inner);
            }
            Value::Array(list) if is_tables(value) => {
                for item in list.iter().filter_map(Value::as_object) {
                    out.extend(["\n[[", &path, "]]\n"]);
                    lines(out, &path, fields, item);
                }
            }
            _ => {}
        }
    }
}

fn inner(field: &DocumentField) -> &[DocumentField] {
    match &field.input {
        DocumentInput::Group { fields } | DocumentInput::List { fields, .. } => fields,
        _ => &[],
    }
}

fn is_table(value: &Value) -> bool {
    value.is_object()
}

fn is_tables(value: &Value) -> bool {
    value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_object))
}

/// A key, in quotes where it needs them.
fn name(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if bare { key.to_owned() } else { toml::Value::String(key.to_owned()).to_string() }
}

/// A value within a line, or a text of several lines; nothing is left out.
fn plain(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => string(text),
        Value::Array(list) => format!("[{}]", list.iter().filter_map(plain).collect::<Vec<_>>().join(", ")),
        Value::Object(table) => {
            let pairs =
                table.iter().filter_map(|(key, value)| Some(format!("{} = {}", name(key), plain(value)?)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
    })
}

/// Lines stand below each other, as a map is read best.
fn string(text: &str) -> String {
    let odd = |c: char| c == '\\' || c == '"' || c.is_control() && c != '\n';
    if text.contains('\n') && !text.contains(odd) {
        return format!("\"\"\"\n{text}\"\"\"");
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.extend(["\\u", &format!("{:04X}", u32::from(c))]),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn kind() -> DocumentKind {
        let text = r#"
            id = "map"
            folder = "maps"
            fields = [
                { key = "b", input = { kind = "text", most = 9 } },
                { key = "list", optional = true, input = { kind = "list", most = 2, fields = [
                    { key = "n", input = { kind = "number", min = 1, max = 3 } },
                ] } },
                { key = "a", optional = true, input = { kind = "toggle" } },
            ]
        "#;
        toml::from_str(text).expect("the test's own schema")
    }

    #[test]
    fn fields_come_in_order_and_everything_comes_back() {
        let value = json!({
            "a": true, "b": "x\"\\\u{7}\ny", "map": "..\nAB\n", "list": [{"n": 1}, {"n": 2, "in": {"q r": [[1], []]}}],
            "odd key": -3,
        });
        let text = write(&kind(), &value);
        assert!(text.starts_with("b = ") && text.find("a = ") < text.find("[[list]]"), "{text}");
        assert!(text.contains("\"\"\"\n..\nAB\n\"\"\""), "{text}");
        assert_eq!(super::super::read(&text, "en"), Ok(value), "{text}");
    }

    #[test]
    fn what_the_rules_work_out_is_taken_off() {
        let text = r#"
            id = "army"
            folder = "armies"
            fields = [
                { key = "points", derived = true, input = { kind = "number", min = 0, max = 9 } },
                { key = "unit", input = { kind = "list", most = 2, fields = [
                    { key = "points", derived = true, input = { kind = "number", min = 0, max = 9 } },
                    { key = "of", optional = true, input = { kind = "counts", max = 3, within = ["n"] } },
                ] } },
            ]
        "#;
        let kind: DocumentKind = toml::from_str(text).expect("the test's own schema");
        let mut value = json!({ "points": 7, "unit": [{ "points": 7, "of": { "trooper": 2 } }] });
        assert!(super::super::renew(&kind, &mut value));
        assert_eq!(value, json!({ "unit": [{ "of": { "trooper": 2 } }] }));
        assert!(!super::super::renew(&kind, &mut value), "there is nothing left to take off");
        assert_eq!(super::super::shape(&kind, &value, "en"), []);
        let odd = json!({ "unit": [{ "of": { "Not plain": 4 } }] });
        let faults = super::super::shape(&kind, &odd, "en");
        assert_eq!(faults.len(), 2, "a name and a number: {faults:?}");
    }

    #[test]
    fn what_is_wrong_with_the_form_is_said_in_both_languages() {
        let value = json!({ "b": "too long a text", "list": [{"n": 0}, {}], "z": 1 });
        let faults = super::super::shape(&kind(), &value, "en");
        let paths: Vec<_> = faults.iter().map(|fault| fault.path.as_str()).collect();
        assert_eq!(paths, ["", "b", "list.0.n", "list.1.n"], "{faults:?}");
        assert!(faults[2].sentence.contains("1 to 3"), "{faults:?}");
        let german = super::super::shape(&kind(), &value, "de");
        assert!(german[3].sentence.contains("fehlt") && !german[2].sentence.contains('{'), "{german:?}");
    }
}
