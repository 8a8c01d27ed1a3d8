/** Where a project has scopes, each secret is in one of them or needed by one (spec 2.13, 4.2). */
import { references } from '#schemas/diagnostics/E05-references.js';
import type { BoundProject, Secret } from '../tree/effective.js';
import { placeOf } from '../tree/written.js';
import type { Warning } from './warning.js';

/** Looks at declarations of the entry manifest alone: a parent declares secrets for others, too. */
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
    const made = inputsOf(secret);
    if (made.length > 0) inputs.set(secret.name, [...(inputs.get(secret.name) ?? []), ...made]);
  }
  const reached = new Set<string>();
  const waiting = [...scopes.values()].flatMap(({ value }) => value);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...(inputs.get(name) ?? []));
  }
  return reached;
}

function inputsOf({ template, fields: { from, credentials } }: Secret): readonly string[] {
  const composed = template?.references.map(({ secret }) => secret) ?? [];
  return [...composed, ...(from === undefined ? [] : [from]), ...Object.values(credentials ?? {})];
}
