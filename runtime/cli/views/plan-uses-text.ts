/** `tool plan uses` for people: what to rotate, to purge and to look after. */
import type { PlanUses } from '#schemas/plan-uses.js';
import { profileWords } from './plan-words.js';
import { type Cells, cellLines, shownAddressWords } from './shown-rows.js';
import { escapeForTerminal } from './terminal-text.js';
import { hanging } from './wrap.js';

/** `profiles`: those that are answered for. */
export function planUsesText(answer: PlanUses, profiles: readonly string[], width: number): string {
  const { entries, secrets, dependents, scopes, caches, credentials } = answer;
  const extent = (held: readonly string[]) => (held.length === profiles.length ? '' : ` (${profileWords(held)})`);
  const names = (list: readonly string[]): readonly Cells[] => (list.length === 0 ? [] : [[list.join(', ')]]);
  const parts: readonly (readonly [string, readonly Cells[]])[] = [
    ['entries', entries.map((row) => [shownAddressWords(row.at), `${row.secrets.join(', ')}${extent(row.profiles)}`])],
    ['secrets to rotate', names(secrets)],
    ['made of them', names(dependents)],
    ['scopes that receive one', names(scopes)],
    [
      'copies to purge',
      caches.map((row) => [row.store ?? '<your default store>', `${shownAddressWords(row.at)}${extent(row.profiles)}`]),
    ],
    [
      'credentials kept here',
      credentials.map(({ alias, name, secrets: opened }) => [
        `${name} of ${alias}`,
        opened.length === 0 ? 'opens nothing' : `opens ${opened.join(', ')}`,
      ]),
    ],
  ];
  const shown = parts.filter(([, rows]) => rows.length > 0);
  const what = [answer.store, answer.item, answer.field].filter((part) => part !== undefined).join(' ');
  const lines = [
    ...hanging('', escapeForTerminal(what), width),
    ...(shown.length === 0 ? ['  nothing'] : []),
    ...shown.flatMap(([heading, rows]) => [heading, ...cellLines(rows, width)]),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}
