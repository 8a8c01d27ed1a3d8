/** Options of `generate` are those of the type, within its limits (spec 2.8, 8). */
import { reportOptions } from '../shape/report-options.js';
import { fieldPlace, generates } from '../tree/effective.js';
import { aboutSecrets } from './rule.js';
import { settingsMeet } from './settings-meet.js';

export const generateOptionsFitType = aboutSecrets((secret, report) => {
  const { type, generate } = secret.fields;
  if (!generates(secret) || type === undefined || secret.source.kind !== 'stored') return;
  const options = typeof generate === 'object' ? generate : true;
  const at = fieldPlace(secret, 'generate');
  reportOptions({ secret: secret.name, type, generate: options, at }, (finding) => {
    if (secret.declarations.length === 1) return report(finding);
    // An inherited `generate` is right for the type of `default`: the profile needs one for its own type.
    const isOwn = secret.declarations[0].fields.generate !== undefined;
    const own = `give \`${secret.name}\` a \`generate\` of its own${finding.help === null ? '' : `: ${finding.help}`}`;
    report(settingsMeet(finding, secret, ['generate', 'type'], isOwn ? finding.help : own));
  });
});
