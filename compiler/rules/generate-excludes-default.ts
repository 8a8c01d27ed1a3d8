/** A secret does not both generate and have a default, judged on what is in force (spec 2.5, constraint 3). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { fieldPlace, generates } from '../tree/effective.js';
import { aboutSecrets } from './rule.js';

export const generateExcludesDefault = aboutSecrets((secret, report) => {
  if (!generates(secret) || secret.default === null || secret.source.kind !== 'stored') return;
  const where = secret.isDefaultOfProfile ? `from the defaults of profile \`${secret.profiles[0]}\`` : 'of its own';
  const labels = [{ at: secret.default.at, text: 'the default is here' }];
  report(declarations.E0408({ secret: secret.name, where }, { at: fieldPlace(secret, 'generate'), labels }));
});
