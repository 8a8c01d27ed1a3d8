/** The names that a manifest declares, for a comparison with what programs read. */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import type { Trees } from '../../pipeline.js';
import { inputsIn } from '../../tree/effective.js';
import { placeOf } from '../../tree/written.js';

export interface DeclaredName {
  readonly name: string;
  /** In the manifest itself; null: a parent declares it, which may do so for others. */
  readonly at: Place | null;
  /** Whether another secret is made of it. */
  readonly isInput: boolean;
}

/** Of all profiles, each once. */
export function declaredNames({ project }: Trees): readonly DeclaredName[] {
  const inputs = new Set(project.secrets.flatMap((secret) => inputsIn(secret).map(({ target }) => target)));
  const found = new Map<string, DeclaredName>();
  for (const { name, declarations } of project.secrets) {
    if (found.has(name)) continue;
    const own = declarations.find(({ file }) => file === project.file);
    found.set(name, { name, at: own === undefined ? null : placeOf(own), isInput: inputs.has(name) });
  }
  return [...found.values()];
}
