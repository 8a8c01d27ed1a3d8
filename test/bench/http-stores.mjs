/**
 * What stores behind HTTP cost, with the doubles of their servers on loopback: how much longer one secret takes than one of a dotenv
 * file, against a bare `fetch`; and how many round trips of 50 ms a hundred secrets take. Every store of
 * `test/worlds/` that has a server and can be read is measured.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { HTTP_STORES, WORLDS } from '../../dist/test/worlds/index.js';
import { race } from './measure.mjs';
import { limitRow, medianOf } from './table.mjs';
import { environmentFor } from './worlds.mjs';

const DOUBLE = join(import.meta.dirname, 'http-double.mjs');
const DELAY_MS = 50;
const COUNT = 100;
const AT_ONCE = 16;
/** Of an API that gives many secrets for one request. */
const BATCHED_ROUNDS = 3;

/** Rows of the table. */
export async function httpStoreRows(root, builds, rounds) {
  const rows = [];
  for (const [scheme, world] of Object.entries(WORLDS)) {
    const store = HTTP_STORES[scheme];
    // A store that never returns its values cannot be read.
    if (world.server === undefined || world.speaksTls || world.shows !== undefined || store === undefined) continue;
    rows.push(...(await rowsOf({ scheme, world, requests: store.costs.hundred, root, builds, rounds })));
  }
  return rows;
}

async function rowsOf({ scheme, world, requests, root, builds, rounds }) {
  const double = spawn(process.execPath, [DOUBLE, scheme], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const [line] = await once(double.stdout, 'data');
    const hosts = JSON.parse(line);
    const folder = join(root, `http-${scheme.replaceAll('+', '-')}`, 'work');
    const names = Array.from({ length: COUNT }, (_, index) => `SECRET_${index}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '.env'), ['HELD', ...names].map((name) => `${name}=value-of-${name}\n`).join(''));
    const [atOnce, late] = Object.values(hosts).map((host) => project({ folder, world, host, names }));
    const one = (command) => ({ world: { folder }, state: 'warm', ...command });
    if (!filled(atOnce, Object.values(builds)[0], folder)) throw new Error(`${scheme}: the double could not be filled`);
    const contenders = Object.entries(builds).flatMap(([name, tool]) => [
      one({ name: `${name}, file`, command: [...tool, '--file', atOnce.manifest, 'get', '-p', 'dotenv', 'HELD'] }),
      one({ name: `${name}, one`, command: atOnce.command(tool, 'get', 'HELD') }),
      one({ name: `${name}, all`, command: atOnce.command(tool, 'run', '--', 'true') }),
      one({ name: `${name}, all late`, command: late.command(tool, 'run', '--', 'true') }),
    ]);
    const fetching = `await (await fetch('http://${hosts.atOnce}/')).text()`;
    const bare = (script) => [process.execPath, '--input-type=module', '-e', script];
    contenders.push(one({ name: 'nothing', command: bare('') }), one({ name: 'fetch', command: bare(fetching) }));
    const times = race(contenders, rounds);
    const median = (name) => medianOf(times.get(name));
    const fetched = median('fetch') - median('nothing');
    return Object.keys(builds).flatMap((name) => {
      const first = median(`${name}, one`) - median(`${name}, file`);
      const trips = (median(`${name}, all late`) - median(`${name}, all`)) / DELAY_MS;
      // What goes beyond one request for each secret is a sign-in, step after step.
      const expected = Math.ceil(Math.min(requests, COUNT) / AT_ONCE) + Math.max(0, requests - COUNT);
      const most = requests <= AT_ONCE ? BATCHED_ROUNDS : expected + 1;
      return [
        [
          `${name}, first request to ${scheme} / bare fetch`,
          (first / fetched).toFixed(1),
          `${first.toFixed(0)} ms / ${fetched.toFixed(0)} ms`,
          '',
          '',
        ],
        limitRow(`${name}, ${COUNT} secrets of ${scheme} at ${DELAY_MS} ms`, trips, 'round trips', most),
      ];
    });
  } finally {
    double.stdin.end();
  }
}

/** A manifest whose secrets are in the store at this host, and the commands on it. */
function project({ folder, world, host, names }) {
  const name = host.replace(':', '-');
  const at = join(folder, name);
  mkdirSync(at);
  const variables = Object.entries(world.hold(at, userInfo().username, host)).map(
    ([name, value]) => `${name}=${value}`,
  );
  const file = `${name}.toml`;
  const credentials = Object.entries(world.credentials ?? {});
  writeFileSync(join(folder, `${file}.env`), credentials.map(([name, value]) => `${name}=${value}\n`).join(''));
  const bound = credentials.map(([name]) => `${name} = "dotenv:${file}.env"`).join(', ');
  const declared = ['HELD', ...names].map((name) => `${name} = { description = "A secret" }\n`).join('');
  const alias = `{ uri = "${world.spec(at, host)}"${bound && `, credentials = { ${bound} }`} }`;
  writeFileSync(
    join(folder, file),
    `[project]\nname = "demo"\nrevision = "1.0"\nrequire_reason = false\n\n[providers]\nstore = ${alias}\n\n[defaults]\nproviders = ["store"]\n\n[profiles.default]\n${declared}`,
  );
  const command = (tool, ...words) => ['env', ...variables, ...tool, '--file', file, ...words];
  return { manifest: file, command };
}

/** Whether the store has all secrets now. */
function filled({ command }, tool, folder) {
  const [program, ...words] = command(tool, 'import', 'dotenv');
  const { status, stderr } = spawnSync(program, words, {
    cwd: folder,
    env: environmentFor({ folder }, 'warm'),
    encoding: 'utf8',
  });
  if (status !== 0) console.log(stderr);
  return status === 0;
}
