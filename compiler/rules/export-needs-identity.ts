/** An export is made of an identity, and `extract` does not apply to bytes (semantics 9.5). */
import { references } from '#schemas/diagnostics/E05-references.js';
import { secretTypeOf, typeCan } from '#schemas/secret-types/index.js';
import { fieldPlace, generates, inputFinder, isBinary, type Secret } from '../tree/effective.js';
import { lostByReplacing } from './lost-by-replacing.js';
import type { Rule } from './rule.js';
import { secretsMeet } from './secrets-meet.js';

export const exportNeedsIdentity: Rule = ({ project }, report) => {
  const inputsOf = inputFinder(project);
  for (const secret of project.secrets) {
    const { type } = secret.fields;
    if (type !== undefined && isUnfinishedExport(secret))
      report(
        lostByReplacing(references.E0510({ secret: secret.name, type }, { at: fieldPlace(secret, 'type') }), secret, [
          'from',
        ]),
      );
    if (secret.source.kind !== 'derived') continue;
    const { from } = secret.source;
    for (const source of inputsOf(secret, from)) {
      const isExtracted = secret.fields.extract !== undefined;
      const needed = isExtracted ? null : typesFor(secret);
      if (needed === null ? !isBinary(source) : canBeSource(source, needed)) continue;
      const at = fieldPlace(secret, 'from', 'value');
      const finding = references.E0508({ secret: secret.name, target: from, needed }, { at });
      report(secretsMeet(finding, secret, source, ['type', 'format']));
    }
  }
};

/** Without `from` the type of a stored value only informs (spec 2.8), and how it would be exported means nothing. */
function isUnfinishedExport(secret: Secret): boolean {
  const { type, format, credentials } = secret.fields;
  const isExported = format !== undefined || Object.keys(credentials ?? {}).length > 0;
  return secret.source.kind === 'stored' && typeCan(type, 'convert') && isExported && !generates(secret);
}

function typesFor({ fields: { type } }: Secret): readonly string[] {
  return (type === undefined ? null : secretTypeOf(type))?.convertsFrom ?? [];
}

/** Another rule reports a type that is not an export type. */
function canBeSource({ fields: { type } }: Secret, needed: readonly string[]): boolean {
  return needed.length === 0 || (type !== undefined && needed.includes(type));
}
