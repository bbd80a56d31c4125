// The page's logic without a browser: `cargo xtask test page` runs this file with Node.js.

import "./game.mjs";
import "./kept.mjs";
import "./search.mjs";
import "./drawn.mjs";
