//! Letters as strokes, for plots as PNG: the viewer of an SVG document has fonts, an image must bring its own.
//!
//! A letter is drawn on a grid whose unit is a sixth of the height of capitals. Points are two digits, from the
//! left and from the top: capitals begin at 0, small letters at 2, all stand on 6 and reach down to 8. A
//! stroke is a list of points: joined by straight lines, after `~` by a curve that they pull towards them, after
//! `@` by a closed curve. One point alone is a dot.

use tiny_skia::PathBuilder;

/// The height of capitals.
pub(super) const CAPITAL: f32 = 6.0;
/// From the right of a letter to the left of the next, and the width of a blank.
const GAP: f32 = 1.9;
const BLANK: f32 = 2.6;
/// A letter that is not in the list.
const OTHER: &str = "0040460600";

const LETTERS: &str = "\
A 062046 1434
B 0600 0020 0323 0626 ~20404323 ~23434626
C ~414000064645
D 0600 0020 0626 ~20404626
E 40000646 0333
F 400006 0333
G ~414000064643 4323
H 0006 4046 0343
I 0006
J 3034 ~34360604
K 0006 4004 1346
L 000646
M 0600244046
N 06004640
O @00404606
P 0600 0020 0323 ~20404323
Q @00404606 2446
R 0600 0020 0323 ~20404323 2346
S ~4140000343460605
T 0040 2026
U 0004 4044 ~04064644
V 002640
W 0016315660
X 0046 4006
Y 002340 2326
Z 00400646
a @02424606 4246
b 0006 @02424606
c ~434202064645
d 4046 @02424606
e 0444 ~444202064645
f ~301012 1216 0232
g @02424606 4247 ~474808
h 0006 ~04024244 4446
i 0206 00
j 1217 ~171808 10
k 0006 3205 1436
l 0006
m 0206 ~04023234 3436 ~34326264 6466
n 0206 ~04024244 4446
o @02424606
p 0208 @02424606
q 4248 @02424606
r 0206 ~040232
s ~4342020444460605
t 1015 ~151636 0232
u 0204 ~04064644 4246
v 022642
w 0216335662
x 0246 4206
y 0226 4218
z 02420646
0 @00404606
1 112026
2 ~0100404306 0646
3 ~0100404323 ~2343460605
4 36300444
5 400003 ~0342460605
6 @02424606 ~300004
7 004016
8 @00404303 @03434606
9 @00404404 ~424616
. 06
, 1607
: 03 06
; 13 1607
- 0333
_ 0747
+ 0444 2226
= 0343 0545
( ~20000727
) ~00202707
[ 20000727
] 00202707
{ ~20101303 ~03131727
} ~00101323 ~23131707
< 420446
> 024406
/ 0740
| 0007
* 2125 0244 0442
% 0640 @00202202 @24444626
! 0004 06
? ~0100404323 2324 26
' 0002
· 04
… 06 26 46
× 0246 4206
µ 0208 ~04064644 4246";

/// The strokes of a text that begins at the origin with its letters standing on 0.
#[derive(Debug, Default)]
pub(super) struct Strokes {
    /// Lines and curves.
    pub(super) path: PathBuilder,
    /// The middles of dots.
    pub(super) dots: Vec<(f32, f32)>,
    /// From the left of the first letter to the right of the last.
    pub(super) width: f32,
}

impl Strokes {
    pub(super) fn new(text: &str) -> Self {
        let mut strokes = Self::default();
        let mut left = 0.0_f32;
        for letter in text.chars() {
            if letter == ' ' {
                left += BLANK;
                continue;
            }
            let width = strokes.add(left, glyph(letter));
            strokes.width = left + width;
            left += width + GAP;
        }
        strokes
    }

    /// Adds a letter; its width.
    fn add(&mut self, left: f32, glyph: &str) -> f32 {
        let mut width = 0.0_f32;
        for stroke in glyph.split(' ') {
            let digits: Vec<f32> =
                stroke.chars().filter_map(|it| it.to_digit(10)).map(|it| it as f32).collect();
            let points: Vec<(f32, f32)> =
                digits.chunks_exact(2).map(|it| (left + it[0], it[1] - CAPITAL)).collect();
            width = points.iter().fold(width, |most, (x, _)| most.max(x - left));
            match (stroke.as_bytes().first(), &points[..]) {
                (_, []) => {}
                (_, [dot]) => self.dots.push(*dot),
                (Some(b'@'), ring) => self.ring(ring),
                (Some(b'~'), [first, bends @ .., last]) => self.bow(*first, bends, *last),
                (_, [first, rest @ ..]) => {
                    self.path.move_to(first.0, first.1);
                    for &(x, y) in rest {
                        self.path.line_to(x, y);
                    }
                }
            }
        }
        width
    }

    fn bow(&mut self, first: (f32, f32), bends: &[(f32, f32)], last: (f32, f32)) {
        self.path.move_to(first.0, first.1);
        for (place, &bend) in bends.iter().enumerate() {
            let to = bends.get(place + 1).map_or(last, |&next| middle(bend, next));
            self.path.quad_to(bend.0, bend.1, to.0, to.1);
        }
    }

    fn ring(&mut self, bends: &[(f32, f32)]) {
        let after = |place: usize| bends[(place + 1) % bends.len()];
        let start = middle(bends[0], after(0));
        let turned: Vec<(f32, f32)> = (0..bends.len()).map(after).collect();
        self.bow(start, &turned, start);
    }
}

fn middle(a: (f32, f32), b: (f32, f32)) -> (f32, f32) {
    (f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1))
}

fn glyph(letter: char) -> &'static str {
    let strokes = |line: &'static str| line.strip_prefix(letter)?.strip_prefix(' ');
    LETTERS.lines().find_map(strokes).unwrap_or(OTHER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_can_be_drawn() {
        for line in LETTERS.lines() {
            let letter = line.chars().next().expect("a letter");
            let strokes = Strokes::new(&letter.to_string());
            let is_drawn = strokes.path.clone().finish().is_some() || !strokes.dots.is_empty();
            assert!(is_drawn && (0.0..=6.0).contains(&strokes.width), "{line}");
            assert!(line[letter.len_utf8()..].split(' ').all(|it| {
                it.trim_start_matches(['~', '@']).bytes().all(|it| it.is_ascii_digit())
                    && it.trim_start_matches(['~', '@']).len().is_multiple_of(2)
            }));
        }
        let known = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain("()=,.-_+*:".chars());
        for letter in known {
            assert_ne!(glyph(letter), OTHER, "{letter}");
        }
        assert_eq!(glyph('§'), OTHER);
    }

    #[test]
    fn letters_stand_side_by_side() {
        let [one, two, apart] = ["n", "nn", "n n"].map(|text| Strokes::new(text).width);
        assert_eq!((one, two, apart), (4.0, 8.0 + GAP, 8.0 + GAP + BLANK));
        let path = Strokes::new("l").path.finish().expect("a line");
        assert_eq!((path.bounds().top(), path.bounds().bottom()), (-CAPITAL, 0.0));
    }
}
