import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { nodeFiles } from '#runtime/files/node-files.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const { changedCopy } = nodeFiles();

test('the copy is private, next to the file and removed afterwards; the file keeps its content', async () => {
  writeFileSync(`${folder}/real`, 'old');
  symlinkSync('real', `${folder}/link`);
  const changed = await changedCopy(`${folder}/link`, Buffer.from('old'), async (copy, read) => {
    expect([dirname(copy), statSync(copy).mode & 0o777]).toEqual([folder, 0o600]);
    writeFileSync(copy, 'new');
    return read();
  });
  expect(String(changed)).toBe('new');
  expect(readFileSync(`${folder}/link`, 'utf8')).toBe('old');
  expect(readdirSync(folder).sort()).toEqual(['link', 'real']);
});

test('the copy is removed if the work fails, and a copy that is gone reads as null', async () => {
  const failing = changedCopy(`${folder}/real`, Buffer.from('old'), async () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  const gone = await changedCopy(`${folder}/real`, Buffer.from('old'), async (copy, read) => {
    rmSync(copy);
    return read();
  });
  expect(gone).toBeNull();
  expect(existsSync(`${folder}/real`)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['link', 'real']);
});

test('a folder that cannot be written is a fault', async () => {
  await expect(changedCopy(`${folder}/real/below`, Buffer.from(''), async () => null)).rejects.toThrow(/below/);
});

test('a copy that cannot be completed is removed', async () => {
  const before = readdirSync(folder).sort();
  // The disk that fills up is in `test/faults/store-faults.mjs`.
  const bytes = null as unknown as Uint8Array;
  await expect(changedCopy(`${folder}/real`, bytes, async () => null)).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual(before);
});
