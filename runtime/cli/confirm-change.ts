/** Asks before a file outside of the project is changed. */
import { credentialHelpers } from '#schemas/diagnostics/E14-credential-helpers.js';
import { fail } from '../failure.js';
import type { CommandContext } from '../session/call.js';
import type { Arguments, OptionSpec } from './arguments.js';
import { writeErr } from './output.js';
import { terminalOf } from './terminal-of.js';
import { printedLines } from './views/terminal-text.js';

export const YES: OptionSpec = { name: 'yes', short: 'y', summary: 'change the file without confirmation' };

/** Shows the lines that are added or removed. False if the person does not want it. */
export async function isChangeConfirmed(
  args: Arguments,
  context: CommandContext,
  { file, what, lines }: { readonly file: string; readonly what: string; readonly lines: readonly string[] },
): Promise<boolean> {
  writeErr(printedLines([what, '', ...lines.map((line) => `    ${line.replaceAll('\t', '  ')}`), '']));
  if (args.has('yes')) return true;
  const decision = await terminalOf(context).confirm({ text: `Change ${file}?` });
  if (decision === 'unavailable') return fail(credentialHelpers.E1403({ file }));
  if (decision === 'no') writeErr('Cancelled.\n');
  return decision === 'yes';
}
