import { expect, test } from '@jest/globals';
import type { ProgramOutcome } from '#runtime/programs/programs.js';
import { saying } from '#runtime/programs/saying.js';
import type { Vendor } from '#runtime/providers/bases/vendor.js';
import { VendorProgram } from '#runtime/providers/bases/vendor-program.js';
import { failed } from '#runtime/providers/store-failure.js';
import { providers } from '#schemas/providers/index.js';
import { onepassword } from '#schemas/providers/onepassword.js';
import { fakePrograms } from '../../../helpers/fake-programs.js';
import { CALL, portsIn } from '../open-store.js';

type Fakes = Parameters<typeof fakePrograms>[0];
const VENDOR: Vendor = { name: 'op', preferred: 'op2', install: 'install op' };

function vendor(fakes: Fakes, more: Partial<Vendor> = {}, terminal: string | null = null) {
  const programs = fakePrograms(fakes);
  const ports = { ...portsIn('/', { HOME: '/home/ann', GPG_TTY: '/dev/pts/1', LC_ALL: 'de_DE' }), programs, terminal };
  return { programs, program: new VendorProgram({ ...VENDOR, ...more }, ports) };
}
const failureOf = async (fakes: Fakes) => {
  const ended = await vendor(fakes).program.run([], CALL);
  return ended.kind === 'failed' ? ended.failure : null;
};

test('the preferred name is used where there is one', async () => {
  const { programs, program } = vendor({ op: () => ({}), op2: () => ({}) });
  await program.run([], CALL);
  expect(programs.runs.map(({ program: name }) => name)).toEqual(['op2']);
});

test('a program is found once', async () => {
  const { programs, program } = vendor({ op: () => ({ stdout: 'x' }) });
  await Promise.all([program.run(['a'], CALL), program.run(['b'], CALL, Buffer.from('canary'))]);
  expect(programs.finds).toEqual(['op2', 'op']);
  expect(programs.runs.map(({ program: name, words, input }) => [name, words, input])).toEqual([
    ['op', ['a'], null],
    ['op', ['b'], 'canary'],
  ]);
});

test('a credential that is missing is reported before a program that is', async () => {
  const missing = failed('missing-credential', 'there is no token');
  const { program, programs } = vendor({}, { secrets: async () => missing });
  expect(await program.run([], CALL)).toEqual(missing);
  expect(programs.finds).toEqual([]);
});

test('an end is given back, whatever its status', async () => {
  const { program } = vendor({ op: () => ({ status: 3, stdout: 'out', stderr: 'err' }) });
  expect(await program.run([], CALL)).toEqual({
    kind: 'ended',
    status: 3,
    stdout: Buffer.from('out'),
    isWhole: true,
    stderr: 'err',
    hidden: '',
  });
});

test('a program gets the credentials and sessions of its own provider and of no other, unless only the user knows what it needs', async () => {
  const names = Object.values(providers).flatMap(({ credentials }) =>
    credentials.flatMap(({ environment }) => environment),
  );
  const environment = Object.fromEntries(
    ['OTHER', 'OP_SESSION_my', 'OP_CONNECT_TOKEN', 'BW_SESSION', 'BW_CLIENTSECRET', ...names].map((name) => [
      name,
      'canary',
    ]),
  );
  const programs = fakePrograms({ op: () => ({}) });
  const ports = { ...portsIn('/', environment), programs };
  const own = { credentials: onepassword.credentials, sessions: 'onepassword' } as const;
  await new VendorProgram({ ...VENDOR, ...own }, ports).run([], CALL);
  await new VendorProgram(VENDOR, ports).run([], CALL);
  await new VendorProgram({ ...VENDOR, credentials: 'all' }, ports).run([], CALL);
  const kept = programs.runs.map(({ variable }) => Object.keys(environment).filter((name) => variable(name) !== null));
  expect(names).toContain('VAULT_TOKEN');
  expect(kept).toEqual([
    ['OTHER', 'OP_SESSION_my', 'OP_CONNECT_TOKEN', 'OP_SERVICE_ACCOUNT_TOKEN'],
    ['OTHER'],
    Object.keys(environment),
  ]);
});

test('an input is in no message, unless it is not secret', async () => {
  const { program } = vendor({ op: ({ input }) => ({ status: 1, stderr: `no: ${input}` }) });
  const detailOf = async (how?: { readonly isSecret: boolean }) => {
    const end = await program.run([], CALL, Buffer.from('encrypted'), how);
    return end.kind === 'failed' ? null : program.failureOf(end)?.failure.detail;
  };
  expect(await detailOf()).toBe('no: [secret]');
  expect(await detailOf({ isSecret: true })).toBe('no: [secret]');
  expect(await detailOf({ isSecret: false })).toBe('no: encrypted');
});

test('what an entry comes to is found out once', async () => {
  let count = 0;
  const message = (errors: string) => `${++count}: ${errors}`;
  const { program } = vendor({ op: () => ({ status: 1, stderr: 'oops' }) }, { failures: { message, rows: [] } });
  expect(await program.entry([], CALL)).toMatchObject({ failure: { kind: 'failed', detail: '1: oops' } });
  expect(count).toBe(1);
});

test('a program that is missing comes with what to install', async () => {
  expect(await failureOf({})).toEqual({
    kind: 'missing-program',
    detail: '`op` was not found in `PATH`',
    help: 'install op',
  });
  expect(await failureOf({ op: null })).toMatchObject({ detail: '`op` is not executable' });
});

test.each<[ProgramOutcome, string, RegExp]>([
  [{ kind: 'not started', code: 'EACCES' }, 'failed', /permission denied/],
  [
    { kind: 'killed', signal: 'SIGSEGV', stdout: Buffer.of(), stderr: Buffer.from('canary') },
    'failed',
    /ended by SIGSEGV$/,
  ],
  [{ kind: 'too much', stream: 'stdout' }, 'malformed', /too much/],
  [{ kind: 'too late' }, 'timeout', /in time/],
  [{ kind: 'given up' }, 'timeout', /given up/],
])('%j is a failure of class %s', async (outcome, kind, detail) => {
  const failure = await failureOf({ op: () => outcome });
  expect(failure).toMatchObject({ kind, detail: expect.stringMatching(detail) });
});

test('it gets the environment, in English, without colours and with the terminal that there is', async () => {
  const variablesOn = async (terminal: string | null) => {
    const { programs, program } = vendor({ op: () => ({}) }, { variables: { HOME: null, OP_X: '1' } }, terminal);
    await program.run([], CALL);
    return ['HOME', 'OP_X', 'GPG_TTY', 'LC_ALL', 'NO_COLOR'].map((name) => programs.runs[0]?.variable(name));
  };
  expect(await variablesOn(null)).toEqual([null, '1', null, 'C.UTF-8', '1']);
  expect(await variablesOn('/dev/pts/2')).toEqual([null, '1', '/dev/pts/2', 'C.UTF-8', '1']);
});

test('what it says is one bounded line without colours, and without what it was given', () => {
  expect(saying('\x1b[31merror\x1b[0m:\n  no\x07')).toBe('error:   no');
  expect(saying('cannot store can\nary: can-of-worms', 'can-of-worms\n\nary')).toBe('cannot store can ary: [secret]');
  expect(saying('no canary-and-more', 'canary\ncanary-and-more')).toBe('no [secret]');
  expect(saying('no "a \\"canary\\" \\\\"', 'a "canary" \\')).toBe('no "[secret]"');
  expect(saying('no "\\u003ccanary\\u0026more"', '<canary&more')).toBe('no "[secret]"');
  expect(saying('no canary-one, canary-two', ' canary-one\r\n\tcanary-two \r\n')).toBe('no [secret], [secret]');
  expect(saying('x'.repeat(9999)).length).toBeLessThan(400);
});
