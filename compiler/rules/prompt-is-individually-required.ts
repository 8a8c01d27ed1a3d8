/** Only a secret that is required by itself is prompted for (spec 2.5, constraint 5). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { declarationOf, fieldPlace } from '../tree/effective.js';
import { lostByReplacing } from './lost-by-replacing.js';
import { aboutSecrets } from './rule.js';
import { settingsMeet } from './settings-meet.js';

export const promptIsIndividuallyRequired = aboutSecrets((secret, report) => {
  // A default makes it optional too, but then the default is the error (prompt-stands-alone).
  if (
    secret.fields.prompt !== true ||
    secret.source.kind === 'derived' ||
    secret.presence === 'required' ||
    secret.default !== null
  )
    return;
  const isMember = typeof secret.presence === 'object';
  const written = declarationOf(secret, 'required');
  const why = isMember
    ? 'it is a member of a presence group'
    : written === null
      ? 'secrets are optional'
      : 'it is optional';
  const finding = declarations.E0404({ secret: secret.name, why }, { at: fieldPlace(secret, 'prompt') });
  report(lostByReplacing(settingsMeet(finding, secret, ['prompt', 'required']), secret, ['required']));
});
