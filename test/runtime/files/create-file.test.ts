/** Creating a file that somebody else creates too. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { createFile } from '#runtime/files/create-file.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const create = (name: string, isThere: () => boolean) =>
  createFile(`${folder}/${name}`, Buffer.from('ours'), { temporary: `${folder}/temporary`, mode: 0o600, isThere });

test('who comes between the last look and the creation keeps the place', () => {
  const lookAndBeOvertaken = () => {
    writeFileSync(`${folder}/KEY`, 'theirs');
    return false;
  };
  expect([create('KEY', lookAndBeOvertaken), readFileSync(`${folder}/KEY`, 'utf8')]).toEqual([false, 'theirs']);
  expect(readdirSync(folder)).toEqual(['KEY']);
});

test('what the last look throws leaves nothing', () => {
  const refuse = () => {
    throw new Error('a link on the way');
  };
  expect(() => create('OTHER', refuse)).toThrow('a link on the way');
  expect(readdirSync(folder)).not.toContain('temporary');
});
