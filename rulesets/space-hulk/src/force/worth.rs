//! What models are worth: SH-FOR-001, SH-AMB-043, SH-TRM-009.

use grognard_engine::message::Message;
use grognard_engine::rule;

use super::list::What;
use super::points::Points;
use super::{Bought, Force, Limit, limits, named};
use crate::fixed::Data;
use crate::mission::Model;
use crate::profile::Profile;
use crate::psychic::Mode;

/// SH-FOR-001: what the models of a mission's own squad are worth; none where one of them has no price.
pub fn worth(data: &Data, squad: &[Model], mode: Mode) -> Option<Points> {
    squad.iter().map(|model| worth_of(data, model, mode)).sum()
}

/// SH-FOR-001, SH-TRM-009: what a model of a mission is worth, with what its levels and loads would cost.
pub fn worth_of(data: &Data, model: &Model, mode: Mode) -> Option<Points> {
    let profile = &data.profiles[model.profile];
    let mut all = price_of(profile, mode)?;
    let levels = model.level.unwrap_or(0).saturating_sub(profile.psyker);
    let loads = model.reloads.unwrap_or(0).saturating_sub(data.reloads_of(profile));
    let named = |roles: &[String]| roles.contains(&profile.name);
    for (more, buys) in [(levels, true), (loads, false)] {
        let mut options = data.forces.squads.values().flat_map(|squad| &squad.options);
        let option = options.find(|option| match &option.what {
            What::Mastery(role) => buys && *role == profile.name,
            What::Reload(roles) => !buys && named(roles),
            _ => false,
        });
        if let Some(option) = option {
            all = all + price(mode, option.points, option.cards) * u32::from(more);
        }
    }
    Some(all)
}

/// SH-AMB-043: what a single model costs; none where it is not to be had.
pub fn price_of(profile: &Profile, mode: Mode) -> Option<Points> {
    profile.price.map(|plain| price(mode, plain, profile.price_cards))
}

/// What something costs: more, perhaps, where psychic combat is played with cards.
pub(crate) fn price(mode: Mode, plain: Points, cards: Option<Points>) -> Points {
    if mode == Mode::Cards { cards.unwrap_or(plain) } else { plain }
}

/// SH-FOR-005: a mission's own squad as a force that was bought.
pub fn own(data: &Data, squad: &[Model], limit: Option<Limit>, mode: Mode) -> Force {
    let mut force = Force::default();
    for model in squad {
        let profile = data.profiles[model.profile].clone();
        if let Some(points) = worth_of(data, model, mode) {
            force.points = force.points + points;
        } else {
            let message = Message::new("force.unknown").text("line", named(data, "role", &profile.name));
            force.breach(rule!("SH-FOR-004"), None, message);
        }
        let (reloads, level, unit) = (model.reloads, model.level, model.unit);
        force.models.push(Bought { profile, reloads, level, unit, exchanged: false });
    }
    limits::limits(&mut force, limit);
    force
}
