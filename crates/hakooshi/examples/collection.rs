//! Reads a collection in any format and reports what cannot be read: `cargo run --example collection`.

use hakooshi::Collection;

const TEXT: &str = "\
; One push

####
#@ ###
# $ .#
######

; Two players

#####
#@$.#
#@  #
#####
";

#[expect(clippy::print_stdout, reason = "an example")]
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A file: std::fs::read(path)? gives the bytes.
    let (collection, errors) = Collection::read(TEXT.as_bytes(), None);
    for entry in &collection.entries {
        let level = &entry.level;
        let title = level.title.as_deref().unwrap_or("untitled");
        println!("{title}: {} x {}, {} boxes", level.width(), level.height(), level.boxes());
        let report = hakooshi::solve(level)?;
        println!("  {}", report.solution().ok_or("not solved")?.moves());
    }
    for error in &errors {
        println!("{error}");
    }
    assert_eq!((collection.entries.len(), errors.len()), (1, 1));
    Ok(())
}
