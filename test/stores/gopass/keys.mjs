/** Locked and foreign keys, and agents that are gone: asked once, and never waited for. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { CALL, inShort, ref } from '../shared/store.mjs';
import { CANCELS, GIVES_IT } from './world.mjs';

export function keys(world) {
  const locked = () => {
    const lab = world.lab('locked');
    for (const name of ['a', 'b', 'c']) lab.insert(name, name);
    return lab;
  };
  return {
    'a locked key that nobody unlocks is reported at once, for all entries': async () => {
      const lab = locked();
      world.pinentry(null);
      deepStrictEqual(await lab.read('a', 'b', 'c'), ['failed locked', 'failed locked', 'failed locked']);
      const { stderr, status } = await lab.tool(['get', 'DATABASE_PASSWORD'], { manifest: MANIFEST });
      strictEqual(status, 1);
      match(stderr, /E1103/);
    },
    'who cancels is asked once': async () => {
      const lab = locked();
      const asked = world.pinentry(CANCELS);
      deepStrictEqual(await lab.read('a', 'b', 'c'), ['failed locked', 'failed locked', 'failed locked']);
      strictEqual(asked(), 1);
    },
    'who answers is asked once': async () => {
      const lab = locked();
      const asked = world.pinentry(GIVES_IT);
      deepStrictEqual(await lab.read('a', 'b', 'c'), ['found a', 'found b', 'found c']);
      strictEqual(asked(), 1);
      world.endAgent();
    },
    'values are written without the key': async () => {
      const lab = locked();
      const asked = world.pinentry(null);
      strictEqual((await lab.write('d', 'x')).kind, 'written');
      deepStrictEqual(await lab.remove('a'), ['removed']);
      strictEqual(asked(), 0);
    },
    'an entry for another key is denied, and the others are read': async () => {
      const lab = world.lab();
      for (const name of ['a', 'c']) lab.insert(name, name);
      lab.encrypt('b', 'other', 'canary');
      deepStrictEqual(await lab.read('a', 'b', 'c'), ['found a', 'failed denied', 'found c']);
    },
    'a call that is given up ends the program': async () => {
      const lab = locked();
      const asked = world.pinentry('echo asked >>$log; sleep 60');
      const aborting = new AbortController();
      const reading = (await lab.open()).read([ref('a')], { signal: aborting.signal });
      while (asked() === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      aborting.abort();
      deepStrictEqual((await reading).map(inShort), ['failed timeout']);
      world.endAgent();
    },
    'a home of gpg that is gone is reported, and is not a missing value': async () => {
      const lab = world.lab();
      lab.insert('a', 'a');
      const [answer] = await (await lab.open({ GNUPGHOME: '/nowhere' })).read([ref('a')], CALL);
      match(inShort(answer), /^failed /);
    },
    'options of the user for gpg are kept': async () => {
      const lab = world.lab();
      lab.insert('a', 'a');
      const [answer] = await (await lab.open({ GOPASS_GPG_OPTS: '--no-such-option' })).read([ref('a')], CALL);
      strictEqual(inShort(answer), 'failed failed');
      match(answer.failure.detail, /no-such-option/);
    },
  };
}

const MANIFEST = `[project]
name = "shop"
revision = "1.0"
require_reason = false
[defaults]
providers = ["gopass"]
[profiles.default]
DATABASE_PASSWORD = { description = "Password", ref = { item = "a" } }
`;
