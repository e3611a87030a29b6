//! A finished game looked at again: how the chances stood at the start of each turn.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grognard_engine::dice::Secret;
use grognard_engine::erased::DynGame;
use grognard_engine::replay;

use super::show::marks;
use super::table::Table;
use crate::device::Device;
use crate::fault::Fault;
use crate::protocol::{Report, ReportTurn, Verified};

/// Games played from the start of each turn at a time.
const ROUND: u32 = 8;
/// Rounds at most: enough to tell a lost position from an even one.
const ROUNDS: u32 = 6;
/// No new round is begun after that long: a rough picture soon is better than a fine one late.
const PATIENCE: Duration = Duration::from_secs(2);
/// A long game is looked at in so many places at most.
const MOST_TURNS: usize = 24;

/// A finished game taken apart, to be looked at away from its table: playing on takes a while.
pub(crate) struct Postmortem {
    game: Box<dyn DynGame>,
    bots: Vec<String>,
}

impl Table {
    /// A copy of a finished game to look at.
    pub(crate) fn postmortem(&self, who: &Device) -> Result<Postmortem, Fault> {
        self.admits(who)?;
        if !self.is_over_for(who) {
            return Err(Fault::conflict("the game is not over yet: its report would tell what is hidden"));
        }
        let usual = self.system.usual_bot().to_owned();
        Ok(Postmortem { game: self.game.copy(), bots: vec![usual; self.game.seats().len()] })
    }
}

impl Table {
    /// What the record of a finished game proves; found out away from the table.
    pub(crate) fn verification(
        &self,
        who: &Device,
    ) -> Result<impl FnOnce() -> Result<Verified, Fault> + Send + use<>, Fault> {
        self.admits(who)?;
        if !self.is_over_for(who) {
            return Err(Fault::conflict(
                "the dice can be checked when the game is over: then their secret is out",
            ));
        }
        let (system, record) = (Arc::clone(&self.system), self.game.record(true));
        Ok(move || {
            let proof = replay::verify(&*system, &record).map_err(|e| Fault::conflict(e.to_string()))?;
            let header = &record.header;
            let secret = header.secret.clone().unwrap_or_default();
            let promised = Secret::from_hex(&secret).map(|secret| secret.commitment());
            Ok(Verified {
                kept: promised.as_deref() == Some(header.commitment.as_str()),
                commitment: header.commitment.clone(),
                secret,
                nonces: proof.nonces as u32,
                marks: proof.marks as u32,
                chained: proof.chained,
                chain: record.chain().map(|chain| chain.to_hex()),
            })
        })
    }
}

impl Postmortem {
    /// How often each seat would have won from each turn's start, with the computer's best player in all seats.
    pub(crate) fn report(&self) -> Result<Report, Fault> {
        let marks = marks(self.game.lines());
        let every = marks.len().div_ceil(MOST_TURNS).max(1);
        let mut turns = Vec::new();
        for mark in marks.into_iter().step_by(every) {
            let frame = self.game.frame(mark.at).map_err(|fault| Fault::broken(fault.to_string()))?;
            if frame.over().is_none() {
                let wins = vec![0; self.bots.len()];
                turns.push((frame, ReportTurn { at: mark.at, label: mark.label, wins }));
            }
        }
        let (begun, mut games) = (Instant::now(), 0);
        for round in 0..ROUNDS {
            for (number, (frame, turn)) in turns.iter_mut().enumerate() {
                let seed = u64::from(round) << 32 | number as u64;
                let more = frame.prospects(&self.bots, ROUND, seed).map_err(Fault::conflict)?;
                turn.wins.iter_mut().zip(more).for_each(|(wins, more)| *wins += more);
            }
            games += ROUND;
            if begun.elapsed() > PATIENCE {
                break;
            }
        }
        let turns = turns.into_iter().map(|(_, turn)| turn).collect();
        Ok(Report { games, turns, answers: self.game.answers() })
    }
}
