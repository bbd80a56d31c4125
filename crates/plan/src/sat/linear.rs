//! The pushes of a step in an order in which the player can make them.
//!
//! Usually a step has one push, and the question is whether he can walk there. In a step of
//! several pushes any order will do that ends with the push that the plan calls last.

use hakooshi_board::{Board, Position, Push, Reach, Square};

use super::cuts::{self, Fence};

/// What was found.
#[derive(Debug)]
pub(super) enum Order {
    /// The pushes in this order can be played.
    Found(Vec<Push>),
    /// Boxes that stay where they are keep the player away.
    Fenced(Vec<Fence>),
    /// No order leads to the push on this square at the end.
    None(Square),
}

/// An order of `pushes`, the last of which takes the box from `last` if that is given.
pub(super) fn order(
    board: &Board,
    position: &Position,
    pushes: &[Push],
    last: Option<Square>,
    reach: &mut Reach,
) -> Order {
    let mut found = Vec::new();
    if try_orders(board, &mut position.clone(), pushes, last, reach, &mut found) {
        return Order::Found(found);
    }
    // Only what stays may fence, and only on the side where the push is to begin.
    let several = last.is_some();
    let moved = |square: &Square| pushes.iter().any(|push| push.from == *square);
    let boxes = position.boxes().iter().copied();
    let stay: Vec<Square> = boxes.filter(|square| !several || !moved(square)).collect();
    let still = Position::new(board, &stay, position.player());
    let fences: Vec<Fence> = pushes
        .iter()
        .filter_map(|push| {
            let behind = board.step(push.from, push.dir.opposite());
            cuts::between(board, &still, behind, several, reach)
        })
        .collect();
    match (fences.is_empty(), last) {
        (true, Some(last)) => Order::None(last),
        _ => Order::Fenced(fences),
    }
}

/// Tries the pushes depth first; there are few, since they must not touch.
fn try_orders(
    board: &Board,
    position: &mut Position,
    left: &[Push],
    last: Option<Square>,
    reach: &mut Reach,
    found: &mut Vec<Push>,
) -> bool {
    if left.is_empty() {
        return true;
    }
    for (at, &push) in left.iter().enumerate() {
        if left.len() > 1 && last == Some(push.from) {
            continue;
        }
        reach.fill(board, position);
        let behind = board.step(push.from, push.dir.opposite());
        if !reach.contains(behind) || !position.can_push(board, push) {
            continue;
        }
        let undo = position.push(board, push);
        found.push(push);
        let mut rest = left.to_vec();
        rest.remove(at);
        if try_orders(board, position, &rest, last, reach, found) {
            return true;
        }
        found.pop();
        position.unpush(board, undo);
    }
    false
}

/// Makes the pushes whether the player can walk there or not, and leaves him where the last
/// one does.
pub(super) fn apply(board: &Board, position: &mut Position, pushes: &[Push], last: Option<Square>) {
    let mut boxes = position.boxes().to_vec();
    let mut player = position.player();
    for push in pushes {
        if let Some(moved) = boxes.iter_mut().find(|square| **square == push.from) {
            *moved = board.step(push.from, push.dir);
            player = push.from;
        }
    }
    position.set(board, &boxes, last.unwrap_or(player));
}
