/** What the library costs a program: to import it, to load with it, to load again and again, and to ask another process through it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { race } from './measure.mjs';
import { limitRow, medianOf, ratioRow } from './table.mjs';
import { environmentFor, makeWorld } from './worlds.mjs';

const COUNT = 100;
const MAX_IMPORT_MS = 3;
const MAX_LOAD = 1;
const AGAIN = 1_000;
const MAX_GROWTH_MB = 5;
const GETS = 1_000;
const MAX_GETS = 3;
/** They take seconds each. */
const PAIR_ROUNDS = 5;

/** `bundle`: the folder with the library; `tool`: the words that start the tool on Node. */
export function libraryRows(root, bundle, tool, rounds) {
  const world = makeWorld(join(root, 'library'), COUNT);
  const folder = join(root, 'library', 'programs');
  mkdirSync(folder, { recursive: true });
  const program = (name, text) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const library = `const { builder } = require(${JSON.stringify(join(bundle, 'sdk.js'))});\n`;
  return [
    ...startRows({ world, program, library, bundle, tool, rounds }),
    ...growthRows({ world, program, library }),
    pairRow({ world, program, library, tool }),
  ];
}

function startRows({ world, program, library, bundle, tool, rounds }) {
  const contender = (name, command) => ({ name, world, state: 'warm', command });
  const node = (name, text, extension = 'cjs') =>
    contender(name, [process.execPath, program(`${name.replaceAll(/\W/g, '-')}.${extension}`, text)]);
  const exported = `tool export, ${COUNT}`;
  const times = race(
    [
      node('empty module', ''),
      node('library, imported', library),
      node('empty ES module', '', 'mjs'),
      node('library, imported by an ES module', `import ${JSON.stringify(join(bundle, 'sdk.mjs'))};\n`, 'mjs'),
      node(
        'library, loaded',
        `${library}builder().load().then(({ secrets }) => process.exit(Object.keys(secrets).length - ${COUNT}));\n`,
      ),
      contender(exported, [...tool, 'export']),
    ],
    rounds,
  );
  const onTop = (name, empty) =>
    limitRow(
      `on top of an ${empty}: importing the library`,
      medianOf(times.get(name)) - medianOf(times.get(empty)),
      'ms',
      MAX_IMPORT_MS,
    );
  return [
    onTop('library, imported', 'empty module'),
    onTop('library, imported by an ES module', 'empty ES module'),
    ratioRow(
      `importing the library and a first load, ${COUNT} / ${exported}`,
      times.get('library, loaded'),
      times.get(exported),
      MAX_LOAD,
    ),
  ];
}

/** After loads that fill what is filled once. */
function growthRows({ world, program, library }) {
  const path = program(
    'again.cjs',
    `${library}const { readdirSync } = require('node:fs');
const state = () => { gc(); gc(); return [process.memoryUsage().heapUsed + process.memoryUsage().external, readdirSync('/proc/self/fd').length]; };
const load = async (times) => { for (let i = 0; i < times; i++) (await builder().load()).dispose(); };
load(100).then(async () => {
  const before = state();
  await load(${AGAIN});
  console.log(JSON.stringify(state().map((figure, index) => figure - before[index])));
});
`,
  );
  const [bytes, descriptors] = JSON.parse(printed(world, ['--expose-gc', path]));
  const name = `${AGAIN} further loads leave`;
  return [
    limitRow(`${name} memory`, bytes / 1_048_576, 'MB', MAX_GROWTH_MB),
    limitRow(`${name} descriptors`, descriptors, 'open', 0),
  ];
}

/** Against two processes that parse and answer the same lines. */
function pairRow({ world, program, library, tool }) {
  const asked = (ask) => `const started = process.hrtime.bigint();
  for (let i = 0; i < ${GETS}; i++) await ${ask};
  console.log(Number(process.hrtime.bigint() - started) / 1e6);`;
  const through = program(
    'through.cjs',
    `${library}(async () => {
  const session = await builder().connect(${JSON.stringify([...tool, 'serve', '--read-only'])});
  await session.get('SECRET_00001');
  ${asked("session.get('SECRET_00001')")}
  await session.close();
})();
`,
  );
  const answering = program('answering.cjs', PAIR_ANSWERING);
  // As of the session: its start, and what it asks first, is not measured.
  const pair = program(
    'pair.cjs',
    `${pairAsking(answering)}(async () => {\n  await ask(1);\n  ${asked('ask(i + 2)')}\n  child.stdin.end();\n})();\n`,
  );
  const times = { through: [], pair: [] };
  for (let round = 0; round < PAIR_ROUNDS; round++) {
    times.through.push(Number(printed(world, [through])));
    times.pair.push(Number(printed(world, [pair])));
  }
  return ratioRow(
    `${GETS} gets through connect / two processes with the same lines`,
    times.through,
    times.pair,
    MAX_GETS,
  );
}

/** Lines as the wire has them. */
const PAIR_ANSWERING = `let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id } = JSON.parse(line);
    const result = { status: 'resolved', value: 'value-of-secret_00001-0123456789', source: 'provider', source_provider: 'dotenv://.env', expires_at_unix_ms: null, refresh_at_unix_ms: null };
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
  }
});
`;

function pairAsking(answering) {
  return `const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(answering)}]);
let rest = '';
let answered = () => {};
child.stdout.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) answered(JSON.parse(line));
});
const ask = (id) => new Promise((resolve) => {
  answered = resolve;
  const params = { name: 'SECRET_00001', representation: 'auto', purpose: { consumer: 'library', operation: 'get' } };
  child.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method: 'resolver.get', params, _meta: { deadline_unix_ms: Date.now() + 300_000 } }) + '\\n');
});
`;
}

function printed(world, words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: world.folder,
    env: environmentFor(world, 'warm'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`a program of the library ended with ${status}: ${stderr}`);
  return stdout;
}
