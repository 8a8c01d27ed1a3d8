/** Warnings about a value that changes the URL which the profile composes of it. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { holdsIn } from '#schemas/meaning.js';
import type { Plan } from '#schemas/plan.js';
import { type UrlTemplate, urlWarnings } from '../../execute/explaining/urls/url-warnings.js';
import type { SecretValue } from '../../values/secret-value.js';
import { decodeUtf8 } from '../../values/utf8.js';

/** The other values are not known, and not judged. */
export function composedInto(plan: Plan, profile: string, secret: string, value: SecretValue): readonly Diagnostic[] {
  const templates = new Map<string, UrlTemplate>();
  let isPath = false;
  for (const [name, meanings] of Object.entries(plan.secrets)) {
    const meaning = meanings.find((one) => holdsIn(one, profile));
    if (meaning === undefined) continue;
    const { source, deliver } = meaning;
    if (source.kind === 'composed') templates.set(name, { parts: source.parts, isPath: deliver === 'path' });
    if (name === secret) isPath = deliver === 'path';
  }
  if (isPath || templates.size === 0) return [];
  const text = decodeUtf8(value.reveal());
  return urlWarnings({
    profile,
    templates,
    textOf: (name) => (name === secret ? text : null),
    shownName: (name) => name,
  });
}
