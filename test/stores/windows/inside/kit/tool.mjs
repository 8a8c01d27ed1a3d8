/** Runs on Windows: `node tool.mjs TOOL WORDS...`, the tool with a home that is said as on Linux. Files of the home are where Windows has them. */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [tool] = process.argv.splice(1, 2).slice(1);
const { HOME: home, TMPDIR: temporary } = process.env;
delete process.env.HOME;
Object.assign(process.env, {
  USERPROFILE: home,
  APPDATA: join(home, 'AppData/Roaming'),
  LOCALAPPDATA: join(home, 'AppData/Local'),
  TEMP: temporary,
  TMP: temporary,
});
mkdirSync(process.env.LOCALAPPDATA, { recursive: true });
/** What cases write and read, and where it is on Windows. */
const PLACES = [
  ['.config/tool/config.toml', 'AppData/Roaming/tool/config/config.toml'],
  ['.local/state/tool/audit.log', 'AppData/Local/tool/audit.log'],
].map((pair) => pair.map((path) => join(home, path)));

for (const [usual, here] of PLACES) copied(usual, here);
process.on('exit', () => {
  for (const [usual, here] of PLACES) copied(here, usual);
});
process.argv.splice(1, 0, tool);
await import(pathToFileURL(tool));

function copied(from, to) {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
