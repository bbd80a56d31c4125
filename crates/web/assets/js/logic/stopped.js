// @ts-check
// The result of a search whose worker was ended, made of what the search had told until then.

/**
 * @param {string} path the question
 * @param {Record<string, any>} told the newest event of each name
 * @param {number} time_s since it was asked
 */
export function stoppedResult(path, told, time_s) {
  const now = told.progress ?? {};
  if (path === "/improve") {
    const { lurd = null, score = null, bound = null } = told.improved ?? {};
    return { lurd, score, bound: now.bound ?? bound, proved: false, stop: "cancelled", time_s };
  }
  if (path === "/compare") return { stopped: true, summaries: [], csv: "", notes: [], table: null };
  return {
    status: "unknown",
    stop: "cancelled",
    time_s,
    expanded: now.expanded ?? 0,
    generated: now.generated ?? 0,
    most_open: now.open ?? 0,
    peak_memory: now.bytes ?? 0,
    lower_bound: now.bound || null,
  };
}
