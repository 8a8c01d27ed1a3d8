/** A project whose names and descriptions attack shells, and a `tool` in the PATH that answers completions and records all other calls. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of profiles by what is typed of them: each start is unique. */
export const PROFILES = {
  prod: 'production',
  it: "it's a profile",
  qu: 'qu"ote',
  se: 'se;touch pwned;x',
  do: 'do$HOME$(touch pwned)',
  ba: 'ba`touch pwned`',
  st: 'st*r?[a]',
  bl: 'bl  ank',
  bs: 'bs\\slash\\',
  br: 'br{a,b}',
  ex: 'ex!!cl',
  pa: 'pa(touch pwned)',
  pi: 'pi|touch pwned',
  am: 'am&touch pwned',
  re: 're>pwned<x',
  ha: 'ha #hash',
  cu: 'cu\u2019rly\u201cquotes',
  ue: 'uenïcode ключ',
  pe: 'pe%F{red}%d',
  at: 'at@(x) ~tilde =eq',
};

const HOSTILE =
  'Say $(touch pwned) `touch pwned` ; touch pwned \\u001b[31mRED\\u0007 %F{red} \\t tab \\n line\', "quote';

const MANIFEST = `[project]
name = "shells"
revision = "1.0"
[providers]
team = "vault://vault.example:8200/secret"
[defaults]
providers = ["dotenv://.env.local"]
[scopes.worker]
secrets = ["DB_URL"]
[profiles.default]
DB_URL = { description = "Connection string" }
DB_USER = { description = ${JSON.stringify(HOSTILE).replaceAll('\\\\', '\\')} }
${['control\u001b[31m', 'control\nline', ...Object.values(PROFILES)].map((name) => `[profiles.${JSON.stringify(name)}]`).join('\n')}
`;

export function makeWorld(root, tool) {
  const [work, broken, bin, home] = ['work', 'broken', 'bin', 'home'].map((name) => join(root, name));
  for (const folder of [work, broken, bin, home, join(work, 'a folder')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(work, 'manifest.toml'), MANIFEST);
  writeFileSync(join(broken, 'manifest.toml'), '[profiles.production\n');
  writeFileSync(join(home, 'in-home'), '');
  const record = join(root, 'record');
  program(join(bin, 'marker-program'), 'exit 0');
  const words = tool.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  program(
    join(bin, 'tool'),
    `if [ -n "$TOOL_COMPLETE" ]; then exec ${words} "$@"; fi
for word; do printf '%s\\0' "$word"; done > '${record}.new' && mv '${record}.new' '${record}'`,
  );
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
    TMPDIR: root,
    LANG: 'C.UTF-8',
    TERM: 'xterm',
  };
  return {
    root,
    work,
    broken,
    home,
    record,
    env,
    /** Whether something that a name or a description says was run. */
    isAttacked: () => [work, broken, home].some((folder) => existsSync(join(folder, 'pwned'))),
    /** The arguments of the last call, or null. */
    taken() {
      if (!existsSync(record)) return null;
      const text = readFileSync(record, 'utf8');
      rmSync(record);
      return text;
    },
  };
}

function program(path, script) {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}
