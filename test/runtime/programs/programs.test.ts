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

const OWN_TERMINAL = `import { ownTerminal } from ${JSON.stringify(pathToFileURL('dist/runtime/programs/own-terminal.js').href)};
  console.error('at ' + ownTerminal('/dev/pts/7'))`;

test('without a terminal there is none to ask on', () => {
  const words = ['--input-type=module', '-e', OWN_TERMINAL];
  expect(spawnSync('setsid', ['-w', 'node', ...words], { input: '' }).stderr.toString()).toBe('at null\n');
});

/** What a line of the shell on a terminal of its own says; `at` is the terminal. */
function onTerminal(line: string): string {
  writeFileSync(`${folder}/terminal.mjs`, OWN_TERMINAL);
  writeFileSync(`${folder}/line.sh`, `cd ${folder}; tty; ${line}\n`);
  const { stdout } = spawnSync('script', ['-qec', `sh ${folder}/line.sh`, '/dev/null'], { input: '' });
  const [terminal = '', ...said] = stdout.toString().trim().split(/\r?\n/);
  return said.join('\n').replaceAll(terminal, 'its terminal');
}

test.each([
  ['is our input', 'node terminal.mjs', 'at its terminal'],
  ['is free where a pipe brings the value', 'echo x | node terminal.mjs', 'at its terminal'],
  ['is free where a file brings it', 'node terminal.mjs <line.sh', 'at its terminal'],
  [
    'is that of the output where the errors go elsewhere',
    'echo x | node terminal.mjs 2>said; cat said',
    'at its terminal',
  ],
  ['is not used where the input says that nobody is there', 'node terminal.mjs </dev/null', 'at null'],
  ['is not used where the input is closed', 'node terminal.mjs <&-', 'at null'],
  ['is not there in a session of its own', 'echo x | setsid -w node terminal.mjs', 'at null'],
  ['is not used in the background', "bash -ic 'echo x | node terminal.mjs & wait' 2>&1 | grep -a '^at'", 'at null'],
  ['is not there where no stream is on it', 'echo x | node terminal.mjs >said 2>&1; cat said', 'at null'],
])('the terminal %s', (_, line, said) => {
  expect(onTerminal(line)).toBe(said);
});

test('the terminal that the user exports is used where the system does not name ours', () => {
  const at = (exported: string | undefined, stream: 0 | null, streams: string) =>
    ownTerminal(exported, stream, streams);
  writeFileSync(`${folder}/0`, '');
  expect(at('/dev/ttys001', 0, `${folder}/nowhere`)).toBe('/dev/ttys001');
  expect(at('/dev/ttys001', 0, folder)).toBe(realpathSync(`${folder}/0`));
  expect(at('/dev/ttys001', null, folder)).toBeNull();
  expect(at('not a tty', 0, `${folder}/nowhere`)).toBeNull();
  expect(at(undefined, 0, `${folder}/nowhere`)).toBeNull();
});
