//! What is allowed: one set of checks decides option lists and explains refusals.
//!
//! A check runs over an [`Objections`] sink. [`Quick`] stops at the first objection, for option lists and
//! simulation; [`Every`] collects all of them, for refusals. Both run the same code.

mod assault;
mod cost;
mod doors;
mod entry;
mod fire;
mod hazards;
mod launch;
mod levels;
mod menu;
mod movement;

use std::ops::ControlFlow;

use grognard_engine::switch::{SWITCHES, all_apply, applies, carried};
use grognard_engine::{RuleId, Rules, rules};
use grognard_space::grid::{Cell, CellSet};

pub use assault::front;
pub use cost::{cost, full_cost, turns_freely};
pub use doors::{by_fire, doorway_is_free};
pub(crate) use fire::check_listed;
pub use fire::{class_of, flame_extent, full_auto_targets, sight_reasons};
pub use hazards::{at_opening, in_the_way};
pub use launch::{blast_extent, next_sections, same_blast};
pub use levels::shaft_between;
pub use menu::{Actions, Doorways, list, menu};
pub(crate) use movement::check_fire_at_feet;
pub use movement::{StepKind, step_kind};

use crate::Fixed;
use crate::choice::Action;
use crate::eldar;
use crate::eldar::{farseer, seers};
use crate::guard::{self, choice::Deed};
use crate::harlequin;
use crate::piece::{PieceId, Place};
use crate::profile::{Folk, Melee, Ranged};
use crate::psychic;
use crate::table::{Side, Table};
use crate::weapon::Class;
use launch::Before;

/// Where an objection applies.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum At {
    /// Nowhere in particular.
    Nowhere,
    /// On a square.
    Cell(Cell),
    /// At a piece.
    Piece(PieceId),
}

/// Takes objections against an answer.
pub trait Objections {
    /// Objects where the condition does not hold; the first rule is the one shown to players.
    fn must(&mut self, holds: bool, rules: Rules, at: At) -> ControlFlow<()>;

    /// Whether reasons are wanted; without, costly ones are not looked for.
    fn explains(&self) -> bool;

    /// What rules permit falls away with any of them, where a check has switched it off.
    #[inline]
    fn by(&mut self, rules: Rules, at: At) -> ControlFlow<()> {
        self.must(all_apply(rules), rules!["SH-ACT-006"], at)
    }

    /// Objects by several rules that forbid it only together: without any of them it is allowed.
    #[inline]
    fn must_by_all(&mut self, holds: bool, rules: Rules, at: At) -> ControlFlow<()> {
        self.must(holds || !all_apply(rules), rules, at)
    }

    /// The same as [`by`](Self::by) for what needs the permission only in some cases, which are looked at only where rules can be off.
    #[inline]
    fn by_where(&mut self, rules: Rules, at: At, needs: impl FnOnce() -> bool) -> ControlFlow<()> {
        if SWITCHES && needs() { self.by(rules, at) } else { ControlFlow::Continue(()) }
    }
}

/// Stops at the first objection.
pub struct Quick;

impl Objections for Quick {
    #[inline]
    fn must(&mut self, holds: bool, rules: Rules, _at: At) -> ControlFlow<()> {
        if holds || !applies(rules[0]) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn explains(&self) -> bool {
        false
    }
}

/// One objection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The rules that forbid it.
    pub rules: Vec<RuleId>,
    /// Where.
    pub at: At,
}

/// Collects every objection.
#[derive(Default)]
pub struct Every {
    /// What was objected to.
    pub list: Vec<Objection>,
}

impl Objections for Every {
    fn must(&mut self, holds: bool, rules: Rules, at: At) -> ControlFlow<()> {
        if !holds && applies(rules[0]) {
            let rules = rules.iter().copied().filter(|rule| carried(*rule)).collect();
            self.list.push(Objection { rules, at });
        }
        ControlFlow::Continue(())
    }

    fn explains(&self) -> bool {
        true
    }
}

/// Whether a piece may do something now, with this many points to pay with.
pub fn allowed(fixed: &Fixed, table: &Table, who: PieceId, action: Action, points: u8) -> bool {
    check(fixed, table, who, action, points, &mut Quick).is_continue()
}

/// The same for a shot after a step or a turn, where it is known what is seen then.
fn allowed_seeing(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    action: Action,
    points: u8,
    seen: &CellSet,
) -> bool {
    check_seeing(fixed, table, who, action, points, Some(seen), &mut Quick).is_continue()
}

/// Every objection against an action.
pub fn objections(fixed: &Fixed, table: &Table, who: PieceId, action: Action, points: u8) -> Vec<Objection> {
    let mut every = Every::default();
    let _ = check(fixed, table, who, action, points, &mut every);
    every.list
}

/// Checks an action of a piece against all rules.
pub fn check<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    action: Action,
    points: u8,
    o: &mut O,
) -> ControlFlow<()> {
    check_seeing(fixed, table, who, action, points, None, o)
}

/// Looking costs most of what there is to a shot after a step or a turn; who has looked already says what was `seen`.
fn check_seeing<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    action: Action,
    points: u8,
    seen: Option<&CellSet>,
    o: &mut O,
) -> ControlFlow<()> {
    let place = table.place(who);
    o.must(!matches!(place, Place::Gone | Place::Hand), rules!["SH-ACT-001"], At::Piece(who))?;
    if matches!(place, Place::Gone | Place::Hand) {
        return ControlFlow::Continue(());
    }
    check_doer(fixed, table, who, action, points, o)?;
    match action {
        Action::Move(to) => movement::check_move(fixed, table, who, to, o),
        Action::Turn(facing) => movement::check_turn(table, who, facing, o),
        Action::Fire(weapon, mark) => fire::check_fire(fixed, table, who, weapon, mark, o),
        Action::MoveFire(to, weapon, mark) => {
            movement::check_move(fixed, table, who, to, o)?;
            fire::check_move_fire(fixed, table, who, to, weapon, mark, seen, o)
        }
        Action::TurnFire(facing, weapon, mark) => {
            fire::check_turn_fire(fixed, table, who, facing, weapon, mark, seen, o)
        }
        Action::Flame(at) => {
            let (PieceId::Marine(index), Some(cell)) = (who, table.cell(who)) else {
                return o.must(false, rules!["SH-WHF-001"], At::Piece(who));
            };
            let view = (cell, table.marines[index as usize].facing, table.seen_by(index));
            fire::check_flame(fixed, table, who, view, at, o)
        }
        Action::FullAuto => fire::check_full_auto(fixed, table, who, o),
        Action::Assault(mark) => assault::check_assault(fixed, table, who, mark, o),
        Action::Cut(door) => assault::check_cut(fixed, table, who, door, o),
        Action::Open(door) => doors::check_open(fixed, table, who, door, o),
        Action::Close(door) => doors::check_close(fixed, table, who, door, o),
        Action::Overwatch => fire::check_overwatch(fixed, table, who, o),
        Action::ClearJam => fire::check_clear_jam(table, who, o),
        Action::Reload => fire::check_reload(fixed, table, who, o),
        Action::Secure(entry) => entry::check_secure(fixed, table, who, entry, o),
        Action::SelfDestruct => fire::check_self_destruct(table, who, o),
        Action::Detonate => ControlFlow::Continue(()),
        Action::Enter => entry::check_enter(fixed, table, who, o),
        Action::Leave => entry::check_leave(fixed, table, who, o),
        Action::Take(item) => entry::check_take(fixed, table, who, item, o),
        Action::LayDown(item) => entry::check_lay_down(table, who, item, o),
        Action::PickUp => hazards::check_pick_up(fixed, table, who, o),
        Action::PutDown => hazards::check_put_down(table, who, o),
        Action::Arm => hazards::check_arm(fixed, table, who, o),
        Action::Drop => hazards::check_drop(fixed, table, who, o),
        Action::Climb(to) => levels::check_climb(fixed, table, who, to, o),
        Action::Jump => levels::check_jump(fixed, table, who, table.cell(who), o),
        Action::MoveJump(to) => {
            movement::check_move(fixed, table, who, to, o)?;
            levels::check_jump(fixed, table, who, Some(to), o)
        }
        Action::Stand(_) => ControlFlow::Continue(()),
        Action::Ride(to) => levels::check_ride(fixed, table, who, to, o),
        Action::Cast(cast) => psychic::legal::check(fixed, table, who, cast, o),
        Action::Leap(to) => movement::check_leap(fixed, table, who, to, o),
        Action::Launch(weapon, at) => {
            launch::check_launch(fixed, table, who, Before::Nothing, weapon, at, seen, o)
        }
        Action::MoveLaunch(to, weapon, at) => {
            movement::check_move(fixed, table, who, to, o)?;
            launch::check_launch(fixed, table, who, Before::Step(to), weapon, at, seen, o)
        }
        Action::TurnLaunch(to, weapon, at) => {
            launch::check_launch(fixed, table, who, Before::Turn(to), weapon, at, seen, o)
        }
        Action::Guard(deed) => {
            guard::legal::check(fixed, table, who, deed, o)?;
            match deed {
                Deed::Aim(_, weapon, mark) => fire::check_fire(fixed, table, who, weapon, mark, o),
                _ => ControlFlow::Continue(()),
            }
        }
        Action::Order(command) => seers::legal::check_command(fixed, table, who, command, o),
        Action::Blast(target) => psychic::nemesis::check(fixed, table, who, target, o),
        Action::Harlequin(deed) => harlequin::legal::check(fixed, table, who, deed, o),
        Action::Aspect(deed) => eldar::legal::check(fixed, table, who, deed, o),
        Action::FireMove(weapon, mark, to) => {
            fire::check_fire(fixed, table, who, weapon, mark, o)?;
            movement::check_move(fixed, table, who, to, o)?;
            launch::check_fire_move(fixed, who, weapon, o)
        }
    }
}

/// Whether a piece can do this kind of thing at all, in the state it is in and with its points. Where nothing special is in play,
/// it does not matter what is aimed at.
fn check_doer<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    action: Action,
    points: u8,
    o: &mut O,
) -> ControlFlow<()> {
    kind(fixed, table, who, action, o)?;
    if table.side(who) == Side::Stealer {
        brood(who, action, o)?;
    }
    levels::check_prone(table, who, action, o)?;
    if table.is_special() {
        check_special(fixed, table, who, action, o)?;
    }
    check_points(fixed, table, who, action, points, o)
}

/// SH-ACT-004: any affordable action may be taken.
#[inline]
fn check_points<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    action: Action,
    points: u8,
    o: &mut O,
) -> ControlFlow<()> {
    let Some(cost) = cost(fixed, table, who, action) else { return ControlFlow::Continue(()) };
    let affordable = cost <= points || cost <= points.saturating_add(wings(fixed, table, who, action));
    o.must(affordable, rules!["SH-ACT-004", "SH-ACT-006"], At::Piece(who))
}

/// What psychic effects, orders, stances and loads keep a piece from.
#[inline(never)]
fn check_special<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    action: Action,
    o: &mut O,
) -> ControlFlow<()> {
    if table.psychic.is_some() {
        psychic::legal::check_effects(fixed, table, who, action, o)?;
    }
    if table.farseer.is_some() {
        farseer::effect::check(table, who, action, o)?;
    }
    if table.seers.is_some() {
        seers::legal::check_orders(fixed, table, who, action, o)?;
    }
    if table.guard.is_some() {
        guard::legal::check_stance(table, who, action, o)?;
    }
    if table.troupe.is_some() {
        harlequin::legal::check_state(fixed, table, who, action, o)?;
    }
    if !table.things.loads.is_empty() {
        hazards::check_load(fixed, table, who, action, o)?;
    }
    ControlFlow::Continue(())
}

/// SH-TGT-004, SH-FAQ-001: whether a shooter must spare a model.
pub fn endangers(table: &Table, shooter: PieceId, target: PieceId) -> bool {
    table.side(shooter).spares(table.side(target))
}

/// Which kinds of piece can do this kind of thing at all.
fn kind<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    action: Action,
    o: &mut O,
) -> ControlFlow<()> {
    let blips_too = matches!(
        action,
        Action::Move(_)
            | Action::Open(_)
            | Action::Close(_)
            | Action::Enter
            | Action::Climb(_)
            | Action::Jump
            | Action::MoveJump(_)
            | Action::Ride(_)
    );
    let stealers_too = blips_too || matches!(action, Action::Turn(_) | Action::Assault(_) | Action::Stand(_));
    match who {
        // SH-ACT-024, SH-BLP-002, SH-TUR-005: blips only move and operate doors.
        PieceId::Blip(_) => match action {
            Action::Turn(_) => o.must(false, rules!["SH-TUR-005", "SH-ACT-024"], At::Piece(who)),
            Action::Assault(_) => {
                o.must(false, rules!["SH-CLA-001", "SH-BLP-002", "SH-ACT-024"], At::Piece(who))
            }
            _ => o.must(blips_too, rules!["SH-ACT-024", "SH-BLP-002"], At::Piece(who)),
        },
        // SH-TOX-004: canisters are no concern of theirs.
        PieceId::Stealer(_) if matches!(action, Action::PickUp) => {
            o.must(false, rules!["SH-TOX-004", "SH-ACT-006"], At::Piece(who))
        }
        // SH-ACT-006: the cost table has no entry for a Genestealer that fires, sets overwatch or reloads.
        PieceId::Stealer(_) => o.must(stealers_too, rules!["SH-ACT-006"], At::Piece(who)),
        // Everybody walks and turns.
        PieceId::Marine(_) if matches!(action, Action::Move(_) | Action::Turn(_)) => {
            ControlFlow::Continue(())
        }
        PieceId::Marine(index) => {
            let profile = fixed.profile(index);
            let ranged = |weapon: Ranged| profile.carries(weapon);
            let thrown = |weapon: Ranged| fixed.weapon(weapon).is_some_and(|listed| listed.thrown);
            if profile.traded.as_ref().is_some_and(|traded| traded.hampers) {
                hazards::check_arms_full(table, index, action, o)?;
            }
            // SH-AMB-065: by option no gun of theirs works.
            if fixed.options.no_tyranid_guns && profile.folk == Folk::Tyranid && shoots(action) {
                return o.must(false, rules!["SH-AMB-065", "SH-TYR-017"], At::Piece(who));
            }
            match action {
                // SH-TRM-001, SH-TRM-002: everybody fires what he carries.
                Action::Fire(weapon, _)
                | Action::MoveFire(_, weapon, _)
                | Action::TurnFire(_, weapon, _)
                | Action::Launch(weapon, _)
                | Action::MoveLaunch(_, weapon, _)
                | Action::TurnLaunch(_, weapon, _)
                | Action::FireMove(weapon, ..)
                | Action::Guard(Deed::Aim(_, weapon, _)) => {
                    // SH-SMF-003: power armour leaves the arm free for it.
                    o.by_where(rules!["SH-SMF-003"], At::Piece(who), || {
                        profile.class == Class::PowerArmour && thrown(weapon)
                    })?;
                    // SH-WGR-001: Terminators throw nothing.
                    if thrown(weapon) && profile.is_terminator() {
                        return o.must(false, rules!["SH-WGR-001", "SH-TRM-001"], At::Piece(who));
                    }
                    // SH-WHF-013: a flamer is all its bearer has.
                    let reasons = if ranged(Ranged::HeavyFlamer) {
                        rules!["SH-WHF-013", "SH-TRM-001", "SH-TRM-002"]
                    } else if !profile.is_terminator() {
                        // SH-FOR-007: what its squad gives it, and nothing else.
                        rules!["SH-FOR-007", "SH-TRM-001"]
                    } else {
                        rules!["SH-TRM-001", "SH-TRM-002"]
                    };
                    o.must(ranged(weapon), reasons, At::Piece(who))
                }
                Action::Flame(_) | Action::SelfDestruct => {
                    let flamer = profile.ranged.is_some_and(Ranged::is_flamer);
                    o.must(flamer, rules!["SH-TRM-001", "SH-TRM-002"], At::Piece(who))
                }
                Action::FullAuto => {
                    o.must(ranged(Ranged::AssaultCannon), rules!["SH-TRM-001", "SH-TRM-002"], At::Piece(who))
                }
                Action::Cut(_) => {
                    let fist = profile.has(Melee::ChainFist);
                    let cuts = fist || profile.has(Melee::PowerAxe);
                    o.must(cuts, rules!["SH-WCF-003", "SH-TRM-001"], At::Piece(who))?;
                    // SH-WPA-001, SH-BLK-008: an axe cuts as well.
                    o.by_where(rules!["SH-WPA-001", "SH-BLK-008"], At::Piece(who), || !fist)?;
                    // SH-EXA-017: an Exarch's does.
                    o.by_where(rules!["SH-EXA-017"], At::Piece(who), || !fist && profile.exarch)
                }
                Action::Detonate => o.must(
                    profile.has(Melee::ThunderHammer),
                    rules!["SH-WTH-002", "SH-TRM-001"],
                    At::Piece(who),
                ),
                // SH-ENP-001: only the Stealer side comes out of entry areas.
                Action::Enter => {
                    o.must(fixed.side(who) == Side::Stealer, rules!["SH-ENP-001"], At::Piece(who))
                }
                _ => ControlFlow::Continue(()),
            }
        }
    }
}

/// Whether an action fires something, now or later.
fn shoots(action: Action) -> bool {
    action.fires() || matches!(action, Action::Overwatch | Action::Aspect(eldar::deed::Deed::Watch(_)))
}

/// What is no concern of the Stealer side: entry areas, the mission's exits and items, canisters.
fn brood<O: Objections>(who: PieceId, action: Action, o: &mut O) -> ControlFlow<()> {
    match action {
        // SH-TGT-003: armed Hybrids and Tyranids shoot as Marines do.
        Action::Fire(..) | Action::Overwatch => o.by(rules!["SH-TGT-003"], At::Piece(who)),
        Action::Secure(_) => o.must(false, rules!["SH-SEC-002"], At::Piece(who)),
        Action::Leave | Action::Take(_) | Action::LayDown(_) => {
            o.must(false, rules!["SH-BRD-001"], At::Piece(who))
        }
        // SH-TYR-013: neither lifted nor harmed.
        Action::PickUp | Action::PutDown | Action::Arm | Action::Drop
            if matches!(who, PieceId::Marine(_)) =>
        {
            o.must(false, rules!["SH-TYR-013", "SH-TOX-004"], At::Piece(who))
        }
        _ => ControlFlow::Continue(()),
    }
}

/// SH-TYR-005, SH-TYR-016: whether an action is one that wings help with.
pub fn by_wing(fixed: &Fixed, who: PieceId, action: Action) -> bool {
    let moves = matches!(
        action,
        Action::Move(_)
            | Action::Enter
            | Action::Turn(_)
            | Action::Climb(_)
            | Action::Jump
            | Action::MoveJump(_)
    );
    moves && matches!(who, PieceId::Marine(index) if fixed.profile(index).flies)
}

/// The points of flight a model has left for an action: they are action points, and only the active model has any.
fn wings(fixed: &Fixed, table: &Table, who: PieceId, action: Action) -> u8 {
    match who {
        PieceId::Marine(index) if by_wing(fixed, who, action) && psychic::legal::is_active(table, who) => {
            table.marines[index as usize].store
        }
        _ => 0,
    }
}
