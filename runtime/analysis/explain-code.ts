/** The codes of findings, and what there is to say about each. Reads no manifest. */
import { allWordings } from '#schemas/diagnostics/index.js';
import type { Explanation } from '#schemas/explanations/explanation.js';
import { allExplanations, families } from '#schemas/explanations/index.js';

export interface TitledCode {
  readonly code: string;
  readonly title: string;
}
export interface ExplainedCode extends TitledCode {
  readonly explanation: Explanation;
}

/** Family after family, and what the two digits of each family mean. */
export function titledCodes(): { readonly codes: readonly TitledCode[]; readonly families: typeof families } {
  return { codes: Object.entries(allWordings).map(([code, { title }]) => ({ code, title })), families };
}

/** Null if no finding has this code. */
export function explainedCode(code: string): ExplainedCode | null {
  const explanation = Object.hasOwn(allExplanations, code) ? allExplanations[code] : undefined;
  const wording = Object.hasOwn(allWordings, code) ? allWordings[code] : undefined;
  return explanation === undefined || wording === undefined ? null : { code, title: wording.title, explanation };
}
