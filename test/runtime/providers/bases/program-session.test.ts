/** Sign-ins of programs: one for all that run at the same time and for all stores of a call, and its key nowhere but in the environment. */
import { expect, test } from '@jest/globals';
import { failed } from '#runtime/providers/store-failure.js';
import type { SignInOfProgram, Vendor } from '#runtime/providers/bases/vendor.js';
import { VendorProgram } from '#runtime/providers/bases/vendor-program.js';
import { type FakeRun, fakePrograms } from '../../../helpers/fake-programs.js';
import { CALL, portsIn } from '../open-store.js';

const KEY = 'canary-session-key';
const TABLE = {
  rows: [
    { says: /locked/, kind: 'locked' },
    { says: /none/, kind: 'absent' },
  ],
} as const;
const UNLOCK: SignInOfProgram = {
  of: 'ann',
  begin: async (run) => {
    const done = await run(['unlock', '--raw'], Buffer.from('master'));
    if (done.kind === 'failed') return done;
    return { kind: 'session', variables: { BW_SESSION: done.stdout.toString().trim() } };
  },
};

/** A vault that its program unlocks, and opens for whoever has the key. */
function vault() {
  const state = { key: KEY, unlocks: true };
  const bw = ({ words: [command, name], variable }: FakeRun) => {
    if (command === 'unlock')
      return state.unlocks ? { stdout: `${state.key}\n` } : { status: 1, stderr: 'still locked' };
    if (variable('BW_SESSION') !== state.key) return { status: 1, stderr: `locked for ${variable('BW_SESSION')}` };
    return name === 'missing' ? { status: 1, stderr: 'none' } : { stdout: `value of ${name}` };
  };
  const programs = fakePrograms({ bw });
  const commands = () => programs.runs.map(({ words: [command] }) => command);
  return { state, programs, ports: { ...portsIn('/', { HOME: '/home/ann' }), programs }, commands };
}

function opened(ports: ReturnType<typeof vault>['ports'], signIn = UNLOCK): VendorProgram {
  const vendor: Vendor = { name: 'bw', install: 'install bw', signIn, failures: TABLE };
  return new VendorProgram(vendor, ports);
}
const textOf = (done: { readonly kind: string; readonly stdout?: Buffer }) => done.stdout?.toString() ?? done.kind;

test.each([1, 50, 500])('%d entries that are read at once are behind one unlock', async (count) => {
  const { ports, commands } = vault();
  const bw = opened(ports);
  const names = Array.from({ length: count }, (_, index) => `e${index}`);
  const answers = await Promise.all(names.map((name) => bw.entry(['get', name], CALL)));
  expect(answers.map(textOf)).toEqual(names.map((name) => `value of ${name}`));
  expect(commands()).toEqual(['unlock', ...names.map(() => 'get')]);
});

test('the key is in the environment of what runs afterwards, and in no argument, input or message', async () => {
  const { state, programs, ports } = vault();
  const bw = opened(ports);
  await bw.output(['get', 'a'], CALL);
  const [unlock, get] = programs.runs;
  expect([unlock?.input, unlock?.variable('BW_SESSION')]).toEqual(['master', null]);
  expect([get?.input, get?.variable('BW_SESSION'), get?.words]).toEqual([null, KEY, ['get', 'a']]);
  expect(process.env['BW_SESSION']).toBeUndefined();
  state.key = 'another';
  expect(await bw.output(['get', 'a'], CALL)).toMatchObject({
    failure: { kind: 'locked', detail: 'locked for [secret]' },
  });
});

test('stores of one call that need the same sign-in share it, and others do not', async () => {
  const { ports, commands } = vault();
  await Promise.all([opened(ports), opened(ports)].map((bw) => bw.output(['get', 'a'], CALL)));
  expect(commands()).toEqual(['unlock', 'get', 'get']);
  await opened(ports, { ...UNLOCK, of: 'bob' }).output(['get', 'a'], CALL);
  expect(commands().filter((command) => command === 'unlock')).toHaveLength(2);
  const other = { ...vault().ports, programs: ports.programs };
  await opened(other).output(['get', 'a'], CALL);
  expect(commands().filter((command) => command === 'unlock')).toHaveLength(3);
});

test('a failed unlock is told to all who waited, concerns every entry, and is tried anew by the next run', async () => {
  const { state, ports, commands } = vault();
  state.unlocks = false;
  const bw = opened(ports);
  const answers = await Promise.all([bw.entry(['get', 'a'], CALL), bw.change(['edit', 'a'], CALL)]);
  expect(answers).toMatchObject([{ failure: { kind: 'locked' } }, { failure: { kind: 'locked' } }]);
  expect(commands()).toEqual(['unlock']);
  expect(answers.map((answer) => answer?.kind === 'failed' && bw.concernsAll(answer))).toEqual([true, true]);
  state.unlocks = true;
  expect(textOf(await bw.output(['get', 'a'], CALL))).toBe('value of a');
});

test('what was locked since is unlocked by the next run, not again and again', async () => {
  const { state, ports, commands } = vault();
  const bw = opened(ports);
  await bw.output(['get', 'a'], CALL);
  state.key = 'canary-new-key';
  expect(await bw.output(['get', 'a'], CALL)).toMatchObject({ failure: { kind: 'locked' } });
  expect(textOf(await bw.output(['get', 'a'], CALL))).toBe('value of a');
  expect(commands()).toEqual(['unlock', 'get', 'get', 'unlock', 'get']);
});

test('a run that fails late forgets no sign-in that is newer than its own', async () => {
  const { state, programs, ports, commands } = vault();
  let end = (): void => {};
  const isHeld = new Promise<void>((resolve) => {
    end = resolve;
  });
  const held: typeof programs = {
    ...programs,
    run: async (run) => {
      const outcome = await programs.run(run);
      if (run.words.includes('late')) await isHeld;
      return outcome;
    },
  };
  const bw = opened({ ...ports, programs: held });
  await bw.output(['get', 'a'], CALL);
  state.key = 'canary-new-key';
  const late = bw.output(['get', 'late'], CALL);
  expect(await bw.output(['get', 'a'], CALL)).toMatchObject({ failure: { kind: 'locked' } });
  expect(textOf(await bw.output(['get', 'a'], CALL))).toBe('value of a');
  end();
  expect(await late).toMatchObject({ failure: { kind: 'locked' } });
  expect(textOf(await bw.output(['get', 'a'], CALL))).toBe('value of a');
  expect(commands().filter((command) => command === 'unlock')).toHaveLength(2);
});

test('what the program calls missing is absent where an entry is asked for, and a failure elsewhere', async () => {
  const bw = opened(vault().ports);
  expect(await bw.entry(['get', 'missing'], CALL)).toEqual({ kind: 'absent' });
  expect(await bw.output(['get', 'missing'], CALL)).toMatchObject({ failure: { kind: 'failed', detail: 'none' } });
});

test('credentials are asked for once, before the sign-in, and decide which session it is', async () => {
  const { ports, commands, programs } = vault();
  let asked = 0;
  const withToken = (token: string) =>
    new VendorProgram(
      {
        name: 'bw',
        install: 'install bw',
        signIn: UNLOCK,
        failures: TABLE,
        secrets: async () => {
          asked++;
          return { kind: 'secrets', variables: { BW_TOKEN: token } };
        },
      },
      ports,
    );
  const bw = withToken('canary-one');
  await Promise.all([bw.output(['get', 'a'], CALL), bw.output(['get', 'b'], CALL)]);
  expect([asked, commands()]).toEqual([1, ['unlock', 'get', 'get']]);
  expect(programs.runs.map(({ variable }) => variable('BW_TOKEN'))).toEqual(Array(3).fill('canary-one'));
  await withToken('canary-two').output(['get', 'a'], CALL);
  expect(commands()).toEqual(['unlock', 'get', 'get', 'unlock', 'get']);
});

test('without a credential nothing runs, and it concerns every entry', async () => {
  const { ports, commands } = vault();
  const refused = failed('missing-credential', 'no token');
  const vendor: Vendor = { name: 'bw', install: 'install bw', secrets: async () => refused };
  const bw = new VendorProgram(vendor, ports);
  expect(await bw.output(['get', 'a'], CALL)).toBe(refused);
  expect([bw.concernsAll(refused), commands()]).toEqual([true, []]);
});
