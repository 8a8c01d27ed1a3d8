/** `tool import`: copies stored values from another store (semantics 6.8). */
import { Failure, UsageError } from '../../failure.js';
import { given } from '../../inputs/given.js';
import type { Importing } from '../../session/operations/import.js';
import { EXCEPT, EXPECT_HASH, ONLY } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeErr } from '../output.js';
import { importedText, importHeader } from '../views/imported.js';
import { withSession } from '../with-session.js';

export const importSecrets: CommandModule = {
  spec: {
    name: 'import',
    synopsis: 'FROM [--delete-source] [OPTIONS]',
    options: [
      { name: 'delete-source', summary: 'delete each value from the source once its copy is verified' },
      ONLY,
      EXCEPT,
      EXPECT_HASH,
    ],
    positionals: { least: 1, most: 1 },
    details: `Copies the values of all secrets of the profile from another store to the first writable store of each secret's
chain. FROM is an alias, a provider or the address of a store. Values are copied as they are stored; a value that
exists already is never overwritten. Nothing is written before everything was read and checked.

With --delete-source, values that are at their destination are deleted from the source. If the command is interrupted,
no value is lost, and the same command completes it. Scopes are ignored; TOOL_PROFILE and TOOL_PROVIDER choose the
profile and the destination.`,
    examples: [
      'tool import dotenv://.env.old',
      'tool import dotenv://.env --delete-source',
      "tool import dotenv://.env --only 'DB_*'",
      'TOOL_PROFILE=staging tool import shared',
    ],
  },
  async run(args, context) {
    const [from = ''] = args.positionals;
    const source = given(from);
    if (source === null)
      throw new UsageError('the source is blank', `usage: tool import ${importSecrets.spec.synopsis}`);
    const options = { deletesSource: args.has('delete-source') };
    await withSession(args, context, (session) => session.import(source, options, (one) => copy(one, options)));
    return SUCCESS;
  },
};

/** Standard output stays empty. The header is printed first, so that a failure has its context. */
async function copy(importing: Importing, { deletesSource }: { readonly deletesSource: boolean }): Promise<void> {
  writeErr(importHeader(importing));
  const imported = await importing.copy();
  writeErr(importedText(imported, importing, { deletesSource }));
  if (imported.errors.length > 0) throw new Failure(imported.errors);
}
