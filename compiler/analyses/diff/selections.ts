/** What is taken out of a value, as changes show it. */
import { pointerText } from '#schemas/json-pointer.js';
import type { Derivation, DerivedSource, Extraction, Json } from '#schemas/plan.js';

export function derivationJson({ from, how }: DerivedSource): Json {
  return { from, ...howJson(how) };
}

function howJson(how: Derivation): Readonly<Record<string, Json>> {
  if (how.kind === 'select') return { select: extractionText(how.extract) ?? '' };
  return { export: how.type, ...(how.format !== null && { format: how.format }) };
}

export function extractionText(extract: Extraction | undefined): string | undefined {
  if (extract === undefined) return undefined;
  return `${extract.format} ${pointerText(extract.pointer)}`;
}
