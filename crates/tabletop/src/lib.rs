//! The kit of the free-table systems: what every game with models on a table without squares needs, and no rule of any
//! of them.
//!
//! - [`ruler`]: inches or centimetres. Nothing else knows a unit of measure.
//! - [`amount`]: fixed numbers and dice as data files write them.
//! - [`answer`]: the text of poses, ways, places and templates in answers.
//! - [`armies`]: the border. [`armies::Armies`] is all that the kit asks of a state, [`armies::Named`] all that it asks
//!   about names.
//! - [`moves`]: a move under a system's rules is a [`moves::Manoeuvre`], asked by the check of an answer, the search for
//!   one, the preview and the form alike. [`pace`] is ground that slows down, [`bends`] are ways of things that go where
//!   they look.
//! - [`elsewhere`]: a unit somewhere else, to prove that nothing tells a range.
//! - [`lines`]: lines of the log about units and models. [`sides`]: red and blue, for systems with two sides.
//! - [`marches`]: moves worth proposing.
//! - [`measure`]: distances between models and units.
//! - [`routes`]: ways around terrain for scripted players.
//! - [`scenario`]: what the set-up lines of rule cases are made of.
//! - [`scene`]: tables, bodies and areas as a scene draws them.
//! - [`setting_up`]: a set-up under a system's rules is a [`setting_up::SettingUp`]: its check, and the search for places.
//! - [`templates`]: markers and teardrops that a player lays, most models under one, scatter.
//!
//! A ruleset keeps its phases, units, attack sequence and morale, and every rule id and sentence. Seats and sides are the
//! ruleset's too: moves, set-ups and measuring ask only who is a foe of whom.

pub mod amount;
pub mod answer;
pub mod armies;
pub mod bends;
pub mod elsewhere;
pub mod lines;
pub mod marches;
pub mod measure;
pub mod moves;
pub mod pace;
pub mod routes;
pub mod ruler;
pub mod scenario;
pub mod scene;
pub mod setting_up;
pub mod sides;
pub mod templates;
