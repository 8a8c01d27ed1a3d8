/**
 * Has V8 compile the bundle as each command uses it, so that no user of what is built here waits for it: somebody who may
 * not write beside the program never could keep it (runtime/start/code-cache.ts).
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../dist/runtime/cli/commands.js';
import { ROOT } from './compiled.mjs';

const TOOL = join(ROOT, 'dist/bundle/tool.js');

/** What a command needs to work in the example, where it needs anything. `plan diff` is compiled as `plan` is. */
const ARGUMENTS = {
  run: ['--', 'true'],
  export: ['--format', 'json'],
  get: ['STRIPE_KEY'],
  set: ['STRIPE_KEY', 'value'],
  explain: ['E0203'],
};

const names = Object.keys(commands).filter((name) => !name.includes(' '));
const calls = names.map((name) => [name, ...(ARGUMENTS[name] ?? [])]);
const problems = await Promise.all([['--version'], ...calls].map(inFolderOfItsOwn));
// A program that was not warmed only starts more slowly.
for (const problem of problems) if (problem !== null) console.warn(`not compiled ahead: ${problem}`);

async function inFolderOfItsOwn(words) {
  const folder = mkdtempSync(join(tmpdir(), 'tool-warm-'));
  try {
    const [work, home] = ['work', 'home'].map((name) => join(folder, name));
    mkdirSync(home);
    cpSync(join(ROOT, 'docs/examples/quickstart'), work, { recursive: true });
    return await start(words, { cwd: work, env: { PATH: process.env.PATH, HOME: home, TMPDIR: folder } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What went wrong, or null. */
function start(words, options) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [TOOL, ...words], { ...options, stdio: 'ignore' });
    child.on('error', ({ message }) => resolve(message));
    child.on('close', (status) => resolve(status === 0 ? null : `tool ${words.join(' ')} ended with ${status}`));
  });
}
