/** `tool get`: one value (semantics 6.5). */
import { isatty } from 'node:tty';
import type { Delivered } from '../../execute/resolution.js';
import { EXPECT_HASH, PLAN, PROFILE, PROVIDER } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { withSession } from '../with-session.js';

const STDOUT = 1;

export const get: CommandModule = {
  spec: {
    name: 'get',
    synopsis: 'NAME [OPTIONS]',
    options: [PROFILE, PROVIDER, PLAN, EXPECT_HASH],
    positionals: { least: 1, most: 1 },
    details: `Prints the value of a secret: the exact bytes to a pipe or file, with a newline added on a terminal.
For a secret with as_path, prints the path of a private file, which is kept. Scopes are ignored.`,
    examples: ['tool get DATABASE_URL', 'tool get TLS_KEY --profile production > key.pem'],
  },
  async run(args, context) {
    const [name = ''] = args.positionals;
    const { delivered } = await withSession(args, context, (session) => session.get(name));
    print(delivered);
    return SUCCESS;
  },
};

function print(delivered: Delivered): void {
  switch (delivered.kind) {
    case 'value':
      writeOut(delivered.value.reveal());
      if (isatty(STDOUT)) writeOut('\n');
      return;
    case 'path':
      writeOut(`${delivered.path}\n`);
      return;
    case 'withheld':
      return;
  }
}
