/** Stores of external providers, with real processes: what is asked, what is shown, and what a broken one can do. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Answer, ProviderPorts } from '#runtime/providers/provider.js';
import type { UsableStore } from '#runtime/stores/usable-store.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { install, oddUri, recorded } from '../../../helpers/external-providers.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { CALL, convention, inShort, native, portsIn, usableStore } from '../open-store.js';

const root = temporaryFolder();
const home = join(root, 'home');
install(home, { environment: ['ACME_*'] });
let logs = 0;
const opened: UsableStore[] = [];
afterEach(async () => {
  for (const { store } of opened.splice(0)) await store.close?.();
});

interface Tried {
  readonly usable: UsableStore;
  readonly log: string;
  readonly read: (...keys: readonly string[]) => Promise<readonly Answer[]>;
  readonly asked: () => readonly string[];
}

async function tried(
  way = '',
  over: Partial<ProviderPorts> = {},
  variables: Record<string, string> = {},
): Promise<Tried> {
  const log = join(root, `log${logs++}`);
  const environment = { PATH: process.env['PATH'] ?? '', ...variables };
  const usable = await usableStore(oddUri(way, log), { ...portsIn(root, environment), ...over });
  opened.push(usable);
  return {
    usable,
    log,
    read: async (...keys) => usable.store.read(keys.map(convention), CALL),
    asked: () => recorded(log).flatMap(({ method }) => method ?? []),
  };
}

const failureOf = (answer: Answer | undefined) => (answer?.kind === 'failed' ? answer.failure : null);

describe('what is asked', () => {
  test('nothing, until an operation needs it', async () => {
    const { usable, asked } = await tried();
    await usable.store.identity(convention('A'));
    expect([usable.store.shown, asked()]).toEqual([oddUriShown(), []]);
  });
  test('one initialisation and one batch for all entries', async () => {
    const { read, asked, usable } = await tried();
    expect((await read('A', 'ABSENT', 'B')).map(inShort)).toEqual(['found value-of-A', 'absent', 'found value-of-B']);
    expect(asked()).toEqual(['rpc.initialize', 'provider.get_many']);
    expect(usable.store.shown).toBe('odd://shown');
    await usable.store.close?.();
    expect(asked().at(-1)).toBe('rpc.shutdown');
  });
  test('a batch for each 1,024', async () => {
    const { read, log } = await tried();
    const answers = await read(...Array.from({ length: 2050 }, (_, index) => `K${index}`));
    expect(inShort(answers[2049])).toBe('found value-of-K2049');
    expect(recorded(log).flatMap(({ requests }) => requests ?? [])).toEqual([1024, 1024, 2]);
  });
  test('more batches where fewer fit into a message', async () => {
    const { read, log } = await tried('takes little');
    const answers = await read(...Array.from({ length: 100 }, (_, index) => `KEY_${index}`));
    expect(answers.every(({ kind }) => kind === 'found')).toBe(true);
    expect(recorded(log).filter(({ requests }) => requests !== undefined).length).toBeGreaterThan(2);
  });
  test('single entries, where there are no batches', async () => {
    const { read, asked } = await tried('has no batches');
    expect((await read('A', 'B')).map(inShort)).toEqual(['found value-of-A', 'found value-of-B']);
    expect(asked()).toEqual(['rpc.initialize', 'provider.get', 'provider.get']);
  });
  test('each once, where one of them spoils the batch', async () => {
    const { read, asked } = await tried();
    const answers = await read('A', 'BAD', 'B');
    expect(answers.map(inShort)).toEqual(['found value-of-A', 'failed unsupported', 'found value-of-B']);
    expect(failureOf(answers[1])).toMatchObject({ errorKind: 'invalid_params' });
    expect(asked()).toEqual(['rpc.initialize', 'provider.get_many', 'provider.get', 'provider.get', 'provider.get']);
  });
  test('a read once more, where it says when', async () => {
    const { read, asked } = await tried('is not ready');
    expect((await read('A')).map(inShort)).toEqual(['found value-of-A']);
    expect(asked()).toEqual(['rpc.initialize', 'provider.get', 'provider.get']);
  });
  test('not again, where that is too far ahead', async () => {
    const { read, asked } = await tried('is never ready');
    const [answer] = await read('A');
    expect(failureOf(answer)).toMatchObject({ kind: 'unreachable', help: 'try again in 6 seconds' });
    expect(asked()).toEqual(['rpc.initialize', 'provider.get']);
  });
  test('no coordinate that it does not support', async () => {
    const { usable, asked } = await tried();
    const [answer] = await usable.store.read([{ kind: 'native', item: 'x', section: 's' }], CALL);
    expect(failureOf(answer)?.detail).toBe('odd does not support the coordinate `section`');
    expect(asked()).toEqual(['rpc.initialize']);
  });
  test('reads of a store that cannot be read are refused', async () => {
    const { read } = await tried('has no get');
    expect(failureOf((await read('A'))[0])?.detail).toContain('does not offer `provider.get`');
  });
  test('a value that is not text is not sent', async () => {
    const { usable, asked } = await tried();
    const value = SecretValue.fromBytes(Uint8Array.of(0xff));
    expect(await usable.store.write?.([{ at: native('x'), value }], CALL)).toMatchObject([
      { failure: { kind: 'not-text' } },
    ]);
    expect(asked()).toEqual(['rpc.initialize']);
  });
  test('what it lists', async () => {
    const { usable } = await tried();
    expect(await usable.store.list?.(CALL)).toEqual({
      kind: 'listed',
      entries: [{ name: 'LISTED', at: { item: 'L' }, description: 'Listed', required: false }],
    });
  });
});

function oddUriShown(): string {
  return 'odd://store?way=&log=***';
}

test('it gets a cleared environment, the root as its folder, and one argument', async () => {
  const { read, log } = await tried('', {}, { ACME_KEY: 'k', OTHER: 'o', TOOL_REASON: 'r', LC_ALL: 'C', HOME: '/h' });
  await read('A');
  const [, start] = recorded(log);
  expect(start).toMatchObject({ folder: '/', words: ['provider'] });
  const { PATH: path, ...rest } = start?.environment ?? {};
  expect(path).toBe(process.env['PATH']);
  expect(rest).toEqual({ ACME_KEY: 'k', LC_ALL: 'C', HOME: '/h' });
  expect(start?.application?.context).toEqual({ project: 'demo', profile: 'default', base_dir: root, reason: null });
});

describe('faults end it, and none of its words is shown', () => {
  test.each([
    ['dies', 'ended before it answered (exit 7)'],
    ['is killed', 'ended before it answered (SIGSEGV)'],
    ['answers to another id', 'answered no request; it was ended'],
    ['writes a long line', 'sent a line that is too long; it was ended'],
    ['speaks in between', 'sent a line that is not JSON; it was ended'],
    ['mixes code and kind', 'it was ended'],
    ['leaves out a member', 'answered provider.get with a result that is wrong at "expires_at_unix_ms"; it was ended'],
    ['gives a number', 'answered provider.get with a result that is wrong at "value"; it was ended'],
    ['leaves a child and dies', 'ended before it answered (exit 7)'],
    ['claims keyring', 'called itself by another name than `odd`; it was ended'],
    ['says more', 'described itself with something that is wrong at'],
    ['fails', 'answered `provider.get` with `operation_failed`: the operation failed'],
    ['refuses', 'answered `provider.get` with `permission_denied`: access is denied'],
  ])('%s', async (way, detail) => {
    const { read } = await tried(way);
    const failure = failureOf((await read('A').catch(thrown))[0]);
    expect(failure?.detail).toContain(detail);
    expect(JSON.stringify(failure)).not.toContain('canary');
  });

  test.each([
    ['order', 'in another order'],
    ['doubles', 'in another order'],
  ])('get_many: %s', async (way, detail) => {
    const { read } = await tried(way);
    const answers = await read('A', 'B', 'C');
    expect(answers.map((answer) => failureOf(answer)?.detail.includes(detail))).toEqual([true, true, true]);
  });

  test('an answer that comes twice ends it afterwards', async () => {
    const { read, log } = await tried('answers twice');
    expect((await read('A')).map(inShort)).toEqual(['found value-of-A']);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await read('A').catch(thrown);
    expect(recorded(log).filter(({ started }) => started !== undefined).length).toBeGreaterThan(1);
  });

  test('pieces, floods of errors and children do no harm', async () => {
    for (const way of ['writes in pieces', 'floods errors', 'leaves a child']) {
      const { read } = await tried(way);
      expect((await read('A')).map(inShort)).toEqual(['found value-of-A']);
    }
  });

  test('a start that hangs or floods is given up after ten seconds, which is a fault', async () => {
    const started = Date.now();
    const ways = ['hangs at the start', 'floods at the start'];
    const all = await Promise.all(ways.map((way) => tried(way)));
    const failures = await Promise.all(all.map(async ({ read }) => failureOf((await read('A').catch(thrown))[0])));
    expect(Date.now() - started).toBeGreaterThanOrEqual(9_900);
    expect(failures.map((failure) => [failure?.kind, failure?.detail])).toEqual([
      ['timeout', 'the external provider did not answer `rpc.initialize` in time:\nwaiting for the vault'],
      ['timeout', 'the external provider did not answer `rpc.initialize` in time'],
    ]);
    for (const { log } of all)
      expect(() =>
        process.kill(recorded(log).find(({ started: pid }) => pid !== undefined)?.started ?? 0, 0),
      ).toThrow();
  }, 60_000);

  test('a flood of notifications holds back neither a call that is given up nor the end', async () => {
    const { usable, log, asked } = await tried('floods');
    const call = new AbortController();
    const reading = usable.store.read([convention('A')], { signal: call.signal });
    await waitUntil(() => asked().includes('provider.get'));
    call.abort(new Error('given up'));
    await expect(reading).rejects.toThrow('given up');
    await usable.store.close?.();
    const pid = recorded(log).find(({ started }) => started !== undefined)?.started ?? 0;
    expect(() => process.kill(pid, 0)).toThrow();
  });

  test('a refusal is no fault: it is started again for each operation', async () => {
    const { read, log } = await tried('refuses the start');
    for (let turn = 0; turn < 5; turn++)
      expect(failureOf((await read('A').catch(thrown))[0])).toMatchObject({ errorKind: 'permission_denied' });
    expect(recorded(log).filter(({ started }) => started !== undefined)).toHaveLength(5);
  });

  test('a call that is given up while it waits leaves no timer', async () => {
    const { usable, asked } = await tried('is soon ready');
    const call = new AbortController();
    const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    await usable.store.contact?.();
    const before = timers();
    const reading = usable.store.read([convention('A')], { signal: call.signal });
    await waitUntil(() => asked().includes('provider.get'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(timers()).toBeGreaterThan(before);
    call.abort(new Error('given up'));
    await expect(reading).rejects.toThrow('given up');
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test('nothing is sent again, and the third fault is the last', async () => {
    const { read, log } = await tried('dies');
    for (let turn = 0; turn < 5; turn++) {
      const failure = failureOf((await read('A').catch(thrown))[0]);
      expect(failure?.detail).toContain(turn < 3 ? 'ended before it answered' : 'failed 3 times');
    }
    expect(recorded(log).filter(({ method }) => method === 'provider.get')).toHaveLength(3);
  });

  test('one that describes itself in another way is another store', async () => {
    const { read } = await tried('changes');
    await read('A').catch(thrown);
    expect(failureOf((await read('A').catch(thrown))[0])?.detail).toContain(
      'described itself in another way than before',
    );
  });

  test('what it writes to its standard error is shown only if it did not start', async () => {
    const { read } = await tried('dies at the start');
    const failure = failureOf((await read('A').catch(thrown))[0]);
    expect(failure?.detail).toBe(
      'the external provider ended before it was initialized (exit 3):\none\ntwo\n[31mthe file demo is locked',
    );
  });

  test('a write that was not answered is not sent again, and the next one is not sent', async () => {
    const { usable, log } = await tried('dies');
    const value = SecretValue.fromText('canary-that-is-written');
    const answers = await usable.store.write?.(
      [
        { at: native('x'), value },
        { at: native('y'), value },
      ],
      CALL,
    );
    expect(answers?.map(({ kind }) => kind)).toEqual(['failed', 'failed']);
    expect(JSON.stringify(answers)).not.toContain('canary');
    expect(recorded(log).filter(({ method }) => method === 'provider.set')).toHaveLength(1);
  });

  test('a call that is given up does not wait for it', async () => {
    const { usable } = await tried('hangs');
    const call = new AbortController();
    setTimeout(() => call.abort(new Error('given up')), 300);
    await expect(usable.store.read([convention('A')], { signal: call.signal })).rejects.toThrow('given up');
  });

  test('one that does not end is ended after two seconds', async () => {
    const { read, usable, log } = await tried('does not end');
    await read('A');
    const pid = recorded(log).find(({ started }) => started !== undefined)?.started ?? 0;
    const start = Date.now();
    await usable.store.close?.();
    expect(Date.now() - start).toBeLessThan(5_000);
    expect(() => process.kill(pid, 0)).toThrow();
  });
});

describe('trust', () => {
  test('a claim that is gone names where it would be', async () => {
    const usable = await usableStore('none://store', portsIn(root));
    const answer = await usable.store.read([convention('A')], CALL).catch(thrown);
    expect(failureOf(answer[0])).toMatchObject({
      kind: 'missing-program',
      detail: expect.stringContaining(`${home}/.config/tool/providers.d/none.tool.json`),
    });
  });
  test('what is refused was not started', async () => {
    const { executable } = install(home, { scheme: 'loose' });
    writeFileSync(executable, '#!/bin/sh\ntouch started\n', { mode: 0o775 });
    const { chmodSync } = await import('node:fs');
    chmodSync(executable, 0o775);
    const usable = await usableStore('loose://store', portsIn(root));
    const [answer] = await usable.store.read([convention('A')], CALL).catch(thrown);
    expect(failureOf(answer)).toEqual({
      kind: 'failed',
      detail: `the external provider \`loose\` was not started: \`${executable}\` is group-writable`,
      help: 'remove that permission with `chmod g-w`',
    });
  });
});

describe('credentials', () => {
  const external = (value: string | null, asked: unknown[] = []) => ({
    ...portsIn(root).external,
    credential: async (wanted: unknown) => {
      asked.push(wanted);
      return value === null ? null : SecretValue.fromText(value);
    },
  });
  test('are looked up when they are asked for', async () => {
    const asked: unknown[] = [];
    const { read, log } = await tried('asks at the start', { external: external('hunter2', asked) });
    expect((await read('A', 'B')).map(inShort)).toEqual(['found value-of-A', 'found value-of-B']);
    expect(recorded(log).flatMap(({ credential }) => credential ?? [])).toEqual([
      { status: 'found', value: 'hunter2' },
    ]);
    expect(asked).toEqual([
      {
        name: 'token',
        required: true,
        item: expect.stringMatching(/^tool\/provider-credentials\/odd\/[0-9a-f]{64}\/token$/),
      },
    ]);
  });
  test('of which it repeats only the end are not shown', async () => {
    const { read } = await tried('repeats a credential', {
      external: external('a-canary-of-forty-characters-and-then-more'),
    });
    expect(failureOf((await read('A').catch(thrown))[0])?.detail).toBe(
      `the external provider ended before it was initialized (exit 4):\n${'x'.repeat(300)}…\nthe last line`,
    );
  });
  test('that are stored later are found by the next operation', async () => {
    const stored: (string | null)[] = [null, 'hunter2'];
    const { read } = await tried('asks at the start', {
      external: {
        ...portsIn(root).external,
        credential: async () => {
          const value = stored.shift() ?? null;
          return value === null ? null : SecretValue.fromText(value);
        },
      },
    });
    expect(failureOf((await read('A').catch(thrown))[0])).toMatchObject({ kind: 'missing-credential' });
    expect((await read('A')).map(inShort)).toEqual(['found value-of-A']);
  });
  test('that are missing are what the failure is about', async () => {
    const { read } = await tried('asks at the start', { external: external(null) });
    expect(failureOf((await read('A').catch(thrown))[0])).toMatchObject({ kind: 'missing-credential' });
  });
});

async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** As the code that uses stores answers for one that throws. */
function thrown(error: unknown): readonly Answer[] {
  const { failure } = error as { failure: NonNullable<ReturnType<typeof failureOf>> };
  if (failure === undefined) throw error;
  return [{ kind: 'failed', failure }];
}
