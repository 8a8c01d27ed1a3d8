/** A project for the library in a folder of its own, and this process set up as if it ran there with another home. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { temporaryFolder } from '../files/temporary-folder.js';

export interface LibraryWorld {
  /** Of the manifest. */
  readonly folder: string;
  readonly manifest: string;
  readonly temporary: string;
  write(name: string, text: string | Uint8Array): void;
  /** Files below the temporary folder. */
  filesLeft(): readonly string[];
}

const AGENTS = ['CLAUDECODE', 'AI_AGENT', 'CODEX_SANDBOX', 'CURSOR_AGENT'];

/** Called at the top of a test file: gives what makes a project. */
export function libraryWorlds(): (manifest: string, values?: string) => LibraryWorld {
  const root = temporaryFolder();
  let made = 0;
  let before: NodeJS.ProcessEnv = {};
  beforeEach(() => {
    before = { ...process.env };
    for (const name of Object.keys(process.env))
      if (/^(TOOL_|XDG_)/u.test(name) || AGENTS.includes(name)) delete process.env[name];
  });
  afterEach(() => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, before);
  });
  return (manifest, values = '') => {
    const folder = join(root, `w${made++}`, 'project');
    const [home, temporary] = [join(folder, '../home'), join(folder, '../tmp')];
    for (const path of [folder, home, temporary]) mkdirSync(path, { recursive: true });
    Object.assign(process.env, { HOME: home, TMPDIR: temporary });
    const write = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text);
    write('manifest.toml', `[project]\nname = "demo"\nrevision = "1.0"\n${manifest}`);
    write('.env', values);
    const filesLeft = () => readdirSync(temporary, { recursive: true, encoding: 'utf8' });
    return { folder, manifest: join(folder, 'manifest.toml'), temporary, write, filesLeft };
  };
}

export const DOTENV = '[defaults]\nproviders = ["dotenv:.env"]\n';
