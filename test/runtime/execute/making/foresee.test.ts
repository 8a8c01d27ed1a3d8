/** What is known to fail fails before anything is generated, asked or stored. */
import { describe, expect, test } from '@jest/globals';
import { CHECK, type Mode, RESOLVE, RESOLVE_ALL, RUN } from '#runtime/execute/mode.js';
import { named } from '#schemas/named.js';
import type { PlanSecret, WhenMissing } from '#schemas/plan.js';
import { DEFAULT_URI, errorCodes, executed, reported, valuesOf } from '../../../helpers/execute-plan.js';
import { type FakeParts, fakeStore } from '../../../helpers/fake-store.js';
import { composed, derived, planOf, stored } from '../../../helpers/plan.js';

const HEX: WhenMissing = { kind: 'generate', type: 'hex', options: named([['bytes', 2]]) };
const PROMPT: WhenMissing = { kind: 'prompt' };
const exactlyOne = { exactlyOne: ['g'], atLeastOne: [] } as const;
const atLeastOne = { exactlyOne: [], atLeastOne: ['g'] } as const;

const GENERATED = stored({ whenMissing: HEX });
const ASKED = stored({ whenMissing: PROMPT });
const MISSING = stored();
const OPTIONAL = stored({ presence: 'optional' });

async function outcomeOf(
  secrets: Readonly<Record<string, PlanSecret>>,
  { mode = RESOLVE, only = null, ...store }: FakeParts & { mode?: Mode; only?: readonly string[] | null } = {},
) {
  const fake = fakeStore(store);
  const answers = { ASKED: 'x' };
  const outcome = await executed(planOf({ secrets }), { [DEFAULT_URI]: fake }, { mode, answers, choice: { only } });
  const isComputed = fake.writes.length + outcome.questions.length + outcome.notices.length > 0;
  return { ...outcome, fake, isComputed };
}

describe('nothing is made where', () => {
  test.each<[string, Readonly<Record<string, PlanSecret>>]>([
    ['a required secret is missing', { GENERATED, ASKED, MISSING }],
    ['a required composed one lacks an input', { GENERATED, OUT: composed('{OPTIONAL}{GENERATED}'), OPTIONAL }],
    [
      'one composed of composed ones lacks an input',
      { GENERATED, A: composed('{OPTIONAL}', { presence: 'optional' }), B: composed('{A}{GENERATED}'), OPTIONAL },
    ],
    ['a required part lacks its document', { GENERATED, PART: derived('OPTIONAL', ['x']), OPTIONAL }],
    [
      'no member of a group would have a value',
      { GENERATED, A: stored({ presence: atLeastOne }), B: stored({ presence: atLeastOne }) },
    ],
  ])('%s', async (_, secrets) => {
    const { result, isComputed } = await outcomeOf(secrets, { mode: RUN });
    expect([result.kind, isComputed]).toEqual(['resolved', false]);
  });
  test('two members of an exactly-one group have values', async () => {
    const member = stored({ presence: exactlyOne });
    const entries = { A: 'a', B: 'b' };
    const { isComputed } = await outcomeOf({ GENERATED, A: member, B: member }, { entries });
    expect(isComputed).toBe(false);
  });
  test('a template takes no bytes, whatever else is missing', async () => {
    const secrets = { GENERATED, BYTES: stored(), OUT: composed('{GENERATED}{BYTES}') };
    const outcome = await outcomeOf(secrets, { entries: { BYTES: new Uint8Array([255]) } });
    expect([errorCodes(outcome), outcome.isComputed]).toEqual([['E1006'], false]);
  });
  test('a part is not in the document that was found', async () => {
    const secrets = { GENERATED, DOCUMENT: stored(), PART: derived('DOCUMENT', ['x']) };
    const outcome = await outcomeOf(secrets, { entries: { DOCUMENT: '{}' } });
    expect([errorCodes(outcome), outcome.isComputed]).toEqual([['E1005'], false]);
  });
  test('the one that is wanted would not have a value, even if it is optional', async () => {
    const secrets = { GENERATED, OUT: composed('{OPTIONAL}{GENERATED}', { presence: 'optional' }), OPTIONAL };
    const { isComputed, result } = await outcomeOf(secrets, { mode: RESOLVE_ALL, only: ['OUT'] });
    expect([isComputed, result]).toMatchObject([false, { resolution: { missing: ['OPTIONAL', 'OUT'] } }]);
  });
});

test('only what is missing for certain is reported as missing', async () => {
  const outcome = await outcomeOf({ GENERATED, ASKED, MISSING, OUT: composed('{ASKED}') }, { mode: RUN });
  expect(valuesOf(outcome)).toEqual({
    ASKED: '(will_generate)',
    GENERATED: '(will_generate)',
    MISSING: '(missing_required)',
    OUT: '(will_generate)',
  });
});

test('what `check` can make, it makes', async () => {
  const outcome = await outcomeOf({ GENERATED, MISSING }, { mode: CHECK });
  expect(valuesOf(outcome)['MISSING']).toBe('(missing_required)');
  expect(outcome.fake.writes).toEqual([['GENERATED']]);
});

test('what lacks nothing but what is made is made', async () => {
  const secrets = {
    GENERATED,
    ASKED,
    OUT: composed('{GENERATED}-{ASKED}-{FOUND}'),
    FOUND: stored(),
    TOP: composed('{OUT}!'),
  };
  const values = valuesOf(await outcomeOf(secrets, { mode: RUN, entries: { FOUND: 'f' } }));
  expect(values['TOP']).toBe(`${values['GENERATED']}-x-f!`);
});

describe('in an exactly-one group', () => {
  const made = stored({ presence: exactlyOne, whenMissing: HEX });
  const found = stored({ presence: exactlyOne });
  const group = { MADE: made, FOUND: found };

  test.each([RESOLVE, CHECK])('a member that was found keeps the others from being made', async (mode) => {
    const outcome = await outcomeOf(group, { mode, entries: { FOUND: 'f' } });
    expect([valuesOf(outcome), outcome.isComputed]).toEqual([{ FOUND: 'f', MADE: '(missing)' }, false]);
    expect(outcome.result).toMatchObject({ resolution: { violations: [] } });
  });
  test('so does one that is composed of what was found', async () => {
    const secrets = { MADE: made, OUT: composed('{INPUT}', { presence: exactlyOne }), INPUT: stored() };
    expect(valuesOf(await outcomeOf(secrets, { entries: { INPUT: 'i' } }))).toMatchObject({
      MADE: '(missing)',
      OUT: 'i',
    });
  });
  test('so does a default', async () => {
    const defaulted = stored({ presence: exactlyOne, whenMissing: { kind: 'default', text: 'd' } });
    expect(valuesOf(await outcomeOf({ MADE: made, D: defaulted }))).toEqual({ D: 'd', MADE: '(missing)' });
  });
  test('none is found: the one that can be made is', async () => {
    const { fake } = await outcomeOf(group);
    expect(fake.writes).toEqual([['MADE']]);
  });
  test.each([RESOLVE, CHECK])('two that would both be made are left, and the group has none', async (mode) => {
    const outcome = await outcomeOf({ A: made, B: made }, { mode });
    expect(outcome.isComputed).toBe(false);
    expect(outcome.result).toMatchObject({ resolution: { violations: [{ kind: 'exactly_one', present: [] }] } });
  });
  test('a report foresees it', async () => {
    const stores = { [DEFAULT_URI]: fakeStore({ entries: { FOUND: 'f' } }) };
    const outcome = await reported(planOf({ secrets: group }), stores);
    expect(valuesOf(outcome)).toEqual({ FOUND: '(withheld)', MADE: '(missing)' });
    expect(outcome.result).toMatchObject({ resolution: { violations: [] } });
  });
  test('one that another secret needs is not made either', async () => {
    const secrets = { ...group, OUT: composed('{MADE}') };
    const outcome = await outcomeOf(secrets, { entries: { FOUND: 'f' } });
    expect([valuesOf(outcome), outcome.isComputed]).toEqual([
      { FOUND: '(withheld)', MADE: '(missing)', OUT: '(missing_required)' },
      false,
    ]);
  });
});
