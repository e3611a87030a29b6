//! One line over the table, bucket by bucket.

use super::super::board::{BodyId, Table};
use super::super::{Bounds, Length};
use super::SightLine;
use super::gather::Mind;
use super::segment::Blocker;

/// Whether nothing on the table stops a line.
pub(super) fn clear(table: &Table, line: &SightLine, mind: &Mind<'_>) -> bool {
    let bounds = Bounds::of([line.from.at, line.to.at]);
    let mut clear = true;
    let ground = table.ground();
    let parts = ground.part_index();
    parts.along(line.from.at, line.to.at, Length::ZERO, |bucket| {
        for number in parts.in_bucket(bucket) {
            let part = ground.part(*number);
            let blocker = Blocker { outline: &part.outline, span: part.span };
            if part.outline.bounds().touches(bounds) && blocker.stops(line) && mind.part(part) {
                clear = false;
                return false;
            }
        }
        true
    });
    if !clear || !mind.models_block() {
        return clear;
    }
    let index = table.index();
    index.along(line.from.at, line.to.at, Length::ZERO, |bucket| {
        for number in index.in_bucket(bucket) {
            let Some(body) = table.body(BodyId(*number)) else { continue };
            let blocker = Blocker { outline: &body.outline, span: body.volume };
            if body.outline.bounds().touches(bounds)
                && blocker.stops(line)
                && mind.model(table, BodyId(*number))
            {
                clear = false;
                return false;
            }
        }
        true
    });
    clear
}
