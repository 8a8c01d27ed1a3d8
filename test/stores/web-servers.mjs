/**
 * The examples of the page about web servers, built and started by Next.js and Vite themselves: `node test/stores/web-servers.mjs`; ends with
 * `N passed, N failed`. Both are installed from the npm registry, once.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundlers } from './consumers/bundlers.mjs';
import { runCases } from './run-cases.mjs';
import { pageCases } from './shared/page-consoles.mjs';

const ROOT = join(import.meta.dirname, '../..');
const installed = bundlers();
if (installed === null) {
  process.exitCode = runCases({});
} else {
  // Beside them: their files are linked, and the folder of a project has to have all that is built.
  const root = mkdtempSync(`${installed}-page-`);
  const home = join(root, 'home');
  mkdirSync(home);
  const environment = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: home,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    npm_config_update_notifier: 'false',
  };
  const prepare = (folder) => {
    execFileSync('cp', ['-al', join(installed, 'node_modules'), folder]);
    const library = join(folder, 'node_modules/@tool/tool');
    mkdirSync(library, { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(library, 'package.json'));
    cpSync(join(ROOT, 'dist/bundle'), join(library, 'dist/bundle'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  };
  process.exitCode = runCases(pageCases('web-servers', { root, environment, prepare }));
  rmSync(root, { recursive: true, force: true });
}
