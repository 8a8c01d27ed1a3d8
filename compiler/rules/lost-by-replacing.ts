/**
 * A declaration replaces the one of a parent manifest whole, not field by field (semantics 1.4). If a field is missing
 * that the parent had, the finding shows the parent's line and says so.
 */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { type Secret, secretPlace } from '../tree/effective.js';
import { placeOf, type WrittenSecret } from '../tree/written.js';
import type { Setting } from './settings-meet.js';

export function lostByReplacing(finding: Diagnostic, secret: Secret, settings: readonly Setting[]): Diagnostic {
  const labels = settings.flatMap((setting) => {
    const lost = secret.declarations
      .map((declaration) => parentWith(declaration, setting))
      .find((found) => found !== null);
    return lost === undefined
      ? []
      : [{ at: placeOf(lost, setting, 'key'), text: `\`${setting}\` of the replaced declaration is here` }];
  });
  if (labels.length === 0) return finding;
  const { file } = secretPlace(secret);
  return {
    ...finding,
    message: `${finding.message}: \`${file}\` replaces the whole declaration of its parent`,
    labels: [...finding.labels, ...labels],
  };
}

/** The nearest parent's declaration that has the field, which the declaration itself has not. */
function parentWith(declaration: WrittenSecret, setting: Setting): WrittenSecret | null {
  if (declaration.fields[setting] !== undefined) return null;
  let parent = declaration.replaced;
  while (parent !== undefined && parent.fields[setting] === undefined) parent = parent.replaced;
  return parent ?? null;
}
