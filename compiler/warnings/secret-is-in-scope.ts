/** If a project has scopes, each secret is in one of them or needed by one (spec 2.13, 4.2). */
import { references } from '#schemas/diagnostics/E05-references.js';
import { withInputs } from '#schemas/meaning.js';
import { type BoundProject, inputsIn } from '../tree/effective.js';
import { placeOf } from '../tree/written.js';
import type { Warning } from './warning.js';

/** Checks only declarations of the entry manifest: a parent also declares secrets for other manifests. */
export const secretIsInScope: Warning = ({ project }, report) => {
  if (project.scopes.size === 0) return;
  const reached = reachedNames(project);
  for (const { name, declarations } of project.secrets) {
    if (reached.has(name)) continue;
    reached.add(name);
    const own = declarations.find(({ file }) => file === project.file);
    if (own !== undefined) report(references.W0501({ secret: name }, { at: placeOf(own) }));
  }
};

/** What scopes show, and what it is made of in any profile. */
function reachedNames({ scopes, secrets }: BoundProject): Set<string> {
  const inputs = new Map<string, string[]>();
  for (const secret of secrets) {
    const made = inputsIn(secret).map(({ target }) => target);
    if (made.length > 0) inputs.set(secret.name, [...(inputs.get(secret.name) ?? []), ...made]);
  }
  const listed = [...scopes.values()].flatMap(({ value }) => value);
  return new Set(
    withInputs(
      listed,
      (name) => inputs.get(name) ?? [],
      (made) => made,
    ).keys(),
  );
}
