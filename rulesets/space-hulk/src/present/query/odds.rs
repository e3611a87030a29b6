//! Exact chances, from the same plans that resolve shots and fights.

use grognard_engine::client::{Chance, Odds, TargetNumber};
use grognard_engine::message::Message;
use grognard_engine::present::target_number;
use grognard_engine::target::{Need, Target};
use grognard_odds::contest::{Outcome, Parry, Side, contest};
use grognard_odds::{Fraction, dice};
use grognard_space::grid::{Cell, CellSet};

use super::Asked;
use crate::SpaceHulk;
use crate::choice::{Action, Choice};
use crate::eldar::{exarch, scorpion};
use crate::event::Shot;
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::play::assault::{self, Fighter};
use crate::play::flames::burn_target;
use crate::play::rubble;
use crate::play::shooting::{self, hits};
use crate::present::pieces::active;
use crate::profile::{Melee, Ranged};
use crate::table::Table;

/// The faces of every die of the game.
const SIDES: u32 = 6;

/// The chances of an answer; none where nothing is left to chance.
pub fn odds(asked: &Asked<'_>, choice: Choice) -> Option<Odds> {
    let table = asked.table();
    let action = match choice {
        Choice::Do(action) => action,
        Choice::Shoot(mark) => {
            // SH-EXA-011: the web flies on with a die of its own.
            return Some(match table.subject {
                Some(who @ PieceId::Marine(index))
                    if asked.fixed.profile(index).carries(Ranged::WebOfSkulls) =>
                {
                    shot(asked, who, table.cell(who), Ranged::WebOfSkulls, mark, Shot::Moving)
                }
                // SH-WNM-002: one die from the gun in the blade.
                Some(who @ PieceId::Marine(index)) if asked.fixed.profile(index).has(Melee::Nemesis) => {
                    match mark {
                        Mark::Model(other) => {
                            let target = assault::nemesis_target(asked.fixed, table, who, other);
                            pool(asked, 1, &target, mark, Fraction::ONE)
                        }
                        Mark::Door(_) => full_auto(asked, mark),
                    }
                }
                _ => full_auto(asked, mark),
            });
        }
        _ => return None,
    };
    let who = table.subject.or(active(table.flow))?;
    match action {
        Action::Fire(weapon, mark) => Some(shot(asked, who, table.cell(who), weapon, mark, Shot::Plain)),
        // SH-MAF-003: what it turns into is not known yet.
        Action::MoveFire(_, _, Mark::Model(PieceId::Blip(_)))
        | Action::TurnFire(_, _, Mark::Model(PieceId::Blip(_))) => None,
        Action::MoveFire(to, weapon, mark) => Some(shot(asked, who, Some(to), weapon, mark, Shot::Moving)),
        Action::TurnFire(_, weapon, mark) => {
            Some(shot(asked, who, table.cell(who), weapon, mark, Shot::Turning))
        }
        Action::Flame(at) => Some(flames(asked, at)),
        Action::SelfDestruct | Action::Detonate => Some(blast(asked, who)),
        Action::Assault(Mark::Model(defender)) => Some(round(asked, who, defender)),
        Action::Assault(Mark::Door(at)) => Some(door(asked, who, at)),
        _ => None,
    }
}

/// A shot at one target.
fn shot(asked: &Asked<'_>, who: PieceId, from: Option<Cell>, weapon: Ranged, mark: Mark, kind: Shot) -> Odds {
    let plan = shooting::plan(asked.fixed, asked.table(), who, weapon, mark, kind);
    let through = through(asked, from, weapon, mark);
    let mut odds = pool(asked, plan.dice, &plan.target, mark, through);
    if plan.dice > 0 && exarch::rerolls(asked.fixed, who) {
        // SH-EXA-003: one die that may be rolled again is as good as one more.
        odds.chances = pool(asked, plan.dice + 1, &plan.target, mark, through).chances;
    }
    if plan.bursts {
        odds.chances.push(chance(asked, "odds.malfunction", dice::all_alike(plan.dice.into(), SIDES), "bad"));
    }
    odds
}

/// The next target of full auto.
fn full_auto(asked: &Asked<'_>, mark: Mark) -> Odds {
    let target = shooting::full_auto_target(asked.fixed, mark);
    let who = asked.table().subject.or(active(asked.table().flow));
    let from = who.and_then(|who| asked.table().cell(who));
    let through = through(asked, from, Ranged::AssaultCannon, mark);
    pool(asked, asked.fixed.numbers().cannon.dice, &target, mark, through)
}

/// SH-RUB-002: the chance that no rubble on the way deflects a hit.
fn through(asked: &Asked<'_>, from: Option<Cell>, weapon: Ranged, mark: Mark) -> Fraction {
    let (fixed, table) = (asked.fixed, asked.table());
    let to = match mark {
        Mark::Model(piece) => table.cell(piece),
        Mark::Door(at) => Some(at),
    };
    let rubble = match (from, to) {
        (Some(from), Some(to)) if rubble::stops(weapon) => rubble::on_the_way(fixed, table, from, to).len(),
        _ => 0,
    };
    let need = i32::from(fixed.numbers().deflection.deflects);
    dice::any_at_least(rubble as u32, SIDES, need).complement()
}

/// Some dice, any of which may do it.
fn pool(asked: &Asked<'_>, count: u8, target: &Target, mark: Mark, through: Fraction) -> Odds {
    let need = target.need();
    let thrown = dice::pool(count.into(), SIDES);
    let hit = thrown.chance(|faces| {
        let faces: Vec<u8> = faces.iter().map(|face| *face as u8).collect();
        hits(&faces, need)
    });
    let hit = hit.times(through);
    let (good, bad) = match mark {
        Mark::Model(_) => ("odds.kill", "odds.miss"),
        Mark::Door(_) => ("odds.destroy", "odds.hold"),
    };
    let tone = match mark {
        Mark::Model(piece) => tone(asked, piece),
        Mark::Door(_) => "good",
    };
    Odds {
        label: throw(asked, count),
        need: Some(number(asked, target)),
        chances: vec![chance(asked, good, hit, tone), chance(asked, bad, hit.complement(), "")],
        ..Odds::default()
    }
}

/// What somebody's death is worth to whoever acts: a friend's is bad.
fn tone(asked: &Asked<'_>, piece: PieceId) -> &'static str {
    let table = asked.table();
    let own = table.subject.or(active(table.flow)).map(|who| table.side(who));
    if own == Some(table.side(piece)) { "bad" } else { "good" }
}

/// SH-WHF-003: everybody in the flames is rolled for.
fn flames(asked: &Asked<'_>, at: Cell) -> Odds {
    let (fixed, table, words) = (asked.fixed, asked.table(), asked.words());
    let cells = legal::flame_extent(fixed, table, at);
    let weapon = match table.subject.or(active(table.flow)) {
        Some(PieceId::Marine(index)) => fixed.profile(index).ranged.unwrap_or_default(),
        _ => Ranged::HeavyFlamer,
    };
    let caught = (cells & table.occupied()).iter().filter_map(|cell| table.piece_at(cell));
    let chances: Vec<_> = caught
        .map(|piece| {
            let need = burn_target(fixed, piece, weapon).need();
            let dies = dice::pool(1, SIDES).chance(|faces| hits(&[faces[0] as u8], need));
            let tone = tone(asked, piece);
            let label = words.say(Message::new("odds.dies").text("who", words.piece(piece)));
            Chance { label, ..chance(asked, "odds.kill", dies, tone) }
        })
        .collect();
    let key = if chances.is_empty() { "odds.nobody" } else { "odds.each" };
    Odds { label: words.get(key), chances, ..Odds::default() }
}

/// SH-WHF-017, SH-WTH-002: whoever is in the section dies, without a roll.
fn blast(asked: &Asked<'_>, who: PieceId) -> Odds {
    let (fixed, table, words) = (asked.fixed, asked.table(), asked.words());
    let section = table.cell(who).map(|cell| Table::section(fixed, cell));
    let cells = section.map_or(CellSet::EMPTY, |section| fixed.mission.sections[section]);
    let caught = (cells & table.occupied()).iter().filter_map(|cell| table.piece_at(cell));
    let chances = caught.map(|piece| {
        let tone = tone(asked, piece);
        let label = words.say(Message::new("odds.dies").text("who", words.piece(piece)));
        Chance { label, ..chance(asked, "odds.kill", Fraction::ONE, tone) }
    });
    Odds { label: words.get("odds.certain"), chances: chances.collect(), ..Odds::default() }
}

/// A round of close assault, each side parrying while it would lose.
fn round(asked: &Asked<'_>, attacker: PieceId, defender: PieceId) -> Odds {
    let words = asked.words();
    let plan = assault::plan(asked.fixed, asked.table(), attacker, defender);
    let side = |fighter: &Fighter| {
        Side::new(fighter.dice.into(), fighter.bonus().into())
            .parries(fighter.parries.into(), Parry::WhenLosing)
    };
    let mut outcome = contest(side(&plan.attacker), side(&plan.defender));
    // SH-SSC-003: a sting that kills comes before everything else.
    for sting in scorpion::stings(asked.fixed, asked.table(), &plan).iter().rev() {
        let kills = dice::pool(1, SIDES).chance(|faces| sting.target.need().met_by(faces[0] as u8));
        let (win, lose) =
            if sting.by == attacker { (kills, Fraction::ZERO) } else { (Fraction::ZERO, kills) };
        let rest = kills.complement();
        outcome = Outcome {
            win: win.plus(rest.times(outcome.win)),
            tie: rest.times(outcome.tie),
            lose: lose.plus(rest.times(outcome.lose)),
        };
    }
    let lost = if plan.facing { ("odds.lose", "bad") } else { ("odds.survive", "") };
    let dice = |fighter: &Fighter| {
        let bonus = fighter.bonus();
        let thrown = throw(asked, fighter.dice);
        if bonus == 0 { thrown } else { format!("{thrown} {bonus:+}") }
    };
    let label = Message::new("odds.fight")
        .text("who", words.piece(attacker))
        .text("attack", dice(&plan.attacker))
        .text("target", words.piece(defender))
        .text("defence", dice(&plan.defender));
    Odds {
        label: words.say(label),
        need: None,
        chances: vec![
            chance(asked, "odds.win", outcome.win, "good"),
            chance(asked, "odds.tie", outcome.tie, ""),
            chance(asked, lost.0, outcome.lose, lost.1),
        ],
        ..Odds::default()
    }
}

/// SH-DOR-016: hacking at a door.
fn door(asked: &Asked<'_>, who: PieceId, at: Cell) -> Odds {
    let (fighter, target) = assault::door_plan(asked.fixed, asked.table(), who, at);
    let need = match target.need() {
        // A 6 always does it.
        Need::AtLeast(need) => u32::from(need).min(SIDES),
        Need::Automatic => 1,
        _ => SIDES,
    };
    let broken = dice::any_at_least(fighter.dice.into(), SIDES, need as i32);
    Odds {
        label: throw(asked, fighter.dice),
        need: Some(number(asked, &target)),
        chances: vec![
            chance(asked, "odds.destroy", broken, "good"),
            chance(asked, "odds.hold", broken.complement(), ""),
        ],
        ..Odds::default()
    }
}

fn number(asked: &Asked<'_>, target: &Target) -> TargetNumber {
    target_number::<SpaceHulk>(asked.fixed, target)
}

/// So many dice, in words.
fn throw(asked: &Asked<'_>, count: u8) -> String {
    let key = if count == 1 { "odds.label-one" } else { "odds.label" };
    asked.words().say(Message::new(key).number("dice", count))
}

fn chance(asked: &Asked<'_>, key: &str, fraction: Fraction, tone: &str) -> Chance {
    Chance {
        label: asked.words().get(key),
        exact: fraction.to_string(),
        basis_points: fraction.basis_points(),
        tone: tone.to_owned(),
    }
}
