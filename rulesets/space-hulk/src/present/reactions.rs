//! Reactions by command points as one choice: who reacts, and whom it attacks.

use grognard_engine::client::PromptOption;
use grognard_engine::decision::Decision;

use super::options_of;
use crate::choice::{Action, Choice, piece_name};
use crate::legal;
use crate::piece::PieceId;
use crate::play::phases::usable;
use crate::present::warnings;
use crate::present::wording::{Purse, action_option};
use crate::state::View;
use crate::{Fixed, SpaceHulk};

/// SH-CMD-018: the attacks that those who saw an action could answer it with.
fn attacks(fixed: &Fixed, view: &View, options: &[Choice]) -> Vec<(PieceId, Action, PromptOption)> {
    let of = |choice: &Choice| match *choice {
        Choice::React(piece) => Some(piece),
        _ => None,
    };
    let mut all = Vec::new();
    for piece in options.iter().filter_map(of) {
        let command = usable(fixed, &view.table, piece, view.cp.unwrap_or(0));
        for action in legal::menu(fixed, &view.table, piece, command) {
            let option = action_option(fixed, &view.table, Some(piece), action, Purse { ap: 0 });
            let strikes = matches!(option.group.as_deref(), Some("fire" | "assault"));
            if strikes && option.target.is_some() && option.confirm.is_none() {
                all.push((piece, action, option));
            }
        }
    }
    all
}

/// Whether somebody could answer with an attack.
pub(super) fn strikes(fixed: &Fixed, view: &View, decision: &Decision<SpaceHulk>) -> bool {
    !attacks(fixed, view, options_of(decision)).is_empty()
}

/// SH-CMD-012, SH-CMD-018: who reacts and what it does, chosen at once.
pub(super) fn shortcuts(
    fixed: &Fixed,
    view: &View,
    decision: &Decision<SpaceHulk>,
) -> Vec<(Vec<Choice>, PromptOption)> {
    if decision.ask.kind != "react" {
        return Vec::new();
    }
    let whole = |(piece, action, option): (PieceId, Action, PromptOption)| {
        let option = PromptOption {
            piece: Some(piece_name(fixed, piece)),
            warns: warnings::overwatch_ends(fixed, &view.table, piece).or(option.warns.clone()),
            ..option
        };
        (vec![Choice::React(piece), Choice::Do(action)], option)
    };
    attacks(fixed, view, options_of(decision)).into_iter().map(whole).collect()
}
