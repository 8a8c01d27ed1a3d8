/** What `tool add` prints: where the secret was declared, and how to store its value (semantics 6.10). */
import type { AddedSecret } from '../../session/operations/add.js';
import { shellQuoted } from './shell-word.js';
import { printedLines } from './terminal-text.js';

export function addedSecret(secret: string, { profile, path, named }: AddedSecret): string {
  const file = named === null ? '' : ` --file ${shellQuoted(named)}`;
  const lines = [
    `✓ Added secret '${secret}' to profile '${profile}' in ${path}`,
    `Set its value with: tool set ${secret} --profile ${shellQuoted(profile)}${file}`,
  ];
  return printedLines(lines);
}
