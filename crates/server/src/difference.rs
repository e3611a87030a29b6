//! What differs between one message and the next.
//!
//! A state of a game is large and changes little. For each client that wants it the server keeps a print of what it sent last:
//! hashes, not the values, 16 bytes for each part of a scene that can change alone. Parts with the same hash are left out.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value};
use xxhash_rust::xxh3::xxh3_64;

/// Values of fewer parts than this are sent whole.
const SMALL: usize = 10;

/// Names of fields that are remembered for all prints together. The protocol has some hundreds; a value with a field beyond
/// them is sent whole.
const MOST_NAMES: usize = 8192;

/// A print of a value: enough to see what changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Print(Box<[Node]>);

/// A value of which the print knows the hash; behind it stand its parts, if it is not sent whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    hash: u64,
    /// What it is called in the object around it.
    name: Name,
    kind: Kind,
    /// How many nodes stand behind it that are parts of it.
    below: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Sent whole.
    Whole,
    List,
    Object,
}

/// The name of a field, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Name(u16);

/// In a list nothing has a name.
const NAMELESS: Name = Name(0);

/// All names of fields there have been.
#[derive(Default)]
struct Names {
    numbers: HashMap<&'static str, u16>,
    all: Vec<&'static str>,
}

static NAMES: Mutex<Option<Names>> = Mutex::new(None);

/// Works with the names. They are a few thousand at most and stay for ever.
fn names<T>(f: impl FnOnce(&mut Names) -> T) -> T {
    f(NAMES.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

impl Names {
    /// The number of a name; none when there are too many.
    fn number(&mut self, name: &str) -> Option<Name> {
        if let Some(number) = self.numbers.get(name) {
            return Some(Name(*number));
        }
        if self.all.len() == MOST_NAMES {
            return None;
        }
        let name: &'static str = Box::leak(name.into());
        self.all.push(name);
        let number = u16::try_from(self.all.len()).ok()?;
        self.numbers.insert(name, number);
        Some(Name(number))
    }

    fn text(&self, name: Name) -> &'static str {
        self.all[usize::from(name.0) - 1]
    }
}

/// The print of a value.
pub(crate) fn print(value: &Value) -> Print {
    let mut nodes = Vec::new();
    names(|names| Making { names, nodes: &mut nodes, bytes: Vec::new() }.put(value, NAMELESS));
    Print(nodes.into())
}

/// A print in the making.
struct Making<'a> {
    names: &'a mut Names,
    nodes: &'a mut Vec<Node>,
    /// What the values around the present one are hashed from.
    bytes: Vec<u8>,
}

impl Making<'_> {
    /// Puts a value's node and those of its parts; returns its hash and of how many parts it is.
    fn put(&mut self, value: &Value, name: Name) -> (u64, usize) {
        let at = self.nodes.len();
        self.nodes.push(Node { hash: 0, name, kind: Kind::Whole, below: 0 });
        let (hash, kind, weight) = match value {
            Value::Null => (xxh3_64(b"null"), Kind::Whole, 1),
            Value::Bool(true) => (xxh3_64(b"true"), Kind::Whole, 1),
            Value::Bool(false) => (xxh3_64(b"false"), Kind::Whole, 1),
            Value::Number(number) => (self.number(number), Kind::Whole, 1),
            Value::String(text) => (xxh3_64(text.as_bytes()), Kind::Whole, 1),
            Value::Array(values) => {
                let (begin, mut weight) = (self.bytes.len(), 1);
                self.bytes.push(b'[');
                for value in values {
                    let (hash, own) = self.put(value, NAMELESS);
                    self.bytes.extend_from_slice(&hash.to_le_bytes());
                    weight += own;
                }
                (self.hash_from(begin), Kind::List, weight)
            }
            Value::Object(fields) => {
                let (begin, mut weight, mut known) = (self.bytes.len(), 1, true);
                self.bytes.push(b'{');
                for (field, value) in fields {
                    let number = self.names.number(field);
                    known &= number.is_some();
                    let (hash, own) = self.put(value, number.unwrap_or(NAMELESS));
                    self.bytes.extend_from_slice(field.as_bytes());
                    self.bytes.push(0);
                    self.bytes.extend_from_slice(&hash.to_le_bytes());
                    weight += own;
                }
                (self.hash_from(begin), if known { Kind::Object } else { Kind::Whole }, weight)
            }
        };
        let whole = weight < SMALL || kind == Kind::Whole;
        if whole {
            self.nodes.truncate(at + 1);
        }
        let below = (self.nodes.len() - at - 1) as u32;
        self.nodes[at] = Node { hash, name, kind: if whole { Kind::Whole } else { kind }, below };
        (hash, weight)
    }

    fn number(&mut self, number: &serde_json::Number) -> u64 {
        let begin = self.bytes.len();
        if let Some(whole) = number.as_i64() {
            self.bytes.push(b'#');
            self.bytes.extend_from_slice(&whole.to_le_bytes());
        } else {
            self.bytes.extend_from_slice(format!("#{number}").as_bytes());
        }
        self.hash_from(begin)
    }

    fn hash_from(&mut self, begin: usize) -> u64 {
        let hash = xxh3_64(&self.bytes[begin..]);
        self.bytes.truncate(begin);
        hash
    }
}

/// A value of a print, with what stands behind it.
#[derive(Clone, Copy)]
struct Part<'a>(&'a [Node]);

impl<'a> Part<'a> {
    fn node(self) -> Node {
        self.0[0]
    }

    fn same(self, other: Part<'_>) -> bool {
        self.node().hash == other.node().hash
    }

    fn parts(self) -> impl Iterator<Item = Part<'a>> {
        let mut rest = &self.0[1..=self.node().below as usize];
        std::iter::from_fn(move || {
            let first = rest.first()?;
            let (part, after) = rest.split_at(first.below as usize + 1);
            rest = after;
            Some(Part(part))
        })
    }
}

/// What leads from a value with one print to another value: `[path, value]` sets, `[path]` removes a field,
/// `[path, from, count, values]` replaces a part of a list.
pub(crate) fn changes(before: &Print, after: &Print, now: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    compare(Part(&before.0), Part(&after.0), now, &mut Vec::new(), &mut all);
    all
}

fn compare(before: Part<'_>, after: Part<'_>, now: &Value, path: &mut Vec<Value>, all: &mut Vec<Value>) {
    if before.same(after) {
        return;
    }
    match (before.node().kind, after.node().kind, now) {
        (Kind::Object, Kind::Object, Value::Object(fields)) => {
            compare_fields(before, after, fields, path, all);
        }
        (Kind::List, Kind::List, Value::Array(values)) => compare_lists(before, after, values, path, all),
        _ => set(path, now, all),
    }
}

fn compare_fields(
    before: Part<'_>,
    after: Part<'_>,
    fields: &Map<String, Value>,
    path: &mut Vec<Value>,
    all: &mut Vec<Value>,
) {
    let old: Vec<_> = before.parts().collect();
    let new: Vec<_> = after.parts().collect();
    let named = |parts: &[Part<'_>], name: Name| parts.iter().position(|part| part.node().name == name);
    for gone in old.iter().filter(|part| named(&new, part.node().name).is_none()) {
        path.push(Value::from(names(|names| names.text(gone.node().name))));
        all.push(Value::from(vec![Value::from(path.clone())]));
        path.pop();
    }
    // The parts stand in the order of the fields.
    for ((name, value), part) in fields.iter().zip(new) {
        path.push(Value::from(&**name));
        match named(&old, part.node().name) {
            Some(known) => compare(old[known], part, value, path, all),
            None => set(path, value, all),
        }
        path.pop();
    }
}

fn compare_lists(
    before: Part<'_>,
    after: Part<'_>,
    values: &[Value],
    path: &mut Vec<Value>,
    all: &mut Vec<Value>,
) {
    let old: Vec<_> = before.parts().collect();
    let new: Vec<_> = after.parts().collect();
    let same = |(a, b): &(&Part<'_>, &Part<'_>)| a.same(**b);
    let head = old.iter().zip(&new).take_while(same).count();
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(same).count();
    let (gone, come) = (old_rest.len() - tail, new_rest.len() - tail);
    if gone == come {
        for at in head..head + come {
            path.push(Value::from(at));
            compare(old[at], new[at], &values[at], path, all);
            path.pop();
        }
    } else {
        let put = values[head..head + come].to_vec();
        let change = vec![Value::from(path.clone()), Value::from(head), Value::from(gone), Value::from(put)];
        all.push(Value::from(change));
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
