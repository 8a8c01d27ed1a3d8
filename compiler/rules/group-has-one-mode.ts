/** All members of a presence group use it in the same way (spec 2.6). */
import { references } from '#schemas/diagnostics/E05-references.js';
import { metInProfiles } from '#schemas/diagnostics/met-in-profile.js';
import { fieldPlace } from '../tree/effective.js';
import type { Rule } from './rule.js';

export const groupHasOneMode: Rule = ({ groups }, report) => {
  for (const { name, profile, members } of groups) {
    const [one] = members.at_least_one;
    const [other] = members.exactly_one;
    if (one === undefined || other === undefined) continue;
    const labels = [{ at: fieldPlace(one, 'required'), text: '`at_least_one` here' }];
    const finding = references.E0504({ group: name }, { at: fieldPlace(other, 'required'), labels });
    const isOneProfile = labels.every(({ at }) => at.path[1] === finding.at?.path[1]);
    report(isOneProfile ? finding : metInProfiles(finding, [profile], finding.help));
  }
};
