/** Writers at once, writers that are killed, and the commits that they leave. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecretValue } from '../../../dist/runtime/values/secret-value.js';
import { CALL, ref } from '../shared/store.mjs';
import { MANIFEST } from './world.mjs';

const WRITERS = 20;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function writers(world, kills) {
  return {
    'twenty writers at once lose no entry and no commit': async () => {
      const lab = world.lab('open', ['--storage', 'gitfs']);
      const keys = Array.from({ length: WRITERS }, (_, index) => `KEY_${index}`);
      const manifest = MANIFEST + keys.map((key) => `${key} = { description = "One of many" }\n`).join('');
      const all = await Promise.all(keys.map((key) => lab.tool(['set', key], { input: key.toLowerCase(), manifest })));
      for (const { status, stderr } of all) strictEqual(status, 0, stderr);
      const listed = lab.gopass(['ls', '--flat']).trim().split('\n');
      deepStrictEqual(listed, keys.map((key) => `tool/shop/default/${key}`).sort());
      deepStrictEqual(
        await lab.read(...keys.map((key) => `tool/shop/default/${key}`)),
        keys.map((key) => `found ${key.toLowerCase()}`),
      );
      strictEqual(execFileSync('git', ['-C', lab.root, 'status', '--porcelain']).toString(), '');
    },
    'of writers that want a missing entry at once, one writes it and all others get its value': async () => {
      const lab = world.lab();
      const values = Array.from({ length: 8 }, (_, index) => `v${index}`);
      const answers = await Promise.all(values.map((value) => lab.write('x', value, { onlyIfAbsent: true })));
      strictEqual(answers.filter(({ kind }) => kind === 'written').length, 1);
      const kept = lab.gopass(['show', '-o', 'x']);
      const present = answers.filter(({ kind }) => kind === 'present');
      deepStrictEqual(
        present.map(({ value }) => value.revealText()),
        Array.from({ length: values.length - 1 }, () => kept),
      );
    },
    'a missing entry is written once in a batch': async () => {
      const lab = world.lab();
      const entry = (text) => ({ at: ref('x'), value: SecretValue.fromText(text), onlyIfAbsent: true });
      const answers = await (await lab.open()).write([entry('one'), entry('two')], CALL);
      deepStrictEqual(
        answers.map(({ kind }) => kind),
        ['written', 'present'],
      );
    },
    'a writer that is killed before gopass reads leaves the new value or the old one, whole': async () => {
      const lab = world.lab();
      const name = 'tool/shop/default/DATABASE_PASSWORD';
      const [go, value] = [join(lab.folder, 'go'), 'new'.repeat(100_000)];
      const real = join(world.bin, 'gopass');
      const waits = `until [ -e ${go} ]; do sleep 0.01; done; ${real} "$@"; echo done >>$log; exit`;
      const { PATH, log } = lab.before({ gopass: `case "$1" in insert) echo now >>$log; ${waits};; esac` });
      lab.insert(name, 'old');
      const { child, ended } = lab.start(['set', 'DATABASE_PASSWORD'], { input: value, environment: { PATH } });
      while (!log().includes('now')) await pause(10);
      child.kill('SIGKILL');
      await ended;
      writeFileSync(go, '');
      // What the tool started goes on without it.
      while (!log().includes('done')) await pause(10);
      const [answer] = await lab.read(name);
      ok([`found ${value}`, 'found old'].includes(answer), answer.slice(0, 40));
    },
    'a writer that is killed at any moment leaves an old or a new value, and no lock that blocks': async () => {
      const lab = world.lab();
      const name = 'tool/shop/default/DATABASE_PASSWORD';
      lab.insert(name, 'old');
      for (let index = 0; index < kills; index++) {
        const { child, ended } = lab.start(['set', 'DATABASE_PASSWORD'], { input: `new-${index}` });
        await pause(40 + 450 * Math.random());
        child.kill('SIGKILL');
        await ended;
      }
      // What they started goes on without them.
      while (programsOf(lab.home).length > 0) await pause(20);
      match((await lab.read(name))[0], /^found (old|new-\d+)$/);
      strictEqual((await lab.tool(['set', 'DATABASE_PASSWORD'], { input: 'last' })).status, 0);
      deepStrictEqual(await lab.read(name), ['found last']);
    },
    'nothing is left beside the configuration of gopass': async () => {
      const lab = world.lab();
      strictEqual((await lab.write('x', 'v')).kind, 'written');
      deepStrictEqual(readdirSync(join(lab.home, '.config/gopass')), ['config']);
    },
    'a commit that fails is reported': async () => {
      const lab = world.lab('open', ['--storage', 'gitfs']);
      writeFileSync(join(lab.root, '.git/index.lock'), '');
      const answer = await lab.write('x', 'canary-value');
      strictEqual(answer.kind, 'failed');
      ok(!JSON.stringify(answer).includes('canary'));
      ok(existsSync(lab.root));
    },
  };
}

/** The numbers of the processes of gopass that have this home. */
function programsOf(home) {
  const own = `HOME=${home}`;
  return readdirSync('/proc').filter((number) => {
    try {
      const isGopass = readFileSync(`/proc/${number}/comm`, 'utf8') === 'gopass\n';
      return isGopass && readFileSync(`/proc/${number}/environ`, 'utf8').split('\0').includes(own);
    } catch {
      return false;
    }
  });
}
