//! What the tests of the built binary share.

use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Solved by one push to the right.
pub(crate) const ONE: &str = "One\n#####\n#@$.#\n#####\n";
/// Two boxes.
pub(crate) const TWO: &str = "Two\n########\n#@ $ . #\n#  $ . #\n########\n";
/// Without a player.
pub(crate) const BAD: &str = "Bad\n#####\n# $.#\n#####\n";
/// A box in a corner.
pub(crate) const HOPELESS: &str = "Hopeless\n######\n#$ @.#\n#    #\n######\n";

/// The binary, deaf to the collections and settings of this machine.
pub(crate) fn hako(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hako"));
    command.args(args).env("XDG_DATA_HOME", "/nowhere").env("XDG_DATA_DIRS", "/nowhere");
    command.env_remove("NO_COLOR").timeout(Duration::from_secs(50));
    command
}

/// What the binary returned and wrote.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the binary to its end.
pub(crate) fn run(args: &[&str]) -> Run {
    finish(&mut hako(args))
}

/// Runs a prepared command to its end.
pub(crate) fn finish(command: &mut Command) -> Run {
    let output = command.output().expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    Run {
        code: output.status.code().expect("not killed"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Starts the binary, kills it after `pause`, and returns how it ended if it was over by then.
pub(crate) fn kill_after(pause: Duration, args: &[&str]) -> Option<ExitStatus> {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hako"));
    let command = command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the binary starts");
    std::thread::sleep(pause);
    let ended = child.try_wait().expect("asked");
    child.kill().expect("killed");
    child.wait().expect("ended");
    ended
}

/// The JSON objects of a text of lines.
pub(crate) fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

/// A folder with files of levels.
pub(crate) struct Files(TempDir);

impl Files {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the test"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path as an argument.
    pub(crate) fn name(&self, name: &str) -> String {
        self.path(name).to_str().expect("a plain path").to_owned()
    }

    /// Writes a file and gives its path as an argument.
    pub(crate) fn put(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(&path, text).expect("written");
        self.name(name)
    }

    pub(crate) fn get(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a file")
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }
}

/// Good, bad, good.
pub(crate) fn three() -> String {
    format!("{ONE}\n{BAD}\n{TWO}")
}

/// A wide room with so many boxes that no blind search ends.
pub(crate) fn endless() -> String {
    let mut text = String::from("Endless\n####################\n");
    for row in 0..16 {
        let inside = match row {
            3 => "  $ $ $ $ $ $ $   ",
            7 => "   $ $ $ $ $ $    ",
            12 => " . . . . . . . .  ",
            14 => " . . . . .    @   ",
            _ => "                  ",
        };
        text += &["#", inside, "#\n"].concat();
    }
    text + "####################\n"
}

/// The engine that never ends on [`endless`].
pub(crate) const BLIND: &str = "bfs(h=zero, deadlocks=[])";

/// How often runs of one kind are killed: its share of the number in `HAKOOSHI_KILLS`, of which the
/// nightly run asks for a thousand.
pub(crate) fn kills(percent: usize) -> usize {
    let all = std::env::var("HAKOOSHI_KILLS").ok().and_then(|it| it.parse().ok()).unwrap_or(60);
    (all * percent).div_ceil(100)
}
