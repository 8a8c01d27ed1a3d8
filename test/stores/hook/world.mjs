/** Projects below one folder, a home, and programs in the PATH: `tool`, and `probe LABEL`, which keeps the environment that it gets. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPE = fileURLToPath(new URL('type.py', import.meta.url));
const LIMIT_MS = 300_000;

export const SECRET = 'canary-it\'s\n two "lines" \\ $HOME `x` é';
const ESCAPED = JSON.stringify(SECRET).replaceAll('$', '\\$');

export const MANIFEST = (name, secrets, more = '') => `[project]
name = "${name}"
revision = "1.0"
require_reason = false
[defaults]
providers = ["dotenv://.env"]
[profiles.default]
${secrets}
${more}`;

const SHOP = MANIFEST(
  'shop',
  `A_KEY = { description = "a" }
B_KEY = { description = "b", default = "canary-default" }
EMPTY_KEY = { description = "e", required = false }
URL = { description = "u", composed = "x:\${A_KEY}" }
A_FILE = { description = "f", as_path = true, required = false }
PS1 = { description = "p", default = "canary-prompt" }`,
  `[profiles.production]
B_KEY = { description = "b", default = "canary-production" }
[scopes.web]
secrets = ["B_KEY"]
`,
);

/** All of it in `root`. `tool`: the command under test. */
export function makeWorld(root, tool) {
  const at = (...names) => join(root, ...names);
  const write = (path, text, mode) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (mode !== undefined) chmodSync(path, mode);
  };
  write(at('work/shop/manifest.toml'), SHOP);
  write(at('work/shop/.env'), `A_KEY=${ESCAPED}\nA_FILE=canary-file\nEMPTY_KEY=\n`);
  mkdirSync(at('work/shop/sub'));
  write(at('work/shop/inner/manifest.toml'), MANIFEST('inner', 'B_KEY = { description = "b", default = "inner" }'));
  write(
    at('work/strange/manifest.toml'),
    MANIFEST('strange', 'B_KEY = { description = "b", default = "canary-strange" }'),
  );
  mkdirSync(at('elsewhere'));
  for (const name of ['.config/tool', '.cache', '.local/state/tool']) mkdirSync(at('home', name), { recursive: true });
  // A log that is there is not announced.
  write(at('home/.local/state/tool/audit.log'), '');
  write(at('bin/tool'), `#!/bin/sh\nexec ${tool.map(quoted).join(' ')} "$@"\n`, 0o755);
  mkdirSync(at('records'));
  const probe = `cat /proc/self/environ > '${at('records')}/'$1; echo "=$1="`;
  write(at('bin/probe'), `#!/bin/sh\n${probe}\n`, 0o755);
  const env = {
    PATH: `${at('bin')}:${process.env.PATH}`,
    HOME: at('home'),
    TMPDIR: root,
    LANG: 'C.UTF-8',
    TERM: 'xterm',
    NO_COLOR: '1',
  };
  const call = (args, { cwd = at('work/shop'), more = {} } = {}) => {
    const [program, ...rest] = tool;
    const options = { cwd, env: { ...env, ...more }, encoding: 'utf8' };
    return spawnSync(program, [...rest, ...args], options);
  };
  for (const name of ['shop', 'shop/inner']) call(['trust', '--yes'], { cwd: at('work', name) });
  return {
    at,
    env,
    call,
    write,
    /** What `probe` got, by name; its bytes as Latin-1. */
    probed(label) {
      const path = at('records', label);
      if (!existsSync(path)) throw new Error(`there is no record of ${label}`);
      const entries = readFileSync(path, 'latin1').split('\0');
      return Object.fromEntries(
        entries.flatMap((entry) =>
          entry === '' ? [] : [[entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]],
        ),
      );
    },
    /** The dialogue with a shell that is started in a folder. `setup`: before and after the script of the hook. */
    converse(name, shell, steps, { cwd = at('elsewhere'), more = {}, before = '', after = '' } = {}) {
      const script = at(`script.${name}`);
      if (!existsSync(script)) writeFileSync(script, call(['hook', name], { cwd: root }).stdout);
      const rc = at(`rc-${name}`, name === 'zsh' ? '.zshrc' : 'rc');
      write(rc, `${before}\n${shell.load(script)}${after}\n`);
      const words = [shell.program(), ...shell.start(rc)];
      // The same shell once more, from inside.
      write(at('bin/child'), `#!/bin/sh\nexec ${words.map(quoted).join(' ')}\n`, 0o755);
      const options = { cwd, env: { ...env, ZDOTDIR: dirname(rc), ...more }, encoding: 'utf8', timeout: LIMIT_MS };
      const { stdout, stderr, error } = spawnSync('python3', [TYPE, JSON.stringify(steps.flat()), ...words], options);
      if (error !== undefined || stderr !== '') throw error ?? new Error(stderr);
      const { shown, never } = JSON.parse(stdout);
      if (never !== null) throw new Error(`never shown: ${never}\n${shown}`);
      return shown;
    },
  };
}

/** A line, and what must be shown after it. */
export const line = (text, ...expected) => [{ type: `${text}\r` }, ...expected.map((expect) => ({ expect }))];
/** The environment at this point. */
export const probe = (label) => line(`probe ${label}`, `=${label}=`);

function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
