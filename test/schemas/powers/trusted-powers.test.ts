/** What is approved besides the powers that differences show: stores of the user. And what makes an approval hold. */
import { expect, test } from '@jest/globals';
import type { StorePower } from '#schemas/powers/power.js';
import { powersText, trustedPowers } from '#schemas/powers/trusted-powers.js';
import { planOfText } from '../../helpers/generated-manifest.js';

async function trusted(text: string, project = 'shop') {
  const plan = await planOfText(`[project]\nname = "${project}"\nrevision = "1.0"\n${text}`);
  if (plan === null) throw new Error(`does not compile: ${text}`);
  return trustedPowers(plan, (whole) => `digest of ${whole}`);
}

async function storesIn(text: string): Promise<readonly StorePower[]> {
  return (await trusted(text)).flatMap(({ power }) => (power.kind === 'store' ? [power] : []));
}

async function identity(text: string, project?: string): Promise<string> {
  return powersText((await trusted(text, project)).map(({ power }) => power));
}

const secret = (settings: string, name = 'A') => `${name} = { description = "d", ${settings} }\n`;
const only = (settings: string) => `[profiles.default]\n${secret(settings)}`;
const reads = (store: string | null, project: string | null = 'shop', items: readonly string[] = []) =>
  ({ kind: 'store', store, project, items, access: 'read' }) as const;

test.each([
  ['', reads(null)],
  ['providers = ["keyring"]', reads('keyring')],
  ['providers = ["keyring://x/{key}"]', reads('keyring://x/{key}')],
  ['providers = ["mine"]', reads('mine')],
  ['providers = ["pass"]', reads('pass')],
  ['providers = ["vault://kv.example.com"]', reads('vault://kv.example.com')],
  ['providers = ["awssm"]', reads('awssm')],
  ['providers = ["acme://x"]', reads('acme://x')],
  ['providers = ["kdbx:../team.kdbx"]', reads('kdbx:../team.kdbx')],
  ['providers = ["keyring"], ref = { item = "x" }', reads('keyring', null, ['x'])],
  [
    'providers = ["onepassword://Team"], ref = { item = "x", field = "y" }',
    reads('onepassword://Team', null, ['item x, field y']),
  ],
  ['providers = ["dotenv:../.env"], ref = { item = "X" }', reads('dotenv:../.env', null, ['X'])],
])('%s', async (settings, power) => expect(await storesIn(only(settings || 'required = true'))).toEqual([power]));

test.each(['env', 'null', 'dotenv://.env', 'file:secrets', 'dotenv:../.env', 'age:secrets.age', 'kdbx:team.kdbx'])(
  '%s is the project’s own, or approved as a file',
  async (store) => expect(await storesIn(only(`providers = ["${store}"]`))).toEqual([]),
);

test('an option that is not shown is another store', async () => {
  const store = (option: string) => only(`providers = ["acme://x?account=a&endpoint=${option}"]`);
  expect(await storesIn(store('a.example.com'))).toEqual([
    {
      ...reads('acme://x?account=***&endpoint=***'),
      hidden: 'digest of acme://x?account=a&endpoint=a.example.com',
    },
  ]);
  expect(await identity(store('a.example.com'))).not.toBe(await identity(store('b.example.com')));
});

test('what is generated is written to the first store that can be written', async () => {
  const powers = await storesIn(only('providers = ["env", "keyring"], type = "uuid", generate = true'));
  expect(powers.map(({ store, access }) => [store, access])).toEqual([
    ['keyring', 'read'],
    ['keyring', 'write'],
  ]);
});

test('caches, fallbacks and credentials, by their addresses', async () => {
  const powers = await storesIn(
    '[providers]\nfar = { uri = "awssm", cache = { provider = "keyring", max_age = "1h" } }\n' +
      'near = { uri = "vault://near.example.com", credentials = { token = { provider = "pass", ref = { item = "t" } } } }\n' +
      'both = { fallback = ["near", "mine"], cache = { provider = "keyring", max_age = "1h" } }\n' +
      `[profiles.default]\n${secret('providers = ["far"]')}${secret('providers = ["both"]', 'B')}`,
  );
  expect(powers).toEqual(
    expect.arrayContaining([
      reads('awssm'),
      reads('keyring'),
      { ...reads('keyring'), access: 'write' },
      reads('vault://near.example.com'),
      reads('pass', null, ['t']),
      reads('mine'),
    ]),
  );
  expect(powers.length).toBe(6);
});

test('a template is one item for all secrets and profiles', async () => {
  const alias =
    '[providers]\nop = { uri = "onepassword://T", ref = { item = "{project}/{profile}", field = "{key}" } }\n';
  const text = `${alias}[defaults]\nproviders = ["op"]\n[profiles.default]\n${secret('required = true')}`;
  expect(await storesIn(text)).toEqual([reads('onepassword://T', null, ['item shop/{profile}, field {key}'])]);
  expect(await identity(text)).toBe(await identity(`${text}${secret('required = true', 'B')}[profiles.live]\n`));
});

const BASE = `[providers]\nteam = "vault://kv.example.com"\n[defaults]\nproviders = ["team"]\n[profiles.default]\n${secret('required = true')}`;

test.each([
  ['one more secret', `${BASE}${secret('required = false', 'B')}`],
  ['another name of the alias', BASE.replaceAll('team', 'crew')],
  ['another spelling of the store', BASE.replace('"vault://kv.example.com"', '"vault://KV.example.com"')],
  ['one more profile', `${BASE}[profiles.live]\n`],
  ['a file of the project', `${BASE}${secret('providers = ["dotenv://.env"]', 'B')}`],
])('%s asks nobody', async (_, text) => expect(await identity(text)).toBe(await identity(BASE)));

test.each([
  ['another host', BASE.replace('kv.example', 'kv2.example')],
  ['a path of the same host', BASE.replace('example.com', 'example.com/other')],
  ['an item', `${BASE}${secret('ref = { item = "x", field = "y" }', 'B')}`],
  ['a command', `${BASE}${secret('type = "command", generate = { command = "id" }', 'B')}`],
  ['a file', `${BASE}${secret('providers = ["dotenv:../x"]', 'B')}`],
  ['a variable', `${BASE}${secret('default = "x"', 'PATH')}`],
  ['a store of the user', `${BASE}${secret('providers = ["keyring"]', 'B')}`],
  ['writing', `${BASE}${secret('type = "uuid", generate = true', 'B')}`],
  [
    'a credential',
    BASE.replace('"vault://kv.example.com"', '{ uri = "vault://kv.example.com", credentials = { token = "env" } }'),
  ],
])('%s is asked for', async (_, text) => expect(await identity(text)).not.toBe(await identity(BASE)));

test('another name of the project is asked for', async () => {
  expect(await identity(BASE, 'payments')).not.toBe(await identity(BASE));
});
