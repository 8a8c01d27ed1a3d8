import { describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { FakeVendor } from '../../stores/fakes/fake-vendor.js';
import { type LpassAccount, type LpassState, lpassAccount, vendor } from '../../stores/fakes/lpass.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openStore, portsIn } from './open-store.js';

const folder = temporaryFolder();
let vaults = 0;

async function world(accounts: readonly LpassAccount[], variables: Readonly<Record<string, string>> = {}) {
  const at = `${folder}/${++vaults}`;
  const fake = new FakeVendor<LpassState>(vendor, at);
  fake.change((state) => state.accounts.push(...accounts));
  const store = await openStore('lastpass', { ...portsIn(at, variables), programs: fake.programs() });
  const read = async (...ats: readonly At[]) => (await store.read(ats, CALL)).map(inShort);
  const write = async (at: At, text: string, onlyIfAbsent?: true) =>
    (
      await store.write?.([{ at, value: SecretValue.fromText(text), ...(onlyIfAbsent && { onlyIfAbsent }) }], CALL)
    )?.[0];
  return { fake, store, read, write, commands: () => fake.runs().map(({ words }) => words[0]) };
}

const named = (key: string) => `tool/demo/default/${key}`;
const found = (text: string) => `found ${Buffer.from(text).toString('latin1')}`;

describe('values', () => {
  test('by name, full name and id', async () => {
    const { read } = await world([lpassAccount('12', named('A'), 'one'), lpassAccount('13', 'Team/x', 'two')]);
    expect(await read(convention('A'), native('x'), native('Team/x'), native('13'), native('none'))).toEqual([
      'found one',
      'found two',
      'found two',
      'found two',
      'absent',
    ]);
  });

  test('beyond ASCII, and what looks like how `lpass` prints it', async () => {
    const values = ['ü€😀', '\\uffffffc3', '\\\\uffffffc3\\', '\u00ff\\uffffff', '"\\"', 'a\tb\nc'];
    const { read } = await world(values.map((value, index) => lpassAccount(`1${index}`, named(`K${index}`), value)));
    expect(await read(...values.map((_, index) => convention(`K${index}`)))).toEqual(values.map(found));
  });

  test('an empty password counts as none, and is replaced where it is', async () => {
    const { read, write, fake } = await world([lpassAccount('12', named('A'), '')]);
    expect(await read(convention('A'))).toEqual(['absent']);
    expect(await write(convention('A'), 'one', true)).toEqual({ kind: 'written' });
    expect(await read(convention('A'))).toEqual(['found one']);
    expect(fake.state.accounts).toHaveLength(2);
  });

  test('names are exact, and two of one name are an error with their ids', async () => {
    const { read, store, write } = await world([
      lpassAccount('12', named('A'), 'one'),
      lpassAccount('13', 'one/twin', 'x'),
      lpassAccount('14', 'two/twin', 'y'),
    ]);
    expect(await read(convention('a'), native('two/twin'))).toEqual(['absent', 'found y']);
    const [answer] = await store.read([native('twin')], CALL);
    expect(answer).toMatchObject({ failure: { kind: 'failed', detail: expect.stringMatching(/13.*14/) } });
    expect(await write(native('twin'), 'new')).toMatchObject({ failure: { kind: 'failed' } });
  });

  test('an item that asks for the master password stops no other', async () => {
    const locked = lpassAccount('13', named('B'), 'two', { isProtected: true });
    const { read, store, commands } = await world([lpassAccount('12', named('A'), 'one'), locked]);
    expect(await read(convention('A'), convention('B'), convention('C'))).toEqual([
      'found one',
      'failed locked',
      'absent',
    ]);
    expect(commands()).toHaveLength(4);
    const [answer] = await store.read([convention('B')], CALL);
    expect(answer).toMatchObject({ failure: { help: expect.stringContaining('reprompt') } });
  });
});

describe('processes', () => {
  test.each([
    [1, 1],
    [50, 1],
    [500, 1],
    [1200, 2],
  ])('%i secrets: %i', async (count, processes) => {
    const keys = Array.from({ length: count }, (_, index) => `KEY${index}_${'X'.repeat(80)}`);
    const { read, commands, fake } = await world(keys.map((key, index) => lpassAccount(`1${index}`, named(key), key)));
    expect(await read(...keys.map(convention))).toEqual(keys.map((key) => `found ${key}`));
    expect(commands()).toHaveLength(processes);
    await read(convention('KEY0'));
    expect(fake.state.fetches).toBe(1);
  });

  test('nothing asks a person', async () => {
    const { read, fake } = await world([], { LPASS_ASKPASS: '/bin/ask', BW_SESSION: 'other' });
    await read(convention('A'));
    const { HOME: _, ...variables } = fake.runs()[0]?.variables ?? {};
    expect(variables).toEqual({ LPASS_DISABLE_PINENTRY: '1' });
  });
});

describe('writes', () => {
  test('add or replace, exact to the byte, and no value is an argument', async () => {
    const { read, write, fake } = await world([lpassAccount('12', named('A'), 'old')]);
    const values = { A: 'canary\n', B: 'canary\n\n', C: '\ncanary', D: '-canary' };
    for (const [key, value] of Object.entries(values))
      expect(await write(convention(key), value)).toEqual({ kind: 'written' });
    expect(await read(...Object.keys(values).map(convention))).toEqual(Object.values(values).map(found));
    expect(JSON.stringify(fake.runs().map(({ words }) => words))).not.toContain('canary');
    expect(fake.state.accounts.filter(({ group }) => group === 'tool/demo/default')).toHaveLength(4);
  });

  test('what is there stays where only a gap is filled', async () => {
    const { write } = await world([lpassAccount('12', named('A'), 'old')]);
    expect(await write(convention('A'), 'new', true)).toMatchObject({ kind: 'present' });
  });

  test('what LastPass would lose or change is refused', async () => {
    const { write } = await world([lpassAccount('12', 'Team/x', 'x', { isReadOnly: true })]);
    expect(await write(convention('A'), '')).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(await write(convention('A'), 'a\0b')).toMatchObject({ failure: { kind: 'not-text' } });
    expect(await write(native('99'), 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(await write(native('Team/x'), 'new')).toMatchObject({ failure: { kind: 'denied' } });
    for (const name of ['/x', 'x/', 'a\0b'])
      expect(await write(native(name), 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
  });
});

describe('failures', () => {
  test.each([
    ['missing-credential', { status: 1, stdout: 'Not logged in.\n' }, /lpass login/],
    [
      'missing-credential',
      { stderr: 'Error: Could not find decryption key. Perhaps you need to login with `lpass login`.' },
      /lpass login/,
    ],
    [
      'missing-credential',
      {
        stderr: 'Error: Unable to fetch blob. Either your session is invalid and you need to login with `lpass login`',
      },
      /lpass login/,
    ],
    [
      'unsupported',
      { stderr: "lpass: unrecognized option '--expand-multi'\nUsage: lpass show [--sync=auto|now|no]" },
      /update/,
    ],
    ['busy', { stderr: 'Error: HTTP response code said error.' }, /again/],
    ['unreachable', { stderr: "Error: Couldn't resolve host name." }, null],
    ['timeout', { stderr: 'Error: Timeout was reached.' }, null],
    ['failed', { signal: 'SIGKILL' }, null],
    ['failed', { stderr: 'Error: something new' }, null],
    ['malformed', { keeps: 0.5 }, null],
    ['failed', { status: 0, stdout: 'Multiple matches found.\ntool/demo/default/A [id: 12]\n' }, /id/],
    ['missing-credential', { status: 1, stdout: 'Not logged in.\n', stderr: 'warning: old agent\n' }, /lpass login/],
    ['malformed', { status: 0, stdout: 'x', times: 20_000_000 }, null],
    ['malformed', { status: 0, bytes: [0xff, 0xfe] }, null],
  ] as const)('%s: %j', async (kind, fault, help) => {
    const { store, fake } = await world([lpassAccount('12', named('A'), 'canary')]);
    fake.fail(fault);
    for (const answer of await store.read([convention('A'), convention('B')], CALL)) {
      expect(answer).toMatchObject({ kind: 'failed', failure: { kind } });
      expect(JSON.stringify(answer)).not.toContain('canary');
      if (help !== null && answer.kind === 'failed') expect(answer.failure.help).toMatch(help);
    }
  });
});
