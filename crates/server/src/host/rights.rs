//! Whose a game is, who sits in which seat, who may watch.

use std::collections::BTreeMap;

use grognard_engine::client::SeatName;
use serde::{Deserialize, Serialize};

use crate::device::{self, Device};
use crate::fault::Fault;

/// The most invitations of one game that nobody has used yet, and the most spectators.
const MOST_GUESTS: usize = 64;

/// The rights at one game, kept in the host's notes.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub(crate) struct Rights {
    /// Who may delete it; nobody in games of version 0.1.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<Device>,
    /// Who sits where. A person's seat that is missing here is open.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    seats: BTreeMap<SeatName, Device>,
    /// Who may see what is public.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    watchers: Vec<Device>,
    /// Invitations nobody has used yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    invitations: Vec<Invitation>,
}

/// A token somebody was given, in its stored form.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
struct Invitation {
    token: String,
    /// The seat it lets into; without one it lets watch, and as often as one likes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<SeatName>,
}

impl Rights {
    /// A new game's: one device has all of these seats.
    pub(crate) fn of(owner: &Device, seats: impl IntoIterator<Item = SeatName>) -> Self {
        let seats = seats.into_iter().map(|seat| (seat, owner.clone())).collect();
        Self { owner: Some(owner.clone()), seats, ..Self::default() }
    }

    /// A game's whose seats are held by several devices from the start.
    pub(crate) fn held(owner: &Device, seats: impl IntoIterator<Item = (SeatName, Device)>) -> Self {
        Self { owner: Some(owner.clone()), seats: seats.into_iter().collect(), ..Self::default() }
    }

    /// Puts a device into an open seat; invitations to it are void.
    pub(crate) fn sit(&mut self, who: &Device, seat: &str) {
        self.seats.insert(seat.to_owned(), who.clone());
        self.invitations.retain(|invitation| invitation.seat.as_deref() != Some(seat));
    }

    /// Gives all rights of one device to another.
    pub(crate) fn hand_over(&mut self, from: &Device, to: &Device) {
        let all = self.owner.iter_mut().chain(self.seats.values_mut()).chain(&mut self.watchers);
        for holder in all.filter(|holder| *holder == from) {
            holder.clone_from(to);
        }
    }

    /// Whether the game belongs to nobody yet.
    pub(crate) fn is_unowned(&self) -> bool {
        self.owner.is_none()
    }

    /// Who set the game up, unless that is not known.
    pub(crate) fn owner(&self) -> Option<&Device> {
        self.owner.as_ref()
    }

    /// Whether a device may delete the game.
    pub(crate) fn owns(&self, who: &Device) -> bool {
        self.owner.as_ref() == Some(who)
    }

    /// Whether a device sits in a seat.
    pub(crate) fn holds(&self, who: &Device, seat: &str) -> bool {
        self.seats.get(seat) == Some(who)
    }

    /// Who sits in a seat.
    pub(crate) fn holder(&self, seat: &str) -> Option<&Device> {
        self.seats.get(seat)
    }

    /// Whether a device sits anywhere.
    pub(crate) fn sits(&self, who: &Device) -> bool {
        self.seats.values().any(|holder| holder == who)
    }

    /// Whether a device sits anywhere, or owns the game.
    pub(crate) fn plays(&self, who: &Device) -> bool {
        self.owns(who) || self.sits(who)
    }

    /// Whether a device may see the game at all.
    pub(crate) fn knows(&self, who: &Device) -> bool {
        self.plays(who) || self.watchers.contains(who)
    }

    /// Everybody in whose list the game stands.
    pub(crate) fn members(&self) -> Vec<String> {
        let all = self.owner.iter().chain(self.seats.values()).chain(&self.watchers);
        let mut all: Vec<_> = all.map(Device::member).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Makes an invitation and returns its token. A seat's is its holder's to give, an open seat's the owner's; whoever
    /// plays may invite to watch.
    pub(crate) fn invite(&mut self, who: &Device, seat: Option<SeatName>) -> Result<String, Fault> {
        let may = match &seat {
            None => self.plays(who),
            Some(seat) => match self.seats.get(seat) {
                Some(holder) => holder == who,
                None => self.owns(who),
            },
        };
        if !may {
            return Err(Fault::forbidden("only whoever sits in a seat can give it away"));
        }
        // A seat has one invitation at a time: the last one counts.
        self.invitations.retain(|invitation| seat.is_none() || invitation.seat != seat);
        if self.invitations.len() >= MOST_GUESTS {
            return Err(Fault::conflict("this game has too many invitations nobody has used"));
        }
        let token = device::token()?;
        self.invitations.push(Invitation { token: device::hashed("invitation", &token), seat });
        Ok(token)
    }

    /// Uses an invitation: the seat is the device's from now on, or it may watch. Returns the seat.
    pub(crate) fn claim(&mut self, who: &Device, token: &str) -> Result<Option<SeatName>, Fault> {
        let token = device::hashed("invitation", token);
        let found = self.invitations.iter().position(|invitation| invitation.token == token);
        let at = found.ok_or_else(|| Fault::forbidden("this invitation was used before, or never given"))?;
        match self.invitations[at].seat.clone() {
            // Whoever tries their own link keeps it.
            Some(seat) if self.holds(who, &seat) => Ok(Some(seat)),
            Some(seat) => {
                self.invitations.remove(at);
                self.seats.insert(seat.clone(), who.clone());
                Ok(Some(seat))
            }
            None if self.knows(who) => Ok(None),
            None if self.watchers.len() >= MOST_GUESTS => {
                Err(Fault::conflict("too many people watch this game"))
            }
            None => {
                self.watchers.push(who.clone());
                Ok(None)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(name: &str) -> Device {
        serde_json::from_value(serde_json::json!(name)).unwrap()
    }

    #[test]
    fn a_seat_is_its_holders_to_give_and_is_given_once() {
        let (one, two, three) = (device("one"), device("two"), device("three"));
        let mut rights = Rights::of(&one, ["north".to_owned()]);
        assert!(rights.holds(&one, "north") && !rights.holds(&one, "south"));
        assert!(rights.invite(&two, Some("north".into())).is_err() && rights.invite(&two, None).is_err());
        let old = rights.invite(&one, Some("south".into())).unwrap();
        let token = rights.invite(&one, Some("south".into())).unwrap();
        assert!(rights.claim(&two, &old).is_err(), "the last invitation counts");
        assert_eq!(rights.claim(&two, &token).unwrap().as_deref(), Some("south"));
        assert!(rights.claim(&three, &token).is_err(), "it was used");
        assert!(rights.invite(&one, Some("south".into())).is_err(), "it is two's seat now");
        let watch = rights.invite(&two, None).unwrap();
        assert_eq!(rights.claim(&three, &watch).unwrap(), None);
        assert!(rights.knows(&three) && !rights.plays(&three) && rights.invite(&three, None).is_err());
        assert_eq!(rights.members(), ["one", "three", "two"]);
        assert!(rights.owns(&one) && !rights.owns(&two));
    }
}
