//! What differs between one message and the next.
//!
//! A state of a game is large and changes little. For each client that wants it the server keeps a print of what it sent last:
//! hashes, not the values, a few kilobytes for a scene. Parts with the same hash are left out.

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

/// Values of fewer parts than this are sent whole.
const SMALL: usize = 10;

/// A print of a value: enough to see what changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Print {
    hash: u64,
    parts: Parts,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Parts {
    /// Sent whole.
    None,
    /// A list's.
    List(Box<[Print]>),
    /// An object's.
    Fields(Box<[(Box<str>, Print)]>),
}

/// The print of a value.
pub(crate) fn print(value: &Value) -> Print {
    weigh(value).0
}

/// A print, and of how many parts the value is.
fn weigh(value: &Value) -> (Print, usize) {
    let scalar = |text: &[u8]| (Print { hash: xxh3_64(text), parts: Parts::None }, 1);
    match value {
        Value::Null => scalar(b"null"),
        Value::Bool(true) => scalar(b"true"),
        Value::Bool(false) => scalar(b"false"),
        Value::Number(number) => scalar(format!("#{number}").as_bytes()),
        Value::String(text) => scalar(text.as_bytes()),
        Value::Array(values) => {
            let (prints, weights): (Vec<_>, Vec<_>) = values.iter().map(weigh).unzip();
            let mut bytes = vec![b'['];
            for print in &prints {
                bytes.extend_from_slice(&print.hash.to_le_bytes());
            }
            let weight = 1 + weights.iter().sum::<usize>();
            let parts = if weight < SMALL { Parts::None } else { Parts::List(prints.into()) };
            (Print { hash: xxh3_64(&bytes), parts }, weight)
        }
        Value::Object(fields) => {
            let mut bytes = vec![b'{'];
            let (mut prints, mut weight) = (Vec::with_capacity(fields.len()), 1);
            for (name, value) in fields {
                let (print, own) = weigh(value);
                bytes.extend_from_slice(name.as_bytes());
                bytes.push(0);
                bytes.extend_from_slice(&print.hash.to_le_bytes());
                weight += own;
                prints.push((name.as_str().into(), print));
            }
            let parts = if weight < SMALL { Parts::None } else { Parts::Fields(prints.into()) };
            (Print { hash: xxh3_64(&bytes), parts }, weight)
        }
    }
}

/// What leads from a value with one print to another value: `[path, value]` sets, `[path]` removes a field,
/// `[path, from, count, values]` replaces a part of a list.
pub(crate) fn changes(before: &Print, after: &Print, now: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    compare(before, after, now, &mut Vec::new(), &mut all);
    all
}

fn compare(before: &Print, after: &Print, now: &Value, path: &mut Vec<Value>, all: &mut Vec<Value>) {
    if before.hash == after.hash {
        return;
    }
    match (&before.parts, &after.parts, now) {
        (Parts::Fields(old), Parts::Fields(new), Value::Object(fields)) => {
            for (name, _) in old.iter().filter(|(name, _)| !fields.contains_key(&**name)) {
                path.push(Value::from(&**name));
                all.push(Value::from(vec![Value::from(path.clone())]));
                path.pop();
            }
            for (name, print) in new {
                let Some(value) = fields.get(&**name) else { continue };
                path.push(Value::from(&**name));
                match old.iter().find(|(other, _)| other == name) {
                    Some((_, known)) => compare(known, print, value, path, all),
                    None => set(path, value, all),
                }
                path.pop();
            }
        }
        (Parts::List(old), Parts::List(new), Value::Array(values)) => {
            let same = |(a, b): &(&Print, &Print)| a.hash == b.hash;
            let head = old.iter().zip(new).take_while(same).count();
            let (old_rest, new_rest) = (&old[head..], &new[head..]);
            let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(same).count();
            let (gone, come) = (old_rest.len() - tail, new_rest.len() - tail);
            if gone == come {
                for at in head..head + come {
                    path.push(Value::from(at));
                    compare(&old[at], &new[at], &values[at], path, all);
                    path.pop();
                }
            } else {
                let put = values[head..head + come].to_vec();
                let change =
                    vec![Value::from(path.clone()), Value::from(head), Value::from(gone), Value::from(put)];
                all.push(Value::from(change));
            }
        }
        _ => set(path, now, all),
    }
}

fn set(path: &[Value], value: &Value, all: &mut Vec<Value>) {
    all.push(Value::from(vec![Value::from(path.to_vec()), value.clone()]));
}

/// What a client does with [changes](crate::protocol::ServerMessage::Changes). None where one of them does not fit the value.
pub fn apply(value: &mut Value, changes: &[Value]) -> Option<()> {
    changes.iter().try_for_each(|change| apply_one(value, change.as_array()?))
}

fn apply_one(value: &mut Value, change: &[Value]) -> Option<()> {
    let (path, rest) = change.split_first()?;
    let path = path.as_array()?;
    match rest {
        [] => {
            let (name, before) = path.split_last()?;
            at(value, before)?.as_object_mut()?.remove(name.as_str()?)?;
        }
        [put] => match path.split_last() {
            None => *value = put.clone(),
            Some((name, before)) => match at(value, before)? {
                Value::Object(fields) => drop(fields.insert(name.as_str()?.to_owned(), put.clone())),
                Value::Array(values) => *values.get_mut(index(name)?)? = put.clone(),
                _ => return None,
            },
        },
        [from, count, put] => {
            let (list, from) = (at(value, path)?.as_array_mut()?, index(from)?);
            let end = from.checked_add(index(count)?).filter(|end| *end <= list.len())?;
            list.splice(from..end, put.as_array()?.iter().cloned());
        }
        _ => return None,
    }
    Some(())
}

/// The part of a value at a path.
fn at<'a>(value: &'a mut Value, path: &[Value]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |value, part| match value {
        Value::Object(fields) => fields.get_mut(part.as_str()?),
        Value::Array(values) => values.get_mut(index(part)?),
        _ => None,
    })
}

fn index(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn holds(before: &Value, after: &Value) -> Vec<Value> {
        let changes = changes(&print(before), &print(after), after);
        let mut made = before.clone();
        apply(&mut made, &changes).unwrap();
        assert_eq!(&made, after);
        changes
    }

    fn scene(pieces: &[(u32, u32)]) -> Value {
        let piece = |(id, at): &(u32, u32)| json!({"id": id, "place": {"cell": at}, "name": "x", "badges": [1, 2, 3]});
        let cells: Vec<_> = (0..50).map(|n| json!({"id": n, "kind": "corridor"})).collect();
        json!({"boards": [{"cells": cells}], "pieces": pieces.iter().map(piece).collect::<Vec<_>>(), "turn": 1})
    }

    #[test]
    fn a_moved_piece_is_all_that_is_sent() {
        let (before, after) = (scene(&[(1, 1), (2, 2), (3, 3)]), scene(&[(1, 1), (2, 9), (3, 3)]));
        let changes = holds(&before, &after);
        assert_eq!(changes.len(), 1, "{changes:?}");
        assert!(Value::from(changes).to_string().len() < 100);
        assert_eq!(holds(&before, &before), Vec::<Value>::new());
    }

    #[test]
    fn pieces_come_and_go() {
        let all = scene(&[(1, 1), (2, 2), (3, 3), (4, 4)]);
        holds(&all, &scene(&[(1, 1), (3, 3), (4, 4)]));
        holds(&scene(&[(1, 1), (4, 4)]), &all);
        holds(&all, &scene(&[]));
        holds(&scene(&[]), &all);
        holds(&all, &scene(&[(4, 4), (1, 2), (9, 9)]));
    }

    #[test]
    fn fields_come_and_go_and_change_their_kind() {
        let mut after = scene(&[(1, 1)]);
        after["prompt"] = json!({"ask": "?"});
        holds(&scene(&[(1, 1)]), &after);
        holds(&after, &scene(&[(1, 1)]));
        after["boards"] = json!("none");
        holds(&scene(&[(1, 1)]), &after);
        holds(&after, &scene(&[(1, 1)]));
        holds(&json!(1), &json!([1, 2]));
        holds(&json!({"a": 1, "b": "1"}), &json!({"a": "1", "b": 1}));
    }

    #[test]
    fn changes_that_do_not_fit_are_noticed() {
        for change in [
            json!([["b"]]),
            json!([["a", "b"], 1]),
            json!([["list", 3], 1]),
            json!([["list"], 2, 2, []]),
            json!([["list"], 0, 18_446_744_073_709_551_615_u64, []]),
            json!([["a"], 0, 0, []]),
            json!(["a", 1]),
            json!([]),
        ] {
            let mut value = json!({"a": 1, "list": [1, 2, 3]});
            assert_eq!(apply(&mut value, std::slice::from_ref(&change)), None, "{change}");
        }
    }
}
