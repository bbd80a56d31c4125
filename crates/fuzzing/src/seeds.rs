//! Good inputs of each kind, made for this purpose, and the words that readers look for.

use std::fs;
use std::path::Path;

/// A level file of each format and dialect, with what may stand around a level.
pub(crate) const LEVELS: &[&str] = &[
    "#####\n#@$.#\n#####\n",
    "; One\n######\n#@$ .#\n######\n\n; Two\n  ####\n###  #\n#+ $ #\n#  $ #\n# .  #\n######\n",
    "Collection: Odds\nAuthor: Nobody\n\nFirst\n\n########\n#@ $ . #\n#  $ . #\n########\n\
     Author: Somebody\nComment: two lines\n\nSolution/Moves\nrRRlldRR\n\nSnapshot\n3(rd)*L\n\n\
     Second\n#######\n#@*   #\n#     #\n#######\n",
    "::  a .sok file  ::\nTitle: T\n-----\n#######-\n#-@-$.#-\n-######\n",
    "7#|#@$2-.#|7#\n\n3(#-)#|2(#)@$.-#|7#\n",
    "> #####\n> #@$.#\n> #####\n>\n> words\n",
    "; 0\n#######\n#@ $ .#\n#######\n\n; 1\n#######\n#.$ @ #\n#######\n",
    "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<SokobanLevels>\n  <Title>T &amp; U</Title>\n\
     <Description>words</Description><Email>a@b</Email>\n\
     <LevelCollection Copyright=\"Me\" MaxWidth=\"7\" MaxHeight=\"3\">\n\
     <Level Id=\"One\" Width=\"7\" Height=\"3\"><L>#######</L><L>#@ $ .#</L><L>#######</L></Level>\n\
     </LevelCollection></SokobanLevels>\n",
    "{\"title\": \"J\", \"content\": [[\"W\",\"W\",\"W\",\"W\",\"W\"],[\"W\",\"S\",\"B\",\"G\",\"W\"],\
     \"WWWWW\"], \"bestSolution\": \"R\", \"minPushes\": 1}\n",
    "[{\"content\": [\"WWWWW\",\"WSBGW\",\"WWWWW\"]}, {\"content\": [\"WWWWWW\",\"WGEBSW\",\"WWWWWW\"]}]\n",
    "(define (problem p) (:objects r l - direction p - player s - stone a b c - location)\n\
     (:init (MOVE-DIR a b dir-right) (MOVE-DIR b c dir-right) (MOVE-DIR b a dir-left)\n\
     (MOVE-DIR c b dir-left)\n\
     (at p a) (at s b) (IS-GOAL c)))\n",
    "######\n#&B .#\n######\n",
    "#######\n#.P.XO#\n#######~\n",
    "XXXXXX\nX@* .X\nXXXXXX\n",
    "++++++\n+*@-X+\n++++++\n",
    "#_____\n######\n#PX_O#\n#X√__#\n#_O__#\n######\n",
    "#######\n#$ % *#\n#######\n",
    "WWWWWW\nWA1.0W\nWWWWWW\n",
    "7\n3\n0000000\n0R B S0\n0000000\n",
    "######\n#@$ .#\n# a$.#\n######\n",
    "111111\n120341\n111111\n",
    "{A title}\n#####\n#@$.#\n#####\n\n<?xml  or not\n#####\n#@$.#\n#####\n; ::\n",
    "\u{feff}#####\r\n#@$.#\r\n#####\r\nTitle: caf\u{e9}\r\n\u{1a}",
];

/// Characters, keys and brackets of all formats.
pub(crate) const LEVEL_TOKENS: &[&str] = &[
    "#",
    "@",
    "+",
    "$",
    "*",
    ".",
    " ",
    "-",
    "_",
    "|",
    "(",
    ")",
    "3(",
    "12#",
    "\n",
    "\r\n",
    "\n\n",
    ";",
    "; ",
    ">",
    "::",
    "Title: ",
    "Author: ",
    "Collection: ",
    "Comment:",
    "Comment-End:",
    "Variant: Hexoban",
    "Puzzle Type: Multiban",
    "Goalorder: 1",
    "Solution",
    "Snapshot/1",
    "rRlLuUdD",
    "[",
    "]",
    "<L>",
    "</L>",
    "<Level Id=\"x\">",
    "</Level>",
    "<LevelCollection>",
    "<!--",
    "<![CDATA[",
    "&amp;",
    "&#x41;",
    "<?xml?>",
    "<SokobanLevels>",
    "<Description>",
    "{\"content\": ",
    "Best Solution",
    ":: end of notes",
    "Title: ::",
    "  ",
    "\"content\":",
    "(define",
    "(:init",
    "(MOVE-DIR a b dir-right)",
    "\"W\",",
    "{",
    "}",
    ",",
    "\\u0041",
    "null",
    "\u{feff}",
    "\u{e9}",
    "√",
    "\0",
    "\t",
    "#####\n#@$.#\n#####\n",
];

/// Solutions and saved games in every notation.
pub(crate) const GAMES: &[&str] = &[
    "rRRlldRR",
    "rrrlldrr",
    "r2R2ld2R",
    "[drrr]LLurrLLl",
    "<d3r>2L[urr]LL[l]*",
    "ddrrruuLLrDrdL",
    "2d3r2(u)*2(L)rDrdL",
    "[2(dr)]RulUlRR2d3l2u",
    "Rd2(r)uL",
    "",
    "3(r2(ud)l)\n 4 (L)",
];

/// Letters, brackets and counts.
pub(crate) const GAME_TOKENS: &[&str] = &[
    "l", "u", "r", "d", "L", "U", "R", "D", "(", ")", "[", "]", "<", ">", "*", "3", "0", "12(",
    "{1}", "n", " \n", "\u{e9}", "\0",
];

/// Specs that name everything there is.
pub(crate) const SPECS: &[&str] = &[
    "bfs",
    "ucs(space=walk)",
    "astar",
    "astar(h=matching,deadlocks=[dead_squares,freeze])",
    "wastar(weight=1.5,space=push)",
    "greedy(h=nearest)",
    "astar(space=pull,h=zero)",
    "bfs(space=step,deadlocks=[])",
    " greedy ( space = pull , deadlocks = [ freeze ] ) ",
    "wastar(weight=1000,h=zero,space=step)",
    "idastar(table=1,exact=0,cache=1,inertia=1)",
    "widastar(weight=3,h=manhattan)",
    "sma(states=50,h=manhattan_matching)",
    "beam(width=3,h=kth(slots=5))",
    "bidirectional(h=count)",
    "iddfs(space=relocation)",
    "dfs(limit=9)",
    "astar(pruning=[tunnels,goal_macros])",
];

/// Names and signs of the grammar.
pub(crate) const SPEC_TOKENS: &[&str] = &[
    "bfs",
    "ucs",
    "astar",
    "wastar",
    "greedy",
    "(",
    ")",
    "[",
    "]",
    ",",
    "=",
    "space=",
    "h=",
    "deadlocks=",
    "weight=",
    "push",
    "pull",
    "step",
    "walk",
    "zero",
    "nearest",
    "matching",
    "dead_squares",
    "freeze",
    "idastar",
    "beam",
    "sma",
    "bidirectional",
    "iddfs",
    "dfs",
    "relocation",
    "manhattan",
    "kth(slots=2)",
    "count",
    "width=",
    "states=",
    "limit=",
    "inertia=1",
    "pruning=[tunnels]",
    " ",
    "()",
    "[]",
    "nan",
    "inf",
    "1.0",
    "\u{e9}",
    "\0",
    "_",
];

/// The heads of the level files below `folder`, as further seeds.
pub fn shared_samples(folder: &Path) -> Vec<Vec<u8>> {
    const HEAD: usize = 1500;
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let texts = paths.iter().filter(|it| it.extension().is_some_and(|it| it == "xsb"));
    texts
        .filter_map(|path| fs::read(path).ok())
        .map(|mut text| {
            text.truncate(HEAD);
            text
        })
        .collect()
}
