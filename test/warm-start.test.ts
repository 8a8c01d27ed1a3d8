/** What a start loads: with a plan in the cache, nothing of the front end and none of the heavy packages. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type CliWorld, openCli } from './helpers/run-cli.js';
import { BUNDLE, MODULES_OF_BUNDLE } from './helpers/tool-path.js';

const PATIENCE_MS = 60_000;
/** Packages of the front end; a warm start loads these no more than any other. */
const FRONT_END = ['chevrotain', 'smol-toml', 'zod'];
/** Starts the program; itself in no list of modules. */
const STARTER = 'tool.js';

const MANIFEST = `[project]
name = "demo"
revision = "1.0"

[profiles.default]
PORT = { description = "Port of the server" }
PAGE = { description = "Address of the page", composed = "https://localhost:\${PORT}/" }
`;

let world: CliWorld;
beforeEach(() => {
  world = openCli();
  world.write('manifest.toml', MANIFEST);
  world.write('.env', 'PORT=8443\n');
  world.write('~/.config/tool/config.toml', '[defaults]\nprovider = "dotenv"\n');
});
afterEach(() => world.remove());

/** The packages of npm that a command loads, and `compiler` where it loads any of our own front end. */
async function loadedBy(command: string): Promise<readonly string[]> {
  const modules = await modulesLoadedBy(command);
  const names = modules.map((module) => {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(module) ?? [];
    return name ?? (module.startsWith('dist/compiler/') ? 'compiler' : 'runtime');
  });
  return [...new Set(names)].filter((name) => name !== 'runtime').sort();
}

async function modulesLoadedBy(command: string, { onTerminal = false } = {}): Promise<readonly string[]> {
  const folder = join(world.temporary, 'coverage');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const node = `NODE_V8_COVERAGE='${folder}' node '${join(BUNDLE, STARTER)}'`;
  const line = `${node} ${command}`;
  const { status, stderr } = await world.run(onTerminal ? `script -qec "${line}" /dev/null` : line);
  expect({ command, status, stderr: `${stderr}` }).toEqual({ command, status: 0, stderr: '' });
  return readdirSync(folder).flatMap((file) => modulesIn(join(folder, file)));
}

function modulesIn(coverage: string): readonly string[] {
  const { result }: { result: readonly { url: string }[] } = JSON.parse(readFileSync(coverage, 'utf8'));
  const files = result.filter(({ url }) => url.startsWith('file:')).map(({ url }) => fileURLToPath(url));
  return files.flatMap(modulesOfFile);
}

/** Every file is one of the bundle that the build has accounted for, or lies in a package that is not bundled. */
function modulesOfFile(path: string): readonly string[] {
  if (path.includes('/node_modules/')) return [path];
  const file = relative(BUNDLE, path);
  const modules: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(MODULES_OF_BUNDLE, 'utf8'));
  const found = file === STARTER ? [] : modules[file];
  if (found === undefined) throw new Error(`nobody knows which modules went into ${path}`);
  return found;
}

test('the bundle says which modules went where', () => {
  expect(existsSync(MODULES_OF_BUNDLE)).toBe(true);
  const everything = Object.values(
    JSON.parse(readFileSync(MODULES_OF_BUNDLE, 'utf8')) as Record<string, string[]>,
  ).flat();
  const isBundled = (name: string) => everything.some((module) => module.startsWith(`node_modules/${name}/`));
  expect(FRONT_END.filter(isBundled)).toEqual(FRONT_END);
});

describe('a cold start', () => {
  test(
    'loads the front end',
    async () => {
      expect(await loadedBy('run -- true')).toEqual(expect.arrayContaining(['compiler', ...FRONT_END]));
    },
    PATIENCE_MS,
  );

  test(
    'follows a change of the manifest',
    async () => {
      await loadedBy('run -- true');
      world.write('manifest.toml', `${MANIFEST}# changed\n`);
      expect(await loadedBy('run -- true')).toContain('smol-toml');
    },
    PATIENCE_MS,
  );

  test(
    'loads no parser of templates where there is none',
    async () => {
      world.write('manifest.toml', MANIFEST.replace(/^PAGE.*$/mu, ''));
      expect(await loadedBy('run -- true')).toEqual(['compiler', 'smol-toml', 'zod']);
    },
    PATIENCE_MS,
  );

  test(
    'follows a change of the user configuration',
    async () => {
      await loadedBy('run -- true');
      world.write('~/.config/tool/config.toml', '[defaults]\nprovider = "dotenv:.env"\n');
      expect(await loadedBy('run -- true')).toContain('smol-toml');
    },
    PATIENCE_MS,
  );
});

test('the file of a warm start has nothing that asks a person', () => {
  const { 'program.js': program } = JSON.parse(readFileSync(MODULES_OF_BUNDLE, 'utf8'));
  expect(program).toContain('dist/runtime/session/session.js');
  expect(program.filter((module: string) => module.includes('/terminal/'))).toEqual([]);
});

test('the file of a warm start has no descriptor but that of its own store', () => {
  const { 'program.js': program } = JSON.parse(readFileSync(MODULES_OF_BUNDLE, 'utf8'));
  const descriptors = program.filter((module: string) => /^dist\/schemas\/providers\/(?!descriptor)/u.test(module));
  expect(descriptors).toEqual(['dist/schemas/providers/dotenv.js']);
});

test('the file of a warm start has nothing of external providers, of sessions over lines, of the library or of credential helpers', () => {
  const files: Record<string, string[]> = JSON.parse(readFileSync(MODULES_OF_BUNDLE, 'utf8'));
  const rare = [
    'providers/external/',
    'json-rpc/',
    'serve/',
    'sdk/',
    'credential-helpers/',
    'stores/private-credentials',
  ];
  const isRare = (module: string) => rare.filter((name) => module.startsWith(`dist/runtime/${name}`));
  expect(new Set(Object.values(files).flat().flatMap(isRare))).toEqual(new Set(rare));
  expect(files['program.js']?.flatMap(isRare)).toEqual([]);
});

describe('a warm start', () => {
  test.each(['run -- true', 'get PAGE', 'check', 'check --json', 'check --explain', 'export --format json'])(
    'loads none of it: %s',
    async (command) => {
      await loadedBy(command);
      expect(await loadedBy(command)).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'loads one file for `run` on a terminal, too, where keys that are not declared have been named before',
    async () => {
      const files = JSON.parse(readFileSync(MODULES_OF_BUNDLE, 'utf8'));
      world.write('manifest.toml', MANIFEST.replace(/^PAGE.*$/mu, ''));
      world.write('.env', 'PORT=8443\nNEW_FLAG=1\n');
      const first = await modulesLoadedBy('run -- true', { onTerminal: true });
      expect(first).toContain('dist/runtime/session/operations/undeclared-keys.js');
      expect(await modulesLoadedBy('run -- true', { onTerminal: true })).toEqual(files['program.js']);
    },
    PATIENCE_MS,
  );

  test(
    'loads one file for `run`, with a plan file, too; a second one where it composes',
    async () => {
      const files = JSON.parse(readFileSync(MODULES_OF_BUNDLE, 'utf8'));
      for (const manifest of [MANIFEST.replace(/^PAGE.*$/mu, ''), MANIFEST]) {
        world.write('manifest.toml', manifest);
        await loadedBy('plan --output plan.json');
        const expected = manifest === MANIFEST ? [...files['program.js'], ...files['warm.js']] : files['program.js'];
        for (const command of ['run -- true', 'run --plan plan.json -- true']) {
          await modulesLoadedBy(command);
          expect(await modulesLoadedBy(command)).toEqual(expected);
        }
      }
    },
    PATIENCE_MS,
  );

  test(
    'loads two small files of ours where approvals are required, and nothing of what shows them',
    async () => {
      const files = JSON.parse(readFileSync(MODULES_OF_BUNDLE, 'utf8'));
      world.write('~/.config/tool/config.toml', `[defaults]\nprovider = "dotenv"\n\n[trust]\nrequire = true\n`);
      world.write('manifest.toml', MANIFEST.replace(/^PAGE.*$/mu, ''));
      await world.run('tool trust --yes');
      await modulesLoadedBy('run -- true');
      const more = (await modulesLoadedBy('run -- true')).filter((module) => !files['program.js'].includes(module));
      expect(more.sort()).toEqual(['dist/runtime/trust/approval.js', 'dist/runtime/trust/require-trust.js']);
    },
    PATIENCE_MS,
  );
});
