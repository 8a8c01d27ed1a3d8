/** A key with its certificate is stored or generated: it has no default and is not prompted for (semantics 9.5). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { isBinaryType, typeCan } from '#schemas/secret-types/index.js';
import { aboutSecrets } from './rule.js';
import { settingPlace, settingsMeet } from './settings-meet.js';

export const identityStandsAlone = aboutSecrets((secret, report) => {
  const { type } = secret.fields;
  const isIdentity = isBinaryType(type) && !typeCan(type, 'convert');
  if (!isIdentity || secret.source.kind === 'composed') return;
  const refused = [
    ...(secret.default === null ? [] : (['default'] as const)),
    ...(secret.fields.prompt === true ? (['prompt'] as const) : []),
  ];
  for (const field of refused) {
    const finding = declarations.E0413({ secret: secret.name, field }, { at: settingPlace(secret, field) });
    report(settingsMeet(finding, secret, [field, 'type']));
  }
});
