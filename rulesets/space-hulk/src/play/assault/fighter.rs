//! What each side of a close assault brings: dice, bonuses and why.

use grognard_engine::switch::{all_apply, applies};
use grognard_engine::target::Modifier;
use grognard_engine::{RuleId, Rules, rule, rules};
use grognard_space::grid::Dir;
use smallvec::SmallVec;

use crate::Fixed;
use crate::eldar;
use crate::eldar::{farseer, seers};
use crate::harlequin;
use crate::piece::{PieceId, Place};
use crate::profile::{Aspect, Exchange, Folk, Melee, Ranged};
use crate::psychic;
use crate::psychic::card::Kind;
use crate::table::{Side, Table};

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
    /// Screams that have taken dice from it (SH-HBN-002).
    pub screams: u8,
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

    /// More dice to be forced to be rolled again, by all of some rules.
    pub(crate) fn parry(&mut self, parries: u8, rules: Rules) {
        if all_apply(rules) {
            self.parries = self.parries.saturating_add(parries);
        }
    }

    /// It fights by these rules; without them it has nothing to roll.
    fn fights_by(&mut self, rules: Rules) {
        if !all_apply(rules) {
            self.dice = 0;
        }
    }
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
pub(super) fn faces(fixed: &Fixed, table: &Table, model: PieceId, other: PieceId) -> bool {
    if matches!(table.place(model), Place::Entry(_)) || !applies(rule!("SH-CLA-017")) {
        return true;
    }
    // SH-HRL-008: a Harlequin turns before it fights.
    if harlequin::fight::faces_all(fixed, table, model) {
        return true;
    }
    let ahead: Option<Dir> = table.facing(model).map(Into::into);
    ahead.is_some() && direction(fixed, table, model, other) == ahead
}

/// SH-CLA-006, SH-CLA-010, SH-CLA-011: dice and bonuses of a model against an opponent.
pub(super) fn fighter(fixed: &Fixed, table: &Table, model: PieceId, opponent: PieceId) -> Fighter {
    let mut fighter = unshaken(fixed, table, model, opponent);
    eldar::banshee::shake(fixed, table, &mut fighter);
    fighter
}

/// The same before anybody's screams.
pub(super) fn unshaken(fixed: &Fixed, table: &Table, model: PieceId, opponent: PieceId) -> Fighter {
    // SH-PRN-005: who lies on the ground faces nobody.
    let front = faces(fixed, table, model, opponent) && !table.is_prone(model);
    fighter_facing(fixed, table, model, opponent, front)
}

/// SH-WNM-003: dice and bonuses of a model as if it were attacked in front; screams have shaken it all the same.
pub(crate) fn braced(fixed: &Fixed, table: &Table, model: PieceId) -> Fighter {
    met(fixed, table, model, model, true)
}

/// Dice and bonuses of a model if an opponent stood next to it, in front or not.
pub(crate) fn met(fixed: &Fixed, table: &Table, model: PieceId, opponent: PieceId, front: bool) -> Fighter {
    let mut fighter = fighter_facing(fixed, table, model, opponent, front);
    eldar::banshee::shake(fixed, table, &mut fighter);
    fighter
}

/// The same, where it is known whether the opponent is in front.
fn fighter_facing(fixed: &Fixed, table: &Table, model: PieceId, opponent: PieceId, front: bool) -> Fighter {
    let numbers = fixed.numbers();
    let dice = numbers.assault_dice.genestealer;
    let mut fighter =
        Fighter { model, dice, bonuses: SmallVec::new(), parries: 0, front, burdened: false, screams: 0 };
    let PieceId::Marine(index) = model else {
        if table.is_prone(model) {
            fighter.add(numbers.prone_assault.bonus, "reason.prone", rule!("SH-PRN-004"));
        }
        inspire(fixed, table, &mut fighter);
        return fighter;
    };
    let profile = fixed.profile(index);
    // SH-CLA-011, SH-PAR-002: what a weapon brings, it brings against an opponent in front.
    let weapon_front = front || !applies(rule!("SH-CLA-011"));
    let parry_front = front || !applies(rule!("SH-PAR-002"));
    fighter.dice = profile.dice.unwrap_or(numbers.assault_dice.terminator);
    if seers::is_downed(table, model) {
        fighter.add(numbers.wraithguard_damage.assault, "reason.prone", rule!("SH-WGD-006"));
    } else if table.is_prone(model) {
        fighter.add(numbers.prone_assault.bonus, "reason.prone", rule!("SH-PRN-004"));
    }
    let skill_rule = if profile.mind {
        rule!("SH-WFW-001")
    } else if profile.folk == Folk::Harlequin {
        rule!("SH-HRL-002")
    } else if profile.folk == Folk::Hybrid {
        rule!("SH-CLA-013")
    } else if profile.folk == Folk::Tyranid {
        rule!("SH-TYR-002")
    } else if let Some(seer) = profile.seer {
        seer.skill_rule()
    } else if let Some(rule) = profile.warrior() {
        rule
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
    // SH-EXA-009: the arms that hold a launcher strike hard.
    if profile.exarch_of() == Some(Aspect::DarkReaper) {
        fighter.dice = numbers.mighty_strike.dice;
    }
    // SH-TOX-006, SH-TRM-001: who carries something cannot use his weapons; one die and his skill are left.
    fighter.burdened = table.carried_by(index).is_some() && applies(rule!("SH-TOX-006"));
    let bare = profile.burdened.filter(|_| fighter.burdened);
    if bare.is_some() {
        // SH-IGF-018: the base of an Ogryn, whose hand weapons are in his total.
        fighter.dice = numbers.assault_dice.terminator;
    }
    fighter.add(bare.unwrap_or(profile.skill), "reason.skill", skill_rule);
    // SH-WFW-005, SH-PCD-004: in a Miasma a force weapon is a blade like any other; the parry stays.
    let drained = profile.has(Melee::ForceWeapon) && table.is_under(fixed, model, Kind::Miasma);
    if profile.mind && drained {
        fighter.add(-profile.skill, "reason.miasma", rule!("SH-WFW-005"));
    }
    // SH-TRM-002: whatever heavy weapon he carries, he fights like any other.
    if matches!(profile.ranged, Some(Ranged::HeavyFlamer | Ranged::AssaultCannon)) {
        fighter.fights_by(rules!["SH-TRM-002"]);
    }
    if profile.folk == Folk::Harlequin {
        harlequin::fight::arm(fixed, table, index, &mut fighter);
        inspire(fixed, table, &mut fighter);
        farseer::effect::strengthen(fixed, table, &mut fighter);
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
    let swordsman = swordsman && profile.warrior().is_none_or(applies);
    let bare = fighter.burdened || profile.traded.is_some();
    let weapons: &[Melee] = if bare { &[] } else { &profile.melee };
    for weapon in weapons {
        eldar::exarch::blade(fixed, profile, *weapon, weapon_front, &mut fighter);
        match weapon {
            Melee::Chainsword => {
                if weapon_front && !profile.total {
                    fighter.add(numbers.chainsword.bonus, "reason.chainsword", rule!("SH-WCS-001"));
                }
                if parry_front && swordsman {
                    fighter.parry(numbers.chainsword.parries, rules!["SH-WCS-001", "SH-PAR-001"]);
                }
            }
            // SH-WLK-003: the blade counts to the front, as weapons do.
            Melee::WitchBlade => {
                if weapon_front {
                    fighter.add(numbers.witch_blade.bonus, "reason.witch-blade", rule!("SH-WLK-003"));
                }
                if parry_front {
                    fighter.parry(numbers.witch_blade.parries, rules!["SH-WLK-003", "SH-PAR-001"]);
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
                // T-10: what it adds in a Librarian's hands is his skill.
                if (weapon_front || keeps) && !profile.total && !profile.mind {
                    fighter.add(numbers.force_weapon.bonus, "reason.force-weapon", rule!("SH-WFW-001"));
                    if drained {
                        fighter.add(-numbers.force_weapon.bonus, "reason.miasma", rule!("SH-WFW-005"));
                    }
                }
                if parry_front && swordsman {
                    fighter.parry(numbers.force_weapon.parries, rules!["SH-WFW-001", "SH-PAR-001"]);
                }
            }
            // SH-WPG-001, SH-WCF-001: one die.
            Melee::PowerGlove => fighter.fights_by(rules!["SH-WPG-001"]),
            Melee::ChainFist => fighter.fights_by(rules!["SH-WCF-001"]),
            Melee::LightningClaws => {
                // SH-WLI-002, SH-AMB-082: one die less against flank and rear, the bonus stays.
                fighter.dice = if front { numbers.claws.dice } else { numbers.claws_flank.flank_dice };
                fighter.add(numbers.claws.bonus, "reason.claws", rule!("SH-WLI-001"));
                // SH-TRM-006: what the two kinds of assault Terminator bring.
                fighter.fights_by(rules!["SH-TRM-006"]);
            }
            // SH-WTH-001, SH-CLA-011: only against an opponent in front.
            Melee::ThunderHammer if weapon_front => {
                fighter.add(numbers.hammer.bonus, "reason.hammer", rule!("SH-WTH-001"));
                fighter.fights_by(rules!["SH-TRM-006"]);
            }
            // SH-PAR-002: only against an opponent he faces.
            Melee::PowerSword if parry_front && swordsman => {
                fighter.parry(numbers.sword_parry.power_sword, rules!["SH-PAR-001", "SH-WPS-001"]);
            }
            Melee::StormShield if parry_front => {
                // SH-PAR-004, SH-AMB-027
                let single = fixed.options.storm_shield_single;
                let parry = &numbers.shield_parry;
                // And so do Hybrids, always.
                let once = single || profile.folk == Folk::Hybrid;
                let parries = if once { parry.storm_shield_single } else { parry.storm_shield };
                fighter.parry(parries, rules!["SH-PAR-004", "SH-WSS-001"]);
            }
            Melee::BoneSword | Melee::BoneSwords | Melee::LashWhip if weapon_front => {
                swords_and_whips(fixed, *weapon, &mut fighter);
            }
            _ => {}
        }
    }
    inspire(fixed, table, &mut fighter);
    farseer::effect::strengthen(fixed, table, &mut fighter);
    fighter
}

/// SH-TRM-008: a Chaplain nearby, for whoever is on his side; several do not add up.
fn inspire(fixed: &Fixed, table: &Table, fighter: &mut Fighter) {
    let chaplain = &fixed.numbers().chaplain;
    let near = |cell| {
        let own = table.cell(fighter.model);
        own.is_some_and(|own| fixed.mission.grid.distance(own, cell) <= chaplain.distance)
    };
    let inspired = table.models_of(table.side(fighter.model)).any(|(other, cell)| {
        fighter.model != PieceId::Marine(other) && fixed.profile(other).inspires && near(cell)
    });
    if inspired {
        fighter.add(chaplain.bonus, "reason.inspired", rule!("SH-TRM-008"));
    }
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
    if fighter.front || at_left {
        // SH-AMB-027: by option a shield parries once, whoever carries it.
        let single = traded.left && fixed.options.storm_shield_single;
        let shield = &fixed.numbers().shield_parry;
        let parries = if single { shield.storm_shield_single } else { traded.parries };
        fighter.parry(parries, rules!["SH-PAR-001", "SH-SMF-007"]);
    }
}

/// SH-TYR-009: what a Tyranid grows to fight with.
pub(super) fn swords_and_whips(fixed: &Fixed, weapon: Melee, fighter: &mut Fighter) {
    let numbers = &fixed.numbers().tyranid_weapons;
    let (dice, bonus, parries, why) = match weapon {
        Melee::LashWhip => (numbers.lash_whip_dice, numbers.lash_whip, 0, "reason.lash-whip"),
        // SH-AMB-092: a pair of swords has a die more, and the bonus once.
        Melee::BoneSwords => {
            (numbers.bone_swords_dice, numbers.bone_sword, numbers.bone_sword_parries, "reason.bone-sword")
        }
        _ => (0, numbers.bone_sword, numbers.bone_sword_parries, "reason.bone-sword"),
    };
    fighter.dice = fighter.dice.saturating_add(dice);
    fighter.add(bonus, why, rule!("SH-TYR-009"));
    fighter.parry(parries, rules!["SH-PAR-001", "SH-TYR-009"]);
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
    let usable = !table.is_prone(model) && !fighter.burdened && profile.traded.is_none();
    if (front || (level && !behind_him)) && usable {
        let pistols =
            profile.arms().filter(|weapon| fixed.weapon(*weapon).is_some_and(|listed| listed.pistol));
        for weapon in pistols {
            let rule = match weapon {
                // SH-EXA-003, SH-EXA-006, SH-EXA-008, SH-EXA-012, SH-EXA-015: an Exarch's side-arm.
                _ if let Some(aspect) = profile.exarch_of() => aspect.exarch(),
                Ranged::BoltPistol => rule!("SH-WBP-002"),
                Ranged::Laspistol => rule!("SH-WLA-002"),
                Ranged::ShurikenPistol => rule!("SH-WSH-001"),
                Ranged::Spinefist => rule!("SH-TYR-009"),
                _ => rule!("SH-CLA-012"),
            };
            let more = if weapon == Ranged::Spinefist { profile.more_fists } else { 0 };
            for _ in 0..=more {
                fighter.add(fixed.numbers().pistol.bonus, "reason.pistol", rule);
            }
        }
    }
    // SH-CLA-011: like everything weapons do in close assault, it counts to the front. SH-EXA-008: the bulk of an Exarch's
    // launcher is in his way wherever the blow comes from.
    let bulk = profile.exarch_of().is_some() && profile.burden.is_some();
    if !front && opponent != model && !bulk && applies(rule!("SH-CLA-011")) {
        return;
    }
    match profile.burden {
        // SH-WPN-007: the list's number is the weapon's own, not another one.
        Some(burden) if applies(rule!("SH-WPN-007")) => {
            // SH-EXA-008: an Exarch's launcher is in his way, too.
            let rule = profile.exarch_of().map_or(rule!("SH-SMF-004"), Aspect::exarch);
            fighter.add(burden, "reason.burden", rule);
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
pub(super) fn ganging(table: &Table, attacker: PieceId, defender: PieceId) -> i8 {
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

/// SH-MLV-001: whether a fight goes on between two levels.
pub(super) fn between_levels(fixed: &Fixed, table: &Table, a: PieceId, b: PieceId) -> bool {
    let level = |piece| table.cell(piece).map(|cell| fixed.mission.grid.coord(cell).level);
    level(a).zip(level(b)).is_some_and(|(a, b)| a != b)
}

/// The rules behind a side's dice and bonuses.
pub(super) fn fighter_rules(fixed: &Fixed, fighter: &Fighter) -> SmallVec<[RuleId; 16]> {
    let mut all: SmallVec<[RuleId; 16]> = SmallVec::from_slice(rules!["SH-CLA-005", "SH-CLA-006"]);
    all.extend(fighter.bonuses.iter().map(|modifier| modifier.rule));
    if fighter.bonuses.len() > 1 {
        all.push(rule!("SH-CLA-010"));
    }
    if fighter.screams > 0 {
        all.push(rule!("SH-HBN-002"));
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
            Folk::Eldar => {
                all.extend(profile.warrior());
                all.extend(eldar::exarch::rules_of(profile));
                all.extend(profile.seer.map(seers::Seer::skill_rule));
            }
            Folk::Human => {}
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
                // Where it was kept against a flank; who has no powers keeps nothing.
                Melee::ForceWeapon
                    if !fighter.front
                        && fighter.bonuses.iter().any(|kept| kept.rule == rule!("SH-WFW-001")) =>
                {
                    rules!["SH-WFW-001", "SH-WFW-004", "SH-CLA-011"]
                }
                Melee::ForceWeapon => rules!["SH-WFW-001"],
                Melee::Nemesis => rules!["SH-WNM-001"],
                Melee::WitchBlade => rules!["SH-WLK-003"],
                Melee::Kiss => rules!["SH-HRL-010"],
                Melee::Diresword => rules!["SH-EXA-004"],
                Melee::BitingSword => rules!["SH-EXA-014"],
                Melee::WebOfSkulls => rules!["SH-EXA-011"],
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
