/** Options of `generate` are those of the type, within its limits (spec 2.8, 8). */
import { reportOptions } from '../shape/report-options.js';
import { fieldPlace, generates } from '../tree/effective.js';
import { aboutSecrets } from './rule.js';

export const generateOptionsFitType = aboutSecrets((secret, report) => {
  const { type, generate } = secret.fields;
  if (!generates(secret) || type === undefined || secret.source.kind !== 'stored') return;
  const options = typeof generate === 'object' ? generate : true;
  reportOptions({ secret: secret.name, type, generate: options, at: fieldPlace(secret, 'generate') }, report);
});
