//! What never changes within a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_engine::message::{Message, Texts};
use grognard_engine::speech::Speech;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::grid::{Cell, Facing};
use grognard_space::sight::Sight;
use serde::{Deserialize, Serialize};

use crate::blips::counter::LETTERS;
use crate::document::force::OwnForce;
use crate::eldar::farseer;
use crate::eldar::seers::Seer;
use crate::force::{Breach, Force, Limit, list::Lists, points::Points, room};
use crate::goal::Goal;
pub use crate::ground::Ground;
use crate::mission::{MOST_MODELS, Mission, Model};
use crate::numbers::Numbers;
use crate::piece::{Marine, PieceId, Place};
use crate::profile::{Folk, Profile, Ranged};
use crate::psychic::Mode;
use crate::psychic::card::Deck;
use crate::table::Side;
use crate::weapon::{Class, Weapon};

/// All data of the system.
#[derive(Clone, Debug)]
pub struct Data {
    /// The numbers, patches included.
    pub numbers: Numbers,
    /// The roles of the Marine side.
    pub profiles: Vec<Profile>,
    /// The charts, in order of [`Ranged::ALL`]; nothing for weapons of the core game.
    pub weapons: Vec<Option<Weapon>>,
    /// What forces can be bought from.
    pub forces: Lists,
    /// Forces bought from them and kept under a name, by id.
    pub bought: BTreeMap<String, OwnForce>,
    /// The standard Hybrid list (SH-HYB-003).
    pub hybrids: crate::blips::brood::HybridList,
    /// The missions, in order of their files.
    pub missions: Vec<Arc<Mission>>,
    /// Tables of the missions' maps, built when the data is read.
    pub grounds: Vec<Arc<Ground>>,
    /// The psychic cards.
    pub deck: Deck,
    /// The sentences, in the language of whoever reads.
    pub texts: Arc<Texts>,
    /// The same in all languages there are.
    pub speech: Arc<Speech>,
}

impl Data {
    /// The same data in another language.
    pub fn speaking(&self, language: &str) -> Data {
        Data { texts: Arc::clone(self.speech.texts(language)), ..self.clone() }
    }

    /// The reloads a model begins with, where nobody says otherwise (SH-WAC-006, SH-WSF-003).
    pub fn reloads_of(&self, profile: &Profile) -> u8 {
        let own = || match profile.ranged {
            Some(Ranged::AssaultCannon) => self.numbers.cannon_reloads.reloads,
            Some(weapon) => self.weapons[weapon as usize].as_ref().map_or(0, |listed| listed.reloads),
            None => 0,
        };
        profile.reloads.unwrap_or_else(own)
    }
}

/// Rulings and options a game may be played with.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// SH-AMB-001: no diagonal step past a wall corner at all.
    pub strict_corners: bool,
    /// SH-AMB-019: section weapons and full auto may endanger other Marines.
    pub friendly_fire: bool,
    /// SH-AMB-027: a storm shield forces one re-roll only.
    pub storm_shield_single: bool,
    /// SH-AMB-075: full auto kills Genestealers on 3.
    pub full_auto_3: bool,
    /// SH-AMB-035: a crack missile needs 3 against a Terminator, not the chart's 4.
    pub crack_missile_3: bool,
    /// SH-AMB-047: a bright lance needs 3 against a Terminator near by, where the chart says that it kills.
    pub bright_lance_3: bool,
    /// SH-AMB-080: the heavy flamer kills Hybrids, and who is as thinly clad, without a roll.
    pub flamer_hybrid_auto: bool,
    /// SH-AMB-065: Tyranids have no guns that work.
    pub no_tyranid_guns: bool,
    /// T-37: a Patriarch is a psyker in games with cards.
    pub patriarch_psyker: bool,
    /// SH-TYR-004: nobody has agreed on wounds that heal.
    pub no_regeneration: bool,
    /// SH-TYR-003: nobody has agreed on one Patriarch, Carnifex and Hive Tyrant a game.
    pub several_of_a_kind: bool,
    /// SH-CMD-011: command points are secret.
    pub secret_command_points: bool,
    /// SH-TIM-001: the host keeps a clock on Marine turns.
    pub timed: bool,
    /// SH-ABU-001: ambush counters are in use.
    pub ambush: bool,
    /// SH-IGF-007: a Com-link officer may call for backup.
    pub backup: bool,
    /// SH-FSC-011: a Mind War counts actions instead of minutes.
    pub mind_war_no_clock: bool,
    /// SH-AMB-038: an Aegis suit counts as a force card against every attack.
    pub aegis: bool,
    /// SH-PEF-014: markers of psychic effects can run out, and cards lie in their place.
    pub scarce_markers: bool,
    /// SH-FOR-005: who plays which side is bid for; the game itself is set up with what comes of it.
    pub bidding: bool,
}

impl Options {
    /// The ruling behind another reading of a weapon's number against Terminators, where it was agreed on.
    pub const fn other_reading(&self, weapon: Ranged) -> Option<RuleId> {
        match weapon {
            Ranged::CrackMissile if self.crack_missile_3 => Some(rule!("SH-AMB-035")),
            Ranged::BrightLance if self.bright_lance_3 => Some(rule!("SH-AMB-047")),
            _ => None,
        }
    }
}

/// What is chosen before a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The mission's id.
    pub mission: String,
    /// See [`Options`].
    #[serde(default)]
    pub strict_corners: bool,
    /// See [`Options`].
    #[serde(default)]
    pub friendly_fire: bool,
    /// See [`Options`].
    #[serde(default)]
    pub storm_shield_single: bool,
    /// See [`Options`].
    #[serde(default)]
    pub full_auto_3: bool,
    /// See [`Options`].
    #[serde(default)]
    pub crack_missile_3: bool,
    /// See [`Options`].
    #[serde(default)]
    pub bright_lance_3: bool,
    /// The option of 0.1.0 that is the rule now; read in old games, and without effect.
    #[serde(default, skip_serializing)]
    pub crack_missile_4: bool,
    /// See [`Options`].
    #[serde(default)]
    pub flamer_hybrid_auto: bool,
    /// See [`Options`].
    #[serde(default)]
    pub no_tyranid_guns: bool,
    /// See [`Options`].
    #[serde(default)]
    pub patriarch_psyker: bool,
    /// See [`Options`].
    #[serde(default)]
    pub no_regeneration: bool,
    /// See [`Options`].
    #[serde(default)]
    pub several_of_a_kind: bool,
    /// See [`Options`].
    #[serde(default)]
    pub secret_command_points: bool,
    /// See [`Options`].
    #[serde(default)]
    pub timed: bool,
    /// See [`Options`].
    #[serde(default)]
    pub ambush: bool,
    /// See [`Options`].
    #[serde(default)]
    pub backup: bool,
    /// See [`Options`].
    #[serde(default)]
    pub mind_war_no_clock: bool,
    /// See [`Options`].
    #[serde(default)]
    pub aegis: bool,
    /// See [`Options`].
    #[serde(default)]
    pub scarce_markers: bool,
    /// See [`Options`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bidding: bool,
    /// SH-FOR-005: what the Marine side was bid for, a number of points; nothing, and its force may cost what the mission's
    /// own squad is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bid: Option<String>,
    /// A force in place of the mission's own: the id of one that is kept, or lines as `force` reads them; nothing, and the
    /// mission's own goes in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force: Option<String>,
    /// SH-FOR-006: a force of the Stealer side in place of blips, in the same way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy: Option<String>,
}

impl Setup {
    /// The options among the settings.
    pub const fn options(&self) -> Options {
        Options {
            strict_corners: self.strict_corners,
            friendly_fire: self.friendly_fire,
            storm_shield_single: self.storm_shield_single,
            full_auto_3: self.full_auto_3,
            crack_missile_3: self.crack_missile_3,
            bright_lance_3: self.bright_lance_3,
            flamer_hybrid_auto: self.flamer_hybrid_auto,
            no_tyranid_guns: self.no_tyranid_guns,
            patriarch_psyker: self.patriarch_psyker,
            no_regeneration: self.no_regeneration,
            several_of_a_kind: self.several_of_a_kind,
            secret_command_points: self.secret_command_points,
            timed: self.timed,
            ambush: self.ambush,
            backup: self.backup,
            mind_war_no_clock: self.mind_war_no_clock,
            aegis: self.aegis,
            scarce_markers: self.scarce_markers,
            bidding: self.bidding,
        }
    }
}

/// What never changes within a game.
#[derive(Debug)]
pub struct Fixed {
    /// All data.
    pub data: Arc<Data>,
    /// The mission.
    pub mission: Arc<Mission>,
    /// Tables of its map.
    pub ground: Arc<Ground>,
    /// The options in force.
    pub options: Options,
    /// The force that was bought, where the mission's own squad stayed at home.
    pub force: Option<Arc<Force>>,
    /// SH-FOR-006: the force that stands against it in place of blips, where one was bought.
    pub enemy: Option<Arc<Force>>,
}

impl Fixed {
    /// A game of a mission.
    pub fn new(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        let Some(index) = data.missions.iter().position(|mission| mission.id == setup.mission) else {
            let known: Vec<_> = data.missions.iter().map(|mission| mission.id.as_str()).collect();
            return Err(format!("there is no mission `{}`; there are {}", setup.mission, known.join(", ")));
        };
        let fixed = Fixed::of(data, index, setup.options());
        let limit = fixed.worth();
        let bid = bid_of(setup.bid.as_deref())?;
        let fixed = match lines_of(data, setup.force.as_deref())? {
            None if bid.is_some() => fixed.within(bid)?,
            None => fixed,
            Some(_) if setup.bidding => return Err(crate::bidding::refused(data, "bid.force-later")),
            Some(lines) => fixed.with_squad_for(lines, bid)?,
        };
        if setup.bidding && crate::bidding::is_of_its_own(&fixed.mission) {
            return Err(crate::bidding::refused(data, "bid.own-squad"));
        }
        let chosen = lines_of(data, setup.enemy.as_deref())?;
        let own = lines_of(data, data.missions[index].enemy.as_deref())?;
        match (chosen, own) {
            (Some(lines), _) => fixed.with_enemy(lines, limit),
            (None, Some(lines)) => fixed.with_own_enemy(lines, limit),
            (None, None) => Ok(fixed),
        }
    }

    /// A game of a mission that is being written, against the force that it names.
    pub fn on_trial(data: &Arc<Data>, mission: Mission) -> Result<Fixed, String> {
        let ground = Arc::new(Ground::new(&mission));
        let (data, mission) = (Arc::clone(data), Arc::new(mission));
        let lines = lines_of(&data, mission.enemy.as_deref())?.map(str::to_owned);
        let fixed = Fixed { data, mission, ground, options: Options::default(), force: None, enemy: None };
        match lines {
            None => Ok(fixed),
            Some(lines) => {
                let limit = fixed.worth();
                fixed.with_own_enemy(&lines, limit)
            }
        }
    }

    /// A game of a mission with its own squad.
    pub fn of(data: &Arc<Data>, index: usize, options: Options) -> Fixed {
        Fixed {
            data: Arc::clone(data),
            mission: Arc::clone(&data.missions[index]),
            ground: Arc::clone(&data.grounds[index]),
            options,
            force: None,
            enemy: None,
        }
    }

    /// SH-FOR-001: what a force may cost: what the mission's own squad is worth, where all of it has a price.
    fn worth(&self) -> Option<Limit> {
        crate::force::worth(&self.data, self.mission.own_squad(), self.mission.psychic).map(Limit::worth)
    }

    /// SH-FOR-005: the game as it is, unless the mission's own squad is worth more than was bid.
    fn within(self, bid: Option<Limit>) -> Result<Fixed, String> {
        let force = crate::force::own(&self.data, self.mission.own_squad(), bid, self.mission.psychic);
        sound(&self.data, &force).map(|()| self)
    }

    /// The same game with a force that costs no more than was bid (SH-FOR-005), or than the mission's own squad is worth
    /// (SH-FOR-001).
    pub fn with_squad_for(self, lines: &str, bid: Option<Limit>) -> Result<Fixed, String> {
        let limit = bid.or_else(|| self.worth());
        let fixed = self.with_force(lines, limit)?;
        // SH-BRD-001: the mission says what decides it; a force that cannot do that would have lost before it begins.
        match fixed.mission.goals.iter().find(|goal| fixed.out_of_reach(**goal)) {
            Some(goal) => {
                let goal = crate::force::named(&fixed.data, "document.mission.choice.goal.kind", goal.kind());
                let said = fixed.data.texts.render(&Message::new("force.out-of-reach").text("goal", goal));
                Err(format!("{}: {said}", rule!("SH-BRD-001")))
            }
            None => Ok(fixed),
        }
    }

    /// Whether the squad could not reach a goal even if nobody fell.
    fn out_of_reach(&self, goal: Goal) -> bool {
        match goal {
            Goal::Burn(_) => {
                !(0..self.mission.crew).any(|index| self.profile(index).ranged.is_some_and(Ranged::is_flamer))
            }
            Goal::Exit { models } | Goal::Hold { models, .. } | Goal::Survive { models } => {
                models > self.mission.crew
            }
            Goal::Secure | Goal::Carry { .. } | Goal::Escort { .. } => false,
        }
    }

    /// The same game with a bought force in place of the mission's own squad (SH-FOR-001).
    pub fn with_force(self, text: &str, limit: Option<Limit>) -> Result<Fixed, String> {
        let mut force = crate::force::buy(&self.data, text, limit, self.mission.psychic);
        sound(&self.data, &force)?;
        let (models, start) = (force.len(), self.mission.start.len());
        // SH-FOR-003: corridors are added where it does not fit.
        let grown = (models > start && applies(rule!("SH-FOR-003")))
            .then(|| room::enlarge(&self.mission, models, self.numbers().corridor.squares))
            .flatten();
        if models == 0 || models > start && grown.is_none() {
            return Err(format!("{}: a force of {models} has {start} start squares", rule!("SH-FOR-003")));
        }
        let mut ground = Arc::clone(&self.ground);
        if let Some(grown) = &grown {
            force.carries(rule!("SH-FOR-003"));
            ground = Arc::new(Ground::new(grown));
        }
        let board = grown.map_or_else(|| Arc::clone(&self.mission), Arc::new);
        if self.mission.goals.iter().any(|goal| matches!(goal, Goal::Escort { .. })) {
            return Err(format!("{}: the mission is about a model of its own squad", rule!("SH-BRD-001")));
        }
        let (mut squad, profiles) = force.muster(&self.data.profiles);
        // What may come out of blips keeps its places behind the Marine side.
        squad.extend_from_slice(&self.mission.squad[self.mission.crew as usize..]);
        let own = squad[..models].iter().map(|model| &profiles[model.profile]);
        let farseer = [farseer::comes_with(own), board.farseer[Side::Stealer.index()]];
        let data = Arc::new(Data { profiles, ..(*self.data).clone() });
        let mission = Arc::new(Mission { squad, crew: models as u8, farseer, ..(*board).clone() });
        Ok(Fixed { data, mission, ground, force: Some(Arc::new(force)), ..self })
    }

    /// SH-FOR-006: the same game with a bought force on the Stealer side, which comes out of the entry areas instead of blips.
    pub fn with_enemy(self, text: &str, limit: Option<Limit>) -> Result<Fixed, String> {
        if !applies(rule!("SH-FOR-006")) {
            return Ok(self);
        }
        let mut force = crate::force::buy(&self.data, text, limit, self.mission.psychic);
        force.carries(rule!("SH-FOR-006"));
        sound(&self.data, &force)?;
        let crew = self.mission.crew as usize;
        if force.is_empty() || self.mission.entries.is_empty() || crew + force.len() > MOST_MODELS {
            return Err(format!("{}: there is no way in for the other force", rule!("SH-FOR-006")));
        }
        let (models, profiles) = force.muster(&self.data.profiles);
        let own = models.iter().map(|model| &profiles[model.profile]);
        let [first, given] = self.mission.farseer;
        let given = given && farseer::watches(own.clone().map(|profile| profile.folk));
        let farseer = [first, given || farseer::comes_with(own)];
        let mut squad = self.mission.own_squad().to_vec();
        squad.extend(models.into_iter().map(|model| Model { name: format!("foe-{}", model.name), ..model }));
        let data = Arc::new(Data { profiles, ..(*self.data).clone() });
        let mission = Arc::new(Mission {
            squad,
            boxed: 0,
            per_turn: 0,
            pool: [0; 7],
            letters: [0; LETTERS as usize],
            lurking: Vec::new(),
            breeds: Vec::new(),
            farseer,
            ..(*self.mission).clone()
        });
        Ok(Fixed { data, mission, enemy: Some(Arc::new(force)), ..self })
    }

    /// SH-ELD-002: the same with the force the mission names, which its Farseer watches over only if it is of Eldar.
    fn with_own_enemy(self, lines: &str, limit: Option<Limit>) -> Result<Fixed, String> {
        let second = Side::Stealer.index();
        let watched = self.mission.farseer[second];
        let fixed = self.with_enemy(lines, limit)?;
        if watched && !fixed.mission.farseer[second] {
            let said = fixed.data.texts.render(&Message::new("force.no-farseer"));
            return Err(format!("{}: {said}", rule!("SH-ELD-002")));
        }
        Ok(fixed)
    }

    /// SH-AMB-018: how far a square is for a weapon; through a hole it is one more than across.
    pub fn range(&self, a: Cell, b: Cell) -> u16 {
        let grid = &self.mission.grid;
        let (from, to) = (grid.coord(a), grid.coord(b));
        if from.level == to.level {
            return grid.distance(a, b);
        }
        let across = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
        across.saturating_add(u16::from(from.level.abs_diff(to.level)))
    }

    /// The same game in another language.
    pub fn speaking(&self, language: &str) -> Fixed {
        Fixed {
            data: Arc::new(self.data.speaking(language)),
            mission: Arc::clone(&self.mission),
            ground: Arc::clone(&self.ground),
            options: self.options,
            force: self.force.clone(),
            enemy: self.enemy.clone(),
        }
    }

    /// Lines of sight on the map.
    pub fn sight(&self) -> &Sight {
        &self.ground.sight
    }

    /// SH-WHF-008: whether fire anywhere in a section reaches all of it where nothing stops it.
    pub fn is_joined(&self, section: usize) -> bool {
        self.ground.joined[section]
    }

    /// The numbers.
    pub fn numbers(&self) -> &Numbers {
        &self.data.numbers
    }

    /// The chart's line of a weapon beyond the core game.
    pub fn weapon(&self, weapon: Ranged) -> Option<&Weapon> {
        self.data.weapons.get(weapon as usize)?.as_ref()
    }

    /// Whether consecutive shots at one target get easier (SH-SUS-001).
    pub fn sustains(&self, weapon: Ranged) -> bool {
        match self.weapon(weapon) {
            Some(listed) => !listed.ladder.is_empty(),
            None => !weapon.is_flamer(),
        }
    }

    /// The action points of a Marine on activation (SH-ACT-003, SH-IGF-001); a melta gun weighs him down (SH-WMG-001).
    pub fn marine_points(&self, marine: u8) -> u8 {
        let profile = self.profile(marine);
        let fresh = &self.numbers().action_points;
        let rule = match profile.folk {
            // SH-HYB-002: as a Terminator.
            Folk::Hybrid => Some(rule!("SH-HYB-002")),
            // SH-TYR-017: as a Genestealer; SH-IGF-001: the Guard has numbers of its own.
            Folk::Tyranid => Some(rule!("SH-TYR-017")),
            Folk::Eldar => profile.seer.map(Seer::rule).or_else(|| profile.warrior()),
            Folk::Harlequin => Some(rule!("SH-HRL-001")),
            Folk::Human if profile.is_guard() => Some(rule!("SH-IGF-001")),
            Folk::Human => None,
        };
        // Whoever has no rule to give it points has none.
        let own = rule.is_none_or(applies);
        let points = if own { profile.ap.unwrap_or(fresh.terminator) } else { 0 };
        let weight: u8 =
            profile.arms().filter_map(|weapon| self.weapon(weapon)).map(|listed| listed.weight).sum();
        if applies(rule!("SH-WMG-001")) { points.saturating_sub(weight) } else { points }
    }

    /// How hard a piece is to hurt (SH-WPN-010).
    pub fn class(&self, piece: PieceId) -> Class {
        match piece {
            PieceId::Marine(index) => {
                let profile = self.profile(index);
                let rules = match profile.class {
                    // SH-IGF-002: the Guard wears next to nothing.
                    Class::Hybrid if profile.is_guard() => rules!["SH-IGF-002"],
                    // SH-TYR-012: the small creatures like Hybrids.
                    Class::Hybrid if profile.folk == Folk::Tyranid => rules!["SH-TYR-012"],
                    // SH-ELD-004: Eldar have columns of their own.
                    Class::Avenger | Class::Reaper | Class::Banshee => rules!["SH-ELD-004"],
                    _ => &[],
                };
                // What no rule puts into a column of its own is as hard to hurt as a Terminator.
                if all_apply(rules) { profile.class } else { Class::Terminator }
            }
            PieceId::Stealer(_) | PieceId::Blip(_) => Class::Stealer,
        }
    }

    /// The role of a Marine.
    pub fn profile(&self, marine: u8) -> &Profile {
        &self.data.profiles[self.mission.squad[marine as usize].profile]
    }

    /// A Marine at the start of the mission, with full ammunition.
    pub fn fresh_marine(&self, index: usize) -> Marine {
        let numbers = self.numbers();
        let model = &self.mission.squad[index];
        let profile = &self.data.profiles[model.profile];
        let ammo = match profile.ranged {
            Some(Ranged::HeavyFlamer) => numbers.flamer.shots,
            Some(Ranged::AssaultCannon) => numbers.cannon.magazine,
            Some(weapon) => self.weapon(weapon).and_then(|listed| listed.shots).unwrap_or(0),
            None => 0,
        };
        let store = profile.extra.iter().filter_map(|weapon| self.weapon(*weapon)?.shots).max().unwrap_or(0);
        // What the Stealer side may bring into play waits for a blip to stand for it.
        let waits = index < self.mission.crew as usize || self.enemy.is_some();
        let place = if waits { Place::Hand } else { Place::Gone };
        Marine {
            place,
            facing: self.mission.start_facing,
            activated: false,
            escaped: false,
            ap: 0,
            prone: false,
            overwatch: false,
            jammed: false,
            ammo,
            reloads: model.reloads.unwrap_or_else(|| self.data.reloads_of(profile)),
            bursts: 0,
            store,
            recharge: 0,
            turned: false,
            wounds: profile.wounds,
            sustained: None,
            lurks: false,
            leapt: false,
            came: false,
        }
    }

    /// What a type costs for a blip's points, in parts of a point; SH-TYR-018: some more where their powers come with cards.
    pub fn muster_cost(&self, profile: usize) -> Option<u8> {
        let profile = &self.data.profiles[profile];
        let cards = self.mission.psychic == Mode::Cards && applies(rule!("SH-TYR-018"));
        profile.cost_cards.filter(|_| cards).or(profile.cost)
    }

    /// Whether a piece goes about holes, pits and shafts as Genestealers do (SH-PIT-011, SH-TYR-017).
    pub fn climbs(&self, piece: PieceId) -> bool {
        match piece {
            PieceId::Marine(index) => self.profile(index).climbs(),
            PieceId::Stealer(_) | PieceId::Blip(_) => true,
        }
    }

    /// SH-TYR-006, SH-AMB-062: whether a model on a square can be made out from another, where the line is clear.
    pub fn discernible(&self, from: Cell, piece: PieceId, at: Cell) -> bool {
        match piece {
            PieceId::Marine(index) => {
                let limit = self.profile(index).seen_within.filter(|_| applies(rule!("SH-TYR-006")));
                limit.is_none_or(|limit| self.range(from, at) <= limit)
            }
            PieceId::Stealer(_) | PieceId::Blip(_) => true,
        }
    }

    /// Whether a piece is a Genestealer or of their kind: a Hybrid, a Tyranid.
    pub fn is_brood(&self, piece: PieceId) -> bool {
        match piece {
            PieceId::Marine(index) => matches!(self.profile(index).folk, Folk::Hybrid | Folk::Tyranid),
            PieceId::Stealer(_) | PieceId::Blip(_) => true,
        }
    }

    /// Whose a piece is.
    pub fn side(&self, piece: PieceId) -> Side {
        match piece {
            PieceId::Marine(index) if index < self.mission.crew => Side::Marine,
            _ => Side::Stealer,
        }
    }
}

/// Every breach of a force with its rule, as one sentence after another.
fn sound(data: &Data, force: &Force) -> Result<(), String> {
    let said = |breach: &Breach| format!("{}: {}", breach.rule, data.texts.render(&breach.message));
    let breaches: Vec<_> = force.breaches.iter().map(said).collect();
    if breaches.is_empty() { Ok(()) } else { Err(breaches.join(" ")) }
}

/// SH-FOR-005: what was bid, if anything was.
fn bid_of(text: Option<&str>) -> Result<Option<Limit>, String> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    let points = Points::parse(text)
        .ok_or_else(|| format!("`{text}` is not a number of points; write it as 12, 12.5 or 12 1/3"))?;
    Ok(Some(Limit::bid(points)))
}

/// The lines of a force: of one that is kept, or as they were given; nothing, where none was chosen.
fn lines_of<'a>(data: &'a Data, text: Option<&'a str>) -> Result<Option<&'a str>, String> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    match data.bought.get(text) {
        Some(own) => Ok(Some(own.lines.as_str())),
        None if text.contains(char::is_whitespace) => Ok(Some(text)),
        None => {
            let known: Vec<_> = data.bought.keys().map(String::as_str).collect();
            Err(format!("there is no force `{text}`; there are {}", known.join(", ")))
        }
    }
}

/// Degrees clockwise from north, as clients draw facings.
pub const fn degrees(facing: Facing) -> i32 {
    match facing {
        Facing::North => 0,
        Facing::East => 90,
        Facing::South => 180,
        Facing::West => 270,
    }
}
