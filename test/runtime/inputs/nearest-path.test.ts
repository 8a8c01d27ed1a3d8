/** The path that was probably meant by one that leads nowhere. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { nearestPath } from '#runtime/inputs/nearest-path.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const folder = temporaryFolder();
mkdirSync(join(folder, 'web'));
for (const name of ['manifest.toml', 'other.json', 'web/plan.json']) writeFileSync(join(folder, name), '');
const nearestTo = (name: string) => nearestPath(join(folder, name), join(folder, name));

test('a slip in the name', () => expect(nearestTo('manifets.toml')).toBe(join(folder, 'manifest.toml')));
test('a slip in the end', () => expect(nearestTo('web/plan.jsn')).toBe(join(folder, 'web/plan.json')));
test('an end alone makes no two names alike', () => expect(nearestTo('nowhere.json')).toBeNull());
test('what is there needs no guess', () => expect(nearestTo('manifest.toml')).toBeNull());
test('a folder that is not there has no names', () => expect(nearestTo('wbe/plan.json')).toBeNull());
