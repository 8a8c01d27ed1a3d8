/** The shells, how each is started with a file of set-up lines, and how the same is said in each. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fromNpm } from '../shared/installed.mjs';

const NUSHELL_VERSION = '0.115.1';
const posix = { set: (name, value) => `export ${name}='${value}'`, unset: (name) => `unset ${name}` };

/**
 * `start`: the arguments for an interactive shell that evaluates a file first. `load`: evaluates the hook's script. `isTraced`: turns tracing on.
 */
export const shells = {
  bash: {
    ...posix,
    program: () => inPath('bash'),
    start: (file) => ['--noprofile', '--rcfile', file, '-i'],
    load: (script) => `source '${script}'\n`,
    traced: 'set -xv',
    pushes: true,
  },
  zsh: {
    ...posix,
    program: () => inPath('zsh'),
    // It finds its file in the folder that `ZDOTDIR` names.
    start: () => ['-d', '-i'],
    load: (script) => `source '${script}'\n`,
    traced: 'set -x -v',
    pushes: true,
  },
  fish: {
    set: (name, value) => `set -gx ${name} '${value}'`,
    unset: (name) => `set -e ${name}`,
    program: () => inPath('fish'),
    start: (file) => ['--no-config', '-i', '-C', `source '${file}'`],
    load: (script) => `source '${script}'\n`,
    traced: 'set -g fish_trace 1',
    pushes: true,
  },
  elvish: {
    set: (name, value) => `set-env ${name} '${value}'`,
    unset: (name) => `unset-env ${name}`,
    program: () => inPath('elvish'),
    start: (file) => ['-rc', file],
    load: (script) => `eval (slurp < '${script}')\n`,
  },
  nushell: {
    set: (name, value) => `$env.${name} = '${value}'`,
    unset: (name) => `hide-env ${name}`,
    program: nushell,
    start: (file) => ['-n', '--no-history', '-e', `source '${file}'`],
    load: (script) => `source '${script}'\n`,
  },
};

function inPath(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim() || null;
}

/** The one of npm, else that of the PATH. */
function nushell() {
  const folder = fromNpm(`nushell-${NUSHELL_VERSION}`, `nushell@${NUSHELL_VERSION}`);
  const program = folder && join(folder, 'node_modules', `@nushell/${process.platform}-${process.arch}`, 'bin/nu');
  return program !== null && existsSync(program) ? program : inPath('nu');
}
