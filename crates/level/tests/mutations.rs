//! Move texts bent in every way: whatever comes in, nothing panics and what is accepted is right.
//!
//! The run is the same every time: the generator is seeded with a constant and nothing depends
//! on a clock. Texts start as solutions, so that many bent ones still get deep into the replay.

use hakooshi_level::{GameText, Level, Moves, MovesError, replay, verify};
const RUNS: usize = 400_000;
/// Counts may expand to this much here, which keeps the run short; the limit itself is reached
/// often enough.
const LIMIT: usize = 2_000;
/// Two rooms, a player on a goal, a corridor and a level that starts solved.
const LEVELS: [&str; 4] = [
    "########\n#@ $ . #\n#  $ . #\n########\n",
    "  ####\n###  #\n#+ $ #\n#  $ #\n# .  #\n######\n",
    "########\n#@$.   #\n########\n",
    "#######\n#@*   #\n#     #\n#######\n",
];
/// Solutions with the number of their level.
const GAMES: [(usize, &str); 12] = [
    (0, "rRRlldRR"),
    (0, "rrrlldrr"),
    (0, "r2R2ld2R"),
    (0, "[drrr]LLurrLLl"),
    (0, "<d3r>2L[urr]LL[l]*"),
    (1, "ddrrruuLLrDrdL"),
    (1, "2d3r2(u)*2(L)rDrdL"),
    (1, "[2(dr)]RulUlRR2d3l2u"),
    (2, "R"),
    (2, "[r]L"),
    (3, "Rd2(r)uL"),
    (3, ""),
/// Pieces that mean something, or nearly do.
const PIECES: [&str; 24] = [
    "l",
    "u",
    "r",
    "d",
    "L",
    "U",
    "R",
    "D",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "*",
    "3",
    "0",
    "12(",
    "99999999999999999999",
    "{1}",
    "n",
    " \n",
    "é",
    "\u{0}",
/// A xorshift generator: small, and the same on every machine.
struct Dice(u64);
impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }
}
/// Changes one thing about the text.
fn bend(glyphs: &mut Vec<char>, dice: &mut Dice) {
    let at = dice.below(glyphs.len() + 1);
    let to = (at + dice.below(6)).min(glyphs.len());
    let piece = PIECES[dice.below(PIECES.len())].chars();
    match dice.below(7) {
        0 => drop(glyphs.drain(at..to)),
        1 => drop(glyphs.splice(at..at, piece)),
        2 => drop(glyphs.splice(at..to.min(at + 1), piece)),
        3 => {
            let copy = glyphs[at..to].to_vec();
            drop(glyphs.splice(at..at, copy));
        }
        4 => glyphs[at..to].reverse(),
        5 => {
            for glyph in &mut glyphs[at..to] {
                let lower = glyph.to_ascii_lowercase();
                *glyph = if *glyph == lower { glyph.to_ascii_uppercase() } else { lower };
            }
        _ => glyphs.truncate(glyphs.len() - dice.below(3).min(glyphs.len())),
#[derive(Debug, Default)]
struct Tally {
    refused: usize,
    read: usize,
    reverse: usize,
    turned_round: usize,
    solved: usize,
/// A refusal points into the text.
fn check_error(text: &str, error: &MovesError) {
    assert!(text.is_char_boundary(error.offset), "{text:?}: {error}");
    assert!(error.line <= text.matches('\n').count() + 1, "{text:?}: {error}");
    assert!(error.column <= text.chars().count() + 1, "{text:?}: {error}");
fn check_game(level: &Level, text: &str, game: &GameText, tally: &mut Tally) {
    assert!(game.moves.len() <= LIMIT, "{text:?}");
    assert!(game.marker.is_none_or(|marker| marker <= game.moves.len()), "{text:?}");
    assert_eq!(GameText::parse(&game.to_string(), LIMIT).as_ref(), Ok(game), "{text:?}");
    assert_eq!(game.moves.to_string().parse::<Moves>().as_ref(), Ok(&game.moves), "{text:?}");
    let counted: GameText = game.moves.to_rle().parse().expect("counted letters are a game");
    assert_eq!(counted.moves, game.moves, "{text:?}");
    tally.reverse += usize::from(game.is_reverse());
    let Ok(moves) = game.to_forward(level) else { return };
    let solution = verify(level, &moves);
    if game.is_reverse() {
        tally.turned_round += 1;
        assert!(solution.is_ok(), "{text:?} turns round to {moves}, which does not solve");
    let Ok(solution) = solution else { return };
    tally.solved += 1;
    let again = replay(level, solution.moves()).expect("a solution can be played");
    assert_eq!(again.off_goal, 0, "{text:?}");
    assert_eq!((&again.moves, again.score), (solution.moves(), solution.score()), "{text:?}");
    assert_eq!(solution.score().pushes as usize, solution.moves().pushes(), "{text:?}");
    assert_eq!(solution.moves().len() + solution.cut(), moves.len(), "{text:?}");
    assert_eq!(verify(level, solution.moves()).map(|same| same.cut()), Ok(0), "{text:?}");
#[test]
fn the_games_are_solutions_before_they_are_bent() {
    for (level, text) in GAMES {
        let level: Level = LEVELS[level].parse().expect("a level");
        let game: GameText = text.parse().expect("a game");
        let moves = game.to_forward(&level).expect("a whole game");
        assert!(verify(&level, &moves).is_ok(), "{text}");
//! Damaged files: whatever the bytes, reading ends without a panic, and what was read can be
//! written as text and reads back equal.
use hakooshi_level::formats::{Collection, Format};
const SEEDS: [&str; 6] = [
    "; Collection: C\n\n; One\n#####\n#@$.#\n#####\nAuthor: A\n\nSolution\nR\n\nnotes\n\n; Two\n\n\
     #####\n#p_b.#\n--\n#####\n",
    ":: c\nTitle\n\n> #####\n> #@$.#\n> #####\n\nText\n\n:: end of notes\n\n4#|#@$.#|3(#-)\n\n*lR\n",
    "<SokobanLevels><Title>T</Title><LevelCollection Copyright=\"C\"><Level Id=\"1\"><L>#####</L>\
     <L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>",
    "[{\"title\": \"T\", \"content\": [\"WWWWW\", [\"W\",\"S\",\"B\",\"G\",\"W\"], \"WWWWW\"], \
     \"bestSolution\": \"R\", \"minPushes\": 1}]",
    "6\n3\n######\n#.PXO#\n######\n\n+ + + + +\n+ * @ X +\n+ + + + +\n",
    "1111111023411111111\nWWWWWWW.A10WWWWWWW\n#######\n#_P√XO#\n#######\n",
/// Bytes that mean something somewhere.
const BYTES: &[u8] =
    b"#@$.*+ -_pPbBo\n\n\r\t;:|()[]3901<>&\"{},WESBGlurdLURDXO\xe9\xc3\xff\0\x1aTitle";
struct Random(u64);
impl Random {
    fn below(&mut self, bound: usize) -> usize {
        (self.0 % bound as u64) as usize
    fn damage(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(6) {
            let at = self.below(bytes.len() + 1);
            match self.below(4) {
                0 => bytes.insert(at, BYTES[self.below(BYTES.len())]),
                1 if at < bytes.len() => bytes[at] = BYTES[self.below(BYTES.len())],
                2 if at < bytes.len() => drop(bytes.drain(at..bytes.len().min(at + 1 + at % 5))),
                _ => {
                    let from = self.below(bytes.len() + 1);
                    let end = bytes.len().min(from + self.below(40));
                    let copy = bytes[from..end].to_vec();
                    bytes.splice(at..at, copy);
                }
    }
}

#[test]
fn bent_games_never_break_anything() {
    let levels = LEVELS.map(|text| text.parse::<Level>().expect("a level"));
    let mut dice = Dice(0x05EE_D0FB_0CE5);
    let mut tally = Tally::default();
    for _ in 0..RUNS {
        let (level, game) = GAMES[dice.below(GAMES.len())];
        let mut glyphs: Vec<char> = game.chars().collect();
        for _ in 0..=dice.below(5) {
            bend(&mut glyphs, &mut dice);
        }
        let text: String = glyphs.into_iter().collect();
        match GameText::parse(&text, LIMIT) {
            Err(error) => {
                tally.refused += 1;
                check_error(&text, &error);
            }
            Ok(game) => {
                tally.read += 1;
                check_game(&levels[level], &text, &game, &mut tally);
        if let Err(error) = text.parse::<Moves>() {
            check_error(&text, &error);
    }
    // A run that reached nothing would prove nothing.
    let Tally { refused, read, reverse, turned_round, solved } = tally;
    let enough = [refused, read, reverse, solved].iter().all(|&count| count > RUNS / 20);
    assert!(enough && turned_round > RUNS / 200, "{tally:?}");
fn damaged_files_are_read_without_panic_and_written_without_loss() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let formats: Vec<Option<Format>> =
        std::iter::once(None).chain(Format::all().map(Some)).collect();
    for round in 0..30_000 {
        let mut bytes = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
        random.damage(&mut bytes);
        let format = formats[random.below(formats.len() * 2) % formats.len()];
        let (read, errors) = Collection::read(&bytes, format);
        for error in &errors {
            assert!(error.line > 0 && error.column > 0 && !error.render("f").is_empty());
        assert!(!read.entries.is_empty() || !errors.is_empty(), "silence is no answer");
        if read.entries.is_empty() {
            continue;
        check(&bytes, &read, Format::Sok);
        let mut read = read;
        read.entries.iter_mut().for_each(|entry| entry.games.clear());
        check(&bytes, &read, Format::Xsb);
        check(&bytes, &read, Format::Rle);
}

fn check(source: &[u8], read: &Collection, format: Format) {
    let text = read.write(format).unwrap();
    let (again, errors) = Collection::read(text.as_bytes(), Some(format));
    let source = String::from_utf8_lossy(source);
    assert_eq!(errors, [], "{source}\n--- became\n{text}");
    assert_eq!(&again, read, "{source}\n--- became\n{text}");
}
