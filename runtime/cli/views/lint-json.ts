/** Findings as a JSON list. */
import type { Reported } from '../../analysis/lint-manifest.js';
import { jsonText } from './json-text.js';
import { findingsOf } from './lint-findings.js';

export function lintJson(findings: Reported): string {
  return jsonText(findingsOf(findings));
}
