/** The law of the simulation: over stores that fail and lack entries, it says what the executor does. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Question } from '#compiler/analyses/simulate/simulation.js';
import { planOfText, sampledPlans } from '../../../helpers/generated-manifest.js';
import { executed, isSlow, simulated, sound, type Subject, subjectOf } from '../../../helpers/simulated-cases.js';
import { tried } from '../../../helpers/thoroughness.js';

const SEED = 29_005;
const CASES = tried(10_000);
const MODES = ['run', 'check', 'report'] as const;

const questionsOf = ({ stores, warm }: Subject): fc.Arbitrary<Question> =>
  fc
    .record({
      mode: fc.constantFrom(...MODES),
      isWarm: fc.boolean(),
      down: fc.subarray([...stores], { maxLength: Math.min(2, stores.length) }),
      missing: fc.subarray([...warm.keys()]),
    })
    .map(({ down, missing, ...rest }) => ({ ...rest, down: new Set(down), missing: new Set(missing) }));

async function subjects(): Promise<readonly Subject[]> {
  const found: Subject[] = [];
  for (const [index, sampled] of (await sampledPlans(Math.ceil(CASES / 40), SEED)).entries()) {
    const plan = sound(sampled);
    if (plan === null || (isSlow(plan) && index % 25 > 0)) continue;
    for (const profile of Object.keys(plan.profiles)) {
      for (const scope of [null, ...Object.keys(plan.scopes)]) {
        const subject = await subjectOf(plan, profile, scope);
        if (subject !== null) found.push(subject);
      }
    }
  }
  return found;
}

async function agrees(subject: Subject, question: Question): Promise<void> {
  const real = await executed(subject, question);
  const imagined = simulated(subject, question);
  try {
    expect(imagined).toEqual(real);
  } catch (error) {
    const { down, missing, ...rest } = question;
    const about = {
      plan: subject.plan,
      profile: subject.linked.profile,
      scope: subject.linked.scope,
      down: [...down],
      missing: [...missing],
      ...rest,
    };
    throw new Error(JSON.stringify(about), { cause: error });
  }
}

test('says what the executor does in generated cases', async () => {
  const all = await subjects();
  const each = Math.ceil(CASES / all.length);
  let cases = 0;
  for (const [index, subject] of all.entries()) {
    for (const question of fc.sample(questionsOf(subject), { numRuns: each, seed: SEED + index })) {
      await agrees(subject, question);
      cases += 1;
    }
  }
  expect(cases).toBeGreaterThanOrEqual(CASES);
}, 600_000);

/** Each with at most six stores and entries together. */
const SMALL: Readonly<Record<string, string>> = {
  chain: `A = { description = "a", providers = ["keyring", "team", "dotenv://.env"] }`,
  'read-only first': `A = { description = "a", type = "hex", generate = true, providers = ["env", "keyring"] }`,
  'read-only alone': `A = { description = "a", type = "hex", generate = true, providers = ["env"] }
    B = { description = "b", composed = "<\${A}>" }`,
  'kept nowhere': `A = { description = "a", type = "hex", generate = true, providers = ["keyring", "null"] }
    B = { description = "b", prompt = true, providers = ["null"] }`,
  cached: `A = { description = "a", providers = ["cached"] }
    B = { description = "b", default = "b", providers = ["fallen"] }`,
  'made of others': `A = { description = "a", providers = ["team"] }
    B = { description = "b", required = false, providers = ["keyring"] }
    C = { description = "c", composed = "\${A}\${B}" }
    D = { description = "d", from = "B", extract = { format = "json", pointer = "/a" } }
    E = { description = "e", composed = "\${D}\${C}" }`,
  'made and waiting': `A = { description = "a", type = "hex", generate = true, required = false, providers = ["keyring"] }
    B = { description = "b", composed = "\${A}" }
    C = { description = "c", providers = ["team"] }
    D = { description = "d", prompt = true, providers = ["dotenv://.env"] }`,
  'one of two': `A = { description = "a", required = { exactly_one = "one" }, providers = ["keyring"] }
    B = { description = "b", required = { exactly_one = "one" }, type = "hex", generate = true, providers = ["dotenv://.env"] }
    C = { description = "c", required = { at_least_one = "any" }, default = "c", providers = ["team"] }
    D = { description = "d", required = { at_least_one = "any" }, providers = ["team"] }`,
  'one entry of several': `A = { description = "a", type = "hex", generate = true, ref = { item = "x" }, providers = ["keyring"] }
    B = { description = "b", ref = { item = "x" }, providers = ["keyring", "dotenv://.env"] }
    C = { description = "c", type = "hex", generate = true, ref = { item = "x" }, providers = ["keyring", "null"] }`,
  'credential of a secret': `token = { description = "t", providers = ["keyring"] }
    A = { description = "a", required = false, providers = ["signed", "dotenv://.env"] }`,
};

test.each(Object.keys(SMALL))('says it in every pattern of %s', async (name) => {
  const plan = await planOfText(manifestWith(SMALL[name] ?? ''));
  if (plan === null) throw new Error('the manifest does not compile');
  const subject = await subjectOf(plan, 'default', null);
  if (subject === null) throw new Error('the manifest does not link');
  let cases = 0;
  for (const down of subsets(subject.stores)) {
    for (const missing of subsets([...subject.warm.keys()])) {
      for (const isWarm of [false, true]) {
        for (const mode of MODES) {
          await agrees(subject, { mode, isWarm, down: new Set(down), missing: new Set(missing) });
          cases += 1;
        }
      }
    }
  }
  expect(cases).toBe(6 * 2 ** (subject.stores.length + subject.warm.size));
});

function manifestWith(secrets: string): string {
  return `[project]
    name = "shop"
    revision = "1.0"
    [providers]
    team = "onepassword://Team"
    signed = { uri = "onepassword://Other", credentials = { service_account_token = { provider = "keyring", ref = { item = "token" } } } }
    cached = { uri = "onepassword://Team", cache = { provider = "dotenv:.cache", max_age = "1h" } }
    fallen = { fallback = ["onepassword://Team", "keyring"], cache = { provider = "dotenv:.cache", max_age = "1h" } }
    [profiles.default]
    ${secrets}
  `;
}

function subsets<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: 2 ** items.length }, (_, bits) => items.filter((_item, index) => (bits >> index) & 1));
}
