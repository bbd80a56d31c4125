//! What `hako label` writes: a header with version and options, and a row for each level as it is
//! finished. The same rows tell a later run what need not be done again.
//!
//! A file of JSON lines begins with an object that has `tool`, `version`, `what` and `shard`; CSV
//! with the same as a comment and the names of the columns. Parquet is packed at the end.

use std::fs;
use std::path::{Path, PathBuf};

use hakooshi_lab::{csv_fields, csv_line};
use hakooshi_label::{Column, Label, Value, What};
use serde_json::{Map, Value as Json, json};

use crate::claims::Claims;
use crate::draft::cannot_write;
use crate::exit::{Failure, Outcome};
use crate::form::Form;
use crate::input::Item;
use crate::output::Output;
use crate::parquet;
use crate::resume::{Dialect, Line, Resume, json_line, repair};

/// The columns before the labels.
const PLACE: [&str; 3] = ["file", "index", "id"];

/// Which levels of the input are labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) number: usize,
    pub(crate) of: usize,
}

impl Shard {
    /// Reads `2/8`, the second of eight.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(one, all)| one.parse().ok().zip(all.parse().ok()));
        match parts {
            Some((number, of)) if number >= 1 && number <= of => Ok(Self { number, of }),
            _ => Err(format!("{text:?} is not a shard; expected one such as 2/8, the second of 8")),
        }
    }

    /// Whether the level at this place of the input, from zero, belongs to it.
    pub(crate) fn has(self, place: usize) -> bool {
        place % self.of == self.number - 1
    }
}

/// Someone who writes labels.
pub(crate) struct Labels {
    out: Output,
    form: Form,
    columns: Vec<Column>,
    header: Option<String>,
    /// The Parquet file, if the rows are to be packed.
    packed: Option<PathBuf>,
}

impl Labels {
    /// A writer to `path` or standard output, and what an earlier run has written there if it is
    /// to be continued.
    pub(crate) fn open(
        form: Form,
        path: Option<&Path>,
        (what, shard): (What, Shard),
        resumes: bool,
        claims: &mut Claims,
    ) -> Outcome<(Self, Resume)> {
        let columns = what.columns();
        let packed = path.filter(|_| form == Form::Parquet);
        if form == Form::Parquet && packed.is_none() {
            return Err(Failure::usage(
                "--format parquet needs -o FILE: the file is packed when all rows are there"
                    .to_owned(),
            ));
        }
        let dialect = dialect(form, what, shard, &columns);
        let part = packed.map(parquet::part_of);
        if let Some((packed, part)) = packed.zip(part.as_deref()) {
            claims.write(packed)?;
            if resumes && packed.exists() && !part.exists() {
                parquet::unpack(packed, part, &dialect)?;
            }
        }
        let path = part.as_deref().or(path);
        let header = dialect.header.clone();
        let (out, resume, header) = match path.filter(|_| resumes) {
            Some(path) => {
                let resume = Resume::read(path, &dialect)?;
                let has_header = repair(path, &dialect)?;
                let out = Output::append(path, claims)?;
                (out, resume, (!has_header).then_some(header))
            }
            None => (Output::stream(path, claims)?, Resume::default(), Some(header)),
        };
        let packed = packed.map(Path::to_owned);
        Ok((Self { out, form, columns, header, packed }, resume))
    }

    /// Writes the labels of a level.
    pub(crate) fn add(&mut self, item: &Item, id: &str, label: &Label) -> Outcome<()> {
        let values = self.columns.iter().map(|column| (column.name, (column.value)(label)));
        let row = if self.form == Form::Csv {
            let place = [item.file.to_string(), item.index.to_string(), id.to_owned()];
            csv_line(place.into_iter().chain(values.map(|(_, value)| plain(value))))
        } else {
            let place =
                [("file", json!(&*item.file)), ("index", json!(item.index)), ("id", json!(id))];
            let all = place.into_iter().chain(values.map(|(name, value)| (name, json!(value))));
            let fields: Vec<String> =
                all.map(|(name, value)| format!("\"{name}\":{value}")).collect();
            format!("{{{}}}\n", fields.join(","))
        };
        // One piece: a killed run has written both or neither.
        let text = self.header.take().unwrap_or_default() + &row;
        self.out.put(&text)
    }

    /// Ends the output.
    pub(crate) fn finish(mut self) -> Outcome<()> {
        if let Some(header) = self.header.take() {
            self.out.put(&header)?;
        }
        self.out.finish()?;
        let Some(packed) = self.packed else { return Ok(()) };
        let part = parquet::part_of(&packed);
        parquet::pack(&part, &packed, &self.columns)?;
        fs::remove_file(&part).map_err(|error| cannot_write(&part, &error))
    }
}

/// How the rows are written and read.
fn dialect(form: Form, what: What, shard: Shard, columns: &[Column]) -> Dialect {
    let mut options = Map::new();
    options.insert("tool".to_owned(), "hako label".into());
    options.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    options.insert("what".to_owned(), what.to_string().into());
    options.insert("shard".to_owned(), format!("{}/{}", shard.number, shard.of).into());
    let options = Json::Object(options);
    if form == Form::Csv {
        let names = PLACE.into_iter().chain(columns.iter().map(|column| column.name));
        let header = format!("# {options}\r\n{}", csv_line(names.map(str::to_owned)));
        return Dialect {
            command: "hako label --format csv",
            header,
            parse: csv_row,
            labelled: false,
        };
    }
    let is_packed = form == Form::Parquet;
    Dialect {
        command: if is_packed { "hako label --format parquet" } else { "hako label" },
        header: format!("{options}\n"),
        parse: json_line,
        labelled: false,
    }
}

/// Reads a row of CSV.
fn csv_row(line: &[u8]) -> Result<Line, String> {
    // The end of the line is part of it: without it a number may have been cut off.
    let text = std::str::from_utf8(line).map_err(|error| error.to_string())?;
    let fields = csv_fields(text).filter(|_| text.ends_with('\n')).ok_or("it is incomplete")?;
    let [file, index, id, .., stop] = &fields[..] else { return Err("it lacks fields".into()) };
    let index = index.parse().map_err(|_| format!("{index:?} is not a number"))?;
    let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let (id, stop) = (some(id), some(stop));
    Ok(Line {
        file: file.clone(),
        index,
        id,
        status: hakooshi::Outcome::default(),
        stop,
        label: None,
    })
}

/// A value as a field of CSV.
fn plain(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(value) => value.to_string(),
        Value::Count(count) => count.to_string(),
        Value::Text(text) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_divide_the_levels() {
        let shards: Vec<Shard> =
            (1..=3).map(|it| Shard::parse(&format!("{it}/3")).expect("a shard")).collect();
        for place in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.has(place)).count(), 1);
            assert!(Shard::parse("1/1").is_ok_and(|all| all.has(place)));
        }
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn half_a_row_is_no_row() {
        let row = csv_row(b"\"a, b\",3,xyz,true,12,\r\n").expect("a row");
        assert_eq!((row.file.as_str(), row.index, row.id.as_deref()), ("a, b", 3, Some("xyz")));
        assert_eq!(row.stop, None);
        assert!(csv_row(b"a,3,xyz,true,1").is_err() && csv_row(b"a,b\n").is_err());
    }
}
