/**
 * Standard output that takes nothing: full, not open for writing, a terminal that is gone. Every command that prints a product
 * fails, and says why where anybody can read it. `node test/faults/lost-output.mjs COMMAND...`; ends with `N passed, N failed`.
 */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { runCases } from '../stores/run-cases.mjs';
import { canInject, openProject } from './parts/project.mjs';

const project = openProject(process.argv.slice(2));
strictEqual(project.run('set', 'LINE', 'one').status, 0);
strictEqual(project.run('set', 'ENTRY', 'two').status, 0);
strictEqual(project.run('set', 'SEALED', 'three').status, 0);

/** Each prints a product, and what it exits with when nobody gets it. */
const COMMANDS = [
  ['--version', 1],
  ['--help', 1],
  ['get LINE', 1],
  ['check', 1],
  ['check --json', 1],
  ['check --explain', 1],
  ['export', 1],
  ['export --format json', 1],
  ['export --format dotenv', 1],
  ['export --format gha', 1],
  ['lint --format json', 1],
  ['lint --format sarif', 1],
  ['plan', 1],
  ['plan --hash', 1],
  ['plan --format json', 1],
  ['schema', 1],
  ['schema --config global', 1],
  ['types', 1],
  ['plan emit --for github --profile default', 1],
  ['explain E0101', 1],
  ['plan diff --format json manifest.toml manifest.toml', 2],
];

const WAYS = {
  'is full': (words) => through(words, '> /dev/full'),
  'is not open for writing': (words) => through(words, '1< manifest.toml'),
  ...(canInject() && {
    'is a terminal that is gone': (words) =>
      through(
        words,
        '> output',
        'strace -f -o /dev/null -P "$PWD/output" -e trace=write,writev,pwrite64 -e inject=write,writev,pwrite64:error=EIO',
      ),
  }),
};

function through(words, redirection, around = '') {
  const script = `${around} "$@" ${words} ${redirection}`;
  return project.around('env', 'GITHUB_ENV=workflow-env', 'sh', '-c', script, 'sh', 'tool');
}

const cases = Object.fromEntries(
  COMMANDS.flatMap(([words, expected]) =>
    Object.entries(WAYS).map(([way, run]) => [
      `${words}: standard output ${way}`,
      () => {
        project.remove('output');
        const { status, stderr } = run(words);
        deepStrictEqual([status, stderr.includes('E1208')], [expected, true], stderr);
        match(stderr, /`standard output` cannot be written: /u);
      },
    ]),
  ),
);

try {
  process.exitCode = runCases(cases);
} finally {
  project.close();
}
