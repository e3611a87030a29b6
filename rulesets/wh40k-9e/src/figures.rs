//! Characteristics as they stand now: damage tables, modifiers, floors (9E-CHR, 9E-DAT-015).

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::table::Length;

use crate::data::amount::{Amount, Inches, Move, Plus, Stat, Strength};
use crate::data::battle::Effect;
use crate::data::sheet::{Ability, Bracket};
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::keyword::Keywords;
use crate::measure;
use crate::state::State;

/// 9E-DAT-015: the row of the damage table that holds the model's remaining wounds, read anew each time.
fn bracket<'a>(fixed: &'a Fixed, s: &State, model: ModelId) -> Option<&'a Bracket> {
    let wounds =
        if applies(rule!("9E-DAT-015")) { s.model(model).wounds } else { fixed.kind(model).profile.w };
    fixed.kind(model).profile.brackets.iter().find(|row| row.from <= wounds && wounds <= row.to)
}

/// The Move characteristic; `None` where the model cannot move (9E-DAT-006).
pub fn move_of(fixed: &Fixed, s: &State, model: ModelId) -> Option<Move> {
    match fixed.kind(model).profile.m {
        Move::Table => bracket(fixed, s, model).and_then(|row| row.m),
        Move::None => (!applies(rule!("9E-DAT-006"))).then_some(Move::Inches(Inches(Length::ZERO))),
        known => Some(known),
    }
}

/// How far a model's Move carries it, where it is no roll: the greatest distance.
pub fn reach(fixed: &Fixed, s: &State, model: ModelId) -> Option<Length> {
    match move_of(fixed, s, model)? {
        Move::Inches(Inches(distance)) | Move::Between(_, Inches(distance)) => Some(distance),
        Move::Random(_) => Some(Length::ZERO),
        Move::None | Move::Table => None,
    }
}

/// The Move that a whole unit rolls for (9E-CHR-005).
pub fn random_move(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Amount> {
    s.unit(unit).models.iter().find_map(|model| match move_of(fixed, s, *model) {
        Some(Move::Random(amount)) => Some(amount),
        _ => None,
    })
}

/// The minimum Move of a model that has one (9E-AIR-002).
pub fn minimum(fixed: &Fixed, s: &State, model: ModelId) -> Option<Length> {
    match move_of(fixed, s, model) {
        Some(Move::Between(Inches(least), _)) => Some(least),
        _ => None,
    }
}

/// Ballistic Skill; `None` for `-` (9E-DAT-008).
pub fn ballistic(fixed: &Fixed, s: &State, model: ModelId) -> Option<u8> {
    match fixed.kind(model).profile.bs {
        Stat::Is(Plus(need)) => Some(need),
        Stat::None => None,
        Stat::Table => bracket(fixed, s, model).and_then(|row| row.bs).map(|need| need.0),
    }
}

/// Weapon Skill; `None` for `-` (9E-DAT-007).
pub fn weapon_skill(fixed: &Fixed, s: &State, model: ModelId) -> Option<u8> {
    match fixed.kind(model).profile.ws {
        Stat::Is(Plus(need)) => Some(need),
        Stat::None => None,
        Stat::Table => bracket(fixed, s, model).and_then(|row| row.ws).map(|need| need.0),
    }
}

/// Attacks before anything is added; `None` for `-` (9E-DAT-012, 9E-FGT-034).
pub fn attacks(fixed: &Fixed, s: &State, model: ModelId) -> Option<Amount> {
    match fixed.kind(model).profile.a {
        Stat::Is(amount) => Some(amount),
        Stat::None => None,
        Stat::Table => bracket(fixed, s, model).and_then(|row| row.a),
    }
}

/// What is added to a model's Attacks in this turn.
pub fn more_attacks(fixed: &Fixed, s: &State, model: ModelId) -> u8 {
    let shock = if shock_assault(fixed, s, model) { fixed.numbers().shock_assault.attacks } else { 0 };
    devastating(fixed, s, model) + shock
}

/// 9E-DAT-032: Devastating Charge: more attacks after a charge move.
pub fn devastating(fixed: &Fixed, s: &State, model: ModelId) -> u8 {
    if !s.unit(s.model(model).unit).turn.charged || !applies(rule!("9E-DAT-032")) {
        return 0;
    }
    let more = fixed.kind(model).find(|ability| match ability {
        Ability::DevastatingCharge { attacks } => Some(*attacks),
        _ => None,
    });
    more.unwrap_or(0)
}

/// 9E-OUT-042: Shock Assault: more attacks for those who charged, were charged or intervened.
pub fn shock_assault(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    let turn = &s.unit(s.model(model).unit).turn;
    fixed.packs.angels_of_death
        && (turn.charged || turn.was_charged || turn.heroic)
        && fixed.kind(model).has(&Ability::AngelsOfDeath)
}

/// Whether a power is Smite.
pub fn is_smite(fixed: &Fixed, power: u8) -> bool {
    matches!(fixed.data.powers[power as usize].effect, Effect::Smite { .. })
}

/// 9E-PSY-007, 9E-PSY-008: the powers a unit knows: those of its datasheet, and those chosen before the battle.
pub fn powers_known(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<u8> {
    let own = s.unit(unit).models.iter().find_map(|model| fixed.kind(*model).psyker.as_ref());
    let mut known = own.map(|(knows, ..)| knows.clone()).unwrap_or_default();
    known.retain(|power| applies(rule!("9E-PSY-007")) || !is_smite(fixed, *power));
    known.extend((0..fixed.data.powers.len() as u8).filter(|power| s.unit(unit).learned & (1 << power) != 0));
    known
}

/// 9E-CHR-001, 9E-CHR-002, 9E-CHR-009: division, multiplication, addition and subtraction in one calculation,
/// fractions rounded up at the end, never below the floor of 1 (9E-CHR-004).
pub const fn modified(base: u8, divide: u8, times: u8, plus: u8, minus: u8) -> u8 {
    let whole = base as i32 * times as i32 + (plus as i32 - minus as i32) * divide as i32;
    let divide = divide as i32;
    let rounded = (whole + divide - 1).div_euclid(divide);
    if rounded < 1 {
        1
    } else if rounded > u8::MAX as i32 {
        u8::MAX
    } else {
        rounded as u8
    }
}

/// The Strength of an attack before powers change it (9E-DAT-024): a weapon's own, or the bearer's with the weapon's
/// modifier. A bearer without Strength uses its Toughness, which nothing modifies (9E-CHR-007, 9E-CHR-008).
pub fn own_strength(fixed: &Fixed, model: ModelId, strength: Strength) -> u8 {
    let profile = &fixed.kind(model).profile;
    let Stat::Is(own) = profile.s else {
        return match strength {
            Strength::Is(value) => value,
            _ if !applies(rule!("9E-CHR-008")) => 1,
            _ => profile.t,
        };
    };
    match strength {
        Strength::Is(value) => value,
        Strength::User => own,
        _ if !applies(rule!("9E-DAT-024")) => own,
        Strength::Plus(more) => modified(own, 1, 1, more, 0),
        Strength::Times(times) => modified(own, 1, times, 0, 0),
    }
}

/// The same with what powers do to it, and the rule that says how they come together: a replaced value first
/// (9E-CHR-003), then all modifiers in one calculation, the weapon's among them (9E-CHR-009).
pub fn strength_by(fixed: &Fixed, s: &State, model: ModelId, strength: Strength) -> (u8, Option<RuleId>) {
    let spells = s.unit(s.model(model).unit).spells;
    let plain = own_strength(fixed, model, strength);
    let profile = &fixed.kind(model).profile;
    let stat =
        if applies(rule!("9E-CHR-007")) || profile.s != Stat::None { profile.s } else { Stat::Is(profile.t) };
    let (Stat::Is(own), false) = (stat, spells == crate::state::Spells::default()) else {
        return (plain, None);
    };
    let (times, more) = match strength {
        Strength::Is(value) => return (value, None),
        Strength::User => (1, 0),
        Strength::Plus(more) => (1, more),
        Strength::Times(times) => (times, 0),
    };
    let base = if spells.strength > 0 && applies(rule!("9E-CHR-003")) { spells.strength } else { own };
    let divide = spells.divide.max(1);
    let plus = more + spells.plus;
    let total = match strength {
        // 9E-CHR-009: not the weapon's modifier on top of all others.
        Strength::Times(times) if !applies(rule!("9E-CHR-009")) => {
            modified(base, divide, 1, spells.plus, spells.minus) * times
        }
        _ if !applies(rule!("9E-CHR-001")) => modified(base, divide, times, more, spells.minus),
        _ if !applies(rule!("9E-CHR-002")) => {
            (base / divide * times + plus).saturating_sub(spells.minus).max(1)
        }
        _ if !applies(rule!("9E-CHR-004"))
            && u16::from(base) * u16::from(times) + u16::from(plus) <= u16::from(spells.minus) =>
        {
            0
        }
        _ => modified(base, divide, times, plus, spells.minus),
    };
    let whole = i32::from(base) * i32::from(times);
    let rule = if total == plain {
        None
    } else if spells.strength > 0 {
        Some(rule!("9E-CHR-003"))
    } else if whole / i32::from(divide) + i32::from(plus) < i32::from(spells.minus) + 1 {
        Some(rule!("9E-CHR-004"))
    } else if whole % i32::from(divide) != 0 {
        Some(rule!("9E-CHR-002"))
    } else if strength == Strength::User {
        Some(rule!("9E-CHR-001"))
    } else {
        Some(rule!("9E-CHR-009"))
    };
    (total, rule)
}

/// The Toughness of a unit: the one most of its models have, the higher where two are equally frequent
/// (9E-AMB-108).
pub fn toughness(fixed: &Fixed, s: &State, unit: UnitId) -> u8 {
    let of = |model: &ModelId| fixed.kind(*model).profile.t;
    let models = &s.unit(unit).models;
    let count = |t: u8| models.iter().filter(|model| of(model) == t).count();
    models.iter().map(of).max_by_key(|t| (count(*t), *t)).unwrap_or(1)
}

/// Whether two models of a unit make the same of attacks against it: in Toughness, in what makes it harder to hit, and in
/// the abilities that make it harder to wound. Where all are alike, it does not matter to the next attack who has fallen.
pub fn as_hard_to_wound(fixed: &Fixed, one: ModelId, other: ModelId) -> bool {
    let of = |model: ModelId| {
        let kind = fixed.kind(model);
        let shields =
            |ability: &&Ability| matches!(ability, Ability::Resilient { .. } | Ability::Shroud { .. });
        let shields: Vec<&Ability> = kind.abilities.iter().filter(shields).collect();
        (kind.profile.t, kind.keywords.any(Keywords::AIRCRAFT), shields)
    };
    fixed.spec(one).kind == fixed.spec(other).kind || of(one) == of(other)
}

/// Leadership for a Morale test: the highest in the unit (9E-MOR-006), with what an inspiring Warlord adds.
/// The second number is that addition.
pub fn leadership(fixed: &Fixed, s: &State, unit: UnitId) -> (u8, u8) {
    let own = |model: &ModelId| {
        let profile = &fixed.kind(*model).profile;
        match profile.ld {
            Stat::Is(ld) => (ld, true),
            // 9E-CHR-008: Toughness in its place, which nothing modifies.
            Stat::None | Stat::Table if applies(rule!("9E-CHR-008")) => (profile.t, false),
            Stat::None | Stat::Table => (1, false),
        }
    };
    let (best, can_change) = s.unit(unit).models.iter().map(own).max().unwrap_or((1, false));
    let bonus = if can_change && inspired(fixed, s, unit) { fixed.numbers().inspiring.bonus } else { 0 };
    (best, bonus)
}

/// 9E-ONW-005, 9E-DAT-019, 9E-DAT-020: within reach of the own Warlord on the battlefield, who is a CHARACTER
/// (9E-AMB-089, 9E-ONW-004). One Warlord a side: the aura never counts twice.
fn inspired(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let Some(warlord) = fixed.warlords[s.unit(unit).side.index()] else { return false };
    let inspires = fixed.kind(warlord).keywords.any(Keywords::CHARACTER) || !applies(rule!("9E-ONW-004"));
    if s.pose(warlord).is_none() || !inspires || !applies(rule!("9E-ONW-005")) {
        return false;
    }
    let own = s.model(warlord).unit == unit;
    own || measure::unit_within_of_model(fixed, s, unit, warlord, fixed.numbers().inspiring.within.0)
}

/// 9E-DAT-019, 9E-DAT-020: the strength of the auras of one name that reach a unit, once, however many there are; and how
/// many there are.
fn aura(
    fixed: &Fixed,
    s: &State,
    unit: UnitId,
    of: impl Fn(&Ability) -> Option<(Length, u8)>,
) -> (u8, usize) {
    let side = s.unit(unit).side;
    let friends = s.on_table(side).filter(|_| applies(rule!("9E-DAT-019")));
    let bearers = friends.flat_map(|friend| s.standing(friend));
    bearers
        .filter_map(|(model, _)| Some((model, fixed.kind(model).find(&of)?)))
        .filter(|(model, (range, _))| {
            s.model(*model).unit == unit || measure::unit_within_of_model(fixed, s, unit, *model, *range)
        })
        .fold((0, 0), |(best, count), (_, (_, strength))| {
            let sum = if applies(rule!("9E-DAT-020")) { strength.max(best) } else { strength + best };
            (sum, count + 1)
        })
}

/// What friends with a keen eye add to the hit rolls of a unit.
pub fn keen(fixed: &Fixed, s: &State, unit: UnitId) -> (u8, usize) {
    aura(fixed, s, unit, |ability| match ability {
        Ability::Keen { range, bonus } => Some((range.0, *bonus)),
        _ => None,
    })
}

/// What friends who shroud a unit take from the wound rolls against it.
pub fn shroud(fixed: &Fixed, s: &State, unit: UnitId) -> (u8, usize) {
    aura(fixed, s, unit, |ability| match ability {
        Ability::Shroud { range, penalty } => Some((range.0, *penalty)),
        _ => None,
    })
}

/// What a unit's own resilience takes from the wound rolls against it.
pub fn resilient(fixed: &Fixed, s: &State, unit: UnitId) -> u8 {
    let own = |model: &ModelId| {
        fixed.kind(*model).find(|ability| match ability {
            Ability::Resilient { penalty } => Some(*penalty),
            _ => None,
        })
    };
    s.unit(unit).models.iter().filter_map(own).max().unwrap_or(0)
}

/// What a model's own skill adds to the Damage of its weapons.
pub fn deadly(fixed: &Fixed, model: ModelId) -> u8 {
    let own = |ability: &Ability| match ability {
        Ability::Deadly { damage } => Some(*damage),
        _ => None,
    };
    fixed.kind(model).find(own).unwrap_or(0)
}

/// 9E-ATK-017: the Damage of a model's attack with a profile.
pub fn damage(fixed: &Fixed, model: ModelId, weapon: WeaponId, profile: u8) -> Amount {
    let amount = fixed.arm(weapon, profile).profile.damage;
    Amount { plus: amount.plus + deadly(fixed, model), ..amount }
}
