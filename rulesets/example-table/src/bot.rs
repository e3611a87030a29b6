//! A scripted player: it goes for the nearest enemy and fires where most enemies and fewest friends are.

use grognard_engine::bot::{Bot, Seen};
use grognard_engine::decision::{Ask, Menu};
use grognard_engine::rng::SplitMix;
use grognard_space::table::{GroupId, Length};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::templates::{Counts, under};

use crate::ExampleTable;
use crate::choice::{Choice, Shape};
use crate::data::Fixed;
use crate::rounds::candidates;
use crate::shells::marker;
use crate::state::State;

/// The scripted player.
pub struct Scripted {
    rng: SplitMix,
}

impl Scripted {
    /// A player with its own dice.
    pub fn new(seed: u64) -> Scripted {
        Scripted { rng: SplitMix::new(seed) }
    }
}

impl Bot<ExampleTable> for Scripted {
    fn choose(
        &mut self,
        _seen: &Seen<'_, ExampleTable>,
        _ask: &Ask,
        _options: &dyn Menu<ExampleTable>,
    ) -> usize {
        0
    }

    fn propose(&mut self, seen: &Seen<'_, ExampleTable>, _ask: &Ask, shape: &Shape) -> Choice {
        let (fixed, state) = (seen.fixed(), seen.view());
        let (Shape::Move(unit) | Shape::Fire(unit)) = *shape;
        let all = candidates(fixed, state, *shape, &mut self.rng);
        let best = all.into_iter().max_by_key(|choice| value(fixed, state, unit, choice));
        best.unwrap_or(crate::rounds::default(*shape))
    }
}

/// How good an answer looks; higher is better.
fn value(fixed: &Fixed, state: &State, unit: GroupId, choice: &Choice) -> i64 {
    let armies: &dyn Armies = state;
    match choice {
        Choice::Hold => 0,
        Choice::Blast(at) => {
            let foe = |stand| armies.unit_of(stand).is_some_and(|other| armies.foes(unit, other));
            let stands = under(&state.table, &marker(fixed, *at), Counts::Partly);
            stands.into_iter().map(|stand| if foe(stand) { 1 } else { -1 }).sum()
        }
        // As near to an enemy as the shell reaches, and no nearer.
        Choice::Move(_, ways) => {
            let end = ways.first().and_then(|(_, stops)| stops.last()).map(|end| end.at);
            let Some(at) = end.or_else(|| armies.middle(unit)) else { return i64::MIN };
            let far = armies.foes_of(unit).filter_map(|enemy| Some((armies.middle(enemy)? - at).length()));
            let wanted = fixed.numbers().shell.range.0;
            -i64::from((far.min().unwrap_or(Length::ZERO) - wanted).abs().0)
        }
    }
}
