/** The tool in the folder of a project, for suites whose store is a file beside its manifest. */
import { strictEqual } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** Secrets for writers at once. */
export const WRITERS = Array.from({ length: 20 }, (_, index) => `KEY_${index}`);

/** `run` waits, `start` does not; `strays`: files that a write has left. */
export function projectIn(folder, [program, ...first], env) {
  const how = { cwd: folder, env, timeout: 120_000 };
  return {
    folder,
    run: (...words) => spawnSync(program, [...first, ...words], { ...how, encoding: 'utf8' }),
    start: (...words) => spawn(program, [...first, ...words], { ...how, stdio: 'ignore' }),
    strays: () => readdirSync(folder).filter((name) => name.includes('.tool')),
  };
}

export function set({ run }, key, value) {
  const { status, stderr } = run('set', key, value);
  strictEqual(status, 0, stderr);
}

export function get({ run }, key) {
  const { status, stdout, stderr } = run('get', key);
  strictEqual(status, 0, stderr);
  return stdout;
}
