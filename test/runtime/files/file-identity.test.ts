import { linkSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { identityOf } from '#runtime/files/resolve-target.js';

/** Beside this file: temporary folders may be in memory, where no number is given twice. */
const folder = mkdtempSync(fileURLToPath(new URL('identity-', import.meta.url)));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string) => {
  writeFileSync(`${folder}/${name}`, name);
  return `${folder}/${name}`;
};

test('links of either kind and other spellings are the same file', () => {
  const path = file('one');
  linkSync(path, `${folder}/hard`);
  symlinkSync('one', `${folder}/soft`);
  const spellings = [path, `${folder}/./one`, `${folder}/hard`, `${folder}/soft`];
  expect(new Set(spellings.map(identityOf)).size).toBe(1);
});

test('a new file is another one than the removed one whose number it was given', () => {
  const before = new Map<bigint, string>();
  const seen: string[] = [];
  for (let turn = 0; turn < 20; turn++) {
    const path = file(`turn-${turn}`);
    const number = statSync(path, { bigint: true }).ino;
    const identity = identityOf(path);
    if (before.has(number)) seen.push(identity === before.get(number) ? 'the same' : 'another');
    before.set(number, identity);
    rmSync(path);
  }
  expect(seen).not.toContain('the same');
});

test('what does not exist is identified by where it would be', () => {
  expect(identityOf(`${folder}/./none`)).toBe(identityOf(`${folder}/none`));
});
