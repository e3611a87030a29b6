//! What a model is by its type, its kind of character and its equipment (UTY, MON, JMP, BIK, BST, CHA, EQP).

use grognard_space::table::Length;

use crate::data::Data;
use crate::data::amount::Score;
use crate::data::items::Effect;
use crate::data::troops::{Profile, Type};
use crate::fixed::Played;

/// 5B-CHA-001, 5V-CHA-001, 5V-CHA-003: what kind of character a model is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// None.
    #[default]
    None,
    /// It is part of its unit.
    Upgrade,
    /// It may join units and leave them.
    Independent,
    /// 5V-CHA-001: it was attached to a unit before the battle.
    Attached,
    /// 5V-CHA-003: it always fights alone.
    Solitary,
}

/// What a model's type and equipment make of it, beside its profile.
#[derive(Clone, Debug, Default)]
pub struct Outfit {
    /// What kind of character it is.
    pub role: Role,
    /// 5B-BIK-001: Toughness without a bike, which decides on instant death.
    pub toughness: u8,
    /// Special rules it gives to its unit while it lives.
    pub gives: Vec<String>,
    /// Special rules it gives to friends within a distance.
    pub auras: Vec<(String, Length)>,
    /// Attacks beyond its profile.
    pub attacks: u8,
    /// Shots beyond those of its weapon.
    pub shots: u8,
    /// 5B-MON-001: how many weapons it fires.
    pub fires: u8,
    /// 5B-BIK-001: how far it rides in the Movement phase.
    pub rides: Option<Length>,
    /// 5B-JMP-001, 5B-JMP-005: how far it jumps in the Movement phase.
    pub jumps: Option<Length>,
    /// 5B-BIK-003: it flies over everything on its ride.
    pub hovers: bool,
    /// The Initiative it strikes at in the first round of a combat, where that is not its own.
    pub first_initiative: Option<u8>,
    /// A charge through cover costs it nothing.
    pub no_cover_penalty: bool,
    /// Nobody saves by cover against its shots.
    pub no_cover_saves: bool,
    /// Difficult ground does not slow it.
    pub ignores_difficult: bool,
    /// How many psychic powers it may use in a turn.
    pub powers: u8,
    /// 5V-EQP-003: the weapons its targeter is fitted to get +1 Ballistic Skill: the first it carries.
    pub targeter: bool,
}

/// The special rules of a type of unit.
fn of_type(kind: Type, played: Played) -> &'static [&'static str] {
    match kind {
        Type::MonstrousCreature => &["move-through-cover", "relentless"],
        // 5V-BIK-002: all bikes have turbo boosters.
        Type::Bike | Type::Jetbike if played == Played::Variant => &["relentless", "turbo-boosters"],
        Type::Bike | Type::Jetbike => &["relentless"],
        Type::JetPack => &["relentless", "deep-strike"],
        Type::JumpInfantry => &["deep-strike"],
        Type::Beast | Type::Cavalry => &["fleet"],
        _ => &[],
    }
}

/// Special rules that hold further ones: 5B-USR-016, 5B-USR-019, 5V-USR-018, 5X-RUL-012.
const HOLDS: &[(&str, &[&str])] = &[
    ("slow-and-purposeful", &["relentless"]),
    ("swarms", &["stealth", "vulnerable-to-blasts"]),
    ("rites-of-battle", &["furious-charge"]),
];

/// Special rules a model gives to the unit it is in: 5V-USR-018, 5X-RUL-004.
const GIVEN: &[(&str, &[&str])] =
    &[("rites-of-battle", &["furious-charge"]), ("honour-of-the-chapter", &["fearless"])];

fn add(rules: &mut Vec<String>, rule: &str) {
    if !rules.iter().any(|known| known == rule) {
        rules.push(rule.to_owned());
    }
}

/// The better of two saves.
fn better(one: Score, other: Score) -> Score {
    match (one.0, other.0) {
        (Some(one), Some(other)) => Score(Some(one.min(other))),
        (one, other) => Score(one.or(other)),
    }
}

/// Dresses a model: changes its profile and special rules, adds what it carries through its equipment, and says the rest.
pub fn wear(
    data: &Data,
    played: Played,
    values: &mut Profile,
    rules: &mut Vec<String>,
    carries: &mut Vec<String>,
) -> Outfit {
    let mut outfit = Outfit { toughness: values.t, fires: 1, powers: 1, ..Outfit::default() };
    let variant = played == Played::Variant;
    let mut moves_as = None;
    for id in carries.clone() {
        let Some(item) = data.items.get(&id) else { continue };
        for effect in &item.effects {
            match effect {
                Effect::Armour { save } => values.sv = better(values.sv, *save),
                Effect::Impervious { save } => {
                    values.variant.impervious = better(values.variant.impervious, *save);
                }
                Effect::Invulnerable { save } => values.inv = better(values.inv, *save),
                Effect::Type { r#type } => values.kind = *r#type,
                Effect::MovesAs { r#type } => moves_as = Some(*r#type),
                Effect::Ability { ability, scope } if scope == "unit" => add(&mut outfit.gives, ability),
                Effect::Ability { ability, .. } => add(rules, ability),
                Effect::Aura { ability, within } => outfit.auras.push((ability.clone(), within.0)),
                Effect::Attacks { plus } => outfit.attacks += plus,
                Effect::Shots { plus } => outfit.shots += plus,
                Effect::Bs { plus } => values.bs += plus,
                Effect::Weapon { weapon } => carries.push(weapon.clone()),
                Effect::WeaponsFired { weapons } => outfit.fires = outfit.fires.max(*weapons),
                Effect::FirstRoundInitiative { initiative } => outfit.first_initiative = Some(*initiative),
                Effect::NoCoverPenalty => outfit.no_cover_penalty = true,
                Effect::NoCoverSaves => outfit.no_cover_saves = true,
                Effect::IgnoresDifficultTerrain => outfit.ignores_difficult = true,
                Effect::PowersPerTurn { powers } => outfit.powers = *powers,
                Effect::Other => {}
            }
        }
        by_rule(data, &id, values, rules, &mut outfit);
    }
    let numbers = &data.numbers;
    for (holder, held) in HOLDS {
        if rules.iter().any(|rule| rule == holder) {
            held.iter().for_each(|rule| add(rules, rule));
        }
    }
    for (giver, given) in GIVEN {
        if rules.iter().any(|rule| rule == giver) {
            given.iter().for_each(|rule| add(&mut outfit.gives, rule));
        }
    }
    for rule in of_type(values.kind, played) {
        add(rules, rule);
    }
    outfit.role = role(values, variant);
    if matches!(outfit.role, Role::Independent | Role::Solitary) {
        // 5B-CHA-008.
        for rule in ["move-through-cover", "skilled-rider"] {
            add(rules, rule);
        }
    }
    if values.kind == Type::MonstrousCreature {
        outfit.fires = outfit.fires.max(numbers.monstrous.weapons);
    }
    match moves_as.unwrap_or(values.kind) {
        Type::Bike | Type::Jetbike => {
            values.t += numbers.bike.toughness;
            outfit.rides = Some(numbers.bike.r#move.0);
            outfit.hovers = values.kind == Type::Jetbike;
        }
        Type::JumpInfantry => outfit.jumps = Some(numbers.jump.r#move.0),
        Type::JetPack => outfit.jumps = Some(numbers.jet_pack.r#move.0),
        _ => {}
    }
    outfit
}

/// 5B-CHA-001: what kind of character a profile is; the variant has two more kinds.
fn role(values: &Profile, variant: bool) -> Role {
    match values.variant.role.as_deref().filter(|_| variant) {
        Some("attached") => return Role::Attached,
        Some("solitary") => return Role::Solitary,
        _ => {}
    }
    let is = |wanted: &str| values.roles.iter().any(|role| role == wanted);
    if is("independent") {
        Role::Independent
    } else if is("upgrade") {
        Role::Upgrade
    } else {
        Role::None
    }
}

/// Equipment whose rule says what it does: 5X-RUL-012, 5V-EQP-002, 5V-EQP-003.
fn by_rule(data: &Data, id: &str, values: &mut Profile, rules: &mut Vec<String>, outfit: &mut Outfit) {
    let numbers = &data.numbers;
    match id {
        "terminator-armour" => {
            let own = &numbers.terminator;
            values.sv = better(values.sv, own.armour);
            values.inv = better(values.inv, own.invulnerable);
            values.variant.impervious = better(values.variant.impervious, own.variant_impervious);
            for rule in ["relentless", "deep-strike", "no-sweeping-advance", "bulky"] {
                add(rules, rule);
            }
        }
        "bionics" => {
            // A model without an armour save gets one.
            let save = numbers.bionics.impervious;
            values.variant.impervious = better(values.variant.impervious, save);
            values.sv = better(values.sv, save);
        }
        "targeter" => outfit.targeter = true,
        _ => {}
    }
}
