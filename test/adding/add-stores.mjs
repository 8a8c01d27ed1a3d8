/**
 * What a new store touches: adds one over HTTP and one behind a program to a copy of the repository, counts the files that this changes,
 * and removes the copy. `node test/adding/add-stores.mjs`: also builds the copy, and runs there what is tried on every store;
 * `--count`: only counts. Prints a line for each store, and ends with `N passed, N failed`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const MOST_FILES = 9;
const PARTS = [
  'schemas',
  'compiler',
  'runtime',
  'test',
  'docs',
  'package.json',
  'tsconfig.json',
  'CHANGELOG.md',
  'README.md',
];
const BUILT = ['schemas', 'compiler', 'runtime', 'test', '.tsbuildinfo'].map((part) => `dist/${part}`);

/** Files that a store adds, by the texts beside this file, and lines that it adds to others: before the first line that a pattern matches. */
const STORES = [
  { kind: 'http', scheme: 'pigeon', files: { double: 'test/helpers/doubles/pigeon.ts' } },
  { kind: 'program', scheme: 'parcel', files: {} },
];

function changesOf({ kind, scheme, files }) {
  const all = {
    descriptor: `schemas/providers/${scheme}.ts`,
    provider: `runtime/providers/${scheme}.ts`,
    world: `test/worlds/${scheme}.ts`,
    page: `docs/stores/${scheme}.md`,
    ...files,
  };
  const added = Object.entries(all).map(([text, path]) => [
    path,
    readFileSync(join(import.meta.dirname, kind, `${text}.txt`)),
  ]);
  const lines = [
    ['schemas/providers/index.ts', /^import \{ pass \}/, `import { ${scheme} } from './${scheme}.js';`],
    ['schemas/providers/index.ts', /^ {2}pass,/, `  ${scheme},`],
    ['runtime/providers/index.ts', /^ {2}pass:/, `  ${scheme}: () => import('./${scheme}.js'),`],
    ['docs/README.md', /^\| \[`null`\]/, `| [\`${scheme}\`](stores/${scheme}.md) | a store |`],
    ['CHANGELOG.md', /^### Changed/, `- The store \`${scheme}\`.`],
  ];
  return { added, lines };
}

/** Adds the store; gives the files that were touched. */
function add(tree, store) {
  const { added, lines } = changesOf(store);
  for (const [path, text] of added) writeFileSync(join(tree, path), text, { flag: 'wx' });
  for (const [path, before, line] of lines) {
    const all = readFileSync(join(tree, path), 'utf8').split('\n');
    const at = all.findIndex((text) => before.test(text));
    if (at === -1) throw new Error(`${path} has no line like ${before}`);
    writeFileSync(join(tree, path), all.toSpliced(at, 0, line).join('\n'));
  }
  return [...new Set([...added, ...lines].map(([path]) => path))];
}

const isCount = process.argv.includes('--count');
const counts = { passed: 0, failed: 0 };
const tree = mkdtempSync(join(tmpdir(), 'tool-adding-'));
try {
  for (const part of [...PARTS, ...(isCount ? [] : BUILT)])
    cpSync(join(ROOT, part), join(tree, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  for (const store of STORES) {
    const touched = add(tree, store);
    judge(`a store of the kind ${store.kind} touches ${touched.length} files: ${touched.join(', ')}`, () => {
      if (touched.length > MOST_FILES) throw new Error(`these are more than ${MOST_FILES}`);
    });
  }
  if (!isCount) {
    const schemes = STORES.map(({ scheme }) => scheme).join('|');
    const jest = [join(ROOT, 'node_modules/jest/bin/jest.js'), '--maxWorkers=1'];
    const node = (words) => run(process.execPath, ['--experimental-vm-modules', '--no-warnings', ...words]);
    judge('both are built', () => run(join(ROOT, 'node_modules/.bin/tsc'), ['-b']));
    judge('the catalogue and the pages are complete', () =>
      node([...jest, 'providers/catalogue', 'fingerprint', 'test/folders']),
    );
    judge('both keep the contract of stores', () => node([...jest, 'contract/', '-t', schemes]));
    judge('no fault over HTTP misleads the one behind it', () => node(['dist/test/stores/http-faults.js', 'pigeon']));
    judge('the goldens of links and plans are the same', () => {
      cpSync(join(ROOT, 'golden'), join(tree, 'golden'), { recursive: true });
      node([...jest, 'golden-link', 'judge-alias', 'convention.test']);
    });
  }
} finally {
  rmSync(tree, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

function run(program, words) {
  execFileSync(program, words, { cwd: tree, stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 });
}

function judge(title, body) {
  try {
    body();
    counts.passed++;
    console.log(`ok ${title}`);
  } catch (error) {
    counts.failed++;
    console.log(`FAILED ${title}: ${error.message}\n${error.stdout ?? ''}`);
  }
}
