/** `tool init`: a first manifest (semantics 6.9). */
import { UsageError } from '../../failure.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeErr, writeOut } from '../output.js';
import { createdManifest } from '../views/created-manifest.js';
import { withSession } from '../with-session.js';

export const init: CommandModule = {
  spec: {
    name: 'init',
    synopsis: '[OPTIONS]',
    options: [
      { name: 'from', value: 'SPEC', summary: 'store whose names are declared; otherwise dotenv://.env' },
      { name: 'project', value: 'NAME', summary: 'name of the project; otherwise that of the folder' },
      { name: 'profile', short: 'P', value: 'NAME', summary: 'profile that declares the secrets; otherwise default' },
    ],
    positionals: { least: 0, most: 0 },
    isWithoutManifest: true,
    details: `Creates manifest.toml in the working folder. It declares a secret for each name that the store lists, and names the
store as the one that has the values; it never contains a value. In a .env file, a comment above a key becomes the description of
the secret, and a key with an empty value is not required. An existing manifest is replaced only after a confirmation on a terminal.`,
    examples: [
      'tool init',
      'tool init --from pass --project shop',
      'tool init --from dotenv://.env.staging --profile staging',
    ],
  },
  async run(args, context) {
    if (args.has('file'))
      throw new UsageError('`tool init` does not support `--file`', 'it creates `manifest.toml` in the working folder');
    const wanted = { from: args.text('from'), project: args.text('project'), profile: args.text('profile') };
    const outcome = await withSession(args, context, (session) => session.init(wanted));
    if (outcome.kind === 'declined') writeErr('Cancelled.\n');
    else writeOut(createdManifest(outcome));
    return SUCCESS;
  },
};
