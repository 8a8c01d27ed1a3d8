/** What could be written at a point, in whatever state its statement is. `¦` is the cursor. */
import { describe, expect, test } from '@jest/globals';
import { pointAt } from '#compiler/editor/index.js';

function at(marked: string): string {
  const point = pointAt(marked.replace('¦', ''), marked.indexOf('¦'));
  if (point === null) return 'nothing';
  if (point.kind === 'value') return `value ${point.path.join('.')}`;
  const taken = point.taken.length === 0 ? '' : ` without ${point.taken.join(', ')}`;
  return `key of ${point.table.join('.') || 'the root'}${taken}`;
}

const P = '[profiles.default]\n';
describe('keys', () => {
  test.each([
    ['¦', 'key of the root'],
    ['[pro¦]\n', 'key of the root'],
    ['[profiles.¦]\n', 'key of profiles'],
    [`${P}A¦\nB = {}\n`, 'key of profiles.default'],
    [`${P}A.de¦\n`, 'key of profiles.default.A'],
    [`${P}A = { ¦ }\n`, 'key of profiles.default.A'],
    [`${P}A = {¦\nB = {}\n`, 'key of profiles.default.A'],
    [`${P}A = { default = "x", ¦, required = true }\n`, 'key of profiles.default.A without default, required'],
    [`${P}A = { generate = { ¦ } }\n`, 'key of profiles.default.A.generate'],
    [`[profiles.default.A]\ndefault = "x"\n¦\n`, 'key of profiles.default.A without default'],
    [`profiles.default.A = { ¦ }\n`, 'key of profiles.default.A'],
  ])('%j', (text, expected) => expect(at(text)).toBe(expected));
});

describe('values', () => {
  test.each([
    [`${P}A = { type = "¦" }\n`, 'value profiles.default.A.type'],
    [`${P}A = { type = "¦\nB = {}\n`, 'value profiles.default.A.type'],
    [`${P}A = { type = ¦ }\n`, 'value profiles.default.A.type'],
    [`${P}A.type = ¦\n`, 'value profiles.default.A.type'],
    [`${P}A = { providers = ["a", '¦'] }\n`, 'value profiles.default.A.providers.1'],
    [`${P}A = { providers = [\n  "a",\n  "¦\n] }\n`, 'value profiles.default.A.providers.1'],
    [`${P}A = { refs = { t = { item = "¦" } } }\n`, 'value profiles.default.A.refs.t.item'],
    ['[scopes."my scope"]\nsecrets = ["¦"]\n', 'value scopes.my scope.secrets.0'],
  ])('%j', (text, expected) => expect(at(text)).toBe(expected));
});

test.each([`${P}A = {} # com¦ment\n`, '# ¦\n', `${P}[profiles]¦\n`])('%j: nothing', (text) => {
  expect(at(text)).toBe('nothing');
});
