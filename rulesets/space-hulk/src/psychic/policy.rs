//! What the scripted player does with psychic powers.
//!
//! An attack is worth the enemies it is likely to kill less the friends it endangers, in hundredths of an ordinary
//! model. It is made when it is worth a card; everything else follows from the same figures. Cards that do something
//! else than kill are in [`ploys`].

mod blast;
mod ploys;

use grognard_space::grid::CellSet;

use super::card::{Card, CardSet, Kind};
use super::choice::{Aim, Cast, Choice as PsychicChoice};
use super::effects::arc;
use super::effects::section::hellfire_target;
use super::{level, targeting};
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::piece::{Mark, PieceId};
use crate::play::assault;
use crate::policy::chances::{self, SURE};
use crate::policy::is_key;
use crate::state::{MARINE, View};
use crate::table::{Side, Table};
use grognard_engine::target::Need;

/// What a psi point is worth against the chances of a round, in thousandths.
const POINT: i32 = 45;
/// The least an attack has to be worth.
const WORTH: i32 = 90;

/// Answers a question of psychic combat to either seat; none where the question is another's.
pub fn answer(fixed: &Fixed, view: &View, kind: &str, options: &[Choice]) -> Option<Choice> {
    let table = &view.table;
    table.psychic.as_ref()?;
    let own = if view.seat == Some(MARINE) { Side::Marine } else { Side::Stealer };
    let player = Player { fixed, table, own, hand: view.hand };
    match kind {
        "psi" => psi(fixed, view, options),
        "bonus" => Some(player.bonus(options)),
        "nemesis-cards" => player.blast_cards(options),
        "act" | "command" | "reaction" => player.cast(options),
        "force" | "uphold" => Some(player.cheapest(options)),
        "shield" => options.first().copied(),
        "discard" => Some(player.discard(options)),
        "strike" => Some(player.strike(options)),
        "control" => Some(player.control(options)),
        "assail" => player.throw(options),
        "assail-face" => player.look_away(options),
        "assail-prone" => Player::floor(options),
        "blast" => player.drive(options),
        "teleport" => player.appear(options),
        "face" => player.look_at(options),
        "disperse" => Some(player.disperse(options)),
        "decay" => Some(player.decay(options)),
        _ => None,
    }
}

/// One side's view of the cards and the board.
struct Player<'a> {
    fixed: &'a Fixed,
    table: &'a Table,
    own: Side,
    hand: CardSet,
}

impl Player<'_> {
    fn kind(&self, card: Card) -> Kind {
        self.fixed.data.deck.face(card).kind
    }

    /// What a piece's death is worth to this side: less than nothing where it is its own.
    fn worth(&self, piece: PieceId) -> i32 {
        let full = match piece {
            PieceId::Marine(index) if self.table.side(piece) == Side::Marine => {
                let key = if is_key(self.fixed, self.table, index) { 200 } else { 0 };
                let psyker = if level(self.fixed, self.table, piece).is_some() { 80 } else { 0 };
                130 + key + psyker
            }
            PieceId::Marine(_) => 150,
            PieceId::Stealer(_) => 100,
            PieceId::Blip(_) => 140,
        };
        if self.table.side(piece) == self.own { -2 * full } else { full }
    }

    fn inside(&self, section: u8) -> impl Iterator<Item = PieceId> {
        let cells: CellSet = self.fixed.mission.sections[section as usize] & self.table.occupied();
        cells.iter().filter_map(|cell| self.table.piece_at(cell))
    }

    /// What a card played for its name is worth.
    fn value(&self, cast: Cast) -> i32 {
        match (self.kind(cast.card), cast.aim) {
            (Kind::Smite, Aim::Section(section)) => {
                self.inside(section).map(|piece| self.worth(piece).max(0)).sum()
            }
            (Kind::Hellfire, Aim::Section(section)) => self
                .inside(section)
                .map(|piece| {
                    let chance = chances::needed(1, hellfire_target(self.fixed, piece).need());
                    self.worth(piece) * chance / SURE
                })
                .sum(),
            (Kind::Vortex, Aim::Section(section)) => {
                let all: i32 = self.inside(section).map(|piece| self.worth(piece)).sum();
                // It goes on from there, and nobody can tell where to.
                all - 60 * i32::from(self.near(section, self.own))
            }
            (Kind::LightningArc, Aim::Model(piece)) => {
                let most = usize::from(self.fixed.numbers().arc_hits.hits);
                let mut all: Vec<_> =
                    self.table.pieces().map(|other| self.stroke(other)).filter(|v| *v > 0).collect();
                all.sort_unstable_by(|a, b| b.cmp(a));
                let first = self.stroke(piece);
                if first > 0 { all.iter().take(most).sum::<i32>() / 2 + first / 2 } else { 0 }
            }
            (Kind::Jinx, Aim::Section(section)) if self.own == Side::Stealer => {
                // Marines who cannot fire at what comes.
                let marines = self.inside(section).filter(|piece| self.worth(*piece) > 0).count() as i32;
                if self.near(section, Side::Stealer) { 45 * marines } else { 0 }
            }
            (Kind::WarpTime | Kind::Stasis, Aim::Section(section)) if self.own == Side::Marine => {
                let enemies = self.inside(section).filter(|piece| self.worth(*piece) > 0).count() as i32;
                let friends = self.inside(section).filter(|piece| self.worth(*piece) < 0).count() as i32;
                if self.near(section, Side::Marine) { 40 * enemies - 100 * friends } else { 0 }
            }
            (Kind::Control, Aim::Model(PieceId::Marine(index))) if self.own == Side::Stealer => {
                let marine = &self.table.marines[index as usize];
                if marine.overwatch { 100 } else { 0 }
            }
            (Kind::BurstOfSpeed, Aim::Own) if self.own == Side::Marine => {
                let spent = matches!(self.table.flow, crate::table::Flow::Marines { active: Some(index) }
                    if self.table.marines[index as usize].ap <= 1);
                if spent { 95 } else { 0 }
            }
            (kind, aim) => self.ploy(kind, aim),
        }
    }

    /// What one stroke of lightning at a piece is worth, wherever it is.
    fn stroke(&self, piece: PieceId) -> i32 {
        let Some(target) = arc::target(self.fixed, self.table, Mark::Model(piece)) else { return 0 };
        if self.table.cell(piece).is_none() {
            return 0;
        }
        let chance = match target.need() {
            Need::AtLeast(need) => chances::any_of(1, need),
            _ => SURE / 2,
        };
        let worth = self.worth(piece);
        if worth > 0 && self.in_reach(piece) { worth * chance / SURE } else { 0 }
    }

    /// Whether a piece is near enough to some psyker of this side for lightning.
    fn in_reach(&self, piece: PieceId) -> bool {
        let psykers = super::psykers(self.fixed, self.table, self.own);
        let attack = self.fixed.data.deck.attack_of(Kind::LightningArc);
        let Some(at) = self.table.cell(piece) else { return false };
        psykers
            .into_iter()
            .any(|psyker| targeting::squares(self.fixed, self.table, psyker, attack).contains(at))
    }

    /// Whether models of a side are within a turn's march of a section.
    fn near(&self, section: u8, side: Side) -> bool {
        let cells = self.fixed.mission.sections[section as usize];
        let Some(middle) = cells.first() else { return false };
        self.table.pieces().any(|piece| {
            let close = |cell| self.fixed.mission.grid.distance(cell, middle) <= 6;
            self.table.side(piece) == side && self.table.cell(piece).is_some_and(close)
        })
    }

    /// The best attack, if any is worth a card.
    fn cast(&self, options: &[Choice]) -> Option<Choice> {
        let who = self.table.subject.or(self.table.flow.active());
        let casts = options.iter().filter_map(|option| match option {
            Choice::Do(Action::Cast(cast)) => Some((self.value(*cast), *option)),
            Choice::Do(Action::Blast(target)) => Some((self.blast_value(who?, *target), *option)),
            _ => None,
        });
        let best = casts.max_by_key(|(value, _)| *value)?;
        (best.0 >= WORTH).then_some(best.1)
    }

    /// What a card is good for in the hand.
    fn use_of(&self, card: Card) -> i32 {
        let face = self.fixed.data.deck.face(card);
        let name = match face.kind {
            Kind::Smite => 10,
            Kind::LightningArc | Kind::Aura => 9,
            Kind::Hellfire => 8,
            Kind::Vortex => 6,
            Kind::BurstOfSpeed | Kind::Stasis | Kind::WarpTime if self.own == Side::Marine => 4,
            Kind::Jinx | Kind::Control if self.own == Side::Stealer => 4,
            Kind::Teleport | Kind::Assail | Kind::Blast => 3,
            Kind::Prescience | Kind::Miasma => 2,
            _ => 1,
        };
        name * 10 + i32::from(face.bonus) + if face.force.is_some() { 8 } else { 0 }
    }

    /// The force card that is least missed; without one nothing.
    fn cheapest(&self, options: &[Choice]) -> Choice {
        let cards = options.iter().copied().filter_map(|option| match option {
            Choice::Psychic(PsychicChoice::Force(card)) => Some((self.use_of(card), option)),
            _ => None,
        });
        cards.min_by_key(|(value, _)| *value).map_or(Choice::Pass, |(_, option)| option)
    }

    /// The card that is least missed; a good hand is kept.
    fn discard(&self, options: &[Choice]) -> Choice {
        let cards = options.iter().copied().filter_map(|option| match option {
            Choice::Psychic(PsychicChoice::Discard(card)) => Some((self.use_of(card), option)),
            _ => None,
        });
        let worst = cards.min_by_key(|(value, _)| *value);
        let bound = !options.contains(&Choice::Pass);
        match worst {
            Some((value, option)) if bound || value < 40 => option,
            _ => Choice::Pass,
        }
    }

    fn strike(&self, options: &[Choice]) -> Choice {
        let marks = options.iter().copied().filter_map(|option| match option {
            Choice::Psychic(PsychicChoice::Strike(Mark::Model(piece))) => Some((self.stroke(piece), option)),
            _ => None,
        });
        let best = marks.filter(|(value, _)| *value > 0).max_by_key(|(value, _)| *value);
        best.map_or_else(|| options.first().copied().unwrap_or(Choice::Pass), |(_, option)| option)
    }

    /// The victim looks away.
    fn control(&self, options: &[Choice]) -> Choice {
        let facing = self.table.subject.and_then(|victim| self.table.facing(victim));
        let away = facing.map(|facing| Choice::Do(Action::Turn(facing.back())));
        let turn = |option: &&Choice| matches!(option, Choice::Do(Action::Turn(_)));
        away.filter(|away| options.contains(away))
            .or_else(|| options.iter().find(turn).copied())
            .unwrap_or(Choice::Pass)
    }

    /// Whether an effect harms this side where it is.
    fn harms(&self, section: u8) -> bool {
        let friends = self.inside(section).filter(|piece| self.table.side(*piece) == self.own).count();
        let enemies = self.inside(section).count() - friends;
        friends > enemies
    }

    fn disperse(&self, options: &[Choice]) -> Choice {
        let tries = options.iter().copied().filter_map(|option| match option {
            Choice::Psychic(PsychicChoice::Disperse(section, card)) if self.harms(section) => {
                Some((self.use_of(card), option))
            }
            _ => None,
        });
        tries.min_by_key(|(value, _)| *value).map_or(Choice::Pass, |(_, option)| option)
    }

    fn decay(&self, options: &[Choice]) -> Choice {
        let harmful = |option: &&Choice| matches!(option, Choice::Psychic(PsychicChoice::Decay(section)) if self.harms(*section));
        options.iter().find(harmful).copied().unwrap_or(Choice::Pass)
    }

    /// As few cards as make the round safe.
    fn bonus(&self, options: &[Choice]) -> Choice {
        let Some((attacker, defender)) = self.table.assaults.last().copied() else { return Choice::Pass };
        let own_attacks = self.table.side(attacker) == self.own;
        let plan = assault::plan(self.fixed, self.table, attacker, defender);
        let value = |cards: CardSet| {
            let mut plan = plan.clone();
            let bonus = self.fixed.data.deck.bonus(cards);
            let own_part = if own_attacks { &mut plan.attacker } else { &mut plan.defender };
            own_part.add(bonus as i8, "reason.cards", grognard_engine::rule!("SH-PLY-007"));
            let round = chances::compare(&plan.attacker, &plan.defender, plan.facing);
            let (won, lost) = if own_attacks { (round.win, round.lose) } else { (round.lose, round.win) };
            let price: i32 = cards.iter().map(|card| 2 * self.use_of(card)).sum();
            won - 3 * lost - price
        };
        debug_assert!(self.hand.len() < 16, "a hand is small");
        let cards = |option: &Choice| match option {
            Choice::Psychic(PsychicChoice::Bonus(cards)) => *cards,
            _ => CardSet::EMPTY,
        };
        options.iter().copied().max_by_key(|option| value(cards(option))).unwrap_or(Choice::Pass)
    }
}

/// As many points as pay for themselves: enough for a likely win, none for a fight that cannot be lost.
fn psi(fixed: &Fixed, view: &View, options: &[Choice]) -> Option<Choice> {
    let table = &view.table;
    let own = table.subject?;
    let Some((attacker, defender)) = table.assaults.last().copied().filter(|(a, d)| *a == own || *d == own)
    else {
        // A door or a bulkhead: not worth it.
        return Some(Choice::Pass);
    };
    let plan = assault::plan(fixed, table, attacker, defender);
    let value = |points: u8| {
        let mut plan = plan.clone();
        let own_part = if own == attacker { &mut plan.attacker } else { &mut plan.defender };
        own_part.add(points as i8, "reason.psi", grognard_engine::rule!("SH-PSQ-003"));
        let round = chances::compare(&plan.attacker, &plan.defender, plan.facing);
        let (won, lost) = if own == attacker { (round.win, round.lose) } else { (round.lose, round.win) };
        won - 3 * lost - POINT * i32::from(points)
    };
    let points = |option: &Choice| match option {
        Choice::Psychic(PsychicChoice::Psi(points)) => *points,
        _ => 0,
    };
    options.iter().copied().max_by_key(|option| (value(points(option)), std::cmp::Reverse(points(option))))
}
