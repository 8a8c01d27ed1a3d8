/** Findings as a JSON list. */
import type { Findings } from '../lint-manifest.js';
import { jsonText } from './json-text.js';
import { findingsOf } from './lint-findings.js';

export function lintJson(findings: Findings): string {
  return jsonText(findingsOf(findings));
}
