/** The text of a composed template, as a manifest spells it (spec 2.7). */
import type { TemplatePart } from './plan.js';

/** Different parts have different texts: every `$` of a text is escaped, also where a manifest may leave it alone. */
export function templateText(parts: readonly TemplatePart[]): string {
  return parts.map((part) => ('secret' in part ? `\${${part.secret}}` : part.text.replaceAll('$', '$$$$'))).join('');
}
