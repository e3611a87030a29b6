//! Buying a force: SH-FOR, and the limits of single lists.
//!
//! A force is written as text, a line a thing: `squad KIND [ROLE ...]` with the roles chosen where the list leaves a
//! choice, then `take OPTION [ROLE]` and `exchange ROLE WEAPON` for that squad; `model ROLE [COUNT]` for single models at
//! list price, after which `exchange` is for them.

pub mod list;
pub mod points;
pub mod room;

use grognard_engine::message::Message;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};

use crate::eldar::seers::Seer;
use crate::fixed::Data;
use crate::mission::Model;
use crate::profile::{Folk, Profile};
use crate::psychic::{LEVELS, Mode};
use list::{Squad, What, entry};
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

/// SH-FOR-001: what the models of a mission's own squad are worth; none where one of them has no price.
pub fn worth(data: &Data, squad: &[Model], mode: Mode) -> Option<Points> {
    squad.iter().map(|model| price_of(&data.profiles[model.profile], mode)).sum()
}

/// SH-AMB-043: what a single model costs; none where it is not to be had.
pub fn price_of(profile: &Profile, mode: Mode) -> Option<Points> {
    profile.price.map(|plain| price(mode, plain, profile.price_cards))
}

/// SH-FOR-002: whether a model may lead a force. SH-IGF-012: a Commissar comes along for nothing, and leads none.
pub fn leads(profile: &Profile) -> bool {
    if profile.commissar {
        return false;
    }
    let guard = profile.ogryn && !profile.dim || profile.aims;
    // SH-ELD-003: Eldar are led by an Exarch or a Warlock.
    let seer = profile.seer == Some(Seer::Warlock);
    let troupe = profile.rank.is_some_and(crate::harlequin::Rank::leads);
    profile.leader || profile.command || profile.exarch || seer || guard || troupe
}

/// What something costs: more, perhaps, where psychic combat is played with cards.
pub(crate) fn price(mode: Mode, plain: Points, cards: Option<Points>) -> Points {
    if mode == Mode::Cards { cards.unwrap_or(plain) } else { plain }
}

/// What people call something of the lists: a role, a squad, an option, a weapon.
pub fn named(data: &Data, section: &str, id: &str) -> String {
    let key = format!("{section}.{id}");
    if data.texts.has(&key) { data.texts.get(&key).to_owned() } else { id.to_owned() }
}

/// Buys what a text says, and says what is wrong with it. `limit` is what may be spent.
pub fn buy(data: &Data, text: &str, limit: Option<Limit>, mode: Mode) -> Force {
    let mut buyer = Buyer { data, mode, force: Force::default(), squad: None, kind: "", units: 0 };
    for (index, line) in text.lines().enumerate() {
        let words: Vec<_> = line.split_whitespace().collect();
        buyer.line(index + 1, &words);
    }
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
}

impl<'a> Buyer<'a> {
    fn line(&mut self, line: usize, words: &[&str]) {
        let known = match *words {
            [] => true,
            ["squad", kind, ref roles @ ..] => self.squad(line, kind, roles),
            ["take", option] => self.take(line, option, None),
            ["take", option, role] => self.take(line, option, Some(role)),
            ["exchange", role, weapon] => self.exchange(line, role, weapon),
            ["model", role] => self.model(role, 1),
            ["model", role, count] => count.parse().is_ok_and(|count| self.model(role, count)),
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
        self.units += 1;
        self.kind = kind;
        let first = self.force.models.len();
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

    fn take(&mut self, line: usize, id: &str, role: Option<&str>) -> bool {
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
        if !self.give(first, &option.what, role) {
            let message = self.said("force.nobody", "option", named(self.data, "squad-option", id));
            self.force.breach(rule!("SH-FOR-004"), Some(line), message);
        }
        self.squad = Some((squad, first, taken));
        true
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
                    if role == "*" || model.profile.name == *role {
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
                let level = model.level.unwrap_or(1) + 1;
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
        let first = self.squad.as_ref().map_or(0, |(_, first, _)| *first);
        let whom = self.force.models[first..].iter_mut().find(|model| {
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
    fn model(&mut self, role: &str, count: u8) -> bool {
        let (Some(bought), Some(cost)) = (self.bought(role), self.role(role).and_then(|role| role.price))
        else {
            return false;
        };
        let cost = self.price(cost, bought.profile.price_cards);
        if bought.profile.folk == Folk::Eldar {
            self.force.carries(rule!("SH-ELD-003"));
        }
        self.squad = None;
        self.force.points = self.force.points + cost * u32::from(count);
        for _ in 0..count {
            // SH-ELD-003: bought alone, it belongs to no squad that was bought.
            self.units = self.units.saturating_add(1);
            self.force.models.push(Bought { unit: self.units, ..bought.clone() });
        }
        true
    }
}

/// SH-FOR-001, SH-FOR-002, SH-FOR-005, SH-IGF-009, SH-IGF-010, SH-IGF-012: what holds for the force as a whole.
fn limits(force: &mut Force, limit: Option<Limit>) {
    if let Some(limit) = limit.filter(|limit| force.points > limit.points) {
        // SH-FOR-008: compared exactly.
        let bid = limit.rule == rule!("SH-FOR-005");
        let message = Message::new(if bid { "force.over-bid" } else { "force.over" })
            .text("points", force.points.to_string())
            .text("limit", limit.points.to_string());
        force.breach(limit.rule, None, message);
    }
    if let Some(limit) = limit {
        force.carries(limit.rule);
    }
    force.carries(rule!("SH-FOR-002"));
    force.carries(rule!("SH-FOR-008"));
    let count =
        |wanted: fn(&Profile) -> bool| force.models.iter().filter(|model| wanted(&model.profile)).count();
    let captains = count(|profile| profile.command && !profile.commissar);
    let guard = count(|profile| profile.command && profile.officer && !profile.commissar);
    let commissars = count(|profile| profile.commissar);
    let led = count(leads);
    let eldar = count(|profile| matches!(profile.folk, Folk::Eldar | Folk::Harlequin));
    let great = count(|profile| profile.rank == Some(crate::harlequin::Rank::Great));
    let troupe = count(|profile| profile.rank.is_some());
    let units = force.models.iter().map(|model| model.unit).max().unwrap_or(0);
    let crowded: Vec<_> = (0..=units)
        .filter(|unit| {
            let sergeants = force.models.iter().filter(|model| {
                model.unit == *unit && model.profile.officer && model.profile.leader && !model.profile.command
            });
            *unit > 0 && sergeants.count() > 1
        })
        .collect();
    if led == 0 && eldar > 0 && eldar == force.models.len() {
        // SH-ELD-003: theirs is led by an Exarch or a Warlock.
        force.breach(rule!("SH-ELD-003"), None, Message::new("force.no-exarch"));
    } else if led == 0 {
        force.breach(rule!("SH-FOR-002"), None, Message::new("force.no-leader"));
    }
    // SH-HRL-003: who carries what, and one who leads them all.
    if troupe > 0 {
        force.carries(rule!("SH-HRL-003"));
    }
    if great > 1 {
        force.breach(rule!("SH-HRL-003"), None, Message::new("force.two-great"));
    }
    if captains > 1 {
        let rule = if guard > 1 { rule!("SH-IGF-009") } else { rule!("SH-FOR-002") };
        force.breach(rule, None, Message::new("force.two-captains"));
    }
    if commissars > 1 {
        force.breach(rule!("SH-IGF-012"), None, Message::new("force.two-commissars"));
    }
    for _ in crowded {
        force.breach(rule!("SH-IGF-010"), None, Message::new("force.two-sergeants"));
    }
}
