/** Linked plans as text: every golden one comes back as it was, and a long one is short. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { LinkedPlan, ReadStep } from '#runtime/link/linked-plan.js';
import { linkedFromText, linkedToText } from '#runtime/plan/linked-text.js';
import { casesOf, GOLDEN, readTexts } from '../../helpers/golden.js';

const linkedCases = casesOf('link').filter((name) => 'linked.json' in readTexts(join(GOLDEN, 'link', name)));
const linkedOf = (name: string): LinkedPlan =>
  JSON.parse(readFileSync(join(GOLDEN, 'link', name, 'linked.json'), 'utf8'));

test.each(linkedCases)('%s', (name) => {
  const linked = linkedOf(name);
  expect(linkedFromText(linkedToText(linked))).toEqual(linked);
});

const step = (secret: string, change: Partial<ReadStep> = {}): ReadStep => ({
  secret,
  description: `About ${secret}`,
  visible: true,
  nameable: true,
  required: true,
  deliver: 'value',
  from: [{ store: 0, at: { kind: 'convention', project: 'demo', profile: 'default', key: secret } }],
  cache: null,
  bypassedCache: null,
  whenMissing: { kind: 'nothing' },
  ...change,
});
const planOf = (reads: readonly ReadStep[]): LinkedPlan => ({
  project: 'demo',
  profile: 'default',
  scope: null,
  primaryStore: null,
  stores: [],
  reads,
  finish: [],
  groups: [],
  scrub: [],
});
const there = (plan: LinkedPlan) => linkedFromText(linkedToText(plan));

test('nothing to read', () => expect(there(planOf([]))).toEqual(planOf([])));

test('names that look like something else', () => {
  const names = ['__proto__', 'constructor', 'toString', 'A'];
  expect(there(planOf(names.map((name) => step(name)))).reads.map(({ secret }) => secret)).toEqual(names);
});

test('an entry by convention that is named unlike its secret keeps its name', () => {
  const at = { kind: 'convention', project: 'demo', profile: 'default', key: 'OTHER' } as const;
  const plan = planOf([step('A', { from: [{ store: 0, at }], bypassedCache: { store: 1, at } }), step('B')]);
  expect(there(plan)).toEqual(plan);
});

test('caches, decoding and types stay with the step they belong to', () => {
  const own = step('B').from[0]?.at ?? { kind: 'native', item: 'b' };
  const plan = planOf([
    step('A', { type: 'hex', decode: 'base64' }),
    step('B', { cache: { store: 1, at: own, maxAgeSeconds: 60 }, bypassedCache: { store: 2, at: own } }),
    step('C', { text: 'hex', extract: { format: 'json', pointer: '/a' } as never }),
    step('D', { whenMissing: { kind: 'default', text: 'd' } }),
    step('E', { whenMissing: { kind: 'default', text: 'e' } }),
  ]);
  expect(there(plan)).toEqual(plan);
});

test('what all reads have in common is written once', () => {
  const plan = planOf(Array.from({ length: 1_000 }, (_, index) => step(`SECRET_${index}`)));
  expect(linkedToText(plan).length).toBeLessThan(JSON.stringify(plan).length / 4);
});
