/**
 * What reading all secrets of a project from one store costs, against the vendor's program called once for each secret. One entry per
 * store, which says how to fill it; a store whose program is missing is left out, with one line.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goProgram } from '../stores/go-program.mjs';
import { gopassStore, passStore } from './gpg-stores.mjs';
import { race } from './measure.mjs';
import { atLeastRow, medianOf } from './table.mjs';

const COUNT = 100;
/** Calls of the vendor's program that are measured; each secret would be one more. */
const CALLS = 20;

/**
 * `fill` prepares the store in a folder; it gives the store's spec and the command that reads one secret, or null if that cannot be done
 * here. It may also give variables of both commands, and what must be done at the end.
 */
const STORES = {
  age: {
    least: 10,
    fill: (folder, secrets) => {
      if (!succeeds('age-keygen', ['-o', join(folder, 'own.key')])) return null;
      const { stdout } = spawnSync('age-keygen', ['-y', join(folder, 'own.key')], { encoding: 'utf8' });
      const file = join(folder, 'secrets.age');
      if (!succeeds('age', ['-a', '-r', stdout.trim(), '-o', file], lines(secrets))) return null;
      return {
        spec: 'age:secrets.age?identity=own.key',
        one: ['age', '-d', '-i', join(folder, 'own.key'), file],
      };
    },
  },
  gopass: { least: 2, fill: gopassStore },
  // As keepassxc-cli makes it: with a key file, and AES in a million rounds.
  kdbx: {
    least: 10,
    fill: (folder, secrets) => {
      const [key, file] = [join(folder, 'team.key'), join(folder, 'team.kdbx')];
      const opened = ['--no-password', '-k', key];
      if (!succeeds('keepassxc-cli', ['db-create', '-q', '--set-key-file', key, file])) return null;
      const added = ['mkdir bench', ...secrets.map(([name]) => `add -g bench/${name}`), 'quit', ''].join('\n');
      if (!succeeds('keepassxc-cli', ['open', ...opened, file], added)) return null;
      return {
        spec: 'kdbx:team.kdbx?keyfile=team.key&prefix=bench/{key}',
        one: ['keepassxc-cli', 'show', '-q', ...opened, '-s', '-a', 'Password', file, `bench/${secrets[0][0]}`],
      };
    },
  },
  pass: { least: 2, fill: passStore },
  sops: {
    least: 10,
    fill: (folder, secrets) => {
      const program = goProgram('sops');
      const [key, file] = [join(folder, 'own.key'), join(folder, 'secrets.json')];
      if (program === null || !succeeds('age-keygen', ['-o', key])) return null;
      const { stdout } = spawnSync('age-keygen', ['-y', key], { encoding: 'utf8' });
      const form = ['--input-type', 'json', '--output-type', 'json', '--filename-override', file];
      const words = ['encrypt', '--age', stdout.trim(), ...form, '--output', file];
      if (!succeeds(program, words, JSON.stringify(Object.fromEntries(secrets)))) return null;
      return {
        spec: 'sops:secrets.json?age_key_file=own.key',
        one: [program, 'decrypt', '--extract', `["${secrets[0][0]}"]`, file],
        environment: { SOPS_AGE_KEY_FILE: key, SOPS_DISABLE_VERSION_CHECK: '1' },
      };
    },
  },
};

/** Rows of the table: how many times longer the calls take than one `run` with all secrets. */
export function localStoreRows(root, builds, rounds) {
  return Object.entries(STORES).flatMap(([store, entry]) => rowsOf(store, entry, { root, builds, rounds }));
}

function rowsOf(store, { least, fill }, { root, builds, rounds }) {
  const folder = join(root, `store-${store}`, 'work');
  mkdirSync(folder, { recursive: true });
  const secrets = Array.from({ length: COUNT }, (_, index) => [`SECRET_${index}`, `value-of-secret-${index}`]);
  const filled = fill(folder, secrets);
  if (filled === null) {
    console.log(`left out: ${store}: its program is missing or failed`);
    return [];
  }
  writeFileSync(join(folder, 'manifest.toml'), manifest(filled.spec, secrets));
  const world = { folder };
  const variables = Object.entries(filled.environment ?? {}).map(([name, value]) => `${name}=${value}`);
  const contender = (name, command) => ({ name, world, state: 'warm', command: ['env', ...variables, ...command] });
  const ours = Object.entries(builds).map(([name, tool]) => contender(name, [...tool, 'run', '--', 'true']));
  const times = race([contender('vendor', ['sh', '-c', repeated(filled.one)]), ...ours], rounds);
  filled.end?.();
  const all = (medianOf(times.get('vendor')) / CALLS) * COUNT;
  return ours.map(({ name }) => {
    const what = `${COUNT} calls of the program / ${name}, warm run, ${COUNT} from ${store}`;
    return atLeastRow(what, all / medianOf(times.get(name)), '×', least);
  });
}

function manifest(spec, secrets) {
  const declared = secrets.map(([name]) => `${name} = { description = "A secret" }\n`).join('');
  return `[project]\nname = "bench"\nrevision = "1.0"\nrequire_reason = false\n\n[defaults]\nproviders = ["${spec}"]\n\n[profiles.default]\n${declared}`;
}

function repeated(words) {
  const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  return Array.from({ length: CALLS }, () => `${quoted} >/dev/null`).join(' && ');
}

function succeeds(program, words, input) {
  return spawnSync(program, words, { input }).status === 0;
}

const lines = (secrets) => secrets.map(([name, value]) => `${name}=${value}\n`).join('');
