/** A presence group offers a choice, so it needs at least two members (spec 2.6). */
import { references } from '#schemas/diagnostics/E05-references.js';
import { fieldPlace } from '../tree/effective.js';
import { membersOutside } from './members-outside.js';
import type { Rule } from './rule.js';

export const groupHasTwoMembers: Rule = ({ project, groups }, report) => {
  // A broken declaration may be that of the second member.
  const unclear = new Set(project.profiles.flatMap(({ name, broken }) => (broken.size > 0 ? [name] : [])));
  const membersElsewhere = membersOutside(project);
  for (const { name, profile, members } of groups) {
    const [only, ...others] = [...members.at_least_one, ...members.exactly_one];
    if (only === undefined || others.length > 0 || unclear.has(profile)) continue;
    const secrets = project.profiles.find((each) => each.name === profile)?.secrets;
    const labels = membersElsewhere(name, only, secrets, profile);
    const fault = { group: name, secret: only.name, profile, isOverride: labels.length > 0 };
    report(references.E0503(fault, { at: fieldPlace(only, 'required'), labels }));
  }
};
