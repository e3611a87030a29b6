//! From `--mission` and `--set` to what a system's set-up form asks for.

use std::fmt::Write as _;

use grognard_engine::client::{SetupField, SetupForm, SetupInput};
use serde_json::{Map, Value};

use crate::args::GameArgs;
use crate::exit::Exit;

/// The set-up of every mission of a form, each under the mission's name; everything else has its default.
pub fn missions(form: &SetupForm) -> Vec<(String, Value)> {
    let choices = match form.fields.first().map(|field| &field.input) {
        Some(SetupInput::Choice { choices, .. }) => choices.as_slice(),
        _ => return vec![(form.system.clone(), Value::Object(defaults(form)))],
    };
    let setup = |mission: &str| {
        let mut values = defaults(form);
        values.insert(form.fields[0].key.clone(), Value::from(mission));
        (mission.to_owned(), Value::Object(values))
    };
    choices.iter().map(|choice| setup(&choice.value)).collect()
}

fn defaults(form: &SetupForm) -> Map<String, Value> {
    let default = |field: &SetupField| match &field.input {
        SetupInput::Choice { default, .. } => Value::from(default.clone()),
        SetupInput::Toggle { default } => Value::from(*default),
        SetupInput::Number { default, .. } => Value::from(*default),
        SetupInput::Text { default, .. } => Value::from(default.clone()),
    };
    form.fields.iter().map(|field| (field.key.clone(), default(field))).collect()
}

/// Fills in a form: defaults, the mission (the first field by custom), then single fields.
pub fn fill(form: &SetupForm, args: &GameArgs) -> Result<Value, Exit> {
    let mut values = defaults(form);
    if let Some(mission) = &args.mission {
        let Some(field) = form.fields.first() else {
            return Err(Exit::Usage(format!("{} has no missions to choose from", form.system)));
        };
        values.insert(field.key.clone(), value(form, field, mission)?);
    }
    for set in &args.set {
        let Some((key, text)) = set.split_once('=') else {
            return Err(Exit::Usage(format!("`--set {set}` is not of the form KEY=VALUE")));
        };
        let Some(field) = form.fields.iter().find(|field| field.key == key) else {
            let known: Vec<_> = form.fields.iter().map(|field| field.key.as_str()).collect();
            return Err(Exit::Usage(format!(
                "{} has nothing named `{key}` to set; there are: {}",
                form.system,
                known.join(", ")
            )));
        };
        values.insert(key.to_owned(), value(form, field, text)?);
    }
    Ok(Value::Object(values))
}

fn value(form: &SetupForm, field: &SetupField, text: &str) -> Result<Value, Exit> {
    let wrong = |right: String| {
        Exit::Usage(format!("{} has no {} `{text}`; there are: {right}", form.system, field.key))
    };
    match &field.input {
        SetupInput::Choice { choices, open, .. } => {
            let left_open = text.is_empty() && open.is_some();
            if left_open || choices.iter().any(|choice| choice.value == text) {
                return Ok(Value::from(text));
            }
            let named = choices.iter().map(|choice| choice.value.as_str()).filter(|value| !value.is_empty());
            let mut known = named.collect::<Vec<_>>().join(", ");
            if let Some(none) = choices.iter().find(|choice| choice.value.is_empty()) {
                let _ = write!(known, "; with nothing after `{}=`: {}", field.key, none.label);
            }
            Err(wrong(known))
        }
        SetupInput::Toggle { .. } => match text {
            "true" | "yes" | "on" => Ok(Value::from(true)),
            "false" | "no" | "off" => Ok(Value::from(false)),
            _ => Err(wrong("yes, no".to_owned())),
        },
        SetupInput::Number { min, max, .. } => match text.parse::<i32>() {
            Ok(number) if (*min..=*max).contains(&number) => Ok(Value::from(number)),
            _ => Err(wrong(format!("the numbers from {min} to {max}"))),
        },
        SetupInput::Text { most, .. } if text.chars().count() <= *most as usize => Ok(Value::from(text)),
        SetupInput::Text { most, .. } => Err(wrong(format!("texts of at most {most} characters"))),
    }
}

#[cfg(test)]
mod tests {
    use grognard_engine::client::Choice;

    use super::*;

    fn form() -> SetupForm {
        let field = |key: &str, input| SetupField {
            key: key.to_owned(),
            label: String::new(),
            sentence: String::new(),
            rule: None,
            input,
        };
        let choice = |value: &str| Choice {
            value: value.to_owned(),
            label: String::new(),
            sentence: String::new(),
            goals: vec![],
            facts: vec![],
            balance: None,
            preview: None,
        };
        SetupForm {
            system: "hulk".to_owned(),
            fields: vec![
                field(
                    "mission",
                    SetupInput::Choice {
                        choices: vec![choice("lock"), choice("maze")],
                        default: "lock".into(),
                        open: None,
                    },
                ),
                field("secret", SetupInput::Toggle { default: false }),
                field("turns", SetupInput::Number { min: 1, max: 9, default: 5 }),
            ],
            ..SetupForm::default()
        }
    }

    fn filled(mission: Option<&str>, set: &[&str]) -> Result<Value, Exit> {
        let set = set.iter().map(|text| (*text).to_owned()).collect();
        fill(&form(), &GameArgs { system: None, mission: mission.map(str::to_owned), set })
    }

    #[test]
    fn every_mission_with_defaults() {
        let all = missions(&form());
        assert_eq!(all.len(), 2);
        assert_eq!(all[1], ("maze".into(), filled(Some("maze"), &[]).unwrap()));
    }

    #[test]
    fn what_is_not_said_has_its_default() {
        let all = filled(None, &[]).unwrap();
        assert_eq!(all, serde_json::json!({ "mission": "lock", "secret": false, "turns": 5 }));
        let all = filled(Some("maze"), &["secret=yes", "turns=9"]).unwrap();
        assert_eq!(all, serde_json::json!({ "mission": "maze", "secret": true, "turns": 9 }));
    }

    #[test]
    fn errors_say_what_there_is() {
        let wrong = |result: Result<Value, Exit>| match result {
            Err(Exit::Usage(text)) => text,
            other => panic!("{other:?}"),
        };
        assert!(wrong(filled(Some("luck"), &[])).contains("there are: lock, maze"));
        assert!(wrong(filled(None, &["turns=12"])).contains("from 1 to 9"));
        assert!(wrong(filled(None, &["tuns=2"])).contains("mission, secret, turns"));
        assert!(wrong(filled(None, &["turns"])).contains("KEY=VALUE"));
        assert!(wrong(filled(None, &["secret=maybe"])).contains("yes, no"));
    }
}
