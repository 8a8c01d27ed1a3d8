/** Command lines: whatever is typed, a command is found and its arguments make sense, or it is a mistake in words. */
import fc from 'fast-check';
import { type CommandSpec, parseArguments, splitCommand } from '#runtime/cli/arguments.js';
import { commands } from '#runtime/cli/commands.js';
import { mustBeUsage } from '../clean.js';
import { must, target } from '../target.js';
import { anyWord } from '../texts.js';

const names = Object.keys(commands);
const words = fc.oneof(
  fc.constantFrom(
    ...names.flatMap((name) => name.split(' ')),
    '--',
    '-',
    '--help',
    '-V',
    '--file',
    '-f',
    '-fx',
    '--file=',
    '--profile',
    '-P',
    '-Px',
    '-pP',
  ),
  fc.constantFrom(
    '--reason',
    '--scope',
    '--json',
    '--explain',
    '--format',
    '--config',
    '--output=x',
    '--no-prompt',
    '---',
    '--=',
    '--=x',
  ),
  anyWord,
  anyWord.map((word) => `--${word}`),
  // A group of short options takes time that grows with the square of its length.
  anyWord.map((word) => `-${word.slice(0, 500)}`),
);

export const commandLines = target({
  name: 'command-lines',
  share: 8,
  inputs: fc.array(words, { maxLength: 8 }),
  judge: async (line) => {
    const { command, args } = splitCommand(line, (both) => Object.hasOwn(commands, both));
    must(args.length <= line.length, 'words do not multiply');
    for (const spec of await specsOf(command)) await mustMakeSense(spec, args);
  },
});

/** What is no command is read as the arguments of every command. */
async function specsOf(command: string | null): Promise<readonly CommandSpec[]> {
  const chosen = command !== null && Object.hasOwn(commands, command) ? [command] : names;
  const specs: CommandSpec[] = [];
  for (const name of chosen) {
    const module = await commands[name]?.load();
    if (module !== undefined) specs.push(module.spec);
  }
  return specs;
}

async function mustMakeSense(spec: CommandSpec, args: readonly string[]): Promise<void> {
  try {
    const { positionals, has, text } = await parseArguments(spec, args);
    must(
      positionals.every((word) => args.includes(word)),
      'words come from the line',
    );
    for (const { name } of spec.options) must(has(name) || text(name) === null, 'what is not given has no text');
  } catch (error) {
    mustBeUsage(error);
    must(error.message !== '', 'a mistake has words');
  }
}
