/** `tool add --from-code`: declares names that programs read and no profile declares, after a question on a terminal. */
import { code } from '#schemas/diagnostics/E17-code.js';
import { nearest } from '#schemas/nearest.js';
import type { Undeclared } from '../analysis/code/compare-code.js';
import { undeclaredInCode } from '../analysis/code/lint-code.js';
import { fail } from '../failure.js';
import { namedManifest, requireNamed } from '../inputs/named-manifest.js';
import type { CommandContext } from '../session/call.js';
import type { Arguments } from './arguments.js';
import { callOf } from './call-of.js';
import { FAILURE, SUCCESS } from './exit-codes.js';
import { writeErr, writeOut } from './output.js';
import { progressOn } from './progress-on.js';
import { terminalOf } from './terminal-of.js';
import { addedFromCode, offeredNames } from './views/added-from-code.js';
import { withSession } from './with-session.js';

export async function addFromCode(
  args: Arguments,
  context: CommandContext,
  description: string | null,
): Promise<number> {
  const found = await foundInCode(args, context);
  const { positionals } = args;
  const chosen = positionals.length === 0 ? found.undeclared.filter(isCertain) : named(found, positionals);
  const leftOut = positionals.length === 0 ? found.undeclared.filter((one) => !isCertain(one)) : [];
  if (chosen.length > 0 && !(await isWanted(chosen, args, context))) return FAILURE;
  const declared = chosen.map(({ name, reads }) => ({
    secret: name,
    declaration: {
      description: description ?? `${name} secret`,
      ...(reads.every(({ hasDefault }) => hasDefault) && { required: false }),
    },
  }));
  const added = await withSession(args, context, (session) => session.addNames(declared));
  writeOut(addedFromCode(added, leftOut));
  return SUCCESS;
}

type FoundInCode = Awaited<ReturnType<typeof undeclaredInCode>>;

async function foundInCode(args: Arguments, context: CommandContext): Promise<FoundInCode> {
  const manifest = await requireNamed(namedManifest(callOf(args, context)), context);
  const progress = progressOn(context);
  try {
    const { variables, workingFolder } = context;
    const call = { paths: [], from: workingFolder, workingFolder, variables, progress };
    const found = await undeclaredInCode(manifest, call);
    // The table of a profile has this name.
    return { ...found, undeclared: found.undeclared.filter(({ name }) => name !== 'defaults') };
  } finally {
    progress(null);
  }
}

/** A name that is nearly one that is declared may be misspelt. */
function isCertain({ nearest }: Undeclared): boolean {
  return nearest === null;
}

/** What is declared is refused as `add` refuses it. */
function named({ undeclared, declared }: FoundInCode, names: readonly string[]): readonly Undeclared[] {
  const known = new Map(undeclared.map((one) => [one.name, one]));
  const distinct = [...new Set(names)];
  const lost = distinct.filter((name) => !known.has(name) && !declared.has(name));
  if (lost.length > 0) fail(...lost.map((name) => code.E1701({ name, nearest: nearest(name, known.keys()) })));
  const existing = distinct.filter((name) => declared.has(name));
  if (existing.length > 0) fail(...existing.map((name) => code.E1702({ name })));
  return distinct.flatMap((name) => known.get(name) ?? []);
}

/** Without a terminal, the call itself is the answer. */
async function isWanted(chosen: readonly Undeclared[], args: Arguments, context: CommandContext): Promise<boolean> {
  if (args.has('yes') || !terminalOf(context).isInput) return true;
  writeErr(offeredNames(chosen));
  const what = chosen.length === 1 ? 'this secret' : `these ${chosen.length} secrets`;
  const decision = await terminalOf(context).confirm({ text: `Declare ${what}?` });
  if (decision === 'no') writeErr('Cancelled.\n');
  return decision !== 'no';
}
