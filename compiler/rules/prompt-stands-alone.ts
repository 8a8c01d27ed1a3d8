/** A secret that is prompted for has no other way to get its value (spec 2.5, constraint 5). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { fieldPlace, generates, type Secret } from '../tree/effective.js';
import { aboutSecrets } from './rule.js';
import { settingsMeet } from './settings-meet.js';

export const promptStandsAlone = aboutSecrets((secret, report) => {
  if (secret.fields.prompt !== true || secret.source.kind === 'derived') return;
  const at = fieldPlace(secret, 'prompt');
  for (const field of besides(secret)) {
    report(settingsMeet(declarations.E0403({ secret: secret.name, field }, { at }), secret, ['prompt', field]));
  }
  if (!secret.isDefaultOfProfile || secret.default === null) return;
  const labels = [{ at: secret.default.at, text: 'the default is here' }];
  report(declarations.E0409({ secret: secret.name, profile: secret.profiles[0] ?? '' }, { at, labels }));
});

function besides(secret: Secret) {
  return [
    ...(secret.default !== null && !secret.isDefaultOfProfile ? (['default'] as const) : []),
    ...(generates(secret) ? (['generate'] as const) : []),
    ...(secret.fields.extract === undefined ? [] : (['extract'] as const)),
    ...(secret.source.kind === 'composed' ? (['composed'] as const) : []),
  ];
}
