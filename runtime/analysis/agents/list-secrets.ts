/** The secrets that a manifest declares, for an agent: what each is for, and where its value comes from. */
import { membershipsOf } from '#schemas/groups.js';
import type { PlanSecret } from '#schemas/plan.js';
import { compiledPlan } from '../compiled-plan.js';
import { outlineOf, requireSelected } from '../outline.js';
import { chosen, type Room, type Texts, usualProfile } from './room.js';

export async function listSecrets(texts: Texts, room: Room): Promise<object> {
  const asked = chosen(texts, room.limits);
  const { plan } = await compiledPlan(room.call);
  const profile = asked.profile ?? usualProfile(plan, room);
  const selection = await requireSelected(plan, { profile, scope: asked.scope });
  const { secrets } = await outlineOf(plan, selection);
  return {
    ...{ project: plan.project.name, profile, scope: asked.scope },
    secrets: secrets.flatMap(({ name, isHiddenInput, meanings: [first] }) =>
      isHiddenInput || first === undefined ? [] : [shown(name, first.meaning)],
    ),
  };
}

function shown(name: string, meaning: PlanSecret): object {
  const { description, presence, source, type, deliver } = meaning;
  const groups = typeof presence === 'string' ? [] : membershipsOf(presence).map(({ group }) => group);
  return {
    ...{ name, description, required: presence === 'required', source: source.kind },
    ...(type !== undefined && { type }),
    ...(groups.length > 0 && { groups }),
    ...(deliver === 'path' && { asPath: true }),
    whenMissing: whenMissing(meaning),
  };
}

function whenMissing({ source, presence }: PlanSecret): string {
  if (source.kind === 'composed') return 'missing when one of its inputs is';
  if (source.kind === 'derived') return 'missing when its source is';
  switch (source.whenMissing.kind) {
    case 'nothing':
      return presence === 'required' ? 'an error' : 'left out';
    case 'default':
      return 'a default of the manifest';
    case 'generate':
      return 'generated';
    case 'prompt':
      return 'a person is asked at a terminal';
  }
}
