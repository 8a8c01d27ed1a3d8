/** Writing secrets of Infisical. */
import { describe, expect, test } from '@jest/globals';
import type { At } from '#schemas/addresses/address.js';
import { readAll, writeOne } from './http-world.js';
import { infisicalWorld, SPEC } from './infisical-world.js';
import { CALL, convention, native, says } from './open-store.js';

const here = infisicalWorld();
const { world, opened } = here;
const pinned = (item: string, version: string): At => ({ kind: 'native', item, version });
const state = () => JSON.stringify(here.infisical.state());

describe('writing', () => {
  const methods = (sent: readonly { readonly method: string }[]) => sent.map(({ method }) => method).join(' ');

  test('an existing secret takes one request, a new one two, and a new folder four', async () => {
    const { open, sent } = world();
    const store = await open(SPEC);
    for (const [item, expected] of [
      ['demo/default/HELD', 'PATCH'],
      ['demo/default/NEW', 'PATCH POST'],
      ['/new/deep/KEY', 'PATCH POST POST POST'],
    ] as const) {
      sent.length = 0;
      expect(await writeOne(store, native(item), 'canary-new')).toEqual({ kind: 'written' });
      expect(methods(sent)).toBe(expected);
      expect(await readAll(store, native(item))).toEqual(['found canary-new']);
    }
    expect(await readAll(store, pinned('demo/default/HELD', '1'))).toEqual(['found canary-held']);
  });

  test('of two writers that create a secret, both of its values are versions', async () => {
    here.infisical.denies = () => false;
    const store = await opened();
    const { answer } = here.infisical;
    here.infisical.answer = (request) => {
      if (request.method === 'POST')
        here.infisical.meanwhile = () => here.infisical.put('default', '/ROOT2', 'canary-theirs');
      return answer.call(here.infisical, request);
    };
    expect(await writeOne(store, native('/ROOT2'), 'canary-ours')).toEqual({ kind: 'written' });
    expect(await readAll(store, native('/ROOT2'), pinned('/ROOT2', '1'))).toEqual([
      'found canary-ours',
      'found canary-theirs',
    ]);
  });

  test('what another writer created since the first look is kept', async () => {
    const { open, sent } = world();
    const store = await open(SPEC);
    here.infisical.meanwhile = () => here.infisical.put('default', '/tool/demo/default/NEW', 'canary-theirs');
    const answer = await writeOne(store, convention('NEW'), 'canary-ours', { onlyIfAbsent: true });
    expect(answer?.kind === 'present' && answer.value.revealText()).toBe('canary-theirs');
    expect(methods(sent)).toBe('GET POST GET');
  });

  test('so is what the folder imports', async () => {
    here.infisical.put('default', '/one/NEW', 'canary-imported');
    here.infisical.imports.set('default:/tool/demo/default', ['default:/one']);
    const answer = await writeOne(await opened(), convention('NEW'), 'canary-ours', { onlyIfAbsent: true });
    expect(answer?.kind === 'present' && answer.value.revealText()).toBe('canary-imported');
  });

  test.each([
    [' x', /cut blanks/],
    ['x ', /cut blanks/],
    ['x\n\n', /cut blanks/],
    ['x \n', /cut blanks/],
    ['\tx', /cut blanks/],
    ['\u00a0x', /cut blanks/],
    ['a ${HELD} b', /replace what follows/],
    ['${', /replace what follows/],
  ])('%p would be read as another value and is refused', async (text, says) => {
    const before = state();
    const answer = await writeOne(await opened(), convention('HELD'), text);
    expect(answer).toMatchObject({ failure: { kind: 'not-text', detail: expect.stringMatching(says) } });
    expect(state()).toBe(before);
  });

  test.each(['', '\n', 'x\n', 'a\r\n  b\n', '$HOME', 'a\u0000b'])('%p is read as it is written', async (text) => {
    const store = await opened();
    expect(await writeOne(store, convention('HELD'), text)).toEqual({ kind: 'written' });
    expect(await readAll(store, convention('HELD'))).toEqual([`found ${text}`]);
  });

  test('a change that has to be approved is not made', async () => {
    here.infisical.guarded.add('default:/tool/demo/default');
    const store = await opened();
    const failure = {
      kind: 'failed',
      detail: 'nothing is changed yet: a policy of Infisical protects `/tool/demo/default`',
      help: 'let the request for this change be approved in Infisical',
    };
    expect(await writeOne(store, convention('HELD'), 'x')).toMatchObject({ failure });
    expect(await writeOne(store, convention('NEW'), 'x')).toMatchObject({ failure });
    expect(await store.remove?.([convention('HELD')], CALL)).toMatchObject([{ failure }]);
  });

  test('without the right to create folders, that is what is named', async () => {
    here.infisical.denies = (right) => right === 'folders';
    expect(await writeOne(await opened(), native('/new/KEY'), 'x')).toMatchObject({
      failure: { kind: 'denied', help: expect.stringContaining('`create` on secret folders') },
    });
  });

  test('a version is neither written nor removed', async () => {
    const store = await opened();
    expect(await writeOne(store, pinned('/ROOT', '1'), 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(await store.remove?.([pinned('/ROOT', '1')], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
    expect(await says(store).refusesWrite(pinned('/ROOT', '1'))).toBe(
      'a version of a secret is read-only; leave out `version` to write a new one',
    );
  });

  test('says where it goes, and what is missing', async () => {
    const store = await opened(`${SPEC}?env=prod`);
    expect(await says(store).target(convention('NEW'))).toBe('environment=prod item=/tool/demo/default/NEW');
    expect(await says(store).absence(convention('NEW'))).toBe(
      'infisical: no /tool/demo/default/NEW in the environment prod',
    );
    expect(await says(store).absence(pinned('/ROOT', '3'))).toBe(
      'infisical: no version 3 of /ROOT in the environment prod',
    );
  });
});
