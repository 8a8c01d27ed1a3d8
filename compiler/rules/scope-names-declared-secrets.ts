/** A scope names secrets that some profile declares (spec 2.13). */
import { references } from '#schemas/diagnostics/E05-references.js';
import { nearest } from '#schemas/nearest.js';
import type { Rule } from './rule.js';

/** The search for a near name takes time for each declared name; more suggestions than these would not be read. */
const MOST_SUGGESTIONS = 100;

export const scopeNamesDeclaredSecrets: Rule = ({ project }, report) => {
  let suggestions = 0;
  for (const [scope, { value, at }] of project.scopes) {
    const seen = new Set(['']);
    value.forEach((secret, index) => {
      // Blanks and repetitions have been reported by `parse`.
      if (project.declared.has(secret) || seen.has(secret)) return;
      seen.add(secret);
      const near = ++suggestions > MOST_SUGGESTIONS ? null : nearest(secret, project.declared);
      report(references.E0505({ scope, secret, nearest: near }, { at: { ...at, path: [...at.path, index] } }));
    });
  }
};
