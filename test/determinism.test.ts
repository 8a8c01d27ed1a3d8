/** One meaning, one plan: the folder, the order of keys, comments, line ends and spelling of tables do not matter. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse, stringify } from 'smol-toml';
import { compile } from '#compiler/pipeline.js';
import { nodeHost } from '#runtime/plan/node-host.js';
import { canonicalJson } from '#schemas/canonical.js';
import { casesOf, GOLDEN, readTexts } from './helpers/golden.js';
import { memoryHost } from './helpers/memory-host.js';
import { tried } from './helpers/thoroughness.js';

const planText = async (files: Readonly<Record<string, string>>) => {
  const { plan } = await compile(memoryHost(files), 'manifest.toml');
  return plan === null ? null : canonicalJson(plan);
};
const valid = (async () => {
  const cases = [];
  for (const name of casesOf('plan')) {
    const files = readTexts(join(GOLDEN, 'plan', name));
    const text = await planText(files);
    if (text !== null) cases.push({ name, files, text });
  }
  return cases;
})();
const eachManifest = (files: Readonly<Record<string, string>>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [file, file.endsWith('.toml') ? change(text) : text]));

/** The same tables written anew with keys in another order. */
const shuffled = (value: unknown, order: (keys: string[]) => string[]): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const record = value as Record<string, unknown>;
  return Object.fromEntries(order(Object.keys(record)).map((key) => [key, shuffled(record[key], order)]));
};

test('line ends do not matter', async () => {
  for (const { name, files, text } of await valid) {
    // A multi-line string keeps its line ends: they are part of the value.
    if (Object.values(files).some((content) => content.includes('"""') || content.includes("'''"))) continue;
    expect({ name, text: await planText(eachManifest(files, (content) => content.replaceAll('\n', '\r\n'))) }).toEqual({
      name,
      text,
    });
  }
});

test('comments, layout and the spelling of tables do not matter', async () => {
  for (const { name, files, text } of await valid) {
    const rewritten = eachManifest(files, (content) => `# another comment\n${stringify(parse(content))}`);
    expect({ name, text: await planText(rewritten) }).toEqual({ name, text });
  }
});

test('the order of keys does not matter', async () => {
  const cases = await valid;
  const shuffle = (seed: number) => (keys: string[]) =>
    fc.sample(fc.shuffledSubarray(keys, { minLength: keys.length }), { seed, numRuns: 1 })[0] ?? keys;
  for (const { name, files, text } of cases) {
    for (let seed = 0; seed < tried(10); seed++) {
      const rewritten = eachManifest(files, (content) =>
        stringify(shuffled(parse(content), shuffle(seed)) as Record<string, unknown>),
      );
      expect({ name, text: await planText(rewritten) }).toEqual({ name, text });
    }
  }
});

test('the folder does not matter, and enters nothing', async () => {
  for (const { name, files, text } of await valid) {
    if (Object.keys(files).some((file) => file.includes('/'))) continue;
    for (const prefix of ['root-one-', 'root two ']) {
      const folder = mkdtempSync(join(tmpdir(), prefix));
      for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
      const { plan } = await compile(nodeHost(folder), 'manifest.toml');
      rmSync(folder, { recursive: true });
      expect({ name, text: plan === null ? null : canonicalJson(plan) }).toEqual({ name, text });
    }
  }
});
