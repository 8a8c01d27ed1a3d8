/** Secrets of which one that cannot be linked does not prevent the rest. */
import { describe, expect, test } from '@jest/globals';
import { linkEach } from '#runtime/link/link-each.js';
import type { Choice } from '#runtime/link/linked-plan.js';
import { choice, composed, leaf, planOf, stored, user } from '../../helpers/plan.js';

const USER = user({ provider: 'dotenv://.env' });

describe('each of many secrets', () => {
  const plan = planOf({
    stores: { gone: leaf('nowhere://x') },
    secrets: { A: stored(), B: stored({ route: ['gone'] }), C: composed('{A}'), D: stored({ in: { only: ['two'] } }) },
    profiles: { default: null, two: null },
  });
  const each = (secrets: readonly string[] | null, wants: Partial<Choice> = {}) => {
    const result = linkEach(plan, choice(wants), secrets, USER);
    if (result.kind === 'refused') return result.diagnostics.map(({ code }) => code);
    const refused = result.refused.map(({ secret, kind }) => `${secret} ${kind}`);
    return [result.secrets, refused, result.causes.map(({ code }) => code)];
  };
  test('is linked where it can be', () => {
    expect(each(['A', 'B', 'C', 'X', 'D'])).toEqual([
      ['A', 'C'],
      ['B provider_not_found', 'X secret_not_found', 'D secret_not_found'],
      ['E0804', 'E0812', 'E0812'],
    ]);
  });
  test('by default those that the profile stores', () => {
    expect(each(null)).toEqual([['A'], ['B provider_not_found'], ['E0804']]);
    expect(each(null, { profile: 'two', scope: 'undefined' })).toEqual([
      ['A', 'D'],
      ['B provider_not_found'],
      ['E0804'],
    ]);
  });
  test('shares a cause with others', () => {
    const two = planOf({
      stores: { gone: leaf('nowhere://x') },
      secrets: { A: stored({ route: ['gone'] }), B: stored({ route: ['gone'] }), C: stored(), D: composed('{C}{A}') },
    });
    const result = linkEach(two, choice(), ['A', 'B', 'C', 'D', 'X'], user({}));
    expect('causes' in result && result.causes.map(({ code }) => code).sort()).toEqual(['E0803', 'E0804', 'E0812']);
  });
  test('is refused where no secret is to blame', () => expect(each(['A'], { profile: 'x' })).toEqual(['E0801']));
});
