/** `tool delete`: removes stored values (semantics 6.7). */
import { access } from '#schemas/diagnostics/E09-access.js';
import { Failure, fail, UsageError } from '../../failure.js';
import type { CommandContext } from '../../session/call.js';
import type { Deleting } from '../../session/operations/delete.js';
import { type Arguments, EXPECT_HASH, PROFILE, PROVIDER } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeErr, writeOut } from '../output.js';
import { terminalOf } from '../terminal-of.js';
import { deletedText } from '../views/deleted.js';
import { withSession } from '../with-session.js';

export const deleteSecrets: CommandModule = {
  spec: {
    name: 'delete',
    synopsis: 'NAME... | --all [OPTIONS]',
    options: [
      { name: 'all', summary: 'delete the values of all secrets of the profile' },
      { name: 'yes', short: 'y', summary: 'with --all: delete without confirmation' },
      PROFILE,
      PROVIDER,
      EXPECT_HASH,
    ],
    positionals: { least: 0, most: Number.POSITIVE_INFINITY },
    details: `Removes values from the first writable store of each secret's chain, and from caches. Values in later stores of the
chain remain, and are used from then on. If a value cannot be removed, the others still are, and the command exits
with 1. With --all, prompts for confirmation on a terminal. Scopes are ignored.`,
    examples: ['tool delete OLD_KEY', 'tool delete --all --profile staging', 'tool delete --all --yes'],
  },
  async run(args, context) {
    const names = namesOf(args);
    await withSession(args, context, (session) => {
      return session.delete(names, async (deleting) => {
        const mayRemove = names !== null || args.has('yes') || (await isConfirmed(deleting, context));
        if (mayRemove) await removeAll(deleting);
        else writeErr('Cancelled.\n');
      });
    });
    return SUCCESS;
  },
};

/** Null for all. */
function namesOf(args: Arguments): readonly string[] | null {
  const isAll = args.has('all');
  const { positionals } = args;
  if (isAll && positionals.length > 0) throw new UsageError('`--all` and names cannot be used together');
  if (!isAll && args.has('yes')) throw new UsageError('`--yes` can be used only with `--all`');
  if (!isAll && positionals.length === 0)
    throw new UsageError('missing argument NAME', `usage: tool delete ${deleteSecrets.spec.synopsis}`);
  return isAll ? null : positionals;
}

/** Without a terminal nothing waits. */
async function isConfirmed({ count, profile }: Deleting, context: CommandContext): Promise<boolean> {
  if (count === 0) return true;
  const values = count === 1 ? '1 value' : `${count} values`;
  const decision = await terminalOf(context).confirm({ text: `Delete ${values} (profile: ${profile})?` });
  return decision === 'unavailable' ? fail(access.E0906({})) : decision === 'yes';
}

async function removeAll(deleting: Deleting): Promise<void> {
  const { removals, parts, errors } = await deleting.remove();
  writeOut(deletedText(removals, parts));
  if (errors.length > 0) throw new Failure(errors);
}
