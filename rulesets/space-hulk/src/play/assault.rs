//! Close assault: SH-CLA, SH-PAR, SH-GNG, SH-DOR-016, and the weapons of close assault.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Modifier, Need, Target};
use grognard_engine::{Audience, RuleId, rule, rules};
use grognard_space::grid::{Cell, Dir, Facing};
use smallvec::SmallVec;

use super::{Cx, break_door, end_overwatch, explosions, kill, shooting, slay};
use crate::Fixed;
use crate::choice::Choice;
use crate::event::{Cause, Event, RoundResult, Shot};
use crate::harlequin;
use crate::hazard::Thing;
use crate::piece::{Mark, PieceId, Place};
use crate::profile::{Exchange, Folk, Melee, Ranged};
use crate::psychic;
use crate::psychic::card::Kind;
use crate::state::{MARINE, State, seat};
use crate::table::{Parrying, Side, Table};
use crate::weapon::Class;

/// The most dice a side can roll: a parry shows as many.
const MOST_DICE: u8 = 4;

/// One side of a round before its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// The model.
    pub model: PieceId,
    /// Dice rolled; the highest counts (SH-CLA-005, SH-CLA-006).
    pub dice: u8,
    /// Bonuses to the highest die, with reasons (SH-CLA-010).
    pub bonuses: SmallVec<[Modifier; 4]>,
    /// Enemy dice it may force to be rolled again.
    pub parries: u8,
    /// Whether the opponent stands in its front square.
    pub front: bool,
    /// Whether it has its arms full and so no weapon to fight with (SH-TOX-006).
    pub burdened: bool,
}

impl Fighter {
    /// All bonuses together.
    pub fn bonus(&self) -> i8 {
        let amounts = self.bonuses.iter().map(|modifier| modifier.amount);
        // SH-CLA-010: they add up.
        if applies(rule!("SH-CLA-010")) {
            amounts.fold(0, i8::saturating_add)
        } else {
            amounts.max().unwrap_or(0)
        }
    }

    pub(crate) fn add(&mut self, amount: i8, why: &'static str, rule: RuleId) {
        if amount != 0 && applies(rule) {
            self.bonuses.push(Modifier { amount, why, rule });
        }
    }
}

/// A round before its dice: the same value resolves it and gives its odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundPlan {
    /// Who attacks.
    pub attacker: Fighter,
    /// Who is attacked.
    pub defender: Fighter,
    /// Whether the defender faces the attacker and can harm him (SH-CLA-008).
    pub facing: bool,
}

/// The direction from one model to another next to it; out of an entry area it is the area's side.
pub(crate) fn direction(fixed: &Fixed, table: &Table, from: PieceId, to: PieceId) -> Option<Dir> {
    match (table.place(from), table.place(to)) {
        (Place::Board(a), Place::Board(b)) => fixed.mission.grid.direction(a, b),
        (Place::Board(_), Place::Entry(entry)) => Some(fixed.mission.entries[entry as usize].side.into()),
        (Place::Entry(entry), Place::Board(_)) => {
            Some(fixed.mission.entries[entry as usize].side.back().into())
        }
        _ => None,
    }
}

/// Whether a model has another in its front square (SH-CLA-017).
fn faces(fixed: &Fixed, table: &Table, model: PieceId, other: PieceId) -> bool {
    if matches!(table.place(model), Place::Entry(_)) || !applies(rule!("SH-CLA-017")) {
        return true;
    }
    // SH-HRL-008: a Harlequin turns before it fights.
    if harlequin::fight::always_faces(fixed, model) {
        return true;
    }
    let ahead: Option<Dir> = table.facing(model).map(Into::into);
    ahead.is_some() && direction(fixed, table, model, other) == ahead
}

/// SH-CLA-006, SH-CLA-010, SH-CLA-011: dice and bonuses of a model against an opponent.
fn fighter(fixed: &Fixed, table: &Table, model: PieceId, opponent: PieceId) -> Fighter {
    // SH-PRN-005: who lies on the ground faces nobody.
    let front = faces(fixed, table, model, opponent) && !is_prone(table, model);
    fighter_facing(fixed, table, model, opponent, front)
}

/// SH-WNM-003: dice and bonuses of a model as if it were attacked in front.
pub(crate) fn braced(fixed: &Fixed, table: &Table, model: PieceId) -> Fighter {
    fighter_facing(fixed, table, model, model, true)
}

/// The same, where it is known whether the opponent is in front.
fn fighter_facing(fixed: &Fixed, table: &Table, model: PieceId, opponent: PieceId, front: bool) -> Fighter {
    let numbers = fixed.numbers();
    let dice = if applies(rule!("SH-CLA-006")) {
        numbers.assault_dice.genestealer
    } else {
        numbers.assault_dice.terminator
    };
    let mut fighter = Fighter { model, dice, bonuses: SmallVec::new(), parries: 0, front, burdened: false };
    let PieceId::Marine(index) = model else { return fighter };
    let profile = fixed.profile(index);
    // SH-CLA-011, SH-PAR-002: what a weapon brings, it brings against an opponent in front.
    let weapon_front = front || !applies(rule!("SH-CLA-011"));
    let parry_front = front || !applies(rule!("SH-PAR-002"));
    fighter.dice = profile.dice.unwrap_or(numbers.assault_dice.terminator);
    if is_prone(table, model) {
        fighter.add(numbers.prone_assault.bonus, "reason.prone", rule!("SH-PRN-004"));
    }
    if let Some(dice) = profile.dice
        && (!profile.ogryn || applies(rule!("SH-IGF-018")))
    {
        fighter.dice = dice;
    }
    let skill_rule = if profile.folk == Folk::Harlequin {
        rule!("SH-HRL-002")
    } else if profile.folk == Folk::Hybrid {
        rule!("SH-CLA-013")
    } else if profile.folk == Folk::Tyranid {
        rule!("SH-TYR-002")
    } else if let Some(aspect) = profile.aspect {
        aspect.rule()
    } else if profile.ogryn {
        rule!("SH-IGF-018")
    } else if profile.aims {
        rule!("SH-IGF-022")
    } else if profile.total {
        rule!("SH-IGF-003")
    } else if !profile.is_terminator() && (profile.command || profile.inspires) {
        rule!("SH-SMF-005")
    } else if !profile.is_terminator() {
        rule!("SH-SMF-002")
    } else if profile.command {
        rule!("SH-TRM-004")
    } else if profile.inspires {
        rule!("SH-TRM-008")
    } else {
        rule!("SH-TRM-003")
    };
    fighter.add(profile.skill, "reason.skill", skill_rule);
    // SH-TRM-002: whatever heavy weapon he carries, he fights like any other.
    if !applies(rule!("SH-TRM-002"))
        && matches!(profile.ranged, Some(Ranged::HeavyFlamer | Ranged::AssaultCannon))
    {
        fighter.dice = 0;
    }
    // SH-TOX-006, SH-TRM-001: who carries something cannot use his weapons; one die and his skill are left.
    fighter.burdened = table.carried_by(index).is_some() && applies(rule!("SH-TOX-006"));
    if profile.folk == Folk::Harlequin {
        harlequin::fight::arm(fixed, table, index, &mut fighter);
        return fighter;
    }
    if !profile.total {
        arms_in_assault(fixed, table, index, opponent, front, &mut fighter);
    }
    if let Some(traded) = profile.traded.as_ref().filter(|_| !fighter.burdened) {
        trade_in_assault(fixed, table, index, opponent, traded, &mut fighter);
    }
    // SH-PAR-003: Hybrids do not know how to parry with a blade.
    let swordsman = profile.folk != Folk::Hybrid || !applies(rule!("SH-PAR-003"));
    // SH-SSC-001, SH-HBN-001: their blades parry.
    let swordsman = swordsman && profile.aspect.is_none_or(|aspect| applies(aspect.rule()));
    let bare = fighter.burdened || profile.traded.is_some();
    let weapons: &[Melee] = if bare { &[] } else { &profile.melee };
    for weapon in weapons {
        match weapon {
            Melee::Chainsword => {
                if weapon_front && !profile.total {
                    fighter.add(numbers.chainsword.bonus, "reason.chainsword", rule!("SH-WCS-001"));
                }
                if parry_front && swordsman && applies(rule!("SH-WCS-001")) && applies(rule!("SH-PAR-001")) {
                    fighter.parries += numbers.chainsword.parries;
                }
            }
            Melee::PowerAxe if weapon_front && !profile.total => {
                fighter.add(numbers.power_axe.bonus, "reason.power-axe", rule!("SH-WPA-001"));
            }
            // SH-WNM-001: a Nemesis blade is one.
            Melee::ForceWeapon if profile.has(Melee::Nemesis) && !applies(rule!("SH-WNM-001")) => {}
            Melee::ForceWeapon => {
                // SH-WFW-004: a psyker keeps it against whoever comes from aside.
                let keeps = psychic::level(fixed, table, model).is_some() && applies(rule!("SH-WFW-004"));
                // SH-WFW-005, SH-PCD-004: in a Miasma it is a blade like any other; the parry stays.
                let drained = table.is_under(fixed, model, Kind::Miasma) && applies(rule!("SH-WFW-005"));
                if (weapon_front || keeps) && !profile.total {
                    fighter.add(numbers.force_weapon.bonus, "reason.force-weapon", rule!("SH-WFW-001"));
                    if drained {
                        fighter.add(-numbers.force_weapon.bonus, "reason.miasma", rule!("SH-WFW-005"));
                    }
                }
                if parry_front && swordsman && applies(rule!("SH-WFW-001")) && applies(rule!("SH-PAR-001")) {
                    fighter.parries += numbers.force_weapon.parries;
                }
            }
            // SH-WPG-001, SH-WCF-001: one die.
            Melee::PowerGlove if !applies(rule!("SH-WPG-001")) => fighter.dice = 0,
            Melee::ChainFist if !applies(rule!("SH-WCF-001")) => fighter.dice = 0,
            // SH-TRM-006: what the two kinds of assault Terminator bring.
            Melee::LightningClaws | Melee::ThunderHammer if !applies(rule!("SH-TRM-006")) => {}
            Melee::LightningClaws if applies(rule!("SH-WLI-001")) => {
                // SH-WLI-002, SH-AMB-082: one die less against flank and rear, the bonus stays.
                let flank = !front && applies(rule!("SH-WLI-002"));
                fighter.dice = if flank { numbers.claws_flank.flank_dice } else { numbers.claws.dice };
                fighter.add(numbers.claws.bonus, "reason.claws", rule!("SH-WLI-001"));
            }
            // SH-WTH-001, SH-CLA-011: only against an opponent in front.
            Melee::ThunderHammer if weapon_front => {
                fighter.add(numbers.hammer.bonus, "reason.hammer", rule!("SH-WTH-001"));
            }
            // SH-PAR-002: only against an opponent he faces.
            Melee::PowerSword
                if parry_front
                    && swordsman
                    && applies(rule!("SH-PAR-001"))
                    && applies(rule!("SH-WPS-001")) =>
            {
                fighter.parries += numbers.sword_parry.power_sword;
            }
            Melee::StormShield
                if parry_front && applies(rule!("SH-PAR-004")) && applies(rule!("SH-WSS-001")) =>
            {
                // SH-PAR-004, SH-AMB-027
                let single = fixed.options.storm_shield_single;
                let parry = &numbers.shield_parry;
                // And so do Hybrids, always.
                let once = single || profile.folk == Folk::Hybrid;
                fighter.parries += if once { parry.storm_shield_single } else { parry.storm_shield };
            }
            Melee::BoneSword | Melee::BoneSwords | Melee::LashWhip
                if weapon_front && applies(rule!("SH-TYR-009")) =>
            {
                swords_and_whips(fixed, *weapon, &mut fighter);
            }
            _ => {}
        }
    }
    // SH-TRM-008: a Chaplain nearby; several do not add up.
    let chaplain = &numbers.chaplain;
    let inspired = table.models_of(table.side(model)).any(|(other, cell)| {
        other != index
            && fixed.profile(other).inspires
            && table
                .cell(model)
                .is_some_and(|own| fixed.mission.grid.distance(own, cell) <= chaplain.distance)
    });
    if inspired {
        fighter.add(chaplain.bonus, "reason.inspired", rule!("SH-TRM-008"));
    }
    fighter
}

/// SH-SMF-006: what a close assault weapon that was traded for one's own does.
fn trade_in_assault(
    fixed: &Fixed,
    table: &Table,
    index: u8,
    opponent: PieceId,
    traded: &Exchange,
    fighter: &mut Fighter,
) {
    let model = PieceId::Marine(index);
    // SH-WLI-002: claws lose their second die to the flank and rear.
    let claws = traded.melee == Some(Melee::LightningClaws) && !fighter.front && opponent != model;
    fighter.dice = if claws { fixed.numbers().claws_flank.flank_dice } else { traded.dice };
    fighter.add(traded.skill, "reason.traded", rule!("SH-SMF-006"));
    if fighter.front || opponent == model || !applies(rule!("SH-CLA-011")) {
        fighter.add(traded.front, "reason.traded", rule!("SH-SMF-006"));
    }
    // SH-SMF-007: a shield on the left arm covers that side, too.
    let left: Option<Dir> = table.facing(model).map(|facing| facing.left().into());
    let at_left = traded.left && left.is_some() && direction(fixed, table, model, opponent) == left;
    if (fighter.front || at_left) && applies(rule!("SH-PAR-001")) && applies(rule!("SH-SMF-007")) {
        fighter.parries += traded.parries;
    }
}

/// SH-TYR-009: what a Tyranid grows to fight with.
fn swords_and_whips(fixed: &Fixed, weapon: Melee, fighter: &mut Fighter) {
    let numbers = &fixed.numbers().tyranid_weapons;
    let (dice, bonus, parries, why) = match weapon {
        Melee::LashWhip => (numbers.lash_whip_dice, numbers.lash_whip, 0, "reason.lash-whip"),
        // SH-AMB-092: a pair of swords has a die more, and the bonus once.
        Melee::BoneSwords => {
            (numbers.bone_swords_dice, numbers.bone_sword, numbers.bone_sword_parries, "reason.bone-sword")
        }
        _ => (0, numbers.bone_sword, numbers.bone_sword_parries, "reason.bone-sword"),
    };
    fighter.dice = fighter.dice.saturating_add(dice).min(MOST_DICE);
    fighter.add(bonus, why, rule!("SH-TYR-009"));
    if applies(rule!("SH-PAR-001")) {
        fighter.parries += parries;
    }
}

/// SH-CLA-012, SH-WPN-005, SH-WPN-007, SH-SMF-004: what a model's guns do for it in close assault.
fn arms_in_assault(
    fixed: &Fixed,
    table: &Table,
    index: u8,
    opponent: PieceId,
    front: bool,
    fighter: &mut Fighter,
) {
    let profile = fixed.profile(index);
    // SH-CLA-012: to the front and the sides; a thing is always in front.
    let model = PieceId::Marine(index);
    let ahead: Option<Dir> = table.facing(model).map(Into::into);
    let rear = ahead.map(Dir::back);
    let behind_him = opponent != model && rear.is_some() && direction(fixed, table, model, opponent) == rear;
    let level = opponent == model || direction(fixed, table, model, opponent).is_some();
    // SH-SMF-007: who has traded his weapons fights with the new one alone.
    let usable = !is_prone(table, model) && !fighter.burdened && profile.traded.is_none();
    if (front || (level && !behind_him)) && usable {
        let pistols =
            profile.arms().filter(|weapon| fixed.weapon(*weapon).is_some_and(|listed| listed.pistol));
        for weapon in pistols {
            let rule = match weapon {
                Ranged::BoltPistol => rule!("SH-WBP-002"),
                Ranged::Laspistol => rule!("SH-WLA-002"),
                Ranged::ShurikenPistol => rule!("SH-WSH-001"),
                Ranged::Spinefist => rule!("SH-TYR-009"),
                _ => rule!("SH-CLA-012"),
            };
            if applies(rule!("SH-CLA-012")) {
                fighter.add(fixed.numbers().pistol.bonus, "reason.pistol", rule);
            }
        }
    }
    // SH-CLA-011: like everything weapons do in close assault, it counts to the front.
    if !front && opponent != model && applies(rule!("SH-CLA-011")) {
        return;
    }
    match profile.burden {
        // SH-WPN-007: the list's number is the weapon's own, not another one.
        Some(burden) if applies(rule!("SH-WPN-007")) => {
            fighter.add(burden, "reason.burden", rule!("SH-SMF-004"));
        }
        own => {
            // Twice only where a check has switched SH-WPN-007 off.
            fighter.add(own.unwrap_or(0), "reason.burden", rule!("SH-SMF-004"));
            let weight =
                profile.arms().filter_map(|weapon| fixed.weapon(weapon)).map(|listed| listed.bonus).min();
            fighter.add(weight.unwrap_or(0), "reason.burden", rule!("SH-WPN-005"));
        }
    }
}

/// SH-GNG-001, SH-GNG-002: other living models that attacked the same target this player turn.
fn ganging(table: &Table, attacker: PieceId, defender: PieceId) -> i8 {
    // SH-GNG-003: either side.
    if !applies(rule!("SH-GNG-003")) && table.side(attacker) == Side::Marine {
        return 0;
    }
    let mut others: SmallVec<[PieceId; 4]> = SmallVec::new();
    for (other, target) in &table.assaults {
        // SH-GNG-002: the dead do not count.
        let alive = table.place(*other) != Place::Gone || !applies(rule!("SH-GNG-002"));
        let counts = *target == defender && *other != attacker && alive;
        if counts && !others.contains(other) {
            others.push(*other);
        }
    }
    i8::try_from(others.len()).unwrap_or(i8::MAX)
}

/// A round of close assault as it would be fought now.
pub fn plan(fixed: &Fixed, table: &Table, attacker: PieceId, defender: PieceId) -> RoundPlan {
    let mut attack = fighter(fixed, table, attacker, defender);
    let gang = ganging(table, attacker, defender).saturating_mul(fixed.numbers().ganging_up.bonus);
    attack.add(gang, "reason.ganging", rule!("SH-GNG-001"));
    psychic::enhance::foresee(fixed, table, &mut attack);
    let defence = fighter(fixed, table, defender, attacker);
    let facing = faces(fixed, table, defender, attacker)
        && !(is_prone(table, defender) && applies(rule!("SH-PRN-005")));
    RoundPlan { attacker: attack, defender: defence, facing }
}

fn is_prone(table: &Table, model: PieceId) -> bool {
    matches!(model, PieceId::Marine(index) if table.marines[index as usize].prone)
}

/// SH-MLV-001: whether a fight goes on between two levels.
fn between_levels(fixed: &Fixed, table: &Table, a: PieceId, b: PieceId) -> bool {
    let level = |piece| table.cell(piece).map(|cell| fixed.mission.grid.coord(cell).level);
    level(a).zip(level(b)).is_some_and(|(a, b)| a != b)
}

/// SH-CLA-018: one round, from declaration to its result.
pub fn round(state: &mut State, cx: &mut Cx<'_>, attacker: PieceId, defender: PieceId) -> Step {
    let fixed = cx.fixed();
    harlequin::fight::begin(state, cx, attacker, defender);
    let mut plan = plan(fixed, &state.table, attacker, defender);
    let gang = ganging(&state.table, attacker, defender);
    let again = state.table.assaults.contains(&(attacker, defender));
    state.table.assaults.push((attacker, defender));
    let mut rules: SmallVec<[RuleId; 16]> = SmallVec::new();
    // SH-HRL-006: the rounds of a dance are paid for with the dance.
    rules.extend_from_slice(match attacker {
        PieceId::Marine(index) if harlequin::dances(&state.table, index) => {
            rules!["SH-CLA-001", "SH-CLA-018", "SH-HRL-006"]
        }
        _ => rules!["SH-CLA-001", "SH-CLA-004", "SH-CLA-018", "SH-ACT-019"],
    });
    if again {
        rules.push(rule!("SH-CLA-009"));
    }
    if gang > 0 {
        rules.extend_from_slice(rules!["SH-GNG-001", "SH-GNG-002"]);
        // SH-GNG-003: Marines gang up as well.
        if state.table.side(attacker) == Side::Marine {
            rules.push(rule!("SH-GNG-003"));
        }
    }
    if matches!(state.table.place(attacker), Place::Entry(_)) {
        rules.extend_from_slice(rules!["SH-ENP-015", "SH-ENP-016"]);
    }
    if let PieceId::Marine(index) = attacker
        && state.table.marines[index as usize].jammed
    {
        rules.push(rule!("SH-JAM-006"));
    }
    let vertical = between_levels(fixed, &state.table, attacker, defender);
    if vertical {
        rules.push(rule!("SH-MLV-001"));
    }
    cx.emit(&rules, Event::Assaulted { attacker, defender, ganging: gang });
    if let PieceId::Marine(index) = defender {
        // SH-CLA-014, SH-OVW-008: being attacked ends overwatch.
        end_overwatch(state, cx, index, "overwatch.attacked", rules!["SH-CLA-014", "SH-OVW-008"]);
        // SH-SUS-002, SH-SUS-007: a round ends a series, but not one that began after an earlier round with this
        // very attacker.
        let series = state.table.marines[index as usize].sustained;
        let at_him = series.is_some_and(|(mark, _)| mark == Mark::Model(attacker));
        if !(again && at_him && applies(rule!("SH-SUS-007")) && applies(rule!("SH-FAQ-005"))) {
            shooting::lose_aim(state, cx, index, rules!["SH-SUS-002"]);
        }
        if detonates(state, cx, index, attacker)? {
            return explosions::detonate(state, cx, defender);
        }
    }
    // SH-TOX-002: with a canister in his arms he cannot fight.
    if state.table.is_loaded(defender) && applies(rule!("SH-TOX-002")) {
        slay(state, cx, defender, Cause::Burdened, rules!["SH-TOX-002", "SH-CLA-005"])?;
        return Ok(());
    }
    psychic::enhance::round(state, cx, &mut plan)?;
    resolve(state, cx, &plan, vertical && !again)
}

/// SH-WTH-003, SH-WTH-004: a hammer may be set off instead of defending, against an attacker who is seen.
fn detonates(state: &mut State, cx: &mut Cx<'_>, index: u8, attacker: PieceId) -> Step<bool> {
    let armed = cx.fixed().profile(index).has(Melee::ThunderHammer);
    let seen = state.table.cell(attacker).is_some_and(|cell| state.table.seen_by(index).contains(cell));
    let seen = seen || !applies(rule!("SH-WTH-004"));
    if !armed || !seen || !applies(rule!("SH-WTH-003")) {
        return Ok(false);
    }
    state.table.subject = Some(PieceId::Marine(index));
    let owner = seat(state.table.side(PieceId::Marine(index)));
    let ask = Ask::new(owner, "defend", rule!("SH-WTH-003"));
    let choice = cx.choose(state, ask, &[Choice::Defend, Choice::DetonateInstead])?;
    state.table.subject = None;
    Ok(choice == Choice::DetonateInstead)
}

/// The rules behind a side's dice and bonuses.
fn fighter_rules(fixed: &Fixed, fighter: &Fighter) -> SmallVec<[RuleId; 16]> {
    let mut all: SmallVec<[RuleId; 16]> = SmallVec::from_slice(rules!["SH-CLA-005", "SH-CLA-006"]);
    all.extend(fighter.bonuses.iter().map(|modifier| modifier.rule));
    if fighter.bonuses.len() > 1 {
        all.push(rule!("SH-CLA-010"));
    }
    if let PieceId::Marine(index) = fighter.model {
        let profile = fixed.profile(index);
        match profile.folk {
            Folk::Hybrid => {
                all.push(rule!("SH-HYB-002"));
                // SH-PAR-003: a blade he cannot parry with.
                if profile.melee.iter().any(|weapon| matches!(weapon, Melee::Chainsword | Melee::ForceWeapon))
                {
                    all.push(rule!("SH-PAR-003"));
                }
            }
            // Their weapons stand among the bonuses.
            Folk::Harlequin => {
                all.push(rule!("SH-HRL-002"));
                return all;
            }
            Folk::Tyranid => all.push(rule!("SH-TYR-002")),
            Folk::Eldar => all.extend(profile.aspect.map(crate::profile::Aspect::rule)),
            _ => {}
        }
        // SH-CLA-011: skill counts against flank and rear, too.
        if profile.skill != 0 && !fighter.front {
            all.push(rule!("SH-CLA-011"));
        }
        if matches!(profile.ranged, Some(Ranged::HeavyFlamer | Ranged::AssaultCannon)) {
            all.push(rule!("SH-TRM-002"));
        }
        if fighter.burdened {
            all.extend_from_slice(rules!["SH-TOX-006", "SH-TRM-001"]);
            return all;
        }
        for weapon in &profile.melee {
            all.extend_from_slice(match weapon {
                Melee::PowerGlove => rules!["SH-WPG-001"],
                Melee::PowerSword => rules!["SH-WPS-001"],
                Melee::ChainFist => rules!["SH-WCF-001"],
                Melee::LightningClaws if fighter.front => rules!["SH-WLI-001", "SH-TRM-006"],
                Melee::LightningClaws => rules!["SH-WLI-001", "SH-WLI-002", "SH-CLA-011", "SH-TRM-006"],
                Melee::ThunderHammer => rules!["SH-WTH-001", "SH-CLA-011", "SH-TRM-006"],
                Melee::StormShield if profile.folk == Folk::Hybrid => rules!["SH-WSS-001", "SH-PAR-004"],
                Melee::StormShield => rules!["SH-WSS-001"],
                Melee::BoneSword | Melee::BoneSwords | Melee::LashWhip => rules!["SH-TYR-009"],
                Melee::Chainsword => rules!["SH-WCS-001"],
                Melee::PowerAxe => rules!["SH-WPA-001"],
                Melee::ForceWeapon if !fighter.front && profile.psyker > 0 => {
                    rules!["SH-WFW-001", "SH-WFW-004", "SH-CLA-011"]
                }
                Melee::ForceWeapon => rules!["SH-WFW-001"],
                Melee::Nemesis => rules!["SH-WNM-001"],
                Melee::Kiss => rules!["SH-HRL-010"],
            });
        }
        if profile.traded.is_some() {
            all.retain(|rule| !rule.as_str().starts_with("SH-W"));
            all.extend_from_slice(rules!["SH-SMF-006", "SH-SMF-007"]);
        }
        if !profile.total && profile.arms().any(|weapon| fixed.weapon(weapon).is_some_and(|l| l.pistol)) {
            all.push(rule!("SH-CLA-012"));
        }
        if profile.burden.is_some() {
            all.push(rule!("SH-WPN-007"));
        }
    }
    all
}

fn roll(fixed: &Fixed, cx: &mut Cx<'_>, fighter: &Fighter, purpose: &'static str) -> Step<SmallVec<[u8; 4]>> {
    let mut faces: SmallVec<[u8; 4]> = SmallVec::from_elem(0, fighter.dice as usize);
    if cx.logging() {
        cx.roll_into(&mut faces, Audience::ALL, 6, purpose, &fighter_rules(fixed, fighter), None)?;
    } else {
        cx.roll_into(&mut faces, Audience::ALL, 6, purpose, &[], None)?;
    }
    Ok(faces)
}

pub(crate) fn total(faces: &[u8], fighter: &Fighter) -> i8 {
    // SH-CLA-005: the highest die counts.
    let best = if applies(rule!("SH-CLA-005")) { faces.iter().max() } else { faces.iter().min() };
    (best.copied().unwrap_or(0) as i8).saturating_add(fighter.bonus())
}

/// Both sides roll, may parry, and compare.
fn resolve(state: &mut State, cx: &mut Cx<'_>, plan: &RoundPlan, retreats: bool) -> Step {
    let fixed = cx.fixed();
    let (attacker, defender) = (plan.attacker.model, plan.defender.model);
    let mut attack = roll(fixed, cx, &plan.attacker, "roll.attack")?;
    let mut defence = roll(fixed, cx, &plan.defender, "roll.defence")?;
    // SH-PAR-006: either side, in either turn.
    if applies(rule!("SH-PAR-006")) {
        parry(state, cx, &plan.attacker, &attack, &plan.defender, &mut defence)?;
    }
    parry(state, cx, &plan.defender, &defence, &plan.attacker, &mut attack)?;
    let (attack, defence) = (total(&attack, &plan.attacker), total(&defence, &plan.defender));
    let result = match attack.cmp(&defence) {
        std::cmp::Ordering::Greater => RoundResult::DefenderDead,
        std::cmp::Ordering::Equal => RoundResult::Tie,
        std::cmp::Ordering::Less if plan.facing || !applies(rule!("SH-CLA-008")) => RoundResult::AttackerDead,
        std::cmp::Ordering::Less => RoundResult::Survived,
    };
    let rules = match result {
        RoundResult::Tie => rules!["SH-CLA-005", "SH-CLA-007", "SH-CLA-018"],
        RoundResult::Survived if between_levels(fixed, &state.table, attacker, defender) => {
            rules!["SH-CLA-005", "SH-CLA-018", "SH-MLV-002"]
        }
        RoundResult::Survived if is_prone(&state.table, defender) => {
            rules!["SH-CLA-005", "SH-CLA-018", "SH-PRN-005"]
        }
        RoundResult::Survived => rules!["SH-CLA-005", "SH-CLA-008", "SH-CLA-018", "SH-CLA-017"],
        _ => rules!["SH-CLA-005", "SH-CLA-018", "SH-CLA-017"],
    };
    cx.emit(rules, Event::Round { attacker, defender, attack, defence, result });
    harlequin::dance::note(state, attacker, result);
    match result {
        RoundResult::DefenderDead => {
            let fate = kill(state, cx, defender, Cause::Assault, rules!["SH-CLA-005"])?;
            harlequin::fight::after_kill(state, cx, attacker, fate)?;
        }
        RoundResult::AttackerDead => {
            let fate = kill(state, cx, attacker, Cause::Assault, rules!["SH-CLA-005"])?;
            harlequin::fight::after_kill(state, cx, defender, fate)?;
        }
        RoundResult::Survived | RoundResult::Tie if retreats => retreat(state, cx, defender)?,
        RoundResult::Tie if nemesis(state, cx, plan)? => {}
        RoundResult::Survived if !plan.facing => turn_to_face(state, cx, attacker, defender)?,
        RoundResult::Tie if !plan.facing && applies(rule!("SH-CLA-007")) => {
            turn_to_face(state, cx, attacker, defender)?;
        }
        RoundResult::Survived | RoundResult::Tie => {}
    }
    Ok(())
}

/// SH-WNM-002: after a draw a Grey Knight who faces his opponent may fire the gun in his blade, free of charge. Tells
/// whether that was the end of the other.
fn nemesis(state: &mut State, cx: &mut Cx<'_>, plan: &RoundPlan) -> Step<bool> {
    let fixed = cx.fixed();
    let armed = |fighter: &Fighter| {
        fighter.front
            && matches!(fighter.model, PieceId::Marine(index) if fixed.profile(index).has(Melee::Nemesis))
    };
    let (knight, other) = match (armed(&plan.attacker), armed(&plan.defender)) {
        (true, _) => (plan.attacker.model, plan.defender.model),
        (_, true) => (plan.defender.model, plan.attacker.model),
        _ => return Ok(false),
    };
    if !applies(rule!("SH-WNM-002")) {
        return Ok(false);
    }
    state.table.subject = Some(knight);
    let ask = Ask::new(MARINE, "nemesis", rule!("SH-WNM-002"));
    let choice = cx.choose(state, ask, &[Choice::Shoot(Mark::Model(other)), Choice::Pass])?;
    state.table.subject = None;
    if choice == Choice::Pass {
        return Ok(false);
    }
    let need = match fixed.class(other) {
        Class::Hybrid => Need::Automatic,
        _ => Need::AtLeast(fixed.numbers().nemesis.need),
    };
    let target = Target::new(need, rule!("SH-WNM-002"));
    let rules = rules!["SH-WNM-002"];
    let mut hit = need == Need::Automatic;
    if !hit {
        let [face] = cx.roll_against(6, "roll.fire", rules, &target)?;
        hit = need.met_by(face);
    }
    let (weapon, at, shot) = (Ranged::StormBolter, Mark::Model(other), Shot::Plain);
    cx.emit(rules, Event::Fired { by: knight, weapon, at, shot, hit });
    if hit {
        kill(state, cx, other, Cause::Shot(weapon), rules)?;
    }
    Ok(hit)
}

/// SH-MLV-002: who survives a first round through a hole may step away from it, free of charge.
fn retreat(state: &mut State, cx: &mut Cx<'_>, defender: PieceId) -> Step {
    let fixed = cx.fixed();
    let (Some(from), true) = (state.table.cell(defender), applies(rule!("SH-MLV-002"))) else {
        return Ok(());
    };
    let mut options: SmallVec<[Choice; 8]> = SmallVec::from_slice(&[Choice::Pass]);
    let near = *fixed.mission.grid.neighbours(from);
    let free = |to: &Cell| {
        crate::legal::allowed(fixed, &state.table, defender, crate::choice::Action::Move(*to), u8::MAX)
    };
    options.extend(near.iter().filter(free).map(Choice::Place));
    state.table.subject = Some(defender);
    let ask = Ask::new(seat(state.table.side(defender)), "retreat", rule!("SH-MLV-002"));
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    if let Choice::Place(to) = choice {
        state.table.shift(fixed, defender, to);
        cx.emit(rules!["SH-MLV-002"], Event::Moved { piece: defender, from, to });
        super::levels::may_fall(state, cx, defender)?;
    }
    Ok(())
}

/// SH-PAR-001, SH-PAR-002, SH-PAR-004: re-rolls forced on the enemy, one at a time, if the player likes.
fn parry(
    state: &mut State,
    cx: &mut Cx<'_>,
    by: &Fighter,
    own: &[u8],
    against: &Fighter,
    enemy: &mut [u8],
) -> Step {
    let PieceId::Marine(index) = by.model else { return Ok(()) };
    let shield = cx.fixed().profile(index).has(Melee::StormShield);
    for _ in 0..by.parries {
        let mut options: SmallVec<[Choice; 6]> = SmallVec::from_slice(&[Choice::Pass]);
        options.extend((1..=enemy.len() as u8).map(Choice::Parry));
        state.table.subject = Some(by.model);
        let mut shown = [0; 4];
        shown.iter_mut().zip(&*enemy).for_each(|(place, face)| *place = *face);
        let (own, enemy_bonus) = (total(own, by), against.bonus());
        state.table.parrying = Some(Parrying { own, enemy_bonus, enemy: shown });
        let owner = seat(state.table.side(by.model));
        let ask = Ask::new(owner, "parry", rule!("SH-PAR-001")).always();
        let Choice::Parry(die) = cx.choose(state, ask, &options)? else { break };
        let rules = if cx.fixed().profile(index).folk == Folk::Tyranid {
            rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-TYR-009"]
        } else if shield && cx.fixed().options.storm_shield_single {
            rules!["SH-PAR-002", "SH-PAR-006", "SH-WSS-001", "SH-AMB-027"]
        } else if shield {
            rules!["SH-PAR-004", "SH-PAR-002", "SH-PAR-006", "SH-WSS-001"]
        } else if cx.fixed().profile(index).traded.is_some() {
            rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-SMF-007"]
        } else if cx.fixed().profile(index).folk == Folk::Harlequin
            && cx.fixed().profile(index).has(Melee::Chainsword)
        {
            rules!["SH-PAR-001", "SH-PAR-006", "SH-WCS-001", "SH-WCS-002"]
        } else if cx.fixed().profile(index).has(Melee::Chainsword) {
            rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-WCS-001"]
        } else if cx.fixed().profile(index).has(Melee::ForceWeapon) {
            rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-WFW-001"]
        } else {
            rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-WPS-001"]
        };
        let [new] = cx.roll(6, "roll.parry", rules)?;
        let old = std::mem::replace(&mut enemy[die as usize - 1], new);
        cx.emit(rules, Event::Parried { by: by.model, die, old, new });
    }
    state.table.subject = None;
    state.table.parrying = None;
    Ok(())
}

/// SH-CLA-007, SH-CLA-008: a survivor who was not facing may turn to his attacker, free of charge.
fn turn_to_face(state: &mut State, cx: &mut Cx<'_>, attacker: PieceId, defender: PieceId) -> Step {
    let Some(to) = direction(cx.fixed(), &state.table, defender, attacker).and_then(Dir::facing) else {
        return Ok(());
    };
    let owner = seat(state.table.side(defender));
    state.table.subject = Some(defender);
    let ask = Ask::new(owner, "turn-to-face", rule!("SH-CLA-007"));
    let choice = cx.choose(state, ask, &[Choice::TurnToFace, Choice::Pass])?;
    state.table.subject = None;
    if choice == Choice::TurnToFace {
        if let PieceId::Marine(index) = defender
            && state.table.marines[index as usize].prone
        {
            // SH-PRN-005: and up from the ground at that.
            state.table.set_prone(cx.fixed(), index, false);
            state.table.turn_to(cx.fixed(), defender, to);
            cx.emit(rules!["SH-PRN-005"], Event::StoodUp { marine: defender, to });
            return Ok(());
        }
        face(state, cx, defender, to);
    }
    Ok(())
}

fn face(state: &mut State, cx: &mut Cx<'_>, model: PieceId, to: Facing) {
    state.table.turn_to(cx.fixed(), model, to);
    cx.emit(rules!["SH-CLA-007", "SH-CLA-008"], Event::TurnedToFace { model, to });
}

/// What breaks a door in close assault: dice, and the number they need (SH-DOR-016 to SH-DOR-018).
pub fn door_plan(fixed: &Fixed, table: &Table, who: PieceId, at: Cell) -> (Fighter, Target) {
    let numbers = fixed.numbers();
    let mut fighter = fighter(fixed, table, who, who);
    if !applies(rule!("SH-DOR-017")) && matches!(who, PieceId::Marine(_)) {
        fighter.dice = numbers.assault_dice.terminator;
        fighter.bonuses.clear();
    } else if harlequin::harlequin(fixed, who).is_some() {
        // SH-DOR-017: what a Harlequin carries is counted already, wherever it looks.
    } else if let PieceId::Marine(index) = who {
        // SH-DOR-017: the door is always in front.
        let profile = fixed.profile(index);
        if profile.has(Melee::LightningClaws) {
            fighter.dice = numbers.claws.dice;
        }
        if profile.has(Melee::ThunderHammer) && profile.traded.is_none() {
            fighter.add(numbers.hammer.bonus, "reason.hammer", rule!("SH-WTH-001"));
        }
        if profile.has(Melee::Chainsword) && !profile.total {
            fighter.add(numbers.chainsword.bonus, "reason.chainsword", rule!("SH-WCS-001"));
        }
        if profile.has(Melee::PowerAxe) && !profile.total {
            fighter.add(numbers.power_axe.bonus, "reason.power-axe", rule!("SH-WPA-001"));
        }
        if profile.has(Melee::ForceWeapon) && !profile.total && psychic::level(fixed, table, who).is_none() {
            fighter.add(numbers.force_weapon.bonus, "reason.force-weapon", rule!("SH-WFW-001"));
        }
    } else if applies(rule!("SH-DOR-018")) {
        fighter.dice = numbers.door_genestealer.genestealer_dice;
    } else {
        fighter.dice = numbers.assault_dice.terminator;
    }
    let (need, rule) = match table.thing(at) {
        Some(Thing::Bulkhead) => (numbers.bulkhead_assault.need, rule!("SH-BLK-003")),
        _ => (numbers.door_assault.need, rule!("SH-DOR-016")),
    };
    let mut target = Target::new(Need::AtLeast(need), rule).with_floor(1);
    for bonus in &fighter.bonuses {
        target = target.plus(-bonus.amount, bonus.why, bonus.rule);
    }
    (fighter, target)
}

/// SH-DOR-016: close assault against a closed door, which never strikes back.
pub fn against_door(state: &mut State, cx: &mut Cx<'_>, who: PieceId, door: Cell) -> Step {
    let fixed = cx.fixed();
    let (mut fighter, mut target) = door_plan(fixed, &state.table, who, door);
    if state.table.psychic.is_some() {
        // SH-PSQ-003, SH-BLK-003: the blow is his own, whatever it is aimed at; a thing is always in front.
        let bonus = fighter.bonus();
        fighter.front = true;
        psychic::enhance::fighter(state, cx, &mut fighter)?;
        target = target.plus(bonus - fighter.bonus(), "reason.psi", rule!("SH-PSQ-003"));
    }
    let thing = state.table.thing(door);
    let rules = match (who, thing) {
        (PieceId::Stealer(_), Some(Thing::Bulkhead)) => rules!["SH-BLK-004", "SH-CLA-015", "SH-CLA-004"],
        (_, Some(Thing::Bulkhead)) => rules!["SH-BLK-003", "SH-CLA-015", "SH-CLA-004"],
        (PieceId::Stealer(_), _) => rules!["SH-DOR-016", "SH-DOR-018", "SH-CLA-015", "SH-CLA-004"],
        _ => rules!["SH-DOR-016", "SH-DOR-017", "SH-CLA-015", "SH-CLA-004"],
    };
    let rules: SmallVec<[RuleId; 8]> = rules.iter().chain(super::thing_rules(thing)).copied().collect();
    let mut faces: SmallVec<[u8; 4]> = SmallVec::from_elem(0, fighter.dice as usize);
    cx.roll_into(&mut faces, Audience::ALL, 6, "roll.door", &rules, Some(&target))?;
    let highest = faces.iter().copied().max().unwrap_or(0);
    // SH-DOR-016: a natural 6 always does it.
    let broken = highest == 6 || matches!(target.need(), Need::AtLeast(need) if highest >= need);
    let broken = broken && applies(rule!("SH-DOR-016")) && rules.iter().all(|rule| applies(*rule));
    let total = (highest as i8).saturating_add(fighter.bonus());
    cx.emit(&rules, Event::DoorAssaulted { by: who, door, total, broken });
    if broken {
        let rules = if thing == Some(Thing::Bulkhead) {
            rules!["SH-BLK-001"]
        } else {
            rules!["SH-DOR-016", "SH-DOR-019"]
        };
        break_door(state, cx, door, Cause::Assault, rules)?;
    }
    Ok(())
}
