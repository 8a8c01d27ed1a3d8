/** `tool audit --follow`: prints what comes, survives a log that starts over, and ends with its reader or a signal. */
import { spawn } from 'node:child_process';
import { appendFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type CliWorld, openCli } from '../../helpers/run-cli.js';
import { TOOL_WORDS } from '../../helpers/tool-path.js';

const PATIENCE_MS = 60_000;

let world: CliWorld;
let log: string;
beforeEach(() => {
  world = openCli();
  log = join(world.home, '.local/state/tool/audit.log');
});
afterEach(() => world.remove());

const recordOf = (key: string) => `${JSON.stringify({ action: 'get', project: 'demo', profile: 'default', key })}\n`;

function following(...options: readonly string[]) {
  const [program = '', ...words] = [...TOOL_WORDS, 'audit', '--follow', '--json', ...options];
  const child = spawn(program, words, { env: { HOME: world.home }, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  let look = () => {};
  child.stdout.on('data', (piece: Buffer) => {
    text += piece;
    look();
  });
  const ended = new Promise<unknown>((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
  const said = (part: string) =>
    new Promise<void>((resolve) => {
      look = () => text.includes(part) && resolve();
      look();
    });
  return { child, said, ended, text: () => text };
}

test(
  'prints new records until it is interrupted',
  async () => {
    appendFileSync(log, recordOf('OLD') + recordOf('LAST'));
    const { child, said, ended, text } = following('--tail', '1');
    await said('LAST');
    appendFileSync(log, recordOf('NEW'));
    await said('NEW');
    truncateSync(log);
    appendFileSync(log, recordOf('AGAIN'));
    await said('AGAIN');
    child.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
    expect(text()).toBe(recordOf('LAST') + recordOf('NEW') + recordOf('AGAIN'));
  },
  PATIENCE_MS,
);

test(
  'ends with the first record that no one reads',
  async () => {
    appendFileSync(log, recordOf('FIRST'));
    const { child, said, ended } = following();
    await said('FIRST');
    child.stdout.destroy();
    appendFileSync(log, recordOf('UNREAD'));
    expect(await ended).toBe('SIGPIPE');
  },
  PATIENCE_MS,
);
