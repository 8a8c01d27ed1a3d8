/** A plan in which many secrets share a chain of many stores is outlined without looking at each store for each secret: counted, not timed. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Plan } from '#schemas/plan.js';
import { type CountedWork, countWork } from '../../../helpers/counted-work.js';
import { memoryHost } from '../../../helpers/memory-host.js';

let counted: CountedWork;
beforeAll(async () => {
  counted = await countWork();
});
afterAll(() => counted.stop());

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** `declaration`: the settings of each secret. */
function manifest(count: number, declaration: string): string {
  const aliases = numbers(count).map((n) => `a${n} = "dotenv:${n}.env"`);
  const names = numbers(count).map((n) => `"a${n}"`);
  const fallback = `all = { fallback = [${names.join(', ')}], cache = { provider = "keyring", max_age = "1h" } }`;
  const secrets = numbers(count).map((n) => `S${n} = { description = "s", ${declaration} }`);
  return `[project]\nname = "demo"\nrevision = "1.0"\n[providers]\n${[...aliases, fallback].join('\n')}\n[profiles.default]\n${secrets.join('\n')}\n`;
}

async function planOf(text: string): Promise<Plan> {
  const { compile } = await import('#compiler/pipeline.js');
  const { plan } = await compile(memoryHost({ 'manifest.toml': text }), 'manifest.toml');
  if (plan === null) throw new Error('the manifest does not compile');
  return plan;
}

/** Blocks that run, and entries of lists that are copied or mapped, while the plan is outlined. */
async function workOf(plan: Plan): Promise<number> {
  const { outlinePlan } = await import('#compiler/analyses/outline/outline-plan.js');
  return counted.of(/\/dist\/(compiler\/analyses|schemas)\//u, async () =>
    outlinePlan(plan, { profile: null, scope: null }),
  );
}

describe.each([
  ['the stores', 'providers = ["all"]'],
  ['the stores, some with coordinates', 'providers = ["all"], refs = { a1 = { item = "x" } }'],
  ['the stores, to keep what is generated', 'providers = ["all"], type = "hex", generate = true'],
])('%s of a fallback that every secret uses', (_, declaration) => {
  test('twice as many stores and secrets are about twice the work', async () => {
    const small = await workOf(await planOf(manifest(100, declaration)));
    const more = await workOf(await planOf(manifest(200, declaration)));
    expect(small).toBeGreaterThan(500);
    expect(more / small).toBeLessThan(2.5);
  });

  test('every store is read for every secret', async () => {
    const { outlinePlan } = await import('#compiler/analyses/outline/outline-plan.js');
    const { contacts } = outlinePlan(await planOf(manifest(60, declaration)), { profile: null, scope: null });
    const reads = contacts.filter(({ reads: { shown } }) => shown.length > 0).map(({ reads }) => reads);
    expect(reads.map(({ shown, more }) => shown.length + more)).toEqual(numbers(60).map(() => 60));
  });
});
