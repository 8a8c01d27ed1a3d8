/** What the front embeds: a list that is checked in, so that whoever makes it longer sees it, and all that a warm start needs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { MODULES_OF_BUNDLE } from '../../helpers/tool-path.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const LIST = join(ROOT, 'runtime/front/embedded.txt');

/** Modules of the warm path that have no place in the front, or another form there. */
const OF_NODE =
  /^runtime\/(child\/(on-node|node-process|process-handle|plain-environment)|start\/(code-cache|inspector|interruption|leave-terminal|process-context|program)|failure|limit-time)\.js$/u;

const embedded = execFileSync(process.execPath, [join(ROOT, '.build/front.mjs'), '--list'], { encoding: 'utf8' });

test('the list is that of the build', () => {
  expect(embedded).toBe(readFileSync(LIST, 'utf8'));
});

test('a warm start needs nothing else', () => {
  const files: Record<string, readonly string[]> = JSON.parse(readFileSync(MODULES_OF_BUNDLE, 'utf8'));
  const warm = [...(files['program.js'] ?? []), ...(files['warm.js'] ?? [])].map((path) => path.slice('dist/'.length));
  expect(warm.length).toBeGreaterThan(100);
  const list = embedded.split('\n');
  expect(warm.filter((module) => !OF_NODE.test(module) && !list.includes(module))).toEqual([]);
});
