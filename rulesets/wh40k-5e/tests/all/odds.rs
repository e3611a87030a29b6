//! Odds of shots at vehicles agree with shots that were really fired.

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_engine::data::DataFiles;
use grognard_engine::dice::{Dice, Secret};
use grognard_engine::game::Game;
use grognard_engine::log::Entry;
use grognard_engine::record::Origin;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_space::table::{Length, Side};
use grognard_wh40k_5e::event::Event;
use grognard_wh40k_5e::ids::ModelId;
use grognard_wh40k_5e::scenario::scenario;
use grognard_wh40k_5e::state::State;
use grognard_wh40k_5e::vehicles::happening::Happening;
use grognard_wh40k_5e::vehicles::penetration::{Force, Grade, odds};
use grognard_wh40k_5e::{Fifth, Fixed};

/// Shots that hit, of which so many are looked at.
const SHOTS: u64 = 1200;

struct Range {
    fixed: Arc<Fixed>,
    state: State,
    weapon: &'static str,
}

impl Range {
    /// A heavy weapons team before a vehicle, or a squad at a place around it.
    fn new(rules: &str, squad: &str, weapon: &'static str, target: &str, facing: i32) -> Range {
        let data = Arc::new(Fifth::load(&DataFiles::embedded(Fifth::embedded())).expect("the data is sound"));
        let text = format!(
            "rules {rules}\nred {squad}\nblue {target}\nat red-1 10\",10\"\nat blue-1 15\",10\"@{facing}\n\
             active red\nbegin shooting"
        );
        let (fixed, state) = scenario(&data, &text).expect("the set-up is sound");
        Range { fixed: Arc::new(fixed), state, weapon }
    }

    fn model(&self, name: &str) -> ModelId {
        self.fixed.model_named(name).expect("it is mustered")
    }

    /// The grades of hits by the odds, in thousandths.
    fn told(&self, side: Side) -> [u32; 4] {
        let carried = self.fixed.kind_of(self.model("red-1.1")).weapons.clone();
        let weapon = carried.into_iter().find(|id| self.fixed.weapon(*id).id == self.weapon);
        let force = Force::shot(&self.fixed, weapon.expect("it carries one"), Length::inches(4), false);
        let (grades, all) = odds(&self.fixed, &self.state, self.model("blue-1.1"), side, &force);
        grades.map(|count| count * 1000 / all)
    }

    /// The grades of hits that were really made, in thousandths.
    fn fired(&self) -> [u32; 4] {
        let (mut found, mut hits) = ([0; 4], 0);
        let shot = format!("fire red-1 red-1.1:{}>blue-1", self.weapon);
        for number in 0..SHOTS {
            let dice = Dice::seeded(Secret::from_number(number).seed(&[]));
            let mut game: Game<Fifth> =
                Game::from_state(Arc::clone(&self.fixed), self.state.clone(), dice).expect("it starts");
            game.answer(SeatId(0), "unit red-1", Origin::Player).expect("it is offered");
            game.answer(SeatId(0), &shot, Origin::Player).expect("it is allowed");
            for logged in game.log() {
                if let Entry::Event(Event::Hull(Happening::Penetration { grade, .. })) = &logged.entry {
                    found[grades().iter().position(|known| *known == *grade).expect("it is one of them")] +=
                        1;
                    hits += 1;
                }
            }
        }
        assert!(hits > 300, "{hits} of {SHOTS} shots hit");
        found.map(|count| count * 1000 / hits)
    }
}

const fn grades() -> [Grade; 4] {
    [Grade::Nothing, Grade::Glancing, Grade::Penetrating, Grade::Critical]
}

fn agree(range: &Range, side: Side) -> [u32; 4] {
    let (told, fired) = (range.told(side), range.fired());
    // Four deviations of the fewest hits are a twelfth.
    let near = told.iter().zip(fired).all(|(told, fired)| told.abs_diff(fired) < 80);
    assert!(near, "{}: {told:?} by the odds, {fired:?} of real hits", range.weapon);
    told
}

const TEAM: &str = "imperial-guard heavy-weapons-squad weapons-team=1 +lascannon=1";
const SERPENT: &str = "eldar wave-serpent wave-serpent=1 +twin-shuriken-cannon=1";

/// 5X-RUL-015: an energy field makes a strong shot weaker from before and not from behind.
#[test]
fn an_energy_field_is_in_the_odds() {
    for rules in ["variant", "base"] {
        let front = agree(&Range::new(rules, TEAM, "lascannon", SERPENT, 180), Side::Front);
        let rear = agree(&Range::new(rules, TEAM, "lascannon", SERPENT, 0), Side::Rear);
        assert!(front[0] > rear[0] + 200, "{rules}: {front:?} from before, {rear:?} from behind");
    }
    // By the base Strength 8 needs a 4 against armour 12: half of the hits, where Strength 9 needs a 3.
    let base = Range::new("base", TEAM, "lascannon", SERPENT, 180).told(Side::Front);
    assert_eq!(base[0], 500);
}

/// 5X-RUL-015: a melta weapon has no second die against the field.
#[test]
fn a_field_takes_the_further_die_of_melta() {
    let squad = "space-marines tactical-squad marine=1 +meltagun=1";
    for rules in ["variant", "base"] {
        let front = agree(&Range::new(rules, squad, "meltagun", SERPENT, 180), Side::Front);
        let rear = agree(&Range::new(rules, squad, "meltagun", SERPENT, 0), Side::Rear);
        assert!(front[0] > rear[0], "{rules}: {front:?} from before, {rear:?} from behind");
    }
}
