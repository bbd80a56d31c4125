//! Who is next.

mod buckets;

pub use buckets::Buckets;
