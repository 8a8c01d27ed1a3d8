import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { ownTerminal } from '#runtime/programs/own-terminal.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { finding, running } from './program-cases.js';

const folder = temporaryFolder();

test.each(Object.entries({ ...finding, ...running }))('%s', async (_, holds) => holds(), 60_000);

test('a program that runs when we exit is ended', () => {
  const module = pathToFileURL('dist/runtime/programs/run-program.js').href;
  const script = `import { existsSync, readFileSync } from 'node:fs';
    import { runProgram } from ${JSON.stringify(module)};
    runProgram({ path: '/bin/sh', words: ['-c', 'echo $$ > pid; exec sleep 1000'], folder: ${JSON.stringify(folder)},
      environment: new Map([['PATH', Buffer.from('/usr/bin:/bin')]]), signal: new AbortController().signal,
      limits: { deadlineMs: 60000, stdoutBytes: 1, stderrBytes: 1 } });
    setInterval(() => existsSync('pid') && readFileSync('pid', 'utf8').endsWith('\\n') && process.exit(5), 5);`;
  writeFileSync(`${folder}/exits.mjs`, script);
  expect(spawnSync('node', ['exits.mjs'], { cwd: folder }).status).toBe(5);
  const pid = readFileSync(`${folder}/pid`, 'utf8').trim();
  while (isRunning(pid)) spawnSync('true');
});

test('nothing of a program is printed by us, whatever is to be debugged', () => {
  const module = pathToFileURL('dist/runtime/programs/run-program.js').href;
  const script = `import { runProgram } from ${JSON.stringify(module)};
    await runProgram({ path: '/bin/sh', words: ['-c', 'cat; cat >&2; exit 1'], input: Buffer.from('canary'), folder: '/',
      environment: new Map(), signal: new AbortController().signal,
      limits: { deadlineMs: 60000, stdoutBytes: 100, stderrBytes: 100 } });`;
  const env = { ...process.env, NODE_DEBUG: 'execa' };
  const { stdout, stderr } = spawnSync('node', ['--input-type=module', '-e', script], { env });
  expect([`${stdout}`, `${stderr}`]).toEqual(['', '']);
});

function isRunning(pid: string): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('without a terminal there is none to ask on', () => {
  const module = pathToFileURL('dist/runtime/programs/own-terminal.js').href;
  const script = `import { ownTerminal } from ${JSON.stringify(module)}; console.log(ownTerminal('/dev/pts/7'))`;
  const words = ['--input-type=module', '-e', script];
  expect(spawnSync('node', words, { input: '' }).stdout.toString()).toBe('null\n');
});

test('the terminal that the user exports is used where the system does not name ours', () => {
  const at = (exported: string | undefined, isTerminal: boolean, link: string) =>
    ownTerminal(exported, isTerminal, link);
  expect(at('/dev/ttys001', true, `${folder}/nowhere`)).toBe('/dev/ttys001');
  expect(at('/dev/ttys001', true, folder)).toBe(realpathSync(folder));
  expect(at('/dev/ttys001', false, folder)).toBeNull();
  expect(at('not a tty', true, `${folder}/nowhere`)).toBeNull();
  expect(at(undefined, true, `${folder}/nowhere`)).toBeNull();
});
