//! Languages: how much of a ruleset's texts another language says, and whether it fills the same holes.

use std::collections::BTreeSet;

use crate::message::Texts;
use crate::ruleset::Present;
use crate::speech::ENGLISH;

fn texts<R: Present>(language: &str) -> Texts {
    let mut all = Texts::default();
    let (file, folder) = (format!("texts/{language}.toml"), format!("texts/{language}/"));
    for (path, text) in R::embedded().iter().filter(|(path, _)| *path == file || path.starts_with(&folder)) {
        all.overlay(Texts::parse(path, text).unwrap_or_else(|why| panic!("{why}")));
    }
    all
}

/// The names in braces of a sentence, without their forms for one and for many.
fn holes(sentence: &str) -> BTreeSet<&str> {
    let holes = sentence.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
    holes.map(|hole| hole.split_once(':').map_or(hole, |(name, _)| name)).collect()
}

/// A language says all but `most` of the English sentences, and every sentence has the holes of the English one. Keys
/// that begin with one of `names` are names, which stay as they are. `most` may only be lowered.
pub fn translated<R: Present>(language: &str, names: &[&str], most: usize) {
    let (english, other) = (texts::<R>(ENGLISH), texts::<R>(language));
    let named = |key: &str| names.iter().any(|name| key.starts_with(name));
    let missing: Vec<&str> = english.keys().filter(|key| !named(key) && !other.has(key)).collect();
    assert!(
        missing.len() <= most,
        "{}: {} sentences are not there in `{language}`, {most} may be missing:\n{}",
        R::ID,
        missing.len(),
        missing.join("\n")
    );
    for key in other.keys().filter(|key| english.has(key)) {
        let (wanted, found) = (holes(english.get(key)), holes(other.get(key)));
        assert_eq!(wanted, found, "{}: `{key}` in `{language}` fills other holes", R::ID);
    }
}
