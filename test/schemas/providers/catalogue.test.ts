/** What holds for every descriptor. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { descriptorOf, providers } from '#schemas/providers/index.js';
import { shownPartsOf } from '#schemas/providers/shown-parts.js';
import { judgeSpec } from '#schemas/stores/judge-spec.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';

const catalogue: readonly [string, ProviderDescriptor][] = Object.entries(providers);

test('this version opens the stores that have a page', () => {
  const pages = readdirSync(fileURLToPath(new URL('../../../../docs/stores', import.meta.url)));
  const available = catalogue.filter(([, { available }]) => available).map(([scheme]) => `${scheme}.md`);
  // Its stores are those of other programs.
  expect([...available, 'external.md'].sort()).toEqual(pages.sort());
});

test('a name that every object has is no scheme', () => {
  expect(descriptorOf('constructor')).toBeNull();
  expect(shownPartsOf('constructor')).toBeNull();
});

test.each([
  ['dotenv', { location: 'path', options: [] }],
  ['pass', { location: 'path', options: ['store_dir'] }],
  ['setec', { location: 'server', options: ['prefix', 'tls'] }],
  ['awssm', { location: 'user', options: ['prefix', 'kms_key_id', 'tag.*'] }],
  ['onepassword+token', { location: 'token', options: [] }],
])('what of the URI of %s may be shown', (scheme, expected) => expect(shownPartsOf(scheme)).toEqual(expected));

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
