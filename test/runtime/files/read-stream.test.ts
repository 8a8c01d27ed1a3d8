import { execFileSync, spawn } from 'node:child_process';
import { closeSync, createWriteStream, openSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { FileFault } from '#runtime/files/files.js';
import { readStream, type StreamLimits } from '#runtime/files/read-stream.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const LIMITS: StreamLimits = { milliseconds: 30_000, mib: 1 };
const fifo = (name: string) => {
  execFileSync('mkfifo', [`${folder}/${name}`]);
  return `${folder}/${name}`;
};
/** Writes without waiting for a reader in this process. */
const written = (path: string, script: string) => spawn('sh', ['-c', script, 'sh', path], { stdio: 'ignore' });
const fault = async (path: string, limits: Partial<StreamLimits>) => {
  try {
    return (await readStream(path, { ...LIMITS, ...limits })).length;
  } catch (error) {
    if (error instanceof FileFault) return [error.code, error.problem];
    throw error;
  }
};

test.each([
  ['at once', 'printf "A=1\\n" > "$1"', 'A=1\n'],
  ['late and in pieces', 'exec 3> "$1"; sleep 0.2; printf A= >&3; sleep 0.2; printf "1\\n" >&3', 'A=1\n'],
  ['nothing', 'sleep 0.2; : > "$1"', ''],
])('a named pipe to which a writer gives its bytes %s', async (name, script, text) => {
  const path = fifo(name.slice(0, 4));
  const writer = written(path, script);
  const ended = new Promise((resolve) => writer.on('exit', resolve));
  expect((await readStream(path, LIMITS)).toString()).toBe(text);
  expect(await ended).toBe(0);
});

test('a writer that waits for a reader is not cut off, however much it has', async () => {
  const path = fifo('much');
  const stream = createWriteStream(path);
  stream.end(Buffer.alloc(2 ** 20, 'x'));
  expect(await readStream(path, LIMITS)).toHaveLength(2 ** 20);
});

test('a pipe without a writer, and one that stays open, are given up', async () => {
  expect(await fault(fifo('silent'), { milliseconds: 100 })).toEqual([
    'ETIMEDOUT',
    'it did not end within 0.1 seconds',
  ]);
  const open = fifo('open');
  const writer = written(open, 'exec 3> "$1"; printf A=1 >&3; exec sleep 60');
  expect(await fault(open, { milliseconds: 500 })).toEqual(['ETIMEDOUT', 'it did not end within 0.5 seconds']);
  writer.kill();
});

test('a call that is given up does not wait', async () => {
  const reason = new Error('given up');
  const controller = new AbortController();
  const read = readStream(fifo('given-up'), { ...LIMITS, signal: controller.signal });
  setTimeout(() => controller.abort(reason), 50);
  await expect(read).rejects.toBe(reason);
  await expect(readStream(fifo('before'), { ...LIMITS, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('what never ends is bounded, and an empty device is empty', async () => {
  expect(await fault('/dev/zero', {})).toEqual(['EFBIG', 'it is larger than 1 MiB']);
  expect(await fault('/dev/null', {})).toBe(0);
  const endless = fifo('endless');
  const writer = written(endless, 'exec yes > "$1"');
  expect(await fault(endless, {})).toEqual(['EFBIG', 'it is larger than 1 MiB']);
  writer.kill();
});

test('folders and sockets that are not open are faults', async () => {
  expect(await fault(folder, {})).toEqual(['EISDIR', 'it is a folder']);
  const server = createServer().listen(`${folder}/socket`);
  await new Promise((resolve) => server.on('listening', resolve));
  expect(await fault(`${folder}/socket`, {})).toMatchObject(['ENXIO', expect.any(String)]);
  server.close();
});

test('a socket that is an open descriptor is read, and its number stays in use', async () => {
  const script = `
    import { fstatSync } from 'node:fs';
    import { readStream } from ${JSON.stringify(import.meta.resolve('#runtime/files/read-stream.js'))};
    const bytes = await readStream('/dev/stdin', { milliseconds: 30000, mib: 1 });
    const stats = fstatSync(0);
    console.log(JSON.stringify([bytes.toString(), stats.isSocket() || stats.isCharacterDevice()]));`;
  writeFileSync(`${folder}/read.mjs`, script);
  // Node gives its children sockets.
  const child = spawn(process.execPath, [`${folder}/read.mjs`], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write('A=');
  setTimeout(() => child.stdin.end('1\n'), 200);
  let said = '';
  for await (const piece of child.stdout) said += piece;
  expect(JSON.parse(said)).toEqual(['A=1\n', true]);
});

test.each([
  ['before its writer ended', 'printf A=1 > "$1"', 'A=1'],
  ['after its writer ended', 'printf A=1 > "$1"', 'A=1'],
  ['after a writer that wrote nothing ended', ': > "$1"', ''],
])('a named pipe is read by the path of its descriptor, %s', async (when, script, text) => {
  const path = fifo(`by-number-${when.replaceAll(' ', '-')}`);
  const writer = written(path, script);
  const ended = new Promise((resolve) => writer.on('exit', resolve));
  const descriptor = openSync(path, 'r');
  if (when.startsWith('after')) await ended;
  expect((await readStream(`/dev/fd/${descriptor}`, { ...LIMITS, milliseconds: 5_000 })).toString()).toBe(text);
  closeSync(descriptor);
});
