//! The set of rules in force: a base, a variant that replaces, deletes and adds rules, and patches that turn single rules
//! off again.
//!
//! A base rule stays in force until a rule of the variant that replaces or deletes it is in force. So a patch that turns one
//! variant rule off brings back what that rule had replaced, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::RuleId;
use crate::catalogue::Catalogue;
use crate::data::{DataError, DataFiles, Patch};

/// What becomes of a base rule under a variant.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// All of it stays in force.
    Live,
    /// Some of it stays in force.
    Changed,
    /// Other rules stand in its place.
    Replaced,
    /// Nothing stands in its place.
    Deleted,
}

impl Fate {
    /// Whether the base rule is still used.
    pub const fn is_used(self) -> bool {
        matches!(self, Fate::Live | Fate::Changed)
    }
}

/// The fate of a base rule, and the rules of the variant that cause it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fated {
    /// What becomes of it.
    pub fate: Fate,
    /// By which rules of the variant.
    #[serde(default)]
    pub by: Vec<String>,
    /// Why, where that was doubtful.
    #[serde(default)]
    pub note: Option<String>,
}

/// A base rule that a variant changes, beside the rules of the variant that do.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Difference {
    /// The base rule.
    pub rule: String,
    /// What becomes of it.
    pub fate: Fate,
    /// The rules of the variant that cause it.
    pub by: Vec<String>,
}

/// A variant of a system: what each of its rules does to rules of the base.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The system it changes.
    pub base: String,
    /// Its name.
    pub name: String,
    /// Base rules that are not used, by the rule that stands in their place.
    #[serde(default)]
    pub replaces: BTreeMap<String, Vec<String>>,
    /// Base rules that are used in part.
    #[serde(default)]
    pub changes: BTreeMap<String, Vec<String>>,
    /// Base rules to which something is added.
    #[serde(default)]
    pub adds: BTreeMap<String, Vec<String>>,
    /// Base rules that are repeated.
    #[serde(default)]
    pub restates: BTreeMap<String, Vec<String>>,
    /// Base rules that are switched off.
    #[serde(default)]
    pub deletes: BTreeMap<String, Vec<String>>,
    /// Rules without a counterpart in the base.
    #[serde(default)]
    pub new: News,
}

/// Rules without a counterpart.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct News {
    /// Their ids.
    #[serde(default)]
    pub rules: Vec<String>,
}

impl Variant {
    /// Its own rules, sorted.
    pub fn rules(&self) -> BTreeSet<String> {
        let linked = [&self.replaces, &self.changes, &self.adds, &self.restates, &self.deletes];
        let linked = linked.into_iter().flat_map(|links| links.keys());
        linked.chain(&self.new.rules).cloned().collect()
    }
}

/// Rules in force.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleSet {
    name: String,
    on: BTreeSet<String>,
    fates: BTreeMap<String, Fated>,
}

impl RuleSet {
    /// Every rule of a catalogue: a system that has no variant.
    pub fn whole(catalogue: &Catalogue) -> RuleSet {
        RuleSet { name: String::new(), on: catalogue.rules.keys().cloned().collect(), fates: BTreeMap::new() }
    }

    /// The rules of a catalogue without a variant over them.
    pub fn base(name: &str, catalogue: &Catalogue, variant: &Variant) -> RuleSet {
        let own = variant.rules();
        let on = catalogue.rules.keys().filter(|id| !own.contains(*id)).cloned().collect();
        RuleSet { name: name.to_owned(), on, fates: BTreeMap::new() }
    }

    /// The rules of a catalogue with a variant over them. Each base rule has exactly one fate; ids that are in no catalogue
    /// and fates without a cause are refused.
    pub fn variant(
        name: &str,
        catalogue: &Catalogue,
        variant: &Variant,
        fates: &BTreeMap<String, Fated>,
    ) -> Result<RuleSet, String> {
        let own = variant.rules();
        let links = [&variant.replaces, &variant.changes, &variant.adds, &variant.restates, &variant.deletes];
        let linked = links.iter().flat_map(|links| links.values().flatten());
        let caused = fates.iter().flat_map(|(id, fated)| std::iter::once(id).chain(&fated.by));
        for id in own.iter().chain(linked).chain(caused) {
            if !catalogue.rules.contains_key(id) {
                return Err(format!("`{id}` is not in the catalogue"));
            }
        }
        for (id, fated) in fates {
            if own.contains(id) {
                return Err(format!("`{id}` is a rule of the variant and has no fate under it"));
            }
            let caused = !fated.by.is_empty() && fated.by.iter().all(|by| own.contains(by));
            if caused == (fated.fate == Fate::Live) {
                return Err(format!("the fate of `{id}` and the rules that cause it disagree"));
            }
        }
        let mut set = RuleSet { name: name.to_owned(), on: own, fates: fates.clone() };
        set.settle(catalogue, variant);
        Ok(set)
    }

    /// The set under a patch that turns rules off and on. Base rules come back where nothing that is in force replaces them.
    pub fn patched(
        mut self,
        patch: &Patch,
        catalogue: &Catalogue,
        variant: &Variant,
    ) -> Result<RuleSet, DataError> {
        let own = variant.rules();
        for (ids, wanted) in [(patch.off(), false), (patch.on(), true)] {
            for id in ids {
                let known = own.contains(id) && !self.fates.is_empty();
                if !known || self.on.contains(id) == wanted {
                    let state = if wanted { "on already" } else { "not in force" };
                    let why = if known { state } else { "no rule of the variant that is played" };
                    return Err(DataError::new(patch.file(), None, format!("`{id}` is {why}")));
                }
                if wanted {
                    self.on.insert(id.clone());
                } else {
                    self.on.remove(id);
                }
            }
        }
        if !self.fates.is_empty() {
            self.on.retain(|id| own.contains(id));
            self.settle(catalogue, variant);
        }
        Ok(self)
    }

    /// The set without some rules of the variant; base rules come back where nothing that is in force replaces them.
    pub fn without(
        mut self,
        name: &str,
        off: &BTreeSet<String>,
        catalogue: &Catalogue,
        variant: &Variant,
    ) -> RuleSet {
        let own = variant.rules();
        name.clone_into(&mut self.name);
        self.on.retain(|id| own.contains(id) && !off.contains(id));
        self.settle(catalogue, variant);
        self
    }

    /// Adds the base rules that no rule in force has replaced or deleted.
    fn settle(&mut self, catalogue: &Catalogue, variant: &Variant) {
        let own = variant.rules();
        let in_force = |id: &&String| {
            let fated = self.fates.get(*id);
            fated.is_none_or(|fated| fated.fate.is_used() || !fated.by.iter().any(|by| self.on.contains(by)))
        };
        let base: Vec<String> =
            catalogue.rules.keys().filter(|id| !own.contains(*id)).filter(in_force).cloned().collect();
        self.on.extend(base);
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a rule is in force.
    pub fn has(&self, rule: RuleId) -> bool {
        self.on.contains(rule.as_str())
    }

    /// Whether a rule of this name is in force.
    pub fn has_named(&self, rule: &str) -> bool {
        self.on.contains(rule)
    }

    /// The rules in force, sorted.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.on.iter().map(String::as_str)
    }

    /// What became of a base rule; `None` for rules that no variant touches.
    pub fn fate(&self, rule: &str) -> Option<&Fated> {
        self.fates.get(rule)
    }

    /// Every rule of the base that is not simply in force, in order.
    pub fn differences(&self) -> Vec<Difference> {
        let changed = self.fates.iter().filter(|(_, fated)| fated.fate != Fate::Live);
        let told = |(rule, fated): (&String, &Fated)| Difference {
            rule: rule.clone(),
            fate: fated.fate,
            by: fated.by.clone(),
        };
        changed.map(told).collect()
    }

    /// The rules that stand in the place of a base rule in this set.
    pub fn instead_of<'a>(&'a self, rule: &str) -> impl Iterator<Item = &'a str> {
        let by = self.fates.get(rule).map_or(&[][..], |fated| &fated.by);
        by.iter().filter(|by| self.on.contains(*by)).map(String::as_str)
    }

    /// The one rule of several that is in force: how a point of difference is settled.
    pub fn one_of(&self, rules: &[RuleId]) -> Result<usize, String> {
        let found: Vec<usize> = (0..rules.len()).filter(|at| self.has(rules[*at])).collect();
        let names = || rules.iter().map(|rule| rule.as_str()).collect::<Vec<_>>().join(", ");
        match found[..] {
            [one] => Ok(one),
            [] => Err(format!("exactly one of {} has to be in force, and none is", names())),
            _ => Err(format!("exactly one of {} may be in force, and several are", names())),
        }
    }
}

/// Reads a variant and the fates of the base rules under it.
pub fn load(
    files: &DataFiles,
    variant: &str,
    fates: &str,
) -> Result<(Variant, BTreeMap<String, Fated>), DataError> {
    Ok((files.read(variant)?, files.read(fates)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue() -> Catalogue {
        let rules = ["B-1", "B-2", "B-3", "V-1", "V-2"];
        let entry = |id: &str| format!("[rule.{id}]\ntitle = \"a\"\ntext = \"b\"\n");
        let text = rules.map(entry).concat();
        Catalogue::load(&DataFiles::embedded(&[("rules/all.toml", &text)])).unwrap()
    }

    fn variant() -> (Variant, BTreeMap<String, Fated>) {
        let variant = toml::from_str(
            "base = \"x\"\nname = \"y\"\n[replaces]\nV-1 = [\"B-1\"]\n[deletes]\nV-2 = [\"B-2\"]\n",
        );
        let fates = toml::from_str(
            "B-1 = { fate = \"replaced\", by = [\"V-1\"] }\nB-2 = { fate = \"deleted\", by = [\"V-2\"] }\nB-3 = { fate = \"live\" }\n",
        );
        (variant.unwrap(), fates.unwrap())
    }

    fn on(set: &RuleSet) -> Vec<&str> {
        set.rules().collect()
    }

    #[test]
    fn a_variant_replaces_and_deletes() {
        let (variant, fates) = variant();
        let catalogue = catalogue();
        assert_eq!(on(&RuleSet::base("base", &catalogue, &variant)), ["B-1", "B-2", "B-3"]);
        let set = RuleSet::variant("variant", &catalogue, &variant, &fates).unwrap();
        assert_eq!(on(&set), ["B-3", "V-1", "V-2"]);
        assert_eq!(set.instead_of("B-1").collect::<Vec<_>>(), ["V-1"]);
        assert_eq!(set.one_of(&[RuleId::new("B-1"), RuleId::new("V-1")]), Ok(1));
    }

    #[test]
    fn a_rule_turned_off_brings_back_what_it_replaced() {
        let (variant, fates) = variant();
        let catalogue = catalogue();
        let set = RuleSet::variant("variant", &catalogue, &variant, &fates).unwrap();
        let patch =
            |text: &str| Patch::parse("mine.toml", &format!("base = \"x\"\nname = \"z\"\n{text}")).unwrap();
        let third =
            set.clone().patched(&patch("[deletes]\nrules = [\"V-1\"]\n"), &catalogue, &variant).unwrap();
        assert_eq!(on(&third), ["B-1", "B-3", "V-2"]);
        assert!(third.one_of(&[RuleId::new("B-1"), RuleId::new("V-1")]) == Ok(0));
        let wrong = set.patched(&patch("[deletes]\nrules = [\"B-1\"]\n"), &catalogue, &variant).unwrap_err();
        assert!(wrong.to_string().contains("B-1"), "{wrong}");
    }

    #[test]
    fn an_id_nobody_knows_is_refused() {
        let (mut variant, fates) = variant();
        variant.new.rules.push("V-9".to_owned());
        let wrong = RuleSet::variant("variant", &catalogue(), &variant, &fates).unwrap_err();
        assert!(wrong.contains("V-9"));
    }
}
