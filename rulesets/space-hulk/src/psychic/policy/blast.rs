//! The blast of a Nemesis weapon: whom it is worth the cards and the rest of a turn.

use super::{CardSet, Choice, Player, PsychicChoice, SURE};
use crate::choice::Action;
use crate::piece::PieceId;
use crate::play::assault;
use crate::psychic::effects::foresight;
use crate::psychic::{enhance, nemesis};

/// The sides of a die.
const SIDES: i32 = 6;
/// What a card of the hand counts for, in parts of its use there.
const CARD: i32 = 4;

impl Player<'_> {
    /// The chance that a blast with so much from cards beats a model, in thousandths (SH-WNM-003).
    fn blasted(&self, who: PieceId, target: PieceId, bonus: u8) -> i32 {
        let braced = assault::braced(self.fixed, self.table, target);
        // SH-PCD-021
        let bonus = i32::from(bonus) + i32::from(foresight(self.fixed, self.table, who));
        let won = |face: i32| {
            // Every one of its dice has to show less than what is left of the attack.
            let below = face + bonus - 1 - i32::from(braced.bonus());
            let all = SIDES.pow(u32::from(braced.dice));
            if below < 0 { 0 } else { SURE * below.min(SIDES).pow(u32::from(braced.dice)) / all }
        };
        (1..=SIDES).map(won).sum::<i32>() / SIDES
    }

    /// What a blast at a model is worth with these cards.
    fn blast_with(&self, who: PieceId, target: PieceId, cards: CardSet) -> i32 {
        let bonus = self.fixed.data.deck.bonus(cards);
        let price: i32 = cards.iter().map(|card| self.use_of(card) / CARD).sum();
        self.worth(target) * self.blasted(who, target, bonus) / SURE - price
    }

    /// What a blast at a model is worth with the best cards of the hand.
    pub(super) fn blast_value(&self, who: PieceId, target: PieceId) -> i32 {
        let sets = enhance::subsets(self.fixed, self.hand).into_iter();
        sets.map(|cards| self.blast_with(who, target, cards)).max().unwrap_or(0)
    }

    /// The cards for a blast: those that are best for whom it is worth most.
    pub(super) fn blast_cards(&self, options: &[Choice]) -> Option<Choice> {
        let who = self.table.subject?;
        let aims = nemesis::blasts(self.fixed, self.table, self.hand, who, u8::MAX);
        let targets = aims.into_iter().filter_map(|action| match action {
            Action::Blast(target) => Some(target),
            _ => None,
        });
        let target = targets.max_by_key(|target| self.blast_value(who, *target))?;
        let value = |option: &Choice| match option {
            Choice::Psychic(PsychicChoice::Bonus(cards)) => self.blast_with(who, target, *cards),
            _ => i32::MIN,
        };
        options.iter().copied().max_by_key(value)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use grognard_engine::Viewer;
    use grognard_engine::data::DataFiles;
    use grognard_engine::ruleset::{Present, Ruleset};

    use super::super::answer;
    use super::*;
    use crate::SpaceHulk;
    use crate::choice::write;
    use crate::state::{MARINE, View};
    use crate::table::Side;

    #[test]
    fn a_grey_knight_blasts_where_his_cards_make_it_likely() {
        let data = Arc::new(SpaceHulk::load(&DataFiles::embedded(SpaceHulk::embedded())).unwrap());
        let blasts = |enemy: &str, hand: &str| {
            let setup = format!(
                "psychic cards\nmap\n    AAAAAAAA\nturn marine\nmodel knight grey-knight 0,0 east active\n\
                 brood foe {enemy} 5,0 west\nhand marine {hand}\n"
            );
            let (fixed, state) = SpaceHulk::scenario(&data, &setup).unwrap();
            let view = View::of(&fixed, &state, Viewer::Seat(MARINE));
            let who = PieceId::Marine(0);
            let options = nemesis::blasts(&fixed, &view.table, view.hand, who, 4);
            let options: Vec<_> = options.into_iter().map(Choice::Do).collect();
            assert_eq!(options.len(), 1);
            answer(&fixed, &view, "act", &options).map(|choice| write(&fixed, choice))
        };
        assert_eq!(blasts("magus", "smite-3 aura-power-1").as_deref(), Some("blast foe"));
        assert_eq!(blasts("hive-tyrant-deathspitter-swords", "scan-1"), None);
    }

    #[test]
    fn who_foresees_blasts_better() {
        let data = Arc::new(SpaceHulk::load(&DataFiles::embedded(SpaceHulk::embedded())).unwrap());
        let setup = "psychic cards\nmap\n    AAAAAAAA\nturn marine\nmodel knight grey-knight 0,0 east active\n\
                     brood foe magus 5,0 west\nhand marine scan-1\n";
        let (fixed, mut state) = SpaceHulk::scenario(&data, setup).unwrap();
        let (who, foe) = (PieceId::Marine(0), PieceId::Marine(1));
        let chance = |state: &crate::state::State| {
            let view = View::of(&fixed, state, Viewer::Seat(MARINE));
            let player = Player { fixed: &fixed, table: &view.table, own: Side::Marine, hand: view.hand };
            player.blasted(who, foe, 1)
        };
        let plain = chance(&state);
        state.table.psychic.as_mut().expect("cards are played").foresight.push((who, 1));
        assert!(chance(&state) > plain, "{plain}");
    }
}
