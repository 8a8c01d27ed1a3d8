/** Manifests that are there, are not, or cannot be read. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readSource } from '#runtime/plan/read-source.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
const at = (name: string) => join(root, name);
writeFileSync(at('file'), 'bytes');
mkdirSync(at('folder'));
symlinkSync('nowhere', at('dangling'));
symlinkSync('loop', at('loop'));
symlinkSync('file', at('link'));

test.each(['file', 'link'])('%s', (name) =>
  expect(readSource(at(name))).toEqual({ kind: 'bytes', bytes: Buffer.from('bytes') }),
);
test.each(['none', 'none/below', 'file/below', 'dangling'])('%s is not there', (name) =>
  expect(readSource(at(name))).toEqual({ kind: 'absent' }),
);
test.each([
  ['folder', 'it is not a regular file'],
  ['loop', 'too many levels of symbolic links'],
  ['x'.repeat(300), 'the name is too long'],
])('%s cannot be read', (name, reason) => expect(readSource(at(name))).toEqual({ kind: 'unreadable', reason }));
