//! What is said of a proposal follows from what its owner may see.

use crate::decision::{Answers, Decision};
use crate::rng::SplitMix;
use crate::ruleset::Ruleset;

/// Candidates, default and the check of a proposal are the same for two views of its owner, taken from states that
/// differ only in what he may not know. `tried` are answers to be checked beside the candidates, the more wrong the
/// better: a refusal tells more than a permission. The views may be written the same and still not be the same: what a
/// view leaves out of its written form it has not kept from anybody.
pub fn proposals_tell_nothing<R: Ruleset>(
    fixed: &R::Fixed,
    views: [&R::View; 2],
    decision: &Decision<R>,
    tried: &[R::Choice],
    rng: &mut SplitMix,
) -> Result<(), String> {
    let Answers::Proposal(shape) = &decision.answers else { return Ok(()) };
    let kind = decision.ask.kind;
    let tells = |what: &str, [one, two]: [String; 2]| {
        let differs = || format!("the {what} of `{kind}` tells of hidden things:\n  {one}\nnot\n  {two}");
        if one == two { Ok(()) } else { Err(differs()) }
    };
    let seed = rng.next_u64();
    let candidates = views.map(|view| R::candidates(fixed, view, shape, &mut SplitMix::new(seed)));
    let defaults = views.map(|view| R::default_proposal(fixed, view, shape));
    tells("candidates", candidates.each_ref().map(|all| format!("{all:?}")))?;
    tells("default", defaults.each_ref().map(|default| format!("{default:?}")))?;
    for choice in tried.iter().chain(&candidates[0]).chain(&defaults[0]) {
        let checked = views.map(|view| format!("{choice:?}: {:?}", R::check(fixed, view, shape, choice)));
        tells("check", checked)?;
    }
    Ok(())
}
