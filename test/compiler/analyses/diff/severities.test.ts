/** Changes whose severity depends on what the plans say besides: each once as a danger, once not. */
import { expect, test } from '@jest/globals';
import { diffPlans } from '#compiler/analyses/diff/diff-plans.js';
import type { Plan } from '#schemas/plan.js';
import type { ChangeKind } from '#schemas/plan-change.js';
import { planOfText } from '../../../helpers/generated-manifest.js';

const HEAD = '[project]\nname = "shop"\nrevision = "1.0"\n';

async function planOf(text: string): Promise<Plan> {
  const plan = await planOfText(HEAD + text);
  if (plan === null) throw new Error(`does not compile: ${text}`);
  return plan;
}

/** Of all changes of this kind, by what they are about. */
async function severitiesOf(kind: ChangeKind, before: string, after: string): Promise<readonly string[]> {
  const changes = diffPlans(await planOf(before), await planOf(after));
  return changes.flatMap((change) => (change.kind === kind ? [change.severity] : []));
}

const secrets = (lines: readonly string[]) => `[profiles.default]\n${lines.join('\n')}\n`;
const composed = (name: string, template: string) => `${name} = { description = "d", composed = "${template}" }`;
const stored = (name: string, more = '') => `${name} = { description = "d"${more} }`;
const fixed = (name: string, text: string) => stored(name, `, default = "${text}"`);

test.each([
  ['beside a stored value', 'https://${KEY}@${HOST}', 'danger'],
  ['alone', 'https://${HOST}', 'review'],
  ['beside another default', 'https://${USER}@${HOST}', 'review'],
])('a default that ends in a composition %s', async (_, template, severity) => {
  const with_ = (host: string) =>
    secrets([stored('KEY'), fixed('USER', 'me'), fixed('HOST', host), composed('URL', template)]);
  expect(await severitiesOf('default-changed', with_('a'), with_('b'))).toEqual([severity]);
});

test('a default that ends there through other compositions', async () => {
  const with_ = (host: string) =>
    secrets([
      stored('KEY'),
      fixed('HOST', host),
      composed('SERVER', 'api.${HOST}'),
      composed('URL', 'https://${KEY}@${SERVER}'),
    ]);
  expect(await severitiesOf('default-changed', with_('a'), with_('b'))).toEqual(['danger']);
});

test.each([
  ['other literal text beside a stored value', ['${KEY}@one', '${KEY}@two'], 'danger'],
  ['a stored value that is new to it', ['one@${HOST}', 'one@${HOST}${KEY}'], 'danger'],
  ['another default beside a stored value', ['${KEY}@${HOST}', '${KEY}@${USER}'], 'danger'],
  ['other literal text without a stored value', ['one@${HOST}', 'two@${HOST}'], 'review'],
  ['less of what it held', ['${KEY}@${HOST}@${USER}', '${KEY}@${USER}'], 'review'],
  ['two hosts exchanged', ['${KEY}@${HOST}?via=${USER}', '${KEY}@${USER}?via=${HOST}'], 'danger'],
  ['a stored value where the host was', ['${KEY}@${HOST}', '${HOST}@${KEY}'], 'danger'],
  ['defaults in another order, without a stored value', ['${USER}@${HOST}', '${HOST}@${USER}'], 'review'],
])('a composition with %s', async (_, [before = '', after = ''], severity) => {
  const with_ = (template: string) =>
    secrets([stored('KEY'), fixed('HOST', 'h'), fixed('USER', 'u'), composed('URL', template)]);
  expect(await severitiesOf('composition-changed', with_(before), with_(after))).toEqual([severity]);
});

test('an inner composition is judged by those that it ends in', async () => {
  const with_ = (host: string) =>
    secrets([
      stored('KEY'),
      fixed('ZONE', 'z'),
      composed('SERVER', `${host}.\${ZONE}`),
      composed('URL', 'https://${KEY}@${SERVER}'),
    ]);
  expect(await severitiesOf('composition-changed', with_('one'), with_('two'))).toEqual(['danger']);
});

test.each([
  ['a step is written out', ['a:${KEY}', '${STEP}@${HOST}'], ['a:${KEY}', 'a:${KEY}@${HOST}']],
  ['a step is made', ['a:${KEY}', 'a:${KEY}@${HOST}'], ['a:${KEY}', '${STEP}@${HOST}']],
] as const)('the same text where %s', async (_, before, after) => {
  const with_ = ([step, url]: readonly [string, string]) =>
    secrets([stored('KEY'), fixed('HOST', 'h'), composed('STEP', step), composed('URL', url)]);
  expect(await severitiesOf('composition-changed', with_(before), with_(after))).toEqual(['review']);
});

test('steps that are used again and again are looked at once', async () => {
  const steps = Array.from({ length: 60 }, (_, index) => composed(`S${index + 1}`, `\${S${index}}\${S${index}}`));
  const with_ = (text: string) => secrets([stored('KEY'), composed('S0', text), ...steps]);
  expect(await severitiesOf('composition-changed', with_('${KEY}@a'), with_('${KEY}@b'))).toEqual(['danger']);
});

const part = (name: string, from: string, pointer: string) =>
  `${name} = { description = "d", from = "${from}", extract = { format = "json", pointer = "${pointer}" } }`;
const extracted = (name: string, pointer: string) =>
  stored(name, `, extract = { format = "json", pointer = "${pointer}" }`);

test.each([
  ['beside a stored value', 'https://${KEY}@${HOST}', 'danger'],
  ['in a text alone', 'https://${HOST}', 'danger'],
  ['as it is', '${HOST}', 'review'],
  ['nowhere', 'https://${KEY}', 'review'],
])('another part of a value that ends in a composition %s', async (_, template, severity) => {
  const derived = (pointer: string) =>
    secrets([stored('KEY'), stored('ALL'), part('HOST', 'ALL', pointer), composed('URL', template)]);
  expect(await severitiesOf('derivation-changed', derived('/a'), derived('/b'))).toEqual([severity]);
  const read = (pointer: string) => secrets([stored('KEY'), extracted('HOST', pointer), composed('URL', template)]);
  expect(await severitiesOf('extraction-changed', read('/a'), read('/b'))).toEqual([severity]);
});

test.each([
  ['before a generator', ['"keyring"'], ['"keyring", "dotenv:ci.env"'], ', type = "uuid", generate = true', 'danger'],
  ['before a prompt', ['"keyring"'], ['"keyring", "file:ci"'], ', prompt = true', 'danger'],
  ['before a default', ['"keyring"'], ['"keyring", "dotenv:ci.env"'], ', default = "x"', 'danger'],
  ['before a store', ['"keyring", "pass"'], ['"keyring", "dotenv:ci.env", "pass"'], '', 'danger'],
  ['before nothing', ['"keyring"'], ['"keyring", "dotenv:ci.env"'], '', 'review'],
  [
    'outside, before a generator',
    ['"keyring"'],
    ['"keyring", "dotenv:/etc/env"'],
    ', type = "uuid", generate = true',
    'review',
  ],
  ['that was there, before a new store', ['"dotenv:ci.env"'], ['"dotenv:ci.env", "pass"'], '', 'review'],
])('a file of the checkout %s', async (_, [before = ''], [after = ''], more, severity) => {
  const with_ = (chain: string) => secrets([stored('KEY', `, providers = [${chain}]${more}`)]);
  expect(await severitiesOf('store-added', with_(before), with_(after))).toEqual([severity]);
});

test('a file of the checkout moved before another store', async () => {
  const with_ = (chain: string) => secrets([stored('KEY', `, providers = [${chain}]`)]);
  const [before, after] = ['"keyring", "pass", "dotenv:ci.env"', '"keyring", "dotenv:ci.env", "pass"'];
  expect(await severitiesOf('stores-reordered', with_(before), with_(after))).toEqual(['danger']);
  expect(await severitiesOf('stores-reordered', with_(after), with_(before))).toEqual(['review']);
});

test.each([
  ['only settings have defaults', [fixed('LEVEL', 'info')], 'review'],
  [
    'a default is part of a composition',
    [fixed('HOST', 'h'), stored('KEY'), composed('URL', '${KEY}@${HOST}')],
    'danger',
  ],
  ['a secret is generated', [stored('KEY', ', type = "uuid", generate = true')], 'danger'],
])('a file of the checkout after the stores of a project where %s', async (_, lines, severity) => {
  const with_ = (chain: string) => `[defaults]\nproviders = [${chain}]\n${secrets(lines)}`;
  expect(await severitiesOf('store-added', with_('"keyring"'), with_('"keyring", "dotenv:.env"'))).toEqual([severity]);
});

test.each([
  ['by no secret before', ['A', ', providers = ["keyring"]'], ['A', ''], 'review'],
  ['by no secret afterwards', ['A', ''], ['A', ', providers = ["env"]'], 'review'],
  ['by another secret than before', ['A', ''], ['B', ''], 'review'],
  ['in both', ['A', ''], ['A', ''], 'danger'],
] as const)('a chain of the project that is used %s', async (_, before, after, severity) => {
  const with_ = ([name, more]: readonly [string, string], chain: string) => chain + secrets([stored(name, more)]);
  const [old, next] = [with_(before, ''), with_(after, '[defaults]\nproviders = ["keyring"]\n')];
  expect(await severitiesOf('store-added', old, next)).toContain(severity);
});

test('a secret that is new to the project and to the composition', async () => {
  const before = secrets([fixed('HOST', 'h'), composed('URL', 'https://${HOST}')]);
  const after = secrets([fixed('HOST', 'h'), stored('NEW'), composed('URL', 'https://${NEW}@${HOST}')]);
  expect(await severitiesOf('composition-changed', before, after)).toEqual(['review']);
});

test.each([
  ['dotenv://.cache', 'danger'],
  ['keyring', 'review'],
])('a cache in %s', async (store, severity) => {
  const with_ = (cache: string) =>
    `[providers]\nteam = { uri = "vault://v.example.com"${cache} }\n${secrets([stored('KEY', ', providers = ["team"]')])}`;
  const cache = `, cache = { provider = "${store}", max_age = "1h" }`;
  expect(await severitiesOf('cache-introduced', with_(''), with_(cache))).toEqual([severity]);
});

test.each([
  ['keyring', 'danger'],
  ['dotenv://.env', 'review'],
  ['dotenv://.env.{profile}', 'danger'],
])('a renamed profile whose values are in %s', async (store, severity) => {
  const with_ = (name: string) =>
    `${secrets([stored('KEY')])}[profiles.${name}]\n${stored('KEY', `, providers = ["${store}"]`)}\n`;
  const changes = diffPlans(await planOf(with_('live')), await planOf(with_('production')));
  expect(changes).toEqual([
    { kind: 'profile-renamed', severity, profiles: ['live', 'production'], from: 'live', to: 'production' },
  ]);
});

test('two profiles that say the same and are both gone are not taken for one that came', async () => {
  const with_ = (...names: readonly string[]) =>
    secrets([stored('KEY')]) + names.map((name) => `[profiles.${name}]\n${fixed('KEY', 'k')}\n`).join('');
  const kinds = diffPlans(await planOf(with_('one', 'two')), await planOf(with_('three'))).map(({ kind }) => kind);
  expect(kinds).not.toContain('profile-renamed');
  expect(kinds).toContain('profile-added');
});

test.each([
  ['an alias for the same address', '["keyring"]', '["machine"]'],
  ['another alias for the same address', '["local"]', '["machine"]'],
])('%s is another spelling', async (_, before, after) => {
  const aliases = '[providers]\nmachine = "keyring://"\nlocal = "keyring"\n';
  const with_ = (providers: string) => aliases + secrets([stored('KEY', `, providers = ${providers}`)]);
  const changes = diffPlans(await planOf(with_(before)), await planOf(with_(after)));
  expect(changes.map(({ kind }) => kind)).toEqual(['store-respelled']);
});

test('an alias under whose name a secret has its address is not', async () => {
  const aliases = '[providers]\nmachine = "keyring://"\n';
  const with_ = (providers: string) =>
    aliases + secrets([stored('KEY', `, providers = ["${providers}"], refs = { machine = { item = "x" } }`)]);
  const kinds = diffPlans(await planOf(with_('machine')), await planOf(with_('keyring'))).map(({ kind }) => kind);
  expect(kinds).toContain('store-removed');
});
