/** `tool hook`: the script that loads the secrets of a folder into a shell, and what the script calls. */
import { UsageError } from '../../failure.js';
import { ownProgram } from '../../credential-helpers/own-program.js';
import { changedCode, SEEN } from '../../hook/changed.js';
import type { Shell } from '../../hook/shell.js';
import { shells } from '../../hook/shells/index.js';
import type { CommandContext } from '../../session/call.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeErr, writeOut } from '../output.js';
import { lineWidth } from '../text-width.js';
import { useColour } from '../views/colour.js';
import { painter } from '../views/paint.js';
import { escapeForTerminal } from '../views/terminal-text.js';

const STDERR = 2;

export const hook: CommandModule = {
  spec: {
    name: 'hook',
    synopsis: 'SHELL',
    options: [
      { name: 'update', summary: 'what the script calls when something has changed: prints what the shell evaluates' },
      { name: 'changed', summary: 'what the script of a shell that cannot compare files calls: exits with 0 or 1' },
    ],
    positionals: { least: 1, most: 1, choices: Object.keys(shells) },
    isWithoutManifest: true,
    details: `Prints a script for bash, elvish, fish, nushell, powershell or zsh. With it, the secrets of a manifest are in the
environment of a shell while it is in the folder of the manifest, or below: they come with \`cd\` and go when you leave, and
earlier values are restored. Only a manifest that you have approved with \`tool trust\` is loaded. Nothing is asked, generated
or unlocked: what is not there without that is left out, and named in one line.`,
    examples: ['eval "$(tool hook bash)"', 'tool hook fish | source'],
  },
  async run(args, context) {
    const [name = ''] = args.positionals;
    const load = Object.hasOwn(shells, name) ? shells[name] : undefined;
    if (load === undefined) throw notOneOf(name, Object.keys(shells), 'a shell of `tool hook`', 'shells');
    if (args.has('changed') && args.has('update'))
      throw new UsageError('`--changed` and `--update` cannot be given together', 'give one of them');
    if (args.has('changed')) return changedCode(context.variables[SEEN]);
    const shell = await load();
    if (!args.has('update')) writeOut(shell.script(ownProgram()));
    else await update(shell, context);
    return SUCCESS;
  },
};

async function update(shell: Shell, context: CommandContext): Promise<void> {
  const { updateOf } = await import('../../hook/update.js');
  const { interruption, variables } = context;
  const { update: change, line } = await updateOf(shell, { context, interruption }, lineWidth(STDERR));
  // What is evaluated comes last, and only as a whole.
  if (line !== null) writeErr(`${painter(useColour(STDERR, variables))('dim', escapeForTerminal(line))}\n`);
  writeOut(shell.render(change));
}
