//! The lines of a model's card: its datasheet field by field (9E-DAT), each with its rule, as it stands now.

use grognard_engine::client::{CardCell, CardLine, CardTable};
use grognard_engine::message::Message;

use super::names;
use crate::data::amount::{Amount, Move, Plus, Range, Stat, Strength};
use crate::data::sheet::{Ability, Profile, Role, Sheet, WeaponAbility, WeaponKind};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::keyword::Keywords;
use crate::legal::coherency as legal_coherency;
use crate::roster;
use crate::state::State;

/// What is on a card: lines one below another, and tables of what is read across.
pub(super) struct Lines<'a> {
    pub(super) fixed: &'a Fixed,
    pub(super) all: Vec<CardLine>,
    pub(super) tables: Vec<CardTable>,
}

impl<'a> Lines<'a> {
    pub(super) const fn new(fixed: &'a Fixed) -> Lines<'a> {
        Lines { fixed, all: Vec::new(), tables: Vec::new() }
    }

    pub(super) fn text(&self, key: &str) -> String {
        self.fixed.data.texts.get(key).to_owned()
    }

    pub(super) fn say(&self, message: &Message) -> String {
        self.fixed.data.texts.render(message)
    }

    pub(super) fn add(&mut self, label: String, value: String, rule: &str) {
        self.all.push(CardLine { label, value, rule: Some(rule.to_owned()), tabled: false });
    }

    /// A line that says what a cell of a table says too.
    fn tabled(&mut self, label: String, value: String, rule: &str) {
        self.all.push(CardLine { label, value, rule: Some(rule.to_owned()), tabled: true });
    }

    /// A characteristic: a line, and a column of the profile.
    fn stat(&mut self, head: &str, value: String, rule: &'static str) {
        self.tabled(head.to_owned(), value.clone(), rule);
        let about = self.text(&format!("card.stat.{head}"));
        let Some(table) = self.tables.last_mut() else { return };
        table.heads.push(CardCell { text: head.to_owned(), about: Some(about), rule: None });
        let cell = CardCell { text: value, about: None, rule: Some(rule.to_owned()) };
        match table.rows.first_mut() {
            Some(row) => row.push(cell),
            None => table.rows.push(vec![cell]),
        }
    }

    pub(super) fn line(&mut self, key: &str, value: String, rule: &str) {
        self.add(self.text(key), value, rule);
    }
}

/// All that a model's card says: what one fights with first, what it is for the army last.
pub(super) fn lines<'a>(fixed: &'a Fixed, s: &State, id: ModelId) -> Lines<'a> {
    let mut lines = Lines::new(fixed);
    let unit = s.model(id).unit;
    let Some(sheet) = fixed.data.sheets.get(s.unit(unit).sheet as usize) else { return lines };
    profile(&mut lines, s, id);
    weapons(&mut lines, s, id);
    abilities(&mut lines, s, id);
    of_unit(&mut lines, s, id, sheet);
    keywords(&mut lines, s, id);
    lines
}

fn role_key(role: Role) -> &'static str {
    match role {
        Role::Hq => "role.hq",
        Role::Troops => "role.troops",
        Role::Elites => "role.elites",
        Role::FastAttack => "role.fast-attack",
        Role::HeavySupport => "role.heavy-support",
        Role::DedicatedTransport => "role.dedicated-transport",
        Role::Flyers => "role.flyers",
        Role::LordsOfWar => "role.lords-of-war",
        Role::Fortifications => "role.fortifications",
    }
}

/// 9E-DAT-001 to 9E-DAT-005, 9E-DAT-016, 9E-GEN-014, 9E-STR-001: what unit it is of.
fn of_unit(lines: &mut Lines<'_>, s: &State, id: ModelId, sheet: &Sheet) {
    let fixed = lines.fixed;
    let unit = s.unit(s.model(id).unit);
    lines.line("card.name", names::sheet(fixed, unit.sheet), "9E-DAT-001");
    lines.line("card.role", lines.text(role_key(sheet.role)), "9E-DAT-002");
    let power = Message::new("card.power-of")
        .number("power", roster::power(sheet, unit.starting))
        .number("models", unit.starting);
    let rule = if sheet.power.len() > 1 { "9E-DAT-004" } else { "9E-DAT-003" };
    lines.line("card.power", lines.say(&power), rule);
    let kind = |kind: &crate::data::sheet::Model| {
        let count =
            if kind.min == kind.max { kind.min.to_string() } else { format!("{}-{}", kind.min, kind.max) };
        format!("{count} {}", fixed.data.texts.get(&format!("model.{}.{}", sheet.id, kind.id)))
    };
    lines.line("card.models", sheet.models.iter().map(kind).collect::<Vec<_>>().join(", "), "9E-DAT-005");
    let of = Message::new("card.unit-of")
        .text("unit", names::unit_in(fixed, s, s.model(id).unit))
        .number("models", unit.models.len() as i64);
    lines.line("card.unit", lines.say(&of), "9E-GEN-014");
    lines.line("card.starting", unit.starting.to_string(), "9E-STR-001");
    coherency(lines, unit.models.len());
    let arms: Vec<String> = fixed.spec(id).weapons.iter().map(|weapon| weapon_name(fixed, *weapon)).collect();
    let arms = if arms.is_empty() { lines.text("card.none") } else { arms.join(", ") };
    lines.line("card.equipment", arms, "9E-DAT-016");
    for option in &sheet.options {
        let gained = fixed.spec(id).weapons.iter().any(|weapon| fixed.weapon(*weapon).id == option.gain);
        if gained && fixed.kind(id).profile.id == option.model {
            let name = lines.text(&format!("option.{}.{}", sheet.id, option.id));
            let rule = option.rule.as_deref().unwrap_or("9E-DAT-029");
            lines.line("card.option", name, rule);
        }
    }
    // 9E-AIR-013: aircraft hold no ground.
    if fixed.kind(id).keywords.any(Keywords::AIRCRAFT) {
        lines.line("card.objectives", lines.text("card.holds-none"), "9E-AIR-013");
    }
}

/// 9E-COH-001, 9E-COH-002, 9E-COH-008: what holding together means for a unit of this size.
fn coherency(lines: &mut Lines<'_>, models: usize) {
    let rules = legal_coherency::coherency(lines.fixed);
    let asked = rules.neighbours.iter().rev().find(|(from, _)| *from <= models);
    let big = lines.fixed.numbers().coherency_big.from as usize;
    let (key, rule, neighbours) = match asked {
        None => ("card.coherency-one", "9E-COH-008", 0),
        Some((_, 1)) => ("card.coherency-few", if models < big { "9E-COH-001" } else { "9E-COH-002" }, 1),
        Some((_, neighbours)) => ("card.coherency-many", "9E-COH-002", *neighbours),
    };
    let message = Message::new(key)
        .text("across", names::length(rules.reach.0))
        .text("up", rules.vertical.map(|up| names::length(up.0)).unwrap_or_default())
        .number("neighbours", neighbours as i64);
    lines.line("card.coherency", lines.say(&message), rule);
}

fn plus(need: Option<u8>) -> String {
    need.map_or_else(|| "-".to_owned(), |need| format!("{need}+"))
}

/// The characteristics, those of a damage table as its row stands now (9E-DAT-015).
fn profile(lines: &mut Lines<'_>, s: &State, id: ModelId) {
    let fixed = lines.fixed;
    let profile = &fixed.kind(id).profile;
    let movement = match figures::move_of(fixed, s, id) {
        Some(Move::Inches(distance)) => names::length(distance.0.0),
        Some(Move::Random(dice)) => format!("{dice}\""),
        Some(Move::Between(least, most)) => {
            format!("{}-{}", names::length(least.0.0), names::length(most.0.0))
        }
        Some(Move::None | Move::Table) | None => "-".to_owned(),
    };
    let rule = |table: bool, own: &'static str| if table { "9E-DAT-015" } else { own };
    let stat = |stat: &Stat<u8>| match stat {
        Stat::Is(value) => value.to_string(),
        Stat::None | Stat::Table => "-".to_owned(),
    };
    lines.tables.push(CardTable::default());
    lines.stat("M", movement, rule(profile.m == Move::Table, "9E-DAT-006"));
    let skill = plus(figures::weapon_skill(fixed, s, id));
    lines.stat("WS", skill, rule(profile.ws == Stat::<Plus>::Table, "9E-DAT-007"));
    let skill = plus(figures::ballistic(fixed, s, id));
    lines.stat("BS", skill, rule(profile.bs == Stat::<Plus>::Table, "9E-DAT-008"));
    // 9E-CHR-008: a dash is read as the Toughness where it is asked for.
    let instead = |own: &Stat<u8>| {
        let message = Message::new("card.toughness").text("stat", stat(own)).number("toughness", profile.t);
        fixed.data.texts.render(&message)
    };
    match profile.s {
        Stat::Is(_) => lines.stat("S", stat(&profile.s), "9E-DAT-009"),
        _ => lines.stat("S", instead(&profile.s), "9E-CHR-008"),
    }
    lines.stat("T", profile.t.to_string(), "9E-DAT-010");
    lines.stat("W", profile.w.to_string(), "9E-DAT-011");
    lines.line("card.wounds-left", s.model(id).wounds.to_string(), "9E-STR-009");
    let attacks = figures::attacks(fixed, s, id).map_or_else(|| "-".to_owned(), |amount| amount.to_string());
    lines.stat("A", attacks, rule(profile.a == Stat::<Amount>::Table, "9E-DAT-012"));
    match profile.ld {
        Stat::Is(_) => lines.stat("Ld", stat(&profile.ld), "9E-DAT-013"),
        _ => lines.stat("Ld", instead(&profile.ld), "9E-CHR-008"),
    }
    lines.stat("Sv", format!("{}+", profile.sv.0), "9E-DAT-014");
}

fn weapon_name(fixed: &Fixed, weapon: u8) -> String {
    fixed.data.texts.get(&format!("weapon.{}", fixed.weapon(weapon).id)).to_owned()
}

pub(super) fn kind_key(kind: WeaponKind) -> &'static str {
    match kind {
        WeaponKind::Assault => "weapon-type.assault",
        WeaponKind::Heavy => "weapon-type.heavy",
        WeaponKind::RapidFire => "weapon-type.rapid-fire",
        WeaponKind::Grenade => "weapon-type.grenade",
        WeaponKind::Pistol => "weapon-type.pistol",
        WeaponKind::Melee => "weapon-type.melee",
    }
}

pub(super) fn range(profile: &Profile) -> String {
    match profile.range {
        Range::Upto(most) => names::length(most.0.0),
        Range::Between(least, most) => format!("{}-{}", names::length(least.0.0), names::length(most.0.0)),
        Range::Melee => String::new(),
    }
}

pub(super) const fn ability_key(ability: WeaponAbility) -> &'static str {
    match ability {
        WeaponAbility::Blast => "weapon-ability.blast",
        WeaponAbility::AutoHit => "weapon-ability.auto-hit",
        WeaponAbility::ExtraAttack => "weapon-ability.extra-attack",
        WeaponAbility::Overheat => "weapon-ability.overheat",
        WeaponAbility::Barbed => "weapon-ability.barbed",
        WeaponAbility::RerollWounds => "weapon-ability.reroll-wounds",
        WeaponAbility::Unwieldy => "weapon-ability.unwieldy",
        WeaponAbility::Envenomed => "weapon-ability.envenomed",
    }
}

/// The columns of the table of weapons, each with the rule that says what stands in it.
pub(super) const WEAPON_HEADS: [(&str, &str); 7] = [
    ("name", "9E-DAT-028"),
    ("range", "9E-DAT-021"),
    ("type", "9E-DAT-023"),
    ("s", "9E-DAT-024"),
    ("ap", "9E-DAT-025"),
    ("d", "9E-DAT-026"),
    ("abilities", "9E-DAT-027"),
];

/// 9E-DAT-023 to 9E-DAT-028: each weapon, profile by profile; 9E-DAT-030: and all of them in short, which says nothing
/// that the lines above do not.
fn weapons(lines: &mut Lines<'_>, s: &State, id: ModelId) {
    let fixed = lines.fixed;
    let mut short = Vec::new();
    let mut table = CardTable::default();
    let told = fixed.spec(id).weapons.iter().flat_map(|weapon| &fixed.weapon(*weapon).profiles);
    let special = told.into_iter().any(|arm| !arm.profile.abilities.is_empty());
    for (key, rule) in WEAPON_HEADS.iter().take(if special { 7 } else { 6 }) {
        let text = lines.text(&format!("card.weapon.{key}"));
        let about = Some(lines.text(&format!("card.weapon-about.{key}")));
        table.heads.push(CardCell { text, about, rule: Some((*rule).to_owned()) });
    }
    for (number, weapon) in fixed.spec(id).weapons.iter().enumerate() {
        let profiles = &fixed.weapon(*weapon).profiles;
        let several = (profiles.len() > 1)
            .then(|| lines.say(&Message::new("card.profiles").number("count", profiles.len() as i64)));
        if let Some(several) = &several {
            lines.tabled(weapon_name(fixed, *weapon), several.clone(), "9E-DAT-028");
        }
        for (at, arm) in profiles.iter().enumerate() {
            let profile = &arm.profile;
            let name = names::weapon(fixed, *weapon, at as u8);
            let kind = fixed.data.texts.get(kind_key(profile.kind));
            let attacks = profile.attacks.map(|attacks| attacks.to_string()).unwrap_or_default();
            let line = format!("{} {kind} {attacks} AP {}", range(profile), profile.ap);
            lines.tabled(name.clone(), line.trim().to_owned(), "9E-DAT-023");
            let (own, changed) = figures::strength_by(fixed, s, id, profile.strength);
            let rule = changed.map_or("9E-DAT-024", grognard_engine::RuleId::as_str);
            let strength = match profile.strength {
                Strength::Is(_) => own.to_string(),
                Strength::User => format!("= {own}"),
                Strength::Plus(more) => format!("+{more} = {own}"),
                Strength::Times(times) => format!("x{times} = {own}"),
            };
            lines.tabled(format!("{name} {}", lines.text("card.strength")), strength.clone(), rule);
            let damage = profile.damage.to_string();
            lines.tabled(format!("{name} {}", lines.text("card.damage")), damage.clone(), "9E-DAT-026");
            for ability in &profile.abilities {
                let said = Message::new("card.ability-of-weapon")
                    .text("weapon", name.clone())
                    .text("ability", lines.text(ability_key(*ability)));
                let (label, said) = (lines.text("card.weapon-abilities"), lines.say(&said));
                lines.tabled(label, said, "9E-DAT-027");
            }
            let abilities: Vec<_> = profile.abilities.iter().map(|a| lines.text(ability_key(*a))).collect();
            let melee = profile.range == Range::Melee;
            let reach = if melee { lines.text("weapon-type.melee") } else { range(profile) };
            short.push(format!(
                "{} {reach} {} S{strength} AP{} D{damage}",
                number + 1,
                profile.attacks.map_or_else(|| "-".to_owned(), |amount| amount.to_string()),
                profile.ap,
            ));
            let plain = |text: String| CardCell { text, ..CardCell::default() };
            let own_rule = changed.map(|rule| rule.as_str().to_owned());
            let about = Some(strength).filter(|strength| strength.contains('='));
            let mut row = vec![
                CardCell { about: several.clone(), ..plain(name) },
                plain(if melee { "-".to_owned() } else { reach }),
                plain(format!("{kind} {attacks}").trim().to_owned()),
                CardCell { text: own.to_string(), about, rule: own_rule },
                plain(profile.ap.to_string()),
                plain(damage),
            ];
            row.extend(special.then(|| plain(abilities.join("; "))));
            table.rows.push(row);
        }
    }
    if !short.is_empty() {
        lines.tabled(lines.text("card.short"), short.join("; "), "9E-DAT-030");
        lines.tables.push(table);
    }
}

/// The text key of an ability and the rule that gives it.
fn ability_facts(ability: &Ability) -> (&'static str, &'static str) {
    match ability {
        Ability::AngelsOfDeath => ("angels-of-death", "9E-DAT-037"),
        Ability::CombatSquads { .. } => ("combat-squads", "9E-DAT-031"),
        Ability::DevastatingCharge { .. } => ("devastating-charge", "9E-DAT-032"),
        Ability::TurboBoost { .. } => ("turbo-boost", "9E-DAT-033"),
        Ability::Explodes { .. } => ("explodes", "9E-DAT-018"),
        Ability::Reserve { .. } => ("reserve", "9E-DAT-018"),
        Ability::Ambush { .. } => ("ambush", "9E-DAT-018"),
        Ability::Drill { .. } => ("drill", "9E-DAT-018"),
        Ability::SureAim => ("sure-aim", "9E-DAT-018"),
        Ability::Keen { .. } => ("keen", "9E-DAT-019"),
        Ability::ObjectiveSecured => ("objective-secured", "9E-DAT-018"),
        Ability::CanOverwatch => ("can-overwatch", "9E-DAT-018"),
        Ability::Invulnerable { .. } => ("invulnerable", "9E-ATK-020"),
        Ability::IgnoreWounds { .. } => ("ignore-wounds", "9E-ATK-030"),
        Ability::Resilient { .. } => ("resilient", "9E-DAT-018"),
        Ability::Shroud { .. } => ("shroud", "9E-DAT-019"),
        Ability::Deadly { .. } => ("deadly", "9E-DAT-018"),
        Ability::Salvo { .. } => ("salvo", "9E-DAT-018"),
        Ability::Focused => ("focused", "9E-DAT-018"),
        Ability::Join { .. } => ("join", "9E-DAT-018"),
        Ability::Psyker { .. } => ("psyker", "9E-DAT-018"),
        Ability::Transport { .. } => ("transport", "9E-TRN-001"),
    }
}

/// 9E-DAT-018: the abilities, with a sentence each.
fn abilities(lines: &mut Lines<'_>, s: &State, id: ModelId) {
    let fixed = lines.fixed;
    for ability in &fixed.kind(id).abilities {
        let (name, rule) = ability_facts(ability);
        let mut about = lines.text(&format!("ability-about.{name}"));
        if let Ability::Transport { capacity, keyword } = ability {
            about = format!("{about} {capacity} {keyword}");
        }
        lines.add(lines.text(&format!("ability.{name}")), about, rule);
    }
    if fixed.kind(id).psyker.is_some() {
        let unit = s.model(id).unit;
        let knows = figures::powers_known(fixed, s, unit);
        let names: Vec<String> = knows.iter().map(|power| names::power(fixed, *power)).collect();
        lines.line("card.knows", names.join(", "), "9E-PSY-007");
    }
}

/// 9E-GEN-008, 9E-GEN-010, 9E-GEN-012: keywords, faction and others alike; of the model, and of a mixed unit.
fn keywords(lines: &mut Lines<'_>, s: &State, id: ModelId) {
    let fixed = lines.fixed;
    let kind = fixed.kind(id);
    lines.line("card.keywords", kind.words.join(", "), "9E-GEN-008");
    let unit = s.unit(s.model(id).unit);
    if unit.models.iter().any(|model| fixed.kind(*model).keywords != kind.keywords) {
        let mut all: Vec<String> = Vec::new();
        for word in unit.models.iter().flat_map(|model| &fixed.kind(*model).words) {
            if !all.contains(word) {
                all.push(word.clone());
            }
        }
        lines.line("card.unit-keywords", all.join(", "), "9E-GEN-012");
    }
    if let Some(value) = &kind.value {
        lines.line("card.own-word", value.clone(), "9E-GEN-010");
    }
}
