/**
 * Every store × every command that reads or writes × every fault: exit 1, one error of the right code, no value in it, and stores
 * that hold what they held. `node test/faults/store-faults.mjs [--cases N] [--seed N] COMMAND...`: at most so many cases of each store, picked
 * at random and without those that wait for a limit of half a minute or more; all if it is not given. The seed, which
 * is printed, makes the same choices again. Ends with `N passed, N failed`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { STORES } from '../../dist/test/worlds/index.js';
import { REMOVING, VALUES } from '../../dist/test/worlds/shared/fault-world.js';
import { endProblem, firstProblem, quoted, wordsProblem } from './parts/judge.mjs';
import { canInject } from './parts/project.mjs';
import { randomFrom } from './parts/random.mjs';
import { startVault } from './parts/silent-vault.mjs';
import { canBecomeUser, gpgKey, isThere, withProgram } from './parts/users-and-keys.mjs';

const tool = process.argv.slice(2);
const most = tool[0] === '--cases' ? Number(tool.splice(0, 2)[1]) : Number.POSITIVE_INFINITY;
const seed = tool[0] === '--seed' ? Number(tool.splice(0, 2)[1]) : Date.now() % 1_000_000;
tool[0] = which(tool[0]);
const LONGEST_SECONDS = most === Number.POSITIVE_INFINITY || most >= 300 ? 600 : 10;
const AT_ONCE = 3;
const USER = 65_534;
const isUser = canBecomeUser();
const asUser = isUser ? ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'] : [];
const injects = canInject();

const root = realpathSync(mkdtempSync('/tmp/tool-stores-'));
chmodSync(root, 0o755);

/** NEW is not in the store, but in `old.env`; `away.toml` moves what is in the store to another file. */
const READS = {
  get: ['get', 'ONE'],
  check: ['check'],
  run: ['run', '--', 'true'],
  export: ['export', '--format', 'json'],
};
const WRITES = {
  set: ['set', 'ONE', 'fresh-one'],
  delete: ['delete', 'ONE'],
  import: ['import', 'dotenv://old.env'],
  'import --delete-source': ['import', 'dotenv://old.env', '--delete-source'],
};
const OUT = {
  'import from it': (uri) => ['--file', 'away.toml', 'import', uri],
  'import from it --delete-source': (uri) => ['--file', 'away.toml', 'import', uri, '--delete-source'],
};
const OF_HOLDER = 'canary-of-holder';
const OLD = 'NEW=canary-new\nREST=canary-rest\n';

const manifest = (store, aliases = '') => `[project]
name = "faults"
revision = "1.0"
require_reason = false

[providers]
${aliases}

[defaults]
providers = ["${store}"]

[profiles.default]
ONE = { description = "Stored" }
TWO = { description = "Stored, too" }
NEW = { description = "Not yet", required = false }
`;

function makeWorld(name, store, server) {
  const world = openWorld(join(root, name), store, server);
  for (const path of [world.folder, world.place, world.home, join(world.place, 'store')])
    mkdirSync(path, { mode: 0o700 });
  writeFileSync(join(world.place, 'manifest.toml'), manifest(world.uri, store.aliases));
  writeFileSync(join(world.place, 'away.toml'), manifest('dotenv://away.env', store.aliases));
  writeFileSync(join(world.place, 'old.env'), OLD, { mode: 0o600 });
  store.prepare?.(world);
  own(world.folder);
  return world;
}

function openWorld(folder, store, server) {
  const [place, home] = [join(folder, 'project'), join(folder, 'home')];
  return { folder, place, home, store, server, uri: store.uri(server ?? {}) };
}

function own(folder) {
  if (isUser) spawnSync('chown', ['-R', `${USER}:${USER}`, folder]);
}

/** `around`: words before the command. */
async function start(world, words, { around = asUser, variables = {}, before = [] } = {}) {
  const { place, home, store } = world;
  const basic = { PATH: process.env.PATH, HOME: home, TMPDIR: home, LANG: 'C.UTF-8', NO_COLOR: '1' };
  const env = { ...basic, ...store.variables, ...store.variablesIn?.(world), ...variables };
  const [program, ...all] = [...around, ...before, ...tool, ...words];
  const child = spawn(which(program), all, { cwd: place, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const stream of Object.keys(texts))
    child[stream].setEncoding('utf8').on('data', (text) => {
      texts[stream] += text;
    });
  const [status, signal] = await once(child, 'close');
  return { status, signal, ...texts };
}

/** Found here, for a fault may take the path away. */
function which(program) {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program], { encoding: 'utf8' }).stdout.trim();
}

/** Every file with its bytes, but for what the tool keeps for itself. */
function contents({ place }) {
  const paths = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  // A copy that is there while the source keeps the value loses nothing.
  const all = paths
    .filter(({ name }) => name !== 'away.env')
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  return JSON.stringify(all.map((path) => [path.slice(place.length), readFileSync(path, 'latin1')]));
}

function logged({ home }) {
  const path = join(home, '.local/state/tool/audit.log');
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
}

const SCRIPT_OF_FULL_DISK = `mount -t tmpfs -o size=256k,mode=777 tmpfs store && cp -a ../copy/. store && chown --reference=../copy store
dd if=/dev/zero of=store/filler bs=4k >/dev/null 2>&1; "$@"; status=$?; rm store/filler; rm -rf ../after; cp -a store ../after; exit $status`;

async function outcomeOf(world, fault, words) {
  if (fault.isFull) {
    cpSync(join(world.place, 'store'), join(world.folder, 'copy'), { recursive: true, preserveTimestamps: true });
    own(world.folder);
    const ended = await start(world, words, {
      around: ['unshare', '-m', 'sh', '-c', SCRIPT_OF_FULL_DISK, 'sh', ...asUser],
    });
    // What was on the full disk, in the place of what was below it.
    rmSync(join(world.place, 'store'), { recursive: true });
    cpSync(join(world.folder, 'after'), join(world.place, 'store'), { recursive: true });
    own(world.folder);
    return ended;
  }
  if (fault.calls !== undefined) {
    const before = [
      'strace',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      `trace=${fault.calls}`,
      '-e',
      `inject=${fault.calls}:error=${fault.answer}`,
    ];
    return start(world, words, { before });
  }
  if (fault.isLocked) return besideHolder(world, words);
  if (fault.isSilentBus) return withSilentBus(world, words);
  if (fault.program !== undefined) {
    const bin = join(world.folder, 'bin');
    mkdirSync(bin);
    for (const name of ['gpg', 'gpg2', 'pass', 'gopass', 'sops'])
      writeFileSync(join(bin, name), `#!/bin/sh\n${fault.program}\n`, { mode: 0o755 });
    return start(world, words, { variables: { PATH: `${bin}:${process.env.PATH}` } });
  }
  const ended = await start(world, words, fault);
  world.server?.setFault(null);
  return ended;
}

/** Another writer of the same store that is held up while it has the lock, longer than anybody waits for it. */
async function besideHolder(world, words) {
  const HELD_MS = 40_000;
  const hold = [
    'strace',
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    'trace=fsync',
    '-e',
    `inject=fsync:delay_enter=${HELD_MS * 1000}:when=1`,
  ];
  let isOver = false;
  const holder = start(world, ['set', 'ONE', OF_HOLDER], { before: hold }).finally(() => {
    isOver = true;
  });
  const hasLock = () =>
    readdirSync(join(world.place, 'store'), { recursive: true }).some((path) => path.endsWith('.tool-lock'));
  while (!isOver && !hasLock()) await wait(20);
  const ended = await start(world, words);
  await holder;
  return ended;
}

async function withSilentBus(world, words) {
  const path = join(world.folder, 'bus');
  const bus = createServer(() => {}).listen(path);
  await once(bus, 'listening');
  chmodSync(path, 0o777);
  const sockets = [];
  bus.on('connection', (socket) => sockets.push(socket.on('error', () => {})));
  const ended = await start(world, words, { variables: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` } });
  for (const socket of sockets) socket.destroy();
  bus.close();
  return ended;
}

/** `kind`: what the command does with the store. */
function commands() {
  const list = (table, kind) => Object.entries(table).map(([name, words]) => ({ name, kind, wordsIn: () => words }));
  const out = Object.entries(OUT).map(([name, words]) => ({
    name,
    kind: name.endsWith('source') ? 'move' : 'read',
    wordsIn: ({ uri }) => words(uri),
  }));
  return [...list(READS, 'read'), ...list(WRITES, 'write'), ...out];
}

function fits(fault, { name, kind }) {
  if (fault.only) return fault.only.includes(name);
  if (fault.onlyReads) return kind === 'read' && !name.startsWith('import');
  if (fault.onlyWrites) return kind === 'write' || (kind === 'move' && !fault.calls);
  // What is gone is not there to be imported or deleted, which is no failure.
  return !fault.isGone || (kind === 'read' && !name.startsWith('import'));
}

function isPossible(fault) {
  if (fault.needsUser && !isUser) return false;
  return injects || (fault.calls === undefined && !fault.isLocked);
}

async function judged(store, template, name, command, fault) {
  const server = store.hasServer ? await startVault(VALUES) : null;
  const folder = join(root, name.replaceAll(/[^\w]+/gu, '-'));
  try {
    cpSync(template, folder, { recursive: true, preserveTimestamps: true });
    const world = openWorld(folder, store, server);
    if (server !== null) writeFileSync(join(world.place, 'manifest.toml'), manifest(world.uri));
    own(folder);
    fault.bring?.(world);
    if (fault.server === 'closed') server.close();
    else if (fault.server !== undefined) server.setFault(fault.server);
    const before = contents(world) + JSON.stringify(server?.contents());
    const ended = await outcomeOf(world, fault, command.wordsIn(world));
    const after = contents(world) + JSON.stringify(server?.contents());
    server?.setFault(null);
    if (ended.status === 0 && fault.mayWork?.includes(command.name)) return await effectProblem(world, command);
    // Only the other writer has written.
    const isSame = fault.isLocked
      ? (await start(world, ['get', 'ONE'])).stdout.trimEnd() === OF_HOLDER
      : before === after;
    return problemOf(world, { command, fault, ended, isSame });
  } finally {
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** If the command succeeded, its effect must be there. */
async function effectProblem(world, { name, kind }) {
  const { status, stdout, stderr } = await start(world, ['get', 'ONE']);
  if (name === 'set')
    return stdout.trimEnd() === 'fresh-one' ? null : `it ended with 0, and ONE has another value: ${quoted(stderr)}`;
  if (status !== 1 || !stderr.includes('E1003')) return `it ended with 0, and ONE is still there: ${quoted(stderr)}`;
  const away = join(world.place, 'away.env');
  return kind !== 'move' || readFileSync(away, 'utf8').includes('ONE=canary-one\n') ? null : 'ONE is lost';
}

function problemOf(world, { command, fault, ended, isSame }) {
  const all = `${ended.stdout}${ended.stderr}`;
  // One for each cause: files have names of their own. And one more that names the values that are still there (E1121).
  const mostErrors = fault.mostErrors ?? (command.kind === 'move' || command.name === 'delete' ? 2 : 1);
  // What a store never does is refused before anything is tried.
  const isRefusal =
    world.store.neverRemoves && REMOVING.includes(command.name) && ended.stderr.includes('error[E1120]');
  const [code] = /(?<=^error\[)E\d{4}/mu.exec(ended.stderr) ?? [];
  return firstProblem(
    endProblem(ended, [1]),
    wordsProblem(ended, { mostErrors }),
    /canary-|fresh-/u.test(all) ? `a value is in what it said: ${quoted(all)}` : null,
    fault.codes.includes(code) || isRefusal ? null : `it was reported as ${code}: ${quoted(ended.stderr)}`,
    isSame ? null : 'files were changed',
    logged(world).some(({ outcome }) => ['error', 'missing'].includes(outcome)) ? null : 'the access is not on record',
  );
}

async function makeTemplate(name, store) {
  const server = store.hasServer ? await startVault(VALUES) : null;
  const world = makeWorld(name, store, server);
  if (store.file !== undefined) {
    for (const [secret, value] of Object.entries(VALUES)) {
      const { status, stderr } = await start(world, ['set', secret, value]);
      if (status !== 0) throw new Error(`${name} cannot be prepared: ${stderr}`);
    }
  }
  rmSync(world.home, { recursive: true });
  mkdirSync(world.home, { mode: 0o700 });
  store.prepare?.(world);
  own(world.folder);
  server?.close();
  return world.folder;
}

const keys = mkdtempSync('/tmp/tool-keys-');
if (isUser) spawnSync('chown', [`${USER}:${USER}`, keys]);
const bin = mkdtempSync('/tmp/tool-bin-');
chmodSync(bin, 0o755);
const key = gpgKey(keys, asUser);
const tools = { gpgHome: key?.folder ?? null, withProgram: (name) => withProgram(name, bin), isThere };
const leftOut = [];
const stores = {};
for (const [name, { faults }] of STORES) {
  const world = faults?.(tools);
  if (world === null) leftOut.push(name);
  else if (world !== undefined) stores[name] = world;
}
const counts = { passed: 0, failed: 0 };
try {
  if (!isUser) console.log('left out: denial, read-only folders and full disks, for only root can become another user');
  if (!injects) console.log('left out: calls that fail, for there is no strace that may trace');
  for (const name of leftOut)
    console.log(`left out: ${name}: gpg or its program is not installed, or its own suite has not built it`);
  console.log(`seed ${seed}`);
  const random = randomFrom(seed);
  const jobs = [];
  for (const [name, store] of Object.entries(stores)) {
    const template = await makeTemplate(name, store);
    const cases = Object.entries(store.faults)
      .filter(([, fault]) => isPossible(fault) && (fault.seconds ?? 0) < LONGEST_SECONDS)
      .flatMap(([title, fault]) =>
        commands()
          .filter((command) => fits(fault, command))
          .map((command) => ({ name: `${name}: ${title}: ${command.name}`, store, template, command, fault })),
      );
    jobs.push(
      ...(cases.length > most ? random.some(cases, most) : cases).filter(({ name: title }) =>
        title.match(process.env.ONLY ?? ''),
      ),
    );
  }
  // What waits for a limit of the tool waits beside the others.
  const slow = jobs.filter(({ fault }) => fault.seconds !== undefined).map(settle);
  const rest = jobs.filter(({ fault }) => fault.seconds === undefined);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let job = rest.shift(); job !== undefined; job = rest.shift()) await settle(job);
    }),
  );
  await Promise.all(slow);
} finally {
  key?.endAgent();
  rmSync(root, { recursive: true, force: true });
  for (const folder of [keys, bin]) rmSync(folder, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

async function settle({ name, store, template, command, fault }) {
  const problem = await judged(store, template, name, command, fault).catch((error) => error.stack);
  counts[problem === null ? 'passed' : 'failed']++;
  console.log(problem === null ? `ok ${name}` : `FAILED ${name}: ${problem}`);
}
