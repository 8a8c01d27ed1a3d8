import { expect, test } from '@jest/globals';
import { secretsSchema } from '#compiler/analyses/secrets-schema.js';
import { canonicalJson } from '#schemas/canonical.js';
import type { PlanSecret } from '#schemas/plan.js';
import { composed, derived, planOf, stored } from '../../helpers/plan.js';

const GENERATED = { kind: 'generate', type: 'uuid', options: {} } as const;
const DEFAULT = { kind: 'default', text: 'canary-from-default' } as const;
const MEMBER = { atLeastOne: ['g'], exactlyOne: [] };

const schemaOf = (...secrets: readonly PlanSecret[]) =>
  secretsSchema(planOf({ profiles: { a: null, b: null }, secrets: { S: secrets } }), null);
const isGuaranteed = (...secrets: readonly PlanSecret[]) => canonicalJson(schemaOf(...secrets)['required']) === '["S"]';

test.each<[string, PlanSecret, boolean]>([
  ['required', stored(), true],
  ['optional', stored({ presence: 'optional' }), false],
  ['with a default', stored({ presence: 'optional', whenMissing: DEFAULT }), true],
  ['generated', stored({ presence: 'optional', whenMissing: GENERATED }), true],
  ['asked for', stored({ whenMissing: { kind: 'prompt' } }), true],
  ['a member of a group', stored({ presence: MEMBER }), false],
  ['a member of a group with a default', stored({ presence: MEMBER, whenMissing: DEFAULT }), false],
  ['composed', composed('x{A}'), true],
  ['composed and optional', composed('x{A}', { presence: 'optional' }), false],
  ['derived', derived('A', ['b']), true],
])('%s', (_, secret, isAlwaysThere) => expect(isGuaranteed(secret)).toBe(isAlwaysThere));

test('in one profile only: not guaranteed', () => expect(isGuaranteed(stored({ in: { only: ['a'] } }))).toBe(false));
test('guaranteed in one profile, not in the other', () => {
  const secrets = [stored({ in: { only: ['a'] } }), stored({ in: { only: ['b'] }, presence: 'optional' })] as const;
  expect(isGuaranteed(...secrets)).toBe(false);
});
test('the first profile that describes it does', () => {
  const secrets = [stored({ in: { only: ['a'] } }), stored({ in: { only: ['b'] }, description: 'of b' })] as const;
  expect(schemaOf(...secrets)['properties']).toEqual({ S: { description: 'of b', type: 'string' } });
});
test('a path is text', () =>
  expect(schemaOf(stored({ deliver: 'path' }))['properties']).toEqual({ S: { type: 'string' } }));
test('no value is in it', () =>
  expect(canonicalJson(schemaOf(stored({ whenMissing: DEFAULT })))).not.toContain('canary'));

test('one profile has what it declares, and a title of its own', () => {
  const plan = planOf({
    profiles: { default: null, 'éire-west': null },
    secrets: { HERE: stored({ in: { only: ['éire-west'] } }), THERE: stored({ in: { only: ['default'] } }) },
  });
  const { title, properties, required } = secretsSchema(plan, 'éire-west');
  expect({ title, properties, required }).toEqual({
    title: 'Éire-westSecrets',
    properties: { HERE: { type: 'string' } },
    required: ['HERE'],
  });
});
