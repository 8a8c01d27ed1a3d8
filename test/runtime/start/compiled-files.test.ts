/** Files of the bundle, loaded with and without what V8 made of them. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { CompiledFiles } from '#runtime/start/compiled-files.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
const bundle = join(root, 'bundle');
const owner = process.getuid?.() ?? null;
mkdirSync(bundle);
const write = (name: string, code: string) =>
  writeFileSync(join(bundle, name), `(function (exports, require, module, __filename, __dirname) {${code}})`);
const filesWith = (cache: string, usage = 'run') =>
  new CompiledFiles(bundle, { folder: join(root, cache), owner, buildId: 'aa', usageOf: () => usage });
const keptIn = (cache: string) => (existsSync(join(root, cache)) ? readdirSync(join(root, cache)).sort() : []);

write('one.js', 'exports.name = "one"; exports.other = () => require("./two.js");');
write(
  'two.js',
  'exports.one = require("./one.js"); exports.count = (exports.count ?? 0) + 1; exports.file = __filename;',
);

test('files find each other and are run once', () => {
  const files = filesWith('once');
  const one = files.load('one.js') as { name: string; other: () => unknown };
  expect(one.other()).toEqual({ one, count: 1, file: join(bundle, 'two.js') });
  expect([files.load('one.js'), files.load('two.js')]).toEqual([one, one.other()]);
});

test('what was compiled is kept once; what was not loaded is not', () => {
  const cold = filesWith('kept');
  cold.load('one.js');
  cold.keep();
  const [kept, ...others] = keptIn('kept');
  expect([kept?.startsWith('aa-one-run-'), others]).toEqual([true, []]);
  const warm = filesWith('kept');
  expect(warm.load('one.js')).toMatchObject({ name: 'one' });
  writeFileSync(join(root, 'kept', kept ?? ''), '');
  warm.keep();
  expect(statSync(join(root, 'kept', kept ?? '')).size).toBe(0);
  expect(filesWith('kept').load('one.js')).toMatchObject({ name: 'one' });
});

test('each use has its own form', () => {
  for (const usage of ['run', 'get']) {
    const files = filesWith('uses', usage);
    files.load('one.js');
    files.keep();
  }
  expect(keptIn('uses')).toHaveLength(2);
});

test('a form of other code is not believed', () => {
  write('changed.js', 'exports.value = 1;');
  const before = filesWith('changed');
  before.load('changed.js');
  before.keep();
  write('changed.js', 'exports.value = "another length";');
  expect(filesWith('changed').load('changed.js')).toEqual({ value: 'another length' });
});
