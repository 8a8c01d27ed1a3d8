/**
 * Has V8 compile the bundle as each command uses it, so that no user of what is built here waits for it: somebody who may
 * not write beside the program never could keep it (runtime/start/code-cache.ts).
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../dist/runtime/cli/commands.js';
import { ROOT } from './compiled.mjs';

const TOOL = join(ROOT, 'dist/bundle/tool.js');

/** What a command needs to work in the example, where it needs anything. `plan diff` is compiled as `plan` is. */
const ARGUMENTS = {
  run: ['--', 'true'],
  export: ['--format', 'json'],
  get: ['STRIPE_KEY'],
  set: ['STRIPE_KEY', 'value'],
  delete: ['STRIPE_KEY'],
  import: ['dotenv://old.env'],
  explain: ['E0203'],
  completions: ['bash'],
};
/** What a command is sent, where it answers a program. */
const INPUT = {
  serve: (folder) => {
    const purpose = { consumer: 'build', operation: 'warm' };
    const manifest = { kind: 'path', path: join(folder, 'work/manifest.toml') };
    const application = { manifest, provider: null, profile: null, scope: null, reason: 'build' };
    const limits = { max_frame_bytes: 1_048_576, max_in_flight: 8 };
    const client = { name: 'build', version: '1' };
    const opening = { protocol: 'tool.resolver', versions: [1], client, limits, application };
    const get = { name: 'STRIPE_KEY', representation: 'auto', purpose };
    const calls = [
      ['rpc.initialize', opening],
      ['resolver.get', get],
      ['rpc.shutdown', {}],
    ];
    const _meta = { deadline_unix_ms: Number.MAX_SAFE_INTEGER };
    return calls.map(
      ([method, params], index) => `${JSON.stringify({ jsonrpc: '2.0', id: index + 1, method, params, _meta })}\n`,
    );
  },
};
/** Typed once, and refused the second time. */
const ONCE = ['init', 'add'];

const names = Object.keys(commands).filter((name) => !name.includes(' ') && !ONCE.includes(name));
const calls = names.map((name) => [name, ...(ARGUMENTS[name] ?? [])]);
const places = [['--version'], ...calls].map((words) => ({ words, folder: mkdtempSync(join(tmpdir(), 'tool-warm-')) }));
try {
  for (const { folder } of places) layOut(folder);
  const problems = await startAll();
  forgetProgram();
  problems.push(...(await startAll()));
  // A program that was not warmed only starts more slowly.
  for (const problem of new Set(problems)) if (problem !== null) console.warn(`not compiled ahead: ${problem}`);
} finally {
  for (const { folder } of places) rmSync(folder, { recursive: true, force: true });
}

/** Each command has a folder of its own. */
function layOut(folder) {
  mkdirSync(join(folder, 'home'));
  cpSync(join(ROOT, 'docs/examples/quickstart'), join(folder, 'work'), { recursive: true });
}

function startAll() {
  const environment = (folder) => ({ PATH: process.env.PATH, HOME: join(folder, 'home'), TMPDIR: folder });
  return Promise.all(
    places.map(({ words, folder }) => {
      const input = INPUT[words[0]]?.(folder).join('') ?? '';
      return start(words, { cwd: join(folder, 'work'), env: environment(folder) }, input);
    }),
  );
}

/** V8 keeps what has run. The first start compiles the plan, and what only that needs takes a warm start a millisecond to load. */
function forgetProgram() {
  const compiled = join(ROOT, 'dist/bundle/compiled');
  for (const name of readdirSync(compiled)) if (/^[^-]+-program-/u.test(name)) rmSync(join(compiled, name));
}

/** What went wrong, or null. */
function start(words, options, input) {
  return new Promise((resolve) => {
    const stdin = input === '' ? 'ignore' : 'pipe';
    const child = spawn(process.execPath, [TOOL, ...words], { ...options, stdio: [stdin, 'ignore', 'ignore'] });
    child.stdin?.end(input);
    child.on('error', ({ message }) => resolve(message));
    child.on('close', (status) => resolve(status === 0 ? null : `tool ${words.join(' ')} ended with ${status}`));
  });
}
