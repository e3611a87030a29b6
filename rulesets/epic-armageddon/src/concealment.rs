//! Concealment markers: formations, minefields or nothing behind them (EA-SAS-037 to EA-SAS-048).

use grognard_engine::SeatId;
use grognard_engine::rng::SplitMix;
use grognard_space::table::{Body, Length, Point};
use serde::{Deserialize, Serialize};

use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::state::{Place, State};

/// What a marker hides.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Holding {
    /// Nobody but its owner knows.
    Sealed,
    /// EA-SAS-040: a decoy.
    Nothing,
    /// A formation.
    Formation(FormationId),
    /// One minefield.
    Mines,
}

/// A concealment marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concealed {
    /// Its number.
    pub number: u8,
    /// Whose it is.
    pub by: SeatId,
    /// Where it lies, once it is placed.
    pub at: Option<Point>,
    /// What it hides.
    pub holds: Holding,
}

/// Whether defenders may hide.
pub fn is_on(fixed: &Fixed) -> bool {
    fixed.is_special("concealment")
}

/// The marker that hides a formation, as an index.
pub fn marker_of(s: &State, formation: FormationId) -> Option<usize> {
    s.concealed.iter().position(|marker| marker.holds == Holding::Formation(formation))
}

/// EA-SAS-041: whether a formation is concealed on the table.
pub fn is_concealed(s: &State, formation: FormationId) -> bool {
    marker_of(s, formation).is_some_and(|at| s.concealed[at].at.is_some())
}

/// The enemy markers within a distance of a formation, as indices with how far each is.
pub fn near(s: &State, formation: FormationId, within: Length) -> Vec<(usize, Length)> {
    let team = s.formation(formation).team;
    let far = |at: Point| {
        let here = Body::point(at, Length::ZERO);
        s.standing(formation).map(|(_, body)| body.horizontal(&here)).min()
    };
    let all = s.concealed.iter().enumerate();
    let own = |marker: &Concealed| {
        s.formations.iter().find(|own| own.side == marker.by).is_some_and(|own| own.team == team)
    };
    all.filter(|(_, marker)| !own(marker))
        .filter_map(|(at, marker)| Some((at, far(marker.at?)?)))
        .filter(|(_, far)| *far <= within)
        .collect()
}

/// What a seat may see of the markers: its own.
pub fn seal(s: &mut State, seat: Option<SeatId>) {
    for marker in s.concealed.iter_mut().filter(|marker| Some(marker.by) != seat) {
        marker.holds = Holding::Sealed;
    }
}

/// The markers that are sealed, dealt anew: formations that are neither on the table nor in reserve, minefields that are
/// neither laid nor gone, and nothing.
pub fn deal(s: &mut State, rng: &mut SplitMix) {
    let mut sides: Vec<SeatId> =
        s.concealed.iter().filter(|marker| marker.holds == Holding::Sealed).map(|marker| marker.by).collect();
    sides.sort_unstable();
    sides.dedup();
    for side in sides {
        let sealed: Vec<usize> = (0..s.concealed.len())
            .filter(|at| s.concealed[*at].by == side && s.concealed[*at].holds == Holding::Sealed)
            .collect();
        let hidden = |id: &FormationId| {
            let own = s.formation(*id);
            own.side == side
                && own.hidden
                && own.units.iter().any(|unit| s.units[unit.index()].place == Place::Waiting)
        };
        let mut all: Vec<Holding> = s.formation_ids().filter(hidden).map(Holding::Formation).collect();
        let mines = s.mines.iter().find(|(own, _)| *own == side).map_or(0, |(_, count)| *count);
        all.extend(std::iter::repeat_n(Holding::Mines, mines.into()));
        all.resize(sealed.len(), Holding::Nothing);
        for at in sealed {
            let pick = rng.below(all.len().max(1));
            if !all.is_empty() {
                s.concealed[at].holds = all.swap_remove(pick);
            }
        }
    }
}
