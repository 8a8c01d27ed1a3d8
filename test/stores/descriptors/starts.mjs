/** Exit codes, commands that cannot be started, and environments of every size. */
import { match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

export const starts = ({ sh, place, start, folder, environment, quoted, apart }) => {
  const gives =
    (script, status, code = null) =>
    () => {
      const result = sh(script);
      strictEqual(result.status, status, result.stderr);
      if (code !== null) match(result.stderr, new RegExp(`^error\\[${code}\\]`));
    };
  place('plain', 'exit 8\n', 0o755);
  place('locked', '#!/bin/sh\nexit 8\n');
  place('lost', '#!/no/such/interpreter\n', 0o755);
  place('option', '#!/bin/sh -e\nfalse\nexit 8\n', 0o755);
  place('empty', '', 0o755);
  const foreign = Buffer.from(readFileSync('/bin/sh'));
  foreign[18] = 8;
  place('foreign', foreign, 0o755);
  place('busy', readFileSync('/bin/sleep'), 0o755);
  place('script-of-busy', `#!${folder}/busy\n`, 0o755);
  place('denied', '#!/bin/sh\nexit 8\n', 0o755);
  /** While somebody has the file open for writing. */
  const whileWritten = (script) => () => {
    const file = openSync(`${folder}/busy`, 'a');
    try {
      gives(script, 126, 'E1206')();
    } finally {
      closeSync(file);
    }
  };
  const large = (count) => ({
    env: Object.fromEntries(Array.from({ length: count }, (_, i) => [`L${i}`, 'x'.repeat(65_000)])),
  });
  const counts = (count) => () => {
    const { env } = large(count);
    const names = Object.keys(env).map((name) => `"$${name}"`);
    strictEqual(sh(`run sh -c 'printf %s ${names.join('')} | wc -c' | tr -d ' '`, env).stdout, `${65_000 * count}\n`);
  };
  return {
    ...Object.fromEntries(
      [0, 1, 3, 42, 255].map((code) => [`exit code ${code}`, gives(`run sh -c 'exit ${code}'`, code)]),
    ),
    ...Object.fromEntries(
      Object.entries({ TERM: 143, HUP: 129, PIPE: 141, SEGV: 139 }).map(([signal, status]) => [
        `a child that ${signal} ends`,
        gives(`run sh -c 'kill -${signal} $$'`, status),
      ]),
    ),
    'an empty entry of PATH is the working folder': async () => {
      place('elsewhere/here', '#!/bin/sh\nexit 3\n', 0o755);
      place('here', '#!/bin/sh\nexit 8\n', 0o755);
      const PATH = `:${folder}/elsewhere:${process.env.PATH}`;
      // A shell as parent would have the tool become the command; any other has it started beside it.
      strictEqual(sh(`PATH='${PATH}'; run here`).status, 8);
      const [status] = await once(start(['here'], 'ignore', { env: { ...environment, PATH } }), 'exit');
      strictEqual(status, 8);
    },
    'no such command': gives('run no-such-command', 127, 'E1205'),
    'no such path': gives('run ./no/such/command', 127, 'E1205'),
    'a folder': gives('run ./values', 126, 'E1206'),
    'a file that may not be executed': gives('run ./locked', 126, 'E1206'),
    'an interpreter that is not there': gives('run ./lost', 126, 'E1206'),
    'a busy program': whileWritten('run ./busy 1'),
    'a busy program, behind a program that is no shell': whileWritten(`${apart} run -- ./busy 1`),
    'a busy interpreter': whileWritten('run ./script-of-busy'),
    ...denials({ gives, quoted, path: `${folder}/denied` }),
    'a script without a first line': gives('run ./plain', 8),
    'a script whose interpreter has an option': gives('run ./option', 1),
    'an empty script': gives('run ./empty', 0),
    'a program of another machine ends without a crash': () => {
      const { status, stderr } = sh('run ./foreign');
      match(`${status}`, /^(2|126|127)$/);
      strictEqual(/stack trace|at .*\.js/.test(stderr), false, stderr);
    },
    'an inherited variable of 65 KB': counts(1),
    'an inherited environment of 1.3 MB': counts(20),
    'a secret of 140 KB': gives('tool run --profile large -- true', 126, 'E1207'),
    'secrets of 3 MB': gives('tool run --profile huge -- true', 126, 'E1207'),
  };
};

/** What security modules do: the file may be executed, and the system refuses. */
function denials({ gives, quoted, path }) {
  if (spawnSync('strace', ['true'], { stdio: 'ignore' }).status !== 0) {
    console.log('left out  denials: strace is missing or not permitted');
    return {};
  }
  const denied = `strace -f -qq -o /dev/null -P ${path} -e trace=execve -e inject=execve:error=EPERM`;
  return {
    'a denial': gives(`${denied} ${quoted} run -- ${path}`, 126, 'E1206'),
    'a denial, behind a shell': gives(`${denied} sh -c '"$@"; exit $?' sh ${quoted} run -- ${path}`, 126, 'E1206'),
  };
}
