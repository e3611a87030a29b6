//! Integer space.
