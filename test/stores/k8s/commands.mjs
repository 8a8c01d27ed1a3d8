/** The stores through the tool's commands: values set and read, failures that no default hides, copies, a hundred keys. */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { manifestOf } from '../shared/tool.mjs';
import { base64 } from './world.mjs';

const KEYS = 100;

export function commands({ ask, fresh, kubeconfig, path, put, delayed, tokenWith, tool }) {
  const quiet = ({ stdout, stderr }) => doesNotMatch(stdout + stderr, /canary/);
  const WEAK = 'KEY = { description = "A key", default = "weak" }';
  const both = (check) => Promise.all(['k8s+secret', 'k8s+configmap'].map(check));
  return {
    'what is set is read again, by kubectl too': () =>
      both(async (scheme) => {
        const name = fresh('set');
        const store = manifestOf(`${scheme}://${name}`);
        const set = await tool(store, ['set', 'KEY'], { input: 'correct horse' });
        deepStrictEqual([set.status, set.stdout], [0, '']);
        match(set.stderr, /target: item=tool--shop--default--KEY\n/);
        quiet(set);
        const got = await tool(store, ['get', 'KEY']);
        deepStrictEqual([got.status, got.stdout.trimEnd(), got.stderr], [0, 'correct horse', '']);
        const expected = scheme === 'k8s+secret' ? base64('correct horse') : 'correct horse';
        strictEqual(byKubectl(scheme, name) ?? expected, expected);
        strictEqual((await tool(store, ['delete', 'KEY'])).status, 0);
        const gone = await tool(store, ['get', 'KEY']);
        deepStrictEqual([gone.status, gone.stdout], [1, '']);
        match(gone.stderr, /no key tool--shop--default--KEY in (Secret|ConfigMap) set-/);
      }),

    'a default does not hide a denied read, an object or a server that is not there': async () => {
      const name = fresh('held');
      await put(name, { data: {} });
      const token = await tokenWith([{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }]);
      const denied = await tool(manifestOf(`k8s+secret://${name}`, WEAK), ['get', 'KEY'], {
        kubeconfig: kubeconfig({ token }),
      });
      match(denied.stderr, /error\[E1102\][\s\S]*allows `get` on `secrets` named/);
      const absent = await tool(manifestOf('k8s+secret://gone', WEAK), ['get', 'KEY']);
      match(absent.stderr, /error\[E11\d\d\][\s\S]*has no Secret `gone`[\s\S]*kubectl create secret generic gone/);
      const nowhere = kubeconfig({ token: 'canary-admin' }, { server: 'https://127.0.0.1:1' });
      const unreachable = await tool(manifestOf(`k8s+secret://${name}`, WEAK), ['get', 'KEY'], { kubeconfig: nowhere });
      match(unreachable.stderr, /error\[E1104\][\s\S]*refused the connection/);
      for (const ran of [denied, absent, unreachable]) {
        deepStrictEqual([ran.status, ran.stdout], [1, '']);
        quiet(ran);
      }
      strictEqual((await tool(manifestOf(`k8s+secret://${name}`, WEAK), ['get', 'KEY'])).stdout.trimEnd(), 'weak');
    },

    'a generated value is stored once': async () => {
      const name = fresh('generated');
      await put(name, { data: {} });
      const text = manifestOf(
        `k8s+secret://${name}`,
        'KEY = { description = "A key", type = "password", generate = true }',
      );
      const values = await Promise.all(Array.from({ length: 5 }, () => tool(text, ['get', 'KEY'])));
      deepStrictEqual(
        values.map(({ status }) => status),
        [0, 0, 0, 0, 0],
        values[0].stderr,
      );
      strictEqual(new Set(values.map(({ stdout }) => stdout)).size, 1);
    },

    'imported from a file, and back': async () => {
      const name = fresh('imported');
      await put(name, { data: {} });
      const secrets = 'ONE = { description = "A key" }\nTWO = { description = "A key" }';
      const files = { '.env': 'ONE=first\nTWO=second\n' };
      const there = await tool(manifestOf(`k8s+secret://${name}`, secrets), ['import', 'dotenv'], { files });
      strictEqual(there.status, 0, there.stderr);
      const { data } = (await ask('GET', path(name))).body;
      deepStrictEqual(Object.values(data), ['first', 'second'].map(base64));
      const back = await tool(manifestOf('dotenv', secrets), ['import', `k8s+secret://${name}`, '--delete-source']);
      strictEqual(back.status, 0, back.stderr);
      deepStrictEqual((await ask('GET', path(name))).body.data, undefined);
    },

    'a manifest from the keys of an object': async () => {
      const name = fresh('listed');
      await put(name, { data: { 'tool--shop--default--API_KEY': 'eA==', 'tls.crt': 'eA==' } });
      const made = await tool(null, ['init', '--from', `k8s+secret://${name}`]);
      strictEqual(made.status, 0, made.stderr);
      match(execFileSync('cat', [`${made.at}/manifest.toml`]).toString(), /tls\.crt/);
    },

    'a cache of another store': async () => {
      const name = fresh('cache');
      await put(name, { data: {} });
      const cached = `[project]
name = "shop"
revision = "1.0"
require_reason = false

[providers]
fast = { uri = "dotenv", cache = { provider = "k8s+secret://${name}", max_age = "1h" } }

[profiles.default.defaults]
providers = ["fast"]

[profiles.default]
KEY = { description = "A key" }
`;
      const got = await tool(cached, ['get', 'KEY'], { files: { '.env': 'KEY=source\n' } });
      deepStrictEqual([got.status, got.stdout.trimEnd()], [0, 'source'], got.stderr);
      strictEqual(Object.keys((await ask('GET', path(name))).body.data).length, 1);
    },

    [`${KEYS} keys at 50 ms are one request`]: () =>
      both(async (scheme) => {
        const name = fresh('many');
        const names = Array.from({ length: KEYS }, (_, index) => `KEY_${index}`);
        const text = (key) => (scheme === 'k8s+secret' ? base64(key) : key);
        const data = Object.fromEntries(names.map((key) => [`tool--shop--default--${key}`, text(key)]));
        await put(name, { data }, scheme === 'k8s+secret' ? 'secrets' : 'configmaps');
        const way = await delayed(50);
        const config = kubeconfig({}, { server: way.address });
        const secrets = names.map((key) => `${key} = { description = "A key" }`).join('\n');
        const ran = await tool(manifestOf(`${scheme}://${name}`, secrets), ['export', '--format', 'json'], {
          kubeconfig: config,
        });
        way.stop();
        deepStrictEqual([ran.status, ran.stderr], [0, '']);
        const values = JSON.parse(ran.stdout);
        deepStrictEqual(
          names.filter((key) => values[key] !== key),
          [],
        );
        deepStrictEqual(way.seen.requests.length, 1);
      }),
  };

  /** What it shows of the key; null where it is not installed. */
  function byKubectl(scheme, name) {
    const kind = scheme === 'k8s+secret' ? 'secret' : 'configmap';
    const words = ['get', kind, name, '-o', 'jsonpath={.data.tool--shop--default--KEY}'];
    try {
      return execFileSync('kubectl', words, { env: { ...process.env, KUBECONFIG: kubeconfig() } }).toString();
    } catch (error) {
      if (error.code === 'ENOENT') return null;
      throw error;
    }
  }
}
