/** `tool plan policy`: the document, and what it does not cover. */
import type { PlanPolicy, UncoveredStore } from '#schemas/plan-policy.js';
import { harmlessJson, jsonText } from './json-text.js';

/** As the vendor's own programs read it: strings of HCL and YAML have the escapes of JSON. */
export function documentText({ policy }: Pick<PlanPolicy, 'policy'>): string {
  return typeof policy === 'string' ? harmlessJson(policy) : jsonText(policy);
}

export function uncoveredLines(uncovered: readonly UncoveredStore[]): readonly string[] {
  return uncovered.map(
    ({ store, secrets }) => `not covered: ${store ?? '<your default store>'} (for ${secrets.join(', ')})`,
  );
}
