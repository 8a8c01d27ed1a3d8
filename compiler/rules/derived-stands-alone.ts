/** A secret that is derived from another has no source of its own (semantics 9.5). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { typeCan } from '#schemas/secret-types/index.js';
import { fieldPlace, generates, isBinary, type Secret } from '../tree/effective.js';
import { lostByReplacing } from './lost-by-replacing.js';
import { aboutSecrets } from './rule.js';
import { settingPlace, settingsMeet } from './settings-meet.js';

const FORBIDDEN = ['providers', 'ref', 'refs'] as const;

export const derivedStandsAlone = aboutSecrets((secret, report) => {
  if (secret.source.kind !== 'derived') return;
  for (const field of ownSources(secret)) {
    const finding = declarations.E0407({ secret: secret.name, field }, { at: settingPlace(secret, field) });
    report(settingsMeet(finding, secret, [field, 'from']));
  }
  const problem = howProblem(secret);
  if (problem !== null) {
    const finding = declarations.E0410({ secret: secret.name, problem }, { at: fieldPlace(secret, 'from') });
    report(lostByReplacing(settingsMeet(finding, secret, ['from', 'extract', 'type']), secret, ['extract', 'type']));
  }
  if (secret.fields.encoding === undefined || problem !== null || isBinary(secret)) return;
  const finding = declarations.E0414({ secret: secret.name }, { at: fieldPlace(secret, 'encoding') });
  report(settingsMeet(finding, secret, ['encoding', 'from', 'type', 'format']));
});

function ownSources(secret: Secret) {
  return [
    ...(secret.default === null ? [] : (['default'] as const)),
    ...FORBIDDEN.filter((field) => secret.fields[field] !== undefined),
    ...(generates(secret) ? (['generate'] as const) : []),
    ...(secret.fields.prompt === true ? (['prompt'] as const) : []),
  ];
}

function howProblem({ fields: { extract, type } }: Secret): string | null {
  if (extract !== undefined) return type === undefined ? null : 'with both `extract` and `type`';
  if (type === undefined) return 'but neither `extract` nor an export `type`';
  return typeCan(type, 'convert') ? null : `but \`${type}\` is not an export type`;
}
