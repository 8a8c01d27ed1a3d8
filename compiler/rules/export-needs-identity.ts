/** An export is made of an identity, and nothing is selected out of bytes (semantics 9.5). */
import { references } from '#schemas/diagnostics/E05-references.js';
import { secretTypeOf } from '#schemas/secret-types/index.js';
import { fieldPlace, generates, inputFinder, type Secret } from '../tree/effective.js';
import type { Rule } from './rule.js';

export const exportNeedsIdentity: Rule = ({ project }, report) => {
  const inputsOf = inputFinder(project);
  for (const secret of project.secrets) {
    const { from, type, composed } = secret.fields;
    if (composed !== undefined) continue;
    if (from === undefined && type !== undefined && isExport(secret) && !generates(secret)) {
      report(references.E0510({ secret: secret.name, type }, { at: fieldPlace(secret, 'type') }));
      continue;
    }
    if (from === undefined) continue;
    for (const source of inputsOf(secret, from)) {
      const problem = unfit(secret, source);
      const at = fieldPlace(secret, 'from', 'value');
      if (problem !== null) report(references.E0508({ secret: secret.name, target: from, problem }, { at }));
    }
  }
};

function unfit(secret: Secret, source: Secret): string | null {
  const { type } = source.fields;
  if (secret.fields.extract === undefined)
    return type === 'x509_identity' || !isExport(secret) ? null : 'which is not an `x509_identity`';
  const isBinary = source.fields.format === 'der' || (type !== undefined && secretTypeOf(type)?.result === 'binary');
  return isBinary ? 'which is binary' : null;
}

function isExport({ fields: { type } }: Secret): boolean {
  return type !== undefined && secretTypeOf(type)?.role === 'export';
}
