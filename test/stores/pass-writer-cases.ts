/** The cases of pass.sh about writers: several at once, one that is killed, and the commits that they leave. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { SecretValue } from '#runtime/values/secret-value.js';
import { CALL, native, openStore, portsIn } from '../runtime/providers/open-store.js';
import { ENVIRONMENT, Lab } from './pass-lab.js';

/** Writes an entry that must be missing, in a process of its own, and prints what became of it. */
export async function writeThere(folder: string, name: string, value: string): Promise<void> {
  const store = await openStore('pass://?store_dir=./store', portsIn(folder, ENVIRONMENT));
  const [start = '', ...rest] = value.split('*');
  const entry = { at: native(name), value: SecretValue.fromText(start.repeat(Number(rest[0] ?? 1))) };
  const isNew = process.env['ONLY_IF_ABSENT'] === '1';
  const [answer] = (await store.write?.([isNew ? { ...entry, onlyIfAbsent: true } : entry], CALL)) ?? [];
  console.log(answer?.kind === 'present' ? `present ${answer.value.revealText()}` : JSON.stringify(answer));
}

function writer(
  lab: Lab,
  [name, value]: readonly [string, string],
  environment: Readonly<Record<string, string>> = {},
) {
  const words = [...process.argv.slice(1, 2), 'write', lab.folder, name, value];
  return spawn(process.execPath, words, {
    env: { ...ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
const pause = (ms = 10) => new Promise((resolve) => setTimeout(resolve, ms));
/** What a writer prints that has written. */
const WRITTEN = '{"kind":"written"}';
/** Given to pass.sh. */
const KILLS = Number(process.env['KILLS'] ?? 15);

export const writers: Readonly<Record<string, () => Promise<void>>> = {
  'a writer that is killed leaves the old value': async () => {
    const lab = new Lab('open');
    lab.insert('x', 'old\n');
    const go = `${lab.folder}/go`;
    const real = '/usr/bin/gpg';
    const waits = `case " $* " in *" -e "*) echo now >>$log; until [ -e ${go} ]; do sleep 0.01; done; ${real} "$@"; echo done >>$log; exit;; esac`;
    const { PATH: path, log } = lab.before({ gpg: waits });
    const child = writer(lab, ['x', 'new*100000'], { PATH: path });
    while (!log().includes('now')) await pause();
    child.kill('SIGKILL');
    await once(child, 'close');
    writeFileSync(go, '');
    while (!log().includes('done')) await pause();
    deepStrictEqual(await lab.read('x'), ['found old']);
  },
  'writers that are killed at any moment leave an old or a new value, whole, and a store that can be written':
    async () => {
      const lab = new Lab('open');
      lab.pass(['git', 'init', '--quiet']);
      const start = performance.now();
      await once(writer(lab, ['x', 'old*100000']), 'close');
      const whole = performance.now() - start;
      for (let kill = 0; kill < KILLS; kill++) {
        const child = writer(lab, ['x', `${kill},*100000`]);
        const closed = once(child, 'close');
        await pause(Math.random() * whole);
        child.kill('SIGKILL');
        await closed;
        const [answer = ''] = await lab.read('x');
        const [, text = ''] = /^found (old|\d+,)/.exec(answer) ?? [];
        ok(answer === `found ${text.repeat(100_000)}`, `${answer.length} characters: ${answer.slice(0, 60)}`);
      }
      // What a killed writer started goes on without it for a moment.
      for (let tries = 0; existsSync(`${lab.root}/.git/index.lock`) && tries < 500; tries++) await pause();
      deepStrictEqual(await lab.write('x', 'last'), { kind: 'written' });
      deepStrictEqual(await lab.read('x'), ['found last']);
      const listed = await (await lab.open()).list?.(CALL);
      deepStrictEqual(listed?.kind === 'listed' && listed.entries.map(({ at }) => at), [{ item: 'x' }]);
      strictEqual(lab.pass(['git', 'status', '--porcelain', '--', 'x.gpg']).toString(), '');
    },
  'of writers that want a missing entry at once, one writes it and all others get its value': async () => {
    const lab = new Lab('open');
    const values = Array.from({ length: 6 }, (_, index) => `v${index}`);
    const children = values.map((value) => writer(lab, ['x', value], { ONLY_IF_ABSENT: '1' }));
    const said = await Promise.all(
      children.map(async (child) =>
        Buffer.concat(await child.stdout.toArray())
          .toString()
          .trim(),
      ),
    );
    strictEqual(said.filter((text) => text === WRITTEN).length, 1, said.join());
    const kept = lab.pass(['show', 'x']).toString().trim();
    strictEqual(said.filter((text) => text === `present ${kept}`).length, 5, said.join());
  },
  'writers at once lose no entry and no commit': async () => {
    const lab = new Lab('open');
    lab.pass(['git', 'init', '--quiet']);
    const names = Array.from({ length: 20 }, (_, index) => `e${index}`);
    const children = names.map((name) => writer(lab, [name, name]));
    const said = await Promise.all(
      children.map(async (child) =>
        Buffer.concat(await child.stdout.toArray())
          .toString()
          .trim(),
      ),
    );
    deepStrictEqual(
      said,
      names.map(() => WRITTEN),
    );
    deepStrictEqual(
      await lab.read(...names),
      names.map((name) => `found ${name}`),
    );
    strictEqual(lab.pass(['git', 'status', '--porcelain']).toString(), '');
  },
  'a commit that another program disturbs is made again': async () => {
    const lab = new Lab('open');
    lab.pass(['git', 'init', '--quiet']);
    writeFileSync(`${lab.root}/.others`, '');
    const others =
      'i=0; while [ -e .others ]; do i=$((i+1)); echo $i >note; git add note; git commit -qm $i; sleep 0.01; done';
    const other = spawn('sh', ['-c', others], { cwd: lab.root, stdio: 'ignore' });
    try {
      const names = Array.from({ length: 6 }, (_, index) => `e${index}`);
      const written = await Promise.all(names.map((name) => lab.write(name, name)));
      deepStrictEqual(
        written,
        names.map(() => ({ kind: 'written' })),
      );
      const removed = await Promise.all(names.slice(3).map((name) => lab.remove(name)));
      deepStrictEqual(removed.flat(), ['removed', 'removed', 'removed']);
    } finally {
      rmSync(`${lab.root}/.others`);
      await once(other, 'close');
    }
  },
  'a store in git has a commit for every change': async () => {
    const lab = new Lab('open');
    lab.pass(['git', 'init', '--quiet']);
    strictEqual((await lab.write('a/x', 'one'))?.kind, 'written');
    strictEqual((await lab.write('a/x', 'two'))?.kind, 'written');
    deepStrictEqual(await lab.remove('a/x'), ['removed']);
    const log = lab.pass(['git', 'log', '--format=%s']).toString().trim().split('\n');
    deepStrictEqual(log.slice(0, 3), [
      'Remove a/x from store.',
      'Add given password for a/x to store.',
      'Add given password for a/x to store.',
    ]);
    strictEqual(lab.pass(['git', 'status', '--porcelain']).toString(), '');
  },
  'a commit that fails is reported, and the value is stored': async () => {
    const lab = new Lab('open');
    lab.pass(['git', 'init', '--quiet']);
    lab.pass(['git', 'config', 'user.useConfigOnly', 'true']);
    const none = { GIT_AUTHOR_NAME: '', GIT_AUTHOR_EMAIL: '', GIT_COMMITTER_NAME: '', GIT_COMMITTER_EMAIL: '' };
    match(JSON.stringify(await lab.write('x', 'canary', await lab.open(none))), /is stored, but git did not commit it/);
    deepStrictEqual(await lab.read('x'), ['found canary']);
  },
  'a hook that fails after the commit does not undo it': async () => {
    const lab = new Lab('open');
    lab.pass(['git', 'init', '--quiet']);
    const hook = `${lab.root}/.git/hooks/post-commit`;
    writeFileSync(hook, '#!/bin/sh\necho "fatal: no remote" >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    deepStrictEqual(await lab.write('x', 'one'), { kind: 'written' });
    deepStrictEqual(await lab.remove('x'), ['removed']);
    strictEqual(lab.pass(['git', 'status', '--porcelain']).toString(), '');
  },
  'a hook that refuses the commit is reported, and the value is stored': async () => {
    const lab = new Lab('open');
    lab.pass(['git', 'init', '--quiet']);
    const hook = `${lab.root}/.git/hooks/pre-commit`;
    writeFileSync(hook, '#!/bin/sh\necho "not today" >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    match(JSON.stringify(await lab.write('x', 'one')), /is stored, but git did not commit it: not today/);
    deepStrictEqual(await lab.read('x'), ['found one']);
  },
  'a folder that is a repository of its own has the commit': async () => {
    const lab = new Lab('open');
    lab.insert('team/y', 'y\n');
    const git = (...words: readonly string[]) => lab.git('team', words);
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'start');
    deepStrictEqual(await lab.write('team/deep/x', 'one'), { kind: 'written' });
    strictEqual(git('log', '-1', '--format=%s'), 'Add given password for team/deep/x to store.\n');
    strictEqual(git('status', '--porcelain'), '');
    strictEqual(existsSync(`${lab.root}/.git`), false);
  },
  'an entry is encrypted for the keys that pass would take': async () => {
    const lab = new Lab('open');
    writeFileSync(`${lab.root}/.gpg-id`, '# ours\nopen@tool.test# me\n\nother@tool.test\n');
    lab.insert('theirs', 'x\n');
    strictEqual((await lab.write('ours', 'x'))?.kind, 'written');
    strictEqual(lab.keysOf('ours'), lab.keysOf('theirs'));
    const given = { PASSWORD_STORE_KEY: ' open@tool.test  locked@tool.test ' };
    strictEqual((await lab.write('given', 'x', await lab.open(given)))?.kind, 'written');
    strictEqual(lab.keysOf('given').trim().split('\n').length, 2);
    writeFileSync(`${lab.root}/.gpg-id`, '# none\n');
    match(JSON.stringify(await lab.write('none', 'x')), /names no key/);
  },
  'a signed `.gpg-id` must be signed by a key that is asked for': async () => {
    const lab = new Lab('open');
    const fingerprint = lab.fingerprint('open');
    const signing = { PASSWORD_STORE_SIGNING_KEY: `nonsense ${fingerprint}` };
    match(JSON.stringify(await lab.write('x', 'y', await lab.open(signing))), /denied.*not signed/);
    lab.sign('open');
    deepStrictEqual(await lab.write('x', 'y', await lab.open(signing)), { kind: 'written' });
    const another = { PASSWORD_STORE_SIGNING_KEY: lab.fingerprint('locked') };
    match(JSON.stringify(await lab.write('x', 'z', await lab.open(another))), /denied.*not signed/);
    writeFileSync(`${lab.root}/.gpg-id`, 'other@tool.test\n');
    match(JSON.stringify(await lab.write('x', 'z', await lab.open(signing))), /denied.*not signed/);
    deepStrictEqual(await lab.read('x'), ['found y']);
  },
};
