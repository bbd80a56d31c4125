//! Turns rows of labels into a Parquet file, a row group at a time.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::sync::Arc;

use hakooshi_label::{Column, Kind};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use serde_json::Value;

use crate::claims::Claims;
use crate::exit::{Exit, Failure, Outcome};
use crate::output::Output;

/// Rows of a group: a few megabytes.
const GROUP: usize = 1 << 16;

/// Writes the rows of `from`, JSON lines after a header, to `to`, and removes `from`.
pub(crate) fn write(from: &Path, to: &Path, columns: &[Column]) -> Outcome<()> {
    let cannot =
        |error: &std::io::Error| Failure::io(format_args!("cannot read {}", from.display()), error);
    let mut lines = BufReader::new(File::open(from).map_err(|error| cannot(&error))?).lines();
    let header = lines.next().transpose().map_err(|error| cannot(&error))?.unwrap_or_default();
    let output = Output::whole(Some(to), &mut Claims::default())?;
    let wrong = |error: ParquetError| {
        Failure::Told(Exit::Io, format!("cannot write {}: {error}", to.display()))
    };
    let properties = WriterProperties::builder()
        .set_created_by(format!("hako {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(vec![KeyValue::new("hakooshi".to_owned(), header)]))
        .build();
    let fields = fields(columns);
    let schema = schema(&fields).map_err(wrong)?;
    let writer = SerializedFileWriter::new(output, Arc::new(schema), Arc::new(properties));
    let mut writer = writer.map_err(wrong)?;
    loop {
        let mut rows: Vec<Value> = Vec::new();
        for line in lines.by_ref().take(GROUP) {
            let line = line.map_err(|error| cannot(&error))?;
            let row = serde_json::from_str(&line)
                .map_err(|error| Failure::input(format!("{}: {error}", from.display())))?;
            rows.push(row);
        }
        if rows.is_empty() {
            break;
        }
        let mut group = writer.next_row_group().map_err(wrong)?;
        for field in &fields {
            column(&mut group, field, &rows).map_err(wrong)?;
        }
        group.close().map_err(wrong)?;
    }
    writer.into_inner().map_err(wrong)?.finish()?;
    fs::remove_file(from)
        .map_err(|error| Failure::io(format_args!("cannot remove {}", from.display()), &error))
}

/// A column: its name, its type, and whether every row has a value.
type Field = (&'static str, Kind, bool);

fn fields(columns: &[Column]) -> Vec<Field> {
    let place =
        [("file", Kind::Text, true), ("index", Kind::Count, true), ("id", Kind::Text, true)];
    place.into_iter().chain(columns.iter().map(|it| (it.name, it.kind, false))).collect()
}

fn schema(fields: &[Field]) -> Result<Type, ParquetError> {
    let field = |&(name, kind, is_required): &Field| {
        let (physical, logical) = match kind {
            Kind::Bool => (Physical::BOOLEAN, None),
            Kind::Count => (Physical::INT32, None),
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let repetition = if is_required { Repetition::REQUIRED } else { Repetition::OPTIONAL };
        Type::primitive_type_builder(name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical)
            .build()
            .map(Arc::new)
    };
    let fields = fields.iter().map(field).collect::<Result<_, _>>()?;
    Type::group_type_builder("labels").with_fields(fields).build()
}

/// Writes one column of a group.
fn column<W: std::io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    &(name, kind, is_required): &Field,
    rows: &[Value],
) -> Result<(), ParquetError> {
    match kind {
        Kind::Bool => values::<BoolType, W>(group, name, is_required, rows, Value::as_bool),
        Kind::Count => values::<Int32Type, W>(group, name, is_required, rows, |value| {
            value.as_i64().and_then(|it| i32::try_from(it).ok())
        }),
        Kind::Text => values::<ByteArrayType, W>(group, name, is_required, rows, |value| {
            value.as_str().map(ByteArray::from)
        }),
    }
}

fn values<T: DataType, W: std::io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    name: &str,
    is_required: bool,
    rows: &[Value],
    read: impl Fn(&Value) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let all: Vec<Option<T::T>> = rows.iter().map(|row| read(&row[name])).collect();
    let levels: Vec<i16> = all.iter().map(|it| i16::from(it.is_some())).collect();
    let levels = (!is_required).then_some(&levels[..]);
    let present: Vec<T::T> = all.into_iter().flatten().collect();
    let missing = || ParquetError::General(format!("no column {name}"));
    let mut writer = group.next_column()?.ok_or_else(missing)?;
    writer.typed::<T>().write_batch(&present, levels, None)?;
    writer.close()
}

#[cfg(test)]
mod tests {
    use hakooshi_label::What;
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::RowAccessor as _;

    use super::*;

    #[test]
    fn rows_come_back_as_they_were() {
        let folder = tempfile::tempdir().expect("a folder");
        let (from, to) = (folder.path().join("rows"), folder.path().join("labels.parquet"));
        let rows = "{\"tool\":\"hako label\"}\n\
            {\"file\":\"a\",\"index\":1,\"id\":\"x\",\"solvable\":true,\"pushes\":12,\"stop\":null}\n\
            {\"file\":\"a\",\"index\":2,\"id\":\"y\",\"solvable\":false,\"pushes\":null,\"stop\":null}\n";
        fs::write(&from, rows).expect("written");
        let what: What = "pushes".parse().expect("labels");
        write(&from, &to, &what.columns()).expect("written");
        assert!(!from.exists());
        let reader = SerializedFileReader::new(File::open(&to).expect("there")).expect("Parquet");
        let metadata = reader.metadata().file_metadata();
        let note = &metadata.key_value_metadata().expect("notes")[0];
        assert_eq!(note.value.as_deref(), Some("{\"tool\":\"hako label\"}"));
        let rows: Vec<_> = reader.into_iter().map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].get_int(1).ok(), rows[0].get_int(4).ok()), (Some(1), Some(12)));
        assert_eq!((rows[1].get_bool(3).ok(), rows[1].get_int(4).ok()), (Some(false), None));
        assert_eq!(rows[1].get_string(2).map(String::as_str).ok(), Some("y"));
    }
}
