/** A secret with `generate` has a type (spec 2.5, constraint 2). */
import { generation } from '#schemas/diagnostics/E07-generation.js';
import { fieldPlace, generates } from '../tree/effective.js';
import { lostByReplacing } from './lost-by-replacing.js';
import { aboutSecrets } from './rule.js';

export const generateHasType = aboutSecrets((secret, report) => {
  if (!generates(secret) || secret.fields.type !== undefined || secret.source.kind !== 'stored') return;
  const finding = generation.E0701({ secret: secret.name }, { at: fieldPlace(secret, 'generate') });
  report(lostByReplacing(finding, secret, ['type']));
});
