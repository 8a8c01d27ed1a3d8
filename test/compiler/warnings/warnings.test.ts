/** Near misses and variants; what each warning says is shown in golden/plan/warnings. */
import { describe, expect, test } from '@jest/globals';
import { compile } from '#compiler/index.js';
import { memoryHost } from '../../helpers/memory-host.js';

const PROJECT = '[project]\nname = "shop"\nrevision = "1.0"\n';

async function codesOf(text: string, parents: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const files = { 'manifest.toml': text.includes('[project]') ? text : `${PROJECT}${text}`, ...parents };
  const { diagnostics } = await compile(memoryHost(files), 'manifest.toml', { warnings: true });
  return diagnostics.map(({ code }) => code);
}
const secrets = (...lines: readonly string[]) => codesOf(`[profiles.default]\n${lines.join('\n')}\n`);

test('nobody is warned who did not ask', async () => {
  const text = `${PROJECT}[providers]\nold = "keyring://"\n[profiles.default]\nA = { description = "a" }\n`;
  const { plan, diagnostics } = await compile(memoryHost({ 'manifest.toml': text }), 'manifest.toml');
  expect([plan === null, diagnostics]).toEqual([false, []]);
  expect(await codesOf(text)).toEqual(['W0601']);
});

test('a warning leaves the plan as it is', async () => {
  const host = memoryHost({
    'manifest.toml': `${PROJECT}[profiles.default]\nMY_TOKEN = { description = "a", default = "b" }\n`,
  });
  const [asked, silent] = [
    await compile(host, 'manifest.toml', { warnings: true }),
    await compile(host, 'manifest.toml'),
  ];
  expect(asked.diagnostics.map(({ severity }) => severity)).toEqual(['warning']);
  expect(asked.plan).toEqual(silent.plan);
});

test('names of prototypes are names', async () => {
  const text =
    '[providers]\n__proto__ = "keyring://"\nconstructor = "env://"\n[scopes.toString]\nsecrets = ["hasOwnProperty"]\n[profiles.default]\nhasOwnProperty = { description = "a", providers = ["constructor"] }\nvalueOf = { description = "a", providers = ["constructor"] }\n';
  expect(await codesOf(text)).toEqual(['W0501', 'W0601']);
});

describe('default of a credential', () => {
  test('an empty one gives nothing away', async () =>
    expect(await secrets('MY_TOKEN = { description = "a", default = "" }')).toEqual([]));
  test('a user alone is no credential', async () =>
    expect(await secrets('REPOSITORY = { description = "a", default = "ssh://git@host/x" }')).toEqual([]));
  test('an address with a port and an @ further on is none', async () =>
    expect(await secrets('PAGE = { description = "a", default = "https://host:80/@user" }')).toEqual([]));
});

describe('override that changes nothing', () => {
  const both = (base: string, own: string) => codesOf(`[profiles.default]\nA = ${base}\n[profiles.test]\nA = ${own}\n`);
  test('an empty one', async () => expect(await both('{ description = "a" }', '{}')).toEqual(['W0301']));
  test('`inherit` says nothing outside `default`', async () =>
    expect(await both('{ description = "a" }', '{ inherit = true }')).toEqual(['W0301']));
  test('tables are equal whatever the order of their keys', async () =>
    expect(
      await both('{ description = "a", ref = { item = "x", field = "y" } }', '{ ref = { field = "y", item = "x" } }'),
    ).toEqual(['W0301']));
  test('a new field is a change', async () =>
    expect(await both('{ description = "a" }', '{ as_path = true }')).toEqual([]));
  test('a standalone profile inherits nothing to repeat', async () =>
    expect(
      await codesOf(
        '[profiles.default]\nA = { description = "a" }\n[profiles.test.defaults]\ninherit = false\n[profiles.test]\nA = { description = "a" }\n',
      ),
    ).toEqual([]));
  test('a declaration in a manifest replaces the whole, so less is a change', async () => {
    const parent = `${PROJECT}[profiles.default]\nA = { description = "a", required = false }\n`;
    const child =
      '[project]\nname = "b"\nrevision = "1.0"\nextends = ["p.toml"]\n[profiles.default]\nA = { description = "a" }\n';
    expect(await codesOf(child, { 'p.toml': parent })).toEqual([]);
  });
  test('two parents may agree by chance', async () => {
    const parent = `${PROJECT}[profiles.default]\nA = { description = "a" }\n`;
    const child = '[project]\nname = "b"\nrevision = "1.0"\nextends = ["p.toml", "q.toml"]\n[profiles.default]\n';
    expect(await codesOf(child, { 'p.toml': parent, 'q.toml': parent })).toEqual([]);
  });
});

describe('two secrets in one entry', () => {
  const shared = (first: string, second: string) =>
    secrets(
      `A = { description = "a", ref = { item = "x" }, ${first} }`,
      `B = { description = "b", ref = { item = "x" }, ${second} }`,
    );
  const made = 'type = "hex", generate = true';
  test('one is entered', async () =>
    expect(await shared('providers = ["keyring"], prompt = true', 'providers = ["keyring"]')).toEqual(['W0603']));
  test('in the store of the user, whichever it is', async () =>
    expect(await shared(made, 'required = false')).toEqual(['W0603']));
  test('nobody writes', async () => expect(await shared('required = false', 'required = false')).toEqual([]));
  test('in a store that keeps nothing', async () =>
    expect(await shared(`${made}, providers = ["null"]`, 'providers = ["null"]')).toEqual([]));
  test('in two stores', async () =>
    expect(await shared(`${made}, providers = ["keyring"]`, 'providers = ["dotenv://.env"]')).toEqual([]));
  test('what is generated goes to the first store alone', async () =>
    expect(await shared(`${made}, providers = ["dotenv://a.env", "keyring"]`, 'providers = ["keyring"]')).toEqual([]));
  test('what is generated passes over stores that are only read', async () =>
    expect(await shared(`${made}, providers = ["env", "keyring"]`, 'providers = ["keyring"]')).toEqual(['W0603']));
  test('what is generated is lost before it reaches a later store', async () =>
    expect(await shared(`${made}, providers = ["env", "null", "keyring"]`, 'providers = ["keyring"]')).toEqual([]));
  test('one by its name, the other by coordinates that spell it', async () =>
    expect(
      await secrets(
        `A = { description = "a", providers = ["dotenv://.env"], ${made} }`,
        'B = { description = "b", providers = ["dotenv:./.env"], ref = { item = "A" } }',
      ),
    ).toEqual(['W0603']));
  test('through the template of an alias', async () =>
    expect(
      await codesOf(
        `[providers]\nteam = { uri = "keyring://", ref = { item = "team" } }\n[defaults]\nproviders = ["team"]\n[profiles.default]\nA = { description = "a", ${made} }\nB = { description = "b" }\n`,
      ),
    ).toEqual(['W0603']));
  test('in two profiles that never meet', async () =>
    expect(
      await codesOf(
        `[profiles.one]\nA = { description = "a", ref = { item = "x" }, ${made} }\n[profiles.two]\nB = { description = "b", ref = { item = "x" } }\n`,
      ),
    ).toEqual([]));
});

describe('store repeated in a chain', () => {
  const chain = (...stores: readonly string[]) =>
    secrets(`A = { description = "a", providers = [${stores.map((store) => `"${store}"`).join(', ')}] }`);
  test('by another spelling', async () => expect(await chain('keyring', 'keyring://')).toEqual(['W0602']));
  test('by another spelling of a path', async () =>
    expect(await chain('file:./a', 'file:./b/../a')).toEqual(['W0602']));
  test('a name that only the user knows', async () =>
    expect(await chain('mine', 'mine')).toEqual(['W0602', 'W0606', 'W0606']));
  test('with another way to sign in', async () =>
    expect(await chain('age://a.age', 'age://a.age?identity=other')).toEqual([]));
  test('behind `null`', async () => expect(await chain('null', 'keyring')).toEqual([]));
  test('with entries of their own', async () =>
    expect(
      await codesOf(
        '[providers]\na = "keyring://"\nb = "keyring://"\n[profiles.default]\nA = { description = "a", providers = ["a", "b"], refs = { b = { item = "old" } } }\n',
      ),
    ).toEqual([]));
  test('in a cached fallback', async () =>
    expect(
      await codesOf(
        '[defaults]\nproviders = ["c"]\n[providers]\nc = { fallback = ["env", "env"], cache = { provider = "keyring", max_age = "1h" } }\n[profiles.default]\nA = { description = "a" }\n',
      ),
    ).toEqual(['W0602']));
});

describe('group that cannot be satisfied', () => {
  const member = (mode: string, more: string) => `{ description = "a", required = { ${mode} = "g" }, ${more} }`;
  test('two that are generated', async () =>
    expect(
      await secrets(
        `A = ${member('exactly_one', 'type = "hex", generate = true')}`,
        `B = ${member('exactly_one', 'type = "uuid", generate = true')}`,
      ),
    ).toEqual(['W0502']));
  test('one with a default keeps the others from being generated', async () =>
    expect(
      await secrets(
        `A = ${member('exactly_one', 'type = "hex", generate = true')}`,
        `B = ${member('exactly_one', 'default = "x"')}`,
        `C = ${member('exactly_one', 'type = "hex", generate = true')}`,
      ),
    ).toEqual([]));
  test('of `at_least_one` any number may be there', async () =>
    expect(
      await secrets(`A = ${member('at_least_one', 'default = "x"')}`, `B = ${member('at_least_one', 'default = "y"')}`),
    ).toEqual([]));
  test('none that can be there', async () =>
    expect(
      await secrets(
        `A = ${member('at_least_one', 'providers = ["null"]')}`,
        `B = ${member('at_least_one', 'providers = ["null://", "null"]')}`,
      ),
    ).toEqual(expect.arrayContaining(['W0502'])));
});

describe('plain-text store in production', () => {
  const inProfile = (name: string) =>
    codesOf(`[profiles."${name}"]\nA = { description = "a", providers = ["dotenv://.env"] }\n`);
  test.each(['production', 'prod', 'live', 'prod-eu', 'eu_live', 'Production'])('%s', async (name) =>
    expect(await inProfile(name)).toEqual(['W0604']),
  );
  test.each(['default', 'preprod', 'pre-prod', 'non-production', 'deliver', 'product', 'lively'])(
    '%s is none',
    async (name) => expect(await inProfile(name)).toEqual([]),
  );
  test('the environment is none', async () =>
    expect(await codesOf('[profiles.production]\nA = { description = "a", providers = ["env"] }\n')).toEqual([]));
});
