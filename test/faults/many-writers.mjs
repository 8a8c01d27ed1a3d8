/**
 * Fifty writers of one store at a time, `set`, `delete` and `import` mixed: each ends well, and what each did is done. `node
 * test/faults/many-writers.mjs COMMAND...`; ends with `N passed, N failed`.
 */
import { deepStrictEqual } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCasesInTurn } from '../stores/run-cases.mjs';
import { openProject } from './parts/project.mjs';

const named = (prefix, count) => Array.from({ length: count }, (_, index) => `${prefix}_${index}`);
const [SET, DELETED, COPIED, MOVED, KEPT] = [
  named('SET', 20),
  named('DELETED', 14),
  named('COPIED', 8),
  named('MOVED', 8),
  named('KEPT', 5),
];
const ALL = [...SET, ...DELETED, ...COPIED, ...MOVED, ...KEPT];
const STORES = { lines: 'dotenv:.env', files: 'file:./values', sealed: 'age:secrets.age?identity=~/own.key' };
/** A profile for each store. */
const MANIFEST = `[project]
name = "faults"
revision = "1.0"
require_reason = false
${Object.entries(STORES)
  .map(
    ([profile, store]) => `
[profiles.${profile}.defaults]
providers = ["${store}"]

[profiles.${profile}]
${ALL.map((name) => `${name} = { description = "One of many", required = false }`).join('\n')}
`,
  )
  .join('')}`;

const project = openProject(process.argv.slice(2), MANIFEST);
const textOf = (name) => `${name.toLowerCase()}-`.repeat(50);
const linesOf = (names) => names.map((name) => `${name}=${textOf(name)}\n`).join('');
const write = (path, names) => writeFileSync(join(project.folder, path), linesOf(names));
const source = (name) => `${name}.source`;

async function fiftyWriters(profile) {
  const inProfile = (...words) => project.around('env', `TOOL_PROFILE=${profile}`, 'tool', ...words);
  const before = [...DELETED, ...KEPT];
  write('before.source', before);
  deepStrictEqual(inProfile('import', 'dotenv://before.source').status, 0);
  for (const name of [...COPIED, ...MOVED]) write(source(name), [name, 'REST']);
  const jobs = [
    ...SET.map((name) => ['set', name, textOf(name)]),
    ...DELETED.map((name) => ['delete', name]),
    ...COPIED.map((name) => ['import', `dotenv://${source(name)}`]),
    ...MOVED.map((name) => ['import', `dotenv://${source(name)}`, '--delete-source']),
  ];
  const ended = await Promise.all(shuffled(jobs).map((words) => project.together({ TOOL_PROFILE: profile }, ...words)));
  deepStrictEqual(
    ended.filter(({ status }) => status !== 0),
    [],
  );
  const { stdout } = inProfile('export', '--format', 'json');
  const expected = [...SET, ...COPIED, ...MOVED, ...KEPT].map((name) => [name, textOf(name)]);
  deepStrictEqual(Object.entries(JSON.parse(stdout)).sort(), expected.sort());
  const sources = (names) => names.map((name) => project.read(source(name)));
  deepStrictEqual(
    sources(COPIED),
    COPIED.map((name) => linesOf([name, 'REST'])),
  );
  deepStrictEqual(
    sources(MOVED),
    MOVED.map(() => linesOf(['REST'])),
  );
  deepStrictEqual(project.strays(), []);
  console.log(`   ${profile}: ${jobs.length} writers, ${expected.length} values there, ${DELETED.length} deleted`);
}

function shuffled(list) {
  return list
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

try {
  const cases = Object.entries(STORES).map(([profile, store]) => [
    `50 writers lose nothing: ${store}`,
    () => fiftyWriters(profile),
  ]);
  process.exitCode = await runCasesInTurn(Object.fromEntries(cases));
} finally {
  project.close();
}
