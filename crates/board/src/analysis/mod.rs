//! Static analysis of a level: what follows from its walls and goals alone.

mod cornered_squares;
mod dead_squares;
mod distances;
mod gates;
mod goal_areas;
mod goal_rooms;
mod rooms;
mod sides;
mod tunnels;

pub use cornered_squares::cornered_squares;
pub use dead_squares::live_squares;
pub use distances::{Distances, UNREACHABLE};
pub use gates::{Gates, gates};
pub use goal_areas::goal_areas;
pub use goal_rooms::{GoalRoom, goal_rooms, goal_rooms_while};
pub use rooms::{Rooms, rooms};
pub use sides::Sides;
pub use tunnels::{Tunnel, tunnels};
