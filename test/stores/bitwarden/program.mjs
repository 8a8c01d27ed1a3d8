/** A program of Bitwarden in a folder of its own, with a home of its own: what it is started with is written down. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../shared/tool.mjs';

/** `command`: its words; `name`: what it is called in `bin`; `variables`: what it always has in its environment. */
export function programIn(folder, name, command, variables) {
  const [bin, home, log] = ['bin', 'home', `${name}.log`].map((part) => join(folder, part));
  mkdirSync(bin, { recursive: true });
  mkdirSync(home, { recursive: true });
  const words = command.map((word) => `'${word}'`).join(' ');
  const path = join(bin, name);
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nexec ${words} "$@"\n`);
  chmodSync(path, 0o755);
  const environment = { PATH: `${bin}:/usr/bin:/bin`, ...variables };
  return {
    environment,
    home,
    /** Once, for a person; it is not counted. */
    run: (args, { input = '', more = {} } = {}) =>
      run([...command, ...args], { cwd: folder, env: { HOME: home, ...environment, ...more }, input }),
    /** Its words by start, since the last call. */
    starts: () => {
      const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [];
      rmSync(log, { force: true });
      return lines;
    },
  };
}
