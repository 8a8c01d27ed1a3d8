/** All mistakes of a policy are found at once: one does not hide another, in the same rule either. */
import { expect, test } from '@jest/globals';
import { locator } from '#compiler/index.js';
import { compile } from '#compiler/pipeline.js';
import { judgePolicies, judgeUse, readPolicy } from '#compiler/policy/index.js';
import { renderDiagnostics } from '#runtime/cli/views/diagnostics.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { UNCLAIMED } from '#schemas/stores/judge-spec.js';
import { memoryHost } from '../../helpers/memory-host.js';

const MANIFEST = `
[project]
name = "shop"
revision = "1.0"
[providers]
team = "vault://kv.example.com/secret"
[profiles.default]
API_KEY = { description = "Key", providers = ["team"] }
`;

async function mistakesOf(rules: string): Promise<readonly Diagnostic[]> {
  const { policy, diagnostics } = readPolicy('policy.toml', `revision = "1.0"\nname = "shop"\n${rules}`);
  const { trees } = await compile(memoryHost({ 'manifest.toml': MANIFEST }), 'manifest.toml');
  if (policy === null || trees === null) throw new Error('not read');
  const use = { projects: [trees.project], isWhole: true, claims: UNCLAIMED };
  return [...diagnostics, ...judgeUse([policy], use)];
}

const codesOf = async (rules: string) => (await mistakesOf(rules)).map(({ code }) => code).sort();

test.each([
  ['another severity', 'severity = "eror"', 'E0204'],
  ['an unknown key', 'profile = ["x"]', 'E0203'],
  ['a second subject', 'required = true', 'E1511'],
])('beside %s, stores and patterns of the rule are judged', async (_name, line, code) => {
  const rule = `[[rule]]\nid = "a"\n${line}\nsecrets = ["API_KEYS"]\nstores = { forbid = ["dotnev"] }`;
  expect(await codesOf(rule)).toEqual([code, 'E1513', 'W1515'].sort());
});

test.each([
  ['no id', '', 'E0201'],
  ['a bad id', 'id = "A b"', 'E1514'],
  ['an id that another rule has', 'id = "first"', 'E1512'],
])('with %s, the same', async (_name, line, code) => {
  const first = '[[rule]]\nid = "first"\nrequired = true';
  expect(await codesOf(`${first}\n[[rule]]\n${line}\nstores = { only = ["teem"] }`)).toEqual([code, 'E1513'].sort());
});

test('beside an unknown key of a subject, the rest of it is judged', async () => {
  const stores = 'stores = { forbids = ["env"], forbid = ["dotnev"] }';
  const value = 'value = { patern = "*", min_length = 5, max_length = 2 }';
  expect(await codesOf(`[[rule]]\nid = "a"\n${stores}\n[[rule]]\nid = "b"\n${value}`)).toEqual([
    'E0203',
    'E0203',
    'E0217',
    'E1513',
  ]);
});

test.each([
  ['stores = { forbidden = ["env"] }', 'did you mean `forbid`?'],
  ['value = { patern = "*" }', 'did you mean `pattern`?'],
  ['stores = { banish = ["env"] }', 'remove it; keys are `only`, `forbid` and `demand`'],
])('%s is one mistake, with the keys that there are', async (line, help) => {
  const found = await mistakesOf(`[[rule]]\nid = "a"\n${line}`);
  expect(found.map((one) => [one.code, one.help])).toEqual([['E0203', help]]);
});

test.each([
  ['default = true', '`default` must be false, not true'],
  ['default = "false"', '`default` must be false, not a string'],
  ['scope = false', '`scope` must be true, not false'],
  ['value = { not_default = false }', '`not_default` must be true, not false'],
  ['cache = true', '`cache` must be false or a table, not true'],
  ['cache = "false"', '`cache` must be false or a table, not a string'],
  ['reason = false', '`reason` must be true or "agents", not false'],
])('%s', async (line, message) => {
  const [found, ...others] = await mistakesOf(`[[rule]]\nid = "a"\n${line}`);
  expect(others).toEqual([]);
  expect(found?.message).toBe(message);
});

test('a switch of one position has one line to write', async () => {
  const [found] = await mistakesOf('[[rule]]\nid = "a"\ndefault = true');
  expect(found?.help).toContain('default = false');
});

test('a policy without rules would let everything pass', async () => {
  expect(await codesOf('rule = []')).toEqual(['E0207']);
  expect(await codesOf('')).toEqual(['E0201']);
});

test('rules are an array of tables', async () => {
  const [found, ...others] = await mistakesOf('[rule]\nid = "a"\nrequired = true');
  expect([found?.code, others]).toEqual(['E0202', []]);
  expect(found?.help).toContain('[[rule]]');
});

test('a store of a rule shows no password, whether the rule is broken or has a mistake', async () => {
  const words = ['vault://me:canary-1@kv.example.com?token=canary-2', 'nothing://me:canary-3@kv.example.com'];
  for (const clause of ['only', 'forbid', 'demand']) {
    const rules = `[[rule]]\nid = "a"\nstores = { ${clause} = ${JSON.stringify(words)} }`;
    const files = { 'manifest.toml': MANIFEST, 'policy.toml': `revision = "1.0"\nname = "shop"\n${rules}` };
    const { trees } = await compile(memoryHost(files), 'manifest.toml');
    const { policy } = readPolicy('policy.toml', files['policy.toml']);
    if (policy === null || trees === null) throw new Error('not read');
    const found = [...(await mistakesOf(rules)), ...judgePolicies(trees, [policy])];
    expect(found.map(({ code }) => code)).toEqual(clause === 'forbid' ? ['E1513'] : ['E1513', 'E1501']);
    const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
    const shown = renderDiagnostics(found, { locate: await locator(sources), colour: false });
    expect(shown).toContain('me:***@kv.example.com');
    expect(shown).not.toContain('canary');
  }
});

test('each store behind an alias that breaks a rule is a finding', async () => {
  const manifest = MANIFEST.replace('["team"]', '["all"]').replace(
    '[providers]',
    '[providers]\nall = { fallback = ["team", "env"], cache = { provider = "dotenv://.cache", max_age = "1h" } }',
  );
  const { trees } = await compile(memoryHost({ 'manifest.toml': manifest }), 'manifest.toml');
  const { policy } = readPolicy(
    'policy.toml',
    'revision = "1.0"\nname = "shop"\n[[rule]]\nid = "a"\nstores = { forbid = ["env", "dotenv"] }',
  );
  const found = trees === null || policy === null ? [] : judgePolicies(trees, [policy]);
  expect(found.map(({ message }) => message)).toEqual([
    '`env` is forbidden for `API_KEY`, against rule `a`',
    '`dotenv://.cache` is forbidden for `API_KEY`, against rule `a`',
  ]);
});

test('a name that only the user knows could be any store, also where a rule has the same name', async () => {
  const manifest = MANIFEST.replace('["team"]', '["laptop"]');
  const { trees } = await compile(memoryHost({ 'manifest.toml': manifest }), 'manifest.toml');
  for (const clause of ['only', 'forbid', 'demand']) {
    const text = `revision = "1.0"\nname = "shop"\n[[rule]]\nid = "a"\nstores = { ${clause} = ["laptop"] }`;
    const { policy } = readPolicy('policy.toml', text);
    const found = trees === null || policy === null ? [] : judgePolicies(trees, [policy]);
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining('`laptop` could be any store')]);
  }
});
