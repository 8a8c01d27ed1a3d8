/** `tool plan policy`: the document, and what it does not cover. */
import type { PlanPolicy, UncoveredStore } from '#schemas/plan-policy.js';
import { harmlessJson, jsonText } from './json-text.js';
import { namesWords } from './plan-words.js';

/** As the vendor's own programs read it: strings of HCL and YAML have the escapes of JSON. */
export function documentText({ policy }: Pick<PlanPolicy, 'policy'>): string {
  return typeof policy === 'string' ? harmlessJson(policy) : jsonText(policy);
}

const NAMES_SHOWN = 10;

export function uncoveredLines(uncovered: readonly UncoveredStore[]): readonly string[] {
  return uncovered.map(({ store, secrets }) => {
    const names = namesWords({ shown: secrets.slice(0, NAMES_SHOWN), more: Math.max(0, secrets.length - NAMES_SHOWN) });
    return `not covered: ${store ?? '<your default store>'} (for ${names})`;
  });
}
