/** What `tool add --from-code` prints: names with where they are read, what was declared, and what was left out. */
import type { Undeclared } from '../../analysis/code/compare-code.js';
import type { AddedSecrets } from '../../session/operations/add.js';
import { shellQuoted } from './shell-word.js';
import { printedLines } from './terminal-text.js';

/** Before the question. */
export function offeredNames(offered: readonly Undeclared[]): string {
  const width = Math.max(...offered.map(({ name }) => name.length));
  return printedLines(offered.map((one) => `  ${one.name.padEnd(width)}  ${whereOf(one)}`));
}

export function addedFromCode({ secrets, profile, path, named }: AddedSecrets, leftOut: readonly Undeclared[]): string {
  const count = secrets.length === 1 ? '1 secret' : `${secrets.length} secrets`;
  const file = named === null ? '' : ` --file ${shellQuoted(named)}`;
  return printedLines([
    ...(secrets.length > 0
      ? [
          `✓ Added ${count} to profile '${profile}' in ${path}: ${secrets.join(', ')}`,
          `Store the values that are missing with: tool check --profile ${shellQuoted(profile)}${file}`,
        ]
      : []),
    ...(secrets.length + leftOut.length === 0 ? [`○ Every name that programs read is declared in ${path}`] : []),
    ...leftOut.map(
      (one) =>
        `○ ${one.name} is left out, because it is like ${one.nearest}: ${whereOf(one)}. To declare it: tool add --from-code ${one.name}${file}`,
    ),
  ]);
}

/** `src/pay.js:1:9 and 2 more places` */
function whereOf({ reads }: Undeclared): string {
  const [{ file, line, column }, ...others] = reads;
  const more = others.length === 0 ? '' : ` and ${others.length} more ${others.length === 1 ? 'place' : 'places'}`;
  return `${file}:${line}:${column}${more}`;
}
