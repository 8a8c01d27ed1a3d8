/** Values, variables and arguments of any bytes. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HEX = "od -An -v -tx1 | tr -d ' \\n'";

export const bytes = ({ sh, folder, command }) => {
  const prints = (script, stdout, env) => () => strictEqual(sh(script, env).stdout, stdout);
  const environment = (options) => {
    const { stdout } = sh(`tool run ${options} -- sh -c 'cat /proc/$$/environ'`, VARIABLES);
    return stdout
      .split('\0')
      .filter((entry) => !/^(ODD|_)=/.test(entry))
      .sort()
      .join('\n');
  };
  return {
    'a secret that is not UTF-8': prints(
      `tool run --profile odd -- sh -c 'printf %s "$ODD" | ${HEX.replaceAll("'", "'\\''")}'`,
      '41ff800a',
    ),
    'an inherited variable that is not UTF-8': prints(
      `ODD=$(printf 'b\\376'); export ODD; run sh -c 'printf %s "$ODD"' | ${HEX}`,
      '62fe',
    ),
    'an argument that is not UTF-8': prints(`run printf '%s' "$(printf 'c\\375')" | ${HEX}`, '63fd'),
    'a command that is not UTF-8': prints(
      `name=$(printf './d\\374'); printf '#!/bin/sh\\nprintf ran\\n' > "$name"; chmod +x "$name"; run "$name"`,
      'ran',
    ),
    'arguments of every kind': prints(
      "run printf '[%s]' 'a b' '' '$HOME' '*' -- \"it's\"",
      "[a b][][$HOME][*][--][it's]",
    ),
    'beside bytes the environment is as without them': () => {
      const plain = environment('');
      strictEqual(plain.includes('SHLVL=7'), true);
      strictEqual(environment('--profile odd'), plain);
    },
    ...ofAnyForm({ command, folder }),
    'no value stands in an argument of a process': () => {
      const { stdout } = sh(`tool run --profile odd -- sh -c 'cat /proc/$$/cmdline /proc/$PPID/cmdline'`);
      strictEqual(stdout.includes('\xff'), false);
    },
  };
};

const VARIABLES = { SHLVL: '7', OLDPWD: '/', EMPTY: '', LINES_OF: 'a\nb' };

const WITH_ENVIRONMENT = fileURLToPath(new URL('with-environment.py', import.meta.url));
/** Latin-1. Names that shells use themselves, names that no shell can hold, and what is no variable. */
const FORMS = {
  'names of shells': ['PPID=1', 'OPTIND=2', 'RANDOM=3', '_=4', 'IFS=x', 'PWD=/', 'SHLVL=7', 'UID=8', 'BASH_ENV=9'],
  'functions of bash': ['BASH_FUNC_x%%=() { echo; }', 'with.dot=1', 'with-dash=2', '1=3'],
  'a function that is not UTF-8': ['BASH_FUNC_x%%=() { echo \xfe; }'],
  'a name that is not UTF-8': ['N\xff=1', '\xe4=\xfe'],
  'names beside it that are of shells': [
    'N\xff=1',
    'PPID=1',
    'OPTIND=2',
    '_=4',
    'IFS=x',
    'PWD=/',
    'OLDPWD=/',
    'LC_ALL=none',
  ],
  'one name twice': ['TWICE=1', 'TWICE=2'],
  'no name': ['=1', '=::=x'],
  'no =': ['NOTHING', ''],
  'names of perl': ['PERL5OPT=-Mnone', 'PERL5LIB=/', 'PERL_BADLANG=1', 'N\xff=1'],
};

/** The child's environment is that of the tool, and the secret. */
function ofAnyForm({ command, folder }) {
  if (spawnSync('python3', ['-V'], { stdio: 'ignore' }).status !== 0) {
    console.log('left out  environments of any form: python3 is missing');
    return {};
  }
  const received = (entries, behind, ...options) => {
    const words = [
      WITH_ENVIRONMENT,
      JSON.stringify(entries),
      behind,
      ...command,
      'run',
      ...options,
      '--',
      '/bin/cat',
      '/proc/self/environ',
    ];
    const { stdout, stderr } = spawnSync('python3', words, { cwd: folder, encoding: 'latin1' });
    strictEqual(stderr, '');
    return stdout.split('\0').slice(0, -1).sort();
  };
  const usual = [`PATH=${process.env.PATH}`, `HOME=${folder}`];
  const needed = [...usual, 'LANG=C\xff', 'LC_TIME=\xfe', 'TERM='];
  return Object.fromEntries([
    ...['alone', 'shell'].map((behind) => [
      `--clean-env passes on what programs need, byte for byte, ${behind}`,
      () =>
        deepStrictEqual(
          received([...needed, 'TWICE=1', 'OTHER=2', 'NOTHING', '=::=x', 'N\xff=1'], behind, '--clean-env'),
          [...needed, 'ALPHA=one'].sort(),
        ),
    ]),
    ...Object.entries(FORMS).flatMap(([name, entries]) =>
      [
        ['', 'alone'],
        [', behind a shell', 'shell'],
      ].map(([suffix, behind]) => [
        `an environment with ${name}${suffix}`,
        () => deepStrictEqual(received([...usual, ...entries], behind), [...usual, ...entries, 'ALPHA=one'].sort()),
      ]),
    ),
  ]);
}
