/** The outputs that have a schema: named apart from the schemas, which are loaded only to be printed. */
export const OUTPUT_NAMES = [
  'check',
  'doctor',
  'edit',
  'plan',
  'plan-contacts',
  'plan-cost',
  'plan-diff',
  'plan-emit',
  'plan-entries',
  'plan-file',
  'plan-graph',
  'plan-policy',
  'plan-simulate',
  'plan-uses',
  'plan-why',
  'scan',
  'trust',
  'trust-list',
] as const;
export type OutputName = (typeof OUTPUT_NAMES)[number];
