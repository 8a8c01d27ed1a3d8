/** Every reason to refuse a plan file, and what must be accepted all the same. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { changedSource, planFileText, readPlanFile } from '#runtime/plan/plan-file.js';
import { unsoundness } from '#runtime/plan/plan-sound.js';
import { sha256, taggedSha256 } from '#runtime/plan/sha256.js';
import { canonicalJson, prettyJson } from '#schemas/canonical.js';
import type { Plan } from '#schemas/plan.js';
import { sampledPlans } from '../../helpers/generated-manifest.js';
import { filesBelow, GOLDEN } from '../../helpers/golden.js';
import { composed, derived, leaf, planOf, stored } from '../../helpers/plan.js';
import { tried } from '../../helpers/thoroughness.js';

const folder = mkdtempSync(join(tmpdir(), 'plan-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MANIFEST = 'the text of the manifest\n';
const SOURCES = [{ path: 'manifest.toml', sha256: sha256(MANIFEST) }];
const PLAN = planOf({ secrets: { TOKEN: stored() } });

let files = 0;
function written(text: string | Uint8Array): string {
  const path = join(folder, `plan-${files++}.json`);
  writeFileSync(path, text);
  return path;
}

const read = (path: string) => readPlanFile(path, 'plan.json');
const codeOf = (path: string) => {
  const result = read(path);
  return result.kind === 'refused' ? result.why.code : result.kind;
};
const problemOf = (path: string) => {
  const result = read(path);
  return result.kind === 'refused' ? result.why.message : result.kind;
};

/** A plan file whose hashes hold, whatever is in it. */
function signed(plan: unknown, more: object = {}): string {
  const rest = { tool: '0.1.0', sources: SOURCES, hash: taggedSha256(canonicalJson(plan)), plan, ...more };
  return written(prettyJson({ ...rest, integrity: taggedSha256(canonicalJson(rest)) }));
}
const goodText = planFileText({ sources: SOURCES, hash: taggedSha256(canonicalJson(PLAN)), plan: PLAN });

describe('a plan file that is as it was written', () => {
  test('is read', () => expect(codeOf(written(goodText))).toBe('plan'));
  test('has no key twice, of which other programs may take the first', () => {
    for (const twice of ['"tool": "x",\n  "tool"', '"t\\u006fol": "x",\n  "tool"'])
      expect(problemOf(written(goodText.replace('"tool"', twice)))).toBe('`plan.json` has a key twice');
    expect(problemOf(written(goodText.replace('"presence"', '"presence": "optional", "presence"')))).toBe(
      '`plan.json` has a key twice',
    );
  });
  test('may have other line ends, as git may give it', () =>
    expect(codeOf(written(goodText.replaceAll('\n', '\r\n')))).toBe('plan'));
  test('may be writable by its group', () => {
    const path = written(goodText);
    chmodSync(path, 0o664);
    expect(codeOf(path)).toBe('plan');
  });
  test('gives back the plan', () => {
    const result = read(written(goodText));
    expect(result.kind === 'plan' && canonicalJson(result.file.plan)).toBe(canonicalJson(PLAN));
  });
});

describe('refused without a look at its plan', () => {
  test('no file', () => expect(problemOf(join(folder, 'nothing'))).toBe('`plan.json` does not exist'));
  test('a folder', () => {
    const path = join(folder, 'folder');
    mkdirSync(path);
    expect(problemOf(path)).toBe('`plan.json` is not a regular file');
  });
  test('a device', () => expect(problemOf('/dev/null')).toBe('`plan.json` is not a regular file'));
  test('more than 64 MiB', () => {
    const path = written('');
    truncateSync(path, 64 * 1024 * 1024 + 1);
    expect(problemOf(path)).toBe('`plan.json` is larger than 64 MiB');
  });
  test('writable by everybody', () => {
    const path = written(goodText);
    chmodSync(path, 0o666);
    expect(problemOf(path)).toContain('is writable by everyone');
  });
});

describe('refused as no plan', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no object', '[]'],
    ['another object', '{"name":"x"}'],
    ['a plan without format', '{"plan":{}}'],
    ['a check report', '{"plan":{"format":"1"}}'],
  ])('%s', (_, text) => expect(codeOf(written(text))).toBe('E1301'));
  test('bytes that are not UTF-8', () => expect(codeOf(written(Uint8Array.of(0xff, 0xfe)))).toBe('E1301'));
  test('another format', () => expect(codeOf(signed({ ...PLAN, format: 2 }))).toBe('E1302'));
});

describe('refused as altered', () => {
  test('a changed word', () =>
    expect(problemOf(written(goodText.replace('"TOKEN"', '"TOKEM"')))).toContain('integrity'));
  test('a changed version', () => expect(codeOf(written(goodText.replace('"tool": "', '"tool": "1')))).toBe('E1303'));
  test('an added member', () => expect(codeOf(written(goodText.replace('{', '{"more": 1,')))).toBe('E1303'));
  test('no integrity', () =>
    expect(codeOf(written(JSON.stringify({ ...JSON.parse(goodText), integrity: undefined })))).toBe('E1303'));
  test('a hash that is not its own', () =>
    expect(problemOf(signed(PLAN, { hash: `sha256:${'0'.repeat(64)}` }))).toContain('the hash'));
  test('half a character, which no canonical text can hold', () =>
    expect(codeOf(written(goodText.replace('TOKEN', '\\ud800')))).toBe('E1303'));
  test('a hundred thousand lists in each other', () => {
    const bomb = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(codeOf(written(goodText.replace('"TOKEN"', `"x": ${bomb}, "TOKEN"`)))).toMatch(/^E130[13]$/u);
  });
});

describe('refused although its hashes hold', () => {
  const secret = (parts: object) => ({ ...PLAN, secrets: { TOKEN: [{ ...stored(), ...parts }] } });
  const source = (parts: object) => secret({ source: { ...stored().source, ...parts } });
  const plan = (parts: Partial<Record<keyof Plan, unknown>>) => ({ ...PLAN, ...parts });
  const twoProfiles = { default: null, live: null };

  test.each<[string, unknown]>([
    ['no project', plan({ project: null })],
    ['a project whose name is a number', plan({ project: { name: 7, requireReason: true } })],
    ['secrets in a list', plan({ secrets: [] })],
    ['a secret that is no list', plan({ secrets: { TOKEN: stored() } })],
    ['a profile without route', plan({ profiles: { default: {} } })],
    ['an empty route', plan({ profiles: { default: { route: [] } } })],
    ['a store of unknown kind', plan({ stores: { x: { kind: 'shell', uri: 'x' } } })],
    [
      'a cache that never ends',
      plan({
        stores: {
          x: {
            kind: 'fallback',
            route: [{ kind: 'uri', uri: 'env' }],
            cache: { store: { kind: 'uri', uri: 'dotenv' }, maxAgeSeconds: '9' },
          },
        },
      }),
    ],
    ['no description', secret({ description: undefined })],
    ['an unknown delivery', secret({ deliver: 'terminal' })],
    ['an unknown presence', secret({ presence: 'sometimes' })],
    ['an unknown encoding', source({ decode: 'rot13' })],
    ['a pointer that is text', source({ extract: { format: 'json', pointer: '/a' } })],
    [
      'both extracted and generated',
      source({ extract: { format: 'json', pointer: ['a'] }, whenMissing: { kind: 'prompt' } }),
    ],
    ['a default that is no text', source({ whenMissing: { kind: 'default', text: null } })],
    ['coordinates without item', source({ naming: { kind: 'ref', at: { field: 'x' } } })],
    ['profiles in both lists', secret({ in: { only: ['default'], except: ['default'] } })],
    ['a type that does not exist', secret({ type: 'constructor' })],
    ['a generator that does not exist', source({ whenMissing: { kind: 'generate', type: '__proto__', options: {} } })],
    [
      'a length of a petabyte',
      source({
        whenMissing: { kind: 'generate', type: 'password', options: { charset: 'alphanumeric', length: 1e15 } },
      }),
    ],
    [
      'a command that is no text',
      source({ whenMissing: { kind: 'generate', type: 'command', options: { command: ['rm'] } } }),
    ],
    ['no meaning', plan({ secrets: { TOKEN: [] } })],
    ['a meaning in a profile that is not there', secret({ in: { only: ['missing'] } })],
    ['a meaning in no profile', secret({ in: { only: [] } })],
    ['two meanings in one profile', plan({ secrets: { TOKEN: [stored(), stored()] } })],
    ['a name with an equals sign', planOf({ secrets: { 'A=B': stored() } })],
    ['a name with NUL', planOf({ secrets: { 'A\0': stored() } })],
    ['an empty name', planOf({ secrets: { '': stored() } })],
    ['an alias that is not defined', planOf({ secrets: { A: stored({ route: ['nowhere'] }) } })],
    [
      'a profile whose alias is not defined',
      { ...PLAN, profiles: { default: { route: [{ kind: 'alias', name: '__proto__' }] } } },
    ],
    [
      'credentials from an alias that is not defined',
      planOf({
        stores: { a: leaf('env', { credentials: { token: { store: { kind: 'alias', name: 'b' } } } }) },
        secrets: { A: stored() },
      }),
    ],
    ['a composed secret of an undeclared one', planOf({ secrets: { A: composed('x$' + '{B}') } })],
    ['a derived secret of an undeclared one', planOf({ secrets: { A: derived('constructor', []) } })],
    ['a scope of an undeclared secret', planOf({ secrets: { A: stored() }, scopes: { s: ['B'] } })],
    ['a secret made of itself', planOf({ secrets: { A: composed('$' + '{A}') } })],
    [
      'secrets made of each other',
      planOf({ secrets: { A: composed('$' + '{B}'), B: derived('C', []), C: stored({ roles: { password: 'A' } }) } }),
    ],
    [
      'secrets made of each other in one profile',
      planOf({
        profiles: twoProfiles,
        secrets: {
          A: [composed('$' + '{B}', { in: { only: ['live'] } }), stored({ in: { only: ['default'] } })],
          B: composed('$' + '{A}', { in: { only: ['live'] } }),
        },
      }),
    ],
  ])('%s', (_, value) => expect(codeOf(signed(value))).toBe('E1301'));

  test.each<[string, object]>([
    ['no sources', { sources: [] }],
    ['sources that are no list', { sources: {} }],
    ['a source without hash', { sources: [{ path: 'manifest.toml' }] }],
    ['a source whose hash is none', { sources: [{ path: 'manifest.toml', sha256: 'x' }] }],
    ['no version', { tool: 1 }],
  ])('%s', (_, more) => expect(codeOf(signed(PLAN, more))).toBe('E1301'));
});

describe('accepted although it looks odd', () => {
  test('names that objects have anyway', () => {
    const odd = JSON.parse(
      canonicalJson(planOf({ secrets: { constructor: stored(), toString: stored() } })).replace(
        'toString',
        '__proto__',
      ),
    );
    expect(codeOf(signed(odd))).toBe('plan');
  });
  test('secrets made of each other in different profiles', () => {
    const [only, other] = [{ in: { only: ['default'] } }, { in: { only: ['live'] } }] as const;
    const secrets = {
      A: [composed('$' + '{B}', only), stored(other)],
      B: [stored(only), composed('$' + '{A}', other)],
    };
    expect(codeOf(signed(planOf({ profiles: { default: null, live: null }, secrets })))).toBe('plan');
  });
  test('a chain of ten thousand composed secrets', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `S${index}`);
    const secrets = Object.fromEntries(
      names.map((name, index) => [name, index === 0 ? stored() : composed(`\${${names[index - 1]}}`)]),
    );
    expect(codeOf(signed(planOf({ secrets })))).toBe('plan');
  });
});

describe('the source that has changed', () => {
  const entry = { path: 'manifest.toml', sha256: sha256(MANIFEST) };
  const parent = { path: '../parent.toml', sha256: sha256('parent') };
  const other = sha256('other');
  const file = { tool: '', sources: [entry, parent], hash: '', plan: PLAN, integrity: '' };

  test('none', () => expect(changedSource(file, [entry, parent])).toBeNull());
  test('none, whatever the manifest is called', () =>
    expect(changedSource(file, [{ ...entry, path: 'other.toml' }, parent])).toBeNull());
  test('the manifest', () =>
    expect(changedSource(file, [{ path: 'other.toml', sha256: other }, parent])).toBe('other.toml'));
  test('a parent', () => expect(changedSource(file, [entry, { ...parent, sha256: other }])).toBe('../parent.toml'));
  test('a parent that is new', () =>
    expect(changedSource(file, [entry, parent, { ...parent, path: 'new.toml' }])).toBe('new.toml'));
  test('the manifest is not taken for a parent of the same bytes', () =>
    expect(changedSource(file, [{ ...entry, sha256: parent.sha256 }, parent])).toBe('manifest.toml'));
});

test('every plan that the compiler gives in the golden cases is accepted', () => {
  const plans = filesBelow(join(GOLDEN, 'plan')).filter((file) => file.endsWith('plan.json'));
  const refused = plans.filter(
    (file) => codeOf(signed(JSON.parse(readFileSync(join(GOLDEN, 'plan', file), 'utf8')))) !== 'plan',
  );
  expect([plans.length > 20, refused]).toEqual([true, []]);
});

test('every plan that the compiler gives for generated manifests is accepted', async () => {
  const plans = await sampledPlans(tried(200), 3);
  expect(plans.filter((plan) => unsoundness(plan) !== null)).toEqual([]);
});
