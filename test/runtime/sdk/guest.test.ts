/** The library is a guest: what a process that uses it prints, changes, holds and leaves, tried with real processes. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { atOnce, tried } from '../../helpers/thoroughness.js';
import { BUNDLE, TOOL_WORDS } from '../../helpers/tool-path.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
/** The bundle: each thread loads it once more. */
const BUNDLED = join(BUNDLE, 'sdk.mjs');
const LIBRARY = existsSync(BUNDLED)
  ? BUNDLED
  : fileURLToPath(new URL('../../../runtime/sdk/index.js', import.meta.url));
const THREADS = atOnce(50);
const MANIFEST = `[project]
name = "demo"
revision = "1.0"
[defaults]
providers = ["dotenv:.env"]
[profiles.default]
A = { description = "a" }
FILE = { description = "f", as_path = true }
MADE = { description = "m", type = "password", generate = true }
`;
let made = 0;

function world() {
  const base = join(root, `g${made++}`);
  const [project, home, temporary] = ['project', 'home', 'tmp'].map((name) => join(base, name));
  if (project === undefined || home === undefined || temporary === undefined) throw new Error(base);
  for (const folder of [project, home, temporary]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(project, 'manifest.toml'), MANIFEST);
  writeFileSync(join(project, '.env'), 'A=a-value\nFILE=content\n');
  const env = { HOME: home, TMPDIR: temporary, PATH: process.env['PATH'] };
  const program = (code: string) => {
    const file = join(base, `program-${made++}.mjs`);
    writeFileSync(
      file,
      `import { builder, keepTempFiles } from ${JSON.stringify(LIBRARY)};\nconst SERVE = ${JSON.stringify([...TOOL_WORDS, 'serve'])};\n${code}`,
    );
    return file;
  };
  const run = (code: string, folder = project) =>
    spawnSync(process.execPath, [program(code)], { cwd: folder, env, encoding: 'utf8', timeout: 50_000 });
  const left = () => readdirSync(temporary, { recursive: true, encoding: 'utf8' });
  return { base, project, temporary, env, program, run, left };
}

/** What a program must print: nothing, unless it says so itself. */
const silent = (stdout = '') => ({ status: 0, stdout, stderr: '' });

test('it prints nothing, handles no signal, and changes neither variables, folder nor umask', () => {
  const { run } = world();
  const state = `() => JSON.stringify([process.env, process.cwd(), process.umask(), process.exitCode ?? null,
    process.eventNames().filter((name) => typeof name === 'string' && (name.startsWith('SIG') || name.startsWith('unhandled') || name.startsWith('uncaught'))),
    process.listenerCount('warning')])`;
  const code = `const state = ${state};
const before = state();
const listeners = process.listenerCount('exit');
const session = await builder().open();
for (let i = 0; i < 12; i++) { const loaded = await builder().load(); loaded.dispose(); }
await session.load(); await session.get('A'); await session.set('A', 'x'); await session.report(); await session.delete('A');
await builder().load().catch(() => {});
await session.close();
const remote = await builder().connect(SERVE);
await remote.get('A');
await remote.close();
if (state() !== before) console.log(before, state());
if (process.listenerCount('exit') !== listeners) console.log(process.listeners('exit').map(String));`;
  expect(run(code)).toMatchObject(silent());
});

test.each([
  ['in this process', 'builder().open()'],
  ['in another one', 'builder().connect(SERVE)'],
])('a session %s that nobody closes holds no process, and goes with it', (_, open) => {
  const { run, left, project } = world();
  const code = `const session = await ${open};
const loaded = await session.load();
if (loaded.secrets.A.value !== 'a-value') console.log('wrong');
await session.get('FILE');
globalThis.kept = session;`;
  expect(run(code)).toMatchObject(silent());
  for (let waited = 0; waited < 40 && left().length > 0; waited++) spawnSync('sleep', ['0.1']);
  expect(left()).toEqual([]);
  expect(readFileSync(join(project, '.env'), 'utf8')).toContain('MADE=');
});

test('files go at a normal exit; those that are kept stay, also when others clean up', () => {
  const { run, left } = world();
  expect(run(`await builder().load(); await builder().get('FILE'); process.exit(0);`)).toMatchObject(silent());
  expect(left()).toEqual([]);
  const { stdout } = run(`const loaded = await builder().load(); console.log(keepTempFiles(loaded)[0]);`);
  run(`(await builder().load()).dispose();`);
  expect(readFileSync(stdout.trim(), 'utf8')).toBe('content');
  rmSync(stdout.trim());
  run(`(await builder().load()).dispose();`);
  expect(left()).toEqual([]);
});

test('the folder of a process that was killed is removed by the next', () => {
  const { run, left } = world();
  expect(run(`await builder().load(); process.kill(process.pid, 'SIGKILL');`).signal).toBe('SIGKILL');
  expect(left().length).toBeGreaterThan(0);
  expect(run(`(await builder().load()).dispose();`)).toMatchObject(silent());
  expect(left()).toEqual([]);
});

test('it works where the working folder was removed, if the manifest is known without it', () => {
  const { run, base, project } = world();
  const gone = join(base, 'gone');
  mkdirSync(gone);
  const path = JSON.stringify(join(project, 'manifest.toml'));
  const code = `import { rmdirSync } from 'node:fs';
rmdirSync(process.cwd());
process.chdir = undefined;
const cwd = process.cwd; process.cwd = () => { throw Object.assign(new Error('gone'), { code: 'ENOENT', syscall: 'uv_cwd' }); };
const one = await builder().withPath(${path}).load();
const toml = ${JSON.stringify(MANIFEST)};
const two = await builder().withManifest(toml, ${JSON.stringify(project)}).load();
const three = await builder().load().catch(({ kind, code }) => [kind, code]);
console.log(one.secrets.A.value, two.secrets.A.value, three.join());
for (const loaded of [one, two]) loaded.dispose();`;
  expect(run(code, gone)).toMatchObject(silent('a-value a-value io,E0309\n'));
});

test('TOOL_FILE and what another call says are nothing to it; many threads load at once', () => {
  const { run, left } = world();
  const code = `import { Worker, isMainThread, parentPort } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
process.env.TOOL_FILE = '/nowhere/manifest.toml';
if (isMainThread) {
  const values = await Promise.all(Array.from({ length: ${THREADS} }, () => new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url));
    worker.once('message', resolve).once('error', reject);
  })));
  console.log(values.length, new Set(values.map(({ a }) => a)).size, new Set(values.map(({ made }) => made)).size);
} else {
  const loaded = await builder().load();
  parentPort.postMessage({ a: loaded.secrets.A.value, made: loaded.secrets.MADE.value });
}`;
  expect(run(code)).toMatchObject(silent(`${THREADS} 1 1\n`));
  expect(left()).toEqual([]);
});

test('aborted at random moments: its reason, no file, no half of a store', async () => {
  const { program, env, project, left } = world();
  const times = Math.max(20, tried(100));
  // What is asked of a store in a file is answered at once: the generator is what takes time.
  const command = 'echo $$ >> $HOME/started; sleep 0.05; printf generated';
  const slow = MANIFEST.replace(
    'type = "password", generate = true',
    `type = "command", generate = { command = "${command}" }`,
  );
  writeFileSync(join(project, 'manifest.toml'), slow);
  const code = `import { writeFileSync, readFileSync } from 'node:fs';
(await builder().load()).dispose();
const started = performance.now();
writeFileSync('.env', 'A=a-value\\nFILE=content\\n');
(await builder().load()).dispose();
const usual = performance.now() - started;
let aborted = 0;
for (let i = 0; i < ${times}; i++) {
  writeFileSync('.env', 'A=a-value\\nFILE=content\\n');
  const controller = new AbortController();
  const reason = new Error('enough');
  setTimeout(() => controller.abort(reason), Math.random() * usual);
  const outcome = await builder().withSignal(controller.signal).load().catch((error) => error);
  if (outcome === reason) aborted++;
  else if (outcome instanceof Error) throw outcome;
  else outcome.dispose();
  const text = readFileSync('.env', 'utf8');
  if (!/^A=a-value\\nFILE=content\\n(MADE=generated\\n)?$/.test(text)) throw new Error(text);
}
const known = new AbortController();
known.abort('at once');
console.log(aborted > 0, await builder().withSignal(known.signal).load().catch((error) => error));`;
  const child = spawn(process.execPath, [program(code)], { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const chunk of child.stdout) printed += chunk;
  expect(printed).toBe('true at once\n');
  expect(left()).toEqual([]);
  expect(readdirSync(project).sort()).toEqual(['.env', 'manifest.toml']);
  const started = readFileSync(join(env.HOME, 'started'), 'utf8').trim().split('\n');
  expect(started.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
});
