//! Hand-to-hand combat with vehicles (VHH): locations chosen, penetration with the strength of an arm.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Outline;

use super::combat;
use crate::Second;
use crate::choice::{Choice, Tool, Word};
use crate::duel;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::lasting::Ail;
use crate::legal::charges;
use crate::state::{Place, State};
use crate::vehicles::penetration::{self, Formula, Source};
use crate::vehicles::{self, Lasting, Speed, corners, crew, damage, datafax, is_crew_location};
use crate::weapons::{HandEffect, Keyword};

/// Whether a vehicle is attacked where it stands, and not fought with (2E-VHH-001, 2E-VHH-009).
pub fn is_assaulted(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    if !applies(rule!("2E-VHH-001")) {
        return false;
    }
    s.vehicle(model).is_some() && !vehicles::is_walker(fixed, model)
}

/// The enemy vehicle a model touches.
pub fn touched(fixed: &Fixed, s: &State, model: ModelId) -> Option<ModelId> {
    let body = s.table.body(model)?;
    let side = s.side_of(model);
    let mut near = s.enemies(side).filter(|(enemy, _)| is_assaulted(fixed, s, *enemy));
    near.find(|(_, enemy)| charges::contact(fixed, body, enemy) == Some(false)).map(|(enemy, _)| enemy)
}

/// The models that may attack a vehicle in this phase, those of the active side first.
pub fn attackers(fixed: &Fixed, s: &State) -> Vec<ModelId> {
    let may = |model: &ModelId| {
        let fights = s.vehicle(*model).is_none() || vehicles::is_walker(fixed, *model);
        fights
            && !s.is_engaged(*model)
            && !s.is_broken(*model)
            && fights_back(s, *model)
            && touched(fixed, s, *model).is_some()
    };
    let sides = [s.active, s.active.other()];
    sides
        .into_iter()
        .flat_map(|side| s.on_table(side).collect::<Vec<_>>())
        .flat_map(|unit| s.bodies(unit).map(|(model, _)| model).collect::<Vec<_>>())
        .filter(may)
        .collect()
}

/// TABX-008, TABX-009: the webbed and the choking strike at nothing.
fn fights_back(s: &State, model: ModelId) -> bool {
    !s.ails(model, |ail| matches!(ail, Ail::Webbed | Ail::Choking))
}

/// One model attacks the vehicle it touches; 2E-VHH-011: its exposed crew, where it has any.
pub fn one(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) -> Step {
    if !applies(rule!("2E-VHH-011")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    if s.model(model).place != Place::Table || s.is_engaged(model) {
        return Ok(());
    }
    let Some(vehicle) = touched(fixed, s, model) else { return Ok(()) };
    if let Some(crewman) = exposed(fixed, s, model, vehicle) {
        return with_crew(s, cx, model, vehicle, crewman);
    }
    super::wargear::draw(s, cx, model);
    let mut options: Vec<Choice> = strikes(fixed, s, model, vehicle, true);
    options.push(Choice::Word(Word::Hold));
    s.about = Some(s.model(model).unit);
    let ask = Ask::new(s.side_of(model).seat(), "assault", rule!("2E-VHH-003"));
    let Choice::Assault(_, _, location, tool) = cx.choose(s, ask, &options)? else { return Ok(()) };
    // 2E-VHH-002: one automatic hit for each Attack.
    let hits = fixed.kind_of(model).values.a * fixed.numbers().by_hand.hits_per_attack;
    cx.emit(
        rules!["2E-VHH-001", "2E-VHH-002", "2E-VHH-003"],
        Event::Happened { what: "event.assaults", model, other: Some(vehicle) },
    );
    batter(s, cx, model, vehicle, usize::from(location), tool, hits)
}

/// The nearest of the exposed crew of a vehicle (2E-VHH-011).
pub fn exposed(fixed: &Fixed, s: &State, model: ModelId, vehicle: ModelId) -> Option<ModelId> {
    let own = datafax(fixed, vehicle).filter(|own| own.exposed_crew || own.open_topped)?;
    if s.vehicle(model).is_some() {
        return None;
    }
    let (body, pose) = (s.table.body(model)?, s.pose(vehicle)?);
    let near = |at: usize| Outline::convex(corners(own, at, pose)).distance(&body.outline);
    let mut places: Vec<usize> = (0..own.location.len()).filter(|at| is_crew_location(own, *at)).collect();
    places.sort_by_key(|at| (near(*at), *at));
    places.into_iter().find_map(|at| penetration::crewman_at(fixed, s, vehicle, at))
}

/// 2E-VHH-011: a normal fight with the nearest crewman.
fn with_crew(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    vehicle: ModelId,
    crewman: ModelId,
) -> Step {
    if !applies(rule!("2E-VHH-011")) {
        return Ok(());
    }
    cx.emit(rules!["2E-VHH-011"], Event::Happened { what: "event.fights-crew", model, other: Some(vehicle) });
    let post = s.model(crewman).post;
    combat::fight(s, cx, [crewman, model], 1, false)?;
    if s.model(crewman).place == Place::Gone {
        crew::lost(s, cx, vehicle, post, rules!["2E-VHH-011"]);
    }
    for unit in [s.model(model).unit, s.model(crewman).unit] {
        super::morale::after_losses(s, cx, unit)?;
    }
    Ok(())
}

/// What a model can do to a vehicle by hand: every location in reach with everything it may use. 2E-VHH-009: against a
/// machine that fights only close combat weapons, pistols and grenades.
pub fn strikes(fixed: &Fixed, s: &State, model: ModelId, vehicle: ModelId, any_weapon: bool) -> Vec<Choice> {
    let tools = tools(fixed, s, model, any_weapon);
    let places = in_reach(fixed, s, model, vehicle);
    let with = |location: u8| tools.iter().map(move |tool| Choice::Assault(model, vehicle, location, *tool));
    places.into_iter().flat_map(|at| with(at as u8)).collect()
}

/// 2E-VHH-003: the locations in reach: of a pair only the one on the attacker's side.
fn in_reach(fixed: &Fixed, s: &State, model: ModelId, vehicle: ModelId) -> Vec<usize> {
    let (Some(own), Some(body), Some(pose)) = (datafax(fixed, vehicle), s.table.body(model), s.pose(vehicle))
    else {
        return Vec::new();
    };
    let far = |at: usize| Outline::convex(corners(own, at, pose)).distance(&body.outline);
    let fits = |at: &usize| {
        let location = &own.location[*at];
        let twin = |other: &usize| {
            other != at
                && own.location[*other].pick == "nearest"
                && own.location[*other].roll == location.roll
        };
        let nearer = (0..own.location.len()).filter(twin).any(|other| far(other) < far(*at));
        !is_crew_location(own, *at) && (location.pick != "nearest" || !nearer)
    };
    (0..own.location.len()).filter(fits).collect()
}

/// 2E-VHH-005: what a model may use: its close combat weapons, grenades, and ranged weapons that are not move-or-fire.
pub fn tools(fixed: &Fixed, s: &State, model: ModelId, any_weapon: bool) -> Vec<Tool> {
    let hands = duel::in_hand(fixed, s, model).into_iter().map(Tool::Hand);
    let mut found: Vec<Tool> = hands.collect();
    let spent = |weapon: u8| {
        s.wear(fixed, model, weapon).is_some_and(|wear| wear.jams > 0 || wear.recharging > 0 || wear.lost)
    };
    for weapon in &fixed.kind_of(model).weapons {
        let own = fixed.weapon(*weapon);
        let known = own.penetration == "auto" || Formula::read(&own.penetration, own.strength).is_some();
        let allowed = own.mount.is_none() && !own.has(Keyword::MoveOrFire) && known && !spent(*weapon);
        let by_hand = fixed.melee.iter().any(|melee| melee.weapon == own.weapon);
        if allowed && (own.thrown || own.has(Keyword::CloseCombatOnly) || (any_weapon && !by_hand)) {
            found.push(Tool::Ranged(*weapon));
        }
    }
    if found.is_empty() {
        found.push(Tool::Fists);
    }
    found
}

/// The formula of a blow against armour, and the rules it is made of; `None` where it goes through by itself.
pub fn formula(fixed: &Fixed, model: ModelId, tool: Tool, standing: bool) -> (Option<Formula>, Vec<RuleId>) {
    let own = fixed.kind_of(model).values.s;
    let mut rules = vec![rule!("2E-VHH-004")];
    let (printed, strength, included) = match tool {
        Tool::Fists => ("S+D6".to_owned(), own, false),
        Tool::Hand(weapon) => {
            let weapon = fixed.melee(weapon);
            (weapon.penetration.clone(), weapon.strength.unwrap_or(own), weapon.bonus_included)
        }
        Tool::Ranged(weapon) => {
            let weapon = fixed.weapon(weapon);
            rules.extend(rules!["2E-VHH-005", "2E-VHH-006"]);
            if weapon.sustained > 0 {
                rules.push(rule!("2E-SUS-010"));
            }
            (weapon.penetration.clone(), weapon.strength, weapon.has(Keyword::BonusIncluded))
        }
    };
    if printed == "auto" {
        return (None, rules);
    }
    let mut formula =
        Formula::read(&printed, strength).unwrap_or_else(|| Formula { dice: vec![(1, 6)], plus: strength });
    // 2E-AMB-132: printed formulas of close combat weapons hold the bonus die already.
    if let Some(sides) = fixed.data.charts.strong_arm.of(strength).filter(|_| !included) {
        formula.dice.push((1, sides));
    }
    if standing {
        let bonus = fixed.numbers().standing.bonus;
        formula.dice.push((bonus.dice, bonus.sides));
        rules.push(rule!("2E-VHH-007"));
    }
    (Some(formula), rules)
}

/// 2E-AMB-106: whether a vehicle stood in its last movement phase, or cannot move.
pub fn stands(s: &State, vehicle: ModelId) -> bool {
    s.vehicle(vehicle).is_some_and(|own| own.speed == Speed::Stationary && s.model(vehicle).far == 0)
        || s.has_damage(vehicle, |damage| damage == Lasting::Halted)
}

/// Blows against one location of a vehicle.
pub fn batter(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    vehicle: ModelId,
    location: usize,
    tool: Tool,
    hits: u8,
) -> Step {
    let fixed = cx.fixed();
    let effect = match tool {
        Tool::Hand(weapon) => fixed.melee(weapon).effect,
        _ => None,
    };
    if effect == Some(HandEffect::HarlequinsKiss) {
        return kiss(s, cx, model, vehicle, location, hits);
    }
    let from = Source { from: s.pose(model).map(|pose| pose.at), ..Source::default() };
    let mut hits = hits;
    if effect == Some(HandEffect::LightningClaws) && hits >= fixed.data.effects.lightning_claws.combined_from
    {
        s.about = Some(s.model(model).unit);
        let ask = Ask::new(s.side_of(model).seat(), "claws", rule!("2E-WPN-020"));
        if cx.choose(s, ask, &[Word::On, Word::Keep])? == Word::On {
            let printed = &fixed.data.effects.lightning_claws.combined;
            let armour = penetration::armour(fixed, s, vehicle, location, from.from);
            if let Some(formula) = Formula::read(printed, 0) {
                let rules = rules!["2E-VHH-004", "2E-WPN-020", "2E-PEN-001"];
                let total = formula.roll(cx, rules)?;
                penetration::against(s, cx, vehicle, location, total, armour, rules)?;
            }
            hits = 0;
        }
    }
    for _ in 0..hits {
        if s.table.body(vehicle).is_none() || s.model(model).place != Place::Table {
            break;
        }
        let (formula, mut rules) = formula(fixed, model, tool, stands(s, vehicle));
        let armour = penetration::armour(fixed, s, vehicle, location, from.from);
        let Some(formula) = formula else {
            let place = location as u8;
            cx.emit(
                rules!["2E-PEN-004", "2E-VHH-005"],
                Event::Pierced { model: vehicle, location: place, total: armour, armour },
            );
            damage::roll(s, cx, vehicle, location)?;
            continue;
        };
        let total = formula.roll(cx, &rules)?;
        rules.push(rule!("2E-PEN-001"));
        penetration::against(s, cx, vehicle, location, total, armour, &rules)?;
    }
    Ok(())
}

/// TABX-008: a Harlequin's kiss against armour: a die, and another one for each six; what gets in kills the crew.
fn kiss(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    vehicle: ModelId,
    location: usize,
    hits: u8,
) -> Step {
    let fixed = cx.fixed();
    let rules = rules!["2E-WPN-020", "2E-PEN-001"];
    let own = &fixed.data.effects.harlequins_kiss;
    for _ in 0..hits {
        if s.table.body(vehicle).is_none() {
            break;
        }
        let from = s.pose(model).map(|pose| pose.at);
        let armour = penetration::armour(fixed, s, vehicle, location, from);
        let mut total = 0;
        loop {
            let [face] = cx.roll::<1>(6, "roll.penetration", rules)?;
            total += face;
            if face < own.again_on {
                break;
            }
        }
        let place = location as u8;
        if total < armour {
            cx.emit(rules, Event::Bounced { model: vehicle, location: place, total, armour });
            continue;
        }
        cx.emit(rules, Event::Pierced { model: vehicle, location: place, total, armour });
        let [face] = cx.roll::<1>(6, "roll.aboard", rules)?;
        let crew: Vec<ModelId> = crew::crew(s, vehicle).collect();
        if face <= own.one_crewman_to {
            if !crew.is_empty() {
                let [who] = cx.roll::<1>(crew.len() as u8, "roll.who", rules)?;
                crew::slay(s, cx, crew[usize::from(who) - 1], rules);
            }
        } else if face >= own.all_crew_from {
            for crewman in crew {
                crew::slay(s, cx, crewman, rules);
            }
        } else {
            let needs = if face >= own.crew_2_from { own.crew_2_needs } else { own.crew_4_needs };
            damage::some_die(s, cx, &crew, needs)?;
        }
    }
    Ok(())
}

/// 2E-VHH-009: the hits of a fight won against a machine: the location is chosen, the roll goes against its armour.
pub fn machine_struck(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    machine: ModelId,
    hits: u8,
) -> Step {
    if !applies(rule!("2E-VHH-009")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let options = strikes(fixed, s, model, machine, false);
    let Some(first) = options.first().cloned() else { return Ok(()) };
    s.about = Some(s.model(model).unit);
    (s.number, s.struck) = (hits, Some((model, machine)));
    let ask = Ask::new(s.side_of(model).seat(), "assault", rule!("2E-VHH-009"));
    let picked = if options.len() > 1 { cx.choose(s, ask, &options)? } else { first };
    (s.number, s.struck) = (0, None);
    let Choice::Assault(_, _, location, tool) = picked else { return Ok(()) };
    cx.emit(rules!["2E-VHH-009"], Event::Happened { what: "event.assaults", model, other: Some(machine) });
    batter(s, cx, model, machine, usize::from(location), tool, hits)
}
