//! Messages cut into parts that NATS takes, numbered so that a lost one is noticed.

use async_nats::Client;
use axum::body::Bytes;

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// More of the message follows.
    More = 0,
    /// The last part of a text.
    Text = 1,
    /// A question whether anybody is there.
    Ping = 2,
    /// Somebody is there.
    Pong = 3,
    /// Something that was no text; it is not passed on.
    Binary = 4,
    /// The end.
    End = 5,
}

const KINDS: [Kind; 6] = [Kind::More, Kind::Text, Kind::Ping, Kind::Pong, Kind::Binary, Kind::End];

/// The bytes before those of the message: the kind and the number.
const HEAD: usize = 5;

/// The most bytes of a message in one part.
pub(super) const MOST: usize = 256 * 1024;

/// Numbers parts as they are sent.
#[derive(Default)]
pub(super) struct Cutter {
    next: u32,
}

impl Cutter {
    /// The parts of a message.
    pub(super) fn cut<'a>(&'a mut self, kind: Kind, message: &'a [u8]) -> impl Iterator<Item = Vec<u8>> + 'a {
        let count = message.len().div_ceil(MOST).max(1);
        (0..count).map(move |at| {
            let piece = &message[at * MOST..message.len().min((at + 1) * MOST)];
            let kind = if at + 1 == count { kind } else { Kind::More };
            let mut part = Vec::with_capacity(HEAD + piece.len());
            part.push(kind as u8);
            part.extend_from_slice(&self.next.to_be_bytes());
            part.extend_from_slice(piece);
            self.next = self.next.wrapping_add(1);
            part
        })
    }

    /// Cuts a message and sends its parts.
    pub(super) async fn send(
        &mut self,
        nats: &Client,
        to: &str,
        kind: Kind,
        message: &[u8],
    ) -> Result<(), ()> {
        let parts: Vec<_> = self.cut(kind, message).collect();
        for part in parts {
            nats.publish(to.to_owned(), part.into()).await.map_err(drop)?;
        }
        Ok(())
    }
}

/// Puts parts together again.
#[derive(Default)]
pub(super) struct Joiner {
    next: u32,
    begun: Vec<u8>,
}

impl Joiner {
    /// Takes a part. A whole message comes back with its last one; an error means that a part is missing.
    pub(super) fn take(&mut self, part: &Bytes) -> Result<Option<(Kind, Bytes)>, ()> {
        let (head, piece) = part.split_at_checked(HEAD).ok_or(())?;
        let kind = *KINDS.get(usize::from(head[0])).ok_or(())?;
        if head[1..] != self.next.to_be_bytes() {
            return Err(());
        }
        self.next = self.next.wrapping_add(1);
        if kind == Kind::More || !self.begun.is_empty() {
            self.begun.extend_from_slice(piece);
        }
        match kind {
            Kind::More => Ok(None),
            kind if self.begun.is_empty() => Ok(Some((kind, part.slice(HEAD..)))),
            kind => Ok(Some((kind, std::mem::take(&mut self.begun).into()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_is_joined_and_a_missing_part_is_noticed() {
        let mut cutter = Cutter::default();
        for length in [0, 1, MOST - 1, MOST, MOST + 1, 3 * MOST] {
            let message: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
            let mut joiner = Joiner { next: cutter.next, ..Joiner::default() };
            let parts: Vec<Bytes> = cutter.cut(Kind::Text, &message).map(Bytes::from).collect();
            assert!(parts.iter().all(|part| part.len() <= MOST + HEAD));
            let (last, first) = parts.split_last().unwrap();
            assert!(first.iter().all(|part| joiner.take(part) == Ok(None)), "{length}");
            assert_eq!(joiner.take(last), Ok(Some((Kind::Text, message.into()))), "{length}");
        }
        let parts: Vec<Bytes> =
            (0..3).flat_map(|_| cutter.cut(Kind::Ping, b"").collect::<Vec<_>>()).map(Bytes::from).collect();
        let begun = Joiner { next: cutter.next - 3, ..Joiner::default() };
        let mut joiner = Joiner { next: begun.next, ..Joiner::default() };
        assert!(joiner.take(&parts[0]).is_ok() && joiner.take(&parts[2]).is_err(), "one is missing");
        let mut joiner = begun;
        assert!(joiner.take(&parts[0]).is_ok() && joiner.take(&parts[0]).is_err(), "one came twice");
        assert!(Joiner::default().take(&Bytes::from_static(b"abc")).is_err());
        assert!(Joiner::default().take(&Bytes::from_static(b"\x09\0\0\0\0")).is_err());
    }
}
