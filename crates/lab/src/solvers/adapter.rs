//! How another program is started and heard, as a TOML file says it.

use hakooshi_level::formats::Format;
use serde::Deserialize;
use thiserror::Error;

use super::words::{self, PLACEHOLDERS};

/// A program that solves levels, and how to talk to it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adapter {
    /// What tables call it.
    pub name: String,
    /// The program and its arguments, or a line for the shell; with placeholders.
    pub command: Command,
    /// The format in which it reads a level.
    #[serde(default = "xsb", deserialize_with = "format")]
    pub level: Format,
    /// Whether it reads the level from its standard input.
    #[serde(default)]
    pub stdin: bool,
    /// Whether it works in an empty folder of its own, because it leaves files behind.
    #[serde(default)]
    pub own_folder: bool,
    /// Seconds beyond the time limit before it is killed, for what it does before and after its search.
    #[serde(default)]
    pub grace: f64,
    /// Where its solution is.
    #[serde(default)]
    pub answer: Answer,
}

/// A command.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Command {
    /// For the shell.
    Line(String),
    /// The program and its arguments.
    Words(Vec<String>),
}

/// Where a solution is, and in which form.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Answer {
    /// `stdout`, or `output` for the file that the command names `{output}`, or the name of a file in
    /// `{folder}`; `stdout` if empty.
    pub from: String,
    /// How it is written.
    pub form: Form,
    /// What a line of moves begins with; any line that is nothing but moves if empty.
    pub prefix: String,
    /// The field of a JSON object.
    pub field: String,
}

/// How a solution is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A line of moves.
    #[default]
    Lurd,
    /// The last line, which must be moves.
    Last,
    /// A collection with solutions.
    Sok,
    /// A JSON object.
    Json,
}

/// What is wrong with an adapter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AdapterError {
    /// It is not the TOML that is expected.
    #[error("{0}")]
    Toml(String),
    /// There is no command.
    #[error("the command is empty; write for example command = [\"solver\", \"{{level}}\"]")]
    NoCommand,
    /// A placeholder that is not known.
    #[error("{{{0}}} stands for nothing; known are {known}", known = shown())]
    Placeholder(String),
    /// The output file is read but never named to the program.
    #[error("the answer is to come from \"output\", but the command has no {{output}}")]
    NoOutput,
    /// A form without what it needs.
    #[error("the form \"json\" needs the field that has the moves, such as field = \"lurd\"")]
    NoField,
    /// The program gets no level.
    #[error("the program gets no level: use {{level}} in the command, or stdin = true")]
    NoLevel,
}

fn shown() -> String {
    PLACEHOLDERS.map(|name| format!("{{{name}}}")).join(", ")
}

fn xsb() -> Format {
    Format::XSB
}

fn format<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Format, D::Error> {
    let name = String::deserialize(from)?;
    name.parse().map_err(serde::de::Error::custom)
}

impl Adapter {
    /// The adapter that this TOML describes.
    pub fn parse(text: &str) -> Result<Self, AdapterError> {
        let adapter: Self =
            toml::from_str(text).map_err(|error| AdapterError::Toml(error.to_string()))?;
        adapter.checked()
    }

    /// A program that reads a level from its standard input and writes moves as its last line: `line` is
    /// for the shell.
    pub fn of_command(name: &str, line: &str) -> Result<Self, AdapterError> {
        let adapter = Self {
            name: name.to_owned(),
            command: Command::Line(line.to_owned()),
            level: Format::XSB,
            stdin: true,
            own_folder: false,
            grace: 0.0,
            answer: Answer { form: Form::Last, ..Answer::default() },
        };
        adapter.checked()
    }

    /// The words of the command, the program first.
    pub(super) fn words(&self) -> Vec<String> {
        match &self.command {
            Command::Words(words) => words.clone(),
            #[cfg(unix)]
            Command::Line(line) => vec!["/bin/sh".into(), "-c".into(), line.clone()],
            #[cfg(not(unix))]
            Command::Line(line) => vec!["cmd".into(), "/C".into(), line.clone()],
        }
    }

    /// The command as it is written, for records.
    pub fn shown(&self) -> String {
        match &self.command {
            Command::Words(words) => words.join(" "),
            Command::Line(line) => line.clone(),
        }
    }

    fn checked(self) -> Result<Self, AdapterError> {
        let has = |name: &str| self.words().iter().any(|word| words::has(word, name));
        let is_empty = match &self.command {
            Command::Line(line) => line.trim().is_empty(),
            Command::Words(words) => words.first().is_none_or(|word| word.trim().is_empty()),
        };
        if is_empty {
            return Err(AdapterError::NoCommand);
        }
        if let Some(unknown) = self.words().iter().find_map(|word| words::unknown(word)) {
            return Err(AdapterError::Placeholder(unknown));
        }
        if self.answer.from == "output" && !has("output") {
            return Err(AdapterError::NoOutput);
        }
        if self.answer.form == Form::Json && self.answer.field.is_empty() {
            return Err(AdapterError::NoField);
        }
        if !self.stdin && !has("level") {
            return Err(AdapterError::NoLevel);
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_told_with_what_to_do() {
        let wrong = |text: &str| Adapter::parse(text).expect_err("wrong").to_string();
        assert!(wrong("name = 3").contains("line 1"), "{}", wrong("name = 3"));
        let of = |more: &str| format!("name = \"a\"\n{more}");
        assert!(wrong(&of("command = []")).contains("the command is empty"));
        assert!(wrong(&of("command = [\"a\", \"{leve}\"]")).contains("{level}"));
        assert!(wrong(&of("command = \"a\"")).contains("stdin = true"));
        let json = "command = \"a {level}\"\nanswer = { form = \"json\" }";
        assert!(wrong(&of(json)).contains("field"));
        let output = "command = \"a {level}\"\nanswer = { from = \"output\" }";
        assert!(wrong(&of(output)).contains("{output}"));
        assert!(wrong(&of("comand = \"a\"")).contains("comand"));
    }
}
