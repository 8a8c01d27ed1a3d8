/** A shell for the examples of a page: a copy of the examples, a home of its own, and the built tool in PATH. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface DocShell {
  /** Paths start in the folder named `place`; `~/` is the home of this shell. */
  write(place: string, path: string, text: string): void;
  run(place: string, command: string): { readonly output: string; readonly status: number | null };
  remove(): void;
}

/** Places are the folders of `docs/examples`, and any other name for a folder that starts out empty. */
export function openDocShell(): DocShell {
  const root = mkdtempSync(join(tmpdir(), 'tool-docs-'));
  const [home, bin, temporary] = ['home', 'bin', 'tmp'].map((name) => join(root, name)) as [string, string, string];
  for (const folder of [home, bin, temporary]) mkdirSync(folder);
  cpSync(join(ROOT, 'docs/examples'), join(root, 'at'), { recursive: true });
  writeFileSync(
    join(bin, 'tool'),
    `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'dist/bundle/tool.js')}' "$@"\n`,
    { mode: 0o755 },
  );
  const env = {
    PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: home,
    USER: 'reader',
    LANG: 'C.UTF-8',
    TMPDIR: temporary,
  };
  const at = (place: string) => {
    mkdirSync(join(root, 'at', place), { recursive: true });
    return join(root, 'at', place);
  };
  return {
    write: (place, path, text) => {
      const target = path.startsWith('~/') ? join(home, path.slice(2)) : join(at(place), path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    },
    run: (place, command) => {
      const { stdout, status } = spawnSync('sh', ['-c', `{ ${command}\n} 2>&1`], {
        cwd: at(place),
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return { output: onLines(stdout), status };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** As a terminal would show it: what has no newline at its end still ends a line. */
function onLines(output: string): string {
  return output === '' || output.endsWith('\n') ? output : `${output}\n`;
}
