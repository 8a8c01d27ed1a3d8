/** Stores of pass and gopass with a key of their own, for `local-stores.mjs`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { goProgram } from '../stores/go-program.mjs';

const KEY = 'bench@tool.test';

export function passStore(folder, secrets) {
  const store = withKey({ PASSWORD_STORE_DIR: join(folder, 'store') });
  const isFilled =
    store.run('pass', ['init', KEY]) &&
    secrets.every(([name, value]) => store.run('pass', ['insert', '-m', entryOf(name)], `${value}\n`));
  return store.filled(isFilled, { spec: 'pass', one: ['pass', 'show', entryOf(secrets[0][0])] });
}

export function gopassStore(folder, secrets) {
  const program = goProgram('gopass');
  if (program === null) return null;
  mkdirSync(join(folder, 'bin'));
  symlinkSync(program, join(folder, 'bin/gopass'));
  const store = withKey({ GOPASS_HOMEDIR: folder, PATH: `${join(folder, 'bin')}:${process.env.PATH}` });
  const isFilled =
    store.run('gopass', ['init', '--crypto', 'gpgcli', '--storage', 'fs', KEY]) &&
    secrets.every(([name, value]) => store.run('gopass', ['insert', '-m', entryOf(name)], value));
  return store.filled(isFilled, { spec: 'gopass', one: ['gopass', 'show', '-y', '-o', entryOf(secrets[0][0])] });
}

const entryOf = (name) => `tool/bench/default/${name}`;

/** Programs with a home of gpg, which is short: the path of the agent's socket has a limit. */
function withKey(variables) {
  const home = mkdtempSync('/tmp/bench-');
  const environment = { ...variables, GNUPGHOME: home };
  const run = (program, words, input = '') =>
    spawnSync(program, words, { input, env: { ...process.env, ...environment } }).status === 0;
  const end = () => {
    run('gpgconf', ['--kill', 'gpg-agent']);
    rmSync(home, { recursive: true, force: true });
  };
  const made = run('gpg', ['--batch', '--passphrase', '', '--quick-gen-key', KEY, 'rsa2048', 'cert,encr', '0']);
  return {
    run: (...given) => made && run(...given),
    filled: (isFilled, entry) => {
      if (isFilled) return { ...entry, environment, end };
      end();
      return null;
    },
  };
}
