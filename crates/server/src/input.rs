//! Reading what others send: bounded, and with errors that say where.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// The longest request body and the longest message. Answers are short; a big proposal is a few kilobytes.
pub(crate) const MAX_BYTES: usize = 64 * 1024;

/// The longest key of a message.
const MAX_KEY: usize = 100;

/// Reads JSON; the error names the field, the place and what is wrong.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8], what: &str) -> Result<T, String> {
    if bytes.len() > MAX_BYTES {
        return Err(format!("{what} is longer than {MAX_BYTES} bytes"));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value: T = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = match error.path().to_string() {
            path if path == "." => blame::<T>(bytes),
            path => path,
        };
        let place = if path.is_empty() { path } else { format!(" at `{path}`") };
        format!("{what} cannot be read{place}: {}", error.inner())
    })?;
    reader.end().map_err(|error| format!("{what} has something after its end: {error}"))?;
    Ok(value)
}

/// The field at fault, for types whose reader does not know its place: enums that carry their name in a field are read
/// twice. It is the field without which the complaint is another one. Empty when there is none.
fn blame<T: DeserializeOwned>(bytes: &[u8]) -> String {
    /// More fields than any message has; beyond that the place is not worth the work.
    const FIELDS: usize = 32;
    let complaint = |value: &Value| T::deserialize(value).err().map(|error| error.to_string());
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return String::new() };
    let mut path = String::new();
    // One level deeper each time, as long as a part of the part makes the difference.
    while let Some(at_fault) = complaint(&value) {
        let Some(fields) = value.pointer(&path).and_then(Value::as_object) else { break };
        let mut names: Vec<String> = fields.keys().take(FIELDS).cloned().collect();
        // Without its tag nothing is understood at all: it is at fault only if nothing else is.
        names.sort_by_key(|name| ["type", "kind"].contains(&name.as_str()));
        let culprit = names.into_iter().find(|name| {
            let mut without = value.clone();
            if let Some(fields) = without.pointer_mut(&path).and_then(Value::as_object_mut) {
                fields.remove(name);
            }
            complaint(&without).as_ref() != Some(&at_fault)
        });
        // A pointer cannot name every field; such a field is not ours.
        let Some(name) = culprit.filter(|name| !name.contains(['/', '~'])) else { break };
        path = format!("{path}/{name}");
        if value.pointer(&path).is_none_or(|part| !part.is_object()) {
            break;
        }
    }
    path.trim_start_matches('/').replace('/', ".")
}

/// Whether a text can be a message's key.
pub(crate) fn check_key(key: &str) -> Result<(), String> {
    if key.is_empty() || key.len() > MAX_KEY || key.chars().any(char::is_control) {
        return Err(format!("a key has 1 to {MAX_KEY} characters and no control characters"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{ClientMessage, CreateGame};

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| read::<CreateGame>(text.as_bytes(), "the set-up").unwrap_err();
        let text = r#"{"system":"x","seats":[{"seat":"a","player":{"kind":"human"}},{"seat":7}]}"#;
        let wrong = error(text);
        assert!(wrong.contains("seats[1].seat") && wrong.contains("line 1"), "{wrong}");
        assert!(error("{").contains("EOF"));
        assert!(error("").contains("EOF"));
        assert!(error(r#"{"system":"x","seats":[]} []"#).contains("after its end"));
        assert!(error(&" ".repeat(MAX_BYTES + 1)).contains("longer than"));
    }

    #[test]
    fn errors_in_messages_name_the_field() {
        let error = |text: &str| read::<ClientMessage>(text.as_bytes(), "the message").unwrap_err();
        let wrong = error(r#"{"type":"answer","revision":"x","key":"k","seat":"a","text":"t"}"#);
        assert!(wrong.contains("at `revision`"), "{wrong}");
        let wrong = error(r#"{"type":"bot","control":{"kind":"run","pace":"warp"}}"#);
        assert!(wrong.contains("at `control.pace`") && wrong.contains("instant"), "{wrong}");
        let wrong = error(r#"{"type":"dance"}"#);
        assert!(wrong.contains("at `type`"), "{wrong}");
        assert!(error("[1]").contains("the message cannot be read"));
    }

    #[test]
    fn deep_nesting_is_an_error_not_a_crash() {
        let text = "[".repeat(MAX_BYTES);
        assert!(read::<serde_json::Value>(text.as_bytes(), "it").unwrap_err().contains("recursion"));
        let text = format!(r#"{{"type":"query","id":1,"query":{}"#, "{\"kind\":".repeat(5_000));
        assert!(read::<ClientMessage>(text.as_bytes(), "the message").is_err());
    }

    #[test]
    fn keys_are_short_and_plain() {
        assert!(check_key("k-1").is_ok());
        for bad in ["", "a\nb", &"k".repeat(101)] {
            assert!(check_key(bad).is_err());
        }
    }
}
