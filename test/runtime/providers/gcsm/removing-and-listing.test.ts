/** Removing and listing secrets of Secret Manager. */
import { mkdtempSync } from 'node:fs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { At } from '#schemas/addresses/address.js';
import { FakeGoogleSecrets } from '../../../helpers/doubles/google-secrets.js';
import type { FakeRequest, FakeResponse } from '../../../helpers/fake-http.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { readAll } from '../http-world.js';
import { CALL, convention } from '../open-store.js';
import { googleWorld } from './google-world.js';

const HELD = 'tool2--demo--default--HELD';
const NEW = 'tool2--demo--default--NEW';
const folder = temporaryFolder();
let google = new FakeGoogleSecrets();
beforeEach(() => {
  google = new FakeGoogleSecrets();
  google.put(HELD, 'canary-old');
  google.put(HELD, 'canary-held');
});
const worldOf = (answer: (request: FakeRequest) => FakeResponse) =>
  googleWorld(mkdtempSync(`${folder}/world-`), answer);
const world = () => worldOf((request) => google.answer(request));
const opened = () => world().open();
const pinned = (version: string): At => ({ kind: 'native', item: HELD, version });

describe('removing', () => {
  test('all versions are removed; what is not there is absent', async () => {
    const { open, sent } = world();
    const store = await open();
    const [held, gone] = [convention('HELD'), convention('GONE')];
    expect(await store.remove?.([held, gone], CALL)).toEqual([{ kind: 'removed' }, { kind: 'absent' }]);
    expect(sent.map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
    expect(await readAll(store, held, pinned('1'))).toEqual(['absent', 'absent']);
  });

  test('without the right to, that one is named, and nothing is removed', async () => {
    google.denies = (permission) => permission.endsWith('.delete');
    const store = await opened();
    expect(await store.remove?.([convention('HELD')], CALL)).toMatchObject([
      { failure: { kind: 'denied', help: `allow \`secretmanager.secrets.delete\` on the secret \`${HELD}\`` } },
    ]);
    expect(await readAll(store, convention('HELD'))).toEqual(['found canary-held']);
  });

  test.each(['', 'null', '<html>'])('%p is no removal', async (body) => {
    const { open } = worldOf(() => ({ status: 200, body }));
    expect(await (await open()).remove?.([convention('HELD')], CALL)).toMatchObject([
      { failure: { kind: 'malformed' } },
    ]);
  });
});

describe('listing', () => {
  test('the secrets of this project and profile, from all pages', async () => {
    google.mostInPage = 2;
    const others = ['tool2--demo--production--OTHER', 'tool2--demo--default--a--b', `copy-of-${HELD}`, 'db-url'];
    for (const name of [...others, NEW, 'tool2--demo--default--WITH-HYPHEN']) google.put(name, 'x');
    const { open, sent } = world();
    expect(await (await open()).list?.(CALL)).toEqual({
      kind: 'listed',
      entries: ['HELD', 'NEW', 'WITH-HYPHEN'].map((name) => {
        return { name, at: null, native: { item: `tool2--demo--default--${name}` } };
      }),
    });
    expect(sent.length).toBe(3);
  });

  test('a page is so short that all that Google tells of its secrets fits in a response', async () => {
    for (let index = 0; index < 1500; index++) google.put(`tool2--demo--default--KEY_${index}`, 'x');
    const { open, sent } = world();
    const listed = await (await open()).list?.(CALL);
    expect([listed?.kind === 'listed' && listed.entries.length, sent.length]).toEqual([1501, 2]);
  });

  test('nothing is an empty list', async () => {
    google.secrets.clear();
    expect(await (await opened()).list?.(CALL)).toEqual({ kind: 'listed', entries: [] });
  });

  test('without the right to, that one is named', async () => {
    google.denies = (permission) => permission.endsWith('.list');
    expect(await (await opened()).list?.(CALL)).toMatchObject({
      failure: { kind: 'denied', help: 'allow `secretmanager.secrets.list` on the project `my-project`' },
    });
  });

  test.each([
    'null',
    '[]',
    '{"secrets":{}}',
    '{"secrets":[{}]}',
    '{"secrets":[{"name":"a/b"}]}',
    '{"nextPageToken":5}',
  ])('%s is no list', async (body) => {
    const { open } = worldOf(() => ({ status: 200, body }));
    expect(await (await open()).list?.(CALL)).toMatchObject({ failure: { kind: 'malformed' } });
  });

  test('pages without an end are none', async () => {
    const { open } = worldOf(() => ({ status: 200, body: { nextPageToken: 'again' } }));
    expect(await (await open()).list?.(CALL)).toMatchObject({ failure: { kind: 'malformed' } });
  });
});
