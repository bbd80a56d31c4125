//! Writes records for programs: JSON, JSON lines or comma-separated values.
//!
//! In CSV a null is empty, a list is joined by semicolons, and counts by name are added up, so that every
//! field is a plain value.

use std::fmt;

use hakooshi_lab::csv_line;
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::exit::{Failure, Outcome};
use crate::form::Form;
use crate::output::Output;

/// Someone who writes records.
pub(crate) struct Records {
    out: Output,
    form: Form,
    written: usize,
}

impl Records {
    /// A writer of `form`, which is JSON, JSON lines or CSV.
    pub(crate) fn new(out: Output, form: Form) -> Self {
        Self { out, form, written: 0 }
    }

    /// Writes the next record.
    pub(crate) fn add(&mut self, record: &impl Serialize) -> Outcome<()> {
        let json = serde_json::to_string(record).map_err(|error| unwritable(&error))?;
        let is_first = self.written == 0;
        self.written += 1;
        let text = match self.form {
            Form::Csv => {
                let Fields(fields) =
                    serde_json::from_str(&json).map_err(|error| unwritable(&error))?;
                let names = csv_line(fields.iter().map(|(name, _)| name.clone()));
                let row = csv_line(fields.iter().map(|(_, value)| plain(value)));
                if is_first { names + &row } else { row }
            }
            Form::Json => format!("{}{json}", if is_first { "[\n" } else { ",\n" }),
            _ => json + "\n",
        };
        self.out.put(&text)
    }

    /// Ends the output.
    pub(crate) fn finish(mut self) -> Outcome<()> {
        match (self.form, self.written) {
            (Form::Json, 0) => self.out.put("[]\n")?,
            (Form::Json, _) => self.out.put("\n]\n")?,
            _ => {}
        }
        self.out.finish()
    }
}

fn unwritable(error: &serde_json::Error) -> Failure {
    Failure::input(error.to_string())
}

/// A value as the field of a table.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join("; "),
        Value::Object(counts) => counts.values().filter_map(Value::as_u64).sum::<u64>().to_string(),
        number => number.to_string(),
    }
}

/// The fields of an object in the order in which they were written.
struct Fields(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::claims::Claims;

    #[derive(Serialize)]
    struct Row {
        title: Option<&'static str>,
        count: u32,
        hints: Vec<&'static str>,
        tests: BTreeMap<&'static str, u64>,
    }

    fn written(form: Form, rows: usize) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out");
        let out = Output::whole(Some(&path), &mut Claims::default()).expect("opened");
        let mut records = Records::new(out, form);
        let tests = BTreeMap::from([("freeze", 2), ("corral", 3)]);
        let row = Row { title: Some("a, b"), count: 7, hints: vec!["x", "y"], tests };
        for _ in 0..rows {
            records.add(&row).expect("written");
        }
        records.finish().expect("done");
        std::fs::read_to_string(path).expect("read")
    }

    #[test]
    fn fields_keep_their_order_and_numbers_stand_alone() {
        let csv = written(Form::Csv, 2);
        assert_eq!(csv, "title,count,hints,tests\r\n\"a, b\",7,x; y,5\r\n\"a, b\",7,x; y,5\r\n");
    }

    #[test]
    fn json_is_one_document_and_lines_are_many() {
        for rows in 0..3 {
            let all: Vec<Value> = serde_json::from_str(&written(Form::Json, rows)).expect("JSON");
            assert_eq!(all.len(), rows);
            assert_eq!(written(Form::Jsonl, rows).lines().count(), rows);
        }
    }
}
