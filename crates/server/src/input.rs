//! Reading what others send: bounded, and with errors that say where.

use serde::de::DeserializeOwned;

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
        let path = error.path().to_string();
        let place = if path == "." { String::new() } else { format!(" at `{path}`") };
        format!("{what} cannot be read{place}: {}", error.inner())
    })?;
    reader.end().map_err(|error| format!("{what} has something after its end: {error}"))?;
    Ok(value)
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
