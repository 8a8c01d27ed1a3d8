/** Rows of answers about a plan, store by store: at most so many of each are shown, and the rest is counted. */
import type { ShownAddress, ShownStore } from '#schemas/plan-contacts.js';
import { COORDINATE_NAMES } from '#schemas/plan.js';
import { moreWords } from './plan-words.js';
import { escapeForTerminal } from './terminal-text.js';
import { hanging, padded, widthOf } from './wrap.js';

/** Rows of a store that a person reads; JSON has all of them. */
const ROWS_SHOWN = 40;

/** Cells beside each other; the last one is wrapped. */
export type Cells = readonly string[];

/** `team = vault://kv.example.com/secret`. A store that only a user's machine knows is shown in `<` and `>`. */
export function shownStoreWords({ store, uri }: ShownStore): string {
  if (store === null) return '<your default store>';
  if (uri === null) return `<your ${store}>`;
  return store === uri ? store : `${store} = ${uri}`;
}

export function shownAddressWords(at: ShownAddress): string {
  if (typeof at === 'string') return at;
  return COORDINATE_NAMES.flatMap((name) => (at[name] === undefined ? [] : [`${name} ${at[name]}`])).join(', ');
}

/** The rows below a heading, in columns. `indent`: blanks before each row. */
export function cellLines(rows: readonly Cells[], width: number, indent = '  '): readonly string[] {
  const shown = rows.slice(0, ROWS_SHOWN).map((cells) => cells.map(escapeForTerminal));
  const leads = shown.map((cells) => cells.slice(0, -1));
  const widths = (leads[0] ?? []).map((_, column) =>
    Math.min(MOST_COLUMNS, Math.max(...leads.map((cells) => widthOf(cells[column] ?? '')))),
  );
  const more = rows.length - shown.length;
  return [
    ...shown.flatMap((cells) => {
      const lead = cells.slice(0, -1).map((cell, column) => padded(cell, widths[column] ?? 0));
      return hanging(`${indent}${[...lead, ''].join('  ')}`, cells.at(-1) ?? '', width);
    }),
    ...(more === 0 ? [] : [`${indent}${moreWords(more)}`]),
  ];
}
/** A longer cell moves what is beside it. */
const MOST_COLUMNS = 48;
