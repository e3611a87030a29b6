//! The presentation as a whole: no key without a sentence, no hole left open.

use std::sync::Arc;

use grognard_engine::data::DataFiles;
use grognard_engine::decision::Ask;
use grognard_engine::message::Texts;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_engine::{RuleId, Viewer};
use grognard_space::grid::{Cell, CellSet, Facing};

use super::*;
use crate::choice::{Action, Choice};
use crate::eldar::{deed::Deed, event::Event as Warrior};
use crate::event::{Cause, Event, Handling, RoundResult, Shot};
use crate::fixed::{Data, Fixed, Options, Setup};
use crate::harlequin::choice::{Answer, Deed as Dance};
use crate::harlequin::event::Event as Harlequin;
use crate::piece::{Mark, PieceId, Place, Stealer};
use crate::profile::Ranged;
use crate::psychic::event::Event as Psychic;
use crate::state::{MARINE, STEALER, State, View};
use crate::table::{EndWhy, Flow, Side};

const TEXTS: &str = include_str!("../../data/texts/en.toml");

pub(super) fn data() -> Arc<Data> {
    let files = DataFiles::embedded(SpaceHulk::embedded());
    Arc::new(SpaceHulk::load(&files).unwrap())
}

pub(super) fn game() -> Fixed {
    let setup: Setup = toml::from_str("mission = \"boarding-lock\"").unwrap();
    Fixed::new(&data(), &setup).unwrap()
}

/// A game under way: the squad on its squares, one Genestealer, one blip on the map and one waiting.
pub(super) fn under_way(fixed: &Fixed) -> State {
    let mut state = State::new(fixed);
    for index in 0..state.table.marines.len() {
        state.table.put(fixed, PieceId::Marine(index as u8), fixed.mission.start[index]);
    }
    state.table.stealers.push(Stealer {
        place: Place::Hand,
        facing: Facing::South,
        activated: false,
        ap: 0,
        turned: false,
        lurks: false,
        prone: false,
    });
    let at = |text| crate::mission::parse_square(&fixed.mission.grid, text).unwrap();
    state.table.put(fixed, PieceId::Stealer(0), at("5,3"));
    let blip = state.add_blip(2, Place::Hand);
    state.table.put(fixed, blip, at("11,3"));
    state.add_blip(3, Place::Entry(1));
    state.table.flow = Flow::Marines { active: Some(1) };
    state.table.marines[1].activated = true;
    state.table.marines[1].ap = 4;
    state
}

fn events() -> Vec<Event> {
    let (m, s, b) = (PieceId::Marine(1), PieceId::Stealer(0), PieceId::Blip(0));
    let (cell, to, cells) = (Cell(3), Facing::East, CellSet::from(Cell(3)));
    let mut all = vec![
        Event::Turn { turn: 2 },
        Event::Phase { side: Side::Marine, phase: "phase.command" },
        Event::Phase { side: Side::Stealer, phase: "stealer-end" },
        Event::Deployed { marine: m, at: cell },
        Event::CommandPoints { points: 3, bonus: 0 },
        Event::CommandPoints { points: 5, bonus: 2 },
        Event::SecretCommandPoints,
        Event::Spent { model: m, points: 1 },
        Event::Spent { model: m, points: 2 },
        Event::Expired { points: 1 },
        Event::Expired { points: 2 },
        Event::Activated { piece: s, ap: 6 },
        Event::Moved { piece: s, from: cell, to: Cell(4) },
        Event::Turned { piece: m, to },
        Event::DoorOpened { by: m, door: cell },
        Event::DoorClosed { by: b, door: cell },
        Event::Survived { piece: s, at: cell },
        Event::Jammed { marine: m },
        Event::JamCleared { marine: m },
        Event::OverwatchSet { marine: m },
        Event::OverwatchEnded { marine: m, why: "acted" },
        Event::HeldFire { marine: m, target: s, why: "overwatch.too-far" },
        Event::AimLost { marine: m },
        Event::Reloaded { marine: m, ammo: 6 },
        Event::FullAuto { by: m },
        Event::Malfunction { marine: m },
        Event::Flamed { by: m, section: 1, cells },
        Event::FireSpread { section: 1, cells },
        Event::FlameRemoved { section: 1, left: 0 },
        Event::FlameRemoved { section: 1, left: 1 },
        Event::SelfDestructed { marine: m, section: 1 },
        Event::Detonated { marine: m, section: 1 },
        Event::Assaulted { attacker: s, defender: m, ganging: 0 },
        Event::Assaulted { attacker: s, defender: m, ganging: 2 },
        Event::Parried { by: m, die: 1, old: 6, new: 2 },
        Event::TurnedToFace { model: m, to },
        Event::DoorAssaulted { by: m, door: cell, total: 6, broken: true },
        Event::DoorAssaulted { by: s, door: cell, total: 5, broken: false },
        Event::Converted { blip: b, value: 1, voluntary: true },
        Event::Converted { blip: b, value: 3, voluntary: false },
        Event::Placed { stealer: s, at: Some(cell) },
        Event::Placed { stealer: s, at: None },
        Event::Lost { models: 1 },
        Event::Lost { models: 2 },
        Event::Faced { stealer: s, to },
        Event::Drawn { blips: 1 },
        Event::Drawn { blips: 2 },
        Event::NoneDrawn,
        Event::Looked { blip: b, value: 2 },
        Event::PutIn { blip: b, entry: 0, lurks: true },
        Event::PutIn { blip: b, entry: 0, lurks: false },
        Event::Entered { piece: s, entry: 0, at: cell },
        Event::Secured { by: m, entry: 0 },
        Event::Escaped { marine: m },
        Event::TimeUp,
        Event::Deflected { rubble: cell },
        Event::Canister { by: m, what: Handling::PickedUp, at: cell },
        Event::Canister { by: m, what: Handling::PutDown, at: cell },
        Event::Canister { by: m, what: Handling::Armed, at: cell },
        Event::Canister { by: m, what: Handling::Dropped, at: cell },
        Event::Climbed { piece: m, from: cell, to: cell },
        Event::Jumped { piece: m, from: cell, to: cell },
        Event::Fell { marine: m, from: cell, to: cell },
        Event::Landed { marine: m, at: cell, prone: true },
        Event::Landed { marine: m, at: cell, prone: false },
        Event::StoodUp { marine: m, to },
        Event::Rode { piece: m, from: cell, to: cell },
        Event::LiftShut { door: cell },
        Event::Launched { by: m, weapon: Ranged::FragGrenade, at: cell },
        Event::GrenadeDropped { from: cell, to: Some(cell) },
        Event::GrenadeDropped { from: cell, to: None },
        Event::Smoke { cells: cell.into() },
        Event::SmokeCleared { cells: cell.into() },
        Event::Glows { at: cell },
        Event::BurntThrough { at: cell },
        Event::Recharging { marine: m },
        Event::Wounded { piece: m, left: 1 },
        Warrior::Storm { by: m }.into(),
        Warrior::StormOver { by: m }.into(),
        Warrior::Mask { by: m }.into(),
        Warrior::Shaken { by: m, piece: s }.into(),
        Warrior::Melts { by: m, weapon: Ranged::DragonMelta, at: cell, hit: true }.into(),
        Warrior::Melts { by: m, weapon: Ranged::DragonMelta, at: cell, hit: false }.into(),
        Warrior::Pitfall { at: cell }.into(),
        Warrior::Deflects { model: m }.into(),
        Warrior::Watches { by: m, weapon: Ranged::SuperKrak }.into(),
        Warrior::Stings { by: m, target: s, hit: true }.into(),
        Warrior::Rerolled { by: m, die: 1, old: 1, new: 6 }.into(),
        Warrior::FliesOn { by: m, kills: 1 }.into(),
        Warrior::Shouts { by: m }.into(),
        Harlequin::Solo { model: m }.into(),
        Harlequin::Dances { model: m }.into(),
        Harlequin::DanceOver { model: m, rounds: 2 }.into(),
        Harlequin::Stance { model: m }.into(),
        Harlequin::StanceOver { model: m, why: "stance.acted" }.into(),
        Harlequin::StanceOver { model: m, why: "stance.endphase" }.into(),
        Harlequin::StanceOver { model: m, why: "stance.stuck" }.into(),
        Harlequin::Kissed { model: m, stuck: true }.into(),
        Harlequin::Kissed { model: m, stuck: false }.into(),
        Harlequin::Freed { model: m }.into(),
        Psychic::Blasted { by: m, target: s, attack: 7, defence: 6 }.into(),
        Psychic::Exhausted { psyker: m }.into(),
        Psychic::Aegis { psyker: m }.into(),
    ];
    for shot in [Shot::Plain, Shot::Moving, Shot::Turning, Shot::Overwatch, Shot::FullAuto] {
        for (at, weapon) in [(Mark::Model(s), Ranged::StormBolter), (Mark::Door(cell), Ranged::AssaultCannon)]
        {
            all.push(Event::Fired { by: m, weapon, at, shot, hit: weapon == Ranged::StormBolter });
        }
    }
    for cause in [
        Cause::Shot(Ranged::StormBolter),
        Cause::Flames,
        Cause::Assault,
        Cause::SelfDestruction,
        Cause::Detonation,
        Cause::Malfunction,
        Cause::Secured,
        Cause::ChainFist,
        Cause::PowerAxe,
        Cause::Chute,
        Cause::Burdened,
        Cause::Crushed,
        Cause::Blast,
        Cause::Fall,
    ] {
        all.extend([m, s, b].map(|piece| Event::Killed { piece, at: Some(cell), cause }));
        all.push(Event::DoorDestroyed { door: cell, cause });
    }
    for result in
        [RoundResult::DefenderDead, RoundResult::AttackerDead, RoundResult::Survived, RoundResult::Tie]
    {
        all.push(Event::Round { attacker: s, defender: m, attack: 6, defence: 4, result });
    }
    for winner in [Side::Marine, Side::Stealer] {
        for why in [EndWhy::Goal, EndWhy::OutOfReach, EndWhy::TurnLimit, EndWhy::Resigned] {
            all.push(Event::Over { winner, why, goal: Some(0) });
            all.push(Event::Over { winner, why, goal: None });
        }
    }
    all
}

fn whole(texts: &Texts, sentence: &str) {
    assert!(!sentence.is_empty() && !sentence.contains(['{', '}']), "`{sentence}` has holes");
    assert!(!texts.has(sentence), "`{sentence}` is a key");
    let first = sentence.split(['.', ' ']).next().unwrap_or_default();
    assert!(sentence.contains(' ') || !texts.has(&format!("{first}.name")), "`{sentence}` looks like a key");
}

#[test]
fn every_event_reads_as_a_sentence() {
    let fixed = game();
    for what in events() {
        let line = event(&fixed, &what);
        whole(&fixed.data.texts, &line.sentence);
        assert!(!line.topic.is_empty());
        assert!(!line.sentence.contains(".."), "{}", line.sentence);
    }
}

#[test]
fn every_key_in_the_code_has_a_sentence() {
    let texts = game().data.texts.clone();
    let sources = [
        include_str!("names.rs"),
        include_str!("pieces.rs"),
        include_str!("scene.rs"),
        include_str!("sentences.rs"),
        include_str!("setup.rs"),
        include_str!("wording.rs"),
        include_str!("stops.rs"),
        include_str!("refusals.rs"),
        include_str!("query/ability.rs"),
        include_str!("query/card.rs"),
        include_str!("query/mod.rs"),
        include_str!("query/odds.rs"),
        include_str!("query/route.rs"),
        include_str!("../ruleset.rs"),
        include_str!("../play/act.rs"),
        include_str!("../play/assault.rs"),
        include_str!("../play/explosions.rs"),
        include_str!("../play/flames.rs"),
        include_str!("../play/phases.rs"),
        include_str!("../play/reinforcement.rs"),
        include_str!("../play/shooting.rs"),
        include_str!("../play/window.rs"),
    ];
    let families: std::collections::BTreeSet<_> =
        toml::from_str::<toml::Table>(TEXTS).unwrap().keys().cloned().collect();
    let plain = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
    for word in sources.iter().flat_map(|source| source.split('"')) {
        let Some((family, rest)) = word.split_once('.') else { continue };
        if families.contains(family) && plain(word) && !rest.ends_with(['.', '-']) && rest != "rs" {
            assert!(texts.has(word), "`{word}` has no sentence");
        }
    }
}

#[test]
fn the_scene_shows_what_is_there() {
    let fixed = game();
    let state = under_way(&fixed);
    let marine = scene(&fixed, &View::of(&fixed, &state, Viewer::Seat(MARINE)));
    let stealer = scene(&fixed, &View::of(&fixed, &state, Viewer::Seat(STEALER)));
    let piece = |scene: &grognard_engine::client::Scene, id: &str| {
        scene.pieces.iter().find(|piece| piece.id == id).cloned().unwrap()
    };
    assert_eq!(marine.boards[0].cells.len(), fixed.mission.grid.len());
    assert_eq!(piece(&marine, "blip-1").text, None, "the value of a blip is the owner's secret");
    assert_eq!(piece(&stealer, "blip-1").text.as_deref(), Some("2"));
    assert_eq!(piece(&marine, "flamer").states, ["active"]);
    assert_eq!(piece(&marine, "flamer").silhouette, "terminator-flamer");
    assert_eq!(piece(&marine, "stealer-1").facing, Some(180));
    let tray = marine.trays.iter().find(|tray| tray.id == "n2").unwrap();
    assert_eq!((tray.count, &tray.pieces[..]), (1, &["blip-2".to_owned()][..]));
    let door = marine.features.iter().find(|feature| feature.id == "door-8,5").unwrap();
    assert_eq!((door.state.as_deref(), door.facing), (Some("closed"), Some(90)));
    for feature in &marine.features {
        whole(&fixed.data.texts, &feature.name);
        whole(&fixed.data.texts, feature.sentence.as_deref().unwrap());
    }
    for track in &marine.tracks {
        whole(&fixed.data.texts, &track.label);
        whole(&fixed.data.texts, &track.value);
    }
}

#[test]
fn secret_command_points_stay_secret() {
    let mut fixed = game();
    fixed.options.secret_command_points = true;
    let state = under_way(&fixed);
    let shown = |viewer| {
        let scene = scene(&fixed, &View::of(&fixed, &state, viewer));
        scene.tracks.into_iter().find(|track| track.id == "command-points").unwrap().value
    };
    assert_eq!(shown(Viewer::Seat(MARINE)), "0");
    assert_eq!(shown(Viewer::Seat(STEALER)), "hidden");
    assert_eq!(shown(Viewer::Spectator), "hidden");
}

#[test]
fn every_question_and_option_is_put_into_words() {
    let fixed = game();
    let state = under_way(&fixed);
    let (cell, s) = (Cell(3), PieceId::Stealer(0));
    let actions = [
        Action::Move(cell),
        Action::Turn(Facing::North),
        Action::Fire(Ranged::StormBolter, Mark::Model(s)),
        Action::MoveFire(cell, Ranged::StormBolter, Mark::Door(cell)),
        Action::TurnFire(Facing::North, Ranged::AssaultCannon, Mark::Model(s)),
        Action::Flame(cell),
        Action::FullAuto,
        Action::Assault(Mark::Model(s)),
        Action::Cut(cell),
        Action::Open(cell),
        Action::Close(cell),
        Action::Overwatch,
        Action::ClearJam,
        Action::Reload,
        Action::Secure(0),
        Action::SelfDestruct,
        Action::Detonate,
        Action::Enter,
        Action::Leave,
        Action::PickUp,
        Action::PutDown,
        Action::Arm,
        Action::Drop,
        Action::Climb(cell),
        Action::Jump,
        Action::MoveJump(cell),
        Action::Stand(Facing::North),
        Action::Ride(cell),
        Action::Launch(Ranged::FragGrenade, cell),
        Action::MoveLaunch(cell, Ranged::GrenadeLauncher, cell),
        Action::TurnLaunch(Facing::North, Ranged::GrenadeLauncher, cell),
        Action::FireMove(Ranged::Lasgun, Mark::Model(s), cell),
        Action::Aspect(Deed::Storm),
        Action::Aspect(Deed::Mask),
        Action::Aspect(Deed::Melt(cell)),
        Action::Aspect(Deed::Watch(Ranged::SuperKrak)),
        Action::Aspect(Deed::Shout),
        Action::Blast(s),
        Dance::Dance(s).into(),
        Dance::Stance.into(),
        Dance::FreeKiss.into(),
    ];
    let mut choices: Vec<_> = actions.into_iter().map(Choice::Do).collect();
    choices.extend([
        Answer::Solo(0).into(),
        Answer::Strike(s).into(),
        Choice::Activate(s),
        Choice::Command(s),
        Choice::React(s),
        Choice::Convert(s),
        Choice::EndPhase,
        Choice::Pass,
        Choice::Place(cell),
        Choice::Face(Facing::West),
        Choice::Put(0),
        Choice::Reveal(s),
        Choice::Shoot(Mark::Model(s)),
        Choice::Parry(1),
        Choice::Reroll(1),
        Choice::TurnToFace,
        Choice::Defend,
        Choice::DetonateInstead,
    ]);
    let kinds = [
        "deploy",
        "act",
        "command",
        "react",
        "reaction",
        "reveal",
        "place",
        "face",
        "put",
        "shoot",
        "aim",
        "sting",
        "turn-before",
        "parry",
        "turn-to-face",
        "defend",
        "reroll",
        "web",
    ];
    for seat in [MARINE, STEALER] {
        let view = View::of(&fixed, &state, Viewer::Seat(seat));
        for kind in kinds {
            let ask = Ask::new(seat, kind, RuleId::new("SH-ACT-001"));
            whole(&fixed.data.texts, &question(&fixed, &view, &ask));
            for choice in &choices {
                let option = option(&fixed, &view, &ask, choice);
                whole(&fixed.data.texts, &option.label);
                assert!(option.group.is_some() && option.rule.is_some());
            }
        }
    }
}

#[test]
fn what_is_thrown_or_launched_says_what_is_done() {
    let fixed = game();
    let state = under_way(&fixed);
    let view = View::of(&fixed, &state, Viewer::Seat(MARINE));
    let ask = Ask::new(MARINE, "act", RuleId::new("SH-ACT-001"));
    let label = |weapon| option(&fixed, &view, &ask, &Choice::Do(Action::Launch(weapon, Cell(3)))).label;
    assert!(label(Ranged::GrenadeLauncher).starts_with("Fire the grenade launcher at "));
    assert!(label(Ranged::FragGrenade).starts_with("Throw a frag grenade at "));
}

#[test]
fn the_form_offers_the_missions_and_every_option() {
    let data = data();
    let form = setup_form(&data);
    assert_eq!(form.fields[0].key, "mission");
    let setup = serde_free_keys(&form);
    let options = toml::Table::try_from(Options::default()).unwrap();
    for key in options.keys() {
        assert!(setup.contains(key), "`{key}` is not in the form");
    }
    for field in &form.fields {
        whole(&data.texts, &field.label);
        whole(&data.texts, &field.sentence);
    }
    for opponent in &form.opponents {
        whole(&data.texts, &opponent.sentence);
    }
}

#[test]
fn every_option_a_ruling_names_can_be_chosen() {
    let rulings: toml::Table = include_str!("../../data/rules/13-rulings.toml").parse().unwrap();
    let options = toml::Table::try_from(Options::default()).unwrap();
    for (id, ruling) in rulings["ruling"].as_table().unwrap() {
        if let Some(option) = ruling.get("option") {
            assert!(options.contains_key(option.as_str().unwrap()), "{id}: there is no {option}");
        }
    }
}

fn serde_free_keys(form: &grognard_engine::client::SetupForm) -> Vec<String> {
    form.fields.iter().map(|field| field.key.clone()).collect()
}
