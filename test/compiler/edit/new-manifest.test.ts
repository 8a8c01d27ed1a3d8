/** First manifests: whatever a store lists, the text compiles. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ListedEntry, newManifest } from '#compiler/edit/new-manifest.js';
import { compile } from '#compiler/index.js';
import { memoryHost } from '../../helpers/memory-host.js';
import { tried } from '../../helpers/thoroughness.js';

const compiled = (text: string) => compile(memoryHost({ 'manifest.toml': text }), 'manifest.toml');
const outline = (entries: readonly ListedEntry[], project = 'shop', profile = 'default') => ({
  project,
  profile,
  store: 'dotenv://.env',
  entries,
});
const plain = (name: string): ListedEntry => ({ name, at: null });

const name = fc.oneof(
  fc.constantFrom(
    'KEY',
    'key_2',
    '_',
    'Straße',
    'defaults',
    'a-b',
    'a.b',
    '1A',
    '',
    ' ',
    '__proto__',
    'constructor',
    '"',
    'x\ny',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('A', 'b', '_', '1', 'é', '-'), maxLength: 12 }),
);
const entry: fc.Arbitrary<ListedEntry> = fc.record(
  {
    name,
    at: fc.oneof(fc.constant(null), fc.record({ item: name })),
    description: fc.string({ unit: 'binary', maxLength: 40 }),
    required: fc.boolean(),
  },
  { requiredKeys: ['name', 'at'] },
);
const label = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== '');

/** A store that can have every name: what a real one lists is what it can have. */
const ANY_NAME = 'null';

test('any listing gives a manifest that compiles and declares what it says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 12 }), label, label, async (entries, project, profile) => {
      const { text, declared, leftOut } = newManifest({ project, profile, store: ANY_NAME, entries });
      const { plan, diagnostics } = await compiled(text);
      expect(diagnostics).toEqual([]);
      const names = declared.length === 0 ? ['EXAMPLE'] : [...declared].sort();
      expect(Object.keys(plan?.secrets ?? {}).sort()).toEqual(names);
      expect(plan?.project.name).toBe(project);
      expect(Object.keys(plan?.profiles ?? {})).toEqual([profile]);
      expect([...declared, ...leftOut].sort()).toEqual(entries.map((one) => one.name).sort());
    }),
    { numRuns: tried(300) },
  );
});

test('the source is the default store, and what is known of an entry is declared', async () => {
  const { text } = newManifest(
    outline([
      { name: 'A', at: null, description: 'The "first"\tone', required: true },
      { name: 'B', at: { item: 'team/b' }, required: false },
    ]),
  );
  expect(text).toContain('providers = ["dotenv://.env"]\n');
  expect(text).toContain('A = { description = "The \\"first\\"\\tone" }\n');
  expect(text).toContain('B = { description = "B secret", required = false, ref = { item = "team/b" } }\n');
});

test('a name that no secret can have is left out, with the line that declares it under another', async () => {
  const { text, leftOut } = newManifest(outline(['a_b', 'a-b', 'a.b', '1st', 'defaults', 'A', 'A', '\n'].map(plain)));
  expect(leftOut).toEqual(['a-b', 'a.b', '1st', 'defaults', 'A', '\n']);
  const lines = text.split('\n').flatMap((line) => /^# {3}.*, as in: (.*)$/u.exec(line)?.[1] ?? []);
  expect(lines.map((line) => line.replace(/ = .*item = /u, ' <- '))).toEqual([
    'a_b_2 <- "a-b" } }',
    'a_b_3 <- "a.b" } }',
    '_1st <- "1st" } }',
    'defaults_2 <- "defaults" } }',
    'A_2 <- "A" } }',
  ]);
  const { diagnostics } = await compiled(text.replace('# Other ways', `${lines.join('\n')}\n# Other ways`));
  expect(diagnostics).toEqual([]);
});

test('characters that would hide or turn round what is written are escaped', async () => {
  const description = 'x\x7f\x9b\u2028\u202ey\u2066';
  const { text } = newManifest(outline([{ name: 'A', at: null, description }, plain('B\u202e')]));
  expect(text).toContain('description = "x\\u007f\\u009b\\u2028\\u202ey\\u2066"');
  expect(text).toContain('"B\\u202e", as in: ');
  const { diagnostics, plan } = await compiled(text);
  expect(diagnostics).toEqual([]);
  expect(JSON.stringify(plan)).toContain(JSON.stringify(description));
});

test('the examples compile when their comments are removed', async () => {
  const { text } = newManifest(outline([plain('A')]));
  const uncommented = text.replaceAll(/^# (?=[A-Z_]+ = )/gmu, '');
  expect(uncommented).not.toBe(text);
  const { plan } = await compiled(uncommented);
  expect(Object.keys(plan?.secrets ?? {}).length).toBeGreaterThan(2);
});

test('thousands of names that are left out do not fill the manifest', () => {
  const { text } = newManifest(outline(Array.from({ length: 5_000 }, (_, index) => plain(`${index}-x`))));
  expect(text.split('\n').length).toBeLessThan(130);
  expect(text).toContain('#   and 4,900 more\n');
});

test('a left out entry is declared where it is, not where its name alone would be', () => {
  const native = { item: 'tool/shop/default/api-key', field: 'value' };
  const { text } = newManifest(outline([{ name: 'api-key', at: null, native }]));
  expect(text).toContain('ref = { item = "tool/shop/default/api-key", field = "value" } }\n');
});

test('an entry of the project and profile has its name, even if another of this name is listed before it', () => {
  const shared = { name: 'KEY', at: { item: 'KEY' } };
  const { text, leftOut } = newManifest(outline([shared, plain('KEY')]));
  expect(text).toContain('KEY = { description = "KEY secret" }\n');
  expect(text).toContain('KEY_2 = { description = "KEY_2 secret", ref = { item = "KEY" } }\n');
  expect(leftOut).toEqual(['KEY']);
});
