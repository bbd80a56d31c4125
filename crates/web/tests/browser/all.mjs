// All browser tests, one after the other in one browser: `cargo xtask test browser`.

import "./play.mjs";
import "./library.mjs";
import "./solve.mjs";
import "./watch.mjs";
import "./edit.mjs";
import "./compare.mjs";
import "./report.mjs";
import "./looks.mjs";
import "./smooth.mjs";
import "./static.mjs";
