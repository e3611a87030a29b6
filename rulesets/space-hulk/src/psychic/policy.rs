//! What the scripted player does with psychic powers.

use super::choice::Choice as PsychicChoice;
use crate::Fixed;
use crate::choice::Choice;
use crate::piece::PieceId;
use crate::play::assault;
use crate::policy::chances;
use crate::state::View;

/// What a psi point is worth against the chances of a round, in thousandths.
const POINT: i32 = 45;

/// Answers a question of psychic combat to either seat; none where the question is another's.
pub fn answer(fixed: &Fixed, view: &View, kind: &str, options: &[Choice]) -> Option<Choice> {
    match kind {
        "psi" => psi(fixed, view, options),
        _ => None,
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
    debug_assert!(matches!(own, PieceId::Marine(_)), "only Librarians have psi points");
    options.iter().copied().max_by_key(|option| (value(points(option)), std::cmp::Reverse(points(option))))
}
