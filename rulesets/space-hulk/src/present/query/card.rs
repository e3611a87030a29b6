//! All that is known of a piece.

use grognard_engine::client::{Card, CardLine};
use grognard_engine::message::Message;

use super::Asked;
use crate::choice::piece_name;
use crate::piece::PieceId;
use crate::present::names::{melee_key, ranged_key, seat_name};
use crate::present::pieces::{badges, drawing, full_points, meters, value};
use crate::profile::{Melee, Ranged};
use crate::weapon::{Class, behind};
use grognard_engine::target::Need;

/// The card of a piece: what it is, what it carries, the numbers with their rules.
pub fn card(asked: &Asked<'_>, piece: PieceId) -> Card {
    let (fixed, table, words) = (asked.fixed, asked.table(), asked.words());
    let mut lines = Lines { asked, lines: Vec::new() };
    lines.add("card.action-points", full_points(fixed, piece).to_string(), "SH-ACT-003");
    let subtitle = match piece {
        PieceId::Marine(index) => {
            lines.marine(index);
            words.role(fixed.profile(index))
        }
        PieceId::Stealer(_) => {
            let dice = fixed.numbers().assault_dice.genestealer;
            lines.add("card.dice", dice.to_string(), "SH-CLA-006");
            lines.add("card.turn", words.get("card.free"), "SH-TUR-002");
            words.get("role.genestealer")
        }
        PieceId::Blip(_) => {
            let known = value(asked.view, piece);
            let stands_for = known.map_or_else(|| words.get("card.unknown"), crate::blips::counter::name);
            lines.add("card.value", stands_for, "SH-BLP-001");
            lines.add("card.move", words.get("card.any-way"), "SH-BLP-003");
            words.get("role.blip")
        }
    };
    Card {
        piece: Some(piece_name(fixed, piece)),
        title: words.piece(piece),
        subtitle,
        silhouette: drawing(fixed, table, piece).to_owned(),
        seat: Some(seat_name(table.side(piece)).to_owned()),
        badges: badges(fixed, table, piece),
        meters: meters(fixed, table, piece),
        lines: lines.lines,
        ..Card::default()
    }
}

struct Lines<'a> {
    asked: &'a Asked<'a>,
    lines: Vec<CardLine>,
}

impl Lines<'_> {
    fn add(&mut self, label: &str, value: String, rule: &str) {
        let label = capital(&self.asked.words().get(label));
        self.lines.push(CardLine { label, value, rule: Some(rule.to_owned()), ..CardLine::default() });
    }

    fn say(&mut self, label: &str, value: Message, rule: &str) {
        let value = self.asked.words().say(value);
        self.add(label, value, rule);
    }

    fn marine(&mut self, index: u8) {
        let fixed = self.asked.fixed;
        let numbers = fixed.numbers();
        let profile = fixed.profile(index);
        match profile.ranged {
            Some(weapon @ Ranged::StormBolter) => {
                let bolter = &numbers.storm_bolter;
                let shots =
                    Message::new("card.shots").number("dice", bolter.dice).number("need", bolter.stealer);
                self.say(ranged_key(weapon), shots, "SH-WSB-001");
                self.sustained(&numbers.storm_bolter_sustained.ladder, "SH-WSB-004");
                self.overwatch("SH-WSB-002");
            }
            Some(weapon @ Ranged::AssaultCannon) => {
                let first = numbers.cannon_burst.ladder.first().copied().unwrap_or_default();
                let shots =
                    Message::new("card.shots").number("dice", numbers.cannon.dice).number("need", first);
                self.say(ranged_key(weapon), shots, "SH-WAC-001");
                self.sustained(&numbers.cannon_burst.ladder, "SH-WAC-002");
                let full = &numbers.full_auto;
                let need = if fixed.options.full_auto_3 { full.stealer_full_auto_3 } else { full.stealer };
                let shots = Message::new("card.full-auto-need").number("need", need);
                self.say("card.full-auto", shots, "SH-WAC-003");
                self.overwatch("SH-WAC-009");
            }
            Some(weapon @ Ranged::HeavyFlamer) => {
                let flame = Message::new("card.flame")
                    .number("need", numbers.flame.stealer)
                    .number("range", numbers.flamer.range);
                self.say(ranged_key(weapon), flame, "SH-WHF-001");
            }
            Some(weapon) => {
                if let Some(listed) = fixed.weapon(weapon) {
                    let rule = behind(weapon).shot.first().map_or("SH-WPN-002", |rule| rule.as_str());
                    let message = match listed.need(Class::Stealer, 0) {
                        Need::AtLeast(need) if !weapon.is_flamer() => {
                            Message::new("card.shots").number("dice", listed.dice).number("need", need)
                        }
                        Need::AtLeast(need) => Message::new("card.flame")
                            .number("need", need)
                            .number("range", listed.range.unwrap_or(0)),
                        _ => Message::new("card.kills"),
                    };
                    self.say(ranged_key(weapon), message, rule);
                    if let Some(range) = listed.overwatch {
                        self.say("card.range", Message::new("card.squares").number("n", range), "SH-WPN-004");
                    }
                }
            }
            None => {}
        }
        let claws = profile.has(Melee::LightningClaws);
        let dice = if claws { numbers.claws.dice } else { numbers.assault_dice.terminator };
        self.add("card.dice", dice.to_string(), "SH-CLA-006");
        if profile.skill != 0 {
            self.add("card.bonus", format!("{:+}", profile.skill), "SH-CLA-011");
        }
        for weapon in &profile.melee {
            self.melee(*weapon);
        }
        if profile.command {
            let bonus = numbers.command_bonus.captain;
            self.add("card.command", format!("{bonus:+}"), "SH-TRM-004");
        }
        if profile.inspires {
            let near = Message::new("card.inspires").number("n", numbers.chaplain.distance);
            let label = self.asked.words().say(near);
            let value = format!("{:+}", numbers.chaplain.bonus);
            let rule = Some("SH-TRM-008".to_owned());
            self.lines.push(CardLine { label, value, rule, ..CardLine::default() });
        }
    }

    fn melee(&mut self, weapon: Melee) {
        let fixed = self.asked.fixed;
        let numbers = fixed.numbers();
        let parry = |count: u8| {
            let key = if count == 1 { "card.reroll" } else { "card.rerolls" };
            Message::new(key).number("n", count)
        };
        let (value, rule) = match weapon {
            Melee::PowerGlove => (Message::new("card.plain"), "SH-WPG-001"),
            Melee::PowerSword => (parry(numbers.sword_parry.power_sword), "SH-WPS-001"),
            Melee::ChainFist => (Message::new("card.cuts"), "SH-WCF-003"),
            Melee::LightningClaws => (
                Message::new("card.all-round").text("bonus", format!("{:+}", numbers.claws.bonus)),
                "SH-WLI-001",
            ),
            Melee::ThunderHammer => (
                Message::new("card.front").text("bonus", format!("{:+}", numbers.hammer.bonus)),
                "SH-WTH-001",
            ),
            Melee::StormShield => {
                let shield = &numbers.shield_parry;
                let single = fixed.options.storm_shield_single;
                let count = if single { shield.storm_shield_single } else { shield.storm_shield };
                (parry(count), "SH-WSS-001")
            }
            Melee::Chainsword => {
                let bonus = format!("{:+}", numbers.chainsword.bonus);
                (Message::new("card.blade").text("bonus", bonus), "SH-WCS-001")
            }
            Melee::Kiss => {
                let bonus = format!("{:+}", numbers.kiss.bonus);
                (Message::new("card.kiss").text("bonus", bonus), "SH-HRL-010")
            }
            Melee::PowerAxe => {
                let bonus = format!("{:+}", numbers.power_axe.bonus);
                (Message::new("card.axe").text("bonus", bonus), "SH-WPA-001")
            }
            Melee::ForceWeapon => {
                let bonus = format!("{:+}", numbers.force_weapon.bonus);
                (Message::new("card.blade").text("bonus", bonus), "SH-WFW-001")
            }
            Melee::Nemesis => {
                (Message::new("card.after-a-draw").number("need", numbers.nemesis.need), "SH-WNM-002")
            }
            Melee::BoneSword | Melee::BoneSwords => {
                let bonus = format!("{:+}", numbers.tyranid_weapons.bone_sword);
                (Message::new("card.blade").text("bonus", bonus), "SH-TYR-009")
            }
            Melee::WitchBlade => {
                let bonus = format!("{:+}", numbers.witch_blade.bonus);
                (Message::new("card.blade").text("bonus", bonus), "SH-WLK-003")
            }
            Melee::Diresword => {
                let bonus = format!("{:+}", numbers.diresword.bonus);
                (Message::new("card.blade").text("bonus", bonus), "SH-EXA-004")
            }
            Melee::BitingSword => {
                let bonus = format!("{:+}", numbers.biting_sword.bonus);
                (Message::new("card.blade").text("bonus", bonus), "SH-EXA-014")
            }
            Melee::WebOfSkulls => {
                let bonus = format!("{:+}", numbers.web_of_skulls.bonus);
                (Message::new("card.front").text("bonus", bonus), "SH-EXA-011")
            }
            Melee::LashWhip => {
                let bonus = format!("{:+}", numbers.tyranid_weapons.lash_whip);
                (Message::new("card.front").text("bonus", bonus), "SH-TYR-009")
            }
        };
        self.say(melee_key(weapon), value, rule);
    }

    fn sustained(&mut self, ladder: &[u8], rule: &str) {
        let steps: Vec<_> = ladder.iter().map(|need| format!("{need}+")).collect();
        self.add("card.sustained", steps.join(", "), rule);
    }

    fn overwatch(&mut self, rule: &str) {
        let range = Message::new("card.squares").number("n", self.asked.fixed.numbers().overwatch.range);
        self.say("card.range", range, rule);
    }
}

/// The text with a capital first letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
