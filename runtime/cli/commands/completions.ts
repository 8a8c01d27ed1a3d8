/** `tool completions`: the script that registers the completion in a shell (semantics 6.15). */
import type { CommandModule } from '../commands.js';
import { shells } from '../completion/shells/index.js';
import { SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';

export const completions: CommandModule = {
  spec: {
    name: 'completions',
    synopsis: 'SHELL',
    options: [],
    positionals: { least: 1, most: 1, choices: Object.keys(shells) },
    isWithoutManifest: true,
    details: `Prints a script that registers the completion of \`tool\` in bash, elvish, fish, nushell, powershell or zsh. The shell then
asks \`tool\` for candidates: commands, options, and the names in the nearest manifest. No store is contacted, and no
value is read.`,
    examples: [
      'source <(tool completions bash)',
      'tool completions fish > ~/.config/fish/completions/tool.fish',
      'tool completions zsh > ~/.zfunc/_tool',
    ],
  },
  async run({ positionals: [name = ''] }) {
    const load = Object.hasOwn(shells, name) ? shells[name] : undefined;
    if (load === undefined) throw notOneOf(name, Object.keys(shells), 'a shell of `tool completions`', 'shells');
    writeOut((await load()).script);
    return SUCCESS;
  },
};
