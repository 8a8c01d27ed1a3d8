/** The store through the tool's commands: values set and read, failures that no default hides, copies, a hundred secrets. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFile } from '../shared/source.mjs';
import { manifestOf } from '../shared/tool.mjs';

const SECRETS = 100;

export function commands({ ask, fresh, put, spec, specOf, tool, way }) {
  const quiet = ({ stdout, stderr }) => doesNotMatch(stdout + stderr, /canary|at .*\.js:/);
  const WEAK = 'KEY = { description = "A key", default = "weak" }';
  const below = (secrets) => {
    const prefix = fresh('commands');
    const uri = spec(`&prefix=${prefix}`);
    return { prefix, uri, text: manifestOf(uri, secrets), name: (key) => `${prefix}/tool/shop/default/${key}` };
  };
  return {
    'what is set is read again and deleted': async () => {
      const { text, name } = below();
      const set = await tool(text, ['set', 'KEY'], { input: 'correct horse' });
      deepStrictEqual([set.status, set.stdout], [0, ''], set.stderr);
      match(
        set.stderr,
        /target: server=127\.0\.0\.1:\d+ item=commands-\d+\/tool\/shop\/default\/KEY, as its new active/,
      );
      const got = await tool(text, ['get', 'KEY']);
      deepStrictEqual([got.status, got.stdout.trimEnd(), got.stderr], [0, 'correct horse', '']);
      for (let turn = 0; turn < 2; turn++) strictEqual((await tool(text, ['delete', 'KEY'])).status, 0);
      strictEqual((await ask('info', { Name: name('KEY') })).status, 404);
      const gone = await tool(text, ['get', 'KEY']);
      deepStrictEqual([gone.status, gone.stdout], [1, '']);
      match(gone.stderr, /setec: no secret commands-\d+\/tool\/shop\/default\/KEY/);
    },

    'neither a default nor a generator hides a denied read or a server that is gone': async () => {
      const stranger = await way('127.0.0.7');
      const cases = [
        [specOf(stranger.host), /error\[E1102\][\s\S]*grant `get` on `tool\/shop\/default\/KEY` to this device/],
        [specOf('127.0.0.1:1'), /error\[E1104\][\s\S]*refused the connection/],
      ];
      for (const [uri, said] of cases)
        for (const secrets of [WEAK, 'KEY = { description = "A key", type = "password", generate = true }']) {
          const got = await tool(manifestOf(uri, secrets), ['get', 'KEY']);
          deepStrictEqual([got.status, got.stdout], [1, '']);
          match(got.stderr, said);
          quiet(got);
        }
      stranger.stop();
      const { text } = below(WEAK);
      strictEqual((await tool(text, ['get', 'KEY'])).stdout.trimEnd(), 'weak');
    },

    'a generated value is stored once': async () => {
      const { text } = below('KEY = { description = "A key", type = "password", generate = true }');
      const ran = await Promise.all(Array.from({ length: 5 }, () => tool(text, ['get', 'KEY'])));
      deepStrictEqual(
        ran.map(({ status }) => status),
        [0, 0, 0, 0, 0],
        ran[0].stderr,
      );
      strictEqual(new Set(ran.map(({ stdout }) => stdout)).size, 1);
    },

    'a pinned version is read, and not written': async () => {
      const name = fresh('pinned');
      await put(name, 'first');
      await put(name, 'second');
      const text = manifestOf(spec(), `KEY = { description = "A key", ref = { item = "${name}", version = "1" } }`);
      const got = await tool(text, ['get', 'KEY']);
      deepStrictEqual([got.status, got.stdout.trimEnd(), got.stderr], [0, 'first', '']);
      for (const words of [
        ['set', 'KEY', 'x'],
        ['delete', 'KEY'],
      ])
        match((await tool(text, words)).stderr, /a version of a secret is read-only; leave out `version`/);
      deepStrictEqual((await ask('info', { Name: name })).body.Versions, [1, 2]);
    },

    'imported from a file, and back': async () => {
      const { text, uri, name } = below('ONE = { description = "A key" }\nTWO = { description = "A key" }');
      const there = await tool(text, ['import', 'dotenv'], { files: { '.env': 'ONE=first\nTWO=second\n' } });
      strictEqual(there.status, 0, there.stderr);
      strictEqual((await ask('get', { Name: name('TWO'), Version: 0 })).body.Value, btoa('second'));
      const secrets = 'ONE = { description = "A key" }\nTWO = { description = "A key" }';
      const back = await tool(manifestOf('dotenv', secrets), ['import', uri, '--delete-source']);
      strictEqual(back.status, 0, back.stderr);
      match(readFileSync(join(back.at, '.env'), 'utf8'), /ONE=["']?first/);
      strictEqual((await ask('info', { Name: name('ONE') })).status, 404);
    },

    'a manifest from the names of a server': async () => {
      const { prefix, uri, name } = below();
      await put(name('API_KEY'), 'canary');
      await put(`${prefix}/mail/password`, 'canary');
      const made = await tool(null, ['init', '--project', 'shop', '--from', uri]);
      strictEqual(made.status, 0, made.stderr);
      const text = readFileSync(join(made.at, 'manifest.toml'), 'utf8');
      match(text, /^API_KEY = /m);
      match(text, new RegExp(`item = "${prefix}/mail/password"`));
      doesNotMatch(text, /canary/);
    },

    'a cache of another store': async () => {
      const { uri } = below();
      const source = sourceFile('KEY=source\n');
      const text = manifestOf(`{ uri = "${source.uri}", cache = { provider = "${uri}", max_age = "1h" } }`);
      const got = await tool(text, ['get', 'KEY']);
      source.remove();
      deepStrictEqual([got.status, got.stdout.trimEnd()], [0, 'source'], got.stderr);
      const again = await tool(text, ['get', 'KEY']);
      deepStrictEqual([again.status, again.stdout.trimEnd()], [0, 'source'], again.stderr);
    },

    [`${SECRETS} secrets at 50 ms are ${SECRETS} requests, sixteen at a time`]: async () => {
      const names = Array.from({ length: SECRETS }, (_, index) => `KEY_${index}`);
      const { prefix, name } = below();
      for (const key of names) await put(name(key), key);
      const slow = await way('127.0.0.1', 50);
      const secrets = names.map((key) => `${key} = { description = "A key" }`).join('\n');
      const text = manifestOf(specOf(slow.host, `&prefix=${prefix}`), secrets);
      const ran = await tool(text, ['export', '--format', 'json']);
      slow.stop();
      deepStrictEqual([ran.status, ran.stderr], [0, '']);
      deepStrictEqual(JSON.parse(ran.stdout), Object.fromEntries(names.map((key) => [key, key])));
      strictEqual(slow.seen.requests.length, SECRETS);
      ok(slow.seen.most > 1 && slow.seen.most <= 16, `${slow.seen.most} at once`);
    },
  };
}
