/** Which names of generated types are out of date. */
import type { ChangedName } from '../../analysis/types/changed-names.js';
import { cleaned } from '../../values/cleaned.js';

const SIGNS = { added: '+', removed: '-', changed: '~' } as const;

/** `file` as the caller wrote it. */
export function changedNamesText(file: string, changed: readonly ChangedName[]): string {
  const lines = changed.map(({ kind, name, change }) => {
    return `  ${SIGNS[change]} ${kind === 'profile' ? 'profile ' : ''}${cleaned(name)}`;
  });
  const body = lines.length === 0 ? ['  no name has changed, but the text has'] : lines;
  return `${cleaned(file)} does not agree with the manifest:\n${body.join('\n')}\n`;
}
