/** One value of a stored document is not generated (spec 2.5, constraint 6). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { fieldPlace, generates } from '../tree/effective.js';
import { aboutSecrets } from './rule.js';
import { settingsMeet } from './settings-meet.js';

export const extractIsReadOnly = aboutSecrets((secret, report) => {
  if (secret.fields.extract === undefined || secret.source.kind !== 'stored' || !generates(secret)) return;
  const finding = declarations.E0405({ secret: secret.name }, { at: fieldPlace(secret, 'extract') });
  report(settingsMeet(finding, secret, ['extract', 'generate']));
});
