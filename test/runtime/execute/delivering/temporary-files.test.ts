import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFiles } from '#runtime/execute/delivering/temporary-files.js';
import { SecretValue } from '#runtime/values/secret-value.js';

let system = '';
beforeEach(() => {
  system = mkdtempSync(join(tmpdir(), 'tool-test-'));
});
afterEach(() => rmSync(system, { recursive: true, force: true }));

const modeOf = (path: string) => lstatSync(path).mode & 0o777;
const written = (bytes: Uint8Array = Buffer.from('body')) =>
  temporaryFiles(() => system).write(SecretValue.fromBytes(bytes), '');
const ownFolder = () => join(system, `tool-${process.getuid?.()}`);

test('a file holds the exact bytes, for its owner to read', async () => {
  const bytes = Buffer.from([0, 255, 10, 13, 10]);
  const path = await written(bytes);
  expect([readFileSync(path), modeOf(path), modeOf(dirname(path))]).toEqual([bytes, 0o400, 0o700]);
  expect(basename(path)).toMatch(/^\.tmp[A-Za-z0-9]{6}$/u);
});
test('its name ends as its type wants', async () =>
  expect(await temporaryFiles(() => system).write(SecretValue.fromText('x'), '.pem')).toMatch(/\.tmp\w{6}\.pem$/u));
test('files of one user lie in one folder', async () => {
  const [first, second] = [await written(), await written()];
  expect([dirname(first) === dirname(second), first === second]).toEqual([true, false]);
});
test('a folder that others may enter is not used', async () => {
  mkdirSync(ownFolder());
  chmodSync(ownFolder(), 0o755);
  expect(dirname(await written())).not.toBe(ownFolder());
});
test('a link in place of the folder is not followed', async () => {
  mkdirSync(join(system, 'elsewhere'), { mode: 0o700 });
  symlinkSync('elsewhere', ownFolder());
  const path = await written();
  expect(dirname(path)).not.toBe(ownFolder());
  expect(modeOf(dirname(path))).toBe(0o700);
});
test('a file can be taken back, twice', async () => {
  const path = await written();
  const files = temporaryFiles(() => system);
  files.remove(path);
  files.remove(path);
  expect(existsSync(path)).toBe(false);
});
test('where no file can be written, it says so without the value', async () => {
  const writing = temporaryFiles(() => join(system, 'nowhere')).write(SecretValue.fromText('canary'), '');
  await expect(writing).rejects.toMatchObject({ code: 'ENOENT', message: expect.not.stringContaining('canary') });
});
