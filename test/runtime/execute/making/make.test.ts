/** What making returns of values that stores gave and did not give. It changes nothing that it is given. */
import { describe, expect, test } from '@jest/globals';
import { madeRoom } from '#runtime/execute/made-room.js';
import { makeValues } from '#runtime/execute/making/make.js';
import { type Mode, RESOLVE, RUN } from '#runtime/execute/mode.js';
import { valueFiles } from '#runtime/execute/value-files.js';
import type { ValueState } from '#runtime/execute/value-state.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { named } from '#schemas/named.js';
import type { Plan, WhenMissing } from '#schemas/plan.js';
import { DEFAULT_URI, linkedPlan } from '../../../helpers/execute-plan.js';
import { askedFor, fakeStore, fakeWorld, type WorldParts } from '../../../helpers/fake-store.js';
import { composed, planOf, stored } from '../../../helpers/plan.js';

const DEFAULT: WhenMissing = { kind: 'default', text: 'd' };
const PROMPT: WhenMissing = { kind: 'prompt' };
const HEX: WhenMissing = { kind: 'generate', type: 'hex', options: named([['bytes', 2]]) };
const GIVEN: ValueState = { kind: 'found', value: SecretValue.fromText('g'), origin: { kind: 'entered' } };

/** Makes what is not `given` of a plan. */
async function make(
  plan: Plan,
  given: readonly string[] = [],
  {
    mode = RESOLVE,
    store = fakeStore(),
    ...parts
  }: WorldParts & { mode?: Mode; store?: ReturnType<typeof fakeStore> } = {},
) {
  const linked = linkedPlan(plan);
  const world = fakeWorld({ [DEFAULT_URI]: store }, parts);
  const ports = world.portsFor(linked);
  const finish = linked.finish.filter((step) => step.kind !== 'check identity');
  const steps = [...linked.reads, ...finish];
  const { pathOf } = valueFiles(linked, ports);
  const values = new Map(given.map((secret) => [secret, GIVEN]));
  const missing = linked.reads.filter(({ secret }) => !values.has(secret));
  const made = await makeValues({ linked, mode, ports, steps, takeRoom: madeRoom(), pathOf }, { values, missing });
  expect([...values.keys()]).toEqual(given);
  const texts = [...made.values].map(([secret, one]) => [
    secret,
    one.kind === 'found' ? one.value?.revealText() : one.kind,
  ]);
  return { ...world, made, values, texts: Object.fromEntries(texts), errors: made.errors.map(({ code }) => code) };
}

test('where stores gave everything, that is what is returned', async () => {
  const { made, values } = await make(planOf({ secrets: { A: stored() } }), ['A']);
  expect(made).toEqual({ values, errors: [], warnings: [] });
  expect(made.values).toBe(values);
});

test('defaults, missing and composed ones join what was given', async () => {
  const plan = planOf({
    secrets: { A: stored(), B: stored({ whenMissing: DEFAULT }), C: stored(), D: composed('{A}{B}') },
  });
  expect((await make(plan, ['A'])).texts).toEqual({ A: 'g', B: 'd', C: 'missing', D: 'gd' });
});

describe('a value that could not be stored', () => {
  const plan = planOf({ secrets: { A: stored({ whenMissing: HEX }), B: composed('{A}') } });

  test('is an error, is not returned and is not announced', async () => {
    const { errors, made, notices } = await make(plan, [], { store: fakeStore({ failsWrites: true }) });
    expect([errors, made.values.get('A'), made.values.has('B'), notices]).toEqual([
      ['E1101'],
      { kind: 'missing' },
      false,
      [],
    ]);
  });
  test('is not asked for again: later questions are not put', async () => {
    const prompts = planOf({ secrets: { A: stored({ whenMissing: PROMPT }), B: stored({ whenMissing: PROMPT }) } });
    const store = fakeStore({ failsWrites: true });
    const { errors, questions } = await make(prompts, [], { mode: RUN, store, answers: { A: 'x', B: 'y' } });
    expect([errors, questions.map(askedFor)]).toEqual([['E1101'], ['A']]);
  });
});

test('warnings of writes are returned with the values', async () => {
  const store = fakeStore({ replaced: { severedLinks: 1, isNarrower: false } });
  const { made, notices } = await make(planOf({ secrets: { A: stored({ whenMissing: HEX }) } }), [], { store });
  expect([made.warnings.map(({ code }) => code), notices.length]).toEqual([['W1105'], 1]);
});
