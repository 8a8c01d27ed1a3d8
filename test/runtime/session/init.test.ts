/** `init` in a folder: what it asks, what it replaces, and what it leaves alone. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Failure } from '#runtime/failure.js';
import { NO_OPTIONS } from '#runtime/session/call.js';
import { nodePorts } from '#runtime/session/node-ports.js';
import type { ManifestWanted } from '#runtime/session/operations/init.js';
import type { SessionPorts } from '#runtime/session/ports.js';
import { Session } from '#runtime/session/session.js';
import type { Terminal } from '#runtime/terminal/terminal.js';
import { pass } from '#schemas/providers/pass.js';
import { fakeTerminal } from '../../helpers/fake-terminal.js';
import { openCli } from '../../helpers/run-cli.js';
import { deadTemporary } from '../files/dead-temporary.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
let made = 0;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = `${root}/p${made++}`;
  mkdirSync(`${folder}/home`, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}`, text);
  return folder;
}

const manifestOf = (folder: string) => readFileSync(`${folder}/manifest.toml`, 'utf8');

async function init(folder: string, terminal?: Terminal, wanted: Partial<ManifestWanted> = {}): Promise<string> {
  const ports = nodePorts({ warn: async () => {}, notice: async () => {}, ...(terminal && { terminal }) });
  const call = { options: NO_OPTIONS, variables: { HOME: `${folder}/home` }, workingFolder: folder };
  try {
    const wantedAll = { from: null, project: null, profile: null, ...wanted };
    return (await new Session(call, ports).init(wantedAll)).kind;
  } catch (error) {
    if (error instanceof Failure) return error.diagnostics.map(({ code }) => code).join();
    throw error;
  }
}

test('an existing manifest is replaced after a yes, and kept after a no', async () => {
  const folder = folderWith({ '.env': 'KEY=canary\n', 'manifest.toml': '# mine\n' });
  const no = fakeTerminal('no');
  expect(await init(folder, no)).toBe('declined');
  expect(no.asked).toEqual([{ text: 'manifest.toml already exists. Replace it?' }]);
  expect(manifestOf(folder)).toBe('# mine\n');
  expect(await init(folder, fakeTerminal('yes'))).toBe('created');
  expect(manifestOf(folder)).toContain('KEY = {');
});

test('without a terminal it is kept', async () => {
  const folder = folderWith({ 'manifest.toml': '# mine\n' });
  expect(await init(folder)).toBe('E0313');
  expect(await init(folder, fakeTerminal())).toBe('E0313');
  expect(manifestOf(folder)).toBe('# mine\n');
});

test('what a killed one left is removed, also beside a manifest that is kept', async () => {
  const folder = folderWith({ 'manifest.toml': '# mine\n', [deadTemporary()]: '# mine\n' });
  expect([await init(folder), readdirSync(folder).sort()]).toEqual(['E0313', ['home', 'manifest.toml']]);
});

/** Says yes, after something has happened. */
function yesAfter(happens: () => void): Terminal {
  return {
    ...fakeTerminal(),
    async confirm() {
      happens();
      return 'yes';
    },
  };
}

test('what was changed since the question is not replaced', async () => {
  const folder = folderWith({ 'manifest.toml': '# mine\n' });
  const changed = yesAfter(() => writeFileSync(`${folder}/manifest.toml`, '# changed\n'));
  expect(await init(folder, changed)).toBe('E0314');
  expect(manifestOf(folder)).toBe('# changed\n');
  expect(
    await init(
      folder,
      yesAfter(() => rmSync(`${folder}/manifest.toml`)),
    ),
  ).toBe('E0314');
  expect(readdirSync(folder)).toEqual(['home']);
});

test('files next to .env become profiles after a yes, with the names that only they have', async () => {
  const files = {
    '.env': 'KEY=canary\n',
    '.env.production': '# Key of live payments\nLIVE_KEY=canary\nKEY=canary-2\n',
    '.env.test': 'KEY=canary-3\n',
  };
  const folder = folderWith(files);
  const terminal = fakeTerminal('yes');
  expect(await init(folder, terminal)).toBe('created');
  expect(terminal.asked).toEqual([
    { text: 'Declare profiles for the files next to .env: .env.production (production), .env.test (test)?' },
  ]);
  expect(manifestOf(folder)).toMatch(
    /\n\[profiles\.production\.defaults\]\nproviders = \["dotenv:\/\/\.env\.production"\]\n\n\[profiles\.production\]\nLIVE_KEY = \{ description = "Key of live payments" \}\n\n\[profiles\.test\.defaults\]\nproviders = \["dotenv:\/\/\.env\.test"\]\n\n\[profiles\.test\]\n$/u,
  );
  const declined = folderWith(files);
  expect(await init(declined, fakeTerminal('no'))).toBe('created');
  expect(manifestOf(declined)).not.toContain('production');
  expect(manifestOf(declined)).not.toContain('canary');
});

test('nothing is asked or written if the store cannot be listed', async () => {
  const folder = folderWith({ '.env': 'KEY="never closed\n' });
  const terminal = fakeTerminal('yes');
  expect(await init(folder, terminal)).toBe('E1107');
  expect([terminal.asked, readdirSync(folder).sort()]).toEqual([[], ['.env', 'home']]);
});

test('only names are read, of the project and profile that the manifest gets', async () => {
  const folder = folderWith({});
  const owners: string[] = [];
  const neverRead = async () => {
    throw new Error('a value was read');
  };
  const ports: SessionPorts = {
    ...nodePorts({ warn: async () => {}, notice: async () => {} }),
    openStore: async ({ scheme }, { context }) => {
      owners.push(`${scheme} of ${context.project}/${context.profile}`);
      const list = async () => ({ kind: 'listed', entries: [{ name: 'KEY', at: null }] }) as const;
      const store = { kind: 'open', shown: scheme, read: neverRead, list, identity: async () => scheme } as const;
      return { kind: 'open', scheme, abilities: pass.abilities(), store };
    },
  };
  const call = { options: NO_OPTIONS, variables: { HOME: `${folder}/home` }, workingFolder: folder };
  const wanted = { from: 'vault://localhost/kv', project: 'shop', profile: 'production' };
  expect(await new Session(call, ports).init(wanted)).toMatchObject({ kind: 'created', declared: 1 });
  expect(owners).toEqual(['vault of shop/production']);
  expect(manifestOf(folder)).toContain('[profiles.production]\nKEY = { description = "KEY secret" }\n');
});

test('of many that start at once, one creates the manifest', async () => {
  const world = openCli();
  try {
    world.write('.env', 'KEY=canary\n');
    const ended = await Promise.all(Array.from({ length: 8 }, () => world.run('tool init')));
    expect(ended.map(({ status }) => status).sort()).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
    const failures = ended.filter(({ status }) => status === 1).map(({ stderr }) => `${stderr}`.split('\n')[0]);
    expect(new Set(failures)).toEqual(new Set(['error[E0313]: manifest exists']));
    expect(readdirSync(world.work).sort()).toEqual(['.env', 'manifest.toml']);
  } finally {
    world.remove();
  }
}, 60_000);
