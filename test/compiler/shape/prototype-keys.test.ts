import { expect, test } from '@jest/globals';
import { compile, readUserConfig } from '#compiler/index.js';
import { hidePrototypeKeys, showPrototypeKeys } from '#compiler/shape/prototype-keys.js';
import { nameOf } from '#compiler/shape/shape-words.js';
import { canonicalJson } from '#schemas/canonical.js';
import { memoryHost } from '../../helpers/memory-host.js';

const planOf = async (text: string) => {
  const manifest = `[project]\nname = "demo"\nrevision = "1.0"\n${text}`;
  const { plan, diagnostics } = await compile(memoryHost({ 'manifest.toml': manifest }), 'manifest.toml');
  expect(diagnostics).toEqual([]);
  return JSON.parse(canonicalJson(plan));
};

test('an alias called `__proto__` can be read by coordinates', async () => {
  const plan = await planOf(`
[providers]
__proto__ = "dotenv:.env"
[profiles.default]
A = { description = "a", providers = ["__proto__"], refs = { __proto__ = { item = "NAMED" } } }`);
  expect(canonicalJson(plan.secrets.A[0].source.naming.by)).toBe('{"__proto__":{"item":"NAMED"}}');
});

test('a personal alias may be called so', () => {
  const { config } = readUserConfig('config.toml', '[defaults.providers]\n__proto__ = "keyring"\n');
  expect(Object.keys(config?.aliases ?? {})).toEqual(['__proto__']);
});

test('a value without such keys stays the same one', () => {
  const value = { constructor: [{ a: 1 }], b: 'text' };
  expect(hidePrototypeKeys(value)).toBe(value);
});

test('what was hidden comes back, also names that look hidden already', () => {
  const value = JSON.parse('{"__proto__":[{"\\u0000__proto__":1,"\\u0000\\u0000__proto__":{"__proto__":2}}]}');
  const hidden = hidePrototypeKeys(value);
  expect(JSON.stringify(hidden)).not.toContain('"__proto__"');
  expect(JSON.stringify(showPrototypeKeys(hidden))).toBe(JSON.stringify(value));
});

test('a date is no table', () => expect(nameOf(hidePrototypeKeys(new Date(0)))).toBe('a date'));
