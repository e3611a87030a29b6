//! The free table: models with bases anywhere, in hundredths of a millimetre.
//!
//! - Vocabulary: [`Length`], [`Point`], [`Offset`], [`Angle`], [`Tags`].
//! - Shapes in plan: [`Outline`] (convex, exact distances), [`Area`] (any simple polygon).
//! - Things: a [`Form`] (footprint, height) at a [`Pose`] is a [`Body`], an upright prism; [`Terrain`] is an area with
//!   blocks, walls, windows and floors.
//! - The table: a [`Ground`] that never changes, behind an `Arc`, and a [`Table`] of bodies by [`BodyId`], the one place
//!   where things move.
//! - Questions: distances ([`Body::distance`], [`Body::within`], [`Body::within_split`], [`Body::wholly_within`],
//!   [`Body::in_contact`]), [`Arc`]s, moves ([`Table::check_move`], [`Moved::check_move`],
//!   [`Table::check_unit_move`]),
//!   [`CoherencyRules`], sight ([`Table::sees`]), [`Template`]s and [`Scatter`].
//! - Proposals: [`Table::nearest_spot`], [`Table::pack`].
//!
//! "Within" includes the limit, and is exact: a distance is rounded up to whole units, so that comparing it with a whole
//! limit gives the same answer as the true one. Touching is within 0, and is not overlapping. There are no floats, and
//! nothing depends on the order in which things were put on the table.
//!
//! ```
//! use std::sync::Arc;
//! use grognard_space::table::{BodyId, Form, FormId, Ground, GroupId, Length, MoveRules, Point, Pose, Table};
//!
//! let figure = Form::on_round_base(Length::mm(32), Length::tenths(16));
//! let ground = Arc::new(Ground::new(Length::inches(60), Length::inches(44), Vec::new(), vec![figure]));
//! let mut table = Table::new(ground);
//! let place = |x, y| Pose::at(Point::new(Length::inches(x), Length::inches(y)));
//! table.put(BodyId(0), FormId(0), GroupId(0), place(10, 10));
//! table.put(BodyId(1), FormId(0), GroupId(1), place(20, 10));
//!
//! assert_eq!(table.distance(BodyId(0), BodyId(1)), Some(Length::inches(10) - Length::mm(32)));
//! let rules = MoveRules::up_to(Length::inches(6));
//! assert!(table.check_move(BodyId(0), &[place(16, 10)], &rules).legal());
//! assert!(!table.check_move(BodyId(0), &[place(17, 10)], &rules).legal());
//! ```

mod angle;
mod arc;
mod area;
mod board;
mod body;
mod bounds;
mod check;
mod coherency;
mod crossing;
mod form;
mod ground;
mod hull;
mod index;
mod interval;
mod length;
mod measure;
mod moved;
mod outline;
mod path;
mod place;
mod plan;
mod point;
mod separation;
mod sight;
mod sine;
mod tags;
mod template;
mod terrain;
mod unit_move;
mod walk;

pub use angle::Angle;
pub use arc::{Arc, Side};
pub use area::{Area, NoArea};
pub use board::{BodyId, GroupId, Standing, Table};
pub use body::{Body, Pose, Span};
pub use bounds::Bounds;
pub use coherency::{Coherency, CoherencyRules};
pub use crossing::Crossing;
pub use form::{Footprint, Form, Measured};
pub use ground::{FormId, Ground, Levels};
pub use length::Length;
pub use measure::closest_pair;
pub use moved::Moved;
pub use outline::Outline;
pub use path::{Fault, FaultKind, FreeHeight, MoveRules, Others, Passing, Path, Travel, Zone};
pub use place::{Arrival, Packing};
pub use point::{Offset, Point};
pub use sight::{SightLine, SightRules, Spot};
pub use tags::Tags;
pub use template::{Coverage, Scatter, Template};
pub use terrain::{Block, Floor, Part, PartKind, Terrain, TerrainId, Wall, Window};
pub use unit_move::{UnitTravel, straight_moves};
