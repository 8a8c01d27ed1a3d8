/** `tool plan cost` for people: what `run` costs in each profile, store by store. */
import type { CostRange, CostUnit, PlanCost, ProfileCost, StoreCost } from '#schemas/plan-cost.js';
import { shownStoreWords } from './shown-rows.js';
import { escapeForTerminal } from './terminal-text.js';
import { padded, widthOf } from './wrap.js';

export function planCostText({ caches, profiles }: PlanCost): string {
  return profiles.map((profile) => profileText(profile, caches)).join('\n');
}

function profileText(cost: ProfileCost, caches: PlanCost['caches']): string {
  const { profile, scope, stores } = cost;
  const title = `${profile}${scope === null ? '' : `, scope ${scope}`} (caches ${caches})`;
  const rows = [[title, 'best', 'worst', ''], ...stores.map(storeCells)].map((row) => row.map(escapeForTerminal));
  const width = (column: number) => Math.max(0, ...rows.map((row) => widthOf(row[column] ?? '')));
  const widths = [0, 1, 2].map(width);
  const lines = rows.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, `  ${totalWords(cost)}`].map((line) => `${line}\n`).join('');
}

function storeCells(store: StoreCost): readonly string[] {
  const { unit, calls, files } = store;
  const range = unit === 'file' ? files : calls;
  const more = worstWords(store);
  const name = `  ${shownStoreWords(store)}`;
  if (range === null) return [name, '?', '?', ['unknown store', ...more].join(', ')];
  return [name, `${range.best}`, `${range.worst}${unitWords(unit, range.worst)}`, more.join(', ')];
}

/** What the worst case has. A file is read as a whole, whatever the number of its entries. */
function worstWords({ unit, entries, written, signIns }: StoreCost): readonly string[] {
  const counts = [
    [unit === 'file' ? 0 : entries, 'read'],
    [written.generated, 'generated'],
    [written.prompted, 'entered'],
    [written.cached, 'cached'],
    [signIns?.worst ?? 0, 'sign-in'],
  ] as const;
  return counts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
}

function unitWords(unit: CostUnit, count: number): string {
  const [one, many] = UNITS[unit];
  return one === '' ? '' : ` ${count === 1 ? one : many}`;
}
const UNITS: Readonly<Record<CostUnit, readonly [string, string]>> = {
  request: ['request', 'requests'],
  process: ['process', 'processes'],
  file: ['file', 'files'],
  none: ['', ''],
  unknown: ['', ''],
};

function totalWords({ calls, unlocks, roundTrips }: ProfileCost): string {
  return `calls ${rangeWords(calls)}, unlocks ${rangeWords(unlocks)}, round trips ${rangeWords(roundTrips)}`;
}

function rangeWords(range: CostRange | null): string {
  if (range === null) return 'unknown';
  return range.best === range.worst ? `${range.best}` : `${range.best}–${range.worst}`;
}
