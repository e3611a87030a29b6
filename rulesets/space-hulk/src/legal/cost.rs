//! What every action costs: SH-ACT-006 to SH-ACT-029.

use grognard_engine::switch::all_apply;
use grognard_engine::{Rules, rules};
use grognard_space::grid::{Cell, Facing};

use super::movement::{StepKind, step_kind};
use crate::Fixed;
use crate::choice::Action;
use crate::eldar::farseer;
use crate::harlequin;
use crate::hazard::Thing;
use crate::piece::{Mark, PieceId, Place};
use crate::profile::{Folk, Ranged};
use crate::psychic;
use crate::table::Table;
use crate::weapon::Class;

/// What rules make an action cost; nothing, where a check has switched one off.
#[inline]
fn price(points: u8, rules: Rules) -> u8 {
    free(points, 0, rules)
}

/// What rules make an action cost that would cost something else without them.
#[inline]
fn free(points: u8, otherwise: u8, rules: Rules) -> u8 {
    if all_apply(rules) { points } else { otherwise }
}

/// SH-ACT-006: what an action costs; none where the table gives no price, because it cannot be done at all.
pub fn cost(fixed: &Fixed, table: &Table, who: PieceId, action: Action) -> Option<u8> {
    // SH-FSC-009: half of it in a wave of one's own time.
    full_cost(fixed, table, who, action).map(|full| farseer::effect::price(table, who, action, full))
}

/// The same without what a card of the Farseer makes of it.
pub fn full_cost(fixed: &Fixed, table: &Table, who: PieceId, action: Action) -> Option<u8> {
    let cost = plain_cost(fixed, table, who, action)?;
    if table.psychic.is_none() {
        return Some(cost);
    }
    Some(cost * psychic::legal::times(fixed, table, who, action))
}

/// The same without what psychic effects make of it.
#[inline]
fn plain_cost(fixed: &Fixed, table: &Table, who: PieceId, action: Action) -> Option<u8> {
    let doer = Doer { fixed, table, who };
    match action {
        // These two are asked for most.
        Action::Move(to) => doer.step(to),
        Action::Turn(to) => doer.turn(to),
        Action::Fire(..) | Action::MoveFire(..) | Action::TurnFire(..) | Action::Reload => {
            let points = doer.listed(action)?;
            // SH-IGF-020, SH-AMB-045: Ogryns are slow with anything that shoots.
            let ogryn = matches!(who, PieceId::Marine(index) if fixed.profile(index).ogryn);
            let factor = if ogryn { fixed.numbers().ogryn_fire.factor } else { 1 };
            Some(points.saturating_mul(factor))
        }
        _ => doer.listed(action),
    }
}

/// A piece that is about to do something.
pub(super) struct Doer<'a> {
    pub fixed: &'a Fixed,
    pub table: &'a Table,
    pub who: PieceId,
}

impl Doer<'_> {
    /// SH-TYR-005, SH-TYR-016: whether wings carry it.
    fn flies(&self) -> bool {
        matches!(self.who, PieceId::Marine(index) if self.fixed.profile(index).flies)
            && all_apply(rules!["SH-TYR-005", "SH-TYR-016"])
    }

    /// SH-RUB-001, SH-MOV-008: rubble costs more to enter, whatever the direction.
    pub(super) fn rubble(&self, to: Cell) -> u8 {
        // SH-TYR-016: wings carry a creature over it.
        let rough = self.table.things.rubble.contains(to) && !self.flies();
        if rough { price(self.fixed.numbers().rubble.enter, rules!["SH-RUB-001", "SH-MOV-008"]) } else { 0 }
    }

    /// A step to an adjacent square.
    fn step(&self, to: Cell) -> Option<u8> {
        let Doer { fixed, table, who } = *self;
        let numbers = fixed.numbers();
        let from = table.cell(who)?;
        let dir = fixed.mission.grid.direction(from, to)?;
        // SH-AIR-002: in and out of an air shaft at a price of its own.
        if !fixed.mission.hazards.shafts.is_empty()
            && let Some(opening) = fixed.mission.hazards.shaft_opening(from, to)
        {
            // SH-TYR-005, SH-AIR-005: flyers are faster about it.
            if self.flies() && opening.inside == to {
                return Some(price(numbers.flight.shaft, rules!["SH-AIR-005"]));
            }
            let price = if opening.inside == to { numbers.shaft.enter } else { numbers.shaft.leave };
            return Some(price + self.rubble(to));
        }
        self.pace(step_kind(table, who, dir)).map(|cost| cost + self.rubble(to))
    }

    /// What a step costs by how it lies to the facing, on even ground.
    pub(super) fn pace(&self, kind: StepKind) -> Option<u8> {
        let Doer { fixed, who, .. } = *self;
        let numbers = fixed.numbers();
        let costs = &numbers.costs;
        match (who, kind) {
            // SH-HRL-001: all ways alike.
            (PieceId::Marine(index), kind)
                if let Some(points) = harlequin::legal::step(fixed, index, kind) =>
            {
                Some(points)
            }
            // SH-ACT-007, SH-ACT-008, SH-ACT-009: by how the step lies to the facing.
            (PieceId::Marine(_), StepKind::Forward) => {
                Some(price(costs.marine.forward, rules!["SH-ACT-007", "SH-MOV-001"]))
            }
            (PieceId::Marine(_), StepKind::Backward) => {
                Some(price(costs.marine.backward, rules!["SH-ACT-008", "SH-MOV-001"]))
            }
            // SH-IGF-006: the Guard steps sideways like Genestealers.
            (PieceId::Marine(index), StepKind::Sideways) if fixed.profile(index).sidesteps => Some(price(
                numbers.guard.sidestep,
                match fixed.profile(index).folk {
                    Folk::Eldar => rules!["SH-ELD-001"],
                    Folk::Tyranid => rules!["SH-TYR-017"],
                    _ => rules!["SH-IGF-006"],
                },
            )),
            (PieceId::Marine(_), StepKind::Sideways) => None,
            (PieceId::Stealer(_), StepKind::Forward) => {
                Some(price(costs.genestealer.forward, rules!["SH-ACT-007", "SH-MOV-001"]))
            }
            (PieceId::Stealer(_), StepKind::Backward) => {
                Some(price(costs.genestealer.backward, rules!["SH-ACT-008", "SH-MOV-001"]))
            }
            (PieceId::Stealer(_), StepKind::Sideways) => {
                Some(price(costs.genestealer.sideways, rules!["SH-ACT-009", "SH-MOV-001"]))
            }
            (PieceId::Blip(_), _) => Some(price(costs.blip.forward, rules!["SH-BLP-003", "SH-MOV-001"])),
        }
    }

    /// A turn in place.
    pub(super) fn turn(&self, to: Facing) -> Option<u8> {
        let Doer { fixed, table, who } = *self;
        let numbers = fixed.numbers();
        let costs = &numbers.costs;
        match (who, table.facing(who)?.turns_to(to)) {
            // SH-HRL-001, SH-TUR-003: free as well, but not twice in a row.
            (PieceId::Marine(index), quarters) if harlequin::legal::agile(fixed, index) => match quarters {
                1 if table.marines[index as usize].turned => {
                    Some(numbers.further_turns.repeated_quarter_turn)
                }
                1 => Some(numbers.harlequin_costs.quarter_turn),
                2 => Some(numbers.harlequin_costs.about_turn),
                _ => None,
            },
            // SH-TUR-006: free, but not twice in a row.
            (PieceId::Marine(index), quarters) if turns_freely(fixed, index) => match quarters {
                1 if table.marines[index as usize].turned => Some(numbers.free_turns.repeated_quarter_turn),
                1 => Some(numbers.free_turns.quarter_turn),
                2 => Some(numbers.free_turns.about_turn),
                _ => None,
            },
            // SH-TUR-001; SH-MOV-007, SH-TYR-011: Hybrids and the bigger creatures pay as Terminators do.
            (PieceId::Marine(index), quarters @ (1 | 2)) => {
                let points = match quarters {
                    1 => price(costs.marine.quarter_turn, rules!["SH-ACT-012"]),
                    _ => price(costs.marine.about_turn, rules!["SH-ACT-013"]),
                };
                Some(match fixed.profile(index).folk {
                    Folk::Hybrid => price(points, rules!["SH-MOV-007"]),
                    Folk::Tyranid => price(points, rules!["SH-TYR-011"]),
                    _ => points,
                })
            }
            // SH-TUR-003
            (PieceId::Stealer(index), 1) if table.stealers[index as usize].turned => {
                Some(price(numbers.further_turns.repeated_quarter_turn, rules!["SH-ACT-012"]))
            }
            // SH-TUR-002: free, where others pay.
            (PieceId::Stealer(_), 1) => {
                Some(free(costs.genestealer.quarter_turn, costs.marine.quarter_turn, rules!["SH-TUR-002"]))
            }
            (PieceId::Stealer(_), 2) => Some(price(costs.genestealer.about_turn, rules!["SH-ACT-013"])),
            _ => None,
        }
    }

    /// The cost table.
    fn listed(&self, action: Action) -> Option<u8> {
        let Doer { fixed, table, who } = *self;
        let numbers = fixed.numbers();
        let costs = &numbers.costs;
        // SH-SUS-003: no shot of a series is cheaper than the first.
        let goes_on = |mark: Mark| match who {
            PieceId::Marine(index) => {
                table.marines[index as usize].sustained.is_some_and(|(series, _)| series == mark)
            }
            _ => false,
        };
        let shot = |points: u8, mark: Mark| {
            let points = price(points, rules!["SH-ACT-016"]);
            if goes_on(mark) { price(points, rules!["SH-SUS-003"]) } else { points }
        };
        // SH-RUB-001: a leap saves nobody the rubble it ends on.
        let landing = if let Action::Leap(to) = action { self.rubble(to) } else { 0 };
        if table.troupe.is_some()
            && let Some(points) = harlequin::legal::cost(fixed, who, action)
        {
            return Some(points + landing);
        }
        match action {
            Action::Move(to) => self.step(to),
            Action::Turn(to) => self.turn(to),
            // SH-PIT-006, SH-PIT-013: a jump announced on entering costs nothing beside it.
            Action::MoveJump(to) => {
                let walks = matches!(who, PieceId::Marine(_));
                let rules = if walks { rules!["SH-PIT-006"] } else { rules!["SH-PIT-013"] };
                self.step(to).map(|points| points + free(0, numbers.jump.jump, rules))
            }
            // SH-MAF-001: a step with a shot costs what the step costs.
            Action::MoveFire(to, weapon, _) => {
                // SH-FDR-002, SH-EXA-005, SH-EXA-007: more, with something heavy.
                let more = fixed.weapon(weapon).map_or(0, |listed| listed.on_the_move);
                let back = harlequin::legal::shot_going_back(fixed, table, who, to);
                self.step(to).map(|points| {
                    points + more + back + free(0, numbers.storm_bolter.cost, rules!["SH-MAF-001"])
                })
            }
            // SH-FAQ-002, SH-ACT-014: a quarter turn with a shot costs what the dearer of the two costs this model.
            Action::TurnFire(to, weapon, mark) => {
                let shot = self.listed(Action::Fire(weapon, mark))?;
                self.turn(to)
                    .map(|turn| free(turn.max(shot), turn.saturating_add(shot), rules!["SH-FAQ-002"]))
            }
            Action::Fire(Ranged::StormBolter, mark) => Some(shot(numbers.storm_bolter.cost, mark)),
            Action::Fire(Ranged::AssaultCannon, mark) => Some(shot(numbers.cannon_burst.cost, mark)),
            Action::Flame(_) | Action::Fire(Ranged::HeavyFlamer | Ranged::Flamer | Ranged::HandFlamer, _) => {
                let plain = price(numbers.flamer.cost, rules!["SH-ACT-017"]);
                let PieceId::Marine(index) = who else { return Some(plain) };
                let listed = fixed.profile(index).ranged.and_then(|weapon| fixed.weapon(weapon));
                Some(listed.map_or(plain, |listed| listed.cost))
            }
            // SH-WGR-001: a throw costs more than most shots.
            Action::Launch(weapon, _) if fixed.weapon(weapon).is_some_and(|listed| listed.thrown) => {
                fixed.weapon(weapon).map(|listed| price(listed.cost, rules!["SH-WGR-001"]))
            }
            // SH-EXA-010: in an Exarch's hands it is quicker than in others'.
            Action::Fire(Ranged::ShurikenCannon, _) if matches!(who, PieceId::Marine(index) if fixed.profile(index).exarch) => {
                Some(numbers.exarch_cannon.cost)
            }
            // SH-ACT-025: heavy weapons cost the Stealer side what they cost Marines.
            Action::Fire(weapon, _) | Action::Launch(weapon, _)
                if fixed.side(who) == crate::table::Side::Stealer
                    && fixed.weapon(weapon).is_some_and(|listed| listed.heavy) =>
            {
                fixed.weapon(weapon).map(|listed| price(listed.cost, rules!["SH-ACT-025"]))
            }
            Action::Fire(weapon, _) | Action::Launch(weapon, _) => {
                fixed.weapon(weapon).map(|listed| listed.cost)
            }
            Action::MoveLaunch(to, ..) | Action::FireMove(_, _, to) => self.step(to),
            // SH-ACT-014: the turn and the shot as one, for the dearer of them.
            Action::TurnLaunch(to, weapon, _) => {
                let shot = fixed.weapon(weapon).map_or(0, |listed| listed.cost);
                self.turn(to).map(|points| points.max(shot))
            }
            // SH-WLK-005
            Action::Order(_) => Some(numbers.orders.cost),
            Action::Guard(deed) => crate::guard::legal::cost(fixed, who, deed),
            Action::Aspect(deed) => crate::eldar::legal::cost(fixed, who, deed),
            Action::FullAuto => Some(numbers.full_auto.cost),
            // SH-ACT-019, SH-CLA-004: the attacker pays for every round.
            Action::Assault(_) => {
                let points = match who {
                    PieceId::Stealer(_) => costs.genestealer.assault,
                    _ => costs.marine.assault,
                };
                Some(price(points, rules!["SH-ACT-019", "SH-CLA-004"]))
            }
            // SH-WCF-002, SH-BLK-002: a bulkhead takes longer than a door.
            // SH-EXA-017: an axe has prices of its own.
            Action::Cut(at) if matches!(who, PieceId::Marine(index) if fixed.profile(index).exarch) => {
                let bulkhead = table.thing(at) == Some(Thing::Bulkhead);
                Some(if bulkhead { numbers.exarch_axe.bulkhead } else { numbers.exarch_axe.door })
            }
            Action::Cut(at) if table.thing(at) == Some(Thing::Bulkhead) => {
                Some(numbers.chain_fist_bulkhead.cost)
            }
            Action::Cut(_) => Some(numbers.chain_fist.cost),
            Action::Open(_) | Action::Close(_) => {
                let points = match who {
                    PieceId::Marine(_) => costs.marine.door,
                    PieceId::Stealer(_) => costs.genestealer.door,
                    PieceId::Blip(_) => costs.blip.door,
                };
                Some(price(points, rules!["SH-ACT-015"]))
            }
            Action::Overwatch => Some(price(numbers.set_overwatch.set_overwatch, rules!["SH-ACT-020"])),
            Action::ClearJam => Some(numbers.jam.clear_jam),
            Action::Reload => Some(price(numbers.reload.reload, rules!["SH-ACT-022", "SH-WHF-015"])),
            Action::Secure(_) => Some(price(numbers.secure.secure, rules!["SH-ACT-023"])),
            Action::SelfDestruct => Some(numbers.self_destruction.cost),
            Action::Detonate => Some(numbers.detonation.cost),
            Action::Enter => {
                let Place::Entry(entry) = table.place(who) else { return Some(numbers.entry.enter) };
                Some(numbers.entry.enter + self.rubble(fixed.mission.entries[entry as usize].square))
            }
            Action::Leave => Some(costs.marine.forward),
            Action::Take(item) | Action::LayDown(item) => Some(fixed.mission.items[item as usize].cost),
            Action::PickUp => Some(price(numbers.canister.pick_up, rules!["SH-TOX-003"])),
            Action::PutDown => Some(price(numbers.canister.put_down, rules!["SH-TOX-003"])),
            Action::Arm => Some(numbers.canister_shaft.arm),
            Action::Drop => Some(numbers.canister_shaft.drop),
            Action::Climb(to) => {
                let hole = super::shaft_between(fixed, table, table.cell(who)?, to);
                let ladder = hole.is_none_or(|hole| table.things.ladders.contains(hole));
                // SH-TYR-016: up or down a hole on wings.
                if self.flies() && hole.is_some() {
                    return Some(numbers.flight.hole);
                }
                let price = if ladder {
                    price(numbers.ladder.climb, rules!["SH-LAD-003", "SH-ACT-021"])
                } else {
                    price(numbers.pitfall_climb.climb, rules!["SH-PIT-012", "SH-ACT-027"])
                };
                Some(price + self.rubble(to))
            }
            // SH-TYR-016: down a hole on wings.
            Action::Jump if self.flies() => Some(numbers.flight.hole),
            Action::Jump => Some(price(numbers.jump.jump, rules!["SH-PIT-007", "SH-ACT-028"])),
            // SH-WGD-006: who was knocked down takes long.
            Action::Stand(_) if crate::eldar::seers::is_downed(table, who) => {
                Some(price(numbers.wraithguard_damage.stand, rules!["SH-WGD-006"]))
            }
            // SH-PRN-002: it depends on what one wears.
            Action::Stand(_) => Some(match fixed.class(who) {
                Class::Terminator => price(numbers.prone.terminator, rules!["SH-PRN-001", "SH-ACT-029"]),
                // T-05: Genestealers, Hybrids and Tyranids are up again for nothing.
                _ if fixed.is_brood(who) => numbers.prone_by_type.brood,
                _ => numbers.prone_by_type.power_armour,
            }),
            Action::Leap(_) => Some(price(numbers.leap.leap, rules!["SH-TYR-015"]) + landing),
            // SH-AMB-081: whatever the level, and whatever is trumps.
            Action::Blast(_) => Some(numbers.nemesis_blast.cost),
            // Only where a check has switched SH-HRL-001 off.
            Action::Harlequin(_) => Some(0),
            Action::Ride(to) => fixed.mission.hazards.lift_of(to).map(|lift| lift.cost + self.rubble(to)),
            Action::Cast(cast) => psychic::legal::cost(fixed, table, who, cast),
        }
    }
}

/// SH-TUR-006, SH-SMF-001: whether a Marine turns like a Genestealer; SH-WSF-004: a flamer is light enough for it.
pub fn turns_freely(fixed: &Fixed, index: u8) -> bool {
    let profile = fixed.profile(index);
    let rules = if profile.carries(Ranged::Flamer) {
        rules!["SH-TUR-006", "SH-SMF-001", "SH-WSF-004"]
    } else {
        rules!["SH-TUR-006", "SH-SMF-001"]
    };
    profile.free_turns && all_apply(rules)
}
