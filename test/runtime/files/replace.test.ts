import { openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fill } from '#runtime/files/replace.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();

test('new content starts at the start, wherever what protects the file left the descriptor', () => {
  const path = `${folder}/file`;
  writeFileSync(path, '');
  const descriptor = openSync(path, 'r+');
  fill(descriptor, Buffer.from('new'), () => writeSync(descriptor, 'copied content'));
  expect(readFileSync(path, 'utf8')).toBe('new');
});
