/** What holds for every password manager: how few processes a batch takes, and what is said of each thing that can go wrong. */
import { describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { providers } from '#schemas/providers/index.js';
import { configurationFor, FakeKeeper } from '../../helpers/doubles/keeper.js';
import { fakeHttp } from '../../helpers/fake-http.js';
import { fakePrograms } from '../../helpers/fake-programs.js';
import { FakeVendor } from '../../stores/fakes/fake-vendor.js';
import { type AnyManager, MANAGERS, OF_ANY_PROGRAM, type Trouble } from '../../stores/fakes/managers.js';
import type { PassAccount } from '../../stores/fakes/pass-cli.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, openStore, portsIn } from './open-store.js';

const folder = temporaryFolder();
let made = 0;
const all = Object.entries(MANAGERS);

/** With these keys. */
async function opened({ vendor, spec, variables, hold }: AnyManager, keys: readonly string[], more: object = {}) {
  const at = `${folder}/${made++}`;
  const fake = new FakeVendor(vendor, at);
  fake.change((state) => hold(state, keys));
  const environment: Readonly<Record<string, string>> = { ...variables, ...more };
  const programs = fake.programs();
  const credentialsOf = (scheme: string) => providers[scheme as keyof typeof providers]?.credentials ?? [];
  const store = await openStore(spec, {
    ...portsIn(at, environment),
    programs,
    credential: async (name) => {
      const known = credentialsOf(spec.split(':')[0] ?? '').find((each) => each.name === name)?.environment ?? [];
      const text = known.map((variable) => environment[variable]).find((value) => value);
      return text === undefined ? null : SecretValue.fromText(text);
    },
  });
  return { fake, programs, store };
}

describe.each(all)('%s', (_, manager) => {
  test.each([
    [1, 0],
    [50, 1],
    [500, 2],
  ] as const)('reads %i secrets with few processes', async (count, column) => {
    const keys = Array.from({ length: count }, (__, index) => `KEY_${index}`);
    const { fake, programs, store } = await opened(manager, keys);
    const answers = await store.read(keys.map(convention), CALL);
    expect(answers.map(inShort)).toEqual(keys.map((key) => `found canary of ${key}`));
    expect(fake.runs().length).toBeLessThanOrEqual(manager.processes[column]);
    expect(programs.most()).toBeLessThanOrEqual(manager.atOnce ?? 8);
    // A third of what one call for each secret takes.
    if (count > 10) expect(fake.runs().length).toBeLessThanOrEqual(0.3 * count);
  });

  test('shows no value and no session in arguments', async () => {
    const { fake, store } = await opened(manager, ['A']);
    await store.read([convention('A')], CALL);
    const words = fake.runs().flatMap((run) => run.words);
    expect(words.filter((word) => word.includes('canary'))).toEqual([]);
  });

  const troubles: [string, Trouble][] = Object.entries({ ...manager.troubles, ...OF_ANY_PROGRAM });
  test.each(troubles)('%s', async (__, trouble) => {
    const keys = Array.from({ length: 20 }, (___, index) => `KEY_${index}`);
    const { fake, store } = await opened(manager, keys, trouble.variables);
    fake.change((state) => trouble.state?.(state));
    fake.fail(...(trouble.fault ? [trouble.fault] : []));
    const answers = await store.read(keys.map(convention), CALL);
    const failures = answers.map((answer) => (answer.kind === 'failed' ? answer.failure : answer.kind));
    expect(failures).toEqual(keys.map(() => expect.objectContaining({ kind: trouble.kind })));
    const said = answers.flatMap((answer) =>
      answer.kind === 'failed' ? `${answer.failure.detail}; ${answer.failure.help}` : [],
    );
    expect(new Set(said).size).toBe(1);
    expect(said[0]).toMatch(trouble.says);
    expect(said[0]).not.toContain('canary');
    // It is not asked again for each of them.
    expect(fake.runs().length).toBeLessThanOrEqual(4);
  });

  test('program missing', async () => {
    const without = await openStore(manager.spec, {
      ...portsIn(folder, manager.variables),
      programs: fakePrograms({}),
      // One that is malformed would be reported first.
      credential: async () => SecretValue.fromText(manager.variables['BWS_ACCESS_TOKEN'] ?? 'x'),
    });
    expect(await without.read([convention('A')], CALL)).toMatchObject([
      { failure: { kind: 'missing-program', help: expect.stringMatching(/install/) } },
    ]);
  });
});

test.each([1, 50, 500])('keeper reads %i secrets with one request', async (count) => {
  const [at, uid] = [`${folder}/${made++}`, 'FOLDER_OF-tests0000000'];
  const keys = Array.from({ length: count }, (_, index) => `KEY_${index}`);
  const keeper = new FakeKeeper().addFolder(uid);
  for (const key of keys)
    keeper.put(uid, { title: `tool/demo/default/${key}`, fields: [{ type: 'password', value: [`canary of ${key}`] }] });
  const store = await openStore(`keeper://${uid}`, {
    ...portsIn(at),
    http: fakeHttp((request) => keeper.answer(request)).http,
    credential: async (name) =>
      name === 'config' ? SecretValue.fromText(JSON.stringify(configurationFor('keeper.test'))) : null,
  });
  expect((await store.read(keys.map(convention), CALL)).map(inShort)).toEqual(
    keys.map((key) => `found canary of ${key}`),
  );
  expect(keeper.asked).toEqual(['get_secret']);
});

test('the session of an agent of protonpass takes one process for each secret, and two', async () => {
  const manager = MANAGERS['protonpass'] as AnyManager;
  const keys = Array.from({ length: 50 }, (_, index) => `KEY_${index}`);
  const { fake, programs, store } = await opened(manager, keys);
  fake.change((account: PassAccount) => Object.assign(account, { session: 'agent' }));
  expect((await store.read(keys.map(convention), CALL)).map(inShort)).toEqual(
    keys.map((key) => `found canary of ${key}`),
  );
  expect(fake.runs()).toHaveLength(52);
  expect(programs.most()).toBeLessThanOrEqual(8);
});

test('every password manager is tried', () => {
  const isOne = ({ scheme, title }: ProviderDescriptor) =>
    /1Password|LastPass|Dashlane|Keeper|Proton|Passbolt|Bitwarden/.test(title) && !scheme.includes('+');
  const schemes = Object.values(providers)
    .filter(isOne)
    .map(({ scheme }) => scheme);
  expect(schemes.sort()).toEqual([...Object.keys(MANAGERS), 'keeper'].sort());
});
