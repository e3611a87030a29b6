//! The rule catalogue in the program: every rule's title and sentence, the rulings taken, and what is not built.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::client::{RuleRef, RuleText};
use crate::data::{DataError, DataFiles};
use crate::rule::section_of;

/// One catalogued rule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CatalogueEntry {
    /// A few words.
    pub title: String,
    /// One plain sentence.
    pub text: String,
    /// Related rules and rulings.
    #[serde(default)]
    pub see: Vec<String>,
    /// For rulings: the option that changes it.
    #[serde(default)]
    pub option: Option<String>,
}

/// The catalogue of a system.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// Section titles by code.
    pub sections: BTreeMap<String, String>,
    /// Rules by id.
    pub rules: BTreeMap<String, CatalogueEntry>,
    /// Rulings on open questions by id.
    pub rulings: BTreeMap<String, CatalogueEntry>,
    /// Rules not built yet, each with the reason.
    pub deferred: BTreeMap<String, String>,
    /// Rules no program can decide, each with the reason.
    pub waived: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesFile {
    #[serde(default)]
    section: BTreeMap<String, Section>,
    #[serde(default)]
    rule: BTreeMap<String, CatalogueEntry>,
    #[serde(default)]
    ruling: BTreeMap<String, CatalogueEntry>,
}

#[derive(Deserialize)]
struct Section {
    title: String,
}

#[derive(Deserialize)]
struct Groups {
    #[serde(default)]
    group: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    reason: String,
    ids: Vec<String>,
}

impl Catalogue {
    /// Reads `rules/*.toml`, `deferred.toml` and `waived.toml` (the last two may be missing).
    pub fn load(files: &DataFiles) -> Result<Catalogue, DataError> {
        let mut catalogue = Catalogue::default();
        for (path, text) in files.below("rules/") {
            let file: RulesFile =
                toml::from_str(text).map_err(|error| DataError::toml(path, text, &error))?;
            catalogue.sections.extend(file.section.into_iter().map(|(code, section)| (code, section.title)));
            for (id, entry) in file.rule {
                if catalogue.rules.insert(id.clone(), entry).is_some() {
                    return Err(DataError::new(
                        path,
                        None,
                        format!("rule `{id}` stands in the catalogue twice"),
                    ));
                }
            }
            catalogue.rulings.extend(file.ruling);
        }
        catalogue.deferred = catalogue.groups(files, "deferred.toml")?;
        catalogue.waived = catalogue.groups(files, "waived.toml")?;
        Ok(catalogue)
    }

    fn groups(&self, files: &DataFiles, path: &str) -> Result<BTreeMap<String, String>, DataError> {
        let Ok(text) = files.get(path) else { return Ok(BTreeMap::new()) };
        let groups: Groups = toml::from_str(text).map_err(|error| DataError::toml(path, text, &error))?;
        let mut all = BTreeMap::new();
        for group in groups.group {
            for id in group.ids {
                if !self.rules.contains_key(&id) {
                    return Err(DataError::new(path, None, format!("`{id}` is not in the catalogue")));
                }
                all.insert(id, group.reason.clone());
            }
        }
        Ok(all)
    }

    /// The key of a rule's section: its code, with the prefix before it (`5V-MOV`) where a system of several prefixes has
    /// the same code in more than one of them.
    pub fn section<'a>(&self, id: &'a str) -> &'a str {
        let code = section_of(id);
        let ends = id.find(code).map_or(id.len(), |at| at + code.len());
        if self.sections.contains_key(&id[..ends]) { &id[..ends] } else { code }
    }

    /// A rule as it is shown beside things it caused.
    pub fn reference(&self, id: &str) -> RuleRef {
        let entry = self.rules.get(id).or_else(|| self.rulings.get(id));
        RuleRef {
            id: id.to_owned(),
            title: entry.map_or_else(String::new, |entry| entry.title.clone()),
            text: entry.map_or_else(String::new, |entry| entry.text.clone()),
        }
    }

    /// A rule's page.
    pub fn page(&self, id: &str) -> Option<RuleText> {
        let id = id.to_uppercase();
        let entry = self.rules.get(&id).or_else(|| self.rulings.get(&id))?;
        let ruling =
            entry.see.iter().find_map(|other| self.rulings.get(other)).map(|ruling| ruling.text.clone());
        let status = self.status(&id);
        let section = self.section(&id);
        Some(RuleText {
            section: self.sections.get(section).cloned().unwrap_or_else(|| section.to_owned()),
            title: entry.title.clone(),
            text: entry.text.clone(),
            related: entry.see.iter().map(|other| self.reference(other)).collect(),
            ruling,
            status: status.to_owned(),
            id,
        })
    }

    /// What has become of a rule: `enforced`, `deferred` or `waived`.
    pub fn status(&self, id: &str) -> &'static str {
        if self.deferred.contains_key(id) {
            "deferred"
        } else if self.waived.contains_key(id) {
            "waived"
        } else {
            "enforced"
        }
    }

    /// Ids of rules and rulings whose id, title or text contains every word, the best hits first: by id, then by
    /// title, then by text, and whole words before parts of words.
    pub fn search(&self, words: &str) -> Vec<&str> {
        let words: Vec<_> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let all = self.rules.iter().chain(&self.rulings);
        let mut hits: Vec<_> = all
            .filter_map(|(id, entry)| {
                let worst: Option<u32> = words.iter().map(|word| distance_of(word, id, entry)).sum();
                Some((worst?, id.as_str()))
            })
            .collect();
        // Ties stay in the order of the catalogue.
        hits.sort_by_key(|(distance, _)| *distance);
        hits.into_iter().map(|(_, id)| id).collect()
    }
}

/// How far a word is from standing at the head of an entry; `None` where it is not in it.
fn distance_of(word: &str, id: &str, entry: &CatalogueEntry) -> Option<u32> {
    let [id, title, text] = [id, &entry.title, &entry.text].map(str::to_lowercase);
    let whole = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
    if id == word {
        Some(0)
    } else if id.contains(word) {
        Some(1)
    } else if whole(&title) {
        Some(2)
    } else if title.contains(word) {
        Some(3)
    } else if whole(&text) {
        Some(4)
    } else {
        text.contains(word).then_some(5)
    }
}

/// How much of a catalogue is built and proved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// All catalogued rules.
    pub catalogued: usize,
    /// Rules cited where they are enforced.
    pub enforced: usize,
    /// Rules an expectation of a passed case or test named and met at run time.
    pub proved: usize,
    /// Of these, the rules proved by tests only.
    pub by_tests: Vec<String>,
    /// Rules no program can decide.
    pub waived: usize,
    /// Rules not built yet.
    pub deferred: usize,
    /// Rules that are neither proved, waived nor deferred.
    pub missing: Vec<String>,
    /// The same by section code.
    pub sections: BTreeMap<String, SectionCoverage>,
    /// The same by book: by what stands before the section in an id (`5B`, `5V`).
    pub books: BTreeMap<String, SectionCoverage>,
}

/// The coverage of one section.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SectionCoverage {
    /// All catalogued rules.
    pub catalogued: usize,
    /// Rules cited where they are enforced.
    pub enforced: usize,
    /// Proved rules.
    pub proved: usize,
    /// Rules no program can decide.
    pub waived: usize,
    /// Rules not built yet.
    pub deferred: usize,
    /// The rest.
    pub missing: Vec<String>,
}

impl Catalogue {
    /// Counts coverage from the ids cited in code, proved by cases and proved by tests.
    pub fn coverage(
        &self,
        cited: &BTreeSet<String>,
        cases: &BTreeSet<String>,
        tests: &BTreeSet<String>,
    ) -> Coverage {
        let mut all = Coverage::default();
        for id in self.rules.keys() {
            let book = id.split('-').next().unwrap_or_default().to_owned();
            let deferred = self.deferred.contains_key(id);
            let waived = !deferred && self.waived.contains_key(id);
            let proved = !deferred && !waived && (cases.contains(id) || tests.contains(id));
            let section = all.sections.entry(self.section(id).to_owned()).or_default();
            for count in [section, all.books.entry(book).or_default()] {
                count.catalogued += 1;
                count.enforced += usize::from(cited.contains(id));
                count.deferred += usize::from(deferred);
                count.waived += usize::from(waived);
                count.proved += usize::from(proved);
                if !deferred && !waived && !proved {
                    count.missing.push(id.clone());
                }
            }
            if proved && !cases.contains(id) {
                all.by_tests.push(id.clone());
            }
        }
        for section in all.sections.values() {
            all.catalogued += section.catalogued;
            all.enforced += section.enforced;
            all.proved += section.proved;
            all.waived += section.waived;
            all.deferred += section.deferred;
            all.missing.extend(section.missing.iter().cloned());
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_of_two_prefixes_are_told_apart() {
        let text = "[section.5V-MOV]\ntitle = \"Movement (variant)\"\n[section.SHO]\ntitle = \"Shooting\"\n\
                    [rule.5V-MOV-001]\ntitle = \"A\"\ntext = \"B\"\n[rule.5B-SHO-001]\ntitle = \"A\"\ntext = \"B\"";
        let catalogue =
            Catalogue::load(&DataFiles::embedded(&[("rules/a.toml", text)])).expect("it can be read");
        assert_eq!(catalogue.section("5V-MOV-001"), "5V-MOV");
        assert_eq!(catalogue.section("5B-SHO-001"), "SHO");
        let page = catalogue.page("5V-MOV-001").expect("the rule is there");
        assert_eq!(page.section, "Movement (variant)");
        let coverage = catalogue.coverage(&BTreeSet::new(), &BTreeSet::new(), &BTreeSet::new());
        assert_eq!(coverage.sections.keys().collect::<Vec<_>>(), ["5V-MOV", "SHO"]);
        let books: Vec<_> =
            coverage.books.iter().map(|(book, count)| (book.as_str(), count.catalogued)).collect();
        assert_eq!(books, [("5B", 1), ("5V", 1)]);
    }
}
