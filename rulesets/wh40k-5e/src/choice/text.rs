//! The text forms of answers.

use grognard_engine::near;
use grognard_tabletop::answer::{
    read_body, read_places, read_pose, read_ways, write_places, write_pose, write_ways,
};

use super::{Arm, Blows, Choice, Marked, ORDERS, Shot, WORDS, Word, level_text, read_level};
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::state::Command;

/// The canonical text.
pub fn write(fixed: &Fixed, choice: &Choice) -> String {
    let unit = |id: &UnitId| fixed.unit(*id).name.clone();
    let name = |id: &ModelId| fixed.name(*id).to_owned();
    let join = |head: String, parts: Vec<String>| {
        if parts.is_empty() { head } else { format!("{head} {}", parts.join(" ")) }
    };
    match choice {
        Choice::Word(word) => word.text().to_owned(),
        Choice::Unit(id) => format!("unit {}", unit(id)),
        Choice::Order(id, order) => format!("order {} {}", unit(id), order.text()),
        Choice::Paths(id, ways) => join(format!("move {}", unit(id)), write_ways(fixed, ways)),
        Choice::Place(id, places) => join(format!("place {}", unit(id)), write_places(fixed, places)),
        Choice::Fire(id, shots) => {
            let shot = |shot: &Shot| {
                let (weapon, single) =
                    (&fixed.weapon(shot.weapon).id, if shot.single { "/single" } else { "" });
                let mount = mount_text(shot.mount);
                format!("{}:{weapon}{mount}>{}{single}", name(&shot.model), unit(&shot.target))
            };
            join(format!("fire {}", unit(id)), shots.iter().map(shot).collect())
        }
        Choice::Aim(all) => {
            let one = |(model, level): &(ModelId, u8)| format!("{}>{}", name(model), level_text(*level));
            join("aim".to_owned(), all.iter().map(one).collect())
        }
        Choice::Allot(all) => {
            let one = |(parcel, model): &(u8, ModelId)| format!("{parcel}:{}", name(model));
            join("allot".to_owned(), all.iter().map(one).collect())
        }
        Choice::Take(models) => join("take".to_owned(), models.iter().map(name).collect()),
        Choice::Lay(pose) => format!("lay {}", write_pose(*pose)),
        Choice::Charge(id, target) => format!("charge {} {}", unit(id), unit(target)),
        Choice::Strike(all) => {
            let one = |blows: &Blows| {
                let blade = &fixed.blade_of(blows.blade).id;
                let share = blows.share.map_or_else(String::new, |share| format!("/{share}"));
                format!("{}:{blade}>{}{share}", name(&blows.model), unit(&blows.target))
            };
            join("strike".to_owned(), all.iter().map(one).collect())
        }
        Choice::Embark(id, carrier) => format!("embark {} {}", unit(id), unit(carrier)),
        Choice::Mark(all) => {
            let one = |(model, mount, vehicle): &Marked| {
                format!("{}{}>{}", name(model), mount_text(*mount), name(vehicle))
            };
            join("mark".to_owned(), all.iter().map(one).collect())
        }
        Choice::Leap(id, target) => format!("jump-assault {} {}", unit(id), unit(target)),
        Choice::Command(model, id, command) => {
            format!("command {} {} {}", name(model), unit(id), command_text(*command))
        }
        Choice::Part(model, part) => format!("part {} {part}", name(model)),
        Choice::Cast(model, power, id) => format!("power {} {power} {}", name(model), unit(id)),
        Choice::Aside(model, word) => format!("aside {} {}", name(model), word.text()),
        Choice::Glory(model, arm) => {
            let arm = match arm {
                Arm::Shot(weapon) => &fixed.weapon(*weapon).id,
                Arm::Blow(blade) => &fixed.blade_of(*blade).id,
            };
            format!("glory {} {arm}", name(model))
        }
    }
}

/// Which weapon of a vehicle, counted from 1.
fn mount_text(mount: Option<u8>) -> String {
    mount.map_or_else(String::new, |mount| format!("#{}", u16::from(mount) + 1))
}

fn read_mount(text: &str) -> Option<(&str, Option<u8>)> {
    match text.split_once('#') {
        None => Some((text, None)),
        Some((text, number)) => Some((text, Some(number.parse::<u8>().ok()?.checked_sub(1)?))),
    }
}

const COMMANDS: [(Command, &str); 4] = [
    (Command::RankFire, "rank-fire"),
    (Command::MarkTheBigOne, "mark-the-big-one"),
    (Command::OnYourFeet, "on-your-feet"),
    (Command::DoubleTime, "double-time"),
];

/// The text of an officer's order.
pub fn command_text(command: Command) -> &'static str {
    COMMANDS.iter().find(|(known, _)| *known == command).map_or("", |(_, text)| text)
}

/// The officer's order of a text.
pub fn command_named(text: &str) -> Option<Command> {
    COMMANDS.iter().find(|(_, known)| *known == text).map(|(command, _)| *command)
}

const FORMS: [&str; 19] = [
    "unit UNIT",
    "order UNIT ORDER",
    "move UNIT MODEL=X,Y>X,Y...",
    "place UNIT MODEL=X,Y...",
    "fire UNIT MODEL:WEAPON>UNIT...",
    "aim MODEL>GROUP...",
    "allot NUMBER:MODEL...",
    "take MODEL...",
    "lay X,Y",
    "charge UNIT UNIT",
    "strike MODEL:WEAPON>UNIT...",
    "embark UNIT UNIT",
    "mark MODEL>MODEL...",
    "part MODEL NUMBER",
    "glory MODEL WEAPON",
    "jump-assault UNIT UNIT",
    "command MODEL UNIT ORDER",
    "aside MODEL SIDE",
    "power MODEL POWER UNIT",
];

/// Reads an answer, allowed now or not.
pub fn parse(fixed: &Fixed, text: &str) -> Result<Choice, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let unit =
        |name: &str| fixed.unit_named(name).ok_or_else(|| format!("`{name}` is no unit, such as `red-1`"));
    let [verb, rest @ ..] = &words[..] else { return Err("there is no answer in it".to_owned()) };
    match (*verb, rest) {
        ("unit", [name]) => Ok(Choice::Unit(unit(name)?)),
        ("order", [name, order]) => {
            let found = ORDERS.iter().find(|(_, known)| known == order);
            let (order, _) = found.ok_or_else(|| format!("`{order}` is no order, such as `run`"))?;
            Ok(Choice::Order(unit(name)?, *order))
        }
        ("move", [name, ways @ ..]) => Ok(Choice::Paths(unit(name)?, read_ways(fixed, ways)?)),
        ("place", [name, places @ ..]) => Ok(Choice::Place(unit(name)?, read_places(fixed, places)?)),
        ("fire", [name, shots @ ..]) => {
            Ok(Choice::Fire(unit(name)?, all(shots, |word| read_shot(fixed, word))?))
        }
        ("aim", rows) => Ok(Choice::Aim(all(rows, |word| {
            let wrong = || format!("`{word}` is no aim, such as `red-1.1>open`");
            let (model, level) = word.split_once('>').ok_or_else(wrong)?;
            Ok((read_body(fixed, model)?, read_level(level).ok_or_else(wrong)?))
        })?)),
        ("allot", rows) => Ok(Choice::Allot(all(rows, |word| {
            let wrong = || format!("`{word}` is no hit, such as `1:blue-1.3`");
            let (parcel, model) = word.split_once(':').ok_or_else(wrong)?;
            Ok((parcel.parse().map_err(|_| wrong())?, read_body(fixed, model)?))
        })?)),
        ("take", names) => Ok(Choice::Take(all(names, |name| read_body(fixed, name))?)),
        ("lay", [pose]) => read_pose(crate::armies::RULER, pose)
            .map(Choice::Lay)
            .ok_or_else(|| format!("`{pose}` is no place, such as `7\",15\"`")),
        ("charge", [name, target]) => Ok(Choice::Charge(unit(name)?, unit(target)?)),
        ("jump-assault", [name, target]) => Ok(Choice::Leap(unit(name)?, unit(target)?)),
        ("command", [model, name, order]) => {
            let command =
                command_named(order).ok_or_else(|| format!("`{order}` is no order of an officer"))?;
            Ok(Choice::Command(read_body(fixed, model)?, unit(name)?, command))
        }
        ("strike", rows) => Ok(Choice::Strike(all(rows, |word| read_blows(fixed, word))?)),
        ("embark", [name, carrier]) => Ok(Choice::Embark(unit(name)?, unit(carrier)?)),
        ("mark", rows) => Ok(Choice::Mark(all(rows, |word| {
            let wrong = || format!("`{word}` is no aim, such as `red-1.1>blue-1.2`");
            let (from, vehicle) = word.split_once('>').ok_or_else(wrong)?;
            let (model, mount) = read_mount(from).ok_or_else(wrong)?;
            Ok((read_body(fixed, model)?, mount, read_body(fixed, vehicle)?))
        })?)),
        ("part", [model, number]) => {
            let part = number.parse().map_err(|_| format!("`{number}` is no number of a weapon"))?;
            Ok(Choice::Part(read_body(fixed, model)?, part))
        }
        ("power", [model, power, name]) => {
            if !fixed.data.powers.contains_key(*power) {
                return Err(format!("`{power}` is no psychic power, such as `doom`"));
            }
            Ok(Choice::Cast(read_body(fixed, model)?, (*power).to_owned(), unit(name)?))
        }
        ("aside", [model, side]) => {
            let sides = [Word::Left, Word::Right, Word::Near, Word::Far];
            let word = sides.into_iter().find(|word| word.text() == *side);
            let word = word.ok_or_else(|| format!("`{side}` is no side, such as `left`"))?;
            Ok(Choice::Aside(read_body(fixed, model)?, word))
        }
        ("glory", [model, arm]) => {
            let model = read_body(fixed, model)?;
            let kind = fixed.kind_of(model);
            let shot = kind.weapons.iter().find(|weapon| fixed.weapon(**weapon).id == *arm);
            let mut blows = kind.blades.iter().chain(&kind.grenades);
            let blow = blows.find(|blade| fixed.blade_of(**blade).id == *arm);
            match (shot, blow) {
                (Some(weapon), _) => Ok(Choice::Glory(model, Arm::Shot(*weapon))),
                (None, Some(blade)) => Ok(Choice::Glory(model, Arm::Blow(*blade))),
                (None, None) => Err(format!("`{arm}` is nothing that model carries")),
            }
        }
        (verb, []) if WORDS.iter().any(|(_, known)| *known == verb) => {
            let word = WORDS.iter().find(|(_, known)| *known == verb).map_or(Word::Done, |(word, _)| *word);
            Ok(Choice::Word(word))
        }
        _ => Err(near::no_answer(text, FORMS.into_iter().chain(WORDS.iter().map(|(_, word)| *word)))),
    }
}

fn all<T>(words: &[&str], read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    words.iter().map(|word| read(word)).collect()
}

fn read_shot(fixed: &Fixed, text: &str) -> Result<Shot, String> {
    let wrong = || format!("`{text}` is no shot, such as `red-1.1:boltgun>blue-2`");
    let (model, rest) = text.split_once(':').ok_or_else(wrong)?;
    let (weapon, target) = rest.split_once('>').ok_or_else(wrong)?;
    let (target, single) = match target.strip_suffix("/single") {
        Some(target) => (target, true),
        None => (target, false),
    };
    let (weapon, mount) = read_mount(weapon).ok_or_else(wrong)?;
    let at = fixed.weapons.iter().position(|known| known.id == weapon).ok_or_else(wrong)?;
    let target = fixed.unit_named(target).ok_or_else(wrong)?;
    let (model, weapon) = (read_body(fixed, model)?, at as WeaponId);
    // The first of its kind, where the weapon of a vehicle has no number.
    let mounts = fixed.chassis(model).map(|chassis| &chassis.mounts);
    let first = || mounts.and_then(|mounts| mounts.iter().position(|mount| mount.weapons.contains(&weapon)));
    let mount = mount.or_else(|| first().map(|at| at as u8));
    Ok(Shot { model, weapon, target, single, mount })
}

fn read_blows(fixed: &Fixed, text: &str) -> Result<Blows, String> {
    let wrong = || format!("`{text}` is no attack, such as `red-1.1:power-weapon>blue-2`");
    let (model, rest) = text.split_once(':').ok_or_else(wrong)?;
    let (blade, target) = rest.split_once('>').ok_or_else(wrong)?;
    let (target, share) = match target.split_once('/') {
        Some((target, share)) => (target, Some(share.parse().map_err(|_| wrong())?)),
        None => (target, None),
    };
    let model = read_body(fixed, model)?;
    let kind = fixed.kind_of(model);
    let mounts =
        kind.chassis.iter().flat_map(|chassis| &chassis.mounts).filter_map(|mount| mount.blade.as_ref());
    let at = fixed.unit_named(target).ok_or_else(wrong)?;
    // The same grenade is one thing to a vehicle and another to a monster.
    let (first, second) = if fixed.is_vehicle(at) || fixed.is_gun_unit(at) {
        (&kind.grenades, &kind.bombs)
    } else {
        (&kind.bombs, &kind.grenades)
    };
    let own = kind.blades.iter().chain(first).chain(second).chain(mounts).chain([&fixed.hands]);
    let found = own.into_iter().find(|id| fixed.blade_of(**id).id == blade).ok_or_else(wrong)?;
    Ok(Blows { model, blade: *found, target: at, share })
}
