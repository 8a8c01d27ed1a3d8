/**
 * `npm run bench`: what the tool costs, as ratios measured in one run on one machine, each beside its target. Prints and never
 * judges: a busy machine is no mistake. Options: `--rounds N`; `--only REGEX`, for some
 * contenders; `--peers`, which installs the peers first.
 */
import { existsSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { codeRows } from './code.mjs';
import { editorRows } from './editor.mjs';
import { externalProviderRows } from './external-providers.mjs';
import { firstStartRows } from './first-starts.mjs';
import { guardRows } from './guards.mjs';
import { hookRows } from './hook.mjs';
import { httpStoreRows } from './http-stores.mjs';
import { libraryRows } from './library.mjs';
import { localStoreRows } from './local-stores.mjs';
import { peakMemory, race, trial } from './measure.mjs';
import { installPeers, peerCommands } from './peers.mjs';
import { questionRows } from './questions.mjs';
import { throughputOf } from './redact.mjs';
import { serveRows } from './serve.mjs';
import { scanRows } from './scan.mjs';
import { atLeastRow, limitRow, medianOf, ratioRow, renderTable, timeRow } from './table.mjs';
import { copyOfBundle, makeDocumentWorld, makeTypeWorld, makeWorld, nameOf, withRoot } from './worlds.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PEERS = join(ROOT, '.tools/bench');
const PARSE_ONLY = fileURLToPath(new URL('parse-only.mjs', import.meta.url));
const EXECUTABLE = join(ROOT, 'dist/executable/tool');
const BUILDS = { Node: [process.execPath, join(ROOT, 'dist/bundle/tool.js')], executable: [EXECUTABLE] };
/** The executable without the program that starts most warm runs for it (runtime/front/README.md). */
const FULL = `${EXECUTABLE}-full`;
const BARE = 'bare Node';
/** In every world, written before anything is measured. */
const PLAN_FILE = 'plan.json';

/** Types of secrets, and options that make a value quickly: what is measured is how long its code takes to load. */
const TYPES = {
  age_identity: 'true',
  command: '{ command = "echo" }',
  jwk_private_key: 'true',
  mnemonic: 'true',
  openpgp_private_key: '{ user_id = "bench" }',
  passphrase: 'true',
  password: 'true',
  rsa_private_key: '{ bits = 512 }',
  ssh_private_key: 'true',
  uuid: 'true',
  wireguard_private_key: 'true',
  x509_identity: '{ san = ["dns:bench.example"] }',
};

/** [contender, compared with, target or null]: the targets that the project has set itself. */
const RATIOS = [
  ['Node, warm run, 10', BARE, 1.2],
  ['executable, warm run, 10', BARE, 0.25],
  ['executable, warm run, 100', BARE, 0.25],
  ['executable, warm run, 1000', BARE, 0.6],
  ['executable without its front, warm run, 10', BARE, 0.38],
  ['executable without its front, warm run, 1000', BARE, 0.6],
  ['executable, warm run, 1000', 'executable without its front, warm run, 1000', 1.1],
  ['Node, warm run --plan, 10', 'Node, warm run, 10', 1.05],
  ['Node, warm run --plan, 1000', 'Node, warm run, 1000', 1.05],
  ['executable, warm run --plan, 10', 'executable, warm run, 10', 1.05],
  ['executable, warm run --plan, 1000', 'executable, warm run, 1000', 1.05],
  ['Node, warm run, 1000', 'Node, warm run, 10', 2.5],
  ['executable, warm run, 1000', 'executable, warm run, 10', 2.5],
  ['Node, cold compile, 1000', 'Node and smol-toml, 1000', 3],
  ['Node, cold compile, 10000', 'Node, cold compile, 1000', 12],
  ['Node, types, 10000', 'Node, plan --format json, 10000', 1.5],
  ['executable, types, 10000', 'executable, plan --format json, 10000', 1.5],
  ['Node, git credential get, 10', 'Node, get, 10', 1.2],
  ['executable, git credential get, 10', 'executable, get, 10', 1.2],
  ['Node, warm run, 1000', BARE, null],
  ['Node, warm run without compiled code, 10', BARE, null],
  ['Node, first compile, 1000', 'Node and smol-toml, 1000', null],
  ['Node, cold run, 10', BARE, null],
  ['executable, cold run, 10', BARE, null],
  ['executable, cold compile, 1000', 'Node and smol-toml, 1000', null],
  ['dotenvx, 10', BARE, null],
  ['dotenvx, 1000', BARE, null],
  ['varlock, 10', BARE, null],
  ['varlock, 1000', BARE, null],
];
for (const build of Object.keys(BUILDS)) {
  for (const type of Object.keys(TYPES)) {
    const base = type === 'uuid' ? `${build}, warm run, 10` : `${build}, generates uuid`;
    RATIOS.push([`${build}, generates ${type}`, base, null]);
  }
}
const MAX_RUN_MS = 1_000;
const MAX_MEMORY_MB = 400;
/** Secrets of one document, and how much longer they may take than as many in entries of their own. */
const SELECTED = 4_000;
const MAX_SELECTING_MS = 300;
/** Values that `run --redact` looks for, and how fast. Only the executable has a target. */
const REDACTED = 100;
const LEAST_REDACTED_MB = 200;
const REDACT_ROUNDS = 5;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
    peers: { type: 'boolean', default: false },
  },
});
if (values.peers) installPeers(PEERS);
await withRoot((root) => bench(root, Number(values.rounds), new RegExp(values.only, 'u')));

async function bench(root, rounds, only) {
  const worlds = [10, 100, 1_000, 10_000].map((count) => makeWorld(root, count));
  worlds.forEach(writePlan);
  const forgetful = copyOfBundle(join(ROOT, 'dist/bundle'), root);
  const selecting = selectingContenders(makeWorld(root, SELECTED), makeDocumentWorld(root, SELECTED));
  const answering = worlds.filter(({ count }) => count === 10).flatMap(answeringContenders);
  const analysing = worlds.filter(({ count }) => count === 10_000).flatMap(analysingContenders);
  const generating = Object.entries(TYPES).flatMap(([type, options]) => {
    return generatingContenders(type, makeTypeWorld(root, type, options));
  });
  const wanted = [
    ...worlds.flatMap((world) => contendersIn(world, forgetful)),
    ...selecting,
    ...analysing,
    ...answering,
    ...generating,
  ].filter(({ name }) => name === BARE || only.test(name));
  const contenders = wanted.filter(works);
  console.log(
    `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${rounds} rounds; medians, then quartiles.`,
  );
  console.log(
    `${BARE} is \`node -e\` that spawns \`true\`. Warm: the compiled plan is cached. Cold: it is not. First: nothing is.\nAll programs were in the page cache of the system, except for first starts from the disk.\n`,
  );
  const times = race(contenders, rounds);
  console.log(
    renderTable([['milliseconds', 'median', 'quartiles'], ...[...times].map(([name, taken]) => timeRow(name, taken))]),
  );
  console.log(
    renderTable([
      ['against', 'figure', 'quartiles', 'target', ''],
      ...ratioRows(times),
      ...limitRows(times, contenders),
      ...(only.test('first starts')
        ? firstStartRows(makeWorld(root, 10), { ...existingBuilds(), ...fullBuild() }, rounds)
        : []),
      ...(only.test('questions') ? questionRows(root, existingBuilds(), rounds) : []),
      ...(only.test('redact') ? redactRows(makeWorld(root, REDACTED)) : []),
      ...(only.test('lint --code') ? codeRows(makeWorld(root, REDACTED), existingBuilds(), REDACT_ROUNDS) : []),
      ...(only.test('scan') ? scanRows(makeWorld(root, REDACTED), existingBuilds(), EXECUTABLE, REDACT_ROUNDS) : []),
      ...(only.test('bounds') || only.test('trust') ? guardRows(makeWorld(root, 1_000), BUILDS.Node, rounds) : []),
      ...(only.test('library') ? libraryRows(root, join(ROOT, 'dist/bundle'), BUILDS.Node, rounds) : []),
      ...(only.test('external providers') ? externalProviderRows(root, existingBuilds(), rounds) : []),
      ...(only.test('hook') ? hookRows(makeWorld(root, 10), existingBuilds(), rounds) : []),
      ...(only.test('serve') ? await serveRows(makeWorld(root, 10), existingBuilds(), rounds) : []),
      ...(only.test('editor') ? await editorRows(root, makeWorld(root, 1_000), existingBuilds(), rounds) : []),
      ...(only.test('local stores') ? localStoreRows(root, existingBuilds(), rounds) : []),
      ...(only.test('HTTP stores') ? await httpStoreRows(root, existingBuilds(), rounds) : []),
    ]),
  );
}

/** What is measured with the secrets of one world. Bare Node needs none, and is measured once. */
function contendersIn(world, forgetful) {
  const { count } = world;
  const bare = {
    name: BARE,
    world,
    state: 'warm',
    command: [process.execPath, '-e', 'require("node:child_process").spawn("true", { stdio: "inherit" })'],
  };
  const firstOf = (tool) => (tool.length === 1 ? tool : [tool[0], forgetful]);
  const runs = Object.entries(BUILDS).flatMap(([build, tool]) => [
    { name: `${build}, warm run, ${count}`, world, command: [...tool, 'run', '--', 'true'], state: 'warm' },
    {
      name: `${build}, warm run --plan, ${count}`,
      world,
      command: [...tool, 'run', '--plan', PLAN_FILE, '--', 'true'],
      state: 'warm',
    },
    { name: `${build}, cold run, ${count}`, world, command: [...tool, 'run', '--', 'true'], state: 'cold' },
    { name: `${build}, cold compile, ${count}`, world, command: [...tool, 'plan', '--hash'], state: 'cold' },
    { name: `${build}, first compile, ${count}`, world, command: [...firstOf(tool), 'plan', '--hash'], state: 'first' },
  ]);
  const full = {
    name: `executable without its front, warm run, ${count}`,
    world,
    command: [FULL, 'run', '--', 'true'],
    state: 'warm',
  };
  const uncompiled = {
    name: `Node, warm run without compiled code, ${count}`,
    world,
    command: [process.execPath, forgetful, 'run', '--', 'true'],
    state: 'uncompiled',
  };
  const parse = { name: `Node and smol-toml, ${count}`, world, command: [process.execPath, PARSE_ONLY], state: 'warm' };
  const peers = peerCommands(PEERS).map(({ name, command }) => ({
    name: `${name}, ${count}`,
    world,
    command,
    state: 'warm',
  }));
  const warm = runs.filter(({ name }) => name.includes('warm run,'));
  // Where the front hands over, and no more.
  if (count === 100) return [...warm, full];
  return [...(count === 10 ? [bare, uncompiled] : [parse]), ...runs, full, ...(count > 1_000 ? [] : peers)];
}

function writePlan(world) {
  const complaint = trial({ command: [...BUILDS.Node, 'plan', '--output', PLAN_FILE], world, state: 'warm' });
  if (complaint !== null) throw new Error(`no plan file: ${complaint}`);
}

/** Warm runs with as many secrets, in entries of their own and in one document. */
function selectingContenders(apart, together) {
  return Object.entries(BUILDS).flatMap(([build, tool]) => {
    const command = [...tool, 'run', '--', 'true'];
    return [
      { name: `${build}, warm run, ${SELECTED}`, world: apart, command, state: 'warm' },
      { name: `${build}, warm run, ${SELECTED} of one document`, world: together, command, state: 'warm' },
    ];
  });
}

/** Commands that show a plan to programs. */
function analysingContenders(world) {
  return Object.entries(BUILDS).flatMap(([build, tool]) =>
    [['plan', '--format', 'json'], ['types']].map((words) => {
      return {
        name: `${build}, ${words.join(' ')}, ${world.count}`,
        world,
        command: [...tool, ...words],
        state: 'warm',
      };
    }),
  );
}

/** One value, for a person and for Git. */
function answeringContenders(world) {
  const secret = nameOf(0);
  const helper = [
    'git',
    'credential',
    '--url',
    'https://example.com',
    '--file',
    'manifest.toml',
    '--token-secret',
    secret,
  ];
  return Object.entries(BUILDS).flatMap(([build, tool]) => [
    { name: `${build}, get, ${world.count}`, world, command: [...tool, 'get', secret], state: 'warm' },
    {
      name: `${build}, git credential get, ${world.count}`,
      world,
      command: [...tool, ...helper, 'get'],
      input: 'protocol=https\nhost=example.com\n\n',
      state: 'warm',
    },
  ]);
}

/** Warm runs that generate a value of the type. */
function generatingContenders(type, world) {
  return Object.entries(BUILDS).map(([build, tool]) => {
    return { name: `${build}, generates ${type}`, world, command: [...tool, 'run', '--', 'true'], state: 'warm' };
  });
}

/** Says which contenders are left out, and why. */
function works(contender) {
  const [program] = contender.command;
  if ([EXECUTABLE, FULL].includes(program) && !existsSync(program)) return false;
  const complaint = trial(contender);
  if (complaint !== null) console.log(`left out: ${contender.name}: ${complaint}`);
  return complaint === null;
}

/** The executable is built separately. */
function existingBuilds() {
  return Object.fromEntries(
    Object.entries(BUILDS).filter(([, [program]]) => program !== EXECUTABLE || existsSync(program)),
  );
}

function fullBuild() {
  return existsSync(FULL) ? { 'executable without its front': [FULL] } : {};
}

function redactRows(world) {
  return Object.entries(existingBuilds()).map(([build, tool]) => {
    const name = `${build}, warm run, ${REDACTED}`;
    const base = { name, command: [...tool, 'run', '--redact', '--', 'true'], world, state: 'warm' };
    const megabytes = throughputOf(tool, world, medianOf(race([base], REDACT_ROUNDS).get(name)), REDACT_ROUNDS);
    const row = `${build}, run --redact, ${REDACTED} values`;
    return tool[0] === EXECUTABLE
      ? atLeastRow(row, megabytes, 'MB/s', LEAST_REDACTED_MB)
      : [row, `${megabytes.toFixed(0)} MB/s`, '', '', ''];
  });
}

function ratioRows(times) {
  const measured = RATIOS.filter(([name, base]) => times.has(name) && times.has(base));
  return measured.map(([name, base, target]) =>
    ratioRow(`${name} / ${base}`, times.get(name), times.get(base), target),
  );
}

function limitRows(times, contenders) {
  const largest = contenders.filter(({ world, command }) => world.count === 10_000 && command[1] !== PARSE_ONLY);
  const runs = largest.filter(({ name }) => name.includes('warm run'));
  const selecting = Object.keys(BUILDS).map((build) => `${build}, warm run, ${SELECTED}`);
  return [
    ...selecting
      .filter((name) => times.has(name) && times.has(`${name} of one document`))
      .map((name) => {
        const longer = medianOf(times.get(`${name} of one document`)) - medianOf(times.get(name));
        return limitRow(`on top: ${name} of one document`, longer, 'ms', MAX_SELECTING_MS);
      }),
    ...runs.map(({ name }) => limitRow(name, medianOf(times.get(name)), 'ms', MAX_RUN_MS)),
    ...largest.map((contender) =>
      limitRow(`peak memory: ${contender.name}`, peakMemory(contender), 'MB', MAX_MEMORY_MB),
    ),
  ];
}
