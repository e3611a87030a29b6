//! What may be cast, and for how much: SH-PSY-006, SH-PLY, SH-TRP-002, SH-LVL, SH-PEF.

use std::ops::ControlFlow;

use grognard_engine::switch::applies;
use grognard_engine::{Rules, rule, rules};
use grognard_space::grid::{Cell, CellSet};
use smallvec::SmallVec;

use super::card::{Attack, CardSet, Effect, Kind, Targeting};
use super::choice::{Aim, Cast};
use super::event::Event;
use super::{LEVELS, Mode, level, targeting};
use crate::Fixed;
use crate::choice::Action;
use crate::eldar::deed::Deed;
use crate::guard::choice::Deed as GuardDeed;
use crate::harlequin;
use crate::legal::{At, Objections, allowed};
use crate::piece::{Mark, PieceId, Place};
use crate::play::Cx;
use crate::state::State;
use crate::table::{Flow, Side, Table};

/// Whether a model is the active one.
pub fn is_active(table: &Table, who: PieceId) -> bool {
    match table.flow {
        Flow::Marines { active } => active.map(PieceId::Marine) == Some(who),
        Flow::Stealers { active } => active == Some(who),
        _ => false,
    }
}

/// SH-PLY-001 to SH-PLY-003, SH-TRP-002, SH-LVL-003: what an attack costs.
pub fn cost(fixed: &Fixed, table: &Table, who: PieceId, cast: Cast) -> Option<u8> {
    let numbers = fixed.numbers();
    let level = level(fixed, table, who)?;
    let trump = table.psychic.as_ref()?.trump;
    let mut cost = numbers.cast.other;
    if fixed.data.deck.face(cast.card).suit == trump && applies(rule!("SH-TRP-002")) {
        cost = numbers.cast.trump;
    }
    if applies(rule!("SH-LVL-001")) {
        cost += (LEVELS.end() - level) * numbers.cast_level.below;
    }
    if !is_active(table, who) {
        cost += numbers.cast_inactive.more;
    }
    Some(cost)
}

/// The rules behind what an attack costs.
pub fn cost_rules(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    cast: Cast,
) -> SmallVec<[grognard_engine::RuleId; 8]> {
    let mut rules = SmallVec::from_slice(rules!["SH-PLY-001"]);
    if table.psychic.as_ref().is_some_and(|p| p.trump == fixed.data.deck.face(cast.card).suit) {
        rules.push(rule!("SH-TRP-002"));
    }
    if level(fixed, table, who).is_some_and(|level| level < *LEVELS.end()) {
        rules.extend_from_slice(rules!["SH-PLY-003", "SH-LVL-001", "SH-LVL-003"]);
    }
    if !is_active(table, who) {
        rules.push(rule!("SH-PLY-002"));
    }
    rules
}

/// SH-MOV-010, SH-PCD-023: how often the price of an action is to be paid.
pub fn times(fixed: &Fixed, table: &Table, who: PieceId, action: Action) -> u8 {
    let slow = |cell: Cell| table.effect_at(fixed, cell) == Some(Kind::WarpTime);
    let own = table.cell(who);
    let to = match action {
        Action::Move(to)
        | Action::MoveFire(to, ..)
        | Action::MoveLaunch(to, ..)
        | Action::FireMove(_, _, to)
        | Action::MoveJump(to)
        | Action::Climb(to)
        | Action::Leap(to)
        | Action::Ride(to) => Some(to),
        Action::Enter => match table.place(who) {
            Place::Entry(entry) => Some(fixed.mission.entries[entry as usize].square),
            _ => None,
        },
        _ => None,
    };
    // A jump ends on the level below.
    let landing = match action {
        Action::Jump => own.and_then(|hole| fixed.mission.below(hole)),
        Action::MoveJump(hole) => fixed.mission.below(hole),
        _ => None,
    };
    if [own, to, landing].into_iter().flatten().any(slow) && applies(rule!("SH-MOV-010")) {
        fixed.numbers().warp_time.times
    } else {
        1
    }
}

/// SH-MOV-010: says so where slow time has made something dearer.
pub fn tell_price(state: &State, cx: &mut Cx<'_>, who: PieceId, action: Action, cost: u8) {
    if state.table.psychic.is_some() && times(cx.fixed(), &state.table, who, action) > 1 && cost > 0 {
        cx.emit(rules!["SH-MOV-010", "SH-PCD-023"], Event::Slowed { piece: who, cost }.into());
    }
}

/// What a psyker can cast from some cards, with so many points to pay with.
pub fn casts(
    fixed: &Fixed,
    table: &Table,
    cards: CardSet,
    who: PieceId,
    points: u8,
) -> SmallVec<[Action; 16]> {
    let mut all = SmallVec::new();
    if level(fixed, table, who).is_none() || fixed.mission.psychic != Mode::Cards {
        return all;
    }
    all.extend(super::nemesis::blasts(fixed, table, cards, who, points));
    let mut offer = |cast: Cast| {
        let action = Action::Cast(cast);
        if allowed(fixed, table, who, action, points) {
            all.push(action);
        }
    };
    for card in cards.iter() {
        let attack = fixed.data.deck.attack(card);
        let kind = fixed.data.deck.face(card).kind;
        let squares = targeting::squares(fixed, table, who, attack);
        match attack.effect {
            Effect::Own => offer(Cast { card, aim: Aim::Own }),
            Effect::Section => {
                for section in targeting::sections(fixed, table, squares) {
                    offer(Cast { card, aim: Aim::Section(section) });
                }
            }
            Effect::Door | Effect::Feature => {
                for cell in squares & features(table, kind) {
                    offer(Cast { card, aim: Aim::Thing(cell) });
                }
            }
            Effect::Model => {
                for cell in squares & table.occupied() {
                    if let Some(piece) = table.piece_at(cell) {
                        offer(Cast { card, aim: Aim::Model(piece) });
                    }
                }
                if kind == Kind::LightningArc {
                    for cell in squares & *table.shut() {
                        offer(Cast { card, aim: Aim::Thing(cell) });
                    }
                }
            }
        }
    }
    all
}

/// SH-PEF-003, SH-PEF-004: squares with something a card is for.
fn features(table: &Table, kind: Kind) -> CellSet {
    match kind {
        Kind::Switch if applies(rule!("SH-PEF-003")) => table.closed | table.open,
        Kind::Blast if !applies(rule!("SH-PEF-004")) => table.closed,
        // SH-AMB-090: rubble may be hurled as well.
        _ => table.breakable() | table.things.rubble,
    }
}

/// Checks a card played for its name against all rules both players can see.
pub fn check<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    cast: Cast,
    o: &mut O,
) -> ControlFlow<()> {
    // SH-ACT-026, SH-PLY-008, SH-PLY-010: an action, and for Marines one of inactive models and of the enemy turn, too.
    let enemy_turn = matches!(table.flow, Flow::Stealers { .. }) && table.side(who) == Side::Marine;
    o.by(rules!["SH-ACT-026"], At::Piece(who))?;
    o.by_where(rules!["SH-PLY-010"], At::Piece(who), || enemy_turn)?;
    o.by_where(rules!["SH-PLY-008"], At::Piece(who), || !is_active(table, who))?;
    // SH-PSQ-001: psi points or cards, never both.
    o.must(fixed.mission.psychic == Mode::Cards, rules!["SH-PSQ-001"], At::Piece(who))?;
    // SH-PSY-006: a psyker in play.
    let psyker = level(fixed, table, who).is_some() && table.cell(who).is_some();
    // SH-HBL-003: what a blip stands for has no powers yet.
    let reasons = if matches!(who, PieceId::Blip(_)) {
        rules!["SH-HBL-003", "SH-PSY-006"]
    } else {
        rules!["SH-PSY-006"]
    };
    o.must(psyker, reasons, At::Piece(who))?;
    let (face, attack) = (fixed.data.deck.face(cast.card), fixed.data.deck.attack(cast.card));
    // SH-PCD-001: an Aura is no attack.
    o.must(face.kind != Kind::Aura, rules!["SH-PCD-001", "SH-PLY-005"], At::Piece(who))?;
    let Some(from) = table.cell(who) else { return ControlFlow::Continue(()) };
    let here = table.effect_at(fixed, from);
    o.must(here != Some(Kind::Miasma), rules!["SH-PCD-004"], At::Piece(who))?;
    // SH-PCD-011: in a Vortex only Auras.
    o.must(here != Some(Kind::Vortex), rules!["SH-PCD-011"], At::Piece(who))?;
    if let Aim::Model(piece) = cast.aim
        && attack.targeting == Some(super::card::Targeting::Sight)
        && let Some(at) = table.cell(piece)
    {
        // SH-TYR-006: what cannot be made out is not in sight.
        o.must(fixed.discernible(from, piece, at), rules!["SH-TYR-006"], At::Cell(at))?;
    }
    if face.kind == Kind::BurstOfSpeed {
        // SH-PCD-020: only the model that is active, so only in its own turn.
        o.must(is_active(table, who), rules!["SH-PCD-020"], At::Piece(who))?;
    }
    check_aim(fixed, table, who, cast, o)?;
    let near = || targeting::squares(fixed, table, who, attack);
    let shut = |cell: Cell| table.effect_at(fixed, cell).and_then(targeting::closed_by);
    let explains = o.explains();
    // SH-PTG-008: what could be aimed at from nearer is out of range, and nothing else.
    let missed = |cells: CellSet| {
        let far = Attack { range: None, ..attack.clone() };
        let beyond = explains && targeting::squares(fixed, table, who, &far).intersects(&cells);
        if beyond { rules!["SH-PTG-008"] } else { reach_rules(attack) }
    };
    let mut reach = |cell: Cell| match shut(cell) {
        Some(rules) => o.must(false, rules, At::Cell(cell)),
        None if near().contains(cell) => ControlFlow::Continue(()),
        None => o.must(false, missed(CellSet::from(cell)), At::Cell(cell)),
    };
    match cast.aim {
        Aim::Own => ControlFlow::Continue(()),
        Aim::Model(piece) => {
            let Some(cell) = table.cell(piece) else {
                return o.must(false, rules!["SH-ENP-006"], At::Piece(piece));
            };
            reach(cell)
        }
        Aim::Thing(cell) => reach(cell),
        Aim::Section(section) => {
            let cells = fixed.mission.sections[section as usize];
            let place = cells.first().map_or(At::Nowhere, At::Cell);
            // SH-PEF-011 has said so already where an effect keeps attacks out.
            if cells.first().is_some_and(|cell| shut(cell).is_some()) {
                return ControlFlow::Continue(());
            }
            let squares = near() & cells;
            if squares.is_empty() {
                return o.must(false, missed(cells), place);
            }
            let open = targeting::sections(fixed, table, squares).any(|near| near == section);
            o.must(open, rules!["SH-PEF-006"], place)
        }
    }
}

/// The rules by which an attack finds its way to a target or does not, however far that is.
pub fn reach_rules(attack: &Attack) -> Rules {
    match attack.targeting {
        Some(Targeting::Sight) => rules!["SH-PTG-002", "SH-PTG-003", "SH-ARC-003"],
        Some(Targeting::Blind) => rules!["SH-PTG-004", "SH-PTG-005"],
        Some(Targeting::Free) => rules!["SH-PTG-006", "SH-PTG-007"],
        None => rules!["SH-PEF-001"],
    }
}

/// What the card itself asks of its target.
fn check_aim<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    cast: Cast,
    o: &mut O,
) -> ControlFlow<()> {
    let kind = fixed.data.deck.face(cast.card).kind;
    let effect = fixed.data.deck.attack(cast.card).effect;
    let (fits, rules) = match effect {
        Effect::Own => (cast.aim == Aim::Own, rules!["SH-PEF-001"]),
        Effect::Model if kind == Kind::LightningArc => {
            (matches!(cast.aim, Aim::Model(_) | Aim::Thing(_)), rules!["SH-PEF-002"])
        }
        Effect::Model => (matches!(cast.aim, Aim::Model(_)), rules!["SH-PEF-002"]),
        Effect::Door => (matches!(cast.aim, Aim::Thing(_)), rules!["SH-PEF-003"]),
        Effect::Feature => (matches!(cast.aim, Aim::Thing(_)), rules!["SH-PEF-004"]),
        Effect::Section => (matches!(cast.aim, Aim::Section(_)), rules!["SH-PEF-005"]),
    };
    o.must(fits, rules, At::Piece(who))?;
    if !fits {
        return ControlFlow::Continue(());
    }
    match (kind, cast.aim) {
        (Kind::Switch, Aim::Thing(door)) => check_switch(fixed, table, door, o),
        (Kind::Blast, Aim::Thing(at)) => {
            o.must(features(table, kind).contains(at), rules!["SH-PEF-004", "SH-PCD-016"], At::Cell(at))
        }
        (Kind::LightningArc, aim) => {
            let mark = match aim {
                Aim::Model(piece) => Mark::Model(piece),
                Aim::Thing(cell) => Mark::Door(cell),
                _ => return ControlFlow::Continue(()),
            };
            let clear = super::effects::arc::eligible(fixed, table, who, mark);
            o.must(clear, rules!["SH-PCD-007", "SH-PCD-008"], At::Piece(who))
        }
        (Kind::Control, Aim::Model(piece)) => {
            // SH-AMB-089: only enemies, and no blips, which nobody sees.
            let enemy = table.side(piece) != table.side(who) && !matches!(piece, PieceId::Blip(_));
            o.must(enemy, rules!["SH-PCD-003"], At::Piece(piece))
        }
        (Kind::Assail, Aim::Model(piece)) => {
            let other = piece != who && !matches!(piece, PieceId::Blip(_));
            o.must(other, rules!["SH-PCD-014"], At::Piece(piece))
        }
        (_, Aim::Section(section)) => {
            let cells = fixed.mission.sections[section as usize];
            let place = cells.first().map_or(At::Nowhere, At::Cell);
            // SH-PEF-011: one psychic marker a section.
            let free = table.psychic.as_ref().is_none_or(|psychic| psychic.on(section as usize).is_none());
            o.must(free, rules!["SH-PEF-011"], place)?;
            if kind == Kind::Scan {
                o.must(worth_a_scan(fixed, table, who, cells), rules!["SH-PCD-005"], place)?;
            }
            ControlFlow::Continue(())
        }
        _ => ControlFlow::Continue(()),
    }
}

/// SH-PCD-005: a blip to be seen by the Marines, or a psyker of the enemy's.
fn worth_a_scan(fixed: &Fixed, table: &Table, who: PieceId, cells: CellSet) -> bool {
    let own = table.side(who);
    let blips = own == Side::Marine && table.blips_on_map().any(|(_, cell)| cells.contains(cell));
    let psyker = |piece: PieceId| table.cell(piece).is_some_and(|cell| cells.contains(cell));
    blips || super::psykers(fixed, table, own.other()).any(psyker)
}

/// SH-PCD-018, SH-PCD-017: a door that is there, not jinxed, and nothing in the way where it would close.
fn check_switch<O: Objections>(fixed: &Fixed, table: &Table, door: Cell, o: &mut O) -> ControlFlow<()> {
    let there = table.closed.contains(door) || table.open.contains(door);
    o.must(there, rules!["SH-PEF-003", "SH-DOR-001"], At::Cell(door))?;
    check_held(fixed, table, door, o)?;
    if table.open.contains(door) {
        o.must(!fixed.mission.hazards.is_lift_door(door), rules!["SH-LFT-003"], At::Cell(door))?;
        let free = crate::legal::doorway_is_free(table, door);
        o.must(free, rules!["SH-PCD-018", "SH-DOR-009"], At::Cell(door))?;
    }
    ControlFlow::Continue(())
}

/// SH-PCD-017, SH-PCD-022: why a door stays as it is, where it does: under a Jinx, and where time stands still.
pub fn held(fixed: &Fixed, table: &Table, door: Cell) -> Option<Rules> {
    match table.effect_at(fixed, door)? {
        Kind::Jinx => Some(rules!["SH-PCD-017"]),
        Kind::Stasis => Some(rules!["SH-PCD-022"]),
        _ => None,
    }
}

/// The same, as an objection to working it.
pub fn check_held<O: Objections>(fixed: &Fixed, table: &Table, door: Cell, o: &mut O) -> ControlFlow<()> {
    match held(fixed, table, door) {
        Some(rules) => o.must(false, rules, At::Cell(door)),
        None => ControlFlow::Continue(()),
    }
}

/// SH-PCD-022: what is in a Stasis does nothing, and nothing is done to it. SH-PCD-017, SH-AMB-088: weapons with a
/// trigger do not work under a Jinx. SH-PCD-023, SH-OVW-027: there is no overwatch in slow time.
pub fn check_effects<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    action: Action,
    o: &mut O,
) -> ControlFlow<()> {
    o.must(!table.is_under(fixed, who, Kind::Stasis), rules!["SH-PCD-022"], At::Piece(who))?;
    super::nemesis::check_spent(table, who, o)?;
    if let Action::Blast(target) = action {
        o.must(!table.is_under(fixed, target, Kind::Stasis), rules!["SH-PCD-022"], At::Piece(target))?;
    }
    if let Action::Assault(Mark::Model(target)) | Action::Harlequin(harlequin::choice::Deed::Dance(target)) =
        action
    {
        o.must(!table.is_under(fixed, target, Kind::Stasis), rules!["SH-PCD-022"], At::Piece(target))?;
    }
    if let Action::Assault(Mark::Door(at)) = action {
        let still = table.effect_at(fixed, at) == Some(Kind::Stasis);
        o.must(!still, rules!["SH-PCD-022"], At::Cell(at))?;
    }
    let stands = match action {
        Action::MoveFire(to, weapon, _) | Action::MoveLaunch(to, weapon, _) => {
            Some(to).filter(|_| weapon.has_trigger())
        }
        Action::Fire(weapon, _)
        | Action::TurnFire(_, weapon, _)
        | Action::FireMove(weapon, ..)
        | Action::Guard(GuardDeed::Aim(_, weapon, _))
        | Action::TurnLaunch(_, weapon, _)
        | Action::Launch(weapon, _) => table.cell(who).filter(|_| weapon.has_trigger()),
        Action::Flame(_)
        | Action::FullAuto
        | Action::Aspect(Deed::Melt(_))
        | Action::SelfDestruct
        | Action::Guard(GuardDeed::Inspire(_)) => table.cell(who),
        Action::Overwatch | Action::Aspect(Deed::Watch(_)) => {
            let slow = table.is_under(fixed, who, Kind::WarpTime);
            return o.must(!slow, rules!["SH-OVW-027", "SH-PCD-023"], At::Piece(who));
        }
        _ => None,
    };
    let jinxed = stands.is_some_and(|cell| table.effect_at(fixed, cell) == Some(Kind::Jinx));
    o.must(!jinxed, rules!["SH-PCD-017"], At::Piece(who))
}

/// SH-PCD-011, SH-PCD-013, SH-PCD-022: effects that nothing enters; who is inside may move about and leave.
pub fn check_entry<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    from: Option<Cell>,
    to: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    if table.psychic.is_none() {
        return ControlFlow::Continue(());
    }
    let inside = from.is_some_and(|from| Table::section(fixed, from) == Table::section(fixed, to));
    let rules = match table.effect_at(fixed, to) {
        _ if inside => return ControlFlow::Continue(()),
        Some(Kind::Hellfire) => rules!["SH-PCD-013"],
        Some(Kind::Vortex) => rules!["SH-PCD-011"],
        Some(Kind::Stasis) => rules!["SH-PCD-022"],
        _ => return ControlFlow::Continue(()),
    };
    o.must(false, rules, At::Cell(to))
}
