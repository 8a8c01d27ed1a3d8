/**
 * The tool on Windows, with Node for Windows and the executable under Wine: `node test/stores/windows.mjs COMMAND...`; ends with
 * `N passed, N failed`. `--only PATTERN` before the command chooses cases. What Wine cannot show is in docs/windows.md.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keyringForWindows, nodeForWindows, seen, windows } from './windows/wine.mjs';

/** All cases on the first; on the others those in which the runtime makes a difference. */
const NODES = ['22.23.3', '20.18.0', '24.21.0'];
/** Made by `npm run build:executable -- --target windows-x64`. */
const EXECUTABLE = fileURLToPath(new URL('../../dist/executable/windows-x64/tool.exe', import.meta.url));
/** Beside this folder, if at all. What it says of values is the same as on Linux, but for paths, encodings and line ends. */
const KIT = fileURLToPath(new URL('../../../shared/conformance/run.mjs', import.meta.url));
const OF_KIT = '^values/.*(base64|json)';
const words = process.argv.slice(2);
const only = words[0] === '--only' ? words[1] : '';
const tool = resolve(words.at(-1));
const system = windows();
const counts = { passed: 0, failed: 0 };
if (system !== null) {
  const folder = mkdtempSync(join(tmpdir(), 'tool-windows-'));
  const keyring = keyringForWindows();
  const more = keyring === null ? {} : { NAPI_RS_NATIVE_LIBRARY_PATH: seen(keyring) };
  const [first, ...others] = NODES.flatMap((version) => {
    const node = !system.isNew && version.startsWith('24.') ? null : nodeForWindows(version);
    return node === null
      ? []
      : [{ title: `Node ${version}`, node, part: only || (version === NODES[0] ? 'all' : 'runtime') }];
  });
  if (!system.isNew) console.log('left out: Node 24 and the executable, without debootstrap and bwrap');
  const runs = [first, ...others].map((one) => ({ ...one, tool }));
  if (system.isNew && existsSync(EXECUTABLE))
    runs.push({ title: 'the executable', node: first.node, tool: EXECUTABLE, part: only || 'runtime' });
  try {
    mkdirSync(dirname(system.share), { recursive: true });
    symlinkSync(folder, system.share);
    for (const { title, node, tool, part } of only === '' ? runs : runs.slice(0, 1))
      count(title, system.run(node, [seen(script('inside/cases.mjs')), seen(tool), seen(folder), part], more));
    if (only === '' && existsSync(KIT))
      count(
        'conformance',
        system.run(first.node, [seen(script('inside/kit/run.mjs')), seen(KIT), seen(tool), OF_KIT]),
        'not ok',
      );
  } finally {
    system.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

function script(name) {
  return fileURLToPath(new URL(`windows/${name}`, import.meta.url));
}

/** `shown`: what the lines to print start with. */
function count(title, { status, output }, shown = '') {
  const lines = output.split(/\r?\n/u).filter((line) => line !== '');
  const last = /^(\d+) passed, (\d+) failed/u.exec(lines.at(-1) ?? '');
  const printed = last === null ? lines : lines.slice(0, -1).filter((line) => line.startsWith(shown));
  for (const line of printed) console.log(`${title}: ${line}`);
  counts.passed += Number(last?.[1] ?? 0);
  counts.failed += last === null || (status !== 0 && last[2] === '0') ? 1 : Number(last[2]);
}
