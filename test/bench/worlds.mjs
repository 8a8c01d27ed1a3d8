/** The folders that the benchmark runs in: a manifest with n secrets, their values in a dotenv file, a home of its own. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const HEAD = `[project]
name = "bench"
revision = "1.0"
require_reason = false

[defaults]
providers = ["dotenv://.env"]

[profiles.default]
`;

export const nameOf = (index) => `SECRET_${String(index).padStart(5, '0')}`;
const names = (count) => Array.from({ length: count }, (_, index) => nameOf(index));
/** The values of a world with `count` secrets. */
export const secretsOf = (count) => names(count).map(secretOf);
const secretOf = (name) => `value-of-${name.toLowerCase()}-0123456789`;

/** A folder with `count` secrets. */
export function makeWorld(root, count) {
  const folder = join(root, `secrets-${count}`, 'work');
  mkdirSync(folder, { recursive: true });
  const secrets = names(count);
  writeFileSync(
    join(folder, 'manifest.toml'),
    HEAD + secrets.map((name) => `${name} = { description = "Secret ${name}" }\n`).join(''),
  );
  writeFileSync(join(folder, '.env'), secrets.map((name) => `${name}=${secretOf(name)}\n`).join(''));
  writeFileSync(
    join(folder, '.env.schema'),
    `# @defaultSensitive=false\n# ---\n${secrets.map((name) => `${name}=\n`).join('')}`,
  );
  return { count, folder };
}

/** A folder where every secret is one value of the same JSON document. */
export function makeDocumentWorld(root, count) {
  const folder = join(root, `document-${count}`);
  mkdirSync(folder, { recursive: true });
  const secrets = names(count);
  const selecting = (name) =>
    `${name} = { description = "d", ref = { item = "DOC" }, extract = { format = "json", pointer = "/${name}" } }\n`;
  writeFileSync(join(folder, 'manifest.toml'), HEAD + secrets.map(selecting).join(''));
  const document = JSON.stringify(Object.fromEntries(secrets.map((name) => [name, secretOf(name)])));
  writeFileSync(join(folder, '.env'), `DOC='${document}'\n`);
  return { count, folder };
}

/** A folder with one secret that every run generates, and no store keeps. */
export function makeTypeWorld(root, type, options) {
  const folder = join(root, type, 'work');
  mkdirSync(folder, { recursive: true });
  const generate = `type = "${type}", generate = ${options}, providers = ["null"]`;
  writeFileSync(join(folder, 'manifest.toml'), `${HEAD}SECRET = { description = "d", ${generate} }\n`);
  return { count: 1, folder };
}

/** What of the cache is gone before each run. Of a cold run the user configuration stays, as it does when a manifest changes. */
const FORGOTTEN = { warm: [], uncompiled: [], cold: ['plans', 'links'], first: ['.'] };

/** All that the measured programs get: nothing of the caller's leaks in, and each state of the cache has a home of its own. */
export function environmentFor({ folder }, state) {
  const home = homeFor(folder, state);
  mkdirSync(home, { recursive: true });
  return { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', TMPDIR: tmpdir(), NO_COLOR: '1' };
}

export function forget({ folder }, state, command) {
  if (state === 'first' || state === 'uncompiled')
    rmSync(join(dirname(command[1] ?? command[0]), 'compiled'), { recursive: true, force: true });
  for (const part of FORGOTTEN[state]) {
    rmSync(join(homeFor(folder, state), '.cache/tool', part), { recursive: true, force: true });
  }
}

function homeFor(folder, state) {
  return join(folder, '..', `home-${state}`);
}

/** The bundle once more: one that loses before each run what V8 made of it. */
export function copyOfBundle(bundle, root) {
  const copy = join(root, 'bundle');
  cpSync(bundle, copy, { recursive: true });
  return join(copy, 'tool.js');
}

/** Runs `use` with an empty folder, which is gone afterwards. */
export async function withRoot(use) {
  const root = mkdtempSync(join(tmpdir(), 'tool-bench-'));
  try {
    return await use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
