//! Buying a force: SH-FOR, and the limits of single lists.
//!
//! A force is written as text, a line a thing: `squad KIND [ROLE ...]` with the roles chosen where the list leaves a
//! choice, then `take OPTION [ROLE]` and `exchange ROLE WEAPON` for that squad, in any order; `model ROLE [COUNT]` for single
//! models at list price, after which `exchange` is for them.

mod limits;
pub mod list;
pub mod points;
pub mod room;
mod worth;

pub(crate) use worth::price;
pub use worth::{own, price_of, valued, worth};

use grognard_engine::message::Message;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};

use crate::eldar::seers::Seer;
use crate::fixed::Data;
use crate::mission::Model;
use crate::profile::{Folk, Profile};
use crate::psychic::{LEVELS, Mode};
use limits::limits;
use list::{Choice, Squad, What, entry};
use points::Points;

/// The list that Eldar are bought from (SH-ELD-003).
const ELDAR: &str = "eldar";

/// What a force may cost at most.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// So much.
    pub points: Points,
    /// The rule that says so.
    pub rule: RuleId,
}

impl Limit {
    /// SH-FOR-001: what the squads are worth that the mission would have.
    pub fn worth(points: Points) -> Limit {
        Limit { points, rule: rule!("SH-FOR-001") }
    }

    /// SH-FOR-005: what was bid.
    pub fn bid(points: Points) -> Limit {
        Limit { points, rule: rule!("SH-FOR-005") }
    }
}

/// A rule of the lists that a force breaks.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    /// The rule.
    pub rule: RuleId,
    /// The line of the force's text it is about, from 1; none where it is about the whole.
    pub line: Option<usize>,
    /// What is wrong, as a sentence's key and its words.
    pub message: Message,
}

/// A model that was bought.
#[derive(Clone, Debug)]
struct Bought {
    profile: Profile,
    reloads: Option<u8>,
    level: Option<u8>,
    unit: u8,
    exchanged: bool,
}

/// A force as it was bought, sound or not.
#[derive(Clone, Debug, Default)]
pub struct Force {
    /// What it costs.
    pub points: Points,
    /// What is wrong with it.
    pub breaches: Vec<Breach>,
    /// The rules that had a say in it.
    pub rules: Vec<RuleId>,
    models: Vec<Bought>,
}

impl Force {
    fn breach(&mut self, rule: RuleId, line: Option<usize>, message: Message) {
        if applies(rule) {
            self.breaches.push(Breach { rule, line, message });
        }
    }

    pub(crate) fn carries(&mut self, rule: RuleId) {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
    }

    /// How many models it has.
    pub fn len(&self) -> usize {
        self.models.len()
    }

    /// Whether nobody was bought.
    pub fn is_empty(&self) -> bool {
        self.models.is_empty()
    }

    /// The squad of a mission, and the list of profiles it refers to: those there are, and the bought ones.
    pub fn muster(&self, profiles: &[Profile]) -> (Vec<Model>, Vec<Profile>) {
        let mut all = profiles.to_vec();
        let mut squad: Vec<Model> = Vec::new();
        for bought in &self.models {
            let role = &bought.profile.name;
            let same = self.models.iter().filter(|other| other.profile.name == *role).count();
            let number = squad.iter().filter(|model| all[model.profile].name == *role).count() + 1;
            let name = if same > 1 { format!("{role}-{number}") } else { role.clone() };
            squad.push(Model {
                name,
                profile: all.len(),
                reloads: bought.reloads,
                level: bought.level,
                unit: bought.unit,
            });
            all.push(bought.profile.clone());
        }
        (squad, all)
    }
}

/// SH-FOR-002: whether a model may lead a force. SH-IGF-012: a Commissar comes along for nothing, and leads none.
pub fn leads(profile: &Profile) -> bool {
    if profile.commissar {
        return false;
    }
    let guard = profile.ogryn && !profile.dim;
    // SH-ELD-003: Eldar are led by an Exarch or a Warlock.
    let seer = profile.seer == Some(Seer::Warlock);
    let troupe = profile.rank.is_some_and(crate::harlequin::Rank::leads);
    profile.leader || profile.command || profile.exarch || seer || guard || troupe
}

/// What people call something of the lists: a role, a squad, an option, a weapon.
pub fn named(data: &Data, section: &str, id: &str) -> String {
    let key = format!("{section}.{id}");
    if data.texts.has(&key) { data.texts.get(&key).to_owned() } else { id.to_owned() }
}

/// Buys what a text says, and says what is wrong with it. `limit` is what may be spent.
pub fn buy(data: &Data, text: &str, limit: Option<Limit>, mode: Mode) -> Force {
    let force = Force::default();
    let mut buyer = Buyer { data, mode, force, squad: None, kind: "", units: 0, first: 0, late: Vec::new() };
    for (index, line) in text.lines().enumerate() {
        let words: Vec<_> = line.split_whitespace().collect();
        buyer.line(index + 1, &words);
    }
    buyer.equip();
    let mut force = buyer.force;
    limits(&mut force, limit);
    force
}

struct Buyer<'a> {
    data: &'a Data,
    mode: Mode,
    force: Force,
    /// The squad that is being equipped: its list entry, its first model, options taken.
    squad: Option<(&'a Squad, usize, Vec<&'a str>)>,
    /// What the lists call that squad.
    kind: &'a str,
    units: u8,
    /// The first of those an exchange is for.
    first: usize,
    /// What waits until all models of the squad are there, with its line.
    late: Vec<(usize, Late<'a>)>,
}

/// What is done to the models of a squad once all of them are there.
enum Late<'a> {
    /// They are given what an option says.
    Give(&'a Choice, Option<&'a str>),
    /// SH-SMF-007: one of them trades a weapon.
    Exchange(&'a str, &'a str),
}

impl<'a> Buyer<'a> {
    fn line(&mut self, line: usize, words: &[&'a str]) {
        let known = match *words {
            [] => true,
            ["squad", kind, ref roles @ ..] => self.squad(line, kind, roles),
            ["take", option] => self.take(line, option, None),
            ["take", option, role] => self.take(line, option, Some(role)),
            ["exchange", role, weapon] if self.squad.is_none() => self.exchange(line, role, weapon),
            ["exchange", role, weapon] => {
                self.late.push((line, Late::Exchange(role, weapon)));
                self.data.forces.exchanges.contains_key(weapon)
            }
            ["model", role] => self.model(line, role, 1),
            ["model", role, count] => count.parse().is_ok_and(|count| self.model(line, role, count)),
            _ => false,
        };
        if !known {
            let message = Message::new("force.unknown").text("line", words.join(" "));
            self.force.breach(rule!("SH-FOR-004"), Some(line), message);
        }
    }

    /// A sentence about the squad that is being equipped.
    fn said(&self, key: &'static str, what: &'static str, name: String) -> Message {
        Message::new(key).text("squad", named(self.data, "squad", self.kind)).text(what, name)
    }

    fn role(&self, name: &str) -> Option<&'a Profile> {
        self.data.profiles.iter().find(|profile| profile.name == name && profile.price.is_some())
    }

    /// Whether the games with psychic cards have a price of their own.
    fn price(&self, plain: Points, cards: Option<Points>) -> Points {
        price(self.mode, plain, cards)
    }

    fn bought(&self, text: &str) -> Option<Bought> {
        let entry = entry(text)?;
        let mut profile = self.role(entry.role)?.clone();
        profile.extra.extend(entry.weapons);
        let level = (profile.psyker > 0).then_some(profile.psyker);
        Some(Bought { profile, reloads: entry.reloads, level, unit: self.units, exchanged: false })
    }

    fn squad(&mut self, line: usize, kind: &str, roles: &[&str]) -> bool {
        let Some((kind, squad)) = self.data.forces.squads.get_key_value(kind) else { return false };
        // SH-ELD-003: Eldar have a list of their own.
        if squad.list == ELDAR {
            if !applies(rule!("SH-ELD-003")) {
                return false;
            }
            self.force.carries(rule!("SH-ELD-003"));
        }
        self.equip();
        self.units = self.units.saturating_add(1);
        self.kind = kind;
        let first = self.force.models.len();
        self.first = first;
        let mut left = roles.to_vec();
        for model in &squad.models {
            let choices: Vec<_> = model.split('|').collect();
            let wanted = choices.iter().find_map(|choice| {
                let role = entry(choice)?.role;
                let at = left.iter().position(|wanted| *wanted == role)?;
                (choices.len() > 1).then(|| left.remove(at))?;
                Some(*choice)
            });
            let bought = self.bought(wanted.unwrap_or(choices[0]));
            self.force.models.extend(bought);
        }
        if let Some(unwanted) = left.first() {
            let message = self.said("force.no-choice", "role", named(self.data, "role", unwanted));
            self.force.breach(rule!("SH-FOR-004"), Some(line), message);
        }
        self.force.points = self.force.points + self.price(squad.points, squad.cards);
        self.squad = Some((squad, first, Vec::new()));
        // SH-FOR-007: the entry of the squad says what its models carry.
        self.force.carries(rule!("SH-FOR-007"));
        true
    }

    fn take(&mut self, line: usize, id: &str, role: Option<&'a str>) -> bool {
        let Some((squad, first, mut taken)) = self.squad.take() else { return false };
        let option = squad.options.iter().find(|option| option.id == id);
        let Some(option) = option else {
            let message = self.said("force.no-option", "option", named(self.data, "squad-option", id));
            self.force.breach(rule!("SH-FOR-004"), Some(line), message);
            self.squad = Some((squad, first, taken));
            return true;
        };
        let times = taken.iter().filter(|other| **other == option.id).count();
        let rival = option.instead.as_ref().is_some_and(|word| {
            let others = squad.options.iter().filter(|other| other.instead.as_ref() == Some(word));
            others.filter(|other| other.id != option.id).any(|other| taken.contains(&other.id.as_str()))
        });
        if times >= option.times as usize || rival {
            let message = self.said("force.too-often", "option", named(self.data, "squad-option", id));
            self.force.breach(rule!("SH-FOR-004"), Some(line), message);
        }
        taken.push(&option.id);
        self.force.points = self.force.points + self.price(option.points, option.cards);
        self.force.carries(rule!("SH-FOR-004"));
        if matches!(option.what, What::Replace { .. } | What::Add(_)) {
            self.given(line, option, role);
        } else {
            self.late.push((line, Late::Give(option, role)));
        }
        self.squad = Some((squad, first, taken));
        true
    }

    /// SH-FOR-004: what is bought for the models of a squad goes to those it has in the end, in whatever order it was
    /// written; who trades his weapons does so with all he has been given.
    fn equip(&mut self) {
        let (gifts, trades): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.late).into_iter().partition(|(_, late)| matches!(late, Late::Give(..)));
        for (line, late) in gifts.into_iter().chain(trades) {
            match late {
                Late::Give(option, role) => self.given(line, option, role),
                Late::Exchange(role, weapon) => {
                    self.exchange(line, role, weapon);
                }
            }
        }
    }

    fn given(&mut self, line: usize, option: &Choice, role: Option<&str>) {
        if !self.give(self.first, &option.what, role) {
            let message = self.said("force.nobody", "option", named(self.data, "squad-option", &option.id));
            self.force.breach(rule!("SH-FOR-004"), Some(line), message);
        }
    }

    /// Does what an option does; false where there is nobody to do it to.
    fn give(&mut self, first: usize, what: &What, role: Option<&str>) -> bool {
        match what {
            What::Replace { from, to } => {
                let wanted = match role {
                    Some(role) => to.iter().find(|to| entry(to).is_some_and(|entry| entry.role == role)),
                    None => to.first(),
                };
                let Some(bought) = wanted.and_then(|to| self.bought(to)) else { return false };
                let whom = self.force.models[first..].iter_mut().find(|model| model.profile.name == *from);
                whom.map(|model| *model = bought).is_some()
            }
            What::Reload(roles) => {
                // SH-FOR-004: to whoever has bought least so far.
                let models = self.force.models[first..].iter_mut();
                let carriers = models.filter(|model| {
                    roles.contains(&model.profile.name) && role.is_none_or(|role| role == model.profile.name)
                });
                let Some(model) = carriers.min_by_key(|model| model.reloads.unwrap_or(0)) else {
                    return false;
                };
                let own = self.data.reloads_of(&model.profile);
                model.reloads = Some(model.reloads.unwrap_or(own).saturating_add(1));
                true
            }
            What::Arm { role, weapons } => {
                let mut anybody = false;
                for model in &mut self.force.models[first..] {
                    if role == "*" || role.split('|').any(|role| model.profile.name == role) {
                        anybody = true;
                        let fresh: Vec<_> = weapons
                            .iter()
                            .copied()
                            .filter(|weapon| !model.profile.carries(*weapon))
                            .collect();
                        model.profile.extra.extend(fresh);
                    }
                }
                anybody
            }
            What::Mastery(role) => {
                let mut models = self.force.models[first..].iter_mut();
                let Some(model) = models.find(|model| model.profile.name == *role) else { return false };
                let level = model.level.unwrap_or(1).saturating_add(1);
                model.level = Some(level);
                self.force.carries(rule!("SH-TRM-009"));
                LEVELS.contains(&level) && applies(rule!("SH-TRM-009"))
            }
            What::Add(role) => {
                let bought = self.bought(role);
                let there = bought.is_some();
                self.force.models.extend(bought);
                there
            }
        }
    }

    /// SH-SMF-007: a model in power armour trades its close assault weapons for another.
    fn exchange(&mut self, line: usize, role: &str, weapon: &str) -> bool {
        let Some(trade) = self.data.forces.exchanges.get(weapon) else { return false };
        let whom = self.force.models[self.first..].iter_mut().find(|model| {
            let armoured = model.profile.trades_weapons();
            let psyker = !trade.psyker || model.profile.psyker > 0;
            model.profile.name == role && !model.exchanged && armoured && psyker
        });
        let Some(model) = whom else {
            let message = Message::new("force.no-exchange")
                .text("role", named(self.data, "role", role))
                .text("weapon", named(self.data, "weapon", weapon));
            self.force.breach(rule!("SH-SMF-007"), Some(line), message);
            return true;
        };
        model.exchanged = true;
        model.profile.exchange(&trade.weapon, trade.disarms, trade.both_hands);
        self.force.points = self.force.points + trade.points;
        self.force.carries(rule!("SH-SMF-007"));
        true
    }

    /// SH-AMB-043: single models at list price.
    fn model(&mut self, line: usize, role: &str, count: u8) -> bool {
        let (Some(bought), Some(cost)) = (self.bought(role), self.role(role).and_then(|role| role.price))
        else {
            return false;
        };
        let cost = self.price(cost, bought.profile.price_cards);
        if let Some(plain) = &bought.profile.alone {
            // SH-FOR-007: what only the entry of a squad gives is not to be had with a single model.
            let message = Message::new("force.only-in-squads")
                .text("role", named(self.data, "role", role))
                .text("plain", named(self.data, "role", plain));
            self.force.breach(rule!("SH-FOR-007"), Some(line), message);
        }
        if bought.profile.folk == Folk::Eldar {
            self.force.carries(rule!("SH-ELD-003"));
        }
        if self.squad.is_some() {
            self.equip();
            self.squad = None;
            self.first = self.force.models.len();
        }
        self.force.points = self.force.points + cost * u32::from(count);
        for _ in 0..count {
            // SH-ELD-003: bought alone, it belongs to no squad that was bought.
            self.units = self.units.saturating_add(1);
            self.force.models.push(Bought { unit: self.units, ..bought.clone() });
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use grognard_engine::data::DataFiles;
    use grognard_engine::ruleset::{Present, Ruleset};

    use super::*;
    use crate::SpaceHulk;

    #[test]
    fn a_list_without_end_is_only_too_long() {
        let data = SpaceHulk::load(&DataFiles::embedded(SpaceHulk::embedded())).unwrap();
        for line in ["squad command\n", "take mastery\n"] {
            let text = format!("squad command\n{}", line.repeat(300));
            let force = buy(&data, &text, None, Mode::default());
            assert!(!force.breaches.is_empty(), "{line}");
        }
    }
}
