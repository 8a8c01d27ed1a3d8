/** Members and mode of a group in a profile: one walker, compared with a slow and obvious one, and with all who show its answers. */
import { expect, test } from '@jest/globals';
import { outlinePlan } from '#compiler/analyses/outline/outline-plan.js';
import { link } from '#runtime/link/link.js';
import { GROUP_MODES, groupsIn, membershipsOf } from '#schemas/groups.js';
import { meaningIn } from '#schemas/meaning.js';
import type { Plan } from '#schemas/plan.js';
import { NO_USER_CONFIG } from '#schemas/user-config.js';
import { sampledPlans } from '../helpers/generated-manifest.js';
import { tried } from '../helpers/thoroughness.js';

const plans = sampledPlans(tried(400), 37);

async function everyProfile(judge: (plan: Plan, profile: string) => void): Promise<number> {
  let count = 0;
  for (const plan of await plans) {
    for (const profile of Object.keys(plan.profiles)) {
      judge(plan, profile);
      count++;
    }
  }
  return count;
}

/** Every group with its mode and members, by asking each secret about each group. */
function spelledOut(plan: Plan, profile: string): readonly string[] {
  const presences = Object.keys(plan.secrets).map((secret) => {
    const presence = meaningIn(plan, profile, secret)?.presence;
    return { secret, presence: typeof presence === 'object' ? presence : { atLeastOne: [], exactlyOne: [] } };
  });
  const groups = new Set(presences.flatMap(({ presence }) => [...presence.atLeastOne, ...presence.exactlyOne]));
  const lists = { at_least_one: 'atLeastOne', exactly_one: 'exactlyOne' } as const;
  return [...groups].sort().flatMap((group) =>
    GROUP_MODES.flatMap((mode) => {
      const members = presences.filter(({ presence }) => presence[lists[mode]].includes(group));
      return members.length === 0 ? [] : [`${group} ${mode} ${members.map(({ secret }) => secret).join(' ')}`];
    }),
  );
}

test('the groups of a profile are what its secrets say, each in its modes', async () => {
  let members = 0;
  await everyProfile((plan, profile) => {
    const secrets = Object.keys(plan.secrets).flatMap((secret) => {
      const meaning = meaningIn(plan, profile, secret);
      return meaning === null ? [] : [{ secret, meaning }];
    });
    const groups = groupsIn(secrets, ({ meaning }) => meaning.presence);
    const told = [...groups].flatMap(([group, byMode]) =>
      GROUP_MODES.flatMap((mode) => {
        const names = byMode[mode].map(({ secret }) => secret);
        return names.length === 0 ? [] : [`${group} ${mode} ${names.join(' ')}`];
      }),
    );
    expect(told.sort()).toEqual([...spelledOut(plan, profile)].sort());
    members += secrets.reduce((sum, { meaning }) => sum + membershipsOf(meaning.presence).length, 0);
  });
  expect(members).toBeGreaterThan(200);
});

test('an outline and a linked plan have the same groups', async () => {
  const count = await everyProfile((plan, profile) => {
    const { groups } = outlinePlan(plan, { profile, scope: null });
    const outlined = groups.map(({ name, mode, members }) => `${name} ${mode} ${members.shown.join(' ')}`);
    expect(outlined.sort()).toEqual([...spelledOut(plan, profile)].sort());
    const linked = link(plan, { profile, scope: null, override: 'env', only: null }, NO_USER_CONFIG);
    if (linked.kind !== 'linked') return;
    const judged = linked.plan.groups.map(({ name, mode, members }) => `${name} ${mode} ${members.join(' ')}`);
    expect(judged.sort()).toEqual([...outlined].sort());
  });
  expect(count).toBeGreaterThan(50);
});
