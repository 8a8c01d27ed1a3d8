/** Which starts make V8's compiled form of the program larger: that of a warm start is the one to keep. */
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type CliWorld, openCli } from '../../helpers/run-cli.js';
import { BUNDLE } from '../../helpers/tool-path.js';

const MANIFEST = `[project]
name = "demo"
revision = "1.0"

[profiles.default]
PORT = { description = "Port of the server" }
`;
/** More than a second, after which a start keeps what it has used. */
const LASTING = 'run -- sleep 1.1';
const PATIENCE_MS = 60_000;

let world: CliWorld;
let bundle: string;
beforeEach(() => {
  world = openCli();
  world.write('manifest.toml', MANIFEST);
  world.write('.env', 'PORT=8443\n');
  world.write('~/.config/tool/config.toml', '[defaults]\nprovider = "dotenv"\n');
  bundle = join(world.temporary, 'bundle');
  cpSync(BUNDLE, bundle, { recursive: true, filter: (path) => basename(path) !== 'compiled' });
});
afterEach(() => world.remove());

async function sizeAfter(command: string): Promise<number> {
  await world.run(`node '${join(bundle, 'tool.js')}' ${command}`);
  return statSync(formOfRun()).size;
}

function formOfRun(): string {
  const folder = join(bundle, 'compiled');
  return join(folder, readdirSync(folder).find((name) => name.includes('-program-run-')) ?? 'none');
}

test(
  'a start that compiles the plan leaves the form of a warm start as it is, however long its command takes',
  async () => {
    await sizeAfter('run -- true');
    rmSync(formOfRun());
    const warm = await sizeAfter('run -- true');
    world.write('manifest.toml', `${MANIFEST}# changed\n`);
    expect(await sizeAfter(LASTING)).toBe(warm);
  },
  PATIENCE_MS,
);

test(
  'a start that failed early is made up for by a later one',
  async () => {
    await sizeAfter('run -- true');
    rmSync(formOfRun());
    const failed = await sizeAfter('run --profile nowhere -- true');
    expect(await sizeAfter(LASTING)).toBeGreaterThan(failed);
  },
  PATIENCE_MS,
);
