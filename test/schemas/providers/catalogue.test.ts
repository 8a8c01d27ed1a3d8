/** What holds for every descriptor. */
import { describe, expect, test } from '@jest/globals';
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { descriptorOf, providers } from '#schemas/providers/index.js';
import { shownPartsOf } from '#schemas/providers/shown-parts.js';
import { judgeSpec } from '#schemas/stores/judge-spec.js';
import { parseStoreUri } from '#schemas/stores/store-uri.js';

const catalogue: readonly [string, ProviderDescriptor][] = Object.entries(providers);

test('this version opens these', () => {
  const available = catalogue.filter(([, { available }]) => available).map(([scheme]) => scheme);
  expect(available.sort()).toEqual([
    'aac',
    'age',
    'akv',
    'awsps',
    'awssm',
    'cloudflare',
    'doppler',
    'dotenv',
    'ejson',
    'env',
    'file',
    'fly',
    'gcsm',
    'gopass',
    'infisical',
    'k8s+configmap',
    'k8s+secret',
    'kdbx',
    'keyring',
    'null',
    'openbao',
    'pass',
    'scaleway',
    'setec',
    'sops',
    'systemd-credential',
    'vault',
  ]);
});

test('a name that every object has is no scheme', () => {
  expect(descriptorOf('constructor')).toBeNull();
  expect(shownPartsOf('constructor')).toBeNull();
});

describe.each(catalogue)('%s', (scheme, descriptor) => {
  test('stands under its own scheme', () => expect(descriptor.scheme).toBe(scheme));
  test('has a spec that is sound', () => {
    const example = descriptor.uri.example ?? scheme;
    const sound = [example, `${scheme}:./some.kdbx`, `${scheme}://0f8fad5b-d9cb-469f-a165-70867728950e`];
    expect(sound.map((text) => judgeSpec(text).faults.length)).toContain(0);
  });
  test('takes no password and says which credentials it takes', () => {
    const { faults } = judgeSpec(`${scheme}://user:canary-pw@host`);
    expect(faults).toMatchObject([{ kind: 'password', credentials: descriptor.credentials.map(({ name }) => name) }]);
    expect(JSON.stringify(faults)).not.toContain('canary-');
  });
  test('shows of its URI what the table of shown parts says', () => {
    const { user, location, query } = descriptor.uri;
    const isPath = ['file', 'folder', 'template'].includes(location);
    const expected = user === 'token' ? 'token' : user === 'no' ? (isPath ? 'path' : 'server') : 'user';
    expect(shownPartsOf(scheme)).toEqual({ location: expected, options: Object.keys(query) });
  });
  test('refuses an option it does not know', () => {
    const { faults } = judgeSpec(`${scheme}://x?no-such-option=1`);
    expect(faults.map(({ kind }) => kind)).toContain('option');
  });
  test('can do something', () => {
    const uri = parseStoreUri(scheme);
    if (uri.kind === 'malformed') throw new Error(uri.problem);
    const { read, write, remove } = descriptor.abilities(uri);
    expect(read || write !== 'no').toBe(true);
    expect(remove && write === 'no').toBe(false);
  });
});
