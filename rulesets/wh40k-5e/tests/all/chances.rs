//! Odds of volleys and assaults: equal to the rules played over every throw of all dice where these are few, and near to many rolled
//! attacks where they are many.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_engine::bot::{Bot, Inline, Seen};
use grognard_engine::ctx::Ctx;
use grognard_engine::data::DataFiles;
use grognard_engine::decision::{Ask, Menu};
use grognard_engine::dice::{Dice, Secret};
use grognard_engine::log::{Entry, Logged};
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_wh40k_5e::chances::combat::{self, Won};
use grognard_wh40k_5e::chances::volley::{self, Band, Foretold};
use grognard_wh40k_5e::choice::{self, Choice, Shape, Word};
use grognard_wh40k_5e::event::Event;
use grognard_wh40k_5e::ids::{Side, UnitId};
use grognard_wh40k_5e::scenario::scenario;
use grognard_wh40k_5e::state::State;
use grognard_wh40k_5e::{Fifth, Fixed};

/// Fires as it was told, never goes to ground, and takes every other default.
struct Told {
    fire: Option<Choice>,
}

impl Bot<Fifth> for Told {
    fn choose(&mut self, _seen: &Seen<'_, Fifth>, ask: &Ask, menu: &dyn Menu<Fifth>) -> usize {
        let answer = if ask.kind == "go-to-ground" { Word::No } else { Word::Yes };
        let wanted = match (&self.fire, ask.kind) {
            (Some(Choice::Fire(unit, _)), "shoot") => Choice::Unit(*unit),
            _ => Choice::Word(answer),
        };
        (0..menu.len()).find(|at| menu.get(*at) == wanted).unwrap_or(ask.default as usize)
    }

    fn propose(&mut self, seen: &Seen<'_, Fifth>, _ask: &Ask, shape: &Shape) -> Choice {
        match (shape, &self.fire) {
            (Shape::Fire(_), Some(choice)) => choice.clone(),
            _ => seen.default_proposal(shape).expect("there is a default"),
        }
    }
}

/// A position, and what is fired in it.
struct Position {
    fixed: Arc<Fixed>,
    state: State,
    fire: Option<Choice>,
}

impl Position {
    fn new(text: &str, fire: Option<&str>) -> Position {
        let data = Arc::new(Fifth::load(&DataFiles::embedded(Fifth::embedded())).expect("the data is sound"));
        let (fixed, state) = scenario(&data, text).unwrap_or_else(|why| panic!("{why}: {text}"));
        let fire = fire.map(|text| choice::parse(&fixed, text).expect("it reads"));
        Position { fixed: Arc::new(fixed), state, fire }
    }

    fn unit(&self, name: &str) -> UnitId {
        self.fixed.unit_named(name).expect("it is mustered")
    }

    /// One activity with some dice: what it came to, or nothing where dice were missing.
    fn play(&self, mut dice: Dice) -> (State, Vec<Logged<Fifth>>, bool) {
        let bot = || Box::new(Told { fire: self.fire.clone() }) as Box<dyn Bot<Fifth>>;
        let mut bots = [bot(), bot()];
        let mut driver = Inline::new(&mut bots, 1000);
        let (mut state, mut log) = (self.state.clone(), Vec::new());
        let done =
            Fifth::step(&mut state, &mut Ctx::new(&*self.fixed, &mut driver, &mut dice, Some(&mut log)))
                .is_ok();
        (state, log, done)
    }

    /// How likely each outcome is, over every throw of all dice. `told` reads it from what was played, as soon as it is settled.
    fn over_all_dice<T: Ord>(
        &self,
        told: impl Fn(&State, &[Logged<Fifth>], bool) -> Option<T>,
    ) -> BTreeMap<T, f64> {
        let mut found = BTreeMap::new();
        let mut waiting: Vec<(Vec<u8>, f64)> = vec![(Vec::new(), 1.0)];
        while let Some((faces, weight)) = waiting.pop() {
            assert!(faces.len() < 16, "too many dice to try them all");
            let (state, log, done) = self.play(Dice::script(faces.iter().copied()));
            if let Some(outcome) = told(&state, &log, done) {
                *found.entry(outcome).or_insert(0.0) += weight;
                continue;
            }
            waiting.extend((1..=6).map(|face| ([&faces[..], &[face]].concat(), weight / 6.0)));
        }
        found
    }

    fn lost(&self, s: &State, unit: &str) -> u32 {
        (self.state.unit(self.unit(unit)).models.len() - s.unit(self.unit(unit)).models.len()) as u32
    }

    fn foretold(&self, band: Band) -> Foretold {
        let Some(Choice::Fire(_, shots)) = &self.fire else { panic!("nothing is fired") };
        let all = volley::foretold(&self.fixed, &self.state, shots, self.unit("blue-1"));
        all.into_iter().find(|found| found.band == band).expect("it is foretold")
    }
}

fn fallen(found: &Foretold, lost: &[u32]) -> u32 {
    found.groups.iter().zip(lost).map(|(group, lost)| group.fallen(*lost)).sum()
}

/// One shot or two at a unit, by either book: the odds are those of all dice.
fn agrees(position: &Position, band: Band) {
    let played = position.over_all_dice(|s, _, done| done.then(|| position.lost(s, "blue-1")));
    let found = position.foretold(band);
    for (count, chance) in played {
        let told = found.losses.chance(|lost| fallen(&found, lost) == count);
        assert!((told - chance).abs() < 1e-9, "{count} fall: {told} by the odds, {chance} by all dice");
    }
}

fn volley_at(rules: &str, red: &str, weapon: &str, blue: &str, far: u8, more: &str) -> Position {
    let text = format!(
        "rules {rules}\nred {red}\nblue {blue}\nat red-1 10\",20\" step 0\",1.2\"\n\
         at blue-1 {}\",20\" step 0\",1.6\"\n{more}\nactive red\nbegin shooting",
        10 + far
    );
    let models = text.split("red ").nth(1).and_then(|red| red.split('\n').next()).unwrap_or_default();
    let count = models.split('=').nth(1).and_then(|count| count.chars().next()).unwrap_or('1');
    let count = count.to_digit(10).unwrap_or(1);
    let shots: Vec<String> = (1..=count).map(|n| format!("red-1.{n}:{weapon}>blue-1")).collect();
    Position::new(&text, Some(&format!("fire red-1 {}", shots.join(" "))))
}

const BOOKS: [&str; 2] = ["variant", "base"];

#[test]
fn few_shots_are_all_their_dice() {
    for rules in BOOKS {
        let at = |red, weapon, blue, far, more| volley_at(rules, red, weapon, blue, far, more);
        let marines = "space-marines tactical-squad marine=1";
        agrees(&at(marines, "boltgun", "orks boyz boy=2", 10, ""), Band::Near);
        agrees(&at(marines, "boltgun", "orks boyz boy=2", 20, ""), Band::Far);
        // One model with two hits: by the variant what is too much for it is lost.
        agrees(&at(marines, "boltgun", "imperial-guard infantry-squad guardsman=1", 10, ""), Band::Near);
        // Cover, armour.
        let wood = "piece wood 30\",20\"";
        agrees(&at(marines, "boltgun", "imperial-guard infantry-squad guardsman=2", 20, wood), Band::Far);
        // Armour and invulnerable saves: one of them, or both.
        agrees(&at(marines, "boltgun", "space-marines terminator-squad terminator=2", 20, ""), Band::Far);
        // Several wounds.
        let ogryns = "imperial-guard ogryns ogryn=2";
        agrees(&at(marines, "boltgun", ogryns, 10, ""), Band::Near);
        // Instant death.
        let krak = "space-marines tactical-squad marine=1 +missile-launcher=1";
        agrees(&at(krak, "missile-launcher/krak", ogryns, 30, ""), Band::InRange);
        // Rending: on sixes to wound, or on sixes to hit.
        let sniper = "space-marines scout-squad scout=1 +sniper-rifle=1";
        agrees(&at(sniper, "sniper-rifle", "orks boyz boy=2", 30, ""), Band::InRange);
    }
}

/// An assault of few models is all its dice, step by step.
fn combat_agrees(rules: &str, red: &str, blue: &str, places: &str) {
    let text = format!(
        "rules {rules}\nred {red}\nblue {blue}\n{places}\ncharged red-1 blue-1\nactive red\nfirst red\nbegin combats"
    );
    let position = Position::new(&text, None);
    let result = |_: &State, log: &[Logged<Fifth>], _: bool| {
        log.iter().find_map(|logged| match &logged.entry {
            Entry::Event(Event::Result { red, blue, winner }) => Some((*winner, *red, *blue)),
            _ => None,
        })
    };
    let played = position.over_all_dice(result);
    let (red, blue) = (position.unit("red-1"), position.unit("blue-1"));
    let found = combat::between(&position.fixed, &position.state, red, blue).expect("it is foretold");
    let sums: f64 = played.values().sum();
    assert!((sums - 1.0).abs() < 1e-9);
    for (wanted, side) in
        [(Won::First, Some(Side::Red)), (Won::Second, Some(Side::Blue)), (Won::Nobody, None)]
    {
        let all: f64 =
            played.iter().filter(|((winner, ..), _)| *winner == side).map(|(_, chance)| chance).sum();
        let told = f64::from(found.ended.basis_points(|lost| found.won(lost) == wanted)) / 10_000.0;
        assert!(
            (told - all).abs() < 6e-5,
            "{rules}, {red:?}: {wanted:?}: {told} by the odds, {all} by all dice"
        );
    }
}

#[test]
fn an_assault_of_few_is_all_its_dice() {
    let places = "at red-1 14\",10\"\nat blue-1 15\",10\"";
    for rules in BOOKS {
        let guard = "imperial-guard infantry-squad guardsman=1";
        combat_agrees(rules, guard, "space-marines tactical-squad marine=1", places);
        combat_agrees(rules, guard, guard, places);
        combat_agrees(rules, "space-marines tactical-squad marine=1", guard, places);
    }
}

/// Many rolled attacks, of which so many are looked at.
const ROLLED: u32 = 2000;

#[test]
fn many_shots_are_near_their_odds() {
    for rules in BOOKS {
        let position = volley_at(
            rules,
            "space-marines tactical-squad marine=8",
            "boltgun",
            "orks boyz boy=9 nob=1",
            10,
            "",
        );
        let found = position.foretold(Band::Near);
        let mut sum = 0;
        let mut three = 0;
        for number in 0..ROLLED {
            let dice = Dice::seeded(Secret::from_number(u64::from(number)).seed(&[]));
            let (state, _, done) = position.play(dice);
            assert!(done);
            let lost = position.lost(&state, "blue-1");
            sum += lost;
            three += u32::from(lost >= 3);
        }
        let mean = found.losses.mean(|lost| fallen(&found, lost));
        assert!(
            mean.abs_diff(sum * 100 / ROLLED) < 15,
            "{rules}: {mean} by the odds, {sum} in {ROLLED} volleys"
        );
        let told = found.losses.basis_points(|lost| fallen(&found, lost) >= 3);
        assert!(
            told.abs_diff(three * 10_000 / ROLLED) < 450,
            "{rules}: {told} by the odds, {three} of {ROLLED}"
        );
    }
}

#[test]
fn assaults_of_many_are_near_their_odds() {
    let places = "at red-1 14\",10\" step 0\",1.1\"\nat blue-1 15\",10\" step 0\",1.1\"";
    for rules in BOOKS {
        let text = format!(
            "rules {rules}\nred orks boyz boy=4\nblue space-marines tactical-squad marine=4\n{places}\n\
             charged red-1 blue-1\nactive red\nfirst red\nbegin combats"
        );
        let position = Position::new(&text, None);
        let (red, blue) = (position.unit("red-1"), position.unit("blue-1"));
        let found = combat::between(&position.fixed, &position.state, red, blue).expect("it is foretold");
        let mut won = [0; 3];
        for number in 0..ROLLED {
            let (_, log, _) = position.play(Dice::seeded(Secret::from_number(u64::from(number)).seed(&[])));
            let winner = log.iter().find_map(|logged| match &logged.entry {
                Entry::Event(Event::Result { winner, .. }) => Some(*winner),
                _ => None,
            });
            won[winner.expect("it is fought").map_or(2, |side| side as usize)] += 1;
        }
        for (at, wanted) in [Won::First, Won::Second, Won::Nobody].into_iter().enumerate() {
            let told = found.ended.basis_points(|lost| found.won(lost) == wanted);
            let rolled = won[at] * 10_000 / ROLLED;
            assert!(told.abs_diff(rolled) < 450, "{rules}: {wanted:?} {told} by the odds, {rolled} rolled");
        }
    }
}
