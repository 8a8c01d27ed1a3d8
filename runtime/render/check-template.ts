/** What is wrong with a template before any value is read: all of it, each at its place. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { templates } from '#schemas/diagnostics/E16-templates.js';
import { nearest } from '#schemas/nearest.js';
import { FORM_NAMES } from './forms.js';
import type { Template } from './template.js';

export interface Shown {
  readonly profile: string;
  readonly scope: string | null;
  readonly names: readonly string[];
}

/** `escaped`: what stands for the start of a reference as text. */
export function problemsOf(template: Template, shown: Shown, escaped: string): readonly Diagnostic[] {
  const problems: { readonly start: number; readonly diagnostic: Diagnostic }[] = template.problems.map((problem) => {
    const at = template.placeOf(problem);
    const facts = { text: problem.text, problem: kindOf(problem.kind), escaped };
    return { start: problem.start, diagnostic: templates.E1601(facts, { at }) };
  });
  const known = new Set(shown.names);
  for (const part of template.parts) {
    if ('text' in part) continue;
    const { secret, forms, start } = part;
    const at = template.placeOf(part);
    const { profile, scope } = shown;
    if (!known.has(secret)) {
      const facts = { secret, profile, scope, nearest: nearest(secret, shown.names) };
      problems.push({ start, diagnostic: templates.E1602(facts, { at }) });
    }
    for (const form of forms.filter((word) => !FORM_NAMES.includes(word)))
      problems.push({ start, diagnostic: templates.E1604({ form, forms: FORM_NAMES }, { at }) });
  }
  return problems.sort((one, other) => one.start - other.start).map(({ diagnostic }) => diagnostic);
}

/** The others are problems of a whole template, which a file may have. */
function kindOf(kind: Template['problems'][number]['kind']): 'unclosed' | 'malformed' | 'fallback operator' {
  return kind === 'unclosed' || kind === 'fallback operator' ? kind : 'malformed';
}
