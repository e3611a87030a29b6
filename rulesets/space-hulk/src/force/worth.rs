//! What squads and models are worth: SH-FOR-001, SH-AMB-043, SH-AMB-076, SH-TRM-009.

use grognard_engine::message::Message;
use grognard_engine::rule;

use super::list::{What, entry};
use super::points::Points;
use super::{Bought, Force, Limit, limits, named};
use crate::fixed::Data;
use crate::mission::Model;
use crate::profile::Profile;
use crate::psychic::Mode;

/// SH-FOR-001: what the squads of a mission are worth; none where one of their models has no price.
pub fn worth(data: &Data, squad: &[Model], mode: Mode) -> Option<Points> {
    let (points, unpriced) = valued(data, squad, mode);
    unpriced.is_empty().then_some(points)
}

/// SH-FOR-001, SH-AMB-043, SH-AMB-076: what the squads of a mission are worth, and who of them has no price. A squad that is
/// model for model one of the lists is worth what it costs there, any other what its models cost one by one (ruling).
pub fn valued<'a>(data: &Data, squad: &'a [Model], mode: Mode) -> (Points, Vec<&'a Model>) {
    let mut units: Vec<_> = squad.iter().map(|model| model.unit).collect();
    units.sort_unstable();
    units.dedup();
    let (mut all, mut unpriced) = (Points::default(), Vec::new());
    for unit in units {
        let models: Vec<_> = squad.iter().filter(|model| model.unit == unit).collect();
        if let Some(points) = packed(data, &models, mode) {
            all = all + points;
            continue;
        }
        for model in models {
            match worth_of(data, model, mode) {
                Some(points) => all = all + points,
                None => unpriced.push(model),
            }
        }
    }
    (all, unpriced)
}

/// SH-AMB-043, SH-AMB-076: what models cost as a squad of the lists, with what they have beyond it; none where they are none.
fn packed(data: &Data, models: &[&Model], mode: Mode) -> Option<Points> {
    data.forces.squads.values().filter(|squad| squad.models.len() == models.len()).find_map(|squad| {
        let mut left = models.to_vec();
        let mut listed: Vec<_> = squad.models.iter().collect();
        // Whoever leaves no choice comes first.
        listed.sort_by_key(|text| text.matches('|').count());
        let mut all = price(mode, squad.points, squad.cards);
        for text in listed {
            let (at, loads) = text.split('|').find_map(|text| {
                let entry = entry(text)?;
                let is = |model: &&Model| {
                    let profile = &data.profiles[model.profile];
                    profile.name == entry.role && entry.weapons.iter().all(|weapon| profile.carries(*weapon))
                };
                Some((left.iter().position(is)?, entry.reloads))
            })?;
            let model = left.remove(at);
            all = all + beyond(data, model, loads, mode);
        }
        Some(all)
    })
}

/// SH-FOR-001, SH-TRM-009: what a model of a mission is worth, with what its levels and loads would cost.
fn worth_of(data: &Data, model: &Model, mode: Mode) -> Option<Points> {
    Some(price_of(&data.profiles[model.profile], mode)? + beyond(data, model, None, mode))
}

/// SH-TRM-009: what a model's levels and loads cost beyond those of its role, or beyond the loads its squad gives it.
fn beyond(data: &Data, model: &Model, loads: Option<u8>, mode: Mode) -> Points {
    let profile = &data.profiles[model.profile];
    let mut all = Points::default();
    let levels = model.level.unwrap_or(0).saturating_sub(profile.psyker);
    let given = loads.unwrap_or_else(|| data.reloads_of(profile));
    let loads = model.reloads.unwrap_or(0).saturating_sub(given);
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
    all
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
    let (points, unpriced) = valued(data, squad, mode);
    let mut force = Force { points, ..Force::default() };
    for model in unpriced {
        let name = &data.profiles[model.profile].name;
        let message = Message::new("force.unknown").text("line", named(data, "role", name));
        force.breach(rule!("SH-FOR-004"), None, message);
    }
    for model in squad {
        let profile = data.profiles[model.profile].clone();
        let (reloads, level, unit) = (model.reloads, model.level, model.unit);
        force.models.push(Bought { profile, reloads, level, unit, exchanged: false });
    }
    limits::limits(&mut force, limit);
    force
}

#[cfg(test)]
mod tests {
    use grognard_engine::data::DataFiles;
    use grognard_engine::ruleset::{Present, Ruleset};

    use super::*;
    use crate::SpaceHulk;

    fn squad(data: &Data, roles: &[&str]) -> Vec<Model> {
        let place = |role: &str| data.profiles.iter().position(|profile| profile.name == role);
        let model = |(number, role): (usize, &&str)| Model {
            name: format!("model-{number}"),
            profile: place(role).expect("a role of the lists"),
            reloads: None,
            level: None,
            unit: 0,
        };
        roles.iter().enumerate().map(model).collect()
    }

    #[test]
    fn a_squad_of_the_lists_is_worth_its_packed_price() {
        let files = DataFiles::embedded(SpaceHulk::embedded());
        let data = SpaceHulk::load(&files).expect("the data that comes along");
        let points = |text: &str| Points::parse(text);
        let close = ["marine", "sergeant", "marine", "hammer", "claws"];
        assert_eq!(worth(&data, &squad(&data, &close), Mode::None), points("7"), "in whatever order");
        let one_more = ["marine", "sergeant", "marine", "hammer", "claws", "marine"];
        assert_eq!(worth(&data, &squad(&data, &one_more), Mode::None), points("7"), "model by model");
        let mut standard = squad(&data, &["sergeant", "flamer", "marine", "marine", "marine"]);
        assert_eq!(worth(&data, &standard, Mode::None), points("10"));
        standard[1].reloads = Some(1);
        assert_eq!(
            worth(&data, &standard, Mode::None),
            points("12"),
            "a canister beyond what the list gives"
        );
        let mut heavy = squad(&data, &["flamer", "marine"]);
        heavy[0].reloads = Some(1);
        assert_eq!(worth(&data, &heavy, Mode::None), points("6"), "this squad has one for nothing");
    }
}
