/** One value of a stored document is not generated (spec 2.5, constraint 6). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { fieldPlace, generates } from '../tree/effective.js';
import { aboutSecrets } from './rule.js';

export const extractIsReadOnly = aboutSecrets((secret, report) => {
  if (secret.fields.extract === undefined || secret.source.kind !== 'stored' || !generates(secret)) return;
  const labels = [{ at: fieldPlace(secret, 'generate'), text: '`generate` is here' }];
  report(declarations.E0405({ secret: secret.name }, { at: fieldPlace(secret, 'extract'), labels }));
});
