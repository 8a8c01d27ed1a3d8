/** An export is made of an identity, and nothing is selected out of bytes (semantics 9.5). */
import { references } from '#schemas/diagnostics/E05-references.js';
import { secretTypeOf } from '#schemas/secret-types/index.js';
import { fieldPlace, generates, type Secret } from '../tree/effective.js';
import type { Rule } from './rule.js';

export const exportNeedsIdentity: Rule = ({ project }, report) => {
  for (const secret of project.secrets) {
    const { from, type, composed } = secret.fields;
    if (composed !== undefined) continue;
    if (from === undefined && type !== undefined && isExport(secret) && !generates(secret)) {
      report(references.E0510({ secret: secret.name, type }, { at: fieldPlace(secret, 'type') }));
      continue;
    }
    for (const profile of project.profiles) {
      const source =
        from !== undefined && profile.secrets.get(secret.name) === secret ? profile.secrets.get(from) : undefined;
      const problem = source === undefined ? null : unfit(secret, source);
      if (problem !== null && from !== undefined) {
        report(
          references.E0508({ secret: secret.name, target: from, problem }, { at: fieldPlace(secret, 'from', 'value') }),
        );
      }
    }
  }
};

function unfit(secret: Secret, source: Secret): string | null {
  const { type } = source.fields;
  if (secret.fields.extract === undefined)
    return type === 'x509_identity' || !isExport(secret) ? null : 'which is no `x509_identity`';
  const isBinary = source.fields.format === 'der' || (type !== undefined && secretTypeOf(type)?.result === 'binary');
  return isBinary ? 'which is binary' : null;
}

function isExport({ fields: { type } }: Secret): boolean {
  return type !== undefined && secretTypeOf(type)?.role === 'export';
}
