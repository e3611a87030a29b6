//! Every answer to every question, and its canonical text form.

use grognard_engine::near;
use grognard_space::grid::{Cell, Facing, Grid};
use serde::Serialize;

use crate::Fixed;
use crate::eldar::deed as eldar;
use crate::eldar::{farseer, seers};
use crate::force::points::Points;
use crate::guard::choice::{self as guard, Deed};
use crate::harlequin::choice as harlequin;
use crate::hazard::Thing;
use crate::mission::parse_square;
use crate::piece::{Mark, PieceId};
use crate::profile::Ranged;
use crate::psychic;

/// Something a model or blip does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Action {
    /// One step (SH-MOV-001).
    Move(Cell),
    /// Turn in place to this facing (SH-TUR-001).
    Turn(Facing),
    /// Fire at one target (SH-ACT-016).
    Fire(Ranged, Mark),
    /// Step, then fire (SH-ACT-010).
    MoveFire(Cell, Ranged, Mark),
    /// Quarter turn, then fire (SH-ACT-014).
    TurnFire(Facing, Ranged, Mark),
    /// Fire the flamer at the section around this square (SH-WHF-001).
    Flame(Cell),
    /// Empty the assault cannon into the whole arc (SH-WAC-003).
    FullAuto,
    /// Close assault (SH-CLA-001, SH-DOR-016).
    Assault(Mark),
    /// Cut a door with a chain fist (SH-WCF-003).
    Cut(Cell),
    /// Open a door (SH-DOR-002).
    Open(Cell),
    /// Close a door.
    Close(Cell),
    /// Go on overwatch (SH-OVW-001).
    Overwatch,
    /// SH-ACT-018.
    ClearJam,
    /// SH-ACT-022.
    Reload,
    /// Secure an entry area (SH-SEC-002).
    Secure(u8),
    /// Blow up the flamer (SH-WHF-017).
    SelfDestruct,
    /// Blow up the hammer (SH-WTH-002).
    Detonate,
    /// Step from an entry area onto the map (SH-ENP-004).
    Enter,
    /// Leave the map over an exit of the mission.
    Leave,
    /// Take up an item of the mission from one's square.
    Take(u8),
    /// Put down an item one carries.
    LayDown(u8),
    /// Take up a canister (SH-TOX-003).
    PickUp,
    /// Put it down.
    PutDown,
    /// Arm it (SH-TOX-005).
    Arm,
    /// Drop it into an air shaft.
    Drop,
    /// Climb to the square above or below (SH-LAD-003, SH-PIT-012).
    Climb(Cell),
    /// Jump down the hole one stands on (SH-PIT-007).
    Jump,
    /// Step onto a hole and down it (SH-PIT-006).
    MoveJump(Cell),
    /// Stand up, facing this way (SH-PRN-001).
    Stand(Facing),
    /// Ride a lift to another level (SH-AMB-012).
    Ride(Cell),
    /// Play a psychic card for its name (SH-ACT-026).
    Cast(psychic::choice::Cast),
    /// Fire or throw into the section around a square, or at the square (SH-WPN-006, SH-WGR-003).
    Launch(Ranged, Cell),
    /// The same after a step (SH-WGR-012).
    MoveLaunch(Cell, Ranged, Cell),
    /// The same after a quarter turn (SH-ACT-014).
    TurnLaunch(Facing, Ranged, Cell),
    /// Fire, then step (SH-IGF-005).
    FireMove(Ranged, Mark, Cell),
    /// Leap over the square in front to this one (SH-TYR-015).
    Leap(Cell),
    /// What only the Guard does.
    Guard(Deed),
    /// An order to Wraithguard (SH-WLK-005).
    Order(seers::choice::Command),
    /// A psychic blast at a model (SH-WNM-003).
    Blast(PieceId),
    /// What only Harlequins do.
    Harlequin(harlequin::Deed),
    /// What only Aspect Warriors do.
    Aspect(eldar::Deed),
}

impl Action {
    /// Whether it fires a weapon now: the one list of all the ways to do so.
    pub const fn fires(self) -> bool {
        matches!(
            self,
            Action::Fire(..)
                | Action::MoveFire(..)
                | Action::TurnFire(..)
                | Action::FireMove(..)
                | Action::Launch(..)
                | Action::MoveLaunch(..)
                | Action::TurnLaunch(..)
                | Action::Flame(_)
                | Action::FullAuto
                | Action::Guard(Deed::Inspire(_) | Deed::Aim(..))
                | Action::Aspect(eldar::Deed::Melt(_))
        )
    }
}

/// An answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    /// Activate a piece.
    Activate(PieceId),
    /// Spend command points on a model: its action is asked next.
    Command(PieceId),
    /// React with a model, by command points.
    React(PieceId),
    /// Convert a blip of one's own.
    Convert(PieceId),
    /// Do something with the active or commanded piece.
    Do(Action),
    /// End the action phase.
    EndPhase,
    /// Do nothing.
    Pass,
    /// Put a model on a square.
    Place(Cell),
    /// Face this way.
    Face(Facing),
    /// Put a drawn blip into an entry area.
    Put(u8),
    /// Reveal this blip first.
    Reveal(PieceId),
    /// Fire full auto at this next.
    Shoot(Mark),
    /// Force a re-roll of the enemy die with this number, counted from 1.
    Parry(u8),
    /// SH-EXA-003: roll the die of a shot with this number again, counted from 1.
    Reroll(u8),
    /// Turn to face the attacker.
    TurnToFace,
    /// Defend in the usual way.
    Defend,
    /// Blow up the hammer instead of defending.
    DetonateInstead,
    /// SH-TYR-014: a Tyranid type for a blip's points, by its place among those agreed on.
    Muster(u8),
    /// SH-TYR-014: a Genestealer for a blip's points.
    MusterGenestealer,
    /// SH-TYR-014: another blip to be converted together with one.
    Combine(PieceId),
    /// SH-CNV-009: which of a counter's models goes without a square: one of the list, or a Genestealer.
    Lose(Option<PieceId>),
    /// SH-CNV-009: which of them is placed first, where there may be no room for the last.
    First(Option<PieceId>),
    /// SH-ABU-002: an ambush counter instead of a blip.
    TakeAmbush,
    /// Call for another squad (SH-IGF-007).
    CallBackup,
    /// What only Harlequins are asked.
    Harlequin(harlequin::Answer),
    /// Something of psychic combat.
    Psychic(psychic::choice::Choice),
    /// Something of the Farseer.
    Farseer(farseer::choice::Choice),
    /// Something of Warlocks and Wraithguard.
    Seer(seers::choice::Choice),
    /// SH-FOR-005: so many points for the Marine side.
    Bid(Points),
}

impl From<Action> for Choice {
    fn from(action: Action) -> Choice {
        Choice::Do(action)
    }
}

/// A square's name, `x,y`.
pub fn square_name(grid: &Grid, cell: Cell) -> String {
    grid.coord(cell).to_string()
}

/// A piece's name.
pub fn piece_name(fixed: &Fixed, piece: PieceId) -> String {
    match piece {
        PieceId::Marine(index) => fixed.mission.squad[index as usize].name.clone(),
        PieceId::Stealer(index) => format!("stealer-{}", index as u16 + 1),
        PieceId::Blip(index) => format!("blip-{}", index as u16 + 1),
    }
}

/// A Tyranid type by its place among those agreed on.
fn breed_name(fixed: &Fixed, breed: u8) -> &str {
    &fixed.data.profiles[fixed.mission.breeds[breed as usize].profile].name
}

/// A door or another thing by kind and square, `crate 3,4`.
pub fn thing_name(fixed: &Fixed, cell: Cell) -> String {
    let kind = fixed.mission.thing(cell).unwrap_or(Thing::Door);
    format!("{} {}", kind.name(), square_name(&fixed.mission.grid, cell))
}

/// What can be fired at, by name.
pub fn mark_name(fixed: &Fixed, mark: Mark) -> String {
    match mark {
        Mark::Model(piece) => piece_name(fixed, piece),
        Mark::Door(cell) => thing_name(fixed, cell),
    }
}

/// Writes an action.
pub fn write_action(fixed: &Fixed, action: Action) -> String {
    let square = |cell| square_name(&fixed.mission.grid, cell);
    let mark = |mark| mark_name(fixed, mark);
    match action {
        Action::Move(to) => format!("move {}", square(to)),
        Action::Turn(facing) => format!("turn {facing}"),
        Action::Fire(weapon, at) => format!("fire {} at {}", weapon.name(), mark(at)),
        Action::MoveFire(to, weapon, at) => {
            format!("move {} and fire {} at {}", square(to), weapon.name(), mark(at))
        }
        Action::TurnFire(to, weapon, at) => format!("turn {to} and fire {} at {}", weapon.name(), mark(at)),
        Action::Flame(at) => format!("flame {}", square(at)),
        Action::FullAuto => "full auto".to_owned(),
        Action::Assault(at) => format!("assault {}", mark(at)),
        Action::Cut(at) => format!("cut {}", thing_name(fixed, at)),
        Action::Open(at) => format!("open {}", square(at)),
        Action::Close(at) => format!("close {}", square(at)),
        Action::Overwatch => "overwatch".to_owned(),
        Action::ClearJam => "clear jam".to_owned(),
        Action::Reload => "reload".to_owned(),
        Action::Secure(entry) => format!("secure {}", fixed.mission.entries[entry as usize].name),
        Action::SelfDestruct => "self-destruct".to_owned(),
        Action::Detonate => "detonate".to_owned(),
        Action::Enter => "enter".to_owned(),
        Action::Leave => "leave".to_owned(),
        Action::Take(item) => format!("take {}", fixed.mission.items[item as usize].id),
        Action::LayDown(item) => format!("lay down {}", fixed.mission.items[item as usize].id),
        Action::PickUp => "pick up".to_owned(),
        Action::PutDown => "put down".to_owned(),
        Action::Arm => "arm".to_owned(),
        Action::Drop => "drop".to_owned(),
        Action::Climb(to) => format!("climb {}", square(to)),
        Action::Jump => "jump".to_owned(),
        Action::MoveJump(to) => format!("move {} and jump", square(to)),
        Action::Stand(facing) => format!("stand {facing}"),
        Action::Ride(to) => format!("ride {}", square(to)),
        Action::Cast(cast) => psychic::choice::write_cast(fixed, cast),
        Action::Launch(weapon, at) => format!("launch {} at {}", weapon.name(), square(at)),
        Action::MoveLaunch(to, weapon, at) => {
            format!("move {} and launch {} at {}", square(to), weapon.name(), square(at))
        }
        Action::TurnLaunch(to, weapon, at) => {
            format!("turn {to} and launch {} at {}", weapon.name(), square(at))
        }
        Action::FireMove(weapon, at, to) => {
            format!("fire {} at {} and move {}", weapon.name(), mark(at), square(to))
        }
        Action::Leap(to) => format!("leap {}", square(to)),
        Action::Order(command) => seers::choice::write_command(fixed, command),
        Action::Blast(target) => format!("blast {}", piece_name(fixed, target)),
        Action::Harlequin(deed) => harlequin::write_deed(fixed, deed),
        Action::Aspect(deed) => eldar::write(fixed, deed),
        Action::Guard(Deed::Kneel) => "kneel".to_owned(),
        Action::Guard(Deed::Rise) => "rise".to_owned(),
        Action::Guard(Deed::Inspire(victim)) => {
            format!("inspire {}", piece_name(fixed, PieceId::Marine(victim)))
        }
        Action::Guard(Deed::Aim(points, weapon, at)) => {
            format!("fire {} at {} aiming {points}", weapon.name(), mark(at))
        }
    }
}

/// Writes an answer.
pub fn write(fixed: &Fixed, choice: Choice) -> String {
    let square = |cell| square_name(&fixed.mission.grid, cell);
    let piece = |id| piece_name(fixed, id);
    match choice {
        Choice::Activate(id) => format!("activate {}", piece(id)),
        Choice::Command(id) => format!("command {}", piece(id)),
        Choice::React(id) => format!("react {}", piece(id)),
        Choice::Convert(id) => format!("convert {}", piece(id)),
        Choice::Do(action) => write_action(fixed, action),
        Choice::EndPhase => "end phase".to_owned(),
        Choice::Pass => "pass".to_owned(),
        Choice::Place(cell) => format!("place {}", square(cell)),
        Choice::Face(facing) => format!("face {facing}"),
        Choice::Put(entry) => format!("put {}", fixed.mission.entries[entry as usize].name),
        Choice::Reveal(id) => format!("reveal {}", piece(id)),
        Choice::Shoot(mark) => format!("shoot {}", mark_name(fixed, mark)),
        Choice::Parry(die) => format!("parry {die}"),
        Choice::Reroll(die) => format!("reroll {die}"),
        Choice::TurnToFace => "turn to face".to_owned(),
        Choice::Defend => "defend".to_owned(),
        Choice::DetonateInstead => "detonate instead".to_owned(),
        Choice::Muster(breed) => format!("muster {}", breed_name(fixed, breed)),
        Choice::MusterGenestealer => "muster genestealer".to_owned(),
        Choice::Combine(id) => format!("combine {}", piece(id)),
        Choice::Lose(None) => "lose genestealer".to_owned(),
        Choice::Lose(Some(id)) => format!("lose {}", piece(id)),
        Choice::First(None) => "first genestealer".to_owned(),
        Choice::First(Some(id)) => format!("first {}", piece(id)),
        Choice::TakeAmbush => "take ambush".to_owned(),
        Choice::CallBackup => "call backup".to_owned(),
        Choice::Harlequin(answer) => harlequin::write(fixed, answer),
        Choice::Psychic(choice) => psychic::choice::write(fixed, choice),
        Choice::Seer(choice) => seers::choice::write(fixed, choice),
        Choice::Farseer(choice) => farseer::choice::write(fixed, choice),
        Choice::Bid(points) => format!("bid {points}"),
    }
}

/// The forms an answer can have, for error messages.
const FORMS: &str = "activate PIECE, command MODEL, react MODEL, convert BLIP, move X,Y, turn FACING, fire WEAPON at \
                     TARGET, move X,Y and fire WEAPON at TARGET, turn FACING and fire WEAPON at TARGET, flame X,Y, \
                     full auto, assault TARGET, cut THING X,Y, open X,Y, close X,Y, overwatch, clear jam, reload, \
                     secure AREA, self-destruct, detonate, enter, leave, pick up, put down, arm, drop, take ITEM, lay down ITEM, climb X,Y, jump, move X,Y and jump, stand FACING, \
                     ride X,Y, launch WEAPON at X,Y, move X,Y and launch WEAPON at X,Y, \
                     turn FACING and launch WEAPON at X,Y, \
                     fire WEAPON at TARGET and move X,Y, end phase, pass, place X,Y, face FACING, \
                     put AREA, reveal BLIP, shoot TARGET, parry NUMBER, turn to face, defend, \
                     detonate instead, muster TYPE, combine BLIP, take ambush, leap X,Y, blast MODEL, bid POINTS";

/// A number of points, in one word or two: `10.5`, `10 1/3`.
fn read_points(words: &[&str]) -> Result<Points, String> {
    let text = words.join(" ");
    Points::parse(&text)
        .ok_or_else(|| format!("`{text}` is not a number of points; write it as 12, 12.5 or 12 1/3"))
}

/// Reads any well-formed answer.
pub fn parse(fixed: &Fixed, text: &str) -> Result<Choice, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let reader = TextReader { fixed };
    if let Some(choice) = psychic::choice::parse(&reader, &words) {
        return choice.map(Choice::Psychic);
    }
    if let Some(choice) = farseer::choice::parse(&reader, &words) {
        return choice.map(Choice::Farseer);
    }
    if let Some(choice) = seers::choice::parse(&reader, &words) {
        return choice.map(Choice::Seer);
    }
    if let Some(command) = seers::choice::parse_command(&reader, &words) {
        return command.map(|command| Choice::Do(Action::Order(command)));
    }
    if let Some(cast) = psychic::choice::parse_cast(&reader, &words) {
        return cast.map(|cast| Choice::Do(Action::Cast(cast)));
    }
    if let Some(deed) = harlequin::parse_deed(&reader, &words) {
        return deed.map(|deed| Choice::Do(Action::Harlequin(deed)));
    }
    if let Some(answer) = harlequin::parse(&reader, &words) {
        return answer.map(Choice::Harlequin);
    }
    Ok(match words[..] {
        ["bid", ref points @ ..] => Choice::Bid(read_points(points)?),
        ["activate", piece] => Choice::Activate(reader.piece(piece)?),
        ["command", piece] => Choice::Command(reader.piece(piece)?),
        ["react", piece] => Choice::React(reader.piece(piece)?),
        ["convert", piece] => Choice::Convert(reader.piece(piece)?),
        ["reveal", piece] => Choice::Reveal(reader.piece(piece)?),
        ["end", "phase"] => Choice::EndPhase,
        ["pass"] => Choice::Pass,
        ["place", at] => Choice::Place(reader.square(at)?),
        ["face", facing] => Choice::Face(reader.facing(facing)?),
        ["put", entry] if entry != "down" => Choice::Put(reader.entry(entry)?),
        ["shoot", ref mark @ ..] => Choice::Shoot(reader.mark(mark)?),
        ["parry", die] => {
            Choice::Parry(die.parse().map_err(|_| format!("`{die}` is not the number of a die"))?)
        }
        ["reroll", die] => {
            Choice::Reroll(die.parse().map_err(|_| format!("`{die}` is not the number of a die"))?)
        }
        ["turn", "to", "face"] => Choice::TurnToFace,
        ["defend"] => Choice::Defend,
        ["detonate", "instead"] => Choice::DetonateInstead,
        ["muster", "genestealer"] => Choice::MusterGenestealer,
        ["muster", name] => Choice::Muster(reader.breed(name)?),
        ["combine", piece] => Choice::Combine(reader.piece(piece)?),
        ["lose", "genestealer"] => Choice::Lose(None),
        ["lose", piece] => Choice::Lose(Some(reader.piece(piece)?)),
        ["first", "genestealer"] => Choice::First(None),
        ["first", piece] => Choice::First(Some(reader.piece(piece)?)),
        ["take", "ambush"] => Choice::TakeAmbush,
        ["call", "backup"] => Choice::CallBackup,
        _ => Choice::Do(reader.action(&words)?),
    })
}

/// Reads the parts of answers.
pub(crate) struct TextReader<'a> {
    pub(crate) fixed: &'a Fixed,
}

impl TextReader<'_> {
    fn action(&self, words: &[&str]) -> Result<Action, String> {
        if let Some(deed) = eldar::parse(self, words) {
            return deed.map(Action::Aspect);
        }
        Ok(match *words {
            ["move", to] => Action::Move(self.square(to)?),
            ["turn", facing] => Action::Turn(self.facing(facing)?),
            ["fire", weapon, "at", ref at @ .., "and", "move", to] => {
                Action::FireMove(Self::weapon(weapon)?, self.mark(at)?, self.square(to)?)
            }
            ["fire", weapon, "at", ref at @ .., "aiming", points] => {
                let points = points.parse().map_err(|_| format!("`{points}` is not a number of points"))?;
                Action::Guard(Deed::Aim(points, Self::weapon(weapon)?, self.mark(at)?))
            }
            ["kneel"] => Action::Guard(Deed::Kneel),
            ["rise"] => Action::Guard(Deed::Rise),
            ["inspire", model] => match self.piece(model)? {
                PieceId::Marine(index) => Action::Guard(Deed::Inspire(index)),
                _ => return Err(format!("`{model}` is no model of the Guard")),
            },
            ["launch", weapon, "at", at] => Action::Launch(Self::weapon(weapon)?, self.square(at)?),
            ["move", to, "and", "launch", weapon, "at", at] => {
                Action::MoveLaunch(self.square(to)?, Self::weapon(weapon)?, self.square(at)?)
            }
            ["turn", facing, "and", "launch", weapon, "at", at] => {
                Action::TurnLaunch(self.facing(facing)?, Self::weapon(weapon)?, self.square(at)?)
            }
            ["fire", weapon, "at", ref at @ ..] => Action::Fire(Self::weapon(weapon)?, self.mark(at)?),
            ["move", to, "and", "fire", weapon, "at", ref at @ ..] => {
                Action::MoveFire(self.square(to)?, Self::weapon(weapon)?, self.mark(at)?)
            }
            ["turn", facing, "and", "fire", weapon, "at", ref at @ ..] => {
                Action::TurnFire(self.facing(facing)?, Self::weapon(weapon)?, self.mark(at)?)
            }
            ["flame", at] => Action::Flame(self.square(at)?),
            ["full", "auto"] => Action::FullAuto,
            ["assault", ref at @ ..] => Action::Assault(self.mark(at)?),
            ["cut", kind, at] => Action::Cut(self.thing(kind, at)?),
            ["open", at] => Action::Open(self.square(at)?),
            ["close", at] => Action::Close(self.square(at)?),
            ["overwatch"] => Action::Overwatch,
            ["clear", "jam"] => Action::ClearJam,
            ["reload"] => Action::Reload,
            ["secure", entry] => Action::Secure(self.entry(entry)?),
            ["self-destruct"] => Action::SelfDestruct,
            ["detonate"] => Action::Detonate,
            ["enter"] => Action::Enter,
            ["leave"] => Action::Leave,
            ["take", item] => Action::Take(self.item(item)?),
            ["lay", "down", item] => Action::LayDown(self.item(item)?),
            ["pick", "up"] => Action::PickUp,
            ["put", "down"] => Action::PutDown,
            ["arm"] => Action::Arm,
            ["drop"] => Action::Drop,
            ["climb", to] => Action::Climb(self.square(to)?),
            ["jump"] => Action::Jump,
            ["move", to, "and", "jump"] => Action::MoveJump(self.square(to)?),
            ["stand", facing] => Action::Stand(self.facing(facing)?),
            ["ride", to] => Action::Ride(self.square(to)?),
            ["leap", to] => Action::Leap(self.square(to)?),
            ["blast", target] => Action::Blast(self.piece(target)?),
            _ => {
                let own = psychic::choice::FORMS;
                let farseer = farseer::choice::FORMS;
                let (guard, eldar, seers) = (guard::FORMS, eldar::FORMS, seers::choice::FORMS);
                let harlequin = harlequin::FORMS;
                let forms = [FORMS, own, guard, eldar, seers, harlequin, farseer];
                let forms = forms.into_iter().flat_map(|forms| forms.split(", "));
                return Err(near::no_answer(&words.join(" "), forms));
            }
        })
    }

    pub(crate) fn square(&self, text: &str) -> Result<Cell, String> {
        parse_square(&self.fixed.mission.grid, text).ok_or_else(|| {
            format!(
                "`{text}` is not a square of this map; squares are written `x,y`, on upper levels `1:x,y`"
            )
        })
    }

    #[expect(clippy::unused_self, reason = "reads like its neighbours")]
    fn facing(&self, text: &str) -> Result<Facing, String> {
        text.parse().map_err(|_| format!("`{text}` is not a facing; there are north, east, south and west"))
    }

    pub(crate) fn weapon(text: &str) -> Result<Ranged, String> {
        Ranged::ALL.iter().copied().find(|weapon| weapon.name() == text).ok_or_else(|| {
            let names: Vec<_> = Ranged::ALL.iter().map(|weapon| weapon.name()).collect();
            format!("`{text}` is not a weapon; there are {}", names.join(", "))
        })
    }

    fn entry(&self, text: &str) -> Result<u8, String> {
        let entries = &self.fixed.mission.entries;
        entries.iter().position(|entry| entry.name == text).map(|index| index as u8).ok_or_else(|| {
            let names: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
            format!("`{text}` is not an entry area; there are {}", names.join(", "))
        })
    }

    fn breed(&self, text: &str) -> Result<u8, String> {
        let breeds = 0..self.fixed.mission.breeds.len() as u8;
        let known: Vec<_> = breeds.map(|breed| breed_name(self.fixed, breed)).collect();
        let found = known.iter().position(|name| *name == text);
        found.map(|index| index as u8).ok_or_else(|| {
            format!("`{text}` is no type this mission allows; there are genestealer {}", known.join(" "))
        })
    }

    fn item(&self, text: &str) -> Result<u8, String> {
        let items = &self.fixed.mission.items;
        items.iter().position(|item| item.id == text).map(|index| index as u8).ok_or_else(|| {
            let names: Vec<_> = items.iter().map(|item| item.id.as_str()).collect();
            match names[..] {
                [] => format!("`{text}` is not an item: this mission has none"),
                _ => format!("`{text}` is not an item; there are {}", names.join(", ")),
            }
        })
    }

    pub(crate) fn piece(&self, text: &str) -> Result<PieceId, String> {
        let numbered = |prefix: &str| {
            let number: u8 = text.strip_prefix(prefix)?.parse().ok()?;
            number.checked_sub(1)
        };
        let squad = &self.fixed.mission.squad;
        if let Some(index) = squad.iter().position(|model| model.name == text) {
            return Ok(PieceId::Marine(index as u8));
        }
        if let Some(index) = numbered("stealer-") {
            return Ok(PieceId::Stealer(index));
        }
        if let Some(index) = numbered("blip-") {
            return Ok(PieceId::Blip(index));
        }
        let names: Vec<_> = squad.iter().map(|model| model.name.as_str()).collect();
        Err(format!("`{text}` is not a piece; there are {}, stealer-N and blip-N", names.join(", ")))
    }

    pub(crate) fn mark(&self, words: &[&str]) -> Result<Mark, String> {
        match words {
            [kind, at] => Ok(Mark::Door(self.thing(kind, at)?)),
            [piece] => Ok(Mark::Model(self.piece(piece)?)),
            _ => Err(format!("`{}` is not a target; name a piece, or `door X,Y`", words.join(" "))),
        }
    }

    /// A thing by its kind and square. A square where the map has nothing of the kind is read as a door's, which the
    /// rules then object to.
    fn thing(&self, kind: &str, at: &str) -> Result<Cell, String> {
        let cell = self.square(at)?;
        let known = self.fixed.mission.thing(cell).unwrap_or(Thing::Door);
        if known.name() == kind {
            return Ok(cell);
        }
        let kinds: Vec<_> = Thing::ALL.iter().map(|thing| thing.name()).collect();
        if kinds.contains(&kind) {
            Err(format!("there is no {kind} at `{at}`"))
        } else {
            Err(format!("`{kind}` is not a thing to attack; there are {}", kinds.join(", ")))
        }
    }
}
