/** An export is made of an identity, and `extract` does not apply to bytes (semantics 9.5). */
import { references } from '#schemas/diagnostics/E05-references.js';
import { secretTypeOf, typeCan } from '#schemas/secret-types/index.js';
import { fieldPlace, generates, inputFinder, isBinary, type Secret } from '../tree/effective.js';
import type { Rule } from './rule.js';

export const exportNeedsIdentity: Rule = ({ project }, report) => {
  const inputsOf = inputFinder(project);
  for (const secret of project.secrets) {
    const { type } = secret.fields;
    if (secret.source.kind === 'stored' && type !== undefined && typeCan(type, 'convert') && !generates(secret))
      report(references.E0510({ secret: secret.name, type }, { at: fieldPlace(secret, 'type') }));
    if (secret.source.kind !== 'derived') continue;
    const { from } = secret.source;
    for (const source of inputsOf(secret, from)) {
      const problem = unfit(secret, source);
      const at = fieldPlace(secret, 'from', 'value');
      if (problem !== null) report(references.E0508({ secret: secret.name, target: from, problem }, { at }));
    }
  }
};

function unfit(secret: Secret, source: Secret): string | null {
  if (secret.fields.extract === undefined) return unconvertible(secret.fields.type, source.fields.type);
  return isBinary(source) ? 'which is binary' : null;
}

/** Another rule reports a type that is not an export type. */
function unconvertible(type: string | undefined, from: string | undefined): string | null {
  const able = (type === undefined ? null : secretTypeOf(type))?.convertsFrom ?? [];
  if (able.length === 0 || (from !== undefined && able.includes(from))) return null;
  return `which is not an ${able.map((one) => `\`${one}\``).join(' or ')}`;
}
