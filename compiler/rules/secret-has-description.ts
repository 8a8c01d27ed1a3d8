/** Every effective secret says what it is for (spec 2.5). Reported at the profile that would have to supply it. */
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { secretPlace } from '../tree/effective.js';
import { lostByReplacing } from './lost-by-replacing.js';
import { aboutSecrets } from './rule.js';

export const secretHasDescription = aboutSecrets((secret, report) => {
  // If it inherits a declaration of `default`, the error is in the secret of `default`.
  if (secret.fields.description !== undefined || secret.declarations.length > 1) return;
  const profile = secret.declarations[0].profile;
  const finding = inheritance.E0306({ secret: secret.name, profile }, { at: secretPlace(secret) });
  report(lostByReplacing(finding, secret, ['description']));
});
