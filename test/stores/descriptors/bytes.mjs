/** Values, variables and arguments of any bytes. */
import { strictEqual } from 'node:assert';

const HEX = "od -An -v -tx1 | tr -d ' \\n'";

export const bytes = ({ sh }) => {
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
    'no value stands in an argument of a process': () => {
      const { stdout } = sh(`tool run --profile odd -- sh -c 'cat /proc/$$/cmdline /proc/$PPID/cmdline'`);
      strictEqual(stdout.includes('\xff'), false);
    },
  };
};

const VARIABLES = { SHLVL: '7', OLDPWD: '/', EMPTY: '', LINES_OF: 'a\nb' };
