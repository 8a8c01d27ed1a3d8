/** What `delete` removed (semantics 6.7). */
import type { Removal } from '../../execute/keeping/remove-secrets.js';
import { printedLines } from './terminal-text.js';

/** A line for each secret, then the summary. `parts`: of documents, left out. What was not removed is reported by errors. */
export function deletedText(removals: ReadonlyMap<string, Removal>, parts: readonly string[]): string {
  const left = parts.map((secret) => `Left '${secret}', which is part of a document`);
  const lines = [...[...removals].flatMap(([secret, removal]) => lineOf(secret, removal)), ...left];
  const count = (wanted: Removal['kind']) => [...removals.values()].filter(({ kind }) => kind === wanted).length;
  const deleted = count('removed');
  const summary = `Deleted ${deleted} secret ${deleted === 1 ? 'value' : 'values'}; ${count('absent')} already absent`;
  return printedLines([...lines, summary]);
}

function lineOf(secret: string, { kind }: Removal): readonly string[] {
  switch (kind) {
    case 'removed':
      return [`Deleted '${secret}'`];
    case 'absent':
      return [`'${secret}' was already absent`];
    case 'failed':
      return [];
  }
}
