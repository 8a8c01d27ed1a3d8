import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { nodePrograms } from '#runtime/programs/node-programs.js';
import type { ProgramOutcome, ProgramRun } from '#runtime/programs/programs.js';
import { secretTypeModule } from '#runtime/secret-types/index.js';
import type { Generated } from '#runtime/secret-types/secret-type.js';
import { named } from '#schemas/named.js';
import { fakePrograms } from '../../helpers/fake-programs.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { generatorPorts } from './made.js';

const folder = realpathSync(temporaryFolder());
const environment = new Map(
  Object.entries({ PATH: process.env['PATH'] ?? '', GIVEN: 'by the caller' }).map(([name, text]) => [
    name,
    Buffer.from(text),
  ]),
);

async function run(command: string, parts = {}): Promise<Generated | undefined> {
  const ports = generatorPorts({ programs: nodePrograms(), environment, folder, ...parts });
  return (await secretTypeModule('command'))?.generate?.(named([['command', command]]), ports);
}
const bytesOf = (made: Generated | undefined) => (made?.kind === 'generated' ? Buffer.from(made.value.reveal()) : made);
const outcome = (end: ProgramOutcome) => run('x', { programs: fakePrograms({ sh: () => end }) });
const NOTHING = Buffer.alloc(0);

describe('the output is kept to the byte', () => {
  test.each([
    ['text', 'printf made', 'made'],
    ['a newline at its end', 'echo made', 'made\n'],
    ['white space alone', "printf ' \\n'", ' \n'],
    ['zero bytes and what is not UTF-8', "printf '\\000\\377\\r\\n'", '\0\xff\r\n'],
    ['without what stderr says', 'echo aside >&2; printf made', 'made'],
  ])('%s', async (_, command, bytes) => expect(bytesOf(await run(command))).toEqual(Buffer.from(bytes, 'latin1')));

  test('up to 1 MiB', async () => {
    expect(bytesOf(await run('head -c 1048576 /dev/zero'))).toHaveLength(1_048_576);
    expect(await run('head -c 1048577 /dev/zero')).toMatchObject({ reason: 'the command printed more than 1 MiB' });
  });
});

describe('the command', () => {
  test('gets folder and environment of the call, and an empty input', async () => {
    const made = bytesOf(await run('pwd; echo "$GIVEN"; cat; echo end'));
    expect(String(made)).toBe(`${folder}\nby the caller\nend\n`);
  });
  test('finds programs in the folder of the call only if it names them so', async () => {
    mkdirSync(`${folder}/bin`);
    writeFileSync(`${folder}/bin/own`, '#!/bin/sh\nprintf own\n', { mode: 0o755 });
    expect(String(bytesOf(await run('./bin/own')))).toBe('own');
  });
  test('is given to the shell as one argument, with a limit of time and output', async () => {
    const runs: ProgramRun[] = [];
    const programs = {
      find: async () => ({ kind: 'found', path: '/bin/sh' }) as const,
      run: async (one: ProgramRun) => {
        runs.push(one);
        return { kind: 'too late' } as const;
      },
    };
    await run('a "b" $c', { programs });
    expect(runs).toMatchObject([
      { words: ['-c', 'a "b" $c'], limits: { deadlineMs: 120_000, stdoutBytes: 1_048_576 } },
    ]);
    expect(runs[0]?.input).toBeUndefined();
  });
  test('is ended with the call', async () => {
    const call = new AbortController();
    const running = run('sleep 100', { signal: call.signal });
    setTimeout(() => call.abort());
    expect(await running).toEqual({
      kind: 'failed',
      reason: 'the command was ended, because the call was given up',
    });
  });
});

describe('it fails', () => {
  test.each([
    ['with a status', 'echo oops >&2; exit 3', 'the command ended with status 3', 'oops'],
    ['by a signal', 'kill -9 $$', 'the command was ended by SIGKILL', undefined],
    ['if nothing is printed', 'echo why >&2', 'the command printed nothing', 'why'],
    ['if it is empty', '', 'the command printed nothing', undefined],
    [
      'without what it printed',
      'echo canary-1; echo canary-1 >&2; exit 1',
      'the command ended with status 1',
      '[secret]',
    ],
    [
      'without a part of it',
      'printf canary-value; echo "cannot store ary-val" >&2; exit 1',
      'the command ended with status 1',
      'cannot store [secret]',
    ],
    [
      'without its base64',
      'printf canary-value; printf "sent user:canary-value" | base64 >&2; exit 1',
      'the command ended with status 1',
      expect.not.stringMatching(/Y2FuYXJ5|NhbmFye|jYW5hcn/),
    ],
    [
      'killed, without what it printed',
      'printf canary; echo canary >&2; kill -9 $$',
      'the command was ended by SIGKILL',
      '[secret]',
    ],
    ['even if it has printed something', 'printf canary; exit 1', 'the command ended with status 1', undefined],
  ])('%s', async (_, command, reason, quote) => {
    const failed = await run(command);
    expect(failed).toEqual({ kind: 'failed', reason, ...(quote !== undefined && { quote }) });
  });

  test('what it says is cleaned and bounded', async () => {
    const failed = await run(
      `printf '\\033[31mred\\033[0m\\tline\\n\\007two' >&2; head -c 5000 /dev/zero | tr '\\0' x >&2; exit 1`,
    );
    expect(failed).toMatchObject({ quote: expect.stringMatching(/^red line twox{200,300}…$/u) });
  });
  test.each<[string, ProgramOutcome]>([
    ['the command did not end within 120 seconds', { kind: 'too late' }],
    ['`sh` could not be started: permission denied', { kind: 'not started', code: 'EACCES' }],
    [
      'another process still holds the output of the command open',
      { kind: 'ended', status: 0, stdout: Buffer.from('cut'), isWhole: false, stderr: NOTHING },
    ],
  ])('%s', async (reason, end) => expect(await outcome(end)).toEqual({ kind: 'failed', reason }));

  test('without a shell', async () =>
    expect(await run('x', { programs: fakePrograms({}) })).toMatchObject({ reason: '`sh` was not found in `PATH`' }));
});
