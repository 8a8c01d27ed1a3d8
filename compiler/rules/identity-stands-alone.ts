/** A key with its certificate is stored or generated: it has no default and is not prompted for (semantics 9.5). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { isBinaryType, typeCan } from '#schemas/secret-types/index.js';
import { fieldPlace } from '../tree/effective.js';
import { aboutSecrets } from './rule.js';

export const identityStandsAlone = aboutSecrets((secret, report) => {
  const { type } = secret.fields;
  const isIdentity = isBinaryType(type) && !typeCan(type, 'convert');
  if (!isIdentity || secret.source.kind === 'composed') return;
  if (secret.default !== null)
    report(declarations.E0413({ secret: secret.name, field: 'default' }, { at: secret.default.at }));
  if (secret.fields.prompt === true) {
    report(declarations.E0413({ secret: secret.name, field: 'prompt' }, { at: fieldPlace(secret, 'prompt') }));
  }
});
