/** What each store calls an entry (providers-cloud 6, providers-local). */
import { describe, expect, test } from '@jest/globals';
import type { Coordinates } from '#schemas/plan.js';
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { type Scheme, providers } from '#schemas/providers/index.js';
import type { At } from '#schemas/addresses/address.js';
import { type ChangeRefusal, type Entry, entryKey, type Unfit } from '#schemas/addresses/entry.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';

function entryOf(spec: string, at: At): Entry | Unfit {
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed') throw new Error(uri.problem);
  return providers[uri.scheme as Scheme].entry(at, uri, { project: 'app', profile: 'prod' });
}
function changeOf(spec: string, entry: Entry | Unfit): ChangeRefusal | null {
  if (entry.kind === 'unfit') throw new Error(entry.problem);
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed') throw new Error(uri.problem);
  const { refusesChange }: ProviderDescriptor = providers[uri.scheme as Scheme];
  return refusesChange?.(entry, 'write', uri) ?? null;
}
function byConvention(spec: string, names: Partial<Record<'project' | 'profile' | 'key', string>> = {}) {
  return entryOf(spec, { kind: 'convention', project: 'app', profile: 'prod', key: 'DB_URL', ...names });
}
const byRef = (spec: string, at: Coordinates) => entryOf(spec, { kind: 'native', ...at });

test.each([
  ['aac://store?prefix=payments:', 'payments:tool:app:prod:DB_URL'],
  ['age', 'DB_URL'],
  ['akv://vault', 'tool--mfyha--obzg6za--irbf6vksjq'],
  ['awsps', '/tool/app/prod/DB_URL'],
  ['awsps://?prefix=team', '/team/tool/app/prod/DB_URL'],
  ['awsps://?template=/{profile}/{project}/{key}', '/prod/app/DB_URL'],
  ['awssm', 'tool/app/prod/DB_URL'],
  ['awssm://?prefix=team', 'team/tool/app/prod/DB_URL'],
  ['bw', 'tool/app/prod/DB_URL'],
  ['bw://?folder={profile}', 'prod/DB_URL'],
  ['bws://0f8fad5b-d9cb-469f-a165-70867728950e', 'DB_URL'],
  ['cloudflare://STORE', 'DB_URL'],
  ['dashlane', 'tool/app/prod/DB_URL'],
  ['doppler://backend', 'prod/DB_URL'],
  ['doppler://backend/stage', 'stage/DB_URL'],
  ['dotenv', 'DB_URL'],
  ['ejson', '/app/prod/DB_URL'],
  ['env', 'DB_URL'],
  ['file:./secrets', 'app/prod/DB_URL'],
  ['fly://app', 'DB_URL'],
  ['gcsm://my-project', 'tool2--app--prod--DB_URL'],
  ['gopass', 'tool/app/prod/DB_URL'],
  ['gopass://team/{key}', 'team/DB_URL'],
  ['infisical:///UUID', '/tool/app/prod/DB_URL'],
  ['infisical:///UUID?path=team/', '/team/app/prod/DB_URL'],
  ['k8s+configmap://app', 'tool--app--prod--DB_URL'],
  ['k8s+secret://app', 'tool--app--prod--DB_URL'],
  ['kdbx:./team.kdbx', 'tool/app/prod/DB_URL'],
  ['kdbx:./team.kdbx?prefix={project}/{key}', 'app/DB_URL'],
  ['keeper://FOLDER', 'tool/app/prod/DB_URL'],
  ['keyring', 'tool/app/prod/DB_URL'],
  ['lastpass://Shared/{key}', 'Shared/DB_URL'],
  ['null', 'DB_URL'],
  ['onepassword', 'tool/app/prod/DB_URL'],
  ['onepassword+token', 'tool/app/prod/DB_URL'],
  ['openbao', 'tool/app/prod/DB_URL'],
  ['pass', 'tool/app/prod/DB_URL'],
  ['passbolt://?template={profile}/{key}', 'prod/DB_URL'],
  ['protonpass', 'app/prod/DB_URL'],
  ['protonpass://Work/{key}', 'DB_URL'],
  ['scaleway', '/tool/app/prod/DB_URL'],
  ['scaleway://?path=/team', '/team/tool/app/prod/DB_URL'],
  ['setec://host?prefix=a/b', 'a/b/tool/app/prod/DB_URL'],
  ['sops', 'app/prod/DB_URL'],
  ['sops:a.json', 'app/prod/DB_URL'],
  ['sops:a.ini', 'prod/DB_URL'],
  ['sops:a.env', 'DB_URL'],
  ['sops:{project}/{profile}.yaml', 'DB_URL'],
  ['systemd-credential', 'DB_URL'],
  ['vault', 'tool/app/prod/DB_URL'],
])('without coordinates %s has %s', (spec, name) => {
  expect(byConvention(spec)).toMatchObject({ kind: 'entry', name });
});

test('the vector of the reference for akv', () => {
  expect(byConvention('akv://v', { project: 'proj', profile: 'default', key: 'A' })).toMatchObject({
    name: 'tool--obzg62q--mrswmylvnr2a--ie',
  });
});

test.each<[string, Coordinates, Partial<Entry>]>([
  ['vault', { item: 'a/b', field: 'c' }, { name: 'a/b', field: 'c' }],
  ['gcsm://my-project', { item: 'a', version: '3' }, { name: 'a', version: '3' }],
  ['awssm', { item: 'a', field: 'f' }, { name: 'a', field: 'f' }],
  ['scaleway', { item: 'a/b' }, { name: '/a/b' }],
  ['infisical:///U', { item: 'b/KEY' }, { name: '/tool/b/KEY', within: 'prod' }],
  ['infisical:///U?env=dev', { item: '/KEY' }, { name: '/KEY', within: 'dev' }],
  ['doppler://p', { item: 'KEY' }, { name: 'prod/KEY' }],
  ['doppler://p/dev', { item: 'stage/KEY' }, { name: 'stage/KEY' }],
  ['keyring', { item: 'service', field: 'me' }, { name: 'service', field: 'me' }],
  ['kdbx:a.kdbx', { item: 'x', field: 'username' }, { name: 'x', field: 'UserName' }],
  ['sops:a.ini', { item: 'x' }, { name: 'DEFAULT/x' }],
  ['onepassword://Team', { item: 'x', section: 's', field: 'f' }, { within: 'Team', section: 's', field: 'f' }],
  ['onepassword://Team', { item: 'x', vault: 'Other' }, { within: 'Other', field: 'value' }],
  ['keeper://F', { item: 'x' }, { field: 'password' }],
])('%s with %j', (spec, at, expected) => {
  expect(byRef(spec, at)).toMatchObject({ kind: 'entry', ...expected });
});

test.each<[string, Coordinates, Partial<Unfit>]>([
  ['setec://host', { item: 'a', version: 'three' }, { part: 'version', text: 'three' }],
  ['setec://host', { item: 'a', version: '4294967296' }, { part: 'version' }],
  ['gcsm://my-project', { item: 'a', version: '0' }, { part: 'version' }],
  ['akv://v', { item: 'a', version: 'x' }, { part: 'version' }],
  ['infisical:///U', { item: 'a', version: 'x' }, { part: 'version' }],
  ['scaleway', { item: '/a', version: 'x' }, { part: 'version' }],
  ['awssm', { item: 'a b' }, { part: 'item' }],
  ['sops:{project}/{profile}.yaml', { item: 'x' }, { part: 'item' }],
  ['kdbx:a.kdbx', { item: 'a//b' }, { part: 'item' }],
  ['kdbx:a.kdbx', { item: 'a', field: '\x01' }, { part: 'field' }],
  ['pass', { item: '../x' }, { part: 'item' }],
  ['gopass', { item: '.hidden/x' }, { part: 'item' }],
  ['passbolt', { item: 'x', field: 'name' }, { part: 'field' }],
])('%s cannot have %j', (spec, at, expected) => {
  expect(byRef(spec, at)).toMatchObject({ kind: 'unfit', ...expected });
});

test.each([
  ['akv://v', { project: 'my shop/eu' }, 'project'],
  ['akv://v', { key: 'A'.repeat(100) }, 'key'],
  ['aac://v', { profile: 'a:b' }, 'profile'],
  ['aac://v', { key: 'defaults' }, 'key'],
  ['gcsm://my-project', { project: 'a--b' }, 'project'],
  ['k8s+secret://x', { profile: 'a b' }, 'profile'],
  ['infisical:///U', { project: 'a.b' }, 'project'],
  ['doppler://p', { profile: 'a.b' }, 'profile'],
  ['doppler://p', { key: 'lower' }, 'key'],
  ['file:./x', { project: '..' }, 'project'],
  ['setec://host', { project: 'a/b' }, 'project'],
  ['awssm', { project: 'my shop' }, 'project'],
  ['awssm', { profile: 'a b' }, 'profile'],
  ['awssm', { key: 'é' }, 'key'],
  ['awsps', { project: 'my shop' }, 'project'],
  ['awsps://?template=/{profile}/{key}', { profile: 'aws' }, 'profile'],
  ['pass', { project: '..' }, 'project'],
  ['gopass', { profile: '.' }, 'profile'],
  ['keyring', { project: '\0' }, 'project'],
  ['lastpass', { project: '\0' }, 'project'],
  ['kdbx:./x.kdbx', { project: 'a//b' }, 'project'],
  ['vault', { project: 'a/..' }, 'project'],
] as const)('%s cannot have a name with %j', (spec, names, part) => {
  expect(byConvention(spec, names)).toMatchObject({ kind: 'unfit', part });
});

test.each([
  ['awsps://?template=/shop/{profile}/{key}', { project: 'my shop' }],
  ['pass://team/{key}', { project: '..', profile: '..' }],
  ['kdbx:./x.kdbx?prefix={key}', { project: '' }],
] as const)('%s does not look at a part that its names do not contain', (spec, names) => {
  expect(byConvention(spec, names)).toMatchObject({ kind: 'entry' });
});

test('a project that fits no name is said in the same words for every secret', () => {
  const [one, other] = ['A', 'B'].map((key) => byConvention('awssm', { project: 'my shop', key }));
  expect(one).toEqual(other);
  expect(one).toMatchObject({ text: 'my shop', help: 'rename the project, or give the secret a `ref`' });
});

test.each([
  ['sops', { project: 'shop [eu]' }],
  ['sops', { project: 'sops' }],
  ['sops:a.ini', { profile: 'a:b' }],
] as const)('%s reads names with %j that it does not write', (spec, names) => {
  expect(changeOf(spec, byConvention(spec, names))).toMatchObject({ help: 'write it under another name' });
});

test('sops reads items that it does not write, but not its own data', () => {
  expect(changeOf('sops:a.ini', byRef('sops:a.ini', { item: 'a:b' }))).not.toBeNull();
  expect(changeOf('sops:a.yaml', byRef('sops:a.yaml', { item: 'a:b' }))).toBeNull();
  expect(byRef('sops', { item: 'sops' }).kind).toBe('unfit');
  expect(byRef('sops:a.env', { item: 'sops_mac' }).kind).toBe('unfit');
});

const SECRET_ARN = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:app';
const PARAMETER_ARN = 'arn:aws-cn:ssm:cn-north-1:123456789012:parameter/app/db';

test.each([
  ['awssm', SECRET_ARN, 'entry'],
  ['awssm', `${SECRET_ARN}-a1B2c3`, 'entry'],
  ['awssm', 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:', 'unfit'],
  ['awssm', PARAMETER_ARN, 'unfit'],
  ['awssm', 'arn:aws:secretsmanager', 'unfit'],
  ['awsps', PARAMETER_ARN, 'entry'],
  ['awsps', SECRET_ARN, 'unfit'],
  ['awsps', 'arn:aws:ssm:eu-central-1:123456789012:document/app', 'unfit'],
  ['awsps', 'arn:aws:lambda:eu-central-1:123456789012:parameter/app', 'unfit'],
  ['awsps', 'arn:', 'unfit'],
] as const)('%s, %s: %s', (spec, item, kind) => {
  expect(byRef(spec, { item }).kind).toBe(kind);
});

describe.each(Object.keys(providers) as Scheme[])('%s', (scheme) => {
  const { example } = providers[scheme].uri as { readonly example?: string };
  const spec = example ?? (['file', 'kdbx'].includes(scheme) ? `${scheme}:./x.kdbx` : scheme);
  test('calls an entry the same for whoever names it by what it is called', () => {
    const entry = byConvention(spec);
    if (entry.kind === 'unfit') throw new Error(entry.problem);
    const { name, field, within } = entry;
    const again = byRef(spec, { item: name, ...(field && { field }), ...(within && { vault: within }) });
    // The keys of a document are no text.
    if (scheme !== 'sops') expect(again.kind === 'entry' && entryKey(again)).toBe(entryKey(entry));
  });
  test('shows the name of an entry of any profile by its parts', () => {
    const uri = parseStoreUri(spec);
    if (uri.kind === 'malformed') throw new Error(uri.problem);
    const { conventionName } = providers[scheme];
    expect(conventionName({ project: 'app', profile: '{profile}', key: '{key}' }, uri)).toContain('{key}');
  });
});

test('capitals make no difference where a store says so', () => {
  const [one, other] = [byRef('akv://v', { item: 'Name' }), byRef('akv://v', { item: 'name' })];
  expect(one.kind === 'entry' && other.kind === 'entry' && entryKey(one) === entryKey(other)).toBe(true);
});
