//! The programs for `jq` that compute the numbers of a report from the records.
//!
//! They are run as `jq -sc PROGRAM records.jsonl`, write one array for each row of the table, and share
//! no code with this program.

/// Who a record is of, where it belongs, and the last record of each pair.
const BEGIN: &str = "def who: [(.label // .engine), .limits.time_s];
def set: if (.set // \"\") == \"\" then .file else .set end;
def at: [set, .file, .index];
def solved: .status == \"solved\";
def median: sort | if length == 0 then null elif length % 2 == 1 then .[(length - 1) / 2]
  else (.[length / 2 - 1] + .[length / 2]) / 2 end;
group_by([at, who]) | map(last)\n";

/// Levels and solved levels by set: name, limit, set, solved, levels.
pub(super) fn coverage() -> String {
    format!(
        "{BEGIN}| group_by([who, set])[]
| (.[0] | who) + [(.[0] | set), (map(select(solved)) | length), length]"
    )
}

/// Effort: name, limit, solved, solved by nobody else, levels solved by all, their total and median time,
/// their total and median nodes.
pub(super) fn effort() -> String {
    format!(
        "{BEGIN}| (map(who) | unique) as $all
| (group_by(at) | map(map(select(solved)))) as $levels
| ($levels | map(select(length == 1)[0] | who)) as $alone
| (map(select(solved) | who) | unique | length) as $able
| ($levels | map(select(length == $able)) | add // []) as $common
| $all[] as $me
| [.[] | select(who == $me)] as $mine
| [$common[] | select(who == $me)] as $shared
| $me + [($mine | map(select(solved)) | length), ($alone | map(select(. == $me)) | length),
  ($shared | length), ($shared | map(.time_s) | add // 0), ($shared | map(.time_s) | median),
  ($shared | map(.expanded) | add // 0), ($shared | map(.expanded) | median)]"
    )
}

/// Against one of them: name, limit, solved by both, only by the baseline, only by this one, and the
/// geometric means of the ratios of time and of nodes.
pub(super) fn against(label: &str, limit: Option<f64>) -> String {
    let limit = limit.map_or_else(|| "null".to_owned(), |limit| format!("{limit}"));
    let label = serde_json::to_string(label).unwrap_or_default();
    format!(
        "{BEGIN}| [{label}, {limit}] as $base
| def mean: map(log) | if length == 0 then null else add / length | exp end;
group_by(at) as $levels
| (map(who) | unique)[] as $me
| [$levels[] | {{b: (map(select(who == $base))[0]), m: (map(select(who == $me))[0])}}] as $pairs
| [$pairs[] | select(.b != null and .m != null) | select((.b | solved) and (.m | solved))] as $both
| $me + [($both | length),
  ([$pairs[] | select(.b != null and .m != null) | select((.b | solved) and (.m | solved | not))] | length),
  ([$pairs[] | select(.b != null and .m != null) | select((.m | solved) and (.b | solved | not))] | length),
  ([$both[] | select(.b.time_s > 0 and .m.time_s > 0) | .m.time_s / .b.time_s] | mean),
  ([$both[] | select(.b.expanded > 0 and .m.expanded > 0) | .m.expanded / .b.expanded] | mean)]"
    )
}

/// Beside the others: name, limit, levels that it and another solved, those on which it was the fastest, its
/// time on them and that of the fastest other, their ratio, and levels that only others solved.
pub(super) fn others() -> String {
    format!(
        "{BEGIN}| (map(who) | unique)[] as $me
| [group_by(at)[] | {{m: (map(select(who == $me and solved))[0]),
  o: (map(select(who != $me and solved) | .time_s) | min)}}] as $levels
| [$levels[] | select(.m != null and .o != null)] as $both
| ($both | map(.m.time_s) | add // 0) as $mine | ($both | map(.o) | add // 0) as $best
| $me + [($both | length), ($both | map(select(.m.time_s < .o)) | length), $mine, $best,
  (if $best > 0 then $mine / $best else null end),
  ($levels | map(select(.m == null and .o != null)) | length)]"
    )
}

/// Lengths: name, limit, solved, pushes, the fewest pushes known for these levels, solutions as short as
/// that. With other records of best solutions: `jq -sc --slurpfile best FILE`.
pub(super) fn lengths(has_best: bool) -> String {
    let known = if has_best { " + $best" } else { "" };
    format!(
        "{BEGIN}| (. {known} | map(select(.pushes != null)) | group_by(.id)
  | map({{key: .[0].id, value: (map(.pushes) | min)}}) | from_entries) as $least
| group_by(who)[] | (.[0] | who) + (map(select(solved))
| [length, (map(.pushes) | add // 0), (map($least[.id]) | add // 0),
  (map(select(.pushes == $least[.id])) | length)])"
    )
}

/// How trials ended: name, limit, solved, proved unsolvable, time, nodes, memory, wrong, failed, gave up.
pub(super) fn ends() -> String {
    format!(
        "{BEGIN}| def outcome: if solved then \"solved\" elif .status == \"unsolvable\" then \"unsolvable\"
  elif .error_kind == \"wrong\" then \"wrong\" elif .error_kind != null then \"failed\"
  elif .stop == \"time\" or .stop == \"nodes\" or .stop == \"memory\" then .stop else \"gave up\" end;
group_by(who)[] | map(outcome) as $outcomes | (.[0] | who)
+ [\"solved\", \"unsolvable\", \"time\", \"nodes\", \"memory\", \"wrong\", \"failed\", \"gave up\"
  | . as $one | $outcomes | map(select(. == $one)) | length]"
    )
}
