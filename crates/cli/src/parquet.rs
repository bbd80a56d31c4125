//! Labels as a Parquet file.
//!
//! A Parquet file is made of columns, and its index is at the end: one that is cut off cannot be read. So rows
//! are first collected as JSON lines in `OUT.part`, which a killed run can continue, and packed when all are
//! there. To continue a packed file, it is unpacked again.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hakooshi_label::{Column, Kind};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::{Field, Row};
use parquet::schema::types::Type;
use serde_json::{Map, Value, json};

use crate::claims::Claims;
use crate::draft::cannot_write;
use crate::exit::{Failure, Outcome};
use crate::output::Output;
use crate::resume::Dialect;

/// The key of the header: version and options of the run.
const HEADER: &str = "hako label";

/// Rows in a group: a few megabytes.
const GROUP: usize = 1 << 16;

/// Where rows are collected before they are packed into `path`.
pub(crate) fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// A column of the file.
struct Place {
    name: &'static str,
    physical: Physical,
    /// Only labels may be missing.
    is_optional: bool,
}

fn places(columns: &[Column]) -> Vec<Place> {
    let required = |name, physical| Place { name, physical, is_optional: false };
    let mut places = vec![
        required("file", Physical::BYTE_ARRAY),
        required("index", Physical::INT64),
        required("id", Physical::BYTE_ARRAY),
    ];
    places.extend(columns.iter().map(|column| {
        let physical = match column.kind {
            Kind::Bool => Physical::BOOLEAN,
            Kind::Count => Physical::INT32,
            Kind::Text => Physical::BYTE_ARRAY,
        };
        Place { name: column.name, physical, is_optional: true }
    }));
    places
}

fn schema(places: &[Place]) -> Result<Arc<Type>, ParquetError> {
    let field = |place: &Place| {
        let repetition =
            if place.is_optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let is_text = place.physical == Physical::BYTE_ARRAY;
        Type::primitive_type_builder(place.name, place.physical)
            .with_repetition(repetition)
            .with_logical_type(is_text.then_some(LogicalType::String))
            .build()
            .map(Arc::new)
    };
    let fields = places.iter().map(field).collect::<Result<_, _>>()?;
    Type::group_type_builder("label").with_fields(fields).build().map(Arc::new)
}

/// Packs the rows of `part`, a file of JSON lines with a header, into `path`.
pub(crate) fn pack(part: &Path, path: &Path, columns: &[Column]) -> Outcome<()> {
    let unread = |error: &dyn std::fmt::Display| {
        Failure::input(format!("cannot pack {}: {error}", part.display()))
    };
    let unwritten = |error: ParquetError| cannot_write(path, &io::Error::other(error));
    let mut lines = BufReader::new(File::open(part).map_err(|error| unread(&error))?).lines();
    let header = lines.next().transpose().map_err(|error| unread(&error))?.unwrap_or_default();
    let places = places(columns);
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(format!("hako {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(vec![KeyValue::new(HEADER.to_owned(), header)]))
        .build();
    // The name was claimed when the run began.
    let out = Output::whole(Some(path), &mut Claims::default())?;
    let schema = schema(&places).map_err(unwritten)?;
    let mut writer =
        SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(unwritten)?;
    loop {
        let mut rows: Vec<Map<String, Value>> = Vec::new();
        for line in lines.by_ref().take(GROUP) {
            let line = line.map_err(|error| unread(&error))?;
            rows.push(serde_json::from_str(&line).map_err(|error| unread(&error))?);
        }
        if rows.is_empty() {
            break;
        }
        let mut group = writer.next_row_group().map_err(unwritten)?;
        for place in &places {
            put(&mut group, place, &rows).map_err(unwritten)?;
        }
        group.close().map_err(unwritten)?;
    }
    writer.into_inner().map_err(unwritten)?.finish()
}

/// Writes the next column of a group.
fn put<W: std::io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    place: &Place,
    rows: &[Map<String, Value>],
) -> Result<(), ParquetError> {
    match place.physical {
        Physical::BOOLEAN => fill::<BoolType, _>(group, place, rows, Value::as_bool),
        Physical::INT32 => fill::<Int32Type, _>(group, place, rows, |value| {
            value.as_i64().and_then(|count| i32::try_from(count).ok())
        }),
        Physical::INT64 => fill::<Int64Type, _>(group, place, rows, Value::as_i64),
        _ => fill::<ByteArrayType, _>(group, place, rows, |value| {
            value.as_str().map(ByteArray::from)
        }),
    }
}

fn fill<T: DataType, W: std::io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    place: &Place,
    rows: &[Map<String, Value>],
    read: impl Fn(&Value) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let cells: Vec<Option<T::T>> =
        rows.iter().map(|row| row.get(place.name).and_then(&read)).collect();
    let levels: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
    if !place.is_optional && levels.contains(&0) {
        return Err(ParquetError::General(format!("a row lacks its {}", place.name)));
    }
    let values: Vec<T::T> = cells.into_iter().flatten().collect();
    let mut column = group.next_column()?.ok_or(ParquetError::EOF("columns".to_owned()))?;
    let levels = place.is_optional.then_some(&levels[..]);
    column.typed::<T>().write_batch(&values, levels, None)?;
    column.close()
}

/// Writes the rows of `path` to `part` again, unless another version or other options wrote them.
pub(crate) fn unpack(path: &Path, part: &Path, dialect: &Dialect) -> Outcome<()> {
    let unread = |error: &dyn std::fmt::Display| {
        let path = path.display();
        Failure::input(format!("cannot continue {path}: it is no file of labels: {error}"))
    };
    let file = File::open(path).map_err(|error| unread(&error))?;
    let reader = SerializedFileReader::new(file).map_err(|error| unread(&error))?;
    let values = reader.metadata().file_metadata().key_value_metadata();
    let header = values.into_iter().flatten().find(|it| it.key == HEADER);
    let header = header.and_then(|it| it.value.as_deref());
    let header = header.ok_or_else(|| unread(&"it lacks version and options"))?;
    let mut text = format!("{header}\n").into_bytes();
    dialect.body(&text, path)?;
    let mut out = Output::whole(Some(part), &mut Claims::default())?;
    for row in reader.get_row_iter(None).map_err(|error| unread(&error))? {
        let row = row.map_err(|error| unread(&error))?;
        text.extend_from_slice(object(&row).as_bytes());
        if text.len() > 1 << 16 {
            out.write_all(&text).map_err(|error| out.failure(&error))?;
            text.clear();
        }
    }
    out.write_all(&text).map_err(|error| out.failure(&error))?;
    out.finish()
}

/// A row as a line of JSON, with its columns in order.
fn object(row: &Row) -> String {
    let cells = row.get_column_iter().map(|(name, field)| {
        let value = match field {
            Field::Bool(value) => json!(value),
            Field::Int(count) => json!(count),
            Field::Long(count) => json!(count),
            Field::Str(text) => json!(text),
            _ => Value::Null,
        };
        format!("\"{name}\":{value}")
    });
    format!("{{{}}}\n", cells.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use hakooshi_label::What;

    use super::*;

    #[test]
    fn rows_survive_packing_and_unpacking() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let what: What = "pushes,first-actions".parse().expect("labels");
        let row = |index: usize| {
            let (pushes, stop) =
                if index.is_multiple_of(3) { ("null", "\"time\"") } else { ("12", "null") };
            format!(
                "{{\"file\":\"a, \\\"b\\\".xsb\",\"index\":{index},\"id\":\"x{index}\",\"solvable\":true,\
                 \"pushes\":{pushes},\"first_moves\":\"ur\",\"first_pushes\":null,\"stop\":{stop}}}\n"
            )
        };
        let dialect = Dialect { header: "{\"tool\":\"t\"}\n".to_owned(), ..Dialect::solve() };
        for count in [0, 5, GROUP + 7] {
            let text = format!("{{\"tool\":\"t\"}}\n{}", (0..count).map(row).collect::<String>());
            fs::write(at("part"), &text).expect("written");
            pack(&at("part"), &at("out"), &what.columns()).expect("packed");
            unpack(&at("out"), &at("again"), &dialect).expect("unpacked");
            assert!(fs::read_to_string(at("again")).is_ok_and(|again| again == text), "{count}");
        }
        let whole = fs::read(at("out")).expect("a file");
        fs::write(at("half"), &whole[..whole.len() / 2]).expect("written");
        assert!(unpack(&at("half"), &at("again"), &dialect).is_err());
        let other = Dialect { header: "other".to_owned(), ..Dialect::solve() };
        assert!(unpack(&at("out"), &at("never"), &other).is_err() && !at("never").exists());
        fs::write(at("part"), "{}\n{\"file\":\"a\"}\n").expect("written");
        assert!(pack(&at("part"), &at("out"), &what.columns()).is_err(), "no place");
        assert!(fs::read(at("out")).is_ok_and(|out| out == whole), "the old file stands");
    }
}
