/** What `import` did (semantics 6.8). */
import type { CopyOutcome } from '../../execute/keeping/copy-secrets.js';
import type { Imported, Importing } from '../../session/operations/import.js';
import type { LeftInClear } from '../../session/operations/left-in-clear.js';
import { escapeForTerminal, printedLines } from './terminal-text.js';

/** Printed before anything is read. */
export function importHeader({ profile, source }: Importing): string {
  return `${escapeForTerminal(`Importing secrets from ${named(source)} (profile: ${profile})...`)}\n\n`;
}

/** A line for each secret, the counts, and what was imported. */
export function importedText(
  { outcomes, made, left }: Imported,
  { source }: Importing,
  { deletesSource }: { readonly deletesSource: boolean },
): string {
  const lines = [
    ...outcomes.map(lineOf),
    ...made.map((one) => `○ ${labelOf(one)} (made of other secrets, not imported)`),
  ];
  const count = (...kinds: readonly CopyOutcome['kind'][]) =>
    outcomes.filter(({ kind }) => kinds.includes(kind)).length;
  const copied = count('copied');
  const failed = count('failed');
  const counts = `${copied} imported, ${count('present', 'only there')} already exists, ${count('absent')} not found in source`;
  const summary = [`Summary: ${counts}${failed === 0 ? '' : `, ${failed} failed`}`];
  if (deletesSource) summary.push(cleanup(outcomes));
  if (left !== null) summary.push(...leftText(left, source));
  if (copied > 0) {
    summary.push(`✓ Successfully imported ${copied} ${copied === 1 ? 'secret' : 'secrets'} from ${named(source)}`);
  }
  return printedLines([...lines, '', ...summary]);
}

function named({ shown, alias }: Importing['source']): string {
  return alias === null ? shown : `provider alias '${alias}' (${shown})`;
}

function cleanup(outcomes: readonly CopyOutcome[]): string {
  const deleted = outcomes.filter(({ source }) => source === 'deleted').length;
  const retained = outcomes.filter(({ source }) => source === 'retained' || source === 'differing').length;
  return `Source cleanup: ${deleted} deleted, ${retained} retained`;
}

/** More are counted. */
const MOST_LEFT = 20;

function leftText({ entries, commentedOut }: LeftInClear, { shown }: Importing['source']): readonly string[] {
  const names = entries.map(({ name, place }) => `${name ?? 'a key'}${place === null ? '' : ` (${place})`}`);
  const comments = commentedOut.map((place) => `an assignment in a comment (${place})`);
  const all = [...names, ...comments];
  if (all.length === 0) return [];
  const rest = all.length - MOST_LEFT;
  const listed = all.slice(0, MOST_LEFT).join(', ');
  return [`Left in clear text in ${shown}: ${listed}${rest > 0 ? ` and ${rest.toLocaleString('en-US')} more` : ''}`];
}

function lineOf(outcome: CopyOutcome): string {
  const { step, store } = outcome;
  const label = labelOf(step);
  const { mark, remark } = verdict(outcome);
  const after = { deleted: '; deleted from source', retained: '; source retained', differing: '; source retained' };
  const where =
    outcome.store === '' || outcome.kind === 'absent'
      ? ''
      : ` (→ ${store}${outcome.source === null ? '' : after[outcome.source]})`;
  return `${mark} ${label}${remark}${where}`;
}

function labelOf({ secret, description }: { readonly secret: string; readonly description: string }): string {
  return description === '' ? secret : `${secret} - ${description}`;
}

function verdict({ kind, source }: CopyOutcome): { readonly mark: string; readonly remark: string } {
  if (source === 'differing') return { mark: '○', remark: ' (target value differs)' };
  switch (kind) {
    case 'copied':
      return { mark: '✓', remark: '' };
    case 'present':
      return { mark: '○', remark: ' (already exists in target)' };
    case 'only there':
      return { mark: '○', remark: ' (already in target, not in source)' };
    case 'absent':
      return { mark: '✗', remark: ' (not found in source)' };
    case 'failed':
      return { mark: '✗', remark: ' (not written)' };
    case 'part':
      return { mark: '○', remark: ' (part of a document, left out)' };
  }
}
