/**
 * Runs on Windows: `node run.mjs KIT TOOL PATTERN`, the cases of the conformance kit whose steps need neither a shell nor a terminal of Linux.
 * The kit sets the home of a case as on Linux; `tool.mjs` passes it on as on Windows.
 */
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [kit, tool, pattern] = process.argv.slice(2);
const cases = mkdtempSync(join(tmpdir(), 'cases-'));
for (const name of readdirSync(join(dirname(kit), 'cases')).filter((name) => name.endsWith('.mjs'))) {
  const original = JSON.stringify(pathToFileURL(join(dirname(kit), 'cases', name)).href);
  const isPlain = '[].concat(steps).every((step) => step.run !== undefined && step.pty === undefined)';
  writeFileSync(
    join(cases, name),
    `import all from ${original};\nexport default all.filter(({ steps }) => ${isPlain});\n`,
  );
}
const wrapper = fileURLToPath(new URL('tool.mjs', import.meta.url));
const asked = ['--tool', `${process.execPath} ${wrapper} ${tool}`, '--cases', cases, '--jobs', '2', '--only', pattern];
// The folder in which a process has just ended cannot be removed at once, for which the kit does not wait.
process.argv.splice(1, 4, kit, '--keep', ...asked);
await import(pathToFileURL(kit));
