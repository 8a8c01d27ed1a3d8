/** Children of a real process: what reaches them, and what they end with. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../files/temporary-folder.js';

const HARNESS = fileURLToPath(new URL('harness.js', import.meta.url));
const root = temporaryFolder();

interface World {
  readonly secrets?: Readonly<Record<string, string>>;
  readonly scrub?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const run = (words: readonly string[], { secrets = {}, scrub = '', input = '', env = {} }: World = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [HARNESS, ...words], {
    input,
    encoding: 'latin1',
    env: { PATH: process.env['PATH'], HARNESS_SECRETS: JSON.stringify(secrets), HARNESS_SCRUB: scrub, ...env },
  });
  return { status, stdout, stderr };
};
const ended = (status: number, stdout = '') => ({ status, stdout, stderr: '' });
/** A shell line in which `run` stands for the harness: shells can pass on bytes and descriptors that Node cannot. */
const shell = (line: string) => {
  const script = `run() { '${process.execPath}' '${HARNESS}' "$@"; }; ${line}`;
  return spawnSync('sh', ['-c', script], { encoding: 'latin1', cwd: root }).stdout;
};
const place = (name: string, content: string, mode = 0o755) => {
  writeFileSync(join(root, name), content);
  chmodSync(join(root, name), mode);
  return join(root, name);
};
const notStarted = (words: readonly string[], world: World = {}) =>
  JSON.parse(Buffer.from(run(words, world).stderr, 'latin1').toString());
const showBytes = (name: string) => ['sh', '-c', `printf %s "$${name}" | od -An -v -tx1 | tr -d ' \\n'`];

test.each([0, 1, 42, 255])('exit code %i', (code) => expect(run(['sh', '-c', `exit ${code}`])).toEqual(ended(code)));
test.each([
  ['TERM', 143],
  ['KILL', 137],
  ['HUP', 129],
  ['PIPE', 141],
])('ended by %s', (signal, code) => expect(run(['sh', '-c', `kill -${signal} $$`])).toEqual(ended(code)));
test('arguments are not touched', () =>
  expect(run(['printf', '[%s]', 'a b', '', '$HOME', '*', '--', "it's", '\n'])).toEqual(
    ended(0, "[a b][][$HOME][*][--][it's][\n]"),
  ));
test('standard input is the child’s', () => expect(run(['cat'], { input: 'line' })).toEqual(ended(0, 'line')));
test('secrets are in the environment, hidden names are not', () =>
  expect(
    run(['sh', '-c', 'echo "$ALPHA ${BETA-none}"'], { secrets: { ALPHA: 'one' }, scrub: 'BETA', env: { BETA: 'x' } }),
  ).toEqual(ended(0, 'one none\n')));
test('a PATH among the secrets decides', () => {
  place('found-by-secret', '#!/bin/sh\necho found\n');
  expect(run(['found-by-secret'], { secrets: { PATH: `${root}:/usr/bin:/bin` } })).toEqual(ended(0, 'found\n'));
});
test('a script without a first line is the shell’s', () =>
  expect(run([place('plain', 'echo "$1"\n'), 'x'])).toEqual(ended(0, 'x\n')));

test('no such command', () => expect(notStarted(['no-such-command'])).toEqual({ kind: 'not found' }));
test('a folder', () => expect(notStarted([root])).toEqual({ kind: 'not executable', reason: 'it is a folder' }));
test('a file that may not be executed', () =>
  expect(notStarted([place('locked', '#!/bin/sh\n', 0o644)])).toEqual({
    kind: 'not executable',
    reason: 'permission denied',
  }));
test('an interpreter that is not there', () =>
  expect(notStarted([place('lost', '#!/no/such/sh\n')])).toEqual({
    kind: 'not executable',
    reason: 'its interpreter does not exist',
  }));
test('one variable of 140 KB', () =>
  expect(notStarted(['true'], { env: { HARNESS_LARGE: '140000' } })).toEqual({ kind: 'too large' }));
test('four megabytes in all', () =>
  expect(notStarted(['true'], { env: { HARNESS_LARGE: '4000000' } })).toEqual({ kind: 'too large' }));
test('one megabyte passes', () => {
  const names = Array.from({ length: 10 }, (_, index) => `PART_${index}`);
  const env = Object.fromEntries(names.map((name) => [name, 'x'.repeat(100_000)]));
  const script = `printf %s ${names.map((name) => `"$${name}"`).join('')} | wc -c | tr -d ' '`;
  expect(run(['sh', '-c', script], { env })).toEqual(ended(0, '1000000\n'));
});

test('bytes that are not UTF-8 stay as they are', () => {
  const bytes = Array.from({ length: 255 }, (_, index) => String.fromCharCode(index + 1)).join('');
  expect(run(showBytes('ODD'), { secrets: { ODD: `${bytes}\n\n` } }).stdout).toBe(
    `${Buffer.from(bytes, 'latin1').toString('hex')}0a0a`,
  );
});
test('beside them, everything else is as without them', () => {
  const names = ['PATH', 'HOME', 'PWD', 'OLDPWD', 'SHLVL', 'IFS', 'PS1', 'TOOL_RAW_LINE'];
  const show = ['sh', '-c', `tr '\\0' '\\n' < /proc/$$/environ | grep -vE '^(ODD|_)=' | sort`];
  const env = { HOME: '/nowhere', OLDPWD: '/', SHLVL: '7', IFS: 'x', ALPHA: 'a\tb' };
  const plain = run(show, { env }).stdout;
  expect(names.some((name) => plain.includes(`${name}=`))).toBe(true);
  expect(run(show, { env, secrets: { ODD: '\xff' } }).stdout).toBe(plain);
});
test('no value stands in an argument', () =>
  expect(run(['sh', '-c', 'cat /proc/$$/cmdline'], { secrets: { ODD: 'canary-odd\xff' } }).stdout).not.toContain(
    'canary',
  ));
test('the arguments of a child with such bytes are not touched', () =>
  expect(run(['printf', '[%s]', 'a b', '', '$HOME', '%s\\n', '-'], { secrets: { ODD: '\xff' } })).toEqual(
    ended(0, '[a b][][$HOME][%s\\n][-]'),
  ));
test('its exit code and signals too', () => {
  const secrets = { ODD: '\xff' };
  expect(run(['sh', '-c', 'exit 9'], { secrets })).toEqual(ended(9));
  expect(run(['sh', '-c', 'kill -TERM $$'], { secrets })).toEqual(ended(143));
  expect(notStarted(['no-such-command'], { secrets })).toEqual({ kind: 'not found' });
});
test('names that a shell cannot hold are kept beside them', () =>
  expect(
    run(['sh', '-c', "tr '\\0' '\\n' < /proc/$$/environ | grep dotted"], {
      env: { 'dotted.name': 'kept' },
      secrets: { ODD: '\xff' },
    }),
  ).toEqual(ended(0, 'dotted.name=kept\n')));
test('and with such bytes themselves', () =>
  expect(run(['cat', '/proc/self/environ'], { secrets: { Ünder: '\xff' } }).stdout).toContain('\xc3\x9cnder=\xff\0'));
test('inherited variables and arguments that are not UTF-8', () =>
  expect(
    shell(
      `ODD=$(printf 'A\\377'); export ODD; run sh -c 'printf "%s %s" "$ODD" "$1" | od -An -tx1' x "$(printf 'b\\376')"`,
    ),
  ).toBe(' 41 ff 20 62 fe\n'));

test('descriptors from 3 on are passed on', () => {
  place('three', 'three');
  expect(shell('run cat /dev/fd/3 3<three')).toBe('three');
  expect(shell("run sh -c 'cat <&9' 9<three")).toBe('three');
  expect(shell("run sh -c 'cat <&4' 3<three 4<three")).toBe('three');
});
test('no others are', () =>
  expect(shell("run sh -c 'ls /proc/$$/fd' | head -n 4 | tr '\\n' ' '")).not.toMatch(/\b[3-9]\b/));
test('signals are as they should be', () =>
  expect(shell('run grep -E "^Sig(Ign|Blk)" /proc/self/status')).toMatch(/SigBlk:\s+0+\nSigIgn:\s+0+\n/));
test('a slow pipe breaks neither the child nor whoever comes after us', () => {
  expect(shell('(sleep 0.2; echo late) | { run true; cat; }')).toBe('late\n');
  expect(shell('(sleep 0.2; echo late) | run cat')).toBe('late\n');
});
test('closed streams are no trouble', () => expect(shell('run true <&- >&- 2>&-; echo $?')).toBe('0\n'));

const trap = (signal: string) => `trap 'echo caught; exit 7' ${signal}; echo ready; while :; do sleep 0.02; done`;

/** Starts the harness apart from any terminal, waits for its child, and signals it. */
async function signalled(script: string, signal: NodeJS.Signals): Promise<{ code: number | null; output: string }> {
  const child: ChildProcess = spawn(process.execPath, [HARNESS, 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', openSync('/dev/null', 'w')],
    detached: true,
  });
  let output = '';
  child.stdout?.on('data', (data) => {
    output += String(data);
    if (output === 'ready\n') child.kill(signal);
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

test.each(['TERM', 'INT', 'HUP', 'QUIT', 'USR1', 'USR2'] as const)('SIG%s reaches the child', async (name) =>
  expect(await signalled(trap(name), `SIG${name}`)).toEqual({ code: 7, output: 'ready\ncaught\n' }),
);
test('a child that dies of it', async () =>
  expect(await signalled('echo ready; exec sleep 10', 'SIGTERM')).toEqual({ code: 143, output: 'ready\n' }));
test('a child that traps it and ends well', async () =>
  expect(await signalled("trap 'exit 0' TERM; echo ready; while :; do sleep 0.02; done", 'SIGTERM')).toEqual({
    code: 0,
    output: 'ready\n',
  }));
