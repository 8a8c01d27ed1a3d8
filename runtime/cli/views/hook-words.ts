/** What was done with the hook of a repository. */
import { relative } from 'node:path';
import type { ChangedHook } from '../../scan/hook/changed-hook.js';
import { printedLines } from './terminal-text.js';

export function hookWords(changed: ChangedHook, workingFolder: string): string {
  const path = relative(workingFolder, changed.path) || changed.path;
  switch (changed.kind) {
    case 'installed': {
      const framework =
        'note: the framework pre-commit can run it too: add a local hook with `entry: tool scan --staged`';
      return printedLines([
        `✓ ${path} runs \`tool scan --staged\` before each commit`,
        ...(changed.kept ? ['  the hook that was there is kept, and runs afterwards'] : []),
        ...(changed.isOfFramework ? [framework] : []),
      ]);
    }
    case 'there already':
      return printedLines([`${path} runs \`tool scan --staged\` already`]);
    case 'removed':
      return printedLines([
        `✓ ${path} no longer runs \`tool scan --staged\`${changed.restored ? '; the hook that was there before is back' : ''}`,
      ]);
    case 'not there':
      return printedLines([`${path} does not run \`tool scan --staged\``]);
  }
}
