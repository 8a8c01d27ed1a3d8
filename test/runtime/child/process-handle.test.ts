/** Processes started without `node:child_process`. */
import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { callIn } from '#runtime/child/process-handle.js';

const STREAMS = "{ type: 'ignore' }, { type: 'fd', fd }";
const OPTIONS = `${STREAMS} this._handle.spawn(options);`;
const ARGUMENTS = `${STREAMS} this._handle.spawn(
    options.file,
    options.gid,
  );`;

test.each([
  ['', ''],
  [`${STREAMS} this._handle.kill(signal);`, ''],
  [`${STREAMS} this._handle.spawn(`, ''],
  ['this._handle.spawn(options);', ''],
  ["{ type: 'fd', fd } this._handle.spawn(options);", ''],
  [`const err = ${OPTIONS}\n  // spawn(x)`, 'options'],
  [`const err = ${ARGUMENTS}`, 'options.file options.gid'],
])('%p calls it with %p', (text, call) => expect(callIn(text)).toBe(call));

const MODULE = new URL('../../../runtime/child/process-handle.js', import.meta.url).href;
/** Whether it was started by the handle, and whether the module was loaded. */
const started = (words: readonly string[], { options = [] as string[], env = {}, before = '' } = {}) => {
  const [command, ...args] = words;
  const start = { command, args, variables: { A: 'one' }, descriptors: [], output: { stdout: 1, stderr: 2 } };
  const script = `${before};
    import(${JSON.stringify(MODULE)}).then(async ({ startByHandle }) => {
      const child = startByHandle(${JSON.stringify(start)});
      const outcome = await child?.ended;
      const isLoaded = process.moduleLoadList.includes('NativeModule child_process');
      console.log(JSON.stringify({ outcome, isLoaded, isSent: child?.kill('SIGTERM') }));
    });`;
  const { stdout } = spawnSync(process.execPath, [...options, '--', '-'], {
    input: script,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
};
const nothing = expect.stringMatching(/^\{"isLoaded":(true|false)\}\n$/);

test('the outcome of what was started, and nothing is sent to what has ended', () => {
  const end = { outcome: { kind: 'ended', exitCode: 3 }, isLoaded: false, isSent: false };
  expect(started(['/bin/sh', '-c', 'echo "$A"; exit 3'])).toBe(`one\n${JSON.stringify(end)}\n`);
  expect(started(['/bin/sh', '-c', 'kill -9 $$'])).toContain('"exitCode":137');
});

test('what cannot be started is left to the module', () => expect(started(['/nonexistent'])).toEqual(nothing));

test.each([
  ['an option of Node', { options: ['--no-deprecation'] }],
  ['options in a variable', { env: { NODE_OPTIONS: '--pending-deprecation' } }],
  ['warnings that are asked for', { env: { NODE_PENDING_DEPRECATION: '1' } }],
  ['a Node without the class', { before: 'process.binding = () => { throw new Error(); }' }],
  ['a Node without the call', { before: 'process.binding = undefined' }],
])('%s leaves all to the module', (_, world) => expect(started(['/bin/true'], world)).toEqual(nothing));

test('an unknown call is never made', () => {
  const before = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '99.0.0' } });
    process.binding = (name) => (name === 'natives' ? { 'internal/child_process': 'this._handle.spawn(other)' } : process.abort())`;
  expect(started(['/bin/true'], { before })).toEqual(nothing);
});
