/**
 * What `tool schema` prints, as code: quicktype makes types of it, tsc compiles them, and they take what the tool resolves. Installs
 * quicktype below `.tools/` on first use. `node test/stores/quicktype.mjs COMMAND...`; ends with `N passed, N failed`.
 */
import { deepStrictEqual, doesNotMatch, match, strictEqual, throws } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCases } from './run-cases.mjs';

const VERSION = '26.0.0';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = join(ROOT, '.tools/quicktype');
const tool = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'tool-quicktype-'));
const load = createRequire(join(folder, 'load.cjs'));

const MANIFEST = `
[project]
name = "demo"
revision = "1.0"
require_reason = false
[defaults]
providers = ["env"]
[profiles.default]
DATABASE_URL = { description = "Say \\"hello\\" \\\\ */ to it", composed = "postgres://\${PASSWORD}@db" }
PASSWORD = { description = "Password", default = "canary-from-default" }
LEFT = { description = "One of two", required = { at_least_one = "side" } }
RIGHT = { description = "The other", required = { at_least_one = "side" } }
SENTRY_DSN = { description = "Where errors go", required = false }
constructor = { description = "Named like a method", default = "x" }
"ключ" = { description = "Not ASCII", default = "y" }
[profiles.production]
SENTRY_DSN = { required = true }
`;

/** Compiles only if the types say what they should. */
const USE = `
import type { ProductionSecrets } from './production.js';
import type { Tool } from './union.js';
export const every = (tool: Tool): string[] => [tool.DATABASE_URL, tool.PASSWORD, tool.constructor, tool['ключ']];
export const one = (secrets: ProductionSecrets): string => secrets.SENTRY_DSN;
export const maybe = (tool: Tool): string | null | undefined => tool.SENTRY_DSN ?? tool.LEFT;
// @ts-expect-error Optional in some profile: it may be null.
export const never = (tool: Tool): string => tool.SENTRY_DSN;
// @ts-expect-error A member of a presence group may be null in every profile.
export const neither = (secrets: ProductionSecrets): string => secrets.LEFT;
// @ts-expect-error No such secret.
export const stranger = (tool: Tool): string => tool.NOWHERE;
`;

const LANGUAGES = { go: 'go', python: 'py', rust: 'rs', java: 'java', csharp: 'cs' };

const cases = {
  'quicktype makes types of what holds in every profile': () => generate('union', 'Tool'),
  'quicktype makes types of one profile': () => generate('production', 'ProductionSecrets', '--profile', 'production'),
  'the types compile, and know what may be null': () => {
    writeFileSync(join(folder, 'use.ts'), USE);
    run(
      join(ROOT, 'node_modules/.bin/tsc'),
      '--strict',
      '--noImplicitAny',
      'false',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      'use.ts',
      'union.ts',
      'production.ts',
    );
  },
  'the code takes what the tool resolves': () => {
    const resolved = run(...tool, 'export', '--format', 'json', '--profile', 'default');
    const { Convert } = load('./union.js');
    strictEqual(Convert.toTool(resolved).PASSWORD, 'canary-from-default');
    deepStrictEqual(JSON.parse(Convert.toolToJson(Convert.toTool(resolved))), JSON.parse(resolved));
  },
  'the code refuses what lacks a secret that is always there': () => {
    const { Convert } = load('./production.js');
    throws(() => Convert.toProductionSecrets('{"PASSWORD":"x"}'), /SENTRY_DSN|DATABASE_URL|constructor/u);
  },
  'neither schema nor code holds a value': () => {
    for (const file of ['union.json', 'union.ts', 'production.json', 'production.ts']) {
      doesNotMatch(readFileSync(join(folder, file), 'utf8'), /canary/u);
    }
  },
  ...Object.fromEntries(
    Object.keys(LANGUAGES).map((language) => [
      `quicktype makes ${language} of it`,
      () => match(quicktype(language, join(folder, 'union.json'), 'Tool'), /DATABASE_?URL/iu),
    ]),
  ),
};

function generate(name, title, ...choice) {
  const schema = run(...tool, 'schema', ...choice);
  writeFileSync(join(folder, `${name}.json`), schema);
  strictEqual(JSON.parse(schema).title, title);
  const code = quicktype('typescript', join(folder, `${name}.json`), title);
  writeFileSync(join(folder, `${name}.ts`), code);
}

function quicktype(language, schema, title) {
  const words = ['--src-lang', 'schema', '--lang', language, '--top-level', title, schema];
  return run(join(TOOLS, 'node_modules/.bin/quicktype'), ...words);
}

/** Standard output of a program that must end well. */
function run(program, ...words) {
  const env = { ...process.env, XDG_CONFIG_HOME: folder, LEFT: 'from-env' };
  const { stdout, stderr, status, error } = spawnSync(program, words, { cwd: folder, env, encoding: 'utf8' });
  if (error !== undefined || status !== 0)
    throw new Error(`${program} ${words.join(' ')}: ${error ?? stdout + stderr}`);
  return stdout;
}

function install() {
  const installed = join(TOOLS, 'node_modules/quicktype/package.json');
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === VERSION) return;
  const words = ['install', '--prefix', TOOLS, '--no-audit', '--no-fund', '--loglevel=error', `quicktype@${VERSION}`];
  try {
    run('npm', ...words);
  } catch {
    run('npm', ...words);
  }
}

install();
writeFileSync(join(folder, 'manifest.toml'), MANIFEST);
writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
process.exitCode = runCases(cases);
rmSync(folder, { recursive: true, force: true });
