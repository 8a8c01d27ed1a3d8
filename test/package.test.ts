/** What `npm install` of the package brings: few files, few packages, types that a strict consumer compiles with, a command that starts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MEGABYTE = 1024 * 1024;

interface Packed {
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Packages of other platforms are left out by npm. */
const PLATFORM = /^keyring-(?:linux-x64-gnu|linux-arm64-gnu|darwin-arm64|darwin-x64|win32-x64-msvc)$/u;

let consumer: string;
let packed: Packed;
beforeAll(() => {
  consumer = mkdtempSync(join(tmpdir(), 'consumer-'));
  // The scripts would build once more what is built.
  const told = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  packed = firstOf(JSON.parse(told));
  for (const { path } of packed.files) copy(join(ROOT, path), join('@tool/tool', path));
  copy(join(ROOT, 'node_modules/openpgp'), 'openpgp');
  copy(join(ROOT, 'node_modules/@napi-rs/keyring'), '@napi-rs/keyring');
  for (const name of readdirSync(join(ROOT, 'node_modules/@napi-rs')).filter((each) => PLATFORM.test(each)))
    copy(join(ROOT, 'node_modules/@napi-rs', name), `@napi-rs/${name}`);
});
afterAll(() => rmSync(consumer, { recursive: true, force: true }));

/** A list, or since npm 12 a table by name. */
function firstOf(told: Readonly<Record<string, Packed>> | readonly Packed[]): Packed {
  const [first] = Object.values(told);
  if (first === undefined) throw new Error('npm packs nothing');
  return first;
}

function copy(from: string, to: string): void {
  const target = join(consumer, 'node_modules', to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, dereference: true });
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const manifestOf = (name: string): { dependencies?: Record<string, string> } =>
  JSON.parse(readFileSync(join(consumer, 'node_modules', name, 'package.json'), 'utf8'));

test('no file of the bundle has a character beyond ASCII, which would make it slow to read', () => {
  const scripts = packed.files.map(({ path }) => path).filter((path) => /^dist\/bundle\/.*\.m?js$/u.test(path));
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter((path) => /[^\0-\x7f]/u.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});

test('the package has the bundle with its types, and the schemas: little of it', () => {
  const folders = new Set(packed.files.map(({ path }) => path.split('/').slice(0, 2).join('/')));
  expect([...folders].sort()).toEqual(['LICENSE', 'README.md', 'dist/bundle', 'package.json', 'schemas/json']);
  expect(packed.files.map(({ path }) => path).filter((path) => path.includes('.d.'))).toEqual([
    'dist/bundle/sdk.d.mts',
    'dist/bundle/sdk.d.ts',
  ]);
  expect(packed.files.length).toBeLessThanOrEqual(60);
  expect(packed.files.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(5_000_000);
});

test('at most 5 packages are installed, of at most 25 MB', () => {
  const packages = readdirSync(join(consumer, 'node_modules'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(?:@[^/]+\/)?[^/@]+\/package\.json$/u.test(path.replaceAll('\\', '/')),
  );
  expect(packages.length).toBeLessThanOrEqual(5);
  const size = filesBelow(consumer).reduce((sum, path) => sum + statSync(path).size, 0);
  expect(size / MEGABYTE).toBeLessThan(25);
});

test('they need no others', () => {
  expect(Object.keys(manifestOf('@tool/tool').dependencies ?? {}).sort()).toEqual(['@napi-rs/keyring', 'openpgp']);
  expect(manifestOf('openpgp').dependencies ?? {}).toEqual({});
  expect(manifestOf('@napi-rs/keyring').dependencies ?? {}).toEqual({});
});

/** What a strict compiler says about these files of the consumer. */
function complaints(...files: readonly string[]): string {
  const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const erasable = ['--erasableSyntaxOnly', '--verbatimModuleSyntax', '--isolatedModules'];
  const target = ['--target', 'es2022', '--module', 'nodenext', '--types', ''];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const ran = spawnSync('node', [tsc, ...options, ...erasable, ...target, ...files], {
    cwd: consumer,
    encoding: 'utf8',
  });
  return ran.stdout;
}

test('a strict consumer compiles with the types of the library', () => {
  writeFileSync(
    join(consumer, 'uses.mts'),
    [
      "import { compileManifest, type Diagnostic, ManifestError, type Plan } from '@tool/tool';",
      "export const plan: Plan = (await compileManifest('manifest.toml')).plan;",
      'export const names: readonly string[] = Object.keys(plan.secrets);',
      'export const found = (error: ManifestError): readonly Diagnostic[] => error.diagnostics;',
      '// @ts-expect-error: the types are not `any`.',
      'export const wrong: number = plan.project.name;',
    ].join('\n'),
  );
  expect(complaints('uses.mts')).toBe('');
});

test('generated types compile under strict rules, whatever the names and descriptions', () => {
  const goldens = ['all-profiles', 'one-profile', 'odd-names', 'hostile-descriptions'];
  for (const name of goldens) cpSync(join(ROOT, 'golden/cli/types', name, 'stdout.txt'), join(consumer, `${name}.mts`));
  writeFileSync(
    join(consumer, 'typed.mts'),
    [
      "import { typed } from '@tool/tool';",
      "import { type FilePath, load, type Profiles, type Secrets } from './all-profiles.mjs';",
      "import { load as loadOdd } from './odd-names.mjs';",
      'const any = await load();',
      'export const [url, region]: [string, string | null] = [any.DATABASE_URL, any.REGION];',
      "using exact = await load('production', { path: new URL('file:///manifest.toml'), reason: 'r' });",
      'export const only: string = exact.REGION;',
      'export const path: FilePath = exact.CERTIFICATE;',
      "export const same = await typed<Secrets, Profiles>().load('default');",
      'export const odd: (string | null)[] = [(await loadOdd()).__proto__, (await loadOdd()).toJSON];',
      '// @ts-expect-error: may be missing.',
      'export const maybe: string = any.SENTRY_DSN;',
      '// @ts-expect-error: another profile has it.',
      'same.REGION;',
      '// @ts-expect-error: no profile.',
      "await load('prod');",
    ].join('\n'),
  );
  expect(complaints('typed.mts', ...goldens.map((name) => `${name}.mts`))).toBe('');
});

const MANIFEST = '[project]\nname = "shop"\nrevision = "1.0"\n[profiles.default]\nA = { description = "d" }\n';
const run = (...args: readonly string[]) => execFileSync('node', args, { cwd: consumer, encoding: 'utf8' });

test('`import` and `require` give the same objects, and what the declarations name', () => {
  const script = `import('@tool/tool').then((imported) => {
    const required = require('@tool/tool');
    const names = Object.keys(imported);
    console.log(JSON.stringify([names, Object.keys(required), names.filter((name) => imported[name] !== required[name])]));
  })`;
  const declared = readFileSync(join(ROOT, 'dist/bundle/sdk.d.ts'), 'utf8').matchAll(
    /^export (?:declare )?(?:abstract )?(?:function|const|class) (\w+)/gmu,
  );
  const names = [...new Set([...declared].map(([, name]) => name))].sort();
  const [imported, required, different] = JSON.parse(run('-e', script));
  expect({ imported, required: required.sort(), different }).toEqual({
    imported: names,
    required: names,
    different: [],
  });
});

test('importing the library loads no other file of it than its door and what errors and builders are', () => {
  const script =
    "require('@tool/tool'); console.log(Object.keys(require.cache).map((path) => path.split('/').at(-1)).join())";
  expect(run('-e', script).trim()).toBe('sdk.js,library.js');
});

test('an ES module that imports the library loads no CommonJS of it before it uses something', () => {
  const script = `const { cache } = process.getBuiltinModule('node:module').createRequire(process.cwd());
const loaded = () => Object.keys(cache).map((path) => path.split('/').at(-1));
const { builder } = await import('@tool/tool');
const atFirst = loaded();
await builder().withManifest('').load().catch(() => {});
console.log(JSON.stringify([atFirst, loaded().includes('library.js')]));`;
  expect(JSON.parse(run('--input-type=module', '-e', script))).toEqual([[], true]);
});

test.each(['esm', 'cjs'] as const)('one file that esbuild makes of it starts alone: %s', async (format) => {
  const alone = mkdtempSync(join(tmpdir(), 'alone-'));
  try {
    const outfile = join(alone, `program.${format === 'esm' ? 'mjs' : 'cjs'}`);
    const contents =
      "import { compileManifest } from '@tool/tool'; compileManifest('manifest.toml').then(({ hash }) => console.log(hash));";
    await build({ stdin: { contents, resolveDir: consumer }, bundle: true, platform: 'node', format, outfile });
    writeFileSync(join(alone, 'manifest.toml'), MANIFEST);
    const printed = execFileSync('node', [outfile], { cwd: alone, encoding: 'utf8' });
    expect(printed).toMatch(/^sha256:[0-9a-f]{64}\n$/u);
  } finally {
    rmSync(alone, { recursive: true, force: true });
  }
});

test('the installed command and library start', () => {
  writeFileSync(join(consumer, 'manifest.toml'), MANIFEST);
  expect(run('node_modules/@tool/tool/dist/bundle/tool.js', 'plan', '--hash')).toMatch(/^sha256:[0-9a-f]{64}\n$/u);
  const script =
    "import('@tool/tool').then((t) => t.compileManifest('manifest.toml')).then((m) => console.log(m.hash))";
  expect(run('-e', script)).toMatch(/^sha256:[0-9a-f]{64}\n$/u);
});
