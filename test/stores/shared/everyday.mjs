/** What every store that is read and written does, through the tool's commands, for suites before a double on loopback. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFile } from './source.mjs';

export const one = (key, more = '') => `${key} = { description = "A key"${more} }`;
export const printed = ({ status, stdout }) => [status, stdout.trimEnd()];

/**
 * Cases of a store that has HELD. `tool(secrets, words, options)` runs a command with these secrets; `put` has another client store one;
 * `target`: what `set` shows of KEY; `requests`: of a hundred secrets; `makers`: commands that generate one value at the same time.
 */
export function everyday({ tool, put, server, store, target, requests, makers = 2 }) {
  return {
    'what is set is read again, and the target is shown': async () => {
      const set = await tool(one('KEY'), ['set', 'KEY'], { input: 'correct horse' });
      deepStrictEqual([set.status, set.stdout], [0, ''], set.stderr);
      ok(set.stderr.includes(`target: ${target}\n`), set.stderr);
      const got = await tool(one('KEY'), ['get', 'KEY']);
      deepStrictEqual([...printed(got), got.stderr], [0, 'correct horse', '']);
    },

    'a command gets its secrets': async () => {
      const ran = await tool(one('HELD'), ['run', '--', 'sh', '-c', 'printf %s "$HELD"']);
      deepStrictEqual([ran.status, ran.stdout], [0, 'canary-held'], ran.stderr);
    },

    [`a hundred secrets take ${requests} requests, sixteen at a time at most`]: async () => {
      const names = Array.from({ length: 100 }, (_, index) => `KEY_${index}`);
      for (const name of names) put(name, name.toLowerCase());
      [server.asked, server.most] = [0, 0];
      const ran = await tool(names.map((name) => one(name)).join('\n'), ['export', '--format', 'json']);
      deepStrictEqual([ran.status, ran.stderr, server.asked], [0, '', requests]);
      ok(server.most <= 16, `${server.most} at a time`);
      deepStrictEqual(JSON.parse(ran.stdout), Object.fromEntries(names.map((name) => [name, name.toLowerCase()])));
    },

    [`a generated value is stored once, by ${makers} at the same time`]: async () => {
      const secrets = one('MADE', ', type = "password", generate = true');
      const make = () => tool(secrets, ['run', '--', 'sh', '-c', 'printf %s "$MADE"']);
      const made = [...(await Promise.all(Array.from({ length: makers }, make))), await make()];
      for (const { status, stderr } of made) strictEqual(status, 0, stderr);
      strictEqual(new Set(made.map(({ stdout }) => stdout)).size, 1);
      ok(made[0].stdout.length > 10);
    },

    'values are imported from a file and to a file': async () => {
      const files = { '.env': 'FROM_FILE=canary-file\n' };
      const into = await tool(one('FROM_FILE'), ['import', 'dotenv://.env'], { files });
      strictEqual(into.status, 0, into.stderr);
      const out = await tool(one('FROM_FILE'), ['import', store], { uri: 'dotenv://copy.env' });
      strictEqual(out.status, 0, out.stderr);
      match(readFileSync(join(out.at, 'copy.env'), 'utf8'), /FROM_FILE=["']?canary-file/);
    },
  };
}

/** Of a store that removes, too. `absent`: what is reported of what is gone; `cache`: the address of a place for cached values. */
export function removable({ tool, absent, cache }) {
  return {
    'what is deleted is missing, and can be deleted again': async () => {
      for (const round of [1, 2]) {
        const removed = await tool(one('FROM_FILE'), ['delete', 'FROM_FILE']);
        strictEqual(removed.status, 0, `${round}: ${removed.stderr}`);
      }
      const got = await tool(one('FROM_FILE'), ['get', 'FROM_FILE']);
      strictEqual(got.status, 1);
      ok(got.stderr.includes(absent), got.stderr);
    },

    'it can be a cache': async () => {
      const source = sourceFile('SLOW=canary-slow\n');
      const uri = `{ uri = "${source.uri}", cache = { provider = "${cache}", max_age = "1h" } }`;
      const got = await tool(one('SLOW'), ['get', 'SLOW'], { uri });
      source.remove();
      deepStrictEqual(printed(got), [0, 'canary-slow'], got.stderr);
      const cached = await tool(one('SLOW'), ['get', 'SLOW'], { uri });
      deepStrictEqual(printed(cached), [0, 'canary-slow'], cached.stderr);
    },
  };
}
