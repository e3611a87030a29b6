//! What never changes within a game: the armies, the table, what the scenario says.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule};
use grognard_space::table::{FormId, Ground, Point};
use serde::{Deserialize, Serialize};

use crate::choice::ActionName;
use crate::data::Data;
use crate::data::amount::Cm;
use crate::data::army::Battle;
use crate::data::numbers::Numbers;
use crate::data::play::{self, Mode};
use crate::data::scenario::{At, Edge, Scenario, Zone, ZoneKind};
use crate::ids::{FormationId, UnitId};
pub use crate::kind::{Class, Column, Gun, Kind};
use crate::layouts;
use crate::muster;
use crate::readings;
use crate::state::Objective;
use crate::terrain::Battlefield;

/// The scenarios that can be played.
pub const BUILT: [&str; 10] = [
    "basics",
    "fast-attack",
    "armoured-vehicles",
    "advanced-concepts",
    "combined-arms",
    "special-abilities",
    "korps-grinda",
    "death-from-the-skies",
    "thunderhawk-down",
    "ambush",
];

/// The seats of battles.
pub const SEATS: [&str; 5] = ["force-a", "force-b", "force-c", "force-d", "force-e"];

/// The ready battles that can be played.
pub const BATTLES: [&str; 17] = [
    "first-evening",
    "armageddon",
    "god-machines",
    "from-the-sky",
    "webway",
    "dark-raid",
    "cleanse-the-valley",
    "escalation",
    "breakout",
    "four-warlords",
    "allies",
    "steel-rain",
    "planetfall",
    "siegeline",
    "static-defence",
    "hit-and-run",
    "water-plant",
];

/// What is chosen before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The scenario.
    pub scenario: String,
    /// EA-TURN-001: the number of turns the players agreed on, where the scenario gives none; 0 for none.
    pub turns: u8,
    /// EA-WTHR-001, EA-WTHR-002: the climate, `light` for the light method; empty for none.
    pub weather: String,
    /// EA-WTHR-003: players choose the weather.
    pub weather_chosen: bool,
    /// EA-MULT-006, EA-MULT-007: how friends take turns: `hierarchical` or `simultaneous`; empty for each on its own.
    pub teams: String,
    /// EA-TOUR-004: the country a table is made of from a number; empty for the battle's own table.
    pub country: String,
    /// The number of such a table.
    pub table: u32,
    /// The first army in place of a battle's: a ready one, or a list.
    pub force_a: String,
    /// The second army.
    pub force_b: String,
    /// EA-OBJ-001: how it is found out what objectives are; empty for plain ones.
    pub objectives: String,
    /// EA-OBJ-001: what an umpire has decided for them, by name and in order.
    pub umpire: String,
    /// EA-TOUR-010: how the rules are read: a preset; empty for the battle's own.
    pub preset: String,
    /// EA-TOUR-010: options that differ from the preset: `speed-0-road=on, end-roll=off`.
    pub options: String,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            scenario: BUILT[0].to_owned(),
            turns: 0,
            weather: String::new(),
            weather_chosen: false,
            teams: String::new(),
            country: String::new(),
            table: 0,
            force_a: String::new(),
            force_b: String::new(),
            objectives: String::new(),
            umpire: String::new(),
            preset: String::new(),
            options: String::new(),
        }
    }
}

/// A unit as it was mustered.
#[derive(Clone, Debug)]
pub struct UnitSpec {
    /// Its name in answers: `force-a-1.3`.
    pub name: String,
    /// Its formation.
    pub formation: FormationId,
    /// Its kind, as an index.
    pub kind: usize,
}

/// A formation as it was mustered.
#[derive(Clone, Debug)]
pub struct FormationSpec {
    /// Its name in answers: `force-a-1`.
    pub name: String,
    /// What it is called, as a key of the names.
    pub id: String,
    /// Whose it is.
    pub side: SeatId,
    /// EA-FORM-005: its Initiative; none where it never acts.
    pub initiative: Option<u8>,
    /// Army rules that hold for it.
    pub rules: Vec<String>,
    /// EA-LIST-007: what it cost, with everything that belongs to it.
    pub points: u16,
    /// Its units.
    pub units: Vec<UnitId>,
    /// Where it is set up, if not with its side.
    pub zone: Option<Zone>,
    /// EA-SAS-004: whether it is dug in.
    pub entrenched: bool,
}

/// A player's army.
#[derive(Clone, Debug)]
pub struct SideSpec {
    /// Its name in answers.
    pub id: String,
    /// Who are friends.
    pub team: u8,
    /// EA-STRT-001.
    pub strategy: u8,
}

/// Formations of a side before the game is made.
#[derive(Clone, Debug)]
pub struct Mustered {
    /// Whose, as an index.
    pub side: u8,
    /// What it is called.
    pub id: String,
    /// What each unit is: `sm-tactical`, with its fit and characters `sm-dreadnought:assault`, `sm-tactical+sm-captain`.
    pub units: Vec<String>,
    /// Its Initiative.
    pub initiative: Option<u8>,
    /// Army rules.
    pub rules: Vec<String>,
    /// Where it is set up, if not with its side.
    pub zone: Option<Zone>,
    /// EA-LIST-007: what it costs.
    pub points: u16,
    /// EA-SAS-004: whether it is dug in.
    pub entrenched: bool,
}

/// Stands of terrain that a side bought for the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stock {
    /// Whose.
    pub side: SeatId,
    /// What: an entry of the purchases.
    pub purchase: String,
    /// How many lots.
    pub count: u8,
}

/// What never changes in a game.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// All data.
    pub data: Arc<Data>,
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// How many turns are played at most; 0 for as many as it takes.
    pub turns: u8,
    /// The players.
    pub sides: Vec<SideSpec>,
    /// Datasheets in play.
    pub kinds: Vec<Kind>,
    /// Formations.
    pub formations: Vec<FormationSpec>,
    /// Units.
    pub units: Vec<UnitSpec>,
    /// Where objectives lie that nobody places.
    pub objectives: Vec<Objective>,
    /// The climate, `light`, or nothing.
    pub weather: String,
    /// EA-WTHR-003.
    pub weather_chosen: bool,
    /// EA-MULT-006, EA-MULT-007: how friends take turns.
    pub teams: String,
    /// EA-OBJ-001: how it is found out what objectives are; empty for plain ones.
    pub marks: String,
    /// EA-OBJ-001: what an umpire has decided, as indices into the table.
    pub umpire: Vec<u8>,
    /// EA-TOUR-010: how the players read the rules, by option.
    pub options: BTreeMap<String, String>,
    /// EA-SAS-005, EA-SSL-003: what each side bought for the scenario.
    pub stock: Vec<Stock>,
    /// EA-ARMY-019: the sides with a Wraithgate.
    pub gates: Vec<SeatId>,
    /// The table with its terrain.
    pub field: Battlefield,
    /// The same in space.
    pub ground: Arc<Ground>,
}

impl Fixed {
    /// Prepares a game; errors say which setting is wrong and what would be right.
    pub fn new(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        let known: Vec<&str> = data.weather.climate.iter().map(|climate| climate.id.as_str()).collect();
        if !matches!(setup.weather.as_str(), "" | "light") && !known.contains(&setup.weather.as_str()) {
            let all = known.join(", ");
            return Err(format!("there is no climate `{}`; there are: light, {all}", setup.weather));
        }
        if !matches!(setup.teams.as_str(), "" | "hierarchical" | "simultaneous") {
            return Err(format!(
                "`{}` is no way to play in teams; there are: hierarchical, simultaneous",
                setup.teams
            ));
        }
        let battle = data.battles.iter().find(|battle| battle.id == setup.scenario);
        let preset = if setup.preset.is_empty() {
            battle.map_or("as-printed", |battle| battle.preset.as_str())
        } else {
            &setup.preset
        };
        let options = readings::options(data, preset, &setup.options)?;
        let marks = readings::marks(data, &setup.objectives)?;
        let umpire = readings::umpire(data, &setup.umpire)?;
        let fixed = Fixed::in_fair_weather(data, setup)?;
        let (weather, mut teams) = (setup.weather.clone(), setup.teams.clone());
        // EA-SWP-003.
        if teams.is_empty() && fixed.is_special("simultaneous-teams") {
            "simultaneous".clone_into(&mut teams);
        }
        Ok(Fixed { weather, weather_chosen: setup.weather_chosen, teams, options, marks, umpire, ..fixed })
    }

    /// A game without its weather.
    fn in_fair_weather(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        let built = BATTLES.contains(&setup.scenario.as_str());
        if let Some(battle) = data.battles.iter().find(|battle| built && battle.id == setup.scenario) {
            let mut battle = battle.clone();
            for (at, chosen) in [&setup.force_a, &setup.force_b].into_iter().enumerate() {
                if !chosen.is_empty() && at < battle.forces.len() {
                    battle.forces[at].clone_from(chosen);
                }
            }
            return Fixed::of_battle(data, &battle, setup);
        }
        if !setup.force_a.is_empty() || !setup.force_b.is_empty() {
            return Err(format!(
                "`{}` has armies of its own: choose a battle to lead others",
                setup.scenario
            ));
        }
        let known = || [&BUILT[..], &BATTLES[..]].concat().join(", ");
        if !BUILT.contains(&setup.scenario.as_str()) {
            return Err(format!("`{}` cannot be played yet; there are: {}", setup.scenario, known()));
        }
        let scenario = data.scenarios.iter().find(|scenario| scenario.id == setup.scenario);
        let scenario = scenario.ok_or_else(|| format!("there is no scenario `{}`", setup.scenario))?;
        let sides: Vec<SideSpec> = sides(scenario);
        let of = |id: &str| scenario.side.iter().position(|side| side.id == id).unwrap_or(0);
        let mustered = scenario.formation.iter().map(|formation| {
            let side = of(&formation.side);
            Mustered {
                side: side as u8,
                id: formation.id.clone(),
                units: units_of(formation),
                initiative: formation.initiative.0,
                rules: formation.army_rules.clone().unwrap_or_else(|| scenario.side[side].army_rules.clone()),
                zone: formation.zone.clone(),
                points: 0,
                entrenched: false,
            }
        });
        let table = data.tables.iter().find(|table| table.id == scenario.table);
        let table = table.ok_or_else(|| format!("there is no table `{}`", scenario.table))?;
        let field = Battlefield::of(data, table)?;
        let turns = scenario.turns.unwrap_or(setup.turns);
        Fixed::with(data, Arc::new(scenario.clone()), turns, sides, mustered.collect(), field)
    }

    /// A ready battle: two forces, a table, a scenario.
    fn of_battle(data: &Arc<Data>, battle: &Battle, setup: &Setup) -> Result<Fixed, String> {
        let scenario = data.scenarios.iter().find(|scenario| scenario.id == battle.scenario);
        let scenario = scenario.ok_or_else(|| format!("there is no scenario `{}`", battle.scenario))?;
        let table = data.tables.iter().find(|table| table.id == battle.table);
        let table = table.ok_or_else(|| format!("there is no table `{}`", battle.table))?;
        if setup.force_a.is_empty() && setup.force_b.is_empty() {
            readings::map(scenario, setup)?;
        } else {
            readings::limits(data, battle, scenario)?;
            readings::map(scenario, setup)?;
        }
        let (mut sides, mut mustered, mut gates) = (sides(scenario), Vec::new(), Vec::new());
        let mut stock = Vec::new();
        for (at, force) in battle.forces.iter().enumerate() {
            mustered.extend(muster::muster(data, force, at as u8)?);
            stock.extend(muster::stock(data, force, at as u8));
            gates.extend(muster::has_gate(data, force).then_some(SeatId(at as u8)));
            if let Some(side) = sides.get_mut(at) {
                // Seats have the same names in all games.
                SEATS[at % SEATS.len()].clone_into(&mut side.id);
                side.strategy = muster::strategy(data, force);
            }
        }
        // EA-SWP-014: what a scenario has besides.
        for own in &scenario.formation {
            let side = scenario.side.iter().position(|side| side.id == own.side).unwrap_or(0);
            mustered.push(Mustered {
                side: side as u8,
                id: own.id.clone(),
                units: units_of(own),
                initiative: own.initiative.0,
                rules: own.army_rules.clone().unwrap_or_default(),
                zone: own.zone.clone(),
                points: 0,
                entrenched: false,
            });
        }
        // EA-TOUR-004: where the players agree on it another table than the battle's own, but not where its map matters.
        let made = if setup.country.is_empty() {
            None
        } else {
            Some(layouts::make(data, &setup.country, setup.table, table.size)?)
        };
        let field = Battlefield::of(data, made.as_ref().unwrap_or(table))?;
        outposts(data, setup, &mut mustered);
        let turns = scenario.turns.unwrap_or(setup.turns);
        let fixed = Fixed::with(data, Arc::new(scenario.clone()), turns, sides, mustered, field)?;
        let fixed = Fixed { stock, gates, ..fixed };
        // EA-SFL-002: some things have no place in the fog.
        let banned =
            (0..fixed.units.len() as u16).map(UnitId).find(|unit| crate::column::is_banned(&fixed, *unit));
        match banned {
            Some(unit) => Err(format!("`{}` may not be taken into `{}`", fixed.kind(unit).sheet, battle.id)),
            None => Ok(fixed),
        }
    }

    /// A game of these formations on this table.
    pub fn with(
        data: &Arc<Data>,
        scenario: Arc<Scenario>,
        turns: u8,
        sides: Vec<SideSpec>,
        mustered: Vec<Mustered>,
        field: Battlefield,
    ) -> Result<Fixed, String> {
        let (mut kinds, mut formations, mut units): (Vec<Kind>, Vec<FormationSpec>, Vec<UnitSpec>) =
            Default::default();
        for (at, own) in mustered.into_iter().enumerate() {
            let formation = FormationId(at as u16);
            let side = SeatId(own.side);
            let number = formations.iter().filter(|other| other.side == side).count() + 1;
            let name = format!("{}-{number}", sides[side.index()].id);
            let first = units.len() as u16;
            for (at, sheet) in own.units.iter().enumerate() {
                let known = kinds.iter().position(|kind| kind.key == *sheet);
                let kind = known.unwrap_or(kinds.len());
                if kind == kinds.len() {
                    kinds.push(Kind::new(data, sheet)?);
                }
                units.push(UnitSpec { name: format!("{name}.{}", at + 1), formation, kind });
            }
            formations.push(FormationSpec {
                name,
                id: own.id,
                side,
                initiative: own.initiative,
                rules: own.rules,
                points: own.points,
                units: (first..units.len() as u16).map(UnitId).collect(),
                zone: own.zone,
                entrenched: own.entrenched,
            });
        }
        let middle = Point { x: field.size.0.0 / 2, y: field.size.1.0 / 2 };
        let place = |at: &Option<At>| match at {
            Some(At::Middle(_)) => Some(middle),
            Some(At::Place([Cm(x), Cm(y)])) => Some(Point::new(*x, *y)),
            None => None,
        };
        let lies = |(number, file): (usize, &crate::data::scenario::Objective)| {
            Some(Objective { number: number as u8, at: place(&file.at)?, edge: None })
        };
        let objectives = scenario.objective.iter().enumerate().filter_map(lies).collect();
        let ground = Arc::new(field.ground(kinds.iter().map(|kind| kind.form.clone()).collect()));
        Ok(Fixed {
            data: Arc::clone(data),
            scenario,
            turns,
            sides,
            kinds,
            formations,
            units,
            objectives,
            weather: String::new(),
            weather_chosen: false,
            teams: String::new(),
            marks: String::new(),
            umpire: Vec::new(),
            options: BTreeMap::new(),
            stock: Vec::new(),
            gates: Vec::new(),
            field,
            ground,
        })
    }

    /// The numbers of the rules.
    pub fn numbers(&self) -> &Numbers {
        &self.data.numbers
    }

    /// The kind of a unit.
    pub fn kind(&self, unit: UnitId) -> &Kind {
        &self.kinds[self.units[unit.index()].kind]
    }

    /// What a unit is in space.
    pub fn form(&self, unit: UnitId) -> FormId {
        FormId(self.units[unit.index()].kind as u16)
    }

    /// A formation as mustered.
    pub fn spec(&self, formation: FormationId) -> &FormationSpec {
        &self.formations[formation.index()]
    }

    /// Whether an army rule holds for a formation.
    pub fn has_rule(&self, formation: FormationId, rule: RuleId) -> bool {
        self.spec(formation).rules.iter().any(|known| known == rule.as_str())
    }

    /// EA-TOUR-010: whether an option is set to a value.
    pub fn is_set(&self, option: &str, value: &str) -> bool {
        self.options.get(option).is_some_and(|own| own == value)
    }

    /// Whether the scenario has something special, by its word.
    pub fn is_special(&self, word: &str) -> bool {
        self.scenario.special.iter().any(|known| known == word)
    }

    /// EA-ARMY-011: whether a formation may come in Drop Pods.
    pub fn has_pods(&self, formation: FormationId) -> bool {
        self.has_rule(formation, rule!("EA-ARMY-012")) && applies(rule!("EA-ARMY-011"))
    }

    /// EA-ARMY-016, EA-ARMY-031: the rule of Hit and Run that holds for a formation.
    pub fn hit_and_run(&self, formation: FormationId) -> Option<RuleId> {
        let all = [rule!("EA-ARMY-016"), rule!("EA-ARMY-031")];
        all.into_iter().find(|rule| self.has_rule(formation, *rule) && applies(*rule))
    }

    /// The record of an action, in one of its modes.
    pub fn action(&self, name: ActionName, mode: Option<Mode>) -> Option<&play::Action> {
        self.data
            .actions
            .iter()
            .find(|action| action.id == name.id() && (mode.is_none() || action.mode == mode))
    }

    /// The seats, in order.
    pub fn seats(&self) -> impl Iterator<Item = SeatId> + use<> {
        (0..self.sides.len() as u8).map(SeatId)
    }

    /// The zones of a side: those of the edge it took, or its own where sides are set up in different ways.
    pub fn side_zones(&self, s: &crate::state::State, seat: SeatId) -> &[Zone] {
        let kinds = |kind: ZoneKind| {
            matches!(kind, ZoneKind::Edge | ZoneKind::Tournament | ZoneKind::Quarter | ZoneKind::ByRule)
        };
        let alike =
            self.scenario.side.iter().all(|side| side.zones.first().is_none_or(|zone| kinds(zone.kind)));
        let zone = usize::from(s.zones[seat.index()]);
        // EA-TOUR-012: corners go two by two, as edges do.
        let zone = if zone < self.sides.len() { zone } else { zone % 2 };
        let at = if alike { zone } else { seat.index() };
        self.scenario.side.get(at).map_or(&[], |side| &side.zones)
    }

    /// The strip of a zone by its number. EA-TOUR-012: in the tournament game along a long edge.
    pub fn strip_of(&self, zone: u8) -> Option<(Point, Point)> {
        let file = self.scenario.side.get(usize::from(zone))?.zones.first()?;
        if file.kind == ZoneKind::Edge && file.edge == Some(Edge::Own) {
            // EA-SEE-002: along a long edge.
            let (x, y, deep) = (self.field.size.0.0, self.field.size.1.0, file.depth?.0.0);
            let (low, high) = if zone == 0 { (0, deep) } else { (y - deep, y) };
            return Some((Point { x: 0, y: low }, Point { x, y: high }));
        }
        if file.kind != ZoneKind::Tournament {
            return self.strip(file);
        }
        let (x, y, deep) = (self.field.size.0.0, self.field.size.1.0, self.numbers().zone_depth.depth.0.0);
        let (low, high) = if zone == 0 { (0, deep) } else { (y - deep, y) };
        Some((Point { x: 0, y: low }, Point { x, y: high }))
    }

    /// EA-TRNG-004: the strip along an edge in which the side with that edge is set up, as two corners.
    pub fn strip(&self, zone: &Zone) -> Option<(Point, Point)> {
        let (x, y) = (self.field.size.0.0, self.field.size.1.0);
        let depth = zone.depth.filter(|_| zone.kind == ZoneKind::Edge)?.0.0;
        let corners = match zone.edge? {
            Edge::Near => ((0, 0), (x, depth)),
            Edge::Far => ((0, y - depth), (x, y)),
            Edge::Left => ((0, 0), (depth, y)),
            Edge::Right => ((x - depth, 0), (x, y)),
            Edge::Own => return None,
        };
        let point = |(x, y)| Point { x, y };
        Some((point(corners.0), point(corners.1)))
    }
}

/// EA-OBJ-025: where objectives may be outposts, each side has a stand of each kind of its infantry to hold one.
fn outposts(data: &Data, setup: &Setup, mustered: &mut Vec<Mustered>) {
    if matches!(setup.objectives.as_str(), "" | "off") {
        return;
    }
    let mut known: Vec<(u8, String)> = Vec::new();
    for own in mustered.iter() {
        for unit in &own.units {
            let sheet = unit.split([':', '+']).next().unwrap_or_default();
            let foot = data
                .sheets
                .get(sheet)
                .is_some_and(|sheet| sheet.types.contains(&crate::data::unit::UnitType::Infantry));
            let key = (own.side, format!("{sheet}+!fearless"));
            if foot && !known.contains(&key) {
                known.push(key);
            }
        }
    }
    mustered.extend(known.into_iter().map(|(side, unit)| Mustered {
        side,
        id: crate::play::marks::OUTPOST.to_owned(),
        units: vec![unit],
        initiative: None,
        rules: Vec::new(),
        zone: None,
        points: 0,
        entrenched: false,
    }));
}

/// What each unit of a fixed formation is. EA-ABIL-010: a character belongs to the first unit of its host's kind.
fn units_of(formation: &crate::data::scenario::FixedFormation) -> Vec<String> {
    let fit = |unit: &str| formation.fits.iter().find(|fit| fit.unit == unit);
    let name = |unit: &String| fit(unit).map_or(unit.clone(), |fit| format!("{unit}:{}", fit.fit));
    let counts = formation.units.iter();
    let mut all: Vec<String> =
        counts.flat_map(|count| std::iter::repeat_n(name(&count.unit), count.count.into())).collect();
    for hosted in &formation.characters {
        let host = name(&hosted.host);
        if let Some(unit) = all.iter_mut().find(|unit| **unit == host) {
            *unit = format!("{unit}+{}", hosted.unit);
        }
    }
    // EA-AMB-136: abilities given to some units.
    for given in &formation.give {
        let own = name(&given.unit);
        for unit in all.iter_mut().filter(|unit| **unit == own).take(given.count.into()) {
            *unit = format!("{unit}+!{}", given.ability);
        }
    }
    all
}

/// The players of a scenario. Those of one team are friends; without teams everybody is on their own.
pub fn sides(scenario: &Scenario) -> Vec<SideSpec> {
    let mut teams: Vec<&str> = Vec::new();
    let side = |side: &crate::data::scenario::Side, teams: &mut Vec<_>| {
        let of = side.team.as_deref();
        let team = of.and_then(|of| teams.iter().position(|known| *known == of)).unwrap_or(teams.len());
        (team, side.id.clone(), side.strategy.unwrap_or(0))
    };
    let mut all = Vec::new();
    for file in &scenario.side {
        let (team, id, strategy) = side(file, &mut teams);
        if team == teams.len() {
            teams.push(file.team.as_deref().unwrap_or(&file.id));
        }
        all.push(SideSpec { id, team: team as u8, strategy });
    }
    all
}
