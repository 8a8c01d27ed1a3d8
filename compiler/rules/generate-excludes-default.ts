/** A secret does not both generate and have a default, judged on what is in force (spec 2.5, constraint 3). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { fieldPlace, generates } from '../tree/effective.js';
import { aboutSecrets } from './rule.js';
import { settingsMeet } from './settings-meet.js';

export const generateExcludesDefault = aboutSecrets((secret, report) => {
  if (!generates(secret) || secret.default === null || secret.source.kind !== 'stored') return;
  const finding = declarations.E0408({ secret: secret.name }, { at: fieldPlace(secret, 'generate') });
  report(settingsMeet(finding, secret, ['generate', 'default']));
});
