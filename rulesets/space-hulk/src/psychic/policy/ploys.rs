//! The cards that kill nobody, or only by the way: what they are worth to the scripted player, and how it goes on once it
//! has played one.

use grognard_space::grid::{Cell, Facing};

use super::Player;
use crate::choice::Choice;
use crate::goal::Goal;
use crate::piece::{Marine, PieceId};
use crate::play::objective::open_goals;
use crate::policy::{goal_squares, is_key};
use crate::psychic::card::Kind;
use crate::psychic::choice::{Aim, Choice as PsychicChoice};
use crate::psychic::effects::{blast, own};
use crate::psychic::{level, psykers};
use crate::table::{Flow, Side};

/// Within so many squares a model can strike in its turn.
const STRIKES: u16 = 6;

impl Player<'_> {
    /// What such a card is worth, in hundredths of an ordinary model.
    pub(super) fn ploy(&self, kind: Kind, aim: Aim) -> i32 {
        match (kind, aim) {
            (Kind::Assail, Aim::Model(victim)) => self.assail(victim),
            (Kind::Blast, Aim::Thing(at)) => self.blast(at),
            (Kind::Switch, Aim::Thing(door)) => self.switch(door),
            (Kind::Teleport, Aim::Own) => self.teleport(),
            (Kind::Scan, Aim::Section(section)) => self.scan(section),
            (Kind::Prescience, Aim::Own) => self.foresee(),
            (Kind::Miasma, Aim::Section(section)) => self.miasma(section),
            _ => 0,
        }
    }

    /// Who would cast: the model that is active, else the one that is asked about, else any psyker there is.
    fn caster(&self) -> Option<PieceId> {
        let active = match self.table.flow {
            Flow::Marines { active } => active.map(PieceId::Marine),
            Flow::Stealers { active } => active,
            _ => None,
        };
        let able = |piece: &PieceId| {
            self.table.side(*piece) == self.own && level(self.fixed, self.table, *piece).is_some()
        };
        let asked = active.filter(able).or(self.table.subject.filter(able));
        asked.or_else(|| psykers(self.fixed, self.table, self.own).next())
    }

    /// How far the nearest piece of a side is, walls ignored.
    fn nearest(&self, side: Side, cell: Cell) -> u16 {
        self.around(side, cell).min().unwrap_or(u16::MAX)
    }

    /// How far the pieces of a side are.
    fn around(&self, side: Side, cell: Cell) -> impl Iterator<Item = u16> {
        let pieces = self.table.pieces().filter(move |piece| self.table.side(*piece) == side);
        let grid = &self.fixed.mission.grid;
        pieces.filter_map(move |piece| Some(grid.distance(self.table.cell(piece)?, cell)))
    }

    fn marine(&self, piece: PieceId) -> Option<(u8, &Marine)> {
        match piece {
            PieceId::Marine(index) => Some((index, &self.table.marines[index as usize])),
            _ => None,
        }
    }

    /// A watchman is knocked over for those who come, a claw is thrown off somebody's back.
    fn assail(&self, victim: PieceId) -> i32 {
        let Some(at) = self.table.cell(victim).filter(|_| self.worth(victim) > 0) else { return 0 };
        let near = self.nearest(self.own, at);
        match (self.own, self.marine(victim)) {
            (Side::Stealer, Some((index, marine))) if near <= STRIKES => {
                let key = is_key(self.fixed, self.table, index);
                100 * i32::from(marine.overwatch) + 60 * i32::from(key)
            }
            (Side::Marine, _) if near <= 1 => self.worth(victim),
            _ => 0,
        }
    }

    /// Where a victim is thrown: towards the claws, or away from one's own.
    pub(super) fn throw(&self, options: &[Choice]) -> Option<Choice> {
        let far = |cell: Cell| i32::from(self.nearest(self.own, cell));
        let score = |cell: Cell| if self.own == Side::Marine { far(cell) } else { -far(cell) };
        options.iter().copied().max_by_key(|option| match option {
            Choice::Place(cell) => score(*cell),
            _ => i32::MIN,
        })
    }

    /// It looks away from whoever is nearest.
    pub(super) fn look_away(&self, options: &[Choice]) -> Option<Choice> {
        self.turned(options, self.own, -1)
    }

    /// Who has just appeared somewhere looks at whoever is nearest; other questions are not ours.
    pub(super) fn look_at(&self, options: &[Choice]) -> Option<Choice> {
        let attack = self.table.psychic.as_ref()?.attack?;
        let lands = self.kind(attack.card) == Kind::Teleport && self.own == Side::Marine;
        if lands { self.turned(options, self.own.other(), 1) } else { None }
    }

    /// The facing with the nearest piece of a side most before it, or behind it.
    fn turned(&self, options: &[Choice], side: Side, sign: i32) -> Option<Choice> {
        let grid = &self.fixed.mission.grid;
        let at = self.table.cell(self.table.subject?)?;
        let pieces = self.table.pieces().filter(|piece| self.table.side(*piece) == side);
        let other = pieces.filter_map(|piece| self.table.cell(piece)).filter(|cell| *cell != at);
        let other = other.min_by_key(|cell| grid.distance(*cell, at))?;
        let (dx, dy) = grid.coord(at).offset_to(grid.coord(other))?;
        let before = |facing: Facing| {
            let (x, y) = grognard_space::grid::Dir::from(facing).delta();
            i32::from(x) * dx + i32::from(y) * dy
        };
        options.iter().copied().max_by_key(|option| match option {
            Choice::Face(facing) => sign * before(*facing),
            _ => i32::MIN,
        })
    }

    /// Whoever is thrown about is left on the ground.
    pub(super) fn floor(options: &[Choice]) -> Option<Choice> {
        let floor = Choice::Psychic(PsychicChoice::Floor);
        options.contains(&floor).then_some(floor)
    }

    /// What lies in the path of what is hurled.
    fn blast(&self, at: Cell) -> i32 {
        let from = self.caster().and_then(|caster| self.table.cell(caster));
        let ways = from.map(|from| blast::directions(self.fixed, from, at)).unwrap_or_default();
        ways.into_iter().map(|way| self.swept(at, way)).max().unwrap_or(0)
    }

    fn swept(&self, at: Cell, way: Facing) -> i32 {
        let pieces = blast::path(self.fixed, at, way).filter_map(|cell| self.table.piece_at(cell));
        pieces.map(|piece| self.worth(piece)).sum()
    }

    /// The way it is driven, where there are two.
    pub(super) fn drive(&self, options: &[Choice]) -> Option<Choice> {
        let Aim::Thing(at) = self.table.psychic.as_ref()?.attack?.aim else { return None };
        options.iter().copied().max_by_key(|option| match option {
            Choice::Face(way) => self.swept(at, *way),
            _ => i32::MIN,
        })
    }

    /// A door that stands open is shut in the face of whoever comes through next.
    fn switch(&self, door: Cell) -> i32 {
        if !self.table.open.contains(door) {
            return 0;
        }
        let (own, theirs) = (self.nearest(self.own, door), self.nearest(self.own.other(), door));
        let coming = self.around(self.own.other(), door).filter(|far| *far <= 3).count() as i32;
        match self.own {
            // Claws open it again for a point each; a column waits before it.
            Side::Marine if theirs < own => 48 * coming,
            Side::Stealer if own > STRIKES && theirs <= 2 => 95,
            _ => 0,
        }
    }

    /// The best place to appear at.
    fn teleport(&self) -> i32 {
        let Some(caster) = self.caster() else { return 0 };
        let places = own::destinations(self.fixed, self.table, caster);
        places.iter().map(|place| self.landing(caster, *place)).max().unwrap_or(0)
    }

    pub(super) fn appear(&self, options: &[Choice]) -> Option<Choice> {
        let caster = self.table.subject?;
        options.iter().copied().max_by_key(|option| self.landing(caster, *option))
    }

    /// What it is worth to appear on a square: at the goal, out of reach, or at somebody's back.
    fn landing(&self, caster: PieceId, place: Choice) -> i32 {
        let (Choice::Place(cell), Some((index, model))) = (place, self.marine(caster)) else { return 0 };
        if self.table.burning.contains(cell) || self.table.things.holes.contains(cell) {
            return i32::MIN;
        }
        if self.own == Side::Stealer {
            // A blow at a back, with points left for it.
            let prey = self.prey(cell).map(|piece| self.worth(piece) / 2).max();
            return prey.filter(|_| model.ap >= 3).unwrap_or(0);
        }
        let helps = |goal: Goal| match goal {
            Goal::Exit { .. } | Goal::Hold { .. } => true,
            Goal::Carry { .. } | Goal::Escort { .. } => is_key(self.fixed, self.table, index),
            _ => false,
        };
        let wanted = open_goals(self.fixed, self.table).any(helps)
            && goal_squares(self.fixed, self.table).contains(cell);
        let here = self.table.cell(caster).map_or(u16::MAX, |at| self.nearest(Side::Stealer, at));
        let flees = here <= 1 && self.nearest(Side::Stealer, cell) > STRIKES;
        let danger = self.around(Side::Stealer, cell).filter(|far| *far <= 2).count() as i32;
        200 * i32::from(wanted) + 100 * i32::from(flees) - 60 * danger
    }

    /// Marines whose back a square is at.
    fn prey(&self, cell: Cell) -> impl Iterator<Item = PieceId> {
        let grid = &self.fixed.mission.grid;
        self.table.marines_on_map().filter_map(move |(index, at)| {
            let back = self.table.marines[index as usize].facing.back();
            (grid.step(at, back.into()) == Some(cell)).then_some(PieceId::Marine(index))
        })
    }

    /// Blips are best met where they cannot choose their moment.
    fn scan(&self, section: u8) -> i32 {
        let blips = self.inside(section).filter(|piece| matches!(piece, PieceId::Blip(_))).count() as i32;
        if self.own == Side::Marine { 50 * blips } else { 0 }
    }

    /// Before a fight with several.
    fn foresee(&self) -> i32 {
        let Some(caster) = self.caster() else { return 0 };
        let already = self.table.psychic.as_ref().is_some_and(|psychic| psychic.foresees(caster));
        let Some(at) = self.table.cell(caster).filter(|_| !already) else { return 0 };
        45 * self.around(self.own.other(), at).filter(|far| *far <= STRIKES).count().min(3) as i32
    }

    /// An enemy's mind is shut off; claws come unseen at those who keep watch.
    fn miasma(&self, section: u8) -> i32 {
        let own = self.inside(section).filter(|piece| self.table.side(*piece) == self.own).count();
        if own > 0 || !self.near(section, self.own) {
            return 0;
        }
        let psykers = psykers(self.fixed, self.table, self.own.other());
        let cells = self.fixed.mission.sections[section as usize];
        let minds =
            psykers.filter_map(|piece| self.table.cell(piece)).filter(|at| cells.contains(*at)).count();
        let watch = self.inside(section).filter_map(|piece| self.marine(piece)).filter(|(_, m)| m.overwatch);
        let watch = if self.own == Side::Stealer { watch.count() } else { 0 };
        95 * minds as i32 + 50 * watch as i32
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use grognard_engine::Viewer;
    use grognard_engine::data::DataFiles;
    use grognard_engine::ruleset::{Present, Ruleset};

    use super::super::answer;
    use crate::SpaceHulk;
    use crate::choice::{Choice, write};
    use crate::piece::PieceId;
    use crate::psychic::legal::casts;
    use crate::state::{View, seat};
    use crate::table::{Flow, Side};

    /// What the scripted player casts with all the points there could be; nothing where it keeps its cards.
    fn cast(setup: &str) -> Option<String> {
        let data = Arc::new(SpaceHulk::load(&DataFiles::embedded(SpaceHulk::embedded())).unwrap());
        let (fixed, state) = SpaceHulk::scenario(&data, &format!("psychic cards\n{setup}")).unwrap();
        let side =
            if matches!(state.table.flow, Flow::Marines { .. }) { Side::Marine } else { Side::Stealer };
        let view = View::of(&fixed, &state, Viewer::Seat(seat(side)));
        let caster = match state.table.flow {
            Flow::Marines { active } => PieceId::Marine(active.unwrap()),
            Flow::Stealers { active } => active.unwrap(),
            _ => unreachable!("somebody is active"),
        };
        let options = casts(&fixed, &view.table, view.hand, caster, 4);
        let options: Vec<_> = options.into_iter().map(Choice::Do).collect();
        answer(&fixed, &view, "act", &options).map(|choice| write(&fixed, choice))
    }

    const CORRIDOR: &str =
        "map\n    AAAABBBBCCCC\nturn marine\nmodel librarian librarian 0,0 east active level 4\n";
    const BROOD: &str = "map\n    AAAABBBBCCCC\nturn stealer\nbrood magus magus 0,0 east active\n";

    #[test]
    fn what_does_not_help_is_kept() {
        for card in ["assail-1", "blast-1", "switch-1", "teleport-1", "scan-1", "prescience-1", "miasma-1"] {
            assert_eq!(cast(&format!("{CORRIDOR}hand marine {card}\n")), None, "{card}");
        }
    }

    #[test]
    fn marines_play_what_helps() {
        let marine = |rest: &str| cast(&format!("{CORRIDOR}{rest}"));
        let thrown = marine("stealer 1,0 west\nhand marine assail-1\n");
        assert_eq!(thrown.as_deref(), Some("cast assail-1 at stealer-1"));
        let hurled = marine("crate 3,0\nstealer 5,0 west\nhand marine blast-1\n");
        assert_eq!(hurled.as_deref(), Some("cast blast-1 at feature 3,0"));
        let ready = marine("stealer 3,0 west\nstealer 5,0 west\nhand marine prescience-1\n");
        assert_eq!(ready.as_deref(), Some("cast prescience-1"));
        let flees = marine("stealer 1,0 west\nhand marine teleport-1\n");
        assert_eq!(flees.as_deref(), Some("cast teleport-1"));
        let mind = marine("brood magus magus 5,0 west\nhand marine miasma-1\n");
        assert_eq!(mind.as_deref(), Some("cast miasma-1 at section b"));
        let corner = "map\n    AAAA\n    ...B\n    ...B\n    ...B\nturn marine\n\
                      model librarian librarian 0,0 east active level 4\nblip 3,2 value 1\nblip 3,3 value 1\n";
        let seen = cast(&format!("{corner}hand marine scan-1\n"));
        assert_eq!(seen.as_deref(), Some("cast scan-1 at section b"));
        let door = "map\n    AAAAbBBB\nturn marine\nmodel librarian librarian 0,0 east active level 4\n\
                    door 4,0 open\nstealer 5,0 west\nstealer 6,0 west\nhand marine switch-1\n";
        assert_eq!(cast(door).as_deref(), Some("cast switch-1 at door 4,0"));
    }

    #[test]
    fn the_brood_plays_what_helps() {
        let brood = |rest: &str| cast(&format!("{BROOD}{rest}"));
        let watchman = "model one marine 5,0 west overwatch\n";
        let thrown = brood(&format!("{watchman}hand stealer assail-1\n"));
        assert_eq!(thrown.as_deref(), Some("cast assail-1 at one"));
        let back = brood("model old librarian 6,0 west\nhand stealer teleport-1\n");
        assert_eq!(back.as_deref(), Some("cast teleport-1"));
        let unseen =
            brood(&format!("{watchman}model two marine 6,0 west overwatch\nhand stealer miasma-1\n"));
        assert_eq!(unseen.as_deref(), Some("cast miasma-1 at section b"));
    }
}
