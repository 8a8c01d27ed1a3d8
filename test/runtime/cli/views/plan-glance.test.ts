/** A plan at a glance: how much of a screen it takes, and that nothing is lost where the screen is narrow. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { outlinePlan } from '#compiler/analyses/outline/outline-plan.js';
import { compile } from '#compiler/pipeline.js';
import { painter } from '#runtime/cli/views/paint.js';
import { planGlance } from '#runtime/cli/views/plan-glance.js';
import { planText } from '#runtime/cli/views/plan-text.js';
import { widthOf } from '#runtime/cli/views/wrap.js';
import type { Plan } from '#schemas/plan.js';
import { GOLDEN } from '../../../helpers/golden.js';
import { memoryHost } from '../../../helpers/memory-host.js';
import { composed, planOf, routeOf, stored } from '../../../helpers/plan.js';

const CASE = join(GOLDEN, 'cli/plan/fits-on-a-screen');
const EVERYTHING = { profile: null, scope: null };
const glance = (plan: Plan, width = 100, colour = false) =>
  planGlance(outlinePlan(plan, EVERYTHING), 'sha256:0', { width, paint: painter(colour) });
const linesOf = (text: string) => text.trimEnd().split('\n');
const only = (...profiles: readonly string[]) => ({ in: { only: profiles } });
const byDefault = (text: string) => ({ presence: 'optional', whenMissing: { kind: 'default', text } }) as const;

async function planOfCase(): Promise<Plan> {
  const text = readFileSync(join(CASE, 'manifest.toml'), 'utf8');
  const { plan } = await compile(memoryHost({ 'manifest.toml': text }), 'manifest.toml');
  if (plan === null) throw new Error('the case does not compile');
  return plan;
}

describe('22 secrets, 3 profiles and 3 scopes', () => {
  test('are what the golden case has', async () => {
    const { secrets, profiles, scopes } = await planOfCase();
    expect([secrets, profiles, scopes].map((named) => Object.keys(named).length)).toEqual([22, 3, 3]);
  });
  test('fit on 60 lines of 100 columns', () => {
    const lines = linesOf(readFileSync(join(CASE, 'stdout.txt'), 'utf8'));
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(100);
  });
  test.each([60, 80, 100, 160])('stay within %i columns with every name whole', async (width) => {
    const plan = await planOfCase();
    for (const text of [glance(plan, width), planText(outlinePlan(plan, EVERYTHING), 'sha256:0', width)]) {
      const tooWide = linesOf(text).filter((line) => widthOf(line) > width && !line.includes('${'));
      // A template is one word, and words are never broken.
      expect(tooWide).toEqual([]);
      const words = new Set(text.split(/[\s,;]+/u));
      expect(Object.keys(plan.secrets).filter((name) => !words.has(name))).toEqual([]);
    }
  });
});

describe('a row', () => {
  const rowsOf = (plan: Plan, width?: number) => {
    const lines = linesOf(glance(plan, width));
    const first = lines.findIndex((line) => line.startsWith('Secrets')) + 1;
    return lines.slice(first, lines.indexOf('', first)).map((line) => line.replaceAll(/ {2,}/gu, '|'));
  };
  const two = { default: routeOf('dotenv:.env'), live: routeOf('env:') };

  test('says where from, what happens when it is missing, and whether it is required', () =>
    expect(rowsOf(planOf({ secrets: { A: stored({ route: ['env:', '?team'], ...byDefault('x') }) } }))).toEqual([
      '|A|env:, then <your team>|"x"|optional',
    ]));
  test('is followed by what differs in other profiles, and nothing else', () => {
    const profiles = { a: null, b: null, c: null };
    const secrets = { A: [stored(byDefault('x')), stored({ ...byDefault('y'), ...only('c') })] };
    const plan = planOf({
      profiles,
      secrets: { A: [{ ...secrets.A[0], in: { except: ['c'] } }, secrets.A[1]] as never },
    });
    expect(rowsOf(plan)).toEqual(['|A|<your default store>|"x"|optional', '|in c|"y"']);
  });
  test('names the profiles of a secret that others lack', () =>
    expect(rowsOf(planOf({ profiles: { a: null, b: null }, secrets: { A: stored(only('b')) } }))).toEqual([
      '|A|<your default store>|required in b',
    ]));
  test('leaves the stores to the list of profiles where each has its own', () =>
    expect(rowsOf(planOf({ profiles: two, secrets: { A: stored() } }))).toEqual(["|A|profile's stores|required"]));
  test('shows the coordinates that were written for it', () =>
    expect(rowsOf(planOf({ profiles: two, secrets: { A: stored({ ref: { item: 'i', field: 'f' } }) } }))).toEqual([
      "|A|profile's stores: item i, field f|required",
    ]));
  test('says that there is more to a difference than it shows', () => {
    const secrets = { A: [stored({ ...only('a') }), stored({ ...only('b'), description: 'B' })] };
    expect(rowsOf(planOf({ profiles: { a: null, b: null }, secrets }))).toEqual([
      '|A|<your default store>|required',
      '|in b|another description (--verbose)',
    ]);
  });
  test('gives a name that is too long a line of its own', () => {
    const name = 'LONG'.repeat(20);
    expect(rowsOf(planOf({ secrets: { A: stored(), [name]: stored() } }))).toEqual([
      '|A|<your default store>|required',
      `|${name}`,
      '|<your default store>|required',
    ]);
  });
});

test('what is composed of what is composed is listed in its order', () => {
  const secrets = { A: composed('<${B}>'), B: composed('<${C}>'), C: stored() };
  expect(glance(planOf({ secrets }))).toContain('\nComposed in this order\n  B, A\n');
});
test('wide characters count as two columns', () => {
  const scopes = { 鍵: ['A'], web: ['A'] };
  expect(glance(planOf({ secrets: { A: stored() }, scopes }))).toContain('\n  web  shows A\n  鍵   shows A\n');
});
test('only titles are painted, and only where there is colour', () => {
  const plan = planOf({ secrets: { A: stored() } });
  const painted = glance(plan, 100, true);
  expect(painted).toContain('\x1b[1mProfiles\x1b[0m\n');
  expect(painted.replaceAll(/\x1b\[\d*m/gu, '')).toBe(glance(plan));
});
