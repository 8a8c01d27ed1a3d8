/** Naming, template, convention (spec 2.9, 2.14). */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { named } from '#schemas/named.js';
import type { Coordinates, Naming } from '#schemas/plan.js';
import { addressOf, coordinatesOf, templateProblem } from '#schemas/addresses/address.js';
import { fillPlaceholders, placeholdersProblem } from '#schemas/addresses/placeholders.js';

const names = { project: 'demo', profile: 'default', key: 'ALPHA' };
const convention: Naming = { kind: 'convention' };
const ref = (at: Coordinates): Naming => ({ kind: 'ref', at });
const refs = (alias: string, at: Coordinates): Naming => ({ kind: 'refs', by: named([[alias, at]]) });
const through = (alias: string | null, template: Coordinates | null = null) => ({ alias, template });

describe('the first that says something wins', () => {
  const template = { item: '{profile}_{key}' };
  test.each<[string, Naming, ReturnType<typeof through>, object]>([
    ['convention', convention, through(null), { kind: 'convention', ...names }],
    ['a template', convention, through('t', template), { kind: 'native', item: 'default_ALPHA' }],
    ['refs of the alias', refs('t', { item: 'X' }), through('t', template), { kind: 'native', item: 'X' }],
    ['no refs of another alias', refs('u', { item: 'X' }), through('t'), { kind: 'convention', ...names }],
    ['no refs for a literal URI', refs('t', { item: 'X' }), through(null), { kind: 'convention', ...names }],
    ['ref', ref({ item: 'R', field: 'f' }), through('t', template), { kind: 'native', item: 'R', field: 'f' }],
  ])('%s', (_, naming, store, expected) => expect(addressOf(naming, store, names)).toEqual(expected));
});

test('an alias may be called like something every object has', () => {
  expect(addressOf(refs('t', { item: 'X' }), through('constructor'), names)).toEqual({ kind: 'convention', ...names });
});

test('coordinates of a secret are literal', () => {
  expect(addressOf(ref({ item: '{key}' }), through(null), names)).toEqual({ kind: 'native', item: '{key}' });
});

test('every coordinate of a template is filled', () => {
  const at = addressOf(
    convention,
    through('t', { item: '{key}', field: '{profile}', vault: 'v', section: '{project}' }),
    names,
  );
  expect(at).toEqual({ kind: 'native', item: 'ALPHA', field: 'default', vault: 'v', section: 'demo' });
});

test('coordinates are listed in the order of the specification', () => {
  expect(coordinatesOf({ version: '3', item: 'i' })).toEqual([
    ['item', 'i'],
    ['version', '3'],
  ]);
});

test('what was inserted is not looked at again', () => {
  expect(fillPlaceholders('{project}-{key}', { project: '{key}', profile: '{project}', key: '$1{profile}' })).toBe(
    '{key}-$1{profile}',
  );
});

test('filling keeps all text between placeholders', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '{', '}', '$', '&') });
  fc.assert(
    fc.property(text, text, text, (project, profile, key) => {
      expect(fillPlaceholders('<{project}|{profile}|{key}>', { project, profile, key })).toBe(
        `<${project}|${profile}|${key}>`,
      );
    }),
  );
});

describe('templates', () => {
  test.each(['', 'plain', '{project}/{profile}/{key}', '{key}{key}'])('sound: %s', (text) => {
    expect(templateProblem(text)).toBeNull();
  });
  test.each([
    ['{nope}', '{nope}'],
    ['{}', '{}'],
    ['{Key}', '{Key}'],
    ['{ key }', '{ key }'],
    ['{key', 'without a `}`'],
    ['key}', 'without a `{`'],
    ['{{key}}', 'nested'],
    ['{project{key}}', 'nested'],
    ['{key}}', 'without a `{`'],
  ])('unsound: %s', (text, problem) => expect(templateProblem(text)).toContain(problem));
  test('a pattern may need its key', () => {
    expect(placeholdersProblem('{profile}', { needsKey: true })).toContain('{key}');
    expect(placeholdersProblem('{profile}', {})).toBeNull();
  });
});
