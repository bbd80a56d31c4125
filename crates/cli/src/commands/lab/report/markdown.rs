//! A report as Markdown.

use std::fmt::Write as _;

use super::Report;
use crate::tables::markdown;

/// The document, with the plots if it is said in which folder and in which form they are.
pub(super) fn document(report: &Report, plots: Option<(&str, &str)>) -> String {
    let mut out = format!("# {}\n\n", report.title);
    for (name, fact) in &report.facts {
        let _ = writeln!(out, "* {name}: {fact}");
    }
    if !report.warnings.is_empty() {
        out += "\n**Note**\n\n";
    }
    for warning in &report.warnings {
        let _ = writeln!(out, "* {warning}");
    }
    for section in &report.sections {
        let _ = write!(
            out,
            "\n## {}\n\n{}\n\n{}",
            section.title,
            section.text,
            markdown(&section.table)
        );
    }
    if let Some((folder, form)) = plots {
        out += "\n## Plots\n";
        for plot in &report.plots {
            let _ = write!(out, "\n![{}]({folder}/{}.{form})\n", plot.title, plot.name);
        }
    }
    out += "\n## The numbers again\n\nEach table can be computed from the records with `jq`; a row is an array.\n";
    for section in &report.sections {
        let _ = write!(out, "\n{}:\n\n```\n{}\n```\n", section.title, command(report, section));
    }
    out
}

/// The command that computes a table.
pub(super) fn command(report: &Report, section: &hakooshi_lab::report::Section) -> String {
    let options = if section.id == "lengths" { report.options.as_str() } else { "" };
    format!("cat {} | jq -sc {options}'{}'", report.files, section.jq)
}
