//! Data files: embedded ones, a user's own folder over them, and rule patches; errors name file, line and field.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use toml::de::{DeTable, DeValue};

/// What is wrong with a data file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    /// The file as the user knows it.
    pub file: String,
    /// The line, counted from 1, where it is known.
    pub line: Option<usize>,
    /// What is wrong and what would be right.
    pub message: String,
}

impl DataError {
    /// An error in a file.
    pub fn new(file: &str, line: Option<usize>, message: impl Into<String>) -> DataError {
        DataError { file: file.to_owned(), line, message: message.into() }
    }

    /// An error the TOML reader found.
    pub fn toml(file: &str, text: &str, error: &toml::de::Error) -> DataError {
        let line = error.span().map(|span| line_of(text, span.start));
        DataError::new(file, line, plain(error))
    }
}

/// What the TOML reader found, with the numbers that would be right instead of the names of the program's types.
pub fn plain(error: &toml::de::Error) -> String {
    let message = error.message();
    let Some((what, wanted)) = message.rsplit_once("expected ") else { return message.to_owned() };
    let (least, kind) = match wanted.strip_prefix("a nonzero ") {
        Some(kind) => (1, kind),
        None => (0, wanted),
    };
    let right = match kind {
        "u8" => format!("a whole number from {least} to {}", u8::MAX),
        "u16" => format!("a whole number from {least} to {}", u16::MAX),
        "u32" => format!("a whole number from {least} to {}", u32::MAX),
        "u64" | "usize" => format!("a whole number of at least {least}"),
        "i8" => format!("a whole number from {} to {}", i8::MIN, i8::MAX),
        "i16" => format!("a whole number from {} to {}", i16::MIN, i16::MAX),
        "i32" => format!("a whole number from {} to {}", i32::MIN, i32::MAX),
        "i64" | "isize" => "a whole number".to_owned(),
        _ => return message.to_owned(),
    };
    format!("{what}expected {right}")
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for DataError {}

/// The line, counted from 1, that holds a byte of a text.
pub fn line_of(text: &str, byte: usize) -> usize {
    let before = text.get(..byte).unwrap_or(text);
    before.matches('\n').count() + 1
}

/// Folders that every system may have, beside its own.
const EVERY_SYSTEM: [&str; 5] = ["documents", "lessons", "patches", "rules", "texts"];

/// The data files of one system by their path below its `data/` folder, and the patches laid over its numbers.
#[derive(Clone, Debug, Default)]
pub struct DataFiles {
    files: BTreeMap<String, String>,
    patches: Vec<Patch>,
}

impl DataFiles {
    /// The files that came with the program.
    pub fn embedded(files: &[(&str, &str)]) -> DataFiles {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        DataFiles { files, patches: Vec::new() }
    }

    /// Lays a folder of the same form over these files: same path replaces, a new path adds. What nothing would ever read,
    /// because its folder (or a file beside the folders) has a name that is not known, is refused.
    pub fn overlay(&mut self, folder: &Path) -> Result<(), DataError> {
        let known = self.clone();
        self.overlay_below(folder, "")?;
        // Over nothing there is nothing to tell names by.
        match self.files.keys().find(|path| !known.files.is_empty() && !known.reads(path)) {
            None => Ok(()),
            Some(stranger) => Err(known.stranger(folder, stranger)),
        }
    }

    /// The folder of a path, or the file that lies in none.
    fn top(path: &str) -> &str {
        path.split_once('/').map_or(path, |(folder, _)| folder)
    }

    /// Whether a new file at a path would be read: its folder is one of those that are, however deep it lies in it.
    fn reads(&self, path: &str) -> bool {
        self.files
            .keys()
            .any(|known| Self::top(known) == Self::top(path) && known.contains('/') == path.contains('/'))
            || (path.contains('/') && EVERY_SYSTEM.contains(&Self::top(path)))
    }

    /// Names what is not known, and what is.
    fn stranger(&self, folder: &Path, path: &str) -> DataError {
        let inside = path.contains('/');
        let mut known: Vec<_> = self
            .files
            .keys()
            .filter(|path| path.contains('/') == inside)
            .map(|path| Self::top(path))
            .collect();
        if inside {
            known.extend(EVERY_SYSTEM);
        }
        known.sort_unstable();
        known.dedup();
        let name = Self::top(path);
        let near = crate::near::names(name, known.iter().copied());
        let meant = near.first().map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
        let (kind, kinds) = if inside { ("folder", "folders") } else { ("file", "files") };
        let message = format!(
            "no {kind} of this name is read{meant}; {kinds} of this system are: {}",
            known.join(", ")
        );
        DataError::new(&folder.join(name).display().to_string(), None, message)
    }

    fn overlay_below(&mut self, folder: &Path, prefix: &str) -> Result<(), DataError> {
        let shown = folder.display().to_string();
        let fail = |error: std::io::Error| DataError::new(&shown, None, format!("cannot be read: {error}"));
        let mut entries: Vec<_> =
            std::fs::read_dir(folder).map_err(fail)?.collect::<Result<_, _>>().map_err(fail)?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                // Of version control, editors and file managers, never of a game.
                continue;
            }
            let path = entry.path();
            if path.is_dir() {
                self.overlay_below(&path, &format!("{name}/"))?;
            } else if path.extension().is_some_and(|ending| ending == "toml") {
                let text = std::fs::read_to_string(&path).map_err(|error| {
                    DataError::new(&path.display().to_string(), None, format!("cannot be read: {error}"))
                })?;
                self.files.insert(name, text);
            }
        }
        Ok(())
    }

    /// Puts one file in place.
    pub fn insert(&mut self, path: &str, text: &str) {
        self.files.insert(path.to_owned(), text.to_owned());
    }

    /// One file's text.
    pub fn get(&self, path: &str) -> Result<&str, DataError> {
        self.files
            .get(path)
            .map(String::as_str)
            .ok_or_else(|| DataError::new(path, None, "this data file is missing"))
    }

    /// One file read into its typed form.
    pub fn read<T: serde::de::DeserializeOwned>(&self, path: &str) -> Result<T, DataError> {
        let text = self.get(path)?;
        toml::from_str(text).map_err(|error| DataError::toml(path, text, &error))
    }

    /// Every file of a folder read into its typed form, in order of their names.
    pub fn folder<T: serde::de::DeserializeOwned>(&self, folder: &str) -> Result<Vec<T>, DataError> {
        self.below(folder).map(|(path, _)| self.read(path)).collect()
    }

    /// The same in the order that the files state themselves.
    pub fn folder_by<T: serde::de::DeserializeOwned, K: Ord>(
        &self,
        folder: &str,
        order: impl FnMut(&T) -> K,
    ) -> Result<Vec<T>, DataError> {
        let mut all = self.folder(folder)?;
        all.sort_by_key(order);
        Ok(all)
    }

    /// The patches that come with the system, in `patches/`; none is in force until it is added.
    pub fn offered_patches(&self) -> Result<Vec<Patch>, DataError> {
        self.below("patches/").map(|(path, text)| Patch::parse(path, text)).collect()
    }

    /// All files of a folder, in order of their names.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.files
            .range(folder.to_owned()..)
            .take_while(move |(path, _)| path.starts_with(folder))
            .map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Lays a patch over the numbers, after those already there.
    pub fn add_patch(&mut self, patch: Patch) {
        self.patches.push(patch);
    }

    /// The same files under other patches, given by their texts as a record carries them.
    pub fn with_patches(&self, texts: &[String]) -> Result<DataFiles, DataError> {
        let patches = texts
            .iter()
            .enumerate()
            .map(|(index, text)| Patch::parse(&format!("patch {} of the record", index + 1), text))
            .collect::<Result<_, _>>()?;
        Ok(DataFiles { files: self.files.clone(), patches })
    }

    /// The patches in the order they apply.
    pub fn patches(&self) -> &[Patch] {
        &self.patches
    }

    /// The numbers file with every patch laid over it, read into its typed form.
    pub fn numbers<T: serde::de::DeserializeOwned>(&self, system: &str, path: &str) -> Result<T, DataError> {
        if self.patches.is_empty() {
            // Straight from the text, so that an error knows its line.
            return self.read(path);
        }
        self.numbers_in(system, &[path])
    }

    /// The same for numbers that stand in several files; no rule stands in two of them.
    pub fn numbers_in<T: serde::de::DeserializeOwned>(
        &self,
        system: &str,
        paths: &[&str],
    ) -> Result<T, DataError> {
        let mut table = toml::Table::new();
        for path in paths {
            for (rule, numbers) in self.read::<toml::Table>(path)? {
                if table.insert(rule.clone(), numbers).is_some() {
                    return Err(DataError::new(path, None, format!("`{rule}` has numbers in another file")));
                }
            }
        }
        for patch in &self.patches {
            patch.apply(system, &mut table)?;
        }
        let blame = match self.patches.last() {
            Some(patch) => patch.file.clone(),
            None => paths.join(", "),
        };
        table.try_into().map_err(|error: toml::de::Error| DataError::new(&blame, None, plain(&error)))
    }

    /// A print of everything that can change a game: it goes into records, so that a replay knows its rules.
    pub fn print(&self) -> u64 {
        let mut hasher = xxhash_rust::xxh3::Xxh3::new();
        for (path, text) in &self.files {
            // Texts only change words, patches change nothing until they are added, lessons are no part of a game, and
            // what documents consist of says nothing about any one of them.
            let folders = ["texts/", "rules/", "patches/", "lessons/", "documents/"];
            if !folders.iter().any(|folder| path.starts_with(folder)) {
                hasher.update(path.as_bytes());
                hasher.update(text.as_bytes());
            }
        }
        for patch in &self.patches {
            hasher.update(patch.text.as_bytes());
        }
        hasher.digest()
    }
}

/// Reads a value that a data file writes as a text; the error says what would be right.
pub fn from_text<'de, D: serde::Deserializer<'de>, T>(
    deserializer: D,
    read: impl FnOnce(&str) -> Option<T>,
    right: &str,
) -> Result<T, D::Error> {
    let text = <String as serde::Deserialize>::deserialize(deserializer)?;
    read(&text).ok_or_else(|| serde::de::Error::custom(format!("`{text}` should be {right}")))
}

/// A variant without code: numbers and tables by rule id, laid over a system's own.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// The patch's name.
    pub name: String,
    /// One sentence on what it changes.
    pub about: String,
    /// The system it changes.
    pub base: String,
    file: String,
    text: String,
    numbers: toml::Table,
    off: Vec<String>,
    on: Vec<String>,
}

impl Patch {
    /// Reads a patch: `base`, `name`, `about`, a table `[numbers.RULE-ID]` a rule, and the rules of a variant that it turns
    /// off (`[deletes] rules = [...]`) and on (`[adds]`).
    pub fn parse(file: &str, text: &str) -> Result<Patch, DataError> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Form {
            base: String,
            name: String,
            #[serde(default)]
            about: String,
            #[serde(default)]
            numbers: toml::Table,
            #[serde(default)]
            deletes: Ids,
            #[serde(default)]
            adds: Ids,
        }
        #[derive(Default, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Ids {
            rules: Vec<String>,
        }
        let form: Form = toml::from_str(text).map_err(|error| DataError::toml(file, text, &error))?;
        Ok(Patch {
            name: form.name,
            about: form.about,
            base: form.base,
            file: file.to_owned(),
            text: text.to_owned(),
            numbers: form.numbers,
            off: form.deletes.rules,
            on: form.adds.rules,
        })
    }

    /// The rules of a variant that it turns off.
    pub fn off(&self) -> &[String] {
        &self.off
    }

    /// The rules of a variant that it turns on.
    pub fn on(&self) -> &[String] {
        &self.on
    }

    /// The file it was read from, as the user knows it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The patch as it was written: it travels with a game.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn apply(&self, system: &str, numbers: &mut toml::Table) -> Result<(), DataError> {
        if self.base != system {
            let line = self.line_of(&["base"]);
            return Err(DataError::new(
                &self.file,
                line,
                format!("this patch is for `{}`, but the system is `{system}`", self.base),
            ));
        }
        for (rule, changes) in &self.numbers {
            let path = vec!["numbers", rule];
            let Some(base) = numbers.get_mut(rule) else {
                let known =
                    numbers.keys().filter(|id| id.get(..6) == rule.get(..6)).cloned().collect::<Vec<_>>();
                let hint =
                    if known.is_empty() { String::new() } else { format!("; near it: {}", known.join(", ")) };
                let message = format!("rule `{rule}` has no numbers to change{hint}");
                return Err(DataError::new(&self.file, self.line_of(&path), message));
            };
            self.lay_over(base, changes, path)?;
        }
        Ok(())
    }

    fn lay_over<'a>(
        &'a self,
        base: &mut toml::Value,
        change: &'a toml::Value,
        path: Vec<&'a str>,
    ) -> Result<(), DataError> {
        if let (toml::Value::Table(base), toml::Value::Table(change)) = (&mut *base, change) {
            for (key, value) in change {
                let mut inner = path.clone();
                inner.push(key);
                let Some(old) = base.get_mut(key) else {
                    let message = format!(
                        "`{key}` is not among the numbers of `{}`; there are: {}",
                        path[1..].join("."),
                        base.keys().cloned().collect::<Vec<_>>().join(", ")
                    );
                    return Err(DataError::new(&self.file, self.line_of(&inner), message));
                };
                self.lay_over(old, value, inner)?;
            }
            return Ok(());
        }
        if base.type_str() != change.type_str() {
            let message = format!(
                "`{}` is a {}, but here it is a {}",
                path[1..].join("."),
                base.type_str(),
                change.type_str()
            );
            return Err(DataError::new(&self.file, self.line_of(&path), message));
        }
        *base = change.clone();
        Ok(())
    }

    /// The line on which the value at a path of keys stands.
    fn line_of(&self, path: &[&str]) -> Option<usize> {
        let root = DeTable::parse(&self.text).ok()?;
        let mut table = root.get_ref();
        for (depth, key) in path.iter().enumerate() {
            let (name, value) = table.iter().find(|(name, _)| name.get_ref() == *key)?;
            if depth + 1 == path.len() {
                return Some(line_of(&self.text, name.span().start));
            }
            let DeValue::Table(inner) = value.get_ref() else { return None };
            table = inner;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "[SH-ACT-003]\nterminator = 4\ngenestealer = 6\n";

    fn files(patch: &str) -> DataFiles {
        let mut files = DataFiles::embedded(&[("numbers.toml", BASE)]);
        files.add_patch(Patch::parse("fast.toml", patch).unwrap());
        files
    }

    fn read(patch: &str) -> Result<BTreeMap<String, BTreeMap<String, i64>>, DataError> {
        files(patch).numbers("space-hulk", "numbers.toml")
    }

    #[test]
    fn a_patch_changes_one_number_and_leaves_the_rest() {
        let numbers =
            read("base = \"space-hulk\"\nname = \"fast\"\n[numbers.SH-ACT-003]\nterminator = 5\n").unwrap();
        assert_eq!(numbers["SH-ACT-003"]["terminator"], 5);
        assert_eq!(numbers["SH-ACT-003"]["genestealer"], 6);
    }

    #[test]
    fn errors_name_file_line_and_what_would_be_right() {
        let head = "base = \"space-hulk\"\nname = \"x\"\n[numbers.SH-ACT-003]\n";
        let wrong_field = read(&format!("{head}termnator = 5\n")).unwrap_err().to_string();
        assert!(
            wrong_field.starts_with("fast.toml:4:") && wrong_field.contains("terminator"),
            "{wrong_field}"
        );
        let wrong_type = read(&format!("{head}terminator = \"five\"\n")).unwrap_err().to_string();
        assert!(wrong_type.starts_with("fast.toml:4:") && wrong_type.contains("integer"), "{wrong_type}");
        let wrong_rule =
            read("base = \"space-hulk\"\nname = \"x\"\n[numbers.SH-ACT-999]\na = 1\n").unwrap_err();
        assert!(wrong_rule.to_string().contains("SH-ACT-003"), "{wrong_rule}");
        let wrong_base = read("base = \"chess\"\nname = \"x\"\n").unwrap_err().to_string();
        assert!(wrong_base.starts_with("fast.toml:1:"), "{wrong_base}");
    }

    #[test]
    fn numbers_out_of_range_are_told_the_range() {
        #[derive(serde::Deserialize, Debug)]
        struct Form {
            #[serde(rename = "small")]
            _small: Option<u8>,
            #[serde(rename = "some")]
            _some: Option<std::num::NonZeroU16>,
            #[serde(rename = "word")]
            _word: Option<bool>,
        }
        let wrong = |text: &str| plain(&toml::from_str::<Form>(text).unwrap_err());
        assert_eq!(
            wrong("small = 300"),
            "invalid value: integer `300`, expected a whole number from 0 to 255"
        );
        let type_of = wrong("small = \"x\"");
        assert!(type_of.ends_with("expected a whole number from 0 to 255"), "{type_of}");
        assert!(
            wrong("some = 0").ends_with("expected a whole number from 1 to 65535"),
            "{}",
            wrong("some = 0")
        );
        assert!(wrong("word = 1").ends_with("expected a boolean"), "what is no number stays as it was");
    }

    #[test]
    fn folders_that_nothing_reads_are_named() {
        let folder = std::env::temp_dir().join(format!("grognard-overlay-{}", std::process::id()));
        let with = |path: &str| {
            let _ = std::fs::remove_dir_all(&folder);
            let file = folder.join(path);
            std::fs::create_dir_all(file.parent().expect("it lies in the folder")).unwrap();
            std::fs::write(&file, "a = 1\n").unwrap();
            let mut files = DataFiles::embedded(&[("missions/a.toml", ""), ("numbers.toml", BASE)]);
            files.overlay(&folder).map(|()| files).map_err(|error| error.to_string())
        };
        assert!(with("missions/deep/b.toml").unwrap().get("missions/deep/b.toml").is_ok());
        assert!(with("texts/fr/b.toml").is_ok(), "every system may have texts");
        assert!(with("numbers.toml").is_ok());
        assert!(with(".idea/b.toml").unwrap().get(".idea/b.toml").is_err());
        let wrong = with("mission/b.toml").unwrap_err();
        assert!(
            wrong.contains("/mission: no folder of this name is read (did you mean `missions`?)"),
            "{wrong}"
        );
        assert!(wrong.contains("documents, lessons, missions, patches, rules, texts"), "{wrong}");
        let wrong = with("number.toml").unwrap_err();
        assert!(
            wrong.contains("did you mean `numbers.toml`?); files of this system are: numbers.toml"),
            "{wrong}"
        );
        let _ = std::fs::remove_dir_all(&folder);
    }
}
