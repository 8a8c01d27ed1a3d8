/** Writers side by side, and killed: nothing is lost. */
import { deepStrictEqual, ok } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { get, set, WRITERS } from '../shared/project.mjs';

const ended = (child) => new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));

/** Whether a process has a path of this folder among its arguments. */
function isSomebodyAt(folder) {
  return readdirSync('/proc').some((process) => {
    try {
      return /^\d+$/u.test(process) && readFileSync(`/proc/${process}/cmdline`, 'utf8').includes(folder);
    } catch {
      // It has ended.
      return false;
    }
  });
}

export function writers({ own, project, encrypt, decrypt }, kills) {
  return {
    'twenty writers at once lose nothing': async () => {
      const store = project(`sops:secrets.yaml?age_recipients=${own}`);
      const all = WRITERS.map((key) => ended(store.start('set', key, `value of ${key}`)));
      deepStrictEqual(
        await Promise.all(all),
        WRITERS.map(() => 0),
      );
      const expected = Object.fromEntries(WRITERS.map((key) => [key, `value of ${key}`]));
      deepStrictEqual([decrypt(store.file).shop.prod, store.strays()], [expected, []]);
    },
    [`${kills} writers killed beside others lose nothing of theirs`]: async () => {
      const store = project('sops:secrets.yaml', { refs: { A: 'A' } });
      encrypt(store.file, `# kept\nA: ${'x'.repeat(100_000)}\n`);
      const begin = performance.now();
      set(store, 'B', 'first');
      const usual = performance.now() - begin;
      const others = WRITERS.slice(0, 2);
      for (let turn = 0; turn < kills; turn++) {
        const killed = store.start('set', 'B', `killed ${turn}`);
        const end = ended(killed);
        const beside = others.map((key) => ended(store.start('set', key, `${key} ${turn}`)));
        setTimeout(() => killed.kill('SIGKILL'), usual * (0.3 + (2 * turn) / kills));
        deepStrictEqual(await Promise.all(beside), [0, 0]);
        await end;
        const { A, shop } = decrypt(store.file);
        deepStrictEqual(
          [A.length, ...others.map((key) => shop.prod[key])],
          [100_000, ...others.map((key) => `${key} ${turn}`)],
        );
        ok(/^(first|killed \d+)$/u.test(shop.prod.B), 'B is lost');
      }
      // The program of a killed writer goes on for a moment, and may make its copy again.
      while (isSomebodyAt(store.folder)) await new Promise((resolve) => setTimeout(resolve, 20));
      set(store, 'B', 'last');
      deepStrictEqual([get(store, 'B'), store.strays()], ['last', []]);
    },
  };
}
