/**
 * What of this machine decides on where a store's entries are: each of it changes the fingerprint of cache entries, so that no cache
 * answers for another server, account or folder.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { entryIdentities } from '#runtime/execute/caches/fingerprint.js';
import { link } from '#runtime/link/link.js';
import type { ProviderPorts } from '#runtime/providers/provider.js';
import { linkedStores } from '#runtime/stores/linked-stores.js';
import { openUsable } from '#runtime/stores/usable-store.js';
import { parseStoreUri } from '#schemas/stores/store-uri.js';
import { WORLDS } from '../../helpers/store-worlds.js';
import { choice, planOf, stored, storeRef, user } from '../../helpers/plan.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, portsIn } from './open-store.js';

const root = temporaryFolder();

/** What a machine contributes: variables, files below `at`, another folder of the manifest or another user. */
interface Machine {
  readonly environment?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly user?: string;
}

/** The fingerprint of a secret in a store of this address. No request is sent and no program runs. */
async function fingerprintOf(uri: string, at: string, machine: Machine): Promise<string> {
  const { environment = {}, files = {}, links = {}, folder = '', user: name = 'tester' } = machine;
  mkdirSync(`${at}${folder}/home`, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(`${at}/${path}`.replace(/\/[^/]*$/, ''), { recursive: true });
    writeFileSync(`${at}/${path}`, text);
  }
  for (const [path, target] of Object.entries(links)) {
    rmSync(`${at}/${path}`, { force: true });
    symlinkSync(target, `${at}/${path}`);
  }
  const variables = Object.fromEntries(
    Object.entries(environment).map(([key, text]) => [key, text.replaceAll('AT', at)]),
  );
  const refusing = () => {
    throw new Error('nothing is contacted');
  };
  const ports: ProviderPorts = {
    ...portsIn(`${at}${folder}`, variables),
    home: `${at}/home`,
    user: name,
    http: async () => refusing(),
    programs: new Proxy({}, { get: refusing }) as ProviderPorts['programs'],
    credential: async () => refusing(),
  };
  const store = { kind: 'inline cache', uri, credentials: {} } as const;
  const cache = { store: storeRef('dotenv://cache.env'), maxAgeSeconds: 60 };
  const plan = planOf({ stores: { c: { ...store, cache } }, secrets: { A: stored({ route: ['c'] }) } });
  const linked = link(plan, choice({}), user({}));
  if (linked.kind === 'refused') throw new Error(linked.diagnostics.map(({ message }) => message).join());
  const stores = linkedStores(
    linked.plan,
    async (one) => {
      const parsed = parseStoreUri(one.uri);
      if (parsed.kind === 'malformed') throw new Error(parsed.problem);
      const opened = await openUsable(parsed, ports);
      return opened.kind === 'refused'
        ? { kind: 'closed', failure: opened.failure, fault: null }
        : { ...opened, linked: one };
    },
    CALL,
  );
  return (await entryIdentities(linked.plan, stores, linked.plan.reads)).get('A')?.fingerprint ?? '';
}

const kubeconfig = (server: string, { context = 'here', namespace = 'team' } = {}) =>
  JSON.stringify({
    'current-context': context,
    contexts: ['here', 'there'].map((name) => ({ name, context: { cluster: name, namespace } })),
    clusters: ['here', 'there'].map((name) => ({ name, cluster: { server: `https://${name}.${server}` } })),
  });
const KUBE = { KUBECONFIG: 'AT/kube' };
const AWS_FILES = (config: string) => ({ 'home/.aws/config': config });
const inAws = (scheme: 'awssm' | 'awsps', service: string): readonly Row[] => [
  [scheme, 'the region', {}, { AWS_REGION: 'eu-west-1' }, { AWS_REGION: 'eu-west-2' }],
  [`${scheme}://eu-west-1`, 'the profile', {}, { AWS_PROFILE: 'one' }, { AWS_PROFILE: 'two' }],
  [`${scheme}://eu-west-1`, 'the endpoint', {}, {}, { AWS_ENDPOINT_URL: 'https://aws.test' }],
  [`${scheme}://eu-west-1`, 'its own endpoint', {}, {}, { [`AWS_ENDPOINT_URL_${service}`]: 'https://aws.test' }],
  [
    `${scheme}://eu-west-1`,
    'the account of the key',
    {},
    { AWS_ACCESS_KEY_ID: 'ASIAY34FZKBOKMUTVV7A' },
    { AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE' },
  ],
  [
    `${scheme}`,
    'the region of a profile',
    {},
    { files: AWS_FILES('[default]\nregion = eu-west-1\n') },
    { files: AWS_FILES('[default]\nregion = eu-west-2\n') },
  ],
  [
    `${scheme}://eu-west-1`,
    'the role of a profile',
    {},
    { files: AWS_FILES('[default]\nrole_arn = arn:aws:iam::1:role/a\n') },
    { files: AWS_FILES('[default]\nrole_arn = arn:aws:iam::2:role/a\n') },
  ],
];

type Part = Machine | Readonly<Record<string, string>>;
type Row = readonly [uri: string, what: string, both: Machine, one: Part, other: Part];
const PROJECT = 'b2f1c3d4-0000-4000-8000-000000000001';

const ROWS: readonly Row[] = [
  ...(['vault', 'openbao'] as const).flatMap((scheme): readonly Row[] => {
    const [address, namespace] = scheme === 'vault' ? ['VAULT_ADDR', 'VAULT_NAMESPACE'] : ['BAO_ADDR', 'BAO_NAMESPACE'];
    return [
      [scheme, 'the address', {}, { [address]: 'https://one.test' }, { [address]: 'https://two.test' }],
      [scheme, 'its path', {}, { [address]: 'https://one.test/a' }, { [address]: 'https://one.test/b' }],
      [`${scheme}://v.test`, 'the namespace', {}, { [namespace]: 'one' }, { [namespace]: 'two' }],
      [`${scheme}://v.test`, 'a namespace', {}, {}, { [namespace]: 'two' }],
    ];
  }),
  ...inAws('awssm', 'SECRETS_MANAGER'),
  ...inAws('awsps', 'SSM'),
  ...(['k8s+secret', 'k8s+configmap'] as const).flatMap((scheme): readonly Row[] => [
    [
      `${scheme}://app`,
      'the server',
      { environment: KUBE },
      { files: { kube: kubeconfig('one.test') } },
      { files: { kube: kubeconfig('two.test') } },
    ],
    [
      `${scheme}://app`,
      'a prefix of the server',
      { environment: KUBE },
      { files: { kube: kubeconfig('k.test/a') } },
      { files: { kube: kubeconfig('k.test/b') } },
    ],
    [
      `${scheme}://app`,
      'the context',
      { environment: KUBE },
      { files: { kube: kubeconfig('k.test') } },
      { files: { kube: kubeconfig('k.test', { context: 'there' }) } },
    ],
    [
      `${scheme}://app`,
      'the namespace',
      { environment: KUBE },
      { files: { kube: kubeconfig('k.test') } },
      { files: { kube: kubeconfig('k.test', { namespace: 'other' }) } },
    ],
    [
      `${scheme}://app`,
      'the file',
      { files: { kube: kubeconfig('one.test'), other: kubeconfig('two.test') } },
      KUBE,
      { KUBECONFIG: 'AT/other' },
    ],
  ]),
  [
    `infisical:///${PROJECT}`,
    'the domain',
    {},
    { INFISICAL_DOMAIN: 'https://one.test' },
    { INFISICAL_DOMAIN: 'two.test' },
  ],
  [`infisical:///${PROJECT}`, 'the address of the API', {}, {}, { INFISICAL_API_URL: 'https://one.test/api' }],
  ['doppler://p', 'the endpoint', {}, {}, { TOOL_DOPPLER_ENDPOINT: 'https://one.test' }],
  ['doppler://p', 'the workplace of the token', {}, { DOPPLER_TOKEN: 'one' }, { DOPPLER_TOKEN: 'two' }],
  ['gcsm://project-1', 'the endpoint', {}, {}, { TOOL_GCSM_ENDPOINT: 'https://one.test' }],
  ['akv://vault', 'the endpoint', {}, {}, { TOOL_AKV_ENDPOINT: 'https://one.test' }],
  ['aac://config', 'the endpoint', {}, {}, { TOOL_AAC_ENDPOINT: 'https://one.test' }],
  [
    `scaleway://?project_id=${PROJECT}`,
    'the region',
    {},
    { SCW_DEFAULT_REGION: 'fr-par' },
    { SCW_DEFAULT_REGION: 'nl-ams' },
  ],
  [
    'scaleway://fr-par',
    'the project',
    {},
    { SCW_DEFAULT_PROJECT_ID: PROJECT },
    { SCW_DEFAULT_PROJECT_ID: PROJECT.replace('1', '2') },
  ],
  [`scaleway://fr-par?project_id=${PROJECT}`, 'the endpoint', {}, {}, { TOOL_SCALEWAY_ENDPOINT: 'https://one.test' }],
  ...[
    'dotenv:values.env',
    'file:./values',
    'age:values.age',
    'kdbx:values.kdbx',
    'sops:values.env',
    'ejson:values.ejson',
  ].flatMap((uri): readonly Row[] => [
    [uri, 'the checkout', {}, { folder: '/one' }, { folder: '/two' }],
    [
      uri,
      'where a link leads',
      { files: { 'a/values.env': '', 'b/values.env': '' } },
      linked('a', uri),
      linked('b', uri),
    ],
  ]),
  ['pass', 'the folder', {}, { PASSWORD_STORE_DIR: 'AT/one' }, { PASSWORD_STORE_DIR: 'AT/two' }],
  ['gopass', 'the folder', {}, { PASSWORD_STORE_DIR: 'AT/one' }, { PASSWORD_STORE_DIR: 'AT/two' }],
  [
    'gopass',
    'the mounts',
    {},
    { files: { 'home/.config/gopass/config': '[mounts]\npath = /one\n' } },
    { files: { 'home/.config/gopass/config': '[mounts]\npath = /two\n' } },
  ],
  ['keyring', 'the account', {}, { user: 'one' }, { user: 'two' }],
  ['systemd-credential', 'the unit', {}, { CREDENTIALS_DIRECTORY: '/run/one' }, { CREDENTIALS_DIRECTORY: '/run/two' }],
];

/** The file or the folder of a relative address is a link. */
function linked(to: string, uri: string): Machine {
  const [, name = ''] = /:(?:\.\/)?(.*)$/.exec(uri) ?? [];
  return { links: { [name]: `${to}/values.env` } };
}

/** They address their server by nothing but their address, or cannot be read. */
const WITHOUT = ['setec', 'env', 'null', 'cloudflare', 'fly'];

test('there is a row for every store that this machine decides on', () => {
  const schemes = new Set([...ROWS.map(([uri]) => /^[a-z0-9+-]+/.exec(uri)?.[0]), ...WITHOUT]);
  expect(Object.keys(WORLDS).filter((scheme) => !schemes.has(scheme))).toEqual([]);
});

test.each(ROWS)('%s: %s', async (uri, _, both, one, other) => {
  const at = mkdtempSync(`${root}/m`);
  const machineOf = (part: Part): Machine => {
    const isMachine = ['environment', 'files', 'links', 'folder', 'user'].some((key) => key in part);
    const machine: Machine = isMachine ? (part as Machine) : { environment: part as Readonly<Record<string, string>> };
    return {
      ...both,
      ...machine,
      environment: { ...both.environment, ...machine.environment },
      files: { ...both.files, ...machine.files },
    };
  };
  const first = await fingerprintOf(uri, at, machineOf(one));
  expect(await fingerprintOf(uri, at, machineOf(one))).toBe(first);
  expect(await fingerprintOf(uri, at, machineOf(other))).not.toBe(first);
});

test('keys of one account are one account', async () => {
  const at = mkdtempSync(`${root}/m`);
  const fingerprint = (key: string) =>
    fingerprintOf('awssm://eu-west-1', at, { environment: { AWS_ACCESS_KEY_ID: key } });
  expect(await fingerprint('AKIAY34FZKBOKMUTVV7A')).toBe(await fingerprint('ASIAY34FZKBOL22222222'.slice(0, 20)));
});
