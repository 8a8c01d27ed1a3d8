/** Files of the bundle, loaded with and without what V8 made of them. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { writeCompiled } from '#runtime/start/code-cache.js';
import { CompiledFiles } from '#runtime/start/compiled-files.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
const bundle = join(root, 'bundle');
const owner = process.getuid?.() ?? null;
mkdirSync(bundle);
const write = (name: string, code: string) =>
  writeFileSync(join(bundle, name), `(function (exports, require, module, __filename, __dirname) {${code}})`);
const cacheIn = (folder: string, usage = 'run') => ({
  folder: join(root, folder),
  owner,
  buildId: 'aa',
  usageOf: () => usage,
});
const filesWith = (cache: string, usage?: string) => new CompiledFiles(bundle, cacheIn(cache, usage));
const keep = ({ loaded }: CompiledFiles, cache: string) => {
  for (const { script, cachePath, compiledBytes } of loaded)
    writeCompiled(cacheIn(cache), cachePath, () => script.createCachedData(), compiledBytes);
};
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
  keep(cold, 'kept');
  const [kept, ...others] = keptIn('kept');
  expect([kept?.startsWith('aa-one-run-'), others]).toEqual([true, []]);
  const warm = filesWith('kept');
  expect(warm.load('one.js')).toMatchObject({ name: 'one' });
  writeFileSync(join(root, 'kept', kept ?? ''), '');
  keep(warm, 'kept');
  expect(statSync(join(root, 'kept', kept ?? '')).size).toBe(0);
  expect(filesWith('kept').load('one.js')).toMatchObject({ name: 'one' });
});

test('a form is replaced when much more is used', () => {
  const unused = Array.from({ length: 50 }, (_, index) => `more_${index}() { return [${index}, 'more', "and more"]; }`);
  write('grows.js', `exports.parts = { ${unused.join(', ')} };`);
  const sizeAfter = (use: (parts: Record<string, () => void>) => void) => {
    const files = filesWith('grows');
    use((files.load('grows.js') as { parts: Record<string, () => void> }).parts);
    keep(files, 'grows');
    const [form, ...others] = keptIn('grows');
    expect(others).toEqual([]);
    return statSync(join(root, 'grows', form ?? '')).size;
  };
  const useAll = (parts: Record<string, () => void>) => {
    for (const part of Object.values(parts)) part();
  };
  const first = sizeAfter(() => {});
  expect(sizeAfter(({ more_0 }) => more_0?.())).toBe(first);
  const grown = sizeAfter(useAll);
  expect(grown).toBeGreaterThan(first * 2);
  expect([sizeAfter(() => {}), sizeAfter(useAll)]).toEqual([grown, grown]);
});

test('each use has its own form', () => {
  for (const usage of ['run', 'get']) {
    const files = filesWith('uses', usage);
    files.load('one.js');
    keep(files, 'uses');
  }
  expect(keptIn('uses')).toHaveLength(2);
});

test('a form of other code is not believed', () => {
  write('changed.js', 'exports.value = 1;');
  const before = filesWith('changed');
  before.load('changed.js');
  keep(before, 'changed');
  write('changed.js', 'exports.value = "another length";');
  expect(filesWith('changed').load('changed.js')).toEqual({ value: 'another length' });
});
