/** What reading a thousand entries of an external provider costs, against a script that makes the same exchange with it. */
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { race } from './measure.mjs';
import { ratioRow } from './table.mjs';

const COUNT = 1_000;
const MOST = 1.3;
const SHELF = fileURLToPath(new URL('../../docs/examples/external-provider/shelf.mjs', import.meta.url));
const SCRIPT = fileURLToPath(new URL('external-exchange.mjs', import.meta.url));

/** Rows of the table: one warm `run` of each build, in terms of the script. */
export function externalProviderRows(root, builds, rounds) {
  const folder = join(root, 'external-provider', 'work');
  const claims = join(root, 'external-provider', 'config', 'tool', 'providers.d');
  for (const path of [folder, claims]) mkdirSync(path, { recursive: true });
  const executable = join(root, 'external-provider', 'shelf.mjs');
  copyFileSync(SHELF, executable);
  chmodSync(executable, 0o755);
  writeFileSync(join(claims, 'shelf.tool.json'), JSON.stringify({ executable }), { mode: 0o644 });
  const uri = `shelf:${join(folder, 'store.json')}`;
  const secrets = Array.from({ length: COUNT }, (_, index) => `SECRET_${index}`);
  const entry = (name) => ({ '': { value: `value-of-${name}`, revision: 'r', expires: null } });
  const entries = Object.fromEntries(secrets.map((name) => [`bench/default/${name}`, entry(name)]));
  writeFileSync(join(folder, 'store.json'), JSON.stringify({ entries }));
  const declared = secrets.map((name) => `${name} = { description = "A secret" }\n`).join('');
  const head = '[project]\nname = "bench"\nrevision = "1.0"\nrequire_reason = false\n';
  writeFileSync(
    join(folder, 'manifest.toml'),
    `${head}\n[defaults]\nproviders = ["${uri}"]\n\n[profiles.default]\n${declared}`,
  );
  const base = `XDG_CONFIG_HOME=${join(root, 'external-provider', 'config')}`;
  const contender = (name, command) => ({ name, world: { folder }, state: 'warm', command: ['env', base, ...command] });
  const script = contender('script', [process.execPath, SCRIPT, executable, uri, `${COUNT}`, 'true']);
  const ours = Object.entries(builds).map(([name, tool]) => contender(name, [...tool, 'run', '--', 'true']));
  const times = race([script, ...ours], rounds);
  return ours.map(({ name }) => {
    const what = `${name}, warm run, ${COUNT} from an external provider / a script that asks the same`;
    return ratioRow(what, times.get(name), times.get('script'), MOST);
  });
}
