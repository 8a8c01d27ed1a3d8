/** A composed secret has no source of its own (spec 2.7). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { generates, type Secret } from '../tree/effective.js';
import { aboutSecrets } from './rule.js';
import { settingPlace, settingsMeet } from './settings-meet.js';

const FORBIDDEN = ['providers', 'ref', 'refs', 'type', 'encoding', 'extract', 'from', 'format', 'credentials'] as const;

export const composedIsReadOnly = aboutSecrets((secret, report) => {
  if (secret.source.kind !== 'composed') return;
  for (const field of ownSources(secret)) {
    const finding = declarations.E0406({ secret: secret.name, field }, { at: settingPlace(secret, field) });
    report(settingsMeet(finding, secret, [field, 'composed']));
  }
});

function ownSources(secret: Secret) {
  return [
    ...(secret.default === null ? [] : (['default'] as const)),
    ...FORBIDDEN.filter((field) => secret.fields[field] !== undefined),
    ...(generates(secret) ? (['generate'] as const) : []),
  ];
}
