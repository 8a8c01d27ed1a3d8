/** A store that gopass encrypts with age. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { CALL, inShort, ref } from '../shared/store.mjs';

export function age(world) {
  const PASSWORD = { GOPASS_AGE_PASSWORD: 'a password' };
  const ageLab = () => {
    const lab = world.lab(null);
    lab.environment = { ...lab.environment, ...PASSWORD };
    lab.gopass(['age', 'identities', 'keygen', '--password', PASSWORD.GOPASS_AGE_PASSWORD]);
    const [recipient] = /age1\w+/.exec(lab.gopass(['age', 'identities']));
    lab.gopass(['init', '--crypto', 'age', '--storage', 'fs', recipient]);
    return lab;
  };
  return {
    'entries of age are written, read and removed': async () => {
      const lab = ageLab();
      strictEqual((await lab.write('a/x', 'one')).kind, 'written');
      strictEqual((await lab.write('a/y', 'two\nlines\n')).kind, 'written');
      deepStrictEqual(await lab.read('a/x', 'a/y', 'a', 'gone'), [
        'found one',
        'found two\nlines\n',
        'absent',
        'absent',
      ]);
      deepStrictEqual(await lab.remove('a/x'), ['removed']);
    },
    'identities that nobody unlocks are locked, a wrong password is denied': async () => {
      const lab = ageLab();
      lab.insert('x', 'canary');
      const said = async (password) => {
        const [answer] = await (await lab.open({ GOPASS_AGE_PASSWORD: password })).read([ref('x')], CALL);
        return inShort(answer);
      };
      match(await said(null), /^failed (locked|failed)$/);
      strictEqual(await said('wrong'), 'failed denied');
    },
  };
}
