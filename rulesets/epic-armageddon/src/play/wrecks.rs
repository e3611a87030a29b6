//! Passengers of destroyed transports (EA-TRAN-010, EA-TRAN-019 to EA-TRAN-022).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};
use grognard_space::table::{Length, MoveRules, Passing, Pose};

use crate::Epic;
use crate::event::{Event, Loss};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::{Place, State};

/// What became of a transport, for those aboard.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Wreck {
    /// They save on their armour, or on the cover of the wreck.
    Saved,
    /// EA-TRAN-021: they are lost with it.
    AllLost,
}

/// EA-TRAN-010: a passenger's save: its armour, or cover where that is better.
fn save(fixed: &Fixed, unit: UnitId) -> Option<Target> {
    let armour = fixed.kind(unit).armour;
    let cover = fixed.numbers().wrecked.cover_save.0.filter(|_| applies(rule!("EA-TRAN-010")));
    let need = [armour, cover].into_iter().flatten().min()?;
    Some(Target::new(Need::AtLeast(need), rule!("EA-TRAN-010")).with_floor(1))
}

/// Those aboard transports that were destroyed are hit once each; survivors stand where the transport stood (EA-TRAN-019).
/// Says of which formations units were lost.
pub fn settle(s: &mut State, cx: &mut Ctx<'_, Epic>, how: Wreck) -> Step<Vec<FormationId>> {
    let mut lost = Vec::new();
    while let Some((transport, pose)) = s.wrecks.pop() {
        let aboard: Vec<UnitId> = (0..s.units.len() as u16)
            .map(UnitId)
            .filter(|unit| s.units[unit.index()].place == Place::Aboard(transport))
            .collect();
        for unit in aboard {
            let formation = s.units[unit.index()].formation;
            let target = save(cx.fixed(), unit).filter(|_| how == Wreck::Saved);
            let saved = match target {
                Some(target) => {
                    let die = cx.fixed().numbers().save.roll.sides;
                    let [face] = cx.roll_against::<1>(die, "roll.save", rules!["EA-TRAN-010"], &target)?;
                    target.met_by(face)
                }
                None => false,
            };
            let spot = spot(cx.fixed(), s, unit, pose).filter(|_| saved);
            if let Some(pose) = spot {
                s.put(cx.fixed(), unit, pose);
                cx.emit(rules!["EA-TRAN-010", "EA-TRAN-019"], Event::Disembarked { unit, transport });
                continue;
            }
            s.remove(unit);
            lost.push(formation);
            let rules = if how == Wreck::Saved { rules!["EA-TRAN-010"] } else { rules!["EA-TRAN-021"] };
            cx.emit(rules, Event::Lost { unit, why: Loss::Wreck });
        }
    }
    Ok(lost)
}

/// Where everybody aboard is gone already.
pub fn forget(s: &mut State) {
    s.wrecks.clear();
}

/// EA-TRAN-019: the place of the transport, or the nearest one that is free.
fn spot(fixed: &Fixed, s: &State, unit: UnitId, around: Pose) -> Option<Pose> {
    let form = fixed.ground.form(fixed.form(unit));
    let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
    s.table.nearest_spot(form, around, Length::cm(20), &rules, &[unit], &|_| true)
}
