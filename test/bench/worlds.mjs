/** The folders that the benchmark runs in: a manifest with n secrets, their values in a dotenv file, a home of its own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HEAD = `[project]
name = "bench"
revision = "1.0"
require_reason = false

[defaults]
providers = ["dotenv://.env"]

[profiles.default]
`;

const nameOf = (index) => `SECRET_${String(index).padStart(5, '0')}`;
const names = (count) => Array.from({ length: count }, (_, index) => nameOf(index));
const secretOf = (name) => `value-of-${name.toLowerCase()}-0123456789`;

/** A folder with `count` secrets. `environment` is all that the measured programs get: nothing of the caller's leaks in. */
export function makeWorld(root, count) {
  const folder = join(root, `secrets-${count}`);
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
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
  const environment = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', TMPDIR: tmpdir(), NO_COLOR: '1' };
  return { count, folder, environment, plans: join(home, '.cache/tool/plans') };
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
