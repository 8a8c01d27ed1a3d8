/** How long a program waits for `tool serve` until its session is open, against a warm `tool get`; in pairs, each from its start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ratioRow } from './table.mjs';
import { environmentFor, nameOf } from './worlds.mjs';

const TARGET = 1.2;

export async function serveRows(world, builds, rounds) {
  const rows = [];
  for (const [build, tool] of Object.entries(builds)) {
    const [opening, getting] = [[], []];
    // The first of each fills the caches.
    for (let round = 0; round <= rounds; round++) {
      opening.push(await untilOpen(world, tool));
      getting.push(await untilRead(world, tool));
    }
    const name = `${build}, serve until a session is open / get`;
    rows.push(ratioRow(name, opening.slice(1), getting.slice(1), TARGET));
  }
  return rows;
}

async function untilOpen(world, tool) {
  const before = performance.now();
  const child = start(world, [...tool, 'serve']);
  child.stdin.write(openingOf(world));
  const [answer] = await once(child.stdout, 'data');
  const taken = performance.now() - before;
  if (!String(answer).includes('"result"')) throw new Error(`no session: ${answer}`);
  child.stdin.end();
  await once(child, 'exit');
  return taken;
}

async function untilRead(world, tool) {
  const before = performance.now();
  const child = start(world, [...tool, 'get', nameOf(0)]);
  child.stdin.end();
  child.stdout.resume();
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`get ended with ${status}`);
  return performance.now() - before;
}

function start(world, [program, ...words]) {
  const options = { cwd: world.folder, env: environmentFor(world, 'warm'), stdio: ['pipe', 'pipe', 'ignore'] };
  return spawn(program, words, options);
}

function openingOf({ folder }) {
  const manifest = { kind: 'path', path: join(folder, 'manifest.toml') };
  const params = {
    protocol: 'tool.resolver',
    versions: [1],
    client: { name: 'bench', version: '1' },
    limits: { max_frame_bytes: 1_048_576, max_in_flight: 8 },
    application: { manifest, provider: null, profile: null, scope: null, reason: null },
  };
  const _meta = { deadline_unix_ms: Number.MAX_SAFE_INTEGER };
  return `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'rpc.initialize', params, _meta })}\n`;
}
