/** Asks what to do about a text that cannot be stored as it is. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Decision } from '../edit/edit-in-rounds.js';
import type { CommandContext } from '../session/call.js';
import { surroundings } from './terminal-of.js';

type Decide = (problems: readonly Diagnostic[], mayReplace: boolean) => Promise<Decision>;

const MEANT: Readonly<Record<string, Decision>> = { e: 'edit', edit: 'edit', q: 'give up', quit: 'give up' };
const REPLACE: Readonly<Record<string, Decision>> = { r: 'replace', replace: 'replace' };

export function deciderOn(context: CommandContext): Decide {
  return async (problems, mayReplace) => {
    const [{ printDiagnostics }, { askShown }] = await Promise.all([
      import('./print-failure.js'),
      import('../terminal/shown-question.js'),
    ]);
    await printDiagnostics(problems, null, context);
    const answers = mayReplace ? { ...MEANT, ...REPLACE } : MEANT;
    const label = `What now? e: edit again${mayReplace ? ', r: replace what the other program has stored' : ''}, q: quit; your changes are lost:`;
    for (;;) {
      const typed = await askShown({ lines: [], label }, await surroundings(context));
      // The terminal was closed.
      if (typed === null) return 'give up';
      const decision = answers[typed.trim().toLowerCase()];
      if (decision !== undefined) return decision;
    }
  };
}
