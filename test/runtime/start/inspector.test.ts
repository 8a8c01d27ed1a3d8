/** SIGUSR1, on which Node opens its inspector: real starts of the bundle. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { BUNDLE } from '../../helpers/tool-path.js';

const PATIENCE_MS = 60_000;
const STARTER = join(BUNDLE, 'tool.js');
/** What editors have Node load. */
const OPENS = "data:text/javascript,import%20inspector%20from%20'node:inspector';inspector.open(0)";

function started(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return ended(process.execPath, words, env);
}

async function ended(program: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(program, [...words], { env: { PATH: process.env['PATH'], ...env }, stdio: 'pipe' });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    said.stdout += data;
  });
  child.stderr.on('data', (data) => {
    said.stderr += data;
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, ...said };
}

/** The same file that the shebang names, with a script in front that sends the signal while Node's handler is in place; only `-e` has a global `module`. */
const START = `delete globalThis.module; process.argv.splice(1, 0, ${JSON.stringify(STARTER)}); require(${JSON.stringify(STARTER)})`;
const SEND = "process.kill(process.pid, 'SIGUSR1')";
const FREE_PORT = 'process.debugPort = 0';
const SENT_BEFORE = `${FREE_PORT}; ${SEND}; ${START}`;
const SENT_LONG_BEFORE = `${FREE_PORT}; ${SEND}; setTimeout(() => { ${START} }, 100)`;

/** Node tries twice to open it: at once, when the port is taken here, and in the next turn of the loop. */
const SENT_WITH_PORT_TAKEN = `const server = require('net').createServer().listen(0); process.debugPort = server.address().port; ${SEND}; for (const end = Date.now() + 100; Date.now() < end; ) ; server.close(); ${START}`;

/** Where the number of the next process or thread can be chosen, as root of a namespace. */
const LAST_NUMBER = '/proc/sys/kernel/ns_last_pid';
const inNamespace = (line: string, ...words: readonly string[]) =>
  ['-Urpf', '--mount-proc', 'sh', '-c', `echo 5000 >${LAST_NUMBER} && ${line}`, 'sh', ...words] as const;
const whereNumbersCanBeChosen = spawnSync('unshare', inNamespace('true')).status === 0 ? test : test.skip;
const SENT_AFTER_HIGHEST_NUMBER = `require('fs').writeFileSync('${LAST_NUMBER}', '300'); ${SENT_LONG_BEFORE}`;

test.each([
  ['while its port is taken', SENT_WITH_PORT_TAKEN],
  ['just before its first statement', SENT_BEFORE],
  ['so that the inspector is open', SENT_LONG_BEFORE],
])(
  'a signal %s ends the tool',
  async (_, script) => {
    const { code, signal, stdout } = await started(['-e', script, '--', '--version']);
    expect({ code, signal, stdout }).toEqual({ code: null, signal: 'SIGUSR1', stdout: '' });
  },
  PATIENCE_MS,
);
whereNumbersCanBeChosen.each([
  ['of a program of its own', '"$@"; exit'],
  ['of one that replaced another', 'exec "$@"'],
])(
  'so does one whose thread has a lower number than those before: %s',
  async (_, line) => {
    const words = [process.execPath, '-e', SENT_AFTER_HIGHEST_NUMBER, '--', '--version'];
    const { code, stdout } = await ended('unshare', inNamespace(line, ...words));
    expect({ code, stdout }).toEqual({ code: 138, stdout: '' });
  },
  PATIENCE_MS,
);
test(
  'one that comes while the program is loaded ends the tool, and opens nothing',
  async () => {
    const script = `${FREE_PORT}; const vm = require('vm'); vm.Script = class extends vm.Script { constructor(...all) { ${SEND}; super(...all); } }; ${START}`;
    const ended = await started(['-e', script, '--', '--version']);
    expect(ended).toEqual({ code: null, signal: 'SIGUSR1', stdout: '', stderr: '' });
  },
  PATIENCE_MS,
);
test(
  'without a signal it goes on',
  async () => expect(await started([STARTER, '--version'])).toMatchObject({ code: 0, stderr: '' }),
  PATIENCE_MS,
);
test(
  'code that the caller has Node load may open it',
  async () => {
    const { code, stdout } = await started([STARTER, '--version'], { NODE_OPTIONS: `--import ${OPENS}` });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^tool \d/u) });
  },
  PATIENCE_MS,
);
