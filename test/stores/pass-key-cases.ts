/** The cases of pass.sh about keys: locked, of other people, and files that no key opens. */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CALL, inShort, native } from '../runtime/providers/open-store.js';
import { CANCELS, endAgent, GIVES_IT, GNUPGHOME, Lab, pinentry, WORK } from './pass-lab.js';

export const keys: Readonly<Record<string, () => Promise<void>>> = {
  'without a terminal a locked key ends at once as locked, and one entry is tried for all': async () => {
    const lab = new Lab('locked');
    for (let index = 0; index < 10; index++) lab.insert(`e${index}`, 'canary\n');
    for (const script of [null, CANCELS]) {
      pinentry(script);
      const { PATH: path, log } = lab.before({ gpg: 'echo "$*" >>$log' });
      const names = Array.from({ length: 10 }, (_, index) => native(`e${index}`));
      const before = log().length;
      const answers = await (await lab.open({ PATH: path })).read(names, CALL);
      deepStrictEqual(
        answers.map(inShort),
        names.map(() => 'failed locked'),
      );
      strictEqual(
        log()
          .slice(before)
          .match(/--decrypt/g)?.length,
        1,
      );
      match((await lab.saysOf('e0')).help ?? '', /unlock the key/);
    }
  },
  'with the pinentry of the system, too': async () => {
    const lab = new Lab('locked');
    lab.insert('x', 'canary\n');
    rmSync(`${GNUPGHOME}/gpg-agent.conf`, { force: true });
    endAgent();
    deepStrictEqual(await lab.read('x', 'x'), ['failed locked', 'failed locked']);
  },
  'a person is asked once, and then all are read side by side': async () => {
    const lab = new Lab('locked');
    const names = Array.from({ length: 10 }, (_, index) => `e${index}`);
    for (const name of names) lab.insert(name, `${name}\n`);
    const asked = pinentry(GIVES_IT);
    const store = await lab.open();
    const [some, others] = await Promise.all([
      store.read(names.map(native), CALL),
      store.read(names.map(native), CALL),
    ]);
    const expected = names.map((name) => `found ${name}`);
    deepStrictEqual([some.map(inShort), others.map(inShort)], [expected, expected]);
    strictEqual(asked(), 'asked\n');
  },
  'a locked folder does not hide an open one': async () => {
    const lab = new Lab('open');
    lab.initialise('private', 'locked');
    for (const name of ['a', 'private/a', 'b', 'private/b']) lab.insert(name, 'x\n');
    pinentry(null);
    deepStrictEqual(await lab.read('private/a', 'a', 'private/b', 'b', 'private/gone'), [
      'failed locked',
      'found x',
      'failed locked',
      'found x',
      'absent',
    ]);
  },
  'an entry for other keys is denied, and is written for them': async () => {
    const lab = new Lab('open');
    lab.initialise('theirs', 'other');
    deepStrictEqual(await lab.write('theirs/x', 'canary'), { kind: 'written' });
    deepStrictEqual(await lab.read('theirs/x'), ['failed denied']);
    const home = { ...process.env, GNUPGHOME: `${WORK}/others` };
    const plain = execFileSync('gpg', ['--quiet', '--batch', '--decrypt', lab.file('theirs/x')], { env: home });
    strictEqual(plain.toString(), 'canary\n');
  },
  'an agent that is gone is started again': async () => {
    const lab = new Lab('open');
    lab.insert('x', 'y\n');
    endAgent();
    deepStrictEqual(await lab.read('x'), ['found y']);
  },
  'an agent that cannot be started is unreachable, not a miss': async () => {
    const lab = new Lab('open');
    lab.insert('x', 'y\n');
    const home = `${lab.folder}/${'long'.repeat(30)}`;
    execFileSync('cp', ['-r', GNUPGHOME, home]);
    deepStrictEqual((await lab.saysOf('x', await lab.open({ GNUPGHOME: home }))).kind, 'unreachable');
  },
  'a file that was changed, cut or is none is malformed, and nothing of it is shown': async () => {
    const lab = new Lab('open');
    lab.insert('x', 'canary\n');
    const whole = readFileSync(lab.file('x'));
    const changed = Buffer.from(whole);
    changed[whole.length - 5] = (changed[whole.length - 5] ?? 0) ^ 1;
    const broken = [
      changed,
      Buffer.alloc(0),
      Buffer.from('canary\n'),
      ...[1, 10, 60, 96, 120].map((cut) => whole.subarray(0, cut)),
      whole.subarray(0, -1),
    ];
    for (const environment of [{}, { PASSWORD_STORE_GPG_OPTS: '--no-greeting' }]) {
      for (const [index, bytes] of broken.entries()) {
        writeFileSync(lab.file('broken'), bytes);
        const failure = await lab.saysOf('broken', await lab.open(environment));
        strictEqual(failure.kind, 'malformed', `${index}: ${JSON.stringify(failure)}`);
        doesNotMatch(JSON.stringify(failure), /canary/);
      }
    }
  },
};
