/** How each shell is had and how something is completed in it. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromNpm } from '../shared/installed.mjs';

const TYPE = fileURLToPath(new URL('type.py', import.meta.url));
const NUSHELL_VERSION = '0.115.1';
const PATIENCE_MS = 300_000;

/**
 * Each gives for lines what arguments `tool` got after Tab and Enter, as texts that end with NUL; and all that was shown. Enter follows the
 * last line only once `listed` was shown.
 */
export const shells = {
  bash: typedIn(
    'bash',
    () => ['--noprofile', '--norc', '-i'],
    (file) => `PS1='> '; source '${file}'; tool ready`,
  ),
  zsh: typedIn(
    'zsh',
    () => ['-f', '-i'],
    (file) => `PS1='> '; autoload -Uz compinit; compinit -u -D; source '${file}'; tool ready`,
  ),
  fish: typedIn(
    'fish',
    () => ['--no-config', '-i'],
    (file) => `source '${file}'; tool ready`,
  ),
  elvish: typedIn(
    'elvish',
    (file) => ['-rc', file],
    () => 'tool ready',
  ),
  nushell: {
    ...typedIn(
      'nushell',
      (file) => ['-n', '--no-history', '-e', `source '${file}'`],
      () => 'tool ready',
    ),
    program: nushell,
  },
  powershell: { program: () => inPath('pwsh'), complete: inPowershell },
};

/** Words of the command line of an interactive shell, and what makes it ready. */
function typedIn(name, words, setup) {
  return {
    program: () => inPath(name),
    complete(program, script, lines, { cwd, world, listed }) {
      const command = [program, ...words(script)];
      const typed = JSON.stringify(lines.map((line) => `${line}\t`));
      const typing = [TYPE, world.record, setup(script), typed, listed, ...command];
      const { stdout, stderr } = run('python3', typing, cwd, world.env);
      if (stderr !== '') throw new Error(stderr);
      const { isReady, results, shown } = JSON.parse(stdout);
      if (!isReady) throw new Error(`${name} was not ready: ${shown}`);
      return { results, shown };
    },
  };
}

function inPowershell(program, script, lines, { cwd, world }) {
  const source = join(world.root, 'line.ps1');
  let shown = '';
  const results = lines.map((line) => {
    const quoted = `'${line.replaceAll("'", "''")}'`;
    writeFileSync(
      source,
      `. '${script}'
$line = ${quoted}
$found = TabExpansion2 -inputScript $line -cursorColumn $line.Length
$match = $found.CompletionMatches | Select-Object -First 1
if ($match) { $line = $line.Substring(0, $found.ReplacementIndex) + $match.CompletionText }
Invoke-Expression $line
`,
    );
    const { stdout, stderr } = run(program, ['-NoProfile', '-NonInteractive', '-File', source], cwd, world.env);
    shown += stdout + stderr;
    return world.taken();
  });
  return { results, shown };
}

export function inPath(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim() || null;
}

/** The one of npm, else that of the PATH. */
export function nushell() {
  const folder = fromNpm(`nushell-${NUSHELL_VERSION}`, `nushell@${NUSHELL_VERSION}`);
  const program = folder && join(folder, 'node_modules', `@nushell/${process.platform}-${process.arch}`, 'bin/nu');
  return program !== null && existsSync(program) ? program : inPath('nu');
}

function run(program, words, cwd, env) {
  const { stdout, stderr, error } = spawnSync(program, words, { cwd, env, encoding: 'utf8', timeout: PATIENCE_MS });
  if (error !== undefined) throw error;
  return { stdout, stderr };
}
