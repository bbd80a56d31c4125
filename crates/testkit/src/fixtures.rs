//! Tiny levels drawn by hand, each with one awkward feature, and the fewest pushes that solve them. All are
//! small enough for the oracle, which confirms the counts.

use hakooshi_level::Level;

/// A tiny level and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Fixture {
    /// What is awkward about it, in a few words joined by underscores.
    pub name: &'static str,
    /// The level in the common notation.
    pub text: &'static str,
    /// The least pushes that solve it, or `None` when nothing does.
    pub pushes: Option<u32>,
}

impl Fixture {
    /// The level itself.
    pub fn level(&self) -> Level {
        self.text.parse().expect("a test reads every fixture")
    }
}

/// The fixture called `name`.
pub fn fixture(name: &str) -> Option<&'static Fixture> {
    FIXTURES.iter().find(|fixture| fixture.name == name)
}

const fn drawn(name: &'static str, pushes: Option<u32>, text: &'static str) -> Fixture {
    Fixture { name, text, pushes }
}

/// A level that keeps a search for the fewest pushes busy for a while, too large for the oracle: A* stores
/// some eight thousand states, and the stronger A* of `optimal` expands some thousand.
pub const KNOT: &str = "\
############
#   ##     #
# $  # $ $ #
#  $   #   #
## $ # # $ #
#@   #   ###
#  # .... #
# $  ...  #
#  #      #
###########
";

/// All fixtures, solvable ones first.
#[rustfmt::skip]
pub const FIXTURES: &[Fixture] = &[
    drawn("one_push", Some(1), "#####\n#@$.#\n#####\n"),
    drawn("already_solved", Some(0), "####\n#@*#\n####\n"),
    drawn("solved_two_boxes", Some(0), "######\n#@*  #\n#  * #\n######\n"),
    drawn("player_on_goal", Some(1), "#######\n#+$   #\n# ##  #\n#     #\n#######\n"),
    drawn("corridor", Some(5), "##########\n#@ $    .#\n##########\n"),
    drawn("vertical_corridor", Some(3), "###\n#@#\n#$#\n# #\n# #\n#.#\n###\n"),
    drawn("tunnel_between_rooms", Some(5), "#########\n#   #   #\n#@$    .#\n#   #   #\n#########\n"),
    drawn("goal_room_one_entrance", Some(11), "########\n#   ####\n# $$ ..#\n# @$  .#\n#   ####\n########\n"),
    drawn("goal_room_deep_first", Some(8), "########\n#   ####\n#@  ####\n# $$ ..#\n#   ####\n#   ####\n########\n"),
    drawn("box_must_leave_goal", Some(4), "########\n#   ####\n#@$  *.#\n#   ####\n########\n"),
    drawn("box_either_side", Some(2), "#######\n#     #\n#.$@$.#\n#     #\n#######\n"),
    drawn("player_walled_in_by_boxes", Some(4), "#######\n#  .  #\n#  $  #\n#.$@$.#\n#  $  #\n#  .  #\n#######\n"),
    drawn("player_in_pocket", Some(4), "######\n##@###\n##$###\n#    #\n#   .#\n######\n"),
    drawn("two_rooms_one_door", Some(10), "########\n#  #  .#\n# $   .#\n# $#   #\n#@ #####\n########\n"),
    drawn("ring", Some(1), "######\n#@   #\n# ## #\n# ##$#\n#   .#\n######\n"),
    drawn("ring_of_width_one", Some(1), "#####\n#   #\n# # #\n#@$.#\n#####\n"),
    drawn("open_room", Some(4), "#######\n#     #\n# $ $ #\n#  @  #\n# . . #\n#     #\n#######\n"),
    drawn("block_of_four_on_goals", Some(1), "######\n#@$.##\n# ** #\n# **##\n######\n"),
    drawn("unequal_goals", Some(3), "#######\n#.@ # #\n#$ $  #\n#   . #\n#######\n"),
    drawn("long_way_round_to_push", Some(1), "#######\n#  #  #\n#@$.  #\n# ### #\n#     #\n#######\n"),
    drawn("more_pushes_fewer_moves", Some(3), "#######\n#   @.#\n#  #  #\n##  $ #\n##   ##\n#######\n"),
    drawn("fewer_moves_round_the_ring", Some(2), "#######\n###@ ##\n# $   #\n# #.# #\n#     #\n#######\n"),
    drawn("goal_in_corner", Some(3), "######\n#.   #\n#  $ #\n#   @#\n######\n"),
    drawn("goal_on_dead_wall", Some(4), "#######\n#@    #\n#  $  #\n#     #\n#.    #\n#######\n"),
    drawn("decoration_outside", Some(1), "  #####   $\n  #@$.# .\n  #####  *\n"),
    drawn("unreachable_region", Some(1), "#########\n#@$.#$  #\n#####  .#\n    #####\n"),
    drawn("ragged_rows", Some(2), "#####\n#   ##\n# $  #\n#@#. #\n######\n"),
    drawn("outline_with_notch", Some(2), "  ####\n###  ###\n#. $   #\n#  #@  #\n########\n"),
    drawn("corral_that_must_open", Some(6), "#########\n#   #   #\n#   $   #\n#@  # $.#\n#   #  .#\n#########\n"),
    drawn("line_of_two_from_both_ends", None, "########\n#@ $*. #\n#  # # #\n#      #\n########\n"),
    drawn("bend_a_box_cannot_take", None, "#######\n#@ ####\n# $  ##\n##   ##\n### # #\n###  .#\n#######\n"),
    drawn("pair_plugs_its_corridor", None, "########\n##  ####\n#@$$..##\n##  ####\n########\n"),
    drawn("two_by_two_of_boxes", None, "########\n#@     #\n# $$   #\n# $$...#\n#    . #\n########\n"),
    drawn("goal_unreachable_by_box", None, "######\n#@ $ #\n#  ###\n#  ###\n##.###\n######\n"),
    drawn("box_in_corner", None, "######\n#$   #\n#  @.#\n######\n"),
    drawn("box_on_wall_without_goal", None, "######\n#  $ #\n#@   #\n#  . #\n######\n"),
    drawn("frozen_pair_on_wall", None, "#######\n# $$  #\n#@    #\n# ..  #\n#######\n"),
    drawn("two_by_two_with_wall", None, "#######\n#     #\n# #$  #\n# $#  #\n#@ .. #\n#######\n"),
    drawn("zigzag_freeze", None, "########\n#@ #   #\n#  $$# #\n#  #$$ #\n# ...  #\n#   .  #\n########\n"),
    drawn("two_boxes_one_line_one_goal", None, "#######\n#.$ $@#\n##### #\n#.    #\n#######\n"),
    drawn("corridor_with_two_boxes", None, "########\n#@$ $..#\n########\n"),
    drawn("goal_behind_stuck_box", None, "######\n#@ $##\n#  ###\n#  .##\n######\n"),
    drawn("player_shut_out", None, "#######\n#@#   #\n# $ $ #\n# #  .#\n# # . #\n#######\n"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Oracle, State, replay};

    #[test]
    fn names_and_boards_are_distinct() {
        let names: BTreeSet<_> = FIXTURES.iter().map(|fixture| fixture.name).collect();
        let boards: BTreeSet<_> = FIXTURES.iter().map(|fixture| fixture.text).collect();
        assert_eq!((names.len(), boards.len()), (FIXTURES.len(), FIXTURES.len()));
        assert!(fixture("ring").is_some() && fixture("no such level").is_none());
    }

    #[test]
    fn the_oracle_confirms_every_count() {
        for fixture in FIXTURES {
            let level: Level = fixture.text.parse().expect(fixture.name);
            let oracle = Oracle::new(&level, 1_000_000).expect(fixture.name);
            let start = State::start(&level);
            assert_eq!(oracle.pushes(&start), fixture.pushes, "{}", fixture.name);
            let letters = oracle.push_solution(&start);
            let cost = letters.map(|letters| replay(&level, &letters));
            let cost = cost.transpose().expect(fixture.name);
            assert_eq!(cost.map(|cost| cost.pushes), fixture.pushes, "{}", fixture.name);
        }
    }
}
