/** What the benchmark prints: medians with quartiles, and ratios beside their targets. */

/** `rows` are lists of cells, the first of them the heads; numbers stand to the right. */
export function renderTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  ');
  return `${rows.map((row) => line(row).trimEnd()).join('\n')}\n`;
}

export function timeRow(name, times) {
  const { median, low, high } = spreadOf(times);
  return [name, milliseconds(median), `${milliseconds(low)} – ${milliseconds(high)}`];
}

/** The ratio of the medians; the spread is that of the ratios of single rounds. */
export function ratioRow(name, times, base, target) {
  const ratio = spreadOf(times).median / spreadOf(base).median;
  const { low, high } = spreadOf(times.map((taken, round) => taken / base[round]));
  return [name, ratio.toFixed(2), `${low.toFixed(2)} – ${high.toFixed(2)}`, ...verdict(ratio, target)];
}

/** A figure with an upper limit; null was not measured. */
export function limitRow(name, figure, unit, limit) {
  if (figure === null) return [name, 'not measured', '', `${limit} ${unit}`, ''];
  const shown = figure.toFixed(limit < 10 ? 2 : 0);
  return [name, `${shown} ${unit}`, '', ...verdict(figure, limit, ` ${unit}`)];
}

/** A figure with a lower limit. */
export function atLeastRow(name, figure, unit, least) {
  return [name, `${figure.toFixed(0)} ${unit}`, '', `≥ ${least} ${unit}`, figure >= least ? 'met' : 'MISSED'];
}

export function medianOf(times) {
  return spreadOf(times).median;
}

function verdict(figure, target, unit = '') {
  return target === null ? ['', ''] : [`≤ ${target}${unit}`, figure <= target ? 'met' : 'MISSED'];
}

function spreadOf(figures) {
  const sorted = [...figures].sort((left, right) => left - right);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

function milliseconds(figure) {
  return figure < 100 ? figure.toFixed(1) : figure.toFixed(0);
}
