//! A report as a page that needs no other file: the style, the script and the plots are in it.

use std::fmt::Write as _;

use hakooshi_lab::report::{Data, LevelKey, Section};
use hakooshi_lab::{Table, Trial};
use serde_json::json;

use super::boards::Boards;
use super::{Report, markdown, today};
use crate::tables::show;
use crate::units::show_time;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The text with what HTML reads otherwise replaced.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The whole page.
pub(super) fn page(report: &Report, boards: &Boards) -> String {
    let title = escape(&report.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n<body>\n<header><h1>{title}</h1>\n<dl>"
    );
    for (name, fact) in &report.facts {
        let _ = write!(out, "<div><dt>{name}</dt><dd>{}</dd></div>", escape(fact));
    }
    out += "</dl>\n";
    if !report.warnings.is_empty() {
        out += "<ul class=\"warnings\">";
        for warning in &report.warnings {
            let _ = write!(out, "<li>{}</li>", escape(warning));
        }
        out += "</ul>\n";
    }
    out += "<nav>";
    for section in &report.sections {
        let _ = write!(out, "<a href=\"#{}\">{}</a>", section.id, section.title);
    }
    out +=
        "<a href=\"#plots\">Plots</a><a href=\"#levels\">Every level</a></nav></header>\n<main>\n";
    let (first, rest) = report.sections.split_at(report.sections.len().min(1));
    for section in first {
        add_section(&mut out, report, section);
    }
    add_plots(&mut out, report);
    for section in rest {
        add_section(&mut out, report, section);
    }
    let replays = add_levels(&mut out, report, boards);
    let _ = write!(
        out,
        "</main>\n<footer>Written by hako lab report, {}.</footer>\n{DIALOG}\n\
         <script type=\"application/json\" id=\"replays\">{}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        today(),
        // Inside a script nothing but an end tag has to be hidden.
        json!(replays).to_string().replace("</", "<\\/")
    );
    out
}

const DIALOG: &str = "<dialog id=\"replay\"><form method=\"dialog\"><h2></h2><button aria-label=\"Close\">×</button>\
    </form><pre class=\"board\" aria-label=\"board\"></pre><div class=\"player\"><button type=\"button\" id=\"play\">Play</button>\
    <input type=\"range\" min=\"0\" value=\"0\" aria-label=\"move\"><output></output></div><p class=\"moves\"></p></dialog>";

fn add_section(out: &mut String, report: &Report, section: &Section) {
    let _ = write!(
        out,
        "<section id=\"{}\"><h2>{}</h2><p>{}</p>",
        section.id,
        section.title,
        escape(&section.text)
    );
    add_table(out, &section.table);
    let _ = writeln!(
        out,
        "<details><summary>Compute it with jq</summary><pre class=\"jq\">{}</pre></details></section>",
        escape(&markdown::command(report, section))
    );
}

fn add_table(out: &mut String, table: &Table) {
    out.push_str("<div class=\"wide\"><table><thead><tr>");
    let class = |number: bool| if number { " class=\"n\"" } else { "" };
    for heading in &table.headings {
        let _ = write!(out, "<th{}>{}</th>", class(heading.is_number), escape(&heading.title));
    }
    out.push_str("</tr></thead><tbody>");
    let rows = table
        .rows
        .iter()
        .map(|row| (row, ""))
        .chain(table.totals.iter().map(|row| (row, " class=\"total\"")));
    for (row, kind) in rows {
        let _ = write!(out, "<tr{kind}>");
        for (cell, heading) in row.iter().zip(&table.headings) {
            let value = escape(&cell.plain());
            let shown = escape(&show(cell));
            let _ = write!(out, "<td{} data-v=\"{value}\">{shown}</td>", class(heading.is_number));
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
}

fn add_plots(out: &mut String, report: &Report) {
    *out += "<section id=\"plots\"><h2>Plots</h2><p>Both axes of a scatter plot are logarithmic; a red point on \
             an edge is a level that one of the two did not solve. Points below the diagonal are better for the \
             competitor at the left edge.</p><div class=\"plots\">";
    for plot in &report.plots {
        let kind = if plot.name.starts_with("scatter") { "square" } else { "broad" };
        let _ = write!(
            out,
            "<figure class=\"{kind}\">{}<figcaption>{}</figcaption></figure>",
            plot.svg,
            escape(&plot.title)
        );
    }
    *out += "</div></section>\n";
}

/// A row for each level; returns what can be replayed: name, board and moves.
fn add_levels(out: &mut String, report: &Report, boards: &Boards) -> Vec<serde_json::Value> {
    let data = &report.data;
    let mut replays = Vec::new();
    *out += "<section id=\"levels\"><h2>Every level</h2><p>Time and pushes of each competitor; a name opens its \
             shortest solution. Click a heading to sort.</p><p class=\"filter\"><input type=\"search\" \
             placeholder=\"Filter by level, set or result\" aria-label=\"Filter levels\"> <output></output></p>\
             <div class=\"wide\"><table id=\"all\"><thead><tr><th>level</th><th>set</th><th class=\"n\">boxes</th>\
             <th class=\"n\">solved by</th>";
    for name in 0..data.names.len() {
        let base = if name == report.baseline { " class=\"n base\"" } else { " class=\"n\"" };
        let _ = write!(out, "<th{base}>{}</th>", escape(&data.shown(name)));
    }
    *out += "</tr></thead><tbody>";
    for (number, level) in data.levels.iter().enumerate() {
        let trials: Vec<&Trial> =
            (0..data.names.len()).filter_map(|name| data.trial(number, name)).collect();
        let solved = trials.iter().filter(|it| it.record.is_solved()).count();
        let shortest = trials
            .iter()
            .filter(|it| it.record.lurd.is_some())
            .min_by_key(|it| it.record.counts.pushes);
        let LevelKey { set, file, index } = level;
        let name = format!("{file}:{index}");
        let shown = match shortest.and_then(|it| Some((it, it.record.lurd.as_deref()?))) {
            Some((trial, lurd)) => {
                let board = trial.record.id.as_deref().and_then(|id| boards.find(id, lurd));
                replays.push(json!([name, board, lurd, trial.label()]));
                format!(
                    "<a href=\"#replay-{0}\" data-replay=\"{0}\">{1}</a>",
                    replays.len() - 1,
                    escape(&name)
                )
            }
            None => escape(&name),
        };
        let boxes = trials.first().and_then(|it| it.record.boxes).unwrap_or_default();
        let padded = format!("{} {index:06}", escape(file));
        let _ = write!(
            out,
            "<tr><td data-v=\"{padded}\">{shown}</td><td>{}</td><td class=\"n\">{boxes}</td><td class=\"n\">{solved}</td>",
            escape(set)
        );
        for name in 0..data.names.len() {
            add_cell(out, data, number, name);
        }
        *out += "</tr>\n";
    }
    *out += "</tbody></table></div></section>\n";
    replays
}

fn add_cell(out: &mut String, data: &Data, level: usize, name: usize) {
    let Some(Trial { record, .. }) = data.trial(level, name) else {
        *out += "<td class=\"n none\"></td>";
        return;
    };
    let time = show_time(record.time_s);
    let _ = if record.is_solved() {
        let pushes = record.counts.pushes.unwrap_or_default();
        let best = if record.optimal { " best" } else { "" };
        write!(
            out,
            "<td class=\"n ok{best}\" data-v=\"{}\">{time} <small>{pushes}</small></td>",
            record.time_s
        )
    } else {
        let word = record.result();
        let is_bad = record.error_kind.is_some();
        let kind = if is_bad { "bad" } else { "no" };
        let about = record.error.as_deref().map(escape).unwrap_or_default();
        // Behind everything that was solved, however long that took.
        let value = 1e9 + record.time_s;
        write!(
            out,
            "<td class=\"n {kind}\" data-v=\"{value}\" title=\"{about}\">{}</td>",
            escape(&word)
        )
    };
}
