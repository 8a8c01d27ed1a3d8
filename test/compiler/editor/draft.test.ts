/** What is broken of a manifest takes nothing else with it. */
import { describe, expect, test } from '@jest/globals';
import { draftPlan, recovered } from '#compiler/editor/index.js';
import type { Plan } from '#schemas/plan.js';
import { memoryHost } from '../../helpers/memory-host.js';

const HEAD = '[project]\nname = "demo"\nrevision = "1.0"\n';

async function draft(text: string, others: Readonly<Record<string, string>> = {}): Promise<Plan | null> {
  const files = { 'manifest.toml': recovered(text), ...others };
  return draftPlan(memoryHost(files), 'manifest.toml');
}
const secretsIn = async (text: string) => Object.keys((await draft(text))?.secrets ?? {});

describe.each([
  ['an unknown key', 'A = { description = "a", requred = true, providers = ["keyring"] }'],
  ['a wrong type', 'A = { description = "a", required = "yes", providers = ["keyring"] }'],
  ['a value that is not allowed', 'A = { description = "a", type = "pasword", providers = ["keyring"] }'],
  ['an unknown option', 'A = { description = "a", generate = { lenght = 3 }, providers = ["keyring"] }'],
  [
    'a broken template',
    'A = { description = "a", providers = ["keyring"] }\nB = { description = "b", composed = "${" }',
  ],
  [
    'a cycle',
    'A = { description = "a", providers = ["keyring"] }\nB = { composed = "${C}" }\nC = { composed = "${B}" }',
  ],
  ['an unfinished statement', 'A = { description = "a", providers = ["keyring"] }\nB = { description = "'],
])('with %s', (_, secrets) => {
  test('the secret keeps its stores', async () => {
    const plan = await draft(`${HEAD}[profiles.default]\n${secrets}\n`);
    expect(plan?.secrets['A']?.[0]).toMatchObject({
      description: 'a',
      source: { route: [{ kind: 'open', name: 'keyring' }] },
    });
  });
});

test('without a project there are secrets all the same', async () => {
  expect(await secretsIn('[profiles.default]\nA = {}\n')).toEqual(['A']);
});

test('a missing parent takes nothing with it', async () => {
  const text = `${HEAD}extends = ["nowhere"]\n[profiles.default]\nA = {}\n`;
  expect(await secretsIn(text)).toEqual(['A']);
});

test('a parent adds its secrets', async () => {
  const text = `${HEAD}extends = ["base"]\n[profiles.default]\nA = {}\n`;
  const plan = await draft(text, { 'base/manifest.toml': `${HEAD}[profiles.default]\nB = { description = "b" }\n` });
  expect(Object.keys(plan?.secrets ?? {}).sort()).toEqual(['A', 'B']);
});
