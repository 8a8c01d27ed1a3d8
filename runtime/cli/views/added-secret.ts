/** What `tool add` prints: where the secret was declared, and how to store its value (semantics 6.10). */
import type { AddedSecrets } from '../../session/operations/add.js';
import type { AddedFrom } from '../../session/operations/add-from.js';
import { shellQuoted } from './shell-word.js';
import { printedLines } from './terminal-text.js';

export function addedSecret(secret: string, { profile, path, named }: AddedSecrets): string {
  const file = fileOption(named);
  const lines = [
    `✓ Added secret '${secret}' to profile '${profile}' in ${path}`,
    `Set its value with: tool set ${secret} --profile ${shellQuoted(profile)}${file}`,
  ];
  return printedLines(lines);
}

/** The same for names of a store, and what to do if the profile does not read it. */
export function addedFrom({ secrets, profile, path, named, from, listed, leftOut, isRead }: AddedFrom): string {
  const count = secrets.length === 1 ? '1 secret' : `${secrets.length} secrets`;
  const lines =
    secrets.length === 0
      ? [
          listed === 0
            ? `○ ${from} lists no names`
            : `○ Every name of ${from} that can be declared is declared in ${path}`,
        ]
      : [`✓ Added ${count} to profile '${profile}' in ${path}: ${secrets.join(', ')}`];
  if (leftOut.length > 0) {
    const what = leftOut.length === 1 ? '1 name is' : `${leftOut.length} names are`;
    lines.push(`○ ${what} left out, because no secret can have such a name`);
  }
  if (secrets.length > 0 && !isRead) {
    const variable = profile === 'default' ? '' : `TOOL_PROFILE=${shellQuoted(profile)} `;
    const only = secrets.map((secret) => ` --only ${secret}`).join('');
    lines.push(
      `The profile does not read ${from}. Copy the values with: ${variable}tool import ${shellQuoted(from)}${only}${fileOption(named)}`,
    );
  }
  return printedLines(lines);
}

function fileOption(named: string | null): string {
  return named === null ? '' : ` --file ${shellQuoted(named)}`;
}
